/* tree.c: the explicit tree of an exercise, played as a game. Whoever is to move goes to
 * a child; the game ends at a leaf, and the leaf's number is the result. X wants it large
 * (MAX), O small (MIN). At a chance node nature goes on, and the turn stays where it is.
 *
 * The tree lives in rules->data (dag.h); a position is the number of a node and the side
 * to move. Recursion below is bounded by BY_DAG_DEPTH_MAX and has small frames. */
#include "base/text.h"
#include "base/zobrist.h"
#include "games/game.h"
#include "games/tree/dag.h"
#include <stdlib.h>
#include <string.h>

#define PACK_SIZE 4
#define SALT      0x74726565U /* "tree" */

/* The tree of the textbooks: MAX chooses 3. */
#define DEFAULT_TREE "((3 12 8)(2 4 6)(14 5 2))"

struct position {
    uint64_t key;
    int32_t node;
    int32_t side;
};

static const struct by_dag *dag_of(const struct by_rules *rules)
{
    return rules->data;
}

static const struct by_dag_node *node_of(const struct by_rules *rules, const struct position *p)
{
    return &dag_of(rules)->node[p->node];
}

static int scale_of(const struct by_dag *dag)
{
    int scale = 1;
    for (int i = 0; i < dag->shape.decimals; i++)
        scale *= 10;
    return scale;
}

/* A leaf's number without needless zeros: "3", "-0.5". */
static void write_leaf(const struct by_dag *dag, int32_t units, struct by_text *out)
{
    int scale = scale_of(dag), size = units < 0 ? -units : units, part = size % scale;
    by_text_format(out, "%s%d", units < 0 ? "-" : "", size / scale);
    if (part == 0)
        return;
    by_text_char(out, '.');
    for (scale /= 10; part > 0; part %= scale, scale /= 10)
        by_text_char(out, (char)('0' + part / scale));
}

/* --- setup ----------------------------------------------------------------- */

static bool is_given(const struct by_rules *rules, const char *name)
{
    return by_values_get(&rules->values, name)->given;
}

static int64_t number(const struct by_rules *rules, const char *name)
{
    return by_values_get(&rules->values, name)->integer;
}

static enum by_status open_tree(struct by_dag *dag, const struct by_rules *rules,
                                const char *position, struct by_error *err)
{
    bool branching = is_given(rules, "branching"), depth = is_given(rules, "depth");
    if (branching != depth)
        return by_fail(err, BY_BAD_INPUT, "branching and depth go together: %s is missing",
                       branching ? "depth" : "branching");
    const struct by_dag_uniform form = {.branching = (int)number(rules, "branching"),
                                        .depth = (int)number(rules, "depth"),
                                        .mixed = by_values_get(&rules->values, "mixed")->flag,
                                        .chance = by_values_get(&rules->values, "chance")->flag,
                                        .seed = (uint64_t)number(rules, "values")};
    if (branching)
        return by_dag_open_uniform(dag, &form, err);
    static const char *const random_only[] = {"values", "mixed", "chance"};
    for (size_t i = 0; i < sizeof random_only / sizeof *random_only; i++)
        if (is_given(rules, random_only[i]))
            return by_fail(err, BY_BAD_INPUT, "%s is for random trees: give branching and depth",
                           random_only[i]);
    return by_dag_open_text(dag, position != NULL ? position : DEFAULT_TREE, err);
}

static enum by_status setup(struct by_rules *rules, const char *position, struct by_error *err)
{
    struct by_dag *dag = calloc(1, sizeof *dag);
    if (dag == NULL)
        return by_fail_memory(err, sizeof *dag);
    enum by_status status = open_tree(dag, rules, position, err);
    if (status != BY_OK) {
        by_dag_close(dag);
        free(dag);
        return status;
    }
    rules->data = dag;
    rules->position_size = sizeof(struct position);
    rules->pack_size = PACK_SIZE;
    rules->action_count = rules->max_moves = dag->widest > 0 ? dag->widest : 1;
    rules->max_length = dag->shape.depth > 0 ? dag->shape.depth : 1;
    rules->symmetry_count = 1;
    rules->score_scale = scale_of(dag);
    rules->has_chance = dag->shape.chances > 0;
    struct by_text label = by_text_over(rules->label, sizeof rules->label);
    by_text_format(&label, "leaves%d", dag->shape.leaves);
    return BY_OK;
}

static void close_rules(struct by_rules *rules)
{
    by_dag_close(rules->data);
    free(rules->data);
    rules->data = NULL;
}

/* --- positions ------------------------------------------------------------- */

/* One mix of the node and the side, which no two positions share. */
static void place(struct position *p, int32_t node, int side)
{
    p->node = node;
    p->side = side;
    p->key = by_zobrist(SALT, (uint64_t)node << 1 | (uint64_t)side);
}

