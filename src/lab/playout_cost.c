/* playout_cost.c: see playout_cost.h. */
#include "lab/playout_cost.h"
#include "base/clock.h"
#include "base/spec.h"
#include <stdlib.h>
#include <string.h>

#define POINTS 4000 /* of the boards of all playouts whose steps are counted, about */

void by_playground_close(struct by_playground *ground)
{
    free(ground->position);
    free(ground->out.scratch);
    if (ground->rules)
        by_rules_close(ground->rules);
    *ground = (struct by_playground){.rules = NULL};
}

enum by_status by_playground_open(struct by_playground *ground, const char *text,
                                  struct by_error *err)
{
    struct by_spec spec;
    *ground = (struct by_playground){.rules = NULL};
    enum by_status status = by_spec_read(text, &spec, err);
    if (status == BY_OK)
        status = by_rules_open(spec.name, spec.settings, spec.count, NULL, &ground->rules, err);
    if (status != BY_OK)
        return status;
    if (!by_policy_find(ground->rules, "uniform"))
        return by_fail(err, BY_BAD_INPUT, "%s has no uniform playouts", spec.name);
    ground->position = malloc(ground->rules->position_size);
    ground->out.scratch = calloc((size_t)ground->rules->max_moves, sizeof *ground->out.scratch);
    by_playground_reset(ground, 1, 0);
    return ground->position && ground->out.scratch
               ? BY_OK
               : by_fail_memory(err, ground->rules->position_size);
}

void by_playground_reset(struct by_playground *ground, uint64_t seed, uint64_t stream)
{
    by_rng_init(&ground->rng, seed, stream);
}

int by_playground_phases(const struct by_playground *ground)
{
    const char *const *names = ground->rules->game->phases;
    int count = 0;
    while (names && names[count] && count < BY_PHASES_MAX)
        count++;
    return count;
}

static bool stopped(const struct by_playground *ground)
{
    return ground->stop && atomic_load_explicit(ground->stop, memory_order_relaxed);
}

static void play_out(struct by_playground *ground)
{
    const struct by_rules *rules = ground->rules;
    memcpy(ground->position, rules->start, rules->position_size);
    by_policy_find(rules, "uniform")->run(rules, ground->position, &ground->rng, &ground->out);
}

int by_playground_playouts(const struct by_playground *ground)
{
    int points = ground->rules->width * ground->rules->height;
    return 1 + POINTS / (points > 0 ? points : 1);
}

double by_playground_steps(struct by_playground *ground, double *of)
{
    int phases = by_playground_phases(ground), playouts = by_playground_playouts(ground);
    double all = 0;
    memset(ground->work, 0, sizeof ground->work);
    ground->out.work = ground->work;
    for (int i = 0; i < playouts && !stopped(ground); i++)
        play_out(ground);
    ground->out.work = NULL;
    for (int i = 0; i < phases; i++) {
        of[i] = (double)ground->work[i] / playouts;
        all += of[i];
    }
    return all;
}

double by_playground_plies(struct by_playground *ground)
{
    int playouts = by_playground_playouts(ground);
    double plies = 0;
    for (int i = 0; i < playouts && !stopped(ground); i++) {
        play_out(ground);
        plies += ground->out.length;
    }
    return plies / playouts;
}

double by_playground_seconds(struct by_playground *ground, int playouts, double least)
{
    double begun = by_clock_thread(), elapsed;
    int done = 0;
    do {
        play_out(ground);
        done++;
        elapsed = by_clock_thread() - begun;
    } while ((done < playouts || elapsed < least) && !stopped(ground));
    return elapsed / done;
}
