/* pns_test.c: proof-number search tells the truth: against plain recursion on thousands of random
 * positions of every game and on random trees, against alpha-beta on whole boards, with tables of
 * every size down to four entries; and its table keeps what it should. */
#include "search/proof/pns.h"
#include "search/solve/solve.h"
#include "search_help.h"
#include "tree_help.h"

/* --- questions --------------------------------------------------------------------------- */

/* The settings to try: the smallest table there is, a small one, an ample one. */
static const struct by_pns_options settings[] = {
    {64, false, false},
    {64, true, true},
    {4096, true, false},
    {(size_t)1 << 20, false, true},
    {(size_t)1 << 20, true, true},
};
#define SETTINGS ((int)(sizeof settings / sizeof *settings))

static const struct by_events nobody;

static void open_pns(struct by_pns *pns, const struct by_rules *rules, int setting)
{
    struct by_error err = {0};
    if (by_pns_open(pns, rules, &settings[setting], &err))
        fail_msg("%s", err.text);
    pns->walk.events = &nobody;
}

/* Every question about the position near its value is answered right, and a yes with a move
 * that keeps the promise. */
static void check_questions(struct by_pns *pns, const void *position, int64_t value)
{
    const struct by_rules *rules = pns->walk.rules;
    for (int64_t least = value - 2; least <= value + 2; least++) {
        if (!rules->game->has_margin && (least < 0 || least > 1))
            continue;
        by_move move = BY_NO_MOVE;
        by_pns_stand(pns, position);
        enum by_answer answer = by_pns_ask(pns, least, least % 2 ? &move : NULL);
        assert_int_equal(answer, value >= least ? BY_ANSWER_YES : BY_ANSWER_NO);
        if (answer == BY_ANSWER_YES && least % 2)
            assert_true(plain_move_value(rules, NULL, position, move, HELP_FULL) >= least);
        /* What it tells beyond the question is true too. */
        int64_t told = by_pns_tells(pns, answer);
        assert_true(answer == BY_ANSWER_YES ? told >= least && told <= value
                                            : told < least && told >= value);
    }
}

static void check_line(const struct by_rules *rules, struct by_pns *pns, const void *position,
                       int64_t value)
{
    by_move line[BY_PV_MAX];
    _Alignas(16) unsigned char here[HELP_POSITION_MAX];
    by_move scratch[HELP_MOVES_MAX];
    by_pns_stand(pns, position);
    int count = by_pns_follow(pns, value, line, BY_PV_MAX);
    memcpy(here, position, rules->position_size);
    for (int i = 0; i < count; i++) {
        assert_true(by_move_legal(rules, here, line[i], scratch));
        rules->game->play(rules, here, line[i], NULL);
    }
    if (count == BY_PV_MAX)
        return;
    assert_true(rules->game->over(rules, here));
    int64_t result = rules->game->result(rules, here);
    assert_int_equal(rules->game->side(rules, position) == 0 ? result : -result, value);
}

static void check_value(const struct by_rules *rules, struct by_pns *pns, const void *position,
                        int64_t value)
{
    struct by_pns_value found = by_pns_any(rules);
    by_pns_stand(pns, position);
    by_pns_value(pns, &found, NULL, NULL);
    assert_int_equal(found.low, value);
    assert_int_equal(found.high, value);
    check_questions(pns, position, value);
    check_line(rules, pns, position, value);
}

struct tour {
    struct by_rng rng;
    int positions;
};

/* Random positions from which plain recursion comes to an end; the same table throughout. */
static void check_game(const struct by_rules *rules, void *context)
{
    struct tour *tour = context;
    struct by_line *line = open_line(rules);
    struct by_pns pns[SETTINGS];
    int cap = long_or(100000, 5000);
    for (int k = 0; k < SETTINGS; k++)
        open_pns(&pns[k], rules, k);
    for (int i = 0; i < long_or(2000, 500); i++) {
        walk(line, (int)by_rng_below(&tour->rng, (uint32_t)rules->max_length + 1), &tour->rng);
        const void *position = by_line_position(line);
        if (by_line_over(line) || count_below(rules, position, HELP_FULL, cap) >= cap)
            continue;
        int64_t value = plain_value(rules, NULL, position, HELP_FULL);
        for (int k = 0; k < SETTINGS; k++)
            check_value(rules, &pns[k], position, value);
        tour->positions++;
    }
    for (int k = 0; k < SETTINGS; k++)
        by_pns_close(&pns[k]);
    by_line_close(line);
}

static void answers_are_true_in_every_game(void **state)
{
    (void)state;
    struct tour tour = {.positions = 0};
    by_rng_init(&tour.rng, 61, 0);
    for_every_certain_game(check_game, &tour);
    assert_true(tour.positions > 5000);
}

