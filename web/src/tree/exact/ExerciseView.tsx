// ExerciseView.tsx: exercises that nobody has seen: asked, answered on the drawing and in fields, checked, solved. A link for
// students fixes the seed and hides the solution.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useTries } from '../../again';
import { engine } from '../../engine';
import { shelf } from '../../kept';
import { t, type Key } from '../../i18n';
import { hashOf, linkTo } from '../../route';
import { CopyButton, Panel, SameAgain } from '../../shell/parts';
import { useStore } from '../../store';
import { sentence } from '../../table';
import { address, note, type Params } from '../address';
import { TreeDrawing, type DrawnNode } from '../TreeDrawing';
import { openExact } from './ExactView';
import { below, hintOf, isTree, KINDS, labelOf, meantOf, printed, questionOf, SIZES, type AskedNode, type Checked, type Field, type Question, type Solution, type Verdict } from './asking';

const SHAPES = { MAX: 'max', MIN: 'min', leaf: 'leaf' } as const;
const MARKS = { right: '✓', wrong: '✗', missing: '…' } as const;

const newSeed = (): string => String(1 + Math.floor(Math.random() * 999_999));
const takesTree = (kind: string): boolean => kind === 'minimax' || kind === 'alphabeta';
const whichOf = ({ kind, seed, size, tree }: Params): Record<string, string> =>
  (tree && takesTree(kind!) ? { kind: kind!, tree } : { kind: kind!, seed: seed ?? '1', size: size ?? 'normal' });

// --- choosing one ---------------------------------------------------------------------------------------------------------

function Chooser({ params }: { params: Params }) {
  const [kind, setKind] = useState<string>(KINDS.find((one) => one === params.kind) ?? 'alphabeta');
  const [size, setSize] = useState<string>(SIZES.find((one) => one === params.size) ?? 'small');
  const [seed, setSeed] = useState('');
  const [own, setOwn] = useState(params.tree ?? '');
  const tree = takesTree(kind) ? own.trim() : '';
  const give = () => note(tree ? { kind, tree, size: undefined, seed: undefined } : { kind, size, tree: undefined, seed: seed.trim() || newSeed() });
  return (
    <Panel title={t(params.kind ? 'ask.other' : 'ask.give')} className="ask-chooser">
      <form class="panel-body fields" onSubmit={(event) => { event.preventDefault(); give(); }}>
        <label class="wide">{t('ask.kind')}<select value={kind} onChange={(event) => setKind(event.currentTarget.value)}>{KINDS.map((one) => <option key={one} value={one}>{t(`kind.${one}`)}</option>)}</select></label>
        <label>{t('ask.size')}<select disabled={tree !== ''} value={size} onChange={(event) => setSize(event.currentTarget.value)}>{SIZES.map((one) => <option key={one} value={one}>{t(`ask.${one}`)}</option>)}</select></label>
        <label>{t('exact.seed')}<input disabled={tree !== ''} inputMode="numeric" pattern="[0-9]*" placeholder={t('ask.seedHelp')} value={seed} onInput={(event) => setSeed(event.currentTarget.value)} /></label>
        {takesTree(kind) && <label class="wide">{t('ask.ownTree')}<input name="tree" spellcheck={false} maxLength={150} placeholder="((3 12 8)(2 4 6)(14 5 2))" value={own} onInput={(event) => setOwn(event.currentTarget.value)} /></label>}
        <div class="wide"><button type="submit" class="primary">{tree ? t('ask.askOwn') : t('ask.give')}</button></div>
      </form>
    </Panel>
  );
}

// --- answering --------------------------------------------------------------------------------------------------------------

interface Answering {
  question: Question; answers: Record<string, string>; crossed: Set<string>; verdicts: Map<string, Verdict>; solution: Solution | null;
  write: (id: string, text: string) => void; cross: (name: string) => void;
}

function VerdictMark({ verdict }: { verdict?: Verdict }) {
  if (!verdict) return null;
  return <span class={`ask-verdict ${verdict.verdict}`}><span aria-hidden="true">{MARKS[verdict.verdict]}</span> {t(`ask.${verdict.verdict}`)}</span>;
}

