/* root_tmpl.h: the root: depth by depth, then to the end with less and less left out. */

/* A root move and what is known of it after the last search of all of them. */
struct root_move {
    struct move move;
    struct node child;
    int value;
    enum by_bound bound;
    uint64_t nodes;
};

struct root {
    struct worker worker;
    struct node node;
    struct root_move moves[BY_OTHELLO_MOVES_MAX]; /* in the search under way */
    struct root_move told[BY_OTHELLO_MOVES_MAX];  /* after the last one that was finished */
    int count;
    int value, reached, level; /* of the last search that was finished; reached 0: none was */
    bool proven;
    bool complete;   /* it came to the end that was asked for */
    int least, most; /* the window that was asked for */
    int line_count;  /* of what is expected after the last search that was finished */
    by_move line[BY_PV_MAX];
    struct by_thread thread;
};

/* --- one search of all moves ----------------------------------------------------------------- */

static int root_child(struct worker *w, const struct node *child, int alpha, int beta, int depth,
                      int level)
{
    if (w->weights)
        return value_at(w, child, alpha, beta, depth, level);
    return beta == alpha + 1 ? null_endgame(w, child->me, child->you, alpha, child->empties)
                             : open_endgame(w, child->me, child->you, alpha, beta, child->empties);
}

static int root_move_value(struct worker *w, const struct root_move *r, int alpha, int beta,
                           int depth, int level, bool first)
{
    int value = alpha;
    if (!first)
        value = -root_child(w, &r->child, -alpha - 1, -alpha, depth - 1, level);
    if (first || (value > alpha && value < beta && !w->stopped))
        value = -root_child(w, &r->child, -beta, -alpha, depth - 1, level);
    return value;
}

static void to_front(struct root *root, int i)
{
    struct root_move best = root->moves[i];
    memmove(root->moves + 1, root->moves, (size_t)i * sizeof best);
    root->moves[0] = best;
}

/* True: the move was searched; false: another thread is at it. */
static bool search_root_move(struct root *root, int i, int alpha, int beta, int depth, int level,
                             int *best, bool may_put_off)
{
    struct worker *w = &root->worker;
    struct root_move *r = &root->moves[i];
    struct by_othello_busy *busy = &w->job->search->busy;
    bool shared = w->job->search->threads > 1 && i > 0;
    if (shared && may_put_off && by_othello_is_busy(busy, r->move.hash))
        return false;
    uint64_t before = w->nodes;
    int low = *best > alpha ? *best : alpha;
    if (shared)
        by_othello_set_busy(busy, r->move.hash, true);
    int value = root_move_value(w, r, low, beta, depth, level, *best == -SCORE_INF);
    if (shared)
        by_othello_set_busy(busy, r->move.hash, false);
    r->nodes += w->nodes - before;
    if (w->stopped)
        return true;
    r->value = value;
    r->bound = value <= low ? BY_BOUND_UPPER : value >= beta ? BY_BOUND_LOWER : BY_BOUND_EXACT;
    *best = value > *best ? value : *best;
    return true;
}

/* All moves within a window; the best one comes to the front, also when the search was stopped behind
 * the first. */
static int search_root(struct root *root, int alpha, int beta, int depth, int level)
{
    struct worker *w = &root->worker;
    bool done[BY_OTHELLO_MOVES_MAX] = {false};
    int best = -SCORE_INF;
    w->nodes++;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < root->count && best < beta && !w->stopped; i++) {
            int before = best;
            if (done[i])
                continue;
            done[i] = search_root_move(root, i, alpha, beta, depth, level, &best, pass == 0);
            if (best > before && i > 0 && best > alpha) {
                bool was = done[i];
                memmove(done + 1, done, (size_t)i * sizeof *done);
                done[0] = was;
                to_front(root, i);
            }
        }
    return best;
}

#define WINDOWS 4 /* narrow ones that are tried */
#define FAR                                                                                        \
    22 /* empty squares: from so many on a guess out of the blue is better than an open window */

/* Expects the value `guess` again: a narrow window about it, a wider one on the side where it was missed,
 * and at last everything that was asked for. Searches that leave something out may contradict each other:
 * there must be an end to it. */
