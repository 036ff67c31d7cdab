// Curve.tsx: how the game went, ply by ply, as the first player sees it. A click or an arrow key goes to a move.
//
// Drawn here and not by a library: a few hundred points at most, and every one of them has to be
// reachable by keyboard, and every mark to have a shape and a word of its own.
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Session } from '../types';
import { percent, plusMinus, points as inPoints, signed } from './figures';

export type Grade = 'good' | 'doubtful' | 'bad' | 'blunder';

/** Of the first player, with half of an interval. `by`: a player at the board thought so; `text`: it is how the game ended. */
export interface CurvePoint { ply: number; value: number; half?: number; by?: string; text?: string }
export interface CurveMark { ply: number; grade: Grade; move: string }
export interface CurveProps {
  unit: 'chance' | 'score';
  points: readonly CurvePoint[];
  marks: readonly CurveMark[];
  moves: readonly string[];
  current: number; // ply
  side: string; // the first player's name
  onGo(ply: number): void;
}

/** How the game ended by its rules. Where no points are counted a win is the end of the axis. */
export function endOf(session: Pick<Session, 'result'> | null, plies: number, unit: 'chance' | 'score'): CurvePoint[] {
  const result = session?.result;
  if (!result || !['rules', 'agreed'].includes(result.reason)) return [];
  const sign = result.winner === 'X' ? 1 : result.winner === 'O' ? -1 : 0;
  const counted = Math.abs(result.score ?? 0) > 1 ? result.score! : sign && sign * Infinity;
  return [{ ply: plies, value: unit === 'chance' ? (1 + sign) / 2 : counted, text: result.text }];
}

const HEIGHT = 132;
const PAD = { left: 44, right: 16, top: 12, bottom: 24 };

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(240, Math.round(entry!.contentRect.width))));
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

// How far from the middle the axis goes: the least of some round numbers that holds all points.
function reach(points: readonly CurvePoint[], unit: CurveProps['unit']): number {
  const far = Math.max(0, ...points.filter((p) => Number.isFinite(p.value)).map((p) => Math.abs(p.value - (unit === 'chance' ? 0.5 : 0))));
  const steps = unit === 'chance' ? [0.2, 0.3, 0.4, 0.5] : [1, 2, 4, 8, 16, 32, 64];
  return steps.find((step) => far <= step) ?? (unit === 'chance' ? 0.5 : 2 ** Math.ceil(Math.log2(far)));
}

function stepOf(plies: number, width: number): number {
  const most = Math.max(2, Math.floor(width / 56));
  return [1, 2, 5, 10, 20, 25, 50, 100, 200].find((step) => plies / step <= most) ?? 500;
}

export function valueText(point: CurvePoint, unit: CurveProps['unit']): string {
  if (unit === 'score') return signed(point.value);
  return percent(point.value) + (point.half ? ` ${plusMinus(point.half)}` : '');
}

/** The shape of a grade, about (0, 0): a diamond, a disc, a square; never colour alone. */
export function GradeShape({ grade }: { grade: Grade }) {
  if (grade === 'doubtful') return <path class="grade doubtful" d="M0-5.5 5.5 0 0 5.5-5.5 0Z" />;
  if (grade === 'bad') return <circle class="grade bad" r="5" />;
  if (grade === 'blunder') return <path class="grade blunder" d="M-5-5H5V5H-5Z" />;
  return <circle class="grade good" r="3" />;
}

export function GradeIcon({ grade }: { grade: Grade }) {
  return <svg class="grade-icon" viewBox="-7 -7 14 14" width="12" height="12" aria-hidden="true"><GradeShape grade={grade} /></svg>;
}

const SIGNS: Record<Grade, string> = { good: '', doubtful: '?!', bad: '?', blunder: '??' };
export const gradeWord = (grade: Grade): string => t(`watch.${grade}`);
export const gradeSign = (grade: Grade): string => SIGNS[grade];

function spoken(props: CurveProps, ply: number): string {
  const point = props.points.find((p) => p.ply === ply);
  const mark = props.marks.find((m) => m.ply === ply);
  const where = ply === 0 ? t('watch.start') : `${t('watch.moveOf', { n: ply, all: props.moves.length })}, ${props.moves[ply - 1]}`;
  return [where, point?.text ?? (point ? `${props.side} ${valueText(point, props.unit)}` : t('watch.notLooked')), point?.by ? t('watch.by', { who: point.by }) : '', mark ? gradeWord(mark.grade) : '']
    .filter(Boolean).join(', ');
}

// Neighbouring points are joined; where plies between them were not looked at, by a dashed line.
function segments(points: readonly CurvePoint[]) {
  return points.slice(1).map((to, i) => ({ from: points[i]!, to, gap: to.ply - points[i]!.ply > 1 }));
}

