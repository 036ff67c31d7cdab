// StepsView.tsx: Monte Carlo search step by step: select, expand, simulate, back up.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { useTries } from '../again';
import { sideOf } from '../catalogue';
import { engine } from '../engine';
import { t, number, word } from '../i18n';
import { Panel, SameAgain } from '../shell/parts';
import { useFollowing, useStore } from '../store';
import { sentence } from '../table';
import type { Line } from '../types';
import { address, hashHere, lineOf, note, searchOf, stepsMode, turnTo } from './address';
import { Choices } from './Choices';
import { Exports } from './exports';
import { pick, roomFor } from './pick';
import { openInPlay, PositionCard } from './Position';
import { choiceAt, numbersAt, replay, simulationAt, stepsOf, wayAt, type Grown, type Replay, type Step } from './replay';
import { formulaOf, optionOf, presetOf, presetSpec, PRESETS, withFormula, withOption } from './spec';
import { StepBar } from './StepBar';
import { TreeDrawing, type DrawnNode } from './TreeDrawing';

const FIRST_SPEC = 'mcts sims=200 c=0.5 proofs=off';
const MOST_STEPS = 20_000, STEPS_OF_ONE = 16; // a simulation has a few steps
const WIDTHS = [12, 3]; // choices of a selection: fewer where the answer would be too large

interface Told { key: string; replay: Replay; thought: any; command: string; unseen: number }

async function ask(line: Line, player: string, seed: string): Promise<Omit<Told, 'key'>> {
  const sims = Number(optionOf(player, 'sims') ?? 10_000), steps = Math.min(MOST_STEPS, STEPS_OF_ONE * (Number.isFinite(sims) && sims > 0 ? sims : 1));
  for (const width of WIDTHS) {
    try {
      const answer = await engine.trace(line, { player, seed, steps, width });
      return { replay: replay(answer.thought.trace), thought: answer.thought, command: answer.command, unseen: answer.unseen };
    } catch (error) {
      if (width === WIDTHS[WIDTHS.length - 1] || !/"width"/.test(sentence(error))) throw error;
    }
  }
  throw new Error('');
}

/** The steps of what the address names: asked for once. */
function useTold(line: Line, player: string, seed: string): { told: Told | null; error: string | null } {
  const [told, setTold] = useState<Told | null>(null);
  const [error, setError] = useState<string | null>(null);
  const key = JSON.stringify([line, player, seed]), tries = useTries(error !== null);
  useEffect(() => {
    let here = true;
    setError(null);
    ask(line, player, seed).then((answer) => here && setTold({ key, ...answer }), (why) => { if (here) { setTold(null); setError(sentence(why)); } });
    return () => { here = false; };
  }, [key, tries]);
  return { told: told?.key === key ? told : null, error };
}

/* --- the picture ----------------------------------------------------------------------------- */

const visitsText = (n: number): string => t(n === 1 ? 'tree.visit' : 'tree.visits', { n });
const share = ({ visits, points }: { visits: number; points: number }) => (visits > 0 ? points / visits : undefined);

/** The tree after so many steps, as it is drawn. */
function drawn(all: Replay, game: string, after: number, chosen: Grown | null): DrawnNode {
  const way = wayAt(all, after), onWay = new Set(way), room = roomFor();
  for (let node = chosen; node; node = node.parent) onWay.add(node);
  const sim = simulationAt(all, after), begun = sim < 0 ? 0 : all.begins[sim];
  const there = (node: Grown) => node.children.filter((child) => child.born <= after);
  const kept = pick(all.root, there, (node) => numbersAt(node, after).visits, (node) => onWay.has(node), room.nodes, room.below);
  const make = (node: Grown): DrawnNode => {
    const numbers = numbersAt(node, after), mean = share(numbers), kids = there(node).filter((child) => kept.has(child));
    const rest = there(node).filter((child) => !kept.has(child)), untried = node.opened <= after ? Math.max(0, node.moves - there(node).length) : 0;
    const children = kids.sort((a, b) => numbersAt(b, after).visits - numbersAt(a, after).visits || a.born - b.born).map(make);
    if (rest.length > 0 || (untried > 0 && way.includes(node))) {
      const visits = rest.reduce((sum, child) => sum + numbersAt(child, after).visits, 0);
      children.push({ id: `${node.id}/+`, label: `+${rest.length + untried}`, lines: [visitsText(visits)], shape: 'more', children: [], title: t('tree.moreTitle', { n: rest.length + untried, tried: rest.length }) });
    }
    return {
      id: node.id || 'root', label: node.parent ? word(node.move) : t('tree.root'), lines: [`${number(numbers.visits)} · ${mean === undefined ? '–' : number(mean, 2)}`], share: mean ?? 0,
      state: way.includes(node) ? (node.born > begun && node.parent ? 'new' : 'path') : 'plain', children,
      title: t(node.parent ? 'tree.nodeTitle' : 'tree.rootTitle', { side: sideOf(game, node.by), visits: visitsText(numbers.visits), w: number(numbers.points, 1) }),
    };
  };
  return make(all.root);
}

