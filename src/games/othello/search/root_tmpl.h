/* root_tmpl.h: the open window, and the root. */

static int pvs(struct worker *w, set me, set you, int alpha, int beta, int count);

/* An empty window at any number of squares. */
static int null_window(struct worker *w, set me, set you, int alpha, int count)
{
    set empties = w->squares->board & ~(me | you);
    if (count > SHALLOW)
        return endgame(w, me, you, alpha, count);
    if (count > 4)
        return shallow(w, spread(me), spread(you), alpha, empties, count, odd_quadrants(empties));
    return pvs(w, me, you, alpha, alpha + 1, count);
}

/* The value of a move: the whole window for the first, an empty one for the others until one of them
 * turns out better. */
static int pvs_move(struct worker *w, set me, set you, int alpha, int beta, int count,
                    const struct move *m, bool first)
{
    set mine = me | m->turned | square_set(m->square), yours = you ^ m->turned;
    int value = alpha;
    if (!first)
        value = -null_window(w, yours, mine, -alpha - 1, count - 1);
    if (first || (value > alpha && value < beta && !w->stopped))
        value = -pvs(w, yours, mine, -beta, -alpha, count - 1);
    return value;
}

static int pvs(struct worker *w, set me, set you, int alpha, int beta, int count)
{
    int best = -SCORE_INF, move = BY_OTHELLO_NO_SQUARE;
    struct moves moves;
    struct by_othello_known known = {.move = {BY_OTHELLO_NO_SQUARE, BY_OTHELLO_NO_SQUARE}};
    w->nodes++;
    if (is_stopped(w))
        return alpha;
    uint64_t hash = by_othello_hash(me, you);
    if (by_othello_find(w->table, hash, me, you, &known) && known.depth >= count &&
        known.level == BY_OTHELLO_SURE && known.low == known.high)
        return known.low;
    set legal = moves_of(&w->field, spread(me), spread(you)) & w->squares->board;
    if (!legal) {
        if (!(moves_of(&w->field, spread(you), spread(me)) & w->squares->board))
            return final_score(w, me, you);
        return -pvs(w, you, me, -beta, -alpha, count);
    }
    list_moves(w, me, you, legal, &moves);
    rank_moves(w, me, you, &moves, &known);
    for (int i = 0; i < moves.count && best < beta && !w->stopped; i++) {
        const struct move *m = next_move(&moves, i);
        int value = pvs_move(w, me, you, best > alpha ? best : alpha, beta, count, m, i == 0);
        if (value > best) {
            best = value;
            move = m->square;
        }
    }
    if (!w->stopped) {
        struct by_othello_finding found = {count, BY_OTHELLO_SURE, alpha, beta, best, move};
        by_othello_keep(w->table, hash, me, you, &found);
    }
    return best;
}

/* --- the answer -------------------------------------------------------------------------- */

static int clamp(int32_t value)
{
    return value < -SCORE_INF ? -SCORE_INF : value > SCORE_INF ? SCORE_INF : (int)value;
}

static by_move action_of(const struct worker *w, int square)
{
    return square == BY_OTHELLO_NO_SQUARE ? w->squares->cells
                                          : by_othello_action_of(w->squares, square);
}

/* The best move of a position whose exact value the table has; BY_OTHELLO_NO_SQUARE: a pass. False: it is
 * not there, or the game is over. */
static bool best_known(const struct worker *w, set me, set you, int *move)
{
    struct by_othello_known known;
    *move = BY_OTHELLO_NO_SQUARE;
    if (!(moves_of(&w->field, spread(me), spread(you)) & w->squares->board))
        return moves_of(&w->field, spread(you), spread(me)) & w->squares->board;
    if (!by_othello_find(w->table, by_othello_hash(me, you), me, you, &known) ||
        known.low != known.high || known.move[0] == BY_OTHELLO_NO_SQUARE)
        return false;
    *move = known.move[0];
    return true;
}

/* The line of best play as far as the table has it. */
static void write_line(const struct worker *w, struct by_own_search *out)
{
    set me = w->job->me, you = w->job->you;
    int move;
    out->pv_count = 0;
    while (out->pv_count < BY_PV_MAX && best_known(w, me, you, &move)) {
        out->pv[out->pv_count++] = action_of(w, move);
        set turned = 0, disc = 0;
        if (move != BY_OTHELLO_NO_SQUARE) {
            turned = gather(turned_by(&w->field, spread(me), spread(you), move));
            disc = square_set(move);
        }
        set mine = me | turned | disc;
        me = you ^ turned;
        you = mine;
    }
}

/* Any legal move, or the one that the table has. */
static by_move move_of(const struct worker *w, set me, set you)
{
    struct by_othello_known known;
    set legal = moves_of(&w->field, spread(me), spread(you)) & w->squares->board;
    if (!legal)
        return action_of(w, BY_OTHELLO_NO_SQUARE);
    if (by_othello_find(w->table, by_othello_hash(me, you), me, you, &known) &&
        known.move[0] != BY_OTHELLO_NO_SQUARE && legal >> known.move[0] & 1)
        return action_of(w, known.move[0]);
    return action_of(w, first_of(legal));
}

static bool run(struct by_othello_job *job)
{
    struct by_othello_search *search = job->search;
    struct worker w = {
        .field = {search->shape},
        .squares = &search->squares,
        .table = &search->table,
        .job = job,
        .empties_count = search->shape->empties_count,
    };
    int count = size_of(w.squares->board & ~(job->me | job->you));
    struct by_own_search *asked = job->asked;
    if (!asked->exact)
        return false;
    asked->value = pvs(&w, job->me, job->you, clamp(asked->low), clamp(asked->high), count);
    asked->nodes = w.nodes;
    if (w.stopped)
        return false;
    asked->move = move_of(&w, job->me, job->you);
    write_line(&w, asked);
    asked->proven = asked->complete = true;
    asked->reached = count;
    asked->sureness = 100;
    return true;
}
