/* tree.c: an exercise tree, searched and drawn. */
#include "cli/lessons/tree.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "games/tree/dag.h"

#include <stdlib.h>
#include <string.h>

/* --- the search --------------------------------------------------------------------- */

struct listener {
    struct by_recorder *recorder;
    struct by_progress progress;
};

static void on_step(void *context, const struct by_step *step)
{
    struct listener *listener = context;
    by_recorder_step(listener->recorder, step);
    if (step->kind == BY_STEP_LEAVE && step->reason == BY_REASON_FINISHED)
        atomic_fetch_add_explicit(&listener->progress.done, 1, memory_order_relaxed);
}

static int search(struct by_tree_job *job, struct by_player *player)
{
    struct by_cli *cli = job->cli;
    struct by_decision decision;
    const struct by_dag *dag = cli->rules->data;
    struct listener listener = {.recorder = &job->recorder};
    struct by_events events = {.context = &listener, .trace = on_step};
    if (by_decision_open(cli->rules, &decision, &cli->error) != BY_OK)
        return by_cli_report(cli);
    by_progress_open(&listener.progress, "leaves");
    atomic_store(&listener.progress.total, dag->shape.leaves);
    by_interrupt_watch(player);
    enum by_status status =
        by_player_move(player, cli->line, NULL, &events, &decision, &cli->error);
    by_interrupt_watch(NULL);
    by_progress_close(&listener.progress);
    bool complete = decision.complete;
    by_decision_close(&decision);
    if (status == BY_OK && complete)
        status = by_recorder_complete(&job->recorder, by_line_position(cli->line), &cli->error);
    if (status != BY_OK)
        return by_cli_report(cli);
    return complete ? BY_EXIT_OK : by_cli_failed(cli, "stopped before the tree was searched");
}

/* To the depth of the tree: one look, no deepening. */
static int run_search(struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    char spec[128];
    uint64_t seed;
    struct by_player *player;
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    if (job->order)
        snprintf(spec, sizeof spec, "%s plain=on order=%s depth=%d", job->search, job->order,
                 cli->rules->max_length);
    else
        snprintf(spec, sizeof spec, "%s depth=%d", job->search, cli->rules->max_length);
    if (by_player_open(cli->rules, spec,
                       &(struct by_player_terms){.seed = seed, .trust = BY_TRUST_ALL}, &player,
                       &cli->error) != BY_OK)
        return by_cli_report(cli);
    int status = BY_EXIT_OK;
    if (by_recorder_open(&job->recorder, cli->rules, BY_DAG_NODES_MAX, &cli->error) == BY_OK)
        status = search(job, player);
    else
        status = by_cli_report(cli);
    by_player_close(player);
    job->counts = by_recorder_count(&job->recorder);
    return status;
}

/* --- the drawings --------------------------------------------------------------------- */

struct by_searchview by_tree_view(const struct by_tree_job *job, int32_t now, int32_t focus)
{
    return (struct by_searchview){.recorder = &job->recorder,
                                  .windows = job->order != NULL,
                                  .now = now,
                                  .focus = focus,
                                  .most = job->most,
                                  .levels = BY_SEARCHVIEW_LEVELS};
}

void by_tree_title(const struct by_tree_job *job, struct by_text *out)
{
    by_text_format(out, "%s%s%s", job->search, job->order ? ", order " : "",
                   job->order ? job->order : "");
}

static void print_row(void *context, const struct by_recorder_row *row)
{
    const struct by_cli *cli = context;
    const char *style = !row->seen  ? by_style(cli, BY_STYLE_DIM)
                        : row->best ? by_style(cli, BY_STYLE_BOLD)
                                    : "";
    fprintf(cli->out, "%s%s%s\n", style, row->text, *style ? by_style(cli, BY_STYLE_PLAIN) : "");
}

static void print_best(const struct by_tree_job *job)
{
    const struct by_recorder *recorder = &job->recorder;
    int left = 64;
    int32_t id = recorder->node[0].best;
    if (id == BY_RECORDER_NONE)
        return;
    fputs("best   ", job->cli->out);
    for (; id != BY_RECORDER_NONE && left > 0; id = recorder->node[id].best, left--)
        fprintf(job->cli->out, " %d", id - recorder->node[recorder->node[id].parent].first + 1);
    fprintf(job->cli->out, "%s\n", id != BY_RECORDER_NONE ? " ..." : "");
}

