/* samples.c: games in, positions with values out. */
#include "learn/samples.h"

#include "base/num.h"
#include "base/thread.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAMES_MAX   ((size_t)10000000)
#define THREADS_MAX 64
#define TABLE_BYTES (16u << 20)
#define WINDOW      3

double by_odds_hope(double odds)
{
    return 2 / (1 + by_exp(-odds)) - 1;
}

/* --- room ----------------------------------------------------------------------------- */

static size_t sample_size(const struct by_samples *s)
{
    return s->rules->pack_size + sizeof *s->value + sizeof *s->phase + sizeof *s->exact;
}

enum by_status by_samples_open(struct by_samples *samples, const struct by_rules *rules,
                               size_t memory, struct by_error *err)
{
    *samples = (struct by_samples){.rules = rules, .linear = rules->game->linear};
    samples->most = memory / sample_size(samples);
    samples->first = malloc(sizeof *samples->first);
    if (!samples->first)
        return by_fail_memory(err, sizeof *samples->first);
    samples->first[0] = 0;
    return BY_OK;
}

void by_samples_close(struct by_samples *samples)
{
    free(samples->packs);
    free(samples->value);
    free(samples->phase);
    free(samples->exact);
    free(samples->first);
    *samples = (struct by_samples){0};
}

/* False: it stays as it was. */
static bool resize(void **block, size_t bytes)
{
    void *larger = realloc(*block, bytes);
    if (larger)
        *block = larger;
    return larger != NULL;
}

static enum by_status make_room(struct by_samples *s, size_t more, struct by_error *err)
{
    if (more > s->most - s->count || s->games == GAMES_MAX)
        return by_fail(
            err, BY_NO_MEMORY,
            "%zu positions are all that the memory has room for: give it more, or fewer games",
            s->count);
    size_t room = s->room ? s->room : 65536;
    while (room < s->count + more)
        room += room / 2;
    room = room < s->most ? room : s->most;
    bool enough = room == s->room || (resize((void **)&s->packs, room * s->rules->pack_size) &&
                                      resize((void **)&s->value, room * sizeof *s->value) &&
                                      resize((void **)&s->phase, room * sizeof *s->phase) &&
                                      resize((void **)&s->exact, room * sizeof *s->exact));
    s->room = enough ? room : s->room;
    size_t games = s->game_room > s->games + 1 ? s->game_room : 2 * s->games + 1024;
    enough =
        enough && (games == s->game_room || resize((void **)&s->first, games * sizeof *s->first));
    s->game_room = enough ? games : s->game_room;
    return enough ? BY_OK : by_fail_memory(err, room * sample_size(s));
}

/* --- games ----------------------------------------------------------------------------- */

static void add_position(struct by_samples *s, const struct by_rules *rules, const void *position,
                         float result)
{
    size_t i = s->count++;
    (void)rules->game->pack(rules, position, s->packs + i * rules->pack_size);
    s->value[i] = rules->game->side(rules, position) == 0 ? result : -result;
    s->phase[i] = (uint8_t)s->linear->phase(rules, position);
    s->exact[i] = false;
}

enum by_status by_samples_add(struct by_samples *samples, const struct by_line *line, int skip,
                              struct by_error *err)
{
    const struct by_rules *rules = samples->rules;
    bool over = by_line_over(line);
    int end = over ? line->count : line->count + 1; /* of what is not over */
    if (!by_rules_of(line->rules, rules->game->name) || line->rules->width != rules->width ||
        line->rules->height != rules->height || line->rules->pack_size != rules->pack_size ||
        end <= skip) {
        samples->dropped++;
        return BY_OK;
    }
    enum by_status status = make_room(samples, (size_t)(end - skip), err);
    if (status != BY_OK)
        return status;
    float result =
        over ? (float)line->rules->game->result(line->rules, by_line_position(line)) : NAN;
    for (int ply = skip; ply < end; ply++)
        add_position(samples, line->rules, by_line_position_at(line, ply), result);
    samples->first[++samples->games] = samples->count;
    return BY_OK;
}

enum by_status by_samples_add_aside(struct by_samples *samples, const void *position, float value,
                                    struct by_error *err)
{
    enum by_status status = make_room(samples, 1, err);
    if (status != BY_OK)
        return status;
    add_position(samples, samples->rules, position, NAN);
    samples->value[samples->count - 1] = value;
    samples->first[samples->games] = samples->count;
    return BY_OK;
}

/* --- true values ------------------------------------------------------------------------ */

struct labelling {
    struct by_samples *samples;
    struct by_labelling how;
    const struct by_rules *rules; /* of the search */
    int from;                     /* phase */
    const atomic_bool *stop;
    atomic_int *done;
    atomic_size_t next; /* game */
    atomic_bool failed;
};

struct labeller {
    struct labelling *all;
    void *state;
    void *position;
    struct by_thread thread;
};

