// Experiment.tsx: one experiment: what the document says and whether it holds, figures side by side, the plot, what was run.
import { useLayoutEffect, useState } from 'preact/hooks';
import { number, t } from '../i18n';
import { hashOf, rewrite, route } from '../route';
import { Panel, SameAgain } from '../shell/parts';
import { useStore } from '../store';
import { Chip } from './Chip';
import { duration, figure, range } from './figures';
import { GamesDialog } from './Games';
import { lab, pathOf, shown, type Cell, type Report } from './lab';
import { LargePlot } from './Plot';
import { Check, Run } from './Work';

function Head({ report }: { report: Report }) {
  return (
    <Panel className="lab-head">
      <div class="panel-body">
        <a href={hashOf('lab', {})}>← {t('lab.back')}</a>
        <div class="lab-name"><h2>{report.title}</h2> <code>{report.name}</code> <Chip verdict={report.verdict} /></div>
        {report.source && <p class="muted">{[report.document, report.source].filter(Boolean).join(', ')}</p>}
        {report.claim && <blockquote><span class="hidden">{t('lab.says')}: </span>{report.claim}</blockquote>}
        <h3>{t('lab.why')}</h3>
        {report.claims.length === 0 && <p class="muted">{t('lab.byCells')}</p>}
        <ul class="statements">
          {report.claims.map((one, i) => (
            <li key={i}><Chip verdict={one.verdict} /> <span>{[one.row, one.number].filter(Boolean).map((word) => <code key={word}>{word} </code>)}{one.statement}{one.seen && <span class="muted">: {figure(one.seen)}</span>}</span></li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

// --- the table ------------------------------------------------------------------------------------------------------------

const MOST = 40;
const labelOf = ({ cell }: Cell): string => cell.split(',').filter((part) => !part.startsWith('row=')).join(', ') || cell;

function Row({ cell, first, numbers, onGames }: { cell: Cell; first: boolean; numbers: boolean; onGames: (cell: string) => void }) {
  const games = cell.played ? number(cell.played) + (cell.played < cell.wanted ? ` / ${number(cell.wanted)}` : '') : '';
  return (
    <tr class={first ? '' : 'again-cell'}>
      <th scope="row">{first && labelOf(cell)}{first && cell.timed && <small title={t('lab.timedTitle')}> {t('lab.timed')}</small>}</th>
      {numbers && <td>{cell.number}</td>}
      <td class="figure">{figure(cell.words.published) || '–'}</td>
      <td class="figure ours">{figure(cell.words.ours) || '–'}{cell.words.interval && <small> {range(cell.words.interval)}</small>}</td>
      <td><Chip verdict={cell.words.verdict} /></td>
      <td class="figure">{first && games && <button type="button" class="link" aria-label={t('lab.openGames', { n: games, cell: cell.cell })} onClick={() => onGames(cell.cell)}>{games}</button>}</td>
    </tr>
  );
}

function Figures({ report, onGames }: { report: Report; onGames: (cell: string) => void }) {
  const [all, setAll] = useState(false);
  const cells = all ? report.cells : report.cells.slice(0, MOST);
  const numbers = new Set(report.cells.map((one) => one.number)).size > 1;
  const rows = report.rows.filter((row) => cells.some((one) => one.row === row.name));
  return (
    <Panel title={t('lab.figures')} className="figures">
      <div class="scroll" tabIndex={0} role="group" aria-label={t('lab.figures')}>
        <table class={numbers ? 'numbers' : ''}>
          <thead><tr>
            <th scope="col">{t('lab.cell')}</th>{numbers && <th scope="col">{t('lab.number')}</th>}
            <th scope="col" class="figure">{t('lab.published')}</th><th scope="col" class="figure">{t('lab.ours')} <small>({t('lab.interval')})</small></th>
            <th scope="col">{t('lab.verdict')}</th><th scope="col" class="figure">{t('lab.games')}</th>
          </tr></thead>
          {rows.map((row) => (
            <tbody key={row.name}>
              {row.name && <tr class="row-head"><th scope="rowgroup" colSpan={numbers ? 6 : 5}><code>{row.name}</code> {row.title}</th></tr>}
              {cells.filter((one) => one.row === row.name).map((one, i, list) => (
                <Row key={`${one.cell} ${one.number}`} cell={one} first={list[i - 1]?.cell !== one.cell} numbers={numbers} onGames={onGames} />
              ))}
            </tbody>
          ))}
        </table>
      </div>
      {!all && report.cells.length > MOST && <button type="button" class="bare more" onClick={() => setAll(true)}>{t('lab.more', { n: report.cells.length - MOST })}</button>}
    </Panel>
  );
}

function Points({ report }: { report: Report }) {
  if (!report.points.length) return null;
  return (
    <Panel title={t('lab.points')}>
      <table>
        <thead><tr><th scope="col">{t('lab.player')}</th><th scope="col" class="figure">{t('lab.published')}</th><th scope="col" class="figure">{t('lab.ours')}</th></tr></thead>
        <tbody>{report.points.map((one) => <tr key={one.name}><th scope="row">{one.name}</th><td class="figure">{number(one.published)}</td><td class="figure">{one.ours === null ? '–' : number(one.ours)}</td></tr>)}</tbody>
      </table>
    </Panel>
  );
}

// --- what was run ------------------------------------------------------------------------------------------------------------

const several = (words: (string | null)[]): string => [...new Set(words.filter(Boolean))].join(', ') || '–';

function Facts({ report }: { report: Report }) {
  const cells = [...new Map(report.cells.map((one) => [one.cell, one])).values()];
  const done = cells.filter((one) => one.state === 'done').length, left = cells.filter((one) => one.state === 'left out').length;
  const games = cells.reduce((sum, one) => sum + (one.played ?? 0), 0);
  if (!report.finished && !done && !games) return <p class="muted">{t('lab.nothing')}</p>;
  const facts: [string, string][] = [
    [t('lab.scale'), report.scale], [t('lab.seed'), String(report.seed)],
    [t('lab.cells'), t('lab.cellsDone', { done, all: cells.length - left })], [t('lab.games'), cells.some((one) => one.played !== null) ? number(games) : '–'],
    [t('lab.time'), duration(cells.reduce((sum, one) => sum + one.seconds, 0))], [t('lab.date'), report.finished ?? '–'],
    [t('lab.build'), several(cells.map((one) => one.version))], [t('lab.host'), several(cells.map((one) => one.host))],
  ];
  return (
    <>
      <dl class="facts">{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      {left > 0 && <p class="muted pad">{t('lab.leftOut', { n: left })}</p>}
    </>
  );
}

function More({ report }: { report: Report }) {
  const then = [...new Set(report.rows.flatMap((row) => row.then ?? []))];
  return (
    <>
      {report.remarks.length + then.length > 0 && (
        <Panel title={t('lab.remarks')}><div class="panel-body prose">
          {report.remarks.map((text, i) => <p key={i}>{text.split('`').map((part, k) => (k % 2 ? <code key={k}>{part}</code> : part))}</p>)}
          {then.map((text) => <p key={text}>{t('lab.then', { words: text })}</p>)}
        </div></Panel>
      )}
      {report.tests.length > 0 && (
        <details class="panel tests"><summary>{t('lab.tests')}</summary><div class="panel-body prose">
          {report.tests.map((one) => <p key={one.number}>{t('lab.testOf', one)}</p>)}
        </div></details>
      )}
    </>
  );
}

export function Experiment() {
  const { report, plot, error, name, scale, seed } = useStore(shown);
  const { path } = useStore(lab);
  const { params } = useStore(route);
  const [cell, setCell] = useState<string | null>(params.cell ?? null);
  useLayoutEffect(() => { if (name) rewrite('lab', { experiment: name, scale, seed, cell }); }, [name, scale, seed, cell]);
  if (!report) return error ? <p class="empty error" role="alert">{error} <a href={hashOf('lab', {})}>{t('lab.back')}</a></p> : <p class="empty" role="status">{t('lab.loading')}</p>;
  const at = { scale: report.scale, seed: report.seed };
  return (
    <div class="lab-view">
      <div class="lab-main">
        <Head report={report} />
        <Panel title={t('lab.plot')} extra={plot && <a class="small" href={`api/v1/lab${pathOf(report.name, '/plot.svg', at)}`} download={`${report.name}.svg`}>{t('lab.saveSvg')}</a>}>
          <div class="panel-body">{plot ? <LargePlot plot={plot} /> : <p class="muted">{t('lab.noPlot')}</p>}</div>
        </Panel>
        <Figures report={report} onGames={setCell} />
        <Points report={report} />
      </div>
      <div class="lab-side">
        {error && <p class="error" role="alert">{error}</p>}
        <Run report={report} />
        <Panel title={t('lab.what')} className="what"><div class="panel-body"><Facts report={report} />
          <SameAgain command={`banyan lab report ${report.name} --scale ${report.scale} --seed ${report.seed}${path && ` --store ${path}`}`} hash={hashOf('lab', { experiment: report.name, scale: report.scale, seed: String(report.seed), cell })} />
        </div></Panel>
        <Check report={report} />
        <More report={report} />
      </div>
      {cell && <GamesDialog report={report} cell={cell} onClose={() => setCell(null)} />}
    </div>
  );
}
