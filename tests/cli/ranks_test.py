#!/usr/bin/env python3
"""One search on several ranks: mcts ranks=on under mpirun, in think, gtp and match."""
import json
import os
import re
import signal
import subprocess
import tempfile
import time

from _tap import BANYAN, check, data, finish, run, same, words

ENV = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
M64 = (1 << 64) - 1


def command(ranks, *arguments, more=()):
    return ["mpirun", "--oversubscribe", *more, "-n", str(ranks), BANYAN, *arguments]


def mpirun(ranks, *arguments, more=(), **options):
    return subprocess.run(command(ranks, *arguments, more=more), env=ENV, capture_output=True, text=True, check=False,
                          timeout=200, **options)


def decided(ranks, *arguments):
    result = mpirun(ranks, *arguments, "--json")
    try:
        return json.loads(result.stdout)
    except ValueError:
        check(f"{ranks} ranks: JSON from " + " ".join(arguments), False, words(result))
        return {"moves": [], "work": {"simulations": 0}, "move": None}


def visits(decision):
    return {move["move"]: move["visits"] for move in decision["moves"] if move["visits"] > 0}


def points(decision):
    """But of moves whose result is proven."""
    return {move["move"]: move["value"] * move["visits"] for move in decision["moves"] if move["bound"] == "estimate"}


# --- seeds of ranks (base/rng.h), by the published splitmix64 ---------------------------------------------


def mix(x):
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9 & M64
    x = (x ^ x >> 27) * 0x94d049bb133111eb & M64
    return x ^ x >> 31


def derive(seed, index):
    golden = 0x9e3779b97f4a7c15
    return mix(mix((seed + golden) & M64) + (index + 1) * golden & M64)


# --- think ---------------------------------------------------------------------------------------------------


GO = ("think", "go", "--size", "5", "--all", "--seed", "7", "--player")


def test_sums():
    """A rank's search is that of one process with the rank's seed and its share of the simulations."""
    for ranks, sims in ((2, 3001), (3, 3001)):
        together = decided(ranks, *GO, f"mcts ranks=on sims={sims}")
        wanted, worth = {}, {}
        for rank in range(ranks):
            share = sims // ranks + (rank < sims % ranks)
            seed = 7 if rank == 0 else derive(7, rank)
            alone = data(*GO[:6], str(seed), "--player", f"mcts sims={share}")
            for sums, parts in ((wanted, visits(alone)), (worth, points(alone))):
                for move, count in parts.items():
                    sums[move] = sums.get(move, 0) + count
        same(f"{ranks} ranks: root visits are the sums of the ranks'", visits(together), wanted)
        got = points(together)
        check(f"{ranks} ranks: so are the points", len(got) > 20 and
              all(abs(got[move] - worth[move]) < 1e-6 * sims for move in got), (got, worth))
        same(f"{ranks} ranks: the move has most visits", together["move"], max(wanted, key=wanted.get))
        same(f"{ranks} ranks: all simulations were done", together["work"]["simulations"], sims)
        again = decided(ranks, *GO, f"mcts ranks=on sims={sims}")
        same(f"{ranks} ranks: twice the same", (again["move"], visits(again)), (together["move"], visits(together)))


def test_alone():
    on, off = (data(*GO, f"mcts sims=1000{more}") for more in (" ranks=on", ""))
    same("without mpirun ranks=on is one rank", visits(on), visits(off))
    one = decided(1, *GO, "mcts ranks=on sims=1000")
    same("so is mpirun -n 1", visits(one), visits(off))
    few = decided(3, *GO, "mcts ranks=on sims=2")
    same("more ranks than simulations", few["work"]["simulations"], 2)


