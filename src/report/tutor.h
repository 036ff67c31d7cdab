/* tutor.h: what the tutor found in a student's trace (lessons/tutor.h): as JSON, as words. */
#ifndef BY_REPORT_TUTOR_H
#define BY_REPORT_TUTOR_H

#include "lessons/tutor.h"
#include "report/pieces.h"

#define BY_TUTOR_NODES 200 /* that JSON has, unless more are asked for */

/* All of it, one object: the verdict, the first fault, and the nodes that were entered: of more than `most`,
 * the way to the fault, what is beside it, and as many of the first ones as there is room for. */
void by_report_tutor(struct by_json *json, const struct by_tutor *tutor, int most);

/* The verdict in words; the lines around the fault, as `text` has them. */
void by_put_tutor(struct by_buffer *out, const struct by_tutor *tutor, const char *text,
                  const struct by_marks *marks);

#endif
