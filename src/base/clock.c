/* clock.c: see clock.h. */
#define _DEFAULT_SOURCE /* getloadavg */
#include "base/clock.h"
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

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

double by_clock_load(void)
{
    double load;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 0 && getloadavg(&load, 1) == 1 ? load / (double)cores : 0;
}
