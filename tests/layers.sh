#!/bin/sh
# layers.sh [ROOT]: who may include whom.
#   - A file under src/ includes headers of its own room and of rooms before it in the list.
#   - A header in a folder of a room is that room's own, but for those listed as public here.
#   - A game's folder knows only itself and the files directly in games/; nogo also knows go.
#   - The core includes nothing from outside but the standard library and POSIX, and pthreads in
#     base/thread.h alone; memory maps in base/pages.c alone.
#   - Tests stand beside games and record formats; all others are in tests/unit.
#   - JSON is read in server/ and cli/ alone, a database is known to arena/ alone, HTTP to server/sockets.c alone,
#     MPI to cli/mpi.c alone.
#   - Only games/ and record/ compare the name of a game, and the tables of games listed here.
#   - A tag that begins with by_ is defined once.
#   - Every room has one line of its own in docs/MAP.md, and every room, file and folder there exists.
#   - Every header compiles on its own, the public ones also without src/.
# Prints each offence and ends with status 1 when there is one.
LC_ALL=C
export LC_ALL
cd "${1:-$(dirname "$0")/..}" || exit 1

rooms="base nets games record search lessons wire players arena learn report lab bench protocols server cli"
core_headers="assert ctype errno fcntl float inttypes limits locale math sched signal stdalign
    stdarg stdatomic stdbool stddef stdint stdio stdlib string strings sys/stat time unistd
    immintrin arm_neon"

# Headers in folders that other rooms may include; a folder stands for all in it.
public="base/draw base/hash arena/store
    games/tree/dag.h games/gomoku/patterns.h
    search/flat/bandit.h search/mcts/mcts.h search/solve/count.h search/solve/solve.h
    search/textbook/backtrack.h search/textbook/orders.def search/textbook/recorder.h
    search/textbook/treesize.h search/textbook/walk.h"

# Tables that list games: what a protocol has to know of each, what is measured of each, levels.
game_tables="src/bench/bench.c src/players/levels.c src/wire/nboard.c"

offences=$(mktemp) || exit 1
trap 'rm -f "$offences"' EXIT

# Each include as "FILE INCLUDED"; INCLUDED keeps its quotes or brackets.
includes()
{
    find src -name '*.[ch]' -o -name '*.def' | sort | while read -r file; do
        sed -n "s|^[[:blank:]]*#[[:blank:]]*include[[:blank:]]*\\([\"<][^\">]*[\">]\\).*|$file \\1|p" "$file"
    done
}

