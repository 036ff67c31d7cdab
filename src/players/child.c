/* child.c: see child.h.
 *
 * posix_spawn and a shell instead of fork and exec: between fork and exec a program with threads
 * may do next to nothing, and the shell sets the limits (ulimit) before the command runs. Pipes
 * are made with O_CLOEXEC in one step, so that a child that another thread starts at the same
 * moment does not inherit them. */
#define _GNU_SOURCE /* pipe2, environ */
#include "players/child.h"
#include "base/clock.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Between TERM and KILL, and how long a killed process may take to be gone. */
#define TERM_PATIENCE 0.5
#define KILL_PATIENCE 5.0
/* How often to look whether it has ended while we wait for that. */
#define LOOK_S 0.002

struct by_child {
    pid_t pid; /* and the process group */
    int in, out, err;
    struct by_wake *wake;
    struct by_tail *tail;
    struct by_transcript *transcript;
    char mark[BY_MARK_SIZE];
    double begun;
    bool ended; /* its output is closed */

    char *unsent;
    size_t unsent_from, unsent_to;
    size_t from, to; /* unread[from..to) was not taken */
    size_t logged;   /* unread[..logged) is in the transcript */
    char unread[BY_CHILD_UNREAD + 1];
};

static bool is_rung(const struct by_child *child)
{
    return child->wake && atomic_load(&child->wake->rung);
}

/* --- the transcript -------------------------------------------------------------- */

static void note(const struct by_child *child, char way, const char *line, size_t length)
{
    struct by_transcript *transcript = child->transcript;
    if (!transcript || !transcript->file)
        return;
    int written = fprintf(transcript->file, "%10.3f %ld %c %.*s\n", by_clock_now() - child->begun,
                          (long)child->pid, way, (int)length, line);
    if ((written < 0 || fflush(transcript->file) != 0) && !transcript->failed)
        transcript->failed = errno ? errno : EIO;
}

/* Every line that is complete by now; what is left when the child ends, too. */
static void note_unread(struct by_child *child, bool all)
{
    for (;;) {
        const char *line = child->unread + child->logged;
        size_t size = child->to - child->logged;
        const char *end = memchr(line, '\n', size);
        if (!end && (!all || size == 0))
            return;
        note(child, '<', line, end ? (size_t)(end - line) : size);
        child->logged = end ? (size_t)(end - child->unread) + 1 : child->to;
    }
}

/* --- starting --------------------------------------------------------------------- */

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0)
            close(pair[i]);
}

/* A command of one program, which the shell can become: then nothing stands between us and it. */
static bool is_simple(const char *command)
{
    size_t word;
    command += strspn(command, " \t");
    word = strcspn(command, " \t");
    const char *assignment = memchr(command, '=', word);
    return word > 0 && !assignment && !strpbrk(command, ";&|<>()`{}!#\n");
}

/* A mark that no other child has, of this process or another. */
static void make_mark(struct by_child *child)
{
    struct by_text text = by_text_over(child->mark, sizeof child->mark);
    by_text_format(&text, "%ld-%p-%.9f", (long)getpid(), (void *)child, by_clock_now());
}

/* What the shell runs: the mark behind those of who started us, the limits, and the command. NULL:
 * no memory. */
static char *script_of(const struct by_child_plan *plan, const char *mark)
{
    size_t size = strlen(plan->command) + 320;
    char *script = malloc(size);
    if (!script)
        return NULL;
    struct by_text text = by_text_over(script, size);
    by_text_format(&text, "export " BY_CHILD_MARK "=\"$" BY_CHILD_MARK " %s\"\n", mark);
    if (plan->memory > 0)
        by_text_format(&text, "ulimit -v %zu || exit 126\n", plan->memory / 1024);
    if (plan->cpu > 0)
        by_text_format(&text, "ulimit -t %.0f || exit 126\n", plan->cpu < 1 ? 1 : plan->cpu);
    by_text_format(&text, "%s%s", is_simple(plan->command) ? "exec " : "", plan->command);
    return script;
}

