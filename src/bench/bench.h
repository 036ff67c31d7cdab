/* bench.h: how fast, and the signature: whether it still plays the same. */
#ifndef BY_CLI_BENCH_H
#define BY_CLI_BENCH_H

#include "cli/cli.h"

/* Opens game number `index` with its default options, under the name its bench lines use: the
 * alias with the same rules where there is one (tictactoe for mnk). Returns an exit status. */
int by_bench_game(struct by_cli *cli, int index, struct by_rules **out);

/* Does the filter (NULL: none) choose the line? It does when its parts, between '/', '@' or blanks, are
 * the first parts of the name: "playout/go" is no line of Gomoku. A game may be called by its own
 * name where the line has an alias: "playout/mnk" finds "playout/tictactoe/3x3/uniform". */
bool by_bench_wants(const char *filter, const char *name);

/* Prints a figure; a negative value only asks whether the line is wanted. */
typedef bool by_bench_emit(void *context, const char *name, double value, const char *unit);

/* Positions that each form of alpha-beta looks at to the same depth, and what a second thread
 * brings. */
void by_bench_ladder(struct by_cli *cli, by_bench_emit *emit, void *context);

/* What a playout of Go costs, by size and board, and the power of the size that it grows with. */
void by_bench_cost(struct by_cli *cli, by_bench_emit *emit, void *context);

/* Simulations per second of Monte Carlo search, and where their time goes. */
void by_bench_mcts(struct by_cli *cli, by_bench_emit *emit, void *context);

/* One line per game and search: name, label, search, count, checksum. `filter` is as in
 * by_bench_wants. Returns an exit status. */
int by_signature(struct by_cli *cli, const char *filter);

#endif
