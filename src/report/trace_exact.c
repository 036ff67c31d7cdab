/* trace_exact.c: the steps of exact searches, in the words of a drawn tree (lessons/searchwords.c): the
 * first player is MAX, the second MIN, and every value and window is MAX's, whichever way the search
 * itself looks at them. */
#include "games/value.h"
#include "report/trace.h"
#include "search/textbook/walk.h"
#include <string.h>

/* What turns a step's values into MAX's: minimax speaks for the player of the root, others for who
 * moves. */
static int sign_of(const struct by_trace *trace, const struct by_step *step)
{
    int side = trace->sees_as_root ? trace->root_side : step->side;
    return side == 0 ? 1 : -1;
}

static void put_number(struct by_buffer *out, const struct by_trace *trace,
                       const struct by_step *step, int64_t value)
{
    char number[BY_WORTH_BUFFER];
    struct by_text text = by_text_over(number, sizeof number);
    if (value <= -BY_VALUE_INF || value >= BY_VALUE_INF) {
        by_buffer_add(out, value < 0 ? "-inf" : "+inf");
        return;
    }
    const struct by_worth worth = {.rules = trace->rules,
                                   .bound = BY_BOUND_EXACT,
                                   .eval =
                                       step->eval ? by_eval_find(trace->rules, step->eval) : NULL,
                                   .value = by_walk_fraction(value, step->unit)};
    by_worth_sum(&worth, &text);
    by_buffer_add(out, number);
}

static void put_window(struct by_buffer *out, const struct by_trace *trace,
                       const struct by_step *step)
{
    bool turned = sign_of(trace, step) < 0;
    by_buffer_add(out, ", window (");
    put_number(out, trace, step, turned ? -step->beta : step->alpha);
    by_buffer_add(out, ", ");
    put_number(out, trace, step, turned ? -step->alpha : step->beta);
    by_buffer_char(out, ')');
}

/* --- the head, and one for each pass ------------------------------------------------------------ */

static void put_head(struct by_trace *trace, const struct by_step *step)
{
    const char *max = by_player_name(trace->rules, 0), *min = by_player_name(trace->rules, 1);
    struct by_buffer *out = &trace->out;
    by_buffer_format(out, "Values%s are MAX's, whoever moves: MAX wants them large, MIN small.\n",
                     trace->windows ? " and windows" : "");
    if (strcmp(max, "MAX") != 0)
        by_buffer_format(out, "MAX is %s, MIN is %s.\n", max, min);
    if (step->eval)
        by_buffer_format(out,
                         "At the depth limit a position is estimated by %s; win is a game that "
                         "MAX has won.\n",
                         step->eval);
}

void by_trace_pass(struct by_trace *trace, const struct by_step *step)
{
    bool first = trace->depth == 0, again = trace->depth == step->depth;
    trace->sees_as_root = step->maximise;
    trace->root_side = step->side;
    trace->depth = step->depth;
    if (trace->as_json)
        return;
    if (first)
        put_head(trace, step);
    if (step->depth > 0)
        by_buffer_format(&trace->out, "\ndepth %d%s\n", step->depth,
                         again ? ", again with another window" : "");
}

/* --- steps --------------------------------------------------------------------------------------- */

static const char *player_of(const struct by_step *step)
{
    return step->side == 0 ? "MAX" : "MIN";
}

static void put_enter(struct by_trace *trace, const struct by_step *step)
{
    const struct by_rules *rules = trace->rules;
    bool over = rules->game->over(rules, step->position);
    if (over)
        by_buffer_add(&trace->out, "  a leaf");
    else if (by_is_chance(rules, step->position))
        by_buffer_add(&trace->out, "  CHANCE");
    else
        by_buffer_format(&trace->out, "  %s to move", player_of(step));
    if (trace->windows)
        put_window(&trace->out, trace, step);
    trace->inexact[step->ply] = false;
}

/* What is known of the value, MAX's: exact, unless moves were cut off, or a child's value that is a
 * bound lies outside the window. */
static const char *relation(struct by_trace *trace, const struct by_step *step)
{
    bool low = step->value <= step->alpha, high = step->value >= step->beta;
    bool cut = step->reason == BY_REASON_CUT && step->skipped > 0;
    bool leaf = step->reason != BY_REASON_CUT && step->reason != BY_REASON_SEARCHED &&
                step->reason != BY_REASON_KNOWN;
    bool unsure = trace->inexact[step->ply] || step->reason == BY_REASON_KNOWN;
    bool bound = !leaf && (cut || (unsure && (low || high)));
    if (step->ply > 0)
        trace->inexact[step->ply - 1] |= bound;
    if (!bound)
        return "";
    bool more = cut || high;
    return (sign_of(trace, step) > 0) == more ? ">= " : "<= ";
}

static void put_cut(struct by_trace *trace, const struct by_step *step, int64_t value)
{
    struct by_buffer *out = &trace->out;
    bool spared = step->skipped > 0, max = step->side == 0;
    by_buffer_format(out, ", %s%s gets ", spared ? "cut: " : "", player_of(step));
    put_number(out, trace, step, value);
    by_buffer_format(out, " or %s here: ", max ? "more" : "less");
    put_number(out, trace, step, value);
    by_buffer_add(out, max ? " >= beta" : " <= alpha");
    if (spared)
        by_buffer_format(out, ", %d %s never looked at", step->skipped,
                         step->skipped == 1 ? "child" : "children");
    else
        by_buffer_add(out, ", but no child was left to cut off");
}

static const char *why(enum by_step_reason reason)
{
    switch (reason) {
    case BY_REASON_FINISHED:
        return "a leaf";
    case BY_REASON_HORIZON:
        return "estimated: the depth limit";
    case BY_REASON_SEEN:
        return "estimated: met before, and not searched again";
    case BY_REASON_KNOWN:
        return "known from an earlier visit";
    case BY_REASON_CHANCE:
        return "the mean of its children, by how likely they are";
    case BY_REASON_FORCED:
        return "a win by force, found without a search";
    default:
        return "every child was looked at";
    }
}

static void put_leave(struct by_trace *trace, const struct by_step *step)
{
    int64_t value = sign_of(trace, step) * step->value;
    if (step->reason == BY_REASON_STOPPED) {
        by_buffer_add(&trace->out, "  the search was stopped here");
        return;
    }
    by_buffer_format(&trace->out, "  value %s", relation(trace, step));
    put_number(&trace->out, trace, step, value);
    if (step->reason == BY_REASON_CUT)
        put_cut(trace, step, value);
    else
        by_buffer_format(&trace->out, ", %s", why(step->reason));
}

void by_trace_exact(struct by_trace *trace, const struct by_step *step, const char *move)
{
    bool enter = step->kind == BY_STEP_ENTER;
    by_buffer_format(&trace->out, "%*s%s %s", 2 * step->ply, "", enter ? ">" : "<", move);
    if (enter)
        put_enter(trace, step);
    else
        put_leave(trace, step);
    by_buffer_char(&trace->out, '\n');
}
