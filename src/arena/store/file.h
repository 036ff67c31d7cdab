/* file.h: what the parts of the store share. Only for this folder. */
#ifndef BY_ARENA_STORE_FILE_H
#define BY_ARENA_STORE_FILE_H

#include "arena/store/store.h"
#include <sqlite3.h>

struct by_store {
    sqlite3 *db;
    const atomic_bool *stop;    /* may be NULL */
    double waiting_since;       /* for a lock; 0: not waiting */
    bool journal;               /* a rollback journal, not a WAL */
    int64_t version;            /* of its format; older ones can be read */
    bool full;                  /* synchronous=FULL is on */
    int64_t worker;             /* this process' row; 0: none yet */
    double seen;                /* when that row last said so, by by_clock_now */
    int64_t hint_match;         /* of this match every game before the place hint_place, */
    struct by_shard hint_shard; /* of this part, is stored */
    int64_t hint_place;
    bool fresh;            /* there was none before it was opened */
    uint64_t device, file; /* which file it was when it was opened */
    by_store_problem_fn *problem;
    void *problem_context;
    char path[];
};

/* The sentence for what SQLite has just refused. */
enum by_status by_store_fail(struct by_store *store, struct by_error *err);

/* Fails when the file that was opened is not the one of that name any more. */
enum by_status by_store_still_there(struct by_store *store, struct by_error *err);

/* Tells the listener about a row that cannot be; fails when there is none. */
enum by_status by_store_bad_row(struct by_store *store, const char *sentence, struct by_error *err);

/* Runs statements without results. */
enum by_status by_store_run(struct by_store *store, const char *sql, struct by_error *err);

/* Prepares a statement; finalized by sqlite3_finalize. */
enum by_status by_store_prepare(struct by_store *store, const char *sql, sqlite3_stmt **out,
                                struct by_error *err);

/* Steps through a statement that gives no rows, and makes it ready for the next time. */
enum by_status by_store_step(struct by_store *store, sqlite3_stmt *statement, struct by_error *err);

/* Transactions that write: `durable` ones are on the disk when by_store_commit returns. */
enum by_status by_store_transaction(struct by_store *store, bool durable, struct by_error *err);
enum by_status by_store_commit(struct by_store *store, struct by_error *err);
void by_store_rollback(struct by_store *store);

/* One number that a query gives; 0 when it gives no row. */
enum by_status by_store_number(struct by_store *store, const char *sql, int64_t *out,
                               struct by_error *err);

/* by_store_begin inside a transaction; `from` is the store that the match comes from, NULL: it is to
 * be played. */
enum by_status by_store_find_or_add(struct by_store *store, const struct by_store_match *match,
                                    const struct by_store *from, int64_t *id, struct by_error *err);

/* Inserts a game; `*added` is false when its number is taken. */
enum by_status by_store_insert(struct by_store *store, sqlite3_stmt *insert, int64_t match,
                               const struct by_played *game, bool *added, struct by_error *err);
extern const char by_store_insert_sql[];

/* The same for a result (results.h), inside a transaction; and all that another store has. */
struct by_store_result;
enum by_status by_store_insert_result(struct by_store *store, const struct by_store_result *result,
                                      bool replace, bool *added, struct by_error *err);
enum by_status by_store_merge_results(struct by_store *into, struct by_store *from,
                                      struct by_error *err);

/* Reads every row and tells `call` about those that cannot be. */
enum by_status by_store_check_rows(struct by_store *store, by_store_problem_fn *call, void *context,
                                   struct by_error *err);

#endif
