// Review.tsx: a whole record looked at move by move.
export function Review() {
  return null;
}
