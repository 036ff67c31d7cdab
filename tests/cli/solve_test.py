#!/usr/bin/env python3
"""solve: methods, counting, work kept in files; and backtrack: every line of play."""
import json
import os
import signal
import subprocess
import tempfile
import time

from _tap import BANYAN, LONG, check, data, finish, run, same, sanitizer_spoke, words
from _wait import works

# Stones, the lecture's row 1 2 3 6: every play and what each side takes, worked out by hand.
STONES = {("1", "1", "1", "1"): (4, 8), ("1", "1", "2"): (10, 2), ("1", "2", "1"): (7, 5), ("1", "3"): (1, 11),
          ("2", "1", "1"): (9, 3), ("2", "2"): (3, 9), ("3", "1"): (6, 6)}


def test_methods():
    """Both methods and the default name the same result and the same best moves."""
    for game in (("tictactoe",), ("connect4", "--size", "4x3"), ("breakthrough", "--size", "4x4"),
                 ("breakthrough", "--size", "3x5"), ("nim", "--position", "9 5"), ("stones", "--position", "5 1 -2 4 4"),
                 ("tree", "--position", "((3 12 8)(2 4 6)(14 5 2)) O")):
        found = {method: data("solve", *game, "--method", method) for method in ("auto", "alphabeta", "pns")}
        for method in ("alphabeta", "pns"):
            name = " ".join(game)
            same(f"{name}: the method is {method}", found[method]["method"], method)
            for key in ("result", "score", "best"):
                same(f"{name}: {key} by {method}", found[method][key], found["auto"][key])
    same("auto takes theory", data("solve", "nim")["method"], "theory")
    same("auto takes pns without draws", data("solve", "breakthrough", "--size", "4x4")["method"], "pns")
    same("auto takes alpha-beta with draws", data("solve", "tictactoe")["method"], "alphabeta")
    same("a small table will do", data("solve", "breakthrough", "--size", "3x5", "--table", "4K")["result"], "second")


def test_breakthrough():
    """Small boards. 5x5: the second player wins (Saffidine, Jouandeau and Cazenave 2011)."""
    boards = {"3x4": "first", "4x4": "first", "5x4": "first", "4x5": "second", "3x6": "first"}
    if LONG:
        boards["5x5"] = "second"
    for size, result in boards.items():
        begun = time.monotonic()
        same(f"breakthrough {size}", data("solve", "breakthrough", "--size", size)["result"], result)
        check(f"breakthrough {size} in time", time.monotonic() - begun < 60)


def test_count():
    found = data("solve", "tictactoe", "--count")
    found.pop("seconds")
    same("tictactoe is counted", found, {"positions": 5478, "positions_symmetric": 765, "games": 255168, "x": 131184,
                                         "o": 77904, "draws": 46080})
    text = run("solve", "tictactoe", "--count")
    check("and as text", text.returncode == 0 and all(number in text.stdout for number in ("5478", "765", "255168")),
          words(text))
    found = data("solve", "tictactoe", "--count", "--moves", "a1 b1 a2 b2 a3")
    same("a finished game", (found["positions"], found["games"], found["x"]), (1, 1, 1))
    found = data("solve", "stones", "--position", " ".join(["0"] * 80), "--count")
    same("numbers too large are null", (found["games"], found["draws"], found["x"]), (None, None, 0))
    for rest in (("--save", "x"), ("--method", "pns")):
        result = run("solve", "tictactoe", "--count", *rest)
        check(f"--count refuses {rest[0]}", result.returncode == 2 and not result.stdout, words(result))
    result = run("solve", "connect4", "--count", "--table", "1M")
    check("too little memory is said", result.returncode == 1 and "megabytes" in result.stderr, words(result))


# 4x4 from the start: White wins by 11 to 3 (the Othello folder's README.md), and whatever Black begins with is the same.
OTHELLO4 = ".....OX..XO..... X"


def test_obf():
    board = OTHELLO4.replace(".", "-").replace("X", "*", 1)
    for position in (OTHELLO4, board, board + ";", board + "; A2:-8; C4:-8; % a remark", "..../.OX./.XO./.... X"):
        found = data("solve", "othello", "--size", "4", "--position", position)
        same(f"4x4 as '{position}'", (found["result"], found["score"], sorted(found["best"])),
             ("second", -8, ["a2", "b1", "c4", "d3"]))
    for position in (board + "; A2", board[:-3] + "Z *", board + " A2:-8;"):
        result = run("solve", "othello", "--size", "4", "--position", position)
        check(f"'{position}' is refused", result.returncode == 2 and result.stderr.count("\n") == 1, words(result))


