/* tune_log.c: see tune_log.h. */
#include "learn/tune_log.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

#define HEAD           "banyan tune 1"
#define MOST           1000000000 /* games of a bout */
#define LINE_MAX_BYTES 8192

/* --- reading ------------------------------------------------------------------------------ */

struct reader {
    const char *at, *end;
    int line;
    struct by_error *err;
};

/* The next line, without its end; NULL past the last one. */
static const char *next_line(struct reader *r, size_t *length)
{
    const char *line = r->at;
    if (line >= r->end)
        return NULL;
    const char *stop = memchr(line, '\n', (size_t)(r->end - line));
    stop = stop ? stop : r->end;
    *length = (size_t)(stop - line);
    r->at = stop < r->end ? stop + 1 : stop;
    r->line++;
    return line;
}

static enum by_status refuse_head(const struct reader *r, const char *found, size_t length,
                                  const char *wanted)
{
    char line[BY_QUOTE_SIZE], own[BY_QUOTE_SIZE], copy[64];
    struct by_text text = by_text_over(copy, sizeof copy);
    by_text_format(&text, "%.*s", (int)(length < 60 ? length : 60), found);
    if (r->line == 1)
        return by_fail(r->err, BY_BAD_INPUT, "it is not the log of a tuning");
    return by_fail(r->err, BY_BAD_INPUT,
                   "line %d: it is the log of another tuning: it says '%s', this one '%s'", r->line,
                   by_quote(copy, line), by_quote(wanted, own));
}

/* The head must be what this tuning would write. */
static enum by_status read_head(struct reader *r, const char *identity)
{
    char own[LINE_MAX_BYTES];
    const char *wanted = HEAD "\n";
    for (int part = 0; part < 2; part++, wanted = identity)
        while (*wanted) {
            size_t length = strcspn(wanted, "\n"), found = 0;
            const char *line = next_line(r, &found);
            struct by_text text = by_text_over(own, sizeof own);
            by_text_format(&text, "%.*s", (int)length, wanted);
            if (!line || found != length || memcmp(line, wanted, length) != 0)
                return refuse_head(r, line ? line : "", line ? found : 0, own);
            wanted += length + (wanted[length] == '\n');
        }
    size_t found = 1;
    const char *line = next_line(r, &found);
    return line && found == 0 ? BY_OK : refuse_head(r, line ? line : "", found, "");
}

/* Nine numbers, none more than can be. */
static bool read_bout(const char *line, int number, struct by_tally *out)
{
    int64_t value[9];
    const char *at = line;
    for (int i = 0; i < 9; i++) {
        while (*at == ' ')
            at++;
        if (!by_scan_int(&at, &value[i]) || value[i] < 0 || value[i] > MOST)
            return false;
    }
    for (int i = 0; i < 3; i++)
        out->games[i] = (long)value[1 + i];
    for (int i = 0; i < 5; i++)
        out->pairs[i] = (long)value[4 + i];
    long games = by_tally_games(out), pairs = 0;
    for (int i = 0; i < 5; i++)
        pairs += out->pairs[i];
    return *at == '\0' && value[0] == number && games > 0 && 2 * pairs <= games;
}

static enum by_status read_bouts(struct reader *r, struct by_tune_log *out)
{
    char copy[256];
    size_t length = 0;
    enum by_status status = BY_OK;
    for (const char *line; status == BY_OK && (line = next_line(r, &length));) {
        struct by_tally bout = {{0}, {0}};
        struct by_text text = by_text_over(copy, sizeof copy);
        by_text_format(&text, "%.*s", (int)(length < sizeof copy ? length : sizeof copy), line);
        if (text.length >= sizeof copy || text.length != length ||
            !read_bout(copy, out->count + 1, &bout))
            return by_fail(r->err, BY_BAD_INPUT,
                           "line %d: it is not what bout %d of a tuning came to", r->line,
                           out->count + 1);
        status = by_tune_log_add(out, &bout, r->err);
    }
    return status;
}

enum by_status by_tune_log_read(const char *text, size_t size, const char *identity,
                                struct by_tune_log *out, struct by_error *err)
{
    struct reader r = {text, text + size, 0, err};
    *out = (struct by_tune_log){0};
    enum by_status status = read_head(&r, identity);
    if (status == BY_OK)
        status = read_bouts(&r, out);
    if (status != BY_OK)
        by_tune_log_close(out);
    return status;
}

/* --- writing ------------------------------------------------------------------------------ */

void by_tune_log_write(const struct by_tune_log *log, const char *identity, struct by_buffer *out)
{
    by_buffer_add(out, HEAD "\n");
    by_buffer_add(out, identity);
    by_buffer_char(out, '\n');
    for (int i = 0; i < log->count; i++) {
        const struct by_tally *b = &log->bouts[i];
        by_buffer_format(out, "%d  %ld %ld %ld  %ld %ld %ld %ld %ld\n", i + 1, b->games[0],
                         b->games[1], b->games[2], b->pairs[0], b->pairs[1], b->pairs[2],
                         b->pairs[3], b->pairs[4]);
    }
}

enum by_status by_tune_log_add(struct by_tune_log *log, const struct by_tally *bout,
                               struct by_error *err)
{
    if (log->count == log->room) {
        int room = log->room ? 2 * log->room : 64;
        struct by_tally *bouts = realloc(log->bouts, (size_t)room * sizeof *bouts);
        if (!bouts)
            return by_fail_memory(err, (size_t)room * sizeof *bouts);
        log->bouts = bouts;
        log->room = room;
    }
    log->bouts[log->count++] = *bout;
    return BY_OK;
}

void by_tune_log_close(struct by_tune_log *log)
{
    free(log->bouts);
    *log = (struct by_tune_log){0};
}
