#!/usr/bin/env python3
"""Exercises over the API: questions that hide their answers, answers right and wrong of every kind, solutions. All
solutions are computed here once more, from the question."""
import json
import math
import re

from _api import Api
from _tap import LONG, check, data, finish, run, same, words
from api_tree_test import told_steps
from exercise_test import KINDS, java31, lead, minimax, nim, read_tree, splits

SEEDS = 200 if LONG else 50
SIZES = ["small", "normal", "large"]


# --- solutions, from questions -----------------------------------------------------------------------

def name(path):
    return ".".join(map(str, path)) or "root"


def below(tree, path=()):
    """(path, subtree), parents first."""
    yield path, tree
    if isinstance(tree, list):
        for i, child in enumerate(tree):
            yield from below(child, path + (i + 1,))


def end(value):
    return "-inf" if value == -math.inf else "+inf" if value == math.inf else str(value)


def tree_of(question):
    tree = read_tree(question["facts"]["tree"].removesuffix(" O"))
    return tree, question["facts"]["root"] == "MAX"


def solve_minimax(question):
    tree, maximise = tree_of(question)
    answers = {}
    for path, node in below(tree):
        if isinstance(node, list):
            answers["value:" + name(path)] = str(minimax(node, maximise == (len(path) % 2 == 0)))
    values = [minimax(child, not maximise) for child in tree]
    return {**answers, "move": str(values.index((max if maximise else min)(values)) + 1)}


def solve_alphabeta(question):
    tree, maximise = tree_of(question)
    steps = told_steps(tree, maximise)
    answers = {f"window:{name(path)}": f"({end(what[0])}, {end(what[1])})" for kind, path, what, _ in steps if kind == "enter"}
    answers |= {f"value:{name(path)}": str(what) for kind, path, what, _ in steps if kind == "leave"}
    seen = {path for _, path, _, _ in steps}
    answers["cut"] = ", ".join(name(path) for path, node in below(tree) if path not in seen and not isinstance(node, list))
    left = {path: what for kind, path, what, _ in steps if kind != "enter"}
    best = next(i for i in range(len(tree)) if left[(i + 1,)] == left[()])
    return {**answers, "move": str(best + 1)}


def solve_nim(question):
    heaps = tuple(sorted(map(int, question["facts"]["heaps"].split())))
    values = {move: -nim(after) for move, after in splits(heaps)}
    winning = [move for move, value in values.items() if value > 0]
    return {**{f"after:{move}": str(value) for move, value in values.items()}, "value": str(nim(heaps)), "move": winning[-1] if winning else "none"}


def solve_stones(question):
    row = list(map(int, question["facts"]["row"].split()))
    values = {str(n): sum(row[:n]) - lead(row[n:]) for n in range(1, min(3, len(row)) + 1)}
    return {**{f"after:{move}": f"{value:+d}" for move, value in values.items()}, "value": str(lead(row)), "move": max(values, key=values.get)}


def solve_hash(question):
    facts = question["facts"]
    m, answers, table = int(facts["slots"]), {}, [[] for _ in range(int(facts["slots"]))]
    for key in facts["keys"].split():
        h = int(key) if facts["function"] == "mod" else java31(key)
        way = {"separate chaining": lambda i, h=h: h, "linear probing": lambda i, h=h: h + i, "quadratic probing": lambda i, h=h: h + i * i,
               "double hashing": lambda i, h=h: h + i * (1 + h % (m - 1))}[facts["method"]]
        tried = [way(0) % m]
        while facts["method"] != "separate chaining" and table[tried[-1]]:
            tried.append(way(len(tried)) % m)
        table[tried[-1]].append(key)
        answers[f"tried:{key}"] = " ".join(map(str, tried))
    return {**answers, **{f"slot:{i}": " ".join(slot) for i, slot in enumerate(table)}}


def solve_zobrist(question):
    number = {(row[0], side): int(value) for row in question["table"][1:] for side, value in zip("XO", row[1:])}
    moves = [move.split() for move in question["facts"]["moves"].split(", ")]
    key, answers = 0, {}
    for i, (side, cell) in enumerate(moves + moves[-1:]):
        key ^= number[cell, side]
        answers[f"key:{i + 1}"] = str(key)
    return answers


