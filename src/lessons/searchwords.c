/* searchwords.c: a recorded search in words. */
#include "games/value.h"
#include "lessons/searchdraw.h"

#define NAME_PARTS 6 /* of a long way, the last so many are written */

/* Beside an evaluation a finished game counts more than any position can: such numbers say nothing to
 * anybody, and are written as in traces. */
static void put_estimate(const struct by_recorder *recorder, int64_t value, struct by_text *out)
{
    const struct by_worth worth = {.rules = recorder->rules,
                                   .bound = BY_BOUND_EXACT,
                                   .eval = recorder->eval,
                                   .value = by_walk_fraction(value, recorder->unit)};
    by_worth_sum(&worth, out);
}

void by_recorder_number(const struct by_recorder *recorder, int64_t value, struct by_text *out)
{
    if (value <= -BY_VALUE_INF)
        by_text_add(out, "-inf");
    else if (value >= BY_VALUE_INF)
        by_text_add(out, "+inf");
    else if (recorder->eval)
        put_estimate(recorder, value, out);
    else if (recorder->unit == 1 && by_recorder_scale(recorder) == 1)
        by_text_format(out, "%lld", (long long)value);
    else
        by_text_format(out, "%.*g", recorder->unit == 1 ? 10 : 6,
                       by_recorder_fraction(recorder, value));
}

void by_recorder_interval(const struct by_recorder *recorder, struct by_recorder_window window,
                          struct by_text *out)
{
    by_text_char(out, '(');
    by_recorder_number(recorder, window.alpha, out);
    by_text_add(out, ", ");
    by_recorder_number(recorder, window.beta, out);
    by_text_char(out, ')');
}

void by_recorder_value(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    const struct by_recorder_node *node = &recorder->node[id];
    if (node->left == BY_RECORDER_NONE)
        return;
    if (node->bound == BY_BOUND_UPPER)
        by_text_add(out, "<= ");
    if (node->bound == BY_BOUND_LOWER)
        by_text_add(out, ">= ");
    by_recorder_number(recorder, node->value, out);
}

static const char *player_name(const struct by_recorder_node *node)
{
    return node->total > 0 ? "CHANCE" : node->side == 0 ? "MAX" : "MIN";
}

const char *by_recorder_kind(const struct by_recorder_node *node)
{
    return node->leaf ? "leaf" : player_name(node);
}

void by_recorder_part(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    const struct by_recorder_node *node = &recorder->node[id];
    if (node->weight > 0)
        by_text_format(out, "%d/%d", node->weight, recorder->node[node->parent].total);
}

void by_recorder_name(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    int32_t part[NAME_PARTS];
    int count = 0;
    if (id == 0) {
        by_text_add(out, "the root");
        return;
    }
    for (; id != 0 && count < NAME_PARTS; id = recorder->node[id].parent)
        part[count++] = id - recorder->node[recorder->node[id].parent].first + 1;
    if (id != 0)
        by_text_add(out, "...");
    while (count > 0) {
        by_text_format(out, "%d", part[--count]);
        if (count > 0)
            by_text_char(out, '.');
    }
}

/* "MIN at 2", "MAX at the root". */
static void add_player(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    by_text_format(out, "%s at ", player_name(&recorder->node[id]));
    by_recorder_name(recorder, id, out);
}

/* The two facts that make a cut: "MIN gets 2 or less here, and MAX already has 3 at the root (from
 * 1): 2 <= alpha". */
static void add_facts(const struct by_recorder *recorder, const struct by_recorder_node *node,
                      struct by_text *out)
{
    bool max = node->side == 0;
    by_text_format(out, "%s gets ", player_name(node));
    by_recorder_number(recorder, node->value, out);
    if (node->bound != BY_BOUND_EXACT)
        by_text_add(out, max ? " or more" : " or less");
    by_text_add(out, " here");
    if (node->because != BY_RECORDER_NONE) {
        by_text_format(out, ", and %s already has ", max ? "MIN" : "MAX");
        by_recorder_number(recorder, max ? node->beta : node->alpha, out);
        by_text_add(out, " at ");
        by_recorder_name(recorder, node->because, out);
        by_text_add(out, " (from ");
        by_recorder_name(recorder, node->proof, out);
        by_text_char(out, ')');
    }
    by_text_add(out, ": ");
    by_recorder_number(recorder, node->value, out);
    by_text_add(out, max ? " >= beta" : " <= alpha");
}

