/* dag.c: see dag.h. Text is read in two passes, neither of them recursive: `by_dag_measure` checks
 * every word and counts, so that `spell` can build or look up without a failure of its own. */
#include "games/tree/dag.h"
#include "base/rng.h"
#include "games/tree/dag_text.h"
#include <stdlib.h>
#include <string.h>

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
    struct by_dag_scanner words = by_dag_scan(text, dag->shape.decimals);
    for (enum by_dag_word word; !s.missing && (word = by_dag_next_word(&words)) != BY_WORD_END;) {
        if (word == BY_WORD_OPEN || word == BY_WORD_CHANCE_OPEN)
            spell_open(&s, word == BY_WORD_OPEN ? BY_DAG_EMPTY : BY_DAG_CHANCE);
        else if (word == BY_WORD_CLOSE || word == BY_WORD_CHANCE_CLOSE)
            spell_close(&s);
        else if (word == BY_WORD_WEIGHT)
            s.weight[s.open] = (int32_t)words.value;
        else if (word == BY_WORD_BAD) /* too many digits: with this tree's decimals, not its own */
            s.missing = true;
        else if (word == BY_WORD_LEAF)
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
    enum by_status status = by_dag_measure(text, &shape, err);
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
    enum by_status status = by_dag_measure(text, &shape, err);
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
