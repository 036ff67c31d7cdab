/* negamax: minimax with one rule for both players (OTH 3): a position is worth to the side
 * to move the largest of the negated values below. Nature's moves leave the turn where it is: there
 * it is the mean of the values as they are. */
#include "search/textbook/exact.h"

static void tell(const struct by_exact *exact, enum by_step_kind kind, enum by_step_reason reason,
                 int64_t value)
{
    if (by_walk_traced(&exact->walk))
        by_walk_tell(&exact->walk, &(struct by_step){.kind = kind,
                                                     .reason = reason,
                                                     .alpha = -BY_VALUE_INF,
                                                     .beta = BY_VALUE_INF,
                                                     .value = value});
}

static int64_t negamax(void *context, int depth);

static int64_t best_of_moves(struct by_exact *exact, int depth)
{
    struct by_walk *walk = &exact->walk;
    size_t first = walk->move_top;
    int count = by_walk_moves(walk);
    int64_t best = -BY_VALUE_INF;
    for (int i = 0; i < count && !walk->stopped; i++) {
        by_move move = walk->moves[first + (size_t)i];
        by_walk_down(walk, move);
        int64_t value = -negamax(exact, depth - 1);
        by_walk_up(walk);
        if (value > best) {
            best = value;
            by_walk_best(walk, move);
        }
    }
    walk->move_top = first;
    return best;
}

static int64_t negamax(void *context, int depth)
{
    struct by_exact *exact = context;
    struct by_walk *walk = &exact->walk;
    if (!by_walk_count(walk))
        return 0;
    tell(exact, BY_STEP_ENTER, BY_REASON_NONE, 0);
    int64_t value;
    enum by_step_reason reason;
    if (!by_walk_leaf(walk, depth, &value, &reason)) {
        bool chance = by_walk_chance(walk);
        value = chance ? by_walk_mean(walk, depth, negamax, exact) : best_of_moves(exact, depth);
        reason = walk->stopped ? BY_REASON_STOPPED : chance ? BY_REASON_CHANCE : BY_REASON_SEARCHED;
    }
    tell(exact, BY_STEP_LEAVE, reason, value);
    return value;
}

static int64_t child(struct by_exact *exact, int depth, int64_t alpha, int64_t beta)
{
    (void)alpha;
    (void)beta;
    int64_t value = negamax(exact, depth);
    return by_walk_roots_turn(&exact->walk) ? value : -value;
}

static enum by_status create(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err)
{
    enum by_status status = by_exact_create(rules, values, child, state, err);
    if (status == BY_OK)
        ((struct by_exact *)*state)->tie = (enum by_tie)by_values_get(values, "tie")->choice;
    return status;
}

static const struct by_option options[] = {
    BY_EXACT_OPTIONS,
    BY_EXACT_TIE_OPTION,
    BY_EXACT_SEEN_OPTION,
    {0},
};

const struct by_search by_search_negamax = {
    .name = "negamax",
    .title = "Negamax",
    .summary = "minimax with one rule for both players: the largest negated value below",
    .options = options,
    .chance = true,
    .traced = true,
    .fallback = {.seconds = 1},
    .create = create,
    .destroy = by_exact_destroy,
    .reset = by_exact_reset,
    .think = by_exact_think,
    .line = by_exact_line,
};
