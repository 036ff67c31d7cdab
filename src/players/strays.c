/* strays.c: processes that a child has started and that have left its group.
 *
 * A process that calls setsid is in no group of ours, and when its parent has ended nothing but its
 * environment says where it came from. Linux shows that in /proc/PID/environ. The process is held by a
 * descriptor while it is looked at, so that no other gets its number in between. */
#define _GNU_SOURCE /* syscall, memmem */
#include "base/clock.h"
#include "base/text.h"
#include "players/child.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define ENVIRONMENT_MAX ((size_t)1 << 18) /* of a process: what is behind it is not looked at */
#define PATIENCE_S      1.0

#if defined SYS_pidfd_open && defined SYS_pidfd_send_signal

static bool is_marked(const char *pid, const char *mark, char *scratch)
{
    char path[64];
    size_t size = 0;
    struct by_text text = by_text_over(path, sizeof path);
    by_text_format(&text, "/proc/%s/environ", pid);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    ssize_t got;
    while (size < ENVIRONMENT_MAX && (got = read(file, scratch + size, ENVIRONMENT_MAX - size)) > 0)
        size += (size_t)got;
    close(file);
    return memmem(scratch, size, mark, strlen(mark)) != NULL;
}

/* Ends it if it is one; whether it was. */
static bool end_one(const char *pid, const char *mark, char *scratch)
{
    int process = (int)syscall(SYS_pidfd_open, atoi(pid), 0);
    if (process < 0)
        return false;
    bool found = is_marked(pid, mark, scratch);
    if (found)
        (void)syscall(SYS_pidfd_send_signal, process, SIGKILL, NULL, 0);
    close(process);
    return found;
}

/* Whether there were any. A process that is dead has no environment. */
static bool end_all(const char *mark, char *scratch)
{
    bool found = false;
    DIR *processes = opendir("/proc");
    struct dirent *entry;
    while (processes && (entry = readdir(processes)))
        if (isdigit((unsigned char)entry->d_name[0]) && end_one(entry->d_name, mark, scratch))
            found = true;
    if (processes)
        closedir(processes);
    return found;
}

void by_strays_end(const char *mark)
{
    double deadline = by_clock_now() + PATIENCE_S;
    char *scratch = malloc(ENVIRONMENT_MAX);
    /* Again, until none is left: one may have started another while we looked. */
    while (scratch && end_all(mark, scratch) && by_clock_now() < deadline)
        nanosleep(&(struct timespec){0, 2000000}, NULL);
    free(scratch);
}

#else

void by_strays_end(const char *mark)
{
    (void)mark;
}

#endif
