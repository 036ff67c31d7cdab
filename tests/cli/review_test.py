#!/usr/bin/env python3
"""A game is kept and looked at again: `play` with save, resign and --save, `review`, `show --step`."""
import json
import os
import re
import signal
import subprocess
import tempfile
import time
import xml.etree.ElementTree

from _tap import BANYAN, check, data, finish, run, same, words
from _terminal import Terminal, shown
from _wait import works

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLE = os.path.join(ROOT, "examples", "tictactoe.sgf")
THROWN = "a1 b1 a2 b2 c1 b3"  # the fifth could win, and loses
SIZES = ((80, 24), (110, 40))

scratch = tempfile.TemporaryDirectory()


def path(name):
    return os.path.join(scratch.name, name)


def put(name, text):
    with open(path(name), "w", encoding="utf-8") as file:
        file.write(text)
    return path(name)


def get(name):
    with open(path(name), encoding="utf-8") as file:
        return file.read()


def refused(name, *arguments, says, status=2, **options):
    result = run(*arguments, **options)
    lines = [line for line in result.stderr.splitlines() if "the seed is" not in line]
    check(f"refused: {name}", result.returncode == status and result.stdout == "" and len(lines) == 1 and
          says in lines[0], words(result))


# --- review ---------------------------------------------------------------------------------------

def test_review():
    text = run("review", "tictactoe", "--moves", THROWN).stdout
    check("every move in a row", len(re.findall(r"^ +[1-6] [XO] ", text, re.MULTILINE)) == 6, text)
    check("a win thrown away", "   5 X     c1         wins    loses       2 ?? a3\n" in text, text)
    check("the worst move first", " 1  move 5, X c1??: X wins, then O wins\n    better a3\n" in text, text)
    check("a graph", "    1   |" in text and "   -1   |" in text and "   worst " in text, text)
    check("lines of a page", all(len(line) <= 80 for line in text.splitlines()), text)
    found = data("review", "tictactoe", "--moves", THROWN)
    same("losses for programs", [move["loss"] for move in found["moves"]], [0, 1, 0, 0, 2, 0])
    same("the same in chances", [move["lost_chance"] for move in found["moves"]], [0, 0.5, 0, 0, 1, 0])
    same("the worst", (found["worst"], found["unit"], found["complete"]), ([5, 2], "score", True))
    fifth = found["moves"][4]
    same("the better move", (fifth["better"], fifth["line"], fifth["grade"], fifth["before"]["text"]),
         ("a3", ["a3"], "blunder", "X wins"))
    same("--worst", data("review", "tictactoe", "--moves", THROWN, "--worst", "1")["worst"], [5])
    same("--ply", len(data("review", EXAMPLE, "--ply", "3")["moves"]), 3)
    second = data("review", EXAMPLE, "--variation", "2")
    same("another variation", [move["move"] for move in second["moves"]][:3], ["b2", "b3", "a3"])
    same("who played", (second["first"], second["second"]), ("First", "Second"))


def test_players():
    spec = ("--player", "alphabeta depth=4")
    moves = "d d e a f"
    one, two = (data("review", "connect4", "--moves", moves, *spec) for _ in range(2))
    for found in (one, two):
        found.pop("seconds")
    same("the same twice", one, two)
    check("chances", one["unit"] == "chance" and all(0 <= move["loss"] <= 1 for move in one["moves"]), one)
    check("an open three was let be", one["moves"][3]["loss"] > 0.2, one["moves"][3])
    go = data("review", "go", "--size", "5", "--moves", "c3 c4 d4 pass pass", "--player", "mcts sims=50")
    same("a game with passes, counted at its end", (go["moves"][4]["move"], go["moves"][4]["after"]["certain"]),
         ("pass", True))
    wall = "c1 d5 c2 d4 c3 d3 c4 d2 c5 d1 pass a1 pass pass"  # the stone at a1 is dead: nobody takes it
    ended = data("review", "go", "--size", "5", "--option", "komi=0.5", "--moves", wall, "--player", "mcts sims=300")
    check("dead stones do not count at the end", ended["moves"][-1]["after"]["text"].startswith("Black wins by 4.5") or
          ended["moves"][-1]["after"]["score"] in (4.5, -4.5), ended["moves"][-1])
    begun = time.monotonic()
    othello = data("review", "othello", "--moves", "f5 d6 c3 d3 c4", "--care", "quick")
    check("care is time", time.monotonic() - begun < 60 and 0.2 < othello["seconds"] < 30, othello["seconds"])
    same("Othello in discs", othello["unit"], "score")


