/* Tests of the evaluation `learned`: indexes kept move by move are those of the board as a whole, values
 * are those of a plain sum over the squares' text, images are worth the same, and files of weights come
 * back as they were or are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/checksum.h"
#include "base/data.h"
#include "base/long_test.h"
#include "base/rng.h"
#include "games/linear.h"
#include "games/othello/othello.h"
#include "games/othello/weights_file.h"
#include "games/rules_test.h"
#include "games/weights_file.h"

/* Weights by chance, none of them so large that sums would be cut off. */
static int16_t *random_weights(const struct by_othello_layout *layout, uint64_t seed)
{
    struct by_rng rng;
    size_t count = (size_t)layout->weights * BY_OTHELLO_PHASES;
    int16_t *weights = malloc(count * sizeof *weights);
    assert_non_null(weights);
    by_rng_init(&rng, seed, 0);
    for (size_t i = 0; i < count; i++)
        weights[i] = (int16_t)((int)by_rng_below(&rng, 301) - 150);
    return weights;
}

struct fixture {
    struct by_rules *rules;
    struct by_othello_layout *layout;
    int16_t *learned;
    struct by_othello_weights *weights;
    struct by_rng rng;
};

static struct fixture set_up(void)
{
    struct fixture f = {.rules = open_rules("othello", NULL), .layout = by_othello_layout_open()};
    assert_non_null(f.layout);
    f.learned = random_weights(f.layout, 7);
    f.weights = by_othello_weights_make(f.layout, f.learned);
    assert_non_null(f.weights);
    by_rng_init(&f.rng, 5, 0);
    return f;
}

static void tear_down(struct fixture *f)
{
    free(f->weights);
    free(f->learned);
    free(f->layout);
    by_rules_close(f->rules);
}

static struct by_board_view view_of(const struct by_rules *rules, const void *position)
{
    struct by_board_view view;
    rules->game->board->look(rules, position, &view);
    return view;
}

static by_move any_move(struct fixture *f, const void *position)
{
    by_move moves[64];
    int count = f->rules->game->moves(f->rules, position, moves);
    return moves[by_rng_below(&f->rng, (uint32_t)count)];
}

/* What turned over is what changed sides. */
static void follow(const struct fixture *f, struct by_othello_index *index,
                   const struct by_board_view *before, by_move move,
                   const struct by_board_view *after)
{
    int me = before->side;
    if (move == 64)
        by_othello_index_pass(index, index);
    else
        by_othello_index_play(f->weights, index, index, move,
                              before->stones[!me][0] & after->stones[me][0]);
}

static int play_game_along(struct fixture *f)
{
    _Alignas(16) char position[256];
    struct by_othello_index index, whole;
    int seen = 0;
    memcpy(position, f->rules->start, f->rules->position_size);
    struct by_board_view view = view_of(f->rules, position);
    by_othello_index_set(f->weights, &index, view.stones[0][0], view.stones[1][0]);
    while (!f->rules->game->over(f->rules, position)) {
        by_move move = any_move(f, position);
        struct by_board_view before = view;
        f->rules->game->play(f->rules, position, move, NULL);
        view = view_of(f->rules, position);
        follow(f, &index, &before, move, &view);
        uint64_t me = view.stones[view.side][0], you = view.stones[!view.side][0];
        by_othello_index_set(f->weights, &whole, me, you);
        assert_memory_equal(&index, &whole, sizeof index);
        assert_int_equal(by_othello_index_value(f->weights, &index, 64 - by_bits_count(me | you)),
                         by_othello_pattern_value(f->weights, me, you));
        seen++;
    }
    return seen;
}

static void increments_equal_recomputation(void **state)
{
    (void)state;
    struct fixture f = set_up();
    for (int seen = 0; seen < long_or(1000000, 100000);)
        seen += play_game_along(&f);
    tear_down(&f);
}

/* The same sum, digit by digit from the squares of each instance. */
static int plain_value(const struct fixture *f, uint64_t me, uint64_t you)
{
    int empties = 64 - by_bits_count(me | you), phase = empties > 0 ? (60 - empties) / 2 : 29,
        sum = 0;
    const int16_t *table = f->weights->table + (size_t)phase * (size_t)f->weights->size;
    for (int number = 0; number < BY_OTHELLO_PATTERNS; number++) {
        const struct by_othello_shape_of *pattern = &f->layout->pattern[number];
        for (int i = 0; i < pattern->instances; i++) {
            int place = 0;
            for (int k = pattern->squares - 1; k >= 0; k--) {
                int square = pattern->square[i][k];
                place = 3 * place + 1 + (int)(me >> square & 1) - (int)(you >> square & 1);
            }
            sum += table[pattern->first + place];
        }
    }
    return sum + f->weights->even[phase][empties % 2];
}

