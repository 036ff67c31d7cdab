#include "server/sittings.h"
#include "arena/store/sessions.h"
#include "base/clock.h"
#include "server/server.h"
#include "server/workers.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AWAKE_SECONDS 600 /* without a request: then its players forget what they have thought */

struct by_sittings {
    struct by_server *server;
    atomic_bool stopping;

    struct by_mutex lock; /* of the list; taken before that of a sitting is, never after */
    int count;
    struct by_sitting *each[BY_SITTINGS_AT_HAND];
    uint64_t made;

    struct by_mutex store_lock; /* taken last */
    struct by_store *store;
};

/* --- opening and closing --------------------------------------------------------------------------------- */

enum by_status by_sittings_open(struct by_server *server, struct by_sittings **out,
                                struct by_error *err)
{
    struct by_sittings *all = calloc(1, sizeof *all);
    *out = NULL;
    if (!all)
        return by_fail_memory(err, sizeof *all);
    all->server = server;
    if (!by_mutex_open(&all->lock)) {
        free(all);
        return by_fail_memory(err, sizeof *all);
    }
    if (!by_mutex_open(&all->store_lock)) {
        by_mutex_close(&all->lock);
        free(all);
        return by_fail_memory(err, sizeof *all);
    }
    *out = all;
    return by_store_open(by_server_asked(server)->store, BY_STORE_CREATE, &all->stopping,
                         &all->store, err);
}

static void keep(struct by_sittings *all, struct by_sitting *s);

void by_sittings_close(struct by_sittings *all)
{
    if (!all)
        return;
    for (int i = 0; i < all->count; i++) {
        if (all->each[i]->unkept[0] && !all->each[i]->gone)
            keep(all, all->each[i]);
        by_sitting_free(all->each[i]);
    }
    by_store_close(all->store);
    by_mutex_close(&all->lock);
    by_mutex_close(&all->store_lock);
    free(all);
}

bool by_sittings_stopping(struct by_sittings *all)
{
    return atomic_load(&all->stopping);
}

/* Searches end; what they would have played is thought about again after the restart. */
void by_sittings_stop(struct by_sittings *all)
{
    atomic_store(&all->stopping, true);
    by_mutex_lock(&all->lock);
    for (int i = 0; i < all->count; i++) {
        struct by_sitting *s = all->each[i];
        by_mutex_lock(&s->lock);
        s->version++;
        by_sitting_hurry(s);
        bool waited = s->busy && by_workers_take_back(by_server_workers(all->server), s);
        s->busy = s->busy && !waited;
        s->holders -= waited;
        by_mutex_unlock(&s->lock);
    }
    by_mutex_unlock(&all->lock);
}

void by_sitting_hold(struct by_sittings *all, struct by_sitting *sitting)
{
    (void)all;
    atomic_fetch_add(&sitting->holders, 1);
}

void by_sitting_release(struct by_sittings *all, struct by_sitting *sitting)
{
    (void)all;
    if (atomic_fetch_sub(&sitting->holders, 1) == 1)
        by_sitting_free(sitting);
}

/* --- the store ---------------------------------------------------------------------------------------------- */

static void keep(struct by_sittings *all, struct by_sitting *s)
{
    struct by_buffer text;
    struct by_json json;
    struct by_error error = {.status = BY_OK};
    by_buffer_open(&text, BY_SITTING_BYTES);
    by_json_open(&json, &text, BY_JSON_COMPACT);
    by_write_sitting(&json, s);
    by_mutex_lock(&all->store_lock);
    if (text.failed)
        (void)by_fail_memory(&error, text.limit);
    else
        (void)by_store_keep_session(all->store, s->id, by_buffer_text(&text), &error);
    by_mutex_unlock(&all->store_lock);
    s->unkept[0] = '\0';
    if (error.status != BY_OK)
        snprintf(s->unkept, sizeof s->unkept, "the game is not kept: %s", error.text);
    by_buffer_close(&text);
}

