#!/usr/bin/env python3
"""banyan gtp on the clock, with one core busy, judged by banyan's own referee: nobody loses on time,
and the time is used.

Othello by simulations profits from time to nearly its end. On a machine that others load too, the
busy process sees how long it was kept waiting; then only losses count, and the referee's margin is
that wait.
"""
from _tap import BANYAN, LONG, check, data, finish
from _wait import Busy

MOVES, WHOLE = (100, 100) if LONG else (16, 4)  # games at 100 ms a move, at 5 s a game
CALM = 0.03
# A game whose end is proven early needs no more time: two games use between 84 and 91 %, so four may
# fall below the 85 % that a hundred keep to.
SHARE = 0.85 if LONG else 0.75
SLOW = "asan" in BANYAN or "tsan" in BANYAN
ENGINE = f"gtp cmd=\"'{BANYAN}' gtp --game othello --player mcts --seed 1\" margin=100ms"


def play(name, clock, games, size, worst):
    worst.value = 0
    found = data("match", "othello", "--size", size, "--a", ENGINE.replace("--game othello", f"--game othello --size {size}"),
                 "--b", "mcts", "--games", str(games), "--openings", "random:2", "--time", clock, "--margin", "100ms")
    late = found["endings"].get("time", {})
    check(f"{name}: nobody loses on time", found["games"] == games and (not late or worst.value > CALM),
          (found["endings"], found["faults"], worst.value))
    return found


def used(name, share, worst):
    check(f"{name}: {SHARE:.0%} of the time are used", share >= SHARE or worst.value > CALM or SLOW, (share, worst.value))


def main(worst):
    found = play("100 ms a move", "100ms", MOVES, "8x8" if LONG else "6x6", worst)
    for side in "ab":  # moves that are decided early take less, and need no more
        used(f"100 ms a move, {side}", found[side]["longest_move"] / 0.1, worst)
    found = play("5 s a game", "left=5", WHOLE, "8x8", worst)
    for side in "ab":
        spent = found[side]["moves"] * found[side]["seconds_per_move"] / found["games"]
        used(f"5 s a game, {side}", spent / 5, worst)


with Busy() as kept_waiting:
    main(kept_waiting)
finish()
