/* figures.h: a lesson's numbers for programs, written as JSON text.
 *
 * One object, built from front to back: values, and nested objects and arrays that are opened
 * and closed in order. `name` is the key inside an object and NULL inside an array. The caller
 * keeps the nesting right; text is escaped here. */
#ifndef BY_LESSONS_FIGURES_H
#define BY_LESSONS_FIGURES_H

#include "base/buffer.h"
#include <stdint.h>

struct by_figures {
    struct by_buffer *out;
    bool first; /* nothing stands yet in the innermost object or array */
};

void by_figures_open(struct by_figures *figures, struct by_buffer *out);

void by_figures_object(struct by_figures *figures, const char *name);
void by_figures_array(struct by_figures *figures, const char *name);
void by_figures_end_object(struct by_figures *figures);
void by_figures_end_array(struct by_figures *figures);

void by_figures_int(struct by_figures *figures, const char *name, int64_t value);
void by_figures_count(struct by_figures *figures, const char *name, uint64_t value);
void by_figures_real(struct by_figures *figures, const char *name, double value);
void by_figures_flag(struct by_figures *figures, const char *name, bool value);
void by_figures_text(struct by_figures *figures, const char *name, const char *value);

#endif