def test_more():
    """Nodes are shared out like simulations; roots=, threads= and positions of other games go along."""
    nodes = decided(3, *GO, "mcts ranks=on nodes=300")["work"]["nodes"]
    check("300 nodes on three ranks", 300 <= nodes <= 306, nodes)
    trees = decided(2, *GO, "mcts ranks=on roots=2 sims=4000")
    same("two trees a rank", sum(visits(trees).values()), 4000)
    start = run("show", "go", "--size", "5", "--moves", "c3 b2 d2", "--json")
    start = json.loads(start.stdout)["position"]
    set_up = decided(2, *GO, "mcts ranks=on sims=500", "--position", start)
    same("a position that was set up", sum(visits(set_up).values()), 500)
    timed = mpirun(2, *GO, "mcts ranks=on time=0.5", "--json")
    decision = json.loads(timed.stdout)
    check("a second rank by the clock", timed.stderr == "" and decision["work"]["seconds"] < 5 and
          decision["work"]["simulations"] > 0, words(timed))
    same("what was lent to the trees is not counted", sum(visits(decision).values()), decision["work"]["simulations"])
    worth = [(move["value"], move["visits"]) for move in decision["moves"] if move["bound"] == "estimate"]
    check("points are halves of visits", all(0 <= value <= 1 and abs(2 * value * count - round(2 * value * count)) < 1e-6
                                             for value, count in worth), worth)
    won = decided(2, "think", "tictactoe", "--moves", "a1 a2 b1 b2", "--player", "mcts ranks=on time=2")
    same("a won move is found, and ends the search", (won["move"], won["work"]["seconds"] < 1.5), ("c1", True))
    bad = mpirun(2, "think", "go", "--player", "mcts ranks=maybe")
    check("a refused spec is said once", bad.returncode == 2 and bad.stderr.count("ranks=maybe") == 1, words(bad))


# --- gtp -------------------------------------------------------------------------------------------------------


