/* interrupt.h: what Ctrl-C does, and SIGTERM with it.
 *
 * The first one asks the running command to come to an end: the flag below becomes true,
 * and a player that is thinking is stopped. The second one ends the program the default way. */
#ifndef BY_CLI_INTERRUPT_H
#define BY_CLI_INTERRUPT_H

#include "players/player.h"
#include <stdatomic.h>

void by_interrupt_install(void);

/* True once Ctrl-C was pressed, or by_interrupt_request was called (a time limit). */
const atomic_bool *by_interrupt_flag(void);
bool by_interrupted(void);
void by_interrupt_request(void);

/* The player that Ctrl-C shall stop; NULL when none is thinking. */
void by_interrupt_watch(struct by_player *player);

#endif
