"""The laboratory behind the page: its figures are those of the command line; runs are stopped and go on; a game that was
edited in the store is found out."""
import json
import os
import sqlite3
import time

from _api import Api
from _tap import BANYAN, check, data, finish, run, same, words

NAME, CELL = "nogo-rave", "row=rave,sims=50"
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def lab_of(server):
    return os.path.join(os.path.dirname(server.store), "lab.db")


def made_apart(report):
    """A report without the moment it was made in."""
    return {**report, "made": {**report["made"], "date": None}}


def test_empty(server):
    answer = server.get("/lab")
    same("with no store there are all experiments", [one["name"] for one in answer["experiments"]],
         [one["name"] for one in data("lab", "--store", "/nonexistent/lab.db")["experiments"]])
    check("34 of them, none run", len(answer["experiments"]) == 34 and answer["empty"] and
          all(one["verdict"] == "not run" and one["last"] is None for one in answer["experiments"]))
    one = server.get(f"/lab/experiments/{NAME}")["experiments"][0]
    published = [cell["published"]["text"] for cell in one["cells"] if cell["published"]]
    check("the published figures are there", "56+-5" in published and all(not cell["ours"] for cell in one["cells"]), published)
    plots = server.get("/lab/plots")["plots"]
    same("every experiment has its small plot", sorted(plots), sorted(one["name"] for one in answer["experiments"]))
    check("of published points alone", all(series["hollow"] for series in plots[NAME]["series"]) and plots[NAME]["series"])
    status, refusal = server.data("POST", "/jobs", {"kind": "lab-check", "experiment": NAME})
    check("nothing to check yet", status == 400 and "nothing was run" in refusal["error"], refusal)
    check("asking makes no store", not os.path.exists(lab_of(server)))


def test_names(server):
    for path, status in (("/lab/experiments/nothing", 404), ("/lab/experiments/..%2f..%2fetc%2fpasswd", 400), ("/lab/experiments/x.lab", 404),
                         (f"/lab/experiments/{NAME}?scale=huge", 400), (f"/lab/experiments/{NAME}?seed=-1", 400),
                         (f"/lab/experiments/{NAME}/cells?cell=sims=51", 400), (f"/lab/experiments/{NAME}/game?cell=sims=50", 400),
                         (f"/lab/experiments/{NAME}/game?cell=sims=500&number=1", 400)):
        got, answer = server.data("GET", path)
        check(f"{path} is refused in a sentence", got == status and len(answer["error"]) > 10, (got, answer))
    for body in ({"experiment": "nothing"}, {}, {"experiment": NAME, "scale": "x"}, {"experiment": NAME, "cell": "sims=51"},
                 {"experiment": os.path.join(ROOT, "examples", "connect4_depth.lab")}):
        got, answer = server.data("POST", "/jobs", {"kind": "lab", **body})
        check(f"no run of {body}", got == 400 and len(answer["error"]) > 10, (got, answer))


def test_run(server):
    """A run at smoke scale is what the command line finds in the store."""
    job = server.data("POST", "/jobs", {"kind": "lab", "experiment": NAME, "scale": "smoke"})[1]["job"]
    ended = server.wait("/jobs/" + job)[1]
    same("it ends well", (ended["state"], ended["progress"], ended["error"]), ("done", 1.0, None))
    store = ("--store", lab_of(server))
    same("the job's result is lab run --json", ended["result"], data("lab", "run", NAME, "--scale", "smoke", *store))
    check("and its command is the same", ended["command"].split()[:3] == ["banyan", "lab", "run"] and lab_of(server) in ended["command"], ended["command"])
    same("the report is lab report --json", made_apart(server.get(f"/lab/experiments/{NAME}")), made_apart(data("lab", "report", NAME, *store)))
    status, headers, bytes_ = server.ask("GET", f"/api/v1/lab/experiments/{NAME}/plot.svg")
    svg = os.path.join(server.folder.name, "plot.svg")
    run("lab", "report", NAME, "--svg", svg, *store)
    check("the plot is lab report --svg", status == 200 and headers["content-type"].startswith("image/svg+xml") and
          bytes_.decode() == open(svg, encoding="utf-8").read())
    same("the cells are lab show --json", server.get(f"/lab/experiments/{NAME}/cells?cell={CELL}"), data("lab", "show", NAME, "--cell", CELL, *store))
    same("a game is lab show --number", server.get(f"/lab/experiments/{NAME}/game?cell={CELL}&number=2"),
         data("lab", "show", NAME, "--cell", CELL, "--number", "2", *store))
    same("the plan is lab run --dry-run", server.get(f"/lab/experiments/{NAME}/plan?scale=standard"),
         data("lab", "run", NAME, "--scale", "standard", "--dry-run", *store))
    same("the list is lab --json", server.get("/lab")["experiments"], data("lab", *store)["experiments"])
    plot = server.get(f"/lab/experiments/{NAME}/plot")
    ours = [point[1] for series in plot["series"] if not series["hollow"] for point in series["points"]]
    cells = server.get(f"/lab/experiments/{NAME}")["experiments"][0]["cells"]
    check("the plot's points are the table's figures", ours and all(any(abs(one - (cell["ours"] or {"value": -1})["value"]) < 1e-9 for cell in cells) for one in ours), ours)
    line = server.get(f"/lab/experiments/{NAME}/game?cell={CELL}&number=2")["line"]
    check("and it is a game by the rules", server.post("/position", line)["over"], line)


