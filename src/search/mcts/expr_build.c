/* expr_build.c: the steps of a rule, made one after the other while it is read.
 *
 * Constants are computed at once. A value for every child needs a place in scratch from the step
 * that makes it to the one that uses it; places are used again. */
#include "search/mcts/expr_code.h"
#include <stdlib.h>

struct by_expr_place by_expr_constant(struct by_expr_build *build, float value)
{
    int index = build->expr->constant_count;
    if (index == BY_EXPR_CONSTANTS_MAX) {
        build->problem = "the rule has too many numbers";
        return (struct by_expr_place)BY_EXPR_NOWHERE;
    }
    build->expr->constant_count++;
    for (int j = 0; j < BY_EXPR_BLOCK; j++)
        build->expr->constant[index][j] = value;
    return (struct by_expr_place){BY_EXPR_BASE_CONSTANT, (uint16_t)index};
}

static struct by_expr_place add_wide(struct by_expr_build *build)
{
    int index = 0;
    while (index < BY_EXPR_WIDES_MAX - 1 && build->used[index])
        index++;
    if (build->used[index])
        build->problem = "the rule has too many values that wait for others";
    build->used[index] = true;
    if (build->expr->wide_count <= index)
        build->expr->wide_count = index + 1;
    return (struct by_expr_place){BY_EXPR_BASE_WIDE, (uint16_t)index};
}

static struct by_expr_place add_single(struct by_expr_build *build)
{
    int index = build->expr->single_count++; /* at most one a step */
    return (struct by_expr_place){BY_EXPR_BASE_SINGLE, (uint16_t)index};
}

/* A value that nobody will look at again gives its place back. */
static void drop(struct by_expr_build *build, struct by_expr_place place)
{
    if (place.base == BY_EXPR_BASE_WIDE && !build->named[place.index])
        build->used[place.index] = false;
}

void by_expr_keep(struct by_expr_build *build, struct by_expr_place value)
{
    if (value.base == BY_EXPR_BASE_WIDE)
        build->named[value.index] = true;
}

static bool is_constant(struct by_expr_place place)
{
    return place.base == BY_EXPR_BASE_CONSTANT;
}

/* The constants that went into this one are the last ones, and nobody else knows them. */
static struct by_expr_place fold(struct by_expr_build *build, const struct by_expr_step *step)
{
    float block[BY_EXPR_BLOCK];
    by_expr_fold(build->expr, step, block);
    for (int i = 0; i < 3; i++)
        if (step->operand[i].index < build->expr->constant_count)
            build->expr->constant_count = step->operand[i].index;
    return by_expr_constant(build, block[0]);
}

static bool same(struct by_expr_place a, struct by_expr_place b)
{
    return a.base == b.base && a.index == b.index;
}

/* A root of a quotient, and a sum with a product, stand in most rules: the second operation
 * then becomes a part of the step before, whose place it takes, unless that has a name. */
static bool fuse(struct by_expr_build *build, enum by_expr_op op, struct by_expr_place a,
                 struct by_expr_place b)
{
    if (build->expr->step_count == 0 || !build->expr->step[build->expr->step_count - 1].wide)
        return false;
    struct by_expr_step *last = &build->expr->step[build->expr->step_count - 1];
    if (build->named[last->to.index])
        return false;
    bool root = op == BY_EXPR_SQRT && last->op == BY_EXPR_DIVIDE && same(last->to, a);
    bool sum =
        op == BY_EXPR_ADD && last->op == BY_EXPR_MULTIPLY && same(last->to, a) != same(last->to, b);
    if (root)
        last->op = BY_EXPR_ROOT_OF_QUOTIENT;
    if (sum) {
        last->op = BY_EXPR_PRODUCT_PLUS;
        last->operand[2] = same(last->to, a) ? b : a;
    }
    return root || sum;
}

