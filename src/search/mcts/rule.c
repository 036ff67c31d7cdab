#include "search/mcts/rule.h"
#include "base/num.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LANES   8
#define ARRAYS  6
#define ALIGNED 64

/* --- fields --------------------------------------------------------------------------- */

enum by_status by_field_open(struct by_field *field, int most, size_t scratch, struct by_error *err)
{
    size_t room = ((size_t)most + 15) / 16 * 16;
    size_t bytes = ((ARRAYS * room + scratch) * sizeof(float) + ALIGNED - 1) / ALIGNED * ALIGNED;
    memset(field, 0, sizeof *field);
    field->memory = aligned_alloc(ALIGNED, bytes);
    if (!field->memory)
        return by_fail_memory(err, bytes);
    memset(field->memory, 0, bytes);
    float **array[ARRAYS] = {&field->n,  &field->w,     &field->rn,
                             &field->rw, &field->prior, &field->value};
    for (size_t i = 0; i < ARRAYS; i++)
        *array[i] = field->memory + i * room;
    field->scratch = field->memory + ARRAYS * room;
    return BY_OK;
}

void by_field_close(struct by_field *field)
{
    free(field->memory);
    field->memory = NULL;
}

/* Others may add to the tallies meanwhile: tree.h says why that is allowed. The thread sanitizer
 * is told not to look. */
#if defined(__clang__)
#define RACES __attribute__((no_sanitize("thread"), noinline))
#else
#define RACES __attribute__((no_sanitize_thread, noinline))
#endif

RACES static void split32(const uint32_t *restrict word, int count, float part,
                          float *restrict visits, float *restrict points)
{
    for (int i = 0; i < count; i++) {
        visits[i] = (float)(int32_t)(word[i] & 0xffff);
        points[i] = (float)(int32_t)(word[i] >> 16) * part;
    }
}

RACES static void split64(const uint64_t *restrict word, int count, float part,
                          float *restrict visits, float *restrict points)
{
    for (int i = 0; i < count; i++) {
        visits[i] = (float)(uint32_t)word[i];
        points[i] = (float)(uint32_t)(word[i] >> 32) * part;
    }
}

void by_field_load(struct by_field *field, const struct by_tree *tree, struct by_node *node,
                   int count, bool amaf)
{
    struct by_wide *wide = by_node_wide(tree, node);
    float part = 1.0F / (float)tree->whole;
    field->count = count;
    if (wide) {
        const uint64_t *tally = (const uint64_t *)wide->tally;
        split64(tally, count, part, field->n, field->w);
        if (amaf)
            split64(tally + node->count, count, part, field->rn, field->rw);
    } else {
        const uint32_t *tally = (const uint32_t *)node->tally;
        split32(tally, count, part, field->n, field->w);
        if (amaf)
            split32(tally + node->count, count, part, field->rn, field->rw);
    }
    if (tree->prior)
        memcpy(field->prior, by_node_prior(tree, node), (size_t)count * sizeof(float));
}

int by_rule_width(const struct by_rule *rule, int count, uint32_t visits)
{
    if (rule->widening <= 0 || visits == 0)
        return rule->widening > 0 ? 1 : count;
    double width = 1 + by_ln(visits) / rule->widening;
    return width < count ? (int)width : count;
}

/* --- formulas ------------------------------------------------------------------------------ */

/* Eight children at once: that takes loops over plain arrays that do not overlap, with everything
 * else in local variables, where each number is computed for all and chosen from afterwards
 * (nothing is divided by zero on the way). */
#define VECTORS(f)                                                                                 \
    const float *restrict visits = (f)->n, *restrict points = (f)->w;                              \
    float *restrict value = (f)->value;                                                            \
    const int count = (f)->count

static inline float at_least(float x, float least)
{
    return x > least ? x : least;
}

static inline float at_most(float x, float most)
{
    return x < most ? x : most;
}

void by_rule_open(struct by_rule *rule)
{
    for (int i = 1; i < BY_RULE_LNS; i++)
        rule->ln[i] = (float)by_ln(i);
}

/* Visits are whole numbers, and mostly small. */
static float ln_of(const struct by_rule *rule, float x)
{
    return x < BY_RULE_LNS ? rule->ln[(int)x] : (float)by_ln((double)x);
}

static void ratio(const struct by_rule *rule, struct by_field *f)
{
    VECTORS(f);
    const float fpu = rule->fpu;
    for (int i = 0; i < count; i++) {
        float mean = points[i] / at_least(visits[i], 1);
        value[i] = visits[i] > 0 ? mean : fpu;
    }
}

