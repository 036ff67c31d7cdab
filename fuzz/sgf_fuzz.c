/* sgf_fuzz.c: any bytes as SGF. They are refused with a sentence, or what was read
 * writes, reads and writes again to the same bytes; and it can be played through or says why not. */
#include "fuzz.h"
#include "record/record.h"
#include <stdlib.h>
#include <string.h>

/* All games of the text in the normal form, from malloc; NULL when it is refused. */
static char *normal_form(const char *text, size_t size, bool play, size_t *length)
{
    bool found = true;
    struct by_record record = {0};
    struct by_record_request whole = {.ply = -1};
    struct by_record_source source = {
        .format = by_record_format_find("sgf"), .text = text, .size = size};
    struct by_error err = {.status = BY_OK};
    char *all = calloc(1, 1);
    *length = 0;
    while (by_record_next(&source, &record, &found, &err) == BY_OK && found) {
        char *one = NULL;
        size_t more = 0;
        by_fuzz_demand(by_record_text(&record, source.format, &one, &more, &err) == BY_OK,
                       "what was read can be written");
        all = realloc(all, *length + more + 1);
        if (!all)
            abort();
        memcpy(all + *length, one, more);
        *length += more;
        free(one);
        struct by_error why = {.status = BY_OK};
        if (play && by_record_play(&record, &whole, &why) != BY_OK)
            by_fuzz_sentence(&why);
    }
    by_record_close(&record);
    if (err.status == BY_OK)
        return all;
    by_fuzz_sentence(&err);
    free(all);
    return NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t first_size, second_size;
    char *first = normal_form((const char *)data, size, true, &first_size);
    if (!first)
        return 0;
    char *second = normal_form(first, first_size, false, &second_size);
    by_fuzz_demand(second && first_size == second_size && memcmp(first, second, first_size) == 0,
                   "what was written is read and written the same");
    free(first);
    free(second);
    return 0;
}
