"""Matches and tournaments of the API: the same games as on the command line, stopped, resumed, killed, restarted."""
import csv
import json
import os
import shlex
import signal
import sqlite3
import tempfile
import time

from _api import Api
from _server import Stream
from _tap import BANYAN, check, data, finish, run, same, words

MATCH = {"game": "connect4", "players": ["mcts sims=30", "random"], "games": 12, "openings": "random:2", "seed": 5}
SAME = ["match", "connect4", "--a", "mcts sims=30", "--b", "random", "--games", "12", "--openings", "random:2",
        "--seed", "5"]


def timeless(value):
    """Without what differs from run to run: times, and where the games are kept."""
    if isinstance(value, dict):
        return {k: timeless(v) for k, v in value.items()
                if "second" not in k and k not in ("made", "longest_move", "played_now", "player", "who")}
    return [timeless(v) for v in value] if isinstance(value, list) else value


def begin(server, body):
    status, answer = server.data("POST", "/arena", body)
    check("it is set up", status == 201, answer)
    return "/arena/" + answer.get("id", "")


def until(server, path, good, seconds=60):
    end = time.monotonic() + seconds
    while True:
        answer = server.get(path)
        if good(answer) or time.monotonic() > end:
            return answer
        time.sleep(0.02)


def known(server, path):
    return until(server, path, lambda a: not a["reading"] and a["state"] not in ("waiting", "running"))


def stored_games(store):
    with sqlite3.connect(store) as db:
        return db.execute("SELECT match, number, moves FROM games ORDER BY match, number").fetchall()


# --- a match -----------------------------------------------------------------------------------------

def test_match(server):
    path = begin(server, {**MATCH, "rounds": None, "time": None, "sprt": None, "start": None})
    got = known(server, path)
    same("it ends", (got["state"], got["played"], got["error"]), ("done", 12, None))
    wanted = data(*SAME, "--list")
    alone = {k: v for k, v in wanted.items() if k != "list"}
    same("its result is that of banyan match --json", timeless(got["match"]), timeless(alone))
    games = [server.get(f"{path}/games/{n}") for n in range(1, 13)]
    same("its games, too", [g["position"]["line"]["moves"] for g in games], [g["moves"] for g in wanted["list"]])
    same("and who won them", [g["winner"] for g in games],
         [{"a": 0, "b": 1, "draw": None}[g["winner"]] for g in wanted["list"]])
    page = server.get(path + "/games?from=2&count=3")
    same("the list has pages", ([g["game"] for g in page["games"]], page["total"]), ([10, 9, 8], 12))
    same("a game that is not", server.data("GET", path + "/games/13")[0], 404)
    before = stored_games(server.store)
    again = run(*shlex.split(got["command"])[1:], "--json")
    check("its command goes on with the same match", again.returncode == 0, words(again))
    same("which has nothing left to play", stored_games(server.store), before)
    same("and says the same", timeless({k: v for k, v in json.loads(again.stdout).items()}), timeless(alone))
    for name, begins in (("report.html", "<!doctype"), ("report.svg", "<svg"), ("report.csv", "rank,"),
                         ("report.md", "#"), ("games.csv", "match,")):
        text = server.get(f"{path}/report/{name}")["text"]
        check(f"its report {name}", text.startswith(begins), text[:200])
    same("games.csv has a row a game", server.get(path + "/report/games.csv")["text"].count("\n"), 13)
    same("no other report", server.data("GET", path + "/report/x.pdf")[0], 404)
    same("it is over", server.data("POST", path + "/resume")[0], 409)


def test_sprt(server):
    words_of_test = "elo0=0 elo1=100"
    body = {**MATCH, "games": 400, "sprt": words_of_test}
    path = begin(server, body)
    got = known(server, path)
    wanted = data(*SAME[:7], "400", *SAME[8:], "--sprt", words_of_test)
    same("a test ends a match", (got["state"], got["decided"]), ("done", True))
    same("with the verdict of banyan match", got["match"]["sprt"], wanted["sprt"])
    status, answer = server.data("POST", path + "/resume")
    check("and it does not go on", status == 409 and "its test has decided" in answer["error"], answer)


