/* claim.c: claims against figures; see claim.h. */
#include "lab/claim.h"
#include "base/num.h"
#include "base/text.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z_95 1.959963984540054

const char *by_finding_words(enum by_claim_finding finding)
{
#define X(NAME, words) words,
    static const char *const names[] = {
#include "lab/findings.def"
    };
#undef X
    return (unsigned)finding < BY_FINDINGS ? names[finding] : "";
}

double by_measured_sd(enum by_figure_kind kind, const struct by_measured *ours)
{
    if (kind != BY_FIGURE_SHARE || !(ours->games > 0))
        return ours->sd;
    struct by_interval around = by_measured_interval(kind, ours, 0.95);
    double down = ours->value - around.low, up = around.high - ours->value;
    return (down > up ? down : up) / Z_95;
}

/* --- picking cells ---------------------------------------------------------------------------------- */

static int axis_index(const struct by_claim_table *figures, const char *name)
{
    for (int i = 0; i < figures->axes; i++)
        if (strcmp(figures->axis[i], name) == 0)
            return i;
    return -1;
}

static bool read_value(const char *text, double *out)
{
    return by_read_real(text, -1e300, 1e300, out);
}

static bool meets(const struct by_claim_condition *condition, const char *value)
{
    double a, b;
    bool numbers = read_value(value, &a) && read_value(condition->value, &b);
    int order = numbers ? (a > b) - (a < b) : strcmp(value, condition->value);
    switch (condition->how) {
    case BY_CLAIM_IS:
        return order == 0;
    case BY_CLAIM_IS_NOT:
        return order != 0;
    case BY_CLAIM_LESS:
        return numbers && order < 0;
    case BY_CLAIM_AT_MOST:
        return numbers && order <= 0;
    case BY_CLAIM_MORE:
        return numbers && order > 0;
    case BY_CLAIM_AT_LEAST:
        return numbers && order >= 0;
    }
    return false;
}

static bool selects(const struct by_claim_cells *selection, const struct by_claim_table *figures,
                    const struct by_claim_figure *cell)
{
    for (int i = 0; i < selection->count; i++) {
        int axis = axis_index(figures, selection->condition[i].axis);
        if (axis < 0 || !meets(&selection->condition[i], cell->at[axis]))
            return false;
    }
    return true;
}

static bool names_axis(const struct by_claim_cells *selection, const char *name)
{
    for (int i = 0; i < selection->count; i++)
        if (strcmp(selection->condition[i].axis, name) == 0)
            return true;
    return false;
}

/* --- what is found ------------------------------------------------------------------------------------ */

/* An estimate, with how many parts of a claim are tested at once. */
struct estimate {
    double value, sd;
};

struct tester {
    const struct by_claim *claim;
    const struct by_claim_table *figures;
    double level; /* of "does not hold" */
    int tested, held, failed;
    struct estimate last;
};

static enum by_claim_finding within(const struct by_claim *claim, struct estimate e, double z)
{
    double low = e.value - Z_95 * e.sd, high = e.value + Z_95 * e.sd;
    double from = claim->low, to = claim->high;
    if (low >= from && high <= to)
        return BY_FINDING_HOLDS;
    bool outside = e.value - z * e.sd > to || e.value + z * e.sd < from;
    return outside ? BY_FINDING_FAILS : BY_FINDING_OPEN;
}

/* On the side of `bound` that the claim says? */
static enum by_claim_finding beyond(enum by_claim_relation relation, double bound,
                                    struct estimate e, double z)
{
    double off = relation == BY_CLAIM_BELOW ? bound - e.value : e.value - bound;
    double one_sided = by_normal_quantile(1 - BY_VERDICT_LEVEL);
    if (!(e.sd > 0))
        return off > 0 ? BY_FINDING_HOLDS : BY_FINDING_FAILS;
    return off > one_sided * e.sd ? BY_FINDING_HOLDS
           : off < -z * e.sd      ? BY_FINDING_FAILS
                                  : BY_FINDING_OPEN;
}

