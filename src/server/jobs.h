/* jobs.h: work that takes time, on the workers: thinking, hints, reviews, matches.
 *
 * A job is read from a request, waits for a worker, runs, and is kept for a while when it has ended: stopping it keeps
 * what it found. News goes to the page that started it, as events, at most ten a second. A kind of job is
 * one struct by_job_kind with a line in job_kinds.def.
 *
 * The lock of the jobs (by_jobs_lock) protects all that stands below the line in struct by_page_job; what is
 * above it is written before the job begins, and by its worker alone after that. */
#ifndef BY_SERVER_JOBS_H
#define BY_SERVER_JOBS_H

#include "players/player.h"
#include "server/body.h"
#include "server/seat.h"
#include "server/server.h"
#include <stdatomic.h>

#define BY_JOB_ID           40
#define BY_JOB_SECONDS      BY_LIMIT_JOB_SECONDS
#define BY_JOBS_OF_ONE      BY_LIMIT_JOBS_OF_ONE
#define BY_JOBS_KEPT        256
#define BY_JOB_RESULT_BYTES ((size_t)16 << 20)

struct by_page_job;

struct by_job_kind {
    const char *name;
    bool bare;         /* it has no line and no player: told.rules, told.line and player are NULL */
    bool stays;        /* it goes on when its page has gone, and for as long as it takes */
    const char *alone; /* one of it at a time: what others are told; NULL: any number */

    /* What the kind wants beyond line, player and seed: kept in job->own, which is freed by `close`
     * (optional; without it by free). Optional. */
    enum by_status (*read)(struct by_page_job *job, const json_t *body, struct by_error *err);
    void (*close)(struct by_page_job *job);

    /* Does the work. Looks at job->stop, and tells what it finds by by_job_tell. */
    enum by_status (*run)(struct by_page_job *job, struct by_error *err);

    /* The same on the command line. */
    void (*command)(const struct by_page_job *job, struct by_buffer *out);
};

enum by_job_state { BY_JOB_WAITING, BY_JOB_RUNNING, BY_JOB_DONE, BY_JOB_STOPPED, BY_JOB_FAILED };

struct by_page_job {
    char id[BY_JOB_ID];
    char client[BY_CLIENT_MAX + 1];
    const struct by_job_kind *kind;
    struct by_server *server;
    struct by_told_line told;
    struct by_page_player *player;
    uint64_t seed;
    char seed_text[24];
    void *own;                    /* the kind's */
    double asked, told_at, begun; /* by_clock_now */
    atomic_bool stop;

    /* --- */
    enum by_job_state state;
    int holders;            /* who looks at it: the list, a worker, a request */
    struct by_player *busy; /* to be stopped; NULL: nobody thinks */
    double progress, left;  /* left below 0: nobody knows */
    struct by_buffer result;
    struct by_buffer judged; /* of a position whose points have owners: whose, as explain has it */
    double ended;
    char error[512];
};

/* --- for kinds --------------------------------------------------------------------------------- */

/* Who thinks for the job, so that it can be stopped; NULL: nobody any more. */
void by_job_busy(struct by_page_job *job, struct by_player *player);

/* Whether it is time for news: a tenth of a second has passed. */
bool by_job_due(const struct by_page_job *job);

/* What was found so far (taken over; closed here), how much is done, and how many seconds it will take. */
void by_job_tell(struct by_page_job *job, struct by_buffer *result, double progress, double left);

/* What the game itself says of the position (one JSON value; taken over). */
void by_job_judged(struct by_page_job *job, struct by_buffer *judged);

/* --- for requests ------------------------------------------------------------------------------- */

struct by_jobs;

enum by_status by_jobs_open(struct by_server *server, struct by_jobs **out, struct by_error *err);
void by_jobs_stop(struct by_jobs *jobs);
void by_jobs_tick(struct by_jobs *jobs); /* stops what takes too long, and what nobody waits for */
void by_jobs_close(struct by_jobs *jobs);

/* Whether it has ended: what it found does not change any more. */
bool by_job_ended(struct by_jobs *jobs, const struct by_page_job *job);

/* The job of that id, held; NULL: there is none. */
struct by_page_job *by_jobs_find(struct by_jobs *jobs, const char *id);
void by_job_release(struct by_jobs *jobs, struct by_page_job *job);

#endif
