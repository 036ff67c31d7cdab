#!/usr/bin/env python3
"""truth: what a player's moves lose against perfect play."""
import json
import signal
import subprocess

from _tap import BANYAN, check, data, finish, run, same, sanitizer_spoke, words
from _wait import works

# Games that solve can finish, near enough to their ends.
GAMES = (("tictactoe",), ("nim",), ("stones",), ("connect4", "--size", "5x4", "--plies", "8"), ("nogo", "--size", "4", "--plies", "8"),
         ("breakthrough", "--size", "4x5", "--plies", "6"), ("othello", "--empties", "8"),
         ("gomoku", "--size", "5", "--plies", "8"), ("othello", "--size", "4", "--source", "alphabeta depth=2"))


def test_games():
    for game in GAMES:
        name = " ".join(game)
        perfect = data("truth", *game, "--positions", "15", "--player", "alphabeta time=20s", "--table", "1M")
        same(f"{name}: perfect play", (perfect["positions"], perfect["loss"], perfect["best_moves"]["count"],
                                       perfect["given_away"]["count"], perfect["worst"], perfect["interval"]), (15, 0, 15, 0, None, None))
        poor = data("truth", *game, "--positions", "15", "--player", "random", "--table", "1M")
        check(f"{name}: chance", poor["loss"] > 0 and poor["worst"]["loss"] > 0 and poor["complete"] and
              poor["interval"][0] <= poor["loss"] <= poor["interval"][1], poor)
        same(f"{name}: the same positions", poor["given_away"]["of"], perfect["given_away"]["of"])
        worst = poor["worst"]
        size = game[1:3] if game[1:2] == ("--size",) else ()
        best = data("solve", game[0], *size, "--position", worst["position"])
        check(f"{name}: the worst move is none of the best", worst["best"] in best["best"] and
              worst["move"] not in best["best"], (worst, best))


def test_text():
    text = run("truth", "othello", "--empties", "6", "--positions", "10", "--player", "random")
    check("as text", text.returncode == 0 and all(word in text.stdout for word in
          ("player      random", "with at most 6 empty cells", "lost ", "best ", "given away", "worst ")), words(text))
    text = run("truth", "othello", "--empties", "6", "--positions", "10", "--player", "alphabeta eval=learned nodes=100000")
    check("who loses nothing is not said to be perfect", "lost        0 discs a move (at most 30.0 % of moves lose anything)" in
          text.stdout, words(text))


def test_refused():
    for rest, says in ((("go", "--option", "superko=positional"), "superko"), (("nim", "--empties", "3"), "no cells"),
                       (("tictactoe", "--moves", "a1 b1 a2 b2 a3"), "over"), (("othello", "--player", "nobody"), "nobody"),
                       (("tictactoe", "--openings", "random:20"), ""), (("tictactoe", "--positions", "1"), "positions"),
                       (("othello", "--plies", "8", "--empties", "8"), "one of them")):
        result = run("truth", *rest)
        check(f"{' '.join(rest)} is refused", result.returncode in (1, 2) and not result.stdout and says in result.stderr and
              result.stderr.count("\n") == 1, words(result))


def test_interrupt():
    with subprocess.Popen([BANYAN, "truth", "othello", "--empties", "6", "--positions", "100000", "--player",
                           "alphabeta time=50ms depth=60", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        works(process, 1.0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    told = json.loads(out or "{}")
    check("Ctrl-C prints what is done", process.returncode == 1 and told.get("complete") is False and
          f"stopped after {told['positions']} of 100000" in err and not sanitizer_spoke(err), err)


test_games()
test_text()
test_refused()
test_interrupt()
finish()
