/* think.c: one search of one position. */
#include "cli/game_file.h"
#include "cli/interrupt.h"
#include "cli/play/play.h"
#include "cli/search/mcts_tree.h"
#include "cli/search/think_step.h"
#include "report/board.h"
#include "report/decision.h"
#include "report/limits.h"
#include "report/trace.h"
#include "search/timing.h"

#include <string.h>
#include <unistd.h>

static int print_json(struct by_cli *cli, struct by_player *player,
                      const struct by_decision *decision, struct by_trace *trace,
                      const struct by_buffer *tree)
{
    struct by_json *json = by_cli_json(cli);
    by_report_thought(json, cli->line, decision, by_player_searcher(player), trace, tree);
    return by_cli_json_end(cli);
}

/* The move, its line and its value are the book's choice: the search may like another one more. */
static void put_book(const struct by_cli *cli, const struct by_decision *decision,
                     struct by_buffer *out)
{
    char move[BY_MOVE_BUFFER];
    by_buffer_format(out,
                     "%s is a move of the opening book; the numbers are what the search says\n\n",
                     by_move_string(cli->rules, by_line_position(cli->line), decision->move, move));
}

static int print_text(struct by_cli *cli, const struct by_player *player,
                      const struct by_decision *decision, const struct by_trace *trace)
{
    struct by_buffer text;
    struct by_marks marks = by_cli_marks(cli);
    by_buffer_open(&text, BY_REPORT_LIMIT);
    if (trace) {
        by_buffer_add(&text, by_buffer_text(&trace->out));
        by_buffer_char(&text, '\n');
        text.failed |= trace->out.failed;
    }
    if (cli->rules->game->cells && !trace) {
        by_put_board(&text, cli->line, &marks, false);
        by_buffer_char(&text, '\n');
    }
    if (by_player_used_book(player))
        put_book(cli, decision, &text);
    by_put_decision(&text, cli->line, decision, by_cli_flag(cli, "all") ? 0 : BY_DECISION_ROWS,
                    &marks);
    return by_cli_print(cli, &text);
}

/* --- the search --------------------------------------------------------------- */

static enum by_status limits_of(struct by_cli *cli, struct by_limits *out)
{
    const char *clock = by_cli_text(cli, "clock");
    *out = (struct by_limits){.simulations = (uint64_t)by_cli_int(cli, "sims"),
                              .nodes = (uint64_t)by_cli_int(cli, "nodes"),
                              .depth = (int)by_cli_int(cli, "depth"),
                              .seconds = by_cli_real(cli, "time")};
    return clock ? by_clock_read(clock, &out->clock, &cli->error) : BY_OK;
}

/* Who listens to the search: the trace or the record of its steps, and a line on a terminal once it
 * takes long. */
struct listener {
    struct by_cli *cli;
    struct by_trace *trace;       /* NULL: not wanted */
    struct by_think_steps *steps; /* NULL: not wanted */
    bool shown;                   /* a line stands on the terminal */
};

static void on_step(void *context, const struct by_step *step)
{
    struct listener *listener = context;
    if (listener->trace)
        by_trace_step(listener->trace, step);
    else
        by_think_steps_note(listener->steps, step);
}

/* How it goes: what a Monte Carlo search has simulated, or which positions another one has seen. */
static void put_state(const struct by_decision *so_far, struct by_text *out)
{
    const struct by_work *work = &so_far->work;
    char count[BY_SCORE_BUFFER], speed[BY_SCORE_BUFFER], bytes[BY_SCORE_BUFFER];
    if (work->simulations == 0) {
        by_text_format(out, "depth %d, %s positions", so_far->depth,
                       by_short_number((double)work->nodes, count));
        return;
    }
    by_text_format(out, "%.1f %%, depth %d, %s simulations, %s/s, tree %sB", 100 * so_far->value,
                   so_far->depth, by_short_number((double)work->simulations, count),
                   by_short_number((double)work->simulations / work->seconds, speed),
                   by_short_number((double)work->tree_bytes, bytes));
}

