#include "games/chance.h"
#include "games/line.h"
#include <stdlib.h>

by_move by_chance_draw(const struct by_rules *rules, const void *position, const by_move *moves,
                       int count, struct by_rng *rng)
{
    int32_t total = rules->game->chance(rules, position, BY_NO_MOVE);
    int32_t left = (int32_t)by_rng_below(rng, (uint32_t)total);
    int i = 0;
    for (; i < count - 1; i++) {
        left -= rules->game->chance(rules, position, moves[i]);
        if (left < 0)
            break;
    }
    return moves[i];
}

/* Players have seeds made from the same number: nature's is none of theirs. */
#define NATURE 0x6e6174757265U /* "nature" */

bool by_line_nature(const struct by_line *line)
{
    return !by_line_over(line) && by_is_chance(line->rules, by_line_position(line));
}

enum by_status by_line_draw_nature(const struct by_line *line, uint64_t seed, by_move *out,
                                   struct by_error *err)
{
    size_t bytes = (size_t)line->rules->max_moves * sizeof(by_move);
    by_move *moves = malloc(bytes);
    if (!moves)
        return by_fail_memory(err, bytes);
    struct by_rng rng;
    by_rng_init(&rng, by_seed_derive(seed, NATURE), (uint64_t)line->count);
    int count = by_line_moves(line, moves);
    *out = by_line_nature(line)
               ? by_chance_draw(line->rules, by_line_position(line), moves, count, &rng)
               : BY_NO_MOVE;
    free(moves);
    return BY_OK;
}
