/* sgf_naive_test.h: a second reader of SGF, as plain as can be: it recurses, copies, and knows no
 * limits. It says whether a text is a collection, and dumps it like sgf_test.h does. */
#ifndef BY_RECORD_SGF_NAIVE_TEST_H
#define BY_RECORD_SGF_NAIVE_TEST_H

#include "record/sgf_test.h"
#include <ctype.h>

struct naive {
    const char *p, *end;
    struct bytes *out;
};

static inline int peek(struct naive *n)
{
    while (n->p < n->end && *n->p != '\0' && strchr(" \t\n\v\f\r", *n->p))
        n->p++;
    return n->p < n->end ? (unsigned char)*n->p : -1;
}

static inline bool naive_value(struct naive *n)
{
    n->p++;
    add_string(n->out, "<");
    while (n->p < n->end && *n->p != ']') {
        if (*n->p == '\\' && n->p + 1 < n->end)
            add_bytes(n->out, n->p++, 1);
        add_bytes(n->out, n->p++, 1);
    }
    add_string(n->out, ">");
    return n->p++ < n->end;
}

static inline bool naive_property(struct naive *n)
{
    size_t before = n->out->size;
    for (; n->p < n->end && isalnum((unsigned char)*n->p); n->p++)
        if (!islower((unsigned char)*n->p))
            add_bytes(n->out, n->p, 1);
    if (n->out->size == before || !isupper((unsigned char)n->out->data[before]) ||
        n->out->size - before > BY_SGF_NAME_MAX || peek(n) != '[')
        return false;
    while (peek(n) == '[')
        if (!naive_value(n))
            return false;
    return true;
}

/* From a ";" to the end of what hangs on it. */
static inline bool naive_sequence(struct naive *n);

static inline bool naive_tree(struct naive *n)
{
    n->p++;
    if (peek(n) != ';' || !naive_sequence(n) || peek(n) != ')')
        return false;
    n->p++;
    return true;
}

static inline bool naive_sequence(struct naive *n)
{
    n->p++;
    add_string(n->out, "{");
    while (isalnum(peek(n)))
        if (!naive_property(n))
            return false;
    if (peek(n) == ';') {
        if (!naive_sequence(n))
            return false;
    } else {
        while (peek(n) == '(')
            if (!naive_tree(n))
                return false;
    }
    add_string(n->out, "}");
    return true;
}

static inline bool naive_collection(const char *text, size_t size, struct bytes *out)
{
    struct naive n = {text, text + size, out};
    for (; n.p < n.end; n.p++) { /* what stands before the first "(;" */
        struct naive look = {n.p + 1, n.end, NULL};
        if (*n.p == '(' && peek(&look) == ';')
            break;
    }
    if (n.p >= n.end)
        return false;
    add_string(out, "");
    while (peek(&n) == '(')
        if (!naive_tree(&n))
            return false;
    return peek(&n) < 0;
}

/* Both readers say the same: refused with a sentence, or the same games; and those survive being
 * written, with the same bytes the second time. */
static inline void assert_readers_agree(const char *text, size_t size)
{
    struct bytes wanted = {0}, got = {0}, once = {0}, twice = {0}, again = {0};
    struct by_error err = {0};
    bool good = naive_collection(text, size, &wanted);
    enum by_status status = read_all(text, size, BY_SGF_ARENA_MAX, &got, &once, &err);
    if (good != (status == BY_OK))
        fail_msg("the readers differ (%s) on: %.*s", err.text, (int)size, text);
    if (good) {
        assert_int_equal(got.size, wanted.size);
        assert_memory_equal(got.data, wanted.data, wanted.size);
        assert_int_equal(read_all(once.data, once.size, BY_SGF_ARENA_MAX, &again, &twice, &err),
                         BY_OK);
        assert_int_equal(again.size, wanted.size);
        assert_memory_equal(again.data, wanted.data, wanted.size);
        assert_int_equal(twice.size, once.size);
        assert_memory_equal(twice.data, once.data, once.size);
    } else {
        assert_int_equal(status, BY_BAD_INPUT);
        assert_sentence(&err);
        assert_memory_equal(err.text, "line ", 5);
    }
    free(wanted.data);
    free(got.data);
    free(once.data);
    free(twice.data);
    free(again.data);
}

#endif
