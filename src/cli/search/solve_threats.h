/* solve_threats.h: `solve --vcf`, `--vct` and `--quiet`, wins by threats, and `solve --check`, their proofs. */
#ifndef BY_CLI_SEARCH_SOLVE_THREATS_H
#define BY_CLI_SEARCH_SOLVE_THREATS_H

#include "cli/cli.h"

/* Whether the command line asks for one of them. */
bool by_solve_asks_threats(const struct by_cli *cli);

/* Options that do not go together with them: refused. Returns an exit status. */
int by_solve_check_options(struct by_cli *cli);

/* Looks for a win at cli->line. Returns an exit status. */
int by_solve_threats(struct by_cli *cli);

/* The same behind every reply to cli->line, for the player who is not to move there. */
int by_solve_each(struct by_cli *cli);

/* What the command line asks for, with at most so many nodes: rules, position and who listens are
 * missing. */
#define BY_SOLVE_PROOF_NODES 30000000 /* about half a gigabyte, in memory and as a file */
struct by_threats by_solve_question(const struct by_cli *cli, uint64_t most_nodes);

/* Ends a text behind the proof that it begins with; the next one, NULL: that was the last. */
char *by_solve_cut_proof(char *text);

/* Checks the proofs in the file that --check names, of the game `name`. Returns an exit status. */
int by_solve_check(struct by_cli *cli, const char *name);

#endif
