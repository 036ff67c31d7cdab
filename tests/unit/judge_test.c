/* judge_test.c: whole experiments judged, drawn and reported, with results made up here. */
#include "lab/judge.h"
#include "lab/plot.h"
#include "lab/report.h"
#include <jansson.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Two rows: shares over sims, with an edited first figure, and counts. */
static const char file[] =
    "name: made-up\ndocument: NOGO\nsource: section 1\ntitle: a < b & \"c\"\n"
    "claim: It rises, 100 %% | all.\nremark: Tried: nothing_at_all.\n"
    "game: nogo size=5x5\n"
    "[shares]\nmeasure: match\na: mcts sims={sims}\nb: random\n"
    "axis sims: 10 100 1000\ninterval: 2sd\n"
    "published: %s 70+-4 80+-4\nagree: rises along sims; each above 50\n"
    "games: 400\ngames smoke: 400 if sims<1000\n"
    "[counts]\nmeasure: match\na: random\nb: random\naxis n: 2 4 8\n"
    "published nodes: 4 16 -\nagree: power along n between 1.9 and 2.1 "
    "at number=nodes\n";

struct bench {
    struct by_lab_experiment experiment;
    struct by_lab_results results;
    struct by_lab_judged judged;
};

static void give(struct by_lab_result *result, int place, bool match)
{
    static const double score[] = {60, 71, 82}, count[] = {4, 16, 64};
    result->state = BY_LAB_DONE;
    result->match = match;
    strcpy(result->version, "0.1.0+test");
    if (match)
        by_lab_give_mean(&result->numbers, "score", score[place], score[place] - 4.5,
                         score[place] + 4.5, 400);
    else
        by_lab_give(&result->numbers, "nodes", count[place]);
}

/* At smoke the third share is left out. */
static void open_bench(struct bench *bench, const char *first, enum by_lab_scale scale)
{
    char text[2000];
    struct by_error err;
    int length = snprintf(text, sizeof text, file, first);
    if (by_lab_read("made-up.lab", text, (size_t)length, &bench->experiment, &err) != BY_OK)
        fail_msg("%s", err.text);
    bench->results = (struct by_lab_results){.experiment = &bench->experiment,
                                             .scale = scale,
                                             .seed = 7,
                                             .count = bench->experiment.cells,
                                             .finished = 1.8e9};
    bench->results.list = calloc((size_t)bench->experiment.cells, sizeof *bench->results.list);
    assert_non_null(bench->results.list);
    for (int i = 0; i < bench->experiment.cells; i++) {
        struct by_lab_result *result = &bench->results.list[i];
        if (by_lab_cell_open(&bench->experiment, i, scale, 7, &result->cell, &err) != BY_OK)
            fail_msg("%s", err.text);
        result->state = BY_LAB_LEFT_OUT;
        strcpy(result->why, "too dear");
        if (result->cell.games > 0)
            give(result, result->cell.place, strcmp(result->cell.row->name, "shares") == 0);
    }
    if (by_lab_judge(&bench->results, &bench->judged, &err) != BY_OK)
        fail_msg("%s", err.text);
}

static void close_bench(struct bench *bench)
{
    by_lab_judged_close(&bench->judged);
    by_lab_results_close(&bench->results);
    by_lab_close(&bench->experiment);
}

static void a_table_that_agrees_is_said_to(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_STANDARD);
    assert_int_equal(bench.judged.count, 6);
    assert_int_equal(bench.judged.number[BY_VERDICT_AGREES], 5);
    assert_int_equal(bench.judged.number[BY_VERDICT_UNPUBLISHED], 1);
    assert_int_equal(bench.judged.claim_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(bench.judged.claims[i].finding, BY_FINDING_HOLDS);
    assert_int_equal(bench.judged.finding, BY_FINDING_HOLDS);
    close_bench(&bench);
}

static void editing_one_published_figure_changes_the_verdict(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "30+-4", BY_LAB_STANDARD);
    assert_int_equal(bench.judged.cells[0].verdict, BY_VERDICT_CONTRADICTS);
    assert_int_equal(bench.judged.cells[1].verdict, BY_VERDICT_AGREES);
    close_bench(&bench);
    open_bench(&bench, "90+-4", BY_LAB_STANDARD);
    assert_int_equal(bench.judged.cells[0].verdict, BY_VERDICT_SIZE);
    close_bench(&bench);
}

