#!/bin/sh
# sources.sh ROOM...     the C sources of rooms under src/; rooms that do not exist are skipped
# sources.sh --tests     the test programs: *_test.c beside the code and in tests/unit/
# sources.sh --examples  the example programs
# sources.sh --fuzz      the fuzz targets
# sources.sh --all       all of these, and the files of data/, lab/ and web/dist/ that are built in
# One path a line, from the root of the repository, in an order that never changes.
cd "$(dirname "$0")/.." || exit 1

list()
{
    for place in "$@"; do
        [ ! -d "$place" ] || find "$place" -name '*.c'
    done | LC_ALL=C sort
}

case $1 in
--tests) list src tests/unit | grep '_test\.c$' ;;
--examples) list examples ;;
--fuzz) list fuzz | grep '_fuzz\.c$' ;;
--all)
    list src tests/unit tests/engines tests/programs examples fuzz
    tools/embed.sh --list data
    tools/embed.sh --list lab
    tools/embed.sh --list web/dist
    ;;
*)
    for room in "$@"; do
        list "src/$room" | grep -v '_test\.c$'
    done
    ;;
esac
exit 0 # an empty list is not an error
