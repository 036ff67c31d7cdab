/* endgame_tmpl.h: the end of the game, searched out without an evaluation.
 *
 * By the number of empty squares: 1 to 4 last_tmpl.h; up to SHALLOW without table, in an order that
 * costs nothing; above it with table, stable discs and an order by the opponent's replies. Further above,
 * where there is an evaluation, deep_tmpl.h. */

/* With 5 FFO 40 takes 10 % fewer nodes and 15 % more time, with 7 30 % more nodes. */
#define SHALLOW 6

/* Whether it pays to count stable discs: they hardly ever make a cut when the window lies low. */
INLINE bool may_be_stable(int empties, int alpha)
{
    return alpha >= (empties < 10 ? 24 : empties < 16 ? 16 : 10);
}

/* True: stable discs alone keep the value at or below alpha. */
INLINE bool stable_cut(const struct worker *w, set me, set you, int empties, int alpha, int *value)
{
    if (!may_be_stable(empties, alpha))
        return false;
    *value = w->squares->cells - 2 * size_of(by_othello_stable(w->squares, you, me));
    return *value <= alpha;
}

static int shallow(struct worker *w, lanes me, lanes you, int alpha, set empties, int count,
                   unsigned odd);

INLINE int shallow_move(struct worker *w, lanes me, lanes you, int alpha, set empties, int count,
                        unsigned odd, int square)
{
    lanes turned = turned_by(&w->field, me, you, square);
    lanes mine = after_mine(me, turned, square), yours = you ^ turned;
    set left = empties & ~square_set(square);
    unsigned next = odd ^ w->squares->quadrant[square];
    if (count == 5)
        return -last4(w, yours, mine, -alpha - 1, left, next, false);
    return -shallow(w, yours, mine, -alpha - 1, left, count - 1, next);
}

/* Five squares and a few more. */
static int shallow(struct worker *w, lanes me, lanes you, int alpha, set empties, int count,
                   unsigned odd)
{
    const struct by_othello_squares *s = w->squares;
    int best = -SCORE_INF, value;
    w->nodes++;
    if (stable_cut(w, gather(me), gather(you), count, alpha, &value))
        return value;
    set moves = moves_of(&w->field, me, you) & s->board;
    if (!moves) {
        if (!(moves_of(&w->field, you, me) & s->board))
            return final_score(w, gather(me), gather(you));
        return -shallow(w, you, me, -alpha - 1, empties, count, odd);
    }
    set early = s->odd[odd];
    set parts[4] = {moves & early & s->corners, moves & early & ~s->corners,
                    moves & ~early & s->corners, moves & ~early & ~s->corners};
    for (int part = 0; part < 4; part++)
        for (set rest = parts[part]; rest; rest &= rest - 1) {
            value = shallow_move(w, me, you, alpha, empties, count, odd, first_of(rest));
            if (value > alpha)
                return value;
            best = value > best ? value : best;
        }
    return best;
}

/* --- with table ----------------------------------------------------------------------- */

/* A set and the squares next to it. */
INLINE set beside(set s)
{
    set wide =
        s | (s & UINT64_C(0x7f7f7f7f7f7f7f7f)) << 1 | (s & UINT64_C(0xfefefefefefefefe)) >> 1;
    return wide | wide << 8 | wide >> 8;
}

/* Few replies for the opponent come first, corners counting twice; then few squares of his that are
 * next to discs of mine. */
INLINE int rank_move(const struct worker *w, set me, set you, const struct move *m, unsigned odd)
{
    const struct by_othello_squares *s = w->squares;
    set mine = me | m->turned | square_set(m->square), yours = you ^ m->turned;
    set replies = legal_for(w, yours, mine);
    set hope = beside(mine) & s->board & ~(mine | yours);
    int rank = -64 * (size_of(replies) + size_of(replies & s->corners));
    rank -= 4 * size_of(hope);
    rank += 2 * s->liking[m->square];
    rank += s->quadrant[m->square] & odd ? 8 : 0;
    return rank;
}

INLINE void list_moves(const struct worker *w, set me, set you, set legal, struct moves *out)
{
    lanes mine = spread(me), yours = spread(you);
    out->count = 0;
    for (; legal; legal &= legal - 1) {
        int square = first_of(legal);
        out->at[out->count++] =
            (struct move){gather(turned_by(&w->field, mine, yours, square)), 0, square, 0};
    }
}

