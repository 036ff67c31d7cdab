/* text.c: see text.h. */
#include "base/text.h"
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Our numbers have a decimal point even when the host program has set a locale with a
 * decimal comma: conversions run with this thread's locale switched to "C". */
struct plain_locale {
    locale_t plain, before;
};

static struct plain_locale plain_locale_enter(void)
{
    struct plain_locale locale = {newlocale(LC_ALL_MASK, "C", (locale_t)0), (locale_t)0};
    if (locale.plain != (locale_t)0)
        locale.before = uselocale(locale.plain);
    return locale;
}

static void plain_locale_leave(struct plain_locale locale)
{
    if (locale.plain == (locale_t)0)
        return;
    uselocale(locale.before);
    freelocale(locale.plain);
}

/* --- writing ------------------------------------------------------------ */

struct by_text by_text_over(char *buffer, size_t size)
{
    if (size > 0)
        buffer[0] = '\0';
    return (struct by_text){buffer, size, 0};
}

void by_text_char(struct by_text *text, char c)
{
    if (text->length + 1 < text->size) {
        text->data[text->length] = c;
        text->data[text->length + 1] = '\0';
    }
    text->length++;
}

void by_text_add(struct by_text *text, const char *string)
{
    for (; *string != '\0'; string++)
        by_text_char(text, *string);
}

void by_text_vformat(struct by_text *text, const char *format, va_list arguments)
{
    bool room = text->length < text->size;
    struct plain_locale locale = plain_locale_enter();
    int length = vsnprintf(room ? text->data + text->length : NULL,
                           room ? text->size - text->length : 0, format, arguments);
    plain_locale_leave(locale);
    if (length > 0)
        text->length += (size_t)length;
}

void by_text_format(struct by_text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    by_text_vformat(text, format, arguments);
    va_end(arguments);
}

/* --- reading ------------------------------------------------------------ */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool by_scan_int(const char **cursor, int64_t *out)
{
    const char *p = *cursor;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!is_digit(*p))
        return false;
    /* Gathered as a negative number, whose range is the larger by one. */
    int64_t value = 0;
    for (; is_digit(*p); p++) {
        int digit = *p - '0';
        if (value < (INT64_MIN + digit) / 10)
            return false;
        value = value * 10 - digit;
    }
    if (!negative && value == INT64_MIN)
        return false;
    *cursor = p;
    *out = negative ? value : -value;
    return true;
}

bool by_read_int(const char *text, int64_t low, int64_t high, int64_t *out)
{
    int64_t value;
    if (!by_scan_int(&text, &value) || *text != '\0' || value < low || value > high)
        return false;
    *out = value;
    return true;
}

static const char *skip_digits(const char *p)
{
    while (is_digit(*p))
        p++;
    return p;
}

static const char *skip_sign(const char *p)
{
    return *p == '-' || *p == '+' ? p + 1 : p;
}

/* [sign] digits [. digits] [e [sign] digits], with a digit on at least one side of the point. */
static bool is_decimal_number(const char *text)
{
    const char *p = skip_sign(text);
    const char *end = skip_digits(p);
    long digits = (long)(end - p);
    if (*end == '.') {
        p = end + 1;
        end = skip_digits(p);
        digits += (long)(end - p);
    }
    if (digits == 0)
        return false;
    if (lower(*end) == 'e') {
        p = skip_sign(end + 1);
        end = skip_digits(p);
        if (end == p)
            return false;
    }
    return *end == '\0';
}

bool by_read_seed(const char *text, uint64_t *out)
{
    uint64_t value = 0;
    bool good = *text != '\0';
    for (const char *c = text; good && *c; c++) {
        uint64_t digit = (uint64_t)(*c - '0');
        good = *c >= '0' && *c <= '9' && value <= (UINT64_MAX - digit) / 10;
        value = value * 10 + digit;
    }
    if (good)
        *out = value;
    return good;
}

