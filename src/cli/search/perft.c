/* perft.c: counting lines of play. */
#include "games/perft.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "report/decision.h"

#include <stdlib.h>

static int print(struct by_cli *cli, const struct by_perft *perft, double seconds)
{
    struct by_buffer text;
    if (by_cli_flag(cli, "json")) {
        by_report_perft(by_cli_json(cli), cli->rules, perft, seconds);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_perft(&text, perft, seconds);
    return by_cli_print(cli, &text);
}

static int count(struct by_cli *cli, int depth, struct by_perft *perft)
{
    struct by_progress progress;
    by_move *moves = calloc((size_t)cli->rules->max_moves, sizeof *moves);
    if (!moves)
        return by_cli_failed(cli, "there is not enough memory");
    by_progress_open(&progress, "perft");
    atomic_store(&progress.total, by_line_moves(cli->line, moves));
    free(moves);
    enum by_status status =
        by_perft(cli->rules, by_line_position(cli->line), depth, (int)by_cli_int(cli, "threads"),
                 by_interrupt_flag(), &progress.done, perft, &cli->error);
    by_progress_close(&progress);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (perft->stopped)
        return by_cli_failed(cli, "stopped before the counting was done: try a smaller depth");
    return BY_EXIT_OK;
}

static int run(struct by_cli *cli)
{
    int64_t depth;
    uint64_t seed;
    struct by_perft perft = {0};
    char quoted[BY_QUOTE_SIZE];
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    if (!by_read_int(cli->arguments[1], 1, BY_PERFT_DEPTH_MAX, &depth))
        return by_cli_refuse(cli, "DEPTH is a whole number from 1 to %d, not '%s'",
                             BY_PERFT_DEPTH_MAX, by_quote(cli->arguments[1], quoted));
    int status = by_cli_game(cli, cli->arguments[0]);
    if (status != BY_EXIT_OK)
        return status;
    if (by_looks_back(cli->rules))
        return by_cli_refuse(cli,
                             "perft does not look back at earlier positions: leave superko off");
    double begun = by_clock_now();
    status = count(cli, (int)depth, &perft);
    if (status != BY_EXIT_OK)
        return status;
    return print(cli, &perft, by_clock_now() - begun);
}

static const struct by_example examples[] = {
    {"perft tictactoe 9", "every game of tic-tac-toe"},
    {"perft breakthrough 4 --size 6x6 --threads 2", "a smaller board, two threads"},
    {NULL, NULL},
};

const struct by_command by_command_perft = {
    .name = "perft",
    .arguments = "GAME DEPTH",
    .least = 2,
    .most = 2,
    .summary = "count the lines of play, ply by ply",
    .about = "Counts the positions after exactly 1, 2, ... DEPTH plies, line of play by line of "
             "play: the classic check of a move generator. 'finished' counts the games that were "
             "over before that ply. JSON: {\"game\", \"nodes\", \"finished\"}, entry d-1 for "
             "depth d.",
    .group = BY_GROUP_GAME,
    .examples = examples,
    .run = run,
};
