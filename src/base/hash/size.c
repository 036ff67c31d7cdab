/* size.c: primes, and how many slots a table has. */
#include "base/hash/table.h"

/* Trial division by 2, 3 and the numbers 6k - 1 and 6k + 1: below 2^33 there are at most
 * 31,000 of them, and a table is sized so rarely that a cleverer test would not pay. */
static bool is_prime(uint64_t n)
{
    if (n < 4)
        return n >= 2;
    if (n % 2 == 0 || n % 3 == 0)
        return false;
    for (uint64_t d = 5; d * d <= n; d += 6)
        if (n % d == 0 || n % (d + 2) == 0)
            return false;
    return true;
}

uint64_t by_prime_above(uint32_t n)
{
    uint64_t candidate = (uint64_t)n + 1;
    while (!is_prime(candidate))
        candidate++;
    return candidate;
}

/* `n` is at most BY_HASH_MAX here, so that nothing overflows. */
static uint64_t prime_for(const struct by_hash *table, uint64_t n)
{
    uint64_t prime = by_prime_above((uint32_t)n);
    while (table->kind->prime_4k3 && prime % 4 != 3)
        prime = by_prime_above((uint32_t)prime);
    return prime;
}

static uint64_t power_from(uint64_t least)
{
    uint64_t power = 1;
    while (power < least)
        power *= 2;
    return power;
}

uint64_t by_hash_slots_from(const struct by_hash *table, uint64_t least)
{
    if (least > BY_HASH_MAX)
        return BY_HASH_MAX + 1;
    return table->power ? power_from(least) : prime_for(table, least - 1);
}

/* LOG's 1.3 is 1 / 0.75 rounded down, so it serves for any load from there on. */
static uint64_t prime_slots(const struct by_hash *table, uint64_t keys)
{
    double exact = (double)keys / table->max_load;
    uint64_t above = table->max_load >= 0.75 ? keys * 13 / 10 : (uint64_t)exact;
    return above > BY_HASH_MAX ? BY_HASH_MAX + 1 : prime_for(table, above);
}

uint64_t by_hash_slots_for(const struct by_hash *table, uint64_t keys)
{
    if (keys > BY_HASH_MAX)
        return BY_HASH_MAX + 1;
    if (!table->power)
        return prime_slots(table, keys);
    uint64_t power = 1;
    while (power <= BY_HASH_MAX && table->max_load * (double)power < (double)keys)
        power *= 2;
    return power;
}
