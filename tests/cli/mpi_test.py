#!/usr/bin/env python3
"""Matches, tournaments, tunings and experiments under mpirun: the games of one process, whoever dies, stops or is told to end."""
import contextlib
import json
import os
import random
import re
import shlex
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time

from _tap import BANYAN, LONG, check, finish, run, same, words

FOLDER = tempfile.mkdtemp(prefix="by_mpi_")
HOST = socket.gethostname()
FAULTY = os.path.join(os.path.dirname(BANYAN), "faulty-engine")
KILLS = 20 if LONG else 3
ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "XDG_CONFIG_HOME": FOLDER, "TERM": "xterm",
               "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"}  # Open MPI's own
MATCH = ["match", "connect4", "--a", "mcts sims=300", "--b", "alphabeta depth=3", "--openings", "random:4", "--seed", "7"]
# A game is one move that takes this many milliseconds and no work.
SLEEP = ["match", "mnk", "--size", "1x1", "--option", "k=1", "--b", "random", "--colours", "a-first", "--a"]
TIMES = {"times", "a_seconds", "b_seconds", "a_longest", "b_longest", "finished", "id", "match", "rank"}


def sleeper(milliseconds):
    return f'gtp cmd="{FAULTY} gtp late:{milliseconds}"'


def place(name):
    return os.path.join(FOLDER, name)


def launch(ranks, *arguments, flags=(), **options):
    """The command line of a job."""
    return subprocess.Popen(["mpirun", "--oversubscribe", *flags, "-n", str(ranks), BANYAN, *arguments], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT, **options)


def wait(process, seconds=120):
    try:
        out, err = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        err += f"\nstill running after {seconds} s"
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def job(ranks, *arguments, flags=()):
    return wait(launch(ranks, *arguments, flags=flags))


def rows(path):
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute("SELECT * FROM games ORDER BY match, number")]
    finally:
        connection.close()


def count(path):
    try:
        return len(rows(path))
    except sqlite3.Error:
        return 0  # not made yet


def games(path):
    """What was played, without when, where and by whom."""
    return [{key: value for key, value in row.items() if key not in TIMES} for row in rows(path)]


def shares(path):
    found = {}
    for row in rows(path):
        found[row["rank"]] = found.get(row["rank"], 0) + 1
    return found


def ranks_of(process):
    """The process of each rank, by what mpirun has told them."""
    found = {}
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                if int(file.read().rsplit(")", 1)[1].split()[1]) != process.pid:
                    continue
            with open(f"/proc/{pid}/environ", "rb") as file:
                variables = dict(item.split(b"=", 1) for item in file.read().split(b"\0") if b"=" in item)
        except (OSError, IndexError):
            continue
        if b"OMPI_COMM_WORLD_RANK" in variables:
            found[int(variables[b"OMPI_COMM_WORLD_RANK"])] = int(pid)
    return found


def until(condition, seconds=60):
    end = time.time() + seconds
    while not condition() and time.time() < end:
        time.sleep(0.01)
    return condition()


def timeless(text):
    return [line for line in text.splitlines() if not line.startswith(("time", "made", "games ")) and " ms a move" not in line]


def test_same_games():
    """One process and three ranks: the same games, move for move, and each rank played some of them."""
    one, three = place("one.db"), place("three.db")
    command = [*MATCH, "--games", "60"]
    alone = run(*command, "--store", one)
    together = job(3, *command, "--store", three)
    check("a match on three ranks ends", together.returncode == 0, words(together))
    same("the same games, move for move", games(three), games(one))
    same("all games", count(three), 60)
    same("the same result", timeless(together.stdout), timeless(alone.stdout))
    same("it is printed once", together.stdout.count("score "), 1)
    same("and nothing else is said", together.stderr, "")
    found = shares(three)
    check("each rank played a share", sorted(found) == [0, 1, 2], found)
    shown = run("store", "show", three, "--match", "1", "--number", str(next(row["number"] for row in rows(three) if row["rank"] == 2) + 1)).stdout
    check("and store show by which rank", f" on {HOST} (rank 2)" in shown, shown)
    same("the store says on which host", {row["host"] for row in rows(three)}, {HOST})
    plain = job(3, *command, "--concurrency", "2", "--json")
    result = json.loads(plain.stdout)
    same("without a store, on two threads each", (result["games"], result["played_now"]), (60, 60))
    alone = json.loads(run(*command, "--json").stdout)
    same("the same score", (result["a"]["wins"], result["draws"], result["distinct"]),
         (alone["a"]["wins"], alone["draws"], alone["distinct"]))
    again = job(3, *command, "--store", three)
    check("nothing is played again", ", 0 played now" in again.stdout, again.stdout)
    check("check finds nothing wrong", run("store", "check", three).returncode == 0)


