/* backtrack.h: backtracking as the lecture has it: depth first over all choices, taking each one
 * back, with every complete line of play told to a listener. */
#ifndef BY_SEARCH_TEXTBOOK_BACKTRACK_H
#define BY_SEARCH_TEXTBOOK_BACKTRACK_H

#include "search/search.h"

/* A complete line of play: from the position begun with to the end of the game. */
struct by_full_line {
    const by_move *moves;
    int count;
    const void *end; /* the last position */
    int32_t result;  /* for the first player */
};

/* False: no more of them. */
typedef bool by_full_line_fn(void *context, const struct by_full_line *played);

/* Tells the lines in the order of the game's moves: two lines differ first where the earlier one
 * has the earlier move. `*complete` is false when `tell` or `stop` (may be NULL) ended it. */
enum by_status by_backtrack(const struct by_rules *rules, const void *position,
                            const atomic_bool *stop, by_full_line_fn *tell, void *context,
                            bool *complete, struct by_error *err);

#endif
