#!/usr/bin/env python3
"""On a terminal: the menu, a person's game, colours and the progress bar; elsewhere none of them."""
import os
import re
import signal
import subprocess
import termios
import time

from _tap import BANYAN, check, finish, run, same, sanitizer_spoke
from _terminal import Terminal, shown


def test_menu():
    terminal = Terminal("play")
    terminal.expect("Which game?")
    terminal.type("nosuch\n")
    terminal.expect("That is none of them")
    terminal.type("tictactoe\n")
    terminal.expect("Against whom?")
    terminal.type("1\n")
    terminal.expect("Which side?")
    terminal.type("\n")
    terminal.expect("X>")
    terminal.type("help\n")
    terminal.expect("take back")
    terminal.type("b2\n")
    terminal.expect("2 O ")
    terminal.expect("X>")
    terminal.type("undo\n")
    terminal.expect("X>")
    terminal.type("a1\n")
    terminal.expect("2 O ")
    terminal.expect("X>")
    terminal.type("quit\n")
    text = terminal.end()
    check("leaving prints how to go on", "banyan play tictactoe --moves" in text and terminal.status == 0, text)


def test_leave_menu():
    for name, keys in (("Ctrl-C", "\x03"), ("Ctrl-D", "\x04"), ("quit", "quit\n")):
        terminal = Terminal("play")
        terminal.expect("Enter for")
        terminal.press(keys)
        terminal.end()
        check(f"{name} leaves the menu", terminal.status == 0, terminal.status)


def test_game():
    terminal = Terminal("play", "tictactoe", "--first", "human", "--second", "human")
    for ply, move in enumerate(("a1", "b1", "a2", "b2")):
        terminal.expect("O>" if ply % 2 else "X>")
        terminal.type(move + "\n")
    terminal.expect("X>")
    terminal.type("a3\n")
    terminal.expect("Enter leaves")
    text = terminal.text
    terminal.type("\n")
    terminal.end()
    check("three in a row win", "wins: human" in text and terminal.status == 0, repr(text))


def test_monte_carlo():
    terminal = Terminal("play", "nogo", "--size", "4", "--first", "human", "--second", "mcts sims=500 rave=on reuse=on")
    terminal.expect("Black>")
    terminal.type("hint\n")
    terminal.expect(" takes ")
    terminal.type("a1\n")
    terminal.expect("2 White ")
    terminal.expect(" %, ")
    terminal.type("undo\n")
    terminal.expect("Black>")
    terminal.type("b2\n")
    terminal.expect("2 White ")
    terminal.type("quit\n")
    terminal.end()
    check("Monte Carlo plays against a person", terminal.status == 0, terminal.status)
    terminal = Terminal("think", "nogo", "--player", "mcts time=60")
    terminal.expect("simulations, ")
    terminal.expect("/s, tree ")
    terminal.type("\x03")
    text = terminal.end(10)
    check("Ctrl-C takes the best so far", terminal.status == 0 and "stopped before the end" in text, repr(text[-500:]))


def test_editing():
    terminal = Terminal("play", "tictactoe", "--first", "human", "--second", "human")
    terminal.expect("X>")
    terminal.press("c3\x7f\x7fb2\n")
    terminal.expect("1 X b2")
    terminal.expect("O>")
    terminal.press("\x1b[A\n")
    terminal.expect("not legal")
    check("the arrow brings the last line back", "'b2'" in terminal.text, repr(terminal.text))
    terminal.press("\x03")
    text = terminal.end(10)
    check("Ctrl-C leaves the game politely", '--moves "b2"' in text and terminal.status == 0,
          f"{terminal.status} {text!r}")


def test_side():
    terminal = Terminal("play", "connect4", "--first", "random")
    terminal.expect("O>")
    terminal.type("quit\n")
    text = terminal.end()
    check("a person takes the side not named", "--first random --second human" in text, repr(text))
    terminal = Terminal("play", "connect4")
    terminal.expect("X>")
    terminal.press("\x04")
    text = terminal.end()
    check("a person begins, and Ctrl-D leaves", "--first human --second" in text and terminal.status == 0, repr(text))


