/* exact_test.c: minimax, negamax and alpha-beta in every order find the same value, the true
 * one, on explicit trees and in every game; what else they tell of it is true as well. */
#include "search_help.h"
#include "tree_help.h"

struct variant {
    const char *spec;
    bool prunes;
    bool first; /* takes the first of equal moves in the game's order */
};

static const struct variant variants[] = {
    {"minimax", false, true},
    {"negamax", false, true},
    {"alphabeta plain=on", true, true},
    {"alphabeta plain=on order=best", true, false},
    {"alphabeta plain=on order=worst", true, false},
    {"alphabeta plain=on order=random", true, false},
    {"alphabeta plain=on tie=random", true, false},
    {"alphabeta plain=on tie=random order=random", true, false},
    {"minimax tie=random", false, false},
    {"negamax tie=fastest", false, false},
};
#define VARIANTS ((int)(sizeof variants / sizeof *variants))

/* --- explicit trees ------------------------------------------------------------------ */

static void check_tree(const struct sapling *tree, const struct variant *variant,
                       const struct by_line *line, struct by_decision *decision, uint64_t seed)
{
    struct by_searcher *searcher = open_searcher(line->rules, variant->spec, seed);
    struct by_limits whole = {.depth = 64};
    const struct by_limits *limits = seed % 10 > 0 ? &whole : NULL; /* NULL: ever deeper */
    assert_int_equal(by_searcher_think(searcher, line, limits, NULL, decision, NULL), BY_OK);
    by_searcher_close(searcher);
    int value = root_value(tree);
    if (decision->value != value || root_move_value(tree, decision->move) != value)
        fail_msg("%s: value %g, move %d; the truth is %d", variant->spec, decision->value,
                 (int)decision->move, value);
    assert_true(decision->complete && decision->proven);
    assert_int_equal(decision->move_count, tree->node[0].count);
    for (int i = 0; i < decision->move_count; i++) {
        const struct by_move_stat *stat = &decision->moves[i];
        int truth = root_move_value(tree, stat->move);
        bool exact = stat->bound == BY_BOUND_EXACT && stat->value == truth;
        bool upper = stat->bound == BY_BOUND_UPPER && stat->value >= truth && stat->value <= value;
        assert_true(exact || (upper && variant->prunes));
    }
}

/* Node counts over all trees: with nothing else said, pruning saves work, and order matters. */
static void all_searches_agree_on_random_trees(void **state)
{
    (void)state;
    struct by_rng rng;
    struct sapling tree;
    by_rng_init(&rng, 2024, 0);
    uint64_t nodes[VARIANTS] = {0};
    for (int i = 0; i < long_or(400000, 100000); i++) {
        grow_random(&tree, &rng);
        struct by_rules *rules = plant(&tree);
        struct by_line *line = open_line(rules);
        struct by_decision decision;
        assert_int_equal(by_decision_open(rules, &decision, NULL), BY_OK);
        for (int v = 0; v < VARIANTS; v++) {
            check_tree(&tree, &variants[v], line, &decision, (uint64_t)i);
            nodes[v] += decision.work.nodes;
        }
        by_decision_close(&decision);
        by_line_close(line);
        by_rules_close(rules);
    }
    assert_int_equal(nodes[0], nodes[1]);
    assert_true(nodes[3] < nodes[2] && nodes[2] < nodes[4] && nodes[4] <= nodes[0]);
    assert_true(nodes[3] < nodes[5] && nodes[5] < nodes[4]);
}

static uint64_t power(int base, int exponent)
{
    uint64_t product = 1;
    for (int i = 0; i < exponent; i++)
        product *= (uint64_t)base;
    return product;
}

/* A uniform tree in which every subtree's leaves are consecutive numbers, dealt to the
 * children by chance. Such a tree can be searched without a single cut: whatever the window
 * says was found elsewhere, outside this subtree's numbers. In most other trees some cuts
 * happen in any order (Knuth and Moore 1975). */
static void write_blocks(struct by_text *out, int branching, int depth, int low, struct by_rng *rng)
{
    if (depth == 0) {
        by_text_format(out, " %d", low);
        return;
    }
    int block = (int)power(branching, depth - 1), order[16];
    for (int i = 0; i < branching; i++) {
        int j = (int)by_rng_below(rng, (uint32_t)i + 1);
        order[i] = order[j];
        order[j] = i;
    }
    by_text_char(out, '(');
    for (int i = 0; i < branching; i++)
        write_blocks(out, branching, depth - 1, low + order[i] * block, rng);
    by_text_char(out, ')');
}

