/* pack_fuzz.c: a game with its settings on the first line, and behind it bytes that say they are a packed
 * position, as they come from files and other machines. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

static void try_pack(const struct by_rules *rules, const uint8_t *bytes, size_t size)
{
    struct by_error err = {.status = BY_OK};
    void *position = aligned_alloc(16, rules->position_size);
    uint8_t *again = malloc(rules->pack_size + 1);
    if (!position || !again)
        abort();
    if (rules->game->unpack(rules, bytes, size, position, &err) != BY_OK)
        by_fuzz_sentence(&err);
    else
        by_fuzz_demand(rules->game->pack(rules, position, again) == size &&
                           memcmp(again, bytes, size) == 0,
                       "what unpacks packs to the same bytes");
    free(again);
    free(position);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    size_t head = end ? (size_t)(end - data) : size;
    char *spec = by_fuzz_text(data, head);
    by_fuzz_tame(spec);
    struct by_rules *rules = by_fuzz_rules(spec, NULL);
    if (rules && end)
        try_pack(rules, end + 1, size - head - 1);
    by_rules_close(rules);
    free(spec);
    return 0;
}
