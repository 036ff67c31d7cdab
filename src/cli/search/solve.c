/* solve.c: the true result of a position; and what there is to be played from it. */
#include "search/solve/solve.h"
#include "base/clock.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/search/solve_file.h"
#include "cli/search/solve_threats.h"
#include "report/decision.h"
#include "search/solve/count.h"

struct effort {
    struct by_progress progress;
    double deadline; /* 0: none */
    bool late;
    int before; /* root moves solved in earlier sessions; -1: not yet known */
};

/* What earlier sessions did is no part of the bar: the time left follows from this one. */
static void on_progress(void *context, int done, int total, uint64_t positions)
{
    struct effort *effort = context;
    if (effort->before < 0)
        effort->before = done;
    atomic_store(&effort->progress.done, done - effort->before);
    atomic_store(&effort->progress.total, total - effort->before);
    atomic_store(&effort->progress.positions, positions);
    if (effort->deadline > 0 && by_clock_now() > effort->deadline && !by_interrupted()) {
        effort->late = true;
        by_interrupt_request();
    }
}

static void begin(struct by_cli *cli, struct effort *effort, const char *label)
{
    double seconds = by_cli_real(cli, "time");
    *effort = (struct effort){.before = -1};
    effort->deadline = seconds > 0 ? by_clock_now() + seconds : 0;
    by_progress_open(&effort->progress, label);
}

static const char *ended_by(const struct effort *effort)
{
    return effort->late ? "the time was over" : "stopped";
}

/* --- the result ------------------------------------------------------------------ */

