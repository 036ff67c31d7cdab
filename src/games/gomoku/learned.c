/* learned.c: the tables of the evaluation `learned`, where they come from, and positions looked at as a
 * whole. */
#include "games/gomoku/gomoku.h"

#include "base/data.h"
#include "base/file.h"
#include "games/weights_file.h"
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define OWN_FILE "gomoku.weights"
#define SUM      UINT32_C(0x676d0001) /* which weight is which; to be raised when that changes */

/* --- classes ------------------------------------------------------------------------------ */

/* The largest code with the same digits. */
static int sorted(int code)
{
    int digit[BY_GOMOKU_DIRECTIONS], place[BY_GOMOKU_PATTERNS] = {0}, out = 0;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++, code /= BY_GOMOKU_PATTERNS)
        digit[d] = code % BY_GOMOKU_PATTERNS;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        place[digit[d]]++;
    for (int p = BY_GOMOKU_PATTERNS - 1; p >= 0; p--)
        for (int i = 0; i < place[p]; i++)
            out = out * BY_GOMOKU_PATTERNS + p;
    return out;
}

void by_gomoku_fill_classes(int16_t classes[BY_GOMOKU_CODES])
{
    int16_t next = 0;
    for (int code = 0; code < BY_GOMOKU_CODES; code++)
        if (sorted(code) == code)
            classes[code] = next++;
    for (int code = 0; code < BY_GOMOKU_CODES; code++)
        classes[code] = classes[sorted(code)];
}

bool by_gomoku_code_is_sorted(int code)
{
    return sorted(code) == code;
}

bool by_gomoku_code_is_bare(int code)
{
    return sorted(code) / 1000 <= BY_GOMOKU_ONE;
}

/* --- weights ------------------------------------------------------------------------------ */

static int64_t both(int32_t to_move, int32_t waiting)
{
    return (int64_t)waiting * (INT64_C(1) << 32) + to_move;
}

/* What a point adds: of its class and of its lines. */
static int32_t weight_of(const int16_t *learned, int class, int code, bool stone, bool to_move)
{
    int32_t sum = learned[by_gomoku_weight_number(class, stone, to_move)];
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++, code /= BY_GOMOKU_PATTERNS)
        sum += learned[by_gomoku_line_number(code % BY_GOMOKU_PATTERNS, stone, to_move)];
    return sum;
}

struct by_gomoku_weights *by_gomoku_weights_make(const int16_t *learned)
{
    struct by_gomoku_weights *weights = calloc(1, sizeof *weights);
    int16_t classes[BY_GOMOKU_CODES];
    if (!weights)
        return NULL;
    by_gomoku_fill_classes(classes);
    for (int stone = 0; stone < 2; stone++)
        for (int code = 0; code < BY_GOMOKU_CODES; code++)
            if (stone || !by_gomoku_code_is_bare(code))
                weights->point[stone][code] =
                    both(weight_of(learned, classes[code], code, stone, true),
                         weight_of(learned, classes[code], code, stone, false));
    weights->to_move = learned[BY_GOMOKU_WEIGHTS - 1];
    weights->known = true;
    return weights;
}

static const struct by_weights_kind kind = {"Gomoku", SUM, 1, BY_GOMOKU_WEIGHTS};

enum by_status by_gomoku_weights_write(const int16_t *learned, uint8_t **bytes, size_t *size,
                                       struct by_error *err)
{
    return by_weights_write(&kind, learned, bytes, size, err);
}

enum by_status by_gomoku_weights_unpack(const uint8_t *bytes, size_t size, const char *name,
                                        int16_t *learned, struct by_error *err)
{
    return by_weights_read(&kind, bytes, size, name, learned, err);
}

enum by_status by_gomoku_weights_read(const uint8_t *bytes, size_t size, const char *name,
                                      struct by_gomoku_weights **out, struct by_error *err)
{
    int16_t learned[BY_GOMOKU_WEIGHTS];
    *out = NULL;
    enum by_status status = by_gomoku_weights_unpack(bytes, size, name, learned, err);
    if (status == BY_OK && !(*out = by_gomoku_weights_make(learned)))
        status = by_fail_memory(err, sizeof **out);
    return status;
}

/* --- where they come from ------------------------------------------------------------------ */

enum by_status by_gomoku_weights_open(const char *name, struct by_gomoku_weights **out,
                                      struct by_gomoku_points *points, struct by_error *err)
{
    char *bytes = NULL;
    size_t size = 0;
    *out = NULL;
    if (strcmp(name, BY_GOMOKU_OWN_WEIGHTS) == 0)
        return BY_OK;
    enum by_status status = by_file_load(name, BY_WEIGHTS_FILE_MAX, &bytes, &size, err);
    const uint8_t *file = (const uint8_t *)bytes;
    if (status == BY_OK)
        status = by_gomoku_points_are(file, size)
                     ? by_gomoku_points_read(file, size, name, points, err)
                     : by_gomoku_weights_read(file, size, name, out, err);
    free(bytes);
    return status;
}

/* Zeros, where the build has none; NULL where memory is lacking. */
static struct by_gomoku_weights *unpack_own(void)
{
    struct by_data data;
    struct by_gomoku_weights *weights = NULL;
    if (!by_data_find(OWN_FILE, &data))
        return calloc(1, sizeof *weights);
    (void)by_gomoku_weights_read(data.bytes, data.size, data.name, &weights, NULL);
    return weights;
}

/* Once for the whole process, when first needed: two threads that need them first at the same time both
 * unpack, and one throws its own away. */
const struct by_gomoku_weights *by_gomoku_own_weights(void)
{
    static struct by_gomoku_weights *_Atomic shared;
    struct by_gomoku_weights *now = atomic_load_explicit(&shared, memory_order_acquire);
    if (!now) {
        struct by_gomoku_weights *mine = unpack_own();
        if (mine && atomic_compare_exchange_strong(&shared, &now, mine))
            now = mine;
        else
            free(mine);
    }
    return now;
}

const char *by_gomoku_lacks(const struct by_rules *rules)
{
    const struct by_gomoku_shape *shape = rules->data;
    return shape->weights->known ? NULL
                                 : "this build has no weights of its own for Gomoku's evaluation "
                                   "learned: without a file of weights it is the same as threats";
}

/* --- a position as a whole ------------------------------------------------------------------- */

void by_gomoku_learned_look(const struct by_rules *rules, const void *position, int64_t sums[2])
{
    const struct by_gomoku_shape *shape = rules->data;
    struct by_board_view view;
    rules->game->board->look(rules, position, &view);
    sums[0] = sums[1] = 0;
    for (int at = 0; at < by_board_cells_of(rules); at++) {
        int owner = by_board_owner(&view, at);
        for (int player = 0; player < 2; player++)
            if (owner != !player)
                sums[player] +=
                    shape->weights
                        ->point[owner >= 0][by_gomoku_code_at(rules, position, player, at)];
    }
}
