/* tutor.c: what the tutor found, as JSON and as words. */
#include "report/tutor.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AROUND 4 /* lines before a fault that are shown with it */
#define WAY    4096

/* --- JSON ----------------------------------------------------------------------------------- */

/* An infinite number is a word: JSON has none. */
static void put_number(struct by_json *json, const char *name, double value)
{
    if (isinf(value))
        by_json_text(json, name, value < 0 ? "-inf" : "inf");
    else
        by_json_number(json, name, value == 0 ? 0 : value);
}

static void put_window(struct by_json *json, double alpha, double beta)
{
    put_number(json, "alpha", alpha);
    put_number(json, "beta", beta);
}

static void put_way(struct by_json *json, const char *name, const struct by_tutor *tutor, int node)
{
    char way[WAY];
    struct by_text text = by_text_over(way, sizeof way);
    by_tutor_way(tutor, node, &text);
    by_json_text(json, name, way);
}

static void put_move(struct by_json *json, const struct by_tutor *tutor, int node)
{
    char way[WAY];
    struct by_text text = by_text_over(way, sizeof way);
    by_tutor_way(tutor, node, &text);
    const char *dot = strrchr(way, '.');
    by_json_text(json, "move", node == 0 ? NULL : dot ? dot + 1 : way);
}

static void put_node(struct by_json *json, const struct by_tutor *tutor, int id)
{
    const struct by_tutor_node *n = &tutor->node[id];
    by_json_object(json, NULL);
    by_json_int(json, "id", id);
    if (n->parent < 0)
        by_json_null(json, "parent");
    else
        by_json_int(json, "parent", n->parent);
    put_way(json, "way", tutor, id);
    put_move(json, tutor, id);
    by_json_int(json, "ply", n->ply);
    by_json_text(json, "kind", n->leaf ? "leaf" : n->maximum ? "max" : "min");
    by_json_int(json, "line", n->line);
    if (n->window)
        put_window(json, n->alpha, n->beta);
    if (n->left) {
        by_json_int(json, "left", n->left);
        put_number(json, "value", n->value);
    }
    if (n->cut)
        by_json_flag(json, "cut", true);
    by_json_end_object(json);
}

/* The way to the fault and its sisters and children first, then the others as they came. */
static int choose(const struct by_tutor *tutor, bool *shown, int most)
{
    int count = 0, at = tutor->fault.node >= 0 ? tutor->fault.node : 0;
    for (int i = at; i >= 0 && count < most; i = tutor->node[i].parent) {
        shown[i] = true;
        count++;
    }
    for (int near = 0; near < 2; near++)
        for (int i = 0; i < tutor->node_count && count < most; i++) {
            int parent = tutor->node[i].parent;
            bool close = near == 1 || parent == at || parent == tutor->node[at].parent;
            if (!shown[i] && close && parent >= 0 && shown[parent]) {
                shown[i] = true;
                count++;
            }
        }
    return count;
}

static void put_nodes(struct by_json *json, const struct by_tutor *tutor, int most)
{
    bool *shown = tutor->node_count ? calloc((size_t)tutor->node_count, sizeof *shown) : NULL;
    json->out->failed |= tutor->node_count && !shown;
    int count = shown ? choose(tutor, shown, most) : 0;
    by_json_array(json, "nodes");
    for (int i = 0; shown && i < tutor->node_count; i++)
        if (shown[i])
            put_node(json, tutor, i);
    by_json_end_array(json);
    by_json_int(json, "more", tutor->node_count - count);
    free(shown);
}

static void put_fault(struct by_json *json, const struct by_tutor *tutor)
{
    const struct by_tutor_fault *f = &tutor->fault;
    if (f->kind == BY_TUTOR_RIGHT) {
        by_json_null(json, "fault");
        return;
    }
    by_json_object(json, "fault");
    by_json_int(json, "line", f->line);
    by_json_text(json, "kind", by_tutor_fault_name(f->kind));
    by_json_text(json, "sentence", f->sentence);
    if (f->node >= 0) {
        by_json_int(json, "id", f->node);
        put_way(json, "node", tutor, f->node);
    }
    if (f->has_window)
        put_window(json, f->alpha, f->beta);
    if (f->has_value)
        put_number(json, "value", f->value);
    by_json_end_object(json);
}

