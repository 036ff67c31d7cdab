#!/usr/bin/env python3
"""learn: weights from games and from self-play, the same every time, used by a player, damaged ones refused."""
import os
import re
import shutil
import tempfile

from _tap import check, data, finish, run, same, words
from _wait import stopped

FOLDER = tempfile.mkdtemp()


def path(name):
    return os.path.join(FOLDER, name)


def contents(name):
    with open(path(name), "rb") as file:
        return file.read()


def test_same_file():
    """The same games and seed give the same bytes, whatever the threads; another seed others."""
    lesson = ("learn", "othello", "--selfplay", "30", "--player", "random", "--rounds", "4", "--solve", "4")
    found = data(*lesson, "--out", path("a.weights"))
    same("games", found["games"], 30)
    check("the last eight of each are solved", 200 < found["exact"] <= 300 < found["positions"], found)
    same("one entry a phase", [phase["phase"] for phase in found["phases"]], list(range(30)))
    same("bytes", found["bytes"], len(contents("a.weights")))
    for rest in ((), ("--threads", "2")):
        result = run(*lesson, "--out", path("b.weights"), *rest)
        check("as text", result.returncode == 0 and "held out" in result.stdout, words(result))
        check(f"the same bytes again {' '.join(rest)}", contents("a.weights") == contents("b.weights"))
    run(*lesson, "--out", path("c.weights"), "--seed", "2")
    check("another seed, other bytes", contents("a.weights") != contents("c.weights"))


def test_records():
    """Games from a file: what `match` has written is read."""
    result = run("match", "othello", "--a", "random", "--b", "random", "--games", "6", "--records", FOLDER)
    files = sorted(name for name in os.listdir(FOLDER) if name.endswith(".sgf"))
    same("six records", len(files), 6)
    found = data("learn", "othello", *[path(name) for name in files], "--out", path("r.weights"), "--solve", "0",
                 "--rounds", "1")
    same("all were read", (found["games"], found["exact"], result.returncode), (6, 0, 0))


def test_beginning():
    """Games begin behind the moves that are named, as at the position that they lead to."""
    moves = ("--moves", "f5 d6 c3 d3 c4 f4 f6")
    lesson = ("learn", "othello", "--selfplay", "5", "--player", "random", "--rounds", "2", "--random", "4")
    data(*lesson, *moves, "--out", path("b.weights"))
    data(*lesson, "--position", data("show", "othello", *moves)["position"], "--out", path("c.weights"))
    data(*lesson, "--out", path("d.weights"))
    check("the same bytes", contents("b.weights") == contents("c.weights"))
    check("others than from the start", contents("b.weights") != contents("d.weights"))


def test_td():
    lesson = ("learn", "othello", "--method", "td", "--selfplay", "50")
    found = data(*lesson, "--out", path("t.weights"))
    same("games", found["games"], 50)
    check("and the positions of all of them", found["positions"] > 50 * 20 and found["exact"] == 0, found)
    data(*lesson, "--out", path("u.weights"))
    check("the same bytes again", contents("t.weights") == contents("u.weights"))


def test_stopped():
    """A file that is there stays as it is: the unfinished lesson goes beside it."""
    before = contents("t.weights")
    result = stopped("learn", "othello", "--method", "td", "--selfplay", "10000000", "--out", path("t.weights"), seconds=1)
    beside = path("t.weights.unfinished")
    check("stopped", result.returncode == 1 and beside in result.stderr, words(result))
    check("the old one stays", contents("t.weights") == before)
    used = run("think", "othello", "--player", f"alphabeta depth=2 eval=learned:weights={beside}")
    check("the other can be used", used.returncode == 0, words(used))
    result = stopped("learn", "othello", "--method", "td", "--selfplay", "10000000", "--out", path("v.weights"), seconds=1)
    check("where there was none it has the name", result.returncode == 1 and contents("v.weights"), words(result))


