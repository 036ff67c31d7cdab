"""python/banyan.py: games, searches with callbacks, matches, records; and what must not crash."""
import gc
import os
import signal
import sys
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "python"), os.path.join(ROOT, "tests", "cli")]
import banyan  # noqa: E402
from _tap import check, finish, data, same  # noqa: E402


def refused(name, call, says, kind=banyan.Error):
    try:
        call()
    except kind as refusal:
        check(name, says in str(refusal), refusal)
    except BaseException as other:
        check(name, False, repr(other))
    else:
        check(name, False, "it was accepted")


def test_lists():
    """What the library lists is what the program lists."""
    same("games", [e.name for e in banyan.games() if not e.settings],
         [g["name"] for g in data("games")["games"]])
    listed = data("searches")["searches"]
    same("searches", [e.name for e in banyan.searches()], [s["name"] for s in listed])
    for search in listed:
        same(f"options of {search['name']}", [o.name for o in banyan.options(search["name"])],
             [o["name"] for o in search["options"]])
    check("formats", "sgf" in [e.name for e in banyan.formats()])
    check("evaluations", "lines" in [e.name for e in banyan.evaluations("connect4")])
    check("playouts", "uniform" in [e.name for e in banyan.playouts("go")])
    refused("no such thing", lambda: banyan.options("chess"), "there is no game and no search 'chess'")


def test_positions():
    game = banyan.Game("tictactoe")
    position = game.start().play("b2", "a1")
    same("size", game.size, (3, 3))
    same("text", position.text, ".../.X./O.. X")
    same("history", position.history, ["b2", "a1"])
    same("moves", len(position.moves), 7)
    same("cells", "".join(c.stone for row in position.cells for c in row), "....X.O..")
    same("the last move", [(r, c) for r in range(3) for c in range(3) if position.cells[r][c].last], [(2, 0)])
    copy = position.copy().play("c3")
    same("a copy goes its own way", (len(position), len(copy)), (2, 3))
    same("from a text", banyan.Game("tictactoe", position=position.text).start().side, 0)
    same("undo", (position.undo(), position.undo(), position.undo(), len(position)), (True, True, False, 0))
    position.play("a1", "b1", "a2", "b2", "a3")
    same("the end", (position.over, position.result, position.moves), (True, 1, []))
    same("no board", banyan.Game("nim").start().cells, None)
    same("settings", banyan.Game("go", size="9x9", superko=True).settings, "size=9x9 superko=on")
    refused("an illegal move", lambda: game.start().play("z9"), "z9")
    refused("an action that is none", lambda: game.start().play(99), "action 99 is not legal here")
    refused("no such game", lambda: banyan.Game("chess"), "there is no game 'chess'")
    refused("no such option", lambda: banyan.Game("go", sise=9), "sise")
    refused("a zero byte", lambda: game.start().play("a\0"), "zero byte")


def test_nature():
    position = banyan.Game("coins").start()
    position.play(position.moves[0])
    check("nature is to move", position.nature)
    same("and draws by the seed", position.draw_nature(5), position.draw_nature(5))
    position.play(position.draw_nature(5))


def test_search():
    """The same move, value and count as the program's."""
    game = banyan.Game("connect4")
    position = game.start().play("d", "d")
    for spec in ("alphabeta depth=6", "mcts sims=2000", "minimax depth=3"):
        mine = game.search(spec, seed=7).think(position)
        theirs = data("think", "connect4", "--moves", "d d", "--player", spec, "--seed", "7")
        same(f"{spec}: move", mine.move, theirs["move"])
        same(f"{spec}: pv", mine.pv, theirs["pv"])
    search = game.search("alphabeta depth=5")
    decision = search.think(position)
    same("the line behind the best move", search.line(decision.move, position)[0], decision.move)
    same("all moves are there", sorted(s.move for s in decision.moves), sorted(position.moves))
    refused("no such search", lambda: game.search("alphabta"), "did you mean")
    refused("another game's position", lambda: search.think(banyan.Game("nim").start()), "other rules")


def test_callbacks():
    game = banyan.Game("connect4")
    position, search = game.start(), game.search("mcts")
    seen = []

    def stop_soon(so_far):
        seen.append((so_far, threading.current_thread() is threading.main_thread()))
        return len(seen) < 3

    begun = time.monotonic()
    decision = search.think(position, seconds=60, on_progress=stop_soon)
    check("False stops it", len(seen) >= 3 and time.monotonic() - begun < 30, (len(seen), decision))
    check("on the caller's thread", all(mine for _, mine in seen))
    check("and it says what it has", seen[0][0].move in position.moves)
    told = []
    quick = search.think(position, simulations=20, on_progress=told.append)
    same("the last call is the result", (told[-1].move, told[-1].simulations), (quick.move, quick.simulations))
    again = search.think(position, simulations=50)
    check("a stop is not for the next think", again.simulations >= 50, again.simulations)

    def fail(_):
        raise ValueError("as planned")

    refused("an exception comes through", lambda: search.think(position, seconds=60, on_progress=fail),
            "as planned", ValueError)

    def interrupt(_):
        raise KeyboardInterrupt

    refused("a KeyboardInterrupt too", lambda: search.think(position, seconds=60, on_progress=interrupt), "",
            KeyboardInterrupt)
    refused("changing the position", lambda: search.think(position, seconds=60,
                                                          on_progress=lambda _: position.play("a")),
            "cannot be changed while a search is thinking")
    refused("thinking twice", lambda: search.think(position, seconds=60,
                                                   on_progress=lambda _: search.think(position)),
            "thinking already")
    refused("closing it", lambda: search.think(position, seconds=60, on_progress=lambda _: search.close()),
            "cannot be closed while a search is thinking")
    same("all goes on", search.think(position, simulations=50).move in position.moves, True)
    steps = []
    small = banyan.Game("tictactoe")
    small.search("minimax depth=2").think(small.start(), on_step=steps.append)
    check("steps: entered and left", {"enter", "leave"} <= {s.kind for s in steps}, steps[:3])


