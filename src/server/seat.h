/* seat.h: players as the page names them, opened with trust off.
 *
 * A level, a search with its options, or, where the server was started with --engines, the name that the
 * user has given to a player of his own: by that name alone, without options of the page's. "human" is
 * nobody that the server could ask. What a spec may use is bounded. */
#ifndef BY_SERVER_SEAT_H
#define BY_SERVER_SEAT_H

#include "players/resolve.h"
#include "server/http.h"
#include "server/server.h"

#define BY_SEAT_MEMORY  BY_LIMIT_PLAYER_BYTES
#define BY_SEAT_THREADS BY_LIMIT_PLAYER_THREADS
#define BY_SEAT_SECONDS BY_LIMIT_JOB_SECONDS

enum by_seat_kind {
    BY_SEAT_HUMAN,
    BY_SEAT_LEVEL,
    BY_SEAT_SEARCH,
    BY_SEAT_ENGINE,
};

struct by_page_player {
    enum by_seat_kind kind;
    unsigned trust;                    /* to open it with (player.h) */
    bool later;                        /* likewise */
    char name[BY_SPEC_LENGTH_MAX + 1]; /* as the page says it */
    char spec[BY_SPEC_LENGTH_MAX + 1]; /* what a level stands for; "": nobody is told */
};

/* "human", "level", "search", "engine". */
const char *by_seat_kind_name(enum by_seat_kind kind);

/* `text` NULL: the game's own player. */
enum by_status by_page_player_read(struct by_server *server, const struct by_rules *rules,
                                   const char *text, struct by_page_player *out,
                                   struct by_error *err);

/* Not for people. */
enum by_status by_page_player_open(const struct by_page_player *player,
                                   const struct by_rules *rules, uint64_t seed,
                                   struct by_player **out, struct by_error *err);

#endif
