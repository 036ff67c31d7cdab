/* expectimax.c: minimax where coins fall, on the tree of GO 2.1.2.
 *
 * Two players throw coins by turns, and most heads win. The tree is grown from the game's own rules
 * and written down as an explicit tree; minimax searches that, and the recorder keeps what it did. So
 * the drawing, the steps and the numbers are those of the search itself. */
#include "lessons/lesson.h"
#include "lessons/searchdraw.h"
#include <stdlib.h>
#include <string.h>

#define POSITION_MAX 64
#define MOVES_MAX    8
#define TREE_BYTES   ((size_t)1 << 20)
#define NODES_MAX    20000 /* turns=2 coins=3 has 3,110 */
#define DRAWN_MAX    120
#define STEPS_MAX    400 /* more are not drawn one by one */

struct lesson {
    struct by_sink *sink;
    struct by_rules *game, *rules; /* coins, and its tree */
    struct by_line *line;
    struct by_searcher *searcher;
    struct by_decision decision;
    struct by_recorder recorder;
    struct by_buffer tree;
    int coins, turns;
};

/* --- the tree --------------------------------------------------------------------------------- */

/* A leaf is what X gets: 1, 0 or -1. */
static void spell(const struct by_rules *rules, const void *position, struct by_buffer *out)
{
    const struct by_game *game = rules->game;
    _Alignas(16) unsigned char next[POSITION_MAX];
    by_move moves[MOVES_MAX];
    if (game->over(rules, position)) {
        by_buffer_format(out, "%d", (int)game->result(rules, position));
        return;
    }
    bool chance = by_is_chance(rules, position);
    int count = game->moves(rules, position, moves);
    by_buffer_char(out, chance ? '[' : '(');
    for (int i = 0; i < count; i++) {
        by_buffer_char(out, ' ');
        if (chance)
            by_buffer_format(out, "%d:", (int)game->chance(rules, position, moves[i]));
        memcpy(next, position, rules->position_size);
        game->play(rules, next, moves[i], NULL);
        spell(rules, next, out);
    }
    by_buffer_char(out, chance ? ']' : ')');
}

static enum by_status open_game(struct lesson *l, struct by_error *err)
{
    char turns[16], coins[16];
    struct by_text t = by_text_over(turns, sizeof turns), c = by_text_over(coins, sizeof coins);
    by_text_format(&t, "%d", l->turns);
    by_text_format(&c, "%d", l->coins);
    const struct by_setting settings[] = {{"turns", turns}, {"coins", coins}};
    enum by_status status = by_rules_open("coins", settings, 2, NULL, &l->game, err);
    if (status == BY_OK &&
        (l->game->position_size > POSITION_MAX || l->game->max_moves > MOVES_MAX))
        status = by_fail(err, BY_FAILED, "the game is larger than this lesson has room for");
    if (status != BY_OK)
        return status;
    by_buffer_open(&l->tree, TREE_BYTES);
    spell(l->game, l->game->start, &l->tree);
    return l->tree.failed ? by_fail_memory(err, TREE_BYTES) : BY_OK;
}

static enum by_status search(struct lesson *l, struct by_error *err)
{
    const struct by_events events = {.context = &l->recorder, .trace = by_recorder_step};
    const struct by_limits limits = {.depth = l->rules->max_length};
    enum by_status status = by_line_open(l->rules, &l->line, err);
    if (status == BY_OK)
        status = by_searcher_open(l->rules, "minimax", 1, &l->searcher, err);
    if (status == BY_OK)
        status = by_decision_open(l->rules, &l->decision, err);
    if (status == BY_OK)
        status = by_recorder_open(&l->recorder, l->rules, NODES_MAX, err);
    if (status == BY_OK)
        status = by_searcher_think(l->searcher, l->line, &limits, &events, &l->decision, err);
    if (status == BY_OK && l->recorder.full)
        status = by_fail(err, BY_NO_MEMORY, "the tree has more than %d nodes", NODES_MAX);
    return status;
}

