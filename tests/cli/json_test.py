#!/usr/bin/env python3
"""docs/JSON.md is the page of all shapes: what a command prints stands there, and what stands there is printed."""
import json
import os
import re
import shutil
import tempfile

from _tap import check, data, finish, run

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "JSON.md")
FOLDER = tempfile.mkdtemp(prefix="by_json_")
STORE = os.path.join(FOLDER, "games.db")
TOURNAMENT = os.path.join(FOLDER, "small.toml")
PROBLEMS = os.path.join(FOLDER, "problems.obf")
SGF = os.path.join(os.path.dirname(__file__), "..", "..", "examples", "tictactoe.sgf")
TREE = ["tree", "((3 12 8)(2 4 6)(14 5 2))"]
MCTS = ["think", "tictactoe", "--player", "mcts sims=30 rave=on"]
FREE = {"info", "facts", "answers"}  # objects whose keys stand in record/infos.def, and those of an exercise


def sections():
    """Heading -> text, with the text of its sub-headings."""
    with open(PAGE, encoding="utf-8") as file:
        text = file.read()
    found, parent = {}, None
    for part in re.split(r"^(?=##)", text, flags=re.MULTILINE)[1:]:
        heading = part.split("\n", 1)[0]
        name = heading.lstrip("# ").strip()
        found[name] = part
        if heading.startswith("###"):
            found[parent] += part
        else:
            parent = name
    return found


def keys(value):
    """Every key of a value, at any depth."""
    if isinstance(value, list):
        return set().union(*[keys(item) for item in value]) if value else set()
    if not isinstance(value, dict):
        return set()
    return set(value).union(*[keys(item) for name, item in value.items() if name not in FREE])


def named(text):
    """Words that the page names as keys: "key" in examples, `key` in sentences."""
    return set(re.findall(r'"([A-Za-z0-9_]+)"', text)) | set(re.findall(r"`\"?([A-Za-z0-9_]+)\"?`", text))


def example_keys(text):
    """The keys of the first example."""
    block = re.search(r"```json\n(.*?)```", text, re.DOTALL)
    return set(re.findall(r'"([A-Za-z0-9_]+)":', block.group(1))) if block else set()


def prepare():
    data("match", "tictactoe", "--a", "random", "--b", "random", "--games", "4", "--store", STORE)
    with open(TOURNAMENT, "w", encoding="utf-8") as file:
        file.write('game = "tictactoe"\ngames = 2\n[[player]]\nname = "a"\nspec = "random"\n'
                   '[[player]]\nname = "b"\nspec = "minimax depth=1"\n')
    with open(PROBLEMS, "w", encoding="utf-8") as file:
        file.write("-----OX--XO----- X; A2:-8;\n")


def engines():
    """What `engine` prints, with a file of names of its own."""
    own = {**os.environ, "XDG_CONFIG_HOME": FOLDER}
    checked = os.path.join(os.path.dirname(SGF), "engines", "gomocup.py")
    actions = (["add", "quick", "mcts sims=100"], ["ls"], ["rm", "quick"], ["check", f"gomocup cmd={checked}", "--all"])
    return [json.loads(run("engine", *action, "--json", env=own).stdout) for action in actions]


def go_strengths():
    """The rounds of a lesson about Go's moves."""
    path = os.path.join(FOLDER, "games.golines")
    with open(path, "w", encoding="utf-8") as file:
        file.write("9 7 B+R - B:eegcccggcgec\n9 7 ? - B:eecegecgggdc\n" * 5)
    return data("learn", "go", path, "--rounds", "2", "--hold-out", "0.3", "--out", os.path.join(FOLDER, "my.strengths"))


def laboratory():
    own = os.path.join(os.path.dirname(SGF), "connect4_depth.lab")
    store, scale = ["--store", os.path.join(FOLDER, "lab.db")], ["--scale", "smoke"]
    planned = data("lab", "run", own, "--dry-run", *scale, *store)
    measured = data("lab", "run", "stones-all", *scale, *store)
    ran, listed = data("lab", "run", own, *scale, *store), data("lab", *store)
    shown = data("lab", "show", own, *store, "--cell", "depth=1")
    for cell in shown:
        cell["games"] = len(cell["games"])  # those are `store show`'s
    return [planned, measured, ran, listed, shown, data("lab", "check", own, *store)]


