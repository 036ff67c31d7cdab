#!/usr/bin/env python3
"""Bad input: one clear message of at most four lines, nothing on standard output, status 1 or 2."""
import os
import subprocess

from _tap import BANYAN, check, finish, run, sanitizer_spoke, seeded, words

GAME_COMMANDS = {
    "show": ["tictactoe"],
    "perft": ["tictactoe", "2"],
    "think": ["tictactoe", "--player", "alphabeta depth=2"],
    "explain": ["tictactoe"],
    "solve": ["tictactoe"],
    "backtrack": ["tictactoe"],
    "play": ["tictactoe", "--first", "random", "--second", "random"],
    "match": ["tictactoe", "--a", "random", "--b", "random", "--games", "2"],
}
BAD_SIZES = ["0", "1000000000", "10000000000000000000000", "-1", "nan", "inf", "", " ", "x", "3x", "x3",
             "3x3x3", "3.5", "0x0", "0x10", "1e2", "3 x 3", "٣", "8x0", "\n", "3x-3", "+"]
BAD_NUMBERS = ["", "0", "-1", "nan", "inf", "1e3", "1.5", "0x10", "1000000000000000000000", "two", "1 2",
               "+-1", "\t1", "1\n", "%s%n"]


def refused(name, *arguments, statuses=(2,), says="", **options):
    result = run(*arguments, **options)
    lines = result.stderr.splitlines()
    good = (result.returncode in statuses and result.stdout == "" and 1 <= len(lines) <= 4 and
            lines[0].startswith("banyan: ") and all(len(line) <= 1000 for line in lines) and
            says in result.stderr and not sanitizer_spoke(result.stderr))
    check(f"refused: {name}", good, words(result))


def test_names():
    refused("unknown command", "shows", says="did you mean 'show'?")
    refused("an odd command", "\033[31m\n\n\n\n\n", says="there are")
    refused("a very long command", "x" * 10000)
    refused("an empty command", "")
    refused("an unknown option before the command", "--shwo")
    refused("help for an unknown command", "help", "thnik", says="did you mean 'think'?")
    refused("unknown game in games", "games", "tictactow", says="did you mean 'tictactoe'?")
    refused("unknown search in searches", "searches", "alphabet", says="did you mean 'alphabeta'?")
    refused("bench takes no argument", "bench", "tictactoe")
    refused("two helps", "help", "show", "think")
    refused("searches takes one name", "searches", "random", "minimax")


def test_every_command():
    for command in ("help", "lesson", "games", "searches", "bench", *GAME_COMMANDS):
        refused(f"{command}: unknown option", command, "--nosuch")
        refused(f"{command}: unknown letter", command, "-x")
        refused(f"{command}: a flag with a value", command, "--help=3")
        refused(f"{command}: too many arguments", command, "a", "b", "c", "d")
    for command in ("lesson", "games", "searches", "bench", *GAME_COMMANDS):
        refused(f"{command}: --json with a value", command, "--json=yes")
        refused(f"{command}: a slip in an option", command, "--jsno", says="did you mean '--json'?")


def test_game_commands():
    for command, rest in GAME_COMMANDS.items():
        more = rest[1:]
        refused(f"{command}: unknown game", command, "tictactow", *more, says="did you mean 'tictactoe'?")
        refused(f"{command}: an empty game", command, "", *more)
        refused(f"{command}: a game of odd bytes", command, "\x01\x02\x7f", *more)
        refused(f"{command}: --size for tictactoe", command, "tictactoe", *more, "--size", "4")
        for size in BAD_SIZES:
            refused(f"{command}: --size {size!r}", command, "breakthrough", *more, "--size", size)
        refused(f"{command}: --size without a value", command, *rest, "--size")
        refused(f"{command}: --size twice", command, "mnk", *more, "--size", "3", "--size", "3")
        for option in ("m", "=", "m=", "=3", "m=0", "m=9", "m=nan", "nosuch=1", "m=3 n=3", "", "k=-1"):
            refused(f"{command}: --option {option!r}", command, "mnk", *more, "--option", option)
        refused(f"{command}: --option twice", command, "mnk", *more, "--option", "k=3", "--option", "k=3")
        refused(f"{command}: too many options", command, "mnk", *more, *["--option", "k=3"] * 100)
        refused(f"{command}: an option of another game", command, "nim", *more, "--option", "k=3")
        for seed in ("", "-1", "18446744073709551616", "1.0", "nan", "0x1", " 1", "1 ", "9" * 30):
            refused(f"{command}: --seed {seed!r}", command, *rest, "--seed", seed)
        for threads in ("0", "257", "-1", "nan", "", "1.5", "99999999999999999999"):
            refused(f"{command}: --threads {threads!r}", command, *rest, "--threads", threads)


