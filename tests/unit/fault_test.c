/* fault_test.c: whatever another program does wrong, we go on, say what it was, and leave neither a
 * process nor a descriptor behind. */
#include "arena/match.h"
#include "base/clock.h"
#include "program_help.h"

#include <signal.h>
#include <time.h>

/* Plays a match of two games against chance, both lost by the fault. */
static void assert_fault(const char *game, const char *protocol, const char *fault,
                         const char *options, enum by_fault expected, const char *words)
{
    char spec[SPEC_SIZE];
    struct by_error err = {.status = BY_OK};
    struct by_match_result result;
    int before = open_descriptors();
    struct by_rules *rules = open_rules(game, NULL);
    struct by_match_plan plan = {.rules = rules,
                                 .trust = BY_TRUST_ALL,
                                 .a = faulty(spec, protocol, fault, options),
                                 .b = "random",
                                 .games = 2,
                                 .concurrency = 2,
                                 .seed = 1};
    double begun = by_clock_now();
    if (by_match(&plan, NULL, NULL, NULL, &result, &err) != BY_OK)
        fail_msg("%s %s: %s", protocol, fault, err.text);
    assert_true(by_clock_now() - begun < 30);
    assert_int_equal(result.played, 2);
    assert_int_equal(result.b_wins, 2);
    for (int i = 0; i < 2; i++) {
        const struct by_played *played = result.games[i].game;
        assert_non_null(played);
        if (strcmp(played->ended, by_fault_name(expected)) != 0)
            fail_msg("%s %s: '%s' instead of '%s': %s", protocol, fault, played->ended,
                     by_fault_name(expected), played->reason);
        if (!strstr(played->reason, words))
            fail_msg("%s %s: '%s' is not in: %s", protocol, fault, words, played->reason);
    }
    by_match_close(&plan, &result);
    by_rules_close(rules);
    assert_no_children();
    assert_int_equal(open_descriptors(), before);
}

struct fault_case {
    const char *fault, *options;
    enum by_fault expected;
    const char *words;
};

