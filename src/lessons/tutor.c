/* tutor.c: the steps of a trace, one after the other, against what minimax and alpha-beta do.
 *
 * Inside, all windows and values are MAX's. The nodes that are open are a stack: the window each was entered
 * with, what its children have brought so far, and which were looked at. As every step before was right, what the
 * next one has to be follows from the stack alone. */
#include "lessons/tutor.h"
#include "base/text.h"
#include "lessons/tutor_check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the ends of a first window are looked for: so many positions, and then it is let pass. */
#define RANGE_POSITIONS 300000

bool by_tutor_same(double a, double b)
{
    double size = fabs(a) > 1 ? fabs(a) : 1;
    return a == b || (!isinf(a) && !isinf(b) && fabs(a - b) <= 1e-6 * size);
}

/* --- faults -------------------------------------------------------------------------------- */

/* Steps behind which the trace cannot be followed any further. */
static bool loses_track(enum by_tutor_fault_kind kind)
{
    return kind == BY_TUTOR_FAULT_PLY || kind == BY_TUTOR_FAULT_STILL_OPEN ||
           kind == BY_TUTOR_FAULT_AFTER_END || kind == BY_TUTOR_FAULT_NO_CHILD ||
           kind == BY_TUTOR_FAULT_BELOW_END || kind == BY_TUTOR_FAULT_TOO_DEEP;
}

/* A fault ends the check; who weighs how well the whole trace fits goes on as long as can be. */
static enum by_status wrong(struct by_tutored *c, const struct by_tutor_event *e,
                            enum by_tutor_fault_kind kind, const double *range)
{
    if (!c->weighs)
        return by_tutored_wrong(c, e, kind, range);
    if (loses_track(kind))
        c->tutor->fault.kind = kind;
    return BY_OK;
}

/* One step of those that tell whose the values are. */
static void weigh(struct by_tutored *c, enum by_tutored_evidence what, bool fits)
{
    c->seen[what]++;
    c->missed[what] += !fits;
}

/* --- the stack ---------------------------------------------------------------------------- */

static enum by_status grow(struct by_tutored *c, struct by_error *err)
{
    int room = c->room ? 2 * c->room : 16;
    size_t bytes = c->tutor->rules->position_size;
    struct by_tutored_node *open = realloc(c->open, (size_t)room * sizeof *open);
    if (open)
        c->open = open;
    unsigned char *positions = realloc(c->positions, (size_t)room * bytes);
    if (positions)
        c->positions = positions;
    if (!open || !positions)
        return by_fail_memory(err, (size_t)room * (bytes + sizeof *open));
    c->room = room;
    return BY_OK;
}

static void *position_at(const struct by_tutored *c, int ply)
{
    return c->positions + (size_t)ply * c->tutor->rules->position_size;
}

static double finished(const struct by_tutored *c, int32_t result, int ply)
{
    const struct by_tutor *t = c->tutor;
    double value =
        t->win > 0 ? t->win - (t->sooner ? ply : 0) : fabs((double)result) / t->rules->score_scale;
    int sign = (result > 0) - (result < 0);
    return (c->max_side == 0 ? sign : -sign) * value;
}

/* What the node on top is: over, at the depth limit, or one with moves. */
static enum by_status look(struct by_tutored *c, struct by_tutored_node *o, struct by_error *err)
{
    const struct by_rules *rules = c->tutor->rules;
    const void *position = position_at(c, c->count);
    o->over = rules->game->over(rules, position);
    o->horizon = !o->over && c->tutor->depth > 0 && c->count == c->tutor->depth;
    if (o->over)
        o->value = finished(c, rules->game->result(rules, position), c->count);
    if (o->over || o->horizon)
        return BY_OK;
    o->moves = malloc((size_t)rules->max_moves * sizeof *o->moves);
    o->looked = calloc((size_t)rules->max_moves, sizeof *o->looked);
    if (!o->moves || !o->looked)
        return by_fail_memory(err, (size_t)rules->max_moves * 8);
    o->move_count = c->count == 0 ? by_line_moves(c->tutor->line, o->moves)
                                  : rules->game->moves(rules, position, o->moves);
    return BY_OK;
}

