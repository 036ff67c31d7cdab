#!/usr/bin/env python3
"""Plain MCTS (proofs=off) beside a UCT of twenty lines that knows the formulas of the sources and nothing of ours.

It takes from the trace what is chance or rules: which moves a new node has and in which order, and how a playout
ended. It chooses and backs up by itself, and must go the same way at every step and end with the same tree."""
import json
import math

from _tap import LONG, check, data, finish, run, same

SIMS = 6000 if LONG else 1200
CLOSE = 1e-5  # two values so near may change places: the search computes in floats


def nogo(w, n, N, c):
    """NOGO, algorithm 1; t counts this visit, too."""
    return w / (n + 1) + c * math.sqrt(math.log(N + 1 + 1) / (n + 1))


def ucb1(w, n, N, c):
    return w / n + c * math.sqrt(math.log(N) / n)


class State:
    """A state in memory: the moves there, how often each was played, what it brought its player."""

    def __init__(self, moves, visits):
        self.moves, self.visits = moves, visits
        self.n, self.w = [0] * len(moves), [0.0] * len(moves)
        self.child = [None] * len(moves)

    def choose(self, score, c):
        """Every move that is as good as the best; one that was never tried is infinitely good."""
        if 0 in self.n:
            return [self.n.index(0)]
        values = [score(w, n, self.visits, c) for w, n in zip(self.w, self.n)]
        best = max(values)
        exact = values.index(best)
        return [exact] + [i for i, value in enumerate(values) if i != exact and best - value < CLOSE
                          and (self.n[i], self.w[i]) != (self.n[exact], self.w[exact])]


class Uct:
    """One search, fed with the steps of a trace."""

    def __init__(self, steps, score, c, sides):
        self.score, self.c, self.sides = score, c, sides
        self.root, self.wrong, self.close, self.made = None, [], 0, []
        for simulation in by_simulation(steps):
            self.simulate(simulation)

    def simulate(self, steps):
        selects = [step for step in steps if step["step"] == "select"]
        expands = {step["ply"]: step["children"] for step in steps if step["step"] == "expand"}
        outcome = next(step for step in steps if step["step"] == "simulate")
        if not self.root:
            self.root = State([choice["move"] for choice in selects[0]["choices"]], 0)
        state, path = self.root, []
        while state:
            taken = next(choice["move"] for choice in selects[len(path)]["choices"] if choice["taken"])
            best = state.choose(self.score, self.c)
            self.close += len(best) > 1
            i = state.moves.index(taken)
            if i not in best:
                self.wrong.append((len(path), taken, [state.moves[b] for b in best]))
            path.append((state, i))
            state = self.next_state(state, i, len(path), expands, outcome, path)
        if len(selects) != len(path):
            self.wrong.append(("length", len(path), len(selects)))
        for ply, (at, i) in enumerate(path):
            at.visits += 1
            at.n[i] += 1
            at.w[i] += outcome["points"][self.sides[ply % 2]]

    def next_state(self, state, i, depth, expands, outcome, path):
        """A node is made on the second visit, unless the game is over there."""
        over = outcome["reason"] == "finished" and outcome["ply"] == depth
        wanted = state.n[i] >= 1 and not state.child[i] and not over
        if wanted != (depth in expands):
            self.wrong.append(("expansion", depth, wanted))
        if wanted and depth in expands:
            state.child[i] = State(expands[depth], state.n[i])
            self.made.append(([at.moves[j] for at, j in path], expands[depth]))
        return state.child[i]


def by_simulation(steps):
    batch = []
    for step in steps:
        batch.append(step)
        if step["step"] == "backup":
            yield batch
            batch = []


def differences(node, state, path=()):
    """Where the printed tree and ours are not the same."""
    printed = {child["move"]: child for child in node["children"]}
    for i, move in enumerate(state.moves):
        child = printed.get(move)
        visits, points = (child["visits"], child["value"] * child["visits"]) if child else (0, 0)
        if visits != state.n[i] or abs(points - state.w[i]) > 1e-6 * (1 + points):
            yield path + (move,), (visits, points), (state.n[i], state.w[i])
        elif child and state.child[i]:
            yield from differences(child, state.child[i], path + (move,))


def compare(name, game, spec, score, c, start=(), more=()):
    spec = f"mcts sims={SIMS} proofs=off {spec}"
    arguments = ["think", game, *more, *(["--moves", " ".join(start)] if start else []), "--player", spec]
    result = data(*arguments, "--trace", "1000000")
    uct = Uct(result["trace"], score, c, "XO" if len(start) % 2 == 0 else "OX")
    same(f"{name}: every choice and every new node is that of plain UCT", uct.wrong[:5], [])
    check(f"{name}: hardly a choice between values too near to tell apart", uct.close * 50 < SIMS, uct.close)
    found = {m["move"]: (m["visits"], m["value"]) for m in result["moves"] if m["visits"] > 0}
    ours = {m: (uct.root.n[i], uct.root.w[i] / uct.root.n[i]) for i, m in enumerate(uct.root.moves) if uct.root.n[i]}
    same(f"{name}: the same visits of every move", {m: x[0] for m, x in found.items()}, {m: x[0] for m, x in ours.items()})
    check(f"{name}: the same values", all(abs(found[m][1] - ours[m][1]) < 1e-9 for m in ours), (found, ours))
    same(f"{name}: all simulations were made", (result["work"]["simulations"], sum(uct.root.n)), (SIMS, SIMS))
    tree = json.loads(run(*arguments, "--tree", "-", "--tree-depth", "64", "--tree-width", "1000").stdout)
    check(f"{name}: the tree is shown whole", not tree["cut"] and tree["shown"] > 1000, tree["shown"])
    same(f"{name}: the same tree, to the last node", list(differences(tree["root"], uct.root))[:5], [])
    return uct


def near(board, size):
    """The free points within two steps of a stone, by looking at all of them (GOM 4.3)."""
    columns = "abcdefghjklmnopqrstuvwxyz"[:size]
    place = {f"{columns[x]}{y + 1}": (x, y) for x in range(size) for y in range(size)}
    stones = [place[move] for move in board]
    return {move for move, (x, y) in place.items() if move not in board
            and any(abs(x - a) <= 2 and abs(y - b) <= 2 for a, b in stones)}


def test_tictactoe():
    uct = compare("tictactoe", "tictactoe", "selection=ucb1 c=1.414 expand=one", ucb1, 1.414)
    cells = {x + y for x in "abc" for y in "123"}
    same("new nodes have all free cells", [p for p, moves in uct.made if set(moves) != cells - set(p)][:3], [])


def test_nogo():
    compare("NoGo 5x5", "nogo", "selection=uct c=0.4 playout=naive", nogo, 0.4, more=("--size", "5"))


def test_gomoku():
    for start in ((), ("d4", "e5", "c3")):
        uct = compare(f"Gomoku 7x7 after {len(start)} moves", "gomoku", "selection=ucb1 c=1.414 expand=one "
                      "playout=forced moves=active", ucb1, 1.414, start, ("--size", "7"))
        same("the root has the active moves, or the centre",
             set(uct.root.moves), near(start, 7) if start else {"d4"})
        same("and so has every new node", [p for p, moves in uct.made if set(moves) != near([*start, *p], 7)][:3], [])


for test in (test_tictactoe, test_nogo, test_gomoku):
    test()
finish()
