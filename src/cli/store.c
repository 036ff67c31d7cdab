/* store.c: looking into stores of games, and bringing them together. */
#include "cli/store.h"
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
    json_t *array;
    int64_t games;
    int matches;
    enum by_status status;
};

static void print_match(FILE *out, const struct by_store_match *match,
                        const struct by_stored_sum *sum)
{
    struct by_score score = by_tally_score(&sum->tally, *match->openings != 0, 0.95);
    fprintf(out, "%" PRId64 "  %s %s, seed %s", match->id, match->game, match->settings,
            match->seed);
    if (*match->openings)
        fprintf(out, ", openings %s", match->openings);
    if (*match->terms)
        fprintf(out, ",%s", match->terms);
    fprintf(out, "\n   a %s\n   b %s\n", match->a, match->b);
    fprintf(out, "   %" PRId64 " games: %ld won by a, %ld drawn, %ld won by b", match->games,
            sum->tally.games[2], sum->tally.games[1], sum->tally.games[0]);
    if (match->games > 0)
        fprintf(out, "; score %.1f %%, 95 %% interval %.1f to %.1f %%", 100 * score.score,
                100 * score.interval.low, 100 * score.interval.high);
    fputc('\n', out);
}

static bool list_match(void *context, const struct by_store_match *match)
{
    struct listing *listing = context;
    struct by_stored_sum sum;
    listing->status = by_stored_sum(listing->store, match->id, &sum, &listing->cli->error);
    if (listing->status != BY_OK)
        return false;
    listing->games += match->games;
    listing->matches++;
    if (!listing->array) {
        print_match(listing->cli->out, match, &sum);
        return true;
    }
    struct by_score score = by_tally_score(&sum.tally, *match->openings != 0, 0.95);
    json_t *object = by_stored_match_json(match);
    if (!object) {
        listing->status = by_fail_memory(&listing->cli->error, sizeof *match);
        return false;
    }
    json_object_set_new(object, "wins", json_integer(sum.tally.games[2]));
    json_object_set_new(object, "draws", json_integer(sum.tally.games[1]));
    json_object_set_new(object, "losses", json_integer(sum.tally.games[0]));
    json_object_set_new(object, "score", json_real(score.score));
    json_object_set_new(object, "interval",
                        json_pack("[f,f]", score.interval.low, score.interval.high));
    json_array_append_new(listing->array, object);
    return true;
}

static int list(struct by_cli *cli, struct by_store *store)
{
    struct listing listing = {.cli = cli, .store = store};
    if (by_cli_flag(cli, "json"))
        listing.array = json_array();
    enum by_status status = by_store_matches(store, list_match, &listing, &cli->error);
    if (status != BY_OK || listing.status != BY_OK) {
        json_decref(listing.array);
        return by_cli_report(cli);
    }
    if (listing.array)
        return by_json_print(cli, json_pack("{s:I, s:o}", "games", (json_int_t)listing.games,
                                            "matches", listing.array));
    fprintf(cli->out, "%" PRId64 " games of %d matches\n", listing.games, listing.matches);
    return BY_EXIT_OK;
}

/* --- show --------------------------------------------------------------------------- */

struct showing {
    struct by_cli *cli;
    struct by_store *store;
    int64_t match, number; /* which ones; 0: all */
    struct by_left_out *left_out;
    json_t *array, *games;
    int64_t shown;
    enum by_status status;
};

static const char *winner_of(const struct by_played *game)
{
    return game->points == 2 ? "a" : game->points == 1 ? "draw" : "b";
}

static bool show_game(void *context, const struct by_played *game)
{
    struct showing *showing = context;
    FILE *out = showing->cli->out;
    if (showing->number && game->number + 1 != showing->number)
        return true;
    showing->shown++;
    if (showing->games) {
        if (json_array_append_new(showing->games, by_stored_game_json(game)) != 0)
            showing->status = by_fail_memory(&showing->cli->error, sizeof *game);
        return showing->status == BY_OK;
    }
    fprintf(out, "   %" PRId64 " %s %s %s", game->number + 1, game->a_first ? "a" : "b",
            game->moves, winner_of(game));
    if (strcmp(game->ended, "rules") != 0)
        fprintf(out, " %s%s%s", game->ended, *game->reason ? ": " : "", game->reason);
    fputc('\n', out);
    if (showing->number)
        fprintf(out, "     times in ms: %s\n     by version %s on %s\n", game->times, game->version,
                game->host);
    return true;
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
    if (showing->array)
        showing->games = json_array();
    else
        print_match(showing->cli->out, match, &sum);
    enum by_status status =
        by_store_games(showing->store, match->id, NULL, show_game, showing, &showing->cli->error);
    if (status != BY_OK)
        showing->status = status;
    if (showing->array) {
        json_t *object = by_stored_match_json(match);
        if (json_object_set_new(object, "list", showing->games) != 0 ||
            json_array_append_new(showing->array, object) != 0)
            showing->status = by_fail_memory(&showing->cli->error, sizeof *match);
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
    if (by_cli_flag(cli, "json"))
        showing.array = json_array();
    enum by_status status = by_store_matches(store, show_match, &showing, &cli->error);
    if (status == BY_OK && showing.status == BY_OK && showing.shown == 0 &&
        (showing.match || showing.number)) {
        json_decref(showing.array);
        return by_cli_refuse(cli, "there is no such game in the store");
    }
    if (status != BY_OK || showing.status != BY_OK) {
        json_decref(showing.array);
        return by_cli_report(cli);
    }
    return showing.array ? by_json_print(cli, json_pack("{s:o}", "matches", showing.array))
                         : BY_EXIT_OK;
}

/* --- merge ---------------------------------------------------------------------------- */

static int merge(struct by_cli *cli, struct by_store *store, const char *other)
{
    int64_t added, differing;
    if (by_store_merge(store, other, &added, &differing, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (by_cli_flag(cli, "json"))
        return by_json_print(cli, json_pack("{s:I, s:I}", "added", (json_int_t)added, "differing",
                                            (json_int_t)differing));
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
        "JSON of ls: {\"games\": N, \"matches\": [{\"id\", \"game\", \"settings\", \"a\", "
        "\"b\", \"seed\", \"games\", \"wins\", \"draws\", \"losses\", \"score\", "
        "\"interval\", ...}]}.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
