/* weights_file.h: the weights of a learned evaluation in a file, whichever game they are for.
 *
 * Numbers are little-endian whatever the machine:
 *
 *   8 bytes   "banyan" 0x1a 0x77
 *   u32       version of this layout: 1
 *   u32       what the weights are for: a sum that the game works out
 *   u32       phases
 *   u32       weights of each phase
 *   u32       bytes of the packed weights
 *   u32       CRC-32 of all bytes before this one and of the packed weights
 *   then the packed weights
 *
 * Weights change little from phase to phase, and most ways to fill ten squares never occur. So what is
 * packed is the difference of each weight to that of the next phase (the last phase: to 0), from the last
 * phase to the first, and zeros only as the length of their run: by turns a run, which may be 0, and a
 * difference that is not 0. Differences are 2 * (d - 1) above zero and -2 * d - 1 below, so that all are
 * small numbers from 0 on.
 *
 * A number n is written in Rice's code with k low bits: n >> k ones, a zero, and the low bits, the first
 * bit of all being the lowest of its byte. BY_RICE_ESCAPE ones and no zero stand before the number in 32
 * bits as it is. Runs and differences each have a k of their own, which follows the mean: the smallest
 * with count << k >= sum over the numbers so far, both halved when count reaches 64. The last byte is
 * filled with zeros. */
#ifndef BY_GAMES_WEIGHTS_FILE_H
#define BY_GAMES_WEIGHTS_FILE_H

#include "base/error.h"
#include <stddef.h>
#include <stdint.h>

#define BY_WEIGHTS_FILE_MAX (4 << 20) /* bytes */

/* Which weights they are: files that were made for others are refused. */
struct by_weights_kind {
    const char *game; /* as messages call it: "Othello" */
    uint32_t sum;     /* of all that decides which weight is which */
    int phases;
    int weights; /* of each phase */
};

/* The file for weights, phase after phase. From malloc. */
enum by_status by_weights_write(const struct by_weights_kind *kind, const int16_t *weights,
                                uint8_t **bytes, size_t *size, struct by_error *err);

/* Reads a file into weights, phase after phase; `name` is what messages call it. Trusts nothing. */
enum by_status by_weights_read(const struct by_weights_kind *kind, const uint8_t *bytes,
                               size_t size, const char *name, int16_t *weights,
                               struct by_error *err);

#endif
