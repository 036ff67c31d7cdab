#!/bin/sh
# `make install` from nothing: an outsider finds the program, the library and its manual.
. "$(dirname "$0")/tap.sh"
prefix=/opt/banyan
tree=$scratch/stage$prefix

installs()
{
    make -C "$BY_SOURCE" install BUILD="$scratch/build" PREFIX="$prefix" DESTDIR="$scratch/stage"
}
no_warning()
{
    ! installs 2>&1 | tee "$scratch/log" | grep -A5 'warning:' && [ -x "$tree/bin/banyan" ] ||
        { tail -20 "$scratch/log" && false; }
}
check "make install builds without a warning and installs" no_warning

has_files()
{
    status=0
    for file in bin/banyan include/banyan/banyan.h lib/libbanyan.a lib/libbanyan.so \
        lib/pkgconfig/banyan.pc share/man/man1/banyan.1 share/banyan/python/banyan.py; do
        [ -s "$tree/$file" ] || { echo "missing: $file" && status=1; }
    done
    return $status
}
check "program, header, libraries, pkg-config file, Python module and man page are there" has_files

nothing_else()
{
    find "$tree" ! -type d | grep -vE 'bin/banyan$|banyan\.h$|libbanyan\.(a|so[.0-9]*)$|banyan\.(pc|1|py)$' >"$scratch/others"
    cat "$scratch/others"
    [ ! -s "$scratch/others" ]
}
check "and nothing else" nothing_else

knows_version()
{
    said=$("$tree/bin/banyan" --version) && echo "$said"
    version=$(PKG_CONFIG_PATH=$tree/lib/pkgconfig pkg-config --modversion banyan)
    case $said in *"$version"*) ;; *) return 1 ;; esac
}
check "the program runs and agrees with pkg-config on the version" knows_version

same_signature()
{
    "$tree/bin/banyan" bench --signature >"$scratch/installed" &&
        "$BY_BANYAN" bench --signature >"$scratch/tested" && [ -s "$scratch/tested" ] &&
        diff "$scratch/tested" "$scratch/installed"
}
check "it plays as the program that was tested" same_signature

# Optimised as users have it, a look at what is not there may show that nothing else shows.
every_game_thinks()
{
    status=0
    for game in $(sed -n 's/^BY_GAME(\([a-z0-9]*\)).*/\1/p' "$BY_SOURCE/src/games/games.def"); do
        for player in "" "alphabeta own=off" "alphabeta depth=2"; do
            case "$game $player" in "coins alphabeta"* | "tree "*) continue ;; esac
            "$tree/bin/banyan" think "$game" ${player:+--player "$player"} --time 30ms >"$scratch/thought" 2>&1 ||
                { echo "$game $player:" && cat "$scratch/thought" && status=1; }
        done
    done
    return $status
}
check "the best player of every game thinks, and alpha-beta does" every_game_thinks

# flags OPTION...: what pkg-config says, seen from inside the stage.
flags()
{
    PKG_CONFIG_PATH=$tree/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$scratch/stage pkg-config "$@" banyan
}
links_shared()
{
    cd "$scratch" || return 1
    # shellcheck disable=SC2046 # one word each
    cc "$BY_SOURCE/examples/first.c" -o first $(flags --cflags --libs) &&
        LD_LIBRARY_PATH=$tree/lib ./first >said && cat said && [ -s said ]
}
check "the example builds through pkg-config and runs" links_shared

links_static()
{
    cd "$scratch" || return 1
    # shellcheck disable=SC2046
    cc "$BY_SOURCE/examples/first.c" -o first-static $(flags --cflags) "$tree/lib/libbanyan.a" \
        -lm -lpthread && ./first-static >said-static && cmp said said-static
}
check "and the same with the static library" links_static

# builds NAME: an example, which finds the library where it was installed.
builds()
{
    # shellcheck disable=SC2046
    cc -Wall -Wextra -Werror "$BY_SOURCE/examples/$1.c" -o "$scratch/$1" $(flags --cflags --libs) \
        "-Wl,-rpath,$tree/lib"
}
lists()
{
    builds lists && "$scratch/lists" >"$scratch/listed" || return 1
    for line in '^libbanyan [0-9.]*, interface 1$' '^game tictactoe: .* with m=3 n=3 k=3$' \
        '^    size=7x6  size: ' '^search mcts: ' '^format sgf: '; do
        grep -q "$line" "$scratch/listed" || { echo "missing: $line" && return 1; }
    done
}
check "an example lists games, searches and their options" lists
boards()
{
    builds board && "$scratch/board" othello f5 d6 >"$scratch/drawn" && cat "$scratch/drawn" &&
        grep -q '^othello on 8x8 after 2 moves$' "$scratch/drawn" &&
        grep -q '^ 6  .  .  . \[O\] .  .  .  . $' "$scratch/drawn" && ! "$scratch/board" othello a1
}
check "an example draws boards of its own" boards
watches()
{
    builds watch && "$scratch/watch" >"$scratch/watched" && cat "$scratch/watched" &&
        grep -q 'stopped after at least 20000 simulations .* watched$' "$scratch/watched"
}
check "an example watches a search and stops it" watches
reads()
{
    builds records && "$scratch/records" "$BY_SOURCE/examples/othello.moves" >"$scratch/read.sgf" &&
        "$tree/bin/banyan" convert "$scratch/read.sgf" "$scratch/read.moves" &&
        "$tree/bin/banyan" convert "$BY_SOURCE/examples/othello.moves" "$scratch/wanted.moves" &&
        cmp "$scratch/read.moves" "$scratch/wanted.moves" && ! "$scratch/records" /nonexistent
}
check "an example reads and writes records" reads

speaks_python()
{
    folder=$(PKG_CONFIG_PATH=$tree/lib/pkgconfig pkg-config --variable=pythondir banyan)
    echo "$folder" && [ "$folder" = "$prefix/share/banyan/python" ] && cd "$scratch" &&
        cp "$BY_SOURCE/python/example.py" . &&
        PYTHONPATH=$tree/share/banyan/python python3 example.py >said-python && cat said-python &&
        grep -q '^20 won, 0 drawn, 0 lost' said-python && grep -q '^Ada against Bob - d d c$' said-python &&
        PYTHONPATH=$tree/share/banyan/python python3 -c 'import banyan; print(banyan.library)' >where &&
        grep -q "$tree" where
}
check "the Python module finds its library, and the walk through it runs" speaks_python

renders()
{
    page=$tree/share/man/man1/banyan.1
    grep -q '^\.TH' "$page" && grep -q '^\.SH' "$page" || return 1
    command -v groff >/dev/null 2>&1 || return 0
    groff -man -Tascii -ww "$page" 2>"$scratch/complaints" >/dev/null
    cat "$scratch/complaints"
    [ ! -s "$scratch/complaints" ]
}
check "the man page is one" renders
finish
