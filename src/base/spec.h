/* spec.h: the grammar of spec strings.
 *
 *   spec    = name { blank key "=" value }
 *   name    = letters, digits, '-', '_', starting with a letter;  key = the same
 *   value   = characters without blanks and quotes  |  '"' { any | '\' any } '"'
 *
 * `mcts sims=10000 rave=on`, `gtp cmd="gnugo --mode gtp"`. A spec is at most 4095
 * characters with at most 64 pairs. */
#ifndef BY_BASE_SPEC_H
#define BY_BASE_SPEC_H

#include "base/error.h"
#include "base/text.h"

#define BY_SPEC_PAIRS_MAX  64
#define BY_SPEC_LENGTH_MAX 4095

struct by_spec {
    const char *name;
    int count;
    struct by_setting settings[BY_SPEC_PAIRS_MAX];
    char storage[BY_SPEC_LENGTH_MAX + 1]; /* what the pointers above point into */
};

/* Errors name the column, counted from 1. */
enum by_status by_spec_read(const char *text, struct by_spec *out, struct by_error *err);

/* A value as a spec writes it: in quotes where it has to be. */
void by_spec_write_value(const char *value, struct by_text *out);

/* Splits one "key=value" of the command line (the value may contain anything) into
 * `storage` (BY_SPEC_LENGTH_MAX + 1 bytes). */
enum by_status by_setting_read(const char *text, char *storage, struct by_setting *out,
                               struct by_error *err);

#endif
