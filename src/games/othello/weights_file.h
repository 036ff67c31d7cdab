/* weights_file.h: the weights of the evaluation `learned` in a file (games/weights_file.h has the format). */
#ifndef BY_GAMES_OTHELLO_WEIGHTS_FILE_H
#define BY_GAMES_OTHELLO_WEIGHTS_FILE_H

#include "games/othello/pattern_layout.h"

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
