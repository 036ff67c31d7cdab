/* store.c: looking into stores of games, and bringing them together. */
#include "cli/arena/store.h"
#include "cli/interrupt.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

/* --- sums ------------------------------------------------------------------------ */

static bool add_game(void *context, const struct by_played *game)
{
    struct by_stored_sum *sum = context;
    int points = game->points < 0 || game->points > 2 ? 1 : game->points;
    by_tally_game(&sum->tally, points);
    if (game->number % 2 == 1 && sum->games > 0 && sum->last == game->number - 1)
        by_tally_pair(&sum->tally, points + sum->last_points);
    sum->last = game->number;
    sum->last_points = points;
    sum->games++;
    return true;
}

enum by_status by_stored_sum(struct by_store *store, int64_t match, struct by_stored_sum *out,
                             struct by_error *err)
{
    *out = (struct by_stored_sum){0};
    return by_store_games(store, match, NULL, add_game, out, err);
}

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

/* --- ls ---------------------------------------------------------------------------- */

struct listing {
    struct by_cli *cli;
    struct by_store *store;
    bool as_json;
    struct by_buffer out; /* text, or a JSON array: the sum that stands before it comes last */
    struct by_json json;
    int64_t games, left_out;
    int matches;
    enum by_status status;
};

static bool list_match(void *context, const struct by_store_match *match)
{
    struct listing *listing = context;
    struct by_stored_sum sum;
    listing->status = by_stored_sum(listing->store, match->id, &sum, &listing->cli->error);
    if (listing->status != BY_OK)
        return false;
    listing->games += sum.games;
    listing->left_out += match->games - sum.games;
    listing->matches++;
    if (!listing->as_json) {
        by_put_stored_match(&listing->out, match, &sum.tally);
        return true;
    }
    by_json_object(&listing->json, NULL);
    by_report_stored_match(&listing->json, match);
    by_report_stored_count(&listing->json, match, &sum.tally);
    by_report_stored_sum(&listing->json, match, &sum.tally);
    by_json_end_object(&listing->json);
    return true;
}

static int end_list(struct listing *listing)
{
    struct by_cli *cli = listing->cli;
    if (!listing->as_json) {
        by_buffer_format(&listing->out, "%" PRId64 " games of %d matches", listing->games,
                         listing->matches);
        if (listing->left_out > 0)
            by_buffer_format(&listing->out, "; %" PRId64 " more left out", listing->left_out);
        by_buffer_char(&listing->out, '\n');
        return by_cli_print(cli, &listing->out);
    }
    struct by_json *json = by_cli_json(cli);
    by_json_end_array(&listing->json);
    by_json_object(json, NULL);
    by_json_int(json, "games", listing->games);
    by_json_int(json, "left_out", listing->left_out);
    by_json_written(json, "matches", &listing->out);
    by_json_end_object(json);
    return by_cli_json_end(cli);
}

