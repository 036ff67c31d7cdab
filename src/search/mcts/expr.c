/* expr.c: computing a rule; see expr.h.
 *
 * Each operation is one loop over blocks of 8 floats, which the compiler turns into vector
 * instructions: the operation is a constant wherever by_expr's loops are called. */
#include "base/num.h"
#include "base/stats.h"
#include "search/mcts/expr_code.h"
#include <math.h>
#include <stdlib.h>

#define BLOCK BY_EXPR_BLOCK

/* An operand: a block, and how far it is to the next one (0: the same block again). */
struct operand {
    const float *at;
    ptrdiff_t advance;
};

struct memory {
    const float *base[BY_EXPR_BASES];
    size_t stride; /* floats from one wide value to the next */
    int count, blocks;
};

/* --- one number ----------------------------------------------------------- */

static inline float simple(enum by_expr_op op, float x, float y, float z)
{
    switch (op) {
    case BY_EXPR_ADD:
        return x + y;
    case BY_EXPR_SUBTRACT:
        return x - y;
    case BY_EXPR_MULTIPLY:
        return x * y;
    case BY_EXPR_DIVIDE:
        return x / y;
    case BY_EXPR_LESS:
        return x < y ? 1.0F : 0.0F;
    case BY_EXPR_LESS_EQUAL:
        return x <= y ? 1.0F : 0.0F;
    case BY_EXPR_EQUAL:
        return x == y ? 1.0F : 0.0F;
    case BY_EXPR_UNEQUAL:
        return x != y ? 1.0F : 0.0F;
    case BY_EXPR_MIN: /* not a number when either is none: a mistake must not be hidden */
        return x < y || isnan(x) ? x : y;
    case BY_EXPR_MAX:
        return x > y || isnan(x) ? x : y;
    case BY_EXPR_NEGATE:
        return -x;
    case BY_EXPR_ABS:
        return fabsf(x);
    case BY_EXPR_SQRT:
        return (float)sqrt((double)x); /* what sqrtf gives: a double has digits to spare */
    case BY_EXPR_CHOOSE:
        return x != 0 ? y : z;
    case BY_EXPR_ROOT_OF_QUOTIENT:
        return (float)sqrt((double)(x / y));
    case BY_EXPR_PRODUCT_PLUS:
        return x * y + z;
    default:
        return x;
    }
}

/* Small whole powers are products here too, so that x^k with k = 3 is what x^3 is. */
static float power(float x, float y)
{
    float size = fabsf(y);
    bool whole = size >= 0x1p24F || (size < 0x1p24F && (float)(int32_t)size == size);
    if (y == 0)
        return 1;
    if (whole && size <= 8) {
        float product = x;
        for (int i = 1; i < (int)size; i++)
            product *= x;
        return y < 0 ? 1 / product : product;
    }
    bool odd = whole && size < 0x1p24F && (int32_t)size % 2 == 1;
    double value = by_exp((double)y * by_ln(whole ? fabs((double)x) : (double)x));
    return (float)(odd && x < 0 ? -value : value);
}

static float slow(enum by_expr_op op, float x, float y, float z)
{
    switch (op) {
    case BY_EXPR_LN:
        return (float)by_ln((double)x);
    case BY_EXPR_EXP:
        return (float)by_exp((double)x);
    case BY_EXPR_ERFC:
        return (float)by_erfc((double)x);
    case BY_EXPR_KLUCB:
        return (float)by_kl_upper((double)x, (double)y, (double)z);
    default:
        return power(x, y);
    }
}

/* --- loops ---------------------------------------------------------------- */

static inline void unary(enum by_expr_op op, int blocks, float *restrict out, struct operand a)
{
    for (int i = 0; i < blocks; i++) {
        for (int j = 0; j < BLOCK; j++)
            out[j] = simple(op, a.at[j], 0, 0);
        out += BLOCK;
        a.at += a.advance;
    }
}

