/* gtp.h: banyan as an engine that speaks GTP (the lines themselves: wire/gtp.h). */
#ifndef BY_PROTOCOLS_GTP_H
#define BY_PROTOCOLS_GTP_H

#include "protocols/session.h"
#include <stdatomic.h>

struct by_gtp_config {
    struct by_session_config session;
    int in, out;             /* descriptors: commands, answers */
    const atomic_bool *stop; /* may be NULL; set by anybody: leave soon */
};

/* Serves commands until `quit` or the end of the input. Fails only where the session could not be
 * opened or an answer not be written: bad commands are answered. */
enum by_status by_gtp_serve(const struct by_gtp_config *config, struct by_error *err);

#endif
