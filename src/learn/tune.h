/* tune.h: finding the values of a player's options by letting players play each other.
 *
 * Two methods, both on points u of the ranges (vary.h), each coordinate from 0 to 1:
 *
 * Selection (GOM 6.1 proposes it). A population, at first the start and points at random, plays a
 * round robin in every generation. The worse half is replaced by mutants of the better half: a
 * parent, with each coordinate taken from another of the better half as often as not, and normal
 * noise added that becomes smaller from generation to generation.
 *
 * SPSA (Spall 1992). In every step a random direction of signs is drawn, and the players to both
 * sides of the present point play each other; the point moves towards the better side in
 * proportion to how clearly it won. Both distances become smaller with Spall's exponents.
 *
 * What they come to is the mean over the last third of the steps, of the better half or of the
 * point: games are noisy, and a mean is less so than the winner of a few of them. At the end a
 * match between that player and the start says, with its interval, whether anything was won; its
 * games are others than those that were tuned on.
 *
 * Everything is derived from the seed and the results of bouts, in their order. A log of these
 * results is therefore all that is needed to go on: what was played is looked up, the rest is
 * played. Players that think under work limits come to the same result at any concurrency, and
 * however often they are interrupted. */
#ifndef BY_LEARN_TUNE_H
#define BY_LEARN_TUNE_H

#include "arena/tally.h"
#include "learn/vary.h"
#include <stdatomic.h>

enum by_tune_method {
#define BY_TUNE_METHOD(id, name, title) BY_TUNE_##id,
#include "learn/methods.def"
#undef BY_TUNE_METHOD
};
const char *by_tune_method_name(enum by_tune_method method);
extern const char by_tune_method_words[]; /* "|selection|spsa", for BY_CHOICES */

#define BY_TUNE_GAMES_MAX      1000000
#define BY_TUNE_POPULATION_MAX 64
#define BY_TUNE_PAIRING_MAX    1000
#define BY_TUNE_STEPS_MAX      20000

/* Some games between two players. */
struct by_bout {
    const char *a, *b; /* specs */
    int games;         /* an even number */
    uint64_t seed;
};

/* Plays a bout. Fewer games than asked for: it was stopped. bouts.h has the one by matches. */
typedef enum by_status by_bout_fn(void *context, const struct by_bout *bout,
                                  const atomic_bool *stop, struct by_tally *out,
                                  struct by_error *err);

struct by_tune_plan {
    const struct by_vary *vary;
    const char *identity; /* lines of text: what else decides the games, for the log */
    enum by_tune_method method;
    int games;       /* the budget: of all games, those of the final match included */
    int final_games; /* of the final match; even */
    int population;  /* of selection, even; 2 to BY_TUNE_POPULATION_MAX */
    int pairing;     /* games of two players in a step; even */
    uint64_t seed;
    bool paired; /* the two games of a pair share an opening */
    by_bout_fn *play;
    void *play_context;
    const char *log; /* where results are kept, and read when it is there; NULL: nowhere */
};

/* One player of a step. */
struct by_tune_entry {
    double value[BY_VARY_MAX];
    double score; /* its share of the points; 0.5 where nothing was played */
    bool kept;    /* it is of the better half */
};

/* A generation, or a step of SPSA. */
struct by_tune_step {
    int games; /* played so far, with this one */
    int count; /* of SPSA: the players to both sides */
    struct by_tune_entry *entries;
    double value[BY_VARY_MAX]; /* the mean of the better half, or the point after the step */
};

struct by_tune_result {
    int games;   /* played in all, also before this time */
    int fresh;   /* of them: played now */
    int planned; /* steps */
    int step_count;
    struct by_tune_step *steps;
    bool complete;
    double start[BY_VARY_MAX], best[BY_VARY_MAX];
    char start_spec[BY_SPEC_LENGTH_MAX + 1], best_spec[BY_SPEC_LENGTH_MAX + 1];
    struct by_tally final; /* best against start; empty when they are one and the same */
    struct by_score score;
};

/* After every bout. */
struct by_tune_news {
    int games, total;
    int step, steps; /* the one that is being played, from 1; steps + 1: the final match */
    const double *value;
};
typedef void by_tune_progress(void *context, const struct by_tune_news *news);

/* Steps that the budget allows; a budget that is too small is refused. */
enum by_status by_tune_check(const struct by_tune_plan *plan, int *steps, struct by_error *err);

/* Tunes. After a stop the result holds what is finished, and the log all bouts. The result is
 * closed by by_tune_close, also after a failure. */
enum by_status by_tune(const struct by_tune_plan *plan, const atomic_bool *stop,
                       by_tune_progress *progress, void *context, struct by_tune_result *out,
                       struct by_error *err);
void by_tune_close(struct by_tune_result *result);

#endif
