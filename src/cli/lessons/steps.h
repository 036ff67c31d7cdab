/* steps.h: walking through pictures with the keyboard.
 *
 * On a terminal one picture at a time, with the keys of cli/keys.h. Elsewhere all pictures one below
 * the other. */
#ifndef BY_CLI_LESSONS_STEPS_H
#define BY_CLI_LESSONS_STEPS_H

#include "cli/cli.h"

struct by_steps {
    int count;
    const char *(*picture)(const void *context, int index, size_t *length);
    const void *context;
};

/* Returns an exit status. */
int by_steps_walk(struct by_cli *cli, const struct by_steps *steps);

#endif
