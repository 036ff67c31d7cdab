/* store_rows.c: matches and games in and out of a store. */
#include "arena/store_file.h"
#include "base/text.h"
#include <string.h>
#include <time.h>

static const char *text_at(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text ? text : "";
}

static void bind_text(sqlite3_stmt *statement, int place, const char *text)
{
    sqlite3_bind_text(statement, place, text, -1, SQLITE_STATIC);
}

/* --- matches ------------------------------------------------------------------------ */

static void bind_match(sqlite3_stmt *statement, const struct by_store_match *match)
{
    const char *const texts[] = {match->game, match->settings, match->position, match->a,
                                 match->b,    match->openings, match->terms,    match->seed};
    for (int i = 0; i < 8; i++)
        bind_text(statement, i + 1, texts[i]);
}

static enum by_status find_match(struct by_store *store, const struct by_store_match *match,
                                 int64_t *id, struct by_error *err)
{
    sqlite3_stmt *find;
    *id = 0;
    enum by_status status =
        by_store_prepare(store,
                         "SELECT id FROM matches WHERE game=?1 AND settings=?2 AND position=?3 AND "
                         "a=?4 AND b=?5 AND openings=?6 AND terms=?7 AND seed=?8",
                         &find, err);
    if (status != BY_OK)
        return status;
    bind_match(find, match);
    int code = sqlite3_step(find);
    if (code == SQLITE_ROW)
        *id = sqlite3_column_int64(find, 0);
    else if (code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(find);
    return status;
}

enum by_status by_store_find_or_add(struct by_store *store, const struct by_store_match *match,
                                    int64_t *id, struct by_error *err)
{
    sqlite3_stmt *insert;
    enum by_status status = find_match(store, match, id, err);
    if (status != BY_OK || *id)
        return status;
    status = by_store_prepare(store,
                              "INSERT INTO matches(game, settings, position, a, b, openings, "
                              "terms, seed, version, created) VALUES(?,?,?,?,?,?,?,?,?,?)",
                              &insert, err);
    if (status != BY_OK)
        return status;
    bind_match(insert, match);
    bind_text(insert, 9, match->version);
    sqlite3_bind_double(insert, 10, match->created);
    status = by_store_step(store, insert, err);
    sqlite3_finalize(insert);
    *id = sqlite3_last_insert_rowid(store->db);
    return status;
}

enum by_status by_store_begin(struct by_store *store, const struct by_store_match *match,
                              int64_t *id, struct by_error *err)
{
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    status = by_store_find_or_add(store, match, id, err);
    if (status == BY_OK)
        return by_store_commit(store, err);
    by_store_rollback(store);
    return status;
}

static struct by_store_match match_of(sqlite3_stmt *row)
{
    return (struct by_store_match){
        .id = sqlite3_column_int64(row, 0),
        .game = text_at(row, 1),
        .settings = text_at(row, 2),
        .position = text_at(row, 3),
        .a = text_at(row, 4),
        .b = text_at(row, 5),
        .openings = text_at(row, 6),
        .terms = text_at(row, 7),
        .seed = text_at(row, 8),
        .version = text_at(row, 9),
        .created = sqlite3_column_double(row, 10),
        .games = sqlite3_column_int64(row, 11),
    };
}

enum by_status by_store_matches(struct by_store *store, by_store_match_fn *call, void *context,
                                struct by_error *err)
{
    sqlite3_stmt *rows;
    enum by_status status = by_store_prepare(
        store,
        "SELECT id, game, settings, position, a, b, openings, terms, seed, version, created, "
        "(SELECT count(*) FROM games WHERE match=matches.id) FROM matches ORDER BY id",
        &rows, err);
    if (status != BY_OK)
        return status;
    int code = sqlite3_step(rows);
    bool going = true;
    for (; code == SQLITE_ROW && going; code = going ? sqlite3_step(rows) : code) {
        struct by_store_match match = match_of(rows);
        going = call(context, &match);
    }
    if (going && code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(rows);
    return status;
}

/* --- games ---------------------------------------------------------------------------- */

#define COLUMNS                                                                                    \
    "number, a_first, opening, plies, moves, times, points, score, ended, reason, a_moves, "       \
    "b_moves, a_seconds, b_seconds, a_longest, b_longest, a_sims, b_sims, hash, version, host, "   \
    "rank, finished"

const char by_store_insert_sql[] =
    "INSERT INTO games(match, " COLUMNS ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) "
    "ON CONFLICT DO NOTHING";

static void bind_game(sqlite3_stmt *insert, int64_t match, const struct by_store_game *game)
{
    int i = 0;
    sqlite3_bind_int64(insert, ++i, match);
    sqlite3_bind_int64(insert, ++i, game->number);
    sqlite3_bind_int(insert, ++i, game->a_first);
    sqlite3_bind_int(insert, ++i, game->opening);
    sqlite3_bind_int(insert, ++i, game->plies);
    bind_text(insert, ++i, game->moves);
    bind_text(insert, ++i, game->times);
    sqlite3_bind_int(insert, ++i, game->points);
    bind_text(insert, ++i, game->score);
    bind_text(insert, ++i, game->ended);
    bind_text(insert, ++i, game->reason);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_int(insert, ++i, game->moved[side]);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_double(insert, ++i, game->seconds[side]);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_double(insert, ++i, game->longest[side]);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_int64(insert, ++i, game->sims[side]);
    bind_text(insert, ++i, game->hash);
    bind_text(insert, ++i, game->version);
    bind_text(insert, ++i, game->host);
    sqlite3_bind_int(insert, ++i, game->rank);
    sqlite3_bind_double(insert, ++i, game->finished);
}

static struct by_store_game game_of(sqlite3_stmt *row)
{
    return (struct by_store_game){
        .number = sqlite3_column_int64(row, 1),
        .a_first = sqlite3_column_int(row, 2) != 0,
        .opening = sqlite3_column_int(row, 3),
        .plies = sqlite3_column_int(row, 4),
        .moves = text_at(row, 5),
        .times = text_at(row, 6),
        .points = sqlite3_column_int(row, 7),
        .score = text_at(row, 8),
        .ended = text_at(row, 9),
        .reason = text_at(row, 10),
        .moved = {sqlite3_column_int(row, 11), sqlite3_column_int(row, 12)},
        .seconds = {sqlite3_column_double(row, 13), sqlite3_column_double(row, 14)},
        .longest = {sqlite3_column_double(row, 15), sqlite3_column_double(row, 16)},
        .sims = {sqlite3_column_int64(row, 17), sqlite3_column_int64(row, 18)},
        .hash = text_at(row, 19),
        .version = text_at(row, 20),
        .host = text_at(row, 21),
        .rank = sqlite3_column_int(row, 22),
        .finished = sqlite3_column_double(row, 23),
    };
}

enum by_status by_store_insert(struct by_store *store, sqlite3_stmt *insert, int64_t match,
                               const struct by_store_game *game, bool *added, struct by_error *err)
{
    bind_game(insert, match, game);
    enum by_status status = by_store_step(store, insert, err);
    *added = status == BY_OK && sqlite3_changes(store->db) > 0;
    return status;
}

static enum by_status put_all(struct by_store *store, int64_t match,
                              const struct by_store_game *const *games, int count,
                              struct by_error *err)
{
    sqlite3_stmt *insert = NULL, *release = NULL;
    enum by_status status = by_store_prepare(store, by_store_insert_sql, &insert, err);
    if (status == BY_OK)
        status = by_store_prepare(store, "DELETE FROM claims WHERE match=?1 AND number=?2",
                                  &release, err);
    for (int i = 0; i < count && status == BY_OK; i++) {
        bool added;
        status = by_store_insert(store, insert, match, games[i], &added, err);
        sqlite3_bind_int64(release, 1, match);
        sqlite3_bind_int64(release, 2, games[i]->number);
        if (status == BY_OK)
            status = by_store_step(store, release, err);
    }
    sqlite3_finalize(insert);
    sqlite3_finalize(release);
    return status;
}

enum by_status by_store_put(struct by_store *store, int64_t match,
                            const struct by_store_game *const *games, int count,
                            struct by_error *err)
{
    if (count == 0)
        return BY_OK;
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    status = put_all(store, match, games, count, err);
    if (status == BY_OK)
        status = by_store_commit(store, err);
    else
        by_store_rollback(store);
    return status == BY_OK ? by_store_still_there(store, err) : status;
}

enum by_status by_store_games(struct by_store *store, int64_t match, int64_t *mark,
                              by_store_game_fn *call, void *context, struct by_error *err)
{
    sqlite3_stmt *rows;
    enum by_status status = by_store_prepare(
        store,
        mark ? "SELECT id, " COLUMNS " FROM games WHERE match=?1 AND id>?2 ORDER BY id"
             : "SELECT id, " COLUMNS " FROM games WHERE match=?1 AND id>?2 ORDER BY number",
        &rows, err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_int64(rows, 1, match);
    sqlite3_bind_int64(rows, 2, mark ? *mark : 0);
    int code = sqlite3_step(rows);
    bool going = true;
    for (; code == SQLITE_ROW && going; code = going ? sqlite3_step(rows) : code) {
        struct by_store_game game = game_of(rows);
        going = call(context, &game);
        if (mark && going)
            *mark = sqlite3_column_int64(rows, 0);
    }
    if (going && code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(rows);
    return status;
}