#define RANK_FIRST  (1 << 30) /* of the table's moves */
#define RANK_SECOND (1 << 29)

static void rank_moves(const struct worker *w, set me, set you, struct moves *moves,
                       const struct by_othello_known *known)
{
    unsigned odd = by_othello_odd_quadrants(w->squares->board & ~(me | you));
    for (int i = 0; i < moves->count; i++) {
        struct move *m = &moves->at[i];
        m->rank = m->square == known->move[0]   ? RANK_FIRST
                  : m->square == known->move[1] ? RANK_SECOND
                                                : rank_move(w, me, you, m, odd);
    }
}

/* Fetches what the table has of the positions behind the moves, for later. */
INLINE void fetch_moves(const struct worker *w, set me, set you, int count, struct moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        struct move *m = &moves->at[i];
        m->hash = by_othello_hash(you ^ m->turned, me | m->turned | square_set(m->square));
        by_othello_fetch(table_of(w, count - 1), m->hash);
    }
}

/* What a search of some depth and level may take from the table. */
struct need {
    int empties, depth, level;
};

INLINE bool is_known(const struct by_othello_known *known, const struct need *need)
{
    return known->depth >= need->depth && known->level >= need->level;
}

/* A move to a position that is known to be bad enough for the opponent. */
static bool known_cut(const struct worker *w, set me, set you, int alpha, const struct need *need,
                      const struct moves *moves, int *value)
{
    struct need below = {need->empties - 1, need->depth - 1, need->level};
    for (int i = 0; i < moves->count; i++) {
        const struct move *m = &moves->at[i];
        struct by_othello_known known;
        set mine = me | m->turned | square_set(m->square), yours = you ^ m->turned;
        if (by_othello_find(table_of(w, below.empties), m->hash, yours, mine, &known) &&
            is_known(&known, &below) && -known.high > alpha) {
            *value = -known.high;
            return true;
        }
    }
    return false;
}

#define KNOWN_FROM 9 /* empty squares: below it looking for known moves costs more than it saves */

static int endgame(struct worker *w, set me, set you, int alpha, int count);

/* The value of a move for who plays it, with `count` squares empty before it. */
INLINE int endgame_move(struct worker *w, set me, set you, int alpha, int count,
                        const struct move *m)
{
    set mine = me | m->turned | square_set(m->square), yours = you ^ m->turned;
    if (count - 1 > SHALLOW)
        return -endgame(w, yours, mine, -alpha - 1, count - 1);
    set empties = w->squares->board & ~(mine | yours);
    return -shallow(w, spread(yours), spread(mine), -alpha - 1, empties, count - 1,
                    by_othello_odd_quadrants(empties));
}

/* Tries the moves one after the other. */
static int endgame_moves(struct worker *w, set me, set you, int alpha, int count,
                         struct moves *moves, int *best_move)
{
    int best = -SCORE_INF;
    for (int i = 0; i < moves->count && best <= alpha && !w->stopped; i++) {
        const struct move *m = next_move(moves, i);
        int value = endgame_move(w, me, you, alpha, count, m);
        if (value > best) {
            best = value;
            *best_move = m->square;
        }
    }
    return best;
}

#define SHARED_FROM 15 /* empty squares: less is not divided among threads */

/* The same with others at work: what one of them is at is put off. The first move is everybody's. */
static int shared_moves(struct worker *w, set me, set you, int alpha, int count,
                        struct moves *moves, int *best_move)
{
    struct by_othello_busy *busy = &w->job->search->busy;
    int best = -SCORE_INF, later = 0;
    struct move put_off[BY_OTHELLO_MOVES_MAX];
    for (int i = 0; i < moves->count + later && best <= alpha && !w->stopped; i++) {
        bool again = i >= moves->count;
        struct move m = again ? put_off[i - moves->count] : *next_move(moves, i);
        if (i > 0 && !again && by_othello_is_busy(busy, m.hash)) {
            put_off[later++] = m;
            continue;
        }
        by_othello_set_busy(busy, m.hash, i > 0);
        int value = endgame_move(w, me, you, alpha, count, &m);
        by_othello_set_busy(busy, m.hash, false);
        if (value > best) {
            best = value;
            *best_move = m.square;
        }
    }
    return best;
}

static int endgame_pass(struct worker *w, set me, set you, int alpha, int count)
{
    return legal_for(w, you, me) ? -endgame(w, you, me, -alpha - 1, count)
                                 : final_score(w, me, you);
}

