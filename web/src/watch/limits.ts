// limits.ts: the limits that a search knows: others would not end it, and the engine refuses them.
import { engine } from '../engine';
import { createStore } from '../store';
import type { Game } from '../types';
import type { Thinker } from './analysis';

export const LIMITS = ['time', 'sims', 'nodes', 'depth'] as const;
export const USUAL: Record<Thinker['limit'], number> = { time: 5, sims: 10000, nodes: 100000, depth: 6 };

/** The names of each search's options. */
export type Searches = Record<string, string[]>;
export const searches = createStore<Searches>({});

let asked: Promise<void> | null = null;
export function loadSearches(): Promise<void> {
  asked ??= engine.searches().then(
    (all) => searches.set(Object.fromEntries(all.map(({ name, options }) => [name, (options ?? []).map((one: { name: string }) => one.name)]))),
    () => { asked = null; }, // then the engine says what is wrong
  );
  return asked;
}

/** Those that can be chosen for a player; all of them for who is no search of ours. */
export function limitsOf(player: string, game: Game | null, known: Searches): Thinker['limit'][] {
  const spec = player === '' ? game?.player : game?.levels.find((level) => level.name === player)?.spec ?? player;
  const options = known[spec?.trim().split(/\s/)[0] ?? ''];
  return options ? LIMITS.filter((limit) => limit === 'time' || options.includes(limit)) : [...LIMITS];
}

/** The thinker with a limit that holds it in this game: the one chosen, or else a time. */
export function fitting(thinker: Thinker, game: Game | null, known = searches.get()): Thinker {
  return limitsOf(thinker.player, game, known).includes(thinker.limit) ? thinker : { ...thinker, limit: 'time', amount: USUAL.time };
}
