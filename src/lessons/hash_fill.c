/* hash_fill.c: see hash_fill.h. */
#include "lessons/hash_fill.h"
#include "base/hash/hash.h"
#include "base/text.h"
#include <string.h>

#define NUMBER_MAX INT64_MAX

/* --- keys ------------------------------------------------------------------------------- */

static bool separates(char c)
{
    return c == ' ' || c == ',' || c == ';' || c == '\t' || c == '\n';
}

static enum by_status read_key(struct by_fill *fill, const char *word, size_t length,
                               struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    if (fill->count == BY_FILL_KEYS)
        return by_fail(err, BY_BAD_INPUT, "keys: %d at most", BY_FILL_KEYS);
    if (length > BY_FILL_NAME)
        return by_fail(err, BY_BAD_INPUT, "keys: a key has at most %d characters, not '%s'",
                       BY_FILL_NAME, by_quote(word, quoted));
    struct by_fill_key *key = &fill->key[fill->count++];
    *key = (struct by_fill_key){.slot = -1};
    for (size_t i = 0; i < length; i++) {
        if (word[i] <= ' ' || word[i] > '~')
            return by_fail(err, BY_BAD_INPUT, "keys: a key is letters, digits and signs of ASCII");
        key->name[i] = word[i];
    }
    return BY_OK;
}

static enum by_status read_keys(struct by_fill *fill, const char *keys, struct by_error *err)
{
    enum by_status status = BY_OK;
    while (*keys && status == BY_OK) {
        size_t length = 0;
        while (keys[length] && !separates(keys[length]))
            length++;
        if (length > 0)
            status = read_key(fill, keys, length, err);
        keys += length + (keys[length] != '\0');
    }
    if (status == BY_OK && fill->count == 0)
        return by_fail(err, BY_BAD_INPUT, "keys: at least one is needed");
    return status;
}

static bool are_numbers(const struct by_fill *fill)
{
    int64_t number;
    for (int i = 0; i < fill->count; i++)
        if (!by_read_int(fill->key[i].name, 0, NUMBER_MAX, &number))
            return false;
    return true;
}

static enum by_status hash_keys(struct by_fill *fill, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    for (int i = 0; i < fill->count; i++) {
        int64_t number = 0;
        struct by_fill_key *key = &fill->key[i];
        if (fill->function == BY_FILL_JAVA31) {
            key->hash = by_hash_string(key->name);
            continue;
        }
        if (!by_read_int(key->name, 0, NUMBER_MAX, &number))
            return by_fail(err, BY_BAD_INPUT,
                           "function=mod takes keys that are whole numbers from 0 on, not '%s'",
                           by_quote(key->name, quoted));
        key->hash = (uint64_t)number;
    }
    return BY_OK;
}

/* --- filling ------------------------------------------------------------------------------ */

static bool is_list(const struct by_fill *fill)
{
    return fill->method == BY_FILL_CHAIN || fill->method == BY_FILL_JAVA;
}

static int home_of(const struct by_fill *fill, const struct by_fill_key *key, int slots)
{
    if (fill->method != BY_FILL_JAVA)
        return (int)(key->hash % (uint64_t)slots);
    uint32_t hash = fill->function == BY_FILL_MOD ? by_hash_long(key->hash) : (uint32_t)key->hash;
    return (int)(by_hash_spread(hash) & (uint32_t)(slots - 1));
}

/* The earlier key of the same name; -1: there is none. */
static int same_before(const struct by_fill *fill, int index)
{
    for (int i = 0; i < index; i++)
        if (strcmp(fill->key[i].name, fill->key[index].name) == 0)
            return i;
    return -1;
}

static bool is_taken(const struct by_fill *fill, int index, int slot)
{
    for (int i = 0; i < index; i++)
        if (fill->key[i].slot == slot && !fill->key[i].again)
            return true;
    return false;
}

/* h_i. */
static int probe_at(const struct by_fill *fill, const struct by_fill_key *key, int i)
{
    int64_t far = fill->method == BY_FILL_LINEAR      ? i
                  : fill->method == BY_FILL_QUADRATIC ? (int64_t)i * i
                                                      : (int64_t)i * key->step;
    return (int)((key->home + far) % fill->slots);
}

static void probe(struct by_fill *fill, int index, int same)
{
    struct by_fill_key *key = &fill->key[index];
    for (int i = 0; i < fill->slots && key->slot < 0; i++) {
        int at = probe_at(fill, key, i);
        fill->probe[fill->probes++] = at;
        key->tried++;
        if (!is_taken(fill, index, at) || (same >= 0 && fill->key[same].slot == at))
            key->slot = at;
    }
}

/* Java's table doubles after the key that is one too many; keys move to their new homes. */
static void grow(struct by_fill *fill, int index, int keys)
{
    if (fill->method != BY_FILL_JAVA || 4 * keys <= 3 * fill->slots ||
        2 * fill->slots > BY_FILL_SLOTS)
        return;
    fill->slots *= 2;
    for (int i = 0; i <= index; i++)
        fill->key[i].slot = home_of(fill, &fill->key[i], fill->slots);
}

