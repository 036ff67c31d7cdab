/* core.h: one tree and the threads that grow it.
 *
 * A simulation has four steps: it goes down the tree by the rule (rule.h), gives the last state a
 * node when it has been visited often enough, plays the game to its end, and adds the outcome to
 * everything it passed. A result that is certain is not estimated again: a move that ends the game
 * is marked as won, drawn or lost, a state with a won move is won, one whose moves are all known
 * is known, and so on up the path (Winands, Bjornsson and Saito 2008). With proofs=off there are the
 * four steps alone, as GO, NOGO, OTH and GOM have them: a game that is over in the tree counts as it
 * ended, and nobody remembers it.
 *
 * Where nature moves (a coin falls) a child is drawn as the game says, and nothing but the outcome is
 * kept of it: means over many simulations come out right by themselves. Results are never certain
 * then, so in games with chance proofs are off.
 *
 * Who drives a core (mcts.c) decides when to stop; workers only look at `halt` and take tickets. */
#ifndef BY_SEARCH_MCTS_CORE_H
#define BY_SEARCH_MCTS_CORE_H

#include "base/thread.h"
#include "games/chance.h"
#include "search/mcts/rule.h"
#include "search/search.h"

/* Which moves nodes have. */
enum by_listing { BY_LIST_ALL, BY_LIST_ACTIVE, BY_LIST_RANKED };

enum by_amaf { BY_AMAF_OFF, BY_AMAF_STATE, BY_AMAF_GLOBAL };

struct by_core_options {
    int z;           /* a child gets a node on the visit after its z-th */
    int draw_halves; /* what a draw is worth, in halves of a point */
    int leaves;      /* playouts from each leaf */
    int threads;
    bool proofs; /* certain results are kept, and the root looks one move ahead */
    enum by_listing listing;
    int width;           /* ranked: so many moves a node, at most */
    bool forced;         /* nodes have urgent moves alone where there are any, and a win that the
                            game finds by threats is a result */
    int reach;           /* of such a win: the winner's moves, at most */
    bool total_root;     /* N in the formula is the root's */
    bool expansion_only; /* an iteration that makes a node plays no game (OTH, algorithm 5) */
    bool prune;          /* a full tree loses its least visited nodes; else it stops growing */
    bool dag;            /* equal positions share a node */
    bool dynkomi;        /* playouts are counted with a komi that keeps the game open (balance.c) */
    bool net;            /* a network has an opinion of every new node: its moves, and who wins */
    double mix;          /* the network's share of such a simulation's outcome */
    enum by_amaf amaf;
    const struct by_policy *policy;
};

struct by_transpositions;
struct by_leaves;

/* One step of the path: the child of a node. */
struct by_step_down {
    by_link node;
    int child;
};

/* What is known of a root move. */
struct by_core_move {
    by_move move;
    by_link link;
    struct by_visits tally;
    struct by_visits amaf;
    float prior;
};

/* Among several threads, nodes near the root would be written by all of them all the time, and
 * every writing takes the cache line away from the others. So a thread goes down nodes of
 * BY_BATCH_VISITS visits and more once for several simulations, a batch, which begin where that way
 * ends. The visits of a batch are promised to those nodes beforehand, so that others see losses there
 * and take other ways: threads that work in different parts of the tree do not meet below either.
 * The outcomes are added when the batch is done. Where the way ends at a child of few visits the
 * batch is shorter: more simulations at once than a part of those it had would be too many there. */
#define BY_BATCH        16 /* most simulations of a batch */
#define BY_BATCH_PART   16 /* and at most this part of the visits of the child that it ends at */
#define BY_BATCH_VISITS 2048U
#define BY_BATCH_DEPTH  32 /* most nodes of its way */

/* A simulation's outcome, and what was played behind the way of the batch, for AMAF. */
struct by_backup {
    int parts[2];
    int count;
    struct by_ply *plies;
};

