#include "base/file.h"
#include "base/checksum.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- reading ------------------------------------------------------------------------------- */

#define FIRST_ROOM ((size_t)1 << 14)

/* A file that cannot be read is a mistake of who named it. */
static enum by_status cannot(const char *what, const char *path, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    int why = errno;
    enum by_status status = strcmp(what, "read") == 0 ? BY_BAD_INPUT : BY_FAILED;
    if (why == ENOMEM)
        status = BY_NO_MEMORY;
    by_fail(err, status, "cannot %s '%s': %s", what, by_quote(path, quoted), strerror(why));
    errno = why;
    return status;
}

/* Reads until the end or until there is more than may be; NULL with errno set. */
static char *read_stream(FILE *in, size_t most, size_t *size)
{
    size_t room = most < FIRST_ROOM ? most + 2 : FIRST_ROOM;
    char *text = malloc(room);
    *size = 0;
    while (text) {
        *size += fread(text + *size, 1, room - 1 - *size, in);
        if (*size < room - 1 || *size > most)
            break;
        room = room < most / 2 ? 2 * room : most + 2; /* one byte more than may be, and a zero */
        char *more = realloc(text, room);
        if (!more)
            free(text);
        text = more;
    }
    if (!text)
        errno = ENOMEM;
    if (text && ferror(in)) {
        free(text);
        return NULL;
    }
    return text;
}

static enum by_status too_large(const char *name, size_t most, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    bool mebi = most >= (size_t)1 << 20;
    by_quote(name, quoted);
    errno = 0;
    return by_fail(err, BY_BAD_INPUT, "'%s' is larger than %zu %s", quoted,
                   mebi ? most >> 20 : most >> 10, mebi ? "MiB" : "KiB");
}

enum by_status by_file_load_stream(FILE *in, const char *name, size_t most, char **text,
                                   size_t *size, struct by_error *err)
{
    *text = read_stream(in, most, size);
    if (!*text)
        return cannot("read", name, err);
    (*text)[*size] = '\0';
    if (*size <= most)
        return BY_OK;
    free(*text);
    *text = NULL;
    return too_large(name, most, err);
}

enum by_status by_file_load(const char *path, size_t most, char **text, size_t *size,
                            struct by_error *err)
{
    *text = NULL;
    *size = 0;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    FILE *in = descriptor < 0 ? NULL : fdopen(descriptor, "rb");
    if (!in) {
        enum by_status status = cannot("read", path, err);
        if (descriptor >= 0)
            close(descriptor);
        return status;
    }
    enum by_status status = by_file_load_stream(in, path, most, text, size, err);
    int why = errno;
    (void)fclose(in);
    errno = why;
    return status;
}

bool by_file_sum(const char *path, uint32_t *sum, uint64_t *size)
{
    char block[16384];
    struct stat info;
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe is not waited for */
    bool good = descriptor >= 0 && fstat(descriptor, &info) == 0 && S_ISREG(info.st_mode);
    *sum = 0;
    *size = 0;
    for (bool end = false; good && !end;) {
        ssize_t got = read(descriptor, block, sizeof block);
        good = got >= 0 || errno == EINTR;
        end = got == 0;
        if (got > 0) {
            *sum = by_crc32(*sum, block, (size_t)got);
            *size += (uint64_t)got;
        }
    }
    if (descriptor >= 0)
        close(descriptor);
    return good;
}

/* --- where a file is written ------------------------------------------------------------------ */

#define LINKS_MAX  40 /* as Linux has it */
#define LINK_BYTES 4096
#define NAMES_MAX  10000

/* The name's last part is replaced by `last`; from malloc. */
static char *in_folder_of(const char *path, const char *last)
{
    const char *slash = last[0] == '/' ? NULL : strrchr(path, '/');
    size_t folder = slash ? (size_t)(slash - path) + 1 : 0;
    size_t size = folder + strlen(last) + 1;
    char *joined = malloc(size);
    if (!joined)
        return NULL;
    memcpy(joined, path, folder);
    memcpy(joined + folder, last, size - folder);
    return joined;
}

/* Devices, pipes, and the names of open files, behind which a plain file may stand that is being
 * written already. */
static bool is_special(const char *path)
{
    static const char *const open_files[] = {"/dev/std", "/dev/fd/", "/proc/"};
    struct stat about;
    for (size_t i = 0; i < sizeof open_files / sizeof *open_files; i++)
        if (strncmp(path, open_files[i], strlen(open_files[i])) == 0)
            return true;
    return stat(path, &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode);
}

/* The file behind all links, also where there is none yet; NULL with errno set. */
static char *follow(const char *path)
{
    char to[LINK_BYTES], *at = in_folder_of("", path);
    for (int i = 0; at && i < LINKS_MAX; i++) {
        ssize_t length = is_special(at) ? -1 : readlink(at, to, sizeof to - 1);
        if (length < 0)
            return at;
        to[length] = '\0';
        char *next = in_folder_of(at, to);
        free(at);
        at = next;
    }
    errno = at ? ELOOP : ENOMEM;
    free(at);
    return NULL;
}

