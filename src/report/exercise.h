/* exercise.h: an exercise as data: the question without its answers, what answers are worth, the solution. */
#ifndef BY_REPORT_EXERCISE_H
#define BY_REPORT_EXERCISE_H

#include "lessons/posed.h"
#include "report/pieces.h"

/* Members of the object that is open: what is asked for. Nothing here tells an answer. */
void by_report_question(struct by_json *json, const struct by_posed *posed);

/* "checked": every field, and of trees every node that is crossed out; "right" of "asked", "solved". */
void by_report_checked(struct by_json *json, const struct by_posed *posed,
                       const struct by_answers *answers);

/* "answers": an object by fields; "open": the tree, as POST /tree takes it, or null. */
void by_report_answers(struct by_json *json, const struct by_posed *posed);

/* Question (or solution) as a sheet has it in text, as the member `name`. */
enum by_status by_report_written(struct by_json *json, const char *name,
                                 const struct by_exercise_kind *kind,
                                 const struct by_exercise_id *id, bool solution,
                                 struct by_error *err);

#endif