/* Whether the value is above alpha, with `count` squares empty, more than SHALLOW. What the table has is
 * asked for before it is needed. */
static int endgame(struct worker *w, set me, set you, int alpha, int count)
{
    int value, move = NO_SQUARE;
    struct moves moves;
    struct need need = {count, count, SURE};
    struct by_othello_known known = {.move = {NO_SQUARE, NO_SQUARE}};
    struct by_othello_table *table = table_of(w, count);
    w->nodes++;
    if (is_stopped(w))
        return alpha;
    uint64_t hash = by_othello_hash(me, you);
    by_othello_fetch(table, hash);
    if (stable_cut(w, me, you, count, alpha, &value))
        return value;
    set legal = legal_for(w, me, you);
    if (!legal)
        return endgame_pass(w, me, you, alpha, count);
    list_moves(w, me, you, legal, &moves);
    if (by_othello_find(table, hash, me, you, &known) && is_known(&known, &need) &&
        (known.low > alpha || known.high <= alpha))
        return known.low > alpha ? known.low : known.high;
    if (count >= KNOWN_FROM)
        fetch_moves(w, me, you, count, &moves);
    rank_moves(w, me, you, &moves, &known);
    if (count >= KNOWN_FROM && known_cut(w, me, you, alpha, &need, &moves, &value))
        return value;
    value = count >= SHARED_FROM && w->job->search->threads > 1
                ? shared_moves(w, me, you, alpha, count, &moves, &move)
                : endgame_moves(w, me, you, alpha, count, &moves, &move);
    if (!w->stopped)
        by_othello_keep(table, hash, me, you,
                        &(struct by_othello_finding){count, SURE, alpha, alpha + 1, value, move});
    return value;
}

/* --- with an open window --------------------------------------------------------------- */

static int open_endgame(struct worker *w, set me, set you, int alpha, int beta, int count);

/* An empty window at any number of squares. */
static int null_endgame(struct worker *w, set me, set you, int alpha, int count)
{
    set empties = w->squares->board & ~(me | you);
    if (count > SHALLOW)
        return endgame(w, me, you, alpha, count);
    if (count > 4)
        return shallow(w, spread(me), spread(you), alpha, empties, count,
                       by_othello_odd_quadrants(empties));
    return open_endgame(w, me, you, alpha, alpha + 1, count);
}

/* The value of a move: the whole window for the first, an empty one for the others until one of them
 * turns out better. */
static int open_endgame_move(struct worker *w, set me, set you, int alpha, int beta, int count,
                             const struct move *m, bool first)
{
    set mine = me | m->turned | square_set(m->square), yours = you ^ m->turned;
    int value = alpha;
    if (!first)
        value = -null_endgame(w, yours, mine, -alpha - 1, count - 1);
    if (first || (value > alpha && value < beta && !w->stopped))
        value = -open_endgame(w, yours, mine, -beta, -alpha, count - 1);
    return value;
}

/* The value between alpha and beta, with any number of squares empty. */
static int open_endgame(struct worker *w, set me, set you, int alpha, int beta, int count)
{
    int best = -SCORE_INF, move = NO_SQUARE;
    struct moves moves;
    struct need need = {count, count, SURE};
    struct by_othello_known known = {.move = {NO_SQUARE, NO_SQUARE}};
    struct by_othello_table *table = table_of(w, count);
    w->nodes++;
    if (is_stopped(w))
        return alpha;
    uint64_t hash = by_othello_hash(me, you);
    if (by_othello_find(table, hash, me, you, &known) && is_known(&known, &need) &&
        known.low == known.high)
        return known.low;
    set legal = legal_for(w, me, you);
    if (!legal)
        return legal_for(w, you, me) ? -open_endgame(w, you, me, -beta, -alpha, count)
                                     : final_score(w, me, you);
    list_moves(w, me, you, legal, &moves);
    rank_moves(w, me, you, &moves, &known);
    for (int i = 0; i < moves.count && best < beta && !w->stopped; i++) {
        const struct move *m = next_move(&moves, i);
        int value =
            open_endgame_move(w, me, you, best > alpha ? best : alpha, beta, count, m, i == 0);
        if (value > best) {
            best = value;
            move = m->square;
        }
    }
    if (!w->stopped)
        by_othello_keep(table, hash, me, you,
                        &(struct by_othello_finding){count, SURE, alpha, beta, best, move});
    return best;
}
