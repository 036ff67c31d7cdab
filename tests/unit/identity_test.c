/* Who a player is: one form for all ways to write a spec, and the files that a command runs. */
#include "base/file.h"
#include "base/version.h"
#include "players/identity.h"
#include "players/resolve.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "games/rules_test.h"

static void canonical(const struct by_rules *rules, const char *text, char *out)
{
    struct by_resolved resolved;
    struct by_error err = {0};
    struct by_text form = by_text_over(out, BY_SPEC_LENGTH_MAX + 1);
    if (by_player_resolve(rules, text, BY_TRUST_ALL, &resolved, &err) ||
        by_spec_canonical(&resolved, &form, &err))
        fail_msg("%s: %s", text, err.text);
}

static void one_form_for_all_ways_to_write_a_spec(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"mcts  sims=50", "mcts sims=50"},
        {"MCTS rave=on sims=50", "mcts sims=50 rave=on"},
        {"mcts sims=0050 c=0.40", "mcts sims=50"}, /* c=0.4 is the default */
        {"mcts rave=off sims=50 k=500.0", "mcts sims=50"},
        {"mcts time=200ms", "mcts time=0.2"},
        {"mcts time=0.2s memory=64M", "mcts time=0.2 memory=67108864"},
        {"mcts sims=5 c=0.30000000000000004", "mcts sims=5 c=0.30000000000000004"},
        {"mcts resign=10 sims=5", "mcts sims=5 resign=10"},
        {"mcts sims=5 manners=on", "mcts sims=5"},
        {"mcts selection=\"expr: w/n  + 1\" sims=5", "mcts sims=5 selection=\"expr: w/n  + 1\""},
        {"alphabeta tie=random plain=on depth=3", "alphabeta depth=3 plain=on tie=random"},
        {"gtp cmd=\"x\" transcript=/tmp/t stop=2s", "gtp cmd=x"},
        {"gtp margin=0.3 cmd=\"a  b\"", "gtp cmd=\"a  b\" margin=0.3"},
        {"gtp cmd=x margin=200ms", "gtp cmd=x"},
    };
    struct by_rules *rules = open_rules("tictactoe", NULL);
    char form[BY_SPEC_LENGTH_MAX + 1], again[BY_SPEC_LENGTH_MAX + 1];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        canonical(rules, pairs[i][0], form);
        assert_string_equal(form, pairs[i][1]);
        canonical(rules, form, again);
        assert_string_equal(again, form);
    }
    by_rules_close(rules);
}

static void note(void *context, const char *path)
{
    const char *slash = strrchr(path, '/');
    by_text_format(context, "%s ", slash ? slash + 1 : path);
}

static void a_command_names_its_files(void **state)
{
    (void)state;
    char folder[] = "/tmp/by_identity_XXXXXX", found[256];
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    static const char *const files[] = {"engine", "two words", "log.txt", "weights"};
    for (int i = 0; i < 4; i++)
        assert_int_equal(by_file_save(files[i], "x", 1, NULL), BY_OK);
    static const char *const commands[][2] = {
        {"./engine --log log.txt", "engine "},
        {"FAST=1 ./engine", "engine "},
        {"'./two words' -x", "two words "},
        {"\"./two words\"", "two words "},
        {"./two\\ words", "two words "},
        {"sh -u engine log.txt", "sh engine "},   /* an interpreter and its script */
        {"/bin/sh engine weights", "sh engine "}, /* it cannot be executed: the last */
        {"/bin/sh --log weights engine", "sh engine "},
        {"nice -n 5 /bin/sh ./engine", "nice sh engine "},
        {"/bin/sh log.txt", "sh "}, /* a log, by its name */
        {"engine", ""},             /* not in PATH */
        {"cat < engine", "cat "},
        {"$HOME/engine", ""},
        {"./nothing ./engine", "engine "},
        {"", ""},
        {"'./engine", ""},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        struct by_text text = by_text_over(found, sizeof found);
        by_command_files(commands[i][0], note, &text);
        assert_string_equal(found, commands[i][1]);
    }
    for (int i = 0; i < 4; i++)
        unlink(files[i]);
    assert_int_equal(chdir("/"), 0);
    rmdir(folder);
}

static void a_search_is_who_built_it(void **state)
{
    (void)state;
    char build[BY_BUILD_SIZE], wanted[BY_BUILD_SIZE + 8];
    struct by_rules *rules = open_rules("tictactoe", NULL);
    struct by_player *player = NULL;
    static struct by_identity who;
    const struct by_player_terms terms = {.seed = 1};
    assert_int_equal(by_player_open(rules, "random", &terms, &player, NULL), BY_OK);
    assert_int_equal(by_player_identity(rules, player, &who, NULL), BY_OK);
    assert_string_equal(who.spec, "random");
    (void)snprintf(wanted, sizeof wanted, "banyan %s", by_build(build));
    assert_string_equal(who.who, wanted);
    assert_int_equal(strlen(build), strlen(by_version()) + 13); /* twelve digits */
    by_player_close(player);
    by_rules_close(rules);
}

static void sums_tell_files_apart(void **state)
{
    (void)state;
    char path[] = "/tmp/by_sum_XXXXXX";
    uint32_t sum;
    uint64_t size;
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0 && by_file_put(descriptor, "123456789", 9));
    close(descriptor);
    assert_true(by_file_sum(path, &sum, &size));
    assert_int_equal(sum, 0xcbf43926); /* the published check value of CRC-32 */
    assert_int_equal(size, 9);
    unlink(path);
    assert_false(by_file_sum(path, &sum, &size));
    assert_false(by_file_sum("/", &sum, &size));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_form_for_all_ways_to_write_a_spec),
        cmocka_unit_test(a_command_names_its_files),
        cmocka_unit_test(a_search_is_who_built_it),
        cmocka_unit_test(sums_tell_files_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
