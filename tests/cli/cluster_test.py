#!/usr/bin/env python3
"""Many machines: every command and script of docs/CLUSTER.md, and the simulation of the scheduler (tools/cluster.py) against closed
forms and against ranks whose games are sleeps."""
import importlib.util
import json
import math
import os
import re
import sqlite3
import subprocess
import tempfile

from _tap import BANYAN, LONG, check, finish, same, words

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
ENV = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
FREE = {"latency_us": 0, "message_us": 0, "commit_us": 0, "row_us": 0}
CUP = """game = "nogo"
size = "4x4"
games = 2
[[player]]
name = "one"
spec = "mcts sims=20"
[[player]]
name = "two"
spec = "mcts sims=40"
"""
# As Slurm's, for scripts: options are the scheduler's, the rest runs on so many ranks.
SRUN = """#!/bin/sh
while case $1 in --*) true ;; *) false ;; esac; do shift; done
exec mpirun --oversubscribe -n 2 "$@"
"""


def load():
    spec = importlib.util.spec_from_file_location("cluster", os.path.join(ROOT, "tools", "cluster.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CLUSTER = load()


def tool(*arguments):
    return subprocess.run([os.path.join(ROOT, "tools", "cluster.py"), *arguments], capture_output=True, text=True, check=False, timeout=600)


# --- docs/CLUSTER.md ----------------------------------------------------------------------------------------------


def tools(folder):
    """A folder for PATH: the program by its name, and srun."""
    place = os.path.join(folder, "bin")
    os.mkdir(place)
    os.symlink(BANYAN, os.path.join(place, "banyan"))
    with open(os.path.join(place, "srun"), "w", encoding="utf-8") as file:
        file.write(SRUN)
    os.chmod(os.path.join(place, "srun"), 0o755)
    return place + os.pathsep + os.environ["PATH"]


def games_in(path):
    connection = sqlite3.connect(path)
    try:
        return connection.execute("SELECT count(*) FROM games").fetchone()[0]
    finally:
        connection.close()


def test_document():
    with open(os.path.join(ROOT, "docs", "CLUSTER.md"), encoding="utf-8") as file:
        text = file.read()
    blocks = re.findall(r"^```(sh|slurm)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        env = {**ENV, "PATH": tools(folder), "TMPDIR": folder, "SLURM_JOB_ID": "7", "SLURM_SUBMIT_DIR": folder,
               "SLURM_ARRAY_TASK_COUNT": "2", "SLURM_CPUS_PER_TASK": "2", "XDG_CONFIG_HOME": folder}
        with open(os.path.join(folder, "cup.toml"), "w", encoding="utf-8") as file:
            file.write(CUP)
        scripts = 0
        for kind, block in blocks:
            scripts += kind == "slurm"
            for task in (["1", "2"] if "ARRAY" in block else ["1"]):
                for command in (block.splitlines() if kind == "sh" else [block]):
                    result = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False,
                                            stdin=subprocess.DEVNULL, env={**env, "SLURM_ARRAY_TASK_ID": task}, timeout=200)
                    name = command if kind == "sh" else f"script {scripts}, task {task}"
                    check(f"{name} works", result.returncode == 0 and result.stdout, words(result)[-700:])
                    count += 1
        check("there are commands and scripts", count > 10 and scripts == 2, (count, scripts))
        same("the parts of the documents' match are all of it", games_in(os.path.join(folder, "all.db")), 12)
        same("so are those of an array", sum(games_in(os.path.join(folder, f"match-{i}.db")) for i in (1, 2)), 40)
        same("and MPI's script leaves its store", games_in(os.path.join(folder, "match.db")), 40)
    for cell in re.findall(r"^\| (?:1 ms|100 ms|10 s|10 min) \| (.*?) \|", text, re.MULTILINE):
        check(f"the table has {cell}", re.fullmatch(r"\d+ %( \([a-z0-9' ]+\))?", cell), cell)


def test_table():
    """What the document's table says of up to 100 ranks is what the tool says."""
    result = tool("table", "--most", "100")
    with open(os.path.join(ROOT, "docs", "CLUSTER.md"), encoding="utf-8") as file:
        text = file.read()
    rows = [line.removesuffix("|").strip() for line in result.stdout.splitlines() if re.match(r"\| (1 |10)", line)]
    missing = [row for row in rows if row not in text]
    check("docs/CLUSTER.md has the rows of the table", len(rows) == 8 and not missing, (missing, words(result)[-500:]))


def test_costs():
    """What the simulation is fed with can be measured on any machine."""
    with tempfile.TemporaryDirectory() as folder:
        result = tool("costs", "--build", folder, "--banyan", BANYAN)
        found = json.loads(result.stdout) if result.returncode == 0 else {}
        check("costs are measured", found and all(found[place][name] > 0 for place in ("memory", "network")
                                                  for name in ("round_trip_us", "pair_us")) and
              all(found[place]["more_us"] >= 0 for place in ("memory", "network")) and  # nothing, where others use all of the machine
              found["store"]["commit_us"] > 0 and found["store"]["row_us"] > 0, words(result)[-700:])
        path = os.path.join(folder, "costs.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(result.stdout)
        simulated = tool("one", "--ranks", "4", "--games", "40", "--costs", path)
        check("and can be simulated with", simulated.returncode == 0 and json.loads(simulated.stdout)["kept"] == 40, words(simulated))
        store = os.path.join(folder, "games.db")
        played = subprocess.run([BANYAN, "match", "nogo", "--size", "4", "--a", "mcts sims=50", "--b", "random", "--games", "6", "--store",
                                 store], capture_output=True, text=True, check=False)
        result = tool("lengths", "--from", store)
        lengths = json.loads(result.stdout) if result.returncode == 0 else []
        check("lengths are those of a store, around 1", len(lengths) == 6 and lengths == sorted(lengths) and
              abs(sum(lengths) / 6 - 1) < 0.001, words(played) + words(result))


def test_refusals():
    """What cannot be is refused in a sentence."""
    with tempfile.TemporaryDirectory() as folder:
        wrong = [os.path.join(folder, f"wrong{i}.json") for i in range(4)]
        for path, text in zip(wrong, ("[]", '{"network": {}}', '{"take_us": "5"}', '{"lengths": [-1]}')):
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        for command in (("one", "--mean", "0"), ("one", "--mean", "nan"), ("one", "--ranks", "0"), ("one", "--games", "-5"), ("one", "--helpers", "-3"),
                        ("one", "--batch", "x"), ("table", "--most", "1"), ("lengths", "--from", "/nonexistent"), ("table", "--costs", "/nonexistent"),
                        ("costs", "--build", "/nonexistent"), *(("one", "--costs", path) for path in wrong)):
            result = tool(*command)
            check(f"{' '.join(command).replace(folder, '')} is refused", result.returncode != 0 and "cluster.py: " in result.stderr.splitlines()[-1] and
                  not result.stdout and "Traceback" not in result.stderr, words(result))


# --- closed forms ---------------------------------------------------------------------------------------------------


def near(name, got, wanted, part):
    check(f"{name}: {got:.4g} and {wanted:.4g}", abs(got - wanted) <= part * abs(wanted), (got, wanted))


def test_closed_forms():
    for ranks, games in ((10, 95), (7, 7), (64, 640)):
        got = CLUSTER.Case(ranks, games, [1.0], 2.0, FREE, naps=False).run()
        near(f"{games} equal games on {ranks} ranks", got["busy"], games / (ranks * math.ceil(games / ranks)), 1e-9)
        same("all are kept", got["kept"], games)
    costs = {"latency_us": 20, "message_us": 30, "commit_us": 400, "row_us": 10}
    got = CLUSTER.Case(500, 20000, [1.0], 0.001, costs, batch=1, bundles=False).run()
    near("games a second that the store can do, one transaction each", got["kept_a_second"], 1e6 / (400 + 10), 0.03)
    same("which is the store's limit", got["limit"], "store")
    got = CLUSTER.Case(500, 20000, [1.0], 0.001, costs, bundles=False).run()
    near("games a second that rank 0's messages allow", got["kept_a_second"], 1e6 / 30, 0.03)
    same("which is the messages' limit", got["limit"], "messages")
    helped = CLUSTER.Case(500, 20000, [1.0], 0.001, costs, helpers=10, bundles=False).run()
    check("helpers lift it, up to the store's rows", 2 * got["kept_a_second"] < helped["kept_a_second"] <= 1e6 / 10 and
          helped["kept"] == 20000, (helped, got))
    many = CLUSTER.Case(500, 50000, [1.0], 0.001, costs).run()
    near("many games in a message lift it too, up to the store's rows", many["kept_a_second"], 1e6 / 10, 0.05)
    many = CLUSTER.Case(500, 50000, [1.0], 0.001, {**costs, "row_us": 0, "take_us": 12, "more_us": 3}).run()
    check("or up to rank 0's work for games", 0.8e6 / 15 < many["kept_a_second"] <= 1e6 / 15 and many["kept"] == 50000, many)
    long = [CLUSTER.Case(20, 400, [0.5, 1.5], 0.2, costs, bundles=choice).run()["seconds"] for choice in (True, False)]
    same("games of 200 ms are not held", long[0], long[1])


def test_tail():
    """Games without memory (exponential lengths), nobody ahead: (games - ranks) / ranks means, then the largest of `ranks`."""
    lengths = [-math.log(1 - (i + 0.5) / 4000) for i in range(4000)]
    ranks, games, runs = 20, 200, 60
    spans = [CLUSTER.Case(ranks, games, lengths, 1.0, FREE, ahead=0, seed=seed, naps=False).run()["seconds"] for seed in range(runs)]
    near("the last of exponential games", sum(spans) / runs, (games - ranks) / ranks + sum(1 / k for k in range(1, ranks + 1)), 0.05)


# --- ranks that sleep -------------------------------------------------------------------------------------------------


def measured(ranks, games, folder):
    """How busy they were, and that nothing is missing; a game is one move that takes a second and no work."""
    store = os.path.join(folder, f"sleep{ranks}.db")
    engine = os.path.join(os.path.dirname(BANYAN), "faulty-engine")
    subprocess.run(["mpirun", "--oversubscribe", "-n", str(ranks), BANYAN, "match", "mnk", "--size", "1x1", "--option", "k=1", "--b",
                    "random", "--colours", "a-first", "--a", f'gtp cmd="{engine} gtp late"', "--games", str(games),
                    "--store", store], env=ENV, capture_output=True, check=True, timeout=250)
    connection = sqlite3.connect(store)
    count, first, last = connection.execute("SELECT count(*), min(finished), max(finished) FROM games").fetchone()
    connection.close()
    os.remove(store)
    return count, games / (ranks * (last - first + 1))


def test_sleeping():
    """The simulation is what an idle machine does: others can only make it slower, so that the best of three tries counts."""
    cases = ((2, 8), (8, 40)) if not LONG else ((2, 20), (8, 80), (16, 160), (64, 640))
    with open(CLUSTER.COSTS, encoding="utf-8") as file:
        known = json.load(file)
    with tempfile.TemporaryDirectory() as folder:
        for ranks, games in cases:
            wanted = CLUSTER.Case(ranks, games, [1.0], 1.0, CLUSTER.costs_for(known, "memory")).run()["busy"]
            best = 0.0
            for _ in range(3):
                count, busy = measured(ranks, games, folder)
                best = max(best, busy)
                if count != games or abs(best - wanted) < 0.05:
                    break
            check(f"{ranks} ranks that sleep are busy for {100 * best:.1f} % of the time, {100 * wanted:.1f} % simulated",
                  count == games and wanted - 0.15 < best < wanted + 0.05, (count, best, wanted))


if __name__ == "__main__":
    test_closed_forms()
    test_tail()
    test_table()
    test_refusals()
    test_costs()
    test_sleeping()
    test_document()
    finish()
