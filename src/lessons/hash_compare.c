/* hash_compare.c: see hash_compare.h. */
#include "lessons/hash_compare.h"
#include "base/num.h"
#include "base/rng.h"
#include "games/game.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAME "connect4"

double by_hash_load(int index)
{
    static const double loads[BY_HASH_LOADS] = {0.25, 0.5, 0.75, 0.9, 0.95};
    return loads[index];
}

/* --- keys of positions ------------------------------------------------------------------- */

struct collection {
    struct by_rules *rules;
    struct by_hash *seen;
    void *position;
    by_move *moves;
    uint64_t *keys;
    uint64_t count, wanted;
    struct by_rng rng;
};

static enum by_status meet(struct collection *c, struct by_error *err)
{
    uint64_t key = c->rules->game->key(c->rules, c->position);
    if (by_hash_find(c->seen, key, NULL))
        return BY_OK;
    c->keys[c->count++] = key;
    return by_hash_insert(c->seen, key, 0, err);
}

/* One random game; every position that is new is kept. */
static enum by_status play_game(struct collection *c, struct by_error *err)
{
    const struct by_rules *rules = c->rules;
    enum by_status status = BY_OK;
    memcpy(c->position, rules->start, rules->position_size);
    while (status == BY_OK && c->count < c->wanted && !rules->game->over(rules, c->position)) {
        int count = rules->game->moves(rules, c->position, c->moves);
        by_move move = c->moves[by_rng_below(&c->rng, (uint32_t)count)];
        rules->game->play(rules, c->position, move, NULL);
        status = meet(c, err);
    }
    return status;
}

static enum by_status open_collection(struct collection *c, struct by_error *err)
{
    struct by_hash_options seen = {.kind = "linear", .keys = c->wanted};
    enum by_status status = by_rules_open(GAME, NULL, 0, NULL, &c->rules, err);
    if (status == BY_OK)
        status = by_hash_open(&seen, &c->seen, err);
    if (status != BY_OK)
        return status;
    c->position = malloc(c->rules->position_size);
    c->moves = calloc((size_t)c->rules->max_moves, sizeof *c->moves);
    c->keys = calloc(c->wanted, sizeof *c->keys);
    if (c->position == NULL || c->moves == NULL || c->keys == NULL)
        return by_fail_memory(err, c->wanted * sizeof *c->keys);
    return BY_OK;
}

enum by_status by_hash_position_keys(uint64_t count, uint64_t seed, uint64_t **out,
                                     struct by_error *err)
{
    struct collection c = {.wanted = count};
    by_rng_init(&c.rng, seed, 0);
    enum by_status status = open_collection(&c, err);
    while (status == BY_OK && c.count < c.wanted)
        status = play_game(&c, err);
    by_hash_close(c.seen);
    free(c.position);
    free(c.moves);
    if (c.rules != NULL)
        by_rules_close(c.rules);
    if (status != BY_OK) {
        free(c.keys);
        return status;
    }
    *out = c.keys;
    return BY_OK;
}

/* --- Knuth's formulas (The Art of Computer Programming, vol. 3, 6.4; see hash.h) ------------- */

static void expect(const char *kind, double a, struct by_hash_row *row)
{
    double rest = 1 - a;
    row->expected_found = row->expected_missed = NAN;
    if (strcmp(kind, "chain") == 0 || strcmp(kind, "java") == 0) {
        row->expected_found = 1 + a / 2;
        row->expected_missed = a;
    } else if (strcmp(kind, "linear") == 0) {
        row->expected_found = (1 + 1 / rest) / 2;
        row->expected_missed = (1 + 1 / (rest * rest)) / 2;
    } else if (strcmp(kind, "quadratic") == 0) {
        row->expected_found = 1 - by_ln(rest) - a / 2;
        row->expected_missed = 1 / rest - a - by_ln(rest);
    } else if (strcmp(kind, "double") == 0) {
        row->expected_found = -by_ln(rest) / a;
        row->expected_missed = 1 / rest;
    }
}

/* --- measuring ------------------------------------------------------------------------------- */