static void close_all(struct lesson *l)
{
    by_recorder_close(&l->recorder);
    by_decision_close(&l->decision);
    by_searcher_close(l->searcher);
    by_line_close(l->line);
    by_rules_close(l->rules);
    by_buffer_close(&l->tree);
    by_rules_close(l->game);
}

/* --- numbers ---------------------------------------------------------------------------------- */

/* Fair coins make halves of halves: the value as a fraction, "-5/16". */
static void put_fraction(int64_t value, int64_t unit, struct by_buffer *out)
{
    while (unit > 1 && value % 2 == 0) {
        value /= 2;
        unit /= 2;
    }
    by_buffer_format(out, unit > 1 ? "%lld/%lld" : "%lld", (long long)value, (long long)unit);
}

/* How often X loses, draws and wins below a node when both take the first of their best moves: others
 * are worth the same, and may end otherwise. */
static void add_ends(const struct lesson *l, int32_t id, double part, double ends[3])
{
    const struct by_recorder_node *node = &l->recorder.node[id];
    if (node->leaf) {
        ends[1 + node->value / l->recorder.unit] += part;
        return;
    }
    if (node->total == 0) {
        add_ends(l, node->best, part, ends);
        return;
    }
    for (int32_t child = node->first; child < node->first + node->count; child++)
        add_ends(l, child, part * l->recorder.node[child].weight / node->total, ends);
}

static int count_chances(const struct lesson *l)
{
    int count = 0;
    for (int32_t id = 0; id < l->recorder.count; id++)
        count += l->recorder.node[id].total > 0;
    return count;
}

static void figure_move(struct lesson *l, int32_t id)
{
    struct by_json *json = &l->sink->figures;
    const struct by_recorder_node *node = &l->recorder.node[id];
    by_json_object(json, NULL);
    by_json_int(json, "coins", node->move + 1);
    by_json_number(json, "value", by_walk_fraction(node->value, l->recorder.unit));
    by_json_array(json, "outcomes");
    for (int32_t child = node->first; child < node->first + node->count; child++) {
        const struct by_recorder_node *outcome = &l->recorder.node[child];
        by_json_object(json, NULL);
        by_json_int(json, "weight", outcome->weight);
        by_json_int(json, "of", node->total);
        by_json_number(json, "value", by_walk_fraction(outcome->value, l->recorder.unit));
        by_json_end_object(json);
    }
    by_json_end_array(json);
    by_json_end_object(json);
}

static void figures(struct lesson *l, const double ends[3])
{
    struct by_json *json = &l->sink->figures;
    struct by_recorder_counts counts = by_recorder_count(&l->recorder);
    const struct by_recorder_node *root = &l->recorder.node[0];
    struct by_buffer fraction;
    by_buffer_open(&fraction, 64);
    put_fraction(root->value, l->recorder.unit, &fraction);
    by_json_int(json, "turns", l->turns);
    by_json_int(json, "coins", l->coins);
    by_json_text(json, "tree", by_buffer_text(&l->tree));
    by_json_int(json, "nodes", counts.nodes);
    by_json_int(json, "leaves", counts.leaves);
    by_json_int(json, "chance_nodes", count_chances(l));
    by_json_number(json, "value", by_walk_fraction(root->value, l->recorder.unit));
    by_json_text(json, "fraction", by_buffer_text(&fraction));
    by_json_int(json, "best", l->recorder.node[root->best].move + 1);
    by_json_number(json, "won", ends[2]);
    by_json_number(json, "drawn", ends[1]);
    by_json_number(json, "lost", ends[0]);
    by_json_array(json, "moves");
    for (int32_t child = root->first; child < root->first + root->count; child++)
        figure_move(l, child);
    by_json_end_array(json);
    by_buffer_close(&fraction);
}

/* --- words ------------------------------------------------------------------------------------ */

