/* fast.c: the board that Go is played on: board.h compiled for the sizes people play, and once
 * for all others.
 *
 * gcc 12 parks integers in vector registers when it runs out of the others; moving them there
 * and back took 15 to 20 % of a playout on Zen 4. Nothing here needs vectors. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#pragma GCC target("general-regs-only")
#define BY_RNG_INTEGERS_ONLY
#endif

#include "games/go/board.h"
#include "games/go/pattern3x3.h"
#include "games/go/strength.h"

#include <string.h>

/* --- between boards --------------------------------------------------------------- */

static size_t fast_bytes(int stride)
{
    size_t records = (size_t)by_go_records(stride);
    size_t list = (size_t)(stride - 1) * (size_t)(stride - 1);
    return sizeof(struct by_go_board) + records * sizeof(struct by_go_point) +
           (records + list) * sizeof(uint16_t);
}

size_t by_go_fast_bytes(int size)
{
    return fast_bytes(size + 1);
}

static void look(const struct by_rules *rules, const void *position, struct by_go_view *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_board *board = position;
    out->head = board->head;
    memset(out->cell, BY_GO_EMPTY, sizeof out->cell);
    for (int i = 0; i < shape->points; i++)
        out->cell[i] = board->point[by_go_index(shape->size + 1, i)].colour;
}

/* An empty board. Points off the board have everything set in `near`, which makes the diagonal
 * points beyond the edge count as off the board too. */
static void clear(struct by_go_board *board, int size, size_t bytes)
{
    int stride = size + 1;
    memset(board, 0, bytes);
    for (int i = 0; i < by_go_records(stride); i++)
        board->point[i] = (struct by_go_point){
            .liberties = BY_GO_PLENTY, .chain = (uint16_t)i, .near = 255, .colour = BY_GO_OFF};
    uint16_t *list = by_go_list(board, stride);
    for (int i = 0; i < size * size; i++) {
        int x = i % size, y = i / size, index = by_go_index(stride, i);
        unsigned off = (unsigned)(y == size - 1) | (unsigned)(x == size - 1) << 1 |
                       (unsigned)(y == 0) << 2 | (unsigned)(x == 0) << 3;
        board->point[index].near = (uint8_t)(off | off << 4);
        board->point[index].colour = BY_GO_EMPTY;
        board->point[index].next = (uint16_t)board->empty;
        list[board->empty++] = (uint16_t)index;
    }
}

/* Every chain has a liberty, but not perhaps while the stones are being put down one by one: so
 * nothing is ever taken here. */
static void add_stone(struct by_go_board *board, int stride, int index, int colour)
{
    struct by_go_point *p = board->point + index;
    by_go_unlist(board, stride, p->next, true);
    unsigned own = by_go_near(p, colour), theirs = by_go_near(p, !colour);
    for (unsigned set = BY_GO_ALL; set; set &= set - 1)
        board->point[p[by_go_step(stride, set)].chain].liberties--;
    by_go_flip(p, stride, colour);
    p->colour = (uint8_t)colour;
    p->next = (uint16_t)index;
    p->liberties = (int16_t)(3 - __builtin_popcount(own | theirs));
    by_go_sizes(board, stride)[index] = 1;
    int head = index;
    for (unsigned set = own & ~theirs; set; set &= set - 1) {
        int other = p[by_go_step(stride, set)].chain;
        if (other != head)
            head = by_go_join(board, stride, head, other);
    }
}

static void make(const struct by_rules *rules, const struct by_go_view *view, void *position)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    struct by_go_board *board = position;
    int stride = shape->size + 1;
    clear(board, shape->size, rules->position_size);
    for (int i = 0; i < shape->points; i++)
        if (view->cell[i] != BY_GO_EMPTY)
            add_stone(board, stride, by_go_index(stride, i), view->cell[i]);
    board->head = view->head;
    board->head.stones_key = by_go_stones_key(shape, view);
    board->head.lead = by_go_lead(shape, view);
    board->head.key_is_stale = 0;
}

static int liberties(const struct by_rules *rules, const void *position, int point)
{
    const struct by_go_board *board = position;
    uint16_t found[BY_GO_POINTS_MAX];
    int stride = by_go_shape_of(rules)->size + 1;
    int head = board->point[by_go_index(stride, point)].chain;
    return by_go_find_liberties(board->point, stride, head, BY_GO_POINTS_MAX, found);
}

