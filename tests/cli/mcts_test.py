#!/usr/bin/env python3
"""What a user sees of Monte Carlo search: the trace, the tree, refusals, playing with it."""
import json
import math
import os
import tempfile
import xml.etree.ElementTree as ET

from _tap import check, data, finish, run, same, words

FLOAT = 2e-5  # the search computes in floats, values up to some units


def steps_of(game, spec, *more):
    return data("think", game, "--player", spec, "--trace", "100000", *more)


def choices(result):
    """Every choice of a trace, with the step it belongs to."""
    return [(step, choice) for step in result["trace"] if step["step"] == "select"
            for choice in step["choices"]]


def near(name, pairs):
    """Every computed value beside the printed one."""
    bad = [pair for pair in pairs if abs(pair[0] - pair[1]) > FLOAT * max(1, abs(pair[0]))]
    check(name, pairs and not bad, bad[:5] or "nothing to compare")


# --- the trace --------------------------------------------------------------------------------


def formula_values(spec, value, game="nogo", more=("--size", "4")):
    """Recomputes the values of moves with a visit from the numbers printed beside them."""
    result = steps_of(game, spec, *more)
    pairs = [(value(c, step["visits"]), c["value"]) for step, c in choices(result)
             if c["value"] is not None and c["visits"] > 0 and c["proven"] is None]
    near(f"{spec}: the values are those of the formula", pairs)
    return result


def test_values():
    def explore(c, N):
        return 0.4 * math.sqrt(math.log(N + 2) / (c["visits"] + 1))

    def uct(c, N):
        return c["points"] / (c["visits"] + 1) + explore(c, N)

    def rave(c, N):
        beta = 500 / (500 + c["visits"])
        later = c["amaf_points"] / c["amaf_visits"] if c["amaf_visits"] > 0 else 1
        return (1 - beta) * c["points"] / c["visits"] + beta * later + explore(c, N)

    def ucb1(c, N):
        return c["mean"] + 0.4 * math.sqrt(math.log(N) / c["visits"])

    result = formula_values("mcts sims=120", uct)
    near("and explore is c's part of it", [(explore(c, step["visits"]), c["explore"])
                                           for step, c in choices(result) if c["explore"] is not None])
    result = formula_values("mcts sims=120 rave=on", rave)
    near("weight is AMAF's", [(500 / (500 + c["visits"]) if c["visits"] else 1, c["weight"])
                              for _, c in choices(result)])
    for selection in ("ucb1", '"expr: w/n + c*sqrt(ln(N)/n)"'):
        formula_values(f"mcts sims=120 selection={selection}", ucb1)
    check("the formula is told", "sqrt(ln(N+2)/(n+1))" in result["formula"], result["formula"])


def test_twins():
    """The formulas that bench measures grow the trees of the rules they stand for."""
    uct = 'mcts sims=3000 expand=one selection="expr: w/(n+1) + c*sqrt(ln(N+2)/(n+1))"'
    rave = ('mcts sims=3000 selection="expr: (1-(1-n/(k+n)))*(w/max(n,1)) + (1-n/(k+n))*(rn > 0 ? rw/max(rn,1) : 1)'
            ' + c*sqrt(ln(N+2)/(n+1))"')
    for built_in, own in (("mcts sims=3000", uct), ("mcts sims=3000 rave=on", rave)):
        trees = [json.loads(run("think", "nogo", "--size", "5", "--player", spec, "--tree", "-").stdout)["root"]
                 for spec in (built_in, own)]
        same(f"{built_in}: the same tree by a formula", trees[1], trees[0])


def test_steps():
    result = steps_of("tictactoe", "mcts sims=200")
    steps = result["trace"]
    selects = [step for step in steps if step["step"] == "select"]
    same("one move is taken", [s for s in selects if sum(c["taken"] for c in s["choices"]) != 1], [])
    wrong = [s for s in selects if s["reason"] == "largest" and any(
        c["value"] is None and c["proven"] is None for c in s["choices"])]
    same("while a move is untried it is not by value", wrong, [])
    largest = [s for s in selects if s["reason"] == "largest" and not any(
        c["proven"] for c in s["choices"])]
    check("the largest value is taken", largest and all(
        max(c["value"] for c in s["choices"]) == next(c["value"] for c in s["choices"] if c["taken"])
        for s in largest), "")
    same("as many simulations as there were", steps[-1]["simulation"], result["work"]["simulations"])
    backs = [step for step in steps if step["step"] == "backup"]
    same("every simulation is backed up", len(backs), result["work"]["simulations"])
    check("a game has one point", all(b["points"]["X"] + b["points"]["O"] == 1 for b in backs), backs[:3])
    check("expansions say how many moves", all(0 < s["moves"] < 9 for s in steps if s["step"] == "expand"), "")
    last = {b["path"][0]["move"]: b["path"][0]["visits"] for b in backs}
    same("the last numbers of the trace are the tree's", last, {m["move"]: m["visits"] for m in result["moves"]})
    quiet = data("think", "tictactoe", "--player", "mcts sims=200")
    same("watching changes nothing", [m["visits"] for m in quiet["moves"]], [m["visits"] for m in result["moves"]])