def test_positions_and_moves():
    positions = {
        "tictactoe": ["", "nonsense", "XOX", "X.O/.X./..O", "X.O/.X./..O Z", "X.O/.X./... X X", "XXX/OOO/... X",
                      "X.O/.X./..O  X", "XXX/XXX/XXX X", "..../..../.... X", ".../.../...", "X.O/.X./..O/... X",
                      "." * 100000, "\xff\xfe", ".../.../... ", "/ X", "Q../.../... X"],
        "breakthrough": ["", "x", "XX/OO X", "8/8 X", "." * 64 + " X"],
        "connect4": ["", "x", "X....../......./......./......./......./....... O"],
        "stones": ["nan", "a", "1 2 x", "1 2 3 | 4", "99999999999999999999", "1 2 | 0 0 | Z", "|", "1.5"],
        "nim": ["", "-1", "nan", "3 x", "99999999999999999999", "3,,5", "0.5"],
        "tree": ["", "(", ")", "(1 2", "1 2)", "((1 2)", "(1 (2)) )", "(x)", "()", "(1 2) Q", "(" * 100000,
                 "(99999999999999999999)", "(1,nan)"],
    }
    for game, texts in positions.items():
        for text in texts:
            for command in ("show", "think", "solve", "perft"):
                more = ["2"] if command == "perft" else []
                refused(f"{command} {game}: position {text[:20]!r}", command, game, *more, "--position",
                        text.encode("latin-1") if "\xff" in text else text)
    for moves in ("z9", "b2 b2", "a0", "b4", "22", "b", "b2b2", "a1 b1 a2 b2 a3 b3", "\x1b[2J", "i1",
                  "a1,,,q", "999999999999", "-", "a1 " * 20, "a1\x00b"):
        for command, rest in GAME_COMMANDS.items():
            if "\x00" not in moves:
                refused(f"{command}: --moves {moves[:20]!r}", command, *rest, "--moves", moves)
    for game, move in (("breakthrough", "a1a2"), ("breakthrough", "a2a4"), ("connect4", "h"),
                       ("stones", "4"), ("stones", "0"), ("nim", "7=7+0"), ("nim", "8=4+4"), ("nim", "7"),
                       ("tree", "4"), ("tree", "0")):
        refused(f"{game}: --moves {move}", "show", game, "--moves", move)


def test_players():
    specs = ["nosuch", "alphabet", "", " ", "alphabeta depth", "alphabeta depth=", "alphabeta depth=0",
             "alphabeta depth=-1", "alphabeta depth=nan", "alphabeta depth=99999999999", "alphabeta nosuch=1",
             "alphabeta depht=3", "alphabeta eval=nosuch", "alphabeta order=nosuch", "alphabeta plain=maybe",
             "minimax tie=nosuch", "minimax order=best", "random depth=3", 'alphabeta eval="lines',
             "alphabeta depth=3 depth=4", "=", "alphabeta =3", "alphabeta depth=3,4", "a" * 5000,
             "alphabeta " + "depth=3 " * 100, "human depth=3", "alphabeta time=0", "alphabeta time=-1s",
             "alphabeta time=3h", "alphabeta nodes=0", "alphabeta\ndepth=3 x"]
    for spec in specs:
        refused(f"think: player {spec[:30]!r}", "think", "tictactoe", "--player", spec)
        refused(f"play: first {spec[:30]!r}", "play", "tictactoe", "--first", spec, "--second", "random")
        refused(f"play: second {spec[:30]!r}", "play", "tictactoe", "--first", "random", "--second", spec)
        refused(f"match: a {spec[:30]!r}", "match", "tictactoe", "--a", spec, "--b", "random")
        refused(f"match: b {spec[:30]!r}", "match", "tictactoe", "--a", "random", "--b", spec)
    for clock in ("", "60", "left=0", "left=-1", "left=nan", "left=60 left=60", "lefft=60", "increment=1",
                  "left=60 stones=3", "period=9 periods=3 stones=3", "left=60 moves=9 period=3", "left=\x1b",
                  "x" * 5000):
        refused(f"think: clock {clock[:30]!r}", "think", "tictactoe", "--clock", clock, says="clock")
    refused("a person cannot think for the program", "think", "tictactoe", "--player", "human")
    refused("a person cannot play a match", "match", "tictactoe", "--a", "human", "--b", "random")
    refused("the name of a search is suggested", "think", "nim", "--player", "minmax",
            says="did you mean 'minimax'?")
    refused("an evaluation that does not fit", "think", "nim", "--player", "alphabeta eval=lines")
    for command in ("solve", "play"):
        refused(f"{command}: more threads than the search can use", command, *GAME_COMMANDS[command],
                "--threads", "2")
    for player in ("minimax depth=2", "random", "alphabeta plain=on depth=2"):
        refused(f"think: more threads than {player} can use", "think", "tictactoe", "--player", player,
                "--threads", "2")


