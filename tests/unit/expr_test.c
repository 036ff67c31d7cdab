/* expr_test.c: a user's selection rule gives what the same formula gives in C.
 *
 * Thousands of random formulas are made as trees, written out as text with as few parentheses as
 * the grammar allows, and computed three times: by the rule, by walking the tree in float (equal
 * bit for bit), and by walking it in double with the C library's functions (equal to 1e-5, where
 * the conditioning of the formula lets a float be that good). */
#include "base/long_test.h"
#include "base/num.h"
#include "base/rng.h"
#include "base/stats.h"
#include "base/text.h"
#include "search/mcts/expr.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ROOM 128 /* children at most, and a multiple of 8 */

static struct by_expr *open_rule(const char *text)
{
    struct by_expr *expr = NULL;
    struct by_error err = {0};
    if (by_expr_open(text, &expr, &err) != BY_OK)
        fail_msg("%s: %s", text, err.text);
    return expr;
}

/* Scratch of exactly the size asked for: the sanitizers see every step beyond. */
static void compute(const char *text, const struct by_expr_input *in, float *out)
{
    struct by_expr *expr = open_rule(text);
    size_t size = by_expr_scratch(expr, in->count) * sizeof(float);
    float *scratch = malloc(size);
    assert_non_null(scratch);
    memset(scratch, 0xff, size);
    by_expr_values(expr, in, scratch, out);
    free(scratch);
    by_expr_close(expr);
}

/* The children of a node somewhere in a search. */
struct children {
    float n[ROOM], w[ROOM], rn[ROOM], rw[ROOM], prior[ROOM];
    struct by_expr_input in;
};

static void fill(struct children *c, struct by_rng *rng, int count)
{
    float total = 0;
    for (int i = 0; i < ROOM; i++) {
        c->n[i] = (float)by_rng_below(rng, by_rng_below(rng, 4) == 0 ? 3 : 2000);
        c->w[i] = (float)by_rng_below(rng, 1 + 2 * (uint32_t)c->n[i]) / 2;
        c->rn[i] = c->n[i] + (float)by_rng_below(rng, 500);
        c->rw[i] = c->w[i] + (float)by_rng_below(rng, 1 + (uint32_t)(c->rn[i] - c->n[i]));
        c->prior[i] = (float)by_rng_unit(rng);
        total += i < count ? c->n[i] : 0;
    }
    c->in = (struct by_expr_input){.count = count,
                                   .n = c->n,
                                   .w = c->w,
                                   .rn = c->rn,
                                   .rw = c->rw,
                                   .prior = c->prior,
                                   .N = total + 1,
                                   .t = total + 1000,
                                   .depth = (float)by_rng_below(rng, 30),
                                   .c = (float)by_rng_unit(rng) * 2,
                                   .k = (float)by_rng_below(rng, 3000)};
}

static bool same_bits(float a, float b)
{
    uint32_t x, y;
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y || (isnan(a) && isnan(b));
}

/* --- rules written by hand ---------------------------------------------------------- */

static float ln_of(float x)
{
    return (float)by_ln((double)x);
}

static float ucb1(const struct children *x, int i)
{
    return x->w[i] / x->n[i] + x->in.c * sqrtf(ln_of(x->in.N) / x->n[i]);
}

static float nogo_uct(const struct children *x, int i)
{
    return x->w[i] / (x->n[i] + 1) + x->in.c * sqrtf(ln_of(x->in.N + 1) / (x->n[i] + 1));
}

static float tuned(const struct children *x, int i)
{
    float mean = x->w[i] / x->n[i], share = ln_of(x->in.N) / x->n[i];
    float variance = mean - mean * mean + sqrtf(2 * ln_of(x->in.N) / x->n[i]);
    return mean + sqrtf(share * (variance < 0.25F ? variance : 0.25F));
}

static float puct(const struct children *x, int i)
{
    return x->w[i] / x->n[i] + x->in.c * x->prior[i] * sqrtf(x->in.N) / (1 + x->n[i]);
}

static float rave(const struct children *x, int i)
{
    float beta = sqrtf(x->in.k / (3 * x->n[i] + x->in.k));
    return (1 - beta) * x->w[i] / x->n[i] + beta * x->rw[i] / x->rn[i];
}

static float unvisited_first(const struct children *x, int i)
{
    return x->n[i] == 0 ? 10 + x->prior[i] : x->w[i] / x->n[i];
}