/* The value of an operation on values that stay. */
static struct by_expr_place emit(struct by_expr_build *build, enum by_expr_op op,
                                 struct by_expr_place a, struct by_expr_place b,
                                 struct by_expr_place c)
{
    struct by_expr_step step = {.op = (uint16_t)op, .operand = {a, b, c}};
    if (build->problem)
        return (struct by_expr_place)BY_EXPR_NOWHERE;
    bool constant = true;
    for (int i = 0; i < 3; i++) {
        step.wide |= by_expr_is_wide(step.operand[i]);
        constant &= is_constant(step.operand[i]);
    }
    bool over_all = by_expr_is_over_all(op); /* how many there are is not known yet */
    step.wide &= !over_all;
    if (constant && !over_all)
        return fold(build, &step);
    if (step.wide && fuse(build, op, a, b))
        return build->expr->step[build->expr->step_count - 1].to;
    if (build->expr->step_count == BY_EXPR_STEPS_MAX - 1) {
        build->problem = "the rule has too many operations: at most 500 are accepted";
        return (struct by_expr_place)BY_EXPR_NOWHERE;
    }
    step.to = step.wide ? add_wide(build) : add_single(build);
    build->expr->step[build->expr->step_count++] = step;
    return step.to;
}

/* The same, and the operands are done with (a fused step has written over one of them). */
struct by_expr_place by_expr_combine(struct by_expr_build *build, enum by_expr_op op,
                                     struct by_expr_place a, struct by_expr_place b,
                                     struct by_expr_place c)
{
    struct by_expr_place to = emit(build, op, a, b, c);
    drop(build, a);
    drop(build, b);
    drop(build, c);
    if (to.base == BY_EXPR_BASE_WIDE)
        build->used[to.index] = true;
    return to;
}

/* --- powers and the end ---------------------------------------------------------- */

/* base * base * ... from left to right; one divided by that for a negative exponent. */
static struct by_expr_place multiply_out(struct by_expr_build *build, struct by_expr_place base,
                                         int exponent)
{
    struct by_expr_place product = base;
    for (int i = 1; i < abs(exponent); i++) {
        struct by_expr_place next = emit(build, BY_EXPR_MULTIPLY, product, base, base);
        if (i > 1)
            drop(build, product);
        product = next;
    }
    if (abs(exponent) > 1)
        drop(build, base);
    if (exponent > 0)
        return product;
    struct by_expr_place one = by_expr_constant(build, 1);
    struct by_expr_place inverse = emit(build, BY_EXPR_DIVIDE, one, product, product);
    drop(build, product);
    return inverse;
}

struct by_expr_place by_expr_raise(struct by_expr_build *build, struct by_expr_place base,
                                   struct by_expr_place exponent)
{
    if (build->problem || is_constant(base) || !is_constant(exponent))
        return by_expr_combine(build, BY_EXPR_POWER, base, exponent, exponent);
    float value = build->expr->constant[exponent.index][0];
    for (int whole = 1; whole <= 8; whole++) {
        if (value != (float)whole && value != (float)-whole)
            continue;
        build->expr->constant_count = exponent.index; /* it was the last one */
        return multiply_out(build, base, value < 0 ? -whole : whole);
    }
    return by_expr_combine(build, BY_EXPR_POWER, base, exponent, exponent);
}

/* The last step writes the result; what it did not compute for every child is copied there. */
void by_expr_finish(struct by_expr_build *build, struct by_expr_place value)
{
    struct by_expr *expr = build->expr;
    static const struct by_expr_place out = {BY_EXPR_BASE_OUT, 0};
    struct by_expr_step *last = expr->step_count > 0 ? &expr->step[expr->step_count - 1] : NULL;
    if (value.base == BY_EXPR_BASE_WIDE && last && same(last->to, value))
        last->to = out;
    else
        expr->step[expr->step_count++] = (struct by_expr_step){
            .op = BY_EXPR_COPY, .wide = true, .to = out, .operand = {value, value, value}};
}
