#!/usr/bin/env python3
"""Tuning: it finds what is planted, comes to the same after any interruption, and says what is wrong."""
import csv
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import xml.dom.minidom

from _tap import BANYAN, LONG, check, data, finish, run, same, sanitizer_spoke, words

FOLDER = tempfile.mkdtemp(prefix="by_tune_")
SMALL = ["tune", "tictactoe", "--player", "mcts sims=2", "--vary", "sims=1..100", "--population", "4",
         "--openings", "random:2", "--games", "300", "--final", "60"]
TIMES = ("played_now",)


def path(name):
    return os.path.join(FOLDER, name)


def timeless(found):
    return {key: value for key, value in found.items() if key not in TIMES}


def test_both_methods():
    """More simulations are better in tic-tac-toe: that is what is planted."""
    for method, steps in (("selection", 10), ("spsa", 60)):
        found = data(*SMALL, "--method", method)
        same(f"{method}: the method", (found["method"], found["complete"]), (method, True))
        same(f"{method}: steps", (found["planned"], len(found["steps"])), (steps, steps))
        check(f"{method}: the budget is kept", found["games"] <= found["budget"] == 300, found["games"])
        option = found["vary"][0]
        check(f"{method}: it finds more", option["start"] == 2 and option["tuned"] > 20, option)
        same(f"{method}: the players", (found["start"], found["tuned"]),
             ("mcts sims=2", f"mcts sims={option['tuned']}"))
        final = found["final"]
        check(f"{method}: better than the start", final["interval"][0] > 0.5 and
              found["verdict"] == "better than the start", final)
        same(f"{method}: the final match", (final["games"], final["wins"] + final["draws"] + final["losses"]), (60, 60))
        same(f"{method}: at any concurrency", data(*SMALL, "--method", method, "--concurrency", "3"), found)
        check(f"{method}: another seed, another way", data(*SMALL, "--method", method, "--seed", "2")["steps"] !=
              found["steps"])
        text = run(*SMALL, "--method", method).stdout
        check(f"{method}: as text", f"tuned     {found['tuned']}\n" in text and "better than the start\n" in text, text)


def test_steps():
    found = data(*SMALL)
    for number, step in enumerate(found["steps"], 1):
        players = step["players"]
        scores = [player["score"] for player in players]
        good = step["step"] == number and len(players) == 4 and scores == sorted(scores, reverse=True)
        good = good and [player["kept"] for player in players] == [True, True, False, False]
        check(f"step {number}: the better half stays", good, step)
    for before, after in zip(found["steps"], found["steps"][1:]):
        kept = [player["values"] for player in before["players"] if player["kept"]]
        check("who is kept plays again", all(values in [player["values"] for player in after["players"]] for values in kept),
              (before, after))


def test_files():
    found = data(*SMALL, "--csv", path("t.csv"), "--svg", path("t.svg"))
    rows = list(csv.DictReader(open(path("t.csv"), encoding="utf-8")))
    same("CSV: a row a player, and one for the mean", len(rows), 10 * 5)
    means = [float(row["sims"]) for row in rows if row["player"] == "mean"]
    same("CSV: the means", means, [float(step["values"][0]) for step in found["steps"]])
    drawing = xml.dom.minidom.parse(path("t.svg"))
    dots = len(drawing.getElementsByTagName("circle"))
    same("SVG: a dot a player", dots, 40)


