/* worker_tmpl.h: one thread at work: its board, what it has learned of moves, when it must stop. */

#define INF      BY_GOMOKU_INF
#define MATE     BY_GOMOKU_MATE
#define PROVEN   BY_GOMOKU_PROVEN
#define HOPELESS BY_GOMOKU_HOPELESS

#define PLIES    160 /* no line is followed further */
#define NO_POINT BY_GOMOKU_NO_POINT
#define SURE     255 /* the depth at which nothing was left out */

/* Positions without a win by fours: the lowest bits say how many own moves were left. */
#define NO_FOURS  (1 << 14)
#define HUNTED    (1 << 12) /* groups of positions that such wins were looked for in */

#define VCF_MOVES 24 /* of the winner, at most */

struct worker {
    const struct by_rules *rules;
    const struct by_gomoku_shape *shape;
    struct by_gomoku_table *table; /* of all threads */
    struct by_gomoku_job *job;
    int number; /* of the thread; the first speaks with who asked */
    bool stopped;
    bool labelling; /* of a leaf, for who learns */
    bool sure;      /* to the end of the game, with nothing left out */
    uint64_t nodes; /* stones placed */
    uint64_t looked, next_look;
    int ply;   /* stones placed since the root */
    int fours; /* and further, on the way to five */
    struct gomoku at;
    struct trail trail[PLIES + 2 * VCF_MOVES + 2];
    int16_t killer[PLIES][2];
    int32_t history[2][CELLS];
    int line_count[PLIES + 1];
    int16_t line[PLIES + 1][BY_PV_MAX]; /* what is expected from a ply on */
    uint64_t no_fours[NO_FOURS];
    struct hunt hunt; /* for wins by fours and threes */
    struct by_hunt_entry hunted[HUNT_GROUP * HUNTED];
    struct by_line_changes lines[LINES_KEPT];
};

/* --- stones ---------------------------------------------------------------------------- */

static inline void down(struct worker *w, int action)
{
    struct gomoku *g = &w->at;
    by_gomoku_table_fetch(w->table, g->key ^ w->shape->key[g->side][w->shape->spot[action]]);
    put_noting(w->shape, g, action, g->side, &w->trail[w->ply], w->lines);
    renew_active(w->rules, g, action, 1);
    g->side ^= 1;
    w->ply++;
    w->nodes++;
}

static inline void up(struct worker *w, int action)
{
    struct gomoku *g = &w->at;
    w->ply--;
    g->side ^= 1;
    put_back(w->shape, g, action, g->side, &w->trail[w->ply]);
    leave_area(w->rules, g, action);
}

/* Without the active moves, which nobody asks for between two fours. */
static inline void down_four(struct worker *w, int action)
{
    struct gomoku *g = &w->at;
    put_noting(w->shape, g, action, g->side, &w->trail[w->ply + w->fours++], w->lines);
    g->side ^= 1;
    w->nodes++;
}

static inline void up_four(struct worker *w, int action)
{
    struct gomoku *g = &w->at;
    g->side ^= 1;
    put_back(w->shape, g, action, g->side, &w->trail[w->ply + --w->fours]);
}

/* --- limits ---------------------------------------------------------------------------- */

#define LOOK_EVERY 1024 /* nodes: less than a millisecond */

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
    struct by_gomoku_job *job = w->job;
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

static inline bool is_stopped(struct worker *w)
{
    return w->stopped || (w->nodes >= w->next_look && look_up(w));
}

/* --- values ---------------------------------------------------------------------------- */

/* Wins count from the root in the search and from the position in the table. */
static inline int to_table(const struct worker *w, int value)
{
    return value >= PROVEN ? value + w->ply : value <= -PROVEN ? value - w->ply : value;
}

static inline int from_table(const struct worker *w, int value)
{
    return value >= PROVEN ? value - w->ply : value <= -PROVEN ? value + w->ply : value;
}

static inline int win_in(const struct worker *w, int plies)
{
    return MATE - w->ply - plies;
}

/* By `points`, without what the threats on top of it say: the search sees those itself. */
static int evaluate(const struct worker *w)
{
    const struct gomoku *g = &w->at;
    int value = by_gomoku_points_sum(g->points[g->side], g->points[!g->side]);
    int most = BY_GOMOKU_EVAL_MOST;
    return value > most ? most : value < -most ? -most : value;
}

/* --- the line that is expected ----------------------------------------------------------- */

static inline void end_line(struct worker *w)
{
    w->line_count[w->ply] = 0;
}

/* The move here, and then what is expected behind it. */
static void extend_line(struct worker *w, int action)
{
    int16_t *here = w->line[w->ply];
    const int16_t *behind = w->line[w->ply + 1];
    int count = at_most(w->line_count[w->ply + 1], BY_PV_MAX - 1);
    here[0] = (int16_t)action;
    memcpy(here + 1, behind, (size_t)count * sizeof *here);
    w->line_count[w->ply] = count + 1;
}
