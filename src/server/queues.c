#include "server/queues.h"
#include "base/clock.h"
#include "base/text.h"
#include "base/thread.h"
#include "server/server.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KEY_MAX        64
#define PAGES_MAX      (2 * BY_LIMIT_STREAMS) /* known ones, those without a stream too */
#define BEAT_SECONDS   15
#define FORGET_SECONDS 120

/* The text of an event as it is sent but for its number; pages share it. */
struct text {
    int shares;
    size_t length;
    char bytes[];
};

struct event {
    uint64_t number;
    char key[KEY_MAX];
    struct text *text;
};

/* `events` is a ring: `count` of them from `first` on, in the order of their numbers. */
struct page {
    char client[BY_CLIENT_MAX + 1];
    struct by_reader *reader; /* NULL: there is no stream now */
    double left;              /* when it went */
    struct event *events;
    int first, count;
    size_t bytes;
    uint64_t last; /* the last number that was given */
    uint64_t sent; /* the last number that was sent */
    uint64_t gone; /* the last number that had to make room for others */
    bool gap;      /* the page has to be told that something is lost */
};

struct by_reader {
    struct by_queues *queues;
    struct page *page; /* NULL: another stream has taken its place */
    struct by_reader_hooks hooks;
    struct by_buffer pending; /* bytes on their way, from `taken` on */
    size_t taken;
    double quiet_since;
    bool asleep, ended;
};

struct by_queues {
    struct by_mutex lock;
    char boot[32];
    struct page *pages[PAGES_MAX];
    int count;   /* of pages */
    int streams; /* readers that have not left */
    bool ended;
};

/* --- pages and their events -------------------------------------------------------------- */

enum by_status by_queues_open(const char *boot, struct by_queues **out, struct by_error *err)
{
    struct by_queues *queues = calloc(1, sizeof *queues);
    *out = queues;
    if (!queues)
        return by_fail_memory(err, sizeof *queues);
    (void)snprintf(queues->boot, sizeof queues->boot, "%s", boot);
    if (by_mutex_open(&queues->lock))
        return BY_OK;
    free(queues);
    *out = NULL;
    return by_fail(err, BY_NO_MEMORY, "there is not enough memory for the event queues");
}

static struct event *event_at(const struct page *page, int index)
{
    return &page->events[(page->first + index) % BY_LIMIT_QUEUE_EVENTS];
}

static void release(struct text *text)
{
    if (--text->shares == 0)
        free(text);
}

static void drop_first(struct page *page)
{
    struct event *event = event_at(page, 0);
    page->gone = event->number;
    page->bytes -= event->text->length;
    release(event->text);
    page->first = (page->first + 1) % BY_LIMIT_QUEUE_EVENTS;
    page->count--;
}

/* Takes one out that waits and that a newer one replaces. */
static void drop_key(struct page *page, const char *key)
{
    int i = page->count - 1;
    while (i >= 0 && event_at(page, i)->number > page->sent &&
           strcmp(event_at(page, i)->key, key) != 0)
        i--;
    if (i < 0 || event_at(page, i)->number <= page->sent)
        return;
    page->bytes -= event_at(page, i)->text->length;
    release(event_at(page, i)->text);
    for (page->count--; i < page->count; i++)
        *event_at(page, i) = *event_at(page, i + 1);
}

static void page_close(struct page *page)
{
    while (page->count > 0)
        drop_first(page);
    free(page->events);
    free(page);
}

void by_queues_close(struct by_queues *queues)
{
    if (!queues)
        return;
    for (int i = 0; i < queues->count; i++)
        page_close(queues->pages[i]);
    by_mutex_close(&queues->lock);
    free(queues);
}

static struct page *find_page(const struct by_queues *queues, const char *client)
{
    for (int i = 0; i < queues->count; i++)
        if (strcmp(queues->pages[i]->client, client) == 0)
            return queues->pages[i];
    return NULL;
}

/* Forgets the page that has been away for longest; false: none is away. */
static bool forget_one(struct by_queues *queues, double since)
{
    int oldest = -1;
    for (int i = 0; i < queues->count; i++)
        if (!queues->pages[i]->reader && queues->pages[i]->left < since &&
            (oldest < 0 || queues->pages[i]->left < queues->pages[oldest]->left))
            oldest = i;
    if (oldest < 0)
        return false;
    page_close(queues->pages[oldest]);
    queues->pages[oldest] = queues->pages[--queues->count];
    return true;
}