static void on_progress(void *context, const struct by_decision *so_far)
{
    enum { PATIENCE_S = 2 };
    struct listener *listener = context;
    struct by_cli *cli = listener->cli;
    char move[BY_MOVE_BUFFER], state[160];
    struct by_text text = by_text_over(state, sizeof state);
    if (so_far->work.seconds < PATIENCE_S)
        return;
    put_state(so_far, &text);
    fprintf(stderr, "\rthinking: %s so far, %s, %.0f s; Ctrl-C takes it\033[K",
            by_move_string(cli->rules, by_line_position(cli->line), so_far->move, move), state,
            so_far->work.seconds);
    fflush(stderr);
    listener->shown = true;
}

static int show(struct by_cli *cli, struct by_player *player, const struct by_decision *decision,
                struct by_trace *trace)
{
    struct by_buffer tree;
    int status = BY_EXIT_OK;
    by_buffer_open(&tree, BY_REPORT_LIMIT);
    if (by_cli_text(cli, "tree"))
        status = by_mcts_tree_write(cli, player, decision, &tree);
    if (trace)
        by_trace_end(trace);
    if (status == BY_EXIT_OK && by_cli_flag(cli, "json"))
        status = print_json(cli, player, decision, trace, &tree);
    else if (status == BY_EXIT_OK && !by_mcts_tree_alone(cli))
        status = print_text(cli, player, decision, trace);
    by_buffer_close(&tree);
    return status;
}

static int think(struct by_cli *cli, struct by_player *player, struct by_decision *decision,
                 struct by_trace *trace, struct by_think_steps *steps)
{
    struct by_limits limits;
    const struct by_searcher *searcher = by_player_searcher(player);
    if (limits_of(cli, &limits) != BY_OK ||
        by_limits_check(searcher ? by_searcher_search(searcher) : NULL, &limits, &cli->error) !=
            BY_OK)
        return by_cli_report(cli);
    struct listener listener = {.cli = cli, .trace = trace, .steps = steps};
    struct by_events events = {.context = &listener,
                               .trace = trace || steps ? on_step : NULL,
                               .progress = isatty(STDERR_FILENO) ? on_progress : NULL};
    const struct by_turn turn = {.limits = &limits, .events = &events, .watched = true};
    by_interrupt_watch(player);
    enum by_status status = by_player_turn(player, cli->line, &turn, decision, &cli->error);
    by_interrupt_watch(NULL);
    if (listener.shown)
        fputs("\r\033[K", stderr);
    if (status != BY_OK)
        return by_cli_report(cli);
    if (by_player_resigned(player))
        return by_cli_failed(cli, "the player resigns: there is no move");
    if (decision->move == BY_NO_MOVE && !by_line_over(cli->line) && !by_line_nature(cli->line))
        return by_cli_failed(cli, "stopped before the player had answered: there is no move");
    int walked = steps ? by_think_steps_walk(steps) : BY_EXIT_OK;
    return walked == BY_EXIT_OK ? show(cli, player, decision, trace) : walked;
}

/* Refuses what tells no steps. */
static int check_told(struct by_cli *cli, struct by_player *player, const char *option)
{
    const struct by_searcher *searcher = by_player_searcher(player);
    char names[128];
    struct by_text who = by_text_over(names, sizeof names);
    by_trace_who(&who);
    if (!searcher)
        return by_cli_refuse(cli,
                             "--%s shows the steps of our own searches: another program's "
                             "cannot be seen",
                             option);
    if (!by_trace_can(searcher))
        return by_cli_refuse(cli, "--%s: the search %s does not tell its steps; %s do", option,
                             by_searcher_search(searcher)->name, names);
    return BY_EXIT_OK;
}

/* A person gets ten rows unless he asks for more, a program everything. */
static int trace_width(const struct by_cli *cli)
{
    enum { ROWS = 10 };
    if (by_cli_value(cli, "trace-width")->set)
        return (int)by_cli_int(cli, "trace-width");
    return by_cli_flag(cli, "json") ? 0 : ROWS;
}

