#!/bin/sh
# The bench signature is the same for every compiler, optimisation and run.
. "$(dirname "$0")/tap.sh"

# build COMPILER LEVEL: the whole program by one plain line, as $scratch/COMPILER-LEVEL.
build()
{
    cd "$BY_SOURCE" || return 1
    native=-march=native
    [ "$(uname -m)" != aarch64 ] || native=-mcpu=native
    # The slow level also does without the processor's own instructions.
    [ "$2" != O0 ] || native=
    # shellcheck disable=SC2046 # one word each
    "$1" -std=c17 "-$2" $native -D_POSIX_C_SOURCE=200809L -ffp-contract=off -Iinclude -Isrc \
        $(tools/sources.sh base games search lessons wire players arena lab learn protocols \
            server cli) -o "$scratch/$1-$2" -ljansson -ledit -lm -lpthread
}

variants="gcc-O0 clang-O0 gcc-O3 clang-O3"
build_all()
{
    for level in O0 O3; do
        build gcc $level &
        build clang $level || return 1
        wait $! || return 1
    done
}
check "gcc and clang, -O0 and -O3 build the program" build_all

sign()
{
    "$scratch/$1" bench --signature >"$scratch/$2" && [ -s "$scratch/$2" ]
}
same()
{
    sign "$1" "$2" && diff "$scratch/first" "$scratch/$2"
}
check "there is a signature" sign gcc-O3 first
check "a second run gives the same" same gcc-O3 second
for variant in $variants; do
    [ $variant = gcc-O3 ] || check "$variant gives the same" same $variant "signed-$variant"
done
finish
