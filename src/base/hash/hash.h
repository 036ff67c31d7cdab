/* hash.h: hash tables to learn from and to measure, behind one interface (LOG).
 *
 * All of them map 64-bit keys (Zobrist keys, as a rule) to 64-bit values. They differ in
 * what they do when two keys want the same slot. The searches do not use them: their
 * transposition table is another design, made for one purpose.
 *
 * THE BILL. m slots hold n keys, a = n / m is the load. A probe is one look at a slot or
 * a node. The costs are means over keys that behave like random numbers (Knuth, The Art of
 * Computer Programming, vol. 3, section 6.4); the last columns say what that is at a = 0.75.
 *
 *              probes when found         when not                found  not   bytes per slot
 *   chain      1 + a/2                   a                        1.4   0.8   8, and 24 a key
 *   linear     (1 + 1/(1-a)) / 2         (1 + 1/(1-a)^2) / 2      2.5   8.5   17
 *   quadratic  1 - ln(1-a) - a/2         1/(1-a) - a - ln(1-a)    2.0   4.6   17
 *   double     -ln(1-a) / a              1/(1-a)                  1.8   4.0   17
 *   java       1 + a/2                   a                        1.4   0.8   8, and 32 a key
 *
 * chain: a list per slot. The load may pass 1, removing is trivial, and nothing ever breaks
 * down; but each key is an allocation of its own (malloc's overhead comes on top of the bytes
 * counted here) and each probe a jump to another cache line.
 *
 * linear: the slots home, home + 1, home + 2, ... are tried, f(i) = i. Neighbours share cache
 * lines, so that a probe is nearly free. The price is primary clustering: a run of full slots
 * catches everything that falls on it and grows the faster the longer it is, hence the square
 * above: 50 probes at a = 0.9. Removing shifts keys back to fill the hole (Knuth's algorithm
 * R). It can, because a key's home tells whether its path led over the hole; the table is then
 * as if the key had never been there.
 *
 * quadratic: the slots tried lie ever farther away, so that runs do not grow together; only
 * keys of the same home follow the same path (secondary clustering). The formulas above are
 * of a model in which each home has a random path; the real ones cost up to 10 % more at
 * a = 0.9. The sequence must not miss a free slot. f(i) = i^2 does: modulo a prime it reaches
 * half of the slots, and is safe up to a = 1/2 only. Two that reach every slot exactly once
 * in m tries are used here:
 *   m a power of two          f(i) = i (i + 1) / 2, the triangular numbers;
 *   m a prime of form 4k + 3  f = 0, +1, -1, +4, -4, +9, ...: there -1 is no square, so
 *                             that the squares and their negatives never meet.
 *
 * double: the step is a second hash of the key, f(i) = i * step. Keys of the same home part
 * at once, and the cost is nearly that of trying slots at random, the best that open
 * addressing can do without moving keys; but nearly every probe is a cache miss. The step must be
 * coprime to m, or the sequence misses slots: it is odd when m is a power of two, and
 * anything from 1 to m - 1 when m is a prime.
 *
 * quadratic and double leave a tombstone where a key was removed: any key of the table may
 * have come over that slot, and a free slot would end the search for it too soon. Tombstones
 * cost probes as keys do and count as load; when keys and tombstones reach the limit the table
 * is built anew, in the same size if at most half of the limit are keys.
 *
 * java: the HashMap of Java 11. Chains over a power of two, starting with 16, doubled when
 * the load passes 0.75. Since the low bits alone choose the slot, the high half of the 32-bit
 * hash is folded in: h ^ (h >>> 16). A key added to a chain of 8 turns it into a balanced tree
 * when the table has 64 slots, and doubles the table when it has fewer; a tree with 6 keys
 * left becomes a chain again. So the worst case is logarithmic where the others are linear;
 * with good hashes trees hardly ever occur. Three differences: Java's tree is a red-black
 * one, ours balances by weight, which gives the number of keys for nothing; after a removal
 * Java decides by the shape of the tree, with some 2 to 6 keys left, and we by their number,
 * as both do when a table doubles; and Java has a header on every object.
 *
 * THE SIZE. A key's home is key mod m. With m a power of two that is one AND and looks at the
 * low bits only: fine for Zobrist keys, a disaster for keys that agree there (java folds the
 * others in, which helps until they agree after folding). With m a prime every bit counts, for
 * the price of a division. LOG's rule for n keys is the smallest prime above 1.3 n.
 *
 * A table belongs to one thread at a time, for finding too: it keeps count of its probes. */
