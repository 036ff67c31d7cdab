"""A walk through banyan.py, cell by cell: editors that know `# %%` run one at a time, Python runs all."""
# %% What there is
import banyan

print("libbanyan", banyan.version)
print("games:   ", ", ".join(entry.name for entry in banyan.games()))
print("searches:", ", ".join(entry.name for entry in banyan.searches()))
for option in banyan.options("breakthrough"):
    print(f"breakthrough has {option.name}={option.fallback}: {option.help}")

# %% A game, a position, a few moves
game = banyan.Game("connect4")
position = game.start().play("d", "d", "c")
print(position)
print("legal:", " ".join(position.moves), "| played:", " ".join(position.history))

# %% The board as data
for row in position.cells:
    print(" ".join(f"[{cell.stone}]" if cell.last else f" {cell.stone} " for cell in row))

# %% A search
decision = game.search("alphabeta depth=8").think(position)
print(f"best {decision.move}, value {decision.value:g}, expects {' '.join(decision.pv)}")

# %% A search that is watched, and stopped when it has seen enough
seen = []


def watch(so_far):
    seen.append((so_far.simulations, so_far.move))
    return so_far.simulations < 20000  # False stops it


decision = game.search("mcts").think(position, seconds=60, on_progress=watch)
print(f"after {len(seen)} reports {decision.move} with {100 * decision.value:.0f} %, proven: {decision.proven}")
for stat in decision.moves[:3]:
    print(f"  {stat.move}  {stat.visits} visits  {stat.value:.3f}")

# %% What the library refuses is an exception with one sentence
try:
    position.play("z")
except banyan.Error as refusal:
    print("refused:", refusal)

# %% A match
small = banyan.Game("breakthrough", size="5x5")
result = banyan.match(small, "alphabeta depth=3", "random", games=20, seed=1, opening=2)
print(result)

# %% Records: write one, read it back
text = position.record(first="Ada", second="Bob")
print(text, end="")
for record in banyan.read_text(text):
    print(record.info["first"], "against", record.info["second"], "-", " ".join(record.position.history))
