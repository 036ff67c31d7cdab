"""banyan gomocup, as managers and boards use it."""
import random
import re
import tempfile

from _pipe import Pipe, transcript
from _tap import BANYAN, LONG, check, finish, same, run, words, sanitizer_spoke

SYNC, SYNCED = "INFO rule ?", "DEBUG INFO rule takes a whole number, not '?'"
MOVE = r"\d+,\d+"
SLOW = "asan" in BANYAN or "tsan" in BANYAN


def leaves(pipe, name):
    status, _ = pipe.end("END")
    check(name, status == 0 and not sanitizer_spoke(pipe.errors.decode("utf-8", "replace")),
          f"{status} {pipe.errors}")


def golden():
    pipe = Pipe("gomocup")
    transcript("gomocup", pipe, SYNC, SYNCED)
    leaves(pipe, "it leaves in peace")


# --- random lines ------------------------------------------------------------------------------

FORMS = re.compile(
    r"OK|SWAP|\d+,\d+( \d+,\d+){0,2}|ERROR .+|UNKNOWN .+|MESSAGE .+|DEBUG .+|FORBID \d*\."
    r'|name="[^"]+", version="[^"]+", author="[^"]+", country="[^"]+"')
COMMANDS = ["START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "DONE", "TAKEBACK", "PLAY",
            "SWAP2BOARD", "INFO", "ABOUT", "YXBOARD", "YXSTOP", "YXSHOWFORBID", "YXSHOWINFO",
            "YXNBEST", "YXHASHCLEAR"]
INFOS = ["timeout_turn", "timeout_match", "max_memory", "time_left", "game_type", "rule", "folder",
         "evaluate", "max_depth", "max_node", "thread_num", "hash_size", "show_detail", "what"]
NUMBERS = ["0", "1", "2", "4", "7", "15", "-1", "99999", "2147483647", "1e3", "x", "",
           "9223372036854775808"]


def some_point(rng):
    return f"{rng.randint(-1, 16)},{rng.randint(-1, 16)}"


def some_info(rng):
    key = rng.choice(INFOS)
    value = rng.choice(NUMBERS)
    if key in ("max_memory", "hash_size", "thread_num"):  # cheap enough to do often
        value = rng.choice(["0", "1", "2", "x", "-5"])
    if key == "timeout_turn":
        value = rng.choice(["0", "0", "1", "3", "x"])
    return f"INFO {key} {some_point(rng) if key == 'evaluate' else value}"


def some_line(rng):
    kind = rng.random()
    if kind < 0.25:
        return some_info(rng)
    if kind < 0.45:
        return some_point(rng) + rng.choice(["", ",1", ",2", ",1", ",2", ",3", ",4"])
    if kind < 0.55:
        return "TURN " + some_point(rng)
    if kind < 0.62:
        return rng.choice(["DONE", "BOARD", "done"])
    if kind < 0.64:
        return bytes(rng.choice([9, 13, 32, 65, 44, 48, 200, 0, 34, 92])
                     for _ in range(rng.choice([0, 1, 5, 40, 3000])))
    command = rng.choice(COMMANDS)
    if rng.random() < 0.3:
        command = command.lower()
    argument = rng.choice(["", some_point(rng), rng.choice(NUMBERS), "5", "9", "12,7"])
    return f"{command} {argument}".rstrip()


class Model:
    """How many answers a line gets, besides messages: the protocol's promise."""

    def __init__(self):
        self.listing = None
        self.started = False

    def answers(self, line):
        text = line.replace(b"\0", b"").decode("latin-1") if isinstance(line, bytes) else line
        parts = text.replace("\t", " ").replace("\r", " ").split(" ")
        word = next((part for part in parts if part), "").upper()
        if word in ("", "INFO", "YXSTOP"):
            return 0
        if word == "ABOUT":
            return 1
        if word not in COMMANDS:
            return 0 if self.listing else 1
        cut = 1 if self.listing and word != "DONE" else 0
        quiet = self.listing == "YXBOARD" and word == "DONE"
        self.listing = word if word in ("BOARD", "YXBOARD", "SWAP2BOARD") else None
        if self.listing:
            return cut
        if word == "YXSHOWINFO" or word == "YXHASHCLEAR":
            return cut
        return (0, 1) if quiet else cut + 1


