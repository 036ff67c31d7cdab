/* trace_mcts.c: the four steps of each simulation, with the numbers behind every choice.
 *
 * Text shows a table of the moves, best value first, moves not tried yet in one line; JSON has
 * all of them in the order of the tree. Both are indented, or numbered, by ply. */
#include "report/trace.h"
#include "search/mcts/mcts.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT       2
#define NUMBER       24 /* bytes of a number's text */
#define NAME_ROOM    6
#define FORMULA_ROOM 1200

/* Which columns the rule has; a search without a core compares means. */
static bool has_amaf(const struct by_trace *trace)
{
    return trace->core && trace->core->options.amaf != BY_AMAF_OFF;
}

static bool has_weight(const struct by_trace *trace)
{
    return trace->core && trace->core->rule.rave && trace->core->rule.selection != BY_SELECT_EXPR;
}

static bool has_prior(const struct by_trace *trace)
{
    return trace->core && trace->core->tree.prior;
}

static bool has_explore(const struct by_trace *trace)
{
    return trace->core && trace->core->rule.selection != BY_SELECT_RATIO &&
           trace->core->rule.selection != BY_SELECT_OMC;
}

/* The mean that the formula has, and not w/n. */
static bool has_own_mean(const struct by_trace *trace)
{
    return trace->core && trace->core->rule.selection == BY_SELECT_UCT && !trace->core->rule.rave;
}

/* --- text ------------------------------------------------------------------------ */

static void print_amaf_head(struct by_trace *trace)
{
    bool global = trace->core->options.amaf == BY_AMAF_GLOBAL;
    by_buffer_add(&trace->out,
                  global ? "  rn and rw: the same of all simulations in which its player made the "
                           "move anywhere (AMAF\n"
                           "  of the whole search), in the tree or played out\n"
                         : "  rn and rw: the same of all simulations through this position in "
                           "which its player made\n"
                           "  the move here or later (AMAF), in the tree or played out: those of "
                           "n are among them\n");
    if (has_weight(trace))
        by_buffer_add(&trace->out, "  beta: the weight of rw/rn; mix: both means by their "
                                   "weights\n");
}

static void print_z_head(struct by_trace *trace)
{
    int z = trace->core->options.z;
    if (z == 0)
        by_buffer_add(&trace->out,
                      "  z = 0: a move gets a node on its first visit, so that every simulation "
                      "goes down to the\n"
                      "  end of the game in the tree, and nothing is played out\n");
    else
        by_buffer_format(&trace->out,
                         "  z = %d: a move has %d %s played out from it before it gets a node of "
                         "its own\n",
                         z, z, z == 1 ? "game" : "games");
}

void by_trace_mcts_head(struct by_trace *trace, const struct by_searcher *searcher)
{
    char formula[FORMULA_ROOM];
    struct by_text text = by_text_over(formula, sizeof formula);
    struct by_buffer *out = &trace->out;
    by_mcts_formula(searcher, &text);
    by_buffer_format(out, "value = %s\n", formula);
    by_buffer_format(out,
                     "  n visits and w points of a move, for who plays it (a draw is %s); N visits "
                     "of %s\n",
                     trace->core->options.draw_halves > 0 ? "0.5" : "0",
                     trace->core->options.total_root ? "the root" : "the position");
    if (has_amaf(trace))
        print_amaf_head(trace);
    if (has_explore(trace))
        by_buffer_add(out, "  explore: the part of the value that c brings\n");
    print_z_head(trace);
}

/* Of a search without a tree. */
static void print_flat_head(struct by_trace *trace)
{
    by_buffer_add(&trace->out,
                  "value = w/n\n"
                  "  n games played out behind a move and w points of them, for who plays it (a "
                  "draw is 0.5);\n"
                  "  the moves take turns, there is no tree, and in the end the largest value is "
                  "played\n");
}

static const char *mean_string(double points, double visits, char buffer[NUMBER])
{
    if (!(visits > 0))
        return "-";
    snprintf(buffer, NUMBER, "%.4f", points / visits);
    return buffer;
}

static const char *value_string(const struct by_choice *choice, char buffer[NUMBER])
{
    if (choice->proven)
        return by_outcome_name(choice->result);
    if (isinf(choice->value))
        return choice->visits > 0 ? "infinite" : "not tried yet";
    snprintf(buffer, NUMBER, "%.4f", choice->value);
    return buffer;
}