static struct page *new_page(struct by_queues *queues, const char *client)
{
    struct page *page;
    if (queues->count == PAGES_MAX && !forget_one(queues, by_clock_now()))
        return NULL;
    page = calloc(1, sizeof *page);
    if (!page)
        return NULL;
    page->events = calloc(BY_LIMIT_QUEUE_EVENTS, sizeof *page->events);
    if (!page->events) {
        free(page);
        return NULL;
    }
    (void)snprintf(page->client, sizeof page->client, "%s", client);
    queues->pages[queues->count++] = page;
    return page;
}

/* --- sending --------------------------------------------------------------------------------- */

static void wake(struct by_reader *reader)
{
    if (!reader || !reader->asleep)
        return;
    reader->asleep = false;
    reader->hooks.wake(reader->hooks.context);
}

static void push(struct page *page, const char *key, struct text *text)
{
    if (key)
        drop_key(page, key);
    while (page->count == BY_LIMIT_QUEUE_EVENTS ||
           (page->count > 0 && page->bytes + text->length > BY_LIMIT_QUEUE_BYTES))
        drop_first(page);
    struct event *event = event_at(page, page->count++);
    event->number = ++page->last;
    (void)snprintf(event->key, sizeof event->key, "%s", key ? key : "");
    event->text = text;
    text->shares++;
    page->bytes += text->length;
    wake(page->reader);
}

/* A line break in the data begins a line of its own. */
static void put_data(struct by_buffer *out, const char *event, const char *data)
{
    by_buffer_format(out, "event: %s\ndata: ", event);
    for (; *data; data++) {
        if (*data == '\r')
            continue;
        by_buffer_char(out, *data);
        if (*data == '\n')
            by_buffer_add(out, "data: ");
    }
    by_buffer_add(out, "\n\n");
}

static struct text *make_text(const char *event, const struct by_buffer *data)
{
    struct by_buffer out;
    struct text *text = NULL;
    by_buffer_open(&out, BY_LIMIT_QUEUE_BYTES / 2);
    put_data(&out, event, by_buffer_text(data));
    if (!out.failed && !data->failed)
        text = malloc(sizeof *text + out.length);
    if (text) {
        text->shares = 1;
        text->length = out.length;
        memcpy(text->bytes, out.data, out.length);
    }
    by_buffer_close(&out);
    return text;
}

bool by_queues_send(struct by_queues *queues, const char *client, const char *event,
                    const char *key, const struct by_buffer *data)
{
    struct text *text = make_text(event, data);
    bool sent = false;
    if (!text)
        return false;
    by_mutex_lock(&queues->lock);
    for (int i = 0; i < queues->count; i++) {
        if (client && strcmp(queues->pages[i]->client, client) != 0)
            continue;
        push(queues->pages[i], key, text);
        sent = true;
    }
    release(text);
    by_mutex_unlock(&queues->lock);
    return sent;
}

double by_queues_away(struct by_queues *queues, const char *client, double now)
{
    by_mutex_lock(&queues->lock);
    const struct page *page = find_page(queues, client);
    double away = !page ? HUGE_VAL : page->reader ? 0 : now - page->left;
    by_mutex_unlock(&queues->lock);
    return away;
}

/* --- streams ----------------------------------------------------------------------------------- */

/* Goes on behind the event that the page names: "BOOT.NUMBER". Whoever names none begins with what comes now. */
static void resume(const struct by_queues *queues, struct page *page, const char *last_event)
{
    size_t length = strlen(queues->boot);
    int64_t number = -1;
    page->gap = false;
    if (!last_event) {
        page->sent = page->last;
        return;
    }
    if (strncmp(last_event, queues->boot, length) != 0 || last_event[length] != '.' ||
        !by_read_int(last_event + length + 1, 0, INT64_MAX, &number) ||
        (uint64_t)number > page->last) {
        page->sent = page->last;
        page->gap = true;
        return;
    }
    page->sent = (uint64_t)number;
}

static void begin(struct by_reader *reader)
{
    struct page *page = reader->page;
    by_buffer_format(&reader->pending,
                     "retry: 1000\nid: %s.%" PRIu64 "\nevent: hello\ndata: {\"boot\": \"%s\"}\n\n",
                     reader->queues->boot, page->sent, reader->queues->boot);
}

static void cut_off(struct page *page)
{
    struct by_reader *reader = page->reader;
    if (!reader)
        return;
    page->reader = NULL;
    reader->page = NULL;
    reader->ended = true;
    wake(reader);
}

static struct page *page_for(struct by_queues *queues, const char *client, struct by_error *err)
{
    struct page *page = find_page(queues, client);
    if (queues->ended)
        by_fail(err, BY_FAILED, "the server is stopping");
    else if (queues->streams >= BY_LIMIT_STREAMS && !(page && page->reader))
        by_fail(err, BY_FAILED, "there are %d event streams already, and no more are served",
                queues->streams);
    else if (page || (page = new_page(queues, client)))
        return page;
    else
        by_fail(err, BY_NO_MEMORY, "there are too many pages");
    return NULL;
}