export function Curve(props: CurveProps) {
  const { ref, width } = useWidth();
  const [over, setOver] = useState<number | null>(null);
  const { unit, marks, moves, current, onGo } = props;
  const points = [...props.points].sort((a, b) => a.ply - b.ply);
  const plies = Math.max(1, moves.length);
  const middle = unit === 'chance' ? 0.5 : 0;
  const far = reach(points, unit);
  const x = (ply: number) => PAD.left + ((width - PAD.left - PAD.right) * ply) / plies;
  const y = (value: number) => {
    const part = Math.min(1, Math.max(-1, (value - middle) / far));
    return PAD.top + ((HEIGHT - PAD.top - PAD.bottom) * (1 - part)) / 2;
  };
  const plyAt = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const part = (event.clientX - box.left - PAD.left) / (width - PAD.left - PAD.right);
    return Math.min(moves.length, Math.max(0, Math.round(part * plies)));
  };
  const keys: Record<string, number> = { ArrowLeft: current - 1, ArrowDown: current - 1, ArrowRight: current + 1, ArrowUp: current + 1, Home: 0, End: moves.length };
  const onKey = (event: KeyboardEvent) => {
    const to = keys[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (to >= 0 && to <= moves.length) onGo(to);
  };
  const step = stepOf(plies, width);
  const ticks = Array.from({ length: Math.floor(plies / step) + 1 }, (_, i) => i * step);
  const levels = [middle + far, middle, middle - far];
  const levelText = (value: number) => (unit === 'chance' ? inPoints(value, 0) : signed(value));
  const band = points.filter((p) => p.half);
  const told = over ?? current;
  return (
    <div class="graph" ref={ref}>
      <div class="graph-head">
        <h2>{unit === 'chance' ? t('watch.graph', { side: props.side }) : t('watch.graphScore', { side: props.side })}</h2>
        <span class="muted told">{spoken(props, told)}</span>
        <span class="legend muted">
          {marks.length > 0 && (['doubtful', 'bad', 'blunder'] as const).map((grade) => <span key={grade}><GradeIcon grade={grade} /> {gradeWord(grade)}</span>)}
          <span>{t('watch.walk')}</span>
        </span>
      </div>
      <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="slider" tabIndex={0} aria-orientation="horizontal"
        aria-label={t('watch.graphHelp')} aria-valuemin={0} aria-valuemax={moves.length} aria-valuenow={current} aria-valuetext={spoken(props, current)}
        onClick={(event) => onGo(plyAt(event))} onKeyDown={onKey}
        onPointerMove={(event) => setOver(plyAt(event))} onPointerLeave={() => setOver(null)}>
        <rect x="0" y="0" width={width} height={HEIGHT} fill="transparent" />
        {levels.map((value) => (
          <g key={value}>
            <line class={value === middle ? 'axis middle' : 'axis'} x1={PAD.left} x2={width - PAD.right} y1={y(value)} y2={y(value)} />
            <text class="tick" x={PAD.left - 8} y={y(value) + 4} text-anchor="end">{levelText(value)}</text>
          </g>
        ))}
        {ticks.map((ply) => <text class="tick" key={ply} x={x(ply)} y={HEIGHT - 6} text-anchor="middle">{ply}</text>)}
        {band.length > 1 && <path class="band" d={bandPath(band, x, y)} />}
        {segments(points).map(({ from, to, gap }) => (
          <line key={to.ply} class={gap ? 'curve gap' : 'curve'} x1={x(from.ply)} y1={y(from.value)} x2={x(to.ply)} y2={y(to.value)} />
        ))}
        {points.length <= 80 && points.map((p) => <circle key={p.ply} class={p.by ? 'point told' : 'point'} cx={x(p.ply)} cy={y(p.value)} r={points.length <= 12 || p.by ? 3 : 2} />)}
        <line class="now" x1={x(current)} x2={x(current)} y1={PAD.top - 6} y2={HEIGHT - PAD.bottom + 4} />
        {over !== null && over !== current && <line class="over" x1={x(over)} x2={x(over)} y1={PAD.top} y2={HEIGHT - PAD.bottom} />}
        {marks.map((mark) => {
          const point = points.find((p) => p.ply === mark.ply);
          return (
            <g key={mark.ply} transform={`translate(${x(mark.ply)} ${point ? y(point.value) : y(middle)})`}>
              <title>{`${mark.ply} ${mark.move}: ${gradeWord(mark.grade)}`}</title>
              <GradeShape grade={mark.grade} />
            </g>
          );
        })}
        {points.every((p) => p.text) && <text class="tick" x={width / 2} y={(HEIGHT - PAD.bottom) / 2 - 4} text-anchor="middle">{width > 560 ? t('watch.graphEmpty') : t('watch.notLooked')}</text>}
      </svg>
    </div>
  );
}

function bandPath(band: readonly CurvePoint[], x: (ply: number) => number, y: (value: number) => number): string {
  const upper = band.map((p) => `${x(p.ply).toFixed(1)} ${y(p.value + p.half!).toFixed(1)}`);
  const lower = [...band].reverse().map((p) => `${x(p.ply).toFixed(1)} ${y(p.value - p.half!).toFixed(1)}`);
  return `M${upper.join('L')}L${lower.join('L')}Z`;
}
