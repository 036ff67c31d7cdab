/* tables.c: hash tables filled with the keys of positions that a search has met: the measure `hash`, probes
 * and bytes, and `hash-time`, which runs alone. Every number comes once for each kind of table:
 * found-chain, found-linear, ... */
#include "base/clock.h"
#include "lab/measures/searched.h"
#include "lessons/hash_compare.h"
#include "search/search.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
#define TABLE_OPTIONS                                                                              \
    {.name = "load", .type = BY_OPTION_REAL, .fallback = "0.75", .low = 0.01, .high = 0.99,        \
     .help = "keys for each slot"},                                                                \
    {.name = "slots", .type = BY_OPTION_INT, .fallback = "16384", .low = 64, .high = 1 << 24,      \
     .help = "slots of the tables, a power of two; kinds that want a prime take the next"}
/* clang-format on */

static const struct by_option probe_options[] = {TABLE_OPTIONS, {0}};
static const struct by_option time_options[] = {
    TABLE_OPTIONS,
    {.name = "repeat",
     .type = BY_OPTION_INT,
     .fallback = "5",
     .low = 1,
     .high = 1000,
     .help = "times that each table is timed in turn, of which the shortest counts"},
    {0},
};

/* --- the keys of a search ----------------------------------------------------------------------- */

struct keys {
    const struct by_rules *rules;
    const atomic_bool *stop;
    struct by_searcher *searcher;
    struct by_hash *seen;
    uint64_t *key;
    uint64_t count, wanted;
    enum by_status status;
};

static void on_step(void *context, const struct by_step *step)
{
    struct keys *keys = context;
    if (atomic_load_explicit(keys->stop, memory_order_relaxed))
        by_searcher_stop(keys->searcher);
    if (step->kind != BY_STEP_ENTER || keys->count == keys->wanted || keys->status != BY_OK)
        return;
    uint64_t key = keys->rules->game->key(keys->rules, step->position);
    if (by_hash_find(keys->seen, key, NULL))
        return;
    keys->key[keys->count++] = key;
    keys->status = by_hash_insert(keys->seen, key, 0, NULL);
    if (keys->count == keys->wanted || keys->status != BY_OK)
        by_searcher_stop(keys->searcher);
}

static enum by_status search_keys(const struct by_lab_job *job, struct keys *keys,
                                  struct by_error *err)
{
    struct by_events events = {.context = keys, .trace = on_step};
    struct by_decision decision = {.moves = NULL};
    struct by_line *line = NULL;
    enum by_status status =
        by_searcher_open(job->rules, job->cell->a, job->cell->seed, &keys->searcher, err);
    if (status == BY_OK)
        status = by_line_open(job->rules, &line, err);
    if (status == BY_OK)
        status = by_decision_open(job->rules, &decision, err);
    if (status == BY_OK)
        status = by_searcher_think(keys->searcher, line, NULL, &events, &decision, err);
    by_decision_close(&decision);
    by_line_close(line);
    by_searcher_close(keys->searcher);
    return status != BY_OK || keys->status == BY_OK ? status : by_fail_memory(err, 0);
}

/* Different keys in the order in which player a meets their positions; freed with free(). */
static enum by_status take_keys(const struct by_lab_job *job, uint64_t wanted, uint64_t **out,
                                struct by_error *err)
{
    struct keys keys = {.rules = job->rules, .stop = job->stop, .wanted = wanted};
    struct by_hash_options seen = {.kind = "linear", .keys = wanted};
    enum by_status status = by_hash_open(&seen, &keys.seen, err);
    if (status != BY_OK)
        return status;
    keys.key = calloc(wanted, sizeof *keys.key);
    status =
        keys.key ? search_keys(job, &keys, err) : by_fail_memory(err, wanted * sizeof *keys.key);
    by_hash_close(keys.seen);
    if (status == BY_OK && keys.count < wanted && !atomic_load(job->stop))
        status =
            by_fail(err, BY_BAD_INPUT,
                    "the search met %llu different positions, and %llu are needed: let it look "
                    "further ahead",
                    (unsigned long long)keys.count, (unsigned long long)wanted);
    *out = keys.key;
    return status;
}

/* --- probes --------------------------------------------------------------------------------------- */

static void give(struct by_lab_numbers *out, const char *what, const char *kind, double value)
{
    char name[BY_LAB_WORD_MAX];
    snprintf(name, sizeof name, "%s-%s", what, kind);
    by_lab_give(out, name, value);
}