static inline void binary(enum by_expr_op op, int blocks, float *restrict out, struct operand a,
                          struct operand b)
{
    for (int i = 0; i < blocks; i++) {
        for (int j = 0; j < BLOCK; j++)
            out[j] = simple(op, a.at[j], b.at[j], 0);
        out += BLOCK;
        a.at += a.advance;
        b.at += b.advance;
    }
}

static inline void ternary(enum by_expr_op op, int blocks, float *restrict out, struct operand a,
                           struct operand b, struct operand c)
{
    for (int i = 0; i < blocks; i++) {
        for (int j = 0; j < BLOCK; j++)
            out[j] = simple(op, a.at[j], b.at[j], c.at[j]);
        out += BLOCK;
        a.at += a.advance;
        b.at += b.advance;
        c.at += c.advance;
    }
}

static struct operand find(const struct memory *memory, struct by_expr_place place)
{
    size_t unit = by_expr_is_wide(place) ? memory->stride : BLOCK;
    return (struct operand){memory->base[place.base] + place.index * unit,
                            by_expr_is_wide(place) ? BLOCK : 0};
}

/* One child at a time, and none of those that are not there: they would cost as much. */
static void slowly(enum by_expr_op op, int count, float *out, const struct operand in[3])
{
    struct operand a = in[0], b = in[1], c = in[2];
    for (int i = 0; i < count; i += BLOCK) {
        for (int j = 0; j < BLOCK; j++)
            out[i + j] = i + j < count ? slow(op, a.at[j], b.at[j], c.at[j]) : 0;
        a.at += a.advance;
        b.at += b.advance;
        c.at += c.advance;
    }
}

static void spread(float value, float *block)
{
    for (int j = 0; j < BLOCK; j++)
        block[j] = value;
}

/* Values that are no numbers count for nothing: those of children without a visit, mostly. */
static float over_all(enum by_expr_op op, int count, struct operand a)
{
    double sum = 0, best = -INFINITY;
    for (int i = 0; i < count; i++) {
        double x = (double)a.at[i / BLOCK * a.advance + i % BLOCK];
        if (isnan(x))
            continue;
        best = x > best ? x : best;
        sum += x;
    }
    return (float)(op == BY_EXPR_SUM ? sum : best);
}

/* What is left of the operations: slow ones. */
static void run_slow(const struct memory *memory, const struct by_expr_step *step, float *out)
{
    enum by_expr_op op = (enum by_expr_op)step->op;
    struct operand in[3];
    for (int i = 0; i < 3; i++)
        in[i] = find(memory, step->operand[i]);
    if (by_expr_is_over_all(op))
        spread(over_all(op, memory->count, in[0]), out);
    else if (step->wide)
        slowly(op, memory->count, out, in);
    else
        spread(slow(op, in[0].at[0], in[1].at[0], in[2].at[0]), out);
}

/* --- steps ---------------------------------------------------------------- */

