/* tutor_words.c: a wrong step in one sentence: what was done, what minimax or alpha-beta does, and why. */
#include "base/text.h"
#include "games/value.h"
#include "lessons/tutor.h"
#include "lessons/tutor_check.h"

#include <math.h>
#include <string.h>

#define NAME   96 /* a node's name in a sentence; longer ways are told by their length */
#define SPAN   64 /* a window */
#define FIGURE 32

static const char *const fault_names[] = {
    NULL,
#define BY_TUTOR_FAULT(id, name) name,
#include "lessons/tutor_faults.def"
#undef BY_TUTOR_FAULT
};

const char *by_tutor_fault_name(enum by_tutor_fault_kind kind)
{
    return fault_names[kind];
}

const char *by_tutor_search_name(enum by_tutor_search search)
{
    return search == BY_TUTOR_MINIMAX ? "minimax" : "alphabeta";
}

const char *by_tutor_values_name(enum by_tutor_values values)
{
    return values == BY_TUTOR_MAX ? "max" : values == BY_TUTOR_MOVER ? "mover" : "root";
}

void by_tutor_number(double value, struct by_text *out)
{
    if (isinf(value))
        by_text_add(out, value < 0 ? "-inf" : "inf");
    else
        by_write_number(value, 6, out);
}

/* --- names -------------------------------------------------------------------------------- */

/* Moves are written by the position before them, which is found on the way down. */
struct way {
    const struct by_tutor *tutor;
    struct by_text *out;
    void *position;
};

static void put_way(struct way *w, int node)
{
    const struct by_tutor_node *n = &w->tutor->node[node];
    const struct by_rules *rules = w->tutor->rules;
    if (n->parent < 0)
        return;
    put_way(w, n->parent);
    if (w->tutor->node[n->parent].parent >= 0)
        by_text_char(w->out, '.');
    rules->game->write_move(rules, w->position, n->move, w->out);
    rules->game->play(rules, w->position, n->move, NULL);
}

void by_tutor_way(const struct by_tutor *tutor, int node, struct by_text *out)
{
    struct way w = {tutor, out, tutor->scratch};
    memcpy(w.position, by_line_position(tutor->line), tutor->rules->position_size);
    put_way(&w, node);
}

static const char *name_of(const struct by_tutored *c, int node, char buffer[NAME])
{
    struct by_text out = by_text_over(buffer, NAME);
    if (c->tutor->node[node].parent < 0) {
        by_text_add(&out, "the root");
        return buffer;
    }
    by_text_add(&out, "node ");
    by_tutor_way(c->tutor, node, &out);
    if (out.length >= NAME) {
        out = by_text_over(buffer, NAME);
        by_text_format(&out, "the node at ply %d", c->tutor->node[node].ply);
    }
    return buffer;
}

/* The child that a step names, below the node on top; it need not be one. */
static const char *child_name(const struct by_tutored *c, const char *move, char buffer[NAME])
{
    char quoted[BY_QUOTE_SIZE];
    const struct by_tutored_node *top = &c->open[c->count - 1];
    struct by_text out = by_text_over(buffer, NAME);
    by_text_add(&out, "node ");
    by_tutor_way(c->tutor, top->node, &out);
    by_text_format(&out, "%s%s", c->count > 1 ? "." : "", by_quote(move, quoted));
    if (out.length >= NAME) {
        out = by_text_over(buffer, NAME);
        by_text_format(&out, "a node at ply %d", c->count);
    }
    return buffer;
}

/* --- numbers as the program has them at a node ------------------------------------------------ */

static const char *figure(double value, bool turned, char buffer[FIGURE])
{
    struct by_text out = by_text_over(buffer, FIGURE);
    double seen = turned ? -value : value;
    by_tutor_number(seen == 0 ? 0 : seen, &out);
    return buffer;
}

static const char *span(struct by_tutored_window w, bool turned, char buffer[SPAN])
{
    char low[FIGURE], high[FIGURE];
    struct by_text out = by_text_over(buffer, SPAN);
    by_text_format(&out, "(%s, %s)", figure(turned ? w.beta : w.alpha, turned, low),
                   figure(turned ? w.alpha : w.beta, turned, high));
    return buffer;
}

