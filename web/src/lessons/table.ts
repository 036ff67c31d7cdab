// table.ts: the lessons, in the order in which they are read: one line each.
import type { Lesson } from './lesson';
import { pi } from './pi';
import { bandit } from './bandit';
import { factorial } from './factorial';
import { fibonacci } from './fibonacci';
import { hanoi } from './hanoi';
import { queens } from './queens';
import { maze } from './maze';
import { stones } from './stones';
import { tictactoe } from './tictactoe';
import { minimax } from './minimax';
import { alphabeta } from './alphabeta';
import { depth } from './depth';
import { delay } from './delay';
import { expectimax } from './expectimax';
import { mcts } from './mcts';
import { hash } from './hash';
import { zobrist } from './zobrist';

export const lessons: readonly Lesson[] = [
  pi,
  bandit,
  factorial,
  fibonacci,
  hanoi,
  queens,
  maze,
  stones,
  tictactoe,
  minimax,
  alphabeta,
  depth,
  delay,
  expectimax,
  mcts,
  hash,
  zobrist,
];
