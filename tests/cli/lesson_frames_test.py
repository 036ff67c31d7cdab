"""The frames of the lessons, what moving pictures are drawn from: every one of them obeys the rules of what it shows."""
import math
from itertools import combinations

from _tap import check, data, finish, same


def frames_of(name, *words):
    found = data("lesson", name, *words, "--frames")
    check(f"{name} {' '.join(words)}: all frames are there", found["frames"] and not found["frames_cut"])
    plain = data("lesson", name, *words)
    same(f"{name} {' '.join(words)}: frames change nothing else", {k: v for k, v in found.items() if not k.startswith("frames")}, plain)
    return found, found["frames"]


def test_hanoi():
    for n in (1, 4, 7):
        found, frames = frames_of("hanoi", "--n", str(n))
        same(f"hanoi {n}: a frame for the start and each move", len(frames), found["moves"] + 1)
        legal = all(peg == sorted(peg, reverse=True) for frame in frames for peg in frame["pegs"])
        check(f"hanoi {n}: no disc lies on a smaller one", legal)
        for before, after in zip(frames, frames[1:]):
            disc, start, end = after["calls"][-1]
            pegs = [list(peg) for peg in before["pegs"]]
            pegs["ABC".index(end)].append(pegs["ABC".index(start)].pop())
            if pegs != after["pegs"] or after["pegs"]["ABC".index(end)][-1] != disc:
                check(f"hanoi {n}: {after} follows {before}", False)
        check(f"hanoi {n}: calls lie in each other", all([call[0] for call in frame["calls"]] == list(range(n, n - len(frame["calls"]), -1)) for frame in frames))
        same(f"hanoi {n}: all on C", frames[-1]["pegs"], [[], [], list(range(n, 0, -1))])


def test_queens():
    for n in (1, 3, 4, 6, 8):
        found, frames = frames_of("queens", "--n", str(n))
        for event, count in (("placed", sum(found["placed"][1:])), ("dead_end", found["dead_ends"]), ("solved", found["solutions"])):
            same(f"queens {n}: so many {event}", sum(frame["event"] == event for frame in frames), count)
        boards = [[row.find("Q") for row in frame["cells"].split("/") if "Q" in row] for frame in frames]
        check(f"queens {n}: nobody attacks anybody", all(a != b and abs(a - b) != j - i for board in boards for (i, a), (j, b) in combinations(enumerate(board), 2)))
        solved = [[c + 1 for c in board] for board, frame in zip(boards, frames) if frame["event"] == "solved"]
        check(f"queens {n}: solutions are whole, each once, the listed first",
              all(len(board) == n for board in solved) and len({tuple(b) for b in solved}) == len(solved) and solved[:4] == found["list"])


def test_maze():
    for size, seed in (("2x2", 1), ("16x9", 1), ("24x16", 7)):
        found, frames = frames_of("maze", "--size", size, "--seed", str(seed))
        way, lost, plan = [], set(), found["plan"]
        good = True
        for frame in frames:
            if frame["back"]:
                lost.add(tuple(way.pop()))
                good = good and way[-1] == frame["at"]
            else:
                (x, y), (a, b) = frame["at"], way[-1] if way else (0, -1)
                good = good and (not way or (abs(x - a) + abs(y - b) == 1 and plan[y + b + 1][x + a + 1] == " "))
                good = good and tuple(frame["at"]) not in lost and frame["at"] not in way
                way.append(frame["at"])
            good = good and len(way) == frame["way"] and len(way) + len(lost) == frame["entered"]
        check(f"maze {size}: every step goes through a passage", good)
        same(f"maze {size}: the last way is the way", way, found["way"])
        same(f"maze {size}: sums", [frames[-1]["entered"], frames[-1]["dead_ends"]], [found["entered"], found["dead_ends"]])


def test_pi():
    for points in (1, 7, 100, 4321):
        found, frames = frames_of("pi", "--points", str(points))
        thrown = [point for frame in frames for point in frame["new"]]
        same(f"pi {points}: the last frame is the last row", {k: frames[-1][k] for k in found["rows"][-1]}, found["rows"][-1])
        same(f"pi {points}: the first 2000 points", len(thrown), min(points, 2000))
        check(f"pi {points}: a point is within where it is near", all((x * x + y * y < 1) == bool(hit) or abs(x * x + y * y - 1) < 1e-3 for x, y, hit in thrown))
        seen, good = 0, True
        for frame in frames:
            seen += sum(hit for _, _, hit in frame["new"])
            good = good and (frame["points"] > 2000 or (seen == frame["within"] and abs(frame["estimate"] - 4 * seen / frame["points"]) < 1e-9))
        check(f"pi {points}: the estimate is that of the points", good)


def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


