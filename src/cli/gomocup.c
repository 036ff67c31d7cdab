/* gomocup.c: banyan as an engine for programs that speak the Gomocup protocol. */
#include "protocols/gomocup.h"
#include "cli/cli.h"

#include <stdio.h>
#include <unistd.h>

static int run(struct by_cli *cli)
{
    const char *player = by_cli_text(cli, "player");
    char defaults[32], spec[BY_SPEC_BUFFER];
    int64_t threads = by_cli_int(cli, "threads");
    struct by_gomocup_config config = {.in = STDIN_FILENO, .out = STDOUT_FILENO};
    if (!by_cli_seed(cli, &config.session.seed))
        return BY_EXIT_USAGE;
    int status = player ? by_cli_player_spec(cli, player, spec) : BY_EXIT_OK;
    if (status != BY_EXIT_OK)
        return status;
    (void)snprintf(defaults, sizeof defaults, "threads=%lld", (long long)threads);
    config.session.game = "gomoku";
    config.session.spec = player ? spec : NULL;
    config.session.defaults = threads > 1 ? defaults : NULL;
    return by_gomocup_serve(&config, &cli->error) == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
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
    .options = options,
    .examples = examples,
    .run = run,
};
