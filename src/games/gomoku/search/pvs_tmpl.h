/* pvs_tmpl.h: principal variation search. */

static int search(struct worker *w, int alpha, int beta, int depth);

/* --- one position ------------------------------------------------------------------------ */

struct node {
    int alpha, beta, depth;
    int best, action; /* action -1: none is better than alpha */
    int eval;
    bool open; /* its window is: it may lie on the line that is expected */
    struct moves moves;
};

/* True: the table says enough, and `value` is it. Otherwise `known` has at least a move to try. */
static bool ask_table(struct worker *w, const struct node *n, struct by_gomoku_known *known,
                      int *value)
{
    *known = (struct by_gomoku_known){.point = NO_POINT};
    if (!by_gomoku_table_find(w->table, w->at.key, known))
        return false;
    *value = from_table(w, known->value);
    bool proven = *value >= PROVEN || *value <= -PROVEN;
    if (known->depth < (w->sure ? SURE : n->depth) && !proven)
        return false;
    if (n->open && !w->sure && !proven)
        return false; /* the line is wanted as well */
    bool enough = (known->bound & BY_GOMOKU_LOWER && (*value >= n->beta || *value >= PROVEN)) ||
                  (known->bound & BY_GOMOKU_UPPER && (*value <= n->alpha || *value <= -PROVEN)) ||
                  known->bound == BY_GOMOKU_EXACT_VALUE;
    if (enough && known->point != NO_POINT) {
        w->line[w->ply][0] = (int16_t)known->point;
        w->line_count[w->ply] = 1;
    }
    return enough;
}

static void keep(struct worker *w, const struct node *n, int window_low)
{
    int bound = n->best >= n->beta     ? BY_GOMOKU_LOWER
                : n->best > window_low ? BY_GOMOKU_EXACT_VALUE
                                       : BY_GOMOKU_UPPER;
    struct by_gomoku_known known = {
        .value = (int16_t)to_table(w, n->best),
        .eval = (int16_t)n->eval,
        .point = n->action < 0 ? NO_POINT : (uint16_t)n->action,
        .depth = (uint8_t)(w->sure ? SURE : at_least(n->depth, 0)),
        .bound = (uint8_t)bound,
    };
    by_gomoku_table_keep(w->table, w->at.key, &known);
}

/* A quiet move that made a cut is tried earlier elsewhere. */
static void praise(struct worker *w, int action, int depth)
{
    int32_t *history = &w->history[w->at.side][action];
    int bonus = at_most(depth * depth * 4, 1024);
    *history += bonus - *history * bonus / 8192;
    int16_t *killer = w->killer[w->ply];
    if (killer[0] != action) {
        killer[1] = killer[0];
        killer[0] = (int16_t)action;
    }
}

/* How many plies less a late move is looked at first. */
static int reduction(const struct node *n, int i, int rank)
{
    if (n->depth < 3 || i < 3 || n->moves.defends || rank >= 1000)
        return 0;
    return 1 + (i >= 8) + (i >= 20) + (n->depth >= 8);
}

/* Moves that are looked at with so little depth left. */
static int enough_moves(int depth)
{
    return depth <= 1 ? 10 : depth == 2 ? 16 : depth == 3 ? 24 : CELLS;
}

static int move_value(struct worker *w, const struct node *n, struct move move, int i)
{
    int low = n->best > n->alpha ? n->best : n->alpha;
    int depth = n->depth - !n->moves.forced, value = low + 1;
    bool whole = i == 0;
    if (!whole) {
        int less = w->sure ? 0 : reduction(n, i, move.rank);
        if (less > 0)
            value = -search(w, -low - 1, -low, depth - less);
        if (value > low)
            value = -search(w, -low - 1, -low, depth);
    }
    if (whole || (value > low && value < n->beta))
        value = -search(w, -n->beta, -low, depth);
    return value;
}

