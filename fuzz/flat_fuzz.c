/* flat_fuzz.c: any bytes as one of the formats without trees, which the first line names. They are refused with a sentence, or what was read writes, reads and writes again to the
 * same bytes; and as SGF it is the same game. */
#include "fuzz.h"
#include "record/record.h"
#include <stdlib.h>
#include <string.h>

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
    by_fuzz_demand(by_record_text(record, source.format, &text, &length, &err) == BY_OK,
                   "any game can be written as SGF");
    source.text = text;
    source.size = length;
    by_fuzz_demand(by_record_next(&source, &copy, &found, &err) == BY_OK && found &&
                       by_record_play(&copy, &whole, &err) == BY_OK,
                   "the SGF can be read and played");
    by_fuzz_demand(copy.line->count == record->line->count &&
                       copy.line->keys[copy.line->count] == record->line->keys[record->line->count],
                   "it is the same game");
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
            by_fuzz_sentence(&why);
        if (found && source.games == 1 && strcmp(format, "game") != 0) /* which has any game */
            check_as_sgf(&record);
    }
    if (status != BY_OK)
        by_fuzz_sentence(&err);
    by_record_close(&record);
    return status == BY_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char format[16] = "";
    const uint8_t *end = size > 0 ? memchr(data, '\n', size) : NULL;
    char *first = NULL, *second = NULL;
    size_t first_size = 0, second_size = 0;
    size_t head = end ? (size_t)(end - data) : size;
    if (!end || head >= sizeof format)
        return 0;
    memcpy(format, data, head);
    if (strcmp(format, "sgf") == 0 || !by_record_format_find(format))
        return 0;
    (void)read_all(format, (const char *)end + 1, size - head - 1, &first, &first_size);
    if (first) {
        by_fuzz_demand(read_all(format, first, first_size, &second, &second_size) && second &&
                           first_size == second_size && memcmp(first, second, first_size) == 0,
                       "what was written is read and written the same");
    }
    free(first);
    free(second);
    return 0;
}