static void answers_are_true_on_random_trees(void **state)
{
    (void)state;
    struct by_rng rng;
    struct sapling tree;
    by_rng_init(&rng, 67, 0);
    for (int i = 0; i < long_or(200000, 20000); i++) {
        grow_random(&tree, &rng);
        struct by_rules *rules = plant(&tree);
        struct by_pns pns;
        open_pns(&pns, rules, (int)by_rng_below(&rng, SETTINGS));
        check_value(rules, &pns, rules->start, root_value(&tree));
        by_pns_close(&pns);
        by_rules_close(rules);
    }
}

/* --- whole boards -------------------------------------------------------------------------- */

static void solve_with(const struct by_line *line, enum by_solve_method method, size_t table,
                       struct by_solution *out)
{
    struct by_error err = {0};
    struct by_solve_options options = {.method = method, .table_bytes = table};
    if (by_solve(line, &options, NULL, NULL, NULL, out, &err))
        fail_msg("%s", err.text);
    assert_true(out->proven);
}

static void assert_same_solution(const struct by_solution *a, const struct by_solution *b)
{
    assert_int_equal(a->value, b->value);
    assert_int_equal(a->best_count, b->best_count);
    assert_memory_equal(a->best, b->best, (size_t)a->best_count * sizeof *a->best);
}

static void both_methods_solve_whole_boards_alike(void **state)
{
    (void)state;
    static const struct {
        const char *game, *settings, *position;
        bool long_only;
    } boards[] = {
        {"tictactoe", NULL, NULL, false},
        {"mnk", "m=4 n=3 k=3", NULL, false},
        {"mnk", "m=5 n=2 k=2", NULL, false},
        {"connect4", "size=4x3", NULL, false},
        {"connect4", "size=4x4", NULL, true},
        {"breakthrough", "size=3x3", NULL, false},
        {"breakthrough", "size=5x3", NULL, false},
        {"breakthrough", "size=3x4", NULL, false},
        {"breakthrough", "size=4x4", NULL, false},
        {"breakthrough", "size=5x4", NULL, true},
        {"breakthrough", "size=3x5", NULL, true},
        {"nim", NULL, "13", false},
        {"nim", NULL, "7 9", false},
        {"stones", NULL, "3 -1 4 1 -5 9 2 6 5 -3 5 8", false},
    };
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++) {
        if (boards[i].long_only && !long_or(1, 0))
            continue;
        struct by_rules *rules =
            open_rules_at(boards[i].game, boards[i].settings, boards[i].position);
        struct by_line *line = open_line(rules);
        struct by_solution truth, ample, scarce;
        solve_with(line, BY_SOLVE_ALPHABETA, 0, &truth);
        solve_with(line, BY_SOLVE_PNS, 0, &ample);
        solve_with(line, BY_SOLVE_PNS, 4096, &scarce);
        assert_same_solution(&truth, &ample);
        assert_same_solution(&truth, &scarce);
        assert_string_equal(ample.method, "pns");
        by_solution_close(&truth);
        by_solution_close(&ample);
        by_solution_close(&scarce);
        by_line_close(line);
        by_rules_close(rules);
    }
}

/* Races known beforehand change the work, not the answer, on boards too large for recursion. */
static void theory_changes_no_answer(void **state)
{
    (void)state;
    struct by_rules *rules =
        open_rules_at("breakthrough", long_or(1, 0) ? "size=4x5" : "size=3x5", NULL);
    struct by_pns with, without;
    struct by_line *line = open_line(rules);
    struct by_rng rng;
    by_rng_init(&rng, 71, 0);
    open_pns(&with, rules, 4);
    open_pns(&without, rules, 4);
    without.theory = false;
    for (int i = 0; i < long_or(300, 100); i++) {
        walk(line, (int)by_rng_below(&rng, 10), &rng);
        by_pns_stand(&with, by_line_position(line));
        by_pns_stand(&without, by_line_position(line));
        assert_int_equal(by_pns_ask(&with, 1, NULL), by_pns_ask(&without, 1, NULL));
    }
    assert_true(with.walk.nodes < without.walk.nodes / 2);
    by_pns_close(&with);
    by_pns_close(&without);
    by_line_close(line);
    by_rules_close(rules);
}

/* --- decisions ------------------------------------------------------------------------------ */