static void what_was_not_run_is_left_out(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_SMOKE);
    assert_int_equal(bench.judged.cells[2].verdict, BY_VERDICT_LEFT_OUT);
    assert_int_equal(by_lab_judged_run(&bench.judged), 5);
    close_bench(&bench);
}

/* --- reports ------------------------------------------------------------------------------------- */

static char *report_of(const struct bench *bench, enum by_lab_format format, int copies)
{
    struct by_lab_judged list[2] = {bench->judged, bench->judged};
    struct by_lab_report report = {.format = format,
                                   .title = "A & B",
                                   .intro = "",
                                   .images = "img",
                                   .origin = {"2026-11-16T09:30:00Z", "tree", "0.1.0+test"},
                                   .cpu = "A CPU"};
    struct by_buffer out;
    struct by_error err;
    by_buffer_open(&out, 1 << 22);
    if (by_lab_report(&report, list, copies, &out, &err) != BY_OK)
        fail_msg("%s", err.text);
    char *text = strdup(by_buffer_text(&out));
    by_buffer_close(&out);
    return text;
}

static void demand(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("'%s' is not in:\n%.3000s", part, text);
}

static void text_says_everything(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_SMOKE);
    char *text = report_of(&bench, BY_LAB_REPORT_TEXT, 1);
    demand(text, "The document says: It rises, 100 % | all.");
    demand(text, "Verdict: ");
    demand(text, "59 ± 4");
    demand(text, "55.3 to 64.6");
    demand(text, "left out: too dear");
    demand(text, "Tried: nothing_at_all.");
    demand(text, "seed 7");
    demand(text, "0.1.0+test");
    demand(text, "Clopper-Pearson");
    demand(text, "Holm");
    free(text);
    close_bench(&bench);
}

/* Elements close in order; those that HTML lets stand alone are not looked for. */
static void check_html(const char *html)
{
    char open[64][12];
    int depth = 0;
    for (const char *at = html; (at = strchr(at, '<')); at++) {
        const char *end = strchr(at, '>');
        char name[12] = "";
        assert_non_null(end);
        if (sscanf(at, "</%11[a-z0-9]", name) == 1) {
            assert_true(depth > 0);
            if (strcmp(open[--depth], name) != 0)
                fail_msg("</%s> closes <%s>", name, open[depth]);
        } else if (sscanf(at, "<%11[a-z0-9]", name) == 1 && end[-1] != '/' &&
                   strcmp(name, "meta") != 0) {
            assert_true(depth < 64);
            strcpy(open[depth++], name);
        }
    }
    assert_int_equal(depth, 0);
}

static void html_is_well_formed_and_stands_alone(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_STANDARD);
    for (int copies = 1; copies <= 2; copies++) {
        char *html = report_of(&bench, BY_LAB_REPORT_HTML, copies);
        check_html(html);
        demand(html, "<svg ");
        demand(html, "a &lt; b &amp; &quot;c&quot;");
        demand(html, "prefers-color-scheme:dark");
        assert_null(strstr(html, "src="));
        assert_null(strstr(html, "nan"));
        if (copies == 2)
            demand(html, "<a href=\"#made-up\">made-up</a>");
        free(html);
    }
    close_bench(&bench);
}

static void markdown_has_tables_links_and_pictures(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_STANDARD);
    char *text = report_of(&bench, BY_LAB_REPORT_MARKDOWN, 2);
    demand(text, "| [made-up](#made-up) | NOGO | It rises, 100 % \\| all. | holds |");
    demand(text, "![made-up](img/made-up.svg)");
    demand(text, "|---|---|---|---|");
    free(text);
    close_bench(&bench);
}

static void latex_escapes_its_signs(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_STANDARD);
    char *text = report_of(&bench, BY_LAB_REPORT_LATEX, 2);
    demand(text, "100 \\% \\textbar{} all.");
    demand(text, "nothing\\_at\\_all");
    demand(text, "\\begin{document}");
    demand(text, "\\end{document}");
    demand(text, "p{8.0cm}");
    free(text);
    close_bench(&bench);
}