static void put_searched(struct by_json *json, const struct by_tutor *tutor)
{
    char spec[512];
    struct by_text text = by_text_over(spec, sizeof spec);
    by_rules_write_spec(tutor->rules, &text);
    by_json_text(json, "game", spec);
    by_report_position(json, "position", tutor->rules, by_line_position(tutor->line));
    by_json_text(json, "search", by_tutor_search_name(tutor->search));
    by_json_text(json, "values", by_tutor_values_name(tutor->values));
    by_json_flag(json, "values_said", tutor->values_said);
    if (tutor->depth)
        by_json_int(json, "depth", tutor->depth);
    else
        by_json_null(json, "depth");
}

void by_report_tutor(struct by_json *json, const struct by_tutor *tutor, int most)
{
    bool right = tutor->fault.kind == BY_TUTOR_RIGHT;
    by_json_object(json, NULL);
    by_json_flag(json, "right", right);
    put_fault(json, tutor);
    put_searched(json, tutor);
    by_json_int(json, "lines", tutor->line_count);
    by_json_int(json, "steps", tutor->event_count);
    by_json_int(json, "entered", tutor->node_count);
    by_json_int(json, "leaves", tutor->leaves);
    by_json_int(json, "cuts", tutor->cuts);
    by_json_int(json, "went_on", tutor->equal);
    if (right)
        put_number(json, "value", tutor->value);
    else
        by_json_null(json, "value");
    put_nodes(json, tutor, most);
    by_json_end_object(json);
}

/* --- words ------------------------------------------------------------------------------------- */

static void put_lines(struct by_buffer *out, const struct by_tutor *tutor, const char *text,
                      const struct by_marks *marks)
{
    int wrong = tutor->fault.line, line = 1;
    for (const char *at = text; *at && line <= wrong; line++) {
        size_t length = strcspn(at, "\n");
        size_t shown = length > 100 ? 100 : length;
        if (line >= wrong - AROUND)
            by_buffer_format(out, "%s%c%6d  %.*s%s\n", line == wrong ? marks->strong : "",
                             line == wrong ? '>' : ' ', line, (int)shown, at,
                             line == wrong ? marks->plain : "");
        at += length + (at[length] == '\n');
    }
}

static void put_who(struct by_buffer *out, const struct by_tutor *tutor)
{
    static const char *const whose[] = {"the first player's (max)",
                                        "the mover's (mover, as in negamax)",
                                        "the root player's (root)"};
    by_buffer_format(out, "Checked as %s, the values taken as %s%s.\n",
                     tutor->search == BY_TUTOR_MINIMAX ? "minimax" : "alpha-beta",
                     whose[tutor->values],
                     tutor->values_said ? "" : ", as that fits best: --values says it");
}

static void put_right(struct by_buffer *out, const struct by_tutor *tutor)
{
    char value[BY_SCORE_BUFFER];
    struct by_text text = by_text_over(value, sizeof value);
    by_tutor_number(tutor->value, &text);
    by_buffer_format(out, "%d node%s entered, %d %s read, %d cut%s; the root is worth %s.\n",
                     tutor->node_count, tutor->node_count == 1 ? "" : "s", tutor->leaves,
                     tutor->leaves == 1 ? "leaf" : "leaves", tutor->cuts,
                     tutor->cuts == 1 ? "" : "s", value);
    if (tutor->equal > 0)
        by_buffer_format(
            out,
            "%d node%s went on although alpha had reached beta: with >= instead of > the "
            "program may look at less.\n",
            tutor->equal, tutor->equal == 1 ? "" : "s");
}

void by_put_tutor(struct by_buffer *out, const struct by_tutor *tutor, const char *text,
                  const struct by_marks *marks)
{
    if (tutor->fault.kind == BY_TUTOR_RIGHT) {
        by_buffer_format(out, "%sEvery step is right.%s ", marks->strong, marks->plain);
        put_right(out, tutor);
    } else {
        by_buffer_format(out, "%sLine %d:%s %s.\n\n", marks->strong, tutor->fault.line,
                         marks->plain, tutor->fault.sentence);
        put_lines(out, tutor, text, marks);
        by_buffer_add(out, "\n");
    }
    put_who(out, tutor);
}