def test_sprt():
    command = [*MATCH, "--games", "400", "--sprt", "elo0=0 elo1=200", "--json"]
    alone, together = json.loads(run(*command).stdout), json.loads(job(3, *command).stdout)
    same("a sequential test ends where it ends in one process", together["sprt"], alone["sprt"])


def test_list_and_records():
    """What rank 0 does with games is done with those of others, too."""
    command = ["match", "nogo", "--size", "4x4", "--a", "mcts sims=50", "--b", "random", "--games", "12", "--seed", "3", "--json", "--list"]
    alone, together = json.loads(run(*command).stdout), json.loads(job(3, *command).stdout)
    moves = [[(game["number"], game["moves"]) for game in result["list"]] for result in (alone, together)]
    same("--list has every game", moves[1], moves[0])


def test_refusals():
    bad = job(3, "match", "connect4", "--a", "mctz", "--b", "random")
    check("a bad player is refused once", bad.stderr.count("banyan: ") == 1 and bad.stdout == "" and bad.returncode == 2, words(bad))
    bad = job(2, "match", "connect4", "--a", "random", "--b", "random", "--lease", "0")
    check("a bad lease too", bad.stderr.count("banyan: ") == 1 and bad.returncode == 2, words(bad))
    bad = job(3, "nosuch")
    check("a command that there is not is refused once", bad.stderr.count("banyan: ") == 1 and bad.returncode == 2, words(bad))
    for seconds in ("soon", "-1"):
        bad = job(3, *MATCH, "--games", "2", flags=("-x", f"BANYAN_MPI_START={seconds}"))
        check(f"BANYAN_MPI_START={seconds} too", bad.stderr.count("banyan: ") == 1 and seconds in bad.stderr and bad.returncode == 2, words(bad))
    shown = job(3, "--version")
    same("the version is printed once", (shown.stdout.count("banyan "), shown.returncode), (1, 0))
    shown = job(2, "match", "--help")
    check("help is printed once", shown.stdout.count("--lease TIME") == 1 and shown.returncode == 0, words(shown))


def test_colours():
    """mpirun gives rank 0 a terminal of its own: what is printed there goes elsewhere."""
    for ranks in (1, 2):
        result = job(ranks, *MATCH, "--games", "4")
        check(f"{ranks} under mpirun: no colours in what is printed", result.returncode == 0 and "score" in result.stdout and
              "\033" not in result.stdout, words(result))


def test_engine_missing_on_a_rank():
    """A program that does not start where rank 1 is: one sentence, and the others play all."""
    script = place("engine.sh")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\n[ "$OMPI_COMM_WORLD_LOCAL_RANK" != 1 ] || exit 7\nexec {FAULTY} gtp late:20\n')
    os.chmod(script, 0o755)
    path = place("missing.db")
    result = job(3, *SLEEP, f'gtp cmd="{script}"', "--games", "20", "--store", path)
    same("one rank's engine does not start: all games are played", (result.returncode, count(path)), (0, 20))
    said = [line for line in result.stderr.splitlines() if "rank 1" in line]
    check("it is told once, with rank and host", len(said) == 1 and f"rank 1 on {HOST} does not play: " in said[0], result.stderr)
    check("the others played", sorted(shares(path)) == [0, 2], shares(path))


