/* threat_tmpl.h: wins by threats, one position at a time: what the attacker may do, and what can
 * stop him; a part of board_tmpl.h, behind fours_tmpl.h. The search over it is threat_search_tmpl.h.
 *
 * A threat is a stone after which the attacker would win by force if he could move again: a four
 * (five is next) or, where threes are asked for, a three (an open four is next). The attacker makes
 * nothing else, unless he must stop a five. What the opponent can do about it is few, and listed
 * completely:
 * - against a four, the point of the five. There are two: it is won;
 * - against a three, for each open four that could come next: its point, and the two points beside
 *   it where five would be. A stone that does not stop all open fours stops none: so he must play
 *   on a point that all of them have in common. Or he makes fours of his own first;
 * - who makes five has won, whatever else stands there.
 * In Renju X's fours and threes count only where X may play, and O may stop X's open four by making
 * its point forbidden, too, from far away; a four of O that X may not stop has won. */

struct choices {
    int count;
    by_move move[CELLS];
};

enum outlook { OPEN, WON, LOST }; /* for the attacker */

struct hunt {
    const struct by_rules *rules;
    struct gomoku at;
    int attacker;
    bool threes; /* threes are threats, too */
    uint64_t nodes, most_nodes;
    bool gave_up; /* there were not enough nodes, or somebody said stop */
    bool cut;     /* a line was longer than any that is looked at */
    bool (*tell)(void *context, uint64_t nodes);
    void *context;
    struct by_hunt_entry *table;
    size_t table_mask;             /* groups of entries, a power of two, less one */
    struct by_line_changes *lines; /* LINES_KEPT of them */
};

/* --- sets ---------------------------------------------------------------------------- */

static inline bool is_none(const struct set *set)
{
    return first_of(set) < 0;
}

static inline void keep_common(struct set *set, const struct set *with)
{
    for (int i = 0; i < WORDS; i++)
        set->word[i] &= with->word[i];
}

static inline struct set whole_set(void)
{
    struct set set;
    memset(&set, 0xff, sizeof set);
    return set;
}

/* --- open fours that may come ----------------------------------------------------------- */

static inline bool must_be_exact(const struct by_gomoku_shape *shape, int player)
{
    return shape->rule == BY_GOMOKU_EXACT || (shape->rule == BY_GOMOKU_RENJU && player == 0);
}

/* Of the open fours that a stone of `player` on `at` makes in one direction: the two points of the
 * five of the last one, and in `stops` what stops every one of them. False: there is none. */
static bool look_at_row(const struct by_gomoku_shape *shape, const struct gomoku *gomoku,
                        int player, int at, int d, struct set *stops, by_move ends[2])
{
    struct by_gomoku_place place = shape->place[d][at];
    int i = place.at + BY_GOMOKU_REACH;
    uint64_t own = gomoku->lines.of[player][d][place.line] | UINT64_C(1) << i;
    uint64_t taken = own | gomoku->lines.of[!player][d][place.line] | shape->border[d][place.line];
    bool exact = must_be_exact(shape, player), found = false;
    for (int low = i - 3; low <= i; low++) {
        if ((own >> low & 15) != 15 || (taken >> (low - 1) & 1) || (taken >> (low + 4) & 1) ||
            (exact && ((own >> (low - 2) & 1) || (own >> (low + 5) & 1))))
            continue;
        struct set row = {{0}};
        ends[0] = at + (low - 1 - i) * shape->step[d];
        ends[1] = at + (low + 4 - i) * shape->step[d];
        put_in(&row, at, true);
        put_in(&row, ends[0], true);
        put_in(&row, ends[1], true);
        keep_common(stops, &row);
        found = true;
    }
    return found;
}

/* Does a stone of X on `at` make rows in two directions that might be threes? Only then may a stone
 * of O, wherever it stands, turn it into a forbidden one. */
static bool is_near_forbidden(const struct by_gomoku_shape *shape, const struct gomoku *gomoku,
                              int at)
{
    int threes = 0;
    bool five = false;
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        threes += row_at(shape, &gomoku->lines, at, d, &five).three != 0;
    return threes >= 2;
}

static void add_forbidding(const struct hunt *h, int at, struct set *stops)
{
    const struct by_gomoku_shape *shape = h->rules->data;
    struct lines lines = h->at.lines;
    for (int i = 0; i < h->rules->width * h->rules->height; i++) {
        if (h->at.cell[shape->spot[i]] != EMPTY || i == at)
            continue;
        toggle_lines(shape, &lines, i, 1);
        if (judge(shape, &lines, at) == FORBIDDEN)
            put_in(stops, i, true);
        toggle_lines(shape, &lines, i, 1);
    }
}

