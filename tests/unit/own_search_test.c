/* Tests of the slot own_search: what alphabeta and solve make of a game's own exact search. No game
 * needs one for this: a double gives the m,n,k game one that is plain negamax. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/game_test.h"
#include "games/line.h"
#include "search/search.h"
#include "search/solve/solve.h"

/* --- the double ------------------------------------------------------------------------ */

#define CELLS_MAX 16

/* Fail-soft, within the window that was asked for. */
static int32_t negamax(const struct by_rules *rules, const void *position, int32_t low,
                       int32_t high, uint64_t *nodes, by_move *best)
{
    _Alignas(16) unsigned char next[64];
    by_move moves[CELLS_MAX], below;
    int32_t value = -INT32_MAX;
    ++*nodes;
    if (rules->game->over(rules, position)) {
        int32_t result = rules->game->result(rules, position);
        return rules->game->side(rules, position) == 0 ? result : -result;
    }
    int count = rules->game->moves(rules, position, moves);
    for (int i = 0; i < count && value < high; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int32_t reply = -negamax(rules, next, -high, -(value > low ? value : low), nodes, &below);
        if (reply > value) {
            value = reply;
            *best = moves[i];
        }
    }
    return value;
}

static bool proves(const struct by_rules *rules, const void *position, struct by_own_search *search)
{
    assert_true(search->low < search->high);
    search->nodes = 0;
    search->value =
        negamax(rules, position, search->low, search->high, &search->nodes, &search->move);
    return true;
}

static bool gives_up(const struct by_rules *rules, const void *position,
                     struct by_own_search *search)
{
    (void)rules;
    (void)position;
    search->nodes = 1;
    return false;
}

/* Runs until it is told to stop. */
static bool never_ends(const struct by_rules *rules, const void *position,
                       struct by_own_search *search)
{
    (void)rules;
    (void)position;
    for (search->nodes = 0; search->tell(search->context, search->nodes);)
        search->nodes++;
    return false;
}

typedef bool own_fn(const struct by_rules *rules, const void *position, struct by_own_search *s);

struct table {
    struct by_rules *usual;
    struct by_game game;
    struct by_rules rules; /* the usual ones with the slot */
    struct by_line *line;
};

static void open_table(struct table *t, own_fn *own, const char *position)
{
    t->usual = open_rules("mnk", "m=4 n=3 k=3");
    t->game = *t->usual->game;
    t->game.own_search = own;
    t->rules = *t->usual;
    t->rules.game = &t->game;
    assert_int_equal(by_line_open(&t->rules, &t->line, NULL), BY_OK);
    if (position) {
        void *start = read_text(t->usual, position);
        by_line_begin(t->line, start);
        free(start);
    }
}

static void close_table(struct table *t)
{
    by_line_close(t->line);
    by_rules_close(t->usual);
}

static void think(const struct table *t, const char *spec, struct by_decision *out)
{
    struct by_searcher *searcher;
    struct by_error err;
    assert_int_equal(by_decision_open(&t->rules, out, &err), BY_OK);
    if (by_searcher_open(&t->rules, spec, 1, &searcher, &err) != BY_OK)
        fail_msg("%s", err.text);
    assert_int_equal(by_searcher_think(searcher, t->line, NULL, NULL, out, &err), BY_OK);
    by_searcher_close(searcher);
}

static const char *const positions[] = {"..../..../.... X", "..../.X../.... O", "X.../.O../...X O",
                                        "XO../.O../.X.. X"};

/* --- alphabeta -------------------------------------------------------------------------- */

static void alphabeta_takes_what_the_game_proves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct table own, usual;
        struct by_decision a, b;
        open_table(&own, proves, positions[i]);
        open_table(&usual, NULL, positions[i]);
        think(&own, "alphabeta", &a);
        think(&usual, "alphabeta", &b);
        assert_true(a.proven && a.complete && b.proven);
        assert_int_equal((int)a.value, (int)b.value);
        assert_int_equal(a.depth, own.rules.max_length); /* the game's word, not an iteration's */
        assert_int_equal(a.pv[0], a.move);
        assert_int_equal(a.moves[0].move, a.move);
        by_decision_close(&a);
        by_decision_close(&b);
        close_table(&own);
        close_table(&usual);
    }
}

