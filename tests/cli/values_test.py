#!/usr/bin/env python3
"""No number that stands for a win inside a search reaches people, in any game, search or position."""
import re

from _tap import check, data, finish, run

GAMES = {"mnk": (), "stones": (), "nim": (), "breakthrough": ("--size", "5"), "connect4": ("--size", "5x4"), "tree": (),
         "coins": (), "nogo": ("--size", "4"), "go": ("--size", "4"), "othello": ("--size", "4x4"), "gomoku": ("--size", "6")}
SEARCHES = ("minimax depth=2", "negamax depth=1", "alphabeta depth=3", "alphabeta plain=on depth=3", "mcts sims=50")
EXPONENT = re.compile(r"\d[eE][+-]\d")


def far(text):
    """Numbers over 10^5 but for counts of work and the line of figures."""
    lines = [line for line in text.splitlines() if not line.startswith(("work ", "seen "))]
    return [n for n in re.findall(r"(?<![\w.])[+-]?\d+(?:\.\d+)?", "\n".join(lines)) if abs(float(n)) > 1e5]


def game_of(name, size):
    """The moves of a game between two programs."""
    return data("play", name, *size, "--first", "random", "--second", "random", "--seed", "3")["moves"]


def test_everything():
    for name, size in GAMES.items():
        moves = game_of(name, size)
        for plies in sorted({0, len(moves) // 2, max(0, len(moves) - 2), len(moves)}):
            there = (name, *size, "--moves", " ".join(moves[:plies]))
            texts = [("show", run("show", *there))]
            for search in SEARCHES:
                if name == "coins" and search.startswith("alphabeta"):
                    continue # knows no chance
                texts.append((search, run("think", *there, "--player", search)))
                if not search.startswith("mcts"):
                    texts.append((search + " --trace", run("think", *there, "--player", search, "--trace", "60")))
            if plies < len(moves):
                texts.append(("explain", run("explain", *there, "--all")))
            for what, done in texts:
                check(f"{name}, ply {plies}: {what}", done.returncode == 0 and not EXPONENT.search(done.stdout) and
                      not far(done.stdout), (done.stderr, EXPONENT.findall(done.stdout), far(done.stdout)))


test_everything()
finish()