static int think_traced(struct by_cli *cli, struct by_player *player, struct by_decision *decision)
{
    struct by_trace trace;
    if (by_cli_value(cli, "trace-width")->set && !by_cli_value(cli, "trace")->set)
        return by_cli_refuse(cli, "--trace-width is about --trace: give that too");
    if (!by_cli_value(cli, "trace")->set)
        return think(cli, player, decision, NULL, NULL);
    int status = check_told(cli, player, "trace");
    if (status != BY_EXIT_OK)
        return status;
    if (!by_trace_open(&trace, cli->rules, by_player_searcher(player), by_cli_flag(cli, "json"),
                       by_cli_int(cli, "trace")))
        status = by_cli_failed(cli, "there is not enough memory for the trace");
    else {
        trace.width = trace_width(cli);
        status = think(cli, player, decision, &trace, NULL);
    }
    by_trace_close(&trace);
    return status;
}

static int think_stepped(struct by_cli *cli, struct by_player *player, struct by_decision *decision)
{
    struct by_think_steps steps;
    const char *tree = by_cli_text(cli, "tree");
    if (by_cli_flag(cli, "json") || by_cli_value(cli, "trace")->set)
        return by_cli_refuse(cli, "--step is for people who walk through the search: leave out %s",
                             by_cli_flag(cli, "json") ? "--json" : "--trace");
    if (tree && strcmp(tree, "-") == 0)
        return by_cli_refuse(cli,
                             "'--tree -' takes the whole of standard output: leave out --step");
    int status = check_told(cli, player, "step");
    if (status != BY_EXIT_OK)
        return status;
    status = by_think_steps_open(&steps, cli, by_player_searcher(player));
    if (status == BY_EXIT_OK)
        status = think(cli, player, decision, NULL, &steps);
    by_think_steps_close(&steps);
    return status;
}

static const char *player_text(const struct by_cli *cli)
{
    const char *given = by_cli_text(cli, "player");
    return given ? given : by_player_for(cli->rules);
}

