/* store.h: what the parts of the command `store` share. */
#ifndef BY_CLI_ARENA_STORE_H
#define BY_CLI_ARENA_STORE_H

#include "cli/cli.h"
#include "report/store.h"

/* What the games of a stored match add up to. */
enum by_status by_stored_sum(struct by_store *store, int64_t match, struct by_tally *out,
                             struct by_error *err);

/* Lists the matches. Returns an exit status. */
int by_store_list(struct by_cli *cli, struct by_store *store);

/* Says that something in the store could not be read and is left out: a by_store_problem_fn. */
struct by_left_out {
    int rows;
};
void by_left_out(void *context, const char *sentence);
void by_said_elsewhere(void *context, const char *sentence); /* the same, silent */

/* JSON lines: a line for each match and, after it, one for each of its games. */
int by_store_export(struct by_cli *cli, struct by_store *store, int64_t only, bool csv);

/* The games as SGF, one after the other (store_sgf.c); 0: all matches, all numbers. */
int by_store_export_sgf(struct by_cli *cli, struct by_store *store, int64_t match, int64_t number);
int by_store_import(struct by_cli *cli, struct by_store *store, const char *path);

/* Looks the store over, and plays every game through. Returns an exit status. */
int by_store_examine(struct by_cli *cli, struct by_store *store);

/* One game of a store. */
struct by_stored_game {
    struct by_played *played; /* owned */
    bool a_first;
    char a[BY_SPEC_BUFFER], b[BY_SPEC_BUFFER]; /* who played */
};

/* Is the file a store? By how it begins. */
bool by_is_store(const char *path);

/* Opens cli->rules and cli->line with game `number`, from 1, of a match (0: the first that has such a
 * game). Returns an exit status; by_stored_game_close is safe after a failure. */
int by_stored_game_open(struct by_cli *cli, const char *path, int64_t match, int64_t number,
                        struct by_stored_game *out);
void by_stored_game_close(struct by_stored_game *game);

#endif
