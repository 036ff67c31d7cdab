// ExactView.tsx: minimax and alpha-beta step by step: on a tree that is written down, one that is made up, or a game's.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Board } from '../../board/Board';
import { findGame, sideOf } from '../../catalogue';
import { engine } from '../../engine';
import { number, t, word } from '../../i18n';
import { Panel, SameAgain } from '../../shell/parts';
import { useFollowing, useStore } from '../../store';
import type { Line, Position } from '../../types';
import { address, hashHere, lineOf, note, searchOf, turnTo, type Params } from '../address';
import { Exports } from '../exports';
import { StepBar } from '../StepBar';
import { TreeDrawing, type DrawnNode } from '../TreeDrawing';
import { drawnAt, pathAt } from './drawing';
import { useSearched, type Told } from './loading';
import { bestAt, clockAt, enteredAt, isCut, isEntered, isLeft, nameOf, rankAt, tellStep, valueText, windowAt, windowText, type Searched, type SearchedNode } from './searched';

const MOST_ROWS = 100; // of children in the table, and the best one besides
const SLIDE = '((3 12 8)(2 4 6)(14 5 2))';
const EXAMPLES = [SLIDE, '(((5 6)(7 4 5))((3)(6))((8)(6 9)))', '([2:3 (4 6)] [5 [1 2]])'];
const ORDERS = ['game', 'best', 'worst', 'random'] as const;
type Source = 'written' | 'random' | 'game';

const sourceOf = (params: Params): Source => (params.tree ? 'written' : params.random ? 'random' : params.game ? 'game' : 'written');

/** What the engine is asked for, of the address. */
function questionOf(params: Params): object {
  const source = sourceOf(params), player = searchOf(params.player ?? '');
  const search = params.search ?? (player === 'minimax' || player === 'negamax' ? 'minimax' : undefined);
  const how = { search, order: search === 'minimax' ? undefined : params.order, seed: params.seed };
  if (source === 'written') return { ...how, tree: params.tree ?? SLIDE, min: params.min === '1' || undefined };
  if (source === 'random') return { ...how, random: params.random, min: params.min === '1' || undefined };
  return { ...how, ...lineOf(params), depth: params.depth ? Number(params.depth) : undefined, eval: params.eval || undefined };
}

// --- which tree ---------------------------------------------------------------------------------------------------------

const LEAVE: Params = { tree: undefined, random: undefined, step: undefined, node: undefined };

/** Where the engine's reader stopped: the line of the text with a mark below the column. */
function Place({ text, error }: { text: string; error: string }) {
  const found = /^(?:line (\d+), )?column (\d+)/.exec(error);
  if (!found) return null;
  const line = text.split('\n')[Number(found[1] ?? 1) - 1] ?? '', column = Number(found[2]) - 1, from = Math.max(0, column - 20);
  return <pre class="place" aria-hidden="true">{`${line.slice(from, column + 20)}\n${' '.repeat(column - from)}↑`}</pre>;
}

function GameFields({ params }: { params: Params }) {
  const line = lineOf(params), found = findGame(line.game), evals = found?.game.evals ?? [];
  const meant = params.eval ? evals.find((one) => one.name === params.eval) : evals[0];
  return (
    <>
      {found && <p class="wide rules muted">{found.title}: {word(found.game.summary)}.</p>}
      <label class="wide">{t('exact.start')}<input name="start" class="place" placeholder={t('exact.startUsual')} value={line.start ?? ''} spellcheck={false}
        onChange={(event) => note({ ...LEAVE, game: line.game, start: event.currentTarget.value.trim() || undefined, moves: undefined })} /></label>
      <label>{t('exact.moves')}<input placeholder="b2 a1" value={line.moves.join(' ')} spellcheck={false} onChange={(event) => note({ ...LEAVE, game: line.game, moves: event.currentTarget.value.trim() || undefined })} /></label>
      <label>{t('exact.depth')}<input type="number" min={0} max={99} value={params.depth ?? '0'}
        onChange={(event) => note({ ...LEAVE, game: line.game, depth: Number(event.currentTarget.value) > 0 ? event.currentTarget.value : undefined })} /></label>
      {evals.length > 0 && <label>{t('exact.eval')}<select value={params.eval ?? ''} onChange={(event) => note({ ...LEAVE, game: line.game, eval: event.currentTarget.value || undefined })}>
        <option value="">{t('exact.evalOwn')}</option>{[...evals.map((one) => one.name), 'none'].map((name) => <option key={name} value={name}>{name}</option>)}
      </select></label>}
      {evals.length > 0 && <p class="wide eval-is muted">{meant ? t('exact.evalIs', meant) : t('exact.evalNone')}</p>}
    </>
  );
}

