/* rule.h: how a search chooses among the children of a node.
 *
 * A field is one node laid out for arithmetic: an array of floats for each number that the
 * formulas know. A rule turns it into an array of values, and the largest is taken, the first of
 * equals (children stand in random order, so that is fair). The loops are written so that the
 * compiler can do eight children at once.
 *
 * What the formulas call things: n and w are the visits and points of a child, N the visits of its
 * parent before this one, t = N + 1, rn and rw the visits and points of AMAF. A draw is half a
 * point unless draw=0. Where a formula needs the variance of the results seen, a draw counts as
 * half of a win and half of a loss: p (1 - p). */
#ifndef BY_SEARCH_MCTS_RULE_H
#define BY_SEARCH_MCTS_RULE_H

#include "base/rng.h"
#include "base/text.h"
#include "search/mcts/expr.h"
#include "search/mcts/tree.h"

/* The formulas stand in selections.def. */
enum by_selection {
#define BY_SELECTION(id, name, letters) BY_SELECT_##id,
#include "search/mcts/selections.def"
#undef BY_SELECTION
    BY_SELECT_EXPR, /* the user's own */
};

/* The weight of AMAF, beta, among the two means. */
enum by_schedule {
#define BY_SCHEDULE(id, name, letters) BY_SCHEDULE_##id,
#include "search/mcts/schedules.def"
#undef BY_SCHEDULE
};

/* Which deviation Objective Monte Carlo goes by. */
enum by_sigma {
#define BY_SIGMA(id, name, letters) BY_SIGMA_##id,
#include "search/mcts/sigmas.def"
#undef BY_SIGMA
};

#define BY_RULE_LNS 2048 /* logarithms that are looked up */

struct by_rule {
    enum by_selection selection;
    enum by_schedule schedule;
    enum by_sigma sigma;
    bool rave;
    bool prior; /* prior / (n+1) is added (puct has it in its formula) */
    bool draws; /* a child is drawn in proportion to the values; else the largest is taken */
    bool untried_first; /* children without a visit come first, whatever the formula says */
    float c, k, b;
    float trust;       /* visits that a child begins with; 0: none */
    float least, span; /* and their mean: least + span (prior / largest prior)^(1/4) */
    float fpu;         /* the value of a child without a visit, where the formula has none */
    bool reduces; /* puct: instead, where a child was visited, the mean of the visited ones less */
    float reduction; /* this times the root of the sum of their priors */
    double epsilon;  /* how often a child is taken at random instead */
    double widening; /* ln mu; 0: off */
    const struct by_expr *expr;
    float ln[BY_RULE_LNS]; /* ln[i] = ln i, and 0 at 0 */
};

/* Fills in what formulas look up. */
void by_rule_open(struct by_rule *rule);

/* One node. Arrays have room for `count` rounded up to a multiple of eight, at 64 bytes. */
struct by_field {
    int count;
    float *n, *w, *rn, *rw, *prior, *value;
    float visits; /* N: those of the node, or with total=root of the root */
    float depth;
    int senseless; /* the first child whose value should be a number and is none; -1: all have one */
    float *scratch; /* for the user's own rule */
    float *memory;  /* where all of it lies */
};

/* `scratch` floats more than the arrays for `most` children. */
enum by_status by_field_open(struct by_field *field, int most, size_t scratch,
                             struct by_error *err);
void by_field_close(struct by_field *field);

/* Lays out the first `count` children of a node. */
void by_field_load(struct by_field *field, const struct by_tree *tree, struct by_node *node,
                   int count, bool amaf);

/* How many of `count` children may be looked at after `visits` visits (GO): 1 + ln n / ln mu. */
int by_rule_width(const struct by_rule *rule, int count, uint32_t visits);

/* Fills in field->value. A child without a visit has the value of `fpu` where the formula gives
 * none. A visited child for which the user's own formula gives none is field->senseless. Infinity is a
 * value like others: larger than all, or smaller. */
void by_rule_values(const struct by_rule *rule, struct by_field *field);

/* The child to take by the values: the first largest one, or where the rule draws, a draw. */
int by_rule_take(const struct by_rule *rule, const struct by_field *field, struct by_rng *rng);

/* The first of the largest of `count` values; there is room for a multiple of eight. */
int by_largest(float *value, int count);

/* The sentence about field->senseless. */
enum by_status by_rule_fail(const struct by_rule *rule, const struct by_field *field,
                            struct by_error *err);

/* --- in formula.c ------------------------------------------------------------------------------ */

/* The parts of the values, for those who want to see them: the mean as the formula has it, what c
 * brings, and the weight of AMAF; arrays of field->count. The field is used up by it. */
struct by_rule_parts {
    float *exploit, *explore, *weight;
};
void by_rule_parts(const struct by_rule *rule, struct by_field *field,
                   const struct by_rule_parts *out);

/* The formula in letters, with its constants: "w/(n+1) + c sqrt(ln(N+2)/(n+1)), c = 0.4". `own` is
 * the text of the user's own formula. */
void by_rule_formula(const struct by_rule *rule, const char *own, struct by_text *out);

#endif
