/* judge.c: see judge.h. */
#include "lab/judge.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define Z_95       1.959963984540054
#define CLAIMS_MAX 256

/* --- figures, as verdicts want them ---------------------------------------------------------------- */

/* Of a match: one that was left out knows no more than the word of its file. */
static bool is_share(const struct by_lab_result *result, const char *number)
{
    static const char *const shares[] = {"score", "won", "drawn", "lost"};
    const char *measure = result->cell.measure;
    bool match = result->match || (strncmp(measure, "match", 5) == 0 && strchr(" ", measure[5]));
    for (int i = 0; match && i < 4; i++)
        if (strcmp(number, shares[i]) == 0)
            return true;
    return false;
}

/* How many games without draws and pairs would have Wilson's interval as wide as this one is. */
static double games_of_width(double value, double width, double count)
{
    double low = 0.25, high = 64 * count;
    for (int step = 0; step < 60; step++) {
        double n = (low + high) / 2;
        struct by_interval around = by_wilson(value / 100 * n, n, 0.95);
        if (100 * (around.high - around.low) > width)
            low = n;
        else
            high = n;
    }
    return high;
}

static struct by_measured measured_of(const struct by_lab_number *number, enum by_figure_kind kind)
{
    if (!number)
        return (struct by_measured){.there = false};
    struct by_measured ours = {.there = true, .value = number->value};
    bool wide = number->bounded && number->high > number->low;
    if (kind == BY_FIGURE_SHARE && number->count > 0)
        ours.games =
            wide ? games_of_width(number->value, number->high - number->low, (double)number->count)
                 : (double)number->count;
    else if (wide)
        ours.sd = (number->high - number->low) / 2 / Z_95;
    return ours;
}

static struct by_published published_of(const struct by_lab_published *published,
                                        const struct by_lab_figure *figure)
{
    if (!figure || figure->form == BY_LAB_FORM_NONE)
        return (struct by_published){.there = false};
    struct by_published theirs = by_published_value(figure->value);
    if (figure->spread > 0) {
        enum by_spread spread = strcmp(published->interval, "1sd") == 0   ? BY_SPREAD_SD
                                : strcmp(published->interval, "2sd") == 0 ? BY_SPREAD_TWO_SD
                                                                          : BY_SPREAD_95;
        theirs = by_published_spread(figure->value, figure->spread, spread);
    } else {
        theirs.games = (double)figure->games;
    }
    theirs.step = published->rounded;
    return theirs;
}

/* --- lines ------------------------------------------------------------------------------------------ */

/* The number that stands for a row's cells: of any that was run, else what is published first. */
static const char *main_number(const struct by_lab_results *results, const struct by_lab_row *row)
{
    for (int i = row->first; i < row->first + row->cells && i < results->count; i++) {
        const struct by_lab_number *number = by_lab_main(&results->list[i]);
        if (number)
            return number->name;
    }
    return row->published_count > 0 ? row->published[0].number : "score";
}

static int lines_of(const struct by_lab_results *results)
{
    int count = 0;
    for (int r = 0; r < results->experiment->row_count; r++) {
        const struct by_lab_row *row = &results->experiment->rows[r];
        count += row->cells * (row->published_count + 1);
    }
    return count;
}

static enum by_status add_line(struct by_lab_judged *judged, int cell, const char *number,
                               const struct by_lab_comparison *how, bool share)
{
    const struct by_lab_result *result = &judged->results->list[cell];
    const struct by_lab_row *row = result->cell.row;
    struct by_lab_line *line = &judged->lines[judged->count];
    *line = (struct by_lab_line){.result = result, .number = number, .how = how, .share = share};
    line->ours = by_lab_number(&result->numbers, number);
    line->published = by_lab_published(row, number);
    line->figure = line->published ? &line->published->figures[result->cell.place] : NULL;
    if (line->figure && line->figure->form == BY_LAB_FORM_NONE)
        line->figure = NULL;
    struct by_compared *compared = &judged->cells[judged->count++];
    *compared =
        (struct by_compared){.how = &how->how, .ours = measured_of(line->ours, how->how.kind)};
    if (!how->shown)
        compared->published = published_of(line->published, line->figure);
    return BY_OK;
}

