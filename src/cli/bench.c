/* bench.c: prints what bench/ measures. */
#include "bench/bench.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"

#include <math.h>

struct printing {
    struct by_cli *cli;
    struct by_progress progress;
    int lines;            /* figures told so far */
    struct by_json *json; /* NULL: text */
};

static void on_progress(void *context, int done, int total)
{
    struct printing *printing = context;
    atomic_store(&printing->progress.total, total);
    atomic_store(&printing->progress.done, done);
}

/* What stands behind the unit in a line of text. */
static void print_rest(FILE *out, const struct by_bench_figure *figure)
{
    char number[BY_SCORE_BUFFER];
    if (figure->interval)
        fprintf(out, " (%.2f to %.2f)", figure->interval->low, figure->interval->high);
    if (figure->source)
        fprintf(out, ", in %s %g", figure->source, figure->published);
    const char *between = "; ";
    for (int i = 0; figure->part && figure->part[i]; i++) {
        if (figure->of[i] == 0)
            continue;
        fprintf(out, "%s%s %s", between, figure->part[i], by_short_number(figure->of[i], number));
        between = ", ";
    }
    fputc('\n', out);
}

static void add_rest(struct by_json *json, const struct by_bench_figure *figure)
{
    if (figure->interval) {
        by_json_array(json, "interval");
        by_json_number(json, NULL, figure->interval->low);
        by_json_number(json, NULL, figure->interval->high);
        by_json_end_array(json);
    }
    if (figure->source) {
        by_json_text(json, "source", figure->source);
        by_json_number(json, "published", figure->published);
    }
    if (!figure->part)
        return;
    by_json_object(json, "parts");
    for (int i = 0; figure->part[i]; i++)
        by_json_number(json, figure->part[i], figure->of[i]);
    by_json_end_object(json);
}

static void on_figure(void *context, const struct by_bench_figure *figure)
{
    struct printing *printing = context;
    struct by_json *json = printing->json;
    char number[BY_SCORE_BUFFER];
    printing->lines++;
    if (!json) {
        fprintf(printing->cli->out, "%-40s %10s %s", figure->name,
                by_short_number(figure->value, number), figure->unit);
        print_rest(printing->cli->out, figure);
        return;
    }
    by_json_object(json, NULL);
    by_json_text(json, "name", figure->name);
    by_json_number(json, "value", figure->value >= 100 ? floor(figure->value) : figure->value);
    by_json_text(json, "unit", figure->unit);
    add_rest(json, figure);
    by_json_end_object(json);
}

static int measure(struct printing *printing)
{
    struct by_cli *cli = printing->cli;
    const struct by_bench bench = {.filter = by_cli_text(cli, "filter"),
                                   .stop = by_interrupt_flag(),
                                   .context = printing,
                                   .figure = on_figure,
                                   .progress = on_progress};
    by_progress_open(&printing->progress, "bench");
    enum by_status status = by_bench_run(&bench, &cli->error);
    by_progress_close(&printing->progress);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (by_interrupted())
        return by_cli_failed(cli, "stopped before the figures were complete");
    if (printing->lines == 0)
        return by_cli_refuse(cli, "no line of the bench is named '%s'", bench.filter);
    return BY_EXIT_OK;
}

static int print_json(struct printing *printing)
{
    struct by_json *json = printing->json = by_cli_json(printing->cli);
    by_json_object(json, NULL);
    by_json_array(json, "results");
    int status = measure(printing);
    if (status != BY_EXIT_OK)
        return status;
    by_json_end_array(json);
    by_json_end_object(json);
    return by_cli_json_end(printing->cli);
}

static void on_signature(void *context, const struct by_signature *line)
{
    struct printing *printing = context;
    printing->lines++;
    fprintf(printing->cli->out, "%s %s %s %llu %016llx\n", line->game, line->label, line->search,
            (unsigned long long)line->count, (unsigned long long)line->checksum);
}

static int print_signature(struct printing *printing)
{
    struct by_cli *cli = printing->cli;
    const char *filter = by_cli_text(cli, "filter");
    if (by_cli_flag(cli, "json"))
        return by_cli_refuse(cli, "bench --signature prints lines of text: leave --json out");
    if (by_signature_run(filter, on_signature, printing, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (printing->lines == 0)
        return by_cli_refuse(cli, "no line of the signature is named '%s'", filter);
    return BY_EXIT_OK;
}

static int run(struct by_cli *cli)
{
    struct printing printing = {.cli = cli};
    if (by_cli_flag(cli, "signature"))
        return print_signature(&printing);
    return by_cli_flag(cli, "json") ? print_json(&printing) : measure(&printing);
}

static const struct by_cli_option options[] = {
    {.base = {"filter", BY_OPTION_TEXT, NULL, 0, 100, NULL,
              "only the lines whose name has these parts in front: playout, playout/go"},
     .placeholder = "NAME"},
    {.base = {"signature", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "print what the searches decide on fixed work instead of how fast they are"}},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"bench --filter perft/ --json", "the speed of the move generators, for a program"},
    {"bench --filter search/breakthrough", "the searches on one game"},
    {"bench --filter cost/go/operations", "how playouts grow on each of Go's boards, in steps"},
    {"bench --signature", "the same on every machine, until play changes"},
    {NULL, NULL},
};

const struct by_command by_command_bench = {
    .name = "bench",
    .arguments = "",
    .summary = "measure speed, or print the signature of play",
    .about =
        "Measures move generation (perft/GAME/LABEL, for some games also perft/GAME/DEPTH), "
        "playouts (playout/GAME/LABEL/POLICY), searches (search/GAME/LABEL/SEARCH) and the game's "
        "own player (player/GAME/LABEL) on every game, playouts of some also at further sizes, one "
        "thread, processor time, the "
        "best of several short runs; machine/rng is a yardstick of the machine itself. "
        "cost/go/plies/LABEL is the length of one playout on a board of that size, "
        "cost/go/operations/LABEL are its steps, by phase, cost/go/time/LABEL is its time; "
        ".../exponent is the power of the size that it grows with, "
        "with its interval of 95 % and the thesis' figure. nodes/GAME/LABEL/FORM counts the "
        "positions each form of "
        "alpha-beta looks at, speedup/ what a second thread brings. "
        "mcts/GAME/SIZE/NAME are searches of 100,000 simulations, with @2 on two threads, "
        "with /expr by the same rule as a user's formula; /playouts and /tree are their shares "
        "of the time. JSON: "
        "{\"results\": [{\"name\", \"value\", \"unit\"}]}, where there are any also interval, "
        "source, published and parts.\n"
        "With --signature it prints a line for every game and search, made with a fixed "
        "seed and fixed work: GAME LABEL SEARCH COUNT CHECKSUM. The lines change only when "
        "play changes.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
