// Chip.tsx: a verdict: a shape and a word, and a colour beside them.
import { t, type Key } from '../i18n';
import { words } from './words';

type Look = 'good' | 'bad' | 'part' | 'few' | 'none';
const LOOKS: Record<string, Look> = {
  holds: 'good', agrees: 'good', 'does not hold': 'bad', contradicts: 'bad', 'holds in part': 'part', 'differs in size': 'part', 'not enough games': 'few',
};
const SHAPES: Record<Look, string> = {
  good: 'M2 7.5l3.4 3.4L12 4', // a tick
  bad: 'M3 3l8 8M11 3l-8 8', // a cross
  part: 'M7 1a6 6 0 1 0 0 12a6 6 0 1 0 0 -12zM7 3a4 4 0 0 0 0 8z', // half a disc
  few: 'M2.5 7h.01M7 7h.01M11.5 7h.01', // dots
  none: 'M3 7h8', // a dash
};

export function verdictWord(verdict: string): string {
  const [head, ...rest] = verdict.split(': '), key = `lab.v.${head}`;
  return [key in words ? t(key as Key) : head, ...rest].join(': ');
}

export function Chip({ verdict }: { verdict: string }) {
  const look = LOOKS[verdict.split(': ')[0]!] ?? 'none';
  return (
    <span class={`chip ${look}`}>
      <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true"><path d={SHAPES[look]} /></svg>{verdictWord(verdict)}
    </span>
  );
}
