/* selection.c: natural selection, as tune.h says. */
#include "base/num.h"
#include "learn/tuner.h"
#include <stdlib.h>
#include <string.h>

/* How far a mutant strays, as a part of the range: in the first generation and in the last. */
#define STRAY_FIRST 0.2
#define STRAY_LAST  0.04

struct creature {
    double u[BY_VARY_MAX];
    double points, games;
};

struct population {
    struct by_tuner *tuner;
    int count, params;
    struct creature *creatures;
};

static double score_of(const struct creature *c)
{
    return c->games > 0 ? c->points / c->games : 0.5;
}

static double reflect(double u)
{
    u = u < 0 ? -u : u;
    u = u > 1 ? 2 - u : u;
    return u < 0 ? 0 : u;
}

/* --- the beginning ------------------------------------------------------------------------ */

static void begin(struct population *p)
{
    const struct by_vary *vary = p->tuner->plan->vary;
    struct by_rng rng;
    by_rng_init(&rng, by_tuner_seed(p->tuner, BY_TUNE_MUTANTS, 0), 0);
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < p->params; k++)
            p->creatures[i].u[k] =
                i == 0 ? by_param_point(&vary->param[k], vary->param[k].start) : by_rng_unit(&rng);
}

/* --- a generation --------------------------------------------------------------------------- */

static void add_points(struct creature *a, struct creature *b, const struct by_tally *tally)
{
    double games = (double)by_tally_games(tally);
    double points = (double)tally->games[2] + (double)tally->games[1] / 2;
    a->points += points;
    b->points += games - points;
    a->games += games;
    b->games += games;
}

/* Everybody against everybody, all from the same openings. */
static enum by_status play(struct population *p, int generation, struct by_error *err)
{
    uint64_t seed = by_tuner_seed(p->tuner, BY_TUNE_GAMES, generation);
    enum by_status status = BY_OK;
    for (int i = 0; i < p->count; i++)
        p->creatures[i].points = p->creatures[i].games = 0;
    for (int i = 0; i < p->count; i++)
        for (int j = i + 1; j < p->count && !status && !p->tuner->stopped; j++) {
            struct by_tally tally;
            status =
                by_tuner_bout(p->tuner, p->creatures[i].u, p->creatures[j].u, seed, &tally, err);
            if (!status && !p->tuner->stopped)
                add_points(&p->creatures[i], &p->creatures[j], &tally);
        }
    return status;
}

/* The best first; who was there before stays before his equals. */
static void sort(struct population *p)
{
    for (int i = 1; i < p->count; i++) {
        struct creature moving = p->creatures[i];
        int j = i;
        for (; j > 0 && score_of(&p->creatures[j - 1]) < score_of(&moving); j--)
            p->creatures[j] = p->creatures[j - 1];
        p->creatures[j] = moving;
    }
}

static void average(const struct population *p, double *out)
{
    int half = p->count / 2;
    for (int k = 0; k < p->params; k++) {
        out[k] = 0;
        for (int i = 0; i < half; i++)
            out[k] += p->creatures[i].u[k] / half;
    }
}

static enum by_status keep(const struct population *p, struct by_error *err)
{
    double middle[BY_VARY_MAX];
    double u[BY_TUNE_POPULATION_MAX * BY_VARY_MAX], score[BY_TUNE_POPULATION_MAX];
    bool kept[BY_TUNE_POPULATION_MAX];
    for (int i = 0; i < p->count; i++) {
        memcpy(u + (ptrdiff_t)i * BY_VARY_MAX, p->creatures[i].u, sizeof p->creatures[i].u);
        score[i] = score_of(&p->creatures[i]);
        kept[i] = i < p->count / 2;
    }
    average(p, middle);
    return by_tuner_add_step(p->tuner, p->count, u, score, kept, middle, err);
}

/* The i-th of the better half has a child in the worse one's place. */
static void replace(struct population *p, int generation)
{
    struct by_rng rng;
    int half = p->count / 2, last = p->tuner->steps - 1;
    double part = last > 0 ? (double)generation / last : 1;
    double stray = STRAY_FIRST * by_exp(part * by_ln(STRAY_LAST / STRAY_FIRST));
    by_rng_init(&rng, by_tuner_seed(p->tuner, BY_TUNE_MUTANTS, generation + 1), 0);
    for (int i = 0; i < half; i++) {
        struct creature *child = &p->creatures[half + i];
        const struct creature *other = &p->creatures[by_rng_below(&rng, (uint32_t)half)];
        for (int k = 0; k < p->params; k++) {
            const struct creature *from = by_rng_below(&rng, 2) ? &p->creatures[i] : other;
            child->u[k] = reflect(from->u[k] + stray * by_tuner_normal(&rng));
        }
    }
}

/* --- all of them -------------------------------------------------------------------------------- */

static enum by_status evolve(struct population *p, struct by_error *err)
{
    enum by_status status = BY_OK;
    begin(p);
    for (int g = 0; g < p->tuner->steps && !status; g++) {
        status = play(p, g, err);
        if (status || p->tuner->stopped)
            break;
        sort(p);
        status = keep(p, err);
        replace(p, g);
    }
    return status;
}

enum by_status by_tune_by_selection(struct by_tuner *tuner, struct by_error *err)
{
    struct population p = {tuner, tuner->plan->population, tuner->plan->vary->count, NULL};
    p.creatures = calloc((size_t)p.count, sizeof *p.creatures);
    if (!p.creatures)
        return by_fail_memory(err, (size_t)p.count * sizeof *p.creatures);
    enum by_status status = evolve(&p, err);
    free(p.creatures);
    return status;
}