static int list(struct by_cli *cli, struct by_store *store)
{
    struct listing listing = {.cli = cli, .store = store, .as_json = by_cli_flag(cli, "json")};
    by_buffer_open(&listing.out, BY_REPORT_LIMIT);
    by_json_open(&listing.json, &listing.out, BY_JSON_LINE);
    if (listing.as_json)
        by_json_array(&listing.json, NULL);
    enum by_status status = by_store_matches(store, list_match, &listing, &cli->error);
    bool whole = status == BY_OK && listing.status == BY_OK;
    int done = whole ? end_list(&listing) : by_cli_report(cli);
    by_buffer_close(&listing.out);
    return done;
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

static void show_head(struct showing *showing, const struct by_store_match *match,
                      const struct by_stored_sum *sum)
{
    struct by_buffer text;
    if (showing->json) {
        by_json_object(showing->json, NULL);
        by_report_stored_match(showing->json, match);
        by_report_stored_count(showing->json, match, &sum->tally);
        by_json_array(showing->json, "list");
        return;
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_stored_match(&text, match, &sum->tally);
    (void)by_cli_print(showing->cli, &text);
}

static bool show_match(void *context, const struct by_store_match *match)
{
    struct showing *showing = context;
    struct by_stored_sum sum;
    if (showing->match && match->id != showing->match)
        return true;
    by_store_on_problem(showing->store, by_said_elsewhere, NULL); /* all are read once more below */
    showing->status = by_stored_sum(showing->store, match->id, &sum, &showing->cli->error);
    by_store_on_problem(showing->store, by_left_out, showing->left_out);
    if (showing->status != BY_OK)
        return false;
    show_head(showing, match, &sum);
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

static int merge(struct by_cli *cli, struct by_store *store, const char *other)
{
    int64_t added, differing;
    if (by_store_merge(store, other, &added, &differing, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (by_cli_flag(cli, "json")) {
        struct by_json *json = by_cli_json(cli);
        by_json_object(json, NULL);
        by_json_int(json, "added", added);
        by_json_int(json, "differing", differing);
        by_json_end_object(json);
        return by_cli_json_end(cli);
    }
    fprintf(cli->out, "%" PRId64 " games added\n", added);
    if (differing > 0)
        by_cli_note("%" PRId64 " games have the number of another one here and were left out",
                    differing);
    return BY_EXIT_OK;
}

/* --- the command ---------------------------------------------------------------------- */

static const struct action {
    const char *name;
    enum by_store_mode mode;
    bool wants_other;
} actions[] = {
    {"ls", BY_STORE_READ, false},     {"show", BY_STORE_READ, false},
    {"export", BY_STORE_READ, false}, {"import", BY_STORE_CREATE, true},
    {"merge", BY_STORE_CREATE, true}, {"check", BY_STORE_CHANGE, false},
};

static void action_names(struct by_text *out)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        by_text_format(out, "%s%s", i ? "|" : "", actions[i].name);
}

static int act(struct by_cli *cli, const struct action *action, struct by_store *store,
               struct by_left_out *left_out)
{
    const char *other = cli->argument_count > 2 ? cli->arguments[2] : NULL;
    if (strcmp(action->name, "ls") == 0)
        return list(cli, store);
    if (strcmp(action->name, "show") == 0)
        return show(cli, store, left_out);
    if (strcmp(action->name, "export") == 0)
        return by_store_export(cli, store, by_cli_int(cli, "match"),
                               by_cli_value(cli, "format")->choice == 1);
    if (strcmp(action->name, "import") == 0)
        return by_store_import(cli, store, other);
    if (strcmp(action->name, "merge") == 0)
        return merge(cli, store, other);
    return by_store_examine(cli, store);
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
    if (action->wants_other != (cli->argument_count > 2))
        return by_cli_refuse(cli,
                             action->wants_other
                                 ? "store %s wants two files: where to, and from where"
                                 : "store %s wants one file",
                             action->name);
    struct by_store *store = NULL;
    if (by_store_open(cli->arguments[1], action->mode, by_interrupt_flag(), &store, &cli->error) !=
        BY_OK)
        return by_cli_report(cli);
    struct by_left_out left_out = {0};
    by_store_on_problem(store, by_left_out, &left_out);
    int status = act(cli, action, store, &left_out);
    by_store_close(store);
    return say_left_out(&left_out, status);
}

static const struct by_cli_option options[] = {
    {.base = {"match", BY_OPTION_INT, NULL, 1, 1e15, NULL, "only this match, by its number in ls"},
     .placeholder = "ID"},
    {.base = {"number", BY_OPTION_INT, NULL, 1, 1e9, NULL, "only this game of a match"},
     .placeholder = "N"},
    {.base = {"format", BY_OPTION_CHOICE, "jsonl", 0, 0, "jsonl|csv", "what export writes"},
     .placeholder = "FORMAT"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"store ls games.db", "the matches in a store, with their scores"},
    {"store show games.db --match 1 --number 3", "one game, with its times"},
    {"store export games.db --format csv", "every game as a line of a table"},
    {"store merge all.db games.db", "bring stores together"},
    {NULL, NULL},
};

const struct by_command by_command_store = {
    .name = "store",
    .arguments = "ACTION FILE [FROM]",
    .least = 1,
    .most = 3,
    .summary = "look into stores of games, bring them together, check them",
    .about =
        "A store is the SQLite file that `match --store` and `tournament` keep their games "
        "in.\n"
        "ls lists its matches, show its games. export writes everything as JSON lines (or "
        "the games as CSV), import reads such lines into a store, merge adds the games of "
        "another store. check looks the file over and plays every game through by the rules; "
        "its status is 1 when something is wrong. Rows that hold what cannot be (edited numbers) "
        "are left out everywhere, with a remark and status 1.\n"
        "While a match runs, the newest games stand in FILE-wal: copy both files together, or "
        "use merge.\n"
        "JSON of ls: {\"games\": N, \"left_out\": N, \"matches\": [{\"id\", \"game\", "
        "\"settings\", \"a\", \"b\", \"seed\", \"games\", \"left_out\", \"wins\", "
        "\"draws\", \"losses\", \"score\", \"interval\", ...}]}; games are those that could "
        "be read, and none of them have a null score.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
