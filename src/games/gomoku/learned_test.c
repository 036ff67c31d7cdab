/* learned_test.c: the evaluation `learned`: sums kept stone by stone are those of the board as a whole, under all
 * rules and on all boards; what the trainer adds up is what the player sees; files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/data.h"
#include "base/long_test.h"
#include "base/rng.h"
#include "games/gomoku/gomoku.h"
#include "games/linear.h"
#include "games/rules_test.h"
#include <stdlib.h>
#include <string.h>

struct fixture {
    struct by_rules *rules;
    int16_t learned[BY_GOMOKU_WEIGHTS];
    void *at;
    by_move moves[BY_GOMOKU_CELLS_MAX], line[BY_GOMOKU_CELLS_MAX];
    struct by_rng rng;
    int plies;
};

/* Any weights will do: each class and line has its own. */
static void set_up(struct fixture *f, const char *settings)
{
    f->rules = open_rules("gomoku", settings);
    by_rng_init(&f->rng, 7, 0);
    for (int i = 0; i < BY_GOMOKU_WEIGHTS; i++)
        f->learned[i] = (int16_t)((int)by_rng_below(&f->rng, 401) - 200);
    struct by_gomoku_shape *shape = f->rules->data;
    free(shape->of_file);
    shape->weights = shape->of_file = by_gomoku_weights_make(f->learned);
    assert_non_null(shape->weights);
    f->at = calloc(1, f->rules->position_size);
    f->rules->game->start(f->rules, f->at);
    f->plies = 0;
}

static void tear_down(struct fixture *f)
{
    by_rules_close(f->rules);
    free(f->at);
}

static const struct by_eval *learned_of(const struct by_rules *rules)
{
    const struct by_eval *eval = rules->game->evals;
    while (strcmp(eval->name, "learned") != 0)
        eval++;
    return eval;
}

/* One stone more, mostly near the others, or some taken back; begins again when the game is over. */
static void step(struct fixture *f)
{
    const struct by_game *game = f->rules->game;
    if (f->plies > 0 && (game->over(f->rules, f->at) || by_rng_below(&f->rng, 4) == 0)) {
        game->undo(f->rules, f->at, f->line[--f->plies], NULL);
        return;
    }
    bool near = by_rng_below(&f->rng, 4) > 0;
    int count =
        near ? game->active(f->rules, f->at, f->moves) : game->moves(f->rules, f->at, f->moves);
    f->line[f->plies] = f->moves[by_rng_below(&f->rng, (uint32_t)count)];
    game->play(f->rules, f->at, f->line[f->plies++], NULL);
}

/* --- sums ------------------------------------------------------------------------------- */

/* The position of the same stones, worked out from scratch. */
static void compare_with_scratch(const struct fixture *f, void *scratch)
{
    uint8_t pack[200];
    size_t size = f->rules->game->pack(f->rules, f->at, pack);
    memcpy(scratch, f->at, f->rules->position_size);
    assert_int_equal(f->rules->game->unpack(f->rules, pack, size, scratch, NULL), BY_OK);
    assert_int_equal(learned_of(f->rules)->value(f->rules, f->at),
                     learned_of(f->rules)->value(f->rules, scratch));
}

static void compare_with_points(const struct fixture *f)
{
    const struct by_gomoku_shape *shape = f->rules->data;
    int64_t sums[2];
    int me = f->rules->game->side(f->rules, f->at);
    by_gomoku_learned_look(f->rules, f->at, sums);
    int32_t sum = by_gomoku_learned_sum(shape->weights, sums[me], sums[!me]);
    int32_t value = learned_of(f->rules)->value(f->rules, f->at);
    bool four = value >= BY_GOMOKU_FOUR_NEXT / 2 && value < BY_GOMOKU_FIVE_NEXT;
    if (value > -BY_GOMOKU_FIVE_NEXT && value < BY_GOMOKU_FIVE_NEXT)
        assert_int_equal(value - (four ? BY_GOMOKU_FOUR_NEXT : 0), sum);
}