static void tell(struct by_sitting *s)
{
    struct by_buffer data;
    struct by_json json;
    by_buffer_open(&data, BY_SITTING_BYTES);
    by_json_open(&json, &data, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "id", s->id);
    by_json_int(&json, "change", s->change);
    by_json_int(&json, "ply", s->told.line->count);
    by_json_text(&json, "state", by_sitting_state_name(by_sitting_state(s)));
    by_json_end_object(&json);
    (void)by_events_send(s->server, NULL, "session", s->id, &data);
    by_buffer_close(&data);
}

/* What the store did not take, because the disk was full say, it may take now. */
static void keep_again(struct by_sittings *all, struct by_sitting *s)
{
    if (!s->unkept[0] || s->gone)
        return;
    keep(all, s);
    if (s->unkept[0])
        return;
    s->change++;
    tell(s);
}

void by_sitting_changed(struct by_sitting *s)
{
    s->change++;
    if (s->gone)
        return;
    keep(by_api_sittings(by_server_api(s->server)), s);
    tell(s);
}

/* --- the list ------------------------------------------------------------------------------------------------- */

static int index_of(const struct by_sittings *all, const char *id)
{
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->each[i]->id, id) == 0)
            return i;
    return -1;
}

/* Under the lock: the one that nobody has asked for longest, nobody holds, and the store has. */
static struct by_sitting *drop_oldest(struct by_sittings *all)
{
    int oldest = -1;
    for (int i = 0; i < all->count; i++)
        if (atomic_load(&all->each[i]->holders) == 1 && !all->each[i]->unkept[0] &&
            (oldest < 0 || all->each[i]->used < all->each[oldest]->used))
            oldest = i;
    if (oldest < 0)
        return NULL;
    struct by_sitting *gone = all->each[oldest];
    all->each[oldest] = all->each[--all->count];
    return gone;
}

/* Puts a sitting on the list, held for the caller. Returns the one that is there: somebody else may have
 * been quicker, and then this one is freed. NULL: there is no room. */
static struct by_sitting *add(struct by_sittings *all, struct by_sitting *s)
{
    struct by_sitting *gone = NULL, *there = NULL;
    by_mutex_lock(&all->lock);
    int index = index_of(all, s->id);
    if (index < 0 && all->count == BY_SITTINGS_AT_HAND)
        gone = drop_oldest(all);
    if (index >= 0) {
        there = all->each[index];
        by_sitting_hold(all, there);
    } else if (all->count < BY_SITTINGS_AT_HAND) {
        there = all->each[all->count++] = s;
        atomic_store(&s->holders, 2);
        s->used = by_clock_now();
    }
    by_mutex_unlock(&all->lock);
    by_sitting_free(gone);
    if (there != s)
        by_sitting_free(s);
    return there;
}

static struct by_sitting *find_at_hand(struct by_sittings *all, const char *id)
{
    by_mutex_lock(&all->lock);
    int index = index_of(all, id);
    struct by_sitting *found = index >= 0 ? all->each[index] : NULL;
    if (found) {
        by_sitting_hold(all, found);
        found->used = by_clock_now();
    }
    by_mutex_unlock(&all->lock);
    return found;
}

static bool copy_text(void *context, const char *id, const char *text, double changed)
{
    (void)id, (void)changed;
    *(char **)context = strdup(text);
    return false;
}

static enum by_status load(struct by_sittings *all, const char *id, struct by_sitting **out,
                           struct by_error *err)
{
    char *text = NULL;
    *out = NULL;
    by_mutex_lock(&all->store_lock);
    enum by_status status = by_store_sessions(all->store, id, 1, copy_text, &text, err);
    by_mutex_unlock(&all->store_lock);
    if (status == BY_OK && text)
        status = by_sitting_restore(all->server, id, text, out, err);
    free(text);
    return status;
}