def test_epsilon():
    result = steps_of("tictactoe", "mcts sims=300 epsilon=0.4")
    taken = [(step["reason"], choice["visits"]) for step, choice in choices(result) if choice["taken"]]
    check("chance decides sometimes", any(reason == "random" for reason, _ in taken), taken[:10])
    check("what is taken as untried has no visit",
          all(visits == 0 for reason, visits in taken if reason == "untried"), taken[:40])


def test_trace_text():
    text = run("think", "nogo", "--size", "3", "--player", "mcts sims=20 rave=on", "--trace").stdout
    for word in ("simulation 20", "SELECT at the root: Black to move, N = 19", "SELECT after", "EXPAND after",
                 "SIMULATE after", "BACKUP", "rw/rn", "beta", "explore", "value = (1-beta) w/n"):
        check(f"the trace says {word}", word in text, text[:3000])
    text = run("think", "tictactoe", "--player", "mcts sims=20 roots=2", "--trace").stdout
    check("several trees: the first one tells", text.count("simulation ") == 10, text[:500])
    check("not tried yet", "others not tried yet" in text, text[:500])


# --- the tree ---------------------------------------------------------------------------------


def walk(node):
    yield node
    for child in node["children"]:
        yield from walk(child)


def test_tree_json():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "tree.json")
    decision = data("think", "nogo", "--size", "5", "--player", "mcts sims=3000 rave=on", "--tree", path)
    with open(path, encoding="utf-8") as file:
        tree = json.load(file)
    nodes = list(walk(tree["root"]))
    same("the root has all simulations", tree["root"]["visits"], 3000)
    same("as many nodes as it says", tree["shown"], len(nodes))
    check("children have no more visits than their node", all(
        sum(c["visits"] for c in n["children"]) + n["left_out_visits"] <= n["visits"] for n in nodes), "")
    check("at most five, most visited first", all(
        len(n["children"]) <= 5 and n["children"] == sorted(n["children"], key=lambda c: -c["visits"])
        for n in nodes if not any(c["proven"] for c in n["children"])), "")
    same("nothing is lost: 25 moves", len(tree["root"]["children"]) + tree["root"]["left_out"], 25)
    check("players take turns", all(a["by"] == "X" and all(b["by"] == "O" for b in a["children"])
                                    for a in tree["root"]["children"]), "")
    best = {c["move"]: c for c in tree["root"]["children"]}[decision["move"]]
    same("the same value as the decision's", best["value"], decision["value"])
    check("AMAF is there", all(n["amaf_visits"] >= n["visits"] > 0 for n in nodes[1:]), nodes[:2])
    inside = data("think", "nogo", "--size", "5", "--player", "mcts sims=3000 rave=on", "--tree", "-")
    same("with --json it is a key", inside["tree"], tree)
    alone = run("think", "nogo", "--size", "5", "--player", "mcts sims=3000 rave=on", "--tree", "-",
                "--tree-depth", "1", "--tree-width", "2")
    same("without, it is all there is", len(list(walk(json.loads(alone.stdout)["root"]))), 3)
    deep = json.loads(run("think", "nogo", "--player", "mcts sims=30000", "--tree", "-", "--tree-depth", "64",
                          "--tree-width", "1000").stdout)
    check("never more than 20,000 nodes", deep["cut"] and deep["shown"] == 20000, deep["shown"])
    proven = json.loads(run("think", "tictactoe", "--moves", "b2 a2", "--player", "mcts sims=50000",
                            "--tree", "-", "--tree-width", "9").stdout)["root"]
    same("a proven result is told", proven["proven"], "won")
    shared = json.loads(run("think", "tictactoe", "--player", "mcts sims=2000 dag=on", "--tree", "-").stdout)
    check("dag: children have no more visits than the node", all(
        sum(c["visits"] for c in n["children"]) + n["left_out_visits"] <= n["node_visits"]
        for n in walk(shared["root"]) if n["node_visits"] is not None), "")


