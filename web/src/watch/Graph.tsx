// Graph.tsx: the win rate over the game on the table; a click goes there.
import { word } from '../i18n';
import { Panel } from '../shell/parts';
import { useStore } from '../store';
import { goTo, table } from '../table';
import type { Line } from '../types';
import { analysis, knownOf, type Known } from './analysis';
import { halfOf, isChance } from './CandidateTable';
import { Curve, type CurveMark, type CurvePoint } from './Curve';
import { reviews } from './reviewing';

const FIRST = 'X';

/** What is known of a position, as the first player sees it. */
function pointOf(known: Known, ply: number): CurvePoint | null {
  const { decision, side } = known;
  if (decision.value == null) return null;
  const best = decision.moves.find((stat) => stat.move === decision.move);
  if (!isChance(decision)) return { ply, value: side === FIRST ? decision.value : -decision.value };
  const value = side === FIRST ? decision.value : 1 - decision.value;
  return { ply, value, half: decision.proven || !best ? undefined : halfOf(best) };
}

/** What a player at the board thought before its move: the server keeps it with the game. */
interface Told { chance: number | null }

/** The points of one unit: chances, or scores where nobody gave chances. */
function curveOf(line: Line, told: (Told | null)[]): { unit: 'chance' | 'score'; points: CurvePoint[]; marks: CurveMark[] } {
  const review = reviews.of(line);
  if (review) return review.curve;
  const all = Array.from({ length: line.moves.length + 1 }, (_, ply) => ({ ply, known: knownOf(line, ply) }))
    .flatMap(({ ply, known }) => (known ? [{ ply, known }] : []));
  const chances = all.filter(({ known }) => isChance(known.decision));
  const heard = told.flatMap((one, ply) => (one?.chance != null && !chances.some((known) => known.ply === ply) ? [{ ply, value: one.chance }] : []));
  if (heard.length) return { unit: 'chance', points: [...heard, ...chances.flatMap(({ ply, known }) => pointOf(known, ply) ?? [])], marks: [] };
  const used = chances.length ? chances : all.filter(({ known }) => Math.abs(known.decision.value ?? 0) < 1000);
  return { unit: chances.length || !used.length ? 'chance' : 'score', points: used.flatMap(({ ply, known }) => pointOf(known, ply) ?? []), marks: [] };
}

export function Graph() {
  const { line, ply, position, session } = useStore(table);
  useStore(analysis);
  useStore(reviews.store);
  if (!line || !position) return null;
  const { unit, points, marks } = curveOf(line, session?.line === line ? (session.analysis as (Told | null)[]) ?? [] : []);
  return (
    <Panel className="graph-panel">
      <Curve unit={unit} points={points} marks={marks} moves={line.moves} current={ply}
        side={word(position.board.sides[0]?.name ?? FIRST)} onGo={(to) => void goTo(to)} />
    </Panel>
  );
}
