#!/usr/bin/env python3
"""docs/FORMULAS.md: its formulas run, the built-in rules are what it says they are, and a formula that is not a
number ends the search with a sentence, whoever asked for it."""
import json
import os
import re

from _tap import LONG, check, data, finish, run, same, words

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = open(os.path.join(ROOT, "docs", "FORMULAS.md"), encoding="utf-8").read()

# Games with draws, with a strength of moves, with passes; seeds and budgets that differ.
PLACES = [(["tictactoe"], 3, 300), (["nogo", "--size", "5"], 1, 1500), (["go", "--size", "5"], 2, 400),
          (["othello", "--size", "6"], 9, 500), (["connect4"], 5, 700)]

NOT_A_NUMBER = 'mcts sims=400 selection="expr: w/n + sqrt(0.4 - w/n)"'
SENTENCE = re.compile(r"the formula is not a number at n=[0-9]+ w=[0-9.]+ N=[0-9]+$")


def blocks(kind):
    return [block.strip().split("\n") for block in re.findall(rf"```{kind}\n(.*?)```", PAGE, re.S)]


def tree(place, spec, seed, sims):
    result = run("think", *place, "--seed", str(seed), "--player", f"{spec} sims={sims}", "--tree", "-")
    return json.loads(result.stdout)["root"] if result.returncode == 0 else words(result)


def test_same():
    pairs = blocks("same")
    check("every rule has a twin", len(pairs) == 9, len(pairs))
    for built_in, own in pairs:
        for place, seed, sims in PLACES:
            sims = sims * 10 if LONG else sims
            trees = [tree(place, spec, seed, sims) for spec in (built_in, own)]
            check(f"{built_in} on {place[0]}: the same tree by a formula",
                  trees[0] == trees[1] and isinstance(trees[0], dict), str(trees)[:300])
    told = data("searches", "mcts", "selection")["topics"]["rules"]
    same("the program tells the same pairs",
         [[f"mcts {rule['name']}", f"mcts {rule['text']}"] for rule in told], pairs)
    names = data("searches", "mcts")["options"]
    listed = next(o for o in names if o["name"] == "selection")["help"].split(",")[0].split("|")
    missing = [name for name in listed if not any(f"selection={name}" == rule["name"] for rule in told)]
    same("no rule is left out", missing, [])


def test_page():
    page = data("searches", "mcts", "selection")
    for topic in ("variables", "functions"):
        for entry in page["topics"][topic]:
            name = re.match(r"\w+", entry["name"]).group()
            check(f"the page names {name}", re.search(rf"`{name}[`(]", PAGE), "")
    for block in blocks("formulas"):
        for formula in block:
            result = run("think", "nogo", "--size", "5", "--player", f'mcts sims=2000 selection="{formula}"')
            check(f"{formula} runs", result.returncode == 0, words(result))
    text = run("searches", "mcts", "selection").stdout
    check("in words", "klucb(mean, n, bound)" in text and "no visit yet" in text, text)
    result = run("searches", "mcts", "selecton")
    check("a wrong option", result.returncode == 2 and "did you mean 'selection'?" in result.stderr, words(result))


def test_meaning():
    """Formulas that say the same in two ways."""
    for one, other in (("w/n + c*sqrt(ln(N)/n)", "let d = w/n; let e = log(N); d + c*sqrt(e/n)"),
                       ("w/n + c*sqrt(ln(t)/n)", "w/n + c*sqrt(ln(N+1)/n)"),
                       ("w/n + 0.3*sum(n)/(n*n)", "let s = sum(n); w/n + 0.3*s/(n*n)"),
                       ("klucb(w/n, n, 0)", "w/n")):
        trees = [tree(["nogo", "--size", "5"], f'mcts selection="expr: {text}"', 4, 600) for text in (one, other)]
        check(f"{other} is {one}", trees[0] == trees[1] and isinstance(trees[0], dict), str(trees)[:300])


def one_sentence(name, result, status=1):
    lines = result.stderr.strip().split("\n")
    check(name, result.returncode == status and len(lines) == 1 and SENTENCE.search(lines[0]), words(result))


def test_not_a_number():
    board = ["nogo", "--size", "5"]
    for extra in ("", " threads=2", " roots=2", " leaves=2", " rave=on", " prior=on"):
        game = ["go", "--size", "5"] if "prior" in extra else board
        one_sentence(f"think{extra}", run("think", *game, "--player", NOT_A_NUMBER + extra))
    one_sentence("think --json", run("think", *board, "--player", NOT_A_NUMBER, "--json"))
    one_sentence("a match", run("match", *board, "--games", "4", "--a", NOT_A_NUMBER, "--b", "random"))
    used = run("think", *board, "--player", 'mcts selection="expr: sqrt(-rn-depth) + c*k"')
    check("what the formula looks at is told", re.search(
        r"at n=1 w=\S+ N=\d+ rn=\d+ rw=\S+ depth=0 c=0.4 k=500$", used.stderr.strip()), words(used))
    fine = run("think", *board, "--player", 'mcts sims=300 selection="expr: w/n - c/(n-1)"')
    check("infinity is a value", fine.returncode == 0, words(fine))


def test_protocols():
    result = run("gtp", "--game", "nogo", "--size", "5", "--player", NOT_A_NUMBER,
                 input="1 genmove b\n2 name\n3 quit\n")
    answers = [line for line in result.stdout.split("\n") if line]
    check("gtp answers with the sentence", len(answers) == 3 and answers[0].startswith("?1 ")
          and SENTENCE.search(answers[0]), words(result))
    check("and goes on", answers[1].startswith("=2") and answers[2].startswith("=3"), words(result))


test_same()
test_page()
test_meaning()
test_not_a_number()
test_protocols()
finish()
