/* worker_tmpl.h: one thread at work, over a kernel. */

#define SCORE_INF BY_OTHELLO_SCORE_INF
#define NO_SQUARE BY_OTHELLO_NO_SQUARE
#define SURE      BY_OTHELLO_SURE

struct worker {
    struct field field;
    const struct by_othello_squares *squares;
    struct by_othello_table *table;           /* of all threads */
    struct by_othello_table *near;            /* its own, small: for positions near the end */
    const struct by_othello_weights *weights; /* NULL: there is no evaluation */
    struct by_othello_job *job;
    int number;         /* of the thread; the first speaks with who asked */
    bool empties_count; /* for the winner */
    bool stopped;
    int eval_from; /* empty squares from which on the evaluation helps to solve */
    int probes;    /* shallow searches that it is in */
    uint64_t nodes;
    uint64_t looked, next_look; /* at the clock and the limits: with so many nodes, last and next */
};

/* A legal move: the discs that it turns, the position behind it in the table, how early it is tried. */
struct move {
    set turned;
    uint64_t hash; /* where it was asked for */
    int square, rank;
};

struct moves {
    int count;
    struct move at[BY_OTHELLO_MOVES_MAX];
};

/* Brings the best of the moves from `i` on to place i. */
INLINE const struct move *next_move(struct moves *moves, int i)
{
    int best = i;
    for (int k = i + 1; k < moves->count; k++)
        if (moves->at[k].rank > moves->at[best].rank)
            best = k;
    struct move chosen = moves->at[best];
    moves->at[best] = moves->at[i];
    moves->at[i] = chosen;
    return &moves->at[i];
}

/* The squares to play on. */
INLINE set legal_for(const struct worker *w, set me, set you)
{
    return moves_of(&w->field, spread(me), spread(you)) & w->squares->board;
}

/* Positions near the end are many and soon searched again: a table of their own that stays in the
 * processor's cache took a sixth off the time of FFO 40, though it forgets a lot. */
#define NEAR 10
INLINE struct by_othello_table *table_of(const struct worker *w, int empties)
{
    return empties <= NEAR ? w->near : w->table;
}

#define LOOK_EVERY 8192 /* nodes: a fraction of a millisecond */

/* When to look up next: never far beyond the limit. */
static void plan_look(struct worker *w, uint64_t all_nodes)
{
    uint64_t most = w->job->asked->most_nodes, every = LOOK_EVERY;
    if (most > 0 && all_nodes + every > most)
        every = all_nodes < most ? most - all_nodes : 1;
    w->looked = w->nodes;
    w->next_look = w->nodes + every;
}

/* The nodes of all threads, this one's to the last. */
static uint64_t count_nodes(struct worker *w)
{
    uint64_t fresh = w->nodes - w->looked;
    w->looked = w->nodes;
    return fresh + atomic_fetch_add_explicit(&w->job->nodes, fresh, memory_order_relaxed);
}

/* Tells who asked how it goes; true: stop. */
static bool look_up(struct worker *w)
{
    struct by_othello_job *job = w->job;
    struct by_own_search *asked = job->asked;
    uint64_t nodes = count_nodes(w);
    bool stop = asked->most_nodes > 0 && nodes >= asked->most_nodes;
    if (w->number == 0) {
        asked->nodes = nodes;
        stop = stop || (asked->tell && !asked->tell(asked->context, asked));
    }
    if (stop)
        atomic_store_explicit(&job->halt, true, memory_order_relaxed);
    w->stopped = atomic_load_explicit(&job->halt, memory_order_relaxed);
    plan_look(w, nodes);
    return w->stopped;
}

INLINE bool is_stopped(struct worker *w)
{
    return w->stopped || (w->nodes >= w->next_look && look_up(w));
}
