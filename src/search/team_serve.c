/* team_serve.c: a member of a team, who obeys orders (team.h).
 *
 * Messages are taken by who serves; a search runs on a thread of its own, one at a time. While it runs
 * a new order waits, and stops it. */
#include "base/clock.h"
#include "base/thread.h"
#include "base/version.h"
#include "search/team_own.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define KEPT     8   /* searchers kept from order to order */
#define RECENT_S 5.0 /* so long after an order the next is looked for every NAP_NS */
#define NAP_NS   500000

/* A searcher that an order asked for, and for what. */
struct kept {
    int64_t searcher, game, used;
    char *rules_text, *start, *search;
    struct by_rules *rules;
    struct by_searcher *it;
    struct by_decision decision;
};

struct by_team_service {
    struct by_team team;
    struct by_mutex lock; /* of the team's inbox */
    struct kept kept[KEPT];
    int64_t orders;
    double last; /* order */

    unsigned char *message; /* the order that waits or is obeyed; NULL: none */
    size_t size;
    int64_t serial; /* of that order */
    bool is_running;
    struct by_thread thread;
    atomic_bool is_stopped, is_done;
    struct by_searcher *_Atomic searcher; /* that thinks */
};

/* --- searchers -------------------------------------------------------------------------------- */

static void let_go(struct kept *k)
{
    by_searcher_close(k->it);
    by_decision_close(&k->decision);
    by_rules_close(k->rules);
    free(k->rules_text);
    free(k->start);
    free(k->search);
    *k = (struct kept){0};
}

static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

static enum by_status open_rules(const struct by_order *order, struct by_rules **out,
                                 struct by_error *err)
{
    struct by_spec spec;
    enum by_status status = by_spec_read(order->rules, &spec, err);
    return status == BY_OK ? by_rules_open(spec.name, spec.settings, spec.count,
                                           *order->start ? order->start : NULL, out, err)
                           : status;
}

static enum by_status take_on(struct kept *k, const struct by_order *order, struct by_error *err)
{
    k->searcher = order->searcher;
    k->game = order->game;
    k->rules_text = copy_of(order->rules);
    k->start = copy_of(order->start);
    k->search = copy_of(order->search);
    if (!k->rules_text || !k->start || !k->search)
        return by_fail_memory(err, strlen(order->start));
    enum by_status status = open_rules(order, &k->rules, err);
    if (status == BY_OK)
        status = by_searcher_open(k->rules, order->search, order->seed, &k->it, err);
    if (status == BY_OK)
        status = by_decision_open(k->rules, &k->decision, err);
    return status;
}

static bool fits(const struct kept *k, const struct by_order *order)
{
    return k->it && k->searcher == order->searcher && strcmp(k->rules_text, order->rules) == 0 &&
           strcmp(k->start, order->start) == 0 && strcmp(k->search, order->search) == 0;
}

/* The one that fits, else the one of that number or the one that was used longest ago, made anew. */
static enum by_status find(struct by_team_service *s, const struct by_order *order,
                           struct kept **out, struct by_error *err)
{
    struct kept *oldest = &s->kept[0];
    for (int i = 0; i < KEPT; i++) {
        struct kept *k = &s->kept[i];
        if (fits(k, order)) {
            *out = k;
            return BY_OK;
        }
        if (k->it && k->searcher == order->searcher) {
            let_go(k);
            oldest = k;
            break;
        }
        if (k->used < oldest->used)
            oldest = k;
    }
    let_go(oldest);
    enum by_status status = take_on(oldest, order, err);
    if (status != BY_OK)
        let_go(oldest);
    *out = oldest;
    return status;
}

static void close_searcher(struct by_team_service *s, const char *number)
{
    int64_t searcher;
    for (int i = 0; by_read_int(number, INT64_MIN, INT64_MAX, &searcher) && i < KEPT; i++)
        if (s->kept[i].it && s->kept[i].searcher == searcher)
            let_go(&s->kept[i]);
}

/* --- orders ------------------------------------------------------------------------------------ */

/* A game that was over by agreement may have gone on. */
static enum by_status follow(const struct by_order *order, struct by_line *line,
                             struct by_error *err)
{
    const char *cursor = order->moves;
    by_move move;
    enum by_status status = BY_OK;
    while (status == BY_OK && by_order_move(&cursor, &move)) {
        by_line_resume(line);
        status = by_line_play(line, move, err);
    }
    if (status == BY_OK && (*cursor != '\0' || line->keys[line->count] != order->key))
        status = by_fail(err, BY_FAILED, "it comes to another position");
    return status;
}