static void why_cut(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    bool spared = by_recorder_skipped(recorder, id) > 0;
    if (spared)
        by_text_add(out, "cut: ");
    add_facts(recorder, &recorder->node[id], out);
    if (!spared)
        by_text_add(out, ", but no child was left to cut off");
}

void by_recorder_why(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    const struct by_recorder_node *node = &recorder->node[id];
    if (node->entered == BY_RECORDER_NONE) {
        by_text_add(out, "never looked at");
        if (node->because == BY_RECORDER_NONE)
            return;
        by_text_add(out, ": cut off at ");
        by_recorder_name(recorder, node->because, out);
    } else if (node->reason == BY_REASON_CUT) {
        why_cut(recorder, id, out);
    } else if (node->reason == BY_REASON_STOPPED || node->left == BY_RECORDER_NONE) {
        by_text_add(out, "the search was stopped here");
    } else if (node->reason == BY_REASON_KNOWN) {
        by_text_add(out, "known from an earlier visit");
    } else if (node->reason == BY_REASON_HORIZON) {
        by_text_add(out, "estimated: the depth limit");
    } else if (node->reason == BY_REASON_SEEN) {
        by_text_add(out, "estimated: met before, and not searched again");
    } else if (node->total > 0) {
        by_text_add(out, "the mean of its children, by how likely they are");
    } else {
        by_text_add(out, node->leaf ? "a leaf" : "every child was looked at");
    }
}

/* --- steps --------------------------------------------------------------------- */

static void tell_enter(const struct by_recorder *recorder, int32_t id, bool windows,
                       struct by_text *out)
{
    const struct by_recorder_node *node = &recorder->node[id];
    if (node->leaf) {
        by_text_add(out, "The search comes to leaf ");
        by_recorder_name(recorder, id, out);
    } else {
        add_player(recorder, id, out);
        by_text_add(out, id == 0 ? " begins" : " is entered");
    }
    if (windows) {
        by_text_add(out, " with the window ");
        by_recorder_interval(recorder, (struct by_recorder_window){node->alpha, node->beta}, out);
    }
    by_text_add(out, ".");
}

/* A child of a chance node counts as much as it is likely. */
static void tell_part(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    by_text_char(out, ' ');
    add_player(recorder, recorder->node[id].parent, out);
    by_text_add(out, " counts it ");
    by_recorder_part(recorder, id, out);
    by_text_char(out, '.');
}

/* What the value of a node that has just been left means to the one above. */
static void tell_parent(const struct by_recorder *recorder, int32_t id, int32_t now, bool windows,
                        struct by_text *out)
{
    int32_t parent = recorder->node[id].parent;
    if (parent == BY_RECORDER_NONE)
        return;
    if (recorder->node[parent].total > 0) {
        tell_part(recorder, id, out);
        return;
    }
    struct by_recorder_window before = by_recorder_window(recorder, parent, now - 1);
    struct by_recorder_window after = by_recorder_window(recorder, parent, now);
    int32_t best = by_recorder_best(recorder, parent, now);
    by_text_char(out, ' ');
    add_player(recorder, parent, out);
    by_text_add(out, best == id ? " now has " : " keeps ");
    by_recorder_number(recorder, recorder->node[best].value, out);
    if (windows && before.alpha != after.alpha)
        by_text_add(out, ", its new alpha");
    if (windows && before.beta != after.beta)
        by_text_add(out, ", its new beta");
    by_text_char(out, '.');
}

static void tell_leave(const struct by_recorder *recorder, int32_t id, struct by_text *out)
{
    const struct by_recorder_node *node = &recorder->node[id];
    int32_t skipped = by_recorder_skipped(recorder, id);
    if (node->leaf) {
        by_text_add(out, "Leaf ");
        by_recorder_name(recorder, id, out);
        by_text_add(out, " is ");
    } else {
        add_player(recorder, id, out);
        by_text_add(out, node->total > 0 ? " is worth the mean, " : " is left with ");
    }
    by_recorder_value(recorder, id, out);
    by_text_char(out, '.');
    if (skipped == 0)
        return;
    by_text_format(out, " %d %s never looked at: ", skipped,
                   skipped == 1 ? "child is" : "children are");
    add_facts(recorder, node, out);
    by_text_char(out, '.');
}

void by_recorder_tell(const struct by_recorder *recorder, int32_t id, int32_t event, bool windows,
                      struct by_text *out)
{
    if (event == recorder->node[id].entered) {
        tell_enter(recorder, id, windows, out);
        return;
    }
    tell_leave(recorder, id, out);
    tell_parent(recorder, id, event + 1, windows, out);
}
