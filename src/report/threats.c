#include "report/threats.h"
#include "games/value.h"
#include "games/win_tree.h"

static uint64_t a_second(uint64_t nodes, double seconds)
{
    return seconds > 0 ? (uint64_t)((double)nodes / seconds) : 0;
}

/* What was looked for, or what the win takes. */
static enum by_threats_kind kind_of(const struct by_threats *threats)
{
    return threats->found == BY_THREATS_WIN ? threats->won_by : threats->kind;
}

static const char *words_of(enum by_threats_kind kind)
{
    static const char *const words[] = {[BY_THREATS_FOURS] = "fours",
                                        [BY_THREATS_THREES] = "fours and threes",
                                        [BY_THREATS_QUIET] = "threats and quiet moves"};
    return words[kind];
}

/* --- found ------------------------------------------------------------------------------- */

static bool is_win(const struct by_threats *threats)
{
    return threats->found == BY_THREATS_WIN;
}

static const char *const found_words[] = {
    [BY_THREATS_OPEN] = "open", [BY_THREATS_WIN] = "win", [BY_THREATS_NONE] = "none"};

void by_report_threats(struct by_json *json, const struct by_line *line,
                       const struct by_threats *threats, double seconds)
{
    by_move pv[BY_PV_MAX];
    int count = is_win(threats) ? by_win_tree_line(&threats->proof, pv, BY_PV_MAX) : 0;
    static const char *const kinds[] = {
        [BY_THREATS_FOURS] = "fours", [BY_THREATS_THREES] = "threes", [BY_THREATS_QUIET] = "quiet"};
    by_json_object(json, NULL);
    by_json_text(json, "result", found_words[threats->found]);
    by_json_text(json, "threats", kinds[kind_of(threats)]);
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
                     by_player_name(line->rules, by_line_side(line)), words_of(kind_of(threats)),
                     moves, moves == 1 ? "" : "s", marks->plain);
    by_buffer_add(out, "line    ");
    by_put_sequence(out, line->rules, by_line_position(line), pv, count);
    by_buffer_format(out, "\nproof   %d answers\n", threats->proof.count);
}

void by_put_threats(struct by_buffer *out, const struct by_line *line,
                    const struct by_threats *threats, double seconds, const struct by_marks *marks)
{
    char speed[BY_SCORE_BUFFER];
    const char *what = words_of(kind_of(threats));
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

/* --- replies ------------------------------------------------------------------------------ */

void by_report_replies(struct by_json *json, const struct by_line *line,
                       const struct by_answered_replies *replies)
{
    char move[BY_MOVE_BUFFER];
    by_json_object(json, NULL);
    by_json_int(json, "replies", replies->count);
    by_json_int(json, "proved", replies->proved);
    by_json_array(json, "moves");
    for (int i = 0; i < replies->count; i++) {
        const struct by_answered_reply *reply = &replies->reply[i];
        by_json_object(json, NULL);
        by_json_text(json, "move",
                     by_move_string(line->rules, by_line_position(line), reply->move, move));
        by_json_text(json, "result", found_words[reply->found]);
        by_json_int(json, "moves", reply->moves);
        by_json_int(json, "proof_nodes", reply->proof_nodes);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    by_json_count(json, "nodes", replies->nodes);
    by_json_seconds(json, "seconds", replies->seconds);
    by_json_end_object(json);
}

static void put_moves_found(struct by_buffer *out, const struct by_line *line,
                            const struct by_answered_replies *replies, bool proved)
{
    char move[BY_MOVE_BUFFER];
    by_buffer_add(out, proved ? "proved " : "open   ");
    for (int i = 0; i < replies->count; i++)
        if ((replies->reply[i].found == BY_THREATS_WIN) == proved)
            by_buffer_format(
                out, " %s",
                by_move_string(line->rules, by_line_position(line), replies->reply[i].move, move));
    by_buffer_char(out, '\n');
}

void by_put_replies(struct by_buffer *out, const struct by_line *line,
                    const struct by_answered_replies *replies, const struct by_marks *marks)
{
    by_buffer_format(out,
                     "result  %s%s wins after %d of %d replies%s (images of each other once)\n",
                     marks->strong, by_player_name(line->rules, !by_line_side(line)),
                     replies->proved, replies->count, marks->plain);
    if (replies->proved > 0)
        put_moves_found(out, line, replies, true);
    if (replies->proved < replies->count)
        put_moves_found(out, line, replies, false);
    by_buffer_format(out, "work    %llu nodes, %.3f s\n", (unsigned long long)replies->nodes,
                     replies->seconds);
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
