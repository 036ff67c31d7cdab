/* pattern_fit.c: the evaluation `learned` as those see it who fit its weights (games/linear.h). */
#include "games/linear.h"
#include "games/othello/othello.h"
#include "games/othello/weights_file.h"

#include <stdlib.h>

/* Where the learned weight of each place stands, and a set of weights to make indexes with: all are 0. */
struct fit {
    struct by_othello_layout *layout;
    struct by_othello_weights *indexes;
    int32_t *number;
};

static void close_fit(void *state)
{
    struct fit *fit = state;
    if (!fit)
        return;
    free(fit->number);
    free(fit->indexes);
    free(fit->layout);
    free(fit);
}

static void fill_numbers(struct fit *fit)
{
    int32_t next = 0;
    for (int number = 0; number < BY_OTHELLO_PATTERNS; number++) {
        const struct by_othello_shape_of *pattern = &fit->layout->pattern[number];
        const int32_t *place = fit->layout->place + pattern->first;
        int32_t *own = fit->number + pattern->first;
        for (int p = 0; p < pattern->places; p++)
            own[p] = place[p] < p ? own[place[p]] : next++;
    }
}

static void *open_fit(const struct by_rules *rules)
{
    struct fit *fit = rules->width == 8 ? calloc(1, sizeof *fit) : NULL;
    if (!fit)
        return NULL;
    fit->layout = by_othello_layout_open();
    if (fit->layout) {
        int16_t *zeros = calloc((size_t)fit->layout->weights * BY_OTHELLO_PHASES, sizeof *zeros);
        fit->indexes = zeros ? by_othello_weights_make(fit->layout, zeros) : NULL;
        fit->number = calloc((size_t)fit->layout->places, sizeof *fit->number);
        free(zeros);
    }
    if (!fit->indexes || !fit->number) {
        close_fit(fit);
        return NULL;
    }
    fill_numbers(fit);
    return fit;
}

static int weights_of(const void *state)
{
    return ((const struct fit *)state)->layout->weights;
}

static void look_at(const struct by_rules *rules, const void *position, uint64_t *me, uint64_t *you)
{
    struct by_board_view view;
    rules->game->board->look(rules, position, &view);
    *me = view.stones[view.side][0];
    *you = view.stones[!view.side][0];
}

static int phase_of(const struct by_rules *rules, const void *position)
{
    uint64_t me, you;
    look_at(rules, position, &me, &you);
    return by_othello_phase(64 - by_bits_count(me | you));
}

static int look(const void *state, const struct by_rules *rules, const void *position, int32_t *out)
{
    const struct fit *fit = state;
    struct by_othello_index index;
    uint64_t me, you;
    look_at(rules, position, &me, &you);
    by_othello_index_set(fit->indexes, &index, me, you);
    for (int number = 0; number < BY_OTHELLO_PATTERNS; number++) {
        const struct by_othello_shape_of *pattern = &fit->layout->pattern[number];
        for (int i = pattern->lane; i < pattern->lane + pattern->instances; i++)
            *out++ = fit->number[fit->indexes->centre[number] + index.at[i]];
    }
    *out = fit->layout->weights - 2 + by_bits_count(me | you) % 2;
    return BY_OTHELLO_INSTANCES + 1;
}

static enum by_status pack(const void *state, const int16_t *weights, uint8_t **bytes, size_t *size,
                           struct by_error *err)
{
    return by_othello_weights_write(((const struct fit *)state)->layout, weights, bytes, size, err);
}

static enum by_status unpack(const void *state, const uint8_t *bytes, size_t size, const char *name,
                             int16_t *weights, struct by_error *err)
{
    return by_othello_weights_unpack(((const struct fit *)state)->layout, bytes, size, name,
                                     weights, err);
}

const struct by_linear by_othello_linear = {
    .eval = "learned",
    .phases = BY_OTHELLO_PHASES,
    .features = BY_OTHELLO_INSTANCES + 1,
    .unit = BY_OTHELLO_DISC,
    .open = open_fit,
    .close = close_fit,
    .weights = weights_of,
    .phase = phase_of,
    .look = look,
    .pack = pack,
    .unpack = unpack,
};
