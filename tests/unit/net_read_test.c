/* net_read_test.c: files of networks: what is whole is read, all else is refused with a sentence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/long_test.h"
#include "folder_help.h"
#include "nets/net_file_test.h"

static const struct by_net_shape small = {1, 16, 0, 16, 1}, usual = {5, 32, 1, 16, 7};

static struct net_file make(struct by_net_shape shape)
{
    struct net_file file;
    net_file_make(&file, shape, NET_USUAL, 3);
    return file;
}

/* One line, with nothing in it that a terminal would obey, and with these words. */
static void assert_sentence(const struct by_error *err, const char *words)
{
    assert_int_equal(err->status, BY_BAD_INPUT);
    for (const char *c = err->text; *c; c++)
        assert_true((unsigned char)*c >= 32 && *c != 127);
    if (!strstr(err->text, words))
        fail_msg("not '%s': %s", words, err->text);
}

/* From an allocation of just that size: a sanitizer sees who reads behind it. */
static enum by_status try_bytes(const uint8_t *bytes, size_t size, struct by_error *err)
{
    struct by_net *net = (struct by_net *)(void *)err; /* anything */
    uint8_t *exact = malloc(size > 0 ? size : 1);
    assert_non_null(exact);
    memcpy(exact, bytes, size);
    enum by_status status = by_net_read(exact, size, "some.net", &net, err);
    assert_int_equal(status == BY_OK, net != NULL);
    by_net_close(net);
    free(exact);
    return status;
}

static void expect_refused(const uint8_t *bytes, size_t size, const char *words)
{
    struct by_error err = {0};
    assert_int_equal(try_bytes(bytes, size, &err), BY_BAD_INPUT);
    assert_sentence(&err, words);
    assert_sentence(&err, "some.net");
}

static void expect_read(const uint8_t *bytes, size_t size)
{
    struct by_error err = {0};
    if (try_bytes(bytes, size, &err) != BY_OK)
        fail_msg("%s", err.text);
}

/* --- whole files ---------------------------------------------------------------------------- */

static void expect_shape(struct by_net_shape shape)
{
    struct net_file file = make(shape);
    struct by_net *net = net_file_read(&file);
    struct by_net_shape found = by_net_shape(net);
    assert_memory_equal(&found, &shape, sizeof shape);
    assert_in_range(file.size, 1, BY_NET_FILE_MAX);
    for (int size = 2; size <= BY_NET_SIZE_MAX; size++) {
        size_t bytes = by_net_scratch(net, size);
        assert_int_equal(bytes % 64, 0);
        assert_true(bytes >= (size_t)(size * size * (shape.planes + 2 * shape.channels)));
    }
    by_net_close(net);
    free(file.bytes);
}

static void shapes_within_their_bounds_are_read(void **state)
{
    (void)state;
    expect_shape(small);
    expect_shape(usual);
    expect_shape((struct by_net_shape){BY_NET_PLANES_MAX, 16, 0, 16, 1});
    expect_shape((struct by_net_shape){1, BY_NET_CHANNELS_MAX, 0, 16, 1});
    expect_shape((struct by_net_shape){1, 16, BY_NET_BLOCKS_MAX, 16, 1});
    expect_shape((struct by_net_shape){1, 16, 0, BY_NET_HEAD_MAX, 1});
    expect_shape((struct by_net_shape){1, 16, 0, 16, BY_NET_DENSE_MAX});
    expect_shape((struct by_net_shape){BY_NET_PLANES_MAX, BY_NET_CHANNELS_MAX, BY_NET_BLOCKS_MAX,
                                       BY_NET_HEAD_MAX, BY_NET_DENSE_MAX});
}

static void nothing_can_be_closed(void **state)
{
    (void)state;
    by_net_close(NULL);
}

static void who_asks_for_no_sentence_gets_none(void **state)
{
    (void)state;
    struct by_net *net = NULL;
    assert_int_equal(by_net_read((const uint8_t *)"", 0, "x", &net, NULL), BY_BAD_INPUT);
    assert_null(net);
    assert_int_equal(by_net_load("/nowhere/at/all", &net, NULL), BY_BAD_INPUT);
    assert_null(net);
}

/* --- damage --------------------------------------------------------------------------------- */

static void cut_everywhere(struct by_net_shape shape)
{
    struct net_file file = make(shape);
    for (size_t size = 0; size < file.size; size++) {
        expect_refused(file.bytes, size,
                       size < NET_FILE_LAYERS ? "not a file of a network"
                                              : "its checksum is wrong");
    }
    for (size_t size = file.size - 1; size >= NET_FILE_LAYERS; size--) {
        net_file_seal(file.bytes, size);
        expect_refused(file.bytes, size, "not as long as its shape says");
    }
    free(file.bytes);
}

