/* balance.c: a komi that moves (dynkomi=on).
 *
 * Where nearly all playouts end alike, moves look alike, too, and a search plays anything. So playouts are
 * counted with some points more or less, and how many follows from how they came out (Baudis 2011, value-based):
 * who wins nearly all of them has to win by more, who loses nearly all may lose by less, and what was given
 * is taken back where it is not needed any more. It is bounded by the points of the board that no move has
 * been made for: at the end the komi of the rules holds. Results that are certain are not touched, and a
 * decision's chances are those by the rules' komi. Each thread looks at its own playouts. */
#include "search/mcts/core.h"

#define PERIOD 50   /* playouts between two looks */
#define STEP   2    /* a point, in results; results of komi and a half stay clear of draws */
#define HIGH   0.8F /* shares of playouts won: more is too easy ... */
#define LOW    0.4F /* ... and less is too hard */
#define EVEN   0.5F

/* The largest, in results: half a point for every move that the board still has room for. */
static int32_t bound(const struct by_core *core)
{
    int left = core->rules->width * core->rules->height - core->root_ply;
    return left > 0 ? left / STEP * STEP : 0;
}

static int32_t clamped(int32_t extra, int32_t most)
{
    return extra > most ? most : extra < -most ? -most : extra;
}

/* `extra` weighs on the first player. Another thread's step may be lost here: the next look makes it good. */
static void adapt(struct by_core *core, float share)
{
    int32_t sign = core->root_side == 0 ? 1 : -1;
    int32_t burden = sign * atomic_load_explicit(&core->extra, memory_order_relaxed);
    if (share > HIGH || (burden < 0 && share > EVEN))
        burden += STEP;
    else if (share < LOW || (burden > 0 && share < EVEN))
        burden -= STEP;
    atomic_store_explicit(&core->extra, sign * clamped(burden, bound(core)), memory_order_relaxed);
}

static int halves_of(int32_t result, int root_side)
{
    return result == 0 ? 1 : (result > 0) == (root_side == 0) ? 2 : 0;
}

int32_t by_worker_balance(struct by_worker *w, int32_t result)
{
    struct by_core *core = w->core;
    struct by_balance *b = &w->balance;
    int32_t counted = result - atomic_load_explicit(&core->extra, memory_order_relaxed);
    int halves = halves_of(counted, core->root_side);
    by_add64(&b->playouts, 1, false);
    by_add64(&b->real, (uint64_t)halves_of(result, core->root_side), false);
    by_add64(&b->seen, (uint64_t)halves, false);
    b->won += halves;
    if (++b->played == PERIOD) {
        adapt(core, (float)b->won / (2.0F * PERIOD));
        b->played = b->won = 0;
    }
    return counted;
}

void by_core_balance_reset(struct by_core *core)
{
    atomic_store(&core->extra, 0);
}

void by_core_balance_begin(struct by_core *core)
{
    atomic_store(&core->extra, clamped(atomic_load(&core->extra), bound(core)));
    for (int i = 0; i < core->options.threads; i++) {
        struct by_balance *b = &core->workers[i].balance;
        b->played = b->won = 0;
        atomic_store(&b->playouts, 0);
        atomic_store(&b->real, 0);
        atomic_store(&b->seen, 0);
    }
}

double by_core_balance_gap(const struct by_core *core)
{
    uint64_t playouts = 0, real = 0, seen = 0;
    for (int i = 0; core->options.dynkomi && i < core->options.threads; i++) {
        struct by_balance *b = &core->workers[i].balance;
        playouts += atomic_load_explicit(&b->playouts, memory_order_relaxed);
        real += atomic_load_explicit(&b->real, memory_order_relaxed);
        seen += atomic_load_explicit(&b->seen, memory_order_relaxed);
    }
    return playouts > 0 ? 0.5 * ((double)real - (double)seen) / (double)playouts : 0;
}
