#!/usr/bin/env python3
"""One match on several machines: parts in stores of their own, merged, are the match that one machine plays."""
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time

from _tap import BANYAN, check, data, finish, run, same, words

FOLDER = tempfile.mkdtemp(prefix="by_shard_")
GAMES = 200
PARTS = 4
MATCH = ["match", "nogo", "--size", "5x5", "--a", "mcts sims=60 rave=on", "--b", "mcts sims=40", "--openings", "random:2",
         "--games", str(GAMES), "--seed", "9"]
TIMES = {"times", "a_seconds", "b_seconds", "a_longest", "b_longest", "host", "finished", "id", "created"}
TOURNAMENT = """title = "Small"
game = "nogo"
size = "4x4"
format = "{}"
{}
games = 5
openings = "random:1"
[[player]]
name = "one"
spec = "mcts sims=20"
[[player]]
name = "two"
spec = "mcts sims=20 rave=on"
[[player]]
name = "three"
spec = "random"
"""


def place(name):
    return os.path.join(FOLDER, name)


def rows(path):
    """What is stored but times and places, in the order of matches and games: read by SQLite itself."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    connection.row_factory = sqlite3.Row
    try:
        found = connection.execute("SELECT matches.game, a, b, a_who, b_who, seed, openings, games.* FROM games JOIN matches "
                                   "ON matches.id=games.match ORDER BY a, b, number")
        return [{key: row[key] for key in row.keys() if key not in TIMES | {"match"}} for row in found]
    finally:
        connection.close()


def refused(name, result, *needles):
    check(name, result.returncode in (1, 2) and result.stdout == "" and result.stderr.count("\n") == 1 and
          all(needle in result.stderr for needle in needles), words(result))


def timeless(result):
    """A match's result without what differs from run to run."""
    lines = [line for line in result.stdout.splitlines() if " ms a move" not in line and not line.startswith(("time", "games", "made"))]
    return "\n".join(lines)


