/* posed.c: see posed.h. */
#include "lessons/posed.h"
#include "lessons/exercise_trees.h"
#include "lessons/searchdraw.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLOSE_ENOUGH 0.0051 /* of a number to two decimals */

const char *by_answer_hint_word(enum by_answer_hint hint)
{
    static const char *const words[] = {
#define BY_HINT(id, word, sentence) #word,
#include "lessons/hints.def"
#undef BY_HINT
    };
    return words[hint];
}

const char *by_answer_hint_sentence(enum by_answer_hint hint)
{
    static const char *const sentences[] = {
#define BY_HINT(id, word, sentence) sentence,
#include "lessons/hints.def"
#undef BY_HINT
    };
    return sentences[hint];
}

const char *by_answer_state_word(enum by_answer_state verdict)
{
    static const char *const words[] = {"right", "wrong", "missing"};
    return words[verdict];
}

/* --- asking ------------------------------------------------------------------------------------------- */

enum by_status by_posed_open(struct by_posed *posed, const struct by_exercise_kind *kind,
                             const struct by_exercise_id *id, struct by_error *err)
{
    *posed = (struct by_posed){.kind = kind, .id = *id};
    posed->field = calloc(BY_POSED_FIELDS, sizeof *posed->field);
    if (!posed->field)
        return by_fail_memory(err, BY_POSED_FIELDS * sizeof *posed->field);
    enum by_status status = by_exercise_fits(kind, id, err);
    return status == BY_OK ? kind->pose(posed, err) : status;
}

void by_posed_close(struct by_posed *posed)
{
    if (posed->search)
        by_exercise_search_close(posed->search);
    free(posed->search);
    free((void *)posed->table);
    free(posed->field);
    *posed = (struct by_posed){0};
}

struct by_posed_field *by_posed_add(struct by_posed *posed, enum by_ask ask, const char *id, ...)
{
    struct by_posed_field *field = &posed->field[posed->count];
    if (posed->count < BY_POSED_FIELDS - 1)
        posed->count++;
    *field = (struct by_posed_field){.ask = ask, .node = BY_RECORDER_NONE};
    struct by_text text = by_text_over(field->id, sizeof field->id);
    va_list arguments;
    va_start(arguments, id);
    by_text_vformat(&text, id, arguments);
    va_end(arguments);
    return field;
}

void by_posed_fact(struct by_posed *posed, const char *name, const char *format, ...)
{
    int at = posed->facts;
    if (at == (int)(sizeof posed->fact / sizeof *posed->fact))
        return;
    posed->fact[at].name = name;
    struct by_text text = by_text_over(posed->fact[at].value, sizeof posed->fact[at].value);
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    posed->facts++;
}

const struct by_posed_field *by_posed_find(const struct by_posed *posed, const char *id)
{
    for (int i = 0; i < posed->count; i++)
        if (strcmp(posed->field[i].id, id) == 0)
            return &posed->field[i];
    return NULL;
}

const char *by_posed_answer(const struct by_posed_field *field)
{
    return field->right[0] ? field->right : field->ask == BY_ASK_CUTS ? "none" : "cut";
}

/* --- what is crossed out ------------------------------------------------------------------------------------ */

static bool names(const struct by_posed *posed, const char *cuts, int32_t node)
{
    static const char apart[] = " ,;\t\n";
    char name[64];
    struct by_text text = by_text_over(name, sizeof name);
    by_recorder_name(&posed->search->recorder, node, &text);
    for (const char *word = cuts + strspn(cuts, apart); *word; word += strspn(word, apart)) {
        size_t length = strcspn(word, apart);
        if (length == strlen(name) && strncmp(word, name, length) == 0)
            return true;
        word += length;
    }
    return false;
}

/* How many of the words name a node; they are as many as there are words, or one is none. */
static bool all_names(const struct by_posed *posed, const char *cuts)
{
    static const char apart[] = " ,;\t\n";
    int words = 0, known = 0;
    for (const char *word = cuts + strspn(cuts, apart); *word; word += strspn(word, apart), words++)
        word += strcspn(word, apart);
    for (int32_t id = 1; id < posed->search->recorder.count; id++)
        known += names(posed, cuts, id);
    return words == known;
}

bool by_posed_crossed(const struct by_posed *posed, const char *cuts, int32_t node)
{
    const struct by_recorder_node *all = posed->search->recorder.node;
    if (!cuts)
        return false;
    for (int32_t id = node; id != BY_RECORDER_NONE; id = all[id].parent)
        if (names(posed, cuts, id))
            return true;
    bool below = all[node].count > 0;
    for (int32_t id = all[node].first; below && id < all[node].first + all[node].count; id++)
        below = by_posed_crossed(posed, cuts, id);
    return below;
}

static bool is_unseen(const struct by_posed *posed, int32_t node)
{
    return posed->search->recorder.node[node].entered == BY_RECORDER_NONE;
}

struct by_checked by_posed_check_crossed(const struct by_posed *posed, int32_t node)
{
    if (is_unseen(posed, node))
        return (struct by_checked){BY_ANSWER_RIGHT, BY_HINT_NONE};
    return (struct by_checked){BY_ANSWER_WRONG, BY_HINT_READ};
}

