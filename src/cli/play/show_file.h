/* show_file.h: `show` of a game record in a file. */
#ifndef BY_CLI_PLAY_SHOW_FILE_H
#define BY_CLI_PLAY_SHOW_FILE_H

#include "cli/game_file.h"

/* What the record says besides its moves, a line each. */
void by_show_file(struct by_cli *cli, const struct by_game_file *gf);

#endif