def kill_in_the_middle(path, part):
    """Starts a part and kills it once it has stored some games. Returns how many there were."""
    process = subprocess.Popen([BANYAN, *MATCH, "--shard", f"{part}/{PARTS}", "--store", path], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(2000):
        time.sleep(0.002)
        try:
            if process.poll() is not None or len(rows(path)) > 3:
                break
        except sqlite3.Error:
            pass  # not made yet
    process.kill()
    process.communicate()
    return len(rows(path))


def test_match():
    whole = place("whole.db")
    alone = run(*MATCH, "--store", whole)
    truth = rows(whole)
    same("all games", len(truth), GAMES)
    paths = [place(f"part{part}.db") for part in range(1, PARTS + 1)]
    before = kill_in_the_middle(paths[1], 2)
    check("a part was killed in the middle", 0 < before < GAMES // PARTS, before)
    for part, path in enumerate(paths, 1):
        found = data(*MATCH, "--shard", f"{part}/{PARTS}", "--store", path)
        count = len(range(part, GAMES + 1, PARTS))
        same(f"part {part}: its games", (found["games"], found["planned"], found["ended"]), (count, count, "games"))
        same(f"part {part}: which it is", found["shard"], {"part": part, "of": PARTS, "games": GAMES})
        same(f"part {part}: every fourth number", [row["number"] for row in rows(path)], list(range(part - 1, GAMES, PARTS)))
        if part == 2:
            check("and it went on where it was killed", found["played_now"] <= count - before, found)
    merged = place("merged.db")
    same("merged", data("store", "merge", merged, *paths), {"added": GAMES, "known": 0})
    same("the merged store has the rows of the whole match", rows(merged), truth)
    again = run(*MATCH, "--store", merged)
    same("and the table", timeless(again), timeless(alone))
    check("nothing was played for it", ", 0 played now" in again.stdout, again.stdout)
    same("merged again: all known", data("store", "merge", merged, *paths), {"added": 0, "known": GAMES})
    check("check finds nothing wrong", run("store", "check", merged).returncode == 0)
    test = run(*MATCH, "--store", merged, "--sprt", "elo0=0 elo1=300", "--json")
    same("a test of the whole match plays nothing", json.loads(test.stdout)["played_now"], 0)
    text = run(*MATCH, "--shard", "2/4", "--store", paths[1]).stdout
    check("a part says that it is one", "part      2 of 4: 50 of the match's 200 games\n" in text, text)
    zero = data(*MATCH[:-3], "20", "--seed", "9", "--shard", "0/3", "--list")
    same("machines counted from 0", [game["number"] for game in zero["list"]], [3, 6, 9, 12, 15, 18])
    refused("a test of a part", run(*MATCH, "--shard", "1/3", "--sprt", "elo0=0 elo1=10"), "merge their stores")
    refused("an empty part", run(*MATCH[:-3], "4", "--shard", "5/6"), "part 5 of 6 has no games: the match has 4")
    for bad in ("4/3", "x", "1/0", "1"):
        refused(f"--shard {bad}", run(*MATCH, "--shard", bad), "a part is written I/N")
    return paths


def test_conflicts(paths):
    """A merge is all or nothing, and no file is left where there was none."""
    other = place("other.db")
    shutil.copy(paths[0], other)
    connection = sqlite3.connect(other)
    connection.execute("UPDATE games SET hash='0123456789abcdef' WHERE number=4")
    connection.commit()
    connection.close()
    edited = place("edited.db")
    shutil.copy(paths[0], edited)
    connection = sqlite3.connect(edited)
    connection.execute("UPDATE games SET moves='zz zz' WHERE number=4")
    connection.commit()
    connection.close()
    for name, sources, needle in (("two games with one number", [paths[0], other], "game 5 of match 1"),
                                  ("a game with other moves", [edited, paths[0]], "game 5 of match 1"),
                                  ("a store that is not there", [paths[0], place("none.db")], "No such file"),
                                  ("what is no store", [paths[0], __file__], "not a store")):
        target = place("fresh.db")
        refused(name, run("store", "merge", target, *sources), needle)
        same(f"{name}: nothing is left", [file for file in os.listdir(FOLDER) if file.startswith("fresh.db")], [])
        kept = place("kept.db")
        shutil.copy(paths[1], kept)
        before = rows(kept)
        refused(f"{name}, into another store", run("store", "merge", kept, *sources), needle)
        same(f"{name}: it is as it was", rows(kept), before)
    refused("no source", run("store", "merge", place("fresh.db")), "store merge wants a store, and those")


def test_tournament():
    for kind in ("round-robin", "gauntlet", "swiss"):
        with open(place(f"{kind}.toml"), "w", encoding="utf-8") as file:
            file.write(TOURNAMENT.format(kind, "rounds = 2" if kind == "swiss" else ""))
    for kind, total in (("round-robin", 15), ("gauntlet", 10)):
        command = ["tournament", place(f"{kind}.toml")]
        whole, merged = place(f"{kind}.db"), place(f"{kind}-merged.db")
        run(*command, "--store", whole)
        parts = [place(f"{kind}{part}.db") for part in (0, 1)]
        counts = []
        for part, path in enumerate(parts):
            found = data(*command, "--shard", f"{part}/2", "--store", path)
            counts.append(found["games"])
            same(f"{kind}, part {part}: finished", (found["complete"], found["games"]), (True, found["planned"]))
            same(f"{kind}, part {part}: which it is", (found["shard"]["part"], found["shard"]["of"]), (part or 2, 2))
        same(f"{kind}: the parts are all games", sum(counts), total)
        same(f"{kind}: merged", data("store", "merge", merged, *parts)["added"], total)
        same(f"{kind}: the same games", rows(merged), rows(whole))
        tables = [[{key: value for key, value in row.items() if key != "seconds_per_move"}
                   for row in data(*command, "--store", path)["standings"]] for path in (merged, whole)]
        same(f"{kind}: the same table", tables[0], tables[1])
        text = run(*command, "--shard", "1/2", "--store", parts[1]).stdout
        check(f"{kind}: a part says that it is one", ", part 1 of 2" in text, text)
    refused("a Swiss tournament in parts", run("tournament", place("swiss.toml"), "--shard", "1/2"), "Swiss")


def main():
    paths = test_match()
    test_conflicts(paths)
    test_tournament()
    shutil.rmtree(FOLDER, ignore_errors=True)
    finish()


main()
