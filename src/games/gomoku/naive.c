/* naive.c: Gomoku as a beginner would program it: an array of cells, and rows, patterns, forbidden
 * points and active moves found anew by scanning it whenever somebody asks. It is the yardstick of
 * the fast board, in the tests for right and wrong and in experiments for speed. */
#include "games/gomoku/gomoku.h"

#include <stdlib.h>

static const char letter[] = "XO";

static enum by_gomoku_rule rule_of(const struct by_rules *rules)
{
    return ((const struct by_gomoku_shape *)rules->data)->rule;
}

bool by_gomoku_is_exact(const struct by_rules *rules, int player)
{
    return rule_of(rules) == BY_GOMOKU_EXACT || (rule_of(rules) == BY_GOMOKU_RENJU && player == 0);
}

/* --- rows ------------------------------------------------------------------------- */

/* A point with a direction to walk from it. */
struct ray {
    int x, y, dx, dy;
};

static struct ray ray_at(const struct by_grid *grid, int at, int direction)
{
    static const int dx[] = {1, 0, 1, -1}, dy[] = {0, 1, 1, 1};
    return (struct ray){at % grid->width, at / grid->width, dx[direction], dy[direction]};
}

/* What is k steps along the ray: '.', 'X', 'O', or '#' off the board. */
static char look(const struct by_grid *grid, struct ray ray, int k)
{
    int x = ray.x + k * ray.dx, y = ray.y + k * ray.dy;
    if (x < 0 || y < 0 || x >= grid->width || y >= grid->height)
        return '#';
    return grid->cell[y * grid->width + x];
}

static int cell_on(const struct by_grid *grid, struct ray ray, int k)
{
    return (ray.y + k * ray.dy) * grid->width + ray.x + k * ray.dx;
}

/* How many stones of colour c follow each other on one side of the ray's point. */
static int count_beyond(const struct by_grid *grid, struct ray ray, char c, int sign)
{
    int count = 0;
    while (look(grid, ray, sign * (count + 1)) == c)
        count++;
    return count;
}

/* The row of stones like the one at the ray's point. */
static int row_length(const struct by_grid *grid, struct ray ray)
{
    char c = look(grid, ray, 0);
    return 1 + count_beyond(grid, ray, c, 1) + count_beyond(grid, ray, c, -1);
}

static bool is_five(const struct by_rules *rules, int player, int length)
{
    return by_gomoku_is_exact(rules, player) ? length == 5 : length >= 5;
}

bool by_gomoku_has_five(const struct by_rules *rules, const struct by_grid *grid, int player)
{
    for (int at = 0; at < grid->width * grid->height; at++)
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS && grid->cell[at] == letter[player]; d++)
            if (is_five(rules, player, row_length(grid, ray_at(grid, at, d))))
                return true;
    return false;
}

/* --- Renju's forbidden points ------------------------------------------------------- */

static bool is_forbidden(struct by_grid *grid, int at);

static bool row_of_x(const struct by_grid *grid, int at, int low, int high)
{
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        int length = row_length(grid, ray_at(grid, at, d));
        if (length >= low && length <= high)
            return true;
    }
    return false;
}

/* Would X on the empty cell k steps along make exactly five with the ray's stone? */
static bool completes_five(struct by_grid *grid, struct ray ray, int k)
{
    if (look(grid, ray, k) != '.')
        return false;
    int at = cell_on(grid, ray, k);
    grid->cell[at] = 'X';
    bool five = row_length(grid, ray) == 5;
    grid->cell[at] = '.';
    return five;
}

/* Four in a row, and five from either end. */
static bool is_straight(struct by_grid *grid, struct ray ray)
{
    int up = count_beyond(grid, ray, 'X', 1) + 1, down = count_beyond(grid, ray, 'X', -1) + 1;
    return up + down - 1 == 4 && completes_five(grid, ray, up) && completes_five(grid, ray, -down);
}

static int fours_on(struct by_grid *grid, struct ray ray)
{
    int count = 0;
    for (int k = -5; k <= 5; k++)
        count += completes_five(grid, ray, k);
    return is_straight(grid, ray) ? 1 : count;
}

/* Could X make a straight four of the ray's stone at step k, without five and by the rules? */
static bool straightens(struct by_grid *grid, struct ray ray, int k)
{
    if (look(grid, ray, k) != '.')
        return false;
    int at = cell_on(grid, ray, k);
    grid->cell[at] = 'X';
    int reach = count_beyond(grid, ray, 'X', k > 0 ? 1 : -1);
    bool straight = is_straight(grid, ray) && reach >= abs(k) && !row_of_x(grid, at, 5, 5);
    grid->cell[at] = '.';
    return straight && !is_forbidden(grid, at);
}

static bool is_three(struct by_grid *grid, struct ray ray)
{
    for (int k = -4; k <= 4; k++)
        if (straightens(grid, ray, k))
            return true;
    return false;
}