/* The way itself is in the worker's path. */
struct by_batch {
    int depth;    /* nodes of the way; 0: there is none */
    by_link at;   /* the node behind it; BY_LINK_NONE: it ended at a child without one */
    int left;     /* simulations it may still have */
    int promised; /* visits that its nodes have got beforehand */
    int count;    /* simulations done, whose outcomes are kept */
    int parts[2];
    unsigned char *position;   /* at the way's end */
    struct by_backup *backups; /* BY_BATCH of them, with AMAF */
};

/* What playouts came to for who is to move at the root, in halves of a point: by the komi of the rules, and
 * by the one that they were counted with. */
struct by_balance {
    int played, won;                       /* since the komi was looked at last */
    _Atomic uint64_t playouts, real, seen; /* of this think */
};

struct by_core;

struct by_worker {
    _Alignas(BY_LINE_BYTES) struct by_core *core;
    int number; /* 0 is the thread that called */
    struct by_rng rng;
    struct by_field field;
    unsigned char *position;
    by_move *moves;
    float *prior;
    struct by_playout playout;
    struct by_step_down *path;
    by_move *played;    /* the moves of the path */
    uint8_t *side;      /* with chance: who is to move along the path; NULL: they alternate */
    uint64_t *repeats;  /* what may not come back, along the path */
    uint32_t *stamp[2]; /* by action: the last simulation in which each player played it */
    uint32_t now;       /* this simulation's stamp */
    struct by_leaves *leaves;
    int games; /* playouts of this simulation: options.leaves, or what the limit leaves of them */
    struct by_batch batch;
    struct by_balance balance;
    void *opinion; /* net: room for the network's work */
    float
        chance; /* and what it said of the leaf: that who is to move there wins; < 0: not asked yet */
    uint64_t tickets; /* left of those taken last */
    _Atomic uint64_t simulations;
    _Atomic int deepest;
    struct by_thread thread;
};

/* NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): the lines of the cache are wanted */
struct by_core {
    const struct by_rules *rules;
    struct by_core_options options;
    struct by_rule rule;
    struct by_tree tree;
    _Atomic uint64_t *global[2]; /* amaf=global: a tally for each player and action */
    struct by_transpositions *transpositions;
    struct by_worker *workers;
    _Atomic int32_t extra; /* dynkomi: taken off every result of a playout */

    /* One think. */
    const struct by_job *job;
    by_link root;
    uint64_t root_key; /* of the line's position, and the moves before it */
    int root_ply;
    int root_side;
    bool looks_back; /* the rules look back (superko) */
    int depth_limit;
    uint64_t limit;  /* tickets there are; 0: no end */
    double deadline; /* by_clock_now() at which it ends; 0: none */
    bool first;      /* the tree that tells how it goes; others are on other threads */
    atomic_bool halt;
    atomic_bool failed; /* by `failure`, which is whole when all workers are at their end */
    struct by_error failure;
    atomic_bool spent;                                /* there were no tickets left */
    atomic_bool full;                                 /* a node found no room */
    bool crowded;                                     /* the last pruning freed next to nothing */
    _Alignas(BY_LINE_BYTES) _Atomic uint64_t tickets; /* taken */
    _Alignas(BY_LINE_BYTES) struct by_mutex lock;
    struct by_condition changed;
    int resting;       /* workers that wait for the pruning */
    int working;       /* workers not yet at their end */
    uint64_t prunings; /* so far */

    /* The root as it was before a pruning that was broken off. */
    struct by_forced forced; /* a win by threats at the root; length 0: none is known */
    bool root_is_saved;
    int last_count;
    struct by_core_move *last;
};

/* `memory` bytes for the tree and its tables. */
enum by_status by_core_open(struct by_core *core, const struct by_rules *rules,
                            const struct by_core_options *options, const struct by_rule *rule,
                            size_t memory, struct by_error *err);
void by_core_close(struct by_core *core);

/* Forgets the tree; worker i draws from stream `first + i` of the seed. */
void by_core_reset(struct by_core *core, uint64_t seed, uint64_t first);

/* Makes ready for the job: keeps the part of the tree that belongs to it when `reuse`, else makes
 * a root. */
