/* report.h: experiments beside what was published, for people and for programs: bytes in a buffer.
 *
 * A report has, for every experiment: what the document says and whether that holds; each statement that
 * was checked and what was found; a table of cells with the published figure, ours, its interval and the
 * verdict; the test in words; what was run, when, by which program, on what; what was left out; the
 * file's remarks; and the plot. Of several experiments a table of all comes first. */
#ifndef BY_LAB_REPORT_H
#define BY_LAB_REPORT_H

#include "lab/judge.h"
#include "report/origin.h"

enum by_lab_format {
#define X(ID, name) BY_LAB_REPORT_##ID,
#include "lab/report_formats.def"
#undef X
    BY_LAB_REPORT_FORMATS
};
extern const char by_lab_report_formats[]; /* "|text|md|...", for BY_CHOICES */

/* What stands above the table of all experiments. */
#define BY_LAB_REPORT_INTRO                                                                        \
    "Every experiment of the five documents, run here: what the document says, and whether that "  \
    "holds. Then, for each, its figures beside ours with a verdict for every cell, the plot "      \
    "(filled marks are ours, hollow ones published), what was run, and, where we differ, what "    \
    "was "                                                                                         \
    "tried to explain it. `banyan lab show NAME --cell CELL` lists the games behind a "            \
    "figure and "                                                                                  \
    "prints the line that plays them again."

struct by_lab_report {
    enum by_lab_format format;
    const char *title;
    const char *intro; /* a paragraph below the title; "" */
    const char *
        images; /* Markdown: the folder of the plots, NAME.svg, as seen from the page; "": no plots */
    struct by_origin origin;
    const char *cpu; /* of this machine; "" */
};

enum by_status by_lab_report(const struct by_lab_report *report,
                             const struct by_lab_judged *experiments, int count,
                             struct by_buffer *out, struct by_error *err);

/* The processor of this machine, as the system calls it; "" where it does not say. */
#define BY_CPU_SIZE 128
void by_lab_cpu(char cpu[BY_CPU_SIZE]);

/* For the files of this room. */
void by_lab_report_csv(const struct by_lab_judged *experiments, int count, struct by_buffer *out);
void by_lab_report_json(const struct by_lab_report *report, const struct by_lab_judged *experiments,
                        int count, struct by_buffer *out);

/* "2026-11-16 09:30" of seconds since 1970, UTC; "" of 0. */
void by_lab_put_date(struct by_text *out, double seconds);

/* The published figure and ours as tables have them: "58.0 (54:38)", "56 ± 5"; "" where there is none. */
void by_lab_put_published(struct by_text *out, const struct by_lab_line *line);
void by_lab_put_ours(struct by_text *out, const struct by_lab_line *line);
void by_lab_put_interval(struct by_text *out, const struct by_lab_line *line);

/* How line `i` was compared, in words; false where that was told of a line before, or nothing is published. */
bool by_lab_put_test(const struct by_lab_judged *judged, int i, struct by_buffer *out);

/* What is said of a line, with the reason where it was left out. */
void by_lab_put_verdict(struct by_text *out, const struct by_lab_line *line,
                        const struct by_compared *cell);

#endif