static void measure(struct by_hash *table, const uint64_t *keys, uint64_t slots,
                    struct by_hash_row *row)
{
    struct by_hash_stats stats;
    by_hash_reset_stats(table);
    row->keys = by_hash_count(table);
    for (uint64_t i = 0; i < row->keys; i++)
        by_hash_find(table, keys[i], NULL);
    for (uint64_t i = 0; i < slots; i++) /* the second half was never put in */
        by_hash_find(table, keys[slots + i], NULL);
    by_hash_stats(table, &stats);
    row->found = (double)stats.hits.probes / (double)stats.hits.operations;
    row->missed = (double)stats.misses.probes / (double)stats.misses.operations;
    row->longest = by_hash_longest(table);
    row->bytes = stats.bytes;
}

static enum by_status fill_to(struct by_hash *table, const uint64_t *keys, double load,
                              struct by_error *err)
{
    struct by_hash_stats stats;
    enum by_status status = BY_OK;
    by_hash_stats(table, &stats);
    uint64_t wanted = (uint64_t)(load * (double)stats.slots);
    for (uint64_t k = by_hash_count(table); k < wanted && status == BY_OK; k++)
        status = by_hash_insert(table, keys[k], k, err);
    return status;
}

/* Fills the table on to a load and looks at it. */
static enum by_status take(struct by_hash *table, const uint64_t *keys, uint64_t slots,
                           const char *kind, double load, struct by_hash_row *row,
                           struct by_error *err)
{
    struct by_hash_stats stats;
    enum by_status status = fill_to(table, keys, load, err);
    if (status != BY_OK)
        return status;
    by_hash_stats(table, &stats);
    measure(table, keys, slots, row);
    expect(kind, (double)row->keys / (double)stats.slots, row);
    return BY_OK;
}

static enum by_status open_table(const struct by_hash_kind *kind, uint64_t slots,
                                 struct by_hash **out, struct by_error *err)
{
    struct by_hash_options options = {.kind = kind->name, .slots = slots};
    *out = NULL;
    return by_hash_open(&options, out, err);
}

enum by_status by_hash_filled(const uint64_t *keys, uint64_t slots, const struct by_hash_kind *kind,
                              double load, struct by_hash **out, struct by_error *err)
{
    enum by_status status = open_table(kind, slots, out, err);
    return status == BY_OK ? fill_to(*out, keys, load, err) : status;
}

enum by_status by_hash_measure(const uint64_t *keys, uint64_t slots,
                               const struct by_hash_kind *kind, double load,
                               struct by_hash_row *out, struct by_error *err)
{
    struct by_hash *table;
    enum by_status status = open_table(kind, slots, &table, err);
    if (status == BY_OK)
        status = take(table, keys, slots, kind->name, load, out, err);
    by_hash_close(table);
    return status;
}

static enum by_status fill(struct by_hash *table, const uint64_t *keys, uint64_t slots,
                           struct by_hash_result *result, struct by_error *err)
{
    struct by_hash_stats stats;
    enum by_status status = BY_OK;
    by_hash_stats(table, &stats);
    result->slots = stats.slots;
    for (int i = 0; i < BY_HASH_LOADS && status == BY_OK; i++)
        status =
            take(table, keys, slots, result->kind->name, by_hash_load(i), &result->row[i], err);
    return status;
}

enum by_status by_hash_compare(const uint64_t *keys, uint64_t slots, struct by_hash_comparison *out,
                               struct by_error *err)
{
    enum by_status status = BY_OK;
    out->kinds = 0;
    for (int i = 0; by_hash_kind_at(i) != NULL && i < BY_HASH_KINDS_MAX && status == BY_OK; i++) {
        struct by_hash_result *result = &out->result[out->kinds++];
        struct by_hash *table;
        *result = (struct by_hash_result){.kind = by_hash_kind_at(i)};
        status = open_table(result->kind, slots, &table, err);
        if (status == BY_OK)
            status = fill(table, keys, slots, result, err);
        by_hash_close(table);
    }
    return status;
}
