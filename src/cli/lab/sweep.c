/* sweep.c: an experiment without a file: options with several values, a match for each combination. */
#include "lab/sweep.h"
#include "cli/arena/match.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/lab/lab.h"
#include "cli/progress.h"
#include "lab/run.h"
#include "lab/sweep_report.h"
#include "lab/words.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GAMES_MAX 1000000
#define BAR       1000 /* the bar's steps */

/* --- what is asked for -------------------------------------------------------------------------- */

/* "nogo size=7x7 komi=0.5": the game as a file of the laboratory names it. */
static int put_game(struct by_cli *cli, struct by_text *out)
{
    struct by_setting settings[BY_CLI_SETTINGS_MAX];
    int count = 0;
    char *storage = calloc((size_t)cli->setting_count + 1, BY_SPEC_LENGTH_MAX + 1);
    if (!storage)
        return by_cli_failed(cli, "there is not enough memory");
    int status = by_cli_settings(cli, settings, storage, &count);
    by_text_add(out, cli->arguments[0]);
    for (int i = 0; i < count && status == BY_EXIT_OK; i++) {
        by_text_format(out, " %s=", settings[i].name);
        by_spec_write_value(settings[i].value, out);
    }
    free(storage);
    if (status == BY_EXIT_OK && out->length >= out->size)
        return by_cli_refuse(cli, "the options of the game are too long");
    return status;
}

/* "match openings=random:2 colours=a-first": what is done in a cell. */
static void put_measure(const struct by_cli *cli, struct by_text *out)
{
    static const char *const names[] = {"openings", "colours", "time", "margin", "adjudicate"};
    by_text_add(out, "match");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct by_value *value = by_cli_value(cli, names[i]);
        if (!value->given)
            continue;
        by_text_format(out, " %s=", names[i]);
        by_spec_write_value(value->text, out);
    }
}

