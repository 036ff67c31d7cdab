/* trace_mcts.c: the four steps of each simulation, with the numbers behind every choice.
 *
 * Text shows a table of the moves, best value first, moves not tried yet in one line; JSON has
 * all of them in the order of the tree. Both are indented, or numbered, by ply. */
#include "report/trace.h"
#include "search/mcts/mcts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT       2
#define NUMBER       24 /* bytes of a number's text */
#define NAME_ROOM    6
#define FORMULA_ROOM 1200

/* Which columns the rule has. */
static bool has_amaf(const struct by_trace *trace)
{
    return trace->core->options.amaf != BY_AMAF_OFF;
}

static bool has_weight(const struct by_trace *trace)
{
    return trace->core->rule.rave && trace->core->rule.selection != BY_SELECT_EXPR;
}

static bool has_prior(const struct by_trace *trace)
{
    return trace->core->tree.prior;
}

static bool has_explore(const struct by_trace *trace)
{
    return trace->core->rule.selection != BY_SELECT_RATIO &&
           trace->core->rule.selection != BY_SELECT_OMC;
}

/* --- text ------------------------------------------------------------------------ */

void by_trace_mcts_head(struct by_trace *trace, const struct by_searcher *searcher)
{
    char formula[FORMULA_ROOM];
    struct by_text text = by_text_over(formula, sizeof formula);
    struct by_buffer *out = &trace->out;
    by_mcts_formula(searcher, &text);
    by_buffer_format(out, "value = %s\n", formula);
    by_buffer_add(
        out,
        "  n visits and w points of a move, for who plays it; N visits of the position (of the\n"
        "  root with total=root)\n");
    if (has_amaf(trace))
        by_buffer_add(out,
                      "  rn and rw: the same of simulations where the move came later (AMAF)\n");
    if (has_explore(trace))
        by_buffer_add(out, "  explore: the part of the value that c brings\n");
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
    by_buffer_format(out, "%*s  %-*s %7s %8s %7s", indent, "", NAME_ROOM, "move", "n", "w", "w/n");
    if (has_amaf(trace))
        by_buffer_format(out, " %7s %8s %7s", "rn", "rw", "rw/rn");
    if (has_weight(trace))
        by_buffer_format(out, " %7s", "beta");
    if (has_prior(trace))
        by_buffer_format(out, " %7s", "prior");
    if (has_explore(trace))
        by_buffer_format(out, " %7s", "explore");
    by_buffer_add(out, "  value\n");
}

static void print_row(struct by_trace *trace, int ply, int indent, const struct by_choice *choice)
{
    char move[BY_MOVE_BUFFER], number[NUMBER];
    struct by_buffer *out = &trace->out;
    by_buffer_format(out, "%*s%c %-*s %7.0f %8g %7s", indent, "", choice->taken ? '>' : ' ',
                     NAME_ROOM, by_trace_move(trace, ply, choice->move, move), choice->visits,
                     choice->points, mean_string(choice->points, choice->visits, number));
    if (has_amaf(trace))
        by_buffer_format(out, " %7.0f %8g %7s", choice->amaf_visits, choice->amaf_points,
                         mean_string(choice->amaf_points, choice->amaf_visits, number));
    if (has_weight(trace))
        by_buffer_format(out, " %7.4f", choice->weight);
    if (has_prior(trace))
        by_buffer_format(out, " %7.4f", choice->prior);
    if (has_explore(trace) && (choice->proven || isinf(choice->value)))
        by_buffer_format(out, " %7s", "-");
    else if (has_explore(trace))
        by_buffer_format(out, " %7.4f", choice->explore);
    by_buffer_format(out, "  %s\n", value_string(choice, number));
}

static int by_value(const void *a, const void *b)
{
    const struct by_choice *x = a, *y = b;
    if (x->value < y->value || x->value > y->value)
        return x->value < y->value ? 1 : -1;
    return x->taken != y->taken ? (x->taken ? -1 : 1) : (x->move > y->move) - (x->move < y->move);
}

static void print_table(struct by_trace *trace, const struct by_step *step, int indent)
{
    int untried = 0;
    size_t bytes = (size_t)step->choice_count * sizeof *step->choices;
    struct by_choice *sorted = malloc(bytes);
    if (!sorted) {
        trace->out.failed = true;
        return;
    }
    memcpy(sorted, step->choices, bytes);
    qsort(sorted, (size_t)step->choice_count, sizeof *sorted, by_value);
    print_heading(trace, indent);
    for (int i = 0; i < step->choice_count; i++) {
        bool plain = isinf(sorted[i].value) && !sorted[i].proven && !(sorted[i].visits > 0);
        if (plain && !sorted[i].taken)
            untried++;
        else
            print_row(trace, step->ply, indent, &sorted[i]);
    }
    if (untried > 0)
        by_buffer_format(&trace->out, "%*s  and %d other%s not tried yet\n", indent, "", untried,
                         untried == 1 ? "" : "s");
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
        by_buffer_format(out, "\nsimulation %lld\n", (long long)trace->simulation);
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

static void print_simulate(struct by_trace *trace, const struct by_step *step)
{
    struct by_buffer *out = &trace->out;
    const char *ends = step->share > 0.5 ? "X wins" : step->share < 0.5 ? "O wins" : "a draw";
    by_buffer_format(out, "%*sSIMULATE ", INDENT * step->ply, "");
    print_path(trace, step->ply);
    if (step->reason == BY_REASON_FINISHED)
        by_buffer_format(out, ": the game is over: %s\n", ends);
    else if (step->reason == BY_REASON_KNOWN)
        by_buffer_format(out, ": nothing to play, it is proven: %s\n", ends);
    else if (step->visits > 1)
        by_buffer_format(out, ": %.0f games: X gets %g points, O %g\n", step->visits,
                         step->points[0], step->points[1]);
    else
        by_buffer_format(out, ": %d move%s more: %s\n", step->length, step->length == 1 ? "" : "s",
                         ends);
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
    by_json_array(json, "choices");
    for (int i = 0; i < step->choice_count; i++)
        report_choice(trace, step->ply, &step->choices[i]);
    by_json_end_array(json);
}

static void report_outcome(struct by_json *json, const struct by_step *step)
{
    by_json_number(json, "games", step->visits);
    by_json_object(json, "points");
    by_json_number(json, "X", step->points[0]);
    by_json_number(json, "O", step->points[1]);
    by_json_end_object(json);
}

static void report_simulate(struct by_json *json, const struct by_step *step)
{
    bool played = step->reason == BY_REASON_NONE;
    report_outcome(json, step);
    report_when(json, "length", played && !(step->visits > 1), (double)step->length);
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
        report_simulate(json, step);
    } else {
        report_outcome(json, step);
        report_path(trace, step);
    }
    by_json_end_object(json);
}

/* --- both ------------------------------------------------------------------------- */

void by_trace_mcts(struct by_trace *trace, const struct by_step *step)
{
    if (step->kind == BY_STEP_SELECT) {
        trace->simulation += step->ply == 0;
        for (int i = 0; i < step->choice_count; i++)
            if (step->choices[i].taken)
                trace->taken[step->ply] = step->choices[i];
    }
    if (trace->as_json)
        write_json(trace, step);
    else
        write_text(trace, step);
}
