/* team_message.h: what ranks say to each other, as text: fields that end in a zero byte.
 *
 *   leader:  "think", numbers, build, rules, start, search, moves
 *            "stop", serial           "close", searcher
 *   member:  "report", numbers, votes                             "failed", serial, sentence
 *
 * Text is read with bounds and trusted with nothing; it means the same on every machine. */
#ifndef BY_SEARCH_TEAM_MESSAGE_H
#define BY_SEARCH_TEAM_MESSAGE_H

#include "base/buffer.h"
#include "search/team.h"

struct by_order {
    int64_t searcher, serial, game; /* which searcher, which order, which game (reset) of it */
    uint64_t seed;
    uint64_t simulations, nodes;
    int64_t depth, microseconds, every; /* `every` so many microseconds a report */
    uint64_t key;                       /* of the position */
    const char *build;                  /* of the leader: others do not follow (base/version.h) */
    const char *rules, *start, *search,
        *moves; /* `start` is empty where the game begins as usual */
};

void by_order_write(const struct by_order *order, struct by_buffer *out);
void by_report_write(int64_t serial, const struct by_report *report, struct by_buffer *out);

/* One message as it came: its fields, and false past the last or where the last does not end. */
struct by_fields {
    const char *at, *end;
};
bool by_field_next(struct by_fields *fields, const char **out);

/* Behind their first field. `max_moves` votes are the most, of moves below `actions`. */
bool by_order_read(struct by_fields *fields, struct by_order *out);
bool by_report_read(struct by_fields *fields, int max_moves, int actions, int64_t *serial,
                    struct by_report *out);

/* The moves of an order, one after the other; false at the end, or where it is no number. */
bool by_order_move(const char **cursor, by_move *out);

#endif
