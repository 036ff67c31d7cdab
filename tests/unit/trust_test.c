/* trust_test.c: a spec that is not trusted starts no program, reads no file and writes none. */
#include "arena/match.h"
#include "players/levels.h"
#include "players/resolve.h"
#include "program_help.h"
#include "protocols/session.h"

#include "folder_help.h"

#include <sys/stat.h>
#include <unistd.h>

/* The user's list of names is in this folder. */
static void make_list_here(void)
{
    char folder[128];
    assert_non_null(getcwd(folder, sizeof folder));
    assert_int_equal(setenv("XDG_CONFIG_HOME", folder, 1), 0);
    assert_int_equal(mkdir("banyan", 0700), 0);
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* The player's spec with this trust: refused with these words (NULL: it is opened). */
static void try(const char *game, const char *spec, unsigned trust, const char *words)
{
    struct by_rules *rules = open_rules(game, NULL);
    struct by_player *player = NULL;
    struct by_error err = {.status = BY_OK};
    enum by_status status = by_player_open(
        rules, spec, &(struct by_player_terms){.seed = 1, .trust = trust}, &player, &err);
    if (!words && status != BY_OK)
        fail_msg("%s: %s", spec, err.text);
    if (words) {
        assert_int_equal(status, BY_BAD_INPUT);
        assert_null(player);
        if (!strstr(err.text, words))
            fail_msg("%s: '%s' is not in: %s", spec, words, err.text);
    }
    by_player_close(player);
    by_rules_close(rules);
}

static void programs_are_not_started(void **state)
{
    (void)state;
    const char *protocols[][2] = {{"gtp", "go"}, {"gomocup", "gomoku"}, {"nboard", "othello"}};
    for (int i = 0; i < 3; i++) {
        char spec[128];
        snprintf(spec, sizeof spec, "%s cmd=\"touch started\" start=5s", protocols[i][0]);
        try(protocols[i][1], spec, BY_TRUST_NONE, "may not start a program");
        try(protocols[i][1], spec, BY_TRUST_ALL & ~(unsigned)BY_TRUST_PROGRAMS,
            "may not start a program");
    }
    assert_no_children();
    assert_false(exists("started"));
}

/* The marker is a good one: who is trusted leaves it. */
static void trusted_programs_are_started(void **state)
{
    (void)state;
    char spec[SPEC_SIZE];
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_player *player = NULL;
    const struct by_player_terms terms = {.trust = BY_TRUST_PROGRAMS};
    assert_int_not_equal(by_player_open(rules, "gtp cmd=\"touch started\"", &terms, &player, NULL),
                         BY_OK); /* it speaks no GTP */
    assert_true(exists("started"));
    by_rules_close(rules);
    try("tictactoe", faulty(spec, "gtp", "none", ""), BY_TRUST_PROGRAMS, NULL);
    try("tictactoe", faulty(spec, "gtp", "none", "transcript=said"), BY_TRUST_ALL, NULL);
    assert_true(exists("said"));
    assert_no_children();
}

static void transcripts_are_not_written(void **state)
{
    (void)state;
    const char *spec = "gtp cmd=\"touch started\" Transcript=said";
    try("go", spec, BY_TRUST_NONE, "may not");
    try("go", spec, BY_TRUST_PROGRAMS | BY_TRUST_FILES, "may not write a file: transcript=said");
    assert_false(exists("said"));
    assert_false(exists("started"));
}

static const char matrix[] = "9 1 1 9\n1 1 1 1\n1 1 1 1\n9 1 1 9\n";

/* Reading would wait for ever: nobody writes into this pipe. */
static void files_are_not_read(void **state)
{
    (void)state;
    assert_int_equal(mkfifo("pipe", 0600), 0);
    const char *specs[][2] = {
        {"othello", "alphabeta depth=1 eval=matrix:pipe"},
        {"othello", "alphabeta depth=1 EVAL=mixed:corner=5,matrix=pipe"},
        {"othello", "mcts sims=1 playout=matrix:pipe"},
        {"gomoku", "alphabeta depth=1 eval=patterns:pipe"},
    };
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++)
        try(specs[i][0], specs[i][1], BY_TRUST_ALL & ~(unsigned)BY_TRUST_FILES,
            "may not read a file");
}

static void what_is_built_in_needs_no_trust(void **state)
{
    (void)state;
    try("othello", "alphabeta depth=1 eval=matrix:1", BY_TRUST_NONE, NULL);
    try("othello", "alphabeta depth=1 eval=mixed:corner=5,matrix=2", BY_TRUST_NONE, NULL);
    try("gomoku", "alphabeta depth=1 eval=patterns", BY_TRUST_NONE, NULL);
    try("tictactoe", "mcts sims=10", BY_TRUST_NONE, NULL);
    try("tictactoe", "human", BY_TRUST_NONE, "a person cannot play here");
}

static void trusted_files_are_read(void **state)
{
    (void)state;
    struct by_rules *rules = NULL;
    struct by_player *player = NULL;
    struct by_error err = {.status = BY_OK};
    put("values", matrix);
    assert_int_equal(
        by_rules_open("othello", &(struct by_setting){"size", "4"}, 1, NULL, &rules, &err), BY_OK);
    const struct by_player_terms terms = {.trust = BY_TRUST_FILES};
    if (by_player_open(rules, "alphabeta depth=1 eval=matrix:values", &terms, &player, &err) !=
        BY_OK)
        fail_msg("%s", err.text);
    by_player_close(player);
    by_rules_close(rules);
}

