/* mpi.h: the start and the end of MPI; behind base/ranks.h nobody knows of it.
 *
 * MPI_Init takes some 0.3 s, so it is called only where several processes were started as one job:
 * under mpirun, or under Slurm's srun with PMIx. libmpi is linked where the build found it:
 * it makes `banyan --version` about 2.5 ms slower (8.2 to 9.2 against 6.0 to 6.6 ms, 200 starts each, machine loaded).
 *
 * MPI is started with MPI_THREAD_SERIALIZED: any thread may send and take, ranks.c's lock lets one in
 * at a time. Waiting is looking (MPI_Improbe) and sleeping, because a receive that waits keeps a core
 * busy. Sends are MPI_Isend on a copy, receives MPI_Imrecv, and neither is ever waited for, so that a rank which
 * has died, also in the middle of a message, blocks nobody. */
#ifndef BY_CLI_MPI_H
#define BY_CLI_MPI_H

#include "base/ranks.h"
#include "base/text.h"

/* Whether this process was started as one of several. */
bool by_mpi_wanted(void);

/* Whether mpirun or srun has started it, alone or with others: what looks like a terminal need not be one, as mpirun
 * gives rank 0 one of its own, wherever that goes. */
bool by_mpi_launched(void);

/* Its rank as the environment has it, before anything is started; 0 when nobody says. */
int by_mpi_rank(void);

/* What stands before the program's name when this job is started again, with the flags without which it may not be;
 * nothing where there is no job. */
void by_mpi_write_launch(struct by_text *out);

/* Starts MPI and opens the job (by_ranks_open). What told us that there are several is taken out
 * of the environment, so that engines which we start do not take themselves for ranks.
 *
 * MPI_Init waits for all ranks, also for one that has died meanwhile. So it has a time: five minutes, and with mpirun
 * --enable-recovery, where alone the job outlives such a rank, 20 s and a quarter of a second for each rank, if that is
 * less; BANYAN_MPI_START has other seconds. After it rank 0 begins anew without MPI, with the command line `words`
 * (argv), and the others end. */
enum by_status by_mpi_start(char **words, struct by_error *err);

/* Ends it, after everything is printed and closed. Where a rank was lost MPI cannot end in order, as it would
 * wait for the dead: then the process ends here, with `status`; so it does when MPI does not end in the
 * shorter of these times. Returns `status` otherwise. */
int by_mpi_end(int status);

#endif
