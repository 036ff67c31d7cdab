/* keeper.c: see keeper.h.
 *
 * Threads: workers call next and give; the keeper's own thread does everything with the store. What
 * they share is under the lock; the store is used by the keeper's thread alone, but for opening and
 * closing. */
#include "arena/keeper.h"
#include "base/clock.h"
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define AHEAD_MAX 1024 /* numbers claimed and not yet given out */
#define QUEUE_MAX 4096 /* finished games waiting for the disk; then players wait too */
#define POLL      0.2  /* seconds between looks at what others do */
#define PATIENCE  2    /* seconds of waiting for others before it is said */

/* A finished game on its way to the disk. The texts lie behind it. */
struct parcel {
    struct parcel *next;
    struct by_store_game game;
    char texts[];
};

struct by_keeper {
    const struct by_match_plan *plan;
    const atomic_bool *stop;
    struct by_keeper_events events;
    atomic_bool halt;

    pthread_mutex_t lock;
    pthread_cond_t change; /* anything below has changed */
    int next;              /* without a store: the next number */
    int64_t ahead[AHEAD_MAX];
    int ahead_count, ahead_at;
    int idle; /* threads that wait for a number */
    struct parcel *queue, **queue_end;
    int queued;
    bool exhausted; /* nothing is left to claim, and nobody else plays */
    bool closing;
    enum by_status status;
    struct by_error error;

    struct by_store *store;
    int64_t match, mark;
    int want;             /* numbers to have ahead */
    bool dry;             /* there were fewer */
    double waiting_since; /* for others; 0: not waiting */
    bool told;            /* that it waits */
    char host[128];
    pthread_t thread;
};

bool by_keeper_halted(const struct by_keeper *keeper)
{
    return atomic_load(&keeper->halt) || (keeper->stop && atomic_load(keeper->stop));
}

/* The first failure is the one reported; it ends everything. */
static void fail(struct by_keeper *keeper, enum by_status status, const struct by_error *error)
{
    pthread_mutex_lock(&keeper->lock);
    if (!keeper->status) {
        keeper->status = status;
        keeper->error = *error;
    }
    pthread_cond_broadcast(&keeper->change);
    pthread_mutex_unlock(&keeper->lock);
    atomic_store(&keeper->halt, true);
}

/* Takes no lock, as it may be called from where a game arrives: who misses it looks again soon. */
void by_keeper_halt(struct by_keeper *keeper)
{
    atomic_store(&keeper->halt, true);
    pthread_cond_broadcast(&keeper->change);
}

static struct timespec in_seconds(double seconds)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    at.tv_sec += (time_t)seconds;
    at.tv_nsec += (long)((seconds - floor(seconds)) * 1e9);
    if (at.tv_nsec >= 1000000000L) {
        at.tv_nsec -= 1000000000L;
        at.tv_sec++;
    }
    return at;
}

static void wait_change(struct by_keeper *keeper, double seconds)
{
    struct timespec until = in_seconds(seconds);
    pthread_cond_timedwait(&keeper->change, &keeper->lock, &until);
}

/* --- numbers ------------------------------------------------------------------- */

bool by_keeper_next(struct by_keeper *keeper, int *number)
{
    bool found = false;
    pthread_mutex_lock(&keeper->lock);
    if (!keeper->store) {
        found = keeper->next < keeper->plan->games && !by_keeper_halted(keeper);
        *number = found ? keeper->next++ : 0;
    }
    keeper->idle++;
    while (keeper->store && !found && !keeper->exhausted && !by_keeper_halted(keeper)) {
        found = keeper->ahead_at < keeper->ahead_count;
        if (found)
            *number = (int)keeper->ahead[keeper->ahead_at++];
        else
            wait_change(keeper, POLL);
    }
    keeper->idle--;
    pthread_cond_broadcast(&keeper->change);
    pthread_mutex_unlock(&keeper->lock);
    return found;
}

/* --- parcels ------------------------------------------------------------------------ */

/* Writes the moves and their times as text. */
static void write_moves(const struct by_played *played, const struct by_line *line,
                        struct by_text *moves, struct by_text *times)
{
    const struct by_rules *rules = line->rules;
    for (int i = 0; i < played->count; i++) {
        if (i > 0) {
            by_text_char(moves, ' ');
            by_text_char(times, ' ');
        }
        rules->game->write_move(rules, by_line_position_at(line, i), played->moves[i], moves);
        if (played->seconds[i] < 0)
            by_text_char(times, '-');
        else
            by_text_format(times, "%.0f", 1000 * (double)played->seconds[i]);
    }
}