def test_colour():
    coloured = Terminal("show", "tictactoe", "--moves", "b2 a1").end()
    check("colours on a terminal", "\033[" in coloured, repr(coloured))
    plain = re.sub("\033\\[[0-9;]*m", "", coloured).replace("\r\n", "\n")
    check("the same text without them", plain == run("show", "tictactoe", "--moves", "b2 a1").stdout, repr(plain))
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "")):
        text = Terminal("show", "tictactoe", "--moves", "b2 a1", **{name: value}).end()
        check(f"none with {name}={value}", "\033" not in text, repr(text))
    text = Terminal("tree", "((5 -3)(2 4))", "--step", TERM="").end(seconds=10)
    check("no screen of its own without a TERM", "\033" not in text and "MAX at the root is left with 2" in text, repr(text))
    piped = run("show", "tictactoe", "--moves", "b2 a1", env={**os.environ, "TERM": "xterm"})
    check("none in a pipe", "\033" not in piped.stdout)


def test_last_move():
    two = ("play", "tictactoe", "--first", "human", "--second", "human")
    for name, environment in (("colours", {}), ("NO_COLOR", {"NO_COLOR": "1"}), ("TERM=dumb", {"TERM": "dumb"})):
        terminal = Terminal(*two, "--moves", "b2 a1", **environment)
        terminal.expect("X>")
        text = shown(terminal.text)
        check(f"{name}: the last move in brackets", "\n2 . X .\n1(O). .\n" in text, repr(text))
        check(f"{name}: and nothing else", text.count("(") == 1, repr(text))
        check(f"{name}: coloured or not", ("\033[1;33mO" in terminal.text) == (not environment), repr(terminal.text))
        terminal.type("c3\n")
        terminal.expect("O>")
        check(f"{name}: the next one at the margin", "\n3 . .(X)\n2 . X .\n1 O . .\n" in shown(terminal.text),
              repr(terminal.text))
        terminal.type("quit\n")
        terminal.end()
    for game, moves, line in (("othello", "d3 c3", "\n3 . .(O)X . . . .\n"), ("connect4", "d d", "\n2 . . .(O). . .\n"),
                              ("go", "e5 e6 d6 d5 f6 f5 e7 e4 a1 j9", "\n9 . . . . . . . .(O)\n"),
                              ("breakthrough", "a2a3 h7h6 a3a4 h6h5 a4a5 h5h4 a5b6 a7b6", "\n6 .(O). . . . . .\n"),
                              ("nogo", "a1", "\n1(X). . . . . . . .\n"), ("gomoku", "p15", "\n15 " + ". " * 13 + ".(X)\n")):
        terminal = Terminal("play", game, "--moves", moves, "--first", "human", "--second", "human")
        terminal.expect("> ")
        text = shown(terminal.text)
        check(f"{game}: the last move", line in text and re.sub(r"(Black|White) \([XO]\)", "", text).count("(") == 1, repr(text))
        terminal.type("quit\n")
        terminal.end()
    terminal = Terminal("play", "go", "--moves", "e5 pass", "--first", "human", "--second", "human")
    terminal.expect("Black>")
    check("no mark after a pass", "(" not in terminal.text.replace("Black (X)", ""), repr(terminal.text))
    terminal.type("quit\n")
    terminal.end()
    piped = run(*two, "--moves", "b2 a1", input="quit\n", env={**os.environ, "TERM": "xterm"})
    check("a mark and no colour in a pipe", "\n1(O). .\n" in piped.stdout and "\033" not in piped.stdout, piped.stdout)


