/* minimax: the lecture's algorithm as it is written there (LOG, "MiniMax"): MAX takes the
 * largest of the values below, MIN the smallest, all values seen by MAX, the root player. Where
 * nature moves it is expectimax: a chance node is worth the mean of the values below. */
#include "search/textbook/exact.h"

static void tell(const struct by_exact *exact, enum by_step_kind kind, enum by_step_reason reason,
                 bool maximise, int64_t value)
{
    if (by_walk_traced(&exact->walk))
        by_walk_tell(&exact->walk, &(struct by_step){.kind = kind,
                                                     .reason = reason,
                                                     .maximise = maximise,
                                                     .alpha = -BY_VALUE_INF,
                                                     .beta = BY_VALUE_INF,
                                                     .value = value});
}

/* Walk values are the mover's; MAX is the player of the root. */
static int64_t as_max_sees(const struct by_walk *walk, int64_t mover_value)
{
    return by_walk_roots_turn(walk) ? mover_value : -mover_value;
}

static int64_t minimax(void *context, int depth);

static int64_t best_of_moves(struct by_exact *exact, int depth, bool maximise)
{
    struct by_walk *walk = &exact->walk;
    size_t first = walk->move_top;
    int count = by_walk_moves(walk);
    int64_t best = maximise ? -BY_VALUE_INF : BY_VALUE_INF;
    for (int i = 0; i < count && !walk->stopped; i++) {
        by_move move = walk->moves[first + (size_t)i];
        by_walk_down(walk, move);
        int64_t value = minimax(exact, depth - 1);
        by_walk_up(walk);
        if (maximise ? value > best : value < best) {
            best = value;
            by_walk_best(walk, move);
        }
    }
    walk->move_top = first;
    return best;
}

static int64_t minimax(void *context, int depth)
{
    struct by_exact *exact = context;
    struct by_walk *walk = &exact->walk;
    if (!by_walk_count(walk))
        return 0;
    bool maximise = by_walk_roots_turn(walk);
    tell(exact, BY_STEP_ENTER, BY_REASON_NONE, maximise, 0);
    int64_t value;
    enum by_step_reason reason;
    if (by_walk_leaf(walk, depth, &value, &reason)) {
        value = as_max_sees(walk, value);
    } else if (by_walk_chance(walk)) {
        value = by_walk_mean(walk, depth, minimax, exact);
        reason = walk->stopped ? BY_REASON_STOPPED : BY_REASON_CHANCE;
    } else {
        value = best_of_moves(exact, depth, maximise);
        reason = walk->stopped ? BY_REASON_STOPPED : BY_REASON_SEARCHED;
    }
    tell(exact, BY_STEP_LEAVE, reason, maximise, value);
    return value;
}

static int64_t child(struct by_exact *exact, int depth, int64_t alpha, int64_t beta)
{
    (void)alpha;
    (void)beta;
    return minimax(exact, depth);
}

static enum by_status create(const struct by_rules *rules, const struct by_values *values,
                             void **state, struct by_error *err)
{
    enum by_status status = by_exact_create(rules, values, child, state, err);
    if (status != BY_OK)
        return status;
    struct by_exact *exact = *state;
    exact->sees_as_root = true;
    exact->tie = (enum by_tie)by_values_get(values, "tie")->choice;
    return BY_OK;
}

static const struct by_option options[] = {
    BY_EXACT_OPTIONS,
    BY_EXACT_TIE_OPTION,
    BY_EXACT_SEEN_OPTION,
    {0},
};

const struct by_search by_search_minimax = {
    .name = "minimax",
    .title = "Minimax",
    .summary =
        "looks at everything: MAX takes the largest value, MIN the smallest, chance the mean",
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
