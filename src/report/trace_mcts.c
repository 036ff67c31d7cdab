/* trace_mcts.c: the four steps of each simulation, with the numbers behind every choice.
 *
 * Text shows a table of the moves, best value first, moves not tried yet in one line; JSON has
 * all of them in the order of the tree. Both are indented, or numbered, by ply. */
#include "cli/trace.h"
#include "search/mcts/mcts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define INDENT       2
#define NUMBER       24 /* bytes of a number's text */
#define NAME_ROOM    6
#define FORMULA_ROOM 1200

static const char *side_name(int side)
{
    return side == 0 ? "X" : "O";
}

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

void by_trace_mcts_head(const struct by_trace *trace, const struct by_searcher *searcher)
{
    char formula[FORMULA_ROOM];
    struct by_text text = by_text_over(formula, sizeof formula);
    FILE *out = trace->out;
    by_mcts_formula(searcher, &text);
    fprintf(out, "value = %s\n", formula);
    fputs("  n visits and w points of a move, for who plays it; N visits of the position (of the\n"
          "  root with total=root)\n",
          out);
    if (has_amaf(trace))
        fputs("  rn and rw: the same of simulations where the move came later (AMAF)\n", out);
    if (has_explore(trace))
        fputs("  explore: the part of the value that c brings\n", out);
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
    static const char *const results[] = {"lost", "drawn", "won"};
    if (choice->proven)
        return results[choice->result + 1];
    if (isinf(choice->value))
        return choice->visits > 0 ? "infinite" : "not tried yet";
    snprintf(buffer, NUMBER, "%.4f", choice->value);
    return buffer;
}

static void print_heading(const struct by_trace *trace, int indent)
{
    FILE *out = trace->out;
    fprintf(out, "%*s  %-*s %7s %8s %7s", indent, "", NAME_ROOM, "move", "n", "w", "w/n");
    if (has_amaf(trace))
        fprintf(out, " %7s %8s %7s", "rn", "rw", "rw/rn");
    if (has_weight(trace))
        fprintf(out, " %7s", "beta");
    if (has_prior(trace))
        fprintf(out, " %7s", "prior");
    if (has_explore(trace))
        fprintf(out, " %7s", "explore");
    fputs("  value\n", out);
}

static void print_row(const struct by_trace *trace, int ply, int indent,
                      const struct by_choice *choice)
{
    char move[BY_MOVE_BUFFER], number[NUMBER];
    FILE *out = trace->out;
    fprintf(out, "%*s%c %-*s %7.0f %8g %7s", indent, "", choice->taken ? '>' : ' ', NAME_ROOM,
            by_trace_move(trace, ply, choice->move, move), choice->visits, choice->points,
            mean_string(choice->points, choice->visits, number));
    if (has_amaf(trace))
        fprintf(out, " %7.0f %8g %7s", choice->amaf_visits, choice->amaf_points,
                mean_string(choice->amaf_points, choice->amaf_visits, number));
    if (has_weight(trace))
        fprintf(out, " %7.4f", choice->weight);
    if (has_prior(trace))
        fprintf(out, " %7.4f", choice->prior);
    if (has_explore(trace) && (choice->proven || isinf(choice->value)))
        fprintf(out, " %7s", "-");
    else if (has_explore(trace))
        fprintf(out, " %7.4f", choice->explore);
    fprintf(out, "  %s\n", value_string(choice, number));
}

static int by_value(const void *a, const void *b)
{
    const struct by_choice *x = a, *y = b;
    if (x->value < y->value || x->value > y->value)
        return x->value < y->value ? 1 : -1;
    return x->taken != y->taken ? (x->taken ? -1 : 1) : (x->move > y->move) - (x->move < y->move);
}

static void print_table(const struct by_trace *trace, const struct by_step *step, int indent)
{
    int untried = 0;
    size_t bytes = (size_t)step->choice_count * sizeof *step->choices;
    struct by_choice *sorted = malloc(bytes);
    if (!sorted)
        return;
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
        fprintf(trace->out, "%*s  and %d other%s not tried yet\n", indent, "", untried,
                untried == 1 ? "" : "s");
    free(sorted);
}

