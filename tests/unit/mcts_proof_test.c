/* mcts_proof_test.c: results that the search calls proven are those of the solver. */
#include "search/mcts/mcts.h"
#include "search/solve/solve.h"
#include "search_help.h"

static int32_t solved(const struct by_line *line)
{
    struct by_solution solution;
    struct by_error err = {0};
    struct by_solve_options small = {.table_bytes = 1 << 18}; /* thousands are opened here */
    if (by_solve(line, &small, NULL, NULL, NULL, &solution, &err))
        fail_msg("%s", err.text);
    assert_true(solution.proven);
    int32_t value = solution.value;
    by_solution_close(&solution);
    return value;
}

/* Won 1, drawn 0.5, lost 0, for the side to move. */
static double worth(int32_t value)
{
    return value > 0 ? 1 : value == 0 ? 0.5 : 0;
}

static double worth_of_move(struct by_line *line, by_move move)
{
    assert_int_equal(by_line_play(line, move, NULL), BY_OK);
    int32_t value;
    if (by_line_over(line))
        value = by_line_side(line) == 0 ? by_line_result(line) : -by_line_result(line);
    else
        value = solved(line);
    by_line_undo(line);
    return 1 - worth(value);
}

/* Every value that is called exact is true, of the position and of its moves. True: proven. */
static bool check_decision(struct by_line *line, const struct by_decision *d)
{
    assert_true(is_legal(line, d->move));
    for (int i = 0; i < d->move_count; i++)
        if (d->moves[i].bound == BY_BOUND_EXACT)
            assert_true(d->moves[i].value == worth_of_move(line, d->moves[i].move));
    for (int i = 0; i < d->move_count; i++) /* a win that is known is played */
        if (d->moves[i].bound == BY_BOUND_EXACT && d->moves[i].value == 1) {
            assert_int_equal(d->moves[0].bound, BY_BOUND_EXACT);
            assert_true(d->proven && d->value == 1 && d->moves[0].value == 1);
        }
    if (!d->proven)
        return false;
    assert_int_equal(d->bound, BY_BOUND_EXACT);
    assert_true(d->complete);
    assert_true(d->value == worth(solved(line)));
    assert_true(worth_of_move(line, d->move) == d->value); /* and the move keeps it */
    return true;
}

static const char *const specs[] = {
    "sims=3000",
    "sims=3000 rave=on",
    "sims=3000 dag=on",
    "sims=3000 selection=ucb1 c=1 draw=0 z=3",
    "sims=3000 rave=on memory=64K",
    "sims=3000 threads=2",
    "sims=3000 roots=2",
    "sims=3000 leaves=2 expand=one",
    "sims=3000 selection=omc",
    "sims=3000 reuse=on epsilon=0.2 fpu=0.5",
};
#define SPECS ((int)(sizeof specs / sizeof *specs))

/* Of games that know more: lists of few moves, wins by threats. */
static const char *const knowing[] = {
    "sims=1500 forced=on",
    "sims=1500 forced=on moves=ranked width=3 selection=puct c=2 playout=judged",
    "sims=1500 forced=on moves=active rave=on reach=2",
    "sims=1500 moves=ranked width=8 playout=judged",
    "sims=1500 forced=on moves=ranked dag=on z=0",
    "sims=1500 forced=on moves=ranked threads=2 playout=forced",
    "sims=1500 forced=on widening=on roots=2",
    "sims=1500 forced=on prior=on reuse=on memory=64K",
};
#define KNOWING ((int)(sizeof knowing / sizeof *knowing))

/* `first` random moves and up to `more`; `least` of a hundred must be proven. */
static void check_specs(const char *game, const char *settings, int first, int more, int least,
                        const char *const *list, int specs_count)
{
    struct by_rules *rules = open_rules(game, settings);
    struct by_line *line = open_line(rules);
    struct by_rng rng;
    int proven = 0, tries = long_or(1000, 100);
    by_rng_init(&rng, 8, 0);
    for (int i = 0; i < tries; i++) {
        char spec[128];
        do /* games that end early leave too much to solve */
            walk(line, first + (int)by_rng_below(&rng, (uint32_t)more + 1), &rng);
        while (line->count < first);
        (void)snprintf(spec, sizeof spec, "mcts %s", list[i % specs_count]);
        struct by_decision decision = think(line, spec, (uint64_t)i, NULL);
        proven += check_decision(line, &decision);
        by_decision_close(&decision);
    }
    print_message("# %s %s: %d of %d proven\n", game, settings ? settings : "", proven, tries);
    assert_true(proven * 100 >= least * tries);
    by_line_close(line);
    by_rules_close(rules);
}

static void check_game(const char *game, const char *settings, int first, int more, int least)
{
    check_specs(game, settings, first, more, least, specs, SPECS);
}

