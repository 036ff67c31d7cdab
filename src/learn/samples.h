/* samples.h: positions with the value that they should have, to fit an evaluation to.
 *
 * Games come in one after the other, as lines of play. Every position of a game is a sample; its value,
 * for the side to move and in the units of the game's result, is what the game came to. People err, and so
 * what the game's own search can prove is put in place of that (by_samples_label): towards the end of a game
 * each position gets its true value, and those before them the value of the first that has one, or what a
 * look ahead says of them. */
#ifndef BY_LEARN_SAMPLES_H
#define BY_LEARN_SAMPLES_H

#include "games/line.h"
#include "games/linear.h"
#include <stdatomic.h>

struct by_samples {
    const struct by_rules *rules;
    const struct by_linear *linear; /* what they are for: the game's first, or another one of its */
    size_t count, room;
    size_t most;    /* how many there may be */
    uint8_t *packs; /* of rules->pack_size bytes each */
    float *value;   /* NAN: not known */
    uint8_t *phase;
    bool *exact;   /* proven, not what the game came to */
    size_t *first; /* of each game, and behind the last one; games + 1 entries */
    size_t games, game_room;
    size_t dropped; /* games that had nothing to add: not finished, or of other rules */
};

/* Uses at most so many bytes. */
enum by_status by_samples_open(struct by_samples *samples, const struct by_rules *rules,
                               size_t memory, struct by_error *err);
void by_samples_close(struct by_samples *samples);

/* Adds a game's positions, the first `skip` excepted: those came about by chance, and what the game came
 * to says little of them. Refuses what would take more memory than there may be. */
enum by_status by_samples_add(struct by_samples *samples, const struct by_line *line, int skip,
                              struct by_error *err);

/* Adds one position more to the game that was added last. */
enum by_status by_samples_add_aside(struct by_samples *samples, const void *position, float value,
                                    struct by_error *err);

/* Who is asked, and about what. */
struct by_labelling {
    int leaves; /* by_samples_take_leaves: of so many one is taken */
    int phases; /* so many at the end are proven; 0: none */
    int look;   /* plies to look ahead in the positions before; 0: they get what came of the game */
    int every;  /* of these so many only one is looked at, and the others have no value; 1: all */
    const struct by_rules *knowing; /* whose evaluation the looks use: the same game; NULL: the
                                       samples' own */
    int threads;
};

/* Asks the game's own search; the values depend on the samples and the labelling alone, not on threads.
 * `done` counts games. Games without such a search leave all as it is; so does, of a game, what lies
 * beyond the search. */
enum by_status by_samples_label(struct by_samples *samples, const struct by_labelling *how,
                                const atomic_bool *stop, atomic_int *done, struct by_error *err);

/* Puts in place of the positions, of which one of `every` is looked at, the leaves of these looks, each with what the
 * search says of it further ahead. Games whose search does not tell its leaves have no samples then. */
enum by_status by_samples_take_leaves(struct by_samples *samples, const struct by_labelling *how,
                                      const atomic_bool *stop, atomic_int *done,
                                      struct by_error *err);

/* The result to be hoped for, between -1 and 1, by the logarithm of the odds. */
double by_odds_hope(double odds);

#endif
