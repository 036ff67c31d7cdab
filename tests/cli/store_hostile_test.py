#!/usr/bin/env python3
"""Stores and names that somebody has edited: nothing is obeyed, nothing is dropped, each is named."""
import contextlib
import csv
import json
import os
import pty
import shutil
import sqlite3
import subprocess
import tempfile

from _tap import BANYAN, check, data, finish, run, same, sanitizer_spoke, words

FOLDER = tempfile.mkdtemp(prefix="by_hostile_")
GAMES = 40
MATCH = ["match", "tictactoe", "--a", "random", "--b", "random", "--games", str(GAMES), "--openings", "random:1"]
TITLE = "char(27)||']0;X'||char(7)||char(155)"  # sets the title of a terminal; and C1's way to begin an escape


def change(path, *statements):
    with contextlib.closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def edited(name, *statements):
    """A copy of the base store, changed."""
    path = os.path.join(FOLDER, name)
    shutil.copy(os.path.join(FOLDER, "base.db"), path)
    change(path, *statements)
    return path


def plain(name, result):
    bad = [c for c in result.stdout + result.stderr if (ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160]
    return check(f"{name}: nothing that a terminal obeys", not bad and not sanitizer_spoke(result.stderr), words(result))


def test_escapes():
    path = edited("escapes.db", f"UPDATE matches SET a={TITLE}, version={TITLE}")
    for action in (["ls"], ["show"], ["show", "--number", "1"], ["export"], ["export", "--format", "csv"], ["check"]):
        plain(f"store {action[0]}", run("store", action[0], path, *action[1:]))
    check("the text is still seen", "?]0;X?" in run("store", "ls", path).stdout)
    same("JSON keeps it as it is", data("store", "ls", path)["matches"][0]["a"], "\x1b]0;X\x07\x9b")
    path = edited("games.db", *[f"UPDATE games SET {column}={TITLE} WHERE number=0"
                                for column in ("reason", "version", "host", "times")],
                  "UPDATE games SET ended='crash' WHERE number=0")
    for action in (["show"], ["show", "--number", "1"], ["export", "--format", "csv"], ["check"]):
        plain(f"games: store {action[0]}", run("store", action[0], path, *action[1:]))
    result = run(*MATCH, "--store", path, "--list")
    plain("a match that goes on", result)
    check("and it tells of the fault", "crash: ?]0;X?" in result.stdout, words(result))


def on_terminal(*arguments, env=None):
    """What a command writes on a terminal that has colours."""
    master, slave = pty.openpty()
    environment = dict(env or os.environ, TERM="xterm")
    environment.pop("NO_COLOR", None)
    with subprocess.Popen([BANYAN, *arguments], stdin=slave, stdout=slave, stderr=slave, env=environment) as process:
        os.close(slave)
        text = b""
        while True:
            try:
                text += os.read(master, 65536)
            except OSError:  # nobody has the other end any more
                break
        process.wait()
    os.close(master)
    return text.decode("utf-8", "replace")


def test_colours():
    """Our own colours are known on a terminal; those of a file are not."""
    check("there are colours of our own", "\x1b[1mmnk" in on_terminal("games"))
    path = edited("colours.db", "UPDATE matches SET a=char(27)||'[8mA', b=char(27)||'[000000000;8mB'",
                  "UPDATE games SET host=char(27)||'[31mh', version=char(27)||'[0m'")
    for action in (["ls"], ["show"], ["show", "--number", "1"]):
        text = on_terminal("store", action[0], path, *action[1:])
        check(f"store {action[0]}: no colours of others", "\x1b" not in text and "?[8mA" in text, repr(text[:300]))
    folder = os.path.join(FOLDER, "colours")
    os.makedirs(os.path.join(folder, "banyan"))
    with open(os.path.join(folder, "banyan", "engines"), "w", encoding="utf-8") as file:
        file.write("foo gtp cmd=\"/bin/\x1b[8mx\"\n")
    text = on_terminal("engine", "ls", env=dict(os.environ, XDG_CONFIG_HOME=folder))
    check("engine ls: no colours of others", "\x1b[8m" not in text and "foo" in text, repr(text[:300]))


def test_lines():
    """No field of a store can pass for a line of ours."""
    path = edited("lines.db", "UPDATE matches SET a='x'||char(10)||'99 games of 7 matches'",
                  "UPDATE games SET host='h'||char(10)||'forged', version='1'||char(9)||'x'")
    check("store ls", "\n99 games" not in run("store", "ls", path).stdout)
    shown = run("store", "show", path, "--number", "1").stdout
    check("store show", "\n99 games" not in shown and "\nforged" not in shown and "h?forged" in shown, shown)


def test_names():
    folder = os.path.join(FOLDER, "config")
    os.makedirs(os.path.join(folder, "banyan"))
    with open(os.path.join(folder, "banyan", "engines"), "w", encoding="utf-8") as file:
        file.write("quick gtp cmd=\"x \x1b]0;X\x07\x9b\"\n")
    environment = dict(os.environ, XDG_CONFIG_HOME=folder)
    result = run("engine", "ls", env=environment)
    check("names are listed", "quick" in result.stdout + result.stderr, words(result))
    plain("engine ls", result)
    plain("a player with that name", run("think", "tictactoe", "--player", "quick", env=environment))


def test_markdown():
    """A name, a title and a sentence from a store cannot be markup."""
    text = ('title = "<script>*T*</script>"\ngame = "tictactoe"\ngames = 2\n[[player]]\nname = "<script>a"\n'
            'spec = "random"\n[[player]]\nname = "[b](x)"\nspec = "mcts sims=5"\n')
    file, store = os.path.join(FOLDER, "t.toml"), os.path.join(FOLDER, "t.db")
    with open(file, "w", encoding="utf-8") as out:
        out.write(text)
    data("tournament", file, "--store", store)
    change(store, "UPDATE games SET ended='crash', points=0, reason='<script>|x'||char(27) WHERE number=0")
    for end in ("md", "html", "txt", "csv"):
        report = os.path.join(FOLDER, "t." + end)
        result = run("tournament", file, "--store", store, "--report", report)
        same(f"{end}: it is written", result.returncode, 0)
        with open(report, encoding="utf-8") as page:
            words_of = page.read()
        check(f"{end}: no escapes", "\x1b" not in words_of, words_of)
        if end == "md":
            bare = words_of.replace("\\<", "").replace("\\[", "").replace("\\*", "")
            check("Markdown: all of it is escaped", not any(c in bare for c in "<[*"), words_of)
            check("and the fault is there", "- fault: \\<script\\>a against" in words_of, words_of)


def refused(name, result, *needles):
    check(name, result.returncode in (1, 2) and result.stdout == "" and 0 < result.stderr.count("\n") <= 4 and
          all(needle in result.stderr for needle in needles) and not sanitizer_spoke(result.stderr), words(result))


def test_versions():
    for version in (-1, -2147483648, 0):
        path = edited("version.db", f"PRAGMA user_version={version}")
        for action in ("ls", "check"):
            refused(f"format {version}: store {action}", run("store", action, path), f"format {version}")
        refused(f"format {version}: match", run(*MATCH, "--store", path), f"format {version}")


EDITS = [  # column, value
    ("number", "9223372036854775807"), ("number", "-1"), ("a_seconds", "9e999"), ("b_seconds", "-9e999"),
    ("a_longest", "'x'"), ("finished", "9e999"), ("points", "7"), ("plies", "4294967297"), ("opening", "1000"),
    ("a_sims", "-1"), ("moves", "x'c3'"), ("hash", "'zz'"), ("id", "-5"), ("ended", "'a,b'"),
    ("ended", "''"),
]


def test_rows():
    """One row in forty is wrong: it is named, and everything else is there."""
    for column, value in EDITS:
        name = f"{column}={value}"
        path = edited("row.db", f"UPDATE games SET {column}={value} WHERE number=3")
        result = run("store", "check", path)
        check(f"{name}: check names it", result.returncode == 1 and f": {column} holds" in result.stdout and
              not sanitizer_spoke(result.stderr), words(result))
        for action, count in ((["ls"], None), (["show"], GAMES - 1 + 5), (["show", "--json"], None),
                              (["export"], GAMES), (["export", "--format", "csv"], GAMES)):
            result = run("store", action[0], path, *action[1:])
            check(f"{name}: {' '.join(action)} says what it leaves out", result.returncode == 1 and
                  f": {column} holds" in result.stderr and "1 rows" in result.stderr and result.stdout and
                  not sanitizer_spoke(result.stderr), words(result))
            if count:
                check(f"{name}: {' '.join(action)} has the rest", len(result.stdout.splitlines()) in (count, count - 1),
                      len(result.stdout.splitlines()))
        refused(f"{name}: a match does not go on", run(*MATCH, "--store", path), column, "store check")
        target = os.path.join(FOLDER, "merged.db")
        result = run("store", "merge", target, path)
        check(f"{name}: merge takes the rest", result.returncode == 1 and f"{GAMES - 1} games added" in result.stdout,
              words(result))
        os.remove(target)


HEADS = [  # column of a match, value
    ("created", "9e999"), ("a", "''"), ("b", "''"), ("seed", "''"), ("seed", "'-1'"), ("seed", "'1x'"),
    ("seed", "'18446744073709551616'"), ("seed", "'99999999999999999999999'"),
]


def test_heads():
    for column, value in HEADS:
        path = edited("head.db", f"UPDATE matches SET {column}={value}")
        for action in (["ls"], ["show", "--json"], ["export"]):
            result = run("store", action[0], path, *action[1:])
            check(f"{column}={value}: {action[0]}", result.returncode == 1 and f": {column} holds" in result.stderr and
                  not sanitizer_spoke(result.stderr), words(result))
        result = run("store", "check", path)
        check(f"{column}={value}: check names it", result.returncode == 1 and f": {column} holds" in result.stdout,
              words(result))
    path = edited("head.db", "UPDATE matches SET seed='18446744073709551615'")
    same("the largest seed is one", run("store", "check", path).stdout, f"{GAMES} games, 0 problems\n")


def test_sums():
    """What is left out is counted as that: not as played, and not as a draw."""
    for bad in (0, 10, GAMES):
        path = edited("sums.db", f"UPDATE games SET a_seconds=9e999 WHERE id<={bad}")
        read, status = GAMES - bad, 1 if bad else 0
        for action in ("ls", "show"):
            result = run("store", action, path)
            line = next(line for line in result.stdout.splitlines() if " won by a" in line)
            check(f"{bad} bad: {action} counts the others", result.returncode == status and
                  line.startswith(f"   {read} games: ") and (f"; {bad} more left out" in line) == (bad > 0) and
                  ("score" in line) == (read > 0), line)
            result = json.loads(run("store", action, path, "--json").stdout)
            match = result["matches"][0]
            same(f"{bad} bad: so does its JSON", (match["games"], match["left_out"]), (read, bad))
        result = json.loads(run("store", "ls", path, "--json").stdout)
        match = result["matches"][0]
        same(f"{bad} bad: the sums", (result["games"], result["left_out"]), (read, bad))
        same(f"{bad} bad: won, drawn and lost", match["wins"] + match["draws"] + match["losses"], read)
        same(f"{bad} bad: no score from no games", (match["score"] is None, match["interval"] is None),
             (read == 0, read == 0))
        last = run("store", "ls", path).stdout.splitlines()[-1]
        same(f"{bad} bad: the last line", last, f"{read} game{'s' * (read != 1)} of 1 match" + (f"; {bad} more left out" if bad else ""))


def test_csv():
    """Commas, quotes and ends of lines stay in their fields."""
    odd = 'a,"b"\nc'
    path = edited("csv.db", "UPDATE games SET moves='a,\"b\"'||char(10)||'c'")
    table = list(csv.DictReader(run("store", "export", path, "--format", "csv").stdout.splitlines(keepends=True)))
    same("every row is one", len(table), GAMES)
    same("and whole", {(row["ended"], row["moves"]) for row in table}, {("rules", odd)})


def test_import():
    lines = run("store", "export", os.path.join(FOLDER, "base.db")).stdout.splitlines()
    for key, value in (("number", 0), ("number", 9223372036854775807), ("plies", 4294967297), ("points", 3),
                       ("hash", "x"), ("seconds", [1e300, 0]), ("rank", -1), ("ended", "a,b")):
        game = json.loads(lines[1])
        game["game"][key] = value
        file, target = os.path.join(FOLDER, "one.jsonl"), os.path.join(FOLDER, "import.db")
        with open(file, "w", encoding="utf-8") as out:
            out.write(lines[0] + "\n" + json.dumps(game) + "\n")
        refused(f"import of {key}={value}", run("store", "import", target, file), "line 2")
        os.remove(target)


FREE = [  # who is said to play game 0
    ("nobody", "INSERT INTO claims VALUES(1, 0, 77)"),
    ("worker 0", "INSERT INTO claims VALUES(1, 0, 0)"),
    ("a clock ahead", "INSERT INTO workers VALUES(77, 'elsewhere', 4711, '', strftime('%s', 'now')+3600)",
     "INSERT INTO claims VALUES(1, 0, 77)"),
    ("no clock at all", "INSERT INTO workers VALUES(77, 'elsewhere', 4711, '', 9e999)",
     "INSERT INTO claims VALUES(1, 0, 77)"),
]


def test_claims():
    for name, *statements in FREE:
        path = edited("claims.db", "DELETE FROM games WHERE number=0", *statements)
        result = run("store", "check", path)
        check(f"{name}: check asks about it", result.returncode == 1 and "claimed by" in result.stdout, words(result))
        result = run(*MATCH, "--store", path, "--json", timeout=20)
        check(f"{name}: the claim is free", result.returncode == 0 and json.loads(result.stdout)["played_now"] == 1 and
              not result.stderr, words(result))
    path = edited("claims.db", "DELETE FROM games WHERE number=0", f"INSERT INTO claims VALUES(1, 0, 77)",
                  "INSERT INTO workers VALUES(77, 'else'||char(27)||'where', 4711, '', strftime('%s', 'now')-53)")
    result = run(*MATCH, "--store", path, "--json", timeout=60)
    check("a living one is waited for until it is silent", result.returncode == 0 and
          json.loads(result.stdout)["played_now"] == 1, words(result))
    same("and it is said once, and for whom", result.stderr,
         "banyan: waiting for the games that others play: process 4711 on else?where (1 game)\n")


def main():
    data(*MATCH, "--store", os.path.join(FOLDER, "base.db"))
    test_escapes()
    test_colours()
    test_lines()
    test_names()
    test_markdown()
    test_versions()
    test_rows()
    test_heads()
    test_sums()
    test_csv()
    test_import()
    test_claims()
    shutil.rmtree(FOLDER, ignore_errors=True)
    finish()


main()
