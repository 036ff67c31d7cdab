/* explain.c: what is thought of a position before anybody searches it. */
#include "report/explain.h"
#include "cli/file.h"
#include "cli/game_file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "players/player.h"
#include "search/mcts/mcts.h"

#include <stdlib.h>
#include <string.h>

#define FORMULA_ROOM 1200

/* What was asked for, and what belongs to the answer. */
struct asking {
    struct by_cli *cli;
    uint64_t seed;
    const char *eval, *playout; /* names, with what stands behind the colon; NULL: none */
    struct by_player *player;
    struct by_rules *knowing; /* rules of an evaluation's or playout's own */
    struct by_line *line;     /* the same moves by them; the command line's without them */
    struct by_told_player told;
    char formula[FORMULA_ROOM];
};

/* --- who is asked --------------------------------------------------------------------------- */

/* What a player would evaluate and play out with, unless the command line says something else. */
static void take_names(struct asking *a, const struct by_values *values)
{
    for (int i = 0; i < values->count; i++) {
        const char *text = values->value[i].set ? values->value[i].text : NULL;
        if (values->options[i].type != BY_OPTION_NAME || !text || by_same_text(text, "none"))
            continue;
        if (strcmp(values->options[i].choices, "evaluation") == 0 && !a->eval)
            a->eval = text;
        else if (strcmp(values->options[i].choices, "playout") == 0 && !a->playout)
            a->playout = text;
    }
}

static int open_player(struct asking *a)
{
    struct by_cli *cli = a->cli;
    const char *text = by_cli_text(cli, "player");
    char spec[BY_SPEC_BUFFER];
    if (!text)
        return BY_EXIT_OK;
    int status = by_cli_player_spec(cli, text, spec);
    if (status != BY_EXIT_OK)
        return status;
    /* What another program or a person thinks cannot be seen: so there is a searcher. */
    if (by_player_open(cli->rules, spec,
                       &(struct by_player_terms){.seed = a->seed, .trust = BY_TRUST_FILES},
                       &a->player, &cli->error) != BY_OK)
        return by_cli_report(cli);
    take_names(a, by_searcher_values(by_player_searcher(a->player)));
    return BY_EXIT_OK;
}

/* --- knowledge of its own -------------------------------------------------------------------- */

/* Rules for what stands behind the colon of a name; the last ones stay. */
static int add_knowledge(struct asking *a, const char *name)
{
    const char *colon = name ? strchr(name, ':') : NULL;
    struct by_rules *before = a->knowing;
    if (!colon)
        return BY_EXIT_OK;
    enum by_status status =
        by_rules_knowing(before ? before : a->cli->rules, colon + 1, &a->knowing, &a->cli->error);
    by_rules_close(before);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(a->cli);
}

/* The same moves by the rules that know more. */
static int open_line(struct asking *a)
{
    const struct by_line *given = a->cli->line;
    int status = add_knowledge(a, a->eval);
    if (status == BY_EXIT_OK)
        status = add_knowledge(a, a->playout);
    if (status != BY_EXIT_OK || !a->knowing)
        return status;
    if (by_line_open(a->knowing, &a->line, &a->cli->error) != BY_OK)
        return by_cli_report(a->cli);
    for (int i = 0; i < given->count; i++)
        if (by_line_play(a->line, given->moves[i], &a->cli->error) != BY_OK)
            return by_cli_report(a->cli);
    return BY_EXIT_OK;
}

/* --- the search that is asked ------------------------------------------------------------------ */

static int best_first(const void *a, const void *b)
{
    const struct by_choice *x = a, *y = b;
    if (x->value > y->value || x->value < y->value)
        return x->value > y->value ? -1 : 1;
    if (x->prior > y->prior || x->prior < y->prior)
        return x->prior > y->prior ? -1 : 1;
    return (x->move > y->move) - (x->move < y->move);
}

