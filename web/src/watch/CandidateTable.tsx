// CandidateTable.tsx: the moves that were looked at, as a table: visits, values with their intervals, lines.
//
// The table has as many rows from the first report of a search to the last, so that nothing moves below it.
import { useState } from 'preact/hooks';
import type { Decision, MoveStat } from '../types';
import { number, short, t, word } from '../i18n';
import { halfWidth, plusMinus, points } from './figures';
import { worthOf } from './worth';

const ROWS = 5;

export interface CandidateTableProps {
  decision: Decision;
  side: string; // the name of who moves
  chosen: string | null; // the move that is being explained
  kept: readonly string[]; // the line that stays on the board
  onLine(line: string[] | null, keep: boolean): void; // under the pointer, or kept by a click
  onExplain(move: string): void;
}

export const isChance = (decision: Decision): boolean => decision.scale === 'probability';

/** Most visits first, the answer before all: as searches give them, but for equal moves. */
export function ranked(decision: Decision): MoveStat[] {
  const rank = (stat: MoveStat) => (stat.move === decision.move ? Infinity : stat.visits ?? 0);
  return isChance(decision) ? [...decision.moves].sort((a, b) => rank(b) - rank(a)) : decision.moves;
}

export const visitsOf = (decision: Decision): number => decision.moves.reduce((sum, stat) => sum + (stat.visits ?? 0), 0);

/** Half of the interval that the engine gives, or that its visits give. */
export function halfOf(stat: MoveStat): number {
  const interval = stat.interval as [number, number] | null | undefined;
  return interval ? (interval[1] - interval[0]) / 2 : halfWidth(stat.value, stat.visits ?? 0);
}

/** What is expected behind a move, with the move. */
function lineOf(stat: MoveStat, decision: Decision): string[] {
  const line = (stat.line as string[] | null | undefined) ?? [];
  if (line.length) return line[0] === stat.move ? line : [stat.move, ...line];
  return stat.move === decision.move && decision.pv.length ? decision.pv : [stat.move];
}

function Value({ stat, decision, faint }: { stat: MoveStat; decision: Decision; faint: boolean }) {
  if (stat.value == null) return <td class="figure muted">–</td>;
  if (!isChance(decision)) {
    const { bound, text } = worthOf(stat);
    const spoken = bound && t(bound === '≤' ? 'watch.atMost' : 'watch.atLeast');
    return <td class="figure" title={stat.meaning ?? undefined}>{bound && <span aria-label={spoken} role="img">{bound}</span>}{bound && ' '}{text}</td>;
  }
  const exact = stat.bound === 'exact';
  const half = halfOf(stat);
  return (
    <td class={faint ? 'figure muted' : 'figure'} title={exact ? t('watch.proven') : faint ? t('watch.few') : t('watch.interval')}>
      {points(stat.value)}
      <small>{exact ? ' ✓' : ` ${plusMinus(half)}`}</small>
    </td>
  );
}

/** Millions are written short: the column stays as it is. */
const countText = (value: number): string => (value < 1e6 ? number(value) : short(value));

/** A line of play: the board after each of its moves, under the pointer or kept by a click. */
export function LineMoves({ moves, kept, onLine }: { moves: string[]; kept: readonly string[]; onLine: CandidateTableProps['onLine'] }) {
  const leave = () => onLine(null, false);
  return (
    <>
      {moves.map((move, i) => {
        const so = moves.slice(0, i + 1), title = t('watch.followLine', { move, n: i + 1 });
        return (
          <button type="button" class="bare" key={i} title={title} aria-label={title} aria-pressed={kept.join(' ') === so.join(' ')}
            onPointerEnter={(event) => event.pointerType === 'mouse' && onLine(so, false)} onPointerLeave={leave}
            onFocus={() => onLine(so, false)} onBlur={leave} onClick={() => onLine(so, true)}>{word(move)}</button>
        );
      })}
    </>
  );
}

function Row({ stat, best, props, share, most }: { stat: MoveStat; best: boolean; props: CandidateTableProps; share: number; most: number }) {
  const { decision, kept, onLine, onExplain, chosen } = props;
  const moves = lineOf(stat, decision);
  const faint = isChance(decision) && share < 0.01;
  const leave = () => onLine(null, false);
  return (
    <tr class={best ? 'best' : undefined} onPointerEnter={(event) => event.pointerType === 'mouse' && onLine(moves.slice(0, 1), false)} onPointerLeave={leave}>
      <th scope="row">
        <button type="button" class="bare move" aria-pressed={chosen === stat.move} title={t('watch.whyTitle', { move: stat.move })}
          onClick={() => onExplain(stat.move)} onFocus={() => onLine([stat.move], false)} onBlur={leave}>{word(stat.move)}</button>
      </th>
      <td class="figure visits"><span class="bar" style={{ width: `${Math.round((48 * share) / Math.max(most, 1e-9))}px` }} /><span title={number(stat.visits ?? 0)}>{countText(stat.visits ?? 0)}</span></td>
      <Value stat={stat} decision={decision} faint={faint} />
      <td class="line" title={moves.join(' ')}><div><LineMoves moves={moves} kept={kept} onLine={onLine} /></div></td>
    </tr>
  );
}

export function CandidateTable(props: CandidateTableProps) {
  const [all, setAll] = useState(false);
  const { decision, side } = props;
  const stats = ranked(decision);
  const total = Math.max(1, visitsOf(decision));
  const most = Math.max(...stats.map((stat) => (stat.visits ?? 0) / total), 0);
  const shown = all ? stats : stats.slice(0, ROWS);
  const rest = stats.slice(ROWS);
  const best = stats.find((stat) => stat.move === decision.move);
  const restVisits = rest.reduce((sum, stat) => sum + (stat.visits ?? 0), 0);
  return (
    <div class="candidates">
      <table>
        <caption class="hidden">{t('watch.candidates')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('watch.move')}</th>
            <th scope="col" class="figure">{isChance(decision) ? t('watch.visits') : t('watch.looked')}</th>
            <th scope="col" class="figure">{isChance(decision) ? t('watch.chances', { side }) : t('watch.value')}</th>
            <th scope="col">{t('watch.line')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((stat) => (
            <Row key={stat.move} stat={stat} best={stat.move === decision.move} props={props} share={(stat.visits ?? 0) / total} most={most} />
          ))}
        </tbody>
      </table>
      {best && <p class="strip"><span class="muted">{t('watch.line')}</span> <LineMoves moves={lineOf(best, decision)} kept={props.kept} onLine={props.onLine} /></p>}
      {rest.length > 0 && (
        <button type="button" class="bare more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('watch.fewer') : isChance(decision) ? t('watch.more', { n: rest.length, visits: number(restVisits) }) : t('watch.moreScores', { n: rest.length })}
        </button>
      )}
    </div>
  );
}
