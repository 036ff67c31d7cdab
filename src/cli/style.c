#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool by_style_escapes(int descriptor)
{
    const char *terminal = getenv("TERM");
    return terminal && *terminal && strcmp(terminal, "dumb") != 0 && isatty(descriptor);
}

bool by_style_wanted(int descriptor)
{
    const char *off = getenv("NO_COLOR");
    return !(off && *off) && by_style_escapes(descriptor);
}

const char *by_style(const struct by_cli *cli, enum by_style style)
{
    if (!cli->colour)
        return "";
    switch (style) {
    case BY_STYLE_BOLD:
        return "\033[1m";
    case BY_STYLE_DIM:
        return "\033[2m";
    case BY_STYLE_FIRST:
        return "\033[1;36m";
    case BY_STYLE_SECOND:
        return "\033[1;33m";
    case BY_STYLE_PLAIN:
        break;
    }
    return "\033[0m";
}

struct by_marks by_cli_marks(const struct by_cli *cli)
{
    return (struct by_marks){by_style(cli, BY_STYLE_BOLD), by_style(cli, BY_STYLE_PLAIN)};
}
