#!/usr/bin/env python3
"""The lessons of a class on tree search: every command of docs/CLASS.md, and the numbers of the lessons, computed again."""
import itertools
import math
import os
import random
import re
import shlex
import tempfile

from _tap import LONG, check, data, finish, run, same, words

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


# --- docs/CLASS.md -----------------------------------------------------------------------------------------------


def test_commands():
    with open(os.path.join(ROOT, "docs", "CLASS.md"), encoding="utf-8") as file:
        blocks = re.findall(r"^```(sh|text)\n(.*?)^```$", file.read(), re.MULTILINE | re.DOTALL)
    outputs, count = "", 0
    with tempfile.TemporaryDirectory() as folder:
        for kind, block in blocks:
            if kind == "text":
                for line in block.splitlines():
                    check(f"docs/CLASS.md shows what is printed: {line.strip()}", f"{line}\n" in outputs, outputs[-2000:])
                continue
            for command in block.splitlines():
                arguments = shlex.split(command)
                result = run(*arguments[1:], cwd=folder)
                check(f"{command} works", arguments[0] == "build/banyan" and result.returncode == 0 and result.stdout and
                      result.stderr == "", words(result)[-500:])
                outputs += result.stdout
                count += 1
        check("the drawings are there", sorted(os.listdir(folder)) == ["deep.svg", "wide.svg"], os.listdir(folder))
    check("there are commands", count > 15, count)


# --- minimax and alpha-beta ------------------------------------------------------------------------------------------


def spell(tree):
    return str(tree) if isinstance(tree, int) else "(" + " ".join(map(spell, tree)) + ")"


def leaves(tree):
    return 1 if isinstance(tree, int) else sum(map(leaves, tree))


def minimax(tree, maximise):
    if isinstance(tree, int):
        return tree
    return (max if maximise else min)(minimax(child, not maximise) for child in tree)


def alphabeta(tree, maximise, low, high, seen):
    if isinstance(tree, int):
        seen.append(tree)
        return tree
    best = -math.inf if maximise else math.inf
    for child in tree:
        value = alphabeta(child, not maximise, low, high, seen)
        best = max(best, value) if maximise else min(best, value)
        low, high = (max(low, best), high) if maximise else (low, min(high, best))
        if low >= high:
            break
    return best


def random_tree(rng, depth):
    if depth == 0 or (depth < 3 and rng.random() < 0.15):
        return rng.randint(-20, 20)
    return [random_tree(rng, depth - 1) for _ in range(rng.randint(2, 3))]


def test_trees():
    rng = random.Random(5)
    for i in range(60 if LONG else 12):
        tree, maximise = random_tree(rng, 4), rng.random() < 0.5
        options = ["--tree", spell(tree), "--root", "max" if maximise else "min"]
        full, cut = data("lesson", "minimax", *options), data("lesson", "alphabeta", *options)
        seen = []
        value = alphabeta(tree, maximise, -math.inf, math.inf, seen)
        same(f"tree {i}: minimax", (full["value"], full["leaves"], full["looked_at"], full["cuts"]),
             (minimax(tree, maximise), leaves(tree), leaves(tree), 0))
        same(f"tree {i}: alpha-beta", (cut["value"], cut["leaves"], cut["looked_at"]), (value, leaves(tree), len(seen)))
        at = tree
        for child in full["best"]:
            at = at[child - 1]
        same(f"tree {i}: the line of best play leads to the value", at, full["value"])
    for name in ("minimax", "alphabeta"):
        for wrong in ("5", "(1 2", "([1 2])", "()"):
            result = run("lesson", name, "--tree", wrong)
            check(f"{name} --tree {wrong!r} is refused", result.returncode == 2 and result.stdout == "" and
                  len(result.stderr.splitlines()) <= 4, words(result))


# --- Monte Carlo -------------------------------------------------------------------------------------------------------

LINES = [[f"{c}{r}" for c in "abc"] for r in "123"] + [[f"{c}{r}" for r in "123"] for c in "abc"] + \
        [["a1", "b2", "c3"], ["a3", "b2", "c1"]]
CELLS = [c + r for c, r in itertools.product("abc", "123")]


def solve(line):
    """1, 0, -1 for who is to move."""
    if any(set(three) <= set(line[len(line) - 1::-2]) for three in LINES):
        return -1
    free = [cell for cell in CELLS if cell not in line]
    return max((-solve(line + [cell]) for cell in free), default=0)