static void fill_game(const struct by_keeper *keeper, const struct by_played *played,
                      struct by_store_game *game)
{
    *game = (struct by_store_game){
        .number = played->number,
        .a_first = played->a_first,
        .opening = played->opening,
        .plies = played->count,
        .points = played->points,
        .ended = by_ending_name(played->ending),
        .version = by_version(),
        .host = keeper->host,
        .finished = by_clock_date(),
    };
    for (int i = 0; i < 2; i++) {
        game->moved[i] = played->moved[i];
        game->seconds[i] = played->spent[i];
        game->longest[i] = played->longest[i];
        game->sims[i] = (int64_t)played->sims[i];
    }
}

enum { SCORE_SIZE = 32, HASH_SIZE = 17 };

static struct parcel *wrap(const struct by_keeper *keeper, const struct by_played *played,
                           const struct by_line *line)
{
    struct by_text none = by_text_over(NULL, 0), moves = none, times = none;
    write_moves(played, line, &moves, &times);
    size_t reason_size = strlen(played->reason) + 1;
    struct parcel *parcel = malloc(sizeof *parcel + moves.length + times.length + 2 + reason_size +
                                   SCORE_SIZE + HASH_SIZE);
    if (!parcel)
        return NULL;
    parcel->next = NULL;
    fill_game(keeper, played, &parcel->game);
    char *at = parcel->texts;
    size_t moves_size = moves.length + 1, times_size = times.length + 1;
    moves = by_text_over(at, moves_size);
    times = by_text_over(at + moves_size, times_size);
    write_moves(played, line, &moves, &times);
    parcel->game.moves = at;
    parcel->game.times = at += moves_size;
    at += times_size;
    parcel->game.reason = memcpy(at, played->reason, reason_size);
    at += reason_size;
    parcel->game.score = at;
    *at = 0;
    if (played->scored)
        (void)snprintf(at, SCORE_SIZE, "%g",
                       (double)played->result /
                           (line->rules->score_scale ? line->rules->score_scale : 1));
    parcel->game.hash = at += SCORE_SIZE;
    (void)snprintf(at, HASH_SIZE, "%016llx", (unsigned long long)played->hash);
    return parcel;
}

/* Without a store a game arrives at once. */
static void give_now(struct by_keeper *keeper, struct by_played *played)
{
    struct by_error error = {0};
    struct by_arrival arrival = {.played = played};
    pthread_mutex_lock(&keeper->lock);
    enum by_status status = keeper->events.arrived(keeper->events.context, &arrival, &error);
    pthread_mutex_unlock(&keeper->lock);
    if (status)
        fail(keeper, status, &error);
}

void by_keeper_give(struct by_keeper *keeper, struct by_played *played, const struct by_line *line)
{
    if (!keeper->store) {
        give_now(keeper, played);
        by_played_close(played);
        return;
    }
    struct parcel *parcel = wrap(keeper, played, line);
    by_played_close(played);
    if (!parcel) {
        struct by_error error = {0};
        fail(keeper, by_fail_memory(&error, sizeof *parcel), &error);
        return;
    }
    pthread_mutex_lock(&keeper->lock);
    while (keeper->queued >= QUEUE_MAX && !keeper->status)
        wait_change(keeper, POLL);
    *keeper->queue_end = parcel;
    keeper->queue_end = &parcel->next;
    keeper->queued++;
    pthread_cond_broadcast(&keeper->change);
    pthread_mutex_unlock(&keeper->lock);
}

static void drop(struct parcel *parcels)
{
    while (parcels) {
        struct parcel *next = parcels->next;
        free(parcels);
        parcels = next;
    }
}

/* --- the keeper's thread -------------------------------------------------------------- */

static enum by_status put(struct by_keeper *keeper, const struct parcel *parcels, int count,
                          struct by_error *err)
{
    if (count == 0)
        return BY_OK;
    const struct by_store_game **games = malloc((size_t)count * sizeof *games);
    if (!games)
        return by_fail_memory(err, (size_t)count * sizeof *games);
    int i = 0;
    for (const struct parcel *parcel = parcels; parcel; parcel = parcel->next)
        games[i++] = &parcel->game;
    enum by_status status = by_store_put(keeper->store, keeper->match, games, count, err);
    free(games);
    return status;
}

/* Reads what has arrived in the store, whoever played it. */
struct reading {
    struct by_keeper *keeper;
    enum by_status status;
    struct by_error *err;
};

static bool read_one(void *context, const struct by_store_game *game)
{
    struct reading *reading = context;
    struct by_keeper *keeper = reading->keeper;
    struct by_arrival arrival = {.stored = game};
    if (game->number >= keeper->plan->games)
        return true; /* a longer match was played before */
    reading->status = keeper->events.arrived(keeper->events.context, &arrival, reading->err);
    return reading->status == BY_OK;
}

