/* decision.c: see decision.h. */
#include "report/decision.h"
#include "base/stats.h"
#include "report/value.h"
#include <stdio.h>
#include <stdlib.h>

static const char *scale_name(enum by_scale scale)
{
    return scale == BY_SCALE_PROBABILITY ? "probability" : "score";
}

/* --- a decision as JSON ------------------------------------------------------------ */

/* A value nobody has an opinion on is null. Probabilities stay reals even when whole. */
static void report_value(struct by_json *json, const struct by_worth *worth)
{
    if (worth->bound == BY_BOUND_NONE)
        by_json_null(json, "value");
    else if (worth->scale == BY_SCALE_PROBABILITY)
        by_json_real(json, "value", worth->value);
    else
        by_json_number(json, "value", by_worth_number(worth));
}

static void report_meaning(struct by_json *json, const struct by_worth *worth)
{
    char words[BY_WORTH_BUFFER];
    by_json_text(json, "meaning",
                 worth->bound == BY_BOUND_NONE ? NULL : by_worth_string(worth, words));
}

/* Where the mean of a move's simulations may lie, as if each had been a game of its own; null where the
 * value is no such mean. */
static void report_interval(struct by_json *json, const struct by_decision *decision,
                            const struct by_move_stat *stat)
{
    double games = (double)stat->visits;
    if (decision->scale != BY_SCALE_PROBABILITY || stat->bound != BY_BOUND_ESTIMATE || games < 1) {
        by_json_null(json, "interval");
        return;
    }
    struct by_interval interval = by_wilson(stat->value * games, games, 0.95);
    by_json_range(json, "interval", interval.low, interval.high);
}

/* What is expected behind a move of which something is known, the move first. */
static void report_line_behind(struct by_json *json, const struct by_line *line,
                               const struct by_searcher *searcher, const struct by_move_stat *stat)
{
    enum { SHOWN = 16 };
    by_move moves[BY_PV_MAX];
    int count = stat->bound == BY_BOUND_NONE ? 0 : by_searcher_line(searcher, stat->move, moves);
    by_report_sequence(json, "line", line->rules, by_line_position(line), moves,
                       count < SHOWN ? count : SHOWN);
}

static void report_stat(struct by_json *json, const struct by_line *line,
                        const struct by_decision *decision, const struct by_searcher *searcher,
                        const struct by_move_stat *stat)
{
    struct by_worth worth = by_worth_of_move(line, decision, stat);
    by_json_object(json, NULL);
    by_report_move(json, "move", line->rules, by_line_position(line), stat->move);
    by_json_count(json, "visits", stat->visits);
    report_value(json, &worth);
    by_json_text(json, "bound", by_bound_name(stat->bound));
    report_meaning(json, &worth);
    report_interval(json, decision, stat);
    if (searcher)
        report_line_behind(json, line, searcher, stat);
    by_json_end_object(json);
}

static void report_work(struct by_json *json, const struct by_work *work)
{
    by_json_object(json, "work");
    by_json_count(json, "nodes", work->nodes);
    by_json_count(json, "last_depth_nodes", work->last_depth_nodes);
    by_json_count(json, "leaves", work->leaves);
    by_json_count(json, "simulations", work->simulations);
    by_json_seconds(json, "seconds", work->seconds);
    by_json_count(json, "tree_bytes", work->tree_bytes);
    by_json_count(json, "tree_blocks", work->tree_blocks);
    by_json_count(json, "states", work->states);
    by_json_count(json, "saved", work->saved);
    by_json_end_object(json);
}

void by_report_decision(struct by_json *json, const struct by_line *line,
                        const struct by_decision *decision, const struct by_searcher *searcher,
                        int most)
{
    const struct by_rules *rules = line->rules;
    const void *position = by_line_position(line);
    struct by_worth worth = by_worth_of(line, decision);
    by_report_move(json, "move", rules, position, decision->move);
    report_value(json, &worth);
    by_json_text(json, "scale", scale_name(decision->scale));
    report_meaning(json, &worth);
    by_report_sequence(json, "pv", rules, position, decision->pv, decision->pv_count);
    report_work(json, &decision->work);
    by_json_array(json, "moves");
    for (int i = 0; i < decision->move_count && (most == 0 || i < most); i++)
        report_stat(json, line, decision, searcher, &decision->moves[i]);
    by_json_end_array(json);
    by_json_text(json, "bound", by_bound_name(decision->bound));
    by_json_flag(json, "complete", decision->complete);
    by_json_flag(json, "proven", decision->proven);
    by_json_int(json, "depth", decision->depth);
}

