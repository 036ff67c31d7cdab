#!/usr/bin/env python3
"""explain: the documents' own numbers, sums that are whole, three forms of the same, and refusals."""
import glob
import json
import os
import shlex
import tempfile
import xml.etree.ElementTree as xml

from _tap import check, data, finish, run, same, words

GOLDEN = os.path.join(os.path.dirname(__file__), "..", "golden", "explain")

# GOM 2.4: its figure is lost; the point e5 here has the patterns that the text names. White there is O.
GOM = ["gomoku", "--size", "9", "--position",
       "........./........./..O....../...XOX.../...O...../........./........./........./......... X"]
# NOGO figure 1 is lost, too: the middle of four eyes that are not closed yet, and a move that takes four points from
# who plays it: three captures to come, and a chain of his own with one liberty left.
BEST = ["nogo", "--size", "7", "--position", "......./...X.../..X.X../.X...X./..X.X../...X.../....... X"]
WORST = ["nogo", "--size", "7", "--position", "......./O.XX.../XOOOX../.XX.O../OOXOX../..O..../....... X"]


def row(explained, table, move):
    """A row of a table as a dictionary."""
    found = next(t for t in explained["tables"] if t["name"] == table)
    names = [column["name"] for column in found["columns"]]
    return dict(zip(names, next(r["values"] for r in found["rows"] if r["move"] == move)))


def test_documents():
    e5 = row(data("explain", *GOM), "points", "e5")
    same("GOM 2.4: white's score", e5["score O"], 202)
    same("GOM 2.4: black's score", e5["score X"], 112)
    same("GOM 2.4: white's patterns", sorted(e5[f"O {way}"] for way in "-|/\\"), ["BLOCKED_ONE"] * 2 + ["TWO"] * 2)
    same("GOM 2.4: black's patterns", sorted(e5[f"X {way}"] for way in "-|/\\"),
         ["BLOCKED_ONE", "BLOCKED_ONE", "BLOCKED_TWO", "TWO"])
    best, worst = (row(data("explain", *place), "moves", "d4") for place in (BEST, WORST))
    same("NOGO figure 1: the best case", (best["a"], best["b"], best["a-b"]), (5, 1, 4))
    same("NOGO figure 1: the worst case", (worst["a"], worst["b"], worst["a-b"]), (1, 5, -4))
    plain = row(data("explain", "nogo", "--size", "7"), "moves", "d4")
    same("NOGO figure 1: the usual case", (plain["a"], plain["b"], plain["a-b"]), (1, 1, 0))
    lines = data("explain", "tictactoe", "--moves", "b2 a1")["evaluations"][0]
    same("LOG: open lines of X minus those of O", lines["value"], 5 - 4)
    heaps = data("explain", "nim", "--position", "3 5 7")["tables"][0]["rows"]
    same("Grundy values", [heap["values"][1] for heap in heaps], [1, 2, 0])


def test_golden():
    for path in sorted(glob.glob(os.path.join(GOLDEN, "*.txt"))):
        with open(path, encoding="utf-8") as file:
            command, wanted = file.read().split("\n", 1)
        result = run(*shlex.split(command.removeprefix("$ banyan ")))
        name = os.path.basename(path)
        check(f"golden: {name}", result.returncode == 0 and not result.stderr, words(result))
        same(f"golden: {name}", result.stdout, wanted)


def test_sums():
    """The sums as a reader of the JSON adds them up; explain_test.c does it for many positions."""
    for game in [entry["name"] for entry in data("games")["games"]]:
        explained = data("explain", game)
        same(f"{game}: the position is that of show", explained["position"], data("show", game)["position"])
        same(f"{game}: every legal move is there", [move["move"] for move in explained["moves"]],
             data("show", game)["legal"])
        for evaluation in explained["evaluations"]:
            same(f"{game}: the terms of {evaluation['name']} add up",
                 sum(term["value"] for term in evaluation["terms"]), evaluation["value"])
        text = run("explain", game).stdout
        for evaluation in explained["evaluations"]:
            check(f"{game}: {evaluation['name']} is in the text", evaluation["name"] in text, text)