static void print_heading(struct by_trace *trace, int indent)
{
    struct by_buffer *out = &trace->out;
    by_buffer_format(out, "%*s  %-*s %6s %7s %7s", indent, "", NAME_ROOM, "move", "n", "w",
                     has_own_mean(trace) ? "w/(n+1)" : "w/n");
    if (has_amaf(trace))
        by_buffer_format(out, " %6s %7s %6s", "rn", "rw", "rw/rn");
    if (has_weight(trace))
        by_buffer_format(out, " %6s %6s", "beta", "mix");
    if (has_prior(trace))
        by_buffer_format(out, " %6s", "prior");
    if (has_explore(trace))
        by_buffer_format(out, " %7s", "explore");
    by_buffer_add(out, "  value\n");
}

/* A number of the formula; a dash where a result or infinity stands for it. */
static void print_term(struct by_trace *trace, int room, bool there, double number)
{
    if (there && isfinite(number))
        by_buffer_format(&trace->out, " %*.4f", room, number);
    else
        by_buffer_format(&trace->out, " %*s", room, "-");
}

static void print_row(struct by_trace *trace, int ply, int indent, const struct by_choice *choice)
{
    char move[BY_MOVE_BUFFER], number[NUMBER];
    struct by_buffer *out = &trace->out;
    bool formula = !choice->proven && !isinf(choice->value), tried = choice->visits > 0;
    by_buffer_format(out, "%*s%c %-*s %6.0f %7g", indent, "", choice->taken ? '>' : ' ', NAME_ROOM,
                     by_trace_move(trace, ply, choice->move, move), choice->visits, choice->points);
    if (has_own_mean(trace))
        print_term(trace, 7, tried, choice->points / (choice->visits + 1));
    else
        print_term(trace, 7, tried, choice->points / choice->visits);
    if (has_amaf(trace)) { /* a move that AMAF has not seen either is thought to win */
        by_buffer_format(out, " %6.0f %7g", choice->amaf_visits, choice->amaf_points);
        print_term(trace, 6, has_weight(trace) || choice->amaf_visits > 0,
                   choice->amaf_visits > 0 ? choice->amaf_points / choice->amaf_visits : 1);
    }
    if (has_weight(trace)) {
        print_term(trace, 6, formula, choice->weight);
        print_term(trace, 6, formula, choice->exploit);
    }
    if (has_prior(trace))
        print_term(trace, 6, true, choice->prior);
    if (has_explore(trace))
        print_term(trace, 7, formula, choice->explore);
    by_buffer_format(out, "  %s\n", value_string(choice, number));
}

static int by_value(const void *a, const void *b)
{
    const struct by_choice *x = a, *y = b;
    if (x->value < y->value || x->value > y->value)
        return x->value < y->value ? 1 : -1;
    return x->taken != y->taken ? (x->taken ? -1 : 1) : (x->move > y->move) - (x->move < y->move);
}

/* Best value first; NULL without memory. The caller frees it. */
static struct by_choice *sort_choices(struct by_trace *trace, const struct by_step *step)
{
    size_t bytes = (size_t)step->choice_count * sizeof *step->choices;
    struct by_choice *sorted = malloc(bytes > 0 ? bytes : 1);
    if (!sorted) {
        trace->out.failed = true;
        return NULL;
    }
    memcpy(sorted, step->choices, bytes);
    qsort(sorted, (size_t)step->choice_count, sizeof *sorted, by_value);
    return sorted;
}

static bool is_untried(const struct by_choice *choice)
{
    return isinf(choice->value) && !choice->proven && !(choice->visits > 0);
}

/* The best ones up to the width, and the one taken wherever it stands. */
static bool is_shown(const struct by_trace *trace, const struct by_choice *choice, int shown,
                     bool taken_is_shown)
{
    int room = trace->width > 0 ? trace->width - (taken_is_shown ? 0 : 1) : INT_MAX;
    return choice->taken || shown < room;
}

static void print_rest(struct by_trace *trace, int indent, int hidden, int untried)
{
    if (hidden == 0)
        return;
    by_buffer_format(&trace->out, "%*s  and %d ", indent, "", hidden);
    if (untried == hidden)
        by_buffer_format(&trace->out, "other%s not tried yet\n", hidden == 1 ? "" : "s");
    else if (untried > 0)
        by_buffer_format(&trace->out, "more, %d of them not tried yet\n", untried);
    else
        by_buffer_add(&trace->out, "more\n");
}