function RandomFields({ params }: { params: Params }) {
  const [, wide, deep] = /^(\d+)x(\d+)$/.exec(params.random ?? '') ?? ['', '3', '2'];
  const make = (random: string, seed = params.seed) => note({ ...LEAVE, random, seed: seed || '1' });
  const next = String((Number(params.seed ?? '1') || 0) + 1);
  return (
    <>
      <label>{t('exact.branching')}<input type="number" min={1} max={9} value={wide} onChange={(event) => make(`${event.currentTarget.value}x${deep}`)} /></label>
      <label>{t('exact.levels')}<input type="number" min={1} max={9} value={deep} onChange={(event) => make(`${wide}x${event.currentTarget.value}`)} /></label>
      <label>{t('exact.seed')}<input inputMode="numeric" value={params.seed ?? '1'} onChange={(event) => make(`${wide}x${deep}`, event.currentTarget.value.trim())} /></label>
      <button type="button" onClick={() => make(`${wide}x${deep}`, next)}>{t('ask.another')}</button>
    </>
  );
}

function WrittenFields({ params, error }: { params: Params; error: string | null }) {
  const tree = params.tree ?? SLIDE;
  const [text, setText] = useFollowing(tree);
  const area = useRef<HTMLTextAreaElement>(null);
  const show = (next: string) => note({ ...LEAVE, game: undefined, tree: next.trim() || SLIDE });
  const ask = () => turnTo({ mode: 'exercise', kind: params.search === 'minimax' ? 'minimax' : 'alphabeta', tree: (text.trim() || SLIDE) + (params.min === '1' ? ' O' : ''),
    game: undefined, moves: undefined, start: undefined, player: undefined, seed: undefined });
  useLayoutEffect(() => { // at once: who types on is not to find another selection in the middle of it
    const column = /^column (\d+)/.exec(error ?? '');
    if (column && text === tree) area.current?.setSelectionRange(Number(column[1]) - 1, Number(column[1]));
  }, [error]);
  return (
    <>
      <label class="wide">{t('exact.text')}<textarea ref={area} class="tree-text" rows={3} spellcheck={false} value={text} aria-invalid={error !== null}
        onInput={(event) => setText(event.currentTarget.value)} onKeyDown={(event) => { if (event.key === 'Enter' && event.ctrlKey) show(text); }} /></label>
      <div class="wide row"><button type="button" class="primary" onClick={() => show(text)}>{t('exact.show')}</button>
        <span class="muted">{t('exact.examples')}</span>{EXAMPLES.map((one, i) => <button key={one} type="button" class="link" title={one} onClick={() => show(one)}>{i + 1}</button>)}
        <button type="button" class="link" onClick={ask}>{t('exact.asExercise')}</button></div>
    </>
  );
}

function Setup({ params, told, error }: { params: Params; told: Told | null; error: string | null }) {
  const source = sourceOf(params), search = params.search ?? told?.tree.answer.search ?? 'alphabeta';
  const take: Record<Source, () => void> = {
    written: () => note({ ...LEAVE, game: undefined, tree: told?.text ?? SLIDE }),
    random: () => note({ ...LEAVE, game: undefined, random: '3x2', seed: params.seed ?? '1' }),
    game: () => { const { game, start, moves } = lineOf({ ...params, tree: undefined }); note({ ...LEAVE, game, start: start ?? undefined, moves: moves.join(' ') || undefined }); },
  };
  return (
    <Panel title={t('exact.source')} className="exact-setup" extra={
      <span role="group" aria-label={t('exact.source')}>{(['written', 'random', 'game'] as const).map((one) =>
        <button key={one} type="button" class="chip" aria-pressed={one === source} onClick={() => { if (one !== source) take[one](); }}>{t(`exact.${one}`)}</button>)}</span>}>
      <div class="panel-body fields">
        {source === 'written' ? <WrittenFields params={params} error={error} /> : source === 'random' ? <RandomFields params={params} /> : <GameFields params={params} />}
        {error && <div class="wide error" role="alert">{error}<Place text={params.tree ?? SLIDE} error={error} /></div>}
        <label>{t('exact.search')}<select value={search} onChange={(event) => note({ search: event.currentTarget.value, step: undefined })}>
          <option value="alphabeta">alpha-beta</option><option value="minimax">minimax</option></select></label>
        <label>{t('exact.orderOf')}<select value={params.order ?? 'game'} disabled={search === 'minimax'} onChange={(event) => note({ order: event.currentTarget.value === 'game' ? undefined : event.currentTarget.value, step: undefined })}>
          {ORDERS.map((one) => <option key={one} value={one}>{t(`exact.order.${one}`)}</option>)}</select></label>
        {source !== 'game' && <label class="tick"><input type="checkbox" checked={params.min === '1'} onChange={(event) => note({ min: event.currentTarget.checked ? '1' : undefined, step: undefined })} />{t('exact.minRoot')}</label>}
      </div>
    </Panel>
  );
}