def test_eval():
    opening = ["explain", "othello", "--moves", "f5 d6 c3 d3 c4 f4"]
    mixed = data(*opening, "--eval", "mixed")["evaluations"]
    same("--eval: this one alone", [e["name"] for e in mixed], ["mixed"])
    check("mixed says in which stage it is", "opening: as positional" in {t["name"] for t in mixed[0]["terms"]}, mixed)
    middle = data(*opening, "--eval", "mixed:opening=2")["evaluations"][0]
    check("and with settings of its own", "middle: as mobility" in {t["name"] for t in middle["terms"]}, middle)
    same("which are those of the evaluation", middle["value"], data(*opening, "--eval", "mobility")["evaluations"][0]["value"])
    player = data(*opening, "--player", "alphabeta depth=3 eval=absolute")
    same("a player's evaluation", player["evaluations"][0]["name"], "absolute")
    after = {move["move"]: move["after"] for move in data("explain", "othello", "--eval", "absolute")["moves"]}
    same("after each first move one has 4 discs and the other 1", set(after.values()), {3})
    same("--all shows every evaluation", run(*opening, "--all").stdout.count("\nevaluation "),
         len(data(*opening)["evaluations"]))
    check("without it the first", run(*opening).stdout.count("\nevaluation ") == 1)


def test_known():
    forced = data("explain", "gomoku", "--moves", "h8 a1 h9 b2 h10 c3 h11 h7")
    same("a forced win is named", forced["forced"], ["h12"])
    same("stones: theory", data("explain", "stones")["theory"], 0)
    ladder = data("explain", "go", "--size", "9", "--position",
                  "........./........./........./...X...../..XOX..../........./........./........./......... X")
    chain = next(r for r in ladder["tables"][1]["rows"] if r["side"] == "O")
    same("a stone with one way out", (chain["cells"], chain["values"][:2]), (["d5"], [1, 1]))
    same("runs away from where nobody waits", chain["values"][2], "escapes by running")
    check("the owners of all points", len(ladder["judged"]["owners"]) == 81 and ladder["judged"]["lead"] is not None)
    won = data("explain", "tictactoe", "--moves", "a1 b1 a2 b2")["moves"]
    same("a move that wins", [m["result"] for m in won if m["move"] == "a3"], [1])


def test_nature():
    told = data("explain", "coins", "--moves", "2")
    same("nature moves", told["to_move"], "nature")
    same("X has thrown two coins: seen by O, who comes next",
         {m["move"]: (m["share"], m["after"]) for m in told["moves"]}, {"heads": (0.25, -2), "tails": (0.75, 0)})
    same("nature takes no formula", data("explain", "coins", "--moves", "2", "--player", "mcts")["player"]["moves"], [])


def test_playouts():
    told = data("explain", "othello", "--playout", "uniform", "--playouts", "400", "--seed", "3")
    again = data("explain", "othello", "--playout", "uniform", "--playouts", "400", "--seed", "3")
    same("the same seed, the same games", told, again)
    games = told["playout"]
    same("all games end somehow", games["wins_x"] + games["wins_o"] + games["draws"], 400)
    first = [move["playouts_first"] for move in told["moves"]]
    check("and begin with some move", abs(sum(first) - 1) < 1e-9 and all(0.15 < share < 0.35 for share in first), first)
    only = data("explain", "nogo", "--size", "7", *BEST[3:], "--playout", "mobility", "--playouts", "50")["moves"]
    same("a-b playouts begin with the best a-b", {m["move"]: m["playouts_first"] for m in only}["d4"], 1)


