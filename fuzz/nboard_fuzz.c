/* nboard_fuzz.c: banyan as an engine that speaks NBoard's protocol; any bytes as what it is told. */
#include "protocols/nboard.h"
#include "serve.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_fuzz_talk talk;
    struct by_error err = {.status = BY_OK};
    if (by_fuzz_talk_open(&talk, data, size, "quit\n")) {
        struct by_nboard_config config = {.session = talk.session, .in = talk.in, .out = talk.out};
        if (by_nboard_serve(&config, &err) != BY_OK)
            by_fuzz_sentence(&err);
    }
    by_fuzz_talk_close(&talk);
    return 0;
}
