/* gtp.c: banyan as an engine for programs that speak GTP. */
#include "protocols/gtp.h"
#include "cli/engines/serve.h"
#include "cli/interrupt.h"
#include "wire/gtp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --size and --option, for the game that is played first. */
static int read_settings(struct by_cli *cli, struct by_session_settings *out)
{
    struct by_setting settings[BY_CLI_SETTINGS_MAX];
    int count = 0;
    char *storage = calloc((size_t)cli->setting_count + 1, BY_SPEC_LENGTH_MAX + 1);
    if (!storage)
        return by_cli_failed(cli, "there is not enough memory");
    int status = by_cli_settings(cli, settings, storage, &count);
    for (int i = 0; i < count && status == BY_EXIT_OK; i++)
        if (!by_session_settings_put(out, settings[i].name, settings[i].value))
            status = by_cli_refuse(cli, "an engine takes at most %d short settings of a game",
                                   BY_SESSION_SETTINGS_MAX);
    free(storage);
    return status;
}

static void game_names(struct by_text *out)
{
    struct by_gtp_game game;
    for (int i = 0; by_gtp_game_at(i, &game); i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", game.game);
}

static int run(struct by_cli *cli)
{
    const char *game = by_cli_text(cli, "game"), *player = by_cli_text(cli, "player");
    char defaults[32], spec[BY_SPEC_BUFFER];
    int64_t threads = by_cli_int(cli, "threads");
    struct by_gtp_game known;
    struct by_gtp_config config = {.in = STDIN_FILENO,
                                   .out = STDOUT_FILENO,
                                   .stop = by_interrupt_flag(),
                                   .session = {.resign = -1}};
    if (!by_gtp_game_find(game ? game : BY_GTP_GAME, &known))
        return by_cli_unknown(cli, "game for GTP", game, game_names);
    if (!by_cli_seed_or_any(cli, &config.session.seed))
        return BY_EXIT_USAGE;
    int status = read_settings(cli, &config.session.settings);
    if (status == BY_EXIT_OK && player)
        status = by_cli_player_spec(cli, player, spec);
    if (status != BY_EXIT_OK)
        return status;
    if (by_cli_value(cli, "resign")->given)
        config.session.resign = by_cli_real(cli, "resign") / 100;
    (void)snprintf(defaults, sizeof defaults, "threads=%lld", (long long)threads);
    config.session.game = known.game;
    config.session.spec = player ? spec : NULL;
    config.session.trust = BY_TRUST_ALL;
    config.session.ponders = by_cli_flag(cli, "ponder");
    config.session.defaults = threads > 1 ? defaults : NULL;
    return by_gtp_serve(&config, &cli->error) == BY_OK ? BY_EXIT_OK : by_cli_report(cli);
}

static const struct by_cli_option options[] = {
    {.base = {"game", BY_OPTION_TEXT, NULL, 0, 31, NULL,
              "the game that is played first (go); set_game changes it"},
     .placeholder = "GAME"},
    {.base = {"player", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "who thinks: a level such as 'medium', or a search with its options (see 'banyan "
              "games', 'banyan searches'); without it what "
              "suits the game"},
     .placeholder = "SPEC"},
    {.base = {"resign", BY_OPTION_REAL, NULL, 0, 50, NULL,
              "give up below this chance to win, in percent, three moves in a row, whatever the "
              "player's resign= says (5 in Go, never elsewhere)"},
     .placeholder = "PERCENT"},
    {.base = {"size", BY_OPTION_TEXT, NULL, 0, 64, NULL,
              "the board: width x height, or one number for a square"},
     .placeholder = "WxH"},
    {.base = {"option", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "an option of the game (see 'banyan games GAME'); may be repeated"},
     .placeholder = "NAME=VALUE",
     .repeated = true},
    BY_CLI_ANY_SEED,
    {.base = {"threads", BY_OPTION_INT, "1", 1, 256, NULL, "how many threads may think"},
     .placeholder = "N"},
    BY_SERVE_PONDER,
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"gtp --player \"mcts rave=on playout=tactical sims=20000\"", "an engine for Sabaki or GoGui"},
    {"gtp --game othello", "one that begins with Othello, for Quarry"},
    {"gtp --size 9 --threads 2", "9x9 Go on two threads"},
    {"gtp --size 9 --ponder", "one that thinks in the opponent's time, too"},
    {NULL, NULL},
};

const struct by_command by_command_gtp = {
    .name = "gtp",
    .arguments = "",
    .summary = "be an engine for programs that speak GTP",
    .about =
        "Reads commands of the Go Text Protocol, version 2, on standard input and answers on "
        "standard output: for Sabaki, GoGui, Quarry and the bots of Go servers (see "
        "docs/CLIENTS.md). Plays every game of "
        "Banyan (list_games); list_commands names the commands.\n"
        "Without a clock a move takes what the player's spec allows, 10,000 simulations "
        "when it says nothing. Black is the first player in every game. With --ponder the time "
        "between a move and the next command is used, too.",
    .options = options,
    .examples = examples,
    .run = run,
    .ranks = true,
};
