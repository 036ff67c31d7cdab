/* hash_own.h: the lesson hash with keys of one's own: each is put in, and every step is shown. */
#ifndef BY_LESSONS_HASH_OWN_H
#define BY_LESSONS_HASH_OWN_H

#include "lessons/hash_fill.h"
#include "lessons/lesson.h"

/* Words, steps, figures and drawing, as far as the sink wants them. */
void by_hash_own_teach(const struct by_fill *fill, struct by_sink *sink);

#endif
