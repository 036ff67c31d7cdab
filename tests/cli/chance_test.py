#!/usr/bin/env python3
"""Chance: trees with chance nodes against plain fractions, coins that fall as the seed says."""
import os
import random
import re
import tempfile
import xml.etree.ElementTree as ET
from fractions import Fraction

from _tap import LONG, check, data, finish, run, same, words

TREES = 400 if LONG else 40


def refused(name, *arguments, says):
    result = run(*arguments)
    check(name, result.returncode != 0 and result.stdout == "" and says in result.stderr and
          result.stderr.count("\n") <= 2, words(result))


# --- trees -----------------------------------------------------------------------------------------

def grow(rng, depth):
    """A leaf, a list of children, or a tuple of (weight, child)."""
    kind = rng.randrange(5)
    if depth == 0 or kind == 0:
        return rng.randint(-20, 20)
    children = [grow(rng, depth - 1) for _ in range(rng.randint(1, 3))]
    return children if kind < 3 else tuple((rng.choice((1, 1, 2, 7)), child) for child in children)


def text(tree):
    if isinstance(tree, list):
        return "(" + " ".join(map(text, tree)) + ")"
    if isinstance(tree, tuple):
        return "[" + " ".join(f"{weight}:{text(child)}" for weight, child in tree) + "]"
    return str(tree)


def value(tree, maximise):
    if isinstance(tree, list):
        return (max if maximise else min)(value(child, not maximise) for child in tree)
    if isinstance(tree, tuple):
        return (sum(weight * value(child, maximise) for weight, child in tree) /
                Fraction(sum(weight for weight, _ in tree)))
    return Fraction(tree)


def test_trees():
    rng = random.Random(5)
    bad = []
    for _ in range(TREES):
        tree = [grow(rng, 4), grow(rng, 4)]
        tree = tree if rng.random() < 0.7 else ((3, tree), (1, grow(rng, 3)))
        maximise = rng.random() < 0.5
        told = data("tree", text(tree), "--search", "minimax", *([] if maximise else ["--min"]))
        if abs(told["value"] - value(tree, maximise)) > 1e-8:
            bad.append((text(tree), told["value"], float(value(tree, maximise))))
    check(f"expectimax of {TREES} random trees", not bad, bad[:3])
    told = data("tree", "([2:3 (4 6)][5 [1 2]])", "--nodes")
    same("10/3, by the first child", (told["value"], told["pv"], told["search"]), (3.333333333, ["1"], "minimax"))
    same("who moves where", [node["kind"] for node in told["nodes"]],
         ["MAX", "CHANCE", "CHANCE", "leaf", "MIN", "leaf", "leaf", "leaf", "CHANCE", "leaf", "leaf"])
    same("weights", [node["weight"] for node in told["nodes"]], [None, None, None, 2, 1, None, None, 1, 1, 1, 1])
    same("a root of chance", [data("tree", "[1 2 3:4]")[key] for key in ("value", "root", "pv")], [3, "CHANCE", []])
    same("the text comes back", data("show", "tree", "--position", "( [ 2:3 1:(4 6) ] [5 [ 1 2]])")["position"],
         "([2:3(4 6)][5[1 2]]) X")


def test_drawings():
    drawn = run("tree", "([2:3 (4 6)] 3)").stdout
    same("how likely stands before a child", [line.split() for line in drawn.splitlines()[1:5]],
         [["*", "MAX", "3.33333"], ["*", "+-", "1", "CHANCE", "3.33333"], ["|", "+-", "1", "(2/3)", "leaf", "3"],
          ["|", "`-", "2", "(1/3)", "MIN", "4"]])
    svg = ET.fromstring(run("tree", "([2:3 (4 6)] 3)", "--svg", "-").stdout)
    names = [element.tag.split("}")[1] for element in svg.iter()]
    labels = [element.text for element in svg.iter() if element.get("class") == "window"]
    same("one oval, and how likely its children are", (names.count("ellipse"), labels), (1, ["2/3", "1/3"]))
    check("Expectimax is its name", "Expectimax: value 3.33333" in "".join(svg.itertext()))
    steps = run("tree", "([2:3 (4 6)] 3)", "--step").stdout
    check("steps tell the mean", "CHANCE at 1 counts it 2/3." in steps and "CHANCE at 1 is worth the mean, 3.33333." in steps,
          steps)


