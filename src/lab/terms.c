/* terms.c: see terms.h. */
#include "lab/terms.h"
#include "lab/parts.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BLANKS " \t\r"

/* --- parameters --------------------------------------------------------------------------- */

const char *by_lab_cell_value(const struct by_lab_cell *cell, const char *axis)
{
    if (strcmp(axis, "row") == 0)
        return cell->row->name;
    for (int i = 0; i < cell->row->axis_count; i++)
        if (strcmp(cell->row->axes[i].name, axis) == 0)
            return cell->row->axes[i].values[cell->at[i]];
    return NULL;
}

/* The word "scale=value" for the cell's scale; all of the text where there is no such word. */
static bool of_scale(const char *text, const char *scale, char value[BY_LAB_VALUE_SIZE])
{
    size_t length = strlen(scale);
    bool by_scale = false;
    for (const char *at = text; *(at += strspn(at, BLANKS)); at += strcspn(at, BLANKS)) {
        size_t word = strcspn(at, BLANKS);
        for (int i = 0; i < BY_LAB_SCALES; i++) {
            const char *name = by_lab_scale_name((enum by_lab_scale)i);
            by_scale |= strncmp(at, name, strlen(name)) == 0 && at[strlen(name)] == '=';
        }
        if (strncmp(at, scale, length) == 0 && at[length] == '=') {
            (void)snprintf(value, BY_LAB_VALUE_SIZE, "%.*s", (int)(word - length - 1),
                           at + length + 1);
            return true;
        }
    }
    if (!by_scale)
        (void)snprintf(value, BY_LAB_VALUE_SIZE, "%s", text);
    return !by_scale;
}

bool by_lab_parameter(const struct by_lab_cell *cell, const char *name,
                      char value[BY_LAB_VALUE_SIZE])
{
    const char *found = by_lab_cell_value(cell, name);
    if (found) {
        (void)snprintf(value, BY_LAB_VALUE_SIZE, "%s", found);
        return true;
    }
    const char *text = by_lab_text(cell->row, BY_LAB_KEY_LET, name);
    return text && of_scale(text, by_lab_scale_name(cell->scale), value);
}

static enum by_status unknown(const struct by_lab_cell *cell, const char *name,
                              struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    by_quote(name, quoted);
    if (by_lab_text(cell->row, BY_LAB_KEY_LET, name))
        return by_fail(err, BY_BAD_INPUT, "'%s' has no value at the scale %s", quoted,
                       by_lab_scale_name(cell->scale));
    return by_fail(err, BY_BAD_INPUT,
                   "there is no parameter '%s' here: 'axis %s: ...' or 'let %s: ...' makes one",
                   quoted, quoted, quoted);
}

/* --- sums ---------------------------------------------------------------------------------- */

struct scanner {
    const struct by_lab_cell *cell;
    const char *at;
    struct by_error *err;
};

static char peek(struct scanner *s)
{
    s->at += strspn(s->at, BLANKS);
    return *s->at;
}

/* A name or a number, as long as it goes. */
static bool word(struct scanner *s, char out[BY_LAB_WORD_MAX])
{
    (void)peek(s);
    size_t length = strcspn(s->at, BLANKS "+*/;,<>=!{}");
    if (length == 0 || length >= BY_LAB_WORD_MAX)
        return false;
    memcpy(out, s->at, length);
    out[length] = 0;
    s->at += length;
    return true;
}

static enum by_status factor(struct scanner *s, double *out)
{
    char name[BY_LAB_WORD_MAX], value[BY_LAB_VALUE_SIZE], quoted[BY_QUOTE_SIZE];
    if (!word(s, name))
        return by_fail(s->err, BY_BAD_INPUT, "a number or a parameter is missing at '%s'",
                       by_quote(s->at, quoted));
    if (by_read_real(name, -1e15, 1e15, out))
        return BY_OK;
    if (!by_lab_parameter(s->cell, name, value))
        return unknown(s->cell, name, s->err);
    if (!by_read_real(value, -1e15, 1e15, out))
        return by_fail(s->err, BY_BAD_INPUT, "one cannot reckon with %s, which is '%s' here", name,
                       by_quote(value, quoted));
    return BY_OK;
}

static enum by_status product(struct scanner *s, double *out)
{
    enum by_status status = factor(s, out);
    while (status == BY_OK && (peek(s) == '*' || peek(s) == '/')) {
        char op = *s->at++;
        double next = 0;
        status = factor(s, &next);
        *out = op == '*' ? *out * next : *out / next;
    }
    return status;
}

static enum by_status sum(struct scanner *s, double *out)
{
    enum by_status status = product(s, out);
    while (status == BY_OK && peek(s) == '+') {
        double next = 0;
        s->at++;
        status = product(s, &next);
        *out += next;
    }
    if (status == BY_OK && !(fabs(*out) <= 1e15))
        return by_fail(s->err, BY_BAD_INPUT, "the result is no number that can be used");
    return status;
}

static enum by_status expect_end(struct scanner *s)
{
    char quoted[BY_QUOTE_SIZE];
    return peek(s) == 0
               ? BY_OK
               : by_fail(s->err, BY_BAD_INPUT, "'%s' makes no sense here", by_quote(s->at, quoted));
}

enum by_status by_lab_sum(const struct by_lab_cell *cell, const char *text, double *out,
                          struct by_error *err)
{
    struct scanner s = {cell, text, err};
    enum by_status status = sum(&s, out);
    return status == BY_OK ? expect_end(&s) : status;
}

