/* Proof-number search as a solver of by_solve. */
#include "search/proof/pns.h"
#include "search/solve/solver.h"
#include "search/textbook/exact.h"
#include <stdlib.h>
#include <string.h>

#define WORDS 3 /* of notes for each question */

struct solver {
    struct by_pns pns;
    const void *root;
    unsigned char *child; /* the position after a root move */
};

static const struct by_events nobody;

static void close_engine(void *state)
{
    struct solver *solver = state;
    by_pns_close(&solver->pns);
    free(solver->child);
    free(solver);
}

static enum by_status open_engine(const struct by_rules *rules,
                                  const struct by_solve_options *options, void **state,
                                  struct by_error *err)
{
    struct by_pns_options use = {options->table_bytes, true, true};
    struct solver *solver = calloc(1, sizeof *solver);
    if (!solver)
        return by_fail_memory(err, sizeof *solver);
    enum by_status status = by_pns_open(&solver->pns, rules, &use, err);
    solver->child = malloc(rules->position_size);
    if (status == BY_OK && !solver->child)
        status = by_fail_memory(err, rules->position_size);
    if (status != BY_OK) {
        close_engine(solver);
        return status;
    }
    *state = solver;
    return BY_OK;
}

static void start(void *state, const struct by_solver_job *job)
{
    struct solver *solver = state;
    struct by_walk *walk = &solver->pns.walk;
    solver->root = job->root;
    by_walk_start(walk, job->root);
    walk->stop = job->stop;
    walk->events = &nobody;
    walk->pulse = job->pulse;
    walk->pulse_context = job->context;
    by_walk_count(walk);
}

static void stand_behind(struct solver *solver, by_move move)
{
    const struct by_rules *rules = solver->pns.walk.rules;
    memcpy(solver->child, solver->root, rules->position_size);
    rules->game->play(rules, solver->child, move, NULL);
    by_pns_stand(&solver->pns, solver->child);
}

/* The opponent's value between one more than the floor leaves it and what the ceiling leaves it: what
 * lies outside is not told apart. */
static bool value_of(void *state, by_move move, int64_t floor, int64_t ceiling, int64_t *value)
{
    struct solver *solver = state;
    struct by_pns_value theirs = by_pns_any(solver->pns.walk.rules);
    if (theirs.high > 1 - floor)
        theirs.high = 1 - floor;
    if (theirs.low < -ceiling)
        theirs.low = -ceiling;
    stand_behind(solver, move);
    by_pns_value(&solver->pns, &theirs, NULL, NULL);
    *value = -theirs.low;
    return theirs.low >= theirs.high;
}

static int line_of(void *state, by_move move, int64_t value, by_move *out, int room)
{
    struct solver *solver = state;
    stand_behind(solver, move);
    out[0] = move;
    int count = by_pns_follow(&solver->pns, -value, out + 1, room - 1);
    return solver->pns.walk.stopped ? 0 : count + 1;
}

static uint64_t nodes_of(const void *state)
{
    return ((const struct solver *)state)->pns.walk.nodes;
}

static enum by_status trouble(const void *state, struct by_error *err)
{
    return by_exact_starved(&((const struct solver *)state)->pns.walk, err);
}

/* --- the table for files -------------------------------------------------------- */

static bool next(const void *state, size_t *cursor, struct by_solver_entry *entry)
{
    const struct solver *solver = state;
    const struct by_proof_entry *found = by_proof_table_next(&solver->pns.table, cursor);
    if (found)
        *entry = (struct by_solver_entry){found->key, found->data};
    return found != NULL;
}

static bool insert(void *state, const struct by_solver_entry *entry)
{
    struct solver *solver = state;
    return by_proof_table_insert(&solver->pns.table,
                                 &(struct by_proof_entry){entry->key, entry->data});
}

static size_t notes(const void *state, uint64_t *out, size_t room)
{
    const struct by_pns *pns = &((const struct solver *)state)->pns;
    size_t count = 0;
    for (int i = 0; i < pns->met_count && count + WORDS <= room; i++) {
        out[count++] = (uint64_t)pns->met[i].bound;
        out[count++] = (uint64_t)pns->met[i].below;
        out[count++] = (uint64_t)pns->met[i].above;
    }
    return count;
}

static bool take_notes(void *state, const uint64_t *words, size_t count)
{
    struct by_pns *pns = &((struct solver *)state)->pns;
    if (count % WORDS != 0 || count / WORDS > BY_PNS_QUESTIONS)
        return false;
    pns->met_count = (int)(count / WORDS);
    for (int i = 0; i < pns->met_count; i++, words += WORDS) {
        pns->met[i] = (struct by_pns_met){(int64_t)words[0], (int64_t)words[1], (int64_t)words[2]};
        if (pns->met[i].below >= pns->met[i].bound || pns->met[i].above < pns->met[i].bound)
            return false;
    }
    return true;
}

const struct by_solver by_solver_pns = {
    .name = "pns",
    .open = open_engine,
    .close = close_engine,
    .start = start,
    .value = value_of,
    .line = line_of,
    .nodes = nodes_of,
    .trouble = trouble,
    .next = next,
    .insert = insert,
    .notes = notes,
    .take_notes = take_notes,
};
