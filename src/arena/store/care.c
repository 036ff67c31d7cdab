/* care.c: merging stores, and looking one over. */
#include "arena/store/file.h"
#include "base/text.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* --- merging ------------------------------------------------------------------------ */

struct merge {
    struct by_store *into, *from;
    sqlite3_stmt *insert;
    sqlite3_stmt *same;
    int64_t match;       /* in `into`, and */
    int64_t match_there; /* in `from` */
    struct by_store_merged *out;
    enum by_status status;
    struct by_error *err;
};

/* Is the game that is there already the same one? Times are not a part of that. */
static bool is_same(struct merge *merge, const struct by_played *game)
{
    char hash[BY_PLAYED_HASH], score[BY_PLAYED_SCORE];
    sqlite3_bind_int64(merge->same, 1, merge->match);
    sqlite3_bind_int64(merge->same, 2, game->number);
    sqlite3_bind_text(merge->same, 3, by_played_hash(game, hash), -1, SQLITE_STATIC);
    sqlite3_bind_int(merge->same, 4, game->points);
    sqlite3_bind_text(merge->same, 5, game->ended, -1, SQLITE_STATIC);
    sqlite3_bind_text(merge->same, 6, by_played_score(game, score), -1, SQLITE_STATIC);
    sqlite3_bind_int(merge->same, 7, game->a_first);
    sqlite3_bind_int(merge->same, 8, game->plies);
    sqlite3_bind_text(merge->same, 9, game->moves, -1, SQLITE_STATIC);
    bool same = sqlite3_step(merge->same) == SQLITE_ROW;
    sqlite3_reset(merge->same);
    sqlite3_clear_bindings(merge->same);
    return same;
}

static enum by_status refuse_other(const struct merge *merge, const struct by_played *game)
{
    char here[BY_QUOTE_SIZE], there[BY_QUOTE_SIZE];
    if (merge->into->fresh) /* it will be gone again */
        return by_fail(merge->err, BY_BAD_INPUT,
                       "game %lld of match %lld in %s is another one than in the stores named "
                       "before it: nothing was merged",
                       (long long)game->number + 1, (long long)merge->match_there,
                       by_quote(merge->from->path, there));
    return by_fail(merge->err, BY_BAD_INPUT,
                   "game %lld of match %lld in %s is another one than in %s (match %lld there): "
                   "nothing was merged",
                   (long long)game->number + 1, (long long)merge->match_there,
                   by_quote(merge->from->path, there), by_quote(merge->into->path, here),
                   (long long)merge->match);
}

static bool merge_game(void *context, const struct by_played *game)
{
    struct merge *merge = context;
    bool added = false;
    if (merge->into->stop && atomic_load(merge->into->stop)) {
        merge->status = by_fail(merge->err, BY_FAILED, "stopped: nothing was merged");
        return false;
    }
    merge->status =
        by_store_insert(merge->into, merge->insert, merge->match, game, &added, merge->err);
    merge->out->added += added;
    merge->out->known += merge->status == BY_OK && !added;
    if (merge->status == BY_OK && !added && !is_same(merge, game))
        merge->status = refuse_other(merge, game);
    return merge->status == BY_OK;
}

/* Inside a transaction of `into`. */
static bool merge_match(void *context, const struct by_store_match *match)
{
    struct merge *merge = context;
    merge->match_there = match->id;
    merge->status =
        by_store_find_or_add(merge->into, match, merge->from, &merge->match, merge->err);
    if (merge->status == BY_OK) {
        enum by_status status =
            by_store_games(merge->from, match->id, NULL, merge_game, merge, merge->err);
        merge->status = merge->status != BY_OK ? merge->status : status;
    }
    return merge->status == BY_OK;
}

static enum by_status merge_all(struct merge *merge, struct by_error *err)
{
    enum by_status status = by_store_prepare(merge->into, by_store_insert_sql, &merge->insert, err);
    if (status == BY_OK)
        status = by_store_prepare(
            merge->into,
            "SELECT 1 FROM games WHERE match=?1 AND number=?2 AND hash=?3 AND "
            "points=?4 AND ended=?5 AND score=?6 AND a_first=?7 AND plies=?8 AND moves=?9",
            &merge->same, err);
    if (status == BY_OK)
        status = by_store_matches(merge->from, merge_match, merge, err);
    sqlite3_finalize(merge->insert);
    sqlite3_finalize(merge->same);
    merge->insert = merge->same = NULL;
    return status != BY_OK ? status : merge->status;
}

