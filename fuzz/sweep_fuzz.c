/* sweep_fuzz.c: two players with values in braces, a line each; what is taken must be an experiment, or be
 * refused with a sentence. */
#include "fuzz.h"
#include "lab/lab.h"
#include "lab/sweep.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = by_fuzz_text(data, size);
    char *b = text + strcspn(text, "\n");
    struct by_buffer out;
    struct by_error err = {.status = BY_OK};
    if (*b) /* else b is the empty text at the end */
        *b++ = 0;
    const struct by_lab_sweep sweep = {"nogo size=5x5", text, b, "match", 20};
    struct by_lab_experiment experiment;
    by_buffer_open(&out, BY_LAB_BYTES_MAX);
    enum by_status status = by_lab_sweep_text(&sweep, &out, &err);
    if (status == BY_OK)
        status = by_lab_read("sweep", by_buffer_text(&out), out.length, &experiment, &err);
    if (status == BY_OK) {
        by_fuzz_demand(experiment.cells > 0 && experiment.rows[0].axis_count > 0,
                       "a sweep has cells and a parameter");
        by_lab_close(&experiment);
    } else {
        by_fuzz_sentence(&err);
    }
    by_buffer_close(&out);
    free(text);
    return 0;
}
