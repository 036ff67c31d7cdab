/* parts.h: what the files of the laboratory share. Only for this room. */
#ifndef BY_LAB_PARTS_H
#define BY_LAB_PARTS_H

#include "base/options.h"
#include "lab/lab.h"

/* "x.lab, line 7: ..." */
enum by_status by_lab_fail_at(struct by_error *err, const char *path, int line, const char *format,
                              ...) __attribute__((format(printf, 4, 5)));

/* Letters, digits, '-', '_', '.': a name. */
bool by_lab_is_word(const char *text);

/* A figure as a document prints it; false: it is none. */
bool by_lab_figure_read(const char *text, struct by_lab_figure *out);

/* Whether every name in braces, conditions and costs is one of the row's parameters, at every scale. */
enum by_status by_lab_check_words(const struct by_lab_experiment *experiment, struct by_error *err);

#endif