def test_games_that_go_on():
    """Two passes ended it, and it went on: knowledge of one's own explains that position, too."""
    with tempfile.NamedTemporaryFile("w", suffix=".sgf") as record:
        record.write("(;GM[1]FF[4]SZ[9]KM[7];B[ee];W[];B[];W[cc];B[dd])")
        record.flush()
        for playout in ("uniform", "uniform:strengths=set"):
            said = run("explain", "go", "--file", record.name, "--playout", playout, "--playouts", "10")
            check(f"a game that went on after two passes, {playout}", said.returncode == 0 and "O" in said.stdout, words(said))


def test_player():
    told = data("explain", "gomoku", "--moves", "h8 h9", "--player", "mcts selection=puct c=0.4")["player"]
    check("every move has a prior", abs(sum(move["prior"] for move in told["moves"]) - 1) < 1e-4)
    for move in told["moves"][:3]:
        check(f"puct before the first simulation: {move['move']}",
              abs(move["value"] - (0.5 + 0.4 * move["prior"])) < 1e-6, move)
    check("the formula is there", "prior sqrt" in told["formula"], told["formula"])
    shares = {m["move"]: m["share"] for m in data("explain", "gomoku", "--moves", "h8 h9")["moves"]}
    check("the prior is the share of the strengths",
          all(abs(move["prior"] - shares[move["move"]]) < 1e-6 for move in told["moves"]))
    uct = data("explain", "nogo", "--size", "5", "--player", "mcts")["player"]["moves"]
    check("without priors there are none, and a move not tried is worth trying",
          {(m["prior"], m["value"]) for m in uct} == {(None, None)}, uct[:2])
    narrow = data("explain", "go", "--size", "9", "--player", "mcts widening=on threads=2")["player"]["moves"]
    same("widening begins with one move", sum(move["looked_at"] for move in narrow), 1)


def test_drawing():
    with tempfile.TemporaryDirectory() as folder:
        for game in ("othello", "nogo", "nim", "tree", "go"):
            path = os.path.join(folder, game + ".svg")
            result = run("explain", game, "--svg", path)
            check(f"{game}: text and drawing", result.returncode == 0 and result.stdout and not result.stderr,
                  words(result))
            root = xml.parse(path).getroot()
            check(f"{game}: it is SVG", root.tag.endswith("svg") and len(list(root.iter())) > 20, root.tag)
    result = run("explain", "tictactoe", "--svg", "-")
    check("--svg - is the drawing alone", result.stdout.startswith("<svg"), words(result))
    alone = json.loads(run("explain", "nim", "--json", "--svg", os.devnull).stdout)
    same("--json beside a drawing", alone["game"], "nim")


def refused(name, *arguments, says):
    result = run("explain", *arguments)
    check(f"refused: {name}", result.returncode == 2 and not result.stdout and says in result.stderr and
          len(result.stderr.splitlines()) == 1, words(result))


def test_refusals():
    refused("an unknown evaluation", "othello", "--eval", "nosuch", says="it has mobility|positional")
    refused("an evaluation where there is none", "tree", "--eval", "lines", says="no evaluations")
    refused("an unknown playout", "nogo", "--playout", "nosuch", says="it has uniform|")
    refused("a game that is over", "tictactoe", "--moves", "a1 b1 a2 b2 a3", says="the game is over")
    refused("settings of nothing", "nim", "--playout", "uniform:3", says="nothing to set behind the colon")
    refused("a number without playouts", "nim", "--playouts", "3", says="--playouts goes with")
    refused("drawing and JSON at once", "nim", "--svg", "-", "--json", says="standard output")
    refused("a person", "nim", "--player", "human", says="person")
    refused("another program", "tictactoe", "--player", "gtp cmd=/bin/false", says="may not start a program")


for test in (test_documents, test_golden, test_sums, test_eval, test_known, test_nature, test_playouts, test_games_that_go_on, test_player,
             test_drawing, test_refusals):
    test()
finish()
