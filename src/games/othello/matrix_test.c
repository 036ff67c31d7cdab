/* Tests of the values of squares, and of the playouts that follow them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <gsl/gsl_cdf.h>

#include "games/game_test.h"
#include "games/othello/othello.h"

/* OTH figure 6.3, as printed. */
static const int printed[2][64] = {
    {500,  -150, 30, 10, 10, 30, -150, 500,  -150, -250, 0,  0,  0,  0,  -250, -150,
     30,   0,    1,  2,  2,  1,  0,    30,   10,   0,    2,  16, 16, 2,  0,    10,
     10,   0,    2,  16, 16, 2,  0,    10,   30,   0,    1,  2,  2,  1,  0,    30,
     -150, -250, 0,  0,  0,  0,  -250, -150, 500,  -150, 30, 10, 10, 30, -150, 500},
    {100, -20, 10, 5,  5,  10, -20, 100, -20, -50, -2, -2, -2, -2, -50, -20,
     10,  -2,  -1, -1, -1, -1, -2,  10,  5,   -2,  -1, -1, -1, -1, -2,  5,
     5,   -2,  -1, -1, -1, -1, -2,  5,   10,  -2,  -1, -1, -1, -1, -2,  10,
     -20, -50, -2, -2, -2, -2, -50, -20, 100, -20, 10, 5,  5,  10, -20, 100},
};

static const struct by_othello_shape *shape_of(const struct by_rules *rules)
{
    return rules->data;
}

static void the_matrices_are_the_printed_ones(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("othello", "");
    for (int i = 0; i < 64; i++) {
        assert_int_equal(shape_of(rules)->matrix[BY_OTHELLO_FIRST].at[i], printed[0][i]);
        assert_int_equal(shape_of(rules)->matrix[BY_OTHELLO_SECOND].at[i], printed[1][i]);
        assert_int_equal(shape_of(rules)->matrix[BY_OTHELLO_CHOSEN].at[i], printed[1][i]);
    }
    assert_int_equal(rules->symmetry_count, 8);
    by_rules_close(rules);
    rules = open_rules("othello", "matrix=1 size=10");
    const int32_t *at = shape_of(rules)->matrix[BY_OTHELLO_CHOSEN].at;
    assert_int_equal(at[0], 500);
    assert_int_equal(at[4], 10); /* e1, as d1 */
    assert_int_equal(at[44], 16);
    assert_int_equal(at[99 - 11], -250);
    by_rules_close(rules);
}

/* --- files ------------------------------------------------------------------------------------ */

static const char *scratch_path(void)
{
    return "othello_matrix_test.tmp";
}

static void put_file(const char *text)
{
    FILE *file = fopen(scratch_path(), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, strlen(text), file), strlen(text));
    assert_int_equal(fclose(file), 0);
}

static void a_copy_of_the_built_in_one_is_the_same(void **state)
{
    (void)state;
    char text[2000], settings[64];
    struct by_text out = by_text_over(text, sizeof text);
    by_text_add(&out, "# a copy\r\n");
    for (int i = 0; i < 64; i++)
        by_text_format(&out, "%d%s", printed[1][i], i % 8 < 7 ? ", " : "\r\n\n");
    put_file(text);
    (void)snprintf(settings, sizeof settings, "matrix=%s", scratch_path());
    struct by_rules *copy = open_rules("othello", settings), *own = open_rules("othello", "");
    assert_memory_equal(&shape_of(copy)->matrix[BY_OTHELLO_CHOSEN],
                        &shape_of(own)->matrix[BY_OTHELLO_CHOSEN], 64 * sizeof(int32_t));
    assert_int_equal(copy->symmetry_count, 8);
    by_rules_close(copy);
    by_rules_close(own);
    (void)remove(scratch_path());
}

