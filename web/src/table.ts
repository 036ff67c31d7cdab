// table.ts: the game on the table: the line that is played, how far of it is shown, the session that plays it. Views read
// the store and call the functions; none of them asks the engine for moves itself.
import { engine, EngineError } from './engine';
import { t } from './i18n';
import { tell } from './shell/notice';
import { createStore } from './store';
import type { Line, Position, Session } from './types';

export interface Table {
  /** All that was played; null: nothing is on the table yet. */
  line: Line | null;
  /** So many moves of it are shown, with the position there (null: it is on its way). */
  ply: number;
  position: Position | null;
  /** Who plays, the state of the game, its result. */
  session: Session | null;
  /** When the session was last heard of, for clocks: milliseconds. */
  heard: number;
  /** What is being waited for, and what went wrong last. */
  busy: boolean;
  error: string | null;
}

export const table = createStore<Table>({ line: null, ply: 0, position: null, session: null, heard: 0, busy: false, error: null });

/** A line up to a ply. */
export const lineTo = (line: Line, ply: number): Line => ({ ...line, moves: line.moves.slice(0, ply) });

/** The line as far as it is shown: what a search is asked about. */
export const shownLine = (now = table.get()): Line | null => now.line && lineTo(now.line, now.ply);
export const atEnd = (now = table.get()): boolean => now.ply === (now.line?.moves.length ?? 0);

/** A line as one word: the same line, the same word. Analysis is kept under it. */
export const lineKey = (line: Line): string => JSON.stringify([line.game, line.options, line.start, line.moves]);

const KEPT = 500;
const positions = new Map<string, Promise<Position>>();

/** The position at the end of a line: asked for once. */
export function positionOf(line: Line): Promise<Position> {
  const key = lineKey(line);
  let answer = positions.get(key);
  if (!answer) {
    answer = engine.position(line);
    answer.catch(() => positions.delete(key));
    positions.set(key, answer);
    if (positions.size > KEPT) positions.delete(positions.keys().next().value!);
  }
  return answer;
}

export const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

// The change of each session that was told last: a quick game may be over before the answer to its beginning is here.
const news = new Map<string, number>();

/** A session arrives: shown to its end, unless the reader looks at an earlier move of the same game. */
export function seat(session: Session): void {
  const now = table.get();
  if (now.session?.id === session.id && session.change < now.session.change) return; // an old answer, overtaken
  const same = now.session?.id === session.id;
  const behind = same && !atEnd(now) && now.ply < session.line.moves.length && lineKey(lineTo(session.line, now.ply)) === lineKey(shownLine(now)!);
  const heard = performance.now();
  if (behind) table.patch({ session, line: session.line, heard, error: null });
  else table.patch({ session, line: session.line, heard, ply: session.line.moves.length, position: session.position, error: null });
  if (!same && (news.get(session.id) ?? 0) > session.change) void refresh(); // it went on while nobody here knew it
}

/** Shows the position after so many moves. */
export async function goTo(ply: number): Promise<void> {
  const { line, session } = table.get();
  if (!line) return;
  const to = Math.max(0, Math.min(line.moves.length, ply));
  if (session && to === session.line.moves.length && line === session.line) { table.patch({ ply: to, position: session.position }); return; }
  table.patch({ ply: to });
  const wanted = lineTo(line, to);
  try {
    const position = await positionOf(wanted);
    const here = shownLine(); // the game may have gone on meanwhile, behind what is shown
    if (here && lineKey(here) === lineKey(wanted)) table.patch({ position });
  } catch (error) {
    table.patch({ error: sentence(error) });
  }
}

/** Does something that answers with a session, and shows it; what went wrong is told. */
export async function ask(action: () => Promise<Session>): Promise<Session | null> {
  table.patch({ busy: true, error: null });
  try {
    const session = await action();
    table.patch({ busy: false });
    seat(session);
    return session;
  } catch (error) {
    // Somebody else was faster: the answer is the game as it stands.
    const overtaken = error instanceof EngineError && error.status === 409 && error.body?.id;
    table.patch({ busy: false, error: overtaken ? null : sentence(error) });
    if (overtaken) {
      seat(error.body);
      tell(t('play.overtaken'), { kind: 'error' });
    }
    return null;
  }
}

/** An action of the session on the table: move, undo, resign, stop, agree, players. */
export function act(action: string, body: object = {}): Promise<Session | null> {
  const { session } = table.get();
  return session ? ask(() => engine.act(session.id, action, body)) : Promise.resolve(null);
}

/** Takes back at the end of the game, where it is seen: so many moves. */
export async function undo(): Promise<number> {
  const before = table.get().session;
  if (!before?.line.moves.length) return 0;
  await goTo(Infinity);
  const after = await act('undo');
  return after ? before.line.moves.length - after.line.moves.length : 0;
}

/** Plays a move where the game is shown; from an earlier position the later moves are taken back first. */
export async function play(move: string): Promise<void> {
  const now = table.get();
  if (!now.session || now.busy) return;
  if (!atEnd(now) && !(await act('undo', { to: now.ply }))) return;
  await act('move', { move, ply: now.ply });
}

export const newGame = (line: Line, how: { players: string[]; seed?: string; clock?: string | null }): Promise<Session | null> =>
  ask(() => engine.newSession(line, how));

/** The session is asked for again: it moved on, or the engine was away. */
async function refresh() {
  const { session } = table.get();
  if (!session) return;
  try {
    const fresh = await engine.session(session.id);
    if (table.get().session?.id === fresh.id && fresh.change >= table.get().session!.change) seat(fresh);
  } catch (error) {
    table.patch({ error: sentence(error) });
  }
}
engine.on('session', ({ id, change }) => {
  const { session } = table.get();
  news.delete(id);
  news.set(id, change);
  if (news.size > KEPT) news.delete(news.keys().next().value!);
  if (session?.id === id && session.change !== change) void refresh();
});
engine.on('restart', () => { news.clear(); void refresh(); });
engine.on('back', refresh);