/* Equal: counted figures are; measured ones as far as an interval of a tenth of the bound tells. */
static enum by_claim_finding same(double bound, struct estimate e, double z)
{
    double off = fabs(e.value - bound);
    if (!(e.sd > 0))
        return off <= 1e-9 * fabs(bound) ? BY_FINDING_HOLDS : BY_FINDING_FAILS;
    if (off > z * e.sd)
        return BY_FINDING_FAILS;
    return Z_95 * e.sd <= 0.1 * fabs(bound) ? BY_FINDING_HOLDS : BY_FINDING_OPEN;
}

static enum by_claim_finding weigh(const struct tester *tester, struct estimate e)
{
    const struct by_claim *claim = tester->claim;
    double one_sided = by_normal_quantile(1 - tester->level);
    double two_sided = by_normal_quantile(1 - tester->level / 2);
    bool against_zero = claim->about == BY_CLAIM_TREND || claim->about == BY_CLAIM_SIDES;
    double bound = against_zero ? 0 : claim->low;
    if (claim->relation == BY_CLAIM_BETWEEN)
        return within(claim, e, two_sided);
    if (claim->relation == BY_CLAIM_EQUALS)
        return same(bound, e, two_sided);
    return beyond(claim->relation, bound, e, one_sided);
}

static void take(struct tester *tester, struct estimate e)
{
    enum by_claim_finding finding = weigh(tester, e);
    tester->tested++;
    tester->held += finding == BY_FINDING_HOLDS;
    tester->failed += finding == BY_FINDING_FAILS;
    tester->last = e;
}

/* --- means, and one side against the other ------------------------------------------------------------- */

static bool picked(const struct tester *tester, int i)
{
    const struct by_claim_figure *cell = &tester->figures->cell[i];
    return cell->there && selects(&tester->claim->at, tester->figures, cell);
}

/* The other figure of a comparison: on the right, and like the left one in all that neither side names. */
static const struct by_claim_figure *partner(const struct tester *tester,
                                             const struct by_claim_figure *left)
{
    const struct by_claim_table *figures = tester->figures;
    const struct by_claim *claim = tester->claim;
    for (int i = 0; i < figures->count; i++) {
        const struct by_claim_figure *cell = &figures->cell[i];
        if (!picked(tester, i) || !selects(&claim->right, figures, cell))
            continue;
        bool alike = true;
        for (int a = 0; a < figures->axes && alike; a++)
            alike = names_axis(&claim->left, figures->axis[a]) ||
                    names_axis(&claim->right, figures->axis[a]) ||
                    strcmp(cell->at[a], left->at[a]) == 0;
        if (alike)
            return cell;
    }
    return NULL;
}

/* What a cell adds to the claim: its figure, the difference to its partner, the logarithm of the ratio. */
static bool contribution(const struct tester *tester, int i, struct estimate *out)
{
    const struct by_claim_figure *cell = &tester->figures->cell[i];
    if (!picked(tester, i))
        return false;
    *out = (struct estimate){cell->value, cell->sd};
    if (tester->claim->about == BY_CLAIM_MEAN)
        return true;
    const struct by_claim_figure *other =
        selects(&tester->claim->left, tester->figures, cell) ? partner(tester, cell) : NULL;
    if (!other || other == cell)
        return false;
    if (tester->claim->about == BY_CLAIM_SIDES) {
        *out = (struct estimate){cell->value - other->value,
                                 sqrt(cell->sd * cell->sd + other->sd * other->sd)};
        return true;
    }
    double mine = cell->sd / cell->value, theirs = other->sd / other->value;
    *out =
        (struct estimate){by_ln(cell->value / other->value), sqrt(mine * mine + theirs * theirs)};
    return cell->value > 0 && other->value > 0;
}

