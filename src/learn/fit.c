/* fit.c: conjugate gradients, phase by phase. */
#include "learn/fit.h"

#include "base/num.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEWTON_STEPS 8 /* where one is not enough: the error is the same from the fifth on */

/* The rows of one phase: what each sample adds up, and what it should come to. */
struct rows {
    size_t count;
    size_t *first;   /* of each row, and behind the last one */
    int32_t *number; /* of weights, those of all rows */
    size_t room;     /* for numbers */
    float *value;
    float *weight; /* c; 0: held out */
    float *curve;  /* c times the second derivative of the error */
};

struct fitting {
    const struct by_samples *samples;
    const struct by_fit_plan *plan;
    const struct by_linear *linear;
    const atomic_bool *stop;
    void *state;
    void *position;
    struct rows rows;
    bool starved; /* of memory */
    int weights;
    double *w, *prior, *scale, *gradient, *step, *product; /* `weights` each */
};

static bool halted(const struct fitting *f)
{
    return f->stop && atomic_load(f->stop);
}

/* --- rows -------------------------------------------------------------------------------- */

static bool is_held_out(const struct by_fit_plan *plan, size_t game)
{
    uint64_t draw = by_seed_derive(plan->seed, game) >> 11;
    return (double)draw < plan->hold_out * 9007199254740992.0; /* 2^53 */
}

/* Room for one row more. */
static bool has_room(struct rows *rows, size_t features)
{
    size_t needed = rows->first[rows->count] + features;
    if (needed <= rows->room)
        return true;
    size_t room = needed + needed / 2 + 65536;
    int32_t *larger = realloc(rows->number, room * sizeof *larger);
    if (larger) {
        rows->number = larger;
        rows->room = room;
    }
    return larger != NULL;
}

/* False: there is no memory. */
static bool add_row(struct fitting *f, size_t sample, float weight)
{
    const struct by_rules *rules = f->samples->rules;
    struct rows *rows = &f->rows;
    size_t size = rules->pack_size;
    if (!has_room(rows, (size_t)f->linear->features))
        return false;
    if (rules->game->unpack(rules, f->samples->packs + sample * size, size, f->position, NULL) !=
            BY_OK ||
        (f->linear->quiet && !f->linear->quiet(rules, f->position)))
        return true;
    size_t first = rows->first[rows->count];
    int count = f->linear->look(f->state, rules, f->position, rows->number + first);
    rows->value[rows->count] = f->samples->value[sample];
    rows->weight[rows->count++] = weight;
    rows->first[rows->count] = first + (size_t)count;
    return true;
}

/* Held-out games count in their own phase alone. */
static float weight_of(const struct fitting *f, size_t sample, int phase, bool held_out)
{
    int away = abs(f->samples->phase[sample] - phase);
    if (away > 1 || (away == 1 && held_out) || isnan(f->samples->value[sample]))
        return -1;
    return held_out ? 0 : away == 0 ? 1 : (float)f->plan->beside;
}

static bool fill_rows(struct fitting *f, int phase)
{
    const struct by_samples *s = f->samples;
    bool enough = true;
    f->rows.count = 0;
    for (size_t game = 0; enough && game < s->games && !halted(f); game++) {
        bool held_out = is_held_out(f->plan, game);
        for (size_t i = s->first[game]; enough && i < s->first[game + 1]; i++) {
            float weight = weight_of(f, i, phase, held_out);
            if (weight > 0 || (held_out && weight == 0))
                enough = add_row(f, i, weight);
        }
    }
    return enough;
}

static double sum_of(const struct rows *rows, size_t row, const double *w)
{
    double sum = 0;
    for (size_t i = rows->first[row]; i < rows->first[row + 1]; i++)
        sum += w[rows->number[i]];
    return sum;
}

static void scatter(const struct rows *rows, size_t row, double amount, double *out)
{
    for (size_t i = rows->first[row]; i < rows->first[row + 1]; i++)
        out[rows->number[i]] += amount;
}

/* The result that a sum hopes for. */
static double hope(const struct fitting *f, double sum)
{
    return f->linear->odds ? by_odds_hope(sum) : sum;
}

/* --- conjugate gradients ----------------------------------------------------------------- */

