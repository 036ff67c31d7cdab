#!/usr/bin/env python3
"""cluster.py: how a match on many ranks would scale, by a simulation of the scheduler.

  tools/cluster.py costs [--build DIR]        what messages and the store cost on this machine, as JSON
  tools/cluster.py lengths --from STORE       how long the games of a store took, as JSON
  tools/cluster.py table [--costs FILE]       the table of docs/CLUSTER.md, or with costs of your own
  tools/cluster.py one --ranks N --mean S ... one case, as JSON

The scheduler is that of `mpirun banyan match`: a rank asks for games so that one is always at hand, sends
each when it is finished, and gives back those that it has not begun when another rank has nothing to do. Of
short games it has as many at hand as take 50 ms, and asks for them and sends them many at a time.
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
import math
import os
import resource
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
AHEAD, AHEAD_MOST = 0.05, 64  # seconds of games that a rank has at hand, and games at most (arena/rank_player.c)
SHORT_GAMES = 10000
HOLD = 0.02  # seconds between two messages with games (there)
MOST_AT_ONCE = 64
QUEUE_MOST = 4096
GAMES_MOST = 200000
SEEDS_MOST = 20000  # games of a case that is done with five seeds, for their mean
ROOT_ENV = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


# --- what is measured -------------------------------------------------------------------------------------------


def measure_messages(build):
    """Microseconds: a round trip, rank 0's work for one game's messages, and for each further game in one."""
    program = os.path.join(build, "cluster_cost")
    subprocess.run(["mpicc", "-O2", "-o", program, os.path.join(HERE, "..", "tests", "programs", "cluster_cost.c")], check=True)
    found = {}
    for name, more in (("memory", []), ("network", ["--mca", "btl", "tcp,self"])):
        result = subprocess.run(["mpirun", "--oversubscribe", *more, "-n", "2", program], check=True, text=True,
                                capture_output=True, env={**os.environ, **ROOT_ENV})
        found[name] = json.loads(result.stdout)
    return found


def processor_time(banyan, *more):
    """Microseconds of a match of short games, for each."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([banyan, "match", "nogo", "--size", "4", "--a", "random", "--b", "random", "--games", str(SHORT_GAMES), "--json", *more],
                   check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e6 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / SHORT_GAMES


def measure_store(banyan, folder):
    """Microseconds of a transaction, as the store makes it (WAL, synchronous=FULL), and of the work for a game: what a
    match with a store takes more than one without."""
    took = []
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        base = sqlite3.connect(os.path.join(scratch, "store.db"), isolation_level=None)
        base.execute("PRAGMA journal_mode=WAL")
        base.execute("PRAGMA synchronous=FULL")
        base.execute("CREATE TABLE games(id INTEGER PRIMARY KEY AUTOINCREMENT, moves TEXT)")
        for _ in range(60):
            begun = time.perf_counter()
            base.execute("INSERT INTO games(moves) VALUES(?)", ("a1 " * 80,))
            took.append(time.perf_counter() - begun)
        base.close()
        row = min(processor_time(banyan, "--store", os.path.join(scratch, f"games{i}.db")) for i in range(3))
    row -= min(processor_time(banyan) for _ in range(3))
    return {"commit_us": round(1e6 * statistics.median(took), 1), "row_us": round(max(1.0, row), 1)}


def lengths_of(path):
    """Lengths of the games in a store, shortest first, as parts of their mean."""
    try:
        base = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        seconds = sorted(a + b for a, b in base.execute("SELECT a_seconds, b_seconds FROM games"))
        base.close()
    except sqlite3.Error as error:
        sys.exit(f"cluster.py: {path} is no store of games: {error}")
    if not seconds or sum(seconds) <= 0:
        sys.exit(f"cluster.py: there are no games with times in {path}")
    mean = statistics.fmean(seconds)
    return [round(second / mean, 4) for second in seconds]


# --- the scheduler ----------------------------------------------------------------------------------------------


