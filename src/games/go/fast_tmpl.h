/* fast_tmpl.h: the board that Go is played on, compiled for one size: SIZE, or any size where SIZE is
 * 0; its table of the game is TABLE. Moves and play, uniform playouts, and playouts with a little
 * knowledge.
 *
 * gcc 12 parks integers in vector registers when it runs out of the others; moving them there
 * and back took 15 to 20 % of a playout on Zen 4. Nothing here needs vectors. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#pragma GCC target("general-regs-only")
#define BY_RNG_INTEGERS_ONLY
#endif

#include "games/go/board.h"
#include "games/go/planes.h"

/* Where the work of a playout is counted; COUNTED is defined in the one file that does so. */
#ifdef COUNTED
#define WORK(out) ((out)->work)
#else
#define WORK(out) NULL
#endif

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
    by_go_count(WORK(out), BY_GO_RESULT, board->empty + (open ? shape->points : 0));
    out->result = open ? by_go_result(rules, board) : 2 * points - shape->komi;
    if (out->owner) {
        struct by_go_view view;
        by_go_fast_kind.look(rules, board, &view);
        by_go_owners(shape, &view, out->owner);
    }
}

#include "games/go/answers_tmpl.h"

/* The stride, a constant wherever SIZE is one. */
#define STRIDE(rules) (SIZE ? SIZE + 1 : (rules)->width + 1)

/* --- moves and play --------------------------------------------------------------- */

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_go_board *board = position;
    const int stride = STRIDE(rules), size = stride - 1;
    int count = 0, action = 0, ko = ko_index(board, stride);
    for (int y = 1; y <= size; y++) {
        for (int x = 1; x <= size; x++, action++) {
            out[count] = action;
            count += is_legal(board, stride, y * stride + x, ko, board->head.side);
        }
    }
    out[count++] = action; /* pass */
    return count;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo;
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const int stride = STRIDE(rules);
    struct by_go_board *board = position;
    struct by_go_head *head = &board->head;
    int colour = head->side;
    head->ko = BY_GO_NO_POINT;
    head->ply++;
    head->side ^= 1;
    head->passes++;
    head->before = head->last;
    head->last = 0;
    if (move == shape->points)
        return;
    head->passes = 0;
    head->last = (uint16_t)(move + 1);
    int index = by_go_index(stride, move);
    by_go_unlist(board, stride, board->point[index].next, true);
    struct by_go_effect effect =
        by_go_put(board, stride, index, colour, true, shape->stone_key[!colour], NULL);
    head->stones_key ^= shape->stone_key[colour][move];
    head->lead += colour == BY_GO_BLACK ? 1 + effect.taken : -1 - effect.taken;
    if (effect.ko)
        head->ko = (int16_t)by_go_action(stride, effect.ko);
}

/* --- uniform playouts ----------------------------------------------------------------- */

/* Whether a playout may go to a point without empty neighbours. Seven of eight times it may not:
 * everything is worked out first, so that there is one branch to guess. */
BY_GO_INLINE bool closed_point(const struct by_go_point *point, int stride, int index, int ko,
                               int colour)
{
    const struct by_go_point *p = point + index;
    unsigned own = by_go_near(p, colour), theirs = by_go_near(p, !colour);
    unsigned last = by_go_last_breath(point, p, stride);
    unsigned lives = (theirs & ~own & last) | (own & ~theirs & ~last);
    unsigned barred = (unsigned)by_go_is_eye(p, stride, colour) | (unsigned)(index == ko);
    return lives > 15 * barred;
}

/* Draws an empty point that `colour` may play at and takes it off the list; 0: there is none.
 * Points that will not do are put behind those not tried yet, so that every one that will has
 * the same chance. */
BY_GO_INLINE int draw(struct by_go_board *board, int stride, struct by_rng *rng, int ko, int colour,
                      bool keep, uint64_t *work)
{
    uint16_t *list = by_go_list(board, stride);
    for (int left = board->empty; left > 0;) {
        int i = (int)by_rng_below(rng, (uint32_t)left), index = list[i];
        unsigned near = board->point[index].near;
        bool open = ((near | near >> 4) & BY_GO_ALL) != BY_GO_ALL;
        by_go_count(work, BY_GO_CANDIDATES, 2);
        by_go_count(work, BY_GO_KO, !open);
        by_go_count(work, BY_GO_LEGALITY, open ? 1 : 1 + 4 + 2); /* near, chains, corners */
        if (open || closed_point(board->point, stride, index, ko, colour)) {
            by_go_unlist(board, stride, i, keep);
            return index;
        }
        list[i] = list[--left];
        list[left] = (uint16_t)index;
        if (keep) {
            board->point[list[i]].next = (uint16_t)i;
            board->point[index].next = (uint16_t)left;
        }
    }
    return 0;
}

