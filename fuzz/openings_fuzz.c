/* openings_fuzz.c: a game with its settings on the first line, and behind it a file of openings: game
 * records or lines of play. Each opening that is read leads to a game that goes on. */
#include "arena/openings.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void play_all(const struct by_rules *rules, const struct by_openings *openings)
{
    struct by_error err = {.status = BY_OK};
    struct by_line *line = NULL;
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    if (!moves || by_line_open(rules, &line, &err) != BY_OK)
        abort();
    for (int i = 0; i < openings->count && i < 100; i++)
        by_fuzz_demand(by_openings_play(openings, line, i, 1, moves, NULL, NULL, &err) == BY_OK &&
                           !by_line_over(line),
                       "an opening can be played, and the game goes on");
    by_line_close(line);
    free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *spec = by_fuzz_text(data, size);
    (void)by_fuzz_split(spec);
    size_t head = strlen(spec) < size ? strlen(spec) + 1 : size;
    by_fuzz_tame(spec);
    struct by_rules *rules = by_fuzz_rules(spec, NULL);
    struct by_openings openings = {0};
    struct by_error err = {.status = BY_OK};
    if (rules && by_openings_read(rules, "openings", (const char *)data + head, size - head,
                                  &openings, &err) == BY_OK)
        play_all(rules, &openings);
    else if (rules)
        by_fuzz_sentence(&err);
    by_openings_close(&openings);
    by_rules_close(rules);
    free(spec);
    return 0;
}
