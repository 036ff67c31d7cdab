/* strengths_fuzz.c: a file of strengths of moves for Go. The sum is made right first, or nothing but the sum
 * would ever be tried. */
#include "base/checksum.h"
#include "fuzz.h"
#include "games/bits.h"

#include <stdlib.h>
#include <string.h>

enum { SUM_AT = 12, HEAD = 16 };

static void try_board(const char *path, const char *board)
{
    const struct by_setting setting[] = {{"strengths", path}, {"size", board}};
    struct by_rules *rules = NULL;
    struct by_error err = {.status = BY_OK};
    if (by_rules_open("go", setting, 2, NULL, &rules, &err) != BY_OK) {
        by_fuzz_sentence(&err);
        return;
    }
    by_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    float *strength = calloc((size_t)rules->max_moves, sizeof *strength);
    int count = moves ? rules->game->moves(rules, rules->start, moves) : 0;
    if (strength)
        rules->game->strengths(rules, rules->start, moves, count, strength);
    for (int i = 0; strength && i < count; i++)
        by_fuzz_demand(strength[i] > 0 && strength[i] < 1e30F, "a strength is above 0 and finite");
    free(moves);
    free(strength);
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
        by_bits_store(by_crc32(0, file + HEAD, size - HEAD), 4, file + SUM_AT);
    by_fuzz_file(path, "strengths", file, size);
    try_board(path, "5");
    try_board(path, "13");
    by_fuzz_remove(path);
    free(file);
    return 0;
}
