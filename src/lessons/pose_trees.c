/* pose_trees.c: the exercises on trees and games as data, and what went wrong in answers to them. */
#include "lessons/exercise_trees.h"
#include "lessons/posed.h"
#include "lessons/searchdraw.h"
#include <stdlib.h>
#include <string.h>

#define MOVE_SIZE 32

static const struct by_recorder *recorder_of(const struct by_posed *posed)
{
    return &posed->search->recorder;
}

static enum by_status open_search(struct by_posed *posed, struct by_error *err)
{
    posed->search = calloc(1, sizeof *posed->search);
    return posed->search ? BY_OK : by_fail_memory(err, sizeof *posed->search);
}

/* --- what went wrong at a node ------------------------------------------------------------------------- */

/* The best of the children for one who wants the most (or least) of: their values, or what the answers say of
 * them. False: an answer is missing, or no child counts. */
static bool best_of(const struct by_posed *posed, const struct by_recorder_node *node, bool most,
                    const struct by_answers *answers, int64_t *out)
{
    const struct by_recorder *recorder = recorder_of(posed);
    bool any = false;
    for (int32_t id = node->first; id < node->first + node->count; id++) {
        const struct by_recorder_node *child = &recorder->node[id];
        char name[64], key[80], sign;
        int64_t value = child->value;
        struct by_text text = by_text_over(name, sizeof name);
        struct by_text field = by_text_over(key, sizeof key);
        by_recorder_name(recorder, id, &text);
        by_text_format(&field, "value:%s", name);
        if (child->entered == BY_RECORDER_NONE)
            continue;
        const char *answer = answers && !child->leaf ? answers->find(answers->context, key) : NULL;
        if (answers && !child->leaf && (!answer || !by_answer_number(answer, &sign, &value)))
            return false;
        if (!any || (most ? value > *out : value < *out))
            *out = value;
        any = true;
    }
    return any;
}

static bool has_child(const struct by_posed *posed, const struct by_recorder_node *node,
                      int64_t value, bool seen)
{
    for (int32_t id = node->first; id < node->first + node->count; id++) {
        const struct by_recorder_node *child = &recorder_of(posed)->node[id];
        bool known = child->leaf || child->entered != BY_RECORDER_NONE;
        if (known && (child->entered != BY_RECORDER_NONE) == seen && child->value == value)
            return true;
    }
    return false;
}

static enum by_answer_hint diagnose_value(const struct by_posed *posed,
                                          const struct by_posed_field *field, const char *answer,
                                          const struct by_answers *answers)
{
    const struct by_recorder_node *node = &recorder_of(posed)->node[field->node];
    bool max = node->side == 0;
    char sign = '\0';
    int64_t value = 0, best;
    by_answer_number(answer, &sign, &value);
    if (value == node->value)
        return BY_HINT_SIGN;
    if (best_of(posed, node, max, answers, &best) && best == value)
        return BY_HINT_FOLLOWS;
    if (has_child(posed, node, value, false))
        return BY_HINT_UNREAD;
    if (best_of(posed, node, !max, NULL, &best) && best == value)
        return BY_HINT_OTHER_SIDE;
    if (posed->search->windows && (value == node->alpha || value == node->beta))
        return BY_HINT_HARD;
    return has_child(posed, node, value, true) ? BY_HINT_CHILDREN : BY_HINT_NO_CHILD;
}

static enum by_answer_hint diagnose_window(const struct by_posed *posed,
                                           const struct by_posed_field *field, const char *answer)
{
    const struct by_recorder_node *node = &recorder_of(posed)->node[field->node];
    struct by_recorder_window given = {0, 0};
    struct by_recorder_window after =
        by_recorder_window(recorder_of(posed), field->node, BY_RECORDER_END);
    by_answer_window(answer, &given);
    if (given.alpha == node->beta && given.beta == node->alpha)
        return BY_HINT_SWAPPED;
    if (given.alpha == after.alpha && given.beta == after.beta)
        return BY_HINT_ON_LEAVING;
    if (given.beta == node->beta)
        return BY_HINT_ALPHA;
    return given.alpha == node->alpha ? BY_HINT_BETA : BY_HINT_WINDOW;
}

static enum by_answer_hint diagnose_tree(const struct by_posed *posed,
                                         const struct by_posed_field *field, const char *answer,
                                         const struct by_answers *answers)
{
    if (field->ask == BY_ASK_NUMBER)
        return diagnose_value(posed, field, answer, answers);
    if (field->ask == BY_ASK_WINDOW)
        return diagnose_window(posed, field, answer);
    return field->hint;
}

