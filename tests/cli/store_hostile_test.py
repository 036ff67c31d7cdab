#!/usr/bin/env python3
"""Stores and names that somebody has edited: nothing is obeyed, nothing is dropped, each is named."""
import contextlib
import os
import shutil
import sqlite3
import tempfile

from _tap import check, data, finish, run, same, sanitizer_spoke, words

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


def main():
    data(*MATCH, "--store", os.path.join(FOLDER, "base.db"))
    test_escapes()
    test_names()
    test_markdown()
    shutil.rmtree(FOLDER, ignore_errors=True)
    finish()


main()