/* The side to move when a text does not say: the option `root`. */
static int side_or_root(const struct by_rules *rules, int side)
{
    return side >= 0 ? side : by_values_get(&rules->values, "root")->choice;
}

static void start(const struct by_rules *rules, void *position)
{
    const struct by_dag *dag = dag_of(rules);
    place(position, dag->root, side_or_root(rules, dag->shape.side));
}

static enum by_status read(const struct by_rules *rules, const char *text, void *position,
                           struct by_error *err)
{
    int32_t node;
    int side;
    enum by_status status = by_dag_find(dag_of(rules), text, &node, &side, err);
    if (status == BY_OK)
        place(position, node, side_or_root(rules, side));
    return status;
}

/* Leaves side by side need a blank between them, and weights one before them; parentheses separate
 * by themselves. */
static void write_node(const struct by_dag *dag, int32_t id, struct by_text *out)
{
    const struct by_dag_node *node = &dag->node[id];
    if (node->before == BY_DAG_LEAF) {
        write_leaf(dag, node->last, out);
        return;
    }
    by_text_char(out, node->total > 0 ? '[' : '(');
    bool after_leaf = false;
    for (int i = 0; i < node->count; i++) {
        int32_t child = dag->child[node->first + i];
        int32_t weight = node->total > 0 ? dag->weight[node->first + i] : 1;
        bool leaf = dag->node[child].before == BY_DAG_LEAF;
        if ((after_leaf && leaf) || (i > 0 && weight > 1))
            by_text_char(out, ' ');
        if (weight > 1)
            by_text_format(out, "%d:", weight);
        write_node(dag, child, out);
        after_leaf = leaf;
    }
    by_text_char(out, node->total > 0 ? ']' : ')');
}

static void write(const struct by_rules *rules, const void *position, struct by_text *out)
{
    const struct position *p = position;
    write_node(dag_of(rules), p->node, out);
    by_text_format(out, " %c", "XO"[p->side]);
}

/* --- the drawing ----------------------------------------------------------- */

#define LINES_MAX 40

/* One node a line, children indented below their parent and numbered as moves are. */
struct drawing {
    const struct by_dag *dag;
    struct by_text *out;
    int lines; /* written */
    int nodes; /* there would be */
};

/* A child of a chance node with how likely it is: "2: (1/3) ". */
static void draw_index(struct drawing *d, const struct by_dag_node *parent, int index)
{
    by_text_format(d->out, "%d: ", index + 1);
    if (parent->total > 0)
        by_text_format(d->out, "(%d/%d) ", d->dag->weight[parent->first + index], parent->total);
}

static void draw_line(struct drawing *d, const struct by_dag_node *node,
                      const struct by_dag_node *parent, int depth, int index, int side)
{
    for (int i = 0; i < depth; i++)
        by_text_add(d->out, "  ");
    if (parent != NULL)
        draw_index(d, parent, index);
    if (node->before == BY_DAG_LEAF) {
        write_leaf(d->dag, node->last, d->out);
        by_text_char(d->out, '\n');
    } else {
        by_text_add(d->out, node->total > 0 ? "CHANCE\n" : side == 0 ? "MAX\n" : "MIN\n");
    }
    d->lines++;
}

static void draw_node(struct drawing *d, int32_t id, const struct by_dag_node *parent, int depth,
                      int index, int side)
{
    const struct by_dag_node *node = &d->dag->node[id];
    d->nodes++;
    if (d->lines < LINES_MAX)
        draw_line(d, node, parent, depth, index, side);
    for (int i = 0; i < node->count; i++)
        draw_node(d, d->dag->child[node->first + i], node, depth + 1, i,
                  node->total > 0 ? side : 1 - side);
}

static void draw(const struct by_rules *rules, const void *position, struct by_text *out)
{
    const struct position *p = position;
    struct drawing d = {dag_of(rules), out, 0, 0};
    draw_node(&d, p->node, NULL, 0, 0, p->side);
    if (d.nodes > d.lines)
        by_text_format(out, "... %d more\n", d.nodes - d.lines);
    if (node_of(rules, p)->total > 0)
        by_text_format(out, "nature to move, then %c\n", "XO"[p->side]);
    else
        by_text_format(out, "%c to move\n", "XO"[p->side]);
}

/* --- moves ----------------------------------------------------------------- */

static enum by_status read_move(const struct by_rules *rules, const void *position,
                                const char *text, by_move *out, struct by_error *err)
{
    (void)position;
    char quote[BY_QUOTE_SIZE];
    int64_t child;
    if (!by_read_int(text, 1, rules->action_count, &child))
        return by_fail(err, BY_BAD_INPUT,
                       "a move is the number of a child from the left, 1 to %d, not '%s'",
                       rules->action_count, by_quote(text, quote));
    *out = (by_move)(child - 1);
    return BY_OK;
}

static void write_move(const struct by_rules *rules, const void *position, by_move move,
                       struct by_text *out)
{
    (void)rules;
    (void)position;
    by_text_format(out, "%d", move + 1);
}

