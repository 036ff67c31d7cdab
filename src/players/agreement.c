/* agreement.c: see agreement.h. */
#include "players/agreement.h"

#include <stdlib.h>
#include <string.h>

/* Once a game: better judged than soon. */
#define PLAYOUTS 1000

bool by_agreement_wanted(const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    if (!rules->game->count || !rules->game->cells || !by_line_over(line))
        return false;
    void *position = malloc(rules->position_size);
    if (!position)
        return false;
    memcpy(position, by_line_position(line), rules->position_size);
    rules->game->resume(rules, position);
    bool wanted = !rules->game->over(rules, position);
    free(position);
    return wanted;
}

static void count(struct by_agreement *agreement)
{
    agreement->rules->game->count(agreement->rules, agreement->position, agreement->dead,
                                  agreement->seki, &agreement->count);
}

void by_agreement_alive(struct by_agreement *agreement, const struct by_line *line)
{
    const struct by_rules *rules = line->rules;
    *agreement = (struct by_agreement){.rules = rules, .position = by_line_position(line)};
    rules->game->cells(rules, agreement->position, BY_NO_MOVE, &agreement->cells);
    agreement->points = agreement->cells.width * agreement->cells.height;
    count(agreement);
}

enum by_status by_agreement_open(struct by_agreement *agreement, const struct by_line *line,
                                 uint64_t seed, struct by_error *err)
{
    const struct by_rules *rules = line->rules;
    const struct by_judging how = {.seed = by_seed_derive(seed, line->keys[line->count]),
                                   .playouts = PLAYOUTS};
    struct by_verdict verdict;
    by_agreement_alive(agreement, line);
    if (!rules->game->judge(rules, agreement->position, &how, &verdict))
        return by_fail_memory(err, rules->position_size);
    memcpy(agreement->dead, verdict.dead, sizeof agreement->dead);
    memcpy(agreement->seki, verdict.seki, sizeof agreement->seki);
    count(agreement);
    return BY_OK;
}

/* The chain on a point that was named becomes dead or living, or seki or not. */
static enum by_status change(struct by_agreement *agreement, const char *point, bool to_seki,
                             struct by_error *err)
{
    const struct by_rules *rules = agreement->rules;
    int16_t chain[BY_JUDGED_MAX];
    char quoted[BY_QUOTE_SIZE];
    by_move move = BY_NO_MOVE;
    enum by_status status = rules->game->read_move(rules, agreement->position, point, &move, err);
    if (status != BY_OK)
        return status;
    int stones = rules->game->chain(rules, agreement->position, move, chain);
    if (stones == 0)
        return by_fail(err, BY_BAD_INPUT, "there is no stone on '%s'", by_quote(point, quoted));
    bool dead = !to_seki && !agreement->dead[move];
    bool seki = to_seki && !agreement->seki[move];
    for (int i = 0; i < stones; i++) {
        agreement->dead[chain[i]] = dead;
        agreement->seki[chain[i]] = seki;
    }
    count(agreement);
    return BY_OK;
}

enum by_status by_agreement_turn(struct by_agreement *agreement, const char *point,
                                 struct by_error *err)
{
    return change(agreement, point, false, err);
}

enum by_status by_agreement_seki(struct by_agreement *agreement, const char *point,
                                 struct by_error *err)
{
    return change(agreement, point, true, err);
}

int by_agreement_dead(const struct by_agreement *agreement, int side)
{
    int stones = 0;
    for (int i = 0; i < agreement->points; i++)
        stones += agreement->dead[i] && agreement->cells.cell[i] == (side == 0 ? 'X' : 'O');
    return stones;
}
