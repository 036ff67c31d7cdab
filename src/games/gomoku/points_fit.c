/* points_fit.c: the evaluation `points` as those see it who fit its numbers (games/linear.h). A point counts by its
 * class, and by each of its four patterns on top, so that what is common to rare classes is learned from all. */
#include "games/gomoku/gomoku.h"
#include "games/linear.h"

#include <stdlib.h>
#include <string.h>

/* Each class, then each pattern of a line, for the side to move and for its opponent. */
#define LINES     (2 * BY_GOMOKU_CLASSES)
#define WEIGHTS   (LINES + 2 * BY_GOMOKU_PATTERNS)

#define BYTES_MAX 65536 /* of text */

static void *open_fit(const struct by_rules *rules)
{
    int16_t *classes = malloc(BY_GOMOKU_CODES * sizeof *classes);
    (void)rules;
    if (classes)
        by_gomoku_fill_classes(classes);
    return classes;
}

static int weights_of(const void *state)
{
    (void)state;
    return WEIGHTS;
}

static int phase_of(const struct by_rules *rules, const void *position)
{
    (void)rules, (void)position;
    return 0;
}

static int look_at_point(const int16_t *classes, int code, int waiting, int32_t *out)
{
    if (by_gomoku_code_is_bare(code))
        return 0;
    *out++ = 2 * classes[code] + waiting;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++, code /= BY_GOMOKU_PATTERNS)
        *out++ = LINES + 2 * (code % BY_GOMOKU_PATTERNS) + waiting;
    return 1 + BY_GOMOKU_DIRECTIONS;
}

static int look(const void *state, const struct by_rules *rules, const void *position, int32_t *out)
{
    struct by_board_view view;
    int count = 0;
    rules->game->board->look(rules, position, &view);
    for (int at = 0; at < by_board_cells_of(rules); at++)
        for (int player = 0; player < 2 && by_board_owner(&view, at) < 0; player++)
            count += look_at_point(state, by_gomoku_code_at(rules, position, player, at),
                                   player != view.side, out + count);
    return count;
}

static int16_t worth_of(const int16_t *weights, int class, int code, int waiting)
{
    int sum = weights[2 * class + waiting];
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++, code /= BY_GOMOKU_PATTERNS)
        sum += weights[LINES + 2 * (code % BY_GOMOKU_PATTERNS) + waiting];
    return (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < -INT16_MAX ? -INT16_MAX : sum);
}

static enum by_status pack(const void *state, const int16_t *weights, uint8_t **bytes, size_t *size,
                           struct by_error *err)
{
    const int16_t *classes = state;
    struct by_gomoku_points points = {0};
    struct by_buffer text;
    for (int code = 0; code < BY_GOMOKU_CODES; code++)
        for (int waiting = 0; waiting < 2 && !by_gomoku_code_is_bare(code); waiting++)
            points.of[classes[code]][waiting] = worth_of(weights, classes[code], code, waiting);
    by_buffer_open(&text, BYTES_MAX);
    by_gomoku_points_write(&points, &text);
    *size = text.length;
    *bytes = text.failed ? NULL : malloc(*size);
    if (*bytes)
        memcpy(*bytes, by_buffer_text(&text), *size);
    by_buffer_close(&text);
    return *bytes ? BY_OK : by_fail_memory(err, BYTES_MAX);
}

/* All that a point is worth is said of its class. */
static enum by_status unpack(const void *state, const uint8_t *bytes, size_t size, const char *name,
                             int16_t *weights, struct by_error *err)
{
    struct by_gomoku_points points;
    (void)state;
    enum by_status status = by_gomoku_points_read(bytes, size, name, &points, err);
    memset(weights, 0, WEIGHTS * sizeof *weights);
    if (status == BY_OK)
        memcpy(weights, points.of, sizeof points.of);
    return status;
}

const struct by_linear by_gomoku_points_linear = {
    .eval = "points",
    .phases = 1,
    .features = 2 * BY_GOMOKU_CELLS_MAX * (1 + BY_GOMOKU_DIRECTIONS),
    .unit = BY_GOMOKU_POINTS_FIT,
    .odds = true,
    .open = open_fit,
    .close = free,
    .weights = weights_of,
    .phase = phase_of,
    .look = look,
    .quiet = by_gomoku_is_quiet,
    .pack = pack,
    .unpack = unpack,
};
