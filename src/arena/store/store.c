/* store.c: opening a store, its schema, and what SQLite has to say. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "arena/store/file.h"
#include "base/clock.h"
#include "base/text.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#define APPLICATION   0x42616e79 /* "Bany" */
#define VERSION       3
#define LOCK_SECONDS  30
#define HURRY_SECONDS 1 /* once we shall stop: what is finished may still be stored */

/* --- errors --------------------------------------------------------------------- */

static enum by_status fail_writing(const struct by_store *store, const char *quoted,
                                   struct by_error *err)
{
    int number = sqlite3_system_errno(store->db);
    return by_fail(err, BY_FAILED, "the store %s cannot be written: %s", quoted,
                   number ? strerror(number) : sqlite3_errmsg(store->db));
}

enum by_status by_store_fail(struct by_store *store, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    by_quote(store->path, quoted);
    int code = sqlite3_extended_errcode(store->db);
    switch (code & 0xff) {
    case SQLITE_NOTADB:
        return by_fail(err, BY_BAD_INPUT, "%s is not a store of games", quoted);
    case SQLITE_CORRUPT:
        return by_fail(err, BY_FAILED, "the store %s is damaged (%s); nothing was written to it",
                       quoted, sqlite3_errmsg(store->db));
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return by_fail(err, BY_FAILED, "the store %s is locked by another program", quoted);
    case SQLITE_FULL:
        return by_fail(err, BY_FAILED,
                       "the disk with the store %s is full; the games stored so far are safe",
                       quoted);
    case SQLITE_READONLY:
    case SQLITE_IOERR:
        return fail_writing(store, quoted, err);
    case SQLITE_NOMEM:
        return by_fail(err, BY_NO_MEMORY, "there is not enough memory for the store %s", quoted);
    default:
        return by_fail(err, BY_FAILED, "the store %s: %s", quoted, sqlite3_errmsg(store->db));
    }
}

/* --- statements -------------------------------------------------------------------- */

enum by_status by_store_run(struct by_store *store, const char *sql, struct by_error *err)
{
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ? BY_OK
                                                                       : by_store_fail(store, err);
}

enum by_status by_store_prepare(struct by_store *store, const char *sql, sqlite3_stmt **out,
                                struct by_error *err)
{
    *out = NULL;
    return sqlite3_prepare_v2(store->db, sql, -1, out, NULL) == SQLITE_OK
               ? BY_OK
               : by_store_fail(store, err);
}

enum by_status by_store_step(struct by_store *store, sqlite3_stmt *statement, struct by_error *err)
{
    int code = sqlite3_step(statement);
    enum by_status status = code == SQLITE_DONE ? BY_OK : by_store_fail(store, err);
    sqlite3_reset(statement);
    return status;
}

enum by_status by_store_number(struct by_store *store, const char *sql, int64_t *out,
                               struct by_error *err)
{
    sqlite3_stmt *statement;
    *out = 0;
    enum by_status status = by_store_prepare(store, sql, &statement, err);
    if (status != BY_OK)
        return status;
    int code = sqlite3_step(statement);
    if (code == SQLITE_ROW)
        *out = sqlite3_column_int64(statement, 0);
    else if (code != SQLITE_DONE)
        status = by_store_fail(store, err);
    sqlite3_finalize(statement);
    return status;
}

/* --- transactions -------------------------------------------------------------------- */

/* A WAL need not reach the disk with a claim: who loses it loses nothing. A rollback journal is
 * always written through, as the file could be damaged otherwise. */