function Answer({ field, label, a }: { field: Field; label: string; a: Answering }) {
  const value = a.answers[field.id] ?? '', write = (text: string) => a.write(field.id, text), bad = a.verdicts.get(field.id)?.verdict === 'wrong';
  if (field.ask === 'choice') return (
    <select aria-label={label} data-field={field.id} aria-invalid={bad} value={value} onChange={(event) => write(event.currentTarget.value)}>
      <option value="">{t('ask.choose')}</option>{field.choices.map((one) => <option key={one} value={one}>{one === 'none' ? t('ask.none') : one}</option>)}
    </select>
  );
  return <input aria-label={label} data-field={field.id} aria-invalid={bad} value={value} spellcheck={false} autocomplete="off" size={8}
    placeholder={field.ask === 'window' ? '( , )' : ''} onInput={(event) => write(event.currentTarget.value)} />;
}

const SolutionCell = ({ a, id }: { a: Answering; id: string }) => (a.solution ? <td class="solution-is">{printed(a.solution.answers[id] === 'cut' ? t('ask.never') : a.solution.answers[id] ?? '')}</td> : null);

/** Fields one below the other. */
function FieldRows({ a, fields }: { a: Answering; fields: Field[] }) {
  return (
    <>
      {fields.map((field) => {
        const verdict = a.verdicts.get(field.id), label = labelOf(a.question, field);
        return [
          <tr key={field.id} data-row={field.id}><td>{label}</td><td><Answer field={field} label={label} a={a} /></td><SolutionCell a={a} id={field.id} /><td><VerdictMark verdict={verdict} /></td></tr>,
          verdict?.verdict === 'wrong' && <tr key={`${field.id}?`} class="hint"><td colSpan={a.solution ? 4 : 3}>{hintOf(verdict)}</td></tr>,
        ];
      })}
    </>
  );
}

/** A row for each inner node: window, value, or crossed out. */
function NodeRows({ a, chosen }: { a: Answering; chosen: string | null }) {
  const cuts = a.question.kind === 'alphabeta', nodes = a.question.nodes!;
  const columns = 3 + (cuts ? 2 : 0);
  return (
    <>
      {nodes.filter((node) => node.kind !== 'leaf').map((node) => {
        const fields = a.question.asked.filter((field) => field.node === node.name), gone = a.crossed.has(node.name);
        const wrong = fields.map((field) => a.verdicts.get(field.id)).filter((one): one is Verdict => one?.verdict === 'wrong');
        const title = node.name === 'root' ? t('exact.root') : node.name;
        return [
          <tr key={node.name} data-row={node.name} class={node.name === chosen ? 'chosen' : ''}><td>{node.kind === 'MAX' ? '▲' : '▼'} {title}</td>
            {fields.map((field) => (
              <td key={field.id}>{gone ? '' : <Answer field={field} label={`${t(field.ask === 'window' ? 'ask.window' : 'ask.value')}, ${title}`} a={a} />}
                {a.solution && <div class="solution-is">{printed(a.solution.answers[field.id] === 'cut' ? '✂' : a.solution.answers[field.id])}</div>}<VerdictMark verdict={a.verdicts.get(field.id)} /></td>))}
            {cuts && <td>{node.name !== 'root' && <input type="checkbox" aria-label={`${t('ask.never')}, ${title}`} data-cross={node.name} checked={gone} onChange={() => a.cross(node.name)} />}</td>}
          </tr>,
          wrong.length > 0 && <tr key={`${node.name}?`} class="hint"><td colSpan={columns}>{[...new Set(wrong.map(hintOf))].join(' ')}</td></tr>,
        ];
      })}
    </>
  );
}