static void ucb1(const struct by_rule *rule, struct by_field *f)
{
    VECTORS(f);
    const float c = rule->c, fpu = rule->fpu, ln = ln_of(rule, f->visits);
    for (int i = 0; i < count; i++) {
        float n = at_least(visits[i], 1);
        float sum = points[i] / n + c * sqrtf(ln / n);
        value[i] = visits[i] > 0 ? sum : fpu;
    }
}

static void uct(const struct by_rule *rule, struct by_field *f)
{
    VECTORS(f);
    const float c = rule->c, fpu = rule->fpu, ln = ln_of(rule, f->visits + 2);
    for (int i = 0; i < count; i++) {
        float n = visits[i] + 1;
        float sum = points[i] / n + c * sqrtf(ln / n);
        value[i] = visits[i] > 0 ? sum : fpu;
    }
}

static void tuned(const struct by_rule *rule, struct by_field *f)
{
    VECTORS(f);
    const float c = rule->c, fpu = rule->fpu, ln = ln_of(rule, f->visits);
    for (int i = 0; i < count; i++) {
        float n = at_least(visits[i], 1), p = points[i] / n;
        float variance = p * (1 - p) + sqrtf(2 * ln / n);
        float sum = p + c * sqrtf(ln / n * at_most(variance, 0.25F));
        value[i] = visits[i] > 0 ? sum : fpu;
    }
}

/* What a child without a visit may be worth: the visited ones are the likelier ones, and the more of the
 * priors they have, the less is to be hoped from the others. */
static float first_play(const struct by_rule *rule, const struct by_field *f)
{
    float visits = 0, points = 0, seen = 0;
    for (int i = 0; i < f->count; i++) {
        visits += f->n[i];
        points += f->w[i];
        seen += f->n[i] > 0 ? f->prior[i] : 0;
    }
    return visits > 0 ? points / visits - rule->reduction * sqrtf(seen) : rule->fpu;
}

static void puct(const struct by_rule *rule, struct by_field *f)
{
    VECTORS(f);
    const float *restrict prior = f->prior;
    const float fpu = rule->reduces ? first_play(rule, f) : rule->fpu;
    const float scale = rule->c * sqrtf(at_least(f->visits, 1));
    for (int i = 0; i < count; i++) {
        float n = visits[i], mean = points[i] / at_least(n, 1);
        value[i] = (n > 0 ? mean : fpu) + scale * prior[i] / (n + 1);
    }
}

/* The square of the deviation. As printed it is 0 while all results were the same: such a move is
 * never urgent again when another has a better mean. The smoothed one lets no single lost game end a
 * move. That of the mean falls with the visits, and with it what is left for worse moves. */
static double variance_of(enum by_sigma sigma, double n, double w)
{
    double p = sigma == BY_SIGMA_PRINTED ? w / n : (w + 1) / (n + 2);
    return sigma == BY_SIGMA_MEAN ? p * (1 - p) / n : p * (1 - p);
}

/* How likely a move is better than the best, as normal distributions go. */
static double urgency_of(const struct by_rule *rule, double best, double n, double w)
{
    if (n <= 0)
        return 0;
    double variance = variance_of(rule->sigma, n, w), lag = best - w / n;
    return lag <= 0 ? 1 : variance > 0 ? by_erfc(lag / sqrt(2 * variance)) : 0;
}

/* Fairness gives more to urgent moves that had little (GO, Objective Monte Carlo). */
static void omc(const struct by_rule *rule, struct by_field *f)
{
    double best = 0, sum = 0;
    for (int i = 0; i < f->count; i++) {
        double mean = f->n[i] > 0 ? (double)f->w[i] / (double)f->n[i] : 0;
        best = mean > best ? mean : best;
    }
    for (int i = 0; i < f->count; i++) {
        double urgency = urgency_of(rule, best, (double)f->n[i], (double)f->w[i]);
        sum += urgency;
        f->value[i] = (float)urgency;
    }
    for (int i = 0; i < f->count; i++) {
        double share = (double)f->value[i] / sum;
        f->value[i] =
            f->n[i] > 0 ? (float)((double)f->visits * share / (double)f->n[i]) : rule->fpu;
    }
}

/* The weights of a move's own mean and of AMAF's; their sum is 1. Each is computed as a quotient of
 * sums: one minus the other would lose the digits of the smaller one. */
struct weights {
    float own, later;
};

static inline struct weights weigh(enum by_schedule schedule, float k, float b, float n, float rn)
{
    if (schedule == BY_SCHEDULE_HYPERBOLIC)
        return (struct weights){n / (k + n), k / (k + n)};
    if (schedule == BY_SCHEDULE_HANDSET) { /* 1 - x = (1 - x^2) / (1 + x) */
        float sum = 3 * n + k, later = sqrtf(k / sum);
        return (struct weights){3 * n / sum / (1 + later), later};
    }
    float own = n + 4 * b * b * n * rn, sum = at_least(own + rn, 1);
    return (struct weights){own / sum, rn / sum};
}

