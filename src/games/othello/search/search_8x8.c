/* Othello's own search, for any machine. */
#include "games/othello/kernel_8x8_tmpl.h"
#include "games/othello/search/squares.h"

/* How many of your discs turn when I fill the last square; all others are mine or yours. */
INLINE int count_last(const struct field *field, const struct by_othello_squares *s, set me,
                      int square)
{
    return size_of(turned_by(field, me, s->board & ~me & ~square_set(square), square));
}

#define SEARCH by_othello_search_any
#include "games/othello/search/search_tmpl.h"