def test_other_build():
    """A rank with another build says so and does not play."""
    version = run("--version").stdout.split()[1]
    digest = version.split("+")[1].encode()
    other = place("other-banyan")
    with open(BANYAN, "rb") as file:
        program = file.read()
    check("the digest is in the program", digest in program, digest)
    with open(other, "wb") as file:
        file.write(program.replace(digest, b"0" * len(digest)))
    os.chmod(other, 0o755)
    path = place("build.db")
    command = [*SLEEP, sleeper(20), "--games", "12", "--store", path]
    result = wait(subprocess.Popen(["mpirun", "--oversubscribe", "-n", "2", BANYAN, *command, ":", "-n", "1", other, *command],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT))
    same("another build: all games, by the others", (result.returncode, count(path), 2 in shares(path)), (0, 12, False))
    check("and a sentence", f"rank 2 on {HOST} does not play: its banyan is {version.split('+')[0]}+{'0' * len(digest)}, and rank 0's is {version}"
          in result.stderr, result.stderr)


def test_killed_workers():
    """With --enable-recovery workers may die at any moment."""
    chance = random.Random(1)
    for i in range(KILLS):
        path = place(f"kill{i}.db")
        process = launch(4, *SLEEP, sleeper(30), "--games", "160", "--store", path, "--lease", "600ms", flags=("--enable-recovery",))
        until(lambda: count(path) > 0)
        pids = ranks_of(process)
        victims = chance.sample([1, 2, 3], chance.choice([1, 1, 2]))
        for victim in victims:
            time.sleep(chance.uniform(0, 0.25))
            with contextlib.suppress(KeyError, ProcessLookupError):  # all was played before this test got its turn
                os.kill(pids[victim], signal.SIGKILL)
        result = wait(process)
        numbers = [row["number"] for row in rows(path)]
        check(f"ranks {victims} killed: all games, none twice, exit 0", result.returncode == 0 and numbers == list(range(160)),
              f"{len(numbers)} games, {len(set(numbers))} numbers\n{words(result)}")
        check("and the result is printed", "a         160 wins" in result.stdout, result.stdout)


def test_killed_while_sending():
    """Of a long message only the beginning has come when its sender dies: rank 0 goes on without the rest. Rank 0 is stopped
    until that is so; and that a message is long is a matter of flags."""
    path = place("sending.db")
    flags = ("--enable-recovery", "--mca", "btl", "vader,self", "--mca", "btl_vader_eager_limit", "128")
    process = launch(3, *SLEEP, sleeper(20), "--games", "400", "--store", path, "--lease", "1s", flags=flags)
    until(lambda: len(shares(path)) == 3 if count(path) else False)
    pids = ranks_of(process)
    os.kill(pids[0], signal.SIGSTOP)
    time.sleep(0.5)
    os.kill(pids[1], signal.SIGKILL)
    os.kill(pids[0], signal.SIGCONT)
    result = wait(process, 60)
    numbers = [row["number"] for row in rows(path)]
    check("a rank killed in the middle of a message: all games, none twice, exit 0",
          result.returncode == 0 and numbers == list(range(400)), f"{len(numbers)} games\n{words(result)}")


def test_killed_at_the_start():
    """MPI waits for all ranks to start, also for one that has died: not for ever."""
    path = place("early.db")
    process = launch(4, *SLEEP, sleeper(5), "--games", "40", "--store", path, "--lease", "1s",
                     flags=("--enable-recovery", "-x", "BANYAN_MPI_START=4"))
    until(lambda: 2 in ranks_of(process))
    os.kill(ranks_of(process)[2], signal.SIGKILL)
    result = wait(process, 60)
    numbers = [row["number"] for row in rows(path)] if count(path) else []
    check("a rank killed at once: all games, none twice, exit 0", result.returncode == 0 and numbers == list(range(40)), words(result))
    check("and no colours in what rank 0 prints alone", "score" in result.stdout and "\033" not in result.stdout, words(result))


