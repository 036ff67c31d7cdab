#!/usr/bin/env python3
"""Levels wherever a player is named, the menu that asks for them, and hints."""
import re
import tempfile

from _tap import check, data, finish, run, same
from _terminal import Terminal, shown

SCREENS = [((80, 24), {}), ((80, 24), {"NO_COLOR": "1"}), ((110, 40), {}), ((110, 40), {"TERM": "dumb"})]


def test_everywhere():
    game = data("games", "go")
    names = [level["name"] for level in game["levels"]]
    same("the levels of Go", names, ["beginner", "easy", "medium", "hard", "expert", "master"])
    check("games lists them", "levels, players from weak to strong:" in run("games", "nim").stdout)
    for arguments in (("play", "go", "--size", "3", "--first", "medium", "--second", "beginner"),
                      ("match", "nim", "--a", "medium", "--b", "beginner", "--games", "2"),
                      ("think", "gomoku", "--size", "7", "--player", "medium"),
                      ("explain", "go", "--size", "5", "--player", "easy"),
                      ("truth", "tictactoe", "--player", "easy", "--positions", "4")):
        result = run(*arguments)
        check(f"{arguments[0]} knows levels", result.returncode == 0, result.stderr)
    result = run("gtp", "--game", "nogo", "--player", "easy", input="boardsize 4\ngenmove b\nquit\n")
    check("gtp knows levels", result.returncode == 0 and re.search(r"^= [A-D][1-4]", result.stdout, re.M), result.stdout)
    with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
        file.write('title = "Levels"\ngame = "tictactoe"\ngames = 2\nseed = 1\n'
                   '[[player]]\nname = "weak"\nspec = "beginner"\n[[player]]\nname = "strong"\nspec = "master"\n')
        file.flush()
        result = run("tournament", file.name)
        check("tournament files know levels", result.returncode == 0 and "strong" in result.stdout, result.stderr)


def test_refused():
    result = run("play", "othello", "--first", "hard depth=2", "--second", "easy")
    check("an option that the level gives", result.returncode == 2 and "the level hard gives depth=4 itself: it stands "
          'for "alphabeta depth=4 eval=learned"' in result.stderr, result.stderr)
    for command in (("truth", "othello", "--player", "mediun"), ("think", "othello", "--player", "mediun"),
                    ("play", "othello", "--first", "mediun", "--second", "random")):
        result = run(*command)
        check(f"{command[0]} names the levels", result.returncode == 2 and "did you mean 'medium'?" in result.stderr and
              "beginner|easy|medium|hard|expert|master" in result.stderr, result.stderr)
    result = run("gtp", "--player", "mediun", input="quit\n")
    check("gtp names them too", result.returncode == 2 and "did you mean 'medium'?" in result.stderr, result.stderr)


def test_same_game():
    play = ("play", "nogo", "--size", "5", "--first", "easy", "--second", "beginner", "--seed", "7", "--json")
    same("a level plays the same game again", run(*play).stdout, run(*play).stdout)


def test_menu():
    for size, environment in SCREENS:
        name = f"{size[0]}x{size[1]} {' '.join(environment) or 'in colour'}"
        terminal = Terminal("play", size=size, **environment)
        steps = (("Which game?", "go\n"), ("Size?", "77\n"), ("does not fit", "7\n"), ("Handicap?", "2\n"),
                 ("Scoring?", "japanese\n"), ("Komi?", "0.25\n"), ("multiple of one half", "\n"),
                 ("Against whom?", "beginner\n"), ("Which side?", "White\n"))
        whole = ""
        for wanted, typed in steps:
            terminal.expect(wanted)
            terminal.expect("> ")
            whole += shown(terminal.text)
            terminal.type(typed)
        terminal.expect("> ")
        whole += shown(terminal.text)
        check(f"{name}: with two stones White begins", "White         you begin" in whole and "Enter for 0.5." in whole,
              whole)
        check(f"{name}: it fits", max(len(line) for line in whole.splitlines() if "does not fit" not in line) <= size[0], whole)
        terminal.type("quit\n")
        text = terminal.end()
        check(f"{name}: and the game is kept so", "--option size=7 --option handicap=2 --option scoring=japanese" in text
              and "--first beginner --second human" in text and terminal.status == 0, text)
    terminal = Terminal("play", "--size", "4")
    terminal.expect("Which game?")
    terminal.type("nogo\n")
    terminal.expect("Against whom?")
    check("what the command line says is not asked", "Size?" not in terminal.text, terminal.text)
    terminal.type("watch\n")
    text = terminal.end(60)
    check("watch lets two programs play", terminal.status == 0 and "wins" in text, text[-300:])
    terminal = Terminal("play")
    terminal.expect("Which game?")
    terminal.type("othello\n")
    terminal.expect("Size?")
    terminal.press("\x04")
    terminal.end()
    same("Ctrl-D leaves the menu at any question", terminal.status, 0)


def hints(screen, environment, *arguments):
    terminal = Terminal("play", *arguments, "--first", "human", "--second", "human", size=screen, **environment)
    terminal.expect("> ")
    terminal.type("hint\n")
    terminal.expect("> ")
    while not shown(terminal.text).rstrip().endswith(">"):
        if not terminal.read(10):
            break
    rows = [line for line in shown(terminal.text).splitlines() if line.startswith("  ")]
    terminal.type("quit\n")
    terminal.end()
    return rows


def test_hints():
    for size, environment in SCREENS:
        name = f"{size[0]}x{size[1]} {' '.join(environment) or 'in colour'}"
        rows = hints(size, environment, "tictactoe", "--moves", "b2 a1 a2")
        check(f"{name}: three moves, the first stops a row", len(rows) == 3 and
              re.search(r"^  c2 +draw +stops c2$", rows[0]), rows)
        check(f"{name}: they fit", max(map(len, rows)) <= size[0], rows)
    for game, moves, wanted in (("gomoku", "h8 a1 j8 a2 k8 a3", "makes an open four"),
                                ("gomoku", "h8 a1 j8 a3 k8 a5 l8 a7", "wins at once"),
                                ("go", "e5 e4 d4 d5 f4 f5 e3", "in atari"),
                                ("othello", "", "turns 1 of White's"),
                                ("connect4", "d a d a d b", "wins at once")):
        rows = hints((80, 24), {}, game, "--moves", moves)
        check(f"{game}: {wanted}", len(rows) == 3 and any(wanted in row for row in rows), rows)
    rows = hints((80, 24), {}, "go", "--size", "7")
    check("chances of who is to move", len(rows) == 3 and all(re.search(r"Black \d+\.\d %", row) for row in rows), rows)


test_everywhere()
test_refused()
test_same_game()
test_menu()
test_hints()
finish()