/* --- conditions ------------------------------------------------------------------------------ */

static bool compare(const char *left, const char *op, const char *right, bool *holds)
{
    double a, b;
    bool numbers = by_read_real(left, -1e15, 1e15, &a) && by_read_real(right, -1e15, 1e15, &b);
    int order = numbers ? (a > b) - (a < b) : strcmp(left, right);
    bool equal = op[strlen(op) - 1] == '=' && op[0] != '!';
    if (!numbers && (op[0] == '<' || op[0] == '>'))
        return false;
    if (op[0] == '=')
        *holds = order == 0;
    else if (op[0] == '!')
        *holds = order != 0;
    else if (op[0] == '<')
        *holds = order < 0 || (equal && order == 0);
    else
        *holds = order > 0 || (equal && order == 0);
    return true;
}

static enum by_status condition(struct scanner *s, bool *holds)
{
    static const char *const operators[] = {"<=", ">=", "!=", "<", ">", "="};
    char name[BY_LAB_WORD_MAX], value[BY_LAB_VALUE_SIZE], right[BY_LAB_WORD_MAX];
    const char *op = NULL;
    bool named = word(s, name);
    (void)peek(s);
    for (size_t i = 0; i < sizeof operators / sizeof *operators && !op; i++)
        if (strncmp(s->at, operators[i], strlen(operators[i])) == 0)
            op = operators[i];
    s->at += op ? strlen(op) : 0;
    if (!named || !op || !word(s, right))
        return by_fail(s->err, BY_BAD_INPUT,
                       "a condition is a parameter, = != < <= > or >=, and a value");
    if (!by_lab_parameter(s->cell, name, value))
        return unknown(s->cell, name, s->err);
    if (!compare(value, op, right, holds))
        return by_fail(s->err, BY_BAD_INPUT, "only numbers are less or more than others");
    return BY_OK;
}

/* "if c, c", or nothing: then they hold. */
static enum by_status conditions(struct scanner *s, bool *hold)
{
    enum by_status status = BY_OK;
    *hold = true;
    if (peek(s) != 'i' || strncmp(s->at, "if", 2) != 0)
        return BY_OK;
    s->at += 2;
    do {
        bool holds = false;
        status = condition(s, &holds);
        *hold &= holds;
    } while (status == BY_OK && peek(s) == ',' && s->at++);
    return status;
}

enum by_status by_lab_choose(const struct by_lab_cell *cell, const char *text, double *out,
                             bool *found, struct by_error *err)
{
    struct scanner s = {cell, text, err};
    enum by_status status;
    *found = false;
    do {
        double value = 0;
        bool holds = false;
        status = sum(&s, &value);
        if (status == BY_OK)
            status = conditions(&s, &holds);
        if (status == BY_OK && holds && !*found) {
            *out = value;
            *found = true;
        }
    } while (status == BY_OK && peek(&s) == ';' && s.at++);
    return status == BY_OK ? expect_end(&s) : status;
}

/* --- texts -------------------------------------------------------------------------------------- */

static void put_number(struct by_text *out, double value)
{
    if (value == floor(value) && fabs(value) < 1e15)
        by_text_format(out, "%.0f", value);
    else
        by_text_format(out, "%.10g", value);
}

/* What 'let AXIS.VALUE: ...' says that a value of an axis stands for: texts of several words have a short
 * name on the axis. False: nothing, it stands for itself. */
static bool spell_out(const struct by_lab_cell *cell, const char *name,
                      char value[BY_LAB_VALUE_SIZE])
{
    char key[2 * BY_LAB_WORD_MAX];
    const char *found = by_lab_cell_value(cell, name);
    if (!found || snprintf(key, sizeof key, "%s.%s", name, found) >= (int)sizeof key)
        return false;
    const char *text = by_lab_text(cell->row, BY_LAB_KEY_LET, key);
    return text && of_scale(text, by_lab_scale_name(cell->scale), value);
}

/* What stands between braces: a name is replaced as it is written, a sum by its value. */
static enum by_status fill_one(const struct by_lab_cell *cell, const char *inside,
                               struct by_text *out, struct by_error *err)
{
    char value[BY_LAB_VALUE_SIZE];
    double number = 0;
    if (by_lab_is_word(inside) &&
        (spell_out(cell, inside, value) || by_lab_parameter(cell, inside, value))) {
        by_text_add(out, value);
        return BY_OK;
    }
    enum by_status status = by_lab_sum(cell, inside, &number, err);
    if (status == BY_OK)
        put_number(out, number);
    return status;
}

enum by_status by_lab_fill(const struct by_lab_cell *cell, const char *text, struct by_text *out,
                           struct by_error *err)
{
    char inside[BY_LAB_VALUE_SIZE];
    for (const char *at = text; *at; at++) {
        if (*at != '{') {
            by_text_char(out, *at);
            continue;
        }
        size_t length = strcspn(++at, "}");
        if (!at[length] || length >= sizeof inside)
            return by_fail(err, BY_BAD_INPUT, "a '{' is not closed by a '}'");
        (void)snprintf(inside, sizeof inside, "%.*s", (int)length, at);
        enum by_status status = fill_one(cell, inside, out, err);
        if (status != BY_OK)
            return status;
        at += length;
    }
    return BY_OK;
}
