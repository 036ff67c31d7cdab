// contest.ts: matches and tournaments as the engine tells them, and asking for them when they have changed.
import { useEffect, useState } from 'preact/hooks';
import { engine } from '../engine';
import { t } from '../i18n';
import { sentence } from '../table';
import type { BoardData, Position } from '../types';

export interface Running { game: number; first: number; second: number; ply: number; board: BoardData | null }
export interface Standing {
  rank: number; name: string; points: number; games: number; wins: number; draws: number; losses: number;
  score: number; interval: [number, number]; elo: number | null; elo_interval: [number | null, number | null]; seconds_per_move: number; faults: number;
}
export interface Pairing { round: number; a: string; b: string; games: number; wins: number; draws: number; losses: number; reasons?: string[] }
export interface Sprt { elo0: number; elo1: number; alpha: number; beta: number; llr: number; bounds: [number, number]; verdict: string; meaning: string | null; after: number; model: string }
export interface MatchResult {
  games: number; draws: number; score: number; interval: [number, number]; elo: number | null; elo_interval: [number | null, number | null];
  superiority: number; counted: string; a: { wins: number; seconds_per_move: number }; b: { wins: number; seconds_per_move: number }; sprt?: Sprt; distinct?: number; repeats?: boolean; biased?: boolean;
}
export interface ContestLine {
  id: string; title: string | null; format: string; game: string; label: string; state: 'waiting' | 'running' | 'stopped' | 'done' | 'failed'; error: string | null;
  created: number; played: number; planned: number; decided: boolean; left: number | null; players: string[];
}
export interface Contest extends Omit<ContestLine, 'players'> {
  reading: boolean; setup: any; running: Running[]; command: string; file: string | null; match: MatchResult | null;
  report: { standings: Standing[]; pairings: Pairing[]; games: number; elo_zero: string | null } | null;
}
export interface PlayedGame {
  game: number; first: number; second: number; winner: number | null; score: number | null; plies: number; ended: string; reason: string;
  state?: 'running' | 'finished' | 'waiting'; stored?: { times: string; opening: number }; position?: Position & { line: import('../types').Line };
}

export const namesOf = (contest: Contest): string[] => contest.setup.players.map((player: { name: string }) => player.name);
export const titleOf = (one: { title: string | null; format: string }, names: string[]): string =>
  one.title ?? (one.format === 'match' ? names.join(' – ') : names.join(', '));
export const isBusy = (one: { state: string }): boolean => one.state === 'running' || one.state === 'waiting';

/** What `ask` answers, asked again whenever `wants` says that an event is about it; one question at a time. */
export function useLive<T>(key: string, ask: () => Promise<T>, wants: (id: string) => boolean): { value: T | null; error: string | null; again: () => void } {
  const [state, setState] = useState<{ key: string; value: T | null; error: string | null }>({ key, value: null, error: null });
  const [again, setAgain] = useState<() => void>(() => () => {});
  useEffect(() => {
    let [current, asking, stale] = [true, false, false];
    const load = async () => {
      if (asking) { stale = true; return; }
      asking = true;
      try {
        const value = await ask();
        if (current) setState({ key, value, error: null });
      } catch (error) {
        if (current) setState((old) => ({ key, value: old.key === key ? old.value : null, error: sentence(error) }));
      }
      asking = false;
      if (stale && current) { stale = false; void load(); }
    };
    setAgain(() => load);
    void load();
    const forgotten = () => { current = false; setState({ key, value: null, error: t('arena.gone') }); }; // answers that are still on their way know it no more, or still
    const leave = [engine.on('arena', (event) => wants(event.id) && (event.state === 'forgotten' && key.startsWith(event.id) ? forgotten() : load())), engine.on('back', load), engine.on('restart', load)];
    return () => { current = false; leave.forEach((one) => one()); };
  }, [key]);
  return { ...(state.key === key ? state : { value: null, error: null }), again };
}

/** A file for the browser to keep. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