/* --- a decision in words -------------------------------------------------------------- */

static void put_head(struct by_buffer *out, const struct by_line *line,
                     const struct by_decision *decision, const struct by_marks *marks)
{
    char move[BY_MOVE_BUFFER], value[BY_WORTH_BUFFER];
    const struct by_rules *rules = line->rules;
    const void *position = by_line_position(line);
    if (decision->move == BY_NO_MOVE)
        by_buffer_format(out, "move   none: %s\n",
                         by_line_nature(line) ? "nature is to move" : "the game is over");
    else
        by_buffer_format(out, "move   %s%s%s\n", marks->strong,
                         by_move_string(rules, position, decision->move, move), marks->plain);
    by_buffer_format(out, "value  %s%s", by_value_string(line, decision, value),
                     decision->proven ? " (proven)" : "");
    by_buffer_add(out, "\npv     ");
    by_put_sequence(out, rules, position, decision->pv, decision->pv_count);
    by_buffer_char(out, '\n');
}

static void put_simulations(struct by_buffer *out, const struct by_work *work)
{
    char speed[BY_SCORE_BUFFER], bytes[BY_SCORE_BUFFER];
    by_buffer_format(out,
                     "work   %llu simulations, %.3f s, %s/s, tree of %llu nodes, %s bytes in %llu "
                     "blocks",
                     (unsigned long long)work->simulations, work->seconds,
                     by_short_number((double)work->simulations / (work->seconds + 1e-9), speed),
                     (unsigned long long)work->nodes,
                     by_short_number((double)work->tree_bytes, bytes),
                     (unsigned long long)work->tree_blocks);
}

/* A search that deepens has looked at most positions more than once: the last depth is what the
 * textbook counts. */
static void put_nodes(struct by_buffer *out, const struct by_work *work)
{
    char speed[BY_SCORE_BUFFER];
    unsigned long long nodes = work->nodes, last = work->last_depth_nodes;
    if (last > 0 && last < nodes)
        by_buffer_format(out, "work   %llu nodes in all, %llu at the last depth", nodes, last);
    else
        by_buffer_format(out, "work   %llu nodes", nodes);
    by_buffer_format(out, ", %llu leaves, %.3f s", (unsigned long long)work->leaves, work->seconds);
    if (work->nodes > 0 && work->seconds > 0)
        by_buffer_format(out, ", %s nodes/s",
                         by_short_number((double)work->nodes / work->seconds, speed));
}

static void put_work(struct by_buffer *out, const struct by_decision *decision)
{
    const struct by_work *work = &decision->work;
    if (work->simulations > 0)
        put_simulations(out, work);
    else
        put_nodes(out, work);
    if (decision->depth > 0)
        by_buffer_format(out, ", depth %d", decision->depth);
    by_buffer_format(out, "%s\n", decision->complete ? "" : ", stopped before the end");
    if (work->states > 0)
        by_buffer_format(out, "seen   %llu states; %llu times one was met again and not searched\n",
                         (unsigned long long)work->states, (unsigned long long)work->saved);
}

/* --- the moves ------------------------------------------------------------------------- */

struct ranked {
    const struct by_move_stat *stat;
    bool chosen, simulated;
    int place;
};

/* The move that is played first, then by visits where games were simulated, else by value; what nobody
 * looked at last. */
static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->chosen != y->chosen)
        return x->chosen ? -1 : 1;
    bool known = x->stat->bound != BY_BOUND_NONE;
    if (known != (y->stat->bound != BY_BOUND_NONE))
        return known ? -1 : 1;
    if (x->simulated && x->stat->visits != y->stat->visits)
        return x->stat->visits > y->stat->visits ? -1 : 1;
    if (!x->simulated && known && x->stat->value != y->stat->value)
        return x->stat->value > y->stat->value ? -1 : 1;
    return x->place - y->place;
}

