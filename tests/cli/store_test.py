#!/usr/bin/env python3
"""Games in a store: none is lost, none is there twice, and the same command plays what is missing."""
import csv
import json
import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import tempfile
import time

from _tap import BANYAN, LONG, check, data, finish, run, run_bound, same, sanitizer_spoke, words

KILLS = 200 if LONG else 20
SIGNALS = 50 if LONG else 5
FOLDER = tempfile.mkdtemp(prefix="by_store_")
GAMES = 300
QUICK = ["match", "nogo", "--size", "5x5", "--a", "mcts sims=60 rave=on", "--b", "mcts sims=40", "--openings",
         "random:2", "--games", str(GAMES), "--seed", "9"]


def place(name):
    path = os.path.join(FOLDER, name)
    for end in ("", "-wal", "-shm"):
        if os.path.exists(path + end):
            os.remove(path + end)
    return path


def rows(path):
    """What is stored, read by SQLite itself: number -> moves. {} when there are no tables yet."""
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return {}
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
        return dict(connection.execute("SELECT number, moves FROM games")) if "games" in tables else {}
    finally:
        connection.close()


def clean(name, path):
    result = run("store", "check", path)
    check(f"{name}: store check is clean", result.returncode == 0 and result.stdout.endswith(" 0 problems\n"),
          words(result))


