#!/usr/bin/env python3
"""Searches step by step: the numbers of a trace computed again from its events alone, and think --step on a terminal."""
import fcntl
import math
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time

from _tap import BANYAN, check, data, finish, run, same, words

# --- the numbers, computed again ------------------------------------------------------------------------------


class Move:
    """What is known of a move: visits and points of its own, and those of AMAF."""

    def __init__(self):
        self.n, self.w, self.rn, self.rw = 0, 0.0, 0, 0.0


def ratio(m, _, p):
    return m.w / m.n, 0.0


def ucb1(m, total, p):
    return m.w / m.n, p["c"] * math.sqrt(math.log(total) / m.n)


def uct(m, total, p):
    return m.w / (m.n + 1), p["c"] * math.sqrt(math.log(total + 2) / (m.n + 1))


def mixed(m, p):
    """RAVE: beta = k / (k + n); what AMAF has not seen is thought to win."""
    later = m.rw / m.rn if m.rn else 1.0
    beta = p["k"] / (p["k"] + m.n)
    return beta, (later if m.n == 0 else (1 - beta) * m.w / m.n + beta * later)


def rave(m, total, p):
    return mixed(m, p)[1], p["c"] * math.sqrt(math.log(total + 2) / (m.n + 1))


def rave_ucb1(m, total, p):
    return mixed(m, p)[1], p["c"] * math.sqrt(math.log(total) / m.n)


def near(a, b):
    return a is not None and abs(a - b) <= 2e-6 * max(1, abs(b))


class Again:
    """One search followed by its events: every number that they print must be the one that comes out here."""

    def __init__(self, steps, formula, first_term_at_zero, parameters):
        self.formula, self.at_zero, self.p = formula, first_term_at_zero, parameters
        self.nodes, self.wrong, self.numbers, self.choices = {}, [], 0, 0
        self.path, self.simulations = [], 0
        for step in steps:
            getattr(self, step["step"])(step)

    def agree(self, what, got, wanted):
        self.numbers += 1
        if not (got == wanted or (isinstance(wanted, float) and near(got, wanted))):
            self.wrong.append((self.simulations, what, got, wanted))

    def moves_at(self, path):
        return self.nodes.setdefault(tuple(path), {})

    def select(self, step):
        if step["ply"] == 0:
            self.simulations += 1
            self.path = []
        moves = self.moves_at(self.path)
        total = self.moves_at(self.path[:-1])[self.path[-1]].n if self.path else self.simulations - 1
        self.agree("N", step["visits"], total)
        values, untried = [], []
        for choice in step["choices"]:
            m = moves.setdefault(choice["move"], Move())
            values.append(self.check_choice(choice, m, total))
            untried += [choice["move"]] if values[-1] == math.inf else []
        taken = [c["move"] for c in step["choices"] if c["taken"]]
        best = [c["move"] for c, v in zip(step["choices"], values) if v == max(values) or near(v, max(values))]
        self.agree("one is taken", len(taken), 1)
        self.agree("the largest is taken", taken[0] in best, True)
        if untried:
            self.agree("untried ones come first, in order", (step["reason"], taken[0]), ("untried", untried[0]))
        self.choices += 1
        self.path.append(taken[0])

    def check_choice(self, choice, m, total):
        self.agree("n", choice["visits"], m.n)
        self.agree("w", choice["points"], m.w)
        self.agree("w/n", choice["mean"], m.w / m.n if m.n else None)
        if "k" in self.p:
            self.agree("rn", choice["amaf_visits"], m.rn)
            self.agree("rw", choice["amaf_points"], m.rw)
            self.agree("beta", choice["weight"], float(mixed(m, self.p)[0]))
        if m.n == 0 and not self.at_zero:
            self.agree("infinite", choice["value"], None)
            return math.inf
        exploit, explore = self.formula(m, total, self.p)
        self.agree("exploit", choice["exploit"], float(exploit))
        if "c" in self.p:
            self.agree("explore", choice["explore"], float(explore))
        self.agree("value", choice["value"], float(exploit + explore))
        return exploit + explore

    def expand(self, step):
        self.agree("a node on the second visit", self.moves_at(self.path[:-1])[self.path[-1]].n, 1)
        self.agree("its moves", (step["ply"], step["moves"]), (len(self.path), 9 - len(self.path)))

    def simulate(self, step):
        played = step["played"] or []
        self.agree("length", step["length"], None if step["reason"] == "finished" else len(played))
        line = self.path + played
        self.agree("all moves differ", len(set(line)), len(line))
        self.outcome = (line, step["points"])
        self.agree("who wins", step["points"], winner(line))

    def backup(self, step):
        line, points = self.outcome
        for ply, move in enumerate(self.path):
            side = "XO"[ply % 2]
            moves = self.moves_at(self.path[:ply])
            moves[move].n += 1
            moves[move].w += points[side]
            for later in set(line[ply::2]):
                if later in moves:
                    moves[later].rn += 1
                    moves[later].rw += points[side]
            told = step["path"][ply]
            self.agree("backed up", (told["move"], told["by"], told["visits"], told["points"]),
                       (move, side, moves[move].n, moves[move].w))