/* The position is in its place: the node becomes the one on top. */
static enum by_status push(struct by_tutored *c, const struct by_tutor_event *e, by_move move,
                           struct by_error *err)
{
    const struct by_rules *rules = c->tutor->rules;
    struct by_tutored_node *o = &c->open[c->count];
    struct by_tutor_node *node = &c->tutor->node[c->tutor->node_count];
    *o = (struct by_tutored_node){.node = c->tutor->node_count, .best_child = -1};
    int side = rules->game->side(rules, position_at(c, c->count));
    o->maximum = side == c->max_side;
    o->turned = c->tutor->values == BY_TUTOR_MOVER && !o->maximum;
    o->alpha = o->turned ? -e->beta : e->alpha;
    o->beta = o->turned ? -e->alpha : e->beta;
    o->best = o->maximum ? -(double)INFINITY : (double)INFINITY;
    o->worst = -o->best;
    enum by_status status = look(c, o, err);
    *node = (struct by_tutor_node){.parent = c->count ? c->open[c->count - 1].node : -1,
                                   .ply = c->count,
                                   .move = move,
                                   .line = e->line,
                                   .side = (uint8_t)side,
                                   .maximum = o->maximum,
                                   .leaf = o->over || o->horizon,
                                   .window = e->window,
                                   .alpha = e->alpha,
                                   .beta = e->beta};
    c->count++;
    c->tutor->node_count++;
    return status;
}

static void pop(struct by_tutored *c)
{
    struct by_tutored_node *o = &c->open[--c->count];
    free(o->moves);
    free(o->looked);
    o->moves = NULL;
    o->looked = NULL;
}

/* --- entering ------------------------------------------------------------------------------- */

/* The smallest and the largest value that can come up, as far as is quickly known. */
static void widen(struct by_tutored *c, const void *position, int ply, int *budget, double range[2])
{
    const struct by_rules *rules = c->tutor->rules;
    if (--*budget < 0)
        return;
    if (rules->game->over(rules, position)) {
        double value = finished(c, rules->game->result(rules, position), ply);
        range[0] = value < range[0] ? value : range[0];
        range[1] = value > range[1] ? value : range[1];
        return;
    }
    if (ply > 200 || (c->tutor->depth > 0 && ply == c->tutor->depth))
        return;
    by_move *moves = malloc((size_t)rules->max_moves * sizeof *moves);
    void *below = malloc(rules->position_size);
    int count = moves && below ? rules->game->moves(rules, position, moves) : 0;
    for (int i = 0; i<count && * budget> 0; i++) {
        memcpy(below, position, rules->position_size);
        rules->game->play(rules, below, moves[i], NULL);
        widen(c, below, ply + 1, budget, range);
    }
    free(moves);
    free(below);
}

static void value_range(struct by_tutored *c, double range[2])
{
    int budget = RANGE_POSITIONS;
    range[0] = (double)INFINITY;
    range[1] = -(double)INFINITY;
    if (c->tutor->rules->game->has_margin && c->tutor->win <= 0) {
        widen(c, by_line_position(c->tutor->line), 0, &budget, range);
    } else {
        range[1] = c->tutor->win > 0 ? c->tutor->win : 1;
        range[0] = -range[1];
    }
}

static enum by_status enter_root(struct by_tutored *c, const struct by_tutor_event *e,
                                 struct by_error *err)
{
    const struct by_rules *rules = c->tutor->rules;
    double range[2];
    if (e->ply != 0)
        return wrong(c, e, BY_TUTOR_FAULT_PLY, NULL);
    if (c->tutor->node_count > 0)
        return wrong(c, e, BY_TUTOR_FAULT_AFTER_END, NULL);
    memcpy(position_at(c, 0), by_line_position(c->tutor->line), rules->position_size);
    enum by_status status = push(c, e, BY_NO_MOVE, err);
    if (status != BY_OK || c->tutor->search == BY_TUTOR_MINIMAX)
        return status;
    if (!e->window)
        return wrong(c, e, BY_TUTOR_FAULT_NO_WINDOW, NULL);
    struct by_tutored_node *o = &c->open[0];
    if (c->weighs || (isinf(o->alpha) && isinf(o->beta) && o->alpha < o->beta))
        return BY_OK;
    value_range(c, range);
    if (!(o->alpha < o->beta) || o->alpha > range[0] || o->beta < range[1])
        return wrong(c, e, BY_TUTOR_FAULT_ROOT_WINDOW, range);
    return BY_OK;
}

struct by_tutored_window by_tutored_now(const struct by_tutored_node *o)
{
    struct by_tutored_window w = {o->alpha, o->beta};
    if (o->maximum && o->best > w.alpha)
        w.alpha = o->best;
    if (!o->maximum && o->best < w.beta)
        w.beta = o->best;
    return w;
}

/* Whether nothing that the node still has can matter: for certain, or at the least in a draw with what the
 * other side has already. */
static bool refuted(const struct by_tutored_node *o)
{
    return o->maximum ? o->best > o->beta : o->best < o->alpha;
}

