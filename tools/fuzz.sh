#!/bin/sh
# fuzz.sh SECONDS [NAME...]: builds the fuzz targets for libFuzzer with clang's sanitizers and runs each
# (or those named) so long, from the inputs kept in fuzz/corpus/NAME. What it finds interesting stays in
# build-fuzz/corpus/NAME, and is where the next run begins; what fails is left in build-fuzz/NAME-*.
set -eu
cd "$(dirname "$0")/.."
seconds=$1
shift
# shellcheck disable=SC2046 # one word each
[ $# -gt 0 ] || set -- $(tools/sources.sh --fuzz | sed 's|fuzz/||; s|_fuzz\.c||')
CC=clang TARGETS=$(printf '%s_fuzz ' "$@") tools/build.sh build-fuzz -Dfuzz=true \
    -Dbuildtype=debugoptimized -Doptimization=1 -Db_lundef=false -Db_sanitize=address,undefined

# An allocation that is too large must fail as malloc does, and soon.
export ASAN_OPTIONS=allocator_may_return_null=1:max_allocation_size_mb=256
status=0
for name in "$@"; do
    mkdir -p "build-fuzz/corpus/$name"
    if "build-fuzz/${name}_fuzz" "-max_total_time=$seconds" -max_len=2000 -timeout=30 -rss_limit_mb=4096 \
        -malloc_limit_mb=0 -print_final_stats=1 "-artifact_prefix=build-fuzz/$name-" \
        "build-fuzz/corpus/$name" "fuzz/corpus/$name" 2>"build-fuzz/$name.log"; then
        sed -n 's/^Done \(.*\) runs in.*/'"$name"': \1 runs, nothing found/p' "build-fuzz/$name.log"
    else
        echo "$name: something was found, see build-fuzz/$name.log"
        tail -30 "build-fuzz/$name.log" >&2
        status=1
    fi
done
exit $status