class Server:
    """Rank 0, or a helper: messages come in a row, each takes its time."""

    def __init__(self):
        self.waiting, self.free_at, self.busy, self.is_working = deque(), 0.0, 0.0, False
        self.held, self.sent = 0, -1.0  # of a helper: games for rank 0


class Case:
    """One match. Times in seconds."""

    def __init__(self, ranks, games, lengths, mean, costs, helpers=0, batch=QUEUE_MOST, ahead=1, seed=1, naps=True, bundles=True):
        self.ranks, self.games, self.ahead, self.mean = ranks, games, ahead, mean
        self.latency = costs["latency_us"] * 1e-6
        self.message = costs["message_us"] * 1e-6  # rank 0's work for three messages: games, a request, numbers
        self.more = costs.get("more_us", 0) * 1e-6  # for each further game in a message
        self.take = costs.get("take_us", 0) * 1e-6  # for each game, whatever it came in
        self.commit, self.row = costs["commit_us"] * 1e-6, costs["row_us"] * 1e-6
        self.batch, self.helpers, self.naps, self.bundles = batch, helpers, naps, bundles
        self.wait = self.latency + self.nap(mean)  # until a rank that plays looks for what has come
        rng = random.Random(seed)
        self.length = [mean * rng.choice(lengths) for _ in range(games)]
        self.events, self.count = [], 0
        self.pool = deque(range(games))  # numbers that nobody has
        self.kept, self.stored, self.queued, self.is_storing = 0, 0.0, 0, False
        self.played = self.last = 0.0
        self.first = math.inf
        self.queue = [deque() for _ in range(ranks)]  # numbers at hand
        self.playing = [False] * ranks
        self.asked, self.finished, self.busy = [0] * ranks, [0] * ranks, [0.0] * ranks
        self.held, self.sent = [0] * ranks, [-1.0] * ranks  # games that were not sent yet; when the last left
        self.wanted, self.out = [0] * ranks, [0] * ranks  # as rank 0 sees it
        self.recalled, self.rich, self.hungry, self.looked = [False] * ranks, [], set(), 0.0
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

    # A rank (arena/rank_player.c).

    def games_ahead(self, rank):
        """One, and of short games as many as take 50 ms."""
        if not self.bundles or self.ahead == 0 or self.finished[rank] == 0:
            return self.ahead
        return max(self.ahead, min(AHEAD_MOST, int(AHEAD * self.finished[rank] / self.busy[rank])))

    def ask(self, now, rank):
        ahead = self.games_ahead(rank)
        wanted = ahead + (not self.playing[rank]) - self.asked[rank] - len(self.queue[rank])
        if wanted > 0 and wanted >= ahead // 2:
            self.asked[rank] += wanted
            self.at(now + self.latency, self.arrive, self.desk(rank), "ask", rank, wanted)

    def begin(self, now, rank):
        if self.playing[rank] or not self.queue[rank]:
            return
        number = self.queue[rank].popleft()
        self.playing[rank] = True
        self.first = min(self.first, now)
        self.at(now + self.length[number], self.end, rank, number)
        self.ask(now, rank)

    def end(self, now, rank, number):
        self.playing[rank] = False
        self.played += self.length[number]
        self.busy[rank] += self.length[number]
        self.last = max(self.last, now)
        self.finished[rank] += 1
        self.held[rank] += 1
        self.begin(now, rank)
        if not self.bundles or not self.playing[rank] or now - self.sent[rank] >= HOLD:
            self.send(now, rank)
        elif self.held[rank] == 1:
            self.at(self.sent[rank] + HOLD + self.nap(HOLD), self.send, rank)
        self.ask(now, rank)

    def send(self, now, rank):
        if self.held[rank]:
            self.at(now + self.latency, self.arrive, self.desk(rank), "games", rank, self.held[rank])
            self.held[rank], self.sent[rank] = 0, now

    def receive(self, now, rank, numbers):
        self.asked[rank] -= len(numbers)
        self.queue[rank].extend(numbers)
        self.begin(now, rank)

    def give_back(self, now, rank):
        numbers = list(self.queue[rank])
        self.queue[rank].clear()
        self.at(now + self.latency, self.arrive, self.desk(rank), "back", rank, numbers)

    # A desk: rank 0, or a helper.

    def arrive(self, now, server, kind, rank, what):
        server.waiting.append((kind, rank, what))
        if not server.is_working:
            server.is_working = True
            self.at(now + self.nap(now - server.free_at), self.work, server)

    def work(self, now, server):
        """One message after the other, as far as they have come."""
        took, games = 0.0, 0
        for _ in range(min(len(server.waiting), MOST_AT_ONCE)):
            kind, rank, what = server.waiting.popleft()
            took += self.message / 2
            if kind in ("games", "bundle"):
                games += what
                took += (what - 1) * self.more + (what * self.take if server is self.root else 0)
            if rank is not None:
                self.hear(now + took, kind, rank, what)
        if games and server is self.root:
            self.at(now + took, self.put, games)
        elif games:
            if server.held == 0:
                self.at(max(now + took, server.sent + HOLD), self.hand_on, server)
            server.held += games
        server.busy += took
        self.at(now + took, self.go_on, server)

    def hand_on(self, now, server):
        """A helper, every 20 ms at most: one message to rank 0 with all games, and one for the next block of numbers."""
        self.at(now + self.latency, self.arrive, self.root, "bundle", None, server.held)
        self.at(now + self.latency, self.arrive, self.root, "block", None, 0)
        server.held, server.sent = 0, now

    def go_on(self, now, server):
        server.free_at = now
        if server.waiting:
            self.work(now, server)
        else:
            server.is_working = False

    def hear(self, now, kind, rank, what):
        """Who has what and wants how much (arena/keeper_ranks.c)."""
        if kind == "ask":
            self.wanted[rank] += what
        elif kind == "games":
            self.out[rank] -= what
        else:
            self.out[rank] -= len(what)
            self.recalled[rank] = False
            self.pool.extend(what)
        self.hand_out(now, rank)
        while self.pool and self.hungry:
            self.hand_out(now, next(iter(self.hungry)))
        if self.hungry:
            self.recall(now)

    def hand_out(self, now, rank):
        count = min(self.wanted[rank], len(self.pool))
        if len(self.pool) < self.ranks:  # near the end nobody gets a game ahead
            count = min(count, max(0, 1 - self.out[rank]))
        if count > 0:
            self.wanted[rank] -= count
            self.out[rank] += count
            self.at(now + self.wait, self.receive, rank, [self.pool.popleft() for _ in range(count)])
        if self.wanted[rank] > 0 and self.out[rank] == 0:
            self.hungry.add(rank)
        else:
            self.hungry.discard(rank)

    def recall(self, now):
        """Somebody has nothing to do: who has most is asked for what it has not begun."""
        while self.rich and (self.out[self.rich[-1]] < 2 or self.recalled[self.rich[-1]]):
            self.rich.pop()
        if not self.rich and now >= self.looked:
            self.looked = now + self.latency  # looking costs us as much as a simulated round
            self.rich = sorted((rank for rank in range(self.ranks) if self.out[rank] > 1 and not self.recalled[rank]),
                               key=lambda rank: self.out[rank])
        if self.rich:
            rank = self.rich.pop()
            self.recalled[rank] = True
            self.at(now + self.wait, self.give_back, rank)

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

    def run(self):
        for rank in range(self.ranks):
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
    return {"latency_us": messages["round_trip_us"] / 2, "message_us": messages["pair_us"], "more_us": messages["more_us"],
            "take_us": known["take_us"], **known["store"]}