def random_lines(count):
    rng, model = random.Random(8), Model()
    pipe = Pipe("gomocup", "--player", "alphabeta nodes=300 table=64K")
    wrong = []
    for i in range(count):
        line = some_line(rng)
        if isinstance(line, bytes) and b"\r" in line.strip(b"\r \t"):
            line = line.replace(b"\r", b" ")
        wanted, got = model.answers(line), []
        pipe.send(line, SYNC)
        while True:
            text, _ = pipe.hear(20)
            if text is None or text == SYNCED:
                break
            got.append(text)
        count_of = sum(not re.match("MESSAGE |DEBUG ", text) for text in got)
        fits = count_of in wanted if isinstance(wanted, tuple) else count_of == wanted
        if text is None or not fits or not all(FORMS.fullmatch(text) for text in got):
            wrong.append(f"{i}: {line!r}: {got!r}, wanted {wanted} answers")
            if text is None or len(wrong) > 5:
                break
    check(f"{count} random lines are answered in the protocol's form", not wrong, "\n".join(wrong))
    leaves(pipe, "and it goes on to the end")


# --- stopping -----------------------------------------------------------------------------------

def best_of(times, measure):
    return min(measure() for _ in range(times))


def thinking():
    pipe = Pipe("gomocup")
    pipe.ask("START 15", "OK")
    pipe.send("INFO timeout_turn 60000", "TURN 7,7")
    pipe.hear(0.2)
    return pipe


def end_in_mid_search():
    status, seconds = thinking().end("END")
    return seconds if status == 0 else 99


def stop_in_mid_search():
    pipe = thinking()
    got, seconds = pipe.ask("YXSTOP", MOVE, 5)
    pipe.send("TURN 0,0")
    again = pipe.hear(0.1)[0]  # the stop was for the search before
    pipe.end("END")
    return seconds if got and again is None else 99


def about_in_mid_search():
    pipe = thinking()
    got, seconds = pipe.ask("ABOUT", r"name=.*", 5)
    pipe.end("END")
    return seconds if got else 99


def stopping():
    limit = 0.5 if SLOW else 0.1
    for name, measure in [("END", end_in_mid_search), ("YXSTOP", stop_in_mid_search),
                          ("ABOUT", about_in_mid_search)]:
        seconds = best_of(3, measure)
        check(f"{name} in mid-search acts within 100 ms", seconds < limit, seconds)
    result = run("gomocup", input="START 15\nINFO timeout_turn 60000\nTURN 7,7\nEND\n")
    check("END right behind TURN: the move, and out",
          re.fullmatch(rf"OK\n{MOVE}\n", result.stdout) and result.returncode == 0, words(result))
    result = run("gomocup", input="START 15\nINFO timeout_turn 60000\nTURN 7,7\nYXSTOP\n")
    check("YXSTOP right behind TURN", re.fullmatch(rf"OK\n{MOVE}\n", result.stdout), words(result))
    result = run("gomocup", input="START 15\nINFO timeout_turn 100\nTURN 7,7\nTURN 0,0\nTURN 0,14")
    check("lines that wait are answered each", len(result.stdout.split()) == 4, words(result))


# --- games ---------------------------------------------------------------------------------------

def whole_game(pipe, size, name):
    """Against random points; True when every answer was an empty point of the board."""
    rng = random.Random(size)
    taken = set()
    empty = [(x, y) for x in range(size) for y in range(size)]
    rng.shuffle(empty)
    answer = pipe.ask("BEGIN", rf"{MOVE}|ERROR.*")[0]
    for _ in range(12):
        point = tuple(map(int, answer.split(","))) if re.fullmatch(MOVE, answer or "") else None
        if point is None or point in taken or max(point) >= size:
            return check(name, False, f"{answer} in {sorted(taken)}")
        taken.add(point)
        point = next(p for p in empty if p not in taken)
        taken.add(point)
        answer = pipe.ask(f"TURN {point[0]},{point[1]}", rf"{MOVE}|ERROR.*")[0]
    return check(name, True)


def games():
    pipe = Pipe("gomocup")
    for size in (15, 20, 5, 6, 25, 15):
        same(f"START {size} after a game", pipe.ask(f"START {size}", "OK|ERROR.*")[0], "OK")
        pipe.send("INFO timeout_turn 15")
        whole_game(pipe, size, f"a game on {size}x{size}")
    leaves(pipe, "it leaves after many games")