static struct by_rules *plant_blocks(int branching, int depth, struct by_rng *rng)
{
    int leaves = (int)power(branching, depth);
    size_t size = (size_t)leaves * 16 + 64;
    char *text = malloc(size);
    assert_non_null(text);
    struct by_text out = by_text_over(text, size);
    write_blocks(&out, branching, depth, -leaves / 2, rng);
    by_text_add(&out, by_rng_below(rng, 2) ? " O" : " X");
    assert_true(out.length < size);
    struct by_rules *rules = open_rules_at("tree", NULL, text);
    free(text);
    return rules;
}

static void assert_leaves(const struct by_rules *rules, const char *search, int depth,
                          uint64_t leaves)
{
    char spec[128];
    struct by_line *line = open_line(rules);
    (void)snprintf(spec, sizeof spec, "%s depth=%d", search, depth);
    struct by_decision decision = think(line, spec, 1, NULL);
    assert_int_equal(decision.work.leaves, leaves);
    by_decision_close(&decision);
    by_line_close(line);
}

/* Knuth and Moore (1975): b^ceil(d/2) + b^floor(d/2) - 1 leaves in the best order, whatever
 * the leaves are; all of them in the worst order of a tree that has one without cuts. */
static void check_uniform(int branching, int depth, struct by_rng *rng)
{
    uint64_t all = power(branching, depth);
    uint64_t few = power(branching, (depth + 1) / 2) + power(branching, depth / 2) - 1;
    struct by_rules *rules = plant_blocks(branching, depth, rng);
    assert_leaves(rules, "minimax", depth, all);
    assert_leaves(rules, "negamax", depth, all);
    assert_leaves(rules, "alphabeta plain=on order=best", depth, few);
    assert_leaves(rules, "alphabeta plain=on order=worst", depth, all);
    by_rules_close(rules);

    char settings[128];
    (void)snprintf(settings, sizeof settings, "branching=%d depth=%d values=%d", branching, depth,
                   (int)by_rng_below(rng, 1000));
    rules = open_rules("tree", settings);
    assert_leaves(rules, "minimax", depth, all);
    assert_leaves(rules, "alphabeta plain=on order=best", depth, few);
    assert_leaves(rules, "alphabeta plain=on order=worst", depth, all);
    by_rules_close(rules);
}

static void uniform_trees_have_their_known_leaf_counts(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 4, 0);
    struct by_rules *rules = plant_blocks(3, 8, &rng);
    assert_leaves(rules, "alphabeta plain=on order=best", 8, 161);
    assert_leaves(rules, "alphabeta plain=on order=worst", 8, 6561);
    assert_leaves(rules, "minimax", 8, 6561);
    by_rules_close(rules);
    for (int round = 0; round < long_or(50, 3); round++)
        for (int branching = 1; branching <= 6; branching++)
            for (int depth = 1; power(branching, depth) <= 4096 && depth <= 9; depth++)
                check_uniform(branching, depth, &rng);
}

/* --- every game ------------------------------------------------------------------------ */

struct question {
    struct by_line *line;
    const struct by_eval *eval; /* NULL: none */
    int depth;                  /* HELP_FULL: to the end */
    bool deepen;                /* no depth given: the answer is a result */
};

/* The line of best play ends in the very value that was announced. */
static void check_line(const struct question *q, const struct by_decision *decision, int64_t value)
{
    struct by_line *line = q->line;
    const struct by_rules *rules = line->rules;
    int side = by_line_side(line);
    assert_int_equal(decision->pv[0], decision->move);
    for (int i = 0; i < decision->pv_count; i++)
        assert_int_equal(by_line_play(line, decision->pv[i], NULL), BY_OK);
    if (!by_line_over(line) && decision->pv_count < BY_PV_MAX)
        assert_int_equal(decision->pv_count, q->depth);
    int64_t end = plain_value(rules, q->eval, by_line_position(line), 0);
    if (by_line_side(line) != side)
        end = -end;
    if (decision->pv_count < BY_PV_MAX)
        assert_int_equal(end, value);
    for (int i = 0; i < decision->pv_count; i++)
        by_line_undo(line);
}

