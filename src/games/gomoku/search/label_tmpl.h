/* label_tmpl.h: leaves and what a deeper search says of them, for who fits the numbers of `points`
 * (points_fit.c): they are to suit the positions that a search asks about, not those that good players come to. */

#define LEAF_DEPTH 7    /* looked at so deep */
#define LEAF_NODES 2500 /* unless the depth before took so many */

static int32_t seen(int value, bool proven);

static int look_deeper(struct worker *w)
{
    uint64_t nodes = w->nodes;
    int value = 0;
    for (int depth = 1; depth <= LEAF_DEPTH && w->nodes - nodes < LEAF_NODES; depth++)
        value = search(w, -INF, INF, depth);
    return value;
}

/* The work is not counted: it is no part of what was asked. */
static void label_leaf(struct worker *w)
{
    const struct by_own_search *asked = w->job->asked;
    if (w->labelling || (w->at.key >> 20) % (uint64_t)at_least(asked->leaves, 1) != 0)
        return;
    uint64_t nodes = w->nodes, next_look = w->next_look;
    w->labelling = true;
    w->next_look = UINT64_MAX;
    int value = look_deeper(w);
    w->nodes = nodes;
    w->next_look = next_look;
    w->labelling = false;
    end_line(w);
    bool proven = value >= PROVEN || value <= -PROVEN;
    asked->leaf(asked->context, &w->at, seen(value, proven), proven);
}