/* One move of `colour`; false: the game is over. */
BY_GO_INLINE bool turn(struct by_go_board *board, int stride, struct run *run, int most,
                       struct by_ply *plies, int colour, uint64_t *work)
{
    int index = draw(board, stride, &run->rng, run->ko, colour, false, work);
    run->passes++;
    run->ko = 0;
    if (index) {
        struct by_go_effect effect = by_go_put(board, stride, index, colour, false, NULL, work);
        run->lead += colour == BY_GO_BLACK ? 1 + effect.taken : -1 - effect.taken;
        run->ko = effect.ko;
        run->passes = 0;
    }
    if (plies) {
        int pass = (stride - 1) * (stride - 1);
        plies[run->length] = (struct by_ply){index ? by_go_action(stride, index) : pass, colour};
    }
    run->length++;
    return (run->passes < 2) & (run->length < most);
}

BY_GO_INLINE void finish(const struct by_rules *rules, struct by_go_board *board, int stride,
                         const struct run *run, int colour, struct by_playout *out)
{
    struct by_go_head *head = &board->head;
    out->length = run->length;
    head->ko = (int16_t)(run->ko ? by_go_action(stride, run->ko) : BY_GO_NO_POINT);
    head->ply = (uint16_t)(head->ply + run->length);
    head->passes = (uint8_t)run->passes;
    head->lead = run->lead;
    head->side = (uint8_t)colour;
    head->key_is_stale = 1;
    head->last = 0;
    settle(rules, board, stride, out);
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
#ifndef COUNTED
    if (out->work) {
        by_go_fast_counted.policies->run(rules, position, rng, out);
        return;
    }
#endif
    uint64_t *const work = WORK(out);
    const int stride = STRIDE(rules);
    struct by_go_board *board = position;
    const struct by_go_head *head = &board->head;
    struct run run = {*rng, ko_index(board, stride), head->passes, 0, head->lead};
    struct by_ply *plies = out->plies;
    int most = 3 * (stride - 1) * (stride - 1) - head->ply;
    int colour = head->side;
    bool going = (run.passes < 2) & (most > 0);
    if (going && colour == BY_GO_WHITE) {
        going = turn(board, stride, &run, most, plies, BY_GO_WHITE, work);
        colour = BY_GO_BLACK;
    }
    while (going) { /* black and white in turn, each compiled for itself */
        colour = BY_GO_WHITE;
        if (!turn(board, stride, &run, most, plies, BY_GO_BLACK, work))
            break;
        colour = BY_GO_BLACK;
        going = turn(board, stride, &run, most, plies, BY_GO_WHITE, work);
    }
    *rng = run.rng;
    finish(rules, board, stride, &run, colour, out);
}

/* --- playouts with a little knowledge ----------------------------------------------- */

static void tactical(const struct by_rules *rules, void *position, struct by_rng *rng,
                     struct by_playout *out)
{
    const struct by_go_shape *shape = by_go_shape_of(rules);
    const int stride = STRIDE(rules);
    struct by_go_board *board = position;
    const struct by_go_head *head = &board->head;
    struct run run = {*rng, ko_index(board, stride), head->passes, 0, head->lead};
    int most = 3 * (stride - 1) * (stride - 1) - head->ply, colour = head->side, last = 0;
    while (run.passes < 2 && run.length < most) {
        int index = answer(board, stride, shape, &run.rng, run.ko, last, colour);
        if (index)
            by_go_unlist(board, stride, board->point[index].next, true);
        else
            index = draw(board, stride, &run.rng, run.ko, colour, true, NULL);
        struct by_go_effect effect = {0, 0};
        if (index) {
            effect = by_go_put(board, stride, index, colour, true, NULL, NULL);
            run.lead += colour == BY_GO_BLACK ? 1 + effect.taken : -1 - effect.taken;
        }
        if (out->plies)
            out->plies[run.length] =
                (struct by_ply){index ? by_go_action(stride, index) : shape->points, colour};
        run.passes = index ? 0 : run.passes + 1;
        run.ko = effect.ko;
        run.length++;
        last = index;
        colour = !colour;
    }
    *rng = run.rng;
    finish(rules, board, stride, &run, colour, out);
}

static const struct by_policy policies[] = {
    {BY_GO_UNIFORM, .run = uniform},
    {.name = "tactical",
     .help = "takes and saves stones, answers in known patterns near the last move, else uniform",
     .run = tactical},
    {.name = NULL},
};

const struct by_game TABLE = {BY_GO_TABLE(BY_GO_FAST_PLAYER), .moves = moves, .play = play,
                              .policies = policies};
