/* nboard.h: banyan as an engine that speaks the NBoard protocol, version 2 (the words themselves:
 * wire/nboard.h). */
#ifndef BY_PROTOCOLS_NBOARD_H
#define BY_PROTOCOLS_NBOARD_H

#include "protocols/session.h"
#include <stdatomic.h>

struct by_nboard_config {
    struct by_session_config session; /* of Othello on 8x8 */
    int in, out;                      /* descriptors: commands, answers */
    const atomic_bool *stop;          /* may be NULL; set by anybody: leave soon */
};

/* Serves commands until `quit` or the end of the input. Fails only where the session could not be
 * opened or an answer not be written: bad commands are answered by a status, unknown ones are passed
 * over, as the protocol asks. */
enum by_status by_nboard_serve(const struct by_nboard_config *config, struct by_error *err);

#endif
