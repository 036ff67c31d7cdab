#!/usr/bin/env python3
"""A match is fair, repeatable, and its arithmetic is right."""
import math
import os
import tempfile

from _tap import LONG, check, data, finish, run, same, words

GAMES = 60 if LONG else 24


def match(game, a, b, *more):
    return timeless(data("match", game, "--a", a, "--b", b, "--list", *more))


TIMES = ("seconds_per_move", "longest_move", "seconds_per_game", "made")


def timeless(found):
    """A result without what differs from run to run."""
    for side in "ab":
        found[side] = {key: value for key, value in found[side].items() if key not in TIMES}
    return {key: value for key, value in found.items() if key not in TIMES}


def interval(results, z=1.959963984540054):
    """Wilson's interval (1927) for results between 0 and 1, which vary by a part of what 0 and 1 would."""
    n = len(results)
    mean = sum(results) / n
    inside = sum(x * (1 - x) for x in results) / (n + 0.5)
    part = 1 - inside / (mean * (1 - mean)) if 0 < mean < 1 else 1
    k = z * z / n * part
    middle = (mean + k / 2) / (1 + k)
    width = math.sqrt(k * (mean * (1 - mean) + k / 4)) / (1 + k)
    return [middle - width, middle + width]


def test_shape():
    found = match("tictactoe", "random", "alphabeta depth=2", "--games", "10", "--seed", "5")
    same("the game", found["game"], "tictactoe")
    same("the specs", (found["a"]["spec"], found["b"]["spec"]), ("random", "alphabeta depth=2"))
    for key, kind in (("games", int), ("draws", int), ("score", float), ("interval", list), ("distinct", int)):
        check(f"{key} is there", isinstance(found[key], kind), found[key])
    check("no list unless asked for", "list" not in data("match", "nim", "--a", "random", "--b", "random"))


def test_repeatable():
    for game, a, b in (("breakthrough", "random", "alphabeta nodes=300"), ("connect4", "minimax nodes=200",
                       "alphabeta plain=on nodes=200 order=random"), ("tictactoe", "random", "random")):
        more = ["--games", str(GAMES), "--openings", "random:2", "--seed", "11"]
        one = match(game, a, b, *more, "--concurrency", "1")
        two = match(game, a, b, *more, "--concurrency", "2")
        same(f"{game}: the same games at concurrency 1 and 2", one, two)
        same(f"{game}: --threads is the same", match(game, a, b, *more, "--threads", "2"), one)
        other = match(game, a, b, "--games", str(GAMES), "--openings", "random:2", "--seed", "12")
        check(f"{game}: another seed, other games", other["list"] != one["list"])
        fewer = match(game, a, b, "--games", "6", "--openings", "random:2", "--seed", "11")
        same(f"{game}: game k depends on seed and k alone", fewer["list"], one["list"][:6])


