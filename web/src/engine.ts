// engine.ts: the one module that reaches the engine. Others know the interface below and not what is
// behind it: here a server; an engine in a worker of the browser could take its place.
import { createStore, type Store } from './store';
import type { Decision, Game, GameOption, Job, Line, Position, RecordGame, Session, Status } from './types';

/** What the engine answered when it refused: its own sentence, and the HTTP status (0: it was not reached). */
export class EngineError extends Error {
  constructor(message: string, readonly status: number, readonly body: any = null) { super(message); }
}

export interface EngineEvents {
  /** A session changed, by whomever: who shows it asks for it. */
  session: { id: string; change: number; ply: number; state: string };
  /** What the player that is to move in a session thinks so far. */
  thinking: { session: string; ply: number; decision: Decision };
  /** A job has more to tell: it goes on, is done, was stopped or failed. */
  job: Job;
  /** A match of the arena changed: who shows it asks for it. */
  arena: { id: string; change: number; state: string; played: number; planned: number };
  /** The engine is another process than before: jobs are gone, sessions are not. */
  restart: null;
  /** It is there again after it was not; `gap`: it was there, but news of it had to be left out. */
  back: { gap: boolean };
}

export interface Engine {
  /** Whether the engine can be reached. */
  connection: Store<'connecting' | 'online' | 'offline'>;
  connect(): void;
  on<K extends keyof EngineEvents>(event: K, listener: (data: EngineEvents[K]) => void): () => void;
  status(): Promise<Status>;
  games(): Promise<Game[]>;
  searches(): Promise<any[]>;
  engines(): Promise<{ name: string }[]>;
  /** A student's trace, checked: what `banyan tutor --json` says. */
  tutor(asked: { trace: string; [more: string]: string }): Promise<any>;
  lessons(): Promise<{ name: string; title: string; summary: string; options: GameOption[] }[]>;
  /** What a lesson says with these options, and of svg, steps and frames what is wanted. */
  lesson(name: string, options: Record<string, string>, want: string[]): Promise<any>;
  /** The laboratory: '' (all), '/plots', '/experiments/NAME' and what stands below it. */
  lab(path: string): Promise<any>;
  /** Takes an experiment of the reader's own in. */
  ownExperiment(text: string): Promise<any>;
  position(line: Line): Promise<Position>;
  /** A tree searched by minimax or alpha-beta, with its steps. */
  searchTree(question: object): Promise<any>;
  /** An exercise: the question, or what answers are worth, or the solution. */
  exercise(what: '' | '/check' | '/solution', which: object): Promise<any>;
  explain(line: Line, how: { eval?: string; player?: string; [more: string]: unknown }): Promise<any>;
  readRecord(what: { text?: string; base64?: string; name?: string }): Promise<{ format: string; games: RecordGame[] }>;
  writeRecord(line: Line, how: { format: string; info?: Record<string, string>; review?: string | null; text?: string }): Promise<{ name: string; text: string }>;
  newSession(line: Line, how: { players: string[]; seed?: string; clock?: string | null }): Promise<Session>;
  sessions(): Promise<any[]>;
  session(id: string): Promise<Session>;
  /** One of the actions of a session: move, undo, resign, stop, agree, players. */
  act(id: string, action: string, body?: object): Promise<Session>;
  forget(id: string): Promise<void>;
  startJob(kind: string, line: Line | null, how: object): Promise<string>;
  jobs(): Promise<Job[]>;
  job(id: string): Promise<Job>;
  /** Tells how a job stands, now and whenever it has more to tell, until it has ended; returns how to stop listening. */
  follow(id: string, listener: (job: Job) => void): () => void;
  stopJob(id: string): Promise<void>;
  /** A request under /arena: matches and tournaments. */
  arena(path: string, body?: object, method?: 'GET' | 'POST' | 'DELETE'): Promise<any>;
  /** A job that tells of its tree shows it from another position on: moves from the one it thinks about. */
  lookAt(id: string, path: string[]): Promise<{ ended: boolean }>;
  /** The first steps of a search. */
  trace(line: Line, how: { player?: string; seed?: string; steps?: number; width?: number }): Promise<any>;
}

const BASE = 'api/v1';
const NUL = /\0/g; // of a file that is no text: the engine takes none
const bodyOf = (body: object) => JSON.stringify(body, (_, value) => (typeof value === 'string' ? value.replace(NUL, '\ufffd') : value));
const BACK_OFF_MS = [250, 500, 1000, 2000, 4000]; // then every 4 s

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