// --- what is seen of it ---------------------------------------------------------------------------------------------------

function ChildTable({ tree, node, now, written }: { tree: Searched; node: SearchedNode; now: number; written: boolean }) {
  const children = tree.children(node), best = bestAt(tree, node, now);
  const sorted = [...children].sort((a, b) => (a.entered ?? Infinity) - (b.entered ?? Infinity) || a.id - b.id);
  const rows = sorted.filter((child, i) => i < MOST_ROWS || child === best);
  const at = (when: number) => { const ends = windowAt(tree, node, when); return ends ? windowText(ends) : ''; };
  const title = t('exact.children', { name: written ? nameOf(tree, node) : tree.way(node).slice(1).map((one) => one.move).join(' ') || t('exact.root') });
  return (
    <Panel className="child-table" title={title} extra={node.kind === 'leaf' ? '' : node.kind}>
      {!children.length ? <p class="panel-body muted">{t(node.kind === 'leaf' ? 'exact.noChildren' : 'exact.notLoaded')}</p> : <div class="scrolling" role="group" aria-label={title} tabIndex={0}><table>
        <thead><tr><th>{t('exact.order')}</th><th>{t('exact.child')}</th><th class="figure">{t('exact.value')}</th>
          {tree.windows && <><th class="figure">{t('exact.windowBefore')}</th><th class="figure">{t('exact.windowAfter')}</th></>}<td /></tr></thead>
        <tbody>{rows.map((child) => (
          <tr key={child.id} data-child={child.id} class={child === best ? 'best' : ''}>
            <td>{isEntered(child, now) ? rankAt(tree, child, now) : '–'}</td>
            <td>{written ? nameOf(tree, child) : child.move}</td>
            <td class="figure">{isLeft(child, now) ? valueText(child) : '–'}</td>
            {tree.windows && <><td class="figure">{isEntered(child, now) ? at(child.entered!) : '–'}</td><td class="figure">{isLeft(child, now) ? at(child.left! + 1) : '–'}</td></>}
            <td class="muted">{child === best ? t('exact.isBest') : isCut(tree, child, now) ? t('exact.isCut') : isEntered(child, now) ? '' : t('exact.isWaiting')}</td>
          </tr>))}</tbody>
      </table></div>}
      {sorted.length > rows.length && <p class="more-moves">{t('exact.moreChildren', { n: number(sorted.length - rows.length) })}</p>}
    </Panel>
  );
}

function Counts({ told, now, open }: { told: Told; now: number; open: number }) {
  const { answer, windows } = told.tree, saved = answer.node_count - answer.nodes_visited;
  const all = { nodes: number(answer.node_count), leaves: number(answer.leaves) };
  return (
    <>
      <p class="counts">{t('exact.soFarSeen', { n: number(enteredAt(now, open)) })} {windows
        ? t('exact.saved', { ...all, seen: number(answer.nodes_visited), visited: number(answer.visited), saved: number(saved), percent: number((100 * saved) / answer.node_count), cuts: number(answer.cuts) })
        : t('exact.allSeen', all)}</p>
      {!told.whole && <p class="muted">{t('exact.limited', { plies: told.plies })}</p>}
    </>
  );
}

/** The position at a node of a game's tree. */
function NodePosition({ line, tree, node }: { line: Line; tree: Searched; node: SearchedNode }) {
  const [position, setPosition] = useState<Position | null>(null);
  const moves = tree.way(node).slice(1).map((one) => one.move!), key = JSON.stringify([line, moves]);
  useEffect(() => {
    let wanted = true;
    engine.position({ ...line, moves: [...line.moves, ...moves] }).then((found) => { if (wanted) setPosition(found); }, () => {});
    return () => { wanted = false; };
  }, [key]);
  if (!position) return null;
  return (
    <Panel className="node-position">
      <div class="panel-body"><Board board={position.board} label={position.board.words ?? ''} small />
        <div><b>{t('exact.position', { name: moves.join(' ') || t('exact.root') })}</b><p class="muted">{position.board.words}</p></div></div>
    </Panel>
  );
}

const isKnown = ({ tree }: Told, at: number): boolean => at === 0 || tree.steps.has(at);
const chosenOf = ({ tree }: Told, params: Params): SearchedNode | null => (params.node !== undefined ? tree.nodes.get(Number(params.node)) ?? null : null);

