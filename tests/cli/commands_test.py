#!/usr/bin/env python3
"""Every command does what it says, and its JSON has the stated shape."""
import json
import os
import re
import shlex
import signal
import subprocess
import tempfile

from _tap import BANYAN, check, data, finish, run, same, words

# Grundy values of heaps 0..30 when a move splits a heap into two different ones (OEIS A002188).
GRUNDY = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0, 4, 3, 0, 4, 3, 0, 4, 1, 2,
          3]
EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "examples")
ENGINES = {"gtp", "gomocup", "nboard"}  # they say nothing until they are asked
TICTACTOE = [9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def texts(value):
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def counts(value):
    return isinstance(value, list) and all(count(item) for item in value)


def shape(name, value, /, **wanted):
    """Every key is there, and its value passes the test given."""
    missing = [key for key, test in wanted.items() if key not in value or not test(value[key])]
    check(name, not missing, f"{missing} in {value!r}"[:500])


def one_of(*choices):
    return lambda value: any(value is choice or (value == choice and type(value) is type(choice))
                             for choice in choices)


def text(value):
    return isinstance(value, str) and value != ""


# --- help ---------------------------------------------------------------------------------

def commands():
    overview = run("help").stdout
    return re.findall(r"^  ([a-z]+) ", overview.split("commands:")[1], re.MULTILINE)


def test_help():
    plain, asked, option = run(), run("help"), run("--help")
    check("without arguments it explains itself", plain.returncode == 0 and plain.stdout, words(plain))
    check("help and --help say the same", plain.stdout == asked.stdout == option.stdout)
    version = run("--version")
    check("--version names the version",
          re.fullmatch(r"banyan \d+\.\d+\.\d+\+[0-9a-f]{12}\n", version.stdout), words(version))
    wanted = {"backtrack", "bench", "book", "convert", "engine", "exercise", "explain", "games", "gomocup", "gtp", "lab", "help", "learn", "lesson", "match",
              "nboard", "perft", "play", "searches", "serve", "show", "solve", "store", "sweep", "think",
              "review", "tournament", "tree", "truth", "tune", "tutor"}
    same("the commands", set(commands()), wanted)


def serve(arguments, folder):
    """A server's example ends when it is told to, which is when it has said its address."""
    kept = {**os.environ, "XDG_DATA_HOME": folder, "BROWSER": "true"}
    with subprocess.Popen([BANYAN, *arguments], cwd=folder, env=kept, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as server:
        said = ""
        while "http://" not in said and (line := server.stdout.readline()):
            said += line
        server.send_signal(signal.SIGTERM)
        rest, errors = server.communicate(timeout=30)
    return subprocess.CompletedProcess(arguments, server.returncode, said + rest, errors)


def test_examples():
    os.environ["XDG_CONFIG_HOME"] = tempfile.mkdtemp(prefix="by_names_")  # some give names to players
    for command in commands():
        explained, again = run(command, "--help"), run("help", command)
        check(f"{command} --help", explained.returncode == 0 and not explained.stderr, words(explained))
        same(f"help {command} says the same", again.stdout, explained.stdout)
        examples = re.findall(r"^  banyan (.*)$", explained.stdout.split("examples:")[1], re.MULTILINE)
        check(f"{command} has two examples", len(examples) >= 2, examples)
        longest = max(len(line) for line in explained.stdout.split("examples:")[0].splitlines())
        check(f"{command} --help fits 80 columns", longest <= 80, longest)
        for example in examples:
            with tempfile.TemporaryDirectory() as folder:  # some write a file, some read one
                os.symlink(EXAMPLES, os.path.join(folder, "examples"))
                if command in ("store", "review"):
                    run("match", "tictactoe", "--a", "random", "--b", "random", "--store", "games.db", cwd=folder)
                words_of = shlex.split(example)
                if command == "lab" or "--lab-store" in words_of:
                    store = "my.db" if command == "lab" else words_of[words_of.index("--lab-store") + 1]
                    run("lab", "run", "examples/connect4_depth.lab", "--scale", "smoke", "--store", store, cwd=folder)
                result = serve(words_of, folder) if command == "serve" else run(*words_of, cwd=folder)
            check(f"example: {example}",
                  result.returncode == 0 and (result.stdout or command in ENGINES) and not result.stderr, words(result))


def test_manual():
    page = run("help", "--man").stdout
    check("the manual page is man(7) text", page.startswith(".TH BANYAN 1 "), page[:80])
    for command in commands():
        check(f"the manual page has {command}", f".SS banyan {command}" in page)


# --- the tables ----------------------------------------------------------------------------

def option_shapes(owner, options):
    for option in options:
        shape(f"{owner}: option {option.get('name')}", option, name=text, type=text, accepts=text,
              help=text, default=lambda value: value is None or isinstance(value, str))


def test_tables():
    games = data("games")["games"]
    names = {game["name"] for game in games}
    check("the six games are there",
          {"mnk", "stones", "nim", "breakthrough", "connect4", "tree"} <= names, names)
    for game in games:
        shape(f"games: {game['name']}", game, name=text, title=text, summary=text, moves=text,
              aliases=lambda v: isinstance(v, list), options=lambda v: isinstance(v, list))
        option_shapes(game["name"], game["options"])
        same(f"games {game['name']}", data("games", game["name"]), game)
        check(f"the table lists {game['name']}", f"{game['name']} " in run("games").stdout)
    aliases = {alias["name"] for game in games for alias in game["aliases"]}
    check("tictactoe is another name", "tictactoe" in aliases, aliases)
    searches = data("searches")["searches"]
    names = {search["name"] for search in searches}
    check("the searches are there", {"random", "minimax", "negamax", "alphabeta"} <= names, names)
    for search in searches:
        shape(f"searches: {search['name']}", search, name=text, title=text, summary=text)
        option_shapes(search["name"], search["options"])
        lines = run("searches", search["name"]).stdout
        check(f"searches {search['name']} lists its options",
              all(option["name"] in lines for option in search["options"]), lines)


# --- show and perft --------------------------------------------------------------------------

def test_show():
    for game in data("games")["games"]:
        state = data("show", game["name"])
        shape(f"show {game['name']}", state, position=text, to_move=one_of("X", "O"), legal=texts,
              over=one_of(True, False), winner=one_of(None, "X", "O", "draw"),
              score=lambda v: v is None or number(v))
        again = data("show", game["name"], "--position", state["position"])
        same(f"show {game['name']} takes its own position", again, state)
    begun = data("show", "tictactoe", "--moves", "b2 A1,c3")
    same("moves in either case, blanks and commas", begun["position"], "..X/.X./O.. O")
    same("what is legal then", begun["legal"], ["b1", "c1", "a2", "c2", "a3", "b3"])
    same("no winner yet", (begun["over"], begun["winner"], begun["score"]), (False, None, None))
    won = data("show", "tictactoe", "--moves", "a1 b1 a2 b2 a3")
    same("X has won, O is to move", (won["position"], won["to_move"], won["legal"], won["over"],
                                     won["winner"], won["score"]), ("X../XO./XO. O", "O", [], True, "X", 1))
    drawn = data("show", "tictactoe", "--position", "XOX/XOO/OXX O")
    same("a draw", (drawn["over"], drawn["winner"], drawn["score"]), (True, "draw", 0))
    margin = data("show", "stones", "--position", "1 2 3 6", "--moves", "1 3")
    same("a margin for X", (margin["over"], margin["winner"], margin["score"]), (True, "O", -10))
    same("a size", data("show", "breakthrough", "--size", "3x4")["position"], "OOO/.../.../XXX X")
    board = data("show", "mnk", "--option", "m=4", "--option", "n=3", "--option", "k=3")
    same("options", board["position"], "..../..../.... X")
    check("empty --moves is none", run("show", "nim", "--moves", "").returncode == 0)
    drawing = run("show", "tictactoe", "--moves", "b2 a1").stdout
    check("the drawing", drawing.startswith("3 . . .\n2 . X .\n1(O). .\n  a b c\nX to move\n"), drawing)
    check("no colours without a terminal", "\033" not in drawing)


def test_perft():
    wanted = {("tictactoe", 9): TICTACTOE, ("breakthrough", 4): [22, 484, 11132, 256036],
              ("connect4", 8): [7, 49, 343, 2401, 16807, 117649, 823536, 5673234]}
    for (game, depth), nodes in wanted.items():
        for threads in ("1", "2"):
            counted = data("perft", game, str(depth), "--threads", threads)
            shape(f"perft {game} {depth}", counted, game=text, nodes=counts, finished=counts)
            same(f"perft {game} {depth}, {threads} threads", counted["nodes"], nodes)
    small = data("perft", "breakthrough", "4", "--size", "6x6")
    same("perft breakthrough 6x6", small["nodes"], [16, 256, 4308, 71478])
    whole = data("perft", "tictactoe", "10")
    same("no tenth ply", whole["nodes"][9], 0)
    same("255168 games of tic-tac-toe", whole["finished"][9], 255168)
    # Games won before the sixth and the seventh ply: 1440 after five plies, 5328 after six.
    same("finished games add up", whole["finished"][4:7], [0, 1440, 6768])
    after = data("perft", "tictactoe", "2", "--moves", "b2")
    same("perft from a position", after["nodes"], [8, 56])
    same("perft of a finished game", data("perft", "tictactoe", "2", "--moves", "a1 b1 a2 b2 a3")["nodes"],
         [0, 0])
    table = run("perft", "tictactoe", "9").stdout
    check("the table ends with 127872", re.search(r"^ +9 +127872 +127296$", table, re.MULTILINE), table)


# --- think, solve, play ------------------------------------------------------------------------

def think_shape(name, found):
    shape(name, found, move=lambda v: v is None or text(v), value=lambda v: v is None or number(v),
          scale=one_of("probability", "score"), pv=texts, work=lambda v: isinstance(v, dict),
          moves=lambda v: isinstance(v, list))
    shape(name + ": work", found["work"], nodes=count, simulations=count, seconds=number,
          tree_bytes=count)
    for stat in found["moves"]:
        if not (text(stat["move"]) and count(stat["visits"]) and
                (stat["value"] is None or number(stat["value"]))):
            check(name + ": moves", False, stat)


def test_think():
    for game in data("games")["games"]:
        legal = data("show", game["name"])["legal"]
        for search in data("searches")["searches"]:
            name = f"think {game['name']} {search['name']}"
            asked = run("think", game["name"], "--player", search["name"], "--nodes", "3000", "--json")
            if asked.returncode == 2:  # a search that does not fit the game says so
                check(f"{name}: refused with a sentence", asked.stderr and not asked.stdout, asked.stderr)
                continue
            found = json.loads(asked.stdout)
            think_shape(name, found)
            check(f"{name}: a legal move, first in its own line",
                  found["move"] in legal and found["pv"][:1] == [found["move"]], found)
            same(f"{name}: every move is listed", sorted(s["move"] for s in found["moves"]),
                 sorted(legal))
            same(f"{name}: the chosen move first", found["moves"][0]["move"], found["move"])
    value = data("think", "tictactoe", "--player", "alphabeta depth=9 eval=none")
    same("tic-tac-toe is a draw", value["value"], 0)
    check("a whole score is an integer", isinstance(value["value"], int), value["value"])
    over = data("think", "tictactoe", "--moves", "a1 b1 a2 b2 a3")
    think_shape("think at the end", over)
    same("nothing to play at the end", (over["move"], over["value"], over["pv"], over["moves"]),
         (None, -1, [], []))
    leaves = data("think", "tree", "--player", "minimax")
    same("minimax on the lecture's tree", (leaves["value"], leaves["move"]), (3, "1"))
    for search in ("minimax", "negamax"):
        stones = data("think", "stones", "--player", search)["work"]
        same(f"{search} deepens, and its last depth is the lecture's tree of 15 nodes",
             (stones["nodes"], stones["last_depth_nodes"]), (43, 15))
    text = run("think", "stones", "--player", "minimax").stdout
    check("both counts in words", "work   43 nodes in all, 15 at the last depth, " in text, text)
    whole = data("think", "stones", "--player", "minimax", "--depth", "4")["work"]
    same("a depth given alone is all there is", (whole["nodes"], whole["last_depth_nodes"]), (15, 15))
    ladder = data("think", "connect4", "--player", "alphabeta", "--depth", "5")["work"]
    check("alpha-beta deepens, too", 0 < ladder["last_depth_nodes"] < ladder["nodes"], ladder)
    stopped = data("think", "connect4", "--player", "minimax", "--nodes", "100")["work"]
    check("a depth that was cut short does not count", 0 < stopped["last_depth_nodes"] < 100 - 8, stopped)
    same("nothing deepens in Monte Carlo search",
         data("think", "connect4", "--player", "mcts", "--sims", "50")["work"]["last_depth_nodes"], 0)
    same("random has no opinion", data("think", "nim", "--player", "random")["value"], None)
    limited = data("think", "breakthrough", "--player", "alphabeta", "--nodes", "500")
    check("--nodes holds", limited["work"]["nodes"] <= 500, limited["work"])
    deep = data("think", "breakthrough", "--player", "alphabeta", "--depth", "2")
    same("--depth holds", deep["depth"], 2)
    for search, limit in (("alphabeta", "sims"), ("minimax", "sims"), ("pns", "depth")):
        refused = run("think", "breakthrough", "--player", search, "--" + limit, "5")
        check(f"{search} is refused what it does not know: {limit}", refused.returncode == 2 and
              f"the search {search} does not know the limit {limit}" in refused.stderr, refused.stderr)
    same("random ends by itself", run("think", "nim", "--player", "random", "--sims", "5").returncode, 0)
    quick = data("think", "breakthrough", "--player", "minimax", "--time", "200ms")
    check("--time holds", 0.1 < quick["work"]["seconds"] < 2, quick["work"])
    seeds = {data("think", "breakthrough", "--player", "random", "--seed", str(s))["move"]
             for s in range(12)}
    check("the seed decides chance", len(seeds) > 1, seeds)
    largest = str(2 ** 64 - 1)
    same("the largest seed, twice", data("think", "nim", "--player", "random", "--seed", largest)["move"],
         data("think", "nim", "--player", "random", "--seed", largest)["move"])


def test_trace():
    result = run("think", "tree", "--player", "alphabeta plain=on depth=2", "--trace")
    steps = [line for line in result.stdout.splitlines() if re.match(r" *[<>] ", line)]
    check("the trace enters and leaves the root",
          steps[0].startswith("> root") and steps[-1].startswith("< root"), result.stdout)
    check("the trace is indented by ply", any(step.startswith("    > ") for step in steps), steps)
    check("the trace shows windows and a cut",
          "window (3, +inf)" in result.stdout or "window (-inf, -3)" in result.stdout, result.stdout)
    check("the trace shows a cut", "cut" in result.stdout, result.stdout)
    for arguments in (["--trace", "5"], ["--trace=5"]):
        few = run("think", "tree", "--player", "minimax depth=2", *arguments).stdout
        same(f"{arguments} gives five steps", len(re.findall(r"^ *[<>] ", few, re.MULTILINE)), 5)
    trace = data("think", "tree", "--player", "minimax depth=2", "--trace", "4")["trace"]
    same("the trace in JSON", [(s["step"], s["ply"], s["move"]) for s in trace],
         [("enter", 0, None), ("enter", 1, "1"), ("enter", 2, "1"), ("leave", 2, "1")])


def solved(name, *arguments, result, score=None):
    found = data("solve", *arguments)
    shape(f"solve {name}", found, result=one_of("first", "second", "draw"), score=number, best=texts,
          pv=texts, nodes=count, seconds=number)
    same(f"solve {name}: result", found["result"], result)
    if score is not None:
        same(f"solve {name}: score", found["score"], score)
    return found


def test_solve():
    drawn = solved("tictactoe", "tictactoe", result="draw", score=0)
    same("every first move keeps the draw", len(drawn["best"]), 9)
    same("a game of nine moves", len(drawn["pv"]), 9)
    solved("stones 1 2 3 6", "stones", "--position", "1 2 3 6", result="draw", score=0)
    solved("stones 1 2 3 7", "stones", "--position", "1 2 3 7", result="second", score=-1)
    solved("stones 1 2 3 -9", "stones", "--position", "1 2 3 -9", result="first")
    over = solved("a finished game", "tictactoe", "--moves", "a1 b1 a2 b2 a3", result="second",
                  score=-1)
    same("nothing to play there", (over["best"], over["pv"]), ([], []))
    for heap, grundy in enumerate(GRUNDY):
        if heap > 0:
            solved(f"nim {heap}", "nim", "--position", str(heap), result="first" if grundy else "second")
    for heaps in ((3, 5, 7), (3, 3), (5, 8), (4, 7, 20), (13, 16), (30, 13, 3), (10, 9, 8, 5), (28, 29, 30)):
        total = 0
        for heap in heaps:
            total ^= GRUNDY[heap]
        solved(f"nim {heaps}", "nim", "--position", " ".join(map(str, heaps)),
               result="first" if total else "second", score=1 if total else -1)


def play_shape(name, game):
    shape(name, game, game=text, first=text, second=text, moves=texts, position=text,
          winner=one_of(None, "X", "O", "draw"), score=lambda v: v is None or number(v))


def test_play():
    for game in data("games")["games"]:
        second = "minimax nodes=500" if game["player"] == "minimax" else "alphabeta nodes=500"  # chance
        played = data("play", game["name"], "--first", "random", "--second", second)
        play_shape(f"play {game['name']}", played)
        replayed = data("show", game["name"], "--moves", " ".join(played["moves"]))
        same(f"play {game['name']}: the moves lead to the position",
             (replayed["position"], replayed["over"], replayed["winner"], replayed["score"]),
             (played["position"], True, played["winner"], played["score"]))
    same("perfect play draws", data("play", "tictactoe", "--first", "alphabeta depth=9", "--second",
                                    "minimax depth=9")["winner"], "draw")
    same("the same seed, the same game",
         data("play", "breakthrough", "--first", "random", "--second", "random", "--seed", "7"),
         data("play", "breakthrough", "--first", "random", "--second", "random", "--seed", "7"))
    alone = run("play")
    check("without a terminal two programs play",
          alone.returncode == 0 and re.search(r"^ +1 X ", alone.stdout, re.MULTILINE) and
          ("wins" in alone.stdout or "draw" in alone.stdout), words(alone))


def test_play_by_pipe():
    def person(lines, *more):
        return run("play", "tictactoe", "--first", "human", "--second", "human", *more,
                   input="".join(line + "\n" for line in lines))
    game = person(["b2", "a1", "a2", "c2", "B3", "b1", "c3", "a3", "c1"])
    check("a person's game by pipe", game.returncode == 0 and "The game is a draw" in game.stdout,
          words(game))
    talk = person(["help", "moves", "board", "nonsense", "b2", "b2", "undo", "hint", "a1", "quit"])
    check("help names the words", "undo" in talk.stdout and "hint" in talk.stdout, talk.stdout)
    check("moves lists them", "a1 b1 c1 a2 b2 c2 a3 b3 c3" in talk.stdout, talk.stdout)
    check("a hint names moves", len(re.findall(r"^  [abc][123] +draw ", talk.stdout, re.M)) == 3, talk.stdout)
    check("a bad move is explained and asked again", talk.returncode == 0 and not talk.stderr, words(talk))
    check("leaving prints how to go on",
          'banyan play tictactoe --moves "a1" --first human --second human' in talk.stdout, talk.stdout)
    ended = person(["b2", "a1"])
    resume = [line for line in ended.stdout.splitlines() if line.startswith("  banyan play ")]
    check("the end of input leaves politely", ended.returncode == 0 and len(resume) == 1, words(ended))
    again = run(*shlex.split(resume[0])[1:], input="quit\n")
    check("the command printed goes on", again.returncode == 0 and '--moves "b2 a1"' in again.stdout,
          words(again))
    spoken = person(["b2", "quit"], "--json")
    play_shape("a game left, in JSON", json.loads(spoken.stdout))
    same("its moves", json.loads(spoken.stdout)["moves"], ["b2"])
    none = person(["undo", "quit"])
    check("nothing to take back", "nothing to take back" in none.stdout, none.stdout)
    back = run("play", "tictactoe", "--first", "human", "--second", "alphabeta", "--json",
               input="b2\nundo\na1\nquit\n")
    moves = json.loads(back.stdout)["moves"]
    check("undo takes the program's answer back too", len(moves) == 2 and moves[0] == "a1", moves)


for test in (test_help, test_manual, test_tables, test_show, test_perft, test_think, test_trace,
             test_solve, test_play, test_play_by_pipe, test_examples):
    test()
finish()