/* For reports about these rules. */
static enum by_status make_inbox(struct by_team_service *s, const struct by_rules *rules,
                                 int64_t serial, struct by_error *err)
{
    size_t moves = (size_t)rules->max_moves;
    struct by_vote *votes[2] = {calloc(moves, sizeof *votes[0]), calloc(moves, sizeof *votes[0])};
    struct by_vote *before[2] = {s->team.inbox.votes, s->team.others.votes};
    by_mutex_lock(&s->lock);
    s->team.inbox = (struct by_report){.votes = votes[0]};
    s->team.others = (struct by_report){.votes = votes[1]};
    s->team.rules = votes[0] && votes[1] ? rules : NULL;
    s->team.serial = serial;
    s->team.is_new = false;
    by_mutex_unlock(&s->lock);
    free(before[0]);
    free(before[1]);
    return s->team.rules ? BY_OK : by_fail_memory(err, moves * sizeof *votes[0]);
}

static enum by_status think(struct by_team_service *s, const struct by_order *order, struct kept *k,
                            struct by_error *err)
{
    struct by_line *line = NULL;
    const struct by_limits limits = {.simulations = order->simulations,
                                     .nodes = order->nodes,
                                     .depth = (int)order->depth,
                                     .seconds = (double)order->microseconds * 1e-6};
    enum by_status status = by_line_open(k->rules, &line, err);
    if (status == BY_OK)
        status = follow(order, line, err);
    if (status == BY_OK) {
        status = make_inbox(s, k->rules, order->serial, err);
    }
    if (status == BY_OK) {
        s->team.every = (double)order->every * 1e-6;
        s->team.next = by_clock_now() + s->team.every;
        by_searcher_follow(k->it, &s->team);
        by_searcher_unstop(k->it);
        atomic_store(&s->searcher, k->it);
        if (atomic_load(&s->is_stopped)) /* it came before there was anybody to stop */
            by_searcher_stop(k->it);
        status = by_searcher_think(k->it, line, &limits, NULL, &k->decision, err);
        atomic_store(&s->searcher, NULL);
        by_mutex_lock(&s->lock);
        s->team.rules = NULL; /* which may be gone soon */
        by_mutex_unlock(&s->lock);
    }
    by_line_close(line);
    return status;
}

static void complain(int64_t serial, const struct by_error *error)
{
    char text[640];
    int length = snprintf(text, sizeof text, "failed%c%" PRId64 "%c%s", 0, serial, 0, error->text);
    (void)by_ranks_send(0, BY_CHANNEL_SEARCH, text, (size_t)length + 1);
}

/* Another build might search otherwise, or say something else by the same words. */
static enum by_status check_build(const struct by_order *order, struct by_error *err)
{
    char build[BY_BUILD_SIZE], quoted[BY_QUOTE_SIZE];
    if (strcmp(by_build(build), order->build) == 0)
        return BY_OK;
    return by_fail(err, BY_FAILED, "it is banyan %s, not %s", build,
                   by_quote(order->build, quoted));
}

static void obey(struct by_team_service *s, const struct by_order *order)
{
    struct kept *k = NULL;
    struct by_error error = {.status = BY_OK};
    enum by_status status = check_build(order, &error);
    if (status == BY_OK)
        status = find(s, order, &k, &error);
    if (status == BY_OK && k->game != order->game)
        by_searcher_reset(k->it, order->seed);
    if (status == BY_OK) {
        k->game = order->game;
        k->used = ++s->orders;
        status = think(s, order, k, &error);
    }
    if (status != BY_OK)
        complain(order->serial, &error);
}

static struct by_fields fields_of(const unsigned char *message, size_t size)
{
    return (struct by_fields){(const char *)message, (const char *)message + size};
}

/* On the thread of the search. */
static void work(void *context)
{
    struct by_team_service *s = context;
    struct by_fields fields = fields_of(s->message, s->size);
    const char *word, *number;
    struct by_order order;
    if (by_field_next(&fields, &word)) {
        if (strcmp(word, "close") == 0 && by_field_next(&fields, &number))
            close_searcher(s, number);
        else if (strcmp(word, "think") == 0 && by_order_read(&fields, &order))
            obey(s, &order);
    }
    atomic_store(&s->is_done, true);
}