static const char *printed(double alpha, double beta, char buffer[SPAN])
{
    return span((struct by_tutored_window){alpha, beta}, false, buffer);
}

static const char *who(const struct by_tutored_node *o)
{
    return o->maximum ? "MAX" : "MIN";
}

/* --- the shape of the trace --------------------------------------------------------------------- */

static void say_order(const struct by_tutored *c, const struct by_tutor_event *e,
                      enum by_tutor_fault_kind kind, struct by_text *out)
{
    char name[NAME], quoted[BY_QUOTE_SIZE];
    if (kind == BY_TUTOR_FAULT_AFTER_END)
        by_text_add(out,
                    "the root was left before, and the search goes on: one trace is one search");
    else if (kind == BY_TUTOR_FAULT_UNFINISHED)
        by_text_format(out,
                       "the trace ends here, but %s was never left: print a line with its value "
                       "before every return",
                       name_of(c, c->open[c->count - 1].node, name));
    else if (c->count == 0)
        by_text_format(out, "the first step is at ply %d, but a search begins at the root: ply 0",
                       e->ply);
    else if (kind == BY_TUTOR_FAULT_PLY)
        by_text_format(out,
                       "a node at ply %d is entered, but %s is at ply %d: its children are at "
                       "ply %d",
                       e->ply, name_of(c, c->open[c->count - 1].node, name), c->count - 1,
                       c->count);
    else
        by_text_format(
            out,
            "the step is about '%s' at ply %d, but %s has not been left yet: print a line "
            "with its value before every return",
            by_quote(e->move, quoted), e->ply, name_of(c, c->open[c->count - 1].node, name));
}

/* --- children ----------------------------------------------------------------------------------- */

static void say_no_child(const struct by_tutored *c, const struct by_tutor_event *e,
                         struct by_text *out)
{
    char name[NAME], quoted[BY_QUOTE_SIZE];
    const struct by_tutored_node *top = &c->open[c->count - 1];
    name_of(c, top->node, name);
    if (c->tutor->tree)
        by_text_format(out, "%s has no child '%s': its children are counted from 1 to %d", name,
                       by_quote(e->move, quoted), top->move_count);
    else
        by_text_format(out, "'%s' is no legal move at %s", by_quote(e->move, quoted), name);
}

static void say_below(const struct by_tutored *c, const struct by_tutor_event *e,
                      enum by_tutor_fault_kind kind, struct by_text *out)
{
    char name[NAME], child[NAME], value[FIGURE];
    const struct by_tutored_node *top = &c->open[c->count - 1];
    name_of(c, top->node, name);
    child_name(c, e->move, child);
    if (kind == BY_TUTOR_FAULT_TOO_DEEP)
        by_text_format(out,
                       "%s is entered, but %s is at ply %d, the depth limit: it is a leaf, and "
                       "its evaluation is its value",
                       child, name, c->tutor->depth);
    else if (c->tutor->tree)
        by_text_format(out, "%s is entered, but %s is a leaf: its value is %s", child, name,
                       figure(top->value, top->turned, value));
    else
        by_text_format(out,
                       "%s is entered, but at %s the game is over: look for the end of the game "
                       "before you try moves; its value is %s",
                       child, name, figure(top->value, top->turned, value));
}

static void say_late_cut(const struct by_tutored *c, const struct by_tutor_event *e,
                         struct by_text *out)
{
    char name[NAME], child[NAME], best[NAME], value[FIGURE], bound[FIGURE];
    const struct by_tutored_node *top = &c->open[c->count - 1];
    bool raises = top->maximum != top->turned; /* in the program's numbers */
    by_text_format(
        out,
        "the search goes on to %s, although %s with its value %s refutes %s already: that "
        "is %s than %s %s, and alpha-beta stops here",
        child_name(c, e->move, child), name_of(c, top->best_child, best),
        figure(top->best, top->turned, value), name_of(c, top->node, name),
        raises ? "more" : "less", raises ? "beta" : "alpha",
        figure(top->maximum ? top->beta : top->alpha, top->turned, bound));
}

