#!/usr/bin/env python3
"""Go as a user meets it: what `show` adds, superko along a line, records, solving small boards."""
import os
import tempfile

from _tap import check, data, finish, run, same, words

KO = ".XO./XO.O/.XO./.... X"
# Each takes a ko, and then each takes one back: the sixth move would bring the first position back.
THREE_KOS = (".XO...XO./XO.O.X.XO/.XO...XO./........./........./........./.XO....../XO.O...../.XO...... X",
             "c8 g8 c2 b8 h8")


def go(command, *arguments, size=9, **options):
    settings = [word for name, value in options.items() for word in ("--option", f"{name}={value}")]
    return [command, "go", "--size", str(size), *arguments, *settings]


def test_show():
    for board in ("fast", "array", "halfway", "unionfind"):
        start = data(*go("show", board=board))
        same(f"an empty board, board={board}", (len(start["legal"]), start["legal"][-1], start["ko"], start["captures"]),
             (82, "pass", None, {"x": 0, "o": 0}))
        taken = data(*go("show", "--position", KO, "--moves", "c3", size=4, board=board))
        same(f"a ko, board={board}", (taken["ko"], taken["captures"], "b3" in taken["legal"]),
             ("b3", {"x": 1, "o": 0}, False))
    text = run(*go("show", "--position", KO, "--moves", "c3", size=4)).stdout
    check("as text", "ko        b3\n" in text and "captures  Black 1, White 0\n" in text, text)
    over = data(*go("show", "--moves", "b2 pass pass", size=3, komi=2))
    same("two passes end it", (over["over"], over["winner"], over["score"], over["legal"]), (True, "X", 7, []))


def test_superko():
    position, moves = THREE_KOS
    free = data(*go("show", "--position", position, "--moves", f"{moves} b2"))
    same("without superko the position comes back", free["position"].split()[0], position.split()[0])
    before = data(*go("show", "--position", position, "--moves", moves, superko="on"))
    check("with superko the move is not listed", "b2" not in before["legal"] and "b6" in before["legal"], before)
    result = run(*go("show", "--position", position, "--moves", f"{moves} b2", superko="on"))
    check("and refused", result.returncode == 2 and "brings back the position after move 0" in result.stderr,
          words(result))
    thought = data(*go("think", "--position", position, "--moves", moves, "--player", "alphabeta depth=1",
                       superko="on"))
    check("no search takes it", "b2" not in [entry["move"] for entry in thought["moves"]], thought)


def test_refusals():
    for says, arguments in (("square", ["show", "go", "--size", "9x7"]),
                            ("one half", go("show", komi=0.3)),
                            ("7x7 or more", go("show", size=6, handicap=2)),
                            ("has no liberties", go("show", "--position", "OX/X. X", size=2)),
                            ("not legal", go("show", "--moves", "e5 e5")),
                            ("not legal", go("show", "--position", ".X/X. O", "--moves", "a2", size=2)),
                            ("neither a point", go("show", "--moves", "i5"))):
        result = run(*arguments)
        check(f"refused: {says}", result.returncode == 2 and says in result.stderr and
              len(result.stderr.splitlines()) <= 4, words(result))


def test_records():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.sgf")
        with open(path, "w", encoding="ascii") as file:
            file.write("(;GM[1]FF[4]SZ[9]KM[6.5]HA[2]AB[gc][cg]RU[Japanese];W[ee];B[tt];W[])")
        shown = data("show", path)
        same("a handicap game", (shown["over"], shown["file"]["game"], shown["file"]["moves"], shown["score"]),
             (True, "go", ["e5", "pass", "pass"], -6.5))


def test_small_boards():
    """Published: on 3x3 the first player gets all nine points, with b2 (E. van der Werf and others,
    Solving Go on small boards, 2003)."""
    for method, komi, score in (("alphabeta", 0, 9), ("pns", 8.5, 0.5)):
        solved = data(*go("solve", "--method", method, size=3, komi=komi))
        same(f"3x3 by {method}", (solved["result"], solved["score"], solved["best"]), ("first", score, ["b2"]))
    last = ("--moves", "b2 a1 b1 c1 a2 c2 a3 b3 c3 c1")
    for search in ("minimax depth=3 manners=off", "alphabeta depth=3 manners=off"):  # a pass wins, too
        same(f"{search} takes the last stone", data(*go("think", *last, "--player", search, size=3))["move"], "c2")
    proven = data(*go("think", *last, "--player", "pns", size=3))
    same("pns proves nine points less komi", (proven["proven"], proven["value"]), (True, 8.5))
    match = data(*go("match", "--a", "alphabeta depth=2 manners=off", "--b", "random manners=off", "--games", "4",
                       size=5))
    same("looking ahead beats not looking", match["a"]["wins"], 4)
    played = data(*go("play", "--first", "alphabeta depth=2 manners=off", "--second", "random manners=off", size=4))
    same("a game to its end", played["winner"], "X")


for test in (test_show, test_superko, test_refusals, test_records, test_small_boards):
    test()
finish()
