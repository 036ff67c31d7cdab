/* sprt.c: see sprt.h. */
#include "arena/sprt.h"
#include "base/num.h"
#include "base/options.h"
#include "base/spec.h"
#include <stdio.h>
#include <string.h>

#define UNSEEN     1e-3 /* what a result that has not been seen counts */
#define ELO_MAX    1000
#define CATEGORIES 5

/* --- likelihoods -------------------------------------------------------------- */

/* Results of a game or of a pair: values x from 0 to 1 and how often each was seen. */
struct results {
    int count;
    double x[CATEGORIES];
    double seen[CATEGORIES];
};

static struct results results_of(const struct by_sprt *test, const struct by_tally *tally)
{
    struct results results = {.count = test->pairs ? 5 : 3};
    const long *counts = test->pairs ? tally->pairs : tally->games;
    for (int i = 0; i < results.count; i++) {
        results.x[i] = (double)i / (results.count - 1);
        results.seen[i] = counts[i] > 0 ? (double)counts[i] : UNSEEN;
    }
    return results;
}

/* Proportional to the slope of the likelihood along the distributions with mean `score`. */
static double slope(const struct results *results, double score, double tilt)
{
    double sum = 0;
    for (int i = 0; i < results->count; i++) {
        double off = results->x[i] - score;
        sum += results->seen[i] * off / (1 + tilt * off);
    }
    return sum;
}

/* The likeliest distribution with mean `score` gives result i the share seen[i] / (1 + tilt (x[i] -
 * score)), up to a factor that is the same for every score; the slope falls as the tilt grows,
 * from +inf to -inf. Halving finds where it is 0 as exactly as doubles can say. */
static double find_tilt(const struct results *results, double score)
{
    double low = -1 / (1 - score), high = 1 / score;
    for (int step = 0; step < 200; step++) {
        double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high)
            break;
        if (slope(results, score, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2;
}

static double log_likelihood(const struct results *results, double score)
{
    double tilt = find_tilt(results, score), sum = 0;
    for (int i = 0; i < results->count; i++)
        sum -= results->seen[i] * by_ln(1 + tilt * (results->x[i] - score));
    return sum;
}

double by_sprt_llr(const struct by_sprt *test, const struct by_tally *tally)
{
    struct results results = results_of(test, tally);
    return log_likelihood(&results, by_elo_score(test->elo1)) -
           log_likelihood(&results, by_elo_score(test->elo0));
}

/* --- judging --------------------------------------------------------------------- */

struct by_interval by_sprt_bounds(const struct by_sprt *test)
{
    return (struct by_interval){by_ln(test->beta / (1 - test->alpha)),
                                by_ln((1 - test->beta) / test->alpha)};
}

enum by_sprt_verdict by_sprt_judge(const struct by_sprt *test, const struct by_tally *tally)
{
    struct by_interval bounds = by_sprt_bounds(test);
    double llr = by_sprt_llr(test, tally);
    if (llr >= bounds.high)
        return BY_SPRT_H1;
    return llr <= bounds.low ? BY_SPRT_H0 : BY_SPRT_OPEN;
}

/* --- from text ------------------------------------------------------------------- */

static const struct by_option sprt_options[] = {
    {"elo0", BY_OPTION_REAL, NULL, -ELO_MAX, ELO_MAX, NULL, "H0: a is stronger by this"},
    {"elo1", BY_OPTION_REAL, NULL, -ELO_MAX, ELO_MAX, NULL, "H1: a is stronger by this"},
    {"alpha", BY_OPTION_REAL, "0.05", 1e-6, 0.49, NULL, "chance of accepting H1 wrongly"},
    {"beta", BY_OPTION_REAL, "0.05", 1e-6, 0.49, NULL, "chance of accepting H0 wrongly"},
    {"model", BY_OPTION_CHOICE, NULL, 0, 0, "pairs|games", "what is judged"},
    {.name = NULL},
};

static enum by_status check(const struct by_values *values, bool pairs, struct by_sprt *out,
                            struct by_error *err)
{
    const struct by_value *model = by_values_get(values, "model");
    if (!by_values_get(values, "elo0")->set || !by_values_get(values, "elo1")->set)
        return by_fail(err, BY_BAD_INPUT,
                       "the test needs two hypotheses, as in \"elo0=0 elo1=10\"");
    if (out->elo0 >= out->elo1)
        return by_fail(err, BY_BAD_INPUT, "elo0=%g must be below elo1=%g", out->elo0, out->elo1);
    if (out->elo1 - out->elo0 < 0.1)
        return by_fail(err, BY_BAD_INPUT, "elo0 and elo1 must be 0.1 apart or more");
    out->pairs = model->set ? strcmp(model->text, "pairs") == 0 : pairs;
    if (out->pairs && !pairs)
        return by_fail(err, BY_BAD_INPUT,
                       "model=pairs needs openings that are played twice (--openings, and colours "
                       "that alternate)");
    return BY_OK;
}

enum by_status by_sprt_read(const char *text, bool pairs, struct by_sprt *out, struct by_error *err)
{
    char named[BY_SPEC_LENGTH_MAX + 2]; /* a spec begins with a name */
    struct by_spec spec;
    struct by_values values;
    (void)snprintf(named, sizeof named, "sprt %s", text);
    enum by_status status = by_spec_read(named, &spec, err);
    if (status == BY_OK)
        status = by_values_open("the test", sprt_options, spec.settings, spec.count, &values, err);
    if (status != BY_OK)
        return status;
    *out = (struct by_sprt){
        .elo0 = by_values_get(&values, "elo0")->real,
        .elo1 = by_values_get(&values, "elo1")->real,
        .alpha = by_values_get(&values, "alpha")->real,
        .beta = by_values_get(&values, "beta")->real,
    };
    status = check(&values, pairs, out, err);
    by_values_close(&values);
    return status;
}
