/* fours_tmpl.h: what a search may ask of a position beside its value: the moves worth a look, and
 * a win by fours; a part of board_tmpl.h.
 *
 * A win by fours (GOM's check mate function): a player who makes a four threatens five, so the
 * opponent must answer where the five would be. The player goes on with the next four, until a
 * stone makes two fives possible at once. Such a line has no branches for the opponent, so it can
 * be followed far: only the points where the player makes a four, which the board keeps in sets,
 * and one answer to each. */

/* --- sets of points ------------------------------------------------------------------ */

static inline int first_of(const struct set *set)
{
    for (int i = 0; i < WORDS; i++)
        if (set->word[i])
            return 64 * i + by_bits_first(set->word[i]);
    return -1;
}

static inline bool is_in(const struct set *set, int i)
{
    return set->word[i / 64] >> (i % 64) & 1;
}

static void join(struct set *set, const struct set *with)
{
    for (int i = 0; i < WORDS; i++)
        set->word[i] |= with->word[i];
}

/* --- the moves worth a look ---------------------------------------------------------- */

/* Attack plus defence (GOM 2.4); of equal points the one with the lower action. */
static inline int64_t worth_of(const struct by_gomoku_shape *shape, const struct gomoku *gomoku,
                               int action)
{
    int64_t attack = score_of(shape, gomoku->pattern[action][gomoku->side]);
    int64_t defence = score_of(shape, gomoku->pattern[action][!gomoku->side]);
    return (attack + defence) * CELLS + CELLS - 1 - action;
}

/* The best `most` points of a set, best first: those that have places are kept sorted. */
static int best_in(const struct by_gomoku_shape *shape, const struct gomoku *gomoku,
                   const struct set *set, int most, by_move *out)
{
    int64_t worth[CELLS];
    int count = 0;
    for (int i = 0; i < WORDS; i++) {
        for (uint64_t word = set->word[i]; word; word &= word - 1) {
            int action = 64 * i + by_bits_first(word);
            int64_t here = worth_of(shape, gomoku, action);
            if (count == most && here <= worth[most - 1])
                continue;
            int place = count < most ? count++ : most - 1;
            for (; place > 0 && worth[place - 1] < here; place--) {
                worth[place] = worth[place - 1];
                out[place] = out[place - 1];
            }
            worth[place] = here;
            out[place] = action;
        }
    }
    return count;
}

/* Whether the player who is not to move may make an open four. */
static bool threatens_four(const struct by_gomoku_shape *shape, const struct gomoku *gomoku)
{
    const struct set *fours = &gomoku->threat[!gomoku->side][1];
    struct lines lines = gomoku->lines;
    bool judged = shape->rule == BY_GOMOKU_RENJU && gomoku->side == 1;
    for (int i = 0; i < WORDS; i++)
        for (uint64_t word = fours->word[i]; word; word &= word - 1)
            if (!judged || judge(shape, &lines, 64 * i + by_bits_first(word)) != FORBIDDEN)
                return true;
    return false;
}

/* The points among which the move must be, if it is not to lose by force at once: five; else
 * where the opponent makes five; else an open four, which wins; else, where the opponent would
 * make one, own fours and all points of the lines that would hold it (there the opponent makes a
 * four of some kind); else the active moves. */
static struct set points_to_rank(const struct by_gomoku_shape *shape, const struct gomoku *gomoku)
{
    const struct set *mine = gomoku->threat[gomoku->side];
    const struct set *theirs = gomoku->threat[!gomoku->side];
    if (first_of(&mine[0]) >= 0)
        return mine[0];
    if (first_of(&theirs[0]) >= 0)
        return theirs[0];
    if (first_of(&mine[1]) >= 0)
        return mine[1];
    if (first_of(&theirs[1]) < 0 || !threatens_four(shape, gomoku))
        return gomoku->active;
    struct set set = mine[2];
    join(&set, &theirs[1]);
    join(&set, &theirs[2]);
    return set;
}

static int rank_set(const struct by_gomoku_shape *shape, const struct gomoku *gomoku,
                    const struct set *set, int most, by_move *out)
{
    if (!has_forbidden(shape, gomoku))
        return best_in(shape, gomoku, set, most, out);
    by_move all[CELLS];
    int count = keep_allowed(shape, gomoku, all, best_in(shape, gomoku, set, CELLS, all));
    count = at_most(count, most);
    memcpy(out, all, (size_t)count * sizeof *out);
    return count;
}

/* Where no point of the sets will do (an empty board, everything forbidden) any legal move must:
 * the middle one of the list. */
static int rank(const struct by_rules *rules, const void *position, int most, by_move *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    const struct gomoku *gomoku = position;
    struct set set = points_to_rank(shape, gomoku);
    int count = rank_set(shape, gomoku, &set, most, out);
    if (count == 0)
        count = rank_set(shape, gomoku, &gomoku->active, most, out);
    if (count > 0)
        return count;
    by_move all[CELLS];
    count = moves(rules, position, all);
    out[0] = all[count / 2];
    return 1;
}

/* Whether a set of points_to_rank other than the active moves holds a best move for certain. In Renju
 * a white stone may forbid a point to X, and so spoil a four from afar: there a four of X that stands
 * against white says nothing. */
static bool are_urgent(const struct by_gomoku_shape *shape, const struct gomoku *gomoku)
{
    const struct set *mine = gomoku->threat[gomoku->side];
    const struct set *theirs = gomoku->threat[!gomoku->side];
    if (first_of(&mine[0]) >= 0 || first_of(&theirs[0]) >= 0)
        return true;
    if (shape->rule == BY_GOMOKU_RENJU)
        return false;
    return first_of(&mine[1]) >= 0 || first_of(&theirs[1]) >= 0;
}

