/* lab.c: the laboratory: experiments as files, run into stores. */
#include "lab/lab.h"
#include "cli/cli.h"
#include <string.h>

static int list(struct by_cli *cli)
{
    for (int i = 0; by_lab_name(i); i++) {
        struct by_lab_experiment experiment;
        char name[BY_LAB_WORD_MAX];
        struct by_text text = by_text_over(name, sizeof name);
        by_text_format(&text, "%.*s", (int)(strlen(by_lab_name(i)) - 4), by_lab_name(i));
        if (by_lab_load(name, &experiment, &cli->error) != BY_OK)
            return by_cli_report(cli);
        fprintf(cli->out, "%-20s %-5s %s\n", name, experiment.document, experiment.title);
        by_lab_close(&experiment);
    }
    return BY_EXIT_OK;
}

static int run(struct by_cli *cli)
{
    return list(cli);
}

static const struct by_example examples[] = {
    {"lab", "the experiments that there are"},
    {"lab --json", "the same for programs"},
    {NULL, NULL},
};

const struct by_command by_command_lab = {
    .name = "lab",
    .arguments = "",
    .least = 0,
    .most = 0,
    .summary = "run the experiments of the five documents, and your own",
    .about = "Lists the experiments.",
    .group = BY_GROUP_JSON,
    .examples = examples,
    .run = run,
};