def test_look():
    """Looks ahead with weights of one's own: other bytes than without, the same every time."""
    lesson = ("learn", "othello", "--selfplay", "20", "--player", "random", "--rounds", "3", "--solve", "3", "--look", "2")
    found = data(*lesson, "--out", path("l.weights"), "--every", "2")
    check("half of the positions before the end", found["phases"][10]["positions"] < 30, found["phases"][10])
    data(*lesson, "--out", path("m.weights"), "--every", "2", "--threads", "2")
    check("the same bytes again", contents("l.weights") == contents("m.weights"))
    data(*lesson, "--out", path("m.weights"), "--every", "2", "--from", path("a.weights"))
    check("other weights, other bytes", contents("l.weights") != contents("m.weights"))
    for rest, why in ((("--from", path("a.weights"), "--look", "0"), "--look"), (("--from", path("nothing")), "nothing")):
        result = run(*lesson, "--out", path("n.weights"), *rest)
        check(f"refused: {why}", result.returncode == 2 and why in result.stderr, words(result))


def test_gomoku():
    """Odds of winning: the same bytes every time, and a player takes the file."""
    lesson = ("learn", "gomoku", "--selfplay", "12", "--player", "alphabeta width=5 nodes=50 eval=threats", "--random", "6",
              "--balance", "2", "--hold-out", "0.2", "--rounds", "5")
    found = data(*lesson, "--out", path("g.weights"))
    same("games", found["games"], 12)
    same("one phase", len(found["phases"]), 1)
    check("its error is that of odds", 0 < found["phases"][0]["error"] < 2, found)
    data(*lesson, "--out", path("h.weights"))
    check("the same bytes again", contents("g.weights") == contents("h.weights"))
    spec = f"alphabeta depth=2 width=5 eval=learned:weights={path('g.weights')}"
    good = run("think", "gomoku", "--player", spec)
    check("a player uses it", good.returncode == 0, words(good))
    other = run("think", "gomoku", "--player", f"alphabeta eval=learned:weights={path('a.weights')}")
    check("those for Othello are refused", other.returncode == 2 and "other patterns" in other.stderr, words(other))
    td = run("learn", "gomoku", "--method", "td", "--selfplay", "2", "--out", path("n.weights"))
    check("not by TD", td.returncode != 0 and "odds" in td.stderr, words(td))


def test_points():
    """The other evaluation of Gomoku, from the leaves of looks ahead: the same bytes every time, and its own search takes
    the file, says something else, and begins the next lesson with it."""
    lesson = ("learn", "gomoku", "--eval", "points", "--selfplay", "3", "--player", "alphabeta nodes=100", "--random", "6",
              "--look", "2", "--leaves", "5", "--every", "6", "--solve", "0", "--hold-out", "0.3", "--ridge", "3")
    found = data(*lesson, "--out", path("p.def"))
    check("leaves, more than there are positions in three games", found["positions"] > 150, found)
    check("its error is that of odds", 0 < found["phases"][0]["error"] < 1, found)
    data(*lesson, "--out", path("q.def"))
    check("the same bytes again", contents("p.def") == contents("q.def"))
    text = contents("p.def").decode()
    numbers = {int(code): (int(mine), int(theirs)) for code, mine, theirs
               in re.findall(r"BY_GOMOKU_WORTH\((\d+), (-?\d+), (-?\d+)\)", text)}
    same("a point of each class that has own stones near", len(numbers), 700)
    check("all that is written is such points and a remark",
          re.sub(r"/\*.*?\*/|BY_GOMOKU_WORTH\([-\d, ]+\)|\s", "", text, flags=re.DOTALL) == "", text[:200])
    check("an open three to come is good for who is to move, and better than nothing much",
          numbers[7000][0] > numbers[3000][0] and numbers[7000][1] < 0, (numbers[7000], numbers[3000]))
    moves = ("think", "gomoku", "--moves", "h8 j9 g9 k10 h10", "--player")
    own = data(*moves, "alphabeta depth=3")["value"]
    mine = data(*moves, f"alphabeta depth=3 eval=points:weights={path('p.def')}")["value"]
    check("a player uses it, and values otherwise", own != mine, (own, mine))
    same("the numbers of the build are not touched by a file for the other evaluation",
         data(*moves, f"alphabeta depth=3 eval=points:weights={path('g.weights')}")["value"], own)
    data(*lesson, "--out", path("r.def"), "--from", path("p.def"), "--prior", path("p.def"))
    check("the next lesson looks with it", contents("r.def") != contents("p.def"))


