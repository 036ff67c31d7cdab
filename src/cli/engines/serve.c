/* serve.c: see serve.h. */
#include "cli/engines/serve.h"

#include <stdio.h>

const struct by_cli_option by_serve_options[] = {
    {.base = {"player", BY_OPTION_TEXT, NULL, 0, 4095, NULL,
              "who thinks: a level such as 'medium', or a search with its options (see 'banyan "
              "games', 'banyan searches'); without it what "
              "suits the game"},
     .placeholder = "SPEC"},
    BY_CLI_ANY_SEED,
    {.base = {"threads", BY_OPTION_INT, "1", 1, 256, NULL, "how many threads may think"},
     .placeholder = "N"},
    BY_SERVE_PONDER,
    {.base = {.name = NULL}},
};

int by_serve_config(struct by_cli *cli, const char *game, struct by_serve_texts *texts,
                    struct by_session_config *out)
{
    const char *player = by_cli_text(cli, "player");
    int64_t threads = by_cli_int(cli, "threads");
    *out = (struct by_session_config){.game = game, .resign = -1};
    if (!by_cli_seed_or_any(cli, &out->seed))
        return BY_EXIT_USAGE;
    int status = player ? by_cli_player_spec(cli, player, texts->spec) : BY_EXIT_OK;
    if (status != BY_EXIT_OK)
        return status;
    (void)snprintf(texts->defaults, sizeof texts->defaults, "threads=%lld", (long long)threads);
    out->spec = player ? texts->spec : NULL;
    out->trust = BY_TRUST_ALL;
    out->ponders = by_cli_flag(cli, "ponder");
    out->defaults = threads > 1 ? texts->defaults : NULL;
    return BY_EXIT_OK;
}