static void print_table(struct by_trace *trace, const struct by_step *step, int indent)
{
    int shown = 0, untried = 0;
    bool taken = false;
    struct by_choice *sorted = sort_choices(trace, step);
    if (!sorted)
        return;
    print_heading(trace, indent);
    for (int i = 0; i < step->choice_count; i++) {
        const struct by_choice *choice = &sorted[i];
        bool plain = is_untried(choice) && !choice->taken;
        untried += plain;
        if (plain || !is_shown(trace, choice, shown, taken))
            continue;
        print_row(trace, step->ply, indent, choice);
        taken |= choice->taken;
        shown++;
    }
    print_rest(trace, indent, step->choice_count - shown, untried);
    free(sorted);
}

/* "the root", or "after b2 a3". */
static void print_path(struct by_trace *trace, int ply)
{
    char move[BY_MOVE_BUFFER];
    by_buffer_add(&trace->out, ply > 0 ? "after" : "at the root");
    for (int i = 0; i < ply; i++)
        by_buffer_format(&trace->out, " %s", by_trace_move(trace, i, trace->taken[i].move, move));
}

static void print_select(struct by_trace *trace, const struct by_step *step)
{
    static const char *const said[] = {
#define BY_REASON(id, name, words) [BY_REASON_##id] = (words),
#include "report/reasons.def"
#undef BY_REASON
    };
    char move[BY_MOVE_BUFFER];
    int indent = INDENT * step->ply;
    struct by_buffer *out = &trace->out;
    if (step->ply == 0)
        by_buffer_format(out, "\n%s %lld\n", trace->core ? "simulation" : "turn",
                         (long long)trace->simulation);
    by_buffer_format(out, "%*sSELECT ", indent, "");
    print_path(trace, step->ply);
    if (step->reason == BY_REASON_CHANCE)
        by_buffer_add(out, ": nature to move; ");
    else
        by_buffer_format(out, ": %s to move, N = %.0f; ", by_side_name(step->side), step->visits);
    by_buffer_format(out, "%s %s\n",
                     by_trace_move(trace, step->ply, trace->taken[step->ply].move, move),
                     said[step->reason]);
    print_table(trace, step, indent);
}

/* Calls `put` with the text of every move that was played out. */
static void each_played(struct by_trace *trace, const struct by_step *step,
                        void (*put)(struct by_trace *trace, const char *move))
{
    const struct by_rules *rules = trace->rules;
    char text[BY_MOVE_BUFFER];
    void *position = malloc(rules->position_size);
    if (!position) {
        trace->out.failed = true;
        return;
    }
    memcpy(position, by_trace_position(trace, step->ply), rules->position_size);
    for (int i = 0; i < step->length; i++) {
        put(trace, by_move_string(rules, position, step->played[i], text));
        rules->game->play(rules, position, step->played[i], NULL);
    }
    free(position);
}

static void print_played(struct by_trace *trace, const char *move)
{
    by_buffer_format(&trace->out, " %s", move);
}

static void print_simulate(struct by_trace *trace, const struct by_step *step)
{
    enum { MOST_PRINTED = 40 };
    struct by_buffer *out = &trace->out;
    const char *ends = step->share > 0.5 ? "X wins" : step->share < 0.5 ? "O wins" : "a draw";
    by_buffer_format(out, "%*sSIMULATE ", INDENT * step->ply, "");
    print_path(trace, step->ply);
    if (step->visits > 1)
        by_buffer_format(out, ": %.0f games: X gets %g points, O %g\n", step->visits,
                         step->points[0], step->points[1]);
    else if (step->reason == BY_REASON_FINISHED)
        by_buffer_format(out, ": the game is over: %s\n", ends);
    else if (step->reason == BY_REASON_KNOWN)
        by_buffer_format(out, ": nothing to play, it is proven: %s\n", ends);
    else {
        by_buffer_format(out, ": %d move%s more", step->length, step->length == 1 ? "" : "s");
        if (step->played && step->length <= MOST_PRINTED) {
            by_buffer_char(out, ',');
            each_played(trace, step, print_played);
        }
        by_buffer_format(out, ": %s\n", ends);
    }
}

/* What the move of a ply stands at with this simulation in it. */
static void after_backup(const struct by_trace *trace, const struct by_step *step, int ply,
                         struct by_choice *now, int *side)
{
    *side = step->side ^ ((step->ply - ply) & 1);
    *now = trace->taken[ply];
    now->visits += step->visits;
    now->points += step->points[*side];
}

