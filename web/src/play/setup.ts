// setup.ts: how a game is set up, and the same as a link.
import { findGame } from '../catalogue';
import type { Game, Line, Session } from '../types';

export interface Setup {
  line: Line;
  players: [string, string];
  seed?: string;
  clock?: string | null;
}

export const FIRST_GAME = 'go';
export const FIRST_LEVEL = 'easy';

const RESERVED = new Set(['game', 'moves', 'start', 'seed', 'clock', 'session', 'ply', 'first', 'second', 'x', 'o', 'black', 'white']);

const sideKeys = (game: Game | undefined): [string, string] => {
  const [first, second] = (game?.sides ?? ['X', 'O']).map((name) => name.toLowerCase());
  return [first, second];
};

/** A level that the game has, the easier one in doubt. */
export const someLevel = (game: Game | undefined): string =>
  game?.levels.find((level) => level.name === FIRST_LEVEL)?.name ?? game?.levels[0]?.name ?? 'random';

export function lineFrom(params: Record<string, string>): Line {
  const options = Object.fromEntries(Object.entries(params).filter(([name]) => !RESERVED.has(name)));
  return { game: params.game, options, start: params.start ?? null, moves: (params.moves ?? '').split(/[\s,]+/).filter(Boolean) };
}

export function setupFrom(params: Record<string, string>): Setup {
  const found = findGame(params.game);
  const [first, second] = sideKeys(found?.game);
  const player = (names: string[], other: string) => names.map((name) => params[name]).find(Boolean) ?? other;
  return {
    line: lineFrom(params),
    players: [player([first, 'first', 'x', 'black'], 'human'), player([second, 'second', 'o', 'white'], someLevel(found?.game))],
    seed: params.seed,
    clock: params.clock ?? null,
  };
}

/** The line as parameters of a link. */
export const lineParams = (line: Line): Record<string, string> => ({
  game: line.game, ...line.options, ...(line.start ? { start: line.start } : {}), ...(line.moves.length ? { moves: line.moves.join(' ') } : {}),
});

/** A player as it is asked for: by its level or name, else by its spec. */
export const playerWord = (player: Session['players'][number]): string =>
  player.kind === 'human' ? 'human' : player.kind === 'search' ? player.spec ?? player.name : player.name;

export function sessionParams(session: Session): Record<string, string> {
  const [first, second] = sideKeys(findGame(session.line.game)?.game);
  return {
    ...lineParams(session.line),
    [first]: playerWord(session.players[0]),
    [second]: playerWord(session.players[1]),
    seed: session.seed,
    ...(session.clock ? { clock: session.clock } : {}),
  };
}
