/* tree_game.c: the tree of a game's position, searched and drawn as one that was written down. */
#include "cli/lessons/tree.h"
#include "games/value.h"
#include "lessons/lesson.h"

int by_tree_game_check(struct by_cli *cli)
{
    static const char *const of_games[] = {"position", "moves", "size", "depth", "eval"};
    bool game = by_cli_text(cli, "game") != NULL;
    for (size_t i = 0; i < sizeof of_games / sizeof *of_games && !game; i++)
        if (by_cli_value(cli, of_games[i])->given)
            return by_cli_refuse(cli, "--%s is for the tree of a game: add --game NAME",
                                 of_games[i]);
    if (!game)
        return BY_EXIT_OK;
    if (cli->argument_count > 0 || by_cli_text(cli, "file"))
        return by_cli_refuse(cli, "give a tree, or --game with --position, not both");
    if (by_cli_flag(cli, "min") || by_cli_text(cli, "random"))
        return by_cli_refuse(cli,
                             "--%s is for trees that are written down: in a game the position "
                             "says who moves",
                             by_cli_flag(cli, "min") ? "min" : "random");
    return BY_EXIT_OK;
}

static void print_limit(const struct by_tree_job *job)
{
    const struct by_cli *cli = job->cli;
    char nodes[BY_COMMAS_SIZE], most[BY_COMMAS_SIZE];
    if (job->tree.whole)
        return;
    if (!by_cli_value(cli, "depth")->given)
        fprintf(cli->out,
                "The whole tree has more than %s positions: searched %d %s deep,\n"
                "%s positions; --depth N looks N plies deep.\n",
                by_commas(BY_TREE_POSITIONS_MAX, most), job->tree.depth,
                job->tree.depth == 1 ? "ply" : "plies",
                by_commas((uint64_t)job->tree.nodes, nodes));
    fprintf(cli->out, "A game that is not over at depth %d counts %s.\n", job->tree.depth,
            job->tree.recorder.eval ? "what the evaluation says of it"
                                    : "0: there is no evaluation");
}

void by_tree_game_head(const struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    by_print_line_board(cli, cli->out, cli->line, false);
    fprintf(cli->out, "MAX is %s, who begins a game, and MIN is %s; values are MAX's.\n",
            by_player_name(cli->rules, 0), by_player_name(cli->rules, 1));
    print_limit(job);
    fputc('\n', cli->out);
}
