/* deep_tmpl.h: the search with the evaluation: the middle game to some depth, the end of the game from
 * afar. Values are whole discs. `level` says how much may be left out (probcut.h); to the end of the game
 * and with level SURE the value is the true one. */

struct node {
    set me, you;
    int empties;
    struct by_othello_index index;
};

#define EVAL_FROM                                                                                  \
    12 /* empty squares: below it the evaluation costs more than it saves in solving */

static int deep(struct worker *w, const struct node *n, int alpha, int beta, int depth, int level);

INLINE void make_child(const struct worker *w, const struct node *n, const struct move *m,
                       struct node *out)
{
    out->me = n->you ^ m->turned;
    out->you = n->me | m->turned | square_set(m->square);
    out->empties = n->empties - 1;
    by_othello_index_play(w->weights, &n->index, &out->index, m->square, m->turned);
}

INLINE void make_pass(const struct node *n, struct node *out)
{
    out->me = n->you;
    out->you = n->me;
    out->empties = n->empties;
    by_othello_index_pass(&n->index, &out->index);
}

#define VALUE_MOST 62 /* of an evaluation, in discs: hope is less than a certain wipe-out */

INLINE int in_discs(int value)
{
    int discs =
        (value + (value >= 0 ? BY_OTHELLO_DISC / 2 : -BY_OTHELLO_DISC / 2)) / BY_OTHELLO_DISC;
    return discs > VALUE_MOST ? VALUE_MOST : discs < -VALUE_MOST ? -VALUE_MOST : discs;
}

INLINE int fine_value(const struct worker *w, const struct node *n)
{
    return by_othello_index_value(w->weights, &n->index, n->empties);
}

/* One ply ahead. */
static int look_ahead(struct worker *w, const struct node *n, int beta)
{
    int best = -SCORE_INF;
    struct node child;
    lanes me = spread(n->me), you = spread(n->you);
    set legal = moves_of(&w->field, me, you) & w->squares->board;
    w->nodes++;
    if (!legal) {
        if (!legal_for(w, n->you, n->me))
            return final_score(w, n->me, n->you);
        make_pass(n, &child);
        w->nodes++;
        return -in_discs(fine_value(w, &child));
    }
    for (; legal && best < beta; legal &= legal - 1) {
        int square = first_of(legal);
        struct move m = {gather(turned_by(&w->field, me, you, square)), 0, square, 0};
        make_child(w, n, &m, &child);
        w->nodes++;
        int value = -in_discs(fine_value(w, &child));
        best = value > best ? value : best;
    }
    return best;
}

/* The value at any depth, within the window. */
static int value_at(struct worker *w, const struct node *n, int alpha, int beta, int depth,
                    int level)
{
    if (depth >= n->empties) {
        if (n->empties >= w->eval_from)
            return deep(w, n, alpha, beta, n->empties, level);
        return beta == alpha + 1 ? null_endgame(w, n->me, n->you, alpha, n->empties)
                                 : open_endgame(w, n->me, n->you, alpha, beta, n->empties);
    }
    if (depth > 1)
        return deep(w, n, alpha, beta, depth, level);
    if (depth == 1)
        return look_ahead(w, n, beta);
    w->nodes++;
    return in_discs(fine_value(w, n));
}

/* --- what is left out -------------------------------------------------------------------- */

#define PROBES_MAX 2 /* of shallow searches within each other */

/* True: a shallow search says that the value lies so far on one side of alpha that the deep one will
 * hardly find it elsewhere. Which side to ask about the evaluation knows. */
static bool probable_cut(struct worker *w, const struct node *n, int alpha, int depth, int level,
                         int *value)
{
    int less = by_othello_shallow(depth);
    double deviation = by_othello_deviation(n->empties, depth, less);
    int error = (int)(by_othello_level_width(level) * deviation + 0.5);
    bool high = in_discs(fine_value(w, n)) > alpha;
    int bound = high ? alpha + error : alpha - error; /* of a null window */
    if (bound >= VALUE_MOST || bound <= -VALUE_MOST)
        return false;
    w->probes++;
    int found = value_at(w, n, bound, bound + 1, less, level);
    w->probes--;
    *value = high ? alpha + 1 : alpha;
    return high ? found > bound : found <= bound;
}