/* "the root", or "after b2 a3". */
static void print_path(const struct by_trace *trace, int ply)
{
    char move[BY_MOVE_BUFFER];
    fputs(ply > 0 ? "after" : "at the root", trace->out);
    for (int i = 0; i < ply; i++)
        fprintf(trace->out, " %s", by_trace_move(trace, i, trace->taken[i].move, move));
}

static void print_select(const struct by_trace *trace, const struct by_step *step)
{
    static const char *const words[] = {[BY_REASON_LARGEST] = "has the largest value",
                                        [BY_REASON_UNTRIED] = "has not been tried yet",
                                        [BY_REASON_RANDOM] = "is taken at random (epsilon)",
                                        [BY_REASON_DRAWN] = "is drawn by the values as weights"};
    char move[BY_MOVE_BUFFER];
    int indent = INDENT * step->ply;
    FILE *out = trace->out;
    if (step->ply == 0)
        fprintf(out, "\nsimulation %lld\n", (long long)trace->simulation);
    fprintf(out, "%*sSELECT ", indent, "");
    print_path(trace, step->ply);
    fprintf(out, ": %s to move, N = %.0f; %s %s\n", side_name(step->side), step->visits,
            by_trace_move(trace, step->ply, trace->taken[step->ply].move, move),
            words[step->reason]);
    print_table(trace, step, indent);
}

