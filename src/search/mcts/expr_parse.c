/* expr_parse.c: from a rule's text to its steps; see expr.h for the grammar.
 *
 * One function for each line of the grammar; each returns the place of the value it read. The
 * first complaint is kept, and everybody returns as soon as there is one. */
#include "base/options.h"
#include "base/text.h"
#include "search/mcts/expr_code.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NAME_MAX 32 /* characters of a name, and a zero */

struct reader {
    const char *text;
    const char *at;
    struct by_expr_build build;
    struct by_error *err;
    int depth;
    bool failed;
    struct {
        char text[NAME_MAX];
        struct by_expr_place place;
        float constant; /* its value, where the place says that it is one */
    } name[BY_EXPR_NAMES_MAX];
    int name_count;
};

static struct by_expr_place read_rule(struct reader *in);
static struct by_expr_place read_unary(struct reader *in);

static const struct by_expr_place nowhere = BY_EXPR_NOWHERE;

/* --- complaints ------------------------------------------------------------- */

static int column(const struct reader *in, const char *at)
{
    return (int)(at - in->text) + 1;
}

static void fail_at(struct reader *in, const char *at, const char *why)
{
    if (!in->failed)
        (void)by_fail(in->err, BY_BAD_INPUT, "column %d: %s", column(in, at), why);
    in->failed = true;
}

/* `closer` should stand here, for what was opened at `opening`. */
static void fail_unclosed(struct reader *in, char closer, char opener, const char *opening)
{
    if (!in->failed)
        (void)by_fail(in->err, BY_BAD_INPUT,
                      "column %d: a '%c' is missing here, for the '%c' at column %d",
                      column(in, in->at), closer, opener, column(in, opening));
    in->failed = true;
}

static void deeper(struct reader *in, const char *at)
{
    _Static_assert(BY_EXPR_NESTING_MAX == 50, "the sentence names it");
    if (++in->depth > BY_EXPR_NESTING_MAX + 1)
        fail_at(in, at, "the rule is nested too deeply: at most 50 levels are accepted");
}

/* --- characters --------------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The next character that is not blank; the text ends with a zero. */
static char peek(struct reader *in)
{
    while (*in->at == ' ' || *in->at == '\t' || *in->at == '\n' || *in->at == '\r')
        in->at++;
    return *in->at;
}

static bool take(struct reader *in, char c)
{
    if (in->failed || peek(in) != c)
        return false;
    in->at++;
    return true;
}

/* --- steps ---------------------------------------------------------------------- */

static struct by_expr_place check(struct reader *in, struct by_expr_place place)
{
    if (in->build.problem)
        fail_at(in, in->at, in->build.problem);
    return place;
}

static struct by_expr_place combine(struct reader *in, enum by_expr_op op, struct by_expr_place a,
                                    struct by_expr_place b, struct by_expr_place c)
{
    return in->failed ? nowhere : check(in, by_expr_combine(&in->build, op, a, b, c));
}

/* --- atoms -------------------------------------------------------------------- */

static const struct {
    const char *name;
    struct by_expr_place place;
    unsigned uses;
} variables[] = {
#define BY_EXPR_VARIABLE(name, base, index, uses, help) {name, {base, index}, uses},
#include "search/mcts/expr_variables.def"
#undef BY_EXPR_VARIABLE
};
static const char variable_names[] = ""
#define BY_EXPR_VARIABLE(name, base, index, uses, help) "|" name
#include "search/mcts/expr_variables.def"
#undef BY_EXPR_VARIABLE
    ;

static const struct {
    const char *name;
    enum by_expr_op op;
    int arguments;
} functions[] = {
#define BY_EXPR_FUNCTION(name, op, arguments, form, help) {name, op, arguments},
#include "search/mcts/expr_functions.def"
#undef BY_EXPR_FUNCTION
};
static const char function_names[] = ""
#define BY_EXPR_FUNCTION(name, op, arguments, form, help) "|" name
#include "search/mcts/expr_functions.def"
#undef BY_EXPR_FUNCTION
    ;

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static void fail_name(struct reader *in, const char *at, const char *kind, const char *name,
                      const char *names)
{
    char quoted[BY_QUOTE_SIZE], hint[96], list[400];
    struct by_text near = by_text_over(hint, sizeof hint), listed = by_text_over(list, sizeof list);
    by_suggest(&near, name, names);
    for (; *names != '\0'; names++)
        by_text_add(&listed, *names == '|' ? ", " : (char[]){*names, '\0'});
    if (!in->failed)
        (void)by_fail(in->err, BY_BAD_INPUT, "column %d: there is no %s '%s'%s %s %s",
                      column(in, at), kind, by_quote(name, quoted), hint[0] != '\0' ? hint : ";",
                      hint[0] != '\0' ? "There are" : "there are", list);
    in->failed = true;
}