def test_points_refused():
    for name, text, why in (("empty", "/* nothing */", "no weights"), ("word", "BY_GOMOKU_WORTH(5000, 1, x)", "whole numbers"),
                            ("big", "\nBY_GOMOKU_WORTH(5000, 1, 40000)", "line 2"),
                            ("twice", "BY_GOMOKU_WORTH(5400, 1, 2) BY_GOMOKU_WORTH(4500, 1, 2)", "already"),
                            ("bare", "BY_GOMOKU_WORTH(2000, 1, 2)", "nothing"), ("open", "BY_GOMOKU_WORTH(5000, 1", "whole numbers"),
                            ("other", "/* x */ weights", "is wanted")):
        with open(path(name), "w", encoding="utf-8") as file:
            file.write(text)
        result = run("think", "gomoku", "--player", f"alphabeta eval=points:weights={path(name)}")
        check(f"{name} is refused", result.returncode == 2 and why in result.stderr, words(result))
    for game, rest, why in (("gomoku", ("--eval", "threats"), "learned, points"), ("othello", ("--eval", "points"), "learned"),
                            ("gomoku", ("--leaves", "5"), "--look"),
                            ("othello", ("--leaves", "5", "--look", "2"), "no leaves")):
        result = run("learn", game, "--selfplay", "1", "--random", "60", "--out", path("n.weights"), *rest)
        check(f"{game} {' '.join(rest)}", result.returncode == 2 and why in result.stderr, words(result))


GO_GAMES = """9 7 B+R - B:eegcccggcgecdcdbebfbdacbeaedddfdcadehdhchegdgehgfefcff
9 7 W+R - B:eecegecgggdcgcedddcdfdecfcfbgbdgdfcfehdhefchgabg Chinese
19 ? ? Bddpp W:dppdfc
"""


def test_go():
    """Strengths of moves: the same bytes every time and from every format, and a player takes the file."""
    for name, text in (("s.golines", GO_GAMES), ("bad.golines", GO_GAMES.splitlines()[0] + "\n9 7 ? - B:aaaa\n"),
                       ("games.transcript", "f5d6c3\n")):
        with open(path(name), "w", encoding="utf-8") as file:
            file.write(text)
    lesson = ("--rounds", "3", "--seen", "2", "--patterns", "50", "--hold-out", "0")
    found = data("learn", "go", path("s.golines"), path("games.transcript"), *lesson, "--out", path("s.strengths"))
    same("games", (found["games"], found["dropped"]), (3, 1))
    same("rounds", [(r["boards"], r["round"]) for r in found["rounds"]],
         [(boards, n) for boards in ("to 11x11", "larger") for n in (1, 2, 3)])
    check("they fit better and better", all(a["fit_ln_likelihood"] < b["fit_ln_likelihood"]
                                            for a, b in zip(found["rounds"], found["rounds"][1:]) if a["boards"] == b["boards"]), found)
    same("nothing is held out", [found["rounds"][0][key] for key in ("held_out", "top_one")], [0, None])
    same("each position is learned from", [r["positions"] for r in found["rounds"]][::3], [51, 3])
    same("bytes", found["bytes"], len(contents("s.strengths")))
    check("converted", run("convert", path("s.golines"), path("s.sgf")).returncode == 0)
    data("learn", "go", path("s.sgf"), *lesson, "--out", path("t.strengths"))
    check("the same from SGF", contents("s.strengths") == contents("t.strengths"))
    spec = f"mcts sims=50 trust=10 playout=tactical:strengths={path('s.strengths')}"
    good = run("think", "go", "--player", spec)
    check("a player uses it", good.returncode == 0, words(good))
    for name, bytes_ in (("short.strengths", contents("s.strengths")[:-1]), ("empty.strengths", b""),
                         ("weights.strengths", contents("a.weights"))):
        with open(path(name), "wb") as file:
            file.write(bytes_)
        result = run("think", "go", "--player", f"mcts sims=10 playout=tactical:strengths={path(name)}")
        check(f"{name}: refused", result.returncode == 2 and "not a whole file" in result.stderr, words(result))
    said = data("explain", "go", "--option", "strengths=learned", "--moves", "e5 e6")
    check("explain names features", "points around" in str(said) and "distance" in str(said))
    same("stopped it writes nothing", stopped("learn", "go", *[path("s.golines")] * 900, "--rounds", "10000", "--out", path("n.strengths"),
                                              seconds=1).returncode != 0 and not os.path.exists(path("n.strengths")), True)