static void put_rules(struct lesson *l)
{
    struct by_buffer *out = &l->sink->text;
    by_buffer_format(out, "X and O throw coins by turns, %s each, and most heads win.\n",
                     l->turns == 1 ? "once" : "twice");
    if (l->coins == 1)
        by_buffer_add(out,
                      "There is one coin and nothing to decide: this is the tree of GO 2.1.2.\n");
    else
        by_buffer_format(
            out,
            "Who throws says how many coins, 1 to %d. They count when all of them fall\n"
            "heads, and then each does: more heads, less often.\n",
            l->coins);
    by_buffer_add(
        out, "\nA leaf is what X gets: 1, 0 or -1. MAX (X) takes the largest value, MIN (O) the\n"
             "smallest. Where coins fall nobody chooses: a chance node is worth the mean,\n\n"
             "    CHANCE = sum of (how likely) x (value)\n\n");
}

static void print_row(void *context, const struct by_recorder_row *row)
{
    by_buffer_format(context, "%s\n", row->text);
}

static struct by_searchview view_of(const struct lesson *l, int32_t now, int32_t focus)
{
    return (struct by_searchview){.recorder = &l->recorder,
                                  .now = now,
                                  .focus = focus,
                                  .most = DRAWN_MAX,
                                  .levels = BY_SEARCHVIEW_LEVELS};
}

#define STEP_NODES 18 /* that fit a screen of 24 lines, with a sentence below */

static enum by_status put_tree(const struct lesson *l, int32_t now, int32_t focus,
                               struct by_buffer *out, struct by_error *err)
{
    struct by_searchview view = view_of(l, now, focus);
    if (focus != BY_RECORDER_NONE && l->recorder.count > STEP_NODES)
        view.most = STEP_NODES / 2; /* beside them stand lines for what is left out */
    enum by_status status = by_searchview_open(&view, err);
    if (status == BY_OK)
        status = by_searchdraw_text(&view, print_row, out, err);
    by_searchview_close(&view);
    return status;
}

/* "2 coins: 1/4 x 3/4 + 3/4 x -1/2 = -3/16". */
static void put_sum(struct lesson *l, int32_t id)
{
    struct by_buffer *out = &l->sink->text;
    const struct by_recorder_node *node = &l->recorder.node[id];
    by_buffer_format(out, "  %d coin%s  ", node->move + 1, node->move == 0 ? ": " : "s:");
    for (int32_t child = node->first; child < node->first + node->count; child++) {
        const struct by_recorder_node *outcome = &l->recorder.node[child];
        by_buffer_format(out, "%s%d/%d x ", child > node->first ? " + " : "", outcome->weight,
                         node->total);
        put_fraction(outcome->value, l->recorder.unit, out);
    }
    by_buffer_add(out, " = ");
    put_fraction(node->value, l->recorder.unit, out);
    by_buffer_add(out, id == l->recorder.node[0].best ? "   <- best\n" : "\n");
}

static void put_end(struct lesson *l, const double ends[3])
{
    struct by_buffer *out = &l->sink->text;
    const struct by_recorder_node *root = &l->recorder.node[0];
    struct by_recorder_counts counts = by_recorder_count(&l->recorder);
    by_buffer_add(out, "\nWhat X can do:\n");
    for (int32_t child = root->first; child < root->first + root->count; child++)
        put_sum(l, child);
    by_buffer_add(out, "\nThe game is worth ");
    put_fraction(root->value, l->recorder.unit, out);
    by_buffer_format(out,
                     " to X. When both take the first of their best moves,\n"
                     "X wins %.6g %%, draws %.6g %% and loses %.6g %%.\n"
                     "All %d leaves were looked at: a mean depends on every child, so that a\n"
                     "window, as alpha-beta has it, cuts nothing off at a chance node unless one\n"
                     "knows how large and how small leaves can be.\n",
                     100 * ends[2], 100 * ends[1], 100 * ends[0], counts.leaves);
}

/* --- drawings --------------------------------------------------------------------------------- */

