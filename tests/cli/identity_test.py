#!/usr/bin/env python3
"""A store never mixes two players: who plays is kept with a match, and nobody else goes on with it."""
import os
import shutil
import sqlite3
import subprocess
import tempfile

from _tap import BANYAN, check, data, finish, run, same, words

FOLDER = tempfile.mkdtemp(prefix="by_identity_")
os.environ["XDG_CONFIG_HOME"] = os.path.join(FOLDER, "config")
BUILD = run("--version").stdout.split()[1]


def place(name):
    return os.path.join(FOLDER, name)


def match(store, a, b="random", *more, games=4):
    return run("match", "tictactoe", "--a", a, "--b", b, "--games", str(games), "--store", place(store), "--json", *more)


def matches(store):
    return data("store", "ls", place(store))["matches"]


def refused(name, result, *needles):
    check(name, result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1 and
          all(needle in result.stderr for needle in needles), words(result))


def engine(name, says="Small", text=""):
    """A program that speaks GTP: Banyan behind a script that answers for itself who it is."""
    path = place(name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\n# {text}\n'{BANYAN}' gtp --seed 1 --game tictactoe | sed -u 's/^= Banyan$/= {says}/'\n")
    os.chmod(path, 0o755)
    return path


def test_names():
    """A name is what it stands for when the match is made."""
    run("engine", "add", "mine", "mcts sims=30")
    same("under a name", match("names.db", "mine").returncode, 0)
    run("engine", "add", "mine", "random", "--replace")
    again = match("names.db", "mine")
    same("another player of that name: another match", again.returncode, 0)
    found = matches("names.db")
    same("both are there", [(one["a"], one["a_name"], one["games"]) for one in found],
         [("mcts sims=30", "mine", 4), ("random", "mine", 4)])
    same("and who played", {one[key] for one in found for key in ("a_who", "b_who")}, {f"banyan {BUILD}"})
    listed = run("store", "ls", place("names.db")).stdout
    check("ls says what a name stood for", f"   a mine: mcts sims=30 [banyan {BUILD}]\n" in listed, listed)
    for spec in ("mcts  sims=30", "mcts c=0.40 sims=30 rave=off"):
        check(f"{spec} goes on with it", '"played_now": 0' in match("names.db", spec).stdout)
    same("no match more", len(matches("names.db")), 2)


def test_programs():
    path = engine("engine.sh")
    spec = f'gtp cmd="{path}"'
    same("a program", match("programs.db", spec).returncode, 0)
    who = matches("programs.db")[0]["a_who"]
    check("what it says of itself, and the sum of its file", who.startswith("Small 0.1.0, engine.sh (") and "bytes)" in who, who)
    transcript = place("transcript.txt")
    check("a transcript does not make it another one",
          '"played_now": 0' in match("programs.db", f"{spec} transcript={transcript}").stdout)
    before = os.path.getsize(place("programs.db"))
    engine("engine.sh", text="changed")
    refused("another file", match("programs.db", spec, games=6), "another player a: Small 0.1.0, engine.sh (", " then, ",
            " now; ", "another store or another seed")
    same("nothing was stored", (os.path.getsize(place("programs.db")), matches("programs.db")[0]["games"]), (before, 4))
    same("with another seed it is a match of its own", match("programs.db", spec, "random", "--seed", "2").returncode, 0)
    engine("engine.sh")
    check("the old file goes on", '"played_now": 2' in match("programs.db", spec, games=6).stdout)
    same("as b, too", match("b.db", "random", spec).returncode, 0)
    engine("engine.sh", says="Other")
    refused("another name", match("b.db", "random", spec), "another player b: Small", "Other")


def test_protocols():
    """Every protocol has its way to say who one is."""
    for game, protocol, more, says in (("gomoku", "gomocup", "gomocup", 'name="Banyan", version="0.1.0"'),
                                       ("othello", "nboard", "nboard", "Banyan")):
        store = place(f"{protocol}.db")
        result = run("match", game, "--a", f"{protocol} cmd=\"'{BANYAN}' {more} --seed 1\"" + (" depth=1" if more == "nboard" else " time=20ms"),
                     "--b", "random", "--games", "1", "--store", store)
        same(f"{protocol} plays", result.returncode, 0)
        who = data("store", "ls", store)["matches"][0]["a_who"]
        check(f"{protocol}: {says}", who.startswith(says) and "banyan (" in who, who)


def test_files():
    """A table of values that a search reads is a part of who it is."""
    table = place("table.txt")
    values = [[str((x + y) % 9) for x in range(8)] for y in range(8)]
    command = ["match", "othello", "--a", f"alphabeta depth=1 eval=matrix:{table}", "--b", "random", "--games", "2",
               "--store", place("files.db")]
    for corner in ("7", "8"):
        values[0][0] = corner
        with open(table, "w", encoding="utf-8") as file:
            file.write("\n".join(" ".join(row) for row in values) + "\n")
        result = run(*command)
        if corner == "7":
            same("with a table", (result.returncode, result.stderr), (0, ""))
    refused("with another table of that name", result, "table.txt (")


def test_build():
    """Another build of Banyan is another player."""
    same("by this build", match("build.db", "random").returncode, 0)
    connection = sqlite3.connect(place("build.db"))
    connection.execute("UPDATE matches SET a_who='banyan 0.1.0+000000000000', b_who='banyan 0.1.0+000000000000'")
    connection.commit()
    connection.close()
    refused("by another one", match("build.db", "random", games=6), "banyan 0.1.0+000000000000 then", f"banyan {BUILD} now")
    other = place("other.db")
    same("of this build", match("other.db", "random").returncode, 0)
    refused("and they are not merged", run("store", "merge", other, place("build.db")), "player a of match 1")
    tool = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "tools", "digest.sh")
    twice = [subprocess.run([tool], capture_output=True, text=True, check=True).stdout for _ in range(2)]
    check("the same sources, the same digits", twice[0] == twice[1] and len(twice[0]) == 13, twice)


