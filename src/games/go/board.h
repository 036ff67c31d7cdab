/* board.h: stones, chains and liberties, made for playouts.
 *
 * A board is a record of eight bytes for each point, with a row of points off the board below
 * and above it and a column of them that ends one row and begins the next:
 *
 *     row size + 1   # # # # # #        index = row * stride + column, stride = size + 1
 *     row size       # . . . . .        Neighbours are index + stride, + 1, - stride, - 1:
 *      ...           # . . . . .        north, east, south, west, in this order wherever four
 *     row 1          # . . . . .        bits or four indices stand for them.
 *     row 0          # # # # # #  #
 *
 * Chains are the union-find of the thesis, kept flat: every stone has the index of its chain's
 * head, and when chains meet the smaller one is relabelled. Its stones form a ring (`next`), so
 * that a chain can be walked and two rings joined by exchanging two links.
 *
 * Liberties are pseudo-liberties, kept at the head: an empty point counts once for each stone of
 * the chain beside it. They are zero when there is no liberty, which is all that play needs, and
 * cost one subtraction a neighbour. More than four mean at least two real liberties. They are
 * stored less one, so that the sign tells a chain that is to be taken; records of empty points
 * and of points off the board have some large number there, which nobody asks for, so that play
 * can subtract from all four neighbours without looking at what they are.
 *
 * `near` holds the colours of the four neighbours, one set of bits for black and one for white;
 * a point off the board is in both. Whether a point has an empty neighbour, is surrounded by one
 * colour, or which of its neighbours are friends, is then one look at one byte, and the diagonal
 * points are in the bytes of the points to the north and south.
 *
 * Empty points stand in a dense list. Those who remove points by index (uniform playouts) need
 * nothing more; the others keep each point's place in the list in `next`. `keep` in the functions
 * below says which; it and `stride` are constants wherever speed matters, and the compiler makes
 * one version of the code for each. */
#ifndef BY_GAMES_GO_BOARD_H
#define BY_GAMES_GO_BOARD_H

#include "games/go/go.h"

#define BY_GO_INLINE static inline __attribute__((always_inline))

#define BY_GO_PLENTY 0x4000 /* pseudo-liberties of what is no chain */
#define BY_GO_ALL    15U    /* all four neighbours */

struct by_go_point {
    int16_t liberties; /* at a chain's head: pseudo-liberties less one */
    uint16_t chain;    /* a stone's chain: the index of its head; others are their own */
    uint16_t next;     /* a stone: the next one of the chain; empty: its place in the list */
    uint8_t near;      /* neighbours: bits 0-3 black, 4-7 white, both: off the board */
    uint8_t colour;    /* enum by_go_colour */
};

struct by_go_board {
    struct by_go_head head;
    int32_t empty;              /* how many points the list of empty points has */
    struct by_go_point point[]; /* then the chains' sizes, by head, and the list */
};

/* Places on a board of `size`: records it has, and where a point's record is. */
BY_GO_INLINE int by_go_records(int stride)
{
    return (stride + 1) * stride + 1;
}

BY_GO_INLINE int by_go_index(int stride, int point)
{
    int size = stride - 1;
    return (point / size + 1) * stride + point % size + 1;
}

BY_GO_INLINE int by_go_action(int stride, int index)
{
    return (index / stride - 1) * (stride - 1) + index % stride - 1;
}

BY_GO_INLINE uint16_t *by_go_sizes(struct by_go_board *board, int stride)
{
    return (uint16_t *)(board->point + by_go_records(stride));
}

BY_GO_INLINE uint16_t *by_go_list(struct by_go_board *board, int stride)
{
    return by_go_sizes(board, stride) + by_go_records(stride);
}

/* The neighbours of `colour` (off the board included) as four bits. */
BY_GO_INLINE unsigned by_go_near(const struct by_go_point *point, int colour)
{
    return colour == BY_GO_BLACK ? point->near & BY_GO_ALL : point->near >> 4;
}

/* The step to the neighbour that is the lowest bit of `set`; 0 when `set` is empty. */
BY_GO_INLINE int by_go_step(int stride, unsigned set)
{
    const int step[5] = {stride, 1, -stride, -1, 0};
    return step[__builtin_ctz(set | 16U)];
}

/* Enters or takes out a stone in its neighbours' `near`. */
BY_GO_INLINE void by_go_flip(struct by_go_point *p, int stride, int colour)
{
    unsigned bit = colour == BY_GO_BLACK ? 1U : 16U;
    p[stride].near ^= (uint8_t)(bit << 2);
    p[1].near ^= (uint8_t)(bit << 3);
    p[-stride].near ^= (uint8_t)bit;
    p[-1].near ^= (uint8_t)(bit << 1);
}

/* Diagonal points of `colour`, off the board included: north-east and -west in bits 1 and 3,
 * south-east and -west in bits 0 and 2. */
BY_GO_INLINE unsigned by_go_corners(const struct by_go_point *p, int stride, int colour)
{
    return (by_go_near(p + stride, colour) & 10U) | (by_go_near(p - stride, colour) & 10U) >> 1;
}

