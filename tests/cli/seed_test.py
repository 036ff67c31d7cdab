#!/usr/bin/env python3
"""Seeds: engines and `play` take one of the moment and tell it; other commands always take the same."""
import re
import subprocess

from _tap import BANYAN, check, data, finish, same, words

TOLD = r"banyan: the seed is (\d+)\n"
RANDOM = ["--player", "random"]
CASES = {
    "gtp": (["gtp", *RANDOM], "genmove b\ngenmove w\ngenmove b\nbanyan-seed\n"),
    "gomocup": (["gomocup", *RANDOM], "START 15\nTURN 7,7\nTURN 0,0\nTURN 14,14\nEND\n"),
    "nboard": (["nboard", *RANDOM], "set game (;GM[Othello]PC[NBoard]BO[8 ---------------------------O*------*O"
               "--------------------------- *];)\ngo\nquit\n"),
    "play": (["play", "breakthrough", "--first", "random", "--second", "random"], ""),
}


def asked(arguments, text):
    return subprocess.run([BANYAN, *arguments], input=text, capture_output=True, text=True, check=False, timeout=100)


def said(result):
    """What it said, without the times."""
    return re.sub(r"\d+\.\d+", "TIME", result.stdout)


for name, (arguments, text) in CASES.items():
    results = [asked(arguments, text) for _ in range(3)]
    seeds = [re.fullmatch(TOLD, result.stderr) for result in results]
    if not check(f"{name} tells its seed", all(seeds), words(results[0])):
        continue
    numbers = [seed.group(1) for seed in seeds]
    check(f"{name} takes another one every time", len(set(numbers)) == 3, numbers)
    again = asked([*arguments, "--seed", numbers[0]], text)
    same(f"{name} does the same with it", said(again), said(results[0]))
    same(f"{name} has nothing to tell then", again.stderr, "")
    if name == "gtp":
        check("GTP can ask for it", f"= {numbers[0]}\n" in results[0].stdout, words(results[0]))
    if name in ("gtp", "play"):
        check(f"{name} does not repeat itself", len({said(result) for result in results}) > 1, words(results[0]))


def asked_gtp(*commands, player="mcts sims=100"):
    """The vertices that GTP names in NoGo, with the seed 5."""
    result = asked(["gtp", "--game", "nogo", "--player", player, "--seed", "5"], "\n".join(commands) + "\n")
    return re.findall(r"^= ([A-T]\d+)$", result.stdout, re.MULTILINE)


BOARD = ["boardsize 7", "clear_board"]
for player in ("random", "mcts sims=100"):
    thought = data("think", "nogo", "--size", "7", "--player", player, "--seed", "5")["move"].upper()
    same(f"{player}: GTP's first game is that of `think`", asked_gtp(*BOARD, "genmove b", player=player), [thought])
    same(f"{player}: so is that of a player who came before it",
         asked_gtp(*BOARD, f"banyan-spec {player}", "clear_board", "genmove b", player=player), [thought])
    same(f"{player}: and that of a seed that was set between games",
         asked_gtp(*BOARD, "play b A1", "banyan-seed 5", "clear_board", "genmove b", player=player), [thought])
first, second = (asked_gtp(*BOARD, *["genmove b", "clear_board"] * games, "genmove b", player="random") for games in (3, 4))
check("a game in which somebody moved is another one afterwards", len(set(second)) > 1, second)
same("which is the same every time", second[:4], first)

for arguments in (["think", "breakthrough", "--player", "random"],
                  ["match", "breakthrough", "--a", "random", "--b", "random", "--games", "2", "--list"]):
    first, second = data(*arguments), data(*arguments)
    moves = [found.get("move") or [game["moves"] for game in found.get("list", [])] for found in (first, second)]
    same(f"{arguments[0]} has a seed of its own", moves[0], moves[1])

finish()