/* --- order ---------------------------------------------------------------------------------- */

/* How deep moves are looked at to put them in order. */
INLINE int sort_depth(const struct node *n, int depth, bool open)
{
    bool to_the_end = depth >= n->empties;
    int sort = to_the_end ? (depth - 17) / 3 : (depth - 5) / 3;
    sort += open ? 1 : 0;
    return sort < 0 ? 0 : sort > 5 ? 5 : sort;
}

#define SORT_BELOW 12 /* discs: moves that are so much worse need not be told apart */

/* Replies count for two discs and a half each where the end is searched out, measured on FFO 40 to 44 and 14
 * positions of tournament games with 20 empty squares: 2.4 % fewer nodes than with two discs. */
static int rank_child(struct worker *w, const struct node *child, int alpha, int sort,
                      bool to_the_end)
{
    set replies = legal_for(w, child->me, child->you);
    int moves = size_of(replies) + size_of(replies & w->squares->corners);
    int value =
        sort == 0 ? -fine_value(w, child)
                  : -BY_OTHELLO_DISC * value_at(w, child, -SCORE_INF, SORT_BELOW - alpha, sort, 0);
    return value - (to_the_end ? 320 : 24) * moves;
}

static void rank_children(struct worker *w, const struct node *n, struct moves *moves,
                          const struct node *children, const struct by_othello_known *known,
                          int alpha, int depth, bool open)
{
    int sort = sort_depth(n, depth, open);
    for (int i = 0; i < moves->count; i++) {
        struct move *m = &moves->at[i];
        m->rank = m->square == known->move[0]
                      ? RANK_FIRST
                      : rank_child(w, &children[i], alpha, sort, depth >= n->empties);
    }
}

/* --- the search ------------------------------------------------------------------------------- */

#define RANKED_FROM 4 /* plies: less depth is not worth an evaluation of every move beforehand */
#define SHARE_FROM  6 /* plies: what is searched less deeply is not divided among threads */

/* The value of the next move: the whole window for the first, an empty one for the others until one of
 * them turns out better. */
static int try_child(struct worker *w, const struct node *child, int alpha, int beta, int depth,
                     int level, bool first)
{
    int value = alpha;
    if (!first)
        value = -value_at(w, child, -alpha - 1, -alpha, depth - 1, level);
    if (first || (value > alpha && value < beta && !w->stopped))
        value = -value_at(w, child, -beta, -alpha, depth - 1, level);
    return value;
}

/* One node's work: its moves, and the best so far. */
struct trial {
    struct moves moves;
    struct node children[BY_OTHELLO_MOVES_MAX];
    int alpha, beta, depth, level;
    int best, move;
    bool any; /* a move was searched */
};

INLINE void begin_trial(struct trial *t, int alpha, int beta, int depth, int level)
{
    t->alpha = alpha;
    t->beta = beta;
    t->depth = depth;
    t->level = level;
    t->best = -SCORE_INF;
    t->move = NO_SQUARE;
    t->any = false;
}

/* Searches a move, unless another thread is at it. */
static bool try_move(struct worker *w, struct trial *t, const struct move *m,
                     const struct node *child, bool may_put_off)
{
    struct by_othello_busy *busy = &w->job->search->busy;
    bool shared = w->job->search->threads > 1 && t->depth >= SHARE_FROM && t->any;
    if (shared && may_put_off && by_othello_is_busy(busy, m->hash))
        return false;
    if (shared)
        by_othello_set_busy(busy, m->hash, true);
    int alpha = t->best > t->alpha ? t->best : t->alpha;
    int value = try_child(w, child, alpha, t->beta, t->depth, t->level, !t->any);
    if (shared)
        by_othello_set_busy(busy, m->hash, false);
    t->any = true;
    if (value > t->best && !w->stopped) {
        t->best = value;
        t->move = m->square;
    }
    return true;
}

