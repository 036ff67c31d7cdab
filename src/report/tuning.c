/* tuning.c: see tuning.h. */
#include "report/tuning.h"
#include "base/draw/svg.h"
#include <string.h>

/* What the final match says about the two players. */
static const char *verdict_of(const struct by_tune_result *result)
{
    if (strcmp(result->best_spec, result->start_spec) == 0)
        return "the start is the best that was found";
    if (result->score.interval.low > 0.5)
        return "better than the start";
    return result->score.interval.high < 0.5 ? "worse than the start" : "not shown to be better";
}

/* The ends of what the better half has of an option. */
static struct by_interval spread_of(const struct by_tune_step *step, int k)
{
    struct by_interval out = {step->value[k], step->value[k]};
    for (int i = 0; i < step->count; i++) {
        double value = step->entries[i].value[k];
        if (!step->entries[i].kept)
            continue;
        out.low = value < out.low ? value : out.low;
        out.high = value > out.high ? value : out.high;
    }
    return out;
}

static const char *method_title(enum by_tune_method method)
{
    static const char *const titles[] = {
#define BY_TUNE_METHOD(id, name, title) title,
#include "learn/methods.def"
#undef BY_TUNE_METHOD
    };
    return titles[method];
}

/* --- text ---------------------------------------------------------------------------------- */

#define ROWS 20 /* of the table; a longer walk is shown in as many steps */

static void put_steps(struct by_buffer *out, const struct by_tuning_report *report)
{
    const struct by_vary *vary = report->plan->vary;
    const struct by_tune_result *result = report->result;
    int every = (result->step_count + ROWS - 1) / ROWS;
    by_buffer_add(out, "\n  step    games");
    for (int k = 0; k < vary->count; k++)
        by_buffer_format(out, "  %28s", vary->param[k].name);
    by_buffer_char(out, '\n');
    for (int i = 0; i < result->step_count; i++) {
        const struct by_tune_step *step = &result->steps[i];
        if ((i + 1) % every != 0 && i + 1 < result->step_count)
            continue;
        by_buffer_format(out, "%6d  %7d", i + 1, step->games);
        for (int k = 0; k < vary->count; k++) {
            struct by_interval spread = spread_of(step, k);
            by_buffer_format(out, "  %8.4g (%7.4g to %7.4g)", step->value[k], spread.low,
                             spread.high);
        }
        by_buffer_char(out, '\n');
    }
    by_buffer_char(out, '\n');
}

static void put_head(struct by_buffer *out, const struct by_tuning_report *report)
{
    const struct by_tune_plan *plan = report->plan;
    const struct by_tune_result *result = report->result;
    by_buffer_format(out, "game      %s %s\n", report->rules->name, report->rules->label);
    by_buffer_format(out, "method    %s", method_title(plan->method));
    if (plan->method == BY_TUNE_SELECTION)
        by_buffer_format(out, " among %d players", plan->population);
    by_buffer_format(out, ", %d of %d steps, %d games a pairing, seed %llu\n", result->step_count,
                     result->planned, plan->pairing, (unsigned long long)plan->seed);
    by_buffer_format(out, "games     %d of at most %d", result->games, plan->games);
    if (result->fresh < result->games)
        by_buffer_format(out, ", %d played now", result->fresh);
    by_buffer_char(out, '\n');
    for (int k = 0; k < plan->vary->count; k++) {
        const struct by_param *p = &plan->vary->param[k];
        by_buffer_format(out, "vary      %s from %g to %g%s, start %g, %s %g\n", p->name, p->low,
                         p->high, p->log ? " by its logarithm" : "", p->start,
                         result->complete ? "tuned" : "so far", result->best[k]);
    }
}

static void put_final(struct by_buffer *out, const struct by_tune_result *result,
                      const struct by_marks *marks)
{
    const struct by_score *score = &result->score;
    by_buffer_format(out, "tuned     %s\nstart     %s\n", result->best_spec, result->start_spec);
    if (score->games == 0) {
        if (result->complete)
            by_buffer_format(out, "match     none: %s\n", verdict_of(result));
        return;
    }
    by_buffer_format(out, "match     %ld games: %ld won by the tuned player, %ld drawn, %ld lost\n",
                     score->games, result->final.games[2], result->final.games[1],
                     result->final.games[0]);
    by_buffer_format(out, "score     %s%.1f %%%s, 95 %% interval %.1f to %.1f %%%s: %s\n",
                     marks->strong, 100 * score->score, marks->plain, 100 * score->interval.low,
                     100 * score->interval.high, score->by_pairs ? ", by pairs" : "",
                     verdict_of(result));
    by_buffer_format(out, "Elo       %+.0f, 95 %% interval %+.0f to %+.0f\n", score->elo,
                     score->elo_interval.low, score->elo_interval.high);
}

