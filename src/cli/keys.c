#include "cli/keys.h"
#include "cli/cli.h"
#include "cli/interrupt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define ESCAPE_MS 50 /* what belongs to an arrow is sent together with its Escape */

/* --- taking the keyboard ------------------------------------------------------------------- */

/* Without ISIG Ctrl-C arrives as a byte like others, and Ctrl-Z does not leave the screen as it is. */
static bool take(struct by_keys *keys)
{
    if (tcgetattr(keys->descriptor, &keys->before) != 0)
        return false;
    struct termios raw = keys->before;
    raw.c_lflag &= (tcflag_t) ~(ICANON | ECHO | ISIG);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    return tcsetattr(keys->descriptor, TCSANOW, &raw) == 0;
}

bool by_keys_open(struct by_keys *keys)
{
    *keys = (struct by_keys){.descriptor = -1};
    if (!isatty(STDOUT_FILENO))
        return false;
    int descriptor =
        isatty(STDIN_FILENO) ? STDIN_FILENO : open("/dev/tty", O_RDONLY | O_CLOEXEC | O_NOCTTY);
    keys->descriptor = descriptor;
    if (descriptor >= 0 && take(keys))
        return true;
    if (descriptor > STDIN_FILENO)
        close(descriptor);
    keys->descriptor = -1;
    return false;
}

void by_keys_close(struct by_keys *keys)
{
    if (keys->descriptor < 0)
        return;
    tcsetattr(keys->descriptor, TCSADRAIN, &keys->before);
    if (keys->descriptor > STDIN_FILENO)
        close(keys->descriptor);
    keys->descriptor = -1;
}

/* --- keys ------------------------------------------------------------------------------------ */

/* The next byte; -1 at the end of input and after an interrupt. */
static int read_byte(const struct by_keys *keys)
{
    while (by_interrupt_await(keys->descriptor)) {
        unsigned char byte;
        ssize_t got = read(keys->descriptor, &byte, 1);
        if (got == 1)
            return byte;
        if (got == 0 || errno != EINTR)
            break;
    }
    return -1;
}

static bool follows(const struct by_keys *keys)
{
    struct pollfd keyboard = {.fd = keys->descriptor, .events = POLLIN};
    return poll(&keyboard, 1, ESCAPE_MS) > 0;
}

/* The last byte of ESC [ numbers letter, or the number of ESC [ number ~; 0: it is something else. */
static int read_sequence(const struct by_keys *keys)
{
    int byte = follows(keys) ? read_byte(keys) : 0, number = 0;
    if (byte != '[' && byte != 'O')
        return 0;
    while (follows(keys)) {
        byte = read_byte(keys);
        if (byte >= '@')
            return byte == '~' ? number : byte;
        if (byte < ' ')
            break;
        number = number ? number : byte;
    }
    return 0;
}

static int read_escape(const struct by_keys *keys)
{
    if (!follows(keys))
        return BY_KEY_LEAVE; /* the key Escape alone */
    switch (read_sequence(keys)) {
    case 'A':
        return BY_KEY_UP;
    case 'B':
        return BY_KEY_DOWN;
    case 'C':
    case '6':
        return BY_KEY_ON;
    case 'D':
    case '5':
        return BY_KEY_BACK;
    case 'H':
    case '1':
    case '7':
        return BY_KEY_FIRST;
    case 'F':
    case '4':
    case '8':
        return BY_KEY_LAST;
    default:
        return BY_KEY_NONE;
    }
}

int by_keys_read(const struct by_keys *keys)
{
    int byte = read_byte(keys);
    switch (byte) {
    case 'n':
    case ' ':
    case '\r':
    case '\n':
        return BY_KEY_ON;
    case 'b':
    case 'p':
    case 8: /* Backspace, under two names */
    case 127:
        return BY_KEY_BACK;
    case 'g':
        return BY_KEY_FIRST;
    case 'e':
    case 'G':
        return BY_KEY_LAST;
    case 'q':
    case 'Q':
    case 3: /* Ctrl-C, Ctrl-D */
    case 4:
    case -1:
        return BY_KEY_LEAVE;
    case '\033':
        return read_escape(keys);
    default:
        return byte;
    }
}

int by_keys_walk(int key, int at, int count)
{
    if (key == BY_KEY_ON || key == BY_KEY_DOWN)
        return at + 1 < count ? at + 1 : count;
    if (key == BY_KEY_BACK || key == BY_KEY_UP)
        return at > 0 ? at - 1 : 0;
    if (key == BY_KEY_FIRST)
        return 0;
    return key == BY_KEY_LAST ? count - 1 : at;
}

/* --- the screen ------------------------------------------------------------------------------ */

struct by_screen by_screen_size(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 1)
        return (struct by_screen){size.ws_row, size.ws_col};
    return (struct by_screen){24, 80};
}
