"""Searches step by step and their trees over the API: what the command line prints, bounded, and never in the search's way."""
import contextlib
import json
import re
import shlex
import time

from _api import Api
from _server import Stream
from _tap import LONG, check, data, finish, run, same

TRACED = [
    ("tictactoe", {}, ["b2", "a1"], "mcts sims=50 proofs=off", 7, 300, None),
    ("tictactoe", {}, [], "mcts sims=30 rave=on proofs=off schedule=mse", 1, 200, 4),
    ("connect4", {}, ["d"], "mcts sims=40 selection=puct", 3, 150, 3),
    ("nogo", {"size": 5}, [], 'mcts sims=30 selection="expr: w/n + c*sqrt(ln(N)/n)"', 5, 100, 5),
    ("go", {"size": 5}, ["c3"], "hmcts sims=30", 2, 60, 6),
    ("coins", {"turns": 2}, [], "mcts sims=20", 2, 80, None),
    ("tictactoe", {}, ["b2", "a1", "c3"], "alphabeta plain=on depth=3", 1, 500, None),
    ("stones", {}, [], "minimax", 1, 40, None),
]


def timeless(text):
    return re.sub(r'"seconds": [0-9.e+-]+', '"seconds": 0', text)


def words(game, options, moves):
    told = [game, *(part for name, value in options.items() for part in ("--option", f"{name}={value}"))]
    return told + (["--moves", " ".join(moves)] if moves else [])


def test_bytes(server):
    """The bytes of an answer are those of the command line."""
    for game, options, moves, player, seed, steps, width in TRACED:
        body = {"game": game, "options": options, "moves": moves, "player": player, "seed": seed, "steps": steps}
        status, _, text = server.ask("POST", "/api/v1/trace", {**body, **({"width": width} if width else {})})
        line = ["think", *words(game, options, moves), "--player", player, "--seed", str(seed), "--trace", str(steps), "--json"]
        printed = run(*line, *(["--trace-width", str(width)] if width else [])).stdout.strip()
        text = text.decode()
        check(f"{game}, {player}: as think --trace --json", status == 200 and
              timeless(text).startswith('{"thought": ' + timeless(printed) + ', "steps": '), f"{status} {text[:1500]}\n{printed[:1500]}")
        answer = json.loads(text)
        same(f"{game}, {player}: so many steps", answer["steps"], len(answer["thought"]["trace"]))
        again = run(*shlex.split(answer["command"])[1:], "--json").stdout.strip()
        same(f"{game}, {player}: its command does the same", timeless(again), timeless(printed))


def test_refused(server):
    line = {"game": "tictactoe", "moves": []}
    for what, body, sentence in [
        ("a search without steps", {**line, "player": "random"}, "does not tell its steps"),
        ("a person", {**line, "player": "human"}, "cannot be seen"),
        ("no game", {"player": "mcts"}, "game"),
        ("an illegal move", {"game": "tictactoe", "moves": ["d4"], "player": "mcts"}, "d4"),
        ("no steps", {**line, "player": "mcts sims=5", "steps": 0}, "steps"),
        ("too many steps", {**line, "player": "mcts sims=5", "steps": 20001}, "steps"),
        ("no width", {**line, "player": "mcts sims=5", "width": 0}, "width"),
        ("a formula that is none", {**line, "player": 'mcts selection="expr: w/"'}, "column 4"),
        ("a program", {**line, "player": "gtp cmd=true"}, ""),
        ("more than an answer holds", {"game": "go", "options": {"size": 19}, "player": "mcts sims=3000", "steps": 20000}, "fewer"),
    ]:
        status, answer = server.data("POST", "/trace", body)
        check(f"{what} is refused in a sentence", status == 400 and sentence in answer["error"], f"{status} {str(answer)[:300]}")
    if LONG:
        begun = time.monotonic()
        status, answer = server.data("POST", "/trace", {**line, "player": "mcts sims=1000000000 proofs=off"})
        check("a search without an end is refused", status == 400 and "10 s" in answer["error"] and time.monotonic() - begun < 30, answer)


# --- trees ---------------------------------------------------------------------------------------------

