#include "server/arena.h"
#include "arena/store/sessions.h"
#include "base/clock.h"
#include "base/rng.h"
#include "server/workers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NICER       10
#define LISTED_MOST 100

struct by_arena {
    struct by_server *server;
    struct by_workers *workers; /* one for each contest that is played */
    atomic_bool stopping;

    struct by_mutex lock; /* of the list; taken before that of a contest is, never after */
    int count;
    struct by_contest *each[BY_STORE_CONTESTS_MAX]; /* the newest last */
    uint64_t made;

    struct by_mutex store_lock; /* taken last */
    struct by_store *store;
    struct by_mutex reader_lock; /* likewise */
    struct by_store *reader;
};

static struct by_arena *arena_of(struct by_server *server)
{
    return by_api_arena(by_server_api(server));
}

/* --- holding ------------------------------------------------------------------------------------ */

static void hold(struct by_contest *c)
{
    atomic_fetch_add(&c->holders, 1);
}

void by_arena_release(struct by_contest *c)
{
    if (atomic_fetch_sub(&c->holders, 1) == 1)
        by_contest_free(c);
}

/* --- the store ------------------------------------------------------------------------------------ */

static enum by_status keep(struct by_arena *arena, struct by_contest *c, struct by_error *err)
{
    struct by_buffer text;
    struct by_json json;
    by_buffer_open(&text, BY_CONTEST_BYTES);
    by_json_open(&json, &text, BY_JSON_COMPACT);
    by_write_contest(&json, c);
    by_mutex_lock(&arena->store_lock);
    by_mutex_lock(&c->lock);
    bool gone = c->gone;
    by_mutex_unlock(&c->lock);
    enum by_status status = text.failed ? by_fail_memory(err, text.limit) : BY_OK;
    if (status == BY_OK && !gone)
        status = by_store_keep_contest(arena->store, c->id, by_buffer_text(&text), err);
    by_mutex_unlock(&arena->store_lock);
    by_buffer_close(&text);
    return status;
}

void by_arena_keep(struct by_contest *c)
{
    struct by_error error = {0};
    if (keep(arena_of(c->server), c, &error) == BY_OK)
        return;
    by_mutex_lock(&c->lock);
    if (!c->error[0])
        snprintf(c->error, sizeof c->error, "how it stands is not kept: %.400s", error.text);
    by_mutex_unlock(&c->lock);
}

struct by_store *by_arena_reader(struct by_arena *arena)
{
    by_mutex_lock(&arena->reader_lock);
    return arena->reader;
}

void by_arena_reader_done(struct by_arena *arena)
{
    by_mutex_unlock(&arena->reader_lock);
}

/* --- opening and closing ---------------------------------------------------------------------------- */

/* What ran is stopped: how far it came its games say. */
static void restore_state(struct by_contest *c, const json_t *kept)
{
    const char *error = json_string_value(json_object_get(kept, "error"));
    enum by_contest_state state = BY_CONTEST_STOPPED;
    (void)by_contest_state_find(json_string_value(json_object_get(kept, "state")), &state);
    bool cut = state == BY_CONTEST_RUNNING || state == BY_CONTEST_WAITING;
    c->state = cut ? BY_CONTEST_STOPPED : state;
    c->cut = cut;
    c->played = (int)json_integer_value(json_object_get(kept, "played"));
    c->decided = json_is_true(json_object_get(kept, "decided"));
    c->created = json_number_value(json_object_get(kept, "created"));
    snprintf(c->error, sizeof c->error, "%s",
             cut     ? "the server ended while it was played: what was finished is stored"
             : error ? error
                     : "");
}

static bool restore(void *context, const char *id, const char *text, double changed)
{
    struct by_arena *arena = context;
    struct by_contest *c = NULL;
    struct by_error error = {0};
    json_t *kept = json_loads(text, 0, NULL);
    (void)changed;
    if (kept && strlen(id) < BY_CONTEST_ID && arena->count < BY_STORE_CONTESTS_MAX &&
        by_contest_read(arena->server, json_object_get(kept, "setup"), false, &c, &error) ==
            BY_OK) {
        strcpy(c->id, id);
        restore_state(c, kept);
        atomic_store(&c->holders, 1);
        arena->each[arena->count++] = c;
    }
    json_decref(kept);
    return true;
}

