#!/usr/bin/env python3
"""Real programs as opponents: GNU Go and GRhino."""
import json
import os
import shutil
import subprocess

from _tap import LONG, check, finish, run, same, words

os.environ["PATH"] += ":/usr/games"  # where Debian keeps them
GAMES = 40 if LONG else 10


def match(game, program, opponent, *more):
    """Plays a match of GAMES games; returns what it said as JSON."""
    result = run("match", game, "--a", program, "--b", opponent, "--games", str(GAMES),
                 "--concurrency", "2", "--seed", "8", "--json", "--list", *more)
    check(f"{game}: the match is played", result.returncode == 0, words(result))
    said = json.loads(result.stdout or "{}")
    same("all games are finished", said.get("games"), GAMES)
    same("none by a fault", said.get("faults"), [])
    return said.get("list", [])


def gnugo_counts(games):
    """What GNU Go itself says about the score of each game, positive for black."""
    commands = []
    for game in games:
        commands += ["boardsize 9", "komi 7.5", "clear_board"]
        for ply, move in enumerate(game["moves"]):
            commands.append(f"play {'white' if ply % 2 else 'black'} {move}")
        commands.append("final_score")
    result = subprocess.run(["gnugo", "--mode", "gtp", "--chinese-rules", "--capture-all-dead"],
                            input="\n".join(commands) + "\nquit\n", capture_output=True, text=True,
                            timeout=300, check=False)
    counts = [line[2:] for line in result.stdout.splitlines() if line.startswith(("= B+", "= W+"))]
    return [float(text[2:]) * (1 if text[0] == "B" else -1) for text in counts]


if shutil.which("gnugo"):
    list_go = match("go", 'gtp cmd="gnugo --mode gtp --level 0 --chinese-rules --capture-all-dead"',
                    "mcts sims=200 rave=on", "--size", "9")
    played = [game for game in list_go if game["ended"] == "rules"]
    ours, theirs = [game["score"] for game in played], gnugo_counts(played)
    same("GNU Go counts every game that was played to its end", len(theirs), len(ours))
    agreed = sum(a == b for a, b in zip(ours, theirs)) + len(list_go) - len(played)
    check(f"{agreed} of {len(list_go)} scores are GNU Go's own", agreed >= len(list_go) * 0.9,
          f"{ours}\n{theirs}")
    result = run("engine", "check", 'gtp cmd="gnugo --mode gtp --level 0" margin=10s')
    check("GNU Go keeps to its protocol", result.returncode == 0, words(result))
    handicap = run("play", "go", "--size", "9", "--option", "handicap=3", "--first", "random",
                   "--second", 'gtp cmd="gnugo --mode gtp --level 0"', "--json")
    check("a game with handicap stones is set up and played", handicap.returncode == 0,
          words(handicap))
else:
    check("GNU Go # SKIP it is not installed", True)

if shutil.which("gtp-rhino"):
    match("othello", "gtp cmd=gtp-rhino", "mcts sims=200", "--openings", "random:4")
    result = run("engine", "check", "gtp cmd=gtp-rhino margin=10s", "--game", "othello")
    check("GRhino keeps to its protocol", result.returncode == 0, words(result))
else:
    check("GRhino # SKIP it is not installed", True)
finish()
