/* words.c: see words.h. */
#include "lab/words.h"
#include "report/columns.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

const char *by_lab_duration(double seconds, char buffer[BY_LAB_DURATION])
{
    static const struct {
        double seconds;
        const char *name;
    } units[] = {{86400, "d"}, {3600, "h"}, {60, "min"}};
    struct by_text text = by_text_over(buffer, BY_LAB_DURATION);
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (seconds >= 1.5 * units[i].seconds) {
            by_text_format(&text, "%.1f %s", seconds / units[i].seconds, units[i].name);
            return buffer;
        }
    if (seconds <= 0)
        by_text_add(&text, "?");
    else
        by_text_format(&text, seconds < 10 ? "%.1f s" : "%.0f s", seconds);
    return buffer;
}

const char *by_lab_checksum(uint64_t sum, char buffer[BY_LAB_CHECKSUM])
{
    (void)snprintf(buffer, BY_LAB_CHECKSUM, "%016" PRIx64, sum);
    return buffer;
}

static void put_date(struct by_buffer *out, double when)
{
    char date[24] = "";
    time_t seconds = (time_t)when;
    struct tm parts;
    if (when > 0 && gmtime_r(&seconds, &parts))
        (void)strftime(date, sizeof date, "%Y-%m-%d", &parts);
    by_buffer_add(out, date);
}

/* "61.5 % (55.1 to 67.4)"; scores are per cents, other numbers are as they are. */
static void put_number(struct by_buffer *out, const struct by_lab_number *number)
{
    by_buffer_format(out, "%s %.4g", number->name, number->value);
    if (number->bounded)
        by_buffer_format(out, " (%.4g to %.4g)", number->low, number->high);
}

/* --- the list --------------------------------------------------------------------------------- */

static enum by_status add_costs(struct by_lab_listed *out, struct by_error *err)
{
    enum by_status status = BY_OK;
    for (int i = 0; i < out->experiment->cells; i++)
        for (int j = 0; j < BY_LAB_SCALES && status == BY_OK; j++) {
            struct by_lab_cell cell;
            status = by_lab_cell_open(out->experiment, i, (enum by_lab_scale)j, 0, &cell, err);
            out->seconds[j] += cell.cost * cell.games;
            out->cells[j] += cell.games > 0;
            by_lab_cell_close(&cell);
        }
    return status;
}

static enum by_status add_verdict(const struct by_lab_results *results, struct by_lab_listed *out,
                                  struct by_error *err)
{
    struct by_lab_judged judged = {0};
    enum by_status status = by_lab_judge(results, &judged, err);
    out->finding = judged.finding;
    memcpy(out->number, judged.number, sizeof out->number);
    by_lab_judged_close(&judged);
    return status;
}

static enum by_status add_last(struct by_store *store, struct by_lab_listed *out,
                               struct by_error *err)
{
    struct by_lab_results results;
    enum by_status status =
        by_lab_collect(store, out->experiment, out->last.scale, out->last.seed, &results, err);
    for (int i = 0; i < results.count && status == BY_OK; i++) {
        const struct by_lab_result *result = &results.list[i];
        const struct by_lab_number *number = by_lab_main(result);
        out->wanted += result->state != BY_LAB_LEFT_OUT;
        out->done += result->state == BY_LAB_DONE;
        if (number)
            (void)snprintf(out->result, sizeof out->result, "%.30s: %.20s %.4g", result->cell.label,
                           number->name, number->value);
    }
    if (status == BY_OK)
        status = add_verdict(&results, out, err);
    by_lab_results_close(&results);
    return status;
}

enum by_status by_lab_list_one(const struct by_lab_experiment *experiment, struct by_store *store,
                               struct by_lab_listed *out, struct by_error *err)
{
    *out = (struct by_lab_listed){.experiment = experiment, .finding = BY_FINDING_UNSEEN};
    enum by_status status = add_costs(out, err);
    if (status == BY_OK && store)
        status = by_lab_last(store, experiment->name, &out->last, &out->ran, err);
    if (status == BY_OK && out->ran)
        status = add_last(store, out, err);
    return status;
}

