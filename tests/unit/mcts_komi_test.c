/* mcts_komi_test.c: a komi that moves keeps games open for the search, and is not heard of outside. */
#include "search/mcts/mcts.h"
#include "search_help.h"

/* What is left of a think. */
struct seen {
    int32_t extra; /* that playouts were counted with in the end */
    double told;   /* the chance that was told of the move */
    double share;  /* what the tree has of the move */
    uint64_t visits[96];
    by_move move;
};

static struct seen think_about(const char *settings, const char *spec, int times)
{
    struct seen seen = {.extra = 0};
    struct by_rules *rules = open_rules("go", settings);
    struct by_line *line = open_line(rules);
    struct by_searcher *searcher = open_searcher(rules, spec, 5);
    struct by_decision d;
    struct by_core_move moves[96];
    assert_int_equal(by_decision_open(rules, &d, NULL), BY_OK);
    for (int i = 0; i < times; i++)
        assert_int_equal(by_searcher_think(searcher, line, NULL, NULL, &d, NULL), BY_OK);
    const struct by_core *core = by_mcts_core(by_mcts_of(searcher), 0);
    int count = by_core_moves(core, moves);
    seen.extra = atomic_load(&core->extra);
    seen.told = d.value;
    seen.move = d.move;
    for (int i = 0; i < count; i++) {
        seen.visits[moves[i].move] = moves[i].tally.visits;
        if (moves[i].move == d.move)
            seen.share = by_core_move_value(&moves[i]);
    }
    by_decision_close(&d);
    by_searcher_close(searcher);
    by_line_close(line);
    by_rules_close(rules);
    return seen;
}

static void it_weighs_on_who_leads(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        int sign;
    } cases[] = {{"size=9 komi=60.5", -1}, {"size=9 komi=-60.5", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct seen plain = think_about(cases[i].settings, "mcts playout=tactical sims=2000", 1);
        struct seen moved =
            think_about(cases[i].settings, "mcts playout=tactical sims=2000 dynkomi=on", 1);
        assert_int_equal(plain.extra, 0);
        assert_true(cases[i].sign * moved.extra > 0);
        assert_int_equal(moved.extra % 2, 0);
        assert_true(moved.extra <= 81 && moved.extra >= -81);
        assert_true(memcmp(plain.visits, moved.visits, sizeof plain.visits) != 0);
        assert_true(moved.told > plain.told - 0.1 && moved.told < plain.told + 0.1);
        assert_true(cases[i].sign > 0 ? moved.share < moved.told - 0.03
                                      : moved.share > moved.told + 0.03);
    }
}

/* It is kept within a game, and the same comes out of the same seed. */
static void it_goes_on_and_comes_again(void **state)
{
    (void)state;
    struct seen once =
        think_about("size=9 komi=60.5", "mcts playout=tactical sims=300 dynkomi=on", 1);
    struct seen again =
        think_about("size=9 komi=60.5", "mcts playout=tactical sims=300 dynkomi=on", 1);
    struct seen later =
        think_about("size=9 komi=60.5", "mcts playout=tactical sims=300 dynkomi=on", 4);
    assert_memory_equal(once.visits, again.visits, sizeof once.visits);
    assert_int_equal(once.extra, again.extra);
    assert_true(later.extra < once.extra);
}

static void threads_share_it(void **state)
{
    (void)state;
    struct seen seen =
        think_about("size=9 komi=60.5", "mcts playout=tactical sims=4000 threads=2 dynkomi=on", 1);
    assert_true(seen.extra < 0);
}

static void what_has_no_komi_is_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {{"othello", "mcts dynkomi=on"},
                                           {"go", "mcts dynkomi=on leaves=2"},
                                           {"go", "mcts dynkomi=on roots=2"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_rules *rules = open_rules(cases[i][0], NULL);
        struct by_searcher *searcher = NULL;
        struct by_error err = {0};
        assert_int_equal(by_searcher_open(rules, cases[i][1], 1, &searcher, &err), BY_BAD_INPUT);
        assert_non_null(strstr(err.text, "dynkomi=on"));
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_weighs_on_who_leads),
        cmocka_unit_test(it_goes_on_and_comes_again),
        cmocka_unit_test(threads_share_it),
        cmocka_unit_test(what_has_no_komi_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
