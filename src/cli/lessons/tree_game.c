/* tree_game.c: the tree of a game's position, searched and drawn as one that was written down. */
#include "cli/lessons/tree.h"
#include "games/value.h"
#include "lessons/lesson.h"
#include "search/textbook/treesize.h"

#define NODES_MOST 1000000 /* that are recorded */
#define NODES_AUTO 100000  /* where nobody says how deep, and the whole tree is too large */

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

/* As deep as was asked for, if that many positions can be kept. */
static int check_depth(struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    struct by_treesize size;
    bool fits;
    char most[BY_COMMAS_SIZE];
    if (by_treesize(cli->rules, by_line_position(cli->line), job->depth, NODES_MOST, &size, &fits,
                    &cli->error) != BY_OK)
        return by_cli_report(cli);
    if (!fits)
        return by_cli_refuse(cli,
                             "to depth %d this tree has more than %s positions: give a smaller "
                             "--depth, or a position nearer to the end",
                             job->depth, by_commas(NODES_MOST, most));
    job->whole = size.whole;
    job->nodes = size.nodes;
    return BY_EXIT_OK;
}

/* The whole tree, or as much of it as is quickly searched. */
static int choose_depth(struct by_tree_job *job)
{
    struct by_cli *cli = job->cli;
    const void *root = by_line_position(cli->line);
    struct by_treesize size;
    bool fits = false;
    enum by_status status = by_treesize(cli->rules, root, 0, NODES_MOST, &size, &fits, &cli->error);
    if (status == BY_OK && !fits)
        status = by_treesize_deepest(cli->rules, root, NODES_AUTO, &size, &cli->error);
    if (status != BY_OK)
        return by_cli_report(cli);
    job->whole = size.whole;
    job->nodes = size.nodes;
    job->depth = size.whole ? cli->rules->max_length : size.depth;
    return BY_EXIT_OK;
}

int by_tree_game(struct by_tree_job *job, const char *name)
{
    struct by_cli *cli = job->cli;
    int status = by_cli_game(cli, name);
    if (status != BY_EXIT_OK)
        return status;
    job->game = true;
    job->depth = (int)by_cli_int(cli, "depth");
    status = job->depth > 0 ? check_depth(job) : choose_depth(job);
    job->eval = by_cli_text(cli, "eval");
    if (!job->eval && job->whole)
        job->eval = "none"; /* every game ends: values are results */
    return status;
}

static void print_limit(const struct by_tree_job *job)
{
    const struct by_cli *cli = job->cli;
    char nodes[BY_COMMAS_SIZE], most[BY_COMMAS_SIZE];
    if (job->whole)
        return;
    if (!by_cli_value(cli, "depth")->given)
        fprintf(cli->out,
                "The whole tree has more than %s positions: searched %d %s deep,\n"
                "%s positions; --depth N looks N plies deep.\n",
                by_commas(NODES_MOST, most), job->depth, job->depth == 1 ? "ply" : "plies",
                by_commas((uint64_t)job->nodes, nodes));
    fprintf(cli->out, "A game that is not over at depth %d counts %s.\n", job->depth,
            job->recorder.eval ? "what the evaluation says of it" : "0: there is no evaluation");
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
