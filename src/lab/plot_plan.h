/* plot_plan.h: how an experiment is drawn, decided. Only for this room. */
#ifndef BY_LAB_PLOT_PLAN_H
#define BY_LAB_PLOT_PLAN_H

#include "base/draw/plot.h"
#include "lab/plot.h"

enum by_lab_drawing { BY_LAB_LINES, BY_LAB_BARS, BY_LAB_HEAT, BY_LAB_CURVES, BY_LAB_NO_PLOT };

struct by_lab_plot_plan {
    enum by_lab_drawing kind;
    const char *x;             /* an axis, or "row" */
    char y[256];               /* numbers, with commas; "": the main one */
    char row[BY_LAB_WORD_MAX]; /* "": all */
    char cells[256];           /* by_lab_select; "": all */
    bool log_x, log_y;
    bool log_said; /* not to be chosen by the points */
    bool spaced;   /* x at even distances: it has a 0 and spans far */
    bool fit, power;
};

enum by_status by_lab_plot_planned(const struct by_lab_judged *judged, struct by_lab_plot_plan *out,
                                   struct by_error *err);

/* The words for an axis or number: its label, or its name. */
const char *by_lab_words_for(const struct by_lab_experiment *experiment, const char *name);

/* Whether all values of an axis, in every row that has it, are numbers. */
bool by_lab_axis_numeric(const struct by_lab_experiment *experiment, const char *name);

#endif