static float powers(const struct children *x, int i)
{
    float n = x->n[i], depth = x->in.depth;
    return n * n * n - 1 / (n * n) + 1 / depth + (depth * depth) * (float)by_exp(-2);
}

static void rules_equal_hand_written_c(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        float (*twin)(const struct children *, int);
    } rules[] = {
        {"w/n + c*sqrt(ln(N)/n)", ucb1},
        {"  w/n\t+c *sqrt( ln (N) /n ) ", ucb1},
        {"w/(n+1) + c*sqrt(ln(N+1)/(n+1))", nogo_uct},
        {"w/n + sqrt(ln(N)/n * min(w/n - w/n*(w/n) + sqrt(2*ln(N)/n), 0.25))", tuned},
        {"w/n + c*prior*sqrt(N)/(1+n)", puct},
        {"(1-sqrt(k/(3*n+k)))*w/n + sqrt(k/(3*n+k))*rw/rn", rave},
        {"n == 0 ? 10 + prior : w/n", unvisited_first},
        {"n^3 - n^-2 + depth^(3-4) + depth^2*exp(-(1+1))", powers},
    };
    struct by_rng rng;
    by_rng_init(&rng, 61, 0);
    for (int round = 0; round < 200; round++) {
        struct children x;
        fill(&x, &rng, 1 + (int)by_rng_below(&rng, ROOM));
        for (size_t r = 0; r < sizeof rules / sizeof *rules; r++) {
            float out[ROOM];
            compute(rules[r].text, &x.in, out);
            for (int i = 0; i < x.in.count; i++)
                if (!same_bits(out[i], rules[r].twin(&x, i)))
                    fail_msg("%s: %a, not %a", rules[r].text, (double)out[i],
                             (double)rules[r].twin(&x, i));
        }
    }
}

static void what_is_the_same_for_all_is_spread(void **state)
{
    (void)state;
    struct by_rng rng;
    struct children x;
    float out[ROOM];
    by_rng_init(&rng, 62, 0);
    fill(&x, &rng, 13);
    compute("c", &x.in, out);
    assert_true(same_bits(out[0], x.in.c) && same_bits(out[12], x.in.c));
    compute("2*3+1", &x.in, out);
    assert_true(out[0] == 7 && out[12] == 7);
    compute("rn", &x.in, out);
    assert_memory_equal(out, x.rn, 13 * sizeof(float));
    compute("N*2+k", &x.in, out);
    assert_true(same_bits(out[12], x.in.N * 2 + x.in.k));
}

/* Nothing is written beyond the last block; without children nothing at all. */
static void only_whole_blocks_are_written(void **state)
{
    (void)state;
    struct by_rng rng;
    by_rng_init(&rng, 63, 0);
    for (int count = 0; count <= 40; count++) {
        struct children x;
        float out[ROOM];
        int room = (count + 7) / 8 * 8;
        fill(&x, &rng, count);
        for (int i = 0; i < ROOM; i++)
            out[i] = -77;
        compute("ln(n+1) + w/n", &x.in, out);
        for (int i = room; i < ROOM; i++)
            assert_true(out[i] == -77);
        for (int i = 0; i < count; i++)
            assert_true(same_bits(out[i], ln_of(x.n[i] + 1) + x.w[i] / x.n[i]));
    }
}

static void it_says_what_it_looks_at(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        unsigned uses;
    } cases[] = {{"w/n + c*k*N*t*depth", 0},
                 {"rw/n", BY_EXPR_AMAF},
                 {"rn", BY_EXPR_AMAF},
                 {"prior*2", BY_EXPR_PRIOR},
                 {"rw/rn > prior ? 1 : 0", BY_EXPR_AMAF | BY_EXPR_PRIOR}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct by_expr *expr = open_rule(cases[i].text);
        assert_int_equal(by_expr_uses(expr), cases[i].uses);
        by_expr_close(expr);
    }
}

/* --- special values ------------------------------------------------------------------ */

static float value_of(const char *text)
{
    float n[8] = {0}, w[8] = {0}, out[8];
    struct by_expr_input in = {.count = 1, .n = n, .w = w, .N = 2, .c = -1, .k = 3};
    compute(text, &in, out);
    return out[0];
}

