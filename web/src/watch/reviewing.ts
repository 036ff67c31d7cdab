// reviewing.ts: the record that is being reviewed: its line, how far the review is, what it found, what the reader tries.
import { engine, EngineError } from '../engine';
import { t } from '../i18n';
import { shelf } from '../kept';
import { createStore } from '../store';
import { lineKey, lineTo, positionOf, sentence } from '../table';
import type { Job, Line, Position, RecordGame } from '../types';
import type { CurveMark, CurvePoint, Grade } from './Curve';
import { runJob } from './jobs';

export interface Standing { text: string; score: number | null; chance: number; certain: boolean }
export interface ReviewedMove {
  number: number; side: 'X' | 'O'; move: string; before: Standing; after: Standing;
  loss: number; lost_chance: number; grade: Grade; forced: boolean; better: string | null; line: string[];
}
export interface SideSum { moves: number; loss: number; good: number; doubtful: number; bad: number; blunder: number }
/** As `banyan review --json`. */
export interface ReviewResult {
  first: string | null; second: string | null; result: string | null; player: string; unit: 'score' | 'chance'; complete: boolean;
  moves: ReviewedMove[]; worst: number[]; sums: Record<'X' | 'O', SideSum>; nodes: number; simulations: number; seconds: number;
}
export type Care = 'quick' | 'normal' | 'deep' | 'own';
export interface Trial { number: number; tried: string | null; judging: boolean; verdict: ReviewedMove | null; error: string | null; answered: boolean }

export interface Reviewing {
  line: Line | null;
  info: Record<string, string | null>;
  text: string | null; // the SGF as it was read, null of other formats: what stands in it stays when the review is saved
  games: RecordGame[]; // of the file
  game: number;
  ply: number;
  position: Position | null;
  care: Care;
  player: string; // '': the game's own
  job: string | null; // of the review that is shown, for saving it
  running: { progress: number; left: number | null } | null;
  result: ReviewResult | null;
  timed: Care | null; // the care of the result, where a clock ended its searches
  growing: ReviewResult | null; // while it runs: values alone, losses are weighed when all are known
  command: string;
  error: string | null;
  reading: boolean;
  trial: Trial | null;
}

const NOTHING: Reviewing = {
  line: null, info: {}, text: null, games: [], game: 0, ply: 0, position: null, care: 'normal', player: '', job: null, running: null,
  result: null, timed: null, growing: null, command: '', error: null, reading: false, trial: null,
};

export const reviewing = createStore<Reviewing>(NOTHING);

/** How the review saw the game, for the graph. */
export function curveOf(result: ReviewResult): { unit: 'chance' | 'score'; points: CurvePoint[]; marks: CurveMark[] } {
  const { unit, moves } = result;
  const seen = (side: string, standing: Standing) => {
    if (unit === 'score') return (side === 'X' ? 1 : -1) * (standing.score ?? 0);
    return side === 'X' ? standing.chance : 1 - standing.chance;
  };
  const begin = moves[0] ? [{ ply: moves[0].number - 1, value: seen(moves[0].side, moves[0].before) }] : [];
  return {
    unit,
    points: [...begin, ...moves.map((one) => ({ ply: one.number, value: seen(one.side, one.after) }))],
    marks: moves.filter((one) => one.grade !== 'good').map(({ number, grade, move }) => ({ ply: number, grade, move })),
  };
}

/** What a value says of the result: null where it is open, or where points are counted. */
export function outcomeOf({ text, score, certain }: Standing): 'win' | 'draw' | 'loss' | null {
  if (!certain || score === null || / by /.test(text)) return null;
  return score > 0 ? 'win' : score < 0 ? 'loss' : 'draw';
}

/** Whether other runs may come to other verdicts: a clock ended searches that had not seen the end of the game. */
export const mayDiffer = ({ result, timed }: Pick<Reviewing, 'result' | 'timed'>): boolean =>
  !!result && timed !== null && result.moves.some(({ before, after }) => !before.certain || !after.certain);