static void put(struct by_fill *fill, int index, int *keys)
{
    struct by_fill_key *key = &fill->key[index];
    int same = same_before(fill, index);
    key->home = home_of(fill, key, fill->slots);
    key->step = fill->slots > 1 ? (int)(1 + key->hash % (uint64_t)(fill->slots - 1)) : 1;
    key->first = fill->probes;
    key->again = same >= 0;
    if (is_list(fill)) {
        key->slot = key->home;
        key->tried = 1;
        fill->probe[fill->probes++] = key->home;
    } else {
        probe(fill, index, same);
    }
    *keys += !key->again;
    grow(fill, index, *keys);
    key->slots = fill->slots;
    key->home = home_of(fill, key, fill->slots);
}

static enum by_status choose_slots(struct by_fill *fill, int slots, struct by_error *err)
{
    bool java = fill->method == BY_FILL_JAVA;
    fill->slots = slots > 0 ? slots
                  : java    ? 16
                            : (int)by_prime_above((uint32_t)(1.3 * fill->count));
    if (java && (fill->slots & (fill->slots - 1)) != 0)
        return by_fail(err, BY_BAD_INPUT, "size=%d: method=java takes a power of two", slots);
    return BY_OK;
}

enum by_status by_fill_keys(struct by_fill *fill, const char *keys, int function,
                            enum by_fill_method method, int slots, struct by_error *err)
{
    *fill = (struct by_fill){.method = method};
    enum by_status status = read_keys(fill, keys, err);
    if (status != BY_OK)
        return status;
    fill->function = function >= 0       ? (enum by_fill_function)function
                     : are_numbers(fill) ? BY_FILL_MOD
                                         : BY_FILL_JAVA31;
    status = hash_keys(fill, err);
    if (status == BY_OK)
        status = choose_slots(fill, slots, err);
    int count = 0;
    for (int i = 0; i < fill->count && status == BY_OK; i++)
        put(fill, i, &count);
    return status;
}

/* --- words --------------------------------------------------------------------------------- */

void by_fill_rule(const struct by_fill *fill, struct by_buffer *out)
{
    static const char *const taken[] = {
        [BY_FILL_CHAIN] = "keys with the same home make a list; a new one goes to its end",
        [BY_FILL_LINEAR] = "where a slot is taken, the next one is tried: h_i = (h + i) mod m",
        [BY_FILL_QUADRATIC] =
            "where a slot is taken, farther ones are tried: h_i = (h + i^2) mod m",
        [BY_FILL_DOUBLE] = "where a slot is taken, steps of s = 1 + h mod (m - 1) are taken: "
                           "h_i = (h + i s) mod m",
        [BY_FILL_JAVA] = "keys with the same home make a list; when more than 3/4 m keys are in, "
                         "m doubles and all keys move",
    };
    by_buffer_add(out,
                  fill->function == BY_FILL_MOD
                      ? "h is the key itself"
                      : "h = 31 h + c over the codes c of the letters, in 32 bits without sign");
    if (fill->method == BY_FILL_JAVA)
        by_buffer_format(out, "; home = (h xor h >> 16) and (m - 1), m = %d at first",
                         fill->key[0].slots);
    else
        by_buffer_format(out, "; home = h mod m, m = %d", fill->slots);
    by_buffer_format(out, "; %s", taken[fill->method]);
}

void by_fill_letters(const struct by_fill *fill, int key, struct by_buffer *out)
{
    uint32_t hash = 0;
    if (fill->function == BY_FILL_MOD)
        return;
    for (const char *c = fill->key[key].name; *c; c++) {
        uint32_t before = hash;
        hash = 31 * hash + (unsigned char)*c;
        by_buffer_format(out, "  %c  31 * %10u + %3d = %10u\n", *c, before, (unsigned char)*c,
                         hash);
    }
}

int by_fill_slots(const struct by_fill *fill, int count)
{
    return count > 0 ? fill->key[count - 1].slots : fill->key[0].slots;
}

void by_fill_slot(const struct by_fill *fill, int count, int slot, struct by_text *out)
{
    int slots = by_fill_slots(fill, count);
    for (int i = 0; i < count; i++) {
        const struct by_fill_key *key = &fill->key[i];
        int at = is_list(fill) ? home_of(fill, key, slots) : key->slot;
        if (at == slot && !key->again)
            by_text_format(out, "%s%s", out->length > 0 ? " -> " : "", key->name);
    }
}

void by_fill_tried(const struct by_fill *fill, int key, struct by_text *out)
{
    const struct by_fill_key *k = &fill->key[key];
    for (int i = 0; i < k->tried; i++)
        by_text_format(out, "%s%d", i > 0 ? ", " : "", fill->probe[k->first + i]);
}
