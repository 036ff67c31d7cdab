/* zobrist.c: see zobrist.h. */
#include "base/zobrist.h"

void by_zobrist_fill(uint64_t *table, int count, uint64_t salt)
{
    for (int i = 0; i < count; i++)
        table[i] = by_zobrist(salt, (uint64_t)i);
}