#ifndef BY_BASE_HASH_HASH_H
#define BY_BASE_HASH_HASH_H

#include "base/error.h"
#include "base/text.h"

/* No table gets more slots or more keys. */
#define BY_HASH_MAX ((uint64_t)1 << 28)

/* --- a table ------------------------------------------------------------ */

struct by_hash;

/* How many slots a table for n keys has. */
enum by_hash_sizing {
    BY_HASH_OWN,   /* the kind's own rule: power of two for java, prime for the others */
    BY_HASH_PRIME, /* the smallest prime above 1.3 n, or n / max_load when that is less than
                      0.75; of form 4k + 3 for quadratic */
    BY_HASH_POWER, /* the smallest power of two that takes n keys at max_load */
};

/* Where the memory comes from. `take` returns NULL when it has none, else a block aligned
 * like malloc's; `give` gets the same number of bytes back. */
struct by_hash_memory {
    void *context;
    void *(*take)(void *context, size_t bytes);
    void (*give)(void *context, void *block, size_t bytes);
};

/* All zero but the kind is a good choice. */
struct by_hash_options {
    const char *kind; /* a name of hash_kinds.def */
    enum by_hash_sizing sizing;
    uint64_t keys;   /* the table is made for so many, and grows beyond; 0: 12, which is 16,
                        17 or (quadratic) 19 slots */
    uint64_t slots;  /* not 0: the table has at least so many slots, as the sizing allows, and
                        never changes; `keys` must be 0. For experiments at a given load */
    double max_load; /* beyond it the table doubles; 0: 0.75. From 0.01 to the kind's load_cap */
    const struct by_hash_memory *memory; /* NULL: malloc and free. Must outlive the table */
};

enum by_status by_hash_open(const struct by_hash_options *options, struct by_hash **out,
                            struct by_error *err);
void by_hash_close(struct by_hash *table);

/* Puts the value at the key, in place of the one it had. BY_NO_MEMORY: an allocation failed,
 * a fixed table is full, or BY_HASH_MAX is reached; the table's contents are as before. */
enum by_status by_hash_insert(struct by_hash *table, uint64_t key, uint64_t value,
                              struct by_error *err);

/* Whether the key is there; its value goes to `*value` unless that is NULL. */
bool by_hash_find(struct by_hash *table, uint64_t key, uint64_t *value);

/* Whether the key was there. Tables do not shrink. */
bool by_hash_remove(struct by_hash *table, uint64_t key);

uint64_t by_hash_count(const struct by_hash *table);

/* --- what it cost ------------------------------------------------------- */

/* What a probe is: chain, java: a node looked at. An empty chain costs none. linear,
 * quadratic, double: a slot looked at, the free one at the end of a vain search and those
 * visited when shifting back included. Rebuilding a table is counted by `moved` instead. */
struct by_hash_tally {
    uint64_t operations;
    uint64_t probes;
    uint64_t longest; /* the most that one operation took */
};

