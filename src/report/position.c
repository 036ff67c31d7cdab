/* position.c: see position.h. */
#include "report/position.h"
#include <stdlib.h>

static void report_legal(struct by_json *json, const struct by_line *line)
{
    by_move *moves = calloc((size_t)line->rules->max_moves, sizeof *moves);
    if (!moves) {
        json->out->failed = true;
        return;
    }
    int count = by_line_moves(line, moves);
    by_report_moves(json, "legal", line->rules, by_line_position(line), moves, count);
    free(moves);
}

void by_report_state(struct by_json *json, const struct by_line *line)
{
    const void *position = by_line_position(line);
    bool over = by_line_over(line);
    by_report_position(json, "position", line->rules, position);
    by_json_text(json, "to_move", by_mover_name(line));
    report_legal(json, line);
    by_json_flag(json, "over", over);
    by_json_text(json, "winner", over ? by_winner_name(by_line_result(line)) : NULL);
    if (over)
        by_report_score(json, "score", line->rules, by_line_result(line));
    else
        by_json_null(json, "score");
    by_report_facts(json, line->rules, position);
}

void by_report_info(struct by_json *json, const struct by_record *record)
{
    by_json_object(json, "info");
    for (int i = 0; i < BY_INFO_COUNT; i++)
        by_json_text(json, by_info_key((enum by_info)i), record->info[i]);
    by_json_end_object(json);
}

void by_report_branches(struct by_json *json, const struct by_record *record)
{
    enum { MOST = 10000 };
    struct by_sgf_fork *forks = calloc(MOST, sizeof *forks);
    int count = forks && record->node ? by_sgf_forks(record->node, forks, MOST) : 0;
    by_json_array(json, "branches");
    for (int i = 0; i < count && i < MOST; i++) {
        by_json_object(json, NULL);
        by_json_int(json, "move", forks[i].moves + 1);
        by_json_int(json, "ways", forks[i].ways);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    free(forks);
}

void by_report_record(struct by_json *json, const char *name, const struct by_record_report *report)
{
    const struct by_record *record = report->record;
    const struct by_line *line = report->line;
    const struct by_rules *rules = line->rules;
    const void *start = by_line_position_at(line, 0);
    by_json_object(json, name);
    by_json_text(json, "name", report->path);
    by_json_text(json, "format", record->format->name);
    by_json_text(json, "game", rules->name);
    by_json_int(json, "number", report->number);
    if (report->games < 0)
        by_json_null(json, "games");
    else
        by_json_int(json, "games", report->games);
    by_json_int(json, "ply", record->plies);
    by_json_int(json, "dropped", record->dropped);
    by_report_position(json, "start", rules, start);
    by_report_sequence(json, "moves", rules, start, line->moves, line->count);
    by_report_branches(json, record);
    by_report_info(json, record);
    by_json_text(json, "comment", record->comment);
    by_json_end_object(json);
}
