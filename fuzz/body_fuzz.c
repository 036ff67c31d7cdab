/* body_fuzz.c: the body of a request, read as a line of play and as the numbers that requests have. */
#include "fuzz.h"
#include "report/board.h"
#include "report/line.h"
#include "server/body.h"

#include <stdlib.h>
#include <string.h>

/* A line that was understood can be had again: what is written of it is read back the same. */
static void write_and_read(const struct by_line *line)
{
    struct by_buffer out;
    struct by_json json;
    struct by_error err = {.status = BY_OK};
    struct by_told_line again = {0};
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_report_line(&json, NULL, line);
    json_t *body = json_loads(by_buffer_text(&out), 0, NULL);
    by_fuzz_demand(body != NULL, "a line is written as JSON");
    by_fuzz_demand(by_body_line(body, &again, &err) == BY_OK, "a line that was written is read");
    by_fuzz_demand(again.line->count == line->count &&
                       again.line->keys[line->count] == line->keys[line->count],
                   "and is the same");
    by_told_line_close(&again);
    json_decref(body);
    by_buffer_close(&out);
}

static void draw(const struct by_line *line)
{
    struct by_buffer out;
    struct by_json json;
    by_buffer_open(&out, BY_REPORT_LIMIT);
    by_json_open(&json, &out, BY_JSON_LINE);
    by_report_board(&json, NULL, line);
    by_fuzz_demand(!out.failed, "a position can be drawn");
    by_buffer_close(&out);
}

static void read_numbers(const json_t *body)
{
    struct by_error err = {.status = BY_OK};
    char client[BY_CLIENT_MAX + 1];
    int64_t number = 0;
    double real = 0;
    uint64_t seed = 0;
    bool flag = false;
    if (by_body_int(body, "ply", 0, 100, &number, &err) != BY_OK ||
        by_body_real(body, "time", 0, 100, &real, &err) != BY_OK ||
        by_body_flag(body, "yes", &flag, &err) != BY_OK ||
        by_body_seed(body, &seed, &err) != BY_OK || by_body_client(body, client, &err) != BY_OK)
        by_fuzz_sentence(&err);
    by_fuzz_demand(number >= 0 && number <= 100 && real >= 0 && real <= 100,
                   "numbers are within their bounds");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = by_fuzz_text(data, size);
    struct by_request request = {.body = text, .size = strlen(text)};
    struct by_error err = {.status = BY_OK};
    struct by_told_line told = {0};
    json_t *body = NULL;
    if (by_body_read(&request, &body, &err) != BY_OK) {
        by_fuzz_sentence(&err);
    } else if (by_body_line(body, &told, &err) != BY_OK) {
        by_fuzz_sentence(&err);
        read_numbers(body);
    } else {
        write_and_read(told.line);
        draw(told.line);
    }
    by_told_line_close(&told);
    json_decref(body);
    free(text);
    return 0;
}
