#!/usr/bin/env python3
"""The end of a game of Go among people: dead stones are proposed, disputed, agreed on, and the board is counted."""
import json

from _tap import check, finish, run, same
from _terminal import Terminal, shown

# White's two stones at a6 and a7 are dead; 35 points are Black's without them, 14 White's.
BOARD = "O.X.XO./O.XXXO./XXX.XOO/.XXXXO./XXX.XO./.XXXXOO/XX.XXO. X"
TWO = ("--first", "human", "--second", "human")
END = ("play", "go", "--size", "7", "--position", BOARD, *TWO)
SCREENS = [((80, 24), {}), ((80, 24), {"NO_COLOR": "1"}), ((110, 40), {}), ((110, 40), {"TERM": "dumb"})]


def at_the_end(size, environment):
    terminal = Terminal(*END, size=size, **environment)
    for _ in range(2):
        terminal.expect("> ")
        terminal.type("pass\n")
    terminal.expect("agree> ")
    return terminal


def widest(text):
    return max(len(line) for line in text.splitlines())


def test_dispute():
    for size, environment in SCREENS:
        name = f"{size[0]}x{size[1]} {' '.join(environment) or 'in colour'}"
        terminal = at_the_end(size, environment)
        text = shown(terminal.text)
        proposed = text[text.index("Both have passed"):]
        check(f"{name}: dead stones are proposed", "Dead: " in proposed and "a6 (2 stones)" in proposed and
              " 35, " in proposed and " 14 + 0.5" in proposed and "wins by 20.5" in proposed, proposed)
        check(f"{name}: as small letters", "\n7 o . X . X O .\n6 o . X X X O .\n" in proposed, proposed)
        check(f"{name}: all of it on the screen", len(proposed.splitlines()) < size[1] and widest(proposed) <= size[0],
              proposed)
        check(f"{name}: coloured or not", ("\033[1;" in terminal.text) == (not environment), repr(terminal.text))
        terminal.type("a7\n")
        terminal.expect("No stones are dead.")
        terminal.expect("wins by 14.5")
        terminal.type("b7\n")
        terminal.expect("there is no stone on 'b7'")
        terminal.type("nonsense\n")
        terminal.expect("'help' lists what you can type")
        terminal.type("help\n")
        terminal.expect("play on")
        terminal.type("a6\n")
        terminal.expect("wins by 20.5")
        terminal.expect("agree> ")
        terminal.type("yes\n")
        terminal.expect("Enter leaves")
        text = shown(terminal.text)
        terminal.type("\n")
        terminal.end()
        check(f"{name}: the count is printed, with who has what", " 35, " in text and " 14 + 0.5" in text and
              "wins by 20.5" in text and "\n7 o # X # X O =\n" in text and terminal.status == 0, text)


def test_play_on():
    terminal = at_the_end((80, 24), {})
    terminal.type("play\n")
    terminal.expect("The two passes are taken back.")
    terminal.expect("> ")
    terminal.type("b7\n")
    terminal.expect("> ")
    terminal.type("pass\n")
    terminal.expect("> ")
    terminal.type("pass\n")
    terminal.expect("agree> ")
    terminal.type("quit\n")
    text = terminal.end()
    check("leaving says how to go on", '--moves "b7 pass pass"' in text and terminal.status == 0, text)
    terminal = at_the_end((80, 24), {})
    terminal.press("\x03")
    text = terminal.end(10)
    check("Ctrl-C leaves too", '--moves "pass pass"' in text and terminal.status == 0, text)


def test_large_board():
    terminal = Terminal("play", "go", "--size", "19", "--moves", "d4 q16 pass pass", *TWO, size=(80, 24))
    terminal.expect("agree> ")
    text = shown(terminal.text)
    check("19x19: the board and the question fit 24 rows", len(text[text.index("19 . "):].splitlines()) <= 24, text)
    terminal.type("yes\n")
    terminal.expect("Enter leaves")
    text = shown(terminal.text)
    terminal.type("\n")
    terminal.end()
    count = text[text.index("19 . "):text.index("'save FILE'")].rstrip()
    check("19x19: the board and the count fit 24 rows", len(count.splitlines()) <= 24, text)


def played(*arguments, typed="pass\npass\nyes\n"):
    result = run(*END, *arguments, "--json", input=typed)
    return json.loads(result.stdout)


def test_count():
    area = played()
    same("area: the score that was agreed on", area["score"], 20.5)
    same("area: what it is made of", area["count"], {
        "X": {"points": 35, "territory": 10, "stones": 25}, "O": {"points": 14, "territory": 5, "stones": 9},
        "komi": 0.5, "dead": ["a6", "a7"]})
    disputed = played(typed="pass\npass\na6\nyes\n")
    same("a disputed chain lives", (disputed["score"], disputed["count"]["dead"]), (14.5, []))
    same("where the input ends nobody disagrees", played(typed="pass\npass\n")["score"], 20.5)
    japanese = played("--option", "scoring=japanese")
    same("japanese: territory and prisoners", japanese["count"]["X"], {"points": 12, "territory": 10, "prisoners": 2})
    same("japanese: the same name as territory", japanese, played("--option", "scoring=territory"))
    check("left: no count", "count" not in played(typed="pass\npass\nquit\n"))
    text = run("show", "go", "--size", "9", "--option", "scoring=japanese", "--json").stdout
    check("games begin as before", json.loads(text)["to_move"] == "X", text)


def test_programs():
    """Programs count by the rules: what stands on the board lives, as in matches."""
    end = ("play", "go", "--size", "7", "--position", BOARD, "--moves", "pass pass", "--first", "random",
           "--second", "random")
    game = json.loads(run(*end, "--json").stdout)
    same("programs agree on nothing", (game["score"], game["count"]["dead"]), (14.5, []))
    check("and the count is printed", " 31, " in run(*end).stdout and " 16 + 0.5" in run(*end).stdout, run(*end).stdout)
    result = run("play", "go", "--size", "7", "--position", BOARD, "--first", "human", "--second", "mcts sims=50",
                 input="pass\nyes\n")
    check("a program passes after a person on a settled board", "wins by 20.5" in result.stdout, result.stdout)


def test_against_a_program():
    def end(*typed):
        return run("play", "go", "--size", "7", "--position", BOARD, "--first", "human", "--second", "easy", "--seed", "1",
                   input="\n".join(("pass",) + typed) + "\n").stdout
    check("a program agrees with its own proposal", "sees other stones dead" not in end("yes"), end("yes"))
    text = end("a6", "yes", "yes")
    check("and objects once to another count", text.count("easy sees other stones dead") == 1 and "wins by 14.5" in text, text)
    check("a person may give up there", "Black resigns. White wins: easy." in end("resign"), end("resign"))


test_dispute()
test_play_on()
test_large_board()
test_count()
test_programs()
test_against_a_program()
finish()
