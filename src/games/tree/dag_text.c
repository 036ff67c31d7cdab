/* dag_text.c: see dag_text.h. */
#include "games/tree/dag_text.h"
#include "base/text.h"
#include <string.h>

/* --- words ----------------------------------------------------------------- */

/* "[[3, 12], [2, 4]]", the lists of other languages: commas, and neither parentheses nor weights. */
static bool list_form(const char *text)
{
    bool comma = false;
    for (; *text; text++) {
        if (*text == '(' || *text == ')' || *text == ':')
            return false;
        comma |= *text == ',';
    }
    return comma;
}

struct by_dag_scanner by_dag_scan(const char *text, int decimals)
{
    return (struct by_dag_scanner){
        .text = text, .next = text, .lists = list_form(text), .decimals = decimals};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool ends_leaf(char c)
{
    return c == '\0' || c == '(' || c == ')' || c == '[' || c == ']' || c == ',' || is_blank(c);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Digits, behind those of `value`; false when there is none, or the number gets too large. */
static bool scan_digits(struct by_dag_scanner *s, int64_t *value)
{
    const char *begin = s->next;
    for (; is_digit(*s->next); s->next++) {
        if (*value > BY_DAG_VALUE_MAX)
            return false;
        *value = 10 * *value + (*s->next - '0');
    }
    return s->next > begin;
}

/* What stands behind the point, in units; more digits than there are units only count. */
static bool scan_fraction(struct by_dag_scanner *s, int64_t *units)
{
    const char *begin = s->next;
    while (is_digit(*s->next))
        s->next++;
    const char *end = s->next;
    while (end > begin && end[-1] == '0')
        end--;
    s->digits = (int)(end - begin);
    *units = 0;
    for (int i = 0; i < s->decimals; i++)
        *units = 10 * *units + (begin + i < end ? begin[i] - '0' : 0);
    return s->next > begin && s->digits <= BY_DAG_DECIMALS_MAX;
}

/* A leaf, or a weight with its colon. */
static enum by_dag_word scan_number(struct by_dag_scanner *s)
{
    int64_t whole = 0, units = 0;
    bool negative = *s->next == '-';
    s->digits = 0;
    s->next += *s->next == '-' || *s->next == '+';
    if (!scan_digits(s, &whole))
        return BY_WORD_BAD;
    if (*s->next == ':') {
        s->next++;
        s->value = negative ? -whole : whole;
        return BY_WORD_WEIGHT;
    }
    if (*s->next == '.') {
        s->next++;
        if (!scan_fraction(s, &units))
            return BY_WORD_BAD;
    }
    for (int i = 0; i < s->decimals && whole <= BY_DAG_VALUE_MAX; i++)
        whole *= 10;
    whole += units;
    s->value = negative ? -whole : whole;
    return whole <= BY_DAG_VALUE_MAX && ends_leaf(*s->next) ? BY_WORD_LEAF : BY_WORD_BAD;
}

enum by_dag_word by_dag_next_word(struct by_dag_scanner *s)
{
    while (is_blank(*s->next))
        s->next++;
    s->word = s->next;
    switch (*s->word) {
    case '\0':
        return BY_WORD_END;
    case '(':
        s->next++;
        return BY_WORD_OPEN;
    case ')':
        s->next++;
        return BY_WORD_CLOSE;
    case '[':
        s->next++;
        return s->lists ? BY_WORD_OPEN : BY_WORD_CHANCE_OPEN;
    case ']':
        s->next++;
        return s->lists ? BY_WORD_CLOSE : BY_WORD_CHANCE_CLOSE;
    case ',':
        s->next++;
        return BY_WORD_COMMA;
    case 'X':
    case 'x':
    case 'O':
    case 'o':
        s->next++;
        s->value = *s->word == 'O' || *s->word == 'o';
        return BY_WORD_SIDE;
    default:
        return scan_number(s);
    }
}

static size_t column(const struct by_dag_scanner *s)
{
    return (size_t)(s->word - s->text) + 1;
}

/* --- the first pass: check and count --------------------------------------- */

struct measure {
    struct by_dag_shape shape;
    int open;                  /* parentheses and brackets open now */
    bool complete;             /* the root has been read */
    enum by_dag_word previous; /* BY_WORD_END before the first */
    int32_t weight;            /* of the child that comes: 1 where none is written */
    int64_t largest;           /* the leaf farthest from 0, rounded up, and where it stands */
    size_t largest_at;

    /* At every open one: the weights so far of a chance node, -1 in one that is none. */
    int32_t total[BY_DAG_DEPTH_MAX + 1];
};

static bool in_chance(const struct measure *m)
{
    return m->open > 0 && m->total[m->open] >= 0;
}

/* A child begins here; a chance node counts its weight. */
static enum by_status measure_child(struct measure *m, size_t at, struct by_error *err)
{
    int32_t weight = m->weight;
    m->weight = 1;
    if (!in_chance(m))
        return BY_OK;
    if (weight > BY_DAG_WEIGHT_MAX - m->total[m->open])
        return by_fail(err, BY_BAD_INPUT,
                       "column %zu: the weights of a node are %d together at most", at,
                       BY_DAG_WEIGHT_MAX);
    m->total[m->open] += weight;
    return BY_OK;
}

static enum by_status measure_open(struct measure *m, bool chance, size_t at, struct by_error *err)
{
    if (m->open == BY_DAG_DEPTH_MAX)
        return by_fail(err, BY_BAD_INPUT, "column %zu: a tree is nested %d deep at most", at,
                       BY_DAG_DEPTH_MAX);
    enum by_status status = measure_child(m, at, err);
    m->total[++m->open] = chance ? 0 : -1;
    m->shape.nodes++;
    m->shape.chances += chance;
    return status;
}

static enum by_status measure_close(struct measure *m, bool chance, size_t at, struct by_error *err)
{
    if (m->open == 0 || in_chance(m) != chance)
        return by_fail(err, BY_BAD_INPUT, "column %zu: this '%c' closes nothing", at,
                       chance ? ']' : ')');
    if (m->previous == BY_WORD_OPEN || m->previous == BY_WORD_CHANCE_OPEN)
        return by_fail(err, BY_BAD_INPUT, "column %zu: a node needs at least one child", at);
    m->open--;
    return BY_OK;
}

static enum by_status measure_weight(struct measure *m, const struct by_dag_scanner *s,
                                     struct by_error *err)
{
    if (!in_chance(m))
        return by_fail(err, BY_BAD_INPUT,
                       "column %zu: weights belong to chance nodes, as in '[2:3 1:(4 5)]'",
                       column(s));
    if (s->value < 1 || s->value > BY_DAG_WEIGHT_MAX)
        return by_fail(err, BY_BAD_INPUT, "column %zu: a weight is a whole number from 1 to %d",
                       column(s), BY_DAG_WEIGHT_MAX);
    m->weight = (int32_t)s->value;
    m->shape.weights++;
    return BY_OK;
}

static enum by_status measure_leaf(struct measure *m, const struct by_dag_scanner *s,
                                   struct by_error *err)
{
    int64_t size = (s->value < 0 ? -s->value : s->value) + (s->digits > 0);
    if (size > m->largest) {
        m->largest = size;
        m->largest_at = column(s);
    }
    if (s->digits > m->shape.decimals)
        m->shape.decimals = s->digits;
    m->shape.leaves++;
    m->shape.nodes++;
    if (m->open > m->shape.depth)
        m->shape.depth = m->open;
    return measure_child(m, column(s), err);
}

/* Between two children stands a comma, or none. */
static enum by_status measure_comma(const struct measure *m, const struct by_dag_scanner *s,
                                    struct by_error *err)
{
    bool after_child = m->previous == BY_WORD_LEAF || m->previous == BY_WORD_CLOSE ||
                       m->previous == BY_WORD_CHANCE_CLOSE;
    if (m->open > 0 && after_child)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "column %zu: a comma stands between two children, as in '[3, 12, 8]'",
                   column(s));
}

static enum by_status measure_limits(const struct measure *m, size_t at, struct by_error *err)
{
    if (m->shape.leaves > BY_DAG_LEAVES_MAX)
        return by_fail(err, BY_BAD_INPUT, "column %zu: a tree has %d leaves at most", at,
                       BY_DAG_LEAVES_MAX);
    if (m->shape.nodes > BY_DAG_NODES_MAX)
        return by_fail(err, BY_BAD_INPUT, "column %zu: a tree has %d nodes at most", at,
                       BY_DAG_NODES_MAX);
    return BY_OK;
}

/* One word of the tree itself. */
static enum by_status measure_word(struct measure *m, enum by_dag_word word,
                                   const struct by_dag_scanner *s, struct by_error *err)
{
    char quote[BY_QUOTE_SIZE];
    enum by_status status = BY_OK;
    if (m->complete)
        return by_fail(err, BY_BAD_INPUT,
                       "column %zu: after the tree comes X or O, the side to move, not '%s'",
                       column(s), by_quote(s->word, quote));
    bool opens = word == BY_WORD_OPEN || word == BY_WORD_CHANCE_OPEN;
    bool closes = word == BY_WORD_CLOSE || word == BY_WORD_CHANCE_CLOSE;
    if (word == BY_WORD_BAD || word == BY_WORD_SIDE)
        return by_fail(
            err, BY_BAD_INPUT,
            "column %zu: a bracket, a number from -%d to %d (2.5 has decimals, %d at most) or a "
            "weight such as 2: belongs here, not '%s'",
            column(s), BY_DAG_VALUE_MAX, BY_DAG_VALUE_MAX, BY_DAG_DECIMALS_MAX,
            by_quote(s->word, quote));
    if (m->previous == BY_WORD_COMMA && closes)
        return by_fail(err, BY_BAD_INPUT, "column %zu: a child belongs behind the comma, not '%s'",
                       column(s), by_quote(s->word, quote));
    if (m->previous == BY_WORD_WEIGHT &&
        (closes || word == BY_WORD_WEIGHT || word == BY_WORD_COMMA))
        return by_fail(err, BY_BAD_INPUT,
                       "column %zu: a weight stands before a child, not before '%s'", column(s),
                       by_quote(s->word, quote));
    if (opens)
        status = measure_open(m, word == BY_WORD_CHANCE_OPEN, column(s), err);
    else if (closes)
        status = measure_close(m, word == BY_WORD_CHANCE_CLOSE, column(s), err);
    else if (word == BY_WORD_WEIGHT)
        status = measure_weight(m, s, err);
    else if (word == BY_WORD_COMMA)
        status = measure_comma(m, s, err);
    else
        status = measure_leaf(m, s, err);
    m->complete = m->open == 0;
    m->previous = word;
    return status == BY_OK ? measure_limits(m, column(s), err) : status;
}

static enum by_status measure_end(const struct measure *m, const struct by_dag_scanner *s,
                                  struct by_error *err)
{
    if (m->open > 0)
        return by_fail(err, BY_BAD_INPUT, "column %zu: the text ends with %d '%c' not closed",
                       column(s), m->open, in_chance(m) || s->lists ? '[' : '(');
    if (!m->complete)
        return by_fail(err, BY_BAD_INPUT,
                       "a tree is a number or nodes in parentheses, as in '((3 12)(2 4))'");
    int64_t largest = m->largest;
    for (int i = 0; i < m->shape.decimals; i++)
        largest *= 10;
    if (largest > BY_DAG_VALUE_MAX)
        return by_fail(err, BY_BAD_INPUT,
                       "column %zu: in a tree whose numbers have %d decimals this one has too many "
                       "digits: %d together at most",
                       m->largest_at, m->shape.decimals, BY_DAG_DECIMALS_MAX);
    return BY_OK;
}

enum by_status by_dag_measure(const char *text, struct by_dag_shape *out, struct by_error *err)
{
    if (strnlen(text, BY_DAG_TEXT_MAX + 1) > BY_DAG_TEXT_MAX)
        return by_fail(err, BY_BAD_INPUT, "the text of a tree has %zu characters at most",
                       BY_DAG_TEXT_MAX);
    struct by_dag_scanner s = by_dag_scan(text, 0);
    struct measure m;
    m.shape = (struct by_dag_shape){.side = -1};
    m.open = 0;
    m.complete = false;
    m.previous = BY_WORD_END;
    m.weight = 1;
    m.largest = 0;
    m.largest_at = 1;
    for (;;) {
        enum by_dag_word word = by_dag_next_word(&s);
        enum by_status status = BY_OK;
        if (word == BY_WORD_END) {
            *out = m.shape;
            return measure_end(&m, &s, err);
        }
        if (word == BY_WORD_SIDE && m.complete && m.shape.side < 0)
            m.shape.side = (int)s.value;
        else
            status = measure_word(&m, word, &s, err);
        if (status != BY_OK)
            return status;
    }
}