/* Of an empty cell; the International Rules of Renju, 9. Leaves the grid as it was. */
static bool is_forbidden(struct by_grid *grid, int at)
{
    int fours = 0, threes = 0;
    grid->cell[at] = 'X';
    bool five = row_of_x(grid, at, 5, 5), overline = row_of_x(grid, at, 6, BY_GRID_SIDE_MAX);
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS && !five; d++) {
        fours += fours_on(grid, ray_at(grid, at, d));
        threes += is_three(grid, ray_at(grid, at, d));
    }
    grid->cell[at] = '.';
    return !five && (overline || fours >= 2 || threes >= 2);
}

bool by_gomoku_may_play(const struct by_rules *rules, const struct by_grid *grid, int at)
{
    if (grid->cell[at] != '.')
        return false;
    if (rule_of(rules) != BY_GOMOKU_RENJU || grid->side == 1)
        return true;
    struct by_grid copy = *grid;
    return !is_forbidden(&copy, at);
}

/* --- the rules ---------------------------------------------------------------------- */

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_array *naive = position;
    int count = 0;
    for (int i = 0; i < rules->width * rules->height; i++)
        if (by_gomoku_may_play(rules, &naive->grid, i))
            out[count++] = i;
    return count;
}

static bool over(const struct by_rules *rules, const void *position)
{
    const struct by_array *naive = position;
    if (by_gomoku_has_five(rules, &naive->grid, 0) || by_gomoku_has_five(rules, &naive->grid, 1))
        return true;
    for (int i = 0; i < rules->width * rules->height; i++)
        if (by_gomoku_may_play(rules, &naive->grid, i))
            return false;
    return true;
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    const struct by_array *naive = position;
    return by_gomoku_has_five(rules, &naive->grid, 0) - by_gomoku_has_five(rules, &naive->grid, 1);
}

/* --- patterns ------------------------------------------------------------------------ */

/* Own stones among `count` cells from step `from`; -1 when one of them is neither own nor empty. */
static int stones_on(const struct by_grid *grid, struct ray ray, char own, int from, int count)
{
    int stones = 0;
    for (int k = from; k < from + count; k++) {
        char c = k == 0 ? own : look(grid, ray, k);
        if (c != own && c != '.')
            return -1;
        stones += c == own;
    }
    return stones;
}

/* Is there a row of five through the point with `want` own stones that could all become own? */
static bool has_row(const struct by_grid *grid, struct ray ray, char own, bool exact, int want)
{
    for (int from = -4; from <= 0; from++) {
        bool longer = look(grid, ray, from - 1) == own || look(grid, ray, from + 5) == own;
        if (stones_on(grid, ray, own, from, 5) == want && !(exact && longer))
            return true;
    }
    return false;
}

/* The same for a row of four whose ends are empty, so that either makes five. */
static bool has_open_row(const struct by_grid *grid, struct ray ray, char own, bool exact, int want)
{
    for (int from = -3; from <= 0; from++) {
        bool open = look(grid, ray, from - 1) == '.' && look(grid, ray, from + 4) == '.';
        bool longer = look(grid, ray, from - 2) == own || look(grid, ray, from + 5) == own;
        if (stones_on(grid, ray, own, from, 4) == want && open && !(exact && longer))
            return true;
    }
    return false;
}

static enum by_gomoku_pattern view_pattern(const struct by_rules *rules, const void *position,
                                           int player, int direction, by_move at)
{
    const struct by_grid *grid = &((const struct by_array *)position)->grid;
    struct ray ray = ray_at(grid, at, direction);
    char own = letter[player];
    bool exact = by_gomoku_is_exact(rules, player);
    if (grid->cell[at] == letter[!player])
        return BY_GOMOKU_NOTHING;
    if (has_row(grid, ray, own, exact, 5))
        return BY_GOMOKU_FIVE;
    for (int stones = 4; stones > 0; stones--) {
        if (has_open_row(grid, ray, own, exact, stones))
            return (enum by_gomoku_pattern)(BY_GOMOKU_ONE + 2 * (stones - 1));
        if (has_row(grid, ray, own, exact, stones))
            return (enum by_gomoku_pattern)(BY_GOMOKU_BLOCKED_ONE + 2 * (stones - 1));
    }
    return BY_GOMOKU_NOTHING;
}

static bool is_near_a_stone(const struct by_grid *grid, int at)
{
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            struct ray ray = {at % grid->width + dx, at / grid->width + dy, 0, 0};
            char c = look(grid, ray, 0);
            if (c == 'X' || c == 'O')
                return true;
        }
    return false;
}

static int view_active(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_grid *grid = &((const struct by_array *)position)->grid;
    (void)rules;
    int count = 0;
    for (int at = 0; at < grid->width * grid->height; at++)
        if (grid->cell[at] == '.' && is_near_a_stone(grid, at))
            out[count++] = at;
    return count;
}

