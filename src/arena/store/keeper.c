/* keeper.c: see keeper.h.
 *
 * Threads: those who play call next and give; the keeper's own thread does everything with the store.
 * What they share is under the lock; the store is used by the keeper's thread alone, but for opening
 * and closing. */
#include "arena/store/keeper.h"
#include "arena/store/store.h"
#include "base/clock.h"
#include "base/thread.h"
#include "base/version.h"
#include "players/resolve.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define AHEAD_MAX 1024 /* numbers claimed and not yet given out */
#define QUEUE_MAX 4096 /* finished games waiting for the disk; then players wait too */
#define POLL      0.2  /* seconds between looks at what others do */
#define PATIENCE  2    /* seconds of waiting for others before it is said */

/* A finished game on its way to the disk. */
struct parcel {
    struct parcel *next;
    struct by_played *played;
};

struct keeper {
    struct by_keeper base;
    struct by_keeper_job job;

    struct by_mutex lock;
    struct by_condition change; /* anything below has changed */
    int64_t ahead[AHEAD_MAX];
    int ahead_count, ahead_at;
    int idle; /* threads that wait for a number */
    struct parcel *queue, **queue_end;
    int queued;
    bool exhausted; /* nothing is left to claim, and nobody else plays */
    bool closing;
    struct by_keeper_failure failure;

    struct by_store *store;
    int64_t match, mark;
    struct by_line *reader; /* to try the moves of others; NULL: nobody wants moves */
    int want;               /* numbers to have ahead */
    bool dry;               /* there were fewer */
    double waiting_since;   /* for others; 0: not waiting */
    bool told;              /* that it waits */
    char host[128];
    char build[BY_BUILD_SIZE];
    struct by_thread thread;
};

static void fail(struct keeper *keeper, enum by_status status, const struct by_error *error)
{
    by_mutex_lock(&keeper->lock);
    by_keeper_fail(&keeper->job, &keeper->failure, status, error);
    by_condition_wake_all(&keeper->change);
    by_mutex_unlock(&keeper->lock);
}

/* Takes no lock, as it may be called from where a game arrives: who misses it looks again soon. */
static void halt(struct by_keeper *base)
{
    by_condition_wake_all(&((struct keeper *)base)->change);
}

static void wait_change(struct keeper *keeper, double seconds)
{
    (void)by_condition_wait_until(&keeper->change, &keeper->lock, by_clock_now() + seconds);
}

/* --- numbers out, games in -------------------------------------------------------------- */

static bool next(struct by_keeper *base, int *number)
{
    struct keeper *keeper = (struct keeper *)base;
    bool found = false;
    by_mutex_lock(&keeper->lock);
    keeper->idle++;
    while (!found && !keeper->exhausted && !by_keeper_over(&keeper->job)) {
        found = keeper->ahead_at < keeper->ahead_count;
        if (found)
            *number = (int)keeper->ahead[keeper->ahead_at++];
        else
            wait_change(keeper, POLL);
    }
    keeper->idle--;
    by_condition_wake_all(&keeper->change);
    by_mutex_unlock(&keeper->lock);
    return found;
}

static struct parcel *wrap(const struct keeper *keeper, const struct by_played *played)
{
    struct by_played stamped = *played;
    if (!*played->host) { /* it was played here */
        stamped.version = keeper->build;
        stamped.host = keeper->host;
    }
    stamped.finished = by_clock_date();
    struct parcel *parcel = calloc(1, sizeof *parcel);
    if (parcel)
        parcel->played = by_played_copy(&stamped);
    if (parcel && parcel->played)
        return parcel;
    free(parcel);
    return NULL;
}

static void give(struct by_keeper *base, const struct by_played *played)
{
    struct keeper *keeper = (struct keeper *)base;
    struct parcel *parcel = wrap(keeper, played);
    if (!parcel) {
        struct by_error error = {0};
        fail(keeper, by_fail_memory(&error, sizeof *parcel), &error);
        return;
    }
    by_mutex_lock(&keeper->lock);
    while (keeper->queued >= QUEUE_MAX && !keeper->failure.status)
        wait_change(keeper, POLL);
    *keeper->queue_end = parcel;
    keeper->queue_end = &parcel->next;
    keeper->queued++;
    by_condition_wake_all(&keeper->change);
    by_mutex_unlock(&keeper->lock);
}

static void drop(struct parcel *parcels)
{
    while (parcels) {
        struct parcel *after = parcels->next;
        free(parcels->played);
        free(parcels);
        parcels = after;
    }
}

/* --- the keeper's thread -------------------------------------------------------------- */

/* What others have stored, on its way to the match. */
struct reading {
    struct keeper *keeper;
    enum by_status status;
    struct by_error *err;
};