/* A group of its own, no signal blocked, none ignored that ends programs. */
static int set_attributes(posix_spawnattr_t *attributes)
{
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGQUIT);
    sigaddset(&usual, SIGTERM);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setsigmask(attributes, &none);
    posix_spawnattr_setsigdefault(attributes, &usual);
    return posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                                    POSIX_SPAWN_SETSIGDEF);
}

/* Returns errno's number, 0 when it runs. `end` are its standard input, output and error. */
static int spawn(pid_t *pid, char *script, const int end[3])
{
    char name[] = "sh", option[] = "-c";
    char *arguments[] = {name, option, script, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int failed = posix_spawn_file_actions_init(&actions);
    if (!failed && (failed = posix_spawnattr_init(&attributes)) != 0)
        posix_spawn_file_actions_destroy(&actions);
    if (!failed) {
        failed = set_attributes(&attributes);
        for (int i = 0; i < 3 && !failed; i++)
            failed = posix_spawn_file_actions_adddup2(&actions, end[i], i);
        if (!failed)
            failed = posix_spawn(pid, "/bin/sh", &actions, &attributes, arguments, environ);
        posix_spawnattr_destroy(&attributes);
        posix_spawn_file_actions_destroy(&actions);
    }
    return failed;
}

/* Makes the pipes and starts; our ends of them are in the child afterwards. */
static int start(struct by_child *child, char *script)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
    int failed = 0;
    if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC) || pipe2(err, O_CLOEXEC) ||
        fcntl(in[1], F_SETFL, O_NONBLOCK) || fcntl(out[0], F_SETFL, O_NONBLOCK) ||
        fcntl(err[0], F_SETFL, O_NONBLOCK))
        failed = errno;
    if (!failed)
        failed = spawn(&child->pid, script, (int[]){in[0], out[1], err[1]});
    if (failed) {
        close_pair(in);
        close_pair(out);
        close_pair(err);
        return failed;
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    child->in = in[1];
    child->out = out[0];
    child->err = err[0];
    return 0;
}

enum by_status by_child_open(const struct by_child_plan *plan, struct by_child **out,
                             struct by_error *err)
{
    struct by_child *child = calloc(1, sizeof *child);
    if (child)
        make_mark(child);
    char *unsent = malloc(BY_CHILD_UNSENT), *script = child ? script_of(plan, child->mark) : NULL;
    int failed = child && unsent && script ? 0 : ENOMEM;
    *out = NULL;
    if (!failed)
        failed = start(child, script);
    free(script);
    if (failed) {
        free(unsent);
        free(child);
        return by_fail(err, BY_FAILED, "the program could not be started: %s", strerror(failed));
    }
    child->unsent = unsent;
    child->wake = plan->wake;
    child->tail = plan->tail;
    if (child->tail)
        child->tail->total = 0; /* the words of the process before are not this one's */
    child->transcript = plan->transcript;
    child->begun = by_clock_now();
    note(child, '!', plan->command, strlen(plan->command));
    *out = child;
    return BY_OK;
}

/* --- speaking ---------------------------------------------------------------------- */

/* write, but a child that is gone raises no SIGPIPE: it is blocked meanwhile and taken away. */
static ssize_t write_quietly(int descriptor, const char *data, size_t size)
{
    sigset_t pipe_signal, before, pending;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&pending);
    bool was_pending = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t written = write(descriptor, data, size);
    int saved = errno;
    if (written < 0 && saved == EPIPE && !was_pending)
        sigtimedwait(&pipe_signal, NULL, &(struct timespec){0, 0});
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return written;
}

static void close_input(struct by_child *child)
{
    if (child->in >= 0)
        close(child->in);
    child->in = -1;
    child->unsent_from = child->unsent_to = 0;
}

/* Sends what the pipe takes. */
static void send_some(struct by_child *child)
{
    while (child->in >= 0 && child->unsent_from < child->unsent_to) {
        ssize_t sent = write_quietly(child->in, child->unsent + child->unsent_from,
                                     child->unsent_to - child->unsent_from);
        if (sent < 0 && errno != EAGAIN && errno != EINTR)
            close_input(child); /* it does not listen any more; its output tells why */
        if (sent <= 0)
            return;
        child->unsent_from += (size_t)sent;
    }
    child->unsent_from = child->unsent_to = 0;
}

