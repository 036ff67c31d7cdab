#!/usr/bin/env python3
"""`banyan tree --game`, trees written with commas, lists and decimals, and exercises on paper (--blank): the
values against minimax over a game's rules, written here."""
import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import tempfile
import termios
import xml.etree.ElementTree as xml

from _tap import BANYAN, check, data, finish, run, same, words

INF = float("inf")


# --- games, as the lecture states them ---------------------------------------------------------

def nim(heaps):
    """Positions after each move: a heap is split into two of different sizes; who cannot move loses."""
    for heap in sorted(set(heaps)):
        for part in range(1, (heap + 1) // 2):
            rest = list(heaps)
            rest.remove(heap)
            yield tuple(sorted(rest + [part, heap - part]))


def nim_value(heaps, sign):
    return max((-nim_value(after, -sign) for after in nim(heaps)), default=-1)


def nim_nodes(heaps):
    return 1 + sum(map(nim_nodes, nim(heaps)))


def stones_value(row):
    """The lead that the side to move gets."""
    return max((sum(row[:n]) - stones_value(row[n:]) for n in range(1, min(3, len(row)) + 1)), default=0)


def stones_nodes(row):
    return 1 + sum(stones_nodes(row[n:]) for n in range(1, min(3, len(row)) + 1))


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def won(cells):
    return next((cells[a] for a, b, c in LINES if cells[a] != "." and cells[a] == cells[b] == cells[c]), None)


def tictactoe(cells, mover):
    """(value for X, nodes of the tree)."""
    winner = won(cells)
    if winner or "." not in cells:
        return (1 if winner == "X" else -1 if winner else 0), 1
    below = [tictactoe(cells[:i] + mover + cells[i + 1:], "XO"[mover == "X"]) for i in range(9) if cells[i] == "."]
    return (max if mover == "X" else min)(value for value, _ in below), 1 + sum(nodes for _, nodes in below)


def test_values():
    for heaps in ("3", "7", "8", "4 5", "9"):
        sizes = tuple(map(int, heaps.split()))
        for search in ("minimax", "alphabeta"):
            tree = data("tree", "--game", "nim", "--position", heaps, "--search", search)
            same(f"nim {heaps} by {search}: value and nodes", (tree.get("value"), tree.get("node_count")),
                 (nim_value(sizes, 1), nim_nodes(sizes)))
    for row in ("1 2 3 6", "5 -1 4 2 7", "9"):
        tree = data("tree", "--game", "stones", "--position", row, "--search", "minimax")
        numbers = list(map(int, row.split()))
        same(f"stones {row}: value and nodes", (tree.get("value"), tree.get("node_count")),
             (stones_value(numbers), stones_nodes(numbers)))
    for board in ("XOX/.OO/..X X", "XO./.X./..O X", "XXO/O../X.. O"):
        tree = data("tree", "--game", "tictactoe", "--position", board)
        value, nodes = tictactoe(board[:-2].replace("/", ""), board[-1])
        same(f"tic-tac-toe {board}: value and nodes", (tree.get("value"), tree.get("node_count")), (value, nodes))


def check_windows(nodes, name):
    """Windows narrow from parent to child, values are the best of the children, cuts have crossed windows."""
    good = True
    for node in nodes:
        below = [child for child in nodes if child["parent"] == node["id"] and child["entered"] is not None]
        if node["kind"] == "leaf" or node["entered"] is None:
            continue
        best = (max if node["kind"] == "MAX" else min)(child["value"] for child in below)
        low, high = [INF * sign if end is None else end for end, sign in zip(node["after"], (-1, 1))]
        good &= node["value"] == best and (node["reason"] != "cut" or low >= high)
    check(name, good and len(nodes) > 1)


def test_windows():
    for game, position in (("nim", "7"), ("stones", "4 1 6 2 8 3"), ("tictactoe", "XO./.X./..O X")):
        tree = data("tree", "--game", game, "--position", position, "--nodes")
        check_windows(tree["nodes"], f"{game} {position}: values and windows of every node")
        check(f"{game} {position}: every node but the root has its move",
              all((node["move"] is None) == (node["id"] == 0) for node in tree["nodes"]))
        text = run("tree", "--game", game, "--position", position).stdout
        check(f"{game} {position}: the reasons are told", "already has" in text and "never looked at: cut off at" in text, text)
    four = data("tree", "--game", "connect4", "--size", "4x4", "--moves", "a1 a2 a3 a4 b1 b2 b3 b4 d1 c1 c2".replace("1", "")
                .replace("2", "").replace("3", "").replace("4", ""))
    check("an ending of Connect 4 by --moves", four.get("node_count", 0) > 1 and four.get("value") in (-1, 0, 1), four)


def test_limits():
    deep = run("tree", "--game", "connect4", "--depth", "9")
    check("a tree too large is refused, and says what to do", deep.returncode == 2 and "give a smaller --depth" in deep.stderr,
          words(deep))
    whole = run("tree", "--game", "connect4")
    check("without --depth it is searched as deep as is quick", whole.returncode == 0 and
          "The whole tree has more than 1,000,000 positions: searched 5 plies deep,\n19,608" in whole.stdout and
          re.search(r"\d[\d,]* positions; the first 200 are drawn: --show N draws more, --depth N looks less deep",
                    whole.stdout) is not None, words(whole)[:600])
    check("and says what an unfinished game counts", "counts what the evaluation says of it" in whole.stdout)
    two = data("tree", "--game", "tictactoe", "--depth", "2", "--eval", "lines", "--search", "minimax")
    same("the lecture's two plies of tic-tac-toe: the middle, worth 1", (two.get("pv", [None])[0], two.get("value")), ("b2", 1))
    lost = run("tree", "--game", "connect4", "--size", "5x4", "--depth", "5", "--search", "minimax", "--show", "2000").stdout
    check("no value of a thousand million in a picture", not re.search(r"\d{6}", lost), lost[:400])
    for name, says, *line in (
            ("--depth without --game", "add --game NAME", "tree", "(1 2)", "--depth", "3"),
            ("--game and a tree", "not both", "tree", "(1 2)", "--game", "nim"),
            ("--game and --min", "the position says who moves", "tree", "--game", "nim", "--min"),
            ("a game that is not there", "there is no game 'chess'", "tree", "--game", "chess"),
            ("--solution alone", "add --blank", "tree", "(1 2)", "--solution", "x.svg"),
            ("--blank and --json", "leave out --json", "tree", "(1 2)", "--blank", "--json"),
            ("--random and a tree", "not both", "tree", "(1 2)", "--random", "2x2")):
        refused = run(*line)
        check(f"refused: {name}", refused.returncode == 2 and says in refused.stderr and refused.stdout == "", words(refused))


# --- the ways to write a tree --------------------------------------------------------------------

def test_text():
    plain = data("tree", "((3 12 8)(2 4 6)(14 5 2))", "--nodes")
    for text in ("[[3, 12, 8], [2, 4, 6], [14, 5, 2]]", "[[3,12,8],[2,4,6],[14,5,2]]", "((3, 12, 8), (2, 4, 6), (14, 5, 2))",
                 "((3,12 8)(2 4,6),(14 5 2))"):
        same(f"{text} is the tree of the textbooks", data("tree", text, "--nodes"), plain)
    small = data("tree", "((0.3 1.2 .8)(0.2 0.4 0.6)(1.4 0.5 0.20))".replace(" .8", " 0.8"))
    same("decimals: a tenth of everything", (small.get("value"), small.get("visited"), small.get("cuts")),
         (0.3, plain["visited"], plain["cuts"]))
    same("-0.5 keeps its sign", data("tree", "(-0.5 (-2.25 7))").get("value"), -0.5)
    same("brackets without commas stay chance nodes", data("tree", "[3 12]").get("root"), "CHANCE")
    same("commas beside weights are chance nodes, too", data("tree", "[2:3, (4, 6)]").get("root"), "CHANCE")
    same("and beside parentheses", data("tree", "([3, 4], [5, 8])").get("value"), 6.5)
    same("lists in lists alternate", data("tree", "[[[3, 5], [1, 9]], [[2, 4]]]").get("value"), 5)
    for text, column in (("[3, 12, ]", 9), ("[3,,4]", 4), (",3", 1), ("[3, 12", 7), ("(3 0.1234567891)", 4), ("[3, 4)", 6),
                         ("(1000000000 0.5)", 2), ("[3, 4.]", 5), ("(1 2),", 6)):
        refused = run("tree", text)
        check(f"refused: {text} at column {column}", refused.returncode == 2 and f"column {column}:" in refused.stderr,
              words(refused))


# --- exercises -------------------------------------------------------------------------------------

def svg_words(path):
    return ["".join(node.itertext()).strip() for node in xml.parse(path).iter("{http://www.w3.org/2000/svg}text")]


def test_blank(folder):
    tree = "((3 12 8)(2 4 6)(14 5 2))"
    blank, solved, written = (os.path.join(folder, name) for name in ("blank.svg", "solved.svg", "solved.txt"))
    sheet = run("tree", tree, "--blank", "--svg", blank, "--solution", solved)
    check("--blank prints leaves and room to write", sheet.returncode == 0 and sheet.stdout.count("____") == 4 and
          "12" in sheet.stdout and "inf" not in sheet.stdout and "cut:" not in sheet.stdout and "*" not in sheet.stdout, words(sheet))
    leaves = ["3", "12", "8", "2", "4", "6", "14", "5", "2"]
    same("the blank drawing has the leaves' numbers alone", [word for word in svg_words(blank) if re.fullmatch(r"-?\d+", word)],
         leaves)
    check("no value, window, cut or hint is hidden in it", not re.search(r"\u2264|\u221e|best\"|cut:|already", open(blank).read()),
          open(blank).read()[:300])
    check("the solution has them", {"\u2264 2", "3"} <= set(svg_words(solved)) and any("cut" in w for w in svg_words(solved)))
    run("tree", tree, "--blank", "--solution", written)
    same("the solution as text is what tree prints", open(written).read(), run("tree", tree).stdout)
    first = run("tree", "--random", "3x2", "--seed", "7")
    text = re.search(r"tree    (\(.*\)) X", first.stdout)
    check("a random tree prints its text", text is not None, words(first))
    same("and can be had again from it", data("tree", text.group(1)).get("value"),
         data("tree", "--random", "3x2", "--seed", "7").get("value"))
    check("--seed makes another one", run("tree", "--random", "3x2", "--seed", "8").stdout != first.stdout)
    option = run("tree", "--option", "branching=2", "--option", "depth=3", "--seed", "5").stdout
    check("--seed drives --option branching and depth", option != run("tree", "--option", "branching=2", "--option", "depth=3",
                                                                     "--seed", "6").stdout and "tree    (" in option, option)


# --- on a terminal --------------------------------------------------------------------------------

def on_terminal(columns, rows, colour, *arguments, keys=b""):
    """What the program writes on a terminal of that size; `keys` are pressed at once."""
    environment = {**os.environ, "TERM": "xterm-256color" if colour else "dumb"}
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    with subprocess.Popen([BANYAN, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        if keys:
            os.write(master, keys)
        out = b""
        while True:
            try:
                piece = os.read(master, 65536)
            except OSError:
                break
            if not piece:
                break
            out += piece
        process.wait()
    os.close(master)
    return out.decode()


def plain(text):
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r", "")


def test_terminal():
    for columns, rows in ((80, 24), (110, 40)):
        for colour in (True, False):
            name = f"{columns}x{rows}{' in colour' if colour else ''}"
            seen = on_terminal(columns, rows, colour, "tree", "--game", "nim", "--position", "7")
            lines = plain(seen).split("\n")
            check(f"{name}: no line is wider than the terminal", max(map(len, lines)) <= columns, "\n".join(lines))
            check(f"{name}: reasons that do not fit are numbered below", "[1]  " in plain(seen) and
                  "[1]\n" in plain(seen).replace(" \n", "\n"), plain(seen))
            same(f"{name}: colours where they are wanted", "\x1b[" in seen, colour)
            if colour:
                screens = on_terminal(columns, rows, colour, "tree", "--game", "nim", "--position", "7", "--step", keys=b"nnnneq")
                shown = [plain(part).rstrip("\n").split("\n") for part in screens.split("\x1b[H\x1b[2J")[1:]]
                check(f"{name}: {len(shown)} steps fit the screen", len(shown) >= 5 and
                      all(len(screen) <= rows and max(map(len, screen)) <= columns for screen in shown[:-1]),
                      "\n".join(max(shown, key=len)))


if __name__ == "__main__":
    test_values()
    test_windows()
    test_limits()
    test_text()
    with tempfile.TemporaryDirectory() as scratch:
        test_blank(scratch)
    test_terminal()
    finish()
