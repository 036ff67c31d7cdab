# tap.sh: a few words for test scripts that speak TAP. Sourced, not run.
#
#   check "what holds" COMMAND...   one test point: it holds when the command succeeds
#   finish                          the plan, and the status of the script
#
# $scratch is a directory of the script's own, removed at the end. What a failing command
# wrote is shown below its point.

LC_ALL=C
export LC_ALL
: "${BY_SOURCE:=$(cd "$(dirname "$0")/.." && pwd)}"
: "${BY_BUILD:=$BY_SOURCE/build-test}"
: "${BY_BANYAN:=$BY_BUILD/banyan}"
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 1' HUP INT TERM
tap_count=0
tap_failed=0

check()
{
    tap_name=$1
    shift
    tap_count=$((tap_count + 1))
    if ("$@") >"$scratch/.tap" 2>&1; then
        echo "ok $tap_count - $tap_name"
    else
        tap_failed=$((tap_failed + 1))
        echo "not ok $tap_count - $tap_name"
        sed 's/^/# /' "$scratch/.tap"
    fi
}

# The point holds when the command fails with exactly this status.
check_status()
{
    tap_status=$1 tap_title=$2
    shift 2
    check "$tap_title" fails_with "$tap_status" "$@"
}

fails_with()
{
    expected=$1
    shift
    "$@"
    status=$?
    [ $status -eq "$expected" ] || {
        echo "status $status, expected $expected"
        return 1
    }
}

finish()
{
    echo "1..$tap_count"
    [ "$tap_failed" -eq 0 ]
    exit
}