/* --- this simulation in one sentence ------------------------------------------------------------ */

function Simulation({ all, game, after }: { all: Replay; game: string; after: number }) {
  const steps = stepsOf(all, after), selected = steps.filter((step) => step.step === 'select');
  const expanded = steps.filter((step) => step.step === 'expand'), simulated = steps.find((step) => step.step === 'simulate'), backed = steps.find((step) => step.step === 'backup');
  // A phase that is left out is said to be, where other simulations of this search have it.
  const none = simulated && !expanded.length && !['finished', 'known'].includes(simulated.reason) && all.steps.some((step) => step.step === 'expand');
  const opened = expanded.map(({ move, moves }) => t('tree.expanded', { move: move ? word(move) : t('tree.root'), n: moves })).join(', ');
  if (!steps.length) return <Panel title={t('tree.thisSimulation')}><p class="panel-body muted">{t('tree.notBegun')}</p></Panel>;
  return (
    <Panel title={t('tree.thisSimulation')} className="this-simulation">
      <div class="panel-body">
        <p><small>{t('tree.phase.select')}</small> {selected.map((step) => word(step.choices.find((one) => one.taken)!.move)).join(' → ')}</p>
        {(opened || none) && <p><small>{t('tree.phase.expand')}</small> {opened || <span class="muted">{t('tree.noNode', { move: word(simulated!.move ?? '') })}</span>}</p>}
        {simulated && <p><small>{t('tree.phase.simulate')}</small> {played(simulated)} → <b>{outcome(simulated, game)}</b></p>}
        {backed && <p><small>{t('tree.phase.backup')}</small> {backed.path.map((one, i) => (
          <span key={i}>{i > 0 && ', '}{word(one.move)} +{number(backed.points[one.by as 'X' | 'O'] ?? 0, (backed.points[one.by as 'X' | 'O'] ?? 0) % 1 ? 1 : 0)} ({t('tree.now', { n: number(one.visits), w: number(one.points, 1) })})</span>
        ))}</p>}
      </div>
    </Panel>
  );
}

function played(step: Step): string {
  if (step.reason === 'finished') return t('tree.finished');
  if (step.reason === 'known') return t('tree.known');
  if (step.games > 1) return t('tree.games', { n: step.games });
  return step.played && step.played.length <= 60 ? step.played.map(word).join(' ') || '–' : t('tree.movesMore', { n: step.length ?? 0 });
}

function outcome({ points: { X, O }, games }: Step, game: string): string {
  if (games > 1) return `${sideOf(game, 'X')} ${number(X, 1)}, ${sideOf(game, 'O')} ${number(O, 1)}`;
  return X === O ? t('tree.draw') : t('tree.wins', { side: sideOf(game, X > O ? 'X' : 'O') });
}

/* --- the form ------------------------------------------------------------------------------------- */

