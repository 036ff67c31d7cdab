/* What ranks tell each other as bytes (arena/message.h, lab/rank_cells.h, base/bytes.h): what is written is read the same, and
 * what is cut, longer or changed is refused or still within its bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena/message.h"
#include "base/ranks.h"
#include "base/rng.h"
#include "lab/rank_cells.h"
#include <stdlib.h>
#include <string.h>

static const struct by_played a_game = {.number = 41,
                                        .a_first = true,
                                        .scored = true,
                                        .score = -2.5,
                                        .points = 2,
                                        .opening = 1,
                                        .plies = 3,
                                        .moves = "a1 b2 c3",
                                        .times = "- 1 2",
                                        .ended = "rules",
                                        .reason = "",
                                        .moved = {1, 1},
                                        .spent = {0.001, 0.002},
                                        .longest = {0.001, 0.002},
                                        .sims = {7, 1LL << 40},
                                        .proven = {0, 1},
                                        .hash = 0xfedcba9876543210U,
                                        .version = "0.1.0+3f2a91c07d11",
                                        .host = "node7",
                                        .rank = 3,
                                        .finished = 1.7e9};

static void write_game(struct by_buffer *out, const struct by_played *played)
{
    by_message_begin(out, BY_MESSAGE_GAMES, 5);
    by_message_put_game(out, played);
    assert_false(out->failed);
}

static bool read_game(const void *data, size_t size, struct by_played *out)
{
    struct by_message message;
    return by_message_read(data, size, &message) && message.kind == BY_MESSAGE_GAMES &&
           by_message_game(&message, out) && !by_message_more(&message);
}

static void a_game_is_read_as_it_was_written(void **state)
{
    (void)state;
    struct by_buffer out;
    struct by_played got;
    write_game(&out, &a_game);
    assert_true(read_game(out.data, out.length, &got));
    assert_int_equal(got.number, 41);
    assert_true(got.a_first && got.scored && got.score == -2.5 && got.points == 2);
    assert_int_equal(got.plies, 3);
    assert_string_equal(got.moves, "a1 b2 c3");
    assert_string_equal(got.times, "- 1 2");
    assert_string_equal(got.host, "node7");
    assert_true(got.sims[1] == 1LL << 40 && got.hash == a_game.hash && got.rank == 3);
    assert_true(got.spent[1] == 0.002 && got.finished == 1.7e9);
    by_buffer_close(&out);
}

static void many_games_are_read_one_after_the_other(void **state)
{
    (void)state;
    struct by_buffer out;
    struct by_message message;
    struct by_played got, other = a_game;
    other.number = 42;
    other.moves = "a1";
    other.times = "7";
    other.plies = other.opening = 1;
    write_game(&out, &a_game);
    by_message_put_game(&out, &other);
    by_message_put_game(&out, &a_game);
    assert_true(by_message_read(out.data, out.length, &message));
    for (int i = 0; i < 3; i++) {
        assert_true(by_message_more(&message) && by_message_game(&message, &got));
        assert_int_equal(got.number, i == 1 ? 42 : 41);
        assert_string_equal(got.moves, i == 1 ? "a1" : "a1 b2 c3");
    }
    assert_false(by_message_more(&message));
    assert_false(by_message_game(&message, &got));
    by_buffer_close(&out);
}

static void a_game_that_cannot_be_is_refused(void **state)
{
    (void)state;
    struct by_played got, wrong[3] = {a_game, a_game, a_game};
    wrong[0].ended = "of boredom";
    wrong[1].opening = 4; /* of 3 plies */
    wrong[2].points = 3;
    for (int i = 0; i < 3; i++) {
        struct by_buffer out;
        write_game(&out, &wrong[i]);
        assert_false(read_game(out.data, out.length, &got));
        by_buffer_close(&out);
    }
}

/* In a block of its own size, so that sanitizers see a step too far. */
static bool read_piece(const char *data, size_t size)
{
    struct by_played got;
    char *piece = malloc(size + 1);
    memcpy(piece, data, size);
    bool read = read_game(piece, size, &got);
    free(piece);
    return read;
}

