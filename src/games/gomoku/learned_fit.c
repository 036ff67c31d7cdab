/* learned_fit.c: the evaluation `learned` as those see it who fit its weights (games/linear.h). */
#include "games/gomoku/gomoku.h"
#include "games/linear.h"

#include <stdlib.h>

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
    return BY_GOMOKU_WEIGHTS;
}

static int phase_of(const struct by_rules *rules, const void *position)
{
    (void)rules, (void)position;
    return 0;
}

/* What one point adds for one player. */
static int look_at_point(const int16_t *classes, int code, bool stone, bool to_move, int32_t *out)
{
    if (!stone && by_gomoku_code_is_bare(code))
        return 0;
    *out++ = by_gomoku_weight_number(classes[code], stone, to_move);
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++, code /= BY_GOMOKU_PATTERNS)
        *out++ = by_gomoku_line_number(code % BY_GOMOKU_PATTERNS, stone, to_move);
    return 1 + BY_GOMOKU_DIRECTIONS;
}

static int look(const void *state, const struct by_rules *rules, const void *position, int32_t *out)
{
    struct by_board_view view;
    int count = 0;
    rules->game->board->look(rules, position, &view);
    for (int at = 0; at < by_board_cells_of(rules); at++) {
        int owner = by_board_owner(&view, at);
        for (int player = 0; player < 2; player++)
            if (owner != !player)
                count += look_at_point(state, by_gomoku_code_at(rules, position, player, at),
                                       owner >= 0, player == view.side, out + count);
    }
    out[count] = BY_GOMOKU_WEIGHTS - 1;
    return count + 1;
}

/* The side to move makes neither five nor an open four, and its opponent five on one point at most: what comes
 * next is no mere arithmetic. */
bool by_gomoku_is_quiet(const struct by_rules *rules, const void *position)
{
    by_move active[BY_GOMOKU_CELLS_MAX];
    int count = by_gomoku_active(rules, position, active), me = rules->game->side(rules, position);
    int fives = 0;
    for (int i = 0; i < count; i++) {
        bool five = false;
        for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++) {
            if (by_gomoku_pattern_at(rules, position, me, d, active[i]) >= BY_GOMOKU_FOUR)
                return false;
            five |= by_gomoku_pattern_at(rules, position, !me, d, active[i]) == BY_GOMOKU_FIVE;
        }
        fives += five;
    }
    return fives <= 1;
}

static enum by_status pack(const void *state, const int16_t *weights, uint8_t **bytes, size_t *size,
                           struct by_error *err)
{
    (void)state;
    return by_gomoku_weights_write(weights, bytes, size, err);
}

static enum by_status unpack(const void *state, const uint8_t *bytes, size_t size, const char *name,
                             int16_t *weights, struct by_error *err)
{
    (void)state;
    return by_gomoku_weights_unpack(bytes, size, name, weights, err);
}

const struct by_linear by_gomoku_linear = {
    .eval = "learned",
    .phases = 1,
    .features = 2 * BY_GOMOKU_CELLS_MAX * (1 + BY_GOMOKU_DIRECTIONS) + 1,
    .unit = BY_GOMOKU_ODDS,
    .odds = true,
    .open = open_fit,
    .close = free,
    .weights = weights_of,
    .phase = phase_of,
    .look = look,
    .quiet = by_gomoku_is_quiet,
    .pack = pack,
    .unpack = unpack,
    .next = &by_gomoku_points_linear,
};
