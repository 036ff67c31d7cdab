/* trace_mcts.c: the four steps of each simulation, with the numbers behind every choice.
 *
 * Text shows a table of the moves, best value first, moves not tried yet in one line; JSON has
 * all of them in the order of the tree. Both are indented, or numbered, by ply. */
#include "games/value.h"
#include "lessons/choices.h"
#include "report/trace.h"
#include "search/mcts/mcts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDENT       2
#define NUMBER       24 /* bytes of a number's text */
#define FORMULA_ROOM 1200

/* Where the moves of a selection are made. */
struct place {
    const struct by_trace *trace;
    int ply;
};

static const char *name_of(const void *context, by_move move, char *buffer, size_t size)
{
    const struct place *place = context;
    const struct by_rules *rules = place->trace->rules;
    struct by_text text = by_text_over(buffer, size);
    rules->game->write_move(rules, by_trace_position(place->trace, place->ply), move, &text);
    return buffer;
}

static struct by_choice_list list_of(const struct place *place, const struct by_step *step)
{
    return (struct by_choice_list){.columns = by_choice_columns(place->trace->core),
                                   .choices = step->choices,
                                   .count = step->choice_count,
                                   .width = place->trace->width,
                                   .indent = INDENT * step->ply,
                                   .name = name_of,
                                   .context = place};
}

/* --- text ------------------------------------------------------------------------ */

void by_trace_mcts_head(struct by_trace *trace, const struct by_searcher *searcher)
{
    char formula[FORMULA_ROOM];
    struct by_text text = by_text_over(formula, sizeof formula);
    by_mcts_formula(searcher, &text);
    by_buffer_format(&trace->out, "value = %s\n", formula);
    by_choice_letters(trace->core, &trace->out);
}

static const char *mean_string(double points, double visits, char buffer[NUMBER])
{
    if (!(visits > 0))
        return "-";
    snprintf(buffer, NUMBER, "%.4f", points / visits);
    return buffer;
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
        by_buffer_format(out, ": %s to move, N = %.0f; ", by_player_name(trace->rules, step->side),
                         step->visits);
    by_buffer_format(out, "%s %s\n",
                     by_trace_move(trace, step->ply, trace->taken[step->ply].move, move),
                     by_choice_because(step->reason));
    struct by_choice_list list = list_of(&(struct place){trace, step->ply}, step);
    by_choice_table(&list, out);
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

static void print_moves_more(struct by_trace *trace, const struct by_step *step)
{
    enum { MOST_PRINTED = 40 };
    by_buffer_format(&trace->out, ": %d move%s more", step->length, step->length == 1 ? "" : "s");
    if (step->played && step->length <= MOST_PRINTED) {
        by_buffer_char(&trace->out, ',');
        each_played(trace, step, print_played);
    }
}

static void print_simulate(struct by_trace *trace, const struct by_step *step)
{
    struct by_buffer *out = &trace->out;
    const char *first = by_player_name(trace->rules, 0), *second = by_player_name(trace->rules, 1);
    char ends[40] = "a draw";
    if (step->share > 0.5 || step->share < 0.5)
        snprintf(ends, sizeof ends, "%.30s wins", step->share > 0.5 ? first : second);
    by_buffer_format(out, "%*sSIMULATE ", INDENT * step->ply, "");
    print_path(trace, step->ply);
    if (step->visits > 1)
        by_buffer_format(out, ": %.0f games: %s gets %g points, %s %g\n", step->visits, first,
                         step->points[0], second, step->points[1]);
    else if (step->reason == BY_REASON_FINISHED)
        by_buffer_format(out, ": the game is over: %s\n", ends);
    else if (step->reason == BY_REASON_KNOWN)
        by_buffer_format(out, ": nothing to play, it is proven: %s\n", ends);
    else if (step->reason == BY_REASON_NETWORK && step->length == 0)
        by_buffer_format(out, ": the network gives %s %g, %s %g\n", first, step->points[0], second,
                         step->points[1]);
    else {
        print_moves_more(trace, step);
        if (step->reason == BY_REASON_NETWORK)
            by_buffer_format(out, ": with the network's share %s gets %g, %s %g\n", first,
                             step->points[0], second, step->points[1]);
        else
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
    bool plus_one = by_choice_columns(trace->core).plus_one;
    for (int ply = step->ply - 1; ply >= 0; ply--) {
        struct by_choice now;
        int side;
        after_backup(trace, step, ply, &now, &side);
        by_buffer_format(&trace->out, "%*sBACKUP %s gets %g for %s: n = %.0f, w = %g, %s = %s\n",
                         INDENT * ply, "", by_player_name(trace->rules, side), step->points[side],
                         by_trace_move(trace, ply, now.move, text), now.visits, now.points,
                         plus_one ? "w/(n+1)" : "w/n",
                         mean_string(now.points, now.visits + plus_one, mean));
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
    const struct by_choice_columns columns = by_choice_columns(trace->core);
    bool amaf = columns.amaf, finite = !isinf(choice->value) && !choice->proven;
    by_json_object(json, NULL);
    by_json_text(json, "move", by_trace_move(trace, ply, choice->move, move));
    by_json_flag(json, "taken", choice->taken);
    by_json_number(json, "visits", choice->visits);
    by_json_number(json, "points", choice->points);
    report_mean(json, "mean", choice->points, choice->visits);
    report_when(json, "amaf_visits", amaf, choice->amaf_visits);
    report_when(json, "amaf_points", amaf, choice->amaf_points);
    report_mean(json, "amaf_mean", choice->amaf_points, amaf ? choice->amaf_visits : 0);
    report_when(json, "weight", columns.weight, choice->weight);
    report_when(json, "prior", columns.prior, choice->prior);
    report_when(json, "exploit", finite, choice->exploit);
    report_when(json, "explore", columns.explore && finite, choice->explore);
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
    struct by_choice_list list = list_of(&(struct place){trace, step->ply}, step);
    int more = told ? by_choice_best(&list, told, &trace->out) : 0;
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
    bool asked = step->reason == BY_REASON_NETWORK;
    bool played = step->reason == BY_REASON_NONE || (asked && step->length > 0);
    report_outcome(json, step);
    report_when(json, "length", played && !(step->visits > 1), (double)step->length);
    if (step->played) {
        by_json_array(json, "played");
        each_played(trace, step, report_played);
        by_json_end_array(json);
    } else {
        by_json_null(json, "played");
    }
    by_json_text(json, "reason", played && !asked ? "played" : by_reason_name(step->reason));
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

/* Of a search without a tree. */
static void put_flat_head(struct by_trace *trace)
{
    by_buffer_add(&trace->out, "value = w/n\n");
    by_choice_letters(NULL, &trace->out);
}

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
        put_flat_head(trace);
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