/* On any board the ten squares are all there are, and each has its own value. */
static void values_of_squares_stand_in_for_the_matrix(void **state)
{
    (void)state;
    static const char *const sizes[] = {"size=8", "size=10", "size=6", "size=4"};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        char settings[200];
        (void)snprintf(settings, sizeof settings,
                       "%s a1=0 b1=1 c1=2 d1=3 b2=11 c2=12 d2=13 c3=22 d3=23 d4=33", sizes[s]);
        struct by_rules *rules = open_rules("othello", settings);
        const int32_t *at = shape_of(rules)->matrix[BY_OTHELLO_CHOSEN].at;
        int size = shape_of(rules)->size;
        for (int i = 0; i < size * size; i++) {
            int x = i % size, y = i / size;
            x = x < size - 1 - x ? x : size - 1 - x;
            y = y < size - 1 - y ? y : size - 1 - y;
            x = x < 3 ? x : 3;
            y = y < 3 ? y : 3;
            assert_int_equal(at[i], x < y ? 10 * x + y : 10 * y + x);
        }
        assert_int_equal(rules->symmetry_count, 8);
        by_rules_close(rules);
    }
    struct by_rules *rules = open_rules("othello", "b2=7");
    const int32_t *at = shape_of(rules)->matrix[BY_OTHELLO_CHOSEN].at;
    for (int i = 0; i < 64; i++)
        assert_int_equal(at[i], i == 9 || i == 14 || i == 49 || i == 54 ? 7 : printed[1][i]);
    by_rules_close(rules);
}

static void a_matrix_without_symmetry_takes_it_from_the_game(void **state)
{
    (void)state;
    char settings[64];
    put_file("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n");
    (void)snprintf(settings, sizeof settings, "size=4 matrix=%s", scratch_path());
    struct by_rules *rules = open_rules("othello", settings);
    assert_int_equal(rules->symmetry_count, 1);
    assert_int_equal(by_eval_find(rules, "positional")->value(rules, rules->start),
                     7 + 10 - 6 - 11);
    void *position = read_text(rules, "XX../..../..../.... O");
    assert_int_equal(by_eval_find(rules, "positional")->value(rules, position), -3);
    free(position);
    by_rules_close(rules);
    (void)remove(scratch_path());
}

static void assert_matrix_refused(const char *text, size_t size, const char *sentence)
{
    struct by_othello_matrix matrix;
    struct by_error err = {0};
    assert_int_equal(by_othello_matrix_read(text, size, 4, &matrix, &err), BY_BAD_INPUT);
    if (!strstr(err.text, sentence))
        fail_msg("'%s' is not '%s'", err.text, sentence);
}

static void refuse(const char *text, const char *sentence)
{
    assert_matrix_refused(text, strlen(text), sentence);
}

static void mistakes_are_named_with_line_and_column(void **state)
{
    (void)state;
    refuse("", "line 1, column 1: the file ends after 0 of 4 rows");
    refuse("1 2 3 4\n5 6 7 8\n1 2 3 4\n", "line 4, column 1: the file ends after 3 of 4 rows");
    refuse("1 2 3 4\n5 6 x 8\n", "line 2, column 5: 'x' is no whole number from -10000 to 10000");
    refuse("# one\n1 2 3 4\r\n\r\n5 6 7 8.5\r\n", "line 4, column 7: '8.5' is no whole number");
    refuse("1 2 3 10001", "line 1, column 7: '10001' is no whole number");
    refuse("1 2 3 99999999999999999999999999999999999999999", "line 1, column 7: ");
    refuse("1 2 3\n", "line 1, column 6: the row ends after 3 of 4 values");
    refuse("1 2 3 4 5\n", "line 1, column 9: row of more than 4 values");
    refuse("1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4", "line 5, column 1: more than 4 rows");
    assert_matrix_refused("1 2\0 3 4", 8, "line 1, column 3: '2?' is no whole number");
    for (size_t i = 0; i < 31; i++) /* cut anywhere */
        assert_matrix_refused("1 2 3 4\n1 2 3 4\n1 2 3 4\n1 2 3 4", i, "line ");
    put_file("1 2\n");
    assert_settings_refused("othello", "size=4 matrix=othello_matrix_test.tmp",
                            "the matrix othello_matrix_test.tmp: line 1, column 4: the row ends");
    (void)remove(scratch_path());
    assert_settings_refused("othello", "matrix=/dev/zero", "larger than 64 KiB");
    assert_settings_refused("othello", "matrix=/", "Is a directory");
}

