/* leaves.c: several playouts from one leaf at once (leaf-parallel search).
 *
 * Each playout has a seat with a random stream of its own, so what is drawn does not depend on who plays
 * it. They are shared out to as many threads as there are processors: more would wait for each other. A
 * playout takes microseconds, less than waking a sleeping thread does: the threads wait by looking, and give
 * way to others when that takes long. When it takes very long, nobody is thinking: then they doze. Without
 * threads (thread.h), or where there are none to be had, the caller plays one after another.
 *
 * A policy that plays many beside each other needs no threads for it: then the caller plays them all
 * in one call, unless somebody wants to know their plies. */
#include "search/mcts/core.h"
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PATIENCE 2000   /* looks between two times of giving way */
#define AWAKE    2000   /* times of giving way before dozing */
#define DOZE_NS  200000 /* between two looks then */

struct seat {
    _Alignas(64) struct by_rng rng; /* no line of the cache belongs to two threads */
    unsigned char *position;
    by_move *moves;
};

struct helper {
    struct by_leaves *leaves;
    struct by_thread thread;
    _Alignas(64) atomic_uint done; /* the round it has finished */
};

struct by_leaves {
    _Alignas(64) atomic_uint round; /* the one word that everybody looks at */
    const struct by_rules *rules;
    const struct by_policy *policy;
    int seat_count, threads; /* the caller's is the first */
    bool batched;            /* it plays all */
    const void *leaf;
    int count; /* playouts of this round */
    struct seat *seats;
    struct helper *helpers; /* by thread; the first is not used */
    struct by_playout *playouts;
    atomic_bool leave;
};

/* The share of a thread. */
static void play(struct by_leaves *leaves, int thread)
{
    for (int i = thread; i < leaves->count; i += leaves->threads) {
        struct seat *seat = &leaves->seats[i];
        memcpy(seat->position, leaves->leaf, leaves->rules->position_size);
        leaves->policy->run(leaves->rules, seat->position, &seat->rng, &leaves->playouts[i]);
    }
}

static void wait_past(atomic_uint *counter, unsigned old)
{
    const struct timespec doze = {0, DOZE_NS};
    int looks = 0, yields = 0;
    while (atomic_load_explicit(counter, memory_order_acquire) == old) {
        if (++looks < PATIENCE)
            continue;
        looks = 0;
        if (yields < AWAKE) {
            yields++;
            sched_yield();
        } else {
            nanosleep(&doze, NULL);
        }
    }
}

static void serve(void *context)
{
    struct helper *helper = context;
    struct by_leaves *leaves = helper->leaves;
    for (unsigned round = 0;; round++) {
        wait_past(&leaves->round, round);
        if (atomic_load(&leaves->leave))
            return;
        play(leaves, (int)(helper - leaves->helpers));
        atomic_store_explicit(&helper->done, round + 1, memory_order_release);
    }
}

static bool open_seat(struct by_leaves *leaves, int i, bool record)
{
    const struct by_rules *rules = leaves->rules;
    struct seat *seat = &leaves->seats[i];
    struct by_playout *playout = &leaves->playouts[i];
    seat->position = aligned_alloc(16, rules->position_size);
    seat->moves = calloc((size_t)rules->max_moves, sizeof *seat->moves);
    playout->scratch = seat->moves;
    if (record)
        playout->plies = calloc((size_t)rules->max_length + 1, sizeof *playout->plies);
    return seat->position && seat->moves && (playout->plies || !record);
}

/* Whole lines of the cache. */
static void *cleared(size_t bytes)
{
    void *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
    return block ? memset(block, 0, bytes) : NULL;
}

static bool open_seats(struct by_leaves *leaves, bool record)
{
    size_t count = (size_t)leaves->seat_count;
    leaves->seats = cleared(count * sizeof *leaves->seats);
    leaves->playouts = calloc(count, sizeof *leaves->playouts);
    bool good = leaves->seats && leaves->playouts;
    for (int i = 0; good && i < leaves->seat_count; i++)
        good = open_seat(leaves, i, record);
    return good;
}

