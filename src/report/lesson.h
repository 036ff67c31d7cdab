/* lesson.h: what a lesson said, as data for who shows it. */
#ifndef BY_REPORT_LESSON_H
#define BY_REPORT_LESSON_H

#include "lessons/lesson.h"
#include "report/pieces.h"

#define BY_TAUGHT_STEPS_MAX 2000 /* the others are left out */

/* {"lesson", "figures": {as lesson NAME --json}, "text", "svg", "steps": ["..."], "steps_cut", "command"}; what
 * the sink did not want is null. */
void by_report_taught(struct by_json *json, const struct by_lesson *lesson,
                      const struct by_sink *sink, const struct by_setting *settings, int count);

#endif
