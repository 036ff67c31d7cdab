/* hash_test.c: the hash tables against a plain oracle, with memory that is watched and memory
 * that fails; their statistics, sizes and refusals. Probes and Java's table have tests of
 * their own. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "hash_help.h"

/* --- memory that is watched --------------------------------------------- */

struct ledger {
    size_t held;
    long left; /* allocations until one fails; negative: none does */
    bool refused;
};

static void *watched_take(void *context, size_t bytes)
{
    struct ledger *ledger = context;
    if (ledger->left == 0) {
        ledger->refused = true;
        ledger->left = -1;
        return NULL;
    }
    ledger->left -= ledger->left > 0;
    ledger->held += bytes;
    return malloc(bytes);
}

static void watched_give(void *context, void *block, size_t bytes)
{
    struct ledger *ledger = context;
    assert_true(ledger->held >= bytes);
    ledger->held -= bytes;
    memset(block, 0xdd, bytes); /* fails to be ours if `bytes` is wrong, under a sanitizer */
    free(block);
}

/* --- the oracle: an array over a small universe of keys ----------------- */

#define UNIVERSE_MAX 4096

struct oracle {
    int size;
    uint64_t key[UNIVERSE_MAX];
    uint64_t value[UNIVERSE_MAX];
    bool present[UNIVERSE_MAX];
    uint64_t count;
};

enum family { RANDOM, SEQUENTIAL, LOW_BITS, MULTIPLES, SAME_HASH, FAMILIES };

/* SEQUENTIAL holds the keys 0 and 1, the others the extremes somewhere; LOW_BITS agrees in
 * 32 bits, MULTIPLES of sizes that the tables have, SAME_HASH has one hash for Java. */
static uint64_t family_key(enum family family, uint64_t i)
{
    switch (family) {
    case SEQUENTIAL:
        return i;
    case LOW_BITS:
        return i << 32 | 5;
    case MULTIPLES:
        return i * 17 * 64;
    case SAME_HASH:
        return i << 32 | i;
    default:
        return i == 0 ? UINT64_MAX : by_mix64(i + 1);
    }
}

static void fill_oracle(struct oracle *o, enum family family, int size)
{
    memset(o, 0, sizeof *o);
    o->size = size;
    for (int i = 0; i < size; i++)
        o->key[i] = family_key(family, (uint64_t)i);
}

static void check_find(struct by_hash *table, const struct oracle *o, int i)
{
    uint64_t value = 0;
    assert_int_equal(by_hash_find(table, o->key[i], &value), o->present[i]);
    if (o->present[i])
        assert_true(value == o->value[i]);
}

/* Each key is where the oracle says, and the slots hold so many keys and no more. */
static void check_all(struct by_hash *table, const struct oracle *o)
{
    struct by_hash_stats stats = stats_of(table);
    assert_true(by_hash_count(table) == o->count && stats.count == o->count);
    for (int i = 0; i < o->size; i++)
        check_find(table, o, i);
    uint64_t keys = 0, tombstones = 0, trees = 0;
    for (uint64_t s = 0; s < stats.slots; s++) {
        enum by_hash_state state;
        keys += by_hash_slot(table, s, &state, NULL, 0);
        tombstones += state == BY_HASH_TOMBSTONE;
        trees += state == BY_HASH_TREE;
    }
    assert_true(keys == o->count && tombstones == stats.tombstones && trees == stats.trees);
}

/* One random operation; the table may refuse an insertion only when `may_refuse`. */
static void operate(struct by_hash *table, struct oracle *o, struct by_rng *rng, bool may_refuse)
{
    int i = (int)by_rng_below(rng, (uint32_t)o->size);
    uint32_t what = by_rng_below(rng, 8);
    if (what < 3) {
        check_find(table, o, i);
    } else if (what < 6) {
        uint64_t value = by_rng_next(rng);
        enum by_status status = by_hash_insert(table, o->key[i], value, NULL);
        assert_true(status == BY_OK || (may_refuse && status == BY_NO_MEMORY && !o->present[i]));
        if (status == BY_OK) {
            o->count += !o->present[i];
            o->present[i] = true;
            o->value[i] = value;
        }
    } else {
        assert_int_equal(by_hash_remove(table, o->key[i]), o->present[i]);
        o->count -= o->present[i];
        o->present[i] = false;
    }
}

static void run_oracle(struct by_hash *table, struct oracle *o, struct by_rng *rng, int operations)
{
    for (int n = 0; n < operations; n++) {
        operate(table, o, rng, false);
        if (n % (operations / 16) == 0)
            check_all(table, o);
    }
    check_all(table, o);
}

