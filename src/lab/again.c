/* again.c: a cell once more, to compare it with what a store says (run.h). */
#include "arena/match.h"
#include "base/buffer.h"
#include "lab/keep.h"
#include "lab/match.h"
#include "lab/run.h"
#include <string.h>

struct repeat {
    const struct by_lab_result *had;
    void (*progress)(void *context, double done);
    void *context;
    struct by_lab_again *out;
    const struct by_match_outcome *games; /* as they were played now */
};

static void told(void *context, double done)
{
    const struct repeat *repeat = context;
    if (repeat->progress)
        repeat->progress(repeat->context, done);
}

static void played_one(void *context, const struct by_match_result *so_far)
{
    const struct repeat *repeat = context;
    told(context, (double)so_far->played / repeat->had->cell.games);
}

static void sum_up(struct repeat *repeat, int number)
{
    const struct by_match_outcome *now = &repeat->games[number];
    if (!now->finished || !now->game)
        return;
    repeat->out->checksum = by_lab_sum_game(repeat->out->checksum, now->game);
    repeat->out->played++;
}

/* A game of the store beside the one that was played now. */
static bool compare_game(void *context, const struct by_played *stored)
{
    struct repeat *repeat = context;
    if (stored->number >= repeat->had->cell.games)
        return false;
    const struct by_match_outcome *now = &repeat->games[stored->number];
    bool same =
        now->finished && now->game && by_lab_sum_game(0, now->game) == by_lab_sum_game(0, stored);
    if (!same && !repeat->out->differs)
        repeat->out->differs = stored->number + 1;
    sum_up(repeat, (int)stored->number);
    return true;
}

static enum by_status play_again(struct repeat *repeat, struct by_store *store,
                                 const struct by_lab_opened *opened, int concurrency,
                                 const atomic_bool *stop, struct by_error *err)
{
    const struct by_lab_result *had = repeat->had;
    struct by_match_plan plan;
    struct by_match_result result = {0};
    enum by_status status = by_lab_match_plan(&had->cell, opened, &plan, err);
    if (status == BY_OK) {
        plan.concurrency = concurrency;
        plan.forget = false;
        status = by_match(&plan, stop, played_one, repeat, &result, err);
    }
    repeat->games = result.games;
    if (status == BY_OK && store && had->match_id)
        status = by_store_games(store, had->match_id, NULL, compare_game, repeat, err);
    else
        for (int i = 0; status == BY_OK && i < plan.games; i++)
            sum_up(repeat, i);
    by_match_close(&plan, &result);
    by_lab_match_plan_close(&plan);
    return status;
}

static enum by_status measure_again(struct repeat *repeat, const struct by_lab_opened *opened,
                                    int concurrency, const atomic_bool *stop, struct by_error *err)
{
    struct by_lab_numbers numbers = {0};
    struct by_buffer text;
    const struct by_lab_job job = {
        &repeat->had->cell, opened->rules, &opened->options, concurrency, stop, told, repeat};
    by_buffer_open(&text, BY_LAB_BYTES_MAX);
    enum by_status status = opened->measure->run(&job, &numbers, err);
    by_lab_numbers_write(&numbers, &text);
    if (status == BY_OK)
        repeat->out->checksum = by_lab_sum_text(BY_LAB_SUM, by_buffer_text(&text));
    by_buffer_close(&text);
    by_lab_numbers_close(&numbers);
    return status;
}

enum by_status by_lab_again(struct by_store *store, const struct by_lab_result *had,
                            int concurrency, const atomic_bool *stop,
                            void (*progress)(void *context, double done), void *context,
                            struct by_lab_again *out, struct by_error *err)
{
    struct by_lab_opened opened;
    struct repeat repeat = {had, progress, context, out, NULL};
    *out = (struct by_lab_again){0};
    enum by_status status = by_lab_measure_open(&had->cell, &opened, err);
    if (status == BY_OK && had->match)
        status = play_again(&repeat, store, &opened, concurrency, stop, err);
    else if (status == BY_OK)
        status = measure_again(&repeat, &opened, concurrency, stop, err);
    by_lab_measure_close(&opened);
    return status;
}