/* --- the service -------------------------------------------------------------------------------- */

static void stop(struct by_team_service *s)
{
    atomic_store(&s->is_stopped, true);
    struct by_searcher *searcher = atomic_load(&s->searcher);
    if (searcher)
        by_searcher_stop(searcher);
}

/* A stop is for what runs; all else is for the next turn of the thread. */
static bool is_stop(struct by_team_service *s, const unsigned char *message, size_t size)
{
    struct by_fields fields = fields_of(message, size);
    const char *word, *number;
    int64_t serial;
    if (!by_field_next(&fields, &word) || strcmp(word, "stop") != 0)
        return false;
    if (s->is_running && by_field_next(&fields, &number) &&
        by_read_int(number, INT64_MIN, INT64_MAX, &serial) && serial == s->serial)
        stop(s);
    return true;
}

/* Of an order; 0: it is none. */
static int64_t serial_of(const unsigned char *message, size_t size)
{
    struct by_fields fields = fields_of(message, size);
    struct by_order order;
    const char *word;
    return by_field_next(&fields, &word) && strcmp(word, "think") == 0 &&
                   by_order_read(&fields, &order)
               ? order.serial
               : 0;
}

static bool is_report(struct by_team_service *s, const unsigned char *message, size_t size)
{
    struct by_fields fields = fields_of(message, size);
    struct by_team *team = &s->team;
    const char *word;
    int64_t serial;
    if (!by_field_next(&fields, &word) || strcmp(word, "report") != 0)
        return false;
    by_mutex_lock(&s->lock);
    if (team->rules && s->is_running)
        team->is_new = by_report_read(&fields, team->rules->max_moves, team->rules->action_count,
                                      &serial, &team->inbox) &&
                       serial == team->serial;
    by_mutex_unlock(&s->lock);
    return true;
}

/* What runs is over when its thread is. */
static void settle(struct by_team_service *s)
{
    by_thread_join(&s->thread);
    s->is_running = false;
    free(s->message);
    s->message = NULL;
}

static void begin(struct by_team_service *s, unsigned char *message, size_t size)
{
    s->message = message;
    s->size = size;
    s->serial = serial_of(message, size);
    atomic_store(&s->is_stopped, false);
    atomic_store(&s->is_done, false);
    s->is_running = by_thread_start(&s->thread, 0, work, s);
    if (!s->is_running) {
        struct by_error error;
        (void)by_fail(&error, BY_FAILED, "the system refused a thread");
        complain(s->serial, &error);
        free(message);
        s->message = NULL;
    }
}

static bool take(struct by_team_service *s)
{
    int from;
    unsigned char *message;
    size_t size;
    if (!by_ranks_take(BY_CHANNEL_SEARCH, &from, &message, &size))
        return false;
    if (from != 0 || size > BY_TEAM_BYTES || is_stop(s, message, size) ||
        is_report(s, message, size)) {
        free(message);
        return true;
    }
    if (s->is_running) {
        stop(s);
        settle(s);
    }
    begin(s, message, size);
    s->last = by_clock_now();
    return true;
}

bool by_team_service_poll(void *service)
{
    struct by_team_service *s = service;
    if (s->is_running && atomic_load(&s->is_done))
        settle(s);
    if (take(s))
        return true;
    if (by_clock_now() - s->last > RECENT_S)
        return false;
    nanosleep(&(struct timespec){0, NAP_NS}, NULL);
    return true;
}

struct by_team_service *by_team_service_open(void)
{
    struct by_team_service *s = calloc(1, sizeof *s);
    if (s && !by_mutex_open(&s->lock)) {
        free(s);
        return NULL;
    }
    if (s) {
        s->last = -RECENT_S;
        s->team.lock = &s->lock;
    }
    return s;
}

void by_team_service_close(struct by_team_service *s)
{
    if (!s)
        return;
    if (s->is_running) {
        stop(s);
        settle(s);
    }
    for (int i = 0; i < KEPT; i++)
        let_go(&s->kept[i]);
    free(s->team.inbox.votes);
    free(s->team.others.votes);
    by_mutex_close(&s->lock);
    free(s);
}
