// lab.ts: the laboratory as the page knows it: all experiments, the one that is open, what is being run or checked.
import { engine, EngineError } from '../engine';
import { shelf } from '../kept';
import { createStore } from '../store';
import { sentence } from '../table';
import type { Job, Line } from '../types';
import { isOver } from '../watch/jobs';

export const SCALES = ['smoke', 'quick', 'standard', 'paper'] as const;
export type Scale = (typeof SCALES)[number];

export interface Listed {
  name: string; document: string; source: string; title: string; claim: string; cells: number;
  scales: Record<Scale, { cells: number; seconds: number }>;
  last: { scale: Scale; seed: number; when: number; done: number; wanted: number } | null;
  verdict: string;
  verdicts: Record<string, number>;
}
export interface Cell {
  cell: string; row: string; number: string;
  published: { text: string; value: number } | null;
  ours: { value: number; interval: [number, number] | null; count: number } | null;
  words: { published: string; ours: string; interval: string; verdict: string };
  verdict: string; state: string; why: string | null; timed: boolean; wanted: number; played: number | null;
  seconds: number; checksum: string | null; version: string | null; host: string | null;
}
export interface Report {
  name: string; document: string; source: string; title: string; claim: string; verdict: string;
  scale: Scale; seed: number; finished: string | null;
  claims: { statement: string; row: string | null; number: string | null; verdict: string; seen: string }[];
  points: { name: string; published: number; ours: number | null }[];
  rows: { name: string; title: string; then: string | null }[];
  remarks: string[];
  tests: { number: string; words: string }[];
  cells: Cell[];
}
export interface Axis { title: string; scale: 'linear' | 'log' | 'places'; places?: string[] }
export interface Series { name: string; note: string | null; look: number; hollow: boolean; joined: boolean; bare: boolean; points: number[][] }
export interface PlotData {
  kind: 'lines' | 'bars' | 'heat'; below: string; x: Axis; y: Axis; divide?: number | null; series?: Series[];
  unit?: string; value?: (number | null)[][]; published?: (number | null)[][];
}
export interface Plan { scale: Scale; seed: number; done: number; left_out: number; games: number; measures: number; seconds: number; unknown: number }
export interface StoredGame { number: number; first: 'a' | 'b'; plies: number; points: number; ended: string; moves: string }
export interface CellGames { cell: string; a: string; b: string; game: string; played?: number; won?: number; drawn?: number; lost?: number; check?: string; games: StoredGame[] }

// --- all of them ----------------------------------------------------------------------------------------------------

export interface Lab { listed: Listed[] | null; empty: boolean; path: string; plots: Record<string, PlotData | null>; error: string | null }
export const lab = createStore<Lab>({ listed: null, empty: true, path: '', plots: {}, error: null });

export async function loadList(): Promise<void> {
  try {
    const { experiments, empty, store } = await engine.lab('');
    lab.patch({ listed: experiments, empty, path: store, error: null });
    lab.patch({ plots: (await engine.lab('/plots')).plots });
  } catch (error) {
    lab.patch({ error: sentence(error) });
  }
}

// --- the one that is open ---------------------------------------------------------------------------------------------

export interface Shown { name: string | null; scale: string; seed: string; report: Report | null; plot: PlotData | null; plan: Plan | null; error: string | null }
const NOTHING: Shown = { name: null, scale: '', seed: '', report: null, plot: null, plan: null, error: null };
export const shown = createStore<Shown>(NOTHING);

const own = shelf<string>('lab', 200_000, (text) => typeof text === 'string'); // texts of the reader's, by name

export const query = (params: Record<string, string | number | null | undefined>): string => {
  const text = new URLSearchParams(Object.entries(params).filter(([, value]) => value != null && value !== '').map(([name, value]) => [name, String(value)])).toString();
  return text ? `?${text}` : '';
};
export const pathOf = (name: string, part: string, params: Record<string, string | number | null | undefined> = {}): string =>
  `/experiments/${encodeURIComponent(name)}${part}${query(params)}`;

/** The server forgets experiments of the reader's own when it stops: the browser has them still. */
async function again<T>(name: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const text = own.all().find(([known]) => known === name)?.[1];
    if (!text || !(error instanceof EngineError) || error.status !== 404) throw error;
    await engine.ownExperiment(text);
    return ask();
  }
}

export async function show(name: string, scale = '', seed = ''): Promise<void> {
  const now = shown.get();
  if (now.name !== name || now.scale !== scale || now.seed !== seed) shown.set({ ...NOTHING, name, scale, seed });
  await refresh();
}

const still = (was: Shown) => { const now = shown.get(); return now.name === was.name && now.scale === was.scale && now.seed === was.seed; };

let asked = 0, answered = 0; // while something runs several questions are on their way: an older answer never takes the place of a newer one

