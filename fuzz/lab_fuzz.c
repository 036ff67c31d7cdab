/* lab_fuzz.c: any bytes as the file of an experiment, and as the numbers of a result. */
#include "base/buffer.h"
#include "fuzz.h"
#include "lab/measure.h"

#include <stdlib.h>
#include <string.h>

static void try_file(const char *text, size_t size)
{
    struct by_lab_experiment experiment;
    struct by_error err = {.status = BY_OK};
    if (by_lab_read("x.lab", text, size, &experiment, &err) != BY_OK) {
        by_fuzz_sentence(&err);
        by_fuzz_demand(strstr(err.text, "line ") != NULL || err.status == BY_NO_MEMORY,
                       "the sentence names a line");
        return;
    }
    by_fuzz_demand(experiment.cells > 0 && experiment.row_count > 0, "there is a cell");
    int cells = 0;
    for (int i = 0; i < experiment.row_count; i++)
        cells += experiment.rows[i].cells;
    by_fuzz_demand(cells == experiment.cells, "every cell is in a row");
    for (int i = 0; i < experiment.cells; i += 1 + experiment.cells / 16) {
        struct by_lab_cell cell;
        enum by_status status = by_lab_cell_open(&experiment, i, BY_LAB_QUICK, 1, &cell, &err);
        by_fuzz_demand(status == BY_OK && cell.number == i && *cell.label,
                       "every cell can be opened once the file was read");
        by_lab_cell_close(&cell);
    }
    by_lab_close(&experiment);
}

static void try_numbers(const char *text)
{
    struct by_lab_numbers numbers, again;
    struct by_error err = {.status = BY_OK};
    struct by_buffer out;
    if (by_lab_numbers_read(text, &numbers, &err) != BY_OK) {
        by_fuzz_sentence(&err);
        return;
    }
    by_buffer_open(&out, (size_t)1 << 24);
    by_lab_numbers_write(&numbers, &out);
    by_fuzz_demand(by_lab_numbers_read(by_buffer_text(&out), &again, &err) == BY_OK &&
                       again.count == numbers.count && again.points == numbers.points,
                   "what is written is read the same again");
    by_lab_numbers_close(&again);
    by_lab_numbers_close(&numbers);
    by_buffer_close(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = by_fuzz_text(data, size);
    try_file((const char *)data, size);
    try_numbers(text);
    free(text);
    return 0;
}