bool by_child_say(struct by_child *child, const char *line)
{
    size_t length = strlen(line);
    note(child, '>', line, length);
    if (child->unsent_from > 0) {
        child->unsent_to -= child->unsent_from;
        memmove(child->unsent, child->unsent + child->unsent_from, child->unsent_to);
        child->unsent_from = 0;
    }
    if (length + 1 > BY_CHILD_UNSENT - child->unsent_to)
        return false;
    memcpy(child->unsent + child->unsent_to, line, length);
    child->unsent[child->unsent_to + length] = '\n';
    child->unsent_to += length + 1;
    send_some(child);
    return true;
}

/* --- listening ---------------------------------------------------------------------- */

static void read_errors(struct by_child *child)
{
    char data[4096];
    ssize_t got = read(child->err, data, sizeof data);
    if (got > 0 && child->tail)
        by_tail_add(child->tail, data, (size_t)got);
    if (got > 0 || (got < 0 && (errno == EAGAIN || errno == EINTR)))
        return;
    close(child->err);
    child->err = -1;
}

static void make_room(struct by_child *child)
{
    if (child->from == 0)
        return;
    memmove(child->unread, child->unread + child->from, child->to - child->from);
    child->to -= child->from;
    child->logged = child->logged > child->from ? child->logged - child->from : 0;
    child->from = 0;
}

static void read_output(struct by_child *child)
{
    make_room(child);
    if (child->to == BY_CHILD_UNREAD)
        return;
    ssize_t got = read(child->out, child->unread + child->to, BY_CHILD_UNREAD - child->to);
    if (got > 0)
        child->to += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        child->ended = true;
    note_unread(child, child->ended);
}

/* Nobody wants to know any more, but it must not wait for us. */
static void drop_output(struct by_child *child)
{
    char data[4096];
    ssize_t got = read(child->out, data, sizeof data);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        child->ended = true;
}

/* Waits at most `seconds` until something can be read or written, and does that. Without
 * `listen` its output is thrown away. */
static void pump(struct by_child *child, double seconds, bool listen)
{
    enum { IN, OUT, ERR, BELL, COUNT };
    bool sending = child->unsent_from < child->unsent_to;
    struct pollfd ends[COUNT] = {
        [IN] = {sending ? child->in : -1, POLLOUT, 0},
        [OUT] = {child->ended ? -1 : child->out, POLLIN, 0},
        [ERR] = {child->err, POLLIN, 0},
        [BELL] = {child->wake && listen ? child->wake->end[0] : -1, POLLIN, 0},
    };
    double milliseconds = seconds * 1000 + 1; /* never shorter than asked */
    int patience = milliseconds > 1e6 ? 1000000 : milliseconds < 0 ? 0 : (int)milliseconds;
    if (poll(ends, COUNT, patience) <= 0)
        return;
    if (ends[BELL].revents && child->wake && !is_rung(child))
        by_wake_empty(child->wake); /* what came late from a bell that was cleared */
    if (ends[ERR].revents)
        read_errors(child);
    if (ends[IN].revents)
        send_some(child);
    if (ends[OUT].revents && listen)
        read_output(child);
    else if (ends[OUT].revents)
        drop_output(child);
}

char *by_child_unread(struct by_child *child, size_t *size)
{
    *size = child->to - child->from;
    return child->unread + child->from;
}

void by_child_take(struct by_child *child, size_t bytes)
{
    child->from += bytes;
}

enum by_heard by_child_wait(struct by_child *child, size_t known, double deadline)
{
    for (;;) {
        double left = deadline - by_clock_now();
        if (is_rung(child))
            return BY_HEARD_BELL;
        if (child->to - child->from > known)
            return BY_HEARD_SOMETHING;
        if (child->to - child->from == BY_CHILD_UNREAD)
            return BY_HEARD_FLOOD;
        if (child->ended)
            return BY_HEARD_END;
        if (left <= 0)
            return BY_HEARD_NOTHING;
        pump(child, left, true);
    }
}

