/* Tests of the coordinates, texts and symmetries that board games share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/grid.h"

#include <string.h>

/* Point p = y * width + x of image s. */
static int image_of(int width, int height, int s, int p)
{
    int x = p % width, y = p / width;
    by_grid_image(width, height, s, &x, &y);
    assert_in_range(x, 0, width - 1);
    assert_in_range(y, 0, height - 1);
    return y * width + x;
}

static bool same_image(int width, int height, int s, int t, int u)
{
    for (int p = 0; p < width * height; p++) {
        if (image_of(width, height, t, image_of(width, height, s, p)) !=
            image_of(width, height, u, p))
            return false;
    }
    return true;
}

/* Doing image s and then t is always one image u of the list, and exactly one: so they are
 * a group and no two of them are the same. `step` 2 leaves out those that swap the axes. */
static void assert_group(int width, int height, int step)
{
    for (int s = 0; s < 8; s += step) {
        for (int t = 0; t < 8; t += step) {
            int found = 0;
            for (int u = 0; u < 8; u += step)
                found += same_image(width, height, s, t, u);
            assert_int_equal(found, 1);
        }
    }
}

static void the_images_are_a_group(void **state)
{
    (void)state;
    assert_group(3, 3, 1);
    assert_group(8, 8, 1);
    assert_group(4, 3, 2);
    assert_group(2, 5, 2);
}

static void even_images_are_what_the_header_says(void **state)
{
    (void)state;
    static const int expected[4][2] = {{1, 0}, {2, 2}, {2, 0}, {1, 2}};
    for (int s = 0; s < 8; s += 2) {
        int x = 1, y = 0; /* b1 on 4x3 */
        by_grid_image(4, 3, s, &x, &y);
        assert_int_equal(x, expected[s / 2][0]);
        assert_int_equal(y, expected[s / 2][1]);
    }
}

static void points_are_written_and_read_back(void **state)
{
    (void)state;
    for (int p = 0; p < 2 * 25 * 25; p++) {
        bool skip_i = p % 2;
        int x = p / 2 % 25, y = p / 50, back_x, back_y;
        char buffer[8];
        struct by_text text = by_text_over(buffer, sizeof buffer);
        by_grid_write_point(x, y, skip_i, &text);
        assert_true(!skip_i || buffer[0] != 'i');
        for (int upper = 0; upper < 2; upper++) {
            const char *cursor = buffer;
            assert_true(by_grid_scan_point(&cursor, 25, 25, skip_i, &back_x, &back_y));
            assert_int_equal(*cursor, '\0');
            assert_int_equal(back_x, x);
            assert_int_equal(back_y, y);
            buffer[0] = (char)(buffer[0] - 'a' + 'A');
        }
    }
}

static void columns_are_named_as_in_gtp(void **state)
{
    (void)state;
    assert_int_equal(by_grid_column(7, true), 'h');
    assert_int_equal(by_grid_column(8, true), 'j');
    assert_int_equal(by_grid_column(24, true), 'z');
    assert_int_equal(by_grid_column(8, false), 'i');
}

static void points_off_the_board_are_not_read(void **state)
{
    (void)state;
    static const char *const bad[] = {"",   "a",  "1",  "a0",  "a01", "a-1", "a11", "a100",
                                      "k1", "i1", "ä1", " a1", "@1",  "[1",  "`1",  "{1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        const char *cursor = bad[i];
        int x, y;
        if (by_grid_scan_point(&cursor, 9, 10, true, &x, &y))
            fail_msg("'%s' was read as a point", bad[i]);
        assert_ptr_equal(cursor, bad[i]);
    }
    const char *cursor = "j10c3";
    int x, y;
    assert_true(by_grid_scan_point(&cursor, 9, 10, true, &x, &y));
    assert_string_equal(cursor, "c3");
    assert_int_equal(x, 8);
    assert_int_equal(y, 9);
}

