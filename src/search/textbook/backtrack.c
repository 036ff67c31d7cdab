#include "search/textbook/backtrack.h"
#include "base/deep.h"
#include "search/textbook/exact.h"

struct tour {
    struct by_walk walk;
    by_full_line_fn *tell;
    void *context;
};

static void visit(struct tour *tour)
{
    struct by_walk *walk = &tour->walk;
    const struct by_rules *rules = walk->rules;
    if (!by_walk_count(walk))
        return;
    const void *here = by_walk_position(walk);
    if (rules->game->over(rules, here)) {
        struct by_full_line played = {walk->path, walk->ply, here,
                                      rules->game->result(rules, here)};
        if (!tour->tell(tour->context, &played))
            walk->stopped = true;
        return;
    }
    size_t first = walk->move_top;
    int count = by_walk_moves(walk);
    for (int i = 0; i < count && !walk->stopped; i++) {
        by_walk_down(walk, walk->moves[first + (size_t)i]);
        visit(tour);
        by_walk_up(walk);
    }
    walk->move_top = first;
}

static void begin(void *context)
{
    visit(context);
}

enum by_status by_backtrack(const struct by_rules *rules, const void *position,
                            const atomic_bool *stop, by_full_line_fn *tell, void *context,
                            bool *complete, struct by_error *err)
{
    static const struct by_events nobody = {0};
    struct tour tour = {.tell = tell, .context = context};
    *complete = false;
    enum by_status status = by_walk_open(&tour.walk, rules, err);
    if (status != BY_OK)
        return status;
    tour.walk.events = &nobody;
    tour.walk.stop = stop;
    by_walk_start(&tour.walk, position);
    if (rules->max_length > BY_DEEP_PLIES) /* on a stack that is large enough */
        status = by_deep_run(begin, &tour, err);
    else
        begin(&tour);
    if (status == BY_OK)
        status = by_exact_starved(&tour.walk, err);
    *complete = status == BY_OK && !tour.walk.stopped;
    by_walk_close(&tour.walk);
    return status;
}