/* Whether the empty point is an eye of `colour`, as by_go_kind has it. A point has one, three or
 * no corners off the board when it has one, two or no such neighbours, and of the others the
 * opponent may have one only when there are four. */
BY_GO_INLINE bool by_go_is_eye(const struct by_go_point *p, int stride, int colour)
{
    unsigned own = by_go_near(p, colour), off = own & by_go_near(p, !colour);
    int corners = __builtin_popcount(by_go_corners(p, stride, !colour));
    return (own == BY_GO_ALL) & (corners <= 1 + __builtin_popcount(off));
}

/* --- liberties ------------------------------------------------------------------- */

/* Of the neighbours, those whose chain has no liberty but this point. A chain that is beside the
 * point k times counts it k times. */
BY_GO_INLINE unsigned by_go_last_breath(const struct by_go_point *point,
                                        const struct by_go_point *p, int stride)
{
    int a = p[stride].chain, b = p[1].chain, c = p[-stride].chain, d = p[-1].chain;
    int ab = a == b, ac = a == c, ad = a == d, bc = b == c, bd = b == d, cd = c == d;
    unsigned last = point[a].liberties == ab + ac + ad;
    last |= (unsigned)(point[b].liberties == ab + bc + bd) << 1;
    last |= (unsigned)(point[c].liberties == ac + bc + cd) << 2;
    last |= (unsigned)(point[d].liberties == ad + bd + cd) << 3;
    return last;
}

/* Whether a stone on a point without empty neighbours lives: it takes something, or it joins a
 * chain that has another liberty. */
BY_GO_INLINE bool by_go_may_breathe(const struct by_go_point *point, const struct by_go_point *p,
                                    int stride, int colour)
{
    unsigned own = by_go_near(p, colour), theirs = by_go_near(p, !colour);
    unsigned last = by_go_last_breath(point, p, stride);
    return ((theirs & ~own & last) | (own & ~theirs & ~last)) != 0;
}

/* The real liberties of a chain, up to `most` of them, which are written down. */
static inline int by_go_find_liberties(const struct by_go_point *point, int stride, int head,
                                       int most, uint16_t *out)
{
    int found = 0, stone = head;
    do {
        unsigned set = BY_GO_ALL & ~(point[stone].near | point[stone].near >> 4);
        for (; set; set &= set - 1) {
            int liberty = stone + by_go_step(stride, set), i = 0;
            while (i < found && out[i] != liberty)
                i++;
            if (i == found)
                out[found++] = (uint16_t)liberty;
            if (found == most)
                return found;
        }
        stone = point[stone].next;
    } while (stone != head);
    return found;
}

/* The chain's only liberty, or 0: it has more. */
static inline int by_go_atari(const struct by_go_point *point, int stride, int head)
{
    uint16_t liberty[2];
    if (point[head].liberties >= 4)
        return 0;
    return by_go_find_liberties(point, stride, head, 2, liberty) == 1 ? liberty[0] : 0;
}

/* Whether a stone would have two liberties at the least, or take something. */
static inline bool by_go_stays(const struct by_go_board *board, int stride, int index, int colour)
{
    const struct by_go_point *point = board->point, *p = point + index;
    unsigned own = by_go_near(p, colour), theirs = by_go_near(p, !colour);
    int empty = 4 - __builtin_popcount(own | theirs), found = 0;
    if (empty >= 2 || (theirs & ~own & by_go_last_breath(point, p, stride)))
        return true;
    uint16_t seen[4] = {0};
    if (empty)
        seen[found++] = (uint16_t)(index + by_go_step(stride, BY_GO_ALL & ~(own | theirs)));
    for (unsigned set = own & ~theirs; set; set &= set - 1) {
        uint16_t liberty[3];
        int head = p[by_go_step(stride, set)].chain;
        int count = by_go_find_liberties(point, stride, head, 3, liberty);
        for (int i = 0; i < count; i++) {
            if (liberty[i] == index || (found && liberty[i] == seen[0]))
                continue;
            if (found)
                return true;
            seen[found++] = liberty[i];
        }
    }
    return false;
}

/* --- playing ------------------------------------------------------------------------- */

/* Takes entry `i` off the list of empty points. */
BY_GO_INLINE void by_go_unlist(struct by_go_board *board, int stride, int i, bool keep)
{
    uint16_t *list = by_go_list(board, stride);
    uint16_t last = list[--board->empty];
    list[i] = last;
    if (keep)
        board->point[last].next = (uint16_t)i;
}

/* Joins the chain `other` to `head`, or the other way round: the smaller one is relabelled. Going
 * round its ring more than once does no harm, so it is done four stones at a time: mostly that is
 * all, and nothing is left to guess wrong. Returns the head of the joined chain. */
