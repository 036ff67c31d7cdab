/* searchtext.c: a recorded search as an indented list, one node a line.
 *
 *     value  window
 *   * MAX       3  (-inf, +inf) -> (3, +inf)
 *   * +- 1 MIN  3  (-inf, +inf) -> (-inf, 3)
 */
#include "lessons/searchdraw.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT 3 /* characters a level */

struct row {
    char head[INDENT * BY_SEARCHVIEW_LEVELS + 64];
    char value[32];
    char window[128];
    char remark[256];
};

struct widths {
    int head, value, window;
};

/* --- one row ------------------------------------------------------------------- */

/* The branches that lead past and to an item, from the top level down. */
static void add_branches(const struct by_searchview *view, int32_t index, struct by_text *out)
{
    const struct by_searchview_item *item = &view->item[index];
    bool last[BY_SEARCHVIEW_LEVELS + 1] = {false};
    for (int32_t at = index; at >= 0; at = view->item[at].parent)
        last[view->item[at].level] = view->item[at].last;
    for (int32_t level = 1; level < item->level; level++)
        by_text_add(out, last[level] ? "   " : "|  ");
    if (item->level > 0)
        by_text_add(out, item->last ? "`- " : "+- ");
}

/* Which child it is, and the move that leads there unless that is the same: "2 ", "2: b3 ". */
static void add_number(const struct by_searchview *view, int32_t id, struct by_text *out)
{
    const struct by_recorder *recorder = view->recorder;
    char number[16], move[64] = "";
    struct by_text text = by_text_over(move, sizeof move);
    snprintf(number, sizeof number, "%d", id - recorder->node[recorder->node[id].parent].first + 1);
    if (view->moves)
        by_recorder_move(recorder, id, &text);
    if (!view->moves || strcmp(number, move) == 0)
        by_text_format(out, "%s ", number);
    else
        by_text_format(out, "%s: %s ", number, move);
}

static void fill_head(const struct by_searchview *view, int32_t index, struct row *row)
{
    const struct by_recorder *recorder = view->recorder;
    const struct by_searchview_item *item = &view->item[index];
    struct by_text head = by_text_over(row->head, sizeof row->head);
    add_branches(view, index, &head);
    if (item->node == BY_RECORDER_NONE) {
        by_text_format(&head, "... %d more", item->siblings);
        if (item->hidden > item->siblings)
            by_text_format(&head, " (%d nodes)", item->hidden);
        return;
    }
    const struct by_recorder_node *node = &recorder->node[item->node];
    if (index > 0)
        add_number(view, item->node, &head);
    if (index == 0 && item->node != 0) {
        by_recorder_name(recorder, item->node, &head);
        by_text_char(&head, ' ');
    }
    if (node->weight > 0) {
        by_text_char(&head, '(');
        by_recorder_part(recorder, item->node, &head);
        by_text_add(&head, ") ");
    }
    by_text_add(&head, by_recorder_kind(node));
    if (item->hidden > 0)
        by_text_format(&head, " [%d below]", item->hidden);
}

/* A leaf that was not read stands in parentheses: the search does not know it. */
static void fill_value(const struct by_searchview *view, int32_t id, struct row *row)
{
    const struct by_recorder_node *node = &view->recorder->node[id];
    struct by_text value = by_text_over(row->value, sizeof row->value);
    if (by_recorder_left(node, view->now)) {
        by_recorder_value(view->recorder, id, &value);
    } else if (node->leaf) {
        by_text_char(&value, '(');
        by_recorder_number(view->recorder, node->value, &value);
        by_text_char(&value, ')');
    } else if (by_recorder_entered(node, view->now)) {
        int32_t best = by_recorder_best(view->recorder, id, view->now);
        if (best != BY_RECORDER_NONE)
            by_recorder_number(view->recorder, view->recorder->node[best].value, &value);
        by_text_add(&value, best != BY_RECORDER_NONE ? " .." : "..");
    }
}

/* An exercise: what is given, and room to write. */
static void fill_blank(const struct by_searchview *view, int32_t id, struct row *row)
{
    const struct by_recorder_node *node = &view->recorder->node[id];
    struct by_text value = by_text_over(row->value, sizeof row->value);
    if (node->leaf)
        by_recorder_number(view->recorder, node->value, &value);
    else
        by_text_add(&value, "____");
}

