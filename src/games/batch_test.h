/* batch_test.h: for tests of playouts by the batch: they are as likely as single ones. Include it
 * after cmocka.h and gsl/gsl_cdf.h. */
#ifndef BY_GAMES_BATCH_TEST_H
#define BY_GAMES_BATCH_TEST_H

#include "games/game_test.h"

#include <math.h>

#define GAMES     4000
#define MOVES_MAX 128 /* on the boards that have batches */

/* So many random plies from the start, or until the game is over. */
static inline void wander(const struct by_rules *rules, void *position, int plies,
                          struct by_rng *rng)
{
    by_move moves[MOVES_MAX];
    rules->game->start(rules, position);
    for (int i = 0; i < plies && !rules->game->over(rules, position); i++) {
        int count = rules->game->moves(rules, position, moves);
        rules->game->play(rules, position, moves[by_rng_below(rng, (uint32_t)count)], NULL);
    }
}

struct moments {
    double win[3], margin, squares, plies, plies_squares;
};

static inline void play_single(const struct by_rules *rules, const void *start, void *position,
                               struct by_rng *rng, struct moments *out)
{
    struct by_playout one = {0};
    for (int i = 0; i < GAMES; i++) {
        memcpy(position, start, rules->position_size);
        by_policy_find(rules, "uniform")->run(rules, position, rng, &one);
        out->win[one.result > 0 ? 0 : one.result < 0 ? 1 : 2]++;
        out->margin += one.result / (double)GAMES;
        out->squares += (double)one.result * one.result / GAMES;
        out->plies += one.length / (double)GAMES;
        out->plies_squares += (double)one.length * one.length / GAMES;
    }
}

/* Two means of as many games each, whose spread is that of the single ones. */
static inline void expect_near(double sum, double mean, double squares)
{
    double spread = sqrt(2 * (squares - mean * mean) / GAMES);
    assert_true(fabs(sum / GAMES - mean) <= 5.5 * spread + 1e-9);
}

/* From positions so many plies into random games: who wins, by how much, after how many plies. */
static inline void assert_as_likely(const char *game, const char *settings, int most_plies)
{
    struct by_rules *rules = open_rules(game, settings);
    void *start = new_position(rules), *position = new_position(rules);
    struct by_rng rng;
    by_rng_init(&rng, 12, 0);
    for (int plies = 0; plies < most_plies; plies += 4) {
        wander(rules, start, plies, &rng);
        struct moments one = {0};
        struct by_totals many = {0};
        play_single(rules, start, position, &rng, &one);
        by_policy_find(rules, "uniform")->many(rules, start, GAMES, &rng, &many);
        double wins[3] = {(double)many.wins[0], (double)many.wins[1], (double)many.draws}, sum = 0;
        for (int i = 0; i < 3; i++)
            sum += (wins[i] - one.win[i]) * (wins[i] - one.win[i]) / fmax(1, wins[i] + one.win[i]);
        assert_true(gsl_cdf_chisq_Q(sum, 2) > 1e-7);
        expect_near((double)many.results, one.margin, one.squares);
        expect_near((double)many.plies, one.plies, one.plies_squares);
    }
    free(start);
    free(position);
    by_rules_close(rules);
}

#endif
