/* sgf_trees_test.c: random trees, written as untidily as SGF allows, read back as they were; and
 * random damage to them, judged by a second reader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "record/sgf_naive_test.h"

/* A tree in the making: `text` is one of its untidy forms, `dump` what it means. */
struct making {
    struct by_rng rng;
    int nodes; /* how many may still come */
    struct bytes text, dump;
};

static void untidy(struct making *m)
{
    static const char *const blanks[] = {" ", "\n", "\r\n", "\t", "\n\r", "\r", "\v\f"};
    while (by_rng_below(&m->rng, 4) == 0)
        add_string(&m->text, blanks[by_rng_below(&m->rng, 7)]);
}

static void both(struct making *m, const char *data, size_t size)
{
    add_bytes(&m->text, data, size);
    add_bytes(&m->dump, data, size);
}

static void make_value(struct making *m)
{
    static const char *const pieces[] = {"a",   "B", " ",    "\n",   "\r\n",     "\\]", "\\\\",
                                         "\\:", ":", "\\\n", "[",    "(;A[",     ")",   ";",
                                         "\\a", "(", "\xff", "\x95", "\xe5\x9b", "19",  "\\\r\n"};
    untidy(m);
    add_string(&m->text, "[");
    add_string(&m->dump, "<");
    for (uint32_t i = by_rng_below(&m->rng, 8); i > 0; i--) {
        const char *piece = pieces[by_rng_below(&m->rng, 21)];
        both(m, piece, strlen(piece));
        if (by_rng_below(&m->rng, 20) == 0)
            both(m, "\0", 1);
    }
    add_string(&m->text, "]");
    add_string(&m->dump, ">");
}

static void make_property(struct making *m)
{
    uint32_t letters = 1 + by_rng_below(&m->rng, by_rng_below(&m->rng, 9) == 0 ? 20 : 3);
    untidy(m);
    for (uint32_t i = 0; i < letters; i++) {
        char c = (char)('A' + by_rng_below(&m->rng, 26));
        if (i > 0 && by_rng_below(&m->rng, 9) == 0)
            c = (char)('0' + by_rng_below(&m->rng, 10));
        both(m, &c, 1);
        while (by_rng_below(&m->rng, 5) == 0)
            add_string(&m->text, "x");
    }
    for (uint32_t i = by_rng_below(&m->rng, 4) == 0 ? 5 : 1; i > 0; i--)
        make_value(m);
}

/* A node and all below it. An only child may or may not have parentheses. */
static void make_node(struct making *m)
{
    m->nodes--;
    untidy(m);
    add_string(&m->text, ";");
    add_string(&m->dump, "{");
    for (uint32_t i = by_rng_below(&m->rng, 4); i > 0; i--)
        make_property(m);
    int children = m->nodes <= 0 ? 0 : by_rng_below(&m->rng, 4) == 0 ? 3 : 1;
    bool open = children > 1 || by_rng_below(&m->rng, 5) == 0;
    for (int i = 0; i < children; i++) {
        untidy(m);
        add_string(&m->text, open ? "(" : "");
        make_node(m);
        untidy(m);
        add_string(&m->text, open ? ")" : "");
    }
    add_string(&m->dump, "}");
}

static void make_collection(struct making *m)
{
    m->text.size = m->dump.size = 0;
    if (by_rng_below(&m->rng, 4) == 0)
        add_string(&m->text, "junk ( and )\n");
    for (uint32_t games = 1 + by_rng_below(&m->rng, 3); games > 0; games--) {
        m->nodes = (int)by_rng_below(&m->rng, 30);
        untidy(m);
        add_string(&m->text, "(");
        make_node(m);
        untidy(m);
        add_string(&m->text, ")");
        untidy(m);
    }
}

static struct making making(uint64_t seed)
{
    struct making m = {0};
    by_rng_init(&m.rng, seed, 0);
    return m;
}

static void random_trees_survive(void **state)
{
    (void)state;
    struct making m = making(1);
    struct by_error err = {0};
    for (int i = long_tests() ? 200000 : 5000; i > 0; i--) {
        struct bytes got = {0};
        make_collection(&m);
        if (read_all(m.text.data, m.text.size, BY_SGF_ARENA_MAX, &got, NULL, &err) != BY_OK)
            fail_msg("%s: %s", err.text, m.text.data);
        assert_int_equal(got.size, m.dump.size);
        assert_memory_equal(got.data, m.dump.data, got.size);
        free(got.data);
        assert_readers_agree(m.text.data, m.text.size); /* and their normal form does */
    }
    free(m.text.data);
    free(m.dump.data);
}

/* One byte changed, removed or put in, some of them such as mean something. */
static void damage(struct making *m)
{
    static const char marks[] = "()[];\\:AbB1 \n\r";
    char *data = m->text.data;
    size_t at = by_rng_below(&m->rng, (uint32_t)m->text.size);
    char mark = by_rng_below(&m->rng, 5) == 0 ? (char)by_rng_below(&m->rng, 256)
                                              : marks[by_rng_below(&m->rng, sizeof marks - 1)];
    switch (by_rng_below(&m->rng, 4)) {
    case 0:
        memmove(data + at, data + at + 1, m->text.size - at - 1);
        m->text.size--;
        break;
    case 1:
        add_string(&m->text, " ");
        data = m->text.data;
        memmove(data + at + 1, data + at, m->text.size - at - 1);
        data[at] = mark;
        break;
    case 2:
        m->text.size = at;
        break;
    default:
        data[at] = mark;
    }
}

static void damaged_trees_are_judged_alike(void **state)
{
    (void)state;
    struct making m = making(2);
    for (int i = long_tests() ? 2000000 : 30000; i > 0; i--) {
        make_collection(&m);
        for (uint32_t times = 1 + by_rng_below(&m.rng, 3); times > 0 && m.text.size > 0; times--)
            damage(&m);
        assert_readers_agree(m.text.data, m.text.size);
    }
    free(m.text.data);
    free(m.dump.data);
}

static void truncated_trees_are_judged_alike(void **state)
{
    (void)state;
    struct making m = making(3);
    for (int i = long_tests() ? 1000 : 40; i > 0; i--) {
        make_collection(&m);
        for (size_t size = 0; size <= m.text.size; size++) {
            char *copy = malloc(size + 1); /* so that a sanitizer sees its end */
            assert_non_null(copy);
            memcpy(copy, m.text.data, size);
            assert_readers_agree(copy, size);
            free(copy);
        }
    }
    free(m.text.data);
    free(m.dump.data);
}

static void random_bytes_are_judged_alike(void **state)
{
    (void)state;
    static const char marks[] = "((;;))[]AB\\ \n";
    struct making m = making(4);
    for (int i = long_tests() ? 5000000 : 200000; i > 0; i--) {
        bool tame = by_rng_below(&m.rng, 4) > 0;
        m.text.size = 0;
        if (by_rng_below(&m.rng, 2) == 0)
            add_string(&m.text, "(;");
        for (uint32_t length = by_rng_below(&m.rng, 60); length > 0; length--) {
            char c = tame ? marks[by_rng_below(&m.rng, sizeof marks - 1)]
                          : (char)by_rng_below(&m.rng, 256);
            add_bytes(&m.text, &c, 1);
        }
        add_string(&m.text, "");
        assert_readers_agree(m.text.data, m.text.size);
    }
    free(m.text.data);
    free(m.dump.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_survive),
        cmocka_unit_test(damaged_trees_are_judged_alike),
        cmocka_unit_test(truncated_trees_are_judged_alike),
        cmocka_unit_test(random_bytes_are_judged_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