/* The first child that was not looked at. */
static void missing_child(const struct by_tutored *c, const struct by_tutored_node *o,
                          char buffer[NAME])
{
    char move[BY_QUOTE_SIZE];
    const struct by_rules *rules = c->tutor->rules;
    int i = 0;
    while (o->looked[i])
        i++;
    struct by_text text = by_text_over(move, sizeof move);
    const void *position = c->positions + (size_t)(c->count - 1) * rules->position_size;
    rules->game->write_move(rules, position, o->moves[i], &text);
    child_name(c, move, buffer);
}

static void say_left_out(const struct by_tutored *c, enum by_tutor_fault_kind kind,
                         struct by_text *out)
{
    char name[NAME], child[NAME], value[FIGURE], bound[FIGURE];
    const struct by_tutored_node *top = &c->open[c->count - 1];
    bool raises = top->maximum != top->turned;
    name_of(c, top->node, name);
    missing_child(c, top, child);
    if (kind == BY_TUTOR_FAULT_SKIPPED)
        by_text_format(out, "%s is left, but %s was never looked at: minimax looks at every child",
                       name, child);
    else
        by_text_format(
            out,
            "%s is left too early: its best value so far, %s, has not reached %s %s, so %s "
            "may still matter",
            name, figure(top->best, top->turned, value), raises ? "beta" : "alpha",
            figure(top->maximum ? top->beta : top->alpha, top->turned, bound), child);
}

static void say_shallow(const struct by_tutored *c, struct by_text *out)
{
    char name[NAME];
    const struct by_tutored_node *top = &c->open[c->count - 1];
    name_of(c, top->node, name);
    if (c->tutor->tree)
        by_text_format(out, "%s is taken for a leaf, but it has %d children", name,
                       top->move_count);
    else if (c->tutor->depth > 0)
        by_text_format(out,
                       "%s is taken for a leaf, but the game is not over and it is at ply %d: the "
                       "depth limit is %d",
                       name, c->count - 1, c->tutor->depth);
    else
        by_text_format(
            out,
            "%s is taken for a leaf, but the game is not over: a program that stops at a "
            "depth says so in a line 'depth N'",
            name);
}

static void say_child(const struct by_tutored *c, const struct by_tutor_event *e,
                      enum by_tutor_fault_kind kind, struct by_text *out)
{
    char child[NAME];
    if (kind == BY_TUTOR_FAULT_NO_CHILD)
        say_no_child(c, e, out);
    else if (kind == BY_TUTOR_FAULT_TWICE)
        by_text_format(out, "%s is entered a second time: every child is looked at once",
                       child_name(c, e->move, child));
    else if (kind == BY_TUTOR_FAULT_LATE_CUT)
        say_late_cut(c, e, out);
    else if (kind == BY_TUTOR_FAULT_TOO_SHALLOW)
        say_shallow(c, out);
    else if (kind == BY_TUTOR_FAULT_SKIPPED || kind == BY_TUTOR_FAULT_EARLY_CUT)
        say_left_out(c, kind, out);
    else
        say_below(c, e, kind, out);
}

/* --- windows ------------------------------------------------------------------------------------ */

static bool same_window(double alpha, double beta, struct by_tutored_window w)
{
    return by_tutor_same(alpha, w.alpha) && by_tutor_same(beta, w.beta);
}

/* A window as the program prints it where its numbers are turned. */
static struct by_tutored_window seen(struct by_tutored_window w, bool turned)
{
    return turned ? (struct by_tutored_window){-w.beta, -w.alpha} : w;
}

/* The window that a child would get if its parent's best value were another. */
static bool as_if_best(const struct by_tutored *c, const struct by_tutor_event *e, double best)
{
    const struct by_tutored_node *o = &c->open[c->count - 1];
    struct by_tutored_node above = o[-1];
    above.best = best;
    return same_window(e->alpha, e->beta, seen(by_tutored_now(&above), o->turned));
}

