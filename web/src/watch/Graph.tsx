// Graph.tsx: the win rate over the game on the table; a click goes there.
import { word } from '../i18n';
import { Panel } from '../shell/parts';
import { useStore } from '../store';
import { goTo, table } from '../table';
import type { Line, Thought } from '../types';
import { analysis, knownOf, type Known } from './analysis';
import { halfOf, isChance } from './CandidateTable';
import { Curve, endOf, type CurveMark, type CurvePoint } from './Curve';
import { reviews } from './reviewing';
import { allTold, whoTold } from './told';

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

/** What a player at the board thought: hollow in the graph, for it is no search that the reader asked for. */
function toldPoint(told: Thought, ply: number, unit: 'chance' | 'score'): CurvePoint[] {
  const by = whoTold(told);
  if (unit === 'chance') return told.chance == null ? [] : [{ ply, value: told.chance, by }];
  return Math.abs(told.value) < 1000 ? [{ ply, value: told.by === FIRST ? told.value : -told.value, by }] : [];
}

/** The points of one unit: chances, or scores where nobody gave chances. */
function curveOf(line: Line, told: readonly (Thought | null)[]): { unit: 'chance' | 'score'; points: CurvePoint[]; marks: CurveMark[] } {
  const review = reviews.of(line);
  if (review) return review.curve;
  const all = Array.from({ length: line.moves.length + 1 }, (_, ply) => ({ ply, known: knownOf(line, ply) }))
    .flatMap(({ ply, known }) => (known ? [{ ply, known }] : []));
  const own = all.filter(({ ply, known }) => known.thinker || !told[ply]);
  const heard = told.flatMap((one, ply) => (one && !own.some((known) => known.ply === ply) ? [{ ply, one }] : []));
  const chance = own.some(({ known }) => isChance(known.decision)) || heard.some(({ one }) => one.scale === 'probability') || !own.length;
  const unit = chance ? 'chance' : 'score';
  const used = own.filter(({ known }) => (chance ? isChance(known.decision) : Math.abs(known.decision.value ?? 0) < 1000));
  return { unit, points: [...used.flatMap(({ ply, known }) => pointOf(known, ply) ?? []), ...heard.flatMap(({ ply, one }) => toldPoint(one, ply, unit))], marks: [] };
}

export function Graph() {
  const { line, ply, position, session } = useStore(table);
  useStore(analysis);
  useStore(reviews.store);
  if (!line || !position) return null;
  const { unit, points: thought, marks } = curveOf(line, allTold());
  const end = session?.line === line ? endOf(session, line.moves.length, unit) : [];
  const points = [...thought.filter((one) => one.ply !== end[0]?.ply), ...end];
  return (
    <Panel className="graph-panel">
      <Curve unit={unit} points={points} marks={marks} moves={line.moves} current={ply}
        side={word(position.board.sides[0]?.name ?? FIRST)} onGo={(to) => void goTo(to)} />
    </Panel>
  );
}
