#include "cli/interrupt.h"

#include <poll.h>
#include <signal.h>
#include <string.h>

/* A signal handler gets no argument of ours: what it must reach has to be file-static. */
static atomic_bool requested;
static atomic_int received; /* the signal that did it */
static struct by_player *_Atomic watched;

static void on_interrupt(int number)
{
    atomic_store(&received, number);
    atomic_store(&requested, true);
    struct by_player *player = atomic_load(&watched);
    if (player)
        by_player_stop(player);
}

/* A script's background job is deaf to Ctrl-C, and what nohup has started to SIGHUP: so it stays. */
static void install_unless_ignored(int number, const struct sigaction *action)
{
    struct sigaction inherited;
    if (sigaction(number, NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
        sigaction(number, action, NULL);
}

void by_interrupt_install(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_interrupt;
    /* No SA_RESTART: reading a line must return. */
    install_unless_ignored(SIGHUP, &action);
    action.sa_flags = (int)SA_RESETHAND; /* back to the default after the first one */
    install_unless_ignored(SIGINT, &action);
    sigaction(SIGTERM, &action, NULL);
    action.sa_handler = SIG_IGN;
    action.sa_flags = 0;
    sigaction(SIGPIPE, &action, NULL);
}

void by_interrupt_hold(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    sigemptyset(&action.sa_mask);
    action.sa_handler = on_interrupt;
    sigaction(SIGTERM, &action, NULL);
    install_unless_ignored(SIGINT, &action);
}

#define LOOK_EVERY_MS 100

bool by_interrupt_await(int descriptor)
{
    struct pollfd input = {.fd = descriptor, .events = POLLIN};
    while (!by_interrupted())
        if (poll(&input, 1, LOOK_EVERY_MS) > 0)
            return true;
    return false;
}

const atomic_bool *by_interrupt_flag(void)
{
    return &requested;
}

bool by_interrupted(void)
{
    return atomic_load(&requested);
}

void by_interrupt_request(void)
{
    atomic_store(&requested, true);
}

bool by_interrupt_forget(void)
{
    if (!by_interrupted() || atomic_load(&received) != SIGINT)
        return false;
    atomic_store(&requested, false);
    by_interrupt_install();
    return true;
}

void by_interrupt_watch(struct by_player *player)
{
    atomic_store(&watched, player);
    /* Ctrl-C may have come between the last look at the flag and now. */
    if (player && by_interrupted())
        by_player_stop(player);
}
