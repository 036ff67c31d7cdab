#include "report/threats.h"
#include "games/value.h"
#include "games/win_tree.h"

static uint64_t a_second(uint64_t nodes, double seconds)
{
    return seconds > 0 ? (uint64_t)((double)nodes / seconds) : 0;
}

/* --- found ------------------------------------------------------------------------------- */

static bool is_win(const struct by_threats *threats)
{
    return threats->found == BY_THREATS_WIN;
}

void by_report_threats(struct by_json *json, const struct by_line *line,
                       const struct by_threats *threats, double seconds)
{
    static const char *const words[] = {
        [BY_THREATS_OPEN] = "open", [BY_THREATS_WIN] = "win", [BY_THREATS_NONE] = "none"};
    by_move pv[BY_PV_MAX];
    int count = is_win(threats) ? by_win_tree_line(&threats->proof, pv, BY_PV_MAX) : 0;
    bool fours = !threats->threes || (is_win(threats) && threats->fours);
    by_json_object(json, NULL);
    by_json_text(json, "result", words[threats->found]);
    by_json_text(json, "threats", fours ? "fours" : "threes");
    if (is_win(threats))
        by_json_int(json, "moves", by_win_tree_moves(&threats->proof));
    else
        by_json_null(json, "moves");
    by_report_sequence(json, "pv", line->rules, by_line_position(line), pv, count);
    by_json_int(json, "proof_nodes", is_win(threats) ? threats->proof.count : 0);
    by_json_count(json, "nodes", threats->nodes);
    by_json_seconds(json, "seconds", seconds);
    by_json_count(json, "nodes_per_second", a_second(threats->nodes, seconds));
    by_json_end_object(json);
}

static void put_win(struct by_buffer *out, const struct by_line *line,
                    const struct by_threats *threats, const struct by_marks *marks)
{
    by_move pv[BY_PV_MAX];
    int count = by_win_tree_line(&threats->proof, pv, BY_PV_MAX);
    int moves = by_win_tree_moves(&threats->proof);
    by_buffer_format(out, "result  %s%s wins by %s, with at most %d move%s%s\n", marks->strong,
                     by_player_name(line->rules, by_line_side(line)),
                     threats->fours ? "fours" : "fours and threes", moves, moves == 1 ? "" : "s",
                     marks->plain);
    by_buffer_add(out, "line    ");
    by_put_sequence(out, line->rules, by_line_position(line), pv, count);
    by_buffer_format(out, "\nproof   %d answers\n", threats->proof.count);
}

void by_put_threats(struct by_buffer *out, const struct by_line *line,
                    const struct by_threats *threats, double seconds, const struct by_marks *marks)
{
    char speed[BY_SCORE_BUFFER];
    const char *what = threats->threes ? "fours and threes" : "fours";
    const char *who = by_player_name(line->rules, by_line_side(line));
    if (is_win(threats))
        put_win(out, line, threats, marks);
    else if (threats->found == BY_THREATS_NONE)
        by_buffer_format(out, "result  %sno win by %s%s: %s has none, which is proven\n",
                         marks->strong, what, marks->plain, who);
    else
        by_buffer_format(out,
                         "result  %sno win by %s found%s: there may be one beyond %llu nodes\n",
                         marks->strong, what, marks->plain, (unsigned long long)threats->nodes);
    by_buffer_format(out, "work    %llu nodes, %.3f s, %s nodes/s\n",
                     (unsigned long long)threats->nodes, seconds,
                     by_short_number((double)a_second(threats->nodes, seconds), speed));
}

/* --- checked ------------------------------------------------------------------------------ */

void by_report_checked_win(struct by_json *json, const struct by_checked_win *checked)
{
    const struct by_rules *rules = checked->rules;
    by_json_object(json, NULL);
    by_report_position(json, "position", rules, rules->start);
    by_json_flag(json, "holds", true);
    by_json_int(json, "moves", by_win_tree_moves(checked->tree));
    by_json_int(json, "proof_nodes", checked->tree->count);
    by_json_count(json, "nodes", checked->nodes);
    by_json_seconds(json, "seconds", checked->seconds);
    by_json_end_object(json);
}

void by_put_checked_win(struct by_buffer *out, const struct by_checked_win *checked,
                        const struct by_marks *marks)
{
    const struct by_rules *rules = checked->rules;
    char speed[BY_SCORE_BUFFER];
    by_buffer_format(out, "result  %sthe proof holds%s: %s wins with at most %d moves\n",
                     marks->strong, marks->plain,
                     by_player_name(rules, rules->game->side(rules, rules->start)),
                     by_win_tree_moves(checked->tree));
    by_buffer_format(
        out, "work    %d answers, against every legal reply: %llu moves, %.3f s, %s moves/s\n",
        checked->tree->count, (unsigned long long)checked->nodes, checked->seconds,
        by_short_number((double)a_second(checked->nodes, checked->seconds), speed));
}
