// GrowView.tsx: the tree of the position on the board, as it grows.
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { findGame } from '../catalogue';
import { t, number, short, word, type Key } from '../i18n';
import { Panel, SameAgain } from '../shell/parts';
import { useFollowing, useStore } from '../store';
import type { Line } from '../types';
import { limitsOf, loadSearches, searches, USUAL } from '../watch/limits';
import { address, hashHere, lineOf, note, searchOf, stepsMode, turnTo, type Params } from './address';
import { Exports } from './exports';
import { forgetGrowing, grow, growing, isRunning, look, seenAt, stopGrowing, type Asked, type Growing, type Seen, type Snapshot } from './growing';
import { pick, roomFor } from './pick';
import { openInPlay, PositionCard } from './Position';
import { TreeDrawing, type DrawnNode } from './TreeDrawing';

const FIRST_SPEC = 'mcts', FIRST_SIMS = 100_000;

const movesOf = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);

function askedIn(params: Params): Asked {
  const time = Number(params.time), sims = Number(params.sims);
  const limit = time > 0 ? 'time' as const : 'sims' as const;
  return { line: lineOf(params), player: params.player ?? FIRST_SPEC, limit, amount: limit === 'time' ? time : sims > 0 ? sims : FIRST_SIMS, seed: params.seed ?? '1' };
}

/* --- the picture -------------------------------------------------------------------------------- */

const result = (proven: string) => t(`tree.result.${proven}` as Key);
const mean = (value: number | null, digits = 2) => (value === null ? '–' : number(value, digits));

function titleOf(node: Seen): string {
  const parts = [t('tree.seenTitle', { n: number(node.visits), q: mean(node.value, 3) })];
  if (node.amaf_visits !== null) parts.push(t('tree.seenAmaf', { n: number(node.amaf_visits), q: mean(node.amaf_value, 3) }));
  if (node.prior !== null) parts.push(t('tree.seenPrior', { p: number(node.prior, 3) }));
  if (node.proven) parts.push(t('tree.proven', { result: result(node.proven) }));
  return parts.join(' · ');
}

/** What is told of the tree from a path on, as it is drawn: the busiest nodes, and those that lead to the chosen one. */
function drawn(root: Seen, path: string[], chosen: string[]): DrawnNode {
  const must = new Set<Seen>(), room = roomFor();
  let node: Seen | undefined = root;
  for (const move of chosen.slice(path.length)) { node = node?.children.find((child) => child.move === move); if (node) must.add(node); }
  const kept = pick(root, (one) => one.children, (one) => one.visits, (one) => must.has(one), room.nodes, room.below);
  let best: Seen | undefined = root; // the line that is expected
  const expected = new Set<Seen>([root]);
  while ((best = best.children[0])) expected.add(best);
  const make = (one: Seen, at: string[]): DrawnNode => {
    const id = at.join(' ') || 'root', rest = one.children.filter((child) => !kept.has(child));
    const children = one.children.filter((child) => kept.has(child)).map((child) => make(child, [...at, child.move!]));
    const n = rest.length + one.left_out, visits = rest.reduce((sum, child) => sum + child.visits, 0) + one.left_out_visits;
    if (n > 0 && children.length > 0) children.push({ id: `${id}/+`, label: `+${number(n)}`, lines: [t(visits === 1 ? 'tree.visit' : 'tree.visits', { n: short(visits) })], shape: 'more', children: [], title: t('tree.moreLook', { n }) });
    return {
      id, label: at.length ? word(at[at.length - 1]) : t('tree.root'), lines: [`${short(one.visits)} · ${mean(one.value)}`, ...(one.proven ? [result(one.proven)] : [])],
      share: one.value ?? 0, state: expected.has(one) ? 'path' : 'plain', title: titleOf(one), children,
    };
  };
  return make(root, path);
}

/* --- beside it ------------------------------------------------------------------------------------ */

