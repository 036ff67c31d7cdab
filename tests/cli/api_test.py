"""The API of the page: every example of docs/API.md, and what it says beside the command line."""
import base64
import json
import os
import re
import signal
import sqlite3
import tempfile
import time

from _api import Api
from _server import Stream
from _tap import BANYAN, check, data, finish, run, same
from _wait import until

DOCS = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "API.md")


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
        for name in sorted(names, key=len, reverse=True):
            path, body = path.replace(name, names[name]), body.replace(name, names[name])
        if method == "GET" and re.match(r"/(jobs|sessions|arena)/", path):
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

TIMES = ("seconds", "made", "seconds_per_move", "longest_move", "seconds_per_game", "a_seconds", "b_seconds", "times")


def without_time(value):
    if isinstance(value, dict):
        return {k: without_time(v) for k, v in value.items() if k not in TIMES}
    return [without_time(v) for v in value] if isinstance(value, list) else value


PLAYERS = ["mcts sims=200", "alphabeta depth=2", "random"]


def test_think(server):
    for game, options in GAMES:
        for player in PLAYERS if game != "coins" else ["minimax depth=2", "mcts sims=200", "random"]:
            got = server.job(kind="think", game=game, options=options, player=player, seed=7)
            wanted = data("think", *told(game, options), "--player", player, "--seed", "7")
            same(f"think {game} {player}: as on the command line", without_time(got), without_time(wanted))
    for game, limits in (("connect4", {"depth": 7}), ("breakthrough", {"nodes": 20000})):
        got = server.job(kind="think", game=game, player="alphabeta", limits=limits, seed=7)
        wanted = data("think", game, "--player", "alphabeta", "--seed", "7",
                      *[w for name, value in limits.items() for w in (f"--{name}", str(value))])
        check(f"think {game} {limits}: moves have lines", any(len(m["line"]) > 3 for m in got["moves"][1:]), got["moves"])
        same(f"think {game} {limits}: the same lines, whether somebody listens or not", without_time(got), without_time(wanted))


def test_explain(server):
    for game, options in GAMES:
        moves = moves_of(server, game, options, 1)
        for extra in ({}, {"player": "mcts sims=10"}, {"playout": "uniform", "playouts": 50, "seed": 4}):
            if game == "coins" and "player" in extra:
                continue
            got = server.post("/explain", {"game": game, "options": options, "moves": moves, **extra})
            words = [w for name, value in extra.items() for w in (f"--{name}", str(value))]
            wanted = data("explain", *told(game, options), "--moves", " ".join(moves), *words)
            same(f"explain {game} {' '.join(words)}: as on the command line", got.get("explanation"), wanted)
    same("explain reads no file", server.data("POST", "/explain", {"game": "othello", "eval": "positional:/etc/passwd"})[0], 400)


