/* file.h: whole files in and out.
 *
 * Reading is bounded: a file that goes on and on is refused, not read.
 *
 * Writing loses nothing. The text goes into a new file beside the old one, is brought to the disk
 * and takes the old one's name in one step: who looks finds the old text or the new, and a full disk
 * or a sudden end leaves the old one as it was. A link stays a link, and what it leads to is
 * replaced; a file keeps its mode, and its owner where the system allows it. Two who write one file
 * at once do not meet: the last one's text stands. What is no plain file, as /dev/stdout or a pipe,
 * is written where it is.
 *
 * When a function fails, errno holds the system's reason, 0 when the reason is another. */
#ifndef BY_BASE_FILE_H
#define BY_BASE_FILE_H

#include "base/error.h"
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* All of a file of at most `most` bytes, from malloc, with a zero behind it that does not count. */
enum by_status by_file_load(const char *path, size_t most, char **text, size_t *size,
                            struct by_error *err);

/* The same from a stream that is open already; `name` is what messages call it. */
enum by_status by_file_load_stream(FILE *in, const char *name, size_t most, char **text,
                                   size_t *size, struct by_error *err);

/* CRC-32 and size of a plain file, which together tell two files apart that are not made to be
 * mistaken for each other. False: it cannot be read, or is none. */
bool by_file_sum(const char *path, uint32_t *sum, uint64_t *size);

/* Replaces a file, or makes it. */
enum by_status by_file_save(const char *path, const char *text, size_t size, struct by_error *err);

/* Could it be written now? Asked before work whose result is to go there. */
enum by_status by_file_can_save(const char *path, struct by_error *err);

/* The same for what is written piece by piece: everything goes to `out`, whose errors by_file_end
 * asks about. The mode is for a file that is new. */
struct by_file_writing {
    FILE *out;
    char *path;   /* what is written: no link */
    char *beside; /* the new file until it gets that name; NULL: written where it is */
};

enum { BY_FILE_SHARED = 0666, BY_FILE_PRIVATE = 0600 }; /* less what the umask takes away */

enum by_status by_file_begin(struct by_file_writing *writing, const char *path, unsigned mode,
                             struct by_error *err);

/* Puts it in its place, or, when anything could not be written, takes it away again. */
enum by_status by_file_end(struct by_file_writing *writing, struct by_error *err);

/* Takes it away: the old file stays. */
void by_file_abandon(struct by_file_writing *writing);

/* Writes all of it to a descriptor, however often it is interrupted; false with errno set. */
bool by_file_put(int descriptor, const char *data, size_t size);

/* Waits until no other process has the lock that belongs to `path`, and takes it: for reading,
 * changing and replacing a file as one step. It is a small file of its own, PATH.lock, that stays; beside what
 * a link leads to, not beside the link. */
enum by_status by_file_lock(const char *path, int *lock, struct by_error *err);
void by_file_unlock(int lock);

#endif
