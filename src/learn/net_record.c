/* net_record.c: see net_record.h. */
#include "learn/net_record.h"

#include "games/bits.h"

#include <math.h>
#include <string.h>

#define UNKNOWN_OWNER 2
#define FLOATS        3

static int points_of(const struct by_rules *rules)
{
    return rules->width * rules->height;
}

static size_t plane_bytes(const struct by_rules *rules)
{
    return 1 + ((size_t)points_of(rules) + 7) / 8;
}

enum by_status by_net_record_check(const struct by_rules *rules, struct by_error *err)
{
    if (rules->game->planes && rules->game->count)
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "the game %s has nothing that networks could be shown and learn from",
                   rules->name);
}

/* Where the owners stand. */
static size_t ending_at(const struct by_rules *rules)
{
    return (size_t)rules->game->plane_count * plane_bytes(rules) + (size_t)rules->action_count;
}

size_t by_net_record_size(const struct by_rules *rules)
{
    return ending_at(rules) + (size_t)points_of(rules) + FLOATS * sizeof(uint32_t);
}

static void put_float(uint8_t *at, float number)
{
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    by_bits_store(bits, 4, at);
}

void by_net_record_begin(const struct by_rules *rules, const void *position, const uint8_t *policy,
                         float chance, uint8_t *planes, uint8_t *out)
{
    int points = points_of(rules), count = rules->game->plane_count;
    uint8_t *at = out;
    rules->game->planes(rules, position, planes);
    memset(out, 0, (size_t)count * plane_bytes(rules));
    for (int p = 0; p < count; p++, at += plane_bytes(rules))
        for (int i = 0; i < points; i++) {
            uint8_t value = planes[i * count + p];
            if (value) {
                at[0] = value;
                at[1 + i / 8] |= (uint8_t)(1U << (i % 8));
            }
        }
    memcpy(at, policy, (size_t)rules->action_count);
    put_float(at + rules->action_count + points + 4, chance);
}

void by_net_record_end(const struct by_rules *rules, int side, const struct by_net_ending *ending,
                       uint8_t *out)
{
    uint8_t *at = out + ending_at(rules);
    int points = points_of(rules);
    float lead = side == 0 ? ending->lead : -ending->lead;
    for (int i = 0; i < points; i++) {
        int owner = side == 0 ? ending->owner[i] : -ending->owner[i];
        *at++ = (uint8_t)(int8_t)(ending->known ? owner : UNKNOWN_OWNER);
    }
    put_float(at, side == 0 ? ending->won : 1 - ending->won);
    put_float(at + 8, ending->known ? lead : NAN);
}

void by_net_ending_count(const struct by_rules *rules, const void *position,
                         struct by_net_ending *out)
{
    static const bool nowhere[BY_JUDGED_MAX];
    struct by_counted counted;
    rules->game->count(rules, position, nowhere, nowhere, &counted);
    out->known = true;
    out->lead = (float)counted.result / (float)rules->score_scale;
    out->won = out->lead > 0 ? 1.0F : out->lead < 0 ? 0.0F : 0.5F;
    memcpy(out->owner, counted.owner, sizeof out->owner);
}
