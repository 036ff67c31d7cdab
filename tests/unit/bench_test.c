/* bench_test.c: which lines of the bench are measured, and what it says of games exists. */
#include "base/data.h"
#include "bench/parts.h"
#include "search_help.h"

static void filters_choose_by_whole_parts(void **state)
{
    (void)state;
    static const struct {
        const char *filter, *name;
        bool wanted;
    } cases[] = {
        {NULL, "perft/nim/heap7", true},
        {"perft", "perft/nim/heap7", true},
        {"perft/", "perft/nim/heap7", true},
        {"playout/go", "playout/go/9x9/uniform", true},
        {"playout/go", "playout/gomoku/15x15/uniform", false},
        {"playout/mnk", "playout/tictactoe/3x3/uniform", true},
        {"playout/tictactoe", "playout/tictactoe/3x3/uniform", true},
        {"playout/go/9x9", "playout/go/9x9-naive/uniform", false},
        {"nodes/nim/heap7/plain", "nodes/nim/heap7/plain@depth8", true},
        {"go", "go 9x9 mcts", true},
        {"go", "gomoku 15x15 mcts", false},
        {"mnk 3x3 mcts", "tictactoe 3x3 mcts", true},
        {"go 9x9 mcts more", "go 9x9 mcts", false},
        {"playout//go", "playout/go/9x9/uniform", false},
        {"/", "playout/go/9x9/uniform", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (by_bench_wants(cases[i].filter, cases[i].name) != cases[i].wanted)
            fail_msg("filter '%s' on '%s'", cases[i].filter, cases[i].name);
}

/* A misspelt game or setting in games.def would go unnoticed. */
static void what_games_def_names_exists(void **state)
{
    (void)state;
    int settings = 0, depths = 0, lines = 0;
    const struct by_game *game;
    for (int i = 0; (game = by_game_at(i)); i++) {
        const char *text;
        int at = 0;
        for (; (text = by_bench_settings(game, &at)); settings++)
            by_rules_close(open_rules(game->name, text));
        depths += by_bench_perft_depth(game) > 0;
    }
#define BY_BENCH_PLAYOUTS(game, settings) lines++;
#define BY_BENCH_PERFT(game, depth)       lines++;
#define BY_BENCH_GROWTH(game, settings, power, source)
#include "bench/games.def"
    assert_int_equal(settings + depths, lines);
}

struct heard {
    char names[16][64];
    int count;
    double least;
};

static void hear(void *context, const struct by_bench_figure *figure)
{
    struct heard *heard = context;
    assert_true(figure->unit[0] && heard->count < 16);
    (void)snprintf(heard->names[heard->count++], sizeof heard->names[0], "%s", figure->name);
    if (heard->count == 1 || figure->value < heard->least)
        heard->least = figure->value;
}

static void only_what_is_wanted_is_measured(void **state)
{
    (void)state;
    struct heard heard = {.count = 0};
    struct by_bench bench = {.filter = "playout/nim", .context = &heard, .figure = hear};
    assert_int_equal(by_bench_run(&bench, NULL), BY_OK);
    assert_int_equal(heard.count, 1);
    assert_string_equal(heard.names[0], "playout/nim/heap7/uniform");
    assert_true(heard.least > 0);
    bench.filter = "nosuch";
    assert_int_equal(by_bench_run(&bench, NULL), BY_OK);
    assert_int_equal(heard.count, 1);
}

/* Twice for each network of the build, by the best kernel and in plain C; none in a build without networks. */
static void networks_are_measured(void **state)
{
    (void)state;
    struct heard heard = {.count = 0};
    struct by_data data;
    bool has = by_data_find("go.net", &data);
    const struct by_bench bench = {.filter = "net/go", .context = &heard, .figure = hear};
    assert_int_equal(by_bench_run(&bench, NULL), BY_OK);
    assert_int_equal(heard.count, has ? 2 : 0);
    if (has) {
        assert_string_equal(heard.names[0], "net/go/9x9");
        assert_string_equal(heard.names[1], "net/go/9x9/plain");
        assert_true(heard.least > 1);
    }
}

static void a_stop_ends_it(void **state)
{
    (void)state;
    struct heard heard = {.count = 0};
    atomic_bool stop = true;
    const struct by_bench bench = {.stop = &stop, .context = &heard, .figure = hear};
    assert_int_equal(by_bench_run(&bench, NULL), BY_OK);
    assert_int_equal(heard.count, 0);
}

static void keep_line(void *context, const struct by_signature *line)
{
    struct by_signature *lines = context;
    while (lines->game)
        lines++;
    *lines = *line;
}

static void the_signature_is_the_same_twice(void **state)
{
    (void)state;
    struct by_signature first[16] = {{.game = NULL}}, second[16] = {{.game = NULL}};
    assert_int_equal(by_signature_run("nim", keep_line, first, NULL), BY_OK);
    assert_int_equal(by_signature_run("nim", keep_line, second, NULL), BY_OK);
    assert_non_null(first[1].game);
    for (int i = 0; i < 16 && first[i].game; i++) {
        assert_string_equal(first[i].search, second[i].search);
        assert_true(first[i].count == second[i].count && first[i].checksum == second[i].checksum);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filters_choose_by_whole_parts),
        cmocka_unit_test(what_games_def_names_exists),
        cmocka_unit_test(only_what_is_wanted_is_measured),
        cmocka_unit_test(networks_are_measured),
        cmocka_unit_test(a_stop_ends_it),
        cmocka_unit_test(the_signature_is_the_same_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
