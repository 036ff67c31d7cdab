/* board_tmpl.h: the fast board, over a kernel. A file that includes a kernel, defines TABLE and
 * includes this is a whole board: the table of functions is called TABLE.
 *
 * A position is the two sets of discs. The key is kept; moves are found when somebody asks. */
#include "games/othello/search/own.h"
#include <string.h>

struct othello {
    set discs[2];
    uint64_t key;
    int32_t side;
};

/* --- the rules ------------------------------------------------------------------- */

INLINE set moves_for(const struct by_rules *rules, const struct othello *o, int player)
{
    struct field field = field_of(rules);
    return moves_of(&field, spread(o->discs[player]), spread(o->discs[!player]));
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct othello *)position)->side;
}

static bool over(const struct by_rules *rules, const void *position)
{
    const struct othello *o = position;
    return !moves_for(rules, o, o->side) && !moves_for(rules, o, !o->side);
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    const struct othello *o = position;
    return by_othello_margin(rules->data, size_of(o->discs[0]), size_of(o->discs[1]));
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct othello *o = position;
    int count = 0;
    for (set rest = moves_for(rules, o, o->side); rest; rest &= rest - 1)
        out[count++] = first_of(rest);
    if (count == 0)
        out[count++] = rules->width * rules->height;
    return count;
}

/* What turned discs change the key by, whoever turned them. */
INLINE uint64_t turned_key(const struct by_othello_shape *shape, set turned)
{
    uint64_t sum = 0;
    for (; turned; turned &= turned - 1)
        sum ^= shape->turned[first_of(turned)];
    return sum;
}

/* What a set has beyond its first 64 squares, and a set of both parts. */
INLINE uint64_t high_half(set squares)
{
    return sizeof squares > 8 ? (uint64_t)(squares >> (4 * sizeof squares)) : 0;
}

INLINE set set_of(uint64_t low, uint64_t high)
{
    set above = (set)(sizeof above > 8 ? high : 0);
    return above << (4 * sizeof above) | (set)low;
}

INLINE void keep_turned(struct by_undo *undo, set turned)
{
    undo->word[0] = (uint64_t)turned;
    undo->word[1] = high_half(turned);
}

/* The disc of `player` appears on the square or goes, the others turn. */
INLINE void change(const struct by_othello_shape *shape, struct othello *o, int player, int square,
                   set turned)
{
    o->discs[player] ^= turned | square_set(square);
    o->discs[!player] ^= turned;
    o->key ^= shape->key[player][square] ^ turned_key(shape, turned);
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    struct othello *o = position;
    struct field field = field_of(rules);
    if (move < field.shape->cells) {
        set turned =
            gather(turned_by(&field, spread(o->discs[o->side]), spread(o->discs[!o->side]), move));
        change(field.shape, o, o->side, move, turned);
        if (undo)
            keep_turned(undo, turned);
    }
    o->key ^= field.shape->turn;
    o->side ^= 1;
}

static void undo(const struct by_rules *rules, void *position, by_move move,
                 const struct by_undo *undo)
{
    struct othello *o = position;
    const struct by_othello_shape *shape = rules->data;
    o->side ^= 1;
    o->key ^= shape->turn;
    if (move < shape->cells)
        change(shape, o, o->side, move, set_of(undo->word[0], undo->word[1]));
}

/* --- counting lines of play -------------------------------------------------------- */

/* The squares to play on. Without any, the ply that is possible, a pass, and whether that is all
 * are written down. */
INLINE set count_ply(const struct field *field, lanes me, lanes you, uint64_t *nodes,
                     uint64_t *ended, bool *pass)
{
    set legal = moves_of(field, me, you);
    *pass = !legal && moves_of(field, you, me);
    *nodes += (uint64_t)(legal ? size_of(legal) : *pass);
    *ended += !legal && !*pass;
    return legal;
}

/* `depth` is at least 1. The last ply is counted, not played. */
static void tally_below(const struct field *field, lanes me, lanes you, int depth, uint64_t *nodes,
                        uint64_t *ended)
{
    bool pass;
    set legal = count_ply(field, me, you, nodes, ended, &pass);
    if (depth > 1 && pass)
        tally_below(field, you, me, depth - 1, nodes + 1, ended + 1);
    for (; depth > 1 && legal; legal &= legal - 1) {
        int square = first_of(legal);
        lanes turned = turned_by(field, me, you, square);
        lanes mine = me | turned | spread(square_set(square)), yours = you ^ turned;
        if (depth > 2)
            tally_below(field, yours, mine, depth - 1, nodes + 1, ended + 1);
        else
            (void)count_ply(field, yours, mine, nodes + 1, ended + 1, &pass);
    }
}

static void tally(const struct by_rules *rules, const void *position, int depth, uint64_t *nodes,
                  uint64_t *ended)
{
    const struct othello *o = position;
    struct field field = field_of(rules);
    tally_below(&field, spread(o->discs[o->side]), spread(o->discs[!o->side]), depth, nodes, ended);
}

/* --- to and from cells ------------------------------------------------------------- */

