// i18n.ts: words in the reader's language. Each room of the page has its own list (words.ts), English and French
// side by side; what the engine says itself stays as it is, but for single words such as names of sides.
import { prefs } from './prefs';
import { engineWords } from './words';
import { words as shell } from './shell/words';
import { words as board } from './board/words';
import { words as play } from './play/words';
import { words as watch } from './watch/words';
import { words as tree } from './tree/words';
import { words as arena } from './arena/words';
import { words as lab } from './lab/words';
import { words as lessons } from './lessons/words';
import { words as tutor } from './tutor/words';

/** One entry a key: [English, French]; `{name}` is filled in. */
export type Words = Record<string, readonly [string, string]>;

const first = { ...shell, ...board, ...play, ...watch, ...tree, ...arena, ...lab, ...lessons, ...tutor };
export type Key = keyof typeof first | keyof typeof import('./tree/exact/words').words;
const all = first as Words;

/** The words of a part of the page that is loaded when it is opened. */
export const learn = (words: Words): void => void Object.assign(all, words);

const index = () => (prefs.get().language === 'fr' ? 1 : 0);

export function t(key: Key, values: Record<string, string | number> = {}): string {
  return all[key][index()].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? ''));
}

/** A word or sentence of the engine's in the reader's language where we know it. */
export const word = (text: string): string => (index() === 1 && engineWords[text]) || text;

/** Numbers: groups of three apart by a thin gap, the language's decimal sign. */
export function number(value: number, digits = 0): string {
  const [whole, part] = Math.abs(value).toFixed(digits).split('.');
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '\u202f') : whole;
  const sign = value < 0 && Number(value.toFixed(digits)) !== 0 ? '\u2212' : '';
  return sign + grouped + (part ? (index() === 1 ? ',' : '.') + part : '');
}

/** A time in seconds since 1970, as the reader writes dates. */
export const moment = (seconds: number): string =>
  new Intl.DateTimeFormat(index() === 1 ? 'fr' : 'en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);

/** Large numbers short: 38.2 k, 1.4 M. */
export function short(value: number): string {
  if (value < 10_000) return number(value);
  const [size, unit] = value < 1e6 ? [1e3, 'k'] : value < 1e9 ? [1e6, 'M'] : [1e9, 'G'];
  return `${number(value / size, value / size < 100 ? 1 : 0)}\u202f${unit}`;
}
