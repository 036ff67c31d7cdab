/* store.h: finished games in one SQLite file.
 *
 * A match is what decides game k: the rules, the players, the openings, the seed, the terms. Its
 * games are unique by number. Who the players were is kept with it, and nobody else goes on with it. What by_store_put has said to be stored survives kill -9 and a power
 * cut: the file is in WAL mode with synchronous=FULL, or has a rollback journal where it lies on a
 * network disk.
 *
 * Several processes may work on one store. Each has a row that says it is alive, and claims numbers
 * before it plays them. A claim whose process has ended (on this machine) or has been silent for a
 * minute (on another) is taken over. Should a game be played twice after all, the first one stays.
 *
 * A store belongs to one thread at a time. */
#ifndef BY_ARENA_STORE_STORE_H
#define BY_ARENA_STORE_STORE_H

#include "arena/played.h"
#include "arena/shard.h"
#include "base/error.h"
#include "base/text.h"
#include <stdatomic.h>

struct by_store;

enum by_store_mode {
    BY_STORE_READ,   /* there must be one; nothing is changed */
    BY_STORE_CHANGE, /* there must be one */
    BY_STORE_CREATE, /* made when there is none */
};

/* What all games of a match have in common; all texts. */
struct by_store_match {
    int64_t id; /* in this file */
    const char *game;
    const char *settings;        /* the rules' options: "size=7x7 komi=0" */
    const char *position;        /* where the games begin */
    const char *a, *b;           /* specs, in their one form (players/identity.h) */
    const char *openings;        /* "": none */
    const char *terms;           /* clocks, adjudication, colours that do not alternate; "": none */
    const char *seed;            /* decimal */
    const char *a_name, *b_name; /* as they were given; NULL or "": nobody knows */
    const char *a_who, *b_who;   /* who they are beyond their specs; likewise */
    const char *version;         /* of the program that began it */
    double created;              /* seconds since 1970 */
    int64_t games;               /* stored so far; filled in when read */
};

/* Once `stop` (may be NULL) is true, nothing waits long for a lock. */
enum by_status by_store_open(const char *path, enum by_store_mode mode, const atomic_bool *stop,
                             struct by_store **out, struct by_error *err);
void by_store_close(struct by_store *store); /* gives claims back; NULL is nothing */
const char *by_store_path(const struct by_store *store);

/* Rows that hold what no program of ours writes (numbers out of range, other types: somebody edited
 * them) are not given out. Without a listener reading fails at the first of them; with one it hears
 * a sentence about each, and the rest is read. */
typedef void by_store_problem_fn(void *context, const char *sentence);
void by_store_on_problem(struct by_store *store, by_store_problem_fn *call, void *context);

/* The same for a match as by_played_wrong for a game. Nothing unsound is stored. */
const char *by_store_match_wrong(const struct by_store_match *match);

/* --- matches and games --------------------------------------------------------- */

/* The match's id; a match that is not there yet is added. One that is there, but whose a or b was
 * another one (`a_who`, `b_who`), is refused. */
enum by_status by_store_begin(struct by_store *store, const struct by_store_match *match,
                              int64_t *id, struct by_error *err);

/* Is there such a match? */
enum by_status by_store_has(struct by_store *store, const struct by_store_match *match, bool *found,
                            struct by_error *err);

/* The id of such a match, whoever its players were; 0: there is none. */
enum by_status by_store_find(struct by_store *store, const struct by_store_match *match,
                             int64_t *id, struct by_error *err);

/* Refuses to go on with `match` when it is there from a version that did not note who played. Such a
 * version kept specs as they were typed: `same` says whether two of them are the match's players. */
typedef bool by_store_same_fn(void *context, const char *a, const char *b);
enum by_status by_store_refuse_unknown(struct by_store *store, const struct by_store_match *match,
                                       by_store_same_fn *same, void *context, struct by_error *err);

/* Texts are gone after the call. False ends the walk. */
typedef bool by_store_match_fn(void *context, const struct by_store_match *match);
typedef bool by_store_game_fn(void *context, const struct by_played *game);

/* What others have stored meanwhile: behind `*mark`, as by_store_games gives it out. */
struct by_store_news {
    int64_t *mark;
    by_store_game_fn *call;
    void *context;
};

/* Stores games in one transaction and gives up the claims on them. `kept` (may be NULL) says of each
 * whether it was stored: it was not when its number was there already. With `news` (may be NULL),
 * what others have stored before is given out first, and the mark moves behind the games stored here:
 * nobody reads back what he has put himself. */
enum by_status by_store_put(struct by_store *store, int64_t match,
                            const struct by_played *const *games, int count, bool *kept,
                            const struct by_store_news *news, struct by_error *err);

enum by_status by_store_matches(struct by_store *store, by_store_match_fn *call, void *context,
                                struct by_error *err);

/* The games of a match in the order in which they were stored, behind `*mark` (0: from the
 * beginning), which moves. Or, with a NULL mark, in the order of their numbers. */
enum by_status by_store_games(struct by_store *store, int64_t match, int64_t *mark,
                              by_store_game_fn *call, void *context, struct by_error *err);

/* Some of them: the highest numbers first, `most` behind the first `from`; and the one of that number, where
 * there is one. */
enum by_status by_store_last_games(struct by_store *store, int64_t match, int64_t from, int most,
                                   by_store_game_fn *call, void *context, struct by_error *err);
enum by_status by_store_game(struct by_store *store, int64_t match, int64_t number,
                             by_store_game_fn *call, void *context, struct by_error *err);

/* --- working together ------------------------------------------------------------ */

/* Claims up to `want` of the smallest numbers below `games` in the part `shard` (NULL: in all) that are
 * neither stored nor claimed by somebody alive. When these are fewer than wanted, `*others` says how many are being played by
 * others. Also a sign of life. Whose sign lies far in the future is no more believed to live than
 * who has given none for long; a claim that belongs to nobody is free. */
enum by_status by_store_claim(struct by_store *store, int64_t match, int64_t games,
                              const struct by_shard *shard, int want, int64_t *numbers, int *got,
                              int64_t *others, struct by_error *err);

/* Who plays games of this match, a few of them: "process 4711 on amber (2 games), ...". */
enum by_status by_store_others(struct by_store *store, int64_t match, struct by_text *out,
                               struct by_error *err);

/* Says that this process is alive; does nothing when it has said so a moment ago. */
enum by_status by_store_beat(struct by_store *store, struct by_error *err);

/* --- care --------------------------------------------------------------------------- */

/* Adds what the stores `paths` hold and this one lacks, all of it or nothing. A match is the same when
 * everything that decides its games is; when only its players are others, and when one number has two
 * different games, nothing is merged. */
struct by_store_merged {
    int64_t added;
    int64_t known; /* were there already */
};
enum by_status by_store_merge(struct by_store *store, const char *const *paths, int count,
                              struct by_store_merged *out, struct by_error *err);

/* Closes a store into which nothing came after all; a file that was made by opening it is removed. */
void by_store_discard(struct by_store *store);

/* Looks the file over: SQLite's own check, rows that cannot be, games of matches that are not there,
 * claims that belong to nobody. Each problem is one sentence. */
enum by_status by_store_check(struct by_store *store, by_store_problem_fn *call, void *context,
                              struct by_error *err);

#endif
