/* expr_words.c: what a rule may name, and what it sees of a child, for people. */
#include "search/mcts/expr_code.h"

static const struct by_expr_word variables[] = {
#define BY_EXPR_VARIABLE(name, base, index, uses, help) {name, name, help},
#include "search/mcts/expr_variables.def"
#undef BY_EXPR_VARIABLE
};

static const struct by_expr_word functions[] = {
#define BY_EXPR_FUNCTION(name, op, arguments, form, help) {name, form, help},
#include "search/mcts/expr_functions.def"
#undef BY_EXPR_FUNCTION
};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

const struct by_expr_word *by_expr_variable_at(int index)
{
    return index >= 0 && index < COUNT(variables) ? &variables[index] : NULL;
}

const struct by_expr_word *by_expr_function_at(int index)
{
    return index >= 0 && index < COUNT(functions) ? &functions[index] : NULL;
}

void by_expr_tell(const struct by_expr *expr, const struct by_expr_input *in, int child,
                  struct by_text *out)
{
    by_text_format(out, "n=%.9g w=%.9g N=%.9g", (double)in->n[child], (double)in->w[child],
                   (double)in->N);
    if (expr->uses & BY_EXPR_AMAF)
        by_text_format(out, " rn=%.9g rw=%.9g", (double)in->rn[child], (double)in->rw[child]);
    if (expr->uses & BY_EXPR_PRIOR)
        by_text_format(out, " prior=%.6g", (double)in->prior[child]);
    if (expr->uses & BY_EXPR_USES_DEPTH)
        by_text_format(out, " depth=%.9g", (double)in->depth);
    if (expr->uses & BY_EXPR_USES_C)
        by_text_format(out, " c=%.6g", (double)in->c);
    if (expr->uses & BY_EXPR_USES_K)
        by_text_format(out, " k=%.6g", (double)in->k);
}
