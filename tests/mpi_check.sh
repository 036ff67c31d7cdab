#!/bin/sh
# Where MPI is not installed the program builds and works; only jobs of several processes are refused. MPI is
# started under mpirun alone, and one file knows it.
. "$(dirname "$0")/tap.sh"

export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# The program once more, with the one file that knows MPI compiled as it is where there is none.
build_without()
{
    cc -std=c17 -D_POSIX_C_SOURCE=200809L -I"$BY_SOURCE/include" -I"$BY_SOURCE/src" -c "$BY_SOURCE/src/cli/mpi.c" \
        -o "$scratch/mpi.o" &&
        command=$(ninja -C "$BY_BUILD" -t commands banyan | tail -n 1 |
            sed -e "s| -o banyan | -o $scratch/banyan |" -e "s| banyan.p/src_cli_mpi.c.o| $scratch/mpi.o|" \
                -e 's| [^ ]*libmpi[^ ]*||g') &&
        (cd "$BY_BUILD" && sh -c "$command")
}
check "the program builds without MPI" build_without
needs_no_mpi()
{
    ! ldd "$scratch/banyan" | grep libmpi
}
check "and does not need it" needs_no_mpi
check "it works" "$scratch/banyan" match tictactoe --a alphabeta --b random --games 4

# refuses RANK: a job of two ranks is refused with status 1.
refuses()
{
    OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_RANK=$1 "$scratch/banyan" match tictactoe --a alphabeta --b random \
        >"$scratch/out" 2>"$scratch/err"
    [ $? = 1 ] && [ ! -s "$scratch/out" ]
}
says_why()
{
    refuses 0 && [ "$(wc -l <"$scratch/err")" = 1 ] && grep -q "built without MPI" "$scratch/err"
}
check "a job of several processes is refused in one sentence" says_why
is_silent()
{
    refuses 1 && [ ! -s "$scratch/err" ]
}
check "which rank 0 alone says" is_silent
plays_alone()
{
    OMPI_COMM_WORLD_SIZE=1 OMPI_COMM_WORLD_RANK=0 "$scratch/banyan" match tictactoe --a alphabeta --b random --games 4
}
check "a job of one is no job" plays_alone
finish
