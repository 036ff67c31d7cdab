#!/usr/bin/env python3
"""Bench measures every game; the signature has every game and search, and stays the same."""
import re
import resource

from _tap import check, data, finish, run, same, words


def work():
    """Processor seconds of the programs run so far: a busy machine makes them wait, not work."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_results():
    begun = work()
    results = data("bench")["results"]
    check("bench works less than 100 s", work() - begun < 100, work() - begun)
    good = all(isinstance(r["name"], str) and r["value"] > 0 and isinstance(r["unit"], str) for r in results)
    check("every figure has a name, a value and a unit", good, results)
    names = [result["name"] for result in results]
    same("no name twice", len(names), len(set(names)))
    for kind in ("perft", "playout", "search", "player"):
        for game in ("tictactoe", "stones", "nim", "breakthrough", "connect4", "tree", "nogo", "go", "othello", "gomoku"):
            check(f"{kind} of {game}", any(name.startswith(f"{kind}/{game}/") for name in names), names)
    for name in ("machine/rng", "playout/tictactoe/3x3/uniform", "perft/breakthrough/8x8",
                 "playout/nogo/9x9/uniform", "playout/nogo/7x7/uniform", "playout/nogo/7x7-naive/uniform",
                 "playout/go/9x9/uniform", "playout/go/13x13/uniform", "playout/go/19x19/uniform",
                 "playout/go/9x9/tactical", "playout/go/9x9-array/uniform", "playout/go/9x9-halfway/uniform",
                 "playout/go/9x9-unionfind/uniform", "cost/go/plies/9x9", "cost/go/operations/5x5",
                 "cost/go/operations/19x19-unionfind-list", "cost/go/time/19x19-array", "cost/go/time/exponent",
                 "search/connect4/7x6/alphabeta", "search/connect4/7x6/minimax",
                 "mcts/nogo/7x7/antidecisive+rave", "mcts/nogo/7x7/antidecisive+rave@2",
                 "mcts/nogo/7x7/antidecisive+rave/expr"):
        check(f"there is {name}", name in names, names)
    nets = {r["name"]: r["value"] for r in results if r["unit"] == "evaluations/s"}
    check("a network and its reference in plain C", all(f"{name}/plain" in nets or name.endswith("/plain") for name in nets), nets)
    shares = {r["name"]: r["value"] for r in results if r["unit"] == "of the time"}
    trees = [name for name in shares if name.endswith("/tree")]
    check("tree and playouts share the time", trees and all(
        abs(shares[name] + shares[name.replace("/tree", "/playouts")] - 1) < 1e-9 for name in trees), shares)


# The power of n that the steps of a playout grow with from 5x5 to 19x19, and the thesis' figure.
POWERS = {"": (1.8, 2.1, 2), "-unionfind": (1.8, 2.1, 2), "-unionfind-lazy": (2.5, 3.0, 4),
          "-unionfind-list": (3.0, 3.6, 4), "-halfway": (4.2, 4.8, 4), "-array": (5.4, 6.0, 6)}


def test_cost():
    """Steps are counted: the same on every machine, however busy it is."""
    results = {result["name"]: result for result in data("bench", "--filter", "cost/go/operations")["results"]}
    for mark, (low, high, published) in POWERS.items():
        power = results[f"cost/go/operations/exponent{mark}"]
        check(f"the power of n, board {mark}", low < power["interval"][0] < power["value"] < power["interval"][1] < high
              and power["published"] == published, power)
        for size in range(5, 20):
            steps = results[f"cost/go/operations/{size}x{size}{mark}"]
            check(f"phases add up, {size}{mark}", abs(sum(steps["parts"].values()) - steps["value"]) < 1 + 1e-9, steps)
    parts = {mark: results[f"cost/go/operations/exponent{mark}"]["parts"] for mark in POWERS}
    check("the comparison for the ko is the sixth power", 5.7 < parts["-array"]["ko"] < 6.0, parts)
    check("flood fill is more than the fourth", 4.4 < parts["-halfway"]["groups"] < 4.8, parts)
    check("asking every point is the fourth", 3.7 < parts["-halfway"]["legality"] < 4.1, parts)
    check("inserting into a list is the fourth", 3.6 < parts["-unionfind-list"]["candidates"] < 4.1, parts)
    check("into a list with a map the second", 1.7 < parts["-unionfind"]["candidates"] < 2.1, parts)
    plies = data("bench", "--filter", "cost/go/plies/exponent")["results"][0]
    check("a playout has fewer plies a point on larger boards", 1.7 < plies["value"] < 1.9, plies)
    one = [run("bench", "--filter", "cost/go/operations/9x9-array").stdout for _ in range(2)]
    same("counted twice", one[0], one[1])
    check("as text", re.fullmatch(r"cost/go/operations/9x9-array +\S+ k operations; legality \S+ k, groups .*\n", one[0]), one[0])


def test_filter():
    for wanted, first in (("playout/go", "playout/go/"), ("playout/mnk", "playout/tictactoe/"),
                          ("playout/tictactoe/3x3/", "playout/tictactoe/3x3/"), ("player/mnk", "player/tictactoe/"),
                          ("nodes/connect4/7x6/plain", "nodes/connect4/7x6/plain@")):
        names = [result["name"] for result in data("bench", "--filter", wanted)["results"]]
        check(f"{wanted} is {first}", names and all(name.startswith(first) for name in names), names)
    for part in ("playout/g", "playout/tictactoe/3x3/uni", "playout//go"):
        check(f"{part} is no line", run("bench", "--filter", part).returncode == 2, words(run("bench", "--filter", part)))
    for extra in ([], ["--json"], ["--signature"]):
        nothing = run("bench", "--filter", "nosuch", *extra)
        check(f"a filter that fits nothing {extra}", nothing.returncode == 2 and not nothing.stdout and
              "nosuch" in nothing.stderr, words(nothing))
    lines = run("bench", "--filter", "machine/").stdout
    check("as text", re.fullmatch(r"machine/rng +\S+ [kMG]? ?draws/s\n", lines), lines)


def test_signature():
    begun = work()
    first, second = run("bench", "--signature"), run("bench", "--signature")
    check("the signature works less than 20 s", work() - begun < 40, words(first))
    same("twice the same", first.stdout, second.stdout)
    lines = first.stdout.splitlines()
    check("lines: game, label, search, count, checksum",
          all(re.fullmatch(r"\S+ \S+ \S+ \d+ [0-9a-f]{16}", line) for line in lines), first.stdout)
    searches = [search["name"] for search in data("searches")["searches"]]
    for game in data("games")["games"]:
        names = {game["name"], *(alias["name"] for alias in game["aliases"])}
        signed = [line.split()[2] for line in lines if line.split()[0] in names]
        fitting = [name for name in searches
                   if run("think", game["name"], "--player", name, "--nodes", "1").returncode == 0]
        check(f"searches fit {game['name']}", len(fitting) > 0, searches)
        same(f"every search that fits is there for {game['name']}", signed, fitting)
    some = run("bench", "--signature", "--filter", "nim")
    check("a part of it", some.stdout and all(line in lines for line in some.stdout.splitlines()), words(some))
    go = run("bench", "--signature", "--filter", "go")
    same("Go alone", {line.split()[0] for line in go.stdout.splitlines()}, {"go"})


for test in (test_results, test_cost, test_filter, test_signature):
    test()
finish()
