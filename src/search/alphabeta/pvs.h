/* pvs.h: alpha-beta as real programs run it.
 *
 * Principal variation search (Marsland and Campbell 1982: the first move with the whole window,
 * the others with an empty one to show that they are no better), a transposition table, killer
 * and history moves for the order, symmetric positions as one. The value is minimax's, always:
 * table.h says which entries may be used. */
#ifndef BY_SEARCH_ALPHABETA_PVS_H
#define BY_SEARCH_ALPHABETA_PVS_H

#include "search/alphabeta/deferred.h"
#include "search/alphabeta/table.h"
#include "search/textbook/exact.h"

/* What is switched on. */
struct by_pvs_options {
    bool null_windows; /* PVS proper; off: every move with the whole window */
    bool killers, history;
    bool symmetry;
    bool to_the_end; /* no depth limit is ever met: the caller promises it */
};

/* One thread's search. */
struct by_pvs {
    struct by_exact frame;
    struct by_pvs_options use;
    struct by_table *table;       /* shared; NULL: none */
    struct by_deferred *deferred; /* shared; NULL: this thread is alone */
    by_move (*killer)[2];         /* per ply: the last two moves that cut there */
    uint32_t *history[2]; /* per side and action: how often it cut, deep cuts counting more */
    void *image;          /* scratch for one symmetric image */
};

enum by_status by_pvs_open(struct by_pvs *pvs, const struct by_rules *rules, struct by_error *err);
void by_pvs_close(struct by_pvs *pvs);

/* Forgets killers and history (not the table, which is not its own). */
void by_pvs_forget(struct by_pvs *pvs);

/* The value of the position the walk stands on, for the side to move; a bound when it lies
 * outside (alpha, beta). */
int64_t by_pvs_value(struct by_pvs *pvs, int depth, int64_t alpha, int64_t beta);

/* The table's key of the position the walk stands on. `depth` plies are left. */
uint64_t by_pvs_key(struct by_pvs *pvs, int depth, int *symmetry);

/* Makes walk line 0 longer with what the table knows, after a search of `depth` plies: lines
 * that came from the table are cut short there. */
void by_pvs_extend_line(struct by_pvs *pvs, int depth);

/* The same for the line behind another root move, of which the search knows only that it is no
 * better: with the table's move whatever is certain of it. */
void by_pvs_extend_other(struct by_pvs *pvs, int depth, struct by_expected *expected);

#endif
