#include "cli/progress.h"

#include "base/clock.h"
#include "cli/cli.h"
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PATIENCE  2.0 /* seconds before the bar appears */
#define BAR_WIDTH 30
#define REDRAW_S  0.2

static void draw(struct by_progress *progress)
{
    char bar[BAR_WIDTH + 1], left[48] = "", looked[64] = "", number[BY_SCORE_BUFFER];
    double elapsed = by_clock_now() - progress->begun;
    int done = atomic_load(&progress->done), total = atomic_load(&progress->total);
    if (elapsed < PATIENCE)
        return;
    double part = total > 0 ? (double)done / total : 0;
    int filled = (int)(part * BAR_WIDTH);
    for (int i = 0; i < BAR_WIDTH; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR_WIDTH] = 0;
    if (done > 0 && done <= total)
        snprintf(left, sizeof left, ", about %.0f s left", elapsed / part - elapsed);
    unsigned long long positions = atomic_load(&progress->positions);
    if (positions > 0)
        snprintf(looked, sizeof looked, ", %s positions",
                 by_short_number((double)positions, number));
    fprintf(stderr, "\r%s [%s] %d/%d%s, %.0f s%s%s%s\033[K", progress->label, bar, done, total,
            looked, elapsed, left, progress->note[0] ? "; " : "", progress->note);
    fflush(stderr);
    progress->shown = true;
}

static void run(void *context)
{
    struct by_progress *progress = context;
    by_mutex_lock(&progress->lock);
    while (!progress->finish) {
        by_condition_wait_until(&progress->wake, &progress->lock, by_clock_now() + REDRAW_S);
        if (!progress->finish)
            draw(progress);
    }
    by_mutex_unlock(&progress->lock);
    if (progress->shown)
        fputs("\r\033[K", stderr);
}

/* Ctrl-C is for the main thread, which may be waiting in a system call. */
static bool start_thread(struct by_progress *progress)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = by_thread_start(&progress->thread, 0, run, progress);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

void by_progress_open(struct by_progress *progress, const char *label)
{
    memset(progress, 0, sizeof *progress);
    atomic_init(&progress->done, 0);
    atomic_init(&progress->total, 0);
    atomic_init(&progress->positions, 0);
    progress->label = label;
    progress->begun = by_clock_now();
    (void)by_monitor_open(&progress->lock, &progress->wake); /* a bar is no reason to fail */
    if (isatty(STDERR_FILENO))
        progress->running = start_thread(progress);
}

void by_progress_note(struct by_progress *progress, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    by_mutex_lock(&progress->lock);
    (void)vsnprintf(progress->note, sizeof progress->note, format, arguments);
    by_make_printable(progress->note, strlen(progress->note), "");
    by_mutex_unlock(&progress->lock);
    va_end(arguments);
}

void by_progress_say(struct by_progress *progress, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    by_mutex_lock(&progress->lock);
    if (progress->shown)
        fputs("\r\033[K", stderr);
    by_cli_note("%s", text);
    by_mutex_unlock(&progress->lock);
}

void by_progress_close(struct by_progress *progress)
{
    by_mutex_lock(&progress->lock);
    progress->finish = true;
    by_condition_wake(&progress->wake);
    by_mutex_unlock(&progress->lock);
    if (progress->running)
        by_thread_join(&progress->thread);
    by_monitor_close(&progress->lock, &progress->wake);
}