LINES = [[f"{c}{r}" for c in "abc"] for r in "123"] + [[f"{c}{r}" for r in "123"] for c in "abc"] + \
        [["a1", "b2", "c3"], ["a3", "b2", "c1"]]


def winner(line):
    """The points of a finished game of tic-tac-toe; None: it is not over, or went on after its end."""
    for end in range(1, len(line) + 1):
        side = (end - 1) % 2
        if any(set(three) <= set(line[side:end:2]) for three in LINES):
            return {"X": 1 - side, "O": side} if end == len(line) else None
    return {"X": 0.5, "O": 0.5} if len(line) == 9 else None


def test_again():
    sims = 200
    for name, formula, at_zero, spec, parameters in (
            ("ratio", ratio, False, "selection=ratio", {}),
            ("UCB1", ucb1, False, "selection=ucb1 c=0.7", {"c": 0.7}),
            ("UCT", uct, False, "c=0.4", {"c": 0.4}),
            ("RAVE", rave, True, "rave=on k=50", {"c": 0.4, "k": 50}),
            ("RAVE without exploration", rave, True, "rave=on c=0", {"c": 0, "k": 500}),
            ("RAVE with UCB1", rave_ucb1, False, "rave=on selection=ucb1 c=1 k=20", {"c": 1, "k": 20})):
        for seed in ("1", "2"):
            arguments = ["think", "tictactoe", "--player", f"mcts sims={sims} proofs=off {spec}", "--seed", seed,
                         "--trace", "100000"]
            result = data(*arguments)
            again = Again(result["trace"], formula, at_zero, parameters)
            same(f"{name}, seed {seed}: every number comes out again", again.wrong[:5], [])
            check(f"{name}, seed {seed}: that were many", again.simulations == sims and again.numbers > 20 * sims and
                  again.choices > sims, (again.simulations, again.numbers, again.choices))
            root = {m: (x.n, x.w) for m, x in again.nodes[()].items()}
            told = {m["move"]: (m["visits"], m["value"] * m["visits"] if m["visits"] else 0) for m in result["moves"]}
            check(f"{name}, seed {seed}: and the answer is made of them", all(root[m][0] == told[m][0] and
                  near(told[m][1], root[m][1]) for m in root), (root, told))
            if seed == "1":
                same(f"{name}: the same seed tells the same steps", data(*arguments)["trace"], result["trace"])


# --- the text --------------------------------------------------------------------------------------------------


def test_text():
    text = run("think", "tictactoe", "--player", "mcts sims=30 proofs=off", "--trace").stdout
    for word in ("value = w/(n+1) + c sqrt(ln(N+2)/(n+1))", " w/(n+1) explore  value", "z = 1: a move has 1 game played",
                 "(a draw is 0.5)"):
        check(f"the trace of UCT says {word!r}", word in text, text[:1500])
    text = run("think", "tictactoe", "--player", "mcts sims=30 selection=ucb1", "--trace").stdout
    check("that of UCB1 has w/n", " w/n explore  value" in text and "w/(n+1)" not in text, text[:1500])
    text = run("think", "tictactoe", "--player", "mcts sims=30 rave=on", "--trace").stdout
    for word in ("made\n  the move here or later (AMAF)", "those of n are among them", "rw/rn   beta    mix explore  value"):
        check(f"that of RAVE says {word!r}", word in text, text[:1500])
    text = run("think", "tictactoe", "--player", "mcts sims=3 z=0", "--trace").stdout
    check("what z=0 means is said", "z = 0: a move gets a node on its first visit" in text and
          "nothing is played out" in text and "moves more" not in text, text[:1500])
    text = run("think", "tictactoe", "--player", "hmcts sims=90", "--trace").stdout
    check("hmcts tells its turns", "turn 2" in text and "next in turn" in text and "BACKUP X gets" in text, text[:1500])


