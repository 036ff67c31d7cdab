#!/usr/bin/env python3
"""`banyan tree --json --nodes`: every window, value, bound and reason against alpha-beta as the
lecture writes it, with MAX and MIN, computed here."""
import concurrent.futures
import json
import random

from _tap import LONG, check, data, finish, run, same, words

INF = float("inf")
TREES = 20000 if LONG else 1000


# --- trees: a leaf is a number, an inner node the list of its children ------------------------

def grow(rng, depth, values):
    if depth == 0 or rng.random() < 0.2:
        return rng.choice(values)
    return [grow(rng, depth - 1, values) for _ in range(rng.randint(1, 4))]


def text(tree):
    return str(tree) if isinstance(tree, int) else "(" + " ".join(map(text, tree)) + ")"


def minimax(tree, maximise):
    if isinstance(tree, int):
        return tree
    return (max if maximise else min)(minimax(child, not maximise) for child in tree)


def leaves(tree):
    return 1 if isinstance(tree, int) else sum(map(leaves, tree))


def replaced(tree, path, numbers):
    """The tree with other numbers at the leaves whose paths are given."""
    if isinstance(tree, int):
        return numbers.get(path, tree)
    return [replaced(child, path + (i,), numbers) for i, child in enumerate(tree)]


# --- the textbook -------------------------------------------------------------------------------

class Textbook:
    """Alpha-beta with MAX and MIN. What it learns of a node stands in seen[path]; `owners` are who
    gave alpha and beta their values: the node that has that much, and the child it has it from."""

    def __init__(self, order, prune):
        self.order, self.prune, self.seen = order, prune, {}

    def search(self, tree, path, maximise, alpha, beta, owners):
        note = self.seen[path] = {"window": (alpha, beta), "kind": "MAX" if maximise else "MIN", "reason": "searched",
                                  "because": None, "proof": None, "best": None, "entered": len(self.seen)}
        if isinstance(tree, int):
            note.update(kind="leaf", reason="leaf", value=tree, after=(alpha, beta), known=(tree, tree))
            return tree
        value = -INF if maximise else INF
        low, high = alpha, beta
        for place in self.order(tree, path, maximise):
            child = path + (place,)
            got = self.search(tree[place], child, not maximise, low, high, owners)
            if got > value if maximise else got < value:
                value, note["best"] = got, child
            if maximise and value > low:
                low, owners = value, ((path, note["best"]), owners[1])
            if not maximise and value < high:
                high, owners = value, (owners[0], (path, note["best"]))
            if self.prune and low >= high:
                note["reason"] = "cut"
                note["because"], note["proof"] = owners[1 if maximise else 0]
                break
        note.update(value=value, after=(low, high), known=self.interval(tree, path, maximise))
        return value

    def interval(self, tree, path, maximise):
        """What can be known of a node from the leaves read below it."""
        pick = max if maximise else min
        known = [self.seen[path + (i,)]["known"] if path + (i,) in self.seen else (-INF, INF) for i in range(len(tree))]
        return pick(low for low, _ in known), pick(high for _, high in known)


def order_of(name, nodes):
    """A function that gives the order of children; `random` is read from what the program did."""
    def order(tree, path, maximise):
        places = list(range(len(tree)))
        if name in ("best", "worst"):
            sign = -1 if (name == "best") == maximise else 1
            places.sort(key=lambda i: sign * minimax(tree[i], not maximise))
        if name == "random":
            places.sort(key=lambda i: (nodes[path + (i,)]["entered"] is None, nodes[path + (i,)]["entered"]))
        return places
    return order


# --- comparing ------------------------------------------------------------------------------------

def paths(listed):
    """The nodes of the JSON by their paths from the root."""
    found, by_id = {}, {}
    for node in listed:
        path = () if node["parent"] is None else by_id[node["parent"]] + (node["child"] - 1,)
        by_id[node["id"]] = path
        found[path] = node
    return found, by_id


def window(ends):
    return None if ends is None else (-INF if ends[0] is None else ends[0], INF if ends[1] is None else ends[1])


def bound(note):
    low, high = note["known"]
    if low == high == note["value"]:
        return "exact"
    return "upper" if high == note["value"] else "lower" if low == note["value"] else None


def name(path):
    return "the root" if not path else ".".join(str(i + 1) for i in path)


