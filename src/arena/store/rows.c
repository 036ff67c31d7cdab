/* rows.c: matches and games in and out of a store. */
#include "arena/store/file.h"
#include "arena/store/results.h"
#include "base/text.h"
#include "base/version.h"
#include "players/identity.h"
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Decimal digits, and no more than 64 bits. */
static bool is_seed(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    errno = 0;
    (void)strtoull(text, NULL, 10);
    return digits > 0 && text[digits] == 0 && errno == 0;
}

const char *by_store_match_wrong(const struct by_store_match *match)
{
    const struct {
        const char *name;
        bool good;
    } facts[] = {
        {"a", *match->a != 0},
        {"b", *match->b != 0},
        {"seed", is_seed(match->seed)},
        {"created", by_played_time(match->created)},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (!facts[i].good)
            return facts[i].name;
    return NULL;
}

/* --- columns ------------------------------------------------------------------------- */

/* A row that is read from left to right. SQLite keeps what it is given, text in a column of numbers,
 * too: the first column that is not what it should be is named. */
struct row {
    sqlite3_stmt *statement;
    int at;
    const char *wrong;
};

static int next(struct row *row, bool (*is_good)(int type))
{
    int column = row->at++;
    if (!row->wrong && !is_good(sqlite3_column_type(row->statement, column)))
        row->wrong = sqlite3_column_name(row->statement, column);
    return column;
}

static bool is_whole(int type)
{
    return type == SQLITE_INTEGER;
}

static bool is_number(int type)
{
    return type == SQLITE_INTEGER || type == SQLITE_FLOAT;
}

static bool is_text(int type)
{
    return type == SQLITE_TEXT;
}

static int64_t whole(struct row *row)
{
    return sqlite3_column_int64(row->statement, next(row, is_whole));
}

static int within(struct row *row, int low, int high)
{
    int column = next(row, is_whole);
    int64_t value = sqlite3_column_int64(row->statement, column);
    if (value >= low && value <= high)
        return (int)value;
    if (!row->wrong)
        row->wrong = sqlite3_column_name(row->statement, column);
    return low;
}

static double number(struct row *row)
{
    return sqlite3_column_double(row->statement, next(row, is_number));
}

static const char *text(struct row *row)
{
    int column = next(row, is_text);
    const char *found = (const char *)sqlite3_column_text(row->statement, column);
    bool whole_text =
        found && strlen(found) == (size_t)sqlite3_column_bytes(row->statement, column);
    if (!whole_text && !row->wrong)
        row->wrong = sqlite3_column_name(row->statement, column);
    return found ? found : "";
}

/* A text with something in it that is no text. */
static void check_text(struct row *row, bool good)
{
    if (!good && !row->wrong)
        row->wrong = sqlite3_column_name(row->statement, row->at - 1);
}

static void read_score(struct row *row, struct by_played *game)
{
    const char *score = text(row);
    game->scored = *score != 0;
    check_text(row, !game->scored || by_read_real(score, -1e9, 1e9, &game->score));
}

static uint64_t hash(struct row *row)
{
    const char *digits = text(row);
    check_text(row, strlen(digits) == 16 && strspn(digits, "0123456789abcdef") == 16);
    return strtoull(digits, NULL, 16);
}

static enum by_status bad_row(struct by_store *store, const char *table, const struct row *row,
                              struct by_error *err)
{
    char sentence[160];
    struct by_text out = by_text_over(sentence, sizeof sentence);
    by_text_format(&out, "table %s, row %lld: %s holds what cannot be", table,
                   (long long)sqlite3_column_int64(row->statement, 0), row->wrong);
    return by_store_bad_row(store, sentence, err);
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

/* A match that is there, and who played it. */
struct found {
    int64_t id; /* 0: there is none */
    char who[2][BY_WHO_SIZE];
    char version[BY_BUILD_SIZE];
};

static void copy_text(sqlite3_stmt *row, int column, char *out, size_t size)
{
    const char *words = (const char *)sqlite3_column_text(row, column);
    struct by_text copy = by_text_over(out, size);
    by_text_add(&copy, words ? words : "");
}

static enum by_status find_match(struct by_store *store, const struct by_store_match *match,
                                 struct found *out, struct by_error *err)
{
    sqlite3_stmt *find;
    *out = (struct found){0};
    enum by_status status =
        by_store_prepare(store,
                         "SELECT id, a_who, b_who, version FROM matches WHERE game=?1 AND "
                         "settings=?2 AND position=?3 AND a=?4 AND b=?5 AND openings=?6 AND "
                         "terms=?7 AND seed=?8",
                         &find, err);
    if (status != BY_OK)
        return status;
    bind_match(find, match);
    int code = sqlite3_step(find);
    if (code == SQLITE_ROW) {
        out->id = sqlite3_column_int64(find, 0);
        copy_text(find, 1, out->who[0], sizeof out->who[0]);
        copy_text(find, 2, out->who[1], sizeof out->who[1]);
        copy_text(find, 3, out->version, sizeof out->version);
    } else if (code != SQLITE_DONE) {
        status = by_store_fail(store, err);
    }
    sqlite3_finalize(find);
    return status;
}

static const char *known(const char *text)
{
    return text ? text : "";
}

static enum by_status refuse_unknown(const struct by_store *store, const char *version,
                                     struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], begun[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT,
                   "the store %s holds this match of version %s, which did not note who played: it "
                   "can be read, but not gone on with; take another store or another seed",
                   by_quote(store->path, quoted), by_quote(version, begun));
}

/* What differs, in one sentence. */
static enum by_status refuse_others(const struct by_store *store, const struct found *found,
                                    const char *const who[2], const struct by_store *from,
                                    struct by_error *err)
{
    char here[BY_QUOTE_SIZE], there[BY_QUOTE_SIZE];
    int side = strcmp(found->who[0], who[0]) != 0 ? 0 : 1;
    const char *then = found->who[side], *now = who[side];
    by_quote(store->path, here);
    if (from)
        return by_fail(err, BY_BAD_INPUT,
                       "player %c of match %lld in %s is another one than in %s: %.120s there, "
                       "%.120s here",
                       "ab"[side], (long long)found -> id, here, by_quote(from->path, there),
                       *now ? now : "unknown", *then ? then : "unknown");
    if (!*then)
        return refuse_unknown(store, found->version, err);
    return by_fail(err, BY_BAD_INPUT,
                   "the store %s holds this match with another player %c: %.120s then, %.120s now; "
                   "go on with the same one, or take another store or another seed",
                   here, "ab"[side], then, *now ? now : "unknown");
}

static enum by_status add_match(struct by_store *store, const struct by_store_match *match,
                                struct by_error *err)
{
    sqlite3_stmt *insert;
    enum by_status status =
        by_store_prepare(store,
                         "INSERT INTO matches(game, settings, position, a, b, openings, terms, "
                         "seed, version, created, a_name, b_name, a_who, b_who) "
                         "VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
                         &insert, err);
    if (status != BY_OK)
        return status;
    bind_match(insert, match);
    bind_text(insert, 9, match->version);
    sqlite3_bind_double(insert, 10, match->created);
    bind_text(insert, 11, known(match->a_name));
    bind_text(insert, 12, known(match->b_name));
    bind_text(insert, 13, known(match->a_who));
    bind_text(insert, 14, known(match->b_who));
    status = by_store_step(store, insert, err);
    sqlite3_finalize(insert);
    return status;
}

enum by_status by_store_find_or_add(struct by_store *store, const struct by_store_match *match,
                                    const struct by_store *from, int64_t *id, struct by_error *err)
{
    struct found found;
    const char *const who[2] = {known(match->a_who), known(match->b_who)};
    const char *wrong = by_store_match_wrong(match);
    if (wrong)
        return by_fail(err, BY_BAD_INPUT, "a match with this '%s' cannot be stored", wrong);
    enum by_status status = find_match(store, match, &found, err);
    if (status != BY_OK)
        return status;
    *id = found.id;
    if (!found.id) {
        status = add_match(store, match, err);
        *id = sqlite3_last_insert_rowid(store->db);
    } else if (strcmp(found.who[0], who[0]) != 0 || strcmp(found.who[1], who[1]) != 0) {
        status = refuse_others(store, &found, who, from, err);
    }
    return status;
}

enum by_status by_store_has(struct by_store *store, const struct by_store_match *match, bool *found,
                            struct by_error *err)
{
    struct found there;
    enum by_status status = find_match(store, match, &there, err);
    *found = there.id != 0;
    return status;
}

enum by_status by_store_find(struct by_store *store, const struct by_store_match *match,
                             int64_t *id, struct by_error *err)
{
    struct found there;
    enum by_status status = find_match(store, match, &there, err);
    *id = there.id;
    return status;
}

enum by_status by_store_refuse_unknown(struct by_store *store, const struct by_store_match *match,
                                       by_store_same_fn *same, void *context, struct by_error *err)
{
    sqlite3_stmt *rows;
    enum by_status status = by_store_prepare(
        store,
        "SELECT a, b, version FROM matches WHERE game=?1 AND settings=?2 AND position=?3 AND "
        "openings=?6 AND terms=?7 AND seed=?8 AND a_who='' AND b_who='' AND ?4<>'' AND ?5<>''",
        &rows, err);
    if (status != BY_OK)
        return status;
    bind_match(rows, match);
    int code = sqlite3_step(rows);
    for (; code == SQLITE_ROW && status == BY_OK; code = sqlite3_step(rows)) {
        const char *a = (const char *)sqlite3_column_text(rows, 0);
        const char *b = (const char *)sqlite3_column_text(rows, 1);
        char version[BY_BUILD_SIZE];
        copy_text(rows, 2, version, sizeof version);
        if (a && b && same(context, a, b))
            status = refuse_unknown(store, version, err);
    }
    if (status == BY_OK && code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(rows);
    return status;
}

enum by_status by_store_begin(struct by_store *store, const struct by_store_match *match,
                              int64_t *id, struct by_error *err)
{
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    status = by_store_find_or_add(store, match, NULL, id, err);
    if (status == BY_OK)
        return by_store_commit(store, err);
    by_store_rollback(store);
    return status;
}

static struct by_store_match match_of(struct row *row)
{
    struct by_store_match match = {.id = whole(row)};
    match.game = text(row);
    match.settings = text(row);
    match.position = text(row);
    match.a = text(row);
    match.b = text(row);
    match.openings = text(row);
    match.terms = text(row);
    match.seed = text(row);
    match.version = text(row);
    match.created = number(row);
    match.games = whole(row);
    match.a_name = text(row);
    match.b_name = text(row);
    match.a_who = text(row);
    match.b_who = text(row);
    if (!row->wrong)
        row->wrong = by_store_match_wrong(&match);
    return match;
}

enum by_status by_store_matches(struct by_store *store, by_store_match_fn *call, void *context,
                                struct by_error *err)
{
    sqlite3_stmt *rows;
    char sql[512];
    struct by_text query = by_text_over(sql, sizeof sql);
    by_text_format(&query,
                   "SELECT id, game, settings, position, a, b, openings, terms, seed, version, "
                   "created, (SELECT count(*) FROM games WHERE match=matches.id), %s FROM matches "
                   "ORDER BY id",
                   store->version < 2 ? "'', '', '', ''" : "a_name, b_name, a_who, b_who");
    enum by_status status = by_store_prepare(store, sql, &rows, err);
    if (status != BY_OK)
        return status;
    int code = sqlite3_step(rows);
    bool going = true;
    for (; code == SQLITE_ROW && going; code = going ? sqlite3_step(rows) : code) {
        struct row row = {.statement = rows};
        struct by_store_match match = match_of(&row);
        if (row.wrong)
            status = bad_row(store, "matches", &row, err);
        going = status == BY_OK && (row.wrong || call(context, &match));
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

/* What format 2 has added, and what stands for it in format 1. */
#define ADDED   ", a_proven, b_proven"
#define UNADDED ", 0 AS a_proven, 0 AS b_proven"

const char by_store_insert_sql[] = "INSERT INTO games(match, " COLUMNS ADDED
                                   ") VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) "
                                   "ON CONFLICT DO NOTHING";

/* The texts that are made here, for as long as a statement needs them. */
struct made {
    char score[BY_PLAYED_SCORE];
    char hash[BY_PLAYED_HASH];
};

static void bind_game(sqlite3_stmt *insert, int64_t match, const struct by_played *game,
                      struct made *made)
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
    bind_text(insert, ++i, by_played_score(game, made->score));
    bind_text(insert, ++i, game->ended);
    bind_text(insert, ++i, game->reason);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_int(insert, ++i, game->moved[side]);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_double(insert, ++i, game->spent[side]);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_double(insert, ++i, game->longest[side]);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_int64(insert, ++i, game->sims[side]);
    bind_text(insert, ++i, by_played_hash(game, made->hash));
    bind_text(insert, ++i, game->version);
    bind_text(insert, ++i, game->host);
    sqlite3_bind_int(insert, ++i, game->rank);
    sqlite3_bind_double(insert, ++i, game->finished);
    for (int side = 0; side < 2; side++)
        sqlite3_bind_int(insert, ++i, game->proven[side]);
}

static struct by_played game_of(struct row *row)
{
    struct by_played game = {0};
    if (whole(row) <= 0) /* the row's own number */
        row->wrong = "id";
    game.number = whole(row);
    game.a_first = within(row, 0, 1);
    game.opening = within(row, 0, INT_MAX);
    game.plies = within(row, 0, INT_MAX);
    game.moves = text(row);
    game.times = text(row);
    game.points = within(row, 0, 2);
    read_score(row, &game);
    game.ended = text(row);
    game.reason = text(row);
    for (int side = 0; side < 2; side++)
        game.moved[side] = within(row, 0, INT_MAX);
    for (int side = 0; side < 2; side++)
        game.spent[side] = number(row);
    for (int side = 0; side < 2; side++)
        game.longest[side] = number(row);
    for (int side = 0; side < 2; side++)
        game.sims[side] = whole(row);
    game.hash = hash(row);
    game.version = text(row);
    game.host = text(row);
    game.rank = within(row, 0, INT_MAX);
    game.finished = number(row);
    for (int side = 0; side < 2; side++)
        game.proven[side] = within(row, 0, INT_MAX);
    if (!row->wrong)
        row->wrong = by_played_wrong(&game);
    return game;
}

enum by_status by_store_insert(struct by_store *store, sqlite3_stmt *insert, int64_t match,
                               const struct by_played *game, bool *added, struct by_error *err)
{
    *added = false;
    const char *wrong = by_played_wrong(game);
    if (wrong)
        return by_fail(err, BY_BAD_INPUT, "a game with this '%s' cannot be stored", wrong);
    struct made made;
    bind_game(insert, match, game, &made);
    enum by_status status = by_store_step(store, insert, err);
    *added = status == BY_OK && sqlite3_changes(store->db) > 0;
    return status;
}

/* `which` are the rows, and in which order: ?1 is a match, ?2 the row behind which to begin. */
static enum by_status walk_games(struct by_store *store, const char *which, int64_t match,
                                 int64_t *mark, by_store_game_fn *call, void *context,
                                 struct by_error *err)
{
    sqlite3_stmt *rows;
    char sql[512];
    struct by_text query = by_text_over(sql, sizeof sql);
    by_text_format(&query, "SELECT id, " COLUMNS "%s FROM games %s",
                   store->version < 2 ? UNADDED : ADDED, which);
    enum by_status status = by_store_prepare(store, sql, &rows, err);
    if (status != BY_OK)
        return status;
    sqlite3_bind_int64(rows, 1, match);
    sqlite3_bind_int64(rows, 2, mark && *mark ? *mark : INT64_MIN);
    int code = sqlite3_step(rows);
    bool going = true;
    for (; code == SQLITE_ROW && going; code = going ? sqlite3_step(rows) : code) {
        struct row row = {.statement = rows};
        struct by_played game = game_of(&row);
        if (row.wrong)
            status = bad_row(store, "games", &row, err);
        going = status == BY_OK && (row.wrong || call(context, &game));
        if (mark && going)
            *mark = sqlite3_column_int64(rows, 0);
    }
    if (going && code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(rows);
    return status;
}

enum by_status by_store_games(struct by_store *store, int64_t match, int64_t *mark,
                              by_store_game_fn *call, void *context, struct by_error *err)
{
    const char *which =
        mark ? "WHERE match=?1 AND id>?2 ORDER BY id" : "WHERE match=?1 AND id>=?2 ORDER BY number";
    return walk_games(store, which, match, mark, call, context, err);
}

enum by_status by_store_last_games(struct by_store *store, int64_t match, int64_t from, int most,
                                   by_store_game_fn *call, void *context, struct by_error *err)
{
    char which[128];
    struct by_text text = by_text_over(which, sizeof which);
    by_text_format(&text, "WHERE match=?1 AND id>=?2 ORDER BY number DESC LIMIT %d OFFSET %" PRId64,
                   most, from);
    return walk_games(store, which, match, NULL, call, context, err);
}

enum by_status by_store_game(struct by_store *store, int64_t match, int64_t number,
                             by_store_game_fn *call, void *context, struct by_error *err)
{
    char which[96];
    struct by_text text = by_text_over(which, sizeof which);
    by_text_format(&text, "WHERE match=?1 AND id>=?2 AND number=%" PRId64, number);
    return walk_games(store, which, match, NULL, call, context, err);
}

static enum by_status put_all(struct by_store *store, int64_t match,
                              const struct by_played *const *games, int count, bool *kept,
                              int64_t *last, struct by_error *err)
{
    sqlite3_stmt *insert = NULL, *release = NULL;
    enum by_status status = by_store_prepare(store, by_store_insert_sql, &insert, err);
    if (status == BY_OK)
        status = by_store_prepare(store, "DELETE FROM claims WHERE match=?1 AND number=?2",
                                  &release, err);
    for (int i = 0; i < count && status == BY_OK; i++) {
        bool added = false;
        status = by_store_insert(store, insert, match, games[i], &added, err);
        if (added)
            *last = sqlite3_last_insert_rowid(store->db);
        if (kept)
            kept[i] = added;
        sqlite3_bind_int64(release, 1, match);
        sqlite3_bind_int64(release, 2, games[i]->number);
        if (status == BY_OK)
            status = by_store_step(store, release, err);
    }
    sqlite3_finalize(insert);
    sqlite3_finalize(release);
    return status;
}

/* Nobody else writes between the reading and the commit: rows behind the last one stored here are
 * others', and new. */
enum by_status by_store_put(struct by_store *store, int64_t match,
                            const struct by_played *const *games, int count, bool *kept,
                            const struct by_store_news *news, struct by_error *err)
{
    int64_t last = 0;
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    if (news)
        status = by_store_games(store, match, news->mark, news->call, news->context, err);
    if (status == BY_OK)
        status = put_all(store, match, games, count, kept, &last, err);
    if (status == BY_OK)
        status = by_store_commit(store, err);
    else
        by_store_rollback(store);
    if (status == BY_OK && news && last)
        *news->mark = last;
    return status == BY_OK ? by_store_still_there(store, err) : status;
}

/* --- looking over -------------------------------------------------------------------------- */

static bool next_match(void *context, const struct by_store_match *match)
{
    (void)context;
    (void)match;
    return true;
}

static bool next_game(void *context, const struct by_played *game)
{
    (void)context;
    (void)game;
    return true;
}

static bool next_result(void *context, const struct by_store_result *result)
{
    (void)context;
    (void)result;
    return true;
}

enum by_status by_store_check_rows(struct by_store *store, by_store_problem_fn *call, void *context,
                                   struct by_error *err)
{
    by_store_problem_fn *before = store->problem;
    void *before_context = store->problem_context;
    by_store_on_problem(store, call, context);
    enum by_status status = by_store_matches(store, next_match, NULL, err);
    if (status == BY_OK)
        status = walk_games(store, "ORDER BY id", 0, NULL, next_game, NULL, err);
    if (status == BY_OK)
        status = by_store_results(store, NULL, next_result, NULL, err);
    by_store_on_problem(store, before, before_context);
    return status;
}