enum by_status by_core_begin(struct by_core *core, const struct by_job *job, bool reuse,
                             struct by_error *err);

/* Runs simulations on the calling thread and the core's others until `halt` or the last ticket.
 * `pulse` is called on this thread between simulations; it may set halt. */
enum by_status by_core_run(struct by_core *core, void (*pulse)(void *context), void *context,
                           struct by_error *err);

/* One turn of a core of one thread, the count-th: a simulation or a pruning. False: it is at its
 * end, and more turns do nothing. For trees that have no thread of their own. */
bool by_core_turn(struct by_core *core, unsigned count);

/* The root's moves, as far as is known (locked: from the thread of another tree); the longest way
 * down; the simulations of this think. */
int by_core_moves(const struct by_core *core, struct by_core_move *out);
int by_core_moves_locked(struct by_core *core, struct by_core_move *out);
int by_core_depth(const struct by_core *core);
uint64_t by_core_simulations(const struct by_core *core);

/* The root's result is proven. */
bool by_core_decided(const struct by_core *core);

/* --- in sim.c ------------------------------------------------------------------------------ */

void by_simulate(struct by_worker *worker);

/* Stamps belong to one simulation: all earlier ones mean nothing from here on. */
void by_worker_new_stamp(struct by_worker *worker);

/* Adds an outcome to AMAF of every child whose move has this simulation's stamp. */
void by_worker_add_amaf(struct by_worker *worker, struct by_node *node, int side, int visits,
                        int parts);

/* Counts visits of the node; returns those before. Gives it wide tallies when it is time. */
static inline __attribute__((always_inline)) uint32_t
by_worker_visit(struct by_core *core, by_link at, uint32_t more, bool shared)
{
    struct by_node *node = by_tree_node(&core->tree, at);
    uint32_t before = by_add32(&node->visits, more, shared);
    if (before < by_tree_grow(&core->tree) && before + more >= by_tree_grow(&core->tree) &&
        atomic_load_explicit(&node->wide, memory_order_relaxed) == 0)
        by_tree_widen(&core->tree, at);
    return before;
}

/* Who is to move after `depth` moves of the path. */
static inline int by_worker_side(const struct by_worker *w, int depth)
{
    return w->side ? w->side[depth] : w->core->root_side ^ (depth & 1);
}

/* --- in chance.c: nodes where nature moves ------------------------------------------------- */

/* The child that nature goes to from where the worker stands: as likely as its weight says, whatever
 * the simulations before did. */
int by_worker_draw(struct by_worker *worker, struct by_node *node, int depth);

/* --- in expand.c --------------------------------------------------------------------------- */

/* Fills worker->prior for worker->moves. */
void by_worker_priors(struct by_worker *worker, const void *position, int count);

/* The moves that a node for `position` has, in worker->moves; `*partial`: others may be better. */
int by_worker_list(struct by_worker *worker, const void *position, bool *partial);

/* Puts moves in random order, those with a larger prior first where there are priors. */
void by_worker_shuffle(struct by_worker *worker, int count);

/* Gives the child at `link` a node, for the worker's position, `depth` moves from the root;
 * BY_LINK_NONE: somebody else is at it, or there is no room. */
by_link by_worker_expand(struct by_worker *worker, _Atomic uint32_t *link, int depth,
                         uint32_t visits, bool shared);

/* --- in proofs.c --------------------------------------------------------------------------- */

/* The child at `depth` of the path is `known` to who moves there. Goes up as far as that settles
 * anything; returns the result for the player who is to move at the root, from the topmost state
 * that is settled. */
by_link by_worker_settle(struct by_worker *worker, int depth, by_link known);

/* The game is over behind the child at `depth` of the path: its result for the player who moves at
 * the root, or that of the topmost state which it settles. */
by_link by_worker_finish(struct by_worker *worker, int depth);

/* Whether who is to move in the worker's position wins by threats, for certain. */
bool by_worker_wins_by_force(const struct by_worker *worker);

/* Looks for such a win at the root, longer. A root that has one has its first move alone, which is
 * settled when the root is there. */
