/* tune.c: looking for a player's best options by letting players play each other. */
#include "arena/store/keeper.h"
#include "cli/arena/match.h"
#include "cli/file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "learn/bouts.h"
#include "report/tuning.h"

#include <string.h>

#define IDENTITY_MAX 16384

/* Everything a run needs, for as long as it lasts. */
struct run {
    struct by_vary vary;
    struct by_tune_plan plan;
    struct by_bout_terms bouts;
    char identity[IDENTITY_MAX];
    struct by_progress progress;
};

/* --- setting up -------------------------------------------------------------------------- */

static int round_even(int64_t number)
{
    return (int)(number - number % 2);
}

/* A fifth of the budget, unless told. */
static int final_games(const struct by_cli *cli, int games)
{
    int share = round_even(games / 5);
    return by_cli_value(cli, "final")->set ? (int)by_cli_int(cli, "final") : share < 2 ? 2 : share;
}

static int read_plan(struct by_cli *cli, struct run *run)
{
    struct by_tune_plan *plan = &run->plan;
    plan->vary = &run->vary;
    plan->identity = run->identity;
    plan->method = (enum by_tune_method)by_cli_value(cli, "method")->choice;
    plan->games = (int)by_cli_int(cli, "games");
    plan->final_games = final_games(cli, plan->games);
    plan->population = (int)by_cli_int(cli, "population");
    plan->pairing = (int)by_cli_int(cli, "pairing");
    plan->log = by_cli_text(cli, "log");
    plan->play = by_bout_by_match;
    plan->play_context = &run->bouts;
    if (!by_cli_text(cli, "player") || !by_cli_text(cli, "vary"))
        return by_cli_refuse(cli,
                             "tune wants a player and what to vary: --player \"mcts sims=100\" "
                             "--vary c=0.1..3");
    return by_cli_seed(cli, &plan->seed) ? BY_EXIT_OK : BY_EXIT_USAGE;
}

static int read_bouts(struct by_cli *cli, struct run *run)
{
    struct by_bout_terms *bouts = &run->bouts;
    bouts->trust = BY_TRUST_ALL;
    bouts->concurrency = by_match_concurrency(cli);
    bouts->store = by_cli_text(cli, "store");
    bouts->keeper = bouts->store ? by_keeper_store : NULL;
    int status = by_match_read_terms(cli, &bouts->terms);
    if (status == BY_EXIT_OK)
        status = by_cli_game(cli, cli->arguments[0]);
    if (status == BY_EXIT_OK)
        status = by_match_start(cli);
    if (status != BY_EXIT_OK)
        return status;
    bouts->rules = cli->rules;
    return by_match_openings(cli, by_cli_text(cli, "openings"), cli->rules, &bouts->openings);
}

/* What depends on the rules. */
static int prepare(struct by_cli *cli, struct run *run)
{
    struct by_text identity = by_text_over(run->identity, sizeof run->identity);
    int steps = 0;
    run->plan.paired = by_openings_any(&run->bouts.openings);
    by_bout_identity(&run->bouts, &identity);
    if (identity.length >= identity.size)
        return by_cli_refuse(cli, "the position and options of the game are too long to tune with");
    if (by_vary_read(cli->rules, by_cli_text(cli, "player"), by_cli_text(cli, "vary"), BY_TRUST_ALL,
                     &run->vary, &cli->error) != BY_OK ||
        by_tune_check(&run->plan, &steps, &cli->error) != BY_OK)
        return by_cli_report(cli);
    int status = BY_EXIT_OK;
    const char *const files[] = {by_cli_text(cli, "csv"), by_cli_text(cli, "svg")};
    for (int i = 0; i < 2 && status == BY_EXIT_OK; i++)
        if (files[i])
            status = by_cli_can_write(cli, files[i]);
    return status;
}

/* --- running ------------------------------------------------------------------------------- */

