/* hash.c: what all hash tables have in common: opening, growing, counting. */
#include "base/hash/hash.h"
#include "base/hash/table.h"
#include "base/options.h"
#include <stdlib.h>
#include <string.h>

/* --- the register ------------------------------------------------------- */

#define BY_HASH_KIND(name) extern const struct by_hash_kind by_hash_kind_##name;
#include "base/hash/hash_kinds.def"
#undef BY_HASH_KIND

static const struct by_hash_kind *const register_of_kinds[] = {
#define BY_HASH_KIND(name) &by_hash_kind_##name,
#include "base/hash/hash_kinds.def"
#undef BY_HASH_KIND
    NULL,
};

const struct by_hash_kind *by_hash_kind_at(int index)
{
    int count = (int)(sizeof register_of_kinds / sizeof register_of_kinds[0]) - 1;
    return index >= 0 && index < count ? register_of_kinds[index] : NULL;
}

const struct by_hash_kind *by_hash_kind_find(const char *name)
{
    for (int i = 0; by_hash_kind_at(i); i++)
        if (by_same_text(by_hash_kind_at(i)->name, name))
            return by_hash_kind_at(i);
    return NULL;
}

void by_hash_kind_names(struct by_text *out)
{
    for (int i = 0; by_hash_kind_at(i); i++)
        by_text_format(out, "%s%s", i > 0 ? "|" : "", by_hash_kind_at(i)->name);
}

/* --- memory ------------------------------------------------------------- */

static void *take_from_heap(void *context, size_t bytes)
{
    (void)context;
    return malloc(bytes);
}

static void give_to_heap(void *context, void *block, size_t bytes)
{
    (void)context;
    (void)bytes;
    free(block);
}

static const struct by_hash_memory heap = {NULL, take_from_heap, give_to_heap};

void *by_hash_take(struct by_hash *table, size_t bytes)
{
    void *block = table->memory.take(table->memory.context, bytes);
    if (block)
        table->stats.bytes += bytes;
    return block;
}

void by_hash_give(struct by_hash *table, void *block, size_t bytes)
{
    table->memory.give(table->memory.context, block, bytes);
    table->stats.bytes -= bytes;
}

/* --- the array of slots ------------------------------------------------- */

/* A new array of free slots in place of the old one, which is the caller's from now on. */
static enum by_status new_cells(struct by_hash *table, uint64_t slots)
{
    if (slots > SIZE_MAX / table->kind->slot_bytes)
        return BY_NO_MEMORY;
    size_t bytes = (size_t)slots * table->kind->slot_bytes;
    void *cells = by_hash_take(table, bytes);
    if (!cells)
        return BY_NO_MEMORY;
    memset(cells, 0, bytes);
    table->cells = cells;
    table->slots = slots;
    return BY_OK;
}

static void give_cells(struct by_hash *table, void *cells, uint64_t slots)
{
    by_hash_give(table, cells, (size_t)slots * table->kind->slot_bytes);
}

/* A table made for `keys` takes them, even if rounding or the rule of 1.3 leaves max_load
 * a little behind. */
static void set_limit(struct by_hash *table, uint64_t keys)
{
    uint64_t limit = (uint64_t)(table->max_load * (double)table->slots);
    limit = limit > keys ? limit : keys;
    table->stats.limit = limit < BY_HASH_MAX ? limit : BY_HASH_MAX;
}

static enum by_status rebuild(struct by_hash *table, uint64_t slots)
{
    void *old = table->cells;
    uint64_t old_slots = table->slots;
    enum by_status status = new_cells(table, slots);
    if (status != BY_OK)
        return status;
    table->stats.tombstones = 0;
    table->stats.moved += table->stats.count;
    table->kind->move(table, old, old_slots);
    give_cells(table, old, old_slots);
    return BY_OK;
}

enum by_status by_hash_grow(struct by_hash *table)
{
    uint64_t keys = 2 * table->stats.limit;
    uint64_t slots = by_hash_slots_for(table, keys);
    if (table->fixed || slots > BY_HASH_MAX)
        return BY_OK;
    enum by_status status = rebuild(table, slots);
    if (status != BY_OK)
        return status;
    set_limit(table, keys);
    table->stats.resizes++;
    return BY_OK;
}

