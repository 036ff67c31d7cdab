#!/usr/bin/env python3
"""`banyan lab report`: every format has its structure, plots are XML, and a published figure that is edited changes
the verdict. And tools/reproduction.sh writes its page."""
import csv
import io
import json
import os
import re
import subprocess
import tempfile
import xml.etree.ElementTree as xml

from _tap import check, finish, run, same

FILE = """name: made-up
document: own
source: nowhere, table 1
title: a stronger player, "quoted" & <marked>
claim: Depth wins; 100 %% of it.
remark: Tried: nothing.
game: connect4
measure: match openings=random:2
axis depth: 2 3
a: alphabeta depth={depth} plain=on order=game
b: random
games smoke: 24 if depth<=2
games: 24
published: %s 99+-1
interval: 95%%
agree: above 60; rises along depth
"""
COLUMNS = ("experiment row cell number published published_value published_low published_high ours low high count "
           "verdict p_size p_direction state scale seed version").split()
KEYS = ["cell", "row", "number", "published", "ours", "words", "verdict", "p_size", "p_direction", "state", "why", "timed", "wanted", "played",
        "seconds", "checksum", "version", "host"]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def report(path, store, *options):
    result = run("lab", "report", path, "--store", store, *options)
    same("report exits 0 " + " ".join(options), result.returncode, 0)
    return result.stdout


def check_svg(what, text):
    try:
        root = xml.fromstring(text)
        check(f"{what} is SVG", root.tag == "{http://www.w3.org/2000/svg}svg")
    except xml.ParseError as error:
        check(f"{what} is XML: {error}", False)


def check_formats(path, store, folder):
    text = report(path, store)
    for part in ["The document says: Depth wins; 100 % of it.", "97 ± 6", "agrees", "left out", "Tried: nothing.",
                 "scale smoke with seed 1", "Holm", "above 60", "holds"]:
        check(f"the text has '{part}'", part in re.sub(r"\s+", " ", text))
    data = json.loads(report(path, store, "--format", "json"))
    same("--json is the same but for the date", json.loads(report(path, store, "--json"))["experiments"],
         data["experiments"])
    cell = data["experiments"][0]["cells"][0]
    same("a cell's keys", list(cell), KEYS)
    same("a cell's verdict", cell["verdict"], "agrees")
    same("claims", [c["statement"] for c in data["experiments"][0]["claims"]], ["above 60", "rises along depth"])
    rows = list(csv.reader(io.StringIO(report(path, store, "--format", "csv"))))
    same("the columns", rows[0], COLUMNS)
    same("a row for each cell", [row[2] for row in rows[1:]], ["depth=2", "depth=3"])
    check("rows are whole", all(len(row) == len(COLUMNS) for row in rows))
    html = report(path, store, "--format", "html")
    for tag in ["table", "figure", "p", "div", "tr", "td", "svg"]:
        same(f"<{tag}> is closed as often as opened", len(re.findall(f"<{tag}[ >]", html)), html.count(f"</{tag}>"))
    check_svg("the plot in the page", html[html.index("<svg"):html.index("</svg>") + 6])
    check("the page needs nothing else", not re.search(r"(src|href)=\"(?!#)", html))
    check("words are escaped", "&lt;marked&gt;" in html and "<marked>" not in html)
    latex = report(path, store, "--format", "latex")
    check("LaTeX", latex.startswith("\\documentclass") and latex.rstrip().endswith("\\end{document}"))
    check("its signs are escaped", "100 \\% of it" in latex)
    page = os.path.join(folder, "page.md")
    report(path, store, "--format", "md", "--out", page, "--svg", os.path.join(folder, "img"))
    with open(page, encoding="utf-8") as file:
        check("Markdown names its plot by a relative path", "![made-up](img/made-up.svg)" in file.read())
    with open(os.path.join(folder, "img", "made-up.svg"), encoding="utf-8") as file:
        check_svg("the plot in the folder", file.read())


def check_interval(path, store):
    """The printed interval of a score is the exact one, by which it is judged: of 12 pairs that are won 73.5 to 100."""
    ours = json.loads(report(path, store, "--json"))["experiments"][0]["cells"][0]["ours"]
    same("all games are won", ours["value"], 100)
    same("the interval is Clopper and Pearson's", [round(x, 1) for x in ours["interval"]], [73.5, 100])
    check("in the table, too", "73.5 to 100.0" in report(path, store))