def test_player():
    """A player takes the file; damaged ones are refused with a sentence."""
    spec = "alphabeta depth=2 eval=learned:weights={}"
    good = run("think", "othello", "--player", spec.format(path("a.weights")))
    check("a player uses it", good.returncode == 0, words(good))
    small = run("think", "othello", "--size", "6", "--player", spec.format(path("a.weights")))
    check("not on a board that it is not for", small.returncode == 2 and "8x8" in small.stderr, words(small))
    whole = contents("a.weights")
    for name, bytes_, why in (("short", whole[:-1], "bytes of weights"), ("other", whole[:40] + b"x" + whole[41:], "damaged"),
                              ("version", whole[:8] + b"\7" + whole[9:], "format"), ("text", b"weights\n", "no file of"),
                              ("empty", b"", "no file of")):
        with open(path(name), "wb") as file:
            file.write(bytes_)
        result = run("think", "othello", "--player", spec.format(path(name)))
        check(f"{name}: refused", result.returncode == 2 and why in result.stderr and not result.stdout, words(result))


def test_refusals():
    out = ("--out", path("x.weights"))
    with open(path("opening.transcript"), "w", encoding="utf-8") as file:
        file.write("f5d6c3f4c5d3g3b5\n")
    for arguments, why in ((("othello", "--selfplay", "2"), "--out"), (("othello", *out), "--selfplay"),
                           (("connect4", "--selfplay", "2", *out), "no evaluation"),
                           (("go", *out), "name files"), (("go", path("s.golines"), "--selfplay", "2", *out), "--selfplay is for evaluations"),
                           (("go", path("s.golines"), "--method", "td", *out), "--method is for evaluations"),
                           (("go", path("bad.golines"), *out), "game 2: line 2"),
                           (("go", path("games.transcript"), *out), "no games of this kind"),
                           (("othello", "--selfplay", "2", "--patterns", "9", *out), "--patterns is for the strengths"),
                           (("othello", "--size", "6", "--selfplay", "2", "--player", "random", *out), "board"),
                           (("othello", "--method", "td", *out), "--selfplay"),
                           (("othello", "--method", "td", "--selfplay", "2", "--look", "2", *out), "leave out --solve"),
                           (("othello", "--method", "td", "--selfplay", "2", "--rounds", "2", *out), "--rounds is for --method fit"),
                           (("othello", "--method", "td", "--selfplay", "2", "--player", "random", *out), "--player is for --method fit"),
                           (("othello", "--selfplay", "2", "--player", "random", "--rate", "2", *out), "--rate is for --method td"),
                           (("othello", "--selfplay", "2", "--player", "random", "--trust", "0.5", *out), "--trust is for games where"),
                           (("othello", "--selfplay", "2", "--player", "random", "--aside", "0.5", *out), "--aside is for games where"),
                           (("othello", path("text"), "--random", "2", *out), "add --selfplay"),
                           (("othello", "--selfplay", "2", "--player", "random", "--every", "3", *out), "add --look"),
                           (("othello", path("opening.transcript"), *out), "add --look"),
                           (("othello", path("opening.transcript"), "--out", path("opening.transcript")), "would be lost"),
                           (("othello", "--selfplay", "2", "--position", "X" * 64 + " O", *out), "the game is over"),
                           (("othello", "games.sgf", "--method", "td", "--selfplay", "2", *out), "files"),
                           (("othello", path("nothing.wtb"), *out), "nothing.wtb"),
                           (("othello", path("text"), *out), "text")):
        result = run("learn", *arguments)
        check(f"learn {' '.join(arguments)[:60]}", result.returncode == 2 and why in result.stderr, words(result))
    result = run("learn", "othello", "--selfplay", "1000", "--player", "random", "--memory", "1", *out)
    check("more than the memory has room for", result.returncode == 1 and "memory" in result.stderr, words(result))
    check("and nothing is written", not os.path.exists(path("x.weights")))


test_same_file()
test_records()
test_beginning()
test_td()
test_stopped()
test_look()
test_gomoku()
test_points()
test_points_refused()
test_go()
test_player()
test_refusals()
shutil.rmtree(FOLDER, ignore_errors=True)
finish()
