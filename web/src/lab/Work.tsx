// Work.tsx: running an experiment at a scale, and checking its claim: how far, how long still, stop, go on.
import { useEffect, useState } from 'preact/hooks';
import { number, t } from '../i18n';
import { hashOf, open } from '../route';
import { Panel, Progress } from '../shell/parts';
import { useFollowing, useStore } from '../store';
import { clock } from '../watch/figures';
import { duration } from './figures';
import { isRunning, planFor, SCALES, show, shown, start, stop, working, type Plan, type Report, type Scale, type Work } from './lab';

const missing = (plan: Plan): number => plan.games + plan.measures;

function cost(plan: Plan): string {
  if (!missing(plan)) return t('lab.costNone');
  const what = [plan.games && t('lab.costGames', { n: number(plan.games) }), plan.measures && t('lab.costMeasures', { n: number(plan.measures) })].filter(Boolean).join(', ');
  return t('lab.cost', { what, time: duration(plan.seconds) }) + (plan.unknown ? ` ${t('lab.costUnknown', { n: plan.unknown })}` : '');
}

const withLeft = (label: string, work: Work): string => (work.job?.left != null ? `${label}, ${t('lab.left', { time: clock(work.job.left) })}` : label);

function runLabel(work: Work): string {
  const at = work.job?.result;
  return at?.cells ? withLeft(t('lab.running', { n: Math.min(at.cells, at.cells_done + 1), all: at.cells, cell: at.cell }), work) : t('lab.starting');
}

function Ended({ work }: { work: Work }) {
  const failed = work.job?.state === 'failed' ? work.job.error : null;
  if (failed) return <p class="error" role="alert">{failed}</p>;
  return <p role="status">{work.error ? t('lab.gone') : work.job?.state === 'stopped' ? t('lab.stopped') : t('lab.finished', { scale: work.scale })}</p>;
}

export function Run({ report }: { report: Report }) {
  const work = useStore(working).lab, { plan, seed } = useStore(shown);
  const [scale, setScale] = useState<Scale>(SCALES.find((one) => one === shown.get().scale) ?? 'quick'); // what is shown was run, or asked for by a link
  const [refused, setRefused] = useState<string | null>(null);
  const own = seed || String(report.seed), [typed, setTyped] = useFollowing(own);
  const busy = isRunning(work), mine = work?.name === report.name;
  useEffect(() => { if (!busy) void planFor(scale); }, [scale, busy, report.name, report.finished]);
  const begin = async () => {
    if (!fine()) return;
    setRefused(await start('lab', report.name, scale, typed));
    void show(report.name, scale, typed === own ? seed : typed); // what is run is what is shown
  };
  const fine = (): boolean => {
    const number = /^\d{1,20}$/.test(typed);
    setRefused(number ? null : t('lab.noSeed', { text: typed }));
    return number;
  };
  const reseed = () => { if (fine() && typed !== own) open('lab', { experiment: report.name, scale, seed: typed }); };
  const known = plan?.scale === scale ? plan : null;
  const begun = known !== null && known.done > 0;
  return (
    <Panel title={t('lab.run')} className="lab-run">
      <div class="panel-body">
        {busy && mine && <Progress share={work!.job?.progress ?? null} label={runLabel(work!)} onStop={() => stop('lab')} stop={t('lab.stop')} />}
        {busy && !mine && <p role="status">{t('lab.elsewhere', { name: '' })} <a href={hashOf('lab', { experiment: work!.name })}>{work!.name}</a> <button type="button" onClick={() => stop('lab')}>{t('lab.stop')}</button></p>}
        {!busy && (
          <>
            <div class="row">
              <label><span class="hidden">{t('lab.scale')}</span>
                <select title={t('lab.scale')} value={scale} onChange={(event) => setScale(event.currentTarget.value as Scale)}>
                  {SCALES.map((one) => <option key={one} value={one}>{t(`lab.scales.${one}`)}</option>)}
                </select></label>
              <label class="seed" title={t('lab.seedTitle')}><span class="muted">{t('lab.seed')}</span>
                <input type="text" inputMode="numeric" value={typed} aria-invalid={!/^\d{1,20}$/.test(typed)} onInput={(event) => setTyped(event.currentTarget.value.trim())} onChange={reseed} /></label>
              <button type="button" class="primary" disabled={known !== null && !missing(known)} onClick={() => void begin()}>
                {t(known && !missing(known) ? 'lab.whole' : begun ? 'lab.goOn' : 'lab.runAt', { scale })}</button>
            </div>
            <p class="muted cost">{known ? cost(known) : '…'}</p>
            {work && mine && <Ended work={work} />}
            {refused && <p class="error" role="alert">{refused}</p>}
          </>
        )}
      </div>
    </Panel>
  );
}

