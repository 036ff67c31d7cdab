/* serve.c: the page's server, from the command line. */
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "server/server.h"

#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATH_SIZE     4096
#define THINK_SECONDS 0.1

/* --- where the store is ------------------------------------------------------------------- */

/* The folder and those above it, for the user alone where they are new. */
static bool make_folders(char *path)
{
    for (char *at = path + 1; *at; at++) {
        if (*at != '/')
            continue;
        *at = '\0';
        bool there = mkdir(path, 0700) == 0 || errno == EEXIST;
        *at = '/';
        if (!there)
            return false;
    }
    return true;
}

static int default_store(struct by_cli *cli, char path[PATH_SIZE])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    struct by_text text = by_text_over(path, PATH_SIZE);
    if (data && data[0] == '/') /* others are to be ignored, its specification says */
        by_text_format(&text, "%s/banyan/banyan.db", data);
    else if (home && home[0] == '/')
        by_text_format(&text, "%s/.local/share/banyan/banyan.db", home);
    if (text.length == 0 || text.length >= PATH_SIZE)
        return by_cli_failed(cli,
                             "there is no folder for your games: neither XDG_DATA_HOME nor HOME "
                             "is set to one; say where by --store FILE");
    if (!make_folders(path))
        return by_cli_failed(cli, "%s cannot be made: %s; say where games are kept by --store FILE",
                             path, strerror(errno));
    return BY_EXIT_OK;
}

/* --- the browser ---------------------------------------------------------------------------- */

static void open_browser(const char *address)
{
    extern char **environ;
    static char program[] = "xdg-open";
    char *const arguments[] = {program, (char *)address, NULL};
    pid_t child;
    if (posix_spawnp(&child, program, NULL, NULL, arguments, environ) != 0)
        by_cli_note("there is no xdg-open to open a browser with: open the address yourself");
}

/* --- running -------------------------------------------------------------------------------- */

static int say_first(struct by_cli *cli, struct by_server *server)
{
    struct by_first first;
    char speed[BY_SCORE_BUFFER];
    if (by_server_think(server, by_cli_text(cli, "first"), THINK_SECONDS, &first, &cli->error) !=
        BY_OK)
        return by_cli_report(cli);
    fprintf(cli->out, "%s: %s opens, at %s %s a second\n", first.game, first.move,
            by_short_number(first.per_second, speed), first.unit);
    return BY_EXIT_OK;
}

static void await_end(void)
{
    const struct timespec moment = {.tv_nsec = 100 * 1000 * 1000};
    while (!by_interrupted()) {
        nanosleep(&moment, NULL); /* which a signal ends */
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue; /* the browser's starter */
    }
}

static int serve(struct by_cli *cli, struct by_server *server)
{
    char address[BY_ADDRESS_MAX];
    int status = say_first(cli, server);
    if (status != BY_EXIT_OK)
        return status;
    by_server_address(server, address);
    fprintf(cli->out, "%s\n", address);
    if (!by_output_flush(cli))
        return BY_EXIT_FAILED;
    if (isatty(STDOUT_FILENO))
        by_cli_note(
            "open this address in a browser; Ctrl-C stops, and games go on at the next start");
    if (by_cli_flag(cli, "open"))
        open_browser(address);
    await_end();
    return BY_EXIT_OK;
}

/* Whatever hangs, the program ends: what was kept is on the disk. */
static void give_up(int number)
{
    (void)number;
    _exit(BY_EXIT_FAILED);
}

static void stop(struct by_server *server)
{
    enum { PATIENCE_S = 4 };
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = give_up;
    sigaction(SIGALRM, &action, NULL);
    alarm(PATIENCE_S);
    by_server_close(server);
    alarm(0);
}

/* Tables of searches that have ended go back to the system. Left to itself the C library keeps blocks of the
 * size that it has once seen freed. */
static void give_memory_back(void)
{
#ifdef M_MMAP_THRESHOLD
    (void)mallopt(M_MMAP_THRESHOLD, 1 << 20);
#endif
}