static struct by_expr_place read_number(struct reader *in)
{
    char digits[64];
    double value;
    const char *start = in->at, *end = start;
    while (is_digit(*end) || *end == '.')
        end++;
    if ((*end == 'e' || *end == 'E') &&
        (is_digit(end[1]) || ((end[1] == '-' || end[1] == '+') && is_digit(end[2]))))
        for (end += 2; is_digit(*end);)
            end++;
    size_t length = (size_t)(end - start);
    if (length < sizeof digits) {
        memcpy(digits, start, length);
        digits[length] = '\0';
    }
    in->at = end;
    if (length >= sizeof digits || !by_read_real(digits, 0, (double)FLT_MAX, &value)) {
        fail_at(in, start, "this is not a number that can be computed with: write 2, 0.5 or 1e-3");
        return nowhere;
    }
    return check(in, by_expr_constant(&in->build, (float)value));
}

/* The end of what was opened at `opening`. */
static void close_parenthesis(struct reader *in, const char *opening)
{
    if (in->failed || take(in, ')'))
        return;
    char next = peek(in);
    if (next == '\0' || next == ',' || next == ':')
        fail_unclosed(in, ')', '(', opening);
    else
        fail_at(in, in->at, "an operator or a ')' is missing here");
}

/* The values of a function, those that it lacks repeating the last one. */
static void read_values(struct reader *in, int wanted, const char *start,
                        struct by_expr_place value[3])
{
    static const char *const separated[] = {
        "", "", "this function takes two values, separated by a comma",
        "this function takes three values, separated by commas"};
    static const char *const takes[] = {"", "this function takes one value",
                                        "this function takes two values",
                                        "this function takes three values"};
    struct by_expr_place last = nowhere;
    for (int i = 0; i < 3; i++) {
        if (i > 0 && i < wanted && !take(in, ','))
            fail_at(in, start, separated[wanted]);
        else if (i < wanted)
            last = read_rule(in);
        value[i] = last;
    }
    if (!in->failed && peek(in) == ',')
        fail_at(in, in->at, takes[wanted]);
}

static struct by_expr_place call(struct reader *in, int which, const char *start)
{
    const char *opening = in->at - 1;
    struct by_expr_place value[3];
    read_values(in, functions[which].arguments, start, value);
    close_parenthesis(in, opening);
    return combine(in, functions[which].op, value[0], value[1], value[2]);
}

/* Takes a word. */
static void take_word(struct reader *in, char *word, size_t size)
{
    struct by_text text = by_text_over(word, size);
    while (is_letter(*in->at) || is_digit(*in->at))
        by_text_char(&text, *in->at++);
}