includes | awk -v rooms="$rooms" -v core_headers="$core_headers" -v public="$public" '
function offend(text) { print file ": " text }
function check_game(path,    mine, theirs) {
    if (path !~ /\//) return # directly in games/
    theirs = path; sub(/\/.*/, "", theirs)
    mine = own_depth > 3 ? own[3] : "games/"
    if (theirs != mine && !(mine == "nogo" && theirs == "go"))
        offend(mine " includes a file of the game " theirs)
}
function check_private(    depth, part) {
    depth = split(name, part, "/")
    if (depth > 2 && !is_test && !(name in open_to_all) && !(part[1] "/" part[2] in open_to_all))
        offend("\"" name "\" is private to " theirs)
}
BEGIN {
    n = split(public, list, " "); for (i = 1; i <= n; i++) open_to_all[list[i]] = 1
    n = split(rooms, list, " "); for (i = 1; i <= n; i++) rank[list[i]] = i
    n = split(core_headers, list, " "); for (i = 1; i <= n; i++) standard[list[i]] = 1
}
{
    file = $1; name = substr($2, 2, length($2) - 2); is_test = file ~ /_test\.c$/
    own_depth = split(file, own, "/"); room = own[2]
    if (!(room in rank)) { offend("src/" room " is not in the list of rooms"); next }
    if ($2 ~ /^</) {
        header = name; sub(/\.h$/, "", header)
        theirs = name; sub(/\/.*/, "", theirs)
        if (theirs in rank) offend("<" name "> is of a room: it stands in quotes")
        if (header == "sys/mman" && file == "src/base/pages.c") next
        if (header == "pthread" && file ~ /^src\/base\/thread\.[ch]$/) next
        if (name == "jansson.h" && room != "cli" && room != "server" && !is_test)
            offend(room " includes <jansson.h>")
        if (name == "sqlite3.h" && room != "arena" && !is_test) offend(room " includes <sqlite3.h>")
        if (name == "mpi.h" && file != "src/cli/mpi.c") offend(room " includes <mpi.h>")
        if (name == "microhttpd.h" && file != "src/server/sockets.c") offend(room " includes <microhttpd.h>")
        if (rank[room] <= rank["lessons"] && !is_test && name !~ /^banyan\// && !(header in standard))
            offend("the core includes <" name ">")
        next
    }
    theirs = name; sub(/\/.*/, "", theirs)
    if (!(theirs in rank) || name !~ /\//) offend("\"" name "\" does not begin with a room")
    else if (rank[theirs] > rank[room]) offend(room " includes " theirs ": \"" name "\"")
    else if (room == "games" && theirs == "games") check_game(substr(name, 7))
    else if (room != theirs) check_private()
}' >>"$offences"

find src -name '*_test.c' ! -path 'src/games/*' ! -path 'src/record/*' |
    sed 's|$|: a test of this room belongs in tests/unit|' >>"$offences"

# What a game is like says a slot of its table; its name is for people. Calls may go over lines.
games=$(sed -nE 's/^BY_GAME\(([a-z0-9]+)\).*/\1/p' src/games/games.def 2>/dev/null | tr '\n' '|')
compared="(str(n|case|ncase)?cmp|memcmp|strstr|by_same_text) *\\([^;{}]*"
named="(game|rules|alias)->(name|title)|\"(${games}tictactoe)\""
asked="by_rules_of *\\([^,;]*, *[\"A-Z]|extern const struct by_game by_game_"
find src -name '*.[ch]' ! -name '*_test.[ch]' ! -path 'src/games/*' ! -path 'src/record/*' | sort |
    while read -r file; do
        case " $game_tables " in *" $file "*) continue ;; esac
        tr '\n' ' ' <"$file" | grep -qE "$compared($named)|$asked" &&
            echo "$file: compares the name of a game"
    done >>"$offences"

# Definitions at the left margin, as "FILE:struct by_name {".
find src include tests -name '*.[ch]' 2>/dev/null | sort |
    xargs grep -HoE '^(typedef )?(struct|enum|union) by_[a-z0-9_]+ *(\{|$)' |
    sed 's/:typedef /:/; s/ *$/ /' | awk -F '[:{]' '{
        if ($2 in first) print $1 ": " $2 "is defined in " first[$2] " too"
        else first[$2] = $1
    }' >>"$offences"

# A room in the map is a line "src/NAME/  ..." at the left margin; the lines below it, up to the next
# such line, name files and folders of that room.
map_rooms()
{
    sed -nE 's|^src/([a-z]+)/.*|\1|p' docs/MAP.md | sort
}
map_names() # as "ROOM NAME"
{
    awk '/^[^ ]/ { room = "" }
        /^src\/[a-z]+\// { room = $1; sub(/^src\//, "", room); sub(/\/.*/, "", room) }
        room != "" {
            line = $0; sub(/^src\/[a-z]+\//, "", line)
            while (match(line, /[a-z0-9_]+(\.(h|c|def)|\/)/)) {
                print room, substr(line, RSTART, RLENGTH)
                line = substr(line, RSTART + RLENGTH)
            }
        }' docs/MAP.md
}
if [ -e docs/MAP.md ]; then
    map_rooms | uniq -d | sed 's|.*|docs/MAP.md: src/& stands there twice|'
    for room in src/*/; do
        room=$(basename "$room")
        map_rooms | grep -qx "$room" || echo "docs/MAP.md: src/$room is missing"
    done
    map_rooms | uniq | while read -r room; do
        [ -d "src/$room" ] || echo "docs/MAP.md: there is no src/$room"
    done
    map_names | while read -r room name; do
        [ -n "$(find "src/$room" -name "${name%/}" -print -quit 2>/dev/null)" ] ||
            echo "docs/MAP.md: there is no $name in src/$room"
    done
else
    echo "docs/MAP.md: is missing"
fi >>"$offences"

# Headers compile on their own. A *_tmpl.h is the body of others and cannot; a *_test.h comes
# after cmocka.h.
compiles()
{
    header=$1
    shift
    ${CC:-cc} -std=c17 -D_POSIX_C_SOURCE=200809L -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
        -Wno-unused-function "$@" -include "$header" -x c /dev/null >/dev/null 2>&1 ||
        echo "$header: does not compile on its own"
}
for header in include/banyan/*.h; do
    compiles "$header" -Iinclude
done >>"$offences"
find src -name '*.h' ! -name '*_tmpl.h' ! -name '*_test.h' | sort | while read -r header; do
    compiles "$header" -Iinclude -Isrc
done >>"$offences"

cat "$offences"
[ ! -s "$offences" ]
