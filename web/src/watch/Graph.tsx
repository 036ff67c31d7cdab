// Graph.tsx: the win rate over the game; a click goes there.
export function Graph() {
  return null;
}