static int run(struct by_cli *cli)
{
    uint64_t seed;
    char spec[BY_SPEC_BUFFER];
    struct by_player *player;
    struct by_decision decision;
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    int status = by_cli_board(cli);
    if (status == BY_EXIT_OK)
        status = by_cli_player_spec(cli, player_text(cli), spec);
    if (status != BY_EXIT_OK)
        return status;
    if (by_player_open(cli->rules, spec,
                       &(struct by_player_terms){.seed = seed, .trust = BY_TRUST_ALL}, &player,
                       &cli->error) != BY_OK)
        return by_cli_report(cli);
    status = by_mcts_tree_check(cli, player);
    if (status == BY_EXIT_OK && by_decision_open(cli->rules, &decision, &cli->error) == BY_OK) {
        status = by_cli_flag(cli, "step") ? think_stepped(cli, player, &decision)
                                          : think_traced(cli, player, &decision);
        by_decision_close(&decision);
    } else if (status == BY_EXIT_OK) {
        status = by_cli_report(cli);
    }
    by_player_close(player);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"player", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "who thinks: a search with its options (see 'banyan searches'); without it the "
              "game's own player (see 'banyan games GAME')"},
     .placeholder = "SPEC"},
    {.base = {"time", BY_OPTION_TIME, NULL, 0.001, 1e6, NULL, "think no longer than this"},
     .placeholder = "TIME"},
    {.base = {"clock", BY_OPTION_TEXT, NULL, 0, 1000, NULL,
              "think as long as a game on this clock allows"},
     .placeholder = "CLOCK"},
    {.base = {"sims", BY_OPTION_INT, NULL, 1, 1e15, NULL, "simulate no more games than this"},
     .placeholder = "N"},
    {.base = {"nodes", BY_OPTION_INT, NULL, 1, 1e15, NULL, "look at no more positions than this"},
     .placeholder = "N"},
    {.base = {"depth", BY_OPTION_INT, NULL, 1, BY_LENGTH_MAX, NULL,
              "look no more plies ahead than this"},
     .placeholder = "N"},
    {.base = {"trace", BY_OPTION_INT, NULL, 1, 1e6, NULL,
              "print the first N steps of the search (200 when N is left out)"},
     .placeholder = "N",
     .value_opt = "200"},
    {.base = {"step", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "walk through the search with the keyboard, a picture of the tree at each step; "
              "without a terminal, print them"}},
    {.base = {"trace-width", BY_OPTION_INT, NULL, 1, 1e6, NULL,
              "with --trace: show the K best moves of each selection, and the one taken (10; with "
              "--json all)"},
     .placeholder = "K"},
    {.base = {"all", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "what is known of every move; without it of the ten best"}},
    {.base = {"tree", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "write the tree of a Monte Carlo search: FILE ends in .json or .svg; - is standard "
              "output, as JSON"},
     .placeholder = "FILE"},
    {.base = {"tree-depth", BY_OPTION_INT, NULL, 1, 64, NULL, "show N plies of it (2; 3 as JSON)"},
     .placeholder = "N"},
    {.base = {"tree-width", BY_OPTION_INT, NULL, 1, 1000, NULL,
              "show the K most visited moves of each node (5; in a drawing 3 below the first ply)"},
     .placeholder = "K"},
    BY_CLI_FILE_OPTIONS,
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"think tictactoe --moves \"b2 a2\"", "the best third move, and what each other one is worth"},
    {"think connect4 --player \"alphabeta depth=6\" --json", "for a program"},
    {"think examples/tictactoe.sgf --ply 4", "a game record, after four moves"},
    {"think connect4 --clock \"left=60 increment=1\"", "a share of a minute for the whole game"},
    {"think stones --player \"minimax\" --trace 30", "watch minimax take its first steps"},
    {"think nogo --size 5 --player \"mcts sims=20 rave=on\" --trace",
     "watch Monte Carlo search choose, with the numbers of its formula"},
    {"think tictactoe --player \"mcts sims=30 proofs=off\" --step",
     "the four phases of each simulation, picture by picture"},
    {"think nogo --player \"mcts sims=20000\" --tree tree.svg", "draw the tree that it has grown"},
    {NULL, NULL},
};

const struct by_command by_command_think = {
    .name = "think",
    .arguments = "GAME|FILE",
    .least = 0,
    .most = 1,
    .summary = "search a position and say what to play",
    .about = "Searches the position and prints the move, its value for the side to move, the line "
             "of play expected, and what is known of the ten best moves (--all: of every move). "
             "Ctrl-C stops the search and "
             "prints the best so far. JSON: {\"move\", \"value\", \"scale\", \"pv\", \"work\", "
             "\"moves\"}; value is null where the search has no opinion, move is null when the "
             "game is over, and where nature is to move: then the value is the mean of what may "
             "come.\n"
             "A game record (SGF and others, see banyan convert) may stand for the game: the "
             "position after its last move, or after --ply.\n"
             "The limits here join those in the player's spec: the smaller one holds; one that the "
             "search does not know is refused. The "
             "textbook searches look at a depth given alone as it stands; otherwise a search "
             "deepens, and keeps the last depth it finished.\n"
             "CLOCK is what the game clock shows: left=60 for the main time, increment=1 for what "
             "every move adds; for overtime period=30 with periods=3 (Japanese) or stones=25 "
             "(Canadian); moves=20 when the main time is for so many moves; lag=50ms for what a "
             "move may lose elsewhere.\n"
             "Keys of --step: n, space, right or down: on; b, left or up: back; s: to the next "
             "simulation, c: to the next cut; g or Home, e or End: to the first step, the last; q: "
             "leave, and see what the search came to.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
    .ranks = true,
};