/* --- playouts --------------------------------------------------------------------------------- */

/* First moves of many playouts beside what they should be. */
static void assert_first_moves(const char *policy, int thinker, const char *text,
                               const double *expected)
{
    struct by_rules *rules = open_rules("othello", "");
    struct by_ply plies[128] = {{0}};
    by_move scratch[64];
    struct by_playout out = {.plies = plies, .scratch = scratch, .thinker = thinker};
    struct by_rng rng;
    void *start = read_text(rules, text), *position = new_position(rules);
    double count[65] = {0}, sum = 0;
    int playouts = long_tests() ? 1000000 : 50000, used = 0;
    by_rng_init(&rng, 3, 0);
    for (int i = 0; i < playouts; i++) {
        memcpy(position, start, rules->position_size);
        by_policy_find(rules, policy)->run(rules, position, &rng, &out);
        count[plies[0].action]++;
    }
    for (int i = 0; i < 65; i++) {
        double wanted = expected[i] * playouts;
        if (wanted == 0)
            assert_true(count[i] == 0);
        else
            sum += (count[i] - wanted) * (count[i] - wanted) / wanted, used++;
    }
    if (used > 1 && gsl_cdf_chisq_Q(sum, used - 1) < 1e-6)
        fail_msg("%s: chi-square %g with %d degrees of freedom", policy, sum, used - 1);
    free(start);
    free(position);
    by_rules_close(rules);
}

/* X may play a1, b1, c1, d1, e1, f1, which matrix 2 values at 100, -20, 10, 5, 5, 10. */
#define CHOICE "......../OOOO.O../XXXX.X../......../......../......../......../........ X"

static void moves_are_drawn_with_the_stated_chances(void **state)
{
    (void)state;
    double uniform[65] = {0}, weighted[65] = {0}, best[65] = {0};
    struct by_rules *rules = open_rules("othello", "");
    void *position = read_text(rules, CHOICE);
    by_move list[64];
    double sum = 0;
    int count = rules->game->moves(rules, position, list), least = 1000;
    assert_int_equal(count, 6);
    for (int i = 0; i < count; i++)
        least = printed[1][list[i]] < least ? printed[1][list[i]] : least;
    assert_int_equal(least, -20);
    for (int i = 0; i < count; i++) {
        uniform[list[i]] = 1.0 / count;
        weighted[list[i]] = printed[1][list[i]] - least + 1;
        sum += weighted[list[i]];
    }
    for (int i = 0; i < 65; i++)
        weighted[i] /= sum;
    best[0] = 1;
    assert_first_moves("uniform", 0, CHOICE, uniform);
    assert_first_moves("probabilistic", 0, CHOICE, uniform); /* X thinks: he moves at random */
    assert_first_moves("probabilistic", 1, CHOICE, uniform);
    assert_first_moves("probabilistic", 2, CHOICE, weighted);
    assert_first_moves("deterministic", 1, CHOICE, uniform);
    assert_first_moves("deterministic", 2, CHOICE, best);
    free(position);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_matrices_are_the_printed_ones),
        cmocka_unit_test(a_copy_of_the_built_in_one_is_the_same),
        cmocka_unit_test(values_of_squares_stand_in_for_the_matrix),
        cmocka_unit_test(a_matrix_without_symmetry_takes_it_from_the_game),
        cmocka_unit_test(mistakes_are_named_with_line_and_column),
        cmocka_unit_test(moves_are_drawn_with_the_stated_chances),
    };
    return cmocka_run_group_tests_name("othello matrix", tests, NULL, NULL);
}
