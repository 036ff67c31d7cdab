// link.ts: a line of play in the address: `game=go&size=9&moves=e5+c3`; what is no word of ours is an option of the game.
import type { Line } from '../types';

const OURS = new Set(['game', 'start', 'moves', 'player', 'care', 'ply', 'seed', 'session', 'black', 'white', 'first', 'second', 'clock', 'run']);

export function paramsOf(line: Line): Record<string, string> {
  return { game: line.game, ...line.options, ...(line.start ? { start: line.start } : {}), moves: line.moves.join(' ') };
}

export function lineOfParams(params: Record<string, string>): Line | null {
  if (!params.game) return null;
  const options = Object.fromEntries(Object.entries(params).filter(([name]) => !OURS.has(name)));
  const moves = (params.moves ?? '').split(/[\s,]+/).filter(Boolean);
  return { game: params.game, options, start: params.start ?? null, moves };
}
