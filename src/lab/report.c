/* report.c: reports for people: text, Markdown, HTML, LaTeX; see report.h. */
#include "lab/report.h"
#include "base/draw/page.h"
#include "lab/plot.h"
#include "lab/points.h"
#include <string.h>

#define PLOT_MAX   ((size_t)8 << 20)
#define FIGURE_MAX 160 /* bytes of a figure in a table */

const char by_lab_report_formats[] = ""
#define X(ID, name) "|" name
#include "lab/report_formats.def"
#undef X
    ;

struct writer {
    const struct by_lab_report *report;
    struct by_page page;
    bool several;
};

/* --- one experiment: what holds ---------------------------------------------------------------------- */

static void put_head(struct writer *w, const struct by_lab_judged *judged)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    by_page_text(&w->page, "%s%s%s%s.", experiment->title, *experiment->document ? " (" : "",
                 experiment->document, *experiment->document ? ")" : "");
    if (*experiment->source)
        by_page_text(&w->page, "Source: %s.", experiment->source);
    if (*experiment->claim)
        by_page_text(&w->page, "The document says: %s", experiment->claim);
    by_page_text(&w->page, "Verdict: %s.", by_finding_words(judged->finding));
}

/* The rows that a claim is said of, and its number. */
static void put_rows(struct writer *w, const struct by_lab_judged *judged,
                     const struct by_lab_claim *claim)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    struct by_buffer words;
    int count = 0;
    by_buffer_open(&words, 1 << 14);
    for (int r = 0; r < experiment->row_count; r++)
        if (by_lab_claim_about(claim, &experiment->rows[r]))
            by_buffer_format(&words, "%s%s", count++ ? ", " : "", experiment->rows[r].name);
    const char *rows = count == experiment->row_count ? "all" : by_buffer_text(&words);
    by_page_cell(&w->page, "%s%s%s", rows, *claim->number ? ": " : "", claim->number);
    by_buffer_close(&words);
}

static void put_claims(struct writer *w, const struct by_lab_judged *judged)
{
    if (judged->claim_count == 0)
        return;
    by_page_table(&w->page, "llll");
    by_page_cell(&w->page, "statement");
    by_page_cell(&w->page, "said of");
    by_page_cell(&w->page, "verdict");
    by_page_cell(&w->page, "seen");
    for (int i = 0; i < judged->claim_count; i++) {
        const struct by_lab_judged_claim *claim = &judged->claims[i];
        by_page_cell(&w->page, "%s", claim->claim.text);
        put_rows(w, judged, &claim->claim);
        by_page_cell(&w->page, "%s", by_finding_words(claim->finding));
        by_page_cell(&w->page, "%s", claim->found);
    }
    by_page_table_end(&w->page);
}

/* --- its cells ----------------------------------------------------------------------------------------- */

static bool numbers_differ(const struct by_lab_judged *judged)
{
    for (int i = 1; i < judged->count; i++)
        if (strcmp(judged->lines[i].number, judged->lines[0].number) != 0)
            return true;
    return false;
}

typedef void put_figure(struct by_text *out, const struct by_lab_line *line);

static void put_cell(struct writer *w, put_figure *put, const struct by_lab_line *line)
{
    char words[FIGURE_MAX];
    struct by_text text = by_text_over(words, sizeof words);
    put(&text, line);
    by_page_cell(&w->page, "%s", words);
}

static void put_line(struct writer *w, const struct by_lab_judged *judged, int i, bool numbers)
{
    const struct by_lab_line *line = &judged->lines[i];
    char verdict[200];
    struct by_text text = by_text_over(verdict, sizeof verdict);
    by_page_cell(&w->page, "%s%s", line->result->cell.label,
                 line->result->cell.timed ? " (timed)" : "");
    if (numbers)
        by_page_cell(&w->page, "%s", line->number);
    put_cell(w, by_lab_put_published, line);
    put_cell(w, by_lab_put_ours, line);
    put_cell(w, by_lab_put_interval, line);
    if (line->ours && line->ours->count > 0)
        by_page_cell(&w->page, "%lld", (long long)line->ours->count);
    else
        by_page_cell(&w->page, "%s", "");
    by_lab_put_verdict(&text, line, &judged->cells[i]);
    by_page_cell(&w->page, "%s", verdict);
}

