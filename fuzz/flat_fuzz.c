/* flat_fuzz.c: for libFuzzer: any bytes as one of the formats without trees, chosen by the first
 * byte. They are refused with a sentence, or what was read writes, reads and writes again to the
 * same bytes. */
#include "games/record/record.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool good)
{
    if (!good)
        abort();
}

/* Reads all games; writes the first into *text, from malloc, which stays NULL when the format
 * cannot hold it. */
static bool read_all(const char *format, const char *bytes, size_t size, char **text,
                     size_t *length)
{
    bool found = true;
    struct by_record record = {0};
    struct by_record_source source = {
        .format = by_record_format_find(format), .text = bytes, .size = size};
    struct by_error err = {.status = BY_OK};
    enum by_status status = BY_OK;
    while (found && (status = by_record_next(&source, &record, &found, &err)) == BY_OK) {
        struct by_error why = {.status = BY_OK};
        if (found && source.games == 1 &&
            by_record_text(&record, source.format, text, length, &why) != BY_OK)
            demand(why.text[0] != '\0');
    }
    demand(status == BY_OK || err.text[0] != '\0');
    by_record_close(&record);
    return status == BY_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"ggf", "obf", "transcript", "wthor"};
    char *first = NULL, *second = NULL;
    size_t first_size = 0, second_size = 0;
    if (size == 0)
        return 0;
    const char *format = formats[data[0] % 4];
    (void)read_all(format, (const char *)data + 1, size - 1, &first, &first_size);
    if (first) {
        demand(read_all(format, first, first_size, &second, &second_size));
        demand(second && first_size == second_size && memcmp(first, second, first_size) == 0);
    }
    free(first);
    free(second);
    return 0;
}
