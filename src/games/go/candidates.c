/* candidates.c: see candidates.h. */
#include "games/go/candidates.h"

#include "base/indexset.h"

#include <string.h>

/* --- a list with a map of places ------------------------------------------------------- */

static void map_clear(void *set, int capacity)
{
    by_indexset_init(set, capacity);
}

static void map_insert(void *set, int index, uint64_t *work)
{
    by_go_count(work, BY_GO_CANDIDATES, by_indexset_insert(set, index) ? 3 : 1);
}

static void map_remove(void *set, int index, uint64_t *work)
{
    by_go_count(work, BY_GO_CANDIDATES, by_indexset_remove(set, index) ? 5 : 1);
}

static int map_count(const void *set)
{
    return ((const struct by_indexset *)set)->count;
}

static int map_at(const void *set, int place)
{
    return ((const struct by_indexset *)set)->slot[place];
}

static int map_draw(void *set, struct by_rng *rng, int *left, uint64_t *work)
{
    by_go_count(work, BY_GO_CANDIDATES, 4);
    return by_indexset_draw(set, rng, left);
}

const struct by_go_candidates_kind by_go_candidates_map = {
    .exact = true,
    .bytes = by_indexset_size,
    .clear = map_clear,
    .insert = map_insert,
    .remove = map_remove,
    .count = map_count,
    .at = map_at,
    .draw = map_draw,
};

/* --- a plain list ------------------------------------------------------------------------- */

struct list {
    uint16_t count;
    uint16_t member[];
};

static size_t list_bytes(int capacity)
{
    return sizeof(struct list) + (size_t)capacity * sizeof(uint16_t);
}

static void list_clear(void *set, int capacity)
{
    memset(set, 0, list_bytes(capacity));
}

/* The place of a member; the count when it is none. */
static int place_of(const struct list *list, int index, uint64_t *work)
{
    int place = 0;
    while (place < list->count && list->member[place] != index)
        place++;
    by_go_count(work, BY_GO_CANDIDATES, place < list->count ? place + 1 : place);
    return place;
}

static void list_insert(void *set, int index, uint64_t *work)
{
    struct list *list = set;
    if (place_of(list, index, work) < list->count)
        return;
    list->member[list->count++] = (uint16_t)index;
    by_go_count(work, BY_GO_CANDIDATES, 1);
}

static void list_remove(void *set, int index, uint64_t *work)
{
    struct list *list = set;
    int place = place_of(list, index, work);
    if (place == list->count)
        return;
    list->count--;
    by_go_count(work, BY_GO_CANDIDATES, list->count - place);
    for (; place < list->count; place++)
        list->member[place] = list->member[place + 1];
}

static int list_count(const void *set)
{
    return ((const struct list *)set)->count;
}

static int list_at(const void *set, int place)
{
    return ((const struct list *)set)->member[place];
}

static int list_draw(void *set, struct by_rng *rng, int *left, uint64_t *work)
{
    struct list *list = set;
    int place = (int)by_rng_below(rng, (uint32_t)*left);
    uint16_t drawn = list->member[place];
    list->member[place] = list->member[--*left];
    list->member[*left] = drawn;
    by_go_count(work, BY_GO_CANDIDATES, 2);
    return drawn;
}

#define LIST                                                                                       \
    .bytes = list_bytes, .clear = list_clear, .insert = list_insert, .remove = list_remove,        \
    .count = list_count, .at = list_at, .draw = list_draw

const struct by_go_candidates_kind by_go_candidates_list = {.exact = true, LIST};
const struct by_go_candidates_kind by_go_candidates_lazy = {.exact = false, LIST};