def spoken(path, note, skipped):
    """The sentence that a true reason for a cut makes."""
    maximise = note["kind"] == "MAX"
    end = note["window"][1 if maximise else 0]
    exact = bound(note) == "exact"
    facts = (f"{note['kind']} gets {note['value']}{'' if exact else ' or more' if maximise else ' or less'} here, and "
             f"{'MIN' if maximise else 'MAX'} already has {end} at {name(note['because'])} (from {name(note['proof'])}): "
             f"{note['value']} {'>= beta' if maximise else '<= alpha'}")
    return "cut: " + facts if skipped else facts + ", but no child was left to cut off"


def differences(tree, told, prunes, maximise, order):
    """Everything in which the program and the textbook differ."""
    nodes, by_id = paths(told["nodes"])
    book = Textbook(order_of(order, nodes), prunes)
    value = book.search(tree, (), maximise, -INF, INF, (None, None))
    wrong = []

    def compare(what, got, wanted):
        if got != wanted:
            wrong.append(f"{what}: got {got!r}, wanted {wanted!r}")

    compare("value", told["value"], value)
    compare("true value", told["value"], minimax(tree, maximise))
    compare("leaves", told["leaves"], leaves(tree))
    compare("visited", told["visited"], sum(note["kind"] == "leaf" for note in book.seen.values()))
    compare("nodes visited", told["nodes_visited"], len(book.seen))
    compare("node count", told["node_count"], len(nodes))
    visits = sorted((node["entered"], path) for path, node in nodes.items() if node["entered"] is not None)
    compare("order", [path for _, path in visits], sorted(book.seen, key=lambda path: book.seen[path]["entered"]))
    for path, node in nodes.items():
        where = name(path) + " "
        note = book.seen.get(path)
        if note is None:
            cut = max((p for p in book.seen if path[:len(p)] == p), key=len)
            compare(where + "unseen", (node["reason"], node["window"], node["value"], node["entered"]), ("unseen", None, None, None))
            compare(where + "because", by_id.get(node["because"]), cut)
            compare(where + "cut there", book.seen[cut]["reason"], "cut")
            compare(where + "why", node["why"], "never looked at: cut off at " + name(cut))
            continue
        skipped = sum(p[:-1] == path and p not in book.seen for p in nodes if p)
        for key in ("kind", "reason", "value"):
            compare(where + key, node[key], note[key])
        compare(where + "window", window(node["window"]), note["window"] if prunes else None)
        compare(where + "after", window(node["after"]), note["after"] if prunes else None)
        compare(where + "bound", node["bound"], bound(note))
        for key in ("best", "because", "proof"):
            compare(where + key, None if node[key] is None else by_id[node[key]], note[key])
        if note["reason"] == "cut":
            compare(where + "why", node["why"], spoken(path, note, skipped))
            end = note["window"][1 if note["kind"] == "MAX" else 0]
            proof, side = tree, maximise
            for place in note["proof"]:
                proof, side = proof[place], not side
            compare(where + "the proof's true value", minimax(proof, side), end)
    return wrong, nodes


def unseen_do_not_matter(tree, nodes, maximise, rng):
    """Whatever the leaves that were never looked at are, the root is worth the same."""
    unseen = [path for path, node in nodes.items() if node["kind"] == "leaf" and node["reason"] == "unseen"]
    for low, high in ((-10**9, -10**9), (10**9, 10**9), (-10**9, 10**9)):
        other = replaced(tree, (), {path: rng.choice((low, high)) for path in unseen})
        if minimax(other, maximise) != minimax(tree, maximise):
            return [f"the root changes with {text(other)}"]
    return []


def try_tree(number):
    rng = random.Random(number)
    values = rng.choice([range(-1, 2), range(-9, 10), range(-10**9, 10**9), range(0, 100)])
    tree = grow(rng, rng.randint(0, 5), values)
    prunes = number % 5 != 0
    order = rng.choice(["game", "best", "worst", "random"]) if prunes else "game"
    maximise = rng.random() < 0.5
    command = ["tree", "--search", "alphabeta" if prunes else "minimax", "--json", "--nodes", "--seed", str(number)]
    command += (["--order", order] if prunes else []) + ([] if maximise else ["--min"])
    result = run(*command, "--", text(tree))
    if result.returncode != 0 or result.stderr:
        return text(tree), [words(result)]
    wrong, nodes = differences(tree, json.loads(result.stdout), prunes, maximise, order)
    return f"{order} {text(tree)}", wrong + unseen_do_not_matter(tree, nodes, maximise, rng)


