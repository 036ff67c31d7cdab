/* Tests of the slots own_...: what alphabeta and solve make of a game's own search. No game needs one for
 * this: doubles give the m,n,k game one that is plain negamax, and others. */
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

/* What a double remembers. */
struct own {
    const struct by_rules *rules;
    int asked, threads;
};

static int forgotten; /* how often a double was told to forget */

static enum by_status open_double(const struct by_rules *rules, size_t memory, int threads,
                                  void **state, struct by_error *err)
{
    (void)memory;
    (void)err;
    struct own *own = calloc(1, sizeof *own);
    *own = (struct own){.rules = rules, .threads = threads};
    *state = own;
    return BY_OK;
}

static enum by_status open_none(const struct by_rules *rules, size_t memory, int threads,
                                void **state, struct by_error *err)
{
    (void)rules, (void)memory, (void)threads, (void)state, (void)err;
    return BY_OK;
}

static void close_double(void *state)
{
    free(state);
}

static void forget(void *state)
{
    ((struct own *)state)->asked = 0;
    forgotten++;
}

static bool proves(void *state, const void *position, struct by_own_search *search)
{
    const struct own *own = state;
    assert_true(search->exact && search->low < search->high);
    search->nodes = 0;
    search->value =
        negamax(own->rules, position, search->low, search->high, &search->nodes, &search->move);
    search->proven = search->complete = true;
    return true;
}

static bool gives_up(void *state, const void *position, struct by_own_search *search)
{
    (void)state;
    (void)position;
    search->nodes = 1;
    return false;
}

/* Runs until it is told to stop. */
static bool never_ends(void *state, const void *position, struct by_own_search *search)
{
    (void)state;
    (void)position;
    for (search->nodes = 0; search->tell(search->context, search);)
        search->nodes++;
    return false;
}

/* Deepens for ever, with an opinion: the value is how often it was asked, in halves. */
static bool has_a_view(void *state, const void *position, struct by_own_search *search)
{
    struct own *own = state;
    by_move moves[CELLS_MAX];
    int count = own->rules->game->moves(own->rules, position, moves);
    assert_false(search->exact);
    own->asked++;
    for (int i = 0; i < count; i++)
        search->moves[i] = (struct by_move_stat){moves[i], BY_BOUND_UPPER, 1, 0};
    search->moves[1].bound = BY_BOUND_EXACT;
    search->move_count = count;
    search->move = search->pv[0] = moves[1];
    search->pv[1] = moves[0];
    search->pv_count = 2;
    search->value = own->asked;
    int most = search->depth > 0 ? search->depth : 1000000000;
    do
        search->nodes++;
    while (search->reached++ < most - 1 && search->tell(search->context, search));
    search->complete = search->reached == most;
    return true;
}

typedef bool own_fn(void *state, const void *position, struct by_own_search *s);

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
    t->game.own_open = own ? open_double : NULL;
    t->game.own_close = close_double;
    t->game.own_forget = forget;
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

/* Whose evaluation is the one in use does all the thinking, and keeps its state between moves. */
static void a_search_with_an_evaluation_takes_over(void **state)
{
    (void)state;
    struct table t;
    struct by_decision decision;
    struct by_searcher *searcher;
    struct by_error err;
    by_move line[BY_PV_MAX];
    open_table(&t, has_a_view, NULL);
    t.game.own_eval = t.game.evals[0].name;
    t.game.own_unit = 2;
    assert_int_equal(by_decision_open(&t.rules, &decision, &err), BY_OK);
    assert_int_equal(by_searcher_open(&t.rules, "alphabeta depth=7", 1, &searcher, &err), BY_OK);
    int forgotten_before = forgotten;
    for (int asked = 1; asked <= 3; asked++) {
        assert_int_equal(by_searcher_think(searcher, t.line, NULL, NULL, &decision, &err), BY_OK);
        assert_int_equal(decision.depth, 7);
        assert_true(decision.complete && !decision.proven);
        assert_true(decision.value == asked / 2.0);
        assert_int_equal(decision.pv_count, 2);
        assert_int_equal(decision.moves[0].move, decision.move);
        assert_int_equal(by_searcher_line(searcher, decision.move, line), 2);
        assert_int_equal(by_searcher_line(searcher, decision.moves[1].move, line), 0);
    }
    by_searcher_reset(searcher, 1);
    assert_int_equal(forgotten, forgotten_before + 1);
    assert_int_equal(by_searcher_think(searcher, t.line, NULL, NULL, &decision, &err), BY_OK);
    assert_true(decision.value == 0.5);
    by_searcher_close(searcher);
    by_decision_close(&decision);
    close_table(&t);
}

/* own=off, another evaluation, and rules that are beyond it leave it to the usual search. */
static void it_is_not_asked_where_it_does_not_belong(void **state)
{
    (void)state;
    struct table t;
    struct by_decision decision;
    open_table(&t, has_a_view, NULL);
    t.game.own_eval = t.game.evals[0].name;
    t.game.own_unit = 2;
    think(&t, "alphabeta depth=3 own=off", &decision);
    assert_true(decision.value != 0.5 && decision.depth == 3);
    by_decision_close(&decision);
    t.game.own_eval = "another";
    think(&t, "alphabeta depth=3", &decision);
    assert_true(decision.value != 0.5);
    by_decision_close(&decision);
    t.game.own_eval = t.game.evals[0].name;
    t.game.own_open = open_none;
    think(&t, "alphabeta depth=3", &decision);
    assert_true(decision.value != 0.5);
    by_decision_close(&decision);
    close_table(&t);
}

static void time_and_a_stop_end_it(void **state)
{
    (void)state;
    struct table t;
    struct by_decision decision;
    open_table(&t, has_a_view, NULL);
    t.game.own_eval = t.game.evals[0].name;
    t.game.own_unit = 2;
    think(&t, "alphabeta time=20ms", &decision);
    assert_true(!decision.complete && decision.depth > 0 && decision.value == 0.5);
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
        cmocka_unit_test(a_search_with_an_evaluation_takes_over),
        cmocka_unit_test(it_is_not_asked_where_it_does_not_belong),
        cmocka_unit_test(time_and_a_stop_end_it),
        cmocka_unit_test(solve_finds_the_same_by_the_games_search),
        cmocka_unit_test(solve_goes_on_where_the_game_gives_up),
        cmocka_unit_test(a_stop_reaches_the_games_search),
    };
    return cmocka_run_group_tests_name("a game's own search", tests, NULL, NULL);
}
