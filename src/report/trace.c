#include "cli/trace.h"
#include "search/mcts/mcts.h"
#include "search/textbook/walk.h"

#include <stdlib.h>
#include <string.h>

bool by_trace_open(struct by_trace *trace, const struct by_rules *rules,
                   const struct by_searcher *searcher, FILE *out, int64_t limit)
{
    struct by_mcts *mcts = searcher ? by_mcts_of(searcher) : NULL;
    *trace = (struct by_trace){.rules = rules, .out = out, .left = limit};
    /* Step n stands at most n plies deep. */
    trace->room = limit < rules->max_length ? (int)limit : rules->max_length + 1;
    trace->path = calloc((size_t)trace->room + 1, rules->position_size);
    trace->taken = calloc((size_t)trace->room + 1, sizeof *trace->taken);
    trace->steps = out ? NULL : json_array();
    trace->core = mcts ? by_mcts_core(mcts, 0) : NULL;
    if (trace->core && out)
        by_trace_mcts_head(trace, searcher);
    return trace->path && trace->taken && (out || trace->steps);
}

void by_trace_close(struct by_trace *trace)
{
    free(trace->path);
    free(trace->taken);
    json_decref(trace->steps);
}

static unsigned char *position_at(const struct by_trace *trace, int ply)
{
    return trace->path + (size_t)ply * trace->rules->position_size;
}

const char *by_trace_move(const struct by_trace *trace, int ply, by_move move,
                          char buffer[BY_MOVE_BUFFER])
{
    return by_move_string(trace->rules, position_at(trace, ply), move, buffer);
}

const char *by_reason_name(enum by_step_reason reason)
{
    switch (reason) {
    case BY_REASON_FINISHED:
        return "finished";
    case BY_REASON_HORIZON:
        return "horizon";
    case BY_REASON_SEARCHED:
        return "searched";
    case BY_REASON_CUT:
        return "cut";
    case BY_REASON_KNOWN:
        return "known";
    case BY_REASON_STOPPED:
        return "stopped";
    case BY_REASON_LARGEST:
        return "largest";
    case BY_REASON_UNTRIED:
        return "untried";
    case BY_REASON_RANDOM:
        return "random";
    case BY_REASON_DRAWN:
        return "drawn";
    case BY_REASON_SEEN:
        return "seen";
    case BY_REASON_FORCED:
        return "forced";
    case BY_REASON_NONE:
        break;
    }
    return "none";
}

static const char *bound_string(int64_t value, char buffer[BY_SCORE_BUFFER])
{
    if (value <= -BY_VALUE_INF)
        return "-inf";
    if (value >= BY_VALUE_INF)
        return "+inf";
    snprintf(buffer, BY_SCORE_BUFFER, "%lld", (long long)value);
    return buffer;
}

static void write_text(const struct by_trace *trace, const struct by_step *step, const char *move)
{
    char low[BY_SCORE_BUFFER], high[BY_SCORE_BUFFER], value[BY_SCORE_BUFFER];
    FILE *out = trace->out;
    fprintf(out, "%*s%s %s", 2 * step->ply, "", step->kind == BY_STEP_ENTER ? ">" : "<", move);
    if (step->kind == BY_STEP_ENTER) {
        fprintf(out, "  %s to move, window (%s, %s)\n", step->side == 0 ? "X" : "O",
                bound_string(step->alpha, low), bound_string(step->beta, high));
        return;
    }
    if (step->reason == BY_REASON_STOPPED)
        fputs("  stopped\n", out);
    else if (step->reason == BY_REASON_CUT && step->skipped > 0)
        fprintf(out, "  value %s, cut: %d moves skipped\n", bound_string(step->value, value),
                step->skipped);
    else
        fprintf(out, "  value %s, %s\n", bound_string(step->value, value),
                by_reason_name(step->reason));
}

/* An open window end is null. */
static json_t *bound_json(int64_t value)
{
    return value <= -BY_VALUE_INF || value >= BY_VALUE_INF ? json_null() : json_integer(value);
}

static void write_json(const struct by_trace *trace, const struct by_step *step, const char *move)
{
    bool enter = step->kind == BY_STEP_ENTER;
    json_t *object = json_pack("{s:s, s:i, s:o, s:s, s:o, s:o}", "step", enter ? "enter" : "leave",
                               "ply", step->ply, "move", by_json_text(step->ply > 0 ? move : NULL),
                               "to_move", step->side == 0 ? "X" : "O", "alpha",
                               bound_json(step->alpha), "beta", bound_json(step->beta));
    if (object && !enter) {
        json_object_set_new(object, "value", bound_json(step->value));
        json_object_set_new(object, "reason", json_string(by_reason_name(step->reason)));
        json_object_set_new(object, "skipped", json_integer(step->skipped));
    }
    json_array_append_new(trace->steps, object);
}

static void write_exact(struct by_trace *trace, const struct by_step *step)
{
    char text[BY_MOVE_BUFFER];
    const char *move = "root";
    if (step->ply > 0)
        move = by_trace_move(trace, step->ply - 1, step->move, text);
    if (trace->out)
        write_text(trace, step, move);
    else
        write_json(trace, step, move);
}

void by_trace_step(void *context, const struct by_step *step)
{
    struct by_trace *trace = context;
    if (trace->left <= 0 || step->ply > trace->room) {
        trace->unseen++;
        return;
    }
    trace->left--;
    memcpy(position_at(trace, step->ply), step->position, trace->rules->position_size);
    if (step->kind == BY_STEP_ENTER || step->kind == BY_STEP_LEAVE)
        write_exact(trace, step);
    else
        by_trace_mcts(trace, step);
}
