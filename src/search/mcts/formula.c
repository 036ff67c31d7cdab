/* formula.c: selection rules taken apart and written out, for people who watch a search. */
#include "search/mcts/rule.h"
#include <math.h>
#include <string.h>

/* The weight of AMAF is what the formula gives a child that always lost and always won in AMAF.
 * So the formulas stand in rule.c alone. */
static void weights(struct by_rule rule, struct by_field *f, float *out)
{
    size_t bytes = (size_t)f->count * sizeof *out;
    rule.c = 0;
    rule.prior = false;
    rule.least = rule.span = 0;
    rule.selection = BY_SELECT_RATIO; /* nothing but the two means */
    memset(f->w, 0, bytes);
    memcpy(f->rw, f->rn, bytes);
    by_rule_values(&rule, f);
    memcpy(out, f->value, bytes);
}

void by_rule_parts(const struct by_rule *rule, struct by_field *f, const struct by_rule_parts *out)
{
    struct by_rule incurious = *rule;
    size_t bytes = (size_t)f->count * sizeof *out->explore;
    by_rule_values(rule, f);
    memcpy(out->explore, f->value, bytes);
    incurious.c = 0;
    by_rule_values(&incurious, f);
    for (int i = 0; i < f->count; i++) {
        float part = out->explore[i] - f->value[i];
        out->explore[i] = isfinite(part) ? part : 0;
    }
    incurious.prior = false;
    by_rule_values(&incurious, f);
    memcpy(out->exploit, f->value, bytes);
    memset(out->weight, 0, bytes);
    if (rule->rave && rule->selection != BY_SELECT_EXPR)
        weights(*rule, f, out->weight);
}

/* --- in letters --------------------------------------------------------------------------- */

static const char *const curiosity[] = {
#define BY_SELECTION(id, name, letters) letters,
#include "search/mcts/selections.def"
#undef BY_SELECTION
};

static const char *const schedules[] = {
#define BY_SCHEDULE(id, name, letters) letters,
#include "search/mcts/schedules.def"
#undef BY_SCHEDULE
};

static const char *const deviations[] = {
#define BY_SIGMA(id, name, letters) letters,
#include "search/mcts/sigmas.def"
#undef BY_SIGMA
};

static bool uses_c(const struct by_rule *rule)
{
    return rule->selection != BY_SELECT_RATIO && rule->selection != BY_SELECT_OMC;
}

/* With AMAF the mean is a mixture, and each rule explores as it does without. */
static void put_sum(const struct by_rule *rule, const char *own, struct by_text *out)
{
    if (rule->selection == BY_SELECT_EXPR)
        by_text_add(out, own);
    else if (rule->trust > 0)
        by_text_format(
            out, rule->rave ? "(1-beta) (w + v q)/(n + v) + beta rw/rn%s" : "(w + v q)/(n + v)%s",
            curiosity[rule->selection]);
    else if (rule->rave)
        by_text_format(out, "(1-beta) w/n + beta rw/rn%s", curiosity[rule->selection]);
    else if (rule->selection == BY_SELECT_OMC)
        by_text_format(out, "N u/(n sum u), u = erfc((best - w/n)/sqrt(2 %s",
                       deviations[rule->sigma]);
    else
        by_text_format(out, "%s%s", rule->selection == BY_SELECT_UCT ? "w/(n+1)" : "w/n",
                       curiosity[rule->selection]);
    if (rule->prior && rule->selection != BY_SELECT_PUCT)
        by_text_add(out, " + prior/(n+1)");
}

void by_rule_formula(const struct by_rule *rule, const char *own, struct by_text *out)
{
    bool mixed = rule->rave && rule->selection != BY_SELECT_EXPR;
    put_sum(rule, own, out);
    if (mixed)
        by_text_format(out, ", beta = %s", schedules[rule->schedule]);
    if (uses_c(rule))
        by_text_format(out, ", c = %g", (double)rule->c);
    if (rule->selection == BY_SELECT_EXPR || (mixed && rule->schedule != BY_SCHEDULE_MSE))
        by_text_format(out, ", k = %g", (double)rule->k);
    if (mixed && rule->schedule == BY_SCHEDULE_MSE)
        by_text_format(out, ", b = %g", (double)rule->b);
    if (rule->selection == BY_SELECT_EXPR && rule->draws)
        by_text_add(out, "; drawn in proportion");
    if (rule->trust > 0) {
        by_text_format(out, ", v = %g, q = %g + %g (prior/largest prior)^(1/4)%s",
                       (double)rule->trust, (double)rule->least, (double)rule->span,
                       mixed ? "; in beta n + v stands for n, and beta is 0 where rn = 0" : "");
        return;
    }
    if (mixed)
        by_text_add(out, "; rw/rn is 1 where rn = 0");
    if (mixed && rule->selection != BY_SELECT_UCB1)
        return;
    if (rule->selection == BY_SELECT_PUCT && rule->reduces)
        by_text_format(out,
                       "; w/n is W/V - %g sqrt(P) where n = 0, with W, V and P the sums of w, n "
                       "and prior over "
                       "the moves that were visited, and %g before",
                       (double)rule->reduction, (double)rule->fpu);
    else if (rule->selection != BY_SELECT_EXPR && isfinite(rule->fpu))
        by_text_format(out, "; %s is %g where n = 0",
                       rule->selection == BY_SELECT_PUCT ? "w/n" : "all of it", (double)rule->fpu);
}
