/* open.c: open addressing. All keys lie in the array itself; a key whose home is taken goes
 * to the first free slot of the sequence h_i = home + f(i) mod m, i = 0, 1, ..., m - 1. Each
 * of the sequences visits every slot exactly once (hash.h says why), so that a search ends
 * after m probes even in a full table. */
#include "base/hash/table.h"
#include "base/rng.h"

enum sequence { LINEAR, QUADRATIC, DOUBLE };

struct entry {
    uint64_t key, value;
};

/* The states stand behind the entries: as a member of them they would cost 8 bytes, not 1. */
#define SLOT_BYTES (sizeof(struct entry) + 1)

enum { FREE, USED, TOMBSTONE };

#define NO_PLACE UINT64_MAX       /* there is no free slot */
#define STALE    (UINT64_MAX - 1) /* the array is another than at the last search */

static uint8_t *states_of(void *cells, uint64_t slots)
{
    return (uint8_t *)((struct entry *)cells + slots);
}

/* --- the sequences ------------------------------------------------------ */

struct path {
    uint64_t home;
    uint64_t slot; /* h_i */
    uint64_t i;    /* quadratic: i */
    uint64_t step; /* double: the step; quadratic on primes: the last square mod m */
};

/* The second hash is mixed from all bits of the key: keys of the same home may well agree
 * in whatever bits a simpler one would look at. */
static inline uint64_t step_of(const struct by_hash *table, uint64_t key)
{
    uint64_t mixed = by_mix64(key);
    if (table->power)
        return (mixed | 1) & (table->slots - 1);
    return 1 + mixed % (table->slots - 1);
}

static inline struct path start(const struct by_hash *table, uint64_t key)
{
    uint64_t home = by_hash_home(table, key);
    return (struct path){.home = home, .slot = home};
}

/* 0, +1, -1, +4, -4, ...: k^2 = (k-1)^2 + 2k - 1, where 2k - 1 < m. */
static inline void alternate(struct path *p, uint64_t slots)
{
    if (p->i % 2 == 0) {
        p->slot = p->home >= p->step ? p->home - p->step : p->home + slots - p->step;
        return;
    }
    p->step += p->i;
    p->step -= p->step >= slots ? slots : 0;
    p->slot = p->home + p->step;
    p->slot -= p->slot >= slots ? slots : 0;
}

/* From h_(i-1) to h_i. `sequence` is a constant wherever this is inlined. */
static inline void advance(const struct by_hash *table, struct path *p, uint64_t key,
                           enum sequence sequence)
{
    uint64_t slots = table->slots;
    p->i++;
    if (sequence == QUADRATIC && !table->power) {
        alternate(p, slots);
        return;
    }
    if (sequence == DOUBLE && p->i == 1)
        p->step = step_of(table, key); /* most keys are at home and never need it */
    p->slot += sequence == LINEAR ? 1 : sequence == QUADRATIC ? p->i : p->step;
    p->slot -= p->slot >= slots ? slots : 0;
}

/* --- finding ------------------------------------------------------------ */

/* On success place.slot is the key's slot; else the first tombstone or free slot of the path. */
static inline uint64_t *search(struct by_hash *table, uint64_t key, enum sequence sequence)
{
    struct entry *entries = table->cells;
    const uint8_t *states = states_of(table->cells, table->slots);
    struct path p = start(table, key);
    table->place.slot = NO_PLACE;
    for (table->probes = 1;; table->probes++) {
        uint8_t state = states[p.slot];
        if (state == USED && entries[p.slot].key == key) {
            table->place.slot = p.slot;
            return &entries[p.slot].value;
        }
        if (state != USED && table->place.slot == NO_PLACE)
            table->place.slot = p.slot;
        if (state == FREE || table->probes == table->slots)
            return NULL;
        advance(table, &p, key, sequence);
    }
}

static uint64_t *find_linear(struct by_hash *table, uint64_t key)
{
    return search(table, key, LINEAR);
}

static uint64_t *find_quadratic(struct by_hash *table, uint64_t key)
{
    return search(table, key, QUADRATIC);
}

static uint64_t *find_double(struct by_hash *table, uint64_t key)
{
    return search(table, key, DOUBLE);
}

/* --- adding and removing ------------------------------------------------ */

static enum by_status add(struct by_hash *table, uint64_t key, uint64_t value)
{
    if (table->place.slot == STALE)
        table->kind->find(table, key);
    uint64_t slot = table->place.slot;
    if (slot == NO_PLACE)
        return BY_NO_MEMORY;
    uint8_t *state = states_of(table->cells, table->slots) + slot;
    table->stats.tombstones -= *state == TOMBSTONE;
    *state = USED;
    ((struct entry *)table->cells)[slot] = (struct entry){key, value};
    return BY_OK;
}

