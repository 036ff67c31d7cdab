/* search_help.h: what the tests of the searches share: opening things, walking to random
 * positions, and a plain minimax over the game's own slots to compare with.
 *
 * A failing step here fails the test that called it. */
#ifndef BY_TESTS_SEARCH_HELP_H
#define BY_TESTS_SEARCH_HELP_H

#include "base/clock.h"
#include "base/long_test.h"
#include "base/spec.h"
#include "search/search.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "games/rules_test.h"

#define HELP_POSITION_MAX 16384
#define HELP_MOVES_MAX    1024

/* --- opening ----------------------------------------------------------------- */

static inline struct by_line *open_line(const struct by_rules *rules)
{
    struct by_line *line = NULL;
    assert_true(rules->position_size <= HELP_POSITION_MAX && rules->max_moves <= HELP_MOVES_MAX);
    assert_int_equal(by_line_open(rules, &line, NULL), BY_OK);
    return line;
}

static inline struct by_searcher *open_searcher(const struct by_rules *rules, const char *spec,
                                                uint64_t seed)
{
    struct by_searcher *searcher = NULL;
    struct by_error err = {0};
    if (by_searcher_open(rules, spec, seed, &searcher, &err))
        fail_msg("%s: %s", spec, err.text);
    return searcher;
}

/* A decision by a fresh searcher, to be closed with by_decision_close. */
static inline struct by_decision think(const struct by_line *line, const char *spec, uint64_t seed,
                                       const struct by_events *events)
{
    struct by_decision decision;
    struct by_error err = {0};
    struct by_searcher *searcher = open_searcher(line->rules, spec, seed);
    assert_int_equal(by_decision_open(line->rules, &decision, NULL), BY_OK);
    if (by_searcher_think(searcher, line, NULL, events, &decision, &err))
        fail_msg("%s: %s", spec, err.text);
    by_searcher_close(searcher);
    return decision;
}

/* --- positions ---------------------------------------------------------------- */

static inline void rewind_line(struct by_line *line)
{
    while (by_line_undo(line))
        ;
}

/* `plies` random moves from the start; the last one is taken back if it ended the game. */
static inline void walk(struct by_line *line, int plies, struct by_rng *rng)
{
    by_move moves[HELP_MOVES_MAX];
    rewind_line(line);
    for (int i = 0; i < plies && !by_line_over(line); i++) {
        int count = by_line_moves(line, moves);
        by_move move = moves[by_rng_below(rng, (uint32_t)count)];
        assert_int_equal(by_line_play(line, move, NULL), BY_OK);
    }
    if (by_line_over(line))
        by_line_undo(line);
}

/* Calls `visit` for every game of the register, with its default and its sample settings. */
static inline void for_every_game(void (*visit)(const struct by_rules *rules, void *context),
                                  void *context)
{
    for (int i = 0; by_game_at(i); i++) {
        const struct by_game *game = by_game_at(i);
        const char *const *sample = game->samples;
        struct by_rules *rules = open_rules_at(game->name, NULL, NULL);
        visit(rules, context);
        by_rules_close(rules);
        for (; sample && *sample; sample++) {
            rules = open_rules_at(game->name, *sample, NULL);
            visit(rules, context);
            by_rules_close(rules);
        }
    }
}

/* The same without games with chance, which most searches refuse. */
struct certain_visit {
    void (*visit)(const struct by_rules *rules, void *context);
    void *context;
};

static inline void visit_certain(const struct by_rules *rules, void *context)
{
    const struct certain_visit *v = context;
    if (!rules->has_chance)
        v->visit(rules, v->context);
}

static inline void
for_every_certain_game(void (*visit)(const struct by_rules *rules, void *context), void *context)
{
    struct certain_visit v = {visit, context};
    for_every_game(visit_certain, &v);
}

/* --- decisions ----------------------------------------------------------------- */

