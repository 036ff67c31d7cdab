/* learned.c: see learned.h. */
#include "games/go/learned.h"

#include "base/checksum.h"
#include "base/data.h"
#include "base/file.h"
#include "base/num.h"
#include "games/bits.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define OWN_FILE "go.weights"
#define HEAD     16

static const uint8_t magic[8] = {'b', 'a', 'n', 'y', 'a', 'n', 0x1a, 0x67};

static int all_values(void)
{
    int sum = 0;
    for (int g = 0; g < BY_TEAM_GROUPS; g++)
        sum += by_go_group_values[g];
    return sum;
}

/* --- writing ------------------------------------------------------------------------ */

static uint8_t *put(uint8_t *at, uint32_t number, int bytes)
{
    by_bits_store(number & (bytes == 2 ? 0xffffU : 0xffffffffU), bytes, at);
    return at + bytes;
}

static uint8_t *put_set(uint8_t *at, const struct by_move_strengths *set)
{
    at = put(at, (uint32_t)set->count, 4);
    for (int i = 0; i < all_values(); i++)
        at = put(at, (uint32_t)set->value[i], 2);
    for (int i = 0; i < set->count; i++)
        at = put(at, set->key[i], 4);
    for (int i = 0; i < set->count; i++)
        at = put(at, (uint32_t)set->pattern[i], 2);
    return at;
}

enum by_status by_go_learned_write(const struct by_move_strengths set[BY_GO_SETS], uint8_t **bytes,
                                   size_t *size, struct by_error *err)
{
    *size = HEAD;
    for (int s = 0; s < BY_GO_SETS; s++)
        *size += 4 + 2 * (size_t)all_values() + 6 * (size_t)set[s].count;
    *bytes = malloc(*size);
    if (!*bytes)
        return by_fail_memory(err, *size);
    uint8_t *at = *bytes + HEAD;
    for (int s = 0; s < BY_GO_SETS; s++)
        at = put_set(at, &set[s]);
    memcpy(*bytes, magic, sizeof magic);
    (void)put(*bytes + 8, BY_GO_LEARNED_VERSION, 4);
    (void)put(*bytes + 12, by_crc32(0, *bytes + HEAD, *size - HEAD), 4);
    return BY_OK;
}

/* --- reading ------------------------------------------------------------------------ */

static float strength_at(const uint8_t *at)
{
    return (float)by_exp((double)(int16_t)by_bits_load(at, 2) / BY_GO_LN_UNIT);
}

static uint32_t place_of(const struct by_go_strengths_of *set, uint32_t key)
{
    uint32_t i = key & set->mask;
    while (set->known[i].key != 0 && set->known[i].key != key)
        i = (i + 1) & set->mask;
    return i;
}

/* At most half full: there is always a free place to stop at. */
static bool make_room(struct by_go_strengths_of *set, uint32_t patterns)
{
    uint32_t places = 2;
    while (places < 2 * patterns)
        places *= 2;
    set->mask = places - 1;
    set->known = calloc(places, sizeof *set->known);
    return set->known != NULL;
}

static bool enter(struct by_go_strengths_of *set, const uint8_t *at, uint32_t patterns)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < patterns; i++) {
        uint32_t key = (uint32_t)by_bits_load(at + 4 * (size_t)i, 4);
        if (key <= before)
            return false;
        before = key;
        set->known[place_of(set, key)] =
            (struct by_go_known){key, strength_at(at + 4 * (size_t)patterns + 2 * (size_t)i)};
    }
    return true;
}

static enum by_status damaged(const char *name, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    return by_fail(err, BY_BAD_INPUT, "%s: not a whole file of strengths for Go",
                   by_quote(name, quoted));
}

static enum by_status read_set(struct by_go_strengths_of *set, const uint8_t **at,
                               const uint8_t *end, const char *name, struct by_error *err)
{
    size_t fixed = 4 + 2 * (size_t)all_values();
    if ((size_t)(end - *at) < fixed)
        return damaged(name, err);
    uint32_t patterns = (uint32_t)by_bits_load(*at, 4);
    if (patterns > BY_MOVE_PATTERNS_MAX || ((size_t)(end - *at) - fixed) / 6 < patterns)
        return damaged(name, err);
    *at += 4;
    for (int g = 0; g < BY_TEAM_GROUPS; g++)
        for (int i = 0; i < by_go_group_values[g]; i++, *at += 2)
            set->value[g][i] = strength_at(*at);
    if (!make_room(set, patterns))
        return by_fail_memory(err, patterns);
    if (!enter(set, *at, patterns))
        return damaged(name, err);
    *at += 6 * (size_t)patterns;
    return BY_OK;
}