def solve_ucb1(question):
    c, total = float(question["facts"]["c"]), int(question["facts"]["total"])
    index = {arm: int(w) / int(n) + c * math.sqrt(math.log(total) / int(n)) for arm, n, w in question["table"][1:]}
    return {**{f"index:{arm}": f"{value:.2f}" for arm, value in index.items()}, "move": max(index, key=index.get)}


SOLVE = {"minimax": solve_minimax, "alphabeta": solve_alphabeta, "nim": solve_nim, "stones": solve_stones, "hash": solve_hash,
         "zobrist": solve_zobrist, "ucb1": solve_ucb1}


def spoiled(field, answer):
    """Another answer to a field, that can be read and is wrong."""
    if field["ask"] == "choice":
        return next((one for one in field["choices"] if one != answer), None)
    if field["ask"] == "window":
        return "(-77, 99)"
    return {"number": "4321", "real": "-5.5", "list": "99", "keys": "nobody"}.get(field["ask"])


def verdicts(answer):
    return {one["id"]: one["verdict"] for one in answer["checked"]}


def test_kind(api, kind):
    bad, leaks, wrong = [], [], []
    for seed in range(1, SEEDS + 1):
        which = {"kind": kind, "seed": seed, "size": SIZES[seed % 3]}
        question = api.post("/exercises", which)
        answers = SOLVE[kind](question)
        checked = api.post("/exercises/check", {**which, "answers": answers})
        if not checked.get("solved"):
            bad.append((seed, [one for one in checked["checked"] if one["verdict"] != "right"][:3], answers))
        empty = api.post("/exercises/check", {**which, "answers": {}})
        if set(verdicts(empty).values()) != {"missing"} or empty["right"] != 0:
            leaks.append((seed, empty))
        for field in question["asked"] if LONG else [question["asked"][seed * 7 % len(question["asked"])]]:
            other = spoiled(field, answers.get(field["id"]))
            if other is None or (field["ask"] == "choice" and kind in ("minimax", "nim", "stones")):
                continue  # equal moves are as right
            one = api.post("/exercises/check", {**which, "answers": {**answers, field["id"]: other, **({"cut": ""} if kind == "alphabeta" else {})}})
            found = next(one for one in one["checked"] if one["id"] == field["id"])
            if found["verdict"] != "wrong" or not found["hint"] or other in found["hint"].split():
                wrong.append((seed, field["id"], other, found))
    check(f"{kind}: our own solutions of {SEEDS} exercises are right", not bad, bad[:2])
    check(f"{kind}: nothing written is missing, whatever is asked for", not leaks, leaks[:1])
    check(f"{kind}: any field that is wrong is told so, with a reason", not wrong, wrong[:3])


# --- what a question must not tell -----------------------------------------------------------------------

def test_hidden(api):
    for kind in KINDS:
        for seed in range(1, 9):
            which = {"kind": kind, "seed": seed}
            question, solution = api.post("/exercises", which), api.post("/exercises/solution", which)
            allowed = {"kind", "title", "seed", "number", "size", "facts", "table", "nodes", "asked", "command", "question"}
            fields = [set(field) for field in question["asked"]]
            if not check(f"{kind} {seed}: a question has no answers in it", set(question) == allowed and
                         all(field == {"id", "ask", "label", "node", "choices"} for field in fields), (set(question) ^ allowed, fields[:1])):
                break
            same(f"{kind} {seed}: the solution answers all that is asked", sorted(solution["answers"]), sorted(f["id"] for f in question["asked"]))
            right = api.post("/exercises/check", {**which, "answers": solution["answers"]})
            check(f"{kind} {seed}: the solution is right", right["solved"] and right["right"] == right["asked"], right)
            sheet = data("exercise", "--kind", kind, "--count", "1", "--seed", str(seed))["exercises"][0]
            same(f"{kind} {seed}: as the command line", {k: sheet[k] for k in ("question", "asked", "nodes", "facts", "solution", "answers", "open")},
                 {**{k: question[k] for k in ("question", "asked", "nodes", "facts")}, **{k: solution[k] for k in ("solution", "answers", "open")}})
    for seed in range(1, 31):
        names = [node["name"] for node in api.post("/exercises", {"kind": "alphabeta", "seed": seed})["nodes"]]
        tree = tree_of(api.post("/exercises", {"kind": "alphabeta", "seed": seed}))[0]
        if names != [name(path) for path, _ in below(tree)]:
            check("nodes stand in the order of the tree, not of the search", False, (seed, names))
            return
    check("nodes stand in the order of the tree, not of the search", True)


