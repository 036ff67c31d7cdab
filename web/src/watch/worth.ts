// worth.ts: what a move is worth, in the words of the terminal's column: "+4", "≤ −3", "wins", "≤ loses by 6", "draw".
import { t } from '../i18n';
import type { MoveStat } from '../types';
import { signed } from './figures';

export interface Worth { bound: '' | '≤' | '≥'; text: string; result: boolean }

const SIGNS: Record<string, Worth['bound']> = { upper: '≤', lower: '≥' };

/** As who moves sees it. The engine's words name the winner: the sign says whether that is who moves. */
export function worthOf({ value, bound, meaning }: Pick<MoveStat, 'value' | 'bound' | 'meaning'>): Worth {
  const sign = SIGNS[bound ?? ''] ?? '', words = meaning ?? '', won = value > 0;
  const end = / wins\b(?: by ([\d.]+))?/.exec(words);
  if (end?.[1]) return { bound: sign, text: t(won ? 'watch.winsBy' : 'watch.losesBy', { n: end[1] }), result: true };
  // Nothing is better than a win, and nothing worse than a loss.
  if (end) return { bound: sign === (won ? '≥' : '≤') ? '' : sign, text: t(won ? 'watch.won' : 'watch.lost'), result: true };
  if (/^draw\b/.test(words)) return { bound: sign, text: t('watch.draw'), result: true };
  if (/ is about to win$/.test(words)) return { bound: sign, text: t(won ? 'watch.nearlyWon' : 'watch.nearlyLost'), result: true };
  return { bound: sign, text: signed(value), result: false };
}

/** Whether only a bound of the value is known: it may be worse (or better) than it looks. */
export const isBound = (stat: MoveStat): boolean => worthOf(stat).bound !== '';
