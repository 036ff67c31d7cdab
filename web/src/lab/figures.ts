// figures.ts: the engine's figures and times as the reader writes them.
import { number, t } from '../i18n';
import { prefs } from '../prefs';

/** "58.0 (54:38)" with the language's decimal sign. */
export const figure = (text: string): string => (prefs.get().language === 'fr' ? text.replace(/(\d)\.(\d)/g, '$1,$2') : text);

/** "50.6 to 64.1" as a range. */
export const range = (text: string): string => figure(text.replace(' to ', '\u202f…\u202f'));

/** 12 s, 3.4 min, 2.1 h, 3.0 d */
export function duration(seconds: number): string {
  const [size, unit] = seconds >= 129_600 ? [86_400, t('lab.days')] : seconds >= 5400 ? [3600, 'h'] : seconds >= 90 ? [60, 'min'] : [1, 's'];
  return `${number(seconds / size, size === 1 && seconds >= 10 ? 0 : 1)}\u202f${unit}`;
}