/* A new file in the folder of `path`: its name is short, so that it fits where that one does. */
static int open_beside(const char *path, unsigned mode, char **beside)
{
    for (int i = 0; i < NAMES_MAX; i++) {
        char name[64];
        struct by_text text = by_text_over(name, sizeof name);
        by_text_format(&text, ".banyan-%ld-%d.part", (long)getpid(), i);
        *beside = in_folder_of(path, name);
        if (!*beside) {
            errno = ENOMEM;
            return -1;
        }
        int descriptor = open(*beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
        if (descriptor >= 0)
            return descriptor;
        free(*beside);
        *beside = NULL;
        if (errno != EEXIST)
            break;
    }
    return -1;
}

/* The mode is kept, and the owner, which only root can give away; a group that it cannot keep gets
 * no rights that were another's. */
static void dress_as(int descriptor, const struct stat *about)
{
    bool group = fchown(descriptor, (uid_t)-1, about->st_gid) == 0;
    (void)!fchown(descriptor, about->st_uid, (gid_t)-1);
    (void)fchmod(descriptor, about->st_mode & (group ? 0777 : 0707));
}

/* A file that the user may not write is not replaced either. */
static int open_for(const char *path, unsigned mode, char **beside)
{
    struct stat about;
    bool there = stat(path, &about) == 0;
    if (!*path || (there && S_ISDIR(about.st_mode))) {
        errno = *path ? EISDIR : ENOENT;
        return -1;
    }
    if (there && access(path, W_OK) != 0)
        return -1;
    int descriptor = open_beside(path, mode, beside);
    if (descriptor >= 0 && there)
        dress_as(descriptor, &about);
    return descriptor;
}

/* --- writing --------------------------------------------------------------------------------- */

void by_file_abandon(struct by_file_writing *writing)
{
    int why = errno;
    if (writing->out)
        (void)fclose(writing->out);
    if (writing->beside)
        (void)unlink(writing->beside);
    free(writing->beside);
    free(writing->path);
    *writing = (struct by_file_writing){0};
    errno = why;
}

enum by_status by_file_begin(struct by_file_writing *writing, const char *path, unsigned mode,
                             struct by_error *err)
{
    int descriptor = -1;
    *writing = (struct by_file_writing){.path = follow(path)};
    if (writing->path && is_special(writing->path))
        descriptor = open(writing->path, O_WRONLY | O_TRUNC | O_CLOEXEC);
    else if (writing->path)
        descriptor = open_for(writing->path, mode, &writing->beside);
    if (descriptor >= 0)
        writing->out = fdopen(descriptor, "wb");
    if (writing->out)
        return BY_OK;
    enum by_status status = cannot("write", path, err);
    if (descriptor >= 0)
        close(descriptor);
    by_file_abandon(writing);
    return status;
}

/* To the disk; some file systems, and what is no file, do not know how: that is no failure. */
static bool sync_all(int descriptor)
{
    return fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP || errno == EROFS;
}

/* The new name is in the folder, and the folder is a file like another. */
static void sync_folder(const char *path)
{
    char *folder = in_folder_of(path, ".");
    int descriptor = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (descriptor >= 0) {
        (void)sync_all(descriptor);
        close(descriptor);
    }
    free(folder);
}

/* Flushes, syncs and closes; false with errno set when anything was lost, now or before. */
static bool finish(FILE *out)
{
    bool good = !ferror(out) && fflush(out) == 0 && sync_all(fileno(out));
    int why = errno ? errno : EIO;
    if (fclose(out) != 0 && good) {
        why = errno;
        good = false;
    }
    errno = why;
    return good;
}

static bool put_in_place(struct by_file_writing *writing)
{
    bool good = finish(writing->out);
    writing->out = NULL;
    if (!good || !writing->beside)
        return good;
    if (rename(writing->beside, writing->path) != 0)
        return false;
    free(writing->beside);
    writing->beside = NULL;
    sync_folder(writing->path);
    return true;
}

enum by_status by_file_end(struct by_file_writing *writing, struct by_error *err)
{
    enum by_status status = BY_OK;
    if (!put_in_place(writing))
        status = cannot("write", writing->path, err);
    by_file_abandon(writing);
    return status;
}

enum by_status by_file_save(const char *path, const char *text, size_t size, struct by_error *err)
{
    struct by_file_writing writing;
    enum by_status status = by_file_begin(&writing, path, BY_FILE_SHARED, err);
    if (status != BY_OK)
        return status;
    (void)fwrite(text, 1, size, writing.out); /* its errors stay with the stream */
    return by_file_end(&writing, err);
}

enum by_status by_file_can_save(const char *path, struct by_error *err)
{
    struct by_file_writing writing;
    if (is_special(path))
        return access(path, W_OK) == 0 ? BY_OK : cannot("write", path, err);
    enum by_status status = by_file_begin(&writing, path, BY_FILE_PRIVATE, err);
    if (status == BY_OK)
        by_file_abandon(&writing);
    return status;
}

bool by_file_put(int descriptor, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t written = write(descriptor, data, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        data += written;
        size -= (size_t)written;
    }
    return true;
}

/* --- locks ----------------------------------------------------------------------------------- */

/* Beside the file that is replaced, so that all who come to it by links of their own meet. NULL with
 * errno set. */
static char *lock_name(const char *path)
{
    char *file = follow(path);
    if (!file)
        return NULL;
    char *name = realloc(file, strlen(file) + sizeof ".lock");
    if (!name) {
        free(file);
        errno = ENOMEM;
        return NULL;
    }
    return strcat(name, ".lock");
}

enum by_status by_file_lock(const char *path, int *lock, struct by_error *err)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    char *name = lock_name(path);
    if (!name)
        return cannot("lock", path, err);
    *lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, BY_FILE_PRIVATE);
    if (*lock < 0 || fcntl(*lock, F_SETLKW, &whole) != 0) {
        enum by_status status = cannot("lock", name, err);
        if (*lock >= 0)
            close(*lock);
        free(name);
        return status;
    }
    free(name);
    return BY_OK;
}

void by_file_unlock(int lock)
{
    close(lock);
}
