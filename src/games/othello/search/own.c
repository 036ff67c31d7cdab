#include "games/othello/search/own.h"
#include "base/thread.h"
#include "games/othello/search/worker.h"
#include <stdlib.h>
#include <string.h>

#define MEMORY ((size_t)64 << 20) /* of the table, where nobody says how much */

static const struct by_othello_kernel *choose_kernel(void)
{
#if BY_OTHELLO_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return &by_othello_search_avx2;
#endif
    return &by_othello_search_any;
}

enum by_status by_othello_own_open(const struct by_rules *rules, size_t memory, int threads,
                                   void **state, struct by_error *err)
{
    *state = NULL;
    if (rules->width > 8)
        return BY_OK;
    enum by_status status = by_thread_allow(threads, err);
    if (status != BY_OK)
        return status;
    struct by_othello_search *search = calloc(1, sizeof *search);
    if (!search)
        return by_fail_memory(err, sizeof *search);
    search->rules = rules;
    search->shape = rules->data;
    search->kernel = choose_kernel();
    search->threads = threads;
    by_othello_squares_fill(&search->squares, rules->width);
    status = by_othello_table_open(&search->table, memory > 0 ? memory : MEMORY, err);
    if (status == BY_OK)
        *state = search;
    else
        free(search);
    return status;
}

void by_othello_own_close(void *state)
{
    struct by_othello_search *search = state;
    by_othello_table_close(&search->table);
    free(search);
}

void by_othello_own_forget(void *state)
{
    struct by_othello_search *search = state;
    by_othello_table_clear(&search->table);
}

bool by_othello_own_search(void *state, const void *position, struct by_own_search *asked)
{
    struct by_othello_search *search = state;
    const struct by_rules *rules = search->rules;
    struct by_board_view view;
    rules->game->board->look(rules, position, &view);
    struct by_othello_job job = {
        .search = search,
        .asked = asked,
        .me = by_othello_set_of(&search->squares, view.stones[view.side][0]),
        .you = by_othello_set_of(&search->squares, view.stones[!view.side][0]),
    };
    asked->nodes = 0;
    asked->move = BY_NO_MOVE;
    asked->proven = asked->complete = false;
    asked->reached = asked->sureness = asked->pv_count = asked->move_count = 0;
    return search->kernel->run(&job);
}
