/* cells.h: questions about a plain array of cells, answered by looking. Nothing is remembered from
 * one question to the next: this is chapter 3 of the thesis, and what fast answers are compared
 * with. */
#ifndef BY_GAMES_GO_CELLS_H
#define BY_GAMES_GO_CELLS_H

#include "games/go/go.h"

/* The last chain that was looked at, and what the next look needs. A point was seen in this look
 * when its entry in `seen` is `now`, so that a look costs what the chain is long, and not what the
 * board is large: nothing has to be cleared. */
struct by_go_fill {
    int size;
    uint64_t *work; /* counts by phase, or NULL */
    int count;      /* stones of the chain */
    int liberties;
    uint32_t now;
    uint16_t stone[BY_GO_POINTS_MAX];
    uint32_t seen[BY_GO_POINTS_MAX];
};

void by_go_fill_init(struct by_go_fill *fill, int size, uint64_t *work);

/* Looks at the chain of the stone at `start`: a stone goes on the stack, and for each one there its
 * neighbours of the same colour that were not seen yet (GO 3.2.1). */
void by_go_fill(struct by_go_fill *fill, const uint8_t *cell, int start);

/* Puts a stone down and takes the opponent's chains that have no liberty left. Returns how many
 * stones that were; `*last` is one of them. */
int by_go_cells_place(struct by_go_fill *fill, uint8_t *cell, int point, int colour, int *last);

/* Whether the empty point is an eye of `colour`, as by_go_kind has it. */
bool by_go_cells_eye(int size, const uint8_t *cell, int point, int colour, uint64_t *work);

/* What by_go_kind asks, of a view. */
uint64_t by_go_cells_taken_key(const struct by_go_shape *shape, const struct by_go_view *view,
                               int point);
unsigned by_go_cells_features(const struct by_go_shape *shape, const struct by_go_view *view,
                              by_move move);

#endif