/* Where moves are wanted, those of others must be moves. */
static enum by_status try_moves(struct keeper *keeper, const struct by_played *played,
                                struct by_error *err)
{
    struct by_line *line = keeper->reader;
    while (by_line_undo(line))
        ;
    if (by_line_play_list(line, played->moves, NULL) == BY_OK && line->count == played->plies)
        return BY_OK;
    return by_fail(err, BY_FAILED,
                   "game %lld in the store %s cannot be played by these rules: 'banyan store "
                   "check' says more",
                   (long long)played->number + 1, keeper->job.plan->store);
}

static bool read_one(void *context, const struct by_played *played)
{
    struct reading *reading = context;
    struct keeper *keeper = reading->keeper;
    if (played->number >= keeper->job.plan->games ||
        !by_shard_has(&keeper->job.plan->shard, played->number))
        return true; /* a longer match was played before, or another part of it */
    if (keeper->reader)
        reading->status = try_moves(keeper, played, reading->err);
    if (!reading->status)
        reading->status = keeper->job.arrived(keeper->job.context, played, reading->err);
    return reading->status == BY_OK;
}

static enum by_status read_new(struct keeper *keeper, struct by_error *err)
{
    struct reading reading = {keeper, BY_OK, err};
    enum by_status status =
        by_store_games(keeper->store, keeper->match, &keeper->mark, read_one, &reading, err);
    return status ? status : reading.status;
}

/* What was finished here goes to the disk, and then it has arrived. A game whose number somebody
 * else has stored meanwhile is not kept: the other one came with the news. */
static enum by_status store_and_tell(struct keeper *keeper, const struct by_played *const *games,
                                     int count, bool *kept, struct by_error *err)
{
    struct reading reading = {keeper, BY_OK, err};
    const struct by_store_news news = {&keeper->mark, read_one, &reading};
    enum by_status status =
        by_store_put(keeper->store, keeper->match, games, count, kept, &news, err);
    status = status ? status : reading.status;
    for (int i = 0; i < count && !status; i++)
        if (kept[i])
            status = keeper->job.arrived(keeper->job.context, games[i], err);
    return status;
}

static enum by_status put(struct keeper *keeper, const struct parcel *parcels, int count,
                          struct by_error *err)
{
    if (count == 0)
        return read_new(keeper, err);
    const struct by_played **games = calloc((size_t)count, sizeof *games);
    bool *kept = calloc((size_t)count, sizeof *kept);
    enum by_status status =
        games && kept ? BY_OK : by_fail_memory(err, (size_t)count * sizeof *games);
    int i = 0;
    for (const struct parcel *parcel = parcels; parcel && !status; parcel = parcel->next)
        games[i++] = parcel->played;
    if (!status)
        status = store_and_tell(keeper, games, count, kept, err);
    free(games);
    free(kept);
    return status;
}

/* Says for whom it waits, once: `only_others` play, and every thread here has nothing to do. */
static enum by_status tell_waiting(struct keeper *keeper, bool only_others, struct by_error *err)
{
    const struct by_match_plan *plan = keeper->job.plan;
    int games = by_match_games(plan);
    int threads = keeper->job.ahead ? 1 : plan->concurrency < games ? plan->concurrency : games;
    char whom[256];
    struct by_text text = by_text_over(whom, sizeof whom);
    by_mutex_lock(&keeper->lock);
    bool waiting = only_others && keeper->idle == threads;
    by_mutex_unlock(&keeper->lock);
    double now = by_clock_now();
    if (!waiting || keeper->waiting_since == 0)
        keeper->waiting_since = waiting ? now : 0;
    if (!waiting || keeper->told || now - keeper->waiting_since < PATIENCE)
        return BY_OK;
    keeper->told = true;
    enum by_status status = by_store_others(keeper->store, keeper->match, &text, err);
    if (!status && keeper->job.waiting)
        keeper->job.waiting(keeper->job.context, whom);
    return status;
}

/* Claims numbers so that `want` are ahead. */
static enum by_status claim(struct keeper *keeper, int missing, struct by_error *err)
{
    int64_t numbers[AHEAD_MAX], others = 0;
    int got = 0;
    const struct by_match_plan *plan = keeper->job.plan;
    enum by_status status = by_store_claim(keeper->store, keeper->match, plan->games, &plan->shard,
                                           missing, numbers, &got, &others, err);
    if (status)
        return status;
    keeper->dry = got < missing;
    by_mutex_lock(&keeper->lock);
    int left = keeper->ahead_count - keeper->ahead_at;
    memmove(keeper->ahead, keeper->ahead + keeper->ahead_at, (size_t)left * sizeof *keeper->ahead);
    memcpy(keeper->ahead + left, numbers, (size_t)got * sizeof *numbers);
    keeper->ahead_at = 0;
    keeper->ahead_count = left + got;
    keeper->exhausted = got == 0 && left == 0 && others == 0;
    by_condition_wake_all(&keeper->change);
    by_mutex_unlock(&keeper->lock);
    return tell_waiting(keeper, got == 0 && left == 0 && others > 0, err);
}