function serverEngine(): Engine {
  const client = randomId();
  const connection = createStore<'connecting' | 'online' | 'offline'>('connecting');
  const listeners = new Map<string, Set<(data: any) => void>>();
  let boot: string | null = null;
  let failures = 0;

  const emit = (event: string, data: unknown) => listeners.get(event)?.forEach((listener) => listener(data));

  async function ask(method: string, path: string, body?: object): Promise<any> {
    const headers: Record<string, string> = body ? { 'Content-Type': 'application/json' } : {};
    let answer: Response;
    try {
      answer = await fetch(`${BASE}/${path}`, { method, headers, body: body && bodyOf(body), cache: 'no-store', keepalive: method === 'DELETE' });
    } catch {
      throw new EngineError('The engine does not answer.', 0);
    }
    const text = await answer.text();
    let json: any = null;
    try { json = text ? JSON.parse(text) : null; } catch { /* told below */ }
    if (!answer.ok) throw new EngineError(json?.error ?? `The engine answered with status ${answer.status}.`, answer.status, json);
    return json;
  }
  const get = (path: string) => ask('GET', path);
  const post = (path: string, body: object) => ask('POST', path, body);

  function greeted(id: string) {
    const [known, was] = [boot, connection.get()];
    boot = id;
    failures = 0;
    connection.set('online');
    if (known !== null && known !== id) emit('restart', null);
    if (was === 'offline') emit('back', { gap: false });
  }

  async function ended({ job }: { job: string }) {
    try { emit('job', await get(`jobs/${encodeURIComponent(job)}`)); } catch { /* gone: who waits for it hears of a restart */ }
  }

  // The browser's own way of trying again gives up on some errors: each stream is tried once, by us.
  function connect() {
    const stream = new EventSource(`${BASE}/events?client=${client}`);
    const on = (name: string, handle: (data: any) => void) =>
      stream.addEventListener(name, (event) => handle(JSON.parse((event as MessageEvent).data)));
    on('hello', (data) => greeted(data.boot));
    on('gap', () => emit('back', { gap: true }));
    on('session', (data) => emit('session', data));
    on('arena', (data) => emit('arena', data));
    on('progress', (data) => (data.job ? emit('job', { state: 'running', ...data }) : emit('thinking', data)));
    on('done', ended);
    on('failed', ended);
    stream.onerror = () => {
      stream.close();
      connection.set('offline');
      setTimeout(connect, BACK_OFF_MS[Math.min(failures++, BACK_OFF_MS.length - 1)]);
    };
  }

  function on(event: string, listener: (data: any) => void) {
    if (!listeners.has(event)) listeners.set(event, new Set());
    listeners.get(event)!.add(listener);
    return () => void listeners.get(event)!.delete(listener);
  }

  // It may have ended before the answer to its start was here: that is asked for once.
  function follow(id: string, listener: (job: Job) => void) {
    let over = false;
    const hear = (job: Job) => {
      if (over || job.job !== id) return;
      over = job.state !== 'running' && job.state !== 'waiting';
      if (over) leave();
      listener(job);
    };
    const look = () => void get(`jobs/${encodeURIComponent(id)}`).then(hear, () => {});
    const [deaf, still] = [on('job', hear), on('back', look)]; // it may have ended while the line was cut
    const leave = () => { deaf(); still(); };
    look();
    return () => { over = true; leave(); };
  }

  return {
    connection,
    connect,
    on,
    follow,
    status: () => get('status'),
    games: async () => (await get('games')).games,
    searches: async () => (await get('searches')).searches,
    engines: async () => (await get('engines')).engines,
    tutor: (asked) => post('tutor', asked),
    lessons: async () => (await get('lessons')).lessons,
    lesson: (name, options, want) => post(`lessons/${encodeURIComponent(name)}`, { options, want }),
    lab: (path) => get(`lab${path}`),
    ownExperiment: (text) => post('lab/own', { text }),
    position: (line) => post('position', line),
    searchTree: (question) => post('tree', question),
    exercise: (what, which) => post(`exercises${what}`, which),
    explain: async (line, how) => (await post('explain', { ...line, ...how })).explanation,
    readRecord: (what) => post('records/read', what),
    writeRecord: (line, how) => post('records/write', { ...line, ...how }),
    newSession: (line, how) => post('sessions', { ...line, ...how, client }),
    sessions: async () => (await get('sessions')).sessions,
    session: (id) => get(`sessions/${encodeURIComponent(id)}`),
    act: (id, action, body = {}) => post(`sessions/${encodeURIComponent(id)}/${action}`, body),
    forget: (id) => ask('DELETE', `sessions/${encodeURIComponent(id)}`),
    startJob: async (kind, line, how) => (await post('jobs', { client, kind, ...line, ...how })).job,
    jobs: async () => (await get('jobs')).jobs,
    job: (id) => get(`jobs/${encodeURIComponent(id)}`),
    arena: (path, body, method = body ? 'POST' : 'GET') => ask(method, `arena${path}`, body),
    stopJob: (id) => ask('DELETE', `jobs/${encodeURIComponent(id)}`),
    lookAt: (id, path) => post(`jobs/${encodeURIComponent(id)}/look`, { path }),
    trace: (line, how) => post('trace', { ...line, ...how }),
  };
}

export const engine: Engine = serverEngine();