def ranks_of(process):
    """The process of each rank below mpirun, by the environment that it was started with."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as file:
                environ = file.read()
            with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
                parent = int(file.read().rsplit(")", 1)[1].split()[1])
        except OSError:
            continue
        rank = re.search(rb"(?:^|\0)OMPI_COMM_WORLD_RANK=(\d+)", environ)
        if rank and parent == process.pid:
            found[int(rank.group(1))] = int(pid)
    return found


class Gtp:
    def __init__(self, ranks, *arguments):
        self.process = subprocess.Popen(command(ranks, "gtp", "--seed", "1", *arguments, more=("--enable-recovery",)),
                                        env=ENV, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        while self.process.stdout.readline().strip():
            pass
        return answer.strip()

    def quit(self):
        said = self.ask("quit")
        try:
            errors = self.process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            errors = self.process.communicate()[1] + "mpirun did not end"
        return said, errors


def games_by_gtp(gtp, first):
    moves = []
    for line in ("boardsize 5", "clear_board", "komi 0.5"):
        gtp.ask(line)
    for turn in range(6):
        moves.append(gtp.ask(f"genmove {'bw'[turn % 2]}"))
        if turn == 3 and not first:
            gtp.ask("undo")
            moves.append(gtp.ask(f"genmove {'bw'[turn % 2]}"))
    return moves


def test_gtp():
    """Whatever a session does to game and position, the others follow; trees are kept between moves."""
    spec = "mcts ranks=on reuse=on sims=600"
    heard = []
    for _ in range(2):
        gtp = Gtp(3, "--player", spec)
        heard.append(games_by_gtp(gtp, True) + games_by_gtp(gtp, False))
        said, errors = gtp.quit()
        check("gtp ends in order", said == "=" and errors == "" and gtp.process.returncode == 0,
              (said, errors, gtp.process.returncode))
    check("moves are answered", all(re.fullmatch(r"= ([A-E][1-5]|PASS|pass)", answer) for answer in heard[0]), heard[0])
    same("twice the same game", heard[1], heard[0])


def test_killed():
    gtp = Gtp(3, "--player", "mcts ranks=on sims=600", "--lease", "4s")
    gtp.ask("boardsize 5")
    first = gtp.ask("genmove b")
    workers = ranks_of(gtp.process)
    check("ranks are processes", sorted(workers) == [0, 1, 2], workers)
    os.kill(workers[1], signal.SIGKILL)
    begun = time.monotonic()
    moves = [gtp.ask(f"genmove {'wb'[turn % 2]}") for turn in range(3)]
    waited = time.monotonic() - begun
    said, errors = gtp.quit()
    check("moves come without the rank that was killed", all(answer.startswith("= ") for answer in [first, *moves]),
          (first, moves))
    check("after one wait", waited < 60, waited)
    same("which is said once", errors.count("rank 1 has been silent for too long: the search goes on without it"), 1)
    check("and the end is in order", said == "=" and gtp.process.returncode == 0, (said, errors, gtp.process.returncode))


def test_stopped():
    """A rank that is stopped is given up like one that died; when it goes on it may search again, and the end is in order."""
    gtp = Gtp(3, "--player", "mcts ranks=on sims=600", "--lease", "2s")
    gtp.ask("boardsize 5")
    moves = [gtp.ask("genmove b")]
    worker = ranks_of(gtp.process)[2]
    os.kill(worker, signal.SIGSTOP)
    moves.append(gtp.ask("genmove w"))
    os.kill(worker, signal.SIGCONT)
    moves += [gtp.ask(f"genmove {'bw'[turn % 2]}") for turn in range(3)]
    said, errors = gtp.quit()
    check("moves come without the rank that was stopped", all(re.fullmatch(r"= ([A-E][1-5]|PASS|pass)", answer) for answer in moves), moves)
    same("which is said once", errors.count("rank 2 has been silent for too long: the search goes on without it"), 1)
    check("and the end is in order", said == "=" and gtp.process.returncode == 0, (said, errors, gtp.process.returncode))


def test_other_build():
    """A rank of another build does not search; the others do all of it."""
    version = run("--version").stdout.split()[1]
    digest = version.split("+")[1].encode()
    with tempfile.TemporaryDirectory() as folder, open(BANYAN, "rb") as file:
        other = os.path.join(folder, "banyan")
        with open(other, "wb") as copy:
            copy.write(file.read().replace(digest, b"0" * len(digest)))
        os.chmod(other, 0o755)
        arguments = [*GO, "mcts ranks=on sims=900", "--json"]
        result = subprocess.run([*command(2, *arguments), ":", "-n", "1", other, *arguments], env=ENV, capture_output=True, text=True,
                                check=False, timeout=200)
    found = json.loads(result.stdout)["work"]["simulations"] if result.returncode == 0 else None
    check("a rank of another build is refused, in one sentence", result.returncode == 0 and result.stderr.count("\n") == 1 and
          "0" * len(digest) in result.stderr, words(result))
    same("the others search", found, 600)


def test_others():
    """Commands that have no use for ranks are done by the first alone."""
    alone, together = run("perft", "nim", "3"), mpirun(3, "perft", "nim", "3")
    same("a command without ranks is done once", (together.returncode, together.stdout.count("depth")),
         (0, alone.stdout.count("depth")))
    both = mpirun(2, "perft", "nim", "none")
    check("and refused once", both.returncode == 2 and both.stderr.count("banyan: ") == 1, words(both))


# --- match -------------------------------------------------------------------------------------------------------


def test_match():
    arguments = ("match", "go", "--size", "5", "--a", "mcts ranks=on sims=200", "--b", "mcts sims=200", "--games", "4",
                 "--json")
    heard = [json.loads(mpirun(2, *arguments).stdout) for _ in range(2)]
    same("all games of a match", heard[0]["games"], 4)
    same("twice the same match", heard[1]["score"], heard[0]["score"])


if __name__ == "__main__":
    test_sums()
    test_alone()
    test_more()
    test_gtp()
    test_killed()
    test_stopped()
    test_other_build()
    test_others()
    test_match()
    finish()