static bool enough(const struct by_tutored_node *o)
{
    return refuted(o) || by_tutor_same(o->best, o->maximum ? o->beta : o->alpha);
}

/* The node that the step enters is on top already: is its window the one that its parent has now? */
static enum by_status check_window(struct by_tutored *c, const struct by_tutor_event *e)
{
    const struct by_tutored_node *o = &c->open[c->count - 1], *above = o - 1;
    struct by_tutored_window w = by_tutored_now(above);
    if (c->tutor->search == BY_TUTOR_MINIMAX)
        return BY_OK;
    if (!e->window)
        return wrong(c, e, BY_TUTOR_FAULT_NO_WINDOW, NULL);
    bool fits = by_tutor_same(o->alpha, w.alpha) && by_tutor_same(o->beta, w.beta);
    weigh(c, BY_TUTORED_WINDOW, fits);
    return fits ? BY_OK : wrong(c, e, BY_TUTOR_FAULT_WINDOW, NULL);
}

static int find_move(const struct by_tutored_node *o, by_move move)
{
    for (int i = 0; i < o->move_count; i++)
        if (o->moves[i] == move)
            return i;
    return -1;
}

/* What the node above says to a child at all: none below a leaf, no other moves, none twice, none behind a
 * cut. */
static enum by_status check_child(struct by_tutored *c, const struct by_tutor_event *e,
                                  by_move *move)
{
    struct by_tutored_node *above = &c->open[c->count - 1];
    const struct by_rules *rules = c->tutor->rules;
    if (above->over)
        return wrong(c, e, BY_TUTOR_FAULT_BELOW_END, NULL);
    if (above->horizon)
        return wrong(c, e, BY_TUTOR_FAULT_TOO_DEEP, NULL);
    bool known = by_move_read(rules, position_at(c, c->count - 1), e->move, move, NULL) == BY_OK;
    int index = known ? find_move(above, *move) : -1;
    if (index < 0)
        return wrong(c, e, BY_TUTOR_FAULT_NO_CHILD, NULL);
    c->child = *move;
    if (above->looked[index])
        return wrong(c, e, BY_TUTOR_FAULT_TWICE, NULL);
    if (c->tutor->search == BY_TUTOR_ALPHABETA && above->look_count > 0) {
        if (refuted(above))
            return wrong(c, e, BY_TUTOR_FAULT_LATE_CUT, NULL);
        if (enough(above) && !above->went_on) {
            above->went_on = true;
            c->tutor->equal++;
        }
    }
    above->looked[index] = true;
    above->look_count++;
    return BY_OK;
}

static enum by_status enter(struct by_tutored *c, const struct by_tutor_event *e,
                            struct by_error *err)
{
    const struct by_rules *rules = c->tutor->rules;
    by_move move = BY_NO_MOVE;
    enum by_status status = c->count + 1 >= c->room ? grow(c, err) : BY_OK;
    if (status != BY_OK)
        return status;
    if (c->count == 0)
        return enter_root(c, e, err);
    if (e->ply != c->count)
        return wrong(c, e, e->ply < c->count ? BY_TUTOR_FAULT_STILL_OPEN : BY_TUTOR_FAULT_PLY,
                     NULL);
    status = check_child(c, e, &move);
    if (status != BY_OK || c->tutor->fault.kind)
        return status;
    memcpy(position_at(c, c->count), position_at(c, c->count - 1), rules->position_size);
    rules->game->play(rules, position_at(c, c->count), move, NULL);
    status = push(c, e, move, err);
    return status == BY_OK ? check_window(c, e) : status;
}

/* --- leaving -------------------------------------------------------------------------------- */

/* The value, or what a window makes of it: either end may be where a program stops. */
static bool as_found(const struct by_tutored *c, const struct by_tutored_node *o, double found,
                     double value)
{
    double low = found < o->alpha ? o->alpha : found;
    double high = found > o->beta ? o->beta : found;
    double both = low > o->beta ? o->beta : low;
    if (by_tutor_same(value, found))
        return true;
    return c->tutor->search == BY_TUTOR_ALPHABETA &&
           (by_tutor_same(value, low) || by_tutor_same(value, high) || by_tutor_same(value, both));
}

static enum by_status check_leaf(struct by_tutored *c, const struct by_tutor_event *e, double value)
{
    const struct by_tutored_node *o = &c->open[c->count - 1];
    if (o->horizon && c->tutor->own_eval)
        return isinf(value) ? wrong(c, e, BY_TUTOR_FAULT_LEAF, NULL) : BY_OK;
    bool fits = as_found(c, o, o->value, value);
    weigh(c, BY_TUTORED_LEAF, fits);
    if (fits)
        return BY_OK;
    return wrong(c, e,
                 by_tutor_same(value, -o->value) ? BY_TUTOR_FAULT_LEAF_SIGN : BY_TUTOR_FAULT_LEAF,
                 NULL);
}

