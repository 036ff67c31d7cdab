// table.ts: the lessons, in the order in which they are read: one line each.
import type { Lesson } from './lesson';
import { pi } from './pi';
import { bandit } from './bandit';
import { factorial } from './factorial';
import { fibonacci } from './fibonacci';
import { hanoi } from './hanoi';
import { queens } from './queens';
import { maze } from './maze';

export const lessons: readonly Lesson[] = [
  pi,
  bandit,
  factorial,
  fibonacci,
  hanoi,
  queens,
  maze,
];
