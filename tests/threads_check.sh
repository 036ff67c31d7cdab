#!/bin/sh
# The core without threads: it builds, uses none, and its searches find what they find on threads.
. "$(dirname "$0")/tap.sh"

# compile NAME ARGUMENT...: counts.c as $scratch/NAME, with ARGUMENTs.
compile()
{
    cd "$BY_SOURCE" || return 1
    name=$1
    shift
    cc -std=c17 -O0 -D_POSIX_C_SOURCE=200809L -ffp-contract=off -Wall -Wextra -Werror -Iinclude -Isrc \
        tests/programs/counts.c "$@" -lm -o "$scratch/$name"
}
without()
{
    # shellcheck disable=SC2046 # one word each
    compile without -DBY_NO_THREADS $(tools/sources.sh base nets games record search lessons)
}
check "the core builds without threads" without
check "and with them" compile with "$BY_BUILD/libbanyan.a" -lpthread

uses_none()
{
    nm -u "$scratch/without" >"$scratch/used" && [ -s "$scratch/used" ] || return 1
    ! grep -E 'pthread|thrd_' "$scratch/used"
}
check "without threads it calls no function of them" uses_none

count()
{
    "$scratch/$1" >"$scratch/$1.said" && grep -v 'threads=' "$scratch/$1.said" >"$scratch/$1.counts"
    cat "$scratch/$1.said"
    [ "$(grep -c simulations "$scratch/$1.counts")" -eq 14 ] && [ "$(grep -c grew "$scratch/$1.counts")" -eq 6 ]
}
check "threads count" count with
check "so does one after another" count without
check "both count the same" diff "$scratch/with.counts" "$scratch/without.counts"

refuses()
{
    grep 'threads=2: ' "$scratch/without.said"
    [ "$(grep -c 'threads=2: this build has no threads: threads=1, not threads=2$' \
        "$scratch/without.said")" -eq 4 ] && ! grep 'no threads' "$scratch/with.said"
}
check "threads= is refused where there are none" refuses
finish