def test_random_trees():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        bad = [(tree, wrong) for tree, wrong in pool.map(try_tree, range(TREES)) if wrong]
    detail = "\n".join(f"{tree}\n" + "\n".join(wrong[:5]) for tree, wrong in bad[:3])
    check(f"windows, values, bounds and reasons of {TREES} random trees", not bad, f"{len(bad)} trees\n{detail}")


# --- what others have published -------------------------------------------------------------------

def test_textbook():
    told = data("tree", "((3 12 8)(2 4 6)(14 5 2))", "--nodes")
    # Russell and Norvig, figure 5.5: 3 at the root; 4 and 6 are never looked at.
    same("the textbook's tree", (told["value"], told["leaves"], told["visited"], told["cuts"]), (3, 9, 7, 1))
    same("the leaves cut off", [node["number"] for node in told["nodes"] if node["reason"] == "unseen"], [4, 6])
    same("the line of best play", told["pv"], ["1", "1"])
    same("without a tree it is this one", data("tree", "--nodes"), told)
    same("minimax looks at all", {key: data("tree", "--search", "minimax")[key] for key in ("value", "leaves", "visited", "order")},
         {"value": 3, "leaves": 9, "visited": 9, "order": None})
    same("MIN at the root", data("tree", "((3 12 8)(2 4 6)(14 5 2))", "--min")["value"], 6)
    same("or named behind the tree", data("tree", "((3 12 8)(2 4 6)(14 5 2)) O")["value"], 6)


def test_perfect_order():
    """Knuth and Moore (1975): best first, b^ceil(d/2) + b^floor(d/2) - 1 leaves are looked at; and
    in trees whose subtrees have ranges of their own, worst first, all of them."""
    for branching, depth in ((3, 4), (2, 9), (5, 3), (10, 5)):
        options = ["--option", f"branching={branching}", "--option", f"depth={depth}"]
        wanted = branching ** ((depth + 1) // 2) + branching ** (depth // 2) - 1
        best, worst = data("tree", *options, "--order", "best"), data("tree", *options, "--order", "worst")
        same(f"best first, {branching}^{depth}", (best["visited"], best["leaves"]), (wanted, branching ** depth))
        same(f"worst first, {branching}^{depth}", worst["visited"], branching ** depth)
        same(f"one value, {branching}^{depth}", best["value"], worst["value"])


def test_seed():
    options = ["tree", "--option", "branching=3", "--option", "depth=5", "--order", "random", "--nodes"]
    same("the same seed, the same search", data(*options, "--seed", "5"), data(*options, "--seed", "5"))
    check("another seed, another order", data(*options, "--seed", "5") != data(*options, "--seed", "6"))


def test_large():
    rng = random.Random(4)
    tree = [[[rng.randint(-999, 999) for _ in range(50)] for _ in range(50)] for _ in range(40)]
    result = run("tree", "--file", "-", "--json", input=text(tree))
    told = json.loads(result.stdout)
    same("100,000 leaves", (told["leaves"], told["value"]), (100000, minimax(tree, True)))
    few = json.loads(run("tree", "--file", "-", "--json", "--nodes", "50", input=text(tree)).stdout)
    same("few nodes listed, all counted", (len(few["nodes"]), few["node_count"]), (50, 1 + 40 + 2000 + 100000))
    for what, deep in (("a chain", "(" * 9999 + "7" + ")" * 9999),
                       ("a comb", "".join(f"({i % 7}" for i in range(9999)) + " 3" + ")" * 9999)):
        for options in (["--json", "--nodes"], [], ["--step"], ["--svg", "-"], ["--search", "minimax", "--json"]):
            result = run("tree", "--file", "-", *options, input=deep)
            check(f"{what} 9,999 deep {' '.join(options)}", result.returncode == 0 and result.stdout and not result.stderr,
                  words(result)[:500])
    told = data("tree", "(" * 20 + "((3 12 8)(2 4 6))" + ")" * 20, "--nodes")
    same("of a long way the end is told", [node["why"] for node in told["nodes"] if node["reason"] == "unseen"],
         ["never looked at: cut off at ...1.1.1.1.1.2"] * 2)


for test in (test_random_trees, test_textbook, test_perfect_order, test_seed, test_large):
    test()
finish()
