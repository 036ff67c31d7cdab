#include "report/truth.h"
#include "games/value.h"
#include <stdlib.h>

#define CONFIDENCE 0.95

static double in_units(const struct by_truth_plan *plan, double loss)
{
    return loss / plan->rules->score_scale;
}

/* Where nothing was lost there is no spread to make an interval of: "0 to 0" would claim too much. What can be
 * said is how rare a loss is, by the rule of three: so many moves lose something, at most. */
static bool lost_nothing(const struct by_truth *truth)
{
    return truth->best == truth->asked;
}

static double losing_share(const struct by_truth *truth)
{
    return truth->asked > 3 ? 3.0 / truth->asked : 1;
}

/* --- JSON ------------------------------------------------------------------------------ */

static void report_loss(struct by_json *json, const struct by_truth_plan *plan,
                        const struct by_truth *truth)
{
    struct by_interval interval = by_truth_interval(truth, CONFIDENCE);
    if (truth->asked < 2) {
        by_json_null(json, "loss");
        by_json_null(json, "interval");
        return;
    }
    by_json_real(json, "loss", in_units(plan, by_truth_mean(truth)));
    if (lost_nothing(truth))
        by_json_null(json, "interval");
    else
        by_json_range(json, "interval", in_units(plan, interval.low),
                      in_units(plan, interval.high));
}

static void report_share(struct by_json *json, const char *name, int part, int whole)
{
    struct by_interval interval = by_wilson(part, whole > 0 ? whole : 1, CONFIDENCE);
    by_json_object(json, name);
    by_json_int(json, "count", part);
    by_json_int(json, "of", whole);
    if (whole > 0)
        by_json_range(json, "interval", interval.low, interval.high);
    else
        by_json_null(json, "interval");
    by_json_end_object(json);
}

static void report_worst(struct by_json *json, const struct by_truth_plan *plan,
                         const struct by_truth_worst *worst)
{
    if (worst->loss == 0) {
        by_json_null(json, "worst");
        return;
    }
    by_json_object(json, "worst");
    by_report_position(json, "position", plan->rules, worst->position);
    by_report_move(json, "move", plan->rules, worst->position, worst->move);
    by_report_move(json, "best", plan->rules, worst->position, worst->best);
    by_json_real(json, "loss", in_units(plan, worst->loss));
    by_json_end_object(json);
}

void by_report_truth(struct by_json *json, const struct by_truth_plan *plan,
                     const struct by_truth *truth)
{
    by_json_object(json, NULL);
    by_json_text(json, "game", plan->rules->name);
    by_json_text(json, "label", plan->rules->label);
    by_json_text(json, "player", plan->player);
    by_json_text(json, "source", plan->source);
    by_json_count(json, "seed", plan->seed);
    by_json_int(json, "positions", truth->asked);
    by_json_int(json, "different", truth->different);
    by_json_int(json, "forced", truth->forced);
    by_json_int(json, "left_out", truth->left_out);
    report_loss(json, plan, truth);
    report_share(json, "best_moves", truth->best, truth->asked);
    report_share(json, "given_away", truth->given, truth->at_stake);
    report_worst(json, plan, &truth->worst);
    by_json_seconds(json, "seconds_per_move", truth->asked > 0 ? truth->seconds / truth->asked : 0);
    by_json_count(json, "nodes", truth->nodes);
    by_json_flag(json, "complete", !truth->stopped);
    by_json_end_object(json);
}

/* --- text ------------------------------------------------------------------------------ */

static void put_positions(struct by_buffer *out, const struct by_truth_plan *plan,
                          const struct by_truth *truth)
{
    by_buffer_format(out, "positions   %d, ", truth->asked);
    if (plan->empties > 0)
        by_buffer_format(out, "with at most %d empty cells", plan->empties);
    else
        by_buffer_format(out, "%d plies before the end", plan->plies);
    by_buffer_format(out, ", from games of %s", plan->source);
    if (truth->different < truth->asked)
        by_buffer_format(out, "; %d different", truth->different);
    if (truth->left_out > 0)
        by_buffer_format(out, "; %d left out", truth->left_out);
    by_buffer_char(out, '\n');
}

static void put_share(struct by_buffer *out, int part, int whole, const char *what)
{
    struct by_interval interval = by_wilson(part, whole, CONFIDENCE);
    by_buffer_format(out, "%.1f %% of %d %s (%.1f to %.1f)\n", 100.0 * part / whole, whole, what,
                     100 * interval.low, 100 * interval.high);
}

/* A loss in what games are counted in: "4 discs"; where they are only won or lost, a number. */
static const char *loss_string(const struct by_truth_plan *plan, double loss, int decimals,
                               char buffer[BY_WORTH_BUFFER])
{
    struct by_text text = by_text_over(buffer, BY_WORTH_BUFFER);
    by_write_number(in_units(plan, loss), decimals, &text);
    if (plan->rules->game->margin)
        by_text_format(&text, " %ss", plan->rules->game->margin);
    return buffer;
}

static void put_worst(struct by_buffer *out, const struct by_truth_plan *plan,
                      const struct by_truth_worst *worst)
{
    char played[BY_MOVE_BUFFER], best[BY_MOVE_BUFFER];
    char *position = by_position_string(plan->rules, worst->position);
    char loss[BY_WORTH_BUFFER];
    by_buffer_format(
        out, "worst       %s: %s instead of %s in %s\n", loss_string(plan, worst->loss, 2, loss),
        by_move_string(plan->rules, worst->position, worst->move, played),
        by_move_string(plan->rules, worst->position, worst->best, best), position ? position : "?");
    free(position);
}

static void put_loss(struct by_buffer *out, const struct by_truth_plan *plan,
                     const struct by_truth *truth, const struct by_marks *marks)
{
    struct by_interval interval = by_truth_interval(truth, CONFIDENCE);
    char loss[BY_WORTH_BUFFER];
    by_buffer_format(out, "lost        %s%s%s a move (", marks->strong,
                     loss_string(plan, by_truth_mean(truth), 3, loss), marks->plain);
    if (lost_nothing(truth))
        by_buffer_format(out, "at most %.1f %% of moves lose anything)\n",
                         100 * losing_share(truth));
    else
        by_buffer_format(out, "%.3f to %.3f)\n", in_units(plan, interval.low),
                         in_units(plan, interval.high));
}

void by_put_truth(struct by_buffer *out, const struct by_truth_plan *plan,
                  const struct by_truth *truth, const struct by_marks *marks)
{
    char nodes[BY_SCORE_BUFFER];
    by_buffer_format(out, "player      %s\n", plan->player);
    put_positions(out, plan, truth);
    if (truth->asked < 2)
        return;
    put_loss(out, plan, truth, marks);
    by_buffer_add(out, "best        ");
    put_share(out, truth->best, truth->asked, "moves");
    by_buffer_add(out, "given away  ");
    if (truth->at_stake > 0)
        put_share(out, truth->given, truth->at_stake, "wins and draws");
    else
        by_buffer_add(out, "nothing was to be had\n");
    if (truth->worst.loss > 0)
        put_worst(out, plan, &truth->worst);
    by_buffer_format(out, "work        %.3f s a move; %s nodes to solve\n",
                     truth->seconds / truth->asked, by_short_number((double)truth->nodes, nodes));
}