static int print(struct by_cli *cli, const struct by_solution *solution)
{
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(cli);
    if (by_cli_flag(cli, "json")) {
        by_report_solution(by_cli_json(cli), cli->line, solution);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_solution(&text, cli->line, solution, &marks);
    return by_cli_print(cli, &text);
}

static int unproven(struct by_cli *cli, const struct effort *effort,
                    const struct by_solution *solution)
{
    char quoted[BY_QUOTE_SIZE];
    const char *file = by_cli_text(cli, "save");
    unsigned long long nodes = solution->nodes;
    if (!file)
        return by_cli_failed(cli,
                             "%s after %llu nodes: nothing is proven yet (with --save FILE the "
                             "work can be continued)",
                             ended_by(effort), nodes);
    return by_cli_failed(cli,
                         "%s after %llu nodes: nothing is proven yet; the same command goes on "
                         "from '%s'",
                         ended_by(effort), nodes, by_quote(file, quoted));
}

static int solve(struct by_cli *cli, struct by_solution *solution)
{
    struct effort effort;
    struct by_solve_options options = {
        .method = (enum by_solve_method)by_cli_value(cli, "method")->choice,
        .table_bytes = (size_t)by_cli_int(cli, "table"),
        .save = by_cli_text(cli, "save"),
        .wld = by_cli_flag(cli, "wld"),
        .one = by_solve_one(cli),
        .threads = (int)by_cli_int(cli, "threads"),
    };
    begin(cli, &effort, "solve");
    enum by_status status = by_solve(cli->line, &options, by_interrupt_flag(), on_progress, &effort,
                                     solution, &cli->error);
    by_progress_close(&effort.progress);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (!solution->proven)
        return unproven(cli, &effort, solution);
    if (options.save)
        by_cli_wrote(cli, options.save);
    return print(cli, solution);
}

/* --- counting ---------------------------------------------------------------------- */

static int print_count(struct by_cli *cli, const struct by_count *count, double seconds)
{
    struct by_buffer text;
    if (by_cli_flag(cli, "json")) {
        by_report_count(by_cli_json(cli), count, seconds);
        return by_cli_json_end(cli);
    }
    by_buffer_open(&text, BY_REPORT_LIMIT);
    by_put_count(&text, count, seconds);
    return by_cli_print(cli, &text);
}

static int count(struct by_cli *cli)
{
    struct effort effort;
    struct by_count found;
    struct by_count_options options = {true, (size_t)by_cli_int(cli, "table")};
    double begun = by_clock_now();
    begin(cli, &effort, "count");
    enum by_status status =
        by_count(cli->rules, by_line_position(cli->line), &options, by_interrupt_flag(),
                 on_progress, &effort, &found, &cli->error);
    by_progress_close(&effort.progress);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (found.stopped)
        return by_cli_failed(cli, "%s before everything was counted", ended_by(&effort));
    return print_count(cli, &found, by_clock_now() - begun);
}

/* ----------------------------------------------------------------------------------- */

/* Options that do not go together. */
static int check(struct by_cli *cli)
{
    bool saves = by_cli_text(cli, "save"), many = by_cli_text(cli, "file");
    if (by_cli_int(cli, "threads") > 1 && by_cli_flag(cli, "count"))
        return by_cli_refuse(cli, "--count works on one thread: leave --threads at 1");
    if (by_cli_flag(cli, "count") &&
        (saves || many || by_cli_flag(cli, "wld") || by_cli_value(cli, "method")->given))
        return by_cli_refuse(cli, "--count looks at everything: leave --method, --save, --file and "
                                  "--wld out");
    if (saves && (many || by_solve_one(cli)))
        return by_cli_refuse(cli, "what --save keeps is every best move of one position: leave "
                                  "--file, --wld and --best one out");
    if (many && (by_cli_text(cli, "position") || by_cli_text(cli, "moves")))
        return by_cli_refuse(cli, "a file has its own positions: leave out --position and --moves");
    return by_solve_check_options(cli);
}

static int run(struct by_cli *cli)
{
    uint64_t seed;
    struct by_solution solution = {0};
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    int status = check(cli);
    if (status == BY_EXIT_OK && by_cli_text(cli, "file"))
        return by_solve_file(cli, cli->arguments[0]);
    if (status == BY_EXIT_OK && by_cli_text(cli, "check"))
        return by_solve_check(cli, cli->arguments[0]);
    if (status == BY_EXIT_OK)
        status = by_cli_game(cli, cli->arguments[0]);
    if (status != BY_EXIT_OK)
        return status;
    if (by_solve_asks_threats(cli))
        return by_solve_threats(cli);
    if (by_cli_int(cli, "threads") > 1 && !cli->rules->game->own_search)
        return by_cli_refuse(cli, "solve works on one thread here: leave --threads at 1");
    if (by_looks_back(cli->rules))
        return by_cli_refuse(cli,
                             "solve does not look back at earlier positions: leave superko off");
    if (by_cli_flag(cli, "count"))
        return count(cli);
    status = solve(cli, &solution);
    by_solution_close(&solution);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"method", BY_OPTION_CHOICE, "auto", 0, 0, BY_CHOICES(by_solve_words),
              "how to search; auto: by theory where the game has one, by its own search where it "
              "has one, by proof-number search where there are no draws, by alpha-beta elsewhere"},
     .placeholder = "NAME"},
    {.base = {"table", BY_OPTION_BYTES, NULL, 1024, 0x1p37, NULL,
              "memory for positions met before; without it: 64M for pns and for a game's own "
              "search, 256M for alphabeta, at most 2G for --count"},
     .placeholder = "SIZE"},
    {.base = {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL,
              "give up after this time; with --file for each position"},
     .placeholder = "TIME"},
    {.base = {"file", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "solve every position of this file, the last one of each game; - is standard input"},
     .placeholder = "FILE"},
    {.base = {"wld", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "find out who wins and not by how much, which is faster where games have margins"}},
    {.base = {"best", BY_OPTION_CHOICE, NULL, 0, 0, "all|one",
              "every move that keeps the result, or one, which is faster; without it all, and one "
              "with --file and with --wld"},
     .placeholder = "NAME"},
    {.base = {"save", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "keep the work in this file, and go on from it when it is there"},
     .placeholder = "FILE"},
    {.base = {"count", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "count the positions that can be reached and the games that can be played"}},
    {.base = {"vcf", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "look for a win by fours alone, where the game knows such threats"}},
    {.base = {"vct", BY_OPTION_FLAG, "off", 0, 0, NULL, "look for a win by fours and open threes"}},
    {.base = {"quiet", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "look for one by these and by quiet moves behind which such a win would be next"}},
    {.base = {"each", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "do so behind every reply to the position, for the player who is not to move"}},
    {.base = {"nodes", BY_OPTION_INT, NULL, 1, 0x1p62, NULL,
              "with --vcf, --vct or --quiet: give up after so many moves tried; without it and "
              "--time: 10 "
              "million, and a million with --each"},
     .placeholder = "N"},
    {.base = {"proof", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "with --vcf, --vct or --quiet: write the proof of a win to this file"},
     .placeholder = "FILE"},
    {.base = {"check", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "check a proof: every legal reply is tried at every node of it; - is standard input"},
     .placeholder = "FILE"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"solve tictactoe", "with best play it is a draw"},
    {"solve stones --position \"1 2 3 -9\" --json", "a row that the first player wins"},
    {"solve breakthrough --size 4x5 --method pns --table 16M", "the second player wins"},
    {"solve othello --file examples/othello_endgames.obf",
     "a table, checked against the scores in the file"},
    {"solve tictactoe --count", "5478 positions, 255168 games"},
    {"solve gomoku --moves \"h8 a1 j9 b1 k10 c1\" --vcf", "an open four is next"},
    {"solve gomoku --moves \"h8 h9 j9 a1 j7 o1\" --vct --proof win.txt",
     "a win by threes, with its proof"},
    {"solve gomoku --size 9 --moves \"e5 a1 f6 a9 e6\" --each --vct --nodes 3000",
     "behind which replies Black wins by threats"},
    {"solve gomoku --check examples/gomoku_win.txt", "whether a proof holds"},
    {NULL, NULL},
};

