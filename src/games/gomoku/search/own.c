/* own.c: the state of Gomoku's own search, kept from move to move. */
#include "games/gomoku/search/worker.h"
#include <stdlib.h>

#define MEMORY ((size_t)64 << 20) /* of the table, where nobody says how much */

const int32_t by_gomoku_rank_part[BY_GOMOKU_PATTERNS] = {
    [BY_GOMOKU_BLOCKED_ONE] = 0,
    [BY_GOMOKU_ONE] = 2,
    [BY_GOMOKU_BLOCKED_TWO] = 8,
    [BY_GOMOKU_TWO] = 30,
    [BY_GOMOKU_BLOCKED_THREE] = 35,
    [BY_GOMOKU_THREE] = 150 + BY_GOMOKU_A_THREE,
    [BY_GOMOKU_BLOCKED_FOUR] = 130 + BY_GOMOKU_A_FOUR,
    [BY_GOMOKU_FOUR] = 200 + BY_GOMOKU_OPENED,
    [BY_GOMOKU_FIVE] = 250 + BY_GOMOKU_OPENED,
};

enum by_status by_gomoku_own_open(const struct by_rules *rules, size_t memory, int threads,
                                  void **state, struct by_error *err)
{
    *state = NULL;
    enum by_status status = by_thread_allow(threads, err);
    if (status != BY_OK)
        return status;
    struct by_gomoku_search *search = calloc(1, sizeof *search);
    if (!search)
        return by_fail_memory(err, sizeof *search);
    search->rules = rules;
    search->threads = threads;
    status = by_gomoku_table_open(&search->table, memory > 0 ? memory : MEMORY, err);
    if (status == BY_OK)
        *state = search;
    else
        free(search);
    return status;
}

void by_gomoku_own_close(void *state)
{
    struct by_gomoku_search *search = state;
    by_gomoku_table_close(&search->table);
    free(search);
}

void by_gomoku_own_forget(void *state)
{
    by_gomoku_table_clear(&((struct by_gomoku_search *)state)->table);
}
