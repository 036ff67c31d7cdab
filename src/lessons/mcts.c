/* mcts.c: Monte Carlo tree search on tic-tac-toe: the four phases, what c does, UCB1 and RAVE (GO, NOGO).
 *
 * The search is the library's own, without proofs: selection, expansion, simulation and backing up, and
 * nothing else. Which moves are right is known, from minimax. */
#include "base/draw/treedraw.h"
#include "lessons/lesson.h"
#include "lessons/simsteps.h"
#include "search/search.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIMS_MAX    5000
#define STEPS_MAX   2000 /* steps to walk through */
#define FIRST       10   /* simulations that the text lists */
#define TREE_NODES  40   /* of the drawing */
#define SPEC_SIZE   160
#define WEIGHT_SIMS 100 /* of each search that shows what c does */

static const double weights[] = {0, 0.1, 0.4, 1, 2.5};
#define WEIGHTS ((int)(sizeof weights / sizeof *weights))

static const int sizes[] = {10, 30, 100, 300};
#define SIZES ((int)(sizeof sizes / sizeof *sizes))

static const struct rule {
    const char *name, *spec;
} rules_of[] = {{"ratio", "selection=ratio"},
                {"ucb1", "selection=ucb1"},
                {"uct", "selection=uct"},
                {"rave", "selection=uct rave=on k=50"}};
#define RULES ((int)(sizeof rules_of / sizeof *rules_of))

/* What many searches, each with a seed of its own, came to. */
struct trial {
    double right; /* the share that answered with a right move */
    double most;  /* the share of simulations of the answer */
};

struct lesson {
    struct by_sink *sink;
    struct by_rules *rules;
    struct by_line *line;
    const struct rule *rule;
    double c;
    int sims, runs;
    uint64_t seed;
    struct by_decision exact, decision;
    struct by_simsteps steps;
    char formula[1200];
    struct trial by_weight[WEIGHTS];
    struct trial by_rule[RULES][SIZES];
};

/* --- searches ---------------------------------------------------------------------------------- */

static double exact_value(const struct lesson *l, by_move move)
{
    for (int i = 0; i < l->exact.move_count; i++)
        if (l->exact.moves[i].move == move)
            return l->exact.moves[i].value;
    return 0;
}

static bool is_right(const struct lesson *l, by_move move)
{
    return exact_value(l, move) >= exact_value(l, l->exact.move);
}

static void write_spec(const struct rule *rule, double c, int sims, char spec[SPEC_SIZE])
{
    struct by_text text = by_text_over(spec, SPEC_SIZE);
    by_text_format(&text, "mcts proofs=off memory=4M %s c=%.6g sims=%d", rule->spec, c, sims);
}

static enum by_status think(struct lesson *l, const char *spec, const struct by_events *events,
                            struct by_decision *decision, struct by_error *err)
{
    struct by_searcher *searcher = NULL;
    enum by_status status = by_searcher_open(l->rules, spec, l->seed, &searcher, err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, l->line, NULL, events, decision, err);
    by_searcher_close(searcher);
    return status;
}

static enum by_status watch(struct lesson *l, struct by_error *err)
{
    char spec[SPEC_SIZE];
    struct by_searcher *searcher = NULL;
    struct by_text formula = by_text_over(l->formula, sizeof l->formula);
    const struct by_events events = {.context = &l->steps, .trace = by_simsteps_step};
    write_spec(l->rule, l->c, l->sims, spec);
    enum by_status status = by_searcher_open(l->rules, spec, l->seed, &searcher, err);
    if (status == BY_OK)
        status = by_simsteps_open(&l->steps, l->rules, searcher, by_line_position(l->line),
                                  BY_SIMSTEPS_MAX, err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, l->line, NULL, &events, &l->decision, err);
    if (status == BY_OK)
        by_mcts_formula(searcher, &formula);
    by_searcher_close(searcher);
    return status;
}