static void a_grid_is_read_counted_and_written(void **state)
{
    (void)state;
    struct by_grid grid;
    struct by_error err = {0};
    assert_int_equal(by_grid_read("xO./..x o", 3, 2, &grid, &err), BY_OK);
    assert_int_equal(grid.side, 1);
    assert_memory_equal(grid.cell, "..XXO.", 6);
    assert_int_equal(by_grid_count(&grid, 'X'), 2);
    assert_int_equal(by_grid_count(&grid, '.'), 3);
    char buffer[32];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    by_grid_write(&grid, &text);
    assert_string_equal(buffer, "XO./..X O");
}

/* Reads a text of 3x2 and writes it as we do. */
static void is_read_as(const char *text, const char *expected)
{
    struct by_grid grid;
    struct by_error err = {0};
    char buffer[32];
    struct by_text out = by_text_over(buffer, sizeof buffer);
    if (by_grid_read(text, 3, 2, &grid, &err) != BY_OK)
        fail_msg("'%s' was refused: %s", text, err.text);
    by_grid_write(&grid, &out);
    assert_string_equal(buffer, expected);
}

static void lines_of_obf_are_read(void **state)
{
    (void)state;
    is_read_as("xO---x o", "XO./..X O");
    is_read_as("*O.-.* *", "XO./..X X");
    is_read_as("xO-/--x O", "XO./..X O");
    is_read_as("XO---X O;", "XO./..X O");
    is_read_as("XO---X O; A1:+38;", "XO./..X O");
    is_read_as("XO---X X; a1:+38; b2:-2;  c1:0; % FFO 40; all of it", "XO./..X X");
    is_read_as("XO---X X;%", "XO./..X X");
}

static void high_boards_are_drawn_with_room_for_two_digits(void **state)
{
    (void)state;
    struct by_grid grid = {.width = 9, .height = 10, .side = 1};
    memset(grid.cell, '.', 90);
    grid.cell[8] = 'X';
    char buffer[512];
    struct by_text text = by_text_over(buffer, sizeof buffer);
    by_grid_draw(&grid, true, &text);
    assert_int_equal(text.length, strlen(buffer));
    assert_memory_equal(buffer, "10 . . . . . . . . .\n 9 . ", 25);
    assert_non_null(strstr(buffer, "\n 1 . . . . . . . . X\n   a b c d e f g h j\nO to move\n"));
}

static void refuses(const char *text, const char *words)
{
    struct by_grid grid;
    struct by_error err = {0};
    assert_int_equal(by_grid_read(text, 2, 2, &grid, &err), BY_BAD_INPUT);
    if (!strstr(err.text, words))
        fail_msg("'%s' was refused with: %s", text, err.text);
}

static void malformed_texts_are_refused(void **state)
{
    (void)state;
    refuses("", "row 1 of the position has 0 cells, but the board is 2 wide");
    refuses("...", "row 1 of the position has 3 cells");
    refuses("../.", "row 2 of the position has 1 cell,");
    refuses("..", "the position has 1 row, but the board is 2 high");
    refuses("../../.. X", "more than 2 rows");
    refuses(".Z/.. X", "'Z' in row 1 of the position is none of X, O and '.'");
    refuses("../.\n X", "'?' in row 2");
    refuses("../..", "must end in a space and the side to move, X or O");
    refuses("../.. ", "must end in a space");
    refuses("../.. Q", "must end in a space");
    refuses("../..  X", "must end in a space");
    refuses("../.. XX", "must end in a space");
    refuses(".... X a1:+2;", "must end in a space");
    refuses(".... X; a1", "must end in a space");
    refuses(".... X; a1:", "must end in a space");
    refuses(".... X; a1:+2", "must end in a space");
    refuses(".... X; :+2;", "must end in a space");
    refuses(".... -", "must end in a space");
    refuses("..... X", "row 1 of the position has 5 cells");
    refuses("..Z. X", "'Z' in row 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_images_are_a_group),
        cmocka_unit_test(even_images_are_what_the_header_says),
        cmocka_unit_test(points_are_written_and_read_back),
        cmocka_unit_test(columns_are_named_as_in_gtp),
        cmocka_unit_test(points_off_the_board_are_not_read),
        cmocka_unit_test(a_grid_is_read_counted_and_written),
        cmocka_unit_test(lines_of_obf_are_read),
        cmocka_unit_test(high_boards_are_drawn_with_room_for_two_digits),
        cmocka_unit_test(malformed_texts_are_refused),
    };
    return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
