#!/usr/bin/env python3
"""book: made the same every time, shown, played from, bad ones refused."""
import os
import shutil
import tempfile

from _tap import check, data, finish, run, same, words
from _wait import stopped

FOLDER = tempfile.mkdtemp()
MINE = os.path.join(FOLDER, "my.book")
KEPT = os.path.join(FOLDER, "kept.book")
GOOD = "banyan book 1\nothello 8x8\n: f5=0\n"
LATER = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"


def lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def entries(path):
    """What a book says of each line of play, read without our program."""
    found = {}
    for line in lines(path)[2:]:
        if not line.startswith("#"):
            moves, _, values = line.partition(":")
            found[moves] = {word.split("=")[0]: int(word.split("=")[1]) for word in values.split()}
    return found


def test_build():
    build = ("book", "build", "othello", "--positions", "25", "--depth", "3")
    result = run(*build, "--out", MINE)
    check("built", result.returncode == 0 and "25 positions" in result.stdout, words(result))
    again = os.path.join(FOLDER, "again.book")
    run(*build, "--threads", "2", "--out", again)
    check("the same on two threads", lines(MINE) == lines(again))
    book = entries(MINE)
    same("positions", len(book), 25)
    for moves, known in book.items():
        for move, value in known.items():
            answers = book.get(f"{moves} {move}".strip())
            if answers:
                same(f"{moves} {move}: what the best answer leaves", value, -max(answers.values()))


def test_show():
    book = entries(MINE)
    shown = data("book", "show", "othello", "--book", MINE)
    same("positions", shown["positions"], 25)
    for entry in shown["moves"]:
        if entry["move"] in book[""]:
            same(f"{entry['move']}: value", entry["value"], book[""][entry["move"]])
    text = run("book", "show", "othello", "--book", MINE).stdout
    check("as text", "25 positions" in text and "and then" in text, text)
    text = run("book", "show", "othello", "--book", MINE, "--moves", "f5 f6 e6 f4 g5 d6 c5").stdout
    check("a position it does not have", "not in the book" in text, text)


def test_play():
    """Both play from the book as far as it goes: the values that it has are those of its best moves."""
    player = f"alphabeta depth=1 book={MINE}"
    moves = data("match", "othello", "--a", player, "--b", player, "--games", "1", "--list")["list"][0]["moves"]
    for ply in range(3):
        shown = data("book", "show", "othello", "--book", MINE, "--moves", " ".join(moves[:ply]))["moves"]
        best = [entry["move"] for entry in shown if entry["value"] == shown[0]["value"]]
        check(f"move {ply + 1} is one of the best", moves[ply] in best, (moves[:ply + 1], shown))


def test_watched():
    """Who thinks over a position of the book sees the search, and what it says of the move that the book plays."""
    poor = os.path.join(FOLDER, "poor.book")
    with open(poor, "w", encoding="utf-8") as file:
        file.write("banyan book 1\nothello 8x8\nf5: f4=0\n")
    think = ("think", "othello", "--moves", "f5", "--player")
    same("the search plays another move", data(*think, "alphabeta depth=4 eval=learned")["move"], "d6")
    found = data(*think, f"alphabeta depth=4 eval=learned book={poor}")
    first = found["moves"][0]
    same("the book's move, of which only a bound is known",
         (found["move"], first["move"], found["bound"], found["value"], found["meaning"]),
         ("f4", "f4", "upper", first["value"], first["meaning"]))
    same("the other one has its own", [entry["bound"] for entry in found["moves"] if entry["move"] == "d6"], ["exact"])
    says = "f4 is a move of the opening book"
    for spec, wanted in ((f"alphabeta depth=4 eval=learned book={poor}", True), ("alphabeta depth=4 eval=learned", False),
                         (f"alphabeta depth=4 eval=learned book={poor} manners=off", False)):
        text = run(*think, spec).stdout
        check(f"it says so where the book has chosen: {spec[-12:]}", (says in text) == wanted, text)
    text = run("think", "othello", "--moves", "f5 f6", "--player", f"alphabeta depth=1 book={poor}").stdout
    check("and not where the book has no move", "opening book" not in text, text)
    text = run("book", "show", "othello", "--book", poor, "--moves", "f5").stdout
    same("one position is one", text.splitlines()[0], "1 position, the longest line 2 moves")