/* The sitting of a request, held and locked; it goes on where it stood. */
static enum by_status find(struct by_server *server, const struct by_request *request,
                           struct by_answer *answer, struct by_sitting **out, struct by_error *err)
{
    struct by_sittings *all = by_api_sittings(by_server_api(server));
    const char *id = request->word[0];
    char quoted[BY_QUOTE_SIZE];
    enum by_status status = BY_OK;
    *out = find_at_hand(all, id);
    if (!*out) {
        struct by_sitting *loaded;
        status = load(all, id, &loaded, err);
        if (status != BY_OK)
            return status;
        *out = loaded ? add(all, loaded) : NULL;
        if (loaded && !*out)
            return by_answer_refuse(answer, err, 429, "there are too many games at once");
    }
    if (!*out)
        return by_answer_refuse(answer, err, 404, "there is no session '%s'", by_quote(id, quoted));
    by_mutex_lock(&(*out)->lock);
    (void)by_sitting_tick(*out);
    if (by_sitting_state(*out) == BY_SITTING_THINKING)
        by_sitting_think(*out);
    return BY_OK;
}

static void done(struct by_sitting *s)
{
    by_mutex_unlock(&s->lock);
    by_sitting_release(by_api_sittings(by_server_api(s->server)), s);
}

/* Under its lock. What a search remembers takes memory: not for games that are over or left alone. */
static void forget_searches(struct by_sitting *s, bool left_alone)
{
    if (s->busy || (!left_alone && by_sitting_state(s) != BY_SITTING_OVER))
        return;
    for (int side = 0; side < 2; side++) {
        if (!s->player[side] || !by_player_searcher(s->player[side]))
            continue;
        by_player_close(s->player[side]);
        s->player[side] = NULL;
    }
}

/* Under its lock. A search that nothing limits gives its worker back some day. */
static void hurry_slow(struct by_sitting *s)
{
    if (s->thinking && by_clock_now() - s->thinking_since > BY_LIMIT_JOB_SECONDS)
        by_sitting_hurry(s);
}

/* Under the list's lock: nobody has asked for it for long, or for many others since. */
static bool is_left_alone(const struct by_sittings *all, const struct by_sitting *s)
{
    int later = 0;
    for (int i = 0; i < all->count; i++)
        later += all->each[i]->used > s->used;
    return later >= BY_SITTINGS_AWAKE || by_clock_now() - s->used > AWAKE_SECONDS;
}

void by_sittings_tick(struct by_sittings *all)
{
    struct by_sitting *each[BY_SITTINGS_AT_HAND];
    bool alone[BY_SITTINGS_AT_HAND];
    by_mutex_lock(&all->lock);
    int count = all->count;
    for (int i = 0; i < count; i++) {
        each[i] = all->each[i];
        alone[i] = is_left_alone(all, each[i]);
        by_sitting_hold(all, each[i]);
    }
    by_mutex_unlock(&all->lock);
    for (int i = 0; i < count; i++) {
        by_mutex_lock(&each[i]->lock);
        (void)by_sitting_tick(each[i]);
        keep_again(all, each[i]);
        hurry_slow(each[i]);
        forget_searches(each[i], alone[i]);
        by_mutex_unlock(&each[i]->lock);
        by_sitting_release(all, each[i]);
    }
}

/* --- requests --------------------------------------------------------------------------------------------------- */

static void answer_with(struct by_answer *answer, const struct by_sitting *s)
{
    struct by_json json;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_report_sitting(&json, s);
}

enum by_status by_answer_new_session(struct by_server *server, const struct by_request *request,
                                     struct by_answer *answer, struct by_error *err)
{
    struct by_sittings *all = by_api_sittings(by_server_api(server));
    struct by_sitting *s = NULL;
    json_t *body;
    enum by_status status = by_body_read(request, &body, err);
    if (status == BY_OK)
        status = by_sitting_read(server, body, &s, err);
    json_decref(body);
    if (status != BY_OK)
        return status;
    by_mutex_lock(&all->lock);
    uint64_t number = ++all->made;
    by_mutex_unlock(&all->lock);
    snprintf(s->id, sizeof s->id, "s%016llx",
             (unsigned long long)by_seed_derive(by_seed_of_the_moment(), number));
    s = add(all, s);
    if (!s)
        return by_answer_refuse(answer, err, 429, "there are too many games at once");
    by_mutex_lock(&s->lock);
    by_sitting_go_on(s);
    answer->status = 201;
    answer_with(answer, s);
    done(s);
    return BY_OK;
}

