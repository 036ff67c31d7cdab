/* team_fuzz.c: a message from one rank to another (search/team_message.h). What is understood is
 * within bounds, and written again it reads the same. */
#include "fuzz.h"
#include "search/team_message.h"

#include <stdlib.h>
#include <string.h>

enum { MOVES = 8, ACTIONS = 100 };

static void read_order(struct by_fields fields)
{
    struct by_order order, again;
    struct by_buffer text;
    const char *word;
    if (!by_order_read(&fields, &order))
        return;
    by_buffer_open(&text, 1 << 24);
    by_order_write(&order, &text);
    fields = (struct by_fields){text.data, text.data + text.length};
    by_fuzz_demand(by_field_next(&fields, &word) && strcmp(word, "think") == 0 &&
                       by_order_read(&fields, &again) && fields.at == fields.end &&
                       again.serial == order.serial && again.seed == order.seed &&
                       again.key == order.key && again.simulations == order.simulations &&
                       strcmp(again.moves, order.moves) == 0,
                   "an order that is written again reads the same");
    const char *cursor = order.moves;
    by_move move;
    while (by_order_move(&cursor, &move))
        by_fuzz_demand(move >= 0, "moves are no less than 0");
    by_buffer_close(&text);
}

static void read_report(struct by_fields fields)
{
    struct by_vote votes[MOVES], more[MOVES];
    struct by_report report = {.votes = votes}, again = {.votes = more};
    struct by_buffer text;
    const char *word;
    int64_t serial, same;
    if (!by_report_read(&fields, MOVES, ACTIONS, &serial, &report))
        return;
    for (int i = 0; i < report.count; i++)
        by_fuzz_demand(votes[i].move >= 0 && votes[i].move < ACTIONS && votes[i].known >= 0 &&
                           votes[i].known <= 3 && votes[i].parts <= BY_VOTE_PARTS * votes[i].visits,
                       "votes are within bounds");
    by_buffer_open(&text, 1 << 20);
    by_report_write(serial, &report, &text);
    fields = (struct by_fields){text.data, text.data + text.length};
    by_fuzz_demand(by_field_next(&fields, &word) && strcmp(word, "report") == 0 &&
                       by_report_read(&fields, MOVES, ACTIONS, &same, &again) && same == serial &&
                       again.count == report.count && again.done == report.done &&
                       again.simulations == report.simulations,
                   "a report that is written again reads the same");
    by_buffer_close(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1); /* just as large: sanitizers see who reads on */
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    struct by_fields fields = {copy, copy + size};
    const char *word;
    if (by_field_next(&fields, &word)) {
        read_order(fields);
        read_report(fields);
    }
    free(copy);
    return 0;
}