# --- why an answer is wrong -----------------------------------------------------------------------------

def reason(api, which, answers, field):
    checked = api.post("/exercises/check", {**which, "answers": answers})
    return next(one["reason"] for one in checked["checked"] if one["id"] == field)


def find(api, kind, good):
    """The first exercise of a kind that has what a test needs."""
    for seed in range(1, 200):
        which = {"kind": kind, "seed": seed, "size": "small"}
        question = api.post("/exercises", which)
        found = good(question)
        if found is not None:
            return which, question, found
    raise AssertionError(kind)


def test_reasons(api):
    # MAX at the root of two levels, all children different.
    which, question, tree = find(api, "minimax", lambda q: tree_of(q)[0] if tree_of(q)[1] and all(len(set(c)) == len(c) for c in tree_of(q)[0]) and
                                 len({min(c) for c in tree_of(q)[0]}) == len(tree_of(q)[0]) else None)
    right = solve_minimax(question)
    same("the largest instead of the smallest", reason(api, which, {**right, "value:1": str(max(tree[0]))}, "value:1"), "other_side")
    worse = min(min(child) for child in tree) - 40
    upset = {**right, **{f"value:{i + 1}": str(worse - i) for i in range(len(tree))}, "value:root": str(worse)}
    same("what follows from a mistake below", reason(api, which, upset, "value:root"), "follows")
    same("a value that no child has", reason(api, which, {**right, "value:1": "777"}, "value:1"), "no_child")
    same("no number", reason(api, which, {**right, "value:1": "three"}, "value:1"), "unreadable")
    same("no child", reason(api, which, {**right, "move": "9"}, "move"), "unreadable")

    which, question, cut = find(api, "alphabeta", lambda q: next(
        (path for kind, path, what, cut in told_steps(*tree_of(q)) if kind == "leave" and cut and len(path) == 1 and tree_of(q)[1]), None))
    tree, right = tree_of(question)[0], solve_alphabeta(question)
    alpha = right["window:" + name(cut)].strip("(").split(",")[0]
    node, value = name(cut), right["value:" + name(cut)]
    for text in (value, "<= " + value, "\u2264" + value.replace("-", "\u2212"), f" {value} "):
        same(f"a bound as {text!r}", reason(api, which, {**right, "value:" + node: text}, "value:" + node), None)
    same("the wrong sign", reason(api, which, {**right, "value:" + node: ">= " + value}, "value:" + node), "sign")
    if alpha != value:
        same("fail-hard", reason(api, which, {**right, "value:" + node: alpha}, "value:" + node) in ("hard", "unread", "other_side", "follows"), True)
    for text in (right["window:" + node], right["window:" + node].strip("()"), right["window:" + node].replace("inf", "\u221e"), f"[{alpha}; +oo]"):
        same(f"a window as {text!r}", reason(api, which, {**right, "window:" + node: text}, "window:" + node), None)
    same("a window the wrong way round", reason(api, which, {**right, "window:" + node: f"(+inf, {alpha})"}, "window:" + node), "swapped")
    same("the window on leaving", reason(api, which, {**right, "window:" + node: f"({alpha}, {value})"}, "window:" + node), "on_leaving")
    same("alpha forgotten", reason(api, which, {**right, "window:" + node: "(-inf, +inf)"}, "window:" + node), "alpha")
    leaves = right["cut"].split(", ")
    seen = next(name(path) for path, n in below(tree) if path and not isinstance(n, list) and name(path) not in leaves)
    same("a leaf too many", reason(api, which, {**right, "cut": right["cut"] + " " + seen}, "cut"), "wrong_cuts")
    same("and which one it is", reason(api, which, {**right, "cut": right["cut"] + " " + seen}, "cut:" + seen), "read")
    same("no node", reason(api, which, {**right, "cut": "9.9.9"}, "cut"), "unreadable")

    # An inner node that is cut off: crossing it out is crossing out what is below.
    def inner(question):
        seen = {path for _, path, _, _ in told_steps(*tree_of(question))}
        gone = [path for path, node in below(tree_of(question)[0]) if isinstance(node, list) and path not in seen]
        return gone[0] if gone and len([p for p, _ in below(tree_of(question)[0]) if p not in seen and p[:len(gone[0])] != gone[0]]) == 0 else None
    for seed in range(1, 400):
        which = {"kind": "alphabeta", "seed": seed}
        question = api.post("/exercises", which)
        gone = inner(question)
        if gone:
            right = solve_alphabeta(question)
            crossed = api.post("/exercises/check", {**which, "answers": {**right, "cut": name(gone)}})
            check("crossing out an inner node crosses out all below it", crossed["solved"], crossed)
            same("what is cut off has no value", reason(api, which, {**right, "cut": "", "value:" + name(gone): "3"}, "value:" + name(gone)), "never")
            same("not yet all", reason(api, which, {**right, "cut": right["cut"].split(", ")[0]}, "cut"), "more_cuts")
            break
    else:
        check("an exercise with an inner node that is cut off", False)

    which, question, _ = find(api, "ucb1", lambda q: True)
    right = solve_ucb1(question)
    arm, n, w = question["table"][1]
    ten = int(w) / int(n) + float(question["facts"]["c"]) * math.sqrt(math.log10(int(question["facts"]["total"])) / int(n))
    same("another logarithm", reason(api, which, {**right, "index:a": f"{ten:.3f}"}, "index:a"), "log")
    same("a comma for the point", reason(api, which, {**right, "index:a": right["index:a"].replace(".", ",")}, "index:a"), None)
    which, question, _ = find(api, "zobrist", lambda q: True)
    right, number = solve_zobrist(question), {row[0]: list(map(int, row[1:])) for row in question["table"][1:]}
    cells = [move.split()[1] for move in question["facts"]["moves"].split(", ")]
    total = int(right["key:1"]) + number[cells[1]][1]
    if total != int(right["key:2"]):
        same("plus instead of xor", reason(api, which, {**right, "key:2": str(total)}, "key:2"), "sum")
    same("what follows from a wrong key", reason(api, which, {**right, "key:1": "1000", "key:2": str(1000 ^ number[cells[1]][1])}, "key:2"), "key_follows")
    which, question, _ = find(api, "hash", lambda q: True)
    right = solve_hash(question)
    same("not at home first", reason(api, which, {**right, next(iter(right)): "99"}, next(iter(right))), "home")
    which, question, _ = find(api, "stones", lambda q: True if lead(list(map(int, q["facts"]["row"].split()))) else None)
    right = solve_stones(question)
    same("the other player's value", reason(api, which, {**right, "value": str(-int(right["value"]))}, "value"), "turned")


