/* win_tree_fuzz.c: a proof as text. What is read is a tree, is written as it was read, and can be
 * checked, whatever comes of it. */
#include "fuzz.h"
#include "games/win_tree.h"

#include <stdlib.h>
#include <string.h>

static void demand_same(const struct by_rules *rules, const struct by_win_tree *tree)
{
    struct by_buffer text, again;
    struct by_rules *twice = NULL;
    struct by_win_tree copy = {.most = tree->most};
    by_buffer_open(&text, 1 << 20);
    by_buffer_open(&again, 1 << 20);
    by_win_tree_write(rules, rules->start, tree, &text);
    if (!text.failed) {
        by_fuzz_demand(by_win_tree_read(by_buffer_text(&text), &twice, &copy, NULL) == BY_OK,
                       "what was written can be read");
        by_win_tree_write(twice, twice->start, &copy, &again);
        by_fuzz_demand(strcmp(by_buffer_text(&text), by_buffer_text(&again)) == 0,
                       "and is written the same");
    }
    by_buffer_close(&text);
    by_buffer_close(&again);
    by_win_tree_free(&copy);
    by_rules_close(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct by_rules *rules = NULL;
    struct by_win_tree tree = {.most = 64};
    struct by_error err = {.status = BY_OK};
    uint64_t nodes;
    char *text = by_fuzz_text(data, size);
    if (by_win_tree_read(text, &rules, &tree, &err) != BY_OK) {
        by_fuzz_sentence(&err);
    } else {
        by_fuzz_demand(by_win_tree_is_sound(&tree), "what is read is a tree");
        demand_same(rules, &tree);
        if (rules->game->check_proof && rules->width * rules->height <= 81 &&
            rules->game->check_proof(rules, rules->start, &tree, &nodes, &err) != BY_OK)
            by_fuzz_sentence(&err);
    }
    by_win_tree_free(&tree);
    by_rules_close(rules);
    free(text);
    return 0;
}