def test_tournament(server):
    body = {"format": "round-robin", "title": "Three", "game": "nogo", "options": {"size": "5"}, "games": 4, "seed": 3,
            "concurrency": 2, "openings": "random:2",
            "players": ["random", {"name": "M", "spec": "mcts sims=20"}, "mcts sims=40"]}
    for form in ("round-robin", "gauntlet", "swiss"):
        path = begin(server, {**body, "format": form})
        got = known(server, path)
        file = os.path.join(server.folder.name, "t.json")
        with open(file, "w", encoding="utf-8") as out:
            out.write(got["file"])
        wanted = data("tournament", file)
        same(f"{form}: as banyan tournament --json", timeless(got["report"]), timeless(wanted))
        same(f"{form}: all games are there", len(server.get(path + "/games")["games"]), got["planned"])
        last = server.get(f"{path}/games/{got['planned']}")
        same(f"{form}: the last one, too", last["state"], "finished")
        table = list(csv.DictReader(server.get(path + "/report/games.csv")["text"].splitlines()))
        check(f"{form}: games.csv has names beside specs", len(table) == got["planned"] and
              {(row["a_name"], row["a"]) for row in table} | {(row["b_name"], row["b"]) for row in table} >=
              {("M", "mcts sims=20"), ("random", "random")}, table[:1])


# --- stop, resume, kill -9 -------------------------------------------------------------------------------

SLOW = {**MATCH, "players": ["mcts sims=3000", "mcts sims=2000"], "games": 24, "concurrency": 2}


def test_stop_and_resume(server):
    path = begin(server, SLOW)
    until(server, path, lambda a: a["played"] >= 3)
    same("two pages: the second resume is refused", server.data("POST", path + "/resume")[0], 409)
    server.data("POST", path + "/stop")
    got = known(server, path)
    check("it stops and keeps what is finished", got["state"] == "stopped" and 3 <= got["played"] < 24, got)
    same("nothing runs any more", got["running"], [])
    same("a game that was not played yet", server.get(path + "/games/24"), {"game": 24, "state": "waiting"})
    same("the report has these", got["report"]["games"], got["played"])
    same("resumed", server.data("POST", path + "/resume")[0], 200)
    got = known(server, path)
    same("it goes on to its end", (got["state"], got["played"], got["match"]["games"]), ("done", 24, 24))


def test_kill():
    folder = tempfile.TemporaryDirectory()
    store = os.path.join(folder.name, "kept.db")
    with Api(store=store) as server:
        path = begin(server, SLOW)
        other = begin(server, {**SLOW, "seed": 6, "players": ["mcts sims=2500", "mcts sims=2000"]})
        until(server, path, lambda a: a["played"] >= 4)
        server.stop(signal.SIGKILL)
    with Api(store=store) as server:
        got = known(server, path)
        check("after kill -9 it is listed as stopped", got["state"] == "stopped" and "server ended" in got["error"], got)
        kept = len([1 for match, _, _ in stored_games(store) if match == 1])
        check("with the games that were stored", got["played"] >= 4 and kept >= 4, got)
        for one in (path, other):
            server.data("POST", one + "/resume")
        got = [known(server, one) for one in (path, other)]
        same("both go on to their ends", [(g["state"], g["played"]) for g in got], [("done", 24)] * 2)
        rows = stored_games(store)
        same("exactly their games, none twice", (len(rows), len({row[:2] for row in rows})), (48, 48))
    wanted = data(*SAME[:2], "--a", SLOW["players"][0], "--b", SLOW["players"][1], "--games", "24", *SAME[8:], "--list",
                  "--concurrency", "2")
    first = [moves for match, _, moves in rows if match == rows[0][0]]
    all_games = [" ".join(g["moves"]) for g in wanted["list"]]
    check("the same games as on the command line", all_games in (first, [m for n, _, m in rows if n != rows[0][0]]), rows[:3])
    with sqlite3.connect(store) as db:
        db.execute("UPDATE matches SET a_who='banyan 0.0.1+000000000000'")
        db.execute("DELETE FROM games WHERE number > 20")
    with Api(store=store) as server:
        got = known(server, path)
        same("games that are gone are not counted", got["played"], 21)
        server.data("POST", path + "/forget")
        answer = server.data("DELETE", path)
        same("it is forgotten", (answer[0], server.data("GET", path)[0]), (200, 404))
        again = begin(server, SLOW)
        got = known(server, again)
        check("another build does not go on with it", got["state"] == "failed" and "another" in got["error"].lower() or
              "0.0.1" in (got["error"] or ""), got["error"])
        same("but its games are shown", (got["played"], len(server.get(again + "/games")["games"])), (21, 21))
    folder.cleanup()