static void special_values_are_ieee(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        float value;
    } cases[] = {
        {"1/n", INFINITY},
        {"c/n", -INFINITY},
        {"w/n", NAN},
        {"sqrt(c)", NAN},
        {"ln(n)", -INFINITY},
        {"ln(c)", NAN},
        {"exp(1000+n)", INFINITY},
        {"exp(n-1000)", 0},
        {"erfc(n)", 1},
        {"abs(c+n)", 1},
        {"min(w/n, 3)", NAN},
        {"max(w/n, 3)", NAN},
        {"min(3, w/n)", NAN},
        {"max(3, w/n)", NAN},
        {"w/n ? 5 : 6", 5},
        {"n ? 5 : 6", 6},
        {"n == 0", 1},
        {"w/n == w/n", 0},
        {"w/n != w/n", 1},
        {"1/n > 1e38", 1},
        {"n^0", 1},
        {"n^2.5", 0},
        {"n^-2", INFINITY},
        {"n^-2.5", INFINITY},
        {"c^3", -1},
        {"c^9", -1},
        {"c^10", 1},
        {"c^k", -1},
        {"c^N", 1},
        {"c^0.5", NAN},
        {"-2^2", -4},
        {"2^3^2", 512},
        {"2^-1", 0.5F},
        {"-2^-2", -0.25F},
        {"2^k", 8},
        {"7-2-1", 4},
        {"16/4/2", 2},
        {"1?2:3?4:5", 2},
        {"0?2:0?4:5", 5},
        {"1<2?3:4", 3},
        {"1+1>=2", 1},
        {"(2<=1)+(2>1)*2", 2},
        {"--3", 3},
        {"2*-3", -6},
        {".5+1.", 1.5F},
        {"1e2-1E+1-1e-1", 89.9F},
        {"3e38*n", 0},
        {"1e-60", 0},
        {"log(1)", 0},
        {"inf", INFINITY},
        {"-inf", -INFINITY},
        {"inf-inf", NAN},
        {"let a = 2; a*3 + a", 8},
        {"let a = 2; let b = a^a; b - a", 2},
        {"let a = N+1; let b = a*a; a + b*a", 30},
        {"let a = n; a+1", 1},
        {"let a = k; let b = 5; a", 3},
        {"klucb(1, 5, 2)", 1},
        {"klucb(w/n, 5, 2)", NAN},
        {"sum(2)", 2},
        {"sum(k+1)*2", 8},
        {"best(w/n)", -INFINITY},
        {"sum(w/n)", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float value = value_of(cases[i].text);
        if (isnan(value) != isnan(cases[i].value) || (!isnan(value) && value != cases[i].value))
            fail_msg("%s is %g, not %g", cases[i].text, (double)value, (double)cases[i].value);
    }
}

/* --- random formulas -------------------------------------------------------------------- */

enum { LEAF_NUMBER, LEAF_VARIABLE, CHOOSE, COMPARE, SUM, PRODUCT, MINUS, POWER, CALL, OVER_ALL };

struct node {
    int kind;
    int which; /* the variable, the operator, the function */
    float number;
    struct node *child[3];
};

struct forest {
    struct by_rng rng;
    struct node pool[3000];
    int used;
    char lets[4096]; /* in front of the formula: what some of its parts are called */
    int names;
};

static const char *const variable_names[] = {"n", "w", "rn", "rw", "prior", "depth",
                                             "N", "t", "c",  "k",  "inf"};
static const char *const compare_names[] = {"<", "<=", ">", ">=", "==", "!="};
static const char *const call_names[] = {"sqrt", "ln",  "exp",   "abs", "erfc",
                                         "min",  "max", "klucb", "log"};
static const int call_values[] = {1, 1, 1, 1, 1, 2, 2, 3, 1};

static uint32_t pick(struct forest *f, uint32_t n)
{
    return by_rng_below(&f->rng, n);
}

static struct node *grow(struct forest *f, int height)
{
    static const int children[] = {0, 0, 3, 2, 2, 2, 1, 2, 0, 1};
    static const int kinds[] = {SUM,    SUM,   SUM,   PRODUCT, PRODUCT, PRODUCT, COMPARE,
                                CHOOSE, MINUS, POWER, CALL,    CALL,    CALL,    OVER_ALL};
    static const uint32_t choices[] = {1, 11, 1, 6, 2, 2, 1, 1, 9, 2};
    struct node *node = &f->pool[f->used++];
    node->kind = height == 0 || pick(f, 8) == 0 ? (pick(f, 3) == 0 ? LEAF_NUMBER : LEAF_VARIABLE)
                                                : kinds[pick(f, sizeof kinds / sizeof *kinds)];
    node->which = (int)pick(f, choices[node->kind]);
    node->number = pick(f, 2) ? (float)pick(f, 6) : (float)by_rng_unit(&f->rng) * 10;
    int count = children[node->kind] + (node->kind == CALL ? call_values[node->which] : 0);
    for (int i = 0; i < count; i++)
        node->child[i] = grow(f, height - 1);
    if (node->kind == POWER && pick(f, 2)) { /* most powers are small whole ones */
        node->child[1]->kind = LEAF_NUMBER;
        node->child[1]->number = (float)pick(f, 11);
    }
    return node;
}

