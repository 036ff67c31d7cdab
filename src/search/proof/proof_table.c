#include "search/proof/proof_table.h"
#include <stdlib.h>
#include <string.h>

#define BUCKET_BYTES ((size_t)64)

/* One in so many buckets may be remembered as touched. */
#define TOUCHED_SHARE 16

enum by_status by_proof_table_open(struct by_proof_table *table, size_t bytes, struct by_error *err)
{
    memset(table, 0, sizeof *table);
    if (bytes < BY_PROOF_TABLE_BYTES_MIN || bytes > BY_PROOF_TABLE_BYTES_MAX)
        return by_fail(err, BY_BAD_INPUT, "a table has 64 bytes to 128G, not %zu", bytes);
    size_t buckets = bytes / BUCKET_BYTES;
    /* calloc leaves a large block to the system, which clears a page when it is first used. */
    table->memory = calloc(buckets + 1, BUCKET_BYTES);
    table->touched_room = buckets / TOUCHED_SHARE;
    table->touched = malloc((table->touched_room + 1) * sizeof *table->touched);
    if (!table->memory || !table->touched) {
        by_proof_table_close(table);
        return by_fail_memory(err, bytes);
    }
    size_t past = (uintptr_t)table->memory % BUCKET_BYTES;
    char *first = (char *)table->memory + (past ? BUCKET_BYTES - past : 0);
    table->entries = (struct by_proof_entry *)(void *)first;
    table->bucket_count = buckets;
    return BY_OK;
}

void by_proof_table_close(struct by_proof_table *table)
{
    free(table->memory);
    free(table->touched);
    memset(table, 0, sizeof *table);
}

size_t by_proof_table_bytes(const struct by_proof_table *table)
{
    return table->bucket_count * BUCKET_BYTES;
}

void by_proof_table_clear(struct by_proof_table *table)
{
    if (table->touched_count > table->touched_room)
        memset(table->entries, 0, by_proof_table_bytes(table));
    else
        for (size_t i = 0; i < table->touched_count; i++)
            memset(table->entries + (size_t)table->touched[i] * 4, 0, BUCKET_BYTES);
    table->touched_count = 0;
}

static void touch(struct by_proof_table *table, const struct by_proof_entry *bucket)
{
    if (table->touched_count < table->touched_room)
        table->touched[table->touched_count] = (uint32_t)((bucket - table->entries) / 4);
    if (table->touched_count <= table->touched_room)
        table->touched_count++;
}

/* Where `key` stands, or else shall stand. */
static struct by_proof_entry *place_for(struct by_proof_table *table, uint64_t key)
{
    struct by_proof_entry *bucket = by_proof_table_bucket(table, key), *least = bucket;
    for (int i = 0; i < 4; i++) {
        if (bucket[i].key == key)
            return &bucket[i];
        if (bucket[i].key == 0) { /* places fill from the front */
            if (i == 0)
                touch(table, bucket);
            return &bucket[i];
        }
        if (by_proof_work(&bucket[i]) < by_proof_work(least))
            least = &bucket[i];
    }
    return least;
}

/* 4 log2(work), rounded down: the place of the highest bit and the two bits after it. */
static unsigned scaled(uint64_t work)
{
    if (work < 4)
        return (unsigned)work;
    int high = 63 - __builtin_clzll(work);
    return (unsigned)(high * 4) + (unsigned)(work >> (high - 2) & 3);
}

void by_proof_table_store(struct by_proof_table *table, uint64_t key, struct by_proof proof,
                          uint64_t work)
{
    struct by_proof_entry *entry = place_for(table, key);
    unsigned spent = scaled(work);
    if (entry->key == key && by_proof_work(entry) > spent)
        spent = by_proof_work(entry);
    entry->key = key;
    entry->data = (uint64_t)proof.phi << 36 | (uint64_t)proof.delta << 8 | spent;
}

bool by_proof_table_insert(struct by_proof_table *table, const struct by_proof_entry *entry)
{
    struct by_proof proof = by_proof_of(entry);
    bool won = proof.phi == 0, lost = proof.delta == 0;
    if (entry->key == 0 || won != (proof.delta == BY_PROOF_INF) ||
        lost != (proof.phi == BY_PROOF_INF))
        return false;
    struct by_proof_entry *place = place_for(table, entry->key);
    if (place->key == 0 || by_proof_work(place) <= by_proof_work(entry))
        *place = *entry;
    return true;
}

const struct by_proof_entry *by_proof_table_next(const struct by_proof_table *table, size_t *cursor)
{
    while (*cursor < table->bucket_count * 4) {
        const struct by_proof_entry *entry = &table->entries[(*cursor)++];
        if (entry->key != 0)
            return entry;
    }
    return NULL;
}
