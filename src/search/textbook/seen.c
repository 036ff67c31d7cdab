#include "search/textbook/seen.h"
#include <stdlib.h>

enum by_status by_seen_open(const struct by_rules *rules, bool symmetry, struct by_seen **out,
                            struct by_error *err)
{
    *out = NULL;
    struct by_seen *seen = calloc(1, sizeof *seen);
    if (!seen)
        return by_fail_memory(err, sizeof *seen);
    seen->rules = rules;
    seen->symmetry = symmetry && rules->symmetry_count > 1;
    seen->pack = malloc(rules->pack_size);
    seen->scratch = malloc(by_canonical_scratch(rules));
    seen->image = malloc(rules->position_size);
    if (!seen->pack || !seen->scratch || !seen->image) {
        by_seen_close(seen);
        return by_fail_memory(err, by_canonical_scratch(rules));
    }
    *out = seen;
    return BY_OK;
}

void by_seen_close(struct by_seen *seen)
{
    if (!seen)
        return;
    by_position_set_close(&seen->set);
    free(seen->pack);
    free(seen->scratch);
    free(seen->image);
    free(seen);
}

enum by_status by_seen_begin(struct by_seen *seen, size_t limit, struct by_error *err)
{
    seen->limit = limit > 0 && limit < BY_SEEN_BYTES_MAX ? limit : BY_SEEN_BYTES_MAX;
    seen->states = seen->saved = 0;
    return by_seen_clear(seen, err);
}

enum by_status by_seen_clear(struct by_seen *seen, struct by_error *err)
{
    by_position_set_close(&seen->set);
    return by_position_set_open(&seen->set, seen->rules->pack_size, 0, &seen->held, seen->limit,
                                err);
}

bool by_seen_before(struct by_seen *seen, const void *position)
{
    const struct by_rules *rules = seen->rules;
    bool added;
    if (seen->symmetry) {
        (void)by_canonical(rules, position, seen->image, seen->scratch);
        position = seen->image;
    }
    size_t size = rules->game->pack(rules, position, seen->pack);
    bool before = by_position_set_at(&seen->set, seen->pack, size, &added) && !added;
    seen->states += !before;
    seen->saved += before;
    return before;
}