static bool goes_on(void *context, const struct by_own_search *so_far)
{
    (void)so_far;
    const struct labeller *l = context;
    return !atomic_load(l->all->stop);
}

static bool ask(struct labeller *l, int32_t low, int32_t high, struct by_own_search *asked)
{
    *asked = (struct by_own_search){.exact = true, .low = low, .high = high};
    if (l->all->stop) {
        asked->tell = goes_on;
        asked->context = l;
    }
    return l->all->rules->game->own_search(l->state, l->position, asked) && asked->proven;
}

static bool stand_at(struct labeller *l, size_t sample)
{
    const struct by_samples *s = l->all->samples;
    const struct by_rules *rules = l->all->rules;
    return rules->game->unpack(rules, s->packs + sample * s->rules->pack_size, s->rules->pack_size,
                               l->position, NULL) == BY_OK;
}

/* Most moves of good players keep the value: a small window around it is asked first. */
static bool prove(struct labeller *l, size_t sample, int32_t likely, float *value)
{
    struct by_own_search asked;
    int32_t low = likely - WINDOW, high = likely + WINDOW;
    if (!stand_at(l, sample) || !ask(l, low, high, &asked))
        return false;
    if (asked.value <= low && !ask(l, INT32_MIN / 2, low + 1, &asked))
        return false;
    if (asked.value >= high && !ask(l, high - 1, INT32_MAX / 2, &asked))
        return false;
    *value = (float)asked.value;
    return true;
}

/* So many units of the search's values are one of those that weights are fitted to: of the result, or odds. An
 * evaluation that the search itself uses goes on in its own: the search is tuned to them. */
static double unit_of(const struct by_samples *s)
{
    const struct by_game *game = s->rules->game;
    const struct by_eval *eval = game->own_eval ? by_eval_find(s->rules, game->own_eval) : NULL;
    int32_t unit = game->own_unit;
    if (s->linear->odds && eval && strcmp(eval->name, s->linear->eval) == 0)
        unit = s->linear->unit;
    else if (s->linear->odds && eval && eval->odds > 0)
        unit = eval->odds;
    return unit > 0 ? unit : 1;
}

static float value_of(const struct by_samples *s, int32_t value, bool proven)
{
    double units = (double)value / unit_of(s);
    return (float)(proven ? value : s->linear->odds ? by_odds_hope(units) : units);
}

/* What the search says of a position so many plies ahead. */
static float look(struct labeller *l, size_t sample)
{
    const struct by_game *game = l->all->rules->game;
    struct by_own_search asked = {.depth = l->all->how.look};
    if (l->all->stop) {
        asked.tell = goes_on;
        asked.context = l;
    }
    if (!stand_at(l, sample) || !game->own_search(l->state, l->position, &asked))
        return NAN;
    return value_of(l->all->samples, asked.value, asked.proven);
}

/* What the search has found in one game must not help it in the next. */
static void look_at_game(struct labeller *l, size_t first, size_t end)
{
    struct by_samples *s = l->all->samples;
    l->all->rules->game->own_forget(l->state);
    for (size_t i = end; i > first; i--)
        s->value[i - 1] = (i - 1) % (size_t)l->all->how.every == 0 ? look(l, i - 1) : NAN;
}

/* Sides take turns, so the value changes its sign from one position to the one before. */
static void label_game(struct labeller *l, size_t first, size_t end)
{
    struct by_samples *s = l->all->samples;
    size_t i = end;
    int32_t likely = isnan(s->value[end - 1]) ? 0 : (int32_t)s->value[end - 1];
    for (;
         i > first && s->phase[i - 1] >= l->all->from && prove(l, i - 1, likely, &s->value[i - 1]);
         likely = -(int32_t)s->value[i])
        s->exact[--i] = true;
    if (l->all->how.look > 0)
        look_at_game(l, first, i);
    else
        for (; i > first && i < end; i--)
            s->value[i - 1] = -s->value[i];
}

static void label_games(void *context)
{
    struct labeller *l = context;
    const struct by_samples *s = l->all->samples;
    for (;;) {
        size_t game = atomic_fetch_add(&l->all->next, 1);
        if (game >= s->games || (l->all->stop && atomic_load(l->all->stop)))
            return;
        label_game(l, s->first[game], s->first[game + 1]);
        if (l->all->done)
            atomic_fetch_add(l->all->done, 1);
    }
}

static enum by_status open_labeller(struct labeller *l, struct labelling *all, struct by_error *err)
{
    const struct by_rules *rules = all->rules;
    *l = (struct labeller){.all = all};
    l->position = calloc(1, rules->position_size);
    if (!l->position)
        return by_fail_memory(err, rules->position_size);
    return rules->game->own_open(rules, TABLE_BYTES, 1, &l->state, err);
}

static void close_labeller(struct labeller *l)
{
    if (l->all && l->state)
        l->all->rules->game->own_close(l->state);
    free(l->position);
}

