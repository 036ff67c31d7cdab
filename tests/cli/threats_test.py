#!/usr/bin/env python3
"""solve --vcf, --vct, --quiet, --each: wins by threats; --proof, --check: their proofs, written and read."""
import json
import os
import tempfile

from _tap import check, finish, run, same, words

KEYS = ["result", "threats", "moves", "pv", "proof_nodes", "nodes", "seconds", "nodes_per_second"]
OPEN_FOUR = "h8 a1 j9 b1 k10 c1"
# After the last white stone k5 Black has no win by fours, but one by threes.
THREES = "p7 j7 n2 o2 p1 g7 n4 h7 k7 h6 n5 f7 e7 n3 m5 j8 l5 k5"

QUIET = ("........... ........... ........... ...O....... ........... .....X..... ......XOXX. ........... ........O.. "
         "........... ..........O X").replace(" ", "/", 10)


def data(*arguments):
    result = run(*arguments, "--json")
    check(" ".join(arguments), result.returncode == 0, words(result))
    return json.loads(result.stdout or "{}")


def sentences(result):
    """What it said, but for the remark of a build that has no weights."""
    return [line for line in result.stderr.splitlines() if "has no weights" not in line]


def solve(moves, *rest):
    return data("solve", "gomoku", "--moves", moves, *rest)


def test_found():
    found = solve(OPEN_FOUR, "--vcf")
    same("its keys", list(found), KEYS)
    same("an open four", (found["result"], found["threats"], found["moves"]), ("win", "fours", 2))
    same("the line ends with five", len(found["pv"]), 3)
    found = solve(THREES, "--vct")
    same("a win by threes", (found["result"], found["threats"]), ("win", "threes"))
    check("it is long", found["moves"] > 5 and found["proof_nodes"] > 20, str(found))
    same("not by fours", solve(THREES, "--vcf")["result"], "none")
    same("nothing on an empty board", solve("", "--vct")["result"], "none")
    same("no time for it", solve(THREES, "--vct", "--nodes", "20")["result"], "open")
    text = run("solve", "gomoku", "--moves", THREES, "--vct")
    check("in words", text.returncode == 0 and "Black wins by fours and threes" in text.stdout and "line" in text.stdout,
          words(text))
    text = run("solve", "gomoku", "--moves", THREES, "--vct", "--nodes", "20")
    check("not found, in words", text.returncode == 0 and "there may be one" in text.stdout, words(text))


def test_rules():
    """Two fours with one stone win; X may not make them in Renju, and O may."""
    x = "......../......../...X..../...X..../...X..../XXX...../......../..OO...O X"
    o = "......../......../...O..../...O..../...O..../OOO...../......../..XX...X O"
    for rule, position, result in (("freestyle", x, "win"), ("exact", x, "win"), ("renju", o, "win")):
        found = data("solve", "gomoku", "--size", "8", "--option", f"rule={rule}", "--position", position, "--vcf")
        same(f"{rule}", found["result"], result)
    # O's four on d5 can be stopped on d1 alone, where X would have six in a row.
    six = "........./........./........./...X...../........./...O...../...O...../...O...../XXX.XX... O"
    for rule, result in (("freestyle", "none"), ("exact", "none"), ("renju", "win")):
        found = data("solve", "gomoku", "--size", "9", "--option", f"rule={rule}", "--position", six, "--vcf")
        same(f"a block that is forbidden: {rule}", found["result"], result)