enum by_heard by_child_hear(struct by_child *child, double deadline, const char **line)
{
    size_t known = 0;
    for (;;) {
        size_t size;
        char *data = by_child_unread(child, &size);
        char *end = memchr(data, '\n', size);
        if (end) {
            size_t length = (size_t)(end - data);
            by_child_take(child, length + 1);
            while (length > 0 && data[length - 1] == '\r')
                length--;
            for (size_t i = 0; i < length; i++)
                data[i] = (char)(data[i] ? data[i] : '?');
            data[length] = '\0';
            *line = data;
            return BY_HEARD_SOMETHING;
        }
        known = size;
        enum by_heard heard = by_child_wait(child, known, deadline);
        if (heard != BY_HEARD_SOMETHING)
            return heard;
    }
}

/* --- the end -------------------------------------------------------------------------- */

/* Has it ended? It stays a zombie, so that its number, and its group's, stays its own. */
static bool has_ended(const struct by_child *child, siginfo_t *info)
{
    memset(info, 0, sizeof *info);
    int failed;
    do
        failed = waitid(P_PID, (id_t)child->pid, info, WEXITED | WNOHANG | WNOWAIT);
    while (failed && errno == EINTR);
    return failed || info->si_pid == child->pid; /* failed: somebody else has taken it */
}

static bool await_end(struct by_child *child, double patience, siginfo_t *info)
{
    double deadline = by_clock_now() + patience;
    bool ended;
    while (!(ended = has_ended(child, info)) && by_clock_now() < deadline)
        pump(child, LOOK_S, false);
    return ended;
}

bool by_child_fate(struct by_child *child, double patience, struct by_fate *out)
{
    siginfo_t info;
    *out = (struct by_fate){0};
    if (!await_end(child, patience, &info))
        return false;
    if (child->err >= 0)
        pump(child, 0, false); /* its last words */
    if (info.si_code == CLD_EXITED)
        out->status = info.si_status;
    else
        out->signal = info.si_status;
    if (out->status > 128 && out->status < 128 + 65) { /* the shell tells of its command */
        out->signal = out->status - 128;
        out->status = 0;
    }
    return true;
}

const char *by_signal_name(int signal)
{
    static const struct {
        int number;
        const char *name;
    } names[] = {{SIGSEGV, "SIGSEGV"}, {SIGABRT, "SIGABRT"}, {SIGKILL, "SIGKILL"},
                 {SIGXCPU, "SIGXCPU"}, {SIGFPE, "SIGFPE"},   {SIGILL, "SIGILL"},
                 {SIGBUS, "SIGBUS"},   {SIGTERM, "SIGTERM"}, {SIGPIPE, "SIGPIPE"},
                 {SIGINT, "SIGINT"},   {SIGTRAP, "SIGTRAP"}, {SIGHUP, "SIGHUP"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (names[i].number == signal)
            return names[i].name;
    return "signal";
}

/* Its last words: what is in the pipe already, and no more than a tail's worth. */
static void drain_errors(struct by_child *child)
{
    struct pollfd end = {child->err, POLLIN, 0};
    for (int i = 0; i < BY_TAIL_BYTES / 4096 && child->err >= 0 && poll(&end, 1, 0) > 0; i++)
        read_errors(child);
}

void by_child_close(struct by_child *child, double patience)
{
    siginfo_t info;
    if (!child)
        return;
    send_some(child);
    close_input(child);
    if (patience <= 0 || !await_end(child, patience, &info)) {
        kill(-child->pid, SIGTERM);
        (void)await_end(child, TERM_PATIENCE, &info);
    }
    kill(-child->pid, SIGKILL); /* also what it has started and left behind */
    if (await_end(child, KILL_PATIENCE, &info))
        waitpid(child->pid, NULL, 0);
    by_strays_end(child->mark); /* and what has left the group */
    drain_errors(child);
    note_unread(child, true);
    note(child, '!', "end", 3);
    close(child->out);
    if (child->err >= 0)
        close(child->err);
    free(child->unsent);
    free(child);
}
