/* search_test.c: what every search promises, whatever it computes: whole and legal decisions,
 * the same answer for the same seed, even chances, clear refusals. */
#include "search_help.h"

/* One spec per search, and the options that change what it does. */
static const char *const specs[] = {
    "random",
    "minimax",
    "minimax tie=random",
    "minimax tie=fastest",
    "negamax",
    "negamax tie=random",
    "negamax tie=fastest",
    "alphabeta plain=on",
    "alphabeta plain=on order=best",
    "alphabeta plain=on order=worst",
    "alphabeta plain=on order=random",
    "pns",
    "pns table=1K symmetry=off theory=off",
};
#define SPECS ((int)(sizeof specs / sizeof *specs))

static bool is_random(const char *spec)
{
    return strcmp(spec, "random") == 0;
}

/* Proof-number search knows no depth. */
static bool has_depth(const char *spec)
{
    return !is_random(spec) && strncmp(spec, "pns", 3) != 0;
}

/* Where nature is to move there is no line; where it moves next, the line ends. */
static void assert_line_legal(struct by_line *line, const struct by_decision *decision)
{
    if (by_line_nature(line)) {
        assert_int_equal(decision->pv_count, 0);
        return;
    }
    assert_in_range(decision->pv_count, 1, BY_PV_MAX);
    assert_int_equal(decision->pv[0], decision->move);
    for (int i = 0; i < decision->pv_count; i++) {
        assert_false(by_line_nature(line));
        assert_int_equal(by_line_play(line, decision->pv[i], NULL), BY_OK);
    }
    for (int i = 0; i < decision->pv_count; i++)
        by_line_undo(line);
}

static bool understands_chance(const char *spec)
{
    char name[32];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, " "), spec);
    return by_search_find(name)->chance && strstr(spec, "fastest") == NULL;
}

/* --- decisions on every game ------------------------------------------------------- */

static void check_game(const struct by_rules *rules, void *context)
{
    struct by_rng *rng = context;
    struct by_line *line = open_line(rules);
    char spec[128];
    for (int round = 0; round < long_or(20, 3); round++) {
        walk(line, (int)by_rng_below(rng, (uint32_t)rules->max_length + 1), rng);
        for (int i = 0; i < SPECS && !by_line_over(line); i++) {
            (void)snprintf(spec, sizeof spec, "%s%s", specs[i],
                           is_random(specs[i]) ? "" : " nodes=300");
            if (rules->has_chance && !understands_chance(specs[i]))
                continue;
            struct by_decision first = think(line, spec, 7, NULL), again;
            assert_true(by_line_nature(line) ? first.move == BY_NO_MOVE
                                             : is_legal(line, first.move));
            assert_lists_moves(line, &first);
            assert_line_legal(line, &first);
            assert_in_range(first.work.leaves, 0, first.work.nodes);
            again = think(line, spec, 7, NULL);
            assert_same_decision(&first, &again);
            by_decision_close(&first);
            by_decision_close(&again);
        }
    }
    by_line_close(line);
}

static void decisions_are_whole_and_repeatable_in_every_game(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 11, 0);
    for_every_game(check_game, &rng);
}

static void a_reset_searcher_is_like_a_new_one(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("connect4", NULL);
    struct by_line *line = open_line(rules);
    for (int i = 0; i < SPECS; i++) {
        struct by_searcher *searcher = open_searcher(rules, specs[i], 1);
        struct by_limits limits = {.depth = 3, .nodes = has_depth(specs[i]) ? 0 : 500};
        struct by_decision used, fresh;
        assert_int_equal(by_decision_open(rules, &used, NULL), BY_OK);
        for (int k = 0; k < 3; k++)
            by_searcher_think(searcher, line, &limits, NULL, &used, NULL);
        by_searcher_stop(searcher);
        by_searcher_reset(searcher, 99);
        by_searcher_think(searcher, line, &limits, NULL, &used, NULL);
        char spec[128];
        const char *limit = is_random(specs[i]) ? "" : " nodes=500";
        (void)snprintf(spec, sizeof spec, "%s%s", specs[i],
                       has_depth(specs[i]) ? " depth=3" : limit);
        fresh = think(line, spec, 99, NULL);
        assert_same_decision(&used, &fresh);
        by_decision_close(&used);
        by_decision_close(&fresh);
        by_searcher_close(searcher);
    }
    by_line_close(line);
    by_rules_close(rules);
}

