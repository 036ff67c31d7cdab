#!/usr/bin/env python3
"""The lessons: words, drawings, numbers, walking step by step, and what is refused."""
import fcntl
import os
import pty
import re
import select
import subprocess
import tempfile
import termios
import time
import xml.etree.ElementTree

from _tap import BANYAN, check, data, finish, run, same, sanitizer_spoke, words

REGISTER = os.path.join(os.path.dirname(__file__), "..", "..", "src", "lessons", "lessons.def")
with open(REGISTER, encoding="utf-8") as register:
    LESSONS = re.findall(r"^BY_LESSON\((\w+)\)", register.read(), re.MULTILINE)
NUMBERS = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "zobrist.txt")
QUEENS = [1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]  # OEIS A000170
SVG = "{http://www.w3.org/2000/svg}"


# --- the list ---------------------------------------------------------------------------------

def test_list():
    listed = run("lesson")
    same("the list names every lesson", re.findall(r"^([a-z]+) ", listed.stdout, re.MULTILINE), LESSONS)
    lessons = data("lesson")["lessons"]
    same("the list in JSON", [lesson["name"] for lesson in lessons], LESSONS)
    for lesson in lessons:
        for option in lesson["options"]:
            check(f"the list has --{option['name']}", f"--{option['name']} " in listed.stdout, listed.stdout)
            samples = {"size": "11", "function": "java31", "numbers": NUMBERS, "position": ".../.../... X", "moves": "b2", "arms": "3", "m": "best"}
            value = option["default"] or samples.get(option["name"])
            if not check(f"--{option['name']} has a default, or a sample in this test", value is not None):
                continue
            result = run("lesson", lesson["name"], f"--{option['name']}", value)
            check(f"{lesson['name']} --{option['name']} {value}", result.returncode == 0 and not result.stderr,
                  words(result))


# --- words, numbers, drawings --------------------------------------------------------------------

def test_texts():
    for name in LESSONS:
        first, second = run("lesson", name), run("lesson", name.upper())
        check(f"{name}: text", first.returncode == 0 and len(first.stdout) > 500 and not first.stderr, words(first))
        check(f"{name}: the same again, in either case", first.stdout == second.stdout)
        check(f"{name}: plain ASCII", first.stdout.isascii() and "\033" not in first.stdout)
        same(f"{name}: JSON", data("lesson", name)["lesson"], name)


def drawing(name, *arguments):
    """The SVG of a lesson, checked: XML, complete in itself, nothing outside its frame."""
    result = run("lesson", name, *arguments, "--svg", "-")
    title = " ".join(["svg", name, *arguments])
    try:
        root = xml.etree.ElementTree.fromstring(result.stdout)
    except xml.etree.ElementTree.ParseError as error:
        check(title, False, f"{error}\n{words(result)[:500]}")
        return
    style = "".join(element.text for element in root.iter(SVG + "style"))
    defined = set(re.findall(r"\.([a-z-]+)", re.sub(r"\{[^}]*\}", "", style)))
    used = {word for element in root.iter() for word in element.get("class", "").split()}
    check(f"{title}: it has shapes and words", root.tag == SVG + "svg" and
          len(list(root.iter(SVG + "text"))) >= 2 and len(list(root.iter())) > 10)
    check(f"{title}: every class has a style", used <= defined, used - defined)
    check(f"{title}: it needs nothing else", not re.search(r"href|url\(|<script|<image", result.stdout))
    outside = [element for element in placed(root) if not inside(element, root)]
    check(f"{title}: everything is in the frame", not outside, outside[:3])


def placed(root):
    """(x, y, element) of everything that has a place."""
    found = []

    def visit(element, dx, dy):
        move = re.match(r"translate\(([-\d.]+) ([-\d.]+)\)", element.get("transform", ""))
        if move:
            dx, dy = dx + float(move.group(1)), dy + float(move.group(2))
        for x, y in (("x", "y"), ("cx", "cy"), ("x1", "y1"), ("x2", "y2")):
            if element.get(x) is not None:
                found.append((dx + float(element.get(x)), dy + float(element.get(y)), element.tag))
        for point in element.get("points", "").split():
            x, y = point.split(",")
            found.append((dx + float(x), dy + float(y), element.tag))
        for child in element:
            visit(child, dx, dy)

    visit(root, 0.0, 0.0)
    return found


