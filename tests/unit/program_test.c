/* program_test.c: other programs as players: what they are told, and that they can be stopped. */
#include "arena/match.h"
#include "base/clock.h"
#include "program_help.h"

#include <pthread.h>
#include <time.h>
#include <unistd.h>

struct table {
    struct by_rules *rules;
    struct by_player *player;
    struct by_line *line;
    struct by_decision decision;
    struct by_error err;
};

static void open_table(struct table *table, const char *game, const char *spec)
{
    table->rules = open_rules(game, NULL);
    if (by_player_open(table->rules, spec, &(struct by_player_terms){.trust = BY_TRUST_ALL},
                       &table->player, &table->err) != BY_OK)
        fail_msg("%s", table->err.text);
    assert_int_equal(by_line_open(table->rules, &table->line, &table->err), BY_OK);
    assert_int_equal(by_decision_open(table->rules, &table->decision, &table->err), BY_OK);
}

static void close_table(struct table *table)
{
    by_player_close(table->player);
    by_decision_close(&table->decision);
    by_line_close(table->line);
    by_rules_close(table->rules);
    assert_no_children();
}

static void assert_plays(struct table *table, const struct by_limits *limits, const char *expected)
{
    char move[32];
    if (by_player_move(table->player, table->line, limits, NULL, &table->decision, &table->err) !=
        BY_OK)
        fail_msg("%s", table->err.text);
    by_line_move_text(table->line, table->decision.move, move, sizeof move);
    assert_string_equal(move, expected);
}

static void play(struct table *table, const char *move)
{
    if (by_line_play_text(table->line, move, &table->err) != BY_OK)
        fail_msg("%s", table->err.text);
}

/* --- what is said ------------------------------------------------------------------------ */

/* A transcript in a file of its own; `spec` gets the option. */
struct transcript {
    char path[64], options[128];
};

static void begin_transcript(struct transcript *transcript, const char *options)
{
    snprintf(transcript->path, sizeof transcript->path, "/tmp/banyan-engine-test-%ld",
             (long)getpid());
    snprintf(transcript->options, sizeof transcript->options, "transcript=%s %s", transcript->path,
             options);
}

/* Everything that was sent, line by line, joined by '|'. */
static void read_sent(const struct transcript *transcript, char *out, size_t size)
{
    char line[4096];
    struct by_text text = by_text_over(out, size);
    FILE *file = fopen(transcript->path, "r");
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        const char *sent = strstr(line, " > ");
        if (sent) {
            line[strcspn(line, "\n")] = '\0';
            by_text_format(&text, "%s|", sent + 3);
        }
    }
    fclose(file);
    unlink(transcript->path);
}

/* The engine knows no undo: what was taken back is told anew. */
static void gtp_is_told_what_has_changed(void **state)
{
    (void)state;
    char spec[SPEC_SIZE], sent[4096];
    struct transcript transcript;
    struct table table;
    begin_transcript(&transcript, "time=2s");
    open_table(&table, "tictactoe", faulty(spec, "gtp", "none", transcript.options));
    assert_plays(&table, NULL, "a1");
    play(&table, "a1");
    play(&table, "b2");
    assert_plays(&table, &(struct by_limits){.seconds = 1}, "b1");
    by_line_undo(table.line);
    by_line_undo(table.line);
    play(&table, "c3");
    assert_plays(&table, NULL, "a1");
    by_player_reset(table.player, 0);
    by_line_undo(table.line);
    assert_plays(&table, NULL, "a1");
    close_table(&table);
    read_sent(&transcript, sent, sizeof sent);
    assert_string_equal(sent,
                        "list_commands|boardsize 3|clear_board|time_settings 0 2 1|genmove black|"
                        "play white B2|time_settings 0 1 1|genmove black|"
                        "boardsize 3|clear_board|play black C3|time_settings 0 2 1|genmove white|"
                        "boardsize 3|clear_board|time_settings 0 2 1|genmove black|quit|");
}