def test_made_together():
    """Several processes begin with one store that is not there yet."""
    for k in range(8):
        store = place(f"together{k}.db")
        children = [subprocess.Popen([BANYAN, "match", "tictactoe", "--a", "random", "--b", "random", "--games", "8", "--store",
                                      store], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                    for _ in range(4)]
        said = [(child.communicate(timeout=200)[1], child.returncode) for child in children]
        same(f"four make one store, {k}", [one for one in said if one[1] != 0], [])


def test_same_games():
    alone = place("alone.db")
    first = data(*QUICK, "--store", alone, "--concurrency", "1")
    same("all games are there", (first["games"], first["played_now"]), (GAMES, GAMES))
    truth = rows(alone)
    two = place("two.db")
    data(*QUICK, "--store", two, "--concurrency", "2")
    same("the same games at concurrency 2", rows(two), truth)
    three = place("three.db")
    children = [subprocess.Popen([BANYAN, *QUICK, "--store", three, "--json"], stdout=subprocess.PIPE, text=True)
                for _ in range(3)]
    results = [json.loads(child.communicate(timeout=200)[0]) for child in children]
    same("three processes: the same games", rows(three), truth)
    same("each tells of all games", [result["games"] for result in results], [GAMES] * 3)
    same("each game was played once", sum(result["played_now"] for result in results), GAMES)
    for key in ("score", "interval", "elo", "draws", "distinct"):
        same(f"the same {key}", [result[key] for result in results], [first[key]] * 3)
    clean("three processes", three)
    again = data(*QUICK, "--store", alone)
    same("nothing is left to play", (again["games"], again["played_now"]), (GAMES, 0))
    same("the result stays", again["score"], first["score"])
    return truth


def started(path, *more):
    return subprocess.Popen([BANYAN, *QUICK, "--store", path, "--concurrency", "2", "--json", *more],
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_kill(truth, chance):
    """What another reader sees is acknowledged: it must be there after a kill."""
    path = place("kill.db")
    seen = {}
    kills = 0
    while kills < KILLS:
        process = started(path)
        time.sleep(chance.uniform(0.0, 0.25))
        try:
            seen = rows(path)
        except sqlite3.Error:
            pass  # not made yet
        process.kill()
        process.communicate()
        kills += 1
        after = rows(path)
        if not check(f"kill {kills}: nothing is lost, nothing is wrong",
                     all(after.get(number) == moves for number, moves in seen.items()) and
                     all(truth[number] == moves for number, moves in after.items()), (len(seen), len(after))):
            break
        if len(after) == GAMES:
            clean(f"kill {kills}", path)
            path = place("kill.db")
            seen = {}
    before = len(rows(path))
    last = data(*QUICK, "--store", path)
    same("it goes on and plays what is missing", (last["games"], last["played_now"]), (GAMES, GAMES - before))
    same("all games as ever", rows(path), truth)
    clean("after all kills", path)


def test_signals(truth, chance):
    for number in (signal.SIGINT, signal.SIGTERM):
        path = place("signal.db")
        for turn in range(SIGNALS):
            process = started(path)
            time.sleep(chance.uniform(0.05, 0.3))
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            after = rows(path)
            good = all(truth[k] == moves for k, moves in after.items()) and not sanitizer_spoke(err)
            if process.returncode == 1:  # it had games left to play
                good = good and "to go on: " in err and json.loads(out)["games"] == len(after)
                good = good and json.loads(out)["ended"] == "interrupted"
            elif process.returncode != -number:  # before it was ready for signals
                good = good and process.returncode == 0
            check(f"{number.name} {turn + 1}", good, (process.returncode, out[:300], err))
            if len(after) == GAMES:
                path = place("signal.db")
        process = started(path)
        time.sleep(0.15)
        process.send_signal(signal.SIGINT)
        err = process.communicate(timeout=60)[1]
        if "to go on: " in err:
            command = err.split("to go on: ", 1)[1].strip()
            subprocess.run(command, shell=True, check=False, capture_output=True, timeout=200)
        else:
            data(*QUICK, "--store", path)
        same(f"{number.name}: the command it prints plays the rest", rows(path), truth)
        clean(number.name, path)


def test_speed():
    path = place("fast.db")
    begun = time.monotonic()
    found = data("match", "tictactoe", "--a", "random", "--b", "random", "--games", "1000", "--store", path)
    same("a thousand games", found["games"], 1000)
    check("they do not take long", time.monotonic() - begun < 60)  # `banyan bench` measures


def test_actions():
    path = place("one.db")
    data("match", "tictactoe", "--a", "random", "--b", "random", "--games", "6", "--store", path)
    data("match", "othello", "--a", "random", "--b", "random", "--games", "2", "--store", path, "--openings", "random:4")
    found = data("store", "ls", path)
    same("ls", (found["games"], [match["games"] for match in found["matches"]]), (8, [6, 2]))
    shown = data("store", "show", path, "--match", "1", "--number", "3")["matches"][0]["list"]
    same("show one game", [game["number"] for game in shown], [3])
    lines = run("store", "export", path).stdout
    same("export: a line for each", len(lines.splitlines()), 10)
    table = run("store", "export", path, "--format", "csv").stdout.splitlines()
    check("export as a table", len(table) == 9 and len({line.count(",") for line in table}) == 1, table)
    text = os.path.join(FOLDER, "lines.jsonl")
    with open(text, "w", encoding="utf-8") as file:
        file.write(lines)
    other = place("other.db")
    same("import", data("store", "import", other, text)["games"], 8)
    same("import and export", [json.loads(line).get("game") for line in run("store", "export", other).stdout.splitlines()],
         [json.loads(line).get("game") for line in lines.splitlines()])
    third = place("third.db")
    same("merge into nothing", data("store", "merge", third, path), {"added": 8, "known": 0})
    same("merge again", data("store", "merge", third, other), {"added": 0, "known": 8})
    clean("merged", third)
    connection = sqlite3.connect(third)
    connection.execute("UPDATE games SET points=2-points WHERE points<>1 AND number=0")
    connection.commit()
    connection.close()
    result = run("store", "check", third)
    check("check finds a changed result", result.returncode == 1 and "ended otherwise" in result.stdout, words(result))


def beside(path):
    """Files that SQLite keeps beside a store."""
    return sorted(name for name in os.listdir(FOLDER) if name.startswith(os.path.basename(path) + "-"))


def test_listing():
    """What ls says, in words and as a table; and it leaves nothing behind."""
    path = place("listing.db")
    gomoku = ["match", "gomoku", "--a", "random", "--b", "random", "--store", path]
    run(*gomoku, "--games", "1")
    words_of = run("store", "ls", path).stdout
    check("one game of one match", words_of.endswith("\n1 game of 1 match\n") and "   1 game: " in words_of, words_of)
    check("no settings, no blank", words_of.startswith("1  gomoku, seed 1\n"), words_of)
    for seed in ("2", "3"):
        run(*gomoku, "--games", "4", "--seed", seed)
    run("match", "gomoku", "--size", "7", "--a", "random", "--b", "random", "--store", path, "--games", "2")
    for action in (["ls"], ["show"], ["export"], ["ls", "--json"], ["ls", "--pool"]):
        run("store", action[0], path, *action[1:])
        same(f"store {' '.join(action)} leaves nothing beside the store", beside(path), [])
    table = list(csv.DictReader(run("store", "ls", path, "--format", "csv").stdout.splitlines()))
    same("ls as a table", [(row["match"], row["game"], row["settings"], row["seed"], row["a"], row["games"]) for row in table],
         [("1", "gomoku", "", "1", "random", "1"), ("2", "gomoku", "", "2", "random", "4"),
          ("3", "gomoku", "", "3", "random", "4"), ("4", "gomoku", "size=7x7", "1", "random", "2")])
    apart, pooled = data("store", "ls", path), data("store", "ls", path, "--pool")
    same("matches that differ in the seed are one", [(match.get("ids"), match.get("seeds"), match["games"])
         for match in pooled["matches"]], [([1, 2, 3], ["1", "2", "3"], 9), (None, None, 2)])
    for key in ("wins", "draws", "losses"):
        same(f"their {key} are added up", pooled["matches"][0][key], sum(match[key] for match in apart["matches"][:3]))
    check("and said so", run("store", "ls", path, "--pool").stdout.startswith("1, 2, 3  gomoku, seeds 1, 2, 3\n"))
    games = list(csv.DictReader(run("store", "export", path, "--format", "csv").stdout.splitlines()))
    same("every game with its players", {(row["a"], row["b"]) for row in games}, {("random", "random")})
    refused("--pool elsewhere", run("store", "show", path, "--pool"), "--pool is for store ls")


def refused(name, result, *needles):
    check(name, result.returncode in (1, 2) and result.stdout == "" and 0 < result.stderr.count("\n") <= 4 and
          all(needle in result.stderr for needle in needles), words(result))


def test_bad_stores():
    quick = ["match", "tictactoe", "--a", "random", "--b", "random", "--games", "4", "--store"]
    path = place("bad.db")
    data(*quick, path)
    whole = open(path, "rb").read()
    refused("a store that is not there", run("store", "ls", os.path.join(FOLDER, "no.db")), "No such file")
    refused("a folder", run("store", "ls", FOLDER), "not a file")
    refused("no such folder", run(*quick, "/nowhere/at/all.db"), "No such file")
    text = place("text.db")
    with open(text, "w", encoding="utf-8") as file:
        file.write("no database " * 100)
    refused("a text", run(*quick, text), "not a store")
    same("and it is left alone", open(text, encoding="utf-8").read(), "no database " * 100)
    newer = place("newer.db")
    shutil.copy(path, newer)
    connection = sqlite3.connect(newer)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    before = open(newer, "rb").read()
    refused("a newer format", run(*quick, newer), "newer")
    refused("a newer format, to read", run("store", "ls", newer), "newer")
    same("and it is left alone, too", open(newer, "rb").read(), before)
    for cut in (50, 1000, len(whole) // 2, len(whole) - 5000):
        short = place("short.db")
        with open(short, "wb") as file:
            file.write(whole[:cut])
        result = run("store", "check", short)
        check(f"cut off after {cut} bytes", result.returncode in (1, 2) and not sanitizer_spoke(result.stderr),
              words(result))
    harmed = bytearray(whole)
    for at in range(4096 + 8, len(harmed), 97):
        harmed[at] ^= 0x5A
    broken = place("broken.db")
    with open(broken, "wb") as file:
        file.write(harmed)
    result = run("store", "check", broken)
    check("a damaged file", result.returncode in (1, 2) and not sanitizer_spoke(result.stderr), words(result))
    result = run(*quick, broken)
    check("and a match with it", result.returncode in (0, 1, 2) and not sanitizer_spoke(result.stderr), words(result))


def test_old_spelling():
    """Options get better names; what was stored under the old one can be read, and going on names the new one."""
    path = place("old.db")
    terms = ["--games", "4", "--store", path]
    data("match", "gomoku", "--size", "7", "--a", "alphabeta depth=1 forced=on", "--b", "random", *terms)
    data("match", "go", "--size", "5", "--a", "mcts sims=5 rave=on schedule=handset", "--b",
         "hmcts sims=30 playout=tactical", *terms)
    connection = sqlite3.connect(path)
    for side in "ab":
        for old, new in (("fours", "forced"), ("=nogo", "=handset"), ("=policy", "=tactical")):
            connection.execute(f"UPDATE matches SET {side} = replace({side}, ?, ?)", (new, old))
    connection.commit()
    connection.close()
    listed = [match["a"] for match in data("store", "ls", path)["matches"]]
    same("old spellings are listed", listed,
         ["alphabeta depth=1 fours=on", "mcts sims=5 rave=on schedule=nogo"])
    same("and exported", len(run("store", "export", path).stdout.splitlines()), 10)
    clean("old spellings", path)
    for game, size, a, b, sentence in (
            ("gomoku", "7", "alphabeta depth=1 fours=on", "random", "no fours: it is called forced now"),
            ("go", "5", "mcts sims=5 rave=on schedule=nogo", "random",
             "no schedule=nogo: it is called schedule=hyperbolic now"),
            ("go", "5", "random", "hmcts sims=30 playout=policy",
             "no playout=policy: it is called playout=tactical now")):
        refused(f"going on with {a} against {b}", run("match", game, "--size", size, "--a", a, "--b", b, *terms),
                sentence)


def test_not_writable():
    folder = os.path.join(FOLDER, "closed")
    os.mkdir(folder)
    path = os.path.join(folder, "a.db")
    quick = ["match", "tictactoe", "--a", "random", "--b", "random", "--store", path]
    data(*quick, "--games", "4")
    os.chmod(path, stat.S_IRUSR | stat.S_IRGRP | stat.S_IROTH)
    os.chmod(folder, 0o555)
    result = run_bound(FOLDER, *quick, "--games", "8")
    refused("a store that may only be read", result, "may only be read")
    listed = run_bound(FOLDER, "store", "ls", path, "--json")
    check("can be read", listed.returncode == 0 and json.loads(listed.stdout)["games"] == 4, words(listed))
    os.chmod(folder, 0o755)


def test_locked():
    path = place("locked.db")
    data("match", "tictactoe", "--a", "random", "--b", "random", "--games", "4", "--store", path)
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    process = subprocess.Popen([BANYAN, "match", "tictactoe", "--a", "random", "--b", "random", "--games", "8",
                                "--store", path, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(0.5)
    same("a locked store is waited for", process.poll(), None)
    holder.execute("ROLLBACK")
    holder.close()
    out, err = process.communicate(timeout=60)
    check("and used when it is free", process.returncode == 0 and json.loads(out)["games"] == 8, (out, err))


def test_full_disk():
    """A limit on the size of files stands for a full disk."""
    path = place("full.db")
    command = (f"trap '' XFSZ; ulimit -f 100; exec '{BANYAN}' match nogo --size 7x7 --a random --b random --games 20000 "
               f"--store '{path}'")
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False, timeout=120)
    check("a full disk: a sentence", result.returncode == 1 and result.stderr.count("\n") <= 4 and
          "store" in result.stderr, words(result))
    kept = len(rows(path))
    check("what was stored is there", kept > 0, kept)
    clean("full disk", path)
    found = data("match", "nogo", "--size", "7x7", "--a", "random", "--b", "random", "--games", str(kept + 10),
                 "--store", path)
    same("with room again it goes on", (found["games"], found["played_now"]), (kept + 10, 10))


def main():
    chance = random.Random(1)
    test_made_together()
    truth = test_same_games()
    test_kill(truth, chance)
    test_signals(truth, chance)
    test_speed()
    test_actions()
    test_listing()
    test_bad_stores()
    test_old_spelling()
    test_not_writable()
    test_locked()
    test_full_disk()
    shutil.rmtree(FOLDER, ignore_errors=True)
    finish()


main()