def test_recursion():
    for n in (0, 1, 5, 12):
        found, frames = frames_of("factorial", "--n", str(n))
        same(f"factorial {n}: down and up", [len(frame["open"]) for frame in frames], [*range(1, n + 2), *range(n, -1, -1)])
        same(f"factorial {n}: the value comes last", frames[-1]["value"], found["value"])
    for n in (0, 1, 2, 5, 8):
        found, frames = frames_of("fibonacci", "--n", str(n))
        tree, stack, good = found["tree"], [], True
        for frame in frames:
            if "value" in frame:
                good = good and stack.pop() == frame["node"] and frame["value"] == fib(tree[frame["node"]]["n"])
            else:
                good = good and tree[frame["node"]]["parent"] == (stack[-1] if stack else -1) and tree[frame["node"]]["depth"] == len(stack)
                stack.append(frame["node"])
            good = good and len(stack) == frame["open"]
        check(f"fibonacci {n}: calls and results are those of a stack", good and not stack)
        same(f"fibonacci {n}: every call is a node", [len(tree), len(frames)], [found["calls"], 2 * found["calls"]])
        same(f"fibonacci {n}: how often each", [sum(node["n"] == k for node in tree) for k in range(n + 1)], found["calls_of"])
    same("a tree that is too large is not drawn", [data("lesson", "fibonacci", "--n", "9")["tree"], data("lesson", "fibonacci", "--n", "9", "--frames")["frames"]], [None, []])


def test_bandit():
    found, frames = frames_of("bandit", "--horizon", "1000", "--runs", "3", "--seed", "5")
    same("bandit: a frame for each time", [frame["t"] for frame in frames], [at["t"] for at in found["players"][0]["curve"]])
    check("bandit: tries add up to the rounds", all(sum(arm[0] for arm in player["arms"]) == frame["t"] for frame in frames for player in frame["players"]))
    check("bandit: tries only grow", all(a[0] <= b[0] for one, two in zip(frames, frames[1:]) for p, q in zip(one["players"], two["players"]) for a, b in zip(p["arms"], q["arms"])))
    m = found["players"][1]["m"]
    for frame in frames:
        etc = frame["players"][1]
        if frame["t"] > m * len(etc["arms"]) and not (etc["committed"] and sum(arm[0] > m for arm in etc["arms"]) == 1):
            check(f"bandit: ETC has committed after {frame['t']} rounds", False, etc)
    check("bandit: doubt is what the formula says", all(
        abs(doubt - (2 * 2.5 * math.log(frame["t"] + 1) / tried) ** 0.5) < 1e-6
        for frame in frames for tried, _, doubt in frame["players"][0]["arms"] if tried))


def test_search():
    """Against a search written here: what is entered, with which window, what comes back and what is cut."""
    for tree in ("((3 12 8)(2 4 6)(14 5 2))", "(((5 6)(7 4))((3 8)(1 2)))", "(1 (2 -3) ((4)(5 -6 7)))", "((5 -3.5)(2 (7 1) 4) 6)"):
        for root in ("max", "min"):
            for name in ("minimax", "alphabeta"):
                found, frames = frames_of(name, "--tree", tree, "--root", root)
                steps = walk_tree(found["nodes"], name == "alphabeta")
                same(f"{name} {tree} {root}: every step", [{k: v for k, v in frame.items() if k != "above"} for frame in frames], steps)
                same(f"{name} {tree} {root}: the value", found["value"], steps[-1]["value"])
                same(f"{name} {tree} {root}: leaves and cuts", [sum(frame["kind"] == "leaf" for frame in frames), sum(frame["cut"] for frame in frames)], [found["looked_at"], found["cuts"]])
    above = [frame["above"] for frame in frames_of("alphabeta")[1] if frame["kind"] != "enter"]
    same("the window above a leaf or a child that is left", above[:4] + above[-1:], [[None, 3], [None, 3], [None, 3], [3, None], None])


def walk_tree(nodes, windows):
    children = [[i for i, node in enumerate(nodes) if node["parent"] == id] for id in range(len(nodes))]
    steps = []

    def put(id, kind, value, cut, alpha, beta):
        window = [None if abs(end) == math.inf else end for end in (alpha, beta)] if windows else None
        steps.append({"node": id, "kind": kind, "value": value, "cut": cut, "window": window})

    def visit(id, alpha, beta):
        if nodes[id]["kind"] == "leaf":
            put(id, "leaf", nodes[id]["number"], False, alpha, beta)
            return nodes[id]["number"]
        up = nodes[id]["kind"] == "MAX"
        put(id, "enter", None, False, alpha, beta)
        values, cut = [], False
        for child in children[id]:
            values.append(visit(child, *((alpha, beta) if windows else (-math.inf, math.inf))))
            value = max(values) if up else min(values)
            alpha, beta = (max(alpha, value), beta) if up else (alpha, min(beta, value))
            cut = windows and alpha >= beta and child != children[id][-1]
            if cut:
                break
        put(id, "leave", value, cut, alpha, beta)
        return value

    visit(0, -math.inf, math.inf)
    return steps


test_hanoi()
test_queens()
test_maze()
test_pi()
test_recursion()
test_bandit()
test_search()
finish()
