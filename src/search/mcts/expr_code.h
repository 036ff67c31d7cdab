/* expr_code.h: what a rule looks like once it is read; known to the three expr*.c alone.
 *
 * Every value lives in blocks of 8 floats. A child's variable and what is computed from it has
 * one block for every 8 children. What is the same for all children has one block with 8 equal
 * floats, which is read again for every block of children: so one loop serves all mixtures. */
#ifndef BY_SEARCH_MCTS_EXPR_CODE_H
#define BY_SEARCH_MCTS_EXPR_CODE_H

#include "search/mcts/expr.h"

#define BY_EXPR_STEPS_MAX     501                          /* 500, and one to copy the result */
#define BY_EXPR_CONSTANTS_MAX (BY_EXPR_LENGTH_MAX / 2 + 1) /* an operator between any two */
/* Operands that wait for others: at most seven on every level (three values of a function; sums and
 * products before them), and what has a name. */
#define BY_EXPR_WIDES_MAX (7 * (BY_EXPR_NESTING_MAX + 1) + BY_EXPR_NAMES_MAX)

enum by_expr_op {
    BY_EXPR_ADD,
    BY_EXPR_SUBTRACT,
    BY_EXPR_MULTIPLY,
    BY_EXPR_DIVIDE,
    BY_EXPR_LESS, /* a > b is b < a */
    BY_EXPR_LESS_EQUAL,
    BY_EXPR_EQUAL,
    BY_EXPR_UNEQUAL,
    BY_EXPR_MIN,
    BY_EXPR_MAX,
    BY_EXPR_NEGATE,
    BY_EXPR_ABS,
    BY_EXPR_SQRT,
    BY_EXPR_COPY,
    BY_EXPR_CHOOSE,
    BY_EXPR_ROOT_OF_QUOTIENT, /* two operations at once, for speed: sqrt(a / b) */
    BY_EXPR_PRODUCT_PLUS,     /* a * b + c, rounded twice */
    BY_EXPR_LN,               /* from here on: one number at a time, in double */
    BY_EXPR_EXP,
    BY_EXPR_ERFC,
    BY_EXPR_POWER,
    BY_EXPR_KLUCB,
    BY_EXPR_BEST, /* from here on: one value from those of all children */
    BY_EXPR_SUM,
};

static inline bool by_expr_is_over_all(enum by_expr_op op)
{
    return op >= BY_EXPR_BEST;
}

/* Where a value lives. */
enum by_expr_base {
    BY_EXPR_BASE_N, /* the children's variables */
    BY_EXPR_BASE_W,
    BY_EXPR_BASE_RN,
    BY_EXPR_BASE_RW,
    BY_EXPR_BASE_PRIOR,
    BY_EXPR_BASE_WIDE,     /* scratch: computed for every child */
    BY_EXPR_BASE_OUT,      /* the result */
    BY_EXPR_BASE_SINGLE,   /* scratch: the same for all; the first are N, t, depth, c, k */
    BY_EXPR_BASE_CONSTANT, /* known when the rule is read */
    BY_EXPR_BASES,
};
#define BY_EXPR_SINGLE_VARIABLES 5

/* Bits of `uses` beyond those in expr.h. */
enum {
    BY_EXPR_USES_N = 4,
    BY_EXPR_USES_T = 8,
    BY_EXPR_USES_DEPTH = 16,
    BY_EXPR_USES_C = 32,
    BY_EXPR_USES_K = 64,
};

struct by_expr_place {
    uint16_t base;
    uint16_t index;
};

static inline bool by_expr_is_wide(struct by_expr_place place)
{
    return place.base < BY_EXPR_BASE_SINGLE;
}

struct by_expr_step {
    uint16_t op;
    bool wide;                       /* for every child; else once */
    struct by_expr_place to;         /* never one of the operands */
    struct by_expr_place operand[3]; /* those that the operation lacks repeat another */
};

struct by_expr {
    int step_count;
    int single_count;
    int wide_count;
    int constant_count;
    unsigned uses;
    struct by_expr_step step[BY_EXPR_STEPS_MAX];
    float constant[BY_EXPR_CONSTANTS_MAX][BY_EXPR_BLOCK];
};

/* --- expr_build.c: making the steps ---------------------------------------------- */

struct by_expr_build {
    struct by_expr *expr;
    const char *problem; /* a sentence without a column; NULL: none */
    bool used[BY_EXPR_WIDES_MAX];
    bool named[BY_EXPR_WIDES_MAX]; /* of those: they stay to the end */
};

#define BY_EXPR_NOWHERE                                                                            \
    {                                                                                              \
        BY_EXPR_BASE_CONSTANT, 0                                                                   \
    }

struct by_expr_place by_expr_constant(struct by_expr_build *build, float value);

/* The value of an operation, whose operands nobody will look at again. Operations with fewer
 * operands get one of them again. */
struct by_expr_place by_expr_combine(struct by_expr_build *build, enum by_expr_op op,
                                     struct by_expr_place a, struct by_expr_place b,
                                     struct by_expr_place c);

/* base ^ exponent, in the same way. */
struct by_expr_place by_expr_raise(struct by_expr_build *build, struct by_expr_place base,
                                   struct by_expr_place exponent);

/* `value` has got a name: it may be looked at again, whoever uses it. */
void by_expr_keep(struct by_expr_build *build, struct by_expr_place value);

/* Makes `value` the rule's result. */
void by_expr_finish(struct by_expr_build *build, struct by_expr_place value);

/* --- expr.c: doing them ------------------------------------------------------------ */

/* Computes a step on constants into one block: how constants are folded. */
void by_expr_fold(const struct by_expr *expr, const struct by_expr_step *step,
                  float out[BY_EXPR_BLOCK]);

#endif
