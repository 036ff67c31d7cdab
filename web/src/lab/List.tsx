// List.tsx: all experiments, by document: the claim, the verdict, a small plot.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { moment, t, type Key } from '../i18n';
import { hashOf, open, rewrite, route } from '../route';
import { Panel, SameAgain } from '../shell/parts';
import { useFollowing, useStore } from '../store';
import { sentence } from '../table';
import { Chip, verdictWord } from './Chip';
import { bring, isRunning, lab, working, type Listed } from './lab';
import { SmallPlot } from './Plot';
import { words } from './words';

const DOCUMENTS = ['GO', 'LOG', 'NOGO', 'OTH', 'GOM'];
const FINDINGS = ['holds', 'holds in part', 'does not hold', 'not enough games', 'nothing published', 'not run'];

const groupOf = ({ document }: Listed): string => (DOCUMENTS.includes(document) ? document : 'own');
const documentName = (group: string): string => { const key = `lab.doc.${group}`; return key in words ? t(key as Key) : group; };

function Entry({ one }: { one: Listed }) {
  const { plots } = useStore(lab);
  const run = useStore(working).lab, { last } = one;
  return (
    <li class="experiment">
      <a href={hashOf('lab', { experiment: one.name })}>
        <span class="about">
          <b>{one.title}</b> <code>{one.name}</code>
          {one.claim && <span class="claim">{one.claim}</span>}
          <small class="muted">{run?.name === one.name && isRunning(run) ? t('lab.elsewhere', { name: one.name })
            : last ? t('lab.lastRun', { scale: last.scale, when: moment(last.when), done: last.done, wanted: last.wanted }) : t('lab.never')}</small>
        </span>
        <SmallPlot plot={plots[one.name]} />
        <Chip verdict={one.verdict} />
      </a>
    </li>
  );
}

function Filter({ label, value, options, onChange }: { label: string; value: string; options: [string, string][]; onChange: (value: string) => void }) {
  return (
    <label class="filter"><span class="muted">{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t('lab.all')}</option>
        {options.map(([name, title]) => <option key={name} value={name}>{title}</option>)}
      </select></label>
  );
}

export function List() {
  const { listed, empty, path, error } = useStore(lab);
  const { params } = useStore(route);
  const [chosen, setChosen] = useFollowing({ document: params.document ?? '', verdict: params.verdict ?? '' }, `${params.document} ${params.verdict}`);
  const choose = (part: Partial<typeof chosen>) => { const next = { ...chosen, ...part }; setChosen(next); rewrite('lab', next); };
  if (error) return <p class="empty error" role="alert">{error}</p>;
  if (!listed) return <p class="empty" role="status">{t('lab.loading')}</p>;
  const shown = listed.filter((one) => (!chosen.document || groupOf(one) === chosen.document) && (!chosen.verdict || one.verdict === chosen.verdict));
  const groups = [...DOCUMENTS, 'own'].map((group) => [group, shown.filter((one) => groupOf(one) === group)] as const).filter(([, list]) => list.length);
  const findings = FINDINGS.filter((verdict) => listed.some((one) => one.verdict === verdict));
  return (
    <div class="lab-list">
      <p class="lead">{t('lab.lead')}</p>
      {empty && <p class="lead next">{t('lab.empty')}</p>}
      <div class="filters">
        <Filter label={t('lab.document')} value={chosen.document} options={[...DOCUMENTS, 'own'].filter((group) => listed.some((one) => groupOf(one) === group)).map((group) => [group, documentName(group)])} onChange={(document) => choose({ document })} />
        <Filter label={t('lab.verdict')} value={chosen.verdict} options={findings.map((verdict) => [verdict, verdictWord(verdict)])} onChange={(verdict) => choose({ verdict })} />
        <span class="muted" role="status">{t('lab.count', { n: shown.length, all: listed.length })}</span>
      </div>
      {groups.map(([group, list]) => (
        <Panel key={group} title={documentName(group)} className="document">
          <ul class="experiments">{list.map((one) => <Entry key={one.name} one={one} />)}</ul>
        </Panel>
      ))}
      {!groups.length && <p class="empty">{t('lab.none')}</p>}
      <Own />
      <SameAgain command={`banyan lab --store ${path}`} hash={hashOf('lab', chosen)} />
    </div>
  );
}

const EXAMPLE = `name:      my-depth
title:     A ply more against a ply less
claim:     Looking one ply deeper wins more often than not.
game:      connect4
measure:   match openings=random:4
axis depth: 1 2 3
a:         alphabeta depth={depth+1}
b:         alphabeta depth={depth}
games smoke:    4
games quick:    40
games standard: 200
cost:           0.01*depth
label depth: plies of the weaker side
agree:     above 50
`;

function Own() {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const take = async (given: string) => {
    setError(null);
    try { open('lab', { experiment: await bring(given) }); } catch (problem) { setError(sentence(problem)); }
  };
  const read = async (file: File | undefined) => { if (file) { const given = await file.text(); setText(given); await take(given); } };
  useLayoutEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => { event.preventDefault(); void read(event.dataTransfer?.files[0]); };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => { removeEventListener('dragover', over); removeEventListener('drop', drop); };
  });
  return (
    <Panel title={t('lab.own')} className="own">
      <div class="panel-body">
        <p class="muted">{t('lab.ownLead')}</p>
        <label><span class="hidden">{t('lab.ownText')}</span>
          <textarea rows={text ? 12 : 3} spellcheck={false} value={text} placeholder="name: …" onInput={(event) => setText(event.currentTarget.value)} /></label>
        {error && <p class="error" role="alert">{error}</p>}
        <div class="row">
          <button type="button" class={text.trim() ? 'primary' : ''} disabled={!text.trim()} onClick={() => void take(text)}>{t('lab.ownCheck')}</button>
          <button type="button" onClick={() => input.current!.click()}>{t('lab.ownFile')}</button>
          <button type="button" onClick={() => setText(EXAMPLE)}>{t('lab.ownExample')}</button>
          <input ref={input} type="file" hidden accept=".lab,.txt" aria-label={t('lab.ownFile')} onChange={(event) => { void read(event.currentTarget.files?.[0]); event.currentTarget.value = ''; }} />
        </div>
      </div>
    </Panel>
  );
}