static void a_decision_is_proven_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *game, *settings, *position, *spec;
        int value;
    } cases[] = {
        {"tictactoe", NULL, NULL, "pns", 0},
        {"tictactoe", NULL, "XX./OO./... X", "pns table=1K", 1},
        {"tictactoe", NULL, "XX./OO./X.. O", "pns symmetry=off", 1},
        {"breakthrough", "size=3x5", NULL, "pns", -1},
        {"breakthrough", "size=3x5", NULL, "pns table=64K theory=off", -1},
        {"nim", NULL, "7", "pns theory=off", -1}, /* Grundy's game: OEIS A002188 */
        {"nim", NULL, "8", "pns theory=off", 1},
        {"stones", NULL, "1 2 3 7", "pns theory=off", -1},
        {"tree", NULL, "((3 12 8)(2 4 6)(14 5 2)) X", "pns", 3},
        {"tree", NULL, "((3 12 8)(2 4 6)(14 5 2)) O", "pns", -6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_rules *rules = open_rules_at(cases[i].game, cases[i].settings, cases[i].position);
        struct by_line *line = open_line(rules);
        char spec[128];
        (void)snprintf(spec, sizeof spec, "%s time=60", cases[i].spec);
        struct by_decision decision = think(line, spec, 1, NULL);
        assert_true(decision.proven && decision.complete);
        assert_int_equal(decision.bound, BY_BOUND_EXACT);
        assert_int_equal((int)decision.value, cases[i].value);
        assert_lists_moves(line, &decision);
        int side = by_line_side(line);
        for (int k = 0; k < decision.pv_count; k++)
            assert_int_equal(by_line_play(line, decision.pv[k], NULL), BY_OK);
        assert_true(by_line_over(line));
        int result = by_line_result(line);
        assert_int_equal(side == 0 ? result : -result, cases[i].value);
        by_decision_close(&decision);
        by_line_close(line);
        by_rules_close(rules);
    }
}

/* What is said of the other moves is true: exact values, and bounds on the right side. */
static void check_moves(const struct by_line *line)
{
    struct by_decision decision = think(line, "pns nodes=100000", 1, NULL);
    assert_true(decision.proven);
    for (int i = 0; i < decision.move_count; i++) {
        const struct by_move_stat *stat = &decision.moves[i];
        double truth = (double)plain_move_value(line->rules, NULL, by_line_position(line),
                                                stat->move, HELP_FULL);
        if (stat->bound == BY_BOUND_EXACT)
            assert_true(stat->value == truth);
        if (stat->bound == BY_BOUND_LOWER)
            assert_true(stat->value <= truth);
        if (stat->bound == BY_BOUND_UPPER)
            assert_true(stat->value >= truth);
    }
    assert_int_equal(decision.moves[0].bound, BY_BOUND_EXACT);
    by_decision_close(&decision);
}

static void check_game_moves(const struct by_rules *rules, void *context)
{
    struct tour *tour = context;
    struct by_line *line = open_line(rules);
    for (int i = 0; i < long_or(300, 30); i++) {
        walk(line, (int)by_rng_below(&tour->rng, (uint32_t)rules->max_length + 1), &tour->rng);
        if (!by_line_over(line) &&
            count_below(rules, by_line_position(line), HELP_FULL, 2000) < 2000)
            check_moves(line);
    }
    by_line_close(line);
}

static void what_is_said_of_each_move_is_true(void **state)
{
    (void)state;
    struct tour tour = {.positions = 0};
    by_rng_init(&tour.rng, 73, 0);
    for_every_certain_game(check_game_moves, &tour);
}

/* A stop in the middle leaves a legal move and says that nothing is proven; going on with the
 * same table comes to the end, and so in fewer steps than from the beginning. */
static void an_interrupted_search_goes_on(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", "size=3x5");
    struct by_line *line = open_line(rules);
    struct by_decision whole = think(line, "pns time=60", 1, NULL), decision;
    struct by_searcher *searcher = open_searcher(rules, "pns", 1);
    struct by_limits limits = {.nodes = whole.work.nodes / 2};
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    by_searcher_think(searcher, line, &limits, NULL, &decision, NULL);
    assert_false(decision.proven);
    assert_int_equal(decision.work.nodes, limits.nodes);
    limits.nodes = whole.work.nodes * 3 / 4;
    by_searcher_think(searcher, line, &limits, NULL, &decision, NULL);
    assert_true(decision.proven);
    assert_true(decision.value == whole.value);
    by_searcher_close(searcher);
    by_decision_close(&decision);
    by_decision_close(&whole);
    by_line_close(line);
    by_rules_close(rules);
}

/* --- the table --------------------------------------------------------------------------------- */

static struct by_proof numbers(uint32_t phi, uint32_t delta)
{
    return (struct by_proof){phi, delta};
}

