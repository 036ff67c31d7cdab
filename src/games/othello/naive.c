/* naive.c: Othello as OTH 4.1 programs it: an array of cells, and a list of the empty squares next
 * to a disc, from each of which every direction is walked square by square. It is the yardstick
 * of the fast boards, in the tests for right and wrong and in experiments for speed. */
#include "games/othello/othello.h"

#include <string.h>

#define NOWHERE (-1)

struct naive {
    uint64_t key;
    int32_t side;
    int32_t adjacent_count;
    char cell[BY_OTHELLO_CELLS_MAX];        /* 'X', 'O' or '.', by action */
    uint8_t adjacent[BY_OTHELLO_CELLS_MAX]; /* the empty squares next to a disc, in any order */
    int16_t place[BY_OTHELLO_CELLS_MAX];    /* of a square in that list, or NOWHERE */
};

static const char letter[] = "XO";

/* --- the list of adjacent squares ---------------------------------------------------- */

/* The square one step away; NOWHERE beyond the edge. */
static int step_from(int size, int square, int direction)
{
    static const int dx[8] = {1, 1, 0, -1, -1, -1, 0, 1}, dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};
    int x = square % size + dx[direction], y = square / size + dy[direction];
    return x >= 0 && x < size && y >= 0 && y < size ? y * size + x : NOWHERE;
}

static void list_square(struct naive *naive, int square)
{
    if (naive->place[square] != NOWHERE)
        return;
    naive->place[square] = (int16_t)naive->adjacent_count;
    naive->adjacent[naive->adjacent_count++] = (uint8_t)square;
}

static void unlist_square(struct naive *naive, int square)
{
    int place = naive->place[square];
    if (place == NOWHERE)
        return;
    int last = naive->adjacent[--naive->adjacent_count];
    naive->adjacent[place] = (uint8_t)last;
    naive->place[last] = (int16_t)place;
    naive->place[square] = NOWHERE;
}

/* OTH's update_adjacents: a disc has come to stand on the square. */
static void update_adjacents(struct naive *naive, int size, int square)
{
    unlist_square(naive, square);
    for (int i = 0; i < 8; i++) {
        int next = step_from(size, square, i);
        if (next != NOWHERE && naive->cell[next] == '.')
            list_square(naive, next);
    }
}

/* --- the rules ---------------------------------------------------------------------- */

/* OTH's check_directions for one direction: the discs that would turn. */
static int count_turned(const struct naive *naive, int size, int square, int direction, char mine)
{
    int count = 0, at = step_from(size, square, direction);
    while (at != NOWHERE && naive->cell[at] != '.' && naive->cell[at] != mine) {
        count++;
        at = step_from(size, at, direction);
    }
    return at != NOWHERE && naive->cell[at] == mine ? count : 0;
}

static bool may_play(const struct naive *naive, int size, int square, int player)
{
    for (int i = 0; i < 8; i++)
        if (count_turned(naive, size, square, i, letter[player]) > 0)
            return true;
    return false;
}

static int count_moves(const struct naive *naive, int size, int player)
{
    int count = 0;
    for (int i = 0; i < naive->adjacent_count; i++)
        count += may_play(naive, size, naive->adjacent[i], player);
    return count;
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct naive *)position)->side;
}

static bool over(const struct by_rules *rules, const void *position)
{
    const struct naive *naive = position;
    return count_moves(naive, rules->width, 0) == 0 && count_moves(naive, rules->width, 1) == 0;
}

static int count_discs(const struct by_rules *rules, const struct naive *naive, int player)
{
    int count = 0;
    for (int i = 0; i < rules->width * rules->height; i++)
        count += naive->cell[i] == letter[player];
    return count;
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    return by_othello_margin(rules->data, count_discs(rules, position, 0),
                             count_discs(rules, position, 1));
}

/* In the order of the actions: that of the list depends on how the position came about. */
static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct naive *naive = position;
    bool legal[BY_OTHELLO_CELLS_MAX] = {false};
    int count = 0;
    for (int i = 0; i < naive->adjacent_count; i++)
        legal[naive->adjacent[i]] = may_play(naive, rules->width, naive->adjacent[i], naive->side);
    for (int i = 0; i < rules->width * rules->height; i++)
        if (legal[i])
            out[count++] = i;
    if (count == 0)
        out[count++] = rules->width * rules->height;
    return count;
}

