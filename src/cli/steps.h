/* steps.h: walking through pictures with the keyboard (keys.h says which keys).
 *
 * One picture at a time on a screen of its own; what stood on the terminal comes back afterwards. A
 * picture gets the screen less what stands below it, a blank line and the line that says which step it
 * is, and is drawn again for every step, so that a screen that changes its size is made use of. */
#ifndef BY_CLI_STEPS_H
#define BY_CLI_STEPS_H

#include "cli/cli.h"
#include "cli/keys.h"

struct by_steps {
    int count;
    const void *context;

    /* Prints picture `index` to cli->out, at most so many rows and columns. */
    enum by_status (*draw)(struct by_cli *cli, const void *context, int index,
                           struct by_screen room);

    /* NULL, or where the key `fast` goes: the next step behind `index` that matters, or the last. */
    int (*next)(const void *context, int index);
    char fast;
    const char *what; /* "cut": it goes to the next cut */
};

/* False: there is no keyboard, or no terminal to draw on; the caller lists the steps then. Else
 * `*status` is an exit status. */
bool by_steps_walk(struct by_cli *cli, const struct by_steps *steps, int *status);

/* A picture that is text, with the piece marked that was not in `before` (NULL: no such text), as many
 * of its lines as there are rows. */
enum by_status by_steps_put(struct by_cli *cli, const char *before, const char *now, int rows);

#endif
