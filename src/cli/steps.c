#include "cli/steps.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BELOW 3 /* rows: a blank one, the line of keys, and where the cursor stands */

static bool show(struct by_cli *cli, const struct by_steps *steps, int at)
{
    struct by_screen room = by_screen_size();
    room.rows = room.rows > BELOW + 4 ? room.rows - BELOW : 4;
    room.columns--; /* a full line would bring an empty one on some terminals */
    by_output_screen(cli, "\033[H\033[2J");
    if (steps->draw(cli, steps->context, at, room) != BY_OK)
        return false;
    fprintf(cli->out, "\n%sstep %d of %d   n on, b back, ", by_style(cli, BY_STYLE_BOLD), at + 1,
            steps->count);
    if (steps->next)
        fprintf(cli->out, "%c next %s, ", steps->fast, steps->what);
    fprintf(cli->out, "g first, e last, q leave%s\n", by_style(cli, BY_STYLE_PLAIN));
    return true;
}

/* Stays where the walk begins and ends. */
static int moved(const struct by_steps *steps, int key, int at)
{
    int to = steps->next && key == steps->fast ? steps->next(steps->context, at)
                                               : by_keys_walk(key, at, steps->count);
    return to < steps->count ? to : at;
}

static int walk(struct by_cli *cli, const struct by_steps *steps, const struct by_keys *keys)
{
    int key = BY_KEY_NONE;
    for (int at = 0; key != BY_KEY_LEAVE; at = moved(steps, key, at)) {
        if (!show(cli, steps, at))
            return by_cli_report(cli);
        if (!by_output_flush(cli))
            return BY_EXIT_FAILED;
        key = by_keys_read(keys);
    }
    return BY_EXIT_OK;
}

bool by_steps_walk(struct by_cli *cli, const struct by_steps *steps, int *status)
{
    struct by_keys keys;
    if (!by_style_escapes(STDOUT_FILENO) || !by_keys_open(&keys))
        return false;
    by_output_screen(cli, "\033[?1049h");
    *status = walk(cli, steps, &keys);
    by_output_screen(cli, "\033[?1049l");
    by_output_flush(cli);
    by_keys_close(&keys);
    return true;
}

/* The bytes of the first `rows` lines; `*more` is how many lines are behind them. */
static size_t first_lines(const char *text, int rows, int *more)
{
    size_t at = 0, kept = 0;
    int lines = 0;
    while (text[at] != '\0') {
        at += strcspn(text + at, "\n");
        at += text[at] == '\n';
        lines++;
        kept = lines <= rows ? at : kept;
    }
    *more = lines > rows ? lines - rows : 0;
    return kept;
}

enum by_status by_steps_put(struct by_cli *cli, const char *before, const char *now, int rows)
{
    int more;
    size_t length = first_lines(now, rows, &more);
    if (more > 0)
        length = first_lines(now, rows - 1, &more);
    char *shown = strndup(now, length);
    if (!shown)
        return by_fail_memory(&cli->error, length);
    by_print_drawing(cli, cli->out, before, shown);
    free(shown);
    if (more > 0)
        fprintf(cli->out, "%s... %d lines more: a higher screen shows them%s\n",
                by_style(cli, BY_STYLE_DIM), more, by_style(cli, BY_STYLE_PLAIN));
    return BY_OK;
}
