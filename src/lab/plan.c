/* plan.c: what there is to run, and what it will cost (run.h). */
#include "lab/keep.h"
#include "lab/match.h"
#include "lab/run.h"
#include "players/resolve.h"
#include <stdlib.h>
#include <string.h>

/* Games are those of the part: the store may have others, too. */
static int missing_games(const struct by_lab_order *order, const struct by_lab_result *had)
{
    int wanted = (int)by_shard_games(&order->shard, had->cell.games);
    if (!by_shard_any(&order->shard))
        return wanted - had->played;
    return had->played >= had->cell.games ? 0 : wanted; /* the keeper knows which */
}

static void estimate(const struct by_lab_order *order, struct by_lab_step *step)
{
    const struct by_lab_result *had = &step->had;
    if (had->state == BY_LAB_LEFT_OUT || had->state == BY_LAB_DONE)
        return;
    /* Measures are parted by their cells, counted from 1 in their experiment. */
    step->elsewhere = had->match ? by_shard_games(&order->shard, had->cell.games) == 0
                                 : !by_shard_has(&order->shard, had->cell.number);
    if (step->elsewhere)
        return;
    step->games = had->match ? missing_games(order, had) : 1;
    step->measured = had->match && had->played > 0 && had->spent > 0;
    double one = step->measured ? had->spent / had->played : had->cell.cost;
    step->seconds = one * (had->match ? step->games : had->cell.games);
}

static void add_up(struct by_lab_plan *plan, const struct by_lab_step *step)
{
    plan->left_out += step->had.state == BY_LAB_LEFT_OUT;
    plan->done += step->had.state == BY_LAB_DONE;
    if (step->games == 0)
        return;
    plan->seconds += step->seconds;
    plan->unknown += step->seconds <= 0;
    if (step->had.match)
        plan->games += step->games;
    else
        plan->measures++;
}

static enum by_status check_step(struct by_lab_step *step, struct by_error *err)
{
    struct by_lab_opened opened;
    if (step->games == 0)
        return BY_OK;
    enum by_status status = by_lab_check_cell(&step->had.cell, err);
    if (status != BY_OK)
        return status;
    status = by_lab_measure_open(&step->had.cell, &opened, err);
    step->alone = status == BY_OK && opened.measure->alone;
    by_lab_measure_close(&opened);
    return status;
}

static enum by_status plan_experiment(const struct by_lab_order *order, struct by_store *store,
                                      const struct by_lab_experiment *experiment,
                                      struct by_lab_plan *out, struct by_error *err)
{
    bool *chosen = malloc((size_t)experiment->cells);
    if (!chosen)
        return by_fail_memory(err, (size_t)experiment->cells);
    enum by_status status =
        by_lab_select(experiment, order->cells ? order->cells : "", chosen, err);
    for (int i = 0; i < experiment->cells && status == BY_OK; i++) {
        if (!chosen[i])
            continue;
        struct by_lab_step *step = &out->steps[out->count++];
        status =
            by_lab_collect_cell(store, experiment, i, order->scale, order->seed, &step->had, err);
        if (status == BY_OK) {
            estimate(order, step);
            add_up(out, step);
            status = check_step(step, err);
        }
    }
    free(chosen);
    return status;
}

enum by_status by_lab_plan_open(const struct by_lab_order *order, struct by_store *store,
                                struct by_lab_plan *out, struct by_error *err)
{
    size_t cells = 1;
    *out = (struct by_lab_plan){0};
    for (int i = 0; i < order->count; i++)
        cells += (size_t)order->experiments[i].cells;
    out->steps = calloc(cells, sizeof *out->steps);
    if (!out->steps)
        return by_fail_memory(err, cells * sizeof *out->steps);
    enum by_status status = BY_OK;
    for (int i = 0; i < order->count && status == BY_OK; i++)
        status = plan_experiment(order, store, &order->experiments[i], out, err);
    return status;
}

void by_lab_plan_end(struct by_lab_plan *plan)
{
    for (int i = 0; i < plan->count; i++)
        by_lab_result_close(&plan->steps[i].had);
    free(plan->steps);
    *plan = (struct by_lab_plan){0};
}
