/* trace_test.c: what a trace listener is told of minimax, negamax and alpha-beta is exactly
 * what the textbook algorithm does: every window, every value, every cut. */
#include "search_help.h"
#include "tree_help.h"

struct tape {
    struct by_step *step;
    int count, room;
    int at;      /* the next step to check */
    int enters;  /* told so far */
    int leaves;  /* finished games and horizons */
    int open;    /* entered and not left */
    bool broken; /* something was out of step */
    const struct by_rules *rules;
};

/* What can be said of a step without knowing the tree. */
static bool fits(const struct tape *tape, const struct by_step *step)
{
    const struct by_game *game = tape->rules->game;
    bool entering = step->kind == BY_STEP_ENTER;
    if (step->ply != tape->open - (entering ? 0 : 1) ||
        (step->ply == 0) != (step->move == BY_NO_MOVE))
        return false;
    if (step->side != game->side(tape->rules, step->position) || step->alpha >= step->beta)
        return false;
    bool over = game->over(tape->rules, step->position);
    switch (step->reason) {
    case BY_REASON_NONE:
        return entering;
    case BY_REASON_FINISHED:
        return over;
    case BY_REASON_CUT:
        return !over && step->value >= step->beta && step->skipped >= 0;
    default:
        return !entering && !over;
    }
}

static void record(void *context, const struct by_step *step)
{
    struct tape *tape = context;
    if (tape->count == tape->room) {
        tape->room = tape->room ? 2 * tape->room : 1024;
        tape->step = realloc(tape->step, (size_t)tape->room * sizeof *tape->step);
        assert_non_null(tape->step);
    }
    tape->broken |= !fits(tape, step);
    tape->step[tape->count++] = *step;
    if (step->kind == BY_STEP_ENTER) {
        tape->enters++;
        tape->open++;
    } else {
        tape->open--;
        tape->leaves += step->reason == BY_REASON_FINISHED || step->reason == BY_REASON_HORIZON;
    }
}

static struct by_decision think_taped(const struct by_line *line, const char *spec,
                                      struct tape *tape)
{
    *tape = (struct tape){.rules = line->rules};
    struct by_events events = {.context = tape, .trace = record};
    struct by_decision decision = think(line, spec, 1, &events);
    assert_false(tape->broken);
    assert_int_equal(tape->open, 0);
    assert_int_equal(tape->enters, decision.work.nodes);
    assert_int_equal(tape->leaves, decision.work.leaves);
    return decision;
}

/* --- against the algorithm itself ------------------------------------------------------ */

struct check {
    const struct sapling *tree;
    struct tape *tape;
    bool prunes;       /* alpha-beta */
    bool sees_as_root; /* minimax: values are the root player's */
};

struct visit {
    int node, ply, depth;
    by_move move;
    int64_t alpha, beta;
};

static const struct by_step *next_step(struct check *check, enum by_step_kind kind, int ply)
{
    assert_true(check->tape->at < check->tape->count);
    const struct by_step *step = &check->tape->step[check->tape->at++];
    assert_int_equal(step->kind, kind);
    assert_int_equal(step->ply, ply);
    return step;
}

static void expect_enter(struct check *check, const struct visit *visit)
{
    const struct by_step *step = next_step(check, BY_STEP_ENTER, visit->ply);
    int first = check->tree->root_min ? 1 : 0;
    assert_int_equal(step->move, visit->move);
    assert_int_equal(step->side, (first + visit->ply) % 2);
    assert_int_equal(step->maximise, check->sees_as_root && visit->ply % 2 == 0);
    if (check->prunes && visit->ply > 0) {
        assert_int_equal(step->alpha, visit->alpha);
        assert_int_equal(step->beta, visit->beta);
    }
}

/* Returns the value for who moves there. */
static int64_t expect_leave(struct check *check, const struct visit *visit,
                            enum by_step_reason reason, int64_t value, int skipped)
{
    const struct by_step *step = next_step(check, BY_STEP_LEAVE, visit->ply);
    bool turned = check->sees_as_root && visit->ply % 2 == 1;
    assert_int_equal(step->reason, reason);
    assert_int_equal(step->value, turned ? -value : value);
    assert_int_equal(step->move, visit->move);
    assert_int_equal(step->skipped, skipped);
    return value;
}

