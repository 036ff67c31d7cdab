/* work.c: several processes on one store: who is alive, who plays what. */
#include "arena/store/file.h"
#include "base/clock.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BEAT_SECONDS   5
#define SILENT_SECONDS 60  /* on another machine: dead */
#define STUCK_SECONDS  600 /* on this one: as good as dead */

static void own_host(char *out, size_t size)
{
    if (gethostname(out, size) != 0)
        snprintf(out, size, "unknown");
    out[size - 1] = 0;
}

/* When a process began, in the kernel's words: a number that comes back for another process is
 * told apart by it. False: there is no such process, or nothing but its exit status is left. */
static bool process_started(long pid, char *out, size_t size)
{
    char path[64], line[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    size_t length = fread(line, 1, sizeof line - 1, file);
    (void)fclose(file);
    line[length] = 0;
    char *at = strrchr(line, ')'); /* the name may hold anything; 20 fields on is the start */
    char *place = NULL;
    char *field = at ? strtok_r(at + 1, " ", &place) : NULL;
    if (field && (*field == 'Z' || *field == 'X'))
        return false;
    for (int i = 0; i < 19 && field; i++)
        field = strtok_r(NULL, " ", &place);
    snprintf(out, size, "%s", field ? field : "");
    return field != NULL;
}

/* --- signs of life ------------------------------------------------------------------ */

static enum by_status add_worker(struct by_store *store, struct by_error *err)
{
    char host[256], started[64] = "";
    sqlite3_stmt *insert;
    own_host(host, sizeof host);
    process_started((long)getpid(), started, sizeof started);
    enum by_status status = by_store_prepare(
        store, "INSERT INTO workers(host, pid, started, seen) VALUES(?1, ?2, ?3, ?4)", &insert,
        err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_text(insert, 1, host, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(insert, 2, (int64_t)getpid());
    sqlite3_bind_text(insert, 3, started, -1, SQLITE_TRANSIENT);
    sqlite3_bind_double(insert, 4, by_clock_date());
    status = by_store_step(store, insert, err);
    sqlite3_finalize(insert);
    store->worker = status == BY_OK ? sqlite3_last_insert_rowid(store->db) : 0;
    return status;
}

/* Inside a transaction. A process that was thought dead has lost its row: it gets a new one. */
static enum by_status sign(struct by_store *store, struct by_error *err)
{
    sqlite3_stmt *update;
    enum by_status status =
        by_store_prepare(store, "UPDATE workers SET seen=?1 WHERE id=?2", &update, err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_double(update, 1, by_clock_date());
    sqlite3_bind_int64(update, 2, store->worker);
    status = by_store_step(store, update, err);
    sqlite3_finalize(update);
    if (status == BY_OK && sqlite3_changes(store->db) == 0)
        status = add_worker(store, err);
    store->seen = by_clock_now();
    return status;
}

enum by_status by_store_beat(struct by_store *store, struct by_error *err)
{
    if (store->worker && by_clock_now() - store->seen < BEAT_SECONDS)
        return BY_OK;
    enum by_status status = by_store_transaction(store, false, err);
    if (status != BY_OK)
        return status;
    status = sign(store, err);
    if (status == BY_OK)
        return by_store_commit(store, err);
    by_store_rollback(store);
    return status;
}

/* Nobody is believed whose sign is too old, or from a time that is still to come: a clock was wrong
 * then, and the sign would be good for ever. */
static bool is_dead(sqlite3_stmt *row, const char *own)
{
    const char *host = (const char *)sqlite3_column_text(row, 1);
    const char *started = (const char *)sqlite3_column_text(row, 3);
    double apart = fabs(by_clock_date() - sqlite3_column_double(row, 4));
    char real[64];
    if (!host || strcmp(host, own) != 0)
        return !(apart <= SILENT_SECONDS);
    if (!process_started((long)sqlite3_column_int64(row, 2), real, sizeof real))
        return true;
    return (started && strcmp(started, real) != 0) || !(apart <= STUCK_SECONDS);
}

/* Inside a transaction: forgets processes that have ended, and their claims; claims that belong to
 * nobody, too. */
static enum by_status bury(struct by_store *store, struct by_error *err)
{
    enum { AT_ONCE = 64 };
    int64_t dead[AT_ONCE];
    int count = 0;
    char own[256], sql[160];
    sqlite3_stmt *rows;
    own_host(own, sizeof own);
    enum by_status status =
        by_store_prepare(store, "SELECT id, host, pid, started, seen FROM workers", &rows, err);
    if (status != BY_OK)
        return status;
    while (count < AT_ONCE && sqlite3_step(rows) == SQLITE_ROW)
        if (sqlite3_column_int64(rows, 0) != store->worker && is_dead(rows, own))
            dead[count++] = sqlite3_column_int64(rows, 0);
    sqlite3_finalize(rows);
    for (int i = 0; i < count && status == BY_OK; i++) {
        snprintf(sql, sizeof sql,
                 "DELETE FROM claims WHERE worker=%lld; DELETE FROM workers WHERE id=%lld",
                 (long long)dead[i], (long long)dead[i]);
        status = by_store_run(store, sql, err);
    }
    if (status == BY_OK)
        status = by_store_run(
            store, "DELETE FROM claims WHERE worker NOT IN (SELECT id FROM workers)", err);
    return status;
}

enum by_status by_store_others(struct by_store *store, int64_t match, struct by_text *out,
                               struct by_error *err)
{
    sqlite3_stmt *rows;
    enum by_status status = by_store_prepare(
        store,
        "SELECT host, pid, count(*) FROM claims JOIN workers ON workers.id=claims.worker "
        "WHERE match=?1 AND worker<>?2 GROUP BY worker ORDER BY 3 DESC LIMIT 3",
        &rows, err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_int64(rows, 1, match);
    sqlite3_bind_int64(rows, 2, store->worker);
    for (int i = 0; sqlite3_step(rows) == SQLITE_ROW; i++) {
        const char *host = (const char *)sqlite3_column_text(rows, 0);
        long long pid = sqlite3_column_int64(rows, 1), games = sqlite3_column_int64(rows, 2);
        by_text_format(out, "%sprocess %lld on %.60s (%lld game%s)", i ? ", " : "", pid,
                       host ? host : "?", games, games == 1 ? "" : "s");
    }
    sqlite3_finalize(rows);
    return status;
}

/* --- claims ---------------------------------------------------------------------------- */

/* Everything is counted by places in the part (shard.h): what others play is not looked at. */
struct gaps {
    struct by_shard shard;
    int64_t *numbers;
    int want, got;
    int64_t others;
    int64_t first; /* the first place that is not stored */
};

static void fill_gap(struct gaps *gaps, int64_t from, int64_t to)
{
    for (int64_t place = from; place < to && gaps->got < gaps->want; place++)
        gaps->numbers[gaps->got++] = by_shard_number(&gaps->shard, place);
}

/* Walks the places that are taken, in order, and collects those between them. */
static enum by_status find_gaps(struct by_store *store, int64_t match, int64_t from, int64_t games,
                                struct gaps *gaps, struct by_error *err)
{
    bool part = by_shard_any(&gaps->shard);
    sqlite3_stmt *rows;
    enum by_status status = by_store_prepare(
        store,
        "SELECT number/?4, 0 FROM games WHERE match=?1 AND number>=?2 AND number<?3 AND "
        "number%?4=?5 UNION ALL "
        "SELECT number/?4, worker FROM claims WHERE match=?1 AND number>=?2 AND number<?3 AND "
        "number%?4=?5 ORDER BY 1, 2",
        &rows, err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_int64(rows, 1, match);
    sqlite3_bind_int64(rows, 2, by_shard_number(&gaps->shard, from));
    sqlite3_bind_int64(rows, 3, games);
    sqlite3_bind_int64(rows, 4, part ? gaps->shard.of : 1);
    sqlite3_bind_int64(rows, 5, part ? gaps->shard.part - 1 : 0);
    int64_t next = from;
    int code = sqlite3_step(rows);
    games = by_shard_games(&gaps->shard, games);
    gaps->first = games;
    for (; code == SQLITE_ROW && gaps->got < gaps->want; code = sqlite3_step(rows)) {
        int64_t taken = sqlite3_column_int64(rows, 0), worker = sqlite3_column_int64(rows, 1);
        if ((next < taken || worker != 0) && gaps->first == games)
            gaps->first = next;
        fill_gap(gaps, next, taken);
        gaps->others += worker != 0 && worker != store->worker;
        next = taken + 1;
    }
    if (code == SQLITE_DONE) {
        gaps->first = gaps->first < next ? gaps->first : next;
        fill_gap(gaps, next, games);
    }
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(rows);
    return status;
}

static enum by_status write_claims(struct by_store *store, int64_t match, const int64_t *numbers,
                                   int count, struct by_error *err)
{
    sqlite3_stmt *insert;
    enum by_status status = by_store_prepare(
        store, "INSERT INTO claims(match, number, worker) VALUES(?1, ?2, ?3)", &insert, err);
    for (int i = 0; i < count && status == BY_OK; i++) {
        sqlite3_bind_int64(insert, 1, match);
        sqlite3_bind_int64(insert, 2, numbers[i]);
        sqlite3_bind_int64(insert, 3, store->worker);
        status = by_store_step(store, insert, err);
    }
    sqlite3_finalize(insert);
    return status;
}

enum by_status by_store_claim(struct by_store *store, int64_t match, int64_t games,
                              const struct by_shard *shard, int want, int64_t *numbers, int *got,
                              int64_t *others, struct by_error *err)
{
    struct gaps gaps = {.numbers = numbers, .want = want};
    if (shard)
        gaps.shard = *shard;
    bool same = store->hint_match == match && store->hint_shard.part == gaps.shard.part &&
                store->hint_shard.of == gaps.shard.of;
    int64_t from = same ? store->hint_place : 0;
    *got = 0;
    enum by_status status = by_store_transaction(store, false, err);
    if (status != BY_OK)
        return status;
    status = sign(store, err);
    if (status == BY_OK)
        status = bury(store, err);
    if (status == BY_OK)
        status = find_gaps(store, match, from, games, &gaps, err);
    if (status == BY_OK)
        status = write_claims(store, match, numbers, gaps.got, err);
    if (status != BY_OK) {
        by_store_rollback(store);
        return status;
    }
    status = by_store_commit(store, err);
    if (status == BY_OK) {
        *got = gaps.got;
        *others = gaps.others;
        store->hint_match = match;
        store->hint_shard = gaps.shard;
        store->hint_place = gaps.first;
    }
    return status;
}

void by_store_close(struct by_store *store)
{
    if (!store)
        return;
    if (store->db && store->worker && by_store_transaction(store, false, NULL) == BY_OK) {
        char sql[160];
        snprintf(sql, sizeof sql,
                 "DELETE FROM claims WHERE worker=%lld; DELETE FROM workers WHERE id=%lld",
                 (long long)store->worker, (long long)store->worker);
        if (by_store_run(store, sql, NULL) == BY_OK)
            (void)by_store_commit(store, NULL);
        else
            by_store_rollback(store);
    }
    sqlite3_close(store->db);
    free(store);
}