def tutored():
    """A right trace, a wrong window, a wrong cut."""
    begin = "tree ((3 12 8)(2 4 6)(14 5 2))\n0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf 3 12\n2 3 -inf 3 8\n1 1 -inf 3 3\n1 2 "
    traces = begin + "-inf inf ?", begin + "3 inf ?\n2 1 3 inf 2\n2 2 3 2 4", begin + "3 inf ?\n2 1 3 inf 2\n1 2 3 2 7"
    own = os.path.join(os.path.dirname(SGF), "tutor_trace.txt")
    return [data("tutor", own)] + [json.loads(run("tutor", "-", "--json", input=trace).stdout) for trace in traces]


def exported():
    return [json.loads(line) for line in run("store", "export", STORE).stdout.splitlines()]


def commands():
    """Section of the page -> what the commands print."""
    random = ["match", "tictactoe", "--a", "random", "--b", "random", "--games", "4"]
    return {
        "show GAME": [data("show", game) for game in ("tictactoe", "nim", "stones", "nogo", "go", "othello")] +
                     [data("show", SGF)],
        "convert IN OUT": [data("convert", SGF, os.path.join(FOLDER, "out.sgf"))],
        "perft GAME DEPTH": [data("perft", "connect4", "3")],
        "think GAME --player SPEC": [data("think", "tictactoe", "--player", "minimax depth=2", "--trace", "20"),
                                     data(*MCTS, "--trace", "40"), data(*MCTS, "--tree", "-")],
        "solve GAME": [data("solve", "nim", "--position", "5"), data("solve", "nim", "--count"),
                       data("solve", "othello", "--file", PROBLEMS)],
        "explain GAME": [data("explain", game, *more) for game, *more in (
            ["othello"], ["nim"], ["go", "--size", "5"], ["stones"], ["gomoku", "--size", "7", "--player", "mcts prior=on"],
            ["gomoku", "--moves", "h8 a1 h9 b2 h10 c3 h11 h7"], ["tictactoe", "--playout", "uniform"])],
        "review GAME|FILE": [data("review", "tictactoe", "--moves", "a1 b1 a2 b2 c1 b3")],
        "backtrack GAME": [data("backtrack", "stones")],
        "tree [TREE]": [data(*TREE), data(*TREE, "--nodes")],
        "tutor FILE": tutored(),
        "match GAME --a SPEC --b SPEC": [data(*random, "--list"), data(*random, "--sprt", "elo0=0 elo1=100"),
                                         data("match", "go", "--plan", "elo=20")],
        "sweep GAME --a SPEC --b SPEC": [data("sweep", "tictactoe", "--a", "mcts sims=5 c={0,1}", "--b", "random", "--games", "4")],
        "lab [ACTION [NAME...]]": laboratory(),
        "truth GAME": [data("truth", "tictactoe", "--player", "random", "--positions", "20", "--table", "1M")],
        "tournament FILE": [data("tournament", TOURNAMENT)],
        "store ACTION FILE": [data("store", "ls", STORE), data("store", "show", STORE), data("store", "check", STORE),
                              exported()],
        "tune GAME --player SPEC --vary RANGES": [data("tune", "tictactoe", "--player", "mcts sims=2", "--vary", "sims=1..50",
                                                       "--games", "60", "--population", "4", "--pairing", "2",
                                                       "--method", method) for method in ("selection", "spsa")],
        "engine ls, engine check NAME": engines(),
        "play GAME": [data("play", "tictactoe", "--first", "random", "--second", "random")],
        "learn GAME [FILE...]": [data("learn", "othello", "--selfplay", "20", "--player", "random", "--rounds", "2",
                                      "--out", os.path.join(FOLDER, "my.weights")), go_strengths()],
        "bench": [data("bench", "--filter", "machine"), data("bench", "--filter", "cost/go/operations/exponent")],
        "lesson NAME": [data("lesson", lesson["name"], *(["--runs", "2"] if lesson["name"] == "bandit" else []))
                        for lesson in data("lesson")["lessons"]],
        "games, searches, lesson": [data("games"), data("searches"), data("lesson"), data("games", "go"),
                            data("searches", "mcts")],
    }


def main():
    prepare()
    page = sections()
    for section, printed in commands().items():
        text = page.get(section, "")
        found = set().union(*[keys(value) for value in printed])
        missing = sorted(found - named(text))
        check(f"{section}: every key that is printed is explained", text and not missing, missing)
        gone = sorted(example_keys(text) - found)
        check(f"{section}: every key of the example is printed", not gone, gone)
    shutil.rmtree(FOLDER, ignore_errors=True)
    finish()


main()
