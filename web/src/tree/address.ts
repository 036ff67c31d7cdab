// address.ts: what Tree shows, as the parameters of its link. `#/tree?mode=steps&game=tictactoe&player=mcts+sims%3D50&step=12`
import { findGame } from '../catalogue';
import { lineParams } from '../play/setup';
import { hashOf, open, rewrite, route } from '../route';
import { createStore } from '../store';
import { shownLine } from '../table';
import type { Line } from '../types';

export const MODES = ['grow', 'steps', 'exact', 'exercise'] as const;
export type Mode = (typeof MODES)[number];
export type Params = Record<string, string | undefined>;

export const FIRST_GAME = 'tictactoe';

/** The parameters now: those of the address, and what was changed since without opening anything. */
export const address = createStore<Params>(route.get().view === 'tree' ? route.get().params : {});
route.subscribe(() => { if (route.get().view === 'tree') address.set(route.get().params); });

export const modeOf = (params: Params): Mode => MODES.find((mode) => mode === params.mode) ?? 'grow';

/** Writes down what is shown; undefined takes a parameter away. */
export function note(change: Params): void {
  const next = { ...address.get(), ...change };
  address.set(next);
  rewrite('tree', next);
}

/** Opens another mode or game: an entry in the browser's history. What belongs to the old one alone is left behind. */
export function turnTo(change: Params): void {
  const { game, start, moves, player, seed } = address.get(), { options } = lineOf(address.get());
  open('tree', { game, ...options, start, moves, player, seed, ...change });
}

/** The link to what is shown, also where the position is that of Play. */
export const hashHere = (): string => hashOf('tree', { ...lineParams(lineOf(address.get())), ...address.get() });

/** The line that the address names; without one the position on the board of Play, or a first game. The games are known by then. */
export function lineOf(params: Params): Line {
  if (!params.game) return shownLine() ?? { game: FIRST_GAME, options: {}, start: null, moves: [] };
  const known = findGame(params.game)?.game.options.map((option) => option.name) ?? [];
  const options = Object.fromEntries(Object.entries(params).filter(([name, value]) => known.includes(name) && value !== undefined)) as Record<string, string>;
  return { game: params.game, options, start: params.start ?? null, moves: (params.moves ?? '').split(/[\s,]+/).filter(Boolean) };
}

/** The first word of a spec: which search it is. */
export const searchOf = (spec: string): string => spec.trim().split(/\s+/)[0] ?? '';

const EXACT = new Set(['minimax', 'negamax', 'alphabeta']);
/** Where the steps of a player are shown: an exact search has a view of its own. */
export const stepsMode = (spec: string): Mode => (EXACT.has(searchOf(spec)) ? 'exact' : 'steps');

