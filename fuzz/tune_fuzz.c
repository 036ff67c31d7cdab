/* tune_fuzz.c: any bytes as the log of a tuning, and, up to the first newline, as what is varied. */
#include "fuzz.h"
#include "learn/tune_log.h"
#include "learn/vary.h"

#include <stdlib.h>
#include <string.h>

#define IDENTITY "method spsa\ngame nogo\n"

static void try_log(const char *text, size_t size)
{
    struct by_tune_log log, again;
    struct by_error err = {.status = BY_OK};
    struct by_buffer out;
    if (by_tune_log_read(text, size, IDENTITY, &log, &err) != BY_OK) {
        by_fuzz_sentence(&err);
        return;
    }
    by_buffer_open(&out, BY_TUNE_LOG_BYTES);
    by_tune_log_write(&log, IDENTITY, &out);
    by_fuzz_demand(by_tune_log_read(by_buffer_text(&out), out.length, IDENTITY, &again, &err) ==
                           BY_OK &&
                       again.count == log.count,
                   "what is written is read the same again");
    for (int i = 0; i < log.count; i++)
        by_fuzz_demand(memcmp(&log.bouts[i], &again.bouts[i], sizeof *log.bouts) == 0,
                       "every bout stays what it was");
    by_tune_log_close(&log);
    by_tune_log_close(&again);
    by_buffer_close(&out);
}

static void try_vary(const char *text)
{
    struct by_vary vary;
    struct by_error err = {.status = BY_OK};
    char spec[BY_SPEC_LENGTH_MAX + 1];
    double values[BY_VARY_MAX];
    struct by_rules *rules = by_fuzz_rules("othello size=4x4", NULL);
    if (by_vary_read(rules, "alphabeta depth=1 eval=matrix:b2=1", text, 0, &vary, &err) == BY_OK) {
        by_vary_start(&vary, values);
        by_fuzz_demand(vary.count > 0 && by_vary_spec(&vary, values, spec, sizeof spec),
                       "something is varied, and can be written");
    } else {
        by_fuzz_sentence(&err);
    }
    by_rules_close(rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = by_fuzz_text(data, size);
    try_log((const char *)data, size);
    (void)by_fuzz_split(text);
    by_fuzz_tame(text);
    try_vary(text);
    free(text);
    return 0;
}