/** The drawing at a step; until a step that the link names is here, the one before. */
function useDrawn(told: Told | null, at: number, params: Params) {
  const known = told !== null && isKnown(told, at), now = known ? clockAt(told.tree, at) : 0, chosen = told && chosenOf(told, params);
  const root = useMemo(() => (known ? drawnAt(told.tree, at, now, chosen, told.line === null) : null), [told?.tree, at, now, chosen, known]);
  const kept = useRef(root);
  if (root || !told) kept.current = root;
  return kept.current ?? (told && drawnAt(told.tree, 0, 0, null, told.line === null));
}

function Walk({ told, at, params, drawn }: { told: Told; at: number; params: Params; drawn: DrawnNode }) {
  const { tree } = told, last = tree.last, step = tree.steps.get(at), now = clockAt(tree, at);
  const chosen = chosenOf(told, params);
  const go = (to: number) => note({ step: to === 0 ? undefined : String(to), node: undefined });
  const nextCut = (from: number) => {
    for (let i = from + 1; i <= last; i++) {
      const one = tree.steps.get(i);
      if (!one) return tree.answer.next_cut !== null && from < tree.answer.next_cut && i <= tree.answer.next_cut ? tree.answer.next_cut : i;
      if (one.cut) return i;
    }
    return last;
  };
  const sentence = step ? tellStep(tree, step) : t('exact.before');
  return (
    <section class="panel" aria-label={t('tree.exact')}>
      <StepBar at={at} last={last} onGo={go} where={<>{t('exact.where', { at: number(at), last: number(last) })}</>}
        jumps={[...(tree.windows ? [{ label: t('exact.nextCut'), title: t('exact.nextCut'), to: nextCut }] : []), { label: t('exact.toEnd'), title: t('exact.toEnd'), to: () => last }]} />
      <p class="this-step" role="status" data-step={at}>{isKnown(told, at) ? sentence : t('exact.searching')}</p>
      <TreeDrawing root={drawn} chosen={String(chosen?.id ?? pathAt(tree, at, now).slice(-1)[0]?.id ?? 0)} label={t('exact.label', { n: number(enteredAt(now, openAt(told, at))) })}
        onChoose={(id) => { if (!id.includes('/')) note({ node: id }); }} />
      <p class="legend muted">{told.line && `${t('exact.legendGame', { max: sideOf(told.line.game, 'X'), min: sideOf(told.line.game, 'O') })} `}{t('exact.legend')}</p>
    </section>
  );
}

function openAt({ tree }: Told, at: number): number {
  const step = tree.steps.get(at), now = clockAt(tree, at);
  return step ? tree.way(tree.nodes.get(step.node)!).filter((one) => !isLeft(one, now)).length : 0;
}

function Numbers({ told, at, params }: { told: Told; at: number; params: Params }) {
  const { tree } = told, step = tree.steps.get(at), now = clockAt(tree, at), chosen = chosenOf(told, params);
  const current = step ? tree.nodes.get(step.node)! : tree.nodes.get(0)!;
  const shown = chosen ?? (current.kind === 'leaf' && current.parent !== null ? tree.nodes.get(current.parent)! : current);
  return (
    <>
      {isKnown(told, at) && <ChildTable tree={tree} node={shown} now={now} written={told.line === null} />}
      <Panel title={t('exact.thisStep')}><div class="panel-body"><Counts told={told} now={now} open={openAt(told, at)} /></div></Panel>
      {told.line && <NodePosition line={told.line} tree={tree} node={chosen ?? current} />}
    </>
  );
}

/** The fields stand at one place of the page, before the first answer and after it: what is typed early stays. */
export function ExactView() {
  const params = useStore(address);
  const question = useMemo(() => questionOf(params), [params]);
  const wanted = Math.max(0, Math.floor(Number(params.step ?? 0)) || 0);
  const { told, error, busy } = useSearched(question, wanted);
  const at = told ? Math.min(wanted, told.tree.last) : 0, drawn = useDrawn(told, at, params);
  return (
    <div class="exact-view tree-split" data-busy={busy}>
      {told && drawn ? <Walk told={told} at={at} params={params} drawn={drawn} />
        : <section class="panel"><p class="empty" role={error ? undefined : 'status'}>{error ?? t('exact.searching')}</p></section>}
      <div class="side">
        {told ? <Numbers told={told} at={at} params={params} /> : null}
        <Setup params={params} told={told} error={error} />
        {told && drawn && <div><SameAgain command={told.command} hash={hashHere()} /><Exports name="tree" root={drawn} title={told.command} json={() => ({ ...told.tree.answer, steps: [...told.tree.steps.values()], nodes: [...told.tree.nodes.values()] })} /></div>}
      </div>
    </div>
  );
}

/** For other views: a tree step by step from its first step on. */
export const openExact = (what: { tree?: string; game?: string; start?: string; search?: string }): void =>
  turnTo({ mode: 'exact', game: undefined, moves: undefined, start: undefined, player: undefined, seed: undefined, ...what });