enum by_status by_store_transaction(struct by_store *store, bool durable, struct by_error *err)
{
    bool full = durable || store->journal;
    if (full != store->full) {
        enum by_status status = by_store_run(
            store, full ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL", err);
        if (status != BY_OK)
            return status;
        store->full = full;
    }
    return by_store_run(store, "BEGIN IMMEDIATE", err);
}

enum by_status by_store_commit(struct by_store *store, struct by_error *err)
{
    enum by_status status = by_store_run(store, "COMMIT", err);
    if (status != BY_OK)
        by_store_rollback(store);
    return status;
}

void by_store_rollback(struct by_store *store)
{
    if (!sqlite3_get_autocommit(store->db))
        (void)sqlite3_exec(store->db, "ROLLBACK", NULL, NULL, NULL);
}

/* Called by SQLite while somebody else has the lock: nonzero tries again. */
static int wait_for_lock(void *context, int tries)
{
    struct by_store *store = context;
    double now = by_clock_now();
    if (tries == 0)
        store->waiting_since = now;
    bool hurry = store->stop && atomic_load(store->stop);
    if (now - store->waiting_since > (hurry ? HURRY_SECONDS : LOCK_SECONDS))
        return 0;
    nanosleep(&(struct timespec){0, 1000000L * (tries < 5 ? 1 : 10)}, NULL);
    return 1;
}

/* --- the schema ---------------------------------------------------------------------- */

/* Step i brings a store from version i to i + 1. */
static const char *const steps[VERSION] = {
    "CREATE TABLE matches("
    " id INTEGER PRIMARY KEY, game TEXT NOT NULL, settings TEXT NOT NULL, position TEXT NOT NULL,"
    " a TEXT NOT NULL, b TEXT NOT NULL, openings TEXT NOT NULL, terms TEXT NOT NULL,"
    " seed TEXT NOT NULL, version TEXT NOT NULL, created REAL NOT NULL,"
    " UNIQUE(game, settings, position, a, b, openings, terms, seed));"
    "CREATE TABLE games("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER NOT NULL REFERENCES matches(id),"
    " number INTEGER NOT NULL, a_first INTEGER NOT NULL, opening INTEGER NOT NULL,"
    " plies INTEGER NOT NULL, moves TEXT NOT NULL, times TEXT NOT NULL, points INTEGER NOT NULL,"
    " score TEXT NOT NULL, ended TEXT NOT NULL, reason TEXT NOT NULL,"
    " a_moves INTEGER NOT NULL, b_moves INTEGER NOT NULL,"
    " a_seconds REAL NOT NULL, b_seconds REAL NOT NULL,"
    " a_longest REAL NOT NULL, b_longest REAL NOT NULL,"
    " a_sims INTEGER NOT NULL, b_sims INTEGER NOT NULL, hash TEXT NOT NULL,"
    " version TEXT NOT NULL, host TEXT NOT NULL, rank INTEGER NOT NULL, finished REAL NOT NULL,"
    " UNIQUE(match, number));"
    "CREATE TABLE workers("
    " id INTEGER PRIMARY KEY AUTOINCREMENT, host TEXT NOT NULL, pid INTEGER NOT NULL,"
    " started TEXT NOT NULL, seen REAL NOT NULL);"
    "CREATE TABLE claims("
    " match INTEGER NOT NULL, number INTEGER NOT NULL, worker INTEGER NOT NULL,"
    " PRIMARY KEY(match, number)) WITHOUT ROWID;",
    /* 2: who played. Nobody knows it of matches that are older. */
    "ALTER TABLE matches ADD COLUMN a_name TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN b_name TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN a_who TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE matches ADD COLUMN b_who TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE games ADD COLUMN a_proven INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE games ADD COLUMN b_proven INTEGER NOT NULL DEFAULT 0;",
    /* 3: what was measured and is no game (results.h). */
    "CREATE TABLE IF NOT EXISTS results("
    " id INTEGER PRIMARY KEY, owner TEXT NOT NULL, key TEXT NOT NULL, text TEXT NOT NULL,"
    " timed INTEGER NOT NULL, seconds REAL NOT NULL, version TEXT NOT NULL, host TEXT NOT NULL,"
    " finished REAL NOT NULL, UNIQUE(owner, key));",
};

/* What a file says of itself, all of one moment: somebody else may just be making it a store. */
static enum by_status read_marks(struct by_store *store, int64_t *application, int64_t *version,
                                 int64_t *tables, struct by_error *err)
{
    bool alone = sqlite3_get_autocommit(store->db) != 0; /* outside a transaction */
    enum by_status status = alone ? by_store_run(store, "BEGIN", err) : BY_OK;
    if (status == BY_OK)
        status = by_store_number(store, "PRAGMA application_id", application, err);
    if (status == BY_OK)
        status = by_store_number(store, "PRAGMA user_version", version, err);
    if (status == BY_OK)
        status = by_store_number(store, "SELECT count(*) FROM sqlite_master", tables, err);
    if (alone)
        by_store_rollback(store);
    return status;
}

/* 0: there are no tables yet. Anything that is not ours is refused. */
static enum by_status read_version(struct by_store *store, int64_t *version, struct by_error *err)
{
    int64_t application = 0, tables = 0;
    char quoted[BY_QUOTE_SIZE];
    by_quote(store->path, quoted);
    enum by_status status = read_marks(store, &application, version, &tables, err);
    if (status != BY_OK)
        return status;
    if (application != APPLICATION && (application != 0 || tables > 0 || *version != 0))
        return by_fail(err, BY_BAD_INPUT, "%s is not a store of games: another program made it",
                       quoted);
    if (*version > VERSION)
        return by_fail(err, BY_BAD_INPUT,
                       "the store %s has format %lld, this program knows up to %d: use a newer one",
                       quoted, (long long)*version, VERSION);
    if (*version < 0 || (*version == 0) != (tables == 0))
        return by_fail(err, BY_BAD_INPUT,
                       "the store %s is damaged: it says format %lld and has %lld tables and "
                       "indexes, which no version of this program has written",
                       quoted, (long long)*version, (long long)tables);
    return BY_OK;
}

static enum by_status mark_version(struct by_store *store, struct by_error *err)
{
    char sql[96];
    struct by_text text = by_text_over(sql, sizeof sql);
    by_text_format(&text, "PRAGMA application_id=%d; PRAGMA user_version=%d", APPLICATION, VERSION);
    return by_store_run(store, sql, err);
}

/* Others may be doing the same: the version is read again under the lock. */
static enum by_status migrate(struct by_store *store, struct by_error *err)
{
    int64_t version = 0;
    enum by_status status = by_store_transaction(store, true, err);
    if (status != BY_OK)
        return status;
    status = read_version(store, &version, err);
    for (int64_t i = version; i < VERSION && status == BY_OK; i++)
        status = by_store_run(store, steps[i], err);
    if (status == BY_OK && version < VERSION)
        status = mark_version(store, err);
    if (status == BY_OK)
        return by_store_commit(store, err);
    by_store_rollback(store);
    return status;
}

/* --- opening ---------------------------------------------------------------------------- */

/* SQLite's WAL needs memory shared between processes, which network disks do not give. The numbers
 * are those of statfs(2): NFS, SMB (three kinds), AFS, Coda, Lustre, GPFS, Ceph, 9p, FUSE. */
static bool on_network_disk(const char *path)
{
    static const unsigned long kinds[] = {0x6969,     0x517b,     0xff534d42, 0xfe534d42,
                                          0x5346414f, 0x73757245, 0x0bd00bd0, 0x47504653,
                                          0x00c36400, 0x01021997, 0x65735546};
    struct statfs disk;
    if (statfs(path, &disk) != 0)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (((unsigned long)disk.f_type & 0xffffffffUL) == kinds[i])
            return true;
    return false;
}

static enum by_status choose_journal(struct by_store *store, struct by_error *err)
{
    store->journal = on_network_disk(store->path);
    const char *sql = store->journal ? "PRAGMA journal_mode=DELETE" : "PRAGMA journal_mode=WAL";
    enum by_status status = by_store_run(store, sql, err);
    /* For this lock SQLite asks no busy handler: several may be making the same store. */
    for (int tries = 0; status != BY_OK && sqlite3_errcode(store->db) == SQLITE_BUSY &&
                        wait_for_lock(store, tries);
         tries++)
        status = by_store_run(store, sql, err);
    if (status != BY_OK)
        return status;
    store->full = true;
    return by_store_run(store, "PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON", err);
}

static enum by_status fail_opening(struct by_store *store, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    int number = store->db ? sqlite3_system_errno(store->db) : ENOMEM;
    return by_fail(err, BY_FAILED, "the store %s cannot be opened: %s",
                   by_quote(store->path, quoted),
                   number ? strerror(number) : sqlite3_errmsg(store->db));
}

/* SQLite writes files beside the store: its folder must allow that, and SQLite's own words for when
 * it does not are about the store. */
static enum by_status check_folder(const char *path, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    char *real = realpath(path, NULL); /* behind symbolic links */
    char *folder = strdup(real ? real : path);
    free(real);
    if (!folder)
        return by_fail_memory(err, strlen(path) + 1);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder ? 1 : 0] = 0;
    int problem = access(slash ? folder : ".", W_OK | X_OK) == 0 ? 0 : errno;
    free(folder);
    if (!problem)
        return BY_OK;
    return by_fail(err, BY_FAILED, "the store %s cannot be written: its folder %s (%s)",
                   by_quote(path, quoted),
                   problem == ENOENT || problem == ENOTDIR ? "is not there" : "may only be read",
                   strerror(problem));
}