static void sums_are_kept(void **state)
{
    (void)state;
    static const char *const settings[] = {"",        "rule=exact",         "rule=renju",
                                           "size=20", "size=20 rule=renju", "size=25 rule=exact",
                                           "size=7x6"};
    int kinds = sizeof settings / sizeof *settings;
    for (int i = 0; i < kinds; i++) {
        struct fixture f;
        set_up(&f, settings[i]);
        void *scratch = calloc(1, f.rules->position_size);
        for (long n = 0; n < (long_tests() ? 1000000 : 100000) / kinds; n++) {
            step(&f);
            if (n % 10 == 0 && !f.rules->game->over(f.rules, f.at)) {
                compare_with_scratch(&f, scratch);
                compare_with_points(&f);
            }
        }
        free(scratch);
        tear_down(&f);
    }
}

/* --- as the trainer sees it ------------------------------------------------------------------ */

static void the_features_add_up_to_the_value(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, "");
    const struct by_linear *linear = f.rules->game->linear;
    void *fit = linear->open(f.rules);
    int32_t *number = calloc((size_t)linear->features, sizeof *number);
    int quiet = 0;
    assert_int_equal(linear->weights(fit), BY_GOMOKU_WEIGHTS);
    assert_true(linear->features <= BY_LINEAR_FEATURES_MAX);
    for (int n = 0; n < 2000; n++) {
        if (n % 20 == 0) { /* few stones are quiet */
            f.rules->game->start(f.rules, f.at);
            f.plies = 0;
        }
        step(&f);
        if (f.rules->game->over(f.rules, f.at) || !linear->quiet(f.rules, f.at))
            continue;
        int32_t sum = 0;
        int count = linear->look(fit, f.rules, f.at, number);
        for (int i = 0; i < count; i++)
            sum += f.learned[number[i]];
        assert_int_equal(sum, learned_of(f.rules)->value(f.rules, f.at));
        quiet++;
    }
    assert_true(quiet > 100);
    linear->close(fit);
    free(number);
    tear_down(&f);
}

static void every_code_has_the_class_of_its_digits(void **state)
{
    (void)state;
    int16_t classes[BY_GOMOKU_CODES], most = 0;
    by_gomoku_fill_classes(classes);
    for (int code = 0; code < BY_GOMOKU_CODES; code++)
        most = classes[code] > most ? classes[code] : most;
    assert_int_equal(most, BY_GOMOKU_CLASSES - 1);
    assert_int_equal(classes[1234], classes[4321]);
    assert_int_equal(classes[5050], classes[55]);
    assert_int_not_equal(classes[5051], classes[55]);
    assert_true(by_gomoku_code_is_bare(2120));
    assert_false(by_gomoku_code_is_bare(2130));
}

/* --- files -------------------------------------------------------------------------------- */

static void files_come_back(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, "");
    int16_t again[BY_GOMOKU_WEIGHTS];
    uint8_t *bytes = NULL;
    size_t size = 0;
    assert_int_equal(by_gomoku_weights_write(f.learned, &bytes, &size, NULL), BY_OK);
    assert_int_equal(by_gomoku_weights_unpack(bytes, size, "x", again, NULL), BY_OK);
    assert_memory_equal(again, f.learned, sizeof again);
    for (size_t i = 0; i < size; i++) {
        struct by_error err = {.status = BY_OK};
        bytes[i] ^= 0x10;
        assert_int_equal(by_gomoku_weights_unpack(bytes, size, "x", again, &err), BY_BAD_INPUT);
        assert_true(strlen(err.text) > 10);
        bytes[i] ^= 0x10;
        assert_int_equal(by_gomoku_weights_unpack(bytes, i, "x", again, &err), BY_BAD_INPUT);
    }
    free(bytes);
    tear_down(&f);
}

/* Without weights the value is that of `threats`, and the game says so. */
static void without_weights_it_is_threats(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, "");
    struct by_gomoku_shape *shape = f.rules->data;
    assert_null(f.rules->game->lacks(f.rules));
    shape->of_file->known = false;
    assert_non_null(strstr(f.rules->game->lacks(f.rules), "threats"));
    const struct by_eval *threats = f.rules->game->evals;
    while (strcmp(threats->name, "threats") != 0)
        threats++;
    for (int n = 0; n < 300; n++) {
        step(&f);
        if (!f.rules->game->over(f.rules, f.at))
            assert_int_equal(learned_of(f.rules)->value(f.rules, f.at),
                             threats->value(f.rules, f.at));
    }
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_are_kept),
        cmocka_unit_test(the_features_add_up_to_the_value),
        cmocka_unit_test(every_code_has_the_class_of_its_digits),
        cmocka_unit_test(files_come_back),
        cmocka_unit_test(without_weights_it_is_threats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
