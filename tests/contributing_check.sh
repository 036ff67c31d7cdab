#!/bin/sh
# What CONTRIBUTING.md promises: a game is one folder and one line; a search, a lesson, a record
# format are one file and one line each. The page's own commands are run, as they stand there, in a scratch copy.
. "$(dirname "$0")/tap.sh"

page=$BY_SOURCE/CONTRIBUTING.md
tree=$scratch/tree

copy_tree()
{
    mkdir "$tree" && cd "$BY_SOURCE" &&
        tar -cf - --exclude='./build*' --exclude=./.git . | tar -xf - -C "$tree"
}

# The fenced block between the markers of that name, under names that nobody else has: the reader
# may have followed the page already.
block()
{
    sed -n "\\|<!-- begin: $1 -->|,\\|<!-- end: $1 -->|p" "$page" |
        sed '/^<!--/d;/^```/d; s/mygame/probegame/g; s/greedy/probesearch/g;
            s/collatz/probelesson/g; s/\bplain\b/probeformat/g; s/record_plain\b/record_probeformat/g'
}

run_block()
{
    block "$1" >"$scratch/block.sh" && [ -s "$scratch/block.sh" ] &&
        (cd "$tree" && make() { command make OPTIONS="-Dtests=true -Dbuildtype=debug" "$@"; } &&
            . "$scratch/block.sh")
}

# What changed in the sources: one folder and one line, nothing else.
only_adds()
{
    folder=$1 register=$2
    diff -rq --exclude='build*' --exclude=.git --exclude='probe*.svg' --exclude='*.probeformat' \
        --exclude='game.sgf' "$BY_SOURCE" "$tree" >"$scratch/changes"
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

same_perft()
{
    program perft probegame 6 --json >"$scratch/mine" && program perft connect4 6 --json >"$scratch/theirs" &&
        sed -i 's/probegame/connect4/; s/"seconds": [^,}]*//' "$scratch/mine" "$scratch/theirs" &&
        grep -q '"nodes"' "$scratch/mine" && cmp "$scratch/mine" "$scratch/theirs"
}

conforms()
{
    BY_GAME=probegame "$tree/build/conformance_test"
}

# An undo that leaves the winner standing: the suite must find it, and name the game.
finds_a_fault()
{
    sed -i '/nobody plays on after a win/d' "$tree/src/games/probegame/probegame.c" &&
        ninja -C "$tree/build" conformance_test && ! conforms >"$scratch/said" 2>&1 &&
        grep probegame "$scratch/said"
}

check "the tree copies" copy_tree
check "the page's commands for a game succeed" run_block "add a game"
check "they add one folder and one line" only_adds probegame src/games/games.def
check "games lists it" says probegame games
check "perft counts it like its model" same_perft
check "think thinks about it" says '"move"' think probegame --player "alphabeta depth=3" --json
check "solve, play and match know it" says '"games": *2' match probegame --a random --b random \
    --games 2 --json
check "bench measures it" says 'playout/probegame/7x6/uniform' bench --filter playout/probegame --json
check "the signature pins it" says probegame bench --signature --filter probegame
check "the conformance tests hold" conforms
check "its own tests hold" "$tree/build/games-probegame-probegame_test"
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
