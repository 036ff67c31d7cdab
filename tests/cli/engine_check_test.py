#!/usr/bin/env python3
"""`engine check` finds what is planted: small engines, right but for one thing."""
import json
import os
import shutil
import sys
import tempfile

from _tap import LONG, check, finish, run, same, words

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = tempfile.mkdtemp(prefix="by_check_")
RUNS = 20 if LONG else 3

NBOARD = '''
import random
import re
import sys

LETTERS = "abcdefgh"
STEPS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]


def turned(board, colour, x, y):
    """What a move turns over."""
    found = []
    for dx, dy in STEPS:
        line, at = [], (x + dx, y + dy)
        while board.get(at) == -colour:
            line.append(at)
            at = (at[0] + dx, at[1] + dy)
        if board.get(at) == colour:
            found += line
    return found


def moves(board, colour):
    return [(x, y) for x in range(8) for y in range(8) if (x, y) not in board and turned(board, colour, x, y)]


def play(board, colour, word):
    if word.lower()[:2] == "pa":
        return
    x, y = LETTERS.index(word[0].lower()), int(word[1]) - 1
    READ
    for point in [(x, y)] + turned(board, colour, x, y):
        board[point] = colour


def start():
    return {(3, 3): -1, (4, 4): -1, (3, 4): 1, (4, 3): 1}


board, colour = start(), 1
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["ping"]:
        print("pong", words[1], flush=True)
    elif words[:2] == ["set", "game"]:
        board, colour = start(), 1
        for side, word in re.findall(r"([BW])\\[([A-Za-z0-9]+)[^]]*\\]", line.partition("BO[")[2]):
            colour = 1 if side == "B" else -1
            play(board, colour, word)
            colour = -colour
    elif words[:1] == ["move"]:
        play(board, colour, words[1].split("/")[0])
        colour = -colour
    elif words[:1] == ["go"]:
        choice = moves(board, colour)
        x, y = random.choice(choice) if choice else (0, 0)
        WRITE
        print("===", LETTERS[x] + str(y + 1) if choice else "pass", flush=True)
    elif words[:1] == ["quit"]:
        break
'''


def starter(name):
    with open(os.path.join(SOURCE, "examples", "engines", name), encoding="utf-8") as file:
        return file.read()


