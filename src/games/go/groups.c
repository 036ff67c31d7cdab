/* groups.c: see groups.h. */
#include "games/go/groups.h"

#include <string.h>

static void set_free(struct by_go_node *node, int index)
{
    *node = (struct by_go_node){.parent = (uint16_t)index,
                                .child = BY_GO_NONE,
                                .next = BY_GO_NONE,
                                .previous = BY_GO_NONE,
                                .liberty = BY_GO_NONE,
                                .colour = BY_GO_EMPTY};
}

void by_go_groups_clear(struct by_go_groups *groups)
{
    int stride = groups->stride, size = stride - 1, records = by_go_records(stride);
    for (int i = 0; i < records; i++) {
        set_free(groups->node + i, i);
        groups->node[i].colour = BY_GO_OFF;
    }
    for (int i = 0; i < size * size; i++)
        groups->node[by_go_index(stride, i)].colour = BY_GO_EMPTY;
    for (int i = 0; i < 4 * records; i++)
        groups->link[i] = (struct by_go_link){BY_GO_NONE, BY_GO_NONE};
}

static void touch(const struct by_go_groups *groups, int index)
{
    if (groups->touched)
        groups->touched->point[groups->touched->count++] = (uint16_t)index;
}

/* --- union-find ------------------------------------------------------------------------- */

static void hang(struct by_go_node *node, int stone, int parent)
{
    uint16_t first = node[parent].child;
    node[stone].parent = (uint16_t)parent;
    node[stone].previous = BY_GO_NONE;
    node[stone].next = first;
    if (first != BY_GO_NONE)
        node[first].previous = (uint16_t)stone;
    node[parent].child = (uint16_t)stone;
}

static void unhang(struct by_go_node *node, int stone)
{
    uint16_t next = node[stone].next, previous = node[stone].previous;
    if (next != BY_GO_NONE)
        node[next].previous = previous;
    if (previous != BY_GO_NONE)
        node[previous].next = next;
    else
        node[node[stone].parent].child = next;
}

int by_go_root(const struct by_go_node *node, int stone)
{
    while (node[stone].parent != stone)
        stone = node[stone].parent;
    return stone;
}

int by_go_find(struct by_go_groups *groups, int stone)
{
    struct by_go_node *node = groups->node;
    int root = by_go_root(node, stone), steps = 1;
    while (stone != root) {
        int parent = node[stone].parent;
        if (parent != root) {
            unhang(node, stone);
            hang(node, stone, root);
        }
        stone = parent;
        steps++;
    }
    by_go_count(groups->work, BY_GO_GROUPS, steps);
    return root;
}

/* --- liberties ----------------------------------------------------------------------------- */

/* Puts a link into the ring of a group in which its point is not. */
static void into_ring(struct by_go_groups *groups, int root, int l)
{
    struct by_go_link *link = groups->link;
    struct by_go_node *group = groups->node + root;
    if (group->liberties++ == 0) {
        link[l] = (struct by_go_link){(uint16_t)l, (uint16_t)l};
        group->liberty = (uint16_t)l;
        return;
    }
    uint16_t first = group->liberty, last = link[first].previous;
    link[l] = (struct by_go_link){first, last};
    link[last].next = link[first].previous = (uint16_t)l;
}

static void out_of_ring(struct by_go_groups *groups, int root, int l)
{
    struct by_go_link *link = groups->link;
    struct by_go_node *group = groups->node + root;
    uint16_t next = link[l].next, previous = link[l].previous;
    group->liberties--;
    group->liberty = group->liberties ? next : BY_GO_NONE;
    link[next].previous = previous;
    link[previous].next = next;
    link[l] = (struct by_go_link){BY_GO_NONE, BY_GO_NONE};
    by_go_count(groups->work, BY_GO_LIBERTIES, 3);
}

/* Whether the empty point is in the ring of the group. */
static bool is_liberty(struct by_go_groups *groups, int root, int index)
{
    by_go_count(groups->work, BY_GO_LIBERTIES, 4);
    for (int d = 0; d < 4; d++)
        if (groups->link[4 * index + d].next != BY_GO_NONE &&
            by_go_find(groups, index + by_go_way(groups->stride, d)) == root)
            return true;
    return false;
}

/* The empty point, whose neighbour in this direction belongs to the group, becomes its liberty.
 * Only whether a group has one liberty or more changes what may be played at the others. */
