#include "base/deep.h"
#include "base/thread.h"

enum by_status by_deep_run(void (*work)(void *context), void *context, struct by_error *err)
{
    struct by_thread thread;
    if (!by_thread_start(&thread, BY_DEEP_STACK, work, context))
        return by_fail(err, BY_FAILED, "the system gave no thread with a stack of %zu MiB",
                       BY_DEEP_STACK >> 20);
    by_thread_join(&thread);
    return BY_OK;
}
