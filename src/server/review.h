/* review.h: a review that a job has made, written into a record. */
#ifndef BY_SERVER_REVIEW_H
#define BY_SERVER_REVIEW_H

#include "server/jobs.h"

/* The text of an SGF file with the review as comments and variations, from malloc. `original` is the record
 * that the game came from, whose other contents stay; NULL: there is none. */
enum by_status by_job_review_text(struct by_page_job *job, const char *original, char **text,
                                  size_t *size, struct by_error *err);

/* Whether the job is about this very game. */
bool by_job_is_of(const struct by_page_job *job, const struct by_line *line);

#endif
