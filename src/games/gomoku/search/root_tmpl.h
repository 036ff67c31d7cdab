/* root_tmpl.h: the root, depth by depth, and the slots. */

/* A root move and what is known of it after the last search of all of them. */
struct root_move {
    int action;
    int value;
    enum by_bound bound;
    uint64_t nodes;
};

struct root {
    struct worker worker;
    struct root_move moves[CELLS]; /* in the search under way */
    struct root_move told[CELLS];  /* after the last one that was finished */
    int count;
    bool complete_list; /* moves that are not there lose at once */
    int value, reached;
    bool proven;
    bool complete; /* it came to the end that was asked for */
    int line_count;
    int16_t line[BY_PV_MAX];
    struct by_thread thread;
};

static inline bool is_proven(int value)
{
    return value >= PROVEN || value <= -PROVEN;
}

/* --- one search of all moves ----------------------------------------------------------------- */

static void to_front(struct root_move *moves, int i)
{
    struct root_move best = moves[i];
    memmove(moves + 1, moves, (size_t)i * sizeof best);
    moves[0] = best;
}

static int root_move_value(struct root *root, int i, int low, int beta, int depth, bool first)
{
    struct worker *w = &root->worker;
    int value = low + 1;
    if (!first && depth >= 4 && i >= 12)
        value = -search(w, -low - 1, -low, depth - 2);
    if (!first && value > low)
        value = -search(w, -low - 1, -low, depth - 1);
    if (first || (value > low && value < beta && !w->stopped))
        value = -search(w, -beta, -low, depth - 1);
    return value;
}

/* Of moves that all lose for certain the longest is the best; an own four that is answered is kept
 * for later, not counted as two plies more. */
static int resistance(const struct root *root, int action, int value)
{
    const struct gomoku *g = &root->worker.at;
    if (value > -PROVEN || best_of(g->pattern[action][g->side]) < BY_GOMOKU_BLOCKED_FOUR)
        return value;
    return at_least(value - 2, -MATE);
}

/* All moves within a window; the best one comes to the front, also when the search was stopped behind
 * the first. */
static int search_root(struct root *root, int alpha, int beta, int depth)
{
    struct worker *w = &root->worker;
    int best = -INF;
    for (int i = 0; i < root->count && best < beta; i++) {
        struct root_move *r = &root->moves[i];
        int low = best > alpha ? best : alpha;
        uint64_t before = w->nodes;
        down(w, r->action);
        int value = root_move_value(root, i, low, beta, depth, best == -INF);
        up(w, r->action);
        r->nodes += w->nodes - before;
        if (w->stopped)
            break;
        value = resistance(root, r->action, value);
        r->value = value;
        r->bound = value <= low ? BY_BOUND_UPPER : value >= beta ? BY_BOUND_LOWER : BY_BOUND_EXACT;
        if (value <= best)
            continue;
        best = value;
        if (value > alpha || i == 0)
            extend_line(w, r->action);
        if (value > alpha)
            to_front(root->moves, i);
    }
    return best;
}

/* A narrow window about the last value; everything, where it was missed. */
#define NARROW 80

static int search_about(struct root *root, int depth)
{
    int guess = root->value, low = -INF, high = INF;
    if (depth > 3 && guess < HOPELESS / 2 && guess > -HOPELESS / 2) {
        low = guess - NARROW;
        high = guess + NARROW;
    }
    for (;;) {
        int value = search_root(root, low, high, depth);
        if (root->worker.stopped || (value > low && value < high))
            return value;
        if (value <= low)
            low = low > guess - 4 * NARROW && value > -HOPELESS / 2 ? guess - 8 * NARROW : -INF;
        else
            high = high < guess + 4 * NARROW && value < HOPELESS / 2 ? guess + 8 * NARROW : INF;
    }
}

/* --- the answer -------------------------------------------------------------------------- */

/* What looks decided is told as an open four is; the rest in the evaluation's units. */
static int32_t seen(int value, bool proven)
{
    if (proven)
        return (value > 0) - (value < 0);
    if (is_proven(value))
        return value > 0 ? BY_GOMOKU_EVAL_WIN : -BY_GOMOKU_EVAL_WIN;
    if (value > HOPELESS / 2 || value < -HOPELESS / 2)
        return value > 0 ? BY_GOMOKU_FOUR_NEXT : -BY_GOMOKU_FOUR_NEXT;
    return value;
}

static void write_moves(const struct root *root, bool proven, struct by_own_search *out)
{
    out->move_count = 0;
    for (int i = 0; i < root->count && out->moves; i++) {
        const struct root_move *r = &root->told[i];
        if (r->nodes == 0 || (proven && !is_proven(r->value) && r->value != 0))
            continue;
        out->moves[out->move_count++] =
            (struct by_move_stat){r->action, r->bound, r->nodes, seen(r->value, proven)};
    }
}

