/* points.c: the evaluation `points`: what every empty point could become. Its numbers are text, a point of each
 * class as in points.def, which is what a build has and what `banyan learn gomoku --eval points` writes, and
 * remarks as in C:
 *
 *      BY_GOMOKU_WORTH(5540, 75, -65) BY_GOMOKU_WORTH(5541, 76, -67)
 *
 * The first number is the class: the patterns that a stone would make in the four directions as digits, the best
 * first (the code of learned.h). Then what such a point is worth to the side to move, and to its opponent. */
#include "base/text.h"
#include "games/gomoku/gomoku.h"

#include <ctype.h>
#include <string.h>

#define WORD   "BY_GOMOKU_WORTH("
#define COLUMN 100 /* no line is longer */

static const struct {
    int16_t code;
    int16_t number[2]; /* to move, waiting */
} known[] = {
#define BY_GOMOKU_WORTH(code, to_move, waiting) {code, {to_move, waiting}},
#include "games/gomoku/points.def"
#undef BY_GOMOKU_WORTH
};

/* --- tables ---------------------------------------------------------------------------------- */

void by_gomoku_points_of_build(struct by_gomoku_points *out)
{
    int16_t classes[BY_GOMOKU_CODES];
    *out = (struct by_gomoku_points){0};
    by_gomoku_fill_classes(classes);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        memcpy(out->of[classes[known[i].code]], known[i].number, sizeof known[i].number);
}

/* Points out of reach of own stones are not in the list: nothing. */
void by_gomoku_fill_worth(const struct by_gomoku_points *points, int64_t worth[BY_GOMOKU_CODES])
{
    int16_t classes[BY_GOMOKU_CODES];
    by_gomoku_fill_classes(classes);
    for (int code = 0; code < BY_GOMOKU_CODES; code++) {
        const int16_t *number = points->of[classes[code]];
        worth[code] = number[1] * (INT64_C(1) << 32) + number[0];
    }
}

/* --- text in ----------------------------------------------------------------------------------- */

struct reader {
    const char *at, *end, *start;
    const char *name;
    int16_t classes[BY_GOMOKU_CODES];
    bool seen[BY_GOMOKU_CLASSES];
};

static enum by_status complain(const struct reader *r, const char *what, struct by_error *err)
{
    char quoted[BY_QUOTE_SIZE];
    int line = 1;
    for (const char *c = r->start; c < r->at; c++)
        line += *c == '\n';
    return by_fail(err, BY_BAD_INPUT, "%s, line %d: %s", by_quote(r->name, quoted), line, what);
}

static bool begins(const struct reader *r, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(r->end - r->at) >= length && memcmp(r->at, word, length) == 0;
}

/* Over blanks and remarks. */
static void skip(struct reader *r)
{
    for (;;) {
        while (r->at < r->end && isspace((unsigned char)*r->at))
            r->at++;
        if (!begins(r, "/*"))
            return;
        for (r->at += 2; r->at < r->end && !begins(r, "*/");)
            r->at++;
        r->at += r->at < r->end ? 2 : 0;
    }
}

/* A whole number and what stands behind it. */
static bool take_number(struct reader *r, char behind, int16_t *out)
{
    char digits[16];
    size_t length = 0;
    int64_t value;
    skip(r);
    while (r->at < r->end && *r->at != behind && length + 1 < sizeof digits)
        digits[length++] = *r->at++;
    digits[length] = '\0';
    if (r->at == r->end || *r->at != behind || !by_read_int(digits, -INT16_MAX, INT16_MAX, &value))
        return false;
    r->at++;
    *out = (int16_t)value;
    return true;
}

static enum by_status take_point(struct reader *r, struct by_gomoku_points *out,
                                 struct by_error *err)
{
    int16_t code, number[2];
    if (!begins(r, WORD))
        return complain(r, "a point of each class is wanted here, " WORD "CODE, WORTH, WORTH)",
                        err);
    r->at += strlen(WORD);
    if (!take_number(r, ',', &code) || !take_number(r, ',', &number[0]) ||
        !take_number(r, ')', &number[1]))
        return complain(r, "three whole numbers are wanted in the brackets, at most 32767", err);
    if (code < 0 || code >= BY_GOMOKU_CODES || by_gomoku_code_is_bare(code))
        return complain(r, "such points have no own stones near: they are worth nothing", err);
    int class = r->classes[code];
    if (r->seen[class])
        return complain(r, "points of this class were there already", err);
    r->seen[class] = true;
    memcpy(out->of[class], number, sizeof number);
    return BY_OK;
}

bool by_gomoku_points_are(const uint8_t *bytes, size_t size)
{
    return size < 6 || memcmp(bytes, "banyan", 6) != 0;
}

enum by_status by_gomoku_points_read(const uint8_t *bytes, size_t size, const char *name,
                                     struct by_gomoku_points *out, struct by_error *err)
{
    const char *text = (const char *)bytes;
    struct reader r = {.at = text, .start = text, .end = text + size, .name = name};
    enum by_status status = BY_OK;
    int count = 0;
    *out = (struct by_gomoku_points){0};
    by_gomoku_fill_classes(r.classes);
    for (skip(&r); status == BY_OK && r.at < r.end; skip(&r), count++)
        status = take_point(&r, out, err);
    if (status == BY_OK && count == 0)
        status = complain(&r, "there are no weights in it, neither " WORD "...) nor others", err);
    return status;
}

/* --- text out ------------------------------------------------------------------------------------ */

static void write_point(int code, const int16_t number[2], size_t *column, struct by_buffer *out)
{
    char word[64];
    struct by_text text = by_text_over(word, sizeof word);
    by_text_format(&text, WORD "%d, %d, %d)", code, number[0], number[1]);
    size_t length = strlen(word);
    if (*column > 0)
        by_buffer_char(out, *column + 1 + length > COLUMN ? '\n' : ' ');
    *column = *column == 0 || *column + 1 + length > COLUMN ? length : *column + 1 + length;
    by_buffer_add(out, word);
}

void by_gomoku_points_write(const struct by_gomoku_points *points, struct by_buffer *out)
{
    int16_t classes[BY_GOMOKU_CODES];
    size_t column = 0;
    by_gomoku_fill_classes(classes);
    by_buffer_add(
        out,
        "/* What an empty point is worth in the evaluation `points`, by its class, to the side "
        "to move\n * and to its opponent; points.c says how to read it. Made by `banyan "
        "learn gomoku --eval points`. */\n");
    for (int code = 0; code < BY_GOMOKU_CODES; code++)
        if (!by_gomoku_code_is_bare(code) && by_gomoku_code_is_sorted(code))
            write_point(code, points->of[classes[code]], &column, out);
    by_buffer_char(out, '\n');
}

/* --- a position as a whole ----------------------------------------------------------------------- */

void by_gomoku_points_look(const struct by_rules *rules, const void *position, int64_t sums[2])
{
    const struct by_gomoku_shape *shape = rules->data;
    struct by_board_view view;
    rules->game->board->look(rules, position, &view);
    sums[0] = sums[1] = 0;
    for (int at = 0; at < by_board_cells_of(rules); at++)
        for (int player = 0; player < 2 && by_board_owner(&view, at) < 0; player++)
            sums[player] += shape->worth[by_gomoku_code_at(rules, position, player, at)];
}
