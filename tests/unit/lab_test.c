/* The laboratory: files are read as docs/LAB.md says, what is wrong is told with its line. */
#include "base/buffer.h"
#include "base/file.h"
#include "lab/measure.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HEAD                                                                                       \
    "name: test\n"                                                                                 \
    "title: a test\n"                                                                              \
    "measure: match openings=random:2\n"                                                           \
    "game: nogo size=3x3\n"

static enum by_status read(const char *text, struct by_lab_experiment *out, struct by_error *err)
{
    return by_lab_read("x.lab", text, strlen(text), out, err);
}

static void read_well(const char *text, struct by_lab_experiment *out)
{
    struct by_error err = {0};
    if (read(text, out, &err) != BY_OK)
        fail_msg("%s", err.text);
}

/* --- what is wrong ---------------------------------------------------------------------- */

static void wrong_files_are_refused_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *says[2];
    } cases[] = {
        {"", {"x.lab, line 1:", "has a name"}},
        {"name: test\n", {"line 1:", "has a title"}},
        {"name: a b\ntitle: t\n", {"line 1:", "has a name"}},
        {HEAD "nothing\n", {"line 5:", "there is no ':'"}},
        {HEAD "gamee: go\n", {"line 5:", "did you mean 'game'"}},
        {HEAD "game: go\n", {"line 5:", "'game' was said before, in line 4"}},
        {HEAD "axis: 1 2\n", {"line 5:", "'axis' takes a name"}},
        {HEAD "a b: x\n", {"line 5:", "'a' takes no name"}},
        {HEAD "axis n:\n", {"line 5:", "has no values"}},
        {HEAD "axis n: 1 2 1\n", {"line 5:", "the value 1 twice"}},
        {HEAD "axis n: 1,2\n", {"line 5:", "no ','"}},
        {HEAD "axis row: 1\n", {"line 5:", "no name for an axis"}},
        {HEAD "axis n: 1\nlet n: 2\n", {"line 6:", "an axis of the same name"}},
        {HEAD "a: mcts sims={n}\n", {"line 5:", "there is no parameter 'n'"}},
        {HEAD "a: mcts sims={n\n", {"line 5:", "not closed"}},
        {HEAD "let n: smoke=1\na: mcts sims={n}\n", {"line 6:", "no value at the scale quick"}},
        {HEAD "axis n: x\na: mcts sims={2*n}\n", {"line 6:", "cannot reckon with n"}},
        {HEAD "axis n: 0\ncost: 1/n\n", {"line 6:", "no number that can be used"}},
        {HEAD "games: many\n", {"line 5:", "there is no parameter 'many'"}},
        {HEAD "games: 2000000\n", {"line 5:", "0 to 1000000 games"}},
        {HEAD "games: 2 if x<1\n", {"line 5:", "no parameter 'x'"}},
        {HEAD "games: 2 if\n", {"line 5:", "a condition is"}},
        {HEAD "games: 2 3\n", {"line 5:", "makes no sense here"}},
        {HEAD "games slow: 2\n", {"line 5:", "those of a scale"}},
        {HEAD "cost: 0.1 -\n", {"line 5:", "makes no sense here"}},
        {HEAD "timed: maybe\n", {"line 5:", "yes or no"}},
        {HEAD "axis n: 1 2\npublished: 1\n", {"line 6:", "1 figures, and 2 cells"}},
        {HEAD "published: much\n", {"line 5:", "'much' is no figure"}},
        {HEAD "published: 301/300\n", {"line 5:", "no figure"}},
        {HEAD "published: 60:60\n", {"line 5:", "no figure"}},
        {HEAD "published: 1\ninterval: wide\n", {"line 6:", "1sd, 2sd or 95%"}},
        {HEAD "published: 1\nrounded: 0\n", {"line 6:", "above 0"}},
        {HEAD "published: 1\npublished-games: 0\n", {"line 6:", "from 1 to"}},
        {HEAD "[one\n", {"line 5:", "in brackets"}},
        {HEAD "[a b]\n", {"line 5:", "name of a row"}},
        {HEAD "[one]\n[one]\n", {"line 6:", "[one] in line 5 already"}},
        {HEAD "[one]\nclaim: x\n", {"line 6:", "before the first row"}},
        {"  name: test\n", {"line 1:", "there is none"}},
        {"name: x\ntitle: x\n", {"line 1:", "there is no measure"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_lab_experiment experiment;
        struct by_error err = {0};
        assert_int_equal(read(cases[i].text, &experiment, &err), BY_BAD_INPUT);
        for (int j = 0; j < 2; j++)
            if (!strstr(err.text, cases[i].says[j]))
                fail_msg("%s: '%s' does not say '%s'", cases[i].text, err.text, cases[i].says[j]);
    }
}

static void what_cannot_be_run_is_refused_with_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *says[2];
    } cases[] = {
        {"name: t\ntitle: t\nmeasure: guess\n", {"line 3:", "there is no measure 'guess'"}},
        {"name: t\ntitle: t\nmeasure: match opening=3\n", {"line 3:", "opening"}},
        {"name: t\ntitle: t\nmeasure: match\n", {"line 3:", "a game and two players"}},
        {"name: t\ntitle: t\nmeasure: match\ngame: chess\n", {"line 4:", "no game 'chess'"}},
        {HEAD "a: mcts sims=5 speed=3\nb: random\n", {"line 5:", "speed"}},
        {HEAD "a: random\nb: nobody\n", {"line 6:", "nobody"}},
        {HEAD "a: random\nb: random\naxis n: 1 2\n[r]\nmeasure: match openings=random:{n}x\n",
         {"line 9:", "random:PLIES"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_lab_experiment experiment;
        struct by_error err = {0};
        read_well(cases[i].text, &experiment);
        assert_int_equal(by_lab_check(&experiment, &err), BY_BAD_INPUT);
        for (int j = 0; j < 2; j++)
            if (!strstr(err.text, cases[i].says[j]))
                fail_msg("%s: '%s' does not say '%s'", cases[i].text, err.text, cases[i].says[j]);
        by_lab_close(&experiment);
    }
}

/* --- what is right ------------------------------------------------------------------------- */

static const char grid[] = HEAD "# a comment\n"
                                "axis sims: 50 # and another\n"
                                "   500\n"
                                "axis c: 0 0.4 1.6\n"
                                "let z: smoke=1 quick=2 standard=3 paper=4\n"
                                "a: mcts sims={2*sims} c={c} expand={z}\n"
                                "b: random\n"
                                "games smoke: 2 if sims<=50, c!=0; 1 if c=0.4\n"
                                "games: 1000/sims\n"
                                "cost: 0.01 + 0.001*sims\n"
                                "interval: 2sd\n"
                                "published: 56+-5 183/300 - 138-65 54:38 -1.5\n"
                                "[one]\n"
                                "title: the first\n"
                                "[two]\n"
                                "axis c: -\n"
                                "let c: 1\n"
                                "game: go size=5x5\n"
                                "published: - 7\n"
                                "published-games: 20\n"
                                "published seconds: 0.5 1\n"
                                "timed: yes\n";

static void rows_take_what_the_head_says(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    read_well(grid, &experiment);
    assert_int_equal(experiment.row_count, 2);
    assert_int_equal(experiment.cells, 6 + 2);
    assert_string_equal(experiment.rows[0].title, "the first");
    assert_string_equal(experiment.rows[1].title, "");
    assert_int_equal(experiment.rows[0].axis_count, 2);
    assert_int_equal(experiment.rows[1].axis_count, 1);
    assert_false(experiment.rows[0].timed);
    assert_true(experiment.rows[1].timed);
    assert_string_equal(by_lab_text(&experiment.rows[0], BY_LAB_KEY_GAME, ""), "nogo size=3x3");
    assert_string_equal(by_lab_text(&experiment.rows[1], BY_LAB_KEY_GAME, ""), "go size=5x5");
    by_lab_close(&experiment);
}

static void cells_have_their_parameters_replaced(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    struct by_lab_cell cell;
    struct by_error err = {0};
    read_well(grid, &experiment);
    assert_int_equal(by_lab_cell_open(&experiment, 4, BY_LAB_SMOKE, 1, &cell, &err), BY_OK);
    assert_string_equal(cell.label, "row=one,sims=500,c=0.4");
    assert_string_equal(cell.a, "mcts sims=1000 c=0.4 expand=1");
    assert_int_equal(cell.games, 1);
    assert_true(cell.cost > 0.5099 && cell.cost < 0.5101);
    assert_string_equal(by_lab_cell_value(&cell, "c"), "0.4");
    assert_null(by_lab_cell_value(&cell, "z"));
    by_lab_cell_close(&cell);
    static const int smoke[] = {0, 2, 2, 0, 1, 0}, rest[] = {20, 20, 20, 2, 2, 2};
    for (int i = 0; i < 6; i++) {
        assert_int_equal(by_lab_cell_open(&experiment, i, BY_LAB_SMOKE, 1, &cell, &err), BY_OK);
        assert_int_equal(cell.games, smoke[i]);
        by_lab_cell_close(&cell);
        assert_int_equal(by_lab_cell_open(&experiment, i, BY_LAB_PAPER, 1, &cell, &err), BY_OK);
        assert_int_equal(cell.games, rest[i]);
        assert_non_null(strstr(cell.a, "expand=4"));
        by_lab_cell_close(&cell);
    }
    by_lab_close(&experiment);
}

/* A cell's seed does not depend on its scale, and differs from every other's. */
static void cells_have_seeds_of_their_own(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    uint64_t seeds[8];
    read_well(grid, &experiment);
    for (int i = 0; i < 8; i++) {
        struct by_lab_cell cell, other;
        assert_int_equal(by_lab_cell_open(&experiment, i, BY_LAB_SMOKE, 1, &cell, NULL), BY_OK);
        assert_int_equal(by_lab_cell_open(&experiment, i, BY_LAB_PAPER, 1, &other, NULL), BY_OK);
        assert_true(cell.seed == other.seed);
        seeds[i] = cell.seed;
        by_lab_cell_close(&other);
        assert_int_equal(by_lab_cell_open(&experiment, i, BY_LAB_SMOKE, 2, &other, NULL), BY_OK);
        assert_true(cell.seed != other.seed);
        by_lab_cell_close(&other);
        by_lab_cell_close(&cell);
        for (int j = 0; j < i; j++)
            assert_true(seeds[i] != seeds[j]);
    }
    by_lab_close(&experiment);
}

static void figures_are_what_documents_print(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    read_well(grid, &experiment);
    const struct by_lab_published *score = by_lab_published(&experiment.rows[0], "score");
    assert_non_null(score);
    const struct by_lab_figure *figure = score->figures;
    assert_string_equal(score->interval, "2sd");
    assert_true(figure[0].value == 56 && figure[0].spread == 5 && figure[0].games == 0);
    assert_true(figure[1].value == 61 && figure[1].won == 183 && figure[1].games == 300);
    assert_int_equal(figure[2].form, BY_LAB_FORM_NONE);
    assert_true(figure[3].won == 138 && figure[3].lost == 65 && figure[3].games == 203);
    assert_true(figure[4].value == 58 && figure[4].won == 54 && figure[4].lost == 38);
    assert_true(figure[5].form == BY_LAB_FORM_PLAIN && figure[5].value == -1.5);
    assert_null(by_lab_published(&experiment.rows[0], "seconds"));
    assert_true(by_lab_published(&experiment.rows[1], "score")->figures[1].games == 20);
    assert_true(by_lab_published(&experiment.rows[1], "seconds")->figures[0].value == 0.5);
    by_lab_close(&experiment);
}

static int chosen(const struct by_lab_experiment *experiment, const char *cells)
{
    bool list[64];
    int count = 0;
    if (by_lab_select(experiment, cells, list, NULL) != BY_OK)
        return -1;
    for (int i = 0; i < experiment->cells; i++)
        count += list[i];
    return count;
}

static void cells_are_chosen_by_their_values(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    read_well(grid, &experiment);
    assert_int_equal(chosen(&experiment, ""), 8);
    assert_int_equal(chosen(&experiment, "row=two"), 2);
    assert_int_equal(chosen(&experiment, "sims=500"), 4);
    assert_int_equal(chosen(&experiment, "sims=500.0,c=0.4|1.6"), 2);
    assert_int_equal(chosen(&experiment, "row=one,sims=50,c=0"), 1);
    static const char *const wrong[] = {"sims", "size=7", "sims=7", "row=two,c=0", "=5", "z=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(chosen(&experiment, wrong[i]), -1);
    by_lab_close(&experiment);
}

/* --- numbers -------------------------------------------------------------------------------- */

static void numbers_come_back_as_they_were(void **state)
{
    (void)state;
    struct by_lab_numbers numbers = {0}, again;
    struct by_buffer text, once_more;
    by_lab_give(&numbers, "third", 1.0 / 3);
    by_lab_give_mean(&numbers, "score", 61.5, 55, 67, 200);
    by_lab_give(&numbers, "nothing", 0.0 / 1);
    for (int i = 0; i < 40; i++)
        by_lab_give_point(&numbers, i % 2 ? "odd" : "even", i, 1e-9 * i);
    assert_int_equal(numbers.failed, BY_OK);
    by_buffer_open(&text, 1 << 20);
    by_buffer_open(&once_more, 1 << 20);
    by_lab_numbers_write(&numbers, &text);
    assert_int_equal(by_lab_numbers_read(by_buffer_text(&text), &again, NULL), BY_OK);
    assert_true(by_lab_number(&again, "third")->value == 1.0 / 3);
    assert_true(by_lab_number(&again, "score")->bounded);
    assert_int_equal(by_lab_series(&again, "odd")->count, 20);
    by_lab_numbers_write(&again, &once_more);
    assert_string_equal(by_buffer_text(&text), by_buffer_text(&once_more));
    by_buffer_close(&text);
    by_buffer_close(&once_more);
    by_lab_numbers_close(&numbers);
    by_lab_numbers_close(&again);
}

static void numbers_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"number",
                                        "number x",
                                        "number x nan 0",
                                        "number x 1",
                                        "number x 1 0 2",
                                        "number x 1 0 1 2 3",
                                        "number x 1 0\nnumber x 2 0",
                                        "series s 1",
                                        "series s 1 2 inf 3",
                                        "nonsense x 1",
                                        "number \x01 1 0",
                                        "series a\nseries a"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct by_lab_numbers numbers;
        struct by_error err = {0};
        assert_int_equal(by_lab_numbers_read(wrong[i], &numbers, &err), BY_BAD_INPUT);
        assert_non_null(strstr(err.text, "line "));
    }
    struct by_lab_numbers numbers = {0};
    by_lab_give(&numbers, "twice", 1);
    by_lab_give(&numbers, "twice", 2);
    assert_int_not_equal(numbers.failed, BY_OK);
    by_lab_numbers_close(&numbers);
}

