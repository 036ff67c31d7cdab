/* spec_fuzz.c: a game with its settings on the first line, a player's spec on the second. The player is
 * made and asked for one move of a few nodes; another program is not started. */
#include "fuzz.h"
#include "search/search.h"

#include <stdlib.h>

static void think(struct by_searcher *searcher, const struct by_rules *rules)
{
    struct by_limits limits = {.nodes = 50, .simulations = 20, .depth = 1, .seconds = 0.05};
    struct by_line *line = NULL;
    struct by_decision decision = {.moves = NULL};
    struct by_error err = {.status = BY_OK};
    bool ready = by_line_open(rules, &line, &err) == BY_OK && !by_line_over(line) &&
                 by_decision_open(rules, &decision, &err) == BY_OK;
    if (ready && by_searcher_think(searcher, line, &limits, NULL, &decision, &err) != BY_OK)
        by_fuzz_sentence(&err);
    else if (ready)
        by_fuzz_demand(by_line_play(line, decision.move, &err) == BY_OK,
                       "a search plays by the rules");
    by_decision_close(&decision);
    by_line_close(line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *game = by_fuzz_text(data, size);
    char *spec = by_fuzz_split(game);
    by_fuzz_tame(game);
    by_fuzz_tame(spec);
    struct by_rules *rules = by_fuzz_rules(game, NULL);
    struct by_searcher *searcher = NULL;
    struct by_error err = {.status = BY_OK};
    if (rules && by_searcher_open(rules, spec, 1, &searcher, &err) == BY_OK)
        think(searcher, rules);
    else if (rules)
        by_fuzz_sentence(&err);
    by_searcher_close(searcher);
    by_rules_close(rules);
    free(game);
    return 0;
}
