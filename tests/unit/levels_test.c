/* levels_test.c: every game has levels, they play on every board, and the strongest beats the weakest. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "arena/match.h"
#include "base/spec.h"
#include "players/levels.h"
#include "players/player.h"
#include "players/resolve.h"
#include <string.h>

#define LEVELS_MAX 16

static const struct by_level *last_of(const struct by_game *game, int *count)
{
    const struct by_level *level, *last = NULL;
    for (*count = 0; (level = by_level_at(game, *count)); ++*count)
        last = level;
    return last;
}

static void every_game_has_levels_from_beginner_to_master(void **state)
{
    (void)state;
    const struct by_game *game;
    for (int g = 0; (game = by_game_at(g)); g++) {
        int count;
        const struct by_level *last = last_of(game, &count);
        if (count < 2 || count > LEVELS_MAX)
            fail_msg("%s has %d levels", game->name, count);
        assert_string_equal(by_level_at(game, 0)->name, "beginner");
        assert_string_equal(last->name, "master");
        for (int i = 0; i < count; i++) /* each name once */
            assert_ptr_equal(by_level_find(game, by_level_at(game, i)->name), by_level_at(game, i));
    }
}

static bool says(const struct by_spec *spec, const char *name)
{
    for (int i = 0; i < spec->count; i++)
        if (strcmp(spec->settings[i].name, name) == 0)
            return true;
    return false;
}

/* A level that counted seconds would play otherwise on another machine. */
static void only_the_strongest_level_may_take_time(void **state)
{
    (void)state;
    const struct by_game *game;
    struct by_error err;
    struct by_spec spec;
    for (int g = 0; (game = by_game_at(g)); g++) {
        int count;
        (void)last_of(game, &count);
        for (int i = 0; i < count; i++) {
            assert_int_equal(by_spec_read(by_level_at(game, i)->spec, &spec, &err), BY_OK);
            assert_false(says(&spec, "time"));
            if (i < count - 1 && strcmp(spec.name, "random") != 0)
                assert_true(says(&spec, "depth") || says(&spec, "nodes") || says(&spec, "sims"));
        }
    }
}

/* A move of a level; the strongest is held short, the test is not about its strength. */
static void try_level(const struct by_rules *rules, const struct by_level *level)
{
    struct by_error err = {0};
    struct by_player *player;
    struct by_line *line;
    struct by_decision decision;
    const struct by_limits limits = {.seconds = 0.02};
    struct by_player_terms terms = {.seed = 1, .trust = BY_TRUST_NONE};
    if (by_player_open(rules, level->name, &terms, &player, &err) != BY_OK)
        fail_msg("%s %s: %s", rules->label, level->name, err.text);
    assert_int_equal(by_line_open(rules, &line, &err), BY_OK);
    assert_int_equal(by_decision_open(rules, &decision, &err), BY_OK);
    if (!by_line_over(line)) {
        assert_int_equal(by_player_move(player, line, &limits, NULL, &decision, &err), BY_OK);
        assert_int_not_equal(decision.move, BY_NO_MOVE);
    }
    by_decision_close(&decision);
    by_line_close(line);
    by_player_close(player);
}

/* The default, the smallest and the largest board, where there is one. */
static void try_sizes(const struct by_game *game)
{
    static const char *const sizes[] = {NULL, "1", "2", "3", "4", "5", "8", "10", "19", "25"};
    int smallest = 0;
    for (int s = 0; s < (int)(sizeof sizes / sizeof *sizes); s++) {
        struct by_setting setting = {"size", sizes[s]};
        struct by_rules *rules;
        bool opens =
            by_rules_open(game->name, &setting, sizes[s] != NULL, NULL, &rules, NULL) == BY_OK;
        bool wanted = s == 0 || s > 5 || smallest++ == 0;
        if (!opens) {
            smallest = 0;
            continue;
        }
        const struct by_level *level;
        for (int i = 0; wanted && (level = by_level_at(game, i)); i++)
            try_level(rules, level);
        by_rules_close(rules);
    }
}

static void levels_play_on_every_board(void **state)
{
    (void)state;
    const struct by_game *game;
    for (int g = 0; (game = by_game_at(g)); g++)
        try_sizes(game);
}

static void options_that_a_level_gives_are_said_to_be_its_own(void **state)
{
    (void)state;
    struct by_error err;
    struct by_rules *rules;
    struct by_resolved resolved;
    assert_int_equal(by_rules_open("othello", NULL, 0, NULL, &rules, &err), BY_OK);
    assert_int_equal(by_player_resolve(rules, "hard depth=2", BY_TRUST_NONE, &resolved, &err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "the level hard gives depth=4 itself"));
    assert_int_equal(by_player_resolve(rules, "hard table=1M", BY_TRUST_NONE, &resolved, &err),
                     BY_OK);
    assert_string_equal(resolved.level->name, "hard");
    assert_int_equal(by_player_resolve(rules, "harder", BY_TRUST_NONE, &resolved, &err),
                     BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "did you mean 'hard'?"));
    assert_non_null(strstr(err.text, "beginner|easy|medium|hard|expert|master"));
    by_rules_close(rules);
}

/* The winner's share of small games: what docs/LEVELS.md measures step by step. */
static void the_strongest_beats_the_weakest(void **state)
{
    (void)state;
    static const struct {
        const char *game, *size, *top;
    } games[] = {{"mnk", "3", "medium"},          {"connect4", "5", "hard"},
                 {"breakthrough", "5", "medium"}, {"nogo", "4", "medium"},
                 {"go", "5", "medium"},           {"gomoku", "7", "medium"},
                 {"othello", "4", "medium"}};
    for (int i = 0; i < (int)(sizeof games / sizeof *games); i++) {
        struct by_error err = {0};
        struct by_rules *rules;
        struct by_match_result result;
        const struct by_setting size = {"size", games[i].size};
        assert_int_equal(by_rules_open(games[i].game, &size, 1, NULL, &rules, &err), BY_OK);
        const struct by_match_plan plan = {.rules = rules,
                                           .a = games[i].top,
                                           .b = "beginner",
                                           .games = 12,
                                           .seed = 1,
                                           .concurrency = 1};
        if (by_match(&plan, NULL, NULL, NULL, &result, &err) != BY_OK)
            fail_msg("%s: %s", games[i].game, err.text);
        int a = result.a_wins, b = result.b_wins;
        if (a <= b)
            fail_msg("%s: %d to %d", games[i].game, a, b);
        by_match_close(&plan, &result);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_has_levels_from_beginner_to_master),
        cmocka_unit_test(only_the_strongest_level_may_take_time),
        cmocka_unit_test(levels_play_on_every_board),
        cmocka_unit_test(options_that_a_level_gives_are_said_to_be_its_own),
        cmocka_unit_test(the_strongest_beats_the_weakest),
    };
    return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
