#include "search/position_set.h"
#include "base/rng.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_ELEMENTS ((size_t)4096)
#define FIRST_SLOTS    ((size_t)1024)
#define LENGTH_BYTES   4

/* Memory from the system, if the limit allows it. */
static void *take(struct by_position_set *set, size_t bytes)
{
    if (bytes > set->limit - *set->held)
        return NULL;
    void *memory = calloc(1, bytes);
    if (memory)
        *set->held += bytes;
    return memory;
}

static void give(struct by_position_set *set, void *memory, size_t bytes)
{
    if (memory)
        *set->held -= bytes;
    free(memory);
}

enum by_status by_position_set_open(struct by_position_set *set, size_t pack_size,
                                    size_t record_size, size_t *held, size_t limit,
                                    struct by_error *err)
{
    size_t used = record_size + LENGTH_BYTES + pack_size;
    *set = (struct by_position_set){.pack_size = pack_size,
                                    .record_size = record_size,
                                    .stride = (used + 7) / 8 * 8,
                                    .slot_count = FIRST_SLOTS,
                                    .held = held,
                                    .limit = limit};
    set->slots = *held <= limit ? take(set, FIRST_SLOTS * sizeof *set->slots) : NULL;
    return set->slots ? BY_OK : by_fail_memory(err, FIRST_SLOTS * sizeof *set->slots);
}

void by_position_set_close(struct by_position_set *set)
{
    for (size_t i = 0; i < set->block_count; i++)
        give(set, set->blocks[i], BLOCK_ELEMENTS * set->stride);
    if (set->held)
        give(set, set->slots, set->slot_count * sizeof *set->slots);
    free(set->blocks);
    *set = (struct by_position_set){0};
}

static unsigned char *element(const struct by_position_set *set, size_t number)
{
    return set->blocks[number / BLOCK_ELEMENTS] + number % BLOCK_ELEMENTS * set->stride;
}

static uint64_t hash(const uint8_t *pack, size_t size)
{
    uint64_t sum = size;
    for (size_t i = 0; i < size; i += 8) {
        uint64_t word = 0;
        memcpy(&word, pack + i, size - i < 8 ? size - i : 8);
        sum = by_mix64(sum ^ word) + 0x9e3779b97f4a7c15U;
    }
    return sum;
}

static uint32_t length_of(const struct by_position_set *set, const unsigned char *at)
{
    uint32_t length;
    memcpy(&length, at + set->record_size, sizeof length);
    return length;
}

static const unsigned char *pack_of(const struct by_position_set *set, const unsigned char *at)
{
    return at + set->record_size + LENGTH_BYTES;
}

/* The slot where a pack is, or would be. */
static size_t slot_of(const struct by_position_set *set, const uint8_t *pack, size_t size)
{
    size_t mask = set->slot_count - 1, slot = (size_t)hash(pack, size) & mask;
    for (; set->slots[slot] != 0; slot = (slot + 1) & mask) {
        const unsigned char *at = element(set, set->slots[slot] - 1);
        if (length_of(set, at) == size && memcmp(pack_of(set, at), pack, size) == 0)
            break;
    }
    return slot;
}

static bool grow_index(struct by_position_set *set)
{
    struct by_position_set larger = *set;
    larger.slot_count *= 2;
    larger.slots = take(set, larger.slot_count * sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (uint32_t i = 0; i < set->count; i++) {
        const unsigned char *at = element(set, i);
        larger.slots[slot_of(&larger, pack_of(set, at), length_of(set, at))] = i + 1;
    }
    give(set, set->slots, set->slot_count * sizeof *set->slots);
    set->slots = larger.slots;
    set->slot_count = larger.slot_count;
    return true;
}

/* The list of blocks is small beside them and not counted. */
static bool grow_blocks(struct by_position_set *set)
{
    if (set->count / BLOCK_ELEMENTS < set->block_count)
        return true;
    unsigned char **blocks = realloc(set->blocks, (set->block_count + 1) * sizeof *set->blocks);
    if (!blocks)
        return false;
    set->blocks = blocks;
    unsigned char *block = take(set, BLOCK_ELEMENTS * set->stride);
    if (block)
        blocks[set->block_count++] = block;
    return block != NULL;
}

static bool make_room(struct by_position_set *set)
{
    if (set->count >= UINT32_MAX - 1)
        return false;
    if ((size_t)set->count + 1 > set->slot_count / 4 * 3 && !grow_index(set))
        return false;
    return grow_blocks(set);
}

void *by_position_set_at(struct by_position_set *set, const uint8_t *pack, size_t size, bool *added)
{
    assert(size <= set->pack_size);
    size_t slot = slot_of(set, pack, size);
    *added = set->slots[slot] == 0;
    if (!*added)
        return element(set, set->slots[slot] - 1);
    if (!make_room(set))
        return NULL;
    unsigned char *at = element(set, set->count);
    uint32_t length = (uint32_t)size;
    memcpy(at + set->record_size, &length, sizeof length);
    memcpy(at + set->record_size + LENGTH_BYTES, pack, size);
    set->slots[slot_of(set, pack, size)] = ++set->count;
    return at;
}

const void *by_position_set_find(const struct by_position_set *set, const uint8_t *pack,
                                 size_t size)
{
    uint32_t number = set->slots[slot_of(set, pack, size)];
    return number > 0 ? element(set, number - 1) : NULL;
}