/* From malloc; NULL without memory. In the game's order where all of them are shown. */
static struct ranked *rank(const struct by_decision *decision, int rows)
{
    struct ranked *moves = malloc((size_t)decision->move_count * sizeof *moves);
    for (int i = 0; moves && i < decision->move_count; i++)
        moves[i] = (struct ranked){.stat = &decision->moves[i],
                                   .chosen = decision->moves[i].move == decision->move,
                                   .simulated = decision->work.simulations > 0,
                                   .place = i};
    if (moves && rows < decision->move_count)
        qsort(moves, (size_t)decision->move_count, sizeof *moves, by_rank);
    return moves;
}

/* "215 more not looked at", "17 more", "230 more, 215 of them not looked at". */
static void put_rest(struct by_buffer *out, const struct ranked *rest, int count)
{
    int unseen = 0;
    for (int i = 0; i < count; i++)
        unseen += rest[i].stat->visits == 0;
    if (count == 0)
        return;
    if (unseen == 0 || unseen == count)
        by_buffer_format(out, "%d more%s; --all shows every move\n", count,
                         unseen > 0 ? " not looked at" : "");
    else
        by_buffer_format(out, "%d more, %d of them not looked at; --all shows every move\n", count,
                         unseen);
}

static void put_stats(struct by_buffer *out, const struct by_line *line,
                      const struct by_decision *decision, int rows)
{
    char move[BY_MOVE_BUFFER], value[BY_WORTH_BUFFER], head[32];
    if (decision->move_count == 0)
        return;
    snprintf(head, sizeof head, "for %s", by_player_name(line->rules, by_line_side(line)));
    by_buffer_format(out, "\n%-10s %12s %14s\n", "move", head, "visits");
    rows = rows > 0 && rows < decision->move_count ? rows : decision->move_count;
    struct ranked *moves = rank(decision, rows);
    out->failed |= moves == NULL;
    for (int i = 0; moves && i < rows; i++) {
        const struct by_move_stat *stat = moves[i].stat;
        by_buffer_format(out, "%-10s %12s %14llu\n",
                         by_move_string(line->rules, by_line_position(line), stat->move, move),
                         by_move_value_string(line, decision, stat, value),
                         (unsigned long long)stat->visits);
    }
    if (moves)
        put_rest(out, moves + rows, decision->move_count - rows);
    free(moves);
}

void by_put_decision(struct by_buffer *out, const struct by_line *line,
                     const struct by_decision *decision, int rows, const struct by_marks *marks)
{
    put_head(out, line, decision, marks);
    put_work(out, decision);
    put_stats(out, line, decision, rows);
}

/* --- a solved position ------------------------------------------------------------------ */

static const char *result_name(int32_t value)
{
    return value > 0 ? "first" : value < 0 ? "second" : "draw";
}

static double nodes_a_second(const struct by_solution *solution)
{
    return solution->seconds > 0 ? (double)solution->nodes / solution->seconds : 0;
}

void by_report_solved(struct by_json *json, const struct by_line *line,
                      const struct by_solution *solution)
{
    const void *position = by_line_position(line);
    by_json_text(json, "result", result_name(solution->value));
    if (solution->wld)
        by_json_null(json, "score");
    else
        by_report_score(json, "score", line->rules, solution->value);
    by_report_moves(json, "best", line->rules, position, solution->best, solution->best_count);
    by_report_sequence(json, "pv", line->rules, position, solution->pv, solution->pv_count);
    by_json_text(json, "method", solution->method);
    by_json_count(json, "nodes", solution->nodes);
    by_json_seconds(json, "seconds", solution->seconds);
    by_json_count(json, "nodes_per_second", (uint64_t)nodes_a_second(solution));
}

void by_report_solution(struct by_json *json, const struct by_line *line,
                        const struct by_solution *solution)
{
    by_json_object(json, NULL);
    by_report_solved(json, line, solution);
    by_json_end_object(json);
}

static const char *solution_string(const struct by_line *line, const struct by_solution *solution,
                                   char buffer[BY_WORTH_BUFFER])
{
    int side = by_line_side(line);
    return by_result_string(line->rules, side == 0 ? solution->value : -solution->value, buffer);
}

