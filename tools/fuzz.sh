#!/bin/sh
# fuzz.sh SECONDS: builds each fuzz/*_fuzz.c for libFuzzer with clang's sanitizers and runs it so
# long. What it finds interesting stays in build-fuzz/NAME-corpus, and is where the next run begins.
set -eu
cd "$(dirname "$0")/.."
mkdir -p build-fuzz
for source in fuzz/*_fuzz.c; do
    name=$(basename "$source" _fuzz.c)
    corpus=build-fuzz/$name-corpus
    mkdir -p "$corpus"
    # shellcheck disable=SC2046 # one word each
    clang -std=c17 -g -O1 -D_POSIX_C_SOURCE=200809L -fsanitize=fuzzer,address,undefined \
        -fno-sanitize-recover=all -Iinclude -Isrc "$source" $(tools/sources.sh base games) \
        -lm -lpthread -o "build-fuzz/$name"
    cp examples/*."$name" "$corpus" 2>/dev/null || :
    "build-fuzz/$name" "-max_total_time=$1" -max_len=600 -print_final_stats=1 \
        "-artifact_prefix=build-fuzz/$name-" "$corpus" 2>"build-fuzz/$name.log" || {
        tail -30 "build-fuzz/$name.log" >&2
        exit 1
    }
    sed -n 's/^Done \(.*\) runs in.*/'"$name"': \1 runs, nothing found/p' "build-fuzz/$name.log"
done
