#!/usr/bin/env python3
"""`banyan tree` for people: the drawing, SVG, the walk with the keyboard, files, bad input."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import tempfile
import termios
import time
import xml.etree.ElementTree as ET

from _tap import BANYAN, check, finish, run, same, sanitizer_spoke, words
from _wait import works

BOOK = "((3 12 8)(2 4 6)(14 5 2))"
DRAWN = """\
                value  window
* MAX               3  (-inf, +inf) -> (3, +inf)
* +- 1 MIN          3  (-inf, +inf) -> (-inf, 3)
* |  +- 1 leaf      3  (-inf, +inf)
  |  +- 2 leaf     12  (-inf, 3)
  |  `- 3 leaf      8  (-inf, 3)
  +- 2 MIN       <= 2  (3, +inf) -> (3, 2)        cut: MIN gets 2 or less here, and MAX already has 3 at the root (from 1): 2 <= alpha
  |  +- 1 leaf      2  (3, +inf)
  |  +- 2 leaf    (4)                             never looked at: cut off at 2
  |  `- 3 leaf    (6)                             never looked at: cut off at 2
  `- 3 MIN          2  (3, +inf) -> (3, 2)        MIN gets 2 here, and MAX already has 3 at the root (from 1): 2 <= alpha, but no child was left to cut off
     +- 1 leaf     14  (3, +inf)
     +- 2 leaf      5  (3, 14)
     `- 3 leaf      2  (3, 5)

