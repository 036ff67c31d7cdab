#!/usr/bin/env python3
"""A small Go engine that plays at random. Check it: banyan engine check "gtp cmd=./gtp.py" """
import random
import sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
KNOWN = ("protocol_version name version known_command list_commands quit boardsize clear_board "
         "komi play genmove").split()
SAID = {"protocol_version": "2", "name": "starter", "version": "1", "quit": "", "komi": "",
        "boardsize": "", "clear_board": "", "list_commands": "\n".join(KNOWN)}
size, game = 9, [{}]  # every board of the game, each {(x, y): "b" or "w"}

def near(point):
    points = ((point[0] + dx, point[1] + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)))
    return [p for p in points if 0 <= p[0] < size and 0 <= p[1] < size]

def captured(board, start):
    """The stones of a chain without liberties; none when it has one."""
    stones = [start]
    for stone in stones:
        if any(p not in board for p in near(stone)):
            return []
        stones += [p for p in near(stone) if board[p] == board[start] and p not in stones]
    return stones

def after(colour, point):
    """The board after a move; None when it is not legal. No earlier board may come back."""
    board = {**game[-1], point: colour}
    for p in near(point):
        if board.get(p, colour) != colour:
            dead = captured(board, p)
            board = {q: c for q, c in board.items() if q not in dead}
    return None if point in game[-1] or captured(board, point) or board in game else board

def run(name, *args):
    """The answer's text; what raises an exception is answered with '?'."""
    global size, game
    points = {LETTERS[x] + str(y + 1): (x, y) for x in range(size) for y in range(size)}
    if name == "boardsize":
        size = {str(n): n for n in range(1, 26)}[args[0]]
    if name in ("boardsize", "clear_board"):
        game = [{}]
    if name in ("play", "genmove"):
        colour = {"b": "b", "black": "b", "w": "w", "white": "w"}[args[0].lower()]
        tries = random.sample(list(points), len(points)) if name == "genmove" else [args[1].upper()]
        legal = [p for p in tries if p != "PASS" and after(colour, points[p]) is not None] or ["PASS"]
        if name == "play" and legal != tries:
            raise ValueError("illegal move")
        game.append(dict(game[-1]) if legal == ["PASS"] else after(colour, points[legal[0]]))
        return legal[0] if name == "genmove" else ""
    return SAID[name] if name != "known_command" else str(args[0] in KNOWN).lower()

for words in filter(None, (line.split("#")[0].split() for line in sys.stdin)):
    number = words.pop(0) if words[0].isdigit() else ""
    try:
        print(f"={number} {run(*words)}\n", flush=True)
    except (ValueError, KeyError, IndexError, TypeError):
        print(f"?{number} not understood\n", flush=True)
    if words == ["quit"]:
        break
