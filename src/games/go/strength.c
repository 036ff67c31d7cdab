/* strength.c: the features of moves on the fast board, and their strengths. */
#include "games/go/strength.h"
#include "games/go/board.h"
#include "games/go/learned.h"

/* Set by hand, tried out with `match go` (README.md). */
const float by_go_strength[BY_GO_FEATURES] = {
    [BY_GO_PASS] = 0.01F,    [BY_GO_TAKES] = 30,
    [BY_GO_ATARI] = 3,       [BY_GO_SELF_ATARI] = 0.05F,
    [BY_GO_SECURES] = 20,    [BY_GO_FILLS_EYE] = 0.005F,
    [BY_GO_NEXT_TO_OWN] = 1, [BY_GO_NEXT_TO_THEIRS] = 1.2F,
    [BY_GO_ALONE] = 0.6F,    [BY_GO_DISTANCE_2] = 8,
    [BY_GO_DISTANCE_3] = 7,  [BY_GO_DISTANCE_4] = 3,
    [BY_GO_DISTANCE_5] = 2,  [BY_GO_DISTANCE_6] = 1.5F,
    [BY_GO_LINE_1] = 0.1F,   [BY_GO_LINE_2] = 0.6F,
    [BY_GO_LINE_3] = 1.2F,
};

/* --- features --------------------------------------------------------------------- */

static int distance_between(int a, int b)
{
    return a > b ? a - b : b - a;
}

/* The lines are counted from the nearest edge. The distance is dx + dy + max(dx, dy): 2 to a
 * neighbour, 3 to a diagonal one (R. Coulom, Computing Elo ratings of move patterns in the game
 * of Go, 2007). */
static unsigned place_features(int size, int point, int last)
{
    int x = point % size, y = point / size;
    int from_x = x < size - 1 - x ? x : size - 1 - x, from_y = y < size - 1 - y ? y : size - 1 - y;
    int line = from_x < from_y ? from_x : from_y;
    unsigned set = line < 3 ? 1U << (BY_GO_LINE_1 + line) : 0;
    if (last < 0)
        return set;
    int dx = distance_between(x, last % size), dy = distance_between(y, last / size);
    int distance = dx + dy + (dx > dy ? dx : dy);
    return distance >= 2 && distance <= 6 ? set | 1U << (BY_GO_DISTANCE_2 + distance - 2) : set;
}

/* Whether a chain has two liberties. A liberty counts at most four times among the pseudo ones: with
 * more than eight of those there are three. */
static bool has_two_liberties(const struct by_go_point *point, int stride, int head)
{
    uint16_t found[3];
    return point[head].liberties + 1 <= 8 &&
           by_go_find_liberties(point, stride, head, 3, found) == 2;
}

static bool gives_atari(const struct by_go_point *point, int stride, const struct by_go_point *p,
                        unsigned theirs)
{
    for (; theirs; theirs &= theirs - 1)
        if (has_two_liberties(point, stride, p[by_go_step(stride, theirs)].chain))
            return true;
    return false;
}

unsigned by_go_fast_features(const struct by_rules *rules, const void *position, by_move move)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_board *board = position;
    int stride = shape->size + 1, me = board->head.side;
    if (move == shape->points)
        return 1U << BY_GO_PASS;
    int index = by_go_index(stride, move);
    const struct by_go_point *p = board->point + index;
    unsigned own = by_go_near(p, me), theirs = by_go_near(p, !me), off = own & theirs;
    unsigned last = by_go_last_breath(board->point, p, stride);
    bool stays = by_go_stays(board, stride, index, me);
    unsigned corners = by_go_corners(p, stride, me) ^ by_go_corners(p, stride, !me);
    unsigned set = place_features(shape->size, move, board->head.last - 1);
    set |= (unsigned)((theirs & ~off & last) != 0) << BY_GO_TAKES;
    set |= (unsigned)gives_atari(board->point, stride, p, theirs & ~off & ~last) << BY_GO_ATARI;
    set |= (unsigned)!stays << BY_GO_SELF_ATARI;
    set |= (unsigned)(stays && (own & ~off & last)) << BY_GO_SECURES;
    set |= (unsigned)by_go_is_eye(p, stride, me) << BY_GO_FILLS_EYE;
    set |= (unsigned)((own & ~off) != 0) << BY_GO_NEXT_TO_OWN;
    set |= (unsigned)((theirs & ~off) != 0) << BY_GO_NEXT_TO_THEIRS;
    return set | (unsigned)(((own ^ theirs) | corners) == 0) << BY_GO_ALONE;
}

/* --- strengths -------------------------------------------------------------------- */

float by_go_product(const float strength[BY_GO_FEATURES], unsigned features)
{
    float product = 1;
    for (; features; features &= features - 1)
        product *= strength[__builtin_ctz(features)];
    return product;
}

void by_go_strengths(const struct by_rules *rules, const void *position, const by_move *moves,
                     int count, float *out)
{
    const struct by_go_kind *kind = by_go_shape_of(rules)->kind;
    const struct by_go_model *model = by_go_shape_of(rules)->model;
    if (model) {
        by_go_model_strengths(model, rules, position, moves, count, out);
        return;
    }
    for (int i = 0; i < count; i++)
        out[i] = by_go_product(by_go_strength, kind->features(rules, position, moves[i]));
}