function Children({ node, path }: { node: Seen; path: string[] }) {
  const rows = node.children, amaf = rows.some((one) => one.amaf_visits !== null), prior = rows.some((one) => one.prior !== null), proven = rows.some((one) => one.proven);
  const all = Math.max(1, node.children.reduce((sum, one) => sum + one.visits, 0) + node.left_out_visits);
  return (
    <Panel title={path.length ? t('tree.after', { moves: path.map(word).join(' ') }) : t('tree.atRoot')} extra={t('tree.visits', { n: short(node.visits) })} className="choices seen">
      {rows.length === 0 ? <p class="panel-body muted">{node.left_out ? t('tree.notSeen') : t('tree.leaf')}</p> : (
        <div class="wide-table">
          <table>
            <thead><tr><th>{t('tree.move')}</th><th class="figure" title={t('tree.N')}>N</th><th class="figure">%</th><th class="figure" title={t('tree.Q')}>Q</th>
              {amaf && <><th class="figure" title={t('tree.rn')}>N<sub>AMAF</sub></th><th class="figure" title={t('tree.rq')}>Q<sub>AMAF</sub></th></>}
              {prior && <th class="figure">prior</th>}{proven && <th>{t('tree.provenHead')}</th>}</tr></thead>
            <tbody>
              {rows.map((one) => (
                <tr key={one.move} data-move={one.move}>
                  <th scope="row"><button type="button" class="bare" onClick={() => note({ node: [...path, one.move!].join(' ') })}>{word(one.move!)}</button></th>
                  <td class="figure">{short(one.visits)}</td><td class="figure">{number((100 * one.visits) / all, 1)}</td><td class="figure">{mean(one.value, 3)}</td>
                  {amaf && <><td class="figure">{one.amaf_visits === null ? '–' : short(one.amaf_visits)}</td><td class="figure">{mean(one.amaf_value, 3)}</td></>}
                  {prior && <td class="figure">{mean(one.prior, 3)}</td>}{proven && <td>{one.proven ? result(one.proven) : ''}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {node.left_out > 0 && rows.length > 0 && <p class="more-moves">{t('tree.moreSeen', { n: number(node.left_out), visits: number(node.left_out_visits) })}</p>}
    </Panel>
  );
}

function Setup({ asked, running, onStart }: { asked: Asked; running: boolean; onStart: (asked: Asked) => void }) {
  const [now, setNow] = useFollowing<Asked>(asked, JSON.stringify(asked));
  const game = findGame(asked.line.game)?.game;
  return (
    <Panel title={t('tree.setup')}>
      <form id="grow" class="tree-form" onSubmit={(event) => { event.preventDefault(); onStart({ ...now, seed: now.seed || '1' }); }}>
        <label class="whole">{t('tree.player')}<input type="text" list="tree-players" spellcheck={false} value={now.player} onInput={(event) => setNow({ ...now, player: event.currentTarget.value })} /></label>
        <datalist id="tree-players">{['mcts', 'mcts rave=on', 'mcts selection=puct', ...(game?.levels ?? []).map((level) => level.spec)].map((spec) => <option key={spec} value={spec} />)}</datalist>
        <label class="two">{t('tree.limit')}
          <select value={now.limit} onChange={(event) => setNow({ ...now, limit: event.currentTarget.value as Asked['limit'], amount: event.currentTarget.value === 'time' ? 10 : FIRST_SIMS })}>
            <option value="sims">{t('tree.sims')}</option><option value="time">{t('tree.seconds')}</option>
          </select>
        </label>
        <label class="two">{t('tree.atMost')}<input type="number" required min={now.limit === 'time' ? 0.1 : 1} step="any" value={Number.isNaN(now.amount) ? '' : now.amount} onInput={(event) => setNow({ ...now, amount: event.currentTarget.valueAsNumber })} /></label>
        <label class="two">{t('tree.seed')}<input type="text" inputMode="numeric" value={now.seed} onInput={(event) => setNow({ ...now, seed: event.currentTarget.value.trim() })} /></label>
        <button type="submit" class={running ? 'two' : 'two primary'}>{running ? t('tree.again') : t('tree.think')}</button>
      </form>
    </Panel>
  );
}

/* --- all of it --------------------------------------------------------------------------------------- */

function Work({ now }: { now: Growing }) {
  const { tree, decision } = now, running = isRunning(now), seconds = decision?.work.seconds ?? 0;
  return (
    <div class="grow-bar">
      {running ? <button type="button" onClick={() => void stopGrowing()}>{t('tree.stop')}</button> : null}
      <span class="step-where" role="status">{tree
        ? <><b>{short(tree.simulations)}</b> {t('tree.sims')} · <b>{short(tree.nodes)}</b> {t('tree.nodes')} · {t('tree.bytes', { n: short(tree.tree_bytes) })}{seconds > 0.05 && <> · {t('tree.perSecond', { n: short(tree.simulations / seconds) })}</>}</>
        : running ? t('tree.asking') : t('tree.notYet')}</span>
      <progress aria-label={t('tree.progress')} max={1} value={running ? now.progress : now.tree ? 1 : 0} />
    </div>
  );
}

function Trail({ path, onGo }: { path: string[]; onGo: (path: string[]) => void }) {
  return (
    <nav class="trail" aria-label={t('tree.trail')}>
      <button type="button" class="bare" aria-pressed={path.length === 0} onClick={() => onGo([])}>{t('tree.root')}</button>
      {path.map((move, i) => <span key={i}> › <button type="button" class="bare" aria-pressed={i === path.length - 1} onClick={() => onGo(path.slice(0, i + 1))}>{word(move)}</button></span>)}
    </nav>
  );
}

function NoTree({ player }: { player: string }) {
  const mode = stepsMode(player);
  return (
    <div class="empty no-tree">
      <p>{t('tree.none', { search: searchOf(player) })}</p>
      <button type="button" class="primary" onClick={() => turnTo({ mode, player: mode === 'exact' ? player : undefined })}>{t('tree.seeSteps')}</button>
    </div>
  );
}

export function GrowView() {
  const params = useStore(address), asked = askedIn(params), now = useStore(growing);
  const path = movesOf(params.path), node = params.node === undefined ? path : params.node === 'root' ? [] : movesOf(params.node);
  const here = JSON.stringify([asked.line, asked.player, asked.limit, asked.amount, asked.seed]);
  const wanted = useRef<Asked | null>(null);
  /** A limit that does not end the search is refused: which ones do is known when the searches are here. */
  const begin = (wished: Asked, from: string[], change: Params = {}) => {
    wanted.current = wished;
    void loadSearches().then(() => {
      if (wanted.current !== wished) return; // another one since, or nobody watches any more
      const known = limitsOf(wished.player, findGame(wished.line.game)?.game ?? null, searches.get());
      const what: Asked = known.includes(wished.limit) ? wished : { ...wished, limit: 'time', amount: USUAL.time };
      note({ ...change, sims: what.limit === 'sims' ? String(what.amount) : undefined, time: what.limit === 'time' ? String(what.amount) : undefined });
      void grow(what, from);
    });
  };
  const start = (wished: Asked) => {
    const pinned = params.game ? {} : { game: wished.line.game, ...wished.line.options, start: wished.line.start ?? undefined, moves: wished.line.moves.join(' ') || undefined };
    begin(wished, [], { ...pinned, mode: 'grow', player: wished.player, seed: wished.seed, run: '1', path: undefined, node: undefined });
  };
  useEffect(() => { // another position or another search than the one that is watched
    const watched = growing.get().asked;
    if (watched && JSON.stringify([watched.line, watched.player, watched.limit, watched.amount, watched.seed]) !== here) forgetGrowing();
    if (params.run && !growing.get().asked) begin(asked, path);
  }, [here]);
  useLayoutEffect(() => () => { wanted.current = null; }, [here]);
  useEffect(() => forgetGrowing, []);
  const lookFrom = (to: string[]) => { note({ path: to.join(' ') || undefined, node: undefined }); look(to); };
  const { tree } = now;
  return (
    <div class="tree-split" data-updates={now.updates} data-state={now.state}>
      <Panel className="tree-panel">
        <Work now={now} />
        <Trail path={path} onGo={lookFrom} />
        {now.error ? <p class="empty error" role="alert">{now.error}</p>
          : now.none && !isRunning(now) ? <NoTree player={asked.player} />
          : tree ? <><Shown tree={tree} path={path} node={node} line={asked.line} onLook={lookFrom} /><p class="tree-legend muted">{t('tree.legend')}</p></>
          : isRunning(now) ? <p class="empty">{t('tree.asking')}</p>
          : <div class="empty"><p>{t('tree.growEmpty')}</p><button type="submit" form="grow" class="primary">{t('tree.think')}</button></div>}
      </Panel>
      <div class="side">
        {tree && <Beside tree={tree} node={node} />}
        <PositionCard line={asked.line} moves={node}>
          {node.join(' ') !== path.join(' ') && <> · <button type="button" class="link" onClick={() => lookFrom(node)}>{t('tree.lookFrom')}</button></>}
        </PositionCard>
        <Setup asked={asked} running={isRunning(now)} onStart={start} />
        {now.command && <div class="tree-foot"><SameAgain command={now.command} hash={hashHere()} />{tree && <Saving tree={tree} path={path} node={node} title={now.command} />}</div>}
      </div>
    </div>
  );
}

function useDrawn(tree: Snapshot, path: string[], node: string[]): DrawnNode | null {
  return useMemo(() => { const root = seenAt(tree, path); return root && drawn(root, path, node); }, [tree, path.join(' '), node.join(' ')]);
}

function Shown({ tree, path, node, line, onLook }: { tree: Snapshot; path: string[]; node: string[]; line: Line; onLook: (path: string[]) => void }) {
  const root = useDrawn(tree, path, node);
  if (!root) return <p class="empty">{isRunning() ? t('tree.asking') : t('tree.gone')}</p>;
  const choose = (id: string) => (id.endsWith('/+') ? onLook(id === 'root/+' ? [] : movesOf(id.slice(0, -2))) : note({ node: id }));
  return <TreeDrawing root={root} chosen={node.join(' ') || 'root'} label={t('tree.growLabel', { n: short(tree.nodes) })} onChoose={choose}
    onAgain={(id) => openInPlay({ ...line, moves: [...line.moves, ...(id === 'root' ? [] : movesOf(id))] })} />;
}

function Beside({ tree, node }: { tree: Snapshot; node: string[] }) {
  const seen = seenAt(tree, node);
  return seen && <Children node={seen} path={node} />;
}

function Saving({ tree, path, node, title }: { tree: Snapshot; path: string[]; node: string[]; title: string }) {
  return <Exports name="banyan-tree" root={useDrawn(tree, path, node)} json={() => tree} title={title} />;
}
