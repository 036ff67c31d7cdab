#!/usr/bin/env python3
"""cluster.py: how a match on many ranks would scale, by a simulation of the scheduler.

  tools/cluster.py costs [--build DIR]        what messages and the store cost on this machine, as JSON
  tools/cluster.py lengths --from STORE       how long the games of a store took, as JSON
  tools/cluster.py table [--costs FILE]       the table of docs/CLUSTER.md
  tools/cluster.py one --ranks N --mean S ... one case, as JSON

The scheduler is that of `mpirun banyan match`: a rank asks for games so that one is always at hand, sends
each when it is finished, and gives back one that it has not begun when another rank has nothing to do.
Rank 0 hands out numbers and takes games, one message after the other, and a thread of it stores all games that wait in one
transaction; it has nothing else to do here.
Ranks play; the length of a game is drawn from measured ones, scaled to the mean that is asked for, with a
fixed seed. Busy is the time in which games were played, as a part of all ranks' time from the first game
until the last is on the disk.

With helpers (--helpers H) ranks speak to H helpers instead, who hand on numbers by the block and games by
the bundle: rank 0 has one message for many games.
"""
import argparse
import heapq
import json
import os
import random
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque

HERE = os.path.dirname(os.path.abspath(__file__))
COSTS = os.path.join(HERE, "cluster_costs.json")
NAP_MOST = 0.02
MOST_AT_ONCE = 64
QUEUE_MOST = 4096
ROOT_ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


# --- what is measured -------------------------------------------------------------------------------------------


def measure_messages(build):
    """Microseconds: a round trip, and rank 0's work for one game's messages."""
    program = os.path.join(build, "cluster_cost")
    subprocess.run(["mpicc", "-O2", "-o", program, os.path.join(HERE, "..", "tests", "programs", "cluster_cost.c")], check=True)
    found = {}
    for name, more in (("memory", []), ("network", ["--mca", "btl", "tcp,self"])):
        result = subprocess.run(["mpirun", "--oversubscribe", *more, "-n", "2", program], check=True, text=True,
                                capture_output=True, env={**os.environ, **ROOT_ENV})
        found[name] = json.loads(result.stdout)
    return found