struct by_hash_stats {
    uint64_t count;
    uint64_t slots;
    uint64_t limit;      /* keys (and tombstones) it takes before it is rebuilt */
    uint64_t tombstones; /* quadratic, double */
    uint64_t trees;      /* java: slots that hold a tree */
    size_t bytes;        /* all memory the table holds, itself included, as asked for */
    uint64_t resizes;    /* times it was rebuilt with more slots */
    uint64_t cleanings;  /* times it was rebuilt in the same size, to lose tombstones */
    uint64_t moved;      /* keys moved by both */
    uint64_t last;       /* probes of the last operation */
    struct by_hash_tally hits, misses; /* finds with and without success */
    struct by_hash_tally inserts, removes;
};

void by_hash_stats(const struct by_hash *table, struct by_hash_stats *out);

/* Sets the tallies, `last`, `resizes`, `cleanings` and `moved` to 0. */
void by_hash_reset_stats(struct by_hash *table);

/* The most probes that finding one of the keys can cost as the table stands: the longest
 * chain, the deepest tree, the longest path to a key. Visits the whole table. */
uint64_t by_hash_longest(const struct by_hash *table);

enum by_hash_state { BY_HASH_FREE, BY_HASH_USED, BY_HASH_TOMBSTONE, BY_HASH_TREE };

/* Shows one slot, below stats.slots, for drawings: its state, the number of its keys as the
 * result, and the first `room` of them: a chain from its head, a tree in its order. */
uint64_t by_hash_slot(const struct by_hash *table, uint64_t slot, enum by_hash_state *state,
                      uint64_t *keys, uint64_t room);

/* --- the kinds ---------------------------------------------------------- */

/* One design: facts, and functions that hash.c calls. A slot is `slot_bytes` bytes of the
 * table's array, all zero when free. Every operation writes the probes it took to the table's
 * `probes`. None of them is called with a NULL table; all slots are mandatory. */
struct by_hash_kind {
    const char *name;
    const char *title; /* one line, no full stop */
    enum by_hash_sizing sizing;
    bool power_only;  /* refuses BY_HASH_PRIME */
    bool prime_4k3;   /* its primes leave 3 when divided by 4 */
    bool open;        /* a slot holds one key at most: a table can be full */
    bool grows_after; /* grows once the new key is in, not before: java */
    size_t slot_bytes;
    double load_cap; /* the largest max_load accepted */

    /* The key's value, or NULL. In vain, it leaves in table->place where the key would go. */
    uint64_t *(*find)(struct by_hash *table, uint64_t key);

    /* Puts in a key that is not there, right after `find` or `move`. BY_NO_MEMORY: nothing
     * has changed. */
    enum by_status (*add)(struct by_hash *table, uint64_t key, uint64_t value);

    /* Takes a key out; false when it is not there. */
    bool (*remove)(struct by_hash *table, uint64_t key);

    /* Moves all keys of the `count` slots in `from` to the table's array, which is new and
     * free. Cannot fail. */
    void (*move)(struct by_hash *table, void *from, uint64_t count);

    /* Gives back what the slots hold; the array itself is not its business. */
    void (*clear)(struct by_hash *table);

    uint64_t (*longest)(const struct by_hash *table);
    uint64_t (*show)(const struct by_hash *table, uint64_t slot, enum by_hash_state *state,
                     uint64_t *keys, uint64_t room);
};

/* The kinds in the order of hash_kinds.def; NULL past the end. */
const struct by_hash_kind *by_hash_kind_at(int index);
const struct by_hash_kind *by_hash_kind_find(const char *name);
void by_hash_kind_names(struct by_text *out); /* "chain|linear|..." */

/* --- hash functions and primes ------------------------------------------ */

/* Java's String.hashCode: h = 31 h + c modulo 2^32 over the bytes, which is the same for
 * ASCII and Latin-1 text. */
uint32_t by_hash_string(const char *text);

/* Java's Long.hashCode, (int)(key ^ key >>> 32), and what HashMap makes of a hash. */
uint32_t by_hash_long(uint64_t key);
uint32_t by_hash_spread(uint32_t hash);

/* The smallest prime above n, exactly. */
uint64_t by_prime_above(uint32_t n);

#endif
