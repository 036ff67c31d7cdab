/* vcf_tmpl.h: wins by fours as the search asks for them at every position: on its own board, with few
 * nodes, and with the positions that led nowhere remembered for as long as it runs. */

#define LEFT_MASK UINT64_C(63)

static inline uint64_t *failed_at(struct worker *w)
{
    return &w->no_fours[w->at.key >> 6 & (NO_FOURS - 1)];
}

struct vcf {
    uint64_t most_nodes; /* of the worker, when there must be an end to it */
    bool gave_up;
};

static int vcf(struct worker *w, struct vcf *v, int left, int16_t *line);

/* After a stone that was to make a four: plies from the answer to five; 0: it is no win. */
static int vcf_answer(struct worker *w, struct vcf *v, int left, int16_t *line)
{
    const struct gomoku *g = &w->at;
    struct set fives = g->threat[!g->side][0];
    int answer = first_of(&fives);
    if (answer < 0)
        return 0;
    line[0] = line[1] = (int16_t)answer;
    if (!is_allowed(w->shape, g, answer))
        return is_stuck(w->rules, g) ? 0 : 2;
    put_in(&fives, answer, false);
    int second = first_of(&fives);
    if (second >= 0) {
        line[1] = (int16_t)second;
        return 2;
    }
    down_four(w, answer);
    int length = vcf(w, v, left, line + 1);
    up_four(w, answer);
    return length > 0 ? length + 1 : 0;
}

/* Where a four can be made; where the opponent threatens five, there only. */
static int list_vcf(const struct worker *w, by_move *out)
{
    const struct gomoku *g = &w->at;
    const struct set *mine = g->threat[g->side], *theirs = g->threat[!g->side];
    int must = first_of(&theirs[0]);
    if (must >= 0) {
        out[0] = must;
        return size_of(&theirs[0]) == 1 && (is_in(&mine[1], must) || is_in(&mine[2], must));
    }
    int count = list_of(&mine[1], out);
    if (count > 0)
        return count;
    return best_in(w->shape, g, &mine[2], CELLS, out);
}

/* A win of the side to move by at most `left` fours and fives of its own, written to `line` (two
 * plies for each of them): how many plies it takes; 0: none was found. */
static int vcf(struct worker *w, struct vcf *v, int left, int16_t *line)
{
    const struct gomoku *g = &w->at;
    int five = first_of(&g->threat[g->side][0]);
    if (five >= 0) {
        line[0] = (int16_t)five;
        return 1;
    }
    uint64_t *failed = failed_at(w), key = g->key & ~LEFT_MASK;
    if (left < 2 || ((*failed & ~LEFT_MASK) == key && (*failed & LEFT_MASK) >= (uint64_t)left))
        return 0;
    by_move list[CELLS];
    int count = list_vcf(w, list), length = 0;
    for (int i = 0; i < count && length == 0; i++) {
        if (w->nodes >= v->most_nodes) {
            v->gave_up = true;
            return 0;
        }
        if (!is_allowed(w->shape, g, list[i]))
            continue;
        line[0] = (int16_t)list[i];
        down_four(w, list[i]);
        length = vcf_answer(w, v, left - 1, line + 1);
        up_four(w, list[i]);
    }
    if (length == 0 && !v->gave_up)
        *failed = key | (uint64_t)left;
    return length > 0 ? length + 1 : 0;
}

/* Asks for one with so many nodes at most; the line is the one expected here. Plies, or 0. */
static int win_by_fours(struct worker *w, int nodes)
{
    const struct set *mine = w->at.threat[w->at.side];
    int16_t line[2 * VCF_MOVES + 2];
    if (first_of(&mine[1]) < 0 && first_of(&mine[2]) < 0)
        return 0;
    struct vcf v = {.most_nodes = w->nodes + (uint64_t)nodes};
    int length = vcf(w, &v, VCF_MOVES, line);
    if (length > 0) {
        w->line_count[w->ply] = at_most(length, BY_PV_MAX);
        memcpy(w->line[w->ply], line, (size_t)w->line_count[w->ply] * sizeof *line);
    }
    return length;
}

/* --- wins by fours and threes ----------------------------------------------------------------- */

#define HUNT_LENGTH 100 /* plies that such a win is said to take: how many it does is not known */

/* A long hunt looks up, too; false: stop. */
static bool look_up_hunting(void *context, uint64_t nodes)
{
    struct worker *w = context;
    (void)nodes;
    return !look_up(w);
}

/* Asks for one with so many nodes at most; true: it is proven, and the line begins with it. */
static bool win_by_threats(struct worker *w, uint64_t nodes)
{
    by_move move;
    enum outlook outlook = hunt_from(&w->hunt, &w->at, true, nodes, &move);
    w->nodes += w->hunt.nodes;
    if (outlook != WON || move < 0)
        return false;
    w->line[w->ply][0] = (int16_t)move;
    w->line_count[w->ply] = 1;
    return true;
}