def test_one_move_and_the_winner():
    """Less is asked for, and what is told is as true."""
    games = (("othello", "--size", "4"), ("stones", "--position", "5 1 -2 4 4"), ("tictactoe",),
             ("tree", "--position", "((3 12 8)(2 4 6)(14 5 2)) O"), ("breakthrough", "--size", "4x4"),
             ("go", "--size", "2"), ("connect4", "--size", "4x4"), ("nim", "--position", "9 5"))
    for game in games:
        for method in ("auto", "alphabeta", "pns"):
            name = " ".join(game) + " by " + method
            whole = data("solve", *game, "--method", method)
            one = data("solve", *game, "--method", method, "--best", "one")
            same(f"{name}: the same score", one["score"], whole["score"])
            check(f"{name}: a best move", one["best"][0] in whole["best"] and one["pv"][0] == one["best"][0], one)
            every = data("solve", *game, "--method", method, "--wld", "--best", "all")
            winner = data("solve", *game, "--method", method, "--wld")
            same(f"{name}: the same winner", {found["result"] for found in (every, winner)}, {whole["result"]})
            check(f"{name}: its moves win too", set(whole["best"]) <= set(every["best"]) and
                  winner["best"][0] in every["best"], (whole["best"], every["best"], winner["best"]))
    same("who wins says nothing of the margin", data("solve", "othello", "--size", "4", "--wld")["score"], None)
    text = run("solve", "othello", "--size", "4", "--wld").stdout
    check("nor as text", "score" not in text and "the side to move loses" in text and "nodes/s" in text, text)


def test_file(folder):
    """A line of play on 4x4, its positions in a file with what each is worth: found with --position."""
    path, moves, lines, scores = f"{folder}/problems.obf", [], [], []
    while not (shown := data("show", "othello", "--size", "4", "--moves", " ".join(moves)))["over"]:
        found = data("solve", "othello", "--size", "4", "--position", shown["position"])
        board = shown["position"][:-2].replace("/", "").replace(".", "-")
        known = "" if found["best"] == ["pass"] else f" {found['best'][0].upper()}:{found['score']:+d};"
        lines.append(f"{board} {shown['to_move']};{known}\n")
        scores.append(found["score"])
        moves.append(found["best"][0])
    with open(path, "w", encoding="ascii") as file:
        file.writelines(["% problems\n", *lines])
    told = data("solve", "othello", "--file", path)
    same("every position has its score", [row["score"] for row in told["positions"]], scores)
    same("all are right", (told["solved"], told["unsolved"], told["wrong"], told["complete"]), (len(lines), 0, 0, True))
    same("those with a score are compared", told["right"], sum(":" in line for line in lines))
    same("the winners are right too", data("solve", "othello", "--file", path, "--wld")["right"], told["right"])
    text = run("solve", "othello", "--file", path)
    check("as a table", text.returncode == 0 and text.stdout.count("right: ") == told["right"] and
          f"{len(lines)} of {len(lines)} solved" in text.stdout, words(text))
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{OTHELLO4}; A2:-8;\n{OTHELLO4}; A2:-6;\n{OTHELLO4}; A2:-10; B1:-8; C4:-8; D3:-8;\n")
    result = run("solve", "othello", "--file", path, "--json")
    told = json.loads(result.stdout or "{}")
    check("a wrong score ends it with status 1", result.returncode == 1 and told["wrong"] >= 1 and
          [row["right"] for row in told["positions"]][:2] == [True, False], words(result))
    check("and is seen in the table", "WRONG: -6 a2" in run("solve", "othello", "--file", path).stdout)
    for rest, says in ((("--position", OTHELLO4), "has its own positions"), (("--save", "x"), "leave --file"),
                       (("--count",), "--file"), (("--size", "6"), "6 wide")):
        result = run("solve", "othello", "--file", path, *rest)
        check(f"--file refuses {rest[0]}", result.returncode == 2 and not result.stdout and says in result.stderr,
              words(result))
    result = run("solve", "nogo", "--file", path)
    check("another game is refused", result.returncode == 2 and "of the game othello, not nogo" in result.stderr,
          words(result))


def test_file_stopped(folder):
    """The start of 8x8 is beyond everybody: rows before it are kept, and it is given up when its time is over."""
    path = f"{folder}/hard.obf"
    start = "-" * 27 + "OX------XO" + "-" * 27
    easy = "-" * 27 + "OX" + "-" * 35
    with open(path, "w", encoding="ascii") as file:
        file.write(f"{easy} X;\n{start} X;\n{easy} X;\n")
    late = run("solve", "othello", "--file", path, "--time", "1s", "--json")
    told = json.loads(late.stdout or "{}")
    check("--time is for each position", late.returncode == 1 and not late.stderr and
          [row["proven"] for row in told["positions"]] == [True, False, True] and told["complete"], words(late))
    stopped = interrupt("solve", "othello", "--file", path)
    check("Ctrl-C keeps the rows before", stopped.returncode == 1 and "1 of 3 solved" in stopped.stdout and
          "stopped after 1 of 3 positions" in stopped.stderr and not sanitizer_spoke(stopped.stderr), words(stopped))


