/* save_fuzz.c: a game with its settings, a position, and behind these two lines a file that `solve --save`
 * is to go on from, without its checksum: that is put right here, since bytes that do not add up are
 * refused before anything else is looked at. What is accepted is saved again, and accepted again. */
#include "base/rng.h"
#include "fuzz.h"
#include "search/solve/solve.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define TABLE_BYTES ((size_t)1 << 16)

/* --- the checksum, over the words of the layout in save.h -------------------------------- */

struct words {
    const uint8_t *at, *end;
    uint64_t sum;
    bool cut; /* the layout asks for more than there is */
};

static uint64_t take(struct words *w, int bytes)
{
    uint64_t word = 0;
    if (w->cut || w->end - w->at < bytes) {
        w->cut = true;
        return 0;
    }
    for (int i = 0; i < bytes; i++)
        word |= (uint64_t)*w->at++ << (8 * i);
    w->sum = by_mix64(w->sum ^ word) + 0x9e3779b97f4a7c15U;
    return word;
}

static void take_many(struct words *w, uint64_t count, int bytes)
{
    for (uint64_t i = 0; i < count && !w->cut; i++)
        (void)take(w, bytes);
}

static void take_file(struct words *w)
{
    take_many(w, 8, 1);
    (void)take(w, 4);
    for (int text = 0; text < 3; text++)
        take_many(w, take(w, 4), 1);
    (void)take(w, 8);
    take_many(w, 2, 4);
    uint64_t best = take(w, 4), line = take(w, 4);
    take_many(w, 2, 8);
    uint64_t notes = take(w, 4);
    take_many(w, best, 4);
    take_many(w, line, 4);
    take_many(w, notes, 8);
    while (!w->cut && take(w, 8) != 0)
        (void)take(w, 8);
}

/* --- the target ----------------------------------------------------------------------------- */

static bool solve(const struct by_line *line, const char *path)
{
    const atomic_bool stop = true; /* to read and to write is enough */
    struct by_solve_options options = {.table_bytes = TABLE_BYTES, .save = path};
    struct by_solution solution = {.best = NULL};
    struct by_error err = {.status = BY_OK};
    bool good = by_solve(line, &options, &stop, NULL, NULL, &solution, &err) == BY_OK;
    if (!good)
        by_fuzz_sentence(&err);
    by_solution_close(&solution);
    return good;
}

static void try_save(const struct by_line *line, const uint8_t *bytes, size_t size)
{
    char path[BY_FUZZ_PATH];
    uint8_t *file = malloc(size + 8);
    if (!file)
        abort();
    memcpy(file, bytes, size);
    struct words w = {.at = file, .end = file + size};
    take_file(&w);
    size_t used = (size_t)(w.at - file);
    for (int i = 0; i < 8; i++)
        file[used + (size_t)i] = (uint8_t)(w.sum >> (8 * i));
    by_fuzz_file(path, "saved", file, used + 8);
    if (solve(line, path))
        by_fuzz_demand(solve(line, path), "what was saved can be read");
    by_fuzz_remove(path);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *spec = by_fuzz_text(data, size);
    char *position = by_fuzz_split(spec), *rest = by_fuzz_split(position);
    size_t head = (size_t)(rest - spec);
    by_fuzz_tame(spec);
    struct by_rules *rules = by_fuzz_rules(spec, *position ? position : NULL);
    struct by_line *line = NULL;
    if (rules && by_line_open(rules, &line, NULL) == BY_OK)
        try_save(line, data + head, size - head);
    by_line_close(line);
    by_rules_close(rules);
    free(spec);
    return 0;
}