// --- reviews that were made, for whoever shows the same game; they stay over a reload ------------------------------

const MOST_REVIEWS = 20;
const MOST_KEPT = 1_000_000; // characters in the browser's storage
type How = Pick<Reviewing, 'care' | 'player'>;
interface Kept { line: Line; how: How; result: ReviewResult; command: string; job: string }
const onShelf = shelf<Kept>('reviews', MOST_KEPT, (one) =>
  typeof one?.line?.game === 'string' && Array.isArray(one.line.moves) && Array.isArray(one.result?.moves) && Array.isArray(one.result.worst) &&
  !!one.result.sums?.X && !!one.result.sums.O && typeof one.how?.care === 'string' && typeof one.command === 'string' && typeof one.job === 'string');
const kept = createStore<readonly Kept[]>(onShelf.all().map(([, one]) => one).reverse().slice(0, MOST_REVIEWS));
const isLike = (a: How, b: How) => a.care === b.care && a.player === b.player;
const isSame = (a: Line, b: Line) => JSON.stringify([a.game, a.options, a.start]) === JSON.stringify([b.game, b.options, b.start])
  && a.moves.join(' ') === b.moves.join(' ');

export const reviews = {
  store: kept,
  of(line: Line) {
    const found = kept.get().find((one) => isSame(one.line, line));
    return found ? { result: found.result, curve: curveOf(found.result) } : null;
  },
};
/** How this game was reviewed last. */
export const lastHow = (line: Line): How | null => kept.get().find((one) => isSame(one.line, line))?.how ?? null;

/** The same game as the same player reviewed it with the same care. */
const reviewAs = (line: Line, how: How): Kept | null => kept.get().find((one) => isSame(one.line, line) && isLike(one.how, how)) ?? null;

function keep(one: Kept): void {
  kept.set([one, ...kept.get().filter((other) => !isSame(one.line, other.line) || !isLike(one.how, other.how))].slice(0, MOST_REVIEWS));
  onShelf.put(JSON.stringify([lineKey(one.line), one.how.care, one.how.player]), one);
}

// --- the record -----------------------------------------------------------------------------------------------------

let turn = 0;

export function goTo(ply: number): void {
  const { line } = reviewing.get();
  if (!line) return;
  const to = Math.max(0, Math.min(line.moves.length, ply)), mine = ++turn;
  reviewing.patch({ ply: to, trial: null });
  positionOf(lineTo(line, to)).then(
    (position) => mine === turn && reviewing.patch({ position }),
    (error) => mine === turn && reviewing.patch({ error: sentence(error) }));
}

/** Puts a line on the desk; a review that is running is stopped. */
export function take(line: Line, info: Record<string, string | null> = {}, games: RecordGame[] = [], game = 0, text: string | null = null): void {
  stopReview();
  const { care, player } = reviewing.get();
  const known = reviewAs(line, { care, player });
  reviewing.set({ ...NOTHING, care, player, line, info, games, game, text, result: known?.result ?? null, timed: known && timedBy(known.how), command: known?.command ?? '', job: known?.job ?? null });
  goTo(line.moves.length);
}

export async function read(what: { text?: string; base64?: string; name?: string }): Promise<void> {
  reviewing.patch({ reading: true, error: null });
  try {
    const { format, games } = await engine.readRecord(what);
    reviewing.patch({ reading: false });
    if (games[0]) take(games[0].line, games[0].info, games, 0, format === 'sgf' ? what.text ?? null : null);
  } catch (error) {
    reviewing.patch({ reading: false, error: sentence(error) });
  }
}

export function chooseGame(at: number): void {
  const { games, text } = reviewing.get();
  if (games[at]) take(games[at].line, games[at].info, games, at, text);
}

export function forget(): void {
  stopReview();
  const { care, player } = reviewing.get();
  reviewing.set({ ...NOTHING, care, player });
}

// --- the review -------------------------------------------------------------------------------------------------------

