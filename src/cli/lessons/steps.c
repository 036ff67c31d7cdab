#include "cli/lessons/steps.h"
#include "cli/interrupt.h"
#include "cli/play/prompt.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum key { KEY_ON, KEY_BACK, KEY_FIRST, KEY_LAST, KEY_LEAVE, KEY_OTHER };

/* --- the keyboard ------------------------------------------------------------------------- */

/* The next byte; -1 at the end of input and after an interrupt. */
static int read_byte(void)
{
    while (by_interrupt_await(STDIN_FILENO)) {
        unsigned char byte;
        ssize_t got = read(STDIN_FILENO, &byte, 1);
        if (got == 1)
            return byte;
        if (got == 0 || errno != EINTR)
            break;
    }
    return -1;
}

/* Whether a byte follows at once: an arrow is Escape, '[' and a letter, sent together. */
static bool follows(void)
{
    struct termios before, brief;
    unsigned char byte;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return false;
    brief = before;
    brief.c_cc[VMIN] = 0;
    brief.c_cc[VTIME] = 1; /* tenths of a second */
    tcsetattr(STDIN_FILENO, TCSANOW, &brief);
    bool more = read(STDIN_FILENO, &byte, 1) == 1 && (byte == '[' || byte == 'O');
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return more;
}

static enum key read_arrow(void)
{
    if (!follows())
        return KEY_LEAVE; /* Escape alone */
    switch (read_byte()) {
    case 'C':
    case 'B':
        return KEY_ON;
    case 'D':
    case 'A':
        return KEY_BACK;
    case 'H':
        return KEY_FIRST;
    case 'F':
        return KEY_LAST;
    default:
        return KEY_OTHER;
    }
}

static enum key read_key(void)
{
    switch (read_byte()) {
    case ' ':
    case '\n':
    case '\r':
    case 'n':
        return KEY_ON;
    case 'b':
    case 8:
    case 127:
        return KEY_BACK;
    case 'g':
        return KEY_FIRST;
    case 'G':
        return KEY_LAST;
    case 27:
        return read_arrow();
    case 'q':
    case 3: /* Ctrl-C, Ctrl-D: keys like others here, see walk */
    case 4:
    case -1:
        return KEY_LEAVE;
    default:
        return KEY_OTHER;
    }
}

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

static int moved(enum key key, int at, int count)
{
    if (key == KEY_ON)
        return at + 1; /* beyond the last one is the end */
    if (key == KEY_BACK)
        return at > 0 ? at - 1 : 0;
    if (key == KEY_FIRST)
        return 0;
    return key == KEY_LAST ? count - 1 : at;
}

static int walk(struct by_cli *cli, const struct by_steps *steps)
{
    struct termios before, raw;
    if (tcgetattr(STDIN_FILENO, &before) != 0)
        return by_cli_failed(cli, "the terminal cannot be read key by key");
    raw = before;
    /* Without ISIG Ctrl-C arrives as a byte like others. */
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ISIG);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    bool good = true;
    for (int at = 0; good && at < steps->count;) {
        good = show(cli, steps, at);
        enum key key = good ? read_key() : KEY_LEAVE;
        while (key == KEY_OTHER)
            key = read_key();
        if (key == KEY_LEAVE)
            break;
        at = moved(key, at, steps->count);
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &before);
    return good ? BY_EXIT_OK : BY_EXIT_FAILED;
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
    return by_prompt_on_terminal() ? walk(cli, steps) : list(cli, steps);
}