static enum by_status read_new(struct by_keeper *keeper, struct by_error *err)
{
    struct reading reading = {keeper, BY_OK, err};
    enum by_status status =
        by_store_games(keeper->store, keeper->match, &keeper->mark, read_one, &reading, err);
    return status ? status : reading.status;
}

/* Says for whom it waits, once: `only_others` play, and every thread here has nothing to do. */
static enum by_status tell_waiting(struct by_keeper *keeper, bool only_others, struct by_error *err)
{
    const struct by_match_plan *plan = keeper->plan;
    int threads = plan->concurrency < plan->games ? plan->concurrency : plan->games;
    char whom[256];
    struct by_text text = by_text_over(whom, sizeof whom);
    pthread_mutex_lock(&keeper->lock);
    bool waiting = only_others && keeper->idle == threads;
    pthread_mutex_unlock(&keeper->lock);
    double now = by_clock_now();
    if (!waiting || keeper->waiting_since == 0)
        keeper->waiting_since = waiting ? now : 0;
    if (!waiting || keeper->told || now - keeper->waiting_since < PATIENCE)
        return BY_OK;
    keeper->told = true;
    enum by_status status = by_store_others(keeper->store, keeper->match, &text, err);
    if (!status && keeper->events.waiting)
        keeper->events.waiting(keeper->events.context, whom);
    return status;
}

/* Claims numbers so that `want` are ahead. */
static enum by_status claim(struct by_keeper *keeper, int missing, struct by_error *err)
{
    int64_t numbers[AHEAD_MAX], others = 0;
    int got = 0;
    enum by_status status = by_store_claim(keeper->store, keeper->match, keeper->plan->games,
                                           missing, numbers, &got, &others, err);
    if (status)
        return status;
    keeper->dry = got < missing;
    pthread_mutex_lock(&keeper->lock);
    int kept = keeper->ahead_count - keeper->ahead_at;
    memmove(keeper->ahead, keeper->ahead + keeper->ahead_at, (size_t)kept * sizeof *keeper->ahead);
    memcpy(keeper->ahead + kept, numbers, (size_t)got * sizeof *numbers);
    keeper->ahead_at = 0;
    keeper->ahead_count = kept + got;
    keeper->exhausted = got == 0 && kept == 0 && others == 0;
    pthread_cond_broadcast(&keeper->change);
    pthread_mutex_unlock(&keeper->lock);
    return tell_waiting(keeper, got == 0 && kept == 0 && others > 0, err);
}

/* What there is to do, taken out under the lock. */
struct errand {
    struct parcel *parcels;
    int count, missing;
    bool last;
};

static struct errand next_errand(struct by_keeper *keeper)
{
    pthread_mutex_lock(&keeper->lock);
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
    pthread_cond_broadcast(&keeper->change);
    pthread_mutex_unlock(&keeper->lock);
    return errand;
}

static enum by_status run_errand(struct by_keeper *keeper, const struct errand *errand,
                                 struct by_error *err)
{
    enum by_status status = put(keeper, errand->parcels, errand->count, err);
    if (!status)
        status = read_new(keeper, err);
    if (!status && errand->missing > 0 && !by_keeper_halted(keeper))
        status = claim(keeper, errand->missing, err);
    else if (!status && !errand->last)
        status = by_store_beat(keeper->store, err);
    return status;
}

static void *keep(void *argument)
{
    struct by_keeper *keeper = argument;
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
    return NULL;
}

/* --- opening and closing ----------------------------------------------------------------- */

/* A value as a spec writes it: in quotes where it has to be. */
static void write_value(const char *value, struct by_text *out)
{
    if (*value && !strpbrk(value, " \t\"\\")) {
        by_text_add(out, value);
        return;
    }
    by_text_char(out, '"');
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            by_text_char(out, '\\');
        by_text_char(out, *value);
    }
    by_text_char(out, '"');
}

/* The settings of the rules that somebody made, each in one way of writing it; an alias made some. */
static void write_settings(const struct by_rules *rules, struct by_text *out)
{
    const struct by_values *values = &rules->values;
    for (int i = 0; i < values->count; i++) {
        const struct by_value *value = &values->value[i];
        const struct by_option *option = &values->options[i];
        if (!value->given)
            continue;
        by_text_format(out, "%s%s=", out->length ? " " : "", option->name);
        if (option->type == BY_OPTION_SIZE)
            by_text_format(out, "%dx%d", value->width, value->height);
        else if (option->type == BY_OPTION_FLAG)
            by_text_add(out, value->flag ? "on" : "off");
        else
            write_value(value->text, out);
    }
}

