/* exercise_trees.c: exercises whose solution is a search of a whole tree: written trees, Nim, stones. */
#include "lessons/exercise_trees.h"
#include "base/rng.h"
#include "lessons/searchdraw.h"
#include "search/search.h"
#include <stdlib.h>
#include <string.h>

#define NODES_MAX 20000
#define DRAWN_MAX 40 /* nodes: a larger tree is not drawn */
#define TRIES     200

void by_exercise_search_close(struct by_exercise_search *s)
{
    by_recorder_close(&s->recorder);
    if (s->line != NULL)
        by_line_close(s->line);
    if (s->rules != NULL)
        by_rules_close(s->rules);
    *s = (struct by_exercise_search){0};
}

static enum by_status think(struct by_exercise_search *s, const char *spec, struct by_error *err)
{
    struct by_searcher *searcher = NULL;
    struct by_decision decision;
    const struct by_limits limits = {.depth = s->rules->max_length};
    const struct by_events events = {.context = &s->recorder, .trace = by_recorder_step};
    enum by_status status = by_searcher_open(s->rules, spec, 1, &searcher, err);
    if (status != BY_OK)
        return status;
    status = by_decision_open(s->rules, &decision, err);
    if (status == BY_OK) {
        status = by_searcher_think(searcher, s->line, &limits, &events, &decision, err);
        by_decision_close(&decision);
    }
    by_searcher_close(searcher);
    return status;
}

/* To be closed in either case. */
static enum by_status search(struct by_exercise_search *s, const char *game, const char *position,
                             bool windows, struct by_error *err)
{
    *s = (struct by_exercise_search){.windows = windows};
    struct by_text text = by_text_over(s->position, sizeof s->position);
    by_text_add(&text, position);
    enum by_status status = by_rules_open(game, NULL, 0, position, &s->rules, err);
    if (status == BY_OK)
        status = by_line_open(s->rules, &s->line, err);
    if (status == BY_OK)
        status = by_recorder_open(&s->recorder, s->rules, NODES_MAX, err);
    if (status == BY_OK)
        status = think(s, windows ? "alphabeta plain=on eval=none" : "minimax eval=none", err);
    if (status == BY_OK)
        status = by_recorder_complete(&s->recorder, by_line_position(s->line), err);
    if (status == BY_OK)
        s->counts = by_recorder_count(&s->recorder);
    return status;
}

/* --- pictures -------------------------------------------------------------------------------- */

static void add_row(void *context, const struct by_recorder_row *row)
{
    struct by_buffer *out = context;
    by_buffer_format(out, "%s\n", row->text);
}

/* Twice: once to know how long it is. */
static enum by_status draw_long(const struct by_searchview *view, bool svg, char **out,
                                struct by_error *err)
{
    struct by_text text = by_text_over(NULL, 0);
    enum by_status status = BY_OK;
    *out = NULL;
    for (int pass = 0; pass < 2 && status == BY_OK; pass++) {
        status =
            svg ? by_searchdraw_svg(view, view->windows ? "Alpha-beta" : "Minimax", "", &text, err)
                : by_searchdraw_tikz(view, &text, err);
        if (pass == 1 || status != BY_OK)
            break;
        size_t size = text.length + 1;
        *out = malloc(size);
        if (*out == NULL)
            return by_fail_memory(err, size);
        text = by_text_over(*out, size);
    }
    return status;
}

static enum by_status draw_view(struct by_page *page, const struct by_searchview *view,
                                struct by_error *err)
{
    struct by_buffer text;
    char *drawing = NULL;
    enum by_status status = BY_OK;
    by_buffer_open(&text, (size_t)1 << 20);
    if (page->format == BY_PAGE_TEXT)
        status = by_searchdraw_text(view, add_row, &text, err);
    else
        status = draw_long(view, page->format == BY_PAGE_HTML, &drawing, err);
    if (status == BY_OK)
        by_page_picture(page, by_buffer_text(&text), drawing, drawing);
    free(drawing);
    by_buffer_close(&text);
    return status;
}

