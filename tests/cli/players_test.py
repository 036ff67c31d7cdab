#!/usr/bin/env python3
"""Every player that docs/PLAYERS.md names can be opened and plays; own tables play as they should."""
import os
import re
import tempfile

from _tap import check, data, finish, run, same, words

PAGE = os.path.join(os.path.dirname(__file__), "..", "..", "docs", "PLAYERS.md")

# OTH figure 6.3, the second one, and GOM table 1.
MATRIX = """\
100 -20 10  5  5 10 -20 100
-20 -50 -2 -2 -2 -2 -50 -20
 10  -2 -1 -1 -1 -1  -2  10
  5  -2 -1 -1 -1 -1  -2   5
  5  -2 -1 -1 -1 -1  -2   5
 10  -2 -1 -1 -1 -1  -2  10
-20 -50 -2 -2 -2 -2 -50 -20
100 -20 10  5  5 10 -20 100
"""
PATTERNS = """\
FIVE 10000000
FOUR 100000
BLOCKED_FOUR 10000
THREE 1000
BLOCKED_THREE 100
TWO 100
BLOCKED_TWO 10
ONE 10
BLOCKED_ONE 1
"""


def boxes():
    """(game, its options, spec) for every line of every box on the page."""
    with open(PAGE, encoding="utf-8") as page:
        for head, lines in re.findall(r"^```players (.*)\n((?:.*\n)*?)```$", page.read(), re.MULTILINE):
            game, *options = head.split()
            for spec in lines.splitlines():
                yield game, options, spec


def shortened(spec):
    """The same player with little to do."""
    spec = re.sub(r"\bsims=\d+", "sims=16", spec)
    spec = re.sub(r"\btime=[\d.]+s", "time=2ms", spec)
    return re.sub(r"\bdepth=\d+", "depth=2", spec)


def test_every_player_of_the_page():
    players = list(boxes())
    check("the page has players", len(players) > 50, len(players))
    same("of four games", sorted({game for game, _, _ in players}), ["go", "gomoku", "nogo", "othello"])
    for game, options, spec in players:
        result = run("match", game, *options, "--a", shortened(spec), "--b", "random", "--games", "1", "--seed", "3")
        check(f"{game}: {spec}", result.returncode == 0 and "1, 1 of them different" in result.stdout, words(result))


def games(game, a, b, *more):
    return [(played["moves"], played["score"]) for played in
            data("match", game, "--a", a, "--b", b, "--games", "4", "--openings", "random:4", "--list", *more)["list"]]


def test_copies_of_the_built_in_tables_play_the_same_games():
    built_in = games("othello", "alphabeta depth=3 eval=positional2", "alphabeta depth=2 eval=positional1")
    same("a copy of matrix 2", games("othello", "alphabeta depth=3 eval=matrix:matrix.txt",
                                     "alphabeta depth=2 eval=positional1"), built_in)
    same("as the game's option", games("othello", "alphabeta depth=3 eval=positional",
                                       "alphabeta depth=2 eval=positional1", "--option", "matrix=matrix.txt"), built_in)
    check("another one plays otherwise", games("othello", "alphabeta depth=3 eval=matrix:other.txt",
                                               "alphabeta depth=2 eval=positional1") != built_in)
    both = games("othello", "negamax depth=2 eval=matrix:other.txt", "negamax depth=2 eval=matrix:matrix.txt")
    mixed = games("othello", "negamax depth=2 eval=matrix:other.txt", "negamax depth=2 eval=positional2")
    same("each player has its own file", both, mixed)
    own = games("gomoku", "alphabeta depth=1 eval=patterns:patterns.txt", "random", "--size", "9")
    same("a copy of table 1", own, games("gomoku", "alphabeta depth=1 eval=patterns", "random", "--size", "9"))


def refused(name, says, *arguments):
    result = run(*arguments)
    good = result.returncode == 2 and not result.stdout and says in result.stderr and result.stderr.count("\n") <= 4
    check(f"{name} is refused", good, words(result))


def test_mistakes_in_tables_are_named():
    refused("a matrix with a word in it", "line 2, column 10: 'x-2' is no whole number", "match", "othello", "--a",
            "alphabeta eval=matrix:bad.txt", "--b", "random")
    refused("as the game's option", "line 2, column 10", "think", "othello", "--option", "matrix=bad.txt", "--player",
            "random")
    refused("a table of patterns", "line 3, column 14", "match", "gomoku", "--a", "random", "--b",
            "hmcts playout=forced-best:bad_patterns.txt")
    refused("a file that is not there", "nor a file that can be read", "think", "othello", "--player",
            "negamax eval=matrix:nothing.txt")
    refused("an option of the rules", "'size' cannot be set", "think", "othello", "--player",
            "negamax eval=mixed:size=6")


def test_what_is_saved_is_counted():
    off = data("think", "othello", "--player", "negamax depth=5")["work"]
    on = data("think", "othello", "--player", "negamax depth=5 seen=on")["work"]
    images = data("think", "othello", "--player", "negamax depth=5 seen=symmetry")["work"]
    same("nothing without it", (off["states"], off["saved"]), (0, 0))
    check("states are met again", on["saved"] > 0 and on["nodes"] < off["nodes"], on)
    check("images are fewer", images["states"] < on["states"] / 2 and images["nodes"] < on["nodes"], images)
    text = run("think", "othello", "--player", "negamax depth=5 seen=on").stdout
    check("and said", f"{on['states']} states; {on['saved']} times" in text, text)


def test_rollouts_know_whose_they_are():
    """By hand: after b7 the opponent takes the best square and X draws one of two, half of which win."""
    found = data("think", "othello", "--position", "OOOOOOO./OOXXXOOX/OXOXXOO./OOOOXXOO/OXOOXXOO/OOXOOOOO/O.OOOO.X/OXOOXXXX X",
                 "--player", "hmcts sims=40000 playout=deterministic")
    value = {move["move"]: move["value"] for move in found["moves"]}["b7"]
    check("hmcts: the opponent is that of the player who thinks", abs(value - 0.5) < 0.03, value)


def test_othello_plays_without_weights():
    """Its own search has nothing to say on a board of 6x6 until it sees the end: the common one goes on."""
    for limit in ("nodes=20000", "time=50ms"):
        found = data("think", "othello", "--size", "6", "--player", f"alphabeta eval=learned {limit}")
        check(f"6x6, {limit}: deeper than a ply", found["value"] is not None and found["depth"] > 1, found)
    ending = ("--size", "6", "--position", "XXXXXX/XOOOOX/XOXXOX/XOXOOX/OOOO.O/...... X")
    found = data("think", "othello", *ending, "--player", "alphabeta eval=learned nodes=200000")
    same("6x6: the end is exact", (found["proven"], found["value"]), (True, data("solve", "othello", *ending)["score"]))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        PAGE = os.path.abspath(PAGE)
        os.chdir(folder)
        for name, content in (("matrix.txt", MATRIX), ("other.txt", MATRIX.replace("100", "-90").replace("-50", "70")),
                              ("bad.txt", MATRIX.replace("-50 -2", "-50  x-2", 1)), ("patterns.txt", PATTERNS),
                              ("bad_patterns.txt", PATTERNS.replace("FOUR 10000\n", "FOUR ten\n"))):
            with open(name, "w", encoding="utf-8") as file:
                file.write(content)
        for test in (test_every_player_of_the_page, test_copies_of_the_built_in_tables_play_the_same_games,
                     test_mistakes_in_tables_are_named, test_what_is_saved_is_counted, test_rollouts_know_whose_they_are,
                     test_othello_plays_without_weights):
            test()
        os.chdir("/")
    finish()