/* --- trees --------------------------------------------------------------------------------------------------- */

static void add_node(struct by_posed *posed, int32_t id)
{
    const struct by_recorder *recorder = recorder_of(posed);
    const struct by_recorder_node *node = &recorder->node[id];
    char name[64];
    struct by_text text = by_text_over(name, sizeof name);
    by_recorder_name(recorder, id, &text);
    const char *word = id == 0 ? "root" : name;
    bool seen = node->entered != BY_RECORDER_NONE;
    if (posed->search->windows) {
        struct by_posed_field *window = by_posed_add(posed, BY_ASK_WINDOW, "window:%s", word);
        struct by_text label = by_text_over(window->label, sizeof window->label);
        struct by_text right = by_text_over(window->right, sizeof window->right);
        by_text_format(&label, "the window on entering %s", name);
        window->node = id;
        if (seen)
            by_recorder_interval(recorder, (struct by_recorder_window){node->alpha, node->beta},
                                 &right);
    }
    struct by_posed_field *value = by_posed_add(posed, BY_ASK_NUMBER, "value:%s", word);
    struct by_text label = by_text_over(value->label, sizeof value->label);
    struct by_text right = by_text_over(value->right, sizeof value->right);
    by_text_format(&label, "the value of %s", name);
    value->node = id;
    if (seen)
        by_recorder_value(recorder, id, &right);
}

/* Which child the root goes to; of equal ones minimax may take any. */
static void add_choice(struct by_posed *posed)
{
    const struct by_recorder *recorder = recorder_of(posed);
    const struct by_recorder_node *root = &recorder->node[0];
    struct by_posed_field *move = by_posed_add(posed, BY_ASK_CHOICE, "move");
    struct by_text label = by_text_over(move->label, sizeof move->label);
    struct by_text choices = by_text_over(move->choices, sizeof move->choices);
    struct by_text also = by_text_over(move->also, sizeof move->also);
    struct by_text right = by_text_over(move->right, sizeof move->right);
    by_text_add(&label, "the child that is chosen at the root");
    for (int32_t i = 0; i < root->count; i++) {
        by_text_format(&choices, "%s%d", i > 0 ? "|" : "", i + 1);
        if (!posed->search->windows && recorder->node[root->first + i].value == root->value)
            by_text_format(&also, "%d|", i + 1);
    }
    by_text_format(&right, "%d", root->best - root->first + 1);
    move->hint = BY_HINT_BEST_CHILD;
}

static void add_cuts(struct by_posed *posed)
{
    const struct by_recorder *recorder = recorder_of(posed);
    struct by_posed_field *cut = by_posed_add(posed, BY_ASK_CUTS, "cut");
    struct by_text label = by_text_over(cut->label, sizeof cut->label);
    struct by_text right = by_text_over(cut->right, sizeof cut->right);
    by_text_add(&label, "the leaves that are never looked at");
    for (int32_t id = 0; id != BY_RECORDER_NONE; id = by_exercise_next(posed->search, id)) {
        const struct by_recorder_node *node = &recorder->node[id];
        if (node->entered != BY_RECORDER_NONE || recorder->node[node->parent].entered < 0)
            continue;
        by_text_add(&right, right.length > 0 ? " " : "");
        by_recorder_name(recorder, id, &right);
    }
}

static enum by_status pose_tree(struct by_posed *posed, bool windows, struct by_error *err)
{
    enum by_status status = open_search(posed, err);
    if (status == BY_OK)
        status = by_exercise_tree(posed->search, &posed->id, windows, err);
    if (status != BY_OK)
        return status;
    for (int32_t id = 0; id != BY_RECORDER_NONE; id = by_exercise_next(posed->search, id))
        if (!recorder_of(posed)->node[id].leaf)
            add_node(posed, id);
    if (windows)
        add_cuts(posed);
    add_choice(posed);
    by_posed_fact(posed, "tree", "%s", posed->search->position);
    by_posed_fact(posed, "root", "%s", recorder_of(posed)->node[0].side == 0 ? "MAX" : "MIN");
    posed->diagnose = diagnose_tree;
    return BY_OK;
}

enum by_status by_pose_minimax(struct by_posed *posed, struct by_error *err)
{
    return pose_tree(posed, false, err);
}

