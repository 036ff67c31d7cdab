#!/usr/bin/env python3
"""`banyan exercise`: every solution is computed here once more, from what is printed of the exercise. And
docs/EXERCISES.md: its commands run."""
import math
import os
import re
import shlex
import tempfile
import xml.etree.ElementTree as xml

from _tap import LONG, check, data, finish, run, same, words

KINDS = ["minimax", "alphabeta", "nim", "stones", "hash", "zobrist", "ucb1"]
PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "EXERCISES.md")


def paragraph(text):
    return re.sub(r"\s+", " ", text)


def rows(text, *heading):
    """The cells below a heading, row by row, up to an empty line."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.split()[:len(heading)] == list(heading))
    found = []
    for line in lines[at + 1:]:
        if not line.strip():
            break
        found.append(re.split(r"\s{2,}", line.strip()))
    return found


# --- trees ---------------------------------------------------------------------------------------

def read_tree(text):
    """A number or a list of trees, from '((3 12)(2 4))'."""
    return eval(re.sub(r"\s+", ",", text.strip()).replace(")(", "),(").replace("(", "[").replace(")", "]"))  # pylint: disable=eval-used


def minimax(tree, maximise):
    if isinstance(tree, int):
        return tree
    return (max if maximise else min)(minimax(child, not maximise) for child in tree)


def leaves(tree):
    return [tree] if isinstance(tree, int) else [leaf for child in tree for leaf in leaves(child)]


def alphabeta(tree, maximise, alpha, beta, seen, spared):
    if isinstance(tree, int):
        seen.append(tree)
        return tree
    best = -math.inf if maximise else math.inf
    for i, child in enumerate(tree):
        if (best >= beta) if maximise else (best <= alpha):
            spared += [leaf for rest in tree[i:] for leaf in leaves(rest)]
            break
        value = alphabeta(child, not maximise, max(alpha, best) if maximise else alpha,
                          beta if maximise else min(beta, best), seen, spared)
        best = max(best, value) if maximise else min(best, value)
    return best


def numbers(text):
    return [int(word) for word in text.split(",") if word.strip()]


def check_tree(name, question, solution, cuts):
    who, text = re.search(r"(MAX|MIN) moves at the root of the tree (\(.*\))", paragraph(question)).groups()
    tree = read_tree(text.split(" Alpha")[0].split(" Write")[0].rsplit(")", 1)[0] + ")")
    worth, child = map(int, re.search(r"The root is worth (-?\d+): M\w+ goes to child (\d+)", solution).groups())
    values = [minimax(below, who == "MIN") for below in tree]
    best = (max if who == "MAX" else min)(values)
    same(f"{name}: value and choice", (worth, child), (best, values.index(best) + 1))
    drawn = [int(line.split()[-1]) for line in question.splitlines() if re.search(r"- \d+ leaf ", line)]
    same(f"{name}: the picture has the leaves", drawn, leaves(tree))
    if not cuts:
        return
    seen, spared = [], []
    alphabeta(tree, who == "MAX", -math.inf, math.inf, seen, spared)
    told = paragraph(solution)
    same(f"{name}: what is looked at, and what is not",
         (numbers(re.search(r"Leaves looked at: ([-\d, ]*) \(", told).group(1)),
          numbers(re.search(r"Never looked at: ([-\d, ]*)\.", told).group(1))), (seen, spared))


# --- games ---------------------------------------------------------------------------------------

def splits(heaps):
    for heap in sorted(set(heaps)):
        for part in range(1, (heap + 1) // 2):
            rest = list(heaps)
            rest.remove(heap)
            yield f"{heap}={part}+{heap - part}", tuple(sorted(rest + [part, heap - part]))


def nim(heaps):
    """1: the side to move wins."""
    return 1 if any(nim(after) < 0 for _, after in splits(heaps)) else -1


def check_nim(name, question, solution):
    heaps = tuple(sorted(map(int, re.search(r"with the heaps ([\d ]+)\.", paragraph(question)).group(1).split())))
    told = re.search(r"([XO]) wins: the position is worth (-?\d)", solution).groups()
    same(f"{name}: who wins", told, ("X", "1") if nim(heaps) > 0 else ("O", "-1"))
    same(f"{name}: every move", {move: int(value) for move, value in rows(solution, "move", "value")},
         {move: -nim(after) for move, after in splits(heaps)})


def lead(row):
    return max((sum(row[:n]) - lead(row[n:]) for n in range(1, min(3, len(row)) + 1)), default=0)


def check_stones(name, question, solution):
    row = list(map(int, re.search(r"with the row ([\d ]+)\.", paragraph(question)).group(1).split()))
    same(f"{name}: who gets more", int(re.search(r"X ends with ([+-]\d+)", solution).group(1)), lead(row))
    same(f"{name}: every move", {int(move): int(value) for move, value in rows(solution, "move", "X's")},
         {n: sum(row[:n]) - lead(row[n:]) for n in range(1, min(3, len(row)) + 1)})


# --- tables ----------------------------------------------------------------------------------------

def java31(word):
    h = 0
    for letter in word:
        h = (31 * h + ord(letter)) % 2**32
    return h


def check_hash(name, question, solution):
    slots, keys, method = re.search(r"A table of (\d+) slots is filled with the keys (.*), in this order, by (.*?)\.",
                                    paragraph(question)).groups()
    m, keys = int(slots), keys.split()
    table, told = [[] for _ in range(m)], []
    for key in keys:
        h = int(key) if "h is the key itself" in question else java31(key)
        way = {"separate chaining": lambda i, h=h: h, "linear probing": lambda i, h=h: h + i,
               "quadratic probing": lambda i, h=h: h + i * i, "double hashing": lambda i, h=h: h + i * (1 + h % (m - 1))}[method]
        tried = [way(0) % m]
        while method != "separate chaining" and table[tried[-1]]:
            tried.append(way(len(tried)) % m)
        table[tried[-1]].append(key)
        told.append([key, str(h), str(h % m), ", ".join(map(str, tried)), str(tried[-1])])
    same(f"{name}: {method}, the way of every key", rows(solution, "key", "h"), told)
    same(f"{name}: {method}, the table", rows(solution, "slot", "keys"),
         [[str(i), " -> ".join(slot) or "."] for i, slot in enumerate(table)])


def check_zobrist(name, question, solution):
    number = {(cell, side): int(value) for cell, x, o in rows(question, "cell", "X") for side, value in (("X", x), ("O", o))}
    moves = [move.split() for move in re.search(r"The moves are (.*?);", paragraph(question)).group(1).split(", ")]
    key, told = 0, []
    for i, (side, cell) in enumerate(moves + moves[-1:]):
        key ^= number[cell, side]
        told.append([f"{side} {cell}" + (" taken back" if i == len(moves) else ""), str(number[cell, side]), str(key)])
    same(f"{name}: the key after every move", rows(solution, "move", "number"), told)
    same(f"{name}: taking back brings the key before", told[-1][2], told[-3][2])


def check_ucb1(name, question, solution):
    c, n = re.search(r"with C = ([\d.]+) and N = (\d+)", paragraph(question)).groups()
    arms = {move: (int(visits), int(wins)) for move, visits, wins in rows(question, "move", "n")}
    same(f"{name}: N is all of them", int(n), sum(visits for visits, _ in arms.values()))
    index = {move: wins / visits + float(c) * math.sqrt(math.log(int(n)) / visits) for move, (visits, wins) in arms.items()}
    same(f"{name}: the next choice", re.search(r"Next is (\w)\.", solution).group(1), max(index, key=index.get))
    same(f"{name}: every index", {row[0]: row[3] for row in rows(solution, "move", "w/n")},
         {move: f"{value:.4f}" for move, value in index.items()})


def test_solutions():
    for seed in range(1, 41 if LONG else 5):
        for number, exercise in enumerate(data("exercise", "--count", "14", "--seed", str(seed))["exercises"]):
            kind, question, solution = exercise["kind"], exercise["question"], exercise["solution"]
            name = f"seed {seed}, exercise {number + 1}, {kind}"
            same(f"{name}: kinds take turns", kind, KINDS[number % len(KINDS)])
            if kind in ("minimax", "alphabeta"):
                check_tree(name, question, solution, kind == "alphabeta")
            else:
                {"nim": check_nim, "stones": check_stones, "hash": check_hash, "zobrist": check_zobrist,
                 "ucb1": check_ucb1}[kind](name, question, solution)


# --- the document --------------------------------------------------------------------------------------

def balanced(text):
    """Whether every \\begin has its \\end, in order, and braces match outside of escapes."""
    stack = []
    for what, name in re.findall(r"\\(begin|end)\{(\w+\*?)\}", text):
        if what == "begin":
            stack.append(name)
        elif not stack or stack.pop() != name:
            return False
    plain = re.sub(r"\\[\\{}]", "", text)
    return not stack and plain.count("{") == plain.count("}")


def test_formats(folder):
    line = ("exercise", "--seed", "5", "--count", "7")
    text = run(*line)
    same("text: exercises and solutions", (text.stdout.count("\nExercise "), text.stdout.count("\nSolution ")), (7, 7))
    check("text: no line is wider than 80 columns", max(map(len, text.stdout.splitlines())) <= 80,
          max(text.stdout.splitlines(), key=len))
    check("solutions apart stand at the end", text.stdout.index("Solution 1") > text.stdout.index("Exercise 7"))
    same("solutions with: each behind its exercise", re.findall(r"^(Exercise|Solution) (\d)", run(*line, "--solutions", "with").stdout,
                                                               re.MULTILINE),
         [pair for i in range(1, 8) for pair in (("Exercise", str(i)), ("Solution", str(i)))])
    none = run(*line, "--solutions", "none").stdout
    check("solutions none: there are none, and the exercises are the same", "Solution" not in none and
          none.split("(Made")[0].strip() == text.stdout.split("\nSolutions\n")[0].strip())
    same("the same seed, the same sheet", run(*line).stdout, text.stdout)
    check("another seed, another sheet", run("exercise", "--seed", "6", "--count", "7").stdout != text.stdout)

    html = run(*line, "--format", "html").stdout
    page = xml.fromstring(re.sub(r"<!DOCTYPE html>|<meta[^>]*>", "", html))
    svg = page.findall(".//{http://www.w3.org/2000/svg}svg")
    check("HTML: well formed, stands alone, has drawings", len(svg) >= 4 and "http" not in
          html.replace("http://www.w3.org/2000/svg", "") and "<script" not in html, html[:300])
    same("HTML: headings", len(page.findall(".//h3")), 14)

    latex = run(*line, "--format", "latex").stdout
    check("LaTeX: environments and braces match", balanced(latex) and latex.count("\\begin{tikzpicture}") >= 4 and
          latex.startswith("\\documentclass") and latex.rstrip().endswith("\\end{document}"), latex[:300])
    body = re.sub(r"\\[&%$#_{}]", "", latex[latex.index("\\begin{document}"):])
    body = re.sub(r"(?s)\\begin\{(tikzpicture|tabular)\}.*?\\end\{\1\}", "", body)
    check("LaTeX: what it would obey is escaped", not re.search(r"[&%$#_^~<>|\"]", body), re.findall(r".*[&%$#_^~<>|\"].*", body)[:3])

    for name, begins in (("sheet.html", "<!DOCTYPE html>"), ("sheet.tex", "\\documentclass"), ("sheet.txt", "Exercises\n")):
        path = os.path.join(folder, name)
        result = run(*line, "--out", path)
        with open(path, encoding="utf-8") as file:
            check(f"--out {name} is what its name says", result.returncode == 0 and file.read().startswith(begins), words(result))
    for name, says, *more in (("a kind that is not there", "there is no kind of exercise 'chess'", "--kind", "chess"),
                              ("no exercises", "from 1 to 200", "--count", "0"),
                              ("--json and a file", "leave out --out", "--json", "--out", "x.html")):
        refused = run("exercise", *more)
        check(f"refused: {name}", refused.returncode == 2 and says in refused.stderr and not refused.stdout, words(refused))
    same("kinds take turns as they are given", [e["kind"] for e in data("exercise", "--kind", "ucb1,hash", "--count", "3")["exercises"]],
         ["ucb1", "hash", "ucb1"])


# --- keys and numbers of one's own -----------------------------------------------------------------------

def test_own_keys(folder):
    for method, way in (("linear", lambda h, i: h + i), ("quadratic", lambda h, i: h + i * i),
                        ("double", lambda h, i: h + i * (1 + h % 12))):
        keys = ["18", "41", "22", "44", "59", "32", "31", "73"]
        taken, told = {}, []
        for key in map(int, keys):
            i = 0
            while way(key, i) % 13 in taken:
                i += 1
            taken[way(key, i) % 13] = key
            told.append(way(key, i) % 13)
        got = data("lesson", "hash", "--keys", " ".join(keys), "--size", "13", "--function", "mod", "--method", method)
        same(f"lesson hash --method {method}: slots", [key["slot"] for key in got["keys"]], told)
    java = data("lesson", "hash", "--keys", "Aa BB LOG320", "--method", "java", "--size", "16")
    same("Java's HashMap: (h ^ h >>> 16) & 15", [key["slot"] for key in java["keys"]],
         [(java31(w) ^ java31(w) >> 16) & 15 for w in ("Aa", "BB", "LOG320")])
    full = run("lesson", "hash", "--keys", "1 2 3 4", "--size", "3", "--method", "linear")
    check("a full table says so", full.returncode == 0 and "no free slot found" in full.stdout, words(full))
    steps = run("lesson", "hash", "--keys", "LOG320 GTI770", "--size", "10", "--step").stdout
    check("every step is shown, letter by letter", "--- step 2 of 2" in steps and re.search(r"L  31 \* +0 \+  76 = +76", steps), steps)
    numbers_file = os.path.join(folder, "numbers.txt")
    with open(numbers_file, "w", encoding="utf-8") as file:
        file.write("# the lecture's\n1,1 44532 72217\n1,2 90195 10291\n1,3 81410 65932\n2,1 36721 91854\n")
    lecture = data("lesson", "zobrist", "--numbers", numbers_file, "--moves", "a3 a2 c3 b3")
    same("the lecture's numbers, in decimals", [step["key"] for step in lecture["steps"]][:5],
         [44532, 44532 ^ 91854, 44532 ^ 91854 ^ 81410, 44532 ^ 91854 ^ 81410 ^ 10291, 44532 ^ 91854 ^ 81410])
    with open(numbers_file, "w", encoding="utf-8") as file:
        file.write("a1 5\n")
    refused = run("lesson", "zobrist", "--numbers", numbers_file)
    check("a line that is not whole is refused by its number", refused.returncode == 2 and "line 1" in refused.stderr, words(refused))


def test_page(folder):
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    blocks = re.findall(r"```sh\n(.*?)```", text, re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("build/banyan ")]
    check("docs/EXERCISES.md has commands", len(lines) > 25, len(lines))
    source = os.path.join(os.path.dirname(__file__), "..", "..")
    os.symlink(os.path.abspath(os.path.join(source, "examples")), os.path.join(folder, "examples"))
    for line in lines:
        result = run(*shlex.split(line)[1:], cwd=folder)
        check(line, result.returncode == 0 and result.stdout, words(result)[:500])
    for name in re.findall(r"--(?:svg|solution|out|tree) ([^\s\"]+)", "\n".join(lines)):
        check(f"written: {name}", os.path.getsize(os.path.join(folder, name)) > 200)


if __name__ == "__main__":
    test_solutions()
    with tempfile.TemporaryDirectory() as scratch:
        test_formats(scratch)
        test_own_keys(scratch)
        test_page(scratch)
    finish()
