/* clock.h: time that only goes forward, and what day it is. */
#ifndef BY_BASE_CLOCK_H
#define BY_BASE_CLOCK_H

/* Seconds since some fixed moment, monotonic. */
double by_clock_now(void);

/* Seconds of processor time that all threads of this program have had. */
double by_clock_worked(void);

/* The same of the thread that asks alone: what others do meanwhile costs it nothing. */
double by_clock_thread(void);

/* How many processes have wanted each core of the machine, over the last minute; 0: it is not known. */
double by_clock_load(void);

/* Seconds since 1970, as the machine has it: may jump. */
double by_clock_date(void);

#endif
