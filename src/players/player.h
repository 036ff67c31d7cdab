/* player.h: what sits at the board, made from a spec string.
 *
 * Own searches ("alphabeta plain=on depth=4") and a person ("human"). The spec's
 * grammar is in base/spec.h; unknown names, keys and values are refused with a
 * sentence that names the accepted ones. */
#ifndef BY_PLAYERS_PLAYER_H
#define BY_PLAYERS_PLAYER_H

#include "search/search.h"

/* How a person is asked for a move. `ask` fills a legal move, or BY_NO_MOVE when the
 * person wants to leave the game. */
struct by_human {
    void *context;
    enum by_status (*ask)(void *context, const struct by_line *line, by_move *out,
                          struct by_error *err);
};

struct by_player;

/* `human` may be NULL: then the spec "human" is refused. The rules must outlive it. */
enum by_status by_player_open(const struct by_rules *rules, const char *spec, uint64_t seed,
                              const struct by_human *human, struct by_player **out,
                              struct by_error *err);
void by_player_close(struct by_player *player);

/* A new game begins: the player forgets the last one; the game depends on the seed alone. */
void by_player_reset(struct by_player *player, uint64_t seed);

/* Chooses a move at the end of `line` (not over). `limits` and `events` may be NULL. The
 * decision's move is BY_NO_MOVE only when a person leaves. */
enum by_status by_player_move(struct by_player *player, const struct by_line *line,
                              const struct by_limits *limits, const struct by_events *events,
                              struct by_decision *decision, struct by_error *err);

/* From any thread or signal handler: a move in progress is answered soon. */
void by_player_stop(struct by_player *player);

bool by_player_is_human(const struct by_player *player);
const char *by_player_spec(const struct by_player *player); /* as given */

/* The search behind it; NULL for a person. */
struct by_searcher *by_player_searcher(struct by_player *player);

#endif
