/* message_fuzz.c: any bytes as a message between ranks: a game, numbers, a match, a cell. */
#include "arena/message.h"
#include "fuzz.h"
#include "lab/rank_cells.h"

#include <string.h>

static void try_game(const struct by_played *played)
{
    struct by_buffer out;
    struct by_message again;
    struct by_played same;
    by_fuzz_demand(!by_played_wrong(played), "a game that was read is sound");
    by_message_begin(&out, BY_MESSAGE_GAMES, 1);
    by_message_put_game(&out, played);
    by_fuzz_demand(by_message_read(out.data, out.length, &again) &&
                       by_message_game(&again, &same) && !by_message_more(&again) &&
                       same.number == played->number && strcmp(same.moves, played->moves) == 0,
                   "what is written is read the same again");
    by_buffer_close(&out);
}

static void try_games(struct by_message message)
{
    struct by_played played;
    while (by_message_more(&message) && by_message_game(&message, &played))
        try_game(&played);
}

static void try_plan(struct by_message message)
{
    struct by_message_plan plan;
    struct by_error err = {.status = BY_OK};
    if (by_message_plan(&message, &plan, &err) != BY_OK)
        by_fuzz_sentence(&err);
    by_message_plan_close(&plan);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int numbers[BY_MESSAGE_NUMBERS_MAX];
    const char *host;
    bool again;
    struct by_message message, copy;
    struct by_lab_task task;
    (void)by_lab_task_read(data, size, &task);
    if (!by_message_read(data, size, &message))
        return 0;
    copy = message;
    by_fuzz_demand(by_message_numbers(&copy, numbers) <= BY_MESSAGE_NUMBERS_MAX, "there is room");
    copy = message;
    by_fuzz_demand(by_message_ask(&copy, &host) >= 0, "nobody asks for less than nothing");
    copy = message;
    by_fuzz_demand(by_message_failure(&copy, &again) != NULL, "there is a sentence");
    try_games(message);
    try_plan(message);
    return 0;
}
