#!/usr/bin/env python3
"""A sweep: options with several values, a match for each combination, kept, resumed, drawn."""
import csv
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import xml.dom.minidom

from _tap import BANYAN, check, data, finish, run, same, words

FOLDER = tempfile.mkdtemp(prefix="by_sweep_")
ONE = ["sweep", "nogo", "--size", "4x4", "--a", "mcts sims=20 c={0,0.4,1.6}", "--b", "mcts sims=20 c=0", "--games", "10"]
TWO = ["sweep", "nogo", "--size", "4x4", "--a", "mcts sims={10,20} c={0,0.4,1.6}", "--b", "mcts sims={10,20} c=0.4",
       "--games", "6", "--openings", "random:2"]


def place(name):
    return os.path.join(FOLDER, name)


def refused(name, arguments, *needles):
    result = run(*arguments)
    check(name, result.returncode == 2 and result.stdout == "" and result.stderr.count("\n") == 1 and
          all(needle in result.stderr for needle in needles), words(result))


def cells(value):
    return [{key: cell[key] for key in ("cell", "a", "b", "score", "interval", "won", "drawn", "lost", "games", "seed")}
            for cell in value["cells"]]


def one_parameter():
    value = data(*ONE)
    same("a cell for each value", [cell["parameters"] for cell in value["cells"]], [{"c": "0"}, {"c": "0.4"}, {"c": "1.6"}])
    same("with the player that it names", value["cells"][1]["a"], "mcts sims=20 c=0.4")
    check("every cell has its games, and a score with an interval", all(
        cell["games"] == 10 == cell["won"] + cell["drawn"] + cell["lost"] and
        cell["score"] == 10 * cell["won"] + 5 * cell["drawn"] and
        cell["interval"][0] <= cell["score"] <= cell["interval"][1] for cell in value["cells"]), value)
    check("cells have seeds of their own", len({cell["seed"] for cell in value["cells"]}) == 3, value)
    cell = value["cells"][2]
    match = data("match", "nogo", "--size", "4x4", "--a", cell["a"], "--b", cell["b"], "--games", "10", "--seed", cell["seed"])
    same("a cell is the match of its players and its seed", (match["a"]["wins"], match["b"]["wins"], 100 * match["score"]),
         (cell["won"], cell["lost"], cell["score"]))
    text = run(*ONE).stdout
    for cell in value["cells"]:
        check(f"the table has the line {cell['cell']}",
              re.search(rf"^ +{cell['parameters']['c']} +{cell['score']:.1f} +{cell['interval'][0]:.1f} to {cell['interval'][1]:.1f} ",
                        text, re.M), text)
    same("the same at any concurrency", cells(data(*ONE, "--concurrency", "3")), cells(value))
    check("another seed plays other games", cells(data(*ONE, "--seed", "2")) != cells(value), value)


