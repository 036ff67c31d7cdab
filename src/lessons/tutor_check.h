/* tutor_check.h: where the tutor stands in a trace: between tutor.c, which follows it, and tutor_words.c, which says what
 * is wrong. All windows and values are MAX's here. */
#ifndef BY_LESSONS_TUTOR_CHECK_H
#define BY_LESSONS_TUTOR_CHECK_H

#include "lessons/tutor.h"

/* A node that was entered and not left. */
struct by_tutored_node {
    int node;
    bool maximum;                          /* MAX is to move */
    bool turned;                           /* the program's numbers here are MIN's */
    bool over, horizon;                    /* a leaf, and why */
    bool went_on;                          /* it could have been left: alpha has reached beta */
    double value;                          /* of a finished game */
    double alpha, beta;                    /* on entering */
    double best, best_before, worst, last; /* what the children have brought */
    int best_child, last_child;
    int move_count, look_count;
    by_move *moves;
    bool *looked; /* beside `moves` */
};

/* What tells whose the values are, where nobody said it. */
enum by_tutored_evidence {
    BY_TUTORED_LEAF,
    BY_TUTORED_WINDOW,
    BY_TUTORED_VALUE,
    BY_TUTORED_EVIDENCES
};

struct by_tutored {
    struct by_tutor *tutor;
    int max_side; /* who MAX is */
    int count, room;
    struct by_tutored_node *open; /* the root first */
    unsigned char *positions;     /* beside `open` */
    by_move child;                /* of the node on top: which the step is about */
    bool weighs;                  /* faults do not end it */
    int seen[BY_TUTORED_EVIDENCES], missed[BY_TUTORED_EVIDENCES];
};

struct by_tutored_window {
    double alpha, beta;
};

/* The window with what the children have brought. */
struct by_tutored_window by_tutored_now(const struct by_tutored_node *o);

/* Writes down the fault. `range`: of the values, for a root's window. Always BY_OK: a fault is no failure. */
enum by_status by_tutored_wrong(struct by_tutored *c, const struct by_tutor_event *e,
                                enum by_tutor_fault_kind kind, const double *range);

#endif