static enum by_status ask_core(struct asking *a, const struct by_core *core, struct by_error *err)
{
    struct by_told_player *told = &a->told;
    size_t most = (size_t)core->rules->max_moves;
    struct by_text text = by_text_over(a->formula, sizeof a->formula);
    told->choices = calloc(most, sizeof *told->choices);
    if (!told->choices)
        return by_fail_memory(err, most * sizeof *told->choices);
    enum by_status status =
        by_core_first(core, told->choices, &told->choice_count, &told->width, err);
    by_mcts_formula(by_player_searcher(a->player), &text);
    told->formula = a->formula;
    told->has_prior = core->tree.prior;
    if (status == BY_OK && told->width == told->choice_count)
        qsort(told->choices, (size_t)told->choice_count, sizeof *told->choices, best_first);
    return status;
}

/* One simulation makes the root, and the root has the moves with their priors. */
static enum by_status ask_mcts(struct asking *a, struct by_error *err)
{
    struct by_searcher *searcher = by_player_searcher(a->player);
    const struct by_limits limits = {.simulations = 1};
    struct by_decision decision;
    enum by_status status = by_decision_open(a->cli->rules, &decision, err);
    if (status == BY_OK)
        status = by_searcher_think(searcher, a->cli->line, &limits, NULL, &decision, err);
    if (status == BY_OK)
        status = ask_core(a, by_mcts_core(by_mcts_of(searcher), 0), err);
    by_decision_close(&decision);
    return status;
}

/* Where nature moves there is nothing to choose, and no formula. */
static int ask_player(struct asking *a, const struct by_explanation *why)
{
    if (!a->player)
        return BY_EXIT_OK;
    a->told.spec = by_player_spec(a->player);
    if (why->by_nature || !by_mcts_of(by_player_searcher(a->player)))
        return BY_EXIT_OK;
    return ask_mcts(a, &a->cli->error) == BY_OK ? BY_EXIT_OK : by_cli_report(a->cli);
}

/* --- playouts -------------------------------------------------------------------------------------- */

static int unknown_playout(struct asking *a)
{
    char quoted[BY_QUOTE_SIZE], names[256];
    struct by_text list = by_text_over(names, sizeof names);
    by_policy_names(a->cli->rules, &list);
    return by_cli_refuse(a->cli, "the game %s has no playout '%s'; it has %s", a->cli->rules->name,
                         by_quote(a->playout, quoted), names);
}

