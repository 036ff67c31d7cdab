/* Tests of NoGo's other playouts against slow re-implementations of their definitions over plain
 * cells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gsl/gsl_cdf.h>

#include "games/nogo/playout_help_test.h"

/* Sets the table's start to a position `plies` random moves on; false when none is left there. */
static bool wander(struct table *table, int plies)
{
    const struct by_game *game = table->rules->game;
    game->start(table->rules, table->start);
    for (int i = 0; i < plies && !game->over(table->rules, table->start); i++) {
        int count = game->moves(table->rules, table->start, table->scratch);
        by_move move = table->scratch[by_rng_below(&table->rng, (uint32_t)count)];
        game->play(table->rules, table->start, move, NULL);
    }
    return !game->over(table->rules, table->start);
}

/* --- plain cells ------------------------------------------------------------------------------ */

static struct by_grid grid_of(const struct by_rules *rules, const void *position)
{
    char buffer[1024];
    struct by_grid grid;
    struct by_text text = by_text_over(buffer, sizeof buffer);
    rules->game->write(rules, position, &text);
    assert_int_equal(by_grid_read(buffer, rules->width, rules->height, &grid, NULL), BY_OK);
    return grid;
}

static bool allows(struct by_grid grid, int side, int at)
{
    grid.side = side;
    return by_nogo_allows(&grid, at);
}

static int count_legal(const struct by_grid *grid, int side)
{
    int count = 0;
    for (int i = 0; i < grid->width * grid->height; i++)
        count += allows(*grid, side, i);
    return count;
}

static struct by_grid after(struct by_grid grid, int side, int at)
{
    grid.cell[at] = "XO"[side];
    grid.side = !side;
    return grid;
}

/* Marks the moves that a policy may choose, out of `legal`, where all legal moves are marked.
 * `last` is the opponent's last move in the playout, or -1. */
typedef void oracle_fn(const struct by_grid *grid, int last, const bool *legal, bool *out);

/* a, b, a' and b' as the paper has them (NOGO 3.5). */
static int paper_score(const struct by_grid *grid, int at, bool full)
{
    int me = grid->side, you = !me;
    struct by_grid mine = after(*grid, me, at), yours = after(*grid, you, at);
    int a = count_legal(grid, you) - count_legal(&mine, you);
    int b = count_legal(grid, me) - count_legal(&mine, me);
    if (!full || !allows(*grid, you, at))
        return a - b;
    int a2 = count_legal(grid, you) - count_legal(&yours, you);
    int b2 = count_legal(grid, me) - count_legal(&yours, me);
    return a - b - a2 + b2;
}

static void keep_best(const struct by_grid *grid, const bool *legal, bool full, bool *out)
{
    int score[CELLS], best = -10 * CELLS, cells = grid->width * grid->height;
    for (int i = 0; i < cells; i++) {
        score[i] = legal[i] ? paper_score(grid, i, full) : -10 * CELLS;
        best = score[i] > best ? score[i] : best;
    }
    for (int i = 0; i < cells; i++)
        out[i] = legal[i] && score[i] == best;
}

static void mobility(const struct by_grid *grid, int last, const bool *legal, bool *out)
{
    (void)last;
    keep_best(grid, legal, false, out);
}

static void mobility_full(const struct by_grid *grid, int last, const bool *legal, bool *out)
{
    (void)last;
    keep_best(grid, legal, true, out);
}

/* The opponent, to move, has a reply after which the other side cannot move. */
static bool reply_stops(const struct by_grid *grid)
{
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (!by_nogo_allows(grid, i))
            continue;
        struct by_grid next = after(*grid, grid->side, i);
        if (count_legal(&next, next.side) == 0)
            return true;
    }
    return false;
}

static void antidecisive2(const struct by_grid *grid, int last, const bool *legal, bool *out)
{
    (void)last;
    int cells = grid->width * grid->height, kept = 0;
    for (int i = 0; i < cells; i++) {
        struct by_grid next = after(*grid, grid->side, i);
        out[i] = legal[i] && !reply_stops(&next);
        kept += out[i];
    }
    if (kept == 0)
        memcpy(out, legal, (size_t)cells * sizeof *out);
}

/* Steps from one cell to another as a king walks. */
static int steps(const struct by_grid *grid, int a, int b)
{
    int x = abs(a % grid->width - b % grid->width), y = abs(a / grid->width - b / grid->width);
    return x > y ? x : y;
}