void by_put_solution(struct by_buffer *out, const struct by_line *line,
                     const struct by_solution *solution, const struct by_marks *marks)
{
    static const char *const words[] = {"second: the side to move loses", "draw",
                                        "first: the side to move wins"};
    char score[BY_WORTH_BUFFER], speed[BY_SCORE_BUFFER];
    const void *position = by_line_position(line);
    int sign = (solution->value > 0) - (solution->value < 0);
    by_buffer_format(out, "result  %s%s%s (%s to move)\n", marks->strong, words[sign + 1],
                     marks->plain, by_player_name(line->rules, by_line_side(line)));
    if (!solution->wld && line->rules->game->has_margin)
        by_buffer_format(out, "score   %s\n", solution_string(line, solution, score));
    by_buffer_add(out, "best    ");
    by_put_moves(out, line->rules, position, solution->best, solution->best_count);
    by_buffer_add(out, "\npv      ");
    by_put_sequence(out, line->rules, position, solution->pv, solution->pv_count);
    by_buffer_format(out, "\nwork    %llu nodes, %.3f s, %s nodes/s, by %s%s\n",
                     (unsigned long long)solution->nodes, solution->seconds,
                     by_short_number(nodes_a_second(solution), speed), solution->method,
                     solution->resumed ? ", all sessions" : "");
}

/* --- counts ------------------------------------------------------------------------------ */

void by_report_count(struct by_json *json, const struct by_count *count, double seconds)
{
    by_json_object(json, NULL);
    by_json_count(json, "positions", count->positions);
    by_json_count(json, "positions_symmetric", count->positions_symmetric);
    by_report_known(json, "games", count->games, INT64_MAX);
    by_report_known(json, "x", count->x, INT64_MAX);
    by_report_known(json, "o", count->o, INT64_MAX);
    by_report_known(json, "draws", count->draws, INT64_MAX);
    by_json_seconds(json, "seconds", seconds);
    by_json_end_object(json);
}

static void put_games(struct by_buffer *out, const char *label, uint64_t games)
{
    if (games == BY_COUNT_MANY)
        by_buffer_format(out, "%-15s more than 2^64\n", label);
    else
        by_buffer_format(out, "%-15s %llu\n", label, (unsigned long long)games);
}

void by_put_count(struct by_buffer *out, const struct by_count *count, double seconds)
{
    put_games(out, "positions", count->positions);
    put_games(out, "up to symmetry", count->positions_symmetric);
    put_games(out, "games", count->games);
    put_games(out, "won by X", count->x);
    put_games(out, "won by O", count->o);
    put_games(out, "drawn", count->draws);
    by_buffer_format(out, "%-15s %.3f s\n", "time", seconds);
}

static void report_plies(struct by_json *json, const char *name, const uint64_t *values, int depth)
{
    by_json_array(json, name);
    for (int i = 0; i < depth; i++)
        by_json_count(json, NULL, values[i]);
    by_json_end_array(json);
}

void by_report_perft(struct by_json *json, const struct by_rules *rules,
                     const struct by_perft *perft, double seconds)
{
    by_json_object(json, NULL);
    by_json_text(json, "game", rules->name);
    report_plies(json, "nodes", perft->nodes, perft->depth);
    report_plies(json, "finished", perft->finished, perft->depth);
    by_json_seconds(json, "seconds", seconds);
    by_json_end_object(json);
}

void by_put_perft(struct by_buffer *out, const struct by_perft *perft, double seconds)
{
    char speed[BY_SCORE_BUFFER];
    double leaves = (double)perft->nodes[perft->depth - 1];
    by_buffer_format(out, "%5s %20s %20s\n", "depth", "nodes", "finished");
    for (int d = 1; d <= perft->depth; d++)
        by_buffer_format(out, "%5d %20llu %20llu\n", d, (unsigned long long)perft->nodes[d - 1],
                         (unsigned long long)perft->finished[d - 1]);
    leaves += (double)perft->finished[perft->depth - 1];
    if (seconds > 0)
        by_buffer_format(out, "%.3f s, %s leaves/s\n", seconds,
                         by_short_number(leaves / seconds, speed));
}