static void a_single_move_is_played(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules_at("tictactoe", NULL, "XOX/XOO/OX. X");
    struct by_line *line = open_line(rules);
    for (int i = 0; i < SPECS; i++) {
        struct by_decision decision = think(line, specs[i], 1, NULL);
        assert_int_equal(decision.move_count, 1);
        assert_true(is_legal(line, decision.move));
        assert_int_equal(decision.pv_count, 1);
        assert_true(decision.complete);
        if (!is_random(specs[i])) {
            assert_true(decision.proven);
            assert_true(decision.value == 0);
        }
        by_decision_close(&decision);
    }
    by_line_close(line);
    by_rules_close(rules);
}

static void a_finished_game_has_no_move_but_a_value(void **state)
{
    (void)state;
    static const struct {
        const char *moves;
        double value; /* for the side to move */
    } ends[] = {
        {"a1 b1 a2 b2 a3", -1}, /* X has won, O is to move */
        {"a1 b1 a2 b2 c3 b3", -1},
        {"a1 b2 c3 b1 b3 a3 c1 c2 a2", 0},
    };
    struct by_rules *rules = open_rules("tictactoe", NULL);
    for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
        struct by_line *line = open_line(rules);
        assert_int_equal(by_line_play_list(line, ends[e].moves, NULL), BY_OK);
        assert_true(by_line_over(line));
        for (int i = 0; i < SPECS; i++) {
            struct by_decision decision = think(line, specs[i], 1, NULL);
            assert_int_equal(decision.move, BY_NO_MOVE);
            assert_int_equal(decision.move_count, 0);
            assert_int_equal(decision.pv_count, 0);
            assert_true(decision.value == ends[e].value);
            assert_true(decision.proven && decision.complete);
            by_decision_close(&decision);
        }
        by_line_close(line);
    }
    by_rules_close(rules);
}

/* --- chance ------------------------------------------------------------------------- */

static void count_moves(const char *spec, bool reset, int trials, int *counts)
{
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_line *line = open_line(rules);
    struct by_searcher *searcher = open_searcher(rules, spec, 5);
    struct by_decision decision;
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    for (int i = 0; i < trials; i++) {
        if (reset)
            by_searcher_reset(searcher, (uint64_t)i);
        assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &decision, NULL), BY_OK);
        assert_in_range(decision.move, 0, 8);
        counts[decision.move]++;
    }
    by_decision_close(&decision);
    by_searcher_close(searcher);
    by_line_close(line);
    by_rules_close(rules);
}

/* With successive moves of one seed, and with the first move of successive seeds. Nine equal
 * moves are what a one-ply look at the empty board without an evaluation sees. */
static void chance_is_even(void **state)
{
    (void)state;
    static const char *const even[] = {"random", "minimax tie=random depth=1 eval=none",
                                       "negamax tie=random depth=1 eval=none"};
    for (int i = 0; i < 3; i++) {
        for (int reset = 0; reset < 2; reset++) {
            int counts[9] = {0};
            count_moves(even[i], reset == 1, long_or(90000, 9000), counts);
            assert_even(counts, 9);
        }
    }
}

static void another_seed_decides_otherwise(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("breakthrough", NULL);
    struct by_line *line = open_line(rules);
    int different = 0;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct by_decision a = think(line, "random", seed, NULL);
        struct by_decision b = think(line, "random", seed + 1000, NULL);
        different += a.move != b.move;
        by_decision_close(&a);
        by_decision_close(&b);
    }
    assert_true(different > 35); /* 22 moves: 1 in 22 agrees by chance */
    by_line_close(line);
    by_rules_close(rules);
}

