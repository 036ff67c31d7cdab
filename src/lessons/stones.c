/* stones.c: every play of a row of stones, and then the best (LOG).
 *
 * Alice and Bob take the first one, two or three stones in turn. Listing all plays is
 * backtracking; asking what each should do is minimax on the same tree. */
#include "base/draw/treedraw.h"
#include "games/game.h"
#include "lessons/lesson.h"
#include <stdlib.h>
#include <string.h>

#define ROW_MAX     12 /* stones: 927 plays, 2,031 nodes */
#define NODES_MAX   2100
#define SHOW_MAX    1000
#define OUTLINE_MAX 60 /* lines of the tree in the text */
#define DRAWN_MAX   60 /* boxes in the SVG */
#define MOVES_MAX   3

struct node {
    int parent, depth;
    int child[MOVES_MAX], children;
    int take;     /* stones taken to get here */
    int sum[2];   /* Alice's and Bob's */
    int value;    /* Alice's lead at the end, with best play */
    int best;     /* index of the child that is played; -1 at the end */
    int plays;    /* ways to go on to the end */
    bool on_line; /* on the line of best play */
};

struct stones {
    struct by_rules *rules;
    struct by_sink *sink;
    int count; /* stones in the row */
    int row[ROW_MAX];
    struct node *node;
    int nodes;
    int listed, show;
    int plays, won[2], drawn;
};

static const char *const player[2] = {"Alice", "Bob"};

/* --- the tree ------------------------------------------------------------------------------ */

static void take_fact(void *context, const struct by_fact *fact)
{
    int *sum = context;
    if (fact->is_number)
        sum[strcmp(fact->name, "taken_x") != 0] = (int)fact->number;
}

/* After the children have their values: Alice takes the largest, Bob the smallest. */
static void back_up(struct stones *stones, int index)
{
    struct node *node = &stones->node[index];
    for (int i = 0; i < node->children; i++) {
        const struct node *child = &stones->node[node->child[i]];
        bool better =
            node->depth % 2 == 0 ? child->value > node->value : child->value < node->value;
        if (i == 0 || better) {
            node->value = child->value;
            node->best = i;
        }
        node->plays += child->plays;
    }
}

static void end_play(struct stones *stones, struct node *node)
{
    node->value = node->sum[0] - node->sum[1];
    node->plays = 1;
    stones->plays++;
    if (node->value == 0)
        stones->drawn++;
    else
        stones->won[node->value < 0]++;
}

static void write_step(struct stones *stones, int index);

static int grow(struct stones *stones, const void *position, int parent, int take)
{
    const struct by_rules *rules = stones->rules;
    _Alignas(16) unsigned char next[64];
    by_move moves[MOVES_MAX];
    int index = stones->nodes++;
    struct node *node = &stones->node[index];
    *node = (struct node){.parent = parent, .take = take, .best = -1};
    node->depth = parent < 0 ? 0 : stones->node[parent].depth + 1;
    rules->game->facts(rules, position, take_fact, node->sum);
    bool over = rules->game->over(rules, position);
    if (over)
        end_play(stones, node);
    write_step(stones, index);
    int count = over ? 0 : rules->game->moves(rules, position, moves);
    for (int i = 0; i < count; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        node->child[node->children++] = grow(stones, next, index, moves[i] + 1);
    }
    back_up(stones, index);
    return index;
}

static void mark_line(struct stones *stones)
{
    for (int index = 0; index >= 0;) {
        struct node *node = &stones->node[index];
        node->on_line = true;
        index = node->best < 0 ? -1 : node->child[node->best];
    }
}

/* The takes that lead to a node, the first at [0]; returns how many. */
static int path_to(const struct stones *stones, int index, int takes[ROW_MAX])
{
    int depth = stones->node[index].depth;
    for (int d = depth; d > 0; d--, index = stones->node[index].parent)
        takes[d - 1] = stones->node[index].take;
    return depth;
}

/* --- characters ------------------------------------------------------------------------------- */