static int64_t leaf_value(const struct check *check, const struct visit *visit)
{
    bool second = (visit->ply % 2 == 1) != check->tree->root_min;
    int value = check->tree->node[visit->node].value;
    return second ? -value : value;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Fail-soft alpha-beta as it is written in the books, with the order of moves taken from the
 * tape and everything else worked out here. Full windows make it negamax. */
static int64_t follow(struct check *check, const struct visit *visit)
{
    const struct sprout *sprout = &check->tree->node[visit->node];
    expect_enter(check, visit);
    if (sprout->count == 0)
        return expect_leave(check, visit, BY_REASON_FINISHED, leaf_value(check, visit), 0);
    if (visit->depth == 0)
        return expect_leave(check, visit, BY_REASON_HORIZON, 0, 0);
    int64_t best = visit->alpha < -1000000000 ? visit->alpha : -1000000000;
    bool seen[SPROUT_CHILDREN] = {false};
    for (int i = 0; i < sprout->count; i++) {
        by_move move = check->tape->step[check->tape->at].move;
        assert_in_range(move, 0, sprout->count - 1);
        assert_false(seen[move]);
        seen[move] = true;
        struct visit below = {sprout->child[move], visit->ply + 1,
                              visit->depth - 1,    move,
                              -visit->beta,        -larger(visit->alpha, best)};
        best = larger(best, -follow(check, &below));
        if (check->prunes && best >= visit->beta)
            return expect_leave(check, visit, BY_REASON_CUT, best, sprout->count - 1 - i);
    }
    return expect_leave(check, visit, BY_REASON_SEARCHED, best, 0);
}

static void check_tape(const struct sapling *tree, const char *spec, int depth, struct tape *tape)
{
    struct check check = {.tree = tree,
                          .tape = tape,
                          .prunes = strncmp(spec, "alphabeta", 9) == 0,
                          .sees_as_root = strncmp(spec, "minimax", 7) == 0};
    /* The root's window is the widest there is; the search says how wide that is. */
    assert_true(tape->count > 0 && tape->step[0].alpha < -1000000000);
    assert_true(tape->step[0].beta == -tape->step[0].alpha);
    struct visit root = {0, 0, depth, BY_NO_MOVE, tape->step[0].alpha, tape->step[0].beta};
    follow(&check, &root);
    assert_int_equal(tape->at, tape->count);
}

static void the_trace_is_the_algorithm(void **state)
{
    (void)state;
    static const char *const specs[] = {
        "minimax",
        "negamax",
        "alphabeta plain=on",
        "alphabeta plain=on order=best",
        "alphabeta plain=on order=worst",
        "alphabeta plain=on order=random",
    };
    struct by_rng rng;
    struct sapling tree;
    by_rng_init(&rng, 17, 0);
    for (int i = 0; i < long_or(100000, 5000); i++) {
        grow_random(&tree, &rng);
        struct by_rules *rules = plant(&tree);
        struct by_line *line = open_line(rules);
        int depth = 1 + (int)by_rng_below(&rng, 6);
        for (size_t s = 0; s < sizeof specs / sizeof *specs; s++) {
            char spec[128];
            struct tape tape;
            (void)snprintf(spec, sizeof spec, "%s depth=%d", specs[s], depth);
            struct by_decision decision = think_taped(line, spec, &tape);
            check_tape(&tree, spec, depth, &tape);
            free(tape.step);
            by_decision_close(&decision);
        }
        by_line_close(line);
        by_rules_close(rules);
    }
}

/* --- in every game ------------------------------------------------------------------------ */

static void check_game(const struct by_rules *rules, void *context)
{
    static const char *const specs[] = {
        "random",
        "minimax nodes=500 tie=random",
        "negamax nodes=500 depth=3 tie=fastest",
        "negamax depth=2",
        "alphabeta plain=on nodes=500",
        "alphabeta plain=on order=random nodes=700 depth=4",
        "alphabeta plain=on order=best depth=2",
    };
    struct by_rng *rng = context;
    struct by_line *line = open_line(rules);
    for (int i = 0; i < long_or(50, 3); i++) {
        walk(line, (int)by_rng_below(rng, (uint32_t)rules->max_length + 1), rng);
        for (size_t s = 0; s < sizeof specs / sizeof *specs && !by_line_over(line); s++) {
            struct tape tape;
            struct by_decision heard = think_taped(line, specs[s], &tape);
            struct by_decision unheard = think(line, specs[s], 1, NULL);
            assert_same_decision(&heard, &unheard);
            by_decision_close(&heard);
            by_decision_close(&unheard);
            free(tape.step);
        }
    }
    by_line_close(line);
}

/* Nesting, plies, sides and counts hold, limits or not; and listening changes nothing. */
static void traces_fit_in_every_game(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 23, 0);
    for_every_certain_game(check_game, &rng);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_trace_is_the_algorithm),
        cmocka_unit_test(traces_fit_in_every_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
