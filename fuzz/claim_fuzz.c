/* claim_fuzz.c: a claim in words; what is understood is checked against a small table. */
#include "fuzz.h"
#include "lab/claim.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const axes[] = {"n", "row"};
    static const char *const at[4][2] = {{"1", "a"}, {"2", "a"}, {"1", "b"}, {"2", "b"}};
    struct by_claim_figure cells[4];
    char *text = by_fuzz_text(data, size);
    struct by_claim claim;
    struct by_error err = {.status = BY_OK};
    for (int i = 0; i < 4; i++)
        cells[i] = (struct by_claim_figure){at[i], i != 2, 10.0 * i - 5, i};
    struct by_claim_table figures = {2, axes, 4, cells};
    if (by_claim_read(&claim, text, &err) != BY_OK ||
        by_claim_fits(&claim, 2, axes, &err) != BY_OK) {
        by_fuzz_sentence(&err);
    } else {
        enum by_claim_finding finding = by_claim_test(&claim, &figures, 3, NULL);
        by_fuzz_demand(finding != BY_FINDING_PART && finding < BY_FINDINGS,
                       "a claim has a finding");
    }
    free(text);
    return 0;
}
