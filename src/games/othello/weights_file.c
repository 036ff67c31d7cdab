/* weights_file.c: weights for Othello from and to files. */
#include "games/othello/weights_file.h"

#include "games/weights_file.h"
#include <stdlib.h>

static struct by_weights_kind kind_of(const struct by_othello_layout *layout)
{
    return (struct by_weights_kind){"Othello", layout->sum, BY_OTHELLO_PHASES, layout->weights};
}

enum by_status by_othello_weights_write(const struct by_othello_layout *layout,
                                        const int16_t *weights, uint8_t **bytes, size_t *size,
                                        struct by_error *err)
{
    struct by_weights_kind kind = kind_of(layout);
    return by_weights_write(&kind, weights, bytes, size, err);
}

enum by_status by_othello_weights_unpack(const struct by_othello_layout *layout,
                                         const uint8_t *bytes, size_t size, const char *name,
                                         int16_t *weights, struct by_error *err)
{
    struct by_weights_kind kind = kind_of(layout);
    return by_weights_read(&kind, bytes, size, name, weights, err);
}

static enum by_status read_weights(const struct by_othello_layout *layout, const uint8_t *bytes,
                                   size_t size, const char *name, struct by_othello_weights **out,
                                   struct by_error *err)
{
    size_t needed = (size_t)layout->weights * BY_OTHELLO_PHASES * sizeof(int16_t);
    int16_t *weights = malloc(needed);
    if (!weights)
        return by_fail_memory(err, needed);
    enum by_status status = by_othello_weights_unpack(layout, bytes, size, name, weights, err);
    if (status == BY_OK && !(*out = by_othello_weights_make(layout, weights)))
        status = by_fail_memory(err, 2 * needed);
    free(weights);
    return status;
}

enum by_status by_othello_weights_read(const uint8_t *bytes, size_t size, const char *name,
                                       struct by_othello_weights **out, struct by_error *err)
{
    struct by_othello_layout *layout = by_othello_layout_open();
    *out = NULL;
    if (!layout)
        return by_fail_memory(err, sizeof *layout);
    enum by_status status = read_weights(layout, bytes, size, name, out, err);
    free(layout);
    return status;
}