/* Registers the match: a text for each thing that decides its games. */
static enum by_status begin(struct by_keeper *keeper, struct by_error *err)
{
    enum { SIZE = 8192 };
    const struct by_match_plan *plan = keeper->plan;
    char *texts = malloc((size_t)5 * SIZE);
    if (!texts)
        return by_fail_memory(err, (size_t)5 * SIZE);
    struct by_text part[5];
    for (int i = 0; i < 5; i++)
        part[i] = by_text_over(texts + (ptrdiff_t)i * SIZE, SIZE);
    write_settings(plan->rules, &part[0]);
    plan->rules->game->write(plan->rules, plan->rules->start, &part[1]);
    by_openings_write(&plan->openings, &part[2]);
    by_terms_write(&plan->terms, &part[3]);
    by_text_format(&part[4], "%llu", (unsigned long long)plan->seed);
    const struct by_store_match match = {.game = plan->rules->game->name,
                                         .settings = part[0].data,
                                         .position = part[1].data,
                                         .a = plan->a,
                                         .b = plan->b,
                                         .openings = part[2].data,
                                         .terms = part[3].data,
                                         .seed = part[4].data,
                                         .version = by_version(),
                                         .created = by_clock_date()};
    enum by_status status = BY_OK;
    for (int i = 0; i < 5 && !status; i++)
        if (part[i].length >= part[i].size)
            status = by_fail(err, BY_BAD_INPUT, "the match is too long to describe in a store");
    if (!status)
        status = by_store_begin(keeper->store, &match, &keeper->match, err);
    free(texts);
    return status;
}

static enum by_status open_store(struct by_keeper *keeper, struct by_error *err)
{
    enum by_status status =
        by_store_open(keeper->plan->store, BY_STORE_CREATE, keeper->stop, &keeper->store, err);
    if (!status)
        status = begin(keeper, err);
    if (!status)
        status = read_new(keeper, err);
    if (!status && pthread_create(&keeper->thread, NULL, keep, keeper) != 0)
        status = by_fail(err, BY_FAILED, "the system refused to start a thread for the store");
    return status;
}

static enum by_status open_locks(struct by_keeper *keeper, struct by_error *err)
{
    pthread_condattr_t attributes;
    bool opened = pthread_condattr_init(&attributes) == 0;
    if (opened) {
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
        opened = pthread_cond_init(&keeper->change, &attributes) == 0;
        pthread_condattr_destroy(&attributes);
    }
    if (opened && pthread_mutex_init(&keeper->lock, NULL) == 0)
        return BY_OK;
    if (opened)
        pthread_cond_destroy(&keeper->change);
    return by_fail(err, BY_FAILED, "the system refused a lock");
}

static void free_keeper(struct by_keeper *keeper)
{
    by_store_close(keeper->store);
    drop(keeper->queue);
    pthread_mutex_destroy(&keeper->lock);
    pthread_cond_destroy(&keeper->change);
    free(keeper);
}

enum by_status by_keeper_open(const struct by_match_plan *plan, const atomic_bool *stop,
                              const struct by_keeper_events *events, struct by_keeper **out,
                              struct by_error *err)
{
    *out = NULL;
    struct by_keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper)
        return by_fail_memory(err, sizeof *keeper);
    keeper->plan = plan;
    keeper->stop = stop;
    keeper->events = *events;
    keeper->queue_end = &keeper->queue;
    keeper->want = 2 * plan->concurrency < AHEAD_MAX ? 2 * plan->concurrency : AHEAD_MAX;
    if (gethostname(keeper->host, sizeof keeper->host - 1) != 0)
        strcpy(keeper->host, "unknown");
    enum by_status status = open_locks(keeper, err);
    if (status) {
        free(keeper);
        return status;
    }
    status = plan->store ? open_store(keeper, err) : BY_OK;
    if (status) {
        free_keeper(keeper);
        return status;
    }
    *out = keeper;
    return BY_OK;
}

enum by_status by_keeper_close(struct by_keeper *keeper, struct by_error *err)
{
    if (keeper->store) {
        pthread_mutex_lock(&keeper->lock);
        keeper->closing = true;
        pthread_cond_broadcast(&keeper->change);
        pthread_mutex_unlock(&keeper->lock);
        pthread_join(keeper->thread, NULL);
    }
    enum by_status status = keeper->status;
    if (status && err)
        *err = keeper->error;
    free_keeper(keeper);
    return status;
}
