// Tables.tsx: who stands where: points, Elo on one axis, the cross table, the sequential test.
import { number, t } from '../i18n';
import { Panel } from '../shell/parts';
import { percent, signed } from '../watch/figures';
import { namesOf, type Contest, type Pairing, type Sprt } from './contest';

interface Row {
  name: string; rank: number; points: number; games: number; wdl: [number, number, number]; score: number; interval: [number, number];
  elo: number | null; low: number | null; high: number | null; speed: number; faults: number;
}

const negated = (value: number | null): number | null => (value === null ? null : -value);

/** Elo of a match: what one has more than the other; an end that is nowhere (all won, all lost) is null. */
function matchRows({ match, setup }: Contest): Row[] {
  if (!match) return [];
  const { draws, games, score, interval: [low, high], elo, elo_interval: [eloLow, eloHigh] } = match;
  const wins = [match.a.wins, match.b.wins];
  return setup.players.map((player: { name: string }, i: number) => ({
    name: player.name, rank: i + 1, points: wins[i] + draws / 2, games, wdl: [wins[i], draws, wins[1 - i]],
    score: i ? 1 - score : score, interval: i ? [1 - high, 1 - low] : [low, high],
    elo: i ? negated(elo) : elo, low: i ? negated(eloHigh) : eloLow, high: i ? negated(eloLow) : eloHigh,
    speed: (i ? match.b : match.a).seconds_per_move, faults: 0,
  }));
}

function rowsOf(contest: Contest): Row[] {
  if (contest.format === 'match') return matchRows(contest);
  return (contest.report?.standings ?? []).map((one) => ({
    ...one, wdl: [one.wins, one.draws, one.losses], low: one.elo_interval[0], high: one.elo_interval[1], speed: one.seconds_per_move,
  }));
}

const eloText = (value: number | null, sign: number): string => (value === null ? (sign < 0 ? '−∞' : '+∞') : signed(Math.round(value)));

// --- the axis that all rows share -----------------------------------------------------------------------------------------

const WIDTH = 240, PAD = 10;

