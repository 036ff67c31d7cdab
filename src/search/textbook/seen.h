/* seen.h: the states that a search has met (OTH 4.4): "if a state was visited before, the search
 * does not go on". There is no value beside a state, as there is in a transposition table: the
 * second time it counts what the evaluation says, however deep it would have been searched. So the
 * value of a search may change with it; what it saves can be counted, and that is what it is for.
 *
 * With `symmetry` all images of a state are one (OTH 8.2). States are told apart exactly, by their
 * packs. When memory is full, later states are searched as if they were new. */
#ifndef BY_SEARCH_TEXTBOOK_SEEN_H
#define BY_SEARCH_TEXTBOOK_SEEN_H

#include "games/game.h"
#include "search/position_set.h"

#define BY_SEEN_BYTES_MAX ((size_t)512 << 20)

struct by_seen {
    const struct by_rules *rules;
    bool symmetry;
    struct by_position_set set;
    size_t held, limit; /* bytes */
    uint8_t *pack, *scratch;
    void *image;
    uint64_t states; /* different ones met since by_seen_begin */
    uint64_t saved;  /* met again: not searched a second time */
};

enum by_status by_seen_open(const struct by_rules *rules, bool symmetry, struct by_seen **out,
                            struct by_error *err);
void by_seen_close(struct by_seen *seen);

/* A search begins: nothing was met, the counts are zero. `limit` bytes, 0: BY_SEEN_BYTES_MAX. */
enum by_status by_seen_begin(struct by_seen *seen, size_t limit, struct by_error *err);

/* The next depth begins: nothing was met, the counts go on. */
enum by_status by_seen_clear(struct by_seen *seen, struct by_error *err);

/* True when the state was met before; otherwise it now has been. */
bool by_seen_before(struct by_seen *seen, const void *position);

#endif
