/* serve.h: what the engines of one game (gomocup, nboard) have in common on the command line. */
#ifndef BY_CLI_ENGINES_SERVE_H
#define BY_CLI_ENGINES_SERVE_H

#include "cli/cli.h"
#include "protocols/session.h"

/* --ponder, for every engine. */
#define BY_SERVE_PONDER                                                                            \
    {                                                                                              \
        .base = {                                                                                  \
            "ponder",                                                                              \
            BY_OPTION_FLAG,                                                                        \
            "off",                                                                                 \
            0,                                                                                     \
            0,                                                                                     \
            NULL,                                                                                  \
            "go on thinking in the opponent's time, until the next command; needs a player that "  \
            "keeps what it found (mcts with reuse=on, alphabeta), and what it plays then depends " \
            "on how long the opponent takes"                                                       \
        }                                                                                          \
    }

/* --player, --seed, --threads, --ponder; ended by a NULL name. */
extern const struct by_cli_option by_serve_options[];

/* Room for the texts of a configuration. */
struct by_serve_texts {
    char defaults[32];
    char spec[BY_SPEC_BUFFER];
};

/* What these options say, for a session of `game`. Returns an exit status. */
int by_serve_config(struct by_cli *cli, const char *game, struct by_serve_texts *texts,
                    struct by_session_config *out);

#endif
