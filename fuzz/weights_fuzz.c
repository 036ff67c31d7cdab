/* weights_fuzz.c: a file of weights for Othello or Gomoku. The sum is made right first, or nothing but the sum
 * would ever be tried. */
#include "base/checksum.h"
#include "fuzz.h"
#include "games/bits.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD = 32, LENGTH_AT = 24, SUM_AT = 28 };

static void make_whole(uint8_t *file, size_t size)
{
    by_bits_store(size - HEAD, 4, file + LENGTH_AT);
    by_bits_store(by_crc32(by_crc32(0, file, SUM_AT), file + HEAD, size - HEAD), 4, file + SUM_AT);
}

static void try_file(const char *game, const char *path)
{
    const struct by_setting setting = {"weights", path};
    struct by_rules *rules = NULL;
    struct by_error err = {.status = BY_OK};
    if (by_rules_open(game, &setting, 1, NULL, &rules, &err) != BY_OK)
        by_fuzz_sentence(&err);
    else
        for (const struct by_eval *eval = rules->game->evals; eval->name; eval++) {
            int32_t value = eval->value(rules, rules->start);
            by_fuzz_demand(value > -eval->win && value < eval->win, "a value below a win");
        }
    by_rules_close(rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[BY_FUZZ_PATH];
    uint8_t *file = malloc(size + 1);
    if (!file)
        return 0;
    if (size > 0)
        memcpy(file, data, size);
    if (size > HEAD && data[SUM_AT] != 0) /* a zero there: as it is */
        make_whole(file, size);
    by_fuzz_file(path, "weights", file, size);
    try_file("othello", path);
    try_file("gomoku", path);
    by_fuzz_remove(path);
    free(file);
    return 0;
}
