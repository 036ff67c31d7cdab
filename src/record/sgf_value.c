/* sgf_value.c: what the bytes of a value mean. */
#include "record/sgf.h"
#include <string.h>

/* --- text ------------------------------------------------------------------------ */

static bool is_break(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The bytes of the line break at `at`: two for CRLF and LFCR; 0 when there is none. */
static uint32_t break_length(const struct by_sgf_value *value, uint32_t at)
{
    const char *data = value->data;
    if (at >= value->size || !is_break(data[at]))
        return 0;
    bool two = at + 1 < value->size && is_break(data[at + 1]) && data[at + 1] != data[at];
    return two ? 2 : 1;
}

/* One character of the text at *at, which moves on; -1 for nothing: a soft line break. */
static int decode(const struct by_sgf_value *value, enum by_sgf_kind kind, uint32_t *at)
{
    if (value->data[*at] == '\\' && *at + 1 < value->size) {
        ++*at;
        uint32_t soft = break_length(value, *at);
        *at += soft;
        if (soft > 0)
            return -1;
    }
    uint32_t hard = break_length(value, *at);
    *at += hard > 0 ? hard : 1;
    if (hard > 0)
        return kind == BY_SGF_TEXT ? '\n' : ' ';
    char c = value->data[*at - 1];
    return is_blank(c) ? ' ' : (unsigned char)c;
}

void by_sgf_text(const struct by_sgf_value *value, enum by_sgf_kind kind, struct by_text *out)
{
    for (uint32_t at = 0; at < value->size;) {
        int c = decode(value, kind, &at);
        if (c >= 0)
            by_text_char(out, (char)c);
    }
}

const char *by_sgf_quote(const struct by_sgf_value *value, char buffer[BY_QUOTE_SIZE])
{
    char text[BY_QUOTE_SIZE];
    struct by_sgf_value head = *value;
    head.size = head.size < sizeof text - 1 ? head.size : (uint32_t)sizeof text - 1;
    struct by_text out = by_text_over(text, sizeof text);
    by_sgf_text(&head, BY_SGF_SIMPLE, &out);
    for (size_t i = 0; i < out.length; i++)
        text[i] = text[i] == '\0' ? '?' : text[i];
    return by_quote(text, buffer);
}

bool by_sgf_split(const struct by_sgf_value *value, struct by_sgf_value *left,
                  struct by_sgf_value *right)
{
    for (uint32_t at = 0; at < value->size; at++) {
        if (value->data[at] == '\\') {
            at++;
        } else if (value->data[at] == ':') {
            *left = (struct by_sgf_value){NULL, value->data, at};
            *right = (struct by_sgf_value){NULL, value->data + at + 1, value->size - at - 1};
            return true;
        }
    }
    return false;
}

bool by_sgf_word(const struct by_sgf_value *value, char *word, size_t room)
{
    size_t length = 0;
    for (uint32_t at = 0; at < value->size;) {
        int c = decode(value, BY_SGF_SIMPLE, &at);
        if (c < 0 || c == ' ')
            continue;
        if (c == '\0' || length + 1 >= room)
            return false;
        word[length++] = (char)c;
    }
    word[length] = '\0';
    return true;
}

/* --- boards ----------------------------------------------------------------------- */

/* a..z are 0..25, A..Z 26..51; -1 for anything else. */
static int coordinate(char letter)
{
    if (letter >= 'a' && letter <= 'z')
        return letter - 'a';
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 26 : -1;
}

static bool read_point(const struct by_sgf_value *value, int *column, int *row)
{
    char word[4];
    if (!by_sgf_word(value, word, sizeof word) || strlen(word) != 2)
        return false;
    *column = coordinate(word[0]);
    *row = coordinate(word[1]);
    return *column >= 0 && *row >= 0;
}

static void sort(int *a, int *b)
{
    if (*a > *b) {
        int swap = *a;
        *a = *b;
        *b = swap;
    }
}

bool by_sgf_points(const struct by_sgf_value *value, int width, int height, struct by_sgf_area *out)
{
    struct by_sgf_value left = *value, right = *value;
    by_sgf_split(value, &left, &right);
    if (!read_point(&left, &out->left, &out->top) || !read_point(&right, &out->right, &out->bottom))
        return false;
    sort(&out->left, &out->right);
    sort(&out->top, &out->bottom);
    return out->right < width && out->bottom < height;
}

void by_sgf_write_point(int column, int row, char out[3])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    out[0] = letters[column];
    out[1] = letters[row];
    out[2] = '\0';
}

static bool read_side(const struct by_sgf_value *value, int *side)
{
    char word[8];
    int64_t number;
    if (!by_sgf_word(value, word, sizeof word) || !by_read_int(word, 1, BY_SGF_SIDE_MAX, &number))
        return false;
    *side = (int)number;
    return true;
}

bool by_sgf_board_size(const struct by_sgf_value *value, int *width, int *height)
{
    struct by_sgf_value columns = *value, rows = *value;
    by_sgf_split(value, &columns, &rows);
    return read_side(&columns, width) && read_side(&rows, height);
}