static void put_outcome(int lead, struct by_buffer *out)
{
    if (lead == 0)
        by_buffer_add(out, "a draw");
    else
        by_buffer_format(out, "%s by %d", player[lead < 0], lead < 0 ? -lead : lead);
}

/* "Alice 1 2, Bob 3 6": the stones by their values. */
static void put_play(const struct stones *stones, int index, struct by_buffer *out)
{
    int takes[ROW_MAX], at = 0, count = path_to(stones, index, takes);
    for (int i = 0; i < count; i++) {
        by_buffer_format(out, "%s%s", i > 0 ? ", " : "", player[i % 2]);
        for (int k = 0; k < takes[i]; k++)
            by_buffer_format(out, " %d", stones->row[at++]);
    }
}

/* The row, and below each stone who has it. */
static void draw_row(const struct stones *stones, int index, struct by_buffer *out)
{
    int takes[ROW_MAX], count = path_to(stones, index, takes), owner = 0, at = 0;
    by_buffer_add(out, "  stones ");
    for (int i = 0; i < stones->count; i++)
        by_buffer_format(out, " %5d", stones->row[i]);
    by_buffer_add(out, "\n  taken  ");
    for (int i = 0; i < count; i++, owner ^= 1)
        for (int k = 0; k < takes[i]; k++, at++)
            by_buffer_format(out, " %5s", player[owner]);
    for (; at < stones->count; at++)
        by_buffer_add(out, "     .");
    by_buffer_format(out, "\n  %s has %d, %s has %d\n", player[0], stones->node[index].sum[0],
                     player[1], stones->node[index].sum[1]);
}

static void write_step(struct stones *stones, int index)
{
    struct by_buffer *out = by_sink_step(stones->sink);
    const struct node *node = &stones->node[index];
    if (out == NULL)
        return;
    draw_row(stones, index, out);
    if (index == 0)
        by_buffer_add(out, "\nthe start\n");
    else
        by_buffer_format(out, "\n%s takes %d\n", player[(node->depth + 1) % 2], node->take);
    if (node->plays == 0)
        return;
    by_buffer_format(out, "\nplay %d is over: ", stones->plays);
    put_outcome(node->value, out);
    by_buffer_add(out, "; back to the last choice\n");
}

static void list_plays(struct stones *stones)
{
    struct by_buffer *out = &stones->sink->text;
    for (int i = 0; i < stones->nodes && stones->listed < stones->show; i++) {
        const struct node *node = &stones->node[i];
        if (node->children > 0)
            continue;
        by_buffer_format(out, "%5d.  ", ++stones->listed);
        put_play(stones, i, out);
        by_buffer_format(out, ":  %d to %d, ", node->sum[0], node->sum[1]);
        put_outcome(node->value, out);
        by_buffer_char(out, '\n');
    }
    if (stones->listed < stones->plays)
        by_buffer_format(out, "  ...   and %d more (--show)\n", stones->plays - stones->listed);
}

/* --- both drawings of the tree ------------------------------------------------------------------ */

static int nodes_to_depth(const struct stones *stones, int depth)
{
    int count = 0;
    for (int i = 0; i < stones->nodes; i++)
        count += stones->node[i].depth <= depth;
    return count;
}

static int depth_for(const struct stones *stones, int most)
{
    int depth = 0;
    while (depth < stones->count && nodes_to_depth(stones, depth + 1) <= most)
        depth++;
    return depth;
}

static void label(struct by_treedraw *tree, int at, const struct node *node, bool cut)
{
    char value[BY_SIGNED_SIZE];
    const char *who = node->children == 0 ? "end" : node->depth % 2 == 0 ? "MAX" : "MIN";
    by_signed(node->value, value);
    if (cut)
        by_treedraw_label(tree, at, "%s %d:%d\n%s (%d play%s)", who, node->sum[0], node->sum[1],
                          value, node->plays, node->plays == 1 ? "" : "s");
    else
        by_treedraw_label(tree, at, "%s %d:%d\n%s", who, node->sum[0], node->sum[1], value);
    if (node->parent >= 0)
        by_treedraw_edge(tree, at, "takes %d", node->take);
}