static void print(struct forest *f, struct by_text *out, const struct node *node, int least);

static void print_infix(struct forest *f, struct by_text *out, const struct node *node, int left,
                        const char *sign, int right)
{
    print(f, out, node->child[0], left);
    by_text_format(out, "%s%s%s", pick(f, 2) ? " " : "", sign, pick(f, 2) ? " " : "");
    print(f, out, node->child[1], right);
}

static void print_call(struct forest *f, struct by_text *out, const struct node *node)
{
    by_text_format(out, "%s(", call_names[node->which]);
    print(f, out, node->child[0], 0);
    for (int i = 1; i < call_values[node->which]; i++) {
        by_text_add(out, ",");
        print(f, out, node->child[i], 0);
    }
    by_text_add(out, ")");
}

static void print_bare(struct forest *f, struct by_text *out, const struct node *node)
{
    switch (node->kind) {
    case LEAF_NUMBER:
        by_text_format(out, "%.9g", (double)node->number);
        break;
    case LEAF_VARIABLE:
        by_text_add(out, variable_names[node->which]);
        break;
    case CHOOSE:
        print_infix(f, out, node, 1, "?", 0);
        by_text_add(out, " :");
        print(f, out, node->child[2], 0);
        break;
    case COMPARE:
        print_infix(f, out, node, 2, compare_names[node->which], 2);
        break;
    case SUM:
        print_infix(f, out, node, 2, node->which ? "-" : "+", 3);
        break;
    case PRODUCT:
        print_infix(f, out, node, 3, node->which ? "/" : "*", 4);
        break;
    case MINUS:
        by_text_add(out, "-");
        print(f, out, node->child[0], 4);
        break;
    case POWER:
        print_infix(f, out, node, 6, "^", 4);
        break;
    case OVER_ALL:
        by_text_add(out, node->which ? "sum(" : "best(");
        print(f, out, node->child[0], 0);
        by_text_add(out, ")");
        break;
    default:
        print_call(f, out, node);
        break;
    }
}

/* Gives what the node computes a name, in front of the formula. */
static void print_named(struct forest *f, struct by_text *out, const struct node *node)
{
    char text[4096];
    struct by_text value = by_text_over(text, sizeof text);
    print_bare(f, &value, node);
    size_t before = strlen(f->lets);
    snprintf(f->lets + before, sizeof f->lets - before, "let v%d = %s;", f->names, text);
    by_text_format(out, "v%d", f->names++);
}

/* Parentheses where the grammar needs them, that is, where something of level `least` or higher
 * must stand, and here and there where it does not. */
static void print(struct forest *f, struct by_text *out, const struct node *node, int least)
{
    static const int level[] = {6, 6, 0, 1, 2, 3, 4, 5, 6, 6};
    if (f->names < BY_EXPR_NAMES_MAX && pick(f, 12) == 0) {
        print_named(f, out, node);
        return;
    }
    bool parentheses = level[node->kind] < least || pick(f, 12) == 0;
    by_text_add(out, parentheses ? "(" : "");
    print_bare(f, out, node);
    by_text_add(out, parentheses ? ")" : "");
}

static float variable(const struct children *x, int i, int which)
{
    const struct by_expr_input *in = &x->in;
    const float values[] = {x->n[i], x->w[i], x->rn[i], x->rw[i], x->prior[i], in->depth,
                            in->N,   in->t,   in->c,    in->k,    INFINITY};
    return values[which];
}

/* --- in float ---------------------------------------------------------------------------- */

static float float_power(float x, float y)
{
    if (y == 0)
        return 1;
    if (fabsf(y) <= 8 && floorf(y) == y) {
        float product = x;
        for (float i = 1; i < fabsf(y); i++)
            product *= x;
        return y < 0 ? 1 / product : product;
    }
    if (isfinite(y) && floorf(y) == y && x < 0) {
        double size = by_exp((double)y * by_ln(-(double)x));
        return (float)(fmodf(y, 2) != 0 ? -size : size);
    }
    return (float)by_exp((double)y * by_ln(isinf(y) ? fabs((double)x) : (double)x));
}

