// overlay.ts: what watching draws over the board: the heat map, a line under the pointer, terms of an evaluation.
import { useEffect, useState } from 'preact/hooks';
import { sideAt } from '../board/geometry';
import type { Ghost, Heat, Overlay } from '../board/overlay';
import { prefs } from '../prefs';
import { useStore } from '../store';
import { positionOf, shownLine, table } from '../table';
import type { BoardData, Decision, Line, MoveStat, Position } from '../types';
import { analysis, knownOf } from './analysis';
import { isChance, visitsOf } from './CandidateTable';
import { points, signed } from './figures';
import { faintHeat, heat, parseColour, type Rgb } from './heat';
import { movesOf, watching } from './watching';
import { isBound, worthOf } from './worth';

const LEGIBLE = 26; // pixels of a cell that a figure fits into

/** The colour of the board as it is drawn now, and whether figures fit into its cells. */
function measure(board: BoardData): { ground: Rgb; legible: boolean } {
  const svg = document.querySelector('.board:not(.small) svg.grid');
  const ground = svg?.querySelector('.ground, .cell');
  const width = svg?.getBoundingClientRect().width ?? 640;
  return { ground: parseColour(ground ? getComputedStyle(ground).fill : '#e6d3a8'), legible: width / (board.width + 1) >= LEGIBLE };
}

/** The best-founded move of each cell that a move ends on. */
function movesByCell(board: BoardData, decision: Decision): Map<number, MoveStat> {
  const stats = new Map(decision.moves.map((stat) => [stat.move, stat]));
  const byCell = new Map<number, MoveStat>();
  for (const { move, cells } of board.legal) {
    const stat = stats.get(move), cell = cells[cells.length - 1];
    if (stat?.value == null || cell === undefined) continue;
    const other = byCell.get(cell);
    if (!other || stat.move === decision.move || ((stat.visits ?? 0) > (other.visits ?? 0) && other.move !== decision.move)) byCell.set(cell, stat);
  }
  return byCell;
}

// Chances are compared as they are; of scores the spread of all values makes the scale, but for games that are won.
function scaleOf(decision: Decision): number {
  if (isChance(decision)) return 1;
  const values = decision.moves.flatMap((stat) => (stat.value == null || isBound(stat) || Math.abs(stat.value) >= 1000 ? [] : [stat.value]));
  return values.length ? 0.2 / Math.max(1e-9, Math.max(...values) - Math.min(...values)) : 1;
}

function figure(stat: MoveStat, decision: Decision): string {
  if (isChance(decision)) return points(stat.value, 0);
  const { bound, result } = worthOf(stat);
  return result || Math.abs(stat.value) >= 1000 ? bound : bound + signed(Math.round(stat.value * 10) / 10);
}

export function heatOf(board: BoardData, decision: Decision): Heat[] {
  const { ground, legible } = measure(board);
  const total = Math.max(1, visitsOf(decision)), scale = scaleOf(decision);
  const shareOf = (stat: MoveStat) => (isChance(decision) ? (stat.visits ?? 0) / total : stat.bound === 'exact' ? 1 : 0.4);
  const most = Math.max(...decision.moves.map(shareOf));
  const best = decision.value ?? 0;
  return [...movesByCell(board, decision)].flatMap(([cell, stat]) => {
    const share = shareOf(stat);
    if (isChance(decision) && !stat.visits) return [];
    const bound = !isChance(decision) && isBound(stat) && stat.move !== decision.move;
    const colours = bound ? faintHeat(ground) : heat(Math.max(0, best - stat.value) * scale, share, most, ground);
    const text = legible && (bound || !colours.faint) ? figure(stat, decision) : '';
    return [{ cell, value: stat.value, share, text, bound, best: stat.move === decision.move, ...colours }];
  });
}

/** The stones that a line brings, numbered; what they take from the board. */
export function ghostsOf(from: BoardData, steps: Position[]): Pick<Overlay, 'ghost' | 'dead'> {
  const to = steps[steps.length - 1]!.board;
  const number = new Map<number, string>();
  steps.forEach(({ board }, i) => { const cell = board.last?.[board.last.length - 1]; if (cell !== undefined) number.set(cell, String(i + 1)); });
  const ghost: Ghost[] = [], dead: number[] = [];
  for (let cell = 0; cell < from.width * from.height; cell++) {
    const [was, is] = [sideAt(from, cell), sideAt(to, cell)];
    if (is >= 0 && (is !== was || number.has(cell))) ghost.push({ cell, side: is, text: number.get(cell) ?? '' });
    else if (was >= 0 && is < 0) dead.push(cell);
  }
  return { ghost, dead };
}

/** The positions along a line, once all of them are there. */
export function useSteps(line: Line | null, moves: string[]): Position[] {
  const [steps, setSteps] = useState<{ key: string; positions: Position[] }>({ key: '', positions: [] });
  const key = moves.length && line ? JSON.stringify([line, moves]) : '';
  useEffect(() => {
    if (!key || !line) return;
    let wanted = true;
    const prefixes = moves.map((_, i) => positionOf({ ...line, moves: [...line.moves, ...moves.slice(0, i + 1)] }));
    Promise.all(prefixes).then((positions) => wanted && setSteps({ key, positions }), () => {});
    return () => { wanted = false; };
  }, [key]);
  return key && steps.key === key ? steps.positions : [];
}

function useResize(): void {
  const [, set] = useState(0);
  useEffect(() => {
    const again = () => set((n) => n + 1);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    addEventListener('resize', again);
    dark.addEventListener('change', again);
    again(); // the board is there now, and can be measured
    return () => { removeEventListener('resize', again); dark.removeEventListener('change', again); };
  }, []);
}

export function useWatchOverlay(): Overlay {
  useStore(prefs); // its theme is measured
  useStore(analysis);
  useResize();
  const { position } = useStore(table), { heat: wanted, line: shown } = useStore(watching);
  const line = shownLine();
  const steps = useSteps(line, movesOf(shown));
  if (!position || !line) return {};
  if (steps.length) return ghostsOf(position.board, steps);
  const known = wanted && knownOf(line);
  return known && position.board.legal.length ? { heat: heatOf(position.board, known.decision) } : {};
}

export { explainCell, toggleThinking } from './watching';