static void on_news(void *context, const struct by_tune_news *news)
{
    struct run *run = context;
    char values[64];
    struct by_text text = by_text_over(values, sizeof values);
    for (int k = 0; k < run->vary.count; k++)
        by_text_format(&text, " %s %.4g", run->vary.param[k].name, news->value[k]);
    atomic_store(&run->progress.done, news->games);
    if (news->step > news->steps)
        by_progress_note(&run->progress, "final match,%s", values);
    else
        by_progress_note(&run->progress, "step %d of %d,%s", news->step, news->steps, values);
}

typedef void writer(const struct by_tuning_report *report, struct by_buffer *out);

static int write_file(struct by_cli *cli, const struct by_tuning_report *report, const char *path,
                      writer *write)
{
    struct by_buffer out;
    by_buffer_open(&out, BY_REPORT_LIMIT);
    write(report, &out);
    int status = out.failed ? by_cli_failed(cli, "there is not enough memory for the report")
                            : by_cli_write(cli, path, by_buffer_text(&out), out.length);
    by_buffer_close(&out);
    return status;
}

static int report_all(struct by_cli *cli, const struct by_tuning_report *report)
{
    const char *csv = by_cli_text(cli, "csv"), *svg = by_cli_text(cli, "svg");
    int status = csv ? write_file(cli, report, csv, by_tuning_csv) : BY_EXIT_OK;
    if (status == BY_EXIT_OK && svg)
        status = write_file(cli, report, svg, by_tuning_svg);
    if (status != BY_EXIT_OK)
        return status;
    if (by_cli_flag(cli, "json")) {
        by_report_tuning(by_cli_json(cli), report);
        return by_cli_json_end(cli);
    }
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(cli);
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_tuning(&text, report, &marks);
    return by_cli_print(cli, &text);
}

static int say_stopped(const struct by_cli *cli, const struct by_tune_plan *plan,
                       const struct by_tune_result *result)
{
    char command[4096];
    by_cli_command_line(cli, command, sizeof command);
    by_cli_note(plan->log ? "stopped after %d of %d games, which are in the log; to go on: %s"
                          : "stopped after %d of %d games, which are not kept (--log FILE would); "
                            "again: %s",
                result->games, plan->games, command);
    return BY_EXIT_FAILED;
}

static int tune(struct by_cli *cli, struct run *run)
{
    struct by_tune_result result;
    by_progress_open(&run->progress, "tune");
    atomic_store(&run->progress.total, run->plan.games);
    enum by_status outcome =
        by_tune(&run->plan, by_interrupt_flag(), on_news, run, &result, &cli->error);
    by_progress_close(&run->progress);
    const struct by_tuning_report report = {cli->rules, &run->plan, &result};
    int status = outcome == BY_OK ? report_all(cli, &report) : by_cli_report(cli);
    if (status == BY_EXIT_OK && !result.complete)
        status = say_stopped(cli, &run->plan, &result);
    if (status == BY_EXIT_OK && run->plan.log)
        by_cli_wrote(cli, run->plan.log);
    by_tune_close(&result);
    return status;
}

