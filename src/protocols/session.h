/* session.h: what banyan as an engine has in its head, whatever protocol it speaks: a game with its
 * settings, the moves so far, a player, clocks, and a search that other threads may stop.
 *
 * One thread owns the session and calls everything here but by_session_stop, by_session_heard and
 * by_session_ended: those are for the thread that reads the input (input.h). What fails leaves the
 * session as it was. */
#ifndef BY_PROTOCOLS_SESSION_H
#define BY_PROTOCOLS_SESSION_H

#include "base/thread.h"
#include "players/player.h"

#define BY_SESSION_SETTINGS_MAX 16
#define BY_SESSION_NAME_MAX     31
#define BY_SESSION_VALUE_MAX    255

/* Settings of a game, with their text. */
struct by_session_settings {
    int count;
    char name[BY_SESSION_SETTINGS_MAX][BY_SESSION_NAME_MAX + 1];
    char value[BY_SESSION_SETTINGS_MAX][BY_SESSION_VALUE_MAX + 1];
};

/* Sets, changes or (value NULL) removes one; false: there are too many, or it is too long. */
bool by_session_settings_put(struct by_session_settings *settings, const char *name,
                             const char *value);

/* A move that somebody made, with what had to be done to the line for it. */
struct by_session_step {
    by_move move;
    int side;
    int plies_before; /* of the line */
    bool anew;        /* the line was changed otherwise than by moves */
};

struct by_session {
    char game[BY_SESSION_NAME_MAX + 1];
    struct by_session_settings settings;
    struct by_rules *rules;
    struct by_line *line; /* where the game stands */
    struct by_player *player;
    struct by_decision decision; /* of the last search; move_count 0: none yet */
    char *spec;                  /* the player's, as given; NULL: the game's own default */
    unsigned trust;              /* what that spec may do (player.h) */
    char *defaults;              /* added to that default ("threads=4"), or NULL */
    uint64_t seed;
    uint64_t
        games; /* before this one, with a move in each; the first has this seed, others their own */
    bool moved;    /* somebody moved in this one, even if it was taken back */
    double resign; /* the player gives up below this chance to win; below 0: as its spec says */

    void *base;       /* the position in which the game began */
    bool turned_anew; /* by_session_turn changed the line otherwise than by a move... */
    int turned_from;  /* ...that had so many moves before it */
    struct by_session_step *steps;
    int step_count, step_room;

    bool ponders; /* it thinks in the opponent's time */
    bool awaits; /* a move of ours was made, after which the line had so many moves, and this key */
    int awaited_at;
    uint64_t awaited_key;

    struct by_game_clock clock[2]; /* of each side, as it stands; all zero: none */

    /* Of both threads, under the lock. */
    struct by_mutex lock;
    bool thinking;
    bool patient; /* input does not stop the search that is running */
    bool stopped; /* it was asked to stop */
    bool heard;   /* a line has come since the session began to listen, to ponder */
    double begun;
};

/* `game` may be an alias. `spec` NULL: see by_session_default. */
struct by_session_config {
    const char *game;
    struct by_session_settings settings;
    const char *spec;
    unsigned trust; /* what that spec may do (player.h) */
    const char *defaults;
    uint64_t seed;
    double resign; /* as in struct by_session */
    bool ponders; /* think in the opponent's time; refused where the player forgets what it found */
};
enum by_status by_session_open(const struct by_session_config *config, struct by_session **out,
                               struct by_error *err);
void by_session_close(struct by_session *session);

/* Who plays a game when nobody says so: the game's own player, keeping its tree between moves. */
void by_session_default(const struct by_rules *rules, struct by_text *out);

/* --- the game ------------------------------------------------------------------- */

/* Another game, or the same one with other settings, from its start; `position` may be NULL. */
enum by_status by_session_choose(struct by_session *session, const char *game,
                                 const struct by_session_settings *settings, const char *position,
                                 struct by_error *err);

/* Other settings under the same moves (komi). */
enum by_status by_session_change(struct by_session *session,
                                 const struct by_session_settings *settings, struct by_error *err);

/* Another player, "" for the default. What came with the protocol is trusted with nothing. */
enum by_status by_session_seat(struct by_session *session, const char *spec, unsigned trust,
                               struct by_error *err);

/* The player forgets, and goes on with this seed; the games that follow have others made from it. */
void by_session_set_seed(struct by_session *session, uint64_t seed);

/* A new game from the game's own start: nothing is left of the last one but settings and clocks. */
void by_session_clear(struct by_session *session);

/* A new game from this position of the rules: `position` as bytes, or as text. */
void by_session_begin(struct by_session *session, const void *position);
enum by_status by_session_begin_text(struct by_session *session, const char *text,
                                     struct by_error *err);

/* Takes over a game from elsewhere: rules and line are the session's from here on, when it did not
 * fail. */
enum by_status by_session_adopt(struct by_session *session, struct by_rules *rules,
                                struct by_line *line, struct by_error *err);

/* --- moves ---------------------------------------------------------------------- */

/* Plays a move of `side`. Out of turn, the other side has passed: by a move where the game has one
 * that does not end it, else the turn is given over, where the rules can have such a position. A
 * game of Go that two passes ended goes on. */
enum by_status by_session_play(struct by_session *session, int side, by_move move,
                               struct by_error *err);

/* Takes back the last of them; false: there is none. */
bool by_session_undo(struct by_session *session);

/* Makes it `side`'s turn to think about, nobody having passed; by_session_restore takes that back. */
enum by_status by_session_turn(struct by_session *session, int side, struct by_error *err);
void by_session_restore(struct by_session *session);

/* --- thinking ------------------------------------------------------------------- */

/* Thinks about the line as it stands; session->decision has the answer: what the search says.
 * `limits` and `events` may be NULL. Not `patient`: the next line of input stops it. */
enum by_status by_session_think(struct by_session *session, const struct by_limits *limits,
                                const struct by_events *events, bool patient, struct by_error *err);

/* The same as a player who has a move to make, with manners: it may pass, or give up (BY_NO_MOVE). */
enum by_status by_session_move(struct by_session *session, const struct by_turn *turn, bool patient,
                               struct by_error *err);

/* The line of play behind a move of that decision, the move first; room for BY_PV_MAX. At least the
 * move itself. On the searching thread, in its events or after it. */
int by_session_line(const struct by_session *session, const struct by_decision *decision,
                    by_move move, by_move *out);

/* From any thread. Stops a search that is running; one that has not begun is not touched. */
void by_session_stop(struct by_session *session);

/* From the reader: a line is waiting; the input has ended (see struct by_ear in input.h). */
void by_session_heard(struct by_session *session);
void by_session_ended(struct by_session *session, double seconds, bool gone);

/* --- pondering ------------------------------------------------------------------ */

/* Whether the player keeps what it finds for its next move. */
bool by_session_can_ponder(const struct by_session *session);

/* We have made our move, and the line is as it is now while the opponent thinks. */
void by_session_await(struct by_session *session);

/* Where the session ponders and the opponent is awaited, thinks on about the line until the next line of
 * input is there, or the limits of the player's spec are reached. What it finds stays in the player's tree
 * or table and nowhere else: no decision, no clock and no rule of a move is touched. To be called before
 * the next line is waited for; by_session_heard must be the ear's `queued`. */
struct by_input;
void by_session_ponder(struct by_session *session, struct by_input *input);

#endif