static bool mark_removed(struct by_hash *table, uint64_t key)
{
    if (!table->kind->find(table, key))
        return false;
    states_of(table->cells, table->slots)[table->place.slot] = TOMBSTONE;
    table->stats.tombstones++;
    return true;
}

/* Closes the hole that a removal leaves in a run (Knuth, vol. 3, 6.4, algorithm R): every
 * key behind it whose path from home passes the hole moves there, and leaves the next one.
 * The run ends at a free slot or, in a full table, where it began. */
static void shift_back(struct by_hash *table, uint64_t hole)
{
    struct entry *entries = table->cells;
    uint8_t *states = states_of(table->cells, table->slots);
    uint64_t first = hole, slot = hole;
    for (;;) {
        slot = slot + 1 < table->slots ? slot + 1 : 0;
        if (slot == first)
            break;
        table->probes++;
        if (states[slot] == FREE)
            break;
        uint64_t home = by_hash_home(table, entries[slot].key);
        uint64_t from_home = slot >= home ? slot - home : slot + table->slots - home;
        uint64_t from_hole = slot >= hole ? slot - hole : slot + table->slots - hole;
        if (from_home >= from_hole) {
            entries[hole] = entries[slot];
            hole = slot;
        }
    }
    states[hole] = FREE;
}

static bool remove_linear(struct by_hash *table, uint64_t key)
{
    if (!find_linear(table, key))
        return false;
    shift_back(table, table->place.slot);
    return true;
}

/* --- the whole table ---------------------------------------------------- */

static void move(struct by_hash *table, void *from, uint64_t count)
{
    const struct entry *old = from;
    const uint8_t *states = states_of(from, count);
    for (uint64_t i = 0; i < count; i++)
        if (states[i] == USED) {
            table->place.slot = STALE;
            add(table, old[i].key, old[i].value);
        }
    table->place.slot = STALE;
}

static void clear(struct by_hash *table)
{
    (void)table; /* the slots hold nothing but themselves */
}

static uint64_t longest(const struct by_hash *table)
{
    struct by_hash scratch = *table; /* whose probes may change */
    const struct entry *entries = table->cells;
    const uint8_t *states = states_of(table->cells, table->slots);
    uint64_t most = 0;
    for (uint64_t i = 0; i < table->slots; i++) {
        if (states[i] != USED)
            continue;
        table->kind->find(&scratch, entries[i].key);
        most = scratch.probes > most ? scratch.probes : most;
    }
    return most;
}

static uint64_t show(const struct by_hash *table, uint64_t slot, enum by_hash_state *state,
                     uint64_t *keys, uint64_t room)
{
    uint8_t here = states_of(table->cells, table->slots)[slot];
    *state = here == USED ? BY_HASH_USED : here == TOMBSTONE ? BY_HASH_TOMBSTONE : BY_HASH_FREE;
    if (here == USED && room > 0)
        keys[0] = ((const struct entry *)table->cells)[slot].key;
    return here == USED;
}

const struct by_hash_kind by_hash_kind_linear = {
    .name = "linear",
    .title = "open addressing, the next slot: f(i) = i",
    .sizing = BY_HASH_PRIME,
    .open = true,
    .slot_bytes = SLOT_BYTES,
    .load_cap = 1,
    .find = find_linear,
    .add = add,
    .remove = remove_linear,
    .move = move,
    .clear = clear,
    .longest = longest,
    .show = show,
};

const struct by_hash_kind by_hash_kind_quadratic = {
    .name = "quadratic",
    .title = "open addressing, ever farther: f(i) = +-i^2, or i (i + 1) / 2 on powers of two",
    .sizing = BY_HASH_PRIME,
    .prime_4k3 = true,
    .open = true,
    .slot_bytes = SLOT_BYTES,
    .load_cap = 1,
    .find = find_quadratic,
    .add = add,
    .remove = mark_removed,
    .move = move,
    .clear = clear,
    .longest = longest,
    .show = show,
};

const struct by_hash_kind by_hash_kind_double = {
    .name = "double",
    .title = "open addressing, double hashing: f(i) = i times a second hash",
    .sizing = BY_HASH_PRIME,
    .open = true,
    .slot_bytes = SLOT_BYTES,
    .load_cap = 1,
    .find = find_double,
    .add = add,
    .remove = mark_removed,
    .move = move,
    .clear = clear,
    .longest = longest,
    .show = show,
};
