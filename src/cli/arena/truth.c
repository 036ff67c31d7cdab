/* truth.c: how much a player's moves lose against perfect play. */
#include "arena/truth.h"
#include "cli/arena/match.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "report/truth.h"

#include <stdlib.h>

#define POSITIONS_MAX 1000000

static void on_progress(void *context, const struct by_truth *so_far)
{
    struct by_progress *progress = context;
    atomic_store(&progress->done, so_far->asked);
    if (so_far->asked > 0)
        by_progress_note(progress, "%.1f %% of the moves best",
                         100.0 * so_far->best / so_far->asked);
}

static int print(struct by_cli *cli, const struct by_truth_plan *plan, const struct by_truth *truth)
{
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(cli);
    int status;
    if (by_cli_flag(cli, "json")) {
        by_report_truth(by_cli_json(cli), plan, truth);
        status = by_cli_json_end(cli);
    } else {
        by_buffer_open(&text, BY_REPORT_LIMIT);
        by_put_truth(&text, plan, truth, &marks);
        status = by_cli_print(cli, &text);
    }
    if (status != BY_EXIT_OK || !truth->stopped)
        return status;
    by_cli_note("stopped after %d of %d positions", truth->asked, plan->positions);
    return BY_EXIT_FAILED;
}

static int measure(struct by_cli *cli, const struct by_truth_plan *plan)
{
    struct by_progress progress;
    struct by_truth truth;
    by_progress_open(&progress, "truth");
    atomic_store(&progress.total, plan->positions);
    enum by_status outcome = by_truth(plan, by_interrupt_flag(), by_interrupt_watch, on_progress,
                                      &progress, &truth, &cli->error);
    by_progress_close(&progress);
    int status = outcome == BY_OK ? print(cli, plan, &truth) : by_cli_report(cli);
    by_truth_close(&truth);
    return status;
}

static bool is_never_halted(const void *context)
{
    (void)context;
    return false;
}

/* Eight random plies, or as many as this game lives through. */
static int usual_openings(struct by_cli *cli, struct by_openings *openings)
{
    struct by_line *line = NULL;
    by_move *moves = calloc((size_t)cli->rules->max_moves, sizeof *moves);
    enum by_status status = moves ? by_line_open(cli->rules, &line, &cli->error)
                                  : by_fail_memory(&cli->error, sizeof *moves);
    *openings = (struct by_openings){.plies = 16};
    do {
        openings->plies /= 2;
    } while (status == BY_OK && openings->plies > 0 &&
             by_openings_play(openings, line, 0, 1, moves, is_never_halted, NULL, NULL) != BY_OK);
    by_line_close(line);
    free(moves);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

static int choose_openings(struct by_cli *cli, struct by_openings *openings)
{
    const char *given = by_cli_text(cli, "openings");
    return given ? by_match_openings(cli, given, cli->rules, openings)
                 : usual_openings(cli, openings);
}

static int run(struct by_cli *cli)
{
    char player[BY_SPEC_BUFFER];
    struct by_truth_plan plan = {
        .source = by_cli_text(cli, "source"),
        .trust = BY_TRUST_ALL,
        .positions = (int)by_cli_int(cli, "positions"),
        .plies = (int)by_cli_int(cli, "plies"),
        .empties = (int)by_cli_int(cli, "empties"),
        .most_nodes = (uint64_t)by_cli_int(cli, "nodes"),
        .table_bytes = (size_t)by_cli_int(cli, "table"),
        .limits = {.seconds = by_cli_real(cli, "time")},
    };
    if (!by_cli_seed(cli, &plan.seed))
        return BY_EXIT_USAGE;
    if (plan.empties > 0 && by_cli_value(cli, "plies")->given)
        return by_cli_refuse(cli, "--plies and --empties are two ways to choose: give one of them");
    int status = by_cli_game(cli, cli->arguments[0]);
    if (status == BY_EXIT_OK)
        status = by_cli_game_from_here(cli, cli->arguments[0]);
    if (status != BY_EXIT_OK)
        return status;
    if (by_line_over(cli->line))
        return by_cli_refuse(cli, "the game is over in this position: nothing can be played");
    const char *given = by_cli_text(cli, "player");
    status = by_cli_player_spec(cli, given ? given : by_player_default(cli->rules->game), player);
    plan.player = player;
    plan.rules = cli->rules;
    if (status == BY_EXIT_OK)
        status = choose_openings(cli, &plan.openings);
    if (status == BY_EXIT_OK)
        status = measure(cli, &plan);
    by_openings_close(&plan.openings);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"player", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "whose moves are weighed; without it the game's own best player"},
     .placeholder = "SPEC"},
    {.base = {"positions", BY_OPTION_INT, "100", 2, POSITIONS_MAX, NULL, "how many"},
     .placeholder = "N"},
    {.base = {"plies", BY_OPTION_INT, "10", 1, 1000, NULL,
              "positions so many plies before the end of a game; anywhere in a shorter one"},
     .placeholder = "N"},
    {.base = {"empties", BY_OPTION_INT, NULL, 1, 1000, NULL,
              "instead: the first position of a game with no more empty cells than this"},
     .placeholder = "N"},
    {.base = {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "for each move of the player"},
     .placeholder = "TIME"},
    {.base =
         {"openings", BY_OPTION_TEXT, NULL, 0, 4000, NULL,
          "how the games begin: random:PLIES, or a file of openings; without it random:8, fewer "
          "plies where games are short"},
     .placeholder = "HOW"},
    {.base = {"source", BY_OPTION_TEXT, "random", 1, 4000, NULL,
              "who plays the games after that, both sides"},
     .placeholder = "SPEC"},
    {.base = {"nodes", BY_OPTION_INT, "20000000", 1000, 1e15, NULL,
              "positions that take more to solve are left out"},
     .placeholder = "N"},
    {.base = {"table", BY_OPTION_BYTES, "32M", 1024, 0x1p37, NULL, "memory for solving"},
     .placeholder = "SIZE"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"truth connect4 --player \"alphabeta depth=2\" --empties 14 --positions 20",
     "moves that give a result away, with 14 cells left"},
    {"truth othello --player \"alphabeta depth=2\" --empties 8 --positions 20",
     "discs that a move loses, with 8 squares left"},
    {NULL, NULL},
};

const struct by_command by_command_truth = {
    .name = "truth",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "weigh a player's moves against perfect play",
    .about =
        "Takes positions out of games, asks the player for a move in each, and solves the "
        "position and the one behind the move: what the first is worth more is what the move "
        "has lost, in points of the result where the game has margins, else a win is worth 1 and a "
        "loss -1. It is a scale of its own beside Elo: perfect play loses nothing, whoever else "
        "plays. 'given away' counts the moves that turned a won or drawn position into less. The "
        "intervals have 95 %. The same seed takes the same positions for every player.\n"
        "Positions beyond the solver, and those without a choice, are left out. Ctrl-C prints what "
        "is done, with status 1. JSON: {\"player\", \"positions\", \"loss\", \"interval\", "
        "\"best_moves\", \"given_away\", \"worst\", ...}.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