static void plant(const struct stones *stones, struct by_treedraw *tree, int index, int parent,
                  int depth)
{
    const struct node *node = &stones->node[index];
    const char *area = node->children == 0    ? "gold edge"
                       : node->depth % 2 == 0 ? "soft edge"
                                              : "panel edge";
    int at = by_treedraw_add(tree, parent, area);
    if (at < 0)
        return;
    bool cut = node->depth == depth && node->children > 0;
    label(tree, at, node, cut);
    tree->node[at].strong = node->on_line;
    for (int i = 0; i < node->children && !cut; i++)
        plant(stones, tree, node->child[i], at, depth);
}

static enum by_status make_tree(const struct stones *stones, int most, struct by_treedraw *tree,
                                struct by_error *err)
{
    enum by_status status = by_treedraw_open(tree, most, err);
    if (status == BY_OK)
        plant(stones, tree, 0, -1, depth_for(stones, most));
    return status;
}

static enum by_status write_tree(struct stones *stones, struct by_error *err)
{
    struct by_treedraw tree;
    enum by_status status = make_tree(stones, OUTLINE_MAX, &tree, err);
    if (status == BY_OK)
        by_treedraw_outline(&tree, by_mark(stones->sink, BY_MARK_GOOD),
                            by_mark(stones->sink, BY_MARK_PLAIN), &stones->sink->text);
    by_treedraw_close(&tree);
    return status;
}

static enum by_status draw_svg(struct stones *stones, struct by_error *err)
{
    struct by_svg svg;
    struct by_treedraw tree;
    char below[160], value[BY_SIGNED_SIZE];
    enum by_status status = make_tree(stones, DRAWN_MAX, &tree, err);
    if (status != BY_OK)
        return status;
    by_treedraw_lay(&tree);
    bool whole = tree.count == stones->nodes;
    struct by_treedraw_look look = {.width = whole ? 84 : 104, .height = 40, .gap = 16, .rise = 58};
    double width = by_treedraw_width(&tree, &look) + 2 * BY_SVG_MARGIN;
    struct by_text text = by_text_over(below, sizeof below);
    by_text_format(&text,
                   "MAX is Alice, MIN is Bob; sums, then Alice's lead with best play: %s. Green: "
                   "the best play.",
                   by_signed(stones->node[0].value, value));
    by_svg_begin(&svg, &stones->sink->svg, width < 700 ? 700 : width,
                 by_treedraw_height(&tree, &look) + BY_SVG_TOP + 34, "A row of stones", below);
    by_treedraw_svg(&tree, &look, &svg, BY_SVG_MARGIN, BY_SVG_TOP + 4);
    by_svg_end(&svg);
    by_treedraw_close(&tree);
    return BY_OK;
}

/* --- the lesson ------------------------------------------------------------------------------------ */

static enum by_status write_text(struct stones *stones, struct by_error *err)
{
    struct by_buffer *out = &stones->sink->text;
    by_buffer_add(out,
                  "A row of stones, each worth something. In turn, Alice and Bob take the first\n"
                  "one, two or three; whoever has collected more at the end wins.\n\n");
    draw_row(stones, 0, out);
    by_buffer_add(out,
                  "\nEvery play, by backtracking: choose, go on to the end, take the last choice\n"
                  "back, try the next.\n\n");
    list_plays(stones);
    by_buffer_format(
        out,
        "\n%d plays: Alice wins %d, Bob wins %d, %d drawn. But Bob does not choose at\n"
        "random. Minimax asks what each should do: from the end backwards, a position\n"
        "where Alice is to move (MAX) has the largest value that follows, one where Bob\n"
        "is (MIN) the smallest. Sums, then Alice's lead with best play:\n\n",
        stones->plays, stones->won[0], stones->won[1], stones->drawn);
    enum by_status status = write_tree(stones, err);
    int end = 0;
    while (stones->node[end].best >= 0)
        end = stones->node[end].child[stones->node[end].best];
    by_buffer_add(out, "\nBest play: ");
    put_play(stones, end, out);
    by_buffer_add(out, ". The result: ");
    put_outcome(stones->node[0].value, out);
    by_buffer_add(out, ".\n");
    return status;
}