static void put_cells(struct writer *w, const struct by_lab_judged *judged)
{
    bool numbers = numbers_differ(judged);
    by_page_table(&w->page, numbers ? "llrrrrl" : "lrrrrl");
    by_page_cell(&w->page, "cell");
    if (numbers)
        by_page_cell(&w->page, "number");
    by_page_cell(&w->page, "published");
    by_page_cell(&w->page, "ours");
    by_page_cell(&w->page, "95 %% interval");
    by_page_cell(&w->page, "of");
    by_page_cell(&w->page, "verdict");
    for (int i = 0; i < judged->count; i++)
        put_line(w, judged, i, numbers);
    by_page_table_end(&w->page);
}

/* Of a tournament, what its pairings come to. */
static enum by_status put_points(struct writer *w, const struct by_lab_judged *judged,
                                 struct by_error *err)
{
    struct by_lab_points points;
    bool found = false;
    enum by_status status = by_lab_points_at(judged->results, 0, &points, &found, err);
    if (status != BY_OK || !found)
        return status;
    by_page_text(&w->page,
                 "Points of the tournament: the winner of a pairing gets what it won less "
                 "what it lost, in per cent of the games, the loser 0.");
    by_page_table(&w->page, "lrr");
    by_page_cell(&w->page, "player");
    by_page_cell(&w->page, "published");
    by_page_cell(&w->page, "ours");
    for (int i = 1; status == BY_OK && found; i++) {
        by_page_cell(&w->page, "%s", points.name);
        by_page_cell(&w->page, "%g", points.published);
        if (points.there)
            by_page_cell(&w->page, "%.1f", points.ours);
        else
            by_page_cell(&w->page, "not run");
        status = by_lab_points_at(judged->results, i, &points, &found, err);
    }
    by_page_table_end(&w->page);
    return status;
}

/* The test of each kind of number, once for every way of comparing. */
static bool told_before(const struct by_lab_judged *judged, int i)
{
    const struct by_comparison *how = judged->cells[i].how;
    for (int j = 0; j < i; j++) {
        const struct by_comparison *other = judged->cells[j].how;
        if (other == how || (other->kind == how->kind && other->tolerance == how->tolerance &&
                             other->factor == how->factor && other->scaled == how->scaled &&
                             other->enough == how->enough && judged->cells[j].published.there))
            return true;
    }
    return false;
}

bool by_lab_put_test(const struct by_lab_judged *judged, int i, struct by_buffer *out)
{
    const struct by_comparison *how = judged->cells[i].how;
    if (!judged->cells[i].published.there || told_before(judged, i))
        return false;
    by_put_comparison(out, how);
    if (how->scaled)
        by_buffer_format(out, " Here it is %.3g.",
                         by_common_factor(how, judged->cells, judged->count));
    return true;
}

static void put_test(struct writer *w, const struct by_lab_judged *judged)
{
    for (int i = 0; i < judged->count; i++) {
        struct by_buffer words;
        const struct by_comparison *how = judged->cells[i].how;
        bool usual = how->kind == BY_FIGURE_SHARE && how->tolerance <= 0 && how->divide == 50 &&
                     how->enough == BY_VERDICT_ENOUGH;
        by_buffer_open(&words, 1 << 14);
        if (!(w->several && usual) && by_lab_put_test(judged, i, &words))
            by_page_text(&w->page, "How %s is compared: %s", judged->lines[i].number,
                         by_buffer_text(&words));
        by_buffer_close(&words);
    }
}

/* Once for all scores, where there are many experiments. */
static void put_usual_test(struct writer *w)
{
    struct by_comparison how = by_comparison_of_shares();
    struct by_buffer words;
    by_buffer_open(&words, 1 << 14);
    by_put_comparison(&words, &how);
    by_page_text(&w->page, "How scores are compared where nothing else is said: %s",
                 by_buffer_text(&words));
    by_buffer_close(&words);
}

/* --- what was run ----------------------------------------------------------------------------------------- */

struct run_facts {
    int cells, left_out, not_run, partial, timed;
    double seconds;
    const char *version, *host;
    bool versions, hosts; /* more than one */
};

static void note_text(const char *text, const char **first, bool *more)
{
    if (!*text)
        return;
    if (!*first)
        *first = text;
    else if (strcmp(*first, text) != 0)
        *more = true;
}

static struct run_facts facts_of(const struct by_lab_results *results)
{
    struct run_facts facts = {.cells = results->count};
    for (int i = 0; i < results->count; i++) {
        const struct by_lab_result *result = &results->list[i];
        facts.left_out += result->state == BY_LAB_LEFT_OUT;
        facts.not_run += result->state == BY_LAB_NOT_RUN;
        facts.partial += result->state == BY_LAB_PARTIAL;
        facts.timed += result->cell.timed && result->state == BY_LAB_DONE;
        facts.seconds += result->spent;
        note_text(result->version, &facts.version, &facts.versions);
        note_text(result->host, &facts.host, &facts.hosts);
    }
    return facts;
}