static void print_simulate(const struct by_trace *trace, const struct by_step *step)
{
    FILE *out = trace->out;
    const char *ends = step->share > 0.5 ? "X wins" : step->share < 0.5 ? "O wins" : "a draw";
    fprintf(out, "%*sSIMULATE ", INDENT * step->ply, "");
    print_path(trace, step->ply);
    if (step->reason == BY_REASON_FINISHED)
        fprintf(out, ": the game is over: %s\n", ends);
    else if (step->reason == BY_REASON_KNOWN)
        fprintf(out, ": nothing to play, it is proven: %s\n", ends);
    else if (step->visits > 1)
        fprintf(out, ": %.0f games: X gets %g points, O %g\n", step->visits, step->points[0],
                step->points[1]);
    else
        fprintf(out, ": %d move%s more: %s\n", step->length, step->length == 1 ? "" : "s", ends);
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

static void print_backup(const struct by_trace *trace, const struct by_step *step)
{
    char text[BY_MOVE_BUFFER], mean[NUMBER];
    for (int ply = step->ply - 1; ply >= 0; ply--) {
        struct by_choice now;
        int side;
        after_backup(trace, step, ply, &now, &side);
        fprintf(trace->out, "%*sBACKUP %s gets %g for %s: n = %.0f, w = %g, w/n = %s\n",
                INDENT * ply, "", side_name(side), step->points[side],
                by_trace_move(trace, ply, now.move, text), now.visits, now.points,
                mean_string(now.points, now.visits, mean));
    }
}

static void write_text(const struct by_trace *trace, const struct by_step *step)
{
    FILE *out = trace->out;
    if (step->kind == BY_STEP_SELECT) {
        print_select(trace, step);
    } else if (step->kind == BY_STEP_EXPAND) {
        fprintf(out, "%*sEXPAND ", INDENT * step->ply, "");
        print_path(trace, step->ply);
        fprintf(out, ": a node with %d moves\n", step->choice_count);
    } else if (step->kind == BY_STEP_SIMULATE) {
        print_simulate(trace, step);
    } else {
        print_backup(trace, step);
    }
}

/* --- JSON ------------------------------------------------------------------------- */

json_t *by_trace_mcts_formula(const struct by_searcher *searcher)
{
    char formula[FORMULA_ROOM];
    struct by_text text = by_text_over(formula, sizeof formula);
    by_mcts_formula(searcher, &text);
    return by_json_text(formula);
}

static json_t *mean_json(double points, double visits)
{
    return visits > 0 ? json_real(points / visits) : json_null();
}

static json_t *when(bool there, double number)
{
    return there ? by_json_number(number) : json_null();
}

static json_t *choice_json(const struct by_trace *trace, int ply, const struct by_choice *choice)
{
    static const char *const results[] = {"lost", "drawn", "won"};
    char move[BY_MOVE_BUFFER];
    bool amaf = has_amaf(trace), finite = !isinf(choice->value) && !choice->proven;
    return json_pack(
        "{s:o, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "move",
        by_json_text(by_trace_move(trace, ply, choice->move, move)), "taken", choice->taken,
        "visits", by_json_number(choice->visits), "points", by_json_number(choice->points), "mean",
        mean_json(choice->points, choice->visits), "amaf_visits", when(amaf, choice->amaf_visits),
        "amaf_points", when(amaf, choice->amaf_points), "amaf_mean",
        amaf ? mean_json(choice->amaf_points, choice->amaf_visits) : json_null(), "weight",
        when(has_weight(trace), choice->weight), "prior", when(has_prior(trace), choice->prior),
        "explore", when(has_explore(trace) && finite, choice->explore), "value",
        by_json_number(choice->value), "proven",
        by_json_text(choice->proven ? results[choice->result + 1] : NULL));
}

static json_t *choices_json(const struct by_trace *trace, const struct by_step *step)
{
    json_t *array = json_array();
    for (int i = 0; array && i < step->choice_count; i++)
        json_array_append_new(array, choice_json(trace, step->ply, &step->choices[i]));
    return array;
}

static json_t *path_json(const struct by_trace *trace, const struct by_step *step)
{
    json_t *array = json_array();
    char move[BY_MOVE_BUFFER];
    for (int ply = 0; array && ply < step->ply; ply++) {
        struct by_choice now;
        int side;
        after_backup(trace, step, ply, &now, &side);
        json_array_append_new(array,
                              json_pack("{s:o, s:s, s:o, s:o}", "move",
                                        by_json_text(by_trace_move(trace, ply, now.move, move)),
                                        "by", side_name(side), "visits", by_json_number(now.visits),
                                        "points", by_json_number(now.points)));
    }
    return array;
}

static void add_outcome(json_t *object, const struct by_step *step)
{
    json_object_set_new(object, "games", by_json_number(step->visits));
    json_object_set_new(object, "points",
                        json_pack("{s:o, s:o}", "X", by_json_number(step->points[0]), "O",
                                  by_json_number(step->points[1])));
}

static void write_json(const struct by_trace *trace, const struct by_step *step)
{
    static const char *const names[] = {[BY_STEP_SELECT] = "select",
                                        [BY_STEP_EXPAND] = "expand",
                                        [BY_STEP_SIMULATE] = "simulate",
                                        [BY_STEP_BACKUP] = "backup"};
    char move[BY_MOVE_BUFFER];
    const char *last = step->ply > 0 ? by_trace_move(trace, step->ply - 1, step->move, move) : NULL;
    json_t *object = json_pack("{s:s, s:I, s:i, s:o, s:s}", "step", names[step->kind], "simulation",
                               (json_int_t)trace->simulation, "ply", step->ply, "move",
                               by_json_text(last), "to_move", side_name(step->side));
    if (object && step->kind == BY_STEP_SELECT) {
        json_object_set_new(object, "visits", by_json_number(step->visits));
        json_object_set_new(object, "reason", json_string(by_reason_name(step->reason)));
        json_object_set_new(object, "choices", choices_json(trace, step));
    } else if (object && step->kind == BY_STEP_EXPAND) {
        json_object_set_new(object, "moves", json_integer(step->choice_count));
    } else if (object && step->kind == BY_STEP_SIMULATE) {
        bool played = step->reason == BY_REASON_NONE;
        add_outcome(object, step);
        json_object_set_new(object, "length",
                            when(played && !(step->visits > 1), (double)step->length));
        json_object_set_new(object, "reason",
                            json_string(played ? "played" : by_reason_name(step->reason)));
    } else if (object) {
        add_outcome(object, step);
        json_object_set_new(object, "path", path_json(trace, step));
    }
    json_array_append_new(trace->steps, object);
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
    if (trace->out)
        write_text(trace, step);
    else
        write_json(trace, step);
}
