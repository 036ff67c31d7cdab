/* bookmaking.h: an opening book (players/book.h), made by a game's own search.
 *
 * It grows from the start of the game, one position after the other. A position that is taken up gets a look
 * ahead at each of its moves; what they are worth then goes back up to the start, best move by best move.
 * The next one is what good players come to soonest: of all positions not yet taken up the one with the
 * least sum of half a unit for every move that leads to it and of what these moves lost. (Where the search's values
 * are an evaluation's own, as in Gomoku, it is a part of what is odds of e to one.) So main lines grow
 * long, and an opponent's small mistakes are answered, too.
 *
 * Looks are independent of each other and of the number of threads: the same plan gives the same book. */
#ifndef BY_LEARN_BOOKMAKING_H
#define BY_LEARN_BOOKMAKING_H

#include "base/buffer.h"
#include "games/line.h"
#include <stdatomic.h>

struct by_book_plan {
    int depth;     /* plies that each look goes ahead */
    int positions; /* to take up */
    int plies;     /* from the start, at most */
    int margin;    /* moves that are so much worse than the best are left out of the book */
    int threads;
};

/* Writes the book into `out`. Refused are rules that a book cannot name, and boards where nothing can be looked at.
 * Stopped, it writes what it has, which may be no position. `done` counts positions; may be NULL. */
enum by_status by_book_build(const struct by_rules *rules, const struct by_book_plan *plan,
                             const atomic_bool *stop, atomic_int *done, struct by_buffer *out,
                             struct by_error *err);

#endif
