/* searched_tree.c: see searched_tree.h: the search. tree_json.c has the tree as data, tree_svg.c as a drawing. */
#include "report/searched_tree.h"
#include "games/tree/dag.h"
#include "lessons/lesson.h"
#include "lessons/searchdraw.h"
#include "search/textbook/treesize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPEC_SIZE  4200
#define NODES_AUTO 100000 /* where nobody says how deep, and the whole tree is too large */

/* --- how deep ------------------------------------------------------------------------------- */

/* As deep as was asked for, if that many positions can be kept. */
static enum by_status check_depth(struct by_searched_tree *tree, const struct by_line *line,
                                  struct by_error *err)
{
    struct by_treesize size;
    bool fits;
    char most[BY_COMMAS_SIZE];
    enum by_status status = by_treesize(line->rules, by_line_position(line), tree->depth,
                                        BY_TREE_POSITIONS_MAX, &size, &fits, err);
    if (status != BY_OK)
        return status;
    if (!fits)
        return by_fail(err, BY_BAD_INPUT,
                       "to depth %d this tree has more than %s positions: give a smaller --depth, "
                       "or a position nearer to the end",
                       tree->depth, by_commas(BY_TREE_POSITIONS_MAX, most));
    tree->whole = size.whole;
    tree->nodes = size.nodes;
    return BY_OK;
}

/* The whole tree, or as much of it as is quickly searched. */
static enum by_status choose_depth(struct by_searched_tree *tree, const struct by_line *line,
                                   struct by_error *err)
{
    const void *root = by_line_position(line);
    struct by_treesize size;
    bool fits = false;
    enum by_status status =
        by_treesize(line->rules, root, 0, BY_TREE_POSITIONS_MAX, &size, &fits, err);
    if (status == BY_OK && !fits)
        status = by_treesize_deepest(line->rules, root, NODES_AUTO, &size, err);
    if (status != BY_OK)
        return status;
    tree->whole = size.whole;
    tree->nodes = size.nodes;
    tree->depth = size.whole ? line->rules->max_length : size.depth;
    return BY_OK;
}

static enum by_status set_depth(struct by_searched_tree *tree,
                                const struct by_tree_question *question, struct by_error *err)
{
    tree->eval = question->eval;
    tree->depth = question->game ? question->depth : question->line->rules->max_length;
    tree->whole = !question->game;
    if (!question->game)
        return BY_OK;
    enum by_status status = tree->depth > 0 ? check_depth(tree, question->line, err)
                                            : choose_depth(tree, question->line, err);
    if (!tree->eval && tree->whole)
        tree->eval = "none"; /* every game ends: values are results */
    return status;
}

/* --- the search ------------------------------------------------------------------------------- */

struct listener {
    struct by_recorder *recorder;
    const struct by_tree_question *question;
};

static void on_step(void *context, const struct by_step *step)
{
    struct listener *listener = context;
    const struct by_tree_question *question = listener->question;
    by_recorder_step(listener->recorder, step);
    if (question->leaf && step->kind == BY_STEP_LEAVE && step->reason == BY_REASON_FINISHED)
        question->leaf(question->context);
}

static void tell_player(const struct by_tree_question *question, struct by_player *player)
{
    if (question->thinking)
        question->thinking(question->context, player);
}

static enum by_status search(struct by_searched_tree *tree, const struct by_tree_question *question,
                             struct by_player *player, struct by_error *err)
{
    struct by_decision decision;
    struct listener listener = {&tree->recorder, question};
    struct by_events events = {.context = &listener, .trace = on_step};
    enum by_status status = by_decision_open(question->line->rules, &decision, err);
    if (status != BY_OK)
        return status;
    tell_player(question, player);
    status = by_player_move(player, question->line, NULL, &events, &decision, err);
    tell_player(question, NULL);
    bool complete = decision.complete;
    by_decision_close(&decision);
    if (status == BY_OK && !complete)
        status = by_fail(err, BY_FAILED, "stopped before the tree was searched");
    return status == BY_OK
               ? by_recorder_complete(&tree->recorder, by_line_position(question->line), err)
               : status;
}

/* To the depth of the tree: one look, no deepening. */
void by_searched_tree_spec(const struct by_searched_tree *tree, struct by_text *out)
{
    by_text_add(out, tree->search);
    if (tree->order)
        by_text_format(out, " plain=on order=%s", tree->order);
    by_text_format(out, " depth=%d", tree->depth);
    if (tree->eval)
        by_text_format(out, " eval=\"%s\"", tree->eval);
}

static enum by_status open_recorder(struct by_searched_tree *tree, const struct by_rules *rules,
                                    struct by_error *err)
{
    enum by_status status = by_recorder_open(&tree->recorder, rules, BY_DAG_NODES_MAX, err);
    if (status != BY_OK || !tree->game)
        return status;
    bool none = tree->eval && by_same_text(tree->eval, "none");
    tree->recorder.depth = tree->whole ? 0 : tree->depth;
    tree->recorder.eval = none ? NULL : by_eval_find(rules, tree->eval);
    return BY_OK;
}