enum by_status by_answer_session(struct by_server *server, const struct by_request *request,
                                 struct by_answer *answer, struct by_error *err)
{
    struct by_sitting *s;
    enum by_status status = find(server, request, answer, &s, err);
    if (status != BY_OK)
        return status;
    answer_with(answer, s);
    done(s);
    return BY_OK;
}

/* What a request does to a sitting. */
typedef enum by_status act(struct by_sitting *s, const json_t *body, struct by_error *err);

static enum by_status read_side(const json_t *body, int *out, struct by_error *err)
{
    const char *side;
    enum by_status status = by_body_text(body, "side", &side, err);
    *out = !side ? -1 : by_same_text(side, "X") ? 0 : by_same_text(side, "O") ? 1 : 2;
    return status == BY_OK && *out == 2 ? by_fail(err, BY_BAD_INPUT, "\"side\" must be X or O")
                                        : status;
}

static enum by_status move(struct by_sitting *s, const json_t *body, struct by_error *err)
{
    const char *text;
    enum by_status status = by_body_text(body, "move", &text, err);
    if (status == BY_OK && !text)
        status = by_fail(err, BY_BAD_INPUT, "\"move\" is missing");
    return status == BY_OK ? by_sitting_move(s, text, err) : status;
}

static enum by_status undo(struct by_sitting *s, const json_t *body, struct by_error *err)
{
    int64_t to = -1;
    enum by_status status = by_body_int(body, "to", 0, BY_LENGTH_MAX, &to, err);
    return status == BY_OK ? by_sitting_undo(s, to, err) : status;
}

static enum by_status resign(struct by_sitting *s, const json_t *body, struct by_error *err)
{
    int side;
    enum by_status status = read_side(body, &side, err);
    return status == BY_OK ? by_sitting_resign(s, side, err) : status;
}

/* It may come before the worker has begun: then it is for the turn that is about to begin. */
static enum by_status stop(struct by_sitting *s, const json_t *body, struct by_error *err)
{
    (void)body, (void)err;
    s->hurried = by_sitting_state(s) == BY_SITTING_THINKING;
    by_sitting_hurry(s);
    return BY_OK;
}

static enum by_status reseat(struct by_sitting *s, const json_t *body, struct by_error *err)
{
    const char *player = NULL;
    int side;
    enum by_status status = read_side(body, &side, err);
    if (status == BY_OK)
        status = by_body_text(body, "player", &player, err);
    if (status == BY_OK && (side < 0 || !player))
        status = by_fail(err, BY_BAD_INPUT, "\"side\" and \"player\" say who plays what");
    return status == BY_OK ? by_sitting_reseat(s, side, player, err) : status;
}

/* Does it, unless the game has gone on since the page last saw it. */
static enum by_status do_it(act *what, struct by_sitting *s, const json_t *body,
                            struct by_answer *answer, struct by_error *err)
{
    int64_t ply = s->told.line->count;
    char client[BY_CLIENT_MAX + 1];
    enum by_status status = by_body_int(body, "ply", 0, BY_LENGTH_MAX, &ply, err);
    if (status == BY_OK)
        status = by_body_client(body, client, err);
    if (status == BY_OK && client[0])
        memcpy(s->client, client, sizeof client);
    if (status == BY_OK && ply != s->told.line->count)
        answer->status = 409;
    else if (status == BY_OK)
        status = what(s, body, err);
    return status;
}

static enum by_status change(struct by_server *server, const struct by_request *request,
                             struct by_answer *answer, act *what, struct by_error *err)
{
    struct by_sitting *s;
    json_t *body;
    enum by_status status = by_body_read(request, &body, err);
    if (status != BY_OK)
        return status;
    status = find(server, request, answer, &s, err);
    if (status == BY_OK) {
        status = do_it(what, s, body, answer, err);
        if (status == BY_OK)
            answer_with(answer, s);
        done(s);
    }
    json_decref(body);
    return status;
}