static enum by_status clean(struct by_hash *table)
{
    enum by_status status = rebuild(table, table->slots);
    if (status == BY_OK)
        table->stats.cleanings++;
    return status;
}

/* --- opening ------------------------------------------------------------ */

static enum by_status unknown_kind(const char *name, struct by_error *err)
{
    char names[128], near[128], quoted[BY_QUOTE_SIZE];
    struct by_text list = by_text_over(names, sizeof names);
    by_hash_kind_names(&list);
    struct by_text suggestion = by_text_over(near, sizeof near);
    by_suggest(&suggestion, name, names);
    return by_fail(err, BY_BAD_INPUT, "there is no hash table '%s' (there are %s)%s",
                   by_quote(name, quoted), names, near);
}

static enum by_status check(const struct by_hash_options *o, const struct by_hash_kind *kind,
                            struct by_error *err)
{
    if (kind->power_only && o->sizing == BY_HASH_PRIME)
        return by_fail(err, BY_BAD_INPUT, "the hash table %s has powers of two only", kind->name);
    if (o->max_load != 0 && !(o->max_load >= 0.01 && o->max_load <= kind->load_cap))
        return by_fail(err, BY_BAD_INPUT, "the hash table %s takes a maximal load of 0.01 to %g",
                       kind->name, kind->load_cap);
    if (o->keys != 0 && o->slots != 0)
        return by_fail(err, BY_BAD_INPUT,
                       "a hash table is made for a number of keys or with a number of slots, "
                       "not both");
    return BY_OK;
}

static void set_up(struct by_hash *table, const struct by_hash_options *o,
                   const struct by_hash_kind *kind, const struct by_hash_memory *memory)
{
    enum by_hash_sizing sizing = o->sizing != BY_HASH_OWN ? o->sizing : kind->sizing;
    *table = (struct by_hash){.kind = kind, .memory = *memory};
    table->power = sizing == BY_HASH_POWER;
    table->fixed = o->slots != 0;
    table->max_load = o->max_load != 0 ? o->max_load : 0.75;
    table->stats.bytes = sizeof *table;
}

static enum by_status first_cells(struct by_hash *table, const struct by_hash_options *o,
                                  struct by_error *err)
{
    uint64_t keys = o->keys != 0 ? o->keys : 12;
    uint64_t slots =
        table->fixed ? by_hash_slots_from(table, o->slots) : by_hash_slots_for(table, keys);
    if (slots > BY_HASH_MAX)
        return by_fail(err, BY_BAD_INPUT, "a hash table has at most %llu slots",
                       (unsigned long long)BY_HASH_MAX);
    if (new_cells(table, slots) != BY_OK)
        return by_fail_memory(err, (size_t)slots * table->kind->slot_bytes);
    set_limit(table, keys);
    if (table->fixed)
        table->stats.limit = table->kind->open ? slots : BY_HASH_MAX;
    return BY_OK;
}

enum by_status by_hash_open(const struct by_hash_options *options, struct by_hash **out,
                            struct by_error *err)
{
    const struct by_hash_kind *kind = by_hash_kind_find(options->kind);
    if (!kind)
        return unknown_kind(options->kind, err);
    enum by_status status = check(options, kind, err);
    if (status != BY_OK)
        return status;
    const struct by_hash_memory *memory = options->memory ? options->memory : &heap;
    struct by_hash *table = memory->take(memory->context, sizeof *table);
    if (!table)
        return by_fail_memory(err, sizeof *table);
    set_up(table, options, kind, memory);
    status = first_cells(table, options, err);
    if (status != BY_OK) {
        memory->give(memory->context, table, sizeof *table);
        return status;
    }
    *out = table;
    return BY_OK;
}

void by_hash_close(struct by_hash *table)
{
    if (!table)
        return;
    table->kind->clear(table);
    give_cells(table, table->cells, table->slots);
    struct by_hash_memory memory = table->memory;
    memory.give(memory.context, table, sizeof *table);
}

