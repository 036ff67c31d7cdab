#include "search/proof/proofs.h"
#include <stdlib.h>
#include <string.h>

#define BUCKET_BYTES ((size_t)64)

/* One in so many buckets may be remembered as touched. */
#define TOUCHED_SHARE 16

enum by_status by_proofs_open(struct by_proofs *proofs, size_t bytes, struct by_error *err)
{
    memset(proofs, 0, sizeof *proofs);
    if (bytes < BY_PROOFS_BYTES_MIN || bytes > BY_PROOFS_BYTES_MAX)
        return by_fail(err, BY_BAD_INPUT, "a table has 64 bytes to 128G, not %zu", bytes);
    size_t buckets = bytes / BUCKET_BYTES;
    /* calloc leaves a large block to the system, which clears a page when it is first used. */
    proofs->memory = calloc(buckets + 1, BUCKET_BYTES);
    proofs->touched_room = buckets / TOUCHED_SHARE;
    proofs->touched = malloc((proofs->touched_room + 1) * sizeof *proofs->touched);
    if (!proofs->memory || !proofs->touched) {
        by_proofs_close(proofs);
        return by_fail_memory(err, bytes);
    }
    size_t past = (uintptr_t)proofs->memory % BUCKET_BYTES;
    char *first = (char *)proofs->memory + (past ? BUCKET_BYTES - past : 0);
    proofs->entries = (struct by_proof_entry *)(void *)first;
    proofs->bucket_count = buckets;
    return BY_OK;
}

void by_proofs_close(struct by_proofs *proofs)
{
    free(proofs->memory);
    free(proofs->touched);
    memset(proofs, 0, sizeof *proofs);
}

size_t by_proofs_bytes(const struct by_proofs *proofs)
{
    return proofs->bucket_count * BUCKET_BYTES;
}

void by_proofs_clear(struct by_proofs *proofs)
{
    if (proofs->touched_count > proofs->touched_room)
        memset(proofs->entries, 0, by_proofs_bytes(proofs));
    else
        for (size_t i = 0; i < proofs->touched_count; i++)
            memset(proofs->entries + (size_t)proofs->touched[i] * 4, 0, BUCKET_BYTES);
    proofs->touched_count = 0;
}

static void touch(struct by_proofs *proofs, const struct by_proof_entry *bucket)
{
    if (proofs->touched_count < proofs->touched_room)
        proofs->touched[proofs->touched_count] = (uint32_t)((bucket - proofs->entries) / 4);
    if (proofs->touched_count <= proofs->touched_room)
        proofs->touched_count++;
}

/* Where `key` stands, or else shall stand. */
static struct by_proof_entry *place_for(struct by_proofs *proofs, uint64_t key)
{
    struct by_proof_entry *bucket = by_proofs_bucket(proofs, key), *least = bucket;
    for (int i = 0; i < 4; i++) {
        if (bucket[i].key == key)
            return &bucket[i];
        if (bucket[i].key == 0) { /* places fill from the front */
            if (i == 0)
                touch(proofs, bucket);
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

void by_proofs_store(struct by_proofs *proofs, uint64_t key, struct by_proof proof, uint64_t work)
{
    struct by_proof_entry *entry = place_for(proofs, key);
    unsigned spent = scaled(work);
    if (entry->key == key && by_proof_work(entry) > spent)
        spent = by_proof_work(entry);
    entry->key = key;
    entry->data = (uint64_t)proof.phi << 36 | (uint64_t)proof.delta << 8 | spent;
}

bool by_proofs_insert(struct by_proofs *proofs, const struct by_proof_entry *entry)
{
    struct by_proof proof = by_proof_of(entry);
    bool won = proof.phi == 0, lost = proof.delta == 0;
    if (entry->key == 0 || won != (proof.delta == BY_PROOF_INF) ||
        lost != (proof.phi == BY_PROOF_INF))
        return false;
    struct by_proof_entry *place = place_for(proofs, entry->key);
    if (place->key == 0 || by_proof_work(place) <= by_proof_work(entry))
        *place = *entry;
    return true;
}

const struct by_proof_entry *by_proofs_next(const struct by_proofs *proofs, size_t *cursor)
{
    while (*cursor < proofs->bucket_count * 4) {
        const struct by_proof_entry *entry = &proofs->entries[(*cursor)++];
        if (entry->key != 0)
            return entry;
    }
    return NULL;
}
