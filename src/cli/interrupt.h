/* interrupt.h: what Ctrl-C does, and with it SIGTERM, and SIGHUP, which says that the terminal is
 * closed.
 *
 * The first one asks the running command to come to an end: the flag below becomes true,
 * and a player that is thinking is stopped. The second one ends the program the default way; but not
 * a second SIGHUP, for the shell and the system both send one. */
#ifndef BY_CLI_INTERRUPT_H
#define BY_CLI_INTERRUPT_H

#include "players/player.h"
#include <stdatomic.h>

void by_interrupt_install(void);

/* From now on a second signal does what the first one did: mpirun sends several, and SIGKILL in the end. */
void by_interrupt_hold(void);

/* True once Ctrl-C was pressed, or by_interrupt_request was called (a time limit). */
const atomic_bool *by_interrupt_flag(void);
bool by_interrupted(void);
void by_interrupt_request(void);

/* A Ctrl-C that was meant for what ran just now, and not for the program, is taken back: true. Nothing else is. */
bool by_interrupt_forget(void);

/* Waits until there is something to read; false: the flag was set. Without it a signal that comes
 * just before a read would not end it. */
bool by_interrupt_await(int descriptor);

/* The player that Ctrl-C shall stop; NULL when none is thinking. */
void by_interrupt_watch(struct by_player *player);

#endif
