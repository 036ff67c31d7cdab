/* gtp_fuzz.c: banyan as an engine that speaks GTP; any bytes as what it is told. */
#include "protocols/gtp.h"
#include "serve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_fuzz_talk talk;
    struct by_error err = {.status = BY_OK};
    if (by_fuzz_talk_open(&talk, data, size, "quit\n")) {
        struct by_gtp_config config = {.session = talk.session, .in = talk.in, .out = talk.out};
        if (by_gtp_serve(&config, &err) != BY_OK)
            by_fuzz_sentence(&err);
    }
    by_fuzz_talk_close(&talk);
    return 0;
}