/* The experiment's text, in `out`. */
static int write_experiment(struct by_cli *cli, struct by_buffer *out)
{
    char game[BY_SPEC_LENGTH_MAX + 1], measure[BY_SPEC_LENGTH_MAX + 1];
    struct by_text game_text = by_text_over(game, sizeof game);
    struct by_text measure_text = by_text_over(measure, sizeof measure);
    struct by_lab_sweep sweep = {.game = game,
                                 .a = by_cli_text(cli, "a"),
                                 .b = by_cli_text(cli, "b"),
                                 .measure = measure,
                                 .games = (int)by_cli_int(cli, "games")};
    if (!sweep.a || !sweep.b)
        return by_cli_refuse(cli, "sweep wants two players: --a SPEC --b SPEC, and values in "
                                  "braces: --a \"mcts sims=500 c={0.1,0.4}\" --b random");
    int status = put_game(cli, &game_text);
    if (status != BY_EXIT_OK)
        return status;
    put_measure(cli, &measure_text);
    if (measure_text.length >= sizeof measure || strpbrk(game, "\n\r{}") ||
        strpbrk(measure, "\n\r{}"))
        return by_cli_refuse(cli, "an option is too long, or has a line break or a brace in it: "
                                  "values in braces are for --a and --b");
    return by_lab_sweep_text(&sweep, out, &cli->error) == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

/* What is wrong is told by what was typed, not by a line of a file that nobody sees. */
static int refuse_experiment(struct by_cli *cli)
{
    const char *colon =
        strncmp(cli->error.text, "sweep, line ", 12) == 0 ? strstr(cli->error.text, ": ") : NULL;
    return colon ? by_cli_refuse(cli, "%s", colon + 2) : by_cli_report(cli);
}

static int read_experiment(struct by_cli *cli, struct by_lab_experiment *out)
{
    struct by_buffer text;
    by_buffer_open(&text, BY_LAB_BYTES_MAX);
    int status = write_experiment(cli, &text);
    const char *path = by_cli_text(cli, "write");
    if (status == BY_EXIT_OK &&
        by_lab_read("sweep", by_buffer_text(&text), text.length, out, &cli->error) != BY_OK)
        status = refuse_experiment(cli);
    if (status == BY_EXIT_OK && path)
        status = by_cli_write(cli, path, by_buffer_text(&text), text.length);
    by_buffer_close(&text);
    return status;
}

/* --- playing ------------------------------------------------------------------------------------ */

static void on_news(void *context, const struct by_lab_news *news)
{
    struct by_progress *progress = context;
    atomic_store(&progress->done, (int)(news->overall * BAR));
    by_progress_note(progress, "cell %d/%d: %.40s %.0f %%", news->cells_done + 1, news->cells,
                     news->step->had.cell.label, 100 * news->done);
}

static int play(struct by_cli *cli, const struct by_lab_order *order, struct by_lab_plan *plan)
{
    struct by_progress progress;
    by_progress_open(&progress, "sweep");
    atomic_store(&progress.total, BAR);
    enum by_status outcome =
        by_lab_run(order, plan, by_interrupt_flag(), on_news, &progress, &cli->error);
    by_progress_close(&progress);
    return outcome == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

static int print_plan(struct by_cli *cli, const struct by_lab_order *order,
                      const struct by_lab_plan *plan)
{
    struct by_buffer text;
    if (by_cli_flag(cli, "json")) {
        struct by_json *json = by_cli_json(cli);
        by_json_object(json, NULL);
        by_report_lab_plan(json, order, plan);
        by_json_end_object(json);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_lab_plan(&text, order, plan, true);
    return by_cli_print(cli, &text);
}

/* --- what came out -------------------------------------------------------------------------------- */

/* Writes what was collected in `text`, if --OPTION names a file, and closes it. */
static int write_file(struct by_cli *cli, const char *option, struct by_buffer *text)
{
    const char *path = by_cli_text(cli, option);
    int status = BY_EXIT_OK;
    if (path && text->failed)
        status = by_cli_failed(cli, "there is not enough memory for the report");
    else if (path)
        status = by_cli_write(cli, path, by_buffer_text(text), text->length);
    by_buffer_close(text);
    return status;
}

static int write_files(struct by_cli *cli, const struct by_lab_results *results)
{
    struct by_buffer csv, svg;
    by_buffer_open(&csv, BY_REPORT_LIMIT);
    by_buffer_open(&svg, BY_REPORT_LIMIT);
    by_sweep_csv(&csv, results);
    enum by_status drawn = BY_OK;
    if (by_cli_text(cli, "svg"))
        drawn = by_sweep_svg(&svg, results, &cli->error);
    int status = write_file(cli, "csv", &csv);
    if (drawn != BY_OK || status != BY_EXIT_OK)
        by_buffer_close(&svg);
    else
        return write_file(cli, "svg", &svg);
    return status == BY_EXIT_OK ? by_cli_report(cli) : status;
}

static int print_results(struct by_cli *cli, const struct by_lab_results *results)
{
    struct by_buffer text;
    if (by_cli_flag(cli, "json")) {
        by_report_sweep(by_cli_json(cli), results);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_sweep(&text, results);
    return by_cli_print(cli, &text);
}

static int report(struct by_cli *cli, const struct by_lab_order *order)
{
    struct by_store *store = NULL;
    struct by_lab_results results = {0};
    enum by_status status =
        by_store_open(order->store, BY_STORE_READ, by_interrupt_flag(), &store, &cli->error);
    if (status == BY_OK)
        status = by_lab_collect(store, order->experiments, order->scale, order->seed, &results,
                                &cli->error);
    by_store_close(store);
    int exit = status == BY_OK ? write_files(cli, &results) : by_cli_report(cli);
    if (exit == BY_EXIT_OK)
        exit = print_results(cli, &results);
    by_lab_results_close(&results);
    return exit;
}

static int say_stopped(struct by_cli *cli)
{
    char command[4096];
    by_cli_command_line(cli, command, sizeof command);
    by_cli_note(by_cli_text(cli, "store")
                    ? "stopped; the finished games are stored; to go on: %s"
                    : "stopped; the finished games are not stored (--store FILE); again: %s",
                command);
    return BY_EXIT_FAILED;
}

/* --- the command ------------------------------------------------------------------------------------ */

static int plan_and_play(struct by_cli *cli, const struct by_lab_order *order, bool kept)
{
    struct by_lab_plan plan = {0};
    struct by_store *store = NULL;
    enum by_status planned = BY_OK;
    if (kept && access(order->store, F_OK) == 0)
        planned =
            by_store_open(order->store, BY_STORE_READ, by_interrupt_flag(), &store, &cli->error);
    if (planned == BY_OK)
        planned = by_lab_plan_open(order, store, &plan, &cli->error);
    by_store_close(store);
    int status = planned == BY_OK ? BY_EXIT_OK : refuse_experiment(cli);
    if (status == BY_EXIT_OK && by_cli_flag(cli, "dry-run"))
        status = print_plan(cli, order, &plan);
    else if (status == BY_EXIT_OK && (status = play(cli, order, &plan)) == BY_EXIT_OK)
        status = report(cli, order);
    by_lab_plan_end(&plan);
    return status == BY_EXIT_OK && by_interrupted() ? say_stopped(cli) : status;
}

/* A store that is gone when the command ends: a folder of its own, since SQLite makes files beside it. */
struct passing {
    char folder[32], path[64];
};

static int open_passing(struct by_cli *cli, struct passing *passing)
{
    struct by_text path = by_text_over(passing->path, sizeof passing->path);
    (void)memcpy(passing->folder, "/tmp/banyan-sweep-XXXXXX", sizeof "/tmp/banyan-sweep-XXXXXX");
    if (!mkdtemp(passing->folder))
        return by_cli_failed(cli, "there is no room for the games in /tmp: name a --store");
    by_text_format(&path, "%s/games.db", passing->folder);
    return BY_EXIT_OK;
}

static void close_passing(const struct passing *passing)
{
    static const char *const endings[] = {"", "-wal", "-shm", "-journal"};
    char file[80];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        struct by_text text = by_text_over(file, sizeof file);
        by_text_format(&text, "%s%s", passing->path, endings[i]);
        (void)unlink(file);
    }
    (void)rmdir(passing->folder);
}

static int read_order(struct by_cli *cli, struct by_lab_order *order)
{
    order->count = 1;
    order->scale = BY_LAB_STANDARD; /* a sweep has the same games at all of them */
    order->concurrency = by_cli_lab_concurrency(cli);
    order->store = by_cli_text(cli, "store");
    static const char *const files[] = {"csv", "svg", "write"};
    int status = by_match_shard(cli, &order->shard);
    for (size_t i = 0; i < sizeof files / sizeof *files && status == BY_EXIT_OK; i++)
        if (by_cli_text(cli, files[i]))
            status = by_cli_can_write(cli, by_cli_text(cli, files[i]));
    if (status == BY_EXIT_OK && !by_cli_seed(cli, &order->seed))
        status = BY_EXIT_USAGE;
    return status;
}

static int run(struct by_cli *cli)
{
    struct by_lab_order order = {0};
    struct by_lab_experiment experiment = {0};
    struct passing passing = {{0}, {0}};
    int status = read_order(cli, &order);
    if (status == BY_EXIT_OK)
        status = read_experiment(cli, &experiment);
    if (status == BY_EXIT_OK && by_cli_text(cli, "svg") &&
        experiment.rows[0].axis_count > BY_SWEEP_DRAWN)
        status = by_cli_refuse(cli, "--svg draws one or two parameters, not %d",
                               experiment.rows[0].axis_count);
    bool kept = order.store != NULL;
    if (status == BY_EXIT_OK && !kept) {
        status = open_passing(cli, &passing);
        order.store = passing.path;
    }
    order.experiments = &experiment;
    if (status == BY_EXIT_OK)
        status = plan_and_play(cli, &order, kept);
    if (*passing.folder)
        close_passing(&passing);
    by_lab_close(&experiment);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"a", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "one player, with values in braces: \"mcts sims=500 c={0.1,0.2,0.4}\""},
     .placeholder = "SPEC"},
    {.base = {"b", BY_OPTION_TEXT, NULL, 0, 4095, NULL, "the other player, likewise"},
     .placeholder = "SPEC"},
    {.base = {"games", BY_OPTION_INT, "100", 1, GAMES_MAX, NULL, "games in each cell"},
     .placeholder = "N"},
    {.base = {"size", BY_OPTION_TEXT, NULL, 0, 64, NULL,
              "the board: width x height, or one number for a square"},
     .placeholder = "WxH"},
    {.base = {"option", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "an option of the game (see 'banyan games GAME'); may be repeated"},
     .placeholder = "NAME=VALUE",
     .repeated = true},
    {.base = {"colours", BY_OPTION_CHOICE, "alternate", 0, 0, BY_CHOICES(by_colours_words),
              "who is the first player: both in turn, always a, or always b"},
     .placeholder = "WHO"},
    {.base = {"openings", BY_OPTION_TEXT, NULL, 0, 4000, NULL,
              "how each pair of games begins: with so many random moves, or as a file says"},
     .placeholder = "random:PLIES|FILE"},
    {.base = {"time", BY_OPTION_TEXT, NULL, 1, 400, NULL,
              "time for a move, or the clock of a game, as in `match`"},
     .placeholder = "TIME"},
    {.base = {"margin", BY_OPTION_TIME, NULL, 0, 3600, NULL, "by how much a time may be exceeded"},
     .placeholder = "TIME"},
    {.base = {"adjudicate", BY_OPTION_TEXT, NULL, 0, 400, NULL, "end decided games, as in `match`"},
     .placeholder = "WHEN"},
    {.base = {"store", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "keep every game in this file and play only what it lacks"},
     .placeholder = "FILE"},
    BY_SHARD_OPTION,
    {.base = {"csv", BY_OPTION_TEXT, NULL, 1, 4000, NULL, "also write a line for each cell"},
     .placeholder = "FILE"},
    {.base = {"svg", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "also draw it: scores over the parameter with their intervals, a heat map of two"},
     .placeholder = "FILE"},
    {.base = {"write", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "write the sweep down as a file for `lab run`, to be changed by hand"},
     .placeholder = "FILE.lab"},
    {.base = {"dry-run", BY_OPTION_FLAG, "off", 0, 0, NULL, "play nothing: say what would be"}},
    {.base = {"concurrency", BY_OPTION_INT, NULL, 1, 256, NULL,
              "games played at a time; the games do not depend on it (default: as many as there "
              "are processors)"},
     .placeholder = "N"},
    {.base = {"seed", BY_OPTION_TEXT, "1", 0, 20, NULL,
              "what all chance depends on: 0 to 18446744073709551615"},
     .placeholder = "N"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"sweep nogo --size 5x5 --a \"mcts sims=100 c={0.1,0.2,0.4,0.8}\" --b \"mcts sims=100 c=0\" "
     "--games 40",
     "how much exploration? four cells"},
    {"sweep nogo --size 5x5 --a \"mcts sims={100,200} c={0,0.4,1.6}\" --b \"mcts sims={100,200} "
     "c=0.4\" --games 20 --csv sweep.csv --svg sweep.svg",
     "two parameters, the first in both players: a grid of six cells"},
    {"sweep nogo --size 5x5 --a \"mcts sims={2*n}\" --b \"mcts sims={n=25,50,100}\" --games 40",
     "twice the simulations against once"},
    {"sweep connect4 --a \"alphabeta depth={1,2,3,4}\" --b \"alphabeta depth=2\" --openings "
     "random:4 --games 20 --store sweep.db",
     "kept: the same command goes on after an interruption"},
    {NULL, NULL},
};

const struct by_command by_command_sweep = {
    .name = "sweep",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "play a match for every value of a player's options",
    .about =
        "Plays a match between a and b for each of the values that stand in braces behind any "
        "option "
        "of theirs, c={0.1,0.2,0.4}, and prints the score of each with its 95 % interval. Several "
        "lists are several parameters, and every combination of values is a cell; of two the "
        "scores "
        "are also printed as a grid and drawn as a heat map. The same option in both players is "
        "the same parameter, and has the same list there. A list may have a name of its own, "
        "c={mine=0,0.4}, and braces without a list put a value in or reckon with it: sims={sims}, "
        "sims={2*n}.\n"
        "It is an experiment of the laboratory without a file (docs/LAB.md); --write makes the "
        "file. "
        "Every cell has a seed of its own, from --seed and its parameters. With --store the games "
        "are "
        "kept, and the same command plays only what is missing; another value more, or more games, "
        "plays only those. Ctrl-C keeps the finished games there.\n"
        "JSON: {\"game\", \"a\", \"b\", \"axes\": [{\"name\", \"values\"}], \"cells\": [{\"cell\", "
        "\"parameters\", \"a\", \"b\", \"score\", \"interval\", \"won\", \"drawn\", \"lost\", "
        "\"games\", "
        "\"planned\", \"seed\"}]}; score and interval are per cents of a's points.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