static void try_moves(struct worker *w, struct trial *t)
{
    const struct move *later[BY_OTHELLO_MOVES_MAX];
    int8_t place[64];
    int later_count = 0;
    for (int i = 0; i < t->moves.count; i++)
        place[t->moves.at[i].square] = (int8_t)i;
    for (int i = 0; i < t->moves.count && t->best < t->beta && !w->stopped; i++) {
        const struct move *m = next_move(&t->moves, i);
        if (!try_move(w, t, m, &t->children[place[m->square]], true))
            later[later_count++] = m;
    }
    for (int i = 0; i < later_count && t->best < t->beta && !w->stopped; i++)
        (void)try_move(w, t, later[i], &t->children[place[later[i]->square]], false);
}

/* With little depth left: each position is made when its turn comes, and nothing is shared. */
static void try_moves_plainly(struct worker *w, const struct node *n, struct trial *t)
{
    for (int i = 0; i < t->moves.count && t->best < t->beta && !w->stopped; i++) {
        const struct move *m = next_move(&t->moves, i);
        make_child(w, n, m, &t->children[0]);
        (void)try_move(w, t, m, &t->children[0], false);
    }
}

static int deep_pass(struct worker *w, const struct node *n, int alpha, int beta, int depth,
                     int level)
{
    struct node passed;
    if (!legal_for(w, n->you, n->me))
        return final_score(w, n->me, n->you);
    make_pass(n, &passed);
    return -deep(w, &passed, -beta, -alpha, depth, level);
}

INLINE bool table_cut(const struct by_othello_known *known, int alpha, int beta, int *value)
{
    bool open = beta > alpha + 1;
    *value = known->low >= beta ? known->low : known->high;
    return known->low == known->high || (!open && (known->low >= beta || known->high <= alpha));
}

/* At least two plies deep. */
static int deep(struct worker *w, const struct node *n, int alpha, int beta, int depth, int level)
{
    bool open = beta > alpha + 1;
    int value;
    struct need need = {n->empties, depth, level};
    struct by_othello_known known = {.move = {NO_SQUARE, NO_SQUARE}};
    struct trial t; /* too large to be cleared for nothing */
    struct by_othello_table *table = table_of(w, n->empties);
    w->nodes++;
    if (is_stopped(w))
        return alpha;
    uint64_t hash = by_othello_hash(n->me, n->you);
    by_othello_fetch(table, hash);
    if (!open && stable_cut(w, n->me, n->you, n->empties, alpha, &value))
        return value;
    set legal = legal_for(w, n->me, n->you);
    if (!legal)
        return deep_pass(w, n, alpha, beta, depth, level);
    if (by_othello_find(table, hash, n->me, n->you, &known) && is_known(&known, &need) &&
        table_cut(&known, alpha, beta, &value))
        return value;
    if (!open && level < SURE && depth > 2 && w->probes < PROBES_MAX &&
        probable_cut(w, n, alpha, depth, level, &value))
        return value;
    begin_trial(&t, alpha, beta, depth, level);
    list_moves(w, n->me, n->you, legal, &t.moves);
    if (depth < RANKED_FROM) {
        rank_moves(w, n->me, n->you, &t.moves, &known);
        try_moves_plainly(w, n, &t);
    } else {
        fetch_moves(w, n->me, n->you, n->empties, &t.moves);
        for (int i = 0; i < t.moves.count; i++)
            make_child(w, n, &t.moves.at[i], &t.children[i]);
        if (!open && known_cut(w, n->me, n->you, alpha, &need, &t.moves, &value))
            return value;
        rank_children(w, n, &t.moves, t.children, &known, alpha, depth, open);
        try_moves(w, &t);
    }
    if (!w->stopped)
        by_othello_keep(table, hash, n->me, n->you,
                        &(struct by_othello_finding){depth, level, alpha, beta, t.best, t.move});
    return t.best;
}