function Setup({ player, seed }: { player: string; seed: string }) {
  const [spec, setSpec] = useFollowing(player);
  const [from, setFrom] = useFollowing(seed);
  const rule = presetOf(spec), mcts = searchOf(spec) === 'mcts', own = formulaOf(spec);
  const start = (event: Event) => {
    event.preventDefault();
    const mode = stepsMode(spec), seed = from || '1';
    if (mode !== 'steps') turnTo({ mode, player: spec, seed });
    else note({ mode, player: spec, seed, step: undefined, node: undefined });
  };
  const choose = (name: string) => {
    if (name === 'own') setSpec(withFormula(presetSpec(spec, {}), 'w/n + c*sqrt(ln(N)/n)'));
    else if (name === 'flat') setSpec(`hmcts sims=${optionOf(spec, 'sims') ?? 200}`);
    else setSpec(presetSpec(spec, PRESETS.find((one) => one.name === name)!.options));
  };
  const field = (name: string, label: string, usual: string) => (
    <label>{label}<input type="text" inputMode="decimal" value={optionOf(spec, name) ?? ''} placeholder={usual}
      onInput={({ currentTarget: { value } }) => setSpec(withOption(spec, name, value.trim() === '' ? null : value.trim()))} /></label>
  );
  return (
    <Panel title={t('tree.setup')}>
      <form class="tree-form" onSubmit={start}>
        <label>{t('tree.rule')}
          <select value={own !== null ? 'own' : rule ?? (searchOf(spec) === 'hmcts' ? 'flat' : '?')} onChange={(event) => choose(event.currentTarget.value)}>
            {PRESETS.map((one) => <option key={one.name} value={one.name}>{one.name}</option>)}
            <option value="own">{t('tree.ownRule')}</option>
            <option value="flat">{t('tree.flat')}</option>
            {own === null && !rule && searchOf(spec) !== 'hmcts' && <option value="?">{t('tree.otherRule')}</option>}
          </select>
        </label>
        {field('sims', t('tree.sims'), '10000')}
        {mcts && field('c', 'c', '0.4')}
        <label>{t('tree.seed')}<input type="text" inputMode="numeric" value={from} onInput={(event) => setFrom(event.currentTarget.value.trim())} /></label>
        {mcts && <label class="tick"><input type="checkbox" checked={optionOf(spec, 'rave') === 'on'} onChange={(event) => setSpec(withOption(spec, 'rave', event.currentTarget.checked ? 'on' : null))} /> RAVE</label>}
        {mcts && <label class="tick"><input type="checkbox" checked={optionOf(spec, 'proofs') !== 'off'} onChange={(event) => setSpec(withOption(spec, 'proofs', event.currentTarget.checked ? null : 'off'))} /> {t('tree.proofs')}</label>}
        {own !== null && <label class="whole">{t('tree.formula')}<input type="text" spellcheck={false} value={own} onInput={(event) => setSpec(withFormula(spec, event.currentTarget.value))} /></label>}
        {rule === 'UCT' && <p class="whole muted">{t('tree.uctNote')}</p>}
        <label class="whole">{t('tree.spec')}<input type="text" name="spec" spellcheck={false} value={spec} onInput={(event) => setSpec(event.currentTarget.value)} /></label>
        <button type="submit" class="two primary">{t('tree.start')}</button>
        <p class="two muted not-started" role="status">{spec !== player || from !== seed ? t('tree.notStarted') : ''}</p>
      </form>
    </Panel>
  );
}

/* --- all of it -------------------------------------------------------------------------------------- */

const RULE_NAMES: Record<string, string> = { ratio: 'w/n', ucb1: 'UCB1', uct: 'UCT', 'ucb1-tuned': 'UCB1-tuned', omc: 'OMC', puct: 'PUCT' };
function ruleName(player: string): string {
  if (searchOf(player) !== 'mcts') return 'w/n';
  return optionOf(player, 'rave') === 'on' ? 'RAVE' : RULE_NAMES[optionOf(player, 'selection') ?? 'uct'] ?? t('tree.value');
}

export function StepsView() {
  const params = useStore(address), line = lineOf(params);
  const player = params.player && stepsMode(params.player) === 'steps' ? params.player : FIRST_SPEC, seed = params.seed ?? '1';
  const { told, error } = useTold(line, player, seed);
  return (
    <div class="tree-split">
      <Panel className="tree-panel">
        {told ? <Stage told={told} line={line} />
          : <p class={`empty${error ? ' error' : ''}`} role={error ? 'alert' : undefined}>{error ?? t('tree.asking')}</p>}
      </Panel>
      <div class="side">
        {told && <Beside told={told} line={line} rule={ruleName(player)} />}
        <Setup player={player} seed={seed} />
        {told && <div class="tree-foot"><SameAgain command={told.command} hash={hashHere()} /><Saving told={told} game={line.game} /></div>}
      </div>
    </div>
  );
}