#define BY_CHANGE(handler, what)                                                                   \
    enum by_status by_answer_##handler(struct by_server *server, const struct by_request *request, \
                                       struct by_answer *answer, struct by_error *err)             \
    {                                                                                              \
        return change(server, request, answer, what, err);                                         \
    }
BY_CHANGE(session_move, move)
BY_CHANGE(session_undo, undo)
BY_CHANGE(session_resign, resign)
BY_CHANGE(session_stop, stop)
BY_CHANGE(session_agree, by_sitting_agree)
BY_CHANGE(session_players, reseat)
#undef BY_CHANGE

/* --- the list and forgetting ---------------------------------------------------------------------------------- */

static bool report_kept(void *context, const char *id, const char *text, double changed)
{
    struct by_json *json = context;
    json_t *kept = json_loads(text, 0, NULL), *players = json_object_get(kept, "players");
    const json_t *line = json_object_get(kept, "line");
    by_json_object(json, NULL);
    by_json_text(json, "id", id);
    by_json_text(json, "game", json_string_value(json_object_get(line, "game")));
    by_json_text(json, "label", json_string_value(json_object_get(kept, "label")));
    by_json_array(json, "players");
    for (size_t i = 0; i < 2; i++)
        by_json_text(json, NULL, json_string_value(json_array_get(players, i)));
    by_json_end_array(json);
    by_json_int(json, "ply", (int64_t)json_array_size(json_object_get(line, "moves")));
    by_json_text(json, "state", json_string_value(json_object_get(kept, "state")));
    by_json_number(json, "changed", changed);
    by_json_end_object(json);
    json_decref(kept);
    return true;
}

enum by_status by_answer_sessions(struct by_server *server, const struct by_request *request,
                                  struct by_answer *answer, struct by_error *err)
{
    struct by_sittings *all = by_api_sittings(by_server_api(server));
    struct by_json json;
    (void)request;
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_array(&json, "sessions");
    by_mutex_lock(&all->store_lock);
    enum by_status status =
        by_store_sessions(all->store, NULL, BY_SITTINGS_LISTED, report_kept, &json, err);
    by_mutex_unlock(&all->store_lock);
    by_json_end_array(&json);
    by_json_end_object(&json);
    return status;
}

/* Takes it off the list; whoever holds it still lets it go. */
static void drop(struct by_sittings *all, struct by_sitting *s)
{
    by_mutex_lock(&all->lock);
    int index = index_of(all, s->id);
    if (index >= 0 && all->each[index] == s) {
        all->each[index] = all->each[--all->count];
        by_sitting_release(all, s);
    }
    by_mutex_unlock(&all->lock);
}

static enum by_status forget_kept(struct by_sittings *all, const char *id, struct by_answer *answer,
                                  struct by_error *err)
{
    struct by_json json;
    by_mutex_lock(&all->store_lock);
    enum by_status status = by_store_forget_session(all->store, id, err);
    by_mutex_unlock(&all->store_lock);
    by_json_open(&json, &answer->body, BY_JSON_LINE);
    by_json_object(&json, NULL);
    by_json_text(&json, "id", id);
    by_json_flag(&json, "forgotten", true);
    by_json_end_object(&json);
    return status;
}

enum by_status by_answer_forget_session(struct by_server *server, const struct by_request *request,
                                        struct by_answer *answer, struct by_error *err)
{
    struct by_sittings *all = by_api_sittings(by_server_api(server));
    struct by_sitting *s;
    enum by_status status = find(server, request, answer, &s, err);
    if (status != BY_OK) /* what cannot be read any more can be forgotten */
        return answer->status >= 400 ? status : forget_kept(all, request->word[0], answer, err);
    s->gone = true;
    s->version++;
    by_sitting_hurry(s);
    status = forget_kept(all, s->id, answer, err);
    by_mutex_unlock(&s->lock);
    drop(all, s);
    by_sitting_release(all, s);
    return status;
}
