/* gomoku.c: Gomoku's options, and what does not depend on the kind of board. */
#include "games/gomoku/gomoku.h"

#include "base/zobrist.h"

#include <stdlib.h>
#include <string.h>

/* --- options and setup --------------------------------------------------------------- */

static const char rules_words[] = ""
#define BY_GOMOKU_RULE(id, name) "|" name
#include "games/gomoku/rules.def"
#undef BY_GOMOKU_RULE
    ;

const struct by_option by_gomoku_options[] = {
    {"size", BY_OPTION_SIZE, "15", BY_GOMOKU_SIDE_MIN, BY_GOMOKU_SIDE_MAX, NULL,
     "the board, columns x rows"},
    {"rule", BY_OPTION_CHOICE, "freestyle", 0, 0, BY_CHOICES(rules_words),
     "five or more win; exactly five; exactly five and forbidden moves for X, five or more for O"},
    {"naive", BY_OPTION_FLAG, "off", 0, 0, NULL, "an array board that is scanned, for comparison"},
    {"patterns", BY_OPTION_TEXT, NULL, 1, 4096, "",
     "a file with the values of the patterns; otherwise those of GOM table 1"},
    {"weights", BY_OPTION_TEXT, BY_GOMOKU_OWN_WEIGHTS, 1, 4096, BY_GOMOKU_OWN_WEIGHTS,
     "evaluations learned and points: a file of weights, or those of the program"},
    {0},
};

/* Every kind of board and rule, and the sizes at which they are easiest to get wrong. */
const char *const by_gomoku_asked[] = {"size", "rule", NULL};

const char *const by_gomoku_samples[] = {
    "size=5",    "size=7x6 rule=exact",  "size=8 rule=renju",
    "size=16x5", "size=5x21 rule=exact", "size=6x5 rule=renju naive=on",
    NULL,
};

const char *const by_gomoku_tunable[] = {"patterns", "weights", NULL};

static const struct by_game *choose_board(int width, int height, bool naive)
{
    int longest = width > height ? width : height;
    if (naive)
        return &by_gomoku_naive;
    return longest <= 15 ? &by_game_gomoku : longest <= 20 ? &by_gomoku_20 : &by_gomoku_25;
}

static const struct by_gomoku_board *board_of(const struct by_rules *rules)
{
    return (const struct by_gomoku_board *)rules->game->board; /* its first member */
}

static uint64_t stone_key(int action, int player)
{
    return by_zobrist(BY_GOMOKU_SALT, (uint64_t)(2 * action + player)) ^
           by_zobrist(BY_GOMOKU_SALT, BY_GOMOKU_TURN);
}

/* Where the point lies in its line of each direction; lines are as long as their last point. */
static void place_point(struct by_gomoku_shape *shape, int width, int height, int x, int y)
{
    int from_right = width - 1 - x, action = y * width + x;
    int line[] = {y, x, x - y + height - 1, x + y};
    int at[] = {x, y, x < y ? x : y, from_right < y ? from_right : y};
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        shape->place[d][action] = (struct by_gomoku_place){(uint8_t)line[d], (uint8_t)at[d]};
        if (shape->length[d][line[d]] <= at[d])
            shape->length[d][line[d]] = (uint8_t)(at[d] + 1);
    }
}

static void fill_point(struct by_gomoku_shape *shape, int width, int height, int action)
{
    int x = action % width, y = action / width, spot = y * shape->stride + x;
    shape->spot[action] = (int16_t)spot;
    shape->action[spot] = (int16_t)action;
    for (int player = 0; player < 2; player++)
        shape->key[player][spot] = stone_key(action, player);
    place_point(shape, width, height, x, y);
}

/* A direction's image, from that of two points in it; which way along it does not matter. */
static void fill_turn(struct by_gomoku_shape *shape, int width, int s, int d)
{
    int middle = 2 * width + 2, a = shape->image[s][middle];
    int b = shape->image[s][middle + shape->step[d]];
    int dx = b % width - a % width, dy = b / width - a / width;
    int turned = dy == 0 ? 0 : dx == 0 ? 1 : dx == dy ? 2 : 3;
    shape->turn[s][d] = (uint8_t)turned;
}

static void fill_bits(uint8_t nth_bit[256][8])
{
    for (int set = 0; set < 256; set++)
        for (int bit = 0, count = 0; bit < 8; bit++)
            if (set >> bit & 1)
                nth_bit[set][count++] = (uint8_t)bit;
}

static void fill_shape(const struct by_rules *rules, struct by_gomoku_shape *shape)
{
    int width = rules->width, height = rules->height;
    memcpy(shape->step, (int[]){1, width, width + 1, width - 1}, sizeof shape->step);
    fill_bits(shape->nth_bit);
    memset(shape->action, 0xff, sizeof shape->action);
    for (int action = 0; action < width * height; action++)
        fill_point(shape, width, height, action);
    for (int s = 0; s < rules->symmetry_count; s++) {
        by_board_images(rules, s, shape->image[s]);
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
            fill_turn(shape, width, s, d);
    }
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        for (int i = 0; i < BY_GOMOKU_LINES_MAX; i++)
            shape->border[d][i] = ~(((UINT64_C(1) << shape->length[d][i]) - 1) << BY_GOMOKU_REACH);
    by_gomoku_fill_tables(&shape->tables, shape->rule);
}

