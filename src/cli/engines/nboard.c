/* nboard.c: banyan as an engine for programs that speak the NBoard protocol. */
#include "protocols/nboard.h"
#include "cli/engines/serve.h"
#include "cli/interrupt.h"
#include "wire/nboard.h"

#include <unistd.h>

static int run(struct by_cli *cli)
{
    struct by_nboard_config config = {
        .in = STDIN_FILENO, .out = STDOUT_FILENO, .stop = by_interrupt_flag()};
    struct by_serve_texts texts;
    int status = by_serve_config(cli, BY_NBOARD_GAME, &texts, &config.session);
    if (status != BY_EXIT_OK)
        return status;
    return by_nboard_serve(&config, &cli->error) == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

static const struct by_example examples[] = {
    {"nboard", "an engine for NBoard"},
    {"nboard --player \"alphabeta eval=mixed table=64M\"", "the same with a search of your choice"},
    {NULL, NULL},
};

const struct by_command by_command_nboard = {
    .name = "nboard",
    .arguments = "",
    .summary = "be an engine for programs that speak the NBoard protocol",
    .about =
        "Reads commands of the NBoard protocol, version 2, on standard input and answers on "
        "standard output: for NBoard, a board for Othello (see docs/CLIENTS.md). Plays "
        "Othello on 8x8.\n"
        "A search ends at the depth that 'set depth' asks for, when the clock of the game says "
        "so, after 10 s where there is none, or at a ping.",
    .options = by_serve_options,
    .examples = examples,
    .run = run,
};