// --- checking --------------------------------------------------------------------------------------------------------------

function CheckResult({ work }: { work: Work }) {
  const { job } = work, found = job?.result;
  if (job?.state === 'failed') return <p class="error" role="alert">{job.error}</p>;
  if (work.error) return <p role="status">{t('lab.gone')}</p>;
  if (!found) return null;
  const others: { cell: string; words: string }[] = found.cells.filter((one: any) => one.checked && !one.same);
  const said = found.differ > 0 ? t('lab.differs', { n: found.differ, all: found.same + found.differ })
    : found.same === 0 ? t('lab.onlyUnchecked', { n: found.left_alone })
    : found.all === 1 ? t('lab.sameOne', { cell: found.cells[0].cell }) : t('lab.same', { n: found.same });
  return (
    <div role="status" class={`check-result ${found.differ ? 'bad' : found.same ? 'good' : ''}`}>
      <p>{job!.state === 'stopped' && `${t('lab.checkStopped')} `}<b>{said}</b> {found.left_alone > 0 && found.same + found.differ > 0 && t('lab.unchecked', { n: found.left_alone })}</p>
      {others.length > 0 && <ul>{others.slice(0, 20).map((one) => <li key={one.cell}><code>{one.cell}</code>: {one.words}</li>)}</ul>}
      {found.all === 1 && found.cells[0] && found.differ === 0 && <p class="muted">{found.cells[0].words}</p>}
    </div>
  );
}

export function checkLabel(work: Work): string {
  const at = work.job?.result;
  return at?.all ? withLeft(t('lab.checking', { n: Math.min(at.all, at.cells.length + 1), all: at.all, cell: at.cell ?? '' }), work) : t('lab.starting');
}

/** The check of one cell (`cell`), or of all. */
export function Check({ report, cell = '' }: { report: Report; cell?: string }) {
  const work = useStore(working)['lab-check'];
  const [refused, setRefused] = useState<string | null>(null);
  const cells = [...new Map(report.cells.map((one) => [one.cell, one])).values()].filter((one) => !cell || one.cell === cell);
  const ready = cells.filter((one) => !one.timed && (one.state === 'done' || one.state === 'partial'));
  const busy = isRunning(work), mine = work?.name === report.name && work.cell === cell;
  const body = (
    <>
      {!cell && <p class="muted">{t('lab.checkLead')} {ready.length > 0 && t('lab.checkTime', { time: duration(ready.reduce((sum, one) => sum + one.seconds, 0)) })}</p>}
      {busy && mine && <Progress share={work!.job?.progress ?? null} label={checkLabel(work!)} onStop={() => stop('lab-check')} stop={t('lab.stop')} />}
      {!(busy && mine) && <button type="button" disabled={busy || !ready.length} onClick={async () => setRefused(await start('lab-check', report.name, report.scale, report.seed, cell))}>{t(cell ? 'lab.checkCell' : 'lab.check')}</button>}
      {!ready.length && <p class="muted">{t('lab.checkNothing')}</p>}
      {!busy && mine && work && <CheckResult work={work} />}
      {refused && <p class="error" role="alert">{refused}</p>}
    </>
  );
  return cell ? <div class="lab-check">{body}</div> : <Panel title={t('lab.check')} className="lab-check"><div class="panel-body">{body}</div></Panel>;
}