enum { NAME, DOCUMENT, TITLE, COSTS, LAST = COSTS + BY_LAB_SCALES, COLUMNS };

static void write_listed(const void *context, int row, int column, struct by_buffer *out)
{
    const struct by_lab_listed *one = (const struct by_lab_listed *)context + row;
    static const char *const heads[] = {"name", "from", "what it shows"};
    char duration[BY_LAB_DURATION];
    if (row < 0 && column < COSTS)
        by_buffer_add(out, heads[column]);
    else if (row < 0 && column < LAST)
        by_buffer_add(out, by_lab_scale_name((enum by_lab_scale)(column - COSTS)));
    else if (row < 0)
        by_buffer_add(out, "last run");
    else if (column == NAME)
        by_buffer_add(out, one->experiment->name);
    else if (column == DOCUMENT)
        by_buffer_add(out, one->experiment->document);
    else if (column == TITLE)
        by_buffer_add(out, one->experiment->title);
    else if (column < LAST)
        by_buffer_add(out, by_lab_duration(one->seconds[column - COSTS], duration));
    else if (one->ran) {
        by_buffer_format(out, "%s ", by_lab_scale_name(one->last.scale));
        put_date(out, one->last.when);
        by_buffer_format(out, ", %d of %d cells", one->done, one->wanted);
        by_buffer_format(out, "%s%s", *one->result ? "; " : "", one->result);
    } else
        by_buffer_add(out, "never");
}

void by_put_lab_list(struct by_buffer *out, const struct by_lab_listed *list, int count)
{
    const struct by_columns table = {count, COLUMNS, -1, list, write_listed, NULL};
    (void)by_put_columns(out, &table, count);
    by_buffer_add(out, "\nCosts are those of one core.\n");
}

static void report_costs(struct by_json *json, const struct by_lab_listed *one)
{
    by_json_object(json, "scales");
    for (int i = 0; i < BY_LAB_SCALES; i++) {
        by_json_object(json, by_lab_scale_name((enum by_lab_scale)i));
        by_json_int(json, "cells", one->cells[i]);
        by_json_figure(json, "seconds", one->seconds[i]);
        by_json_end_object(json);
    }
    by_json_end_object(json);
}

static void report_verdicts(struct by_json *json, const struct by_lab_listed *one)
{
    by_json_object(json, "verdicts");
    for (int i = 0; i < BY_VERDICTS; i++)
        if (one->number[i] > 0)
            by_json_int(json, by_verdict_words((enum by_lab_verdict)i), one->number[i]);
    by_json_end_object(json);
}

static void report_last(struct by_json *json, const struct by_lab_listed *one)
{
    if (!one->ran) {
        by_json_null(json, "last");
        return;
    }
    by_json_object(json, "last");
    by_json_text(json, "scale", by_lab_scale_name(one->last.scale));
    by_json_count(json, "seed", one->last.seed);
    by_json_number(json, "when", one->last.when);
    by_json_int(json, "done", one->done);
    by_json_int(json, "wanted", one->wanted);
    by_json_end_object(json);
}

void by_report_lab_listed(struct by_json *json, const struct by_lab_listed *one)
{
    const struct by_lab_experiment *experiment = one->experiment;
    by_json_object(json, NULL);
    by_json_text(json, "name", experiment->name);
    by_json_text(json, "document", experiment->document);
    by_json_text(json, "source", experiment->source);
    by_json_text(json, "title", experiment->title);
    by_json_text(json, "claim", experiment->claim);
    by_json_int(json, "cells", experiment->cells);
    report_costs(json, one);
    report_last(json, one);
    by_json_text(json, "verdict", by_finding_words(one->finding));
    report_verdicts(json, one);
    by_json_end_object(json);
}

void by_report_lab_list(struct by_json *json, const char *name, const struct by_lab_listed *list,
                        int count)
{
    by_json_array(json, name);
    for (int i = 0; i < count; i++)
        by_report_lab_listed(json, &list[i]);
    by_json_end_array(json);
}

/* --- the plan ---------------------------------------------------------------------------------- */

