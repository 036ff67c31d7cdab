/* answers_tmpl.h: where a playout answers the last move. The body of fast_tmpl.h, which has
 * is_legal. */
#include "games/go/pattern3x3.h"

#define ANSWERS_MAX 64

struct answers {
    uint16_t index[ANSWERS_MAX];
    int count;
};

static void offer(struct answers *answers, int index)
{
    if (answers->count < ANSWERS_MAX)
        answers->index[answers->count++] = (uint16_t)index;
}

/* Chains of the opponent beside the stones of an own chain that can be taken. */
static void offer_captures(const struct by_go_board *board, int stride, int head, int colour,
                           struct answers *answers)
{
    const struct by_go_point *point = board->point;
    int stone = head;
    do {
        const struct by_go_point *p = point + stone;
        unsigned theirs = by_go_near(p, !colour) & ~by_go_near(p, colour);
        for (; theirs; theirs &= theirs - 1) {
            int liberty = by_go_atari(point, stride, p[by_go_step(stride, theirs)].chain);
            if (liberty)
                offer(answers, liberty);
        }
        stone = p->next;
    } while (stone != head);
}

/* Own chains beside the last move that it has put in atari: away from it, or take what attacks. */
static void offer_rescues(const struct by_go_board *board, int stride, int last, int colour,
                          struct answers *answers)
{
    const struct by_go_point *p = board->point + last;
    unsigned own = by_go_near(p, colour) & ~by_go_near(p, !colour);
    for (; own; own &= own - 1) {
        int head = p[by_go_step(stride, own)].chain;
        int liberty = by_go_atari(board->point, stride, head);
        if (!liberty)
            continue;
        if (by_go_stays(board, stride, liberty, colour))
            offer(answers, liberty);
        offer_captures(board, stride, head, colour, answers);
    }
}

/* The surrounding of a point as pattern3x3.h counts it. */
BY_GO_INLINE unsigned surrounding(const struct by_go_point *p, int stride)
{
    unsigned near = p->near, north = p[stride].near, south = p[-stride].near;
    unsigned black = (north >> 1 & 1) | (south & 2) | (south >> 1 & 4) | (north & 8);
    north >>= 4;
    south >>= 4;
    unsigned white = (north >> 1 & 1) | (south & 2) | (south >> 1 & 4) | (north & 8);
    return (near & BY_GO_ALL) | black << 4 | (near >> 4) << 8 | white << 12;
}

static void offer_patterns(const struct by_go_board *board, int stride, const uint64_t *patterns,
                           int ko, int last, int colour, struct answers *answers)
{
    const int step[8] = {stride, stride + 1, 1, -stride + 1, -stride, -stride - 1, -1, stride - 1};
    for (int i = 0; i < 8; i++) {
        const struct by_go_point *p = board->point + last + step[i];
        if (p->colour == BY_GO_EMPTY && by_go_pattern3x3_has(patterns, surrounding(p, stride)) &&
            is_legal(board, stride, last + step[i], ko, colour) &&
            !by_go_is_eye(p, stride, colour) && by_go_stays(board, stride, last + step[i], colour))
            offer(answers, last + step[i]);
    }
}

/* Keeps the points that may be played at. */
static void keep_legal(const struct by_go_board *board, int stride, int ko, int colour,
                       struct answers *answers)
{
    int kept = 0;
    for (int i = 0; i < answers->count; i++)
        if (is_legal(board, stride, answers->index[i], ko, colour))
            answers->index[kept++] = answers->index[i];
    answers->count = kept;
}

/* A point to answer the last move at: takes its chain, else saves an own one, else a shape around
 * it, each at random among its like; 0: nothing to say. */
static int answer(const struct by_go_board *board, int stride, const struct by_go_shape *shape,
                  struct by_rng *rng, int ko, int last, int colour)
{
    struct answers answers = {.count = 0};
    if (!last)
        return 0;
    int liberty = by_go_atari(board->point, stride, board->point[last].chain);
    if (liberty && is_legal(board, stride, liberty, ko, colour))
        return liberty;
    offer_rescues(board, stride, last, colour, &answers);
    keep_legal(board, stride, ko, colour, &answers);
    if (!answers.count)
        offer_patterns(board, stride, shape->patterns[colour], ko, last, colour, &answers);
    return answers.count ? answers.index[by_rng_below(rng, (uint32_t)answers.count)] : 0;
}