/* A file that is there and is not a plain one, or is missing though it must not be. */
static enum by_status check_path(const char *path, enum by_store_mode mode, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    struct stat info;
    by_quote(path, quoted);
    if (stat(path, &info) != 0)
        return mode == BY_STORE_CREATE && errno == ENOENT
                   ? BY_OK
                   : by_fail(err, BY_BAD_INPUT, "the store %s cannot be opened: %s", quoted,
                             strerror(errno));
    if (!S_ISREG(info.st_mode))
        return by_fail(err, BY_BAD_INPUT, "%s is not a file, so it is not a store of games",
                       quoted);
    if (info.st_size == 0 && mode != BY_STORE_CREATE)
        return by_fail(err, BY_BAD_INPUT, "%s is empty, not a store of games", quoted);
    return BY_OK;
}

/* A WAL store in a folder that cannot be written can be read only as if nobody wrote to it, which
 * is so. */
static enum by_status open_unchanging(struct by_store *store, struct by_error *err)
{
    char uri[3 * 4096 + 32];
    struct by_text text = by_text_over(uri, sizeof uri);
    by_text_add(&text, "file:");
    for (const char *c = store->path; *c; c++) {
        if (*c == '?' || *c == '#' || *c == '%')
            by_text_format(&text, "%%%02x", (unsigned)*c);
        else
            by_text_char(&text, *c);
    }
    by_text_add(&text, "?immutable=1");
    sqlite3_close(store->db);
    store->db = NULL;
    if (sqlite3_open_v2(uri, &store->db, SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, NULL) != SQLITE_OK)
        return fail_opening(store, err);
    return BY_OK;
}

