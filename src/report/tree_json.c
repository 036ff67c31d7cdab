/* tree_json.c: a searched tree for programs: the whole, its nodes, its steps. */
#include "lessons/searchdraw.h"
#include "report/searched_tree.h"

#include <stdlib.h>

#define SENT_AT  ((size_t)1 << 20) /* bytes are sent on so many at a time */
#define TOP_MOST 400               /* nodes from the root on that are told with any steps */

struct teller {
    struct by_json *json;
    const struct by_tree_told *told;
    const struct by_searched_tree *tree;
    struct by_recorded recorded;
};

static void report_node(const struct teller *t, int32_t id)
{
    by_report_recorded_node(t->json, &t->recorded, id);
    if (t->told->sent && t->json->out->length > SENT_AT)
        t->told->sent(t->told->context);
}

static void report_nodes(const struct teller *t)
{
    by_json_array(t->json, "nodes");
    for (int32_t id = 0; id < t->tree->recorder.count && id < t->told->nodes; id++)
        report_node(t, id);
    by_json_end_array(t->json);
}

/* --- which nodes steps need ------------------------------------------------------------------------ */

struct needed {
    const struct by_recorder *recorder;
    bool *node;
    int64_t count;
};

static void need(struct needed *needed, int32_t id)
{
    needed->count += !needed->node[id];
    needed->node[id] = true;
}

static void need_children(struct needed *needed, int32_t id)
{
    const struct by_recorder_node *node = &needed->recorder->node[id];
    for (int32_t child = node->first; child < node->first + node->count; child++)
        need(needed, child);
}

/* The node, the way there, and the children of all of these: what the window at each depends on. */
static void need_way(struct needed *needed, int32_t id)
{
    for (; id != BY_RECORDER_NONE; id = needed->recorder->node[id].parent) {
        need(needed, id);
        need_children(needed, id);
    }
}

/* Parents stand before their children: the first nodes are not always the highest, but all of a small
 * tree, and of a large one the children of the root and of the line of best play. */
static void need_top(struct needed *needed, int64_t most)
{
    const struct by_recorder *recorder = needed->recorder;
    int32_t best = 0;
    for (int i = 0; best != BY_RECORDER_NONE && needed->count < TOP_MOST;
         best = recorder->node[best].best, i++) {
        need(needed, best);
        need_children(needed, best);
    }
    for (int32_t id = 0; id < recorder->count; id++) {
        if (needed->count >= most && recorder->count > most)
            return;
        if (recorder->count <= most || recorder->node[id].ply <= 1)
            need(needed, id);
    }
}

static int32_t need_steps(struct needed *needed, const struct by_tree_steps *steps, int32_t first,
                          int32_t end, int64_t most)
{
    int32_t step = first;
    for (; step < end && (step == first || needed->count < most); step++)
        need_way(needed, steps->step[step].node);
    return step;
}

/* --- steps --------------------------------------------------------------------------------------------- */

static const char *step_kind(const struct by_recorder *recorder, const struct by_tree_step *step)
{
    const struct by_recorder_node *node = &recorder->node[step->node];
    if (node->leaf)
        return "leaf";
    return step->event == node->entered ? "enter" : "leave";
}

static void report_step(const struct teller *t, const struct by_tree_steps *steps, int32_t index)
{
    const struct by_tree_step *step = &steps->step[index];
    char line[512];
    struct by_text text = by_text_over(line, sizeof line);
    by_tree_step_tell(t->tree, step, &text);
    by_json_object(t->json, NULL);
    by_json_int(t->json, "step", index + 1);
    by_json_int(t->json, "event", step->event);
    by_json_int(t->json, "node", step->node);
    by_json_text(t->json, "kind", step_kind(&t->tree->recorder, step));
    by_json_flag(t->json, "cut", by_tree_step_cuts(&t->tree->recorder, step));
    by_json_text(t->json, "text", line);
    by_json_end_object(t->json);
}

/* Where children are left out: from anywhere in a large tree one can go to the next one. */
static void report_cuts(const struct teller *t, const struct by_tree_steps *steps, int32_t from)
{
    int32_t left = 0, next = BY_RECORDER_NONE;
    for (int32_t i = from; i < steps->count; i++) {
        bool cuts = by_tree_step_cuts(&t->tree->recorder, &steps->step[i]);
        left += cuts;
        if (cuts && next == BY_RECORDER_NONE)
            next = i;
    }
    by_json_int(t->json, "cuts_later", left);
    if (next == BY_RECORDER_NONE)
        by_json_null(t->json, "next_cut");
    else
        by_json_int(t->json, "next_cut", next + 1);
}

static void report_part(const struct teller *t, const struct by_tree_steps *steps,
                        struct needed *needed)
{
    int64_t first = t->told->first, end = first + t->told->steps;
    int32_t from = (int32_t)(first < steps->count ? first : steps->count);
    int32_t to = (int32_t)(end < steps->count ? end : steps->count);
    int64_t most = t->told->nodes_limit;
    need_top(needed, most);
    to = need_steps(needed, steps, from, to, most);
    by_json_int(t->json, "step_count", steps->count);
    by_json_array(t->json, "steps");
    for (int32_t i = from; i < to; i++)
        report_step(t, steps, i);
    by_json_end_array(t->json);
    report_cuts(t, steps, to);
    by_json_array(t->json, "nodes");
    for (int32_t id = 0; id < needed->recorder->count; id++)
        if (needed->node[id])
            report_node(t, id);
    by_json_end_array(t->json);
}

static enum by_status report_steps(const struct teller *t, struct by_error *err)
{
    const struct by_recorder *recorder = &t->tree->recorder;
    struct by_tree_steps steps;
    struct needed needed = {recorder, calloc((size_t)recorder->count + 1, sizeof *needed.node), 0};
    enum by_status status = needed.node ? by_tree_steps_open(&steps, recorder, err)
                                        : by_fail_memory(err, (size_t)recorder->count + 1);
    if (status == BY_OK) {
        report_part(t, &steps, &needed);
        by_tree_steps_close(&steps);
    }
    free(needed.node);
    return status;
}

enum by_status by_report_searched_tree(struct by_json *json, const struct by_searched_tree *tree,
                                       const struct by_tree_told *told, struct by_error *err)
{
    const struct teller t = {
        json, told, tree, {&tree->recorder, &tree->counts, tree->search, tree->order, tree->game}};
    enum by_status status = BY_OK;
    by_json_object(json, NULL);
    by_report_recorded(json, &t.recorded);
    if (told->steps > 0)
        status = report_steps(&t, err);
    else if (told->nodes > 0)
        report_nodes(&t);
    by_json_end_object(json);
    return status;
}