function TreeAnswers({ a, chosen }: { a: Answering; chosen: string | null }) {
  const cuts = a.question.kind === 'alphabeta', cut = a.verdicts.get('cut');
  const leaves = a.question.nodes!.filter((node) => node.kind === 'leaf' && a.crossed.has(node.name)).map((node) => node.name);
  return (
    <div class="scrolling"><table class="answers">
      <thead><tr><th>{t('ask.node')}</th>{cuts && <th>{t('ask.window')}</th>}<th>{t('ask.value')}</th>{cuts && <th title={t('ask.never')}>{t('ask.cutShort')}</th>}</tr></thead>
      <tbody><NodeRows a={a} chosen={chosen} /></tbody></table>
      <table class="answers"><tbody>
        {cuts && <tr data-row="cut"><td>{t('ask.leaves')}</td><td>{leaves.join(', ') || t('ask.noneYet')}</td><SolutionCell a={a} id="cut" /><td><VerdictMark verdict={cut} /></td></tr>}
        {cut?.verdict === 'wrong' && <tr class="hint"><td colSpan={4}>{hintOf(cut)}</td></tr>}
        <FieldRows a={a} fields={a.question.asked.filter((field) => field.id === 'move')} />
      </tbody></table></div>
  );
}

/** The tree with what was written so far. */
function drawnOf(a: Answering, nodes: AskedNode[]): DrawnNode {
  const mark = (id: string) => { const verdict = a.verdicts.get(id); return verdict && verdict.verdict !== 'missing' ? `${MARKS[verdict.verdict]} ` : ''; };
  const draw = (node: AskedNode): DrawnNode => {
    const gone = a.crossed.has(node.name), cuts = a.question.kind === 'alphabeta', title = node.name === 'root' ? t('exact.root') : node.name;
    const crossing = a.verdicts.get(`cut:${node.name}`);
    return {
      id: node.name, shape: SHAPES[node.kind], state: gone ? 'cut' : 'plain', children: nodes.filter((one) => one.parent === node.name).map(draw),
      edge: node.kind === 'leaf' && crossing ? MARKS[crossing.verdict] : undefined,
      label: node.kind === 'leaf' ? printed(String(node.number)) : node.name === 'root' ? node.kind : node.name,
      lines: node.kind === 'leaf' ? [] : gone ? [`${mark(`cut:${node.name}`)}✂`] : [
        mark(`value:${node.name}`) + (printed(a.answers[`value:${node.name}`] ?? '') || '?'),
        ...(cuts ? [mark(`window:${node.name}`) + (printed(a.answers[`window:${node.name}`] ?? '') || '( ? , ? )')] : [])],
      title: gone ? t('ask.crossed', { name: title }) + (crossing?.verdict === 'wrong' ? `. ${hintOf(crossing)}` : '') : title,
    };
  };
  return draw(nodes[0]);
}

// --- the exercise -------------------------------------------------------------------------------------------------------------

function Actions({ params, a, checked, tries, onCheck, onSolve }:
  { params: Params; a: Answering; checked: Checked | null; tries: number; onCheck: () => void; onSolve: () => void }) {
  const hidden = params.hidden === '1', which = whichOf(params), open = a.solution?.open;
  return (
    <>
      <div class="ask-actions">
        <button type="button" class="primary" onClick={onCheck}>{t('ask.check')}</button>
        {!hidden && !a.solution && <button type="button" onClick={onSolve}>{t('ask.solution')}</button>}
        {!hidden && open && <button type="button" onClick={() => openExact(open)}>{t('ask.steps')}</button>}
        {!hidden && <button type="button" onClick={() => note({ seed: newSeed(), tree: undefined })}>{t('ask.another')}</button>}
        <span class="ask-state" role="status">{checked && (checked.solved ? t('ask.solved', { n: tries }) : t('ask.tries', { n: tries, right: checked.right, asked: checked.asked }))}</span>
      </div>
      {hidden ? <p class="muted">{t('ask.hidden')}</p> : <p class="again">
        <CopyButton text={() => linkTo(hashOf('tree', { mode: 'exercise', ...which, hidden: '1' }))} label={t('ask.linkStudents')} />
        <CopyButton text={() => linkTo(hashOf('tree', { mode: 'exercise', ...which }))} label={t('ask.linkSolution')} /></p>}
    </>
  );
}

