#!/usr/bin/env python3
"""The laboratory: the same table however it was run, killed, parted or threaded; what was edited is found out; every
experiment of the program from its file to its table."""
import json
import os
import random
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from _tap import BANYAN, LONG, check, data, finish, run, same, words
from _terminal import Terminal

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = tempfile.mkdtemp(prefix="by_lab_")
os.environ["XDG_CONFIG_HOME"] = FOLDER  # no players of the user's own
EXAMPLE = os.path.join(ROOT, "examples", "connect4_depth.lab")
KILLS = 20 if LONG else 3
PARTS = 3

# Matches on two axes, a row without them, and cells of another measure.
SMALL = """name: small
document: own
title: a small one
claim: none
game: nogo size=4x4
measure: match openings=random:1
axis sims: 10 30
axis c: 0 0.5
a: mcts sims={sims} c={c} rave=on threads=1
b: mcts sims={sims} rave=off threads=1
games smoke: 8 if c=0
games quick: 41
games: 60
cost: 0.0001*sims
published: 50+-5 60 - 20/40
[both]
[first]
measure: match openings=random:1 colours=a-first
axis c: -
let c: 0.3
published: - 55:40
[counted]
measure: plays
game: stones row="1 2 3 {last}"
axis sims: -
axis c: -
cost: -
axis last: 6 7 8 9
a: minimax nodes=100000
b: -
games: 1
games quick: 1
games smoke: 1
published: -
published games: 7 - - -
"""


def place(name):
    return os.path.join(FOLDER, name)


def write(name, text):
    with open(place(name), "w", encoding="utf-8") as file:
        file.write(text)
    return place(name)


SMALL_FILE = write("small.lab", SMALL)


def lab(*arguments, store, **options):
    return run("lab", *arguments, "--store", place(store), **options)


def small(store, *more, scale="quick", **options):
    return lab("run", SMALL_FILE, "--scale", scale, *more, store=store, **options)


def table(store, *more, scale="quick"):
    """The text that people see, and the JSON without what depends on time or place."""
    text = small(store, *more, scale=scale)
    check(f"{store}: it runs", text.returncode == 0 and text.stderr == "", words(text))
    result = data("lab", "run", SMALL_FILE, "--scale", scale, *more, "--store", place(store))
    for cell in result["experiments"][0]["cells"]:
        cell["numbers"] = [number for number in cell.get("numbers", []) if not number["name"].startswith("seconds")]
        cell.pop("match", None)
    return text.stdout, result


def games_in(store):
    try:
        connection = sqlite3.connect(f"file:{place(store)}?mode=ro", uri=True)
        try:
            return connection.execute("SELECT count(*) FROM games").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.Error:
        return 0


def refused(name, result, *needles):
    check(name, result.returncode in (1, 2) and result.stdout == "" and result.stderr.count("\n") == 1 and
          all(needle in result.stderr for needle in needles), words(result))


def cells_of(result):
    return {cell["cell"]: cell for cell in result["experiments"][0]["cells"]}


# --- one run ---------------------------------------------------------------------------------

def test_one_run():
    global WHOLE
    WHOLE = table("whole.db")
    cells = cells_of(WHOLE[1])
    same("every combination is a cell", len(cells), 4 + 2 + 4)
    same("all are done", {cell["state"] for cell in cells.values()}, {"done"})
    same("each match has its games", {cell["played"] for name, cell in cells.items() if "counted" not in name}, {41})
    one = cells["row=both,sims=30,c=0.5"]
    same("parameters are replaced", (one["a"], one["b"]),
         ("mcts sims=30 c=0.5 rave=on threads=1", "mcts sims=30 rave=off threads=1"))
    same("a won, drew and lost what was played", one["won"] + one["drawn"] + one["lost"], 41)
    score = one["numbers"][0]
    check("the score is in its interval", score["name"] == "score" and
          abs(score["value"] - 100 * one["won"] / 41) < 1e-9 and score["interval"][0] < score["value"] < score["interval"][1], score)
    same("the stones of the lecture have seven plays", cells["row=counted,last=6"]["numbers"][0]["value"], 7)
    same("games are in the store", games_in("whole.db"), 6 * 41)
    check("published figures stand beside ours", "published 20/40" in WHOLE[0], WHOLE[0])


