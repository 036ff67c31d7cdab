#include "games/gomoku/andor.h"

#include <stdlib.h>

#define EDGES_PER_NODE 4 /* nodes are shared: at most so many edges lead to one, in the mean */

/* A power of two, at least twice the nodes. */
static size_t places_for(int most)
{
    size_t places = 1024;
    while (places < 2 * (size_t)most)
        places *= 2;
    return places;
}

bool by_andor_open(struct by_andor *tree, int most)
{
    *tree = (struct by_andor){.most = most};
    tree->node = calloc((size_t)most, sizeof *tree->node);
    tree->edge = calloc((size_t)most * EDGES_PER_NODE, sizeof *tree->edge);
    tree->place = calloc(places_for(most), sizeof *tree->place);
    return tree->node && tree->edge && tree->place;
}

void by_andor_close(struct by_andor *tree)
{
    free(tree->node);
    free(tree->edge);
    free(tree->place);
    *tree = (struct by_andor){0};
}

/* Where the number of a node stands, or would. */
static int32_t *place_of(const struct by_andor *tree, uint64_t key)
{
    size_t mask = places_for(tree->most) - 1, at = key >> 20 & mask;
    while (tree->place[at] != 0 && tree->node[tree->place[at] - 1].key != key)
        at = (at + 1) & mask;
    return &tree->place[at];
}

int by_andor_seek(const struct by_andor *tree, uint64_t key)
{
    return *place_of(tree, key) - 1;
}

int by_andor_find(struct by_andor *tree, uint64_t key, bool any, uint32_t proof)
{
    int32_t *place = place_of(tree, key);
    if (*place != 0)
        return *place - 1;
    if (tree->count == tree->most)
        return -1;
    tree->node[tree->count] =
        (struct by_andor_node){.key = key, .any = any, .proof = proof, .refute = 1};
    *place = ++tree->count;
    return tree->count - 1;
}

bool by_andor_join(struct by_andor *tree, int from, by_move move, int to)
{
    struct by_andor_node *node = &tree->node[from];
    if (to < 0 || tree->edges == tree->most * EDGES_PER_NODE)
        return false;
    if (node->count++ == 0)
        node->first = tree->edges;
    tree->edge[tree->edges++] = (struct by_andor_edge){move, to};
    return true;
}

static uint32_t add(uint32_t a, uint32_t b)
{
    if (a == BY_ANDOR_ENDLESS || b == BY_ANDOR_ENDLESS)
        return BY_ANDOR_ENDLESS;
    return a + b < BY_ANDOR_ENDLESS ? a + b : BY_ANDOR_ENDLESS - 1;
}

/* What the player to move needs, and what there is to do against it. */
static uint32_t need(const struct by_andor_node *node, bool any)
{
    return any ? node->proof : node->refute;
}

bool by_andor_renew(struct by_andor *tree, int at, uint32_t alike)
{
    struct by_andor_node *node = &tree->node[at];
    uint32_t least = BY_ANDOR_ENDLESS, largest = 0, others = 0;
    for (int i = 0; i < node->count; i++) {
        const struct by_andor_node *below = &tree->node[tree->edge[node->first + i].to];
        uint32_t mine = need(below, node->any), theirs = need(below, !node->any);
        least = mine < least ? mine : least;
        largest = theirs > largest ? theirs : largest;
        others += theirs > 0;
    }
    uint32_t most = largest == BY_ANDOR_ENDLESS ? largest : add(largest, others / alike);
    if (node->count > 0) {
        node->proof = node->any ? least : most;
        node->refute = node->any ? most : least;
    }
    return node->proof == 0 || node->refute == 0;
}

/* The one of last time is given up only when another one needs much less: to begin again costs, too. */
const struct by_andor_edge *by_andor_best(struct by_andor *tree, int at)
{
    struct by_andor_node *node = &tree->node[at];
    const struct by_andor_edge *edge = &tree->edge[node->first];
    uint32_t least = BY_ANDOR_ENDLESS;
    int best = 0;
    for (int i = 0; i < node->count; i++) {
        uint32_t mine = need(&tree->node[edge[i].to], node->any);
        best = mine < least ? i : best;
        least = mine < least ? mine : least;
    }
    uint32_t last = need(&tree->node[edge[node->last].to], node->any);
    uint32_t most = node->any ? least + least / 4 + 1 : 4 * least + 40;
    if (least == 0 || last == 0 || last == BY_ANDOR_ENDLESS || last > most)
        node->last = (int16_t)best;
    return &edge[node->last];
}

void by_andor_decide(struct by_andor *tree, int at, bool won)
{
    tree->node[at].proof = won ? 0 : BY_ANDOR_ENDLESS;
    tree->node[at].refute = won ? BY_ANDOR_ENDLESS : 0;
}