static int side(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->side;
}

static bool over(const struct by_rules *rules, const void *position)
{
    return node_of(rules, position)->before == BY_DAG_LEAF;
}

static int32_t result(const struct by_rules *rules, const void *position)
{
    return node_of(rules, position)->last;
}

static int moves(const struct by_rules *rules, const void *position, by_move *out)
{
    int count = node_of(rules, position)->count;
    for (int i = 0; i < count; i++)
        out[i] = i;
    return count;
}

static void play(const struct by_rules *rules, void *position, by_move move, struct by_undo *undo)
{
    struct position *p = position;
    const struct by_dag_node *node = node_of(rules, p);
    if (undo != NULL)
        undo->word[0] = (uint64_t)p->node; /* a shared node has many parents */
    place(p, dag_of(rules)->child[node->first + move], node->total > 0 ? p->side : 1 - p->side);
}

static void undo_move(const struct by_rules *rules, void *position, by_move move,
                      const struct by_undo *undo)
{
    (void)move;
    struct position *p = position;
    int32_t node = (int32_t)undo->word[0];
    place(p, node, dag_of(rules)->node[node].total > 0 ? p->side : 1 - p->side);
}

static int32_t chance(const struct by_rules *rules, const void *position, by_move move)
{
    const struct by_dag_node *node = node_of(rules, position);
    if (node->total == 0 || move == BY_NO_MOVE)
        return node->total;
    return dag_of(rules)->weight[node->first + move];
}

/* --- identity -------------------------------------------------------------- */

static uint64_t key(const struct by_rules *rules, const void *position)
{
    (void)rules;
    return ((const struct position *)position)->key;
}

/* Twice the node's number, plus the side; low byte first. */
static size_t pack(const struct by_rules *rules, const void *position, uint8_t *out)
{
    (void)rules;
    const struct position *p = position;
    uint32_t word = (uint32_t)p->node << 1 | (uint32_t)p->side;
    for (int i = 0; i < PACK_SIZE; i++)
        out[i] = (uint8_t)(word >> (8 * i));
    return PACK_SIZE;
}

static enum by_status unpack(const struct by_rules *rules, const uint8_t *bytes, size_t size,
                             void *position, struct by_error *err)
{
    uint32_t word = 0;
    for (size_t i = 0; i < size && i < PACK_SIZE; i++)
        word |= (uint32_t)bytes[i] << (8 * i);
    if (size != PACK_SIZE || !by_dag_has(dag_of(rules), word >> 1))
        return by_fail(err, BY_BAD_INPUT, "these bytes are not a position of this tree");
    place(position, (int32_t)(word >> 1), (int)(word & 1));
    return BY_OK;
}

static const struct by_option options[] = {
    {.name = "root",
     .type = BY_OPTION_CHOICE,
     .fallback = "max",
     .choices = "max|min",
     .help = "who is to move where the text does not say: max is X, min is O"},
    {.name = "branching",
     .type = BY_OPTION_INT,
     .low = 1,
     .high = BY_DAG_BRANCHING_MAX,
     .help = "a random tree instead: children of every inner node"},
    {.name = "depth",
     .type = BY_OPTION_INT,
     .low = 1,
     .high = 64,
     .help = "a random tree instead: moves from the root to every leaf"},
    {.name = "values",
     .type = BY_OPTION_INT,
     .fallback = "1",
     .low = 0,
     .high = 2147483647,
     .help = "the number that the leaves of a random tree are made from"},
    {.name = "mixed",
     .type = BY_OPTION_FLAG,
     .fallback = "off",
     .help = "leaves of a random tree anywhere; off: each subtree has its own range of numbers"},
    {.name = "chance",
     .type = BY_OPTION_FLAG,
     .fallback = "off",
     .help = "every second level of a random tree, from the root's children on, is nature's"},
    {.name = NULL},
};

static const char *const samples[] = {"root=min",
                                      "branching=3 depth=4",
                                      "branching=1 depth=5 root=min",
                                      "branching=7 depth=3 values=20 mixed=on",
                                      "branching=3 depth=4 chance=on",
                                      NULL};

const struct by_game by_game_tree = {
    /* facts */
    .name = "tree",
    .title = "Explicit tree",
    .summary = "go down a given tree by turns; X wants the leaf's number large, O small",
    .move_help = "1, 2, 3, ...: the child to go to, counted from the left",
    .options = options,
    .samples = samples,
    .sides = {"MAX", "MIN"},
    .has_margin = true,

    /* rules */
    .setup = setup,
    .close = close_rules,
    .start = start,
    .side = side,
    .over = over,
    .result = result,
    .moves = moves,
    .play = play,
    .undo = undo_move,
    .chance = chance,
    .key = key,
    .pack = pack,
    .unpack = unpack,

    /* text */
    .read = read,
    .write = write,
    .draw = draw,
    .read_move = read_move,
    .write_move = write_move,
};
