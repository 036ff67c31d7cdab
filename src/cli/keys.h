/* keys.h: a keyboard read key by key, and the screen in front of it.
 *
 * For commands that walk through something on a terminal. Several keys say the same:
 *   on      n, space, Enter, right arrow, page down        first   g, Home
 *   back    b, p, Backspace, left arrow, page up           last    e, G, End
 *   leave   q, Escape, Ctrl-C, Ctrl-D, the end of input
 * Arrows up and down are keys of their own; a command that has no use for them takes them for back
 * and on. Any other key is the character that was typed. */
#ifndef BY_CLI_KEYS_H
#define BY_CLI_KEYS_H

#include <stdbool.h>
#include <termios.h>

enum {
    BY_KEY_NONE = 0, /* a key that means nothing to anybody here */
    BY_KEY_ON = 256, /* above every character */
    BY_KEY_BACK,
    BY_KEY_FIRST,
    BY_KEY_LAST,
    BY_KEY_UP,
    BY_KEY_DOWN,
    BY_KEY_LEAVE,
};

struct by_keys {
    int descriptor;
    struct termios before;
};

/* Takes the keyboard: standard input, or the terminal itself where that brings something else. Keys then
 * come one by one and unseen, Ctrl-C among them. False, and nothing has changed: there is none, or
 * standard output is no terminal that could show what they do. */
bool by_keys_open(struct by_keys *keys);

/* Gives the terminal back as it was; safe after a failure. */
void by_keys_close(struct by_keys *keys);

/* Waits for the next key. */
int by_keys_read(const struct by_keys *keys);

/* Where a walk through `count` pictures stands after a key: within them, or at `count` for a step beyond
 * the last. `at` itself for other keys. */
int by_keys_walk(int key, int at, int count);

/* The size of the terminal at standard output; 24 and 80 where it does not say. */
struct by_screen {
    int rows, columns;
};
struct by_screen by_screen_size(void);

#endif