/* One number of a row, over all its cells. */
static enum by_status add_number(struct by_lab_judged *judged, const struct by_lab_row *row,
                                 const char *number, bool main, struct by_lab_comparison *how,
                                 struct by_error *err)
{
    bool share = is_share(&judged->results->list[row->first], number);
    enum by_status status =
        by_lab_comparison(judged->results->experiment, row, number, share, how, err);
    for (int i = row->first; status == BY_OK && i < row->first + row->cells; i++) {
        status = add_line(judged, i, number, how, how->how.kind == BY_FIGURE_SHARE);
        judged->lines[judged->count - 1].main = main;
    }
    return status;
}

static enum by_status add_rows(struct by_lab_judged *judged, struct by_error *err)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    struct by_lab_comparison *how = judged->comparisons;
    enum by_status status = BY_OK;
    for (int r = 0; r < experiment->row_count && status == BY_OK; r++) {
        const struct by_lab_row *row = &experiment->rows[r];
        const char *first = main_number(judged->results, row);
        status = add_number(judged, row, first, true, how++, err);
        for (int p = 0; p < row->published_count && status == BY_OK; p++)
            if (strcmp(row->published[p].number, first) != 0)
                status = add_number(judged, row, row->published[p].number, false, how++, err);
    }
    return status;
}

/* --- claims -------------------------------------------------------------------------------------------- */

/* The figures that claims are about: every number of every cell, and where each stands on every axis. */
struct table {
    const char *axes[BY_LAB_CLAIM_AXES];
    int axis_count;
    int count;
    struct by_claim_figure *cells;
    const char **at;
};

static bool about_numbers(const struct by_claim *claim)
{
    const struct by_claim_cells *const all[] = {&claim->left, &claim->right, &claim->at};
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < all[s]->count; i++)
            if (strcmp(all[s]->condition[i].axis, "number") == 0)
                return true;
    return false;
}

static void add_figure(struct table *table, const struct by_lab_result *result,
                       const struct by_lab_number *number)
{
    const char **at = table->at + (size_t)table->count * (size_t)table->axis_count;
    enum by_figure_kind kind = is_share(result, number->name) ? BY_FIGURE_SHARE : BY_FIGURE_NUMBER;
    struct by_measured ours = measured_of(number, kind);
    for (int a = 0; a < table->axis_count; a++) {
        const char *value = strcmp(table->axes[a], "number") == 0
                                ? number->name
                                : by_lab_cell_value(&result->cell, table->axes[a]);
        at[a] = value ? value : "";
    }
    table->cells[table->count++] =
        (struct by_claim_figure){at, true, ours.value, by_measured_sd(kind, &ours)};
}

/* Without a word about numbers a claim is about the cells' main ones, or the one that it is said of. */
static void fill_table(struct table *table, const struct by_lab_results *results,
                       const struct by_lab_claim *claim)
{
    bool all = about_numbers(&claim->claim);
    table->count = 0;
    for (int i = 0; i < results->count; i++) {
        const struct by_lab_result *result = &results->list[i];
        if (!by_lab_claim_about(claim, result->cell.row))
            continue;
        const struct by_lab_number *number =
            *claim->number ? by_lab_number(&result->numbers, claim->number) : by_lab_main(result);
        for (int n = 0; all && n < result->numbers.count; n++)
            add_figure(table, result, &result->numbers.list[n]);
        if (!all && number)
            add_figure(table, result, number);
    }
}

static enum by_status open_table(struct table *table, const struct by_lab_results *results,
                                 struct by_error *err)
{
    size_t room = 1;
    table->axis_count = by_lab_claim_axes(results->experiment, table->axes);
    for (int i = 0; i < results->count; i++)
        room += (size_t)results->list[i].numbers.count;
    table->count = 0;
    table->cells = calloc(room, sizeof *table->cells);
    table->at = calloc(room * (size_t)table->axis_count, sizeof *table->at);
    if (table->cells && table->at)
        return BY_OK;
    free(table->cells);
    free(table->at);
    return by_fail_memory(err, room);
}

static void test_claim(struct by_lab_judged *judged, struct table *table,
                       struct by_lab_judged_claim *claim)
{
    struct by_claim_table figures = {table->axis_count, table->axes, 0, table->cells};
    struct by_buffer found;
    struct by_text text = by_text_over(claim->found, sizeof claim->found);
    fill_table(table, judged->results, &claim->claim);
    figures.count = table->count;
    by_buffer_open(&found, 4096);
    claim->finding = by_claim_test(&claim->claim.claim, &figures, judged->claim_count, &found);
    by_text_add(&text, by_buffer_text(&found));
    by_buffer_close(&found);
}