def test_seed():
    again, other = table("again.db", "--concurrency", "1"), table("other.db", "--seed", "2")
    same("the same seed gives the same table, on one thread, too", again, WHOLE)
    check("another seed gives another", other[0] != WHOLE[0] and
          len(other[1]["experiments"][0]["cells"]) == 10, other[0])


def test_scales():
    text, result = table("scales.db", scale="smoke")
    cells = cells_of(result)
    left = [cell for cell in cells.values() if cell["state"] == "left out"]
    same("what is too dear is left out", len(left), 2 + 2)
    check("and the table says so", text.count("too dear for the scale smoke") == 4 and
          all(cell["why"] == "too dear for the scale smoke" for cell in left), text)
    bigger = cells_of(table("scales.db")[1])
    same("a larger scale goes on with the games of the smaller", bigger, cells_of(WHOLE[1]))
    same("and the smaller one is still there", table("scales.db", scale="smoke")[0], text)


def test_dry_run():
    plan = data("lab", "run", SMALL_FILE, "--scale", "quick", "--dry-run", "--store", place("dry.db"))
    same("a plan counts games and measures", (plan["games"], plan["measures"], plan["left_out"]), (6 * 41, 4, 0))
    check("and what they cost", abs(plan["seconds"] - 41 * 0.0001 * (10 + 30) * 3) < 1e-6, plan["seconds"])
    check("nothing was run", not os.path.exists(place("dry.db")))
    text = lab("run", SMALL_FILE, "--dry-run", "--cell", "row=both,c=0", store="dry.db")
    check("in words", text.returncode == 0 and "row=both,sims=30,c=0 " in text.stdout and "82 games" in text.stdout, words(text))
    done = data("lab", "run", SMALL_FILE, "--scale", "quick", "--dry-run", "--store", place("whole.db"))
    same("what the store has is not planned again", (done["games"], done["measures"], done["done"]), (0, 0, 10))


def test_cells():
    first = small("cells.db", "--cell", "row=both,sims=10")
    check("cells can be chosen", first.returncode == 0 and first.stdout.count(" done ") == 2, words(first))
    same("and nothing else is run", games_in("cells.db"), 82)
    refused("what is no cell is refused", small("cells.db", "--cell", "sims=11"), "sims=11")
    refused("what is no axis, too", small("cells.db", "--cell", "size=11"), "size")
    refused("--cell is of one experiment", run("lab", "run", "nogo-rave", "nogo-mobility", "--cell", "sims=50"), "one experiment")


# --- interrupted -----------------------------------------------------------------------------

