/* show.c: a position, its legal moves, and whether it is over. */
#include "cli/cli.h"
#include "cli/json.h"

#include <stdlib.h>

struct state {
    const void *position;
    by_move *moves;
    int count;
    bool over;
    int32_t result; /* when over */
};

static void fact_to_json(void *context, const struct by_fact *fact)
{
    json_t *value = fact->is_number ? json_integer(fact->number) : by_json_text(fact->text);
    json_object_set_new((json_t *)context, fact->name, value);
}

static void fact_to_text(void *context, const struct by_fact *fact)
{
    FILE *out = context;
    if (fact->is_number)
        fprintf(out, "%-9s %lld\n", fact->name, (long long)fact->number);
    else
        fprintf(out, "%-9s %s\n", fact->name, fact->text);
}

static int print_json(struct by_cli *cli, const struct state *state)
{
    const struct by_rules *rules = cli->rules;
    json_t *object = json_pack(
        "{s:o, s:s, s:o, s:b, s:o, s:o}", "position", by_json_position(rules, state->position),
        "to_move", by_line_side(cli->line) == 0 ? "X" : "O", "legal",
        by_json_moves(rules, state->position, state->moves, state->count), "over", state->over,
        "winner", by_json_text(state->over ? by_winner_name(state->result) : NULL), "score",
        state->over ? by_json_score(rules, state->result) : json_null());
    if (object && rules->game->facts)
        rules->game->facts(rules, state->position, fact_to_json, object);
    return by_json_print(cli, object);
}

static void print_state(struct by_cli *cli, const struct state *state)
{
    char score[BY_SCORE_BUFFER];
    if (!state->over) {
        fprintf(cli->out, "to move   %s\nlegal     ", by_line_side(cli->line) == 0 ? "X" : "O");
        by_print_moves(cli->out, cli->rules, state->position, state->moves, state->count);
        fprintf(cli->out, " (%d)\n", state->count);
        return;
    }
    if (state->result == 0)
        fputs("over      a draw\n", cli->out);
    else
        fprintf(cli->out, "over      %s has won\n", by_winner_name(state->result));
    if (cli->rules->game->has_margin)
        fprintf(cli->out, "score     %s for X\n",
                by_score_string(cli->rules, state->result, score));
}

static int print_text(struct by_cli *cli, const struct state *state)
{
    char *position = by_position_string(cli->rules, state->position);
    if (!position)
        return by_cli_failed(cli, "there is not enough memory");
    by_print_board(cli, cli->out, state->position);
    fprintf(cli->out, "\nposition  %s\n", position);
    free(position);
    print_state(cli, state);
    if (cli->rules->game->facts)
        cli->rules->game->facts(cli->rules, state->position, fact_to_text, cli->out);
    return BY_EXIT_OK;
}

static int run(struct by_cli *cli)
{
    uint64_t seed;
    struct state state = {0};
    if (!by_cli_seed(cli, &seed))
        return BY_EXIT_USAGE;
    int status = by_cli_game(cli, cli->arguments[0]);
    if (status != BY_EXIT_OK)
        return status;
    state.moves = calloc((size_t)cli->rules->max_moves, sizeof *state.moves);
    if (!state.moves)
        return by_cli_failed(cli, "there is not enough memory");
    state.position = by_line_position(cli->line);
    state.count = by_line_moves(cli->line, state.moves);
    state.over = by_line_over(cli->line);
    state.result = state.over ? by_line_result(cli->line) : 0;
    status = by_cli_flag(cli, "json") ? print_json(cli, &state) : print_text(cli, &state);
    free(state.moves);
    return status;
}

static const struct by_example examples[] = {
    {"show tictactoe --moves \"b2 a1\"", "the board after two moves"},
    {"show breakthrough --size 6x6 --json", "the start on a smaller board, for a program"},
    {"show nim --position \"3 5 7\"", "three heaps"},
    {NULL, NULL},
};

const struct by_command by_command_show = {
    .name = "show",
    .arguments = "GAME",
    .least = 1,
    .most = 1,
    .summary = "show a position, its legal moves and its state",
    .about = "Draws the board and prints the position text, the side to move, the legal moves and, "
             "when the game is over, who has won. The position text can be given back with "
             "--position. JSON: {\"position\", \"to_move\", \"legal\", \"over\", \"winner\", "
             "\"score\"}; winner and score (as X sees it) are null while the game goes on.",
    .group = BY_GROUP_GAME,
    .examples = examples,
    .run = run,
};