def test_interrupt():
    """Ctrl-C while the library works and nobody listens, in a short game and in a long one."""
    for name in ("connect4", "go"):
        game = banyan.Game(name)
        search, position = game.search("mcts"), game.start()
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        begun = time.monotonic()
        refused(f"{name}: Ctrl-C", lambda: search.think(position, seconds=60), "", KeyboardInterrupt)
        check(f"{name}: at once", time.monotonic() - begun < 30)
        timer.join()
        same(f"{name}: and it can think again", search.think(position, simulations=10).move in position.moves, True)


def test_threads():
    """Stopped from another thread; read meanwhile by many."""
    game = banyan.Game("connect4")
    search, position = game.search("mcts"), game.start()
    readers = [threading.Thread(target=lambda: [position.moves for _ in range(200)]) for _ in range(4)]
    timer = threading.Timer(0.3, search.stop)
    for thread in [*readers, timer]:
        thread.start()
    decision = search.think(position, seconds=60)
    for thread in [*readers, timer]:
        thread.join()
    check("it stopped", decision.seconds < 30, decision.seconds)


def test_lifetimes():
    """Whatever goes first, nothing is used after it was freed."""
    for _ in range(50):
        position = banyan.Game("connect4").start().play("d")  # the game has no name of its own
        search = position.game.search("mcts sims=20")
        search.think(position)
        record = next(banyan.read_text("(;GM[4]RU[mnk]SZ[3];B[aa])"))  # the records are not read on
        loop = [position, search, record]
        loop.append(loop)  # a circle: the order of the end is nobody's choice
        del position, search, record, loop
        gc.collect()
    with banyan.Game("connect4").search("random") as search:
        position = search.game.start()
    refused("a closed search", lambda: search.think(position), "the search is closed")
    refused("and its reset", lambda: search.reset(1), "the search is closed")
    search.close()


def test_records():
    path = os.path.join(ROOT, "examples", "tictactoe.sgf")
    games = list(banyan.read(path))
    check("a file", len(games) >= 1 and len(games[0].position) > 0, games)
    position = banyan.Game("nim", heaps="3 5 7").start().play("7=3+4", "5=2+3")
    text = position.record(first="Ada", second="Bob", date="2026-11-16")
    record, = banyan.read_text(text)
    same("there and back", (record.position.history, record.position.text), (position.history, position.text))
    same("what it says", (record.info["first"], record.info["date"]), ("Ada", "2026-11-16"))
    same("in other words", [len(r.position) for r in banyan.read_text("f5d6c3\nf5f6\n", "transcript")], [3, 2])
    refused("a bad move", lambda: list(banyan.read_text("(;GM[4]RU[mnk]SZ[3];B[aa];W[aa])")), "line 1, column ")
    refused("no such format", lambda: position.record("pdf"), "there is no format 'pdf'")
    refused("no such file", lambda: banyan.read("/nonexistent.sgf"), "nonexistent")
    refused("nothing known", lambda: banyan.read_text("hello"), "looks like no format")


def test_match():
    game = banyan.Game("breakthrough", size="5x5")
    sides = []
    result = banyan.match(game, "alphabeta depth=3", "random", games=10, seed=3, opening=2,
                          on_game=lambda m, p, side: sides.append((side, p.history[:2])))
    check("the better one wins", result.wins >= 8, result)
    same("colours change", [side for side, _ in sides], [0, 1] * 5)
    same("two games have one opening", [sides[i][1] for i in (0, 2, 4)], [sides[i][1] for i in (1, 3, 5)])
    same("the same again", banyan.match(game, "alphabeta depth=3", "random", games=10, seed=3, opening=2), result)
    stopped = banyan.match(game, "random", "random", games=10, on_game=lambda m, *_: m.games < 3)
    same("and stops when asked", stopped.games, 3)
    low, high = banyan.Match(60, 20, 20).interval
    # Wilson (1927) for 70 of 100: 0.6042 and 0.7811 (Newcombe 1998 has the formula)
    check("Wilson's interval", abs(low - 0.6042) < 5e-4 and abs(high - 0.7811) < 5e-4, (low, high))
    check("Elo", abs(banyan.Match(3, 0, 1).elo - 190.85) < 0.01)
    for games in (0, -5, 10**30, 2.5):
        try:
            banyan.match(game, "random", "random", games=games)
            check(f"{games} games are refused", False)
        except banyan.Error as error:
            check(f"{games} games are refused", "1 to 1000000 games" in str(error), str(error))
    coins = banyan.match(banyan.Game("coins"), "random", "random", games=4)
    same("with chance", coins.games, 4)


if __name__ == "__main__":
    for test in (test_lists, test_positions, test_nature, test_search, test_callbacks, test_interrupt,
                 test_threads, test_lifetimes, test_records, test_match):
        test()
    finish()
