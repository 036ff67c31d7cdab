#!/bin/sh
# lint.sh BUILD [--short]: format, static analysis and layers of all C files; BUILD has a
# compile_commands.json. Shows every complaint and ends with status 1 when there is one. The short
# form leaves out clang's analyser, which takes nine tenths of the time, and the layers, which are
# among the tests.
cd "$(dirname "$0")/.." || exit 1
build=$1
short=${2:-}
status=0

# step NAME COMMAND...: runs one tool and remembers whether it complained.
step()
{
    echo "$1"
    shift
    "$@" || status=1
}

files()
{
    find include src tests examples fuzz -name "$1" | LC_ALL=C sort
}

format()
{
    files '*.[ch]' | xargs clang-format --dry-run -Werror
}

quick='--checks=-clang-analyzer-*'

# Two at a time, one file each: with several, clang-tidy 14 takes every va_list for
# uninitialised. What it writes on stderr are counts of suppressed warnings. The analyser does
# not know that an assertion of cmocka ends a test, so it leaves the tests alone.
tidy()
{
    xargs -P2 -n1 clang-tidy -p "$build" --quiet "$@" 2>/dev/null
}
tidy_sources() # the programs in tests/programs are built by the tests, not here
{
    files '*.c' | grep -v '_test\.c$\|^tests/programs/' | tidy "$@"
}
tidy_tests() # they may write what a terminal is misled by
{
    files '*_test.c' | tidy "$quick,-misc-misleading-bidirectional"
}

check_code()
{
    cppcheck -j2 --quiet --std=c11 --language=c --error-exitcode=1 --inline-suppr \
        --enable=warning,performance,portability -D_POSIX_C_SOURCE=200809L \
        -Iinclude -Isrc src examples
}

step clang-format format
step clang-tidy tidy_sources ${short:+"$quick"}
step 'clang-tidy (tests)' tidy_tests
step cppcheck check_code
[ -n "$short" ] || step layers tests/layers.sh
exit $status