static void gomocup_is_told_what_has_changed(void **state)
{
    (void)state;
    char spec[SPEC_SIZE], sent[4096];
    struct transcript transcript;
    struct table table;
    struct by_limits clock = {.clock = {.left = 60}};
    begin_transcript(&transcript, "mem=1G");
    open_table(&table, "gomoku", faulty(spec, "gomocup", "none", transcript.options));
    assert_plays(&table, NULL, "a15");
    play(&table, "a15");
    play(&table, "h8");
    assert_plays(&table, &clock, "b15");
    by_line_undo(table.line);
    play(&table, "h9");
    assert_plays(&table, &(struct by_limits){.seconds = 0.5}, "b15");
    close_table(&table);
    read_sent(&transcript, sent, sizeof sent);
    assert_string_equal(
        sent, "START 15|INFO max_memory 1073741824|INFO game_type 1|INFO rule 0|BEGIN|"
              "INFO timeout_match 60000|INFO time_left 60000|INFO timeout_turn 60000|TURN 7,7|"
              "START 15|INFO max_memory 1073741824|INFO game_type 1|INFO rule 0|"
              "INFO timeout_match 0|INFO timeout_turn 500|"
              "BOARD|0,0,1|7,6,2|DONE|END|");
}

/* It drops what it is told within two milliseconds of its move: moves and a new game alike. */
static void gomocup_waits_until_a_program_has_settled(void **state)
{
    (void)state;
    static const char *const answers[] = {"a15", "b15", "c15", "d15"};
    static const char *const ours[] = {"h8", "h9", "h10"};
    char spec[SPEC_SIZE];
    struct table table;
    open_table(&table, "gomoku", faulty(spec, "gomocup", "settling:2", "move=5s"));
    for (int game = 0; game < 2; game++) {
        for (int i = 0; i < 4; i++) {
            assert_plays(&table, NULL, answers[i]);
            play(&table, answers[i]);
            if (i < 3)
                play(&table, ours[i]);
        }
        by_player_reset(table.player, 0);
        while (by_line_undo(table.line)) {
        }
    }
    close_table(&table);
}

static void nboard_is_told_what_has_changed(void **state)
{
    (void)state;
    char spec[SPEC_SIZE], sent[4096];
    struct transcript transcript;
    struct table table;
    begin_transcript(&transcript, "depth=9");
    open_table(&table, "othello", faulty(spec, "nboard", "none", transcript.options));
    assert_plays(&table, NULL, "d3");
    play(&table, "d3");
    play(&table, "c3");
    by_line_undo(table.line);
    by_line_undo(table.line);
    assert_plays(&table, NULL, "d3");
    close_table(&table);
    read_sent(&transcript, sent, sizeof sent);
    assert_non_null(strstr(sent, "nboard 2|set depth 9|ping 1|set game (;GM[Othello]"));
    assert_non_null(strstr(sent, "TY[8]BO[8 ---------------------------O*------*O--------------"
                                 "------------- *];)|ping 2|"));
    assert_non_null(strstr(sent, "ping 3|go|"));
    assert_non_null(strstr(sent, "go|quit|"));
}

/* --- stones at the start ----------------------------------------------------------------- */

static void start_positions_are_set_up(void **state)
{
    (void)state;
    char spec[SPEC_SIZE], sent[4096];
    struct transcript transcript;
    struct by_error err = {.status = BY_OK};
    struct by_rules *rules = NULL;
    struct by_player *player = NULL;
    begin_transcript(&transcript, "");
    faulty(spec, "gtp", "none", transcript.options);
    assert_int_equal(by_rules_open("tictactoe", NULL, 0, "X.O/.X./... O", &rules, &err), BY_OK);
    assert_int_equal(by_player_open(rules, spec, &(struct by_player_terms){.trust = BY_TRUST_ALL},
                                    &player, &err),
                     BY_OK);
    by_player_close(player);
    by_rules_close(rules);
    read_sent(&transcript, sent, sizeof sent);
    assert_string_equal(sent, "list_commands|boardsize 3|clear_board|play black A3|"
                              "play white C3|play black B2|quit|");
    assert_int_equal(
        by_rules_open("othello", NULL, 0,
                      "......../......../......../...XO.../...OX.../......../......../........ X",
                      &rules, &err),
        BY_OK);
    assert_int_equal(by_player_open(rules, spec, &(struct by_player_terms){.trust = BY_TRUST_ALL},
                                    &player, &err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "start position"));
    by_rules_close(rules);
}

