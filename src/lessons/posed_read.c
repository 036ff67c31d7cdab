/* posed_read.c: what students write, read with patience: signs of print for those of ASCII, any brackets. */
#include "base/text.h"
#include "lessons/posed.h"
#include <string.h>

#define NUMBER_MAX 1000000000

/* Signs of print that stand for others. */
static const struct {
    const char *print, *plain;
} signs[] = {
    {"\u2212", "-"}, {"\u2013", "-"}, {"\u221e", "inf"}, {"\u2264", "<="}, {"\u2265", ">="},
    {"\u2192", " "}, {"\u00a0", " "}, {"\u202f", " "},   {"\u2009", " "},
};

/* Small letters of ASCII; false: it is too long. */
static bool simplify(const char *text, char out[BY_POSED_TEXT])
{
    size_t length = 0;
    while (*text) {
        size_t used = 0;
        const char *plain = NULL;
        for (size_t i = 0; i < sizeof signs / sizeof *signs && !plain; i++) {
            used = strlen(signs[i].print);
            plain = strncmp(text, signs[i].print, used) == 0 ? signs[i].plain : NULL;
        }
        char one[2] = {*text >= 'A' && *text <= 'Z' ? (char)(*text + 32) : *text, '\0'};
        const char *put = plain ? plain : one;
        if (length + strlen(put) >= BY_POSED_TEXT)
            return false;
        memcpy(out + length, put, strlen(put));
        length += strlen(put);
        text += plain ? used : 1;
    }
    while (length > 0 && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
    return true;
}

static const char *skip(const char *text, const char *what)
{
    return text + strspn(text, what);
}

bool by_answer_number(const char *text, char *sign, int64_t *out)
{
    char plain[BY_POSED_TEXT];
    if (!simplify(text, plain))
        return false;
    const char *number = skip(plain, " ");
    *sign = *number == '<' || *number == '>' ? *number : '\0';
    number = skip(number, *sign ? "<>= " : " ");
    char *point = strpbrk(plain, ".,"); /* "-1.0" is a whole number as well */
    if (point && point > number && point[1] == '0' && point[1 + strspn(point + 1, "0")] == '\0')
        *point = '\0';
    return by_read_int(number, -NUMBER_MAX, NUMBER_MAX, out);
}

bool by_answer_real(const char *text, double *out)
{
    char plain[BY_POSED_TEXT];
    if (!simplify(text, plain))
        return false;
    char *comma = strchr(plain, ',');
    if (comma && !strchr(plain, '.'))
        *comma = '.';
    return by_read_real(skip(plain, " "), -1e9, 1e9, out);
}

static bool read_end(const char *word, int64_t *out)
{
    static const char *const open[] = {"inf", "infinity", "oo", "infini"};
    const char *name = word + (*word == '-' || *word == '+');
    for (size_t i = 0; i < sizeof open / sizeof *open; i++) {
        if (strcmp(name, open[i]) == 0) {
            *out = *word == '-' ? -BY_VALUE_INF : BY_VALUE_INF;
            return true;
        }
    }
    return by_read_int(word, -NUMBER_MAX, NUMBER_MAX, out);
}

bool by_answer_window(const char *text, struct by_recorder_window *out)
{
    static const char apart[] = " ()[]{},;|";
    char plain[BY_POSED_TEXT];
    if (!simplify(text, plain))
        return false;
    int64_t ends[2];
    int count = 0;
    for (char *word = plain + strspn(plain, apart); *word; count++) {
        size_t length = strcspn(word, apart);
        char *next = word + length;
        next += strspn(next, apart);
        word[length] = '\0';
        if (count == 2 || !read_end(word, &ends[count]))
            return false;
        word = next;
    }
    if (count != 2)
        return false;
    *out = (struct by_recorder_window){ends[0], ends[1]};
    return true;
}

bool by_answer_same_words(const char *a, const char *b)
{
    static const char apart[] = " ,;->.()";
    char one[BY_POSED_TEXT], two[BY_POSED_TEXT];
    if (!simplify(a, one) || !simplify(b, two))
        return false;
    const char *p = skip(one, apart), *q = skip(two, apart);
    while (*p && *q) {
        size_t length = strcspn(p, apart);
        if (length != strcspn(q, apart) || strncmp(p, q, length) != 0)
            return false;
        p = skip(p + length, apart);
        q = skip(q + length, apart);
    }
    return *p == '\0' && *q == '\0';
}
