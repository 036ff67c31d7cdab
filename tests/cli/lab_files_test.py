#!/usr/bin/env python3
"""The experiments that are matches: the documents' figures, typed once more; whole players; what the scales may cost."""
import os
import shutil
import tempfile

from _tap import check, data, finish, same

FOLDER = tempfile.mkdtemp(prefix="by_lab_files_")
os.environ["XDG_CONFIG_HOME"] = FOLDER  # nobody's engines
os.chdir(FOLDER)  # no lab.db: nothing was run
STORE = os.path.join(FOLDER, "none.db")

# The figures of the cells that have one, in the order of the cells. NOGO: sections 1 and 3; OTH: chapters 6 and 7; GOM: section 5.
CREATION = """183 180 153 161 174 193 189 158 133 158 186 171 164 129 120 171 156 147 140 133
              177 174 142 156 133 196 173 168 135 139 180 167 162 140 116 165 175 167 126 120"""
FIRST = "30+-8 40+-9 57+-9 50+-9 40+-15"
PHASE1 = "80:16 84:16 65:35"
PUBLISHED = {
    "nogo-rave": "56+-5 64+-4 64+-2 70+-4 78+-3 71+-11 79+-3 82+-3 83+-3 89+-14 83+-3 82+-3 84+-2 83+-3",
    "nogo-creation": " ".join(wins + "/300" for wins in CREATION.split()),
    "nogo-creation-time": "36.0+-3 42.7+-3 23.4+-4 37.7+-3 48.3+-3 36.0+-3 23.4+-4",
    "nogo-cointoss": "78+-3.25",
    "nogo-goplayouts": "43+-2 38+-5 37+-9",
    "nogo-antidecisive": "60+-3 61+-3 70+-3 74+-4 79+-5 87+-2 86+-4",
    "nogo-exploration": """50 52.9+-1.5 58.6+-1.5 71.4+-1.4 76.0+-1.4 60.5+-2.8
                           52.0+-1.5 60.1+-1.5 70.3+-1.4 71.3+-1.4 67.9+-1.4 62.0+-1.5
                           50 49.2+-1.5 34.2+-1.5 11.9+-1.0 49.5+-1.5 49.3+-1.5 29.0+-1.9 4.3+-1.0""",
    "nogo-mobility": "51.9+-7.9 54.7+-6.5 56.6+-5.7 67.7+-5.4 77.7+-4.9 83.3+-5.3 84.5+-5.1",
    "nogo-scaling": """138-65 251-160 91-63 24-22  1163-1279 198-135 176-119 60-59  155-144 219-81 186-114 117-82
                       1002-912 294-258 26-69  216-127 113-47 39-5 13-3  234-66 175-125 36-30 117-181""",
    "nogo-firstmove": f"{FIRST} {FIRST}",
    "othello-phase1": f"{PHASE1} {PHASE1}",
    "othello-phase2": "54:38 46:52 50:48 42:56 44:56 38:60",
    "othello-phase3": "62:36 62:36 78:16 78:16",
    "othello-phase4": "40:56",
    "othello-c": "28 34 20",
    "gomoku-peers": "0-12 0-12 0-12 0-12 0-12 0-12 0-12 1-11 6-6 6-6 6-6 11-1",
    "gomoku-hmcts": "", "gomoku-epsilon": "", "go-rave": "", "go-widening": "", "go-selection": "",
}

# What decides how a player plays: none of it is left to a default. A formula of one's own has its own words.
WHOLE = {
    "mcts": """selection playout z expand total draw final tie moves epsilon reuse early proofs manners resign book
               prior widening dag threads roots leaves memory full""".split(),
    "alphabeta": "plain eval manners resign book".split(),
    "hmcts": "playout moves manners resign book".split(),
    "random": [],
}
ENGINES = ["starter", "pisq7", "noesis", "wine18", "sparkle", "zetor2017", "pela", "yixin2018", "eulring", "valkyrie", "fiverow",
           "purerocky", "mushroom"]

# Seconds on one core that these experiments may take by their own account: all in 1.5, 15 and 60 minutes on two.
BUDGET = {"smoke": 100, "quick": 1200, "standard": 3600}


def report(name, scale):
    return data("lab", "report", name, "--format", "json", "--scale", scale)["experiments"][0]


def figures():
    for name, wanted in PUBLISHED.items():
        one = report(name, "paper")
        found = [cell["published"]["text"] for cell in one["cells"] if cell["number"] == "score" and cell["published"]]
        same(f"{name}: what was published", found, wanted.split())
        check(f"{name}: where, and what it says", one["document"] in ("NOGO", "OTH", "GOM", "GO") and one["source"] and one["claim"], one)


def lacks(spec):
    """The words that a spec leaves to a default."""
    words = spec.split()
    given = {word.split("=")[0] for word in words[1:]}
    return [word for word in WHOLE.get(words[0], ["a known player"]) if word not in given and
            not (word in ("tie", "final") and "iteration" in given)]


def plans():
    spent = dict.fromkeys(BUDGET, 0)
    for name in PUBLISHED:
        for scale in [*BUDGET, "paper"]:
            plan = data("lab", "run", name, "--scale", scale, "--dry-run", "--store", STORE)
            spent[scale] = spent.get(scale, 0) + plan["seconds"]
            if scale != "paper":
                continue
            specs = {cell[side] for cell in plan["cells"] for side in "ab"}
            bad = {spec: lacks(spec) for spec in specs if spec not in ENGINES and lacks(spec)}
            check(f"{name}: players are whole", specs and not bad, bad)
            limits = ("sims=", "time=", "depth=")
            check(f"{name}: and limited", all(spec in [*ENGINES, "random"] or any(limit in spec for limit in limits) for spec in specs), specs)
    for scale, most in BUDGET.items():
        check(f"at {scale} they take {spent[scale]:.0f} s of {most}", 0 < spent[scale] <= most, spent)


try:
    figures()
    plans()
finally:
    shutil.rmtree(FOLDER, ignore_errors=True)
finish()