/* Lists that leave moves out prove wins alone; those that must be answered prove losses, too. */
static void small_gomoku_by_threats(void **state)
{
    (void)state;
    check_specs("gomoku", "size=6x5", 14, 8, 10, knowing, KNOWING);
    check_specs("gomoku", "size=7x5 rule=exact", 20, 8, 10, knowing, KNOWING);
    check_specs("gomoku", "size=6x6 rule=renju", 20, 8, 10, knowing, KNOWING);
}

static void tictactoe(void **state)
{
    (void)state;
    check_game("tictactoe", NULL, 2, 6, 80);
}

static void small_mnk(void **state)
{
    (void)state;
    check_game("mnk", "m=4 n=3 k=3", 3, 7, 85);
    check_game("mnk", "m=4 n=4 k=4", 6, 8, 50);
}

static void connect4_endings(void **state)
{
    (void)state;
    check_game("connect4", "size=5x4", 10, 8, 70);
    check_game("connect4", "size=7x6", 32, 9, 70);
}

static void breakthrough(void **state)
{
    (void)state;
    check_game("breakthrough", "size=4x5", 6, 10, 50);
}

static void small_nogo(void **state)
{
    (void)state;
    check_game("nogo", "size=3x3", 0, 6, 75);
    check_game("nogo", "size=4x4", 4, 8, 60);
}

/* Rows of the test's own; every one has another start. */
static void stones(void **state)
{
    (void)state;
    struct by_rng rng;
    int proven = 0, tries = long_or(1000, 100);
    by_rng_init(&rng, 4, 0);
    for (int i = 0; i < tries; i++) {
        char row[128] = "", spec[128];
        int count = 3 + (int)by_rng_below(&rng, 8);
        for (int j = 0; j < count; j++)
            (void)snprintf(row + strlen(row), sizeof row - strlen(row), "%d ",
                           (int)by_rng_below(&rng, 12) - 3);
        struct by_rules *rules = open_rules_at("stones", NULL, row);
        struct by_line *line = open_line(rules);
        (void)snprintf(spec, sizeof spec, "mcts %s", specs[i % SPECS]);
        struct by_decision decision = think(line, spec, (uint64_t)i, NULL);
        proven += check_decision(line, &decision);
        by_decision_close(&decision);
        by_line_close(line);
        by_rules_close(rules);
    }
    print_message("# stones: %d of %d proven\n", proven, tries);
    assert_true(proven * 10 >= 9 * tries);
}

/* --- wins that may not be missed ------------------------------------------------------------- */

static bool wins_at_once(struct by_line *line, by_move move)
{
    int side = by_line_side(line);
    assert_int_equal(by_line_play(line, move, NULL), BY_OK);
    bool over = by_line_over(line);
    int32_t result = over ? by_line_result(line) : 0;
    by_line_undo(line);
    return over && (side == 0 ? result > 0 : result < 0);
}

static bool has_win(struct by_line *line)
{
    by_move moves[HELP_MOVES_MAX];
    int count = by_line_moves(line, moves);
    for (int i = 0; i < count; i++)
        if (wins_at_once(line, moves[i]))
            return true;
    return false;
}

/* Any number of simulations, also none, and any rule. */
static void a_win_in_one_is_never_missed(void **state)
{
    (void)state;
    static const char *const games[][2] = {{"tictactoe", NULL},
                                           {"connect4", NULL},
                                           {"breakthrough", "size=5x5"},
                                           {"nogo", "size=4x4"}};
    static const char *const rules_of_play[] = {
        "",         "rave=on",   "selection=ucb1 fpu=0.2", "threads=2",         "roots=2",
        "leaves=2", "epsilon=1", "selection=puct",         "iteration=oth z=2", "dag=on"};
    struct by_rng rng;
    int found = 0;
    by_rng_init(&rng, 6, 0);
    for (int g = 0; g < 4; g++) {
        struct by_rules *rules = open_rules_at(games[g][0], games[g][1], NULL);
        struct by_line *line = open_line(rules);
        for (int i = 0; i < long_or(10000, 500); i++) {
            char spec[128];
            walk(line, (int)by_rng_below(&rng, 30), &rng);
            if (!has_win(line))
                continue;
            (void)snprintf(spec, sizeof spec, "mcts sims=%d memory=1M %s",
                           1 + (int)by_rng_below(&rng, 30), rules_of_play[found++ % 10]);
            struct by_decision decision = think(line, spec, (uint64_t)i, NULL);
            assert_true(wins_at_once(line, decision.move));
            assert_true(decision.proven && decision.value == 1);
            by_decision_close(&decision);
        }
        by_line_close(line);
        by_rules_close(rules);
    }
    assert_true(found > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_gomoku_by_threats),
        cmocka_unit_test(tictactoe),
        cmocka_unit_test(small_mnk),
        cmocka_unit_test(connect4_endings),
        cmocka_unit_test(breakthrough),
        cmocka_unit_test(small_nogo),
        cmocka_unit_test(stones),
        cmocka_unit_test(a_win_in_one_is_never_missed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