static enum by_status try_often(struct lesson *l, const struct rule *rule, double c, int sims,
                                struct trial *out, struct by_error *err)
{
    char spec[SPEC_SIZE];
    struct by_searcher *searcher = NULL;
    struct by_decision decision = {.moves = NULL};
    write_spec(rule, c, sims, spec);
    *out = (struct trial){0, 0};
    enum by_status status = by_searcher_open(l->rules, spec, l->seed, &searcher, err);
    if (status == BY_OK)
        status = by_decision_open(l->rules, &decision, err);
    for (int i = 0; i < l->runs && status == BY_OK; i++) {
        by_searcher_reset(searcher, by_seed_derive(l->seed, (uint64_t)i));
        status = by_searcher_think(searcher, l->line, NULL, NULL, &decision, err);
        if (status != BY_OK)
            break;
        out->right += is_right(l, decision.move) ? 1.0 / l->runs : 0;
        out->most += (double)decision.moves[0].visits / sims / l->runs;
    }
    by_decision_close(&decision);
    by_searcher_close(searcher);
    return status;
}

static enum by_status try_all(struct lesson *l, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < WEIGHTS && status == BY_OK; i++)
        status = try_often(l, l->rule, weights[i], WEIGHT_SIMS, &l->by_weight[i], err);
    for (int i = 0; i < RULES; i++)
        for (int j = 0; j < SIZES && status == BY_OK; j++)
            status = try_often(l, &rules_of[i], l->c, sizes[j], &l->by_rule[i][j], err);
    return status;
}

/* --- words -------------------------------------------------------------------------------------- */

static const char phases_words[] =
    "Nobody tells the program how good a position is: it plays games to their end\n"
    "at random and counts. A simulation has four phases.\n\n"
    "  select    go down the tree; at each node take the move with the largest value\n"
    "  expand    a move that has been visited before gets a node of its own\n"
    "  simulate  from there play the game to its end at random\n"
    "  back up   add the result to every move of the way, for who made it\n\n";

static const char *name_of(const struct lesson *l, by_move move, char name[16])
{
    struct by_text text = by_text_over(name, 16);
    l->rules->game->write_move(l->rules, by_line_position(l->line), move, &text);
    return name;
}

static const char *worth(double value)
{
    return value > 0 ? "wins" : value < 0 ? "loses" : "draws";
}

static void put_board(const struct lesson *l, struct by_buffer *out)
{
    char drawing[512];
    struct by_text text = by_text_over(drawing, sizeof drawing);
    l->rules->game->draw(l->rules, by_line_position(l->line), &text);
    by_buffer_add(out, drawing);
}

/* "a1 b2": the way of a simulation. */
static void put_way(const struct lesson *l, int id, struct by_buffer *out)
{
    if (l->steps.node[id].parent < 0)
        return;
    put_way(l, l->steps.node[id].parent, out);
    by_buffer_format(out, " %s", l->steps.node[id].name);
}

static void put_first(const struct lesson *l, struct by_buffer *out)
{
    bool expanded = false;
    by_buffer_format(out, "\nThe first %d simulations:\n\n", l->sims < FIRST ? l->sims : FIRST);
    for (int i = 0; i < l->steps.count && l->steps.step[i].simulation <= FIRST; i++) {
        const struct by_sim_step *step = &l->steps.step[i];
        expanded |= step->kind == BY_STEP_EXPAND;
        if (step->kind != BY_STEP_SIMULATE)
            continue;
        by_buffer_format(out, "%4d  select", step->simulation);
        put_way(l, step->node, out);
        by_buffer_format(out, "%s; ", expanded ? ", expand" : "");
        if (step->reason == BY_REASON_NONE)
            by_buffer_format(out, "play %d more; ", step->length);
        by_buffer_format(out, "X gets %g, O %g\n", step->points[0], step->points[1]);
        expanded = false;
    }
}