static const char *step_words(const struct by_lab_step *step, char buffer[160])
{
    struct by_text text = by_text_over(buffer, 160);
    if (step->had.state == BY_LAB_LEFT_OUT)
        by_text_format(&text, "left out: %s", step->had.why);
    else if (step->had.state == BY_LAB_DONE)
        by_text_add(&text, "done");
    else if (step->elsewhere)
        by_text_add(&text, "another part's");
    else if (step->had.match)
        by_text_format(&text, "%d game%s%s", step->games, step->games == 1 ? "" : "s",
                       step->had.played > 0 ? " more" : "");
    else
        by_text_add(&text, "to be measured");
    return buffer;
}

enum { CELL, WHAT, SECONDS, A, B, STEP_COLUMNS };

static void write_step(const void *context, int row, int column, struct by_buffer *out)
{
    static const char *const heads[] = {"cell", "what", "cost", "a", "b"};
    const struct by_lab_step *step = (const struct by_lab_step *)context + row;
    char buffer[160], duration[BY_LAB_DURATION];
    if (row < 0)
        by_buffer_add(out, heads[column]);
    else if (column == CELL)
        by_buffer_format(out, "%s %s", step->had.cell.experiment->name, step->had.cell.label);
    else if (column == WHAT)
        by_buffer_add(out, step_words(step, buffer));
    else if (column == SECONDS && step->games > 0)
        by_buffer_add(out, by_lab_duration(step->seconds, duration));
    else if (column == A)
        by_buffer_add(out, *step->had.cell.a ? step->had.cell.a : step->had.cell.measure);
    else if (column == B)
        by_buffer_add(out, step->had.cell.b);
}

void by_put_lab_plan(struct by_buffer *out, const struct by_lab_order *order,
                     const struct by_lab_plan *plan, bool whole)
{
    char duration[BY_LAB_DURATION], alone[BY_LAB_DURATION];
    if (whole) {
        const struct by_columns table = {plan->count, STEP_COLUMNS, -1,
                                         plan->steps, write_step,   NULL};
        (void)by_put_columns(out, &table, plan->count);
        by_buffer_char(out, '\n');
    }
    by_buffer_format(out, "%d cells at the scale %s: %d done, %d left out", plan->count,
                     by_lab_scale_name(order->scale), plan->done, plan->left_out);
    if (plan->games == 0 && plan->measures == 0) {
        by_buffer_add(out, "; nothing is to do\n");
        return;
    }
    by_buffer_format(out, "; to do: %" PRId64 " games, %d measures", plan->games, plan->measures);
    by_buffer_format(out, "; about %s on one core, %s on %d", by_lab_duration(plan->seconds, alone),
                     by_lab_duration(plan->seconds / order->concurrency, duration),
                     order->concurrency);
    if (plan->unknown > 0)
        by_buffer_format(out, ", and %d cells of which nobody knows", plan->unknown);
    by_buffer_char(out, '\n');
}

