/* tree_input.c: where the text of a tree comes from. */
#include "cli/file.h"
#include "cli/lessons/tree.h"
#include "games/tree/dag.h"

#include <stdlib.h>
#include <string.h>

static int check_bytes(struct by_cli *cli, const char *path, const char *text, size_t length)
{
    char quoted[BY_QUOTE_SIZE];
    const char *zero = memchr(text, '\0', length);
    if (zero)
        return by_cli_refuse(cli, "'%s' is no text: byte %zu of it is zero", by_quote(path, quoted),
                             (size_t)(zero - text) + 1);
    return BY_EXIT_OK;
}

static int read_file(struct by_cli *cli, const char *path, char **text)
{
    size_t length = 0;
    *text = by_cli_read(cli, path, BY_DAG_TEXT_MAX, &length);
    return *text ? check_bytes(cli, path, *text, length) : BY_EXIT_USAGE;
}

int by_tree_input(struct by_cli *cli, char **text)
{
    const char *path = by_cli_text(cli, "file");
    const char *argument = cli->argument_count > 0 ? cli->arguments[0] : NULL;
    *text = NULL;
    if (path && argument)
        return by_cli_refuse(cli, "give the tree, or --file with its name, not both");
    if (path)
        return read_file(cli, path, text);
    if (!argument)
        return BY_EXIT_OK;
    size_t size = strlen(argument) + 1;
    *text = malloc(size);
    if (!*text)
        return by_cli_failed(cli, "there is not enough memory");
    memcpy(*text, argument, size);
    return BY_EXIT_OK;
}