/** Whole steps of 1, 2 or 5 times a power of ten, at most about five of them. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low) / 4, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= 0.8 * rough)!;
  const out = [];
  for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) out.push(Math.round(at));
  return out;
}

function axisOf(rows: Row[]): { low: number; high: number; x: (elo: number) => number } {
  const known = rows.flatMap(({ elo, low, high }) => [elo, low, high]).filter((one): one is number => one !== null);
  let [low, high] = [Math.min(-50, ...known), Math.max(50, ...known)];
  const rest = (high - low) / 4; // for an arrow to what is nowhere
  if (rows.some((row) => row.low === null)) low -= rest;
  if (rows.some((row) => row.high === null)) high += rest;
  return { low, high, x: (elo) => PAD + (WIDTH - 2 * PAD) * Math.min(1, Math.max(0, (elo - low) / (high - low))) };
}

function EloLine({ row, rows, score }: { row: Row; rows: Row[]; score: number }) {
  const { low, high, x } = axisOf(rows);
  const [from, to] = [x(row.low ?? -Infinity), x(row.high ?? Infinity)];
  const arrow = (at: number, way: number) => <path class="arrow" d={`M${at + 7 * way} 12l${-8 * way} -5v10z`} />;
  const label = t('arena.eloOf', { name: row.name, elo: eloText(row.elo, score - 0.5), low: eloText(row.low, -1), high: eloText(row.high, 1) });
  return (
    <svg class="elo" viewBox={`0 0 ${WIDTH} 24`} role="img" aria-label={label}><title>{label}</title>
      {ticks(low, high).map((at) => <line key={at} class={at === 0 ? 'zero' : 'grid-line'} x1={x(at)} x2={x(at)} y1="0" y2="24" />)}
      <line class="span" x1={from} x2={to} y1="12" y2="12" />
      {row.low === null && arrow(from, -1)}{row.high === null && arrow(to, 1)}
      {row.elo !== null && <circle class="dot" cx={x(row.elo)} cy="12" r="4.5" />}
    </svg>
  );
}

function AxisHead({ rows }: { rows: Row[] }) {
  const { low, high, x } = axisOf(rows);
  return <div class="elo ticks" aria-hidden="true">{ticks(low, high).map((at) => <span key={at} class={at === 0 ? 'zero' : ''} style={{ left: `${(100 * x(at)) / WIDTH}%` }}>{signed(at)}</span>)}</div>;
}

function zeroSentence(contest: Contest): string {
  if (contest.format === 'match') return t('arena.zeroMatch');
  const zero = contest.report?.elo_zero;
  return zero ? t('arena.zeroFirst', { name: zero }) : t('arena.zeroMean');
}

export function Standing({ contest }: { contest: Contest }) {
  const rows = rowsOf(contest), { match } = contest;
  if (!rows.length) return null;
  const better = match && match.score >= 0.5 ? 0 : 1;
  return (
    <Panel title={t('arena.standing')} className="standing">
      <div class="scroll" tabIndex={0} role="group" aria-label={t('arena.standing')}><table>
        <thead><tr><th>{t('arena.who')}</th><th class="axis">{t('arena.eloLine')}<AxisHead rows={rows} /></th>
          <th class="figure">{t('arena.points')}<small>{t('arena.wdl')}</small></th><th class="figure">{t('arena.score')}</th><th class="figure speed">{t('arena.perMove')}</th></tr></thead>
        <tbody>{rows.map((row) => (
          <tr key={row.name} data-player={row.name}>
            <th scope="row">{contest.format !== 'match' && <span class="muted">{row.rank}</span>} {row.name}{row.faults > 0 && <small class="error">{t('arena.faults', { n: row.faults })}</small>}</th>
            <td class="axis"><span data-figure="elo"><b>{eloText(row.elo, row.score - 0.5)}</b> <small>{eloText(row.low, -1)} … {eloText(row.high, 1)}</small></span><EloLine row={row} rows={rows} score={row.score} /></td>
            <td class="figure two"><b>{number(row.points, row.points % 1 ? 1 : 0)}</b><small> / {row.games}</small><small class="under">{row.wdl.join(' ')}</small></td>
            <td class="figure two" data-figure="score">{percent(row.score)} <small class="under">{number(100 * row.interval[0], 1)}–{number(100 * row.interval[1], 1)}</small></td>
            <td class="figure speed">{row.speed < 5e-6 ? `< ${number(0.01, 2)} ms` : row.speed < 0.01 ? `${number(1000 * row.speed, 2)} ms` : row.speed < 1 ? `${number(1000 * row.speed)} ms` : `${number(row.speed, 1)} s`}</td>
          </tr>))}</tbody>
      </table></div>
      <p class="panel-foot muted">{zeroSentence(contest)}
        {match && match.games > 0 && !match.biased && ` ${t('arena.superior', { name: namesOf(contest)[better], n: number(100 * (better ? 1 - match.superiority : match.superiority), 1) })}`}
        {match?.biased && ` ${t('arena.biased')}`}
        {match?.repeats && ` ${t('arena.repeats', { n: match.distinct ?? 1 })}`}</p>
    </Panel>
  );
}

// --- the cross table -------------------------------------------------------------------------------------------------------

/** What a got against b over all their pairings. */
function between(pairings: Pairing[], a: string, b: string): { points: number; games: number } | null {
  const met = pairings.filter((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
  const points = met.reduce((sum, one) => sum + (one.a === a ? one.wins : one.losses) + one.draws / 2, 0);
  const games = met.reduce((sum, one) => sum + one.games, 0);
  return games ? { points, games } : null;
}

export function Cross({ contest }: { contest: Contest }) {
  const { report } = contest;
  if (!report) return null;
  const names = contest.format === 'match' ? namesOf(contest) : report.standings.map((one) => one.name);
  const half = (points: number) => number(points, points % 1 ? 1 : 0);
  return (
    <Panel title={t('arena.cross')} className="cross">
      <div class="scroll" tabIndex={0} role="group" aria-label={t('arena.cross')}><table>
        <thead><tr><th>{t('arena.who')}</th>{names.map((name, i) => <th key={name} class="cell" title={name}>{i + 1}</th>)}</tr></thead>
        <tbody>{names.map((a, i) => (
          <tr key={a}><th scope="row"><span class="muted">{i + 1}</span> {a}</th>
            {names.map((b) => {
              const cell = a === b ? null : between(report.pairings, a, b);
              const share = cell ? cell.points / cell.games : 0;
              const label = cell ? t('arena.crossCell', { a, b, points: half(cell.points), games: cell.games }) : '';
              return <td key={b} class="cell" data-cell={`${a}|${b}`} title={label} style={cell ? { background: `color-mix(in srgb, var(--accent) ${Math.round(40 * share)}%, var(--surface))` } : {}}>
                {cell ? <>{half(cell.points)}<small> / {cell.games}</small></> : a === b ? '·' : ''}</td>;
            })}</tr>))}</tbody>
      </table></div>
    </Panel>
  );
}

// --- the sequential test ------------------------------------------------------------------------------------------------------

export function Test({ sprt, names: [a, b] }: { sprt: Sprt; names: string[] }) {
  const [low, high] = sprt.bounds, span = high - low;
  const x = (value: number) => 4 + 392 * Math.min(1, Math.max(0, (value - low) / span));
  const bar = t('arena.sprtBar', { llr: number(sprt.llr, 2), low: number(low, 2), high: number(high, 2), elo0: sprt.elo0, elo1: sprt.elo1 });
  const verdict = t(sprt.verdict === 'open' ? 'arena.sprtOpen' : 'arena.sprtEnd', { n: sprt.after, h: sprt.verdict });
  const nearer = sprt.verdict === 'H0' ? [sprt.elo0, sprt.elo1] : [sprt.elo1, sprt.elo0];
  const words = { a, b, elo0: signed(nearer[0]), elo1: signed(nearer[1]) };
  return (
    <Panel title={t('arena.sprtTitle')} extra={verdict} className="sprt">
      <div class="panel-body">
        <svg viewBox="0 0 400 28" role="img" aria-label={bar} data-llr={sprt.llr}>
          <rect class="rail" x="4" y="10" width="392" height="8" rx="4" />
          <rect class={`fill ${sprt.verdict}`} x={Math.min(x(0), x(sprt.llr))} y="10" width={Math.abs(x(sprt.llr) - x(0))} height="8" />
          <line class="zero" x1={x(0)} x2={x(0)} y1="4" y2="24" />
          <line class="now" x1={x(sprt.llr)} x2={x(sprt.llr)} y1="2" y2="26" />
        </svg>
        <p class="ends"><span>H0: {signed(sprt.elo0)} Elo<br /><small class="muted">{number(low, 2)}</small></span><b>{number(sprt.llr, 2)}</b><span>H1: {signed(sprt.elo1)} Elo<br /><small class="muted">{number(high, 2)}</small></span></p>
        <p class="muted meaning">{sprt.verdict === 'open' ? t('arena.sprtAsks', { a, b, elo0: signed(sprt.elo0), elo1: signed(sprt.elo1) }) : t('arena.sprtSays', words)}</p>
      </div>
    </Panel>
  );
}
