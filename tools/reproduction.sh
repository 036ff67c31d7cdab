#!/bin/sh
# reproduction.sh [BUILD [SCALE [STORE [PAGE [PLOTS]]]]]: runs every experiment of lab/ and writes what came out beside
# what was published: docs/REPRODUCTION.md with its plots under docs/img/lab. The store keeps what is done: interrupted, the
# same command goes on. A cell that fails does not keep the page from being written; the status is then 1.
set -u
cd "$(dirname "$0")/.." || exit 1
build=${1:-build} scale=${2:-standard} store=${3:-reproduction.db}
page=${4:-docs/REPRODUCTION.md} plots=${5:-docs/img/lab}

"$build/banyan" lab run --all --scale "$scale" --store "$store"
status=$?
if [ $status -gt 1 ]; then
    echo "reproduction: stopped; the same command goes on with $store" >&2
    exit $status
fi
mkdir -p "$plots" || exit 1
"$build/banyan" lab report --scale "$scale" --store "$store" --format md --svg "$plots" --out "$page" || exit 1
exit $status
