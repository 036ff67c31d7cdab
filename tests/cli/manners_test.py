#!/usr/bin/env python3
"""One manner of play for a spec: `think`, genmove of `gtp` and the referee of a match get the same move from the
same spec, seed and position of Go, from the opening to boards on which nothing is left to be gained."""
import subprocess

from _tap import BANYAN, LONG, check, data, finish, same

COUNT = 300 if LONG else 36
SPECS = ["mcts sims=60 rave=on", "alphabeta depth=1", "mcts sims=30", "random"]
MASK = 2**64 - 1
STEP = 0x9e3779b97f4a7c15

# Dead stones on the board, settled or not; an eye that had better not be filled.
SET_UP = [(5, "..XO./.OXO./..XO./..XO./..XO. X"), (5, "..XO./.OXO./..XO./..XO./..XO. O"),
          (5, "X.XO./.XXO./XXXO./.XXOO/X.XO. X"), (5, "X.XO./.XXO./XXXO./.XXOO/X.XO. O"),
          (5, "X.XOO/.XXO./XXXOO/.XXO./XXXOO O passes=1"), (5, "X.XOO/.XXO./XXXOO/.XXO./XXXOO X passes=1"),
          (7, "...XO../.O.XO../...XO../...XOX./...XO../...XO../...XO.. X"),
          (7, "...XO../.O.XO../...XO../...XOX./...XO../...XO../...XO.. O")]


def mix(x):
    x = ((x ^ (x >> 30)) * 0xbf58476d1ce4e5b9) & MASK
    x = ((x ^ (x >> 27)) * 0x94d049bb133111eb) & MASK
    return x ^ (x >> 31)


def derive(seed, index):
    """by_seed_derive of base/rng.h."""
    return mix((mix((seed + STEP) & MASK) + (index + 1) * STEP) & MASK)


def seeds(side):
    """A seed of a match, and the one that its first game gives to who moves first, short enough for GTP."""
    for of_match in range(1, 1000):
        of_player = derive(derive(of_match, 0), side)
        if of_player < 2**63:
            return of_match, of_player
    return None


class Engine:
    def __init__(self, size, spec):
        self.process = subprocess.Popen([BANYAN, "gtp", "--size", str(size), "--player", spec, "--seed", "1"], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while not lines or lines[-1] not in ("\n", ""):
            lines.append(self.process.stdout.readline())
        return "".join(lines)[1:].strip()

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def positions():
    """From games that are played to their ends: (size, text)."""
    found = list(SET_UP)
    games = 0
    while len(found) < COUNT:
        size = (5, 7, 9)[games % 3]
        games += 1
        played = data("match", "go", "--size", str(size), "--a", "mcts sims=40 resign=0", "--b",
                      "mcts sims=20 rave=on resign=0", "--games", "1", "--openings", "random:4", "--list", "--seed",
                      str(games))
        moves = played["list"][0]["moves"]
        engine = Engine(size, "random")
        for part in (0.05, 0.3, 0.55, 0.8, 0.9, 1):
            count = min(int(part * len(moves)), len(moves) - 1)
            pairs = " ".join(f"{'bw'[i % 2]} {move}" for i, move in enumerate(moves[:count]))
            engine.ask("clear_board")
            engine.ask(f"play_sequence {pairs}")
            found.append((size, engine.ask("banyan-position")))
        engine.close()
    return found[:COUNT]


def three_moves(size, position, spec):
    side = position.split()[1] == "O"
    of_match, of_player = seeds(side)
    where = ["go", "--size", str(size), "--position", position]
    thought = data("think", *where, "--player", spec, "--seed", str(of_player)).get("move")
    played = data("match", *where, "--a", spec, "--b", spec, "--games", "1", "--adjudicate", "plies=1", "--list", "--seed",
                  str(of_match))
    refereed = (played.get("list") or [{"moves": [None]}])[0]["moves"][0]
    engine = Engine(size, spec)
    engine.ask(f"banyan-position {position}")
    engine.ask(f"banyan-seed {of_player}")
    answered = engine.ask("genmove " + "bw"[side]).lower()
    engine.close()
    return thought, answered, refereed


wrong, passes, whole = [], 0, positions()
for number, (size, position) in enumerate(whole):
    spec = SPECS[number % len(SPECS)]
    moves = three_moves(size, position, spec)
    passes += moves[0] == "pass"
    if len(set(moves)) != 1 or moves[0] is None:
        wrong.append((size, position, spec, moves))
same(f"{len(whole)} positions: think, gtp and a referee play alike", wrong, [])
check("passes are among the moves, and others", 3 < passes < len(whole) - 3, passes)
print(f"# {len(whole)} positions, {passes} passes, {len(wrong)} different")

SETTLED = "X.XOO/.XXO./XXXOO/.XXO./XXXOO X"
bare = data("think", "go", "--size", "5", "--position", SETTLED, "--player", "alphabeta depth=1 manners=off")
check("without manners the search has its way", bare.get("move") not in (None, "pass"), bare.get("move"))
same("with them a settled board is left alone",
     data("think", "go", "--size", "5", "--position", SETTLED, "--player", "alphabeta depth=1").get("move"), "pass")

for resign, wanted in (("", "resigned"), (" resign=0", "rules")):
    ended = data("match", "go", "--size", "5", "--option", "komi=30.5", "--a", "mcts sims=300" + resign, "--b", "random",
                 "--games", "1")
    same(f"a lost game of 'mcts sims=300{resign}'", list(ended.get("endings", {})), [wanted])
finish()