static void values_are_plain_sums_and_images_are_worth_the_same(void **state)
{
    (void)state;
    struct fixture f = set_up();
    for (int game = 0; game < 50; game++) {
        _Alignas(16) char position[256], image[256];
        memcpy(position, f.rules->start, f.rules->position_size);
        for (; !f.rules->game->over(f.rules, position);
             f.rules->game->play(f.rules, position, any_move(&f, position), NULL)) {
            struct by_board_view view = view_of(f.rules, position);
            uint64_t me = view.stones[view.side][0], you = view.stones[!view.side][0];
            int value = by_othello_pattern_value(f.weights, me, you);
            assert_int_equal(value, plain_value(&f, me, you));
            for (int s = 1; s < f.rules->symmetry_count; s++) {
                f.rules->game->transform(f.rules, position, s, image);
                view = view_of(f.rules, image);
                assert_int_equal(by_othello_pattern_value(f.weights, view.stones[view.side][0],
                                                          view.stones[!view.side][0]),
                                 value);
            }
        }
    }
    tear_down(&f);
}

static void every_instance_is_an_image_of_its_pattern(void **state)
{
    (void)state;
    struct fixture f = set_up();
    int instances = 0, lanes = 0;
    for (int number = 0; number < BY_OTHELLO_PATTERNS; number++) {
        const struct by_othello_shape_of *pattern = &f.layout->pattern[number];
        uint64_t seen[8];
        assert_int_equal(pattern->lane, lanes);
        lanes += pattern->instances;
        for (int i = 0; i < pattern->instances; i++, instances++) {
            seen[i] = 0;
            for (int k = 0; k < pattern->squares; k++)
                seen[i] |= UINT64_C(1) << pattern->square[i][k];
            assert_int_equal(by_bits_count(seen[i]), pattern->squares);
            for (int k = 0; k < i; k++)
                assert_true(seen[i] != seen[k]);
        }
    }
    assert_int_equal(instances, BY_OTHELLO_INSTANCES);
    assert_true(instances <= BY_OTHELLO_LANES);
    tear_down(&f);
}

/* A sum beyond all discs is cut off. */
static void values_are_bounded(void **state)
{
    (void)state;
    struct by_othello_layout *layout = by_othello_layout_open();
    assert_non_null(layout);
    size_t count = (size_t)layout->weights * BY_OTHELLO_PHASES;
    int16_t *learned = malloc(count * sizeof *learned);
    assert_non_null(learned);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < count; i++)
            learned[i] = (int16_t)(sign * INT16_MAX);
        struct by_othello_weights *weights = by_othello_weights_make(layout, learned);
        assert_non_null(weights);
        assert_int_equal(by_othello_pattern_value(weights, 0x810000000, 0x1008000000),
                         sign * 64 * 128);
        free(weights);
    }
    free(learned);
    free(layout);
}

/* --- files ------------------------------------------------------------------------------- */

/* Few weights, small differences: as files are. */
static void thin_out(int16_t *weights, size_t count)
{
    for (size_t i = 0; i < count; i++)
        weights[i] = (int16_t)(weights[i] % 7 == 0 ? weights[i] * 200 : 0);
}

static void written_weights_are_read_as_they_were(void **state)
{
    (void)state;
    struct fixture f = set_up();
    uint8_t *bytes = NULL;
    size_t size = 0, count = (size_t)f.layout->weights * BY_OTHELLO_PHASES;
    int16_t *again = malloc(count * sizeof *again);
    assert_non_null(again);
    thin_out(f.learned, count);
    f.learned[0] = INT16_MIN;
    f.learned[count - 1] = INT16_MAX;
    assert_int_equal(by_othello_weights_write(f.layout, f.learned, &bytes, &size, NULL), BY_OK);
    assert_int_equal(by_othello_weights_unpack(f.layout, bytes, size, "test", again, NULL), BY_OK);
    assert_memory_equal(again, f.learned, count * sizeof *again);
    free(bytes);
    free(again);
    tear_down(&f);
}

static void refused(const uint8_t *bytes, size_t size, const char *because)
{
    struct by_othello_weights *weights = NULL;
    struct by_error err = {.status = BY_OK};
    if (by_othello_weights_read(bytes, size, "some.weights", &weights, &err) != BY_BAD_INPUT ||
        !strstr(err.text, because) || !strstr(err.text, "some.weights"))
        fail_msg("not refused because of '%s': %s", because, err.text);
    assert_null(weights);
}

