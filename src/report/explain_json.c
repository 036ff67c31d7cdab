/* explain_json.c: an explanation for programs. Everything on the board carries its cells. */
#include "games/grid.h"
#include "report/explain.h"
#include <math.h>

static const char *side_or_null(int side)
{
    return side < 0 ? NULL : by_side_name(side);
}

static void report_cells(struct by_json *json, const struct by_cells *cells, const int16_t *cell,
                         int count)
{
    char name[16];
    by_json_array(json, "cells");
    for (int i = 0; i < count; i++) {
        struct by_text text = by_text_over(name, sizeof name);
        by_cells_name(cells, cell[i], &text);
        by_json_text(json, NULL, name);
    }
    by_json_end_array(json);
}

static void report_number(struct by_json *json, const char *name, bool there, double value)
{
    if (there && !isnan(value))
        by_json_number(json, name, value);
    else
        by_json_null(json, name);
}

/* --- evaluations ------------------------------------------------------------------------ */

static void report_eval(struct by_json *json, const struct by_explanation *why,
                        const struct by_told_eval *told)
{
    char meaning[BY_WORTH_BUFFER];
    by_json_object(json, NULL);
    by_json_text(json, "name", told->eval->name);
    by_json_text(json, "help", told->eval->help);
    by_json_int(json, "win", told->eval->win);
    by_json_int(json, "value", told->value);
    by_json_text(json, "meaning", by_told_eval_string(why, told, meaning));
    by_json_array(json, "terms");
    for (int i = 0; i < told->term_count; i++) {
        const struct by_term *term = &told->terms[i];
        by_json_object(json, NULL);
        by_json_text(json, "name", term->name);
        by_json_text(json, "side", side_or_null(term->side));
        by_json_int(json, "value", term->value);
        report_cells(json, &why->cells, term->cells, term->cell_count);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    by_json_end_object(json);
}

/* --- tables ------------------------------------------------------------------------------- */

static void report_figure(struct by_json *json, const struct by_figure *figure)
{
    if (figure->text)
        by_json_text(json, NULL, figure->text);
    else
        report_number(json, NULL, true, figure->value);
}

static void report_remark(struct by_json *json, const struct by_explanation *why,
                          const struct by_remark *remark)
{
    const struct by_line *line = why->line;
    by_json_object(json, NULL);
    by_report_move(json, "move", line->rules, by_line_position(line), remark->move);
    by_json_text(json, "what", remark->what);
    by_json_text(json, "side", side_or_null(remark->side));
    report_cells(json, &why->cells, remark->cells, remark->cell_count);
    by_json_array(json, "values");
    for (int i = 0; i < remark->figure_count; i++)
        report_figure(json, &remark->figures[i]);
    by_json_end_array(json);
    by_json_end_object(json);
}

static void report_table(struct by_json *json, const struct by_explanation *why, int from)
{
    const struct by_remark *first = &why->remarks[from];
    int count = by_told_table(why, from);
    by_json_object(json, NULL);
    by_json_text(json, "name", first->table);
    by_json_array(json, "columns");
    for (int i = 0; i < first->figure_count; i++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", first->figures[i].name);
        by_json_flag(json, "on_board", first->figures[i].on_board);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    by_json_array(json, "rows");
    for (int i = from; i < from + count; i++)
        report_remark(json, why, &why->remarks[i]);
    by_json_end_array(json);
    by_json_end_object(json);
}

/* --- moves ---------------------------------------------------------------------------------- */

/* A result for who moves, in the game's units; null where there is none. */
static void report_result(struct by_json *json, const char *name, const struct by_rules *rules,
                          bool there, int32_t result)
{
    if (there)
        by_report_score(json, name, rules, result);
    else
        by_json_null(json, name);
}

static void report_told_move(struct by_json *json, const struct by_explanation *why, int index)
{
    const struct by_told_move *move = &why->moves[index];
    const struct by_line *line = why->line;
    const struct by_told_playouts *playouts = &why->playouts;
    const int16_t cell = (int16_t)move->cell;
    bool played = playouts->policy && playouts->games > 0;
    by_json_object(json, NULL);
    by_report_move(json, "move", line->rules, by_line_position(line), move->move);
    report_cells(json, &why->cells, &cell, move->cell >= 0);
    report_number(json, "after", !move->over && why->eval_count > 0, move->after);
    report_result(json, "result", line->rules, move->over, move->result);
    report_result(json, "theory", line->rules, move->has_theory, move->theory);
    report_number(json, "share", true, move->share);
    report_number(json, "rank", move->rank > 0, move->rank);
    report_number(json, "playouts_first", played,
                  played ? (double)playouts->first[index] / (double)playouts->games : 0);
    by_json_end_object(json);
}

/* --- what is known, playouts, the player ------------------------------------------------------ */

void by_report_verdict(struct by_json *json, const char *name, const struct by_explanation *why)
{
    const struct by_verdict *verdict = &why->verdict;
    if (!why->has_verdict) {
        by_json_null(json, name);
        return;
    }
    by_json_object(json, name);
    by_json_number(json, "lead", verdict->lead);
    by_json_flag(json, "settled", verdict->settled);
    by_json_array(json, "owners");
    for (int i = 0; i < verdict->points; i++)
        by_json_figure(json, NULL, verdict->owner[i]);
    by_json_end_array(json);
    by_json_end_object(json);
}

static void report_playouts(struct by_json *json, const struct by_explanation *why)
{
    const struct by_told_playouts *p = &why->playouts;
    double games = (double)p->games;
    if (!p->policy || p->games == 0) {
        by_json_null(json, "playout");
        return;
    }
    by_json_object(json, "playout");
    by_json_text(json, "name", p->policy->name);
    by_json_int(json, "games", p->games);
    by_json_int(json, "wins_x", p->wins[0]);
    by_json_int(json, "wins_o", p->wins[1]);
    by_json_int(json, "draws", p->draws);
    by_json_number(json, "mean_result", (double)p->results / games / why->line->rules->score_scale);
    by_json_number(json, "mean_length", (double)p->plies / games);
    by_json_end_object(json);
}

static void report_choice(struct by_json *json, const struct by_explanation *why,
                          const struct by_told_player *player, int index)
{
    const struct by_choice *choice = &player->choices[index];
    const struct by_line *line = why->line;
    by_json_object(json, NULL);
    by_report_move(json, "move", line->rules, by_line_position(line), choice->move);
    report_number(json, "prior", player->has_prior, choice->prior);
    report_number(json, "explore", !isinf(choice->value), choice->explore);
    by_json_number(json, "value", choice->value); /* infinite: null */
    by_json_flag(json, "looked_at", index < player->width);
    by_json_end_object(json);
}

static void report_player(struct by_json *json, const struct by_explanation *why,
                          const struct by_told_player *player)
{
    if (!player->spec) {
        by_json_null(json, "player");
        return;
    }
    by_json_object(json, "player");
    by_json_text(json, "spec", player->spec);
    by_json_text(json, "formula", player->formula);
    by_json_array(json, "moves");
    for (int i = 0; i < player->choice_count; i++)
        report_choice(json, why, player, i);
    by_json_end_array(json);
    by_json_end_object(json);
}

static void report_known(struct by_json *json, const struct by_explanation *why)
{
    const struct by_line *line = why->line;
    report_result(json, "theory", line->rules, why->has_theory, why->theory);
    if (why->has_forced)
        by_report_sequence(json, "forced", line->rules, by_line_position(line), why->forced.line,
                           why->forced.length);
    else
        by_json_null(json, "forced");
    by_report_verdict(json, "judged", why);
}

void by_report_explanation(struct by_json *json, const struct by_explanation *why,
                           const struct by_told_player *player)
{
    const struct by_line *line = why->line;
    by_json_object(json, NULL);
    by_json_text(json, "game", line->rules->name);
    by_json_text(json, "label", line->rules->label);
    by_report_position(json, "position", line->rules, by_line_position(line));
    by_json_text(json, "to_move", by_mover_name(line));
    by_json_array(json, "evaluations");
    for (int i = 0; i < why->eval_count; i++)
        report_eval(json, why, &why->evals[i]);
    by_json_end_array(json);
    by_json_array(json, "tables");
    for (int i = 0; i < why->remark_count; i += by_told_table(why, i))
        report_table(json, why, i);
    by_json_end_array(json);
    by_json_array(json, "moves");
    for (int i = 0; i < why->move_count; i++)
        report_told_move(json, why, i);
    by_json_end_array(json);
    report_known(json, why);
    report_playouts(json, why);
    report_player(json, why, player);
    by_json_end_object(json);
}
