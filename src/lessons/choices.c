#include "lessons/choices.h"
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER    24 /* bytes of a number's text */
#define NAME_ROOM 5

struct by_choice_columns by_choice_columns(const struct by_core *core)
{
    if (!core)
        return (struct by_choice_columns){.amaf = false};
    enum by_selection selection = core->rule.selection;
    return (struct by_choice_columns){
        .amaf = core->options.amaf != BY_AMAF_OFF,
        .weight = core->rule.rave && selection != BY_SELECT_EXPR,
        .prior = core->tree.prior,
        .explore = selection != BY_SELECT_RATIO && selection != BY_SELECT_OMC,
        .plus_one = selection == BY_SELECT_UCT && !core->rule.rave,
    };
}

/* --- words ------------------------------------------------------------------------- */

const char *by_choice_because(enum by_step_reason reason)
{
    switch (reason) {
    case BY_REASON_UNTRIED:
        return "has not been tried yet";
    case BY_REASON_RANDOM:
        return "is taken at random (epsilon)";
    case BY_REASON_DRAWN:
        return "is drawn by the values as weights";
    case BY_REASON_CHANCE:
        return "is what nature does, drawn by how likely it is";
    case BY_REASON_TURN:
        return "is next in turn: all moves get as many games";
    default:
        return "has the largest value";
    }
}

static void put_amaf_letters(const struct by_core *core, struct by_buffer *out)
{
    by_buffer_add(
        out, core->options.amaf == BY_AMAF_GLOBAL
                 ? "  rn and rw: the same of all simulations in which its player made the move "
                   "anywhere (AMAF\n"
                   "  of the whole search), in the tree or played out\n"
                 : "  rn and rw: the same of all simulations through this position in which "
                   "its player made\n"
                   "  the move here or later (AMAF), in the tree or played out: those of n are "
                   "among them\n");
    if (by_choice_columns(core).weight)
        by_buffer_add(out, "  beta: the weight of rw/rn; mix: both means by their weights\n");
}

static void put_z(int z, struct by_buffer *out)
{
    if (z == 0)
        by_buffer_add(out, "  z = 0: a move gets a node on its first visit, so that every "
                           "simulation goes down to the\n"
                           "  end of the game in the tree, and nothing is played out\n");
    else
        by_buffer_format(out,
                         "  z = %d: a move has %d %s played out from it before it gets a node of "
                         "its own\n",
                         z, z, z == 1 ? "game" : "games");
}

void by_choice_letters(const struct by_core *core, struct by_buffer *out)
{
    if (!core) {
        by_buffer_add(out, "  n games played out behind a move and w points of them, for who plays "
                           "it (a draw is 0.5);\n"
                           "  the moves take turns, there is no tree, and in the end the largest "
                           "value is played\n");
        return;
    }
    by_buffer_format(out,
                     "  n visits and w points of a move, for who plays it (a draw is %s); N visits "
                     "of %s\n",
                     core->options.draw_halves > 0 ? "0.5" : "0",
                     core->options.total_root ? "the root" : "the position");
    if (core->options.amaf != BY_AMAF_OFF)
        put_amaf_letters(core, out);
    if (by_choice_columns(core).explore)
        by_buffer_add(out, "  explore: the part of the value that c brings\n");
    put_z(core->options.z, out);
}

/* --- rows --------------------------------------------------------------------------- */

/* With priors there is no room for it in 79 columns. */
static bool shows_beta(const struct by_choice_list *list)
{
    return list->columns.weight && !(list->narrow && list->columns.prior);
}

static void put_heading(const struct by_choice_list *list, struct by_buffer *out)
{
    const struct by_choice_columns *columns = &list->columns;
    by_buffer_format(out, "%*s  %-*s %5s %6s %7s", list->indent, "", NAME_ROOM, "move", "n", "w",
                     columns->plus_one ? "w/(n+1)" : "w/n");
    if (columns->amaf)
        by_buffer_format(out, " %5s %6s %6s", "rn", "rw", "rw/rn");
    if (shows_beta(list))
        by_buffer_format(out, " %6s", "beta");
    if (columns->weight)
        by_buffer_format(out, " %6s", "mix");
    if (columns->prior)
        by_buffer_format(out, " %6s", "prior");
    if (columns->explore)
        by_buffer_format(out, " %7s", "explore");
    by_buffer_add(out, "  value\n");
}

/* A number of the formula; a dash where a result or infinity stands for it. */
static void put_term(struct by_buffer *out, int room, bool there, double number)
{
    if (there && isfinite(number))
        by_buffer_format(out, " %*.4f", room, number);
    else
        by_buffer_format(out, " %*s", room, "-");
}

static const char *value_string(const struct by_choice *choice, char buffer[NUMBER])
{
    if (choice->proven)
        return choice->result > 0 ? "won" : choice->result < 0 ? "lost" : "drawn";
    if (isinf(choice->value))
        return choice->visits > 0 ? "infinite" : "untried";
    snprintf(buffer, NUMBER, "%.4f", choice->value);
    return buffer;
}

