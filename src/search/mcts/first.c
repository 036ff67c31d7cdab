/* first.c: what the rule says of the root's moves before the first simulation, for people who ask
 * what a search thinks before it thinks. */
#include "search/mcts/mcts.h"
#include <stdlib.h>
#include <string.h>

/* Nothing was tried yet: no visits, no AMAF; priors as the tree has them. */
static void load_untried(const struct by_core *core, struct by_node *root, struct by_field *field)
{
    field->count = root->count;
    if (core->tree.prior)
        memcpy(field->prior, by_node_prior(&core->tree, root),
               (size_t)root->count * sizeof *field->prior);
}

static void fill(const struct by_core *core, struct by_node *root, struct by_field *field,
                 const struct by_rule_parts *parts, struct by_choice *out)
{
    int count = root->count;
    by_rule_values(&core->rule, field);
    for (int i = 0; i < count; i++)
        out[i] = (struct by_choice){.move = by_node_move(&core->tree, root)[i],
                                    .prior = (double)field->prior[i],
                                    .value = (double)field->value[i]};
    by_rule_parts(&core->rule, field, parts);
    for (int i = 0; i < count; i++) {
        out[i].exploit = (double)parts->exploit[i];
        out[i].explore = (double)parts->explore[i];
        out[i].weight = (double)parts->weight[i];
    }
}

enum by_status by_core_first(const struct by_core *core, struct by_choice *out, int *count,
                             int *width, struct by_error *err)
{
    const struct by_rule *rule = &core->rule;
    struct by_node *root = by_tree_node(&core->tree, core->root);
    struct by_field field;
    size_t scratch = rule->expr ? by_expr_scratch(rule->expr, core->rules->max_moves) : 0;
    enum by_status status = by_field_open(&field, core->rules->max_moves, scratch, err);
    size_t most = (size_t)core->rules->max_moves;
    float *parts = calloc(3 * most, sizeof *parts);
    if (status == BY_OK && !parts)
        status = by_fail_memory(err, 3 * most * sizeof *parts);
    if (status == BY_OK) {
        load_untried(core, root, &field);
        fill(core, root, &field, &(struct by_rule_parts){parts, parts + most, parts + 2 * most},
             out);
        *count = root->count;
        *width = by_rule_width(rule, root->count, 0);
    }
    free(parts);
    by_field_close(&field);
    return status;
}