static enum by_tutor_fault_kind wrong_value(const struct by_tutored_node *o, double value)
{
    if (by_tutor_same(value, o->worst))
        return BY_TUTOR_FAULT_MIN_MAX;
    if (by_tutor_same(value, -o->best) || by_tutor_same(value, -o->worst))
        return BY_TUTOR_FAULT_SIGN;
    if (by_tutor_same(value, o->last))
        return BY_TUTOR_FAULT_LAST_CHILD;
    return (o->maximum ? value > o->best : value < o->best) ? BY_TUTOR_FAULT_TOO_GOOD
                                                            : BY_TUTOR_FAULT_VALUE;
}

static enum by_status check_inner(struct by_tutored *c, const struct by_tutor_event *e,
                                  double value)
{
    struct by_tutored_node *o = &c->open[c->count - 1];
    bool whole = o->look_count == o->move_count;
    bool alphabeta = c->tutor->search == BY_TUTOR_ALPHABETA;
    if (o->look_count == 0)
        return wrong(c, e, BY_TUTOR_FAULT_TOO_SHALLOW, NULL);
    if (!whole && !alphabeta)
        return wrong(c, e, BY_TUTOR_FAULT_SKIPPED, NULL);
    if (!whole && !enough(o))
        return wrong(c, e, BY_TUTOR_FAULT_EARLY_CUT, NULL);
    c->tutor->cuts += !whole;
    c->tutor->node[o->node].cut = !whole;
    bool fits = as_found(c, o, o->best, value);
    weigh(c, BY_TUTORED_VALUE, fits);
    return fits ? BY_OK : wrong(c, e, wrong_value(o, value), NULL);
}

/* On leaving, a program prints the window as it came in, as it has become, or as it was before the last
 * child. */
static bool window_fits(const struct by_tutored_node *o, const struct by_tutor_event *e)
{
    double alpha = o->turned ? -e->beta : e->alpha, beta = o->turned ? -e->alpha : e->beta;
    struct by_tutored_window now = by_tutored_now(o);
    struct by_tutored_node before = *o;
    before.best = o->best_before;
    struct by_tutored_window was = o->look_count > 1 ? by_tutored_now(&before) : now;
    bool low = by_tutor_same(alpha, o->alpha) || by_tutor_same(alpha, now.alpha) ||
               by_tutor_same(alpha, was.alpha);
    bool high = by_tutor_same(beta, o->beta) || by_tutor_same(beta, now.beta) ||
                by_tutor_same(beta, was.beta);
    return !e->window || (low && high);
}

/* What the child that is left brings to the node above it. */
static void bring(struct by_tutored_node *above, const struct by_tutored_node *o, double value)
{
    bool better = above->maximum ? value > above->best : value < above->best;
    bool worse = above->maximum ? value < above->worst : value > above->worst;
    above->best_before = above->best;
    if (better) {
        above->best = value;
        above->best_child = o->node;
    }
    if (worse)
        above->worst = value;
    above->last = value;
    above->last_child = o->node;
}

static enum by_status leave(struct by_tutored *c, const struct by_tutor_event *e)
{
    struct by_tutored_node *o = &c->open[c->count - 1];
    struct by_tutor_node *node = &c->tutor->node[o->node];
    double value = o->turned ? -e->value : e->value;
    node->left = e->line;
    node->value = e->value;
    c->tutor->leaves += node->leaf;
    enum by_status status = node->leaf ? check_leaf(c, e, value) : check_inner(c, e, value);
    if (status != BY_OK || c->tutor->fault.kind)
        return status;
    if (c->tutor->search == BY_TUTOR_ALPHABETA && !window_fits(o, e))
        return wrong(c, e, BY_TUTOR_FAULT_LEFT_WINDOW, NULL);
    if (c->count > 1)
        bring(o - 1, o, value);
    else
        c->tutor->value = e->value;
    pop(c);
    return BY_OK;
}

/* --- the whole trace -------------------------------------------------------------------------- */

/* A number for the node on top leaves it; for any other one it is a leaf that is entered and left at
 * once. */
static bool leaves_top(const struct by_tutored *c, const struct by_tutor_event *e)
{
    return c->count > 0 && !e->enters && e->ply == c->count - 1;
}

static bool names_top(const struct by_tutored *c, const struct by_tutor_event *e)
{
    by_move move;
    if (c->count == 1)
        return true;
    return by_move_read(c->tutor->rules, position_at(c, c->count - 2), e->move, &move, NULL) ==
               BY_OK &&
           move == c->tutor->node[c->open[c->count - 1].node].move;
}