interface Kept { answers: Record<string, string>; crossed: string[] }
const kept = shelf<Kept>('answers', 40_000, (value) => Array.isArray(value?.crossed) && Object.values(value.answers ?? { none: 0 }).every((one) => typeof one === 'string'));

/** What was answered stays for a reload, and for who comes back to the exercise. */
function useAnswering(question: Question, params: Params) {
  const key = JSON.stringify(whichOf(params)), before = useMemo(() => kept.all().find(([one]) => one === key)?.[1], []);
  const [answers, setAnswers] = useState<Record<string, string>>(before?.answers ?? {});
  const [crossed, setCrossed] = useState(new Set<string>(before?.crossed));
  const [checked, setChecked] = useState<Checked | null>(null);
  const [tries, setTries] = useState(0);
  const [solution, setSolution] = useState<Solution | null>(null);
  const [error, setError] = useState<string | null>(null);
  const nodes = question.nodes ?? [];
  const verdicts = useMemo(() => new Map((checked?.checked ?? []).map((one) => [one.id, one])), [checked]);
  const forget = (...ids: string[]) => setChecked((was) => was && { ...was, checked: was.checked.filter((one) => !ids.includes(one.id)) });
  const write = (id: string, text: string) => { setAnswers((was) => ({ ...was, [id]: text })); forget(id); };
  const cross = (name: string) => {
    const all = below(nodes, name), next = new Set(crossed), off = crossed.has(name);
    for (const one of all) if (off) next.delete(one); else next.add(one);
    for (let node = nodes.find((one) => one.name === name); node?.parent; node = nodes.find((one) => one.name === node!.parent)) { // a node is crossed out when all below it is
      const siblings = nodes.filter((one) => one.parent === node!.parent), whole = node.parent !== 'root' && siblings.every((one) => next.has(one.name));
      if (whole) next.add(node.parent); else next.delete(node.parent);
    }
    setCrossed(next);
    forget('cut', ...nodes.flatMap((one) => (crossed.has(one.name) !== next.has(one.name) ? [`cut:${one.name}`, `value:${one.name}`, `window:${one.name}`] : [])));
  };
  useLayoutEffect(() => { if (Object.keys(answers).length || crossed.size || before) kept.put(key, { answers, crossed: [...crossed] }); }, [answers, crossed]);
  useEffect(() => kept.flush, []);
  const which = whichOf(params), latest = useRef({ answers, crossed });
  latest.current = { answers, crossed };
  /** What was asked about and is still written so. */
  const stands = (id: string): boolean => {
    const now = latest.current, name = id.replace(/^\w+:/, '');
    if (id === 'cut') return now.crossed === crossed;
    return now.answers[id] === answers[id] && now.crossed.has(name) === crossed.has(name);
  };
  const check = () => {
    const cut = nodes.filter((node) => node.kind === 'leaf' && crossed.has(node.name)).map((node) => node.name).join(' ');
    engine.exercise('/check', { ...which, answers: question.kind === 'alphabeta' ? { ...answers, cut } : answers })
      .then((found: Checked) => { setChecked({ ...found, checked: found.checked.filter((one) => stands(one.id)) }); setTries((n) => n + 1); setError(null); }, (why) => setError(sentence(why)));
  };
  const solve = () => engine.exercise('/solution', which).then(setSolution, (why) => setError(sentence(why)));
  return { a: { question, answers, crossed, verdicts, solution, write, cross } as Answering, checked, tries, error, check, solve };
}

