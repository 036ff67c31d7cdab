/* active_test.c: the active moves that a search is given (the slot `active`) against a scan of the
 * whole board, on both boards, after every move played and taken back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/gomoku/gomoku.h"

/* By the definition alone (GOM 4.3): a stone stands within two steps, in whatever direction. */
static bool is_near(const struct by_cells *cells, int at)
{
    for (int i = 0; i < cells->width * cells->height; i++) {
        int dx = abs(i % cells->width - at % cells->width);
        int dy = abs(i / cells->width - at / cells->width);
        if (cells->cell[i] != '.' && dx <= 2 && dy <= 2)
            return true;
    }
    return false;
}

static int scan(const struct by_rules *rules, const void *position, by_move *out)
{
    struct by_cells cells;
    by_move legal[BY_GOMOKU_CELLS_MAX];
    int count = rules->game->moves(rules, position, legal), kept = 0;
    rules->game->cells(rules, position, BY_NO_MOVE, &cells);
    for (int i = 0; i < count; i++)
        if (is_near(&cells, legal[i]))
            out[kept++] = legal[i];
    return kept;
}

static void compare(const struct by_rules *rules, const void *position)
{
    by_move fast[BY_GOMOKU_CELLS_MAX], slow[BY_GOMOKU_CELLS_MAX];
    int count = scan(rules, position, slow), found = rules->game->active(rules, position, fast);
    if (count == 0) /* an empty board; all of them may be forbidden in Renju */
        count = rules->game->moves(rules, position, slow);
    if (count == rules->max_moves) { /* the centre alone: see below */
        assert_int_equal(found, 1);
        return;
    }
    assert_int_equal(found, count);
    assert_memory_equal(fast, slow, (size_t)count * sizeof *fast);
}

/* A random game; half of the moves are taken back, and others come in their place. */
static int walk_and_compare(const struct by_rules *rules, struct by_rng *rng, int plies)
{
    void *position = new_position(rules), *before = new_position(rules);
    by_move legal[BY_GOMOKU_CELLS_MAX];
    int compared = 0;
    memcpy(position, rules->start, rules->position_size);
    for (int i = 0; i < plies && !rules->game->over(rules, position); i++, compared++) {
        int count = rules->game->moves(rules, position, legal);
        by_move move = legal[by_rng_below(rng, (uint32_t)count)];
        memcpy(before, position, rules->position_size);
        rules->game->play(rules, position, move, NULL);
        if (by_rng_below(rng, 2) == 0) {
            if (rules->game->undo)
                rules->game->undo(rules, position, move, NULL);
            else
                memcpy(position, before, rules->position_size);
        }
        if (!rules->game->over(rules, position))
            compare(rules, position);
    }
    free(position);
    free(before);
    return compared;
}

static void active_moves_are_those_of_a_scan(void **state)
{
    (void)state;
    static const char *const settings[] = {"size=5",
                                           "size=7x9",
                                           "size=15",
                                           "size=20",
                                           "size=25",
                                           "size=15 rule=renju",
                                           "size=9 rule=renju",
                                           "size=15 rule=exact",
                                           "size=9 naive=on",
                                           "size=9 naive=on rule=renju"};
    struct by_rng rng;
    by_rng_init(&rng, 3, 0);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        struct by_rules *rules = open_rules("gomoku", settings[i]);
        int compared = 0, wanted = long_or(100000, 1000);
        while (compared < wanted)
            compared += walk_and_compare(rules, &rng, 120);
        by_rules_close(rules);
    }
}

static void on_an_empty_board_it_is_the_centre(void **state)
{
    (void)state;
    static const struct {
        const char *settings, *centre;
    } cases[] = {{"size=15", "h8"},
                 {"size=15 rule=renju", "h8"},
                 {"size=7x9", "d5"},
                 {"size=20", "l11"},
                 {"size=5 naive=on", "c3"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_rules *rules = open_rules("gomoku", cases[i].settings);
        by_move active[BY_GOMOKU_CELLS_MAX], centre;
        assert_int_equal(by_move_read(rules, rules->start, cases[i].centre, &centre, NULL), BY_OK);
        assert_int_equal(rules->game->active(rules, rules->start, active), 1);
        assert_int_equal(active[0], centre);
        by_rules_close(rules);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(active_moves_are_those_of_a_scan),
        cmocka_unit_test(on_an_empty_board_it_is_the_centre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
