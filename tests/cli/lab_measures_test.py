#!/usr/bin/env python3
"""Experiments that are no matches, at the smallest scale: their structure, exact figures, directions."""
import os
import re
import tempfile

from _tap import check, data, finish, same

EXACT = ["tictactoe-all", "stones-all", "nim-values", "alphabeta-nodes"]
COUNTED = ["nogo-memory", "othello-duplicates", "bandit-regret"]
TIMED = ["othello-negamax", "othello-alphabeta", "othello-mcts", "go-complexity", "go-moveset", "hash-tables"]
MAIN = {  # the number that stands for a cell, by experiment and row
    "tictactoe-all": {"": "games"}, "stones-all": {"": "games"}, "nim-values": {"": "grundy"},
    "nogo-memory": {"rave": "bytes", "uct": "bytes", "narrow": "bytes"},
    "othello-duplicates": {"start": "nodes", "games": "nodes"}, "bandit-regret": {"": "regret"},
    "hash-tables": {"probes": "found-chain", "time": "found-chain"},
    **{name: {"wins": "score", "time": "seconds", "growth": "growth", "nodes": "nodes"}
       for name in ("othello-negamax", "othello-alphabeta")},
    "othello-mcts": {"wins": "score", "time": "seconds", "growth": "growth"},
    **{name: {"steps": "steps", "power": "power-steps", "time": "seconds", "time-power": "power-seconds"}
       for name in ("go-complexity", "go-moveset")},
}


def lab(names, store, *more):
    """Runs experiments; cells by experiment and label."""
    out = data("lab", "run", *names, "--scale", "smoke", "--store", store, *more)
    return {e["name"]: {cell["cell"]: cell for cell in e["cells"]} for e in out["experiments"]}


def published(name):
    """The figures of a file: (row, number) -> list of words, read the simple way."""
    figures, row, at = {}, "", None
    with open(os.path.join(os.path.dirname(__file__), "../../lab", name + ".lab"), encoding="utf-8") as file:
        for line in file:
            line = re.sub(r"(^|\s)#.*", "", line.rstrip("\n"))
            head = re.fullmatch(r"\[(\S+)\]\s*", line)
            entry = re.fullmatch(r"published(?: (\S+))?:\s*(.*)", line)
            if head:
                row, at = head[1], None
            elif entry:
                at = figures.setdefault((row, entry[1] or "score"), [])
                at += entry[2].split()
            elif line[:1] == " " and at is not None:
                at += line.split()
            else:
                at = None
    return figures


def row_of(label):
    return label.split(",")[0][4:] if label.startswith("row=") else ""


def numbers(cell):
    return {n["name"]: n["value"] for n in cell.get("numbers", [])}


def structure(name, cells):
    """Every row has a cell that was run; a run cell has its main number first, and all that is published."""
    figures, problems, done_rows = published(name), [], set()
    for label, cell in cells.items():
        if cell["state"] == "left out":
            continue
        got, row = numbers(cell), row_of(label)
        done_rows.add(row)
        if cell["state"] != "done" or not got:
            problems.append(f"{label}: {cell['state']}")
        elif row in MAIN.get(name, {}) and next(iter(got)) != MAIN[name][row]:
            problems.append(f"{label}: {next(iter(got))} comes first")
        problems += [f"{label}: no {number}" for of, number in figures if of == row and number not in got]
    same(f"{name}: cells are run and have their numbers", problems, [])
    same(f"{name}: rows", sorted(done_rows), sorted({row_of(label) for label in cells}))


def exact(name, cells):
    """What is known to the last unit comes out so."""
    compared, wrong = 0, []
    for (row, number), figures in published(name).items():
        labels = [label for label in cells if row_of(label) == row]
        for label, figure in zip(labels, figures):
            if figure == "-" or cells[label]["state"] != "done":
                continue
            compared += 1
            got = numbers(cells[label])[number]
            if got != float(figure):
                wrong.append(f"{label}: {number} is {got}, not {figure}")
    same(f"{name}: {compared} known figures", wrong, [])
    check(f"{name}: there are known figures", compared > 0)


def value(cells, label, number):
    return numbers(cells[label])[number]


def directions(ran):
    memory = ran["nogo-memory"]
    for sims in (1000, 10000):
        line = [value(memory, f"row=uct,sims={sims},z={z}", "bytes") for z in (1, 2, 4, 10)]
        check(f"the tree of {sims} simulations is the smaller the larger z", line == sorted(line, reverse=True), line)
    for board, more in (("halfway", "array"), ("unionfind", "halfway")):
        got = [value(ran["go-complexity"], f"row=power,board={b}", "power-steps") for b in (board, more)]
        check(f"playouts on {board} grow with a smaller power than on {more}", got[0] + 0.5 < got[1], got)
    got = [value(ran["go-moveset"], f"row=steps,set={s},n=9", "candidates") for s in ("map", "lazy", "list")]
    check("a map of places costs least", got == sorted(got), got)
    got = [value(ran["othello-duplicates"], f"row=start,search=negamax,seen={s},depth=5", "ratio")
           for s in ("symmetry", "on")]
    check("symmetry saves three of four states at the start, the list a few per cent",
          0.2 < got[0] < 0.3 and 0.9 < got[1] < 1, got)
    share = {label: numbers(cell)["share"] for label, cell in ran["bandit-regret"].items()}
    check("regret stays below its bounds", max(share.values()) < 1.2 and share["player=ucb,arms=ten"] < 1, share)
    exponent = [value(ran["alphabeta-nodes"], f"row=uniform,search={s},depth=6", "exponent") for s in ("best", "worst")]
    check("alpha-beta lies between b^(d/2) and b^d", 0.5 < exponent[0] < 0.65 and exponent[1] == 1, exponent)
    for name, low, high in (("othello-negamax", 6, 14), ("othello-alphabeta", 2.5, 8)):
        got = value(ran[name], "row=growth", "growth-nodes")
        check(f"{name}: each ply is so many times more positions", low < got < high, got)


with tempfile.TemporaryDirectory() as folder:
    ran = lab(EXACT + COUNTED + TIMED, os.path.join(folder, "a.db"), "--concurrency", "2")
    for name, cells in ran.items():
        structure(name, cells)
    for name in EXACT:
        exact(name, ran[name])
    directions(ran)
    again = lab(EXACT + COUNTED, os.path.join(folder, "b.db"), "--concurrency", "1")
    for name, cells in again.items():
        same(f"{name}: the same seed, the same numbers",
             {label: (numbers(c), c.get("checksum")) for label, c in cells.items()},
             {label: (numbers(c), c.get("checksum")) for label, c in ran[name].items()})
finish()
