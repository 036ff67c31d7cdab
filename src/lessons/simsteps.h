/* simsteps.h: a Monte Carlo search step by step: its simulations recorded, and drawn as they went.
 *
 * A listener that keeps what the search tells: every selection with its numbers, every new node, every
 * game that was played out and what it added to the moves of its way. Any step can then be drawn, in any
 * order, for a screen of any size: the phase, the formula, the part of the tree that matters as it stood
 * then, the position, and what happened.
 *
 * The numbers in a drawing are added up from the steps, not taken from the search. */
#ifndef BY_LESSONS_SIMSTEPS_H
#define BY_LESSONS_SIMSTEPS_H

#include "lessons/choices.h"

#define BY_SIMSTEPS_MAX 20000 /* steps that anybody walks through */

struct by_sim_node {
    int parent;            /* -1: the root, which is node 0 */
    int first, last, next; /* children and sibling; -1: none */
    int children;
    int born; /* the step that it came with */
    by_move move;
    int side;            /* who makes the move; of the root who is to move */
    double had_n, had_w; /* what it had when it was first told */
    char name[12];
};

struct by_sim_step {
    enum by_step_kind kind;
    enum by_step_reason reason;
    int simulation;
    int node;      /* where it happens; SELECT: the node whose children are chosen from */
    int taken;     /* SELECT: the child */
    int side;      /* who is to move there */
    double visits; /* SELECT: N; SIMULATE, BACKUP: games */
    double points[2];
    int choice, choice_count; /* SELECT */
    int played, length;       /* SIMULATE: moves; played -1: not known */
};

struct by_simsteps {
    const struct by_rules *rules;
    bool tree; /* it grows one; else its moves take turns */
    struct by_choice_columns columns;
    char *formula;
    unsigned char *root;     /* the position */
    unsigned char *position; /* scratch */
    int *way;                /* the node at each ply of this simulation */
    int limit;
    int simulation;
    int node_count, node_room;
    struct by_sim_node *node;
    int count, room;
    struct by_sim_step *step;
    int choice_count, choice_room;
    struct by_choice *choice;
    int played_count, played_room;
    by_move *played;
    bool full;     /* the limit was reached, or memory ran out */
    uint64_t more; /* steps that are not recorded */
};

/* Of a search of `root`, at most `limit` steps. The rules must outlive it. Closing is safe
 * after a failure. */
enum by_status by_simsteps_open(struct by_simsteps *steps, const struct by_rules *rules,
                                const struct by_searcher *searcher, const void *root, int limit,
                                struct by_error *err);
void by_simsteps_close(struct by_simsteps *steps);

/* For struct by_events: the context is the recorder. */
void by_simsteps_step(void *context, const struct by_step *step);

/* The first step of the next simulation behind `index`, or the last step. */
int by_simsteps_next(const struct by_simsteps *steps, int index);

/* In simdraw.c: step `index`, in at most so many columns and rows. Lines of the way that the simulation took
 * begin with '>'. */
void by_simsteps_draw(const struct by_simsteps *steps, int index, int columns, int rows,
                      struct by_buffer *out);

/* Visits and points of every node after step `index`: n[0], w[0], n[1], ... */
void by_simsteps_tally(const struct by_simsteps *steps, int index, double *tally);

#endif
