#include "search/alphabeta/table.h"
#include <assert.h>
#include <stdlib.h>

#define BUCKET_BYTES 64
#define AGE_WEIGHT   4  /* plies that an entry loses in worth with each search gone by */
#define AGES         32 /* ages count modulo this */

/* Tables up to this size are touched at once: page by page, in the middle of a search, the
 * threads would wait for each other in the kernel (measured on two cores: 0.25 s of 1.3). */
#define TOUCHED ((size_t)64 << 20)

/* The data word, field by field: shifts and widths. */
enum {
    VALUE_BITS = 32,
    DEPTH_SHIFT = 32,
    DEPTH_BITS = 14,
    BOUND_SHIFT = 46,
    CLOSED_SHIFT = 48,
    ACTION_SHIFT = 49,
    ACTION_BITS = 10,
    AGE_SHIFT = 59,
};

_Static_assert(sizeof(struct by_table_entry) * BY_TABLE_BUCKET == BUCKET_BYTES,
               "a bucket is a cache line");

static uint64_t field(uint64_t data, int shift, int bits)
{
    return data >> shift & (((uint64_t)1 << bits) - 1);
}

/* An action is kept plus one, so that 0 means none: an empty entry is all zeros. */
static uint64_t to_data(const struct by_known *known, unsigned age)
{
    uint64_t action = 0;
    if (known->action >= 0 && known->action < BY_TABLE_ACTION_MAX)
        action = (uint64_t)known->action + 1;
    return (uint64_t)(uint32_t)known->value | (uint64_t)known->depth << DEPTH_SHIFT |
           (uint64_t)known->bound << BOUND_SHIFT | (uint64_t)known->closed << CLOSED_SHIFT |
           action << ACTION_SHIFT | (uint64_t)age << AGE_SHIFT;
}

static struct by_known from_data(uint64_t data)
{
    return (struct by_known){
        .value = (int32_t)(uint32_t)field(data, 0, VALUE_BITS),
        .depth = (int)field(data, DEPTH_SHIFT, DEPTH_BITS),
        .bound = (enum by_bound)field(data, BOUND_SHIFT, 2),
        .closed = field(data, CLOSED_SHIFT, 1) != 0,
        .action = (by_move)field(data, ACTION_SHIFT, ACTION_BITS) - 1,
    };
}

static size_t entry_count(const struct by_table *table)
{
    return (table->bucket_mask + 1) * BY_TABLE_BUCKET;
}

static void clear_entries(struct by_table *table, size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        atomic_store_explicit(&table->entries[i].check, 0, memory_order_relaxed);
        atomic_store_explicit(&table->entries[i].data, 0, memory_order_relaxed);
    }
}

enum by_status by_table_open(struct by_table *table, size_t bytes, struct by_error *err)
{
    size_t buckets = 1;
    while (buckets * 2 * BUCKET_BYTES <= bytes)
        buckets *= 2;
    *table = (struct by_table){.bucket_mask = buckets - 1, .bytes = buckets * BUCKET_BYTES};
    table->memory = calloc(1, table->bytes + BUCKET_BYTES);
    if (!table->memory)
        return by_fail(err, BY_NO_MEMORY,
                       "a table of %zu MiB does not fit into memory: ask for a smaller one",
                       table->bytes >> 20);
    size_t past = (uintptr_t)table->memory % BUCKET_BYTES;
    size_t skip = past == 0 ? 0 : BUCKET_BYTES - past;
    table->entries = (void *)((char *)table->memory + skip);
    if (table->bytes <= TOUCHED)
        clear_entries(table, 0, entry_count(table));
    return BY_OK;
}

void by_table_close(struct by_table *table)
{
    free(table->memory);
    table->memory = NULL;
    table->entries = NULL;
}

/* Clears what was written: bucket by bucket after a few stores, else the whole. */
void by_table_clear(struct by_table *table)
{
    uint32_t written = atomic_load(&table->written);
    if (written > BY_TABLE_LOG)
        clear_entries(table, 0, entry_count(table));
    for (uint32_t i = 0; i < written && written <= BY_TABLE_LOG; i++)
        clear_entries(table, (size_t)table->log[i] * BY_TABLE_BUCKET, BY_TABLE_BUCKET);
    atomic_store(&table->written, 0);
    table->age = 0;
}

