/* solve_threats.h: `solve --vcf` and `--vct`, wins by threats, and `solve --check`, their proofs. */
#ifndef BY_CLI_SEARCH_SOLVE_THREATS_H
#define BY_CLI_SEARCH_SOLVE_THREATS_H

#include "cli/cli.h"

/* Whether the command line asks for one of them. */
bool by_solve_asks_threats(const struct by_cli *cli);

/* Options that do not go together with them: refused. Returns an exit status. */
int by_solve_check_options(struct by_cli *cli);

/* Looks for a win at cli->line. Returns an exit status. */
int by_solve_threats(struct by_cli *cli);

/* Checks the proof in the file that --check names, of the game `name`. Returns an exit status. */
int by_solve_check(struct by_cli *cli, const char *name);

#endif
