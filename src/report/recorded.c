/* tree_json.c: a recorded tree for programs. */
#include "cli/json.h"
#include "cli/tree.h"

#include <stdlib.h>
#include <string.h>

#define WHY_SIZE 512

/* An open window end is null. */
static json_t *bound_json(int64_t value)
{
    return value <= -BY_VALUE_INF || value >= BY_VALUE_INF ? json_null() : json_integer(value);
}

static json_t *window_json(const struct by_tree_job *job, int32_t id, bool leaving)
{
    const struct by_recorder_node *node = &job->recorder.node[id];
    if (!job->order || node->entered == BY_RECORDER_NONE)
        return json_null();
    struct by_recorder_window window = {node->alpha, node->beta};
    if (leaving)
        window = by_recorder_window(&job->recorder, id, BY_RECORDER_END);
    return json_pack("[o, o]", bound_json(window.alpha), bound_json(window.beta));
}

static json_t *id_json(int32_t id)
{
    return id == BY_RECORDER_NONE ? json_null() : json_integer(id);
}

static const char *bound_name(const struct by_recorder_node *node)
{
    static const char *const names[] = {NULL, "exact", "upper", "lower"};
    return node->left == BY_RECORDER_NONE ? NULL : names[node->bound];
}

static const char *reason_name(const struct by_recorder_node *node)
{
    if (node->entered == BY_RECORDER_NONE)
        return "unseen";
    if (node->leaf)
        return "leaf";
    return node->reason == BY_REASON_CUT ? "cut" : "searched";
}

static json_t *node_json(const struct by_tree_job *job, int32_t id)
{
    const struct by_recorder_node *node = &job->recorder.node[id];
    char why[WHY_SIZE];
    struct by_text text = by_text_over(why, sizeof why);
    by_recorder_why(&job->recorder, id, &text);
    bool seen = node->entered != BY_RECORDER_NONE;
    json_t *value = seen ? json_integer(node->value) : json_null();
    json_t *number = node->leaf ? json_integer(node->value) : json_null();
    json_t *child =
        id == 0 ? json_null() : json_integer(id - job->recorder.node[node->parent].first + 1);
    return json_pack("{s:i, s:o, s:o, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:s, s:o, s:o, s:s}",
                     "id", id, "parent", id_json(node->parent), "child", child, "kind",
                     by_recorder_kind(node), "number", number, "value", value, "bound",
                     by_json_text(bound_name(node)), "window", window_json(job, id, false), "after",
                     window_json(job, id, true), "entered", id_json(node->entered), "best",
                     id_json(node->best), "reason", reason_name(node), "because",
                     id_json(node->because), "proof", id_json(node->proof), "why", why);
}

static json_t *pv_json(const struct by_recorder *recorder)
{
    json_t *array = json_array();
    int32_t id = recorder->node[0].best;
    for (; array && id != BY_RECORDER_NONE; id = recorder->node[id].best) {
        char place[16];
        snprintf(place, sizeof place, "%d",
                 id - recorder->node[recorder->node[id].parent].first + 1);
        json_array_append_new(array, json_string(place));
    }
    return array;
}

static json_t *head_json(const struct by_tree_job *job)
{
    const struct by_recorder_node *root = &job->recorder.node[0];
    const struct by_recorder_counts *counts = &job->counts;
    return json_pack("{s:I, s:i, s:i, s:s, s:o, s:s, s:o, s:i, s:i, s:i, s:i}", "value",
                     (json_int_t)root->value, "leaves", counts->leaves, "visited",
                     counts->leaves_seen, "search", job->search, "order", by_json_text(job->order),
                     "root", root->side == 0 ? "MAX" : "MIN", "pv", pv_json(&job->recorder),
                     "depth", counts->depth, "cuts", counts->cuts, "node_count", counts->nodes,
                     "nodes_visited", counts->nodes_seen);
}

/* One node after the other: a million of them as one value would take gigabytes. */
static int print_nodes(const struct by_tree_job *job, int64_t most)
{
    struct by_cli *cli = job->cli;
    fputs(", \"nodes\": [", cli->out);
    for (int32_t id = 0; id < job->recorder.count && id < most; id++) {
        json_t *node = node_json(job, id);
        char *text = node ? json_dumps(node, 0) : NULL;
        json_decref(node);
        if (!text)
            return by_cli_failed(cli, "there is not enough memory for the JSON text");
        fprintf(cli->out, "%s%s", id > 0 ? ", " : "", text);
        free(text);
    }
    fputc(']', cli->out);
    return BY_EXIT_OK;
}

int by_tree_json(const struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    json_t *head = head_json(job);
    if (!by_cli_value(cli, "nodes")->set)
        return by_json_print(cli, head);
    char *text = head ? json_dumps(head, 0) : NULL;
    json_decref(head);
    if (!text)
        return by_cli_failed(cli, "there is not enough memory for the JSON text");
    fprintf(cli->out, "%.*s", (int)strlen(text) - 1, text); /* all but the closing brace */
    free(text);
    int status = print_nodes(job, by_cli_int(cli, "nodes"));
    fputs("}\n", cli->out);
    return status;
}
