/* sitting.h: a game at the board: the API calls it a session.
 *
 * Two seats with a person, a level, a search or an engine on each, the moves so far, clocks, and the end: by the
 * rules, by agreement, given up, lost on time. After every change it is kept in the store, pages hear of
 * it, and where a player of ours is to move a worker lets it think.
 *
 * All functions but those of the table (sittings.h) want the sitting's lock. The players belong to the worker
 * as long as `busy` is true: it drops them where `reseat` says so. `version` counts changes that a search which
 * is running did not see; what it comes to is then thrown away. */
#ifndef BY_SERVER_SITTING_H
#define BY_SERVER_SITTING_H

#include "base/thread.h"
#include "players/agreement.h"
#include "players/player.h"
#include "report/pieces.h"
#include "server/body.h"
#include "server/seat.h"
#include <stdatomic.h>

#define BY_SITTING_ID    24
#define BY_SITTING_BYTES ((size_t)8 << 20) /* of its text */
#define BY_CLOCK_TEXT    160

struct by_sitting {
    char id[BY_SITTING_ID];
    struct by_server *server;
    struct by_mutex lock;
    atomic_int holders; /* the list, workers, requests: freed by the last one */
    double used;

    struct by_told_line told;
    struct by_page_player seat[2];
    uint64_t seed;
    char clock_text[BY_CLOCK_TEXT]; /* "": no clock */
    struct by_game_clock given, clock[2];
    double turn_begun; /* by_clock_now: since when a person thinks */

    int resigned, late,
        faulty;   /* 1 + the side that gave up, ran out of time, did something wrong; 0: none */
    bool counted; /* the end was agreed on */
    struct by_agreement *agreement; /* what is dead; NULL: nobody has asked yet */
    char error[512];                /* why the player to move cannot; "": it can */
    char unkept[600];               /* why the store does not have it as it stands; "": it has */
    char **notes;                   /* for each ply NULL, or what was thought before it, as JSON */
    int note_count, note_room;

    char client[BY_CLIENT_MAX + 1]; /* the page that hears of progress; "": none */
    int64_t change;
    int64_t version;
    bool busy, reseat[2];
    bool hurried; /* who is to move was told to answer at once, and has not yet */
    bool gone;    /* it was forgotten: nothing is kept any more */
    struct by_player *player[2];
    struct by_player *thinking; /* NULL: nobody */
    double thinking_since;      /* by_clock_now */
    double told_at;             /* the last news of a search */
};

enum by_sitting_state {
    BY_SITTING_PLAYING,
    BY_SITTING_THINKING,
    BY_SITTING_AGREEING,
    BY_SITTING_OVER
};

/* From the body of a request; and from what was kept. Freed by by_sitting_free, when nobody holds it. */
enum by_status by_sitting_read(struct by_server *server, const json_t *body,
                               struct by_sitting **out, struct by_error *err);
enum by_status by_sitting_restore(struct by_server *server, const char *id, const char *text,
                                  struct by_sitting **out, struct by_error *err);
void by_sitting_free(struct by_sitting *sitting);

enum by_sitting_state by_sitting_state(const struct by_sitting *sitting);
const char *by_sitting_state_name(enum by_sitting_state state);
bool by_sitting_has_people(const struct by_sitting *sitting);

/* --- what a person can do ------------------------------------------------------------------------ */

enum by_status by_sitting_move(struct by_sitting *sitting, const char *move, struct by_error *err);
enum by_status by_sitting_undo(struct by_sitting *sitting, int64_t to,
                               struct by_error *err); /* -1: own */
enum by_status by_sitting_resign(struct by_sitting *sitting, int side,
                                 struct by_error *err); /* -1: own */
enum by_status by_sitting_agree(struct by_sitting *sitting, const json_t *body,
                                struct by_error *err);
enum by_status by_sitting_reseat(struct by_sitting *sitting, int side, const char *player,
                                 struct by_error *err);
void by_sitting_hurry(struct by_sitting *sitting); /* who thinks answers at once */

/* After a change: nature moves, the end is seen, it is kept and told, and a player begins to think. */
void by_sitting_go_on(struct by_sitting *sitting);

/* Looks at the clock of a person; true: that has just ended the game. */
bool by_sitting_tick(struct by_sitting *sitting);

/* --- for its own files ---------------------------------------------------------------------------- */

/* What was thought before the move of a ply (taken over, NULL: nothing). */
void by_sitting_note(struct by_sitting *sitting, int ply, char *note);
void by_sitting_cut_notes(struct by_sitting *sitting, int plies);

/* Keeps it, counts the change, and tells all pages (sittings.c). */
void by_sitting_changed(struct by_sitting *sitting);

/* Lets a worker think (sitting_think.c). */
void by_sitting_think(struct by_sitting *sitting);

/* As the API tells it; as it is kept; a line of a list. */
void by_report_sitting(struct by_json *json, const struct by_sitting *sitting);
void by_write_sitting(struct by_json *json, const struct by_sitting *sitting);

#endif