void by_core_force(struct by_core *core);
void by_worker_settle_forced(struct by_worker *worker);

/* Finds the root moves that end the game, so that a win is not missed after however few
 * simulations, and none. */
void by_worker_look_ahead(struct by_worker *worker);

/* --- in batched_backup.c ------------------------------------------------------------------- */

bool by_batch_open(struct by_worker *worker);
void by_batch_close(struct by_worker *worker);

/* Whether the next simulation belongs to the batch: then the worker stands at the end of its way. */
bool by_batch_resume(struct by_worker *worker);

/* The worker has come to the end of the way, at the node `at`; the last child of it had `seen`
 * visits. */
void by_batch_begin(struct by_worker *worker, by_link at, uint32_t seen);

/* Keeps the outcome of a simulation for the nodes of the way. `playout` is what was played from the
 * leaf, or NULL. */
void by_batch_keep(struct by_worker *worker, int depth, const int parts[2],
                   const struct by_playout *playout);

/* Adds what was kept, and takes back promises that were not. */
void by_batch_end(struct by_worker *worker);

/* --- in transpositions.c ----------------------------------------------------------------------- */

size_t by_transpositions_bytes(size_t memory);
struct by_transpositions *by_transpositions_open(size_t bytes);
void by_transpositions_close(struct by_transpositions *transpositions);
void by_transpositions_clear(struct by_transpositions *transpositions);
by_link by_transpositions_find(const struct by_transpositions *transpositions, uint64_t key);
void by_transpositions_add(struct by_transpositions *transpositions, uint64_t key, by_link link);

/* Nodes have moved to where their marks say; those without a mark are gone. */
void by_transpositions_follow(struct by_transpositions *transpositions, const struct by_tree *tree);

/* --- in balance.c ------------------------------------------------------------------------------ */

/* What a playout's result counts as, with the komi of the moment, which follows. */
int32_t by_worker_balance(struct by_worker *worker, int32_t result);

/* A new game; a new think. */
void by_core_balance_reset(struct by_core *core);
void by_core_balance_begin(struct by_core *core);

/* How much higher the chances of who is to move at the root are by the rules' komi than as they were counted. */
double by_core_balance_gap(const struct by_core *core);

/* --- in leaves.c ------------------------------------------------------------------------------- */

/* How playouts from one position ended. */
struct by_outcome {
    int won[2], drawn;
    bool weighed; /* neither: the first player has `parts` of the tree's parts of a point */
    int parts;
};

struct by_leaves *by_leaves_open(const struct by_rules *rules, const struct by_policy *policy,
                                 int count, bool record);
void by_leaves_close(struct by_leaves *leaves);
void by_leaves_reset(struct by_leaves *leaves, uint64_t seed, uint64_t first);

/* How many threads it has, the caller's among them. */
int by_leaves_threads(const struct by_leaves *leaves);

/* Plays `count` times from `position`, no more often than was opened for; `*playouts` are their records.
 * `thinker` is the player whose search it is. */
struct by_outcome by_leaves_play(struct by_leaves *leaves, int count, const void *position,
                                 int thinker, const struct by_playout **playouts);

/* --- in tell.c: what a listener gets to know ------------------------------------------------------ */

/* The first worker of the first tree tells, when somebody listens. */
static inline bool by_is_told(const struct by_worker *worker)
{
    return worker->core->job->events->trace && worker->number == 0 && worker->core->first;
}

/* What each child had to offer, and which one was taken. Uses up the worker's field. */
void by_tell_selection(struct by_worker *worker, struct by_node *node, int depth, int taken,
                       enum by_step_reason reason);

/* What nature could do, and did. */
void by_tell_nature(struct by_worker *worker, struct by_node *node, int depth, int taken);

void by_tell_expansion(const struct by_worker *worker, by_link made, int depth);

/* BY_STEP_SIMULATE and BY_STEP_BACKUP. `known`: nothing had to be played out. */
void by_tell_outcome(const struct by_worker *worker, enum by_step_kind kind, int depth,
                     const struct by_outcome *outcome, bool known);

#endif