static int search_about(struct root *root, int guess, int depth, int level)
{
    int least = root->least, most = root->most, value = guess;
    int low = guess - 1, high = guess + 1;
    bool guessed = root->reached > 0 || (!root->worker.weights && root->node.empties >= FAR);
    for (int tries = guessed ? 0 : WINDOWS;; tries++) {
        if (tries >= WINDOWS) {
            low = least;
            high = most;
        }
        low = low < least ? least : low >= most ? most - 1 : low;
        high = high > most ? most : high <= low ? low + 1 : high;
        value = search_root(root, low, high, depth, level);
        if (root->worker.stopped || (value > low && value < high) || tries >= WINDOWS ||
            (value <= low && low == least) || (value >= high && high == most))
            return value;
        bool less = value <= low;
        low = less ? value - 2 - 4 * tries : value - 1;
        high = less ? value + 1 : value + 2 + 4 * tries;
    }
}

/* --- the answer -------------------------------------------------------------------------- */

static by_move action_of(const struct worker *w, int square)
{
    if (square == NO_SQUARE)
        return w->squares->cells;
    return by_othello_action_of(w->squares, by_othello_unimage_square(square, w->job->symmetry));
}

/* The best move of a position that the table has; NO_SQUARE: a pass. False: it is not there, or the game
 * is over. */
static bool best_known(const struct worker *w, set me, set you, bool proven, int *move)
{
    struct by_othello_known known;
    set legal = legal_for(w, me, you);
    int empties = size_of(w->squares->board & ~(me | you));
    *move = NO_SQUARE;
    if (!legal)
        return legal_for(w, you, me);
    if (!by_othello_find(table_of(w, empties), by_othello_hash(me, you), me, you, &known) ||
        known.move[0] >= 64 || !(legal >> known.move[0] & 1) || known.low != known.high ||
        (proven && (known.depth < empties || known.level < SURE)))
        return false;
    *move = known.move[0];
    return true;
}

/* Keeps the line of play that begins with the first root move, as far as the table has it: the next search
 * will overwrite it there. */
static void keep_line(struct root *root)
{
    const struct worker *w = &root->worker;
    set me = root->node.me, you = root->node.you;
    int move = root->told[0].move.square;
    root->line_count = 0;
    if (w->job->passed)
        root->line[root->line_count++] = action_of(w, NO_SQUARE);
    do {
        root->line[root->line_count++] = action_of(w, move);
        set turned = 0, disc = 0;
        if (move != NO_SQUARE) {
            turned = gather(turned_by(&w->field, spread(me), spread(you), move));
            disc = square_set(move);
        }
        set mine = me | turned | disc;
        me = you ^ turned;
        you = mine;
    } while (root->line_count < BY_PV_MAX && best_known(w, me, you, root->proven, &move));
}

/* A value as who asked sees it. */
static int seen(const struct root *root, int value)
{
    int unit = root->proven ? 1 : BY_OTHELLO_DISC;
    return (root->worker.job->passed ? -value : value) * unit;
}

static void write_moves(const struct root *root, struct by_own_search *out)
{
    const struct worker *w = &root->worker;
    out->move_count = 0;
    if (!out->moves)
        return;
    for (int i = 0; i < root->count && !w->job->passed; i++) {
        const struct root_move *r = &root->told[i];
        out->moves[out->move_count++] = (struct by_move_stat){
            action_of(w, r->move.square), r->bound, r->nodes, seen(root, r->value)};
    }
    if (w->job->passed)
        out->moves[out->move_count++] = (struct by_move_stat){
            action_of(w, NO_SQUARE), BY_BOUND_EXACT, w->nodes, seen(root, root->value)};
}

/* What is known after a finished search, or before any: the evaluation's word. */
static void answer(const struct root *root, struct by_own_search *out)
{
    out->value = seen(root, root->value);
    out->proven = root->proven;
    out->reached = root->reached;
    out->sureness = by_othello_level_percent(root->level);
    out->pv_count = root->line_count;
    memcpy(out->pv, root->line, (size_t)root->line_count * sizeof *out->pv);
    write_moves(root, out);
    out->move = out->pv[0];
}

/* --- depth by depth ------------------------------------------------------------------------- */

