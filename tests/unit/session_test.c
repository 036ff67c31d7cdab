/* session_test.c: turns, taking back, settings under moves, searches that are stopped, and lines
 * that come in meanwhile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "protocols/input.h"
#include "protocols/session.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static struct by_session *open_session(const char *game, const char *size, const char *spec)
{
    struct by_session *session = NULL;
    struct by_error err = {0};
    struct by_session_config config = {.game = game, .spec = spec, .seed = 1};
    if (size)
        assert_true(by_session_settings_put(&config.settings, "size", size));
    if (by_session_open(&config, &session, &err) != BY_OK)
        fail_msg("%s: %s", game, err.text);
    return session;
}

static enum by_status play(struct by_session *session, int side, const char *move)
{
    by_move read;
    const struct by_rules *rules = session->rules;
    if (rules->game->read_move(rules, by_line_position(session->line), move, &read, NULL) != BY_OK)
        return BY_BAD_INPUT;
    return by_session_play(session, side, read, NULL);
}

static const char *position_of(struct by_session *session, char out[512])
{
    by_line_text(session->line, out, 512);
    return out;
}

static void test_turns_in_go(void **state)
{
    (void)state;
    char text[512], start[512];
    struct by_session *session = open_session("go", "3", "random");
    position_of(session, start);
    assert_int_equal(play(session, 0, "a1"), BY_OK);
    assert_int_equal(play(session, 0, "b2"), BY_OK);
    assert_string_equal(position_of(session, text), ".../.X./X.. O ply=3");
    assert_int_equal(play(session, 1, "pass"), BY_OK);
    assert_int_equal(play(session, 0, "pass"), BY_OK);
    assert_true(by_line_over(session->line));
    assert_int_equal(play(session, 1, "c3"), BY_OK); /* it goes on */
    assert_int_equal(play(session, 1, "c3"), BY_BAD_INPUT);
    for (int i = 0; i < 5; i++)
        assert_true(by_session_undo(session));
    assert_false(by_session_undo(session));
    assert_string_equal(position_of(session, text), start);
    by_session_close(session);
}

static void test_turns_without_a_pass(void **state)
{
    (void)state;
    char text[512];
    struct by_session *session = open_session("gomoku", "5", "random");
    assert_int_equal(play(session, 0, "a1"), BY_OK);
    assert_int_equal(play(session, 0, "b2"), BY_OK);
    assert_int_equal(play(session, 1, "b2"), BY_BAD_INPUT);
    assert_int_equal(session->step_count, 2);
    assert_string_equal(position_of(session, text), "...../...../...../.X.../X.... O");
    assert_true(by_session_undo(session));
    assert_string_equal(position_of(session, text), "...../...../...../...../X.... O");
    by_session_close(session);

    session = open_session("connect4", NULL, "random");
    assert_int_equal(play(session, 0, "a"), BY_OK);
    assert_int_equal(play(session, 0, "a"), BY_BAD_INPUT);
    assert_int_equal(session->line->count, 1);
    by_session_close(session);
}

/* Who sits there by default keeps its tree, and says so once. */
static void test_defaults_keep_their_tree(void **state)
{
    (void)state;
    static const char *const games[] = {"go", "nogo"};
    for (int i = 0; i < 2; i++) {
        struct by_session *session = open_session(games[i], "9", NULL);
        const char *spec = by_player_spec(session->player), *found = strstr(spec, " reuse=on");
        assert_non_null(found);
        assert_null(strstr(found + 2, "reuse"));
        assert_true(by_session_can_ponder(session));
        by_session_close(session);
    }
}

/* Komi changes, the moves stay; what does not fit changes nothing. */
static void test_settings_under_moves(void **state)
{
    (void)state;
    char before[512], after[512];
    struct by_session *session = open_session("go", "5", "random");
    struct by_session_settings settings = session->settings;
    assert_int_equal(play(session, 1, "a1"), BY_OK);
    assert_int_equal(play(session, 1, "b2"), BY_OK);
    position_of(session, before);
    assert_true(by_session_settings_put(&settings, "komi", "3.5"));
    assert_int_equal(by_session_change(session, &settings, NULL), BY_OK);
    assert_string_equal(position_of(session, after), before);
    assert_int_equal(session->settings.count, 2);
    assert_true(by_session_settings_put(&settings, "komi", "many"));
    assert_int_equal(by_session_change(session, &settings, NULL), BY_BAD_INPUT);
    assert_int_equal(by_session_choose(session, "chess", &settings, NULL, NULL), BY_BAD_INPUT);
    assert_string_equal(position_of(session, after), before);
    assert_true(by_session_undo(session) && by_session_undo(session));
    assert_false(by_session_undo(session));
    by_session_close(session);
}

/* A turn that was taken is given back as it was; the game is not played again for it. A first move
 * that cannot be played would show that. */