static void turn_over(const struct by_rules *rules, struct naive *naive, int square, int direction)
{
    const struct by_othello_shape *shape = rules->data;
    char mine = letter[naive->side];
    int count = count_turned(naive, rules->width, square, direction, mine), at = square;
    for (int i = 0; i < count; i++) {
        at = step_from(rules->width, at, direction);
        naive->cell[at] = mine;
        naive->key ^= shape->turned[at];
    }
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    (void)undo; /* there is none */
    const struct by_othello_shape *shape = rules->data;
    struct naive *naive = position;
    if (move < shape->cells) {
        for (int i = 0; i < 8; i++)
            turn_over(rules, naive, move, i);
        naive->cell[move] = letter[naive->side];
        naive->key ^= shape->key[naive->side][move];
        update_adjacents(naive, rules->width, move);
    }
    naive->side ^= 1;
    naive->key ^= shape->turn;
}

/* --- to and from sets --------------------------------------------------------------- */

static void look(const struct by_rules *rules, const void *position, struct by_board_view *out)
{
    const struct naive *naive = position;
    by_board_clear(rules, out);
    out->side = naive->side;
    for (int i = 0; i < rules->width * rules->height; i++)
        if (naive->cell[i] != '.')
            by_board_add(out, i, naive->cell[i] == 'O');
}

static void make(const struct by_rules *rules, const struct by_board_view *view, void *position)
{
    struct naive *naive = position;
    int cells = rules->width * rules->height;
    memset(naive, 0, sizeof *naive);
    naive->side = view->side;
    naive->key = by_board_key(rules, view);
    for (int i = 0; i < cells; i++)
        naive->cell[i] = ".XO"[1 + by_board_owner(view, i)];
    for (int i = 0; i < BY_OTHELLO_CELLS_MAX; i++)
        naive->place[i] = NOWHERE;
    for (int i = 0; i < cells; i++)
        if (naive->cell[i] != '.')
            update_adjacents(naive, rules->width, i);
}

static const struct by_board array = {
    BY_OTHELLO_BOARD,
    .position_size = sizeof(struct naive),
    .look = look,
    .make = make,
};

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct naive *)position)->key;
}

/* --- evaluations ---------------------------------------------------------------------- */

static int32_t by_matrix(const struct by_rules *rules, const struct naive *naive, int which)
{
    const struct by_othello_shape *shape = rules->data;
    int32_t sum = 0;
    for (int i = 0; i < shape->cells; i++) {
        int32_t value = shape->matrix[which].at[i];
        sum += naive->cell[i] == '.' ? 0 : naive->cell[i] == letter[naive->side] ? value : -value;
    }
    return sum;
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
    int player = side(rules, position);
    return count_discs(rules, position, player) - count_discs(rules, position, !player);
}

static int32_t mobility(const struct by_rules *rules, const void *position)
{
    const struct by_othello_shape *shape = rules->data;
    const struct naive *naive = position;
    int size = rules->width;
    const int corner[4] = {0, size - 1, size * (size - 1), size * size - 1};
    int32_t sum = count_moves(naive, size, naive->side) - count_moves(naive, size, !naive->side);
    for (int i = 0; i < 4; i++) {
        char c = naive->cell[corner[i]];
        sum += c == '.' ? 0 : c == letter[naive->side] ? shape->corner : -shape->corner;
    }
    return sum;
}

static int32_t mixed(const struct by_rules *rules, const void *position)
{
    const struct by_othello_shape *shape = rules->data;
    int discs = count_discs(rules, position, 0) + count_discs(rules, position, 1);
    if (shape->cells - discs < shape->ending)
        return absolute(rules, position);
    return discs - 4 < shape->opening ? positional(rules, position) : mobility(rules, position);
}

