/* verdict.c: see verdict.h. */
#include "lab/verdict.h"
#include "base/buffer.h"
#include "base/num.h"
#include <math.h>

const char *by_verdict_words(enum by_lab_verdict verdict)
{
#define X(NAME, words) words,
    static const char *const names[] = {
#include "lab/verdicts.def"
    };
#undef X
    return (unsigned)verdict < BY_VERDICTS ? names[verdict] : "";
}

/* --- figures --------------------------------------------------------------------------------- */

struct by_published by_published_value(double value)
{
    return (struct by_published){.there = true, .value = value};
}

struct by_published by_published_spread(double value, double amount, enum by_spread spread)
{
    double per_sd = spread == BY_SPREAD_SD       ? 1
                    : spread == BY_SPREAD_TWO_SD ? 2
                                                 : by_normal_quantile(0.975);
    return (struct by_published){.there = true, .value = value, .sd = amount / per_sd};
}

struct by_published by_published_counts(double wins, double losses)
{
    double games = wins + losses;
    return (struct by_published){
        .there = games > 0, .value = games > 0 ? 100 * wins / games : 0, .games = games};
}

struct by_published by_published_percents(double wins, double losses, double games)
{
    return (struct by_published){
        .there = true, .value = wins + (100 - wins - losses) / 2, .games = games};
}

struct by_comparison by_comparison_of_shares(void)
{
    return (struct by_comparison){
        .kind = BY_FIGURE_SHARE, .divide = 50, .enough = BY_VERDICT_ENOUGH};
}

/* --- intervals, by the probability `tail` on either side ----------------------------------------- */

/* Clopper and Pearson's for any real number of successes: with draws as halves it is wider than need
 * be. In per cent. */
static struct by_interval share_interval(double value, double games, double tail)
{
    double wins = value / 100 * games, losses = games - wins;
    struct by_interval all = {0, 100};
    if (wins > 1e-9)
        all.low = 100 * by_beta_quantile(tail, wins, losses + 1);
    if (losses > 1e-9)
        all.high = 100 * (1 - by_beta_quantile(tail, losses, wins + 1)); /* exact for tiny tails */
    return all;
}

static struct by_interval measured(enum by_figure_kind kind, const struct by_measured *ours,
                                   double tail)
{
    if (kind == BY_FIGURE_SHARE && ours->games > 0)
        return share_interval(ours->value, ours->games, tail);
    if (!(ours->sd > 0))
        return (struct by_interval){ours->value, ours->value};
    double bound = ours->freedom > 0 ? by_student_bound(1 - 2 * tail, ours->freedom)
                                     : -by_normal_quantile(tail);
    return (struct by_interval){ours->value - bound * ours->sd, ours->value + bound * ours->sd};
}

static struct by_interval published(enum by_figure_kind kind, const struct by_published *figure,
                                    double tail)
{
    if (kind == BY_FIGURE_SHARE && figure->games > 0)
        return share_interval(figure->value, figure->games, tail);
    double arm = figure->sd > 0 ? -by_normal_quantile(tail) * figure->sd : 0;
    return (struct by_interval){figure->value - arm, figure->value + arm};
}

struct by_interval by_measured_interval(enum by_figure_kind kind, const struct by_measured *ours,
                                        double confidence)
{
    return measured(kind, ours, (1 - confidence) / 2);
}

struct by_interval by_published_interval(enum by_figure_kind kind,
                                         const struct by_published *figure, double confidence)
{
    return published(kind, figure, (1 - confidence) / 2);
}

/* --- the size --------------------------------------------------------------------------------- */

/* A cell on the scale on which it is compared: as it stands, or in logarithms, where a factor is a
 * distance. */
struct pair {
    enum by_figure_kind kind;
    struct by_measured ours;
    struct by_published theirs;
    double slack; /* what is no difference */
};

static bool in_logarithms(const struct by_comparison *how, const struct by_compared *cell)
{
    return how->kind == BY_FIGURE_NUMBER && (how->factor > 1 || how->scaled) &&
           cell->ours.value > 0 && cell->published.value > 0;
}

