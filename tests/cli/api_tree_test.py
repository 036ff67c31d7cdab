#!/usr/bin/env python3
"""POST /tree: minimax and alpha-beta step by step, as the command line has them."""
import json
import math
import random
import shlex

from _api import Api
from _tap import check, data, finish, same
from exercise_test import leaves, minimax, read_tree

SLIDE = "((3 12 8)(2 4 6)(14 5 2))"


# --- alpha-beta once more, step by step ----------------------------------------------------------

def told_steps(tree, maximise):
    """What alpha-beta does, as (kind, path, window or value), and how many nodes it enters."""
    steps = []

    def visit(node, maximise, alpha, beta, path):
        if not isinstance(node, list):
            steps.append(("leaf", path, node, False))
            return node
        steps.append(("enter", path, (alpha, beta), False))
        best, cut = (-math.inf if maximise else math.inf), False
        for i, child in enumerate(node):
            value = visit(child, not maximise, alpha, beta, path + (i + 1,))
            if maximise:
                best = max(best, value)
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                beta = min(beta, best)
            if (best >= beta) if maximise else (best <= alpha):
                cut = i + 1 < len(node)
                break
        steps.append(("leave", path, best, cut))
        return best

    visit(tree, maximise, -math.inf, math.inf, ())
    return steps


def end(value, sign):
    return sign * math.inf if value is None else value


def steps_of(answer):
    """The same out of an answer of the API."""
    nodes = {node["id"]: node for node in answer["nodes"]}

    def path(node):
        return () if node["parent"] is None else path(nodes[node["parent"]]) + (node["child"],)

    found = []
    for step in answer["steps"]:
        node = nodes[step["node"]]
        what = (end(node["window"][0], -1), end(node["window"][1], 1)) if step["kind"] == "enter" else node["value"]
        found.append((step["kind"], path(node), what, step["cut"]))
    return found


def some_tree(rng, depth):
    if depth == 0 or rng.random() < 0.15:
        return rng.randint(-9, 20)
    return [some_tree(rng, depth - 1) for _ in range(rng.randint(1, 4))]


def written(tree):
    return "(" + " ".join(map(written, tree)) + ")" if isinstance(tree, list) else str(tree)


def test_steps(api):
    rng = random.Random(1)
    for number in range(40):
        tree = [some_tree(rng, 3) for _ in range(rng.randint(2, 4))]
        who = rng.choice(["X", "O"])
        answer = api.post("/tree", {"tree": f"{written(tree)} {who}", "steps": 5000})["tree"]
        if not same(f"tree {number}: every step of alpha-beta", steps_of(answer), told_steps(tree, who == "X")):
            print("#", written(tree), who)
        same(f"tree {number}: the value is minimax's", answer["value"], minimax(tree, who == "X"))
        same(f"tree {number}: leaves", answer["leaves"], len(leaves(tree)))


# --- as on the command line -------------------------------------------------------------------------

def test_command_line(api):
    for name, body, words in (
            ("the slide's", {"tree": SLIDE}, [SLIDE]),
            ("minimax", {"tree": SLIDE, "search": "minimax"}, [SLIDE, "--search", "minimax"]),
            ("MIN at the root, worst first", {"tree": SLIDE, "min": True, "order": "worst"}, [SLIDE, "--min", "--order", "worst"]),
            ("chance nodes", {"tree": "([2:3 (4 6)] [5 [1 2]])"}, ["([2:3 (4 6)] [5 [1 2]])"]),
            ("random", {"random": "3x3", "seed": 7}, ["--random", "3x3", "--seed", "7"]),
            ("a random order", {"random": "3x3", "seed": 7, "order": "random"}, ["--random", "3x3", "--seed", "7", "--order", "random"]),
            ("a game", {"game": "nim", "start": "7"}, ["--game", "nim", "--position", "7"]),
            ("an ending", {"game": "tictactoe", "start": "XO./.X./..O X", "search": "minimax"},
             ["--game", "tictactoe", "--position", "XO./.X./..O X", "--search", "minimax"]),
            ("two plies", {"game": "tictactoe", "moves": "b2", "depth": 2, "eval": "lines"},
             ["--game", "tictactoe", "--moves", "b2", "--depth", "2", "--eval", "lines"])):
        answer = api.post("/tree", body)
        same(f"{name}: as the command line", answer.get("tree"), data("tree", *words, "--steps", "1000"))
        again = shlex.split(answer["command"])[1:]
        same(f"{name}: the command is one", data(*again, "--steps", "1000"), answer["tree"])
    same("the text of a random tree gives it again", api.post("/tree", {"tree": api.post("/tree", {"random": "3x2", "seed": 5})["text"]})["tree"],
         api.post("/tree", {"random": "3x2", "seed": 5})["tree"])
    svg = api.post("/tree", {"tree": SLIDE, "svg": True})
    check("a drawing", svg["svg"].startswith("<svg") and "tree" not in svg, svg["svg"][:80])


