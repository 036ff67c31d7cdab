/* judge.h: what a position of Go is worth when both sides stop now.
 *
 * Playouts tell who will own each point. A chain whose points mostly become the opponent's is
 * dead; taken off, the board is counted by the rules. */
#ifndef BY_PROTOCOLS_JUDGE_H
#define BY_PROTOCOLS_JUDGE_H

#include "games/go/go.h"

#define BY_JUDGE_PLAYOUTS 400

struct by_verdict {
    int points;
    double owner[BY_GO_POINTS_MAX]; /* black's share of the point less white's, -1..1 */
    uint8_t cell[BY_GO_POINTS_MAX]; /* enum by_go_colour */
    bool dead[BY_GO_POINTS_MAX];    /* a stone that will be taken */
    bool seki[BY_GO_POINTS_MAX];    /* a stone of which playouts do not know */
    bool settled;                   /* there is no point left to fight about */
    int32_t counted;                /* black's result without the dead stones, half points */
    int32_t passed;                 /* the same when all stones are left on the board */
};

/* False: there is not enough memory. */
bool by_judge(const struct by_rules *rules, const void *position, uint64_t seed, int playouts,
              struct by_verdict *out);

#endif