static void run(const struct memory *memory, const struct by_expr_step *step, float *out)
{
    struct operand a = find(memory, step->operand[0]), b = find(memory, step->operand[1]);
    int blocks = step->wide ? memory->blocks : 1;
    enum by_expr_op op = (enum by_expr_op)step->op;
    switch (op) {
    case BY_EXPR_ADD:
        binary(BY_EXPR_ADD, blocks, out, a, b);
        break;
    case BY_EXPR_SUBTRACT:
        binary(BY_EXPR_SUBTRACT, blocks, out, a, b);
        break;
    case BY_EXPR_MULTIPLY:
        binary(BY_EXPR_MULTIPLY, blocks, out, a, b);
        break;
    case BY_EXPR_DIVIDE:
        binary(BY_EXPR_DIVIDE, blocks, out, a, b);
        break;
    case BY_EXPR_LESS:
        binary(BY_EXPR_LESS, blocks, out, a, b);
        break;
    case BY_EXPR_LESS_EQUAL:
        binary(BY_EXPR_LESS_EQUAL, blocks, out, a, b);
        break;
    case BY_EXPR_EQUAL:
        binary(BY_EXPR_EQUAL, blocks, out, a, b);
        break;
    case BY_EXPR_UNEQUAL:
        binary(BY_EXPR_UNEQUAL, blocks, out, a, b);
        break;
    case BY_EXPR_MIN:
        binary(BY_EXPR_MIN, blocks, out, a, b);
        break;
    case BY_EXPR_MAX:
        binary(BY_EXPR_MAX, blocks, out, a, b);
        break;
    case BY_EXPR_NEGATE:
        unary(BY_EXPR_NEGATE, blocks, out, a);
        break;
    case BY_EXPR_ABS:
        unary(BY_EXPR_ABS, blocks, out, a);
        break;
    case BY_EXPR_SQRT:
        unary(BY_EXPR_SQRT, blocks, out, a);
        break;
    case BY_EXPR_COPY:
        unary(BY_EXPR_COPY, blocks, out, a);
        break;
    case BY_EXPR_CHOOSE:
        ternary(BY_EXPR_CHOOSE, blocks, out, a, b, find(memory, step->operand[2]));
        break;
    case BY_EXPR_ROOT_OF_QUOTIENT:
        binary(BY_EXPR_ROOT_OF_QUOTIENT, blocks, out, a, b);
        break;
    case BY_EXPR_PRODUCT_PLUS:
        ternary(BY_EXPR_PRODUCT_PLUS, blocks, out, a, b, find(memory, step->operand[2]));
        break;
    default:
        run_slow(memory, step, out);
        break;
    }
}

void by_expr_fold(const struct by_expr *expr, const struct by_expr_step *step, float out[BLOCK])
{
    struct memory memory = {.base[BY_EXPR_BASE_CONSTANT] = expr->constant[0]};
    run(&memory, step, out);
}

/* --- all of it ------------------------------------------------------------ */

void by_expr_close(struct by_expr *expr)
{
    free(expr);
}

unsigned by_expr_uses(const struct by_expr *expr)
{
    return expr->uses & (BY_EXPR_AMAF | BY_EXPR_PRIOR);
}

static int blocks_of(int count)
{
    return (count + BLOCK - 1) / BLOCK;
}

size_t by_expr_scratch(const struct by_expr *expr, int max_count)
{
    size_t wide = (size_t)expr->wide_count * (size_t)blocks_of(max_count);
    return ((size_t)expr->single_count + wide) * BLOCK;
}

static void spread_variables(const struct by_expr *expr, const struct by_expr_input *in,
                             float *singles)
{
    if (expr->uses & BY_EXPR_USES_N)
        spread(in->N, singles);
    if (expr->uses & BY_EXPR_USES_T)
        spread(in->t, singles + BLOCK);
    if (expr->uses & BY_EXPR_USES_DEPTH)
        spread(in->depth, singles + 2 * BLOCK);
    if (expr->uses & BY_EXPR_USES_C)
        spread(in->c, singles + 3 * BLOCK);
    if (expr->uses & BY_EXPR_USES_K)
        spread(in->k, singles + 4 * BLOCK);
}

void by_expr_values(const struct by_expr *expr, const struct by_expr_input *in, float *scratch,
                    float *out)
{
    float *wides = scratch + (size_t)expr->single_count * BLOCK;
    size_t stride = (size_t)blocks_of(in->count) * BLOCK;
    const struct memory memory = {
        .base = {in->n, in->w, in->rn, in->rw, in->prior, wides, out, scratch, expr->constant[0]},
        .stride = stride,
        .count = in->count,
        .blocks = blocks_of(in->count),
    };
    spread_variables(expr, in, scratch);
    for (int i = 0; i < expr->step_count; i++) {
        const struct by_expr_step *step = &expr->step[i];
        float *to = out;
        if (step->to.base == BY_EXPR_BASE_WIDE)
            to = wides + step->to.index * stride;
        else if (step->to.base == BY_EXPR_BASE_SINGLE)
            to = scratch + (size_t)step->to.index * BLOCK;
        run(&memory, step, to);
    }
}
