// Candidates.tsx: what the search thinks of the position that is shown: value, candidates, lines; and who thinks.
import { useEffect, useState } from 'preact/hooks';
import { engine } from '../engine';
import { short, t, word } from '../i18n';
import { Panel, SameAgain } from '../shell/parts';
import { useStore } from '../store';
import { shownLine, table } from '../table';
import type { Decision, Game } from '../types';
import { analysis, knownOf, type Known, type Thinker } from './analysis';
import { CandidateTable, halfOf, isChance, ranked } from './CandidateTable';
import { Explain } from './Explain';
import { clock, percent, plusMinus } from './figures';
import { explainMove, moverOf, showLine, toggleThinking, watching } from './watching';

let games: Promise<Game[]> | null = null;

/** What is said of a game: its levels, its best player. An alias has those of the game it stands for. */
export function useGame(name: string | undefined): Game | null {
  const [game, setGame] = useState<Game | null>(null);
  useEffect(() => {
    games ??= engine.games();
    games.then((all) => setGame(all.find((one) => one.name === name || one.aliases.some((alias) => alias.name === name)) ?? null),
      () => { games = null; });
  }, [name]);
  return game;
}

/** Best chance or value, what it was found with, and whose it is. */
function Head({ known, side }: { known: Known; side: string }) {
  const { decision } = known;
  const { work } = decision;
  const best = ranked(decision).find((stat) => stat.move === decision.move);
  const done = work.simulations > 0 ? t('watch.simulations', { n: short(work.simulations) }) : t('watch.positions', { n: short(work.nodes) });
  const speed = (work.simulations || work.nodes) / Math.max(work.seconds, 1e-6);
  return (
    <div class="verdict">
      <div>
        <span class="muted">{isChance(decision) ? t('watch.wins', { side }) : t('watch.evaluation')}</span>
        <strong class="value">{headline(decision)}
          {isChance(decision) && !decision.proven && best && <small> {plusMinus(halfOf(best))}</small>}
          {decision.proven === true && <small> {t('watch.proven')}</small>}
        </strong>
      </div>
      <div class="muted work">
        <span>{done}</span>
        <span>{work.seconds > 0.0005 ? t('watch.speed', { n: short(speed) }) : ''}{decision.depth ? ` · ${t('watch.depthOf', { n: decision.depth })}` : ''}</span>
      </div>
    </div>
  );
}

const headline = (decision: Decision): string =>
  decision.value == null ? '–' : isChance(decision) ? percent(decision.value) : decision.meaning;

/** Both players' chances as one bar, the first player's on the left. */
function Chances({ known, first }: { known: Known; first: boolean }) {
  if (!isChance(known.decision) || known.decision.value == null) return null;
  const share = first ? known.decision.value : 1 - known.decision.value;
  return <div class="chances" aria-hidden="true"><span style={{ width: `${(100 * share).toFixed(1)}%` }} /></div>;
}