static void test_a_turn_is_given_back(void **state)
{
    (void)state;
    char before[512], after[512];
    static const char *const games[] = {"go", "gomoku", "othello"};
    for (int i = 0; i < 3; i++) {
        struct by_session *session = open_session(games[i], i < 2 ? "5" : NULL, "random");
        for (int ply = 0; ply < 4; ply++) {
            by_move moves[128];
            (void)by_line_moves(session->line, moves);
            assert_int_equal(by_session_play(session, ply % 2, moves[0], NULL), BY_OK);
        }
        position_of(session, before);
        by_move first = session->steps[0].move;
        session->steps[0].move = BY_NO_MOVE;
        assert_int_equal(by_session_turn(session, 0, NULL), BY_OK);
        by_session_restore(session);
        assert_string_equal(position_of(session, after), before);
        assert_int_equal(session->line->count, 4);
        session->steps[0].move = first;
        if (by_session_turn(session, 1, NULL) == BY_OK)
            assert_int_equal(by_line_side(session->line), 1);
        by_session_restore(session);
        assert_string_equal(position_of(session, after), before);
        assert_int_equal(by_line_side(session->line), 0);
        by_session_close(session);
    }
}

/* --- input -------------------------------------------------------------------------- */

static bool drop_comments(void *context, const char *line)
{
    (void)context;
    return line[0] != '#';
}

static void heard(void *context)
{
    by_session_heard(context);
}

static void ended(void *context, double seconds, bool gone)
{
    by_session_ended(context, seconds, gone);
}

static void test_lines(void **state)
{
    (void)state;
    int ends[2];
    struct by_input *input;
    char *line = malloc(BY_INPUT_LINE_MAX + 1);
    const struct by_ear ear = {.line = drop_comments};
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(by_input_open(ends[0], 1, &ear, &input, NULL), BY_OK);
    assert_false(by_input_waiting(input));
    assert_int_equal(write(ends[1], "a\n#b\nc\0d\n\ne", 11), 11);
    close(ends[1]);
    static const char *const expected[] = {"a", "cd", "", "e"};
    for (int i = 0; i < 4; i++) {
        assert_true(by_input_next(input, line, NULL));
        assert_string_equal(line, expected[i]);
    }
    assert_false(by_input_next(input, line, NULL));
    by_input_close(input);
    close(ends[0]);
    free(line);
}

/* More lines than the queue has room for arrive all; one that is too long is cut. */
static void test_flood(void **state)
{
    (void)state;
    int ends[2];
    struct by_input *input;
    const struct by_ear nobody = {.line = NULL};
    char *line = malloc(BY_INPUT_LINE_MAX + 1);
    assert_int_equal(pipe(ends), 0);
    if (fork() == 0) {
        FILE *out = fdopen(ends[1], "w");
        for (int i = 0; i < 20 * BY_INPUT_LINES_MAX; i++)
            fprintf(out, "%d\n", i);
        for (int i = 0; i < 3 * BY_INPUT_LINE_MAX; i++)
            fputc('x', out);
        fflush(out);
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(by_input_open(ends[0], 1, &nobody, &input, NULL), BY_OK);
    for (int i = 0; i < 20 * BY_INPUT_LINES_MAX; i++) {
        assert_true(by_input_next(input, line, NULL));
        assert_int_equal(atoi(line), i);
    }
    assert_true(by_input_next(input, line, NULL));
    assert_int_equal(strlen(line), BY_INPUT_LINE_MAX);
    assert_false(by_input_next(input, line, NULL));
    by_input_close(input);
    close(ends[0]);
    free(line);
}

/* A line stops a search that is not patient, the end of the answers' reader one that is. */
static void test_stops(void **state)
{
    (void)state;
    struct by_limits limits = {.seconds = 60};
    for (int patient = 0; patient < 2; patient++) {
        int in[2], out[2];
        struct by_input *input;
        struct by_session *session = open_session("nogo", "9", "mcts");
        const struct by_ear ear = {.context = session, .queued = heard, .ended = ended};
        assert_true(pipe(in) == 0 && pipe(out) == 0);
        assert_int_equal(by_input_open(in[0], out[1], &ear, &input, NULL), BY_OK);
        if (fork() == 0) {
            nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
            if (!patient)
                (void)!write(in[1], "stop\n", 5);
            _exit(0);
        }
        if (patient) {
            close(in[1]);
            close(out[0]);
        }
        double begun = by_clock_now();
        assert_int_equal(by_session_think(session, &limits, NULL, patient, NULL), BY_OK);
        assert_true(by_clock_now() - begun < 10);
        by_input_close(input);
        by_session_close(session);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_turns_in_go),
        cmocka_unit_test(test_turns_without_a_pass),
        cmocka_unit_test(test_defaults_keep_their_tree),
        cmocka_unit_test(test_settings_under_moves),
        cmocka_unit_test(test_a_turn_is_given_back),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_stops),
    };
    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
