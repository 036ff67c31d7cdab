"""The API of the page: every example of docs/API.md, and what it says beside the command line."""
import json
import os
import re

from _api import Api
from _tap import check, data, finish, same

DOCS = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "API.md")
READY = ("/status", "/games", "/searches", "/engines", "/position", "/jobs")


# --- the examples of docs/API.md ------------------------------------------------------------------

def examples():
    """Every request of the page with the answer that it shows."""
    text = open(DOCS, encoding="utf-8").read()
    pattern = r"```http\n(\w+) /api/v1(\S+)\n(.*?)```\n```json\n(\d+)\n(.*?)```"
    for method, path, body, status, answer in re.findall(pattern, text, re.S):
        yield method, path, body.strip(), int(status), json.loads(answer)


def fits(shown, got, names):
    """Whether an answer is as shown; names that begin with '$' are learned on the way."""
    if shown == "...":
        return True
    if isinstance(shown, str) and shown.startswith("$"):
        return names.setdefault(shown, got) == got
    if isinstance(shown, dict):
        return isinstance(got, dict) and all(k in got and fits(v, got[k], names) for k, v in shown.items())
    if isinstance(shown, list):
        if not isinstance(got, list):
            return False
        if shown and shown[-1] == "...":
            shown = shown[:-1]
            got = got[:len(shown)]
        return len(shown) == len(got) and all(fits(s, g, names) for s, g in zip(shown, got))
    return shown == got


def test_examples(server):
    names = {}
    for method, path, body, status, shown in examples():
        if not path.startswith(READY):
            continue
        for name in sorted(names, key=len, reverse=True):
            path, body = path.replace(name, names[name]), body.replace(name, names[name])
        if method == "GET" and re.match(r"/(jobs|sessions)/", path):
            got = server.wait(path)
        else:
            got = server.data(method, path, body or None)
        check(f"docs/API.md: {method} {path}", got[0] == status and fits(shown, got[1], names),
              f"got {got[0]} {json.dumps(got[1])[:3000]}\nshown {json.dumps(shown)}")


# --- what there is --------------------------------------------------------------------------------

def test_lists(server):
    same("GET /games is banyan games --json", server.get("/games"), data("games"))
    for game in server.get("/games")["games"]:
        same(f"GET /games/{game['name']}", server.get("/games/" + game["name"]), game)
    same("GET /searches is banyan searches --json", server.get("/searches"), data("searches"))
    same("there is no such game", server.data("GET", "/games/chess")[0], 404)


# --- positions -------------------------------------------------------------------------------------

GAMES = [("tictactoe", {}), ("mnk", {"size": "4x4"}), ("stones", {}), ("nim", {"heaps": "3 5 7"}),
         ("breakthrough", {"size": "5x6"}), ("connect4", {}), ("tree", {}), ("coins", {"turns": 2}),
         ("nogo", {"size": 5}), ("go", {"size": 5, "komi": "0.5"}), ("othello", {"size": "6x6"}),
         ("gomoku", {"size": 9, "rule": "renju"})]


def told(game, options):
    words = [game]
    for name, value in options.items():
        words += ["--option", f"{name}={value}"]
    return words


def test_positions(server):
    for game, options in GAMES:
        line = {"game": game, "options": options, "moves": []}
        for ply in range(4):
            got = server.post("/position", line)
            shown = data("show", *told(game, options), "--moves", " ".join(line["moves"]))
            same(f"{game}, ply {ply}: POST /position is banyan show --json",
                 {k: got.get(k) for k in shown}, shown)
            same(f"{game}, ply {ply}: the board lists the legal moves",
                 [m["move"] for m in got["board"]["legal"]], [] if shown["over"] else shown["legal"])
            same(f"{game}, ply {ply}: the line comes back", server.post("/position", got["line"])["position"],
                 got["position"])
            if not shown["legal"]:
                break
            line["moves"].append(shown["legal"][-1])


# --- jobs -------------------------------------------------------------------------------------------

def without_time(value):
    if isinstance(value, dict):
        return {k: without_time(v) for k, v in value.items() if k not in ("seconds", "made")}
    return [without_time(v) for v in value] if isinstance(value, list) else value


PLAYERS = ["mcts sims=200", "alphabeta depth=2", "random"]


def test_think(server):
    for game, options in GAMES:
        for player in PLAYERS if game != "coins" else ["minimax depth=2", "mcts sims=200", "random"]:
            got = server.job(kind="think", game=game, options=options, player=player, seed=7)
            wanted = data("think", *told(game, options), "--player", player, "--seed", "7")
            same(f"think {game} {player}: as on the command line", without_time(got), without_time(wanted))


def main():
    with Api("--first", "tictactoe") as server:
        test_lists(server)
        test_positions(server)
        test_examples(server)
        test_think(server)
        status, _, errors = server.stop()
        same("the server ends well", status, 0)
        same("and has nothing to complain about", errors, "")
    finish()


main()