static void print_backup(struct by_trace *trace, const struct by_step *step)
{
    char text[BY_MOVE_BUFFER], mean[NUMBER];
    for (int ply = step->ply - 1; ply >= 0; ply--) {
        struct by_choice now;
        int side;
        after_backup(trace, step, ply, &now, &side);
        by_buffer_format(&trace->out, "%*sBACKUP %s gets %g for %s: n = %.0f, w = %g, w/n = %s\n",
                         INDENT * ply, "", by_side_name(side), step->points[side],
                         by_trace_move(trace, ply, now.move, text), now.visits, now.points,
                         mean_string(now.points, now.visits, mean));
    }
}

static void write_text(struct by_trace *trace, const struct by_step *step)
{
    struct by_buffer *out = &trace->out;
    if (step->kind == BY_STEP_SELECT) {
        print_select(trace, step);
    } else if (step->kind == BY_STEP_EXPAND) {
        by_buffer_format(out, "%*sEXPAND ", INDENT * step->ply, "");
        print_path(trace, step->ply);
        by_buffer_format(out, ": a node with %d moves\n", step->choice_count);
    } else if (step->kind == BY_STEP_SIMULATE) {
        print_simulate(trace, step);
    } else {
        print_backup(trace, step);
    }
}

/* --- JSON ------------------------------------------------------------------------- */

void by_report_formula(struct by_json *json, const struct by_searcher *searcher)
{
    char formula[FORMULA_ROOM];
    struct by_text text = by_text_over(formula, sizeof formula);
    by_mcts_formula(searcher, &text);
    by_json_text(json, "formula", formula);
}

static void report_mean(struct by_json *json, const char *name, double points, double visits)
{
    if (visits > 0)
        by_json_real(json, name, points / visits);
    else
        by_json_null(json, name);
}

static void report_when(struct by_json *json, const char *name, bool there, double number)
{
    if (there)
        by_json_number(json, name, number);
    else
        by_json_null(json, name);
}

/* Which of the choices are told, in the order of the tree; returns how many are not. */
static int choose_told(struct by_trace *trace, const struct by_step *step, bool *told)
{
    int shown = 0;
    bool taken = false;
    struct by_choice *sorted = trace->width > 0 ? sort_choices(trace, step) : NULL;
    for (int i = 0; i < step->choice_count; i++)
        told[i] = !sorted;
    for (int i = 0; sorted && i < step->choice_count; i++) {
        if (!is_shown(trace, &sorted[i], shown, taken))
            continue;
        taken |= sorted[i].taken;
        shown++;
        for (int j = 0; j < step->choice_count; j++)
            told[j] |= step->choices[j].move == sorted[i].move;
    }
    free(sorted);
    return trace->width > 0 ? step->choice_count - shown : 0;
}

static void report_choice(struct by_trace *trace, int ply, const struct by_choice *choice)
{
    struct by_json *json = &trace->json;
    char move[BY_MOVE_BUFFER];
    bool amaf = has_amaf(trace), finite = !isinf(choice->value) && !choice->proven;
    by_json_object(json, NULL);
    by_json_text(json, "move", by_trace_move(trace, ply, choice->move, move));
    by_json_flag(json, "taken", choice->taken);
    by_json_number(json, "visits", choice->visits);
    by_json_number(json, "points", choice->points);
    report_mean(json, "mean", choice->points, choice->visits);
    report_when(json, "amaf_visits", amaf, choice->amaf_visits);
    report_when(json, "amaf_points", amaf, choice->amaf_points);
    report_mean(json, "amaf_mean", choice->amaf_points, amaf ? choice->amaf_visits : 0);
    report_when(json, "weight", has_weight(trace), choice->weight);
    report_when(json, "prior", has_prior(trace), choice->prior);
    report_when(json, "exploit", finite, choice->exploit);
    report_when(json, "explore", has_explore(trace) && finite, choice->explore);
    by_json_number(json, "value", choice->value);
    by_json_text(json, "proven", choice->proven ? by_outcome_name(choice->result) : NULL);
    by_json_end_object(json);
}