enum by_status by_queues_join(struct by_queues *queues, const char *client, const char *last_event,
                              const struct by_reader_hooks *hooks, struct by_reader **out,
                              struct by_error *err)
{
    struct by_reader *reader = calloc(1, sizeof *reader);
    *out = NULL;
    if (!reader)
        return by_fail_memory(err, sizeof *reader);
    by_mutex_lock(&queues->lock);
    struct page *page = page_for(queues, client, err);
    if (page) {
        cut_off(page);
        *reader = (struct by_reader){
            .queues = queues, .page = page, .hooks = *hooks, .quiet_since = by_clock_now()};
        by_buffer_open(&reader->pending, BY_LIMIT_QUEUE_BYTES);
        page->reader = *out = reader;
        resume(queues, page, last_event);
        begin(reader);
        queues->streams++;
    }
    by_mutex_unlock(&queues->lock);
    if (!page)
        free(reader);
    return page ? BY_OK : BY_FAILED;
}

/* The next event becomes pending; false: there is none. */
static bool next_event(struct by_reader *reader)
{
    struct page *page = reader->page;
    int i = page->count;
    if (page->gap || page->gone > page->sent) {
        page->gap = false;
        page->sent = page->gone > page->sent ? page->gone : page->sent;
        by_buffer_add(&reader->pending, "event: gap\ndata: {}\n\n");
        return true;
    }
    while (i > 0 && event_at(page, i - 1)->number > page->sent)
        i--;
    if (i == page->count)
        return false;
    const struct event *event = event_at(page, i);
    by_buffer_format(&reader->pending, "id: %s.%" PRIu64 "\n%.*s", reader->queues->boot,
                     event->number, (int)event->text->length, event->text->bytes);
    page->sent = event->number;
    return true;
}

static size_t hand_out(struct by_reader *reader, char *out, size_t room)
{
    size_t size = reader->pending.length - reader->taken;
    size = size < room ? size : room;
    memcpy(out, reader->pending.data + reader->taken, size);
    reader->taken += size;
    reader->quiet_since = by_clock_now();
    if (reader->taken == reader->pending.length) {
        by_buffer_close(&reader->pending);
        by_buffer_open(&reader->pending, BY_LIMIT_QUEUE_BYTES);
        reader->taken = 0;
    }
    return size;
}

size_t by_reader_take(struct by_reader *reader, char *out, size_t room, bool *ended)
{
    size_t size = 0;
    by_mutex_lock(&reader->queues->lock);
    *ended = reader->ended || reader->pending.failed;
    if (!*ended && (reader->pending.length > 0 || next_event(reader)))
        size = hand_out(reader, out, room);
    else if (!*ended) {
        reader->asleep = true;
        reader->hooks.sleep(reader->hooks.context);
    }
    by_mutex_unlock(&reader->queues->lock);
    return size;
}

void by_reader_end(struct by_reader *reader)
{
    by_mutex_lock(&reader->queues->lock);
    reader->ended = true;
    wake(reader);
    by_mutex_unlock(&reader->queues->lock);
}

void by_reader_leave(struct by_reader *reader)
{
    struct by_queues *queues = reader->queues;
    by_mutex_lock(&queues->lock);
    if (reader->page) {
        reader->page->reader = NULL;
        reader->page->left = by_clock_now();
    }
    queues->streams--;
    by_mutex_unlock(&queues->lock);
    by_buffer_close(&reader->pending);
    free(reader);
}

/* --- all of them --------------------------------------------------------------------------------- */

void by_queues_tick(struct by_queues *queues, double now)
{
    by_mutex_lock(&queues->lock);
    for (int i = 0; i < queues->count; i++) {
        struct by_reader *reader = queues->pages[i]->reader;
        if (!reader || !reader->asleep || now - reader->quiet_since < BEAT_SECONDS)
            continue;
        by_buffer_add(&reader->pending, ": here\n\n");
        wake(reader);
    }
    while (forget_one(queues, now - FORGET_SECONDS))
        continue;
    by_mutex_unlock(&queues->lock);
}

void by_queues_end(struct by_queues *queues)
{
    by_mutex_lock(&queues->lock);
    queues->ended = true;
    for (int i = 0; i < queues->count; i++)
        cut_off(queues->pages[i]);
    by_mutex_unlock(&queues->lock);
}

int by_queues_streams(struct by_queues *queues)
{
    by_mutex_lock(&queues->lock);
    int streams = queues->streams;
    by_mutex_unlock(&queues->lock);
    return streams;
}
