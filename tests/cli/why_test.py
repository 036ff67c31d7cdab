#!/usr/bin/env python3
"""Why did it lose? Reasons, transcripts, and games as records wherever they are kept."""
import json
import os
import re
import shutil
import sys
import tempfile

from _tap import check, data, finish, run, same, words

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = tempfile.mkdtemp(prefix="by_why_")


def at(name):
    return os.path.join(FOLDER, name)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def plant(name, old, new):
    text = read(SOURCE, "examples", "engines", name)
    check(f"{name} can be changed", text.count(old) == 1)
    with open(at(name), "w", encoding="utf-8") as file:
        file.write(text.replace(old, new))
    return f'cmd="{sys.executable} {at(name)}" margin=20s'


def test_illegal():
    """From the eighth stone on it answers with the first one."""
    gomocup = "gomocup " + plant("gomocup.py", "    x, y = random.choice(sorted(free))\n",
                                 "    global first, count\n    x, y = random.choice(sorted(free))\n    count += 1\n"
                                 "    first = first or (x, y)\n    if count == 4:\n        count, was, first = 0, first, None\n"
                                 "        return f\"{was[0]},{was[1]}\"\n")
    path = at("gomocup.py")
    with open(path, "a", encoding="utf-8") as file:
        file.close()
    text = read(path).replace("free = set()\n", "free = set()\nfirst, count = None, 0\n", 1)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    log = at("log.txt")
    found = data("match", "gomoku", "--a", f"{gomocup} transcript={log}", "--b", "random", "--games", "2")
    whys = [fault["why"] for fault in found["faults"]]
    same("both games are lost by it", [(f["player"], f["fault"]) for f in found["faults"]], [("a", "illegal move")] * 2)
    for why, move in zip(whys, (1, 2)):
        told = re.search(r"played (\d+),(\d+) \(([a-z])(\d+)\), taken since move (\d+)", why)
        check("in its own words, ours, and since when", told and int(told[5]) == move and
              int(told[1]) == "abcdefghjklmnopqrst".index(told[3]), why)
    lines = [line.split("# ")[1].strip() for line in read(log).splitlines() if "# game" in line]
    same("the transcript has the games", lines, ["game 1, as the first player (X, black)",
                                                 "game 2, as the second player (O, white)"])


def test_records():
    store, late, fresh = at("games.db"), at("late"), at("fresh")
    match = ["match", "gomoku", "--size", "7", "--a", "mcts sims=20", "--b", "random", "--games", "5", "--seed", "3"]
    same("without records", run(*match, "--store", store).returncode, 0)
    result = run(*match, "--store", store, "--records", late)
    same("games of the store are written down too", (result.returncode, len(os.listdir(late))), (0, 5))
    same("nothing else", run(*match, "--records", fresh).returncode, 0)
    same("as if they had been played now", [read(late, name) for name in sorted(os.listdir(late))],
         [read(fresh, name) for name in sorted(os.listdir(fresh))])
    text = run("store", "export", store, "--format", "sgf").stdout
    same("export writes the same records", text, "".join(read(late, name) for name in sorted(os.listdir(late))))
    same("one of them", run("store", "export", store, "--format", "sgf", "--number", "3").stdout, read(late, "000003.sgf"))
    shown = json.loads(run("store", "show", store, "--number", "3", "--json").stdout)["matches"][0]["list"][0]
    same("with all its moves", len(re.findall(r";[BW]\[", read(late, "000003.sgf"))), len(shown["moves"].split()))
    for wrong in (["--number", "77"], ["--match", "9"]):
        result = run("store", "export", store, "--format", "sgf", *wrong)
        check(f"no such game: {wrong}", result.returncode == 2 and result.stdout == "", words(result))
    result = run("store", "ls", store, "--format", "sgf")
    check("ls has no records", result.returncode == 2, words(result))
    run("match", "stones", "--a", "random", "--b", "random", "--games", "1", "--store", at("stones.db"))
    result = run("store", "export", at("stones.db"), "--format", "sgf")
    check("any game", result.returncode == 0 and result.stdout.startswith("(;"), words(result))


def test_tournament():
    path = at("t.toml")
    with open(path, "w", encoding="utf-8") as file:
        file.write('game = "gomoku"\nsize = "7"\ngames = 2\nrecords = "kept"\n' + "".join(
            f'[[player]]\nname = "p{k}"\nspec = "mcts sims={5 + k}"\n' for k in range(3)))
    result = run("tournament", path)
    same("a record for every game, beside the file", sorted(os.listdir(at("kept"))) if result.returncode == 0 else
         words(result), [f"{a}-{b}-00000{n}.sgf" for a, b in ((1, 2), (1, 3), (2, 3)) for n in (1, 2)])
    check("with the players' names", "PB[p0]" in read(at("kept"), "1-3-000001.sgf") and
          "PW[p2]" in read(at("kept"), "1-3-000001.sgf"), read(at("kept"), "1-3-000001.sgf"))
    result = run("tournament", path, "--distrust")
    check("somebody else's file may not", result.returncode == 2 and "--records" in result.stderr, words(result))
    result = run("tournament", path, "--distrust", "--records", at("own"))
    check("the user may", result.returncode == 0 and len(os.listdir(at("own"))) == 6, words(result))


test_illegal()
test_records()
test_tournament()
shutil.rmtree(FOLDER, ignore_errors=True)
finish()
