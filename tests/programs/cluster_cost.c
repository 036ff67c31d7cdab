/* cluster_cost.c: what messages between ranks cost here, for tools/cluster.py.
 *
 *   mpicc -O2 -o cost tests/programs/cluster_cost.c && mpirun -n 2 ./cost
 *
 * As src/cli/mpi.c does it: MPI_Isend on a copy, MPI_Improbe and MPI_Imrecv into memory of their own
 * (nobody dies here: the rest of a message is waited for). Rank 1 sends games of 1,500 bytes and requests of 40, and rank 0 answers each pair with
 * 24 bytes; one pair at a time (the round trip), and 64 pairs under way (what rank 0 can do in a second), with one game in a
 * message and with 20: what a further game in it costs.
 * The best of many short runs: others use the machine too. Where they use all of it a message waits for its
 * receiver's turn, and there is time for few runs. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    GAME = 1500,
    GAMES = 20,
    ASK = 40,
    NUMBERS = 24,
    TRIPS = 50,
    PAIRS = 500,
    RUNS = 12,
    SECONDS = 10
};

struct letter {
    MPI_Request request;
    unsigned char bytes[GAME * GAMES];
};

static struct letter *ring[256];
static unsigned next;

static void say(int to, int size)
{
    struct letter **at = &ring[next++ % 256];
    if (*at)
        MPI_Wait(&(*at)->request, MPI_STATUS_IGNORE);
    free(*at);
    *at = malloc(sizeof **at);
    MPI_Isend((*at)->bytes, size, MPI_BYTE, to, 1, MPI_COMM_WORLD, &(*at)->request);
}

static int hear(void)
{
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;
    int there = 0, count = 0;
    MPI_Improbe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &there, &message, &status);
    if (!there)
        return 0;
    MPI_Get_count(&status, MPI_BYTE, &count);
    unsigned char *bytes = malloc((size_t)count + 1);
    MPI_Imrecv(bytes, count, MPI_BYTE, &message, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(bytes);
    return count;
}

/* So many pairs with so many under way, and so many games in each; microseconds for each. */
static double run(int rank, int pairs, int window, int games)
{
    MPI_Barrier(MPI_COMM_WORLD);
    double begun = MPI_Wtime();
    int sent = 0, answered = 0;
    while (answered < pairs) {
        if (rank == 1 && sent < pairs && sent - answered < window) {
            say(0, GAME * games);
            say(0, ASK);
            sent++;
        }
        int size = hear();
        answered += rank == 1 ? size == NUMBERS : size == ASK;
        if (rank == 0 && size == ASK)
            say(1, NUMBERS);
    }
    return (MPI_Wtime() - begun) / pairs * 1e6;
}

/* Whether there is time for another; as rank 0 sees it. */
static int goes_on(double begun)
{
    int more = MPI_Wtime() - begun < SECONDS;
    MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    return more;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double trip = 1e9, busy = 1e9, bundle = 1e9, begun = MPI_Wtime();
    for (int i = 0; i < RUNS && (i == 0 || goes_on(begun)); i++) {
        double each = run(rank, TRIPS, 1, 1), many = run(rank, PAIRS, 64, 1);
        double large = run(rank, PAIRS, 64, GAMES);
        trip = each < trip ? each : trip;
        busy = many < busy ? many : busy;
        bundle = large < bundle ? large : bundle;
    }
    if (rank == 0)
        printf("{\"round_trip_us\": %.2f, \"pair_us\": %.2f, \"more_us\": %.2f}\n", trip, busy,
               bundle > busy ? (bundle - busy) / (GAMES - 1) : 0);
    MPI_Finalize();
    return 0;
}
