#!/bin/sh
# What CONTRIBUTING.md promises: a game is one folder and one line; a search, a lesson, a record
# format are one file and one line each. The page's own commands are run, as they stand there, in a scratch copy.
. "$(dirname "$0")/tap.sh"

page=$BY_SOURCE/CONTRIBUTING.md
tree=$scratch/tree
options="-Dtests=true -Dbuildtype=debug"

copy_tree()
{
    mkdir "$tree" && cd "$BY_SOURCE" &&
        tar -cf - --exclude='./build*' --exclude=./.git --exclude=./web/node_modules . | tar -xf - -C "$tree" &&
        mkdir "$tree/build" && ln -s build "$tree/build-test" # one build serves both: it has the same options
}

# The fenced block between the markers of that name, under names that nobody else has: the reader
# may have followed the page already.
block()
{
    sed -n "\\|<!-- begin: $1 -->|,\\|<!-- end: $1 -->|p" "$page" |
        sed '/^<!--/d;/^```/d; s/domineering/probegame/g; s/greedy/probesearch/g;
            s/collatz/probelesson/g; s/\bplain\b/probeformat/g; s/record_plain\b/record_probeformat/g'
}

# In a shell of its own, which ends with the first command that fails.
run_block()
{
    block "$1" >"$scratch/block" && [ -s "$scratch/block" ] || return 1
    { echo "make() { command make OPTIONS='$options' TESTED='-Dprefix=/usr/local $options' \"\$@\"; }" && cat "$scratch/block"; } \
        >"$scratch/block.sh"
    (cd "$tree" && sh -e "$scratch/block.sh")
}

# What changed in the sources: one folder and one line, nothing else.
only_adds()
{
    folder=$1 register=$2
    diff -rq --exclude='build*' --exclude=.git --exclude=node_modules --exclude='probe*.svg' --exclude='*.probeformat' \
        --exclude='game.sgf' --exclude=records "$BY_SOURCE" "$tree" >"$scratch/changes"
    cat "$scratch/changes"
    [ "$(wc -l <"$scratch/changes")" -eq 2 ] && grep -q "$folder" "$scratch/changes" &&
        [ "$(diff "$BY_SOURCE/$register" "$tree/$register" | grep -c '^[<>]')" -eq 1 ]
}

program()
{
    "$tree/build/banyan" "$@"
}

says()
{
    word=$1
    shift
    program "$@" >"$scratch/said" && grep -q -- "$word" "$scratch/said"
}

# write_block PATH: the file that the page shows, where the page says.
write_block()
{
    to=$tree/$(echo "$1" | sed 's/domineering/probegame/g')
    mkdir -p "$(dirname "$to")" && block "$1" >"$to" && [ -s "$to" ]
}

write_game()
{
    write_block src/games/domineering/domineering.c && write_block src/games/domineering/domineering_test.c
}

# Lines of play on 4x4 as a few lines of Python count them that know nothing of this program.
counts()
{
    program perft probegame 5 --size 4x4 --json >"$scratch/said" && cat "$scratch/said"
    python3 - "$scratch/said" <<'END'
import json, sys

def lines(free, flat, depth):
    step = (1, 0) if flat else (0, 1)
    pairs = [{c, (c[0] + step[0], c[1] + step[1])} for c in free]
    after = [free - pair for pair in pairs if pair <= free]
    return len(after) if depth == 1 else sum(lines(f, not flat, depth - 1) for f in after)

board = frozenset((x, y) for x in range(4) for y in range(4))
counted = json.load(open(sys.argv[1]))["nodes"]
assert counted == [lines(board, False, depth) for depth in range(1, 6)], counted
END
}

# Breuker, Uiterwijk and van den Herik, Solving 8x8 Domineering (2000): who begins loses on 5x5.
solves()
{
    program solve probegame --size 5x5 --json >"$scratch/said"
    cat "$scratch/said"
    grep -q '"result": *"second"' "$scratch/said"
}

records_are_games()
{
    cat "$tree/records/000001.sgf"
    grep -q 'GM\[1000\].*RU\[probegame size=6x6\]' "$tree/records/000001.sgf" &&
        program show "$tree/records/000001.sgf" --json >"$scratch/said" && grep -q '"over": *true' "$scratch/said"
}

