#include "report/book.h"

#include "base/text.h"
#include <stdlib.h>

#define LINE_MAX 40

static enum by_status list_moves(struct by_book *book, const struct by_line *line,
                                 struct by_book_move **moves, int *count, struct by_error *err)
{
    size_t bytes = (size_t)line->rules->max_moves * sizeof **moves;
    *moves = malloc(bytes);
    if (!*moves)
        return by_fail_memory(err, bytes);
    *count = by_book_moves(book, line, *moves);
    return BY_OK;
}

int by_book_line(struct by_book *book, struct by_line *line, by_move *out, int most)
{
    int count = 0;
    for (by_move move; count < most && (move = by_book_choose(book, line, 0)) != BY_NO_MOVE;) {
        if (by_line_play(line, move, NULL) != BY_OK)
            break;
        out[count++] = move;
    }
    for (int i = 0; i < count; i++)
        (void)by_line_undo(line);
    return count;
}

static const char *move_text(const struct by_line *line, by_move move, char text[64])
{
    struct by_text word = by_text_over(text, 64);
    line->rules->game->write_move(line->rules, by_line_position(line), move, &word);
    return text;
}

/* The longest line with the move that is known at its end. */
static int longest(const struct by_book *book)
{
    return by_book_positions(book) > 0 ? by_book_plies(book) + 1 : 0;
}

/* What follows a move: the rest of the book's own line, each move in words of its position. */
static void put_line(struct by_buffer *out, struct by_book *book, struct by_line *line,
                     by_move first)
{
    by_move rest[LINE_MAX];
    char text[64];
    if (by_line_play(line, first, NULL) != BY_OK)
        return;
    int count = by_book_line(book, line, rest, LINE_MAX), played = 0;
    for (; played < count; played++) {
        by_buffer_format(out, " %s", move_text(line, rest[played], text));
        if (by_line_play(line, rest[played], NULL) != BY_OK)
            break;
    }
    for (int i = 0; i <= played; i++)
        (void)by_line_undo(line);
}

enum by_status by_put_book(struct by_buffer *out, struct by_book *book, struct by_line *line,
                           struct by_error *err)
{
    struct by_book_move *moves = NULL;
    char text[64];
    int count = 0;
    enum by_status status = list_moves(book, line, &moves, &count, err);
    if (status != BY_OK)
        return status;
    int positions = by_book_positions(book), moves_most = longest(book);
    by_buffer_format(out, "%d position%s, the longest line %d move%s\n", positions,
                     positions == 1 ? "" : "s", moves_most, moves_most == 1 ? "" : "s");
    if (count == 0)
        by_buffer_add(out, "this position is not in the book\n");
    else
        by_buffer_add(out, "  move  value  and then\n");
    for (int i = 0; i < count; i++) {
        by_buffer_format(out, "  %-4s %+6d ", move_text(line, moves[i].move, text),
                         (int)moves[i].value);
        put_line(out, book, line, moves[i].move);
        by_buffer_char(out, '\n');
    }
    free(moves);
    return BY_OK;
}

enum by_status by_report_book(struct by_json *json, struct by_book *book, struct by_line *line,
                              struct by_error *err)
{
    struct by_book_move *moves = NULL;
    char text[64];
    int count = 0;
    enum by_status status = list_moves(book, line, &moves, &count, err);
    if (status != BY_OK)
        return status;
    by_json_object(json, NULL);
    by_json_int(json, "positions", by_book_positions(book));
    by_json_int(json, "longest", longest(book));
    by_json_array(json, "moves");
    for (int i = 0; i < count; i++) {
        by_json_object(json, NULL);
        by_json_text(json, "move", move_text(line, moves[i].move, text));
        by_json_int(json, "value", moves[i].value);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    by_json_end_object(json);
    free(moves);
    return BY_OK;
}