def rows_of(text):
    """How many rows each table of a trace has."""
    return [len(table.splitlines()) for table in re.findall(r"value\n((?:[> ] [a-z]\d .*\n)+)", text)]


def test_width():
    spec = ("think", "nogo", "--size", "5", "--player", "mcts sims=60 proofs=off", "--trace", "300")
    rows = rows_of(run(*spec).stdout)
    check("ten rows by default", max(rows) == 10, rows)
    text = run(*spec, "--trace-width", "3").stdout
    rows = rows_of(text)
    check("--trace-width 3 shows three", max(rows) == 3 and "  and 22 more\n" in text, (rows, text[-3000:]))
    full, short = data(*spec), data(*spec, "--trace-width", "3")
    same("JSON has all choices without it", {s["more"] for s in full["trace"] if s["step"] == "select"}, {0})
    selects = [s for s in short["trace"] if s["step"] == "select"]
    check("JSON with it has three, and counts the others", all(len(s["choices"]) == 3 and any(c["taken"] for c in s["choices"])
          for s in selects) and selects[0]["more"] == 22, selects[0])
    result = run("think", "nogo", "--trace-width", "3")
    check("alone it is refused", result.returncode == 2 and "--trace" in result.stderr, words(result))


def test_refused():
    for spec in ("random", "pns"):
        for option in ("--trace", "--step"):
            result = run("think", "tictactoe", "--player", spec, option)
            check(f"{spec} {option} says that it tells none", result.returncode == 2 and
                  f"the search {spec} does not tell its steps; minimax, negamax, alphabeta, mcts and hmcts do" in result.stderr,
                  words(result))
    for more in (["--json"], ["--trace"], ["--tree", "-"]):
        result = run("think", "tictactoe", "--player", "mcts sims=20", "--step", *more)
        check(f"--step with {more[0]} is refused", result.returncode == 2 and result.stdout == "", words(result))
    result = run("think", "tictactoe", "--player", "mcts sims=20 threads=2", "--step")
    check("--step follows one thread", result.returncode == 2 and "one thread" in result.stderr, words(result))


# --- on a terminal --------------------------------------------------------------------------------------------


class Screen:
    """The program on a terminal of some size; `rows` is what stands on it now."""

    def __init__(self, columns, rows, *arguments, **environment):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        env = {**os.environ, "TERM": "xterm", **environment}
        if "NO_COLOR" not in environment:
            env.pop("NO_COLOR", None)
        self.process = subprocess.Popen([BANYAN, *arguments], env=env, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        self.raw = ""

    def expect(self, wanted, seconds=30):
        end = time.monotonic() + seconds
        while wanted not in self.raw and time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 0.2)
            try:
                self.raw += os.read(self.master, 65536).decode("utf-8", "replace") if ready else ""
            except OSError:
                break
        if wanted not in self.raw:
            check(f"the terminal shows {wanted!r}", False, repr(self.raw[-800:]))
        return self.rows()

    def rows(self):
        picture = self.raw.split("\033[2J")[-1].split("\033[?1049l")[0]
        return re.sub(r"\033\[[0-9;?]*[A-Za-z]", "", picture).replace("\r", "").split("\n")

    def press(self, keys, wanted):
        self.raw = ""
        os.write(self.master, keys.encode())
        return self.expect(wanted)

    def end(self):
        self.press("q", "move ")
        status = self.process.wait(20)
        os.close(self.master)
        return status