static enum by_status choose_values(const struct by_rules *rules, int32_t value[BY_GOMOKU_PATTERNS],
                                    struct by_error *err)
{
    const struct by_value *patterns = by_values_get(&rules->values, "patterns");
    by_gomoku_default_values(value);
    return patterns->set ? by_gomoku_read_values(patterns->text, value, err) : BY_OK;
}

static enum by_status choose_weights(const struct by_rules *rules, struct by_gomoku_shape *shape,
                                     struct by_error *err)
{
    const char *name = by_values_get(&rules->values, "weights")->text;
    struct by_gomoku_points points;
    by_gomoku_points_of_build(&points);
    enum by_status status = by_gomoku_weights_open(name, &shape->of_file, &points, err);
    by_gomoku_fill_worth(&points, shape->worth);
    shape->weights = shape->of_file ? shape->of_file : by_gomoku_own_weights();
    return status == BY_OK && !shape->weights ? by_fail_memory(err, sizeof *shape->weights)
                                              : status;
}

/* A move is worth what it attacks and what it defends (GOM 2.4), and never nothing. */
/* How much each pattern makes of a point, for the player who is to move; to stop one of the opponent
 * is worth a part of it. Tried out with `match gomoku` (README.md). */
static const float strength_of[BY_GOMOKU_PATTERNS] = {
    [BY_GOMOKU_BLOCKED_ONE] = 0.5F, [BY_GOMOKU_ONE] = 1,
    [BY_GOMOKU_BLOCKED_TWO] = 3,    [BY_GOMOKU_TWO] = 8,
    [BY_GOMOKU_BLOCKED_THREE] = 10, [BY_GOMOKU_THREE] = 40,
    [BY_GOMOKU_BLOCKED_FOUR] = 40,  [BY_GOMOKU_FOUR] = 2000,
    [BY_GOMOKU_FIVE] = 1000000,
};
#define STOPPING 0.7F

/* The square of the sum: two things with one stone are worth more than each by itself. */
void by_gomoku_strengths(const struct by_rules *rules, const void *position, const by_move *moves,
                         int count, float *out)
{
    const struct by_gomoku_board *board = board_of(rules);
    int me = rules->game->side(rules, position);
    for (int i = 0; i < count; i++) {
        float sum = 0;
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
            sum += strength_of[board->pattern(rules, position, me, d, moves[i])] +
                   STOPPING * strength_of[board->pattern(rules, position, 1 - me, d, moves[i])];
        out[i] = 1 + sum * sum;
    }
}

enum by_status by_gomoku_setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    (void)position;
    const struct by_value *size = by_values_get(&rules->values, "size");
    const struct by_value *rule = by_values_get(&rules->values, "rule");
    bool naive = by_values_get(&rules->values, "naive")->flag;
    struct by_gomoku_shape *shape = calloc(1, sizeof *shape);
    if (!shape)
        return by_fail_memory(err, sizeof *shape);
    enum by_status status = choose_values(rules, shape->value, err);
    if (status == BY_OK)
        status = choose_weights(rules, shape, err);
    if (status != BY_OK) {
        free(shape);
        return status;
    }
    char behind[16];
    struct by_text text = by_text_over(behind, sizeof behind);
    shape->rule = (enum by_gomoku_rule)rule->choice;
    if (shape->rule != BY_GOMOKU_FREESTYLE)
        by_text_format(&text, "-%s", rule->text);
    by_text_add(&text, naive ? "-naive" : "");
    rules->data = shape;
    rules->game = choose_board(size->width, size->height, naive);
    by_board_set_up(rules, size->width, size->height, behind);
    shape->stride = board_of(rules)->side + 1;
    fill_shape(rules, shape);
    return BY_OK;
}

void by_gomoku_close(struct by_rules *rules)
{
    struct by_gomoku_shape *shape = rules->data;
    if (shape)
        free(shape->of_file);
    free(shape);
}

/* --- questions --------------------------------------------------------------------------- */

enum by_gomoku_pattern by_gomoku_pattern_at(const struct by_rules *rules, const void *position,
                                            int player, int direction, by_move at)
{
    return board_of(rules)->pattern(rules, position, player, direction, at);
}

int by_gomoku_code_at(const struct by_rules *rules, const void *position, int player, by_move at)
{
    uint8_t pattern[BY_GOMOKU_DIRECTIONS];
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        pattern[d] = (uint8_t)by_gomoku_pattern_at(rules, position, player, d, at);
    return by_gomoku_code(pattern);
}

int64_t by_gomoku_score(const struct by_rules *rules, const void *position, int player, by_move at)
{
    const struct by_gomoku_shape *shape = rules->data;
    int64_t sum = 0;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        sum += shape->value[board_of(rules)->pattern(rules, position, player, d, at)];
    return sum;
}

