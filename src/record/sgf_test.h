/* sgf_test.h: what the tests of SGF share. Include it after cmocka.h.
 *
 * A tree is compared through its dump: every node in braces with its properties and children in
 * it, so that two trees have the same dump only when they are the same. */
#ifndef BY_RECORD_SGF_TEST_H
#define BY_RECORD_SGF_TEST_H

#include "base/long_test.h"
#include "record/sgf.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that grow. */
struct bytes {
    char *data;
    size_t size, room;
};

static inline void add_bytes(struct bytes *b, const char *data, size_t size)
{
    if (b->size + size + 1 > b->room) {
        b->room = 2 * (b->size + size) + 64;
        b->data = realloc(b->data, b->room);
        assert_non_null(b->data);
    }
    memcpy(b->data + b->size, data, size);
    b->size += size;
    b->data[b->size] = '\0';
}

static inline void add_string(struct bytes *b, const char *text)
{
    add_bytes(b, text, strlen(text));
}

static inline void add_times(struct bytes *b, const char *text, size_t times)
{
    for (size_t i = 0; i < times; i++)
        add_string(b, text);
}

static inline void dump_node(const struct by_sgf_node *node, struct bytes *out)
{
    add_string(out, "{");
    for (const struct by_sgf_property *p = node->properties; p; p = p->next) {
        add_string(out, p->name);
        for (const struct by_sgf_value *v = &p->value; v; v = v->next) {
            add_string(out, "<");
            add_bytes(out, v->data, v->size);
            add_string(out, ">");
        }
    }
    for (const struct by_sgf_node *child = node->child; child; child = child->next) {
        assert_ptr_equal(child->parent, node);
        dump_node(child, out);
    }
    add_string(out, "}");
}

/* Reads a whole collection; the dump of its games one after the other in *dump when it is not
 * NULL, and their normal form in *written when that is not NULL. */
static inline enum by_status read_all(const char *text, size_t size, size_t memory,
                                      struct bytes *dump, struct bytes *written,
                                      struct by_error *err)
{
    struct by_sgf_reader reader;
    struct by_sgf_game game = {0};
    struct by_pool pool;
    enum by_status status;
    by_pool_open(&pool, memory);
    by_sgf_open(&reader, text, size, NULL);
    while ((status = by_sgf_next(&reader, &pool, &game, err)) == BY_OK && game.root) {
        if (dump)
            dump_node(game.root, dump);
        if (written) {
            struct by_text measure = by_text_over(NULL, 0);
            by_sgf_write(&game, &measure);
            char *buffer = malloc(measure.length + 1);
            assert_non_null(buffer);
            struct by_text out = by_text_over(buffer, measure.length + 1);
            by_sgf_write(&game, &out);
            assert_int_equal(out.length, measure.length);
            add_bytes(written, buffer, out.length);
            free(buffer);
        }
        by_pool_reset(&pool);
    }
    by_pool_close(&pool);
    return status;
}

static inline void assert_sentence(const struct by_error *err)
{
    assert_true(err->text[0] != '\0');
    for (const char *c = err->text; *c; c++)
        if (*c < ' ' || *c > '~')
            fail_msg("an odd byte in: %s", err->text);
}

#endif
