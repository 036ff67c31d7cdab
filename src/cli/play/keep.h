/* keep.h: a game at the terminal is kept in a file, and looked at again. */
#ifndef BY_CLI_PLAY_KEEP_H
#define BY_CLI_PLAY_KEEP_H

#include "cli/cli.h"

/* A game, and what its record says of it. */
struct by_kept {
    const struct by_line *line;
    const char *names[2];
    const char *result; /* in the words of SGF; or NULL: it goes on */
};

/* Refuses a file whose ending is that of no format, or of one that cannot hold this game: before the
 * game is played. Returns an exit status. */
int by_keep_check(struct by_cli *cli, const struct by_line *line, const char *path);

/* Writes the game into the file, in the format of its ending. */
enum by_status by_keep(const struct by_kept *kept, const char *path, struct by_error *err);

/* There is something in that file, which would be gone. */
bool by_keep_taken(const char *path);

/* The name of the file for game `number` of an evening: that given for the first, and behind it
 * "name-2.sgf", "name-3.sgf", so that no game is written over another. */
#define BY_KEEP_PATH 4160
void by_keep_name(const char *path, int number, char out[BY_KEEP_PATH]);

#endif
