// Plot.tsx: published figures (hollow) and ours (filled, with their intervals), drawn from data so that it fits every
// width and both themes. Series differ by mark and dash as well as by colour.
import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../i18n';
import type { Axis, PlotData, Series } from './lab';
import { figure } from './figures';

const LOOKS = 6;
const MARKS: ((r: number) => string)[] = [
  (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
  (r) => `M${-0.9 * r} ${-0.9 * r}h${1.8 * r}v${1.8 * r}h${-1.8 * r}z`,
  (r) => `M0 ${-1.2 * r}l${1.1 * r} ${2 * r}h${-2.2 * r}z`,
  (r) => `M0 ${-1.3 * r}l${1.3 * r} ${1.3 * r}l${-1.3 * r} ${1.3 * r}l${-1.3 * r} ${-1.3 * r}z`,
  (r) => `M0 ${1.2 * r}l${1.1 * r} ${-2 * r}h${-2.2 * r}z`,
  (r) => `M${-0.4 * r} ${-1.1 * r}h${0.8 * r}v${0.7 * r}h${0.7 * r}v${0.8 * r}h${-0.7 * r}v${0.7 * r}h${-0.8 * r}v${-0.7 * r}h${-0.7 * r}v${-0.8 * r}h${0.7 * r}z`,
];
const DASHES = ['', '6 4', '9 3 2 3', '3 3', '12 4', '1 4'];

// --- axes ---------------------------------------------------------------------------------------------------------------

interface Range { low: number; high: number; log: boolean }
const shows = (log: boolean, value: number | undefined): value is number => value !== undefined && value !== null && Number.isFinite(value) && (!log || value > 0);
const place = ({ low, high, log }: Range, value: number): number => {
  const f = log ? Math.log10 : (x: number) => x;
  return high > low ? (f(value) - f(low)) / (f(high) - f(low)) : 0.5;
};

function rangeOf(axis: Axis, values: number[], pad: number): Range {
  if (axis.scale === 'places') return { low: -0.5, high: (axis.places?.length ?? 1) - 0.5, log: false };
  const log = axis.scale === 'log', fit = values.filter((value) => shows(log, value));
  if (!fit.length) return { low: log ? 1 : 0, high: log ? 10 : 1, log };
  let [low, high] = [Math.min(...fit), Math.max(...fit)];
  if (log) { const edge = high / low > 1 ? (high / low) ** pad : 2; return { low: low / edge, high: high * edge, log }; }
  const edge = (high - low || Math.abs(high) || 1) * pad;
  return { low: low - edge, high: high + edge, log };
}

function ticksOf({ low, high, log }: Range, most: number): number[] {
  if (log) {
    const tens = Array.from({ length: 40 }, (_, i) => 10 ** (i - 15)).filter((x) => x >= low * 0.999 && x <= high * 1.001);
    if (tens.length > most) return tens.filter((_, i) => i % Math.ceil(tens.length / most) === 0);
    if (tens.length >= 3) return tens;
    const fine = Array.from({ length: 40 }, (_, i) => 10 ** (i - 15)).flatMap((x) => [x, 2 * x, 5 * x]).filter((x) => x >= low * 0.999 && x <= high * 1.001);
    return fine.length <= most + 2 ? fine : tens;
  }
  const rough = (high - low) / most, ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * ten).find((s) => s >= rough) ?? 10 * ten;
  const ticks: number[] = [];
  for (let x = Math.ceil(low / step) * step; x <= high + step / 1e6; x += step) ticks.push(Math.abs(x) < step / 1e6 ? 0 : x);
  return ticks;
}

const tickText = (value: number): string => {
  const size = Math.abs(value);
  if (size >= 1e6 || (size > 0 && size < 1e-3)) { const ten = Math.floor(Math.log10(size) + 1e-9), head = value / 10 ** ten; return `${Math.abs(head - 1) < 0.01 ? '' : `${figure(head.toPrecision(2).replace(/\.?0+$/, ''))}·`}10${superscript(ten)}`; }
  return figure(size >= 10_000 ? `${Math.round(value / 100) / 10}k` : String(Number(value.toPrecision(4))));
};
const superscript = (n: number): string => String(n).replace(/[-\d]/g, (c) => (c === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(c)]!));

function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.max(220, Math.round(entry!.contentRect.width))));
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const lookOf = ({ look }: Series): number => (look + Math.floor(look / LOOKS)) % LOOKS;