static bool touch(const struct by_grid *grid, int a, int b)
{
    int x = abs(a % grid->width - b % grid->width), y = abs(a / grid->width - b / grid->width);
    return x + y == 1;
}

/* Marks the chain of the stone at `at`, and its liberties; returns how many these are. */
static int mark_chain(const struct by_grid *grid, int at, bool *chain, bool *liberty)
{
    int cells = grid->width * grid->height, count = 0;
    memset(chain, 0, CELLS * sizeof *chain);
    memset(liberty, 0, CELLS * sizeof *liberty);
    chain[at] = true;
    for (bool grew = true; grew;) {
        grew = false;
        for (int i = 0; i < cells * cells; i++) {
            int from = i / cells, to = i % cells;
            if (!chain[from] || chain[to] || !touch(grid, from, to))
                continue;
            grew |= chain[to] = grid->cell[to] == grid->cell[at];
            liberty[to] |= grid->cell[to] == '.';
        }
    }
    for (int i = 0; i < cells; i++)
        count += liberty[i];
    return count;
}

/* The four wishes of the policy `go`, each for one point. */
static bool escapes(const struct by_grid *grid, int last, int at)
{
    bool chain[CELLS], liberty[CELLS];
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (touch(grid, i, last) && grid->cell[i] == "XO"[grid->side] &&
            mark_chain(grid, i, chain, liberty) == 1 && liberty[at])
            return true;
    }
    return false;
}

static bool makes_atari(const struct by_grid *grid, int last, int at)
{
    bool chain[CELLS], liberty[CELLS];
    return mark_chain(grid, last, chain, liberty) == 2 && liberty[at];
}

static bool makes_contact(const struct by_grid *grid, int last, int at)
{
    bool own = false, theirs = false;
    for (int i = 0; i < grid->width * grid->height; i++) {
        own |= steps(grid, i, at) == 1 && grid->cell[i] == "XO"[grid->side];
        theirs |= touch(grid, i, at) && grid->cell[i] == "OX"[grid->side];
    }
    return own && theirs && steps(grid, at, last) == 1;
}

static bool fills_no_eye(const struct by_grid *grid, int at)
{
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (touch(grid, i, at) && grid->cell[i] != "XO"[grid->side])
            return true;
    }
    return false;
}

static void go_legal(const struct by_grid *grid, int last, const bool *legal, bool *out)
{
    int cells = grid->width * grid->height;
    for (int wish = last >= 0 ? 0 : 3; wish < 5; wish++) {
        bool any = false;
        for (int i = 0; i < cells; i++) {
            out[i] = legal[i] && (wish == 0   ? escapes(grid, last, i)
                                  : wish == 1 ? makes_atari(grid, last, i)
                                  : wish == 2 ? makes_contact(grid, last, i)
                                  : wish == 3 ? fills_no_eye(grid, i)
                                              : true);
            any |= out[i];
        }
        if (any)
            return;
    }
}

/* Go allows what captures, and what does not but breathes. */
static bool go_allows(const struct by_grid *grid, int at)
{
    struct by_grid next = after(*grid, grid->side, at);
    if (grid->cell[at] != '.')
        return false;
    for (int i = 0; i < grid->width * grid->height; i++) {
        if (touch(grid, i, at) && grid->cell[i] == "OX"[grid->side] && !by_nogo_breathes(&next, i))
            return true;
    }
    return by_nogo_breathes(&next, at);
}

static void go(const struct by_grid *grid, int last, const bool *legal, bool *out)
{
    bool allowed[CELLS];
    (void)legal;
    for (int i = 0; i < grid->width * grid->height; i++)
        allowed[i] = go_allows(grid, i);
    go_legal(grid, last, allowed, out);
}

/* --- policies against oracles ------------------------------------------------------------------ */

static void ask(oracle_fn *oracle, const struct by_grid *grid, int last, bool *out)
{
    bool legal[CELLS];
    for (int i = 0; i < grid->width * grid->height; i++)
        legal[i] = by_nogo_allows(grid, i);
    oracle(grid, last, legal, out);
}