def test_refusals():
    refused("chance", "review", "coins", "--moves", "", says="game of chance")
    refused("no moves", "review", "connect4", says="no moves")
    refused("an illegal move", "review", "connect4", "--moves", "d d z", says="move 3")
    bad = put("bad.sgf", "(;FF[4]GM[1]SZ[9];B[ee];W[ee])")
    refused("an illegal move in a file", "review", bad, says="move 2, W[ee]")
    refused("nobody's opinion", "review", "tictactoe", "--moves", "b2", "--player", "random", says="does not say")
    refused("nothing", "review", says="wants a game or a file")
    refused("two for one", "review", EXAMPLE, "--svg", "-", "--json", says="room for one")
    refused("no folder", "review", EXAMPLE, "--svg", "/nosuch/folder/x.svg", says="", status=1)


def test_files():
    noted = path("noted.sgf")
    result = run("review", EXAMPLE, "--variation", "2", "--sgf", noted, "--svg", path("graph.svg"))
    named = [line for line in result.stdout.splitlines() if line.startswith("written ")]
    same("files are named, once each", named, [f"written {path('graph.svg')}", f"written {noted}"])
    text = get("noted.sgf")
    check("what was there stays", "A side loses." in text and "GN[Two ways to answer the centre]" in text, text)
    check("comments and marks", "C[A side loses.\nbad: draw, then X wins. Better: " in text and "BM[1]" in text, text)
    check("all of the old ways are there", data("show", noted, "--variation", "2")["file"]["moves"] ==
          data("show", EXAMPLE, "--variation", "2")["file"]["moves"])
    ways = data("show", noted)["file"]["branches"]
    same("the better line is one more way", ways[0], {"move": 2, "ways": 3})
    third = data("show", noted, "--variation", "3")["file"]
    check("which can be played", len(third["moves"]) >= 2 and third["moves"][0] == "b2", third)
    same("the main line is as it was", data("show", noted)["file"]["moves"], data("show", EXAMPLE)["file"]["moves"])
    again = run("convert", noted).stdout
    same("it is written in the normal form", again, text)
    root = xml.etree.ElementTree.parse(path("graph.svg")).getroot()
    check("the drawing is SVG", root.tag.endswith("svg"), root.tag)
    same("the drawing alone", run("review", EXAMPLE, "--variation", "2", "--svg", "-").stdout, get("graph.svg"))
    for name, text in (("game.transcript", "f5d6c3d3c4f4\n"), ("game.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,0\n9,9,0\n"
                                                               "one\ntwo\n-1\n"),
                       ("game.game", "# banyan game record\ngame nim\nposition 3 5 7\nresult B+R\nmoves 7=1+6 6=2+4\n"),
                       ("game.ggf", "(;GM[Othello]PC[x]PB[a]PW[b]RE[?]TI[5]TY[8]BO[8 -------- -------- -------- ---O*--- ---*O--- "
                                    "-------- -------- -------- *]B[f5]W[d6];)")):
        found = data("review", put(name, text), "--time", "0.02")
        check(f"{name} is reviewed", len(found["moves"]) >= 2 and found["complete"], found)
    stated = data("review", path("game.game"))
    same("a game that was given up", stated["result"], "B+R")
    drawn = run("review", "connect4", "--moves", "d d e a f", "--player", "alphabeta depth=4", "--sgf", path("four.sgf"))
    check("a game that SGF has no number for", drawn.returncode == 0 and "BM[" in get("four.sgf"), words(drawn))
    four = data("show", path("four.sgf"))["file"]
    check("is read again", four["moves"] == ["d", "d", "e", "a", "f"] and four["branches"], four)
    two = put("two.transcript", "f5d6\nf5f6e6\n")
    same("--number", len(data("review", two, "--number", "2", "--time", "0.01")["moves"]), 3)
    long = run("play", "go", "--size", "9", "--first", "random", "--second", "random", "--seed", "4", "--save", path("long.sgf"))
    check("a long game", long.returncode == 0, words(long))
    found = data("review", path("long.sgf"), "--player", "mcts sims=4")
    check("is looked at as a whole", len(found["moves"]) > 60 and found["complete"], len(found["moves"]))