/* In negamax, what comes of the children's values when their signs are not turned. */
static bool sign_forgotten(const struct by_tutored *c, const struct by_tutor_event *e)
{
    const struct by_tutored_node *above = &c->open[c->count - 2];
    return c->tutor->values == BY_TUTOR_MOVER && above->look_count > 1 &&
           as_if_best(c, e, -above->worst);
}

/* A best value that was 0 at first. */
static bool best_from_zero(const struct by_tutored *c, const struct by_tutor_event *e)
{
    const struct by_tutored_node *above = &c->open[c->count - 2];
    return (above->maximum ? above->best < 0 : above->best > 0) && as_if_best(c, e, 0);
}

/* Negamax: swapped, but one of both signs forgotten. */
static bool half_turned(const struct by_tutor_event *e, struct by_tutored_window w)
{
    return same_window(e->alpha, e->beta, (struct by_tutored_window){-w.beta, w.alpha}) ||
           same_window(e->alpha, e->beta, (struct by_tutored_window){w.beta, -w.alpha});
}

/* What kind of wrong window a child was given. */
static enum by_tutor_fault_kind window_kind(const struct by_tutored *c,
                                            const struct by_tutor_event *e)
{
    const struct by_tutored_node *o = &c->open[c->count - 1], *above = o - 1;
    struct by_tutored_window now = seen(by_tutored_now(above), above->turned);
    struct by_tutored_window kept =
        seen((struct by_tutored_window){above->alpha, above->beta}, o->turned);
    struct by_tutored_window root =
        seen((struct by_tutored_window){c->open[0].alpha, c->open[0].beta}, o->turned);
    bool negamax = c->tutor->values == BY_TUTOR_MOVER;
    if (same_window(e->alpha, e->beta, kept))
        return BY_TUTOR_FAULT_WINDOW_KEPT;
    if (same_window(e->alpha, e->beta, root))
        return BY_TUTOR_FAULT_WINDOW_OPEN;
    if (negamax && (same_window(e->alpha, e->beta, now) || same_window(-e->alpha, -e->beta, now) ||
                    same_window(e->beta, e->alpha, now)))
        return BY_TUTOR_FAULT_WINDOW_SIGN;
    if (sign_forgotten(c, e) || best_from_zero(c, e))
        return BY_TUTOR_FAULT_WINDOW_VALUE;
    return negamax && half_turned(e, now) ? BY_TUTOR_FAULT_WINDOW_SIGN : BY_TUTOR_FAULT_WINDOW;
}

/* Whom an end of the window that a child should have comes from: ", because node 1 has brought MAX 7 at the
 * root". */
static void say_source(const struct by_tutored *c, bool maximum, double bound, struct by_text *out)
{
    char child[NAME], name[NAME], value[FIGURE];
    for (int i = c->count - 2; i >= 0; i--) {
        const struct by_tutored_node *o = &c->open[i];
        if (o->maximum != maximum || o->best_child < 0 || !by_tutor_same(o->best, bound))
            continue;
        by_text_format(out, ", because %s has brought %s %s at %s",
                       name_of(c, o->best_child, child), who(o), figure(o->best, o->turned, value),
                       name_of(c, o->node, name));
        return;
    }
}

static void say_sources(const struct by_tutored *c, const struct by_tutored_window *is,
                        const struct by_tutored_window *should, struct by_text *out)
{
    if (!by_tutor_same(is->alpha, should->alpha) && !isinf(should->alpha))
        say_source(c, true, should->alpha, out);
    else if (!by_tutor_same(is->beta, should->beta) && !isinf(should->beta))
        say_source(c, false, should->beta, out);
}

static const char *sign_fault(const struct by_tutor_event *e, struct by_tutored_window now)
{
    if (same_window(e->alpha, e->beta, now))
        return "was handed down as it is";
    if (same_window(-e->alpha, -e->beta, now))
        return "was turned, but its ends were not swapped";
    return same_window(e->beta, e->alpha, now)
               ? "was swapped, but its signs were not turned"
               : "was swapped, but only one of its signs was turned";
}

