/* What the fast board keeps up to date is what a board worked out from its cells has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/long_test.h"
#include "games/rules_test.h"

#define SIDE  15
#define TABLE board_under_test
#include "games/gomoku/board_tmpl.h"

#define DEEPEST_PLY 100

struct walk {
    struct by_rules *rules;
    struct gomoku at;
    struct gomoku fresh;
    struct trail trail[DEEPEST_PLY];
    by_move played[DEEPEST_PLY];
    int plies;
};

static void expect_worked_out(struct walk *walk)
{
    struct by_board_view view = {0};
    look(walk->rules, &walk->at, &view);
    make(walk->rules, &view, &walk->fresh);
    assert_memory_equal(&walk->at, &walk->fresh, sizeof walk->at);
}

/* A stone near others, or anywhere; -1: the game is over or long enough. */
static int choose_point(struct walk *walk, struct by_rng *rng)
{
    by_move list[CELLS];
    int count = by_rng_below(rng, 3) > 0 ? list_of(&walk->at.active, list)
                                         : moves(walk->rules, &walk->at, list);
    if (count == 0 || walk->plies == DEEPEST_PLY)
        return -1;
    int action = list[by_rng_below(rng, (uint32_t)count)];
    return wins_at(&walk->at, action, walk->at.side) ? -1 : action;
}

static void put(struct walk *walk, int action)
{
    struct gomoku *g = &walk->at;
    put_noting(walk->rules->data, g, action, g->side, &walk->trail[walk->plies]);
    renew_active(walk->rules, g, action, 1);
    g->side ^= 1;
    walk->played[walk->plies++] = action;
}

/* By what was noted, or by working it out again. */
static void take(struct walk *walk, bool by_notes)
{
    struct gomoku *g = &walk->at;
    int action = walk->played[--walk->plies];
    g->side ^= 1;
    if (by_notes) {
        put_back(walk->rules->data, g, action, g->side, &walk->trail[walk->plies]);
        leave_area(walk->rules, g, action);
    } else {
        change_cell(walk->rules, g, action, g->side, EMPTY);
    }
}

static void walk_about(const char *settings, int steps)
{
    static struct walk walk;
    struct by_rng rng;
    by_rng_init(&rng, 7, 0);
    walk = (struct walk){.rules = open_rules("gomoku", settings)};
    start(walk.rules, &walk.at);
    for (int i = 0; i < steps; i++) {
        int action = by_rng_below(&rng, 5) < 3 ? choose_point(&walk, &rng) : -1;
        if (action >= 0)
            put(&walk, action);
        else if (walk.plies > 0)
            take(&walk, by_rng_below(&rng, 4) > 0);
        expect_worked_out(&walk);
    }
    by_rules_close(walk.rules);
}

static void every_step_of_play_and_take_back_is_as_worked_out(void **state)
{
    (void)state;
    int steps = long_or(3400000, 34000);
    walk_about("", steps);
    walk_about("rule=exact", steps);
    walk_about("rule=renju size=13x15", steps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_of_play_and_take_back_is_as_worked_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
