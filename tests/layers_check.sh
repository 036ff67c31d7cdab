#!/bin/sh
# Rooms know only the rooms before them; and the checker that says so can say no.
. "$(dirname "$0")/tap.sh"
layers=$BY_SOURCE/tests/layers.sh

check "no file includes what it must not know" "$layers" "$BY_SOURCE"

# A map of the rooms of the small tree.
plan_map()
{
    mkdir -p "$tree/docs"
    for room in "$tree"/src/*/; do
        echo "src/$(basename "$room")/   a room"
    done >"$tree/docs/MAP.md"
}

# Plants one line in a small tree: `layers.sh` must refuse the tree and name the file.
refuses()
{
    tree=$scratch/tree file=$1 line=$2
    rm -rf "$tree"
    mkdir -p "$tree/src/base" "$tree/$(dirname "$file")"
    cp -R "$BY_SOURCE/include" "$tree"
    cp "$BY_SOURCE/src/base/rng.h" "$tree/src/base"
    plan_map
    "$layers" "$tree" || return 1 # clean so far
    echo "$line" >>"$tree/$file"
    if "$layers" "$tree" >"$scratch/said"; then
        echo "accepted: $file: $line"
        return 1
    fi
    cat "$scratch/said"
    grep -q "^$file: " "$scratch/said"
}

# Changes the map of a small tree by a sed script: the room in question is to be named.
refuses_map()
{
    tree=$scratch/tree
    rm -rf "$tree"
    mkdir -p "$tree/src/base" "$tree/src/arena"
    cp -R "$BY_SOURCE/include" "$tree"
    plan_map
    "$layers" "$tree" || return 1 # clean so far
    sed -i "$2" "$tree/docs/MAP.md"
    if "$layers" "$tree" >"$scratch/said"; then
        echo "accepted: $2"
        return 1
    fi
    cat "$scratch/said"
    grep -q "^docs/MAP.md: .*$1" "$scratch/said"
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
check "MPI is known to one file alone" refuses src/arena/planted.c '#include <mpi.h>'
check "an include without a room is refused" refuses src/arena/planted.c '#include "match.h"'
check "a room that is not on the list is refused" \
    refuses src/attic/planted.c '#include "base/rng.h"'
check "a test outside its place is refused" refuses src/search/planted_test.c '#include "base/rng.h"'
check "a header that a room keeps to itself is refused" \
    refuses src/protocols/planted.c '#include "games/go/go.h"'
check "so is one of a search" refuses src/cli/planted.c '#include "search/mcts/tree.h"'
check "a game's name compared outside its place is refused" \
    refuses src/players/planted.c 'int x = strcmp(rules->game->name, "go") == 0;'
check "also by the helper" refuses src/cli/planted.c 'int x = by_rules_of(rules, "go");'
check "also by a constant" refuses src/players/planted.c 'int x = by_rules_of(rules, GAME);'
check "also by its first letters" \
    refuses src/players/planted.c 'int x = strncmp(rules->name, "g", 1) == 0;'
check "also by its table" refuses src/cli/planted.c 'extern const struct by_game by_game_go;'
check "a header of a room in angle brackets is refused" \
    refuses src/cli/planted.c '#include <search/mcts/core.h>'
check "a private header included by a list is refused" \
    refuses src/cli/planted.def '#include "search/mcts/tree.h"'
check "a tag with two meanings is refused" \
    refuses src/search/planted.c 'struct by_rng { int x; };'
check "also with a name besides" refuses src/search/planted.c 'typedef struct by_rng { int x; } rng;'
check "a room that is not on the map is refused" refuses_map src/arena 's|^src/arena/.*||'
check "so is one that stands there twice" refuses_map src/arena 's|^src/arena/.*|&\n&|'
check "and one that is not there" refuses_map src/cellar 's|^src/base/.*|&\nsrc/cellar/ dark|'
check "a header on the map that is not there is refused" \
    refuses_map chold.h 's|^src/base/.*|&\n    chold.h   a header|'
check "so is a folder" refuses_map attic 's|^src/base/.*|&\n    attic/   a folder|'
check "a header that needs others first is refused" \
    refuses src/base/planted.h 'size_t by_planted(void);'

cplusplus()
{
    clang -x c++ -std=c++11 -Wall -Wextra -Werror -fsyntax-only -I"$BY_SOURCE/include" \
        -include banyan/banyan.h /dev/null
}
check "the public header is also C++" cplusplus
finish
