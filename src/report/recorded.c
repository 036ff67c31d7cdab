/* recorded.c: see recorded.h. */
#include "report/recorded.h"
#include "lessons/searchdraw.h"
#include "report/trace.h"

#define WHY_SIZE  512
#define SAID_SIZE 96

static void report_end(struct by_json *json, const struct by_recorder *recorder, int64_t value)
{
    if (value <= -BY_VALUE_INF || value >= BY_VALUE_INF)
        by_json_null(json, NULL);
    else
        by_json_number(json, NULL, by_recorder_fraction(recorder, value));
}

static void report_window(struct by_json *json, const char *name,
                          const struct by_recorded *recorded, int32_t id, bool leaving)
{
    const struct by_recorder_node *node = &recorded->recorder->node[id];
    if (!recorded->order || node->entered == BY_RECORDER_NONE) {
        by_json_null(json, name);
        return;
    }
    struct by_recorder_window window = {node->alpha, node->beta};
    if (leaving)
        window = by_recorder_window(recorded->recorder, id, BY_RECORDER_END);
    by_json_array(json, name);
    report_end(json, recorded->recorder, window.alpha);
    report_end(json, recorded->recorder, window.beta);
    by_json_end_array(json);
}

static void report_when(struct by_json *json, const char *name, bool there, int64_t value)
{
    if (there)
        by_json_int(json, name, value);
    else
        by_json_null(json, name);
}

static void report_value(struct by_json *json, const char *name, bool there,
                         const struct by_recorder *recorder, int64_t value)
{
    if (there)
        by_json_number(json, name, by_recorder_fraction(recorder, value));
    else
        by_json_null(json, name);
}

static void report_id(struct by_json *json, const char *name, int32_t id)
{
    report_when(json, name, id != BY_RECORDER_NONE, id);
}

static const char *bound_name(const struct by_recorder_node *node)
{
    return node->left == BY_RECORDER_NONE ? NULL : by_bound_name(node->bound);
}

static const char *reason_name(const struct by_recorder_node *node)
{
    if (node->entered == BY_RECORDER_NONE)
        return "unseen";
    if (node->leaf)
        return "leaf";
    return node->reason == BY_REASON_CUT ? "cut" : "searched";
}

/* Which child of its parent it is, from 1. */
static int32_t place_of(const struct by_recorder *recorder, int32_t id)
{
    return id - recorder->node[recorder->node[id].parent].first + 1;
}

static void report_move(struct by_json *json, const char *name, const struct by_recorder *recorder,
                        int32_t id)
{
    char move[BY_MOVE_BUFFER];
    struct by_text text = by_text_over(move, sizeof move);
    by_recorder_move(recorder, id, &text);
    by_json_text(json, name, id != 0 ? move : NULL);
}

/* Beside an evaluation a finished game counts more than any number says: in words, too. */
static void report_said(struct by_json *json, const struct by_recorded *recorded, int32_t id)
{
    const struct by_recorder *recorder = recorded->recorder;
    const struct by_recorder_node *node = &recorder->node[id];
    char said[SAID_SIZE];
    if (!recorder->eval)
        return;
    struct by_text text = by_text_over(said, sizeof said);
    if (node->leaf || node->left != BY_RECORDER_NONE)
        by_recorder_number(recorder, node->value, &text);
    by_json_text(json, "said", said[0] ? said : NULL);
    if (!recorded->order)
        return;
    text = by_text_over(said, sizeof said);
    if (node->entered != BY_RECORDER_NONE)
        by_recorder_interval(recorder, (struct by_recorder_window){node->alpha, node->beta}, &text);
    by_json_text(json, "said_window", said[0] ? said : NULL);
}

void by_report_recorded_node(struct by_json *json, const struct by_recorded *recorded, int32_t id)
{
    const struct by_recorder_node *node = &recorded->recorder->node[id];
    char why[WHY_SIZE];
    struct by_text text = by_text_over(why, sizeof why);
    by_recorder_why(recorded->recorder, id, &text);
    by_json_object(json, NULL);
    by_json_int(json, "id", id);
    report_id(json, "parent", node->parent);
    report_when(json, "child", id != 0, id != 0 ? place_of(recorded->recorder, id) : 0);
    if (recorded->moves)
        report_move(json, "move", recorded->recorder, id);
    by_json_text(json, "kind", by_recorder_kind(node));
    if (recorded->recorder->rules->has_chance)
        report_when(json, "weight", node->weight > 0, node->weight);
    report_value(json, "number", node->leaf, recorded->recorder, node->value);
    report_value(json, "value", node->entered != BY_RECORDER_NONE, recorded->recorder, node->value);
    by_json_text(json, "bound", bound_name(node));
    report_window(json, "window", recorded, id, false);
    report_window(json, "after", recorded, id, true);
    report_id(json, "entered", node->entered);
    report_id(json, "left", node->left);
    report_id(json, "best", node->best);
    by_json_text(json, "reason", reason_name(node));
    report_id(json, "because", node->because);
    report_id(json, "proof", node->proof);
    by_json_text(json, "why", why);
    report_said(json, recorded, id);
    by_json_end_object(json);
}

static void report_pv(struct by_json *json, const struct by_recorder *recorder)
{
    by_json_array(json, "pv");
    for (int32_t id = recorder->node[0].best; id != BY_RECORDER_NONE;
         id = recorder->node[id].best) {
        report_move(json, NULL, recorder, id);
    }
    by_json_end_array(json);
}

void by_report_recorded(struct by_json *json, const struct by_recorded *recorded)
{
    const struct by_recorder_node *root = &recorded->recorder->node[0];
    const struct by_recorder_counts *counts = recorded->counts;
    report_value(json, "value", true, recorded->recorder, root->value);
    by_json_int(json, "leaves", counts->leaves);
    by_json_int(json, "visited", counts->leaves_seen);
    by_json_text(json, "search", recorded->search);
    by_json_text(json, "order", recorded->order);
    by_json_text(json, "root", root->total > 0 ? "CHANCE" : root->side == 0 ? "MAX" : "MIN");
    report_pv(json, recorded->recorder);
    by_json_int(json, "depth", counts->depth);
    by_json_int(json, "cuts", counts->cuts);
    by_json_int(json, "node_count", counts->nodes);
    by_json_int(json, "nodes_visited", counts->nodes_seen);
}
