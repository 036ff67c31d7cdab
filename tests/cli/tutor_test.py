#!/usr/bin/env python3
"""`banyan tutor`: right programs pass, whatever their style; a planted fault is found at the line where an oracle of this test,
which reads the trace in another way, says that it first goes wrong. The starters are run, and docs/TUTOR.md is."""
import json
import math
import os
import random
import re
import subprocess
import tempfile

from _tap import BANYAN, LONG, check, finish, run, same, words

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
INF = math.inf


# --- what is searched: a node has `value` (of MAX, the first player; None: not over) and `children` as {move: node} ------------------

class Tree:
    def __init__(self, tree, first=True):
        self.tree, self.first = tree, first
        self.value = None if isinstance(tree, list) else tree

    def children(self):
        return {str(i): Tree(child, not self.first) for i, child in enumerate(self.tree, 1)} if isinstance(self.tree, list) else {}

    def header(self):
        return [f"tree {self.text()}"]

    def text(self):
        def put(tree):
            return "(" + " ".join(map(put, tree)) + ")" if isinstance(tree, list) else str(tree)
        return put(self.tree)


class TicTacToe:
    LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]

    def __init__(self, cells, first):
        self.cells, self.first = cells, first
        lines = {"".join(cells[i] for i in line) for line in self.LINES}
        self.value = 1 if "XXX" in lines else -1 if "OOO" in lines else 0 if "." not in cells else None

    def children(self):
        return {"abc"[i % 3] + str(3 - i // 3): TicTacToe(self.cells[:i] + "OX"[self.first] + self.cells[i + 1:], not self.first)
                for i in range(9) if self.cells[i] == "."}

    def header(self):
        rows = "/".join(self.cells[i:i + 3] for i in (0, 3, 6))
        return ["game tictactoe", f"position {rows} {'OX'[self.first]}"]


class Nim:
    """Grundy's game: a heap is split into two that differ; who cannot move loses."""
    def __init__(self, heaps, first=True):
        self.heaps, self.first = tuple(sorted(heaps)), first
        self.value = None if any(heap > 2 for heap in heaps) else -1 if first else 1

    def children(self):
        found = {}
        for heap in set(self.heaps):
            rest = list(self.heaps)
            rest.remove(heap)
            for small in range(1, (heap + 1) // 2):
                found[f"{heap}={small}+{heap - small}"] = Nim(rest + [small, heap - small], not self.first)
        return found

    def header(self):
        return ["game nim", f"position {' '.join(map(str, self.heaps))}"]


class Stones:
    def __init__(self, row, taken=0, first=True):
        self.row, self.taken, self.first = row, taken, first
        self.value = None if row else taken

    def children(self):
        sign = 1 if self.first else -1
        return {str(n): Stones(self.row[n:], self.taken + sign * sum(self.row[:n]), not self.first) for n in (1, 2, 3) if n <= len(self.row)}

    def header(self):
        return [f'game stones row="{" ".join(map(str, self.row))}"']


class Connect4:
    def __init__(self, columns=("",) * 4, first=True):
        self.columns, self.first = columns, first
        self.value = self.result()

    def result(self):
        at = {(x, y): c for x, column in enumerate(self.columns) for y, c in enumerate(column)}
        for (x, y), c in at.items():
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if all(at.get((x + i * dx, y + i * dy)) == c for i in range(4)):
                    return 1 if c == "X" else -1
        return 0 if len(at) == 16 else None

    def children(self):
        return {"abcd"[x]: Connect4(self.columns[:x] + (column + "OX"[self.first],) + self.columns[x + 1:], not self.first)
                for x, column in enumerate(self.columns) if len(column) < 4}

    @staticmethod
    def header():
        return ["game connect4 size=4x4"]


# --- a student's program, right or not ------------------------------------------------------------------------------------------------

class Program:
    """A recursive search that prints. `fault` plants one; the other settings are matters of style."""
    def __init__(self, root, seed=0, **settings):
        self.root, self.out, self.rng = root, [], random.Random(seed)
        self.search, self.values, self.soft, self.strict = "alphabeta", "max", "soft", False
        self.brief, self.left, self.fault, self.depth, self.shuffled = False, "now", None, 0, False
        self.__dict__.update(settings)

    def number(self, value):
        return {INF: "inf", -INF: "-inf"}.get(value, str(value))

    def show(self, ply, move, alpha, beta, value="?"):
        window = "- -" if self.search == "minimax" else f"{self.number(alpha)} {self.number(beta)}"
        self.out.append(f"{ply} {move} {window} {value if value == '?' else self.number(value)}")

    def sign(self, node):
        """From MAX's numbers to those of the program at the node."""
        other = {"max": False, "root": not self.root.first, "mover": not node.first}[self.values]
        return -1 if other else 1

    def trace(self):
        self.header = self.root.header() + [f"search {self.search}", f"values {self.values}"] + ([f"depth {self.depth}", "eval none"] if self.depth else [])
        low = 0 if self.fault == "root window" else -INF
        self.visit(self.root, low, INF, 0, "-")
        return "\n".join(self.header + self.out) + "\n"

    def leaf_value(self, node, ply, move):
        value = (node.value or 0) * self.sign(node)
        if self.fault == "leaf misread" and move in ("2", "c3", "b"):
            value += 1
        return -value if self.fault == "leaf sign" and ply % 2 else value

    def is_leaf(self, node, ply):
        limit = self.depth + {"too deep": 1, "too shallow": -1}.get(self.fault, 0) if self.depth else 0
        if self.fault == "end not seen" and node.children():
            return False
        return node.value is not None or (limit > 0 and ply == limit)

    def moves(self, node):
        moves = list(node.children().items())
        if self.shuffled:
            self.rng.shuffle(moves)
        if self.fault == "child skipped" and len(moves) > 2:
            moves.pop()
        return moves + moves[:1] if self.fault == "child twice" and len(moves) > 1 else moves

    def visit(self, node, alpha, beta, ply, move):
        if self.is_leaf(node, ply):
            return self.leaf(node, alpha, beta, ply, move)
        self.show(ply, move, alpha, beta)
        if self.values == "mover":
            largest = True
        else:
            largest = node.first == (self.root.first if self.values == "root" else True)
        if self.fault == "max for min" and ply > 0:
            largest = True
        came = (alpha, beta)
        best = 0 if self.fault == "best from 0" else -INF if largest else INF
        found = best
        for name, child in self.moves(node):
            found = self.below(child, alpha, beta, ply, name, came)
            best = max(best, found) if largest else min(best, found)
            if self.fault != "window kept":
                alpha, beta = (max(alpha, best), beta) if largest else (alpha, min(beta, best))
            if self.cuts(best, alpha, beta, largest):
                if self.fault == "no line on a cut":
                    return best
                break
        if self.fault == "last child":
            best = found
        value = self.returned(best, came)
        self.show(ply, move, *((alpha, beta) if self.left == "now" else came), value)
        return value

    def leaf(self, node, alpha, beta, ply, move):
        value = self.leaf_value(node, ply, move)
        if not self.brief:
            self.show(ply, move, alpha, beta)
        self.show(ply, move, alpha, beta, value)
        return value

    def below(self, child, alpha, beta, ply, name, came):
        if self.fault == "window open":
            alpha, beta = -INF, INF
        if self.fault == "shallow only": # what is known above the parent is forgotten
            alpha, beta = (alpha if alpha != came[0] else -INF, beta if beta != came[1] else INF)
        if self.values != "mover":
            return self.visit(child, alpha, beta, ply + 1, name)
        window = {"not swapped": (-alpha, -beta), "as it is": (alpha, beta)}.get(self.fault, (-beta, -alpha))
        value = self.visit(child, *window, ply + 1, name)
        return value if self.fault == "sign missing" else -value

    def cuts(self, best, alpha, beta, largest):
        if self.search == "minimax" or self.fault == "no cut":
            return False
        if self.fault == "early cut":
            return beta - alpha <= 3
        if self.fault == "wrong bound": # looks at the wrong end
            return best <= alpha if largest else best >= beta
        return alpha > beta if self.strict else alpha >= beta

    def returned(self, best, came):
        if self.soft == "hard" and self.search == "alphabeta":
            return min(max(best, came[0]), came[1])
        return best


# --- the oracle: the trace read by recursion ------------------------------------------------------------------------------------------

def range_of(node):
    """The values of all leaves."""
    return [node.value] if node.value is not None else [value for child in node.children().values() for value in range_of(child)]


class Wrong(Exception):
    """At this line (from 1) the trace is not that of a right program."""


class Oracle:
    def __init__(self, trace, root, program):
        self.steps = [(number, *line.split()) for number, line in enumerate(trace.splitlines(), 1) if line[0].isdigit()]
        self.at, self.root, self.p = 0, root, program

    def verdict(self):
        try:
            self.node(self.root, 0, None, None)
            if self.at < len(self.steps):
                self.wrong()
        except Wrong as wrong:
            return wrong.args[0]
        return None

    def wrong(self):
        raise Wrong(self.steps[min(self.at, len(self.steps) - 1)][0])

    def need(self, holds):
        if not holds:
            self.wrong()

    def peek(self):
        self.need(self.at < len(self.steps))
        _, ply, move, alpha, beta, value = self.steps[self.at]
        return int(ply), move, alpha, beta, value

    def mine(self, number, node):
        """The program's number as MAX's: exact, and the window turned with it."""
        return float(number) * self.p.sign(node)

    def window(self, alpha, beta, node):
        ends = self.mine(alpha, node), self.mine(beta, node)
        return ends if self.p.sign(node) == 1 else ends[::-1]

    def node(self, node, ply, move, wanted):
        """Reads all of a node; its value, as MAX sees it."""
        where, name, alpha, beta, value = self.peek()
        self.need(where == ply and (move is None or name == move))
        came = None
        if self.p.search == "alphabeta":
            came = self.window(alpha, beta, node)
            self.need(wanted is None or came == wanted)
            values = range_of(node) if wanted is None and isinstance(node, Tree) else [-INF, INF]
            self.need(wanted is not None or (came[0] <= min(values) and came[1] >= max(values)))
        leaf = node.value is not None or (self.p.depth > 0 and ply == self.p.depth)
        if value == "?":
            self.at += 1
        elif not leaf:
            self.wrong()
        brought, left = [], None if leaf else dict(node.children())
        while True:
            where, name, alpha, beta, value = self.peek()
            if where == ply and value != "?":
                self.need(move is None or name == move)
                result = self.leave(node, leaf, came, brought, left, (alpha, beta, value))
                self.at += 1
                return result
            self.need(where == ply + 1 and not leaf and name in left)
            wanted = self.open(node, came, brought)
            if wanted is not None and wanted[0] > wanted[1]:
                self.wrong()
            brought.append(self.node(left.pop(name), ply + 1, name, wanted))

    def open(self, node, came, brought):
        if came is None:
            return None
        low, high = came
        return (max([low] + brought), high) if node.first else (low, min([high] + brought))

    def leave(self, node, leaf, came, brought, left, said):
        alpha, beta, value = said
        result = self.mine(value, node)
        if leaf:
            true = node.value or 0
        else:
            self.need(brought)
            true = max(brought) if node.first else min(brought)
            if left:
                self.need(came is not None and (true >= came[1] if node.first else true <= came[0]))
        if came is None:
            self.need(result == true)
            return result
        low, high = came
        self.need(result in (true, max(true, low), min(true, high), min(max(true, low), high)))
        ends = self.window(alpha, beta, node)
        was, now = self.open(node, came, brought[:-1]) if not leaf else came, self.open(node, came, brought) if not leaf else came
        self.need(all(ends[i] in (came[i], was[i], now[i]) for i in (0, 1)))
        return result


# --- trees and what to try ------------------------------------------------------------------------------------------------------------

def grow(rng, depth, least=1):
    if depth == 0 or (least <= 0 and rng.random() < 0.15):
        return rng.randint(-9, 9)
    return [grow(rng, depth - 1, least - 1) for _ in range(rng.randint(1, 4))]


def asked(trace, *more):
    result = run("tutor", "-", "--json", "--nodes", "1", *more, input=trace)
    return result, json.loads(result.stdout) if result.stdout else {}


def truth(node, depth, ply=0):
    if node.value is not None or (depth and ply == depth):
        return node.value or 0
    return (max if node.first else min)(truth(child, depth, ply + 1) for child in node.children().values())


def test_right_trees():
    rng, wrong, told = random.Random(1), [], []
    for i in range(200):
        root = Tree(grow(rng, rng.randint(1, 4), 1))
        style = {"search": ("alphabeta", "alphabeta", "minimax")[i % 3], "values": ("max", "mover")[i % 2], "soft": ("soft", "hard")[i // 2 % 2],
                 "strict": i % 5 == 0, "brief": i % 7 < 3, "left": ("now", "came")[i // 3 % 2], "shuffled": i % 4 > 1}
        program = Program(root, i, **style)
        trace = program.trace()
        said = i % 2 == 0
        if not said: # let it find out whose the values are
            trace = trace.replace(f"values {program.values}\n", "").replace(f"search {program.search}\n", "")
        result, found = asked(trace)
        if result.returncode != 0 or Oracle(trace, root, program).verdict() is not None:
            wrong.append((style, trace, words(result)))
        elif found["value"] * (program.sign(root)) != truth(root, 0):
            told.append((style, trace, found["value"]))
    check("200 random trees, searched rightly in every style, pass", not wrong, wrong[:1])
    check("and what the root is worth is told", not told, told[:1])


GAMES = {"tictactoe": lambda: TicTacToe("XO..X...O", True), "tictactoe, O to move": lambda: TicTacToe("XOX.O..X.", False),
         "nim": lambda: Nim((7,)), "stones": lambda: Stones((1, 2, 3, 6, 2, 5)), "connect4": Connect4}


def test_right_games():
    for name, make in GAMES.items():
        for i, values in enumerate(("max", "mover", "root")):
            program = Program(make(), i, values=values, search=("alphabeta", "minimax")[i == 1 and name != "connect4"], depth=4 if name == "connect4" else 0,
                              soft=("soft", "hard")[i % 2], shuffled=True)
            trace = program.trace()
            result, found = asked(trace)
            same(f"{name}: values {values} pass", (result.returncode, found.get("value")),
                 (0, truth(program.root, program.depth) * program.sign(program.root)))
            unsaid = asked(trace.replace(f"values {values}\n", ""))[1]
            check(f"{name}: values {values} are recognised", unsaid.get("right"), unsaid.get("fault"))


def test_ways_to_count():
    root = TicTacToe("XO..X...O", True)
    class Ten(Program):
        def leaf_value(self, node, ply, move):
            return node.value * (10 - ply) * self.sign(node)
    trace = Ten(root, values="mover").trace()
    same("a win that counts 10-ply", asked(trace, "--win", "10-ply")[0].returncode, 0)
    check("is wrong where nobody says so", asked(trace)[1]["fault"]["kind"] == "leaf")
    class Own(Program):
        def leaf_value(self, node, ply, move):
            return node.value * 1000 if node.value is not None else sum(map(ord, "".join(node.columns))) % 7
    trace = Own(Connect4(), depth=3).trace().replace("eval none\n", "win 1000\n")
    same("a program's own evaluation is believed", asked(trace)[0].returncode, 0)
    kind = asked(trace.replace("win 1000\n", "eval none\n"))[1]["fault"]["kind"]
    same("and not with eval none", kind, "leaf")
    wide = Program(Tree([[3, 12], [2, 4]])).trace().replace("-inf", "-9999").replace("inf", "9999")
    same("another infinity", asked(wide)[0].returncode, 0)


FAULTS = {
    "window kept": (("max", "mover"), {"window-kept", "late-cut"}), "window open": (("max", "mover"), {"window-open", "window-kept"}),
    "not swapped": (("mover",), {"window-sign", "window", "window-kept", "window-open"}), "as it is": (("mover",), {"window-sign", "window", "window-open"}),
    "sign missing": (("mover",), {"sign", "min-max", "value", "window", "window-value", "left-window", "last-child", "late-cut", "early-cut", "too-good"}),
    "max for min": (("max",), {"min-max", "value", "early-cut", "window", "last-child", "left-window"}), "leaf misread": (("max", "mover"), {"leaf"}),
    "leaf sign": (("max", "mover"), {"leaf-sign"}), "no cut": (("max", "mover"), {"late-cut"}), "early cut": (("max", "mover"), {"early-cut"}),
    "wrong bound": (("max", "mover"), {"early-cut", "late-cut"}), "child skipped": (("max", "mover"), {"early-cut", "skipped"}),
    "child twice": (("max", "mover"), {"twice", "late-cut"}), "best from 0": (("max", "mover"), None), "last child": (("max", "mover"), {"last-child", "min-max", "value"}),
    "shallow only": (("max", "mover"), {"window", "window-kept", "window-open"}), "no line on a cut": (("max", "mover"), {"still-open", "unfinished"}),
    "root window": (("max",), {"root-window"}),
}


def plant(fault, values, root, seed, **more):
    style = {"values": values, "soft": ("soft", "hard")[seed % 2], "left": ("now", "came")[seed // 2 % 2], "shuffled": seed % 3 == 0, **more}
    right, faulty = Program(root, seed, **style).trace(), Program(root, seed, fault=fault, **style)
    return right, faulty, faulty.trace()


def first_difference(a, b):
    return next((i for i, (x, y) in enumerate(zip(a.splitlines(), b.splitlines()), 1) if x != y), None)


def compare(fault, values, root, seed, kinds, tally, **more):
    right, faulty, trace = plant(fault, values, root, seed, **more)
    wanted = Oracle(trace, root, faulty).verdict()
    result, found = asked(trace)
    tally["tried"] += 1
    if trace == right:
        wanted = None
    if result.returncode != (0 if wanted is None else 1) or (found["fault"] or {}).get("line") != wanted:
        tally["bad"].append((values, trace, found.get("fault"), wanted))
        return
    tally["found"] += wanted is not None
    tally["first"] += wanted is not None and wanted == first_difference(trace, right)
    if wanted is not None:
        tally["kinds"][found["fault"]["kind"]] = tally["kinds"].get(found["fault"]["kind"], 0) + 1
        if kinds and found["fault"]["kind"] not in kinds:
            tally["odd"].append((values, trace, found["fault"]))


def report(fault, tally, least):
    check(f"planted: {fault}: found at the very line, in all of {tally['tried']} traces", not tally["bad"], "\n".join(map(str, (tally["bad"] or [""])[0])))
    check(f"planted: {fault}: changes most traces ({tally['found']}, at the first difference {tally['first']})", tally["found"] >= least and tally["first"] > 0, tally)
    check(f"planted: {fault}: is called what it is, {tally['kinds']}", not tally["odd"], "\n".join(map(str, (tally["odd"] or [""])[0])))


def tallied():
    return {"tried": 0, "found": 0, "first": 0, "kinds": {}, "bad": [], "odd": []}


def test_planted_trees():
    count = 60 if LONG else 12
    for number, (fault, (conventions, kinds)) in enumerate(FAULTS.items()):
        rng, tally = random.Random(100 + number), tallied()
        for i in range(count):
            root = Tree(grow(rng, 3 + (fault == "shallow only"), 2))
            compare(fault, conventions[i % len(conventions)], root, i, kinds, tally)
        report(fault, tally, count // 4)


def test_planted_games():
    for fault, kind, depth, make in (("too deep", "too-deep", 3, Connect4), ("too shallow", "too-shallow", 3, Connect4),
                                     ("end not seen", "below-end", 0, lambda: TicTacToe("XO.OX....", True)), ("sign missing", None, 0, lambda: Nim((8,))),
                                     ("leaf misread", "leaf", 0, lambda: TicTacToe("XO..X...O", True)), ("window kept", None, 0, lambda: Stones((4, 1, 6, 2, 5)))):
        tally = tallied()
        for i in range(3):
            compare(fault, "mover", make(), 3 * i + i % 2, kind and {kind}, tally, depth=depth)
        report(f"{fault}, in a game", tally, 2)


def test_unsaid_values():
    """Whose the values are is found out also of a faulty trace: the fault is the same as where it is said."""
    tally = {}
    for number, (fault, (conventions, _)) in enumerate(FAULTS.items()):
        rng = random.Random(500 + number)
        for i in range(30 if LONG else 4):
            values, root = conventions[i % len(conventions)], Tree(grow(rng, 3 + i % 2, 2))
            right, _, trace = plant(fault, values, root, i, search=("alphabeta", "minimax")[i // 2 % 2])
            said = asked(trace)[1]["fault"]
            if trace != right and said:
                unsaid = asked(trace.replace(f"values {values}\n", ""))[1]["fault"]
                tally.setdefault(fault, []).append(unsaid is not None and (unsaid["line"] + 1, unsaid["kind"]) == (said["line"], said["kind"]))
    all_of = [one for some in tally.values() for one in some]
    check("values that are not said: a leaf's sign is found where it is wrong", len(tally["leaf sign"]) > 2 and all(tally["leaf sign"]), tally)
    check(f"values that are not said: the same fault in nearly all traces ({sum(all_of)} of {len(all_of)})", sum(all_of) >= 0.9 * len(all_of), tally)


# --- what is no trace, what is said ---------------------------------------------------------------------------------------------------

def test_refusals():
    good = "tree ((3 12)(2 4))\n0 - - - ?\n"
    for name, text, says in (
            ("nothing", "", "there is no step"), ("four words", good + "1 1 - -\n", "line 3 has 4 words"), ("six words", good + "1 1 - - ? 7\n", "line 3 has more than 5"),
            ("no tree", "0 - - - ?\n", "does not say what is searched"), ("another line", good + "best is 3\n", "line 3: 'best' begins no line"),
            ("a misspelt word", "tre (1 2)\n0 - - - ?\n", "did you mean 'tree'"), ("a bad number", good + "1 1 - - three\n", "line 3: 'three' is no VALUE"),
            ("half a window", good + "1 1 3 - ?\n", "line 3: ALPHA and BETA"), ("nan", good + "1 1 nan 3 ?\n", "'nan' is no number"),
            ("a bad tree", "tree ((3 12\n0 - - - ?\n", "column"), ("chance", "tree [3 12]\n0 - - - ?\n", "chance"), ("no game", "game chess\n0 - - - ?\n", "there is no game"),
            ("twice", "tree (1 2)\ntree (1 2)\n0 - - - ?\n", "line 2: 'tree' is said twice"), ("late", good + "depth 3\n", "line 3: 'depth' is said before"),
            ("both", "tree (1 2)\ngame nim\n0 - - - ?\n", "one of them"), ("depth of a tree", "tree (1 2)\ndepth 3\n0 - - - ?\n", "'depth' is for games"),
            ("a file", "game othello weights=/etc/passwd\n0 - - - ?\n", ""), ("a search", "search astar\n" + good, "minimax|alphabeta"),
            ("a win", "game nim\nwin x\n0 - - - ?\n", "'win x'"), ("a zero byte", good + "\0", "zero byte")):
        result = run("tutor", "-", input=text)
        check(f"{name} is refused in a sentence", result.returncode == 2 and not result.stdout and says in result.stderr and len(result.stderr.splitlines()) == 1, words(result))
    check("a file that is not there", run("tutor", "/nowhere/trace.txt").returncode == 2)
    same("a trace with Windows' line ends", run("tutor", "-", input=Program(Tree([1, 2])).trace().replace("\n", "\r\n")).returncode, 0)


SENTENCES = (
    ("((3 12 8)(2 4 6)(14 5 2))", "0 - -inf inf ?|1 1 -inf inf ?|2 1 -inf inf 3|2 2 -inf 3 12|2 3 -inf 3 8|1 1 -inf 3 3|1 2 -inf inf ?", 8,
     "node 2 is entered with the window (-inf, inf), but it should be (3, inf), because node 1 has brought MAX 3 at the root: it is still the window that "
     "the root was entered with"),
    ("((3 12 8)(2 4 6)(14 5 2))", "0 - -inf inf ?|1 1 -inf inf ?|2 1 -inf inf 3|2 2 -inf 3 12|2 3 -inf 3 8|1 1 -inf 3 3|1 2 3 inf ?|2 1 3 inf 2|2 2 3 2 4", 10,
     "the search goes on to node 2.2, although node 2.1 with its value 2 refutes node 2 already: that is less than alpha 3, and alpha-beta stops here"),
    ("((3 12)(2 4))", "0 - - - ?|1 1 - - ?|2 1 - - 3|2 2 - - 12|1 1 - - 12", 6,
     "node 1 is worth 12, but the smallest value of its children is 3 (node 1.1): it took the largest, as if it were not MIN's turn"),
    ("((3 12)(2 4))", "0 - - - ?|1 1 - - ?|2 1 - - 4", 4, "node 1.1 is worth 4, but the value of the leaf is 3"),
    ("((3 12)(2 4))", "0 - - - ?|1 0 - - ?", 3, "the root has no child '0': its children are counted from 1 to 2"),
    ("((3 12)(2 4))", "0 - - - ?|1 1 - - ?|2 1 - - 3|1 1 - - 3", 5, "node 1 is left, but node 1.2 was never looked at: minimax looks at every child"),
)


def test_sentences():
    for tree, steps, line, sentence in SENTENCES:
        found = asked(f"tree {tree}\n" + steps.replace("|", "\n"), "--values", "max")[1]["fault"]
        same(f"said: {sentence[:50]}...", (found["line"], found["sentence"]), (line, sentence))
    text = run("tutor", "-", input="tree (3 5)\n0 - - - ?\n1 1 - - 3\n1 2 - - 5\n0 - - - 3\n")
    check("the lines around the fault are shown, and the wrong one is marked", text.returncode == 1 and text.stdout.startswith("Line 5: the root is worth 3")
          and "\n>     5  0 - - - 3\n" in text.stdout, words(text))


def test_starters():
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "starter")
        subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", program, os.path.join(ROOT, "examples", "tutor_starter.c")], check=True)
        python = ["python3", os.path.join(ROOT, "examples", "tutor_starter.py")]
        for line in (python, python + ["((5 -3)(2 (7 1) 4) 6)", "minimax"], python + ["((5 -3.5)(2 (7 1) 4) 6)", "alphabeta"], [program],
                     [program, "X...O.... X"], [program, "XO..X.... O"]):
            trace = subprocess.run(line, capture_output=True, text=True, check=True).stdout
            result = run("tutor", "-", input=trace)
            check(f"the starter prints a right trace: {os.path.basename(line[-1])}", result.returncode == 0 and "Every step is right" in result.stdout, words(result))


def test_page():
    """Every trace of docs/TUTOR.md, with what the tutor says to it."""
    with open(os.path.join(ROOT, "docs", "TUTOR.md"), encoding="utf-8") as page:
        text = page.read()
    traces = re.findall(r"```trace\n(.*?)```\n+```\n(.*?)```", text, re.DOTALL)
    check("docs/TUTOR.md has traces", len(traces) >= 3, len(traces))
    for trace, answer in traces:
        same("docs/TUTOR.md: what is answered", run("tutor", "-", input=trace).stdout, answer)


for test in (test_right_trees, test_right_games, test_ways_to_count, test_planted_trees, test_planted_games, test_unsaid_values, test_refusals, test_sentences, test_starters, test_page):
    test()
finish()