static enum by_status draw(struct by_page *page, const struct by_exercise_search *s, bool moves,
                           bool blank, struct by_error *err)
{
    struct by_searchview view = {.recorder = &s->recorder,
                                 .windows = s->windows && !blank,
                                 .now = BY_RECORDER_END,
                                 .focus = BY_RECORDER_NONE,
                                 .most = 4 * DRAWN_MAX,
                                 .levels = BY_SEARCHVIEW_LEVELS,
                                 .moves = moves,
                                 .blank = blank,
                                 .columns = 78};
    if (s->counts.nodes > DRAWN_MAX)
        return BY_OK;
    enum by_status status = by_searchview_open(&view, err);
    if (status == BY_OK)
        status = draw_view(page, &view, err);
    by_searchview_close(&view);
    return status;
}

/* --- trees that are written down ----------------------------------------------------------------- */

/* Two or three children, leaves from -9 to 20. */
static void grow(struct by_rng *rng, int depth, struct by_text *out)
{
    if (depth == 0) {
        by_text_format(out, "%d", (int)by_rng_below(rng, 30) - 9);
        return;
    }
    int children = 2 + (int)by_rng_below(rng, 2);
    by_text_char(out, '(');
    for (int i = 0; i < children; i++) {
        by_text_add(out, i > 0 ? " " : "");
        grow(rng, depth - 1, out);
    }
    by_text_char(out, ')');
}

/* How much of a tree fits a page, and how deep it is: the normal size is that of a sheet. */
static const struct {
    int depth, depths; /* the least, and how many there are from it on */
    int leaves, nodes; /* at most */
} tree_sizes[] = {{2, 1, 7, DRAWN_MAX}, {2, 2, 18, DRAWN_MAX}, {3, 2, 27, 50}};

/* What a sheet and the fields of an exercise have room for, and what can be answered in whole numbers. */
static enum by_status check_own(const struct by_exercise_search *s, struct by_error *err)
{
    const struct by_recorder_node *node = s->recorder.node;
    if (s->counts.nodes > DRAWN_MAX || node[0].leaf)
        return by_fail(err, BY_BAD_INPUT,
                       "a tree for an exercise has from 2 to %d nodes, and this one has %d",
                       DRAWN_MAX, s->counts.nodes);
    for (int32_t id = 0; id < s->recorder.count; id++) {
        double number = node[id].leaf ? by_recorder_fraction(&s->recorder, node[id].value) : 0;
        if (node[id].total > 0)
            return by_fail(err, BY_BAD_INPUT, "a tree for an exercise has no chance nodes");
        if (number != (double)(int64_t)number)
            return by_fail(err, BY_BAD_INPUT,
                           "a tree for an exercise has whole numbers at its leaves");
    }
    return BY_OK;
}

static enum by_status search_own(struct by_exercise_search *s, const char *tree, bool windows,
                                 struct by_error *err)
{
    *s = (struct by_exercise_search){0};
    if (strlen(tree) > BY_EXERCISE_OWN_MAX)
        return by_fail(err, BY_BAD_INPUT, "a tree for an exercise has at most %d characters",
                       BY_EXERCISE_OWN_MAX);
    enum by_status status = search(s, "tree", tree, windows, err);
    s->written = true;
    return status == BY_OK ? check_own(s, err) : status;
}

enum by_status by_exercise_tree(struct by_exercise_search *s, const struct by_exercise_id *id,
                                bool windows, struct by_error *err)
{
    if (id->tree)
        return search_own(s, id->tree, windows, err);
    char tree[BY_EXERCISE_TREE_SIZE];
    struct by_rng rng;
    by_rng_init(&rng, id->seed, (uint64_t)id->number);
    enum by_status status = BY_OK;
    for (int i = 0; i < TRIES && status == BY_OK; i++) {
        struct by_text text = by_text_over(tree, sizeof tree);
        int depths = tree_sizes[id->size].depths;
        grow(&rng, tree_sizes[id->size].depth + (int)by_rng_below(&rng, (uint32_t)depths), &text);
        if (by_rng_below(&rng, 4) == 0)
            by_text_add(&text, " O");
        status = search(s, "tree", tree, windows, err);
        s->written = true;
        if (status == BY_OK && s->counts.leaves <= tree_sizes[id->size].leaves &&
            s->counts.nodes <= tree_sizes[id->size].nodes && (!windows || s->counts.cuts > 0))
            return BY_OK;
        by_exercise_search_close(s);
    }
    return status == BY_OK ? by_fail(err, BY_FAILED, "no tree was found for this exercise")
                           : status;
}

static void put_number(const struct by_exercise_search *s, int32_t id, struct by_text *out)
{
    by_recorder_number(&s->recorder, s->recorder.node[id].value, out);
}