/* A search that was stopped still counts where it had found a move that is better than the last one's
 * first, which it looked at before. */
static void take_better(struct root *root)
{
    const struct root_move *front = &root->moves[0];
    int i = 0;
    while (root->told[i].move.square != front->move.square)
        i++;
    if (i == 0)
        return;
    memmove(root->told + 1, root->told, (size_t)i * sizeof *front);
    root->told[0] = *front;
    if (!root->worker.job->asked->exact)
        root->value = front->value;
    keep_line(root);
}

/* One step of the way; true: go on. */
static bool step(struct root *root, int depth, int level)
{
    struct worker *w = &root->worker;
    int value = search_about(root, root->value, depth, level);
    if (w->stopped) {
        take_better(root);
        return false;
    }
    memcpy(root->told, root->moves, (size_t)root->count * sizeof *root->told);
    root->value = value;
    root->reached = depth;
    root->level = level;
    root->proven = depth >= root->node.empties && level == SURE;
    keep_line(root);
    if (w->number == 0) {
        struct by_own_search *asked = w->job->asked;
        asked->nodes = count_nodes(w);
        if (!asked->exact)
            answer(root, asked);
        if (asked->tell && !root->proven && !asked->tell(asked->context, asked))
            atomic_store(&w->job->halt, true);
    }
    if (!root->proven)
        w->stopped = atomic_load_explicit(&w->job->halt, memory_order_relaxed);
    return !w->stopped;
}

/* How deep the middle game is searched before the end is: with so many squares empty. Each such look costs a
 * small part of what the end takes, and puts its moves in order. */
static int look_depth(int empties, bool exact)
{
    int depth = exact ? empties - 10 : empties - 8;
    return depth < 1 ? 1 : depth;
}

static int replies_to(const struct root *root, int i)
{
    const struct node *child = &root->moves[i].child;
    return size_of(legal_for(&root->worker, child->me, child->you));
}

/* Of root moves that seem to come to the same, one with fewer replies is proven sooner: FFO 43 takes 8 million
 * nodes with c7 in front and 45 with g3, and both are worth -12. Asked for with much left out. */
static void prefer_fewer_replies(struct root *root)
{
    struct worker *w = &root->worker;
    int value = root->value, best = 0, fewest = replies_to(root, 0);
    for (int i = 1; i < root->count && !w->stopped; i++) {
        const struct node *child = &root->moves[i].child;
        int replies = replies_to(root, i);
        if (replies < fewest &&
            -value_at(w, child, -value, -value + 1, child->empties, 0) >= value) {
            best = i;
            fewest = replies;
        }
    }
    if (!w->stopped)
        to_front(root, best);
}

/* True: to the end that was asked for. To solve FFO 40 to 44 one look with something left out is best; a second
 * one costs a quarter of the time. Who has a move to make may run out of time between them. */
static bool go(struct root *root)
{
    const struct by_own_search *asked = root->worker.job->asked;
    int empties = root->node.empties;
    int deepest =
        asked->exact || asked->depth == 0 || asked->depth > empties ? empties : asked->depth;
    bool to_the_end = deepest == empties, going = root->count > 0;
    int looks = to_the_end ? look_depth(empties, asked->exact) : deepest;
    for (int depth = 1; root->worker.weights && going && depth <= looks && depth < empties; depth++)
        going = step(root, depth, asked->sure ? SURE : 0);
    bool guesses = root->worker.weights && empties > EVAL_FROM && !asked->sure;
    if (to_the_end && going && guesses)
        going = step(root, empties, 0);
    if (to_the_end && going && guesses && asked->exact)
        prefer_fewer_replies(root);
    if (to_the_end && going && guesses && !asked->exact)
        going = step(root, empties, 2);
    return to_the_end && going ? step(root, empties, SURE) : going;
}

/* --- threads --------------------------------------------------------------------------------- */

static int clamp(int32_t value)
{
    return value < -SCORE_INF ? -SCORE_INF : value > SCORE_INF ? SCORE_INF : (int)value;
}

static void set_window(struct root *root, const struct by_othello_job *job)
{
    const struct by_own_search *asked = job->asked;
    root->least = asked->exact ? clamp(job->passed ? -asked->high : asked->low) : -SCORE_INF;
    root->most = asked->exact ? clamp(job->passed ? -asked->low : asked->high) : SCORE_INF;
}