static enum by_status run_search(struct by_searched_tree *tree,
                                 const struct by_tree_question *question, struct by_error *err)
{
    const struct by_rules *rules = question->line->rules;
    char spec[SPEC_SIZE];
    struct by_text text = by_text_over(spec, sizeof spec);
    struct by_player *player;
    by_searched_tree_spec(tree, &text);
    enum by_status status = by_player_open(
        rules, spec, &(struct by_player_terms){.seed = question->seed, .trust = question->trust},
        &player, err);
    if (status != BY_OK)
        return status;
    status = open_recorder(tree, rules, err);
    if (status == BY_OK)
        status = search(tree, question, player, err);
    by_player_close(player);
    return status;
}

enum by_status by_searched_tree_open(const struct by_tree_question *question,
                                     struct by_searched_tree *tree, struct by_error *err)
{
    const char *usual = question->line->rules->has_chance ? "minimax" : "alphabeta";
    *tree = (struct by_searched_tree){.game = question->game};
    tree->search = question->search ? question->search : usual;
    if (strcmp(tree->search, "minimax") != 0)
        tree->order = question->order ? question->order : "game";
    enum by_status status = set_depth(tree, question, err);
    if (status == BY_OK)
        status = run_search(tree, question, err);
    if (status == BY_OK)
        tree->counts = by_recorder_count(&tree->recorder);
    else
        by_searched_tree_close(tree);
    return status;
}

void by_searched_tree_close(struct by_searched_tree *tree)
{
    by_recorder_close(&tree->recorder);
}

void by_searched_tree_title(const struct by_searched_tree *tree, struct by_text *out)
{
    by_text_format(out, "%s%s%s", tree->search, tree->order ? ", order " : "",
                   tree->order ? tree->order : "");
}

/* --- text ------------------------------------------------------------------------------------------ */

/* The game counts columns from the beginning of the text; in a text that has lines, a person counts from
 * the beginning of the line. */
static enum by_status place(const char *text, struct by_error *err)
{
    size_t column = 0, line = 1, begun = 0;
    int used = 0;
    if (sscanf(err->text, "column %zu: %n", &column, &used) != 1 || used == 0)
        return err->status;
    for (size_t i = 0; i + 1 < column && text[i]; i++) {
        if (text[i] == '\n') {
            line++;
            begun = i + 1;
        }
    }
    const struct by_error why = *err;
    return by_fail(err, why.status, "line %zu, column %zu: %.400s", line, column - begun,
                   why.text + used);
}

enum by_status by_tree_text_check(const char *text, struct by_error *err)
{
    struct by_dag dag;
    const char *newline = strchr(text, '\n');
    if (!newline || newline[strspn(newline, "\r\n")] == '\0') /* one line */
        return BY_OK;
    enum by_status status = by_dag_open_text(&dag, text, err);
    by_dag_close(&dag);
    return status == BY_OK ? BY_OK : place(text, err);
}

/* --- steps --------------------------------------------------------------------------------------- */

/* Every event in its place, then all but the entering of leaves. A node that was looked at twice keeps the
 * last look: the first one belongs to nobody. */
enum by_status by_tree_steps_open(struct by_tree_steps *steps, const struct by_recorder *recorder,
                                  struct by_error *err)
{
    size_t events = (size_t)recorder->events + 1;
    *steps = (struct by_tree_steps){.step = calloc(events, sizeof *steps->step)};
    if (!steps->step)
        return by_fail_memory(err, events * sizeof *steps->step);
    for (int32_t event = 0; event < recorder->events; event++)
        steps->step[event].event = BY_RECORDER_NONE;
    for (int32_t id = 0; id < recorder->count; id++) {
        const struct by_recorder_node *node = &recorder->node[id];
        if (node->entered != BY_RECORDER_NONE)
            steps->step[node->entered] =
                (struct by_tree_step){node->leaf ? BY_RECORDER_NONE : node->entered, id};
        if (node->left != BY_RECORDER_NONE && node->reason != BY_REASON_STOPPED)
            steps->step[node->left] = (struct by_tree_step){node->left, id};
    }
    for (int32_t event = 0; event < recorder->events; event++)
        if (steps->step[event].event != BY_RECORDER_NONE)
            steps->step[steps->count++] = steps->step[event];
    return BY_OK;
}

void by_tree_steps_close(struct by_tree_steps *steps)
{
    free(steps->step);
    *steps = (struct by_tree_steps){0};
}

bool by_tree_step_cuts(const struct by_recorder *recorder, const struct by_tree_step *step)
{
    return recorder->node[step->node].left == step->event &&
           by_recorder_skipped(recorder, step->node) > 0;
}

void by_tree_step_tell(const struct by_searched_tree *tree, const struct by_tree_step *step,
                       struct by_text *out)
{
    by_recorder_tell(&tree->recorder, step->node, step->event, tree->order != NULL, out);
}