static int run(struct by_cli *cli)
{
    struct run run = {.bouts = {.concurrency = 1}};
    int status = read_plan(cli, &run);
    if (status == BY_EXIT_OK)
        status = read_bouts(cli, &run);
    if (status == BY_EXIT_OK)
        status = prepare(cli, &run);
    if (status == BY_EXIT_OK)
        status = tune(cli, &run);
    by_openings_close(&run.bouts.openings);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"player", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "where to start, such as \"mcts sims=100 c=2\""},
     .placeholder = "SPEC"},
    {.base = {"vary", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "its options and their ranges: \"c=0.01..10:log z=1..20\" (:log for ranges that span "
              "decades), also behind a colon: eval=matrix:b2=-100..100"},
     .placeholder = "RANGES"},
    {.base = {"by", BY_OPTION_CHOICE, "matches", 0, 0, "matches", "what decides who is better"},
     .placeholder = "WHAT"},
    {.base = {"method", BY_OPTION_CHOICE, "selection", 0, 0, BY_CHOICES(by_tune_method_words),
              "a population that plays each other, the worse half replaced by mutants; or steps "
              "towards the better side of a point"},
     .placeholder = "NAME"},
    {.base = {"games", BY_OPTION_INT, "2000", 2, BY_TUNE_GAMES_MAX, NULL,
              "the budget: all games, those of the final match included"},
     .placeholder = "N"},
    {.base = {"final", BY_OPTION_INT, NULL, 2, BY_TUNE_GAMES_MAX, NULL,
              "games of the match between the tuned player and the start (default: a fifth of "
              "--games)"},
     .placeholder = "N"},
    {.base = {"population", BY_OPTION_INT, "8", 2, BY_TUNE_POPULATION_MAX, NULL,
              "players of a generation, an even number"},
     .placeholder = "N"},
    {.base = {"pairing", BY_OPTION_INT, "4", 2, BY_TUNE_PAIRING_MAX, NULL,
              "games of two players in a step, an even number; at most so many run at a time"},
     .placeholder = "N"},
    {.base = {"openings", BY_OPTION_TEXT, "random:4", 0, 4000, NULL, "as in `match`"},
     .placeholder = "random:PLIES|FILE"},
    {.base = {"time", BY_OPTION_TEXT, NULL, 1, 400, NULL, "as in `match`"}, .placeholder = "TIME"},
    {.base = {"margin", BY_OPTION_TIME, "50ms", 0, 3600, NULL, "as in `match`"},
     .placeholder = "TIME"},
    {.base = {"adjudicate", BY_OPTION_TEXT, NULL, 0, 400, NULL, "as in `match`"},
     .placeholder = "WHEN"},
    {.base = {"log", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "keep the results in this file; the same command goes on from there"},
     .placeholder = "FILE"},
    {.base = {"store", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "keep every game in this store and play only what it lacks"},
     .placeholder = "FILE"},
    {.base = {"csv", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "write every player of every step as a table, for plots"},
     .placeholder = "FILE"},
    {.base = {"svg", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "draw the values over the steps into this file"},
     .placeholder = "FILE"},
    {.base = {"concurrency", BY_OPTION_INT, NULL, 1, 256, NULL,
              "games played at a time; the result does not depend on it (default: --threads)"},
     .placeholder = "N"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"tune nogo --size 5x5 --player \"mcts sims=50 c=8\" --vary c=0.01..10:log --games 600 "
     "--pairing 2 --population 4 --log tune.log",
     "how much should it explore? Stopped, the same command goes on"},
    {"tune othello --player \"alphabeta depth=1 eval=matrix:b2=20\" --vary "
     "\"eval=matrix:b2=-100..100\" --method spsa --games 600 --csv steps.csv",
     "what is the square beside the corner worth?"},
    {NULL, NULL},
};

const struct by_command by_command_tune = {
    .name = "tune",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "find the best values of a player's options by games",
    .about =
        "Varies options of a player, lets the variants play each other, and ends with a match "
        "between what it found and the start. With --method selection a population plays a round "
        "robin in every step, and the worse half is replaced by mutants of the better half, which "
        "stray less and less. With --method spsa the players to both sides of a point, in a random "
        "direction, play each other, and the point moves towards the winner. What either comes to "
        "is "
        "the mean over the last third of the steps. Under mpirun the games of each bout are played "
        "by all "
        "ranks, as in `match`.\n"
        "RANGES are OPTION=LOW..HIGH, separated by blanks; LOW..HIGH:log spreads the logarithm "
        "evenly. OPTION is a number, whole or real, of the player's search, or behind the colon of "
        "an evaluation or playout one of the game (`games GAME` lists them). It begins where "
        "--player says, or at its default.\n"
        "The result depends on the seed alone when the players are limited by work, not by time, "
        "and not on --concurrency. With --log it can be interrupted at any moment.\n"
        "JSON: {\"game\", \"method\", \"budget\", \"games\", \"complete\", \"vary\": [{\"name\", "
        "\"start\", \"tuned\", ...}], \"start\", \"tuned\", \"final\": {\"score\", \"interval\", "
        "...}, \"verdict\", \"steps\": [...]}.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
    .ranks = true,
};
