// Candidates.tsx: what the search thinks of the position that is shown: value, candidates, lines.
export function Candidates() {
  return null;
}