def test_numbers():
    for value in BAD_NUMBERS:
        refused(f"perft depth {value!r}", "perft", "tictactoe", value)
        refused(f"think --depth {value!r}", "think", "tictactoe", "--depth", value)
        refused(f"think --nodes {value!r}", "think", "tictactoe", "--nodes", value)
        refused(f"think --trace={value!r}", "think", "tictactoe", "--trace=" + value)
        refused(f"match --games {value!r}", "match", "tictactoe", "--a", "random", "--b", "random", "--games",
                value)
        refused(f"match --concurrency {value!r}", "match", "tictactoe", "--a", "random", "--b", "random",
                "--concurrency", value)
    refused("perft without a depth", "perft", "tictactoe")
    refused("perft too deep", "perft", "tictactoe", "65")
    for value in ("", "0", "-1", "nan", "inf", "1h", "s", "1e300"):
        refused(f"think --time {value!r}", "think", "tictactoe", "--time", value)
        refused(f"solve --time {value!r}", "solve", "tictactoe", "--time", value)
    refused("a match wants players", "match", "tictactoe", "--games", "2")
    refused("a match wants both players", "match", "tictactoe", "--a", "random")
    refused("a match of a finished game", "match", "tictactoe", "--a", "random", "--b", "random", "--moves",
            "a1 b1 a2 b2 a3")
    for openings in ("", "random", "random:", "random:-1", "random:x", "random:1.5", "book", "random:1001",
                     "random:99999999999999999999", "Random:2"):
        refused(f"match --openings {openings!r}", "match", "tictactoe", "--a", "random", "--b", "random",
                "--openings", openings)
    refused("an opening longer than the game", "match", "tictactoe", "--a", "random", "--b", "random",
            "--openings", "random:30", statuses=(1, 2))
    refused("bench --signature --json", "bench", "--signature", "--json")


# --- output that cannot be written --------------------------------------------------------------

ALL = [["--version"], ["help"], ["help", "--man"], ["games"], ["searches", "alphabeta", "--json"],
       ["show", "tictactoe"], ["show", "tictactoe", "--json"], ["perft", "tictactoe", "3"],
       ["think", "tictactoe", "--player", "random"], ["solve", "stones", "--json"],
       ["play", "tictactoe", "--first", "random", "--second", "random"],
       ["play", "tictactoe", "--first", "random", "--second", "random", "--json"],
       ["match", "tictactoe", "--a", "random", "--b", "random", "--games", "2"],
       ["bench", "--filter", "machine", "--json"], ["bench", "--signature"], ["think", "--help"]]


def unwritten(name, arguments, **options):
    result = subprocess.run([BANYAN, *seeded(arguments)], stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True,
                            check=False, timeout=100, **options)
    lines = result.stderr.splitlines()
    check(name, result.returncode == 1 and len(lines) == 1 and lines[0].startswith("banyan: ") and
          not sanitizer_spoke(result.stderr), f"status {result.returncode}\n{result.stderr}")


def closed_pipe():
    reader, writer = os.pipe()
    os.close(reader)
    return writer


def test_output():
    for arguments in ALL:
        line = " ".join(arguments)
        with open("/dev/full", "w", encoding="utf-8") as full:
            unwritten(f"/dev/full: {line}", arguments, stdout=full)
        writer = closed_pipe()
        unwritten(f"closed pipe: {line}", arguments, stdout=writer)
        os.close(writer)
        unwritten(f"no standard output: {line}", arguments, preexec_fn=lambda: os.close(1))


def test_closed_descriptors():
    def close_all():
        for descriptor in (0, 2):
            os.close(descriptor)
    result = subprocess.run([BANYAN, "show", "tictactoe", "--json"], stdout=subprocess.PIPE, text=True, check=False,
                            preexec_fn=close_all)
    check("works without input and error output", result.returncode == 0 and '"legal"' in result.stdout,
          result)
    bad = subprocess.run([BANYAN, "show", "nosuch"], stdout=subprocess.PIPE, text=True, check=False,
                         preexec_fn=lambda: os.close(2))
    check("an error without error output", bad.returncode == 2 and bad.stdout == "", bad)
    nothing = subprocess.run([BANYAN, "play", "tictactoe", "--first", "human", "--second", "random"],
                             stdout=subprocess.PIPE, text=True, check=False, preexec_fn=lambda: os.close(0))
    check("a person without input", nothing.returncode == 0 and "banyan play" in nothing.stdout, nothing)


for test in (test_names, test_every_command, test_game_commands, test_positions_and_moves, test_players,
             test_numbers, test_output, test_closed_descriptors):
    test()
finish()