enum by_status by_samples_label(struct by_samples *samples, const struct by_labelling *how,
                                const atomic_bool *stop, atomic_int *done, struct by_error *err)
{
    struct labelling all = {.samples = samples,
                            .how = *how,
                            .rules = how->knowing ? how->knowing : samples->rules,
                            .from = samples->linear->phases - how->phases,
                            .stop = stop,
                            .done = done};
    struct labeller labeller[THREADS_MAX];
    int opened = 0, started = 0;
    enum by_status status = BY_OK;
    if (samples->linear->odds)
        all.from = samples->linear->phases; /* there is no end to be proven back from */
    if ((how->phases <= 0 && how->look <= 0) || !samples->rules->game->own_open)
        return BY_OK;
    int threads = how->threads < 1 ? 1 : how->threads < THREADS_MAX ? how->threads : THREADS_MAX;
    while (opened < threads && status == BY_OK)
        status = open_labeller(&labeller[opened++], &all, err);
    if (status == BY_OK && labeller[0].state) {
        while (started + 1 < threads &&
               by_thread_start(&labeller[started].thread, 0, label_games, &labeller[started]))
            started++;
        label_games(&labeller[threads - 1]);
    }
    for (int i = 0; i < started; i++)
        by_thread_join(&labeller[i].thread);
    for (int i = 0; i < opened; i++)
        close_labeller(&labeller[i]);
    return status;
}

/* --- leaves ------------------------------------------------------------------------------ */

#define SURE 0.98F /* odds of 99 to 1: what looks decided is not to count without bounds */

struct gathering {
    struct labelling all;
    struct by_samples out;
    struct by_error *err;
    enum by_status status;
};

static void take_leaf(void *context, const void *position, int32_t value, bool proven)
{
    struct labeller *l = context;
    struct gathering *g = (struct gathering *)l->all; /* its first member */
    float hope = value_of(g->all.samples, value, proven);
    hope = hope > SURE ? SURE : hope < -SURE ? -SURE : hope;
    if (g->status == BY_OK)
        g->status = by_samples_add_aside(&g->out, position, hope, g->err);
}

static bool goes_on_gathering(void *context, const struct by_own_search *so_far)
{
    const struct labeller *l = context;
    const struct gathering *g = (const struct gathering *)l->all;
    (void)so_far;
    return g->status == BY_OK && !(l->all->stop && atomic_load(l->all->stop));
}

static enum by_status begin_game(struct by_samples *s, struct by_error *err)
{
    enum by_status status = make_room(s, 0, err);
    if (status == BY_OK)
        s->first[++s->games] = s->count;
    return status;
}

/* What the search has found at one position must not help it at the next: the leaves do not depend on the game's length. */
static void gather_game(struct gathering *g, struct labeller *l, size_t first, size_t end)
{
    const struct by_game *game = g->all.rules->game;
    g->status = begin_game(&g->out, g->err);
    for (size_t i = first; i < end && goes_on_gathering(l, NULL); i++) {
        struct by_own_search asked = {.depth = g->all.how.look,
                                      .leaves = g->all.how.leaves,
                                      .leaf = take_leaf,
                                      .tell = goes_on_gathering,
                                      .context = l};
        if (i % (size_t)g->all.how.every != 0 || !stand_at(l, i) ||
            game->over(g->all.rules, l->position))
            continue;
        game->own_forget(l->state);
        (void)game->own_search(l->state, l->position, &asked);
    }
}

static void gather(struct gathering *g, struct labeller *l)
{
    const struct by_samples *s = g->all.samples;
    for (size_t game = 0; game < s->games && goes_on_gathering(l, NULL); game++) {
        gather_game(g, l, s->first[game], s->first[game + 1]);
        if (g->all.done)
            atomic_fetch_add(g->all.done, 1);
    }
}

enum by_status by_samples_take_leaves(struct by_samples *samples, const struct by_labelling *how,
                                      const atomic_bool *stop, atomic_int *done,
                                      struct by_error *err)
{
    struct gathering g = {.all = {.samples = samples,
                                  .how = *how,
                                  .rules = how->knowing ? how->knowing : samples->rules,
                                  .stop = stop,
                                  .done = done},
                          .err = err};
    struct labeller labeller = {0};
    if (!samples->rules->game->own_open)
        return BY_OK;
    g.status = by_samples_open(&g.out, samples->rules, 0, err);
    g.out.most = samples->most;
    g.out.linear = samples->linear;
    g.out.dropped = samples->dropped;
    if (g.status == BY_OK)
        g.status = open_labeller(&labeller, &g.all, err);
    if (g.status == BY_OK && labeller.state)
        gather(&g, &labeller);
    close_labeller(&labeller);
    if (g.status == BY_OK) {
        by_samples_close(samples);
        *samples = g.out;
    } else {
        by_samples_close(&g.out);
    }
    return g.status;
}
