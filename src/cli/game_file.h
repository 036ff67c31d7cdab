/* game_file.h: a command's board out of a game record in a file. */
#ifndef BY_CLI_GAME_FILE_H
#define BY_CLI_GAME_FILE_H

#include "cli/file.h"

/* The options of commands that take their board from a file, too. */
/* clang-format off */
#define BY_CLI_FILE_OPTIONS                                                                        \
    {.base = {"file", BY_OPTION_TEXT, NULL, 1, 4095, NULL,                                         \
              "a game record; GAME then says which game it is of ('-': standard input)"},          \
     .placeholder = "FILE"},                                                                       \
    {.base = {"number", BY_OPTION_INT, "1", 1, 1e9, NULL, "which game of the file"},               \
     .placeholder = "N"},                                                                          \
    {.base = {"ply", BY_OPTION_INT, NULL, 0, 1e9, NULL,                                            \
              "the position after so many moves of the file's game; default: after the last"},     \
     .placeholder = "N"},                                                                          \
    {.base = {"variation", BY_OPTION_TEXT, NULL, 1, 4095, NULL,                                    \
              "where the file's game branches, take these, as in 2,1; default: always the first"}, \
     .placeholder = "N,N"}
/* clang-format on */

struct by_game_file {
    struct by_record_file file;
    struct by_record record; /* its rules and line have gone over to the cli */
    int number;              /* of the game in the file, from 1 */
    int games;               /* in the file; -1: what follows the game is not readable */

    /* Of a record that is a tree: the node of each move of cli->line, or NULL; `node_count` are known. */
    struct by_sgf_node **nodes;
    int node_count, node_room;
};

/* Opens cli->rules and cli->line from the file: the game, variation and ply that the options ask
 * for, and --moves behind. `game` may be NULL: the one the file names. Returns an exit status;
 * by_game_file_close is safe after a failure. */
int by_game_file_open(struct by_cli *cli, const char *path, const char *game,
                      struct by_game_file *gf);
/* Plays the record once more: by these choices of variations, and up to a ply (-1: to the end). Its line,
 * comment and node are then in gf->record. Returns an exit status. */
int by_game_file_replay(struct by_cli *cli, struct by_game_file *gf, const char *game,
                        const int *choices, int count, int ply);
void by_game_file_close(struct by_game_file *gf);

/* Opens cli->rules and cli->line as the command's arguments say: its first argument is a game or a
 * file, --file names a file. Returns an exit status. */
int by_cli_board(struct by_cli *cli);

#endif
