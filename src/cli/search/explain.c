/* explain.c: what is thought of a position before anybody searches it. */
#include "report/explain.h"
#include "cli/file.h"
#include "cli/game_file.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "players/player.h"

#include <string.h>

static int open_player(struct by_cli *cli, uint64_t seed, struct by_player **out)
{
    const char *text = by_cli_text(cli, "player");
    char spec[BY_SPEC_BUFFER];
    *out = NULL;
    if (!text)
        return BY_EXIT_OK;
    int status = by_cli_player_spec(cli, text, spec);
    if (status != BY_EXIT_OK)
        return status;
    /* What another program or a person thinks cannot be seen: so there is a searcher. */
    const struct by_player_terms terms = {.seed = seed, .trust = BY_TRUST_FILES};
    return by_player_open(cli->rules, spec, &terms, out, &cli->error) == BY_OK ? BY_EXIT_OK
                                                                               : by_cli_report(cli);
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

static int answer(struct by_cli *cli, const struct by_explain_answer *found)
{
    const char *path = by_cli_text(cli, "svg");
    struct by_marks marks = by_cli_marks(cli);
    struct by_buffer text;
    if (path) {
        int status = write_svg(cli, &found->why, path);
        if (status != BY_EXIT_OK || strcmp(path, "-") == 0)
            return status;
    }
    if (by_cli_flag(cli, "json")) {
        by_report_explanation(by_cli_json(cli), &found->why, &found->told);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_explanation(&text, &found->why, &found->told, by_cli_flag(cli, "all"), &marks);
    return by_cli_print(cli, &text);
}

static int explain(struct by_cli *cli, const struct by_explain_question *asked)
{
    struct by_explain_question question = *asked;
    struct by_explain_answer found;
    struct by_progress progress;
    by_progress_open(&progress, "playouts");
    atomic_store(&progress.total, 1000);
    question.done = &progress.done;
    enum by_status status = by_explain(&question, &found, &cli->error);
    by_progress_close(&progress);
    int exit_status = status == BY_OK ? answer(cli, &found) : by_cli_report(cli);
    by_explain_close(&found);
    return exit_status;
}

static int run(struct by_cli *cli)
{
    struct by_explain_question question = {.eval = by_cli_text(cli, "eval"),
                                           .playout = by_cli_text(cli, "playout"),
                                           .playouts = by_cli_int(cli, "playouts"),
                                           .stop = by_interrupt_flag()};
    const char *path = by_cli_text(cli, "svg");
    if (!by_cli_seed(cli, &question.seed))
        return BY_EXIT_USAGE;
    if (path && strcmp(path, "-") == 0 && by_cli_flag(cli, "json"))
        return by_cli_refuse(cli, "'--svg -' writes the drawing to standard output: leave out "
                                  "--json, or name a file");
    if (by_cli_value(cli, "playouts")->given && !question.playout && !by_cli_text(cli, "player"))
        return by_cli_refuse(cli, "--playouts goes with --playout NAME or --player SPEC");
    int status = by_cli_board(cli);
    if (status == BY_EXIT_OK)
        status = open_player(cli, question.seed, &question.player);
    question.line = cli->line;
    if (status == BY_EXIT_OK)
        status = explain(cli, &question);
    by_player_close(question.player);
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
