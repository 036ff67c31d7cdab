/* terms.h: what a file says about parameters: values, sums of products, conditions. Only for this room.
 *
 *   sum       = product { "+" product }
 *   product   = factor { ("*" | "/") factor }
 *   factor    = number | parameter
 *   condition = parameter ("=" | "!=" | "<" | "<=" | ">" | ">=") value
 *   choices   = sum [ "if" condition { "," condition } ] { ";" ... }
 *
 * A sentence about what is wrong has no place in it: the caller knows the line. */
#ifndef BY_LAB_TERMS_H
#define BY_LAB_TERMS_H

#include "lab/lab.h"

/* The value of an axis, a `let` or "row" in a cell; false: there is no such parameter. */
#define BY_LAB_VALUE_SIZE 512
bool by_lab_parameter(const struct by_lab_cell *cell, const char *name,
                      char value[BY_LAB_VALUE_SIZE]);

enum by_status by_lab_sum(const struct by_lab_cell *cell, const char *text, double *out,
                          struct by_error *err);

/* The first of the choices whose conditions hold; `*found` is false when none does. */
enum by_status by_lab_choose(const struct by_lab_cell *cell, const char *text, double *out,
                             bool *found, struct by_error *err);

#endif
