/* solve.c: the true result of a position. */
#include "search/exact/solve.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/json.h"
#include "cli/progress.h"

struct effort {
    struct by_progress progress;
    double deadline; /* 0: none */
    bool late;
};

static void on_progress(void *context, int done, int total, uint64_t nodes)
{
    struct effort *effort = context;
    (void)nodes;
    atomic_store(&effort->progress.done, done);
    atomic_store(&effort->progress.total, total);
    if (effort->deadline > 0 && by_clock_now() > effort->deadline && !by_interrupted()) {
        effort->late = true;
        by_interrupt_request();
    }
}

static const char *result_name(int32_t value)
{
    return value > 0 ? "first" : value < 0 ? "second" : "draw";
}

static int print_json(struct by_cli *cli, const struct by_solution *solution)
{
    const void *position = by_line_position(cli->line);
    return by_json_print(
        cli,
        json_pack("{s:s, s:o, s:o, s:o, s:o, s:o}", "result", result_name(solution->value), "score",
                  by_json_score(cli->rules, solution->value), "best",
                  by_json_moves(cli->rules, position, solution->best, solution->best_count), "pv",
                  by_json_sequence(cli->rules, position, solution->pv, solution->pv_count), "nodes",
                  by_json_count(solution->nodes), "seconds", by_json_seconds(solution->seconds)));
}

static void print_text(struct by_cli *cli, const struct by_solution *solution)
{
    static const char *const words[] = {"second: the side to move loses", "draw",
                                        "first: the side to move wins"};
    char score[BY_SCORE_BUFFER];
    const void *position = by_line_position(cli->line);
    int sign = (solution->value > 0) - (solution->value < 0);
    FILE *out = cli->out;
    fprintf(out, "result  %s%s%s (%s to move)\n", by_style(cli, BY_STYLE_BOLD), words[sign + 1],
            by_style(cli, BY_STYLE_PLAIN), by_line_side(cli->line) == 0 ? "X" : "O");
    fprintf(out, "score   %s\nbest    ", by_score_string(cli->rules, solution->value, score));
    by_print_moves(out, cli->rules, position, solution->best, solution->best_count);
    fputs("\npv      ", out);
    by_print_sequence(out, cli->rules, position, solution->pv, solution->pv_count);
    fprintf(out, "\nwork    %llu nodes, %.3f s\n", (unsigned long long)solution->nodes,
            solution->seconds);
}

static int unproven(struct by_cli *cli, const struct effort *effort, uint64_t nodes)
{
    return by_cli_failed(cli, "%s after %llu nodes: nothing is proven yet",
                         effort->late ? "the time was over" : "stopped", (unsigned long long)nodes);
}

static int solve(struct by_cli *cli, struct by_solution *solution)
{
    struct effort effort = {.late = false};
    double seconds = by_cli_real(cli, "time");
    effort.deadline = seconds > 0 ? by_clock_now() + seconds : 0;
    by_progress_open(&effort.progress, "solve");
    enum by_status status =
        by_solve(cli->line, by_interrupt_flag(), on_progress, &effort, solution, &cli->error);
    by_progress_close(&effort.progress);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (!solution->proven)
        return unproven(cli, &effort, solution->nodes);
    if (by_cli_flag(cli, "json"))
        return print_json(cli, solution);
    print_text(cli, solution);
    return BY_EXIT_OK;
}

static int run(struct by_cli *cli)
{
    uint64_t seed;
    struct by_solution solution = {0};
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    if (by_cli_int(cli, "threads") > 1)
        return by_cli_refuse(cli, "solve works on one thread: leave --threads at 1");
    int status = by_cli_game(cli, cli->arguments[0]);
    if (status != BY_EXIT_OK)
        return status;
    status = solve(cli, &solution);
    by_solution_close(&solution);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "give up after this time"},
     .placeholder = "TIME"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"solve tictactoe", "with best play it is a draw"},
    {"solve stones --position \"1 2 3 -9\" --json", "a row that the first player wins"},
    {"solve nim --position \"3 5 7\"", "three heaps"},
    {NULL, NULL},
};

const struct by_command by_command_solve = {
    .name = "solve",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "find the true result of a position",
    .about = "Finds who wins when both sides play their best, every move that keeps the result, "
             "and one line of best play; by theory where the game has one, by search to the end "
             "otherwise, however long it takes. 'first' means that the side to move wins. JSON: "
             "{\"result\", \"score\", \"best\", \"pv\", \"nodes\", \"seconds\"}; score is the "
             "final margin for the side to move where the game has one, else 1, 0 or -1. "
             "Interrupted, or out of time, it proves nothing and ends with status 1.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
