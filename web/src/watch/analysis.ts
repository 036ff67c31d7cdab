// analysis.ts: what was thought of which position, and the one search that is running.
//
// What is known of a position stays when the reader moves on, and is there again when he comes back. The page
// runs one search at a time: another one stops it, and so does the reader; what it had found is kept.
import { engine } from '../engine';
import { t } from '../i18n';
import { shelf } from '../kept';
import { createStore } from '../store';
import { lineKey, lineTo, sentence, table } from '../table';
import type { Decision, Job, Line } from '../types';
import { isOver } from './jobs';

/** Who thinks, and how long. */
export interface Thinker {
  player: string; // a spec or the name of a level; '': the game's own player
  limit: 'time' | 'sims' | 'nodes' | 'depth';
  amount: number;
  seed: number;
}

export interface Known {
  decision: Decision;
  side: string; // 'X' or 'O': who was to move, whom the values are for
  thinker: Thinker | null; // null: whoever sits at the board
  command: string;
  state: Job['state'];
}

export interface Running { job: string; key: string; line: Line; side: string; thinker: Thinker; progress: number; left: number | null }

export interface Analysis {
  known: ReadonlyMap<string, Known>;
  running: Running | null;
  starting: boolean;
  error: string | null;
}

const MOST_POSITIONS = 1000;

/** What is known stays over a reload: so many characters of it. A search that the reload ended was stopped by it. */
const MOST_KEPT = 1_500_000;
const onShelf = shelf<Known>('known', MOST_KEPT, (one) =>
  Array.isArray(one?.decision?.moves) && typeof one.decision.scale === 'string' && /^[XO]$/.test(one.side) && typeof one.command === 'string');
const remembered = (): [string, Known][] =>
  onShelf.all().map(([key, one]) => [key, one.thinker && one.state === 'running' ? { ...one, state: 'stopped' } : one]);

export const analysis = createStore<Analysis>({ known: new Map(remembered()), running: null, starting: false, error: null });

export const knownOf = (line: Line, ply = line.moves.length): Known | null =>
  analysis.get().known.get(lineKey(lineTo(line, ply))) ?? null;

/** Writes down what is known; the positions that were not thought about for longest are forgotten first. */
export function learn(key: string, found: Known): void {
  const known = new Map(analysis.get().known);
  known.delete(key);
  known.set(key, found);
  if (known.size > MOST_POSITIONS) known.delete(known.keys().next().value!);
  analysis.patch({ known });
  onShelf.put(key, found);
}

let turn = 0; // counts starts and stops: who finds it moved on was overtaken

export async function think(line: Line, side: string, thinker: Thinker): Promise<void> {
  const mine = ++turn;
  await stopRunning();
  if (mine !== turn) return;
  analysis.patch({ starting: true, error: null });
  try {
    const how = { ...(thinker.player ? { player: thinker.player } : {}), limits: { [thinker.limit]: thinker.amount }, seed: thinker.seed };
    const job = await engine.startJob('think', line, how);
    if (mine !== turn) return void engine.stopJob(job).catch(() => {});
    analysis.patch({ starting: false, running: { job, key: lineKey(line), line, side, thinker, progress: 0, left: null } });
    take(await engine.job(job)); // it may have ended before we knew its name
  } catch (error) {
    if (mine === turn) analysis.patch({ starting: false, running: null, error: sentence(error) });
  }
}

/** Stops; what was found is kept. */
export async function stop(): Promise<void> {
  turn++;
  analysis.patch({ starting: false });
  await stopRunning();
}

const PATIENCE = 300; // times a tenth of a second that a search has to end: on a machine with much else to do

async function stopRunning(): Promise<void> {
  const { running } = analysis.get();
  if (!running) return;
  const goesOn = () => analysis.get().running?.job === running.job;
  try {
    await engine.stopJob(running.job);
    // It ends a moment later, with what it has found: the stream may tell us first.
    for (let i = 0; i < PATIENCE && goesOn(); i++) {
      const job = await engine.job(running.job);
      if (isOver(job)) { take(job); break; }
      await new Promise((wake) => setTimeout(wake, 100));
    }
  } catch { /* it is gone: what it told before is here */ }
  if (goesOn()) analysis.patch({ running: null });
}

function take(job: Job): void {
  const { running } = analysis.get();
  if (!running || job.job !== running.job) return;
  const decision: Decision | null = job.result ?? null;
  if (decision?.moves)
    learn(running.key, { decision, side: running.side, thinker: running.thinker, command: job.command ?? '', state: job.state });
  if (!isOver(job)) analysis.patch({ running: { ...running, progress: job.progress ?? running.progress, left: job.left ?? null } });
  else analysis.patch({ running: null, error: job.state === 'failed' ? job.error ?? t('watch.failed') : null });
}

/** What a player at the board thinks while it is to move. */
function overhear(told: { session?: string; ply?: number; decision?: Decision }): void {
  const { session, line } = table.get();
  if (!told.decision?.moves || told.ply === undefined || !line || session?.id !== told.session) return;
  const key = lineKey(lineTo(line, told.ply));
  if (told.ply > line.moves.length || analysis.get().known.get(key)?.thinker) return;
  const side = told.ply === session!.line.moves.length ? session!.to_move : null;
  if (side) learn(key, { decision: told.decision, side, thinker: null, command: '', state: 'running' });
}

// A page that is left does not come back to its search: nobody else could stop it.
globalThis.addEventListener?.('pagehide', () => void stop());

engine.on('job', (job) => (job.job ? take(job) : overhear(job as object)));
engine.on('back', () => { // it may have ended while the line was cut
  const { running } = analysis.get();
  if (running) void engine.job(running.job).then(take, () => {});
});
engine.on('restart', () => {
  if (analysis.get().running) analysis.patch({ running: null, error: t('watch.restarted') });
});