void by_tree_summary(const struct by_tree_job *job)
{
    const struct by_recorder_counts *counts = &job->counts;
    FILE *out = job->cli->out;
    char title[64];
    struct by_text text = by_text_over(title, sizeof title);
    by_tree_title(job, &text);
    char value[32];
    struct by_text number = by_text_over(value, sizeof value);
    by_recorder_number(&job->recorder, job->recorder.node[0].value, &number);
    fprintf(out, "search  %s\nvalue   %s\n", title, value);
    print_best(job);
    fprintf(out, "leaves  %d of %d looked at\nnodes   %d of %d entered", counts->leaves_seen,
            counts->leaves, counts->nodes_seen, counts->nodes);
    if (job->order)
        fprintf(out, ", %d %s", counts->cuts, counts->cuts == 1 ? "cut" : "cuts");
    fputc('\n', out);
}

int by_tree_text(const struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    struct by_searchview view = by_tree_view(job, BY_RECORDER_END, BY_RECORDER_NONE);
    enum by_status status = by_searchview_open(&view, &cli->error);
    if (status == BY_OK)
        status = by_searchdraw_text(&view, print_row, cli, &cli->error);
    int32_t shown = by_searchview_drawn(&view);
    by_searchview_close(&view);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (shown < job->counts.nodes)
        fprintf(cli->out, "\n%d of %d nodes are drawn; --show N draws more.\n", shown,
                job->counts.nodes);
    fputc('\n', cli->out);
    by_tree_summary(job);
    return BY_EXIT_OK;
}

/* --- the command ------------------------------------------------------------------------------ */

static int output(const struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    const char *svg = by_cli_text(cli, "svg");
    int status = svg ? by_tree_svg(job, svg) : BY_EXIT_OK;
    if (status != BY_EXIT_OK || (svg && strcmp(svg, "-") == 0))
        return status;
    if (by_cli_flag(cli, "json"))
        return by_tree_json(job);
    return by_cli_flag(cli, "step") ? by_tree_step(job) : by_tree_text(job);
}

static int check_options(struct by_cli *cli)
{
    bool json = by_cli_flag(cli, "json"), step = by_cli_flag(cli, "step");
    const char *svg = by_cli_text(cli, "svg");
    if (json && step)
        return by_cli_refuse(cli, "--step is for people and --json for programs: choose one");
    if (by_cli_value(cli, "nodes")->set && !json)
        return by_cli_refuse(cli, "--nodes adds the nodes to --json: give that too");
    if (svg && strcmp(svg, "-") == 0 && (json || step))
        return by_cli_refuse(cli, "'--svg -' writes the drawing to standard output: leave out %s",
                             json ? "--json" : "--step");
    if (by_cli_value(cli, "search")->choice == 0 && by_cli_value(cli, "order")->given)
        return by_cli_refuse(cli, "minimax looks at everything: --order is for alphabeta");
    return BY_EXIT_OK;
}

