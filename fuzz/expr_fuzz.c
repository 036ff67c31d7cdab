/* expr_fuzz.c: a selection rule of the user's own. Refused with a sentence, or computed: each child's
 * value is the same whether it is computed with the others or alone, unless it asks for the others. */
#include "fuzz.h"
#include "search/mcts/expr.h"

#include <stdlib.h>
#include <string.h>

#define CHILDREN 9

static void compute(const struct by_expr *expr, int first, int count, float *out)
{
    static const float visits[2 * CHILDREN + BY_EXPR_BLOCK] = {0, 1, 2, 3, 10, 1e3F, 1e6F, 1e9F, 7};
    static const float wins[2 * CHILDREN + BY_EXPR_BLOCK] = {0, 0, 1, 3, 4.5F, 17, 1e5F, 1e9F, 3};
    struct by_expr_input in = {
        .count = count, .N = 1e6F, .t = 2e6F, .depth = 3, .c = 1.4F, .k = 1000};
    in.n = in.rn = visits + first;
    in.w = in.rw = in.prior = wins + first;
    float *scratch = calloc(by_expr_scratch(expr, CHILDREN) + 1, sizeof *scratch);
    if (!scratch)
        abort();
    by_expr_values(expr, &in, scratch, out);
    free(scratch);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = by_fuzz_text(data, size);
    struct by_expr *expr = NULL;
    struct by_error err = {.status = BY_OK};
    if (by_expr_open(text, &expr, &err) == BY_OK) {
        float all[CHILDREN + BY_EXPR_BLOCK] = {0}, one[1 + BY_EXPR_BLOCK] = {0};
        compute(expr, 0, CHILDREN, all);
        bool alone = !strstr(text, "best") && !strstr(text, "sum");
        for (int i = 0; i < CHILDREN && alone; i++) {
            compute(expr, i, 1, one);
            bool nan = all[i] != all[i] && one[0] != one[0];
            by_fuzz_demand(nan || all[i] == one[0],
                           "a child's value does not depend on the others");
        }
    } else {
        by_fuzz_sentence(&err);
    }
    by_expr_close(expr);
    free(text);
    return 0;
}
