#!/bin/sh
# build.sh DIR [MESON-OPTION...]: builds the tree in DIR with the compiler $CC (default: cc).
# With TARGETS in the environment it builds those alone.
# Configures when DIR is new, when the options changed, and when a source file came or went.
set -eu
cd "$(dirname "$0")/.."
dir=$1
shift
export CC="${CC:-cc}"

# What Meson cannot change, or would not take back, in a directory configured before.
identity="$CC $(pwd) $(printf '%s ' "$@" | sed 's/-Dprefix=[^ ]*//')"
if [ -f "$dir/.identity" ] && [ "$(cat "$dir/.identity")" != "$identity" ]; then
    rm -rf "$dir"
fi
mkdir -p "$dir"

{ echo "$@" && tools/sources.sh --all; } >"$dir/.sources.new"
if ! cmp -s "$dir/.sources" "$dir/.sources.new"; then
    again=
    [ ! -f "$dir/build.ninja" ] || again=--reconfigure
    meson setup $again "$dir" "$@" >"$dir/.setup.log" 2>&1 || {
        cat "$dir/.setup.log" >&2
        exit 1
    }
    ninja -C "$dir" -t cleandead >/dev/null # a test whose source is gone must not run
    echo "$identity" >"$dir/.identity"
    mv "$dir/.sources.new" "$dir/.sources"
fi
quiet=--quiet
[ ! -t 1 ] || quiet= # somebody may be watching
# shellcheck disable=SC2086 # one word each
ninja -C "$dir" $quiet ${TARGETS:-}