/* --- refusals ---------------------------------------------------------------------------- */

static void bad_specs_are_refused_with_what_is_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *words[3];
    } bad[] = {
        {"", {""}},
        {"minimaks", {"minimaks", "minimax", "alphabeta"}},
        {"minimax frog=1", {"frog", "depth", "eval"}},
        {"random depth=3", {"depth"}},
        {"minimax depth=0", {"depth", "1"}},
        {"minimax depth=-1", {"depth", "1"}},
        {"minimax depth=1000000000", {"depth", "10000"}},
        {"minimax depth=3x", {"depth"}},
        {"minimax depth=nan", {"depth"}},
        {"minimax depth=", {"depth"}},
        {"minimax depth", {"depth"}},
        {"minimax depth=3 depth=4", {"depth"}},
        {"minimax tie=last", {"tie", "first|random|fastest"}},
        {"minimax time=nan", {"time"}},
        {"minimax time=-1", {"time"}},
        {"minimax nodes=0", {"nodes"}},
        {"minimax eval=beauty", {"beauty", "tictactoe", "none"}},
        {"alphabeta plain=on order=odd", {"order", "best|worst|random|static"}},
        {"alphabeta plain=on eval=none order=static", {"order", "best"}},
        {"minimax \"", {""}},
    };
    struct by_rules *rules = open_rules("tictactoe", NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct by_searcher *searcher = (struct by_searcher *)rules; /* must become NULL */
        struct by_error err = {0};
        enum by_status status = by_searcher_open(rules, bad[i].spec, 1, &searcher, &err);
        if (status != BY_BAD_INPUT)
            fail_msg("'%s' is not refused", bad[i].spec);
        assert_null(searcher);
        assert_true(err.text[0] != '\0' && !strchr(err.text, '\n'));
        for (int w = 0; w < 3 && bad[i].words[w]; w++)
            if (!strstr(err.text, bad[i].words[w]))
                fail_msg("'%s': '%s' does not say '%s'", bad[i].spec, err.text, bad[i].words[w]);
        assert_int_equal(by_searcher_open(rules, bad[i].spec, 1, &searcher, NULL), BY_BAD_INPUT);
    }
    by_rules_close(rules);
}

/* The sentence about an unknown evaluation names every one the game has. */
static void check_eval_names(const struct by_rules *rules, void *context)
{
    (void)context;
    struct by_searcher *searcher;
    struct by_error err = {0};
    assert_int_equal(by_searcher_open(rules, "minimax eval=beauty", 1, &searcher, &err),
                     BY_BAD_INPUT);
    const struct by_eval *eval = rules->game->evals;
    for (; eval && eval->name; eval++)
        if (!strstr(err.text, eval->name))
            fail_msg("'%s' does not name %s", err.text, eval->name);
}

static void unknown_evaluations_are_answered_with_the_known(void **state)
{
    (void)state;
    for_every_game(check_eval_names, NULL);
}

static void a_line_of_other_rules_is_refused(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_rules *others = open_rules("connect4", NULL);
    struct by_line *line = open_line(others);
    struct by_decision decision;
    struct by_error err = {0};
    assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
    struct by_searcher *searcher = open_searcher(rules, "minimax", 1);
    assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &decision, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "rules"));
    by_searcher_close(searcher);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(others);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_whole_and_repeatable_in_every_game),
        cmocka_unit_test(a_reset_searcher_is_like_a_new_one),
        cmocka_unit_test(a_single_move_is_played),
        cmocka_unit_test(a_finished_game_has_no_move_but_a_value),
        cmocka_unit_test(chance_is_even),
        cmocka_unit_test(another_seed_decides_otherwise),
        cmocka_unit_test(bad_specs_are_refused_with_what_is_accepted),
        cmocka_unit_test(unknown_evaluations_are_answered_with_the_known),
        cmocka_unit_test(a_line_of_other_rules_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