def interrupt(*arguments):
    with subprocess.Popen([BANYAN, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        works(process, 0.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    return subprocess.CompletedProcess(arguments, process.returncode, out, err)


def test_save(folder):
    path = f"{folder}/work.save"
    command = ("solve", "breakthrough", "--size", "5x5", "--table", "16M", "--save", path)
    stopped = interrupt(*command)
    check("Ctrl-C keeps the work and says how to go on", stopped.returncode == 1 and not stopped.stdout and
          "the same command goes on from" in stopped.stderr and os.path.getsize(path) > 1000 and
          not sanitizer_spoke(stopped.stderr), words(stopped))
    check("nothing else is left behind", os.listdir(folder) == ["work.save"], os.listdir(folder))
    before = int(stopped.stderr.split(" nodes")[0].split()[-1])
    late = run(*command, "--time", "2s")  # of which a busy machine takes its part
    check("the end of --time does too", late.returncode == 1 and "the time was over" in late.stderr and
          int(late.stderr.split(" nodes")[0].split()[-1]) > before, words(late))
    counting = interrupt("solve", "connect4", "--count")
    check("counting cannot be continued", counting.returncode == 1 and not counting.stdout, words(counting))


def test_resume(folder):
    """Ended by the clock again and again, it comes to the same end. Sessions grow longer, so that
    a busy machine gets there too."""
    path = f"{folder}/small.save"
    command = ("solve", "breakthrough", "--size", "4x5", "--save", path)
    for session in range(80):
        result = run(*command, "--time", f"{50 + 10 * session}ms", "--json")
        if result.returncode == 0:
            break
    whole = data("solve", "breakthrough", "--size", "4x5")
    found = json.loads(result.stdout or "{}")
    same("in many sessions the same result", [found.get(key) for key in ("result", "best", "method")],
         [whole[key] for key in ("result", "best", "method")])
    again = data(*command)
    check("once solved, it is known", again["best"] == whole["best"] and again["nodes"] < found["nodes"] + 10, again)


def refused(name, *arguments, says):
    result = run(*arguments)
    check(name, result.returncode == 2 and not result.stdout and says in result.stderr and
          result.stderr.count("\n") == 1 and not sanitizer_spoke(result.stderr), words(result))


def test_bad_files(folder):
    path = f"{folder}/bad.save"
    command = ("solve", "breakthrough", "--size", "4x4", "--save", path)
    check("a file is made", run(*command, "--table", "1K").returncode == 0)
    with open(path, "rb") as file:
        whole = file.read()
    refused("another size", "solve", "breakthrough", "--size", "4x5", "--save", path, says="another game")
    refused("another position", *command, "--moves", "a1a2", says="another position")
    refused("another method", *command, "--method", "alphabeta", says="another method: 'pns'")
    for name, content in (("an empty file", b""), ("a text", b"Hello, world\n" * 100), ("half a file", whole[:len(whole) // 2]),
                          ("a damaged file", whole[:900] + b"?" + whole[901:]), ("a longer file", whole + b"x")):
        with open(path, "wb") as file:
            file.write(content)
        refused(name, *command, says="file")
        with open(path, "rb") as file:
            same(f"{name} is left alone", file.read(), content)
    result = run("solve", "breakthrough", "--save", f"{folder}/no/such/folder")
    check("a folder that is not there", result.returncode == 1 and "cannot write" in result.stderr, words(result))


def test_backtrack():
    found = data("backtrack", "stones", "--position", "1 2 3 6")
    same("every play of the lecture's row", {tuple(line["moves"]): (line["taken_x"], line["taken_o"])
                                             for line in found["lines"]}, STONES)
    same("its numbers", [found[key] for key in ("total", "x", "o", "draws")], [7, 3, 3, 1])
    check("who wins is who has more", all((line["winner"] == "X") == (line["score"] > 0) and
                                          line["score"] == line["taken_x"] - line["taken_o"]
                                          for line in found["lines"]), found)
    text = run("backtrack", "stones", "--position", "1 2 3 6").stdout.splitlines()
    check("as text", len(text) == 8 and "1 1 2  X wins by 8 points  taken_x 10  taken_o 2" in text and
          text[-1] == "7 lines of play: X wins 3, O wins 3, draws 1", text)
    found = data("backtrack", "tictactoe", "--limit", "20")
    same("a limit shows some and counts all", (len(found["lines"]), found["total"], found["x"]), (20, 255168, 131184))
    if LONG:
        found = data("backtrack", "tictactoe", "--limit", "300000")
        same("all games of tic-tac-toe", (len(found["lines"]), len({tuple(line["moves"]) for line in found["lines"]})),
             (255168, 255168))
    text = run("backtrack", "tictactoe", "--limit", "0")
    same("a limit of nothing", text.stdout, "255168 lines of play: X wins 131184, O wins 77904, draws 46080; "
         "shown: the first 0\n")
    stopped = interrupt("backtrack", "connect4", "--limit", "5")
    check("a game too large to count", stopped.returncode == 0 and stopped.stdout.count("\n") == 6 and
          "more than could be counted" in stopped.stdout, words(stopped))


with tempfile.TemporaryDirectory() as scratch:
    test_methods()
    test_breakthrough()
    test_count()
    test_obf()
    test_one_move_and_the_winner()
    test_file(scratch)
    test_file_stopped(scratch)
    os.remove(f"{scratch}/problems.obf")
    os.remove(f"{scratch}/hard.obf")
    test_save(scratch)
    test_resume(scratch)
    test_bad_files(scratch)
    test_backtrack()
finish()
