/* wake.c: a bell that ends waiting: a flag, and a pipe for those who poll. */
#define _GNU_SOURCE /* pipe2 */
#include "players/child.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum by_status by_wake_open(struct by_wake *wake, struct by_error *err)
{
    atomic_init(&wake->rung, false);
    wake->end[0] = wake->end[1] = -1;
    if (pipe2(wake->end, O_CLOEXEC | O_NONBLOCK) != 0)
        return by_fail(err, BY_FAILED, "the system refused a pipe: %s", strerror(errno));
    return BY_OK;
}

void by_wake_close(struct by_wake *wake)
{
    for (int i = 0; i < 2; i++)
        if (wake->end[i] >= 0)
            close(wake->end[i]);
    wake->end[0] = wake->end[1] = -1;
}

void by_wake_ring(struct by_wake *wake)
{
    int saved = errno;
    if (!atomic_exchange(&wake->rung, true)) {
        ssize_t written = write(wake->end[1], "!", 1); /* one byte is room enough */
        (void)written;
    }
    errno = saved;
}

void by_wake_empty(struct by_wake *wake)
{
    char byte[8];
    while (read(wake->end[0], byte, sizeof byte) > 0)
        ;
}

/* The flag first: a bell that is rung in between is heard by the flag. */
void by_wake_clear(struct by_wake *wake)
{
    atomic_store(&wake->rung, false);
    by_wake_empty(wake);
}
