/* report_data.c: reports for programs: CSV and JSON (docs/JSON.md has the keys); see report.h. */
#include "lab/points.h"
#include "lab/report.h"
#include <math.h>
#include <string.h>

/* --- CSV ------------------------------------------------------------------------------------------- */

/* In quotation marks where it has to be (RFC 4180). */
static void put_field(struct by_buffer *out, const char *text, bool last)
{
    bool quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (quoted)
        by_buffer_char(out, '"');
    for (; *text; text++) {
        if (*text == '"')
            by_buffer_char(out, '"');
        by_buffer_char(out, *text);
    }
    if (quoted)
        by_buffer_char(out, '"');
    by_buffer_add(out, last ? "\r\n" : ",");
}

/* What is no number is an empty field. */
static void put_number(struct by_buffer *out, bool there, double value)
{
    if (there && isfinite(value))
        by_buffer_format(out, "%.10g", value);
    by_buffer_char(out, ',');
}

static struct by_interval theirs(const struct by_lab_judged *judged, int i)
{
    const struct by_compared *cell = &judged->cells[i];
    struct by_interval none = {NAN, NAN};
    if (!cell->published.there)
        return none;
    struct by_interval around = by_published_interval(cell->how->kind, &cell->published, 0.95);
    return around.high > around.low ? around : none;
}

static void put_row(const struct by_lab_judged *judged, int i, struct by_buffer *out)
{
    const struct by_lab_line *line = &judged->lines[i];
    const struct by_lab_number *ours = line->ours;
    const struct by_compared *cell = &judged->cells[i];
    struct by_interval published = theirs(judged, i);
    put_field(out, judged->results->experiment->name, false);
    put_field(out, line->result->cell.row->name, false);
    put_field(out, line->result->cell.label, false);
    put_field(out, line->number, false);
    put_field(out, line->figure ? line->figure->text : "", false);
    put_number(out, line->figure != NULL, line->figure ? line->figure->value : 0);
    put_number(out, true, published.low);
    put_number(out, true, published.high);
    put_number(out, ours != NULL, ours ? ours->value : 0);
    put_number(out, line->bounded, line->interval.low);
    put_number(out, line->bounded, line->interval.high);
    put_number(out, ours && ours->count > 0, ours ? (double)ours->count : 0);
    put_field(out, by_verdict_words(cell->verdict), false);
    put_number(out, true, cell->size.among_all);
    put_number(out, true, cell->side.among_all);
    put_field(out, by_lab_state_name(line->result->state), false);
    put_field(out, by_lab_scale_name(judged->results->scale), false);
    by_buffer_format(out, "%llu,", (unsigned long long)judged->results->seed);
    put_field(out, line->result->version, true);
}

void by_lab_report_csv(const struct by_lab_judged *experiments, int count, struct by_buffer *out)
{
    by_buffer_add(out, "experiment,row,cell,number,published,published_value,published_low,"
                       "published_high,ours,low,high,count,verdict,p_size,p_direction,state,scale,"
                       "seed,version\r\n");
    for (int e = 0; e < count; e++)
        for (int i = 0; i < experiments[e].count; i++)
            put_row(&experiments[e], i, out);
}

/* --- JSON --------------------------------------------------------------------------------------------- */

static void put_json_published(struct by_json *json, const struct by_lab_judged *judged, int i)
{
    const struct by_lab_line *line = &judged->lines[i];
    struct by_interval around = theirs(judged, i);
    if (!line->figure) {
        by_json_null(json, "published");
        return;
    }
    by_json_object(json, "published");
    by_json_text(json, "text", line->figure->text);
    by_json_number(json, "value", line->figure->value);
    if (isnan(around.low))
        by_json_null(json, "interval");
    else
        by_json_range(json, "interval", around.low, around.high);
    by_json_end_object(json);
}

static void put_json_ours(struct by_json *json, const struct by_lab_line *line)
{
    const struct by_lab_number *ours = line->ours;
    if (!ours) {
        by_json_null(json, "ours");
        return;
    }
    by_json_object(json, "ours");
    by_json_number(json, "value", ours->value);
    if (line->bounded)
        by_json_range(json, "interval", line->interval.low, line->interval.high);
    else
        by_json_null(json, "interval");
    by_json_int(json, "count", ours->count);
    by_json_end_object(json);
}

/* As tables have them. */
static void put_json_words(struct by_json *json, const struct by_lab_judged *judged, int i)
{
    const struct by_lab_line *line = &judged->lines[i];
    char words[200];
    struct by_text text = by_text_over(words, sizeof words);
    by_json_object(json, "words");
    by_lab_put_published(&text, line);
    by_json_text(json, "published", words);
    text = by_text_over(words, sizeof words);
    by_lab_put_ours(&text, line);
    by_json_text(json, "ours", words);
    text = by_text_over(words, sizeof words);
    by_lab_put_interval(&text, line);
    by_json_text(json, "interval", words);
    text = by_text_over(words, sizeof words);
    by_lab_put_verdict(&text, line, &judged->cells[i]);
    by_json_text(json, "verdict", words);
    by_json_end_object(json);
}

