/* contest.h: a match or a tournament of the arena: set up, played on threads of its own, stopped, resumed.
 *
 * What it is (`setup`) is kept in the store; its games are kept there as those of every match: `banyan match` and
 * `banyan tournament` with the same words go on with the very same games, and so does the arena after a restart.
 *
 * What stands above the line is written when it is made. What is below is protected by its lock, which is held
 * for copying alone, never over the disk or a search: who asks how it stands does not wait. */
#ifndef BY_SERVER_CONTEST_H
#define BY_SERVER_CONTEST_H

#include "arena/tournament.h"
#include "base/buffer.h"
#include "base/json.h"
#include "base/thread.h"
#include "server/body.h"
#include "server/server.h"

#define BY_CONTEST_ID       24
#define BY_CONTEST_PLAYERS  32
#define BY_CONTEST_GAMES    BY_LIMIT_ARENA_GAMES
#define BY_CONTEST_AT_ONCE  BY_LIMIT_ARENA_CONCURRENCY
#define BY_CONTEST_BYTES    ((size_t)8 << 20) /* of a report */
#define BY_CONTEST_NEWS     0.2               /* seconds between events, and between reports */
#define BY_CONTEST_SEED_MAX INT64_C(9000000000000000) /* as a tournament's file has it */

enum by_contest_state {
    BY_CONTEST_WAITING,
    BY_CONTEST_RUNNING,
    BY_CONTEST_STOPPED,
    BY_CONTEST_DONE,
    BY_CONTEST_FAILED
};
const char *by_contest_state_name(enum by_contest_state state);
bool by_contest_state_find(const char *name, enum by_contest_state *out);

/* A game that is being played. */
struct by_contest_seat {
    bool busy;
    int meeting, a, b, number; /* as tournament.h has them */
    bool a_first;
    int count;
    by_move *moves; /* room for the longest game */
};

struct by_contest {
    char id[BY_CONTEST_ID];
    struct by_server *server;
    double created; /* seconds since 1970 */
    json_t *setup;
    struct by_told_line told;        /* the rules; the line stands at the start */
    bool is_match;                   /* of two players, with or without a test */
    struct by_tournament tournament; /* what its file says */
    struct by_tournament_setup how;  /* `trust`: by the lock, as who resumes tries again */
    struct by_sprt sprt;             /* where how.sprt points */
    struct by_buffer file;           /* for `banyan tournament` */
    atomic_bool stop;
    atomic_int holders; /* the list, workers, requests: freed by the last one */

    /* --- */
    struct by_mutex lock;
    enum by_contest_state state;
    char error[512]; /* why it failed, or what is in its way; "": nothing */
    bool gone;       /* it was forgotten */
    bool known;      /* what is in `last`, `report` and `match` is how it stands */
    bool looking;    /* a worker reads it from the store */
    bool decided;    /* the test has its verdict */
    bool cut;        /* the server ended while it was played, and nobody has counted since */
    int64_t change;
    double told_at, begun; /* by_clock_now */
    bool untold;           /* something has changed since */
    int played, planned, played_before;
    struct by_tournament_result last;
    struct by_buffer report; /* as `banyan tournament --json`, of matches too */
    struct by_buffer match;  /* of a match: as `banyan match --json` */
    struct by_contest_seat *seats;
};

/* From the body of a request (`fresh`: its players are tried), or from what was kept. Freed by
 * by_contest_free, when nobody holds it. */
enum by_status by_contest_read(struct by_server *server, const json_t *body, bool fresh,
                               struct by_contest **out, struct by_error *err);
void by_contest_free(struct by_contest *contest);

/* Whether its players may play, with what the server allows now: programs are those that the user has
 * registered himself, by their names. Before it is played. */
enum by_status by_contest_try(struct by_contest *contest, struct by_error *err);

/* Plays until it is over or stopped; or, `look`, reads what the store has. By a worker. */
void by_contest_play(struct by_contest *contest);
void by_contest_look(struct by_contest *contest);

/* Counts a change and tells the pages, at most five times a second; `now`: the last one may wait no longer. */
void by_contest_changed(struct by_contest *contest, bool now);

/* How it stands, as an object: as the API tells it; a line of the list; as it is kept. */
void by_report_contest(struct by_json *json, struct by_contest *contest);
void by_report_contest_line(struct by_json *json, struct by_contest *contest);
void by_write_contest(struct by_json *json, struct by_contest *contest);

/* The same on the command line. */
void by_put_contest_command(struct by_buffer *out, const struct by_contest *contest);

/* A copy of its meetings and standings so far; closed by by_tournament_result_close. */
enum by_status by_contest_result(struct by_contest *contest, struct by_tournament_result *out,
                                 struct by_error *err);

#endif