static void check_answer(const struct question *q, const struct variant *variant,
                         const int64_t *truth, int64_t best, const by_move *moves)
{
    char spec[160], depth[32] = "";
    if (!q->deepen)
        (void)snprintf(depth, sizeof depth, " depth=%d", q->depth < 10000 ? q->depth : 10000);
    (void)snprintf(spec, sizeof spec, "%s eval=%s time=100%s", variant->spec,
                   q->eval ? q->eval->name : "none", depth);
    struct by_decision decision = think(q->line, spec, 3, NULL);
    if (decision.value != (double)best)
        fail_msg("%s on %s: %g instead of %d", spec, q->line->rules->name, decision.value,
                 (int)best);
    assert_true(decision.complete);
    assert_int_equal(decision.bound, BY_BOUND_EXACT);
    bool earlier = false;
    for (int i = 0; moves[i] != decision.move; i++)
        earlier |= truth[i] == best;
    assert_false(earlier && variant->first);
    for (int i = 0; i < decision.move_count; i++) {
        const struct by_move_stat *stat = &decision.moves[i];
        int at = 0;
        while (moves[at] != stat->move)
            at++;
        bool exact = stat->bound == BY_BOUND_EXACT && stat->value == (double)truth[at];
        bool upper = stat->bound == BY_BOUND_UPPER && stat->value >= (double)truth[at] &&
                     stat->value <= (double)best;
        assert_true(exact || (upper && variant->prunes));
        assert_true(i > 0 || truth[at] == best);
    }
    check_line(q, &decision, best);
    by_decision_close(&decision);
}

static void ask_all(const struct question *q)
{
    const struct by_rules *rules = q->line->rules;
    const void *position = by_line_position(q->line);
    by_move moves[HELP_MOVES_MAX];
    int64_t truth[HELP_MOVES_MAX], best = INT64_MIN;
    int count = by_line_moves(q->line, moves);
    for (int i = 0; i < count; i++) {
        truth[i] = plain_move_value(rules, q->eval, position, moves[i], q->depth);
        best = truth[i] > best ? truth[i] : best;
    }
    for (int v = 0; v < VARIANTS; v++)
        check_answer(q, &variants[v], truth, best, moves);
    if (q->eval && !q->deepen) {
        struct variant by_eval = {"alphabeta plain=on order=static", true, false};
        check_answer(q, &by_eval, truth, best, moves);
    }
}

/* Each evaluation in turn, and none; depths as far as `cap` positions go. */
static void check_position(struct by_line *line, int cap)
{
    const struct by_rules *rules = line->rules;
    _Alignas(16) unsigned char position[HELP_POSITION_MAX]; /* the line may move while it grows */
    memcpy(position, by_line_position(line), rules->position_size);
    const struct by_eval *evals = rules->game->evals;
    bool full = count_below(rules, position, HELP_FULL, cap) < cap;
    for (const struct by_eval *eval = evals; eval && eval->name; eval++) {
        struct question q = {.line = line, .eval = eval, .depth = 1};
        for (; q.depth <= 8 && count_below(rules, position, q.depth, cap) < cap; q.depth++)
            ask_all(&q);
    }
    struct question q = {.line = line, .depth = full ? HELP_FULL : 2};
    ask_all(&q);
}

static void check_game(const struct by_rules *rules, void *context)
{
    struct by_rng *rng = context;
    struct by_line *line = open_line(rules);
    for (int i = 0; i < long_or(30, 6); i++) {
        walk(line, (int)by_rng_below(rng, (uint32_t)rules->max_length + 1), rng);
        if (!by_line_over(line))
            check_position(line, long_or(6000, 1500));
    }
    by_line_close(line);
}

static void all_searches_agree_in_every_game(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 5, 0);
    for_every_certain_game(check_game, &rng);
}

