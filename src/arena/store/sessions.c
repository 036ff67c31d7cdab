#include "arena/store/sessions.h"
#include "arena/store/file.h"
#include "base/clock.h"

/* A table of texts; all are alike. */
struct table {
    const char *name;
    int most;
};
static const struct table sessions = {"sessions", BY_STORE_SESSIONS_MAX};
static const struct table contests = {"contests", BY_STORE_CONTESTS_MAX};

#define SQL_SIZE 256

static enum by_status make_table(struct by_store *store, const struct table *table,
                                 struct by_error *err)
{
    char sql[SQL_SIZE];
    struct by_text text = by_text_over(sql, sizeof sql);
    by_text_format(&text,
                   "CREATE TABLE IF NOT EXISTS %s("
                   " id TEXT PRIMARY KEY, changed REAL NOT NULL, text TEXT NOT NULL)",
                   table->name);
    return by_store_run(store, sql, err);
}

static enum by_status put(struct by_store *store, const struct table *table, const char *id,
                          const char *words, struct by_error *err)
{
    sqlite3_stmt *insert;
    char sql[SQL_SIZE];
    struct by_text text = by_text_over(sql, sizeof sql);
    by_text_format(&text, "INSERT OR REPLACE INTO %s VALUES(?1, ?2, ?3)", table->name);
    enum by_status status = by_store_prepare(store, sql, &insert, err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_text(insert, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_double(insert, 2, by_clock_date());
    sqlite3_bind_text(insert, 3, words, -1, SQLITE_STATIC);
    status = by_store_step(store, insert, err);
    sqlite3_finalize(insert);
    return status;
}

static enum by_status prune(struct by_store *store, const struct table *table, struct by_error *err)
{
    char sql[SQL_SIZE];
    struct by_text text = by_text_over(sql, sizeof sql);
    by_text_format(&text,
                   "DELETE FROM %s WHERE id IN (SELECT id FROM %s ORDER BY changed DESC "
                   "LIMIT -1 OFFSET %d)",
                   table->name, table->name, table->most);
    return by_store_run(store, sql, err);
}

static enum by_status keep(struct by_store *store, const struct table *table, const char *id,
                           const char *words, struct by_error *err)
{
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    status = make_table(store, table, err);
    if (status == BY_OK)
        status = put(store, table, id, words, err);
    if (status == BY_OK)
        status = prune(store, table, err);
    if (status == BY_OK)
        return by_store_commit(store, err);
    by_store_rollback(store);
    return status;
}

static enum by_status has_table(struct by_store *store, const struct table *table, bool *out,
                                struct by_error *err)
{
    int64_t count = 0;
    char sql[SQL_SIZE];
    struct by_text text = by_text_over(sql, sizeof sql);
    by_text_format(&text, "SELECT count(*) FROM sqlite_master WHERE type='table' AND name='%s'",
                   table->name);
    enum by_status status = by_store_number(store, sql, &count, err);
    *out = count > 0;
    return status;
}

static enum by_status forget(struct by_store *store, const struct table *table, const char *id,
                             struct by_error *err)
{
    sqlite3_stmt *statement;
    bool any = false;
    char sql[SQL_SIZE];
    struct by_text text = by_text_over(sql, sizeof sql);
    by_text_format(&text, "DELETE FROM %s WHERE id=?1", table->name);
    enum by_status status = has_table(store, table, &any, err);
    if (status != BY_OK || !any)
        return status;
    status = by_store_prepare(store, sql, &statement, err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_text(statement, 1, id, -1, SQLITE_STATIC);
    status = by_store_step(store, statement, err);
    sqlite3_finalize(statement);
    return status;
}

static enum by_status walk(struct by_store *store, sqlite3_stmt *select, by_store_session_fn *call,
                           void *context, struct by_error *err)
{
    int code;
    while ((code = sqlite3_step(select)) == SQLITE_ROW) {
        const char *id = (const char *)sqlite3_column_text(select, 0);
        const char *text = (const char *)sqlite3_column_text(select, 1);
        if (id && text && !call(context, id, text, sqlite3_column_double(select, 2)))
            return BY_OK;
    }
    return code == SQLITE_DONE ? BY_OK : by_store_fail(store, err);
}

static enum by_status read(struct by_store *store, const struct table *table, const char *id,
                           int most, by_store_session_fn *call, void *context, struct by_error *err)
{
    sqlite3_stmt *select;
    bool any = false;
    char sql[SQL_SIZE];
    struct by_text text = by_text_over(sql, sizeof sql);
    by_text_format(&text, "SELECT id, text, changed FROM %s %s", table->name,
                   id ? "WHERE id=?1" : "ORDER BY changed DESC LIMIT ?1");
    enum by_status status = has_table(store, table, &any, err);
    if (status != BY_OK || !any)
        return status;
    status = by_store_prepare(store, sql, &select, err);
    if (status != BY_OK)
        return status;
    if (id)
        sqlite3_bind_text(select, 1, id, -1, SQLITE_STATIC);
    else
        sqlite3_bind_int(select, 1, most);
    status = walk(store, select, call, context, err);
    sqlite3_finalize(select);
    return status;
}

/* --- for each table ---------------------------------------------------------------------- */

enum by_status by_store_keep_session(struct by_store *store, const char *id, const char *text,
                                     struct by_error *err)
{
    return keep(store, &sessions, id, text, err);
}

enum by_status by_store_forget_session(struct by_store *store, const char *id, struct by_error *err)
{
    return forget(store, &sessions, id, err);
}

enum by_status by_store_sessions(struct by_store *store, const char *id, int most,
                                 by_store_session_fn *call, void *context, struct by_error *err)
{
    return read(store, &sessions, id, most, call, context, err);
}

enum by_status by_store_keep_contest(struct by_store *store, const char *id, const char *text,
                                     struct by_error *err)
{
    return keep(store, &contests, id, text, err);
}

enum by_status by_store_forget_contest(struct by_store *store, const char *id, struct by_error *err)
{
    return forget(store, &contests, id, err);
}

enum by_status by_store_contests(struct by_store *store, by_store_session_fn *call, void *context,
                                 struct by_error *err)
{
    return read(store, &contests, NULL, BY_STORE_CONTESTS_MAX, call, context, err);
}
