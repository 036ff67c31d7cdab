#!/bin/sh
# The bench signature is the same for every compiler, optimisation and run. The two builds that
# `make test` makes are there already, the one for users is compared where it is installed
# (install_check.sh); what is built here is one without optimisation and without the processor's own
# instructions, and with BY_LONG=1 three more.
. "$(dirname "$0")/tap.sh"

# build COMPILER LEVEL: the whole program by one plain line, as $scratch/COMPILER-LEVEL.
build()
{
    cd "$BY_SOURCE" || return 1
    native=-march=native
    [ "$(uname -m)" != aarch64 ] || native=-mcpu=native
    [ "$2" != O0 ] || native=
    # shellcheck disable=SC2046 # one word each
    "$1" -std=c17 "-$2" $native -D_POSIX_C_SOURCE=200809L -ffp-contract=off -Iinclude -Isrc \
        $(tools/sources.sh base nets games record search lessons wire players arena learn report lab \
            bench protocols server cli) -o "$scratch/$1-$2" -ljansson -lsqlite3 -ledit -lmicrohttpd -lm -lpthread
}

variants="gcc-O2 clang-O2 clang-O0"
[ "${BY_LONG:-}" != 1 ] || variants="$variants gcc-O0 gcc-O3 clang-O3"

# Those that `make test` has built, and two at a time those that it has not.
build_all()
{
    ln -s "$BY_BANYAN" "$scratch/gcc-O2" && ln -s "$BY_SOURCE/build-clang/banyan" "$scratch/clang-O2" &&
        build clang O0 || return 1
    [ "${BY_LONG:-}" = 1 ] || return 0
    build gcc O0 &
    build clang O3 && wait $! && build gcc O3
}
check "gcc and clang build the program, with optimisation and without" build_all

sign()
{
    "$scratch/$1" bench --signature >"$scratch/$2" && [ -s "$scratch/$2" ]
}
same()
{
    sign "$1" "$2" && diff "$scratch/first" "$scratch/$2"
}

# grow VARIANT FILE: what Monte Carlo searches of every kind find, all but the time they took.
grow()
{
    : >"$scratch/$2"
    for spec in rave=on "rave=on schedule=mse" "rave=on schedule=handset amaf=global" \
        selection=omc selection=ucb1-tuned "selection=puct epsilon=0.1" "selection=ucb1 c=1" \
        "leaves=2 rave=on" "roots=2" "memory=100K z=0" \
        'selection="expr: w/n + c*sqrt(ln(N)/n)"'; do
        "$scratch/$1" think nogo --size 5x5 --player "mcts sims=1000 $spec" --json >"$scratch/grown" ||
            return 1
        sed 's/"seconds": [0-9.e-]*//' "$scratch/grown" >>"$scratch/$2"
    done
    [ -s "$scratch/$2" ]
}
same_trees()
{
    grow "$1" "$2" && diff "$scratch/trees" "$scratch/$2"
}
check "there is a signature" sign gcc-O2 first
check "a second run gives the same" same gcc-O2 second
check "trees grow" grow gcc-O2 trees
for variant in $variants; do
    [ $variant = gcc-O2 ] || check "$variant gives the same" same $variant "signed-$variant"
    check "$variant grows the same trees" same_trees $variant "trees-$variant"
done
finish
