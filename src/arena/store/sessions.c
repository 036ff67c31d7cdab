#include "arena/store/sessions.h"
#include "arena/store/file.h"
#include "base/clock.h"

static enum by_status make_table(struct by_store *store, struct by_error *err)
{
    return by_store_run(store,
                        "CREATE TABLE IF NOT EXISTS sessions("
                        " id TEXT PRIMARY KEY, changed REAL NOT NULL, text TEXT NOT NULL)",
                        err);
}

static enum by_status put(struct by_store *store, const char *id, const char *text,
                          struct by_error *err)
{
    sqlite3_stmt *insert;
    enum by_status status =
        by_store_prepare(store, "INSERT OR REPLACE INTO sessions VALUES(?1, ?2, ?3)", &insert, err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_text(insert, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_double(insert, 2, by_clock_date());
    sqlite3_bind_text(insert, 3, text, -1, SQLITE_STATIC);
    status = by_store_step(store, insert, err);
    sqlite3_finalize(insert);
    return status;
}

static enum by_status prune(struct by_store *store, struct by_error *err)
{
    char sql[160];
    struct by_text text = by_text_over(sql, sizeof sql);
    by_text_format(
        &text,
        "DELETE FROM sessions WHERE id IN (SELECT id FROM sessions ORDER BY changed DESC "
        "LIMIT -1 OFFSET %d)",
        BY_STORE_SESSIONS_MAX);
    return by_store_run(store, sql, err);
}

enum by_status by_store_keep_session(struct by_store *store, const char *id, const char *text,
                                     struct by_error *err)
{
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    status = make_table(store, err);
    if (status == BY_OK)
        status = put(store, id, text, err);
    if (status == BY_OK)
        status = prune(store, err);
    if (status == BY_OK)
        return by_store_commit(store, err);
    by_store_rollback(store);
    return status;
}

static enum by_status has_table(struct by_store *store, bool *out, struct by_error *err)
{
    int64_t count = 0;
    enum by_status status = by_store_number(
        store, "SELECT count(*) FROM sqlite_master WHERE type='table' AND name='sessions'", &count,
        err);
    *out = count > 0;
    return status;
}

enum by_status by_store_forget_session(struct by_store *store, const char *id, struct by_error *err)
{
    sqlite3_stmt *statement;
    bool any = false;
    enum by_status status = has_table(store, &any, err);
    if (status != BY_OK || !any)
        return status;
    status = by_store_prepare(store, "DELETE FROM sessions WHERE id=?1", &statement, err);
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

enum by_status by_store_sessions(struct by_store *store, const char *id, int most,
                                 by_store_session_fn *call, void *context, struct by_error *err)
{
    sqlite3_stmt *select;
    bool any = false;
    enum by_status status = has_table(store, &any, err);
    if (status != BY_OK || !any)
        return status;
    status = by_store_prepare(store,
                              id ? "SELECT id, text, changed FROM sessions WHERE id=?1"
                                 : "SELECT id, text, changed FROM sessions ORDER BY changed DESC "
                                   "LIMIT ?1",
                              &select, err);
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