def two_parameters():
    svg, table = place("two.svg"), place("two.csv")
    result = run(*TWO, "--svg", svg, "--csv", table)
    check("two parameters are a grid", result.returncode == 0 and "sims \\ c" in result.stdout and
          "scores of a, sims down and c across" in result.stdout, words(result))
    check("and say which files were written", f"written {table}" in result.stdout and f"written {svg}" in result.stdout, words(result))
    with open(table, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    value = data(*TWO)
    same("a line of CSV for each cell",
         [(row["sims"], row["c"], round(float(row["score"]), 3), int(row["games"]), row["a"], row["b"], row["seed"]) for row in rows],
         [(cell["parameters"]["sims"], cell["parameters"]["c"], round(cell["score"], 3), 6, cell["a"], cell["b"], cell["seed"])
          for cell in value["cells"]])
    same("the parameter is the same in both players", {(cell["a"].split()[1], cell["b"].split()[1]) for cell in value["cells"]},
         {("sims=10", "sims=10"), ("sims=20", "sims=20")})
    with open(svg, encoding="utf-8") as file:
        drawing = file.read()
    xml.dom.minidom.parseString(drawing)
    check("the heat map has all values of both", all(f">{word}<" in drawing for word in ("10", "20", "0", "0.4", "1.6", "sims", "c")),
          drawing[:2000])
    run(*ONE, "--svg", svg)
    with open(svg, encoding="utf-8") as file:
        drawing = file.read()
    xml.dom.minidom.parseString(drawing)
    check("one parameter is the axis of a plot", "mcts sims=20 c={c}" in drawing and ">1.6<" in drawing, drawing[:2000])
    printed = run(*ONE, "--csv", "-")
    check("CSV can be printed", printed.stdout.startswith("c,score,score_low,score_high,won,"), words(printed))


def plan_and_file():
    path = place("made.lab")
    result = run(*TWO, "--dry-run", "--write", path)
    check("--dry-run plays nothing and says how much it would be", result.returncode == 0 and "36" in result.stdout, words(result))
    plan = data(*TWO, "--dry-run")
    check("also as JSON", isinstance(plan, dict), plan)
    shown = data("lab", "run", path, "--store", place("lab.db"))
    swept = data(*TWO)
    same("--write makes a file that `lab run` plays with the same games", [cell["won"] for cell in shown["experiments"][0]["cells"]],
         [cell["won"] for cell in swept["cells"]])


def resume():
    store = place("kept.db")
    long = ["sweep", "nogo", "--size", "5x5", "--a", "mcts sims=200 c={0,0.4}", "--b", "mcts sims=200", "--games", "60",
            "--concurrency", "1"]
    whole = cells(data(*long))
    for attempt in range(3):
        with subprocess.Popen([BANYAN, *long, "--store", store], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            time.sleep(0.15 + 0.1 * attempt)
            process.send_signal(signal.SIGINT if attempt else signal.SIGKILL)
            _, errors = process.communicate(timeout=60)
        if attempt and process.returncode == 1:
            check(f"an interruption says how to go on ({attempt})", "to go on: " in errors and "banyan sweep " in errors, errors)
    same("killed and interrupted, and resumed: the same table", cells(data(*long, "--store", store)), whole)
    again = data(*long, "--store", store)
    same("once more, nothing is played and the table stays", cells(again), whole)
    more = data("sweep", "nogo", "--size", "5x5", "--a", "mcts sims=200 c={0,0.4,1}", "--b", "mcts sims=200", "--games", "60",
                "--store", store)
    same("a value more keeps the others", cells(more)[:2], whole)


def shards():
    parts = []
    for part in (1, 2, 3):
        parts.append(place(f"part{part}.db"))
        run(*TWO, "--shard", f"{part}/3", "--store", parts[-1])
    whole = place("whole.db")
    merged = run("store", "merge", whole, *parts)
    check("three parts are merged", merged.returncode == 0, words(merged))
    same("and are the whole table", cells(data(*TWO, "--store", whole)), cells(data(*TWO)))


def refusals():
    base = ["sweep", "nogo", "--size", "4x4", "--games", "2", "--b", "random", "--a"]
    refused("no list", [*base, "mcts sims=5"], "several values")
    refused("an open brace", [*base, "mcts c={1,2"], "belong together")
    refused("an unknown option", [*base, "mcts sims=5 cc={1,2}"], "cc")
    refused("a value that the option does not take", [*base, "mcts sims=5 c={1,x}"], "c")
    refused("an unknown game", ["sweep", "nogoo", "--a", "mcts c={1,2}", "--b", "random"], "nogoo")
    refused("one player", ["sweep", "nogo", "--a", "mcts c={1,2}"], "two players")
    refused("three parameters in a drawing", [*base, "mcts sims={1,2} c={1,2} z={1,2}", "--svg", place("x.svg")], "one or two parameters")
    result = run(*base, "mcts sims={1,2}", "--csv", place("no/where.csv"))
    check("a file that cannot be written is refused before anything is played", result.returncode == 1 and result.stdout == "" and
          "no/where.csv" in result.stderr, words(result))
    refused("different lists of one name", ["sweep", "nogo", "--a", "mcts c={1,2}", "--b", "mcts c={1,3}"], "another parameter")


try:
    one_parameter()
    two_parameters()
    plan_and_file()
    resume()
    shards()
    refusals()
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
finish()