def test_mcts():
    for rule, spec in (("ratio", "selection=ratio"), ("ucb1", "selection=ucb1"), ("uct", ""),
                       ("rave", "rave=on k=50")):
        for moves in ("a1 b2 c3", "a1 b1", "b2 a1 c3 a3"):
            result = data("lesson", "mcts", "--rule", rule, "--c", "0.6", "--sims", "80", "--runs", "5", "--seed", "7",
                          "--moves", moves)
            search = data("think", "tictactoe", "--moves", moves, "--seed", "7", "--player",
                          f"mcts sims=80 proofs=off c=0.6 memory=4M {spec}")
            same(f"{rule} after {moves}: the search is that of think",
                 [(m["move"], m["visits"]) for m in result["moves"]],
                 [(m["move"], m["visits"]) for m in search["moves"]])
            same(f"{rule} after {moves}: all simulations", sum(m["visits"] for m in result["moves"]), 80)
            line = moves.split()
            same(f"{rule} after {moves}: the truth is that of tic-tac-toe", {m["move"]: m["truth"] for m in result["moves"]},
                 {m["move"]: -solve(line + [m["move"]]) for m in result["moves"]})
    result = data("lesson", "mcts", "--runs", "40")
    best = max(m["truth"] for m in result["moves"])
    again = [data("think", "tictactoe", "--moves", "a1 b2 c3", "--seed", str(seed), "--player",
                  "mcts sims=300 proofs=off selection=ucb1") for seed in range(1, 41)]
    truth = {m["move"]: m["truth"] for m in result["moves"]}
    right = sum(truth[search["move"]] == best for search in again) / 40
    told = next(r["right"] for r in result["rules"] if (r["rule"], r["sims"]) == ("ucb1", 300))
    check("other seeds are right about as often", abs(right - told) < 0.2, (right, told))
    share = [w["share"] for w in result["weights"]]
    check("the larger c, the smaller the answer's share", share == sorted(share, reverse=True), share)
    for wrong, says in ((["--moves", "a1 a1"], "a1"), (["--moves", "a1 b1 a2 b2 a3"], "over"), (["--rule", "magic"], "rule"),
                        (["--c", "-1"], "c")):
        refused = run("lesson", "mcts", *wrong)
        check(f"mcts {wrong} is refused", refused.returncode == 2 and says in refused.stderr, words(refused))


# --- bandits -----------------------------------------------------------------------------------------------------------


def test_bandit():
    steps = run("lesson", "bandit", "--runs", "2", "--horizon", "200", "--step").stdout.split("--- step")[1:]
    tried, paid = [0] * 5, [0.0] * 5
    wrong = []
    for t, step in enumerate(steps, 1):
        head = re.search(r"round t = (\d+): arm (\d+) is taken and pays (\S+)", step)
        arm, payment = int(head.group(2)) - 1, float(head.group(3))
        rows = re.findall(r"^([> ]) +(\d+) +(\d+) +(\S+) +(\S+) +(\S+)", step, re.MULTILINE)
        index = [paid[i] / tried[i] + math.sqrt(2 * 2.5 * math.log(t) / tried[i]) if tried[i] else math.inf for i in range(5)]
        for i, (mark, name, tries, mean, doubt, printed) in enumerate(rows):
            value = math.inf if printed == "infinite" else float(printed)
            if (int(name), int(tries), mark == ">") != (i + 1, tried[i], i == arm) or not (
                    value == index[i] or abs(value - index[i]) < 1e-4) or (tried[i] and
                    (abs(float(mean) - paid[i] / tried[i]) > 1e-4 or abs(float(mean) + float(doubt) - index[i]) > 2e-4)):
                wrong.append((t, rows[i], index[i]))
        if int(head.group(1)) != t or len(rows) != 5 or arm != index.index(max(index)):
            wrong.append((t, arm, index))
        tried[arm] += 1
        paid[arm] += payment
    same("every index of the bandit's steps comes out again, and the largest is taken", (wrong[:3], len(steps)), ([], 60))
    many = run("lesson", "bandit", "--arms", "64", "--runs", "2", "--horizon", "200", "--step").stdout.split("--- step")[1:]
    check("64 arms fit a screen", all(len(step.splitlines()) <= 22 and step.count("\n>") == 1 for step in many),
          max(len(step.splitlines()) for step in many))


for test in (test_commands, test_trees, test_mcts, test_bandit):
    test()
finish()