/* Whether SQLite's own files stand beside the store: somebody writes to it, or was killed. */
static bool has_wal(const struct by_store *store)
{
    char path[4096 + 8];
    struct by_text text = by_text_over(path, sizeof path);
    by_text_format(&text, "%s-wal", store->path);
    return access(path, F_OK) == 0;
}

/* Who may write opens it so, though nothing is written: only such a connection takes away, when it
 * closes, the files that SQLite makes beside a store. Files that were there before stay as they
 * are. */
static enum by_status open_quietly(struct by_store *store, struct by_error *err)
{
    bool write = access(store->path, W_OK) == 0 && check_folder(store->path, NULL) == BY_OK;
    bool before = has_wal(store);
    int flags = write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK)
        return fail_opening(store, err);
    if (before)
        (void)sqlite3_db_config(store->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    return write ? by_store_run(store, "PRAGMA query_only=ON", err) : BY_OK;
}

static enum by_status open_to_read(struct by_store *store, struct by_error *err)
{
    int64_t version = 0;
    char quoted[BY_QUOTE_SIZE];
    enum by_status status = open_quietly(store, err);
    if (status != BY_OK)
        return status;
    sqlite3_busy_handler(store->db, wait_for_lock, store);
    int code = sqlite3_exec(store->db, "SELECT count(*) FROM sqlite_master", NULL, NULL, NULL);
    if (code == SQLITE_CANTOPEN || code == SQLITE_READONLY)
        status = open_unchanging(store, err);
    if (status == BY_OK)
        status = read_version(store, &version, err);
    if (status == BY_OK && version == 0)
        return by_fail(err, BY_BAD_INPUT, "the store %s is empty: nothing was stored in it yet",
                       by_quote(store->path, quoted));
    store->version = version;
    return status;
}