def test_gomoku():
    """Values are the evaluation's there, a win is beyond them, and points far from the stones are no moves."""
    mine, again = os.path.join(FOLDER, "gomoku.book"), os.path.join(FOLDER, "gomoku2.book")
    build = ("book", "build", "gomoku", "--positions", "20", "--depth", "2", "--margin", "60")
    result = run(*build, "--out", mine)
    check("built for Gomoku", result.returncode == 0 and "20 positions" in result.stdout, words(result))
    run(*build, "--threads", "2", "--out", again)
    check("the same on two threads", lines(mine) == lines(again))
    book = entries(mine)
    same("it begins in the centre", list(book[""]), ["h8"])
    check("its lines go on from there, and further than to all answers", max(len(moves.split()) for moves in book) > 3, list(book))
    for moves, known in book.items():
        for move, value in known.items():
            answers = book.get(f"{moves} {move}".strip())
            if answers:
                same(f"{moves} {move}: what the best answer leaves", value, -max(answers.values()))
    # A wide margin keeps moves that lose: a proven result is beyond all that the evaluation says.
    wide = os.path.join(FOLDER, "wide.book")
    run("book", "build", "gomoku", "--size", "9", "--positions", "60", "--depth", "2", "--plies", "40", "--margin", "1000000", "--out", wide)
    values = [abs(value) for known in entries(wide).values() for value in known.values()]
    check("there are proven values", values.count(100000) > 0, len(values))
    check("and nothing is worth more", max(values) == 100000, max(values))


def test_refusals():
    bad = os.path.join(FOLDER, "bad.book")
    with open(bad, "w", encoding="utf-8") as file:
        file.write("banyan book 1\nothello 8x8\nf5 a1: d6=1\n")
    with open(KEPT, "w", encoding="utf-8") as file:
        file.write(GOOD)
    for arguments, why in ((("build", "othello"), "--out"), (("build", "connect4", "--out", MINE + "x"), "no search"),
                           (("build", "othello", "--size", "10", "--out", MINE + "x"), "no search"),
                           (("build", "othello", "--size", "6", "--depth", "2", "--out", KEPT), "no evaluation"),
                           (("build", "othello", "--option", "empties=winner", "--depth", "2", "--out", KEPT), "usual rules"),
                           (("build", "othello", "--position", LATER, "--depth", "2", "--out", KEPT), "--position"),
                           (("build", "othello", "--moves", "f5 d6", "--depth", "2", "--out", KEPT), "leave out --position and --moves"),
                           (("build", "othello", "--book", MINE, "--out", KEPT), "--book is for book show"),
                           (("show", "othello", "--depth", "3"), "--depth is for book build"),
                           (("burn", "othello"), "build|show"), (("show", "connect4"), "no book"),
                           (("show", "othello", "--book", bad), "line 3"),
                           (("show", "othello", "--size", "6", "--book", MINE), "another game"),
                           (("show", "othello", "--book", os.path.join(FOLDER, "none")), "none")):
        result = run("book", *arguments)
        check(f"book {' '.join(arguments)[:40]}", result.returncode == 2 and why in result.stderr, words(result))
    result = run("think", "othello", "--player", f"alphabeta depth=1 book={bad}")
    check("a player says what is wrong", result.returncode == 2 and "line 3" in result.stderr, words(result))
    check("and nothing was written", not os.path.exists(MINE + "x"))
    same("nor replaced", lines(KEPT), GOOD.splitlines())
    empty = os.path.join(FOLDER, "empty.book")
    with open(empty, "w", encoding="utf-8") as file:
        file.write("banyan book 1\nothello 8x8\n")
    found = data("book", "show", "othello", "--book", empty)
    same("a book without positions has no line", (found["positions"], found["longest"]), (0, 0))


def test_stopped():
    """A good file stays as it is: what is not finished goes beside it, what is nothing nowhere."""
    with open(KEPT, "w", encoding="utf-8") as file:
        file.write(GOOD)
    beside = KEPT + ".unfinished"
    result = stopped("book", "build", "othello", "--positions", "50", "--depth", "40", "--out", KEPT)
    check("nothing done", result.returncode == 1 and "nothing was written" in result.stderr, words(result))
    check("nothing beside it", lines(KEPT) == GOOD.splitlines() and not os.path.exists(beside))
    result = stopped("book", "build", "othello", "--positions", "1000000", "--depth", "1", "--out", KEPT, seconds=2)
    check("something done", result.returncode == 1 and beside in result.stderr, words(result))
    same("the good one stays", lines(KEPT), GOOD.splitlines())
    check("the other can be read", data("book", "show", "othello", "--book", beside).get("positions", 0) > 0)


test_build()
test_show()
test_play()
test_watched()
test_gomoku()
test_refusals()
test_stopped()
shutil.rmtree(FOLDER, ignore_errors=True)
finish()
