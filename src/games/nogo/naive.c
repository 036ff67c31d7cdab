/* naive.c: NoGo as a beginner would program it (GO chapter 3): an array of cells, and chains and
 * their liberties found anew by flood fill whenever somebody asks. It is the yardstick of the
 * fast boards, in the tests for right and wrong and in experiments for speed. */
#include "games/nogo/nogo.h"

static const char letter[] = "XO";

/* --- chains ------------------------------------------------------------------------- */

/* The cells next to cell `at`; returns how many. */
static int neighbours(const struct by_grid *grid, int at, int out[4])
{
    int x = at % grid->width, y = at / grid->width, count = 0;
    if (x > 0)
        out[count++] = at - 1;
    if (x < grid->width - 1)
        out[count++] = at + 1;
    if (y > 0)
        out[count++] = at - grid->width;
    if (y < grid->height - 1)
        out[count++] = at + grid->width;
    return count;
}

bool by_nogo_breathes(const struct by_grid *grid, int at)
{
    bool seen[BY_NOGO_CELLS_MAX] = {false};
    int stack[BY_NOGO_CELLS_MAX], depth = 0, near[4];
    seen[at] = true;
    stack[depth++] = at;
    while (depth > 0) {
        int count = neighbours(grid, stack[--depth], near);
        for (int i = 0; i < count; i++) {
            if (grid->cell[near[i]] == '.')
                return true;
            if (grid->cell[near[i]] != grid->cell[at] || seen[near[i]])
                continue;
            seen[near[i]] = true;
            stack[depth++] = near[i];
        }
    }
    return false;
}

bool by_nogo_allows(const struct by_grid *grid, int at)
{
    if (grid->cell[at] != '.')
        return false;
    struct by_grid after = *grid;
    after.cell[at] = letter[grid->side];
    int near[4], count = neighbours(grid, at, near);
    bool fine = by_nogo_breathes(&after, at);
    for (int i = 0; i < count && fine; i++)
        fine = after.cell[near[i]] == '.' || by_nogo_breathes(&after, near[i]);
    return fine;
}

/* --- the rules ---------------------------------------------------------------------- */

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_array *naive = position;
    int count = 0;
    for (int i = 0; i < rules->width * rules->height; i++) {
        if (by_nogo_allows(&naive->grid, i))
            out[count++] = i;
    }
    return count;
}

static bool over(const struct by_rules *rules, const void *position)
{
    const struct by_array *naive = position;
    for (int i = 0; i < rules->width * rules->height; i++) {
        if (by_nogo_allows(&naive->grid, i))
            return false;
    }
    return true;
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct by_array *)position)->grid.side == 0 ? -1 : 1;
}

static const struct by_board array = {
    BY_NOGO_BOARD,
    .position_size = sizeof(struct by_array),
    .look = by_array_look,
    .make = by_array_make,
};

/* --- knowledge ---------------------------------------------------------------------- */

static int count_moves(const struct by_array *naive, int player)
{
    struct by_grid grid = naive->grid;
    int count = 0;
    grid.side = player;
    for (int i = 0; i < grid.width * grid.height; i++)
        count += by_nogo_allows(&grid, i);
    return count;
}

static int32_t mobility_value(const struct by_rules *rules, const void *position)
{
    const struct by_array *naive = position;
    (void)rules;
    return count_moves(naive, naive->grid.side) - count_moves(naive, !naive->grid.side);
}

static const struct by_eval evals[] = {
    {.name = "mobility",
     .help = "own legal moves minus the opponent's",
     .win = BY_NOGO_EVAL_WIN,
     .value = mobility_value,
     .terms = by_nogo_mobility_terms,
     .counts = "move"},
    {0},
};

static void facts(const struct by_rules *rules, const void *position, by_fact_fn *emit,
                  void *context)
{
    (void)rules;
    int count[2] = {count_moves(position, 0), count_moves(position, 1)};
    by_nogo_emit_facts(count, emit, context);
}

static const struct by_policy policies[] = {
    {.name = "uniform", .help = "every legal move equally likely", .run = by_playout_uniform},
    {.name = "antidecisive",
     .help = "the same: no move that loses at once",
     .run = by_playout_uniform},
    {0},
};

const struct by_game by_nogo_naive = {
    /* facts */
    BY_NOGO_FACTS,
    .board = &array,

    /* rules */
    BY_NOGO_RULES,
    BY_ARRAY_RULES,
    .over = over,
    .result = result,
    .moves = moves,

    /* text */
    BY_NOGO_TEXT,
    .facts = facts,

    /* knowledge */
    .evals = evals,
    .policies = policies,
    .explain = by_nogo_explain,
};