enum by_status by_pose_alphabeta(struct by_posed *posed, struct by_error *err)
{
    return pose_tree(posed, true, err);
}

/* --- games ------------------------------------------------------------------------------------------------------ */

static enum by_answer_hint diagnose_game(const struct by_posed *posed,
                                         const struct by_posed_field *field, const char *answer,
                                         const struct by_answers *answers)
{
    char sign;
    int64_t value, right;
    (void)posed;
    (void)answers;
    if (field->ask == BY_ASK_NUMBER && by_answer_number(answer, &sign, &value) &&
        by_answer_number(field->right, &sign, &right) && value == -right)
        return BY_HINT_TURNED;
    return field->hint;
}

static void add_value(struct by_posed *posed, enum by_answer_hint hint)
{
    struct by_posed_field *value = by_posed_add(posed, BY_ASK_NUMBER, "value");
    struct by_text label = by_text_over(value->label, sizeof value->label);
    struct by_text right = by_text_over(value->right, sizeof value->right);
    by_text_add(&label, "the value of the position, X's");
    by_recorder_number(recorder_of(posed), recorder_of(posed)->node[0].value, &right);
    value->hint = hint;
}

static void add_moves(struct by_posed *posed, enum by_answer_hint hint)
{
    const struct by_recorder *recorder = recorder_of(posed);
    const struct by_recorder_node *root = &recorder->node[0];
    for (int32_t id = root->first; id < root->first + root->count; id++) {
        char move[MOVE_SIZE];
        struct by_text text = by_text_over(move, sizeof move);
        by_recorder_move(recorder, id, &text);
        struct by_posed_field *value = by_posed_add(posed, BY_ASK_NUMBER, "after:%s", move);
        struct by_text label = by_text_over(value->label, sizeof value->label);
        struct by_text right = by_text_over(value->right, sizeof value->right);
        by_text_format(&label, "the value after the move %s", move);
        by_recorder_number(recorder, recorder->node[id].value, &right);
        value->hint = hint;
    }
}

/* The best move, or any as good. Where every move loses a game that is only won or lost, none wins. */
static void add_best(struct by_posed *posed, bool winning)
{
    const struct by_recorder *recorder = recorder_of(posed);
    const struct by_recorder_node *root = &recorder->node[0];
    struct by_posed_field *best = by_posed_add(posed, BY_ASK_CHOICE, "move");
    struct by_text label = by_text_over(best->label, sizeof best->label);
    struct by_text choices = by_text_over(best->choices, sizeof best->choices);
    struct by_text also = by_text_over(best->also, sizeof best->also);
    struct by_text right = by_text_over(best->right, sizeof best->right);
    bool none = winning && root->value < 0;
    by_text_add(&label, winning ? "a move that wins, or none" : "X's best move");
    for (int32_t id = root->first; id < root->first + root->count; id++) {
        by_text_add(&choices, id > root->first ? "|" : "");
        by_recorder_move(recorder, id, &choices);
        if (none || recorder->node[id].value != root->value)
            continue;
        by_recorder_move(recorder, id, &also);
        by_text_char(&also, '|');
    }
    if (winning)
        by_text_add(&choices, "|none");
    if (none)
        by_text_add(&right, "none");
    else
        by_recorder_move(recorder, root->best, &right);
    best->hint = winning ? BY_HINT_NIM : BY_HINT_BEST_MOVE;
}

enum by_status by_pose_nim(struct by_posed *posed, struct by_error *err)
{
    enum by_status status = open_search(posed, err);
    if (status == BY_OK)
        status = by_exercise_heaps(posed->search, &posed->id, err);
    if (status != BY_OK)
        return status;
    by_posed_fact(posed, "heaps", "%s", posed->search->position);
    add_moves(posed, BY_HINT_NIM);
    add_value(posed, BY_HINT_NIM);
    add_best(posed, true);
    posed->diagnose = diagnose_game;
    return BY_OK;
}

enum by_status by_pose_stones(struct by_posed *posed, struct by_error *err)
{
    enum by_status status = open_search(posed, err);
    if (status == BY_OK)
        status = by_exercise_row(posed->search, &posed->id, err);
    if (status != BY_OK)
        return status;
    by_posed_fact(posed, "row", "%s", posed->search->position);
    add_moves(posed, BY_HINT_STONES);
    add_value(posed, BY_HINT_STONES);
    add_best(posed, false);
    posed->diagnose = diagnose_game;
    return BY_OK;
}
