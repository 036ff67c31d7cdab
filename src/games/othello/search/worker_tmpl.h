/* worker_tmpl.h: one thread at work, over a kernel. */

#define SCORE_INF BY_OTHELLO_SCORE_INF

struct worker {
    struct field field;
    const struct by_othello_squares *squares;
    struct by_othello_table *table;
    struct by_othello_job *job;
    bool empties_count; /* for the winner */
    bool stopped;
    uint64_t nodes;
    uint64_t next_look; /* at the clock and the limits: when there are so many nodes */
};

/* A legal move: the discs that it turns, and how early it is tried. */
struct move {
    set turned;
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

#define LOOK_EVERY 20000 /* nodes: a fraction of a millisecond */

/* Tells the caller how it goes; true: stop. */
static bool look_up(struct worker *w)
{
    struct by_othello_job *job = w->job;
    w->next_look = w->nodes + LOOK_EVERY;
    job->asked->nodes = w->nodes;
    if ((job->asked->most_nodes > 0 && w->nodes >= job->asked->most_nodes) ||
        (job->asked->tell && !job->asked->tell(job->asked->context, job->asked)))
        atomic_store_explicit(&job->halt, true, memory_order_relaxed);
    w->stopped = atomic_load_explicit(&job->halt, memory_order_relaxed);
    return w->stopped;
}

INLINE bool is_stopped(struct worker *w)
{
    return w->stopped || (w->nodes >= w->next_look && look_up(w));
}
