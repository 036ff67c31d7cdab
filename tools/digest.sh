#!/bin/sh
# digest.sh           twelve digits that stand for all that decides what Banyan plays: the sources of the rooms
#                     below and what was learned (data/). The same files give the same digits, wherever they lie;
#                     tests, cards and what only talks about games (report, cli, ...) are no part of it.
# digest.sh FILE.c    writes them into FILE.c for the build, which is left alone when nothing has changed.
set -eu
cd "$(dirname "$0")/.."
digits=$({
    find include src/base src/nets src/games src/record src/search src/wire src/players src/arena -name '*.[ch]' -o -name '*.def' |
        grep -v '_test\.[ch]$'
    tools/embed.sh --list data
} | LC_ALL=C sort | tr '\n' '\0' | xargs -0 sha256sum | sha256sum | cut -c 1-12)
if [ $# = 0 ]; then
    echo "$digits"
    exit 0
fi
text="/* Written by tools/digest.sh. */
extern const char by_sources[];
const char by_sources[] = \"$digits\";"
[ -f "$1" ] && [ "$(cat "$1")" = "$text" ] || echo "$text" >"$1"
