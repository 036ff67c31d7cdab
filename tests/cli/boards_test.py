#!/usr/bin/env python3
"""Boards as players know them, on terminals of two sizes, with colours and without."""
import itertools
import re

from _tap import check, data, finish, run, same
from _terminal import Terminal, shown

SIZES = ((80, 24), (110, 40))
COLOURS = ({}, {"NO_COLOR": "1"})

# command, lines that must be there
PICTURES = (
    (("show", "go", "--size", "9", "--moves", "e5 e6 d6 d5 f6 f5 e7 e4"),
     ("7 . . + . X . + . .", "5 . . . O X O . . .", "4 . . . .(O). . . .", "3 . . + . . . + . .", "  a b c d e f g h j",
      "captures: Black 1, White 0", "Black (X) to move")),
    (("show", "go", "--size", "19"), ("16 . . . + . . . . . + . . . . . + . . .", "10 . . . + . . . . . + . . . . . + . . .")),
    (("show", "othello", "--moves", "d3 c5"), ("5 . .(O)O O . . .", "discs: Black 3, White 3", "Black (X) to move")),
    (("show", "gomoku", "--moves", "h8"), (" 8 . . . . . . .(X). . . . . . .", "12 . . . + . . . . . . . + . . .", "White (O) to move")),
    (("show", "tictactoe", "--moves", "a1 b1 a2 b2 a3"), ("3(X). .", "the game is over: X wins")),
    (("show", "breakthrough", "--size", "5", "--moves", "a2a3"), ("3(X). . . .", "O to move")),
    (("show", "stones", "--moves", "1 3"), ("the game is over: O wins by 10 points",)),
    (("think", "othello", "--moves", "d3 c5", "--player", "alphabeta depth=2"), ("5 . .(O)O O . . .", "discs: Black 3, White 3")),
    (("explain", "gomoku", "--moves", "h8"), (" 8 . . . . . . .(X). . . . . . .", "White (O) to move")),
)


def test_pictures():
    for (columns, rows), colour in itertools.product(SIZES, COLOURS):
        for command, wanted in PICTURES:
            terminal = Terminal(*command, size=(columns, rows), **colour)
            text = terminal.end()
            lines = shown(text).splitlines()
            name = f"{columns}x{rows} {colour} {' '.join(command)}"
            check(f"{name}: all there", all(line in lines for line in wanted), text)
            check(f"{name}: coloured or not", ("\033[" in text) == (not colour), repr(text[:400]))
            check(f"{name}: nobody is to move at the end", "over" not in text or "to move" not in text, text)


def test_play():
    for (columns, rows), colour in itertools.product(SIZES, COLOURS):
        terminal = Terminal("play", "othello", "--size", "4x4", "--first", "human", "--second", "alphabeta depth=2",
                            size=(columns, rows), **colour)
        terminal.expect("Black> ")
        terminal.type("legal\n")
        terminal.expect("Black> ")
        check("legal moves on the board", "\n1 . * . .\n2 * O X .\n3 . X O *\n4 . . * .\n" in shown(terminal.text), terminal.text)
        check("and in a line", "b1 a2 d3 c4" in shown(terminal.text), terminal.text)
        terminal.type("b1\n")
        terminal.expect("Black> ")
        check("values say whose and what",
              re.search(r"  2 White [a-d][1-4]   \((Black|White) (\+\S+ by mobility|wins by \d+ discs)|even", shown(terminal.text)),
              terminal.text)
        check("the last move of the program", "(O)" in shown(terminal.text).replace("White (O)", ""), terminal.text)
        terminal.type("quit\n")
        terminal.end()
    text = run("play", "othello", "--size", "4x4", "--first", "alphabeta", "--second", "alphabeta", "--seed", "1").stdout
    check("a game to its end", "the game is over: White wins by 8 discs\nWhite wins by 8 discs: alphabeta.\n" in text, text)
    check("and no 'to move' after it", "to move" not in text, text)


def test_what_is_read_back():
    """Position text, JSON and GTP stay as they are: programs read them."""
    for game, moves in (("go", "e5 c3"), ("othello", "d3 c5"), ("gomoku", "h8 h9"), ("nogo", "a1"), ("breakthrough", "a2a3")):
        there = data("show", game, "--moves", moves)
        back = data("show", game, "--position", there["position"])
        same(f"{game}: a position is read back", (back["position"], back["legal"], back["to_move"]),
             (there["position"], there["legal"], there["to_move"]))
        check(f"{game}: players are X and O for programs", there["to_move"] in "XO", there)
    board = run("gtp", "--size", "5", input="play b c3\nshowboard\nquit\n").stdout
    check("GTP's board", "\n3 . . X . .\n" in board, board)


for test in (test_pictures, test_play, test_what_is_read_back):
    test()
finish()
