/* The order in which textbook alpha-beta looks at moves. */
#include "search/textbook/exact.h"
#include <stdlib.h>

/* The true value below, for the side to move: negamax without counting or telling. */
static int64_t true_value(struct by_walk *walk, int depth)
{
    if (walk->rules->game->over(walk->rules, by_walk_position(walk)))
        return by_walk_finished(walk);
    if (depth == 0)
        return by_walk_estimate(walk);
    size_t first = walk->move_top;
    int count = by_walk_moves(walk);
    int64_t best = -BY_VALUE_INF;
    for (int i = 0; i < count && !by_walk_poll(walk); i++) {
        by_walk_down(walk, walk->moves[first + (size_t)i]);
        int64_t value = -true_value(walk, depth - 1);
        by_walk_up(walk);
        best = value > best ? value : best;
    }
    walk->move_top = first;
    return best;
}

static int largest_first(const void *a, const void *b)
{
    const struct by_ranked *x = a, *y = b;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return x->place - y->place;
}

/* What the mover gets from each move, by the depth left below it; 0: the estimate alone. */
static void sort_by_value(struct by_exact *exact, size_t first, int count, int depth, int sense)
{
    struct by_walk *walk = &exact->walk;
    for (int i = 0; i < count && !walk->stopped; i++) {
        by_move move = walk->moves[first + (size_t)i];
        by_walk_down(walk, move);
        int64_t value = -true_value(walk, depth);
        by_walk_up(walk);
        exact->ranked[i] = (struct by_ranked){move, i, sense * value};
    }
    if (walk->stopped)
        return;
    qsort(exact->ranked, (size_t)count, sizeof *exact->ranked, largest_first);
    for (int i = 0; i < count; i++)
        walk->moves[first + (size_t)i] = exact->ranked[i].move;
}

static void shuffle(struct by_exact *exact, by_move *moves, int count)
{
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = by_rng_below(&exact->rng, (uint32_t)i + 1);
        by_move kept = moves[i];
        moves[i] = moves[j];
        moves[j] = kept;
    }
}

void by_exact_sort(struct by_exact *exact, size_t first, int count, int depth)
{
    switch (exact->order) {
    case BY_ORDER_GAME:
        break;
    case BY_ORDER_BEST:
        sort_by_value(exact, first, count, depth - 1, 1);
        break;
    case BY_ORDER_WORST:
        sort_by_value(exact, first, count, depth - 1, -1);
        break;
    case BY_ORDER_RANDOM:
        shuffle(exact, exact->walk.moves + first, count);
        break;
    case BY_ORDER_STATIC:
        sort_by_value(exact, first, count, 0, 1);
        break;
    }
}
