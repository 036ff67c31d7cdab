#!/bin/sh
# check_game.sh GAME [MESON-OPTION...]: builds and runs the tests of one game alone: its own, and those
# that every game has to pass.
set -eu
cd "$(dirname "$0")/.."
game=${1:-}
folder=src/games/$game
[ -n "$game" ] || {
    echo "make check-game wants a game: make check-game GAME=nim" >&2
    exit 2
}
shift
[ -d "$folder" ] || {
    echo "there is no folder $folder" >&2
    exit 1
}
grep -q "^BY_GAME($game)" src/games/games.def || {
    echo "$game is missing in src/games/games.def: BY_GAME($game)" >&2
    exit 1
}
tests=$(tools/sources.sh --tests | sed -n "s|^$folder/\(.*\)\.c\$|games-$game-\1|p")
[ -n "$tests" ] || echo "$folder has no test of its own yet: ${game}_test.c"
tests="$tests conformance_test conformance_garbage_test"
TARGETS=$tests tools/build.sh build-test "$@"
# shellcheck disable=SC2086 # one word each
BY_GAME=$game tests/run.py build-test --unit --only "^($(echo $tests | sed 's/ /|/g'))\$"
