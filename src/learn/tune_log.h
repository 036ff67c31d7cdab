/* tune_log.h: the results of the bouts of a tuning, in their order, as a text:
 *
 *   banyan tune 1
 *   method selection            ...and more lines that name what is tuned,
 *
 *   1  0 1 3  0 0 0 1 1         then for every bout its number, games lost, drawn and won by a, and
 *                               pairs of games by a's half points, 0 to 4
 *
 * The file is replaced as a whole (base/file.h), so it is never half written. A reader believes
 * nothing: a file of another tuning, and lines that cannot be, are refused. */
#ifndef BY_LEARN_TUNE_LOG_H
#define BY_LEARN_TUNE_LOG_H

#include "arena/tally.h"
#include "base/buffer.h"
#include "base/error.h"

#define BY_TUNE_LOG_BYTES ((size_t)64 << 20)

struct by_tune_log {
    int count, room;
    struct by_tally *bouts;
};

/* Reads the log of the tuning that `identity` describes, lines of "key value". */
enum by_status by_tune_log_read(const char *text, size_t size, const char *identity,
                                struct by_tune_log *out, struct by_error *err);
void by_tune_log_write(const struct by_tune_log *log, const char *identity, struct by_buffer *out);

enum by_status by_tune_log_add(struct by_tune_log *log, const struct by_tally *bout,
                               struct by_error *err);
void by_tune_log_close(struct by_tune_log *log);

#endif