def test_timed(server):
    """What is measured in seconds says so and is left alone."""
    server.job(kind="lab", experiment="hash-tables", scale="smoke", cell="row=time")
    cells = [cell for cell in server.get("/lab/experiments/hash-tables?scale=smoke")["experiments"][0]["cells"] if cell["row"] == "time"]
    if not check("cells of seconds are timed", cells and all(cell["timed"] for cell in cells), cells[:2]):
        return
    checked = server.job(kind="lab-check", experiment="hash-tables", scale="smoke", cell="row=time")
    same("and not compared", (checked["same"], checked["differ"], checked["left_alone"] > 0), (0, 0, True))


def test_check(server):
    store = ("--store", lab_of(server))
    checked = server.job(kind="lab-check", experiment=NAME)
    told = run("lab", "check", NAME, *store, "--json")
    same("a check is lab check --json", checked["cells"], json.loads(told.stdout))
    check("all that was run is the same", checked["differ"] == 0 and checked["same"] > 1 and
          checked["same"] + checked["left_alone"] == checked["all"], checked)
    cell = server.get(f"/lab/experiments/{NAME}/cells?cell={CELL}")[0]
    moves = cell["games"][2]["moves"].split()
    with sqlite3.connect(lab_of(server)) as connection:
        connection.execute("UPDATE games SET moves=? WHERE match=? AND number=2", (" ".join(moves[1:2] + moves[:1] + moves[2:]), cell["match"]))
    checked = server.job(kind="lab-check", experiment=NAME, cell=CELL)
    told = run("lab", "check", NAME, "--cell", CELL, *store, "--json")
    same("a game that was edited is found out as by the command line", checked["cells"], json.loads(told.stdout))
    check("and named", checked["differ"] == 1 and not checked["cells"][0]["same"] and "game 3 of the store" in checked["cells"][0]["words"], checked)


LONG_RUN = {"kind": "lab", "experiment": "nogo-mobility", "scale": "standard", "cell": "row=mobility"}


def played(server, body):
    answer = server.get(f"/lab/experiments/{body['experiment']}?scale={body['scale']}")["experiments"][0]["cells"]
    return sum(cell["played"] or 0 for cell in answer)


def start_long(server):
    status, answer = server.data("POST", "/jobs", LONG_RUN)
    if status != 202:
        return check("a long run begins", False, answer)
    end = time.monotonic() + 60
    while played(server, LONG_RUN) < 20 and time.monotonic() < end:
        time.sleep(0.05)
    return answer["job"]


