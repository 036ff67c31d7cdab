#include "report/trace.h"
#include "report/decision.h"
#include "search/mcts/mcts.h"
#include "search/textbook/walk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool by_trace_open(struct by_trace *trace, const struct by_rules *rules,
                   const struct by_searcher *searcher, bool as_json, int64_t limit)
{
    struct by_mcts *mcts = searcher ? by_mcts_of(searcher) : NULL;
    *trace = (struct by_trace){.rules = rules, .as_json = as_json, .left = limit};
    /* Step n stands at most n plies deep. */
    trace->room = limit < rules->max_length ? (int)limit : rules->max_length + 1;
    trace->path = calloc((size_t)trace->room + 1, rules->position_size);
    trace->taken = calloc((size_t)trace->room + 1, sizeof *trace->taken);
    trace->inexact = calloc((size_t)trace->room + 1, sizeof *trace->inexact);
    trace->windows = searcher && by_searcher_search(searcher)->windows;
    trace->core = mcts ? by_mcts_core(mcts, 0) : NULL;
    by_buffer_open(&trace->out, BY_REPORT_LIMIT);
    by_json_open(&trace->json, &trace->out, BY_JSON_LINE);
    if (as_json)
        by_json_array(&trace->json, NULL);
    else if (trace->core)
        by_trace_mcts_head(trace, searcher);
    return trace->path && trace->taken && trace->inexact;
}

void by_trace_end(struct by_trace *trace)
{
    if (trace->as_json)
        by_json_end_array(&trace->json);
    else if (trace->unseen > 0)
        by_buffer_format(&trace->out, "... and %llu steps more\n",
                         (unsigned long long)trace->unseen);
}

void by_trace_close(struct by_trace *trace)
{
    free(trace->path);
    free(trace->taken);
    free(trace->inexact);
    by_buffer_close(&trace->out);
}

bool by_trace_can(const struct by_searcher *searcher)
{
    return searcher && by_searcher_search(searcher)->traced;
}

void by_trace_who(struct by_text *out)
{
    int count = 0, told = 0;
    for (int i = 0; by_search_at(i); i++)
        count += by_search_at(i)->traced;
    for (int i = 0; by_search_at(i); i++)
        if (by_search_at(i)->traced)
            by_text_format(out, "%s%s",
                           told++ == 0     ? ""
                           : told == count ? " and "
                                           : ", ",
                           by_search_at(i)->name);
}

unsigned char *by_trace_position(const struct by_trace *trace, int ply)
{
    return trace->path + (size_t)ply * trace->rules->position_size;
}

const char *by_trace_move(const struct by_trace *trace, int ply, by_move move,
                          char buffer[BY_MOVE_BUFFER])
{
    return by_move_string(trace->rules, by_trace_position(trace, ply), move, buffer);
}

/* Switches, so that the compiler finds what banyan.h has and the list has not. */
const char *by_reason_name(enum by_step_reason reason)
{
    switch (reason) {
#define BY_REASON(id, name)                                                                        \
    case BY_REASON_##id:                                                                           \
        return name;
#include "report/reasons.def"
#undef BY_REASON
    }
    return "none";
}

const char *by_step_name(enum by_step_kind kind)
{
    switch (kind) {
#define BY_STEP(id, name)                                                                          \
    case BY_STEP_##id:                                                                             \
        return name;
#include "report/steps.def"
#undef BY_STEP
    }
    return "none";
}

static const char *step_mover(const struct by_trace *trace, const struct by_step *step)
{
    const struct by_rules *rules = trace->rules;
    bool chance = !rules->game->over(rules, step->position) && by_is_chance(rules, step->position);
    return chance ? "nature" : by_side_name(step->side);
}

void by_report_bound(struct by_json *json, const char *name, int64_t value, int64_t unit)
{
    if (value <= -BY_VALUE_INF || value >= BY_VALUE_INF)
        by_json_null(json, name);
    else if (unit > 1)
        by_json_number(json, name, by_walk_fraction(value, unit));
    else
        by_json_int(json, name, value);
}

static void write_json(struct by_json *json, const struct by_step *step, const char *mover,
                       const char *move)
{
    bool enter = step->kind == BY_STEP_ENTER;
    by_json_object(json, NULL);
    by_json_text(json, "step", by_step_name(step->kind));
    by_json_int(json, "ply", step->ply);
    by_json_text(json, "move", step->ply > 0 ? move : NULL);
    by_json_text(json, "to_move", mover);
    by_report_bound(json, "alpha", step->alpha, step->unit);
    by_report_bound(json, "beta", step->beta, step->unit);
    if (!enter) {
        by_report_bound(json, "value", step->value, step->unit);
        by_json_text(json, "reason", by_reason_name(step->reason));
        by_json_int(json, "skipped", step->skipped);
    }
    by_json_end_object(json);
}

static void write_exact(struct by_trace *trace, const struct by_step *step)
{
    char text[BY_MOVE_BUFFER];
    const char *move = "root";
    if (step->ply > 0)
        move = by_trace_move(trace, step->ply - 1, step->move, text);
    if (trace->as_json)
        write_json(&trace->json, step, step_mover(trace, step), move);
    else
        by_trace_exact(trace, step, move);
}

void by_trace_step(void *context, const struct by_step *step)
{
    struct by_trace *trace = context;
    if (trace->left <= 0 || step->ply > trace->room) {
        trace->unseen++;
        return;
    }
    trace->left--;
    if (step->kind == BY_STEP_ENTER && step->ply == 0)
        by_trace_pass(trace, step);
    if (step->kind != BY_STEP_SIMULATE && step->kind != BY_STEP_BACKUP) /* played out by now */
        memcpy(by_trace_position(trace, step->ply), step->position, trace->rules->position_size);
    if (step->kind == BY_STEP_ENTER || step->kind == BY_STEP_LEAVE)
        write_exact(trace, step);
    else
        by_trace_mcts(trace, step);
}

void by_report_thought(struct by_json *json, const struct by_line *line,
                       const struct by_decision *decision, const struct by_searcher *searcher,
                       struct by_trace *trace, const struct by_buffer *tree)
{
    by_json_object(json, NULL);
    by_report_decision(json, line, decision, searcher, 0);
    if (trace)
        by_json_written(json, "trace", &trace->out);
    if (trace && trace->core)
        by_report_formula(json, searcher);
    if (tree && (tree->length > 0 || tree->failed))
        by_json_written(json, "tree", tree);
    by_json_end_object(json);
}
