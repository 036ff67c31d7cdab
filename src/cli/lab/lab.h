/* lab.h: what the actions of the command `lab` share. */
#ifndef BY_CLI_LAB_LAB_H
#define BY_CLI_LAB_LAB_H

#include "cli/cli.h"
#include "lab/result.h"

/* The experiments that the arguments behind the action name, or all with --all. Returns an exit
 * status; by_cli_lab_close is safe after a failure. */
struct by_cli_lab {
    int count;
    struct by_lab_experiment *list;
};
int by_cli_lab_open(struct by_cli *cli, struct by_cli_lab *out);
void by_cli_lab_close(struct by_cli_lab *lab);

/* The store that --store names, to be read; `*store` is NULL when there is no such file. */
int by_cli_lab_store(struct by_cli *cli, struct by_store **store);

/* Scale and seed: what --scale and --seed say, or else what the store's last run of the experiment had,
 * or else quick and 1. */
int by_cli_lab_which(struct by_cli *cli, struct by_store *store, const char *experiment,
                     enum by_lab_scale *scale, uint64_t *seed);

/* How many games at a time: --concurrency, or as many as there are processors. */
int by_cli_lab_concurrency(const struct by_cli *cli);

/* Actions; each returns an exit status. */
int by_lab_list_action(struct by_cli *cli);
int by_lab_run_action(struct by_cli *cli);
int by_lab_show_action(struct by_cli *cli);
int by_lab_check_action(struct by_cli *cli);
int by_lab_report_action(struct by_cli *cli);

#endif