static void put_moves(const struct lesson *l, struct by_buffer *out)
{
    char name[16];
    by_buffer_format(out, "\nAfter %d simulations, by\n  value = ", l->sims);
    for (const char *at = l->formula; *at != '\0';) {
        size_t length = strlen(at), part = length < 68 ? length : 68;
        while (part < length && part > 1 && at[part] != ' ')
            part--;
        by_buffer_format(out, "%s%.*s\n", at == l->formula ? "" : "    ", (int)part, at);
        at += part;
        at += *at == ' ';
    }
    by_buffer_format(out, "\n%6s %8s %8s   in truth it\n", "move", "n", "w/n");
    for (int i = 0; i < l->decision.move_count; i++) {
        const struct by_move_stat *stat = &l->decision.moves[i];
        by_buffer_format(out, "%6s %8llu ", name_of(l, stat->move, name),
                         (unsigned long long)stat->visits);
        if (stat->visits > 0)
            by_buffer_format(out, "%8.3f", stat->value);
        else
            by_buffer_format(out, "%8s", "-");
        by_buffer_format(out, "   %s%s\n", worth(exact_value(l, stat->move)),
                         i == 0 ? "   <- the answer: most visits" : "");
    }
}

static void put_weights(const struct lesson *l, struct by_buffer *out)
{
    by_buffer_format(out,
                     "\nWhat c does. %d searches of %d simulations each, by %s: how many of the\n"
                     "simulations the answer got, and how often it was right:\n\n"
                     "%8s %12s %10s\n",
                     l->runs, WEIGHT_SIMS, l->rule->name, "c", "its share", "right");
    for (int i = 0; i < WEIGHTS; i++)
        by_buffer_format(out, "%8g %10.0f %% %8.0f %%\n", weights[i], 100 * l->by_weight[i].most,
                         100 * l->by_weight[i].right);
    by_buffer_add(out,
                  "\nWith c = 0 the first move that wins a game may get all others' share; with\n"
                  "a large c all moves get as many, and the tree stays shallow.\n");
}

static double right_part(const struct lesson *l)
{
    int right = 0;
    for (int i = 0; i < l->exact.move_count; i++)
        right += is_right(l, l->exact.moves[i].move);
    return (double)right / l->exact.move_count;
}

static void put_rules(const struct lesson *l, struct by_buffer *out)
{
    by_buffer_format(out,
                     "\nUCB1 and RAVE. How often %d searches with c = %g were right; of the moves\n"
                     "%.0f %% are:\n\n%8s",
                     l->runs, l->c, 100 * right_part(l), "");
    for (int j = 0; j < SIZES; j++)
        by_buffer_format(out, "%10d", sizes[j]);
    by_buffer_add(out, "   simulations\n");
    for (int i = 0; i < RULES; i++) {
        by_buffer_format(out, "%8s", rules_of[i].name);
        for (int j = 0; j < SIZES; j++)
            by_buffer_format(out, "%8.0f %%", 100 * l->by_rule[i][j].right);
        by_buffer_char(out, '\n');
    }
    by_buffer_add(out,
                  "\nratio takes the best mean, and knows no c. ucb1 adds c sqrt(ln(N)/n), which\n"
                  "grows while a move waits; uct is NOGO's form of it. rave mixes in how all\n"
                  "games ended in which its player made the move here or later (AMAF): there are\n"
                  "many more of them, and right away. That helps where a move is good whenever it\n"
                  "comes (--moves \"a1 b1\"), and misleads where it must come now or never\n"
                  "(--moves \"a1 b2 c3\").\n"
                  "\nTo try:\n"
                  "  --step: say which move is taken before you go on.\n"
                  "  --rule ratio and --rule ucb1 --c 3: which tree is deep, which is wide?\n"
                  "  --rule rave --step: find a move that was never tried and has an AMAF value.\n"
                  "  --seed 2, 3, 4: does the answer stay? With how many --sims?\n");
}

/* --- the tree ------------------------------------------------------------------------------------- */

static void add_nodes(const struct lesson *l, struct by_treedraw *tree, const double *tally, int id,
                      int parent)
{
    const struct by_sim_node *node = &l->steps.node[id];
    double n = tally[2 * (size_t)id], w = tally[2 * (size_t)id + 1];
    int at =
        by_treedraw_add(tree, parent, node->side == 0 ? "first-soft edge" : "second-soft edge");
    if (at < 0)
        return;
    if (parent < 0)
        by_treedraw_label(tree, at, "root\nN %.0f", n);
    else
        by_treedraw_label(tree, at, "%s n %.0f\n%.2f", node->name, n, w / n);
    for (int child = node->first; child >= 0; child = l->steps.node[child].next)
        if (tally[2 * (size_t)child] * 12 >= tally[0]) /* what had a share worth drawing */
            add_nodes(l, tree, tally, child, at);
}

