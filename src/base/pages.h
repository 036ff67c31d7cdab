/* pages.h: large pages for large tables.
 *
 * A look into a table of many megabytes misses the processor's list of pages as well as its cache, and
 * then waits for both; with pages of 2 MiB the list is long enough. */
#ifndef BY_BASE_PAGES_H
#define BY_BASE_PAGES_H

#include <stddef.h>

#define BY_PAGE_LARGE ((size_t)2 << 20)

/* Asks the system for large pages where the memory was not yet used; it may have none. Both are multiples
 * of BY_PAGE_LARGE. */
void by_pages_ask_large(void *from, size_t bytes);

#endif
