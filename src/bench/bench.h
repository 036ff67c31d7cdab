/* bench.h: how fast, and the signature: whether it still plays the same.
 *
 * All here measures and tells; printing is for who asks. A figure has a name of several parts,
 * "playout/go/9x9/uniform", by which it is chosen and compared over time and machines. */
#ifndef BY_BENCH_BENCH_H
#define BY_BENCH_BENCH_H

#include "base/stats.h"
#include "games/game.h"
#include <stdatomic.h>

/* --- speed ----------------------------------------------------------------------------- */

/* A figure as it is told. All but the first three may be missing. */
struct by_bench_figure {
    const char *name;
    double value;
    const char *unit;
    const struct by_interval *interval; /* of 95 %, where the value was fitted */
    const char *source;                 /* the document that has `published` for it */
    double published;
    const char *const *part; /* names, ended by NULL, of what the value is made of or goes with */
    const double *of;        /* one for each part; 0: it has none */
};

/* What is to be measured, and who hears of it. */
struct by_bench {
    const char *filter;      /* as in by_bench_wants */
    const atomic_bool *stop; /* set: come to an end. May be NULL */
    void *context;
    void (*figure)(void *context, const struct by_bench_figure *figure);
    void (*progress)(void *context, int done, int total); /* games; may be NULL */
};

/* Measures every figure that is wanted, in processor time where it is not said otherwise. When it is
 * stopped, the figures told before are good. */
enum by_status by_bench_run(const struct by_bench *bench, struct by_error *err);

/* Does the filter (NULL: none) choose the line? It does when its parts, between '/', '@' or blanks,
 * are the first parts of the name: "playout/go" is no line of Gomoku. A game may be called by its own
 * name where the line has an alias: "playout/mnk" finds "playout/tictactoe/3x3/uniform". */
bool by_bench_wants(const char *filter, const char *name);

/* --- the signature ----------------------------------------------------------------------- */

/* What a search decides on one game with fixed seed and work. */
struct by_signature {
    const char *game, *label, *search;
    uint64_t count;    /* nodes and simulations */
    uint64_t checksum; /* of the decisions */
};

/* Tells a line for every game and every search that fits it, as far as the filter wants "GAME LABEL
 * SEARCH". */
enum by_status by_signature_run(const char *filter,
                                void (*line)(void *context, const struct by_signature *signature),
                                void *context, struct by_error *err);

#endif