/* A move that AMAF has not seen either is thought to win: it will soon be seen. The schedule is
 * an argument of its own so that each gets a loop without the choice in it. */
static inline void means(const struct by_rule *rule, enum by_schedule schedule, struct by_field *f)
{
    VECTORS(f);
    const float *restrict later_visits = f->rn, *restrict later_points = f->rw;
    const float k = rule->k, b = rule->b;
    for (int i = 0; i < count; i++) {
        float n = visits[i], rn = later_visits[i];
        float seen = later_points[i] / at_least(rn, 1), mean = points[i] / at_least(n, 1);
        float later = rn > 0 ? seen : 1;
        struct weights weight = weigh(schedule, k, b, n, rn);
        value[i] = weight.own * mean + (n > 0 ? weight.later : 1) * later;
    }
}

static void explore(const struct by_rule *rule, struct by_field *f)
{
    const float *restrict visits = f->n;
    float *restrict value = f->value;
    const float c = rule->c, ln = ln_of(rule, f->visits + 2);
    const int count = f->count;
    for (int i = 0; i < count; i++)
        value[i] += c * sqrtf(ln / (visits[i] + 1));
}

/* UCB1 has no term for a move without a visit: it comes first, or has the value of fpu. */
static void explore_ucb1(const struct by_rule *rule, struct by_field *f)
{
    const float *restrict visits = f->n;
    float *restrict value = f->value;
    const float c = rule->c, fpu = rule->fpu, ln = ln_of(rule, f->visits);
    const int count = f->count;
    for (int i = 0; i < count; i++) {
        float sum = value[i] + c * sqrtf(ln / at_least(visits[i], 1));
        value[i] = visits[i] > 0 ? sum : fpu;
    }
}

static void explore_prior(float scale, struct by_field *f)
{
    const float *restrict visits = f->n, *restrict prior = f->prior;
    float *restrict value = f->value;
    const int count = f->count;
    for (int i = 0; i < count; i++)
        value[i] += scale * prior[i] / (visits[i] + 1);
}

/* The mean is mixed with that of AMAF, and exploration is the rule's (with uct: NOGO's formula). */
static void rave(const struct by_rule *rule, struct by_field *f)
{
    if (rule->schedule == BY_SCHEDULE_HYPERBOLIC)
        means(rule, BY_SCHEDULE_HYPERBOLIC, f);
    else if (rule->schedule == BY_SCHEDULE_HANDSET)
        means(rule, BY_SCHEDULE_HANDSET, f);
    else
        means(rule, BY_SCHEDULE_MSE, f);
    if (rule->selection == BY_SELECT_PUCT)
        explore_prior(rule->c * sqrtf(at_least(f->visits, 1)), f);
    else if (rule->selection == BY_SELECT_UCB1)
        explore_ucb1(rule, f);
    else if (rule->selection != BY_SELECT_RATIO && rule->c > 0)
        explore(rule, f);
}

/* As if every child had been visited `trust` times before, and had won as often as a move of its
 * strength is thought to. The fourth root makes the mean of a move that is a hundred times weaker than
 * the best about a third of the best one's, so that it is put off and not forgotten. Children stand in
 * the order of their priors. */
static inline void begin_with(const struct by_rule *rule, enum by_schedule schedule, bool rave,
                              struct by_field *f)
{
    VECTORS(f);
    const float *restrict prior = f->prior, *restrict later_visits = f->rn,
                          *restrict later_points = f->rw;
    const float k = rule->k, b = rule->b, trust = rule->trust, least = rule->least,
                span = rule->span, scale = 1 / at_least(prior[0], 1e-30F);
    for (int i = 0; i < count; i++) {
        float n = visits[i] + trust, share = sqrtf(sqrtf(prior[i] * scale));
        float mean = (points[i] + trust * (least + span * share)) / n;
        float rn = rave ? later_visits[i] : 0;
        float later = rave ? later_points[i] / at_least(rn, 1) : 0;
        struct weights weight = weigh(schedule, k, b, n, rn);
        value[i] = rn > 0 ? weight.own * mean + weight.later * later : mean;
    }
}

static void trusting(const struct by_rule *rule, struct by_field *f)
{
    if (f->count == 0)
        return;
    if (!rule->rave)
        begin_with(rule, BY_SCHEDULE_HYPERBOLIC, false, f);
    else if (rule->schedule == BY_SCHEDULE_HYPERBOLIC)
        begin_with(rule, BY_SCHEDULE_HYPERBOLIC, true, f);
    else if (rule->schedule == BY_SCHEDULE_HANDSET)
        begin_with(rule, BY_SCHEDULE_HANDSET, true, f);
    else
        begin_with(rule, BY_SCHEDULE_MSE, true, f);
    if (rule->selection == BY_SELECT_UCT && rule->c > 0)
        explore(rule, f);
}

