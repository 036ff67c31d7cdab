/* tail.c: the end of a long text. */
#include "base/text.h"
#include "players/child.h"

void by_tail_add(struct by_tail *tail, const char *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        tail->data[(tail->total + i) % BY_TAIL_BYTES] = data[i];
    tail->total += size;
}

static size_t tail_first(const struct by_tail *tail)
{
    return tail->total > BY_TAIL_BYTES ? tail->total - BY_TAIL_BYTES : 0;
}

static char tail_at(const struct by_tail *tail, size_t at)
{
    return tail->data[at % BY_TAIL_BYTES];
}

void by_tail_line(const struct by_tail *tail, char *out, size_t size)
{
    size_t first = tail_first(tail), to = tail->total;
    struct by_text text = by_text_over(out, size);
    by_text_add(&text, "");
    while (to > first && (unsigned char)tail_at(tail, to - 1) <= ' ')
        to--;
    size_t from = to;
    while (from > first && tail_at(tail, from - 1) != '\n')
        from--;
    for (; from < to; from++) {
        char c = tail_at(tail, from);
        by_text_char(&text, (char)(c >= ' ' && c < 127 ? c : '?'));
    }
}

void by_tail_text(const struct by_tail *tail, char *out)
{
    size_t length = 0;
    for (size_t at = tail_first(tail); at < tail->total; at++) {
        char c = tail_at(tail, at);
        out[length++] = (char)(c ? c : '?');
    }
    out[length] = '\0';
}
