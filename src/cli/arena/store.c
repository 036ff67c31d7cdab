/* store.c: looking into stores of games, and bringing them together. */
#include "cli/arena/store.h"
#include "cli/interrupt.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* --- rows that cannot be ----------------------------------------------------------- */

void by_left_out(void *context, const char *sentence)
{
    enum { SHOWN = 3 };
    struct by_left_out *left_out = context;
    if (left_out->rows++ < SHOWN)
        by_cli_note("%s", sentence);
}

void by_said_elsewhere(void *context, const char *sentence)
{
    (void)context;
    (void)sentence;
}

/* What was read is printed, but not as if it were everything. */
static int say_left_out(const struct by_left_out *left_out, int status)
{
    if (left_out->rows == 0)
        return status;
    by_cli_note("%d rows of the store were left out; 'banyan store check' names them all",
                left_out->rows);
    return status == BY_EXIT_OK ? BY_EXIT_FAILED : status;
}

/* --- show --------------------------------------------------------------------------- */

struct showing {
    struct by_cli *cli;
    struct by_store *store;
    int64_t match, number; /* which ones; 0: all */
    struct by_left_out *left_out;
    struct by_json *json; /* NULL: text */
    int64_t shown;
    enum by_status status;
};

static bool show_game(void *context, const struct by_played *game)
{
    struct showing *showing = context;
    struct by_buffer text;
    if (showing->number && game->number + 1 != showing->number)
        return true;
    showing->shown++;
    if (showing->json) {
        by_report_stored_game(showing->json, NULL, game);
        return true;
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_stored_game(&text, game, showing->number != 0);
    return by_cli_print(showing->cli, &text) == BY_EXIT_OK;
}

static void show_head(struct showing *showing, const struct by_stored *stored)
{
    struct by_buffer text;
    if (showing->json) {
        by_json_object(showing->json, NULL);
        by_report_stored_match(showing->json, stored->matches[0]);
        by_report_stored_count(showing->json, stored);
        by_json_array(showing->json, "list");
        return;
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_stored(&text, stored);
    (void)by_cli_print(showing->cli, &text);
}

static bool show_match(void *context, const struct by_store_match *match)
{
    struct showing *showing = context;
    struct by_stored stored = {.matches = &match, .count = 1};
    if (showing->match && match->id != showing->match)
        return true;
    by_store_on_problem(showing->store, by_said_elsewhere, NULL); /* all are read once more below */
    showing->status = by_stored_sum(showing->store, match->id, &stored.tally, &showing->cli->error);
    by_store_on_problem(showing->store, by_left_out, showing->left_out);
    if (showing->status != BY_OK)
        return false;
    show_head(showing, &stored);
    showing->status =
        by_store_games(showing->store, match->id, NULL, show_game, showing, &showing->cli->error);
    if (showing->json) {
        by_json_end_array(showing->json);
        by_json_end_object(showing->json);
    }
    return showing->status == BY_OK;
}

static int show(struct by_cli *cli, struct by_store *store, struct by_left_out *left_out)
{
    struct showing showing = {.cli = cli,
                              .store = store,
                              .left_out = left_out,
                              .match = by_cli_int(cli, "match"),
                              .number = by_cli_int(cli, "number")};
    if (by_cli_flag(cli, "json")) {
        showing.json = by_cli_json(cli);
        by_json_object(showing.json, NULL);
        by_json_array(showing.json, "matches");
    }
    enum by_status status = by_store_matches(store, show_match, &showing, &cli->error);
    if (status != BY_OK || showing.status != BY_OK)
        return by_cli_report(cli);
    if (showing.shown == 0 && (showing.match || showing.number))
        return by_cli_refuse(cli, "there is no such game in the store");
    if (!showing.json)
        return BY_EXIT_OK;
    by_json_end_array(showing.json);
    by_json_end_object(showing.json);
    return by_cli_json_end(cli);
}

/* --- merge ---------------------------------------------------------------------------- */

static int merge(struct by_cli *cli, struct by_store *store)
{
    struct by_store_merged merged;
    const char *const *from = (const char *const *)cli->arguments + 2;
    if (by_store_merge(store, from, cli->argument_count - 2, &merged, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (by_cli_flag(cli, "json")) {
        struct by_json *json = by_cli_json(cli);
        by_json_object(json, NULL);
        by_json_int(json, "added", merged.added);
        by_json_int(json, "known", merged.known);
        by_json_end_object(json);
        return by_cli_json_end(cli);
    }
    fprintf(cli->out, "%" PRId64 " game%s added", merged.added, merged.added == 1 ? "" : "s");
    if (merged.known > 0)
        fprintf(cli->out, ", %" PRId64 " known before", merged.known);
    fputc('\n', cli->out);
    return BY_EXIT_OK;
}

#define FROM_MAX 1000 /* stores that are merged at a time */

/* --- the command ---------------------------------------------------------------------- */

static const struct action {
    const char *name;
    enum by_store_mode mode;
    int others; /* files that it wants besides the store, at most */
} actions[] = {
    {"ls", BY_STORE_READ, 0},
    {"show", BY_STORE_READ, 0},
    {"export", BY_STORE_READ, 0},
    {"import", BY_STORE_CREATE, 1},
    {"merge", BY_STORE_CREATE, FROM_MAX},
    {"check", BY_STORE_CHANGE, 0},
};

static void action_names(struct by_text *out)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        by_text_format(out, "%s%s", i ? "|" : "", actions[i].name);
}

static int act(struct by_cli *cli, const struct action *action, struct by_store *store,
               struct by_left_out *left_out)
{
    if (strcmp(action->name, "ls") == 0)
        return by_store_list(cli, store);
    if (strcmp(action->name, "show") == 0)
        return show(cli, store, left_out);
    if (strcmp(action->name, "export") == 0 && by_cli_value(cli, "format")->choice == 2)
        return by_store_export_sgf(cli, store, by_cli_int(cli, "match"), by_cli_int(cli, "number"));
    if (strcmp(action->name, "export") == 0)
        return by_store_export(cli, store, by_cli_int(cli, "match"),
                               by_cli_value(cli, "format")->choice == 1);
    if (strcmp(action->name, "import") == 0)
        return by_store_import(cli, store, cli->arguments[2]);
    if (strcmp(action->name, "merge") == 0)
        return merge(cli, store);
    return by_store_examine(cli, store);
}

/* Options that only some actions have. */
static int check_options(struct by_cli *cli, const char *action)
{
    bool lists = strcmp(action, "ls") == 0, shows = strcmp(action, "show") == 0;
    bool exports = strcmp(action, "export") == 0;
    if (by_cli_flag(cli, "pool") && !lists)
        return by_cli_refuse(cli, "--pool is for store ls, not for store %s", action);
    if (by_cli_value(cli, "format")->given && !lists && !exports)
        return by_cli_refuse(cli, "--format is for store ls and store export, not for store %s",
                             action);
    if (by_cli_value(cli, "match")->given && !shows && !exports)
        return by_cli_refuse(cli, "--match is for store show and store export, not for store %s",
                             action);
    bool sgf = by_cli_value(cli, "format")->choice == 2;
    if (lists && sgf)
        return by_cli_refuse(cli, "--format sgf is for store export, not for store ls");
    if (by_cli_value(cli, "number")->given && !shows && !(exports && sgf))
        return by_cli_refuse(cli,
                             "--number is for store show and store export --format sgf, not for "
                             "store %s",
                             action);
    return BY_EXIT_OK;
}

static int run(struct by_cli *cli)
{
    const struct action *action = NULL;
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, cli->arguments[0]) == 0)
            action = &actions[i];
    if (!action)
        return by_cli_unknown(cli, "action", cli->arguments[0], action_names);
    if (cli->argument_count < 2)
        return by_cli_refuse(cli, "store %s wants a store: banyan store %s FILE", action->name,
                             action->name);
    int others = cli->argument_count - 2;
    if (others > action->others || (others == 0 && action->others > 0))
        return by_cli_refuse(cli,
                             action->others > 1    ? "store %s wants a store, and those that are "
                                                     "added to it: banyan store merge ALL PART..."
                             : action->others == 1 ? "store %s wants two files: where to, and from "
                                                     "where"
                                                   : "store %s wants one file",
                             action->name);
    int wanted = check_options(cli, action->name);
    if (wanted != BY_EXIT_OK)
        return wanted;
    struct by_store *store = NULL;
    if (by_store_open(cli->arguments[1], action->mode, by_interrupt_flag(), &store, &cli->error) !=
        BY_OK)
        return by_cli_report(cli);
    struct by_left_out left_out = {0};
    by_store_on_problem(store, by_left_out, &left_out);
    int status = act(cli, action, store, &left_out);
    if (status != BY_EXIT_OK && strcmp(action->name, "merge") == 0)
        by_store_discard(store);
    else
        by_store_close(store);
    return say_left_out(&left_out, status);
}

static const struct by_cli_option options[] = {
    {.base = {"match", BY_OPTION_INT, NULL, 1, 1e15, NULL, "only this match, by its number in ls"},
     .placeholder = "ID"},
    {.base = {"number", BY_OPTION_INT, NULL, 1, 1e9, NULL, "only this game of a match"},
     .placeholder = "N"},
    {.base = {"format", BY_OPTION_CHOICE, "jsonl", 0, 0, "jsonl|csv|sgf",
              "what export writes (sgf: the games as records); ls: csv for a table"},
     .placeholder = "FORMAT"},
    {.base = {"pool", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "ls: take matches that differ in nothing but the seed for one"}},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"store ls games.db", "the matches in a store, with their scores"},
    {"store ls games.db --pool --format csv", "a table, with the seeds of a match taken together"},
    {"store show games.db --match 1 --number 3", "one game, with its times"},
    {"store export games.db --format csv", "every game as a line of a table"},
    {"store export games.db --format sgf --match 1 --number 3", "one game as a record"},
    {"store merge all.db games.db", "bring stores together: any number of them into the first"},
    {NULL, NULL},
};

