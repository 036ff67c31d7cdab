/* shard.c: see shard.h. */
#include "arena/shard.h"
#include <string.h>

enum by_status by_shard_read(const char *text, struct by_shard *out, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE], part[16] = "";
    const char *slash = strchr(text, '/');
    int64_t i = -1, n = 0;
    if (slash && slash - text < (int)sizeof part)
        memcpy(part, text, (size_t)(slash - text));
    bool good = slash && by_read_int(part, 0, BY_SHARDS_MAX, &i) &&
                by_read_int(slash + 1, 1, BY_SHARDS_MAX, &n) && i <= n;
    *out = (struct by_shard){0};
    if (!good)
        return by_fail(
            err, BY_BAD_INPUT,
            "a part is written I/N, such as 2/3, with N from 1 to %d and I from 1 to N (0 "
            "is the same as N), not '%s'",
            BY_SHARDS_MAX, by_quote(text, quoted));
    *out = (struct by_shard){(int)(i == 0 ? n : i), (int)n};
    return BY_OK;
}

bool by_shard_any(const struct by_shard *shard)
{
    return shard->of > 1;
}

bool by_shard_has(const struct by_shard *shard, int64_t number)
{
    return !by_shard_any(shard) || number % shard->of == shard->part - 1;
}

int64_t by_shard_games(const struct by_shard *shard, int64_t games)
{
    if (!by_shard_any(shard))
        return games;
    return games < shard->part ? 0 : (games - shard->part) / shard->of + 1;
}

int64_t by_shard_number(const struct by_shard *shard, int64_t place)
{
    return by_shard_any(shard) ? place * shard->of + shard->part - 1 : place;
}

struct by_shard by_shard_from(const struct by_shard *shard, int64_t first)
{
    if (!by_shard_any(shard))
        return *shard;
    int64_t part = (shard->part - 1 - first % shard->of + shard->of) % shard->of;
    return (struct by_shard){(int)part + 1, shard->of};
}
