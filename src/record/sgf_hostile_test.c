/* sgf_hostile_test.c: texts made to hurt: deep, wide, long. They are read or refused with a
 * sentence, in time and memory that follow the size of the text and stay under a cap. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/clock.h"
#include "record/sgf_test.h"
#include <sys/resource.h>

/* What sgf.h states: at most so many bytes of the pool for each byte of text. */
#define BYTES_PER_BYTE 40

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

static size_t resident_peak(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (size_t)usage.ru_maxrss << 10;
}

struct reading {
    enum by_status status;
    struct by_error err;
    struct by_sgf_game game;
    struct by_pool pool;
};

/* Reads the first game and holds it to the stated memory: what the pool has given away, and how
 * far the process has grown (its blocks double, so that there may be as much again). */
static struct reading *read_first(const struct bytes *text)
{
    struct by_sgf_reader reader;
    struct reading *r = calloc(1, sizeof *r);
    assert_non_null(r);
    size_t before = resident_peak();
    by_pool_open(&r->pool, BY_SGF_ARENA_MAX);
    by_sgf_open(&reader, text->data, text->size, NULL);
    double begun = by_clock_now();
    r->status = by_sgf_next(&reader, &r->pool, &r->game, &r->err);
    double seconds = by_clock_now() - begun;
    assert_true(r->pool.used <= BYTES_PER_BYTE * text->size + 64);
    assert_true(r->pool.held <= BY_SGF_ARENA_MAX);
    if (!SANITIZED && resident_peak() > before + r->pool.held + ((size_t)1 << 20))
        fail_msg("grew from %zu to %zu bytes", before, resident_peak());
    if (seconds > 5 + (double)text->size * 1e-7)
        fail_msg("%zu bytes took %.1f s", text->size, seconds);
    if (r->status != BY_OK)
        assert_sentence(&r->err);
    return r;
}

static void close_reading(struct reading *r)
{
    by_pool_close(&r->pool);
    free(r);
}

static void expect_nodes(const struct bytes *text, size_t nodes)
{
    struct reading *r = read_first(text);
    if (r->status != BY_OK)
        fail_msg("%s", r->err.text);
    assert_int_equal(r->game.nodes, nodes);
    struct by_text measure = by_text_over(NULL, 0);
    by_sgf_write(&r->game, &measure); /* writing does not recurse either */
    assert_true(measure.length >= nodes);
    size_t walked = 0;
    for (const struct by_sgf_node *n = r->game.root; n; n = by_sgf_after(n, r->game.root))
        walked++;
    assert_int_equal(walked, nodes);
    close_reading(r);
}

static void expect_sentence(const struct bytes *text, const char *sentence)
{
    struct reading *r = read_first(text);
    if (r->status == BY_OK || !strstr(r->err.text, sentence))
        fail_msg("'%s' is not in '%s'", sentence, r->err.text);
    assert_null(r->game.root);
    close_reading(r);
}

static void deep_nesting(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_times(&text, "(;", 300000);
    expect_sentence(&text, "line 1, column 1: the game that begins here does not end");
    add_times(&text, ")", 299999);
    expect_sentence(&text, "line 1, column 1: the game that begins here does not end");
    add_string(&text, ")");
    expect_nodes(&text, 300000);
    free(text.data);
}

static void many_variations_of_one_node(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_string(&text, "(;");
    add_times(&text, "(;B[aa])", 300000);
    add_string(&text, ")");
    expect_nodes(&text, 300001);
    free(text.data);
}

/* A comb: every node of a long line has a second child, and the line goes on in the first. */
static void a_deep_comb(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_times(&text, "(;A[]", 150000);
    add_times(&text, ")(;B[])", 149999);
    add_string(&text, ")");
    expect_nodes(&text, 299999);
    free(text.data);
}

static void many_nodes(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_string(&text, "(");
    add_times(&text, ";", 2000000);
    add_string(&text, ")");
    expect_nodes(&text, 2000000);
    text.size--;
    add_times(&text, ";", 1000000);
    expect_sentence(&text, "this game has more than 2097152 nodes");
    free(text.data);
}

static void many_values_and_properties(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_string(&text, "(;AB");
    add_times(&text, "[]", 4000000);
    add_string(&text, ")");
    expect_nodes(&text, 1);
    text.size--;
    add_times(&text, "[aa]", 500000);
    expect_sentence(&text, "this game has more than 4194304 values");
    text.size = 0;
    add_string(&text, "(;");
    add_times(&text, "A[]", 3000000);
    add_string(&text, ")");
    expect_nodes(&text, 1);
    free(text.data);
}

static void long_names_and_values(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_string(&text, "(;");
    add_times(&text, "A", 1000000);
    expect_sentence(&text, "line 1, column 3: the name of a property has at most 63");
    text.size = 2;
    add_string(&text, "A");
    add_times(&text, "b", 1000000);
    add_string(&text, "[");
    add_times(&text, "\\]", 2000000);
    expect_sentence(&text, "the value that begins here has no ']'");
    add_string(&text, "])");
    expect_nodes(&text, 1);
    free(text.data);
}

