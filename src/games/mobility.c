/* mobility.c: the playouts that NOGO 3.5 proposes for every game in which who cannot move loses. */
#include "games/game.h"

#include <stdalign.h>
#include <string.h>

/* What a look ahead needs room for. */
struct look {
    const struct by_rules *rules;
    by_move moves[BY_NORMAL_MOVES_MAX];
    alignas(16) unsigned char ahead[BY_NORMAL_BYTES_MAX];
    alignas(16) unsigned char other[BY_NORMAL_BYTES_MAX];
};

/* The legal moves of the side to move; who has none has lost. */
static int count_moves(struct look *look, const void *position)
{
    const struct by_game *game = look->rules->game;
    return game->over(look->rules, position) ? 0 : game->moves(look->rules, position, look->moves);
}

/* The moves of the side to move less those that the other would have in its place. */
static int balance(struct look *look, const void *position)
{
    const struct by_rules *rules = look->rules;
    int mine = count_moves(look, position);
    memcpy(look->other, position, rules->position_size);
    (void)rules->game->hand_over(rules, look->other);
    return mine - count_moves(look, look->other);
}

/* a - b is the balance after the move less that now. The latter is the same for all moves, and so
 * it is left out. */
static int simple_worth(struct look *look, const void *position, by_move move)
{
    memcpy(look->ahead, position, look->rules->position_size);
    look->rules->game->play(look->rules, look->ahead, move, NULL);
    return -balance(look, look->ahead); /* there the opponent is to move */
}

/* -a' + b' is the balance now less that after the opponent's move, or 0 where he may not make it. */
static int full_worth(struct look *look, const void *position, by_move move, int now)
{
    const struct by_rules *rules = look->rules;
    int worth = simple_worth(look, position, move);
    memcpy(look->ahead, position, rules->position_size);
    (void)rules->game->hand_over(rules, look->ahead);
    if (rules->game->over(rules, look->ahead) ||
        !by_move_legal(rules, look->ahead, move, look->moves))
        return worth - now;
    rules->game->play(rules, look->ahead, move, NULL);
    return worth - balance(look, look->ahead);
}

/* Leaves the moves that are worth most in `moves`; returns how many. */
static int keep_best(struct look *look, const void *position, by_move *moves, int count, bool full)
{
    int kept = 0, most = 0, now = full ? balance(look, position) : 0;
    for (int i = 0; i < count; i++) {
        int worth = full ? full_worth(look, position, moves[i], now)
                         : simple_worth(look, position, moves[i]);
        if (kept > 0 && worth < most)
            continue;
        kept = kept > 0 && worth == most ? kept : 0;
        most = worth;
        moves[kept++] = moves[i];
    }
    return kept;
}

static void run(const struct by_rules *rules, void *position, struct by_rng *rng,
                struct by_playout *out, bool full)
{
    const struct by_game *game = rules->game;
    struct look look;
    look.rules = rules;
    out->length = 0;
    while (!game->over(rules, position)) {
        int count = game->moves(rules, position, out->scratch);
        count = keep_best(&look, position, out->scratch, count, full);
        by_move move = out->scratch[by_rng_below(rng, (uint32_t)count)];
        if (out->plies)
            out->plies[out->length] = (struct by_ply){move, game->side(rules, position)};
        out->length++;
        game->play(rules, position, move, NULL);
    }
    out->result = game->result(rules, position);
}

void by_playout_mobility(const struct by_rules *rules, void *position, struct by_rng *rng,
                         struct by_playout *out)
{
    run(rules, position, rng, out, false);
}

void by_playout_mobility_full(const struct by_rules *rules, void *position, struct by_rng *rng,
                              struct by_playout *out)
{
    run(rules, position, rng, out, true);
}
