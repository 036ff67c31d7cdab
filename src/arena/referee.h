/* referee.h: one game between two players, under the terms of a match.
 *
 * The referee keeps the clocks, checks every move by the rules, and ends the game when it is over,
 * when a player resigns, runs out of time or does something wrong, and when it is decided as far as
 * the terms say. */
#ifndef BY_ARENA_REFEREE_H
#define BY_ARENA_REFEREE_H

#include "arena/played.h"
#include "base/buffer.h"
#include "players/player.h"

/* What a game is played under; all zero: nothing but the rules. */
struct by_terms {
    double per_move;            /* seconds for each move; 0: no such limit */
    struct by_game_clock clock; /* of each player at the start; all zero: none */
    double margin;              /* seconds by which a limit may be exceeded, by players without
                                   a margin of their own (by_player_margin) */

    /* When a game is decided before its end. */
    double hopeless; /* both players give one of them at most this chance, in... */
    int moves;       /* ...so many moves each: he has lost; 0: never */
    int plies;       /* a game of so many plies is drawn; 0: never */
    bool proven;     /* a search has proven the result */
};

#define BY_MARGIN 0.05 /* of a match that does not say otherwise */

/* Reads a time for a move ("200ms") or a clock ("left=60 increment=1", search/timing.h). */
enum by_status by_terms_time(const char *text, struct by_terms *terms, struct by_error *err);

/* Reads "hopeless=0.02 moves=4 plies=300 proven=on", any of them. */
enum by_status by_terms_adjudicate(const char *text, struct by_terms *terms, struct by_error *err);

/* The terms in words that do not depend on how they were written; nothing when there are none. */
void by_terms_write(const struct by_terms *terms, struct by_text *out);

/* Why a game ended: one of these words, "rules" first; NULL past the end. After the first four they
 * are the faults of player.h. */
enum {
#define BY_ENDING(id, name) BY_END_##id,
#include "arena/endings.def"
#undef BY_ENDING
    BY_END_FAULT
};
#define BY_ENDINGS_MAX 24
const char *by_ending_name(int ending);
int by_ending_find(const char *word); /* BY_ENDINGS_MAX - 1 when there is none */

/* Everything that one game at a time needs; belongs to one thread. */
struct by_seats {
    const struct by_rules *rules;
    const struct by_terms *terms;
    struct by_player *player[2]; /* a, b */
    struct by_line *line;        /* where the game begins; its moves are the opening's */
    uint64_t seed;               /* of the game: what nature does comes from it */
    struct by_decision decision;
    float *
        seconds; /* of each ply, negative in the opening and where nature moved; room for rules->max_length */
    bool texts; /* write moves and times of the games: somebody wants them */
    struct by_buffer moves, times;
    char reason[512];
    bool (*halted)(const void *context);
    const void *context;

    /* Who watches: before the first ply that is played and after each; NULL: nobody. */
    void (*moved)(void *context, const struct by_line *line);
    void *moved_context;
};

/* `trust`: what the specs may do (player.h). */
enum by_status by_seats_open(struct by_seats *seats, const struct by_rules *rules,
                             const struct by_terms *terms, const char *a, const char *b,
                             unsigned trust, struct by_error *err);
void by_seats_close(struct by_seats *seats);

/* Plays on from where the line stands to the end of the game. `*finished` is false when it was
 * halted; then, and after a failure (of ours: what players do wrong ends the game, not the match),
 * nothing is in `out`. Its texts are the seats', until the next game; the number is the caller's. */
enum by_status by_referee_play(struct by_seats *seats, bool a_first, struct by_played *out,
                               bool *finished, struct by_error *err);

#endif