static const char *root_player(const struct by_exercise_search *s)
{
    return s->recorder.node[0].side == 0 ? "MAX" : "MIN";
}

static void tell_root(struct by_page *page, const struct by_exercise_search *s)
{
    char value[32];
    struct by_text text = by_text_over(value, sizeof value);
    put_number(s, 0, &text);
    by_page_text(page, "The root is worth %s: %s goes to child %d.", value, root_player(s),
                 s->recorder.node[0].best - s->recorder.node[0].first + 1);
}

int32_t by_exercise_next(const struct by_exercise_search *s, int32_t id)
{
    const struct by_recorder_node *node = s->recorder.node;
    if (node[id].count > 0)
        return node[id].first;
    while (node[id].parent != BY_RECORDER_NONE &&
           id == node[node[id].parent].first + node[node[id].parent].count - 1)
        id = node[id].parent;
    return node[id].parent == BY_RECORDER_NONE ? BY_RECORDER_NONE : id + 1;
}

/* The numbers of the leaves, from left to right, that the search read or did not read. */
static void list_leaves(const struct by_exercise_search *s, bool seen, struct by_text *out)
{
    const struct by_recorder_node *node = s->recorder.node;
    for (int32_t id = 0; id != BY_RECORDER_NONE; id = by_exercise_next(s, id)) {
        if (!node[id].leaf || (node[id].entered != BY_RECORDER_NONE) != seen)
            continue;
        by_text_add(out, out->length > 0 ? ", " : "");
        put_number(s, id, out);
    }
}

static void tell_leaves(struct by_page *page, const struct by_exercise_search *s)
{
    char seen[BY_EXERCISE_TREE_SIZE], spared[BY_EXERCISE_TREE_SIZE];
    struct by_text a = by_text_over(seen, sizeof seen), b = by_text_over(spared, sizeof spared);
    list_leaves(s, true, &a);
    list_leaves(s, false, &b);
    by_page_text(page, "Leaves looked at: %s (%d of %d).", seen, s->counts.leaves_seen,
                 s->counts.leaves);
    by_page_text(page, "Never looked at: %s.", spared[0] ? spared : "none");
}

static enum by_status write_tree(struct by_page *page, const struct by_exercise_id *id,
                                 bool windows, bool solution, struct by_error *err)
{
    struct by_exercise_search s = {0};
    enum by_status status = by_exercise_tree(&s, id, windows, err);
    if (status == BY_OK && !solution) {
        by_page_text(page, "%s moves at the root of the tree %s", root_player(&s), s.position);
        by_page_text(page, windows
                               ? "Alpha-beta goes through it from left to right. Write down the "
                                 "window (alpha, beta) with which every node is entered and its "
                                 "value, and cross out the leaves that are never looked at."
                               : "Write down the value of every node. Which child is chosen at the "
                                 "root, and what is it worth?");
    }
    if (status == BY_OK)
        status = draw(page, &s, false, !solution, err);
    if (status == BY_OK && solution)
        tell_root(page, &s);
    if (status == BY_OK && solution && windows)
        tell_leaves(page, &s);
    by_exercise_search_close(&s);
    return status;
}

static enum by_status write_minimax(struct by_page *page, const struct by_exercise_id *id,
                                    bool solution, struct by_error *err)
{
    return write_tree(page, id, false, solution, err);
}

static enum by_status write_alphabeta(struct by_page *page, const struct by_exercise_id *id,
                                      bool solution, struct by_error *err)
{
    return write_tree(page, id, true, solution, err);
}

/* --- games ------------------------------------------------------------------------------------------ */

/* What every move at the root leads to. */
static void list_moves(struct by_page *page, const struct by_exercise_search *s,
                       const char *heading)
{
    const struct by_recorder_node *root = &s->recorder.node[0];
    by_page_table(page, "lr");
    by_page_cell(page, "move");
    by_page_cell(page, "%s", heading);
    for (int32_t id = root->first; id < root->first + root->count; id++) {
        char move[64], value[32];
        struct by_text name = by_text_over(move, sizeof move);
        struct by_text number = by_text_over(value, sizeof value);
        by_recorder_move(&s->recorder, id, &name);
        put_number(s, id, &number);
        by_page_cell(page, "%s", move);
        by_page_cell(page, "%s", value);
    }
    by_page_table_end(page);
}

