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

void by_style_prepare(struct by_output *output)
{
    static const char *const numbers[BY_STYLE_COUNT] = {
        [BY_STYLE_PLAIN] = "0",    [BY_STYLE_BOLD] = "1",      [BY_STYLE_DIM] = "2",
        [BY_STYLE_FIRST] = "1;36", [BY_STYLE_SECOND] = "1;33",
    };
    unsigned chance = (unsigned)(by_seed_of_the_moment() % 1000000000);
    snprintf(output->key, sizeof output->key, "%09u;", chance);
    for (int i = 0; i < BY_STYLE_COUNT; i++)
        snprintf(output->style[i], sizeof output->style[i], "\033[%s%sm", output->key, numbers[i]);
}

const char *by_style(const struct by_cli *cli, enum by_style style)
{
    return cli->colour ? cli->output.style[style] : "";
}

struct by_marks by_cli_marks(const struct by_cli *cli)
{
    return (struct by_marks){.strong = by_style(cli, BY_STYLE_BOLD),
                             .plain = by_style(cli, BY_STYLE_PLAIN),
                             .first = by_style(cli, BY_STYLE_FIRST),
                             .second = by_style(cli, BY_STYLE_SECOND)};
}