static enum by_status open_to_write(struct by_store *store, enum by_store_mode mode,
                                    struct by_error *err)
{
    int64_t version = 0;
    int flags = SQLITE_OPEN_READWRITE | (mode == BY_STORE_CREATE ? SQLITE_OPEN_CREATE : 0);
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK)
        return fail_opening(store, err);
    sqlite3_busy_handler(store->db, wait_for_lock, store);
    if (sqlite3_db_readonly(store->db, "main") == 1) {
        char quoted[BY_QUOTE_SIZE];
        return by_fail(err, BY_FAILED, "the store %s may only be read",
                       by_quote(store->path, quoted));
    }
    enum by_status status = read_version(store, &version, err); /* before anything is changed */
    if (status == BY_OK)
        status = choose_journal(store, err);
    if (status == BY_OK && version < VERSION)
        status = migrate(store, err);
    store->version = VERSION;
    return status;
}

enum by_status by_store_open(const char *path, enum by_store_mode mode, const atomic_bool *stop,
                             struct by_store **out, struct by_error *err)
{
    *out = NULL;
    size_t size = sizeof(struct by_store) + strlen(path) + 1;
    if (strlen(path) > 4000)
        return by_fail(err, BY_BAD_INPUT, "the store's name is longer than 4000 characters");
    enum by_status status = check_path(path, mode, err);
    if (status == BY_OK && mode != BY_STORE_READ)
        status = check_folder(path, err);
    if (status != BY_OK)
        return status;
    struct by_store *store = calloc(1, size);
    if (!store)
        return by_fail_memory(err, size);
    strcpy(store->path, path);
    store->stop = stop;
    store->fresh = access(path, F_OK) != 0;
    status = mode == BY_STORE_READ ? open_to_read(store, err) : open_to_write(store, mode, err);
    struct stat info;
    if (status == BY_OK && stat(path, &info) == 0) {
        store->device = (uint64_t)info.st_dev;
        store->file = (uint64_t)info.st_ino;
    }
    if (status != BY_OK) {
        by_store_close(store);
        return status;
    }
    *out = store;
    return BY_OK;
}

enum by_status by_store_still_there(struct by_store *store, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    struct stat info;
    if (stat(store->path, &info) == 0 && (uint64_t)info.st_dev == store->device &&
        (uint64_t)info.st_ino == store->file)
        return BY_OK;
    return by_fail(err, BY_FAILED, "the store %s was removed or replaced while games were played",
                   by_quote(store->path, quoted));
}

void by_store_on_problem(struct by_store *store, by_store_problem_fn *call, void *context)
{
    store->problem = call;
    store->problem_context = context;
}

enum by_status by_store_bad_row(struct by_store *store, const char *sentence, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    if (!store->problem)
        return by_fail(err, BY_FAILED, "the store %s, %s; 'banyan store check' names all such rows",
                       by_quote(store->path, quoted), sentence);
    store->problem(store->problem_context, sentence);
    return BY_OK;
}

const char *by_store_path(const struct by_store *store)
{
    return store->path;
}
