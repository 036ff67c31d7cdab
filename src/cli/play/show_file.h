/* show_file.h: `show` of a game record in a file. */
#ifndef BY_CLI_PLAY_SHOW_FILE_H
#define BY_CLI_PLAY_SHOW_FILE_H

#include "cli/file.h"
#include "report/position.h"

struct by_shown_file {
    struct by_record_file file;
    struct by_record record; /* its rules and line have gone over to the cli */
    int number;              /* of the game in the file, from 1 */
    int games;               /* in the file; -1: what follows the game is not readable */
};

/* Opens cli->rules and cli->line from the file: the game, variation and ply that the options ask
 * for, and --moves behind. `game` may be NULL: the one the file names. Returns an exit status;
 * by_shown_file_close is safe after a failure. */
int by_shown_file_open(struct by_cli *cli, const char *path, const char *game,
                       struct by_shown_file *shown);
void by_shown_file_close(struct by_shown_file *shown);

void by_shown_file_print(struct by_cli *cli, const struct by_shown_file *shown);

#endif
