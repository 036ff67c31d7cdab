#!/usr/bin/env python3
"""Game records: `show FILE` and `convert`, and what hostile files do to them."""
import json
import os
import subprocess
import tempfile
import time

from _tap import BANYAN, LONG, check, data, finish, run, same, sanitizer_spoke, words

SANITIZED = "san" in os.path.basename(os.path.dirname(BANYAN))
MNK = "(;FF[4]GM[4]RU[mnk k=3]SZ[3]"
GAME = (MNK + "PB[First \\] player]PW[Second]DT[2024-01-02]C[Comment]XYZ[1][2]\r\n;B[bb]\r\n"
        "(;W[aa]C[A\\\nB];B[cc])(;W[ba];B[aa](;W[cc])(;W[ca])))\n")
NORMAL = (MNK + "PB[First \\] player]PW[Second]DT[2024-01-02]C[Comment]XYZ[1][2]\n;B[bb]\n"
          "(;W[aa]C[A\\\nB];B[cc])\n(;W[ba];B[aa]\n(;W[cc])\n(;W[ca])))\n")
MIB = 1 << 20

scratch = tempfile.TemporaryDirectory()


def path(name):
    return os.path.join(scratch.name, name)


def put(name, content):
    """A file with this text or these bytes; its path."""
    with open(path(name), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
    return path(name)


def get(name):
    with open(path(name), "rb") as file:
        return file.read().decode("latin-1")


def refused(name, *arguments, status=2, says="", **options):
    result = run(*arguments, **options)
    lines = result.stderr.splitlines()
    check(f"refused: {name}", result.returncode == status and result.stdout == "" and len(lines) == 1 and
          lines[0].startswith("banyan: ") and len(lines[0]) <= 1000 and says in lines[0], words(result))


# --- where a game stands, a file may stand -----------------------------------------------------------

def test_boards_of_files():
    game = put("board.sgf", GAME)
    for command, options in (("think", ("--player", "minimax depth=2")), ("explain", ())):
        plain = run(command, "tictactoe", "--moves", "b2 a3", *options).stdout
        def bare(text):
            return [line for line in text.splitlines() if not line.startswith("work")]
        same(f"{command} FILE --ply", bare(run(command, game, "--ply", "2", *options).stdout), bare(plain))
        same(f"{command} --file, --moves behind",
             bare(run(command, "--file", game, "--ply", "1", "--moves", "a3", *options).stdout), bare(plain))
        refused(f"{command}: no such ply", command, game, "--ply", "9", says="no position after 9")
        refused(f"{command}: --ply without a file", command, "tictactoe", "--ply", "1", says="for a game in a file")
        refused(f"{command}: nothing", command, says="wants a game or a file")
        refused(f"{command}: no such file", command, "nosuch.sgf", says="nosuch.sgf")
    second = put("two.sgf", GAME + MNK + ";B[aa])")
    same("--number", data("think", second, "--number", "2", "--player", "minimax depth=1")["move"],
         data("think", "tictactoe", "--moves", "a3", "--player", "minimax depth=1")["move"])
    same("--variation", data("think", game, "--variation", "2,2", "--player", "minimax depth=1")["move"],
         data("think", "tictactoe", "--moves", "b2 b3 a3 c3", "--player", "minimax depth=1")["move"])


# --- show ------------------------------------------------------------------------------------------

def test_show():
    game = put("game.sgf", GAME)
    shown = data("show", game)
    same("the final position", (shown["position"], shown["to_move"], shown["over"]),
         ("O../.X./..X O", "O", False))
    file = shown["file"]
    same("the record in JSON", {key: file[key] for key in file if key != "info"},
         {"name": game, "format": "sgf", "game": "mnk", "number": 1, "games": 1, "ply": 3, "dropped": 0,
          "start": ".../.../... X", "moves": ["b2", "a3", "c1"], "branches": [{"move": 2, "ways": 2}], "comment": None})
    same("the information", {key: value for key, value in file["info"].items() if value is not None},
         {"first": "First ] player", "second": "Second", "date": "2024-01-02", "rules": "mnk k=3"})
    for ply, position in enumerate((".../.../... X", ".../.X./... O", "O../.X./... X", "O../.X./..X O")):
        same(f"--ply {ply}", data("show", game, "--ply", str(ply))["position"], position)
    same("the comment of the last node", data("show", game, "--ply", "2")["file"]["comment"], "AB")
    same("--variation 2", data("show", game, "--variation", "2")["position"], "XO./.X./..O X")
    same("--variation 2,2", data("show", game, "--variation", "2,2")["position"], "XOO/.X./... X")
    same("--moves go on from there", data("show", game, "--moves", "c3 c2")["position"], "O.O/.XX/..X O")
    same("--option wins over the file", data("show", game, "--size", "4", "--option", "k=4")["position"],
         "O.../.X../..X./.... O")
    same("a game's name with --file", data("show", "tictactoe", "--file", game)["position"], "O../.X./..X O")
    text = run("show", game).stdout
    check("the text has the information, the board and the position",
          "first     First ] player\n" in text and "3 O . .\n" in text and "position  O../.X./..X O" in text and
          "moves     3\n" in text, text)
    same("show - reads standard input", run("show", "-", "--ply", "2", "--json", input=GAME).stdout,
         run("show", "--file", "-", "--ply", "2", "--json", input=GAME).stdout)
    piped = run("show", "--file", "-", "--json", input=GAME)
    check("from standard input", piped.returncode == 0 and json.loads(piped.stdout)["file"]["name"] == "-",
          words(piped))
    plain = put("noextension", GAME)
    same("a file without an extension", data("show", plain)["position"], "O../.X./..X O")


def test_several_games():
    several = put("several.sgf", MNK + ";B[aa])\n" + MNK + ";B[bb])\n\n" + MNK + ";B[cc])")
    for number, position in enumerate(("X../.../... O", ".../.X./... O", ".../.../..X O"), 1):
        shown = data("show", several, "--number", str(number))
        same(f"--number {number}", (shown["position"], shown["file"]["number"], shown["file"]["games"]),
             (position, number, 3))
    refused("a game that is not there", "show", several, "--number", "4", says="has 3 games")
    broken = put("broken.sgf", MNK + ";B[aa])\n(;B[")
    same("games after this one do not matter", data("show", broken)["file"]["games"], None)
    refused("the second game is broken", "show", broken, "--number", "2",
            says="broken.sgf, game 2: line 2, column 4: the value that begins here has no ']'")


def test_show_refuses():
    game = put("game.sgf", GAME)
    refused("no such file", "show", path("nosuch.sgf"), says="No such file")
    refused("no such file with --file", "show", "--file", path("nosuch"), says="No such file")
    refused("a directory", "show", "--file", scratch.name, says="s a directory")
    refused("neither a game nor a file", "show", "nosuchgame", says="there is no game 'nosuchgame'")
    refused("nothing at all", "show", says="wants a game or a file")
    refused("no record", "show", put("text.txt", "some text\n"), says="looks like no format known here (")
    refused("an empty file", "show", put("empty.sgf", ""), says="line 1, column 1: there is no game")
    refused("--position and a file", "show", game, "--position", "x", says="--position")
    refused("a ply too many", "show", game, "--ply", "4", says="the game has 3 moves")
    refused("a variation too many", "show", game, "--variation", "3", says="there is no variation 3")
    refused("too many variations", "show", game, "--variation", "1,1", says="there are only 1")
    refused("another game", "show", "nim", "--file", game, says="GM[4] is another game than nim")
    refused("a game not here", "show", put("chess.sgf", "(;GM[3])"), says="GM[3] is a game that cannot be")
    refused("a bad move", "show", put("bad.sgf", MNK + "\n;B[bb]\n;W[bb])"),
            says="bad.sgf: line 3, column 4: move 2, W[bb]: ")
    refused("a bad move of --moves", "show", game, "--moves", "b2")
    for value in ("0", "-1", "x", "", "1.5", "99999999999999999999"):
        refused(f"--number {value!r}", "show", game, "--number", value)
    for value in ("-1", "x", "", "1.5", "99999999999999999999"):
        refused(f"--ply {value!r}", "show", game, "--ply", value)
    for value in ("0", "-1", "x", "", ",", "1,", ",1", "1;2", "1,,2", "99999999999999999999", "1," * 1500):
        refused(f"--variation {value[:20]!r}", "show", game, "--variation", value)
    for option in ("--ply", "--number"):
        refused(f"{option} without a file", "show", "tictactoe", option, "1", says="is for a game in a file")
    for size in ("0", "53", "nan", "3:", "-3", "99999999999", "3x3", "9"):
        refused(f"SZ[{size}]", "show", put("size.sgf", f"(;GM[4]RU[mnk k=3]SZ[{size}])"), says="line 1, column ")


def test_terminal_safety():
    """What a file says cannot steer a terminal, and odd encodings do not break the JSON."""
    odd = put("odd.sgf", MNK.encode() + b"PB[\x1b[2J\\]\x07\x00\x7f\xc2\x9bx]PW[\xff\xfe]EV[\xe5\x9b\xb2];B[aa])")
    result = subprocess.run([BANYAN, "show", odd], capture_output=True, check=False)
    bad = [byte for byte in result.stdout if (byte < 32 and byte != 10) or byte == 127]
    check("no control characters in the text", result.returncode == 0 and not bad and
          b"\xc2\x9b" not in result.stdout and "囲".encode() in result.stdout, result.stdout)
    info = data("show", odd)["file"]["info"]
    same("JSON of odd bytes", (info["second"], info["event"]), ("??", "囲"))


# --- convert ---------------------------------------------------------------------------------------

def test_convert():
    game = put("game.sgf", GAME)
    first = run("convert", game)
    same("the normal form", first.stdout, NORMAL)
    same("and again", run("convert", "-", input=first.stdout).stdout, NORMAL)
    result = run("convert", game, path("out.sgf"))
    check("into a file", result.returncode == 0 and result.stdout.startswith("1 game in ") and not result.stderr,
          words(result))
    same("which has the games", get("out.sgf"), NORMAL)
    done = data("convert", game, path("out.txt"), "--to", "sgf")
    same("in JSON", done, {"file": path("out.txt"), "from": "sgf", "to": "sgf", "games": 1, "nodes": 8,
                           "bytes": len(NORMAL)})
    same("onto itself", (run("convert", path("out.sgf"), path("out.sgf")).returncode, get("out.sgf")), (0, NORMAL))
    same("a game not here stays whole", run("convert", "-", input="(;GM[3]RU[x];W[e2 e4])").stdout,
         "(;GM[3]RU[x]\n;W[e2 e4])\n")
    refused("an unknown format", "convert", game, "--to", "sgff", says="did you mean 'sgf'?")
    refused("an unknown format of the input", "convert", game, "--from", "xyz", says="there is no format 'xyz'")
    refused("a name without extension", "convert", game, path("out"), says="say it with --to (")
    refused("JSON without a file", "convert", game, "--json", says="wants a file")
    refused("no arguments", "convert", says="IN [OUT]")
    refused("three arguments", "convert", "a", "b", "c")
    refused("no such folder", "convert", game, path("no/such.sgf"), status=1, says="cannot write")
    refused("a full disk", "convert", game, "/dev/full", "--to", "sgf", status=1, says="cannot write")
    put("keep.sgf", "old")
    refused("a broken game", "convert", put("broken.sgf", GAME + "(;"), path("keep.sgf"), says="game 2: line ")
    same("leaves the output alone", get("keep.sgf"), "old")


# --- hostile files ---------------------------------------------------------------------------------

def measured(arguments):
    """Status, output, peak memory in bytes and seconds of one run."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        begun = time.monotonic()
        process = subprocess.Popen([BANYAN, *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.monotonic() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        return process.returncode, err.read().decode(), usage.ru_maxrss * 1024, seconds


def put_pieces(name, pieces):
    """A file of texts and (text, times), written little by little: what this process holds counts as
    its children's memory."""
    with open(path(name), "wb") as file:
        for piece in pieces:
            text, times = (piece, 1) if isinstance(piece, str) else piece
            chunk = text.encode() * 1000
            for _ in range(times // 1000):
                file.write(chunk)
            file.write(text.encode() * (times % 1000))
    return path(name)


def hostile(name, *pieces, says=None):
    """Read (says is None) or refused; memory at most that of the file (twice while it is read), of the
    tree (256 MiB, 40 times the file) and of the output (twice)."""
    file = put_pieces("hostile.sgf", pieces)
    size = os.path.getsize(file)
    status, error, peak, seconds = measured(["convert", file, path("hostile.out"), "--to", "sgf"])
    good = status == 0 and error == "" if says is None else status == 2 and says in error
    check(f"{name}: {'read' if says is None else 'refused'}", good and len(error.splitlines()) <= 1 and
          not sanitizer_spoke(error), f"status {status}\n{error[:500]}")
    cap = 4 * size + min(256 * MIB, 40 * size) + 40 * MIB
    check(f"{name}: {peak / MIB:.0f} MiB for {size / MIB:.1f}, at most {cap / MIB:.0f}", SANITIZED or peak <= cap)
    check(f"{name}: in {seconds:.1f} s", seconds < 30 + size / 1e6)


def test_truncated():
    bad = []
    for end in range(len(NORMAL) - 1):
        result = run("show", "--file", "-", input=NORMAL[:end])
        if result.returncode != 2 or result.stdout or "line " not in result.stderr and "looks like" not in \
                result.stderr or len(result.stderr.splitlines()) != 1:
            bad.append((end, result.returncode, result.stderr))
    same("a game cut off anywhere is refused", bad, [])


def test_hostile():
    hostile("300,000 nested variations", ("(;", 300000), (")", 300000))
    hostile("300,000 nested variations, unclosed", ("(;", 300000), says="line 1, column 1: the game that begins")
    hostile("two million nodes", "(", (";", 2000000), ")")
    hostile("three million nodes", "(", (";", 3000000), ")", says="more than 2097152 nodes")
    hostile("zero bytes", "(;A[1]", ("\0", 100000), says="the byte 0x00 is out of place")
    hostile("nothing but zero bytes", ("\0", 100000), says="there is no game")
    megabytes = 100 if LONG else 4
    size = megabytes * 10**6
    hostile(f"{megabytes} MB of comment", "(;C[", ("x", size), "])")
    hostile(f"{megabytes} MB of values", "(;AB", ("[aa]", size // 4), ")",
            says="more than 4194304 values" if LONG else None)
    hostile(f"{megabytes} MB of moves", "(;SZ[19]", (";B[aa]", size // 6), ")",
            says="more than 2097152 nodes" if LONG else None)
    hostile(f"{megabytes} MB of games", (MNK + ";B[aa];W[bb])\r\n", size // 42))
    hostile(f"{megabytes} MB of parentheses", ("(", size), says="there is no game")
    hostile(f"{megabytes} MB of closing ones", "(;)", (")", size), says="there is a ')' too many")
    with open(path("zeros.sgf"), "wb") as file:
        file.truncate(257 * MIB)
    refused("more than 256 MiB", "convert", path("zeros.sgf"), says="is larger than 256 MiB")
    refused("an endless file", "show", "--file", "/dev/zero", says="is larger than 256 MiB")
    deep = put("hostile.sgf", MNK + ";AB[aa]AW[bb]PL[B]" * 20000 + ")")
    refused("endless setting up", "show", deep, says="more than 10000 times")


# --- Othello ---------------------------------------------------------------------------------------

TRANSCRIPT = "f5d6c3d3c4f4f6f3e6e7"
START = "-" * 27 + "OX------XO" + "-" * 27
WTHOR_HEAD = bytes([20, 4, 5, 6, 1, 0, 0, 0, 0, 0, 0xd1, 7, 8, 0, 24, 0])


def replay(transcript):
    """The final position, by a board that knows nothing but the rules."""
    cells = {(3, 3): "O", (4, 4): "O", (4, 3): "X", (3, 4): "X"}
    me, you = "X", "O"
    for i in range(0, len(transcript), 2):
        column, row = ord(transcript[i]) - ord("a"), int(transcript[i + 1]) - 1
        for dx, dy in ((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y):
            steps = 1
            while cells.get((column + steps * dx, row + steps * dy)) == you:
                steps += 1
            if cells.get((column + steps * dx, row + steps * dy)) == me:
                cells.update({(column + k * dx, row + k * dy): me for k in range(1, steps)})
        cells[column, row] = me
        me, you = you, me
    rows = ("".join(cells.get((x, y), ".") for x in range(8)) for y in range(8))
    return "/".join(rows) + " " + me


def test_othello():
    game = put("game.txt", TRANSCRIPT + "\n")
    shown = data("show", game)
    same("a transcript", (shown["file"]["format"], shown["file"]["game"], shown["file"]["ply"], shown["position"]),
         ("transcript", "othello", 10, replay(TRANSCRIPT)))
    same("its discs", (shown["discs_x"], shown["discs_o"]),
         tuple(shown["position"][:-2].count(disc) for disc in "XO"))
    for name in ("game.sgf", "game.ggf", "again.transcript"):
        same(f"into {name}", run("convert", game, path(name)).returncode, 0)
        same(f"{name} shows the same game", data("show", path(name))["position"], shown["position"])
        same(f"{name} and back", run("convert", path(name), "--to", "transcript").stdout, TRANSCRIPT + "\n")
    final = run("convert", game, "--to", "obf").stdout
    same("OBF is the position at the end", data("show", put("end.obf", final))["position"], shown["position"])
    same("OBF stays as it is", run("convert", path("end.obf")).stdout, final)
    scores = START + " X; D3:+0; F5:+0;\n"
    same("its scores are shown", data("show", put("start.obf", scores))["file"]["comment"], "D3:+0; F5:+0;")
    same("and kept", run("convert", path("start.obf")).stdout, scores)
    year = put("WTH_2001.wtb", WTHOR_HEAD + bytes([1, 0, 2, 0, 3, 0, 40, 38, 56, 64, 33]) + bytes(57))
    shown = data("show", year)
    same("WTHOR", (shown["file"]["moves"], shown["file"]["info"]["result"], shown["file"]["info"]["date"]),
         (["f5", "d6", "c3"], "B+16", "2001"))
    many = put("WTH_2002.wtb", WTHOR_HEAD[:4] + (4).to_bytes(4, "little") + WTHOR_HEAD[8:] + b"".join(
        bytes([1, 0, player, 0, 3, 0, 40, 38, *moves]) + bytes(60 - len(moves))
        for player, moves in enumerate(([56], [99], [56, 64], [56, 64, 33]))))
    shown = data("show", many, "--number", "3")["file"]
    same("a game at its place", (shown["number"], shown["games"], shown["moves"], shown["info"]["first"]),
         (3, 4, ["f5", "d6"], "player 2"))
    refused("a game that is wrong", "show", many, "--number", "2", says="game 2: byte 92: move 1, 99")
    refused("there are no more", "show", many, "--number", "5", says="has 4 games, so there is no game 5")
    same("one move further", data("show", many, "--number", "4", "--ply", "1")["file"]["moves"], ["f5"])
    refused("WTHOR is not written", "convert", game, path("out.wtb"), says="can be read, not written")
    refused("another game", "convert", put("mnk.sgf", MNK + ";B[bb])"), "--to", "obf", says="is for Othello")
    refused("a transcript of a position", "convert", path("start.obf"), "--to", "transcript",
            says="a transcript has at least one move")
    refused("a square off the board", "show", put("bad.txt", "f5d6\nf5k9"), "--number", "2",
            says="bad.txt, game 2: line 2, column 3: move 2: 'k9' is not a square")
    refused("a record on another board", "show", game, "--size", "6", says="row 1 of the position has 8 cells")
    for file in (game, path("start.obf"), year):
        same(f"{file} with another setting", data("show", file, "--option", "empties=winner")["position"],
             data("show", file)["position"])
    refused("variations of a record without trees", "show", game, "--variation", "1", says="has no variations to choose")


def flat_hostile(name, extension, *pieces, says=None):
    """Read or refused in the memory of the file and of the output."""
    file = os.path.splitext(put_pieces("hostile", pieces))[0]
    os.rename(file, file + "." + extension)
    size = os.path.getsize(file + "." + extension)
    status, error, peak, seconds = measured(["convert", file + "." + extension, path("hostile.out"), "--to", "obf"])
    good = status == 0 and error == "" if says is None else status == 2 and says in error
    check(f"{name}: {'read' if says is None else 'refused'}", good and len(error.splitlines()) <= 1 and
          not sanitizer_spoke(error), f"status {status}\n{error[:500]}")
    check(f"{name}: {peak / MIB:.0f} MiB for {size / MIB:.1f}", SANITIZED or peak <= 6 * size + 40 * MIB)
    check(f"{name}: in {seconds:.1f} s", seconds < 60 + size / 5e5)


def test_flat_hostile():
    size = 10**8 if LONG else 10**6
    flat_hostile("many positions", "obf", (START + " X;\r\n", size // 70))
    flat_hostile("an endless board", "obf", ("-", size), says="line 1, column ")
    flat_hostile("an endless score", "obf", START + " X; d3:", ("1", size), says="column 103: a move and")
    flat_hostile("endless scores", "obf", START + " X; ", ("d3:+1; ", size // 7))
    flat_hostile("zero bytes in OBF", "obf", ("\0", size), says="line 1, column 1: ")
    flat_hostile("many games", "transcript", (TRANSCRIPT + "\n", size // 21))
    flat_hostile("an endless game", "transcript", ("f5d6c3d3c4", size // 10), says="line 1, column 11: move 6")
    flat_hostile("an endless word", "transcript", ("f", size), says="line 1, column 1: move 1")
    flat_hostile("zero bytes in a transcript", "transcript", ("\0", size), says="column 1: '?' is no move")
    flat_hostile("endless comments", "transcript", ("# x\n", size // 4), says="there is no game")
    flat_hostile("many games in GGF", "ggf", ("(;GM[Othello]B[f5]W[d6];)\n", size // 26))
    flat_hostile("an endless value", "ggf", "(;PB[", ("x", size), says="column 5: the value that begins here")
    flat_hostile("a long name", "ggf", "(;", ("P", size), says="column 3: the name of a property")
    flat_hostile("a long player", "ggf", "(;PB[", ("x", size), "];)")
    flat_hostile("an endless board in GGF", "ggf", "(;BO[8 ", ("-", size), "];)", says="column 6: BO")
    flat_hostile("zero bytes in GGF", "ggf", "(;", ("\0", size), says="column 3: '?' is out of place")
    flat_hostile("zero bytes in WTHOR", "wtb", ("\0", size), says="byte 4: the header says 0 games")


for test in (test_boards_of_files, test_show, test_several_games, test_show_refuses, test_terminal_safety, test_convert, test_truncated,
             test_hostile, test_othello, test_flat_hostile):
    test()
scratch.cleanup()
finish()