static void put_json_cell(struct by_json *json, const struct by_lab_judged *judged, int i)
{
    const struct by_lab_line *line = &judged->lines[i];
    const struct by_compared *cell = &judged->cells[i];
    const struct by_lab_result *result = line->result;
    char checksum[24];
    struct by_text text = by_text_over(checksum, sizeof checksum);
    by_text_format(&text, "%016llx", (unsigned long long)result->checksum);
    by_json_object(json, NULL);
    by_json_text(json, "cell", result->cell.label);
    by_json_text(json, "row", result->cell.row->name);
    by_json_text(json, "number", line->number);
    put_json_published(json, judged, i);
    put_json_ours(json, line);
    put_json_words(json, judged, i);
    by_json_text(json, "verdict", by_verdict_words(cell->verdict));
    by_json_number(json, "p_size", cell->size.among_all);
    by_json_number(json, "p_direction", cell->side.among_all);
    by_json_text(json, "state", by_lab_state_name(result->state));
    by_json_text(json, "why", *result->why ? result->why : NULL);
    by_json_flag(json, "timed", result->cell.timed);
    by_json_int(json, "wanted", result->cell.games);
    if (result->match)
        by_json_int(json, "played", result->played);
    else
        by_json_null(json, "played");
    by_json_seconds(json, "seconds", result->spent);
    by_json_text(json, "checksum", result->checksum ? checksum : NULL);
    by_json_text(json, "version", *result->version ? result->version : NULL);
    by_json_text(json, "host", *result->host ? result->host : NULL);
    by_json_end_object(json);
}

static void put_json_claims(struct by_json *json, const struct by_lab_judged *judged)
{
    by_json_array(json, "claims");
    for (int i = 0; i < judged->claim_count; i++) {
        const struct by_lab_judged_claim *claim = &judged->claims[i];
        by_json_object(json, NULL);
        by_json_text(json, "statement", claim->claim.text);
        by_json_text(json, "row", claim->claim.row ? claim->claim.row->name : NULL);
        by_json_text(json, "number", *claim->claim.number ? claim->claim.number : NULL);
        by_json_text(json, "verdict", by_finding_words(claim->finding));
        by_json_text(json, "seen", claim->found);
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void put_json_points(struct by_json *json, const struct by_lab_results *results)
{
    struct by_lab_points points;
    struct by_error ignored; /* the file was read, so that its lines can be */
    bool found = true;
    by_json_array(json, "points");
    for (int i = 0; by_lab_points_at(results, i, &points, &found, &ignored) == BY_OK && found;
         i++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", points.name);
        by_json_number(json, "published", points.published);
        if (points.there)
            by_json_number(json, "ours", points.ours);
        else
            by_json_null(json, "ours");
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

static void put_json_rows(struct by_json *json, const struct by_lab_experiment *experiment)
{
    by_json_array(json, "rows");
    for (int i = 0; i < experiment->row_count; i++) {
        by_json_object(json, NULL);
        by_json_text(json, "name", experiment->rows[i].name);
        by_json_text(json, "title", experiment->rows[i].title);
        by_json_text(json, "then", by_lab_text(&experiment->rows[i], BY_LAB_KEY_THEN, ""));
        by_json_end_object(json);
    }
    by_json_end_array(json);
}

/* The file's remarks, and how figures were compared. */
static void put_json_remarks(struct by_json *json, const struct by_lab_judged *judged)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    by_json_array(json, "remarks");
    for (int i = 0; experiment->row_count > 0 && i < experiment->rows[0].entry_count; i++)
        if (experiment->rows[0].entries[i].key == BY_LAB_KEY_REMARK)
            by_json_text(json, NULL, experiment->rows[0].entries[i].text);
    by_json_end_array(json);
    by_json_array(json, "tests");
    for (int i = 0; i < judged->count; i++) {
        struct by_buffer words;
        by_buffer_open(&words, 1 << 14);
        if (by_lab_put_test(judged, i, &words)) {
            by_json_object(json, NULL);
            by_json_text(json, "number", judged->lines[i].number);
            by_json_text(json, "words", by_buffer_text(&words));
            by_json_end_object(json);
        }
        by_buffer_close(&words);
    }
    by_json_end_array(json);
}

static void put_json_experiment(struct by_json *json, const struct by_lab_judged *judged)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    char date[32] = "";
    struct by_text when = by_text_over(date, sizeof date);
    by_lab_put_date(&when, judged->results->finished);
    by_json_object(json, NULL);
    by_json_text(json, "name", experiment->name);
    by_json_text(json, "document", experiment->document);
    by_json_text(json, "source", experiment->source);
    by_json_text(json, "title", experiment->title);
    by_json_text(json, "claim", experiment->claim);
    by_json_text(json, "verdict", by_finding_words(judged->finding));
    by_json_text(json, "scale", by_lab_scale_name(judged->results->scale));
    by_json_count(json, "seed", judged->results->seed);
    by_json_text(json, "finished", *date ? date : NULL);
    put_json_claims(json, judged);
    put_json_points(json, judged->results);
    put_json_rows(json, experiment);
    put_json_remarks(json, judged);
    by_json_array(json, "cells");
    for (int i = 0; i < judged->count; i++)
        put_json_cell(json, judged, i);
    by_json_end_array(json);
    by_json_end_object(json);
}

void by_lab_report_json(const struct by_lab_report *report, const struct by_lab_judged *experiments,
                        int count, struct by_buffer *out)
{
    struct by_json json;
    by_json_open(&json, out, BY_JSON_LINES);
    by_json_object(&json, NULL);
    by_json_object(&json, "made");
    by_json_text(&json, "version", report->origin.build);
    by_json_text(&json, "date", report->origin.date);
    by_json_text(&json, "host", *report->origin.host ? report->origin.host : NULL);
    by_json_text(&json, "cpu", *report->cpu ? report->cpu : NULL);
    by_json_end_object(&json);
    by_json_array(&json, "experiments");
    for (int i = 0; i < count; i++)
        put_json_experiment(&json, &experiments[i]);
    by_json_end_array(&json);
    by_json_end_object(&json);
    by_buffer_char(out, '\n');
}