/* A deepening search that has come to the end says the game's result, proven. */
static void check_result(const struct by_rules *rules, void *context)
{
    struct by_rng *rng = context;
    struct by_line *line = open_line(rules);
    for (int i = 0; i < long_or(100, 8); i++) {
        walk(line, (int)by_rng_below(rng, (uint32_t)rules->max_length + 1), rng);
        const void *position = by_line_position(line);
        int cap = 2000;
        if (by_line_over(line) || count_below(rules, position, HELP_FULL, cap) >= cap)
            continue;
        double truth = (double)plain_value(rules, NULL, position, HELP_FULL);
        for (int v = 0; v < VARIANTS; v++) {
            char spec[160]; /* a second is not always enough on a machine that others load */
            (void)snprintf(spec, sizeof spec, "%s time=100", variants[v].spec);
            struct by_decision decision = think(line, spec, 1, NULL);
            assert_true(decision.proven && decision.complete);
            assert_true(decision.value == truth);
            int64_t kept = plain_move_value(rules, NULL, position, decision.move, HELP_FULL);
            assert_true((double)kept == truth);
            by_decision_close(&decision);
        }
    }
    by_line_close(line);
}

static void searches_without_a_depth_find_the_result(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 6, 0);
    for_every_certain_game(check_result, &rng);
}

/* --- ties ------------------------------------------------------------------------------ */

/* The result and how soon it comes, as one number: 1000 less the plies for a win, its negative
 * for a loss: winners hurry, losers delay. */
static int haste(const struct by_rules *rules, const void *position, int ply)
{
    if (rules->game->over(rules, position)) {
        int64_t value = final_value(rules, NULL, position);
        return value > 0 ? 1000 - ply : value < 0 ? ply - 1000 : 0;
    }
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    by_move moves[HELP_MOVES_MAX];
    int count = rules->game->moves(rules, position, moves), best = -2000;
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int value = -haste(rules, next, ply + 1);
        best = value > best ? value : best;
    }
    return best;
}

static int haste_after(const struct by_line *line, by_move move)
{
    _Alignas(16) unsigned char next[HELP_POSITION_MAX];
    const struct by_rules *rules = line->rules;
    memcpy(next, by_line_position(line), rules->position_size);
    rules->game->play(rules, next, move, NULL);
    return -haste(rules, next, 1);
}

static void check_fastest(const char *game, const char *settings, struct by_rng *rng)
{
    static const char *const specs[] = {"minimax tie=fastest", "negamax tie=fastest",
                                        "minimax tie=fastest eval=none depth=40",
                                        "alphabeta plain=on tie=fastest"};
    struct by_rules *rules = open_rules(game, settings);
    struct by_line *line = open_line(rules);
    int won = 0;
    for (int i = 0; i < long_or(2000, 60); i++) {
        walk(line, 3 + (int)by_rng_below(rng, (uint32_t)rules->max_length), rng);
        if (count_below(rules, by_line_position(line), HELP_FULL, 5000) >= 5000)
            continue;
        int best = haste(rules, by_line_position(line), 0);
        won += best > 0;
        for (int s = 0; s < 4; s++) {
            struct by_decision decision = think(line, specs[s], 1, NULL);
            assert_int_equal(haste_after(line, decision.move), best);
            assert_true(decision.value == (best > 0) - (best < 0));
            by_decision_close(&decision);
        }
    }
    assert_true(won > 10);
    by_line_close(line);
    by_rules_close(rules);
}

static void the_fastest_win_is_taken(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 8, 0);
    check_fastest("tictactoe", NULL, &rng);
    check_fastest("mnk", "m=4 n=3 k=3", &rng);
    check_fastest("connect4", "size=4x4", &rng);
    check_fastest("breakthrough", "size=3x4", &rng);
}

/* X wins at once on c3, so the search ends one ply deep: what it thought of the other moves then
 * are estimates, and must not pass for results. */
