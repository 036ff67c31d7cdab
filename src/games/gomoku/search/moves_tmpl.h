/* moves_tmpl.h: which moves of a position are looked at, and in which order.
 *
 * Where the opponent threatens something, the list holds every move that could stop it, and is
 * `complete`: the others lose, so that a list that loses proves a loss. Elsewhere it holds the active
 * moves, among them every four and three of both sides, and proves nothing. */

struct move {
    int32_t rank;
    int16_t action;
};

struct moves {
    int count;
    bool complete;
    bool forced;  /* there is one move only */
    bool defends; /* the opponent would make an open four */
    struct move at[CELLS];
};

static struct set everywhere(const struct worker *w)
{
    struct set set = {{0}};
    for (int i = 0; i < w->rules->width * w->rules->height; i++)
        if (w->at.cell[w->shape->spot[i]] == EMPTY)
            put_in(&set, i, true);
    return set;
}

/* One of a set that the side to move may play on; -1: none. */
static int first_allowed(const struct worker *w, const struct set *set)
{
    if (!has_forbidden(w->shape, &w->at))
        return first_of(set);
    for (int i = 0; i < WORDS; i++)
        for (uint64_t word = set->word[i]; word; word &= word - 1)
            if (is_allowed(w->shape, &w->at, 64 * i + by_bits_first(word)))
                return 64 * i + by_bits_first(word);
    return -1;
}

/* Five, two fives to stop, an open four: how many plies are left, and the move. */
static enum outlook look_at_threats(const struct worker *w, int *plies, int *action)
{
    const struct gomoku *g = &w->at;
    const struct set *mine = g->threat[g->side], *theirs = g->threat[!g->side];
    *plies = 1;
    *action = first_of(&mine[0]);
    if (*action >= 0)
        return WON;
    int must = first_of(&theirs[0]);
    *plies = 3;
    if (must < 0)
        return first_of(&mine[1]) >= 0 && (*action = first_allowed(w, &mine[1])) >= 0 ? WON : OPEN;
    *plies = 2;
    *action = must;
    bool lost = size_of(&theirs[0]) > 1 || !is_allowed(w->shape, g, must);
    return lost && !is_stuck(w->rules, g) ? LOST : OPEN;
}

#define TWO_THREATS 5000 /* what by_gomoku_rank says of them, or more */

/* Two threats with one stone come before all else; the rest by what the evaluation makes of it. */
static inline int32_t rank_of(const struct worker *w, const uint8_t *pattern, bool to_move)
{
    int32_t rank = by_gomoku_rank(pattern);
    int64_t worth = w->shape->worth[by_gomoku_code(pattern)];
    if (rank >= TWO_THREATS)
        return rank;
    return 2 * (to_move ? by_gomoku_to_move(worth) : -by_gomoku_waiting(worth));
}

static void rank_moves(const struct worker *w, const struct set *set, int first,
                       struct moves *moves)
{
    const struct gomoku *g = &w->at;
    const int16_t *killer = w->killer[w->ply];
    int count = 0;
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t word = set->word[i]; word; word &= word - 1) {
            int action = 64 * i + by_bits_first(word);
            int32_t attack = rank_of(w, g->pattern[action][g->side], true);
            int32_t defence = rank_of(w, g->pattern[action][!g->side], false);
            int32_t rank = attack + attack / 4 + defence + w->history[g->side][action] / 64;
            rank += action == first ? 1000000 : 0;
            rank += action == killer[0] ? 120 : action == killer[1] ? 60 : 0;
            moves->at[count++] = (struct move){rank, (int16_t)action};
        }
    }
    moves->count = count;
}

/* Brings the best of the moves from `i` on to place i. */
static inline struct move next_move(struct moves *moves, int i)
{
    int best = i;
    for (int k = i + 1; k < moves->count; k++)
        if (moves->at[k].rank > moves->at[best].rank)
            best = k;
    struct move chosen = moves->at[best];
    moves->at[best] = moves->at[i];
    moves->at[i] = chosen;
    return chosen;
}

/* The moves of a position of which nothing is known at once; `first` comes first. X may play on the
 * opponent's three by making a forbidden point playable for him, in Renju: no such list is complete. */
static void list_moves(const struct worker *w, int first, struct moves *moves)
{
    const struct gomoku *g = &w->at;
    const struct set *mine = g->threat[g->side], *theirs = g->threat[!g->side];
    struct set set = theirs[0];
    int must = first_of(&set);
    moves->forced = must >= 0;
    moves->defends = must < 0 && first_of(&theirs[1]) >= 0 && threatens_four(w->shape, g);
    moves->complete = true;
    if (moves->defends) {
        set = mine[2];
        join(&set, &theirs[1]);
        join(&set, &theirs[2]);
        moves->complete = !(w->shape->rule == BY_GOMOKU_RENJU && g->side == 1);
    } else if (!moves->forced) {
        set = g->active;
        if (g->stones == 0) /* the middle is as good as any */
            put_in(&set, w->rules->height / 2 * w->rules->width + w->rules->width / 2, true);
        else if (first_of(&set) < 0)
            set = everywhere(w);
        moves->complete = size_of(&set) == w->rules->width * w->rules->height - g->stones;
    }
    if (w->sure && !moves->complete) {
        set = everywhere(w);
        moves->complete = true;
    }
    rank_moves(w, &set, first, moves);
}