function Exercise({ question, params }: { question: Question; params: Params }) {
  const { a, checked, tries, error, check, solve } = useAnswering(question, params);
  const [chosen, setChosen] = useState<string | null>(null);
  const room = useRef<HTMLDivElement>(null);
  const { kind, nodes } = question, tree = isTree(kind), meant = meantOf(kind);
  const drawn = useMemo(() => (nodes ? drawnOf(a, nodes) : null), [a.answers, a.crossed, a.verdicts, nodes]);
  const press = (name: string) => {
    if (nodes!.find((node) => node.name === name)?.kind === 'leaf') { if (kind === 'alphabeta') a.cross(name); return; }
    setChosen(name);
    room.current!.querySelector<HTMLElement>(`[data-row="${CSS.escape(name)}"] input`)?.focus();
  };
  const title = t(`kind.${kind}`);
  const text = <Panel title={title} extra={params.tree ? undefined : <span title={t('ask.seedIs')}>{t('exact.seed')} {question.seed}</span>}><div class="panel-body ask-text">
    {questionOf(question).map((one) => <p key={one}>{one}</p>)}
    {question.table && <table class="ask-table"><thead><tr>{question.table[0].map((head) => <th key={head} class={head === 'cell' || head === 'move' ? '' : 'figure'}>{head === 'cell' || head === 'move' ? t(`ask.${head}` as Key) : head}</th>)}</tr></thead>
      <tbody>{question.table.slice(1).map((row) => <tr key={row[0]}>{row.map((cell, i) => <td key={i} class={i ? 'figure' : ''}>{cell}</td>)}</tr>)}</tbody></table>}
  </div></Panel>;
  const answers = <Panel title={t('ask.answers')} className="ask-answers"><div class="ask-form" ref={room} onKeyDown={(event) => { if (event.key === 'Enter' && event.target instanceof HTMLInputElement) check(); }}>
    {tree ? <TreeAnswers a={a} chosen={chosen} /> : <div class="scrolling"><table class="answers"><tbody><FieldRows a={a} fields={question.asked} /></tbody></table></div>}
    {kind === 'hash' && <p class="panel-body muted">{t('ask.free')}</p>}
    <div class="panel-body"><Actions params={params} a={a} checked={checked} tries={tries} onCheck={check} onSolve={() => void solve()} />{error && <p class="error" role="alert">{error}</p>}</div>
  </div></Panel>;
  const means = meant.length > 0 && <Panel title={t('ask.meant')}><ul class="panel-body meant">{meant.map((one) => <li key={one}>{one}</li>)}</ul></Panel>;
  const solved = a.solution && !tree && <Panel title={t('ask.solutionIs')}><div class="panel-body"><pre class="solution-text" tabIndex={0}>{a.solution.solution}</pre></div></Panel>;
  return (
    <div class="tree-split">
      <div class="side">
        {text}
        {drawn && <section class="panel" aria-label={t('ask.tree')}><p class="this-step muted">{t(kind === 'alphabeta' ? 'ask.crossHelp' : 'ask.nodeHelp')}</p>
          <TreeDrawing root={drawn} chosen={chosen} onChoose={press} onAgain={press} label={t('ask.tree')} /></section>}
        {!tree && answers}
        {solved}
      </div>
      <div class="side">
        {tree && answers}
        {means}
        {params.hidden !== '1' && <Chooser params={params} />}
        <SameAgain command={question.command + (params.hidden === '1' ? ' --solutions none' : '')} />
      </div>
    </div>
  );
}

export function ExerciseView() {
  const params = useStore(address);
  const [asked, setAsked] = useState<{ key: string; question: Question } | null>(null);
  const [error, setError] = useState<string | null>(null);
  const key = params.kind ? JSON.stringify(whichOf(params)) : '', tries = useTries(error !== null);
  useEffect(() => {
    if (!key) return;
    let wanted = true;
    engine.exercise('', JSON.parse(key)).then((found) => { if (wanted) { setAsked({ key, question: found }); setError(null); } }, (why) => { if (wanted) setError(sentence(why)); });
    return () => { wanted = false; };
  }, [key, tries]);
  if (!key || error) return <div class="ask-start">{error && <p class="error" role="alert">{error}</p>}<Chooser key={key} params={params} /></div>;
  if (asked?.key !== key) return <p class="empty" role="status">{t('shell.starting')}</p>;
  return <Exercise key={key} question={asked.question} params={params} />;
}