static struct by_expr_input input_of(const struct by_rule *rule, const struct by_field *f)
{
    return (struct by_expr_input){.count = f->count,
                                  .n = f->n,
                                  .w = f->w,
                                  .rn = f->rn,
                                  .rw = f->rw,
                                  .prior = f->prior,
                                  .N = f->visits,
                                  .t = f->visits + 1,
                                  .depth = f->depth,
                                  .c = rule->c,
                                  .k = rule->k};
}

/* Among several threads n may run ahead of N for a moment: what a formula makes of that is nobody's
 * fault. */
static void find_senseless(struct by_field *f)
{
    for (int i = f->count - 1; i >= 0; i--)
        if (isnan(f->value[i]) && f->n[i] > 0 && f->n[i] <= f->visits)
            f->senseless = i;
}

static void own(const struct by_rule *rule, struct by_field *f)
{
    float *restrict value = f->value;
    const float fpu = rule->fpu;
    const struct by_expr_input in = input_of(rule, f);
    bool all = true;
    by_expr_values(rule->expr, &in, f->scratch, f->value);
    for (int i = 0; i < f->count; i++)
        all &= value[i] >= -INFINITY;
    if (all)
        return;
    find_senseless(f);
    for (int i = 0; i < f->count; i++)
        value[i] = value[i] >= -INFINITY ? value[i] : fpu;
}

enum by_status by_rule_fail(const struct by_rule *rule, const struct by_field *f,
                            struct by_error *err)
{
    char numbers[200];
    struct by_text text = by_text_over(numbers, sizeof numbers);
    const struct by_expr_input in = input_of(rule, f);
    by_expr_tell(rule->expr, &in, f->senseless, &text);
    return by_fail(err, BY_FAILED, "the formula is not a number at %s", numbers);
}

static void plain(const struct by_rule *rule, struct by_field *f)
{
    switch (rule->selection) {
    case BY_SELECT_RATIO:
        ratio(rule, f);
        break;
    case BY_SELECT_UCB1:
        ucb1(rule, f);
        break;
    case BY_SELECT_UCT:
        uct(rule, f);
        break;
    case BY_SELECT_TUNED:
        tuned(rule, f);
        break;
    case BY_SELECT_OMC:
        omc(rule, f);
        break;
    case BY_SELECT_PUCT:
        puct(rule, f);
        break;
    case BY_SELECT_EXPR:
        own(rule, f);
        break;
    }
}

void by_rule_values(const struct by_rule *rule, struct by_field *field)
{
    field->senseless = -1;
    if (rule->trust > 0)
        trusting(rule, field);
    else if (rule->rave && rule->selection != BY_SELECT_EXPR)
        rave(rule, field);
    else
        plain(rule, field);
    if (rule->prior && rule->selection != BY_SELECT_PUCT)
        explore_prior(1, field);
}

/* --- taking one ------------------------------------------------------------------------------ */

int by_largest(float *value, int count)
{
    float best[LANES];
    int i = count, end = (count + LANES - 1) / LANES * LANES;
    for (; i < end; i++)
        value[i] = -INFINITY;
    memcpy(best, value, sizeof best);
    for (i = LANES; i < end; i += LANES)
        for (int j = 0; j < LANES; j++)
            best[j] = value[i + j] > best[j] ? value[i + j] : best[j];
    for (int j = 1; j < LANES; j++)
        best[0] = best[j] > best[0] ? best[j] : best[0];
    for (i = 0; i < count && value[i] < best[0]; i++)
        ;
    return i < count ? i : 0;
}

/* A child at random in proportion to its value; where none has any, the largest. */
static int sample(const struct by_field *f, int largest, struct by_rng *rng)
{
    double sum = 0;
    for (int i = 0; i < f->count; i++)
        sum += f->value[i] > 0 ? (double)f->value[i] : 0;
    double left = by_rng_unit(rng) * sum;
    int last = largest;
    for (int i = 0; i < f->count; i++) {
        if (f->value[i] <= 0)
            continue;
        last = i;
        left -= (double)f->value[i];
        if (left < 0)
            break;
    }
    return last;
}

int by_rule_take(const struct by_rule *rule, const struct by_field *field, struct by_rng *rng)
{
    int best = by_largest(field->value, field->count);
    if (!rule->draws || field->value[best] >= INFINITY)
        return best;
    return sample(field, best, rng);
}