static void a_file_that_was_cut_is_refused(void **state)
{
    (void)state;
    cut_everywhere(small);
    if (long_tests())
        cut_everywhere(usual);
}

static void every_bit_counts(void **state)
{
    (void)state;
    struct net_file file = make(small);
    for (size_t bit = 0; bit < 8 * file.size; bit++) {
        const char *words = bit < 64                 ? "not a file of a network"
                            : bit < 8 * NET_FILE_SUM ? "version"
                                                     : "its checksum is wrong";
        file.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        expect_refused(file.bytes, file.size, words);
        file.bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    expect_read(file.bytes, file.size);
    free(file.bytes);
}

static void bytes_behind_the_end_are_refused(void **state)
{
    (void)state;
    struct net_file file = make(usual);
    size_t sizes[] = {file.size + 1, file.size + 4, 2 * file.size, BY_NET_FILE_MAX};
    uint8_t *longer = calloc(1, BY_NET_FILE_MAX + 1);
    assert_non_null(longer);
    memcpy(longer, file.bytes, file.size);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        net_file_seal(longer, sizes[i]);
        expect_refused(longer, sizes[i], "not as long as its shape says");
    }
    net_file_seal(longer, BY_NET_FILE_MAX + 1);
    expect_refused(longer, BY_NET_FILE_MAX + 1, "not a file of a network");
    free(longer);
    free(file.bytes);
}

/* --- shapes --------------------------------------------------------------------------------- */

static void shapes_out_of_bounds_are_refused(void **state)
{
    (void)state;
    static const struct {
        int side;
        uint32_t value;
    } cases[] = {{0, 0},
                 {0, 65},
                 {0, 1U << 31},
                 {0, UINT32_MAX},
                 {0, (1U << 31) + 1},
                 {1, 0},
                 {1, 8},
                 {1, 17},
                 {1, 144},
                 {1, (1U << 31) + 16},
                 {2, 21},
                 {2, 99},
                 {2, 1U << 31},
                 {2, UINT32_MAX},
                 {3, 0},
                 {3, 8},
                 {3, 31},
                 {3, 80},
                 {3, UINT32_MAX - 15},
                 {4, 0},
                 {4, 129},
                 {4, UINT32_MAX}};
    struct net_file file = make(small);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint8_t kept[4], *at = file.bytes + NET_FILE_SHAPE + 4 * (size_t)cases[i].side;
        memcpy(kept, at, sizeof kept);
        net_put_word(at, cases[i].value);
        net_file_seal(file.bytes, file.size);
        expect_refused(file.bytes, file.size, "a shape that is not supported");
        memcpy(at, kept, sizeof kept);
    }
    free(file.bytes);
}

/* Another good shape needs another number of bytes. */
static void a_shape_says_how_long_its_file_is(void **state)
{
    (void)state;
    static const uint32_t other[] = {2, 32, 1, 32, 2};
    struct net_file file = make(small);
    for (size_t side = 0; side < 5; side++) {
        uint8_t kept[4], *at = file.bytes + NET_FILE_SHAPE + 4 * side;
        memcpy(kept, at, sizeof kept);
        net_put_word(at, other[side]);
        net_file_seal(file.bytes, file.size);
        expect_refused(file.bytes, file.size, "not as long as its shape says");
        memcpy(at, kept, sizeof kept);
    }
    free(file.bytes);
}

/* --- numbers -------------------------------------------------------------------------------- */

/* What stands at each byte: the first of a float, a weight, or something else. */
struct plan {
    char at[1 << 16];
    size_t size;
};

static void plan_some(struct plan *plan, int count, char what, size_t bytes)
{
    for (int i = 0; i < count; i++, plan->size += bytes)
        plan->at[plan->size] = what;
}

static void plan_conv(struct plan *plan, int in, int out, int taps)
{
    plan_some(plan, 2 * out, 'f', 4);
    plan_some(plan, out * taps * in, 'w', 1);
}

static void plan_file(struct plan *plan, struct by_net_shape s)
{
    *plan = (struct plan){.size = NET_FILE_LAYERS};
    plan_conv(plan, s.planes, s.channels, 9);
    for (int b = 0; b < s.blocks; b++) {
        plan_conv(plan, s.channels, s.channels, 9);
        plan_conv(plan, s.channels, s.channels, 9);
        plan_some(plan, 1, 'f', 4);
    }
    plan_conv(plan, s.channels, s.head, 1);
    for (int i = 0; i < 2; i++) {
        plan_some(plan, 2, 'f', 4);
        plan_some(plan, s.head, 'w', 1);
    }
    plan_some(plan, s.dense * (2 * s.head + 1 + 3) + 3, 'f', 4);
}

