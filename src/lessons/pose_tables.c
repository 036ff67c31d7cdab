/* pose_tables.c: the exercises on hashing, Zobrist keys and UCB1 as data. */
#include "base/num.h"
#include "lessons/exercise_tables.h"
#include "lessons/posed.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_cell(struct by_posed *posed, int row, int column, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void put_cell(struct by_posed *posed, int row, int column, const char *format, ...)
{
    va_list arguments;
    struct by_text text = by_text_over(posed->cell[row][column], sizeof posed->cell[row][column]);
    va_start(arguments, format);
    by_text_vformat(&text, format, arguments);
    va_end(arguments);
    posed->rows = row + 1 > posed->rows ? row + 1 : posed->rows;
    posed->columns = column + 1 > posed->columns ? column + 1 : posed->columns;
}

/* --- hash tables ------------------------------------------------------------------------------------------- */

static enum by_answer_hint diagnose_hash(const struct by_posed *posed,
                                         const struct by_posed_field *field, const char *answer,
                                         const struct by_answers *answers)
{
    (void)posed;
    (void)answers;
    if (field->ask != BY_ASK_LIST)
        return field->hint;
    int64_t first = -1;
    const char *cursor = answer + strspn(answer, " ,;()");
    return by_scan_int(&cursor, &first) && first == (int64_t)field->number ? BY_HINT_PROBES
                                                                           : BY_HINT_HOME;
}

static void add_key(struct by_posed *posed, const struct by_fill *fill, int key)
{
    struct by_posed_field *tried =
        by_posed_add(posed, BY_ASK_LIST, "tried:%s", fill->key[key].name);
    struct by_text label = by_text_over(tried->label, sizeof tried->label);
    struct by_text right = by_text_over(tried->right, sizeof tried->right);
    by_text_format(&label, "the slots that are tried for %s, in order", fill->key[key].name);
    by_fill_tried(fill, key, &right);
    tried->number = fill->key[key].home;
    tried->hint = BY_HINT_PROBES;
}

static void add_slot(struct by_posed *posed, const struct by_fill *fill, int slot)
{
    struct by_posed_field *keys = by_posed_add(posed, BY_ASK_KEYS, "slot:%d", slot);
    struct by_text label = by_text_over(keys->label, sizeof keys->label);
    struct by_text right = by_text_over(keys->right, sizeof keys->right);
    by_text_format(&label, "what is in slot %d in the end", slot);
    by_fill_slot(fill, fill->count, slot, &right);
    if (!keys->right[0])
        by_text_add(&right, ".");
    keys->hint = BY_HINT_SLOT;
}

enum by_status by_pose_hash(struct by_posed *posed, struct by_error *err)
{
    char keys[BY_EXERCISE_KEYS];
    struct by_fill *fill = malloc(sizeof *fill);
    if (!fill)
        return by_fail_memory(err, sizeof *fill);
    posed->table = fill;
    enum by_status status = by_exercise_table(fill, &posed->id, keys, err);
    if (status != BY_OK)
        return status;
    by_posed_fact(posed, "keys", "%s", keys);
    by_posed_fact(posed, "slots", "%d", fill->slots);
    by_posed_fact(posed, "method", "%s", by_exercise_method(fill));
    by_posed_fact(posed, "function", "%s", fill->function == BY_FILL_MOD ? "mod" : "java31");
    for (int key = 0; key < fill->count; key++)
        add_key(posed, fill, key);
    for (int slot = 0; slot < fill->slots; slot++)
        add_slot(posed, fill, slot);
    posed->diagnose = diagnose_hash;
    return BY_OK;
}

/* --- Zobrist keys ------------------------------------------------------------------------------------------- */

/* The number of the stone that comes, or goes, in step i. */
static int stone_number(const struct by_exercise_numbers *k, int i)
{
    int ply = i < k->moves ? i : k->moves - 1;
    return k->number[k->move[ply]][ply % 2];
}

static enum by_answer_hint diagnose_keys(const struct by_posed *posed,
                                         const struct by_posed_field *field, const char *answer,
                                         const struct by_answers *answers)
{
    const struct by_exercise_numbers *k = posed->table;
    int step = (int)(field - posed->field);
    char sign;
    int64_t given = 0, before = 0;
    by_answer_number(answer, &sign, &given);
    int right = 0;
    for (int i = 0; i < step; i++)
        right ^= stone_number(k, i);
    if (given == right + stone_number(k, step))
        return BY_HINT_SUM;
    const char *last = step > 0 ? answers->find(answers->context, posed->field[step - 1].id) : NULL;
    if (last && by_answer_number(last, &sign, &before) && before != right &&
        given == (before ^ stone_number(k, step)))
        return BY_HINT_KEY_FOLLOWS;
    return BY_HINT_XOR;
}

