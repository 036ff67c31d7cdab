// table.ts: the lessons, in the order in which they are read: one line each.
import type { Lesson } from './lesson';
import { hanoi } from './hanoi';

export const lessons: readonly Lesson[] = [
  hanoi,
];
