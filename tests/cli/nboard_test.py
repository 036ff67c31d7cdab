"""banyan nboard, as NBoard uses it."""
import random
import re

from _pipe import Pipe, transcript
from _tap import BANYAN, LONG, check, finish, run, words, sanitizer_spoke

SLOW = "asan" in BANYAN or "tsan" in BANYAN
GAME = ("(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*--"
        "----*O--------------------------- *]B[F5]W[F6]B[D3]W[C5];)")
SQUARE = r"([A-H][1-8]|PA)"
NUMBER = r"-?\d+(\.\d+)?"


def leaves(pipe, name):
    status, _ = pipe.end("quit")
    check(name, status == 0 and not sanitizer_spoke(pipe.errors.decode("utf-8", "replace")),
          f"{status} {pipe.errors}")


def golden():
    pipe = Pipe("nboard")
    transcript("nboard", pipe, "set depth ?", "status set depth takes 1 to 100")
    leaves(pipe, "it leaves in peace")


# --- random lines ------------------------------------------------------------------------------

FORMS = re.compile(
    rf"set myname Banyan\d*|status( .+)?|nodestats \d+ {NUMBER}|pong -?\d+|learned"
    rf"|=== {SQUARE}(/({NUMBER})?/{NUMBER})?|search {SQUARE}+ {NUMBER} 0 (\d+|100%W?)"
    rf"|analysis \d+ {NUMBER}")
WORDS = ["nboard", "set depth", "set game", "set contempt", "move", "hint", "go", "ping", "learn",
         "analyze", "set", "F5", "PA", "xyzzy"]


def some_move(rng):
    return rng.choice(["PA", "Z9", "pass", ""]) if rng.random() < 0.05 else \
        rng.choice("abcdefghABCDEFGH") + rng.choice("12345678") + rng.choice(["", "/1/2", "//3.5"])


def some_game(rng):
    if rng.random() < 0.3:
        at = rng.randrange(len(GAME))
        return GAME[:at] + rng.choice(["", "]", "[", "*", "9", ";)"]) + GAME[at + 1:]
    return GAME


def some_line(rng):
    if rng.random() < 0.5:
        return "move " + some_move(rng)
    if rng.random() < 0.03:
        return bytes(rng.choice([9, 13, 32, 65, 44, 48, 200, 0, 34, 92])
                     for _ in range(rng.choice([0, 1, 5, 40, 3000])))
    word = rng.choice(WORDS)
    argument = rng.choice(["", "1", "2", "3", "-7", "x", "99999999999999999999", some_move(rng)])
    return f"{word} {some_game(rng) if word == 'set game' else argument}".rstrip()


def random_lines(count):
    rng = random.Random(9)
    pipe = Pipe("nboard", "--player", "alphabeta nodes=300 table=64K")
    wrong = []
    for i in range(count):
        line, got = some_line(rng), []
        pipe.send(line, f"ping {i}")
        while True:
            text, _ = pipe.hear(20)
            if text is None or text == f"pong {i}":
                break
            got.append(text)
        moves = sum(text.startswith("===") for text in got)
        asked = 1 if line == "go" or (isinstance(line, str) and line.startswith("go ")) else 0
        if "status the game is over" in got:
            asked = 0
        if text is None or moves != asked or not all(FORMS.fullmatch(text) for text in got):
            wrong.append(f"{i}: {line!r}: {got!r}")
            if text is None or len(wrong) > 5:
                break
    check(f"{count} random lines are answered in the protocol's form", not wrong, "\n".join(wrong))
    leaves(pipe, "and it goes on to the end")


# --- stopping -----------------------------------------------------------------------------------

def ping_in_mid_search(command):
    pipe = Pipe("nboard")
    pipe.send("nboard 2", "set depth 60", "set game " + GAME, command)
    pipe.hear(0.1)
    while pipe.hear(0.3)[0] is not None and not pipe.lines.empty():
        pass
    begun = pipe.send("ping 5")
    got = []
    while not got or got[-1] not in ("pong 5", None):
        text, came = pipe.hear(5)
        got.append(text)
    silent = pipe.hear(0.2)[0] is None  # nothing of the old search comes behind the pong
    pipe.end("quit")
    moves = sum(text.startswith("===") for text in got if text)
    good = got[-1] and silent and moves == (1 if command == "go" else 0)
    return came - begun if good else 99


def stopping():
    limit = 0.5 if SLOW else 0.1
    for command in ("go", "hint 1", "hint 4", "analyze"):
        seconds = min(ping_in_mid_search(command) for _ in range(3))
        check(f"ping during {command} is answered within 100 ms", seconds < limit, seconds)
    pipe = Pipe("nboard")
    pipe.send("nboard 2", "set depth 60", "go")
    pipe.hear(0.2)
    status, seconds = pipe.end("quit")
    check("quit during a search", status == 0 and seconds < 5 * limit, seconds)


def whole_game():
    """Against itself, moves told one by one; every one is legal, so nothing is refused."""
    pipe = Pipe("nboard")
    pipe.send("nboard 2", "set depth 3", "set game " + GAME)
    heard, over = [], False
    for _ in range(80):
        answer = pipe.ask("go", "===.*|status the game is over")[0] or ""
        over = not answer.startswith("===")
        if over:
            break
        move = answer.split()[1].split("/")[0]
        heard.append(move)
        pipe.send("move " + move)
    refused = pipe.ask("ping 2", "status cannot.*|pong 2")[0]
    check("a game to its end", over and len(heard) > 40 and refused == "pong 2",
          f"{heard} {refused}")
    leaves(pipe, "it leaves after a game")


def clocks():
    """TI is the clock of the game, and moves tell what they took of it."""
    pipe = Pipe("nboard")
    spent = GAME.replace("TI[15:00]", "TI[00:10]").replace("B[F5]", "B[F5//9.5]")
    pipe.send("nboard 2", "set depth 60", "set game " + spent)
    seconds = pipe.ask("go", "===.*")[1]
    check("half a second is left, and is not used up", seconds < (5 if SLOW else 0.5), seconds)
    leaves(pipe, "it leaves")


def command():
    for arguments in (["--player", "nosuch"], ["--threads", "0"], ["extra"], ["--seed", "x"]):
        result = run("nboard", *arguments, input="")
        check("refused: " + " ".join(arguments), result.returncode == 2 and result.stderr,
              words(result))


golden()
random_lines(10000 if LONG or not SLOW else 2000)
stopping()
whole_game()
clocks()
command()
finish()
