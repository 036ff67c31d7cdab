/* searched.c: see searched.h. */
#include "lab/measures/searched.h"
#include "search/search.h"

enum by_status by_check_search(const struct by_rules *rules, const char *spec, struct by_error *err)
{
    struct by_searcher *searcher = NULL;
    enum by_status status = by_searcher_open(rules, spec, 0, &searcher, err);
    by_searcher_close(searcher);
    return status;
}

struct halt {
    const atomic_bool *stop;
    struct by_searcher *searcher;
};

static void on_progress(void *context, const struct by_decision *so_far)
{
    const struct halt *halt = context;
    (void)so_far;
    if (atomic_load_explicit(halt->stop, memory_order_relaxed))
        by_searcher_stop(halt->searcher);
}

static enum by_status search(const struct by_lab_job *job, struct by_searcher *searcher,
                             const struct by_line *line, struct by_lab_numbers *out,
                             struct by_error *err)
{
    struct halt halt = {job->stop, searcher};
    struct by_events events = {.context = &halt, .progress = on_progress};
    struct by_decision decision = {.moves = NULL};
    enum by_status status = by_decision_open(job->rules, &decision, err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, line, NULL, &events, &decision, err);
    if (status == BY_OK && decision.proven)
        by_lab_give(out, "value", by_line_side(line) == 0 ? decision.value : -decision.value);
    by_decision_close(&decision);
    return status;
}

enum by_status by_give_searched(const struct by_lab_job *job, struct by_lab_numbers *out,
                                struct by_error *err)
{
    struct by_searcher *searcher = NULL;
    struct by_line *line = NULL;
    enum by_status status = by_searcher_open(job->rules, job->cell->a, 0, &searcher, err);
    if (status == BY_OK)
        status = by_line_open(job->rules, &line, err);
    if (status == BY_OK && by_line_over(line))
        by_lab_give(out, "value", (double)by_line_result(line) / job->rules->score_scale);
    else if (status == BY_OK)
        status = search(job, searcher, line, out, err);
    by_line_close(line);
    by_searcher_close(searcher);
    return status;
}