static void fill_window(const struct by_searchview *view, int32_t id, struct row *row)
{
    const struct by_recorder_node *node = &view->recorder->node[id];
    struct by_text window = by_text_over(row->window, sizeof row->window);
    if (!view->windows || !by_recorder_entered(node, view->now))
        return;
    struct by_recorder_window in = {node->alpha, node->beta};
    struct by_recorder_window out = by_recorder_window(view->recorder, id, view->now);
    by_recorder_interval(view->recorder, in, &window);
    if (in.alpha == out.alpha && in.beta == out.beta)
        return;
    by_text_add(&window, " -> ");
    by_recorder_interval(view->recorder, out, &window);
}

/* Only what is not plain from the rest: cuts, and what they spared once they have happened. */
static void fill_remark(const struct by_searchview *view, int32_t id, struct row *row)
{
    const struct by_recorder_node *node = &view->recorder->node[id];
    struct by_text remark = by_text_over(row->remark, sizeof row->remark);
    bool spared = node->because != BY_RECORDER_NONE && node->entered == BY_RECORDER_NONE &&
                  by_recorder_left(&view->recorder->node[node->because], view->now);
    bool cut = node->reason == BY_REASON_CUT && by_recorder_left(node, view->now);
    bool other = node->reason == BY_REASON_HORIZON || node->reason == BY_REASON_KNOWN ||
                 node->reason == BY_REASON_STOPPED || node->reason == BY_REASON_SEEN;
    if (spared || cut || (other && by_recorder_left(node, view->now)))
        by_recorder_why(view->recorder, id, &remark);
}

static void fill(const struct by_searchview *view, int32_t index, struct row *row)
{
    int32_t id = view->item[index].node;
    *row = (struct row){{0}, {0}, {0}, {0}};
    fill_head(view, index, row);
    if (id == BY_RECORDER_NONE)
        return;
    if (view->blank) {
        fill_blank(view, id, row);
        return;
    }
    fill_value(view, id, row);
    fill_window(view, id, row);
    fill_remark(view, id, row);
}

/* --- all of them ------------------------------------------------------------------ */

static void widen(int *width, const char *text)
{
    int length = (int)strlen(text);
    *width = length > *width ? length : *width;
}

static struct widths measure(const struct by_searchview *view, const struct row *rows)
{
    struct widths widths = {0, 5, view->windows ? 6 : 0};
    for (int32_t i = 0; i < view->count; i++) {
        if (view->item[i].node != BY_RECORDER_NONE)
            widen(&widths.head, rows[i].head);
        widen(&widths.value, rows[i].value);
        widen(&widths.window, rows[i].window);
    }
    return widths;
}

/* A drawing on the way gets the columns of the last one, so that nothing moves from step to
 * step; only what is open then can be wider. */
static struct widths measure_all(const struct by_searchview *view, struct row *rows)
{
    struct by_searchview end = *view;
    end.now = BY_RECORDER_END;
    for (int32_t i = 0; i < view->count; i++)
        fill(&end, i, &rows[i]);
    struct widths last = measure(view, rows);
    for (int32_t i = 0; i < view->count; i++)
        fill(view, i, &rows[i]);
    struct widths now = measure(view, rows);
    return (struct widths){now.head > last.head ? now.head : last.head,
                           now.value > last.value ? now.value : last.value,
                           now.window > last.window ? now.window : last.window};
}

static void write_row(const struct row *row, const char *remark, const struct widths *widths,
                      char mark, struct by_text *out)
{
    by_text_format(out, "%c %-*s  %*s  %-*s  %s", mark, widths->head, row->head, widths->value,
                   row->value, widths->window, row->window, remark);
    size_t length = out->length < out->size ? out->length : out->size - 1;
    while (length > 0 && out->data[length - 1] == ' ')
        out->data[--length] = '\0';
}

static void print_heading(const struct by_searchview *view, const struct widths *widths,
                          by_recorder_row_fn *print, void *context)
{
    char line[sizeof(struct row)];
    struct by_text text = by_text_over(line, sizeof line);
    struct row heading = {"", "value", "window", ""};
    if (!view->windows)
        heading.window[0] = '\0';
    write_row(&heading, heading.remark, widths, ' ', &text);
    print(context, &(struct by_recorder_row){BY_RECORDER_NONE, true, false, line});
}