search  alphabeta, order game
value   3
best    1 1
leaves  7 of 9 looked at
nodes   11 of 13 entered, 1 cut
"""


def test_drawing():
    same("the textbook's tree", run("tree", BOOK).stdout, DRAWN)
    minimax = run("tree", "(1 (-2 3))", "--search", "minimax", "--min").stdout
    same("minimax has no windows", minimax.split("\n\n")[0].splitlines(), [
        "                value",
        "* MIN               1",
        "* +- 1 leaf         1",
        "  `- 2 MAX          3",
        "     +- 1 leaf     -2",
        "     `- 2 leaf      3"])
    large = run("tree", "--option", "branching=4", "--option", "depth=8", "--show", "50").stdout
    check("a large tree is drawn in part", "50 of 87381 nodes are drawn" in large and len(large.splitlines()) < 130, large[-500:])
    hidden = sum(int(n) for n in re.findall(r"\[(\d+) below\]", large)) + sum(
        int(nodes or more) for more, nodes in re.findall(r"\.\.\. (\d+) more(?: \((\d+) nodes\))?", large))
    same("and says what is left out", 50 + hidden, 87381)


def classes(svg, kind):
    return [element for element in svg.iter() if kind in element.get("class", "").split()]


def test_svg():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tree.svg")
        result = run("tree", BOOK, "--svg", path)
        same("the drawing is printed as well", (result.returncode, result.stdout, result.stderr),
             (0, DRAWN + f"written {path}\n", ""))
        with open(path, encoding="utf-8") as file:
            text = file.read()
        same("- is standard output", run("tree", BOOK, "--svg", "-").stdout, text)
        refused = run("tree", BOOK, "--svg", os.path.join(folder, "no", "tree.svg"))
        check("a file that cannot be written", refused.returncode == 1 and refused.stdout == "" and "cannot write" in refused.stderr, words(refused))
        check("a bad tree leaves the file alone", run("tree", "(1", "--svg", path).returncode == 2 and os.path.getsize(path) > 0)
        both = run("tree", BOOK, "--svg", path, "--json")
        check("JSON beside the file", both.stdout.startswith('{"value": 3'), words(both))
    svg = ET.fromstring(text)
    same("shapes", [len(classes(svg, kind)) for kind in ("max", "min", "leaf", "cutmark")], [1, 3, 9, 2 * 2 + 2])
    same("grey leaves", len([e for e in classes(svg, "unseen") if "leaf" in e.get("class")]), 2)
    same("best play", len([e for e in classes(svg, "best") if "edge" not in e.get("class")]), 3)
    same("the cut", [e.text for e in classes(svg, "cut")], ["cut: 2 \u2264 3"])
    same("the windows", sorted(e.text for e in classes(svg, "window")), sorted(["(\u2212\u221e, \u221e)"] * 2 + ["(3, \u221e)"] * 2))
    check("nothing from elsewhere", not re.search(r"href|url\(|@import|<script|<image", text))
    for tree in ("5", "(((-1000000000)))", "((1 2)(3 (4 (5 -6) 7)) 8)", "(" * 200 + "1" + ")" * 200):
        ET.fromstring(run("tree", tree, "--svg", "-").stdout)
    check("other trees are well-formed XML too", True)


def overlaps(text):
    """Pairs of shapes in one row that touch."""
    boxes = {}
    for element in ET.fromstring(text).iter():
        kind = element.get("class", "").split()
        if "leaf" in kind:
            x, y, width = (float(element.get(key)) for key in ("x", "y", "width"))
            boxes.setdefault(round(y - 4), []).append((x, x + width))
        if "max" in kind or "min" in kind:
            numbers = [float(n) for n in re.findall(r"-?[0-9.]+", element.get("d"))]
            left, right = min(numbers[0], numbers[5]), max(numbers[0], numbers[5])
            boxes.setdefault(round(min(numbers[1], numbers[2], numbers[4])), []).append((left, right))
    rows = [sorted(row) for row in boxes.values()]
    return [pair for row in rows for pair in zip(row, row[1:]) if pair[0][1] > pair[1][0]]


def test_layout():
    for options in (["--option", "branching=3", "--option", "depth=5"], ["((((1 2 3) 4) 5)((6)(7)(-1000000)) 8)"],
                    ["--option", "branching=9", "--option", "depth=3", "--show", "120"]):
        same(f"no shapes overlap: {options[-1]}", overlaps(run("tree", *options, "--svg", "-").stdout), [])


# --- the keyboard ---------------------------------------------------------------------------------

class Screen:
    def __init__(self, *arguments, stdin=None, rows=30, columns=120):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.cooked = termios.tcgetattr(slave)[3]
        env = {**os.environ, "TERM": "xterm", "NO_COLOR": "1"}
        self.process = subprocess.Popen([BANYAN, "tree", *arguments], stdin=stdin or slave, stdout=slave, stderr=slave,
                                        env=env, preexec_fn=lambda: (os.setsid(), fcntl.ioctl(1, termios.TIOCSCTTY, 0)))
        self.slave, self.frame = slave, ""

    def wait(self, wanted, seconds=20):
        """Reads until the frame shows `wanted`."""
        end = time.monotonic() + seconds
        while wanted not in self.frame and time.monotonic() < end:
            if select.select([self.master], [], [], 0.1)[0]:
                self.frame += os.read(self.master, 65536).decode("utf-8", "replace")
        return check(f"the screen shows {wanted!r}", wanted in self.frame, repr(self.frame[-1500:]))

    def press(self, keys, wanted):
        self.frame = ""
        os.write(self.master, keys.encode())
        return self.wait(wanted)

    def leave(self, keys):
        os.write(self.master, keys.encode())
        status = self.process.wait(20)
        self.frame = ""
        while select.select([self.master], [], [], 0.1)[0]:
            self.frame += os.read(self.master, 65536).decode("utf-8", "replace")
        restored = termios.tcgetattr(self.slave)[3] == self.cooked
        os.close(self.master)
        os.close(self.slave)
        return status, restored


def test_keyboard():
    screen = Screen(BOOK, "--step")
    screen.wait("1 of 15")
    screen.press("n", "MIN at 1 is entered with the window (-inf, +inf).")
    screen.press(" ", "Leaf 1.1 is 3. MIN at 1 now has 3, its new beta.")
    screen.press("\033[C", "Leaf 1.2 is 12. MIN at 1 keeps 3.")
    check("the leaf is marked", "> |  +- 2 leaf     12" in screen.frame, screen.frame)
    screen.press("\033[D", "3 of 15")
    screen.press("b", "2 of 15")
    screen.press("c", "2 children are never looked at: MIN gets 2 or less here")
    check("what is to come is open", "`- 3 MIN\r\n     +- 1 leaf   (14)\r\n" in screen.frame, repr(screen.frame))
    screen.press("c", "15 of 15")
    screen.press("n", "15 of 15")
    screen.press("g", "1 of 15")
    screen.press("p", "1 of 15")
    screen.press("\033[F", "MAX at the root is left with 3.")
    status, restored = screen.leave("q")
    check("q leaves and the terminal is as before", status == 0 and restored and "value   3" in screen.frame,
          f"{status} {restored} {screen.frame!r}")
    for name, key in (("Ctrl-C", "\x03"), ("Ctrl-D", "\x04")):
        screen = Screen(BOOK, "--step")
        screen.wait("1 of 15")
        status, restored = screen.leave(key)
        check(f"{name} leaves and the terminal is as before", status == 0 and restored, f"{status} {restored}")


def test_keyboard_and_file():
    with tempfile.TemporaryFile("w+") as file:
        file.write("(" * 100 + "(1 2)(3 4)" + ")" * 100)
        file.seek(0)
        screen = Screen("--file", "-", "--step", stdin=file)
        screen.wait("1 of 207")
        screen.press("e" + "b" * 5, "202 of 207")
        check("deep down the place is still seen", re.search(r"^> ", screen.frame, re.MULTILINE), repr(screen.frame))
        same("the keyboard works beside the file", screen.leave("q"), (0, True))
    small = Screen("--option", "branching=3", "--option", "depth=6", "--step", rows=10, columns=40)
    small.wait("1 of ")
    small.press("c", "never looked at")
    lines = small.frame.split("\033[H\033[2J")[-1].split("\r\n")
    check("a small screen is not overrun", len(lines) <= 14 and all(len(line) <= 79 for line in lines), repr(lines))
    small.leave("q")


def test_list():
    steps = run("tree", BOOK, "--step").stdout.splitlines()
    same("without a terminal the steps are listed", (len(steps), steps[0], steps[-1]),
         (15, "   1  MAX at the root begins with the window (-inf, +inf).", "  15  MAX at the root is left with 3."))
    same("minimax speaks of no window", run("tree", "(1 2)", "--search", "minimax", "--step").stdout.splitlines()[1],
         "   2  Leaf 1 is 1. MAX at the root now has 1.")
    check("many steps are counted", "... and 25 steps more" in run("tree", "--option", "branching=3", "--option", "depth=4",
                                                                 "--search", "minimax", "--step", "--show", "136").stdout)


# --- input ------------------------------------------------------------------------------------------

def refused(name, *arguments, says="", **options):
    result = run("tree", *arguments, **options)
    lines = result.stderr.splitlines()
    check(f"refused: {name}", result.returncode == 2 and result.stdout == "" and len(lines) == 1 and
          lines[0].startswith("banyan: ") and says in lines[0] and not sanitizer_spoke(result.stderr), words(result))


def test_bad_input():
    refused("not closed", "((1 2)", says="column 7: the text ends with 1 '(' not closed")
    refused("a word", "(1 x)", says="column 4")
    refused("no child", "(1 ())", says="column 5: a node needs at least one child")
    refused("too deep", "(" * 10000 + "1" + ")" * 10000, says="column 10000")
    refused("nothing", "", says="in parentheses")
    refused("two trees", "(1 2)", "(3 4)")
    refused("a tree and a file", "(1 2)", "--file", "x", says="not both")
    refused("a tree and a recipe", "(1 2)", "--option", "branching=2", says="not both")
    refused("half a recipe", "--option", "branching=2", says="depth is missing")
    refused("too many leaves", "--option", "branching=10", "--option", "depth=7", says="1000000 leaves")
    refused("a file that is not there", "--file", "/nowhere/tree", says="No such file")
    refused("a folder", "--file", "/", says="directory")
    refused("a zero byte", "--file", "-", input="(1 2\0)", says="byte 5")
    refused("an empty file", "--file", "-", input="", says="in parentheses")
    refused("lines are counted", "--file", "-", input="(1 2\n  (3 4)\n  (5 six))\n", says="line 3, column 6")
    refused("but not for one line", "--file", "-", input="(1 2 (5 six))\n", says=": column 9: ")
    refused("MIN and X", "(1 2) X", "--min", says="MAX does")
    refused("root twice", "(1 2)", "--min", "--option", "root=max")
    refused("another search", "--search", "negamax", says="minimax|alphabeta")
    refused("another order", "--order", "sorted", says="game|best|worst|random|static")
    refused("order by nothing", "--order", "static", says="there is none here")
    refused("order without alpha-beta", "--search", "minimax", "--order", "best", says="--order is for alphabeta")
    refused("step and json", "--step", "--json", says="choose one")
    refused("nodes without json", "--nodes", says="--json")
    refused("svg and json on one output", "--svg", "-", "--json", says="leave out --json")
    for bad in ("0", "-1", "nan", "10001", "x", ""):
        refused(f"--show {bad!r}", "--show", bad)
    for bad in ("-1", "x", "18446744073709551616"):
        refused(f"--seed {bad!r}", "--order", "random", "--seed", bad)


def test_stop():
    """A tree whose best order takes minutes to find: Ctrl-C ends it."""
    chains = "(" + ("(" * 9998 + "1" + ")" * 9998) * 100 + ")"
    with tempfile.TemporaryFile("w+") as file:
        file.write(chains)
        file.seek(0)
        with subprocess.Popen([BANYAN, "tree", "--file", "-", "--order", "best", "--json"], stdin=file,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            works(process, 1.0)
            process.send_signal(2)
            out, err = process.communicate(timeout=60)
    check("Ctrl-C stops a long search", process.returncode == 1 and out == "" and "stopped" in err, f"{process.returncode} {out[:100]!r} {err!r}")


for test in (test_drawing, test_svg, test_layout, test_keyboard, test_keyboard_and_file, test_list, test_bad_input, test_stop):
    test()
finish()