/* Changes a byte and makes the sum right again, so that it is the content which is refused. */
static void forge(uint8_t *bytes, size_t size, size_t at, uint8_t by)
{
    bytes[at] ^= by;
    by_bits_store(by_crc32(by_crc32(0, bytes, 28), bytes + 32, size - 32), 4, bytes + 28);
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    struct fixture f = set_up();
    uint8_t *bytes = NULL;
    size_t size = 0;
    thin_out(f.learned, (size_t)f.layout->weights * BY_OTHELLO_PHASES);
    assert_int_equal(by_othello_weights_write(f.layout, f.learned, &bytes, &size, NULL), BY_OK);
    refused(bytes, 0, "no file of weights");
    refused(bytes, 31, "no file of weights");
    refused(bytes, size - 1, "bytes of weights");
    bytes[size / 2] ^= 4;
    refused(bytes, size, "damaged");
    bytes[size / 2] ^= 4;
    bytes[0] ^= 1;
    refused(bytes, size, "no file of weights");
    bytes[0] ^= 1;
    bytes[8] ^= 2;
    refused(bytes, size, "format");
    bytes[8] ^= 2;
    forge(bytes, size, 12, 1);
    refused(bytes, size, "other patterns");
    forge(bytes, size, 12, 1);
    for (size_t at = 40; at < size; at += size / 7) {
        struct by_othello_weights *weights = NULL;
        struct by_error err = {.status = BY_OK};
        forge(bytes, size, at, 0x55);
        if (by_othello_weights_read(bytes, size, "x", &weights, &err) != BY_OK)
            assert_non_null(strstr(err.text, "cannot be read"));
        free(weights);
        forge(bytes, size, at, 0x55);
    }
    free(bytes);
    tear_down(&f);
}

/* --- as others see it ---------------------------------------------------------------------- */

/* What the trainer adds up is what the player sees. */
static void the_features_add_up_to_the_value(void **state)
{
    (void)state;
    struct fixture f = set_up();
    const struct by_linear *linear = f.rules->game->linear;
    void *fit = linear->open(f.rules);
    _Alignas(16) char position[256];
    int32_t number[BY_LINEAR_FEATURES_MAX];
    assert_non_null(fit);
    assert_int_equal(linear->weights(fit), f.layout->weights);
    for (int game = 0; game < 100; game++) {
        memcpy(position, f.rules->start, f.rules->position_size);
        for (; !f.rules->game->over(f.rules, position);
             f.rules->game->play(f.rules, position, any_move(&f, position), NULL)) {
            struct by_board_view view = view_of(f.rules, position);
            const int16_t *phase =
                f.learned + (size_t)linear->phase(f.rules, position) * (size_t)f.layout->weights;
            int sum = 0;
            int count = linear->look(fit, f.rules, position, number);
            assert_int_equal(count, linear->features);
            for (int i = 0; i < count; i++)
                sum += phase[number[i]];
            assert_int_equal(sum, by_othello_pattern_value(f.weights, view.stones[view.side][0],
                                                           view.stones[!view.side][0]));
        }
    }
    linear->close(fit);
    tear_down(&f);
}

static void other_sizes_have_no_weights(void **state)
{
    (void)state;
    struct by_rules *small = open_rules("othello", "size=6x6");
    assert_null(by_othello_weights_of(small));
    assert_null(small->game->linear->open(small));
    const struct by_eval *learned = by_eval_find(small, "learned");
    const struct by_eval *mobility = by_eval_find(small, "mobility");
    assert_int_equal(learned->value(small, small->start), mobility->value(small, small->start));
    by_rules_close(small);
}

/* The weights of the build: there, whole, and of some sense: who has all corners is far ahead, and the
 * start is about even. */
static void the_build_has_weights_that_make_sense(void **state)
{
    (void)state;
    struct by_data data;
    struct by_rules *rules = open_rules("othello", NULL);
    struct by_rules *corners =
        open_rules_at("othello", NULL,
                      "XXX..XXX/X......X/..OOOO../..OXXO../..OXXO../..OOOO../X......X/XXX..XXX X");
    struct by_rules *edges =
        open_rules_at("othello", NULL,
                      "XXX..XXX/X......X/..OOOO../..OXXO../..OXXO../..OOOO../X......X/XXX..XXX O");
    const struct by_eval *learned = by_eval_find(rules, "learned");
    assert_true(by_data_find("othello.weights", &data));
    assert_true(data.size > 100000 && data.size <= BY_WEIGHTS_FILE_MAX);
    assert_non_null(by_othello_weights_of(rules));
    assert_ptr_equal(by_othello_weights_of(rules), by_othello_weights_of(corners));
    assert_null(rules->game->lacks(rules));
    assert_in_range(learned->value(rules, rules->start) + 4 * 128, 0, 8 * 128);
    assert_true(learned->value(corners, corners->start) > 20 * 128);
    assert_true(learned->value(edges, edges->start) < -20 * 128);
    by_rules_close(edges);
    by_rules_close(corners);
    by_rules_close(rules);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instance_is_an_image_of_its_pattern),
        cmocka_unit_test(increments_equal_recomputation),
        cmocka_unit_test(values_are_plain_sums_and_images_are_worth_the_same),
        cmocka_unit_test(values_are_bounded),
        cmocka_unit_test(written_weights_are_read_as_they_were),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(the_features_add_up_to_the_value),
        cmocka_unit_test(other_sizes_have_no_weights),
        cmocka_unit_test(the_build_has_weights_that_make_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