// --- lines and bars -------------------------------------------------------------------------------------------------------

interface Frame { x: Range; y: Range; left: number; top: number; width: number; height: number }
const atX = (f: Frame, value: number): number => f.left + place(f.x, value) * f.width;
const atY = (f: Frame, value: number): number => f.top + (1 - Math.max(0, Math.min(1, place(f.y, value)))) * f.height;

/** Of several series at one x, each a little beside the others; published ones to the right of their own. */
function aside(plot: PlotData, series: Series, small: boolean): number {
  const all = Math.max(...plot.series!.map((one) => one.look)) + 1, step = Math.min(4, 26 / all) * (small ? 0.4 : 1);
  const intervals = plot.series!.some((one) => one.points.some((point) => point.length > 2));
  return (intervals ? (series.look - (all - 1) / 2) * step : 0) + (series.hollow ? (all === 1 ? (small ? 2 : 5) : step / 2) : 0);
}

function Line({ plot, series, frame, small }: { plot: PlotData; series: Series; frame: Frame; small: boolean }) {
  const shift = series.bare ? 0 : aside(plot, series, small), r = small ? 1.9 : 4, look = lookOf(series);
  const points = series.points.filter(([x, y]) => shows(frame.x.log, x) && shows(frame.y.log, y));
  const every = series.joined && points.length > 44 ? Math.ceil(points.length / 8) : 1;
  const path = points.map(([x, y], i) => `${i ? 'L' : 'M'}${(atX(frame, x!) + shift).toFixed(1)} ${atY(frame, y!).toFixed(1)}`).join('');
  const y = (value: number, end: number) => (shows(frame.y.log, value) ? atY(frame, value) : end);
  return (
    <g class={`look look-${look}`}>
      {(series.joined || series.bare) && <path class={series.bare ? 'fit' : 'way'} d={path} stroke-dasharray={series.bare ? undefined : DASHES[look] || undefined} />}
      {!series.bare && points.filter((_, i) => i % every === 0).map(([px, py, low, high], i) => {
        const x = atX(frame, px!) + shift;
        const [bottom, top] = low === undefined ? [0, 0] : [y(low, frame.top + frame.height), y(high!, frame.top)];
        return (
          <g key={i}>
            {low !== undefined && <path class="interval" d={`M${x} ${bottom}V${top}${small ? '' : `M${x - 3.5} ${bottom}h7M${x - 3.5} ${top}h7`}`} />}
            <path class={series.hollow ? 'mark hollow' : 'mark'} transform={`translate(${x.toFixed(1)} ${atY(frame, py!).toFixed(1)})`} d={MARKS[series.look % LOOKS]!(r)} />
          </g>
        );
      })}
    </g>
  );
}

function Bars({ plot, frame }: { plot: PlotData; frame: Frame }) {
  const all = plot.series!.length, room = (frame.width / (plot.x.places?.length ?? 1)) * 0.8, wide = room / all, floor = frame.top + frame.height;
  return <>{plot.series!.map((series, s) => (
    <g key={s} class={`look look-${lookOf(series)}`}>
      {series.points.map(([px, py, low, high], i) => {
        const x = atX(frame, px!) - room / 2 + wide * s, y = atY(frame, py!);
        return (
          <g key={i}>
            <rect class={series.hollow ? 'bar hollow' : 'bar'} x={x + 0.5} y={y} width={Math.max(1, wide - 1)} height={Math.max(0.5, floor - y)} />
            {low !== undefined && <path class="interval ink" d={`M${x + wide / 2} ${atY(frame, low)}V${atY(frame, high!)}`} />}
          </g>
        );
      })}
    </g>
  ))}</>;
}