const struct by_command by_command_solve = {
    .name = "solve",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "find the true result of a position",
    .about =
        "Finds who wins when both sides play their best, every move that keeps the result, "
        "and one line of best play; by theory where the game has one, by search to the end "
        "otherwise, however long it takes. 'first' means that the side to move wins. JSON: "
        "{\"result\", \"score\", \"best\", \"pv\", \"method\", \"nodes\", \"seconds\", "
        "\"nodes_per_second\"}; score is the final margin for the side to move where the game has "
        "one, else 1, 0 or -1; with --wld it is null where the game has margins.\n"
        "With --file it solves many, in any format of game records (OBF, SGF, transcripts, ...), a "
        "row each; where the file says what moves are worth, as OBF does, they are compared, and a "
        "difference ends it with status 1. OBF counts empty squares for the winner, which is "
        "--option empties=winner. JSON: {\"positions\", \"solved\", \"unsolved\", \"right\", "
        "\"wrong\", \"nodes\", \"seconds\", \"complete\"}.\n"
        "Interrupted, or out of time, it proves nothing and ends with status 1. With --save "
        "FILE it then leaves its table in FILE, and the same command (banyan solve breakthrough "
        "--size 5x5 --save bt.save) goes on from there; so does a run that came to its end. "
        "A file of another game, position or method, one for a larger table, or a "
        "damaged one, is refused.\n"
        "With --count it counts instead: the positions that can be reached, this one and "
        "finished ones included, once more with symmetric images as one, and the complete "
        "games by their ends. JSON: {\"positions\", \"positions_symmetric\", \"games\", "
        "\"x\", \"o\", \"draws\", \"seconds\"}; a number of games beyond 2^63 is null.\n"
        "With --vcf, --vct or --quiet it looks for a win of the side to move by threats alone "
        "(Gomoku): "
        "fours, or fours and open threes, each of which must be answered. A win is certain, and "
        "--proof FILE writes its whole tree; that there is none by such threats is certain, too, "
        "unless it says that none was found in so many nodes. JSON: {\"result\" (\"win\", "
        "\"none\", \"open\"), \"threats\" (\"fours\", \"threes\", \"quiet\"), \"moves\" (of the "
        "winner, at "
        "most), \"pv\", \"proof_nodes\", \"nodes\", \"seconds\", \"nodes_per_second\"}. --quiet "
        "looks further, for moves that threaten nothing yet, too, behind which such a win would "
        "come "
        "if the opponent passed: there it finds wins, and never that there is none. With --each it "
        "looks "
        "behind every reply to the position, images of each other once: every reply with a million "
        "nodes, then "
        "those that are left with four times as many, until --time is over or Ctrl-C ends it; what "
        "was "
        "proved counts. All proofs go into the file of --proof, and the same command goes on from "
        "it. JSON: "
        "{\"replies\", \"proved\", \"moves\", \"nodes\", \"seconds\"}. --check FILE "
        "reads such proofs, and tries every legal reply at every node of it by the rules alone; "
        "one that does not hold ends it with status 1. JSON: {\"position\", \"holds\", \"moves\", "
        "\"proof_nodes\", \"nodes\", \"seconds\"}.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
