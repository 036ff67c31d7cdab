#!/usr/bin/env python3
"""Gomocup's records of Gomoku: `show` and `convert` for PSQ and for openings, and what bad files do."""
import os
import subprocess
import tempfile
import time

from _tap import BANYAN, LONG, check, data, finish, run, same, sanitizer_spoke, words

HEAD = "Piskvorky 15x15, 11:11, 0\n"
MOVES = [(8, 8), (9, 9), (8, 9), (8, 7), (7, 9)]
PSQ = HEAD + "".join(f"{x},{y},{17 * x}\n" for x, y in MOVES) + "pbrain-one.exe\npbrain-two.exe\n-1\n"
COLUMNS = "abcdefghjklmnopqrstuvwxyz"  # the program's points leave out the letter i

scratch = tempfile.TemporaryDirectory()


def path(name):
    return os.path.join(scratch.name, name)


def put(name, content):
    with open(path(name), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    return path(name)


def get(name):
    with open(path(name), encoding="utf-8") as file:
        return file.read()


def refused(name, *arguments, says="", **options):
    result = run(*arguments, **options)
    lines = result.stderr.splitlines()
    check(f"refused: {name}", result.returncode == 2 and result.stdout == "" and len(lines) == 1 and
          lines[0].startswith("banyan: ") and len(lines[0]) <= 1000 and says in lines[0], words(result))


def points(moves, height=15):
    """As the program writes them: rows from the bottom."""
    return [COLUMNS[x - 1] + str(height + 1 - y) for x, y in moves]


# --- show ------------------------------------------------------------------------------------------

def test_show():
    game = put("game.psq", PSQ)
    shown = data("show", game)["file"]
    same("a PSQ record", (shown["format"], shown["game"], shown["games"], shown["ply"], shown["moves"]),
         ("psq", "gomoku", 1, len(MOVES), points(MOVES)))
    same("its players", (shown["info"]["first"], shown["info"]["second"]), ("pbrain-one.exe", "pbrain-two.exe"))
    text = run("show", game).stdout
    check("as text", "first     pbrain-one.exe\n" in text and "moves     5\n" in text, text)
    same("--ply", data("show", game, "--ply", "2")["file"]["moves"], points(MOVES[:2]))
    same("known by its beginning", data("show", put("noextension", PSQ))["file"]["format"], "psq")
    same("CRLF", data("show", put("crlf.psq", PSQ.replace("\n", "\r\n")))["file"]["moves"], points(MOVES))
    late = HEAD.replace(", 0", ", 1") + "8,8,0\none\ntwo\n-1\n2,Renju\n"
    info = data("show", put("late.psq", late))["file"]["info"]
    same("the second player begins, and wins on time", (info["first"], info["result"]), ("two", "B+"))
    openings = put("openings.offset", "0,0, 1,1, -7,7\n\n8,-3, 6,-4\n")
    same("openings", [data("show", openings, "--number", str(n))["file"]["moves"] for n in (1, 2)],
         [["h8", "j7", "a1"], ["t13", "r14"]])
    same("openings as points", data("show", put("openings.pos", "h8i9j10\nt20\n"), "--number", "2")["file"]["moves"],
         ["u1"])
    refused("an opening that is not there", "show", openings, "--number", "3", says="has 2 games")
    refused("another game", "show", "othello", "--file", game, says="is of the game gomoku, not othello")


# --- convert ---------------------------------------------------------------------------------------

def test_round_trips():
    game = put("game.psq", PSQ)
    plain = run("convert", game).stdout
    same("times and levels go", plain, HEAD.replace("11:11", "0:0") +
         "".join(f"{x},{y},0\n" for x, y in MOVES) + "pbrain-one.exe\npbrain-two.exe\n0\n")
    same("and nothing else", run("convert", "-", input=plain).stdout, plain)
    for extension in ("sgf", "pos", "offset"):
        there = path("there." + extension)
        same(f"into {extension}", run("convert", game, there).returncode, 0)
        shown = data("show", there)["file"]
        same(f"{extension}: the same game", (shown["moves"], shown["game"]), (points(MOVES), "gomoku"))
        back = run("convert", there, "--to", "psq").stdout
        wanted = plain if extension == "sgf" else plain.replace("pbrain-one.exe\npbrain-two.exe\n", "")
        same(f"{extension}: and back, no names invented", back, wanted)
    same("points as Yixin has them", get("there.pos"), "h8i9h9h7g9\n")
    same("steps from the middle", get("there.offset"), "0,0, 1,1, 0,1, 0,-1, -1,1\n")
    for rule in ("Standard", "Renju"):
        stated = plain + f"0,{rule}\n"
        same(f"the rule {rule} stays", run("convert", "-", input=stated).stdout, stated)
        sgf = run("convert", "-", "--to", "sgf", input=stated).stdout
        check(f"{rule} in SGF", f"RU[{rule}]" in sgf, sgf)
        same(f"{rule} from SGF", run("convert", "-", "--to", "psq", input=sgf).stdout, stated)
    many = "".join(f"h8i9j{n % 15 + 1}\n" for n in range(3000) if n % 15 != 7)
    begun = time.monotonic()
    same("many openings", run("convert", put("many.pos", many)).stdout, many)
    check("in no time: rules are opened once", time.monotonic() - begun < 20)
    help_text = " ".join(run("convert", "--help").stdout.split())
    for name in ("sgf (.sgf|mgt)", "psq (.psq)", "offset (.offset)", "pos (.pos)", "wthor (.wtb)"):
        check(f"--help has {name}", name in help_text, help_text)


# --- bad files -------------------------------------------------------------------------------------

def test_refused():
    for name, text, says in (
            ("bad1.psq", "", "line 1, column 1: a PSQ record begins like"),
            ("bad2.psq", "Piskvorky 99x99, 0:0, 0\n0\n", "line 1, column 11: a board of 99x99"),
            ("bad3.psq", HEAD + "8,8,0\n16,3,0\n0\n", "line 3, column 1: the point '16,3' is off the board"),
            ("bad4.psq", HEAD + "8,8,0\n8,8,0\n0\n", "line 3, column 1: move 2: the point '8,8' is taken"),
            ("bad5.psq", HEAD + "8,8,0\n8,9\0,0\n0\n", "line 3, column 4: a move is 'x,y,milliseconds'"),
            ("bad6.psq", HEAD + "8,8,0\na\nb\n0\n9,Nonsense\n", "line 6, column 1: the last line has the winner"),
            ("bad7.psq", HEAD + "8,8,0\na\nb\nc\n0\n", "line 5, column 1: behind the moves"),
            ("bad8.psq", "\x7fELF\0\0", "line 1, column 1: a PSQ record begins like"),
            ("bad1.pos", "h8h8\n", "line 1, column 3: move 2: the point 'h8' is taken"),
            ("bad2.pos", "h8z3\n", "line 1, column 3: the point 'z3' is off the board of 25x25"),
            ("bad3.pos", "h8\n\n?\n", "line 3, column 1: an opening is 'b7d6e6...'"),
            ("bad4.pos", "\n\n", "there is no opening"),
            ("bad1.offset", "0,0, 0,0\n", "line 1, column 6: move 2: the point '0,0' is taken"),
            ("bad2.offset", "0,0, 1\n", "line 1, column 7: an opening is 'x,y, x,y, ...'"),
            ("bad3.offset", "0,0\n99999999999,0\n", "line 2, column 1: ")):
        refused(f"{name}: {says[:50]}", "convert", put(name, text), says=says)
    put("keep.pos", "old")
    refused("the second opening", "convert", put("two.pos", "h8\nh8h8\n"), path("keep.pos"), says="game 2: line 2, column 3")
    same("leaves the output alone", get("keep.pos"), "old")
    os.mkdir(path("folder.psq"))
    refused("a directory", "show", path("folder.psq"), says="s a directory")
    refused("a game without moves", "convert", put("none.psq", HEAD + "0\n"), "--to", "pos", says="at least one move")
    refused("a game of Othello", "convert", put("othello.moves", "f5d6\n"), "--to", "psq", says="is for gomoku")
    refused("stones set up", "convert", put("setup.sgf", "(;GM[4]SZ[15]AB[aa]AW[bb];B[cc])"), "--to", "psq",
            says="begins with stones set up")


def test_truncated():
    bad = []
    for end in range(len(PSQ) - 1):
        result = run("show", put("cut.psq", PSQ[:end]))
        if result.returncode != 2 or result.stdout or "line " not in result.stderr:
            bad.append((end, result.returncode, result.stderr))
    same("a PSQ record cut off anywhere is refused", bad, [])


def test_huge():
    size = 10**8 if LONG else 2 * 10**6
    for name, head, unit, says in (
            ("moves.psq", HEAD, "1,1,0\n", "line 3, column 1: move 2"), ("names.psq", HEAD, "name\n", "line 4, column 1"),
            ("digits.psq", HEAD, "1", "line 2, column 1"), ("zeros.psq", "", "\0", "line 1, column 1"),
            ("digits.offset", "0,0, ", "1", "line 1, column 6"), ("zeros.offset", "", "\0", "line 1, column 1"),
            ("points.pos", "", "a1b2", "line 1, column 1251: an opening has"), ("letters.pos", "", "a", "line 1, column 2"),
            ("lines.pos", "", "\n", "there is no opening")):
        put(name, head + unit * ((size - len(head)) // len(unit)))
        begun = time.monotonic()
        result = subprocess.run([BANYAN, "show", path(name)], capture_output=True, text=True, check=False)
        check(f"{name} of {size} bytes: {says}", result.returncode == 2 and says in result.stderr and
              len(result.stderr.splitlines()) == 1 and not sanitizer_spoke(result.stderr), words(result))
        check(f"{name} in time", time.monotonic() - begun < 30 + size / 1e6)


for test in (test_show, test_round_trips, test_refused, test_truncated, test_huge):
    test()
scratch.cleanup()
finish()
