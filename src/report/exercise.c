/* exercise.c: see exercise.h. */
#include "report/exercise.h"
#include "lessons/exercise_trees.h"
#include "lessons/searchdraw.h"

#include <string.h>

#define TEXT_BYTES ((size_t)4 << 20)

static const char *ask_name(enum by_ask ask)
{
    static const char *const names[] = {"number", "real", "window", "choice",
                                        "list",   "keys", "cuts"};
    return names[ask];
}

/* A list with '|' between its words. */
static void report_words(struct by_json *json, const char *name, const char *list)
{
    by_json_array(json, name);
    while (*list) {
        char word[BY_POSED_TEXT];
        size_t length = strcspn(list, "|");
        struct by_text text = by_text_over(word, sizeof word);
        by_text_format(&text, "%.*s", (int)length, list);
        by_json_text(json, NULL, word);
        list += length + (list[length] == '|');
    }
    by_json_end_array(json);
}

/* By the way there: numbers of nodes would tell where the search went. */
static void report_name(struct by_json *json, const char *key, const struct by_posed *posed,
                        int32_t id)
{
    char name[64];
    struct by_text text = by_text_over(name, sizeof name);
    if (id != BY_RECORDER_NONE)
        by_recorder_name(&posed->search->recorder, id, &text);
    by_json_text(json, key, id == BY_RECORDER_NONE ? NULL : id == 0 ? "root" : name);
}

static void report_field(struct by_json *json, const struct by_posed *posed,
                         const struct by_posed_field *field)
{
    by_json_object(json, NULL);
    by_json_text(json, "id", field->id);
    by_json_text(json, "ask", ask_name(field->ask));
    by_json_text(json, "label", field->label);
    report_name(json, "node", posed, field->node);
    report_words(json, "choices", field->choices);
    by_json_end_object(json);
}

/* Of a tree that is written down: its nodes with the numbers of the leaves. Of a game the tree is the
 * student's to draw. */
static void report_nodes(struct by_json *json, const struct by_posed *posed)
{
    const struct by_recorder *recorder = &posed->search->recorder;
    by_json_array(json, "nodes");
    for (int32_t id = 0; id != BY_RECORDER_NONE; id = by_exercise_next(posed->search, id)) {
        const struct by_recorder_node *node = &recorder->node[id];
        by_json_object(json, NULL);
        report_name(json, "name", posed, id);
        report_name(json, "parent", posed, node->parent);
        by_json_text(json, "kind", by_recorder_kind(node));
        if (node->leaf)
            by_json_number(json, "number", by_recorder_fraction(recorder, node->value));
        else
            by_json_null(json, "number");
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void report_table(struct by_json *json, const struct by_posed *posed)
{
    by_json_array(json, "table");
    for (int row = 0; row < posed->rows; row++) {
        by_json_array(json, NULL);
        for (int column = 0; column < posed->columns; column++)
            by_json_text(json, NULL, posed->cell[row][column]);
        by_json_end_array(json);
    }
    by_json_end_array(json);
}

static bool is_written(const struct by_posed *posed)
{
    return posed->search && posed->search->written;
}

void by_report_question(struct by_json *json, const struct by_posed *posed)
{
    char seed[24];
    struct by_text text = by_text_over(seed, sizeof seed);
    by_text_format(&text, "%llu", (unsigned long long)posed->id.seed);
    by_json_text(json, "kind", posed->kind->name);
    by_json_text(json, "title", posed->kind->title);
    by_json_text(json, "seed", seed);
    by_json_int(json, "number", posed->id.number + 1);
    by_json_text(json, "size", by_exercise_size_name(posed->id.size));
    by_json_object(json, "facts");
    for (int i = 0; i < posed->facts; i++)
        by_json_text(json, posed->fact[i].name, posed->fact[i].value);
    by_json_end_object(json);
    if (posed->rows > 0)
        report_table(json, posed);
    else
        by_json_null(json, "table");
    if (is_written(posed))
        report_nodes(json, posed);
    else
        by_json_null(json, "nodes");
    by_json_array(json, "asked");
    for (int i = 0; i < posed->count; i++)
        report_field(json, posed, &posed->field[i]);
    by_json_end_array(json);
}

/* --- answers -------------------------------------------------------------------------------------------- */

static void report_verdict(struct by_json *json, const char *id, struct by_checked checked)
{
    by_json_object(json, NULL);
    by_json_text(json, "id", id);
    by_json_text(json, "verdict", by_answer_state_word(checked.verdict));
    by_json_text(json, "reason",
                 checked.hint == BY_HINT_NONE ? NULL : by_answer_hint_word(checked.hint));
    by_json_text(json, "hint",
                 checked.hint == BY_HINT_NONE ? NULL : by_answer_hint_sentence(checked.hint));
    by_json_end_object(json);
}

static void report_crossed(struct by_json *json, const struct by_posed *posed,
                           const struct by_answers *answers)
{
    const struct by_recorder *recorder = &posed->search->recorder;
    const char *cuts = answers->find(answers->context, "cut");
    for (int32_t node = by_exercise_next(posed->search, 0); node != BY_RECORDER_NONE;
         node = by_exercise_next(posed->search, node)) {
        char id[80];
        struct by_text text = by_text_over(id, sizeof id);
        if (!by_posed_crossed(posed, cuts, node))
            continue;
        by_text_add(&text, "cut:");
        by_recorder_name(recorder, node, &text);
        report_verdict(json, id, by_posed_check_crossed(posed, node));
    }
}

void by_report_checked(struct by_json *json, const struct by_posed *posed,
                       const struct by_answers *answers)
{
    int right = 0;
    by_json_array(json, "checked");
    for (int i = 0; i < posed->count; i++) {
        struct by_checked checked = by_posed_check(posed, &posed->field[i], answers);
        right += checked.verdict == BY_ANSWER_RIGHT;
        report_verdict(json, posed->field[i].id, checked);
    }
    if (posed->search && posed->search->windows)
        report_crossed(json, posed, answers);
    by_json_end_array(json);
    by_json_int(json, "right", right);
    by_json_int(json, "asked", posed->count);
    by_json_flag(json, "solved", right == posed->count);
}

/* --- solutions --------------------------------------------------------------------------------------------- */

void by_report_answers(struct by_json *json, const struct by_posed *posed)
{
    by_json_object(json, "answers");
    for (int i = 0; i < posed->count; i++)
        by_json_text(json, posed->field[i].id, by_posed_answer(&posed->field[i]));
    by_json_end_object(json);
    if (!posed->search) {
        by_json_null(json, "open");
        return;
    }
    bool written = is_written(posed);
    by_json_object(json, "open");
    if (!written)
        by_json_text(json, "game", posed->search->rules->name);
    by_json_text(json, written ? "tree" : "start", posed->search->position);
    by_json_text(json, "search", posed->search->windows ? "alphabeta" : "minimax");
    by_json_end_object(json);
}

enum by_status by_report_written(struct by_json *json, const char *name,
                                 const struct by_exercise_kind *kind,
                                 const struct by_exercise_id *id, bool solution,
                                 struct by_error *err)
{
    struct by_buffer text;
    struct by_page page = {.format = BY_PAGE_TEXT, .out = &text};
    by_buffer_open(&text, TEXT_BYTES);
    by_buffer_open(&page.cells, TEXT_BYTES);
    enum by_status status = kind->write(&page, id, solution, err);
    by_page_end(&page);
    by_json_text(json, name, by_buffer_text(&text));
    by_buffer_close(&text);
    return status;
}
