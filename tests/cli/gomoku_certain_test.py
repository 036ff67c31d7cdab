"""Gomoku's own player against itself: what it calls proven is true.

Two engines play; after each move `banyan-stats` says what the mover thought of the position before it. A result
announced as proven must be the game's, and one that the game did not keep (the winner need not have seen it) must be
found again by a search of its own with many times the work. Wins and losses that were announced without proof are
hopes: they are counted, with the share that came true.
"""
import random
import re

from _pipe import Pipe
from _tap import LONG, check, data, finish

GAMES = 200 if LONG else 6
SPEC = "alphabeta time=0.2s" if LONG else "alphabeta nodes=2000"
MORE = "alphabeta time=10s" if LONG else "alphabeta nodes=200000"
SIZE = 15
COLUMNS = "abcdefghjklmnop"
STONES = 5  # random ones around the middle, so that no two games are the same
HOPE = 85  # per cent: positions that an open four decides, and more, are announced above; evaluations stay below
# X must stop a five, and has a win behind that.
FORCED = "h8 a1 j9 b1 k11 c1 g6 o15 f8 d1".split()


def answer(pipe, line):
    """What GTP says to a line: the text behind `=`, lines and all."""
    pipe.send(line)
    said = []
    while True:
        got = pipe.hear(60)[0]
        if got is None:
            raise RuntimeError(f"no answer to {line}: {pipe.errors!r}")
        if got == "" and said:
            break
        said.append(got)
    if not said[0].startswith("="):
        raise RuntimeError(f"{line}: {said[0]}")
    return "\n".join(said)[1:].strip()


def opening(rng):
    """Stones of both players in a square of seven around the middle."""
    points = [COLUMNS[x] + str(y) for x in range(4, 11) for y in range(5, 12)]
    return rng.sample(points, STONES)


def thought(pipe):
    """What the last search of `pipe` announced, for who moved: (1, 0 or -1; whether proven), or None."""
    found = re.search(r"winrate: ([\d.]+) %(, proven)?", answer(pipe, "banyan-stats"))
    if not found:
        return None
    rate, proven = float(found.group(1)), found.group(2) is not None
    sign = 1 if rate > HOPE else -1 if rate < 100 - HOPE else 0
    return (sign, proven) if sign or proven else None


def play(engines, moves):
    """One game from `moves` on: the winner (0, 1 or None), and what was announced: (moves before it, who wins, proven)."""
    for pipe in engines:
        answer(pipe, "clear_board")
        for ply, move in enumerate(moves):
            answer(pipe, f"play {'bw'[ply % 2]} {move}")
    said = []
    while True:
        side = len(moves) % 2
        result = answer(engines[side], "final_score")
        if len(moves) == SIZE * SIZE or result[0] in "BW":
            return ("BW".find(result[0]) if result[0] in "BW" else None), said
        move = answer(engines[side], f"genmove {'bw'[side]}").lower()
        heard = thought(engines[side])
        if heard:
            winner = None if heard[0] == 0 else side if heard[0] > 0 else 1 - side
            said.append((tuple(moves), winner, heard[1]))
        answer(engines[1 - side], f"play {'bw'[side]} {move}")
        moves.append(move)


def is_found_again(before, winner):
    """Whether a search that is given much more proves the same. Where there is one move to think about, because all others
    lose at once, it has nothing to decide and stops: then the position behind that move is what must be proven."""
    before = list(before)
    while True:
        got = data("think", "gomoku", "--size", str(SIZE), "--player", MORE, "--moves", " ".join(before))
        side = len(before) % 2
        want = 0 if winner is None else 1 if winner == side else -1
        value = got.get("value") or 0
        if got.get("proven") is True:
            return (value > 0) - (value < 0) == want
        if sum(move["visits"] > 0 for move in got["moves"]) != 1:
            return False
        before.append(got["move"])


def main():
    rng = random.Random(24)
    engines = [Pipe("gtp", "--game", "gomoku", "--size", str(SIZE), "--player", SPEC, "--seed", str(seed))
               for seed in (1, 2)]
    proven = kept = again = hopes = true_hopes = announced_games = 0
    false = []
    for number in range(GAMES):
        winner, said = play(engines, opening(rng))
        announced_games += any(entry[2] for entry in said)
        for before, who, sure in said:
            if not sure:
                hopes += 1
                true_hopes += who == winner
                continue
            proven += 1
            if who == winner:
                kept += 1
            elif is_found_again(before, who):
                again += 1
            else:
                false.append(f"game {number + 1}: {'draw' if who is None else 'XO'[who]} after {' '.join(before)}")
    for pipe in engines:
        pipe.end("quit")
    print(f"# {GAMES} games, {announced_games} with a proven result; {proven} values announced as proven: {kept} as the "
          f"game ended, {again} proven again by more work, {len(false)} false")
    print(f"# {hopes} wins and losses announced without proof ({100 * hopes / max(1, hopes + proven):.1f} % of all "
          f"announced), {true_hopes} of them true ({100 * true_hopes / max(1, hopes):.1f} %)")
    check("a win behind the only move is found again, and as nobody else's",
          is_found_again(FORCED, 0) and not is_found_again(FORCED, 1))
    check("results are announced as proven in most games", announced_games * 2 > GAMES, f"in {announced_games}")
    check("every value announced as proven is true", not false, "\n".join(false))
    finish()


main()
