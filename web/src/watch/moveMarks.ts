// moveMarks.ts: what is known of the moves that were played, for the list of moves.
import type { MarkKind } from '../board/overlay';
import { useStore } from '../store';
import { table } from '../table';
import { gradeSign, gradeWord, type Grade } from './Curve';
import { reviews } from './reviewing';

export interface MoveMark { kind: MarkKind; text: string; title: string }

const KINDS: Record<Grade, MarkKind> = { good: 'good', doubtful: 'unsure', bad: 'bad', blunder: 'bad' };

/** By the number of the move from 0: "bad", "?". */
export function useMoveMarks(): Map<number, MoveMark> {
  const { line } = useStore(table);
  useStore(reviews.store);
  const review = line && reviews.of(line);
  const marked = review ? review.result.moves.filter((one) => one.grade !== 'good') : [];
  return new Map(marked.map(({ number, grade }) => [number - 1, { kind: KINDS[grade], text: gradeSign(grade), title: gradeWord(grade) }]));
}
