/* rules_test.h: rules for tests, from a line of settings such as "m=4 n=3 k=3". Include it after
 * cmocka.h. */
#ifndef BY_GAMES_RULES_TEST_H
#define BY_GAMES_RULES_TEST_H

#include "base/spec.h"
#include "games/game.h"

#include <stdio.h>

/* Status and sentence of by_rules_open. `settings` and `position` may be NULL. */
static inline enum by_status try_rules(const char *game, const char *settings, const char *position,
                                       struct by_rules **out, struct by_error *err)
{
    char text[256];
    struct by_spec spec;
    (void)snprintf(text, sizeof text, "%s %s", game, settings ? settings : "");
    assert_int_equal(by_spec_read(text, &spec, err), BY_OK);
    return by_rules_open(game, spec.settings, spec.count, position, out, err);
}

static inline struct by_rules *open_rules_at(const char *game, const char *settings,
                                             const char *position)
{
    struct by_rules *rules = NULL;
    struct by_error err = {0};
    if (try_rules(game, settings, position, &rules, &err) != BY_OK)
        fail_msg("%s %s, '%s': %s", game, settings ? settings : "", position ? position : "",
                 err.text);
    return rules;
}

static inline struct by_rules *open_rules(const char *game, const char *settings)
{
    return open_rules_at(game, settings, NULL);
}

#endif
