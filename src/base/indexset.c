/* indexset.c: see indexset.h. */
#include "base/indexset.h"
#include <assert.h>
#include <string.h>

void by_indexset_init(struct by_indexset *set, int capacity)
{
    assert(capacity >= 0 && capacity <= BY_INDEXSET_CAPACITY_MAX);
    memset(set, 0, by_indexset_size(capacity));
    set->capacity = (uint16_t)capacity;
}
