/* hash_own.h: the lesson hash with keys of one's own: each is put in, and every step is shown. */
#ifndef BY_LESSONS_HASH_OWN_H
#define BY_LESSONS_HASH_OWN_H

#include "lessons/lesson.h"

/* The lesson with the options keys, size, function and method. */
enum by_status by_hash_own_teach(const struct by_values *values, struct by_sink *sink,
                                 struct by_error *err);

#endif