static enum by_status merge_one(struct by_store *store, const char *path,
                                struct by_store_merged *out, struct by_error *err)
{
    struct merge merge = {.into = store, .out = out, .err = err};
    enum by_status status = by_store_open(path, BY_STORE_READ, store->stop, &merge.from, err);
    if (status != BY_OK)
        return status;
    by_store_on_problem(merge.from, store->problem, store->problem_context);
    status = merge_all(&merge, err);
    if (status == BY_OK)
        status = by_store_merge_results(store, merge.from, err);
    by_store_close(merge.from);
    return status;
}

enum by_status by_store_merge(struct by_store *store, const char *const *paths, int count,
                              struct by_store_merged *out, struct by_error *err)
{
    *out = (struct by_store_merged){0};
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    for (int i = 0; i < count && status == BY_OK; i++)
        status = merge_one(store, paths[i], out, err);
    if (status == BY_OK)
        return by_store_commit(store, err);
    by_store_rollback(store);
    return status;
}

void by_store_discard(struct by_store *store)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal"};
    char path[4096 + 16];
    bool fresh = store->fresh && by_store_still_there(store, NULL) == BY_OK;
    for (size_t i = 0; i < sizeof ends / sizeof *ends && fresh; i++) {
        struct by_text text = by_text_over(path, sizeof path);
        by_text_format(&text, "%s%s", store->path, ends[i]);
        (void)unlink(path); /* most are not there */
    }
    by_store_close(store);
}

/* --- looking over --------------------------------------------------------------------- */

/* Each query gives a number of offences and names them. */
static const struct question {
    const char *sql;
    const char *sentence;
} questions[] = {
    {"SELECT count(*) FROM games WHERE match NOT IN (SELECT id FROM matches)",
     "games belong to no match"},
    {"SELECT count(*) FROM games WHERE plies<>CASE moves WHEN '' THEN 0 ELSE "
     "length(moves)-length(replace(moves, ' ', ''))+1 END",
     "games do not have as many moves as they say"},
    {"SELECT count(*) FROM games WHERE plies<>CASE times WHEN '' THEN 0 ELSE "
     "length(times)-length(replace(times, ' ', ''))+1 END",
     "games do not have a time for each move"},
    {"SELECT count(*) FROM claims JOIN games USING(match, number)",
     "games are stored and claimed as well"},
    {"SELECT count(*) FROM claims WHERE worker NOT IN (SELECT id FROM workers)",
     "games are claimed by nobody; the next match takes them over"},
    {"SELECT count(*) FROM claims JOIN workers ON workers.id=claims.worker "
     "WHERE NOT seen<=strftime('%s', 'now')+600.0",
     "games are claimed by somebody whose clock is ahead; the next match takes them over"},
};

static enum by_status check_file(struct by_store *store, by_store_problem_fn *call, void *context,
                                 struct by_error *err)
{
    sqlite3_stmt *rows;
    enum by_status status = by_store_prepare(store, "PRAGMA integrity_check(20)", &rows, err);
    if (status != BY_OK)
        return status;
    int code = sqlite3_step(rows);
    for (; code == SQLITE_ROW; code = sqlite3_step(rows)) {
        const char *text = (const char *)sqlite3_column_text(rows, 0);
        if (text && strcmp(text, "ok") != 0)
            call(context, text);
    }
    if (code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(rows);
    return status;
}

enum by_status by_store_check(struct by_store *store, by_store_problem_fn *call, void *context,
                              struct by_error *err)
{
    enum by_status status = check_file(store, call, context, err);
    if (status == BY_OK)
        status = by_store_check_rows(store, call, context, err);
    for (size_t i = 0; i < sizeof questions / sizeof *questions && status == BY_OK; i++) {
        int64_t count;
        char sentence[160];
        status = by_store_number(store, questions[i].sql, &count, err);
        if (status == BY_OK && count > 0) {
            snprintf(sentence, sizeof sentence, "%lld %s", (long long)count, questions[i].sentence);
            call(context, sentence);
        }
    }
    return status;
}
