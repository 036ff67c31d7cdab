/* gomocup.h: banyan as an engine that speaks the Gomocup protocol (the words themselves:
 * wire/gomocup.h). */
#ifndef BY_PROTOCOLS_GOMOCUP_H
#define BY_PROTOCOLS_GOMOCUP_H

#include "protocols/session.h"
#include <stdatomic.h>

struct by_gomocup_config {
    struct by_session_config session; /* of gomoku; settings are those of the protocol's START */
    int in, out;                      /* descriptors: commands, answers */
    const atomic_bool *stop;          /* may be NULL; set by anybody: leave soon */
};

/* Serves commands until END or the end of the input. Fails only where the session could not be
 * opened or an answer not be written: bad commands are answered. */
enum by_status by_gomocup_serve(const struct by_gomocup_config *config, struct by_error *err);

#endif
