/* show_file.h: `show` of a game record in a file. */
#ifndef BY_CLI_PLAY_SHOW_FILE_H
#define BY_CLI_PLAY_SHOW_FILE_H

#include "cli/game_file.h"

/* What the record says besides its moves, a line each. */
void by_show_file(struct by_cli *cli, const struct by_game_file *gf);

/* Walks through the game with the keys, into its variations; without a keyboard every move with its
 * comment. `gf` may be NULL: through the command's line. Returns an exit status. */
int by_show_step(struct by_cli *cli, struct by_game_file *gf, const char *game);

#endif
