/* position_set.h: an exact set of positions: their set, byte for byte, each with a record of the
 * caller's.
 *
 * Packs are kept whole, so that two positions are never taken for one, and in blocks that never
 * move, so that records can be pointed at. An open-addressed index of 32-bit numbers, at most
 * three quarters full, finds them. All of it counts towards a limit on memory. */
#ifndef BY_SEARCH_POSITION_SET_H
#define BY_SEARCH_POSITION_SET_H

#include "base/error.h"

struct by_position_set {
    size_t pack_size;   /* the longest pack */
    size_t record_size; /* the caller's part */
    size_t stride;      /* bytes of one element: the record, the pack's length, the pack */
    unsigned char **blocks;
    size_t block_count;
    uint32_t count;
    uint32_t *slots; /* number + 1 of an element; 0: empty */
    size_t slot_count;
    size_t *held; /* bytes in use, shared by the sets of one caller */
    size_t limit;
};

/* `held` counts the bytes of this and perhaps other sets against `limit`. */
enum by_status by_position_set_open(struct by_position_set *set, size_t pack_size,
                                    size_t record_size, size_t *held, size_t limit,
                                    struct by_error *err);
void by_position_set_close(struct by_position_set *set);

/* The record of a pack, which is added when it is not there: `*added` says so, and the record is
 * then all zero. NULL when the limit or the system gives no more memory. */
void *by_position_set_at(struct by_position_set *set, const uint8_t *pack, size_t size,
                         bool *added);

/* The record of a pack that is there; else NULL. */
const void *by_position_set_find(const struct by_position_set *set, const uint8_t *pack,
                                 size_t size);

#endif