void by_put_tuning(struct by_buffer *out, const struct by_tuning_report *report,
                   const struct by_marks *marks)
{
    put_head(out, report);
    if (report->result->step_count > 0)
        put_steps(out, report);
    put_final(out, report->result, marks);
}

/* --- JSON ---------------------------------------------------------------------------------- */

static void report_values(struct by_json *json, const char *name, const double *values, int count)
{
    by_json_array(json, name);
    for (int k = 0; k < count; k++)
        by_json_number(json, NULL, values[k]);
    by_json_end_array(json);
}

static void report_vary(struct by_json *json, const struct by_tuning_report *report)
{
    const struct by_vary *vary = report->plan->vary;
    by_json_array(json, "vary");
    for (int k = 0; k < vary->count; k++) {
        const struct by_param *p = &vary->param[k];
        by_json_object(json, NULL);
        by_json_text(json, "name", p->name);
        by_json_number(json, "low", p->low);
        by_json_number(json, "high", p->high);
        by_json_flag(json, "log", p->log);
        by_json_flag(json, "whole", p->whole);
        by_json_number(json, "start", p->start);
        by_json_number(json, "tuned", report->result->best[k]);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void report_step(struct by_json *json, const struct by_tune_step *step, int number,
                        int params)
{
    by_json_object(json, NULL);
    by_json_int(json, "step", number);
    by_json_int(json, "games", step->games);
    report_values(json, "values", step->value, params);
    by_json_array(json, "players");
    for (int i = 0; i < step->count; i++) {
        by_json_object(json, NULL);
        report_values(json, "values", step->entries[i].value, params);
        by_json_real(json, "score", step->entries[i].score);
        by_json_flag(json, "kept", step->entries[i].kept);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    by_json_end_object(json);
}

static void report_final(struct by_json *json, const struct by_tune_result *result)
{
    const struct by_score *score = &result->score;
    if (score->games == 0) {
        by_json_null(json, "final");
        return;
    }
    by_json_object(json, "final");
    by_json_int(json, "games", score->games);
    by_json_int(json, "wins", result->final.games[2]);
    by_json_int(json, "draws", result->final.games[1]);
    by_json_int(json, "losses", result->final.games[0]);
    by_json_real(json, "score", score->score);
    by_json_range(json, "interval", score->interval.low, score->interval.high);
    by_json_number(json, "elo", score->elo);
    by_json_array(json, "elo_interval");
    by_json_number(json, NULL, score->elo_interval.low);
    by_json_number(json, NULL, score->elo_interval.high);
    by_json_end_array(json);
    by_json_text(json, "counted", score->by_pairs ? "pairs" : "games");
    by_json_end_object(json);
}

void by_report_tuning(struct by_json *json, const struct by_tuning_report *report)
{
    const struct by_tune_plan *plan = report->plan;
    const struct by_tune_result *result = report->result;
    by_json_object(json, NULL);
    by_json_text(json, "game", report->rules->name);
    by_json_text(json, "size", report->rules->label);
    by_json_text(json, "method", by_tune_method_name(plan->method));
    by_json_int(json, "budget", plan->games);
    by_json_int(json, "games", result->games);
    by_json_int(json, "played_now", result->fresh);
    by_json_int(json, "planned", result->planned);
    by_json_flag(json, "complete", result->complete);
    report_vary(json, report);
    by_json_text(json, "start", result->start_spec);
    by_json_text(json, "tuned", result->best_spec);
    report_final(json, result);
    if (result->complete)
        by_json_text(json, "verdict", verdict_of(result));
    else
        by_json_null(json, "verdict");
    by_json_array(json, "steps");
    for (int i = 0; i < result->step_count; i++)
        report_step(json, &result->steps[i], i + 1, plan->vary->count);
    by_json_end_array(json);
    by_json_end_object(json);
}

/* --- CSV ------------------------------------------------------------------------------------- */

static void csv_row(struct by_buffer *out, const double *values, int params)
{
    for (int k = 0; k < params; k++)
        by_buffer_format(out, ",%.15g", values[k]);
    by_buffer_char(out, '\n');
}

void by_tuning_csv(const struct by_tuning_report *report, struct by_buffer *out)
{
    const struct by_vary *vary = report->plan->vary;
    by_buffer_add(out, "step,games,player,kept,score");
    for (int k = 0; k < vary->count; k++)
        by_buffer_format(out, ",%s", vary->param[k].name);
    by_buffer_char(out, '\n');
    for (int s = 0; s < report->result->step_count; s++) {
        const struct by_tune_step *step = &report->result->steps[s];
        for (int i = 0; i < step->count; i++) {
            const struct by_tune_entry *entry = &step->entries[i];
            by_buffer_format(out, "%d,%d,%d,%d,%.6f", s + 1, step->games, i + 1, entry->kept,
                             entry->score);
            csv_row(out, entry->value, vary->count);
        }
        by_buffer_format(out, "%d,%d,mean,,", s + 1, step->games);
        csv_row(out, step->value, vary->count);
    }
}

/* --- SVG -------------------------------------------------------------------------------------- */

enum { LEFT = 90, PLOT_WIDTH = 640, PLOT_HEIGHT = 200, PANEL = 270, DOTS_MOST = 4000 };

/* One panel: which steps lie where. */
struct panel {
    struct by_svg *svg;
    const struct by_tuning_report *report;
    int k;
};

static double place_x(const struct panel *p, int step)
{
    int last = p->report->result->step_count - 1;
    return last > 0 ? (double)step / last * PLOT_WIDTH : PLOT_WIDTH / 2.0;
}

static double place_y(const struct panel *p, double value)
{
    return PLOT_HEIGHT * (1 - by_param_point(&p->report->plan->vary->param[p->k], value));
}

static void draw_axes(const struct panel *p)
{
    const struct by_param *param = &p->report->plan->vary->param[p->k];
    for (int i = 0; i <= 4; i++) {
        double y = PLOT_HEIGHT * (1 - i / 4.0);
        by_svg_line(p->svg, 0, y, PLOT_WIDTH, y, "grid");
        by_svg_text(p->svg, -10, y + 4, "text small end faint", "%g",
                    by_param_value(param, i / 4.0));
    }
    by_svg_text(p->svg, 0, -12, "text bold", "%s", param->name);
    by_svg_text(p->svg, PLOT_WIDTH, PLOT_HEIGHT + 20, "text small end faint", "step %d",
                p->report->result->step_count);
    double y = place_y(p, param->start);
    by_svg_line(p->svg, 0, y, PLOT_WIDTH, y, "line dim-line dashed");
    by_svg_text(p->svg, PLOT_WIDTH - 4, y - 5, "text small end faint", "start");
}

static void draw_players(const struct panel *p)
{
    const struct by_tune_result *result = p->report->result;
    int every = 1 + result->step_count * result->steps[0].count / DOTS_MOST;
    for (int s = 0; s < result->step_count; s += every)
        for (int i = 0; i < result->steps[s].count; i++) {
            const struct by_tune_entry *entry = &result->steps[s].entries[i];
            by_svg_circle(p->svg, place_x(p, s), place_y(p, entry->value[p->k]), 2.5,
                          entry->kept ? "first" : "soft edge");
        }
}

static void draw_mean(const struct panel *p)
{
    const struct by_tune_result *result = p->report->result;
    by_svg_path(p->svg, "line gold-line medium");
    for (int s = 0; s < result->step_count; s++)
        by_svg_to(p->svg, place_x(p, s), place_y(p, result->steps[s].value[p->k]));
    by_svg_path_end(p->svg);
}

void by_tuning_svg(const struct by_tuning_report *report, struct by_buffer *out)
{
    struct by_svg svg;
    int count = report->plan->vary->count;
    by_svg_begin(
        &svg, out, LEFT + PLOT_WIDTH + BY_SVG_MARGIN, BY_SVG_TOP + count * PANEL + 20, "Tuning",
        report->plan->method == BY_TUNE_SELECTION
            ? "every player of every generation; the better half is filled, the line its mean"
            : "the players to both sides, the better one filled; the line is the point");
    for (int k = 0; k < count; k++) {
        struct panel p = {&svg, report, k};
        by_svg_move(&svg, LEFT, BY_SVG_TOP + k * PANEL + 20);
        draw_axes(&p);
        if (report->result->step_count > 0) {
            draw_players(&p);
            draw_mean(&p);
        }
        by_svg_back(&svg);
    }
    by_svg_end(&svg);
}