/* --- the operations ----------------------------------------------------- */

static void tally(struct by_hash *table, struct by_hash_tally *to)
{
    table->stats.last = table->probes;
    to->operations++;
    to->probes += table->probes;
    if (to->longest < table->probes)
        to->longest = table->probes;
}

bool by_hash_find(struct by_hash *table, uint64_t key, uint64_t *value)
{
    const uint64_t *found = table->kind->find(table, key);
    tally(table, found ? &table->stats.hits : &table->stats.misses);
    if (found && value)
        *value = *found;
    return found != NULL;
}

bool by_hash_remove(struct by_hash *table, uint64_t key)
{
    bool found = table->kind->remove(table, key);
    table->stats.count -= found;
    tally(table, &table->stats.removes);
    return found;
}

/* Before a key goes into a free slot or a chain. A table whose keys fill at most half of the
 * limit is full of tombstones: it is cleaned, and then as many insertions as removals lie
 * ahead of the next time, so that rebuilding costs O(1) per operation. */
static enum by_status make_room(struct by_hash *table)
{
    const struct by_hash_stats *s = &table->stats;
    if (table->fixed || table->kind->grows_after || s->count + s->tombstones < s->limit)
        return BY_OK;
    return s->count <= s->limit / 2 && s->tombstones > 0 ? clean(table) : by_hash_grow(table);
}

/* java: the new key is in, and goes out again if the table cannot grow. */
static enum by_status grow_after(struct by_hash *table, uint64_t key)
{
    if (!table->kind->grows_after || table->stats.count <= table->stats.limit)
        return BY_OK;
    enum by_status status = by_hash_grow(table);
    if (status != BY_OK)
        table->stats.count -= table->kind->remove(table, key);
    return status;
}

static enum by_status add_key(struct by_hash *table, uint64_t key, uint64_t value)
{
    if (table->stats.count >= BY_HASH_MAX)
        return BY_NO_MEMORY;
    enum by_status status = make_room(table);
    if (status == BY_OK)
        status = table->kind->add(table, key, value);
    if (status != BY_OK)
        return status;
    table->stats.count++;
    return grow_after(table, key);
}

enum by_status by_hash_insert(struct by_hash *table, uint64_t key, uint64_t value,
                              struct by_error *err)
{
    uint64_t *found = table->kind->find(table, key);
    tally(table, &table->stats.inserts);
    if (found) {
        *found = value;
        return BY_OK;
    }
    if (add_key(table, key, value) == BY_OK)
        return BY_OK;
    return by_fail(err, BY_NO_MEMORY,
                   "the hash table %s with %llu keys in %llu slots has no room for another",
                   table->kind->name, (unsigned long long)table->stats.count,
                   (unsigned long long)table->slots);
}

/* --- reports ------------------------------------------------------------ */

uint64_t by_hash_count(const struct by_hash *table)
{
    return table->stats.count;
}

void by_hash_stats(const struct by_hash *table, struct by_hash_stats *out)
{
    *out = table->stats;
    out->slots = table->slots;
}

void by_hash_reset_stats(struct by_hash *table)
{
    const struct by_hash_stats now = table->stats;
    table->stats = (struct by_hash_stats){
        .count = now.count,
        .limit = now.limit,
        .tombstones = now.tombstones,
        .trees = now.trees,
        .bytes = now.bytes,
    };
}

uint64_t by_hash_longest(const struct by_hash *table)
{
    return table->kind->longest(table);
}

uint64_t by_hash_slot(const struct by_hash *table, uint64_t slot, enum by_hash_state *state,
                      uint64_t *keys, uint64_t room)
{
    return table->kind->show(table, slot, state, keys, room);
}

/* --- hash functions ----------------------------------------------------- */

uint32_t by_hash_string(const char *text)
{
    uint32_t hash = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c != '\0'; c++)
        hash = 31 * hash + *c;
    return hash;
}

uint32_t by_hash_long(uint64_t key)
{
    return (uint32_t)(key ^ key >> 32);
}

uint32_t by_hash_spread(uint32_t hash)
{
    return hash ^ hash >> 16;
}