def test_factorial_columns():
    """Calls and results stand beside each other, however many there are."""
    for n in ("5", "6", "7", "20"):
        root = xml.etree.ElementTree.fromstring(run("lesson", "factorial", "--n", n, "--svg", "-").stdout)
        boxes = [(float(box.get("y")), float(box.get("x")), float(box.get("width")))
                 for box in root.iter(SVG + "rect") if box.get("rx")]
        rows = {y: sorted((x, width) for row, x, width in boxes if row == y) for y, _, _ in boxes}
        check(f"factorial {n}: the columns do not touch", len(rows) == int(n) + 1 and
              all(len(row) == 2 and row[0][0] + row[0][1] < row[1][0] for row in rows.values()), rows)


def inside(place, root):
    x, y, _ = place
    return -1 <= x <= float(root.get("width")) + 1 and -1 <= y <= float(root.get("height")) + 1


def test_drawings():
    for name in LESSONS:
        drawing(name)
    drawing("pi", "--points", "1")
    drawing("factorial", "--n", "20")
    for n in ("0", "1", "3", "8", "9", "80"):
        drawing("fibonacci", "--n", n)
    for n in ("1", "4", "5", "6", "20"):
        drawing("hanoi", "--n", n)
    for n in ("1", "2", "3", "4", "14"):
        drawing("queens", "--n", n)
    drawing("queens", "--show", "92")
    for size in ("2", "100", "2x60", "30x40"):
        drawing("maze", "--size", size)
    for row in ("7", "1 2 3 4 5 6", "1 2 3 4 5 6 7", "-1 -2 -3 -4 -5 -6 -7 -8 -9 1000000 7 7"):
        drawing("stones", "--row", row)
    for moves in ("b2", "b2 b1", "b2 a1 c3 a3 a2 c2", "a1 b1 a2 b2 a3", "b2 a1 c3 a3 a2 c2 b1 b3"):
        drawing("tictactoe", "--moves", moves)
    for depth in ("1", "3"):
        drawing("depth", "--depth", depth)
    drawing("depth", "--depth", "4", "--moves", "a1 b2 c3 a3 c1")
    for coins, turns in (("1", "1"), ("1", "2"), ("3", "1"), ("3", "2")):
        drawing("expectimax", "--coins", coins, "--turns", turns)
    drawing("hash", "--slots", "1024", "--seed", "5")
    drawing("bandit", "--arms", "9", "--kind", "gaussian", "--horizon", "500", "--runs", "5")
    drawing("zobrist", "--moves", "a1 b1 c1 b2 a2 c2 b3 a3 c3")


def test_files():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "queens.svg")
        result = run("lesson", "queens", "--svg", path)
        with open(path, encoding="utf-8") as file:
            same("--svg FILE writes what --svg - prints", file.read(), run("lesson", "queens", "--svg", "-").stdout)
        same("and the text comes as well", result.stdout, run("lesson", "queens").stdout + f"written {path}\n")
        for other in ("--json", "--step"):
            clash = run("lesson", "queens", "--svg", "-", other)
            check(f"--svg - and {other} are told apart", clash.returncode == 2 and clash.stdout == "" and
                  other in clash.stderr and clash.stderr.count("\n") == 1, words(clash))
        check("one queen is one", "Put 1 queen on" in run("lesson", "queens", "--n", "1").stdout and
              "1 queen:" in run("lesson", "queens", "--n", "1", "--svg", "-").stdout)
        both = run("lesson", "pi", "--points", "100", "--svg", path, "--json")
        check("--svg with --json", both.returncode == 0 and '"rows"' in both.stdout, words(both))
        for place in (os.path.join(folder, "none", "x.svg"), folder, "/dev/full"):
            refused(f"--svg {place}", "lesson", "pi", "--points", "10", "--svg", place, status=1, says="cannot write")


# --- numbers -----------------------------------------------------------------------------------------

