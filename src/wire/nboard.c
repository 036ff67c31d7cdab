#include "wire/nboard.h"

#include <stdlib.h>
#include <string.h>

#define SIDE 8 /* of the board */

bool by_nboard_fits(const struct by_rules *rules)
{
    return by_rules_of(rules, BY_NBOARD_GAME) && rules->width == SIDE && rules->height == SIDE;
}

/* The pass is Othello's last action. */
static bool is_pass(const struct by_rules *rules, by_move move)
{
    return move == rules->action_count - 1;
}

void by_nboard_write_move(const struct by_rules *rules, const void *position, by_move move,
                          struct by_text *out)
{
    char own[16];
    struct by_text text = by_text_over(own, sizeof own);
    if (is_pass(rules, move)) {
        by_text_add(out, "PA");
        return;
    }
    rules->game->write_move(rules, position, move, &text);
    for (const char *c = own; *c; c++)
        by_text_char(out, (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c));
}

enum by_status by_nboard_read_move(const struct by_rules *rules, const void *position,
                                   const char *text, by_move *out, struct by_error *err)
{
    char word[16], quoted[BY_QUOTE_SIZE];
    text += strspn(text, " \t");
    size_t length = strcspn(text, "/ \t\r\n");
    if (length == 0 || length >= sizeof word)
        return by_fail(err, BY_BAD_INPUT, "'%s' is no move: a move is like F5 or PA",
                       by_quote(text, quoted));
    memcpy(word, text, length);
    word[length] = '\0';
    if (by_same_text(word, "pa") || by_same_text(word, "pass")) {
        *out = rules->action_count - 1;
        return BY_OK;
    }
    return rules->game->read_move(rules, position, word, out, err);
}

/* Squares from the top left, then who is to move: the position's text says just that. */
static void write_board(const char *position, struct by_text *out)
{
    for (const char *c = position; *c; c++) {
        if (*c == 'X')
            by_text_char(out, '*');
        else if (*c == '.')
            by_text_char(out, '-');
        else if (*c == 'O' || *c == ' ')
            by_text_char(out, *c);
    }
}

bool by_nboard_write_game(const struct by_line *line, struct by_text *out)
{
    const struct by_rules *rules = line->rules;
    const void *start = by_line_position_at(line, 0);
    struct by_text measure = by_text_over(NULL, 0);
    rules->game->write(rules, start, &measure);
    char *position = malloc(measure.length + 1);
    if (!position)
        return false;
    struct by_text text = by_text_over(position, measure.length + 1);
    rules->game->write(rules, start, &text);
    by_text_format(out, "(;GM[Othello]PC[banyan]PB[X]PW[O]RE[?]TI[0]TY[%d]BO[%d ", rules->width,
                   rules->width);
    write_board(position, out);
    by_text_add(out, "]");
    free(position);
    for (int i = 0; i < line->count; i++) {
        const void *here = by_line_position_at(line, i);
        by_text_add(out, rules->game->side(rules, here) == 0 ? "B[" : "W[");
        by_nboard_write_move(rules, here, line->moves[i], out);
        by_text_add(out, "]");
    }
    by_text_add(out, ";)");
    return true;
}