static int play(struct asking *a, struct by_explanation *why)
{
    struct by_cli *cli = a->cli;
    struct by_progress progress;
    if (!a->playout)
        return by_cli_value(cli, "playouts")->given
                   ? by_cli_refuse(cli, "--playouts goes with --playout NAME or --player SPEC")
                   : BY_EXIT_OK;
    const struct by_policy *policy = by_policy_find(why->line->rules, a->playout);
    if (!policy)
        return unknown_playout(a);
    by_progress_open(&progress, "playouts");
    atomic_store(&progress.total, 1000);
    enum by_status status = by_explanation_play(why, policy, by_cli_int(cli, "playouts"), a->seed,
                                                by_interrupt_flag(), &progress.done, &cli->error);
    by_progress_close(&progress);
    return status == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

/* --- the answer -------------------------------------------------------------------------------------- */

static int write_svg(struct by_cli *cli, const struct by_explanation *why, const char *path)
{
    struct by_buffer svg;
    int status = BY_EXIT_OK;
    by_buffer_open(&svg, BY_REPORT_LIMIT);
    by_draw_explanation(&svg, why);
    if (svg.failed)
        status = by_cli_failed(cli, "there is not enough memory for the drawing");
    else if (strcmp(path, "-") == 0)
        fputs(by_buffer_text(&svg), cli->out);
    else
        status = by_cli_write(cli, path, by_buffer_text(&svg), svg.length);
    by_buffer_close(&svg);
    return status;
}

static int answer(struct asking *a, const struct by_explanation *why)
{
    struct by_cli *cli = a->cli;
    const char *path = by_cli_text(cli, "svg");
    struct by_marks marks = by_cli_marks(cli);
    struct by_buffer text;
    if (path) {
        int status = write_svg(cli, why, path);
        if (status != BY_EXIT_OK || strcmp(path, "-") == 0)
            return status;
    }
    if (by_cli_flag(cli, "json")) {
        by_report_explanation(by_cli_json(cli), why, &a->told);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_explanation(&text, why, &a->told, by_cli_flag(cli, "all"), &marks);
    return by_cli_print(cli, &text);
}

static int explain(struct asking *a)
{
    struct by_explanation why;
    const struct by_line *line = a->line ? a->line : a->cli->line;
    int status = BY_EXIT_OK;
    if (by_explanation_open(&why, line, a->eval, a->seed, &a->cli->error) != BY_OK)
        status = by_cli_report(a->cli);
    if (status == BY_EXIT_OK)
        status = play(a, &why);
    if (status == BY_EXIT_OK)
        status = ask_player(a, &why);
    if (status == BY_EXIT_OK)
        status = answer(a, &why);
    by_explanation_close(&why);
    return status;
}

static int run(struct by_cli *cli)
{
    struct asking a = {.cli = cli};
    const char *path = by_cli_text(cli, "svg");
    if (!by_cli_seed(cli, &a.seed))
        return BY_EXIT_USAGE;
    if (path && strcmp(path, "-") == 0 && by_cli_flag(cli, "json"))
        return by_cli_refuse(cli, "'--svg -' writes the drawing to standard output: leave out "
                                  "--json, or name a file");
    a.eval = by_cli_text(cli, "eval");
    a.playout = by_cli_text(cli, "playout");
    int status = by_cli_board(cli);
    if (status == BY_EXIT_OK)
        status = open_player(&a);
    if (status == BY_EXIT_OK)
        status = open_line(&a);
    if (status == BY_EXIT_OK)
        status = explain(&a);
    by_line_close(a.line);
    by_player_close(a.player);
    by_rules_close(a.knowing);
    free(a.told.choices);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"eval", BY_OPTION_TEXT, NULL, 1, 1000, NULL,
              "explain this evaluation alone; with settings of its own as in "
              "mixed:opening=20"},
     .placeholder = "NAME"},
    {.base = {"playout", BY_OPTION_TEXT, NULL, 1, 1000, NULL,
              "play games to their end by this policy, and say how they begin and end"},
     .placeholder = "NAME"},
    {.base = {"playouts", BY_OPTION_INT, "1000", 1, 1e6, NULL, "so many of them"},
     .placeholder = "N"},
    {.base = {"player", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "the evaluation and the playouts of this player; of a Monte Carlo search the prior "
              "of every move, and its formula before the first simulation"},
     .placeholder = "SPEC"},
    {.base = {"all", BY_OPTION_FLAG, NULL, 0, 0, NULL,
              "every evaluation term by term, and tables that are not cut"}},
    {.base = {"svg", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "draw the boards of values into FILE ('-': standard output)"},
     .placeholder = "FILE"},
    BY_CLI_FILE_OPTIONS,
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"explain othello --moves \"d3 c5\" --eval positional",
     "what each square brings, and what each move would"},
    {"explain gomoku --moves \"h8 h9 j8\"", "patterns and scores of the points"},
    {"explain nogo --size 7 --moves \"d4 d3\"", "how many moves each move takes from whom"},
    {"explain go --size 9 --moves \"e5 e6 d6\" --json",
     "features, liberties and ladders, for a program"},
    {"explain nim --position \"3 5 7\"", "Grundy values"},
    {"explain gomoku --moves \"h8 h9\" --player \"mcts selection=puct\"",
     "where a Monte Carlo search would begin"},
    {"explain connect4 --moves \"d d\" --svg why.svg", "the same as a drawing"},
    {NULL, NULL},
};

const struct by_command by_command_explain = {
    .name = "explain",
    .arguments = "GAME|FILE",
    .least = 0,
    .most = 1,
    .summary = "say what is thought of a position before any search",
    .about = "Takes the evaluation apart: its terms on the board, whose they are, and their sum, "
             "which is its value for the side to move. Then what the game knows of moves, points, "
             "chains or heaps, and what each move leads to. A term that lies on several cells is "
             "shown on each of them. A game record (SGF and others, see banyan convert) may stand "
             "for the game.\n"
             "JSON: {\"evaluations\", \"tables\", \"moves\", \"theory\", \"forced\", \"judged\", "
             "\"playout\", \"player\"}; every term has its cells.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