static bool eye(const struct by_rules *rules, const void *position, int point, int colour)
{
    const struct by_go_board *board = position;
    int stride = by_go_shape_of(rules)->size + 1;
    return by_go_is_eye(board->point + by_go_index(stride, point), stride, colour);
}

/* A chain that is beside the point more than once is marked by its head. */
static uint64_t taken_key(const struct by_rules *rules, const void *position, int point)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const struct by_go_board *board = position;
    int stride = shape->size + 1, colour = board->head.side, done[4], count = 0;
    const struct by_go_point *p = board->point + by_go_index(stride, point);
    unsigned dead = by_go_last_breath(board->point, p, stride) & by_go_near(p, !colour) &
                    ~by_go_near(p, colour);
    uint64_t key = 0;
    for (; dead; dead &= dead - 1) {
        int head = p[by_go_step(stride, dead)].chain, stone = head, i = 0;
        while (i < count && done[i] != head)
            i++;
        if (i < count)
            continue;
        done[count++] = head;
        do {
            key ^= shape->stone_key[!colour][by_go_action(stride, stone)];
            stone = board->point[stone].next;
        } while (stone != head);
    }
    return key;
}

const struct by_go_kind by_go_fast_kind = {look, make,      liberties,
                                           eye,  taken_key, by_go_fast_features};

/* --- what every size needs ----------------------------------------------------------- */

BY_GO_INLINE bool is_legal(const struct by_go_board *board, int stride, int index, int ko,
                           int colour)
{
    const struct by_go_point *p = board->point + index;
    if (p->colour != BY_GO_EMPTY || index == ko)
        return false;
    unsigned around = (p->near | p->near >> 4) & BY_GO_ALL;
    return around != BY_GO_ALL || by_go_may_breathe(board->point, p, stride, colour);
}

/* The ko point as an index; 0 when there is none. */
BY_GO_INLINE int ko_index(const struct by_go_board *board, int stride)
{
    return board->head.ko == BY_GO_NO_POINT ? 0 : by_go_index(stride, board->head.ko);
}

/* What a playout keeps at hand. */
struct run {
    struct by_rng rng;
    int ko, passes, length, lead;
};

/* --- the end of a playout ----------------------------------------------------------- */

/* After a uniform playout mostly every empty point has stones of one colour around it, and the
 * result is at hand; where empty points touch each other, or prisoners count, it is worked out. */
static void settle(const struct by_rules *rules, struct by_go_board *board, int stride,
                   struct by_playout *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const uint16_t *list = by_go_list(board, stride);
    int points = board->head.lead;
    unsigned open = shape->scoring == BY_GO_TERRITORY;
    for (int i = 0; i < board->empty; i++) {
        unsigned near = board->point[list[i]].near, black = near & BY_GO_ALL, white = near >> 4;
        open |= (black | white) ^ BY_GO_ALL;
        points += (black == BY_GO_ALL) - (white == BY_GO_ALL);
    }
    out->result = open ? by_go_result(rules, board) : 2 * points - shape->komi;
    if (out->owner) {
        struct by_go_view view;
        look(rules, board, &view);
        by_go_owners(shape, &view, out->owner);
    }
}

/* --- answers to the last move ----------------------------------------------------------- */

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

/* --- one version for each size --------------------------------------------------------- */

#define JOIN_(a, b) a##b
#define JOIN(a, b)  JOIN_(a, b)
#define NAME(name)  JOIN(name##_, SIZE)

static const char uniform_help[] =
    "every legal move that fills no own eye equally likely, to the end of the game";
static const char tactical_help[] =
    "takes and saves stones, answers in known patterns near the last move, else uniform";

#define SIZE 7
#include "games/go/fast_tmpl.h"
#undef SIZE
#define SIZE 9
#include "games/go/fast_tmpl.h"
#undef SIZE
#define SIZE 13
#include "games/go/fast_tmpl.h"
#undef SIZE
#define SIZE 19
#include "games/go/fast_tmpl.h"
#undef SIZE
#define SIZE 0
#include "games/go/fast_tmpl.h"
#undef SIZE

const struct by_game *by_go_fast_table(int size)
{
    switch (size) {
    case 7:
        return &table_7;
    case 9:
        return &table_9;
    case 13:
        return &table_13;
    case 19:
        return &table_19;
    default:
        return &table_0;
    }
}

/* The register's entry: by_go_setup puts the table for the size in its place. */
const struct by_game by_game_go = {BY_GO_TABLE, .moves = moves_0, .play = play_0,
                                   .policies = policies_0};
