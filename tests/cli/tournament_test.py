#!/usr/bin/env python3
"""Tournaments: who meets whom, what it comes to, and files that are wrong."""
import csv
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import xml.dom.minidom

from _tap import BANYAN, LONG, check, data, finish, run, same, sanitizer_spoke, words

FOLDER = tempfile.mkdtemp(prefix="by_tournament_")
HEAD = 'game = "nogo"\nsize = "4x4"\ngames = 4\nopenings = "random:2"\n'
SPECS = ["mcts sims=50 rave=on", "mcts sims=30", "alphabeta depth=1", "random", "mcts sims=10"]


def players(count):
    return "".join(f'[[player]]\nname = "p{k}"\nspec = "{SPECS[k]}"\n' for k in range(count))


def write(name, text):
    path = os.path.join(FOLDER, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def timeless(found):
    """A result without what differs from run to run."""
    for pairing in found["pairings"]:
        del pairing["seconds_per_game"], pairing["seconds_per_move"]
    for row in found["standings"]:
        del row["seconds_per_move"]
    del found["made"]["date"]
    return found


def play(text, *more, name="t.toml"):
    return timeless(data("tournament", write(name, text), *more))


def met(found):
    return sorted(tuple(sorted((pairing["a"], pairing["b"]))) for pairing in found["pairings"])


def everybody(count):
    return sorted((f"p{i}", f"p{j}") for i in range(count) for j in range(i + 1, count))


def check_sums(name, found, games):
    """The table must be what the pairings add up to."""
    for row in found["standings"]:
        mine = [(p, 1) for p in found["pairings"] if p["a"] == row["name"]]
        mine += [(p, -1) for p in found["pairings"] if p["b"] == row["name"]]
        wins = sum(p["wins"] if side > 0 else p["losses"] for p, side in mine)
        losses = sum(p["losses"] if side > 0 else p["wins"] for p, side in mine)
        draws = sum(p["draws"] for p, _ in mine)
        same(f"{name}: {row['name']}", (row["wins"], row["draws"], row["losses"], row["games"]),
             (wins, draws, losses, sum(p["games"] for p, _ in mine)))
        low, high = row["elo_interval"]
        zero = row["name"] == found["elo_zero"]
        check(f"{name}: {row['name']}'s rating",
              row["elo"] == low == high == 0 if zero else low < row["elo"] < high, row)
        check(f"{name}: {row['name']}'s score", row["interval"][0] <= row["score"] <= row["interval"][1] and
              abs(row["score"] * row["games"] - row["wins"] - row["draws"] / 2) < 1e-9, row)
    same(f"{name}: games", (found["games"], found["planned"], found["complete"]), (games, games, True))
    order = [row["elo" if found["format"] == "gauntlet" else "points"] for row in found["standings"]]
    same(f"{name}: the best first", order, sorted(order, reverse=True))


def test_distrust():
    """The players of somebody else's file only play."""
    marker = os.path.join(FOLDER, "started")
    text = HEAD + (f"[[player]]\nname = \"a\"\nspec = 'gtp cmd=\"touch {marker}\"'\n" +
                   '[[player]]\nname = "b"\nspec = "random"\n')
    result = run("tournament", write("foreign.toml", text), "--distrust")
    check("a foreign file starts no program", result.returncode == 2 and "may not start a program" in result.stderr and
          "line 5" in result.stderr and not os.path.exists(marker), words(result))
    run("tournament", write("own.toml", text))
    check("one's own does", os.path.exists(marker))
    result = run("tournament", write("plain.toml", HEAD + players(2)), "--distrust")
    same("who only plays, plays", result.returncode, 0)
    os.remove(marker)
    result = run("gtp", input=f'banyan-spec gtp cmd="touch {marker}"\nquit\n')
    check("nor does a protocol", "? bad spec: a spec from here may not start a program" in result.stdout and
          not os.path.exists(marker), words(result))


def refused(name, text, line, sentence):
    """The line of the file is named, and nothing of what stands in another."""
    result = run("tournament", write("foreign.toml", text), "--distrust")
    check(name, result.returncode == 2 and f"line {line}: " in result.stderr and sentence in result.stderr and
          "SECRET" not in result.stderr and "column" not in result.stderr, words(result))


def test_distrust_of_files():
    """Somebody else's file names no files; the command line does."""
    store, secret = os.path.join(FOLDER, "foreign.db"), write("secret", "SECRET\n")
    plain = 'game = "tictactoe"\ngames = 2\n'
    stored = plain + f'store = "{store}"\n' + players(2)
    refused("a foreign file names no store", stored, 3, "may not name a store")
    check("none is made", not os.path.exists(store))
    refused("it has no openings from a file", plain + f'openings = "{secret}"\n' + players(2), 3, "not read a file")
    for game, option in (("othello", "matrix"), ("gomoku", "patterns")):
        text = f'game = "{game}"\ngames = 2\nsettings = "{option}={secret}"\n' + players(2)
        refused(f"{game} reads no {option}", text, 3, "settings from here may not read a file")
        result = run("tournament", write("own.toml", text))
        check(f"{option}: for one's own file it is read", "line 1, column 1: " in result.stderr, words(result))
    built_in = 'game = "othello"\nsize = "4x4"\ngames = 2\nsettings = "matrix=1"\n' + players(2)
    same("what is built in is no file", run("tournament", write("foreign.toml", built_in), "--distrust").returncode, 0)
    own = os.path.join(FOLDER, "own.db")
    result = run("tournament", write("foreign.toml", stored), "--distrust", "--store", own)
    check("the command line's store is kept", result.returncode == 0 and os.path.exists(own) and not os.path.exists(store),
          words(result))


def test_names_of_letters():
    """A name has characters, not bytes, and none is cut in two."""
    long = "ä" * 60
    text = HEAD + f'[[player]]\nname = "{long}"\nspec = "random"\n[[player]]\nname = "b"\nspec = "random"\n'
    report = os.path.join(FOLDER, "letters.html")
    result = run("tournament", write("letters.toml", text), "--report", report)
    check("a name of 60 letters", result.returncode == 0 and "ä" * 40 in result.stdout, words(result))
    with open(report, "rb") as file:
        page = file.read()
    check("and in the drawing 28 of them, each whole", (">" + "ä" * 28 + "<").encode() in page and
          page.decode("utf-8", "replace").count("\ufffd") == 0)
    result = run("tournament", write("letters.toml", text.replace(long, long + "ä")))
    check("61 are too many", result.returncode == 2 and "1 to 60 characters" in result.stderr, words(result))


def test_formats():
    found = play(HEAD + players(4))
    same("round robin: everybody meets everybody", met(found), everybody(4))
    check_sums("round robin", found, 24)
    same("five of them", met(play(HEAD + players(5))), everybody(5))
    found = play(HEAD + 'format = "gauntlet"\n' + players(4))
    same("gauntlet: the first one meets all", met(found), [("p0", f"p{k}") for k in (1, 2, 3)])
    check_sums("gauntlet", found, 12)
    found = play(HEAD + 'format = "swiss"\nrounds = 3\n' + players(4))
    same("Swiss: after three rounds everybody has met", met(found), everybody(4))
    found = play(HEAD + 'format = "swiss"\nrounds = 5\n' + players(5))
    for number in range(1, 6):
        round_of = [p for p in found["pairings"] if p["round"] == number]
        seats = [name for p in round_of for name in (p["a"], p["b"])]
        same(f"Swiss, round {number}: nobody plays twice", (len(seats), len(set(seats))), (4, 4))
    rests = [sum(row["name"] in (p["a"], p["b"]) for p in found["pairings"]) for row in found["standings"]]
    same("everybody rests once", rests, [4] * 5)
    same("a rest is worth a pairing won", sum(row["points"] for row in found["standings"]), 40 + 5 * 4)


def test_pairing_points():
    """OTH 6.1.1: the winner of a pairing gets the difference, in per cent of the games."""
    found = play(HEAD + players(4))
    for row in found["standings"]:
        points = 0
        for p in found["pairings"]:
            ahead = p["wins"] - p["losses"] if p["a"] == row["name"] else p["losses"] - p["wins"]
            if row["name"] in (p["a"], p["b"]) and ahead > 0:
                points += round(100 * ahead / p["games"])
        same(f"pairing points of {row['name']}", row["pairing_points"], points)
    for p in found["pairings"]:
        same(f"{p['a']} against {p['b']}: P_W - P_L", p["points"], round(100 * abs(p["wins"] - p["losses"]) / p["games"]))
        for side, name in enumerate((p["a"], p["b"])):
            sims = {"p0": 50, "p1": 30}.get(name, 0)
            check(f"{name}: simulations that were done", 0 < p["sims_per_move"][side] <= sims if sims else
                  p["sims_per_move"][side] == 0, p)
    text = run("tournament", write("t.toml", HEAD + players(4))).stdout
    table = [line.split() for line in text[text.index("P_W - P_L, per cent"):].splitlines()]
    totals = next(line for line in table if line[:1] == ["total"])
    same("OTH's table has the same totals", [int(word) for word in totals[1:]],
         [row["pairing_points"] for row in found["standings"]])
    for column in range(4):
        rows = [line[2:] for line in table if line and line[0] in ("1.", "2.", "3.", "4.")]
        same(f"column {column + 1} adds up to it", sum(int(row[column]) for row in rows if row[column] != "/"),
             int(totals[1 + column]))


def test_colours():
    store = os.path.join(FOLDER, "colours.db")
    found = play(HEAD + 'colours = "b-first"\n' + players(3), "--store", store)
    same("colours of a tournament", found["colours"], "b-first")
    games = [game for match in data("store", "show", store)["matches"] for game in match["list"]]
    same("all games with them", (len(games), {game["first"] for game in games}), (12, {"b"}))
    result = run("tournament", write("t.toml", HEAD + players(3)), "--store", store)
    check("it does not go on with others", result.returncode == 2 and "with the colours b-first" in result.stderr, words(result))


def test_json_file():
    entries = {"game": "nogo", "size": "4x4", "games": 4, "openings": "random:2",
               "players": [{"name": f"p{k}", "spec": SPECS[k]} for k in range(3)]}
    same("JSON says the same", play(json.dumps(entries, indent=1), name="t.json"), play(HEAD + players(3)))
    odd = HEAD.replace("\n", "  # why\r\n") + players(2).replace('"p0"', "'p0'")
    same("comments, CRLF, other quotes", met(play(odd)), [("p0", "p1")])


def test_repeatable():
    text = HEAD + players(3)
    one = play(text)
    same("the same again, on two threads", play(text, "--concurrency", "2"), one)
    check("another seed, other games", play(text + "", "--concurrency", "1") == one and
          play("seed = 5\n" + text)["pairings"] != one["pairings"])


def test_reports():
    base = os.path.join(FOLDER, "report")
    text = HEAD + 'title = "A & B <|> \\"C\\""\n' + players(3)
    result = run("tournament", write("t.toml", text), *[word for end in ("md", "csv", "pairings.csv", "json", "html", "svg", "txt")
                                                        for word in ("--report", f"{base}.{end}")])
    same("reports are written", (result.returncode, result.stderr), (0, ""))
    found = json.load(open(base + ".json", encoding="utf-8"))
    rows = list(csv.DictReader(open(base + ".csv", encoding="utf-8")))
    same("CSV", [(row["player"], float(row["points"])) for row in rows],
         [(row["name"], row["points"]) for row in found["standings"]])
    same("CSV: scores and how to make it again", [(float(row["score"]), row["seed"], row["version"]) for row in rows],
         [(round(row["score"], 4), str(found["made"]["seed"]), found["made"]["version"]) for row in found["standings"]])
    pairs = list(csv.DictReader(open(base + ".pairings.csv", encoding="utf-8")))
    same("CSV: pairings", [(p["a"], p["b"], int(p["games"]), float(p["score"])) for p in pairs],
         [(p["a"], p["b"], p["games"], round(p["score"], 4)) for p in found["pairings"]])
    drawing = open(base + ".svg", encoding="utf-8").read()
    check("SVG: well formed, with the players", xml.dom.minidom.parseString(drawing).documentElement.tagName == "svg"
          and all(row["name"] in drawing for row in found["standings"]))
    check("reports say when, where and with which seed", all(
        f"seed {found['made']['seed']}" in open(f"{base}.{end}", encoding="utf-8").read()
        for end in ("md", "html", "svg", "txt")) and found["made"]["date"].endswith("Z"), found["made"])
    check("and what pairing points are", all("P_W - P_L" in open(f"{base}.{end}", encoding="utf-8").read().replace("\\", "")
                                             for end in ("md", "html", "txt")))
    lines = open(base + ".txt", encoding="utf-8").read().splitlines()
    printed = result.stdout.splitlines()
    same("text is what is printed", printed[:len(lines)], lines)
    check("then come the files", all(line.startswith("written ") for line in printed[len(lines):]), printed[len(lines):])
    same("made by a build, not by a version alone", "banyan " + found["made"]["version"], run("--version").stdout.splitlines()[0])
    proven = sum(p["proven_moves"][side] for p in found["pairings"] for side in (0, 1) if p["sims_per_move"][side] > 0)
    check("why there are fewer simulations than asked for", proven > 0 and all(
        f"simulations end where the result is proven: {proven} of " in open(f"{base}.{end}", encoding="utf-8").read()
        for end in ("md", "html", "txt")), proven)
    same("in CSV", [(int(row["proven_moves_a"]), int(row["proven_moves_b"])) for row in pairs],
         [tuple(p["proven_moves"]) for p in found["pairings"]])
    page = open(base + ".html", encoding="utf-8").read()
    check("HTML: the title is escaped", "A &amp; B &lt;|&gt;" in page and "<|>" not in page)
    drawing = page[page.index("<svg"):page.index("</svg>") + 6]
    check("HTML: the drawing is well formed", xml.dom.minidom.parseString(drawing).documentElement.tagName == "svg")
    table = [line for line in open(base + ".md", encoding="utf-8") if line.startswith("|")]
    check("Markdown: tables are tables", len({line.replace("\\|", "").count("|") for line in table[:5]}) == 1, table)
    result = run("tournament", write("t.toml", text), "--report", "x.doc")
    check("another ending is refused", result.returncode == 2 and ".html" in result.stderr, words(result))


def test_gauntlet_ratings():
    """The first player is the measure: he has 0, and ranks go by Elo, whoever played more games."""
    found = play(HEAD + 'format = "gauntlet"\n' + players(4))
    same("the first player is at 0", (found["elo_zero"], [row["elo"] for row in found["standings"]
                                                         if row["name"] == "p0"]), ("p0", [0.0]))
    elos = [row["elo"] for row in found["standings"]]
    same("ranked by Elo", elos, sorted(elos, reverse=True))
    by_name = {row["name"]: row for row in found["standings"]}
    for pairing in found["pairings"]:
        row = by_name[pairing["b"]]
        check(f"{pairing['b']}: above 0 is who won more", (row["elo"] > 0) == (pairing["losses"] > pairing["wins"])
              or pairing["losses"] == pairing["wins"], (row, pairing))


def test_paths():
    """What a file names lies beside it, wherever the user is; what the command line names does not."""
    inner = os.path.join(FOLDER, "inner")
    os.makedirs(inner, exist_ok=True)
    with open(os.path.join(inner, "begin.txt"), "w", encoding="utf-8") as file:
        file.write("a1 b2\nc3 d4\n")
    text = HEAD.replace('openings = "random:2"\n', "") + 'store = "beside.db"\nopenings = "begin.txt"\n' + players(2)
    path = os.path.join("inner", "t.toml")
    write(path, text)
    result = run("tournament", path, cwd=FOLDER)
    check("store and openings lie beside the file", result.returncode == 0 and
          os.path.exists(os.path.join(inner, "beside.db")) and not os.path.exists(os.path.join(FOLDER, "beside.db")),
          words(result))
    result = run("tournament", path, "--store", "mine.db", cwd=FOLDER)
    check("--store is the user's", result.returncode == 0 and os.path.exists(os.path.join(FOLDER, "mine.db")),
          words(result))


def test_store():
    """Stopped and begun again, it comes to the same."""
    slow = ('game = "nogo"\nsize = "5x5"\ngames = 20\nopenings = "random:2"\nseed = 3\n' +
            players(4).replace("sims=50", "sims=300").replace("sims=30", "sims=200"))
    path, store = write("slow.toml", slow), os.path.join(FOLDER, "t.db")
    whole = timeless(data("tournament", path))
    stops = 0
    for turn in range(60):
        process = subprocess.Popen([BANYAN, "tournament", path, "--store", store, "--json"], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.1 + 0.02 * turn)
        process.send_signal(signal.SIGINT if turn % 2 else signal.SIGKILL)
        out, err = process.communicate(timeout=60)
        stops += process.returncode != 0
        if process.returncode == 1:
            check(f"stop {turn}: it says how to go on", "to go on: " in err and not json.loads(out)["complete"], err)
        if process.returncode == 0:
            break
    check("it was stopped", stops > 0)
    same("the same result", timeless(data("tournament", path, "--store", store)), whole)
    same("every game is there once", data("store", "ls", store)["games"], whole["games"])
    result = run("store", "check", store)
    same("the store is clean", result.returncode, 0)


WRONG = [  # text, a line number and a word of the sentence
    ("", None, "game"), ("game", 1, "="), ("game =", 1, "value"), ("game = nogo", 1, "quotes"),
    ('game = "nogo', 1, "quote"), ('game = "nogo" x', 1, "behind"), ('= "nogo"', 1, "key"),
    ('game = "nogo"\ngame = "go"', 2, "before"), ('game = "chess"\n' + players(2), None, "chess"),
    ('gaem = "nogo"', 1, "game"), ('[player]\nspec = "random"', 1, "[[player]]"),
    ('[[players]]', 1, "[[player]]"), (HEAD, None, "2 to 256"), (HEAD + players(1), None, "2 to 256"),
    (HEAD + '[[player]]\nname = "x"\n' + players(1), 5, "spec"), (HEAD + players(2) + players(1), 11, "name"),
    (HEAD + players(2) + 'colour = "red"', 11, "colour"), (HEAD + 'games = 5\n' + players(2), 5, "before"),
    ('games = 0\n' + players(2), 1, "games"), ('games = -3\n', 1, "games"), ('games = 1.5\n', 1, "games"),
    ('games = "4"\n', 1, "number"), ('games = true\n', 1, "games"), ('games = 99999999999\n', 1, "games"),
    ('format = "knockout"\n', 1, "round-robin"), ('format = 3\n', 1, "round-robin"),
    (HEAD + "rounds = 3\n" + players(2), 5, "Swiss"), ('seed = "x"\n', 1, "seed"), ('seed = -1\n', 1, "seed"),
    ('concurrency = 0\n', 1, "concurrency"), ('size = true\n', 1, "size"),
    ('game = "nogo"\nsize = "99x99"\n' + players(2), None, "size"),
    ('game = "go"\nsettings = "komi"\n' + players(2), None, "="),
    ('game = "go"\nsettings = "komy=3"\n' + players(2), None, "komi"),
    (HEAD.replace("random:2", "random:x") + players(2), None, "random:"),
    (HEAD.replace("random:2", "no/such/file") + players(2), None, "no/such/file"),
    (HEAD + 'colours = "white"\n' + players(2), 5, "a-first"),
    (HEAD + 'time = "soon"\n' + players(2), None, "time"), (HEAD + 'time = "left=x"\n' + players(2), None, "left"),
    (HEAD + 'adjudicate = "x=1"\n' + players(2), None, "adjudication"),
    (HEAD + 'adjudicate = "hopeless=0.7"\n' + players(2), None, "hopeless"),
    (HEAD + players(1) + '[[player]]\nname = "x"\nspec = "mtcs"\n', 8, "mcts"),
    (HEAD + players(1) + '[[player]]\nname = "x"\nspec = "mcts sims=many"\n', 8, "sims"),
    (HEAD + players(1) + '[[player]]\nname = "x"\nspec = "human"\n', 8, "person"),
    (HEAD + players(1) + '[[player]]\nname = "x"\nspec = ""\n', 10, "spec"),
    (HEAD + players(1) + '[[player]]\nname = ""\nspec = "random"\n', 9, "name"),
    ('game = "no\\qgo"', 1, "backslash"), ('game = "no\\u00zz"', 1, "backslash"), ('game = "a\x01b"', 1, "control"),
    (HEAD + 'title = "a\x9bb"\n' + players(2), 5, "control"),
    ('position = "....\n', 1, "quote"), ('{"game": "nogo"', 1, "}"), ('{"game": "nogo",}', 1, "key"),
    ('{"game": nogo}', 1, "value"), ('{"game": "nogo"} x', 1, "behind"), ('{"game": \'nogo\'}', 1, "value"),
    ('{"players": {}}', 1, "["), ('{"players": [3]}', 1, "{"), ('{\n"games": 2,\n"games": 3}', 3, "before"),
    ('{"players": [{"spec": "random"}, {"spec": "random"}]}', 1, "game"), ('{"game": ["nogo"]}', 1, "value"),
    ('{"game": null}', 1, "value"), ("\x00\x00\x00", 1, "key"), ("\xff\xfe g", 1, "key"),
]


def test_wrong_files():
    check("there are fifty of them, or more", len(WRONG) >= 50, len(WRONG))
    for number, (text, line, word) in enumerate(WRONG):
        path = write(f"wrong{number}.toml", text)
        result = run("tournament", path)
        good = result.returncode == 2 and result.stdout == "" and 0 < result.stderr.count("\n") <= 4
        good = good and word in result.stderr and not sanitizer_spoke(result.stderr)
        good = good and (line is None or f"line {line}:" in result.stderr)
        check(f"wrong file {number}: {text[:40]!r}", good, words(result))
    result = run("tournament", FOLDER)
    check("a folder", result.returncode == 2 and result.stderr.count("\n") == 1, words(result))
    result = run("tournament", os.path.join(FOLDER, "nothing"))
    check("no file", result.returncode == 2 and result.stderr.count("\n") == 1, words(result))
    whole = HEAD + players(3)
    for cut in range(0, len(whole), 1 if LONG else 7):
        result = run("tournament", write("cut.toml", whole[:cut]))
        if result.returncode not in (0, 2) or sanitizer_spoke(result.stderr):
            check(f"cut off after {cut} bytes", False, words(result))


def main():
    for test in (test_distrust, test_distrust_of_files, test_names_of_letters, test_formats, test_pairing_points, test_colours, test_json_file, test_repeatable, test_reports, test_gauntlet_ratings, test_paths,
                 test_store,
                 test_wrong_files):
        test()
    shutil.rmtree(FOLDER, ignore_errors=True)
    finish()


main()