# --- one's own trees --------------------------------------------------------------------------------------------

def test_own(api):
    trees = ["((3 12 8)(2 4 6)(14 5 2))", "((1 2)(3 4))", "((3 (1 9)) (2 (8 -4) 5)) O", "(7 -2 (4 4))"]
    for tree in trees:
        for kind, solve in (("minimax", solve_minimax), ("alphabeta", solve_alphabeta)):
            which = {"kind": kind, "tree": tree}
            question = api.post("/exercises", which)
            same(f"{kind} of {tree}: the tree is that one", question["facts"]["tree"], tree)
            answers = solve(question)
            same(f"{kind} of {tree}: solved", api.post("/exercises/check", {**which, "answers": answers})["solved"], True)
            wrong = {**answers, "value:root": str(int(answers["value:root"]) + 1)}
            same(f"{kind} of {tree}: a wrong value is seen", api.post("/exercises/check", {**which, "answers": wrong})["solved"], False)
            printed = data("exercise", "--kind", kind, "--tree", tree)["exercises"]
            same(f"{kind} of {tree}: as the command line has it", (len(printed), printed[0]["question"]), (1, question["question"]))
    same("nothing cut is 'none'", api.post("/exercises/solution", {"kind": "alphabeta", "tree": trees[1]})["answers"]["cut"], "none")
    listed = api.post("/exercises", {"kind": "minimax", "tree": "[[3, 12], [2, 4]]"})
    same("a list as other languages write it has its nodes", len(listed["nodes"]), 7)
    for what, body, says in (
            ("of Nim", {"kind": "nim", "tree": trees[0]}, "nim"), ("a leaf alone", {"kind": "minimax", "tree": "5"}, "nodes"),
            ("too many nodes", {"kind": "minimax", "tree": "(" + "(1 2)" * 20 + ")"}, "40 nodes"), ("too long", {"kind": "minimax", "tree": "(" + "1 " * 80 + ")"}, "characters"),
            ("decimals", {"kind": "alphabeta", "tree": "((3 1.5)(2 4))"}, "whole numbers"), ("chance", {"kind": "minimax", "tree": "([1 2](3 4))"}, "chance"),
            ("not closed", {"kind": "minimax", "tree": "((3"}, "column")):
        status, answer = api.data("POST", "/exercises", body)
        check(f"refused: {what}", status == 400 and says in answer["error"], (status, answer))