# Whole games against the engine, by clicks in a browser, without a line of TypeScript for it.
plays_on_the_page()
{
    cd "$BY_SOURCE/web" && { [ -d node_modules ] || npm ci --prefer-offline; } &&
        BY_GAME=probegame BY_BANYAN="$tree/build/banyan" node test/run.mjs games_test
}

# The page draws it from what the server says of any game: there is nothing to be written for it.
is_on_the_page()
{
    BY_BANYAN=$tree/build/banyan PYTHONPATH=$BY_SOURCE/tests/cli python3 - <<'END'
from _api import Api

with Api("--first", "probegame") as server:
    assert "probegame" in [game["name"] for game in server.get("/games")["games"]]
    board = server.post("/position", {"game": "probegame", "options": {"size": "4x4"}, "moves": ["b2b3"]})["board"]
    assert board["kind"] == "cells" and board["rows"] == ["....", ".X..", ".X..", "...."], board
    assert sorted(board["last"]) == [5, 9] and {"move": "a1b1", "cells": [0, 1]} in board["legal"], board
    made = server.post("/sessions", {"game": "probegame", "players": ["mcts sims=20", "random"], "seed": 1})
    session = server.wait("/sessions/" + made["id"])[1]
    assert session["state"] == "over" and session["result"]["text"], session
END
}

conforms()
{
    BY_GAME=probegame "$tree/build/conformance_test"
}

# A mirror image that takes the wrong end of a domino: the suite must find it, and name game, image and move.
finds_a_fault()
{
    sed -i 's/a < b ? a : b/a/' "$tree/src/games/probegame/probegame.c" &&
        ninja -C "$tree/build" conformance_test && ! conforms >"$scratch/said" 2>&1 &&
        cat "$scratch/said" && grep -q "probegame \[.*image [1-3], move [0-9]* '[a-h][1-8]" "$scratch/said"
}

check "the tree copies" copy_tree
check "the page shows a game and its test" write_game
check "the page's commands for a game succeed, its tests among them" run_block "add a game"
check "they add one folder and one line" only_adds probegame src/games/games.def
check "games lists it" says probegame games
check "perft counts it as plain Python does" counts
check "solve finds who wins on 5x5" solves
check "two processes play it by GTP" run_block "play it by GTP"
check "and what they played is a record" records_are_games
check "bench measures it" says 'playout/probegame/8x8/uniform' bench --filter playout/probegame --json
check "the signature pins it" says probegame bench --signature --filter probegame
check "it is played on the page" plays_on_the_page
check "the page's server draws it and plays it" is_on_the_page
check "the conformance tests find a fault planted in it" finds_a_fault

rm -rf "$tree/src/games/probegame" && cp "$BY_SOURCE/src/games/games.def" "$tree/src/games/"
block "src/search/flat/greedy.c" >"$tree/src/search/flat/probesearch.c"
check "the page's commands for a search succeed" run_block "add a search"
check "they add one file and one line" only_adds probesearch.c src/search/searches.def
check "searches lists its option" says eval searches probesearch
check "it beats random" says '"wins": *\(9.\|100\)' match breakthrough --size 5x6 --a probesearch \
    --b random --games 100 --openings random:2 --json
check "the signature pins it too" says probesearch bench --signature --filter breakthrough

rm "$tree/src/search/flat/probesearch.c" && cp "$BY_SOURCE/src/search/searches.def" "$tree/src/search/"
block "src/lessons/collatz.c" >"$tree/src/lessons/probelesson.c"
check "the page's commands for a lesson succeed" run_block "add a lesson"
check "they add one file and one line" only_adds probelesson.c src/lessons/lessons.def
check "the list of lessons has it" says probelesson lesson
check "it counts" says '"steps": 16, "highest": 52' lesson probelesson --n 7 --json
check "the tests of all lessons take it" "$tree/build/lessons_test"

rm "$tree/src/lessons/probelesson.c" && cp "$BY_SOURCE/src/lessons/lessons.def" "$tree/src/lessons/"
block "src/record/plain.c" >"$tree/src/record/probeformat.c"
check "the page's commands for a record format succeed" run_block "add a record format"
check "they add one file and one line" only_adds probeformat.c src/record/records.def
check "convert tells of it" says probeformat convert --help
refuses_a_bad_move()
{
    printf 'game tictactoe\nb2\nb2\n' >"$scratch/bad.probeformat"
    ! program show "$scratch/bad.probeformat" 2>"$scratch/said" && grep 'line 3' "$scratch/said"
}
check "it says where a record is wrong" refuses_a_bad_move
finish