static struct pair pair_of(const struct by_comparison *how, const struct by_compared *cell,
                           double common)
{
    struct pair pair = {how->kind, cell->ours, cell->published,
                        how->tolerance + cell->published.step / 2};
    if (in_logarithms(how, cell)) {
        pair.ours.value = by_ln(cell->ours.value);
        pair.ours.sd = cell->ours.sd / cell->ours.value;
        pair.theirs.value = by_ln(cell->published.value * common);
        pair.theirs.sd = cell->published.sd / cell->published.value;
        pair.slack = by_ln(1 + pair.slack / cell->published.value) +
                     (how->factor > 1 ? by_ln(how->factor) : 0);
    }
    return pair;
}

/* How long the arm of an interval is that points up or down. */
static double arm(struct by_interval around, double value, bool up)
{
    return up ? around.high - value : value - around.low;
}

/* Do the arms that point at each other explain the distance? */
static bool explained(const struct pair *pair, double distance, double tail)
{
    bool above = pair->ours.value > pair->theirs.value;
    double mine = arm(measured(pair->kind, &pair->ours, tail), pair->ours.value, !above);
    double other = arm(published(pair->kind, &pair->theirs, tail), pair->theirs.value, above);
    return distance * distance <= mine * mine + other * other;
}

/* Twice the tail at which the difference is just explained, found by halving the deviations z. */
static double p_of_size(const struct pair *pair)
{
    const double far = 8;
    double off = pair->ours.value - pair->theirs.value;
    double distance = (off < 0 ? -off : off) - pair->slack;
    double rounding = 1e-12 * (fabs(pair->ours.value) + fabs(pair->theirs.value));
    if (distance <= rounding)
        return 1;
    if (!explained(pair, distance, by_normal_cdf(-far)))
        return 0;
    double low = 0, high = far;
    for (int step = 0; step < 20; step++) {
        double middle = (low + high) / 2;
        if (explained(pair, distance, by_normal_cdf(-middle)))
            high = middle;
        else
            low = middle;
    }
    return 2 * by_normal_cdf(-high);
}

/* --- the direction ------------------------------------------------------------------------------- */

/* The side of the dividing value that the published figure takes: 1 above, -1 below, 0 none. */
static int published_side(const struct by_comparison *how, const struct by_published *figure)
{
    struct by_interval around = published(how->kind, figure, 0.025);
    double half = figure->step / 2;
    if (isnan(how->divide))
        return 0;
    return around.low - half > how->divide ? 1 : around.high + half < how->divide ? -1 : 0;
}

/* The chance of a result that lies so far to the side away from `side`, or further, when the truth is
 * the dividing value. */
static double p_of_side(const struct by_comparison *how, const struct by_measured *ours, int side)
{
    double off = (ours->value - how->divide) * side;
    if (off >= 0)
        return 1;
    if (how->kind == BY_FIGURE_SHARE && ours->games > 0) {
        double wins = ours->value / 100 * ours->games, losses = ours->games - wins;
        double r = how->divide / 100;
        return side > 0 ? by_beta_cdf(1 - r, losses, wins + 1) : by_beta_cdf(r, wins, losses + 1);
    }
    return ours->sd > 0 ? by_normal_cdf(off / ours->sd) : 0;
}

/* --- both ------------------------------------------------------------------------------------------ */

static bool comparable(const struct by_compared *cell)
{
    return cell->ours.there && cell->published.there;
}

double by_common_factor(const struct by_comparison *how, const struct by_compared *cells, int count)
{
    double sum = 0;
    int both = 0;
    for (int i = 0; how->scaled && i < count; i++)
        if (cells[i].how == how && comparable(&cells[i]) && in_logarithms(how, &cells[i])) {
            sum += by_ln(cells[i].ours.value / cells[i].published.value);
            both++;
        }
    return both > 0 ? by_exp(sum / both) : 1;
}

static void test(struct by_compared *cell, double common)
{
    struct pair pair = pair_of(cell->how, cell, common);
    int side = published_side(cell->how, &cell->published);
    cell->size.alone = p_of_size(&pair);
    if (side != 0)
        cell->side.alone = p_of_side(cell->how, &cell->ours, side);
}

static struct by_p *p_of(struct by_compared *cell, bool side)
{
    return side ? &cell->side : &cell->size;
}