static void say_window(const struct by_tutored *c, const struct by_tutor_event *e,
                       enum by_tutor_fault_kind kind, struct by_text *out)
{
    char name[NAME], above_name[NAME], is[SPAN], should[SPAN], whole[SPAN];
    const struct by_tutored_node *o = &c->open[c->count - 1], *above = o - 1;
    struct by_tutored_window w = by_tutored_now(above), mine = {o->alpha, o->beta};
    by_text_format(out, "%s is entered with the window %s, but it should be %s",
                   name_of(c, o->node, name), printed(e->alpha, e->beta, is),
                   span(w, o->turned, should));
    if (kind == BY_TUTOR_FAULT_WINDOW_SIGN) {
        by_text_format(out, ": the window %s of %s %s, and in negamax a child gets (-beta, -alpha)",
                       span(w, above->turned, whole), name_of(c, above->node, above_name),
                       sign_fault(e, seen(w, above->turned)));
        return;
    }
    say_sources(c, &mine, &w, out);
    if (kind == BY_TUTOR_FAULT_WINDOW_VALUE)
        by_text_add(out,
                    sign_forgotten(c, e)
                        ? ": in negamax the sign of a child's value is turned when it comes back"
                        : ": no child has brought 0, and the best value does not begin with it");
    if (kind == BY_TUTOR_FAULT_WINDOW_KEPT)
        by_text_format(out, ": it is still the window that %s was entered with",
                       name_of(c, above->node, above_name));
    else if (kind == BY_TUTOR_FAULT_WINDOW_OPEN)
        by_text_format(out, ": it begins again with the root's window, instead of that of %s",
                       name_of(c, above->node, above_name));
}

static void say_left_window(const struct by_tutored *c, const struct by_tutor_event *e,
                            struct by_text *out)
{
    char name[NAME], is[SPAN], came[SPAN], now[SPAN];
    const struct by_tutored_node *o = &c->open[c->count - 1];
    struct by_tutored_window entered = {o->alpha, o->beta}, w = by_tutored_now(o);
    by_text_format(out, "%s is left with the window %s, but it was entered with %s",
                   name_of(c, o->node, name), printed(e->alpha, e->beta, is),
                   span(entered, o->turned, came));
    if (o->look_count > 0 && !same_window(entered.alpha, entered.beta, w))
        by_text_format(out, " and its children have made it %s", span(w, o->turned, now));
}

static void say_root_window(const struct by_tutored *c, const struct by_tutor_event *e,
                            const double *range, struct by_text *out)
{
    char is[SPAN], value[FIGURE];
    const struct by_tutored_node *o = &c->open[0];
    by_text_format(out, "the root is entered with the window %s, ", printed(e->alpha, e->beta, is));
    if (!(o->alpha < o->beta))
        by_text_add(out, "in which there is no value");
    else
        by_text_format(out, "but values may be as %s as %s",
                       (o->alpha > range[0]) != o->turned ? "low" : "high",
                       figure(o->alpha > range[0] ? range[0] : range[1], o->turned, value));
    by_text_add(out, ": begin with (-inf, inf)");
}

/* --- values --------------------------------------------------------------------------------------- */

static void say_leaf(const struct by_tutored *c, const struct by_tutor_event *e,
                     enum by_tutor_fault_kind kind, struct by_text *out)
{
    char name[NAME], is[FIGURE], should[FIGURE];
    const struct by_tutored_node *o = &c->open[c->count - 1];
    static const char *const sides[] = {"the first player's", "the mover's", "the root player's"};
    if (o->horizon && c->tutor->own_eval) {
        by_text_format(out, "%s is worth %s, but an evaluation is a finite number",
                       name_of(c, o->node, name), figure(e->value, false, is));
        return;
    }
    by_text_format(out, "%s is worth %s, but the value of the leaf is %s",
                   name_of(c, o->node, name), figure(e->value, false, is),
                   figure(o->value, o->turned, should));
    if (kind == BY_TUTOR_FAULT_LEAF_SIGN)
        by_text_format(out, ": the sign is wrong, as values are %s here", sides[c->tutor->values]);
}