static struct by_checked check_cuts(const struct by_posed *posed, const char *answer)
{
    bool wrong = false, missing = false;
    if (by_same_text(answer, "none"))
        answer = "";
    if (!all_names(posed, answer))
        return (struct by_checked){BY_ANSWER_WRONG, BY_HINT_UNREADABLE};
    for (int32_t id = 0; id < posed->search->recorder.count; id++) {
        bool crossed = by_posed_crossed(posed, answer, id), unseen = is_unseen(posed, id);
        wrong |= crossed && !unseen;
        missing |= unseen && !crossed;
    }
    if (wrong)
        return (struct by_checked){BY_ANSWER_WRONG, BY_HINT_WRONG_CUTS};
    return missing ? (struct by_checked){BY_ANSWER_WRONG, BY_HINT_MORE_CUTS}
                   : (struct by_checked){BY_ANSWER_RIGHT, BY_HINT_NONE};
}

/* --- other answers --------------------------------------------------------------------------------------- */

static const char *find(const struct by_answers *answers, const char *id)
{
    const char *answer = answers->find(answers->context, id);
    return answer && answer[strspn(answer, " \t\n")] ? answer : NULL;
}

/* The number, and no sign of a bound that says otherwise than the field's. */
static bool same_number(const struct by_posed_field *field, const char *answer, bool *readable)
{
    char sign, wanted;
    int64_t number, right;
    *readable = by_answer_number(answer, &sign, &number);
    return *readable && by_answer_number(field->right, &wanted, &right) && number == right &&
           (sign == '\0' || sign == wanted);
}

static bool same_choice(const char *list, const char *answer)
{
    char one[BY_POSED_TEXT];
    for (const char *word = list; *word; word += *word == '|') {
        size_t length = strcspn(word, "|");
        snprintf(one, sizeof one, "%.*s", (int)length, word);
        if (by_same_text(one, answer))
            return true;
        word += length;
    }
    return false;
}

static bool same_window(const struct by_posed_field *field, const char *answer, bool *readable)
{
    struct by_recorder_window window, right;
    *readable = by_answer_window(answer, &window);
    return *readable && by_answer_window(field->right, &right) && window.alpha == right.alpha &&
           window.beta == right.beta;
}

static bool is_right(const struct by_posed_field *field, const char *answer, bool *readable)
{
    double number;
    *readable = true;
    switch (field->ask) {
    case BY_ASK_NUMBER:
        return same_number(field, answer, readable);
    case BY_ASK_REAL:
        *readable = by_answer_real(answer, &number);
        return *readable && fabs(number - field->number) < CLOSE_ENOUGH;
    case BY_ASK_WINDOW:
        return same_window(field, answer, readable);
    case BY_ASK_CHOICE:
        *readable = same_choice(field->choices, answer);
        return same_choice(field->right, answer) || same_choice(field->also, answer);
    case BY_ASK_LIST:
    case BY_ASK_KEYS:
    case BY_ASK_CUTS:
        break;
    }
    return by_answer_same_words(answer, field->right);
}

/* A slot that is left empty is free, once anything stands in another one. */
static bool means_free(const struct by_posed *posed, const struct by_posed_field *field,
                       const struct by_answers *answers)
{
    if (field->ask != BY_ASK_KEYS)
        return false;
    for (int i = 0; i < posed->count; i++)
        if (posed->field[i].ask == BY_ASK_KEYS && find(answers, posed->field[i].id))
            return true;
    return false;
}

struct by_checked by_posed_check(const struct by_posed *posed, const struct by_posed_field *field,
                                 const struct by_answers *answers)
{
    const char *answer = find(answers, field->id);
    bool readable;
    if (!answer && means_free(posed, field, answers))
        answer = ".";
    if (field->node != BY_RECORDER_NONE && posed->search->windows &&
        ((answer && by_same_text(answer, "cut")) ||
         by_posed_crossed(posed, find(answers, "cut"), field->node)))
        return by_posed_check_crossed(posed, field->node);
    if (field->ask == BY_ASK_CUTS && !field->right[0] && !answer)
        answer = "none";
    if (!answer || strlen(answer) >= BY_POSED_TEXT)
        return answer ? (struct by_checked){BY_ANSWER_WRONG, BY_HINT_UNREADABLE}
                      : (struct by_checked){BY_ANSWER_MISSING, BY_HINT_EMPTY};
    if (field->ask == BY_ASK_CUTS)
        return check_cuts(posed, answer);
    if (!field->right[0])
        return (struct by_checked){BY_ANSWER_WRONG, BY_HINT_NEVER};
    if (is_right(field, answer, &readable))
        return (struct by_checked){BY_ANSWER_RIGHT, BY_HINT_NONE};
    if (!readable)
        return (struct by_checked){BY_ANSWER_WRONG, BY_HINT_UNREADABLE};
    return (struct by_checked){BY_ANSWER_WRONG, posed->diagnose
                                                    ? posed->diagnose(posed, field, answer, answers)
                                                    : field->hint};
}