export const howOf = ({ care, player }: Pick<Reviewing, 'care' | 'player'>): object =>
  ({ ...(player ? { player } : {}), ...(care === 'own' && player ? {} : { care: care === 'own' ? 'normal' : care }), seed: 1 });

export async function startReview(): Promise<void> {
  const now = reviewing.get(), { line } = now;
  if (!line || now.running) return;
  reviewing.patch({ running: { progress: 0, left: null }, error: null, result: null, trial: null, job: null });
  const mine = (job: Job) => reviewing.get().line === line && (reviewing.get().job === null || reviewing.get().job === job.job);
  try {
    const job = await runJob('review', line, howOf(now), (step) => {
      if (!mine(step)) return;
      const growing = step.result?.moves ? { ...step.result, moves: step.result.moves.map((one: ReviewedMove) => ({ ...one, grade: 'good' })) } : reviewing.get().growing;
      reviewing.patch({ job: step.job, running: { progress: step.progress ?? 0, left: step.left ?? null }, growing });
    });
    if (mine(job)) end(line, { care: now.care, player: now.player }, job);
  } catch (error) {
    if (reviewing.get().line === line) reviewing.patch({ running: null, growing: null, error: sentence(error) });
  }
}

/** Which care ended the searches by the clock; null: none, the player has limits of its own. */
const timedBy = ({ care, player }: How): Care | null =>
  care === 'own' && player ? (/\btime=/.test(player) ? 'own' : null) : care === 'own' ? 'normal' : care;

function end(line: Line, how: How, job: Job): void {
  const result: ReviewResult | null = job.result?.moves ? job.result : null;
  reviewing.patch({ job: job.job, running: null, growing: null, result, timed: timedBy(how), command: job.command ?? '', error: job.state === 'failed' ? job.error : null });
  if (result) keep({ line, how, result, command: job.command ?? '', job: job.job });
  const { ply } = reviewing.get();
  if (result?.worst.length && ply === line.moves.length) goTo(result.worst[0]!); // there is something to see
}

export function stopReview(): void {
  const { job, running } = reviewing.get();
  if (job && running) void engine.stopJob(job).catch(() => {});
}

// --- once more ----------------------------------------------------------------------------------------------------------

/** The position before a move: the reader looks for a better one. */
export function tryAgain(number: number): void {
  goTo(number - 1);
  reviewing.patch({ trial: { number, tried: null, judging: false, verdict: null, error: null, answered: false } });
}

const patchTrial = (part: Partial<Trial>) => {
  const { trial } = reviewing.get();
  if (trial) reviewing.patch({ trial: { ...trial, ...part } });
};

/** A review of that one move says how good it was. */
export async function tryMove(move: string): Promise<void> {
  const now = reviewing.get(), { line, trial, position } = now;
  if (!line || !trial || !position || trial.judging) return;
  patchTrial({ tried: move, judging: true, verdict: null, error: null });
  const still = () => reviewing.get().trial?.number === trial.number && reviewing.get().trial?.tried === move;
  try {
    const job = await runJob('review', { ...line, start: position.position, moves: [move] }, howOf(now), () => {});
    const verdict: ReviewedMove | undefined = job.result?.moves?.[0];
    if (still()) patchTrial({ judging: false, verdict: verdict ?? null, error: verdict ? null : job.error });
  } catch (error) {
    if (still()) patchTrial({ judging: false, error: sentence(error) });
  }
}

export const showAnswer = (): void => patchTrial({ answered: true });

export async function save(): Promise<string> {
  const { line, info, job, result, text: read, games } = reviewing.get();
  const given = Object.fromEntries(Object.entries(info).filter((entry): entry is [string, string] => !!entry[1]));
  const how = { format: 'sgf', info: given, review: result ? job : null, ...(read && games.length === 1 ? { text: read } : {}) };
  const { name, text } = await engine.writeRecord(line!, how).catch((error) => {
    throw error instanceof EngineError && error.status === 404 ? new Error(t('review.gone')) : error; // shown from what the browser kept
  });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-go-sgf' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return name;
}
