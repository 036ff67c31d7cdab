#!/usr/bin/env python3
"""Quarry, a program with a board on the screen, plays whole games of Othello with banyan.

It runs on a screen in memory (Xvfb) and is driven by keys (xdotool). Quarry keeps the rules of the
game itself and writes its own record of it; a small Othello here is the third witness.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from _tap import BANYAN, check, data, finish, same

os.environ["PATH"] += ":/usr/games"  # where Debian has quarry and gtp-rhino
FOLDER = tempfile.mkdtemp(prefix="banyan-quarry-")
PATIENCE_S = 60  # for one thing: much longer than any takes, under a sanitizer too
STARTED = []


# --- Othello ---------------------------------------------------------------------------------

AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]


def turned(board, colour, point):
    """The discs that a disc on this point turns; none: it cannot go there."""
    found = []
    for dx, dy in AROUND if point not in board else ():
        line, x, y = [], point[0] + dx, point[1] + dy
        while board.get((x, y), colour) != colour:
            line.append((x, y))
            x, y = x + dx, y + dy
        found += line if (x, y) in board else []
    return found


def can_move(board, colour):
    return any(turned(board, colour, (x, y)) for x in range(8) for y in range(8))


def replay(moves):
    """Plays (colour, point): the board, whether all was legal, whether nobody can move on."""
    board = {(3, 3): "W", (4, 4): "W", (3, 4): "B", (4, 3): "B"}
    legal, mover = True, "B"
    for colour, point in moves:
        if not can_move(board, mover):
            mover = "W" if mover == "B" else "B"
        discs = turned(board, colour, point)
        legal = legal and colour == mover and bool(discs)
        board.update(dict.fromkeys([point, *discs], colour))
        mover = "W" if colour == "B" else "B"
    return board, legal, not can_move(board, "B") and not can_move(board, "W")


def result_of(board):
    lead = list(board.values()).count("B") - list(board.values()).count("W")
    return "Draw" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead)}"


# --- Quarry and its screen -------------------------------------------------------------------


def start(*command, **options):
    process = subprocess.Popen(command, start_new_session=True, **options)
    STARTED.append(process)
    return process


def stop(process):
    """With its children: they are in its group."""
    for sign, patience in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
        try:
            os.killpg(process.pid, sign)
            process.wait(patience)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            pass


def open_screen():
    """Xvfb takes a display that is free and tells which. Without -noreset it begins anew, and
    cuts off whoever comes just then, each time the last window closes."""
    reader, writer = os.pipe()
    start("Xvfb", "-displayfd", str(writer), "-screen", "0", "1024x768x24", "-nolisten", "tcp",
          "-noreset", pass_fds=[writer], stderr=subprocess.DEVNULL)
    os.close(writer)
    with os.fdopen(reader) as file:
        number = file.readline().strip()
    os.environ["DISPLAY"] = f":{number}"
    return number != ""


class Stuck(Exception):
    """What did not happen in time."""


def wait_for(name, function, *arguments):
    """What the function returns once it is something."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        found = function(*arguments)
        if found:
            check(name, True)
            return found
        time.sleep(0.1)
    raise Stuck(name)


def windows(title):
    result = subprocess.run(["xdotool", "search", "--onlyvisible", "--name", title],
                            capture_output=True, text=True, check=False)
    return result.stdout.split()


def press(title, *keys):
    """Waits for the window; without a window manager keys go where the pointer is."""
    window = wait_for(f"the window {title} is there", windows, title)[-1]
    subprocess.run(["xdotool", "mousemove", "--window", window, "8", "8", *keys], check=False)


# --- a game ----------------------------------------------------------------------------------

# Engines are run by a script that keeps both sides of the talk, and how it ended.
SCRIPT = """#!/bin/sh
tee {seat}.in | {{ {command} 2>{seat}.err; echo $? >{seat}.status; }} | tee {seat}.out
"""
ENGINE = """[GTP Engine "{name}"]
Screen name format = "{name}"
Name = "{name}"
Command line = "{seat}"
Supported games = "Reversi"

"""
GAME = """[New Game Parameters]
Game = "Reversi"
White is computer = true
Engine playing white = "White"
Black is computer = true
Engine playing black = "Black"
"""


def configure(home, black, white):
    os.makedirs(f"{home}/.local/share")
    with open(f"{home}/.quarry", "w", encoding="utf-8") as file:
        for name, command in (("Black", black), ("White", white)):
            seat = f"{home}/{name}"
            file.write(ENGINE.format(name=name, seat=seat))
            with open(seat, "w", encoding="utf-8") as script:
                script.write(SCRIPT.format(seat=seat, command=command))
            os.chmod(seat, 0o755)
        file.write(GAME)