/** Where the reader stands: the step, the node that is looked at (null: what the step is about). */
function usePlace(told: Told): { at: number; node: Grown | null } {
  const params = useStore(address), last = told.replay.steps.length, { step, node: id } = params;
  const at = Math.max(0, Math.min(last, Math.floor(Number(step ?? 0)) || 0));
  const node = id === undefined ? null : told.replay.nodes.get(id === 'root' ? '' : id) ?? null;
  return { at, node: node && node.born <= at ? node : null };
}

function useDrawn(told: Told, game: string): DrawnNode {
  const { at, node } = usePlace(told);
  return useMemo(() => drawn(told.replay, game, at, node), [told, game, at, node]);
}

function Saving({ told, game }: { told: Told; game: string }) {
  const root = useDrawn(told, game);
  return <Exports name="banyan-steps" root={root} json={() => told.thought} title={told.command} />;
}

function Stage({ told, line }: { told: Told; line: Line }) {
  const { at, node } = usePlace(told), all = told.replay, last = all.steps.length;
  const sim = simulationAt(all, at), total = told.thought.work.simulations as number, root = useDrawn(told, line.game);
  const go = (to: number) => note({ step: to ? String(to) : undefined });
  /** The first step of the simulation that comes so many later. */
  const simulations = (by: number) => (from: number) => { const to = simulationAt(all, from) + by; return to < all.begins.length ? all.begins[to] + 1 : last; };
  const current = at > 0 ? all.steps[at - 1] : null;
  const length = sim < 0 ? 0 : (all.begins[sim + 1] ?? last) - all.begins[sim];
  const chosen = node ? node.id || 'root' : null;
  return (
    <>
      <StepBar at={at} last={last} onGo={go} phase={current?.step ?? null}
        jumps={[{ label: '1', title: t('tree.nextSimulation'), to: simulations(1) }, { label: '100', title: t('tree.hundred'), to: simulations(100) }]}
        phases={(['select', 'expand', 'simulate', 'backup'] as const).map((name) => ({ name, label: t(`tree.phase.${name}`) }))}
        where={sim < 0 ? t('tree.before', { n: number(total) }) : <>{t('tree.simulation')} <b>{number(all.steps[at - 1].simulation)}</b> {t('tree.of', { n: number(all.begins.length) })} · {t('tree.stepOf', { at: at - all.begins[sim], last: length })}</>} />
      <TreeDrawing root={root} chosen={chosen} label={t('tree.label', { n: at })}
        onChoose={(id) => !id.endsWith('/+') && note({ node: id })}
        onAgain={(id) => openInPlay({ ...line, moves: [...line.moves, ...(id === 'root' ? [] : id.split(' '))] })} />
      <p class="tree-legend muted">{t('tree.legend')}</p>
      {told.unseen > 0 && <p class="tree-note">{t('tree.unseen', { n: number(told.unseen) })}</p>}
    </>
  );
}

function Beside({ told, line, rule }: { told: Told; line: Line; rule: string }) {
  const { at, node } = usePlace(told), all = told.replay;
  // Without a chosen node: the last choice that was made, and behind it the position where the step stands.
  const selects = stepsOf(all, at).filter((step) => step.step === 'select'), way = wayAt(all, at);
  const step = node ? choiceAt(all, node, at) : selects[selects.length - 1] ?? null;
  const place = node ?? (step ? way[step.ply] : all.root), current = at > 0 ? all.steps[at - 1] : null;
  const looked = node ?? (current && current.step !== 'select' ? way[way.length - 1] : place);
  const moves = (one: Grown) => (one.id ? one.id.split(' ') : []);
  const [row, setRow] = useFollowing<string | null>(null, `${at} ${place.id}`);
  return (
    <>
      {step ? <Choices game={line.game} step={step} moves={moves(place)} rule={rule} formula={told.thought.formula ?? null} late={!node && current?.step === 'backup'} shown={row} onShow={setRow} />
        : <Panel title={t('tree.noChoice')}><p class="panel-body muted">{node ? t('tree.noChoiceHere') : t('tree.noChoiceYet')}</p></Panel>}
      <Simulation all={all} game={line.game} after={at} />
      <PositionCard line={line} moves={moves(looked)}>
        {node && <> · <button type="button" class="link" onClick={() => note({ node: undefined })}>{t('tree.follow')}</button></>}
      </PositionCard>
    </>
  );
}
