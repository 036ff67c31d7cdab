/* bench.h: how fast, and the signature: whether it still plays the same. */
#ifndef BY_CLI_BENCH_H
#define BY_CLI_BENCH_H

#include "cli/cli.h"

/* Opens game number `index` with its default options, under the name its bench lines use: the
 * alias with the same rules where there is one (tictactoe for mnk). Returns an exit status. */
int by_bench_game(struct by_cli *cli, int index, struct by_rules **out);

/* One line per game and search: name, label, search, count, checksum. `filter` is a prefix of
 * the line, or NULL. Returns an exit status. */
int by_signature(struct by_cli *cli, const char *filter);

#endif