def plant(name, text, *changes):
    """Writes an engine with changes that must be possible; returns the file's path."""
    for old, new in changes:
        if text.count(old) != 1:
            raise SystemExit(f"{name}: there is no single '{old}'")
        text = text.replace(old, new)
    path = os.path.join(FOLDER, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def spec(protocol, path, more=""):
    return f'{protocol} cmd="{sys.executable} {path}" margin=20s {more}'


def findings(protocol, path, game, more=""):
    result = run("engine", "check", spec(protocol, path, more), "--game", game, "--json")
    try:
        return json.loads(result.stdout)
    except ValueError:
        check(f"{path} can be checked", False, words(result))
        return {"wrong": -1, "findings": []}


def nboard(name, read="", write=""):
    return plant(name, NBOARD, ("READ", read or "pass"), ("WRITE", write or "pass"))


GTP, GOMOCUP = starter("gtp.py"), starter("gomocup.py")
GENMOVE = 'return legal[0] if name == "genmove" else ""'
READ_PLAY = "else [args[1].upper()]"
SWAP = "(lambda v: v if v == 'PASS' else LETTERS[int(v[1:]) - 1] + str(LETTERS.index(v[0]) + 1))"
MIRROR = "(lambda v: v if v == 'PASS' else v[0] + str(size + 1 - int(v[1:])))"

PLANTED = [  # protocol, file, game, and the words of what is wrong
    ("gtp", plant("swap_write.py", GTP, (GENMOVE, f'return {SWAP}(legal[0]) if name == "genmove" else ""')), "go",
     "rows and columns swapped"),
    ("gtp", plant("swap_read.py", GTP, (READ_PLAY, f"else [{SWAP}(args[1].upper())]")), "go", "rows and columns swapped"),
    ("gtp", plant("mirror_write.py", GTP, (GENMOVE, f'return {MIRROR}(legal[0]) if name == "genmove" else ""')), "go",
     "rows mirrored"),
    ("gtp", plant("mirror_read.py", GTP, (READ_PLAY, f"else [{MIRROR}(args[1].upper())]")), "go", "rows mirrored"),
    ("gomocup", plant("g_swap_read.py", GOMOCUP, ("    x, y = (int(number)", "    y, x = (int(number)")), "gomoku",
     "rows and columns swapped"),
    ("gomocup", plant("g_swap_write.py", GOMOCUP, ('return f"{x},{y}"', 'return f"{y},{x}"')), "gomoku", "rows and columns swapped"),
    ("gomocup", plant("g_mirror_write.py", GOMOCUP, ('return f"{x},{y}"', 'return f"{x},{height - 1 - y}"')), "gomoku",
     "rows mirrored"),
    ("gomocup", plant("g_mirror_read.py", GOMOCUP, ("    free.remove((x, y))\n\n\ndef move",
                                                    "    free.remove((x, height - 1 - y))\n\n\ndef move")), "gomoku",
     "rows mirrored"),
    ("nboard", nboard("n_swap_write.py", write="x, y = y, x"), "othello", "rows and columns swapped"),
    ("nboard", nboard("n_mirror_write.py", write="y = 7 - y"), "othello", "rows mirrored"),
]


def test_right_ones():
    for protocol, path, game in (("gtp", plant("gtp_good.py", GTP), "go"),
                                 ("gomocup", plant("g_good.py", GOMOCUP), "gomoku"),
                                 ("nboard", nboard("n_good.py"), "othello")):
        said = findings(protocol, path, game)
        same(f"{protocol}: a right one is right", [f for f in said["findings"] if not f["good"]], [])
        check(f"{protocol}: it has been asked for squares", any(f["part"] == "squares" for f in said["findings"]), said)


def test_squares():
    for protocol, path, game, why in PLANTED:
        found = told = 0
        for _ in range(RUNS):
            wrong = [f for f in findings(protocol, path, game)["findings"] if f["part"] == "squares" and not f["good"]]
            found += len(wrong) > 0
            told += any(why in f["got"] for f in wrong)
        name = os.path.basename(path)
        same(f"{name} is found in {RUNS} of {RUNS} runs", found, RUNS)
        same(f"{name}: and what it does is told", told, RUNS)


def test_step():
    """One answer too many, and all that follows is judged by its own answers."""
    path = plant("chatty.py", GTP, ('print(f"={number} {run(*words)}\\n", flush=True)',
                                    'print(f"={number} {run(*words)}\\n", flush=True); '
                                    'words == ["version"] and print("? what else\\n", flush=True)'))
    wrong = [f for f in findings("gtp", path, "go")["findings"] if not f["good"]]
    same("one finding, not all that follow", [f["sent"] for f in wrong], ["list_commands"])
    path = plant("late.py", GOMOCUP, ('        return \'name="starter", version="1"\'',
                                      '        return \'name="starter", version="1"\\nOK\\nOK\''))
    wrong = [f for f in findings("gomocup", path, "gomoku")["findings"] if not f["good"]]
    check("Gomocup keeps step too", 0 < len(wrong) <= 2, wrong)


def test_slow_start():
    """Whoever takes longer to start than a command may take is not silent."""
    path = plant("slow.py", GTP, ("import random\n", "import random\nimport time\ntime.sleep(4)\n"))
    wrong = [f for f in findings("gtp", path, "go", "command=3s")["findings"] if not f["good"]]
    same("the first answer may take as long as a start", wrong, [])


def test_missing():
    result = run("engine", "check", f"gtp cmd={FOLDER}/nobody.py")
    same("a missing program is told once", (result.returncode, result.stdout.count("WRONG")), (1, 1))
    check("with the shell's words", "standard error: " in result.stdout and "status 127" in result.stdout, words(result))
    for protocol in ("gomocup", "nboard"):
        result = run("engine", "check", f"{protocol} cmd={FOLDER}/nobody.py")
        same(f"{protocol}: once", (result.returncode, result.stdout.count("WRONG")), (1, 1))


def test_files():
    for name, text, protocol in (("good.py", GTP, "gtp"), ("own.py", GOMOCUP, "gomocup"), ("oth.py", NBOARD, "nboard")):
        plant(name, text)
        for typed in (f"./{name}", name):
            result = run("engine", "check", typed, cwd=FOLDER)
            check(f"{typed}: the spec to type", result.returncode == 2 and f"{protocol} cmd=\"./{name}\"" in result.stderr
                  and len(result.stderr.strip().split("\n")) == 1, words(result))
    check("a folder is no file", "is a folder" in run("engine", "check", "/").stderr)
    result = run("engine", "check", "./nothing.py", cwd=FOLDER)
    check("no such file", result.returncode == 2 and len(result.stderr.strip().split("\n")) == 1, words(result))


test_right_ones()
test_squares()
test_step()
test_slow_start()
test_missing()
test_files()
shutil.rmtree(FOLDER, ignore_errors=True)
finish()
