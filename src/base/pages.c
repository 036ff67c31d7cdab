#ifdef __linux__
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "base/pages.h"

void by_pages_ask_large(void *from, size_t bytes)
{
#ifdef MADV_HUGEPAGE
    (void)madvise(from, bytes, MADV_HUGEPAGE);
#else
    (void)from;
    (void)bytes;
#endif
}