/* What stops the open four that `player` may make on `at`; `ends` as above. */
static struct set stops_of(const struct hunt *h, int player, int at, by_move ends[2])
{
    const struct by_gomoku_shape *shape = h->rules->data;
    struct set stops = whole_set();
    for (int d = 0; d < BY_GOMOKU_DIRECTIONS; d++)
        if (h->at.pattern[at][player][d] == BY_GOMOKU_FOUR)
            (void)look_at_row(shape, &h->at, player, at, d, &stops, ends);
    if (shape->rule == BY_GOMOKU_RENJU && player == 0 && is_near_forbidden(shape, &h->at, at))
        add_forbidding(h, at, &stops);
    return stops;
}

/* May `player` play on an empty point that makes no five? */
static inline bool may_play_on(const struct hunt *h, int player, int at)
{
    const struct by_gomoku_shape *shape = h->rules->data;
    if (shape->rule != BY_GOMOKU_RENJU || player == 1)
        return true;
    struct lines lines = h->at.lines;
    return judge(shape, &lines, at) != FORBIDDEN;
}

/* A point where `player` may make an open four; -1: there is none. */
static int open_four_of(const struct hunt *h, int player)
{
    const struct set *fours = &h->at.threat[player][1];
    for (int i = 0; i < WORDS; i++)
        for (uint64_t word = fours->word[i]; word; word &= word - 1)
            if (may_play_on(h, player, 64 * i + by_bits_first(word)))
                return 64 * i + by_bits_first(word);
    return -1;
}

/* The points that stop every open four that `player` may make next; all points when he may make
 * none: then the return value is false. */
static bool stops_of_all(const struct hunt *h, int player, struct set *stops)
{
    const struct set *fours = &h->at.threat[player][1];
    bool found = false;
    *stops = whole_set();
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t word = fours->word[i]; word; word &= word - 1) {
            int at = 64 * i + by_bits_first(word);
            by_move ends[2];
            if (!may_play_on(h, player, at))
                continue;
            struct set here = stops_of(h, player, at, ends);
            keep_common(stops, &here);
            found = true;
        }
    }
    return found;
}

/* --- lists ----------------------------------------------------------------------------- */

static void add_choices(const struct hunt *h, const struct set *set, struct choices *out)
{
    int player = h->at.side;
    int count = best_in(h->rules->data, &h->at, set, CELLS - out->count, out->move + out->count);
    for (int i = out->count, end = out->count + count; i < end; i++)
        if (may_play_on(h, player, out->move[i]))
            out->move[out->count++] = out->move[i];
}

/* The attacker is to move. */
static enum outlook look_for_attacker(const struct hunt *h, struct choices *out)
{
    int me = h->attacker;
    const struct set *mine = h->at.threat[me], *theirs = h->at.threat[!me];
    struct set stops;
    out->count = 0;
    if (!is_none(&mine[0]))
        return WON;
    if (!is_none(&theirs[0])) {
        int must = first_of(&theirs[0]);
        if (size_of(&theirs[0]) > 1 || !may_play_on(h, me, must))
            return LOST;
        out->move[out->count++] = must;
        return OPEN;
    }
    if (open_four_of(h, me) >= 0)
        return WON;
    add_choices(h, &mine[2], out);
    if (h->threes && !is_none(&mine[3])) {
        struct set threes = mine[3];
        if (stops_of_all(h, !me, &stops)) /* else his open four is there first */
            keep_common(&threes, &stops);
        add_choices(h, &threes, out);
    }
    return out->count > 0 ? OPEN : LOST;
}

/* In Renju X may have no move left: that is a draw, and no win of O. */
static enum outlook unless_stuck(const struct hunt *h)
{
    return is_stuck(h->rules, &h->at) ? LOST : WON;
}

/* The attacker has made a four, and the opponent no five. */
static enum outlook look_at_four(const struct hunt *h, struct choices *out)
{
    const struct set *fives = &h->at.threat[h->attacker][0];
    int must = first_of(fives);
    if (size_of(fives) > 1 || !may_play_on(h, !h->attacker, must))
        return unless_stuck(h);
    out->move[out->count++] = must;
    return OPEN;
}

/* The opponent is to move. */
static enum outlook look_for_defender(const struct hunt *h, struct choices *out)
{
    int me = h->attacker;
    const struct set *mine = h->at.threat[me], *theirs = h->at.threat[!me];
    struct set stops;
    out->count = 0;
    if (!is_none(&theirs[0]))
        return LOST;
    if (!is_none(&mine[0]))
        return look_at_four(h, out);
    if (!h->threes || !stops_of_all(h, me, &stops))
        return LOST;
    join(&stops, &theirs[1]);
    join(&stops, &theirs[2]);
    add_choices(h, &stops, out);
    return out->count > 0 ? OPEN : unless_stuck(h);
}

static enum outlook look_around(const struct hunt *h, struct choices *out)
{
    return h->at.side == h->attacker ? look_for_attacker(h, out) : look_for_defender(h, out);
}