/* A move that AMAF has not seen either is thought to win: the formula's rw/rn is 1 there. */
static void put_amaf(const struct by_choice_columns *columns, const struct by_choice *choice,
                     struct by_buffer *out)
{
    double rn = choice->amaf_visits, rw = choice->amaf_points;
    by_buffer_format(out, " %5.0f %6g", rn, rw);
    put_term(out, 6, columns->weight || rn > 0, rn > 0 ? rw / rn : 1);
}

static void put_row(const struct by_choice_list *list, const struct by_choice *choice,
                    struct by_buffer *out)
{
    const struct by_choice_columns *columns = &list->columns;
    char move[32], number[NUMBER];
    bool formula = !choice->proven && !isinf(choice->value);
    double n = choice->visits, w = choice->points;
    by_buffer_format(out, "%*s%c %-*s %5.0f %6g", list->indent, "", choice->taken ? '>' : ' ',
                     NAME_ROOM, list->name(list->context, choice->move, move, sizeof move), n, w);
    put_term(out, 7, n > 0, w / (columns->plus_one ? n + 1 : n));
    if (columns->amaf)
        put_amaf(columns, choice, out);
    if (shows_beta(list))
        put_term(out, 6, formula, choice->weight);
    if (columns->weight)
        put_term(out, 6, formula, choice->exploit);
    if (columns->prior)
        put_term(out, 6, true, choice->prior);
    if (columns->explore)
        put_term(out, 7, formula, choice->explore);
    by_buffer_format(out, "  %s\n", value_string(choice, number));
}

/* --- which rows ------------------------------------------------------------------------ */

static int by_value(const void *a, const void *b)
{
    const struct by_choice *x = a, *y = b;
    if (x->value < y->value || x->value > y->value)
        return x->value < y->value ? 1 : -1;
    return x->taken != y->taken ? (x->taken ? -1 : 1) : (x->move > y->move) - (x->move < y->move);
}

/* Best value first; NULL without memory. The caller frees it. */
static struct by_choice *sort_choices(const struct by_choice_list *list, struct by_buffer *out)
{
    size_t bytes = (size_t)list->count * sizeof *list->choices;
    struct by_choice *sorted = malloc(bytes > 0 ? bytes : 1);
    if (!sorted) {
        out->failed = true;
        return NULL;
    }
    memcpy(sorted, list->choices, bytes);
    qsort(sorted, (size_t)list->count, sizeof *sorted, by_value);
    return sorted;
}

static bool is_untried(const struct by_choice *choice)
{
    return isinf(choice->value) && !choice->proven && !(choice->visits > 0);
}

/* There is room for it beside the one taken, which must be seen. */
static bool has_room(const struct by_choice_list *list, const struct by_choice *choice, int shown,
                     bool taken_is_shown)
{
    int room = list->width > 0 ? list->width - (taken_is_shown ? 0 : 1) : INT_MAX;
    return choice->taken || shown < room;
}

static void put_rest(const struct by_choice_list *list, int hidden, int untried,
                     struct by_buffer *out)
{
    if (hidden == 0)
        return;
    by_buffer_format(out, "%*s  and %d ", list->indent, "", hidden);
    if (untried == hidden)
        by_buffer_format(out, "other%s not tried yet\n", hidden == 1 ? "" : "s");
    else if (untried > 0)
        by_buffer_format(out, "more, %d of them not tried yet\n", untried);
    else
        by_buffer_add(out, "more\n");
}

void by_choice_table(const struct by_choice_list *list, struct by_buffer *out)
{
    int shown = 0, untried = 0;
    bool taken = false;
    struct by_choice *sorted = sort_choices(list, out);
    if (!sorted)
        return;
    put_heading(list, out);
    for (int i = 0; i < list->count; i++) {
        bool plain = is_untried(&sorted[i]) && !sorted[i].taken;
        untried += plain;
        if (plain || !has_room(list, &sorted[i], shown, taken))
            continue;
        put_row(list, &sorted[i], out);
        taken |= sorted[i].taken;
        shown++;
    }
    put_rest(list, list->count - shown, untried, out);
    free(sorted);
}

int by_choice_best(const struct by_choice_list *list, bool *told, struct by_buffer *out)
{
    int shown = 0;
    bool taken = false;
    struct by_choice *sorted = sort_choices(list, out);
    for (int i = 0; i < list->count; i++)
        told[i] = false;
    for (int i = 0; sorted && i < list->count; i++) {
        if (!has_room(list, &sorted[i], shown, taken))
            continue;
        taken |= sorted[i].taken;
        shown++;
        for (int j = 0; j < list->count; j++)
            told[j] |= list->choices[j].move == sorted[i].move;
    }
    free(sorted);
    return list->count - shown;
}
