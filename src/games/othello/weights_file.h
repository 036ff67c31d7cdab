/* weights_file.h: the weights of the evaluation `learned` in a file.
 *
 * Numbers are little-endian whatever the machine:
 *
 *   8 bytes   "banyan" 0x1a 0x77
 *   u32       version of this layout: 1
 *   u32       what the weights are for: the sum of pattern_layout.h
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
#ifndef BY_GAMES_OTHELLO_WEIGHTS_FILE_H
#define BY_GAMES_OTHELLO_WEIGHTS_FILE_H

#include "games/othello/pattern_layout.h"

#define BY_OTHELLO_FILE_MAX (4 << 20) /* bytes */

/* Reads a file; `name` is what messages call it. The weights come from malloc. Trusts nothing. */
enum by_status by_othello_weights_read(const uint8_t *bytes, size_t size, const char *name,
                                       struct by_othello_weights **out, struct by_error *err);

/* The same into weights as they are learned: layout->weights for each phase, phase after phase. */
enum by_status by_othello_weights_unpack(const struct by_othello_layout *layout,
                                         const uint8_t *bytes, size_t size, const char *name,
                                         int16_t *weights, struct by_error *err);

/* The file for weights as they are learned: layout->weights for each phase, phase after phase. From
 * malloc. */
enum by_status by_othello_weights_write(const struct by_othello_layout *layout,
                                        const int16_t *weights, uint8_t **bytes, size_t *size,
                                        struct by_error *err);

/* Weights to be used from such as are learned; NULL: no memory. */
struct by_othello_weights *by_othello_weights_make(const struct by_othello_layout *layout,
                                                   const int16_t *learned);

#endif