static bool makes_tree(const char *setting)
{
    static const char *const names[] = {"branching=", "depth=", "values=", "mixed="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(setting, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* --min is the game's own option root=min; there is room for it, argc + 1 entries. */
static int open_tree(struct by_cli *cli, const char *text)
{
    bool min = by_cli_flag(cli, "min");
    for (int i = 0; i < cli->setting_count; i++)
        if (text && makes_tree(cli->settings[i]))
            return by_cli_refuse(cli, "give a tree, or --option branching and depth for a random "
                                      "one, not both");
    if (min)
        cli->settings[cli->setting_count++] = "root=min";
    int status = text ? by_tree_check(cli, text) : BY_EXIT_OK;
    if (status == BY_EXIT_OK)
        status = by_cli_rules(cli, "tree", text);
    if (status != BY_EXIT_OK)
        return status;
    if (by_line_open(cli->rules, &cli->line, &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (min && by_line_side(cli->line) == 0)
        return by_cli_refuse(cli, "--min says that MIN moves first, and the X behind the tree that "
                                  "MAX does");
    return BY_EXIT_OK;
}

static int run(struct by_cli *cli)
{
    char *text;
    struct by_tree_job job = {.cli = cli, .most = (int32_t)by_cli_int(cli, "show")};
    job.search = by_cli_text(cli, "search");
    job.order = by_cli_value(cli, "search")->choice == 0 ? NULL : by_cli_text(cli, "order");
    int status = check_options(cli);
    if (status != BY_EXIT_OK)
        return status;
    status = by_tree_input(cli, &text);
    if (status == BY_EXIT_OK)
        status = open_tree(cli, text);
    free(text);
    if (status == BY_EXIT_OK && cli->rules->has_chance && !by_cli_value(cli, "search")->given) {
        job.search = "minimax"; /* alpha-beta cannot cut where chance comes between */
        job.order = NULL;
    }
    if (status == BY_EXIT_OK)
        status = run_search(&job);
    if (status == BY_EXIT_OK)
        status = output(&job);
    by_recorder_close(&job.recorder);
    return status;
}

static const char order_words[] = ""
#define BY_ORDER(id, name) "|" name
#include "search/textbook/orders.def"
#undef BY_ORDER
    ;

static const struct by_cli_option options[] = {
    {.base = {"search", BY_OPTION_CHOICE, "alphabeta", 0, 0, "minimax|alphabeta",
              "minimax looks at everything, alphabeta leaves out what cannot matter; where there "
              "are chance nodes it is minimax"},
     .placeholder = "NAME"},
    {.base = {"order", BY_OPTION_CHOICE, "game", 0, 0, BY_CHOICES(order_words),
              "alphabeta: children as written, truly best or worst first, or at random; static "
              "needs an evaluation, which these trees lack"},
     .placeholder = "NAME"},
    {.base = {"min", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "MIN moves at the root; otherwise MAX, or whom the text names"}},
    {.base = {"file", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "read the tree from this file; - is standard input"},
     .placeholder = "FILE"},
    {.base = {"option", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "an option of the game 'tree': branching, depth, values, mixed make a random tree; "
              "may be repeated"},
     .placeholder = "NAME=VALUE",
     .repeated = true},
    {.base = {"seed", BY_OPTION_TEXT, "1", 0, 20, NULL,
              "what --order random depends on: 0 to 18446744073709551615"},
     .placeholder = "N"},
    {.base = {"show", BY_OPTION_INT, "200", 1, 10000, NULL, "draw at most so many nodes"},
     .placeholder = "N"},
    {.base = {"step", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "walk through the search with the keyboard; without a terminal, list its steps"}},
    {.base = {"svg", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "draw it into this file; - is standard output"},
     .placeholder = "FILE"},
    {.base = {"nodes", BY_OPTION_INT, NULL, 1, 1e6, NULL,
              "with --json: every node too, the first N (10000 when N is left out)"},
     .placeholder = "N",
     .value_opt = "10000"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"tree \"((3 12 8)(2 4 6)(14 5 2))\"", "alpha-beta on the tree of the textbooks"},
    {"tree \"((3 12 8)(2 4 6)(14 5 2))\" --step", "the same, step by step with the keyboard"},
    {"tree \"((5 -3)(2 (7 1) 4) 6)\" --search minimax --min --svg tree.svg",
     "a drawing of minimax"},
    {"tree \"([2:3 (4 6)] [5 [1 2]])\"", "expectimax: a chance node is worth its mean"},
    {"tree --option branching=3 --option depth=4 --order worst --json",
     "how many of 81 leaves are looked at, for a program"},
    {NULL, NULL},
};

const struct by_command by_command_tree = {
    .name = "tree",
    .arguments = "[TREE]",
    .most = 1,
    .summary = "search a tree that you write down, and see every value, window and cut",
    .about = "Searches an explicit tree and draws it with the value of every node, the window "
             "(alpha, beta) it was entered with and what the window had become, the leaves never "
             "looked at, and why. A leaf is a whole number, an inner node its children in "
             "parentheses, a chance node its children in brackets, each with its weight before it "
             "unless that is 1: [2:3 (4 6)]; without a tree the one of the textbooks is taken. All "
             "values are MAX's. "
             "A * marks the line of best play; '<= 2' is a node known to be worth 2 or less; a "
             "leaf in parentheses was never read. Nodes are named by the way there: 2.1 is the "
             "first child of the second child of the root. JSON: {\"value\", \"leaves\", "
             "\"visited\", ...}; see docs/JSON.md.\n"
             "Keys of --step: n, space, right or down: on; b, left or up: back; c: to the next "
             "cut; g or Home, e or End: to the first step, the last; q: leave.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