/* What is known after a finished search, or before any: the evaluation's word. */
static void answer(const struct root *root, struct by_own_search *out)
{
    out->proven = root->proven;
    out->value = seen(root->value, out->proven);
    out->reached = root->reached;
    out->sureness = out->proven ? 100 : 0;
    out->move = root->told[0].action;
    out->pv_count = root->line_count;
    for (int i = 0; i < root->line_count; i++)
        out->pv[i] = root->line[i];
    if (out->pv_count == 0 || out->pv[0] != out->move) {
        out->pv[0] = out->move;
        out->pv_count = 1;
    }
    write_moves(root, out->proven, out);
}

static void keep_line(struct root *root)
{
    const struct worker *w = &root->worker;
    root->line_count = w->line_count[0];
    memcpy(root->line, w->line[0], sizeof root->line);
}

/* --- depth by depth ------------------------------------------------------------------------- */

/* A search that was stopped still counts where it had found a move that is better than the last one's
 * first, which it looked at before. */
static void take_better(struct root *root)
{
    int i = 0;
    while (i < root->count && root->told[i].action != root->moves[0].action)
        i++;
    if (i == 0 || i == root->count)
        return;
    to_front(root->told, i);
    root->told[0] = root->moves[0];
    root->value = at_least(root->moves[0].value, -HOPELESS);
    root->proven = root->value >= PROVEN;
    keep_line(root);
}

/* Before a loss is believed every legal move is looked at. True: there were more. */
static bool widen(struct root *root)
{
    struct worker *w = &root->worker;
    struct set set = everywhere(w);
    int before = root->count;
    if (root->complete_list)
        return false;
    for (int i = 0; i < root->count; i++)
        put_in(&set, root->moves[i].action, false);
    by_move more[CELLS];
    int count = list_of(&set, more);
    for (int i = 0; i < count; i++)
        if (is_allowed(w->shape, &w->at, more[i]))
            root->moves[root->count++] = (struct root_move){.action = more[i]};
    root->complete_list = true;
    return root->count > before;
}

/* The result is known: its first move comes to the front. The list may have been of what stops the opponent. */
static void settle_root(struct root *root, int action, int value)
{
    struct worker *w = &root->worker;
    int i = 0;
    while (i < root->count && root->moves[i].action != action)
        i++;
    if (i == root->count && is_allowed(w->shape, &w->at, action))
        root->moves[root->count++].action = action;
    if (i == root->count) { /* the point that stops a five is forbidden: any will do */
        i = 0;
        w->line_count[0] = 0;
    }
    to_front(root->moves, i);
    root->moves[0] = (struct root_move){root->moves[0].action, value, BY_BOUND_EXACT, 1};
    root->value = value;
    root->proven = true;
    memcpy(root->told, root->moves, (size_t)root->count * sizeof *root->told);
    keep_line(root);
}

/* Nodes for a win by threes at the root: an eighth of the work so far; the hunt goes on where it was. */
#define VCT_ROOT 300
#define VCT_PART 8

/* One depth; true: go on. */
static bool step(struct root *root, int depth)
{
    struct worker *w = &root->worker;
    if (!w->sure && depth > 1 && win_by_threats(w, VCT_ROOT + w->nodes / VCT_PART)) {
        settle_root(root, w->line[0][0], win_in(w, HUNT_LENGTH));
        return false;
    }
    int value = search_about(root, depth);
    if (!w->stopped && value < -HOPELESS / 2 && widen(root))
        value = search_about(root, depth);
    if (w->stopped) {
        take_better(root);
        return false;
    }
    if (value <= -PROVEN && !root->complete_list)
        value = -HOPELESS;
    root->proven = w->sure || is_proven(value);
    memcpy(root->told, root->moves, (size_t)root->count * sizeof *root->told);
    root->value = value;
    root->reached = depth;
    keep_line(root);
    if (w->number == 0) {
        struct by_own_search *asked = w->job->asked;
        asked->nodes = count_nodes(w);
        answer(root, asked);
        if (asked->tell && !root->proven && !asked->tell(asked->context, asked))
            atomic_store(&w->job->halt, true);
    }
    w->stopped = atomic_load_explicit(&w->job->halt, memory_order_relaxed);
    return !w->stopped && !root->proven;
}

#define DEEPEST    100
#define LAST       10 /* with so few empty points the game is searched to its end at once; */
#define LAST_ASKED 14 /* with so few where somebody asks for nothing else */
#define ONE_MOVE   8  /* plies to look ahead where there is no choice */

