#!/usr/bin/env python3
"""Ctrl-C, SIGTERM and SIGHUP: the command comes to an end soon, with what it has; a second one ends the program."""
import json
import os
import resource
import signal
import subprocess
import tempfile
import time

from _tap import BANYAN, check, finish, same, sanitizer_spoke, seeded, words
from _wait import processor_time, rests, until, works


BUILD = os.path.abspath(os.environ.get("BY_BUILD", "build-test"))


class Result:
    def __init__(self, returncode, stdout, stderr, seconds, work):
        self.returncode, self.stdout, self.stderr, self.seconds, self.work = returncode, stdout, stderr, seconds, work


def work_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def interrupted(*arguments, when=None, stdin=subprocess.DEVNULL, number=signal.SIGINT):
    """Starts the program, presses Ctrl-C or sends another signal once it is at work, and waits for it."""
    before = work_of_children()
    with subprocess.Popen([BANYAN, *seeded(arguments)], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        (when or (lambda started: works(started, 0.5, number)))(process)
        before += processor_time(process.pid)
        begun = time.monotonic()
        process.send_signal(number)
        try:
            out, err = process.communicate(timeout=60)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        return Result(process.returncode, out, err, time.monotonic() - begun, work_of_children() - before)


def soon(name, result):
    """By its own work; by the clock it also takes what others do meanwhile."""
    check(f"{name}: it ends soon", result.work < 3 and result.seconds < 30 and not sanitizer_spoke(result.stderr),
          f"{result.work} s of work, {result.seconds} s\n{words(result)}")


def test_think():
    for search in ("alphabeta", "minimax", "negamax", "alphabeta depth=60"):
        result = interrupted("think", "breakthrough", "--player", search, "--time", "300", "--json")
        soon(f"think with {search}", result)
        same(f"think with {search}: status", result.returncode, 0)
        found = json.loads(result.stdout or "{}")
        check(f"think with {search}: the best move so far", found.get("move") and not found["complete"],
              words(result))
    result = interrupted("think", "connect4", "--time", "300")
    check("think, as text", result.returncode == 0 and "\nmove   " in result.stdout and
          "stopped before the end" in result.stdout, words(result))


def test_solve():
    result = interrupted("solve", "breakthrough")
    soon("solve", result)
    check("solve proves nothing", result.returncode == 1 and not result.stdout and
          "nothing is proven" in result.stderr and result.stderr.count("\n") == 1, words(result))


def test_time_limit():
    begun = time.monotonic()
    result = subprocess.run([BANYAN, "solve", "breakthrough", "--time", "500ms"], capture_output=True, text=True,
                            check=False, timeout=60)
    check("solve --time gives up in time", result.returncode == 1 and time.monotonic() - begun < 30 and
          "nothing is proven" in result.stderr, words(result))


def test_perft():
    for threads in ("1", "2"):
        result = interrupted("perft", "breakthrough", "9", "--threads", threads)
        soon(f"perft on {threads} threads", result)
        check(f"perft on {threads} threads: no counts", result.returncode == 1 and not result.stdout and
              "stopped" in result.stderr, words(result))


def test_match():
    result = interrupted("match", "tictactoe", "--a", "alphabeta time=50ms", "--b", "minimax time=20ms",
                         "--games", "100000", "--concurrency", "2", "--json", "--list", when=lambda process: works(process, 1.0))
    soon("match", result)
    found = json.loads(result.stdout or "{}")
    check("match keeps the finished games", 0 < found.get("games", 0) < 100000 and
          len(found["list"]) == found["games"] and
          found["a"]["wins"] + found["b"]["wins"] + found["draws"] == found["games"], words(result)[:800])
    check("match says how to go on", result.returncode == 1 and "--seed 1" in result.stderr, result.stderr)


def test_play():
    result = interrupted("play", "breakthrough", "--first", "alphabeta time=60s", "--second", "random")
    soon("play while a program thinks", result)
    check("play says how to go on", result.returncode == 0 and
          'banyan play breakthrough --first "alphabeta time=60s" --second random' in result.stdout, words(result))
    reader, writer = os.pipe()
    result = interrupted("play", "tictactoe", "--first", "human", "--second", "random", stdin=reader, when=rests)
    os.close(reader)
    os.close(writer)
    soon("play while a person thinks", result)
    check("play says how to go on then", result.returncode == 0 and
          "banyan play tictactoe --first human --second random" in result.stdout, words(result))


def test_bench():
    result = interrupted("bench")
    soon("bench", result)
    check("bench stops", result.returncode == 1 and not result.stdout and "stopped" in result.stderr, words(result))


def test_engine_check():
    """It is in the middle of waiting for an answer."""
    result = interrupted("engine", "check", 'gtp cmd="sleep 100" command=60s', when=rests)
    soon("engine check", result)
    check("engine check says what it did not do", result.returncode == 1 and "stopped" in result.stderr, words(result))


def runs(pid):
    """Whether a process runs; one that is dead and that nobody has looked after does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def test_engines():
    """Who waits for commands leaves when told to."""
    for command in ("gtp", "gomocup", "nboard"):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            reader, writer = os.pipe()
            result = interrupted(command, stdin=reader, number=number, when=lambda process: rests(process, number))
            os.close(reader)
            os.close(writer)
            soon(f"{command} and {number.name}", result)
            same(f"{command} and {number.name}: status", result.returncode, 0)


def lines_of(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().count("\n")
    except OSError:
        return 0


def test_closed_terminal():
    """SIGHUP is no way to leave a program behind, also one that does not listen and has left our group."""
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/deaf", "w", encoding="utf-8") as file:
            file.write("trap '' HUP TERM PIPE\necho $$ >>\"$1\"\nwhile :; do sleep 0.1; done\n")
        deaf = f"sh {folder}/deaf {folder}/pids &"
        command = f"{deaf} setsid {deaf} {BUILD}/faulty-engine gtp hang"
        result = interrupted("match", "tictactoe", "--a", f'gtp cmd="{command}"', "--b", "random",
                             number=signal.SIGHUP, when=lambda process: until(lambda: lines_of(f"{folder}/pids") == 2) and
                             rests(process, signal.SIGHUP))
        with open(f"{folder}/pids", encoding="utf-8") as file:
            pids = file.read().split()
        same("two programs were started", len(pids), 2)
        soon("match and SIGHUP", result)
        same("they run no longer", [pid for pid in pids if runs(pid)], [])
        for pid in pids:
            if runs(pid):
                os.kill(int(pid), signal.SIGKILL)


def test_ignored():
    """What nohup has started does not hear SIGHUP."""
    with subprocess.Popen([BANYAN, "match", "tictactoe", "--a", "mcts sims=500", "--b", "mcts sims=500",
                           "--games", "200"], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True,
                          preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as process:
        time.sleep(0.5)
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=120)
        same("nohup holds", process.returncode, 0)


for test in (test_think, test_solve, test_time_limit, test_perft, test_match, test_play, test_bench, test_engine_check,
             test_engines, test_closed_terminal, test_ignored):
    test()
finish()
