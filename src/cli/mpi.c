/* mpi.c: see mpi.h. */
#include "cli/mpi.h"
#include "base/clock.h"
#include "base/thread.h"
#include "cli/cli.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- what the environment says ------------------------------------------------------------------ */

static int number_in(const char *const *names)
{
    int64_t value;
    for (; *names; names++) {
        const char *text = getenv(*names);
        if (text && by_read_int(text, 0, BY_RANKS_MAX, &value))
            return (int)value;
    }
    return 0;
}

/* mpirun tells the size; srun with PMIx tells it in Slurm's own words. Without PMIx srun starts
 * processes that know nothing of each other, such as the parts of a match (--shard). */
bool by_mpi_wanted(void)
{
    static const char *const mpirun[] = {"OMPI_COMM_WORLD_SIZE", NULL};
    static const char *const slurm[] = {"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS", NULL};
    return number_in(mpirun) > 1 || (getenv("PMIX_RANK") && number_in(slurm) > 1);
}

bool by_mpi_launched(void)
{
    return getenv("OMPI_COMM_WORLD_SIZE") || by_mpi_wanted();
}

int by_mpi_rank(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "SLURM_PROCID", NULL};
    return number_in(names);
}

/* A setting of Open MPI's that is on; its flags become variables like this. */
static bool is_set(const char *name)
{
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

void by_mpi_write_launch(struct by_text *out)
{
    if (by_ranks_size() < 2)
        return;
    by_text_format(out, "mpirun %s%s-n %d ",
                   is_set("OMPI_MCA_rmaps_base_oversubscribe") ? "--oversubscribe " : "",
                   is_set("OMPI_MCA_orte_enable_recovery") ? "--enable-recovery " : "",
                   by_ranks_size());
}

#ifdef BY_HAS_MPI
#include <mpi.h>

/* A message on its way out; its bytes stand behind it. */
struct letter {
    struct letter *next;
    MPI_Request request;
    unsigned char bytes[];
};

/* MPI is the process's: there is one. */
static struct letter *letters;

/* Forgets what has left. */
static void sweep(void)
{
    for (struct letter **at = &letters; *at;) {
        struct letter *letter = *at;
        int gone = 0;
        if (MPI_Test(&letter->request, &gone, MPI_STATUS_IGNORE) != MPI_SUCCESS || gone) {
            *at = letter->next;
            free(letter);
        } else {
            at = &letter->next;
        }
    }
}

static bool send(void *context, int to, int channel, const void *bytes, size_t size)
{
    (void)context;
    sweep();
    struct letter *letter = malloc(sizeof *letter + size);
    if (!letter)
        return false;
    memcpy(letter->bytes, bytes, size);
    if (MPI_Isend(letter->bytes, (int)size, MPI_BYTE, to, channel, MPI_COMM_WORLD,
                  &letter->request) != MPI_SUCCESS) {
        free(letter);
        return false;
    }
    letter->next = letters;
    letters = letter;
    return true;
}

/* A message on its way in. Of a long one the beginning comes first, and the rest when it is asked for: never, where
 * the sender has died meanwhile. So nobody waits for it, and what others say is taken past it. */
struct parcel {
    struct parcel *next;
    MPI_Request request; /* null: all of it is here */
    int channel, from, size;
    unsigned char *bytes;
};

/* In the order in which they began to come. */
static struct parcel *parcels;

/* Begins to receive what stands on a channel. */
static bool accept_one(int channel)
{
    MPI_Message message;
    MPI_Status status;
    int there = 0;
    if (MPI_Improbe(MPI_ANY_SOURCE, channel, MPI_COMM_WORLD, &there, &message, &status) !=
            MPI_SUCCESS ||
        !there)
        return false;
    struct parcel *parcel = calloc(1, sizeof *parcel), **at = &parcels;
    if (!parcel)
        return false;
    parcel->channel = channel;
    parcel->from = status.MPI_SOURCE;
    (void)MPI_Get_count(&status, MPI_BYTE, &parcel->size);
    parcel->bytes = malloc((size_t)parcel->size + 1);
    if (!parcel->bytes || MPI_Imrecv(parcel->bytes, parcel->size, MPI_BYTE, &message,
                                     &parcel->request) != MPI_SUCCESS) {
        free(parcel->bytes);
        free(parcel);
        return false;
    }
    while (*at)
        at = &(*at)->next;
    *at = parcel;
    return true;
}

static bool is_here(struct parcel *parcel)
{
    int here = 0;
    return MPI_Test(&parcel->request, &here, MPI_STATUS_IGNORE) == MPI_SUCCESS && here;
}

/* The first on a channel that is here, as are those that its sender sent before; taken out. */
static struct parcel *first_here(int channel)
{
    for (struct parcel **at = &parcels; *at; at = &(*at)->next) {
        struct parcel *parcel = *at, *before = parcels;
        if (parcel->channel != channel || !is_here(parcel))
            continue;
        while (before != parcel && (before->channel != channel || before->from != parcel->from))
            before = before->next;
        if (before != parcel)
            continue;
        *at = parcel->next;
        return parcel;
    }
    return NULL;
}

static bool take(void *context, int channel, int *from, unsigned char **bytes, size_t *size)
{
    (void)context;
    sweep();
    struct parcel *parcel = first_here(channel);
    while (!parcel && accept_one(channel))
        parcel = first_here(channel);
    if (!parcel)
        return false;
    *from = parcel->from;
    *bytes = parcel->bytes;
    *size = (size_t)parcel->size;
    free(parcel);
    return true;
}

static void note(void *context, const char *sentence)
{
    (void)context;
    by_cli_note("%s", sentence);
}

static void leave_environment(void)
{
    static const char *const names[] = {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                        NULL};
    for (const char *const *name = names; *name; name++)
        unsetenv(*name);
}

/* --- start and end, each in its time --------------------------------------------------------------- */

/* A call that may never come back, and what is done instead when it has not in time. */
struct deadline {
    double seconds;
    void (*missed)(const struct deadline *deadline);
    char **words; /* for missed */
    int status;

    struct by_mutex lock;
    struct by_condition change;
    struct by_thread thread;
    bool met, watched;
};

#define LONGEST_S  300

#define START_NAME "BANYAN_MPI_START"

/* What the environment says, or so many. */
static double seconds_told(double otherwise)
{
    double seconds;
    const char *text = getenv(START_NAME);
    return text && by_read_real(text, 0, 1e6, &seconds) ? seconds : otherwise;
}

static enum by_status check_told(struct by_error *err)
{
    double seconds;
    const char *text = getenv(START_NAME);
    char quoted[BY_QUOTE_SIZE];
    if (!text || by_read_real(text, 0, 1e6, &seconds))
        return BY_OK;
    return by_fail(err, BY_BAD_INPUT,
                   "the variable " START_NAME
                   " is \"%s\": it has to be a number of seconds from 0 to "
                   "1000000",
                   by_quote(text, quoted));
}

static double seconds_to_end(int size)
{
    return seconds_told(fmin(20 + size / 4.0, LONGEST_S));
}

/* Only with mpirun --enable-recovery is a rank missed while the job goes on; else mpirun ends the job with it,
 * and ranks that are not there yet are late: a crowded machine, a slow disk. */
static double seconds_to_start(int size)
{
    return is_set("OMPI_MCA_orte_enable_recovery") ? seconds_to_end(size) : seconds_told(LONGEST_S);
}

static void watch(void *context)
{
    struct deadline *deadline = context;
    double when = by_clock_now() + deadline->seconds;
    by_mutex_lock(&deadline->lock);
    while (!deadline->met && by_clock_now() < when)
        (void)by_condition_wait_until(&deadline->change, &deadline->lock, when);
    bool met = deadline->met;
    by_mutex_unlock(&deadline->lock);
    if (!met)
        deadline->missed(deadline);
}

/* Without a thread that watches there is no deadline. */
static void set(struct deadline *deadline)
{
    if (!BY_THREADS || !by_monitor_open(&deadline->lock, &deadline->change))
        return;
    deadline->watched = by_thread_start(&deadline->thread, 0, watch, deadline);
    if (!deadline->watched)
        by_monitor_close(&deadline->lock, &deadline->change);
}

static void meet(struct deadline *deadline)
{
    if (!deadline->watched)
        return;
    by_mutex_lock(&deadline->lock);
    deadline->met = true;
    by_condition_wake_all(&deadline->change);
    by_mutex_unlock(&deadline->lock);
    by_thread_join(&deadline->thread);
    by_monitor_close(&deadline->lock, &deadline->change);
}

/* MPI cannot be left from within: the program is begun anew in the same process, as a job of one. */
static void go_on_alone(const struct deadline *deadline)
{
    if (by_mpi_rank() > 0)
        _exit(BY_EXIT_OK);
    by_cli_note("the ranks of this job have not found each other in %g s, one may have died: "
                "rank 0 goes on alone",
                deadline->seconds);
    leave_environment();
    (void)setenv("OMPI_COMM_WORLD_SIZE", "1", 1);
    (void)execv("/proc/self/exe", deadline->words);
    _exit(BY_EXIT_FAILED);
}

static void leave(const struct deadline *deadline)
{
    (void)fflush(NULL);
    _exit(deadline->status);
}

/* Where there are more ranks than cores Open MPI gives the core away whenever it looks and finds nothing. We
 * sleep between two looks; giving the core away as well makes each take 60 ms on a machine that others
 * use, and eight ranks with games of 1 ms were busy for 15 % of the time instead of 74. */
static void look_without_yielding(void)
{
    (void)setenv("OMPI_MCA_mpi_yield_when_idle", "0", 0);
}

enum by_status by_mpi_start(char **words, struct by_error *err)
{
    static const char *const size[] = {"OMPI_COMM_WORLD_SIZE", "SLURM_NTASKS", NULL};
    int level = 0;
    struct by_ranks_carrier carrier = {.send = send, .take = take, .note = note};
    if (check_told(err) != BY_OK)
        return BY_BAD_INPUT;
    struct deadline deadline = {
        .seconds = seconds_to_start(number_in(size)), .missed = go_on_alone, .words = words};
    look_without_yielding();
    set(&deadline);
    int failed = MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level);
    meet(&deadline);
    if (failed != MPI_SUCCESS || level < MPI_THREAD_SERIALIZED)
        return by_fail(err, BY_FAILED, "MPI does not start, or not for programs with threads");
    leave_environment();
    (void)MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    (void)MPI_Comm_rank(MPI_COMM_WORLD, &carrier.rank);
    (void)MPI_Comm_size(MPI_COMM_WORLD, &carrier.size);
    return by_ranks_open(&carrier, err);
}

/* What was sent last has to leave before a process that does not wait for the others is gone. */
static void see_off(void)
{
    double rest = 0;
    for (int i = 0; letters && i < 20; i++) {
        sweep();
        by_ranks_rest(&rest);
    }
}

int by_mpi_end(int status)
{
    bool whole = by_ranks_rank() == 0 ? by_ranks_dismiss() : by_ranks_whole() && status == 0;
    int size = by_ranks_size();
    by_ranks_close();
    see_off();
    if (!whole) {
        (void)fflush(NULL);
        _exit(status);
    }
    struct deadline deadline = {.seconds = seconds_to_end(size), .missed = leave, .status = status};
    set(&deadline);
    (void)MPI_Finalize();
    meet(&deadline);
    return status;
}

#else

enum by_status by_mpi_start(char **words, struct by_error *err)
{
    (void)words;
    return by_fail(
        err, BY_FAILED,
        "this banyan was built without MPI and cannot share work among ranks: build it where "
        "Open MPI is installed (Debian: libopenmpi-dev)");
}

int by_mpi_end(int status)
{
    return status;
}

#endif
