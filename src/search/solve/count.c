#include "search/solve/count.h"
#include "base/clock.h"
#include "base/deep.h"
#include "search/position_set.h"
#include "search/textbook/exact.h"
#include <stdlib.h>
#include <string.h>

#define TELL_EVERY 0.1

/* Games that can be played from a position, by their ends. `draws` is OPEN while they are still
 * being counted: met again then, the position would repeat. */
struct tally {
    uint64_t x, o, draws;
};
#define OPEN (UINT64_MAX - 1)

struct counter {
    struct by_walk walk;
    struct by_position_set positions, classes; /* classes: one of each set of images */
    bool symmetry;
    uint8_t *pack, *scratch;
    void *image;
    size_t held; /* bytes in both sets */
    enum by_status status;
    struct by_error *err;
    by_count_progress *progress;
    void *context;
    double told;
    int done, total;
};

static uint64_t sum(uint64_t a, uint64_t b)
{
    return b >= OPEN || a >= OPEN - b ? BY_COUNT_MANY : a + b;
}

static void add(struct tally *to, struct tally more)
{
    to->x = sum(to->x, more.x);
    to->o = sum(to->o, more.o);
    to->draws = sum(to->draws, more.draws);
}

static void fail(struct counter *c, enum by_status status)
{
    c->status = status;
    c->walk.stopped = true;
}

static void out_of_memory(struct counter *c)
{
    fail(c, by_fail(c->err, BY_NO_MEMORY,
                    "after %lu positions the %zu megabytes allowed are full; allow more, or begin "
                    "with a smaller position",
                    (unsigned long)c->positions.count, c->positions.limit >> 20));
}

/* The position's image with the smallest pack stands for all of them. */
static bool note_class(struct counter *c)
{
    const struct by_rules *rules = c->walk.rules;
    bool added;
    by_canonical(rules, by_walk_position(&c->walk), c->image, c->scratch);
    size_t size = rules->game->pack(rules, c->image, c->pack);
    return by_position_set_at(&c->classes, c->pack, size, &added) != NULL;
}

static struct tally end_of_game(const struct counter *c)
{
    const struct by_rules *rules = c->walk.rules;
    int32_t result = rules->game->result(rules, by_walk_position(&c->walk));
    return (struct tally){result > 0, result < 0, result == 0};
}

static struct tally visit(struct counter *c);

static struct tally visit_moves(struct counter *c)
{
    struct by_walk *walk = &c->walk;
    struct tally tally = {0};
    size_t first = walk->move_top;
    int count = by_walk_moves(walk);
    if (walk->ply == 0)
        c->total = count;
    for (int i = 0; i < count && !walk->stopped; i++) {
        by_walk_down(walk, walk->moves[first + (size_t)i]);
        add(&tally, visit(c));
        by_walk_up(walk);
        if (walk->ply == 0)
            c->done = i + 1;
    }
    walk->move_top = first;
    return tally;
}

static struct tally visit(struct counter *c)
{
    const struct by_rules *rules = c->walk.rules;
    const void *position = by_walk_position(&c->walk);
    bool added;
    size_t size = rules->game->pack(rules, position, c->pack);
    struct tally *known = by_position_set_at(&c->positions, c->pack, size, &added);
    if (known && !added && known->draws == OPEN)
        fail(c, by_fail(c->err, BY_BAD_INPUT, "positions repeat in this game: it has no end"));
    if (known && !added)
        return *known;
    if (!known || (c->symmetry && !note_class(c))) {
        out_of_memory(c);
        return (struct tally){0};
    }
    if (!by_walk_count(&c->walk))
        return (struct tally){0};
    known->draws = OPEN;
    bool over = rules->game->over(rules, position);
    *known = over ? end_of_game(c) : visit_moves(c);
    return *known;
}

static void on_pulse(void *context)
{
    struct counter *c = context;
    double now = by_clock_now();
    if (now - c->told < TELL_EVERY)
        return;
    c->told = now;
    c->progress(c->context, c->done, c->total, c->positions.count);
}

static enum by_status open_counter(struct counter *c, const struct by_rules *rules,
                                   const struct by_count_options *options, struct by_error *err)
{
    size_t limit = options->memory ? options->memory : BY_COUNT_MEMORY;
    size_t record = sizeof(struct tally);
    c->symmetry = options->symmetry;
    c->pack = malloc(rules->pack_size);
    c->scratch = malloc(by_canonical_scratch(rules));
    c->image = malloc(rules->position_size);
    if (!c->pack || !c->scratch || !c->image)
        return by_fail_memory(err, by_canonical_scratch(rules));
    enum by_status status = by_walk_open(&c->walk, rules, err);
    if (status == BY_OK)
        status =
            by_position_set_open(&c->positions, rules->pack_size, record, &c->held, limit, err);
    if (status == BY_OK)
        status = by_position_set_open(&c->classes, rules->pack_size, 0, &c->held, limit, err);
    return status;
}

static void close_counter(struct counter *c)
{
    if (c->walk.rules)
        by_walk_close(&c->walk);
    by_position_set_close(&c->positions);
    by_position_set_close(&c->classes);
    free(c->pack);
    free(c->scratch);
    free(c->image);
}

static void count_all(struct counter *c, const void *position, const atomic_bool *stop,
                      struct by_count *out)
{
    static const struct by_events nobody = {0};
    by_walk_start(&c->walk, position);
    c->walk.stop = stop;
    c->walk.events = &nobody;
    c->walk.pulse = c->progress ? on_pulse : NULL;
    c->walk.pulse_context = c;
    struct tally tally = visit(c);
    if (c->walk.starved)
        c->status = by_exact_starved(&c->walk, c->err);
    if (c->walk.stopped && c->status == BY_OK) {
        out->stopped = true;
        return;
    }
    out->positions = c->positions.count;
    out->positions_symmetric = c->classes.count;
    out->x = tally.x;
    out->o = tally.o;
    out->draws = tally.draws;
    out->games = sum(sum(tally.x, tally.o), tally.draws);
}

/* One call, wherever it runs. */
struct call {
    struct counter *counter;
    const void *position;
    const atomic_bool *stop;
    struct by_count *out;
};

static void call_count(void *context)
{
    struct call *call = context;
    count_all(call->counter, call->position, call->stop, call->out);
}

/* On this thread, or on one with a large stack when the game is long enough to need it. */
static void count_safely(struct counter *c, const void *position, const atomic_bool *stop,
                         struct by_count *out)
{
    struct call call = {c, position, stop, out};
    if (c->walk.rules->max_length <= BY_DEEP_PLIES) {
        call_count(&call);
        return;
    }
    enum by_status status = by_deep_run(call_count, &call, c->err);
    if (status != BY_OK)
        c->status = status;
}

enum by_status by_count(const struct by_rules *rules, const void *position,
                        const struct by_count_options *options, const atomic_bool *stop,
                        by_count_progress *progress, void *context, struct by_count *out,
                        struct by_error *err)
{
    static const struct by_count_options usual = {.symmetry = true};
    struct counter c = {.err = err, .progress = progress, .context = context};
    memset(out, 0, sizeof *out);
    c.told = by_clock_now();
    c.status = open_counter(&c, rules, options ? options : &usual, err);
    if (c.status == BY_OK)
        count_safely(&c, position, stop, out);
    close_counter(&c);
    return c.status;
}
