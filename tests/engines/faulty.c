/* faulty.c: an engine that does one thing wrong, for the tests.
 *
 *   faulty PROTOCOL FAULT      PROTOCOL is gtp, gomocup or nboard
 *
 * Without a fault ("none") it plays the first empty point of the board, which is legal in mnk and
 * Gomoku, and D3 in Othello. The faults happen when it is asked for a move, but for those whose
 * names say otherwise. */
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SIDE_MAX 25

struct engine {
    const char *protocol, *fault;
    int size;
    bool taken[SIDE_MAX][SIDE_MAX]; /* [x][y], y from the bottom in GTP, from the top in Gomocup */
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static void say(const struct engine *engine, const char *text)
{
    printf(is(engine->protocol, "gtp") ? "= %s\n\n" : "%s\n", text);
    fflush(stdout);
}

static void stop_here(void)
{
    for (;;)
        pause();
}

/* --- the faults ------------------------------------------------------------------- */

static void flood(const char *text)
{
    for (;;)
        fputs(text, stdout);
}

/* Children that ignore what can be ignored and outlive their parent if nobody ends them. */
static void fork_children(void)
{
    for (int i = 0; i < 3; i++) {
        pid_t child = fork();
        if (child == 0) {
            signal(SIGTERM, SIG_IGN);
            stop_here();
        }
        fprintf(stderr, "child %ld\n", (long)child);
    }
}

static void eat_memory(void)
{
    for (;;) {
        char *memory = malloc((size_t)1 << 20);
        if (!memory) {
            fputs("out of memory\n", stderr);
            abort();
        }
        memset(memory, 1, (size_t)1 << 20);
    }
}

static void burn(void)
{
    for (volatile unsigned i = 0;; i++)
        ;
}

/* Faults after which nothing more comes. */
static void end_badly(const char *fault)
{
    if (is(fault, "crash")) {
        fputs("something broke\n", stderr);
        abort();
    }
    if (is(fault, "exit"))
        exit(0);
    if (is(fault, "status"))
        exit(3);
    if (is(fault, "hang"))
        stop_here();
    if (is(fault, "half-exit")) {
        fputs("= A", stdout);
        exit(0);
    }
    if (is(fault, "close")) {
        close(STDOUT_FILENO);
        stop_here();
    }
    if (is(fault, "fork")) {
        fork_children();
        stop_here();
    }
}

/* Faults that take all of something. */
static void run_away(const struct engine *engine)
{
    const char *fault = engine->fault;
    if (is(fault, "flood"))
        flood("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
    if (is(fault, "lines"))
        flood(is(engine->protocol, "gtp") ? "= a\nb\n" : "MESSAGE thinking\n");
    if (is(fault, "memory"))
        eat_memory();
    if (is(fault, "burn"))
        burn();
    while (is(fault, "errors"))
        fputs("thinking about it\n", stderr);
}

/* What is said instead of a move: in GTP, Gomocup and NBoard; NULL: nothing. */
static const struct {
    const char *fault, *said[3];
} wrong[] = {
    {"illegal", {"= Z99\n\n", "99,99\n", "=== Z9\n"}},
    {"occupied", {"= A1\n\n", "0,0\n", "=== A1\n"}},
    {"garbage",
     {"Segmentation fault (not really)\n", "Segmentation fault (not really)\n", "=== ?\n"}},
    {"half", {"= A", "1,", "=== F"}},
    {"refuse", {"? no idea\n\n", "ERROR no idea\n", ""}},
    {"id", {"=7 A1\n\n", "", ""}},
    {"resign", {"= resign\n\n", "", ""}}};

/* "late" is a second, "late:20" as many milliseconds. */
static void wait(const char *fault)
{
    long milliseconds = fault[4] == ':' ? strtol(fault + 5, NULL, 10) : 1000;
    const struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    (void)nanosleep(&time, NULL);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* "settling:20": what comes within so many milliseconds of its move is dropped unread. `since` is
 * from before the move: who is kept from running meanwhile is ready when he runs again. */
static void settle(const struct engine *engine, double since)
{
    char dropped[4096];
    if (strncmp(engine->fault, "settling:", 9) != 0)
        return;
    double until = since + (double)strtol(engine->fault + 9, NULL, 10) / 1000;
    for (double left = until - now(); left > 0; left = until - now()) {
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        if (poll(&input, 1, (int)(left * 1000) + 1) > 0 && now() < until &&
            read(STDIN_FILENO, dropped, sizeof dropped) <= 0)
            return;
    }
}

/* True when the fault has taken the place of an answer. */
static bool misbehave(const struct engine *engine)
{
    int protocol = is(engine->protocol, "gtp") ? 0 : is(engine->protocol, "gomocup") ? 1 : 2;
    end_badly(engine->fault);
    run_away(engine);
    if (strncmp(engine->fault, "late", 4) == 0)
        wait(engine->fault);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        if (is(engine->fault, wrong[i].fault)) {
            fputs(wrong[i].said[protocol], stdout);
            fflush(stdout);
            return true;
        }
    return false;
}

/* --- playing ----------------------------------------------------------------------- */

static void move(struct engine *engine)
{
    char text[32];
    if (misbehave(engine))
        return;
    for (int y = 0; y < engine->size; y++)
        for (int x = 0; x < engine->size; x++)
            if (!engine->taken[x][y]) {
                engine->taken[x][y] = true;
                if (is(engine->protocol, "gtp"))
                    snprintf(text, sizeof text, "%c%d", 'A' + x + (x >= 8), y + 1);
                else
                    snprintf(text, sizeof text, "%d,%d", x, y);
                double before = now();
                say(engine, text);
                settle(engine, before);
                return;
            }
    say(engine, "resign");
}

static void clear(struct engine *engine)
{
    memset(engine->taken, 0, sizeof engine->taken);
}

static void gtp(struct engine *engine, const char *line)
{
    char column, colour[16];
    int row;
    if (is(line, "list_commands"))
        say(engine, "list_commands\nboardsize\nclear_board\nplay\ngenmove\nquit\ntime_settings");
    else if (sscanf(line, "boardsize %d", &engine->size) == 1 || is(line, "clear_board")) {
        clear(engine);
        say(engine, "");
    } else if (sscanf(line, "play %15s %c%d", colour, &column, &row) == 3) {
        engine->taken[column - 'A' - (column > 'I')][row - 1] = true;
        say(engine, "");
    } else if (strncmp(line, "genmove", 7) == 0)
        move(engine);
    else
        say(engine, "");
}

static void gomocup(struct engine *engine, const char *line)
{
    int x, y, who;
    if (sscanf(line, "START %d", &engine->size) == 1) {
        clear(engine);
        say(engine, "OK");
    } else if (sscanf(line, "%d,%d,%d", &x, &y, &who) == 3)
        engine->taken[x][y] = true;
    else if (sscanf(line, "TURN %d,%d", &x, &y) == 2) {
        engine->taken[x][y] = true;
        move(engine);
    } else if (is(line, "BEGIN") || is(line, "DONE"))
        move(engine);
}

static void nboard(struct engine *engine, const char *line)
{
    if (strncmp(line, "ping ", 5) == 0) {
        printf("pong %s\n", line + 5);
        fflush(stdout);
    } else if (is(line, "go") && !misbehave(engine))
        say(engine, "=== D3/0.00/0.0");
}

int main(int argc, char **argv)
{
    struct engine engine = {.size = 3};
    char line[8192];
    engine.protocol = argc > 1 ? argv[1] : "gtp";
    engine.fault = argc > 2 ? argv[2] : "none";
    if (is(engine.fault, "mute") || is(engine.fault, "deaf"))
        stop_here();
    if (is(engine.fault, "ignore-quit"))
        signal(SIGTERM, SIG_IGN);
    while (fgets(line, sizeof line, stdin) || is(engine.fault, "ignore-quit")) {
        line[strcspn(line, "\r\n")] = '\0';
        if (is(engine.fault, "ignore-quit") && feof(stdin))
            stop_here();
        if (is(line, "quit") || is(line, "END")) {
            if (!is(engine.fault, "ignore-quit"))
                return 0;
        } else if (is(engine.protocol, "gtp"))
            gtp(&engine, line);
        else if (is(engine.protocol, "gomocup"))
            gomocup(&engine, line);
        else
            nboard(&engine, line);
    }
    return 0;
}