static int urgent(const struct by_rules *rules, const void *position, by_move *out)
{
    const struct by_gomoku_shape *shape = rules->data;
    const struct gomoku *gomoku = position;
    if (!are_urgent(shape, gomoku))
        return 0;
    struct set set = points_to_rank(shape, gomoku);
    return rank_set(shape, gomoku, &set, CELLS, out);
}

/* --- a win by fours ------------------------------------------------------------------- */

/* Positions from which there was no win, by their keys: fours can be made in any order, and most
 * orders lead to the same stones. The lowest bits say how many moves were left to the player. */
#define FAILED      256
#define FAILED_LEFT UINT64_C(127)

struct fours {
    const struct by_rules *rules;
    struct by_forced *out;
    bool gave_up; /* there were not enough nodes */
    struct gomoku at;
    uint64_t failed[FAILED];
};

static inline void put_stone(struct fours *f, int action)
{
    change_stone(f->rules->data, &f->at, action, f->at.side, STONE + f->at.side);
    f->at.side ^= 1;
    f->out->nodes++;
}

static inline void take_stone(struct fours *f, int action)
{
    f->at.side ^= 1;
    change_stone(f->rules->data, &f->at, action, f->at.side, EMPTY);
}

static bool has_failed(const struct fours *f, int left)
{
    uint64_t entry = f->failed[f->at.key >> 7 & (FAILED - 1)];
    return ((entry ^ f->at.key) & ~FAILED_LEFT) == 0 && (entry & FAILED_LEFT) >= (uint64_t)left;
}

static void note_failed(struct fours *f, int left)
{
    f->failed[f->at.key >> 7 & (FAILED - 1)] = (f->at.key & ~FAILED_LEFT) | (uint64_t)left;
}

static int seek(struct fours *f, int left, by_move *line);

/* The opponent may not play on the point where he must: he may as well play anywhere else, if
 * there is a point for him at all. */
static int any_answer(struct fours *f)
{
    by_move all[CELLS];
    return is_stuck(f->rules, &f->at) ? -1 : (moves(f->rules, &f->at, all), all[0]);
}

/* After a stone that was to make a four, with the opponent to move: the rest of a winning line
 * from the answer on. Returns its plies, 0: it was none. The opponent makes no five: he could not
 * before, or the stone stands where he could. */
static int follow_four(struct fours *f, int left, by_move *line)
{
    const struct by_gomoku_shape *shape = f->rules->data;
    struct set fives = f->at.threat[!f->at.side][0];
    int answer = first_of(&fives);
    if (answer < 0)
        return 0;
    line[0] = answer;
    line[1] = answer;
    if (!is_allowed(shape, &f->at, answer)) {
        line[0] = any_answer(f);
        return line[0] < 0 ? 0 : 2;
    }
    put_in(&fives, answer, false);
    int second = first_of(&fives);
    if (second >= 0) {
        line[1] = second;
        return 2;
    }
    put_stone(f, answer);
    int length = seek(f, left, line + 1);
    take_stone(f, answer);
    return length > 0 ? length + 1 : 0;
}

/* The points to try: open fours, then the others, those with more beside them first. Where the
 * opponent threatens five the four must be made there. */
static int list_fours(const struct fours *f, by_move *out)
{
    const struct by_gomoku_shape *shape = f->rules->data;
    const struct set *mine = f->at.threat[f->at.side], *theirs = f->at.threat[!f->at.side];
    int must = first_of(&theirs[0]);
    if (must >= 0) {
        out[0] = must;
        return size_of(&theirs[0]) == 1 && (is_in(&mine[1], must) || is_in(&mine[2], must));
    }
    int count = best_in(shape, &f->at, &mine[1], CELLS, out);
    return count + best_in(shape, &f->at, &mine[2], CELLS - count, out + count);
}

/* A win of the side to move with at most `left` moves. Returns its plies; 0: there is none. */
static int seek(struct fours *f, int left, by_move *line)
{
    const struct by_gomoku_shape *shape = f->rules->data;
    by_move list[CELLS];
    int five = first_of(&f->at.threat[f->at.side][0]);
    if (five >= 0) {
        line[0] = five;
        return 1;
    }
    if (left < 2 || has_failed(f, left))
        return 0;
    int count = list_fours(f, list), length = 0;
    for (int i = 0; i < count && length == 0; i++) {
        if (f->out->nodes + 2 > f->out->most_nodes) { /* a four and its answer */
            f->gave_up = true;
            return 0;
        }
        if (!is_allowed(shape, &f->at, list[i]))
            continue;
        line[0] = list[i];
        put_stone(f, list[i]);
        length = follow_four(f, left - 1, line + 1);
        take_stone(f, list[i]);
    }
    if (length == 0 && !f->gave_up)
        note_failed(f, left);
    return length > 0 ? length + 1 : 0;
}

static bool forced_win(const struct by_rules *rules, const void *position, struct by_forced *out)
{
    const struct gomoku *gomoku = position;
    const struct set *mine = gomoku->threat[gomoku->side];
    out->nodes = 0;
    out->length = 0;
    if (first_of(&mine[0]) < 0 && first_of(&mine[1]) < 0 && first_of(&mine[2]) < 0)
        return false;
    struct fours f;
    f.rules = rules;
    f.out = out;
    f.gave_up = false;
    f.at = *gomoku;
    memset(f.failed, 0, sizeof f.failed);
    out->length = seek(&f, at_most(out->most_moves, BY_FORCED_MOVES), out->line);
    return out->length > 0;
}
