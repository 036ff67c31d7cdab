/* grundy.c: what positions of a game are worth in which both sides have the same moves and who cannot
 * move loses: the smallest number that none of the positions behind is worth (Sprague 1935, Grundy 1939).
 * The measure `grundy` takes it from the moves alone; the theorem about sums is not used. */
#include "lab/measures/searched.h"
#include "search/position_set.h"
#include <stdlib.h>
#include <string.h>

#define SET_BYTES ((size_t)512 << 20)
#define WORTH_MAX 1024

/* What the set keeps of a position. */
struct worth {
    int32_t grundy;
};

struct study {
    const struct by_rules *rules;
    const atomic_bool *stop;
    struct by_position_set set;
    size_t held;
    bool halted; /* stopped, or no memory */
};

/* One level of the recursion: as deep as a game is long. */
static int32_t worth_of(struct study *study, const void *position);

static int32_t least_missing(struct study *study, const void *position, by_move *moves,
                             unsigned char *next)
{
    const struct by_rules *rules = study->rules;
    bool there[WORTH_MAX] = {false};
    int count = rules->game->over(rules, position) ? 0 : rules->game->moves(rules, position, moves);
    for (int i = 0; i < count && !study->halted; i++) {
        memcpy(next, position, rules->position_size);
        rules->game->play(rules, next, moves[i], NULL);
        int32_t worth = worth_of(study, next);
        if (worth < WORTH_MAX)
            there[worth] = true;
    }
    int32_t worth = 0;
    while (worth < WORTH_MAX - 1 && there[worth])
        worth++;
    return worth;
}

static int32_t compute(struct study *study, const void *position)
{
    const struct by_rules *rules = study->rules;
    by_move *moves = malloc((size_t)rules->max_moves * sizeof *moves);
    unsigned char *next = malloc(rules->position_size);
    int32_t worth = 0;
    if (moves && next)
        worth = least_missing(study, position, moves, next);
    else
        study->halted = true;
    free(moves);
    free(next);
    return worth;
}

static int32_t worth_of(struct study *study, const void *position)
{
    const struct by_rules *rules = study->rules;
    bool added = false;
    uint8_t *pack = malloc(rules->pack_size);
    if (!pack || atomic_load_explicit(study->stop, memory_order_relaxed)) {
        study->halted = true;
        free(pack);
        return 0;
    }
    size_t size = rules->game->pack(rules, position, pack);
    struct worth *known = by_position_set_at(&study->set, pack, size, &added);
    free(pack);
    study->halted |= !known;
    if (known && added) {
        int32_t worth = compute(study, position);
        known->grundy = worth; /* records never move */
    }
    return known ? known->grundy : 0;
}

/* --- the measure ------------------------------------------------------------------------------------ */

static enum by_status run(const struct by_lab_job *job, struct by_lab_numbers *out,
                          struct by_error *err)
{
    struct study study = {.rules = job->rules, .stop = job->stop};
    enum by_status status = by_position_set_open(&study.set, job->rules->pack_size,
                                                 sizeof(struct worth), &study.held, SET_BYTES, err);
    if (status != BY_OK)
        return status;
    int32_t worth = worth_of(&study, job->rules->start);
    uint32_t positions = study.set.count;
    by_position_set_close(&study.set);
    if (atomic_load(job->stop))
        return BY_OK;
    if (study.halted)
        return by_fail(err, BY_NO_MEMORY, "the positions do not fit into memory");
    by_lab_give(out, "grundy", worth);
    by_lab_give(out, "positions", positions);
    return *job->cell->a ? by_give_searched(job, out, err) : BY_OK;
}

static enum by_status check(const struct by_lab_job *job, struct by_error *err)
{
    if (!job->rules)
        return by_fail(err, BY_BAD_INPUT, "a row with the measure grundy names a game");
    if (job->rules->has_chance || job->rules->max_length > 1000)
        return by_fail(err, BY_BAD_INPUT, "grundy is for short games without chance");
    return *job->cell->a ? by_check_search(job->rules, job->cell->a, err) : BY_OK;
}

const struct by_lab_measure by_lab_measure_grundy = {
    .name = "grundy",
    .help = "the worth of the start position by its moves alone, and `value`: what player a says "
            "who wins",
    .check = check,
    .run = run,
};