def test_store():
    store = path("games.db")
    made = run("match", "tictactoe", "--a", "random", "--b", "alphabeta", "--games", "4", "--store", store, "--seed", "3")
    check("a store", made.returncode == 0, words(made))
    lines = run("store", "export", store).stdout.splitlines()
    moves = [line["game"] for line in map(json.loads, lines) if "game" in line]
    for number in (1, 4):
        found = data("review", store, "--number", str(number))
        wanted = next(game["moves"] for game in moves if game["number"] == number)
        same(f"game {number} of a store", " ".join(move["move"] for move in found["moves"]), wanted)
        check("who played it", {found["first"], found["second"]} == {"random", "alphabeta"}, found)
    refused("no such game", "review", store, "--number", "9", says="no game 9")
    refused("no such match", "review", store, "--match", "7", says="no game 1 of match 7")
    noted = run("review", store, "--sgf", "-")
    check("as SGF", noted.stdout.startswith("(;FF[4]") and "PB[" in noted.stdout, words(noted))


def test_stopping():
    process = subprocess.Popen([BANYAN, "review", "connect4", "--moves", "d d d d d a", "--time", "1.5"], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    works(process, 0)  # from here on it is time that counts: 1.5 s for each of seven positions
    time.sleep(6)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    check("Ctrl-C prints what was looked at", process.returncode == 0 and "were not looked at" in out and
          re.search(r"stopped: [1-5] of 6 moves", err) and "   6 X" not in out and "   6 O     a" in out, out + err)
    terminal = Terminal("review", "connect4", "--moves", "d d d d d a", "--time", "1")
    terminal.expect("left")
    check("a bar with the time left", re.search(r"review \[[#.]+\] \d/6, \d+ s, about \d+ s left", terminal.text),
          repr(terminal.text))
    terminal.type("\x03")
    terminal.end(20)
    same("and it ends", terminal.status, 0)


# --- play ---------------------------------------------------------------------------------------------

def test_save():
    kept = path("kept.game")
    result = run("play", "connect4", "--first", "human", "--second", "human", "--save", kept, input="d\ne\n")
    check("left: the file goes on", "written " + kept in result.stdout and f"banyan play {kept} --save {kept}" in result.stdout,
          words(result))
    same("after every move", data("show", kept)["file"]["moves"], ["d", "e"])
    result = run("play", kept, "--save", kept, "--first", "human", "--second", "human", input="d\nresign\n")
    check("given up", "resigns" in result.stdout and result.returncode == 0, words(result))
    same("with its result", (data("show", kept)["file"]["moves"], data("show", kept)["file"]["info"]["result"]),
         (["d", "e", "d"], "B+R"))
    again = run("play", "connect4", "--first", "human", "--second", "human", "--save", kept,
                input=f"a\nsave {kept}\nsave {path('kept-2.game')}\n")
    check("what is there stays", f"{kept} is there already: this game goes to {path('kept-2.game')}" in again.stdout and
          again.stdout.count("It was not saved") == 1, words(again))
    same("both are there", (data("show", kept)["file"]["moves"], data("show", path("kept-2.game"))["file"]["moves"]),
         (["d", "e", "d"], ["a"]))
    cut = run("play", kept, "--ply", "1", "--save", kept, "--first", "human", "--second", "human", input="c\n")
    same("a record that is gone on with from its middle", (data("show", kept)["file"]["moves"],
         data("show", path("kept-3.game"))["file"]["moves"], cut.returncode), (["d", "e", "d"], ["d", "c"], 0))
    other = path("other.sgf")
    result = run("play", "tictactoe", "--first", "human", "--second", "human",
                 input=f"a1\nsave\nsave {other}\nsave {path('x.nosuch')}\nsave /nosuch/x.sgf\nb1\na2\nb2\na3\n")
    check("save without a name asks", "Save where?" in result.stdout, words(result))
    check("save says what is written", f"written {other}\n" in result.stdout, words(result))
    check("an ending that is none", "It was not saved: the name" in result.stdout, words(result))
    check("a folder that is none", result.stdout.count("It was not saved") == 2, words(result))
    same("the game as it stood", data("show", other)["file"]["moves"], ["a1"])
    check("nobody is asked in a pipe", "again" not in result.stdout and result.returncode == 0, words(result))
    for name, game, wanted in (("end.sgf", ("othello", "--size", "4"), "othello"), ("end.moves", ("othello", "--size", "4"), "othello"),
                               ("end.ggf", ("othello", "--size", "4"), "othello"), ("end.game", ("stones",), "stones"), ("end4.sgf", ("connect4",), "connect4"),
                               ("end.psq", ("gomoku", "--size", "15"), "gomoku"), ("go.sgf", ("go", "--size", "5"), "go")):
        result = run("play", *game, "--first", "random", "--second", "random", "--save", path(name), "--json")
        played = json.loads(result.stdout)
        shown_again = data("show", path(name))
        same(f"{name}: the game is there", (shown_again["file"]["game"], shown_again["position"], shown_again["over"]),
             (wanted, played["position"], True))
    refused("no such ending", "play", "connect4", "--save", path("x.nosuch"), says="no ending of a format")
    refused("another game's format", "play", "connect4", "--save", path("x.ggf"), says="Othello")
    refused("no such folder", "play", "connect4", "--save", "/nosuch/x.game", says="", status=1)


def test_file():
    result = json.loads(run("play", EXAMPLE, "--ply", "3", "--first", "random", "--second", "random", "--json").stdout)
    same("play goes on from a file", result["moves"][:3], ["b2", "a3", "c1"])
    left = run("play", "--file", EXAMPLE, "--ply", "3", "--first", "human", "--second", "human", input="a1\n")
    command = re.search(r"banyan (play .*)", left.stdout)
    check("and says how to go on", command and "--ply 3 --moves \"a1\"" in command.group(1), words(left))
    refused("no such ply", "play", EXAMPLE, "--ply", "30", "--first", "random", "--second", "random", says="no position after 30")


def test_after_the_game():
    for size in SIZES:
        for colour in ({}, {"NO_COLOR": "1"}):
            for name in ("after.sgf", "after-2.sgf", "after.game"):
                if os.path.exists(path(name)):
                    os.remove(path(name))
            terminal = Terminal("play", "tictactoe", "--first", "human", "--second", "human", "--save", path("after.sgf"),
                                size=size, **colour)
            for move in ("a1", "b1", "a2", "b2", "c1", "b3"):
                terminal.expect("> ")
                terminal.type(move + "\n")
            terminal.expect("Enter leaves")
            terminal.expect("> ")
            terminal.type("what\n")
            terminal.expect("none of them")
            terminal.type("review\n")
            terminal.expect("work      7 positions")
            text = shown(terminal.text)
            check(f"the review in {size[0]} columns", "   5 X     c1         wins    loses       2 ?? a3" in text and
                  all(len(line) <= size[0] for line in text.split("\n")), repr(text))
            terminal.type(f"save {path('after.game')}\n")
            terminal.expect("written ")
            terminal.type("again\n")
            terminal.expect("> ")
            terminal.type("resign\n")
            terminal.expect("resigns")
            terminal.expect("Enter leaves")
            terminal.type("\n")
            terminal.end()
            same("Enter leaves", terminal.status, 0)
            same("the first game is kept", data("show", path("after.sgf"))["file"]["moves"], THROWN.split())
            same("and beside it the second", data("show", path("after-2.sgf"))["file"]["info"]["result"], "W+R")
            same("and what was saved by hand", data("show", path("after.game"))["file"]["info"]["result"], "W+")
    terminal = Terminal("play", "connect4", "--first", "human", "--second", "human", "--save", path("broken.game"))
    terminal.expect("> ")
    terminal.type("d\n")
    terminal.expect("1 X d")
    terminal.press("\x03")
    terminal.end(10)
    same("Ctrl-C loses nothing", (terminal.status, data("show", path("broken.game"))["file"]["moves"]), (0, ["d"]))


# --- show -----------------------------------------------------------------------------------------------

def test_show():
    text = run("show", EXAMPLE).stdout
    check("the moves are listed", "moves     9\n          b2 a3 c1 c3 b3 b1 a1 a2 c2\n" in text, text)
    check("and where it branches", "branches  at move 2: 2 ways\n" in text, text)
    listed = run("show", EXAMPLE, "--step").stdout
    check("without a keyboard the steps are listed", "move 2 of 9: O a3\nA corner holds the draw.\n" in listed and
          "2 ways: [1 a3]  2 b3 " in listed, listed)
    refused("step and json", "show", EXAMPLE, "--step", "--json", says="choose one")


def test_step():
    for size in SIZES:
        for colour in ({}, {"NO_COLOR": "1"}):
            terminal = Terminal("show", EXAMPLE, "--step", size=size, **colour)
            terminal.expect("before the first move, of 9")
            terminal.expect("q leave")
            terminal.press("n")
            terminal.expect("move 1 of 9: X b2")
            terminal.expect("2 ways: [1 a3]  2 b3")
            terminal.press("\033[B")
            terminal.expect("[2 b3]")
            check("the other way is as long as it is", "move 1 of 7" in shown(terminal.text), repr(terminal.text))
            terminal.press(" ")
            terminal.expect("A side loses.")
            check("its move", "move 2 of 7: O b3" in shown(terminal.text), repr(terminal.text))
            terminal.press("b")
            terminal.expect("[2 b3]")
            terminal.press("1")
            terminal.expect("A corner holds the draw.")
            terminal.press("e")
            terminal.expect("move 9 of 9: X c2")
            terminal.press("n")
            terminal.press("g")
            terminal.expect("before the first move")
            terminal.expect("q leave")
            screen = shown(terminal.text).split("\n")
            check(f"it fits {size}", len(screen) <= size[1] and all(len(line) <= size[0] for line in screen), screen)
            terminal.press("q")
            terminal.end(10)
            same("q leaves", terminal.status, 0)
    hostile = put("hostile.sgf", "(;FF[4]GM[4]RU[mnk k=3]SZ[3];B[bb]C[one \033[2J\033[31m two];W[aa])")
    terminal = Terminal("show", hostile, "--step", size=(80, 24))
    terminal.expect("before the first move")
    terminal.press("n")
    terminal.expect("one ")
    terminal.expect("q leave")
    check("comments do not steer the terminal", "one ?[2J?[31m two" in terminal.text, repr(terminal.text))
    terminal.press("q")
    terminal.end(10)
    moves = "k10 d4 q16 d16 q4"
    terminal = Terminal("show", "go", "--size", "19", "--moves", moves, "--step", size=(80, 24))
    terminal.expect("before the first move, of 5")
    terminal.press("G")
    terminal.expect("move 5 of 5")
    terminal.expect("q leave")
    screen = shown(terminal.text[terminal.text.rfind("\033[H"):]).split("\n")
    check("a large board fits 80x24, too", len(screen) <= 24, screen)
    terminal.press("q")
    terminal.end(10)


for test in (test_review, test_players, test_refusals, test_files, test_store, test_stopping, test_save, test_file,
             test_after_the_game, test_show, test_step):
    test()
scratch.cleanup()
finish()