/* --- reasons that do not fit --------------------------------------------------------- */

#define NOTE_INDENT 5 /* "[12] " */

/* Where the remarks begin. */
static int remark_column(const struct widths *widths)
{
    return 2 + widths->head + 2 + widths->value + 2 + widths->window + 2;
}

static bool fits(const struct by_searchview *view, const struct widths *widths, const char *remark)
{
    return view->columns == 0 || !*remark ||
           remark_column(widths) + (int)strlen(remark) <= view->columns;
}

static void print_line(by_recorder_row_fn *print, void *context, const char *line)
{
    print(context, &(struct by_recorder_row){BY_RECORDER_NONE, true, false, line});
}

/* One reason on as many lines as it needs, broken at blanks. */
static void print_note(const struct by_searchview *view, int number, const char *note,
                       by_recorder_row_fn *print, void *context)
{
    char line[sizeof(struct row)], mark[16];
    size_t width = view->columns > 2 * NOTE_INDENT ? (size_t)view->columns - NOTE_INDENT : 1;
    snprintf(mark, sizeof mark, "[%d]", number);
    for (size_t length = strlen(note); length > 0; length = strlen(note)) {
        size_t part = length;
        if (part > width)
            for (part = width; part > 1 && note[part] != ' ' && note[part - 1] != ' ';)
                part--;
        struct by_text text = by_text_over(line, sizeof line);
        by_text_format(&text, "%-*s%.*s", NOTE_INDENT, mark, (int)part, note);
        print_line(print, context, line);
        mark[0] = '\0';
        note += part;
        note += strspn(note, " ");
    }
}

/* The remark of a row as it stands there: whole, as a number, or its first words. */
static const char *shown_remark(const struct by_searchview *view, const struct widths *widths,
                                struct row *row, int *notes, char mark[16])
{
    if (fits(view, widths, row->remark))
        return row->remark;
    if (view->brief) {
        row->remark[strcspn(row->remark, ":")] = '\0';
        return row->remark;
    }
    snprintf(mark, 16, "[%d]", ++*notes);
    return mark;
}

static void print_notes(const struct by_searchview *view, const struct widths *widths,
                        const struct row *rows, by_recorder_row_fn *print, void *context)
{
    int notes = 0;
    for (int32_t i = 0; i < view->count && !view->brief; i++) {
        if (fits(view, widths, rows[i].remark))
            continue;
        if (notes == 0)
            print_line(print, context, "");
        print_note(view, ++notes, rows[i].remark, print, context);
    }
}

static void print_rows(const struct by_searchview *view, struct row *rows,
                       by_recorder_row_fn *print, void *context)
{
    struct widths widths = measure_all(view, rows);
    int notes = 0;
    print_heading(view, &widths, print, context);
    for (int32_t i = 0; i < view->count; i++) {
        char line[2 * sizeof(struct row)];
        const struct by_searchview_item *item = &view->item[i];
        struct by_text text = by_text_over(line, sizeof line);
        bool focus = item->node != BY_RECORDER_NONE && item->node == view->focus;
        bool best = item->best && !view->blank;
        char mark[16];
        write_row(&rows[i], shown_remark(view, &widths, &rows[i], &notes, mark), &widths,
                  focus  ? '>'
                  : best ? '*'
                         : ' ',
                  &text);
        bool seen = view->blank || item->node == BY_RECORDER_NONE ||
                    by_recorder_entered(&view->recorder->node[item->node], view->now);
        print(context, &(struct by_recorder_row){item->node, seen, best, line});
    }
    print_notes(view, &widths, rows, print, context);
}

enum by_status by_searchdraw_text(const struct by_searchview *view, by_recorder_row_fn *print,
                                  void *context, struct by_error *err)
{
    size_t bytes = (size_t)view->count * sizeof(struct row);
    struct row *rows = malloc(bytes > 0 ? bytes : 1);
    if (!rows)
        return by_fail_memory(err, bytes);
    print_rows(view, rows, print, context);
    free(rows);
    return BY_OK;
}