def test_old_format():
    """Stores of format 1 know nothing of players: they are read, and not gone on with."""
    store = place("old.db")
    same("a store", match("old.db", "mcts sims=9  c=1").returncode, 0)
    connection = sqlite3.connect(store)
    for table, column in (("matches", "a_name"), ("matches", "b_name"), ("matches", "a_who"), ("matches", "b_who"),
                          ("games", "a_proven"), ("games", "b_proven")):
        connection.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
    connection.execute("UPDATE matches SET a='mcts sims=9  c=1', version='0.1.0'")
    connection.execute("PRAGMA user_version=1")
    connection.commit()
    connection.close()
    with open(store, "rb") as file:
        before = file.read()
    same("ls reads it", [(one["a"], one["a_who"], one["games"]) for one in matches("old.db")], [("mcts sims=9  c=1", "", 4)])
    same("export, too", len(run("store", "export", store).stdout.splitlines()), 5)
    with open(store, "rb") as file:
        check("and it is left as it was", file.read() == before)
    same("merge takes it", data("store", "merge", place("new.db"), store)["added"], 4)
    for spec in ("mcts sims=9  c=1", "mcts sims=9 c=1", "mcts c=1.0 sims=09"):
        result = match("old.db", spec, games=6)
        refused(f"going on is refused, typed as '{spec}'", result, "did not note who played", "another store or another seed")
    same("another player's match is played there", match("old.db", "mcts sims=8 c=1").returncode, 0)
    same("another seed is played there", match("old.db", "mcts sims=9 c=1", "random", "--seed", "7").returncode, 0)
    check("and check finds nothing wrong", run("store", "check", store).returncode == 0)


def main():
    for test in (test_names, test_programs, test_protocols, test_files, test_build, test_old_format):
        test()
    shutil.rmtree(FOLDER, ignore_errors=True)
    finish()


main()
