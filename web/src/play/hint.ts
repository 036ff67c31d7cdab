// hint.ts: a hint: a few good moves for the position that is shown, asked for and forgotten with it.
import { engine } from '../engine';
import { createStore } from '../store';
import { lineKey, sentence, shownLine } from '../table';

export interface HintMove { move: string; value: number; words: string; why: string }
export interface HintState { key: string; job: string | null; running: boolean; moves: HintMove[]; error: string | null }

export const hint = createStore<HintState | null>(null);

export async function askHint(): Promise<void> {
  const line = shownLine();
  if (!line || hint.get()?.running) return;
  const key = lineKey(line);
  hint.set({ key, job: null, running: true, moves: [], error: null });
  const update = (part: Partial<HintState>) => { if (hint.get()?.key === key) hint.set({ ...hint.get()!, ...part }); };
  try {
    const job = await engine.startJob('hint', line, {});
    update({ job });
    engine.follow(job, ({ state, result, error }) =>
      update({ moves: result?.hints ?? [], error, running: state === 'running' || state === 'waiting' }));
  } catch (error) {
    update({ running: false, error: sentence(error) });
  }
}

export function stopHint(): void {
  const now = hint.get();
  if (now?.job) void engine.stopJob(now.job).catch(() => {});
}

engine.on('restart', () => hint.set(null));
