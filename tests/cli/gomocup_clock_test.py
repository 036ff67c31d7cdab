"""banyan gomocup on the clock, with one core busy: it never loses on time, and uses what it has.

The busy process also notes how long it was kept from running. When others share the machine, an
answer may be late by as much, twice (the engine waits, and so do we): that is not the engine's
fault. On a machine of its own it is next to nothing.
"""
import os
import random
import statistics
import time

from _pipe import Pipe
from _tap import BANYAN, LONG, check, finish
from _wait import Busy

GAMES = 200 if LONG else 20
SIZE = 15
CALM = 0.02
MOVE = r"\d+,\d+"
SLOW = "asan" in BANYAN or "tsan" in BANYAN


def is_won(stones, last):
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        count = 1
        for sign in (1, -1):
            x, y = last[0] + sign * dx, last[1] + sign * dy
            while (x, y) in stones:
                count, x, y = count + 1, x + sign * dx, y + sign * dy
        if count >= 5:
            return True
    return False


def likely_moves(plies):
    """Moves that a player still makes in a usual game of Gomoku: src/search/timing.h."""
    return (max(40 - plies, 8) + 1) // 2


class Game:
    """Two engines; every move is timed from the command to the answer."""

    def __init__(self, engines, turn, match, opening):
        self.engines, self.turn, self.match = engines, turn, match
        self.left = [match, match]
        self.stones = [set(), set()]
        self.moves = list(opening)
        self.used, self.shares, self.late = [], [], []
        for i, point in enumerate(opening):
            self.stones[i % 2].add(point)
        for engine in engines:
            engine.ask(f"START {SIZE}", "OK")
            engine.send(f"INFO timeout_turn {turn * 1000:.0f}",
                        f"INFO timeout_match {match * 1000:.0f}")

    def ask(self, side):
        engine, plies = self.engines[side], len(self.moves)
        if self.match:
            engine.send(f"INFO time_left {self.left[side] * 1000:.0f}")
        told = plies > 3 and f"TURN {self.moves[-1][0]},{self.moves[-1][1]}"
        if not told:
            engine.send("BOARD", *(f"{x},{y},{1 if i % 2 == side else 2}"
                                   for i, (x, y) in enumerate(self.moves)))
            told = "DONE"
        answer, seconds = engine.ask(told, MOVE, 30)
        limit = self.left[side] if self.match else self.turn
        share = self.left[side] / likely_moves(plies) if self.match else self.turn
        self.left[side] -= seconds
        self.used.append(seconds)
        self.shares.append(share)
        self.late.append(seconds - limit)
        return answer and tuple(map(int, answer.split(",")))

    def play(self, plies):
        for _ in range(plies):
            side = len(self.moves) % 2
            point = self.ask(side)
            if point is None or point in self.stones[0] | self.stones[1]:
                return False
            self.stones[side].add(point)
            self.moves.append(point)
            if is_won(self.stones[side], point):
                return True
        return True


def some_opening(rng):
    points = [(x, y) for x in range(4, 11) for y in range(4, 11)]
    return rng.sample(points, 2)


def play_games(name, turn, match, plies, worst):
    rng = random.Random(name)
    engines = [Pipe("gomocup"), Pipe("gomocup", "--seed", "2")]
    games = []
    worst.value = 0
    for _ in range(GAMES):
        game = Game(engines, turn, match, some_opening(rng))
        games.append(game)
        if not game.play(200 if LONG else plies):
            break
    check(f"{name}: {GAMES} games are played", len(games) == GAMES, len(games))
    late = max(max(game.late) for game in games)
    slack = 2 * worst.value
    if os.getloadavg()[0] > os.cpu_count():  # others run here: a stall of any core may be ours
        slack = max(slack, 0.2)
    losses = sum(any(seconds > slack for seconds in game.late) for game in games)
    print(f"# {name}: the latest {1000 * late:+.1f} ms, kept waiting {500 * slack:.1f} ms")
    check(f"{name}: nobody loses on time", losses == 0 or SLOW, f"{losses}, {late} s late")
    parts = [used / share for game in games for used, share in zip(game.used, game.shares)]
    part = statistics.median(parts)
    print(f"# {name}: {100 * part:.1f} % of the time is used by the middle move of {len(parts)}")
    # Where answers are held up from outside, the engine leaves room for it.
    check(f"{name}: at least 85 % of the time is used", part >= 0.85 or slack > CALM, part)
    for game in games:
        if match and len(game.used) >= 44 and slack <= CALM:
            total = sum(game.used) / (2 * match)
            check(f"{name}: a game of {len(game.used)} plies uses its time", total >= 0.75, total)
    for engine in engines:
        engine.end("END")


def main():
    with Busy() as worst:
        play_games("100 ms a move", 0.1, 0, 8, worst)
        play_games("5 s a game", 5, 5, 5, worst)
    finish()


if __name__ == "__main__":
    main()