static int compare_ages(const void *left, const void *right)
{
    const struct by_contest *a = *(struct by_contest *const *)left;
    const struct by_contest *b = *(struct by_contest *const *)right;
    return (a->created > b->created) - (a->created < b->created);
}

static enum by_status open_stores(struct by_arena *arena, struct by_error *err)
{
    const char *path = by_server_asked(arena->server)->store;
    enum by_status status =
        by_store_open(path, BY_STORE_CREATE, &arena->stopping, &arena->store, err);
    if (status == BY_OK)
        status = by_store_open(path, BY_STORE_READ, &arena->stopping, &arena->reader, err);
    if (status == BY_OK)
        status = by_store_contests(arena->store, restore, arena, err);
    qsort(arena->each, (size_t)arena->count, sizeof *arena->each, compare_ages);
    return status;
}

enum by_status by_arena_open(struct by_server *server, struct by_arena **out, struct by_error *err)
{
    struct by_arena *arena = calloc(1, sizeof *arena);
    *out = NULL;
    if (!arena || !by_mutex_open(&arena->lock) || !by_mutex_open(&arena->store_lock) ||
        !by_mutex_open(&arena->reader_lock)) {
        free(arena);
        return by_fail_memory(err, sizeof *arena);
    }
    arena->server = server;
    *out = arena;
    enum by_status status =
        by_workers_open(BY_LIMIT_ARENA_RUNNING, BY_LIMIT_JOBS_WAITING, NICER, &arena->workers, err);
    return status == BY_OK ? open_stores(arena, err) : status;
}

/* Those that wait are not begun any more. */
void by_arena_stop(struct by_arena *arena)
{
    atomic_store(&arena->stopping, true);
    by_mutex_lock(&arena->lock);
    for (int i = 0; i < arena->count; i++) {
        struct by_contest *c = arena->each[i];
        atomic_store(&c->stop, true);
        if (by_workers_take_back(arena->workers, c))
            atomic_fetch_sub(&c->holders, 1);
    }
    by_mutex_unlock(&arena->lock);
}

void by_arena_close(struct by_arena *arena)
{
    if (!arena)
        return;
    if (arena->workers)
        by_workers_close(arena->workers);
    for (int i = 0; i < arena->count; i++)
        by_arena_release(arena->each[i]);
    by_store_close(arena->store);
    by_store_close(arena->reader);
    by_mutex_close(&arena->lock);
    by_mutex_close(&arena->store_lock);
    by_mutex_close(&arena->reader_lock);
    free(arena);
}

/* --- work ---------------------------------------------------------------------------------------------- */

static void play(void *context)
{
    struct by_contest *c = context;
    by_contest_play(c);
    by_arena_release(c);
}

static void look(void *context)
{
    struct by_contest *c = context;
    by_contest_look(c);
    by_arena_release(c);
}

/* Lets it be read from the store, where nobody has since the server began. */
static void want_known(struct by_contest *c)
{
    by_mutex_lock(&c->lock);
    bool wanted = !c->known && !c->looking &&
                  (c->state != BY_CONTEST_RUNNING && c->state != BY_CONTEST_WAITING);
    c->looking = c->looking || wanted;
    by_mutex_unlock(&c->lock);
    if (!wanted)
        return;
    hold(c);
    if (by_workers_add(by_server_workers(c->server), look, c))
        return;
    by_mutex_lock(&c->lock);
    c->looking = false; /* the next who asks tries again */
    by_mutex_unlock(&c->lock);
    by_arena_release(c);
}

void by_arena_tick(struct by_arena *arena)
{
    struct by_contest *each[BY_STORE_CONTESTS_MAX];
    int count = 0;
    by_mutex_lock(&arena->lock);
    for (int i = 0; i < arena->count; i++) {
        struct by_contest *c = arena->each[i];
        by_mutex_lock(&c->lock);
        bool untold = c->untold, cut = c->cut;
        by_mutex_unlock(&c->lock);
        if (cut)
            want_known(c);
        if (!untold)
            continue;
        hold(c);
        each[count++] = c;
    }
    by_mutex_unlock(&arena->lock);
    for (int i = 0; i < count; i++) {
        by_contest_changed(each[i], true);
        by_arena_release(each[i]);
    }
}