static enum by_status draw_svg(const struct lesson *l, struct by_error *err)
{
    const struct by_treedraw_look look = {.width = 64, .height = 38, .gap = 10, .rise = 34};
    struct by_treedraw tree;
    struct by_svg svg;
    char below[160];
    double *tally = calloc(2 * (size_t)l->steps.node_count, sizeof *tally);
    enum by_status status = by_treedraw_open(&tree, TREE_NODES, err);
    if (status == BY_OK && !tally)
        status = by_fail_memory(err, sizeof *tally);
    if (status == BY_OK) {
        by_simsteps_tally(&l->steps, l->steps.count - 1, tally);
        add_nodes(l, &tree, tally, 0, -1);
        by_treedraw_lay(&tree);
        snprintf(below, sizeof below,
                 "%.0f simulations by %s, c = %g: moves with a twelfth of them or more, and w/n.",
                 tally[0], l->rule->name, l->c);
        double width = by_treedraw_width(&tree, &look);
        by_svg_begin(&svg, &l->sink->svg, (width < 620 ? 620 : width) + 2 * BY_SVG_MARGIN,
                     by_treedraw_height(&tree, &look) + BY_SVG_TOP + BY_SVG_MARGIN,
                     "Monte Carlo tree search", below);
        by_treedraw_svg(&tree, &look, &svg, BY_SVG_MARGIN, BY_SVG_TOP);
        by_svg_end(&svg);
    }
    free(tally);
    by_treedraw_close(&tree);
    return status;
}

/* --- numbers ---------------------------------------------------------------------------------------- */