static void cut_and_longer_games_are_refused(void **state)
{
    (void)state;
    struct by_buffer out;
    write_game(&out, &a_game);
    for (size_t size = 0; size < out.length; size++)
        assert_false(read_piece(out.data, size));
    assert_true(read_piece(out.data, out.length));
    by_buffer_char(&out, 'x');
    assert_false(read_piece(out.data, out.length));
    by_buffer_close(&out);
}

static void changed_games_are_refused_or_sound(void **state)
{
    (void)state;
    struct by_buffer out;
    struct by_rng rng;
    by_rng_init(&rng, 1, 0);
    write_game(&out, &a_game);
    for (int i = 0; i < 20000; i++) {
        struct by_played got;
        size_t at = by_rng_below(&rng, (uint32_t)out.length);
        char was = out.data[at];
        out.data[at] = (char)by_rng_below(&rng, 256);
        if (read_game(out.data, out.length, &got)) {
            assert_null(by_played_wrong(&got));
            assert_true(strlen(got.moves) + strlen(got.times) < out.length);
        }
        out.data[at] = was;
    }
    by_buffer_close(&out);
}

static void numbers_are_bounded(void **state)
{
    (void)state;
    const int numbers[3] = {0, 7, 999999};
    int got[BY_MESSAGE_NUMBERS_MAX];
    struct by_buffer out;
    struct by_message message;
    by_message_begin(&out, BY_MESSAGE_NUMBERS, 9);
    by_message_put_numbers(&out, numbers, 3);
    assert_true(by_message_read(out.data, out.length, &message));
    assert_int_equal(message.match, 9);
    assert_int_equal(by_message_numbers(&message, got), 3);
    assert_memory_equal(got, numbers, sizeof numbers);
    by_buffer_close(&out);
    by_message_begin(&out, BY_MESSAGE_NUMBERS, 9);
    by_bytes_put_int(&out, BY_MESSAGE_NUMBERS_MAX + 1);
    assert_true(by_message_read(out.data, out.length, &message));
    assert_int_equal(by_message_numbers(&message, got), -1);
    by_buffer_close(&out);
}

static void questions_and_failures_are_read(void **state)
{
    (void)state;
    const char *host;
    bool again = false;
    struct by_buffer out;
    struct by_message message;
    by_message_begin(&out, BY_MESSAGE_ASK, 1);
    by_message_put_ask(&out, 12, "node7");
    assert_true(by_message_read(out.data, out.length, &message));
    assert_int_equal(by_message_ask(&message, &host), 12);
    assert_string_equal(host, "node7");
    by_buffer_close(&out);
    by_message_begin(&out, BY_MESSAGE_FAILED, 1);
    by_message_put_failure(&out, "it does not", true);
    assert_true(by_message_read(out.data, out.length, &message));
    assert_string_equal(by_message_failure(&message, &again), "it does not");
    assert_true(again);
    assert_true(by_message_read(out.data, out.length - 1, &message));
    assert_string_equal(by_message_failure(&message, &again), "it did not say why");
    assert_false(by_message_read("x", 1, &message));
    by_buffer_close(&out);
}

/* --- the match --------------------------------------------------------------------------------- */

static struct by_rules *open_rules(void)
{
    struct by_rules *rules = NULL;
    const struct by_setting size = {"size", "5x5"};
    assert_int_equal(by_rules_open("nogo", &size, 1, NULL, &rules, NULL), BY_OK);
    return rules;
}

static void write_plan(struct by_buffer *out, struct by_match_plan *plan)
{
    static struct by_identity who[2] = {{"mcts sims=5", "banyan x"}, {"random", "banyan x"}};
    plan->a = "mcts sims=5";
    plan->b = "random";
    plan->games = 40;
    plan->concurrency = 2;
    plan->seed = 1ULL << 63;
    plan->colours = BY_COLOURS_A_FIRST;
    plan->terms =
        (struct by_terms){.per_move = 0.5, .clock = {.left = 60, .periods = 3}, .moves = 4};
    by_message_begin(out, BY_MESSAGE_PLAN, 3);
    assert_int_equal(by_message_put_plan(out, plan, who, "0.1.0+x", NULL), BY_OK);
}