static void csv_has_a_row_for_every_line(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_SMOKE);
    char *csv = report_of(&bench, BY_LAB_REPORT_CSV, 1);
    int rows = 0;
    for (char *line = strtok(csv, "\r\n"); line; line = strtok(NULL, "\r\n"), rows++) {
        int commas = 0;
        bool quoted = false;
        for (char *c = line; *c; c++) {
            quoted ^= *c == '"';
            commas += *c == ',' && !quoted;
        }
        assert_int_equal(commas, 18);
    }
    assert_int_equal(rows, 1 + 6);
    free(csv);
    close_bench(&bench);
}

static void json_has_its_keys(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_SMOKE);
    char *text = report_of(&bench, BY_LAB_REPORT_JSON, 1);
    json_t *root = json_loads(text, 0, NULL);
    assert_non_null(root);
    json_t *experiment = json_array_get(json_object_get(root, "experiments"), 0);
    assert_string_equal(json_string_value(json_object_get(experiment, "name")), "made-up");
    assert_int_equal(json_array_size(json_object_get(experiment, "claims")), 3);
    json_t *cells = json_object_get(experiment, "cells");
    assert_int_equal(json_array_size(cells), 6);
    static const char *const keys[] = {"cell",     "row",     "number", "published",   "ours",
                                       "words",    "verdict", "p_size", "p_direction", "state",
                                       "why",      "timed",   "wanted", "played",      "seconds",
                                       "checksum", "version", "host"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!json_object_get(json_array_get(cells, 0), keys[i]))
            fail_msg("no key %s", keys[i]);
    assert_int_equal(json_object_size(json_array_get(cells, 0)), sizeof keys / sizeof *keys);
    json_t *ours = json_object_get(json_array_get(cells, 0), "ours");
    assert_true(json_number_value(json_object_get(ours, "value")) == 60);
    assert_true(json_is_null(json_object_get(json_array_get(cells, 2), "ours")));
    json_decref(root);
    free(text);
    close_bench(&bench);
}

/* --- plots -------------------------------------------------------------------------------------------- */

static char *plot_of(const struct bench *bench)
{
    struct by_buffer out;
    struct by_error err;
    by_buffer_open(&out, 1 << 20);
    if (by_lab_plot(&bench->judged, &out, &err) != BY_OK)
        fail_msg("%s", err.text);
    char *text = strdup(by_buffer_text(&out));
    by_buffer_close(&out);
    return text;
}

static void plots_show_ours_and_theirs(void **state)
{
    (void)state;
    struct bench bench;
    open_bench(&bench, "59+-4", BY_LAB_STANDARD);
    char *svg = plot_of(&bench);
    check_html(svg);
    demand(svg, "a &lt; b &amp; ");
    demand(svg, "published (NOGO)");
    demand(svg, "hollow");
    free(svg);
    close_bench(&bench);
}

static void a_plot_that_cannot_be_is_refused_with_its_line(void **state)
{
    (void)state;
    static const char *const wrong[] = {"pie",
                                        "lines x=nothing",
                                        "lines row=none",
                                        "lines log=z",
                                        "lines fit=cubic",
                                        "lines cells=m=1",
                                        "lines cells=n=7",
                                        ""};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[400];
        struct by_lab_experiment experiment;
        struct by_error err;
        int length = snprintf(text, sizeof text,
                              "name: x\ntitle: x\nplot: %s\ngame: nim\nmeasure: match\na: random\n"
                              "b: random\naxis n: 1 2\n",
                              wrong[i]);
        assert_int_equal(by_lab_read("x.lab", text, (size_t)length, &experiment, &err),
                         BY_BAD_INPUT);
        if (!strstr(err.text, "line 3"))
            fail_msg("%s", err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_that_agrees_is_said_to),
        cmocka_unit_test(editing_one_published_figure_changes_the_verdict),
        cmocka_unit_test(what_was_not_run_is_left_out),
        cmocka_unit_test(text_says_everything),
        cmocka_unit_test(html_is_well_formed_and_stands_alone),
        cmocka_unit_test(markdown_has_tables_links_and_pictures),
        cmocka_unit_test(latex_escapes_its_signs),
        cmocka_unit_test(csv_has_a_row_for_every_line),
        cmocka_unit_test(json_has_its_keys),
        cmocka_unit_test(plots_show_ours_and_theirs),
        cmocka_unit_test(a_plot_that_cannot_be_is_refused_with_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
