/* named_fuzz.c: any bytes as the file of names. Refused with a sentence, and then not changed; or a name
 * can be added and taken away, and the others stay. */
#include "base/spec.h"
#include "fuzz.h"
#include "players/named.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROBE "fuzz-probe"

/* Counts the names, and adds up what they stand for. */
struct sum {
    int count;
    uint64_t hash;
};

static void add(void *context, const char *name, const char *spec)
{
    struct sum *sum = context;
    if (strcmp(name, PROBE) == 0)
        return;
    sum->count++;
    for (; *name; name++)
        sum->hash = sum->hash * 31 + (unsigned char)*name;
    for (; *spec; spec++)
        sum->hash = sum->hash * 31 + (unsigned char)*spec;
}

static bool read_names(struct sum *sum)
{
    struct by_error err = {.status = BY_OK};
    *sum = (struct sum){0};
    if (by_named_each(add, sum, &err) == BY_OK)
        return true;
    by_fuzz_sentence(&err);
    return false;
}

static void try_names(void)
{
    char spec[BY_SPEC_LENGTH_MAX + 1];
    struct sum before, after;
    struct by_error err = {.status = BY_OK};
    if (!read_names(&before))
        return;
    if (by_named_add(PROBE, "random", true, &err) != BY_OK) {
        by_fuzz_sentence(&err); /* as many as there may be */
        return;
    }
    by_fuzz_demand(read_names(&after) && after.count == before.count && after.hash == before.hash,
                   "the other names stay when one is added");
    by_fuzz_demand(by_named_find(PROBE, spec, sizeof spec, &err) == BY_OK &&
                       strcmp(spec, "random") == 0,
                   "a name that was added is found");
    by_fuzz_demand(by_named_remove(PROBE, &err) == BY_OK, "it can be taken away");
    by_fuzz_demand(read_names(&after) && after.count == before.count && after.hash == before.hash,
                   "the other names stay when one is taken away");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[BY_FUZZ_PATH], inner[BY_FUZZ_PATH + 16], path[BY_FUZZ_PATH];
    by_fuzz_folder(folder);
    (void)setenv("XDG_CONFIG_HOME", folder, 1);
    (void)snprintf(inner, sizeof inner, "%s/banyan", folder);
    (void)mkdir(inner, 0700);
    by_fuzz_file(path, "banyan/engines", data, size);
    try_names();
    (void)unlink(path);
    (void)rmdir(inner);
    by_fuzz_remove(path);
    return 0;
}