/* Under its lock: whether it is played, or about to be. */
static bool is_busy(const struct by_contest *c)
{
    return c->state == BY_CONTEST_RUNNING || c->state == BY_CONTEST_WAITING;
}

static enum by_status begin(struct by_arena *arena, struct by_contest *c, struct by_answer *answer,
                            struct by_error *err)
{
    by_mutex_lock(&c->lock);
    enum by_contest_state before = c->state;
    bool busy = is_busy(c);
    if (!busy) {
        c->state = BY_CONTEST_WAITING;
        c->error[0] = '\0';
        atomic_store(&c->stop, atomic_load(&arena->stopping));
    }
    by_mutex_unlock(&c->lock);
    if (busy)
        return by_answer_refuse(answer, err, 409, "it is being played already");
    enum by_status status = keep(arena, c, err);
    hold(c);
    if (status == BY_OK && by_workers_add(arena->workers, play, c)) {
        by_contest_changed(c, true);
        return BY_OK;
    }
    by_mutex_lock(&c->lock);
    c->state = before;
    by_mutex_unlock(&c->lock);
    by_arena_release(c);
    return status != BY_OK ? status
                           : by_answer_refuse(answer, err, 429, "too many matches wait already");
}

/* --- requests -------------------------------------------------------------------------------------------- */

static int index_of(const struct by_arena *arena, const char *id)
{
    for (int i = 0; i < arena->count; i++)
        if (strcmp(arena->each[i]->id, id) == 0)
            return i;
    return -1;
}

enum by_status by_arena_find(struct by_server *server, const struct by_request *request,
                             struct by_answer *answer, struct by_contest **out,
                             struct by_error *err)
{
    struct by_arena *arena = arena_of(server);
    char quoted[BY_QUOTE_SIZE];
    by_mutex_lock(&arena->lock);
    int index = index_of(arena, request->word[0]);
    *out = index >= 0 ? arena->each[index] : NULL;
    if (*out)
        hold(*out);
    by_mutex_unlock(&arena->lock);
    if (!*out) {
        (void)by_answer_refuse(answer, err, 404, "there is no match '%s'",
                               by_quote(request->word[0], quoted));
        return BY_BAD_INPUT;
    }
    want_known(*out);
    return BY_OK;
}

static void answer_with(struct by_answer *answer, struct by_contest *c)
{
    struct by_json json;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_report_contest(&json, c);
}

/* Puts it on the list, held for the caller. */
static bool add(struct by_arena *arena, struct by_contest *c)
{
    by_mutex_lock(&arena->lock);
    bool room = arena->count < BY_STORE_CONTESTS_MAX;
    snprintf(c->id, sizeof c->id, "m%016llx",
             (unsigned long long)by_seed_derive(by_seed_of_the_moment(), ++arena->made));
    if (room) {
        arena->each[arena->count++] = c;
        atomic_store(&c->holders, 2);
    }
    by_mutex_unlock(&arena->lock);
    return room;
}

/* Takes it off the list; who holds it still lets it go. */
static void drop(struct by_arena *arena, struct by_contest *c)
{
    by_mutex_lock(&arena->lock);
    int index = index_of(arena, c->id);
    bool there = index >= 0 && arena->each[index] == c;
    if (there)
        memmove(&arena->each[index], &arena->each[index + 1],
                (size_t)(--arena->count - index) * sizeof *arena->each);
    by_mutex_unlock(&arena->lock);
    if (there)
        by_arena_release(c);
}

enum by_status by_answer_new_contest(struct by_server *server, const struct by_request *request,
                                     struct by_answer *answer, struct by_error *err)
{
    struct by_arena *arena = arena_of(server);
    struct by_contest *c = NULL;
    json_t *body;
    enum by_status status = by_body_read(request, &body, err);
    if (status == BY_OK)
        status = by_contest_read(server, body, true, &c, err);
    json_decref(body);
    if (status != BY_OK)
        return status;
    c->state = BY_CONTEST_STOPPED;
    c->known = true;
    if (!add(arena, c)) {
        by_contest_free(c);
        return by_answer_refuse(answer, err, 429, "there are %d matches already: forget some",
                                BY_STORE_CONTESTS_MAX);
    }
    status = begin(arena, c, answer, err);
    if (status == BY_OK) {
        answer->status = 201;
        answer_with(answer, c);
    } else {
        drop(arena, c);
    }
    by_arena_release(c);
    return status;
}

