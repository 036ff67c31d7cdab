/* playout_help_test.h: what the tests of NoGo's playouts share: a table to play at, and counts
 * beside what they should be. Include it after cmocka.h and gsl/gsl_cdf.h. */
#ifndef BY_GAMES_NOGO_PLAYOUT_HELP_TEST_H
#define BY_GAMES_NOGO_PLAYOUT_HELP_TEST_H

#include "games/game_test.h"
#include "games/nogo/nogo.h"

#define CELLS BY_NOGO_CELLS_MAX

/* --- playing out ---------------------------------------------------------------------- */

struct table {
    struct by_rules *rules;
    void *start, *position;
    struct by_ply plies[CELLS];
    by_move scratch[CELLS];
    struct by_playout out;
    struct by_rng rng;
};

static inline void table_open(struct table *table, const char *settings)
{
    table->rules = open_rules("nogo", settings);
    table->start = new_position(table->rules);
    table->position = new_position(table->rules);
    table->rules->game->start(table->rules, table->start);
    table->out = (struct by_playout){.plies = table->plies, .scratch = table->scratch};
    by_rng_init(&table->rng, 11, 0);
}

static inline void table_close(struct table *table)
{
    free(table->start);
    free(table->position);
    by_rules_close(table->rules);
}

static inline void run(struct table *table, const char *policy)
{
    memcpy(table->position, table->start, table->rules->position_size);
    by_policy_find(table->rules, policy)
        ->run(table->rules, table->position, &table->rng, &table->out);
}

/* Counts beside what they should be on average: nothing rarer than one case in a million. */
static inline void assert_fits(const double *count, const double *expected, int cells)
{
    double sum = 0;
    int used = 0;
    for (int i = 0; i < cells; i++) {
        if (expected[i] == 0) {
            assert_true(count[i] == 0);
            continue;
        }
        sum += (count[i] - expected[i]) * (count[i] - expected[i]) / expected[i];
        used++;
    }
    if (used > 1 && gsl_cdf_chisq_Q(sum, used - 1) < 1e-6)
        fail_msg("chi-square %g with %d degrees of freedom", sum, used - 1);
}

#endif