/* Every move of the playout is one that the oracle would allow. */
static void follow(const struct table *table, oracle_fn *oracle)
{
    struct by_grid grid = grid_of(table->rules, table->start);
    int last = -1;
    for (int i = 0; i < table->out.length; i++) {
        bool allowed[CELLS];
        by_move move = table->plies[i].action;
        ask(oracle, &grid, last, allowed);
        assert_true(allowed[move]);
        grid = after(grid, grid.side, move);
        last = move;
    }
}

/* And those it would allow are equally likely; the illegal ones together are the chance of losing
 * at once. */
static void assert_first_moves_as_allowed(struct table *table, const char *policy,
                                          oracle_fn *oracle)
{
    struct by_grid grid = grid_of(table->rules, table->start);
    int playouts = 2000, cells = table->rules->action_count, kept = 0;
    double count[CELLS + 1] = {0}, expected[CELLS + 1] = {0};
    bool allowed[CELLS];
    ask(oracle, &grid, -1, allowed);
    for (int i = 0; i < cells; i++)
        kept += allowed[i];
    for (int i = 0; i < cells; i++) {
        if (allowed[i])
            expected[by_nogo_allows(&grid, i) ? i : cells] += (double)playouts / kept;
    }
    for (int i = 0; i < playouts; i++) {
        run(table, policy);
        count[table->out.length > 0 ? table->plies[0].action : cells]++;
    }
    assert_fits(count, expected, cells + 1);
}

/* `games` playouts on a board of 49 points; more on smaller boards, fewer on larger ones. `from` 0:
 * the fast boards; else the array boards of the sizes from there on, which take their time. */
static void assert_policy_on(int from, const char *policy, oracle_fn *oracle, int games)
{
    static const char *const settings[] = {"size=12x11", "size=9x9", "size=10x2",
                                           "size=7x7",   "size=5x4", "size=3x3"};
    const char *board = from > 0 ? "naive=on" : "naive=off";
    int effort = (long_tests() ? 100 : 1) * games * 49 * 49 * 49;
    for (size_t s = (size_t)from; s < sizeof settings / sizeof *settings; s++) {
        struct table table;
        char text[64];
        (void)snprintf(text, sizeof text, "%s %s", settings[s], board);
        table_open(&table, text);
        int cells = table.rules->action_count;
        for (int i = effort / (cells * cells * cells); i >= 0; i--) {
            if (!wander(&table, (int)by_rng_below(&table.rng, (uint32_t)cells)))
                continue;
            run(&table, policy);
            follow(&table, oracle);
            if (i % 8 == 0 && cells < (from > 0 ? 10 : 50))
                assert_first_moves_as_allowed(&table, policy, oracle);
        }
        table_close(&table);
    }
}

static void assert_policy(const char *policy, oracle_fn *oracle, int games)
{
    assert_policy_on(0, policy, oracle, games);
}

/* The array board has no playouts of its own by these names: these are every game's. */
static void mobility_of_any_game_is_that_of_nogo(void **state)
{
    (void)state;
    assert_policy_on(3, "mobility", mobility, 1);
    assert_policy_on(3, "mobility-full", mobility_full, 1);
}

static void mobility_is_the_papers(void **state)
{
    (void)state;
    assert_policy("mobility", mobility, 4);
    assert_policy("mobility-full", mobility_full, 2);
}

static void antidecisive2_keeps_a_move_for_the_next_turn(void **state)
{
    (void)state;
    assert_policy("antidecisive2", antidecisive2, 2);
    struct table table;
    table_open(&table, "size=5");
    const char *text = "OOXX./" /* after e5 the reply d2 takes all five moves that X has left */
                       "OOOXX/"
                       "O.O.O/"
                       ".O.../"
                       "XXO.O X";
    assert_int_equal(table.rules->game->read(table.rules, text, table.start, NULL), BY_OK);
    assert_first_moves_as_allowed(&table, "antidecisive2", antidecisive2);
    table_close(&table);
}

static void go_has_its_four_wishes(void **state)
{
    (void)state;
    assert_policy("go", go, 8);
    assert_policy("go-legal", go_legal, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mobility_is_the_papers),
        cmocka_unit_test(mobility_of_any_game_is_that_of_nogo),
        cmocka_unit_test(antidecisive2_keeps_a_move_for_the_next_turn),
        cmocka_unit_test(go_has_its_four_wishes),
    };
    return cmocka_run_group_tests_name("nogo policies", tests, NULL, NULL);
}