static void gain(struct by_go_groups *groups, int root, int index, int direction)
{
    if (is_liberty(groups, root, index))
        return;
    if (groups->node[root].liberties == 1)
        touch(groups, groups->node[root].liberty / 4);
    into_ring(groups, root, 4 * index + direction);
    by_go_count(groups->work, BY_GO_LIBERTIES, 3);
}

/* A stone comes onto the point: it is nobody's liberty any longer. */
static void lose(struct by_go_groups *groups, int index)
{
    by_go_count(groups->work, BY_GO_LIBERTIES, 4);
    for (int d = 0; d < 4; d++) {
        if (groups->link[4 * index + d].next == BY_GO_NONE)
            continue;
        int root = by_go_find(groups, index + by_go_way(groups->stride, d));
        out_of_ring(groups, root, 4 * index + d);
        if (groups->node[root].liberties == 1)
            touch(groups, groups->node[root].liberty / 4);
    }
}

/* The liberties of the group that has fewer go over to the other's; returns whose they are. */
static int pour(struct by_go_groups *groups, int a, int b)
{
    int many = groups->node[a].liberties < groups->node[b].liberties ? b : a;
    int few = many == a ? b : a;
    while (groups->node[few].liberties > 0) {
        int l = groups->node[few].liberty;
        out_of_ring(groups, few, l);
        if (!is_liberty(groups, many, l / 4)) {
            into_ring(groups, many, l);
            by_go_count(groups->work, BY_GO_LIBERTIES, 3);
        }
    }
    return many;
}

/* Union of two roots by rank, as printed in GO 4.1.1; returns the new root. */
static int unite(struct by_go_groups *groups, int x, int y)
{
    struct by_go_node *node = groups->node;
    int pool = pour(groups, x, y);
    uint16_t liberty = node[pool].liberty, liberties = node[pool].liberties;
    int root = node[x].rank < node[y].rank ? y : x, other = root == x ? y : x;
    if (node[x].rank == node[y].rank)
        node[root].rank++;
    node[other].liberty = BY_GO_NONE;
    node[other].liberties = 0;
    node[root].liberty = liberty;
    node[root].liberties = liberties;
    hang(node, other, root);
    by_go_count(groups->work, BY_GO_GROUPS, 1);
    return root;
}

/* --- stones ------------------------------------------------------------------------------------ */

void by_go_groups_add(struct by_go_groups *groups, int index, int colour)
{
    struct by_go_node *node = groups->node;
    lose(groups, index);
    touch(groups, index);
    node[index].colour = (uint8_t)colour;
    by_go_count(groups->work, BY_GO_CAPTURE, 1);
    for (int d = 0; d < 4; d++) {
        int near = index + by_go_way(groups->stride, d);
        if (node[near].colour != BY_GO_EMPTY)
            continue;
        touch(groups, near);
        into_ring(groups, index, 4 * near + (d ^ 2)); /* from there it is the way back */
        by_go_count(groups->work, BY_GO_LIBERTIES, 3);
    }
    int root = index;
    for (int d = 0; d < 4; d++) {
        int near = index + by_go_way(groups->stride, d);
        if (node[near].colour != colour)
            continue;
        int other = by_go_find(groups, near);
        if (other != root)
            root = unite(groups, root, other);
    }
}

int by_go_groups_list(const struct by_go_node *node, int root, uint16_t *out)
{
    int count = 1;
    out[0] = (uint16_t)root;
    for (int i = 0; i < count; i++)
        for (uint16_t child = node[out[i]].child; child != BY_GO_NONE; child = node[child].next)
            out[count++] = child;
    return count;
}

int by_go_groups_take(struct by_go_groups *groups, int stone, uint16_t *out)
{
    struct by_go_node *node = groups->node;
    int count = by_go_groups_list(node, by_go_find(groups, stone), out);
    for (int i = 0; i < count; i++) {
        set_free(node + out[i], out[i]);
        touch(groups, out[i]);
    }
    by_go_count(groups->work, BY_GO_CAPTURE, 5 * count);
    for (int i = 0; i < count; i++) {
        for (int d = 0; d < 4; d++) {
            int near = out[i] + by_go_way(groups->stride, d);
            if (node[near].colour < BY_GO_EMPTY)
                gain(groups, by_go_find(groups, near), out[i], d);
        }
    }
    return count;
}