def test_numbers():
    for n, count in enumerate(QUEENS, start=1):
        same(f"{n} queens", data("lesson", "queens", "--n", str(n))["solutions"], count)
    shown = data("lesson", "queens", "--show", "92")["list"]
    same("the 92 solutions differ", len({tuple(solution) for solution in shown}), 92)
    text = run("lesson", "queens", "--n", "12", "--show", "0").stdout
    check("12 queens in words", "14,200 solutions (1,787 apart" in text, text)
    rows = data("lesson", "pi", "--points", "100000")["rows"]
    same("pi: rows", [row["points"] for row in rows], [10, 100, 1000, 10000, 100000])
    check("pi: intervals shrink", rows[-1]["interval"][1] - rows[-1]["interval"][0] < 0.03, rows)
    check("pi: seeds differ", data("lesson", "pi", "--seed", "2")["rows"] != data("lesson", "pi")["rows"])
    hanoi = data("lesson", "hanoi", "--n", "10", "--show", "2")
    same("hanoi: 2^10 - 1 moves, two listed", (hanoi["moves"], len(hanoi["list"])), (1023, 2))
    same("fibonacci", [data("lesson", "fibonacci", "--n", "30")[key] for key in ("value", "calls")],
         [832040, 2692537])
    same("factorial", data("lesson", "factorial", "--n", "20")["value"], 2432902008176640000)
    maze = data("lesson", "maze", "--size", "9x5", "--seed", "3")
    same("maze: its size", (len(maze["plan"]), len(maze["plan"][0]), maze["way"][0], maze["way"][-1]),
         (11, 19, [0, 0], [8, 4]))
    stones = data("lesson", "stones")
    same("stones: seven plays, a draw", (stones["plays"], stones["value"], stones["best"]), (7, 0, [3, 1]))
    coins = data("lesson", "expectimax", "--coins", "1")
    same("expectimax: GO's tree", [coins[key] for key in ("leaves", "chance_nodes", "value", "won", "drawn", "lost")],
         [4, 3, 0, 0.25, 0.5, 0.25])
    coins = data("lesson", "expectimax")  # two coins count in 1 of 4; O behind by two: 1/4 draws
    same("expectimax: one coin or two", [(move["coins"], move["value"], [(o["weight"], o["of"], o["value"])
         for o in move["outcomes"]]) for move in coins["moves"]],
         [(1, 0, [(1, 2, 0.5), (1, 2, -0.5)]), (2, -0.1875, [(1, 4, 0.75), (3, 4, -0.5)])])
    same("expectimax: the value is that of the game", data("think", "coins", "--option", "turns=2", "--option", "coins=2",
         "--player", "minimax")["value"], data("lesson", "expectimax", "--turns", "2")["value"])
    same("expectimax: and that of its tree", data("tree", coins["tree"])["value"], coins["value"])
    board = data("lesson", "tictactoe")
    same("tic-tac-toe: the published counts", [board[key] for key in ("games", "x", "o", "draws", "value")],
         [255168, 131184, 77904, 46080, 0])
    late = data("lesson", "tictactoe", "--moves", "b2 b1")
    same("tic-tac-toe: values of moves", {move["move"]: move["value"] for move in late["moves"]},
         {"a1": 100, "c1": 100, "a2": 100, "c2": 100, "a3": 100, "b3": 0, "c3": 100})
    kinds = data("lesson", "hash", "--slots", "1024")["kinds"]
    same("hash: the kinds", [kind["kind"] for kind in kinds], ["chain", "linear", "quadratic", "double", "java"])
    check("zobrist: the key returns", data("lesson", "zobrist")["returned"] is True)


# --- steps ----------------------------------------------------------------------------------------------