/* As many as are of use, or can be had; `threads` stays as it is from the first round on. */
static bool open_helpers(struct by_leaves *leaves)
{
    int processors = by_thread_processors();
    int most = processors < leaves->seat_count ? processors : leaves->seat_count;
    if (!BY_THREADS || leaves->batched || most < 2)
        return true;
    leaves->helpers = cleared((size_t)most * sizeof *leaves->helpers);
    if (!leaves->helpers)
        return false;
    for (bool good = true; good && leaves->threads < most;) {
        struct helper *helper = &leaves->helpers[leaves->threads];
        helper->leaves = leaves;
        good = by_thread_start(&helper->thread, 0, serve, helper);
        leaves->threads += good;
    }
    return true;
}

struct by_leaves *by_leaves_open(const struct by_rules *rules, const struct by_policy *policy,
                                 int count, bool record)
{
    struct by_leaves *leaves = cleared(sizeof *leaves);
    if (!leaves)
        return NULL;
    leaves->rules = rules;
    leaves->policy = policy;
    leaves->seat_count = count;
    leaves->threads = 1;
    leaves->batched = !record && policy->many && 2 * count >= policy->batch && policy->batch > 0;
    if (open_seats(leaves, record) && open_helpers(leaves))
        return leaves;
    by_leaves_close(leaves);
    return NULL;
}

int by_leaves_threads(const struct by_leaves *leaves)
{
    return leaves->threads;
}

void by_leaves_close(struct by_leaves *leaves)
{
    if (!leaves)
        return;
    atomic_store(&leaves->leave, true);
    atomic_fetch_add(&leaves->round, 1);
    for (int i = 1; i < leaves->threads; i++)
        by_thread_join(&leaves->helpers[i].thread);
    for (int i = 0; leaves->seats && leaves->playouts && i < leaves->seat_count; i++) {
        free(leaves->seats[i].position);
        free(leaves->seats[i].moves);
        free(leaves->playouts[i].plies);
    }
    free(leaves->helpers);
    free(leaves->seats);
    free(leaves->playouts);
    free(leaves);
}

void by_leaves_reset(struct by_leaves *leaves, uint64_t seed, uint64_t first)
{
    for (int i = 0; i < leaves->seat_count; i++)
        by_rng_init(&leaves->seats[i].rng, seed, first + (uint64_t)i);
}

static struct by_outcome play_batch(struct by_leaves *leaves, int count, const void *position,
                                    int thinker)
{
    struct seat *seat = &leaves->seats[0];
    struct by_totals totals = {
        .position = seat->position, .scratch = seat->moves, .thinker = 1 + thinker};
    by_playouts(leaves->rules, leaves->policy, position, count, &seat->rng, &totals);
    return (struct by_outcome){.won = {(int)totals.wins[0], (int)totals.wins[1]},
                               .drawn = (int)totals.draws};
}

struct by_outcome by_leaves_play(struct by_leaves *leaves, int count, const void *position,
                                 int thinker, const struct by_playout **playouts)
{
    struct by_outcome outcome = {.drawn = 0};
    *playouts = leaves->playouts;
    if (leaves->batched)
        return play_batch(leaves, count, position, thinker);
    leaves->leaf = position;
    leaves->count = count;
    for (int i = 0; i < count; i++)
        leaves->playouts[i].thinker = 1 + thinker;
    unsigned round = atomic_fetch_add_explicit(&leaves->round, 1, memory_order_release);
    play(leaves, 0);
    for (int i = 1; i < leaves->threads; i++)
        wait_past(&leaves->helpers[i].done, round);
    for (int i = 0; i < count; i++) {
        int32_t result = leaves->playouts[i].result;
        if (result == 0)
            outcome.drawn++;
        else
            outcome.won[result < 0]++;
    }
    return outcome;
}