def test_step_marks():
    terminal = Terminal("lesson", "zobrist", "--step")
    terminal.expect("step 1 of")
    terminal.press(" ")
    terminal.expect("step 2 of")
    check("a lesson marks and colours the last stone", "     .(X).\n" in shown(terminal.text) and
          "\033[1;36mX" in terminal.text, repr(terminal.text))
    terminal.press(" ")
    terminal.expect("step 3 of")
    check("and the next one", "     . X .\n    (O). .\n" in shown(terminal.text), repr(terminal.text))
    terminal.press("q")
    terminal.end()
    terminal = Terminal("lesson", "queens", "--n", "4", "--step")
    terminal.expect("step 1 of")
    terminal.press(" ")
    terminal.expect("step 2 of")
    check("a queen, in the lesson's own colour", "   x x(Q)?\n" in shown(terminal.text) and
          "\033[1;32mQ" in terminal.text, repr(terminal.text))
    terminal.press("q")
    terminal.end()
    terminal = Terminal("tree", "((3 12)(2 4))", "--step", NO_COLOR="1")
    terminal.expect("1 of ")
    terminal.press("n")
    terminal.expect("2 of ")
    marked = [line for line in shown(terminal.text).splitlines() if line.startswith("> ")]
    check("without colours one row of the tree is marked", len(marked) == 1 and "\033[1" not in terminal.text, repr(terminal.text))
    terminal.press("q")
    terminal.end()


def test_hang_up():
    """SIGHUP gives the terminal back as it was; a terminal that is closed ends the program."""
    for name, arguments, shown in (("play", ("play", "tictactoe", "--first", "human"), "X>"),
                                   ("a lesson", ("lesson", "zobrist", "--step"), "step 1 of"),
                                   ("a tree", ("tree", "((3 12)(2 4))", "--step"), "1 of 9")):
        terminal = Terminal(*arguments)
        before = terminal.before
        terminal.expect(shown)
        end = time.monotonic() + 20
        while termios.tcgetattr(terminal.master)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.01)
        terminal.process.send_signal(signal.SIGHUP)
        terminal.process.wait(20)
        same(f"{name} and SIGHUP: the terminal is as it was", termios.tcgetattr(terminal.master), before)
        check(f"{name} and SIGHUP: it was not killed", terminal.process.returncode >= 0, terminal.process.returncode)
        os.close(terminal.master)
        terminal = Terminal(*arguments)
        terminal.expect(shown)
        os.close(terminal.master)
        try:
            terminal.process.wait(10)
        except subprocess.TimeoutExpired:
            pass
        check(f"{name} ends with its terminal", terminal.process.returncode is not None)
        terminal.process.kill()
        terminal.process.wait()


def test_progress():
    slow = ("match", "connect4", "--a", "minimax time=20ms", "--b", "minimax time=20ms", "--games", "100")
    terminal = Terminal(*slow)
    terminal.expect("/100", 20)
    terminal.expect("left", 20)
    check("the bar tells the time left", re.search(r"match \[[#.]+\] \d+/100, \d+ s, about \d+ s left", terminal.text), repr(terminal.text))
    terminal.type("\x03")
    terminal.end(10)
    for command in (("perft", "breakthrough", "9"), ("solve", "breakthrough")):
        terminal = Terminal(*command)
        terminal.expect(command[0] + " [")
        terminal.type("\x03")
        check(f"{command[0]}: the bar is wiped", "\r\033[K" in terminal.end(10), repr(terminal.text))
    quick = Terminal("perft", "tictactoe", "3").end()
    check("no bar for quick work", "[" not in re.sub("\033\\[", "", quick), repr(quick))
    begun = time.monotonic()
    with subprocess.Popen([BANYAN, *slow], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True) as process:
        time.sleep(3.5)
        process.send_signal(2)
        _, err = process.communicate(timeout=20)
    check("no bar without a terminal", "[" not in err and not sanitizer_spoke(err),
          f"{time.monotonic() - begun} {err!r}")


for test in (test_menu, test_leave_menu, test_game, test_monte_carlo, test_editing, test_side, test_colour, test_last_move,
             test_step_marks, test_hang_up, test_progress):
    test()
finish()