void by_table_age(struct by_table *table)
{
    table->age = (table->age + 1) % AGES;
}

static struct by_table_entry *bucket_of(const struct by_table *table, uint64_t key)
{
    return &table->entries[(key & table->bucket_mask) * BY_TABLE_BUCKET];
}

/* The data of an entry if it is whole and belongs to the key; 0 otherwise: no stored data is
 * 0, because its bound is not. */
static uint64_t data_for(const struct by_table_entry *entry, uint64_t key)
{
    uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
    return (check ^ data) == key ? data : 0;
}

bool by_table_find(const struct by_table *table, uint64_t key, struct by_known *out)
{
    const struct by_table_entry *bucket = bucket_of(table, key);
    for (int i = 0; i < BY_TABLE_BUCKET; i++) {
        uint64_t data = data_for(&bucket[i], key);
        if (data == 0)
            continue;
        *out = from_data(data);
        return true;
    }
    return false;
}

/* What is lost by overwriting an entry: its depth, less the years it has been there. */
static int worth(const struct by_table *table, uint64_t data)
{
    if (data == 0)
        return INT32_MIN;
    unsigned age = (table->age + AGES - (unsigned)(data >> AGE_SHIFT)) % AGES;
    return (int)field(data, DEPTH_SHIFT, DEPTH_BITS) - AGE_WEIGHT * (int)age;
}

/* Where the key stands, or else what is given up for it. */
static struct by_table_entry *place_for(const struct by_table *table, uint64_t key)
{
    struct by_table_entry *bucket = bucket_of(table, key), *chosen = bucket;
    int least = INT32_MAX;
    for (int i = 0; i < BY_TABLE_BUCKET; i++) {
        if (data_for(&bucket[i], key) != 0)
            return &bucket[i];
        uint64_t data = atomic_load_explicit(&bucket[i].data, memory_order_relaxed);
        if (worth(table, data) < least) {
            least = worth(table, data);
            chosen = &bucket[i];
        }
    }
    return chosen;
}

/* Remembers which bucket is written, while there is room. */
static void note_written(struct by_table *table, uint64_t key)
{
    if (atomic_load_explicit(&table->written, memory_order_relaxed) > BY_TABLE_LOG)
        return;
    uint32_t place = atomic_fetch_add_explicit(&table->written, 1, memory_order_relaxed);
    if (place < BY_TABLE_LOG)
        table->log[place] = (uint32_t)(key & table->bucket_mask);
}

static void write_entry(struct by_table *table, struct by_table_entry *entry, uint64_t key,
                        uint64_t data)
{
    note_written(table, key);
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
    atomic_store_explicit(&entry->check, key ^ data, memory_order_relaxed);
}

void by_table_store(struct by_table *table, uint64_t key, const struct by_known *known)
{
    write_entry(table, place_for(table, key), key, to_data(known, table->age));
}

bool by_table_next(const struct by_table *table, size_t *cursor, uint64_t *key, uint64_t *data)
{
    while (*cursor < entry_count(table)) {
        const struct by_table_entry *entry = &table->entries[(*cursor)++];
        *data = atomic_load_explicit(&entry->data, memory_order_relaxed);
        *key = atomic_load_explicit(&entry->check, memory_order_relaxed) ^ *data;
        if (*data != 0)
            return true;
    }
    return false;
}

bool by_table_insert(struct by_table *table, uint64_t key, uint64_t data)
{
    if (field(data, BOUND_SHIFT, 2) == BY_BOUND_NONE)
        return false;
    struct by_table_entry *place = place_for(table, key);
    uint64_t there = atomic_load_explicit(&place->data, memory_order_relaxed);
    if (worth(table, there) <= worth(table, data))
        write_entry(table, place, key, data);
    return true;
}

int by_table_permille(const struct by_table *table)
{
    enum { SAMPLE = 1000 };
    size_t count = entry_count(table) < SAMPLE ? entry_count(table) : SAMPLE;
    size_t full = 0;
    assert(count > 0);
    for (size_t i = 0; i < count; i++)
        full += atomic_load_explicit(&table->entries[i].data, memory_order_relaxed) != 0;
    return (int)(full * SAMPLE / count);
}
