/* file.h: game records in files. */
#ifndef BY_CLI_FILE_H
#define BY_CLI_FILE_H

#include "cli/cli.h"
#include "record/record.h"

struct by_file {
    const char *path; /* "-": standard input */
    char *text;
    struct by_record_source source;
};

/* All of a file ("-": standard input), from malloc; NULL: refused, with a message. */
char *by_file_read(struct by_cli *cli, const char *path, size_t *size);

/* Reads a whole file and finds out its format: `format` is its name, or NULL: by the extension,
 * or else by what it looks like. Returns an exit status; by_file_close is safe after a failure. */
int by_file_open(struct by_cli *cli, const char *path, const char *format, struct by_file *file);
void by_file_close(struct by_file *file);

/* The path as messages name it. */
const char *by_file_name(const char *path, char buffer[BY_QUOTE_SIZE]);

/* Reports cli->error with the file's name before it, and the number of the game it is about.
 * Returns an exit status. */
int by_file_report(struct by_cli *cli, const struct by_file *file, int number);

/* Writes a whole file ("-": to cli->out). Returns an exit status. */
int by_file_write(struct by_cli *cli, const char *path, const char *text, size_t size);

/* Is this argument, where a game's name may stand, a file? It is when it is "-", or when it is no
 * game, and it has an extension of a format or a file of that name exists. */
bool by_is_file(const char *argument);

#endif
