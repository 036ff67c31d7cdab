/* report_words.c: figures, dates and verdicts as reports write them; see report.h. */
#include "base/draw/plot.h"
#include "base/file.h"
#include "lab/report.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void by_lab_put_date(struct by_text *out, double seconds)
{
    time_t when = (time_t)seconds;
    struct tm parts;
    char text[32];
    if (seconds > 0 && gmtime_r(&when, &parts) &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M", &parts) > 0)
        by_text_add(out, text);
}

/* With ± for +-. */
static void put_as_printed(struct by_text *out, const char *text)
{
    const char *sign = strstr(text, "+-");
    if (!sign)
        by_text_add(out, text);
    else
        by_text_format(out, "%.*s ± %s", (int)(sign - text), text, sign + 2);
}

void by_lab_put_published(struct by_text *out, const struct by_lab_line *line)
{
    const struct by_lab_figure *figure = line->figure;
    if (!figure)
        return;
    bool counts = figure->form == BY_LAB_FORM_WINS || figure->form == BY_LAB_FORM_BALANCE ||
                  figure->form == BY_LAB_FORM_SHARES;
    if (counts)
        by_text_format(out, "%.1f (%s)", figure->value, figure->text);
    else
        put_as_printed(out, figure->text);
}

static void put_value(struct by_text *out, const struct by_lab_line *line, double value)
{
    if (line->share)
        by_text_format(out, "%.1f", value);
    else
        by_plot_number(out, value);
}

void by_lab_put_ours(struct by_text *out, const struct by_lab_line *line)
{
    if (line->ours)
        put_value(out, line, line->ours->value);
}

void by_lab_put_interval(struct by_text *out, const struct by_lab_line *line)
{
    if (!line->bounded)
        return;
    put_value(out, line, line->interval.low);
    by_text_add(out, " to ");
    put_value(out, line, line->interval.high);
}

void by_lab_put_verdict(struct by_text *out, const struct by_lab_line *line,
                        const struct by_compared *cell)
{
    const struct by_lab_result *result = line->result;
    if (!line->ours && result->state == BY_LAB_LEFT_OUT)
        by_text_format(out, "left out%s%s", *result->why ? ": " : "", result->why);
    else if (!line->ours)
        by_text_add(out, result->state == BY_LAB_DONE ? "not measured" : "not run");
    else if (line->how->shown && line->figure)
        by_text_add(out, "not compared");
    else
        by_text_add(out, by_verdict_words(cell->verdict));
}

/* --- the processor ------------------------------------------------------------------------------- */

void by_lab_cpu(char cpu[BY_CPU_SIZE])
{
    char line[512];
    FILE *file = fopen("/proc/cpuinfo", "r");
    struct by_text out = by_text_over(cpu, BY_CPU_SIZE);
    while (file && out.length == 0 && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        const char *name = colon + 1 + strspn(colon + 1, " \t");
        by_text_format(&out, "%.*s", (int)strcspn(name, "\n"), name);
    }
    if (file)
        fclose(file);
    by_make_printable(cpu, strlen(cpu), "");
}
