#include "games/othello/search/own.h"
#include "base/thread.h"
#include "games/othello/search/saved.h"
#include "games/othello/search/worker.h"
#include <stdlib.h>
#include <string.h>

#define MEMORY      ((size_t)64 << 20) /* of the table, where nobody says how much */

#define NEAR_MEMORY ((size_t)256 << 10) /* of a thread's own: half of a core's second cache */

static const struct by_othello_kernel *choose_kernel(void)
{
#if BY_OTHELLO_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
        return &by_othello_search_avx2;
#endif
    return &by_othello_search_any;
}

static enum by_status open_tables(struct by_othello_search *search, size_t memory,
                                  struct by_error *err)
{
    size_t bytes = (size_t)search->threads * sizeof *search->near;
    search->table.cells = search->squares.cells;
    search->near = calloc((size_t)search->threads, sizeof *search->near);
    enum by_status status = search->near ? by_othello_table_open(&search->table, memory, err)
                                         : by_fail_memory(err, bytes);
    for (int i = 0; i < search->threads && status == BY_OK; i++) {
        status = by_othello_table_open(&search->near[i], NEAR_MEMORY, err);
        search->near[i].latest_first = true;
    }
    return status;
}

/* Whether the build has weights and there was no room for them: to play without would be another player. */
static bool lacks_memory(const struct by_othello_search *search)
{
    return search->rules->width == 8 && !search->weights && !by_othello_lacks(search->rules);
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
    search->weights = rules->width == 8 ? by_othello_weights_of(rules) : NULL;
    by_othello_squares_fill(&search->squares, rules->width);
    status = lacks_memory(search)
                 ? by_fail(err, BY_NO_MEMORY,
                           "out of memory: the weights of Othello's evaluation learned "
                           "find no room")
                 : open_tables(search, memory > 0 ? memory : MEMORY, err);
    if (status == BY_OK)
        *state = search;
    else
        by_othello_own_close(search);
    return status;
}

void by_othello_own_close(void *state)
{
    struct by_othello_search *search = state;
    by_othello_table_close(&search->table);
    for (int i = 0; search->near && i < search->threads; i++)
        by_othello_table_close(&search->near[i]);
    free(search->near);
    free(search);
}

void by_othello_own_forget(void *state)
{
    struct by_othello_search *search = state;
    by_othello_table_clear(&search->table);
    for (int i = 0; i < search->threads; i++)
        by_othello_table_clear(&search->near[i]);
}

bool by_othello_own_next(const void *state, size_t *cursor, uint64_t entry[2])
{
    return by_othello_saved_next(&((const struct by_othello_search *)state)->table, cursor, entry);
}

bool by_othello_own_insert(void *state, const uint64_t entry[2])
{
    struct by_othello_search *search = state;
    return by_othello_saved_insert(&search->table, &search->squares, entry);
}

/* Whether the side to move can only pass: then the question is about the opponent. */
static bool must_pass(const struct by_rules *rules, const void *position)
{
    by_move moves[BY_OTHELLO_CELLS_MAX];
    return rules->game->moves(rules, position, moves) == 1 &&
           moves[0] == rules->width * rules->height;
}

/* Without an evaluation there is nothing to say of the middle game: the search that all games share goes on.
 * With so few squares empty the end is found sooner than it could say anything (6x6: 26,000 nodes, a
 * millisecond; with 16 squares 170,000). */
#define SOLVED_BLINDLY 14

static bool is_beyond(const struct by_othello_search *search, const struct by_othello_job *job)
{
    const struct by_own_search *asked = job->asked;
    int empties = search->squares.cells - by_bits_count(job->me | job->you);
    bool to_the_end = asked->depth == 0 || asked->depth >= empties;
    return !search->weights && !asked->exact && (!to_the_end || empties > SOLVED_BLINDLY);
}

/* Of the eight images the least: who asks for one after the other finds in the table what the first took. With an
 * evaluation the end is never so far that this would be worth it. */
static void take_least_image(struct by_othello_job *job)
{
    uint64_t me = job->me, you = job->you;
    for (int symmetry = 1; symmetry < 8; symmetry++) {
        uint64_t mine = by_othello_image(me, symmetry), yours = by_othello_image(you, symmetry);
        if (mine < job->me || (mine == job->me && yours < job->you)) {
            job->me = mine;
            job->you = yours;
            job->symmetry = symmetry;
        }
    }
}

bool by_othello_own_search(void *state, const void *position, struct by_own_search *asked)
{
    struct by_othello_search *search = state;
    const struct by_rules *rules = search->rules;
    struct by_board_view view = {0};
    rules->game->board->look(rules, position, &view);
    bool passed = must_pass(rules, position);
    int side = passed ? !view.side : view.side;
    struct by_othello_job job = {
        .search = search,
        .asked = asked,
        .me = by_othello_set_of(&search->squares, view.stones[side][0]),
        .you = by_othello_set_of(&search->squares, view.stones[!side][0]),
        .passed = passed,
    };
    asked->nodes = 0;
    asked->move = BY_NO_MOVE;
    asked->proven = asked->complete = false;
    asked->reached = asked->sureness = asked->pv_count = asked->move_count = 0;
    if (is_beyond(search, &job))
        return false;
    if (!search->weights)
        take_least_image(&job);
    search->table.date++;
    return search->kernel->run(&job);
}