static double dot(const double *a, const double *b, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* out = (A'CA + ridge) v */
static void multiply(const struct fitting *f, const double *v, double *out)
{
    for (int i = 0; i < f->weights; i++)
        out[i] = f->plan->ridge * v[i];
    for (size_t row = 0; row < f->rows.count; row++)
        if (f->rows.weight[row] > 0)
            scatter(&f->rows, row, (double)f->rows.curve[row] * sum_of(&f->rows, row, v), out);
}

/* How far the hope of a row is from its value, as the gradient has it, and how the error bends there. Of
 * odds: both are of the probability, which is half of 1 + the hope. */
static double residual(const struct fitting *f, size_t row, double *curve)
{
    double value = (double)f->rows.value[row], found = hope(f, sum_of(&f->rows, row, f->w));
    *curve = f->linear->odds ? (1 - found * found) / 4 : 1;
    return f->linear->odds ? (value - found) / 2 : value - found;
}

/* The equations at the weights of the moment. */
static void begin(struct fitting *f)
{
    for (int i = 0; i < f->weights; i++) {
        f->gradient[i] = f->plan->ridge * (f->prior[i] - f->w[i]);
        f->scale[i] = f->plan->ridge;
    }
    for (size_t row = 0; row < f->rows.count; row++) {
        double c = (double)f->rows.weight[row], curve;
        if (c <= 0)
            continue;
        double error = residual(f, row, &curve);
        f->rows.curve[row] = (float)(c * curve);
        scatter(&f->rows, row, c * curve, f->scale);
        scatter(&f->rows, row, c * error, f->gradient);
    }
    for (int i = 0; i < f->weights; i++)
        f->step[i] = f->gradient[i] / f->scale[i];
}

/* Until the scaled gradient is a ten-thousandth of what it was, or the rounds are over. */
static int solve_once(struct fitting *f)
{
    int round = 0;
    begin(f);
    double size = dot(f->gradient, f->step, f->weights), enough = 1e-8 * size;
    while (round < f->plan->rounds && size > enough && !halted(f)) {
        multiply(f, f->step, f->product);
        double along = size / dot(f->step, f->product, f->weights), next = 0;
        for (int i = 0; i < f->weights; i++) {
            f->w[i] += along * f->step[i];
            f->gradient[i] -= along * f->product[i];
            next += f->gradient[i] * (f->gradient[i] / f->scale[i]);
        }
        for (int i = 0; i < f->weights; i++)
            f->step[i] = f->gradient[i] / f->scale[i] + next / size * f->step[i];
        size = next;
        round++;
    }
    return round;
}

static int solve(struct fitting *f)
{
    int rounds = 0, steps = f->linear->odds ? NEWTON_STEPS : 1;
    memcpy(f->w, f->prior, (size_t)f->weights * sizeof *f->w);
    for (int i = 0; i < steps && !halted(f); i++)
        rounds += solve_once(f);
    return rounds;
}

/* --- what came of it ------------------------------------------------------------------------ */

static void measure(const struct fitting *f, struct by_fit_phase *out)
{
    double seen = 0, unseen = 0, absolute = 0, spread = 0;
    for (size_t row = 0; row < f->rows.count; row++) {
        double value = (double)f->rows.value[row], found = hope(f, sum_of(&f->rows, row, f->w));
        double error = value - found;
        if (f->rows.weight[row] == 1) {
            out->fitted++;
            seen += error * error;
        } else if (f->rows.weight[row] == 0) {
            out->held_out++;
            unseen += error * error;
            absolute += fabs(error);
            spread += value * value;
        }
    }
    double fitted = (double)out->fitted, held_out = (double)out->held_out;
    out->fit_error = out->fitted ? sqrt(seen / fitted) : NAN;
    out->error = out->held_out ? sqrt(unseen / held_out) : NAN;
    out->absolute = out->held_out ? absolute / held_out : NAN;
    out->spread = out->held_out ? sqrt(spread / held_out) : NAN;
}

int16_t by_fit_whole(double x)
{
    double rounded = floor(x + 0.5);
    return (int16_t)(rounded > INT16_MAX ? INT16_MAX : rounded < INT16_MIN ? INT16_MIN : rounded);
}

static void keep(const struct fitting *f, int phase, struct by_fit *out)
{
    int16_t *own = out->weight + (size_t)phase * (size_t)out->weights;
    for (int i = 0; i < f->weights; i++)
        own[i] = by_fit_whole(f->w[i] * f->linear->unit);
}

/* --- all phases ------------------------------------------------------------------------------- */

static bool fit_phase(struct fitting *f, int phase, struct by_fit *out)
{
    f->starved = !fill_rows(f, phase);
    int rounds = halted(f) || f->starved ? 0 : solve(f);
    if (halted(f) || f->starved)
        return false;
    out->phase[phase] = (struct by_fit_phase){.rounds = rounds};
    measure(f, &out->phase[phase]);
    keep(f, phase, out);
    memcpy(f->prior, f->w, (size_t)f->weights * sizeof *f->w);
    out->done++;
    return true;
}

static void fit_all(struct fitting *f, by_fit_told *told, void *context, struct by_fit *out)
{
    int phase = out->phases - 1;
    for (; phase >= 0 && fit_phase(f, phase, out); phase--)
        if (told)
            told(context, out);
    size_t each = (size_t)out->weights;
    for (; phase >= 0 && phase + 1 < out->phases; phase--)
        memcpy(out->weight + (size_t)phase * each, out->weight + (size_t)(phase + 1) * each,
               each * sizeof *out->weight);
}

/* The most rows that a phase has with its neighbours. */
static size_t most_rows(const struct by_samples *samples, int phases)
{
    size_t count[BY_FIT_PHASES_MAX + 2] = {0}, most = 1;
    for (size_t i = 0; i < samples->count; i++)
        count[samples->phase[i] + 1]++;
    for (int phase = 1; phase <= phases; phase++) {
        size_t all = count[phase - 1] + count[phase] + count[phase + 1];
        most = all > most ? all : most;
    }
    return most;
}

static enum by_status open_fitting(struct fitting *f, struct by_fit *out, struct by_error *err)
{
    double **vector[] = {&f->w, &f->prior, &f->scale, &f->gradient, &f->step, &f->product};
    size_t rows = most_rows(f->samples, f->linear->phases);
    bool enough = true;
    f->state = f->linear->open(f->samples->rules);
    if (!f->state)
        return by_fail(err, BY_BAD_INPUT,
                       "the evaluation %s has no weights to be fitted for a board like this",
                       f->linear->eval);
    f->weights = f->linear->weights(f->state);
    for (size_t i = 0; i < sizeof vector / sizeof vector[0]; i++)
        enough = (*vector[i] = calloc((size_t)f->weights, sizeof **vector[i])) && enough;
    f->rows = (struct rows){.first = calloc(rows + 1, sizeof *f->rows.first),
                            .value = calloc(rows, sizeof *f->rows.value),
                            .weight = calloc(rows, sizeof *f->rows.weight),
                            .curve = calloc(rows, sizeof *f->rows.curve)};
    f->position = calloc(1, f->samples->rules->position_size);
    *out = (struct by_fit){.phases = f->linear->phases, .weights = f->weights};
    out->weight = calloc((size_t)out->phases * (size_t)out->weights, sizeof *out->weight);
    enough = enough && f->rows.first && f->rows.value && f->rows.weight && f->rows.curve &&
             f->position && out->weight;
    return enough ? BY_OK : by_fail_memory(err, rows * sizeof *f->rows.first);
}

static void take_prior(struct fitting *f, const int16_t *weights)
{
    const int16_t *last = weights + (size_t)(f->linear->phases - 1) * (size_t)f->weights;
    for (int i = 0; i < f->weights; i++)
        f->prior[i] = (double)last[i] / f->linear->unit;
}

static void close_fitting(struct fitting *f)
{
    double *vector[] = {f->w, f->prior, f->scale, f->gradient, f->step, f->product};
    for (size_t i = 0; i < sizeof vector / sizeof vector[0]; i++)
        free(vector[i]);
    free(f->rows.number);
    free(f->rows.value);
    free(f->rows.weight);
    free(f->rows.curve);
    free(f->rows.first);
    free(f->position);
    if (f->state)
        f->linear->close(f->state);
}

enum by_status by_fit(const struct by_samples *samples, const struct by_fit_plan *plan,
                      const atomic_bool *stop, by_fit_told *told, void *context, struct by_fit *out,
                      struct by_error *err)
{
    struct fitting f = {.samples = samples, .plan = plan, .linear = samples->linear, .stop = stop};
    *out = (struct by_fit){0};
    enum by_status status = open_fitting(&f, out, err);
    if (status == BY_OK && plan->prior)
        take_prior(&f, plan->prior);
    if (status == BY_OK)
        fit_all(&f, told, context, out);
    if (status == BY_OK && f.starved)
        status = by_fail_memory(err, f.rows.room * sizeof *f.rows.number);
    if (status != BY_OK)
        by_fit_close(out);
    close_fitting(&f);
    return status;
}

void by_fit_close(struct by_fit *fit)
{
    free(fit->weight);
    fit->weight = NULL;
}