static void put_numbers(struct by_posed *posed, const struct by_exercise_numbers *k)
{
    put_cell(posed, 0, 0, "cell");
    put_cell(posed, 0, 1, "X");
    put_cell(posed, 0, 2, "O");
    for (int i = 0; i < BY_EXERCISE_CELLS; i++) {
        char cell[8];
        struct by_text text = by_text_over(cell, sizeof cell);
        by_exercise_cell(i, &text);
        put_cell(posed, i + 1, 0, "%s", cell);
        put_cell(posed, i + 1, 1, "%d", k->number[i][0]);
        put_cell(posed, i + 1, 2, "%d", k->number[i][1]);
    }
}

enum by_status by_pose_zobrist(struct by_posed *posed, struct by_error *err)
{
    char moves[128];
    struct by_text all = by_text_over(moves, sizeof moves);
    struct by_exercise_numbers *k = calloc(1, sizeof *k);
    int key = 0;
    if (!k)
        return by_fail_memory(err, sizeof *k);
    posed->table = k;
    by_exercise_numbers(k, &posed->id);
    put_numbers(posed, k);
    for (int i = 0; i <= k->moves; i++) {
        char move[16];
        struct by_text text = by_text_over(move, sizeof move);
        by_exercise_stone(k, i < k->moves ? i : k->moves - 1, &text);
        struct by_posed_field *field = by_posed_add(posed, BY_ASK_NUMBER, "key:%d", i + 1);
        struct by_text label = by_text_over(field->label, sizeof field->label);
        by_text_format(&label, "the key after %s%s", move, i < k->moves ? "" : " is taken back");
        key ^= stone_number(k, i);
        snprintf(field->right, sizeof field->right, "%d", key);
        if (i < k->moves)
            by_text_format(&all, "%s%s", i > 0 ? ", " : "", move);
    }
    by_posed_fact(posed, "moves", "%s", moves);
    posed->diagnose = diagnose_keys;
    return BY_OK;
}

/* --- UCB1 ------------------------------------------------------------------------------------------------------- */

static enum by_answer_hint diagnose_arms(const struct by_posed *posed,
                                         const struct by_posed_field *field, const char *answer,
                                         const struct by_answers *answers)
{
    const struct by_exercise_arms *a = posed->table;
    int arm = (int)(field - posed->field);
    double given;
    (void)answers;
    if (field->ask != BY_ASK_REAL || !by_answer_real(answer, &given))
        return field->hint;
    double ten = a->mean[arm] + a->bonus[arm] / sqrt(by_ln(10));
    if (fabs(given - ten) < 0.006)
        return BY_HINT_LOG;
    return fabs(given - a->mean[arm]) < 0.006 ? BY_HINT_MEAN : field->hint;
}

enum by_status by_pose_ucb1(struct by_posed *posed, struct by_error *err)
{
    struct by_exercise_arms *a = calloc(1, sizeof *a);
    if (!a)
        return by_fail_memory(err, sizeof *a);
    posed->table = a;
    by_exercise_arms(a, &posed->id);
    by_posed_fact(posed, "c", "%g", a->c);
    by_posed_fact(posed, "total", "%d", a->total);
    put_cell(posed, 0, 0, "move");
    put_cell(posed, 0, 1, "n");
    put_cell(posed, 0, 2, "w");
    char choices[32];
    struct by_text all = by_text_over(choices, sizeof choices);
    for (int i = 0; i < a->count; i++) {
        put_cell(posed, i + 1, 0, "%c", 'a' + i);
        put_cell(posed, i + 1, 1, "%d", a->visits[i]);
        put_cell(posed, i + 1, 2, "%d", a->wins[i]);
        struct by_posed_field *index = by_posed_add(posed, BY_ASK_REAL, "index:%c", 'a' + i);
        snprintf(index->label, sizeof index->label, "w/n + C sqrt(ln N / n) of %c", 'a' + i);
        index->number = a->mean[i] + a->bonus[i];
        snprintf(index->right, sizeof index->right, "%.4f", index->number);
        index->hint = BY_HINT_INDEX;
        by_text_format(&all, "%s%c", i > 0 ? "|" : "", 'a' + i);
    }
    struct by_posed_field *next = by_posed_add(posed, BY_ASK_CHOICE, "move");
    snprintf(next->label, sizeof next->label, "the move that is tried next");
    snprintf(next->choices, sizeof next->choices, "%s", choices);
    snprintf(next->right, sizeof next->right, "%c", 'a' + a->best);
    next->hint = BY_HINT_LARGEST;
    posed->diagnose = diagnose_arms;
    return BY_OK;
}
