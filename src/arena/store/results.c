/* results.c: what was measured and is no game, in and out of a store. */
#include "arena/store/results.h"
#include "arena/store/file.h"
#include <string.h>

#define COLUMNS "owner, key, text, timed, seconds, version, host, finished"

/* A store of an older format has none. */
static bool has_results(const struct by_store *store)
{
    return store->version >= 3;
}

static const char *text_of(sqlite3_stmt *row, int column, bool *good)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    *good &= sqlite3_column_type(row, column) == SQLITE_TEXT && text &&
             strlen(text) == (size_t)sqlite3_column_bytes(row, column);
    return text ? text : "";
}

static double number_of(sqlite3_stmt *row, int column, bool *good)
{
    int type = sqlite3_column_type(row, column);
    double value = sqlite3_column_double(row, column);
    *good &= (type == SQLITE_INTEGER || type == SQLITE_FLOAT) && by_played_time(value);
    return value;
}

/* The columns behind the row's own number; false: it holds what cannot be. */
static bool result_of(sqlite3_stmt *row, struct by_store_result *out)
{
    bool good = true;
    int64_t timed = sqlite3_column_int64(row, 4);
    good &= sqlite3_column_type(row, 4) == SQLITE_INTEGER && (timed == 0 || timed == 1);
    *out = (struct by_store_result){.owner = text_of(row, 1, &good),
                                    .key = text_of(row, 2, &good),
                                    .text = text_of(row, 3, &good),
                                    .timed = timed == 1,
                                    .seconds = number_of(row, 5, &good),
                                    .version = text_of(row, 6, &good),
                                    .host = text_of(row, 7, &good),
                                    .finished = number_of(row, 8, &good)};
    return good;
}

static enum by_status bad_row(struct by_store *store, sqlite3_stmt *row, struct by_error *err)
{
    char sentence[160];
    struct by_text out = by_text_over(sentence, sizeof sentence);
    by_text_format(&out, "table results, row %lld holds what cannot be",
                   (long long)sqlite3_column_int64(row, 0));
    return by_store_bad_row(store, sentence, err);
}

enum by_status by_store_results(struct by_store *store, const char *owner, by_store_result_fn *call,
                                void *context, struct by_error *err)
{
    sqlite3_stmt *rows;
    if (!has_results(store))
        return BY_OK;
    enum by_status status = by_store_prepare(
        store,
        "SELECT id, " COLUMNS " FROM results WHERE ?1 IS NULL OR owner=?1 ORDER BY owner, key",
        &rows, err);
    if (status != BY_OK)
        return status;
    if (owner)
        sqlite3_bind_text(rows, 1, owner, -1, SQLITE_STATIC);
    int code = sqlite3_step(rows);
    bool going = true;
    for (; code == SQLITE_ROW && going; code = going ? sqlite3_step(rows) : code) {
        struct by_store_result result;
        bool good = result_of(rows, &result);
        if (!good)
            status = bad_row(store, rows, err);
        going = status == BY_OK && (!good || call(context, &result));
    }
    if (going && code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(rows);
    return status;
}

enum by_status by_store_insert_result(struct by_store *store, const struct by_store_result *result,
                                      bool replace, bool *added, struct by_error *err)
{
    sqlite3_stmt *insert;
    if (!by_played_time(result->seconds) || !by_played_time(result->finished))
        return by_fail(err, BY_BAD_INPUT, "a result with these times cannot be stored");
    enum by_status status = by_store_prepare(
        store,
        replace ? "INSERT OR REPLACE INTO results(" COLUMNS ") VALUES(?,?,?,?,?,?,?,?)"
                : "INSERT INTO results(" COLUMNS ") VALUES(?,?,?,?,?,?,?,?) ON CONFLICT DO NOTHING",
        &insert, err);
    if (status != BY_OK)
        return status;
    const char *const texts[] = {result->owner, result->key, result->text};
    for (int i = 0; i < 3; i++)
        sqlite3_bind_text(insert, i + 1, texts[i], -1, SQLITE_STATIC);
    sqlite3_bind_int(insert, 4, result->timed);
    sqlite3_bind_double(insert, 5, result->seconds);
    sqlite3_bind_text(insert, 6, result->version, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 7, result->host, -1, SQLITE_STATIC);
    sqlite3_bind_double(insert, 8, result->finished);
    status = by_store_step(store, insert, err);
    *added = status == BY_OK && sqlite3_changes(store->db) > 0;
    sqlite3_finalize(insert);
    return status;
}

enum by_status by_store_put_result(struct by_store *store, const struct by_store_result *result,
                                   bool replace, struct by_error *err)
{
    bool added;
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    status = by_store_insert_result(store, result, replace, &added, err);
    if (status == BY_OK)
        status = by_store_commit(store, err);
    else
        by_store_rollback(store);
    return status == BY_OK ? by_store_still_there(store, err) : status;
}

/* --- merging --------------------------------------------------------------------------------- */

struct merge {
    struct by_store *into;
    const struct by_store *from;
    enum by_status status;
    struct by_error *err;
};

struct twin {
    const struct by_store_result *other;
    bool same;
};

static bool compare(void *context, const struct by_store_result *result)
{
    struct twin *twin = context;
    if (strcmp(result->key, twin->other->key) != 0)
        return true;
    twin->same = strcmp(result->text, twin->other->text) == 0;
    return false;
}

static bool merge_result(void *context, const struct by_store_result *result)
{
    struct merge *merge = context;
    struct twin twin = {result, true};
    bool added = false;
    char here[BY_QUOTE_SIZE], owner[BY_QUOTE_SIZE], there[BY_QUOTE_SIZE];
    merge->status = by_store_insert_result(merge->into, result, false, &added, merge->err);
    if (merge->status == BY_OK && !added && !result->timed)
        merge->status = by_store_results(merge->into, result->owner, compare, &twin, merge->err);
    if (merge->status == BY_OK && !twin.same)
        merge->status =
            by_fail(merge->err, BY_BAD_INPUT,
                    "a result of %s in %s is another one than in %s: nothing was merged",
                    by_quote(result->owner, owner), by_quote(merge->from->path, there),
                    by_quote(merge->into->path, here));
    return merge->status == BY_OK;
}

enum by_status by_store_merge_results(struct by_store *into, struct by_store *from,
                                      struct by_error *err)
{
    struct merge merge = {.into = into, .from = from, .err = err};
    enum by_status status = by_store_results(from, NULL, merge_result, &merge, err);
    return status != BY_OK ? status : merge.status;
}
