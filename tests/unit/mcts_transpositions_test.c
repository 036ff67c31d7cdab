/* mcts_transpositions_test.c: the table of shared positions, against a plain list, through prunings. */
#include "search/mcts/core.h"
#include "search_help.h"

#define KEYS 600

struct pair {
    uint64_t key;
    by_link link;
};

/* Few different low bits, so that runs are long and go over the table's end. */
static uint64_t draw_key(struct by_rng *rng)
{
    return (uint64_t)by_rng_below(rng, 1000000) << 32 | (1000 + by_rng_below(rng, 40)) % 1024;
}

static int list_find(const struct pair *list, int count, uint64_t key)
{
    for (int i = 0; i < count; i++)
        if (list[i].key == key)
            return i;
    return -1;
}

static void check(const struct by_transpositions *table, const struct pair *list, int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(by_transpositions_find(table, list[i].key), list[i].link);
}

/* Nodes get marks as pruning gives them; the table and the list follow. */
static int follow(struct by_transpositions *table, struct by_tree *tree, struct pair *list,
                  int count, struct by_rng *rng)
{
    int kept = 0;
    for (int i = 0; i < count; i++)
        by_tree_node(tree, list[i].link)->mark = by_rng_below(rng, 3) == 0 ? 0 : list[i].link;
    by_transpositions_follow(table, tree);
    for (int i = 0; i < count; i++)
        if (by_tree_node(tree, list[i].link)->mark)
            list[kept++] = list[i];
        else
            assert_int_equal(by_transpositions_find(table, list[i].key), BY_LINK_NONE);
    return kept;
}

static void entries_follow_their_nodes(void **state)
{
    (void)state;
    by_move moves[2] = {0, 1};
    struct by_tree tree;
    struct by_rng rng;
    struct pair list[KEYS];
    by_rng_init(&rng, 2, 0);
    for (int round = 0; round < long_or(2000, 100); round++) {
        struct by_transpositions *table = by_transpositions_open(1024 * 16 + 64);
        assert_non_null(table);
        assert_int_equal(by_tree_open(&tree, 1 << 20, false, false, 2, NULL), BY_OK);
        int count = 0;
        for (int step = 0; step < 5; step++) {
            while (count < KEYS - 100 * (int)by_rng_below(&rng, 5)) {
                uint64_t key = draw_key(&rng);
                if (list_find(list, count, key) >= 0)
                    continue;
                assert_int_equal(by_transpositions_find(table, key), BY_LINK_NONE);
                by_link link = by_tree_make(&tree, moves, NULL, 2, 0);
                by_transpositions_add(table, key, link);
                list[count++] = (struct pair){key, link};
            }
            check(table, list, count);
            count = follow(table, &tree, list, count, &rng);
            check(table, list, count);
        }
        by_transpositions_close(table);
        by_tree_close(&tree);
    }
}

/* A full table takes no more, and says nothing wrong. */
static void a_full_table_takes_no_more(void **state)
{
    (void)state;
    struct by_transpositions *table = by_transpositions_open(1024 * 16 + 64);
    int found = 0;
    assert_non_null(table);
    for (by_link i = 0; i < 5000; i++)
        by_transpositions_add(table, (uint64_t)i * 7919, i + BY_LINK_NODE);
    for (by_link i = 0; i < 5000; i++) {
        by_link link = by_transpositions_find(table, (uint64_t)i * 7919);
        assert_true(link == BY_LINK_NONE || link == i + BY_LINK_NODE);
        found += link != BY_LINK_NONE;
    }
    assert_int_equal(found, 768);
    by_transpositions_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_follow_their_nodes),
        cmocka_unit_test(a_full_table_takes_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