def check_points(store, folder):
    """A tournament of one pairing: the winner has the difference, who lost has none, and mistakes are told."""
    path = os.path.join(folder, "points.lab")
    cup = FILE.replace("axis depth: 2 3", "points strong: 64 of cup/a\npoints weak: 0 of cup/b\naxis depth: 2") % "97+-6"
    cup = cup.replace(" 99+-1", "").replace("; rises along depth", "") + "[cup]\n"
    write(path, cup)
    points = json.loads(report(path, store, "--json"))["experiments"][0]["points"]
    same("points that were not played", points, [{"name": "strong", "published": 64, "ours": None},
                                                 {"name": "weak", "published": 0, "ours": None}])
    same("the tournament runs", run("lab", "run", path, "--scale", "smoke", "--store", store).returncode, 0)
    result = json.loads(report(path, store, "--json"))["experiments"][0]
    score = result["cells"][0]["ours"]["value"]
    lead = round(2 * score - 100, 6)  # without draws
    check("it is won", score > 80)
    same("the winner has what it won, in per cent", [round(one["ours"], 6) for one in result["points"]], [lead, 0])
    check("and the text has a table of it", re.search(rf"strong +64 +{lead:.1f}\n +weak +0 +0\.0\n", report(path, store)))
    for bad, says in [("64 of cap/a", "and 'cap/a' is none"), ("of cup/a", "points are what is published")]:
        write(path, cup.replace("64 of cup/a", bad))
        told = run("lab", "report", path, "--store", store)
        check(f"'{bad}' is told with its line", told.returncode == 2 and "line 9: " in told.stderr and says in told.stderr, told.stderr)


def check_edits(path, store):
    verdicts = []
    for figure in ["97+-6", "60+-2", "20+-2"]:
        write(path, FILE % figure)
        verdicts.append(json.loads(report(path, store, "--json"))["experiments"][0]["cells"][0]["verdict"])
    same("an edited figure changes the verdict", verdicts, ["agrees", "differs in size", "contradicts"])


def check_mistakes(path, store, folder):
    write(path, FILE.replace("above 60", "beyond 60") % "97+-6")
    result = run("lab", "report", path, "--store", store)
    check("a wrong claim is told with its line", result.returncode == 2 and "line 16: a claim begins" in result.stderr)
    write(path, FILE % "97+-6")
    result = run("lab", "report", path, "nogo-rave", "--store", store, "--svg", os.path.join(folder, "a.svg"))
    check("several plots do not go into one file", result.returncode == 2 and "folder" in result.stderr)
    result = run("lab", "report", path, "--store", os.path.join(folder, "none.db"))
    check("a store that is not there is told", result.returncode == 2 and "there is no store" in result.stderr)
    with tempfile.TemporaryDirectory() as empty:
        result = run("lab", "report", path, cwd=empty)
    check("where none is named nothing was run", result.returncode == 0 and "Verdict: not run." in result.stdout)


def check_reproduction(folder):
    """The script behind `make reproduction`, over a program that only says what it was asked."""
    script = os.path.join(os.path.dirname(__file__), "..", "..", "tools", "reproduction.sh")
    program, log = os.path.join(folder, "banyan"), os.path.join(folder, "log")
    write(program, f"#!/bin/sh\necho \"$@\" >> {log}\n[ \"$2\" = report ] || exit $STATUS\n")
    os.chmod(program, 0o755)
    for status, lines in [(0, 2), (1, 2), (130, 1)]:
        write(log, "")
        result = subprocess.run([script, folder, "smoke", folder + "/r.db", folder + "/R.md", folder + "/img/lab"],
                                env=dict(os.environ, STATUS=str(status)), capture_output=True, text=True, check=False)
        same(f"after status {status} of the run it ends with that", result.returncode, status)
        with open(log, encoding="utf-8") as file:
            asked = file.read().splitlines()
        same(f"after status {status} the page is {'written' if lines == 2 else 'not written'}", len(asked), lines)
        same("all is run into the store", asked[0], f"lab run --all --scale smoke --store {folder}/r.db")
        check("the folder of the plots is there", lines == 1 or os.path.isdir(folder + "/img/lab"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        path, store = os.path.join(folder, "made-up.lab"), os.path.join(folder, "lab.db")
        write(path, FILE % "97+-6")
        same("it runs", run("lab", "run", path, "--scale", "smoke", "--store", store).returncode, 0)
        check_formats(path, store, folder)
        check_interval(path, store)
        check_points(store, folder)
        check_edits(path, store)
        check_mistakes(path, store, folder)
        check_reproduction(folder)
    finish()


main()
