// growing.ts: the one search whose tree is watched: started, followed, looked at from another position, stopped.
import { engine } from '../engine';
import { createStore } from '../store';
import { sentence } from '../table';
import type { Decision, Job, Line } from '../types';

/** A node as the engine tells of it. */
export interface Seen {
  move: string | null; by?: string; to_move?: string; visits: number; value: number | null; proven: string | null;
  amaf_visits: number | null; amaf_value: number | null; prior: number | null; node_visits: number | null;
  children: Seen[]; left_out: number; left_out_visits: number;
}
export interface Snapshot { path?: string[]; simulations: number; nodes: number; tree_bytes: number; trees: number; player: string; root: Seen; [more: string]: unknown }

export interface Asked { line: Line; player: string; limit: 'sims' | 'time'; amount: number; seed: string }

export interface Growing {
  asked: Asked | null;
  state: 'idle' | 'starting' | Job['state'];
  job: string | null;
  decision: Decision | null;
  /** Null: nothing was told yet; `none`: the player keeps no tree. */
  tree: Snapshot | null;
  none: boolean;
  progress: number;
  left: number | null;
  command: string;
  error: string | null;
  /** How often the page was told. */
  updates: number;
}

const NOTHING: Growing = { asked: null, state: 'idle', job: null, decision: null, tree: null, none: false, progress: 0, left: null, command: '', error: null, updates: 0 };
export const growing = createStore<Growing>(NOTHING);

const WIDTH = 12, NODES = 160;

let leave: (() => void) | null = null;
let turn = 0; // counts starts: who finds it moved on was overtaken

export const isRunning = ({ state } = growing.get()): boolean => state === 'starting' || state === 'waiting' || state === 'running';

/** A search that is stopped while it prunes has no tree to tell of: what was told last stays. */
function take(job: Job & { result: any }): void {
  const now = growing.get(), found = job.result ?? null;
  growing.patch({
    state: job.state, progress: job.progress ?? now.progress, left: job.left ?? null, command: job.command ?? now.command,
    ...(found ? { decision: found, tree: found.tree ?? now.tree, none: found.tree === null && !now.tree, updates: now.updates + 1 } : {}),
    error: job.state === 'failed' ? job.error : null,
  });
}

export async function grow(asked: Asked, path: string[]): Promise<void> {
  const mine = ++turn;
  await stopGrowing();
  if (mine !== turn) return;
  growing.set({ ...NOTHING, asked, state: 'starting' });
  try {
    const { line, player, limit, amount, seed } = asked;
    const job = await engine.startJob('think', line, { player, limits: { [limit]: amount }, seed, tree: { width: WIDTH, nodes: NODES, path } });
    if (mine !== turn) return void engine.stopJob(job).catch(() => {});
    growing.patch({ job, state: 'waiting' });
    leave = engine.follow(job, take);
  } catch (error) {
    if (mine === turn) growing.patch({ state: 'failed', error: sentence(error) });
  }
}

/** Stops it: the engine tells what was found. */
export async function stopGrowing(): Promise<void> {
  const { job } = growing.get();
  if (job && isRunning()) await engine.stopJob(job).catch(() => {});
}

/** Nobody watches any more. */
export function forgetGrowing(): void {
  turn++;
  void stopGrowing();
  leave?.();
  leave = null;
  growing.set(NOTHING);
}

/** Looks at another part of the tree of a search that runs; of one that has ended all is here. */
export function look(path: string[]): void {
  const { job } = growing.get();
  if (job && isRunning()) engine.lookAt(job, path).catch(() => {}); // it has ended meanwhile
}

/** The node at the end of a path that is seen in a snapshot; null: it is not. */
export function seenAt(tree: Snapshot, path: string[]): Seen | null {
  const above = tree.path ?? [];
  if (above.some((move, i) => path[i] !== move)) return null;
  let node: Seen | null = tree.root;
  for (const move of path.slice(above.length)) node = node?.children.find((child) => child.move === move) ?? null;
  return node;
}

globalThis.addEventListener?.('pagehide', () => void stopGrowing());
engine.on('restart', () => { if (isRunning()) growing.patch({ state: 'stopped' }); });
