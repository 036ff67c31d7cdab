/* mcts_spy.h: a game that writes down what a search plays in it.
 *
 * The game's table is copied; the copy's `play` notes the moves of the tree, and its one policy
 * notes every ply of a playout. Both hand on to the real ones. The copy also has strengths of
 * moves, made up from their numbers. */
#ifndef BY_TESTS_MCTS_SPY_H
#define BY_TESTS_MCTS_SPY_H

#include "search_help.h"
#include <pthread.h>

#define SPY_LENGTH_MAX 256
#define SPY_LEAVES_MAX 8

/* What was played since it was last cleared. */
struct spy_notes {
    pthread_mutex_t lock; /* leaves= plays on several threads */
    int depth;
    by_move path[SPY_LENGTH_MAX];
    int playouts;
    int length[SPY_LEAVES_MAX];
    int32_t result[SPY_LEAVES_MAX];
    struct by_ply plies[SPY_LEAVES_MAX][SPY_LENGTH_MAX];
};

struct spy {
    struct by_rules rules; /* first: a slot finds the spy behind its rules */
    struct by_game game;
    struct by_policy policies[2];
    struct by_rules *real;
    const struct by_policy *policy;
    struct spy_notes *notes;
};

static inline void spy_play(const struct by_rules *rules, void *position, by_move move,
                            struct by_undo *undo)
{
    const struct spy *spy = (const struct spy *)rules;
    if (spy->notes->depth < SPY_LENGTH_MAX)
        spy->notes->path[spy->notes->depth++] = move;
    spy->real->game->play(spy->real, position, move, undo);
}

static inline void spy_run(const struct by_rules *rules, void *position, struct by_rng *rng,
                           struct by_playout *out)
{
    const struct spy *spy = (const struct spy *)rules;
    struct spy_notes *notes = spy->notes;
    struct by_ply plies[SPY_LENGTH_MAX];
    struct by_playout mine = {.plies = plies, .scratch = out->scratch};
    spy->policy->run(spy->real, position, rng, &mine);
    out->length = mine.length;
    out->result = mine.result;
    if (out->plies)
        memcpy(out->plies, plies, (size_t)mine.length * sizeof *plies);
    pthread_mutex_lock(&notes->lock);
    if (notes->playouts < SPY_LEAVES_MAX) {
        int i = notes->playouts++;
        notes->length[i] = mine.length;
        notes->result[i] = mine.result;
        memcpy(notes->plies[i], plies, (size_t)mine.length * sizeof *plies);
    }
    pthread_mutex_unlock(&notes->lock);
}

static inline float spy_strength(by_move move)
{
    return (float)(1 + move * 7 % 11);
}

static inline void spy_strengths(const struct by_rules *rules, const void *position,
                                 const by_move *moves, int count, float *out)
{
    (void)rules;
    (void)position;
    for (int i = 0; i < count; i++)
        out[i] = spy_strength(moves[i]);
}

static inline struct spy *spy_open(const char *game, const char *settings, const char *position,
                                   const char *policy)
{
    struct spy *spy = calloc(1, sizeof *spy);
    assert_non_null(spy);
    spy->notes = calloc(1, sizeof *spy->notes);
    assert_non_null(spy->notes);
    pthread_mutex_init(&spy->notes->lock, NULL);
    spy->real = open_rules_at(game, settings, position);
    assert_true(spy->real->max_length < SPY_LENGTH_MAX);
    spy->policy = by_policy_find(spy->real, policy);
    assert_non_null(spy->policy);
    spy->policies[0] = (struct by_policy){.name = "spy", .help = "notes", .run = spy_run};
    spy->game = *spy->real->game;
    spy->game.play = spy_play;
    spy->game.undo = NULL;
    spy->game.policies = spy->policies;
    spy->game.strengths = spy_strengths;
    spy->rules = *spy->real;
    spy->rules.game = &spy->game;
    return spy;
}

static inline void spy_close(struct spy *spy)
{
    by_rules_close(spy->real);
    pthread_mutex_destroy(&spy->notes->lock);
    free(spy->notes);
    free(spy);
}

static inline void spy_clear(struct spy *spy)
{
    spy->notes->depth = spy->notes->playouts = 0;
}

#endif