def test_proofs():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "win.txt")
        found = solve(THREES, "--vct", "--proof", path)
        held = data("solve", "gomoku", "--check", path)
        same("the proof holds", (held["holds"], held["moves"], held["proof_nodes"]),
             (True, found["moves"], found["proof_nodes"]))
        with open(path, encoding="ascii") as file:
            lines = file.read().splitlines()
        check("the checker tried every reply", held["nodes"] > 200 * 200, str(held))
        # Without its last line, the answer to all other replies, it does not hold.
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join(lines[:-1]) + "\n")
        result = run("solve", "gomoku", "--check", path)
        check("a proof with a gap is refused", result.returncode == 1 and "does not hold" in result.stderr, words(result))
        for what, text in (("nothing", ""), ("no proof", "hello\n"), ("no position", "proof gomoku\n0 - h8\n"),
                           ("no nodes", "\n".join(lines[:2]) + "\n"), ("a node too deep", "\n".join(lines[:3]) + "\n5 a1 a2\n"),
                           ("no move", "\n".join(lines[:2]) + "\n0 - z99\n"), ("half a node", "\n".join(lines[:2]) + "\n0 -\n")):
            with open(path, "w", encoding="ascii") as file:
                file.write(text)
            result = run("solve", "gomoku", "--check", path)
            check(f"{what}: one sentence", result.returncode == 2 and len(sentences(result)) == 1, words(result))


def test_each():
    """Behind which replies X wins, with all proofs in one file, from which the same command goes on."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "each.txt")
        asked = ("solve", "gomoku", "--size", "9", "--moves", "e5 a1 f6 a9 e6", "--each", "--vct", "--nodes", "3000",
                 "--table", "64K", "--proof", path)
        found = data(*asked)
        same("its keys", list(found), ["replies", "proved", "moves", "nodes", "seconds"])
        won = [move for move in found["moves"] if move["result"] == "win"]
        check("some replies lose, one does not", 10 < found["proved"] == len(won) < found["replies"] == 76, str(found))
        result = run("solve", "gomoku", "--check", path)
        check("all proofs hold", result.returncode == 0 and f"{len(won)} proofs hold" in result.stdout, words(result))
        again = data(*asked)
        check("the same command goes on", again["proved"] >= found["proved"] and again["nodes"] < found["nodes"], str(again))
        with open(path, encoding="ascii") as file:
            lines = file.read().splitlines()
        with open(path, "w", encoding="ascii") as file:
            file.write("\n".join(lines[:-1]) + "\n")
        result = run("solve", "gomoku", "--check", path)
        check("a gap in the last proof is found", result.returncode == 1 and "does not hold" in result.stderr, words(result))
        result = run(*asked)
        check("nothing goes on from it", result.returncode == 2 and "stays as it is" in result.stderr, words(result))
    result = run("solve", "gomoku", "--each")
    check("each of what?", result.returncode == 2 and "--each" in result.stderr, words(result))


def test_quiet():
    """No win by fours and threes, and one by a quiet move first; the plain checker agrees."""
    position = ("--size", "11", "--position", QUIET)
    same("no threats win", data("solve", "gomoku", *position, "--vct", "--nodes", "100000")["result"], "none")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "win.txt")
        found = data("solve", "gomoku", *position, "--quiet", "--nodes", "100000", "--proof", path)
        same("a quiet move wins", (found["result"], found["threats"]), ("win", "quiet"))
        same("and the proof holds", data("solve", "gomoku", "--check", path)["holds"], True)


def test_refusals():
    for rest in (("--vcf", "--vct"), ("--vcf", "--count"), ("--proof", "x"), ("--nodes", "5"), ("--check", "x", "--vct"),
                 ("--vct", "--method", "pns"), ("--check", "/nowhere/at/all")):
        result = run("solve", "gomoku", *rest)
        check(f"{' '.join(rest)} is refused", result.returncode != 0 and not result.stdout and
              len(sentences(result)) <= 2, words(result))
    result = run("solve", "tictactoe", "--vct")
    check("a game without threats", result.returncode == 2 and "leave --vcf, --vct and --quiet out" in result.stderr, words(result))
    won = "h8 a1 j8 b1 k8 c1 l8 d1 m8"
    result = run("solve", "gomoku", "--moves", won, "--vct")
    check("a game that is over", result.returncode == 2 and "over" in result.stderr, words(result))


test_found()
test_rules()
test_proofs()
test_each()
test_quiet()
test_refusals()
finish()