static void put_who(struct writer *w, const struct run_facts *facts, struct by_buffer *out)
{
    const char *here = w->report->origin.host;
    if (facts->version)
        by_buffer_format(out, " by banyan %s%s", facts->version,
                         facts->versions ? " and others" : "");
    if (facts->host)
        by_buffer_format(out, " on %s%s", facts->host, facts->hosts ? " and others" : "");
    if (facts->host && strcmp(facts->host, here) == 0 && *w->report->cpu)
        by_buffer_format(out, " (%s)", w->report->cpu);
}

static void put_run(struct writer *w, const struct by_lab_judged *judged)
{
    const struct by_lab_results *results = judged->results;
    struct run_facts facts = facts_of(results);
    struct by_buffer words;
    char date[32] = "";
    struct by_text when = by_text_over(date, sizeof date);
    by_buffer_open(&words, 1 << 14);
    by_lab_put_date(&when, results->finished);
    by_buffer_format(&words, "Run at scale %s with seed %llu", by_lab_scale_name(results->scale),
                     (unsigned long long)results->seed);
    put_who(w, &facts, &words);
    by_buffer_format(&words, "%s%s%s; %d cells", *date ? ", finished " : "", date,
                     *date ? " UTC" : "", facts.cells);
    if (facts.left_out > 0)
        by_buffer_format(&words, ", %d left out at this scale", facts.left_out);
    if (facts.not_run > 0)
        by_buffer_format(&words, ", %d not run yet", facts.not_run);
    if (facts.partial > 0)
        by_buffer_format(&words, ", %d with a part of their games", facts.partial);
    if (facts.timed > 0)
        by_buffer_format(&words, ", %d that depend on the speed of the machine", facts.timed);
    by_buffer_format(&words, "; %.0f s of one core.", facts.seconds);
    by_page_text(&w->page, "%s", by_buffer_text(&words));
    by_buffer_close(&words);
}

static void put_remarks(struct writer *w, const struct by_lab_experiment *experiment)
{
    const struct by_lab_row *row = &experiment->rows[0];
    for (int i = 0; experiment->row_count > 0 && i < row->entry_count; i++)
        if (row->entries[i].key == BY_LAB_KEY_REMARK)
            by_page_text(&w->page, "%s", row->entries[i].text);
    int last = 0;
    for (int r = 0; r < experiment->row_count; r++) {
        const struct by_lab_entry *then = by_lab_entry(&experiment->rows[r], BY_LAB_KEY_THEN, "");
        if (then && then->line != last)
            by_page_text(&w->page, "A machine of then%s%s: %s",
                         then->line > experiment->rows[r].line ? ", " : "",
                         then->line > experiment->rows[r].line ? experiment->rows[r].name : "",
                         then->text);
        last = then ? then->line : last;
    }
}

static enum by_status put_plot(struct writer *w, const struct by_lab_judged *judged,
                               struct by_error *err)
{
    enum by_page_format format = w->page.format;
    const char *name = judged->results->experiment->name, *images = w->report->images;
    char link[512] = "";
    struct by_text text = by_text_over(link, sizeof link);
    struct by_buffer svg;
    if (format == BY_PAGE_TEXT || format == BY_PAGE_LATEX ||
        (format == BY_PAGE_MARKDOWN && !*images))
        return BY_OK;
    by_buffer_open(&svg, PLOT_MAX);
    enum by_status status = by_lab_plot(judged, &svg, err);
    if (status == BY_OK && svg.length > 0) {
        by_text_format(&text, "![%s](%s/%s.svg)", name, images, name);
        by_page_picture(&w->page, link, by_buffer_text(&svg), "");
    }
    by_buffer_close(&svg);
    return status;
}

static enum by_status put_experiment(struct writer *w, const struct by_lab_judged *judged,
                                     struct by_error *err)
{
    const struct by_lab_experiment *experiment = judged->results->experiment;
    if (w->several)
        by_page_part(&w->page, experiment->name);
    put_head(w, judged);
    put_claims(w, judged);
    enum by_status status = put_plot(w, judged, err);
    if (status != BY_OK)
        return status;
    put_cells(w, judged);
    status = put_points(w, judged, err);
    if (status != BY_OK)
        return status;
    put_remarks(w, experiment);
    put_run(w, judged);
    put_test(w, judged);
    return BY_OK;
}

