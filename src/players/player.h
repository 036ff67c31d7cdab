/* player.h: what sits at the board, made from a spec string.
 *
 * Own searches ("alphabeta plain=on depth=4"), other programs (`gtp cmd="gnugo --mode gtp"`,
 * program.h), the names that the user has given to such specs (named.h), levels ("medium",
 * levels.h), and a person ("human"). What a spec may do is a matter of trust (resolve.h). The spec's grammar is in
 * base/spec.h; unknown names, keys and values are refused with a sentence that names the accepted
 * ones. */
#ifndef BY_PLAYERS_PLAYER_H
#define BY_PLAYERS_PLAYER_H

#include "base/spec.h"
#include "players/manners.h"

/* How a person is asked for a move. `ask` fills a legal move, or BY_NO_MOVE when the
 * person wants to leave the game. */
struct by_human {
    void *context;
    enum by_status (*ask)(void *context, const struct by_line *line, by_move *out,
                          struct by_error *err);
};

/* What another program did wrong. */
enum by_fault {
#define BY_FAULT(id, name) BY_FAULT_##id,
#include "players/faults.def"
#undef BY_FAULT
    BY_FAULT_COUNT
};

/* One word: "crash", "silence". */
const char *by_fault_name(enum by_fault fault);

struct by_player;

/* Who plays a game when nobody says who, as a spec without limits: the best that there is for it. */
const char *by_player_default(const struct by_game *game);

/* The same for one choice of its options: where there is chance, a search that understands it. */
const char *by_player_for(const struct by_rules *rules);

/* What a spec may do beyond playing. The command line may do all: it is the user's own hand. A spec
 * that came over a socket, through a protocol, or in a file that somebody else wrote may do nothing. */
enum by_trust {
    BY_TRUST_NONE = 0,
    BY_TRUST_PROGRAMS = 1,    /* start other programs */
    BY_TRUST_FILES = 2,       /* read files: tables of values, the user's own names for players */
    BY_TRUST_TRANSCRIPTS = 4, /* write down what other programs say */
    BY_TRUST_ALL = 7
};

struct by_player_terms {
    uint64_t seed;
    unsigned trust;               /* of enum by_trust */
    const struct by_human *human; /* may be NULL: then the spec "human" is refused */
    bool later; /* another program is started by its first move, which can be stopped */
};

/* The rules must outlive it. */
enum by_status by_player_open(const struct by_rules *rules, const char *spec,
                              const struct by_player_terms *terms, struct by_player **out,
                              struct by_error *err);
void by_player_close(struct by_player *player);

/* A new game begins: the player forgets the last one; the game depends on the seed alone. */
void by_player_reset(struct by_player *player, uint64_t seed);

/* After a reset: the game is number `number` (from 1) of a match, and the player the first (0) or second
 * one. For who writes things down; nobody plays otherwise for it. */
void by_player_announce(struct by_player *player, int64_t number, int side);

/* Chooses a move at the end of `line` (not over). `limits` and `events` may be NULL. The
 * decision's move is BY_NO_MOVE only when a person leaves, when a player resigns, when another
 * program is stopped before it has answered, and where nature is to move (games/chance.h). A failure that is the player's own fault, not ours, is told
 * by by_player_fault; the player can be asked again afterwards, also in the same game. */
enum by_status by_player_move(struct by_player *player, const struct by_line *line,
                              const struct by_limits *limits, const struct by_events *events,
                              struct by_decision *decision, struct by_error *err);

/* The same with more to say about it (manners.h); people and other programs do not listen. */
enum by_status by_player_turn(struct by_player *player, const struct by_line *line,
                              const struct by_turn *turn, struct by_decision *decision,
                              struct by_error *err);

/* The chance to win below which it gives up; 0: it never does, or nobody knows. */
double by_player_resign(const struct by_player *player, const struct by_game *game);
void by_player_set_resign(struct by_player *player, double chance);

/* From any thread or signal handler: a move in progress is answered soon. */
void by_player_stop(struct by_player *player);

/* About the last by_player_move. */
enum by_fault by_player_fault(const struct by_player *player);
bool by_player_resigned(const struct by_player *player);
bool by_player_used_book(const struct by_player *player);

/* Seconds by which it may exceed a limit: another program has a margin= of its own, for the others
 * it is `otherwise`. */
double by_player_margin(const struct by_player *player, double otherwise);

bool by_player_is_human(const struct by_player *player);
const char *by_player_spec(const struct by_player *player); /* as given */

/* The program behind it (program.h); NULL for all others. */
struct by_program;
struct by_program *by_player_program(struct by_player *player);

/* The search behind it; NULL for a person and for another program. */
struct by_searcher *by_player_searcher(struct by_player *player);

#endif