def test_tree_svg():
    path = os.path.join(tempfile.mkdtemp(), "tree.svg")
    for spec in ("mcts sims=2000", "mcts sims=2000 rave=on selection=puct", "mcts sims=1", "mcts sims=200 roots=2"):
        done = run("think", "nogo", "--size", "7", "--player", spec, "--tree", path)
        good = done.returncode == 0 and "\nmove " in done.stdout
        check(f"{spec}: a drawing beside the answer", good, words(done))
        root = ET.parse(path).getroot()
        texts = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
        check("it names the root and the players", "root" in texts and "Black plays" in texts, texts[:20])
    run("think", "nogo", "--player", "mcts sims=20000", "--tree", path, "--tree-width", "1000", "--tree-depth", "64")
    check("a drawing has its limits", os.path.getsize(path) < 2_000_000, os.path.getsize(path))


# --- refusals, and the other commands ------------------------------------------------------------


def refused(name, wanted, *arguments):
    done = run(*arguments)
    good = done.returncode == 2 and done.stdout == "" and done.stderr.count("\n") == 1
    check(f"{name} is refused in one sentence", good and all(w in done.stderr for w in wanted), words(done))


def test_refusals():
    def spec(name, wanted, options, *more):
        refused(name, wanted, "think", "tictactoe", "--player", f"mcts sims=10 {options}", *more)
    spec("a formula with a hole", ["column 6"], 'selection="expr: w / "')
    spec("an unknown letter", ["column", "q"], 'selection="expr: w/n + q"')
    spec("an unknown rule", ["ucb1"], "selection=ucb2")
    spec("threads and roots", ["threads=", "roots=", "choose one"], "threads=2 roots=2")
    spec("widening without strengths", ["widening=on", "tictactoe"], "widening=on")
    spec("a shared dag", ["dag=on"], "dag=on threads=2")
    spec("an unknown playout", ["playout", "uniform"], "playout=unifrom")
    spec("memory for nothing", ["memory"], "memory=1k")
    spec("an unknown ending", [".json", ".svg"], "", "--tree", "tree.png")
    spec("a width without a tree", ["--tree"], "", "--tree-width", "3")
    spec("two things on standard output", ["--trace"], "", "--tree", "-", "--trace")
    spec("no plies", ["tree-depth"], "", "--tree", "t.svg", "--tree-depth", "0")
    refused("a tree of alpha-beta", ["Monte Carlo", "alphabeta"], "think", "tictactoe", "--tree", "t.svg")
    refused("a tree of a finished game", ["over"], "think", "tictactoe", "--moves", "a1 b1 a2 b2 a3",
            "--player", "mcts", "--tree", "t.svg")
    gone = run("think", "tictactoe", "--player", "mcts sims=10", "--tree", "/nowhere/tree.svg")
    check("a file that cannot be written", gone.returncode == 1 and gone.stdout == "" and
          "/nowhere/tree.svg" in gone.stderr, words(gone))


def test_decision():
    result = data("think", "nogo", "--size", "7", "--player", "mcts sims=500")
    same("an estimate", (result["bound"], result["scale"], result["proven"]), ("estimate", "probability", False))
    check("between 0 and 1", 0 <= result["value"] <= 1, result["value"])
    same("all simulations are counted", (result["work"]["simulations"], sum(m["visits"] for m in result["moves"])),
         (500, 500))
    check("the tree takes bytes", result["work"]["tree_bytes"] > 500, result["work"])
    check("a move that was tried has an estimate", all((m["bound"] == "estimate") == (m["visits"] > 0)
                                                       for m in result["moves"]), "")
    options = {o["name"]: o for o in data("searches", "mcts")["options"]}
    missing = [name for name in ("sims", "time", "memory", "full", "playout", "selection", "c", "rave", "k", "schedule",
                                 "epsilon", "prior", "trust", "widening", "mu", "fpu", "total", "omc", "sigma", "draw", "expand",
                                 "iteration", "amaf", "z", "reuse", "dag", "final", "tie", "proofs", "moves", "early",
                                 "threads", "roots", "leaves") if not options.get(name, {}).get("help")]
    same("searches lists every option, with help", missing, [])


def test_playing():
    result = data("match", "nogo", "--size", "5", "--a", "mcts sims=200 rave=on reuse=on", "--b", "random",
                  "--games", "10")
    check("a match against random moves", result["a"]["wins"] >= 9, result)
    game = run("play", "tictactoe", "--first", "mcts sims=100", "--second", "mcts sims=100 rave=on", "--json")
    check("two of them play a game", game.returncode == 0 and json.loads(game.stdout)["winner"], words(game))


for test in (test_values, test_twins, test_steps, test_epsilon, test_trace_text, test_tree_json, test_tree_svg, test_refusals,
             test_decision, test_playing):
    test()
finish()