def test_long_specs():
    """Twice the same player, called as its spec, which is longer than a name."""
    folder = tempfile.TemporaryDirectory()
    store = os.path.join(folder.name, "kept.db")
    spec = "mcts sims=2 c=0.5 rave=on selection=ucb1 playout=uniform roots=1"
    with Api(store=store) as server:
        path = begin(server, {"game": "tictactoe", "players": [spec, spec], "games": 2})
        names = [player["name"] for player in known(server, path)["setup"]["players"]]
        check("two names", len(set(names)) == 2 and names[1].endswith(" (2)") and max(map(len, names)) <= 48, names)
        server.stop()
    with Api(store=store) as server:
        got = known(server, path)
        same("the same after a restart", ([player["name"] for player in got["setup"]["players"]], got["played"]), (names, 2))
    folder.cleanup()


# --- watching ------------------------------------------------------------------------------------------------

def test_watch(server):
    path = begin(server, {**SLOW, "players": ["mcts sims=30000", "mcts sims=20000"], "seed": 9, "games": 1000, "concurrency": 1})
    got = until(server, path, lambda a: a["running"] and a["running"][0]["ply"] >= 4)
    game = got["running"][0]["game"]
    seen = []
    end = time.monotonic() + 60
    while len(seen) < 3 and time.monotonic() < end:
        answer = server.get(f"{path}/games/{game}")
        if answer["state"] != "running":
            break
        moves = answer["position"]["line"]["moves"]
        if not seen or len(moves) > len(seen[-1]):
            seen.append(moves)
    lock = sqlite3.connect(server.store, isolation_level=None)
    lock.execute("BEGIN IMMEDIATE")
    answer = server.data("GET", path, timeout=30)[1]
    listed = server.data("GET", path + "/games", timeout=30)[1]
    lock.execute("ROLLBACK")
    check("who reads does not wait for the disk", answer["state"] in ("running", "done") and "games" in listed, answer)
    until(server, path, lambda a: all(one["game"] != game for one in a["running"]) and a["played"] >= game)
    server.data("POST", path + "/stop")
    known(server, path)
    end = server.get(f"{path}/games/{game}")
    same("a game that was watched is the one that is stored",
         [end["position"]["line"]["moves"][:len(moves)] for moves in seen], seen)
    check("it moved while it was watched", len(seen) > 1, seen)


def test_events(server):
    opened = time.monotonic()
    stream = Stream(server, "arena-test-page")
    path = begin(server, {**SLOW, "players": ["random", "mcts sims=4"], "games": 100000, "concurrency": 1})
    events = []
    while len(events) < 2 or time.monotonic() - opened < 2:
        event = stream.next()
        if event[1] == "arena" and event[2]["id"] in path and event[2]["state"] == "running":
            events.append(event[2])
    passed = time.monotonic() - opened  # all that were sent since the stream is open, however late they are read
    check("at most five events a second", len(events) <= 5 * passed + 2, (len(events), passed))
    check("which say what has changed, several changes at once", events[-1]["change"] - events[0]["change"] > len(events), events)
    server.data("POST", path + "/stop")
    known(server, path)
    stream.close()


