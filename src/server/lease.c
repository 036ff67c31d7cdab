#define _XOPEN_SOURCE 700 /* realpath */
#include "server/lease.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES         16
#define ADDRESS_SHOWN 200

struct by_lease {
    int descriptor;
    char path[PATH_MAX + 16];
};

/* Beside the file itself, by whatever name it was called. */
static void name_file(struct by_lease *lease, const char *store)
{
    char *real = realpath(store, NULL); /* NULL: the store is still to be made */
    (void)snprintf(lease->path, sizeof lease->path, "%.*s-serve", PATH_MAX, real ? real : store);
    free(real);
}

/* Who gives a lease up removes the file: one that was opened just before is not the one that others find. */
static bool is_there(const struct by_lease *lease)
{
    struct stat held, named;
    return fstat(lease->descriptor, &held) == 0 && stat(lease->path, &named) == 0 &&
           held.st_dev == named.st_dev && held.st_ino == named.st_ino;
}

static enum by_status refuse(const struct by_lease *lease, const char *store, struct by_error *err)
{
    char address[ADDRESS_SHOWN + 1] = "", quoted[BY_QUOTE_SIZE];
    ssize_t size = pread(lease->descriptor, address, ADDRESS_SHOWN, 0);
    address[size > 0 ? size : 0] = '\0';
    address[strcspn(address, "\n")] = '\0';
    return by_fail(err, BY_FAILED,
                   "another server plays the games of '%s'%s%s: open its page, or give this one "
                   "a store of its own (--store FILE)",
                   by_quote(store, quoted), address[0] ? ", at " : "", address);
}

/* True: the lease is held, or nobody can hold one here (descriptor -1). False: another has it. */
static bool lock(struct by_lease *lease)
{
    for (int i = 0; i < TRIES; i++) {
        lease->descriptor = open(lease->path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
        if (lease->descriptor < 0)
            return true;
        bool held = flock(lease->descriptor, LOCK_EX | LOCK_NB) == 0;
        if (!held && errno == EWOULDBLOCK)
            return false;
        if (held && is_there(lease))
            return true;
        close(lease->descriptor);
        lease->descriptor = -1;
    }
    return true;
}

enum by_status by_lease_take(const char *store, struct by_lease **out, struct by_error *err)
{
    struct by_lease *lease = calloc(1, sizeof *lease);
    enum by_status status = BY_OK;
    *out = NULL;
    if (!lease)
        return by_fail_memory(err, sizeof *lease);
    name_file(lease, store);
    if (!lock(lease)) {
        status = refuse(lease, store, err);
        close(lease->descriptor);
    } else if (lease->descriptor >= 0) {
        *out = lease;
        return BY_OK;
    }
    free(lease);
    return status;
}

void by_lease_tell(struct by_lease *lease, const char *address)
{
    if (!lease)
        return;
    (void)!ftruncate(lease->descriptor, 0);
    (void)!pwrite(lease->descriptor, address, strlen(address), 0); /* only a help for the reader */
}

void by_lease_drop(struct by_lease *lease)
{
    if (!lease)
        return;
    (void)unlink(lease->path); /* before the lock goes: then it is still ours */
    close(lease->descriptor);
    free(lease);
}
