/* book_fuzz.c: an opening book. What is read has moves that can be played, the best first. */
#include "fuzz.h"
#include "players/book.h"

#include <stdlib.h>

static void ask(struct by_book *book)
{
    const struct by_rules *rules = by_book_rules(book);
    struct by_line *line = NULL;
    struct by_book_move *moves = calloc((size_t)rules->max_moves, sizeof *moves);
    bool ready = moves && by_line_open(rules, &line, NULL) == BY_OK;
    for (int ply = 0; ready && ply < 4; ply++) {
        int count = by_book_moves(book, line, moves);
        for (int i = 1; i < count; i++)
            by_fuzz_demand(moves[i - 1].value >= moves[i].value, "the best move comes first");
        by_move move = by_book_choose(book, line, 1);
        by_fuzz_demand((move == BY_NO_MOVE) == (count == 0), "a book that has moves chooses one");
        ready = move != BY_NO_MOVE;
        if (ready)
            by_fuzz_demand(by_line_play(line, move, NULL) == BY_OK, "its moves can be played");
    }
    by_line_close(line);
    free(moves);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_book *book = NULL;
    struct by_error err = {.status = BY_OK};
    char *text = by_fuzz_text(data, size);
    by_fuzz_tame(text);
    if (by_book_read((const char *)text, size, "book", &book, &err) == BY_OK)
        ask(book);
    else
        by_fuzz_sentence(&err);
    by_book_close(book);
    free(text);
    return 0;
}
