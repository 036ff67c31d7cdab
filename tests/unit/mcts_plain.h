/* mcts_plain.h: the formulas of Monte Carlo tree search once more, in doubles, a child at a time,
 * as GO, NOGO, OTH and GOM write them: what the fast ones are compared with. */
#ifndef BY_TESTS_MCTS_PLAIN_H
#define BY_TESTS_MCTS_PLAIN_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

struct plain_child {
    double n, w;   /* visits and points */
    double rn, rw; /* those of AMAF */
    double prior;
};

struct plain_rule {
    const char *selection;
    const char *schedule; /* of RAVE; NULL: none */
    const char *sigma;    /* of OMC; NULL: printed */
    double c, k, b;
    double fpu; /* the value of a move without a visit, where the formula has none */
    bool prior;
    double trust; /* visits that a move begins with */
};

static inline bool plain_is(const char *word, const char *name)
{
    return strcmp(word, name) == 0;
}

/* The weight of AMAF: NOGO's is 1 - alpha, alpha = n/(k+n); the others are Gelly and Silver's. */
static inline double plain_beta(const struct plain_rule *r, const struct plain_child *x)
{
    if (plain_is(r->schedule, "hyperbolic"))
        return r->k / (r->k + x->n);
    if (plain_is(r->schedule, "handset"))
        return sqrt(r->k / (3 * x->n + r->k));
    if (x->rn + x->n <= 0)
        return 1;
    return x->rn / (x->n + x->rn + 4 * r->b * r->b * x->n * x->rn);
}

/* A move without a visit has AMAF alone; one that AMAF does not know either is thought to win. */
static inline double plain_mean(const struct plain_rule *r, const struct plain_child *x)
{
    double later = x->rn > 0 ? x->rw / x->rn : 1;
    if (x->n <= 0)
        return later;
    double beta = plain_beta(r, x);
    return (1 - beta) * x->w / x->n + beta * later;
}

/* c sqrt(ln (t+1) / (nb+1)), t being the visits with this one. */
static inline double plain_nogo_bonus(const struct plain_rule *r, double n, double parent)
{
    double t = parent + 1;
    return r->c * sqrt(log(t + 1) / (n + 1));
}

/* Before the first visit of the parent the priors still count. */
static inline double plain_puct_bonus(const struct plain_rule *r, const struct plain_child *x,
                                      double parent)
{
    return r->c * x->prior * sqrt(parent < 1 ? 1 : parent) / (x->n + 1);
}

static inline double plain_rave(const struct plain_rule *r, const struct plain_child *x,
                                double parent)
{
    double mean = plain_mean(r, x);
    if (plain_is(r->selection, "ratio"))
        return mean;
    if (plain_is(r->selection, "puct"))
        return mean + plain_puct_bonus(r, x, parent);
    if (plain_is(r->selection, "ucb1"))
        return x->n > 0 ? mean + r->c * sqrt((parent > 0 ? log(parent) : 0) / x->n) : r->fpu;
    return mean + plain_nogo_bonus(r, x->n, parent);
}

static inline double plain_bare(const struct plain_rule *r, const struct plain_child *x,
                                double parent)
{
    double n = x->n, ln = parent > 0 ? log(parent) : 0;
    if (plain_is(r->selection, "puct"))
        return (n > 0 ? x->w / n : r->fpu) + plain_puct_bonus(r, x, parent);
    if (n <= 0)
        return r->fpu;
    if (plain_is(r->selection, "ratio"))
        return x->w / n;
    if (plain_is(r->selection, "ucb1"))
        return x->w / n + r->c * sqrt(ln / n);
    if (plain_is(r->selection, "uct"))
        return x->w / (n + 1) + plain_nogo_bonus(r, n, parent);
    double p = x->w / n, variance = p * (1 - p) + sqrt(2 * ln / n); /* ucb1-tuned */
    return p + r->c * sqrt(ln / n * (variance < 0.25 ? variance : 0.25));
}

/* U(m) = erfc((v0 - v) / (sqrt 2 sigma)); the best move has 1, whatever its sigma. Not as printed:
 * sigma as if one game more had been won and one lost, and then the deviation of the mean. */
static inline double plain_urgency(const struct plain_rule *r, const struct plain_child *x,
                                   double best)
{
    double p = r->sigma ? (x->w + 1) / (x->n + 2) : x->w / x->n, sigma = sqrt(p * (1 - p));
    if (r->sigma && plain_is(r->sigma, "mean"))
        sigma /= sqrt(x->n);
    if (x->n <= 0 || x->w / x->n >= best)
        return x->n > 0;
    return erfc((best - x->w / x->n) / (sqrt(2) * sigma));
}

/* Fairness: n_p U(m) / (n_m sum U). */
static inline void plain_omc(const struct plain_rule *r, const struct plain_child *x, int count,
                             double parent, double *value)
{
    double best = 0, sum = 0;
    for (int i = 0; i < count; i++)
        best = x[i].n > 0 && x[i].w / x[i].n > best ? x[i].w / x[i].n : best;
    for (int i = 0; i < count; i++)
        sum += plain_urgency(r, &x[i], best);
    for (int i = 0; i < count; i++)
        value[i] = x[i].n > 0 ? parent * plain_urgency(r, &x[i], best) / (x[i].n * sum) : r->fpu;
}

/* A move that begins with visits, won by how strong it is beside the strongest. */
static inline double plain_trusted(const struct plain_rule *r, const struct plain_child *x,
                                   double most, double parent)
{
    double q = 0.1 + 0.6 * pow(x->prior / most, 0.25);
    struct plain_child begun = {x->n + r->trust, x->w + r->trust * q, x->rn, x->rw, x->prior};
    double mean = r->schedule && x->rn > 0 ? plain_mean(r, &begun) : begun.w / begun.n;
    return mean + (plain_is(r->selection, "uct") ? plain_nogo_bonus(r, x->n, parent) : 0);
}

static inline void plain_values(const struct plain_rule *r, const struct plain_child *x, int count,
                                double parent, double *value)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = x[i].prior > most ? x[i].prior : most;
    if (plain_is(r->selection, "omc"))
        plain_omc(r, x, count, parent, value);
    for (int i = 0; i < count; i++) {
        if (r->trust > 0)
            value[i] = plain_trusted(r, &x[i], most, parent);
        else if (!plain_is(r->selection, "omc"))
            value[i] = r->schedule ? plain_rave(r, &x[i], parent) : plain_bare(r, &x[i], parent);
        if (r->prior && !plain_is(r->selection, "puct"))
            value[i] += x[i].prior / (x[i].n + 1);
    }
}

/* Equal to a millionth, or both too small to matter. */
static inline bool plain_same(double a, double b)
{
    double size = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    return (isinf(a) && isinf(b) && (a > 0) == (b > 0)) || fabs(a - b) <= 1e-6 * size ||
           size < 1e-30;
}

#endif