static void tables_agree_with_the_oracle(void **state)
{
    (void)state;
    static struct oracle o;
    struct design d[DESIGNS];
    for (int k = 0; k < all_designs(d); k++)
        for (enum family f = RANDOM; f < FAMILIES; f++) {
            struct by_rng rng;
            by_rng_init(&rng, (uint64_t)k, (uint64_t)f);
            struct by_hash *table = open_design(d[k], 0, 0);
            fill_oracle(&o, f, f == RANDOM || f == SEQUENTIAL ? UNIVERSE_MAX : 200);
            run_oracle(table, &o, &rng, rounds(f == RANDOM ? 1000000 : 100000));
            assert_true(stats_of(table).resizes > 0);
            by_hash_close(table);
        }
}

/* As crowded as can be: a fixed table with the universe three times its size, where linear
 * wraps around, tombstones fill every slot, and insertions are refused. */
static void crowded_tables_agree_with_the_oracle(void **state)
{
    (void)state;
    static struct oracle o;
    struct design d[DESIGNS];
    for (int k = 0; k < all_designs(d); k++)
        for (uint64_t slots = 1; slots <= 64; slots += 1 + slots / 4) {
            struct by_rng rng;
            by_rng_init(&rng, (uint64_t)k, slots);
            struct by_hash *table = open_design(d[k], 0, slots);
            fill_oracle(&o, slots % 2 ? RANDOM : SEQUENTIAL, (int)(3 * slots + 2));
            uint64_t room = d[k].kind->open ? stats_of(table).slots : BY_HASH_MAX;
            for (int n = 0; n < rounds(4000); n++)
                operate(table, &o, &rng, o.count == room);
            check_all(table, &o);
            assert_true(stats_of(table).resizes == 0 && stats_of(table).cleanings == 0);
            by_hash_close(table);
        }
}

static void statistics_add_up(void **state)
{
    (void)state;
    struct design d[DESIGNS];
    for (int k = 0; k < all_designs(d); k++) {
        struct by_hash *table = open_design(d[k], 0, 0);
        struct by_hash_tally hits = {0, 0, 0}, removes = {0, 0, 0};
        for (uint64_t i = 0; i < 1000; i++)
            put(table, by_mix64(i));
        for (uint64_t i = 0; i < 1000; i += 3) {
            assert_true(by_hash_find(table, by_mix64(i), NULL));
            uint64_t last = stats_of(table).last;
            hits = (struct by_hash_tally){hits.operations + 1, hits.probes + last,
                                          last > hits.longest ? last : hits.longest};
            assert_true(by_hash_remove(table, by_mix64(i)));
            last = stats_of(table).last;
            removes = (struct by_hash_tally){removes.operations + 1, removes.probes + last,
                                             last > removes.longest ? last : removes.longest};
        }
        struct by_hash_stats s = stats_of(table);
        assert_memory_equal(&s.hits, &hits, sizeof hits);
        assert_memory_equal(&s.removes, &removes, sizeof removes);
        assert_true(s.inserts.operations == 1000 && s.misses.operations == 0 && s.resizes > 3);
        by_hash_reset_stats(table);
        s = stats_of(table);
        assert_true(s.hits.probes == 0 && s.resizes == 0 && s.count == 666 && s.bytes > 0);
        by_hash_close(table);
    }
}

/* Every key shows up in exactly one slot, its home in a chain; a short array gets the first. */
static void slots_show_their_keys(void **state)
{
    (void)state;
    struct design d[DESIGNS];
    for (int k = 0; k < all_designs(d); k++) {
        struct by_hash *table = open_design(d[k], 0, 64);
        uint64_t slots = stats_of(table).slots, seen = 0;
        for (uint64_t i = 1; i <= 39; i++)
            put(table, i << 32 | i); /* one slot for java, and a tree */
        put(table, (uint64_t)40 << 32 | 41);
        for (uint64_t s = 0; s < slots; s++) {
            enum by_hash_state what;
            uint64_t keys[40], two[3] = {0, 0, 99}, count = by_hash_slot(table, s, &what, keys, 40);
            assert_true(by_hash_slot(table, s, &what, two, 2) == count && two[2] == 99);
            assert_true((what == BY_HASH_FREE) == (count == 0));
            for (uint64_t i = 0; i < count; i++) {
                assert_true(i >= 2 || two[i] == keys[i]);
                assert_true((seen & (uint64_t)1 << (keys[i] >> 32)) == 0);
                seen |= (uint64_t)1 << (keys[i] >> 32);
                if (strcmp(d[k].kind->name, "chain") == 0)
                    assert_true(keys[i] % slots == s);
                if (what == BY_HASH_TREE)
                    assert_true(keys[i] >> 32 == i + 1 && count == 39);
            }
        }
        assert_true(seen == ((uint64_t)1 << 41) - 2);
        by_hash_close(table);
    }
    by_hash_close(NULL); /* as free does */
}