static void say_value(const struct by_tutored *c, const struct by_tutor_event *e,
                      enum by_tutor_fault_kind kind, struct by_text *out)
{
    char name[NAME], child[NAME], is[FIGURE], should[FIGURE];
    const struct by_tutored_node *o = &c->open[c->count - 1];
    const char *most = o->maximum != o->turned ? "largest" : "smallest";
    by_text_format(out, "%s is worth %s, but the %s value of its children is %s",
                   name_of(c, o->node, name), figure(e->value, false, is), most,
                   figure(o->best, o->turned, should));
    by_text_format(out, " (%s)", name_of(c, o->best_child, child));
    if (kind == BY_TUTOR_FAULT_MIN_MAX)
        by_text_format(out, ": it took the %s, as if it were not %s's turn",
                       o->maximum != o->turned ? "smallest" : "largest", who(o));
    else if (kind == BY_TUTOR_FAULT_SIGN)
        by_text_add(out, c->tutor->values == BY_TUTOR_MOVER
                             ? ": in negamax the sign of every child's value is turned once"
                             : ": the sign is wrong");
    else if (kind == BY_TUTOR_FAULT_LAST_CHILD)
        by_text_format(out, ": it took the value of the last one, %s",
                       name_of(c, o->last_child, child));
    else if (kind == BY_TUTOR_FAULT_TOO_GOOD)
        by_text_format(out,
                       ": no child brings that; the best value begins at %s, and at nothing else",
                       o->maximum != o->turned ? "-inf" : "inf");
}

/* --- all of them ------------------------------------------------------------------------------------ */

static void put_sentence(const struct by_tutored *c, const struct by_tutor_event *e,
                         enum by_tutor_fault_kind kind, const double *range, struct by_text *out)
{
    char name[NAME];
    if (kind <= BY_TUTOR_FAULT_UNFINISHED)
        say_order(c, e, kind, out);
    else if (kind <= BY_TUTOR_FAULT_LATE_CUT)
        say_child(c, e, kind, out);
    else if (kind == BY_TUTOR_FAULT_ROOT_WINDOW)
        say_root_window(c, e, range, out);
    else if (kind == BY_TUTOR_FAULT_NO_WINDOW)
        by_text_format(out, "%s is entered without a window: alpha-beta hands one to every node",
                       name_of(c, c->open[c->count - 1].node, name));
    else if (kind == BY_TUTOR_FAULT_LEFT_WINDOW)
        say_left_window(c, e, out);
    else if (kind < BY_TUTOR_FAULT_LEFT_WINDOW)
        say_window(c, e, kind, out);
    else if (kind <= BY_TUTOR_FAULT_LEAF)
        say_leaf(c, e, kind, out);
    else
        say_value(c, e, kind, out);
}

/* What should have been there, as the program would have printed it. */
static void put_expected(const struct by_tutored *c, struct by_tutor_fault *fault)
{
    enum by_tutor_fault_kind kind = fault->kind;
    if (c->count == 0)
        return;
    const struct by_tutored_node *o = &c->open[c->count - 1];
    if (kind >= BY_TUTOR_FAULT_WINDOW_KEPT && kind <= BY_TUTOR_FAULT_WINDOW) {
        struct by_tutored_window w = seen(by_tutored_now(o - 1), o->turned);
        fault->has_window = true;
        fault->alpha = w.alpha;
        fault->beta = w.beta;
    } else if (kind >= BY_TUTOR_FAULT_LEAF_SIGN && !(o->horizon && c->tutor->own_eval)) {
        double value = kind <= BY_TUTOR_FAULT_LEAF ? o->value : o->best;
        fault->has_value = true;
        fault->value = o->turned ? -value : value;
    }
}

enum by_status by_tutored_wrong(struct by_tutored *c, const struct by_tutor_event *e,
                                enum by_tutor_fault_kind kind, const double *range)
{
    struct by_tutor_fault *fault = &c->tutor->fault;
    struct by_text out = by_text_over(fault->sentence, sizeof fault->sentence);
    fault->kind = kind == BY_TUTOR_FAULT_WINDOW ? window_kind(c, e) : kind;
    fault->line = e->line;
    fault->node = c->count ? c->open[c->count - 1].node : -1;
    put_sentence(c, e, fault->kind, range, &out);
    put_expected(c, fault);
    return BY_OK;
}
