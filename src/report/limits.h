/* limits.h: whether a search can be held by the limits that somebody gives it.
 *
 * A search that does not know a limit looks past it: given alone it would never end. Who takes limits from people
 * refuses those. */
#ifndef BY_REPORT_LIMITS_H
#define BY_REPORT_LIMITS_H

#include "search/search.h"

/* Refuses what the search does not know, in a sentence that names what it does. All searches count time and
 * nodes; one without options of limits ends by itself. `search` NULL: another program's, which ends by itself, too. */
enum by_status by_limits_check(const struct by_search *search, const struct by_limits *limits,
                               struct by_error *err);

#endif