function Axes({ plot, frame, width, height }: { plot: PlotData; frame: Frame; width: number; height: number }) {
  const places = plot.x.scale === 'places' ? plot.x.places ?? [] : null;
  const slot = places ? frame.width / Math.max(1, places.length) : 0;
  const turned = places !== null && Math.max(...places.map((one) => one.length), 0) * 6.4 > slot;
  const floor = frame.top + frame.height;
  return (
    <g class="axes">
      {ticksOf(frame.y, Math.max(3, Math.floor(frame.height / 48))).map((y) => (
        <g key={y}><path class="rule" d={`M${frame.left} ${atY(frame, y)}h${frame.width}`} /><text x={frame.left - 6} y={atY(frame, y) + 4} text-anchor="end">{tickText(y)}</text></g>
      ))}
      {places
        ? places.map((word, i) => <text key={i} x={atX(frame, i)} y={floor + 16} text-anchor={turned ? 'end' : 'middle'} transform={turned ? `rotate(-35 ${atX(frame, i)} ${floor + 14})` : undefined}>{cut(word, turned ? 14 : 24)}</text>)
        : ticksOf(frame.x, Math.max(3, Math.floor(frame.width / 72))).map((x) => <g key={x}><path class="rule" d={`M${atX(frame, x)} ${floor}v4`} /><text x={atX(frame, x)} y={floor + 17} text-anchor="middle">{tickText(x)}</text></g>)}
      <text class="axis-title" x={frame.left + frame.width / 2} y={height - 4} text-anchor="middle">{cut(plot.x.title, Math.floor(width / 7))}</text>
      <text class="axis-title" x={4} y={12}>{cut(plot.y.title, Math.floor(width / 7))}</text>
    </g>
  );
}

function frameOf(plot: PlotData, width: number, height: number, small: boolean): Frame {
  const all = plot.series!.flatMap((series) => series.points);
  const bars = plot.kind === 'bars';
  const ys = all.flatMap(([, y, low, high]) => [y!, ...(low === undefined ? [] : [low, high!])]);
  const divides = plot.divide != null && ys.length ? [plot.divide] : [];
  const y = rangeOf(plot.y, [...ys, ...divides, ...(bars && plot.y.scale === 'linear' ? [0] : [])], 0.05);
  if (bars && !y.log && y.low < 0 && Math.min(...ys, 0) >= 0) y.low = 0;
  const x = rangeOf(plot.x, all.map(([value]) => value!), 0.04);
  const longest = plot.x.scale === 'places' ? Math.min(14, Math.max(0, ...(plot.x.places ?? []).map((one) => one.length))) : 0;
  const bottom = small ? 4 : 44 + (longest * 6.4 > (width - 60) / Math.max(1, plot.x.places?.length ?? 1) ? longest * 2.6 : 0);
  const [left, top, right] = small ? [4, 4, 4] : [52, 24, 12];
  return { x, y, left, top, width: width - left - right, height: height - top - bottom };
}

function Lines({ plot, width, height, small }: { plot: PlotData; width: number; height: number; small: boolean }) {
  const frame = frameOf(plot, width, height, small);
  return (
    <>
      {!small && <Axes plot={plot} frame={frame} width={width} height={height} />}
      {plot.divide != null && plot.series!.length > 0 && <path class="divide" d={`M${frame.left} ${atY(frame, plot.divide)}h${frame.width}`} />}
      {plot.kind === 'bars' ? <Bars plot={plot} frame={frame} /> : [...plot.series!].reverse().map((series, i) => <Line key={i} plot={plot} series={series} frame={frame} small={small} />)}
    </>
  );
}

// --- two parameters -------------------------------------------------------------------------------------------------------

function Heat({ plot, width, height, small }: { plot: PlotData; width: number; height: number; small: boolean }) {
  const [xs, ys] = [plot.x.places ?? [], plot.y.places ?? []];
  const all = [...plot.value!, ...plot.published!].flat().filter((one): one is number => one !== null);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const [left, top, bottom] = small ? [4, 4, 4] : [Math.min(120, 16 + 6.4 * Math.max(1, ...ys.map((one) => one.length))), 24, 40];
  const [w, h] = [(width - left - 8) / Math.max(1, xs.length), (height - top - bottom) / Math.max(1, ys.length)];
  const text = (value: number) => figure(Math.abs(value) >= 1000 ? tickText(value) : String(Number(value.toPrecision(3))));
  return (
    <g class="heat look-0">
      {ys.map((row, y) => xs.map((column, x) => {
        const value = plot.value![y]![x] ?? null, theirs = plot.published![y]![x] ?? null, some = value ?? theirs;
        const [cx, cy] = [left + (x + 0.5) * w, top + (y + 0.5) * h];
        return (
          <g key={`${row} ${column}`}>
            <rect class={value === null ? 'cell none' : 'cell'} x={left + x * w + 1} y={top + y * h + 1} width={Math.max(1, w - 2)} height={Math.max(1, h - 2)}
              fill-opacity={some === null ? 0 : 0.06 + (high > low ? (0.4 * (some - low)) / (high - low) : 0.2)} />
            {!small && w > 34 && value !== null && <text x={cx} y={cy + (theirs !== null && h > 34 ? -1 : 4)} text-anchor="middle">{text(value)}</text>}
            {!small && w > 34 && theirs !== null && (h > 34 || value === null) && <text class="theirs" x={cx} y={cy + (value !== null ? 14 : 4)} text-anchor="middle">({text(theirs)})</text>}
          </g>
        );
      }))}
      {!small && ys.map((row, y) => <text key={row} x={left - 6} y={top + (y + 0.5) * h + 4} text-anchor="end">{cut(row, 17)}</text>)}
      {!small && xs.map((column, x) => <text key={column} x={left + (x + 0.5) * w} y={height - bottom + 16} text-anchor="middle">{cut(column, Math.max(3, Math.floor(w / 6.4)))}</text>)}
      {!small && <text class="axis-title" x={left + (width - left) / 2} y={height - 4} text-anchor="middle">{plot.x.title}</text>}
      {!small && <text class="axis-title" x={4} y={12}>{plot.unit}</text>}
    </g>
  );
}

