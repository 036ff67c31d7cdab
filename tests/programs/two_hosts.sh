#!/bin/sh
# two_hosts.sh FOLDER BANYAN: the inside of tests/hosts_check.sh, run as root in namespaces of its own
# (network, mounts, processes, host names). Leaves stores and what was printed in FOLDER.
set -eu
dir=$1 banyan=$2
PATH=$PATH:/usr/sbin:/sbin
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

mount -t tmpfs none /run
mkdir -p /run/sshd /run/netns
printf '%s\n' '127.0.0.1 localhost' '10.77.0.1 host-a' '10.77.0.2 host-b' '10.77.0.254 head' >"$dir/hosts"
mount --bind "$dir/hosts" /etc/hosts
hostname head

ip link set lo up
ip link add bridge type bridge
ip addr add 10.77.0.254/24 dev bridge
ip link set bridge up
number=1
for host in a b; do
    ip netns add $host
    ip link add to-$host type veth peer name eth0 netns $host
    ip link set to-$host master bridge up
    ip -n $host addr add 10.77.0.$number/24 dev eth0
    ip -n $host link set lo up
    ip -n $host link set eth0 up
    number=$((number + 1))
done

for key in host user; do
    ssh-keygen -q -t ed25519 -N '' -f "$dir/$key"
done
cat >"$dir/sshd_config" <<END
HostKey $dir/host
AuthorizedKeysFile $dir/user.pub
StrictModes no
UsePAM no
PermitRootLogin yes
PermitUserRC no
PidFile none
END
cat >"$dir/ssh_config" <<END
Host *
  IdentityFile $dir/user
  IdentitiesOnly yes
  UserKnownHostsFile $dir/known
  GlobalKnownHostsFile /dev/null
  StrictHostKeyChecking no
  BatchMode yes
  LogLevel ERROR
END
for host in a b; do
    ip netns exec $host unshare --uts sh -c "hostname host-$host; exec $(command -v sshd) -D -f $dir/sshd_config" &
done
for host in a b; do
    tries=0
    until ssh -F "$dir/ssh_config" host-$host hostname >>"$dir/names" 2>>"$dir/trouble"; do
        tries=$((tries + 1))
        [ $tries -lt 50 ] || exit 1
        sleep 0.2
    done
done

across() # the command on both hosts, rank 0 on the first
{
    mpirun --mca plm_rsh_agent "ssh -F $dir/ssh_config" --mca oob_tcp_if_include 10.77.0.0/24 \
        --mca btl_tcp_if_include 10.77.0.0/24 --enable-recovery --host host-a,host-b "$banyan" "$@"
}

kept() # games in a store so far
{
    python3 - "$1" <<'END'
import sqlite3, sys
try:
    print(sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True).execute("SELECT count(*) FROM games").fetchone()[0])
except sqlite3.Error:
    print(0)
END
}

cat >"$dir/three.toml" <<END
game = "nogo"
size = "5x5"
games = 8
seed = 3
[[player]]
name = "one"
spec = "mcts sims=100"
[[player]]
name = "two"
spec = "mcts sims=200"
[[player]]
name = "three"
spec = "mcts sims=400"
END
across tournament "$dir/three.toml" --store "$dir/both.db" --json >"$dir/both.json" 2>"$dir/both.err"
echo $? >"$dir/both.status"
"$banyan" tournament "$dir/three.toml" --store "$dir/alone.db" --json >"$dir/alone.json"

# Games of about a second, so that the cable is pulled in the middle.
sed 's/games = 8/games = 6/; s/sims=\([124]\)00/time=0.05\1/' "$dir/three.toml" >"$dir/slow.toml"
across tournament "$dir/slow.toml" --store "$dir/pulled.db" --lease 3s --json >"$dir/pulled.json" 2>"$dir/pulled.err" &
mpirun=$!
waited=0
until [ "$(kept "$dir/pulled.db")" -ge 4 ] || [ $waited -gt 300 ]; do
    sleep 0.2
    waited=$((waited + 1))
done
ip link set to-b down
kept "$dir/pulled.db" >"$dir/pulled.at"
waited=0
until grep -q '"standings"' "$dir/pulled.json" || [ $waited -gt 600 ]; do
    sleep 0.2
    waited=$((waited + 1))
done
sleep 1
kill $mpirun 2>/dev/null || true
ip link set to-b up

# What docs/CLUSTER.md says of flags: slots, and a shared-memory folder of a megabyte.
here() # on this host
{
    flags=$1
    shift
    # shellcheck disable=SC2086 # one word each
    mpirun $flags -n 2 "$@" 2>&1 || true
}
here "--host head" true >"$dir/slots"
here "--host head --oversubscribe" hostname >"$dir/over"
OMPI_ALLOW_RUN_AS_ROOT='' here "--oversubscribe" true >"$dir/root"
mount -t tmpfs -o size=1m none /dev/shm
search() # FLAGS
{
    here "--oversubscribe $1" "$banyan" think tictactoe --player "mcts ranks=on sims=300"
}
search "" >"$dir/small"
search "--mca btl_vader_backing_directory /tmp" >"$dir/elsewhere"
search "--mca btl tcp,self" >"$dir/without"
