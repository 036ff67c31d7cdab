/* strength.h: how strong moves are: a Bradley-Terry model over features (GO 2.2.1).
 *
 * A move is a team of features, each of which has a strength; the move's is their product. It is
 * the right one among others in proportion to it. The strengths stand in one array, in the order
 * of the list below: here set by hand, and nothing else needs to change when they are learned. */
#ifndef BY_GAMES_GO_STRENGTH_H
#define BY_GAMES_GO_STRENGTH_H

#include "games/go/go.h"

/* GO's list (atari, distance to the previous move, secure group, next to a group or alone), made
 * exact, and the line the point is on. README.md says what each means. */
enum by_go_feature {
    BY_GO_PASS,
    BY_GO_TAKES,
    BY_GO_ATARI,
    BY_GO_SELF_ATARI,
    BY_GO_SECURES,
    BY_GO_FILLS_EYE,
    BY_GO_NEXT_TO_OWN,
    BY_GO_NEXT_TO_THEIRS,
    BY_GO_ALONE,
    BY_GO_DISTANCE_2,
    BY_GO_DISTANCE_3,
    BY_GO_DISTANCE_4,
    BY_GO_DISTANCE_5,
    BY_GO_DISTANCE_6,
    BY_GO_LINE_1,
    BY_GO_LINE_2,
    BY_GO_LINE_3,
    BY_GO_FEATURES
};

extern const float by_go_strength[BY_GO_FEATURES];

/* The features of a legal move, a bit each, on the fast board. */
unsigned by_go_fast_features(const struct by_rules *rules, const void *position, by_move move);

/* The product of the strengths of a set of features. */
float by_go_product(const float strength[BY_GO_FEATURES], unsigned features);

#endif
