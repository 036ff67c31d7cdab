/* clock.c: see clock.h. */
#include "base/clock.h"
#include <time.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

double by_clock_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double by_clock_worked(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

double by_clock_thread(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

double by_clock_date(void)
{
    return seconds_of(CLOCK_REALTIME);
}
