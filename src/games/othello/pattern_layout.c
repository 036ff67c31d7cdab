/* pattern_layout.c: the instances of the patterns, and which places mirror which. */
#include "games/othello/pattern_layout.h"

#include "base/checksum.h"
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    int instances, squares;
    const char *which;
} patterns[] = {
#define BY_PATTERN(name, instances, squares, which) {#name, instances, squares, which},
#include "games/othello/patterns.def"
#undef BY_PATTERN
};

/* Image `s` of a square: columns reversed, rows reversed, then exchanged. */
static int image_of(int square, int s)
{
    int x = square % 8, y = square / 8;
    x = s & 1 ? 7 - x : x;
    y = s & 2 ? 7 - y : y;
    return s & 4 ? 8 * x + y : 8 * y + x;
}

static uint64_t set_of(const uint8_t *square, int count)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++)
        set |= UINT64_C(1) << square[i];
    return set;
}

/* Where each square of an image stands in the instance that has the same squares. */
static void note_exchange(struct by_othello_shape_of *pattern, const uint8_t *image,
                          const uint8_t *instance)
{
    for (int i = 0; i < pattern->squares; i++)
        for (int k = 0; k < pattern->squares; k++)
            if (instance[k] == image[i] && k != i)
                pattern->exchange[i] = (uint8_t)k;
}

/* One instance for each set of squares that an image of the first has. */
static void place_instances(struct by_othello_shape_of *pattern, const uint8_t *first)
{
    int count = 0;
    for (int s = 0; s < 8; s++) {
        uint8_t image[BY_OTHELLO_SQUARES_MAX];
        int same = 0;
        for (int i = 0; i < pattern->squares; i++)
            image[i] = (uint8_t)image_of(first[i], s);
        while (same < count &&
               set_of(pattern->square[same], pattern->squares) != set_of(image, pattern->squares))
            same++;
        if (same < count)
            note_exchange(pattern, image, pattern->square[same]);
        else if (count < pattern->instances)
            memcpy(pattern->square[count++], image, sizeof image);
    }
}

static void fill_pattern(struct by_othello_layout *layout, int number, int lane)
{
    struct by_othello_shape_of *pattern = &layout->pattern[number];
    uint8_t first[BY_OTHELLO_SQUARES_MAX];
    const char *at = patterns[number].which;
    *pattern = (struct by_othello_shape_of){.name = patterns[number].name,
                                            .squares = patterns[number].squares,
                                            .instances = patterns[number].instances,
                                            .places = by_othello_power(patterns[number].squares),
                                            .first = layout->places,
                                            .lane = lane};
    for (int i = 0; i < BY_OTHELLO_SQUARES_MAX && i < pattern->squares; i++, at += 2) {
        first[i] = (uint8_t)(8 * (at[1] - '1') + at[0] - 'a');
        pattern->exchange[i] = (uint8_t)i;
    }
    place_instances(pattern, first);
    layout->places += pattern->places;
}

/* A place's mirror is found from that of the place without its highest digit. */
static void fill_mirrors(struct by_othello_layout *layout,
                         const struct by_othello_shape_of *pattern)
{
    int32_t *mirror = layout->place + pattern->first;
    int filled = 1;
    mirror[0] = 0;
    for (int i = 0; i < pattern->squares; i++) {
        int step = by_othello_power(pattern->exchange[i]);
        for (int p = 0; p < filled; p++) {
            mirror[p + filled] = mirror[p] + step;
            mirror[p + 2 * filled] = mirror[p] + 2 * step;
        }
        filled *= 3;
    }
    for (int p = 0; p < filled; p++) {
        mirror[p] = mirror[p] < p ? mirror[p] : p;
        layout->weights += mirror[p] == p;
    }
}

static uint32_t sum_of(const struct by_othello_layout *layout)
{
    uint32_t sum = by_crc32(0, &layout->places, 0);
    for (int i = 0; i < BY_OTHELLO_PATTERNS; i++)
        sum = by_crc32(sum, patterns[i].which, strlen(patterns[i].which));
    return sum ^ (uint32_t)layout->weights ^ BY_OTHELLO_PHASES << 24;
}

struct by_othello_layout *by_othello_layout_open(void)
{
    int places = 0, lane = 0;
    for (int i = 0; i < BY_OTHELLO_PATTERNS; i++)
        places += by_othello_power(patterns[i].squares);
    struct by_othello_layout *layout =
        calloc(1, sizeof *layout + (size_t)places * sizeof layout->place[0]);
    if (!layout)
        return NULL;
    for (int i = 0; i < BY_OTHELLO_PATTERNS; i++) {
        fill_pattern(layout, i, lane);
        fill_mirrors(layout, &layout->pattern[i]);
        lane += layout->pattern[i].instances;
    }
    layout->weights += 2;
    layout->sum = sum_of(layout);
    return layout;
}