function Controls({ game, busy, able }: { game: Game | null; busy: boolean; able: boolean }) {
  const { thinker, heat, follow, asking } = useStore(watching);
  const { running } = useStore(analysis);
  const set = (part: Partial<Thinker>) => watching.patch({ thinker: { ...thinker, ...part } });
  const levels = game?.levels ?? [];
  const own = thinker.player !== '' && !levels.some((level) => level.name === thinker.player);
  const [typed, setTyped] = useState(own);
  return (
    <div class="controls">
      <div class="row">
        <button type="button" class={busy ? 'think' : 'think primary'} disabled={!able && !busy} title={t(busy ? 'watch.stopTitle' : 'watch.thinkTitle')} onClick={toggleThinking}>
          {t(busy ? 'watch.stop' : 'watch.think')}
        </button>
        <label><span class="hidden">{t('watch.who')}</span>
          <select title={t('watch.who')} value={typed ? '*' : thinker.player} onChange={(event) => {
            const value = event.currentTarget.value;
            setTyped(value === '*');
            set({ player: value === '*' ? game?.player ?? '' : value });
          }}>
            <option value="">{t('watch.own')}</option>
            {levels.map((level) => <option key={level.name} value={level.name} title={level.spec}>{word(level.name)}</option>)}
            <option value="*">{t('watch.spec')}</option>
          </select>
        </label>
        <label class="limit"><span class="muted">{t('watch.limit')}</span>
          <input type="number" min="0.1" step="any" value={thinker.amount} aria-label={t('watch.limit')}
            onChange={(event) => set({ amount: Math.max(0.001, Number(event.currentTarget.value) || 1) })} />
        </label>
        <label><span class="hidden">{t('watch.limit')}</span>
          <select value={thinker.limit} onChange={(event) => {
            const limit = event.currentTarget.value as Thinker['limit'];
            set({ limit, amount: { time: 5, sims: 10000, nodes: 100000, depth: 6 }[limit] });
          }}>
            {(['time', 'sims', 'nodes', 'depth'] as const).map((limit) => <option key={limit} value={limit}>{t(`watch.${limit}`)}</option>)}
          </select>
        </label>
      </div>
      {typed && (
        <label class="spec"><span class="hidden">{t('watch.spec')}</span>
          <input type="text" spellcheck={false} autocomplete="off" value={thinker.player} placeholder={t('watch.specHelp')} title={t('watch.specHelp')}
            onChange={(event) => set({ player: event.currentTarget.value.trim() })} />
        </label>
      )}
      <div class="row">
        <label class="tick" title={t('watch.heatTitle')}><input type="checkbox" checked={heat} onChange={() => watching.patch({ heat: !heat })} /> {t('watch.heat')}</label>
        <label class="tick" title={t('watch.followTitle')}><input type="checkbox" checked={follow} onChange={() => watching.patch({ follow: !follow })} /> {t('watch.follow')}</label>
        <button type="button" class="ask" aria-pressed={asking} title={t('watch.askTitle')} onClick={() => watching.patch({ asking: !asking })}>{t('watch.ask')}</button>
        <label class="seed"><span class="muted">{t('watch.seed')}</span>
          <input type="number" min="0" step="1" value={thinker.seed} aria-label={t('watch.seed')} onChange={(event) => set({ seed: Math.max(0, Math.floor(Number(event.currentTarget.value) || 0)) })} />
        </label>
      </div>
      <div class="going" role="status" aria-live="off">
        {running ? <progress max={1} value={running.progress || 0} aria-label={t('watch.waiting')} /> : null}
        <span class="muted">{running?.left != null ? t('review.left', { time: clock(running.left) }) : ''}</span>
      </div>
    </div>
  );
}

export function Candidates() {
  const { position, line } = useStore(table);
  const { running, starting, error } = useStore(analysis);
  const { line: shownMoves, why } = useStore(watching);
  const game = useGame(line?.game);
  const here = shownLine();
  if (!position || !here) return null;
  const mover = moverOf(position), known = mover >= 0 ? knownOf(here) : null;
  const side = mover >= 0 ? word(position.board.sides[mover].name) : '';
  const busy = !!running || starting;
  return (
    <Panel className="watch" title={t('watch.thinking')} extra={<span role="status">{error ? '' : busy ? t('watch.waiting') : known?.state === 'stopped' ? t('watch.stopped') : ''}</span>}>
      {known && <Head known={known} side={side} />}
      {known && <Chances known={known} first={mover === 0} />}
      {known && <CandidateTable decision={known.decision} side={side} chosen={why?.move ?? null} line={shownMoves} onLine={showLine} onExplain={explainMove} />}
      {!known && <p class="panel-body muted">{t(position.over ? 'watch.over' : mover < 0 ? 'watch.nature' : busy ? 'watch.waiting' : 'watch.empty')}</p>}
      {error && <p class="panel-body error" role="alert">{error}</p>}
      {why && <Explain line={here} position={position} why={why} player={known?.thinker?.player ?? ''} />}
      <Controls game={game} busy={busy} able={mover >= 0} />
      {known?.command && <div class="panel-foot"><SameAgain command={known.command} /></div>}
    </Panel>
  );
}

