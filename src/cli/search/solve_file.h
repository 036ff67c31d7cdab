/* solve_file.h: `solve --file`: many positions, one row each. */
#ifndef BY_CLI_SEARCH_SOLVE_FILE_H
#define BY_CLI_SEARCH_SOLVE_FILE_H

#include "cli/cli.h"

/* Solves every position of the file that --file names; `game` is what it must be of. Returns an exit
 * status: done, or failed when it was stopped, when a position was given up, or when the file says
 * otherwise about one. What was solved is printed in any case. */
int by_solve_file(struct by_cli *cli, const char *game);

/* Whether one best move is enough: --best, and what stands for it when it is not given. */
bool by_solve_one(const struct by_cli *cli);

#endif