static void try_float(struct net_file *file, size_t place, uint32_t word, const char *refused)
{
    uint8_t kept[4], *at = file->bytes + place;
    memcpy(kept, at, sizeof kept);
    net_put_word(at, word);
    net_file_seal(file->bytes, file->size);
    if (refused)
        expect_refused(file->bytes, file->size, refused);
    else
        expect_read(file->bytes, file->size);
    memcpy(at, kept, sizeof kept);
}

static void try_floats(struct net_file *file, size_t place)
{
    static const uint32_t odd[] = {0x7f800000, 0xff800000, 0x7fc00000,
                                   0xffc00001, 0x7f800001, 0xffffffff};
    static const uint32_t good[] = {0x7f7fffff, 0xff7fffff, 0, 0x80000000, 1, 0x807fffff};
    for (size_t i = 0; i < 6; i++) {
        try_float(file, place, odd[i], "a number that is not finite");
        try_float(file, place, good[i], NULL);
    }
}

static void try_weights(struct net_file *file, size_t place)
{
    uint8_t kept = file->bytes[place];
    for (int i = 0; i < 3; i++) {
        file->bytes[place] = (uint8_t)(0x7f + i); /* 127, -128, -127 */
        net_file_seal(file->bytes, file->size);
        if (i == 1)
            expect_refused(file->bytes, file->size, "a weight of -128");
        else
            expect_read(file->bytes, file->size);
    }
    file->bytes[place] = kept;
}

/* All of a small file; of a larger one some places of every layer, or all. */
static void try_all_numbers(struct by_net_shape shape, size_t step)
{
    static struct plan plan;
    struct net_file file = make(shape);
    plan_file(&plan, shape);
    assert_int_equal(plan.size, file.size);
    for (size_t place = 0, turn = 0; place < plan.size; place++) {
        if (plan.at[place] == 0 || turn++ % step != 0)
            continue;
        if (plan.at[place] == 'f')
            try_floats(&file, place);
        else
            try_weights(&file, place);
    }
    free(file.bytes);
}

static void floats_are_finite_and_no_weight_is_less_than_minus_127(void **state)
{
    (void)state;
    try_all_numbers(small, 1);
    try_all_numbers(usual, (size_t)long_or(1, 97));
}

/* --- files on the disk ---------------------------------------------------------------------- */

static void save(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bytes, 1, size, out), size);
    assert_int_equal(fclose(out), 0);
}

static void expect_not_loaded(const char *path, const char *words)
{
    struct by_error err = {0};
    struct by_net *net = (struct by_net *)(void *)&err;
    assert_int_equal(by_net_load(path, &net, &err), BY_BAD_INPUT);
    assert_null(net);
    assert_sentence(&err, words);
}

static void a_file_is_loaded(void **state)
{
    (void)state;
    struct net_file file = make(usual);
    struct by_net *net = NULL;
    struct by_error err = {0};
    save("good.net", file.bytes, file.size);
    if (by_net_load("good.net", &net, &err) != BY_OK)
        fail_msg("%s", err.text);
    assert_int_equal(by_net_shape(net).channels, usual.channels);
    by_net_close(net);
    free(file.bytes);
}

static void a_file_that_is_no_network_is_not_loaded(void **state)
{
    (void)state;
    struct net_file file = make(usual);
    save("cut.net", file.bytes, file.size - 1);
    save("none.net", file.bytes, 0);
    save("esc\033[31m.net", (const uint8_t *)"hello", 5);
    save("long.net", file.bytes, file.size);
    assert_int_equal(truncate("long.net", BY_NET_FILE_MAX + 1), 0);
    expect_not_loaded("cut.net", "cut.net");
    expect_not_loaded("none.net", "none.net");
    expect_not_loaded("esc\033[31m.net", "not a file of a network");
    expect_not_loaded("long.net", "long.net");
    expect_not_loaded("missing.net", "missing.net");
    expect_not_loaded(".", ".");
    free(file.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_within_their_bounds_are_read),
        cmocka_unit_test(nothing_can_be_closed),
        cmocka_unit_test(who_asks_for_no_sentence_gets_none),
        cmocka_unit_test(a_file_that_was_cut_is_refused),
        cmocka_unit_test(every_bit_counts),
        cmocka_unit_test(bytes_behind_the_end_are_refused),
        cmocka_unit_test(shapes_out_of_bounds_are_refused),
        cmocka_unit_test(a_shape_says_how_long_its_file_is),
        cmocka_unit_test(floats_are_finite_and_no_weight_is_less_than_minus_127),
        TEST_IN_FOLDER(a_file_is_loaded),
        TEST_IN_FOLDER(a_file_that_is_no_network_is_not_loaded),
    };
    return cmocka_run_group_tests_name("net files", tests, NULL, NULL);
}
