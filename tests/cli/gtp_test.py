#!/usr/bin/env python3
"""`banyan gtp` as its clients meet it: golden transcripts, every game to its end, lines at random,
analyses that a line stops, clocks, and an input that ends in the middle of a search.

A transcript in tests/golden/gtp/ has a command on each line that begins with '> ', and below it the
answer, word for word. `gtp_test.py --write` writes what the program says now: read it before you
believe it."""
import glob
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile
import threading
import time

from _tap import BANYAN, LONG, check, finish, run, same, sanitizer_spoke, seeded
from _wait import Busy

CALM = 0.03  # seconds that others may keep us waiting

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GOLDEN = os.path.join(ROOT, "tests", "golden", "gtp")
GAMES = ("Go", "NoGo", "Othello", "Gomoku", "Breakthrough", "Connect4", "Mnk", "TicTacToe",
         "Nim", "Stones", "Tree", "Coins")
FAST = "mcts sims=30"


class Engine:
    """The program, asked command by command."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen([BANYAN, *seeded(["gtp", *arguments])], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
        self.guard = threading.Timer(60, self.process.kill)  # a test that hangs fails instead
        self.guard.start()

    def send(self, text):
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def answer(self):
        """The next answer: whether it is good, and its lines."""
        lines = []
        while True:
            line = self.process.stdout.readline()
            if line == "":
                raise EOFError
            if line == "\n" and lines:
                return lines[0][0] == "=", "\n".join([lines[0][1:].strip(), *lines[1:]]).strip()
            if line != "\n":
                lines.append(line.rstrip("\n"))

    def ask(self, command):
        self.send(command + "\n")
        return self.answer()[1]

    def close(self):
        """The exit status, within ten seconds of the end of the input."""
        self.guard.cancel()
        self.process.stdin.close()
        try:
            status = self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.complaint = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return status


# --- transcripts -----------------------------------------------------------------------------


def read_transcript(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    head = re.match(r"(?:#.*\n)*", text).group()
    arguments = re.search(r"^# banyan gtp(.*)$", head, re.MULTILINE).group(1)
    arguments = shlex.split(arguments)
    commands = [line[2:] for line in text.splitlines() if line.startswith("> ")]
    return head, arguments, commands, text[len(head):]


def spoken(arguments, commands):
    """What is said when the commands are sent one by one."""
    engine = Engine(*arguments)
    out = []
    for command in commands:
        engine.send(command.replace("\\r", "\r").replace("\\t", "\t") + "\n")
        lines = []
        while not lines or lines[-1] != "\n":
            lines.append(engine.process.stdout.readline())
            if lines[-1] == "":
                break
        out.append(f"> {command}\n" + "".join(lines))
    status = engine.close()
    return "".join(out), status, engine.complaint


def test_transcripts():
    for path in sorted(glob.glob(os.path.join(GOLDEN, "*.txt"))):
        head, arguments, commands, wanted = read_transcript(path)
        got, status, complaint = spoken(arguments, commands)
        if "--write" in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(head + got)
        differences = [f"{g}   instead of   {w}" for g, w in
                       zip(got.splitlines(), wanted.splitlines()) if g != w]
        name = os.path.basename(path)
        check(f"transcript {name}", got == wanted, "\n".join(differences) or "lines are missing")
        same(f"transcript {name}: status and stderr", (status, complaint), (0, ""))


# --- whole games -----------------------------------------------------------------------------


def test_games():
    """Every game plays itself to its end, and what was played can be taken back."""
    for name in GAMES:
        engine = Engine("--player", FAST, "--resign", "0")
        engine.ask(f"set_game {name.lower()}")
        if name == "Go":
            engine.ask("boardsize 5")
        start = engine.ask("banyan-position")
        moves, passes = 0, 0
        while moves < 400 and passes < 2:
            side = engine.ask("gogui-rules_side_to_move")
            legal = engine.ask("gogui-rules_legal_moves").split()
            if not legal:
                break
            move = engine.ask(f"genmove {side}")
            if "nature" in move:  # whoever leads the game throws the coins
                engine.ask(f"play {side} {legal[0]}")
                moves += 1
                continue
            if not check(f"{name}: {move} is legal", move in legal, legal) and move == "resign":
                break
            passes = passes + 1 if move == "pass" and name == "Go" else 0
            moves += 1
        result = engine.ask("gogui-rules_final_result")
        check(f"{name}: it ends", "wins" in result or "draw" in result, (result, moves))
        check(f"{name}: and has a score", re.fullmatch(r"0|[BW]\+[0-9.]+", engine.ask("final_score")))
        loser = engine.ask("gogui-rules_side_to_move")
        check(f"{name}: nothing is left to do", engine.ask(f"genmove {loser}") in ("resign", "pass"))
        engine.ask("gogui-rules_game_id")
        engine.ask(f"gg-undo {moves}")
        same(f"{name}: taken back", engine.ask("banyan-position"), start)
        same(f"{name}: status", engine.close(), 0)


def test_every_game_is_there():
    """What is in `banyan games` is in list_games, and says so without a board, too."""
    engine = Engine("--game", "nim")
    same("list_games has all", {name.lower() for name in engine.ask("list_games").split()},
         {name.lower() for name in GAMES})
    check("a game without a board has no size", "no board" in engine.ask("boardsize 5"))
    check("and no cells", "no board" in engine.ask("gogui-rules_board"))
    same("its moves are its own words", engine.ask("play b 7=3+4"), "")
    engine.close()


def test_nogo_resigns():
    engine = Engine("--game", "nogo", "--size", "1x2", "--player", "random")
    engine.ask("play b A1")
    same("NoGo: who has no move resigns", engine.ask("genmove w"), "resign")
    engine.close()


def test_passing():
    """Two passes count every stone as alive: a dead one is taken first, where that decides."""
    for command in ("genmove", "kgs-genmove_cleanup"):
        engine = Engine("--size", "5", "--option", "komi=0.5", "--player", "mcts rave=on c=0 sims=2000")
        engine.ask("banyan-position ..XO./.OXO./..XO./..XO./..XO. X")
        moves = []
        while len(moves) < 12 and moves[-1:] != ["pass"]:
            if moves:
                engine.ask("play w pass")
            moves.append(engine.ask(f"{command} b"))
        result = engine.ask("gogui-rules_final_result")
        check(f"{command}: passes in the end", moves[0] != "pass" and moves[-1] == "pass", moves)
        check(f"{command}: and wins", result.startswith("Black wins"), (moves, result))
        if command != "genmove":
            check(f"{command}: the dead stone is gone", ".O" not in engine.ask("banyan-position"), moves)
        engine.close()
    engine = Engine("--size", "5", "--option", "komi=0.5", "--player", "mcts sims=500")
    engine.ask("play b C3")
    engine.ask("play w pass")
    check("a pass on an open board is not answered by one", engine.ask("genmove b") != "pass")
    engine.ask("clear_board")
    check("nobody passes on an empty board", engine.ask("genmove w") != "pass")
    engine.close()


def test_squares():
    """GoGui plays Breakthrough square by square."""
    engine = Engine("--game", "breakthrough", "--size", "4x5", "--player", FAST)
    engine.ask("gogui-rules_game_id")
    engine.ask("play b A2")
    same("half a move keeps the turn", engine.ask("gogui-rules_side_to_move"), "black")
    same("its targets", engine.ask("gogui-rules_legal_moves"), "A3 B3")
    engine.ask("play b B3")
    same("the other half", engine.ask("gogui-rules_side_to_move"), "white")
    first, second = engine.ask("genmove w"), engine.ask("genmove w")
    check("and the answer", re.fullmatch("[A-D]4[A-D]3", first + second), first + second)
    same("black again", engine.ask("gogui-rules_side_to_move"), "black")
    engine.close()


def test_handicaps():
    """Every size takes as many stones as it can hold; the fixed ones are GTP's."""
    engine = Engine("--player", "random")
    wrong = []
    for size in range(2, 26):
        engine.ask(f"boardsize {size}")
        for stones in range(2, 12):
            engine.ask("clear_board")
            placed = engine.ask(f"place_free_handicap {stones}").split()
            few = min(stones, size * size // 2)
            if len(set(placed)) != few and not (stones >= size * size and placed):
                wrong.append((size, stones, placed))
            if few == stones and engine.ask("gogui-rules_side_to_move") != "white":
                wrong.append((size, stones, "turn"))
    same("free handicaps on every size", wrong, [])
    fixed = {19: "D4 Q4 D10 K10 Q10 D16 Q16".split(), 9: "C3 G3 C5 E5 G5 C7 G7".split()}
    for size, points in fixed.items():
        engine.ask(f"boardsize {size}")
        same(f"fixed handicap on {size}x{size}", sorted(engine.ask("fixed_handicap 7").split()), sorted(points))
    engine.close()


# --- analysis, clocks, ends ------------------------------------------------------------------


INFO = {"lz-analyze": r"info move \S+ visits \d+ winrate \d+ prior \d+ lcb \d+ order \d+ pv( [A-Z]\d+| pass)+",
        "kata-analyze": r"info move \S+ visits \d+ utility \S+ winrate [01]\.\d+ .* order \d+ pv( [A-Z]\d+| pass)+"}
INFO["analyze"] = INFO["lz-analyze"]


def test_files():
    """What comes with the protocol reads no tables of values; the command line does."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "secret")
        with open(path, "w", encoding="utf-8") as file:
            file.write("SECRET\n")
        for game, option in (("othello", "matrix"), ("gomoku", "patterns")):
            engine = Engine("--game", game, "--player", "random")
            engine.send(f"banyan-set {option} {path}\n")
            good, text = engine.answer()
            check(f"{game}: banyan-set reads no {option}", not good and "may not read a file: " in text and
                  "SECRET" not in text and "column" not in text, text)
            same(f"{game}: nothing is set", engine.ask("banyan-set"), "")
            same(f"{game}: it ends well", engine.close(), 0)
            told = run("gtp", "--game", game, "--option", f"{option}={path}", input="quit\n")
            check(f"{game}: --option reads it", "line 1, column 1: " in told.stderr, told.stderr)
    engine = Engine("--game", "othello", "--player", "random")
    engine.ask("banyan-set matrix 1")
    same("a matrix that is built in is no file", engine.ask("banyan-set"), "matrix 1")
    engine.close()


def test_analysis():
    for command, pattern in INFO.items():
        engine = Engine("--size", "9")
        engine.send(f"7 {command} black 10\n")
        lines = [engine.process.stdout.readline() for _ in range(3)]
        same(f"{command}: the head comes at once", lines[0], "=7\n")
        check(f"{command}: then lines", all(re.match(pattern, line) for line in lines[1:]), lines)
        engine.send("8 name\n")
        engine.answer()
        same(f"{command}: a line ends it and is obeyed", engine.answer(), (True, "8 Banyan"))
        same(f"{command}: nothing was played", engine.ask("gogui-rules_side_to_move"), "black")
        same(f"{command}: status", engine.close(), 0)
    engine = Engine("--size", "9", "--player", "mcts time=400ms")
    text = engine.ask("lz-genmove_analyze b 10")
    check("lz-genmove_analyze plays", re.search(r"^info move .*\nplay [A-J]\d$", text, re.MULTILINE), text)
    same("and it is white's turn", engine.ask("gogui-rules_side_to_move"), "white")
    engine.close()


LINES = {"go": ["--size", "5", "--player", "mcts sims=3000"],
         "othello": ["--game", "othello", "--player", "alphabeta depth=5"],
         "connect4": ["--game", "connect4", "--player", "alphabeta plain=on depth=5"],
         "tictactoe": ["--game", "tictactoe", "--player", "minimax depth=4"],
         "mnk": ["--game", "mnk", "--option", "m=4", "--option", "n=4", "--player", "negamax depth=3 tie=random"]}


def test_lines():
    """Every move that an analysis looked at comes with a line that can be played."""
    for name, arguments in LINES.items():
        engine = Engine(*arguments)
        engine.send("lz-analyze b 10000\n")
        engine.process.stdout.readline()
        found = re.findall(r"info move (\S+) visits (\d+) .*? pv ((?:(?!info)\S+ ?)+)", engine.process.stdout.readline())
        engine.ask("name")
        seen = [(move, line.split()) for move, visits, line in found if int(visits) >= 30]
        check(f"{name}: more moves than the best", len(seen) > 1, found)
        short = [move for move, line in seen if line[0] != move or len(line) < 2]
        same(f"{name}: each with a line", short, [])
        wrong = []
        for _, line in seen:
            pairs = " ".join(f"{'bw'[i % 2]} {move}" for i, move in enumerate(line))
            engine.send(f"play_sequence {pairs}\n")
            wrong += [] if engine.answer()[0] else [line]
            engine.ask("clear_board")
        same(f"{name}: which can be played", wrong, [])
        engine.close()


def test_interrupt():
    engine = Engine("--size", "9", "--player", "mcts time=100s")
    engine.send("genmove b\n")
    time.sleep(0.3)
    begun = time.monotonic()
    engine.send("# interrupt\n")
    good, move = engine.answer()
    check("an interrupt brings the move", good and re.fullmatch(r"[A-J]\d", move), move)
    check("at once", time.monotonic() - begun < 30)
    same("an interrupt in between does nothing", engine.ask("# interrupt\nname"), "Banyan")
    engine.close()


def test_end_of_input():
    for command in ("lz-analyze b 10", "genmove b"):
        engine = Engine("--size", "9", "--player", "mcts time=1000s")
        engine.send(command + "\n")
        time.sleep(0.2)
        drain = threading.Thread(target=engine.process.stdout.read)
        drain.start()
        same(f"the input ends during {command}", engine.close(), 0)
        drain.join()
    engine = Engine("--size", "9", "--player", "mcts time=1000s")
    engine.send("genmove b\n")
    engine.process.stdout.close()
    begun = time.monotonic()
    same("nobody reads the answer any more", engine.process.stdin.close() or engine.process.wait(timeout=60), 0)
    check("it ends at once", time.monotonic() - begun < 30, time.monotonic() - begun)
    engine.process.stderr.close()
    script = run("gtp", "--size", "9", "--player", "mcts sims=2000", input="genmove b\nbanyan-stats\n")
    check("a script gets its move in full", "simulations: 2000" in script.stdout, script.stdout)


def test_clocks():
    """A move within its time, most of it used; a game within its own."""
    with Busy() as worst:
        keep_time(worst)


def keep_time(worst):
    engine = Engine("--size", "9", "--player", "mcts early=off")
    engine.ask("time_settings 0 1 1")
    begun = time.monotonic()
    engine.ask("genmove b")
    used = time.monotonic() - begun
    check("one second a move", 0.6 < used and (used < 1.0 or worst.value > CALM and used < 20), (used, worst.value))
    engine.ask("time_settings 2 0 0")
    engine.ask("clear_board")
    spent = [0.0, 0.0]
    for i in range(60):
        begun = time.monotonic()
        move = engine.ask("genmove " + "bw"[i % 2])
        spent[i % 2] += time.monotonic() - begun
        engine.ask(f"time_left {'bw'[i % 2]} {max(0, 2 - spent[i % 2]):.3f} 0")
        if move == "resign":
            break
    check("two seconds a game", max(spent) < 2 or worst.value > CALM and max(spent) < 40, (spent, worst.value))
    engine.ask("time_settings 0 0 0")
    begun = time.monotonic()
    engine.ask("clear_board")
    engine.ask("genmove b")
    check("no time at all", time.monotonic() - begun < (1 if worst.value <= CALM else 20), worst.value)
    engine.close()


# --- lines at random ---------------------------------------------------------------------------


def random_word(rng, names):
    kind = rng.randrange(9)
    if kind == 0:
        return rng.choice(names)
    if kind == 1:
        return str(rng.choice([-1, 0, 1, 2, 3, 5, 7, 9, 19, 1000, 10**30]))
    if kind == 2:
        return "".join(chr(rng.choice([1, 7, 9, 11, 27, 35, 64, 127, 200, 255, 0x20AC])) for _ in range(rng.randrange(1, 6)))
    if kind == 3:
        return rng.choice(["pass", "resign", "nan", "inf", "1e999", "0x10", "%s%n", "-", "size=3", "alive", "dead"])
    if kind == 4:
        return rng.choice(GAMES)
    if kind < 7:
        return rng.choice("bw")
    return rng.choice("ABCDEFGHJ") + str(rng.randrange(1, 10))


# Long searches, other players, larger boards and files are not for this test.
SLOW = {"quit", "banyan-spec", "printsgf", "banyan-set", "boardsize", "rectangular_boardsize", "set_game",
        "kata-analyze", "kata-genmove_analyze", "final_score", "final_status_list", "banyan-ownership"}


def random_line(rng, names):
    number = f"{rng.randrange(10**6)} " if rng.random() < 0.5 else ""
    end = rng.choice(["", "", "", "\r", " # so", "\t"])
    draw = rng.random()
    if draw < 0.45:
        command = f"play {rng.choice('bw')} {rng.choice('ABCDEFG')}{rng.randrange(1, 8)}"
    elif draw < 0.55:
        command = f"genmove {rng.choice('bw')}"
    elif draw < 0.6:
        command = rng.choice(["undo", "clear_board", "final_score", "boardsize 5", "boardsize 7", "rectangular_boardsize 3 4",
                              f"set_game {rng.choice(GAMES)}", "time_settings 0 0.01 1"])
    else:
        name = rng.choice(names)
        words = [] if name in SLOW and rng.random() < 0.97 and name not in ("kata-analyze", "final_score") else [
            random_word(rng, names) for _ in range(rng.randrange(4))]
        command = " ".join([name if name != "quit" else "quiet", *words])
    return number + command + end


def is_command(line):
    return re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line.split("#")[0]).strip(" \t") != ""


def test_random_lines():
    rng = random.Random(8)
    count = 100000 if LONG else 10000
    names = run("gtp", input="list_commands\n").stdout.removeprefix("= ").split()
    lines = [random_line(rng, names) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        engine = subprocess.Popen([BANYAN, "gtp", "--size", "7", "--player", "mcts sims=5", "--seed", "1"], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder)
        text = ("\n".join(lines) + "\n1234567 name\n").encode("utf-8", "replace")
        try:
            out, complaint = engine.communicate(text, timeout=280)
        except subprocess.TimeoutExpired:
            engine.kill()
            out, complaint = engine.communicate()
    answers = [a for a in re.split(r"\n\n+", out.decode("utf-8", "replace")) if a]
    asked = [line for line in lines if is_command(line)]
    ids = [(re.match(r"[ \t]*(\d*)", re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "", line)).group(1)) for line in asked]
    given = [re.match(r"[=?](\d*)", a).group(1) if re.match(r"[=?]\d*( |\n|$)", a) else None for a in answers]
    same(f"{count} lines: every command is answered", len(answers), len(asked) + 1)
    wrong = [(line, a[:80]) for line, a, i, g in zip(asked, answers, ids, given) if i != g]
    same("in the protocol's form, under its number", wrong[:3], [])
    same("and the last one too", answers[-1], "=1234567 Banyan")
    same("it ends with the input", (engine.returncode, sanitizer_spoke(complaint.decode())), (0, False))
    check("some moves were made", sum(1 for a in answers if re.fullmatch(r"=\d* [A-J]\d", a)) > count / 100)


if __name__ == "__main__":
    test_transcripts()
    test_games()
    test_every_game_is_there()
    test_nogo_resigns()
    test_passing()
    test_squares()
    test_handicaps()
    test_files()
    test_analysis()
    test_lines()
    test_interrupt()
    test_end_of_input()
    test_clocks()
    test_random_lines()
    finish()