static void a_match_is_read_as_it_was_written(void **state)
{
    (void)state;
    static const char text[] = "a1 b2\nc3\n";
    struct by_rules *rules = open_rules();
    struct by_match_plan plan = {.rules = rules};
    struct by_message message;
    struct by_message_plan got;
    struct by_buffer out;
    assert_int_equal(by_openings_read(rules, "x", text, strlen(text), &plan.openings, NULL), BY_OK);
    write_plan(&out, &plan);
    assert_true(by_message_read(out.data, out.length, &message));
    assert_int_equal(by_message_plan(&message, &got, NULL), BY_OK);
    assert_string_equal(got.plan.a, plan.a);
    assert_string_equal(got.spec[0], "mcts sims=5");
    assert_string_equal(got.build, "0.1.0+x");
    assert_int_equal(got.plan.games, 40);
    assert_true(got.plan.seed == plan.seed && got.plan.colours == plan.colours);
    assert_true(got.plan.terms.per_move == 0.5 && got.plan.terms.clock.left == 60 &&
                got.plan.terms.clock.periods == 3 && got.plan.terms.moves == 4);
    assert_int_equal(got.rules->width, 5);
    assert_int_equal(got.plan.openings.count, 2);
    assert_int_equal(got.plan.openings.list[0].count, 2);
    assert_int_equal(got.plan.openings.list[1].moves[0], plan.openings.list[1].moves[0]);
    by_message_plan_close(&got);
    by_openings_close(&plan.openings);
    by_buffer_close(&out);
    by_rules_close(rules);
}

static void cut_matches_are_refused_with_a_sentence(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules();
    struct by_match_plan plan = {.rules = rules, .openings = {.plies = 3}};
    struct by_buffer out;
    write_plan(&out, &plan);
    for (size_t size = 16; size < out.length; size += 3) {
        struct by_message message;
        struct by_message_plan got;
        struct by_error error = {0};
        char *piece = malloc(size);
        memcpy(piece, out.data, size);
        assert_true(by_message_read(piece, size, &message));
        assert_int_not_equal(by_message_plan(&message, &got, &error), BY_OK);
        assert_true(error.text[0] != 0);
        by_message_plan_close(&got);
        free(piece);
    }
    by_buffer_close(&out);
    by_rules_close(rules);
}

/* --- cells ------------------------------------------------------------------------------------- */

static void a_cell_is_read_as_it_was_written(void **state)
{
    (void)state;
    const struct by_lab_experiment experiment = {.name = "small", .path = "small.lab"};
    const struct by_lab_cell cell = {.experiment = &experiment,
                                     .label = "depth=3",
                                     .game = "connect4",
                                     .a = "alphabeta depth=3",
                                     .b = "",
                                     .measure = "plays",
                                     .games = 4,
                                     .cost = 0.5,
                                     .seed = 77};
    struct by_lab_task got;
    struct by_buffer out;
    by_lab_task_write(&out, 8, "0.1.0+x", &cell);
    assert_true(by_lab_task_read(out.data, out.length, &got));
    assert_true(got.ticket == 8 && got.cell.seed == 77 && got.cell.games == 4);
    assert_string_equal(got.cell.measure, "plays");
    assert_string_equal(got.cell.experiment->name, "small");
    for (size_t size = 0; size < out.length; size++)
        assert_false(by_lab_task_read(out.data, size, &got));
    by_buffer_close(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_is_read_as_it_was_written),
        cmocka_unit_test(many_games_are_read_one_after_the_other),
        cmocka_unit_test(a_game_that_cannot_be_is_refused),
        cmocka_unit_test(cut_and_longer_games_are_refused),
        cmocka_unit_test(changed_games_are_refused_or_sound),
        cmocka_unit_test(numbers_are_bounded),
        cmocka_unit_test(questions_and_failures_are_read),
        cmocka_unit_test(a_match_is_read_as_it_was_written),
        cmocka_unit_test(cut_matches_are_refused_with_a_sentence),
        cmocka_unit_test(a_cell_is_read_as_it_was_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
