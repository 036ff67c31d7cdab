/* endgame_tmpl.h: the end of the game, searched out.
 *
 * By the number of empty squares: 1 to 4 last_tmpl.h; up to SHALLOW without table, in an order that
 * costs nothing; above it with table, stable discs and an order by the opponent's replies. */

#define SHALLOW 6 /* measured on FFO 40-44 */

/* From how far above 0 it pays to count stable discs, by empty squares: below it they hardly ever
 * make a cut. */
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

INLINE unsigned odd_quadrants(set empties)
{
    const set quadrant = UINT64_C(0x0f0f0f0f);
    return (unsigned)(size_of(empties & quadrant) & 1) |
           (unsigned)(size_of(empties & quadrant << 4) & 1) << 1 |
           (unsigned)(size_of(empties & quadrant << 32) & 1) << 2 |
           (unsigned)(size_of(empties & quadrant << 36) & 1) << 3;
}

/* The squares next to a set, wherever they are. */
INLINE set beside(set s)
{
    set wide =
        s | (s & UINT64_C(0x7f7f7f7f7f7f7f7f)) << 1 | (s & UINT64_C(0xfefefefefefefefe)) >> 1;
    return wide | wide << 8 | wide >> 8;
}

/* Few replies for the opponent come first, corners counting twice; then few squares of his that are
 * next to discs of mine. */
INLINE int rank_move(const struct worker *w, set me, set you, int square, set turned, unsigned odd)
{
    const struct by_othello_squares *s = w->squares;
    set mine = me | turned | square_set(square), yours = you ^ turned;
    set replies = moves_of(&w->field, spread(yours), spread(mine)) & s->board;
    set hope = beside(mine) & s->board & ~(mine | yours);
    int rank = -64 * (size_of(replies) + size_of(replies & s->corners));
    rank -= 4 * size_of(hope);
    rank += 2 * s->liking[square];
    rank += s->quadrant[square] & odd ? 8 : 0;
    return rank;
}

INLINE void list_moves(const struct worker *w, set me, set you, set legal, struct moves *out)
{
    lanes mine = spread(me), yours = spread(you);
    out->count = 0;
    for (; legal; legal &= legal - 1) {
        int square = first_of(legal);
        out->at[out->count++] =
            (struct move){gather(turned_by(&w->field, mine, yours, square)), square, 0};
    }
}

static void rank_moves(const struct worker *w, set me, set you, struct moves *moves,
                       const struct by_othello_known *known)
{
    unsigned odd = odd_quadrants(w->squares->board & ~(me | you));
    for (int i = 0; i < moves->count; i++) {
        struct move *m = &moves->at[i];
        m->rank = m->square == known->move[0]   ? 1 << 30
                  : m->square == known->move[1] ? 1 << 29
                                                : rank_move(w, me, you, m->square, m->turned, odd);
    }
}

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
                    odd_quadrants(empties));
}

/* A move that leads to a position that is known to be bad enough for the opponent. */
static bool known_cut(const struct worker *w, set me, set you, int alpha, int count,
                      const struct moves *moves, int *value)
{
    for (int i = 0; i < moves->count; i++) {
        const struct move *m = &moves->at[i];
        struct by_othello_known known;
        set mine = me | m->turned | square_set(m->square), yours = you ^ m->turned;
        if (by_othello_find(w->table, by_othello_hash(yours, mine), yours, mine, &known) &&
            known.depth >= count - 1 && known.level == BY_OTHELLO_SURE && -known.high > alpha) {
            *value = -known.high;
            return true;
        }
    }
    return false;
}

#define KNOWN_FROM 9 /* empty squares: below it looking for known moves costs more than it saves */

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

static int no_move(struct worker *w, set me, set you, int alpha, int count)
{
    if (!(moves_of(&w->field, spread(you), spread(me)) & w->squares->board))
        return final_score(w, me, you);
    return -endgame(w, you, me, -alpha - 1, count);
}

/* Whether the value is above alpha, with `count` squares empty, more than SHALLOW. */
static int endgame(struct worker *w, set me, set you, int alpha, int count)
{
    int value, move = BY_OTHELLO_NO_SQUARE;
    struct moves moves;
    struct by_othello_known known = {.move = {BY_OTHELLO_NO_SQUARE, BY_OTHELLO_NO_SQUARE}};
    w->nodes++;
    if (is_stopped(w))
        return alpha;
    if (stable_cut(w, me, you, count, alpha, &value))
        return value;
    uint64_t hash = by_othello_hash(me, you);
    if (by_othello_find(w->table, hash, me, you, &known) && known.depth >= count &&
        known.level == BY_OTHELLO_SURE) {
        if (known.low > alpha)
            return known.low;
        if (known.high <= alpha)
            return known.high;
    }
    set legal = moves_of(&w->field, spread(me), spread(you)) & w->squares->board;
    if (!legal)
        return no_move(w, me, you, alpha, count);
    list_moves(w, me, you, legal, &moves);
    if (count >= KNOWN_FROM && known_cut(w, me, you, alpha, count, &moves, &value))
        return value;
    rank_moves(w, me, you, &moves, &known);
    value = endgame_moves(w, me, you, alpha, count, &moves, &move);
    if (!w->stopped) {
        struct by_othello_finding found = {count, BY_OTHELLO_SURE, alpha, alpha + 1, value, move};
        by_othello_keep(w->table, hash, me, you, &found);
    }
    return value;
}