def test_interruption():
    """Killed at any moment, it comes to the same log and the same result."""
    slow = ["tune", "nogo", "--size", "4x4", "--player", "mcts sims=60 c=5", "--vary", "c=0.01..10:log z=1..20",
            "--population", "4", "--openings", "random:2", "--games", "400", "--final", "60"]
    for method in ("selection", "spsa"):
        one, two = path(f"{method}.one"), path(f"{method}.two")
        whole = data(*slow, "--method", method, "--log", one)
        command = [BANYAN, *slow, "--method", method, "--log", two, "--json"]
        stops = 0
        for turn in range(40):
            process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(0.05 + 0.1 * turn)
            process.send_signal(signal.SIGINT if turn % 2 else signal.SIGKILL)
            out, err = process.communicate(timeout=120)
            stops += process.returncode != 0
            if process.returncode == 1:
                check(f"{method}, stop {turn}: it says how to go on", "to go on: " in err and
                      not json.loads(out)["complete"], err)
            if process.returncode == 0:
                break
        check(f"{method}: it was stopped", stops > 0)
        data(*slow, "--method", method, "--log", two)  # what a slow machine has left
        again = data(*slow, "--method", method, "--log", two)
        same(f"{method}: nothing is left to play", again["played_now"], 0)
        same(f"{method}: the same result", timeless(again), timeless(whole))
        same(f"{method}: the same log", open(two, encoding="utf-8").read(), open(one, encoding="utf-8").read())
    result = run(*slow, "--seed", "2", "--log", path("selection.one"))
    check("the log of another tuning", result.returncode == 2 and "it says 'seed 1', this one 'seed 2'" in result.stderr,
          words(result))
    result = run(*slow, "--log", path("no/such/folder/log"))
    check("a log that cannot be written", result.returncode != 0 and result.stderr.count("\n") == 1, words(result))


def test_store():
    """The games of a tuning in a store are not played again."""
    store = path("games.db")
    found = data(*SMALL, "--store", store)
    same("the same with a store", timeless(found), timeless(data(*SMALL)))
    stored = data("store", "ls", store)["games"]
    check("its games are there", 0 < stored <= found["games"], stored)
    same("and again", timeless(data(*SMALL, "--store", store)), timeless(found))
    same("no game is played twice", data("store", "ls", store)["games"], stored)


WRONG = [  # arguments and a word of the sentence
    ([], "--player"), (["--player", "mcts"], "--vary"),
    (["--player", "mcts", "--vary", "d=1..2"], "no option 'd'"), (["--player", "mcts", "--vary", "c=2"], "no range"),
    (["--player", "mcts", "--vary", "c=3..1"], "is empty"), (["--player", "mcts", "--vary", "c=1..1"], "is empty"),
    (["--player", "mcts", "--vary", "c=0..1", "--games", "30"], "too small"),
    (["--player", "mcts", "--vary", "c=0..1", "--population", "5"], "even number"),
    (["--player", "mcts", "--vary", "c=0..1", "--pairing", "3"], "even number"),
    (["--player", "mcts", "--vary", "c=0..1", "--by", "hope"], "matches"),
    (["--player", "mcts", "--vary", "c=0..1", "--method", "luck"], "spsa"),
    (["--player", "mcts", "--vary", "c=1..2"], "not in its range"),
    (["--player", "mtcs", "--vary", "c=1..2"], "mcts"),
    (["--player", "gtp cmd=x", "--vary", "c=1..2"], "players of our own"),
    (["--player", "mcts", "--vary", "c=0..1", "--openings", "random:x"], "random:"),
    (["--player", "mcts", "--vary", "c=0..1", "--moves", "a1 a2 b1 b2 c1"], "over"),
]


def test_wrong():
    for arguments, word in WRONG:
        result = run("tune", "tictactoe", *arguments)
        check(f"wrong: {' '.join(arguments)}", result.returncode == 2 and result.stdout == "" and word in result.stderr and
              result.stderr.count("\n") == 1 and not sanitizer_spoke(result.stderr), words(result))


def test_optima():
    """What docs/TUNING.md shows: a spoilt weight of Othello's matrix, and C of UCT on NoGo."""
    if not LONG:
        return
    found = data("tune", "othello", "--player", "alphabeta depth=2 eval=matrix:b2=50", "--vary", "eval=matrix:b2=-100..100",
                 "--games", "4000", "--openings", "random:6", "--concurrency", "2")
    check("the square beside the corner is bad", -80 < found["vary"][0]["tuned"] < -20 and
          found["final"]["interval"][0] > 0.5, found["vary"])
    found = data("tune", "nogo", "--size", "6", "--player", "mcts sims=200 c=8", "--vary", "c=0.01..10:log",
                 "--games", "1000", "--final", "300", "--population", "4", "--openings", "random:2", "--concurrency", "2")
    check("C of UCT on NoGo", 0.2 < found["vary"][0]["tuned"] < 1 and found["final"]["interval"][0] > 0.5, found["vary"])


for test in (test_both_methods, test_steps, test_files, test_interruption, test_store, test_wrong, test_optima):
    test()
shutil.rmtree(FOLDER, ignore_errors=True)
finish()