def start(store, *more):
    return subprocess.Popen([BANYAN, "lab", "run", SMALL_FILE, "--scale", "quick", "--store", place(store), *more],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def stop_in_the_middle(store, number, how):
    """Starts a run and stops it once some more games are stored. Returns what it said."""
    process = start(store)
    before, more = games_in(store), random.Random(number).randint(1, 60)
    deadline = time.monotonic() + 60
    while process.poll() is None and games_in(store) < before + more and time.monotonic() < deadline:
        time.sleep(0.002)
    process.send_signal(how)
    return process.communicate()


def test_killed():
    seen = []
    for number in range(KILLS):
        stop_in_the_middle("killed.db", number, signal.SIGKILL)
        seen.append(games_in("killed.db"))
    check("it was killed with games in the store", 0 < seen[0] < 6 * 41 and seen == sorted(seen), seen)
    same(f"killed {KILLS} times and gone on with, the table is the same", table("killed.db"), WHOLE)


def test_interrupted():
    out, err = stop_in_the_middle("stopped.db", 1, signal.SIGINT)
    check("Ctrl-C keeps what is done and says how to go on",
          "stopped; what is done is in the store" in err and "to go on: " in err and " lab " in err, err)
    check("and prints what there is", "row=both" in out and ("partial" in out or "not run" in out), out)
    again = subprocess.run([BANYAN, *shlex.split(err.split("to go on: ")[1])[1:]], capture_output=True, text=True, check=False)
    check("what it says goes on", again.returncode == 0 and again.stdout == WHOLE[0], words(again))


def test_progress():
    path = write("long.lab", "name: long\ntitle: a long one\nmeasure: match openings=random:2\ngame: nogo size=5x5\n"
                 "axis n: 1 2\ngames: 5000\na: mcts sims=400 threads=1\nb: mcts sims={200*n} threads=1\ncost: 0.02\n")
    terminal = Terminal("lab", "run", path, "--store", place("long.db"), "--concurrency", "1")
    terminal.expect(" s left; cell 1/2: long n=", 30)
    check("the bar tells the time left, of all and of the cell",
          re.search(r"lab \[[#.]+\] \d+/100, \d+ s, about \d+ s left; cell 1/2: long n=\d \d+ %, [\d.]+ (s|min|h) left", terminal.text),
          repr(terminal.text[-500:]))
    terminal.type("\x03")
    check("Ctrl-C ends it", "to go on: " in terminal.end(20), repr(terminal.text[-500:]))


def test_shards():
    parts = []
    for part in range(1, PARTS + 1):
        result = small(f"part{part}.db", "--shard", f"{part}/{PARTS}")
        check(f"part {part} runs", result.returncode == 0 and result.stderr == "", words(result))
        parts.append(games_in(f"part{part}.db"))
    same("each part has its share of the games", sorted(parts), [6 * 13, 6 * 14, 6 * 14])
    merged = run("store", "merge", place("merged.db"), *(place(f"part{part}.db") for part in range(1, PARTS + 1)))
    check("parts are merged", merged.returncode == 0, words(merged))
    plan = data("lab", "run", SMALL_FILE, "--scale", "quick", "--dry-run", "--store", place("merged.db"))
    same("nothing is missing then", (plan["games"], plan["measures"], plan["done"]), (0, 0, 10))
    same("and the table is that of one run", table("merged.db"), WHOLE)


def test_lines():
    """What a store is exported to is all that it holds."""
    lines = run("store", "export", place("whole.db"))
    results = [json.loads(line)["result"] for line in lines.stdout.splitlines() if line.startswith('{"result"')]
    same("results are exported, and that there was a run", len(results), 4 + 1)
    write("lines.jsonl", lines.stdout)
    imported = run("store", "import", place("imported.db"), place("lines.jsonl"))
    check("and imported", imported.returncode == 0, words(imported))
    same("and the table is the same", table("imported.db"), WHOLE)


def test_failures():
    """A cell that cannot be run does not keep the others from it."""
    engine = f'gomocup cmd="{sys.executable} {ROOT}/tests/engines/none.py"'
    path = write("failing.lab", "name: failing\ntitle: one fails\nmeasure: match openings=random:2\ngame: gomoku size=6x6\n"
                 "games: 2\na: random\n[broken]\nb: " + engine + "\n[whole]\nb: random\n")
    result = lab("run", path, store="failing.db")
    check("the others are run, and the status is 1", result.returncode == 1 and "row=whole" in result.stdout and
          result.stdout.count("2 of 2 games") >= 1, words(result))


# --- claims -------------------------------------------------------------------------------------

def edit(store, sql):
    connection = sqlite3.connect(place(store))
    connection.execute(sql)
    connection.commit()
    connection.close()


def test_show():
    cell = "row=first,sims=10"
    result = lab("show", SMALL_FILE, "--cell", cell, store="whole.db")
    games = [line for line in result.stdout.splitlines() if line[:4].strip().isdigit()]
    check("the games of a cell are listed", result.returncode == 0 and len(games) == 41, words(result))
    shown = data("lab", "show", SMALL_FILE, "--cell", cell, "--store", place("whole.db"))[0]
    same("as JSON, too", [game["number"] for game in shown["games"]], list(range(1, 42)))
    walk = lab("show", SMALL_FILE, "--cell", cell, "--number", "7", "--step", store="whole.db")
    moves = shown["games"][6]["moves"]
    moves = moves.split() if isinstance(moves, str) else moves
    check("one of them is opened move by move", walk.returncode == 0 and
          walk.stdout.count("move ") == len(moves) and f"move {len(moves)} of {len(moves)}" in walk.stdout, words(walk))
    line = next(line for line in result.stdout.splitlines() if "to check: " in line).split("to check: ")[1]
    same("the line is in the JSON, too", line, shown["check"])
    checked = subprocess.run([BANYAN, *shlex.split(line)[1:]], capture_output=True, text=True, check=False)
    check("one line plays the same games again", checked.returncode == 0 and "the same: " + shown["checksum"] in checked.stdout,
          words(checked))
    elsewhere = line.replace(place("whole.db"), place("nothing.db"))
    checked = subprocess.run([BANYAN, *shlex.split(elsewhere)[1:]], capture_output=True, text=True, check=False)
    check("also without the store", checked.returncode == 0 and "of 41 games" in checked.stdout, words(checked))
    wrong = line[:-1] + ("0" if line[-1] != "0" else "1")
    checked = subprocess.run([BANYAN, *shlex.split(wrong)[1:]], capture_output=True, text=True, check=False)
    check("another checksum is told", checked.returncode == 1 and "asked for" in checked.stdout, words(checked))
    refused("a game that is not there", lab("show", SMALL_FILE, "--cell", cell, "--number", "99", store="whole.db"), "no game 99")
    refused("a game of many cells", lab("show", SMALL_FILE, "--number", "1", store="whole.db"), "one cell")


def test_check():
    whole = lab("check", SMALL_FILE, store="whole.db")
    check("what was run can be checked", whole.returncode == 0 and whole.stdout.count("the same: ") == 10, words(whole))
    edit("again.db", "UPDATE games SET points=2-points WHERE number=4 AND match=(SELECT min(match) FROM games)")
    edited = lab("check", SMALL_FILE, store="again.db")
    check("an edited result is found out", edited.returncode == 1 and edited.stdout.count("game 5 of the store is not") == 1 and
          edited.stdout.count("the same: ") == 9, words(edited))
    check("and the table shows it", table("again.db")[0] != WHOLE[0])
    edit("again.db", "DELETE FROM games WHERE number=4 AND match=(SELECT min(match) FROM games)")
    lost = lab("check", SMALL_FILE, store="again.db")
    check("so is a lost game", lost.returncode == 1 and lost.stdout.count("of 40 games, and the cell has 41") == 1, words(lost))
    refused("a store that is not there holds nothing", lab("check", SMALL_FILE, store="none.db"), "there is no store")
    refused("nor can it be shown", lab("show", SMALL_FILE, store="none.db"), "there is no store")
    edit("other.db", "UPDATE results SET text=replace(text, 'number games ', 'number games 1') WHERE key LIKE '%last=6%'")
    edited = lab("check", SMALL_FILE, "--cell", "row=counted", store="other.db")
    check("so is an edited number", edited.returncode == 1 and edited.stdout.count("the store's checksum is") == 1, words(edited))
    edit("other.db", "UPDATE results SET text='number' WHERE key LIKE '%last=6%'")
    refused("a result that cannot be is refused", lab("show", SMALL_FILE, store="other.db"), "line 1 of a result")


def test_two_at_once():
    """Runs that begin with one store that is not there yet, or that another has just made."""
    write("begun.db", "")
    for store in ("begun.db", "both.db"):
        runs = [subprocess.Popen([BANYAN, "lab", "run", SMALL_FILE, "--scale", "smoke", "--store", place(store)],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
        told = [one.communicate(timeout=200) + (one.returncode,) for one in runs]
        check(f"{store}: both runs end well", all(one[2] == 0 and one[1] == "" for one in told), told)
        result = lab("check", SMALL_FILE, store=store)
        check(f"{store}: and the games are whole", result.returncode == 0 and "the same: " in result.stdout, words(result))


# --- bad input -------------------------------------------------------------------------------------

def test_refused():
    refused("no experiment", run("lab", "run"), "wants names of experiments")
    refused("one that is not there", run("lab", "run", "nogo-raev"), "did you mean 'nogo-rave'")
    refused("a file that is not there", run("lab", "run", "./none.lab"), "none.lab")
    refused("an action that is not there", run("lab", "rune"), "did you mean 'run'")
    refused("twice the same", lab("run", SMALL_FILE, SMALL_FILE, store="x.db"), "twice")
    bad = write("bad.lab", SMALL.replace("rave=off", "rave=perhaps"))
    refused("a mistake in a player, with its line", lab("run", bad, store="x.db"), "line 10:", "rave")
    bad = write("bad.lab", SMALL.replace("mcts sims={sims} rave=off threads=1", "easy"))
    refused("a level, which may become another", lab("run", bad, store="x.db"), "line 10:", "whole specs")
    bad = write("bad.lab", SMALL.replace("axis c:", "axes c:"))
    refused("a mistake in a key, with its line", lab("run", bad, store="x.db"), "line 8:", "did you mean 'axis'")
    for name, text, *says in (("bytes that are no UTF-8", SMALL.encode().replace(b"a small one", b"a \xff one"), "line 3:", "UTF-8"),
                              ("a zero byte", SMALL.encode().replace(b"claim: none", b"claim: no\0"), "line 4:", "zero byte")):
        with open(place("bad.lab"), "wb") as file:
            file.write(text)
        refused(name, lab("run", place("bad.lab"), store="x.db"), *says)
    with open(place("marked.lab"), "wb") as file:
        file.write(b"\xef\xbb\xbf" + SMALL.encode())
    marked = lab("run", place("marked.lab"), "--dry-run", store="x.db")
    check("the mark that some editors begin a file with is no part of it", marked.returncode == 0, words(marked))
    refused("a part that is none", lab("run", SMALL_FILE, "--shard", "4/3", store="x.db"), "4/3")
    check("and no store is left behind", not os.path.exists(place("x.db")))


# --- the example, and what the program has ------------------------------------------------------------

def test_example():
    with open(os.path.join(ROOT, "docs", "LAB.md"), encoding="utf-8") as file:
        shown = file.read().split("```lab\n")[1].split("```")[0]
    with open(EXAMPLE, encoding="utf-8") as file:
        same("the guide shows the example as it is", shown, file.read())
    result = lab("run", EXAMPLE, "--scale", "smoke", store="example.db")
    check("it runs", result.returncode == 0 and result.stdout.count("4 of 4 games") == 2 and "left out" in result.stdout, words(result))


def good_cell(name, cell):
    if cell["state"] == "left out":
        return bool(cell["why"])
    numbers = cell.get("numbers", [])
    if cell["state"] != "done" or not numbers:
        return False
    ordered = all(number["interval"][0] <= number["value"] <= number["interval"][1] for number in numbers if "interval" in number)
    games = "played" not in cell or (cell["played"] == cell["wanted"] == cell["won"] + cell["drawn"] + cell["lost"])
    return ordered and games and (cell["timed"] or "checksum" in cell)


def test_all():
    starter = f'gomocup cmd="{sys.executable} {ROOT}/examples/engines/gomocup.py"'
    added = run("engine", "add", "starter", starter)
    check("the engine to start from is known by a name", added.returncode == 0, words(added))
    listed = data("lab", "--store", place("all.db"))["experiments"]
    names = [one["name"] for one in listed]
    same("the list is in the order of the files", names, sorted(names, key=lambda name: name + ".lab"))
    check("each has a document, a claim and a cost", all(one["document"] and one["claim"] and one["scales"]["standard"]["seconds"] > 0
                                                         for one in listed), [one["name"] for one in listed])
    check("nothing was run", all(one["last"] is None for one in listed))
    result = run("lab", "run", "--all", "--scale", "smoke", "--store", place("all.db"), "--json", timeout=280)
    check("every experiment runs at the scale smoke", result.returncode == 0 and result.stderr == "", words(result))
    ran = json.loads(result.stdout)["experiments"] if result.returncode == 0 else []
    same("all of them", [one["name"] for one in ran], names)
    for one in ran:
        bad = [cell for cell in one["cells"] if not good_cell(one["name"], cell)]
        check(f"{one['name']}: its table", not bad and any(cell["state"] == "done" for cell in one["cells"]), bad[:2])
    again = data("lab", "--store", place("all.db"))["experiments"]
    check("the list tells of it", all(one["last"]["scale"] == "smoke" and one["last"]["done"] == one["last"]["wanted"] > 0
                                      for one in again), [one["last"] for one in again])


for test in (test_one_run, test_seed, test_scales, test_dry_run, test_cells, test_killed, test_interrupted, test_progress, test_shards, test_lines, test_failures, test_show,
             test_check, test_two_at_once, test_refused, test_example, test_all):
    test()
finish()
