/* solve.h: the true result of a position, and every move that keeps it. */
#ifndef BY_SEARCH_SOLVE_SOLVE_H
#define BY_SEARCH_SOLVE_SOLVE_H

#include "search/search.h"

enum by_solve_method {
#define BY_SOLVE(id, name) BY_SOLVE_##id,
#include "search/solve/methods.def"
#undef BY_SOLVE
};
extern const char by_solve_words[]; /* their names, for BY_CHOICES */

struct by_solve_options {
    enum by_solve_method method;
    size_t table_bytes;  /* 0: the method's own choice */
    const char *save;    /* a file (save.h) to go on from, if it is there, and to leave the work in
                           at the end, solved or stopped; NULL: none */
    uint64_t most_nodes; /* gives up after about so many; 0: never */
    int threads;         /* where the game's own search solves; 0: one */
    bool wld;            /* who wins is enough, where the game has margins. Not with `save` */
    bool one;            /* one move that keeps the value is enough. Not with `save` */
};

struct by_solution {
    bool proven;   /* false: stopped before the end, the rest means nothing but the work */
    bool wld;      /* the value is 1, 0 or -1, though the game has margins */
    int32_t value; /* for the side to move: the margin where the game has one, else 1, 0, -1 */
    int best_count;
    by_move *best; /* every move that keeps the value, in the game's order; owned. One of them when
                      no more was asked for */
    int pv_count;
    by_move pv[BY_PV_MAX]; /* one line of best play, to the end or BY_PV_MAX; with `wld` one move */
    const char *method;    /* "theory", "own", "alphabeta", "pns"; "rules" when the game is over */
    bool resumed;          /* went on from the file; nodes and seconds are of all sessions */
    bool saved;            /* the file was written */
    uint64_t nodes;
    double seconds;
};

/* Called between root moves and about ten times a second: `done` of `total` root moves. */
typedef void by_solve_progress(void *context, int done, int total, uint64_t nodes);

/* Solves the line's current position. `options` (NULL: auto), `stop` and `progress` may be NULL.
 * A finished game is solved by looking. A file that cannot be used is refused before anything is
 * done. `out` is closed by by_solution_close, also after a failure. */
enum by_status by_solve(const struct by_line *line, const struct by_solve_options *options,
                        const atomic_bool *stop, by_solve_progress *progress, void *context,
                        struct by_solution *out, struct by_error *err);
void by_solution_close(struct by_solution *solution);

#endif