/* ?from= and ?count= of a list. */
static int64_t asked(const struct by_request *request, const char *name, int64_t usual,
                     int64_t most)
{
    char text[24];
    int64_t value = usual;
    if (by_request_value(request, name, text, sizeof text))
        (void)by_read_int(text, 0, most, &value);
    return value;
}

enum by_status by_answer_contests(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    struct by_arena *arena = arena_of(server);
    struct by_json json;
    int64_t from = asked(request, "from", 0, INT32_MAX);
    int64_t count = asked(request, "count", LISTED_MOST, LISTED_MOST);
    (void)err;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_mutex_lock(&arena->lock);
    by_json_int(&json, "total", arena->count);
    by_json_array(&json, "contests");
    for (int64_t i = arena->count - 1 - from; i >= 0 && i > arena->count - 1 - from - count; i--)
        by_report_contest_line(&json, arena->each[i]);
    by_mutex_unlock(&arena->lock);
    by_json_end_array(&json);
    by_json_end_object(&json);
    return BY_OK;
}

enum by_status by_answer_contest(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, struct by_error *err)
{
    struct by_contest *c;
    enum by_status status = by_arena_find(server, request, answer, &c, err);
    if (status != BY_OK)
        return status;
    answer_with(answer, c);
    by_arena_release(c);
    return BY_OK;
}

/* One that waits is stopped at once; one that is played keeps what is finished, and says so soon. */
static void stop(struct by_arena *arena, struct by_contest *c)
{
    atomic_store(&c->stop, true);
    if (!by_workers_take_back(arena->workers, c))
        return;
    by_mutex_lock(&c->lock);
    c->state = BY_CONTEST_STOPPED;
    by_mutex_unlock(&c->lock);
    by_arena_keep(c);
    by_contest_changed(c, true);
    by_arena_release(c); /* the worker's */
}

enum by_status by_answer_contest_stop(struct by_server *server, const struct by_request *request,
                                      struct by_answer *answer, struct by_error *err)
{
    struct by_contest *c;
    enum by_status status = by_arena_find(server, request, answer, &c, err);
    if (status != BY_OK)
        return status;
    stop(arena_of(server), c);
    answer_with(answer, c);
    by_arena_release(c);
    return BY_OK;
}

enum by_status by_answer_contest_resume(struct by_server *server, const struct by_request *request,
                                        struct by_answer *answer, struct by_error *err)
{
    struct by_contest *c;
    enum by_status status = by_arena_find(server, request, answer, &c, err);
    if (status != BY_OK)
        return status;
    by_mutex_lock(&c->lock);
    bool busy = is_busy(c), over = c->state == BY_CONTEST_DONE, decided = c->decided;
    by_mutex_unlock(&c->lock);
    if (over)
        status =
            by_answer_refuse(answer, err, 409, "it is over: %s",
                             decided ? "its test has decided" : "all its games have been played");
    else if (!busy)
        status = by_contest_try(c, err);
    if (status == BY_OK)
        status = begin(arena_of(server), c, answer, err);
    if (status == BY_OK)
        answer_with(answer, c);
    by_arena_release(c);
    return status;
}

enum by_status by_answer_forget_contest(struct by_server *server, const struct by_request *request,
                                        struct by_answer *answer, struct by_error *err)
{
    struct by_arena *arena = arena_of(server);
    struct by_contest *c;
    struct by_json json;
    enum by_status status = by_arena_find(server, request, answer, &c, err);
    if (status != BY_OK)
        return status;
    by_mutex_lock(&c->lock);
    c->gone = true;
    by_mutex_unlock(&c->lock);
    stop(arena, c);
    by_mutex_lock(&arena->store_lock);
    status = by_store_forget_contest(arena->store, c->id, err);
    by_mutex_unlock(&arena->store_lock);
    drop(arena, c);
    by_contest_changed(c, true);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "id", c->id);
    by_json_flag(&json, "forgotten", true);
    by_json_end_object(&json);
    by_arena_release(c);
    return status;
}
