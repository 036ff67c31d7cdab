/* match_report.c: what a match came to, printed, and how to go on. */
#include "cli/arena/match.h"
#include "report/match.h"

static int print(struct by_cli *cli, const struct by_match_plan *plan,
                 const struct by_match_result *result)
{
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(cli);
    const struct by_origin origin = by_origin_now();
    bool list = by_cli_flag(cli, "list");
    if (by_cli_flag(cli, "json")) {
        by_report_match(by_cli_json(cli), plan, result, &origin, list);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_match(&text, plan, result, &origin, list, &marks);
    return by_cli_print(cli, &text);
}

static void warn(const struct by_match_result *result)
{
    if (by_match_repeats(result))
        by_cli_note("only %d of %d games are different, the rest repeats them: the interval is "
                    "too narrow; --openings random:4 makes games differ",
                    result->distinct, result->played);
}

int by_match_report(struct by_cli *cli, const struct by_match_plan *plan,
                    const struct by_match_result *result, bool interrupted)
{
    int status = print(cli, plan, result);
    if (status != BY_EXIT_OK)
        return status;
    if (!by_cli_flag(cli, "json"))
        warn(result);
    if (!interrupted || result->played >= by_match_games(plan) || result->verdict != BY_SPRT_OPEN)
        return BY_EXIT_OK;
    char command[4096];
    by_cli_command_line(cli, command, sizeof command);
    if (plan->store)
        by_cli_note("stopped after %d of %d games, which are stored; to go on: %s", result->played,
                    by_match_games(plan), command);
    else
        by_cli_note("stopped after %d of %d games; the same command with --seed %llu plays these "
                    "games again and goes on to the rest (--store FILE would keep them)",
                    result->played, by_match_games(plan), (unsigned long long)plan->seed);
    return BY_EXIT_FAILED;
}