static void look(const struct by_rules *rules, const void *position, struct by_board_view *out)
{
    (void)rules;
    const struct othello *o = position;
    out->side = o->side;
    for (int player = 0; player < 2; player++) {
        out->stones[player][0] = (uint64_t)o->discs[player];
        out->stones[player][1] = high_half(o->discs[player]);
    }
}

static uint64_t discs_key(const struct by_othello_shape *shape, set discs, int player)
{
    uint64_t sum = 0;
    for (; discs; discs &= discs - 1)
        sum ^= shape->key[player][first_of(discs)];
    return sum;
}

static uint64_t whole_key(const struct by_othello_shape *shape, const struct othello *o)
{
    return discs_key(shape, o->discs[0], 0) ^ discs_key(shape, o->discs[1], 1) ^
           (o->side ? shape->turn : 0);
}

static void make(const struct by_rules *rules, const struct by_board_view *view, void *position)
{
    const struct by_othello_shape *shape = rules->data;
    struct othello *o = position;
    memset(o, 0, sizeof *o);
    o->side = view->side;
    for (int player = 0; player < 2; player++) {
        uint64_t high = shape->cells > 64 ? view->stones[player][1] : 0;
        o->discs[player] = set_of(view->stones[player][0], high);
    }
    o->key = whole_key(shape, o);
}

static const struct by_board on_sets = {
    BY_OTHELLO_BOARD,
    .position_size = sizeof(struct othello),
    .look = look,
    .make = make,
};

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct othello *)position)->key;
}

/* --- evaluations (OTH table 4.2) ---------------------------------------------------- */

INLINE int32_t worth(const struct by_othello_matrix *matrix, set discs)
{
    int32_t sum = 0;
    for (; discs; discs &= discs - 1)
        sum += matrix->at[first_of(discs)];
    return sum;
}

INLINE int32_t by_matrix(const struct by_rules *rules, const struct othello *o, int which)
{
    const struct by_othello_matrix *matrix =
        &((const struct by_othello_shape *)rules->data)->matrix[which];
    return worth(matrix, o->discs[o->side]) - worth(matrix, o->discs[!o->side]);
}

static int32_t positional(const struct by_rules *rules, const void *position)
{
    return by_matrix(rules, position, BY_OTHELLO_CHOSEN);
}

static int32_t positional1(const struct by_rules *rules, const void *position)
{
    return by_matrix(rules, position, BY_OTHELLO_FIRST);
}

static int32_t positional2(const struct by_rules *rules, const void *position)
{
    return by_matrix(rules, position, BY_OTHELLO_SECOND);
}

static int32_t absolute(const struct by_rules *rules, const void *position)
{
    const struct othello *o = position;
    (void)rules;
    return size_of(o->discs[o->side]) - size_of(o->discs[!o->side]);
}

static int32_t mobility(const struct by_rules *rules, const void *position)
{
    const struct by_othello_shape *shape = rules->data;
    const struct othello *o = position;
    int size = shape->size;
    set corners = square_set(0) | square_set(size - 1) | square_set(size * (size - 1)) |
                  square_set(size * size - 1);
    int32_t free = size_of(moves_for(rules, o, o->side)) - size_of(moves_for(rules, o, !o->side));
    int32_t held = size_of(o->discs[o->side] & corners) - size_of(o->discs[!o->side] & corners);
    return free + shape->corner * held;
}

/* The ply is taken from the discs, so that equal positions have equal values; passes, which add
 * no disc, do not count. */
static int32_t mixed(const struct by_rules *rules, const void *position)
{
    const struct by_othello_shape *shape = rules->data;
    const struct othello *o = position;
    int discs = size_of(o->discs[0] | o->discs[1]);
    if (shape->cells - discs < shape->ending)
        return absolute(rules, position);
    return discs - 4 < shape->opening ? positional(rules, position) : mobility(rules, position);
}

static int32_t learned(const struct by_rules *rules, const void *position)
{
    const struct by_othello_weights *weights = by_othello_weights_of(rules);
    const struct othello *o = position;
    return weights ? by_othello_pattern_value(weights, (uint64_t)o->discs[o->side],
                                              (uint64_t)o->discs[!o->side])
                   : mobility(rules, position);
}

static const struct by_eval evals[] = {BY_OTHELLO_EVALS, {0}};

static void facts(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                  void *context)
{
    const struct othello *o = position;
    (void)rules;
    by_othello_emit_facts(size_of(o->discs[0]), size_of(o->discs[1]), emit, context);
}

#include "games/othello/playout_tmpl.h"

const struct by_game TABLE = {
    /* facts */
    BY_OTHELLO_FACTS,
    .board = &on_sets,

    /* rules */
    BY_OTHELLO_RULES,
    .side = side,
    .over = over,
    .result = result,
    .moves = moves,
    .play = play,
    .undo = undo,
    .tally = tally,
    .key = key,

    /* text */
    BY_OTHELLO_TEXT,
    .facts = facts,

    /* knowledge */
    BY_OTHELLO_KNOWLEDGE,
    BY_OTHELLO_OWN,
    .evals = evals,
    .policies = policies,
};