def test_large(api):
    whole = {"game": "tictactoe"}
    answer = api.post("/tree", whole)
    tree = answer["tree"]
    check("tic-tac-toe whole: alpha-beta saves most of 549,946 nodes", tree["node_count"] == 549946 and tree["nodes_visited"] < 20000 and
          tree["value"] == 0 and answer["whole"], {k: v for k, v in tree.items() if k not in ("nodes", "steps")})
    check("a part of it is told", len(tree["steps"]) == 1000 and len(tree["nodes"]) <= 8400, (len(tree["steps"]), len(tree["nodes"])))
    later = api.post("/tree", {**whole, "first": tree["next_cut"], "steps": 1})["tree"]
    same("from anywhere to the next cut", [(s["step"], s["cut"]) for s in later["steps"]], [(tree["next_cut"], True)])
    check("with every node on the way, and their children", all(
        node["parent"] is None or node["parent"] in {n["id"] for n in later["nodes"]} for node in later["nodes"]))
    past = api.post("/tree", {**whole, "first": 10**6})["tree"]
    same("behind the last step there is none", (past["steps"], past["next_cut"]), ([], None))
    for name, body, says in (
            ("too deep a game", {"game": "go", "depth": 9}, "more than 1,000,000 positions"),
            ("a tree of too many nodes", {"random": "10x6"}, "at most 200000 nodes"),
            ("levels without end", {"tree": "(" * 3000 + "1" + ")" * 3000}, "400 levels"),
            ("a random tree beyond all bounds", {"random": "64x64"}, "")):
        status, answer = api.data("POST", "/tree", body)
        check(f"refused: {name}", status == 400 and says in answer["error"] and len(answer["error"]) > 10, (status, answer))


def test_refused(api):
    for text, says in (("((3 12 8)(2 4 6)", "column"), ("", ""), ("((3 x))", "column 5"), ("(1 2))", "column 6"), ("()", "column"), ("(1e99 2)", "column"),
                       ("((3 12\n 8)(2 q))", "line 2, column 7"), ("[0:1 2]", "column"), ("(99999999999 1)", "column")):
        status, answer = api.data("POST", "/tree", {"tree": text})
        check(f"malformed: {text!r}", status == 400 and says in answer["error"], (status, answer))
    for name, body, says in (
            ("two trees", {"tree": SLIDE, "random": "2x2"}, "not both"),
            ("a tree and a game", {"tree": SLIDE, "game": "nim"}, "written down"),
            ("another search", {"tree": SLIDE, "search": "mcts"}, "minimax or alphabeta"),
            ("an order of minimax", {"tree": SLIDE, "search": "minimax", "order": "best"}, "alphabeta"),
            ("no such order", {"tree": SLIDE, "order": "sideways"}, "order"),
            ("words behind an order", {"tree": SLIDE, "order": "best depth=1"}, "word"),
            ("an evaluation of a tree", {"tree": SLIDE, "eval": "lines"}, "eval"),
            ("an evaluation that breaks out", {"game": "tictactoe", "eval": 'lines" nodes="1'}, "eval"),
            ("an evaluation out of a file", {"game": "othello", "depth": 2, "eval": "pattern:weights=/etc/passwd"}, ""),
            ("alpha-beta with chance", {"tree": "[1 2]", "search": "alphabeta"}, ""),
            ("a depth of a tree", {"tree": SLIDE, "depth": 2}, "depth"),
            ("a seed too large", {"random": "2x2", "seed": "18446744073709551615"}, "seed"),
            ("no size", {"random": "2"}, "random"), ("no size either", {"random": "2x2x2"}, "random"),
            ("no text", {"tree": 7}, "text"), ("steps without end", {"tree": SLIDE, "steps": 10**7}, "steps"),
            ("MIN and X", {"tree": SLIDE + " X", "min": True}, "MIN")):
        status, answer = api.data("POST", "/tree", body)
        check(f"refused: {name}", status == 400 and says in answer["error"] and "\n" not in answer["error"], (status, json.dumps(answer)[:300]))


if __name__ == "__main__":
    with Api() as server:
        test_steps(server)
        test_command_line(server)
        test_large(server)
        test_refused(server)
    finish()
