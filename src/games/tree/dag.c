/* dag.c: see dag.h. Text is read in two passes, neither of them recursive: `measure` checks
 * every word and counts, so that `spell` can build or look up without a failure of its own. */
#include "games/tree/dag.h"
#include "base/rng.h"
#include "base/text.h"
#include <stdlib.h>
#include <string.h>

/* --- words ----------------------------------------------------------------- */

enum word {
    WORD_END,
    WORD_OPEN,
    WORD_CLOSE,
    WORD_CHANCE_OPEN,
    WORD_CHANCE_CLOSE,
    WORD_WEIGHT,
    WORD_LEAF,
    WORD_COMMA,
    WORD_SIDE,
    WORD_BAD
};

struct scanner {
    const char *text;
    const char *word; /* where the last word begins */
    const char *next;
    bool lists;    /* brackets are inner nodes, see list_form */
    int decimals;  /* leaves are counted in units of 10^-decimals */
    int digits;    /* that the last number has behind its point, without zeros at the end */
    int64_t value; /* of a leaf, in units; a weight; or the side: 0 or 1 */
};

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

static struct scanner scan(const char *text, int decimals)
{
    return (struct scanner){
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
static bool scan_digits(struct scanner *s, int64_t *value)
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
static bool scan_fraction(struct scanner *s, int64_t *units)
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
static enum word scan_number(struct scanner *s)
{
    int64_t whole = 0, units = 0;
    bool negative = *s->next == '-';
    s->digits = 0;
    s->next += *s->next == '-' || *s->next == '+';
    if (!scan_digits(s, &whole))
        return WORD_BAD;
    if (*s->next == ':') {
        s->next++;
        s->value = negative ? -whole : whole;
        return WORD_WEIGHT;
    }
    if (*s->next == '.') {
        s->next++;
        if (!scan_fraction(s, &units))
            return WORD_BAD;
    }
    for (int i = 0; i < s->decimals && whole <= BY_DAG_VALUE_MAX; i++)
        whole *= 10;
    whole += units;
    s->value = negative ? -whole : whole;
    return whole <= BY_DAG_VALUE_MAX && ends_leaf(*s->next) ? WORD_LEAF : WORD_BAD;
}

static enum word next_word(struct scanner *s)
{
    while (is_blank(*s->next))
        s->next++;
    s->word = s->next;
    switch (*s->word) {
    case '\0':
        return WORD_END;
    case '(':
        s->next++;
        return WORD_OPEN;
    case ')':
        s->next++;
        return WORD_CLOSE;
    case '[':
        s->next++;
        return s->lists ? WORD_OPEN : WORD_CHANCE_OPEN;
    case ']':
        s->next++;
        return s->lists ? WORD_CLOSE : WORD_CHANCE_CLOSE;
    case ',':
        s->next++;
        return WORD_COMMA;
    case 'X':
    case 'x':
    case 'O':
    case 'o':
        s->next++;
        s->value = *s->word == 'O' || *s->word == 'o';
        return WORD_SIDE;
    default:
        return scan_number(s);
    }
}

static size_t column(const struct scanner *s)
{
    return (size_t)(s->word - s->text) + 1;
}

/* --- the first pass: check and count --------------------------------------- */

struct measure {
    struct by_dag_shape shape;
    int open;           /* parentheses and brackets open now */
    bool complete;      /* the root has been read */
    enum word previous; /* WORD_END before the first */
    int32_t weight;     /* of the child that comes: 1 where none is written */
    int64_t largest;    /* the leaf farthest from 0, rounded up, and where it stands */
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
    if (m->previous == WORD_OPEN || m->previous == WORD_CHANCE_OPEN)
        return by_fail(err, BY_BAD_INPUT, "column %zu: a node needs at least one child", at);
    m->open--;
    return BY_OK;
}

static enum by_status measure_weight(struct measure *m, const struct scanner *s,
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

static enum by_status measure_leaf(struct measure *m, const struct scanner *s, struct by_error *err)
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
static enum by_status measure_comma(const struct measure *m, const struct scanner *s,
                                    struct by_error *err)
{
    bool after_child =
        m->previous == WORD_LEAF || m->previous == WORD_CLOSE || m->previous == WORD_CHANCE_CLOSE;
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
static enum by_status measure_word(struct measure *m, enum word word, const struct scanner *s,
                                   struct by_error *err)
{
    char quote[BY_QUOTE_SIZE];
    enum by_status status = BY_OK;
    if (m->complete)
        return by_fail(err, BY_BAD_INPUT,
                       "column %zu: after the tree comes X or O, the side to move, not '%s'",
                       column(s), by_quote(s->word, quote));
    bool opens = word == WORD_OPEN || word == WORD_CHANCE_OPEN;
    bool closes = word == WORD_CLOSE || word == WORD_CHANCE_CLOSE;
    if (word == WORD_BAD || word == WORD_SIDE)
        return by_fail(
            err, BY_BAD_INPUT,
            "column %zu: a bracket, a number from -%d to %d (2.5 has decimals, %d at most) or a "
            "weight such as 2: belongs here, not '%s'",
            column(s), BY_DAG_VALUE_MAX, BY_DAG_VALUE_MAX, BY_DAG_DECIMALS_MAX,
            by_quote(s->word, quote));
    if (m->previous == WORD_COMMA && closes)
        return by_fail(err, BY_BAD_INPUT, "column %zu: a child belongs behind the comma, not '%s'",
                       column(s), by_quote(s->word, quote));
    if (m->previous == WORD_WEIGHT && (closes || word == WORD_WEIGHT || word == WORD_COMMA))
        return by_fail(err, BY_BAD_INPUT,
                       "column %zu: a weight stands before a child, not before '%s'", column(s),
                       by_quote(s->word, quote));
    if (opens)
        status = measure_open(m, word == WORD_CHANCE_OPEN, column(s), err);
    else if (closes)
        status = measure_close(m, word == WORD_CHANCE_CLOSE, column(s), err);
    else if (word == WORD_WEIGHT)
        status = measure_weight(m, s, err);
    else if (word == WORD_COMMA)
        status = measure_comma(m, s, err);
    else
        status = measure_leaf(m, s, err);
    m->complete = m->open == 0;
    m->previous = word;
    return status == BY_OK ? measure_limits(m, column(s), err) : status;
}

static enum by_status measure_end(const struct measure *m, const struct scanner *s,
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

static enum by_status measure(const char *text, struct by_dag_shape *out, struct by_error *err)
{
    if (strnlen(text, BY_DAG_TEXT_MAX + 1) > BY_DAG_TEXT_MAX)
        return by_fail(err, BY_BAD_INPUT, "the text of a tree has %zu characters at most",
                       BY_DAG_TEXT_MAX);
    struct scanner s = scan(text, 0);
    struct measure m;
    m.shape = (struct by_dag_shape){.side = -1};
    m.open = 0;
    m.complete = false;
    m.previous = WORD_END;
    m.weight = 1;
    m.largest = 0;
    m.largest_at = 1;
    for (;;) {
        enum word word = next_word(&s);
        enum by_status status = BY_OK;
        if (word == WORD_END) {
            *out = m.shape;
            return measure_end(&m, &s, err);
        }
        if (word == WORD_SIDE && m.complete && m.shape.side < 0)
            m.shape.side = (int)s.value;
        else
            status = measure_word(&m, word, &s, err);
        if (status != BY_OK)
            return status;
    }
}

/* --- the table of pairs ---------------------------------------------------- */

static uint32_t home(const struct by_dag *dag, int32_t before, int32_t last)
{
    return (uint32_t)by_mix64((uint64_t)(uint32_t)before << 32 | (uint32_t)last) & dag->mask;
}

/* The slot that holds the pair, or the free one where it belongs. At most half of the
 * slots are ever taken, so there is one. */
static uint32_t find_slot(const struct by_dag *dag, int32_t before, int32_t last)
{
    uint32_t at = home(dag, before, last);
    for (;; at = (at + 1) & dag->mask) {
        int32_t id = dag->slot[at];
        if (id == BY_DAG_NONE || (dag->node[id].before == before && dag->node[id].last == last))
            return at;
    }
}

static int32_t add_pair(struct by_dag *dag, int32_t before, int32_t last)
{
    uint32_t at = find_slot(dag, before, last);
    if (dag->slot[at] == BY_DAG_NONE) {
        dag->slot[at] = dag->node_count;
        dag->node[dag->node_count++] = (struct by_dag_node){before, last, 0, 0, 0};
    }
    return dag->slot[at];
}

/* A child of a chance node, which may stand behind its weight. */
static void place_weighted(struct by_dag *dag, int32_t place, int32_t child)
{
    const struct by_dag_node *pair = &dag->node[child];
    bool weighted = pair->before < BY_DAG_WEIGHT;
    dag->child[place] = weighted ? pair->last : child;
    dag->weight[place] = weighted ? BY_DAG_WEIGHT - pair->before : 1;
}

/* Makes the list an inner node: its children go side by side, for access by number. */
static void close_list(struct by_dag *dag, int32_t id)
{
    struct by_dag_node *node = &dag->node[id];
    int32_t at = id;
    if (node->count > 0)
        return;
    for (; at >= 0; at = dag->node[at].before)
        node->count++;
    bool chance = at == BY_DAG_CHANCE;
    node->first = dag->child_count;
    dag->child_count += node->count;
    int32_t place = dag->child_count;
    for (at = id; at >= 0; at = dag->node[at].before) {
        dag->child[--place] = dag->node[at].last;
        if (chance)
            place_weighted(dag, place, dag->node[at].last);
        node->total += chance ? dag->weight[place] : 0;
    }
    if (node->count > dag->widest)
        dag->widest = node->count;
}

/* --- the second pass: spell a tree word by word ---------------------------- */

/* `list` holds the list read so far at every open parenthesis, and the root at 0. With
 * `grow` what is missing is added; without it, it makes `missing` true. */
struct speller {
    const struct by_dag *dag;
    struct by_dag *grow;
    bool missing;
    int open;
    int32_t list[BY_DAG_DEPTH_MAX + 1];
    int32_t weight[BY_DAG_DEPTH_MAX + 1]; /* likewise: of the child that comes */
};

static int32_t pair(struct speller *s, int32_t before, int32_t last)
{
    int32_t id = s->grow != NULL ? add_pair(s->grow, before, last)
                                 : s->dag->slot[find_slot(s->dag, before, last)];
    s->missing |= id == BY_DAG_NONE;
    return id;
}

static void spell_child(struct speller *s, int32_t id)
{
    int32_t weight = s->weight[s->open];
    if (!s->missing && weight > 1)
        id = pair(s, BY_DAG_WEIGHT - weight, id);
    if (s->missing)
        return;
    s->list[s->open] = s->open == 0 ? id : pair(s, s->list[s->open], id);
    s->weight[s->open] = 1;
}

static void spell_open(struct speller *s, int32_t empty)
{
    s->list[++s->open] = empty;
    s->weight[s->open] = 1;
}

static void spell_leaf(struct speller *s, int32_t value)
{
    spell_child(s, pair(s, BY_DAG_LEAF, value));
}

static void spell_close(struct speller *s)
{
    int32_t id = s->list[s->open--];
    if (s->grow != NULL)
        close_list(s->grow, id);
    s->missing |= s->dag->node[id].count == 0;
    spell_child(s, id);
}

/* The node that a text, measured before, spells; BY_DAG_NONE when it is not there. */
static int32_t spell(const struct by_dag *dag, struct by_dag *grow, const char *text)
{
    struct speller s = {.dag = dag, .grow = grow};
    struct scanner words = scan(text, dag->shape.decimals);
    for (enum word word; !s.missing && (word = next_word(&words)) != WORD_END;) {
        if (word == WORD_OPEN || word == WORD_CHANCE_OPEN)
            spell_open(&s, word == WORD_OPEN ? BY_DAG_EMPTY : BY_DAG_CHANCE);
        else if (word == WORD_CLOSE || word == WORD_CHANCE_CLOSE)
            spell_close(&s);
        else if (word == WORD_WEIGHT)
            s.weight[s.open] = (int32_t)words.value;
        else if (word == WORD_BAD) /* too many digits: with this tree's decimals, not its own */
            s.missing = true;
        else if (word == WORD_LEAF)
            spell_leaf(&s, (int32_t)words.value);
    }
    return s.missing ? BY_DAG_NONE : s.list[0];
}

/* --- opening --------------------------------------------------------------- */

/* Room for every pair there can be: one a leaf, one a weight, and one a node below the root. */
static enum by_status allocate(struct by_dag *dag, const struct by_dag_shape *shape,
                               struct by_error *err)
{
    size_t pairs = (size_t)shape->leaves + (size_t)shape->nodes + (size_t)shape->weights;
    size_t slots = 2;
    while (slots < 2 * pairs)
        slots *= 2;
    *dag = (struct by_dag){.shape = *shape, .widest = 0, .mask = (uint32_t)(slots - 1)};
    dag->node = malloc(pairs * sizeof *dag->node);
    dag->child = malloc((size_t)shape->nodes * sizeof *dag->child);
    dag->slot = malloc(slots * sizeof *dag->slot);
    if (shape->chances > 0)
        dag->weight = malloc((size_t)shape->nodes * sizeof *dag->weight);
    if (dag->node == NULL || dag->child == NULL || dag->slot == NULL ||
        (shape->chances > 0 && dag->weight == NULL)) {
        by_dag_close(dag);
        return by_fail_memory(err, pairs * sizeof *dag->node + slots * sizeof *dag->slot);
    }
    memset(dag->slot, 0xff, slots * sizeof *dag->slot); /* BY_DAG_NONE, that is -1 */
    return BY_OK;
}

void by_dag_close(struct by_dag *dag)
{
    free(dag->node);
    free(dag->child);
    free(dag->weight);
    free(dag->slot);
    *dag = (struct by_dag){.root = BY_DAG_NONE};
}

enum by_status by_dag_open_text(struct by_dag *dag, const char *text, struct by_error *err)
{
    struct by_dag_shape shape;
    *dag = (struct by_dag){.root = BY_DAG_NONE};
    enum by_status status = measure(text, &shape, err);
    if (status == BY_OK)
        status = allocate(dag, &shape, err);
    if (status == BY_OK)
        dag->root = spell(dag, dag, text);
    return status;
}

/* Whether the nodes `level` levels below the root of a uniform tree are chance nodes. */
static bool is_chance_level(const struct by_dag_uniform *form, int level)
{
    return form->chance && level % 2 == 1 && level < form->depth;
}

static enum by_status uniform_shape(const struct by_dag_uniform *form, struct by_dag_shape *out,
                                    struct by_error *err)
{
    int leaves = 1, branching = form->branching, depth = form->depth;
    *out = (struct by_dag_shape){.nodes = 1, .depth = depth, .side = -1};
    for (int i = 0; i < depth; i++) {
        if (leaves > BY_DAG_LEAVES_MAX / branching)
            return by_fail(err, BY_BAD_INPUT,
                           "branching=%d depth=%d makes more than %d leaves, the most a tree has",
                           branching, depth, BY_DAG_LEAVES_MAX);
        leaves *= branching;
        out->nodes += leaves;
        out->chances += is_chance_level(form, i + 1) ? leaves : 0;
    }
    out->leaves = leaves;
    return BY_OK;
}

static void shuffle(int32_t *value, int count, struct by_rng *rng)
{
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = by_rng_below(rng, (uint32_t)i + 1);
        int32_t swap = value[i];
        value[i] = value[j];
        value[j] = swap;
    }
}

/* 1..leaves anywhere. */
static void mix_values(int32_t *value, int leaves, struct by_rng *rng)
{
    for (int i = 0; i < leaves; i++)
        value[i] = i + 1;
    shuffle(value, leaves, rng);
}

/* 1..leaves so that the children of every node share out its range, in random order: then no
 * leaf lies between those of another subtree. */
static void share_values(int32_t *value, int leaves, int branching, struct by_rng *rng)
{
    int32_t place[BY_DAG_BRANCHING_MAX] = {0};
    for (int i = 0; i < leaves; i++)
        value[i] = 1;
    for (int size = leaves; size > 1 && branching > 1; size /= branching) {
        int part = size / branching; /* leaves of a child */
        for (int first = 0; first < leaves; first += part) {
            int child = first / part % branching;
            if (child == 0)
                mix_values(place, branching, rng);
            for (int i = first; i < first + part; i++)
                value[i] += (place[child] - 1) * part;
        }
    }
}

/* The leaves from left to right count in base `branching`: a node closes whenever its
 * digit has run through, so how many parentheses close behind leaf i is how often the
 * base divides i + 1. */
static int32_t spell_uniform(struct by_dag *dag, const struct by_dag_uniform *form,
                             const int32_t *value)
{
    struct speller s = {.dag = dag, .grow = dag};
    for (int i = 0; i < dag->shape.leaves; i++) {
        while (s.open < dag->shape.depth)
            spell_open(&s, is_chance_level(form, s.open) ? BY_DAG_CHANCE : BY_DAG_EMPTY);
        spell_leaf(&s, value[i]);
        int carry = i + 1;
        while (s.open > 0 && carry % form->branching == 0) {
            spell_close(&s);
            carry /= form->branching;
        }
    }
    return s.list[0];
}

enum by_status by_dag_open_uniform(struct by_dag *dag, const struct by_dag_uniform *form,
                                   struct by_error *err)
{
    struct by_dag_shape shape;
    *dag = (struct by_dag){.root = BY_DAG_NONE};
    enum by_status status = uniform_shape(form, &shape, err);
    if (status != BY_OK)
        return status;
    size_t bytes = (size_t)shape.leaves * sizeof(int32_t);
    int32_t *value = calloc(1, bytes);
    if (value == NULL)
        return by_fail_memory(err, bytes);
    status = allocate(dag, &shape, err);
    if (status == BY_OK) {
        struct by_rng rng;
        by_rng_init(&rng, form->seed, 0);
        if (form->mixed)
            mix_values(value, shape.leaves, &rng);
        else
            share_values(value, shape.leaves, form->branching, &rng);
        dag->root = spell_uniform(dag, form, value);
    }
    free(value);
    return status;
}

/* --- finding --------------------------------------------------------------- */

enum by_status by_dag_find(const struct by_dag *dag, const char *text, int32_t *node, int *side,
                           struct by_error *err)
{
    struct by_dag_shape shape;
    enum by_status status = measure(text, &shape, err);
    if (status != BY_OK)
        return status;
    *node = shape.decimals > dag->shape.decimals ? BY_DAG_NONE : spell(dag, NULL, text);
    *side = shape.side;
    if (*node == BY_DAG_NONE)
        return by_fail(err, BY_BAD_INPUT, "this tree is not a part of the game's tree");
    return BY_OK;
}

bool by_dag_has(const struct by_dag *dag, int64_t node)
{
    return node >= 0 && node < dag->node_count &&
           (dag->node[node].before == BY_DAG_LEAF || dag->node[node].count > 0);
}
