/* Players: made from specs, asked for moves, stopped. */
#include "games/line.h"
#include "players/player.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct table {
    struct by_rules *rules;
    struct by_line *line;
    struct by_decision decision;
    struct by_error error;
};

static void open_table(struct table *table)
{
    assert_int_equal(by_rules_open("tictactoe", NULL, 0, NULL, &table->rules, &table->error),
                     BY_OK);
    assert_int_equal(by_line_open(table->rules, &table->line, &table->error), BY_OK);
    assert_int_equal(by_decision_open(table->rules, &table->decision, &table->error), BY_OK);
}

static void close_table(struct table *table)
{
    by_decision_close(&table->decision);
    by_line_close(table->line);
    by_rules_close(table->rules);
}

/* Plays the move it was given; counts how often it was asked. */
struct person {
    by_move move;
    int asked;
};

static enum by_status ask(void *context, const struct by_line *line, by_move *out,
                          struct by_error *err)
{
    struct person *person = context;
    (void)line;
    (void)err;
    person->asked++;
    *out = person->move;
    return BY_OK;
}

static void a_search_plays(void **state)
{
    (void)state;
    struct table table;
    struct by_player *player;
    open_table(&table);
    assert_int_equal(by_line_play_text(table.line, "a1", &table.error), BY_OK);
    assert_int_equal(by_line_play_text(table.line, "b1", &table.error), BY_OK);
    assert_int_equal(by_line_play_text(table.line, "a2", &table.error), BY_OK);
    assert_int_equal(by_line_play_text(table.line, "b2", &table.error), BY_OK);
    assert_int_equal(by_player_open(table.rules, "minimax depth=1",
                                    &(struct by_player_terms){.seed = 1, .trust = BY_TRUST_ALL},
                                    &player, &table.error),
                     BY_OK);
    assert_false(by_player_is_human(player));
    assert_string_equal(by_player_spec(player), "minimax depth=1");
    assert_non_null(by_player_searcher(player));
    assert_int_equal(by_player_move(player, table.line, NULL, NULL, &table.decision, &table.error),
                     BY_OK);
    char text[16];
    by_line_move_text(table.line, table.decision.move, text, sizeof text);
    assert_string_equal(text, "a3"); /* three in a row */
    by_player_close(player);
    close_table(&table);
}

static void a_person_plays_and_leaves(void **state)
{
    (void)state;
    struct table table;
    struct person person = {.move = 4};
    struct by_human human = {.context = &person, .ask = ask};
    struct by_player *player;
    open_table(&table);
    assert_int_equal(
        by_player_open(table.rules, "human",
                       &(struct by_player_terms){.seed = 1, .trust = BY_TRUST_ALL, .human = &human},
                       &player, &table.error),
        BY_OK);
    assert_true(by_player_is_human(player));
    assert_null(by_player_searcher(player));
    by_player_reset(player, 2);
    by_player_stop(player);
    assert_int_equal(by_player_move(player, table.line, NULL, NULL, &table.decision, &table.error),
                     BY_OK);
    assert_int_equal(table.decision.move, 4);
    assert_int_equal(table.decision.bound, BY_BOUND_NONE);
    assert_int_equal(table.decision.pv_count, 0);
    assert_int_equal(table.decision.move_count, 0);
    person.move = BY_NO_MOVE;
    assert_int_equal(by_player_move(player, table.line, NULL, NULL, &table.decision, &table.error),
                     BY_OK);
    assert_int_equal(table.decision.move, BY_NO_MOVE);
    assert_int_equal(person.asked, 2);
    by_player_close(player);
    close_table(&table);
}

static void the_seed_decides(void **state)
{
    (void)state;
    struct table table;
    struct by_player *player;
    int seen[9] = {0}, different = 0;
    open_table(&table);
    assert_int_equal(by_player_open(table.rules, "random",
                                    &(struct by_player_terms){.seed = 1, .trust = BY_TRUST_ALL},
                                    &player, &table.error),
                     BY_OK);
    for (uint64_t seed = 0; seed < 50; seed++) {
        by_move moves[2];
        for (int i = 0; i < 2; i++) {
            by_player_reset(player, seed);
            assert_int_equal(
                by_player_move(player, table.line, NULL, NULL, &table.decision, &table.error),
                BY_OK);
            moves[i] = table.decision.move;
        }
        assert_int_equal(moves[0], moves[1]);
        different += seen[moves[0]]++ == 0;
    }
    assert_true(different > 4);
    by_player_close(player);
    close_table(&table);
}

static void bad_specs_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *says;
    } bad[] = {
        {"", ""},
        {"minmax", "did you mean 'minimax'?"},
        {"humen", "did you mean 'human'?"},
        {"human depth=3", "no options"},
        {"human", "person"}, /* nobody to ask */
        {"alphabeta nosuch=1", "nosuch"},
        {"alphabeta depth=0", "depth"},
        {"alphabeta depth", ""},
    };
    struct table table;
    open_table(&table);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct by_player *player;
        assert_int_equal(by_player_open(table.rules, bad[i].spec,
                                        &(struct by_player_terms){.seed = 1, .trust = BY_TRUST_ALL},
                                        &player, &table.error),
                         BY_BAD_INPUT);
        assert_null(player);
        assert_non_null(strstr(table.error.text, bad[i].says));
    }
    by_player_close(NULL);
    close_table(&table);
}

/* A stop before the search makes it answer at once, with a legal move. */
static void a_stop_holds(void **state)
{
    (void)state;
    struct table table;
    struct by_player *player;
    open_table(&table);
    assert_int_equal(by_player_open(table.rules, "minimax time=1000s",
                                    &(struct by_player_terms){.seed = 1, .trust = BY_TRUST_ALL},
                                    &player, &table.error),
                     BY_OK);
    by_player_stop(player);
    assert_int_equal(by_player_move(player, table.line, NULL, NULL, &table.decision, &table.error),
                     BY_OK);
    assert_true(table.decision.move >= 0 && table.decision.move < 9);
    assert_false(table.decision.complete);
    by_player_close(player);
    close_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_plays),   cmocka_unit_test(a_person_plays_and_leaves),
        cmocka_unit_test(the_seed_decides), cmocka_unit_test(bad_specs_are_refused),
        cmocka_unit_test(a_stop_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
