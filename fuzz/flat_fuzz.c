/* flat_fuzz.c: for libFuzzer: any bytes as one of the formats without trees, chosen by the first
 * byte. They are refused with a sentence, or what was read writes, reads and writes again to the
 * same bytes; and as SGF it is the same game. */
#include "record/record.h"
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void demand(bool good)
{
    if (!good)
        abort();
}

/* As SGF, the record has as many moves, and as many stones at the end. */
static void check_as_sgf(struct by_record *record)
{
    char *text = NULL;
    size_t length = 0;
    bool found = false;
    struct by_error err = {.status = BY_OK};
    struct by_record copy = {0};
    struct by_record_request whole = {.ply = -1};
    struct by_record_source source = {.format = by_record_format_find("sgf")};
    demand(by_record_text(record, source.format, &text, &length, &err) == BY_OK);
    source.text = text;
    source.size = length;
    demand(by_record_next(&source, &copy, &found, &err) == BY_OK && found);
    demand(by_record_play(&copy, &whole, &err) == BY_OK);
    demand(copy.line->count == record->line->count);
    demand(copy.line->keys[copy.line->count] == record->line->keys[record->line->count]);
    by_record_close(&copy);
    free(text);
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
        if (found && source.games == 1)
            check_as_sgf(&record);
    }
    demand(status == BY_OK || err.text[0] != '\0');
    by_record_close(&record);
    return status == BY_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const formats[] = {"ggf", "obf",    "transcript", "wthor",
                                          "psq", "offset", "pos"};
    char *first = NULL, *second = NULL;
    size_t first_size = 0, second_size = 0;
    if (size == 0)
        return 0;
    const char *format = formats[data[0] % 7];
    (void)read_all(format, (const char *)data + 1, size - 1, &first, &first_size);
    if (first) {
        demand(read_all(format, first, first_size, &second, &second_size));
        demand(second && first_size == second_size && memcmp(first, second, first_size) == 0);
    }
    free(first);
    free(second);
    return 0;
}
