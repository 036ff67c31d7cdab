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
    while (set->key[i] != 0 && set->key[i] != key)
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
    set->key = calloc(places, sizeof *set->key);
    set->strength = calloc(places, sizeof *set->strength);
    return set->key && set->strength;
}

static bool enter(struct by_go_strengths_of *set, const uint8_t *at, uint32_t patterns)
{
    uint32_t before = 0;
    for (uint32_t i = 0; i < patterns; i++) {
        uint32_t key = (uint32_t)by_bits_load(at + 4 * (size_t)i, 4);
        if (key <= before)
            return false;
        before = key;
        uint32_t place = place_of(set, key);
        set->key[place] = key;
        set->strength[place] = strength_at(at + 4 * (size_t)patterns + 2 * (size_t)i);
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
    for (int s = 0; model && s < BY_GO_SETS; s++) {
        free(model->set[s].key);
        free(model->set[s].strength);
    }
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

float by_go_model_pattern(const struct by_go_model *model, int size, const struct by_go_team *team,
                          int *level)
{
    const struct by_go_strengths_of *set = &model->set[by_go_set_of(size)];
    for (*level = BY_GO_LEVELS - 1; *level >= 0 && team->key[*level]; --*level) {
        uint32_t place = place_of(set, team->key[*level]);
        if (set->key[place])
            return set->strength[place];
    }
    *level = -1;
    return 1;
}

void by_go_model_strengths(const struct by_go_model *model, const struct by_rules *rules,
                           const void *position, const by_move *moves, int count, float *out)
{
    struct by_go_scene scene;
    struct by_go_team team;
    int level;
    by_go_scene_look(rules, position, &scene);
    const struct by_go_strengths_of *set = &model->set[by_go_set_of(scene.size)];
    for (int i = 0; i < count; i++) {
        by_go_team_of(&scene, &model->around, moves[i], &team);
        float product = by_go_model_pattern(model, scene.size, &team, &level);
        for (int g = 0; g < BY_TEAM_GROUPS; g++)
            product *= set->value[g][team.value[g]];
        out[i] = product < 1e-20F ? 1e-20F : product > 1e20F ? 1e20F : product;
    }
}