static void write_figures(const struct stones *stones)
{
    struct by_json *figures = &stones->sink->figures;
    by_json_array(figures, "row");
    for (int i = 0; i < stones->count; i++)
        by_json_int(figures, NULL, stones->row[i]);
    by_json_end_array(figures);
    by_json_int(figures, "plays", stones->plays);
    by_json_int(figures, "alice", stones->won[0]);
    by_json_int(figures, "bob", stones->won[1]);
    by_json_int(figures, "draws", stones->drawn);
    by_json_int(figures, "nodes", stones->nodes);
    by_json_int(figures, "value", stones->node[0].value);
    by_json_array(figures, "best");
    for (int i = 0; stones->node[i].best >= 0;) {
        i = stones->node[i].child[stones->node[i].best];
        by_json_int(figures, NULL, stones->node[i].take);
    }
    by_json_end_array(figures);
    by_json_array(figures, "list");
    for (int i = 0, listed = 0; i < stones->nodes && listed < stones->show; i++) {
        int takes[ROW_MAX], count = path_to(stones, i, takes);
        if (stones->node[i].children > 0)
            continue;
        listed++;
        by_json_object(figures, NULL);
        by_json_array(figures, "takes");
        for (int k = 0; k < count; k++)
            by_json_int(figures, NULL, takes[k]);
        by_json_end_array(figures);
        by_json_int(figures, "alice", stones->node[i].sum[0]);
        by_json_int(figures, "bob", stones->node[i].sum[1]);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
}

/* The values of the row, which the game has checked. */
static void read_row(struct stones *stones, const char *text)
{
    int64_t value;
    while (stones->count < ROW_MAX) {
        text += strspn(text, " \t\r\n");
        if (!by_scan_int(&text, &value))
            return;
        stones->row[stones->count++] = (int)value;
    }
}

static enum by_status teach(struct stones *stones, struct by_error *err)
{
    grow(stones, stones->rules->start, -1, 0);
    mark_line(stones);
    enum by_status status = write_text(stones, err);
    write_figures(stones);
    if (status == BY_OK && by_sink_wants(stones->sink, BY_WANT_SVG))
        status = draw_svg(stones, err);
    return status;
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    const char *row = by_values_get(values, "row")->text;
    struct stones stones = {.sink = sink, .show = by_lesson_int(values, "show")};
    enum by_status status =
        by_rules_open("stones", &(struct by_setting){"row", row}, 1, NULL, &stones.rules, err);
    if (status != BY_OK)
        return status;
    if (stones.rules->max_length > ROW_MAX) {
        by_rules_close(stones.rules);
        return by_fail(err, BY_BAD_INPUT,
                       "the lesson stones takes rows of at most %d stones: the plays of longer "
                       "ones fill books",
                       ROW_MAX);
    }
    read_row(&stones, row);
    stones.node = calloc(NODES_MAX, sizeof *stones.node);
    status = stones.node == NULL ? by_fail_memory(err, NODES_MAX * sizeof *stones.node)
                                 : teach(&stones, err);
    free(stones.node);
    by_rules_close(stones.rules);
    return status;
}

static const struct by_option options[] = {
    {.name = "row",
     .type = BY_OPTION_TEXT,
     .fallback = "1 2 3 6",
     .low = 1,
     .high = 200,
     .help = "the stones from the first to the last, separated by blanks; at most 12"},
    {.name = "show",
     .type = BY_OPTION_INT,
     .fallback = "30",
     .low = 0,
     .high = SHOW_MAX,
     .help = "how many plays are listed"},
    {.name = NULL},
};

const struct by_lesson by_lesson_stones = {
    .name = "stones",
    .title = "A row of stones: all plays, and the best",
    .summary = "every play of a small game with its sums, then minimax",
    .options = options,
    .run = run,
};