static const struct by_gomoku_board array = {
    {BY_GOMOKU_BOARD, .position_size = sizeof(struct by_array), .look = by_array_look,
     .make = by_array_make},
    BY_GOMOKU_SIDE_MAX,
    view_pattern,
    view_active,
};

static int32_t patterns_value(const struct by_rules *rules, const void *position)
{
    const struct by_grid *grid = &((const struct by_array *)position)->grid;
    int64_t sum = 0;
    for (int at = 0; at < grid->width * grid->height; at++) {
        if (grid->cell[at] == letter[grid->side])
            sum += by_gomoku_score(rules, position, grid->side, at);
        else if (grid->cell[at] != '.')
            sum -= by_gomoku_score(rules, position, !grid->side, at);
    }
    return by_gomoku_cut_value(sum);
}

/* The best pattern of a point, and the sum of the weights of its four. */
static enum by_gomoku_pattern best_pattern(const struct by_rules *rules, const void *position,
                                           int player, int at, int64_t *weight)
{
    enum by_gomoku_pattern best = BY_GOMOKU_NOTHING;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
        enum by_gomoku_pattern here = view_pattern(rules, position, player, d, at);
        best = here > best ? here : best;
        *weight += by_gomoku_weight[here];
    }
    return best;
}

static struct by_gomoku_threats threats_of(const struct by_rules *rules, const void *position)
{
    const struct by_grid *grid = &((const struct by_array *)position)->grid;
    struct by_gomoku_threats threats = {0};
    for (int at = 0; at < grid->width * grid->height; at++) {
        int64_t mine = 0, theirs = 0;
        if (grid->cell[at] == '.' && !is_near_a_stone(grid, at))
            continue; /* it makes no four */
        enum by_gomoku_pattern me = best_pattern(rules, position, grid->side, at, &mine);
        enum by_gomoku_pattern they = best_pattern(rules, position, !grid->side, at, &theirs);
        if (grid->cell[at] == '.') {
            threats.my_fives += me == BY_GOMOKU_FIVE;
            threats.their_fives += they == BY_GOMOKU_FIVE;
            threats.my_four |= me == BY_GOMOKU_FOUR;
        } else {
            threats.mine += mine;
            threats.theirs += theirs;
        }
    }
    return threats;
}

static int32_t threats_value(const struct by_rules *rules, const void *position)
{
    struct by_gomoku_threats threats = threats_of(rules, position);
    return by_gomoku_threats_value(&threats);
}

static int32_t learned_value(const struct by_rules *rules, const void *position)
{
    struct by_gomoku_threats threats = threats_of(rules, position);
    int64_t sums[2];
    int me = ((const struct by_array *)position)->grid.side;
    by_gomoku_learned_look(rules, position, sums);
    return by_gomoku_learned_value(rules, &threats, sums[me], sums[!me]);
}

static int32_t points_value(const struct by_rules *rules, const void *position)
{
    struct by_gomoku_threats threats = threats_of(rules, position);
    int64_t sums[2];
    int me = ((const struct by_array *)position)->grid.side;
    by_gomoku_points_look(rules, position, sums);
    return by_gomoku_points_value(&threats, sums[me], sums[!me]);
}

static const struct by_eval evals[] = {
    {.name = "points",
     .help = "what each empty point could become, and who is first to make five or an open four",
     .win = BY_GOMOKU_EVAL_WIN,
     .value = points_value,
     .terms = by_gomoku_points_terms,
     .nearly = BY_GOMOKU_FOUR_NEXT / 2},
    {.name = "threats",
     .help = "rows that can grow, and who is first to make five or an open four",
     .win = BY_GOMOKU_EVAL_WIN,
     .value = threats_value,
     .terms = by_gomoku_threats_terms,
     .nearly = BY_GOMOKU_FOUR_NEXT / 2},
    {.name = "patterns",
     .help = "scores of own stones minus those of the opponent's (GOM table 1)",
     .win = BY_GOMOKU_EVAL_WIN,
     .value = patterns_value,
     .terms = by_gomoku_patterns_terms},
    {.name = "learned",
     .help =
         "weights of all points by their patterns, fitted to games, and who is first to make five",
     .win = BY_GOMOKU_EVAL_WIN,
     .value = learned_value,
     .terms = by_gomoku_learned_terms,
     .nearly = BY_GOMOKU_FOUR_NEXT / 2,
     .odds = BY_GOMOKU_ODDS},
    {0},
};

const struct by_game by_gomoku_naive = {
    /* facts */
    BY_GOMOKU_FACTS,
    .board = &array.board,

    /* rules */
    BY_GOMOKU_RULES,
    BY_ARRAY_RULES,
    .over = over,
    .result = result,
    .moves = moves,

    /* text */
    BY_GOMOKU_TEXT,

    /* knowledge */
    BY_GOMOKU_KNOWLEDGE,
    .evals = evals,
};
