/* match.h: what the parts of the command `match` share, and `tournament` and `tune` with it. */
#ifndef BY_CLI_ARENA_MATCH_H
#define BY_CLI_ARENA_MATCH_H

#include "arena/match.h"
#include "arena/tournament.h"
#include "cli/cli.h"

/* Reports what a match came to, as text or, with --json, as JSON. Returns an exit status. */
int by_match_report(struct by_cli *cli, const struct by_match_plan *plan,
                    const struct by_match_result *result, bool interrupted);

/* What --concurrency says, or else --threads. */
int by_match_concurrency(const struct by_cli *cli);

/* Reads --time, --margin and --adjudicate. Returns an exit status. */
int by_match_read_terms(struct by_cli *cli, struct by_terms *terms);

/* Games begin where --position and --moves have led cli->line. Returns an exit status. */
int by_match_start(struct by_cli *cli);

/* --- records (match_records.c) ------------------------------------------------- */

/* Game records of a match, one file a game, in a folder. */
struct by_match_records {
    const char *folder;
    const struct by_match_plan *plan;
};

/* Makes the folder and sets plan->record. Returns an exit status. */
int by_match_records_open(struct by_cli *cli, struct by_match_records *records,
                          struct by_match_plan *plan, const char *folder);

/* A folder for records of games, made where it is missing. Returns an exit status. */
int by_records_folder(struct by_cli *cli, const char *folder);

/* A by_tournament_record_fn; the context is the folder. Files are named by the players' places in the
 * tournament's file and the number of the game: 1-3-000001.sgf. */
enum by_status by_tournament_record(void *context, const struct by_tournament *tournament,
                                    const struct by_meeting *meeting,
                                    const struct by_played *played, const struct by_line *line,
                                    struct by_error *err);

/* Openings "random:PLIES" or a file. Returns an exit status. */
int by_match_openings(struct by_cli *cli, const char *text, const struct by_rules *rules,
                      struct by_openings *out);

/* Whether these openings are a file's; NULL are none. */
bool by_match_openings_in_file(const char *text);

/* What a match says that has nothing to do but to wait. */
#define BY_WAITING "waiting for the games that others play: %s"

/* The option --shard, what it says, and what the progress bar calls a part: "match 2/3". */
#define BY_SHARD_OPTION                                                                            \
    {                                                                                              \
        .base = {"shard",                                                                          \
                 BY_OPTION_TEXT,                                                                   \
                 NULL,                                                                             \
                 1,                                                                                \
                 40,                                                                               \
                 NULL,                                                                             \
                 "play only part I of N: every N-th game, from game I on, for one of N machines"}, \
        .placeholder = "I/N"                                                                       \
    }
int by_match_shard(struct by_cli *cli, struct by_shard *shard);
#define BY_SHARD_LABEL 64
const char *by_shard_label(const char *what, const struct by_shard *shard,
                           char buffer[BY_SHARD_LABEL]);

#endif
