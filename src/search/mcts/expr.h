/* expr.h: a selection rule that the user writes as text, such as `w/n + c*sqrt(ln(N)/n)`.
 *
 *   whole    = { "let" name "=" rule ";" } rule
 *   rule     = compare [ "?" rule ":" rule ]
 *   compare  = sum [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ) sum ]      1 or 0
 *   sum      = product { ( "+" | "-" ) product }
 *   product  = unary { ( "*" | "/" ) unary }
 *   unary    = "-" unary | power
 *   power    = atom [ "^" unary ]
 *   atom     = number | variable | name | "(" rule ")" | function "(" rule { "," rule } ")"
 *
 * Variables stand in expr_variables.def, functions in expr_functions.def; docs/FORMULAS.md is the
 * page for users. Names are case-sensitive, blanks mean nothing. What `let` names is computed once,
 * and known from there on.
 *
 * A rule is read once into a short list of steps. A step whose operands are the same for all
 * children is done once a call, constants are computed while reading, and every other step is
 * one loop over all children. Everything is computed in float, in the order written: the rule
 * above gives bit for bit what w[i] / n[i] + c * sqrtf(lnN / n[i]) gives in C, where lnN is
 * (float)by_ln(N). Whole constant powers up to 8 are products from left to right; other powers,
 * ln, exp, erfc and klucb are computed in double (base/num.h) and rounded; so are the sums over all
 * children, from the first to the last. Division by zero and the like give what IEEE 754 says; what a
 * value that is not a number means is the caller's business (rule.h). In `a ? b : c` everything but
 * zero counts as true, and all three are computed. */
#ifndef BY_SEARCH_MCTS_EXPR_H
#define BY_SEARCH_MCTS_EXPR_H

#include "base/error.h"
#include "base/text.h"

#define BY_EXPR_LENGTH_MAX  1000 /* characters */
#define BY_EXPR_NESTING_MAX 50   /* levels of parentheses, choices, signs and powers */
#define BY_EXPR_BLOCK       8    /* children computed at a time */
#define BY_EXPR_NAMES_MAX   20   /* values that `let` names */

struct by_expr;

/* Every complaint names the column, counted from 1. A rule may be shared by threads. */
enum by_status by_expr_open(const char *text, struct by_expr **out, struct by_error *err);
void by_expr_close(struct by_expr *expr);

/* Which statistics of a child the rule looks at, besides n and w. */
enum { BY_EXPR_AMAF = 1, BY_EXPR_PRIOR = 2 };
unsigned by_expr_uses(const struct by_expr *expr);

/* All that a rule may name, for those who explain it; NULL past the end. `form` is how a function is
 * written: "min(x, y)". */
struct by_expr_word {
    const char *name, *form, *help;
};
const struct by_expr_word *by_expr_variable_at(int index);
const struct by_expr_word *by_expr_function_at(int index);

/* What a rule is computed from. The arrays have one entry a child, and room for `count` rounded
 * up to a multiple of BY_EXPR_BLOCK: the entries beyond are read too, though nothing depends on
 * them. Arrays that the rule does not use may be NULL. */
struct by_expr_input {
    int count;
    const float *n, *w, *rn, *rw, *prior;
    float N, t, depth, c, k;
};

/* How many floats of scratch by_expr_values needs for up to `max_count` children. */
size_t by_expr_scratch(const struct by_expr *expr, int max_count);

/* The numbers of one child that the rule looks at: "n=54 w=35 N=54 depth=2". */
void by_expr_tell(const struct by_expr *expr, const struct by_expr_input *in, int child,
                  struct by_text *out);

/* The value of every child. `out` has room like the arrays of `in`; it and `scratch` overlap
 * nothing. Allocates nothing. */
void by_expr_values(const struct by_expr *expr, const struct by_expr_input *in, float *scratch,
                    float *out);

#endif