export async function refresh(): Promise<void> {
  const was = shown.get(), { name, scale, seed } = was;
  if (!name) return;
  const mine = ++asked;
  try {
    const report: Report = (await again(name, () => engine.lab(pathOf(name, '', { scale, seed })))).experiments[0];
    const plot: PlotData | null = await engine.lab(pathOf(name, '/plot', { scale: report.scale, seed: report.seed }));
    if (!still(was) || mine < answered) return;
    answered = mine;
    shown.patch({ report, plot, error: null });
  } catch (error) {
    if (still(was)) shown.patch({ error: sentence(error) });
  }
}

export async function planFor(scale: string): Promise<void> {
  const was = shown.get();
  if (!was.name) return;
  try {
    const plan: Plan = await again(was.name, () => engine.lab(pathOf(was.name!, '/plan', { scale, seed: was.seed || was.report?.seed })));
    if (still(was)) shown.patch({ plan });
  } catch (error) {
    if (still(was)) shown.patch({ error: sentence(error) });
  }
}

export const gamesOf = async (report: Report, cell: string): Promise<CellGames> =>
  (await engine.lab(pathOf(report.name, '/cells', { cell: exact(cell), scale: report.scale, seed: report.seed })))[0];
export const gameOf = async (report: Report, cell: string, number: number): Promise<Line> =>
  (await engine.lab(pathOf(report.name, '/game', { cell: exact(cell), number, scale: report.scale, seed: report.seed }))).line;

/** A cell's label as cells are chosen: one without parameters is "all". */
export const exact = (label: string): string => (label === 'all' ? '' : label);

/** Takes an experiment of the reader's own in; its name. */
export async function bring(text: string): Promise<string> {
  const { name } = await engine.ownExperiment(text);
  own.put(name, text);
  own.flush();
  void loadList();
  return name;
}

// --- what is being done -------------------------------------------------------------------------------------------------

export type Kind = 'lab' | 'lab-check';
export interface Work { kind: Kind; id: string; name: string; scale: string; cell: string; job: Job | null; error: string | null }
/** The last of each kind: under way, or how it ended. */
export const working = createStore<Record<Kind, Work | null>>({ lab: null, 'lab-check': null });

export const isRunning = (work: Work | null): boolean => work !== null && !work.error && (work.job === null || !isOver(work.job));

function patchWork(work: Work, part: Partial<Work>): Work | null {
  const now = working.get()[work.kind];
  if (now?.id !== work.id) return null;
  const next = { ...now, ...part };
  working.patch({ [work.kind]: next } as Partial<Record<Kind, Work>>);
  return next;
}

const EVERY_MS = 1000; // a page that was opened later hears no events of it: it asks

function follow(work: Work): void {
  let told = -1, over = false;
  working.patch({ [work.kind]: work } as Partial<Record<Kind, Work>>);
  const look = () => engine.job(work.id).then(hear, (error) => {
    if (error instanceof EngineError && error.status === 404) end({ error: 'gone' }); // the server was started again
  });
  const timer = setInterval(look, EVERY_MS);
  const leave = engine.follow(work.id, (job) => (isOver(job) ? void look() : hear(job)));
  function end(part: Partial<Work>) {
    if (over) return;
    over = true;
    clearInterval(timer);
    leave();
    patchWork(work, part);
    void refresh();
    void loadList();
  }
  function hear(job: Job) {
    if (over) return;
    if (isOver(job)) { end({ job }); return; }
    if (job.state === 'running' && job.result) patchWork(work, { job });
    const done = job.result?.cells_done ?? -1;
    if (work.kind === 'lab' && done > told) { told = done; if (shown.get().name === work.name) void refresh(); }
  }
}

/** Runs an experiment, or plays cells of it again; a sentence where that cannot be. */
export async function start(kind: Kind, name: string, scale: string, seed: string | number, cell = ''): Promise<string | null> {
  try {
    const id = await again(name, () => engine.startJob(kind, null, { experiment: name, scale, seed: String(seed), ...(cell ? { cell } : {}) }));
    follow({ kind, id, name, scale, cell, job: null, error: null });
    return null;
  } catch (error) {
    return sentence(error);
  }
}

export function stop(kind: Kind): void {
  const work = working.get()[kind];
  if (work) void engine.stopJob(work.id).catch(() => {});
}

/** What another page, or this one before it was loaded again, has begun. */
export async function attach(): Promise<void> {
  for (const kind of ['lab', 'lab-check'] as const) {
    if (isRunning(working.get()[kind])) continue;
    const found = (await engine.jobs().catch(() => [])).find((job) => job.kind === kind && !isOver(job));
    if (!found) continue;
    const { command } = await engine.job(found.job);
    const said = /^banyan lab \w+ (\S+).* --scale (\w+)/.exec(command);
    follow({ kind, id: found.job, name: said?.[1] ?? '', scale: said?.[2] ?? '', cell: '', job: null, error: null });
  }
}