bool by_read_real(const char *text, double low, double high, double *out)
{
    if (!is_decimal_number(text))
        return false;
    struct plain_locale locale = plain_locale_enter();
    double value = strtod(text, NULL);
    plain_locale_leave(locale);
    bool finite = value - value == 0; /* "1e999" reads as infinity */
    if (!finite || !(value >= low && value <= high))
        return false;
    *out = value;
    return true;
}

/* --- words -------------------------------------------------------------- */

bool by_same_text(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

bool by_same_before_colon(const char *name, const char *text)
{
    while (*name != '\0' && lower(*name) == lower(*text)) {
        name++;
        text++;
    }
    return *name == '\0' && (*text == '\0' || *text == ':');
}

#define WORD_MAX 31

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance, one row of the table at a time. */
int by_edit_distance(const char *a, const char *b)
{
    size_t rows = strlen(a), columns = strlen(b);
    if (rows > WORD_MAX || columns > WORD_MAX)
        return WORD_MAX + 1;
    int cost[WORD_MAX + 1];
    for (size_t j = 0; j <= columns; j++)
        cost[j] = (int)j;
    for (size_t i = 1; i <= rows; i++) {
        int diagonal = cost[0];
        cost[0] = (int)i;
        for (size_t j = 1; j <= columns; j++) {
            int change = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = cost[j];
            cost[j] = least(change, 1 + least(cost[j], cost[j - 1]));
        }
    }
    return cost[columns];
}

size_t by_character(const char *at, size_t length, uint32_t *out)
{
    const unsigned char *text = (const unsigned char *)at;
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char first = length > 0 ? text[0] : 0x80;
    size_t bytes = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    if (bytes == 0 || bytes > length || first >= 0xf8)
        return 0;
    uint32_t value = bytes == 1 ? first : first & (0x7fU >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
        value = value << 6 | (text[i] & 0x3f);
    }
    *out = value;
    bool surrogate = value >= 0xd800 && value <= 0xdfff;
    return value < least[bytes] || value > 0x10ffff || surrogate ? 0 : bytes;
}

bool by_is_utf8(const char *text)
{
    uint32_t c = 0;
    for (size_t left = strlen(text), bytes; left > 0; left -= bytes, text += bytes) {
        bytes = by_character(text, left, &c);
        if (bytes == 0)
            return false;
    }
    return true;
}

size_t by_letters_bytes(const char *text, size_t most)
{
    size_t at = 0, length = strlen(text);
    for (size_t i = 0; i < most && at < length; i++) {
        uint32_t c = 0;
        size_t bytes = by_character(text + at, length - at, &c);
        at += bytes > 0 ? bytes : 1;
    }
    return at;
}

size_t by_letters(const char *text)
{
    size_t count = 0;
    for (; *text; text += by_letters_bytes(text, 1))
        count++;
    return count;
}

size_t by_printable(const char *text, size_t length)
{
    uint32_t c = 0;
    size_t bytes = by_character(text, length, &c);
    bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
    bool turns = (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
    return control || turns ? 0 : bytes;
}

void by_make_printable(char *text, size_t length, const char *keep)
{
    for (size_t i = 0; i < length;) {
        size_t bytes = by_printable(text + i, length - i);
        if (bytes == 0 && (text[i] == '\0' || !strchr(keep, text[i])))
            text[i] = '?';
        i += bytes > 0 ? bytes : 1;
    }
}

const char *by_quote(const char *text, char buffer[BY_QUOTE_SIZE])
{
    enum { SHOWN_MAX = 40, ROOM = BY_QUOTE_SIZE - (int)sizeof "..." };
    struct by_text out = by_text_over(buffer, BY_QUOTE_SIZE);
    for (size_t shown = 0, used = 0; *text != '\0'; shown++) {
        size_t bytes = by_printable(text, strnlen(text, 4)), step = bytes > 0 ? bytes : 1;
        if (shown == SHOWN_MAX || used + step > ROOM) {
            by_text_add(&out, "...");
            break;
        }
        by_text_format(&out, "%.*s", (int)step, bytes > 0 ? text : "?");
        text += step;
        used += step;
    }
    return buffer;
}
