/* Tests of the mazes: every cell can be reached, and in one way only; the way found is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lesson_help.h"
#include "lessons/maze.h"

/* The plan as a program gets it: characters, walls '#'. */
struct plan {
    int width, height; /* of the plan: 2 cells + 1 */
    const char *line[2 * BY_MAZE_SIDE_MAX + 1];
};

static struct plan plan_of(const json_t *figures)
{
    const json_t *lines = member(figures, "plan");
    struct plan plan = {.height = (int)json_array_size(lines)};
    assert_int_equal(plan.height, 2 * whole(figures, "height") + 1);
    plan.width = (int)(2 * whole(figures, "width") + 1);
    for (int y = 0; y < plan.height; y++) {
        plan.line[y] = json_string_value(json_array_get(lines, (size_t)y));
        assert_non_null(plan.line[y]);
        assert_int_equal(strlen(plan.line[y]), plan.width);
    }
    return plan;
}

/* Distances over the floor from the first cell, by flooding ring after ring: -1 where no way
 * leads. */
static void flood(const struct plan *plan, int *distance)
{
    int size = plan->width * plan->height;
    for (int i = 0; i < size; i++)
        distance[i] = -1;
    distance[plan->width + 1] = 0;
    bool grew = true;
    for (int ring = 0; grew; ring++) {
        grew = false;
        for (int i = 0; i < size; i++) {
            const int next[] = {i + 1, i - 1, i + plan->width, i - plan->width};
            for (int k = 0; k < 4 && distance[i] == ring; k++) {
                int at = next[k];
                if (plan->line[at / plan->width][at % plan->width] == ' ' && distance[at] < 0) {
                    distance[at] = ring + 1;
                    grew = true;
                }
            }
        }
    }
}

static void check_plan(const struct plan *plan, const int *distance)
{
    int floors = 0, reached = 0, cells = (plan->width / 2) * (plan->height / 2);
    for (int y = 0; y < plan->height; y++) {
        for (int x = 0; x < plan->width; x++) {
            bool floor = plan->line[y][x] == ' ';
            bool rim = x == 0 || y == 0 || x == plan->width - 1 || y == plan->height - 1;
            assert_true(floor || plan->line[y][x] == '#');
            assert_false(floor && rim);
            floors += floor;
            reached += distance[y * plan->width + x] >= 0;
        }
    }
    /* A tree of cells: connected, with one passage less than there are cells. */
    assert_int_equal(floors, 2 * cells - 1);
    assert_int_equal(reached, floors);
}

/* The way goes from corner to corner through passages; being the only one, it is the shortest. */
static void check_way(const json_t *figures, const struct plan *plan, const int *distance)
{
    const json_t *way = member(figures, "way");
    size_t length = json_array_size(way);
    assert_int_equal(whole(figures, "length"), length);
    for (size_t i = 0; i < length; i++) {
        const json_t *cell = json_array_get(way, i);
        int x = 2 * (int)whole_at(cell, 0) + 1, y = 2 * (int)whole_at(cell, 1) + 1;
        assert_int_equal(distance[y * plan->width + x], 2 * i);
        if (i + 1 == length) {
            assert_int_equal(x, plan->width - 2);
            assert_int_equal(y, plan->height - 2);
        }
    }
    assert_int_equal(distance[plan->width * plan->height - plan->width - 2], 2 * (length - 1));
    long long entered = whole(figures, "entered");
    assert_true(entered >= (long long)length);
    assert_true(whole(figures, "dead_ends") <= entered - (long long)length);
    assert_true((entered == (long long)length) == (whole(figures, "dead_ends") == 0));
}

static void check_maze(int width, int height, int seed)
{
    char line[64];
    snprintf(line, sizeof line, "maze size=%dx%d seed=%d", width, height, seed);
    json_t *figures = figures_of(line);
    struct plan plan = plan_of(figures);
    int *distance = malloc(sizeof *distance * (size_t)plan.width * (size_t)plan.height);
    assert_non_null(distance);
    flood(&plan, distance);
    check_plan(&plan, distance);
    check_way(figures, &plan, distance);
    free(distance);
    json_decref(figures);
}

static void every_cell_is_reached_in_one_way(void **state)
{
    (void)state;
    int seeds = long_tests() ? 300 : 30;
    for (int seed = 0; seed < seeds; seed++) {
        check_maze(2 + seed % 9, 2 + seed % 7, seed);
        check_maze(16, 10, seed);
    }
    check_maze(2, 100, 5);
    check_maze(100, 2, 5);
    check_maze(40, 30, 5);
}

static void seeds_decide_and_sizes_are_bounded(void **state)
{
    (void)state;
    struct by_sink a, b, c;
    run_lesson("maze seed=4", 0, false, &a);
    run_lesson("maze seed=4", 0, false, &b);
    run_lesson("maze seed=5", 0, false, &c);
    assert_string_equal(by_buffer_text(&a.text), by_buffer_text(&b.text));
    assert_string_not_equal(by_buffer_text(&a.text), by_buffer_text(&c.text));
    by_sink_close(&a);
    by_sink_close(&b);
    by_sink_close(&c);
    refuses("maze size=1", "from 2 to 100");
    refuses("maze size=101x3", "from 2 to 100");
    refuses("maze size=3x", "WIDTHxHEIGHT");
}

/* --- the search, step by step ----------------------------------------------------------------- */

struct walk {
    int here, steps, back;
};

/* Every step goes through a passage, forward into a new cell or back to the one before. */
static void follow(void *context, const struct by_maze *maze, bool back)
{
    struct walk *walk = context;
    int now = maze->way[maze->way_length - 1];
    bool beside = false;
    for (int side = 0; side < 4; side++)
        beside = beside || (by_maze_passage(maze, walk->here, side) &&
                            by_maze_beyond(maze, walk->here, side) == now);
    assert_true(beside);
    assert_int_equal(maze->state[now], BY_MAZE_WAY);
    if (back)
        assert_int_equal(maze->state[walk->here], BY_MAZE_LOST);
    walk->here = now;
    walk->steps++;
    walk->back += back;
}

static void the_search_walks_through_passages_only(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct by_maze maze;
        struct by_rng rng;
        struct walk walk = {0};
        by_rng_init(&rng, seed, 0);
        assert_int_equal(by_maze_open(&maze, 12, 9, &rng, NULL), BY_OK);
        by_maze_solve(&maze, follow, &walk);
        assert_int_equal(walk.steps - walk.back, maze.entered - 1);
        assert_int_equal(walk.back, maze.entered - maze.way_length);
        int dead = 0; /* lost cells with a single passage are the ends of what was in vain */
        for (int cell = 0; cell < 12 * 9; cell++) {
            int passages = 0;
            for (int side = 0; side < 4; side++)
                passages += by_maze_passage(&maze, cell, side);
            dead += maze.state[cell] == BY_MAZE_LOST && passages == 1;
        }
        assert_int_equal(maze.dead_ends, dead);
        by_maze_close(&maze);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cell_is_reached_in_one_way),
        cmocka_unit_test(seeds_decide_and_sizes_are_bounded),
        cmocka_unit_test(the_search_walks_through_passages_only),
    };
    return cmocka_run_group_tests_name("maze", tests, NULL, NULL);
}
