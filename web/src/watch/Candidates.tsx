// Candidates.tsx: what the search thinks of the position that is shown: value, candidates, lines; and who thinks.
import { useEffect, useState } from 'preact/hooks';
import { catalogue, findGame } from '../catalogue';
import { number, short, t, word } from '../i18n';
import { Panel, SameAgain } from '../shell/parts';
import { useStore } from '../store';
import { lineKey, shownLine, table } from '../table';
import type { Decision, Game, MoveStat, Position, Thought } from '../types';
import { analysis, knownOf, type Known, type Running, type Thinker } from './analysis';
import { CandidateTable, halfOf, isChance, LineMoves, ranked } from './CandidateTable';
import { Explain } from './Explain';
import { clock, percent, plusMinus } from './figures';
import { toldOf, whoTold } from './told';
import { fitting, limitsOf, loadSearches, searches, USUAL } from './limits';
import { explainMove, moverOf, showLine, toggleThinking, watching } from './watching';

/** Best chance or value, what it was found with, and whose it is. */
function Head({ known, side }: { known: Known; side: string }) {
  const { decision } = known;
  const { work } = decision;
  const rows = ranked(decision), best = rows.find((stat) => stat.move === decision.move) ?? rows[0];
  const done = work.simulations > 0 ? t('watch.simulations', { n: short(work.simulations) }) : t('watch.positions', { n: short(work.nodes) });
  const rate = (work.simulations || work.nodes) / Math.max(work.seconds, 1e-6);
  return (
    <div class="verdict">
      <div>
        <span class="muted">{isChance(decision) ? t('watch.wins', { side }) : t('watch.evaluation')}</span>
        <strong class="value">{headline(decision, known.state === 'running' ? best : undefined)}
          {isChance(decision) && !decision.proven && best && <small> {plusMinus(halfOf(best))}</small>}
          {decision.proven === true && <small> {t('watch.proven')}</small>}
        </strong>
      </div>
      <div class="muted work">
        <span>{done}</span>
        <span>{[work.seconds > 0.0005 ? t('watch.speed', { n: short(rate) }) : '', decision.depth ? t('watch.depthOf', { n: decision.depth }) : ''].filter(Boolean).join(' · ')}</span>
      </div>
    </div>
  );
}

/** While it thinks the mean of all simulations is not yet what the best move is worth: then that of the first row. */
const headline = (decision: Decision, first?: MoveStat): string =>
  decision.value == null ? '–' : isChance(decision) ? percent(first?.value ?? decision.value) : decision.meaning;

/** What the player at the board thought here before it moved: the graph has it, too. */
function ToldBy({ told, position }: { told: Thought; position: Position }) {
  const { line } = useStore(watching);
  const side = word(position.board.sides[moverOf(position)]?.name ?? '');
  const chance = told.scale === 'probability';
  const worth = chance ? `${t('watch.wins', { side })} ${percent(told.value)}` : told.meaning;
  const work = told.visits ? t(chance ? 'watch.simulations' : 'watch.positions', { n: short(told.visits) }) : '';
  return (
    <div class="told-by">
      <p><span class="muted">{t('watch.thought', { who: whoTold(told) })}</span> <b>{worth}</b>{told.proven ? ` ${t('watch.proven')}` : ''} <span class="muted">{work}</span></p>
      {!!told.pv?.length && <p><span class="muted">{t('watch.line')}</span> <LineMoves moves={told.pv} kept={line.kept} onLine={showLine} /></p>}
    </div>
  );
}

/** Both players' chances as one bar, the first player's on the left. */
function Chances({ known, first }: { known: Known; first: boolean }) {
  if (!isChance(known.decision) || known.decision.value == null) return null;
  const share = first ? known.decision.value : 1 - known.decision.value;
  return <div class="chances" aria-hidden="true"><span style={{ width: `${(100 * share).toFixed(1)}%` }} /></div>;
}

