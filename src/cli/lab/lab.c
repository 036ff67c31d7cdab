/* lab.c: the laboratory: experiments as files, run into stores. */
#include "cli/lab/lab.h"
#include "arena/store/store.h"
#include "base/thread.h"
#include "cli/arena/match.h"
#include "cli/interrupt.h"
#include "lab/look.h"
#include "lab/report.h"
#include "lab/words.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- what actions share ----------------------------------------------------------------------- */

static int load(struct by_cli *cli, struct by_cli_lab *out, const char *name)
{
    struct by_lab_experiment *experiment = &out->list[out->count];
    if (by_lab_load(name, experiment, &cli->error) != BY_OK)
        return by_cli_report(cli);
    out->count++;
    for (int i = 0; i < out->count - 1; i++)
        if (strcmp(out->list[i].name, experiment->name) == 0)
            return by_cli_refuse(cli, "the experiment %s is named twice", experiment->name);
    return BY_EXIT_OK;
}

/* A file's name without its ending. */
static int load_own(struct by_cli *cli, struct by_cli_lab *out, const char *file)
{
    char name[2 * BY_LAB_WORD_MAX];
    struct by_text text = by_text_over(name, sizeof name);
    by_text_format(&text, "%.*s", (int)strcspn(file, "."), file);
    return load(cli, out, name);
}

int by_cli_lab_open(struct by_cli *cli, struct by_cli_lab *out)
{
    int names = cli->argument_count > 0 ? cli->argument_count - 1 : 0, own = 0;
    bool all = names == 0;
    while (by_lab_name(own))
        own++;
    *out = (struct by_cli_lab){0};
    out->list = calloc((size_t)(all ? own : names) + 1, sizeof *out->list);
    if (!out->list)
        return by_cli_failed(cli, "there is not enough memory");
    int status = BY_EXIT_OK;
    for (int i = 0; i < (all ? own : names) && status == BY_EXIT_OK; i++)
        status = all ? load_own(cli, out, by_lab_name(i)) : load(cli, out, cli->arguments[i + 1]);
    return status;
}

void by_cli_lab_close(struct by_cli_lab *lab)
{
    for (int i = 0; i < lab->count; i++)
        by_lab_close(&lab->list[i]);
    free(lab->list);
    *lab = (struct by_cli_lab){0};
}

int by_cli_lab_store(struct by_cli *cli, struct by_store **store)
{
    const char *path = by_cli_text(cli, "store");
    *store = NULL;
    if (access(path, F_OK) != 0)
        return BY_EXIT_OK;
    return by_store_open(path, BY_STORE_READ, by_interrupt_flag(), store, &cli->error) == BY_OK
               ? BY_EXIT_OK
               : by_cli_report(cli);
}

int by_cli_lab_which(struct by_cli *cli, struct by_store *store, const char *experiment,
                     enum by_lab_scale *scale, uint64_t *seed)
{
    if (by_lab_which(store, experiment, scale, seed, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (by_cli_value(cli, "scale")->given)
        *scale = (enum by_lab_scale)by_cli_value(cli, "scale")->choice;
    if (by_cli_value(cli, "seed")->given && !by_cli_seed(cli, seed))
        return BY_EXIT_USAGE;
    return BY_EXIT_OK;
}

int by_cli_lab_concurrency(const struct by_cli *cli)
{
    int processors = by_thread_processors();
    if (by_cli_value(cli, "concurrency")->given)
        return (int)by_cli_int(cli, "concurrency");
    return processors > 256 ? 256 : processors;
}

/* --- the list ------------------------------------------------------------------------------------ */

static int print_list(struct by_cli *cli, const struct by_lab_listed *list, int count)
{
    struct by_buffer text;
    if (by_cli_flag(cli, "json")) {
        struct by_json *json = by_cli_json(cli);
        by_json_object(json, NULL);
        by_report_lab_list(json, "experiments", list, count);
        by_json_end_object(json);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_lab_list(&text, list, count);
    return by_cli_print(cli, &text);
}

int by_lab_list_action(struct by_cli *cli)
{
    struct by_cli_lab lab = {0};
    struct by_store *store = NULL;
    struct by_lab_listed *list = NULL;
    int status = by_cli_lab_open(cli, &lab);
    if (status == BY_EXIT_OK)
        status = by_cli_lab_store(cli, &store);
    if (status == BY_EXIT_OK && !(list = calloc((size_t)lab.count + 1, sizeof *list)))
        status = by_cli_failed(cli, "there is not enough memory");
    for (int i = 0; i < lab.count && status == BY_EXIT_OK; i++)
        if (by_lab_list_one(&lab.list[i], store, &list[i], &cli->error) != BY_OK)
            status = by_cli_report(cli);
    if (status == BY_EXIT_OK)
        status = print_list(cli, list, lab.count);
    free(list);
    by_store_close(store);
    by_cli_lab_close(&lab);
    return status;
}

/* --- the command ------------------------------------------------------------------------------------ */

static const struct action {
    const char *name;
    int (*run)(struct by_cli *cli);
} actions[] = {
    {"list", by_lab_list_action},   {"run", by_lab_run_action},       {"show", by_lab_show_action},
    {"check", by_lab_check_action}, {"report", by_lab_report_action},
};

static void action_names(struct by_text *out)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        by_text_format(out, "%s%s", i ? "|" : "", actions[i].name);
}

static int run(struct by_cli *cli)
{
    const char *name = cli->argument_count > 0 ? cli->arguments[0] : "list";
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, name) == 0)
            return actions[i].run(cli);
    return by_cli_unknown(cli, "action", name, action_names);
}

