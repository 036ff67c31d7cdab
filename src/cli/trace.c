#include "cli/trace.h"
#include "search/exact/walk.h"

#include <stdlib.h>
#include <string.h>

bool by_trace_open(struct by_trace *trace, const struct by_rules *rules, FILE *out, int64_t limit)
{
    *trace = (struct by_trace){.rules = rules, .out = out, .left = limit};
    /* Step n stands at most n plies deep. */
    trace->room = limit < rules->max_length ? (int)limit : rules->max_length + 1;
    trace->path = calloc((size_t)trace->room + 1, rules->position_size);
    trace->steps = out ? NULL : json_array();
    return trace->path && (out || trace->steps);
}

void by_trace_close(struct by_trace *trace)
{
    free(trace->path);
    json_decref(trace->steps);
}

static unsigned char *position_at(struct by_trace *trace, int ply)
{
    return trace->path + (size_t)ply * trace->rules->position_size;
}

static const char *reason_name(enum by_step_reason reason)
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
                reason_name(step->reason));
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
        json_object_set_new(object, "reason", json_string(reason_name(step->reason)));
        json_object_set_new(object, "skipped", json_integer(step->skipped));
    }
    json_array_append_new(trace->steps, object);
}

void by_trace_step(void *context, const struct by_step *step)
{
    struct by_trace *trace = context;
    char text[BY_MOVE_BUFFER];
    const char *move = "root";
    if (trace->left <= 0 || step->ply > trace->room) {
        trace->unseen++;
        return;
    }
    trace->left--;
    memcpy(position_at(trace, step->ply), step->position, trace->rules->position_size);
    if (step->ply > 0)
        move = by_move_string(trace->rules, position_at(trace, step->ply - 1), step->move, text);
    if (trace->out)
        write_text(trace, step, move);
    else
        write_json(trace, step, move);
}