/* What there is to do, taken out under the lock. */
struct errand {
    struct parcel *parcels;
    int count, missing;
    bool last;
};

static struct errand next_errand(struct keeper *keeper)
{
    by_mutex_lock(&keeper->lock);
    int ahead = keeper->ahead_count - keeper->ahead_at;
    if (keeper->queued == 0 && !keeper->closing &&
        (2 * ahead > keeper->want || keeper->exhausted || keeper->dry)) {
        wait_change(keeper, keeper->dry ? POLL : 1);
        ahead = keeper->ahead_count - keeper->ahead_at;
    }
    struct errand errand = {keeper->queue, keeper->queued, 0, keeper->closing};
    if (keeper->queued > keeper->want / 2) /* short games: claim more of them at a time */
        keeper->want = 2 * keeper->queued < AHEAD_MAX ? 2 * keeper->queued : AHEAD_MAX;
    if (!keeper->closing && !keeper->exhausted && 2 * ahead <= keeper->want)
        errand.missing = keeper->want - ahead;
    keeper->queue = NULL;
    keeper->queue_end = &keeper->queue;
    keeper->queued = 0;
    by_condition_wake_all(&keeper->change);
    by_mutex_unlock(&keeper->lock);
    return errand;
}

static enum by_status run_errand(struct keeper *keeper, const struct errand *errand,
                                 struct by_error *err)
{
    enum by_status status = put(keeper, errand->parcels, errand->count, err);
    if (!status && errand->missing > 0 && !by_keeper_over(&keeper->job))
        status = claim(keeper, errand->missing, err);
    else if (!status && !errand->last)
        status = by_store_beat(keeper->store, err);
    return status;
}

static void keep(void *argument)
{
    struct keeper *keeper = argument;
    bool last = false;
    while (!last) {
        struct by_error error = {0};
        struct errand errand = next_errand(keeper);
        enum by_status status = run_errand(keeper, &errand, &error);
        drop(errand.parcels);
        last = errand.last;
        if (status) {
            fail(keeper, status, &error);
            last = true;
        }
    }
}

/* --- opening and closing ----------------------------------------------------------------- */

/* Who goes on with a match and has forgotten with which colours would play another one beside it. */
static enum by_status refuse_other_colours(struct keeper *keeper, struct by_store_match match,
                                           struct by_error *err)
{
    struct by_match_plan plan = *keeper->job.plan;
    enum by_status status = BY_OK;
    for (int i = 0; i < BY_COLOURS_COUNT && !status; i++) {
        char terms[1024];
        struct by_text text = by_text_over(terms, sizeof terms);
        bool found = false;
        if (i == (int)keeper->job.plan->colours)
            continue;
        plan.colours = (enum by_colours)i;
        by_match_terms(&plan, &text);
        match.terms = terms;
        status = by_store_has(keeper->store, &match, &found, err);
        if (!status && found)
            return by_fail(err, BY_BAD_INPUT,
                           "the store %s holds this match with the colours %s: go on with them, or "
                           "take another seed or store for the colours %s",
                           plan.store, by_colours_name(plan.colours),
                           by_colours_name(keeper->job.plan->colours));
    }
    return status;
}

/* Is a spec that somebody typed this one, in its one form? What cannot be read is nobody's. */
static bool is_spec(const struct by_rules *rules, const char *typed, const char *spec)
{
    struct by_resolved resolved;
    char form[BY_SPEC_LENGTH_MAX + 1];
    struct by_text text = by_text_over(form, sizeof form);
    return by_player_resolve(rules, typed, BY_TRUST_ALL, &resolved, NULL) == BY_OK &&
           by_spec_canonical(&resolved, &text, NULL) == BY_OK && strcmp(form, spec) == 0;
}

static bool are_players(void *context, const char *a, const char *b)
{
    const struct by_keeper_job *job = context;
    return is_spec(job->plan->rules, a, job->who[0].spec) &&
           is_spec(job->plan->rules, b, job->who[1].spec);
}