static void write_trials(const struct lesson *l, struct by_json *figures)
{
    by_json_int(figures, "weights_sims", WEIGHT_SIMS);
    by_json_array(figures, "weights");
    for (int i = 0; i < WEIGHTS; i++) {
        by_json_object(figures, NULL);
        by_json_figure(figures, "c", weights[i]);
        by_json_figure(figures, "share", l->by_weight[i].most);
        by_json_figure(figures, "right", l->by_weight[i].right);
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
    by_json_array(figures, "rules");
    for (int i = 0; i < RULES; i++)
        for (int j = 0; j < SIZES; j++) {
            by_json_object(figures, NULL);
            by_json_text(figures, "rule", rules_of[i].name);
            by_json_int(figures, "sims", sizes[j]);
            by_json_figure(figures, "right", l->by_rule[i][j].right);
            by_json_end_object(figures);
        }
    by_json_end_array(figures);
}

static void write_figures(const struct lesson *l)
{
    struct by_json *figures = &l->sink->figures;
    char name[16];
    by_json_text(figures, "rule", l->rule->name);
    by_json_figure(figures, "c", l->c);
    by_json_int(figures, "sims", l->sims);
    by_json_int(figures, "runs", l->runs);
    by_json_text(figures, "formula", l->formula);
    by_json_array(figures, "moves");
    for (int i = 0; i < l->decision.move_count; i++) {
        const struct by_move_stat *stat = &l->decision.moves[i];
        by_json_object(figures, NULL);
        by_json_text(figures, "move", name_of(l, stat->move, name));
        by_json_int(figures, "visits", (int64_t)stat->visits);
        by_json_figure(figures, "mean", stat->visits > 0 ? stat->value : 0);
        by_json_int(figures, "truth", (int64_t)exact_value(l, stat->move));
        by_json_end_object(figures);
    }
    by_json_end_array(figures);
    write_trials(l, figures);
}

/* --- the lesson --------------------------------------------------------------------------------------- */

static void put_steps(struct lesson *l)
{
    for (int i = 0; i < l->steps.count && i < STEPS_MAX; i++) {
        struct by_buffer *out = by_sink_step(l->sink);
        if (!out)
            return;
        by_simsteps_draw(&l->steps, i, 79, 21, out);
        if (i == 0 || l->steps.step[i].simulation != l->steps.step[i - 1].simulation)
            by_sink_chapter(l->sink, "simulation");
    }
}

static enum by_status teach(struct lesson *l, struct by_error *err)
{
    struct by_buffer *out = &l->sink->text;
    by_buffer_add(out, phases_words);
    put_board(l, out);
    put_first(l, out);
    put_moves(l, out);
    put_weights(l, out);
    put_rules(l, out);
    write_figures(l);
    if (by_sink_wants(l->sink, BY_WANT_STEPS))
        put_steps(l);
    return by_sink_wants(l->sink, BY_WANT_SVG) ? draw_svg(l, err) : BY_OK;
}

static enum by_status open_line(struct lesson *l, const struct by_values *values,
                                struct by_error *err)
{
    enum by_status status = by_rules_open("tictactoe", NULL, 0, NULL, &l->rules, err);
    if (status == BY_OK)
        status = by_line_open(l->rules, &l->line, err);
    if (status == BY_OK)
        status = by_line_play_list(l->line, by_values_get(values, "moves")->text, err);
    if (status == BY_OK && by_line_over(l->line))
        status = by_fail(err, BY_BAD_INPUT, "the lesson mcts: the game is over after these moves");
    if (status == BY_OK)
        status = by_decision_open(l->rules, &l->exact, err);
    if (status == BY_OK)
        status = by_decision_open(l->rules, &l->decision, err);
    return status;
}

static enum by_status run(const struct by_values *values, struct by_sink *sink,
                          struct by_error *err)
{
    struct lesson *l = calloc(1, sizeof *l);
    if (!l)
        return by_fail_memory(err, sizeof *l);
    l->sink = sink;
    l->rule = &rules_of[by_values_get(values, "rule")->choice];
    l->c = by_values_get(values, "c")->real;
    l->sims = by_lesson_int(values, "sims");
    l->runs = by_lesson_int(values, "runs");
    enum by_status status = by_lesson_seed(values, &l->seed, err);
    if (status == BY_OK)
        status = open_line(l, values, err);
    if (status == BY_OK)
        status = think(l, "minimax", NULL, &l->exact, err);
    if (status == BY_OK)
        status = watch(l, err);
    if (status == BY_OK)
        status = try_all(l, err);
    if (status == BY_OK)
        status = teach(l, err);
    by_simsteps_close(&l->steps);
    by_decision_close(&l->exact);
    by_decision_close(&l->decision);
    by_line_close(l->line);
    by_rules_close(l->rules);
    free(l);
    return status;
}

/* clang-format off */
static const struct by_option options[] = {
    {.name = "sims", .type = BY_OPTION_INT, .fallback = "60", .low = 1, .high = SIMS_MAX,
     .help = "simulations of the search that is shown"},
    {.name = "rule", .type = BY_OPTION_CHOICE, .fallback = "ucb1", .choices = "ratio|ucb1|uct|rave",
     .help = "how a move is chosen: the best mean, UCB1, NOGO's form of it, or that with AMAF"},
    {.name = "c", .type = BY_OPTION_REAL, .fallback = "0.4", .low = 0, .high = 1000,
     .help = "weight of exploration"},
    {.name = "moves", .type = BY_OPTION_TEXT, .fallback = "a1 b2 c3", .high = 100,
     .help = "moves of tic-tac-toe that were played before"},
    {.name = "runs", .type = BY_OPTION_INT, .fallback = "200", .low = 1, .high = 2000,
     .help = "searches behind each number of the two tables"},
    BY_LESSON_SEED,
    {.name = NULL},
};
/* clang-format on */

const struct by_lesson by_lesson_mcts = {
    .name = "mcts",
    .title = "Monte Carlo tree search: four phases, over and over",
    .summary = "select, expand, simulate, back up; what c does; UCB1 against RAVE",
    .options = options,
    .run = run,
};