/* --- all of them ---------------------------------------------------------------------------------------- */

static void put_summary(struct writer *w, const struct by_lab_judged *experiments, int count)
{
    bool text = w->page.format == BY_PAGE_TEXT; /* too narrow for sentences */
    by_page_table(&w->page, text ? "lll" : "llll");
    by_page_cell(&w->page, "experiment");
    by_page_cell(&w->page, "document");
    if (!text)
        by_page_cell(&w->page, "what the document says");
    by_page_cell(&w->page, "verdict");
    for (int i = 0; i < count; i++) {
        const struct by_lab_experiment *experiment = experiments[i].results->experiment;
        struct by_buffer link;
        by_buffer_open(&link, 4096);
        by_page_link(&w->page, &link, experiment->name);
        by_page_cell(&w->page, "%s", by_buffer_text(&link));
        by_buffer_close(&link);
        by_page_cell(&w->page, "%s", experiment->document);
        if (!text)
            by_page_cell(&w->page, "%s",
                         *experiment->claim ? experiment->claim : experiment->title);
        by_page_cell(&w->page, "%s", by_finding_words(experiments[i].finding));
    }
    by_page_table_end(&w->page);
}

static void put_counts(struct writer *w, const struct by_lab_judged *experiments, int count)
{
    int verdicts[BY_VERDICTS] = {0}, findings[BY_FINDINGS] = {0};
    for (int i = 0; i < count; i++) {
        findings[experiments[i].finding]++;
        for (int v = 0; v < BY_VERDICTS; v++)
            verdicts[v] += experiments[i].number[v];
    }
    struct by_buffer words;
    by_buffer_open(&words, 4096);
    by_buffer_format(&words, "%d experiments:", count);
    for (int f = 0; f < BY_FINDINGS; f++)
        if (findings[f] > 0)
            by_buffer_format(&words, " %s %d,", by_finding_words((enum by_claim_finding)f),
                             findings[f]);
    by_buffer_add(&words, " and their figures:");
    for (int v = 0; v < BY_VERDICTS; v++)
        if (verdicts[v] > 0)
            by_buffer_format(&words, " %s %d,", by_verdict_words((enum by_lab_verdict)v),
                             verdicts[v]);
    if (!words.failed)
        words.data[words.length - 1] = '.';
    by_page_text(&w->page, "%s", by_buffer_text(&words));
    by_buffer_close(&words);
}

static enum by_page_format page_format(enum by_lab_format format)
{
    return format == BY_LAB_REPORT_HTML       ? BY_PAGE_HTML
           : format == BY_LAB_REPORT_LATEX    ? BY_PAGE_LATEX
           : format == BY_LAB_REPORT_MARKDOWN ? BY_PAGE_MARKDOWN
                                              : BY_PAGE_TEXT;
}

static enum by_status write_page(const struct by_lab_report *report,
                                 const struct by_lab_judged *experiments, int count,
                                 struct by_buffer *out, struct by_error *err)
{
    struct writer w = {.report = report, .several = count != 1};
    enum by_status status = BY_OK;
    by_page_begin(&w.page, page_format(report->format), out, report->title);
    if (*report->intro)
        by_page_text(&w.page, "%s", report->intro);
    if (w.several && count > 0) {
        put_counts(&w, experiments, count);
        put_summary(&w, experiments, count);
    }
    by_page_text(&w.page, "Written %s by banyan %s%s%s%s%s.", report->origin.date,
                 report->origin.build, *report->origin.host ? " on " : "", report->origin.host,
                 *report->cpu ? ", " : "", report->cpu);
    if (w.several)
        put_usual_test(&w);
    for (int i = 0; i < count && status == BY_OK; i++)
        status = put_experiment(&w, &experiments[i], err);
    by_page_end(&w.page);
    return status;
}

enum by_status by_lab_report(const struct by_lab_report *report,
                             const struct by_lab_judged *experiments, int count,
                             struct by_buffer *out, struct by_error *err)
{
    enum by_status status = BY_OK;
    if (report->format == BY_LAB_REPORT_CSV)
        by_lab_report_csv(experiments, count, out);
    else if (report->format == BY_LAB_REPORT_JSON)
        by_lab_report_json(report, experiments, count, out);
    else
        status = write_page(report, experiments, count, out, err);
    if (status == BY_OK && out->failed)
        return by_fail(err, BY_NO_MEMORY,
                       "the report is too large for the memory that it may take.");
    return status;
}