def opening():
    pipe = Pipe("gomocup")
    for size in (5, 15, 20):
        pipe.ask(f"START {size}", "OK")
        pipe.send("INFO timeout_turn 300", "INFO rule 1", "SWAP2BOARD")
        three = pipe.ask("DONE", rf"{MOVE} {MOVE} {MOVE}|ERROR.*")[0]
        stones = three.split()
        check(f"three stones on {size}x{size}", len(set(stones)) == 3 and all(
            max(map(int, s.split(","))) < size for s in stones), three)
        pipe.send("SWAP2BOARD", *stones)
        answer = pipe.ask("DONE", rf"SWAP|{MOVE}|{MOVE} {MOVE}|ERROR.*")[0]
        more = [] if answer == "SWAP" else answer.split()
        check("a choice, a stone, or two", not answer.startswith("ERROR") and
              len(set(stones + more)) == len(stones + more), answer)
        if len(more) == 2:
            pipe.send("SWAP2BOARD", *stones, *more)
            answer = pipe.ask("DONE", rf"SWAP|{MOVE}|ERROR.*")[0]
            check("a choice or a stone", answer == "SWAP" or answer not in stones + more, answer)
    pipe.ask("START 15", "OK")
    pipe.send("INFO timeout_turn 300", "SWAP2BOARD", "0,0", "7,7", "14,14", "8,7", "14,0")
    answer = pipe.ask("DONE", rf"SWAP|{MOVE}|ERROR.*")[0]
    check("who has the better side keeps it, with the sixth stone", re.fullmatch(MOVE, answer), answer)
    for stones in ("0,0 2,2 0,4 2,3 4,0".split(), "6,7 0,0 7,7 14,14 8,7".split()):
        pipe.ask("START 15", "OK")
        pipe.send("INFO timeout_turn 100", "SWAP2BOARD", *stones)
        answer = pipe.ask("DONE", rf"SWAP|{MOVE}|ERROR.*")[0]
        taken = stones + ["1,1"] + ([] if answer == "SWAP" else [answer])
        reply = pipe.ask("TURN 1,1", rf"{MOVE}|ERROR.*")[0]
        check(f"after {answer} the stones of swap2 are still there",
              re.fullmatch(MOVE, reply) and reply not in taken, reply)
    leaves(pipe, "it leaves after openings")


def swap2_match():
    with tempfile.TemporaryDirectory() as folder:
        played = run("match", "gomoku", "--a", "alphabeta depth=1", "--b", "random", "--games", "6",
                     "--openings", "swap2", "--records", folder)
        begin = [re.findall(r";[BW]\[(..)\]", open(f"{folder}/{n:06}.sgf", encoding="utf-8").read())[:3]
                 for n in range(1, 7)] if played.returncode == 0 else []
    check("a match begins with openings of swap2, each both ways",
          begin[0::2] == begin[1::2] and len(set(map(tuple, begin))) == 3, f"{begin} {played.stderr}")
    other = run("match", "connect4", "--a", "random", "--b", "random", "--openings", "swap2")
    check("swap2 is a rule of Gomoku alone", other.returncode == 2 and "swap2" in other.stderr, other.stderr)


def memory():
    pipe = Pipe("gomocup", "--player", "mcts playout=uniform")
    pipe.ask("START 15", "OK")
    pipe.send("INFO timeout_turn 1500", "INFO max_memory 40000000")
    pipe.ask("TURN 7,7", MOVE)
    with open(f"/proc/{pipe.process.pid}/status", encoding="utf-8") as file:
        peak = int(re.search(r"VmHWM:\s+(\d+)", file.read()).group(1)) * 1024
    check("max_memory is kept", SLOW or peak <= 40000000, peak)
    leaves(pipe, "it leaves")


def command():
    for arguments in (["--player", "nosuch"], ["--threads", "0"], ["extra"], ["--seed", "x"]):
        result = run("gomocup", *arguments, input="")
        check("refused: " + " ".join(arguments), result.returncode == 2 and result.stderr,
              words(result))


golden()
random_lines(10000 if LONG or not SLOW else 2000)
stopping()
games()
opening()
swap2_match()
memory()
command()
finish()
