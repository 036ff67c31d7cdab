/* net_tree.c: see net_tree.h. */
#include "learn/net_tree.h"

#include "base/num.h"
#include "learn/net_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAD_PART  0.08F
#define LEAD_SCALE 12.0F /* points */
#define PULL       0.7F
#define REDUCTION  0.12F
#define NOISE_PART 0.25F
#define NOISE_SUM  10.0F
#define LINE       64 /* bytes: what the machine fetches at once */

/* --- how it lies in memory ---------------------------------------------------------------- */

static size_t in_lines(size_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

struct by_net_node *by_net_tree_at(const struct by_net_tree *tree, int index)
{
    return (struct by_net_node *)(void *)(tree->nodes + (size_t)index * tree->node_bytes);
}

void *by_net_tree_position(struct by_net_node *node)
{
    return (unsigned char *)node + LINE;
}

struct by_net_branch *by_net_tree_branches(const struct by_net_tree *tree, struct by_net_node *node)
{
    size_t at = LINE + in_lines(tree->rules->position_size);
    return (struct by_net_branch *)(void *)((unsigned char *)node + at);
}

bool by_net_tree_open(struct by_net_tree *tree, const struct by_rules *rules, int room)
{
    size_t branches = (size_t)rules->max_moves * sizeof(struct by_net_branch);
    size_t bytes = LINE + in_lines(rules->position_size) + in_lines(branches);
    *tree = (struct by_net_tree){.rules = rules, .node_bytes = bytes, .room = room};
    tree->nodes = aligned_alloc(LINE, (size_t)room * bytes);
    tree->spare = aligned_alloc(LINE, (size_t)room * bytes);
    tree->path = calloc((size_t)room, sizeof *tree->path);
    tree->moves = calloc((size_t)rules->max_moves, sizeof *tree->moves);
    return tree->nodes && tree->spare && tree->path && tree->moves;
}

void by_net_tree_close(struct by_net_tree *tree)
{
    free(tree->nodes);
    free(tree->spare);
    free(tree->path);
    free(tree->moves);
}

/* --- a node ------------------------------------------------------------------------------- */

static float with_lead(float chance, float lead)
{
    float odds = (float)by_exp((double)(-2 * lead / LEAD_SCALE));
    return (1 - LEAD_PART) * chance + LEAD_PART / (1 + odds);
}

static void finish_node(const struct by_net_tree *tree, struct by_net_node *node)
{
    struct by_net_ending ending;
    by_net_ending_count(tree->rules, by_net_tree_position(node), &ending);
    node->over = node->asked = true;
    node->chance = node->side == 0 ? ending.won : 1 - ending.won;
    node->u = with_lead(node->chance, node->side == 0 ? ending.lead : -ending.lead);
}

/* Its position has been written. */
static void make_node(struct by_net_tree *tree, struct by_net_node *node)
{
    const struct by_rules *rules = tree->rules;
    struct by_net_branch *branch = by_net_tree_branches(tree, node);
    const void *position = by_net_tree_position(node);
    memset(node, 0, sizeof *node);
    node->side = rules->game->side(rules, position);
    if (rules->game->over(rules, position)) {
        finish_node(tree, node);
        return;
    }
    node->count = rules->game->moves(rules, position, tree->moves);
    for (int i = 0; i < node->count; i++)
        branch[i] = (struct by_net_branch){.node = BY_NET_NO_NODE, .move = tree->moves[i]};
}

void by_net_tree_answer(struct by_net_tree *tree, struct by_net_node *node, const float *policy,
                        float value, float lead)
{
    struct by_net_branch *branch = by_net_tree_branches(tree, node);
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < node->count; i++)
        most = fmaxf(most, policy[branch[i].move]);
    for (int i = 0; i < node->count; i++) {
        branch[i].prior = (float)by_exp((double)(policy[branch[i].move] - most));
        sum += branch[i].prior;
    }
    for (int i = 0; i < node->count; i++)
        branch[i].prior /= sum;
    node->chance = (float)(1 / (1 + by_exp(-(double)value)));
    node->u = with_lead(node->chance, lead);
    node->asked = true;
}

/* --- a search ------------------------------------------------------------------------------- */

/* What a branch without a visit is thought to be worth. */
static float value_of_unseen(const struct by_net_node *node, const struct by_net_branch *branch)
{
    float seen = 0, sum = 0;
    for (int i = 0; i < node->count; i++)
        if (branch[i].visits > 0) {
            seen += branch[i].prior;
            sum += branch[i].sum;
        }
    float mean = node->visits > 1 ? sum / (float)(node->visits - 1) : node->u;
    return mean - REDUCTION * sqrtf(seen);
}

