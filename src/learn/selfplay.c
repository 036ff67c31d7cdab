/* selfplay.c: random beginnings, and one player on both sides. */
#include "learn/selfplay.h"

#include "players/player.h"
#include <stdlib.h>

enum by_status by_play_randomly(struct by_line *line, int most, struct by_rng *rng, by_move *moves,
                                struct by_error *err)
{
    int plies = (int)by_rng_below(rng, (uint32_t)most + 1);
    for (int ply = 0; ply < plies; ply++) {
        int count = by_line_moves(line, moves);
        enum by_status status = by_line_play(line, moves[by_rng_below(rng, (uint32_t)count)], err);
        if (status != BY_OK)
            return status;
        if (by_line_over(line)) {
            (void)by_line_undo(line);
            return BY_OK;
        }
    }
    return BY_OK;
}

static enum by_status play_on(struct by_player *player, struct by_line *line,
                              const atomic_bool *stop, struct by_error *err)
{
    struct by_decision decision;
    enum by_status status = by_decision_open(line->rules, &decision, err);
    if (status != BY_OK)
        return status;
    while (status == BY_OK && !by_line_over(line) && !(stop && atomic_load(stop))) {
        status = by_player_move(player, line, NULL, NULL, &decision, err);
        if (status == BY_OK && decision.move == BY_NO_MOVE)
            break;
        if (status == BY_OK)
            status = by_line_play(line, decision.move, err);
    }
    by_decision_close(&decision);
    return status;
}

static enum by_status play_game(struct by_samples *samples, struct by_player *player,
                                const struct by_selfplay *plan, int game, struct by_line *line,
                                by_move *moves, const atomic_bool *stop, struct by_error *err)
{
    struct by_rng rng;
    by_rng_init(&rng, plan->seed, (uint64_t)game);
    by_line_begin(line, samples->rules->start);
    by_player_reset(player, by_rng_next(&rng));
    enum by_status status = by_play_randomly(line, plan->random, &rng, moves, err);
    int skip = line->count;
    if (status == BY_OK)
        status = play_on(player, line, stop, err);
    if (status == BY_OK && by_line_over(line))
        status = by_samples_add(samples, line, skip, err);
    return status;
}

enum by_status by_selfplay(struct by_samples *samples, const struct by_selfplay *plan,
                           const atomic_bool *stop, atomic_int *done, struct by_error *err)
{
    const struct by_rules *rules = samples->rules;
    const struct by_player_terms terms = {.seed = plan->seed, .trust = BY_TRUST_ALL};
    struct by_player *player = NULL;
    struct by_line *line = NULL;
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    enum by_status status = moves ? by_player_open(rules, plan->player, &terms, &player, err)
                                  : by_fail_memory(err, (size_t)rules->max_moves * sizeof *moves);
    if (status == BY_OK)
        status = by_line_open(rules, &line, err);
    for (int game = 0; status == BY_OK && game < plan->games && !(stop && atomic_load(stop));
         game++) {
        status = play_game(samples, player, plan, game, line, moves, stop, err);
        if (done)
            atomic_fetch_add(done, 1);
    }
    by_line_close(line);
    by_player_close(player);
    free(moves);
    return status;
}
