#!/usr/bin/env python3
"""What a user sees of Monte Carlo search: the trace, the tree, refusals, playing with it."""
import math

from _tap import check, data, finish, run, same, words


def steps_of(game, spec, *more):
    return data("think", game, "--player", spec, "--trace", "100000", *more)


def choices(result):
    """Every choice of a trace, with the step it belongs to."""
    return [(step, choice) for step in result["trace"] if step["step"] == "select"
            for choice in step["choices"]]


def test_epsilon():
    result = steps_of("tictactoe", "mcts sims=300 epsilon=0.4")
    taken = [(step["reason"], choice["visits"]) for step, choice in choices(result) if choice["taken"]]
    check("chance decides sometimes", any(reason == "random" for reason, _ in taken), taken[:10])
    check("what is taken as untried has no visit",
          all(visits == 0 for reason, visits in taken if reason == "untried"), taken[:40])


for test in (test_epsilon,):
    test()
finish()
