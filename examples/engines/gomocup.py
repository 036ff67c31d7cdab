#!/usr/bin/env python3
"""A small engine that speaks the Gomocup protocol: it plays at random. Check it with
banyan engine check "gomocup cmd=./gomocup.py" """
import random
import sys

width = height = 0
free = set()


def start(w, h):
    global width, height, free
    if not (5 <= w <= 100 and 5 <= h <= 100):
        raise ValueError("the board has sides of 5 to 100")
    width, height = w, h
    free = {(x, y) for x in range(w) for y in range(h)}
    return "OK"


def take(text):
    """A stone is put on "x,y" or "x,y,who"."""
    x, y = (int(number) for number in text.split(",")[:2])
    free.remove((x, y))


def move():
    x, y = random.choice(sorted(free))
    free.remove((x, y))
    return f"{x},{y}"


def run(line):
    """The answer, or None. What raises an exception is answered with ERROR."""
    word, _, rest = line.partition(" ")
    if word == "START":
        return start(int(rest), int(rest))
    if word == "RECTSTART":
        return start(*(int(side) for side in rest.split(",")))
    if word == "RESTART":
        return start(width, height)
    if word == "TURN":
        take(rest)
    if word in ("BEGIN", "TURN", "DONE"):
        return move()
    if word == "ABOUT":
        return 'name="starter", version="1"'
    if word not in ("BOARD", "INFO"):
        take(word)  # a stone of BOARD, or nonsense
    return None


for command in sys.stdin:
    if command.strip() == "END":
        break
    try:
        answer = run(command.strip())
    except (ValueError, KeyError, IndexError, TypeError):
        answer = "ERROR not understood"
    if answer is not None:
        print(answer, flush=True)
