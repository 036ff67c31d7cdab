/* run.c: `lab run`: the plan, the bar, what came out. */
#include "arena/store/store.h"
#include "cli/arena/match.h"
#include "cli/interrupt.h"
#include "cli/lab/lab.h"
#include "cli/progress.h"
#include "lab/look.h"
#include "lab/words.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BAR 100 /* the bar's steps: it goes by cost, not by cells */

static void on_news(void *context, const struct by_lab_news *news)
{
    struct by_progress *progress = context;
    char left[BY_LAB_DURATION] = "";
    const struct by_lab_cell *cell = &news->step->had.cell;
    atomic_store(&progress->done, (int)(news->overall * BAR));
    if (news->cell_left > 0)
        (void)by_lab_duration(news->cell_left, left);
    by_progress_note(progress, "cell %d/%d: %.24s %.24s %.0f %%%s%s%s", news->cells_done + 1,
                     news->cells, cell->experiment->name, cell->label, 100 * news->done,
                     *left ? ", " : "", left, *left ? " left" : "");
}

static int print_plan(struct by_cli *cli, const struct by_lab_order *order,
                      const struct by_lab_plan *plan)
{
    struct by_buffer text;
    if (by_cli_flag(cli, "json")) {
        struct by_json *json = by_cli_json(cli);
        by_json_object(json, NULL);
        by_report_lab_plan(json, order, plan);
        by_json_end_object(json);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_lab_plan(&text, order, plan, true);
    return by_cli_print(cli, &text);
}

/* --- what came out -------------------------------------------------------------------------------- */

static void put_results(void *text, const struct by_lab_results *results, const bool *chosen)
{
    by_put_lab_results(text, results, chosen);
}

static int print_results(struct by_cli *cli, const struct by_lab_order *order)
{
    struct by_store *store = NULL;
    struct by_buffer text;
    bool json = by_cli_flag(cli, "json");
    int status = by_cli_lab_store(cli, &store);
    by_buffer_open(&text, BY_REPORT_LIMIT);
    if (status == BY_EXIT_OK && json &&
        by_report_lab_run(by_cli_json(cli), store, order, &cli->error) != BY_OK)
        status = by_cli_report(cli);
    for (int i = 0; i < order->count && !json && status == BY_EXIT_OK; i++)
        if (by_lab_look_results(store, order, &order->experiments[i], put_results, &text,
                                &cli->error) != BY_OK)
            status = by_cli_report(cli);
    by_store_close(store);
    if (status == BY_EXIT_OK && !json)
        return by_cli_print(cli, &text);
    by_buffer_close(&text);
    return status == BY_EXIT_OK ? by_cli_json_end(cli) : status;
}

static int say_stopped(struct by_cli *cli)
{
    char command[4096];
    by_cli_command_line(cli, command, sizeof command);
    by_cli_note("stopped; what is done is in the store %s; to go on: %s", by_cli_text(cli, "store"),
                command);
    return BY_EXIT_FAILED;
}

/* --- running ------------------------------------------------------------------------------------------ */

static int run(struct by_cli *cli, const struct by_lab_order *order, struct by_lab_plan *plan)
{
    struct by_progress progress;
    by_progress_open(&progress, "lab");
    atomic_store(&progress.total, BAR);
    enum by_status outcome =
        by_lab_run(order, plan, by_interrupt_flag(), on_news, &progress, &cli->error);
    by_progress_close(&progress);
    if (outcome != BY_OK && plan->failed == 0)
        return by_cli_report(cli);
    struct by_error first = cli->error;
    int status = print_results(cli, order);
    if (status == BY_EXIT_OK && outcome != BY_OK) {
        by_cli_note("%d cell%s could not be run: %s", plan->failed, plan->failed == 1 ? "" : "s",
                    first.text);
        status = BY_EXIT_FAILED;
    }
    return by_interrupted() ? say_stopped(cli) : status;
}

/* A file that another run has just made is no store yet: whoever opens it to write waits until it is. */
static int open_begun(struct by_cli *cli, struct by_store **store)
{
    const char *path = by_cli_text(cli, "store");
    *store = NULL;
    if (access(path, F_OK) != 0 ||
        by_store_open(path, BY_STORE_READ, by_interrupt_flag(), store, &cli->error) == BY_OK ||
        (!by_cli_flag(cli, "dry-run") &&
         by_store_open(path, BY_STORE_CREATE, by_interrupt_flag(), store, &cli->error) == BY_OK))
        return BY_EXIT_OK;
    return by_cli_report(cli);
}

static int plan_and_run(struct by_cli *cli, const struct by_lab_order *order)
{
    struct by_lab_plan plan;
    struct by_store *store = NULL;
    int status = open_begun(cli, &store);
    if (status != BY_EXIT_OK)
        return status;
    enum by_status planned = by_lab_plan_open(order, store, &plan, &cli->error);
    by_store_close(store);
    if (planned != BY_OK)
        status = by_cli_report(cli);
    else if (by_cli_flag(cli, "dry-run"))
        status = print_plan(cli, order, &plan);
    else
        status = run(cli, order, &plan);
    by_lab_plan_end(&plan);
    return status;
}

static int read_order(struct by_cli *cli, struct by_lab_order *order)
{
    order->cells = by_cli_text(cli, "cell");
    order->scale = (enum by_lab_scale)by_cli_value(cli, "scale")->choice;
    order->concurrency = by_cli_lab_concurrency(cli);
    order->store = by_cli_text(cli, "store");
    bool all = by_cli_flag(cli, "all"), named = cli->argument_count > 1;
    if (all == named)
        return by_cli_refuse(cli, "lab run wants names of experiments (`banyan lab` lists them), "
                                  "paths of files, or --all");
    if (order->cells && cli->argument_count != 2)
        return by_cli_refuse(cli, "--cell is for one experiment");
    int status = by_match_shard(cli, &order->shard);
    if (status != BY_EXIT_OK)
        return status;
    return by_cli_seed(cli, &order->seed) ? BY_EXIT_OK : BY_EXIT_USAGE;
}

int by_lab_run_action(struct by_cli *cli)
{
    struct by_lab_order order = {0};
    struct by_cli_lab lab = {0};
    int status = read_order(cli, &order);
    if (status == BY_EXIT_OK)
        status = by_cli_lab_open(cli, &lab);
    order.experiments = lab.list;
    order.count = lab.count;
    if (status == BY_EXIT_OK)
        status = plan_and_run(cli, &order);
    by_cli_lab_close(&lab);
    return status;
}
