// watching.ts: how the reader watches: who thinks and how long, what is drawn on the board, what is being explained.
import { findGame } from '../catalogue';
import { createStore } from '../store';
import { shownLine, table } from '../table';
import type { Position } from '../types';
import { analysis, stop, think, type Thinker } from './analysis';
import { fitting, loadSearches } from './limits';

export interface Watching {
  thinker: Thinker;
  heat: boolean; // what moves are worth, on the board
  follow: boolean; // think about every position that is gone to
  asking: boolean; // a click on the board asks and does not play
  line: ShownLine;
  why: Why | null;
}
/** Moves beyond the position that are shown as a line: under the pointer, or kept by a click for when it has left. */
export interface ShownLine { over: string[]; kept: string[] }
export const NO_LINE: ShownLine = { over: [], kept: [] };
export const movesOf = ({ over, kept }: ShownLine): string[] => (over.length ? over : kept);

const equal = (a: string[], b: string[]) => a.join(' ') === b.join(' ');

/** A click on what is kept lets it go. */
export function nextLine({ kept }: ShownLine, line: string[] | null, keep: boolean): ShownLine {
  if (!keep || !line) return { over: line ?? [], kept };
  return equal(kept, line) ? NO_LINE : { over: line, kept: line };
}

/** What is being explained: a move, or a cell that is none. */
export interface Why { move: string | null; cell: number | null }

const KEY = 'banyan.watch';
const FIRST: Thinker = { player: '', limit: 'time', amount: 5, seed: 1 };

function remembered(): Partial<Pick<Watching, 'thinker' | 'heat' | 'follow'>> {
  try { return JSON.parse(localStorage.getItem(KEY) ?? '{}'); } catch { return {}; }
}

export const watching = createStore<Watching>({
  thinker: FIRST, heat: true, follow: false, asking: false, line: NO_LINE, why: null, ...remembered(),
});

watching.subscribe(() => {
  const { thinker, heat, follow } = watching.get();
  try { localStorage.setItem(KEY, JSON.stringify({ thinker, heat, follow })); } catch { /* then for this visit only */ }
});

/** Which side moves: 0, 1, or -1 where the game is over or nature moves. */
export const moverOf = (position: Position | null): number =>
  position && !position.over ? position.board.sides.findIndex((side) => side.mark === position.to_move) : -1;

export async function thinkNow(): Promise<void> {
  await loadSearches();
  const line = shownLine(), { position } = table.get();
  if (!line || !position || moverOf(position) < 0) return;
  await think(line, position.to_move!, fitting(watching.get().thinker, findGame(line.game)?.game ?? null));
}

/** The key for it was pressed: think about the position that is shown, or stop. */
export function toggleThinking(): void {
  const { running, starting } = analysis.get();
  void (running || starting ? stop() : thinkNow());
}

export const showLine = (line: string[] | null, keep: boolean): void =>
  watching.patch({ line: nextLine(watching.get().line, line, keep) });

export const explainMove = (move: string): void =>
  watching.patch({ why: watching.get().why?.move === move ? null : { move, cell: null } });

/** A cell was chosen that is no move, or that shall be explained: why does the evaluation like this point? */
export function explainCell(cell: number): void {
  const legal = table.get().position?.board.legal.find((one) => one.cells[one.cells.length - 1] === cell);
  watching.patch({ why: legal ? { move: legal.move, cell } : { move: null, cell }, asking: false });
}

// Another position: what was drawn of a line is gone; a search goes on only if it is about this one.
let shown: Position | null = null;
table.subscribe(() => {
  const { position } = table.get();
  if (position === shown) return;
  shown = position;
  const { line, why, follow } = watching.get();
  if (movesOf(line).length || why) watching.patch({ line: NO_LINE, why: null });
  if (follow && position) void thinkNow();
});