def moves_of(server, game, options, plies=4):
    """The beginning of a game: always the move in the middle of the list."""
    moves = []
    while len(moves) < plies:
        legal = server.post("/position", {"game": game, "options": options, "moves": moves})["legal"]
        if not legal:
            break
        moves.append(legal[len(legal) // 2])
    return moves


REVIEWED = [(game, options) for game, options in GAMES if game not in ("coins", "tree")]


def test_review(server, folder):
    for game, options in REVIEWED:
        moves = moves_of(server, game, options)
        line = {"game": game, "options": options, "moves": moves}
        player = "mcts sims=100" if game in ("go", "nogo") else "alphabeta depth=2"
        job = server.post("/jobs", {"kind": "review", **line, "player": player, "seed": 3, "names": ["Ann", "Bob"]})
        if "job" not in job:
            check(f"review {game}", False, job)
            continue
        done = server.wait("/jobs/" + job["job"])[1]
        sgf = os.path.join(folder, "review.sgf")
        words = told(game, options) + ["--moves", " ".join(moves), "--player", player, "--seed", "3"]
        wanted = data("review", *words)
        wanted.update({"first": "Ann", "second": "Bob"})
        same(f"review {game}: as on the command line", without_time(done["result"]), without_time(wanted))
        run("review", *words, "--sgf", sgf)
        written = server.post("/records/write", {**line, "review": job["job"]})
        text = open(sgf, encoding="utf-8").read() if os.path.exists(sgf) else ""
        same(f"review {game}: saved with its comments and variations as on the command line",
             re.sub(r"P[BW]\[[^]]*\]", "", written["text"]).split(), text.split())
        os.path.exists(sgf) and os.remove(sgf)
    original = "(;GM[1]FF[4]SZ[5]KM[0.5]C[begin];B[cc];W[cd]C[hm](;B[bd];W[dd])(;B[dd]C[aside]))"
    read = server.post("/records/read", {"text": original})["games"][0]
    job = server.post("/jobs", {"kind": "review", **read["line"], "player": "mcts sims=50"})["job"]
    server.wait("/jobs/" + job)
    text = server.post("/records/write", {**read["line"], "review": job, "text": original}).get("text", "")
    check("a review keeps what the record says", "aside" in text and "hm" in text and "begin" in text, text)
    other = server.data("POST", "/records/write", {"game": "go", "review": job, "text": "(;GM[1]SZ[5];B[aa])"})
    same("a review of another game is not written", other[0], 400)
    shorter = {**read["line"], "moves": read["line"]["moves"][:-1]}
    same("nor of another line", server.data("POST", "/records/write", {**shorter, "review": job})[0], 400)
    long = "a" + 150 * "\u00e9"
    done = server.job(kind="review", **read["line"], player="mcts sims=5", names=[long, "Bob"])
    check("long names are cut between letters", long.startswith(done["first"]) and len(done["first"]) > 20, done["first"])


def test_records(server):
    for game, options in REVIEWED:
        moves = moves_of(server, game, options)
        line = server.post("/position", {"game": game, "options": options, "moves": moves})["line"]
        for form in server.get("/games/" + game)["formats"]:
            written = server.data("POST", "/records/write", {**line, "format": form, "info": {"first": "Ann", "result": "B+"}})
            if written[0] != 200 or form in ("obf", "offset", "pos"):  # positions and openings: not the whole game
                continue
            read = server.post("/records/read", {"text": written[1]["text"], "game": game})
            got = server.post("/position", read["games"][0]["line"]) if "games" in read else read
            same(f"{game} as {form}: the position comes back", got.get("position"), server.post("/position", line)["position"])
    read = server.post("/records/read", {"text": "f5d6c3d3c4"})
    same("a bare transcript is recognised", (read["format"], read["games"][0]["line"]["moves"]),
         ("transcript", ["f5", "d6", "c3", "d3", "c4"]))
    read = server.post("/records/read", {"text": "d d c", "game": "connect4"})
    same("moves alone, of the game on the board", read["games"][0]["line"]["moves"], ["d", "d", "c"])
    obf = "---------------------------OX------XO--------------------------- X"
    read = server.post("/records/read", {"text": obf})
    same("a position of Othello", (read["format"], read["games"][0]["line"]["game"]), ("obf", "othello"))
    check("nonsense is refused with a sentence", "error" in server.post("/records/read", {"text": "hello there"}))
    check("so is what is no base64", "error" in server.post("/records/read", {"base64": "?"}))
    head = bytes(4) + (1).to_bytes(4, "little") + bytes(2) + (2001).to_bytes(2, "little") + bytes([8, 0, 22, 0])
    game = bytes(8) + bytes([56, 64, 33]) + bytes(57)
    read = server.post("/records/read", {"base64": base64.b64encode(head + game).decode(), "name": "x.wtb"})
    same("WTHOR comes as base64", read.get("games", [{}])[0].get("line", {}).get("moves"), ["f5", "d6", "c3"])


def test_hint_and_match(server):
    hints = server.job(kind="hint", game="tictactoe", moves="a1 b1 a2 b2", time=0.2)["hints"]
    same("a hint sees the win", (hints[0]["move"], "wins" in hints[0]["words"]), ("a3", True))
    body = {"game": "connect4", "a": "mcts sims=30", "b": "random", "games": 4, "openings": "random:2", "seed": 9}
    wanted = data("match", "connect4", "--a", "mcts sims=30", "--b", "random", "--games", "4", "--openings", "random:2",
                  "--seed", "9", "--list")
    got = server.job(kind="match", **body)
    for key in ("a", "b", "draws", "score", "list", "distinct"):
        same(f"match: {key} as on the command line", without_time(got.get(key)), without_time(wanted.get(key)))
    status, answer = server.data("POST", "/jobs", {"kind": "think", "game": "othello", "limits": {"sims": 500}})
    check("a limit that the game's own search does not know is refused", status == 400 and
          "alphabeta does not know the limit sims" in answer["error"], (status, answer))
    same("a match reads no files", server.data("POST", "/jobs", {"kind": "match", **body, "openings": "/etc/passwd"})[0], 400)


def test_trust(server):
    """What a page says starts no program and reads no file."""
    for player in ('gtp cmd="sh -c true"', "alphabeta eval=matrix:/etc/passwd", "mcts book=/etc/passwd", "mcts memory=2G",
                   "alphabeta table=2G", "mcts threads=64", "human"):
        status, answer = server.data("POST", "/jobs", {"kind": "think", "game": "othello", "player": player})
        check(f"{player} is refused", status == 400 and "error" in answer, (status, answer))
    for options in ({"matrix": "/etc/passwd"}, {"weights": "/etc/passwd"}):
        status, answer = server.data("POST", "/position", {"game": "othello", "options": options})
        check(f"{options} is refused", status == 400 and "file" in answer["error"], (status, answer))


def test_refused(server):
    """What would be taken for something else, or for nothing, is refused with a sentence that names it."""
    think = {"kind": "think", "game": "tictactoe"}
    for what, path, body in (("sim", "/jobs", {**think, "player": "mcts", "limits": {"sim": 100}}),
                             ("time=3600s", "/jobs", {**think, "player": "mcts time=100000s"}),
                             ("time=3600s", "/sessions", {"game": "tictactoe", "players": ["human", "mcts time=100000s"]}),
                             ("a text", "/jobs", {**think, "seed": 18446744073709551615})):
        status, answer = server.data("POST", path, body)
        check(f"{body} is refused", status == 400 and what in answer["error"], (status, answer))
    found = server.job(**{**think, "player": "mcts sims=10", "seed": "18446744073709551615"})
    check("the largest seed as a text", "move" in found, found)


def test_mute_engine():
    with tempfile.TemporaryDirectory() as folder:
        environment = {"XDG_CONFIG_HOME": folder}
        run("engine", "add", "mute", 'gtp cmd="sleep 100"', env={**os.environ, **environment})
        with Api("--first", "tictactoe", "--engines", environment=environment) as server:
            path = "/jobs/" + server.post("/jobs", {"kind": "think", "game": "tictactoe", "player": "mute"})["job"]
            time.sleep(0.3)
            server.data("DELETE", path)
            same("an engine that does not start is stopped", server.wait(path)[1]["state"], "stopped")


# --- sessions ----------------------------------------------------------------------------------------

SEARCHES = {"coins": ["minimax depth=2", "mcts sims=50"], None: ["mcts sims=60", "alphabeta depth=2"]}


def test_whole_games(server):
    for game, options in GAMES:
        first, second = SEARCHES.get(game, SEARCHES[None])
        made = server.post("/sessions", {"game": game, "options": options, "players": [first, second], "seed": 5})
        got = server.wait("/sessions/" + made["id"])[1]
        wanted = data("play", *told(game, options), "--first", first, "--second", second, "--seed", "5")
        same(f"session {game}: the moves of banyan play", got["line"]["moves"], wanted["moves"])
        same(f"session {game}: who has won", got["result"]["winner"], wanted["winner"])
        same(f"session {game}: the score", got["result"]["score"], wanted["score"])
        check(f"session {game}: the result in words", got["result"]["text"] and got["result"]["why"], got["result"])


def play_person(server, session, moves):
    """A person plays these moves one after the other."""
    for move in moves:
        session = server.post(f"/sessions/{session['id']}/move", {"move": move, "ply": session["ply"]})
        session = server.wait("/sessions/" + session["id"])[1]
    return session


def test_a_person(server):
    made = server.post("/sessions", {"game": "tictactoe", "players": ["human", "alphabeta"], "seed": 1})
    path = "/sessions/" + made["id"]
    session = play_person(server, made, ["a1"])
    same("the program has answered", (session["ply"], session["state"]), (2, "playing"))
    status, stale = server.data("POST", path + "/move", {"move": "c3", "ply": 0})
    same("a move for an earlier position is not made", (status, stale["ply"]), (409, 2))
    status, error = server.data("POST", path + "/move", {"move": "a1"})
    check("an illegal move is refused with a sentence", status == 400 and error["error"], error)
    check("the answer was thought about", session["analysis"][0] is None and session["analysis"][1]["meaning"], session)
    session = server.post(path + "/undo", {})
    same("undo goes back to the person's move", (session["ply"], session["state"]), (0, "playing"))
    session = server.post(path + "/resign", {})
    same("who resigns loses", (session["state"], session["result"]["winner"]), ("over", "O"))
    session = server.post(path + "/undo", {})
    same("and may take that back", (session["state"], session["result"]), ("playing", None))
    same("a wrong player is refused", server.data("POST", path + "/players", {"side": "O", "player": "gtp cmd=ls"})[0], 400)
    same("there is no session nobody", server.data("GET", "/sessions/nobody")[0], 404)


def test_agreement(server):
    line = {"game": "go", "options": {"size": 5, "komi": 0.5},
            "moves": "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 a1 pass pass".split()}
    session = server.post("/sessions", {**line, "moves": line["moves"][:-1], "players": ["human", "human"], "seed": 1})
    session = play_person(server, session, ["pass"])
    path = "/sessions/" + session["id"]
    same("two passes: what is dead?", session["state"], "agreeing")
    session = server.post(path + "/agree", {"turn": "d1"})
    check("stones are taken for dead", session["count"]["dead"] != [], session["count"])
    session = server.post(path + "/agree", {"dead": []})
    same("or are not", session["count"]["dead"], [])
    dead = server.post(path + "/agree", {"turn": "d1"})["count"]
    same("half a request is refused", server.data("POST", path + "/agree", {"dead": [], "turn": "zz"})[0], 400)
    same("and nothing of it is done", server.get(path)["count"], dead)
    again = server.post(path + "/agree", {"play_on": True})
    same("one may play on", (again["state"], again["ply"]), ("playing", 11))
    play_person(server, again, ["pass", "pass"])
    session = server.post(path + "/agree", {"dead": [], "yes": True})
    same("agreed", (session["state"], session["result"]["reason"]), ("over", "agreed"))
    shown = server.post("/position", line)
    same("all alive: as the rules count", session["result"]["score"], shown["score"])


def test_clocks(server):
    made = server.post("/sessions", {"game": "connect4", "players": ["human", "random"], "seed": 1, "clock": "1:00+30"})
    same("a clock is read", made["clock"], "left=60 increment=30")
    check("it runs for who is to move", made["players"][0]["left"] <= 60 and made["players"][1]["left"] == 60, made["players"])
    session = play_person(server, made, ["d"])
    check("a move adds time", session["players"][0]["left"] > 60, session["players"])
    made = server.post("/sessions", {"game": "connect4", "players": ["human", "random"], "clock": "left=0.05"})
    until(lambda: server.get("/sessions/" + made["id"])["state"] == "over")
    session = server.get("/sessions/" + made["id"])
    same("who is too slow loses", (session["state"], session["result"]["reason"]), ("over", "time"))
    same("and has no time left", [p["left"] for p in session["players"]], [0, 0.05])
    session = server.post("/sessions/" + made["id"] + "/undo", {})
    same("which may be taken back", session["state"], "playing")
    server.data("DELETE", "/sessions/" + made["id"])


def test_events(server):
    """A page hears of its search and of games that change."""
    stream = Stream(server, "page-of-the-test")
    same("hello", stream.next()[1], "hello")
    line = {"game": "go", "options": {"size": 9}, "moves": ["e5"]}
    job = server.post("/jobs", {"kind": "think", **line, "limits": {"time": 60}, "client": "page-of-the-test"})["job"]
    news = [stream.next() for _ in range(3)]
    same("progress comes in", [n[1] for n in news], ["progress"] * 3)
    told_of = news[-1][2]
    check("with candidates, their intervals and lines",
          told_of["job"] == job and 0 < len(told_of["result"]["moves"]) <= 24 and
          told_of["result"]["moves"][0]["interval"] and told_of["result"]["moves"][0]["line"], told_of)
    owners = server.post("/explain", line)["explanation"]["judged"]
    same("and whose the points will be, as explain has it", told_of["judged"], owners)
    server.data("DELETE", "/jobs/" + job)
    while (event := stream.next())[1] == "progress":
        pass
    same("it was stopped", (event[1], event[2]["state"]), ("done", "stopped"))
    kept = server.wait("/jobs/" + job)[1]
    check("and keeps what it found", kept["state"] == "stopped" and kept["result"]["move"] and
          kept["result"]["work"]["simulations"] > 0, str(kept)[:500])
    made = server.post("/sessions", {"game": "go", "options": {"size": 9}, "players": ["mcts time=2s", "human"], "seed": 1,
                                     "client": "page-of-the-test"})
    heard = [stream.next()]
    while heard[-1][1] != "session" or heard[-1][2]["ply"] == 0:
        heard.append(stream.next())
    check("a session that changes is told", heard[-1][2]["id"] == made["id"] and heard[-1][2]["state"] == "playing", heard[-1])
    check("and how its player thinks", any(e[1] == "progress" and e[2].get("session") == made["id"] and
                                          e[2]["decision"]["moves"] for e in heard), [e[1] for e in heard])
    stream.close()


def test_gone():
    """A page that has gone takes its searches with it; those of others go on."""
    with Api("--patience", "1s") as server:
        stream, other = Stream(server, "page-that-goes"), Stream(server, "page-that-stays")
        endless = {"kind": "think", "game": "othello", "limits": {"time": 600}}
        ask = lambda client: server.post("/jobs", {**endless, "client": client})["job"]
        stays, jobs = ask("page-that-stays"), [ask("page-that-goes") for _ in range(3)]
        time.sleep(2.5)
        check("a page that is there keeps its searches", all(server.get("/jobs/" + job)["state"] != "stopped" for job in jobs))
        stream.close()
        same("one that has gone does not", [server.wait("/jobs/" + job)[1]["state"] for job in jobs], ["stopped"] * 3)
        same("and others do", server.get("/jobs/" + stays)["state"], "running")
        other.close()


def test_stop(server):
    made = server.post("/sessions", {"game": "othello", "players": ["alphabeta depth=40", "human"], "seed": 1})
    path = "/sessions/" + made["id"]
    time.sleep(0.3)
    same("it thinks long", server.get(path)["state"], "thinking")
    server.post(path + "/stop", {})
    session = server.wait(path)[1]
    same("told to stop it moves at once", (session["state"], session["ply"]), ("playing", 1))
    made = server.post("/sessions", {"game": "othello", "players": ["human", "alphabeta depth=40"], "seed": 1})
    path = "/sessions/" + made["id"]
    server.post(path + "/move", {"move": made["position"]["legal"][0]})
    server.post(path + "/stop", {})
    session = server.wait(path)[1]
    same("also before it has begun", (session["state"], session["ply"]), ("playing", 2))
    server.post(path + "/undo", {"to": 1})
    server.post(path + "/stop", {})
    session = server.wait(path)[1]
    same("also when it begins again", (session["state"], session["ply"]), ("playing", 2))
    job = "/jobs/" + server.post("/jobs", {"kind": "hint", "game": "othello", "time": 60})["job"]
    until(lambda: server.get(job)["state"] == "running")
    server.data("DELETE", job)
    hint = server.wait(job)[1]
    check("a hint that is stopped ends, with the move that it has", hint["state"] == "stopped" and
          len(hint["result"]["hints"]) >= 1, hint)


def test_waiting(server):
    """As many searches run and wait as /status says."""
    limits = server.get("/status")["limits"]
    most = limits["jobs_at_once"] + limits["jobs_waiting"]
    told = [server.data("POST", "/jobs", {"kind": "think", "game": "go", "player": "mcts", "limits": {"time": 60},
                                          "client": f"page-number-{i // limits['jobs_of_one']}"})[0] for i in range(most + 3)]
    same("no more wait than it says", told, [202] * most + [429] * 3)
    status, seconds, errors = server.stop()
    check("the server ends well all the same", (status, errors) == (0, "") and seconds < 30, (status, seconds, errors))


def test_unkept(server):
    """What the store does not take it gets later: nothing is lost by a disk that was full for a while."""
    made = server.post("/sessions", {"game": "connect4", "players": ["human", "human"], "seed": 1})
    path = "/sessions/" + made["id"]

    def store(sql):
        with sqlite3.connect(server.store) as connection:
            connection.execute(sql)
        connection.close()

    store("CREATE TRIGGER full BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'no room'); END")
    session = server.post(path + "/move", {"move": "d"})
    check("a game that is not kept says so", "no room" in (session["error"] or ""), session["error"])
    store("DROP TRIGGER full")
    end = time.monotonic() + 20
    while server.get(path)["error"] and time.monotonic() < end:
        time.sleep(0.1)
    same("it is kept when there is room again", server.get(path)["error"], None)
    store("CREATE TRIGGER full BEFORE INSERT ON sessions BEGIN SELECT RAISE(ABORT, 'no room'); END")
    server.post(path + "/move", {"move": "e"})
    other = server.post("/sessions", {"game": "tictactoe", "players": ["human", "human"], "moves": ["b2"]})
    server.process.send_signal(signal.SIGSTOP)
    store("DROP TRIGGER full")
    server.process.send_signal(signal.SIGTERM)
    server.process.send_signal(signal.SIGCONT)
    same("the server ends well", (server.process.communicate(timeout=60)[1], server.process.returncode), ("", 0))
    with Api("--first", "tictactoe", store=server.store) as second:
        same("what was not kept at the end is there", second.get(path)["line"]["moves"], ["d", "e"])
        same("so is a game that never was", second.get("/sessions/" + other["id"]).get("ply"), 1)


def test_engines():
    """The user's own engines: by name, and only if the server allows it."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"XDG_CONFIG_HOME": folder}
        added = run("engine", "add", "own", f'gtp cmd="{BANYAN} gtp --game tictactoe --player random --seed 1"',
                    env={**os.environ, **environment})
        same("an engine is registered", added.returncode, 0)
        body = {"game": "tictactoe", "players": ["own", "random"], "seed": 1}
        with Api("--first", "tictactoe", environment=environment) as server:
            same("without --engines it is nobody", server.data("POST", "/sessions", body)[0], 400)
            same("and not told", server.get("/engines"), {"allowed": False, "engines": []})
        with Api("--first", "tictactoe", "--engines", environment=environment) as server:
            same("with --engines it is listed by its name", server.get("/engines"),
                 {"allowed": True, "engines": [{"name": "own"}]})
            made = server.post("/sessions", body)
            same("it sits at the board", made["players"][0]["kind"], "engine")
            session = server.wait("/sessions/" + made["id"])[1]
            check("and plays", session["state"] == "over" and session["result"]["reason"] == "rules", session.get("error"))
            same("with options of the page's it is refused",
                 server.data("POST", "/sessions", {**body, "players": ["own cmd=ls", "random"]})[0], 400)
            made = server.post("/sessions", {**body, "players": ["human", "own"]})
            server.stop()
            with Api("--first", "tictactoe", environment=environment, store=server.store) as second:
                path = "/sessions/" + made["id"]
                status, session = second.data("GET", path)
                same("without --engines its game can be seen", (status, session.get("ply"), session["players"][1]["name"]),
                     (200, 0, "own"))
                check("and says why it does not go on", "own" in (session["error"] or ""), session["error"])
                session = second.post(path + "/players", {"side": "O", "player": "random"})
                session = play_person(second, session, ["a1"])
                same("unless another takes the seat", (session["ply"], session["error"]), (2, None))
                same("it can be forgotten", second.data("DELETE", path)[0], 200)


def test_restart(server):
    """A game in progress survives an orderly end of the server, and its sudden death."""
    made = server.post("/sessions", {"game": "othello", "options": {"size": "6x6"}, "players": ["human", "alphabeta depth=2"],
                                     "seed": 3, "clock": "left=600"})
    path = "/sessions/" + made["id"]
    before = play_person(server, made, [made["position"]["legal"][0]])
    status, seconds, errors = server.stop()
    check("the server ends well", status == 0 and errors == "" and seconds < 5, (status, seconds, errors))
    with Api("--first", "tictactoe", store=server.store) as second:
        after = second.get(path)
        for key in ("line", "state", "analysis", "seed", "clock", "players", "to_move"):
            same(f"after a restart: {key}", without_left(after[key]), without_left(before[key]))
        move = after["position"]["legal"][0]
        told_of = second.post(path + "/move", {"move": move})
        same("the move is made", told_of["ply"], after["ply"] + 1)
        second.process.kill()
        second.process.wait()
        with Api("--first", "tictactoe", store=server.store) as third:
            again = third.wait(path)[1]
            same("after kill -9: the move is there", again["line"]["moves"][:told_of["ply"]], told_of["line"]["moves"])
            check("and the program has answered it", again["ply"] > told_of["ply"], again["ply"])
            check("the list has it", made["id"] in [s["id"] for s in third.get("/sessions")["sessions"]])
            test_damaged(third, made["id"])
            same("forgotten", third.data("DELETE", path)[0], 200)
            same("is forgotten", third.data("GET", path)[0], 404)


def test_damaged(server, id):
    """What stands in the store may have been written by anybody."""
    text = json.dumps({"line": {"game": "go", "options": {"size": "5"}, "moves": ["c3"]}, "players": ["human", "random"]})
    with sqlite3.connect(server.store) as store:
        for number, wrong in enumerate(("", "{", "[]", "{}", text[:-3], text.replace('"c3"', "3"), text.replace('"c3"', '"pass", "pass"'),
                                        text.replace("}", ', "clocks": 3, "dead": [99999, "x"], "notes": [7, {}], "late": 9}'))):
            store.execute("INSERT OR REPLACE INTO sessions VALUES(?, 1e9, ?)", (f"wrong{number}", wrong))
    store.close()
    for number in range(8):
        status, answer = server.data("GET", f"/sessions/wrong{number}")
        check(f"what was kept is damaged, {number}", status == 200 or "error" in answer, (status, answer))
    same("what cannot be read can be forgotten", server.data("DELETE", "/sessions/wrong1")[0], 200)
    same("and is", server.data("GET", "/sessions/wrong1")[0], 404)
    check("the list is still told", id in [s["id"] for s in server.get("/sessions")["sessions"]])


def without_left(value):
    return [{k: v for k, v in p.items() if k != "left"} for p in value] if isinstance(value, list) and value and \
        isinstance(value[0], dict) and "left" in value[0] else value


def main():
    with Api("--first", "tictactoe") as server:
        test_lists(server)
        test_positions(server)
        test_examples(server)
        test_think(server)
        test_explain(server)
        test_records(server)
        test_review(server, server.folder.name)
        test_hint_and_match(server)
        test_trust(server)
        test_refused(server)
        test_mute_engine()
        test_whole_games(server)
        test_a_person(server)
        test_agreement(server)
        test_clocks(server)
        test_events(server)
        test_stop(server)
        test_restart(server)
    test_gone()
    with Api("--first", "tictactoe") as server:
        test_unkept(server)
    with Api("--first", "tictactoe") as server:
        test_waiting(server)
    test_engines()
    finish()


main()