/* True: to the end that was asked for. */
static bool go(struct root *root)
{
    const struct by_own_search *asked = root->worker.job->asked;
    int deepest = asked->depth > 0   ? at_most(asked->depth, DEEPEST)
                  : root->count == 1 ? ONE_MOVE
                                     : DEEPEST;
    struct worker *w = &root->worker;
    int empties = w->rules->width * w->rules->height - w->at.stones;
    if (!root->proven && empties <= (asked->exact ? LAST_ASKED : LAST) &&
        (asked->depth == 0 || asked->depth >= empties)) {
        w->sure = true;
        widen(root);
        step(root, empties);
    }
    bool going = !root->proven && !w->stopped && !asked->exact;
    for (int depth = 1 + w->number % 2; depth <= deepest && going; depth++)
        going = step(root, depth);
    return going || root->proven;
}

/* --- opening ----------------------------------------------------------------------------------- */

#define VCF_ROOT 50000 /* nodes */

/* What needs no search: five, an open four, fours to five; or two fives to stop, which is lost. */
static void look_first(struct root *root)
{
    struct worker *w = &root->worker;
    int plies, action;
    enum outlook standing = look_at_threats(w, &plies, &action);
    end_line(w);
    root->value = evaluate(w);
    int fours = standing == LOST ? 0 : win_by_fours(w, VCF_ROOT);
    if (fours > 0) {
        root->value = win_in(w, fours);
        action = w->line[0][0];
    } else if (standing != OPEN) {
        root->value = standing == WON ? win_in(w, plies) : -win_in(w, plies);
        w->line[0][0] = (int16_t)action;
        w->line_count[0] = 1;
    } else {
        return;
    }
    settle_root(root, action, root->value);
}

static void list_root(struct root *root)
{
    struct worker *w = &root->worker;
    struct by_gomoku_known known = {.point = NO_POINT};
    struct moves moves;
    by_gomoku_table_find(w->table, w->at.key, &known);
    list_moves(w, known.point == NO_POINT ? -1 : known.point, &moves);
    root->complete_list = moves.complete;
    for (int i = 0; i < moves.count; i++) {
        struct move move = next_move(&moves, i);
        if (is_allowed(w->shape, &w->at, move.action))
            root->moves[root->count++] = (struct root_move){.action = move.action};
    }
    if (root->count == 0) {
        root->complete_list = false;
        widen(root);
    }
    look_first(root);
    memcpy(root->told, root->moves, (size_t)root->count * sizeof *root->told);
}

static void open_root(struct root *root, struct by_gomoku_job *job, int number)
{
    struct worker *w = &root->worker;
    memset(root, 0, sizeof *root);
    w->rules = job->search->rules;
    w->shape = w->rules->data;
    w->table = &job->search->table;
    w->job = job;
    w->number = number;
    memset(w->killer, 0xff, sizeof w->killer);
    w->hunt = (struct hunt){.rules = w->rules,
                            .table = w->hunted,
                            .table_mask = HUNTED - 1,
                            .lines = w->lines,
                            .tell = look_up_hunting,
                            .context = w};
    memcpy(&w->at, job->position, sizeof w->at);
    plan_look(w, 0);
    list_root(root);
}

/* --- threads --------------------------------------------------------------------------------- */

/* The first to come to the end stops the others. */
static void work(void *context)
{
    struct root *root = context;
    root->complete = go(root);
    atomic_store(&root->worker.job->halt, true);
}

#define STACK ((size_t)16 << 20)

/* Whose answer is taken: a proven one, else that of who got furthest, the first of equals. */
static const struct root *furthest(const struct root *roots, int count)
{
    const struct root *best = roots;
    for (int i = 1; i < count && !best->proven; i++)
        if (roots[i].reached > best->reached || roots[i].proven)
            best = &roots[i];
    return best;
}

static void run_threads(struct root *roots, int threads)
{
    int started = 1;
    while (started < threads &&
           by_thread_start(&roots[started].thread, STACK, work, &roots[started]))
        started++;
    work(&roots[0]);
    for (int i = 1; i < started; i++)
        by_thread_join(&roots[i].thread);
}

static bool own_search(void *state, const void *position, struct by_own_search *asked)
{
    struct by_gomoku_search *search = state;
    struct by_gomoku_job job = {.search = search, .asked = asked, .position = position};
    asked->nodes = 0;
    struct root *roots =
        aligned_alloc(_Alignof(struct root), (size_t)search->threads * sizeof *roots);
    if (!roots)
        return false;
    search->table.date++;
    for (int i = 0; i < search->threads; i++)
        open_root(&roots[i], &job, i);
    run_threads(roots, search->threads);
    asked->nodes = 0;
    for (int i = 0; i < search->threads; i++)
        asked->nodes += roots[i].worker.nodes;
    const struct root *best = furthest(roots, search->threads);
    bool found = best->proven || !asked->exact;
    if (found)
        answer(best, asked);
    asked->complete = best->complete;
    free(roots);
    return found;
}