# --- requests ------------------------------------------------------------------------------------------------

def test_refused(api):
    same("the kinds", [kind["name"] for kind in api.get("/exercises")["kinds"]], KINDS)
    for what, path, body, says in (
            ("no kind", "/exercises", {}, "kind"), ("no such kind", "/exercises", {"kind": "chess"}, "chess"),
            ("no such size", "/exercises", {"kind": "nim", "size": "huge"}, "size"), ("no seed", "/exercises", {"kind": "nim", "seed": "x"}, "seed"),
            ("a number beyond the sheet", "/exercises", {"kind": "nim", "number": 201}, "number"),
            ("no answers", "/exercises/check", {"kind": "nim"}, "answers"), ("answers in a list", "/exercises/check", {"kind": "nim", "answers": []}, "answers"),
            ("an answer that is no text", "/exercises/check", {"kind": "nim", "answers": {"value": 1}}, "text")):
        status, answer = api.data("POST", path, body)
        check(f"refused: {what}", status == 400 and says in answer["error"], (status, answer))
    long = api.post("/exercises/check", {"kind": "alphabeta", "answers": {"cut": "1.1 " * 5000, "value:root": "9" * 100000, "window:root": "(" * 1000,
                                                                          "value:1": "\u0001", "nobody": "x", "move": "\u2212\u221e"}})
    check("answers of any length are looked at", long["right"] == 0 and len(long["checked"]) >= long["asked"], json.dumps(long)[:300])
    numbered = api.post("/exercises", {"kind": "ucb1", "seed": 3, "number": 2})
    sheet = data("exercise", "--kind", "ucb1", "--seed", "3", "--count", "2")["exercises"][1]
    same("the second of a sheet", numbered["question"], sheet["question"])
    same("its command prints it last", re.sub(r"^banyan ", "", numbered["command"]), "exercise --kind ucb1 --seed 3 --count 2")


def test_command_line():
    answers = data("exercise", "--kind", "alphabeta", "--count", "1", "--seed", "5")["exercises"][0]["answers"]
    line = "; ".join(f"{field}={answer}" for field, answer in answers.items())
    command = ("exercise", "--kind", "alphabeta", "--count", "1", "--seed", "5", "--check")
    good, poor = run(*command, line), run(*command, line.replace("move=", "move=9"))
    check("--check: all right", good.returncode == 0 and good.stdout.endswith(f"{len(answers)} of {len(answers)} right\n"), words(good))
    check("--check: not all", poor.returncode == 1 and "wrong    move" in poor.stdout, words(poor))
    same("--check --json", data(*command, line)["solved"], True)
    odd = run(*command, "valu:root=3")
    check("--check: nothing of that name is asked for", odd.returncode == 2 and "valu:root" in odd.stderr, words(odd))
    nim_line = "; ".join(f"{k}={v}" for k, v in data("exercise", "--kind", "nim", "--count", "1")["exercises"][0]["answers"].items())
    same("--check: names with signs in them", run("exercise", "--kind", "nim", "--count", "1", "--check", nim_line).returncode, 0)
    hidden = data("exercise", "--count", "7", "--solutions", "none")["exercises"]
    check("--solutions none: no answers in the JSON", all("answers" not in one and "solution" not in one for one in hidden))


if __name__ == "__main__":
    with Api() as server:
        for each in KINDS:
            test_kind(server, each)
        test_hidden(server)
        test_reasons(server)
        test_own(server)
        test_refused(server)
    test_command_line()
    finish()