static void report_path(struct by_trace *trace, const struct by_step *step)
{
    struct by_json *json = &trace->json;
    char move[BY_MOVE_BUFFER];
    by_json_array(json, "path");
    for (int ply = 0; ply < step->ply; ply++) {
        struct by_choice now;
        int side;
        after_backup(trace, step, ply, &now, &side);
        by_json_object(json, NULL);
        by_json_text(json, "move", by_trace_move(trace, ply, now.move, move));
        by_json_text(json, "by", by_side_name(side));
        by_json_number(json, "visits", now.visits);
        by_json_number(json, "points", now.points);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void report_select(struct by_trace *trace, const struct by_step *step)
{
    struct by_json *json = &trace->json;
    by_json_number(json, "visits", step->visits);
    by_json_text(json, "reason", by_reason_name(step->reason));
    bool *told = calloc((size_t)step->choice_count + 1, sizeof *told);
    trace->out.failed |= !told;
    int more = told ? choose_told(trace, step, told) : 0;
    by_json_array(json, "choices");
    for (int i = 0; told && i < step->choice_count; i++)
        if (told[i])
            report_choice(trace, step->ply, &step->choices[i]);
    by_json_end_array(json);
    by_json_int(json, "more", more);
    free(told);
}

static void report_outcome(struct by_json *json, const struct by_step *step)
{
    by_json_number(json, "games", step->visits);
    by_json_object(json, "points");
    by_json_number(json, "X", step->points[0]);
    by_json_number(json, "O", step->points[1]);
    by_json_end_object(json);
}

static void report_played(struct by_trace *trace, const char *move)
{
    by_json_text(&trace->json, NULL, move);
}

static void report_simulate(struct by_trace *trace, const struct by_step *step)
{
    struct by_json *json = &trace->json;
    bool played = step->reason == BY_REASON_NONE;
    report_outcome(json, step);
    report_when(json, "length", played && !(step->visits > 1), (double)step->length);
    if (step->played) {
        by_json_array(json, "played");
        each_played(trace, step, report_played);
        by_json_end_array(json);
    } else {
        by_json_null(json, "played");
    }
    by_json_text(json, "reason", played ? "played" : by_reason_name(step->reason));
}

static void report_expand(struct by_trace *trace, const struct by_step *step)
{
    char move[BY_MOVE_BUFFER];
    by_json_int(&trace->json, "moves", step->choice_count);
    by_json_array(&trace->json, "children");
    for (int i = 0; i < step->choice_count; i++)
        by_json_text(&trace->json, NULL,
                     by_trace_move(trace, step->ply, step->choices[i].move, move));
    by_json_end_array(&trace->json);
}

static void write_json(struct by_trace *trace, const struct by_step *step)
{
    struct by_json *json = &trace->json;
    char move[BY_MOVE_BUFFER];
    const char *last = step->ply > 0 ? by_trace_move(trace, step->ply - 1, step->move, move) : NULL;
    by_json_object(json, NULL);
    by_json_text(json, "step", by_step_name(step->kind));
    by_json_int(json, "simulation", trace->simulation);
    by_json_int(json, "ply", step->ply);
    by_json_text(json, "move", last);
    by_json_text(json, "to_move",
                 step->reason == BY_REASON_CHANCE ? "nature" : by_side_name(step->side));
    if (step->kind == BY_STEP_SELECT) {
        report_select(trace, step);
    } else if (step->kind == BY_STEP_EXPAND) {
        report_expand(trace, step);
    } else if (step->kind == BY_STEP_SIMULATE) {
        report_simulate(trace, step);
    } else {
        report_outcome(json, step);
        report_path(trace, step);
    }
    by_json_end_object(json);
}

/* --- both ------------------------------------------------------------------------- */

/* The position that was played out from: the step itself has the one that it came to. */
static void put_leaf(struct by_trace *trace, int ply)
{
    const struct by_rules *rules = trace->rules;
    unsigned char *leaf = by_trace_position(trace, ply);
    memcpy(leaf, by_trace_position(trace, ply - 1), rules->position_size);
    rules->game->play(rules, leaf, trace->taken[ply - 1].move, NULL);
}

void by_trace_mcts(struct by_trace *trace, const struct by_step *step)
{
    if (!trace->core && !trace->as_json && trace->simulation == 0)
        print_flat_head(trace);
    if (step->kind == BY_STEP_SELECT) {
        trace->simulation += step->ply == 0;
        for (int i = 0; i < step->choice_count; i++)
            if (step->choices[i].taken)
                trace->taken[step->ply] = step->choices[i];
    }
    if (step->kind == BY_STEP_SIMULATE && step->ply > 0)
        put_leaf(trace, step->ply);
    if (trace->as_json)
        write_json(trace, step);
    else
        write_text(trace, step);
}