def test_delay():
    """The lesson's lines of play are those of the searches, and waiting goes on for ever."""
    told = data("lesson", "delay")
    for rule, tie in (("first", "first"), ("fewest", "fastest")):
        thought = data("think", "tictactoe", "--position", told["position"], "--player", f"minimax depth=7 tie={tie}")
        same(f"delay: {rule} is tie={tie}", told[rule]["moves"], thought["pv"])
        same(f"delay: {rule} wins all the same", (told[rule]["value"], thought["value"]), (100, 100))
    for depth in range(1, 16):
        told = data("lesson", "delay", "--depth", str(depth), "--turns", "60")
        same(f"delay: depth {depth}, the fewest plies win at once", told["fewest"]["places"], [9, 10])
        places = told["first"]["places"]
        if depth < 5:
            same(f"delay: depth {depth} sees no other way", places, [9, 10])
        else:
            # As far as it can come back from: a step away and back costs four plies.
            same(f"delay: depth {depth} never wins", (told["first"]["won"], len(places), 10 - min(places)),
                 (False, 61, (depth - 1) // 2))


def test_depth():
    told = data("lesson", "depth")
    same("depth: the lecture's two examples", [(e["x"], e["o"], e["f"]) for e in told["examples"]],
         [(6, 5, 1), (4, 6, -2)])
    same("depth: corner, edge, middle", {m["move"]: (m["value"], m["alike"]) for m in told["moves"]},
         {"a1": (-1, 4), "b1": (-2, 4), "b2": (1, 1)})
    same("depth: 3 moves, 12 answers", (told["best"], told["value"], told["positions"], told["leaves"]), ("b2", 1, 16, 12))
    for example in told["examples"]:
        lines = data("explain", "tictactoe", "--position", example["position"])["evaluations"][0]
        same("depth: F is the game's evaluation", lines["value"], example["f"])
    for depth in ("1", "2", "3", "4"):
        for moves in ([], ["--moves", "a1 b2"], ["--moves", "a1 b2 c3"], ["--moves", "b2 a1 c3 a3 a2"]):
            lesson = data("lesson", "depth", "--depth", depth, *moves)
            thought = data("think", "tictactoe", *moves, "--player", f"minimax depth={depth}")
            sign = -1 if moves and len(moves[1].split()) % 2 == 1 else 1  # a search's values are the mover's
            values = {move["move"]: sign * move["value"] for move in thought["moves"]}
            same(f"depth {depth} {moves[1:]}: the search says the same", lesson["value"], sign * thought["value"])
            check(f"depth {depth} {moves[1:]}: of every move",
                  all(values[move["move"]] == move["value"] for move in lesson["moves"]), (values, lesson["moves"]))
            same(f"depth {depth} {moves[1:]}: alike are all moves",
                 sum(move["alike"] for move in lesson["moves"]), len(thought["moves"]))
    refused("depth of a finished game", "lesson", "depth", "--moves", "a1 b1 a2 b2 a3", says="the game is over")


def string_hash(word):
    """31 h + c in 32 bits: Java's String.hashCode."""
    hashed = 0
    for letter in word:
        hashed = (31 * hashed + ord(letter)) % 2**32
    return hashed


def test_words():
    same("the string hash of hello in Java", string_hash("hello"), 99162322)
    for word in ("banyan", "Aa", "BB", "hello", "~" * 24):
        same(f"hash: {word}", data("lesson", "hash", "--word", word)["string"], {"word": word, "hash": string_hash(word)})
    told = data("lesson", "hash")["rehash"]
    same("hash: the table grows from the prime above 1.3 n to one of twice the size",
         (told["slots_before"], told["slots_after"], told["moved"]), (7, 17, 5))
    for entry in told["words"]:
        same(f"hash: {entry['word']} is put in once more", (entry["hash"], entry["after"]),
             (string_hash(entry["word"]), string_hash(entry["word"]) % 17))
        check(f"hash: {entry['word']} before", entry["before"] in (string_hash(entry["word"]) % 7, None), entry)
    text = run("lesson", "hash", "--word", "Aa").stdout
    check("hash: letter by letter", "  A            65             65\n  a            97           2112\n" in text, text[-2000:])


def test_steps_in_a_pipe():
    for name in LESSONS:
        result = run("lesson", name, "--step")
        steps = re.findall(r"^--- step (\d+) of (\d+)$", result.stdout, re.MULTILINE)
        check(f"{name} --step lists its steps", result.returncode == 0 and steps and
              [int(number) for number, _ in steps] == list(range(1, len(steps) + 1)) and
              all(int(total) == len(steps) for _, total in steps), words(result)[:500])
    long = run("lesson", "hanoi", "--n", "16", "--step").stdout
    check("very long walks are cut, and say so", long.endswith("first 20000 steps; the others are left out.\n"),
          long[-200:])


def take_terminal():
    """Ctrl-C goes to the group in the terminal's foreground."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """The program on a terminal of its own."""

    def __init__(self, *arguments):
        self.master, slave = pty.openpty()
        self.process = subprocess.Popen([BANYAN, *arguments], stdin=slave, stdout=slave, stderr=slave,
                                        env={**os.environ, "TERM": "xterm", "NO_COLOR": ""}, preexec_fn=take_terminal)
        os.close(slave)
        self.text = ""

    def expect(self, wanted, seconds=20):
        end = time.monotonic() + seconds
        while wanted not in self.text and time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 0.2)
            try:
                self.text += os.read(self.master, 65536).decode("utf-8", "replace") if ready else ""
            except OSError:
                break
        check(f"the terminal shows {wanted!r}", wanted in self.text, repr(self.text[-500:]))

    def press(self, keys, wanted):
        self.text = ""
        os.write(self.master, keys.encode())
        self.expect(wanted)

    def end(self):
        try:
            status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.line_mode = bool(termios.tcgetattr(self.master)[3] & termios.ICANON)
        os.close(self.master)
        return status


def test_steps_on_a_terminal():
    terminal = Terminal("lesson", "hanoi", "--n", "2", "--step")
    terminal.expect("step 1 of 4")
    terminal.press(" ", "step 2 of 4")
    check("the first move", "disc 1 from A to B" in terminal.text, repr(terminal.text))
    terminal.press("\n", "step 3 of 4")
    terminal.press("b", "step 2 of 4")
    terminal.press("\033[C", "step 3 of 4")
    terminal.press("\033[D", "step 2 of 4")
    terminal.press("x\033[Dbb", "step 1 of 4")
    terminal.press("G", "step 4 of 4")
    terminal.press("g", "step 1 of 4")
    terminal.press("q", "")
    same("q leaves", terminal.end(), 0)
    terminal = Terminal("lesson", "hanoi", "--n", "2", "--step")
    terminal.expect("step 1 of 4")
    terminal.press("    n\033[6~b", "step 3 of 4")
    terminal.press("q", "")
    same("space at the end stays there", terminal.end(), 0)
    for name, keys in (("Escape", "\033"), ("Ctrl-D", "\x04"),
                       ("Ctrl-C", "\x03")):
        terminal = Terminal("lesson", "hanoi", "--n", "2", "--step")
        terminal.expect("step 1 of 4")
        terminal.press(keys, "")
        same(f"{name} leaves", terminal.end(), 0)
    check("the terminal is as it was", terminal.line_mode, "no line mode")
    coloured = Terminal("lesson", "queens", "--n", "4")
    coloured.expect("first 2")
    check("colours on a terminal", "\033[1;32mQ" in coloured.text, repr(coloured.text[-300:]))
    coloured.end()


# --- bad input --------------------------------------------------------------------------------------------

def refused(name, *arguments, status=2, says=""):
    result = run(*arguments)
    lines = result.stderr.splitlines()
    check(f"refused: {name}", result.returncode == status and result.stdout == "" and len(lines) == 1 and
          lines[0].startswith("banyan: ") and says in result.stderr and not sanitizer_spoke(result.stderr),
          words(result))


def test_refusals():
    refused("an unknown lesson", "lesson", "queen", says="did you mean 'queens'?")
    refused("an odd lesson", "lesson", "\033[2J\n")
    refused("two lessons", "lesson", "pi", "maze")
    refused("options without a lesson", "lesson", "--n", "4", says="banyan lesson NAME --n")
    refused("--step without a lesson", "lesson", "--step")
    refused("--step with --json", "lesson", "pi", "--step", "--json")
    refused("an empty --svg", "lesson", "pi", "--svg", "")
    refused("an option of another lesson", "lesson", "pi", "--n", "3", says="accepts points, seed")
    refused("an unknown option", "lesson", "queens", "--m", "3")
    ranges = {("factorial", "n"): "from 0 to 20", ("fibonacci", "n"): "from 0 to 80", ("hanoi", "n"): "from 1 to 20",
              ("queens", "n"): "from 1 to 14", ("pi", "points"): "from 1 to 100000000",
              ("queens", "show"): "from 0 to 20000", ("hanoi", "show"): "from 0 to 100000",
              ("stones", "show"): "from 0 to 1000"}
    for (lesson, option), says in ranges.items():
        for value in ("", "-1", "1000000000", "nan", "1.5", "0x3", "1e1", " 4", "9" * 40):
            refused(f"{lesson} --{option} {value!r}", "lesson", lesson, f"--{option}", value, says=says)
    for size in ("1", "101", "0x5", "5x", "axb", "", "3x3x3", "-4"):
        refused(f"maze --size {size!r}", "lesson", "maze", "--size", size, says="from 2 to 100")
    for seed in ("", "-1", "18446744073709551616", "1.0", "x", "9" * 30):
        for lesson in ("pi", "bandit", "maze", "hash", "zobrist"):
            refused(f"{lesson} --seed {seed!r}", "lesson", lesson, "--seed", seed, says="seed")
    for row in ("", "x", "1 2 x", "1.5", "1 2 | 0 0 | X", "1 " * 13, "99999999999999999999", "-"):
        refused(f"stones --row {row[:20]!r}", "lesson", "stones", "--row", row)
    for position in ("nonsense", "XXX/OOO/... X", "X" * 1000):
        refused(f"tictactoe --position {position[:20]!r}", "lesson", "tictactoe", "--position", position)
    for lesson in ("tictactoe", "zobrist"):
        for moves in ("b2 b2", "d4", "a1 b1 a2 b2 a3 b3", "22"):
            refused(f"{lesson} --moves {moves!r}", "lesson", lesson, "--moves", moves)
    for slots in ("0", "1000", "4096.0", "", "-1024"):
        refused(f"hash --slots {slots!r}", "lesson", "hash", "--slots", slots, says="1024|4096|16384|65536")


for test in (test_list, test_texts, test_drawings, test_factorial_columns, test_files, test_numbers, test_depth, test_delay, test_words,
             test_steps_in_a_pipe, test_steps_on_a_terminal, test_refusals):
    test()
finish()