/* Where every "(" could begin a game, looking for the beginning must not start over each time. */
static void much_before_the_first_game(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_times(&text, "(  ", 1000000);
    expect_sentence(&text, "there is no game");
    add_string(&text, ";)");
    expect_nodes(&text, 1);
    free(text.data);
}

/* 100 MB with BY_LONG=1, else 5 MB. */
static size_t large(void)
{
    return (size_t)(long_tests() ? 100 : 5) * 1000000;
}

static void a_large_comment(void **state)
{
    (void)state;
    struct bytes text = {0};
    add_string(&text, "(;C[");
    add_times(&text, "0123456789", large() / 10);
    expect_sentence(&text, "line 1, column 4: the value that begins here has no ']'");
    add_string(&text, "])");
    expect_nodes(&text, 1);
    free(text.data);
}

static void a_large_game(void **state)
{
    (void)state;
    struct bytes text = {0};
    size_t moves = large() / 12;
    add_string(&text, "(;SZ[19]");
    add_times(&text, ";B[aa];W[bb]", moves);
    add_string(&text, ")");
    if (2 * moves + 1 <= BY_SGF_NODES_MAX)
        expect_nodes(&text, 2 * moves + 1);
    else
        expect_sentence(&text, "this game has more than 2097152 nodes");
    free(text.data);
}

/* Any number of games takes the memory of one. */
static void a_large_collection(void **state)
{
    (void)state;
    struct bytes text = {0};
    struct by_sgf_reader reader;
    struct by_sgf_game game = {0};
    struct by_pool pool;
    struct by_error err = {0};
    static const char one[] = "(;SZ[9]C[x];B[aa];W[bb](;B[cc])(;B[dd]))\r\n";
    size_t count = large() / (sizeof one - 1), read = 0;
    add_times(&text, one, count);
    size_t before = resident_peak();
    by_pool_open(&pool, BY_SGF_ARENA_MAX);
    by_sgf_open(&reader, text.data, text.size, NULL);
    while (by_sgf_next(&reader, &pool, &game, &err) == BY_OK && game.root) {
        assert_int_equal(game.nodes, 5);
        by_pool_reset(&pool);
        read++;
    }
    assert_string_equal(err.text, "");
    assert_int_equal(read, count);
    if (!SANITIZED)
        assert_true(resident_peak() <= before + ((size_t)1 << 20));
    by_pool_close(&pool);
    free(text.data);
}

static void a_text_over_the_limit_is_refused_unread(void **state)
{
    (void)state;
    static const char text[] = "(;)";
    struct by_sgf_reader reader;
    struct by_sgf_game game;
    struct by_pool pool;
    struct by_error err = {0};
    by_pool_open(&pool, BY_SGF_ARENA_MAX);
    by_sgf_open(&reader, text, BY_SGF_BYTES_MAX + 1, NULL); /* it has not so many */
    assert_int_equal(by_sgf_next(&reader, &pool, &game, &err), BY_BAD_INPUT);
    assert_non_null(strstr(err.text, "268435457 bytes, and at most 268435456"));
    struct by_sgf_limits few = {.bytes = 100, .nodes = 2, .values = 1};
    by_sgf_open(&reader, "(;;A[1];)", 9, &few);
    assert_int_equal(by_sgf_next(&reader, &pool, &game, &err), BY_BAD_INPUT);
    assert_string_equal(err.text, "line 1, column 8: this game has more than 2 nodes, which is "
                                  "more than is read");
    by_pool_close(&pool);
}

/* With every amount of memory up to what it takes, a game is refused for that reason. */
static void too_little_memory_is_said(void **state)
{
    (void)state;
    struct bytes text = {0};
    bool read = false;
    add_string(&text, "(;SZ[19]");
    add_times(&text, "(;B[aa][bb]C[x]N[y];W[bb])", 4000);
    add_string(&text, ")");
    for (size_t memory = 0; !read; memory += 100000) {
        struct by_error err = {0};
        enum by_status status = read_all(text.data, text.size, memory, NULL, NULL, &err);
        read = status == BY_OK;
        if (!read) {
            assert_int_equal(status, BY_NO_MEMORY);
            assert_non_null(strstr(err.text, "more memory than it may"));
        }
        assert_true(memory < 10000000);
    }
    free(text.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_collection), /* first: it measures the smallest growth */
        cmocka_unit_test(deep_nesting),
        cmocka_unit_test(many_variations_of_one_node),
        cmocka_unit_test(a_deep_comb),
        cmocka_unit_test(many_nodes),
        cmocka_unit_test(many_values_and_properties),
        cmocka_unit_test(long_names_and_values),
        cmocka_unit_test(much_before_the_first_game),
        cmocka_unit_test(a_large_comment),
        cmocka_unit_test(a_large_game),
        cmocka_unit_test(a_text_over_the_limit_is_refused_unread),
        cmocka_unit_test(too_little_memory_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
