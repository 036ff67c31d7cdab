#!/bin/sh
# run.py: tests hear signals, whoever started it; it counts what they say, and says what went wrong.
. "$(dirname "$0")/tap.sh"
build=$scratch/build
mkdir "$build"

# new_test SCRIPT: the only test of a small build.
new_test()
{
    printf '#!/bin/sh\n%s\n' "$1" >"$build/probe_test"
    chmod +x "$build/probe_test"
}

run_tests()
{
    python3 "$BY_SOURCE/tests/run.py" "$build" --unit >"$scratch/said"
}

# hears SIGNAL...: a test that each of them ends says no more, though run.py was started deaf.
hears()
{
    for sign in "$@"; do
        new_test "echo 1..1; kill -$sign \$\$; echo ok 1"
        (
            trap '' INT QUIT HUP TERM PIPE
            run_tests
        )
        cat "$scratch/said"
        grep -q "killed by SIG$sign" "$scratch/said" || return 1
    done
}
check "a test hears what run.py was told to ignore" hears INT QUIT HUP TERM PIPE

# stays_deaf: run.py itself goes on ignoring what it was told to ignore.
stays_deaf()
{
    new_test "kill -HUP \$PPID && kill -INT \$PPID && echo ok 1"
    (
        trap '' INT HUP
        run_tests
    ) && grep -q '^1 passed, 0 failed$' "$scratch/said"
}
check "run.py stays deaf itself" stays_deaf

# says STATUS WORDS SCRIPT: what run.py makes of a test.
says()
{
    new_test "$3"
    fails_with "$1" run_tests && cat "$scratch/said" && grep -q "$2" "$scratch/said"
}
check "passed" says 0 '^1 passed, 0 failed$' 'echo ok 1'
check "failed" says 1 '^1 passed, 1 failed$' 'echo ok 1; echo not ok 2'
check "a status counts" says 1 'status 3' 'echo ok 1; exit 3'
check "so does a plan" says 1 '2 tests planned, 1 reported' 'echo 1..2; echo ok 1'
check "and a test without a point" says 1 'no test points' 'exit 0'
check "what fails is run again, and counts by that" says 0 '^1 passed, 0 failed$' \
    "[ -e '$scratch/tried' ] && echo ok 1 && exit 0; touch '$scratch/tried'; echo not ok 1"
rm "$scratch/tried"
check "and is named" says 0 '^# probe_test passed only when it was run again$' \
    "[ -e '$scratch/tried' ] && echo ok 1 && exit 0; touch '$scratch/tried'; echo not ok 1"

# gives_up: where many fail, none is run again.
gives_up()
{
    for number in 1 2 3; do
        printf '#!/bin/sh\necho not ok 1\n' >"$build/bad${number}_test"
        chmod +x "$build/bad${number}_test"
    done
    fails_with 1 run_tests && cat "$scratch/said" && ! grep -q again "$scratch/said"
}
check "where many fail none is run again" gives_up
finish