static enum by_status count_probes(const struct by_lab_job *job, const uint64_t *keys,
                                   uint64_t slots, struct by_lab_numbers *out, struct by_error *err)
{
    double load = by_values_get(job->options, "load")->real;
    enum by_status status = BY_OK;
    const struct by_hash_kind *kind;
    for (int i = 0; (kind = by_hash_kind_at(i)) && status == BY_OK && !atomic_load(job->stop);
         i++) {
        struct by_hash_row row;
        status = by_hash_measure(keys, slots, kind, load, &row, err);
        if (status != BY_OK)
            return status;
        give(out, "found", kind->name, row.found);
        give(out, "missed", kind->name, row.missed);
        give(out, "longest", kind->name, (double)row.longest);
        give(out, "bytes", kind->name, (double)row.bytes / (double)row.keys);
        give(out, "expected-found", kind->name, row.expected_found);
        give(out, "expected-missed", kind->name, row.expected_missed);
    }
    return status;
}

/* --- time -------------------------------------------------------------------------------------------- */

struct timed {
    const struct by_hash_kind *kind;
    struct by_hash *table;
    double found, missed; /* nanoseconds of one look-up, the least so far */
};

/* Nanoseconds of a look-up of each of `count` keys. */
static double look_up(struct by_hash *table, const uint64_t *keys, uint64_t count)
{
    uint64_t sum = 0, value = 0;
    double begun = by_clock_thread();
    for (uint64_t i = 0; i < count; i++)
        sum += by_hash_find(table, keys[i], &value) ? value : 1;
    double seconds = by_clock_thread() - begun;
    return sum == UINT64_MAX ? INFINITY : 1e9 * seconds / (double)count; /* the sum is needed */
}

static void time_tables(const struct by_lab_job *job, struct timed *timed, int kinds,
                        const uint64_t *keys, uint64_t slots)
{
    int repeat = (int)by_values_get(job->options, "repeat")->integer;
    for (int round = 0; round < repeat; round++)
        for (int i = 0; i < kinds && !atomic_load(job->stop); i++) {
            struct timed *t = &timed[i];
            t->found = fmin(t->found, look_up(t->table, keys, by_hash_count(t->table)));
            t->missed = fmin(t->missed, look_up(t->table, keys + slots, slots));
        }
}

static enum by_status take_times(const struct by_lab_job *job, const uint64_t *keys, uint64_t slots,
                                 struct by_lab_numbers *out, struct by_error *err)
{
    struct timed timed[BY_HASH_KINDS_MAX] = {{0}};
    double load = by_values_get(job->options, "load")->real;
    enum by_status status = BY_OK;
    int kinds = 0;
    while (status == BY_OK && kinds < BY_HASH_KINDS_MAX && by_hash_kind_at(kinds)) {
        struct timed *t = &timed[kinds];
        *t = (struct timed){by_hash_kind_at(kinds), NULL, INFINITY, INFINITY};
        status = by_hash_filled(keys, slots, t->kind, load, &t->table, err);
        kinds++;
    }
    if (status == BY_OK)
        time_tables(job, timed, kinds, keys, slots);
    for (int i = 0; i < kinds; i++) {
        if (status == BY_OK && !atomic_load(job->stop)) {
            give(out, "found", timed[i].kind->name, timed[i].found);
            give(out, "missed", timed[i].kind->name, timed[i].missed);
        }
        by_hash_close(timed[i].table);
    }
    return status;
}

/* --- the measures --------------------------------------------------------------------------------------- */

static enum by_status check(const struct by_lab_job *job, struct by_error *err)
{
    int64_t slots = by_values_get(job->options, "slots")->integer;
    if (!job->rules || !*job->cell->a)
        return by_fail(
            err, BY_BAD_INPUT,
            "a row with this measure names a game and a player a, whose positions are the keys");
    if (slots & (slots - 1))
        return by_fail(err, BY_BAD_INPUT, "slots= takes a power of two");
    return by_check_search(job->rules, job->cell->a, err);
}

static enum by_status run(const struct by_lab_job *job, struct by_lab_numbers *out,
                          struct by_error *err)
{
    uint64_t slots = (uint64_t)by_values_get(job->options, "slots")->integer, *keys = NULL;
    enum by_status status = take_keys(job, 2 * slots, &keys, err);
    if (status == BY_OK && !atomic_load(job->stop))
        status = by_values_find(job->options, "repeat") ? take_times(job, keys, slots, out, err)
                                                        : count_probes(job, keys, slots, out, err);
    free(keys);
    return status;
}

const struct by_lab_measure by_lab_measure_hash = {
    .name = "hash",
    .help = "probes of every kind of hash table, on keys of player a's search: found-KIND, "
            "missed-KIND, "
            "longest-KIND, bytes-KIND (a key), expected-found-KIND, expected-missed-KIND (Knuth)",
    .options = probe_options,
    .check = check,
    .run = run,
};

const struct by_lab_measure by_lab_measure_hash_time = {
    .name = "hash-time",
    .help = "nanoseconds of a look-up in every kind of hash table: found-KIND, missed-KIND",
    .options = time_options,
    .alone = true,
    .check = check,
    .run = run,
};
