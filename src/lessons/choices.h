/* choices.h: the moves among which Monte Carlo search chooses, as a table with the terms of its formula. */
#ifndef BY_LESSONS_CHOICES_H
#define BY_LESSONS_CHOICES_H

#include "base/buffer.h"
#include "search/mcts/mcts.h"

/* Which columns a search has. All false: it compares means w/n. */
struct by_choice_columns {
    bool amaf;   /* rn, rw, rw/rn */
    bool weight; /* beta, and the mixture of both means */
    bool prior;
    bool explore;  /* what c brings */
    bool plus_one; /* its mean is w/(n+1), not w/n */
};

/* Those of a core; NULL: a search without a tree. */
struct by_choice_columns by_choice_columns(const struct by_core *core);

/* The moves of one selection. `name` writes the text of a move. */
struct by_choice_list {
    struct by_choice_columns columns;
    const struct by_choice *choices;
    int count;
    int width; /* the most rows; 0: as many as there are */
    int indent;
    bool narrow; /* no row may be longer than 79 characters */
    const char *(*name)(const void *context, by_move move, char *buffer, size_t size);
    const void *context;
};

/* Best value first, and the one taken wherever it stands; moves not tried yet, and those without room, are
 * counted in one line below. Without memory `out` fails. */
void by_choice_table(const struct by_choice_list *list, struct by_buffer *out);

/* The same choice of rows, for those who write them otherwise: sets told[i] for choices[i], and returns
 * how many are left out. Untried ones count as others do. */
int by_choice_best(const struct by_choice_list *list, bool *told, struct by_buffer *out);

/* Why a move was taken: "has the largest value". */
const char *by_choice_because(enum by_step_reason reason);

/* The letters: what n, w, N, rn, rw, explore and z are, in lines that end in '\n'. */
void by_choice_letters(const struct by_core *core, struct by_buffer *out);

#endif
