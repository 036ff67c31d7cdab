#include "search/packs.h"
#include "base/rng.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK_ELEMENTS ((size_t)4096)
#define FIRST_SLOTS    ((size_t)1024)
#define LENGTH_BYTES   4

/* Memory from the system, if the limit allows it. */
static void *take(struct by_packs *packs, size_t bytes)
{
    if (bytes > packs->limit - *packs->held)
        return NULL;
    void *memory = calloc(1, bytes);
    if (memory)
        *packs->held += bytes;
    return memory;
}

static void give(struct by_packs *packs, void *memory, size_t bytes)
{
    if (memory)
        *packs->held -= bytes;
    free(memory);
}

enum by_status by_packs_open(struct by_packs *packs, size_t pack_size, size_t record_size,
                             size_t *held, size_t limit, struct by_error *err)
{
    size_t used = record_size + LENGTH_BYTES + pack_size;
    *packs = (struct by_packs){.pack_size = pack_size,
                               .record_size = record_size,
                               .stride = (used + 7) / 8 * 8,
                               .slot_count = FIRST_SLOTS,
                               .held = held,
                               .limit = limit};
    packs->slots = *held <= limit ? take(packs, FIRST_SLOTS * sizeof *packs->slots) : NULL;
    return packs->slots ? BY_OK : by_fail_memory(err, FIRST_SLOTS * sizeof *packs->slots);
}

void by_packs_close(struct by_packs *packs)
{
    for (size_t i = 0; i < packs->block_count; i++)
        give(packs, packs->blocks[i], BLOCK_ELEMENTS * packs->stride);
    if (packs->held)
        give(packs, packs->slots, packs->slot_count * sizeof *packs->slots);
    free(packs->blocks);
    *packs = (struct by_packs){0};
}

static unsigned char *element(const struct by_packs *packs, size_t number)
{
    return packs->blocks[number / BLOCK_ELEMENTS] + number % BLOCK_ELEMENTS * packs->stride;
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

static uint32_t length_of(const struct by_packs *packs, const unsigned char *at)
{
    uint32_t length;
    memcpy(&length, at + packs->record_size, sizeof length);
    return length;
}

static const unsigned char *pack_of(const struct by_packs *packs, const unsigned char *at)
{
    return at + packs->record_size + LENGTH_BYTES;
}

/* The slot where a pack is, or would be. */
static size_t slot_of(const struct by_packs *packs, const uint8_t *pack, size_t size)
{
    size_t mask = packs->slot_count - 1, slot = (size_t)hash(pack, size) & mask;
    for (; packs->slots[slot] != 0; slot = (slot + 1) & mask) {
        const unsigned char *at = element(packs, packs->slots[slot] - 1);
        if (length_of(packs, at) == size && memcmp(pack_of(packs, at), pack, size) == 0)
            break;
    }
    return slot;
}

static bool grow_index(struct by_packs *packs)
{
    struct by_packs larger = *packs;
    larger.slot_count *= 2;
    larger.slots = take(packs, larger.slot_count * sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (uint32_t i = 0; i < packs->count; i++) {
        const unsigned char *at = element(packs, i);
        larger.slots[slot_of(&larger, pack_of(packs, at), length_of(packs, at))] = i + 1;
    }
    give(packs, packs->slots, packs->slot_count * sizeof *packs->slots);
    packs->slots = larger.slots;
    packs->slot_count = larger.slot_count;
    return true;
}

/* The list of blocks is small beside them and not counted. */
static bool grow_blocks(struct by_packs *packs)
{
    if (packs->count / BLOCK_ELEMENTS < packs->block_count)
        return true;
    unsigned char **blocks =
        realloc(packs->blocks, (packs->block_count + 1) * sizeof *packs->blocks);
    if (!blocks)
        return false;
    packs->blocks = blocks;
    unsigned char *block = take(packs, BLOCK_ELEMENTS * packs->stride);
    if (block)
        blocks[packs->block_count++] = block;
    return block != NULL;
}

static bool make_room(struct by_packs *packs)
{
    if (packs->count >= UINT32_MAX - 1)
        return false;
    if ((size_t)packs->count + 1 > packs->slot_count / 4 * 3 && !grow_index(packs))
        return false;
    return grow_blocks(packs);
}

void *by_packs_at(struct by_packs *packs, const uint8_t *pack, size_t size, bool *added)
{
    assert(size <= packs->pack_size);
    size_t slot = slot_of(packs, pack, size);
    *added = packs->slots[slot] == 0;
    if (!*added)
        return element(packs, packs->slots[slot] - 1);
    if (!make_room(packs))
        return NULL;
    unsigned char *at = element(packs, packs->count);
    uint32_t length = (uint32_t)size;
    memcpy(at + packs->record_size, &length, sizeof length);
    memcpy(at + packs->record_size + LENGTH_BYTES, pack, size);
    packs->slots[slot_of(packs, pack, size)] = ++packs->count;
    return at;
}
