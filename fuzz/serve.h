/* serve.h: banyan as an engine, spoken to by a fuzzer. */
#ifndef BY_FUZZ_SERVE_H
#define BY_FUZZ_SERVE_H

#include "fuzz.h"
#include "protocols/session.h"

/* What is said to it, from the text: a spec of the game on the first line, commands behind it. The one
 * that plays is "random": a fuzzer has no time to wait for moves. */
struct by_fuzz_talk {
    struct by_session_config session;
    struct by_spec game;
    int in, out;
    char *text;
};

/* False: the first line is no spec. `last` is said after all else. */
bool by_fuzz_talk_open(struct by_fuzz_talk *talk, const uint8_t *data, size_t size,
                       const char *last);
void by_fuzz_talk_close(struct by_fuzz_talk *talk);

#endif
