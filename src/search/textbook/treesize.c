/* treesize.c: see treesize.h. */
#include "search/textbook/treesize.h"
#include "search/textbook/walk.h"

struct counting {
    struct by_walk walk;
    int depth; /* INT32_MAX: none is too deep */
    int64_t most;
    struct by_treesize *out;
};

/* False: enough. A coin in the air is waited for, as the searches do. Recursion is as deep as a game
 * is long. */
static bool count(struct counting *c)
{
    struct by_walk *walk = &c->walk;
    const struct by_rules *rules = walk->rules;
    if (++c->out->nodes > c->most)
        return false;
    if (rules->game->over(rules, by_walk_position(walk)))
        return true;
    if (walk->ply >= c->depth && !by_walk_chance(walk)) {
        c->out->whole = false;
        return true;
    }
    size_t first = walk->move_top;
    int moves = by_walk_moves(walk);
    bool fits = !walk->stopped;
    for (int i = 0; i < moves && fits; i++) {
        by_walk_down(walk, walk->moves[first + (size_t)i]);
        fits = count(c);
        by_walk_up(walk);
    }
    walk->move_top = first;
    return fits;
}

static bool count_to(struct counting *c, const void *root, int depth)
{
    *c->out = (struct by_treesize){.depth = depth, .whole = true};
    c->depth = depth > 0 ? depth : INT32_MAX;
    c->walk.stopped = false;
    by_walk_start(&c->walk, root);
    return count(c);
}

static enum by_status open_counting(struct counting *c, const struct by_rules *rules,
                                    struct by_error *err)
{
    static const struct by_events nobody;
    enum by_status status = by_walk_open(&c->walk, rules, err);
    if (status == BY_OK)
        c->walk.events = &nobody;
    return status;
}

enum by_status by_treesize(const struct by_rules *rules, const void *root, int depth, int64_t most,
                           struct by_treesize *out, bool *fits, struct by_error *err)
{
    struct counting c = {.most = most, .out = out};
    enum by_status status = open_counting(&c, rules, err);
    if (status != BY_OK)
        return status;
    *fits = count_to(&c, root, depth);
    by_walk_close(&c.walk);
    return BY_OK;
}

/* Ply by ply: each tree is larger than the one before, so that together they cost little more than
 * the last. */
enum by_status by_treesize_deepest(const struct by_rules *rules, const void *root, int64_t most,
                                   struct by_treesize *out, struct by_error *err)
{
    struct by_treesize next = {0};
    struct counting c = {.most = INT64_MAX, .out = &next};
    enum by_status status = open_counting(&c, rules, err);
    if (status != BY_OK)
        return status;
    count_to(&c, root, 1);
    *out = next;
    c.most = most;
    for (int depth = 2; !out->whole && count_to(&c, root, depth); depth++)
        *out = next;
    by_walk_close(&c.walk);
    return BY_OK;
}
