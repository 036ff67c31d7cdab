/* agree_test.c: what files say about agreement. */
#include "lab/agree.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* An experiment with two rows; %s stand in the head and in the second row. */
static enum by_status read_with(const char *head, const char *row,
                                struct by_lab_experiment *experiment, struct by_error *err)
{
    char text[2000];
    int length = snprintf(text, sizeof text,
                          "name: x\ntitle: x\ngame: nim\nmeasure: match\n"
                          "a: random\nb: random\naxis sims: 1 2\ngames: 1\n%s\n"
                          "[first]\npublished: 50 60\n[second]\ntimed: yes\naxis z: 1 2\n%s\n",
                          head, row);
    return by_lab_read("x.lab", text, (size_t)length, experiment, err);
}

static void settings_change_the_comparison(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    struct by_lab_comparison how;
    struct by_error err;
    if (read_with("agree: within 5; above 50 at sims=1",
                  "agree nodes: factor 3; enough 2; divide 10\nagree power: unscaled; within 1",
                  &experiment, &err) != BY_OK)
        fail_msg("%s", err.text);
    assert_int_equal(by_lab_comparison(&experiment, &experiment.rows[0], "score", true, &how, &err),
                     BY_OK);
    assert_true(how.how.tolerance == 5 && how.how.divide == 50 && how.how.kind == BY_FIGURE_SHARE);
    assert_int_equal(
        by_lab_comparison(&experiment, &experiment.rows[1], "nodes", false, &how, &err), BY_OK);
    assert_true(how.how.factor == 3 && how.how.enough == 2 && how.how.divide == 10);
    assert_true(how.how.scaled); /* the row is timed */
    assert_int_equal(
        by_lab_comparison(&experiment, &experiment.rows[1], "power", false, &how, &err), BY_OK);
    assert_true(!how.how.scaled && how.how.factor == 1 && how.how.tolerance == 1);
    assert_int_equal(
        by_lab_comparison(&experiment, &experiment.rows[0], "bytes", false, &how, &err), BY_OK);
    assert_true(how.how.kind == BY_FIGURE_NUMBER && isnan(how.how.divide) && !how.how.scaled);
    by_lab_close(&experiment);
}

static void claims_belong_to_all_rows_or_to_one(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    struct by_lab_claim claim;
    struct by_error err;
    bool found;
    assert_int_equal(read_with("agree: within 5; above 50 at sims=1; rises along sims",
                               "agree nodes: shown; falls along z", &experiment, &err),
                     BY_OK);
    static const char *const texts[] = {"above 50 at sims=1", "rises along sims", "falls along z"};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(by_lab_claim_at(&experiment, i, &claim, &found, &err), BY_OK);
        assert_true(found);
        assert_string_equal(claim.text, texts[i]);
        assert_true(claim.row == (i == 2 ? &experiment.rows[1] : NULL));
        assert_string_equal(claim.number, i == 2 ? "nodes" : "");
    }
    assert_int_equal(by_lab_claim_at(&experiment, 3, &claim, &found, &err), BY_OK);
    assert_false(found);
    by_lab_close(&experiment);
}

static void a_row_may_say_otherwise(void **state)
{
    (void)state;
    struct by_lab_experiment experiment;
    struct by_lab_claim claim;
    struct by_error err;
    bool found;
    assert_int_equal(read_with("agree: above 50", "agree: -", &experiment, &err), BY_OK);
    assert_int_equal(by_lab_claim_at(&experiment, 0, &claim, &found, &err), BY_OK);
    assert_true(found && by_lab_claim_about(&claim, &experiment.rows[0]));
    assert_false(by_lab_claim_about(&claim, &experiment.rows[1]));
    assert_int_equal(by_lab_claim_at(&experiment, 1, &claim, &found, &err), BY_OK);
    assert_false(found);
    by_lab_close(&experiment);
}

static void mistakes_are_told_with_their_line(void **state)
{
    (void)state;
    static const struct {
        const char *head, *row, *want;
    } cases[] = {
        {"agree: grows", "", "line 9: a claim begins"},
        {"agree: within", "", "line 9: 'within' needs a number"},
        {"agree: within 5; factor x", "", "line 9: 'factor x' needs a number"},
        {"", "agree: rises along sins", "line 15: a claim names 'sins'"},
        {"agree: above 50; below", "", "line 9: a claim ends"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_lab_experiment experiment;
        struct by_error err;
        assert_int_equal(read_with(cases[i].head, cases[i].row, &experiment, &err), BY_BAD_INPUT);
        if (!strstr(err.text, cases[i].want))
            fail_msg("%s", err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_change_the_comparison),
        cmocka_unit_test(claims_belong_to_all_rows_or_to_one),
        cmocka_unit_test(a_row_may_say_otherwise),
        cmocka_unit_test(mistakes_are_told_with_their_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