/* The patterns are another board's: it asks them as a whole. */
static int32_t learned(const struct by_rules *rules, const void *position)
{
    const struct by_othello_weights *weights = by_othello_weights_of(rules);
    struct by_board_view view;
    if (!weights)
        return mobility(rules, position);
    rules->game->board->look(rules, position, &view);
    return by_othello_pattern_value(weights, view.stones[view.side][0], view.stones[!view.side][0]);
}

static const struct by_eval evals[] = {BY_OTHELLO_EVALS, {0}};

static void facts(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                  void *context)
{
    by_othello_emit_facts(count_discs(rules, position, 0), count_discs(rules, position, 1), emit,
                          context);
}

/* --- playouts (OTH 4.3.1) --------------------------------------------------------------- */

static int32_t value_of(const struct by_rules *rules, by_move square)
{
    return ((const struct by_othello_shape *)rules->data)->matrix[BY_OTHELLO_CHOSEN].at[square];
}

/* Which of the moves, drawn in proportion to the values, shifted so that the least is 1. */
static int draw_by_matrix(const struct by_rules *rules, const by_move *list, int count,
                          struct by_rng *rng)
{
    uint32_t weight[BY_OTHELLO_CELLS_MAX] = {0}, sum = 0;
    int32_t least = value_of(rules, list[0]);
    for (int i = 1; i < count; i++)
        least = value_of(rules, list[i]) < least ? value_of(rules, list[i]) : least;
    for (int i = 0; i < count; i++) {
        weight[i] = (uint32_t)(value_of(rules, list[i]) - least + 1);
        sum += weight[i];
    }
    uint32_t drawn = by_rng_below(rng, sum);
    int chosen = 0;
    for (; chosen < count - 1 && drawn >= weight[chosen]; chosen++)
        drawn -= weight[chosen];
    return chosen;
}

static int best_by_matrix(const struct by_rules *rules, const by_move *list, int count,
                          struct by_rng *rng)
{
    (void)rng;
    int best = 0;
    for (int i = 1; i < count; i++)
        if (value_of(rules, list[i]) > value_of(rules, list[best]))
            best = i;
    return best;
}

typedef int choose_fn(const struct by_rules *rules, const by_move *list, int count,
                      struct by_rng *rng);

/* The opponent of the one who thinks chooses, the other plays any move. */
static void run_game(const struct by_rules *rules, struct naive *naive, struct by_rng *rng,
                     struct by_playout *out, choose_fn *choose)
{
    int thinker = out->thinker > 0 ? out->thinker - 1 : naive->side;
    out->length = 0;
    while (!over(rules, naive)) {
        int count = moves(rules, naive, out->scratch);
        bool pass = out->scratch[0] == rules->width * rules->height;
        int chosen = naive->side == thinker || pass ? (int)by_rng_below(rng, (uint32_t)count)
                                                    : choose(rules, out->scratch, count, rng);
        if (out->plies)
            out->plies[out->length] = (struct by_ply){out->scratch[chosen], naive->side};
        out->length++;
        play(rules, naive, out->scratch[chosen], NULL);
    }
    out->result = result(rules, naive);
}

static void uniform(const struct by_rules *rules, void *position, struct by_rng *rng,
                    struct by_playout *out)
{
    by_playout_uniform(rules, position, rng, out);
}

static void probabilistic(const struct by_rules *rules, void *position, struct by_rng *rng,
                          struct by_playout *out)
{
    run_game(rules, position, rng, out, draw_by_matrix);
}

static void deterministic(const struct by_rules *rules, void *position, struct by_rng *rng,
                          struct by_playout *out)
{
    run_game(rules, position, rng, out, best_by_matrix);
}

static const struct by_policy policies[] = {BY_OTHELLO_POLICIES(NULL), {0}};

const struct by_game by_othello_naive = {
    /* facts */
    BY_OTHELLO_FACTS,
    .board = &array,

    /* rules */
    BY_OTHELLO_RULES,
    .side = side,
    .over = over,
    .result = result,
    .moves = moves,
    .play = play,
    .key = key,

    /* text */
    BY_OTHELLO_TEXT,
    .facts = facts,

    /* knowledge */
    BY_OTHELLO_KNOWLEDGE,
    .evals = evals,
    .policies = policies,
};
