// TutorView.tsx: the view `#/tutor`: a student's own search, pasted or dropped; its first wrong step, and why.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import cStarter from '../../../examples/tutor_starter.c';
import pythonStarter from '../../../examples/tutor_starter.py';
import { engine } from '../engine';
import { number, t, type Key } from '../i18n';
import { hashOf, rewrite, route } from '../route';
import { CopyButton, Panel, SameAgain } from '../shell/parts';
import { useFollowing, useStore } from '../store';
import { sentence } from '../table';
import { Tabs } from '../tree/Tabs';
import { TreeDrawing } from '../tree/TreeDrawing';
import { example, EXAMPLES, RIGHT } from './examples';
import { drawn, type Tutored } from './drawn';

const FILE = 'trace.txt', MOST_BYTES = 3_000_000, MOST_LINK = 2000, AROUND = 60;

/** What is said beside the trace; '' is nothing: the trace says it. */
interface Said { about: '' | 'tree' | 'game'; what: string; search: string; values: string }
const NOTHING: Said = { about: '', what: '', search: '', values: '' };

const saidTo = ({ about, what, search, values }: Said): Record<string, string> =>
  ({ ...(about && what ? { [about]: what } : {}), ...(search ? { search } : {}), ...(values ? { values } : {}) });

const quoted = (text: string): string => (/^[\w.=-]+$/.test(text) ? text : `'${text.replace(/'/g, `'\\''`)}'`);
const commandOf = (said: Said): string => ['banyan', 'tutor', FILE, ...Object.entries(saidTo(said)).flatMap(([name, value]) => [`--${name}`, quoted(value)])].join(' ');

function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// --- what is handed in --------------------------------------------------------------------------------------------------

function Chosen({ said, onSay }: { said: Said; onSay: (said: Said) => void }) {
  const choice = (name: 'about' | 'search' | 'values', all: string[]) => (
    <label>{t(`tutor.${name}`)}
      <select value={said[name]} onChange={(event) => onSay({ ...said, [name]: event.currentTarget.value })}>
        <option value="">{t('tutor.asSaid')}</option>
        {all.map((one) => <option key={one} value={one}>{t(`tutor.${one}` as Key)}</option>)}
      </select></label>
  );
  return (
    <details class="tutor-said" open={said !== NOTHING}>
      <summary>{t('tutor.said')}</summary>
      <div class="tutor-fields">
        {choice('about', ['tree', 'game'])}
        {said.about && <label>{t(`tutor.${said.about}`)}
          <input type="text" spellcheck={false} value={said.what} placeholder={said.about === 'tree' ? '((3 12 8)(2 4 6)(14 5 2))' : 'connect4 size=4x4'}
            onChange={(event) => onSay({ ...said, what: event.currentTarget.value.trim() })} /></label>}
        {choice('search', ['minimax', 'alphabeta'])}
        {choice('values', ['max', 'root', 'mover'])}
      </div>
    </details>
  );
}

function Starters() {
  const starters = [['tutor_starter.py', 'Python', pythonStarter], ['tutor_starter.c', 'C', cStarter]] as const;
  return (
    <details class="tutor-starters">
      <summary>{t('tutor.format')}</summary>
      <p><code>PLY MOVE ALPHA BETA VALUE</code></p>
      <p>{t('tutor.words')}</p>
      <p>{t('tutor.header')}</p>
      <pre tabIndex={0}>{'tree ((3 12)(2 4))\n0 - -inf inf ?\n1 1 -inf inf ?\n2 1 -inf inf 3\n2 2 -inf 3 12\n1 1 -inf 3 3\n…'}</pre>
      <ul>
        {starters.map(([file, language, text]) => (
          <li key={file}>{t('tutor.starter', { language })}{' '}
            <button type="button" class="link" onClick={() => save(file, text)}>{t('tutor.download', { file })}</button>{' '}
            <CopyButton text={text} label={t('shell.copy')} /></li>
        ))}
      </ul>
    </details>
  );
}

function Desk({ text, said, busy, error, onText, onSay, onCheck }: {
  text: string; said: Said; busy: boolean; error: string; onText: (text: string, name?: string, whole?: boolean) => void; onSay: (said: Said) => void; onCheck: () => void;
}) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <Panel className="tutor-desk" title={t('tutor.yours')}>
      <div class="panel-body">
        <p>{t('tutor.lead')}</p>
        <label class="paste"><span class="muted">{t('tutor.paste')}</span>
          <textarea rows={12} spellcheck={false} value={text} placeholder={'tree ((3 12)(2 4))\n0 - -inf inf ?\n…'} onInput={(event) => onText(event.currentTarget.value, undefined, /^insertFrom/.test((event as unknown as InputEvent).inputType ?? ''))} /></label>
        {error && <p class="error" role="alert">{error}</p>}
        <div class="row">
          <button type="button" class="primary" disabled={!text.trim() || busy} onClick={onCheck}>{t(busy ? 'tutor.checking' : 'tutor.check')}</button>
          <button type="button" onClick={() => file.current!.click()}>{t('tutor.open')}</button>
          <input ref={file} type="file" hidden aria-label={t('tutor.open')} onChange={(event) => { const one = event.currentTarget.files?.[0]; if (one) void one.text().then((trace) => onText(trace, undefined, true)); event.currentTarget.value = ''; }} />
          <select aria-label={t('tutor.example')} value={EXAMPLES.find((name) => example(name) === text) ?? ''} onChange={(event) => { const name = event.currentTarget.value; onText(example(name)!, name); }}>
            <option value="" disabled>{t('tutor.example')}</option>
            <optgroup label={t('tutor.rightOnes')}>{EXAMPLES.slice(0, RIGHT).map((name) => <option key={name} value={name}>{t(`tutor.try.${name}` as Key)}</option>)}</optgroup>
            <optgroup label={t('tutor.wrongOnes')}>{EXAMPLES.slice(RIGHT).map((name) => <option key={name} value={name}>{t(`tutor.try.${name}` as Key)}</option>)}</optgroup>
          </select>
        </div>
        <Chosen said={said} onSay={onSay} />
        <Starters />
      </div>
    </Panel>
  );
}

// --- what came of it ----------------------------------------------------------------------------------------------------

function Verdict({ found }: { found: Tutored }) {
  const { fault } = found;
  const whose = t('tutor.checkedAs', { search: t(`tutor.${found.search}` as Key), values: t(`tutor.${found.values}` as Key) });
  if (!fault)
    return (
      <Panel className="tutor-verdict right" title={t('tutor.right')}>
        <div class="panel-body" role="status">
          <p>{t('tutor.counts', { nodes: number(found.entered), leaves: number(found.leaves), cuts: number(found.cuts), value: String(found.value) })}</p>
          {found.went_on > 0 && <p>{t('tutor.wentOn', { n: number(found.went_on) })}</p>}
          <p class="muted">{whose}{found.values_said ? '' : ` ${t('tutor.guessed')}`}</p>
        </div>
      </Panel>
    );
  return (
    <Panel className="tutor-verdict wrong" title={t('tutor.wrong', { line: fault.line, kind: t(`tutor.kind.${fault.kind}` as Key) })}>
      <div class="panel-body" role="status">
        <p class="tutor-sentence" lang="en">{fault.sentence[0].toUpperCase() + fault.sentence.slice(1)}.</p>
        <p class="muted">{whose}{found.values_said ? '' : ` ${t('tutor.guessed')}`}</p>
      </div>
    </Panel>
  );
}

/** The trace line by line around the one that matters; the wrong one is marked. */
function Lines({ text, wrong, shown, onShow }: { text: string; wrong: number; shown: number; onShow: (line: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  const lines = text.replace(/\n$/, '').split('\n'), middle = shown || wrong || 1;
  const first = Math.max(0, middle - AROUND - 1), last = Math.min(lines.length, middle + AROUND);
  useLayoutEffect(() => {
    const row = list.current!.querySelector<HTMLElement>(`[data-line="${middle}"]`);
    if (row) list.current!.scrollTop = row.offsetTop - list.current!.clientHeight / 2;
  }, [text, middle]);
  return (
    <Panel className="tutor-trace" title={t('tutor.trace')} extra={t('tutor.lines', { n: number(lines.length) })}>
      <ol ref={list} tabIndex={0} aria-label={t('tutor.trace')} start={first + 1}>
        {lines.slice(first, last).map((line, i) => {
          const at = first + i + 1;
          return (
            <li key={at} data-line={at} class={`${at === wrong ? 'wrong' : wrong && at > wrong ? 'after' : ''} ${at === shown ? 'shown' : ''}`} onClick={() => onShow(at)}>
              <span class="at">{at}</span><code>{line || ' '}</code>{at === wrong && <b>✗<span class="hidden"> {t('tutor.here')}</span></b>}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}

function Found({ found, text }: { found: Tutored; text: string }) {
  const wrong = found.fault?.line ?? 0;
  const [shown, setShown] = useFollowing(0, found);
  const chosen = shown ? [...found.nodes].reverse().find((one) => one.line === shown || one.left === shown)?.id : found.fault?.id;
  const root = drawn(found);
  return (
    <>
      <Verdict found={found} />
      <div class="tutor-both">
        <Lines text={text} wrong={wrong} shown={shown} onShow={setShown} />
        {root && <Panel className="tutor-tree" title={t('tutor.drawing')} extra={found.more > 0 ? t('tutor.more', { n: number(found.more) }) : undefined}>
          <TreeDrawing root={root} chosen={chosen === undefined ? null : String(chosen)} label={t('tutor.drawingHelp', { n: found.nodes.length })}
            onChoose={(id) => setShown(found.nodes.find((one) => String(one.id) === id)?.line ?? 0)} />
        </Panel>}
      </div>
    </>
  );
}

/** A file that is dropped anywhere on the page. */
function useDrop(take: (text: string) => void) {
  useLayoutEffect(() => {
    const over = (event: DragEvent) => event.preventDefault();
    const drop = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) void file.text().then(take);
    };
    addEventListener('dragover', over);
    addEventListener('drop', drop);
    return () => { removeEventListener('dragover', over); removeEventListener('drop', drop); };
  });
}

export function TutorView() {
  const { params } = useStore(route);
  const [text, setText] = useState('');
  const [said, setSaid] = useState(NOTHING);
  const [checked, setChecked] = useState<{ found: Tutored; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const asked = useRef(0);
  const link: Record<string, string> = text && text.length <= MOST_LINK ? { trace: text, ...saidTo(said) } : {};

  const check = async (trace: string, how: Said) => {
    const mine = ++asked.current;
    setBusy(true);
    try {
      if (trace.length > MOST_BYTES) throw new Error(t('tutor.tooLong'));
      const found: Tutored = await engine.tutor({ trace, ...saidTo(how) });
      if (mine === asked.current) { setChecked({ found, text: trace }); setError(''); }
    } catch (reason) {
      if (mine === asked.current) { setChecked(null); setError(sentence(reason)); }
    }
    if (mine === asked.current) setBusy(false);
  };
  const take = (trace: string, name?: string, asOne = false) => { // pasted, dropped, a file or an example: checked at once; typed: when asked
    const whole = asOne || name !== undefined || trace.length > text.length + 20;
    const how = name === undefined ? said : NOTHING;
    setText(trace);
    setSaid(how);
    if (whole) void check(trace, how);
    else { asked.current += 1; setBusy(false); setChecked(null); setError(''); } // what is still on its way is about another text
  };
  useDrop((trace) => take(trace, undefined, true));
  useEffect(() => {
    const trace = params.trace ?? (params.example ? example(params.example) : null);
    if (!trace && params.example) setError(t('tutor.noExample', { name: params.example.slice(0, 40) }));
    if (!trace) return;
    const how: Said = { about: params.tree ? 'tree' : params.game ? 'game' : '', what: params.tree ?? params.game ?? '', search: params.search ?? '', values: params.values ?? '' };
    setText(trace);
    setSaid(Object.values(how).some(Boolean) ? how : NOTHING);
    void check(trace, how);
  }, [params]);
  useLayoutEffect(() => { if (checked) rewrite('tutor', link); }, [checked]);
  useLayoutEffect(() => document.querySelector('.tutor-verdict')?.scrollIntoView({ block: 'nearest' }), [checked]); // on a phone it stands below the trace
  return (
    <div class="tutor-view">
      <Tabs mode={null} />
      <Desk text={text} said={said} busy={busy} error={error} onText={take} onSay={(how) => { setSaid(how); if (text.trim() && !(how.about && !how.what)) void check(text, how); }}
        onCheck={() => void check(text, said)} />
      <div class="tutor-found">
        {checked ? <Found found={checked.found} text={checked.text} /> : <p class="empty">{t('tutor.none')}</p>}
        <SameAgain command={commandOf(said)} hash={checked && link.trace ? hashOf('tutor', link) : undefined} />
      </div>
    </div>
  );
}
