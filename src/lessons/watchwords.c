/* watchwords.c: a watched search in words. */
#include "lessons/watchdraw.h"

#define NAME_PARTS 6 /* of a long way, the last so many are written */

void by_watch_number(int64_t value, struct by_text *out)
{
    if (value <= -BY_VALUE_INF)
        by_text_add(out, "-inf");
    else if (value >= BY_VALUE_INF)
        by_text_add(out, "+inf");
    else
        by_text_format(out, "%lld", (long long)value);
}

void by_watch_interval(struct by_watch_window window, struct by_text *out)
{
    by_text_char(out, '(');
    by_watch_number(window.alpha, out);
    by_text_add(out, ", ");
    by_watch_number(window.beta, out);
    by_text_char(out, ')');
}

void by_watch_value(const struct by_watch *watch, int32_t id, struct by_text *out)
{
    const struct by_watch_node *node = &watch->node[id];
    if (node->left == BY_WATCH_NONE)
        return;
    if (node->bound == BY_BOUND_UPPER)
        by_text_add(out, "<= ");
    if (node->bound == BY_BOUND_LOWER)
        by_text_add(out, ">= ");
    by_watch_number(node->value, out);
}

static const char *player_name(const struct by_watch_node *node)
{
    return node->side == 0 ? "MAX" : "MIN";
}

const char *by_watch_kind(const struct by_watch_node *node)
{
    return node->leaf ? "leaf" : player_name(node);
}

void by_watch_name(const struct by_watch *watch, int32_t id, struct by_text *out)
{
    int32_t part[NAME_PARTS];
    int count = 0;
    if (id == 0) {
        by_text_add(out, "the root");
        return;
    }
    for (; id != 0 && count < NAME_PARTS; id = watch->node[id].parent)
        part[count++] = id - watch->node[watch->node[id].parent].first + 1;
    if (id != 0)
        by_text_add(out, "...");
    while (count > 0) {
        by_text_format(out, "%d", part[--count]);
        if (count > 0)
            by_text_char(out, '.');
    }
}

/* "MIN at 2", "MAX at the root". */
static void add_player(const struct by_watch *watch, int32_t id, struct by_text *out)
{
    by_text_format(out, "%s at ", player_name(&watch->node[id]));
    by_watch_name(watch, id, out);
}

/* The two facts that make a cut: "MIN gets 2 or less here, and MAX already has 3 at the root (from
 * 1): 2 <= alpha". */
static void add_facts(const struct by_watch *watch, const struct by_watch_node *node,
                      struct by_text *out)
{
    bool max = node->side == 0;
    by_text_format(out, "%s gets ", player_name(node));
    by_watch_number(node->value, out);
    if (node->bound != BY_BOUND_EXACT)
        by_text_add(out, max ? " or more" : " or less");
    by_text_add(out, " here");
    if (node->because != BY_WATCH_NONE) {
        by_text_format(out, ", and %s already has ", max ? "MIN" : "MAX");
        by_watch_number(max ? node->beta : node->alpha, out);
        by_text_add(out, " at ");
        by_watch_name(watch, node->because, out);
        by_text_add(out, " (from ");
        by_watch_name(watch, node->proof, out);
        by_text_char(out, ')');
    }
    by_text_add(out, ": ");
    by_watch_number(node->value, out);
    by_text_add(out, max ? " >= beta" : " <= alpha");
}

static void why_cut(const struct by_watch *watch, int32_t id, struct by_text *out)
{
    bool spared = by_watch_skipped(watch, id) > 0;
    if (spared)
        by_text_add(out, "cut: ");
    add_facts(watch, &watch->node[id], out);
    if (!spared)
        by_text_add(out, ", but no child was left to cut off");
}

void by_watch_why(const struct by_watch *watch, int32_t id, struct by_text *out)
{
    const struct by_watch_node *node = &watch->node[id];
    if (node->entered == BY_WATCH_NONE) {
        by_text_add(out, "never looked at");
        if (node->because == BY_WATCH_NONE)
            return;
        by_text_add(out, ": cut off at ");
        by_watch_name(watch, node->because, out);
    } else if (node->reason == BY_REASON_CUT) {
        why_cut(watch, id, out);
    } else if (node->reason == BY_REASON_STOPPED || node->left == BY_WATCH_NONE) {
        by_text_add(out, "the search was stopped here");
    } else if (node->reason == BY_REASON_KNOWN) {
        by_text_add(out, "known from an earlier visit");
    } else if (node->reason == BY_REASON_HORIZON) {
        by_text_add(out, "estimated: the depth limit");
    } else if (node->reason == BY_REASON_SEEN) {
        by_text_add(out, "estimated: met before, and not searched again");
    } else {
        by_text_add(out, node->leaf ? "a leaf" : "every child was looked at");
    }
}

/* --- steps --------------------------------------------------------------------- */

static void tell_enter(const struct by_watch *watch, int32_t id, bool windows, struct by_text *out)
{
    const struct by_watch_node *node = &watch->node[id];
    if (node->leaf) {
        by_text_add(out, "The search comes to leaf ");
        by_watch_name(watch, id, out);
    } else {
        add_player(watch, id, out);
        by_text_add(out, id == 0 ? " begins" : " is entered");
    }
    if (windows) {
        by_text_add(out, " with the window ");
        by_watch_interval((struct by_watch_window){node->alpha, node->beta}, out);
    }
    by_text_add(out, ".");
}

/* What the value of a node that has just been left means to the one above. */
static void tell_parent(const struct by_watch *watch, int32_t id, int32_t now, bool windows,
                        struct by_text *out)
{
    int32_t parent = watch->node[id].parent;
    if (parent == BY_WATCH_NONE)
        return;
    struct by_watch_window before = by_watch_window(watch, parent, now - 1);
    struct by_watch_window after = by_watch_window(watch, parent, now);
    int32_t best = by_watch_best(watch, parent, now);
    by_text_char(out, ' ');
    add_player(watch, parent, out);
    by_text_add(out, best == id ? " now has " : " keeps ");
    by_watch_number(watch->node[best].value, out);
    if (windows && before.alpha != after.alpha)
        by_text_add(out, ", its new alpha");
    if (windows && before.beta != after.beta)
        by_text_add(out, ", its new beta");
    by_text_char(out, '.');
}

static void tell_leave(const struct by_watch *watch, int32_t id, struct by_text *out)
{
    const struct by_watch_node *node = &watch->node[id];
    int32_t skipped = by_watch_skipped(watch, id);
    if (node->leaf) {
        by_text_add(out, "Leaf ");
        by_watch_name(watch, id, out);
        by_text_add(out, " is ");
    } else {
        add_player(watch, id, out);
        by_text_add(out, " is left with ");
    }
    by_watch_value(watch, id, out);
    by_text_char(out, '.');
    if (skipped == 0)
        return;
    by_text_format(out, " %d %s never looked at: ", skipped,
                   skipped == 1 ? "child is" : "children are");
    add_facts(watch, node, out);
    by_text_char(out, '.');
}

void by_watch_tell(const struct by_watch *watch, int32_t id, int32_t event, bool windows,
                   struct by_text *out)
{
    if (event == watch->node[id].entered) {
        tell_enter(watch, id, windows, out);
        return;
    }
    tell_leave(watch, id, out);
    tell_parent(watch, id, event + 1, windows, out);
}
