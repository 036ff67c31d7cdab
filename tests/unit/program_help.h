/* program_help.h: what the tests of other programs share: the faulty engine, and counting what a
 * test leaves behind. */
#ifndef PROGRAM_HELP_H
#define PROGRAM_HELP_H

#include "players/player.h"

#include <dirent.h>
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>

#include "games/rules_test.h"

/* 'gtp cmd="BUILD/faulty-engine gtp FAULT" OPTIONS' */
#define SPEC_SIZE 1024
static inline const char *faulty(char spec[SPEC_SIZE], const char *protocol, const char *fault,
                                 const char *options)
{
    const char *build = getenv("BY_BUILD");
    snprintf(spec, SPEC_SIZE, "%s cmd=\"%s/faulty-engine %s %s\" %s", protocol,
             build ? build : "build-test", protocol, fault, options);
    return spec;
}

static inline int open_descriptors(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/fd");
    assert_non_null(folder);
    while (readdir(folder))
        count++;
    closedir(folder);
    return count;
}

/* No child is left, running or dead. */
static inline void assert_no_children(void)
{
    errno = 0;
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

#endif