static inline int by_go_join(struct by_go_board *board, int stride, int head, int other)
{
    struct by_go_point *point = board->point;
    uint16_t *size = by_go_sizes(board, stride);
    int mine = size[head], theirs = size[other];
    int big = mine < theirs ? other : head, small = mine < theirs ? head : other;
    size[big] = (uint16_t)(mine + theirs);
    point[big].liberties = (int16_t)(point[big].liberties + point[small].liberties + 1);
    int stone = small;
    for (int left = mine < theirs ? mine : theirs; left > 0; left -= 4) {
        for (int i = 0; i < 4; i++) {
            point[stone].chain = (uint16_t)big;
            stone = point[stone].next;
        }
    }
    uint16_t link = point[big].next;
    point[big].next = point[small].next;
    point[small].next = link;
    return big;
}

/* Takes the chain of `colour` at `start` off the board; returns how many stones it had. `key` are
 * the keys of its stones, or NULL: the board's is not kept up to date. */
static inline int by_go_lift(struct by_go_board *board, int stride, int start, int colour,
                             bool keep, const uint64_t *key)
{
    struct by_go_point *point = board->point;
    uint16_t *list = by_go_list(board, stride) + board->empty;
    int stone = start, count = 0;
    do {
        struct by_go_point *p = point + stone;
        int next = p->next;
        by_go_flip(p, stride, colour);
        point[p[stride].chain].liberties++;
        point[p[1].chain].liberties++;
        point[p[-stride].chain].liberties++;
        point[p[-1].chain].liberties++;
        p->liberties = BY_GO_PLENTY;
        p->chain = (uint16_t)stone;
        p->colour = BY_GO_EMPTY;
        if (keep)
            p->next = (uint16_t)(board->empty + count);
        if (key)
            board->head.stones_key ^= key[by_go_action(stride, stone)];
        list[count++] = (uint16_t)stone;
        stone = next;
    } while (stone != start);
    board->empty += count;
    return count;
}

/* What a move did. */
struct by_go_effect {
    int taken; /* stones */
    int ko;    /* index of the point that may not be taken back, or 0 */
};

/* Puts a stone on the empty point `index`, which must be legal and off the list already; what it
 * takes goes back on the list. `key`: the keys of the opponent's stones, or NULL. `work`: as in
 * by_playout, and a constant NULL wherever speed matters. */
BY_GO_INLINE struct by_go_effect by_go_put(struct by_go_board *board, int stride, int index,
                                           int colour, bool keep, const uint64_t *key,
                                           uint64_t *work)
{
    struct by_go_point *point = board->point, *p = point + index;
    uint16_t *size = by_go_sizes(board, stride);
    unsigned own = by_go_near(p, colour), theirs = by_go_near(p, !colour);
    unsigned friends = own & ~theirs;
    struct by_go_point *north = point + p[stride].chain, *east = point + p[1].chain;
    struct by_go_point *south = point + p[-stride].chain, *west = point + p[-1].chain;
    int sign = --north->liberties;
    sign |= --east->liberties;
    sign |= --south->liberties;
    sign |= --west->liberties;
    by_go_flip(p, stride, colour);
    p->colour = (uint8_t)colour;

    /* The stone joins the first friend's chain; without friends that is its own, of no stones. */
    size[index] = 0;
    p->liberties = -1;
    p->next = (uint16_t)index;
    int head = p[by_go_step(stride, friends)].chain;
    p->chain = (uint16_t)head;
    p->next = point[head].next;
    point[head].next = (uint16_t)index;
    point[head].liberties = (int16_t)(point[head].liberties + 4 - __builtin_popcount(own | theirs));
    size[head]++;

    unsigned dead = 0;
    if (sign < 0) {
        dead = (unsigned)(north->liberties < 0) | (unsigned)(east->liberties < 0) << 1 |
               (unsigned)(south->liberties < 0) << 2 | (unsigned)(west->liberties < 0) << 3;
        dead &= theirs & ~own;
    }
    for (friends &= friends - 1; friends; friends &= friends - 1) {
        int other = p[by_go_step(stride, friends)].chain;
        if (other == head)
            continue;
        by_go_count(work, BY_GO_GROUPS, size[head] < size[other] ? size[head] : size[other]);
        head = by_go_join(board, stride, head, other);
    }
    by_go_count(work, BY_GO_GROUPS, 4);
    by_go_count(work, BY_GO_LIBERTIES, 5);
    by_go_count(work, BY_GO_CAPTURE, 5);
    if (!dead)
        return (struct by_go_effect){0, 0};
    int taken = 0;
    for (; dead; dead &= by_go_near(p, !colour))
        taken += by_go_lift(board, stride, index + by_go_step(stride, dead), !colour, keep, key);
    board->head.captures[colour] += taken;
    by_go_count(work, BY_GO_CAPTURE, 5 * taken);
    by_go_count(work, BY_GO_LIBERTIES, 4 * taken);
    by_go_count(work, BY_GO_CANDIDATES, taken);
    bool ko = (taken == 1) & (theirs == BY_GO_ALL);
    return (struct by_go_effect){taken, ko ? by_go_list(board, stride)[board->empty - 1] : 0};
}

#endif