static enum by_status draw_svg(struct lesson *l, struct by_error *err)
{
    char subtitle[160];
    struct by_text sub = by_text_over(subtitle, sizeof subtitle);
    struct by_text measure = by_text_over(NULL, 0);
    struct by_searchview view = view_of(l, BY_RECORDER_END, BY_RECORDER_NONE);
    enum by_status status = by_searchview_open(&view, err);
    by_text_format(&sub,
                   "turns=%d coins=%d: boxes choose, ovals are worth the mean of what may come",
                   l->turns, l->coins);
    if (status == BY_OK)
        status = by_searchdraw_svg(&view, "Expectimax: throwing coins", subtitle, &measure, err);
    char *text = status == BY_OK ? malloc(measure.length + 1) : NULL;
    if (status == BY_OK && !text)
        status = by_fail_memory(err, measure.length + 1);
    if (text) {
        struct by_text out = by_text_over(text, measure.length + 1);
        status = by_searchdraw_svg(&view, "Expectimax: throwing coins", subtitle, &out, err);
        by_buffer_add(&l->sink->svg, text);
    }
    free(text);
    by_searchview_close(&view);
    return status;
}

/* One picture for every event but the entering of leaves. */
static enum by_status put_step(struct lesson *l, int32_t id, int32_t event, struct by_error *err)
{
    char words[512];
    struct by_text text = by_text_over(words, sizeof words);
    struct by_buffer *out = by_sink_step(l->sink);
    if (!out)
        return BY_OK;
    by_recorder_tell(&l->recorder, id, event, false, &text);
    enum by_status status = put_tree(l, event + 1, id, out, err);
    by_buffer_format(out, "\n%s\n", words);
    return status;
}

static enum by_status put_steps(struct lesson *l, struct by_error *err)
{
    const struct by_recorder *r = &l->recorder;
    int32_t most = r->events < STEPS_MAX ? r->events : STEPS_MAX;
    enum by_status status = BY_OK;
    for (int32_t event = 0; event < most && status == BY_OK; event++)
        for (int32_t id = 0; id < r->count && status == BY_OK; id++) {
            const struct by_recorder_node *node = &r->node[id];
            if (node->left == event || (node->entered == event && !node->leaf))
                status = put_step(l, id, event, err);
        }
    return status;
}

static enum by_status tell(struct lesson *l, struct by_error *err)
{
    double ends[3] = {0, 0, 0};
    put_rules(l);
    enum by_status status = put_tree(l, BY_RECORDER_END, BY_RECORDER_NONE, &l->sink->text, err);
    if (status != BY_OK)
        return status;
    add_ends(l, 0, 1, ends);
    put_end(l, ends);
    figures(l, ends);
    if (by_sink_wants(l->sink, BY_WANT_SVG))
        status = draw_svg(l, err);
    if (status == BY_OK && by_sink_wants(l->sink, BY_WANT_STEPS))
        status = put_steps(l, err);
    return status;
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    struct lesson l = {.sink = sink,
                       .coins = by_lesson_int(values, "coins"),
                       .turns = by_lesson_int(values, "turns")};
    enum by_status status = open_game(&l, err);
    if (status == BY_OK)
        status = by_rules_open("tree", NULL, 0, by_buffer_text(&l.tree), &l.rules, err);
    if (status == BY_OK)
        status = search(&l, err);
    if (status == BY_OK)
        status = tell(&l, err);
    close_all(&l);
    return status;
}

static const struct by_option options[] = {
    {.name = "coins",
     .type = BY_OPTION_INT,
     .fallback = "2",
     .low = 1,
     .high = 3,
     .help = "most coins of a throw; 1: nothing to decide, as in GO 2.1.2"},
    {.name = "turns",
     .type = BY_OPTION_INT,
     .fallback = "1",
     .low = 1,
     .high = 2,
     .help = "throws of each player"},
    {.name = NULL},
};

const struct by_lesson by_lesson_expectimax = {
    .name = "expectimax",
    .title = "Expectimax: minimax where coins fall",
    .summary = "throw coins by turns: MAX and MIN choose, chance is worth its mean",
    .options = options,
    .run = run,
};