def measure_store(folder):
    """Microseconds of a transaction and of each game in it, by transactions of 1 and of 100 games, as the store makes
    them (WAL, synchronous=FULL)."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        base = sqlite3.connect(os.path.join(scratch, "store.db"), isolation_level=None)
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("CREATE TABLE games(id INTEGER PRIMARY KEY AUTOINCREMENT, match INTEGER, number INTEGER, moves TEXT, "
                     "times TEXT, rest TEXT, UNIQUE(match, number))")
        number, found = 0, {}
        for batch in (1, 100):
            took = []
            for _ in range(60):
                begun = time.perf_counter()
                base.execute("BEGIN IMMEDIATE")
                for _ in range(batch):
                    number += 1
                    base.execute("INSERT INTO games(match, number, moves, times, rest) VALUES(1, ?, ?, ?, ?)",
                                 (number, "a1 " * 80, "100 " * 80, "x" * 400))
                base.execute("COMMIT")
                took.append(time.perf_counter() - begun)
            found[batch] = 1e6 * statistics.median(took)
        base.close()
    row = max(1.0, (found[100] - found[1]) / 99)
    return {"commit_us": round(found[1] - row, 1), "row_us": round(row, 1)}


def lengths_of(path):
    """Lengths of the games in a store, shortest first, as parts of their mean."""
    base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    seconds = sorted(a + b for a, b in base.execute("SELECT a_seconds, b_seconds FROM games"))
    base.close()
    if not seconds or sum(seconds) <= 0:
        sys.exit(f"cluster.py: there are no games with times in {path}")
    mean = statistics.fmean(seconds)
    return [round(second / mean, 4) for second in seconds]


# --- the scheduler ----------------------------------------------------------------------------------------------


class Server:
    """Rank 0, or a helper: messages come in a row, each takes its time."""

    def __init__(self):
        self.waiting, self.free_at, self.busy, self.is_working = deque(), 0.0, 0.0, False


class Case:
    """One match. Times in seconds."""

    def __init__(self, ranks, games, lengths, mean, costs, helpers=0, batch=QUEUE_MOST, ahead=1, seed=1, naps=True):
        self.ranks, self.games, self.ahead, self.mean = ranks, games, ahead, mean
        self.latency = costs["latency_us"] * 1e-6
        self.message = costs["message_us"] * 1e-6  # rank 0's work for a game's messages
        self.commit, self.row = costs["commit_us"] * 1e-6, costs["row_us"] * 1e-6
        self.batch, self.helpers, self.naps = batch, helpers, naps
        self.wait = self.latency + self.nap(mean)  # until a rank that plays looks for what has come
        rng = random.Random(seed)
        self.length = [mean * rng.choice(lengths) for _ in range(games)]
        self.events, self.count = [], 0
        self.next = 0
        self.kept, self.stored, self.queued, self.is_storing = 0, 0.0, 0, False
        self.played = self.first = self.last = 0.0
        self.queue = [deque() for _ in range(ranks)]  # numbers at hand
        self.playing = [False] * ranks
        self.asked = [0] * ranks
        self.idle = set()
        self.hungry = deque()
        self.looked = 0  # ranks before this one have nothing to give back
        self.root = Server()
        self.desks = [Server() for _ in range(helpers)]

    def at(self, when, what, *arguments):
        self.count += 1
        heapq.heappush(self.events, (when, self.count, what, arguments))

    def desk(self, rank):
        return self.desks[rank % self.helpers] if self.helpers else self.root

    def nap(self, idle):
        """Who waits sleeps, longer every time, up to 20 ms (base/ranks.h): a message that comes meets it half through."""
        return min(NAP_MOST, idle / 3) / 2 if self.naps else 0.0

    # A rank.

    def ask(self, now, rank):
        while self.asked[rank] + len(self.queue[rank]) < self.ahead + (not self.playing[rank]):
            self.asked[rank] += 1
            self.at(now + self.latency, self.arrive, self.desk(rank), "ask", rank)

    def begin(self, now, rank):
        if self.playing[rank] or not self.queue[rank]:
            return
        number = self.queue[rank].popleft()
        self.playing[rank] = True
        self.idle.discard(rank)
        self.first = now if self.played == 0 and self.first == 0 else min(self.first, now)
        self.at(now + self.length[number], self.end, rank, number)
        self.ask(now, rank)

    def end(self, now, rank, number):
        self.playing[rank] = False
        self.played += self.length[number]
        self.last = max(self.last, now)
        self.at(now + self.latency, self.arrive, self.desk(rank), "game", rank)
        self.begin(now, rank)
        if not self.playing[rank]:
            self.idle.add(rank)
        self.ask(now, rank)

    def receive(self, now, rank, number):
        self.asked[rank] -= 1
        self.queue[rank].append(number)
        self.begin(now, rank)
        if self.hungry and self.queue[rank]:
            self.hand_over(now, rank, self.hungry.popleft())

    def hand_over(self, now, rich, rank):
        """What a rank has not begun goes to one that has nothing: a recall, its answer, and the number."""
        self.at(now + 2 * self.latency + 2 * self.wait, self.receive, rank, self.queue[rich].pop())

    # A desk: rank 0, or a helper.

    def arrive(self, now, server, kind, rank):
        server.waiting.append((kind, rank))
        if not server.is_working:
            server.is_working = True
            self.at(now + self.nap(now - server.free_at), self.work, server)

    def work(self, now, server):
        """One message after the other, as far as they have come."""
        took, games = 0.0, 0
        for _ in range(min(len(server.waiting), MOST_AT_ONCE)):
            kind, rank = server.waiting.popleft()
            took += self.message / 2
            if kind == "ask":
                self.answer(now + took, rank)
            else:
                games += rank if kind == "bundle" else 1
        if games and server is self.root:
            self.at(now + took, self.put, games)
        elif games:  # a helper: one message to rank 0 for all of them
            self.at(now + took + self.latency, self.arrive, self.root, "bundle", games)
        server.busy += took
        self.at(now + took, self.go_on, server)

    def go_on(self, now, server):
        server.free_at = now
        if server.waiting:
            self.work(now, server)
        else:
            server.is_working = False

    # The store's thread: what waits goes to the disk in one transaction, of at most `batch` games.

    def put(self, now, games):
        self.queued += games
        if not self.is_storing:
            self.is_storing = True
            self.store(now)

    def store(self, now):
        games = min(self.queued, self.batch)
        if games == 0:
            self.is_storing = False
            return
        took = self.commit + games * self.row
        self.queued -= games
        self.kept += games
        self.stored = now + took
        self.at(now + took, self.store)

    def answer(self, now, rank):
        """The next number; when there is none, one that another rank has not begun (a recall and its answer)."""
        if self.next < self.games:
            self.at(now + self.wait, self.receive, rank, self.next)
            self.next += 1
        elif rank in self.idle and not self.playing[rank]:
            rich = self.rich()
            if rich is not None:
                self.hand_over(now, rich, rank)
            else:
                self.hungry.append(rank)

    def rich(self):
        """A rank with a game that it has not begun; nobody gets more once there are no numbers left."""
        while self.looked < self.ranks and not self.queue[self.looked]:
            self.looked += 1
        return self.looked if self.looked < self.ranks else None

    def run(self):
        for rank in range(self.ranks):
            self.idle.add(rank)
            self.ask(0.0, rank)
        while self.events:
            now, _, what, arguments = heapq.heappop(self.events)
            what(now, *arguments)
        span = max(self.last, self.stored) - self.first  # a game counts when it is on the disk
        return {"ranks": self.ranks, "games": self.games, "busy": self.played / (self.ranks * span) if span else 1.0,
                "games_a_second": self.games / span if span else 0.0, "seconds": span, "kept": self.kept, "kept_a_second": self.kept / self.stored if self.stored else 0.0,
                "rank0": min(1.0, self.root.busy / span) if span else 0.0,
                "limit": self.limit(span)}

    def limit(self, span):
        """What takes the time: the messages of rank 0 or of helpers, the store's transactions, waiting for answers, or the
        last games."""
        if not span or self.played / (self.ranks * span) > 0.95:
            return ""
        if any(desk.busy > 0.9 * span for desk in self.desks):
            return "helpers' messages"
        if self.root.busy > 0.8 * span:
            return "messages"
        if self.stored - self.last > 0.1 * span + 2 * self.commit:
            return "store"
        return "round trips" if self.mean < 20 * self.latency else "last games"


# --- what is printed ----------------------------------------------------------------------------------------------


MEANS = ((0.001, "1 ms"), (0.1, "100 ms"), (10.0, "10 s"), (600.0, "10 min"))
RANKS = (16, 100, 1000, 10000)


def costs_for(known, place="network"):
    messages = known[place]
    return {"latency_us": messages["round_trip_us"] / 2, "message_us": messages["pair_us"], **known["store"]}


def games_for(ranks, a_rank):
    return max(1, ranks * a_rank)


def row(name, known, a_rank, columns, **more):
    cells = []
    for ranks in columns:
        for_ranks = dict(more)
        if for_ranks.get("helpers"):
            for_ranks["helpers"] = max(1, ranks // for_ranks["helpers"])
        case = Case(ranks, games_for(ranks, a_rank), known["lengths"], name[0], costs_for(known), **for_ranks)
        got = case.run()
        cells.append(f"{100 * got['busy']:.0f} %" + (f" ({got['limit']})" if got["limit"] else ""))
    return f"| {name[1]} | " + " | ".join(cells) + " |"


def table(known, a_rank, most):
    lines, columns = [], [ranks for ranks in RANKS if ranks <= most]
    kinds = (("as it is", {}), ("with a helper for every 100 ranks", {"helpers": 100}))
    for title, more in kinds:
        lines += [f"{title}:", "", "| a game takes | " + " | ".join(f"{ranks:,} ranks" for ranks in columns) + " |",
                  "|---|" + "---|" * len(columns)]
        lines += [row(name, known, a_rank, columns, **more) for name in MEANS]
        lines.append("")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("costs", "lengths", "table", "one"))
    parser.add_argument("--costs", default=COSTS, help="the file with what was measured")
    parser.add_argument("--build", default="build", help="where to put the program that measures messages")
    parser.add_argument("--from", dest="store", help="a store of games, whose lengths are replayed")
    parser.add_argument("--a-rank", type=int, default=20, help="games for every rank")
    parser.add_argument("--most", type=int, default=RANKS[-1], help="no columns beyond so many ranks")
    parser.add_argument("--ranks", type=int, default=64)
    parser.add_argument("--games", type=int, default=0, help="in all; default: by --a-rank")
    parser.add_argument("--mean", type=float, default=1.0, help="seconds a game takes in the mean")
    parser.add_argument("--equal", action="store_true", help="all games take as long")
    parser.add_argument("--helpers", type=int, default=0)
    parser.add_argument("--batch", type=int, default=QUEUE_MOST, help="games in one transaction, at most")
    parser.add_argument("--place", choices=("memory", "network"), default="network")
    options = parser.parse_args()
    if options.what == "costs":
        print(json.dumps({**measure_messages(options.build), "store": measure_store(options.build)}))
        return
    if options.what == "lengths":
        if not options.store:
            parser.error("lengths needs --from STORE")
        print(json.dumps(lengths_of(options.store)))
        return
    with open(options.costs, encoding="utf-8") as file:
        known = json.load(file)
    if options.store:
        known["lengths"] = lengths_of(options.store)
    if options.equal:
        known["lengths"] = [1.0]
    if options.what == "table":
        print(table(known, options.a_rank, options.most))
        return
    games = options.games or games_for(options.ranks, options.a_rank)
    print(json.dumps(Case(options.ranks, games, known["lengths"], options.mean, costs_for(known, options.place),
                          options.helpers, options.batch).run()))


if __name__ == "__main__":
    main()
