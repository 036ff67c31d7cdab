/* tree.c: an exercise tree, searched and drawn. */
#include "cli/lessons/tree.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "games/tree/dag.h"

#include <stdlib.h>
#include <string.h>

/* --- the search --------------------------------------------------------------------- */

static void on_player(void *context, struct by_player *player)
{
    (void)context;
    by_interrupt_watch(player);
}

static void on_leaf(void *context)
{
    struct by_progress *progress = context;
    atomic_fetch_add_explicit(&progress->done, 1, memory_order_relaxed);
}

static int run_search(struct by_tree_job *job, bool game)
{
    struct by_cli *cli = job->cli;
    struct by_progress progress;
    const struct by_value *search = by_cli_value(cli, "search");
    struct by_tree_question question = {
        .line = cli->line,
        .game = game,
        .search = search->given || !cli->rules->has_chance ? by_cli_text(cli, "search") : NULL,
        .order = by_cli_text(cli, "order"),
        .eval = by_cli_text(cli, "eval"),
        .depth = game ? (int)by_cli_int(cli, "depth") : 0,
        .trust = BY_TRUST_ALL,
        .context = &progress,
        .thinking = on_player,
        .leaf = on_leaf};
    if (!by_cli_seed(cli, &question.seed))
        return BY_EXIT_USAGE;
    by_progress_open(&progress, "leaves");
    if (!game)
        atomic_store(&progress.total, ((const struct by_dag *)cli->rules->data)->shape.leaves);
    enum by_status status = by_searched_tree_open(&question, &job->tree, &cli->error);
    by_progress_close(&progress);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

/* --- the command ------------------------------------------------------------------------------ */

static int output(const struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    const char *svg = by_cli_text(cli, "svg");
    bool blank = by_cli_flag(cli, "blank");
    int status = svg ? by_tree_svg(job, svg, blank) : BY_EXIT_OK;
    if (status != BY_EXIT_OK || (svg && strcmp(svg, "-") == 0))
        return status;
    if (by_cli_flag(cli, "json"))
        return by_tree_json(job);
    if (blank)
        return by_tree_blank(job);
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
    if (by_cli_value(cli, "steps")->set && !json)
        return by_cli_refuse(cli, "--steps adds the steps to --json: give that too, or --step");
    if (by_cli_value(cli, "steps")->set && by_cli_value(cli, "nodes")->set)
        return by_cli_refuse(cli, "--steps brings the nodes that it needs: leave out --nodes");
    if (by_cli_value(cli, "first")->given && !by_cli_value(cli, "steps")->set)
        return by_cli_refuse(cli, "--first is the first one of --steps: give that too");
    if (svg && strcmp(svg, "-") == 0 && (json || step))
        return by_cli_refuse(cli, "'--svg -' writes the drawing to standard output: leave out %s",
                             json ? "--json" : "--step");
    if (by_cli_value(cli, "search")->choice == 0 && by_cli_value(cli, "order")->given)
        return by_cli_refuse(cli, "minimax looks at everything: --order is for alphabeta");
    if (by_cli_flag(cli, "blank") && (json || step))
        return by_cli_refuse(cli, "--blank is an exercise on paper: leave out %s",
                             json ? "--json" : "--step");
    if (by_cli_text(cli, "solution") && !by_cli_flag(cli, "blank"))
        return by_cli_refuse(cli, "--solution is for the solution of an exercise: add --blank");
    return by_tree_game_check(cli);
}

static bool makes_tree(const char *setting)
{
    static const char *const names[] = {"branching=", "depth=", "values=", "mixed="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(setting, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* A random tree: --random 3x2, or --option branching and depth; --seed makes its leaves, too. The
 * settings live in `storage`. */
#define RECIPE_SETTINGS 4
struct recipe {
    char branching[32], depth[32], values[32];
};

static int write_recipe(struct by_tree_job *job, struct recipe *recipe)
{
    struct by_cli *cli = job->cli;
    const struct by_value *random = by_cli_value(cli, "random");
    bool values = false;
    uint64_t seed;
    for (int i = 0; i < cli->setting_count; i++) {
        job->generated |= strncmp(cli->settings[i], "branching=", 10) == 0;
        values |= strncmp(cli->settings[i], "values=", 7) == 0;
    }
    if (random->set && job->generated)
        return by_cli_refuse(cli, "give --random, or --option branching and depth, not both");
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    if (cli->setting_count > BY_SPEC_PAIRS_MAX - RECIPE_SETTINGS)
        return by_cli_refuse(cli, "these are more --option than a tree takes");
    if (random->set) {
        job->generated = true;
        snprintf(recipe->branching, sizeof recipe->branching, "branching=%d", random->width);
        snprintf(recipe->depth, sizeof recipe->depth, "depth=%d", random->height);
        cli->settings[cli->setting_count++] = recipe->branching;
        cli->settings[cli->setting_count++] = recipe->depth;
        cli->settings[cli->setting_count++] = "mixed=on";
    }
    if (!job->generated || values || !by_cli_value(cli, "seed")->given)
        return BY_EXIT_OK;
    if (seed > INT32_MAX)
        return by_cli_refuse(cli, "a random tree is made from a seed of at most %d", INT32_MAX);
    snprintf(recipe->values, sizeof recipe->values, "values=%d", (int)seed);
    cli->settings[cli->setting_count++] = recipe->values;
    return BY_EXIT_OK;
}

/* --min is the game's own option root=min; there is room for it, argc + 1 entries. */
static int open_tree(struct by_tree_job *job, const char *text)
{
    struct by_cli *cli = job->cli;
    struct recipe recipe;
    bool min = by_cli_flag(cli, "min");
    for (int i = 0; i < cli->setting_count; i++)
        if (text && makes_tree(cli->settings[i]))
            return by_cli_refuse(cli, "give a tree, or --option branching and depth for a random "
                                      "one, not both");
    if (text && by_cli_value(cli, "random")->set)
        return by_cli_refuse(cli,
                             "give a tree, or --random for one that nobody has seen, not both");
    int status = write_recipe(job, &recipe);
    if (min)
        cli->settings[cli->setting_count++] = "root=min";
    if (status == BY_EXIT_OK && text && by_tree_text_check(text, &cli->error) != BY_OK)
        return by_cli_report(cli);
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
    int status = check_options(cli);
    if (status != BY_EXIT_OK)
        return status;
    status = by_tree_input(cli, &text);
    const char *game = by_cli_text(cli, "game");
    if (status == BY_EXIT_OK)
        status = game ? by_cli_game(cli, game) : open_tree(&job, text);
    free(text);
    if (status == BY_EXIT_OK)
        status = run_search(&job, game != NULL);
    if (status == BY_EXIT_OK)
        status = output(&job);
    by_searched_tree_close(&job.tree);
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
              "needs an evaluation, which trees that are written down lack"},
     .placeholder = "NAME"},
    {.base = {"min", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "MIN moves at the root; otherwise MAX, or whom the text names"}},
    {.base = {"file", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "read the tree from this file; - is standard input"},
     .placeholder = "FILE"},
    {.base = {"option", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "an option of the game 'tree': branching, depth, values, mixed make a random tree; "
              "or of the game that --game names; may be repeated"},
     .placeholder = "NAME=VALUE",
     .repeated = true},
    {.base = {"seed", BY_OPTION_TEXT, "1", 0, 20, NULL,
              "what a random tree and --order random depend on: 0 to 18446744073709551615"},
     .placeholder = "N"},
    {.base =
         {"random", BY_OPTION_SIZE, NULL, 1, 64, NULL,
          "a random tree: so many children of every node x so many levels, leaves anywhere; its "
          "text is printed"},
     .placeholder = "BxD"},
    {.base = {"game", BY_OPTION_TEXT, NULL, 1, 64, NULL,
              "the tree of a game's position instead (see 'banyan games')"},
     .placeholder = "NAME"},
    {.base = {"position", BY_OPTION_TEXT, NULL, 0, 1e6, NULL,
              "with --game: begin at this position"},
     .placeholder = "TEXT"},
    {.base = {"moves", BY_OPTION_TEXT, NULL, 0, 1e6, NULL,
              "with --game: play these moves first, separated by blanks or commas"},
     .placeholder = "MOVES"},
    {.base = {"size", BY_OPTION_TEXT, NULL, 0, 64, NULL, "with --game: the size of the board"},
     .placeholder = "SIZE"},
    {.base = {"depth", BY_OPTION_INT, NULL, 1, BY_LENGTH_MAX, NULL,
              "with --game: search so many plies; without it the whole tree, or as much as fits"},
     .placeholder = "N"},
    {.base = {"eval", BY_OPTION_TEXT, NULL, 1, 1000, NULL,
              "with --game: what a game counts that is not over at that depth; none: 0; without it "
              "the game's first evaluation, and where every game ends its result"},
     .placeholder = "NAME"},
    {.base = {"blank", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "an exercise: the tree without what the search finds, in text and drawing"}},
    {.base = {"solution", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "with --blank: write the solution to FILE: a drawing if it ends in .svg, else text; "
              "- is standard output"},
     .placeholder = "FILE"},
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
    {.base =
         {"steps", BY_OPTION_INT, NULL, 1, 1e5, NULL,
          "with --json: so many steps of the search too (1000 when N is left out), and the nodes "
          "that they need"},
     .placeholder = "N",
     .value_opt = "1000"},
    {.base = {"first", BY_OPTION_INT, "1", 1, 1e8, NULL, "with --steps: the first of them"},
     .placeholder = "N"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"tree \"((3 12 8)(2 4 6)(14 5 2))\"", "alpha-beta on the tree of the textbooks"},
    {"tree \"((3 12 8)(2 4 6)(14 5 2))\" --step", "the same, step by step with the keyboard"},
    {"tree \"((5 -3)(2 (7 1) 4) 6)\" --search minimax --min --svg tree.svg",
     "a drawing of minimax"},
    {"tree \"([2:3 (4 6)] [5 [1 2]])\"", "expectimax: a chance node is worth its mean"},
    {"tree \"[[3, 12, 8], [2, 4.5, 6], [14, 5, 2]]\"", "written as a list, with decimals"},
    {"tree --game nim --position 7 --search minimax --svg nim.svg",
     "all of the game of Nim with 7"},
    {"tree --game tictactoe --position \"XO./.X./..O X\" --step", "an ending, step by step"},
    {"tree --random 3x2 --seed 7 --blank --svg sheet.svg --solution solution.svg",
     "an exercise that nobody has seen, and its solution"},
    {"tree --option branching=3 --option depth=4 --order worst --json",
     "how many of 81 leaves are looked at, for a program"},
    {NULL, NULL},
};

const struct by_command by_command_tree = {
    .name = "tree",
    .arguments = "[TREE]",
    .most = 1,
    .summary =
        "search a tree that you write down, or a game's, and see every value, window and cut",
    .about = "Searches an explicit tree and draws it with the value of every node, the window "
             "(alpha, beta) it was entered with and what the window had become, the leaves never "
             "looked at, and why. A leaf is a number, an inner node its children in "
             "parentheses, a chance node its children in brackets, each with its weight before it "
             "unless that is 1: [2:3 (4 6)]; without a tree the one of the textbooks is taken. A "
             "tree in brackets alone, with commas between the children, is a list as other "
             "languages write it, and its brackets are inner nodes: [[3, 12], [2, 4]]. Without a "
             "comma, or beside parentheses or weights, brackets are chance nodes; a comma may "
             "stand there too. All values are MAX's. "
             "A * marks the line of best play; '<= 2' is a node known to be worth 2 or less; a "
             "leaf in parentheses was never read. Nodes are named by the way there: 2.1 is the "
             "first child of the second child of the root.\n"
             "--game takes the tree of a game's position instead, and names nodes by their moves "
             "too. A tree of more than 1,000,000 positions is searched as deep as is quick, or as "
             "--depth says.\n"
             "JSON: {\"value\", \"leaves\", "
             "\"visited\", ...}; see docs/JSON.md.\n"
             "Keys of --step: n, space, right or down: on; b, left or up: back; c: to the next "
             "cut; g or Home, e or End: to the first step, the last; q: leave.",
    .group = BY_GROUP_JSON,
    .options = options,
    .examples = examples,
    .run = run,
};