static struct estimate back_to_ratio(const struct tester *tester, struct estimate e)
{
    if (tester->claim->about == BY_CLAIM_RATIO) {
        e.value = by_exp(e.value);
        e.sd *= e.value;
    }
    return e;
}

static void test_means(struct tester *tester)
{
    struct estimate e, sum = {0, 0};
    int count = 0;
    for (int i = 0; i < tester->figures->count; i++) {
        if (!contribution(tester, i, &e))
            continue;
        count++;
        sum.value += e.value;
        sum.sd += e.sd * e.sd;
        if (tester->claim->each)
            take(tester, back_to_ratio(tester, e));
    }
    if (count > 0 && !tester->claim->each) {
        e = (struct estimate){sum.value / count, sqrt(sum.sd) / count};
        take(tester, back_to_ratio(tester, e));
    } else if (count > 0) {
        tester->last =
            back_to_ratio(tester, (struct estimate){sum.value / count, sqrt(sum.sd) / count});
    }
}

/* --- lines of cells along an axis ------------------------------------------------------------------------- */

struct line {
    int count;
    struct by_point *points;
};

static int by_x(const void *a, const void *b)
{
    const struct by_point *p = a, *q = b;
    return (p->x > q->x) - (p->x < q->x);
}

static bool on_line(const struct tester *tester, int axis, int first, int i)
{
    const struct by_claim_table *figures = tester->figures;
    for (int a = 0; a < figures->axes; a++)
        if (a != axis && strcmp(figures->cell[first].at[a], figures->cell[i].at[a]) != 0)
            return false;
    return true;
}

/* The line that begins with this cell; none when another cell before it began it, or on fewer than
 * two places of the axis. Places that are no numbers stand in the order of the table. */
static bool line_from(const struct tester *tester, int axis, int first, struct line *out)
{
    const struct by_claim_table *figures = tester->figures;
    out->count = 0;
    for (int i = 0; i < first; i++)
        if (picked(tester, i) && on_line(tester, axis, first, i))
            return false;
    for (int i = first; i < figures->count; i++) {
        if (!picked(tester, i) || !on_line(tester, axis, first, i))
            continue;
        const struct by_claim_figure *cell = &figures->cell[i];
        struct by_point *point = &out->points[out->count];
        *point = (struct by_point){out->count, cell->value, cell->sd};
        read_value(cell->at[axis], &point->x);
        out->count++;
    }
    qsort(out->points, (size_t)out->count, sizeof *out->points, by_x);
    return out->count > 1;
}

/* The slope of least squares over the places in their order, 1 2 3 ...: numerator and denominator. */
struct slope {
    double top, variance, bottom;
};

static struct slope slope_of(const struct line *line)
{
    struct slope slope = {0, 0, 0};
    double middle = (line->count - 1) / 2.0;
    for (int i = 0; i < line->count; i++) {
        double off = i - middle;
        slope.top += off * line->points[i].y;
        slope.variance += off * off * line->points[i].sd * line->points[i].sd;
        slope.bottom += off * off;
    }
    return slope;
}

static struct estimate slope_estimate(const struct slope *slope)
{
    return (struct estimate){slope->top / slope->bottom, sqrt(slope->variance) / slope->bottom};
}

static enum by_status line_room(const struct tester *tester, struct line *line)
{
    size_t room = (size_t)tester->figures->count + 1;
    line->count = 0;
    line->points = malloc(room * sizeof *line->points);
    return line->points ? BY_OK : BY_NO_MEMORY;
}

/* With `each` line by line, else the slopes of all taken together. */
static void test_trend(struct tester *tester, struct line *line, int axis)
{
    struct slope all = {0, 0, 0};
    for (int i = 0; i < tester->figures->count; i++) {
        if (!picked(tester, i) || !line_from(tester, axis, i, line))
            continue;
        struct slope slope = slope_of(line);
        all.top += slope.top;
        all.variance += slope.variance;
        all.bottom += slope.bottom;
        if (tester->claim->each)
            take(tester, slope_estimate(&slope));
    }
    if (all.bottom > 0 && !tester->claim->each)
        take(tester, slope_estimate(&all));
    else if (all.bottom > 0)
        tester->last = slope_estimate(&all);
}

