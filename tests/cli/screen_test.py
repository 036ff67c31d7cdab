#!/usr/bin/env python3
"""What is printed fits a screen: rows of think, pictures of Monte Carlo trees, names of files that were written."""
import os
import re
import tempfile

from _tap import check, data, finish, run, same, words


def rows_of(text):
    """The rows of think's table of moves: (move, value, visits)."""
    table = re.split(r"\nmove +for \w+ +visits\n", text)[1]
    return re.findall(r"^(\S+) +(\S.*?) +(\d+)$", table, re.MULTILINE)


def test_rows():
    line = ("think", "gomoku", "--player", "mcts sims=60 proofs=off")
    few, every = run(*line), run(*line, "--all")
    visited = [row for row in rows_of(every.stdout) if int(row[2]) > 0]
    same("--all shows every move", len(rows_of(every.stdout)), 225)
    same("without it there are ten rows", len(rows_of(few.stdout)), 10)
    says = re.search(r"^(\d+) more, (\d+) of them not looked at; --all shows every move$", few.stdout, re.MULTILINE)
    same("the others are counted, and those without visits", tuple(map(int, says.groups())) if says else None,
         (215, 225 - len(visited)))
    most = sorted((int(row[2]) for row in visited), reverse=True)[:10]
    same("the ten most visited are shown", sorted((int(row[2]) for row in rows_of(few.stdout)), reverse=True), most)
    move = re.search(r"^move +(\S+)$", few.stdout, re.MULTILINE).group(1)
    same("the move that is played comes first", rows_of(few.stdout)[0][0], move)
    unseen = run("think", "gomoku", "--player", "mcts sims=10 proofs=off").stdout
    check("only those that nobody looked at", re.search(r"^215 more not looked at; --all", unseen, re.MULTILINE) is not None, unseen)
    searched = run("think", "othello", "--moves", "f5 d6 c3 d3 c4 f4 c5 b3 c2", "--player", "alphabeta plain=on depth=2 time=100").stdout
    rest = re.search(r"^(\d+) more", searched, re.MULTILINE)
    check("looked at and left out are only counted", rest is None or " more; --all" in rest.string, searched)
    small = run("think", "tictactoe", "--player", "minimax depth=3").stdout
    check("nine moves are nine rows", len(rows_of(small)) == 9 and " more" not in small, small)
    same("programs get every move", len(data(*line)["moves"]), 225)


def test_written(folder):
    def path(name):
        return os.path.join(folder, name)
    for name, *line in (
            ("tree.svg", "tree", "(1 2)", "--svg"), ("lesson.svg", "lesson", "hanoi", "--svg"),
            ("mcts.svg", "think", "nim", "--player", "mcts sims=50", "--tree"),
            ("why.svg", "explain", "nim", "--svg"), ("sheet.html", "exercise", "--kind", "ucb1", "--count", "1", "--out")):
        result = run(*line, path(name))
        check(f"{line[0]}: the last line says written {name}", result.returncode == 0 and os.path.exists(path(name)) and
              result.stdout.splitlines()[-1] == f"written {path(name)}", words(result)[-400:])
    both = run("tree", "(1 2)", "--blank", "--svg", path("a.svg"), "--solution", path("b.svg")).stdout.splitlines()[-2:]
    same("two files, two lines", both, [f"written {path('a.svg')}", f"written {path('b.svg')}"])
    check("JSON stays JSON", "written" not in run("tree", "(1 2)", "--svg", path("a.svg"), "--json").stdout)
    check("a drawing on standard output stays one", "written" not in run("tree", "(1 2)", "--blank", "--svg", "-").stdout)
    refused = run("tree", "(1 2)", "--svg", path("nowhere/a.svg"))
    check("nothing was written, nothing is said", refused.returncode == 1 and "written" not in refused.stdout, words(refused))


def size(path):
    with open(path, encoding="utf-8") as file:
        return tuple(float(number) for number in re.search(r'width="([\d.]+)" height="([\d.]+)"', file.read(400)).groups())


def test_picture(folder):
    path = os.path.join(folder, "page.svg")
    for options in ("sims=2000", "sims=2000 rave=on"):
        run("think", "nogo", "--size", "7", "--player", f"mcts {options} proofs=off", "--tree", path)
        width, height = size(path)
        check(f"mcts {options}: two plies on a page of A4: {width:.0f} x {height:.0f}", width <= 800 and height <= 1.6 * width)
        with open(path, encoding="utf-8") as file:
            check("and it says so", "the 5 most visited moves and 3 below each, 2 deep" in file.read())


def test_steps():
    """On a screen of 80x24 three lines are for the keys."""
    for lesson in data("lesson")["lessons"]:
        steps = re.split(r"\n?--- step \d+ of \d+\n\n", run("lesson", lesson["name"], "--step").stdout)[1:]
        high = max(steps, key=lambda step: step.rstrip("\n").count("\n"), default="")
        check(f"the {len(steps)} steps of {lesson['name']} fit 80x24", len(steps) > 0 and high.rstrip("\n").count("\n") < 21 and
              max(len(line) for step in steps for line in step.splitlines()) < 80, high)


if __name__ == "__main__":
    test_steps()
    test_rows()
    with tempfile.TemporaryDirectory() as scratch:
        test_written(scratch)
        test_picture(scratch)
    finish()
