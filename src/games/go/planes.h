/* planes.h: a position of Go as networks are shown it: a byte for each plane and point, as who is to move sees
 * it. A plane is 0 but on some points, where it has one value: BY_GO_FLAG, or what the whole board has. */
#ifndef BY_GAMES_GO_PLANES_H
#define BY_GAMES_GO_PLANES_H

#include "games/go/go.h"

#define BY_GO_FLAG 64 /* one, in the networks' units */

enum by_go_plane {
    BY_GO_PLANE_BOARD, /* every point: the edge is where it ends */
    BY_GO_PLANE_OWN,
    BY_GO_PLANE_THEIRS,
    BY_GO_PLANE_OWN_LIBERTIES,                                   /* chains with 1, 2, 3 */
    BY_GO_PLANE_THEIR_LIBERTIES = BY_GO_PLANE_OWN_LIBERTIES + 3, /* likewise */
    BY_GO_PLANE_KO = BY_GO_PLANE_THEIR_LIBERTIES + 3, /* where it may not be taken back */
    BY_GO_PLANE_LAST,                                 /* the move before, */
    BY_GO_PLANE_BEFORE,                               /* and the one before that */
    BY_GO_PLANE_PASSED,                               /* the whole board: it was a pass */
    BY_GO_PLANE_OWN_CAUGHT,                           /* in a ladder (team.h) */
    BY_GO_PLANE_THEIRS_CAUGHT,
    BY_GO_PLANE_KOMI, /* the whole board: 64 + 4 for each point that the side to move has on top */
    BY_GO_PLANE_SELF_ATARI,   /* a stone there would have one liberty at most, and takes nothing */
    BY_GO_PLANE_THEIRS_ATARI, /* likewise for the opponent */
    BY_GO_PLANE_FIRST,        /* the whole board: black is to move */
    BY_GO_PLANE_SPARE,        /* nothing: planes come in fours */
    BY_GO_PLANES
};

/* Of size * size points, row by row from the bottom, BY_GO_PLANES bytes each. */
void by_go_planes(const struct by_rules *rules, const void *position, uint8_t *out);

/* Points of komi that the side to move has beyond what the plane can show; negative: the other side. */
float by_go_komi_beyond(const struct by_rules *rules, const void *position);

#endif
