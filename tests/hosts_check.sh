#!/bin/sh
# Two hosts: two network namespaces with an address, a name and an sshd each, behind one bridge, and a third
# from which mpirun starts. A tournament across both; then one whose cable to the second host is pulled while
# games are played; and what docs/CLUSTER.md says of mpirun's flags.
#
# All of it lives in namespaces of its own (network, mounts, processes, host names): nothing of this machine's
# network, /etc, /run or ~/.ssh is touched, and when the first process there ends the kernel ends the others,
# sshd and mpirun among them, however this script ends.
. "$(dirname "$0")/tap.sh"

# As root in namespaces of our own.
apart()
{
    set -- unshare --mount --net --uts --pid --fork --mount-proc --kill-child "$@"
    [ "$(id -u)" -eq 0 ] || set -- sudo -n "$@"
    "$@"
}

refused="this system refuses network namespaces (unshare --net --pid): two hosts cannot be tried here"
apart ip link set lo up >"$scratch/refused" 2>&1 || {
    echo "not ok 1 - $refused"
    sed 's/^/# /' "$scratch/refused"
    echo 1..1
    exit 1
}

inside()
{
    apart timeout 200 sh "$BY_SOURCE/tests/programs/two_hosts.sh" "$scratch" "$BY_BANYAN"
}
check "two hosts run it" inside

# sql STORE QUERY: each row of the answer on a line.
sql()
{
    python3 -c 'import sqlite3, sys
for row in sqlite3.connect(sys.argv[1]).execute(sys.argv[2]):
    print(*row)' "$scratch/$1" "$2"
}
is() # what a command prints is this
{
    wanted=$1
    shift
    "$@" >"$scratch/got" 2>&1
    printf '%s\n' "$wanted" | diff - "$scratch/got"
}
moves="SELECT m.a, m.b, g.number, g.moves FROM games g JOIN matches m ON m.id = g.match ORDER BY 1, 2, 3"
same_games()
{
    sql both.db "$moves" >"$scratch/both" && sql alone.db "$moves" >"$scratch/alone" && [ -s "$scratch/both" ] &&
        diff "$scratch/both" "$scratch/alone"
}
standings()
{
    python3 - "$1" "$2" <<'END'
import json, sys
with open(sys.argv[1], encoding="utf-8") as file:
    result = json.load(file)
assert result["complete"] and result["games"] == int(sys.argv[2]) and len(result["standings"]) == 3, result
END
}
between() # some games, and not all, were there when the cable was pulled
{
    at=$(cat "$scratch/pulled.at")
    echo "$at games of 18"
    [ "$at" -ge 4 ] && [ "$at" -lt 18 ]
}

check "the two have names of their own" is "host-a
host-b" cat "$scratch/names"
check "a tournament across two hosts ends in order" is 0 cat "$scratch/both.status"
check "both hosts played" is "host-a
host-b" sql both.db "SELECT DISTINCT host FROM games ORDER BY 1"
check "and two ranks" is "0
1" sql both.db "SELECT DISTINCT rank FROM games ORDER BY 1"
check "the games are those of one process, move for move" same_games
check "the result is printed" standings "$scratch/both.json" 24
check "a cable was pulled in the middle" between
check "all games are in the store" is "18 18" sql pulled.db \
    "SELECT count(*), count(DISTINCT match || '/' || number) FROM games"
check "before that both hosts had played" is "host-a
host-b" sql pulled.db "SELECT DISTINCT host FROM games ORDER BY 1"
check "and the result is printed" standings "$scratch/pulled.json" 18
check "more ranks than cores need --oversubscribe" grep -q "not enough slots available" "$scratch/slots"
check "and have it" is "head
head" cat "$scratch/over"
check "root has to say that it means it" grep -q "detected an attempt to run as root" "$scratch/root"
check "a shared-memory folder of a megabyte is too small" grep -q "not enough space for /dev/shm/vader_segment" "$scratch/small"
check "another folder will do" grep -q "^move " "$scratch/elsewhere"
check "and so will none" grep -q "^move " "$scratch/without"
check "nothing is left of it" sh -c '! pgrep -f "sshd -D -f $0/sshd_config"' "$scratch"
finish
