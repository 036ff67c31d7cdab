#include "cli/lessons/steps.h"
#include "cli/keys.h"

#include <stdlib.h>
#include <string.h>

/* --- pictures ------------------------------------------------------------------------------- */

static void put_picture(struct by_cli *cli, const struct by_steps *steps, int index)
{
    size_t length;
    const char *picture = steps->picture(steps->context, index, &length);
    fwrite(picture, 1, length, cli->out);
}

/* A copy that ends in 0; NULL without memory, and where there is no such picture. */
static char *copy_picture(const struct by_steps *steps, int index)
{
    size_t length;
    const char *picture = index < 0 ? NULL : steps->picture(steps->context, index, &length);
    return picture ? strndup(picture, length) : NULL;
}

static void put_marked(struct by_cli *cli, const struct by_steps *steps, int index)
{
    char *now = copy_picture(steps, index), *before = copy_picture(steps, index - 1);
    if (now)
        by_print_drawing(cli, cli->out, before, now);
    else
        put_picture(cli, steps, index);
    free(before);
    free(now);
}

static bool show(struct by_cli *cli, const struct by_steps *steps, int index)
{
    if (cli->colour)
        by_output_screen(cli, "\033[H\033[2J");
    put_marked(cli, steps, index);
    fprintf(cli->out, "\n%sstep %d of %d%s   space: on   b: back   q: leave\n",
            by_style(cli, BY_STYLE_BOLD), index + 1, steps->count, by_style(cli, BY_STYLE_PLAIN));
    return by_output_flush(cli);
}

/* A step beyond the last picture leaves. */
static int walk(struct by_cli *cli, const struct by_steps *steps, const struct by_keys *keys)
{
    for (int at = 0, shown = -1, key = BY_KEY_NONE; key != BY_KEY_LEAVE && at < steps->count;) {
        if (at != shown && !show(cli, steps, at))
            return BY_EXIT_FAILED;
        shown = at;
        key = by_keys_read(keys);
        at = by_keys_walk(key, at, steps->count);
    }
    return BY_EXIT_OK;
}

static int list(struct by_cli *cli, const struct by_steps *steps)
{
    for (int i = 0; i < steps->count; i++) {
        fprintf(cli->out, "%s--- step %d of %d\n\n", i > 0 ? "\n" : "", i + 1, steps->count);
        put_picture(cli, steps, i);
    }
    return BY_EXIT_OK;
}

int by_steps_walk(struct by_cli *cli, const struct by_steps *steps)
{
    struct by_keys keys;
    int status = by_keys_open(&keys) ? walk(cli, steps, &keys) : list(cli, steps);
    by_keys_close(&keys);
    return status;
}
