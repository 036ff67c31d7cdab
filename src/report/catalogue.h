/* catalogue.h: what there is: games, searches, lessons, each with its options. */
#ifndef BY_REPORT_CATALOGUE_H
#define BY_REPORT_CATALOGUE_H

#include "games/game.h"
#include "lessons/lesson.h"
#include "report/pieces.h"
#include "search/search.h"

void by_report_game(struct by_json *json, const struct by_game *game);

/* A search, a protocol of other programs, a lesson: name, title, summary, options. */
void by_report_entry(struct by_json *json, const char *name, const char *title, const char *summary,
                     const struct by_option *options);

/* One option of a search, with all that the search says about it: {..., "topics": {...}}, and text. */
void by_report_option_page(struct by_json *json, const struct by_option *option,
                           const struct by_topic *topics);
void by_put_topics(struct by_buffer *out, const struct by_topic *topics,
                   const struct by_marks *marks);

/* {"searches": [...], "programs": [...]}: all of them, and the protocols of other programs. */
void by_report_searches(struct by_json *json);

/* {"games": [...]}, {"lessons": [...]}: all of them. */
void by_report_games(struct by_json *json);
void by_report_lessons(struct by_json *json);

#endif