def test_fair():
    found = match("breakthrough", "random", "random", "--games", str(GAMES), "--openings", "random:6")
    same("numbers in order", [game["number"] for game in found["list"]], list(range(1, GAMES + 1)))
    same("who is first alternates", [game["first"] for game in found["list"]], ["a", "b"] * (GAMES // 2))
    openings = [game["moves"][:6] for game in found["list"]]
    same("openings in pairs", openings[0::2], openings[1::2])
    check("openings differ", len({tuple(opening) for opening in openings}) > GAMES // 4)
    same("the openings' length", {game["opening"] for game in found["list"]}, {6})


def test_arithmetic():
    found = match("tictactoe", "random", "alphabeta nodes=300", "--games", str(GAMES), "--openings", "random:1")
    games = found["list"]
    winners = [game["winner"] for game in games]
    same("wins and draws", (found["a"]["wins"], found["b"]["wins"], found["draws"]),
         (winners.count("a"), winners.count("b"), winners.count("draw")))
    same("games", found["games"], GAMES)
    points = found["a"]["wins"] + found["draws"] / 2
    check("score", abs(found["score"] - points / GAMES) < 1e-12, found)
    worth = {"a": 1, "b": 0, "draw": 0.5}
    pairs = [(worth[x] + worth[y]) / 2 for x, y in zip(winners[::2], winners[1::2])]
    check("interval, by pairs", all(abs(x - y) < 1e-9 for x, y in zip(found["interval"], interval(pairs))), found)
    plain = match("tictactoe", "random", "alphabeta nodes=300", "--games", str(GAMES))
    single = [worth[game["winner"]] for game in plain["list"]]
    check("interval, by games", all(abs(x - y) < 1e-9 for x, y in zip(plain["interval"], interval(single))), plain)
    same("and it says so", (found["counted"], plain["counted"]), ("pairs", "games"))
    for side, others in (("a", "b"), ("b", "a")):
        mine = [game for game in games if game["winner"] == side]
        same(f"{side} moving first and second", (found[side]["wins_first"], found[side]["wins_second"]),
             (len([g for g in mine if g["first"] == side]), len([g for g in mine if g["first"] == others])))
    same("why it ended", found["ended"], "games")
    same("why the games ended", found["endings"],
         {"rules": {"lost_by_a": winners.count("b"), "draws": winners.count("draw"), "lost_by_b": winners.count("a")}})
    same("distinct", found["distinct"], len({tuple(game["moves"]) for game in games}))
    for game in games[:8]:
        state = data("show", "tictactoe", "--moves", " ".join(game["moves"]))
        winner = {"X": game["first"], "O": "b" if game["first"] == "a" else "a", "draw": "draw"}
        check(f"game {game['number']} ended so", state["over"] and winner[state["winner"]] == game["winner"], game)


def test_colours():
    """One player is always the first, with an opening of its own each time; a store knows."""
    more = ["--games", str(GAMES), "--openings", "random:4", "--seed", "3"]
    both = match("breakthrough", "random", "random", *more)
    same("colours alternate unless told", both["colours"], "alternate")
    for side in "ab":
        found = match("breakthrough", "random", "random", *more, "--colours", f"{side}-first")
        same(f"{side} is first in every game", {game["first"] for game in found["list"]}, {side})
        same("which is told", found["colours"], f"{side}-first")
        openings = {tuple(game["moves"][:4]) for game in found["list"]}
        check("more openings than pairs", len(openings) > GAMES // 2 + 1, len(openings))
        same("games are counted, not pairs", found["counted"], "games")
        same("at any concurrency", match("breakthrough", "random", "random", *more, "--colours", f"{side}-first",
                                         "--concurrency", "2"), found)
    result = run("match", "breakthrough", "--a", "random", "--b", "random", *more, "--colours", "a-first",
                 "--sprt", "elo0=0 elo1=50 model=pairs")
    check("no test of pairs then", result.returncode == 2 and "alternate" in result.stderr, words(result))
    result = run("match", "nim", "--a", "random", "--b", "random", "--colours", "red")
    check("no such colours", result.returncode == 2 and "a-first" in result.stderr, words(result))
    with tempfile.TemporaryDirectory() as folder:
        store = ["--store", os.path.join(folder, "games.db")]
        part = match("breakthrough", "random", "random", "--games", "8", "--seed", "3", "--openings", "random:4",
                     "--colours", "b-first", *store)
        whole = match("breakthrough", "random", "random", *more, "--colours", "b-first", *store)
        same("it goes on", (part["played_now"], whole["played_now"]), (8, GAMES - 8))
        same("to the same games", whole["list"], found["list"])
        for other in ("alternate", "a-first"):
            result = run("match", "breakthrough", "--a", "random", "--b", "random", *more, "--colours", other, *store)
            check(f"not with the colours {other}", result.returncode == 2 and "with the colours b-first" in result.stderr,
                  words(result))
        stored = data("store", "ls", store[1])["matches"]
        same("the store says so", [row["terms"] for row in stored], [" colours=b-first"])
        check("and counts games, not pairs", all(abs(x - y) < 1e-12 for x, y in
              zip(stored[0]["interval"], whole["interval"])), stored)


def test_pairing():
    """OTH 6.1: per cents, their difference for the winner, time per game and per move, simulations that were done."""
    found = data("match", "nogo", "--size", "4x4", "--a", "mcts sims=40", "--b", "random", "--games", "10")
    for side, other in ("ab", "ba"):
        mine, theirs = found[side]["wins"], found[other]["wins"]
        same(f"{side}: per cent", found[side]["percent"], 10.0 * mine)
        same(f"{side}: points", found[side]["pairing_points"], max(0, 10 * (mine - theirs)))
        check(f"{side}: simulations", abs(found[side]["sims"] - found[side]["sims_per_move"] * found[side]["moves"]) < 1e-6 and
              (found[side]["sims"] > 0) == (side == "a"), found[side])
    spent = sum(found[side]["moves"] * found[side]["seconds_per_move"] for side in "ab")
    check("time per game", abs(spent / 10 - found["seconds_per_game"]) < 1e-4, found)
    text = run("match", "nogo", "--size", "4x4", "--a", "mcts sims=40", "--b", "random", "--games", "10").stdout
    check("as text", f"pairing   a {found['a']['percent']:.1f} %, b {found['b']['percent']:.1f} %, drawn 0.0 %: "
          f"{found['a']['pairing_points']} points for a\n" in text and " s a game\n" in text and
          f"; {found['a']['sims_per_move']:.1f} simulations, which end where the result is proven ("
          f"{found['a']['proven_moves']} of {found['a']['moves']} moves)\n" in text, text)
    plain = data("match", "nogo", "--size", "4x4", "--a", "mcts sims=40 proofs=off", "--b", "random", "--games", "10")["a"]
    same("without proofs all simulations are done", (plain["sims_per_move"], plain["proven_moves"]), (40, 0))


def test_verdict():
    """A verdict says what it means, and a report how to make it again."""
    more = ["--games", "400", "--openings", "random:2", "--seed", "5", "--sprt", "elo0=0 elo1=50"]
    players = ["nogo", "--size", "4", "--a", "mcts sims=60", "--b", "random"]
    text = run("match", *players, *more).stdout
    check("H1 in words", "H1 accepted: the games speak for +50 Elo rather than 0" in text, text)
    check("when, where, by which seed", "\nmade      banyan " in text and text.rstrip().endswith("seed 5"), text)
    found = data("match", *players, *more)
    same("in JSON", (found["sprt"]["meaning"], found["made"]["seed"]), ("the games speak for +50 Elo rather than 0", 5))
    found = data("match", *players[:3], "--a", "random", "--b", "mcts sims=60", *more)
    same("H0", found["sprt"]["meaning"], "the games speak for 0 Elo rather than +50")


def test_same_game():
    found = match("tictactoe", "alphabeta depth=9", "alphabeta depth=9", "--games", "6")
    same("equal players without openings repeat themselves", (found["distinct"], found["draws"]), (1, 6))
    text = run("match", "tictactoe", "--a", "alphabeta depth=9", "--b", "random", "--games", "4", "--list").stdout
    lines = text.splitlines()
    check("the list as text", lines[0].startswith("1 a ") and lines[1].startswith("2 b ") and
          lines[3].split()[-1] in ("a", "b", "draw"), text)


def test_from_a_position():
    found = match("tictactoe", "alphabeta depth=9", "random", "--games", "4", "--moves", "a1 b2")
    check("a match from a position", all("a1" not in game["moves"] for game in found["list"]), found)
    for game in ("mnk", "stones", "nim", "breakthrough", "connect4", "tree"):
        first = data("show", game)["legal"][0]
        found = match(game, "random", "random", "--games", "2", "--moves", first)
        same(f"{game}: a match after {first}", found["games"], 2)


def test_records():
    """Every game as SGF, which says what the match says."""
    for game, more in (("go", ["--size", "5x5"]), ("nogo", ["--size", "4x4"]), ("othello", []), ("gomoku", ["--size", "7"]),
                       ("tictactoe", []), ("nim", ["--option", "heaps=3 5 7"]), ("connect4", []), ("coins", [])):
        with tempfile.TemporaryDirectory() as folder:
            where = os.path.join(folder, "records")
            found = match(game, "random", "random", "--games", "4", "--records", where, "--concurrency", "2", *more)
            names = sorted(os.listdir(where))
            same(f"{game}: a record for each game", names, [f"{k:06}.sgf" for k in range(1, 5)])
            for name, played in zip(names, found["list"]):
                shown = data("show", os.path.join(where, name))["file"]
                same(f"{game}, {name}: the moves", shown["moves"], played["moves"])
                check(f"{game}, {name}: the players", shown["info"]["first"] == shown["info"]["second"] == "random", shown)


def test_words():
    """What is said only when there is something to say."""
    pair = ["match", "tictactoe", "--a", "random", "--b", "random"]
    for more in (["--sprt"], ["--sprt", "--games", "2"], ["--games", "2", "--sprt", "--json"]):
        result = run(*pair, *more)
        check(f"{' '.join(more)}: the value is missing", result.returncode == 2 and
              "--sprt wants a value: --sprt \"elo0=0 elo1=10\"" in result.stderr, words(result))
    decided = run(*pair, "--games", "4", "--adjudicate", "plies=2").stdout
    check("no game ended by the rules: no word of them", "ended     adjudicated" in decided and
          "by the rules" not in decided, decided)
    some = run(*pair, "--games", "20", "--adjudicate", "plies=6").stdout
    check("some did", " by the rules, adjudicated (" in some, some)


for test in (test_words, test_records, test_shape, test_repeatable, test_fair, test_arithmetic, test_colours, test_pairing, test_verdict, test_same_game,
             test_from_a_position):
    test()
finish()