/* The smallest p that has not had its turn yet; -1: all have. */
static int smallest_left(struct by_compared *cells, int count, bool side)
{
    int best = -1;
    for (int i = 0; i < count; i++) {
        const struct by_p *p = p_of(&cells[i], side);
        if (isnan(p->among_all) && !isnan(p->alone) &&
            (best < 0 || p->alone < p_of(&cells[best], side)->alone))
            best = i;
    }
    return best;
}

/* Holm (1979): the smallest p times the number of tests, the next times one less, and never smaller
 * than one before. */
static void holm(struct by_compared *cells, int count, bool side)
{
    int left = 0;
    double largest = 0;
    for (int i = 0; i < count; i++)
        left += !isnan(p_of(&cells[i], side)->alone);
    for (; left > 0; left--) {
        struct by_p *p = p_of(&cells[smallest_left(cells, count, side)], side);
        largest = p->alone * left > largest ? p->alone * left : largest;
        p->among_all = largest < 1 ? largest : 1;
    }
}

/* Could these games have told? */
static bool told(const struct by_compared *cell)
{
    const struct by_comparison *how = cell->how;
    const struct by_interval *ours = &cell->interval;
    int side = published_side(how, &cell->published);
    double down = cell->ours.value - ours->low, up = ours->high - cell->ours.value;
    return how->enough <= 0 || (down > up ? down : up) <= how->enough ||
           (side > 0 && ours->low > how->divide) || (side < 0 && ours->high < how->divide);
}

static enum by_lab_verdict judge(const struct by_compared *cell)
{
    if (!cell->ours.there)
        return BY_VERDICT_LEFT_OUT;
    if (!cell->published.there)
        return BY_VERDICT_UNPUBLISHED;
    if (cell->side.among_all < BY_VERDICT_LEVEL)
        return BY_VERDICT_CONTRADICTS;
    if (cell->size.among_all < BY_VERDICT_LEVEL)
        return BY_VERDICT_SIZE;
    return told(cell) ? BY_VERDICT_AGREES : BY_VERDICT_FEW;
}

void by_compare(struct by_compared *cells, int count)
{
    for (int i = 0; i < count; i++) {
        struct by_compared *cell = &cells[i];
        cell->size = cell->side = (struct by_p){NAN, NAN};
        cell->interval = (struct by_interval){NAN, NAN};
        if (cell->ours.there)
            cell->interval = measured(cell->how->kind, &cell->ours, 0.025);
        if (comparable(cell))
            test(cell, by_common_factor(cell->how, cells, count));
    }
    holm(cells, count, false);
    holm(cells, count, true);
    for (int i = 0; i < count; i++)
        cells[i].verdict = judge(&cells[i]);
}

/* --- in words ---------------------------------------------------------------------------------------- */

static void put_near(struct by_buffer *out, const struct by_comparison *how)
{
    if (how->scaled)
        by_buffer_add(out,
                      " The published numbers depend on the machine: they are first multiplied "
                      "by one common factor, the geometric mean of ours over theirs.");
    if (how->tolerance > 0)
        by_buffer_format(out, " A difference of at most %g is no difference.", how->tolerance);
    if (how->factor > 1)
        by_buffer_format(out, " Up to %g times more or less is no difference.", how->factor);
}

void by_put_comparison(struct by_buffer *out, const struct by_comparison *how)
{
    bool share = how->kind == BY_FIGURE_SHARE;
    by_buffer_format(out,
                     "Size: %s and the published interval%s, joined as Newcombe does it, must "
                     "explain the difference.",
                     share ? "our exact (Clopper-Pearson) interval"
                           : "our interval (Student's; none for counts)",
                     share ? " (its own, or the exact one for the number of games)" : "");
    put_near(out, how);
    if (!isnan(how->divide))
        by_buffer_format(
            out,
            " Direction: where the published 95 %% interval lies on one side of %g, ours "
            "contradicts when it is surely on the other, by the exact one-sided test.",
            how->divide);
    by_buffer_format(out, " Both at %g %% for all cells together (Holm).", 100 * BY_VERDICT_LEVEL);
    if (how->enough > 0)
        by_buffer_format(out,
                         " A cell agrees only when our 95 %% interval reaches at most %g to either "
                         "side%s; else there are not enough games.",
                         how->enough,
                         isnan(how->divide) ? "" : " or lies whole on the published side");
}
