/* pattern_eval.c: weights made ready for use, and positions looked at as a whole. */
#include "games/othello/pattern_layout.h"
#include "games/othello/weights_file.h"
#include "games/weights_file.h"

#include "base/data.h"
#include "base/file.h"
#include "games/bits.h"
#include "games/othello/othello.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* --- weights from such as are learned ------------------------------------------------- */

static void fill_squares(const struct by_othello_layout *layout, struct by_othello_weights *weights)
{
    memset(weights->square, 0, sizeof weights->square);
    for (int number = 0; number < BY_OTHELLO_PATTERNS; number++) {
        const struct by_othello_shape_of *pattern = &layout->pattern[number];
        weights->centre[number] = pattern->first + pattern->places / 2;
        for (int i = 0; i < pattern->instances; i++)
            for (int k = 0; k < pattern->squares; k++)
                weights->square[pattern->square[i][k]].at[pattern->lane + i] =
                    (int16_t)by_othello_power(k);
    }
}

/* The tables of one phase: mirrors have the weight of the place that they mirror. */
static const int16_t *fill_phase(const struct by_othello_layout *layout, const int16_t *learned,
                                 int16_t *table, int16_t even[2])
{
    for (int number = 0; number < BY_OTHELLO_PATTERNS; number++) {
        const struct by_othello_shape_of *pattern = &layout->pattern[number];
        const int32_t *place = layout->place + pattern->first;
        int16_t *own = table + pattern->first;
        for (int p = 0; p < pattern->places; p++)
            own[p] = place[p] < p ? own[place[p]] : *learned++;
    }
    even[0] = learned[0];
    even[1] = learned[1];
    return learned + 2;
}

struct by_othello_weights *by_othello_weights_make(const struct by_othello_layout *layout,
                                                   const int16_t *learned)
{
    size_t places = (size_t)layout->places, alignment = _Alignof(struct by_othello_weights);
    size_t size = sizeof(struct by_othello_weights) + places * BY_OTHELLO_PHASES * sizeof(int16_t);
    struct by_othello_weights *weights =
        aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (!weights)
        return NULL;
    weights->size = layout->places;
    fill_squares(layout, weights);
    for (int phase = 0; phase < BY_OTHELLO_PHASES; phase++)
        learned = fill_phase(layout, learned, weights->table + (size_t)phase * places,
                             weights->even[phase]);
    return weights;
}

/* --- a position as a whole ---------------------------------------------------------------- */

static void add_discs(const struct by_othello_weights *weights, struct by_othello_index *out,
                      uint64_t discs, int sign)
{
    for (; discs; discs &= discs - 1) {
        const struct by_othello_index *disc = &weights->square[by_bits_first(discs)];
        for (int i = 0; i < BY_OTHELLO_LANES; i++)
            out->at[i] = (int16_t)(out->at[i] + sign * disc->at[i]);
    }
}

void by_othello_index_set(const struct by_othello_weights *weights, struct by_othello_index *out,
                          uint64_t me, uint64_t you)
{
    memset(out, 0, sizeof *out);
    add_discs(weights, out, me, 1);
    add_discs(weights, out, you, -1);
}

int by_othello_pattern_value(const struct by_othello_weights *weights, uint64_t me, uint64_t you)
{
    struct by_othello_index index;
    by_othello_index_set(weights, &index, me, you);
    return by_othello_index_value(weights, &index, 64 - by_bits_count(me | you));
}

#define OWN_FILE "othello.weights"

/* --- where weights come from ---------------------------------------------------------------- */

enum by_status by_othello_weights_open(const char *name, struct by_othello_weights **out,
                                       struct by_error *err)
{
    char *bytes = NULL;
    size_t size = 0;
    *out = NULL;
    if (strcmp(name, BY_OTHELLO_OWN_WEIGHTS) == 0)
        return BY_OK;
    enum by_status status = by_file_load(name, BY_WEIGHTS_FILE_MAX, &bytes, &size, err);
    if (status == BY_OK)
        status = by_othello_weights_read((const uint8_t *)bytes, size, name, out, err);
    free(bytes);
    return status;
}

/* Tried, and there are none. */
static struct by_othello_weights *nothing(void)
{
    static _Alignas(32) char place;
    return (struct by_othello_weights *)(void *)&place;
}

/* NULL: there was no memory. */
static struct by_othello_weights *unpack_own(void)
{
    struct by_data data;
    struct by_othello_weights *weights = NULL;
    if (!by_data_find(OWN_FILE, &data))
        return nothing();
    (void)by_othello_weights_read(data.bytes, data.size, data.name, &weights, NULL);
    return weights;
}

/* The weights of the build are the same for all rules and take as long to unpack as a thousand rules to
 * open: they are unpacked once for the whole process, when first needed, and stay. Two threads that
 * need them first at the same time both unpack, and one throws its own away. Where memory was short they are
 * asked for again the next time. */
static const struct by_othello_weights *own_weights(void)
{
    static struct by_othello_weights *_Atomic shared;
    struct by_othello_weights *now = atomic_load_explicit(&shared, memory_order_acquire);
    if (!now) {
        struct by_othello_weights *mine = unpack_own();
        if (!mine || atomic_compare_exchange_strong(&shared, &now, mine))
            now = mine;
        else if (mine != nothing())
            free(mine);
    }
    return now == nothing() ? NULL : now;
}

const struct by_othello_weights *by_othello_weights_of(const struct by_rules *rules)
{
    const struct by_othello_shape *shape = rules->data;
    if (shape->size != 8)
        return NULL;
    return shape->weights ? shape->weights : own_weights();
}

bool by_othello_counts_discs(const struct by_rules *rules)
{
    return by_othello_weights_of(rules) != NULL;
}

const char *by_othello_lacks(const struct by_rules *rules)
{
    const struct by_othello_shape *shape = rules->data;
    struct by_data data;
    if (shape->size != 8 || shape->weights || by_data_find(OWN_FILE, &data))
        return NULL;
    return "this build has no weights of its own for Othello's evaluation learned: without a file "
           "of weights it is the same as mobility";
}
