/* sgf_tree.c: walking and building trees. */
#include "record/sgf.h"
#include <string.h>

/* --- walking ------------------------------------------------------------------- */

const struct by_sgf_node *by_sgf_forward(const struct by_sgf_node *node, struct by_sgf_path *path)
{
    const struct by_sgf_node *first = node->child;
    if (!path || !first || !first->next || path->used >= path->count)
        return first;
    const struct by_sgf_node *chosen = first;
    for (int i = path->choices[path->used++]; i > 0 && chosen; i--)
        chosen = chosen->next;
    if (!chosen)
        path->missed = path->used;
    return chosen ? chosen : first;
}

const struct by_sgf_node *by_sgf_after(const struct by_sgf_node *node,
                                       const struct by_sgf_node *root)
{
    if (node->child)
        return node->child;
    for (; node != root; node = node->parent) {
        if (node->next)
            return node->next;
    }
    return NULL;
}

const struct by_sgf_property *by_sgf_find(const struct by_sgf_node *node, const char *name)
{
    const struct by_sgf_property *property = node->properties;
    while (property && strcmp(property->name, name) != 0)
        property = property->next;
    return property;
}

static int moves_in(const struct by_sgf_node *node)
{
    int moves = 0;
    for (const struct by_sgf_property *p = node->properties; p; p = p->next)
        moves += p->name[1] == '\0' && (p->name[0] == 'B' || p->name[0] == 'W');
    return moves;
}

static int ways_of(const struct by_sgf_node *node)
{
    int ways = 0;
    for (node = node->child; node; node = node->next)
        ways++;
    return ways;
}

/* Upwards twice: once to count, and once to write the forks down from behind. */
int by_sgf_forks(const struct by_sgf_node *node, struct by_sgf_fork *out, int most)
{
    int forks = 0, moves = 0;
    for (const struct by_sgf_node *n = node; n; n = n->parent) {
        forks += n->child && n->child->next;
        moves += moves_in(n);
    }
    for (int at = forks; node; node = node->parent) {
        if (node->child && node->child->next && --at < most)
            out[at] = (struct by_sgf_fork){moves, ways_of(node)};
        moves -= moves_in(node);
    }
    return forks;
}

bool by_sgf_sets_stones(const struct by_sgf_node *node)
{
    return by_sgf_find(node, "AB") || by_sgf_find(node, "AW") || by_sgf_find(node, "AE");
}

/* --- building ------------------------------------------------------------------ */

static struct by_sgf_node *new_node(struct by_sgf_game *game, struct by_sgf_node *parent)
{
    struct by_sgf_node *node = by_pool_take(game->pool, sizeof *node, _Alignof(struct by_sgf_node));
    if (node) {
        *node = (struct by_sgf_node){.parent = parent};
        game->nodes++;
    }
    return node;
}

enum by_status by_sgf_create(struct by_pool *pool, struct by_sgf_game *out, struct by_error *err)
{
    *out = (struct by_sgf_game){.pool = pool};
    out->root = new_node(out, NULL);
    return out->root ? BY_OK : by_fail_memory(err, sizeof *out->root);
}

struct by_sgf_node *by_sgf_add_node(struct by_sgf_game *game, struct by_sgf_node *parent)
{
    struct by_sgf_node *node = new_node(game, parent);
    struct by_sgf_node **place = &parent->child;
    while (*place)
        place = &(*place)->next;
    *place = node;
    return node;
}

/* A copy with "]" and "\" escaped. A ":" stays as it is: it is what composes "9:7". */
static bool escape(struct by_sgf_game *game, const char *text, size_t size,
                   struct by_sgf_value *out)
{
    size_t length = 0;
    char *data = by_pool_take(game->pool, 2 * size, 1);
    if (!data)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == ']' || text[i] == '\\')
            data[length++] = '\\';
        data[length++] = text[i];
    }
    *out = (struct by_sgf_value){NULL, data, (uint32_t)length};
    return true;
}

/* The place for one more value of that property; NULL when there is no memory. */
static struct by_sgf_value *new_value(struct by_sgf_game *game, struct by_sgf_node *node,
                                      const char *name)
{
    struct by_sgf_property **place = &node->properties;
    while (*place && strcmp((*place)->name, name) != 0)
        place = &(*place)->next;
    if (!*place) {
        size_t length = strlen(name) + 1;
        struct by_sgf_property *property =
            by_pool_take(game->pool, sizeof *property + length, _Alignof(struct by_sgf_property));
        if (!property)
            return NULL;
        property->next = NULL;
        memcpy(property->name, name, length);
        *place = property;
        return &property->value;
    }
    struct by_sgf_value *last = &(*place)->value;
    while (last->next)
        last = last->next;
    last->next = by_pool_take(game->pool, sizeof *last, _Alignof(struct by_sgf_value));
    return last->next;
}

enum by_status by_sgf_add(struct by_sgf_game *game, struct by_sgf_node *node, const char *name,
                          const char *text, size_t size, struct by_error *err)
{
    struct by_sgf_value value;
    struct by_sgf_value *place = NULL;
    if (size <= BY_SGF_BYTES_MAX && escape(game, text, size, &value))
        place = new_value(game, node, name);
    if (!place)
        return by_fail_memory(err, 2 * size);
    *place = value;
    game->values++;
    return BY_OK;
}