#define NAMES_MAX 1000

static const struct by_cli_option options[] = {
    {.base = {"all", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "every experiment that is part of the program"}},
    {.base = {"scale", BY_OPTION_CHOICE, "quick", 0, 0, BY_CHOICES(by_lab_scale_words),
              "how many games a cell has, and which cells there are"},
     .placeholder = "SCALE"},
    {.base = {"cell", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "only these cells: values of axes, of which one may have several, and row=NAME"},
     .placeholder = "AXIS=VALUE[|VALUE],..."},
    {.base = {"store", BY_OPTION_TEXT, "lab.db", 1, 4000, NULL,
              "where games and results are kept, and looked for"},
     .placeholder = "FILE"},
    BY_SHARD_OPTION,
    {.base = {"concurrency", BY_OPTION_INT, NULL, 1, 256, NULL,
              "games, or measures, at a time; they do not depend on it (default: one for each "
              "processor)"},
     .placeholder = "N"},
    {.base = {"seed", BY_OPTION_TEXT, "1", 0, 20, NULL,
              "what all chance depends on: 0 to 18446744073709551615"},
     .placeholder = "N"},
    {.base = {"number", BY_OPTION_INT, NULL, 1, 1e9, NULL, "show: this game of the cell"},
     .placeholder = "N"},
    {.base = {"step", BY_OPTION_FLAG, "off", 0, 0, NULL, "show: walk through it move by move"}},
    {.base = {"sum", BY_OPTION_TEXT, NULL, 1, 16, NULL,
              "check: the checksum that the cell shall have, as show prints it"},
     .placeholder = "DIGITS"},
    {.base = {"dry-run", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "run: print the plan and what it will cost, and run nothing"}},
    {.base = {"format", BY_OPTION_CHOICE, "text", 0, 0, BY_CHOICES(by_lab_report_formats),
              "report: how it is written"},
     .placeholder = "FORMAT"},
    {.base = {"svg", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
              "report: write the plot to a file that ends in .svg, or the plots of several "
              "experiments to a folder"},
     .placeholder = "PATH"},
    {.base = {"out", BY_OPTION_TEXT, NULL, 1, 4000, NULL, "report: write it to this file"},
     .placeholder = "FILE"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"lab", "the experiments that there are, what they cost, and what came out last"},
    {"lab run nogo-rave --scale quick --cell sims=50 --dry-run", "what would be run"},
    {"lab run examples/connect4_depth.lab --scale smoke --store my.db",
     "an experiment of your own; the same command goes on after an interruption"},
    {"lab check examples/connect4_depth.lab --scale smoke --cell depth=1 --store my.db",
     "play the games of a cell again and compare them"},
    {"lab report nogo-rave --svg rave.svg", "ours beside the paper's, and the plot"},
    {"lab report --format html --out lab.html", "all that was run, as one page"},
    {NULL, NULL},
};

const struct by_command by_command_lab = {
    .name = "lab",
    .arguments = "[ACTION [NAME...]]",
    .least = 0,
    .most = 1 + NAMES_MAX,
    .summary = "run the experiments of the five documents, and your own",
    .about =
        "An experiment is a file: a game, players, a grid of parameters, games for each cell, and "
        "the figures that a document has published (docs/LAB.md). NAME is one of those that `lab` "
        "lists, or the path of a file of your own.\n"
        "run plays the games of its cells and computes what is measured otherwise, into a store. "
        "Ctrl-C keeps what is done; the same command goes on. What is too dear for a scale is left "
        "out, and the table says so. With --shard I/N every N-th game of each cell is played, and "
        "every N-th of the other cells computed: `banyan store merge all.db part1.db ...` brings "
        "the parts together. Under mpirun all ranks play and compute, as in `match`.\n"
        "show lists the games of a cell, opens one of them (--number, --step), and prints the line "
        "that plays the same games again and compares a checksum; check does that for all cells, "
        "or some, and its status is 1 when the store says something else.\n"
        "report sets what was run beside what was published: both figures, the interval, a verdict "
        "for each cell (agrees, differs in size, contradicts, not enough games, left out) by a "
        "test "
        "that it states, whether the document's claim holds, what was run and what was left out. "
        "Without a name it is about all experiments, a table of which comes first.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
    .ranks = true,
};