/* --- the files of the program --------------------------------------------------------------- */

static void every_experiment_can_be_run(void **state)
{
    (void)state;
    int count = 0;
    for (; by_lab_name(count); count++) {
        struct by_lab_experiment experiment;
        struct by_error err = {0};
        char name[2 * BY_LAB_WORD_MAX] = "";
        strncat(name, by_lab_name(count), strcspn(by_lab_name(count), "."));
        if (by_lab_load(name, &experiment, &err) != BY_OK ||
            by_lab_check(&experiment, &err) != BY_OK)
            fail_msg("%s", err.text);
        assert_string_equal(experiment.name, name);
        assert_true(*experiment.document && *experiment.claim && *experiment.source);
        by_lab_close(&experiment);
    }
    assert_true(count > 0);
}

static void no_experiment_of_another_name_is_there(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    struct by_error err = {0};
    assert_int_equal(by_lab_load("nogo-raev", &experiment, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "did you mean 'nogo-rave'"));
    assert_int_not_equal(by_lab_load("./none.lab", &experiment, &err), BY_OK);
    assert_non_null(strstr(err.text, "none.lab"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_files_are_refused_with_their_line),
        cmocka_unit_test(what_cannot_be_run_is_refused_with_its_line),
        cmocka_unit_test(rows_take_what_the_head_says),
        cmocka_unit_test(cells_have_their_parameters_replaced),
        cmocka_unit_test(cells_have_seeds_of_their_own),
        cmocka_unit_test(figures_are_what_documents_print),
        cmocka_unit_test(cells_are_chosen_by_their_values),
        cmocka_unit_test(numbers_come_back_as_they_were),
        cmocka_unit_test(numbers_that_cannot_be_are_refused),
        cmocka_unit_test(every_experiment_can_be_run),
        cmocka_unit_test(no_experiment_of_another_name_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