void by_report_lab_plan(struct by_json *json, const struct by_lab_order *order,
                        const struct by_lab_plan *plan)
{
    by_json_text(json, "scale", by_lab_scale_name(order->scale));
    by_json_count(json, "seed", order->seed);
    by_json_int(json, "done", plan->done);
    by_json_int(json, "left_out", plan->left_out);
    by_json_int(json, "games", plan->games);
    by_json_int(json, "measures", plan->measures);
    by_json_figure(json, "seconds", plan->seconds);
    by_json_int(json, "unknown", plan->unknown);
    by_json_array(json, "cells");
    for (int i = 0; i < plan->count; i++) {
        const struct by_lab_step *step = &plan->steps[i];
        by_json_object(json, NULL);
        by_json_text(json, "experiment", step->had.cell.experiment->name);
        by_report_lab_result(json, &step->had);
        by_json_int(json, "missing", step->games);
        by_json_figure(json, "cost", step->seconds);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

/* --- results ------------------------------------------------------------------------------------- */

static void put_result(struct by_buffer *out, const struct by_lab_result *result)
{
    const struct by_lab_number *number = by_lab_main(result);
    by_buffer_format(out, "  %-28s %-8s ", result->cell.label, by_lab_state_name(result->state));
    if (result->state == BY_LAB_LEFT_OUT)
        by_buffer_add(out, result->why);
    if (result->match && result->played > 0)
        by_buffer_format(out, "%d of %d games, +%d =%d -%d  ", result->played, result->cell.games,
                         result->won, result->drawn, result->lost);
    if (number)
        put_number(out, number);
    const struct by_lab_figure *figure = number ? by_lab_figure(&result->cell, number->name) : NULL;
    if (figure)
        by_buffer_format(out, "; published %s", figure->text);
    by_buffer_char(out, '\n');
}

void by_put_lab_results(struct by_buffer *out, const struct by_lab_results *results,
                        const bool *chosen)
{
    const struct by_lab_experiment *experiment = results->experiment;
    by_buffer_format(out, "%s (%s): %s\n", experiment->name, experiment->document,
                     experiment->title);
    for (int i = 0; i < results->count; i++)
        if (!chosen || chosen[i])
            put_result(out, &results->list[i]);
}

static void report_points(struct by_json *json, const char *name, const double *values, int count)
{
    by_json_array(json, name);
    for (int i = 0; i < count; i++)
        by_json_number(json, NULL, values[i]);
    by_json_end_array(json);
}

static void report_numbers(struct by_json *json, const struct by_lab_numbers *numbers)
{
    by_json_array(json, "numbers");
    for (int i = 0; i < numbers->count; i++) {
        const struct by_lab_number *number = &numbers->list[i];
        by_json_object(json, NULL);
        by_json_text(json, "name", number->name);
        by_json_number(json, "value", number->value);
        if (number->bounded)
            by_json_range(json, "interval", number->low, number->high);
        if (number->count)
            by_json_int(json, "count", number->count);
        by_json_end_object(json);
    }
    by_json_end_array(json);
    by_json_array(json, "series");
    for (int i = 0; i < numbers->series_count; i++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", numbers->series[i].name);
        report_points(json, "x", numbers->series[i].x, numbers->series[i].count);
        report_points(json, "y", numbers->series[i].y, numbers->series[i].count);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

void by_report_lab_result(struct by_json *json, const struct by_lab_result *result)
{
    char sum[BY_LAB_CHECKSUM];
    by_json_text(json, "cell", result->cell.label);
    by_json_text(json, "state", by_lab_state_name(result->state));
    if (result->state == BY_LAB_LEFT_OUT)
        by_json_text(json, "why", result->why);
    by_json_flag(json, "timed", result->cell.timed);
    by_json_text(json, "game", result->cell.game);
    by_json_text(json, "a", result->cell.a);
    by_json_text(json, "b", result->cell.b);
    by_json_text(json, "measure", result->cell.measure);
    by_json_count(json, "seed", result->cell.seed);
    by_json_int(json, "wanted", result->cell.games);
    if (result->match) {
        by_json_int(json, "match", result->match_id);
        by_json_int(json, "played", result->played);
        by_json_int(json, "won", result->won);
        by_json_int(json, "drawn", result->drawn);
        by_json_int(json, "lost", result->lost);
    }
    if (result->numbers.count + result->numbers.series_count > 0)
        report_numbers(json, &result->numbers);
    if (result->checksum)
        by_json_text(json, "checksum", by_lab_checksum(result->checksum, sum));
}

void by_report_lab_results(struct by_json *json, const char *name,
                           const struct by_lab_results *results, const bool *chosen)
{
    by_json_object(json, name);
    by_json_text(json, "name", results->experiment->name);
    by_json_text(json, "document", results->experiment->document);
    by_json_text(json, "title", results->experiment->title);
    by_json_text(json, "scale", by_lab_scale_name(results->scale));
    by_json_count(json, "seed", results->seed);
    by_json_array(json, "cells");
    for (int i = 0; i < results->count; i++)
        if (!chosen || chosen[i]) {
            by_json_object(json, NULL);
            by_report_lab_result(json, &results->list[i]);
            by_json_end_object(json);
        }
    by_json_end_array(json);
    by_json_end_object(json);
}
