// geometry.ts: where cells are, what they are called, what is on them. Pure functions of a BoardData.
import type { BoardData } from '../types';

export const UNIT = 40; // the side of a cell in the drawing's own units

export interface Spot { x: number; y: number }

/** Columns and rows counted on the screen, from the upper left. */
export function spotOf(board: BoardData, cell: number): Spot {
  const x = cell % board.width, row = Math.floor(cell / board.width);
  return { x, y: board.from_top ? row : board.height - 1 - row };
}
export function cellAt(board: BoardData, { x, y }: Spot): number {
  return (board.from_top ? y : board.height - 1 - y) * board.width + x;
}

export function columnName(board: BoardData, x: number): string {
  const letters = board.skip_i ? 'abcdefghjklmnopqrstuvwxyz' : 'abcdefghijklmnopqrstuvwxyz';
  return letters[x] ?? '?';
}
export function cellName(board: BoardData, cell: number): string {
  return columnName(board, cell % board.width) + (Math.floor(cell / board.width) + 1);
}

/** The mark on a cell: '.', 'X', 'O', or whatever else a game may have. */
export function markAt(board: BoardData, cell: number): string {
  return board.rows?.[Math.floor(cell / board.width)]?.[cell % board.width] ?? '.';
}
/** Which side's mark that is, -1: nobody's. */
export function sideAt(board: BoardData, cell: number): number {
  const mark = markAt(board, cell);
  return board.sides.findIndex((side) => side.mark === mark);
}

/** Names that say colours: then pieces are black and white, otherwise crosses and noughts. */
export const isColoured = (board: BoardData): boolean => board.sides[0]?.name === 'Black';

/** The moves that the chosen cells may still become: of pieces that walk, in this order; otherwise in any. */
export function movesFrom(board: BoardData, chosen: number[]): BoardData['legal'] {
  return board.legal.filter(({ cells }) => cells.length >= Math.max(1, chosen.length) &&
    chosen.every((cell, i) => (board.steps ? cells[i] === cell : cells.includes(cell))));
}

/** The cells that may be chosen next. */
export function nextCells(board: BoardData, chosen: number[]): number[] {
  const next = movesFrom(board, chosen).flatMap(({ cells }) =>
    board.steps ? cells.slice(chosen.length, chosen.length + 1) : cells.filter((cell) => !chosen.includes(cell)));
  return [...new Set(next)];
}

/** What choosing one more cell means: a move, a longer choice, or nothing. */
export type Choice = { move: string } | { chosen: number[] };
export function choose(board: BoardData, chosen: number[], cell: number): Choice {
  if (board.drops) { // any cell of the column will do
    const legal = board.legal.find((one) => one.cells[0] % board.width === cell % board.width);
    return legal ? { move: legal.move } : { chosen: [] };
  }
  const again = chosen[chosen.length - 1] === cell; // the same once more: what is complete is played, or nothing
  const now = again ? chosen : [...chosen, cell];
  const fitting = movesFrom(board, now);
  const whole = fitting.filter((legal) => legal.cells.length === now.length);
  if (whole.length === 1 && (fitting.length === 1 || again)) return { move: whole[0].move };
  if (again) return { chosen: [] };
  if (fitting.length) return { chosen: now };
  return chosen.length ? choose(board, [], cell) : { chosen: [] }; // another piece instead
}
