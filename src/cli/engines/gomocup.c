/* gomocup.c: banyan as an engine for programs that speak the Gomocup protocol. */
#include "protocols/gomocup.h"
#include "cli/engines/serve.h"
#include "cli/interrupt.h"
#include "wire/gomocup.h"

#include <unistd.h>

static int run(struct by_cli *cli)
{
    struct by_gomocup_config config = {
        .in = STDIN_FILENO, .out = STDOUT_FILENO, .stop = by_interrupt_flag()};
    struct by_serve_texts texts;
    int status = by_serve_config(cli, BY_GOMOCUP_GAME, &texts, &config.session);
    if (status != BY_EXIT_OK)
        return status;
    return by_gomocup_serve(&config, &cli->error) == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

static const struct by_example examples[] = {
    {"gomocup", "an engine for Piskvork, Yixin-Board or c-gomoku-cli"},
    {"gomocup --player \"mcts rave=on playout=forced reuse=on\"", "the same with another search"},
    {NULL, NULL},
};

const struct by_command by_command_gomocup = {
    .name = "gomocup",
    .arguments = "",
    .summary = "be an engine for programs that speak the Gomocup protocol",
    .about = "Reads commands of the Gomocup protocol on standard input and answers on standard "
             "output: for Piskvork, Yixin-Board, c-gomoku-cli and the tournaments of Gomocup (see "
             "docs/CLIENTS.md). Plays Gomoku on boards of 5x5 to 25x25, freestyle, with exactly "
             "five (INFO rule 1) and Renju (INFO rule 4).\n"
             "Times are those that INFO tells. Without any a move takes what the player's spec "
             "allows.",
    .options = by_serve_options,
    .examples = examples,
    .run = run,
};