static float float_call(int which, float x, float y, float z)
{
    switch (which) {
    case 0:
        return sqrtf(x);
    case 1:
        return (float)by_ln((double)x);
    case 2:
        return (float)by_exp((double)x);
    case 3:
        return fabsf(x);
    case 4:
        return (float)by_erfc((double)x);
    case 5:
        return x < y || isnan(x) ? x : y;
    case 6:
        return x > y || isnan(x) ? x : y;
    case 7:
        return (float)by_kl_upper((double)x, (double)y, (double)z);
    default:
        return (float)by_ln((double)x);
    }
}

static float in_float(const struct node *node, const struct children *children, int i);

static float float_over_all(const struct node *node, const struct children *x)
{
    double sum = 0, best = -INFINITY;
    for (int i = 0; i < x->in.count; i++) {
        double value = (double)in_float(node->child[0], x, i);
        sum += isnan(value) ? 0 : value;
        best = value > best ? value : best;
    }
    return (float)(node->which ? sum : best);
}

static bool compares(int which, double x, double y)
{
    const bool values[] = {x<y, x <= y, x> y, x >= y, x == y, x != y};
    return values[which];
}

static float in_float(const struct node *node, const struct children *children, int i)
{
    float v[3] = {0};
    if (node->kind == OVER_ALL)
        return float_over_all(node, children);
    for (int k = 0; k < 3 && node->child[k]; k++)
        v[k] = in_float(node->child[k], children, i);
    switch (node->kind) {
    case LEAF_NUMBER:
        return node->number;
    case LEAF_VARIABLE:
        return variable(children, i, node->which);
    case CHOOSE:
        return v[0] != 0 ? v[1] : v[2];
    case COMPARE:
        return compares(node->which, (double)v[0], (double)v[1]) ? 1 : 0;
    case SUM:
        return node->which ? v[0] - v[1] : v[0] + v[1];
    case PRODUCT:
        return node->which ? v[0] / v[1] : v[0] * v[1];
    case MINUS:
        return -v[0];
    case POWER:
        return float_power(v[0], v[1]);
    default:
        return float_call(node->which, v[0], v[1], v[2]);
    }
}

/* --- in double, with a bound for the error of the float ------------------------------------ */

struct bounded {
    double value, error; /* |float - value| <= error; infinite: nobody knows */
};

#define UNIT 0x1p-23 /* twice the relative error of one rounding */

static struct bounded product_of(struct bounded a, struct bounded b, bool divide)
{
    double value = divide ? a.value / b.value : a.value * b.value;
    double left = fabs(b.value) - b.error;
    double error = divide ? (a.error + fabs(value) * b.error) / left
                          : fabs(a.value) * b.error + fabs(b.value) * a.error + a.error * b.error;
    return (struct bounded){value, divide && left <= 0 ? INFINITY : error};
}

static struct bounded power_of(struct bounded a, struct bounded b)
{
    double value = pow(a.value, b.value);
    double relative = fabs(b.value) * a.error / fabs(a.value) + (fabs(b.value) + 1) * UNIT;
    if (b.error > 0)
        relative += a.value > 0 ? fabs(log(a.value)) * b.error : INFINITY;
    return (struct bounded){value, relative < 1e-3 ? 1.01 * relative * fabs(value) : INFINITY};
}

static struct bounded call_of(int which, struct bounded a, struct bounded b)
{
    double low = a.value - a.error;
    switch (which) {
    case 0:
        return (struct bounded){sqrt(a.value), low > 0 ? a.error / 2 / sqrt(low) : a.error * 1e9};
    case 1:
    case 8:
        return (struct bounded){log(a.value), low > 0 ? a.error / low : INFINITY};
    case 2:
        return (struct bounded){exp(a.value), exp(a.value) * expm1(a.error)};
    case 3:
        return (struct bounded){fabs(a.value), a.error};
    case 4:
        return (struct bounded){erfc(a.value),
                                a.error * 1.13 * exp(-low * low) * (low > 0 ? 1 : exp(low * low))};
    case 7: /* its own test compares it */
        return (struct bounded){0, INFINITY};
    default: {
        bool first = which == 5 ? a.value < b.value : a.value > b.value;
        return (struct bounded){first ? a.value : b.value, a.error + b.error};
    }
    }
}