def test_bad_trees():
    for tree, says in (("[1 2", "'[' not closed"), ("(1 2]", "']' closes nothing"), ("[1 2)", "')' closes nothing"),
                       ("[]", "at least one child"), ("(2:3 4)", "weights belong to chance nodes"),
                       ("[0:3 4]", "from 1 to 1000000"), ("[-1:3 4]", "from 1 to 1000000"),
                       ("[2: 3: 4]", "stands before a child"), ("[3:]", "stands before a child"),
                       ("[600000:1 600000:2]", "together at most"), ("[2:3:4]", "stands before a child"), ("3:4", "weights")):
        refused(f"the tree {tree}", "tree", tree, says=says)
    refused("alpha-beta on chance", "tree", "[1 2]", "--search", "alphabeta", says="does not understand chance")
    refused("solving coins", "solve", "coins", says="chance leaves no certain result")
    refused("chance= without a random tree", "show", "tree", "--option", "chance=on", says="give branching and depth")


# --- coins ------------------------------------------------------------------------------------------

def replay(moves, coins=3):
    """Heads of both players by the rules, plainly."""
    heads = [0, 0]
    for throw in range(0, len(moves), 2):
        assert 1 <= int(moves[throw]) <= coins and moves[throw + 1] in ("heads", "tails")
        heads[throw // 2 % 2] += int(moves[throw]) if moves[throw + 1] == "heads" else 0
    return heads


def test_play():
    first = data("play", "coins", "--first", "random", "--second", "random", "--seed", "7")
    same("the same seed, the same coins", data("play", "coins", "--first", "random", "--second", "random", "--seed", "7"), first)
    x, o = replay(first["moves"])
    same("the winner by plain counting", first["winner"], "X" if x > o else "O" if o > x else "draw")
    same("a record replays", data("show", "coins", "--moves", " ".join(first["moves"]))["position"], f"{x}:{o} 8")
    told = run("play", "coins", "--first", "minimax", "--second", "random", "--seed", "3").stdout
    check("what nature does is said", re.search(r"^  2   nature: (heads|tails)   \(\d of \d\)$", told, re.M), told)
    same("nature is to move", [data("show", "coins", "--moves", "2")[key] for key in ("to_move", "legal")],
         ["nature", ["heads", "tails"]])
    same("thinking there has no move, but a value", [data("think", "coins", "--moves", "1", "--option", "turns=1",
         "--option", "coins=1")[key] for key in ("move", "value", "pv")], [None, 0, []])
    typed = run("play", "coins", "--first", "human", "--second", "random", "--seed", "5", input="1\nundo\n1\nquit\n").stdout
    falls = re.findall(r"nature: (\w+)", typed)
    check("taking back does not change how it falls", len(falls) >= 4 and falls[:2] == falls[2:4], typed)


def test_explain():
    after = {move["move"]: move["after"] for move in data("explain", "coins", "--moves", "2")["moves"]}
    same("what nature does, for O who comes next", after, {"heads": -2, "tails": 0})
    tree = data("think", "coins", "--player", "mcts sims=500", "--tree", "-", "--tree-depth", "3")["tree"]
    first = tree["root"]["children"][0]
    same("who plays in a tree of simulations", [first["by"], first["children"][0]["by"], first["children"][0]["children"][0]["by"]],
         ["X", "nature", "O"])


def games(*more):
    told = data("match", "coins", "--a", "mcts sims=50", "--b", "random", "--games", "20", "--seed", "4", "--list", *more)
    return [game["moves"] for game in told["list"]]


def test_match():
    first = games()
    same("a match repeats by its seed, on any number of threads", games("--concurrency", "2"), first)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.db")
        data("match", "coins", "--a", "random", "--b", "random", "--games", "30", "--seed", "4", "--store", path)
        checked = run("store", "check", path)
        check("stored games replay, nature's moves with them", checked.returncode == 0, words(checked))


test_trees()
test_drawings()
test_bad_trees()
test_play()
test_explain()
test_match()
finish()
