/* alphabeta: the algorithm of the lecture (LOG, OTH) in negamax form, fail-soft.
 *
 * (alpha, beta) is what the two players already have elsewhere: a value of beta or more will
 * be avoided by the opponent, so the rest of the moves need no look. The child gets
 * (-beta, -alpha): the bounds change places with the players. Fail-soft: what is returned is
 * the best value seen even when it lies outside the window, and then it is a bound: upper if
 * it is <= alpha, lower if it is >= beta. */
#include "search/textbook/exact.h"

static void tell(const struct by_exact *exact, const struct by_step *step)
{
    if (by_walk_traced(&exact->walk))
        by_walk_tell(&exact->walk, step);
}

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The best value among the moves; *skipped counts the moves a cut saved. */
static int64_t best_of_moves(struct by_exact *exact, int depth, int64_t alpha, int64_t beta,
                             int *skipped)
{
    struct by_walk *walk = &exact->walk;
    size_t first = walk->move_top;
    int count = by_walk_candidates(walk);
    by_exact_sort(exact, first, count, depth);
    int64_t best = -BY_VALUE_INF;
    for (int i = 0; i < count && !walk->stopped; i++) {
        by_move move = walk->moves[first + (size_t)i];
        by_walk_down(walk, move);
        int64_t value = -by_alphabeta(exact, depth - 1, -beta, -max64(alpha, best));
        by_walk_up(walk);
        if (value > best) {
            best = value;
            by_walk_best(walk, move);
        }
        *skipped = count - 1 - i;
        if (best >= beta)
            break;
    }
    walk->move_top = first;
    return walk->stopped ? best : by_walk_believed(walk, best);
}

int64_t by_alphabeta(struct by_exact *exact, int depth, int64_t alpha, int64_t beta)
{
    struct by_walk *walk = &exact->walk;
    if (!by_walk_count(walk))
        return 0;
    struct by_step step = {.kind = BY_STEP_ENTER, .alpha = alpha, .beta = beta};
    tell(exact, &step);
    if (!by_walk_leaf(walk, depth, &step.value, &step.reason)) {
        step.value = best_of_moves(exact, depth, alpha, beta, &step.skipped);
        step.reason = step.value >= beta ? BY_REASON_CUT : BY_REASON_SEARCHED;
        if (walk->stopped)
            step.reason = BY_REASON_STOPPED;
    }
    step.kind = BY_STEP_LEAVE;
    tell(exact, &step);
    return step.value;
}
