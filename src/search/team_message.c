/* team_message.c: see team_message.h. */
#include "search/team_message.h"
#include <inttypes.h>
#include <string.h>

static void add_field(struct by_buffer *out, const char *text)
{
    by_buffer_add(out, text);
    by_buffer_char(out, '\0');
}

static void add_number(struct by_buffer *out, int64_t number)
{
    by_buffer_format(out, "%" PRId64 " ", number);
}

void by_order_write(const struct by_order *o, struct by_buffer *out)
{
    const int64_t numbers[] = {
        o->searcher,       o->serial, o->game,         (int64_t)o->seed, (int64_t)o->simulations,
        (int64_t)o->nodes, o->depth,  o->microseconds, o->every,         (int64_t)o->key};
    add_field(out, "think");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(out, numbers[i]);
    add_field(out, "");
    add_field(out, o->build);
    add_field(out, o->rules);
    add_field(out, o->start);
    add_field(out, o->search);
    add_field(out, o->moves);
}

void by_report_write(int64_t serial, const struct by_report *r, struct by_buffer *out)
{
    const int64_t numbers[] = {serial,
                               r->done,
                               r->depth,
                               (int64_t)r->simulations,
                               (int64_t)r->nodes,
                               (int64_t)r->bytes,
                               (int64_t)r->blocks,
                               r->count};
    add_field(out, "report");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_number(out, numbers[i]);
    add_field(out, "");
    for (int i = 0; i < r->count; i++) {
        add_number(out, r->votes[i].move);
        add_number(out, r->votes[i].known);
        add_number(out, (int64_t)r->votes[i].visits);
        add_number(out, (int64_t)r->votes[i].parts);
    }
    add_field(out, "");
}

bool by_field_next(struct by_fields *fields, const char **out)
{
    const char *zero =
        fields->at < fields->end ? memchr(fields->at, 0, (size_t)(fields->end - fields->at)) : NULL;
    if (!zero)
        return false;
    *out = fields->at;
    fields->at = zero + 1;
    return true;
}

/* One number and the blank behind it. */
static bool next_number(const char **cursor, int64_t *out)
{
    if (!by_scan_int(cursor, out) || **cursor != ' ')
        return false;
    ++*cursor;
    return true;
}

static bool read_numbers(struct by_fields *fields, int64_t *out, size_t count)
{
    const char *cursor;
    if (!by_field_next(fields, &cursor))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!next_number(&cursor, &out[i]))
            return false;
    return *cursor == '\0';
}

static bool is_within(int64_t number, int64_t low, int64_t high)
{
    return number >= low && number <= high;
}

bool by_order_read(struct by_fields *fields, struct by_order *out)
{
    int64_t n[10];
    if (!read_numbers(fields, n, 10) || !by_field_next(fields, &out->build) ||
        !by_field_next(fields, &out->rules) || !by_field_next(fields, &out->start) ||
        !by_field_next(fields, &out->search) || !by_field_next(fields, &out->moves))
        return false;
    out->searcher = n[0];
    out->serial = n[1];
    out->game = n[2];
    out->seed = (uint64_t)n[3];
    out->simulations = (uint64_t)n[4];
    out->nodes = (uint64_t)n[5];
    out->depth = n[6];
    out->microseconds = n[7];
    out->every = n[8];
    out->key = (uint64_t)n[9];
    return n[4] >= 0 && n[5] >= 0 && is_within(n[6], 0, BY_LENGTH_MAX) &&
           is_within(n[7], 0, INT64_C(1) << 50) && is_within(n[8], 1, INT64_C(1) << 50);
}

static bool read_vote(const char **cursor, int actions, struct by_vote *out)
{
    int64_t n[4];
    for (int i = 0; i < 4; i++)
        if (!next_number(cursor, &n[i]))
            return false;
    *out = (struct by_vote){.move = (by_move)n[0],
                            .known = (int)n[1],
                            .visits = (uint64_t)n[2],
                            .parts = (uint64_t)n[3]};
    return is_within(n[0], 0, actions - 1) && is_within(n[1], 0, 3) &&
           is_within(n[2], 0, INT64_C(1) << 50) && is_within(n[3], 0, BY_VOTE_PARTS * n[2]);
}

bool by_report_read(struct by_fields *fields, int max_moves, int actions, int64_t *serial,
                    struct by_report *out)
{
    int64_t n[8];
    const char *cursor;
    out->count = 0;
    if (!read_numbers(fields, n, 8) || !by_field_next(fields, &cursor))
        return false;
    for (int i = 3; i < 7; i++)
        if (!is_within(n[i], 0, INT64_C(1) << 50))
            return false;
    if (!is_within(n[2], 0, BY_LENGTH_MAX) || !is_within(n[7], 0, max_moves))
        return false;
    for (int i = 0; i < n[7]; i++)
        if (!read_vote(&cursor, actions, &out->votes[i]))
            return false;
    *serial = n[0];
    out->done = n[1] != 0;
    out->depth = (int)n[2];
    out->simulations = (uint64_t)n[3];
    out->nodes = (uint64_t)n[4];
    out->bytes = (uint64_t)n[5];
    out->blocks = (uint64_t)n[6];
    out->count = (int)n[7];
    return *cursor == '\0';
}

bool by_order_move(const char **cursor, by_move *out)
{
    int64_t move;
    if (!next_number(cursor, &move) || !is_within(move, 0, INT32_MAX))
        return false;
    *out = (by_move)move;
    return true;
}