/* The list is a file of the user's; what it holds is not told either. */
static void names_are_not_looked_up(void **state)
{
    (void)state;
    make_list_here();
    put("banyan/engines", "secret random\nbad gtp cmd=\"touch started\"\n");
    try("tictactoe", "secret", BY_TRUST_ALL, NULL);
    try("tictactoe", "bad", BY_TRUST_FILES, "may not start a program");
    struct by_resolved resolved;
    struct by_error err;
    assert_int_equal(by_player_resolve(NULL, "secret", BY_TRUST_NONE, &resolved, &err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "there is no player called 'secret'"));
    assert_int_equal(by_player_resolve(NULL, "x", BY_TRUST_NONE, &resolved, &err), BY_BAD_INPUT);
    assert_null(strstr(err.text, "secret"));
    assert_false(exists("started"));
}

static void a_match_has_the_trust_of_its_plan(void **state)
{
    (void)state;
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_match_result result = {0};
    struct by_error err;
    struct by_match_plan plan = {.rules = rules,
                                 .a = "random",
                                 .b = "gtp cmd=\"touch started\"",
                                 .games = 2,
                                 .concurrency = 1};
    assert_int_equal(by_match(&plan, NULL, NULL, NULL, &result, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "may not start a program"));
    by_match_close(&plan, &result);
    by_rules_close(rules);
    assert_false(exists("started"));
}

static void a_session_keeps_its_player_when_another_is_refused(void **state)
{
    (void)state;
    struct by_session *session = NULL;
    struct by_error err;
    const struct by_session_config config = {.game = "tictactoe", .spec = "mcts sims=10"};
    assert_int_equal(by_session_open(&config, &session, &err), BY_OK);
    assert_int_equal(by_session_seat(session, "gtp cmd=\"touch started\"", BY_TRUST_NONE, &err),
                     BY_BAD_INPUT);
    assert_string_equal(by_player_spec(session->player), "mcts sims=10");
    by_session_close(session);
    assert_false(exists("started"));
}

static void threads_hold_for_a_name_too(void **state)
{
    (void)state;
    char spec[BY_SPEC_LENGTH_MAX + 1];
    struct by_error err;
    make_list_here();
    put("banyan/engines", "quick mcts sims=10\nfour mcts threads=4\nsingle random\n");
    assert_int_equal(by_player_threads(NULL, "quick", 2, BY_TRUST_ALL, spec, &err), BY_OK);
    assert_string_equal(spec, "quick threads=2");
    try("tictactoe", spec, BY_TRUST_ALL, NULL);
    assert_int_equal(by_player_threads(NULL, "quick", 1, BY_TRUST_ALL, spec, &err), BY_OK);
    assert_string_equal(spec, "quick");
    assert_int_equal(by_player_threads(NULL, "four", 2, BY_TRUST_ALL, spec, &err), BY_OK);
    assert_string_equal(spec, "four");
    assert_int_equal(by_player_threads(NULL, "single", 2, BY_TRUST_ALL, spec, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "random thinks on one thread"));
}

/* A level is a player of its game, for everybody: it starts nothing and reads nothing. */
static void levels_stand_for_players(void **state)
{
    (void)state;
    struct by_resolved resolved;
    struct by_error err = {.status = BY_OK};
    const struct by_game *game;
    for (int g = 0; (game = by_game_at(g)); g++) {
        struct by_rules *rules;
        const struct by_level *level;
        assert_int_equal(by_rules_open(game->name, NULL, 0, NULL, &rules, &err), BY_OK);
        for (int i = 0; (level = by_level_at(game, i)); i++) {
            struct by_player *player;
            struct by_player_terms terms = {.trust = BY_TRUST_NONE};
            if (by_player_open(rules, level->name, &terms, &player, &err) != BY_OK)
                fail_msg("%s %s: %s", game->name, level->name, err.text);
            by_player_close(player);
            assert_ptr_equal(by_level_find(game, level->name), level);
        }
        by_rules_close(rules);
    }
    struct by_rules *rules;
    assert_int_equal(by_rules_open("othello", NULL, 0, NULL, &rules, &err), BY_OK);
    assert_int_equal(by_player_resolve(rules, "hard table=1M", BY_TRUST_NONE, &resolved, &err),
                     BY_OK);
    assert_string_equal(resolved.search->name, "alphabeta");
    by_rules_close(rules);
    assert_int_equal(by_rules_open("tictactoe", NULL, 0, NULL, &rules, &err), BY_OK);
    assert_int_equal(by_player_resolve(rules, "hard", BY_TRUST_NONE, &resolved, &err),
                     BY_BAD_INPUT);
    by_rules_close(rules);
    char spec[BY_SPEC_LENGTH_MAX + 1];
    assert_int_equal(by_player_threads(NULL, "hard", 2, BY_TRUST_NONE, spec, &err), BY_OK);
    assert_string_equal(spec, "hard");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST_IN_FOLDER(programs_are_not_started),
        TEST_IN_FOLDER(trusted_programs_are_started),
        TEST_IN_FOLDER(transcripts_are_not_written),
        TEST_IN_FOLDER(files_are_not_read),
        TEST_IN_FOLDER(what_is_built_in_needs_no_trust),
        TEST_IN_FOLDER(trusted_files_are_read),
        TEST_IN_FOLDER(names_are_not_looked_up),
        TEST_IN_FOLDER(a_match_has_the_trust_of_its_plan),
        TEST_IN_FOLDER(a_session_keeps_its_player_when_another_is_refused),
        TEST_IN_FOLDER(threads_hold_for_a_name_too),
        TEST_IN_FOLDER(levels_stand_for_players),
    };
    return cmocka_run_group_tests_name("trust", tests, NULL, NULL);
}