static enum by_status read_claims(struct by_lab_judged *judged, struct by_error *err)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    bool found = true;
    judged->claims = calloc(CLAIMS_MAX, sizeof *judged->claims);
    if (!judged->claims)
        return by_fail_memory(err, CLAIMS_MAX * sizeof *judged->claims);
    while (found && judged->claim_count < CLAIMS_MAX) {
        enum by_status status =
            by_lab_claim_at(experiment, judged->claim_count,
                            &judged->claims[judged->claim_count].claim, &found, err);
        if (status != BY_OK)
            return status;
        judged->claim_count += found;
    }
    return BY_OK;
}

static bool any_published(const struct by_lab_judged *judged)
{
    for (int i = 0; i < judged->count; i++)
        if (judged->lines[i].figure)
            return true;
    return false;
}

static enum by_claim_finding by_cells(const struct by_lab_judged *judged)
{
    const int *number = judged->number;
    if (by_lab_judged_run(judged) == 0)
        return BY_FINDING_UNSEEN;
    if (number[BY_VERDICT_CONTRADICTS] > 0)
        return BY_FINDING_FAILS;
    if (number[BY_VERDICT_SIZE] > 0)
        return BY_FINDING_PART;
    if (number[BY_VERDICT_AGREES] > 0)
        return BY_FINDING_HOLDS;
    if (number[BY_VERDICT_FEW] > 0)
        return BY_FINDING_OPEN;
    return any_published(judged) ? BY_FINDING_UNSEEN : BY_FINDING_NONE; /* what is, was not run */
}

static enum by_status test_claims(struct by_lab_judged *judged, struct by_error *err)
{
    struct table table;
    enum by_claim_finding findings[CLAIMS_MAX];
    enum by_status status = read_claims(judged, err);
    if (status == BY_OK)
        status = open_table(&table, judged->results, err);
    if (status != BY_OK)
        return status;
    for (int i = 0; i < judged->claim_count; i++) {
        test_claim(judged, &table, &judged->claims[i]);
        findings[i] = judged->claims[i].finding;
    }
    judged->finding = judged->claim_count > 0 ? by_findings_joined(findings, judged->claim_count)
                                              : by_cells(judged);
    free(table.cells);
    free(table.at);
    return BY_OK;
}

/* --- all of it -------------------------------------------------------------------------------------------- */

static enum by_status make_room(struct by_lab_judged *judged, struct by_error *err)
{
    size_t room = (size_t)lines_of(judged->results) + 1;
    judged->lines = calloc(room, sizeof *judged->lines);
    judged->cells = calloc(room, sizeof *judged->cells);
    judged->comparisons = calloc(room, sizeof *judged->comparisons);
    if (judged->lines && judged->cells && judged->comparisons)
        return BY_OK;
    return by_fail_memory(err, room * sizeof *judged->lines);
}

/* What only shows once all are compared: figures know of no runs, and the interval of a share that is
 * printed is the one that was tested. */
static void finish_line(struct by_lab_line *line, struct by_compared *cell)
{
    const struct by_lab_number *ours = line->ours;
    if (!ours && line->result->state != BY_LAB_LEFT_OUT)
        cell->verdict = BY_VERDICT_UNSEEN;
    if (!ours)
        return;
    bool exact = line->share && ours->count > 0;
    line->bounded = exact || ours->bounded;
    line->interval = exact ? cell->interval : (struct by_interval){ours->low, ours->high};
}

enum by_status by_lab_judge(const struct by_lab_results *results, struct by_lab_judged *out,
                            struct by_error *err)
{
    *out = (struct by_lab_judged){.results = results};
    enum by_status status = make_room(out, err);
    if (status == BY_OK)
        status = add_rows(out, err);
    if (status == BY_OK) {
        by_compare(out->cells, out->count);
        for (int i = 0; i < out->count; i++)
            finish_line(&out->lines[i], &out->cells[i]);
        for (int i = 0; i < out->count; i++)
            out->number[out->cells[i].verdict]++;
        status = test_claims(out, err);
    }
    if (status != BY_OK)
        by_lab_judged_close(out);
    return status;
}

int by_lab_judged_run(const struct by_lab_judged *judged)
{
    return judged->count - judged->number[BY_VERDICT_LEFT_OUT] - judged->number[BY_VERDICT_UNSEEN];
}

void by_lab_judged_close(struct by_lab_judged *judged)
{
    free(judged->lines);
    free(judged->cells);
    free(judged->comparisons);
    free(judged->claims);
    *judged = (struct by_lab_judged){.results = NULL};
}