static void the_table_keeps_the_dear_and_the_new(void **state)
{
    (void)state;
    struct by_proof_table table;
    assert_int_equal(by_proof_table_open(&table, 64, NULL), BY_OK); /* one bucket */
    for (uint64_t key = 1; key <= 3; key++)
        by_proof_table_store(&table, key, numbers((uint32_t)key, 7), 1000000);
    for (uint64_t key = 10; key < 100; key++) {
        by_proof_table_store(&table, key, numbers(5, (uint32_t)key), key);
        const struct by_proof_entry *entry = by_proof_table_find(&table, key);
        assert_non_null(entry);
        assert_int_equal(by_proof_of(entry).delta, key);
        assert_null(by_proof_table_find(&table, key - 1 < 10 ? 1000 : key - 1));
    }
    for (uint64_t key = 1; key <= 3; key++) {
        assert_non_null(by_proof_table_find(&table, key));
        assert_int_equal(by_proof_of(by_proof_table_find(&table, key)).phi, key);
    }
    by_proof_table_store(&table, 2, numbers(BY_PROOF_INF, 0), 1); /* known better: work is kept */
    by_proof_table_store(&table, 200, numbers(1, 1), 900);
    by_proof_table_store(&table, 201, numbers(1, 1), 900);
    assert_int_equal(by_proof_of(by_proof_table_find(&table, 2)).phi, BY_PROOF_INF);
    by_proof_table_clear(&table);
    assert_null(by_proof_table_find(&table, 2));
    by_proof_table_close(&table);
}

static int count_entries(const struct by_proof_table *table)
{
    size_t cursor = 0;
    int count = 0;
    while (by_proof_table_next(table, &cursor))
        count++;
    return count;
}

/* Clearing forgets everything, after few stores and after many. */
static void forgetting_is_complete(void **state)
{
    (void)state;
    static const int stores[] = {0, 1, 100, 1000, 100000};
    struct by_proof_table table;
    assert_int_equal(by_proof_table_open(&table, (size_t)1 << 20, NULL), BY_OK);
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
            for (int k = 1; k <= stores[i]; k++)
                by_proof_table_store(&table, by_mix64((uint64_t)k), numbers(1, 2), (uint64_t)k);
            int count = count_entries(&table);
            assert_true(stores[i] > 1000 ? count > 50000 : count == stores[i]);
            by_proof_table_clear(&table);
            assert_int_equal(count_entries(&table), 0);
        }
    by_proof_table_close(&table);
}

static void entries_move_to_another_table(void **state)
{
    (void)state;
    struct by_proof_table from, to;
    size_t cursor = 0;
    const struct by_proof_entry *entry;
    assert_int_equal(by_proof_table_open(&from, 100000, NULL), BY_OK);
    assert_int_equal(by_proof_table_open(&to, 250000, NULL), BY_OK);
    for (int k = 1; k <= 3000; k++)
        by_proof_table_store(&from, by_mix64((uint64_t)k), numbers(1, (uint32_t)k), (uint64_t)k);
    while ((entry = by_proof_table_next(&from, &cursor)))
        assert_true(by_proof_table_insert(&to, entry));
    for (cursor = 0; (entry = by_proof_table_next(&from, &cursor));) {
        const struct by_proof_entry *copy = by_proof_table_find(&to, entry->key);
        assert_non_null(copy);
        assert_int_equal(copy->data, entry->data);
    }
    /* Numbers that contradict each other are no entry. */
    static const uint64_t bad[] = {0, UINT64_MAX, (uint64_t)BY_PROOF_INF << 8 | 1,
                                   (uint64_t)1 << 36 | (uint64_t)BY_PROOF_INF << 8,
                                   (uint64_t)BY_PROOF_INF << 36 | 1 << 8};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(by_proof_table_insert(&to, &(struct by_proof_entry){5, bad[i]}), i == 2);
    assert_false(by_proof_table_insert(&to, &(struct by_proof_entry){0, 1}));
    by_proof_table_close(&from);
    by_proof_table_close(&to);
}

static void impossible_tables_are_refused(void **state)
{
    (void)state;
    struct by_proof_table table;
    struct by_error err = {0};
    assert_int_equal(by_proof_table_open(&table, 63, &err), BY_BAD_INPUT);
    assert_int_equal(by_proof_table_open(&table, BY_PROOF_TABLE_BYTES_MAX + 1, &err), BY_BAD_INPUT);
    by_proof_table_close(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_true_in_every_game),
        cmocka_unit_test(answers_are_true_on_random_trees),
        cmocka_unit_test(both_methods_solve_whole_boards_alike),
        cmocka_unit_test(theory_changes_no_answer),
        cmocka_unit_test(a_decision_is_proven_with_its_line),
        cmocka_unit_test(what_is_said_of_each_move_is_true),
        cmocka_unit_test(an_interrupted_search_goes_on),
        cmocka_unit_test(the_table_keeps_the_dear_and_the_new),
        cmocka_unit_test(forgetting_is_complete),
        cmocka_unit_test(entries_move_to_another_table),
        cmocka_unit_test(impossible_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
