#include "base/deep.h"
#include <pthread.h>

struct errand {
    void (*work)(void *context);
    void *context;
};

static void *run(void *argument)
{
    struct errand *errand = argument;
    errand->work(errand->context);
    return NULL;
}

enum by_status by_deep_run(void (*work)(void *context), void *context, struct by_error *err)
{
    struct errand errand = {work, context};
    pthread_attr_t attributes;
    pthread_t thread;
    if (pthread_attr_init(&attributes) != 0)
        return by_fail(err, BY_NO_MEMORY, "there is not enough memory for a thread");
    bool started = pthread_attr_setstacksize(&attributes, BY_DEEP_STACK) == 0 &&
                   pthread_create(&thread, &attributes, run, &errand) == 0;
    (void)pthread_attr_destroy(&attributes);
    if (!started)
        return by_fail(err, BY_FAILED, "the system gave no thread with a stack of %zu MiB",
                       BY_DEEP_STACK >> 20);
    pthread_join(thread, NULL);
    return BY_OK;
}
