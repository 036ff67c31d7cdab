#!/usr/bin/env python3
"""How games of Go end, with GNU Go as the judge. Its count of our games, after it has played out all that is dead, is our
`final_score`; and who has lost against it does not play on. BY_LONG=1: 1,000 games and 100; GO_SCORES and GO_LOST ask for
other numbers, GO_PLAYER for another player against it."""
import json
import os
import subprocess

from _tap import BANYAN, LONG, check, finish, run, same, words

os.environ["PATH"] += ":/usr/games"  # where Debian keeps it
SCORES = int(os.environ.get("GO_SCORES", 1000 if LONG else 20))
LOST = int(os.environ.get("GO_LOST", 100 if LONG else 4))
QUICK = "mcts sims=100 rave=on c=0 playout=tactical resign=0"
PLAYER = os.environ.get("GO_PLAYER", "mcts sims=500 rave=on c=0 playout=tactical")
GNUGO = ["gnugo", "--mode", "gtp", "--chinese-rules", "--capture-all-dead", "--seed", "1", "--level"]
CLEAR = 0.85  # of a point that is somebody's
ALLOWED = 5  # percent of the scores that may differ: large races that one of both misjudges
PLAYED_OUT = 60  # moves in which GNU Go has taken what is dead; on an empty board it would go on for ever


class Engine:
    def __init__(self, *command):
        self.process = subprocess.Popen(command, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while not lines or lines[-1].strip():
            lines.append(self.process.stdout.readline())
            if lines[-1] == "":
                raise RuntimeError(f"no answer to '{command}'")
        return "".join(lines)[1:].strip()

    def set_up(self, size, moves=()):
        for command in (f"boardsize {size}", "komi 7", "clear_board"):
            self.ask(command)
        for ply, move in enumerate(moves):
            self.ask(f"play {'bw'[ply % 2]} {move}")

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def ours():
    return Engine(BANYAN, "gtp", "--game", "go", "--seed", "1")


def games(size, count, one, other, seed):
    """The games of a match that were played to their ends."""
    result = run("match", "go", "--size", str(size), "--option", "komi=7", "--a", one, "--b", other, "--games", str(count),
                 "--concurrency", "2", "--seed", str(seed), "--json", "--list", timeout=3600)
    check(f"{count} games on {size}x{size} are played", result.returncode == 0, words(result))
    said = json.loads(result.stdout or "{}")
    same("none ends by a fault", said.get("faults"), [])
    return said.get("list", [])


def gnugo_score(gnugo, size, moves):
    """What GNU Go counts when it has played out what is dead, for both sides."""
    gnugo.set_up(size, moves)
    passes, ply = 0, len(moves)
    while passes < 2 and ply < len(moves) + PLAYED_OUT:
        passes = passes + 1 if gnugo.ask(f"genmove {'bw'[ply % 2]}") == "PASS" else 0
        ply += 1
    return gnugo.ask("final_score")


def test_scores():
    player, gnugo, wrong, count = ours(), Engine(*GNUGO, "8"), [], 0
    few = max(SCORES // 20, 1)
    for size, number, seed in ((9, SCORES - few, 1), (13, few, 2)):
        for game in games(size, number, QUICK, QUICK, seed):
            count += game["ended"] == "rules"
            player.set_up(size, game["moves"])
            scores = player.ask("final_score"), gnugo_score(gnugo, size, game["moves"])
            if scores[0] != scores[1]:
                player.set_up(size, game["moves"])
                wrong.append((*scores, player.ask("banyan-position")))
    player.close()
    gnugo.close()
    same("all of them by two passes", count, SCORES)
    for ours_is, theirs, position in wrong:
        print(f"# {ours_is} with us, {theirs} with GNU Go: {position}")
    check(f"{SCORES - len(wrong)} of {SCORES} scores are GNU Go's", len(wrong) * 100 <= SCORES * ALLOWED, wrong)


def is_clear(owners, loser):
    """Whether a side has lost, whoever gets the points that are open."""
    own = [owner if loser == "b" else -owner for owner in owners]
    komi = -7 if loser == "b" else 7
    return komi + sum(1 if owner > -CLEAR else -1 for owner in own) < 0


def dragged(player, game, loser):
    """Moves that the loser made after it was clear, to the end, that it has lost."""
    player.set_up(9)
    clear = []
    for ply, move in enumerate(game["moves"]):
        owners = [float(word) for word in player.ask("banyan-ownership").split()]
        clear.append((ply % 2 == "bw".index(loser), is_clear(owners, loser)))
        player.ask(f"play {'bw'[ply % 2]} {move}")
    while clear and not clear[0][1]:
        last = max(i for i, (_, good) in enumerate(clear) if not good)
        clear = clear[last + 1:]
    return sum(mine for mine, _ in clear)


def test_lost_games():
    player, lost, won = ours(), [], 0
    level = "10" if LONG else "1"
    opponent = f'gtp cmd="{" ".join(GNUGO)} {level}"'
    for game in games(9, LOST, PLAYER, opponent, 5):
        if game["winner"] != "b":
            won += 1
            continue
        loser = "b" if game["first"] == "a" else "w"
        lost.append((dragged(player, game, loser), game["ended"], len(game["moves"]), game["number"]))
    player.close()
    print(f"# won {won}; lost (moves after it was clear, how, plies, game): {sorted(lost)}")
    check(f"none of {len(lost)} lost games goes on for more than 20 moves", all(row[0] <= 20 for row in lost), lost)


test_scores()
test_lost_games()
finish()
