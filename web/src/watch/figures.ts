// figures.ts: values as they are written: with their unit, and with their uncertainty where they have one.
import { number } from '../i18n';

const NARROW = '\u202f'; // does not break: between a number and its unit
const Z95 = 1.959964;

/** 61.3 %; without the sign where the head of the column has it. */
export const points = (share: number, digits = 1): string => number(100 * share, digits);
export const percent = (share: number, digits = 1): string => `${points(share, digits)}${NARROW}%`;

/**
 * Half of Wilson's 95 % interval for a mean of `visits` results between 0 and 1: never 0, also where all were
 * won. Draws make it too wide, never too narrow.
 */
export function halfWidth(mean: number, visits: number): number {
  if (visits <= 0) return 0.5;
  const z2 = Z95 * Z95, p = Math.min(1, Math.max(0, mean));
  return (Z95 * Math.sqrt((p * (1 - p)) / visits + z2 / (4 * visits * visits))) / (1 + z2 / visits);
}

/** ±0.9 */
export const plusMinus = (half: number): string => `±${points(half)}`;

/** +4, −2.5, 0: a score, with its sign. */
export function signed(value: number): string {
  const rounded = Math.abs(value) >= 100 ? Math.round(value) : Math.round(value * 100) / 100;
  const digits = Number.isInteger(rounded) ? 0 : Number.isInteger(Math.round(rounded * 100) / 10) ? 1 : 2;
  return (rounded > 0 ? '+' : '') + number(rounded, digits);
}

/** 0:07, 1:12, 1:02:03 */
export function clock(seconds: number): string {
  const all = Math.max(0, Math.ceil(seconds));
  const [h, m, s] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (part: number) => part.toString().padStart(2, '0');
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