def test_late_rank():
    """Without recovery nobody is missing: a rank that starts late is waited for, and plays."""
    path = place("late.db")
    script = place("late.sh")
    with open(script, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\n[ "$OMPI_COMM_WORLD_RANK" != 1 ] || sleep 24\nexec {BANYAN} "$@"\n')
    os.chmod(script, 0o755)
    result = wait(subprocess.Popen(["mpirun", "--oversubscribe", "-n", "2", script, *SLEEP, sleeper(50), "--games", "40", "--store", path],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT))
    check("a rank that is late for 24 s: all games, and it plays a share", result.returncode == 0 and count(path) == 40 and
          sorted(shares(path)) == [0, 1], (shares(path), words(result)))


def test_killed_job():
    """Without recovery the job ends with the rank that dies, rank 0 or another: the same command goes on."""
    for victim in (2, 0):
        path = place(f"resume{victim}.db")
        command = [*SLEEP, sleeper(15), "--games", "300", "--store", path]
        process = launch(3, *command)
        until(lambda: count(path) > 5)
        os.kill(ranks_of(process)[victim], signal.SIGKILL)
        broken = wait(process)
        before = count(path)
        check(f"rank {victim} killed: the job ends", broken.returncode != 0 and 0 < before < 300, (broken.returncode, before))
        result = job(3, *command)
        numbers = [row["number"] for row in rows(path)]
        check("the same command goes on and ends with all games", result.returncode == 0 and numbers == list(range(300)), words(result))
        found = re.search(r"(\d+) played now", result.stdout)
        check("and plays only the rest", found and int(found.group(1)) == 300 - before, (before, result.stdout))


def test_stopped_rank():
    """A rank that is silent past its lease is given up; what it brings late is not stored twice."""
    path = place("stopped.db")
    process = launch(3, *SLEEP, sleeper(40), "--games", "300", "--store", path, "--lease", "500ms")
    until(lambda: len(shares(path)) == 3 if count(path) else False)
    pid = ranks_of(process)[2]
    os.kill(pid, signal.SIGSTOP)
    time.sleep(1.5)
    os.kill(pid, signal.SIGCONT)
    result = wait(process)
    numbers = [row["number"] for row in rows(path)]
    check("a stopped rank: all games once, exit 0", result.returncode == 0 and numbers == list(range(300)), words(result))
    check("it was given up, and that was told", f"nothing was heard of rank 2 on {HOST} for 0.5 s: its games go to others" in result.stderr,
          result.stderr)


def test_stopped_for_ever():
    """A rank that hangs and stays so: all is played, printed and closed, whatever mpirun makes of the process."""
    for flags in ((), ("--enable-recovery",)):
        path = place(f"hung{len(flags)}.db")
        process = launch(3, *SLEEP, sleeper(20), "--games", "300", "--store", path, "--lease", "500ms", flags=flags)
        until(lambda: len(shares(path)) == 3 if count(path) else False)
        pid = ranks_of(process)[2]
        os.kill(pid, signal.SIGSTOP)
        until(lambda: count(path) == 300)
        ended = until(lambda: process.poll() is not None, 4 if flags else 60)
        if not ended:
            os.kill(pid, signal.SIGKILL)
        result = wait(process)
        check(f"a rank that hangs, {flags}: all games, the result, and mpirun {'waits' if flags else 'ends'}", count(path) == 300 and
              "a         300 wins" in result.stdout and bool(ended) != bool(flags) and result.returncode == (0 if flags else 1),
              (ended, words(result)))


def test_stopped_first():
    """Rank 0 hangs: the others end after two leases, and the job with them; where it outlives them, rank 0 plays the rest."""
    for flags in ((), ("--enable-recovery",)):
        path = place(f"first{len(flags)}.db")
        command = [*SLEEP, sleeper(20), "--games", "300", "--store", path]
        process = launch(3, *command, "--lease", "500ms", flags=flags)
        until(lambda: count(path) > 5)
        pids = ranks_of(process)
        os.kill(pids[0], signal.SIGSTOP)
        until(lambda: not ranks_of(process).keys() & {1, 2})
        with contextlib.suppress(ProcessLookupError):  # mpirun may have killed it already
            os.kill(pids[0], signal.SIGCONT)
        result = wait(process)
        before = count(path)
        check(f"rank 0 hangs, {flags}: the job ends as the document says", result.returncode == 0 and before == 300 if flags else
              result.returncode != 0 and before < 300, (before, words(result)))
        check("and the same command has all games", run(*command).returncode == 0 and [row["number"] for row in rows(path)] == list(range(300)))


def test_status_with_recovery():
    """With --enable-recovery mpirun's status says nothing; the same command alone says it."""
    command = [*MATCH, "--games", "8", "--store", FOLDER]
    both = job(2, *command, flags=("--enable-recovery",)), run(*command)
    check("a store that cannot be one", [result.returncode for result in both] == [0, 2] and "is not a store" in both[0].stderr,
          words(both[0]) + words(both[1]))


def test_interrupt():
    """Ctrl-C at mpirun ends all of it, keeps what is done, and says how to go on."""
    path = place("interrupt.db")
    command = [*SLEEP, sleeper(20), "--games", "600", "--store", path]
    process = launch(3, *command)
    until(lambda: count(path) > 10)
    process.send_signal(signal.SIGINT)
    result = wait(process, 20)
    before = count(path)
    check("interrupted: it ends, and keeps what is done", 10 < before < 600 and "still running" not in result.stderr, (before, words(result)))
    said = re.search(rf"stopped after {before} of 600 games, which are stored; to go on: (mpirun --oversubscribe -n 3 .*)", result.stderr)
    check("and says how to go on", said, words(result))
    again = subprocess.run(shlex.split(said.group(1)) if said else ["false"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                           check=False, env=ENVIRONMENT, timeout=200)
    same("and so it does", (again.returncode, [row["number"] for row in rows(path)]), (0, list(range(600))))


TOURNAMENT = """title = "Small"
game = "nogo"
size = "4x4"
format = "swiss"
rounds = 3
games = 6
openings = "random:1"
[[player]]
name = "one"
spec = "mcts sims=60"
[[player]]
name = "two"
spec = "mcts sims=20 rave=on"
[[player]]
name = "three"
spec = "random"
[[player]]
name = "four"
spec = "mcts sims=5"
"""


def test_tournament():
    """Who meets whom depends on all games before."""
    path = place("swiss.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TOURNAMENT)
    one, three = place("swiss1.db"), place("swiss3.db")
    alone = run("tournament", path, "--store", one)
    together = job(3, "tournament", path, "--store", three)
    same("a Swiss tournament: the same games", games(three), games(one))
    table = [re.sub(r" +[0-9.]+ m?s", "", line) for line in timeless(together.stdout)]
    check("and a table", together.returncode == 0 and len(table) > 4 and len(table) == len(timeless(alone.stdout)), words(together))


def test_tune():
    command = ["tune", "nogo", "--size", "4x4", "--player", "mcts sims=20 c=1", "--vary", "c=0.1..2", "--games", "60", "--final", "20",
               "--method", "spsa", "--seed", "5", "--json"]
    alone, together = run(*command), job(3, *command)
    check("tune on three ranks", together.returncode == 0 and alone.returncode == 0, words(together) + words(alone))
    if together.returncode == 0:
        same("the same steps and the same end", json.loads(together.stdout), json.loads(alone.stdout))


LAB = """name: small
document: own
title: a small one
claim: none
game: nogo size=4x4
measure: match openings=random:1
axis sims: 5 20
a: mcts sims={sims}
b: random
games: 8
[played]
[counted]
measure: plays
game: stones row="1 2 3 {last}"
axis sims: -
axis last: 5 6 7 8 9 10
a: minimax nodes=100000
b: -
games: 1
"""


def test_lab():
    path = place("small.lab")
    with open(path, "w", encoding="utf-8") as file:
        file.write(LAB)
    compare_lab(path)
    for experiment in ("alphabeta-nodes", "nogo-exploration", "nim-values", "go-selection") if LONG else ():
        compare_lab(experiment)


def compare_lab(experiment):
    """A run in one process and one on three ranks: the sums of all cells, and the games."""
    tables = []
    stores = [place(f"{os.path.basename(experiment)}.{ranks}.db") for ranks in (1, 3)]
    for store, runner in zip(stores, (run, lambda *words_: job(3, *words_))):
        choice = [experiment, "--scale", "smoke", "--store", store, "--seed", "2"]
        result = runner("lab", "run", *choice)
        check(f"lab run {os.path.basename(store)}", result.returncode == 0, words(result))
        shown = run("lab", "show", *choice).stdout
        tables.append([line.replace(store, "") for line in shown.splitlines() if "seconds-" not in line])
    check("the laboratory has a table", any("--sum" in line for line in tables[0]), tables[0])
    same("and on ranks that of one process", tables[1], tables[0])
    same("of the same games", games(stores[1]), games(stores[0]))


def busy(path, ranks, seconds):
    """The share of the time from the first game's beginning to the last one's end in which ranks played."""
    found = rows(path)
    begin, end = min(row["finished"] for row in found) - seconds, max(row["finished"] for row in found)
    return len(found) * seconds / (ranks * (end - begin))


def test_busy():
    """Games of a second's sleep on 64 ranks: they do hardly anything but sleep."""
    path = place("busy.db")
    result = job(64, *SLEEP, sleeper(1000), "--games", str(64 * 40), "--store", path)
    share = busy(path, 64, 1.0)
    print(f"# 64 ranks are busy for {100 * share:.1f} % of the time", flush=True)
    check("64 ranks are busy for 95 % of the time", result.returncode == 0 and count(path) == 2560 and share >= 0.95, (share, words(result)))


def test_crowded():
    """Games of 1 ms where others want the cores: rank 0 still hears the rest, and does not play nearly all alone."""
    path = place("crowded.db")
    others = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(4 * len(os.sched_getaffinity(0)))]
    try:
        result = job(3, *SLEEP, sleeper(1), "--games", "400", "--store", path)
    finally:
        for other in others:
            other.kill()
            other.wait()
    found = shares(path)
    check("games of 1 ms on cores that others use: every rank plays a share", result.returncode == 0 and sum(found.values()) == 400 and
          min(found.get(rank, 0) for rank in range(3)) >= 60, (found, words(result)))


def test_overhead():
    """Games of 100 ms: two ranks take as long as two threads, counted from the first game to the last. Sleeps show the time
    that the sharing takes, whatever else the machine does; searches show the work that it takes."""
    threads, ranks = place("threads.db"), place("ranks.db")
    command = [*SLEEP, sleeper(100), "--games", "200"]
    run(*command, "--concurrency", "2", "--store", threads)
    job(2, *command, "--store", ranks)
    shares_busy = busy(threads, 2, 0.1), busy(ranks, 2, 0.1)
    print(f"# of 100 ms: two threads are busy for {100 * shares_busy[0]:.1f} %, two ranks for {100 * shares_busy[1]:.1f} %", flush=True)
    check("sleeps of 100 ms: two ranks lose at most 5 % against two threads", shares_busy[1] >= 0.95 * shares_busy[0], shares_busy)


def main():
    test_lab()
    test_same_games()
    test_sprt()
    test_list_and_records()
    test_refusals()
    test_colours()
    test_engine_missing_on_a_rank()
    test_other_build()
    test_killed_workers()
    test_killed_while_sending()
    test_killed_job()
    test_stopped_rank()
    test_stopped_for_ever()
    test_stopped_first()
    test_status_with_recovery()
    test_crowded()
    test_interrupt()
    test_tournament()
    test_tune()
    if LONG:
        test_killed_at_the_start()  # mpirun itself may wait for ever on a busy machine
        test_late_rank()
        test_busy()
        test_overhead()
    shutil.rmtree(FOLDER, ignore_errors=True)
    finish()


main()