const struct by_command by_command_store = {
    .name = "store",
    .arguments = "ACTION FILE [FROM...]",
    .least = 1,
    .most = 2 + FROM_MAX,
    .summary = "look into stores of games, bring them together, check them",
    .about =
        "A store is the SQLite file that `match --store` and `tournament` keep their games "
        "in.\n"
        "It also holds what `lab run` has measured that is no game. ls lists its matches (--pool: "
        "those that differ in nothing but the seed as one), show its "
        "games. export writes everything as JSON lines (or "
        "the games as CSV, or as SGF), import reads such lines into a store. merge adds the games "
        "of other stores, all or nothing: parts of a match (`match --shard`) become the whole one; "
        "a "
        "number with two different games, or a match with two different players, is refused, and "
        "no "
        "new file is left behind. check looks the file over and plays every game through by the "
        "rules; "
        "its status is 1 when something is wrong. Rows that hold what cannot be (edited numbers) "
        "are left out everywhere, with a remark and status 1.\n"
        "While a match runs, the newest games stand in FILE-wal: copy both files together, or "
        "use merge.\n"
        "JSON of ls: {\"games\": N, \"left_out\": N, \"matches\": [{\"id\", \"game\", "
        "\"settings\", \"a\", \"b\", \"seed\", \"games\", \"left_out\", \"wins\", "
        "\"draws\", \"losses\", \"score\", \"interval\", ...}]}, with \"ids\" and \"seeds\" where "
        "--pool took several for one; games are those that could "
        "be read, and none of them have a null score.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
