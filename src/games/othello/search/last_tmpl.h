/* last_tmpl.h: the last squares. With one to four left there is no list of moves and no table: each
 * number has its function, and the last square of all is counted, not played.
 *
 * All have an empty window: whether the value is above `alpha`. A value above it is a lower bound, one
 * that is not is an upper bound. Squares in quadrants with an odd number of empty ones come first: who
 * plays there has the last move there. */

/* A finished game: who has more discs, by how much. */
static int final_score(const struct worker *w, set me, set you)
{
    int mine = size_of(me), yours = size_of(you);
    int rest = w->empties_count ? w->squares->cells - mine - yours : 0;
    return mine > yours ? mine - yours + rest : mine < yours ? mine - yours - rest : 0;
}

/* One square left. */
INLINE int last1(const struct worker *w, set me, int square)
{
    const struct by_othello_squares *s = w->squares;
    int mine = 2 * size_of(me) - s->cells;
    int turned = count_last(&w->field, s, me, square);
    if (turned > 0)
        return mine + 2 * turned + 2;
    turned = count_last(&w->field, s, s->board & ~me, square);
    if (turned > 0)
        return mine - 2 * turned;
    return w->empties_count ? (mine >= 0 ? mine + 2 : mine) : mine + 1;
}

/* The opponent's discs after my move, as a set. */
INLINE bool try_square(const struct worker *w, lanes me, lanes you, int square, lanes *turned)
{
    if (!(gather(you) & w->squares->around[square]))
        return false;
    *turned = turned_by(&w->field, me, you, square);
    return gather(*turned) != 0;
}

INLINE lanes after_mine(lanes me, lanes turned, int square)
{
    return me | turned | spread(square_set(square));
}

static int last2(struct worker *w, lanes me, lanes you, int alpha, int x, int y)
{
    lanes turned;
    int best = -SCORE_INF, value;
    w->nodes++;
    if (try_square(w, me, you, x, &turned)) {
        best = -last1(w, gather(you ^ turned), y);
        if (best > alpha)
            return best;
    }
    if (try_square(w, me, you, y, &turned)) {
        value = -last1(w, gather(you ^ turned), x);
        best = value > best ? value : best;
    }
    if (best > -SCORE_INF)
        return best;
    best = SCORE_INF;
    if (try_square(w, you, me, x, &turned)) {
        best = last1(w, gather(me ^ turned), y);
        if (best <= alpha)
            return best;
    }
    if (try_square(w, you, me, y, &turned)) {
        value = last1(w, gather(me ^ turned), x);
        best = value < best ? value : best;
    }
    return best < SCORE_INF ? best : final_score(w, gather(me), gather(you));
}

/* The squares of a set with those of `early` before the others. */
struct squares {
    int at[4];
};

INLINE struct squares in_order(set empties, set early, int count)
{
    struct squares out = {{0}};
    set first = empties & early, second = empties & ~early;
    for (int i = 0; i < count; i++) {
        set rest = first ? first : second;
        out.at[i] = first_of(rest);
        if (first)
            first &= first - 1;
        else
            second &= second - 1;
    }
    return out;
}

/* Three squares in the order in which they are tried. `passed`: the opponent had no move. */
static int last3(struct worker *w, lanes me, lanes you, int alpha, int x, int y, int z, bool passed)
{
    lanes turned;
    int best = -SCORE_INF, value;
    w->nodes++;
    if (try_square(w, me, you, x, &turned)) {
        best = -last2(w, you ^ turned, after_mine(me, turned, x), -alpha - 1, y, z);
        if (best > alpha)
            return best;
    }
    if (try_square(w, me, you, y, &turned)) {
        value = -last2(w, you ^ turned, after_mine(me, turned, y), -alpha - 1, x, z);
        if (value > alpha)
            return value;
        best = value > best ? value : best;
    }
    if (try_square(w, me, you, z, &turned)) {
        value = -last2(w, you ^ turned, after_mine(me, turned, z), -alpha - 1, x, y);
        best = value > best ? value : best;
    }
    if (best > -SCORE_INF)
        return best;
    return passed ? final_score(w, gather(me), gather(you))
                  : -last3(w, you, me, -alpha - 1, x, y, z, true);
}

/* Four squares; `odd`: the quadrants with an odd number of empty squares. */
static int last4(struct worker *w, lanes me, lanes you, int alpha, set empties, unsigned odd,
                 bool passed)
{
    const struct by_othello_squares *s = w->squares;
    lanes turned;
    int best = -SCORE_INF;
    w->nodes++;
    struct squares order = in_order(empties, s->odd[odd], 4);
    for (int i = 0; i < 4; i++) {
        int square = order.at[i];
        if (!try_square(w, me, you, square, &turned))
            continue;
        unsigned left = odd ^ s->quadrant[square];
        struct squares next = in_order(empties & ~square_set(square), s->odd[left], 3);
        int value = -last3(w, you ^ turned, after_mine(me, turned, square), -alpha - 1, next.at[0],
                           next.at[1], next.at[2], false);
        if (value > alpha)
            return value;
        best = value > best ? value : best;
    }
    if (best > -SCORE_INF)
        return best;
    return passed ? final_score(w, gather(me), gather(you))
                  : -last4(w, you, me, -alpha - 1, empties, odd, true);
}