static void alphabeta_searches_where_the_game_gives_up(void **state)
{
    (void)state;
    struct table t;
    struct by_decision decision;
    open_table(&t, gives_up, NULL);
    think(&t, "alphabeta", &decision);
    assert_true(decision.proven);
    assert_true(decision.depth < t.rules.max_length + 1 && decision.work.nodes > 100);
    by_decision_close(&decision);
    close_table(&t);
}

/* A depth is a question about that depth, plain=on the textbook's own. */
static void a_depth_is_not_the_games_business(void **state)
{
    (void)state;
    static const char *const specs[] = {"alphabeta depth=2", "alphabeta plain=on depth=3"};
    struct table t;
    open_table(&t, never_ends, NULL);
    for (size_t i = 0; i < sizeof specs / sizeof *specs; i++) {
        struct by_decision decision;
        think(&t, specs[i], &decision);
        assert_true(decision.complete);
        by_decision_close(&decision);
    }
    close_table(&t);
}

static void half_of_the_time_is_kept_for_searching(void **state)
{
    (void)state;
    struct table t;
    struct by_decision decision;
    open_table(&t, never_ends, positions[3]);
    think(&t, "alphabeta time=1", &decision);
    assert_true(decision.proven); /* by the search behind it */
    assert_true(decision.work.seconds >= 0.4 && decision.work.seconds < 30);
    by_decision_close(&decision);
    close_table(&t);
}

/* --- solve ------------------------------------------------------------------------------ */

static void solve(const struct table *t, const atomic_bool *stop, struct by_solution *out)
{
    struct by_error err;
    if (by_solve(t->line, NULL, stop, NULL, NULL, out, &err) != BY_OK)
        fail_msg("%s", err.text);
}

static void solve_finds_the_same_by_the_games_search(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        struct table own, usual;
        struct by_solution a, b;
        open_table(&own, proves, positions[i]);
        open_table(&usual, NULL, positions[i]);
        solve(&own, NULL, &a);
        solve(&usual, NULL, &b);
        assert_string_equal(a.method, "own");
        assert_true(a.proven && a.nodes > 0 && a.pv_count > 0);
        assert_int_equal(a.value, b.value);
        assert_int_equal(a.best_count, b.best_count);
        assert_memory_equal(a.best, b.best, (size_t)a.best_count * sizeof *a.best);
        by_solution_close(&a);
        by_solution_close(&b);
        close_table(&own);
        close_table(&usual);
    }
}

static void solve_goes_on_where_the_game_gives_up(void **state)
{
    (void)state;
    struct table t;
    struct by_solution solution;
    open_table(&t, gives_up, NULL);
    solve(&t, NULL, &solution);
    assert_true(solution.proven);
    assert_string_equal(solution.method, "alphabeta");
    by_solution_close(&solution);
    close_table(&t);
}

static void a_stop_reaches_the_games_search(void **state)
{
    (void)state;
    struct table t;
    struct by_solution solution;
    atomic_bool stop = true;
    open_table(&t, never_ends, NULL);
    solve(&t, &stop, &solution);
    assert_false(solution.proven);
    by_solution_close(&solution);
    close_table(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alphabeta_takes_what_the_game_proves),
        cmocka_unit_test(alphabeta_searches_where_the_game_gives_up),
        cmocka_unit_test(a_depth_is_not_the_games_business),
        cmocka_unit_test(half_of_the_time_is_kept_for_searching),
        cmocka_unit_test(solve_finds_the_same_by_the_games_search),
        cmocka_unit_test(solve_goes_on_where_the_game_gives_up),
        cmocka_unit_test(a_stop_reaches_the_games_search),
    };
    return cmocka_run_group_tests_name("a game's own search", tests, NULL, NULL);
}