static void put_heaps(struct by_rng *rng, enum by_exercise_size size, struct by_text *out)
{
    static const int one[] = {5, 6, 9}, first[] = {2, 3, 4}, second[] = {3, 4, 5};
    if (by_rng_below(rng, 2) == 0)
        by_text_format(out, "%d", one[size] + (int)by_rng_below(rng, 4));
    else
        by_text_format(out, "%d %d", first[size] + (int)by_rng_below(rng, 2),
                       second[size] + (int)by_rng_below(rng, 2));
}

enum by_status by_exercise_heaps(struct by_exercise_search *s, const struct by_exercise_id *id,
                                 struct by_error *err)
{
    char heaps[32];
    struct by_rng rng;
    struct by_text text = by_text_over(heaps, sizeof heaps);
    by_rng_init(&rng, id->seed, (uint64_t)id->number);
    put_heaps(&rng, id->size, &text);
    return search(s, "nim", heaps, false, err);
}

static enum by_status write_nim(struct by_page *page, const struct by_exercise_id *id,
                                bool solution, struct by_error *err)
{
    struct by_exercise_search s;
    enum by_status status = by_exercise_heaps(&s, id, err);
    if (status == BY_OK && !solution) {
        by_page_text(page,
                     "Nim: a move splits one heap into two heaps of different sizes, and who "
                     "cannot move loses. X is to move, with the heaps %s.",
                     s.position);
        by_page_text(page,
                     "Draw the tree of the game, and give every position 1 where X wins and -1 "
                     "where O does. What is each of X's moves worth? Equal heaps count as one: "
                     "each different position is drawn once below its parent.");
    } else if (status == BY_OK) {
        by_page_text(page, "%s wins: the position is worth %d. The tree has %d nodes.",
                     s.recorder.node[0].value > 0 ? "X" : "O", (int)s.recorder.node[0].value,
                     s.counts.nodes);
        list_moves(page, &s, "value");
        status = draw(page, &s, true, false, err);
    }
    by_exercise_search_close(&s);
    return status;
}

enum by_status by_exercise_row(struct by_exercise_search *s, const struct by_exercise_id *id,
                               struct by_error *err)
{
    static const int least[] = {3, 4, 6};
    char row[64];
    struct by_rng rng;
    struct by_text text = by_text_over(row, sizeof row);
    by_rng_init(&rng, id->seed, (uint64_t)id->number);
    for (int i = least[id->size] + (int)by_rng_below(&rng, 2); i > 0; i--)
        by_text_format(&text, "%d%s", 1 + (int)by_rng_below(&rng, 9), i > 1 ? " " : "");
    return search(s, "stones", row, false, err);
}

static enum by_status write_stones(struct by_page *page, const struct by_exercise_id *id,
                                   bool solution, struct by_error *err)
{
    struct by_exercise_search s;
    enum by_status status = by_exercise_row(&s, id, err);
    if (status == BY_OK && !solution) {
        by_page_text(page,
                     "Stones: in turn the players take the first one, two or three stones of a "
                     "row; who has the larger sum in the end wins. X begins with the row %s.",
                     s.position);
        by_page_text(page,
                     "By how much does X win or lose when both play their best, and what is each "
                     "of X's first moves worth?");
    } else if (status == BY_OK) {
        by_page_text(page, "X ends with %+d. The tree has %d nodes.", (int)s.recorder.node[0].value,
                     s.counts.nodes);
        list_moves(page, &s, "X's lead in the end");
        status = draw(page, &s, true, false, err);
    }
    by_exercise_search_close(&s);
    return status;
}

const struct by_exercise_kind by_exercise_minimax = {.name = "minimax",
                                                     .title = "Minimax: what is every node worth?",
                                                     .trees = true,
                                                     .write = write_minimax,
                                                     .pose = by_pose_minimax};
const struct by_exercise_kind by_exercise_alphabeta = {.name = "alphabeta",
                                                       .title = "Alpha-beta: what is cut off?",
                                                       .trees = true,
                                                       .write = write_alphabeta,
                                                       .pose = by_pose_alphabeta};
const struct by_exercise_kind by_exercise_nim = {
    .name = "nim", .title = "Nim: who wins?", .write = write_nim, .pose = by_pose_nim};
const struct by_exercise_kind by_exercise_stones = {.name = "stones",
                                                    .title = "Stones: who gets more?",
                                                    .write = write_stones,
                                                    .pose = by_pose_stones};