static int run(struct by_cli *cli)
{
    char store[PATH_SIZE];
    struct by_server *server;
    const char *token = by_cli_text(cli, "token");
    struct by_server_settings settings = {.address = by_cli_text(cli, "listen"),
                                          .port = (int)by_cli_int(cli, "port"),
                                          .token = token ? token : getenv("BANYAN_TOKEN"),
                                          .store = by_cli_text(cli, "store"),
                                          .lab_store = by_cli_text(cli, "lab-store"),
                                          .engines = by_cli_flag(cli, "engines"),
                                          .patience = by_cli_real(cli, "patience")};
    if (!settings.store) {
        int status = default_store(cli, store);
        if (status != BY_EXIT_OK)
            return status;
        settings.store = store;
    }
    give_memory_back();
    if (by_server_open(&settings, &server, &cli->error) != BY_OK)
        return by_cli_report(cli);
    int status = serve(cli, server);
    stop(server);
    return status;
}

static const struct by_cli_option options[] = {
    {.base = {"port", BY_OPTION_INT, "8017", 0, 65535, NULL,
              "where to listen; a port that is taken gives way to the next free one; 0: any"},
     .placeholder = "P"},
    {.base = {"store", BY_OPTION_TEXT, NULL, 1, 4095, NULL,
              "the SQLite file in which games are kept (without it banyan/banyan.db in "
              "XDG_DATA_HOME, or in ~/.local/share)"},
     .placeholder = "FILE"},
    {.base =
         {"lab-store", BY_OPTION_TEXT, NULL, 1, 4000, NULL,
          "the store of the laboratory, as `lab run --store` makes it (without it lab.db beside "
          "the games, made by the first run)"},
     .placeholder = "FILE"},
    {.base = {"open", BY_OPTION_FLAG, "off", 0, 0, NULL, "open the page in the browser"}},
    {.base = {"listen", BY_OPTION_TEXT, "127.0.0.1", 1, 60, NULL,
              "the address to listen on; one that other machines can reach needs a token"},
     .placeholder = "ADDRESS"},
    {.base = {"token", BY_OPTION_TEXT, NULL, 1, 128, NULL,
              "what a client has to know, at least 16 letters, digits, '-' and '_'; the variable "
              "BANYAN_TOKEN says it without showing it to others on this machine"},
     .placeholder = "TOKEN"},
    {.base = {"engines", BY_OPTION_FLAG, "off", 0, 0, NULL,
              "let the page use the programs registered with 'banyan engine add', by name"}},
    {.base = {"patience", BY_OPTION_TIME, "60s", 1, 120, NULL,
              "how long a page may be gone before its searches are stopped"},
     .placeholder = "TIME"},
    {.base = {"first", BY_OPTION_TEXT, "go", 1, 60, NULL,
              "the game whose opening it thinks about at the beginning"},
     .placeholder = "GAME"},
    {.base = {.name = NULL}},
};

static const struct by_example examples[] = {
    {"serve --open", "start, and open the page in the browser"},
    {"serve --port 9000 --store club.db", "a port and a store of your own"},
    {"serve --lab-store reproduction.db", "with the figures of `make reproduction` in the Lab"},
    {"serve --listen 0.0.0.0 --token correct-horse-battery",
     "for other machines, which need the address with the token that it prints"},
    {NULL, NULL},
};

/* " 512 connections at once; 256 ...", as one constant text. */
#define BY_SERVER_LIMIT(id, name, value, help) " " #value " " help ";"
static const char about[] =
    "Thinks once about an opening, prints the move and its speed, then the address of a page on "
    "which every game can be played, watched and reviewed, and serves it until Ctrl-C or SIGTERM. "
    "Games in progress are kept in the store and go on after a restart. One server at a time has a "
    "store: a second one says at which address the first is.\n"
    "One process, one SQLite file, no other service; nothing leaves this machine. It answers to "
    "this machine alone unless --listen says otherwise, and to no other site's pages. What the "
    "page asks for cannot start programs or read files. Searches run at lower priority than the "
    "server.\n"
    "All that clients can make it hold has a limit (docs/API.md, GET /api/v1/status):"
#include "server/limits.def"
    " more is refused.";
#undef BY_SERVER_LIMIT

const struct by_command by_command_serve = {
    .name = "serve",
    .arguments = "",
    .least = 0,
    .most = 0,
    .summary = "play, watch and review in a browser",
    .about = about,
    .group = BY_GROUP_NONE,
    .options = options,
    .examples = examples,
    .run = run,
};