def text_of(name):
    if not os.path.exists(name):
        return ""
    with open(name, encoding="utf-8", errors="replace") as file:
        return file.read()


def talk(seat):
    """[(command, answer)], as far as commands are answered."""
    answers = text_of(f"{seat}.out").split("\n\n")[:-1]
    return list(zip(text_of(f"{seat}.in").splitlines(), answers))


def moves_in(pairs):
    """The moves of a talk, the engine's own and the other's, as (colour, point)."""
    moves = []
    for command, answer in pairs:
        words = command.split()
        text = words[2] if words[0] == "play" else answer.split()[-1]
        if words[0] in ("play", "genmove") and re.fullmatch("[A-H][1-8]", text.upper()):
            point = ("ABCDEFGH".index(text[0].upper()), int(text[1]) - 1)
            moves.append((words[1][0].upper(), point))
    return moves


def is_over(home):
    """For one of the two: the last to move is told nothing more."""
    return any(replay(moves_in(talk(f"{home}/{name}")))[2] for name in ("Black", "White"))


def is_saved(path):
    """Return again and again: the dialog takes none while it still looks at the folder."""
    if windows("Save As"):
        subprocess.run(["xdotool", "key", "Return"], check=False)
    return text_of(path).endswith(")\n")


def save(path):
    """As a game record; the name that is typed gets its .sgf by itself."""
    press("White .W. vs. Black", "key", "ctrl+s")
    press("Save As", "type", path[:-4])
    wait_for("Quarry writes the record", is_saved, path)
    wait_for("the dialog goes", lambda: not windows("Save As"))


def leave(quarry):
    press("White .W. vs. Black", "key", "ctrl+q")
    wait_for("Quarry leaves, having nothing to ask", lambda: quarry.poll() is not None)
    same("with status 0", quarry.returncode, 0)


def check_record(path, moves, board):
    """Quarry's record has the same moves and result, and banyan reads it so."""
    record = text_of(path)
    points = [(colour, ("abcdefgh".index(x), "abcdefgh".index(y)))
              for colour, x, y in re.findall(r";([BW])\[(.)(.)\]", record)]
    same("Quarry's record has these moves", points, moves)
    result = re.search(r"RE\[(.*?)\]", record)
    same("and the result that we count", result and result[1], result_of(board))
    shown = data("show", path)
    same("banyan show reads it: over, and the same discs",
         [shown.get(key) for key in ("over", "discs_x", "discs_o")],
         [True, *(list(board.values()).count(colour) for colour in "BW")])


def check_engine(seat):
    pairs = talk(seat)
    commands = [command for command, _ in pairs]
    for wanted in ("list_games", "set_game Othello", "boardsize 8", "clear_board"):
        check(f"Quarry says {wanted}", wanted in commands, commands)
    bad = [pair for pair in pairs if not pair[1].startswith("=")]
    check("and banyan refuses nothing", bad == [], bad)
    same("with status 0", wait_for("it ends by itself", text_of, f"{seat}.status"), "0\n")
    same("and complains of nothing", text_of(f"{seat}.err"), "")


def play(name, black, white):
    home = f"{FOLDER}/{name}"
    configure(home, black, white)
    print(f"# {black} against {white}", flush=True)
    plain = {"HOME": home, "LC_ALL": "C", "LANGUAGE": ""}  # other languages have other keys
    with open(f"{home}/quarry.err", "w", encoding="utf-8") as file:
        quarry = start("quarry", env={**os.environ, **plain}, stderr=file)
    press("Control Center", "key", "alt+n")  # New Game
    press("New Game", "key", "alt+f", "key", "alt+p")  # Forward, Play
    wait_for("the game comes to its end", is_over, home)
    longest = max((moves_in(talk(f"{home}/{seat}")) for seat in ("Black", "White")), key=len)
    board, legal, _ = replay(longest)
    check("every move was legal", legal, longest)
    save(f"{home}/game.sgf")
    leave(quarry)
    check_record(f"{home}/game.sgf", longest, board)
    for seat, command in (("Black", black), ("White", white)):
        if BANYAN in command:
            check_engine(f"{home}/{seat}")


def main():
    banyan = f"'{BANYAN}' gtp --player 'mcts sims=100'"
    try:
        if check("a screen in memory opens", open_screen()):
            play("both", f"{banyan} --seed 1", f"{banyan} --seed 2")
            play("rhino", "gtp-rhino", f"{banyan} --seed 3")
    except Stuck as stuck:
        said = "".join(text_of(f"{FOLDER}/{name}/quarry.err") for name in ("both", "rhino"))
        check(str(stuck), False, f"not within {PATIENCE_S} s; Quarry's stderr: {said}")
    finally:
        for process in reversed(STARTED):
            stop(process)
        shutil.rmtree(FOLDER, ignore_errors=True)


signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and clean up
main()
finish()