/* --- memory ------------------------------------------------------------- */

static void bytes_are_those_really_held(void **state)
{
    (void)state;
    static struct oracle o;
    struct design d[DESIGNS];
    for (int k = 0; k < all_designs(d); k++)
        for (enum family f = RANDOM; f < FAMILIES; f++) {
            struct ledger ledger = {.left = -1};
            struct by_hash_memory memory = {&ledger, watched_take, watched_give};
            struct by_hash *table = open_or_fail((struct by_hash_options){
                .kind = d[k].kind->name, .sizing = d[k].sizing, .memory = &memory});
            struct by_rng rng;
            by_rng_init(&rng, (uint64_t)k, 17);
            fill_oracle(&o, f, 150);
            for (int n = 0; n < 2000; n++) {
                operate(table, &o, &rng, false);
                assert_true(stats_of(table).bytes == ledger.held);
            }
            struct by_hash_stats s = stats_of(table);
            size_t node = strcmp(d[k].kind->name, "java") == 0 ? 32 : d[k].kind->open ? 0 : 24;
            if (sizeof(void *) == 8 && s.trees == 0) { /* what the essay in hash.h says */
                size_t slot = d[k].kind->open ? 17 : 8;
                size_t rest = ledger.held - (size_t)s.slots * slot - (size_t)s.count * node;
                assert_true(rest < 512); /* the table itself */
            }
            by_hash_close(table);
            assert_true(ledger.held == 0);
        }
}

/* Removing needs memory where a tree turns into a chain, and must do without. */
static void remove_all(struct by_hash *table, struct oracle *o)
{
    for (int i = 0; i < o->size; i++) {
        check_all(table, o);
        assert_int_equal(by_hash_remove(table, o->key[i]), o->present[i]);
        o->count -= o->present[i];
        o->present[i] = false;
    }
    check_all(table, o);
}

/* Every single allocation is made to fail once: the operation may be refused, the contents
 * stay, and the next attempt works. */
static void failed_allocations_change_nothing(void **state)
{
    (void)state;
    static struct oracle o;
    struct design d[DESIGNS];
    for (int k = 0; k < all_designs(d); k++)
        for (enum family f = RANDOM; f <= SAME_HASH; f += SAME_HASH)
            for (long at = 0;; at++) {
                struct ledger ledger = {.left = at};
                struct by_hash_memory memory = {&ledger, watched_take, watched_give};
                struct by_hash_options options = {
                    .kind = d[k].kind->name, .sizing = d[k].sizing, .memory = &memory};
                struct by_hash *table = NULL;
                if (by_hash_open(&options, &table, NULL) != BY_OK) {
                    assert_true(at < 2 && table == NULL && ledger.held == 0);
                    continue;
                }
                struct by_rng rng;
                by_rng_init(&rng, 5, 5);
                fill_oracle(&o, f, 40);
                for (int n = 0; n < 200; n++) {
                    bool before = ledger.refused;
                    operate(table, &o, &rng, !before);
                    if (ledger.refused != before)
                        check_all(table, &o);
                }
                remove_all(table, &o);
                bool reached = ledger.refused;
                by_hash_close(table);
                assert_true(ledger.held == 0);
                if (!reached)
                    break;
            }
}

/* --- sizes, primes, refusals -------------------------------------------- */