def test_tree(server):
    """The tree of a finished search is that of the command line, and the same again."""
    for game, moves, player in [("tictactoe", ["b2"], "mcts sims=200 rave=on"), ("connect4", [], "mcts sims=150 selection=puct")]:
        job = {"kind": "think", "game": game, "moves": moves, "player": player, "seed": 3, "tree": {"width": 50}}
        found, again = server.job(**job)["tree"], server.job(**job)["tree"]
        wanted = data("think", *words(game, {}, moves), "--player", player, "--seed", "3",
                      "--tree", "-", "--tree-depth", "64", "--tree-width", "50")["tree"]
        same(f"{game}: the tree is that of think --tree", found, wanted)
        same(f"{game}: the same seed, the same tree", again, found)
    none = server.job(kind="think", game="tictactoe", player="alphabeta depth=4", tree=True)
    same("a search that keeps no tree says so", (none["tree"], none["move"] is not None), (None, True))
    check("nobody gets a tree who asked for none", "tree" not in server.job(kind="think", game="tictactoe", player="mcts sims=10"))
    for asked in ("yes", {"width": 0}, {"nodes": 1000}, {"path": "b2"}, {"path": ["z9"]}, {"path": [1]}, {"path": ["b2"] * 65}):
        status, answer = server.data("POST", "/jobs", {"kind": "think", "game": "tictactoe", "player": "mcts", "tree": asked})
        check(f"tree {str(asked)[:40]} is refused", status == 400 and answer["error"], answer)


def size(node):
    return 1 + sum(size(child) for child in node["children"])


def sums_hold(node):
    """What is shown and what is left out are all the visits of a node."""
    shown = sum(child["visits"] for child in node["children"]) + node["left_out_visits"]
    own = node.get("node_visits")
    return (own is None or abs(shown - own) <= 1) and all(sums_hold(child) for child in node["children"])


def progress(stream, job, seconds, least=1):
    """The trees that a job tells of for so long, at least so many, and how long it was."""
    begun, found = time.monotonic(), []
    while time.monotonic() < begun + seconds or len(found) < least:
        _, event, told = stream.next(60)
        if event == "progress" and told["job"] == job:
            found.append(told["result"]["tree"])
    return found, time.monotonic() - begun


def test_growing(server):
    """A running search tells of its tree at most five times a second, bounded, from where the page looks."""
    client = "tree-of-a-test"
    with contextlib.closing(Stream(server, client)) as stream:
        job = server.post("/jobs", {"kind": "think", "game": "go", "options": {"size": 9}, "player": "mcts", "limits": {"time": 60},
                                    "tree": {"width": 6, "nodes": 60}, "client": client})["job"]
        trees, seconds = progress(stream, job, 3)
        check("at most five updates a second", len(trees) <= 5 * seconds + 1, (len(trees), seconds))
        check("never more nodes than asked for", all(size(tree["root"]) <= 60 for tree in trees), [size(tree["root"]) for tree in trees])
        check("what is left out is counted", all(sums_hold(tree["root"]) for tree in trees), trees[-1:])
        first = trees[-1]["root"]["children"][0]["move"]
        same("looking elsewhere", server.data("POST", f"/jobs/{job}/look", {"path": [first]}), (200, {"job": job, "ended": False}))
        later = progress(stream, job, 1, least=3)[0][1:]  # one may have been on its way
        check("the tree is seen from there", later and all(tree["path"] == [first] for tree in later), [tree.get("path") for tree in later])
        same("an illegal path is refused", server.data("POST", f"/jobs/{job}/look", {"path": ["z99"]})[0], 400)
        server.data("DELETE", f"/jobs/{job}")
        answer = server.wait(f"/jobs/{job}")[1]
        check("at the end it is seen from the root, with more of it", "path" not in answer["result"]["tree"] and
              60 < size(answer["result"]["tree"]["root"]) <= 1000, size(answer["result"]["tree"]["root"]))
        same("who has ended says so", server.data("POST", f"/jobs/{job}/look", {"path": []})[1]["ended"], True)
    same("no such job", server.data("POST", "/jobs/none/look", {})[0], 404)
    plain = server.post("/jobs", {"kind": "think", "game": "tictactoe", "player": "mcts sims=10"})["job"]
    same("a job without a tree cannot look", server.data("POST", f"/jobs/{plain}/look", {})[0], 400)


with Api() as server:
    test_bytes(server)
    test_refused(server)
    test_tree(server)
    test_growing(server)
    same("the server ends well", server.stop()[0], 0)
finish()
