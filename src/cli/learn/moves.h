/* moves.h: `learn` for games whose moves have strengths. */
#ifndef BY_CLI_LEARN_MOVES_H
#define BY_CLI_LEARN_MOVES_H

#include "cli/cli.h"

/* The whole lesson, for cli->rules, whose game has a move model. */
int by_cli_learn_moves(struct by_cli *cli, uint64_t seed, const char *out);

#endif