static void sizes_follow_their_rules(void **state)
{
    (void)state;
    const struct {
        const char *kind;
        enum by_hash_sizing sizing;
        uint64_t keys;
        double load;
        uint64_t slots;
    } known[] = {
        {"chain", BY_HASH_OWN, 0, 0, 17},            /* above 15.6 */
        {"chain", BY_HASH_OWN, 10, 0, 17},           /* above 13, not 13 itself */
        {"linear", BY_HASH_PRIME, 1000, 0, 1301},    /* above 1300 */
        {"double", BY_HASH_PRIME, 100, 0.9, 131},    /* above 130 */
        {"double", BY_HASH_PRIME, 100, 0.5, 211},    /* above 200 */
        {"quadratic", BY_HASH_PRIME, 1000, 0, 1303}, /* 1301 is 4k + 1 */
        {"linear", BY_HASH_POWER, 0, 0, 16},
        {"linear", BY_HASH_POWER, 12, 0, 16},
        {"linear", BY_HASH_POWER, 13, 0, 32},
        {"chain", BY_HASH_POWER, 100, 2, 64},
        {"java", BY_HASH_OWN, 0, 0, 16},
        {"java", BY_HASH_OWN, 97, 0, 256},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        struct by_hash *table = open_or_fail((struct by_hash_options){.kind = known[i].kind,
                                                                      .sizing = known[i].sizing,
                                                                      .keys = known[i].keys,
                                                                      .max_load = known[i].load});
        assert_true(stats_of(table).slots == known[i].slots);
        for (uint64_t k = 0; k < known[i].keys; k++)
            put(table, by_mix64(k));
        if (strcmp(known[i].kind, "java") != 0)
            assert_true(stats_of(table).resizes == 0);
        for (uint64_t k = 0; k < 2000; k++)
            put(table, by_mix64(k));
        double cap = known[i].load > 0 ? known[i].load : 0.77; /* 1 / 1.3 */
        assert_true(2000 <= cap * (double)stats_of(table).slots);
        by_hash_close(table);
    }
}

static bool plainly_prime(uint64_t n)
{
    for (uint64_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n >= 2;
}

static void check_prime_above(uint32_t n)
{
    uint64_t prime = by_prime_above(n);
    assert_true(prime > n && plainly_prime(prime));
    for (uint64_t between = (uint64_t)n + 1; between < prime; between++)
        assert_false(plainly_prime(between));
}

static void primes_are_exact(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 1, 2);
    for (uint32_t n = 0; n < 10000; n++)
        check_prime_above(n);
    for (int i = 0; i < rounds(200); i++)
        check_prime_above((uint32_t)by_rng_next(&rng));
    assert_true(by_prime_above(0) == 2 && by_prime_above(2) == 3);
    assert_true(by_prime_above((1U << 28) - 58) == (1U << 28) - 57); /* the last below 2^28 */
    assert_true(by_prime_above(2147483646) == 2147483647);           /* Mersenne's */
    assert_true(by_prime_above(4294967290U) == 4294967291U);         /* the last below 2^32 */
    assert_true(by_prime_above(UINT32_MAX) == 4294967311U);          /* the first above */
    int count = 0;
    for (uint64_t p = 2; p < 1000000; p = by_prime_above((uint32_t)p))
        count++;
    assert_int_equal(count, 78498); /* the primes below a million */
}

static void refuse(struct by_hash_options options, const char *words)
{
    struct by_hash *table = NULL;
    struct by_error err;
    assert_int_equal(by_hash_open(&options, &table, &err), BY_BAD_INPUT);
    assert_null(table);
    if (!strstr(err.text, words))
        fail_msg("'%s' does not say '%s'", err.text, words);
    assert_int_equal(by_hash_open(&options, &table, NULL), BY_BAD_INPUT);
}

static void nonsense_is_refused_with_a_reason(void **state)
{
    (void)state;
    refuse((struct by_hash_options){.kind = "lineer"},
           "(there are chain|linear|quadratic|double|java); did you mean 'linear'?");
    refuse((struct by_hash_options){.kind = "java", .sizing = BY_HASH_PRIME}, "powers of two");
    refuse((struct by_hash_options){.kind = "chain", .keys = 5, .slots = 5}, "not both");
    const double loads[] = {NAN, -1, 0.001, 1.5, INFINITY};
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++)
        refuse((struct by_hash_options){.kind = "double", .max_load = loads[i]}, "0.01 to 1");
    struct design d[DESIGNS];
    for (int k = 0; k < all_designs(d); k++) {
        struct by_hash_options o = {.kind = d[k].kind->name, .sizing = d[k].sizing};
        const uint64_t many[] = {BY_HASH_MAX, BY_HASH_MAX + 1, UINT64_MAX};
        for (int i = 0; i < 3; i++) {
            o.keys = many[i];
            refuse(o, "at most 268435456 slots");
        }
        o.keys = 0;
        for (int i = d[k].sizing == BY_HASH_POWER; i < 3; i++) { /* 2^28 is one, no prime */
            o.slots = many[i];
            refuse(o, "at most 268435456 slots");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_agree_with_the_oracle),
        cmocka_unit_test(crowded_tables_agree_with_the_oracle),
        cmocka_unit_test(statistics_add_up),
        cmocka_unit_test(slots_show_their_keys),
        cmocka_unit_test(bytes_are_those_really_held),
        cmocka_unit_test(failed_allocations_change_nothing),
        cmocka_unit_test(sizes_follow_their_rules),
        cmocka_unit_test(primes_are_exact),
        cmocka_unit_test(nonsense_is_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