static inline bool is_legal(const struct by_line *line, by_move move)
{
    by_move moves[HELP_MOVES_MAX];
    int count = by_line_moves(line, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Each legal move stands once in the decision's list, the chosen one first. */
static inline void assert_lists_moves(const struct by_line *line,
                                      const struct by_decision *decision)
{
    by_move moves[HELP_MOVES_MAX];
    int count = by_line_moves(line, moves);
    assert_int_equal(decision->move_count, count);
    if (!by_line_nature(line))
        assert_int_equal(decision->moves[0].move, decision->move);
    for (int i = 0; i < count; i++) {
        int times = 0;
        for (int j = 0; j < count; j++)
            times += decision->moves[j].move == moves[i];
        assert_int_equal(times, 1);
    }
    for (int i = 2; i < count; i++)
        if (decision->moves[i].bound != BY_BOUND_NONE)
            assert_true(decision->moves[i - 1].value >= decision->moves[i].value);
}

static inline void assert_same_decision(const struct by_decision *a, const struct by_decision *b)
{
    assert_int_equal(a->move, b->move);
    assert_true(a->value == b->value);
    assert_int_equal(a->work.nodes, b->work.nodes);
    assert_int_equal(a->work.leaves, b->work.leaves);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->complete, b->complete);
    assert_int_equal(a->proven, b->proven);
    assert_int_equal(a->pv_count, b->pv_count);
    assert_memory_equal(a->pv, b->pv, (size_t)a->pv_count * sizeof *a->pv);
    assert_int_equal(a->move_count, b->move_count);
    for (int i = 0; i < a->move_count; i++) {
        assert_int_equal(a->moves[i].move, b->moves[i].move);
        assert_true(a->moves[i].value == b->moves[i].value);
    }
}

/* --- the plain truth ----------------------------------------------------------- */

#define HELP_FULL 100000 /* a depth no game reaches */

/* Positions below `position` down to `depth`, counted no further than `cap`. */
static inline int count_below(const struct by_rules *rules, const void *position, int depth,
                              int cap)
{
    if (depth == 0 || rules->game->over(rules, position))
        return 1;
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    by_move moves[HELP_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves), total = 1;
    for (int i = 0; i < count && total < cap; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        total += count_below(rules, next, depth - 1, cap - total);
    }
    return total;
}

/* A finished game in the units of a search with `eval` (NULL: none), for the side to move. */
static inline int64_t final_value(const struct by_rules *rules, const struct by_eval *eval,
                                  const void *position)
{
    int64_t result = rules->game->result(rules, position);
    if (rules->game->side(rules, position) == 1)
        result = -result;
    if (!eval || result == 0)
        return result;
    int64_t margin = rules->game->has_margin ? result : 0;
    return result > 0 ? margin + eval->win : margin - eval->win;
}

/* What a position is worth to the side to move `depth` plies ahead: no windows, no table,
 * a copy per move. The sides need not alternate. */
static inline int64_t plain_value(const struct by_rules *rules, const struct by_eval *eval,
                                  const void *position, int depth)
{
    if (rules->game->over(rules, position))
        return final_value(rules, eval, position);
    if (depth == 0)
        return eval ? eval->value(rules, position) : 0;
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    by_move moves[HELP_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves);
    int side = rules->game->side(rules, position);
    int64_t best = INT64_MIN;
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int64_t value = plain_value(rules, eval, next, depth - 1);
        if (rules->game->side(rules, next) != side)
            value = -value;
        best = value > best ? value : best;
    }
    return best;
}

/* The worth of one move, seen by the side that makes it. */
static inline int64_t plain_move_value(const struct by_rules *rules, const struct by_eval *eval,
                                       const void *position, by_move move, int depth)
{
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    memcpy(next, position, rules->position_size);
    rules->game->play(rules, next, move, NULL);
    int64_t value = plain_value(rules, eval, next, depth - 1);
    bool other = rules->game->side(rules, next) != rules->game->side(rules, position);
    return other ? -value : value;
}

/* --- chance ------------------------------------------------------------------------ */

/* Pearson's statistic of counts that should be equal lies within five deviations. */
static inline void assert_even(const int *counts, int cells)
{
    double total = 0, statistic = 0;
    for (int i = 0; i < cells; i++)
        total += counts[i];
    double expected = total / cells;
    for (int i = 0; i < cells; i++)
        statistic += (counts[i] - expected) * (counts[i] - expected) / expected;
    double freedom = cells - 1;
    if (statistic > freedom + 5 * sqrt(2 * freedom))
        fail_msg("chi-square %.1f with %d degrees of freedom", statistic, cells - 1);
}

#endif