def is_sound(known):
    """Whether all is there, and numbers are what they can be."""
    try:
        numbers = [*costs_for(known, "memory").values(), *costs_for(known, "network").values(), *known["lengths"]]
        return all(0 <= number < math.inf for number in numbers) and sum(known["lengths"]) > 0
    except (KeyError, TypeError):
        return False


def read_costs(path):
    """What was measured; what is not in the file, as `costs` does not print all, is as it was measured here."""
    known = {}
    for name in (COSTS, path):
        try:
            with open(name, encoding="utf-8") as file:
                more = json.load(file)
        except (OSError, ValueError) as error:
            sys.exit(f"cluster.py: {name} cannot be read: {error}")
        if not isinstance(more, dict) or not is_sound({**known, **more}):
            sys.exit(f"cluster.py: {name} is not what `cluster.py costs` prints")
        known.update(more)
    return known


def games_for(ranks, a_rank, mean):
    """So many for each rank; of short games as many as take a second."""
    return max(1, ranks * a_rank, min(int(ranks / mean), GAMES_MOST))


def row(name, known, a_rank, columns, **more):
    cells = []
    for ranks in columns:
        for_ranks = dict(more)
        if for_ranks.get("helpers"):
            for_ranks["helpers"] = max(1, ranks // for_ranks["helpers"])
        games = games_for(ranks, a_rank, name[0])
        runs = [Case(ranks, games, known["lengths"], name[0], costs_for(known), seed=seed, **for_ranks).run()
                for seed in range(1, 6 if games <= SEEDS_MOST else 2)]
        busy, limits = statistics.fmean(run["busy"] for run in runs), [run["limit"] for run in runs if run["limit"]]
        cells.append(f"{100 * busy:.0f} %" + (f" ({limits[0]})" if limits and busy <= 0.95 else ""))
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


def at_least(kind, least):
    """A number from the command line."""
    def read(text):
        try:
            number = kind(text)
        except ValueError:
            number = -math.inf
        if not least <= number < math.inf:
            raise argparse.ArgumentTypeError(f"{text} is no {'whole ' if kind is int else ''}number from {least} on")
        return number
    return read


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("costs", "lengths", "table", "one"))
    parser.add_argument("--costs", default=COSTS, help="the file with what `costs` printed; what it has not is as it was measured here")
    parser.add_argument("--build", default="build", help="where to put the program that measures messages")
    parser.add_argument("--banyan", default="build/banyan", help="the program whose store is measured")
    parser.add_argument("--from", dest="store", help="a store of games, whose lengths are replayed")
    parser.add_argument("--a-rank", type=at_least(int, 1), default=20, help="games for every rank")
    parser.add_argument("--most", type=at_least(int, RANKS[0]), default=RANKS[-1], help="no columns beyond so many ranks")
    parser.add_argument("--ranks", type=at_least(int, 1), default=64)
    parser.add_argument("--games", type=at_least(int, 0), default=0, help="in all; default: by --a-rank")
    parser.add_argument("--mean", type=at_least(float, 1e-6), default=1.0, help="seconds a game takes in the mean")
    parser.add_argument("--equal", action="store_true", help="all games take as long")
    parser.add_argument("--helpers", type=at_least(int, 0), default=0)
    parser.add_argument("--batch", type=at_least(int, 1), default=QUEUE_MOST, help="games in one transaction, at most")
    parser.add_argument("--place", choices=("memory", "network"), default="network")
    options = parser.parse_args()
    if options.what == "costs":
        try:
            print(json.dumps({**measure_messages(options.build), "store": measure_store(options.banyan, options.build)}))
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            sys.exit(f"cluster.py: costs cannot be measured: {error}")
        return
    if options.what == "lengths":
        if not options.store:
            parser.error("lengths needs --from STORE")
        print(json.dumps(lengths_of(options.store)))
        return
    known = read_costs(options.costs)
    if options.store:
        known["lengths"] = lengths_of(options.store)
    if options.equal:
        known["lengths"] = [1.0]
    if options.what == "table":
        print(table(known, options.a_rank, options.most))
        return
    games = options.games or games_for(options.ranks, options.a_rank, options.mean)
    print(json.dumps(Case(options.ranks, games, known["lengths"], options.mean, costs_for(known, options.place),
                          options.helpers, options.batch).run()))


if __name__ == "__main__":
    main()
