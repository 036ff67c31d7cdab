#include "report/limits.h"

#include <stdio.h>
#include <string.h>

static bool knows(const struct by_search *search, const char *name)
{
    for (const struct by_option *option = search->options; option && option->name; option++)
        if (strcmp(option->name, name) == 0)
            return true;
    return false;
}

static enum by_status refuse(const struct by_search *search, const char *limit,
                             struct by_error *err)
{
    static const char *const names[] = {"sims", "depth", "nodes"};
    char known[64];
    struct by_text list = by_text_over(known, sizeof known);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (knows(search, names[i]))
            by_text_format(&list, "%s, ", names[i]);
    return by_fail(err, BY_BAD_INPUT, "the search %s does not know the limit %s: give it %sor time",
                   search->name, limit, known);
}

enum by_status by_limits_check(const struct by_search *search, const struct by_limits *limits,
                               struct by_error *err)
{
    if (!search || !knows(search, "time"))
        return BY_OK;
    if (limits->simulations > 0 && !knows(search, "sims"))
        return refuse(search, "sims", err);
    if (limits->depth > 0 && !knows(search, "depth"))
        return refuse(search, "depth", err);
    return BY_OK;
}