// --- whole plots -------------------------------------------------------------------------------------------------------------

const empty = (plot: PlotData): boolean => (plot.kind === 'heat' ? ![...plot.value!, ...plot.published!].flat().some((one) => one !== null) : !plot.series!.some((one) => one.points.length));

export function SmallPlot({ plot }: { plot: PlotData | null | undefined }) {
  if (!plot || empty(plot)) return <svg class="plot small" viewBox="0 0 148 64" aria-hidden="true" />;
  return (
    <svg class="plot small" viewBox="0 0 148 64" aria-hidden="true">
      {plot.kind === 'heat' ? <Heat plot={plot} width={148} height={64} small /> : <Lines plot={plot} width={148} height={64} small />}
    </svg>
  );
}

function Sample({ series, bars }: { series: Series; bars: boolean }) {
  const look = lookOf(series);
  if (bars) return <svg class={`plot look look-${look}`} width="18" height="14" viewBox="0 0 18 14" aria-hidden="true"><rect class={series.hollow ? 'bar hollow' : 'bar'} x="1" y="2" width="16" height="10" /></svg>;
  return (
    <svg class={`plot look look-${look}`} width="30" height="14" viewBox="0 0 30 14" aria-hidden="true">
      {series.joined && <path class="way" d="M0 7h30" stroke-dasharray={DASHES[look] || undefined} />}
      <path class={series.hollow ? 'mark hollow' : 'mark'} transform="translate(15 7)" d={MARKS[series.look % LOOKS]!(4)} />
    </svg>
  );
}

function Legend({ plot }: { plot: PlotData }) {
  const bars = plot.kind === 'bars';
  const named = plot.series!.filter((series, i, all) => !series.bare && series.points.length > 0 && series.name && all.findIndex((one) => !one.bare && one.points.length > 0 && one.look === series.look) === i);
  const has = (hollow: boolean) => plot.series!.some((one) => one.hollow === hollow && !one.bare && one.points.length > 0);
  return (
    <ul class="legend">
      {named.map((series) => <li key={series.look}><Sample series={series} bars={bars} /> {series.name}{series.note && <small> {figure(series.note)}</small>}</li>)}
      {has(true) && <li class="muted"><Sample series={{ ...plot.series![0]!, look: 0, hollow: true, joined: false }} bars={bars} /> {t('lab.hollow')}</li>}
      {has(false) && <li class="muted"><Sample series={{ ...plot.series![0]!, look: 0, hollow: false, joined: false }} bars={bars} /> {t('lab.filled')}</li>}
    </ul>
  );
}

export function LargePlot({ plot }: { plot: PlotData }) {
  const { ref, width } = useWidth();
  const height = Math.round(Math.max(240, Math.min(400, plot.kind === 'heat' ? 80 + 46 * (plot.y.places?.length ?? 1) : width * 0.5)));
  return (
    <div ref={ref} class="large-plot">
      {empty(plot) ? <p class="muted">{t('lab.noPoints')}</p> : (
        <>
          <svg class="plot" role="img" aria-label={plot.below} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
            {plot.kind === 'heat' ? <Heat plot={plot} width={width} height={height} small={false} /> : <Lines plot={plot} width={width} height={height} small={false} />}
          </svg>
          {plot.kind === 'heat' ? <p class="muted">{t('lab.brackets')}</p> : <Legend plot={plot} />}
        </>
      )}
    </div>
  );
}
