/* recorder.h: from the trace of an exact search to a tree of what it did.
 *
 * A trace is a stream of "enters" and "leaves", each seen by whoever the algorithm likes. The
 * recorder turns it into nodes that all speak the language of the lecture: the first player is MAX,
 * the second MIN, every value and every window (alpha, beta) is MAX's. A node knows the window it
 * was entered with, the value it was left with and what that value is worth, the child it comes
 * from, and, when it was cut, who made the cut possible.
 *
 * When an inner node is entered, all its children appear, in the game's order and side by side;
 * those that are never entered stay unseen. by_recorder_complete adds what lies below them.
 *
 * A search that deepens enters its root again and again: the recorder begins afresh then and keeps
 * the last iteration. A child that is searched twice keeps the last look. Where a search has
 * windows that nobody's best child explains (null windows), a cut has no `because`.
 *
 * Where nature moves there is a chance node: it is worth the mean of its children, and none of them
 * is its best. */
#ifndef BY_SEARCH_TEXTBOOK_RECORDER_H
#define BY_SEARCH_TEXTBOOK_RECORDER_H

#include "search/textbook/walk.h"

#define BY_RECORDER_NONE ((int32_t)-1)        /* no node, no time */
#define BY_RECORDER_END  ((int32_t)INT32_MAX) /* a time after everything */

struct by_recorder_node {
    int32_t parent; /* BY_RECORDER_NONE: the root, which is node 0 */
    int32_t first;  /* the children are first..first+count-1; always behind their parent */
    int32_t count;  /* 0: a leaf, or not looked into */
    by_move move;   /* what leads here */
    int32_t
        entered; /* the event, counted from 0, that entered and left it; BY_RECORDER_NONE: never */
    int32_t left;
    int32_t best;    /* the child that the value comes from: the first of the best */
    int32_t because; /* cut: the ancestor that has enough already; unseen: the node that was cut */
    int32_t proof;   /* cut: the child of `because` that brings it what it has */
    uint16_t ply;
    uint8_t side;        /* who is to move, or comes after nature: 0 is MAX, 1 MIN */
    bool leaf;           /* a finished game, or the depth limit */
    uint8_t reason;      /* enum by_step_reason: why it was left */
    uint8_t bound;       /* enum by_bound: what the true value is to `value`, see below */
    int64_t alpha, beta; /* the window on entering; +-BY_VALUE_INF: open */
    int64_t value;       /* when left; an unseen leaf has its result, which nobody read */
    int32_t total;  /* of a chance node: the sum of the weights of what nature may do; else 0 */
    int32_t weight; /* of a child of a chance node: its own; else 0 */
};

/* `bound` is what a reader of the tree can know, from the children alone: BY_BOUND_UPPER says
 * that the node is worth `value` or less. That is at least as much as the window tells: a node
 * that fails low with every leaf below it seen is exact here, and "<=" in a hash table. */

struct by_recorder {
    const struct by_rules *rules;
    int32_t count, room, limit; /* nodes; never more than `limit` */
    struct by_recorder_node *node;
    int64_t unit;   /* what 1 is in values and windows: more than 1 where there is chance */
    int32_t events; /* told so far: the clock of `entered` and `left` */
    bool full;      /* the limit was reached or memory ran out: the rest was not recorded */
    bool stopped;   /* the search was interrupted: values mean nothing */

    /* The caller's, after opening: how deep the search looks, 0: to the end; and the evaluation that
     * it uses, NULL: none, values are results. */
    int depth;
    const struct by_eval *eval;

    void *root;                      /* the position the search began from */
    void *position;                  /* scratch: a position on the way */
    struct by_recorder_frame *frame; /* the way from the root to where the search stands */
    by_move *moves;                  /* scratch: one node's moves */
};

/* What the tree amounts to. `cuts` counts nodes left with moves never looked at. */
struct by_recorder_counts {
    int32_t nodes, nodes_seen;
    int32_t leaves, leaves_seen;
    int32_t cuts;
    int32_t depth; /* of the deepest node */
};

/* At most `limit` nodes; the rules must outlive it. Closing is safe after a failure. */
enum by_status by_recorder_open(struct by_recorder *recorder, const struct by_rules *rules,
                                int32_t limit, struct by_error *err);
void by_recorder_close(struct by_recorder *recorder);

/* For struct by_events: the context is the recorder. */
void by_recorder_step(void *context, const struct by_step *step);

/* Adds everything the search never looked at, as deep as it looks; `root` is the position it began
 * from. Of a game that is over a search tells nothing: it becomes a single leaf. Fails when that
 * makes more nodes than the limit. */
enum by_status by_recorder_complete(struct by_recorder *recorder, const void *root,
                                    struct by_error *err);

/* The children that a cut spared the search; 0 where there was none, or nothing left to spare. */
int32_t by_recorder_skipped(const struct by_recorder *recorder, int32_t id);

struct by_recorder_counts by_recorder_count(const struct by_recorder *recorder);

/* The move that leads to a node, as the game writes it; nothing for the root. */
void by_recorder_move(const struct by_recorder *recorder, int32_t id, struct by_text *out);

/* The position at a node; it stays until the next call of either. */
const void *by_recorder_position(const struct by_recorder *recorder, int32_t id);

/* True when the search had entered (left) the node after the first `now` events. */
static inline bool by_recorder_entered(const struct by_recorder_node *node, int32_t now)
{
    return node->entered != BY_RECORDER_NONE && node->entered < now;
}
static inline bool by_recorder_left(const struct by_recorder_node *node, int32_t now)
{
    return node->left != BY_RECORDER_NONE && node->left < now;
}

/* The child whose value the node has after the first `now` events, BY_RECORDER_NONE before the
 * first; afterwards it is node->best. */
int32_t by_recorder_best(const struct by_recorder *recorder, int32_t id, int32_t now);

/* The window after the first `now` events: MAX has raised alpha, or MIN lowered beta, to what
 * the best child brought. The window crosses (alpha >= beta) where there was a cut. */
struct by_recorder_window {
    int64_t alpha, beta;
};
struct by_recorder_window by_recorder_window(const struct by_recorder *recorder, int32_t id,
                                             int32_t now);

/* A value as a number that people count in: points of the result, or what the evaluation counts; and how
 * many units of a value are one of these. */
int32_t by_recorder_scale(const struct by_recorder *recorder);
double by_recorder_fraction(const struct by_recorder *recorder, int64_t value);

/* True when `id` is a child of its parent now, and not left over from a first look at it. */
static inline bool by_recorder_linked(const struct by_recorder *recorder, int32_t id)
{
    int32_t parent = recorder->node[id].parent;
    return parent == BY_RECORDER_NONE ||
           (id >= recorder->node[parent].first &&
            id - recorder->node[parent].first < recorder->node[parent].count);
}

#endif
