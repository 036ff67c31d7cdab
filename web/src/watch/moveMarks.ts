// moveMarks.ts: what is known of the moves that were played, for the list of moves.
import type { MarkKind } from '../board/overlay';

/** By the number of the move from 0: "mistake", "?". */
export function useMoveMarks(): Map<number, { kind: MarkKind; text: string; title: string }> {
  return new Map();
}
