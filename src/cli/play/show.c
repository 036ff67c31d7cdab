/* show.c: a position, its legal moves, and whether it is over. */
#include "cli/play/show_file.h"
#include "report/board.h"
#include "report/position.h"
#include "report/value.h"

#include <stdlib.h>

struct state {
    const struct by_game_file *file; /* where it comes from; NULL: no file */
    const void *position;
    by_move *moves;
    int count;
    bool over;
    int32_t result; /* when over */
};

static void fact_to_text(void *context, const struct by_fact *fact)
{
    const struct by_cli *cli = context;
    fprintf(cli->out, "%-9s ", fact->name);
    by_print_fact(cli->out, cli->rules, fact);
    fputc('\n', cli->out);
}

static int print_json(struct by_cli *cli, const struct by_game_file *file)
{
    struct by_json *json = by_cli_json(cli);
    by_json_object(json, NULL);
    by_report_state(json, cli->line);
    if (file) {
        struct by_record_report report = {file->file.path, &file->record, cli->line, file->number,
                                          file->games};
        by_report_record(json, "file", &report);
    }
    by_json_end_object(json);
    return by_cli_json_end(cli);
}

static void print_state(struct by_cli *cli, const struct state *state)
{
    char words[BY_WORTH_BUFFER];
    if (!state->over) {
        fprintf(cli->out, "to move   %s\nlegal     ", by_mover_title(cli->line));
        by_print_moves(cli->out, cli->rules, state->position, state->moves, state->count);
        fprintf(cli->out, " (%d)\n", state->count);
        return;
    }
    fprintf(cli->out, "over      %s\n", by_result_string(cli->rules, state->result, words));
}

static int print_text(struct by_cli *cli, const struct state *state)
{
    char *position = by_position_string(cli->rules, state->position);
    if (!position)
        return by_cli_failed(cli, "there is not enough memory");
    if (state->file)
        by_show_file(cli, state->file);
    by_print_line_board(cli, cli->out, cli->line, false);
    fprintf(cli->out, "\nposition  %s\n", position);
    free(position);
    print_state(cli, state);
    if (cli->rules->game->facts)
        cli->rules->game->facts(cli->rules, state->position, fact_to_text, cli);
    return BY_EXIT_OK;
}

static int show(struct by_cli *cli, const struct by_game_file *file)
{
    struct state state = {.file = file};
    state.moves = calloc((size_t)cli->rules->max_moves, sizeof *state.moves);
    if (!state.moves)
        return by_cli_failed(cli, "there is not enough memory");
    state.position = by_line_position(cli->line);
    state.count = by_line_moves(cli->line, state.moves);
    state.over = by_line_over(cli->line);
    state.result = state.over ? by_line_result(cli->line) : 0;
    int status = by_cli_flag(cli, "json") ? print_json(cli, file) : print_text(cli, &state);
    free(state.moves);
    return status;
}

static int show_file(struct by_cli *cli, const char *path, const char *game)
{
    struct by_game_file file;
    int status = by_game_file_open(cli, path, game, &file);
    if (status == BY_EXIT_OK && by_cli_flag(cli, "step"))
        status = by_show_step(cli, &file, game);
    else if (status == BY_EXIT_OK)
        status = show(cli, &file);
    by_game_file_close(&file);
    return status;
}

static int run(struct by_cli *cli)
{
    uint64_t seed;
    const char *file = by_cli_text(cli, "file");
    const char *argument = cli->argument_count > 0 ? cli->arguments[0] : NULL;
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    if (by_cli_flag(cli, "step") && by_cli_flag(cli, "json"))
        return by_cli_refuse(cli, "--step is for people and --json for programs: choose one");
    if (file)
        return show_file(cli, file, argument);
    if (argument && by_is_file(argument))
        return show_file(cli, argument, NULL);
    int status = by_cli_board(cli);
    if (status != BY_EXIT_OK)
        return status;
    return by_cli_flag(cli, "step") ? by_show_step(cli, NULL, NULL) : show(cli, NULL);
}

static const struct by_cli_option options[] = {
    BY_CLI_FILE_OPTIONS,
    {.base = {"step", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "walk through the game with the keys, into its variations"}},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"show tictactoe --moves \"b2 a1\"", "the board after two moves"},
    {"show breakthrough --size 6x6 --json", "the start on a smaller board, for a program"},
    {"show nim --position \"3 5 7\"", "three heaps"},
    {"show examples/tictactoe.sgf --ply 4", "a game record, after four moves"},
    {"show examples/tictactoe.sgf --variation 2 --json", "where it branches, the second way"},
    {"show examples/tictactoe.sgf --step", "walk through it, comments and variations too"},
    {NULL, NULL},
};

const struct by_command by_command_show = {
    .name = "show",
    .arguments = "GAME|FILE",
    .least = 0,
    .most = 1,
    .summary = "show a position, its legal moves and its state",
    .about =
        "Draws the board and prints the position text, the side to move, the legal moves and, "
        "when the game is over, who has won. The position text can be given back with "
        "--position. JSON: {\"position\", \"to_move\", \"legal\", \"over\", \"winner\", "
        "\"score\"}; winner and score (as X sees it) are null while the game goes on.\n"
        "With a game record (SGF and others, see banyan convert) it shows what the file says "
        "of the game, and the position "
        "after the last move or after --ply. The file names the game and its settings; "
        "--size and --option win over it, and --moves are played behind; - is standard input. "
        "JSON then has \"file\" too. It lists the moves, and says where the game branches: there "
        "--variation takes another way, and in --step the arrows up and down, or a number.",
    .group = BY_GROUP_GAME,
    .options = options,
    .examples = examples,
    .run = run,
};