def test_stop():
    """Stopped, started again with the server, killed: nothing is played twice, and nothing that was done is lost."""
    with Api() as server:
        cells = {cell["cell"].split(",")[0] for cell in server.get("/lab/experiments/nogo-mobility")["experiments"][0]["cells"]}
        LONG_RUN["cell"] = sorted(cells)[0]
        job = start_long(server)
        begun = time.monotonic()
        status, answer = server.data("POST", "/jobs", LONG_RUN)
        check("one run at a time, and a sentence", status == 429 and "already" in answer["error"], answer)
        listed = server.get("/lab")
        check("readers do not wait for the writer", len(listed["experiments"]) == 34 and time.monotonic() - begun < 20)
        running, late = server.get("/jobs/" + job), time.monotonic() + 20
        while not running["progress"] and time.monotonic() < late:
            running = server.get("/jobs/" + job)
        check("a run tells its cell and how far it is", running["state"] == "running" and running["result"]["cell"] and 0 < running["progress"] < 1 and running["left"] > 0, running)
        server.data("DELETE", "/jobs/" + job)
        ended = server.wait("/jobs/" + job)[1]
        same("stopped, it keeps what is done", (ended["state"], ended["result"]["experiments"][0]["name"]), ("stopped", "nogo-mobility"))
        first = played(server, LONG_RUN)
        store, port = server.store, server.port
        job = start_long(server)
        check("the same again goes on", played(server, LONG_RUN) >= first, first)
        code = server.stop()[0]
        same("the server ends in the middle of a run", code, 0)
        with Api(store=store, port=port) as again:
            second = played(again, LONG_RUN)
            check("after a restart all is there", second >= first, (first, second))
            start_long(again)
            again.process.kill()
            again.process.communicate()
        with Api(store=store, port=port) as again:
            check("after a crash, too", played(again, LONG_RUN) >= second, second)
            with sqlite3.connect(lab_of(again)) as connection:
                twice = connection.execute("SELECT count(*) FROM (SELECT match, number FROM games GROUP BY match, number HAVING count(*) > 1)").fetchone()[0]
            same("no game is there twice", twice, 0)


OWN = """name: mine
title: A ply more against a ply less
claim: A ply more is worth something.
game: connect4
measure: match openings=random:4
axis depth: 1 2
a: alphabeta depth={depth+1}
b: alphabeta depth={depth}
games: 4
"""


def test_own(server):
    status, answer = server.data("POST", "/lab/own", {"text": OWN})
    same("an experiment of one's own is taken in", (status, answer["name"], answer["cells"]), (201, "mine", 2))
    check("and listed", server.get("/lab")["experiments"][-1]["name"] == "mine")
    ended = server.job(kind="lab", experiment="mine", scale="quick")
    same("and run", [cell["played"] for cell in ended["experiments"][0]["cells"]], [4, 4])
    path = os.path.join(server.folder.name, "mine.lab")
    with open(path, "w", encoding="utf-8") as file:
        file.write(OWN)
    same("as the command line runs it", server.get("/lab/experiments/mine/cells?cell=depth=1")[0]["games"],
         data("lab", "show", path, "--cell", "depth=1", "--store", lab_of(server))[0]["games"])
    for name, text, needle in (("a key that nobody knows", OWN + "colour: red\n", "line 10"),
                               ("a program", OWN.replace("b: alphabeta depth={depth}", f"b: command={BANYAN}"), "cell depth=1"),
                               ("a file of openings", OWN.replace("random:4", "/etc/passwd"), "files are not read"),
                               ("another measure", OWN.replace("match openings=random:4", "work"), "plays matches"),
                               ("a name of the program's", OWN.replace("name: mine", f"name: {NAME}"), "another name"),
                               ("too much memory", OWN.replace("a: alphabeta", "a: alphabeta table=64G"), "cell depth=1"),
                               ("no experiment", "hello", "line 1")):
        status, answer = server.data("POST", "/lab/own", {"text": text})
        check(f"{name} is refused with its place", status == 400 and needle in answer.get("error", ""), answer)


def test_given_store():
    """--lab-store serves a store that is there, and no other."""
    with Api() as server:
        folder = server.folder.name
        other = os.path.join(folder, "other.db")
        made = run("lab", "run", "stones-all", "--scale", "smoke", "--store", other)
        check("a store made on the command line", made.returncode == 0, words(made))
        with Api("--lab-store", other) as second:
            one = [one for one in second.get("/lab")["experiments"] if one["name"] == "stones-all"][0]
            check("is served", one["verdict"] == "holds" and one["last"]["scale"] == "smoke" and second.get("/lab")["store"] == other, one)
        none = run("serve", "--port", "0", "--store", os.path.join(folder, "x.db"), "--lab-store", os.path.join(folder, "none.db"))
        check("one that is not there is told", none.returncode == 1 and "there is no store" in none.stderr, words(none))


def main():
    with Api() as server:
        test_empty(server)
        test_run(server)
        test_names(server)
        test_check(server)
        test_timed(server)
        test_own(server)
        same("the server ends well", server.stop()[0], 0)
    test_stop()
    test_given_store()
    finish()


main()
