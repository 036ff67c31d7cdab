/* A sweep becomes an experiment: braces become parameters. */
#include "lab/lab.h"
#include "lab/sweep.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct made {
    struct by_lab_experiment experiment;
    enum by_status status;
    struct by_error error;
};

static struct made make(const char *a, const char *b)
{
    struct made made = {.status = BY_OK};
    struct by_buffer text;
    const struct by_lab_sweep sweep = {"nogo size=5x5", a, b, "match", 20};
    by_buffer_open(&text, BY_LAB_BYTES_MAX);
    made.status = by_lab_sweep_text(&sweep, &text, &made.error);
    if (made.status == BY_OK)
        made.status =
            by_lab_read("sweep", by_buffer_text(&text), text.length, &made.experiment, &made.error);
    by_buffer_close(&text);
    return made;
}

static void assert_refused(const char *a, const char *b, const char *needle)
{
    struct made made = make(a, b);
    assert_int_equal(made.status, BY_BAD_INPUT);
    assert_non_null(strstr(made.error.text, needle));
}

/* The players of a cell. */
static void assert_cell(const struct by_lab_experiment *experiment, int number, const char *label,
                        const char *a, const char *b)
{
    struct by_lab_cell cell;
    assert_int_equal(by_lab_cell_open(experiment, number, BY_LAB_STANDARD, 1, &cell, NULL), BY_OK);
    assert_string_equal(cell.label, label);
    assert_string_equal(cell.a, a);
    assert_string_equal(cell.b, b);
    assert_int_equal(cell.games, 20);
    by_lab_cell_close(&cell);
}

static void a_list_is_a_parameter(void **state)
{
    (void)state;
    struct made made = make("mcts sims=500 c={0.1,0.2,0.4}", "random");
    assert_int_equal(made.status, BY_OK);
    assert_int_equal(made.experiment.cells, 3);
    assert_cell(&made.experiment, 0, "c=0.1", "mcts sims=500 c=0.1", "random");
    assert_cell(&made.experiment, 2, "c=0.4", "mcts sims=500 c=0.4", "random");
    by_lab_close(&made.experiment);
}

static void the_same_name_is_the_same_parameter(void **state)
{
    (void)state;
    struct made made = make("mcts sims={50,100} c={0,0.4}", "mcts sims={50,100}");
    assert_int_equal(made.status, BY_OK);
    assert_int_equal(made.experiment.cells, 4);
    assert_cell(&made.experiment, 3, "sims=100,c=0.4", "mcts sims=100 c=0.4", "mcts sims=100");
    by_lab_close(&made.experiment);
    made = make("mcts sims=9 c={0,0.4}", "mcts sims=9 c={other=0.1,0.2,0.3}");
    assert_int_equal(made.status, BY_OK);
    assert_int_equal(made.experiment.cells, 6);
    assert_cell(&made.experiment, 4, "c=0.4,other=0.2", "mcts sims=9 c=0.4", "mcts sims=9 c=0.2");
    by_lab_close(&made.experiment);
}

static void values_can_be_named_and_reckoned_with(void **state)
{
    (void)state;
    struct made made = make("mcts sims={2*n}", "mcts sims={n=50,100}");
    assert_int_equal(made.status, BY_OK);
    assert_cell(&made.experiment, 1, "n=100", "mcts sims=200", "mcts sims=100");
    by_lab_close(&made.experiment);
    made = make("mcts sims={50,100} z={z=1}", "mcts sims={sims} c={0.4}");
    assert_int_equal(made.status, BY_OK);
    assert_int_equal(made.experiment.cells, 2);
    assert_cell(&made.experiment, 1, "sims=100,z=1,c=0.4", "mcts sims=100 z=1",
                "mcts sims=100 c=0.4");
    by_lab_close(&made.experiment);
}

static void options_behind_a_colon_and_players_are_parameters(void **state)
{
    (void)state;
    struct made made = make("negamax depth=2 eval=mixed:opening={20,25},ending=16", "random");
    assert_int_equal(made.status, BY_OK);
    assert_cell(&made.experiment, 1, "opening=25",
                "negamax depth=2 eval=mixed:opening=25,ending=16", "random");
    by_lab_close(&made.experiment);
    made = make("{mcts,hmcts} sims=9", "negamax eval=matrix:{one,two}.txt");
    assert_int_equal(made.status, BY_OK);
    assert_cell(&made.experiment, 1, "player=mcts,eval=two", "mcts sims=9",
                "negamax eval=matrix:two.txt");
    by_lab_close(&made.experiment);
}

static void what_is_no_list_is_refused(void **state)
{
    (void)state;
    assert_refused("mcts sims=5", "random", "a sweep wants an option with several values");
    assert_refused("mcts c={0.1,0.2", "random", "--a: a '{' and a '}' belong together");
    assert_refused("mcts c=0.1}", "random", "--a: a '{' and a '}' belong together");
    assert_refused("mcts c={{1,2}}", "random", "belong together");
    assert_refused("random", "mcts c={0.1,}", "--b: a value of c is missing");
    assert_refused("random", "mcts c={}", "--b: a value of c is missing");
    assert_refused("mcts c={0.1, 0.2}", "random", "without blanks");
    assert_refused("mcts c={1,2}", "mcts c={1,3}", "c={other=1,3}");
    assert_refused("mcts {1,2}", "random", "is the value of no option");
    assert_refused("mcts c={1,1}", "random", "twice");
    assert_refused("mcts c={x*2,3}", "random #", "one line");
    assert_refused("mcts c={row=1,2}", "random", "'row' is no name");
    assert_refused("m a={1,2} b={1,2} c={1,2} d={1,2} e={1,2} f={1,2} g={1,2}", "random",
                   "at most 6 parameters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_list_is_a_parameter),
        cmocka_unit_test(the_same_name_is_the_same_parameter),
        cmocka_unit_test(values_can_be_named_and_reckoned_with),
        cmocka_unit_test(options_behind_a_colon_and_players_are_parameters),
        cmocka_unit_test(what_is_no_list_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