static void estimates_are_not_shown_as_results(void **state)
{
    (void)state;
    static const char *const specs[] = {"minimax", "negamax", "alphabeta plain=on"};
    struct by_rules *rules = open_rules_at("tictactoe", NULL, "XX./OO./... X");
    struct by_line *line = open_line(rules);
    for (int s = 0; s < 3; s++) {
        struct by_decision decision = think(line, specs[s], 1, NULL);
        assert_true(decision.proven && decision.depth == 1);
        assert_true(decision.moves[0].bound == BY_BOUND_EXACT && decision.moves[0].value == 1);
        for (int i = 1; i < decision.move_count; i++)
            assert_int_equal(decision.moves[i].bound, BY_BOUND_NONE);
        by_decision_close(&decision);
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* Children 2, 4 and 7 of eight are best; all the others are worse. */
static void ties_are_broken_evenly_among_the_best(void **state)
{
    (void)state;
    static const char *const specs[] = {"minimax tie=random", "negamax tie=random",
                                        "alphabeta plain=on tie=random",
                                        "alphabeta plain=on tie=random order=worst",
                                        "alphabeta plain=on tie=random order=random depth=3"};
    struct by_rules *rules = open_rules_at("tree", NULL, "((1)(5 9)(2 3)(5)(-8)(4 9)(9 5 6)(0)) X");
    struct by_line *line = open_line(rules);
    for (int s = 0; s < 5; s++) {
        int counts[8] = {0};
        for (int i = 0; i < long_or(60000, 6000); i++) {
            struct by_decision once = think(line, specs[s], (uint64_t)i, NULL);
            counts[once.move]++;
            if (i < 100) {
                struct by_decision again = think(line, specs[s], (uint64_t)i, NULL);
                assert_int_equal(once.move, again.move);
                by_decision_close(&again);
            }
            by_decision_close(&once);
        }
        int best[3] = {counts[1], counts[3], counts[6]};
        assert_int_equal(best[0] + best[1] + best[2], long_or(60000, 6000));
        assert_even(best, 3);
    }
    by_line_close(line);
    by_rules_close(rules);
}

/* The best root moves by a plain look at all of them; returns how many. */
static int best_moves(const struct by_line *line, const struct by_eval *eval, int depth,
                      by_move *best)
{
    by_move moves[HELP_MOVES_MAX];
    int count = by_line_moves(line, moves), equal = 0;
    int64_t most = plain_value(line->rules, eval, by_line_position(line), depth);
    for (int i = 0; i < count; i++)
        if (plain_move_value(line->rules, eval, by_line_position(line), moves[i], depth) == most)
            best[equal++] = moves[i];
    return equal;
}

static void check_draws(const struct by_line *line, const char *spec, const by_move *best,
                        int equal)
{
    int counts[HELP_MOVES_MAX] = {0}, drawn = 0, turns = 200 * equal;
    for (int i = 0; i < turns; i++) {
        struct by_decision decision = think(line, spec, (uint64_t)i, NULL);
        for (int j = 0; j < equal; j++)
            counts[j] += decision.move == best[j];
        by_decision_close(&decision);
    }
    for (int j = 0; j < equal; j++)
        drawn += counts[j];
    assert_int_equal(drawn, turns); /* never a worse one */
    assert_even(counts, equal);
}

/* Where alpha-beta would have bounds, drawing needs values: all equal moves, and no worse one. */
static void alphabeta_draws_among_the_truly_equal(void **state)
{
    (void)state;
    static const char *const games[][2] = {{"tictactoe", NULL},
                                           {"othello", "size=6"},
                                           {"connect4", NULL},
                                           {"breakthrough", "size=5x5"}};
    struct by_rng rng;
    int several = 0;
    by_rng_init(&rng, 31, 0);
    for (int g = 0; g < 4; g++) {
        struct by_rules *rules = open_rules(games[g][0], games[g][1]);
        struct by_line *line = open_line(rules);
        for (int i = 0; i < long_or(60, 6); i++) {
            by_move best[HELP_MOVES_MAX];
            walk(line, (int)by_rng_below(&rng, 12), &rng);
            int equal = best_moves(line, by_eval_find(rules, NULL), 2, best);
            several += equal > 1;
            check_draws(line, "alphabeta plain=on depth=2 tie=random", best, equal);
        }
        by_line_close(line);
        by_rules_close(rules);
    }
    assert_true(several > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_searches_agree_on_random_trees),
        cmocka_unit_test(uniform_trees_have_their_known_leaf_counts),
        cmocka_unit_test(all_searches_agree_in_every_game),
        cmocka_unit_test(searches_without_a_depth_find_the_result),
        cmocka_unit_test(estimates_are_not_shown_as_results),
        cmocka_unit_test(the_fastest_win_is_taken),
        cmocka_unit_test(ties_are_broken_evenly_among_the_best),
        cmocka_unit_test(alphabeta_draws_among_the_truly_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
