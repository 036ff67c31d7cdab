#!/bin/sh
# Rooms know only the rooms before them; and the checker that says so can say no.
. "$(dirname "$0")/tap.sh"
layers=$BY_SOURCE/tests/layers.sh

check "no file includes what it must not know" "$layers" "$BY_SOURCE"

# Plants one line in a small tree: `layers.sh` must refuse the tree and name the file.
refuses()
{
    tree=$scratch/tree file=$1 line=$2
    rm -rf "$tree"
    mkdir -p "$tree/src/base" "$tree/$(dirname "$file")"
    cp -R "$BY_SOURCE/include" "$tree"
    cp "$BY_SOURCE/src/base/rng.h" "$tree/src/base"
    "$layers" "$tree" || return 1 # clean so far
    echo "$line" >"$tree/$file"
    if "$layers" "$tree" >"$scratch/said"; then
        echo "accepted: $file: $line"
        return 1
    fi
    cat "$scratch/said"
    grep -q "^$file: " "$scratch/said"
}

check "a lower room is refused" refuses src/base/planted.c '#include "games/game.h"'
check "so is one from a header" refuses src/games/planted.h '#include "search/search.h"'
check "a game that knows another game is refused" \
    refuses src/games/mnk/planted.c '#include "games/nim/nim.h"'
check "games in general do not know a single game" \
    refuses src/games/planted.c '#include "games/nim/nim.h"'
check "an outside library in the core is refused" \
    refuses src/search/planted.c '#include <jansson.h>'
check "threads in the core come from base/thread.h alone" \
    refuses src/base/planted.c '#include <pthread.h>'
check "a report that knows the database is refused" \
    refuses src/report/planted.c '#include <sqlite3.h>'
check "and one that knows a command" refuses src/report/planted.c '#include "cli/cli.h"'
check "JSON is read by commands alone" refuses src/arena/planted.c '#include <jansson.h>'
check "an include without a room is refused" refuses src/arena/planted.c '#include "match.h"'
check "a room that is not on the list is refused" \
    refuses src/attic/planted.c '#include "base/rng.h"'
check "a test outside its place is refused" refuses src/search/planted_test.c '#include "base/rng.h"'
check "a header that needs others first is refused" \
    refuses src/base/planted.h 'size_t by_planted(void);'

cplusplus()
{
    clang -x c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -I"$BY_SOURCE/include" \
        -include banyan/banyan.h /dev/null
}
check "the public header is also C++" cplusplus
finish