static enum by_status step(struct by_tutored *c, const struct by_tutor_event *e,
                           struct by_error *err)
{
    if (leaves_top(c, e))
        return names_top(c, e) ? leave(c, e) : wrong(c, e, BY_TUTOR_FAULT_STILL_OPEN, NULL);
    enum by_status status = enter(c, e, err);
    if (status == BY_OK && !e->enters && !c->tutor->fault.kind)
        status = leave(c, e);
    return status;
}

/* How badly the trace fits from its beginning to its end: in how many kinds of numbers it has wrong ones at all, as one
 * fault seldom spoils more than one kind; then which part of them is wrong. Leaves count less: a program that turns
 * their sign is wrong in all of them. */
static double misfit(const struct by_tutored *c)
{
    static const double weight[BY_TUTORED_EVIDENCES] = {
        [BY_TUTORED_LEAF] = 0.06, [BY_TUTORED_WINDOW] = 0.1, [BY_TUTORED_VALUE] = 0.1};
    double sum = 0;
    for (int i = 0; i < BY_TUTORED_EVIDENCES; i++)
        if (c->missed[i] > 0)
            sum += 1 + weight[i] * c->missed[i] / c->seen[i];
    return sum;
}

/* Up to the first fault; with `out`, past faults as well, for how badly it fits. */
static enum by_status check(struct by_tutor *tutor, double *out, struct by_error *err)
{
    struct by_tutored c = {.tutor = tutor, .weighs = out != NULL};
    enum by_status status = BY_OK;
    tutor->node_count = tutor->leaves = tutor->cuts = tutor->equal = 0;
    tutor->fault = (struct by_tutor_fault){.node = -1};
    c.max_side = tutor->values == BY_TUTOR_MAX ? 0 : by_line_side(tutor->line);
    for (int i = 0; i < tutor->event_count && status == BY_OK && !tutor->fault.kind; i++)
        status = step(&c, &tutor->event[i], err);
    if (status == BY_OK && !tutor->fault.kind && c.count > 0)
        status = wrong(&c, &tutor->event[tutor->event_count - 1], BY_TUTOR_FAULT_UNFINISHED, NULL);
    if (out)
        *out = misfit(&c);
    while (c.count > 0)
        pop(&c);
    free(c.open);
    free(c.positions);
    return status;
}

/* Whose the values are nobody said: whichever is right; else the one that the whole trace fits best, and of equal ones
 * the one that is right for longest. */
static enum by_status recognise(struct by_tutor *tutor, struct by_error *err)
{
    int longest = -1, most = by_line_side(tutor->line) == 1 ? BY_TUTOR_ROOT : BY_TUTOR_MOVER;
    double least = (double)INFINITY, found = 0;
    enum by_tutor_values best = BY_TUTOR_MAX;
    for (int i = BY_TUTOR_MAX; i <= most; i++) {
        tutor->values = (enum by_tutor_values)i;
        enum by_status status = check(tutor, NULL, err);
        if (status != BY_OK || tutor->fault.kind == BY_TUTOR_RIGHT)
            return status;
        int line = tutor->fault.line;
        status = check(tutor, &found, err);
        if (status != BY_OK)
            return status;
        if (found < least || (found <= least && line > longest)) {
            least = found;
            longest = line;
            best = tutor->values;
        }
    }
    tutor->values = best;
    return check(tutor, NULL, err);
}

enum by_status by_tutor_open(struct by_tutor *tutor, const char *text, size_t size,
                             const struct by_tutor_said *said, struct by_error *err)
{
    *tutor = (struct by_tutor){.fault = {.node = -1}};
    for (int key = 0; said && key < BY_TUTOR_KEYS; key++)
        tutor->said[key] = said->text[key];
    enum by_status status = by_tutor_read(tutor, text, size, err);
    if (status == BY_OK)
        status = by_tutor_settle(tutor, err);
    if (status != BY_OK)
        return status;
    tutor->node = calloc((size_t)tutor->event_count, sizeof *tutor->node);
    if (!tutor->node)
        return by_fail_memory(err, (size_t)tutor->event_count * sizeof *tutor->node);
    return tutor->values_said ? check(tutor, NULL, err) : recognise(tutor, err);
}

void by_tutor_close(struct by_tutor *tutor)
{
    by_line_close(tutor->line);
    by_rules_close(tutor->rules);
    free(tutor->scratch);
    free(tutor->text);
    free(tutor->event);
    free(tutor->node);
    *tutor = (struct by_tutor){.line = NULL};
}
