/* file.h: files as a command meets them: "-" is standard input and output, trouble is a message. */
#ifndef BY_CLI_FILE_H
#define BY_CLI_FILE_H

#include "cli/cli.h"
#include "record/record.h"

/* All of a file ("-": standard input) of at most `most` bytes, from malloc and with a zero behind it;
 * NULL: refused, with a message. */
char *by_cli_read(struct by_cli *cli, const char *path, size_t most, size_t *size);

/* Replaces a whole file ("-": to cli->out), as base/file.h does it. Returns an exit status. */
int by_cli_write(struct by_cli *cli, const char *path, const char *text, size_t size);

/* The same for what is not finished. A file that is there already and not empty stays as it is: this one then goes
 * beside it, to PATH.unfinished. `place` gets the name that was taken. */
#define BY_CLI_PLACE_SIZE 4100
int by_cli_write_unfinished(struct by_cli *cli, const char *path, const char *text, size_t size,
                            char place[BY_CLI_PLACE_SIZE]);

/* Refuses a file ("-" is none) that could not be written: before the work that is to go there. */
int by_cli_can_write(struct by_cli *cli, const char *path);

/* The path as messages name it. */
const char *by_cli_file_name(const char *path, char buffer[BY_QUOTE_SIZE]);

/* A file of game records. */
struct by_record_file {
    const char *path; /* "-": standard input */
    char *text;
    struct by_record_source source;
};

/* Reads a whole file and finds out its format: `format` is its name, or NULL: by the extension,
 * or else by what it looks like. Returns an exit status; by_record_file_close is safe after a failure. */
int by_record_file_open(struct by_cli *cli, const char *path, const char *format,
                        struct by_record_file *file);
void by_record_file_close(struct by_record_file *file);

/* Reports cli->error with the file's name before it, and the number of the game it is about.
 * Returns an exit status. */
int by_record_file_report(struct by_cli *cli, const struct by_record_file *file, int number);

/* Is this argument, where a game's name may stand, a file? It is when it is "-", or when it is no
 * game, and it has an extension of a format or a file of that name exists. */
bool by_is_file(const char *argument);

#endif