static int choose(const struct by_net_tree *tree, struct by_net_node *node)
{
    struct by_net_branch *branch = by_net_tree_branches(tree, node);
    float unseen = value_of_unseen(node, branch);
    float root = sqrtf((float)node->visits), best = -INFINITY;
    int chosen = 0;
    for (int i = 0; i < node->count; i++) {
        float value = branch[i].visits > 0 ? branch[i].sum / (float)branch[i].visits : unseen;
        value += PULL * branch[i].prior * root / (float)(1 + branch[i].visits);
        if (value > best) {
            best = value;
            chosen = i;
        }
    }
    return chosen;
}

/* The node behind a branch that has none. */
static int grow(struct by_net_tree *tree, struct by_net_node *node, by_move move)
{
    struct by_net_node *made = by_net_tree_at(tree, tree->count);
    void *position = by_net_tree_position(made);
    memcpy(position, by_net_tree_position(node), tree->rules->position_size);
    tree->rules->game->play(tree->rules, position, move, NULL);
    make_node(tree, made);
    return tree->count++;
}

int by_net_tree_descend(struct by_net_tree *tree)
{
    int at = 0;
    tree->depth = 0;
    for (;;) {
        struct by_net_node *node = by_net_tree_at(tree, at);
        if (!node->asked || node->over)
            return at;
        int chosen = choose(tree, node);
        struct by_net_branch *branch = &by_net_tree_branches(tree, node)[chosen];
        tree->path[tree->depth++] = (struct by_net_step){at, chosen};
        if (branch->node == BY_NET_NO_NODE)
            branch->node = grow(tree, node, branch->move);
        at = branch->node;
    }
}

void by_net_tree_back_up(struct by_net_tree *tree, struct by_net_node *leaf)
{
    float u = leaf->u, chance = leaf->chance;
    leaf->visits++;
    leaf->chances += chance;
    for (int i = tree->depth - 1; i >= 0; i--) {
        struct by_net_node *node = by_net_tree_at(tree, tree->path[i].node);
        struct by_net_branch *branch = &by_net_tree_branches(tree, node)[tree->path[i].branch];
        u = 1 - u;
        chance = 1 - chance;
        branch->sum += u;
        branch->visits++;
        node->visits++;
        node->chances += chance;
    }
}

/* Powers of even numbers are nearly what a gamma distribution with a small parameter gives. */
void by_net_tree_add_noise(struct by_net_tree *tree, struct by_rng *rng)
{
    struct by_net_node *root = by_net_tree_at(tree, 0);
    struct by_net_branch *branch = by_net_tree_branches(tree, root);
    double power = (double)root->count / (double)NOISE_SUM, sum = 0;
    float noise[BY_JUDGED_MAX + 1];
    for (int i = 0; i < root->count; i++) {
        double draw = by_exp(power * by_ln(by_rng_unit(rng) + 1e-12));
        noise[i] = (float)draw;
        sum += draw;
    }
    for (int i = 0; i < root->count; i++)
        branch[i].prior =
            (1 - NOISE_PART) * branch[i].prior + NOISE_PART * noise[i] / (float)(sum + 1e-30);
}

/* --- from move to move ------------------------------------------------------------------------ */

void by_net_tree_plant(struct by_net_tree *tree, const struct by_rules *rules, const void *position)
{
    tree->rules = rules;
    struct by_net_node *root = by_net_tree_at(tree, 0);
    memcpy(by_net_tree_position(root), position, rules->position_size);
    make_node(tree, root);
    tree->count = 1;
}

/* Copies a node and all below it to the spare ones; its index there. */
static int keep(struct by_net_tree *tree, int from, int *count)
{
    int to = (*count)++;
    unsigned char *bytes = tree->spare + (size_t)to * tree->node_bytes;
    struct by_net_node *copy = (struct by_net_node *)(void *)bytes;
    memcpy(bytes, by_net_tree_at(tree, from), tree->node_bytes);
    struct by_net_branch *branch = by_net_tree_branches(tree, copy);
    for (int i = 0; i < copy->count; i++)
        if (branch[i].node != BY_NET_NO_NODE)
            branch[i].node = keep(tree, branch[i].node, count);
    return to;
}

void by_net_tree_keep(struct by_net_tree *tree, const struct by_net_branch *branch)
{
    unsigned char *old = tree->nodes;
    int count = 0;
    keep(tree, branch->node, &count);
    tree->nodes = tree->spare;
    tree->spare = old;
    tree->count = count;
}