static bool find_variable(const char *word, int *out)
{
    for (int i = 0; i < COUNT(variables); i++)
        if (strcmp(variables[i].name, word) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static bool find_function(const char *word, int *out)
{
    for (int i = 0; i < COUNT(functions); i++)
        if (strcmp(functions[i].name, word) == 0) {
            *out = i;
            return true;
        }
    return false;
}

static bool find_named(const struct reader *in, const char *word, int *out)
{
    for (int i = 0; i < in->name_count; i++)
        if (strcmp(in->name[i].text, word) == 0) {
            *out = i;
            return true;
        }
    return false;
}

/* A constant is written anew wherever its name stands: nobody else knows the last constants. */
static struct by_expr_place named_value(struct reader *in, int which)
{
    if (in->name[which].place.base != BY_EXPR_BASE_CONSTANT)
        return in->name[which].place;
    return check(in, by_expr_constant(&in->build, in->name[which].constant));
}

static struct by_expr_place variable_value(struct reader *in, int which)
{
    in->build.expr->uses |= variables[which].uses;
    if (variables[which].place.base != BY_EXPR_BASE_CONSTANT)
        return variables[which].place;
    return check(in, by_expr_constant(&in->build, INFINITY));
}

static void fail_variable(struct reader *in, const char *at, const char *word)
{
    char names[sizeof variable_names + BY_EXPR_NAMES_MAX * (NAME_MAX + 1)];
    struct by_text text = by_text_over(names, sizeof names);
    by_text_add(&text, BY_CHOICES(variable_names));
    for (int i = 0; i < in->name_count; i++)
        by_text_format(&text, "|%s", in->name[i].text);
    fail_name(in, at, "variable", word, names);
}

static struct by_expr_place read_name(struct reader *in)
{
    const char *start = in->at;
    char word[64];
    int which;
    take_word(in, word, sizeof word);
    if (find_variable(word, &which))
        return variable_value(in, which);
    if (find_named(in, word, &which))
        return named_value(in, which);
    bool called = take(in, '(');
    if (find_function(word, &which) && called)
        return call(in, which, start);
    if (find_function(word, &which))
        fail_at(in, in->at, "a '(' is missing here: a function's values stand in parentheses");
    if (called)
        fail_name(in, start, "function", word, BY_CHOICES(function_names));
    else if (strcmp(word, "let") == 0)
        fail_at(in, start, "names are given at the beginning: let d = n + 1; w/d");
    else
        fail_variable(in, start, word);
    return nowhere;
}

static struct by_expr_place read_atom(struct reader *in)
{
    char next = peek(in);
    const char *start = in->at;
    if (in->failed)
        return nowhere;
    if (is_digit(next) || next == '.')
        return read_number(in);
    if (is_letter(next))
        return read_name(in);
    if (!take(in, '(')) {
        fail_at(in, start,
                next == '\0' ? "a value is missing here, at the end" : "a value is missing here");
        return nowhere;
    }
    struct by_expr_place value = read_rule(in);
    close_parenthesis(in, start);
    return value;
}

/* --- operators ------------------------------------------------------------------ */

static struct by_expr_place read_power(struct reader *in)
{
    struct by_expr_place base = read_atom(in);
    if (!take(in, '^'))
        return base;
    deeper(in, in->at - 1);
    struct by_expr_place exponent = in->failed ? nowhere : read_unary(in);
    in->depth--;
    return in->failed ? nowhere : check(in, by_expr_raise(&in->build, base, exponent));
}

static struct by_expr_place read_unary(struct reader *in)
{
    if (!take(in, '-'))
        return read_power(in);
    deeper(in, in->at - 1);
    struct by_expr_place value = in->failed ? nowhere : read_unary(in);
    in->depth--;
    return combine(in, BY_EXPR_NEGATE, value, value, value);
}

static struct by_expr_place read_product(struct reader *in)
{
    struct by_expr_place left = read_unary(in);
    for (;;) {
        bool times = take(in, '*');
        if (!times && !take(in, '/'))
            return left;
        struct by_expr_place right = read_unary(in);
        left = combine(in, times ? BY_EXPR_MULTIPLY : BY_EXPR_DIVIDE, left, right, right);
    }
}

static struct by_expr_place read_sum(struct reader *in)
{
    struct by_expr_place left = read_product(in);
    for (;;) {
        bool plus = take(in, '+');
        if (!plus && !take(in, '-'))
            return left;
        struct by_expr_place right = read_product(in);
        left = combine(in, plus ? BY_EXPR_ADD : BY_EXPR_SUBTRACT, left, right, right);
    }
}

struct comparison {
    const char *sign;
    enum by_expr_op op;
    bool swapped;
};

/* The comparison that stands here, which is then taken; NULL when there is none. */
static const struct comparison *take_comparison(struct reader *in)
{
    static const struct comparison comparisons[] = {
        {"<=", BY_EXPR_LESS_EQUAL, false}, {"<", BY_EXPR_LESS, false},
        {">=", BY_EXPR_LESS_EQUAL, true},  {">", BY_EXPR_LESS, true},
        {"==", BY_EXPR_EQUAL, false},      {"!=", BY_EXPR_UNEQUAL, false},
    };
    char next = peek(in);
    for (int i = 0; i < COUNT(comparisons) && !in->failed; i++) {
        size_t length = strlen(comparisons[i].sign);
        if (strncmp(in->at, comparisons[i].sign, length) == 0) {
            in->at += length;
            return &comparisons[i];
        }
    }
    if (next == '=')
        fail_at(in, in->at, "write == to compare");
    return NULL;
}

static struct by_expr_place read_compare(struct reader *in)
{
    struct by_expr_place left = read_sum(in);
    const struct comparison *comparison = take_comparison(in);
    if (!comparison)
        return left;
    struct by_expr_place right = read_sum(in);
    left = comparison->swapped ? combine(in, comparison->op, right, left, left)
                               : combine(in, comparison->op, left, right, right);
    const char *at = in->at;
    if (take_comparison(in))
        fail_at(in, at, "comparisons do not follow each other: put one in parentheses");
    return left;
}

static struct by_expr_place read_rule(struct reader *in)
{
    deeper(in, in->at);
    if (in->failed)
        return nowhere;
    struct by_expr_place value = read_compare(in);
    (void)peek(in);
    const char *mark = in->at;
    if (take(in, '?')) {
        struct by_expr_place yes = read_rule(in);
        if (!in->failed && !take(in, ':'))
            fail_unclosed(in, ':', '?', mark);
        struct by_expr_place no = read_rule(in);
        value = combine(in, BY_EXPR_CHOOSE, value, yes, no);
    }
    in->depth--;
    return value;
}

/* --- the whole ------------------------------------------------------------------ */

/* Whether `let` stands here, which is then taken. */
static bool take_let(struct reader *in)
{
    if (in->failed || peek(in) != 'l' || strncmp(in->at, "let", 3) != 0 || is_letter(in->at[3]) ||
        is_digit(in->at[3]))
        return false;
    in->at += 3;
    return true;
}

/* A word that means nothing yet. */
static void read_new_name(struct reader *in, char *word)
{
    char next = peek(in);
    const char *start = in->at;
    int which;
    if (!is_letter(next)) {
        fail_at(in, start, "a name is missing here: let d = n + 1; w/d");
        return;
    }
    take_word(in, word, NAME_MAX);
    if (in->at - start >= NAME_MAX)
        fail_at(in, start, "the name is too long: at most 31 characters are accepted");
    else if (find_variable(word, &which) || find_function(word, &which) ||
             find_named(in, word, &which) || strcmp(word, "let") == 0)
        fail_at(in, start, "this name means something already: choose another one");
    else if (in->name_count == BY_EXPR_NAMES_MAX)
        fail_at(in, start, "the rule has too many names: at most 20 are accepted");
}

static void add_name(struct reader *in, const char *word, struct by_expr_place value)
{
    _Static_assert(BY_EXPR_NAMES_MAX == 20 && NAME_MAX == 32, "sentences name them");
    struct by_expr *expr = in->build.expr;
    int at = in->name_count++;
    memcpy(in->name[at].text, word, NAME_MAX);
    in->name[at].place = value;
    by_expr_keep(&in->build, value);
    if (value.base == BY_EXPR_BASE_CONSTANT) { /* the last one */
        in->name[at].constant = expr->constant[value.index][0];
        expr->constant_count = value.index;
    }
}

static void read_let(struct reader *in)
{
    char word[NAME_MAX] = "";
    read_new_name(in, word);
    if (!in->failed && (peek(in) != '=' || in->at[1] == '='))
        fail_at(in, in->at, "a '=' is missing here: let d = n + 1; w/d");
    (void)take(in, '=');
    struct by_expr_place value = in->failed ? nowhere : read_rule(in);
    if (!in->failed && !take(in, ';'))
        fail_at(in, in->at, "a ';' is missing here: let d = n + 1; w/d");
    if (!in->failed)
        add_name(in, word, value);
}

static void read_end(struct reader *in)
{
    char next = peek(in);
    char why[] = "'x' does not belong in a rule";
    why[1] = next;
    if (next == '\0')
        return;
    if (next == ')')
        fail_at(in, in->at, "this ')' was never opened");
    else if (next == ';')
        fail_at(in, in->at, "a ';' ends a let: let d = n + 1; w/d");
    else if (is_letter(next) || is_digit(next) || next == '.' || next == '(')
        fail_at(in, in->at, "an operator is missing here");
    else
        fail_at(in, in->at, next > ' ' && next <= '~' ? why : "this does not belong in a rule");
}

static enum by_status read_whole(const char *text, struct by_expr *expr, struct by_error *err)
{
    struct reader in = {.text = text, .at = text, .build = {.expr = expr}, .err = err};
    while (take_let(&in))
        read_let(&in);
    struct by_expr_place value = in.failed ? nowhere : read_rule(&in);
    if (!in.failed)
        read_end(&in);
    if (in.failed)
        return BY_BAD_INPUT;
    by_expr_finish(&in.build, value);
    return BY_OK;
}

enum by_status by_expr_open(const char *text, struct by_expr **out, struct by_error *err)
{
    *out = NULL;
    if (strlen(text) > BY_EXPR_LENGTH_MAX)
        return by_fail(err, BY_BAD_INPUT,
                       "column %d: the rule is too long: at most %d characters are accepted",
                       BY_EXPR_LENGTH_MAX + 1, BY_EXPR_LENGTH_MAX);
    struct by_expr *expr = malloc(sizeof *expr);
    if (!expr)
        return by_fail_memory(err, sizeof *expr);
    expr->step_count = expr->wide_count = expr->constant_count = 0;
    expr->single_count = BY_EXPR_SINGLE_VARIABLES;
    expr->uses = 0;
    enum by_status status = read_whole(text, expr, err);
    if (status == BY_OK)
        *out = expr;
    else
        by_expr_close(expr);
    return status;
}