static void test_growth(struct tester *tester, struct line *line, int axis)
{
    bool power = tester->claim->about == BY_CLAIM_POWER;
    for (int i = 0; i < tester->figures->count; i++) {
        if (!picked(tester, i) || !line_from(tester, axis, i, line))
            continue;
        struct by_growth fit = by_growth_fit(line->points, line->count, power);
        if (fit.count < 2)
            continue;
        double sd = fit.measured ? (fit.interval.high - fit.slope) / Z_95 : 0;
        struct estimate e = {fit.slope, sd};
        if (!power) {
            e.value = by_exp(fit.slope);
            e.sd = sd * e.value;
        }
        take(tester, e);
    }
}

static void test_lines(struct tester *tester)
{
    struct line line;
    int axis = axis_index(tester->figures, tester->claim->axis);
    if (axis < 0 || line_room(tester, &line) != BY_OK)
        return;
    if (tester->claim->about == BY_CLAIM_TREND)
        test_trend(tester, &line, axis);
    else
        test_growth(tester, &line, axis);
    free(line.points);
}

/* --- all of it ---------------------------------------------------------------------------------------------- */

static void run_test(struct tester *tester)
{
    enum by_claim_about about = tester->claim->about;
    tester->tested = tester->held = tester->failed = 0;
    if (about == BY_CLAIM_MEAN || about == BY_CLAIM_SIDES || about == BY_CLAIM_RATIO)
        test_means(tester);
    else
        test_lines(tester);
}

/* "mean 71.2 ± 2.2", and of many parts how many hold. */
static void describe(const struct tester *tester, struct by_buffer *out)
{
    static const char *const names[] = {"slope per step", "mean",  "difference",
                                        "ratio",          "power", "factor per step"};
    const struct estimate *e = &tester->last;
    if (tester->tested == 0) {
        by_buffer_add(out, "no figures");
        return;
    }
    by_buffer_format(out, "%s %.4g", names[tester->claim->about], e->value);
    if (e->sd > 0)
        by_buffer_format(out, " ± %.3g", Z_95 * e->sd);
    if (tester->tested > 1)
        by_buffer_format(out, "; %d of %d hold, %d do not", tester->held, tester->tested,
                         tester->failed);
}

/* Twice: first to learn how many parts there are. */
enum by_claim_finding by_claim_test(const struct by_claim *claim,
                                    const struct by_claim_table *figures, int claims,
                                    struct by_buffer *found)
{
    struct tester tester = {.claim = claim, .figures = figures, .level = BY_VERDICT_LEVEL};
    run_test(&tester);
    tester.level =
        BY_VERDICT_LEVEL / (claims > 1 ? claims : 1) / (tester.tested > 1 ? tester.tested : 1);
    run_test(&tester);
    if (found)
        describe(&tester, found);
    return tester.tested == 0             ? BY_FINDING_UNSEEN
           : tester.failed > 0            ? BY_FINDING_FAILS
           : tester.held == tester.tested ? BY_FINDING_HOLDS
                                          : BY_FINDING_OPEN;
}

enum by_claim_finding by_findings_joined(const enum by_claim_finding *findings, int count)
{
    int number[BY_FINDINGS] = {0};
    for (int i = 0; i < count; i++)
        number[findings[i]]++;
    int seen = count - number[BY_FINDING_UNSEEN];
    if (seen == 0)
        return BY_FINDING_UNSEEN;
    if (number[BY_FINDING_FAILS] > 0)
        return number[BY_FINDING_HOLDS] > 0 ? BY_FINDING_PART : BY_FINDING_FAILS;
    return number[BY_FINDING_HOLDS] == seen ? BY_FINDING_HOLDS : BY_FINDING_OPEN;
}
