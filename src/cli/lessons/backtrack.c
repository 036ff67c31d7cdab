/* backtrack.c: every line of play, one after the other. */
#include "search/textbook/backtrack.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "report/value.h"
#include "search/solve/count.h"

#include <string.h>

struct lines {
    struct by_cli *cli;
    struct by_json *json; /* NULL: text */
    long limit, shown;
    struct by_count count; /* of all lines, shown or not */
    bool counted;
};

/* --- one line --------------------------------------------------------------------- */

static void fact_to_text(void *context, const struct by_fact *fact)
{
    const struct by_cli *cli = context;
    fprintf(cli->out, "  %s ", fact->name);
    by_print_fact(cli->out, cli->rules, fact);
}

static void add_json(const struct lines *lines, const struct by_full_line *played)
{
    struct by_cli *cli = lines->cli;
    struct by_json *json = lines->json;
    by_json_object(json, NULL);
    by_report_sequence(json, "moves", cli->rules, by_line_position(cli->line), played->moves,
                       played->count);
    by_json_text(json, "winner", by_winner_name(played->result));
    by_report_score(json, "score", cli->rules, played->result);
    by_report_facts(json, cli->rules, played->end);
    by_json_end_object(json);
}

static void print_line(const struct lines *lines, const struct by_full_line *played)
{
    const struct by_rules *rules = lines->cli->rules;
    FILE *out = lines->cli->out;
    char score[BY_WORTH_BUFFER];
    by_print_sequence(out, rules, by_line_position(lines->cli->line), played->moves, played->count);
    fprintf(out, "  %s", by_result_string(rules, played->result, score));
    if (rules->game->facts)
        rules->game->facts(rules, played->end, fact_to_text, lines->cli);
    fputc('\n', out);
}

static bool on_line(void *context, const struct by_full_line *played)
{
    struct lines *lines = context;
    if (lines->shown == lines->limit)
        return false;
    lines->shown++;
    if (lines->json)
        add_json(lines, played);
    else
        print_line(lines, played);
    return true;
}

/* --- all of them ---------------------------------------------------------------------- */

static void on_progress(void *context, int done, int total, uint64_t positions)
{
    struct by_progress *progress = context;
    atomic_store(&progress->done, done);
    atomic_store(&progress->total, total);
    atomic_store(&progress->positions, positions);
}

/* How many there are is known sooner by counting from position to position than by going
 * through them; in a large game it is not known at all. */
static void count_lines(struct lines *lines)
{
    struct by_cli *cli = lines->cli;
    struct by_progress progress;
    struct by_count_options options = {.symmetry = false};
    by_progress_open(&progress, "count");
    enum by_status status =
        by_count(cli->rules, by_line_position(cli->line), &options, by_interrupt_flag(),
                 on_progress, &progress, &lines->count, &cli->error);
    by_progress_close(&progress);
    lines->counted =
        status == BY_OK && !lines->count.stopped && lines->count.games != BY_COUNT_MANY;
}

static void report_number(struct by_json *json, const char *name, const struct lines *lines,
                          uint64_t count)
{
    if (lines->counted)
        by_report_known(json, name, count, INT64_MAX);
    else
        by_json_null(json, name);
}

static int end_json(const struct lines *lines)
{
    const struct by_count *count = &lines->count;
    struct by_json *json = lines->json;
    by_json_end_array(json);
    report_number(json, "total", lines, count->games);
    report_number(json, "x", lines, count->x);
    report_number(json, "o", lines, count->o);
    report_number(json, "draws", lines, count->draws);
    by_json_end_object(json);
    return by_cli_json_end(lines->cli);
}

static void print_total(const struct lines *lines)
{
    const struct by_count *count = &lines->count;
    FILE *out = lines->cli->out;
    if (!lines->counted) {
        fprintf(out, "%ld lines of play shown of more than could be counted\n", lines->shown);
        return;
    }
    fprintf(out, "%llu line%s of play: X wins %llu, O wins %llu, draws %llu",
            (unsigned long long)count->games, count->games == 1 ? "" : "s",
            (unsigned long long)count->x, (unsigned long long)count->o,
            (unsigned long long)count->draws);
    if ((uint64_t)lines->shown < count->games)
        fprintf(out, "; shown: the first %ld", lines->shown);
    fputc('\n', out);
}

static int show_lines(struct by_cli *cli, struct lines *lines)
{
    bool complete;
    if (by_backtrack(cli->rules, by_line_position(cli->line), by_interrupt_flag(), on_line, lines,
                     &complete, &cli->error) != BY_OK)
        return by_cli_report(cli);
    count_lines(lines);
    if (lines->json)
        return end_json(lines);
    print_total(lines);
    return BY_EXIT_OK;
}

static int run(struct by_cli *cli)
{
    uint64_t seed;
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    if (by_cli_int(cli, "threads") > 1)
        return by_cli_refuse(cli, "backtrack works on one thread: leave --threads at 1");
    int status = by_cli_game(cli, cli->arguments[0]);
    if (status != BY_EXIT_OK)
        return status;
    struct lines lines = {.cli = cli, .limit = (long)by_cli_int(cli, "limit")};
    if (by_cli_flag(cli, "json")) {
        lines.json = by_cli_json(cli);
        by_json_object(lines.json, NULL);
        by_json_text(lines.json, "game", cli->rules->name);
        by_json_array(lines.json, "lines");
    }
    return show_lines(cli, &lines);
}

static const struct by_cli_option options[] = {
    {.base = {"limit", BY_OPTION_INT, "1000", 0, 1e6, NULL, "lines of play to show, at most"},
     .placeholder = "N"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"backtrack stones --position \"1 2 3 6\"", "every play of the lecture's row, and its sums"},
    {"backtrack nim --position 7", "every way to split a heap of seven"},
    {"backtrack tictactoe --limit 3 --json", "three games of 255168, for a program"},
    {NULL, NULL},
};

const struct by_command by_command_backtrack = {
    .name = "backtrack",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "show every line of play of a small game",
    .about =
        "Backtracking: plays every move, then every reply, and so on to the end, takes the "
        "last one back and tries the next. Each complete line of play is shown with who "
        "wins; at the end stands how many there are. JSON: {\"game\", \"lines\": "
        "[{\"moves\", \"winner\", \"score\"}], \"total\", \"x\", \"o\", \"draws\"}; the counts "
        "are of all lines, null where the game is too large to count them.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
