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
    struct by_line_changes lines[LINES_KEPT];
    by_move played[DEEPEST_PLY];
    int plies;
    int noted; /* the last so many of them were put down by notes */
};

/* Stones that are put down by notes leave these as they were. */
static void forget_stones(struct gomoku *g, const struct by_rules *rules)
{
    const struct by_gomoku_shape *shape = rules->data;
    for (int i = 0; i < rules->width * rules->height; i++)
        if (g->cell[shape->spot[i]] != EMPTY)
            memset(g->pattern[i], 0, sizeof g->pattern[i]);
    memset(g->total, 0, sizeof g->total);
    memset(g->weight, 0, sizeof g->weight);
    memset(g->learned, 0, sizeof g->learned);
}

static void expect_worked_out(struct walk *walk)
{
    struct by_board_view view = {0};
    look(walk->rules, &walk->at, &view);
    make(walk->rules, &view, &walk->fresh);
    struct gomoku at = walk->at;
    if (walk->noted > 0) {
        forget_stones(&at, walk->rules);
        forget_stones(&walk->fresh, walk->rules);
    }
    assert_memory_equal(&at, &walk->fresh, sizeof at);
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

/* By notes on top of others, and else now and then. */
static void put(struct walk *walk, int action, bool by_notes)
{
    struct gomoku *g = &walk->at;
    if (walk->noted > 0 || by_notes) {
        put_noting(walk->rules->data, g, action, g->side, &walk->trail[walk->plies], walk->lines);
        renew_active(walk->rules, g, action, 1);
        walk->noted++;
    } else {
        change_cell(walk->rules, g, action, g->side, STONE + g->side);
    }
    g->side ^= 1;
    walk->played[walk->plies++] = action;
}

/* By what was noted, or by working it out again. */
static void take(struct walk *walk)
{
    struct gomoku *g = &walk->at;
    int action = walk->played[--walk->plies];
    g->side ^= 1;
    if (walk->noted > 0) {
        put_back(walk->rules->data, g, action, g->side, &walk->trail[walk->plies]);
        leave_area(walk->rules, g, action);
        walk->noted--;
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
            put(&walk, action, by_rng_below(&rng, 8) == 0);
        else if (walk.plies > 0)
            take(&walk);
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
