#!/usr/bin/env python3
"""Ctrl-C: the command comes to an end soon, with what it has; a second one ends the program."""
import json
import os
import signal
import subprocess
import time

from _tap import BANYAN, check, finish, same, sanitizer_spoke, seeded, words


class Result:
    def __init__(self, returncode, stdout, stderr, seconds):
        self.returncode, self.stdout, self.stderr, self.seconds = returncode, stdout, stderr, seconds


def interrupted(*arguments, after=1.0, stdin=subprocess.DEVNULL):
    """Starts the program, presses Ctrl-C, and waits for it."""
    with subprocess.Popen([BANYAN, *seeded(arguments)], stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        time.sleep(after)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        return Result(process.returncode, out, err, time.monotonic() - begun)


def soon(name, result):
    check(f"{name}: it ends soon", result.seconds < 5 and not sanitizer_spoke(result.stderr),
          f"{result.seconds} s\n{words(result)}")


def test_think():
    for search in ("alphabeta", "minimax", "negamax", "alphabeta depth=60"):
        result = interrupted("think", "breakthrough", "--player", search, "--time", "300", "--json")
        soon(f"think with {search}", result)
        same(f"think with {search}: status", result.returncode, 0)
        found = json.loads(result.stdout or "{}")
        check(f"think with {search}: the best move so far", found.get("move") and not found["complete"],
              words(result))
    result = interrupted("think", "connect4", "--time", "300")
    check("think, as text", result.returncode == 0 and result.stdout.startswith("move   ") and
          "stopped before the end" in result.stdout, words(result))


def test_solve():
    result = interrupted("solve", "breakthrough")
    soon("solve", result)
    check("solve proves nothing", result.returncode == 1 and not result.stdout and
          "nothing is proven" in result.stderr and result.stderr.count("\n") == 1, words(result))


def test_time_limit():
    begun = time.monotonic()
    result = subprocess.run([BANYAN, "solve", "breakthrough", "--time", "500ms"], capture_output=True, text=True,
                            check=False, timeout=30)
    check("solve --time gives up in time", result.returncode == 1 and time.monotonic() - begun < 10 and
          "nothing is proven" in result.stderr, words(result))


def test_perft():
    for threads in ("1", "2"):
        result = interrupted("perft", "breakthrough", "9", "--threads", threads)
        soon(f"perft on {threads} threads", result)
        check(f"perft on {threads} threads: no counts", result.returncode == 1 and not result.stdout and
              "stopped" in result.stderr, words(result))


def test_match():
    result = interrupted("match", "tictactoe", "--a", "alphabeta time=50ms", "--b", "minimax time=20ms",
                         "--games", "100000", "--concurrency", "2", "--json", "--list", after=2.0)
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
    result = interrupted("play", "tictactoe", "--first", "human", "--second", "random", stdin=reader)
    os.close(reader)
    os.close(writer)
    soon("play while a person thinks", result)
    check("play says how to go on then", result.returncode == 0 and
          "banyan play tictactoe --first human --second random" in result.stdout, words(result))


def test_bench():
    result = interrupted("bench")
    soon("bench", result)
    check("bench stops", result.returncode == 1 and not result.stdout and "stopped" in result.stderr, words(result))


for test in (test_think, test_solve, test_time_limit, test_perft, test_match, test_play, test_bench):
    test()
finish()