/* A text for each thing that decides the games. */
enum by_status by_keeper_describe(const struct by_match_plan *plan, const struct by_identity *who,
                                  struct by_match_words *words, struct by_store_match *out,
                                  struct by_error *err)
{
    enum { TEXTS = 5, SIZE = sizeof words->settings };
    char *const rooms[TEXTS] = {words->settings, words->position, words->openings, words->terms,
                                words->seed};
    struct by_text part[TEXTS];
    for (int i = 0; i < TEXTS; i++)
        part[i] = by_text_over(rooms[i], SIZE);
    by_rules_write_settings(plan->rules, &part[0]);
    plan->rules->game->write(plan->rules, plan->rules->start, &part[1]);
    by_openings_write(&plan->openings, &part[2]);
    by_match_terms(plan, &part[3]);
    by_text_format(&part[4], "%llu", (unsigned long long)plan->seed);
    *out = (struct by_store_match){.game = plan->rules->game->name,
                                   .settings = part[0].data,
                                   .position = part[1].data,
                                   .a = who ? who[0].spec : plan->a,
                                   .b = who ? who[1].spec : plan->b,
                                   .a_name = plan->a,
                                   .b_name = plan->b,
                                   .a_who = who ? who[0].who : "",
                                   .b_who = who ? who[1].who : "",
                                   .openings = part[2].data,
                                   .terms = part[3].data,
                                   .seed = part[4].data};
    for (int i = 0; i < TEXTS; i++)
        if (part[i].length >= part[i].size)
            return by_fail(err, BY_BAD_INPUT, "the match is too long to describe in a store");
    return BY_OK;
}

/* Registers the match. */
static enum by_status begin(struct keeper *keeper, struct by_error *err)
{
    const struct by_identity *who = keeper->job.who;
    struct by_match_words *words = malloc(sizeof *words);
    struct by_store_match match;
    if (!words)
        return by_fail_memory(err, sizeof *words);
    enum by_status status = by_keeper_describe(keeper->job.plan, who, words, &match, err);
    match.version = keeper->build;
    match.created = by_clock_date();
    if (!status)
        status = refuse_other_colours(keeper, match, err);
    if (!status && who)
        status = by_store_refuse_unknown(keeper->store, &match, are_players, &keeper->job, err);
    if (!status)
        status = by_store_begin(keeper->store, &match, &keeper->match, err);
    free(words);
    return status;
}

/* All of it but the thread. */
static enum by_status open_store(struct keeper *keeper, struct by_error *err)
{
    const struct by_match_plan *plan = keeper->job.plan;
    enum by_status status =
        by_store_open(plan->store, BY_STORE_CREATE, keeper->job.stop, &keeper->store, err);
    if (!status)
        status = begin(keeper, err);
    if (!status && !plan->forget)
        status = by_line_open(plan->rules, &keeper->reader, err);
    return status ? status : read_new(keeper, err);
}

static void free_keeper(struct keeper *keeper)
{
    by_store_close(keeper->store);
    if (keeper->reader)
        by_line_close(keeper->reader);
    drop(keeper->queue);
    by_monitor_close(&keeper->lock, &keeper->change);
    free(keeper);
}

static enum by_status close_keeper(struct by_keeper *base, struct by_error *err)
{
    struct keeper *keeper = (struct keeper *)base;
    by_mutex_lock(&keeper->lock);
    keeper->closing = true;
    by_condition_wake_all(&keeper->change);
    by_mutex_unlock(&keeper->lock);
    by_thread_join(&keeper->thread);
    enum by_status status = keeper->failure.status;
    if (status && err)
        *err = keeper->failure.error;
    free_keeper(keeper);
    return status;
}

static const struct by_keeper_kind kind = {next, give, halt, close_keeper};

enum by_status by_keeper_store(const struct by_keeper_job *job, struct by_keeper **out,
                               struct by_error *err)
{
    *out = NULL;
    struct keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper)
        return by_fail_memory(err, sizeof *keeper);
    keeper->base.kind = &kind;
    keeper->job = *job;
    (void)by_build(keeper->build);
    keeper->queue_end = &keeper->queue;
    int want = job->ahead ? job->ahead : 2 * job->plan->concurrency;
    keeper->want = want < AHEAD_MAX ? want : AHEAD_MAX;
    if (gethostname(keeper->host, sizeof keeper->host - 1) != 0)
        strcpy(keeper->host, "unknown");
    if (!by_monitor_open(&keeper->lock, &keeper->change)) {
        free(keeper);
        return by_fail(err, BY_FAILED, "the system refused a lock");
    }
    enum by_status status = open_store(keeper, err);
    if (!status && !by_thread_start(&keeper->thread, 0, keep, keeper))
        status = by_fail(err, BY_FAILED, "the system refused to start a thread for the store");
    if (status) {
        free_keeper(keeper);
        return status;
    }
    *out = &keeper->base;
    return BY_OK;
}
