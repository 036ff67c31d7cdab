/* Tests of games/board.h: images against by_grid_image, packs against text, on boards of every
 * shape. That games keep their text and packs is in the tests of the games. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/board.h"
#include "games/game_test.h"

/* The array board alone, as a game: stones on cells, whatever they mean. */
static const struct by_board array = {
    .position_size = sizeof(struct by_array),
    .skip_i = true,
    .what = "point",
    .salt = 7,
    .turn = 2 * BY_CELLS_MAX,
    .look = by_array_look,
    .make = by_array_make,
};
static const struct by_board array_from_top = {
    .position_size = sizeof(struct by_array),
    .from_top = true,
    .may_pass = true,
    .what = "square",
    .salt = 7,
    .turn = 2 * BY_CELLS_MAX,
    .look = by_array_look,
    .make = by_array_make,
};
static const struct by_game from_below = {
    .board = &array, BY_ARRAY_RULES, BY_BOARD_TEXT, BY_BOARD_RULES};
static const struct by_game from_above = {
    .board = &array_from_top, BY_ARRAY_RULES, BY_BOARD_TEXT, BY_BOARD_RULES};

static struct by_rules rules_of(const struct by_game *game, int width, int height)
{
    struct by_rules rules = {.game = game};
    by_board_set_up(&rules, width, height, "");
    return rules;
}

static void images_are_those_of_the_grid(void **state)
{
    (void)state;
    for (int width = 1; width <= BY_GRID_SIDE_MAX; width++)
        for (int height = 1; height <= BY_GRID_SIDE_MAX; height += 3) {
            struct by_rules rules = rules_of(&from_below, width, height);
            int16_t image[BY_CELLS_MAX];
            for (int s = 0; s < rules.symmetry_count; s++) {
                by_board_images(&rules, s, image);
                for (int cell = 0; cell < width * height; cell++) {
                    int x = cell % width, y = cell / width;
                    by_grid_image(width, height, width == height ? s : 2 * s, &x, &y);
                    assert_int_equal(image[cell], y * width + x);
                    assert_int_equal(by_board_transform_move(&rules, cell, s), y * width + x);
                }
            }
        }
}

static void a_mirror_alone_is_left_to_right(void **state)
{
    (void)state;
    struct by_rules rules = rules_of(&from_below, 5, 3);
    rules.symmetry_count = 2;
    assert_int_equal(by_board_transform_move(&rules, 5, 1), 9);
    assert_int_equal(by_board_transform_move(&rules, 5, 0), 5);
}

static void fill(const struct by_rules *rules, struct by_rng *rng, struct by_array *out)
{
    struct by_board_view view = {.side = (int)by_rng_below(rng, 2)};
    for (int cell = 0; cell < by_board_cells_of(rules); cell++) {
        uint32_t drawn = by_rng_below(rng, 3);
        if (drawn < 2)
            by_board_add(&view, cell, (int)drawn);
    }
    by_array_make(rules, &view, out);
}

static void assert_same(const struct by_rules *rules, const struct by_array *a,
                        const struct by_array *b)
{
    assert_memory_equal(&a->grid, &b->grid, sizeof a->grid);
    assert_int_equal(by_array_key(rules, a), by_array_key(rules, b));
}

/* Text and packs lead back to where they came from, and so does an image that is its own inverse. */
static void nothing_is_lost_on_the_way(void **state)
{
    (void)state;
    static const int size[][2] = {{1, 1}, {8, 8}, {9, 7}, {13, 5}, {25, 25}, {3, 25}};
    struct by_rng rng;
    by_rng_init(&rng, 1, 2);
    for (size_t i = 0; i < 2 * sizeof size / sizeof *size; i++) {
        const struct by_game *game = i % 2 ? &from_above : &from_below;
        struct by_rules rules = rules_of(game, size[i / 2][0], size[i / 2][1]);
        struct by_array array_at, image, back;
        char buffer[TEXT_SIZE];
        uint8_t pack[1 + 2 * (BY_CELLS_MAX + 7) / 8];
        struct by_error err;
        struct by_text text = by_text_over(buffer, sizeof buffer);
        fill(&rules, &rng, &array_at);
        game->write(&rules, &array_at, &text);
        assert_int_equal(game->read(&rules, buffer, &back, &err), BY_OK);
        assert_same(&rules, &array_at, &back);
        assert_int_equal(game->pack(&rules, &array_at, pack), rules.pack_size);
        assert_int_equal(game->unpack(&rules, pack, rules.pack_size, &back, &err), BY_OK);
        assert_same(&rules, &array_at, &back);
        game->transform(&rules, &array_at, 1, &image);
        game->transform(&rules, &image, 1, &back);
        assert_same(&rules, &array_at, &back);
    }
}

/* Cell 0 is a1: at the bottom, or at the top. */
static void row_1_is_where_the_board_says(void **state)
{
    (void)state;
    struct by_array array_at;
    struct by_rules below = rules_of(&from_below, 3, 2), above = rules_of(&from_above, 3, 2);
    by_array_start(&below, &array_at);
    by_array_play(&below, &array_at, 0, NULL);
    assert_position(&below, &array_at, ".../X.. O");
    struct by_board_view view;
    by_array_look(&below, &array_at, &view);
    by_array_make(&above, &view, &array_at);
    assert_position(&above, &array_at, "X../... O");
    assert_int_equal(by_board_transform_move(&above, 6, 1), 6); /* the pass */
}

static void damaged_packs_are_refused(void **state)
{
    (void)state;
    struct by_rules rules = rules_of(&from_below, 3, 3);
    struct by_array out;
    struct by_error err;
    uint8_t good[5] = {1, 0x81, 1, 0x02, 0}, twice[5] = {1, 1, 0, 1, 0}, off[5] = {0, 0, 2, 0, 0},
            nobody[5] = {2};
    assert_int_equal(by_board_unpack(&rules, good, 5, &out, &err), BY_OK);
    assert_int_equal(by_board_unpack(&rules, good, 4, &out, &err), BY_BAD_INPUT);
    assert_int_equal(by_board_unpack(&rules, nobody, 5, &out, &err), BY_BAD_INPUT);
    assert_string_equal(err.text, "the packed position has nobody to move");
    assert_int_equal(by_board_unpack(&rules, off, 5, &out, &err), BY_BAD_INPUT);
    assert_int_equal(by_board_unpack(&rules, twice, 5, &out, &err), BY_BAD_INPUT);
    assert_string_equal(err.text,
                        "the packed position has two stones on one point or one off the board");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(images_are_those_of_the_grid),
        cmocka_unit_test(a_mirror_alone_is_left_to_right),
        cmocka_unit_test(nothing_is_lost_on_the_way),
        cmocka_unit_test(row_1_is_where_the_board_says),
        cmocka_unit_test(damaged_packs_are_refused),
    };
    return cmocka_run_group_tests_name("boards", tests, NULL, NULL);
}