int by_gomoku_active(const struct by_rules *rules, const void *position, by_move *out)
{
    return board_of(rules)->active(rules, position, out);
}

/* Of two lists in order, what is in both. */
static int in_both(const by_move *a, int count_a, const by_move *b, int count_b, by_move *out)
{
    int kept = 0;
    for (int i = 0, j = 0; i < count_a && j < count_b;) {
        if (a[i] == b[j])
            out[kept++] = a[i];
        int step = a[i] - b[j];
        i += step <= 0;
        j += step >= 0;
    }
    return kept;
}

/* On an empty board the centre; where every active point is forbidden (Renju), all legal ones. */
int by_gomoku_active_moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    int count = board_of(rules)->active(rules, position, out);
    if (count > 0 && shape->rule != BY_GOMOKU_RENJU)
        return count;
    by_move legal[BY_GOMOKU_CELLS_MAX];
    int legals = rules->game->moves(rules, position, legal);
    count = in_both(out, count, legal, legals, out);
    if (count > 0)
        return count;
    bool empty = legals == by_board_cells_of(rules);
    if (empty)
        legal[0] = rules->height / 2 * rules->width + rules->width / 2;
    memcpy(out, legal, (size_t)(empty ? 1 : legals) * sizeof *out);
    return empty ? 1 : legals;
}

int32_t by_gomoku_cut_value(int64_t value)
{
    const int64_t most = BY_GOMOKU_EVAL_WIN - 1;
    return (int32_t)(value > most ? most : value < -most ? -most : value);
}

/* Fours count as little as threes: the player to move has won if they are his, and if they are not
 * he must stop them at once, which leaves nothing. Tried out with `match gomoku` (README.md). */
const int32_t by_gomoku_weight[BY_GOMOKU_PATTERNS] = {
    [BY_GOMOKU_ONE] = 1,    [BY_GOMOKU_BLOCKED_TWO] = 3,
    [BY_GOMOKU_TWO] = 10,   [BY_GOMOKU_BLOCKED_THREE] = 10,
    [BY_GOMOKU_THREE] = 20, [BY_GOMOKU_BLOCKED_FOUR] = 10,
    [BY_GOMOKU_FOUR] = 20,
};

int32_t by_gomoku_threats_value(const struct by_gomoku_threats *threats)
{
    if (threats->my_fives > 0)
        return BY_GOMOKU_FIVE_NEXT;
    if (threats->their_fives > 1)
        return -BY_GOMOKU_FIVE_NEXT;
    int64_t value = threats->mine - threats->theirs;
    return (int32_t)(threats->their_fives == 0 && threats->my_four ? value + BY_GOMOKU_FOUR_NEXT
                                                                   : value);
}

int32_t by_gomoku_learned_value(const struct by_rules *rules, struct by_gomoku_threats *threats,
                                int64_t me, int64_t you)
{
    const struct by_gomoku_shape *shape = rules->data;
    if (shape->weights->known) {
        threats->mine = by_gomoku_learned_sum(shape->weights, me, you);
        threats->theirs = 0;
    }
    return by_gomoku_threats_value(threats);
}

int32_t by_gomoku_points_value(struct by_gomoku_threats *threats, int64_t me, int64_t you)
{
    threats->mine = by_gomoku_points_sum(me, you);
    threats->theirs = 0;
    return by_gomoku_threats_value(threats);
}

/* --- positions from outside --------------------------------------------------------------- */

/* Any stones may stand there, handicaps and puzzles too, but a game ends with the first five. */
enum by_status by_gomoku_check(const struct by_rules *rules, const struct by_board_view *view,
                               struct by_error *err)
{
    struct by_grid grid;
    by_board_to_grid(rules, view, &grid);
    bool five[2] = {by_gomoku_has_five(rules, &grid, 0), by_gomoku_has_five(rules, &grid, 1)};
    if (five[0] && five[1])
        return by_fail(err, BY_BAD_INPUT, "both players have five in a row");
    if (five[grid.side])
        return by_fail(err, BY_BAD_INPUT, "%c has five in a row already and cannot be to move",
                       "XO"[grid.side]);
    return BY_OK;
}

/* --- for others ------------------------------------------------------------------------------- */

void by_gomoku_cells(const struct by_rules *rules, const void *position, by_move last,
                     struct by_cells *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    by_move moves[BY_GOMOKU_CELLS_MAX];
    by_board_cells(rules, position, last, out);
    if (shape->rule != BY_GOMOKU_RENJU || out->side == 1 || rules->game->over(rules, position))
        return;
    for (int i = 0; i < by_board_cells_of(rules); i++)
        out->mark[i] |= out->cell[i] == '.' ? BY_MARK_BARRED : 0;
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++)
        out->mark[moves[i]] = 0;
}

/* Decided early. */
int by_gomoku_likely_length(const struct by_rules *rules)
{
    return by_board_cells_of(rules) < 40 ? by_board_cells_of(rules) : 40;
}