SEARCHES = (("mcts sims=40", ("tictactoe",), "SELECT"), ("mcts sims=40 rave=on", ("go", "--size", "9"), "SELECT"),
            ("hmcts sims=200", ("tictactoe",), "SELECT"), ("minimax depth=3", ("tictactoe", "--moves", "a1 b2 c3"), "MAX"),
            ("negamax depth=2", ("tictactoe",), "MAX"), ("alphabeta plain=on depth=3", ("tictactoe",), "MAX"),
            ("alphabeta depth=3", ("connect4",), "MAX"))


def fits(rows, columns, lines):
    return len(rows) <= lines and all(len(row) < columns for row in rows)


def test_terminal():
    for columns, lines in ((80, 24), (110, 40)):
        for environment in ({}, {"NO_COLOR": "1"}):
            for spec, game, word in SEARCHES:
                name = f"{columns}x{lines} {' '.join(environment)} {spec}"
                screen = Screen(columns, lines, "think", *game, "--player", spec, "--step", **environment)
                shown = [screen.expect("step 1 of")]
                total = int(re.search(r"step 1 of (\d+)", screen.raw).group(1))
                coloured = "\033[1" in screen.raw
                for at in range(2, 8):
                    shown.append(screen.press("n", f"step {at} of"))
                shown.append(screen.press("e", f"step {total} of"))
                shown.append(screen.press("b", f"step {total - 1} of"))
                check(f"{name}: every step fits", all(fits(rows, columns, lines) for rows in shown),
                      [(len(rows), max(map(len, rows))) for rows in shown])
                check(f"{name}: it is drawn", all(any(word in row for row in rows) for rows in shown[:1]) and
                      all(any(row.startswith(">") for row in rows) for rows in shown), shown[0])
                check(f"{name}: colours where they are wanted", coloured == (not environment), repr(screen.raw[:200]))
                same(f"{name}: and then the answer", screen.end(), 0)


def test_lessons():
    for columns, lines in ((80, 24), (110, 40)):
        for environment in ({}, {"NO_COLOR": "1"}):
            for lesson in (("mcts",), ("mcts", "--rule", "rave"), ("minimax",), ("alphabeta",), ("bandit", "--runs", "2")):
                name = f"{columns}x{lines} {' '.join(environment)} lesson {' '.join(lesson)}"
                screen = Screen(columns, lines, "lesson", *lesson, "--step", **environment)
                shown = [screen.expect("step 1 of")]
                total = int(re.search(r"step 1 of (\d+)", screen.raw).group(1))
                shown += [screen.press("n", f"step {at} of") for at in range(2, 10)]
                shown.append(screen.press("e", f"step {total} of"))
                check(f"{name}: every step fits, and where it happens is marked", all(fits(rows, columns, lines) and
                      any(row.startswith(">") for row in rows) for rows in shown),
                      [(len(rows), max(map(len, rows))) for rows in shown])
                screen.raw = ""
                os.write(screen.master, b"q")
                same(f"{name}: q leaves", screen.process.wait(20), 0)
                os.close(screen.master)


def test_keys():
    screen = Screen(80, 24, "think", "tictactoe", "--player", "mcts sims=40 proofs=off", "--step")
    rows = screen.expect("step 1 of")
    check("a simulation begins with selection", rows[0].startswith("simulation 1 ") and "[SELECT]" in rows[0], rows)
    rows = screen.press("n", "step 2 of")
    check("then a game is played out", "[SIMULATE]" in rows[0] and any("played out" in row for row in rows), rows)
    rows = screen.press("n", "step 3 of")
    check("then it is backed up", "[BACK UP]" in rows[0] and any("0 ->     1" in row for row in rows), rows)
    rows = screen.press("s", "step 4 of")
    check("s goes to the next simulation", rows[0].startswith("simulation 2 "), rows)
    for number in range(3, 11):
        screen.press("s", f"simulation {number} ")
    rows = screen.press("n", "step 29 of")
    check("the tenth simulation makes a node", rows[0].startswith("simulation 10 ") and "[EXPAND]" in rows[0] and
          any("gets a node of its own with 8 moves" in row for row in rows), rows)
    same("q leaves", screen.end(), 0)


for test in (test_again, test_text, test_width, test_refused, test_terminal, test_lessons, test_keys):
    test()
finish()