def test_engine():
    with tempfile.TemporaryDirectory() as folder:
        environment = {"XDG_CONFIG_HOME": folder}
        script = os.path.join(folder, "crash.sh")
        with open(script, "w", encoding="utf-8") as out:
            out.write("#!/bin/sh\nexit 3\n")
        os.chmod(script, 0o755)
        gtp = f"gtp cmd=\"{BANYAN} gtp --game tictactoe --player random --seed 1\""
        for name, spec in (("mine", gtp), ("broken", f"gtp cmd=\"{script}\"")):
            result = run("engine", "add", name, spec, env={**os.environ, **environment})
            check(f"{name} is registered", result.returncode == 0, words(result))
        body = {"game": "tictactoe", "players": ["mine", "random"], "games": 4}
        with Api("--engines", environment=environment) as server:
            got = known(server, begin(server, body))
            same("a registered engine plays", (got["state"], got["played"]), ("done", 4))
            status, answer = server.data("POST", "/arena", {**body, "players": ["broken", "random"]})
            got = known(server, "/arena/" + answer["id"]) if status == 201 else answer
            check("one that ends at once is told in one sentence", bool(got.get("error")), got)
            status, answer = server.data("POST", "/arena", {**body, "players": [gtp, "random"]})
            check("a program by its path is refused", status == 400 and "\n" not in answer["error"], answer)
        with Api(environment=environment) as server:
            status, answer = server.data("POST", "/arena", body)
            same("without --engines there are none", status, 400)


# --- bad input ----------------------------------------------------------------------------------------------

def test_bad(server):
    for name, change in {
            "no game": {"game": None}, "another game": {"game": "chess"}, "one player": {"players": ["random"]},
            "three in a match": {"players": ["random"] * 3}, "no such player": {"players": ["random", "deepblue"]},
            "a person": {"players": ["human", "random"]}, "a number for a player": {"players": [1, 2]},
            "no games": {"games": 0}, "too many games": {"games": 100001}, "too many at once": {"concurrency": 17},
            "a format": {"format": "knockout"}, "a file of openings": {"openings": "/etc/passwd"},
            "too many plies": {"openings": "random:900"}, "colours": {"colours": "green"}, "time": {"time": "soon"},
            "adjudication": {"adjudicate": "never"}, "a test": {"sprt": "elo0=5 elo1=5"}, "moves": {"moves": ["d"]},
            "a seed": {"seed": -1}, "a large seed": {"seed": "18446744073709551615"}, "rounds": {"rounds": 3},
            "a test of a tournament": {"format": "gauntlet", "sprt": "elo0=0 elo1=9"},
            "too many in all": {"format": "round-robin", "games": 90000, "players": ["random"] * 3},
            "two names": {"format": "gauntlet", "players": [{"name": "x", "spec": "random"}] * 2},
            "a control character": {"title": "a\u0007b"},
            "one in a name": {"players": [{"name": "a\u0007b", "spec": "random"}, "random"]},
            "a long name": {"players": [{"name": "é" * 49, "spec": "random"}, "random"]}}.items():
        status, answer = server.data("POST", "/arena", {**MATCH, **change})
        check(f"refused: {name}", status == 400 and answer["error"] and "\n" not in answer["error"], answer)
    same("nothing of it is listed", server.get("/arena")["total"], 0)
    same("no such match", [server.data(m, "/arena/mx" + p)[0] for m, p in
                           (("GET", ""), ("POST", "/stop"), ("POST", "/resume"), ("DELETE", ""), ("GET", "/games"))], [404] * 5)


def main():
    with Api() as server:
        test_bad(server)
        test_match(server)
        test_sprt(server)
        test_tournament(server)
        test_stop_and_resume(server)
        test_watch(server)
        test_events(server)
        code, seconds, errors = server.stop()
        same("it ends as ever", (code, errors), (0, ""))
    test_kill()
    test_long_specs()
    test_engine()
    finish()


main()