static bool is_image(const struct node *a, const struct node *b)
{
    bool found = false;
    for (int symmetry = 0; symmetry < 8 && !found; symmetry++)
        found = by_othello_image(a->me, symmetry) == b->me &&
                by_othello_image(a->you, symmetry) == b->you;
    return found;
}

/* Who asks for the exact value far from the end needs no second move that comes to the same: at the start all
 * four do. */
static void drop_images(struct root *root)
{
    int kept = 0;
    for (int i = 0; i < root->count; i++) {
        bool again = false;
        for (int k = 0; k < kept && !again; k++)
            again = is_image(&root->moves[i].child, &root->moves[k].child);
        if (!again)
            root->moves[kept++] = root->moves[i];
    }
    root->count = kept;
}

static void list_root(struct root *root)
{
    const struct worker *w = &root->worker;
    const struct node *n = &root->node;
    struct by_othello_known known = {.move = {NO_SQUARE, NO_SQUARE}};
    struct moves moves;
    list_moves(w, n->me, n->you, legal_for(w, n->me, n->you), &moves);
    fetch_moves(w, n->me, n->you, n->empties, &moves);
    rank_moves(w, n->me, n->you, &moves, &known);
    root->count = moves.count;
    for (int i = 0; i < moves.count; i++) {
        struct root_move *r = &root->moves[i];
        r->move = *next_move(&moves, i);
        r->child.me = n->you ^ r->move.turned;
        r->child.you = n->me | r->move.turned | square_set(r->move.square);
        r->child.empties = n->empties - 1;
        if (w->weights)
            by_othello_index_set(w->weights, &r->child.index, r->child.me, r->child.you);
    }
    if (w->job->asked->exact && n->empties >= FAR)
        drop_images(root);
    memcpy(root->told, root->moves, (size_t)root->count * sizeof *root->told);
}

static void open_root(struct root *root, struct by_othello_job *job, int number)
{
    struct by_othello_search *search = job->search;
    struct worker *w = &root->worker;
    *w = (struct worker){
        .field = {search->shape},
        .squares = &search->squares,
        .table = &search->table,
        .near = &search->near[number],
        .weights = search->weights,
        .job = job,
        .number = number,
        .empties_count = search->shape->empties_count,
        .eval_from = EVAL_FROM,
    };
    plan_look(w, 0);
    set_window(root, job);
    root->node.me = job->me;
    root->node.you = job->you;
    root->node.empties = size_of(w->squares->board & ~(job->me | job->you));
    if (w->weights) {
        by_othello_index_set(w->weights, &root->node.index, job->me, job->you);
        root->value = in_discs(fine_value(w, &root->node));
    }
    list_root(root);
    keep_line(root);
}

/* The first to come to the end stops the others. */
static void work(void *context)
{
    struct root *root = context;
    root->complete = go(root);
    atomic_store(&root->worker.job->halt, true);
}

#define STACK ((size_t)8 << 20) /* some 6 KiB a ply */

/* Whose answer is taken: who got furthest, the first of equals. */
static const struct root *furthest(const struct root *roots, int count)
{
    const struct root *best = roots;
    for (int i = 1; i < count; i++) {
        const struct root *r = &roots[i];
        if (r->reached > best->reached || (r->reached == best->reached && r->level > best->level))
            best = r;
    }
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

static bool run(struct by_othello_job *job)
{
    struct by_own_search *asked = job->asked;
    int threads = job->search->threads;
    struct root *roots = aligned_alloc(_Alignof(struct root), (size_t)threads * sizeof *roots);
    if (!roots)
        return false;
    for (int i = 0; i < threads; i++) {
        memset(&roots[i], 0, sizeof roots[i]);
        open_root(&roots[i], job, i);
    }
    run_threads(roots, threads);
    asked->nodes = 0;
    for (int i = 0; i < threads; i++)
        asked->nodes += roots[i].worker.nodes;
    const struct root *best = furthest(roots, threads);
    bool found = best->proven || (!asked->exact && best->worker.weights);
    if (found)
        answer(best, asked);
    asked->complete = best->complete;
    free(roots);
    return found;
}