static struct bounded choice_of(const struct node *node, const struct bounded v[3])
{
    const struct bounded unknown = {0, INFINITY};
    if (node->kind == CHOOSE && v[0].error > 0 && fabs(v[0].value) <= v[0].error)
        return unknown;
    if (node->kind == CHOOSE)
        return v[0].value != 0 ? v[1] : v[2];
    double error = v[0].error + v[1].error;
    if (error > 0 && fabs(v[0].value - v[1].value) <= error)
        return unknown;
    return (struct bounded){compares(node->which, v[0].value, v[1].value) ? 1 : 0, 0};
}

static struct bounded in_double(const struct node *node, const struct children *children, int i)
{
    struct bounded v[3] = {{0, 0}}, result;
    if (node->kind == OVER_ALL)
        return (struct bounded){0, INFINITY};
    for (int k = 0; k < 3 && node->child[k]; k++)
        v[k] = in_double(node->child[k], children, i);
    for (int k = 0; k < 3; k++)
        if (!isfinite(v[k].value) || !isfinite(v[k].error))
            return (struct bounded){0, INFINITY};
    switch (node->kind) {
    case LEAF_NUMBER:
        return (struct bounded){(double)node->number, 0};
    case LEAF_VARIABLE:
        result.value = (double)variable(children, i, node->which);
        return isinf(result.value) ? (struct bounded){0, INFINITY}
                                   : (struct bounded){result.value, 0};
    case CHOOSE:
    case COMPARE:
        return choice_of(node, v);
    case SUM:
        result.value = node->which ? v[0].value - v[1].value : v[0].value + v[1].value;
        result.error = v[0].error + v[1].error;
        break;
    case PRODUCT:
        result = product_of(v[0], v[1], node->which);
        break;
    case MINUS:
        return (struct bounded){-v[0].value, v[0].error};
    case POWER:
        result = power_of(v[0], v[1]);
        break;
    default:
        result = call_of(node->which, v[0], v[1]);
        break;
    }
    result.error += UNIT * fabs(result.value);
    bool range = result.value == 0 || (fabs(result.value) > 1e-37 && fabs(result.value) < 1e37);
    return range ? result : (struct bounded){0, INFINITY};
}

/* --- the three agree ------------------------------------------------------------------------ */

static bool agree(const char *text, const struct node *tree, const struct children *x, int i,
                  float got)
{
    float want = in_float(tree, x, i);
    if (!same_bits(got, want))
        fail_msg("%s: child %d: %a, not %a", text, i, (double)got, (double)want);
    struct bounded truth = in_double(tree, x, i);
    double allowed = 1e-5 * fabs(truth.value);
    if (!(truth.error <= allowed))
        return false;
    if (!(fabs((double)got - truth.value) <= allowed))
        fail_msg("%s: child %d: %.9g, not %.9g", text, i, (double)got, truth.value);
    return true;
}

static void random_formulas_agree(void **state)
{
    (void)state;
    int formulas = long_tests() ? 200000 : 6000;
    long checked = 0, all = 0;
    struct forest *f = calloc(1, sizeof *f);
    assert_non_null(f);
    by_rng_init(&f->rng, 64, 0);
    for (int round = 0; round < formulas; round++) {
        char rule[4096], text[8192];
        struct by_text out = by_text_over(rule, sizeof rule);
        struct children x;
        float values[ROOM];
        memset(f->pool, 0, sizeof f->pool);
        f->used = f->names = 0;
        f->lets[0] = '\0';
        const struct node *tree = grow(f, 1 + (int)pick(f, 5));
        print(f, &out, tree, 0);
        snprintf(text, sizeof text, "%s%s", f->lets, rule);
        if (out.length >= sizeof rule || strlen(text) > BY_EXPR_LENGTH_MAX)
            continue;
        fill(&x, &f->rng, 1 + (int)pick(f, 20));
        compute(text, &x.in, values);
        for (int i = 0; i < x.in.count; i++, all++)
            checked += agree(text, tree, &x, i, values[i]);
    }
    if (checked < all / 4)
        fail_msg("only %ld of %ld values could be compared in double", checked, all);
    free(f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_equal_hand_written_c),
        cmocka_unit_test(what_is_the_same_for_all_is_spread),
        cmocka_unit_test(only_whole_blocks_are_written),
        cmocka_unit_test(it_says_what_it_looks_at),
        cmocka_unit_test(special_values_are_ieee),
        cmocka_unit_test(random_formulas_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
