// told.ts: what the players at the board thought before their moves: the server keeps it with the game.
import { t, word } from '../i18n';
import { table } from '../table';
import type { Session, Thought } from '../types';

/** By ply; nothing of a line that is not the session's. */
export function allTold(now = table.get()): readonly (Thought | null)[] {
  const { session, line } = now;
  return session && session.line === line ? session.analysis ?? [] : [];
}

export const toldOf = (ply: number): Thought | null => allTold()[ply] ?? null;

/** Their name, unless somebody else sits there by now. */
export function whoTold(told: Thought, session: Session | null = table.get().session): string {
  const player = session?.players.find((one) => one.side === told.by);
  return player && player.kind !== 'human' ? word(player.name) : t('watch.somebody');
}
