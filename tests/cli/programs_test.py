#!/usr/bin/env python3
"""Real programs as opponents: GNU Go and GRhino."""
import json
import os
import subprocess
import tempfile

from _tap import BANYAN, LONG, check, finish, run, same, words

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


def test_gnugo():
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


def test_grhino():
    match("othello", "gtp cmd=gtp-rhino", "mcts sims=200", "--openings", "random:4")
    result = run("engine", "check", "gtp cmd=gtp-rhino margin=10s", "--game", "othello")
    check("GRhino keeps to its protocol", result.returncode == 0, words(result))


def test_tournament():
    """Own searches, GNU Go, and a program that crashes when it is asked for a move."""
    faulty = os.path.join(os.path.dirname(BANYAN), "faulty-engine")
    specs = {"uct": "mcts sims=100", "rave": "mcts sims=100 rave=on c=0", "one ply": "alphabeta depth=1",
             "chance": "random", "GNU Go": "gtp cmd='gnugo --mode gtp --level 0 --chinese-rules'",
             "faulty": f"gtp cmd='{faulty} gtp crash'"}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "six.json")
        entries = [{"name": name, "spec": spec.replace("'", '"')} for name, spec in specs.items()]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"game": "go", "size": "5x5", "games": 2, "concurrency": 2, "players": entries}, file)
        result = run("tournament", path, "--json")
    found = json.loads(result.stdout or "{}")
    same("six players: all games are finished", (found.get("complete"), found.get("games")), (True, 30))
    last = [row for row in found["standings"] if row["name"] == "faulty"][0]
    same("the faulty one loses every game, by its faults", (last["losses"], last["faults"]), (10, 10))
    reasons = [p.get("fault_of_a") or p.get("fault_of_b") for p in found["pairings"] if "faulty" in (p["a"], p["b"])]
    check("and why is told", len(reasons) == 5 and all("crash" in (reason or "") for reason in reasons), reasons)
    same("nobody else does anything wrong", {row["faults"] for row in found["standings"] if row != last}, {0})


for test in (test_gnugo, test_grhino, test_tournament):
    test()
finish()