/* All moves of the list. */
static void try_moves(struct worker *w, struct node *n)
{
    struct moves *moves = &n->moves;
    bool quiet = !moves->forced && !moves->defends;
    int most = quiet && !w->sure ? enough_moves(n->depth) : CELLS, tried = 0;
    for (int i = 0; i < moves->count && n->best < n->beta; i++) {
        struct move move = next_move(moves, i);
        if (tried >= most && n->best > -HOPELESS) {
            moves->complete = false;
            break;
        }
        if (!is_allowed(w->shape, &w->at, move.action))
            continue;
        down(w, move.action);
        int value = move_value(w, n, move, tried++);
        up(w, move.action);
        if (w->stopped)
            return;
        if (value <= n->best)
            continue;
        n->best = value;
        if (value > n->alpha) {
            n->action = move.action;
            extend_line(w, move.action);
        }
        if (value >= n->beta && quiet)
            praise(w, move.action, n->depth);
    }
}

/* Nothing to try, or all is lost: what may be said of it. */
static void settle(struct worker *w, struct node *n)
{
    if (n->best == -INF)
        n->best = n->moves.complete && !is_stuck(w->rules, &w->at) ? -win_in(w, 4) : 0;
    if (n->best <= -PROVEN && !n->moves.complete)
        n->best = -HOPELESS + w->ply;
}

#define VCF_LEAF   12 /* nodes: what fails at a leaf is most of the work */
#define VCF_INSIDE 64
#define VCT_FROM   4   /* plies of depth from which threes are tried as well */
#define VCT_INSIDE 16  /* nodes for each of them */
#define VCT_FIRST  512 /* behind a root move so many times less than the work so far */

#include "games/gomoku/search/label_tmpl.h"

/* With no depth left: a win by fours, or what the evaluation says. */
static int leaf(struct worker *w, struct node *n, const struct by_gomoku_known *known)
{
    int plies = win_by_fours(w, VCF_LEAF);
    if (plies > 0) {
        n->best = win_in(w, plies);
        n->action = w->line[w->ply][0];
        return n->best;
    }
    (void)known;
    if (w->job->asked->leaf)
        label_leaf(w);
    return evaluate(w);
}

/* Wins by fours, and with some depth left by threes, inside. True: there is one. */
static bool wins_inside(struct worker *w, struct node *n)
{
    int plies = win_by_fours(w, VCF_INSIDE);
    if (plies == 0 && n->depth >= VCT_FROM && !w->sure &&
        win_by_threats(w, (uint64_t)(n->depth * VCT_INSIDE) +
                              (w->ply == 1 ? w->nodes / VCT_FIRST : 0)))
        plies = HUNT_LENGTH;
    if (plies == 0)
        return false;
    n->best = win_in(w, plies);
    n->action = w->line[w->ply][0];
    n->beta = n->alpha = n->best; /* a bound below: the shortest may be shorter */
    keep(w, n, n->best - 1);
    return true;
}

/* What is known without a search. */
static bool is_known(struct worker *w, int *value)
{
    int plies, action;
    enum outlook standing = look_at_threats(w, &plies, &action);
    if (standing == OPEN) {
        *value = 0;
        return w->at.stones == w->rules->width * w->rules->height;
    }
    *value = standing == WON ? win_in(w, plies) : -win_in(w, plies);
    w->line[w->ply][0] = (int16_t)action;
    w->line_count[w->ply] = 1;
    return true;
}

static int search(struct worker *w, int alpha, int beta, int depth)
{
    struct node n;
    struct by_gomoku_known known;
    int value;
    end_line(w);
    if (is_stopped(w))
        return 0;
    if (is_known(w, &value))
        return value;
    n.alpha = alpha;
    n.beta = beta;
    n.depth = depth;
    n.open = beta - alpha > 1;
    n.best = -INF;
    n.action = -1;
    bool forced = first_of(&w->at.threat[!w->at.side][0]) >= 0;
    if ((depth <= 0 && !forced) || w->ply >= PLIES - 1)
        return leaf(w, &n, &known);
    if (ask_table(w, &n, &known, &value))
        return value;
    n.eval = 0;
    if (!forced && wins_inside(w, &n))
        return n.best;
    list_moves(w, known.point == NO_POINT ? -1 : known.point, &n.moves);
    try_moves(w, &n);
    if (w->stopped)
        return 0;
    settle(w, &n);
    keep(w, &n, alpha);
    return n.best;
}
