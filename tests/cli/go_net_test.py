#!/usr/bin/env python3
"""Go with a network (mcts net=on): what think, explain and GTP say, from a file that is made up here. Its layers are
all 0 but for the biases of the last one: the value and the lead are those, and every move has the same share."""
import json
import os
import re
import struct
import tempfile
import zlib

from _tap import check, data, finish, run, same, words

PLANES, CHANNELS, HEAD, DENSE = 20, 16, 16, 1
SURE = 6.0  # a logit: who is to move wins with 99.75 %


def network(path, value, lead, planes=PLANES):
    def floats(*numbers):
        return struct.pack(f"<{len(numbers)}f", *numbers)

    body = struct.pack("<5I", planes, CHANNELS, 0, HEAD, DENSE)
    body += floats(*[0] * (2 * CHANNELS)) + bytes(CHANNELS * 9 * planes)
    body += floats(*[0] * (2 * HEAD)) + bytes(HEAD * CHANNELS)
    body += 2 * (floats(0, 0) + bytes(HEAD))
    body += floats(*[0] * (DENSE * 2 * HEAD + DENSE + 3 * DENSE), value, 0, lead)
    with open(path, "wb") as file:
        file.write(b"banyan\x1an" + struct.pack("<2I", 1, zlib.crc32(body)) + body)


def player(path, more):
    return f"mcts selection=puct c=1 net=on playout=tactical:net={path} {more}"


def test_think(path):
    spec = player(path, "mix=1 sims=50 early=off")
    said = data("think", "go", "--size", "5", "--player", spec)
    same("every simulation is one", said["work"]["simulations"], 50)
    said = data("think", "go", "--size", "5", "--player", player(path, "mix=1 sims=1"))
    check("behind a move it is the opponent's turn: he wins", said["value"] < 0.02, said["value"])
    trace = data("think", "go", "--size", "5", "--trace", "--player", player(path, "mix=1 sims=2"))["trace"]
    steps = [step for step in trace if step["step"] == "simulate"]
    same("a step without a playout", [(s["reason"], s["length"], s["played"]) for s in steps],
         [("network", None, None)] * 2)
    trace = data("think", "go", "--size", "5", "--trace", "--player", player(path, "mix=0.5 sims=2"))["trace"]
    steps = [step for step in trace if step["step"] == "simulate"]
    check("a step with one", all(s["reason"] == "network" and s["length"] == len(s["played"]) for s in steps), steps)
    text = run("think", "go", "--size", "5", "--trace", "--player", player(path, "mix=1 sims=1")).stdout
    check("in words", re.search(r"SIMULATE after \w+: the network gives Black 0(\.\d+)?, White (1|0\.\d+)\n", text),
          text)


def test_explain(path):
    said = data("explain", "go", "--size", "5", "--option", f"net={path}")
    tables = {table["name"]: table for table in said["tables"]}
    values = tables["network"]["rows"][0]["values"]
    check("explain: who wins, and by how much", abs(values[0] - 0.9975) < 1e-3 and values[1] == 2.5, values)
    shares = [row["values"][0] for row in tables["network's moves"]["rows"]]
    check("explain: the moves' shares", len(shares) == 26 and all(abs(s - 1 / 26) < 1e-6 for s in shares), shares)
    said = data("explain", "go", "--size", "5")
    check("explain: nothing without one", all("network" not in table["name"] for table in said["tables"]))
    said = data("explain", "go", "--size", "5", "--player", player(path, "sims=9"))
    check("explain: the player's own", any(table["name"] == "network" for table in said["tables"]))


def test_gtp(path):
    lines = "boardsize 7\nlz-genmove_analyze B\nquit\n"
    said = run("gtp", "--player", player(path, "mix=1 sims=200"), input=lines).stdout
    check("GTP: an analysis", re.search(r"^play \w+", said, re.M), said)


def test_refusals(folder, path):
    cases = [("mcts net=on", "there is none"), ("mcts mix=0.5", "mix="),
             (player(path, "draw=0"), "does not go with"), (player("/nowhere.net", ""), "/nowhere.net")]
    other = os.path.join(folder, "other.net")
    network(other, 0, 0, planes=16)
    cases.append((player(other, ""), "16 planes"))
    for spec, text in cases:
        result = run("think", "go", "--player", spec)
        check(f"refused: {text}", result.returncode == 2 and text in result.stderr, words(result))
    result = run("think", "connect4", "--player", "mcts net=on")
    check("refused: no network has learned connect4", result.returncode == 2, words(result))


def test_fallback():
    """A build without data/go.net says so, and plays; one with it says nothing."""
    result = run("think", "go", "--size", "5", "--option", "net=learned", "--json",
                 "--player", "mcts selection=puct net=on sims=20")
    same("the build's own network: there is a move", json.loads(result.stdout)["work"]["simulations"], 20)
    check("the build's own network, or a sentence",
          result.returncode == 0 and (not result.stderr or re.fullmatch(r"banyan: [^\n]*no network[^\n]*\n",
                                                                       result.stderr)), words(result))


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "made.net")
        network(path, SURE, 2.5)
        test_think(path)
        test_explain(path)
        test_gtp(path)
        test_refusals(folder, path)
    test_fallback()
    finish()


main()