static void each_fault_of_gtp_is_told_apart(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        {"crash", "", BY_FAULT_CRASH,
         "SIGABRT, 6); the last line of its standard error: "
         "'something broke'"},
        {"exit", "", BY_FAULT_EXIT, "ended before"},
        {"status", "", BY_FAULT_CRASH, "status 3"},
        {"hang", "move=0.1s", BY_FAULT_SILENCE, "silent for 0.1 s"},
        {"late", "time=0.1s margin=0.1s", BY_FAULT_TIME, "lost on time"},
        {"illegal", "", BY_FAULT_ILLEGAL, "Z99"},
        {"occupied", "", BY_FAULT_ILLEGAL, "played A1, taken since move "},
        {"garbage", "", BY_FAULT_GARBAGE, "Segmentation fault (not really)"},
        {"id", "", BY_FAULT_GARBAGE, "id 7"},
        {"flood", "", BY_FAULT_FLOOD, "131072 bytes"},
        {"lines", "", BY_FAULT_FLOOD, "131072 bytes"},
        {"errors", "move=1s", BY_FAULT_SILENCE, "thinking about it"},
        {"half", "move=1s", BY_FAULT_HALF, "'= A'"},
        {"half-exit", "", BY_FAULT_HALF, "'= A'"},
        {"close", "", BY_FAULT_CLOSED, "closed its output"},
        {"refuse", "", BY_FAULT_REFUSED, "no idea"},
        {"memory", "mem=100M", BY_FAULT_CRASH, "out of memory"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_fault("tictactoe", "gtp", cases[i].fault, cases[i].options, cases[i].expected,
                     cases[i].words);
}

/* The limit is on time that the processor works, which may be slow to come. */
static void processor_time_is_limited(void **state)
{
    (void)state;
    assert_fault("tictactoe", "gtp", "burn", "cpu=1s move=20s", BY_FAULT_CRASH, "SIG");
}

static void each_fault_of_gomocup_is_told_apart(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        {"crash", "", BY_FAULT_CRASH, "something broke"},
        {"hang", "move=0.1s", BY_FAULT_SILENCE, "silent"},
        {"late", "time=0.1s margin=0.1s", BY_FAULT_TIME, "lost on time"},
        {"illegal", "", BY_FAULT_ILLEGAL, "99,99"},
        {"garbage", "", BY_FAULT_GARBAGE, "Segmentation fault (not really)"},
        {"flood", "", BY_FAULT_FLOOD, "bytes"},
        {"lines", "", BY_FAULT_FLOOD, "bytes"},
        {"close", "", BY_FAULT_CLOSED, "closed"},
        {"refuse", "", BY_FAULT_REFUSED, "no idea"},
        {"settling:600", "settle=0 move=0.8s", BY_FAULT_SILENCE, "silent"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_fault("gomoku", "gomocup", cases[i].fault, cases[i].options, cases[i].expected,
                     cases[i].words);
}

static void each_fault_of_nboard_is_told_apart(void **state)
{
    (void)state;
    static const struct fault_case cases[] = {
        {"crash", "", BY_FAULT_CRASH, "something broke"},
        {"hang", "move=0.1s", BY_FAULT_SILENCE, "silent"},
        {"occupied", "", BY_FAULT_ILLEGAL, "played A1, which is not legal here"},
        {"garbage", "", BY_FAULT_GARBAGE, "=== ?"},
        {"flood", "", BY_FAULT_FLOOD, "bytes"},
        {"lines", "", BY_FAULT_FLOOD, "bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_fault("othello", "nboard", cases[i].fault, cases[i].options, cases[i].expected,
                     cases[i].words);
}

/* --- processes ------------------------------------------------------------------------ */

/* Gone, or dead and waiting for its own parent. */
static bool is_dead(long pid)
{
    char path[64], state = 'Z';
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "r");
    if (!file)
        return true;
    if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1)
        state = 'Z';
    fclose(file);
    return state == 'Z' || state == 'X';
}

static void what_it_started_ends_with_it(void **state)
{
    (void)state;
    char spec[SPEC_SIZE];
    struct by_error err = {.status = BY_OK};
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_player *player = NULL;
    struct by_line *line = NULL;
    struct by_decision decision;
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    assert_int_equal(by_decision_open(rules, &decision, &err), BY_OK);
    faulty(spec, "gtp", "fork", "move=2s");
    assert_int_equal(by_player_open(rules, spec, &(struct by_player_terms){.trust = BY_TRUST_ALL},
                                    &player, &err),
                     BY_OK);
    assert_int_equal(by_player_move(player, line, NULL, NULL, &decision, &err), BY_FAILED);
    assert_int_equal(by_player_fault(player), BY_FAULT_SILENCE);
    const char *told = strstr(err.text, "child ");
    assert_non_null(told);
    long child = strtol(told + 6, NULL, 10);
    assert_true(child > 1);
    double patience = by_clock_now() + 10; /* a signal takes a moment to arrive */
    while (!is_dead(child) && by_clock_now() < patience)
        nanosleep(&(struct timespec){0, 1000000}, NULL);
    assert_true(is_dead(child));
    by_player_close(player);
    by_decision_close(&decision);
    by_line_close(line);
    by_rules_close(rules);
    assert_no_children();
}

/* It is told to quit, asked with TERM, and then not asked. */
static void quitting_cannot_be_refused(void **state)
{
    (void)state;
    char spec[SPEC_SIZE];
    struct by_error err = {.status = BY_OK};
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_player *player = NULL;
    int before = open_descriptors();
    faulty(spec, "gtp", "ignore-quit", "stop=0.1s");
    assert_int_equal(by_player_open(rules, spec, &(struct by_player_terms){.trust = BY_TRUST_ALL},
                                    &player, &err),
                     BY_OK);
    double begun = by_clock_now();
    by_player_close(player);
    assert_true(by_clock_now() - begun < 5);
    assert_no_children();
    assert_int_equal(open_descriptors(), before);
    by_rules_close(rules);
}

static void assert_refused_at_once(const char *spec, const char *words)
{
    struct by_error err = {.status = BY_OK};
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_player *player = NULL;
    int before = open_descriptors();
    assert_int_not_equal(by_player_open(rules, spec,
                                        &(struct by_player_terms){.trust = BY_TRUST_ALL}, &player,
                                        &err),
                         BY_OK);
    assert_null(player);
    if (!strstr(err.text, words))
        fail_msg("'%s' is not in: %s", words, err.text);
    assert_int_equal(open_descriptors(), before);
    assert_no_children();
    by_rules_close(rules);
}

static void what_cannot_start_is_refused(void **state)
{
    (void)state;
    char spec[SPEC_SIZE];
    assert_refused_at_once("gtp cmd=/no/such/engine", "not found");
    assert_refused_at_once("gtp", "cmd=");
    assert_refused_at_once("gtp cmd=true", "ended before");
    assert_refused_at_once("gtp cmd=cat", "list_commands");
    assert_refused_at_once("gtp cmd=cat tim=3", "time");
    assert_refused_at_once("gtp cmd=cat transcript=/no/such/folder/file", "transcript");
    assert_refused_at_once("gomocup cmd=cat", "gomoku");
    assert_refused_at_once("nboard cmd=cat", "othello");
    assert_refused_at_once(faulty(spec, "gtp", "mute", "start=0.1s"), "silent for 0.1 s");
}

/* A signal that nobody handles would end this program. */
static void a_dead_engine_raises_no_signal(void **state)
{
    (void)state;
    struct sigaction usual = {.sa_handler = SIG_DFL}, before;
    sigaction(SIGPIPE, &usual, &before);
    assert_fault("tictactoe", "gtp", "exit", "", BY_FAULT_EXIT, "ended");
    assert_refused_at_once("gtp cmd=true", "ended before");
    sigaction(SIGPIPE, &before, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_fault_of_gtp_is_told_apart),
        cmocka_unit_test(processor_time_is_limited),
        cmocka_unit_test(each_fault_of_gomocup_is_told_apart),
        cmocka_unit_test(each_fault_of_nboard_is_told_apart),
        cmocka_unit_test(what_it_started_ends_with_it),
        cmocka_unit_test(quitting_cannot_be_refused),
        cmocka_unit_test(what_cannot_start_is_refused),
        cmocka_unit_test(a_dead_engine_raises_no_signal),
    };
    return cmocka_run_group_tests_name("fault", tests, NULL, NULL);
}
