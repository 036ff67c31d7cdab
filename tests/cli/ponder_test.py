#!/usr/bin/env python3
"""`--ponder`: engines that think in the opponent's time. They do while nobody speaks, answer the next line at
once, leave at once, play by the rules they played by before, and do nothing of it unless they are asked to."""
import re
import time

from _pipe import Pipe
from _tap import check, finish, run, same
from _wait import Busy, processor_time, rests, until

CALM = 0.03   # seconds that others may keep us waiting
SOON = 0.010  # an answer to who interrupts
WORK = 0.3    # seconds of the processor that nobody needs to wait

GTP = ("gtp", "--size", "9")
KEEPS = ("--player", "mcts rave=on reuse=on")


def works_on(pipe):
    """Whether it takes processor time although nobody has asked anything."""
    before = processor_time(pipe.process.pid)
    return until(lambda: processor_time(pipe.process.pid) - before > WORK, 20)


def gtp_moved(*arguments):
    pipe = Pipe(*GTP, *arguments)
    pipe.ask("time_settings 0 1 10", "=.*")
    pipe.ask("genmove b", r"= [A-J]\d")
    return pipe


def answers_at_once():
    """In the middle of it, again and again: it goes on after each answer."""
    with Busy() as worst:
        pipe = gtp_moved("--ponder", *KEEPS)
        check("it thinks while nobody speaks", works_on(pipe))
        times = []
        for _ in range(21):
            time.sleep(0.02)
            got, seconds = pipe.ask("name", "= .*")
            times.append(seconds if got == "= Banyan" else 99)
        middle = sorted(times)[len(times) // 2]
        check("a command is answered within 10 ms", middle < SOON or worst.value > CALM and middle < 5, (middle, worst.value))
        check("and it thinks on", works_on(pipe))
    check("a move is made in it", pipe.ask("play w a1", "=.*")[0] == "=" and pipe.ask("genmove b", "[=?].*")[0].startswith("= "))
    board = pipe.ask("banyan-position", "= .*")[0]
    same("the board has the moves that were made, and no others", sum(board[2:].split(" ")[0].count(c) for c in "XO"), 3)
    check("it thinks after that move, too", works_on(pipe))
    pipe.ask("undo", "=.*")
    check("but not where it is its own turn", until(lambda: rests(pipe.process), 20))
    same("it leaves", pipe.end("quit")[0], 0)


def leaves_at_once():
    with Busy() as worst:
        for name, last in (("quit", "quit"), ("the end of the input", None)):
            pipe = gtp_moved("--ponder", *KEEPS)
            works_on(pipe)
            if last is None:
                begun = time.monotonic()
                pipe.process.stdin.close()
                status, seconds = pipe.process.wait(timeout=30), time.monotonic() - begun
            else:
                status, seconds = pipe.end(last)
            check(f"{name} while it ponders", status == 0 and (seconds < 0.5 or worst.value > CALM), (status, seconds))


def only_when_asked():
    pipe = gtp_moved(*KEEPS)
    check("without --ponder it rests", until(lambda: rests(pipe.process), 20))
    pipe.end("quit")
    pipe = gtp_moved("--ponder", "--player", "mcts reuse=on sims=50")
    check("no longer than its own limits allow", until(lambda: rests(pipe.process), 20))
    pipe.end("quit")
    for player in ("mcts rave=on", "alphabeta plain=on depth=2", "random"):
        refused = run("gtp", "--ponder", "--player", player, input="quit\n")
        check(f"refused: {player} keeps nothing", refused.returncode != 0 and refused.stdout == "" and
              "keeps what it found" in refused.stderr, refused.stderr)


def gomocup():
    pipe = Pipe("gomocup", "--ponder")
    pipe.ask("START 15", "OK")
    pipe.send("INFO timeout_turn 200")
    first = pipe.ask("TURN 7,7", r"\d+,\d+")[0]
    check("gomocup ponders behind its move", first and works_on(pipe))
    same("and says who it is", pipe.ask("ABOUT", "name=.*")[0][:14], 'name="Banyan",')
    free = next(p for p in ("0,0", "14,14") if p != first)
    second, seconds = pipe.ask(f"TURN {free}", r"\d+,\d+")
    check("the next stone is answered", second and second not in (first, free, "7,7") and seconds < 10, (second, seconds))
    works_on(pipe)
    same("a stone is taken back", pipe.ask(f"TAKEBACK {second}", "OK|ERROR.*")[0], "OK")
    again = pipe.ask("TURN 14,0", r"\d+,\d+|ERROR.*")[0]
    check("and the game goes on", again and re.fullmatch(r"\d+,\d+", again), again)
    status, seconds = pipe.end("END")
    check("END while it ponders", status == 0 and seconds < 5, (status, seconds))


def nboard():
    pipe = Pipe("nboard", "--ponder")
    pipe.send("nboard 2", "set depth 6")
    move = pipe.ask("go", "===.*")[0].split()[1].split("/")[0]
    check("nboard rests until its move is made", until(lambda: rests(pipe.process), 20))
    pipe.send("set depth 0", f"move {move}")
    check("and ponders then", works_on(pipe))
    got, seconds = pipe.ask("ping 3", "pong 3")
    check("a ping is answered", got == "pong 3" and seconds < 5, (got, seconds))
    pipe.send("set depth 2")
    check("the other side's move is found", (pipe.ask("go", "===.*")[0] or "").startswith("==="))
    same("it leaves", pipe.end("quit")[0], 0)


if __name__ == "__main__":
    answers_at_once()
    leaves_at_once()
    only_when_asked()
    gomocup()
    nboard()
    finish()