/* --- stopping ---------------------------------------------------------------------------- */

static void *stop_soon(void *player)
{
    nanosleep(&(struct timespec){0, 100000000}, NULL);
    by_player_stop(player);
    return NULL;
}

static void a_waiting_move_can_be_stopped(void **state)
{
    (void)state;
    char spec[SPEC_SIZE];
    struct table table;
    pthread_t thread;
    open_table(&table, "tictactoe", faulty(spec, "gtp", "hang", ""));
    double begun = by_clock_now();
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, table.player), 0);
    assert_int_equal(
        by_player_move(table.player, table.line, NULL, NULL, &table.decision, &table.err), BY_OK);
    assert_true(by_clock_now() - begun < 5);
    assert_int_equal(table.decision.move, BY_NO_MOVE);
    assert_int_equal(by_player_fault(table.player), BY_FAULT_NONE);
    assert_false(by_player_resigned(table.player));
    pthread_join(thread, NULL);
    close_table(&table);
}

static void resigning_loses(void **state)
{
    (void)state;
    char spec[SPEC_SIZE];
    struct by_error err = {.status = BY_OK};
    struct by_match_result result;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_plan plan = {.rules = rules,
                                 .trust = BY_TRUST_ALL,
                                 .a = faulty(spec, "gtp", "resign", ""),
                                 .b = "random",
                                 .games = 4,
                                 .concurrency = 1};
    assert_int_equal(by_match(&plan, NULL, NULL, NULL, &result, &err), BY_OK);
    assert_int_equal(result.b_wins, 4);
    assert_int_equal(result.games[0].ending, BY_END_RESIGNED);
    assert_string_equal(result.games[0].game->reason, "");
    by_match_close(&plan, &result);
    by_rules_close(rules);
}

/* Many at a time: children do not hold each other's pipes open. */
static void engines_play_side_by_side(void **state)
{
    (void)state;
    char spec[SPEC_SIZE];
    struct by_error err = {.status = BY_OK};
    struct by_match_result result;
    int before = open_descriptors();
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_plan plan = {.rules = rules,
                                 .trust = BY_TRUST_ALL,
                                 .a = faulty(spec, "gtp", "none", "restart=on"),
                                 .b = "random",
                                 .games = 40,
                                 .concurrency = 8};
    if (by_match(&plan, NULL, NULL, NULL, &result, &err) != BY_OK)
        fail_msg("%s", err.text);
    assert_int_equal(result.played, 40);
    for (int i = 0; i < 40; i++)
        assert_int_equal(result.games[i].ending, BY_END_RULES);
    by_match_close(&plan, &result);
    by_rules_close(rules);
    assert_no_children();
    assert_int_equal(open_descriptors(), before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtp_is_told_what_has_changed),
        cmocka_unit_test(gomocup_is_told_what_has_changed),
        cmocka_unit_test(gomocup_waits_until_a_program_has_settled),
        cmocka_unit_test(nboard_is_told_what_has_changed),
        cmocka_unit_test(start_positions_are_set_up),
        cmocka_unit_test(a_waiting_move_can_be_stopped),
        cmocka_unit_test(resigning_loses),
        cmocka_unit_test(engines_play_side_by_side),
    };
    return cmocka_run_group_tests_name("program", tests, NULL, NULL);
}