/** Who thinks and how long: one line, opened to change it. */
function Settings({ game }: { game: Game | null }) {
  const { thinker: wanted, follow } = useStore(watching);
  const known = useStore(searches);
  useEffect(() => void loadSearches(), []);
  const thinker = fitting(wanted, game, known);
  const set = (part: Partial<Thinker>) => watching.patch({ thinker: { ...thinker, ...part } });
  const levels = game?.levels ?? [];
  const [typed, setTyped] = useState(thinker.player !== '' && !levels.some((level) => level.name === thinker.player));
  const who = thinker.player === '' ? t('watch.own') : word(thinker.player);
  return (
    <details class="settings">
      <summary title={t('watch.settings')}>{who}, {t(`watch.upTo.${thinker.limit}`, { n: number(thinker.amount, Number.isInteger(thinker.amount) ? 0 : 1) })}</summary>
      <div class="fields">
        <label><span>{t('watch.who')}</span>
          <select value={typed ? '*' : thinker.player} onChange={(event) => {
            const value = event.currentTarget.value;
            setTyped(value === '*');
            set({ player: value === '*' ? game?.player ?? '' : value });
          }}>
            <option value="">{t('watch.own')}</option>
            {levels.map((level) => <option key={level.name} value={level.name} title={level.spec}>{word(level.name)}</option>)}
            <option value="*">{t('watch.spec')}</option>
          </select>
        </label>
        <label title={t('watch.seedTitle')}><span>{t('watch.seed')}</span>
          <input type="number" min="0" step="1" value={thinker.seed} onChange={(event) => set({ seed: Math.max(0, Math.floor(Number(event.currentTarget.value) || 0)) })} /></label>
        {typed && <label class="spec"><span>{t('watch.specLabel')}</span>
          <input type="text" spellcheck={false} autocomplete="off" value={thinker.player} title={t('watch.specHelp')} placeholder={t('watch.specHelp')}
            onChange={(event) => set({ player: event.currentTarget.value.trim() })} /></label>}
        <label class="most"><span>{t('watch.limit')}</span>
          <span class="pair">
            <input type="number" min="0" step="any" value={thinker.amount} onChange={(event) => set({ amount: amountOf(event.currentTarget.value, thinker) })} />
            <select aria-label={t('watch.unit')} value={thinker.limit} onChange={(event) => {
              const limit = event.currentTarget.value as Thinker['limit'];
              set({ limit, amount: USUAL[limit] });
            }}>
              {limitsOf(thinker.player, game, known).map((limit) => <option key={limit} value={limit}>{t(`watch.${limit}`)}</option>)}
            </select>
          </span>
        </label>
        <label class="tick" title={t('watch.followTitle')}><input type="checkbox" checked={follow} onChange={() => watching.patch({ follow: !follow })} /> {t('watch.follow')}</label>
      </div>
    </details>
  );
}

/** What was typed as an amount: time may have decimals, the others are whole. */
function amountOf(text: string, { limit, amount }: Thinker): number {
  const value = Number(text);
  if (!(value > 0)) return amount;
  return limit === 'time' ? value : Math.max(1, Math.round(value));
}

function Controls({ game, busy, able }: { game: Game | null; busy: boolean; able: boolean }) {
  const { heat, asking } = useStore(watching);
  return (
    <div class="controls">
      <div class="row">
        <button type="button" class={busy ? 'think' : 'think primary'} disabled={!able && !busy} title={t(busy ? 'watch.stopTitle' : 'watch.thinkTitle')} onClick={toggleThinking}>
          {t(busy ? 'watch.stop' : 'watch.think')}
        </button>
        <label class="tick" title={t('watch.heatTitle')}><input type="checkbox" checked={heat} onChange={() => watching.patch({ heat: !heat })} /> {t('watch.heat')}</label>
        <button type="button" class="ask" aria-pressed={asking} title={t('watch.askTitle')} onClick={() => watching.patch({ asking: !asking })}>{t('watch.ask')}</button>
      </div>
      {asking && <p class="muted" role="status">{t('watch.askTitle')}</p>}
      <Settings game={game} />
    </div>
  );
}

/** How far the search is: a hairline that is there, empty, before and after it. */
function Going() {
  const { running } = useStore(analysis);
  const share = running ? Math.min(1, running.progress || 0) : 0;
  return <div class="going" aria-hidden="true"><span style={{ width: `${(100 * share).toFixed(1)}%` }} /></div>;
}

/** A search that goes on while another position is shown: which one it is about. */
function Elsewhere({ running }: { running: Running }) {
  const title = findGame(running.line.game)?.title ?? running.line.game;
  return <p class="panel-body muted elsewhere">{t('watch.elsewhere', { game: title, n: running.line.moves.length })}</p>;
}

export function Candidates() {
  const { position, line } = useStore(table);
  const { running, starting, error } = useStore(analysis);
  const { line: shown, why } = useStore(watching);
  const game = findGame(line?.game ?? '', useStore(catalogue))?.game ?? null;
  const here = shownLine();
  if (!position || !here) return null;
  const mover = moverOf(position), known = mover >= 0 ? knownOf(here) : null;
  const side = mover >= 0 ? word(position.board.sides[mover].name) : '';
  const busy = !!running || starting;
  const told = mover >= 0 ? toldOf(here.moves.length) : null;
  const elsewhere = running && running.key !== lineKey(here) ? running : null;
  return (
    <Panel className="watch" title={t('watch.thinking')} extra={<span role="status">{error ? '' : busy ? (running?.left != null ? t('review.left', { time: clock(running.left) }) : t('watch.waiting')) : known?.state === 'stopped' ? t('watch.stopped') : ''}</span>}>
      <Going />
      {known && <Head known={known} side={side} />}
      {known && <Chances known={known} first={mover === 0} />}
      {known && <CandidateTable decision={known.decision} side={side} chosen={why?.move ?? null} kept={shown.kept} onLine={showLine} onExplain={explainMove} />}
      {told && <ToldBy told={told} position={position} />}
      {elsewhere && <Elsewhere running={elsewhere} />}
      {!known && !elsewhere && <p class="panel-body muted">{t(position.over ? 'watch.over' : mover < 0 ? 'watch.nature' : busy ? 'watch.waiting' : told ? 'watch.emptyTold' : 'watch.empty')}</p>}
      {error && <p class="panel-body error" role="alert">{error}</p>}
      {why && <Explain line={here} position={position} why={why} player={known?.thinker?.player ?? ''} />}
      <Controls game={game} busy={busy} able={mover >= 0} />
      {known?.command && <div class="panel-foot"><SameAgain command={known.command} /></div>}
    </Panel>
  );
}

