/* nboard.c: banyan as an engine for programs that speak the NBoard protocol. */
#include "protocols/nboard.h"
#include "cli/cli.h"

#include <stdio.h>
#include <unistd.h>

static int run(struct by_cli *cli)
{
    const char *player = by_cli_text(cli, "player");
    char defaults[32], spec[BY_SPEC_BUFFER];
    int64_t threads = by_cli_int(cli, "threads");
    struct by_nboard_config config = {.in = STDIN_FILENO, .out = STDOUT_FILENO};
    if (!by_cli_seed(cli, &config.session.seed))
        return BY_EXIT_USAGE;
    int status = player ? by_cli_player_spec(cli, player, spec) : BY_EXIT_OK;
    if (status != BY_EXIT_OK)
        return status;
    (void)snprintf(defaults, sizeof defaults, "threads=%lld", (long long)threads);
    config.session.game = "othello";
    config.session.spec = player ? spec : NULL;
    config.session.defaults = threads > 1 ? defaults : NULL;
    return by_nboard_serve(&config, &cli->error) == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

static const struct by_cli_option options[] = {
    {.base = {"player", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "who thinks: a search with its options (see 'banyan searches'); without it what "
              "suits the game"},
     .placeholder = "SPEC"},
    {.base = {"seed", BY_OPTION_TEXT, "1", 0, 20, NULL,
              "what all chance depends on: 0 to 18446744073709551615"},
     .placeholder = "N"},
    {.base = {"threads", BY_OPTION_INT, "1", 1, 256, NULL, "how many threads may think"},
     .placeholder = "N"},
    {.base = {.name = NULL}},
};

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
    .options = options,
    .examples = examples,
    .run = run,
};