enum by_status by_go_model_read(const uint8_t *bytes, size_t size, const char *name,
                                struct by_go_model **out, struct by_error *err)
{
    *out = NULL;
    if (size < HEAD || size > BY_GO_LEARNED_MAX || memcmp(bytes, magic, sizeof magic) != 0 ||
        by_bits_load(bytes + 8, 4) != BY_GO_LEARNED_VERSION ||
        by_bits_load(bytes + 12, 4) != by_crc32(0, bytes + HEAD, size - HEAD))
        return damaged(name, err);
    struct by_go_model *model = calloc(1, sizeof *model);
    if (!model)
        return by_fail_memory(err, sizeof *model);
    by_go_around_fill(&model->around);
    const uint8_t *at = bytes + HEAD, *end = bytes + size;
    enum by_status status = BY_OK;
    for (int s = 0; s < BY_GO_SETS && status == BY_OK; s++)
        status = read_set(&model->set[s], &at, end, name, err);
    if (status == BY_OK && at != end)
        status = damaged(name, err);
    if (status == BY_OK)
        *out = model;
    else
        by_go_model_close(model);
    return status;
}

enum by_status by_go_model_load(const char *path, struct by_go_model **out, struct by_error *err)
{
    char *bytes = NULL;
    size_t size = 0;
    *out = NULL;
    enum by_status status = by_file_load(path, BY_GO_LEARNED_MAX, &bytes, &size, err);
    if (status == BY_OK)
        status = by_go_model_read((const uint8_t *)bytes, size, path, out, err);
    free(bytes);
    return status;
}

void by_go_model_close(struct by_go_model *model)
{
    for (int s = 0; model && s < BY_GO_SETS; s++)
        free(model->set[s].known);
    free(model);
}

/* Two threads that need it first at the same time both unpack, and one throws its own away. */
const struct by_go_model *by_go_own_model(void)
{
    static struct by_go_model *_Atomic shared;
    struct by_go_model *now = atomic_load_explicit(&shared, memory_order_acquire);
    struct by_data data;
    if (!now && by_data_find(OWN_FILE, &data)) {
        struct by_go_model *mine = NULL;
        (void)by_go_model_read(data.bytes, data.size, data.name, &mine, NULL);
        if (mine && atomic_compare_exchange_strong(&shared, &now, mine))
            now = mine;
        else
            by_go_model_close(mine);
    }
    return now;
}

/* --- using it ------------------------------------------------------------------------ */

float by_go_model_pattern(const struct by_go_model *model, const struct by_go_scene *scene,
                          by_move move, int *level)
{
    const struct by_go_strengths_of *set = &model->set[by_go_set_of(scene->size)];
    struct by_go_pattern pattern;
    float strength = 1;
    by_go_pattern_begin(scene, move, &pattern);
    for (*level = -1; *level + 1 < BY_GO_LEVELS; ++*level) {
        uint32_t key = by_go_pattern_grow(scene, &model->around, &pattern);
        const struct by_go_known *known = &set->known[place_of(set, key)];
        if (!known->key)
            break;
        strength = known->strength;
    }
    return strength;
}

/* The patterns of all moves at once, level by level, as far as they are known: the table does not stay in the
 * fastest memory, and while one waits for it others are worked out. */
struct search {
    struct by_go_pattern pattern[BY_GO_POINTS_MAX];
    uint32_t key[BY_GO_POINTS_MAX];
    uint16_t number[BY_GO_POINTS_MAX]; /* of the move */
    int count;
};

static void find_level(const struct by_go_model *model, const struct by_go_scene *scene,
                       const struct by_go_strengths_of *set, struct search *search, float *strength)
{
    int left = 0;
    for (int i = 0; i < search->count; i++) {
        search->key[i] = by_go_pattern_grow(scene, &model->around, &search->pattern[i]);
        __builtin_prefetch(&set->known[search->key[i] & set->mask]);
    }
    for (int i = 0; i < search->count; i++) {
        const struct by_go_known *known = &set->known[place_of(set, search->key[i])];
        if (!known->key)
            continue;
        strength[search->number[i]] = known->strength;
        search->number[left] = search->number[i];
        search->pattern[left++] = search->pattern[i];
    }
    search->count = left;
}

static void find_patterns(const struct by_go_model *model, const struct by_go_scene *scene,
                          const by_move *moves, int count, float *strength)
{
    struct search search;
    search.count = 0;
    for (int i = 0; i < count; i++) {
        strength[i] = 1;
        if (moves[i] == scene->size * scene->size)
            continue;
        by_go_pattern_begin(scene, moves[i], &search.pattern[search.count]);
        search.number[search.count++] = (uint16_t)i;
    }
    for (int level = 0; level < BY_GO_LEVELS && search.count > 0; level++)
        find_level(model, scene, &model->set[by_go_set_of(scene->size)], &search, strength);
}

void by_go_model_strengths(const struct by_go_model *model, const struct by_rules *rules,
                           const void *position, const by_move *moves, int count, float *out)
{
    struct by_go_scene scene;
    uint8_t value[BY_TEAM_GROUPS];
    by_go_scene_look(rules, position, &scene);
    const struct by_go_strengths_of *set = &model->set[by_go_set_of(scene.size)];
    find_patterns(model, &scene, moves, count, out);
    for (int i = 0; i < count; i++) {
        float product = out[i];
        (void)by_go_team_values(&scene, moves[i], value);
        for (int g = 0; g < BY_TEAM_GROUPS; g++)
            product *= set->value[g][value[g]];
        out[i] = product < 1e-20F ? 1e-20F : product > 1e20F ? 1e20F : product;
    }
}
